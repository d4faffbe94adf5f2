"""The seven Wonders: what each ability does, when it is open, and Bad Omens."""

from __future__ import annotations

from typing import Any

import pytest
from card_table import ALL_48, NEGATIONS, allies, asked, standing, wonder
from helpers import Table, deck_with, moment, position

from acis_rules.box.deck import load_deck
from acis_rules.kernel.actions import wonder_action

NAMES = [wonder.name for wonder in load_deck().wonders]
SITE = "petra"

# The pending work that opens the moment of each Wonder for Egypt, and its phase
MOMENT: dict[str, tuple[Any, ...]] = {
    "Great Pyramid": ("victory count",),
    "Great Library": ("draw uses", 0),
    "Mausoleum": ("draw uses", 0),
    "Colossus": ("competition phase",),
    "Lighthouse": ("acquisition", 0),
    "Statue of Zeus": ("competition phase",),
    "Temple of Artemis": ("acquisition", 0),
}
IN_COMPETITIONS = ("Colossus", "Statue of Zeus")


def owned(
    name: str,
    egypt: dict[str, Any] | None = None,
    troy: dict[str, Any] | None = None,
    discs: int = 5,
    site: str = SITE,
    buried: bool = False,
    owner: str = "egypt",
    **top: Any,
) -> Table:
    """Egypt is at the Wonder's moment, at odds with Troy over Tyre, and has a disc in Petra."""
    mine, theirs = {"discs": {SITE: 1, "tyre": 1}, **(egypt or {})}, {"discs": {"tyre": 2}, **(troy or {})}
    held = (*mine.get("hand", ()), *theirs.get("hand", ()), *top.get("discard", (6, 7, 8)))
    top = {
        **moment(*MOMENT[name]), "deck": deck_with(1, 2, 3, without=held), "discard": [6, 7, 8], **top,
    }  # fmt: skip
    return position(egypt=mine, troy=theirs, wonders=[standing(name, owner, site, discs, buried)], **top)


def offered(t: Table, name: str) -> bool:
    """Whether Egypt can use the Wonder now."""
    if asked(t) not in ("use", "commit") or t.asks != "egypt":
        return False
    return wonder_action(NAMES.index(name)) in t.game.legal_actions()


# ----------------------------------------------------------------------- when it can be used


def test_every_wonder_takes_5_discs() -> None:
    assert len(NAMES) == 7
    assert {wonder.discs for wonder in load_deck().wonders} == {5}


@pytest.mark.rule("WON-09")
@pytest.mark.parametrize("name", NAMES)
def test_a_use_costs_1_disc_and_comes_once_in_the_step_or_competition(name: str) -> None:
    t = owned(name)
    assert offered(t, name)
    t.do(name)
    assert wonder(t, name).discs == 4
    assert not offered(t, name)


@pytest.mark.parametrize("name", NAMES)
def test_a_use_can_be_declined(name: str) -> None:
    assert wonder(owned(name).do("stop"), name).discs == 5


@pytest.mark.rule("WON-09")
@pytest.mark.parametrize("name", NAMES)
def test_usable_while_the_owner_occupies_the_area_though_not_alone(name: str) -> None:
    assert offered(owned(name, site="tyre"), name)  # with two Trojan discs


@pytest.mark.rule("WON-09", "DEF-49")
@pytest.mark.parametrize(
    "state",
    [{"site": "sinai"}, {"discs": 0, "buried": True}, {"discs": 0}, {"owner": "troy"}],
    ids=["not-there", "buried", "no-discs", "not-its-own"],
)
@pytest.mark.parametrize("name", NAMES)
def test_not_usable(name: str, state: dict[str, Any]) -> None:
    assert not offered(owned(name, **state), name)


@pytest.mark.parametrize("name", NAMES)
def test_only_at_its_moment(name: str) -> None:
    for other in {*MOMENT.values(), ("deployment", 0)} - {MOMENT[name]}:
        assert not offered(owned(name, **moment(*other)), name)


@pytest.mark.rule("WON-10")
def test_the_last_disc_leaves_the_wonder_standing() -> None:
    t = owned("Great Pyramid", discs=1).do("Great Pyramid")
    assert t.s.wonders[0] == (t.faction("egypt"), t.area(SITE), 0, False)
    t = owned("Great Pyramid", discs=0)
    assert t.of("vp", "egypt") == 1  # it still counts


@pytest.mark.parametrize("name", IN_COMPETITIONS)
def test_again_in_the_next_competition(name: str) -> None:
    wars = {SITE: 1, "tyre": 1, "hamath": 1}
    t = owned(name, {"discs": wars}, {"discs": {"tyre": 2, "hamath": 2}}).do(name, "stop")
    while asked(t) == "commit" and t.asks == "troy":
        t.do("stop")
    assert offered(t, name)
    assert wonder(t.do(name), name).discs == 3


@pytest.mark.rule("CMP-17")
@pytest.mark.parametrize("name", IN_COMPETITIONS)
def test_only_in_competitions_of_its_owner(name: str) -> None:
    t = owned(name, {"discs": {SITE: 1}}, {"discs": {"tyre": 2}}, barbarians={"discs": {"tyre": 1}})
    assert not offered(t, name)


@pytest.mark.parametrize("name", IN_COMPETITIONS)
@pytest.mark.parametrize("area", ["tyre", "gulf_of_sidon"])
def test_on_land_and_at_sea(name: str, area: str) -> None:
    assert offered(owned(name, {"discs": {SITE: 1, area: 1}}, {"discs": {area: 2}}), name)


# ----------------------------------------------------------------------------- Bad Omens


@pytest.mark.rule("CRD-09")
@pytest.mark.parametrize("negation", NEGATIONS)
@pytest.mark.parametrize("name", NAMES)
def test_only_bad_omens_answer_a_wonder(name: str, negation: int) -> None:
    t = owned(name, troy={"hand": [negation]}).do(name)
    assert (asked(t) == "negate") == (negation == 19)


@pytest.mark.parametrize("name", NAMES)
def test_bad_omens_undo_the_use_but_the_disc_is_spent(name: str) -> None:
    t = owned(name, troy={"hand": [19]})
    before = t.of("vp", "egypt")
    t.do(name)
    assert t.asked("negate", "troy")
    t.do("#19")
    while asked(t) == "commit":
        assert not offered(t, name)
        t.do("stop")
    assert wonder(t, name).discs == 4
    assert 19 in t.s.discard
    assert (t.of("vp", "egypt"), t.of("treasury", "egypt"), t.hand("egypt")) == (before, 0, set())
    assert allies(t) == {}
    assert t.events("shielded") == []
    assert not offered(t, name)


@pytest.mark.parametrize("name", IN_COMPETITIONS)
def test_bad_omens_last_for_all_competitions_of_the_turn(name: str) -> None:
    wars = {SITE: 1, "tyre": 1, "hamath": 1}
    t = owned(name, {"discs": wars}, {"discs": {"tyre": 2, "hamath": 2}, "hand": [19]}).do(name, "#19")
    while asked(t) == "commit":
        assert not offered(t, name)
        t.do("stop")
    assert wonder(t, name).discs == 4


def test_bad_omens_are_forgotten_in_the_next_turn() -> None:
    number = NAMES.index("Temple of Artemis")
    assert not offered(owned("Temple of Artemis", omens=[number]), "Temple of Artemis")
    t = owned("Temple of Artemis", omens=[number], used=[number], **moment("turn"))
    assert offered(t.skip_until("use", "egypt"), "Temple of Artemis")


def test_bad_omens_may_be_left_in_hand() -> None:
    t = owned("Temple of Artemis", troy={"hand": [19]}).do("Temple of Artemis", "no")
    assert t.of("treasury", "egypt") == 1
    assert t.hand("troy") == {19}


@pytest.mark.rule("CRD-12")
def test_the_owner_does_not_answer_its_own_wonder() -> None:
    t = owned("Temple of Artemis", {"hand": [19]}).do("Temple of Artemis")
    assert t.of("treasury", "egypt") == 1


@pytest.mark.rule("CRD-11")
@pytest.mark.parametrize("negation", [n for n in NEGATIONS if n != 19])
def test_bad_omens_can_be_negated_in_turn(negation: int) -> None:
    """They are a card but no Event and no Great Person, and this is not the Card Phase."""
    t = owned("Temple of Artemis", {"hand": [negation]}, {"hand": [19]}).do("Temple of Artemis", "#19")
    assert (asked(t) == "negate") == (negation in (43, 44))
    if asked(t) == "negate":
        t.do(f"#{negation}")
        assert t.of("treasury", "egypt") == (2 if negation == 43 else 1)  # High Priestess: 1 more


# ------------------------------------------------------------------------------- abilities


def test_great_pyramid_gives_1_more_vp() -> None:
    assert owned("Great Pyramid").do("stop").of("vp", "egypt") == 1  # the Wonder itself
    assert owned("Great Pyramid").do("Great Pyramid").of("vp", "egypt") == 2


@pytest.mark.rule("EX-34")
def test_great_library_lets_you_keep_1_of_3_cards() -> None:
    t = owned("Great Library").do("Great Library")
    assert t.asked("keep", "egypt")
    assert t.options == {"Earthquake", "Plague", "Volcanic Eruption"}
    t.do("#1")
    assert t.hand("egypt") == {1}
    assert sorted(t.s.discard) == [2, 3, 6, 7, 8]


@pytest.mark.rule("CRD-06", "DEF-50")
def test_great_library_events_are_replaced_and_the_hand_limit_holds() -> None:
    held = [11, 12, 13, 14, 15, 16]
    deck = deck_with(1, 102, 2, 3, without=(6, 7, 8, *held))
    t = owned("Great Library", {"hand": held}, deck=deck).do("Great Library")
    assert t.options == {"Earthquake", "Plague", "Volcanic Eruption"}
    assert t.discs("barbarians", "eastern_mediterranean") == 1
    t.do("#3")
    assert t.asked("hand_limit", "egypt")
    assert len(t.do("#11").hand("egypt")) == 6


@pytest.mark.rule("EX-33")
def test_mausoleum_takes_1_of_3_random_cards_of_the_discard_pile() -> None:
    pile = [4, 5, 6, 7, 8, 9]
    seen = set()
    for rng in range(12):
        t = owned("Mausoleum", discard=pile, rng=rng).do("Mausoleum")
        assert t.asked("recover", "egypt")
        cards = [action - 106 for action in t.game.legal_actions()]
        assert len(cards) == 3 and set(cards) <= set(pile)
        seen.add(tuple(cards))
        t.do(f"#{cards[1]}")
        assert t.hand("egypt") == {cards[1]}
        assert sorted([*t.s.discard, cards[1]]) == pile
    assert len(seen) > 3


@pytest.mark.rule("CLR-13")
@pytest.mark.parametrize(("pile", "hand"), [([7], {7}), ([62, 7], {7}), ([62, 103], set()), ([], set())])
def test_mausoleum_with_a_small_pile_and_never_an_event(pile: list[int], hand: set[int]) -> None:
    t = owned("Mausoleum", discard=pile)
    if offered(t, "Mausoleum"):
        t.do("Mausoleum")
    assert t.hand("egypt") == hand
    t = owned("Mausoleum", discard=[7, 8]).do("Mausoleum")
    assert t.options == {"Land Improvement", "Local Famine"}


@pytest.mark.rule("DEF-50")
def test_mausoleum_with_a_full_hand() -> None:
    t = owned("Mausoleum", {"hand": [11, 12, 13, 14, 15, 16]}, discard=[7]).do("Mausoleum")
    assert t.asked("hand_limit", "egypt")


@pytest.mark.rule("CMP-11")
def test_colossus_adds_2_white_discs() -> None:
    wars = {"tyre": 1, "sinai": 1}  # Sinai comes later
    t = owned("Colossus", {"discs": {SITE: 1, **wars}}, {"discs": {"tyre": 2, "sinai": 2}})
    t.do("Colossus", "stop")
    assert allies(t) == {("egypt", "tyre"): 2}
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre")) == (1, 0)


def test_statue_of_zeus_spares_its_owner_the_first_round() -> None:
    t = owned("Statue of Zeus", troy={"discs": {"tyre": 3}}).do("Statue of Zeus", "stop")
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre")) == (0, 2)


SETTLED = {SITE: 2, "canaan": 2, "palmyra": 2}
SEAS = ("red_sea", "egyptian_sea", "libyan_sea", "gulf_of_sidon", "levantine_sea", "cilician_strait")


@pytest.mark.rule("GRO-10")
@pytest.mark.parametrize(("seas", "more"), [(0, 1), (2, 1), (3, 2), (5, 2), (6, 3)])
def test_lighthouse_gives_1_ready_disc_and_1_for_every_3_coastal_seas(seas: int, more: int) -> None:
    egypt = {"discs": {**SETTLED, "eastern_mediterranean": 1, **dict.fromkeys(SEAS[:seas], 1)}}
    troy = {"discs": {"troy": 2}}
    without = owned("Lighthouse", egypt, troy).do("stop").of("ready", "egypt")
    assert without == 3 + seas // 2
    assert owned("Lighthouse", egypt, troy).do("Lighthouse").of("ready", "egypt") == without + more


@pytest.mark.rule("GRO-11")
def test_lighthouse_counts_towards_the_minimum_of_3() -> None:
    t = owned("Lighthouse", {"discs": {SITE: 2}}, {"discs": {}}).do("Lighthouse")
    assert t.of("ready", "egypt") == 3


def test_temple_of_artemis_gives_a_talent() -> None:
    t = owned("Temple of Artemis").do("Temple of Artemis")
    assert t.of("treasury", "egypt") == 1
    assert t.of("supply", "egypt") == ALL_48 - 2 - 4 - 3  # 2 on the map, 4 on the Wonder, 3 Ready
