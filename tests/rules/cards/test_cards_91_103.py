"""Fate cards 91 to 103, six of the seven Events among them: effects, limits, negation."""

from __future__ import annotations

from typing import Any

import pytest
from card_table import (
    ALL_48,
    ANY,
    GREAT_PERSON,
    IN_CARD_PHASE,
    NEGATIONS,
    asked,
    can_do,
    card_phase,
    contest,
    declare,
    lay,
    standing,
)
from helpers import EVENTS, Table, deck_with, moment, position

from acis_rules.kernel.actions import area_action, faction_action
from acis_rules.kernel.bits import members

INVASIONS = (98, 99, 100, 101)


def drawn(
    event: int, egypt: dict[str, Any] | None = None, troy: dict[str, Any] | None = None, **top: Any
) -> Table:
    """Egypt draws an Event."""
    egypt, troy = egypt or {}, troy or {}
    held = (*egypt.get("hand", ()), *troy.get("hand", ()), *top.get("discard", ()))
    return position(
        egypt=egypt, troy=troy, deck=deck_with(event, without=held),
        **moment("draw", 0, 1, then=[("hand limit", 0)]), **top,
    )  # fmt: skip


def changes(t: Table, kind: str, cause: str) -> list[tuple[str, str]]:
    """(whose, where) of what was placed, removed ... for this cause."""
    events = [e for e in t.events(kind) if e.cause == cause]
    return [
        (t.name(faction_action(e.faction)), t.name(area_action(e.area)))
        for e in events
        for _ in range(int(e.n))
    ]


def barbarians(t: Table) -> dict[str, int]:
    """Black discs on the map."""
    black = t.s.discs[t.s.world.barbarians]
    return {t.name(area_action(area)): n for area, n in enumerate(black) if n}


# ------------------------------------------------------------------------- what negates it

NEGATED_BY = {
    91: IN_CARD_PHASE,
    92: IN_CARD_PHASE | GREAT_PERSON,
    93: IN_CARD_PHASE | GREAT_PERSON,
    94: ANY | GREAT_PERSON | {66},  # a disc and a white one
    95: IN_CARD_PHASE | GREAT_PERSON | {66},
    96: IN_CARD_PHASE | {49, 66},
    97: IN_CARD_PHASE,
    **{event: {44, 51} for event in (98, 99, 100, 101, 102, 103)},
}


def announced(card: int, negation: int) -> Table:
    """The card is played, or drawn, and declared; Troy holds one Negation card."""
    if card == 94:
        return lay(contest(94, trojans={"hand": [negation]}), 94)
    if card in EVENTS:
        t = drawn(card, troy={"hand": [negation]})
    else:
        t = card_phase(
            {"discs": {"sinai": 2}, "hand": [card]}, {"discs": {"tyre": 1}, "hand": [negation]},
            deck=deck_with(1, 2, without=(card, negation)),
        ).do(f"#{card}")  # fmt: skip
    return declare(t)


@pytest.mark.rule("CRD-09", "CMP-18")
@pytest.mark.parametrize(("card", "negation"), [(c, n) for c in NEGATED_BY for n in NEGATIONS])
def test_what_negates_it(card: int, negation: int) -> None:
    assert (asked(announced(card, negation)) == "negate") == (negation in NEGATED_BY[card])


CAN_DO = {  # discs to one civilization, and what else it can do
    91: (0, {"gives_cards"}), 92: (0, {"gives_vp"}), 93: (0, {"gives_cards"}), 94: (2, set()),
    95: (4, set()), 96: (2, {"removes"}), 97: (0, {"gives_talents"}),
    **dict.fromkeys(INVASIONS, (0, {"barbarians"})), 102: (0, {"barbarians", "gives_talents"}),
    103: (0, {"costs_cards", "gives_cards"}),
}  # fmt: skip


@pytest.mark.parametrize("card", CAN_DO)
def test_what_it_can_do(card: int) -> None:
    assert can_do(card) == CAN_DO[card]


@pytest.mark.rule("CRD-06", "CRD-10")
@pytest.mark.parametrize("card", [98, 99, 100, 101, 102, 103])
def test_a_negated_event_does_nothing_and_is_replaced(card: int) -> None:
    t = announced(card, 51).do("#51")
    assert barbarians(t) == {}
    assert t.events("hand_discarded") == []
    assert t.of("treasury", "egypt") == 0
    assert sorted(t.s.discard) == [51, card]
    assert len(t.hand("egypt")) == 1


@pytest.mark.rule("CRD-12")
def test_the_drawer_cannot_negate_its_own_event() -> None:
    t = drawn(102, egypt={"hand": [44, 51]})
    assert asked(t) == ""
    assert barbarians(t) == {"eastern_mediterranean": 1}


# --------------------------------------------------------------------- Academy of Sciences


def academy(*top: int, discs: int = 3, egypt: dict[str, Any] | None = None) -> Table:
    egypt = egypt or {}
    return position(
        egypt=egypt, troy={}, turn=2,
        deck=deck_with(*top, without=(91, *egypt.get("hand", ()))),
        investments=[{"card": 91, "owner": "egypt", "discs": discs}], **moment("draw step"),
    )  # fmt: skip


@pytest.mark.rule("EVA-17")
def test_academy_lets_you_keep_1_of_3_before_you_spend_talents() -> None:
    t = academy(1, 2, 3, egypt={"treasury": 1})
    assert t.asked("use", "egypt")
    t.do("#91")
    assert t.options == {"Earthquake", "Plague", "Volcanic Eruption"}
    t.do("#2")
    assert t.hand("egypt") == {2}
    assert sorted(t.s.discard) == [1, 3]
    assert t.s.investments[91] == (0, 2)
    assert t.asked("talents_to_spend", "egypt")  # once only


@pytest.mark.rule("CRD-06")
def test_academy_replaces_events_among_the_3() -> None:
    t = academy(1, 102, 2, 3).do("#91")
    assert t.options == {"Earthquake", "Plague", "Volcanic Eruption"}
    assert barbarians(t) == {"eastern_mediterranean": 1}


@pytest.mark.rule("DEF-50")
def test_academy_with_a_full_hand() -> None:
    t = academy(1, 2, 3, egypt={"hand": [11, 12, 13, 14, 15, 16], "treasury": 1}).do("#91", "#2")
    assert t.asked("hand_limit", "egypt")
    assert t.do("#11").hand("egypt") == {2, 12, 13, 14, 15, 16}


@pytest.mark.rule("CRD-15", "CRD-16")
def test_academy_comes_with_3_discs_and_leaves_with_the_last() -> None:
    t = card_phase({"hand": [91]}).do("#91")
    assert t.s.investments == {91: (0, 3)}
    assert asked(card_phase({"hand": [91], "ready": ALL_48})) == ""  # no disc, no Investment
    t = academy(1, 2, 3, discs=1, egypt={"treasury": 1}).do("#91", "#2")
    assert t.s.investments == {}
    assert sorted(t.s.discard) == [1, 3, 91]
    t = academy(1, 2, 3, egypt={"treasury": 1}).do("stop")
    assert t.asked("talents_to_spend", "egypt")
    assert t.s.investments[91] == (0, 3)


# ------------------------------------------------------------------ Lawgiver and Philosopher


@pytest.mark.parametrize(
    ("egypt", "troy", "vp"),
    [({}, {}, 1), ({"sinai": 3}, {}, 2), ({"sinai": 3}, {"troy": 3}, 1), ({"sinai": 2}, {"troy": 3}, 1),
     ({"sinai": 3, "petra": 4}, {"troy": 3}, 2)],
)  # fmt: skip
def test_lawgiver(egypt: dict[str, int], troy: dict[str, int], vp: int) -> None:
    t = card_phase({"discs": egypt, "hand": [92]}, {"discs": troy}, barbarians={"discs": {"tyre": 4}})
    assert t.do("#92").of("vp", "egypt") == vp


def test_philosopher_draws_2() -> None:
    t = card_phase({"hand": [93]}, deck=deck_with(59, 61, 60, without=(93,))).do("#93")
    assert t.hand("egypt") == {59, 61}
    assert t.s.discard == [93]


@pytest.mark.rule("CRD-06")
def test_philosopher_draws_replacements_for_events() -> None:
    t = card_phase({"hand": [93]}, deck=deck_with(102, 61, 60, without=(93,))).do("#93")
    assert t.hand("egypt") == {60, 61}
    assert barbarians(t) == {"eastern_mediterranean": 1}


@pytest.mark.rule("DEF-50")
def test_philosopher_over_the_hand_limit() -> None:
    held = (11, 12, 13, 14, 15)
    t = card_phase({"hand": [93, *held]}, deck=deck_with(59, 61, without=(93, *held))).do("#93")
    assert t.asked("hand_limit", "egypt")
    assert len(t.do("#59").hand("egypt")) == 6


@pytest.mark.rule("DEF-47")
def test_philosopher_is_not_shuffled_back_while_it_is_being_played() -> None:
    rest = [c for c in range(1, 104) if c not in (59, 93, *EVENTS)]
    for rng in range(10):
        t = card_phase({"hand": [93]}, deck=[59], discard=rest, aside=list(EVENTS), rng=rng).do("#93")
        assert len(t.hand("egypt")) == 2
        assert 59 in t.hand("egypt") and 93 not in t.hand("egypt")


# --------------------------------------------------------------------------- Warrior Queen


@pytest.mark.rule("STK-04", "CMP-11")
@pytest.mark.parametrize(("area", "egypt", "troy"), [("tyre", 4, 4), ("gulf_of_sidon", 2, 2)])
def test_warrior_queen_brings_a_disc_and_an_ally_over_all_limits(area: str, egypt: int, troy: int) -> None:
    t = lay(contest(94, area=area, egypt=egypt, troy=troy), 94)
    assert changes(t, "placed", "card 94") == [("egypt", area)]
    assert changes(t, "allies", "card 94") == [("egypt", area)]


def test_warrior_queen_stays_in_this_competition() -> None:
    wars = {"tyre": 2, "petra": 2}
    t = lay(contest(94, more={"discs": wars}, trojans={"discs": wars}), 94)
    assert changes(t, "placed", "card 94") == changes(t, "allies", "card 94") == [("egypt", "tyre")]


def test_warrior_queen_without_supply_brings_the_ally() -> None:
    t = lay(contest(94, egypt=1, troy=2, more={"ready": ALL_48 - 1}), 94)
    assert changes(t, "placed", "card 94") == []
    assert changes(t, "allies", "card 94") == [("egypt", "tyre")]


@pytest.mark.rule("CMP-02", "CMP-16")
def test_warrior_queen_cannot_act_in_an_area_no_longer_contested() -> None:
    t = position(
        troy={"discs": {"tyre": 1}, "hand": [59]}, egypt={"discs": {"tyre": 2}, "hand": [94]},
        **moment("competition phase"),
    ).do("#59")  # fmt: skip
    if t.asked("commit", "troy"):
        t.do("stop")
    t.do("#94")  # War Chariots come first: 1 against 1
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre")) == (1, 1)


# -------------------------------------------------------------------------------- Explorer


def test_explorer_leaves_a_chain_of_discs() -> None:
    t = card_phase({"discs": {"sinai": 1}, "hand": [95]}).do("#95")
    assert t.options == {"sinai", "nile_delta", "tyre", "petra", "egyptian_sea", "red_sea", "stop"}
    t.do("tyre")
    assert t.options == {"sinai", "phoenicia", "petra", "canaan", "palmyra", "gulf_of_sidon", "stop"}
    t.do("gulf_of_sidon")
    assert not t.can("tyre")
    t.do("levantine_sea", "salamis")
    assert [t.discs("egypt", a) for a in ("tyre", "gulf_of_sidon", "levantine_sea", "salamis")] == [1] * 4
    assert asked(t) != "place"


@pytest.mark.rule("STK-02", "DEF-38")
def test_explorer_cannot_enter_full_areas_or_open_seas() -> None:
    t = card_phase({"discs": {"sinai": 4, "egyptian_sea": 2}, "hand": [95]}).do("#95")
    assert not t.options & {"sinai", "egyptian_sea", "eastern_mediterranean"}
    t = card_phase({"discs": {"sinai": 4, "egyptian_sea": 2}, "hand": [95]}, epoch=4).do("#95")
    assert t.can("eastern_mediterranean")


def test_explorer_shorter_journeys() -> None:
    t = card_phase({"discs": {"sinai": 1}, "hand": [95]}).do("#95", "tyre", "stop")
    assert sum(t.s.discs[0]) == 2
    t = card_phase({"discs": {"sinai": 1}, "ready": ALL_48 - 3, "hand": [95]}).do("#95", "tyre", "palmyra")
    assert asked(t) != "place"
    assert asked(card_phase({"hand": [95]})) == ""  # from nowhere
    assert asked(card_phase({"discs": {"sinai": 1}, "ready": ALL_48 - 1, "hand": [95]})) == ""  # nobody to go


# ---------------------------------------------------------------------------- Missionaries

TROJANS = {"tyre": 2, "palmyra": 1, "egyptian_sea": 1}


def test_missionaries_replace_1_disc_in_each_of_2_lands_next_to_control() -> None:
    t = card_phase(
        {"discs": {"sinai": 1}, "hand": [96]}, {"discs": TROJANS}, barbarians={"discs": {"petra": 1}}
    ).do("#96")
    assert t.options == {"tyre", "petra", "stop"}
    t.do("tyre", "petra")
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre")) == (1, 1)
    assert (t.discs("egypt", "petra"), t.discs("barbarians", "petra")) == (1, 0)


def test_missionaries_choose_whose_disc() -> None:
    t = card_phase(
        {"discs": {"sinai": 1}, "hand": [96]}, {"discs": TROJANS}, barbarians={"discs": {"tyre": 1}}
    ).do("#96", "tyre")
    assert t.options == {"troy", "barbarians"}
    t.do("barbarians")
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre"), t.discs("barbarians", "tyre")) == (1, 2, 0)


def test_missionaries_come_from_controlled_areas_land_or_sea() -> None:
    t = card_phase({"discs": {"gulf_of_sidon": 1}, "hand": [96]}, {"discs": TROJANS}).do("#96")
    assert t.options == {"tyre", "stop"}
    shared = {"sinai": 1, "tyre": 1}
    assert asked(card_phase({"discs": {"sinai": 1}, "hand": [96]}, {"discs": shared})) == ""


@pytest.mark.rule("CMP-09", "CMP-10")
def test_missionaries_a_saved_disc_stays_beside_the_new_one() -> None:
    t = card_phase({"discs": {"sinai": 1}, "hand": [96]}, {"discs": TROJANS, "treasury": 1})
    t.do("#96", "tyre", "talent")
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre")) == (1, 2)
    t = card_phase({"discs": {"sinai": 1}, "ready": ALL_48 - 1, "hand": [96]}, {"discs": TROJANS})
    t.do("#96", "tyre")  # no disc left to replace it with
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre")) == (0, 1)


@pytest.mark.rule("STK-02")
def test_missionaries_do_not_exceed_the_limit() -> None:
    t = card_phase({"discs": {"sinai": 1, "tyre": 4}, "hand": [96]}, {"discs": {"tyre": 1}}).do("#96", "tyre")
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre")) == (4, 0)


@pytest.mark.rule("CIV-35")
@pytest.mark.parametrize(("discs", "safe"), [(1, False), (2, True)])
def test_missionaries_stop_at_the_walls_of_troy(discs: int, safe: bool) -> None:
    t = card_phase({"discs": {"ionia": 1}, "hand": [96]}, {"discs": {"troy": discs}})
    assert (asked(t) == "") == safe


def test_treaty_only_answers_missionaries_who_come_to_you() -> None:
    t = card_phase(
        {"discs": {"sinai": 1}, "hand": [96]}, {"discs": TROJANS, "hand": [49]},
        barbarians={"discs": {"petra": 1}},
    )  # fmt: skip
    assert t.do("#96", "petra").discs("egypt", "petra") == 1


# ------------------------------------------------------------------------------ Pilgrimage


@pytest.mark.parametrize(("n", "talents"), [(0, 1), (1, 2), (2, 3), (3, 3)])
def test_pilgrimage_pays_for_your_wonders_up_to_3(n: int, talents: int) -> None:
    names = ["Colossus", "Lighthouse", "Mausoleum"][:n]
    sites = ["sinai", "petra", "kush"]
    t = card_phase(
        {"discs": dict.fromkeys(sites, 1), "hand": [97]},
        wonders=[standing(name, "egypt", site, 0) for name, site in zip(names, sites, strict=False)],
    ).do("#97")  # fmt: skip
    assert t.of("treasury", "egypt") == talents


def test_pilgrimage_counts_only_your_wonders_where_you_are() -> None:
    t = card_phase(
        {"discs": {"sinai": 1}, "hand": [97]},
        wonders=[standing("Colossus", "egypt", "petra", 3), standing("Lighthouse", "troy", "sinai", 3)],
    ).do("#97")  # fmt: skip
    assert t.of("treasury", "egypt") == 1


# ----------------------------------------------------------------------------- invasions

ENTRIES = {
    99: {"macedon", "carchemish", "troy", "phrygia"},
    100: {"kush", "petra", "canaan", "palmyra", "hamath", "carchemish"},
    101: {"cyrenaica", "marmarica", "libya", "egypt", "kush"},
}


@pytest.mark.rule("EX-34", "STK-08")
@pytest.mark.parametrize(
    ("event", "entry", "hit"),
    [
        (98, "icarian_sea", {"troy", "ionia", "lydia"}),
        (99, "troy", {"ionia", "lydia", "phrygia"}),
        (100, "petra", {"sinai", "tyre", "canaan"}),
        (101, "libya", {"marmarica", "nile_delta", "egypt"}),
    ],
)
def test_invasions_put_4_barbarians_into_the_entry_and_each_adjacent_land(
    event: int, entry: str, hit: set[str]
) -> None:
    t = drawn(event, {"vp": 1}, {"discs": {"troy": 3}}, barbarians={"discs": {entry: 2}})
    assert t.asked("name_area", "troy")  # the fewest VP decide, though Egypt drew it
    t.do(entry)
    assert barbarians(t) == {entry: 6, **dict.fromkeys(hit, 4)}
    assert t.discs("troy", "troy") == 3
    assert t.s.discard == [event]
    assert len(t.hand("egypt")) == 1


@pytest.mark.parametrize("event", ENTRIES)
def test_land_invasions_come_over_their_map_edge(event: int) -> None:
    assert drawn(event).options == ENTRIES[event]


def test_sea_peoples_come_over_any_coastal_sea() -> None:
    t = drawn(98)
    board = t.s.world.board
    assert t.options == {board.areas[a].id for a in members(board.coastal)}
    assert "eastern_mediterranean" not in t.options


@pytest.mark.rule("CRD-23")
def test_an_invasion_short_of_barbarians_takes_them_from_elsewhere_or_stops() -> None:
    t = drawn(101, barbarians={"discs": {"carchemish": 44}}).do("libya")  # 6 left: 4 and 2
    assert t.asked("barbarian_shortage", "egypt")
    assert "carchemish" in t.options
    assert t.discs("barbarians", "nile_delta") == 2
    t.do("carchemish", "carchemish")
    assert t.discs("barbarians", "nile_delta") == 4
    while asked(t) == "barbarian_shortage":
        t.do("stop")
    assert barbarians(t) == {"carchemish": 42, "libya": 4, "nile_delta": 4}


@pytest.mark.rule("CRD-07", "EVA-12")
@pytest.mark.parametrize("event", INVASIONS)
def test_an_invasion_revealed_in_the_sudden_end_step_happens_first(event: int) -> None:
    t = position(
        egypt={"vp": 3, "treasury": 1}, troy={"vp": 2}, turn=2, deck=deck_with(event),
        **moment("sudden end"),
    )  # fmt: skip
    assert t.asked("name_area", "troy")
    t.game.apply(t.game.legal_actions()[0])
    assert barbarians(t)
    assert t.s.discard == [event]
    assert t.asked("talents_to_spend", "egypt")  # no 2 in its id: on to the Draw step


# -------------------------------------------------------------- Atlantis and Breath of God


@pytest.mark.rule("EX-33")
@pytest.mark.parametrize(
    ("area", "talents"),
    [("egyptian_sea", 2), ("minoan_sea", 2), ("kydonia", 2), ("tyre", 0), ("cilician_strait", 0)],
)
def test_atlantis_rises(area: str, talents: int) -> None:
    t = drawn(102, {"discs": {area: 1}}, {"discs": {"levantine_sea": 2}})
    assert barbarians(t) == {"eastern_mediterranean": 1}
    assert (t.of("treasury", "egypt"), t.of("treasury", "troy")) == (talents, 2)


def test_atlantis_rises_in_both_open_seas_of_the_whole_map() -> None:
    t = position(
        "basic_4p", egypt={}, troy={}, deck=deck_with(102),
        **moment("draw", 0, 1),
    )  # fmt: skip
    assert barbarians(t) == {"central_mediterranean": 1, "eastern_mediterranean": 1}


@pytest.mark.rule("STK-08", "STK-02")
def test_atlantis_puts_no_second_barbarian_into_an_open_sea() -> None:
    t = drawn(102, barbarians={"discs": {"eastern_mediterranean": 1}})
    assert barbarians(t) == {"eastern_mediterranean": 1}


@pytest.mark.rule("STK-08")
def test_atlantis_rises_in_the_open_sea_that_is_free_of_barbarians() -> None:
    t = position(
        "basic_4p", egypt={"discs": {"eastern_mediterranean": 1}}, troy={}, epoch=4,
        barbarians={"discs": {"central_mediterranean": 1}}, deck=deck_with(102),
        **moment("draw", 0, 1),
    )  # fmt: skip
    assert barbarians(t) == {"central_mediterranean": 1, "eastern_mediterranean": 1}
    assert t.discs("egypt", "eastern_mediterranean") == 1  # one disc of each faction


@pytest.mark.rule("STK-08")
def test_no_event_puts_more_than_one_barbarian_into_an_open_sea() -> None:
    sea = position().area("eastern_mediterranean")
    coming = moment("put barbarians", 0, sea, 4, "card 100", True, phase="evaluation")
    t = position(**coming, egypt={}, troy={})
    assert barbarians(t) == {"eastern_mediterranean": 1}


def breath(rng: int) -> Table:
    """Breath of God is revealed; nobody draws a replacement."""
    held = (1, 2, 3, 4, 5)
    return position(
        egypt={"hand": [1, 2], "treasury": 1}, troy={"hand": [3, 4, 5]}, turn=2, rng=rng,
        discard=list(range(6, 60)), deck=deck_with(103, without=(*held, *range(6, 60))),
        **moment("sudden end"),
    )  # fmt: skip


def test_breath_of_god_gives_everybody_as_many_new_cards() -> None:
    hands = set()
    for rng in range(20):
        t = breath(rng)
        assert t.asked("talents_to_spend", "egypt")
        assert (len(t.hand("egypt")), len(t.hand("troy"))) == (2, 3)
        assert not (t.hand("egypt") | t.hand("troy")) & set(EVENTS)
        assert [e.card for e in t.events("event")] == [103]
        assert t.s.discard == [103]
        assert sorted([*t.s.deck, *t.hand("egypt"), *t.hand("troy"), 103]) == list(range(1, 104))
        hands.add(frozenset(t.hand("troy")))
    assert len(hands) > 10


def test_breath_of_god_drawn_counts_the_cards_drawn_with_it_and_is_replaced() -> None:
    t = position(
        egypt={"hand": [1, 2]}, troy={"hand": [3]}, aside=list(EVENTS[:-1]),
        deck=deck_with(4, 103, 5, without=(1, 2, 3, *EVENTS[:-1])),
        **moment("draw", 0, 3, then=[("hand limit", 0)]),
    )  # fmt: skip
    assert (len(t.hand("egypt")), len(t.hand("troy"))) == (5, 1)
    assert [e.n for e in t.events("hand_discarded")] == [4, 1]
