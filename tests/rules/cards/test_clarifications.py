"""The card clarifications of the playbook (CLR), one by one."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, moment, position

from acis_rules.box.deck import load_deck

EGYPT = {"egypt": 2, "kush": 2, "libya": 2, "nile_delta": 2, "sinai": 2, "egyptian_sea": 1}


def cards(card: int, discs: dict[str, int] = EGYPT, scenario: str = "basic_2p", **given: Any) -> Table:
    """Card Phase; Egypt holds the card and acts."""
    egypt = {"discs": discs, "hand": [card], **given.pop("egypt", {})}
    return position(scenario, phase="cards", egypt=egypt, **given)


def fight(card: int, egypt: int = 2, troy: int = 2, barbarians: int = 2) -> Table:
    """Competition in Tyre; Egypt has laid the card, which is being resolved."""
    t = position(
        phase="competition", egypt={"discs": {"tyre": egypt}, "hand": [card]}, troy={"discs": {"tyre": troy}},
        barbarians={"discs": {"tyre": barbarians}},
    )  # fmt: skip
    t.do(f"#{card}")
    while t.kind == "commit":
        t.do("stop")
    return t


def removed(t: Table, cause: str) -> list[str]:
    """Whose discs were removed by the cause."""
    names = ["egypt", "troy", "barbarians"]
    return sorted(names[event.faction] for event in t.events("removed") if event.cause == cause)


@pytest.mark.rule("CLR-01")
@pytest.mark.parametrize(
    ("answers", "vp", "talents", "hand"),
    [
        (["vp", "talent", "#7"], 1, 1, set()),  # a different penalty for each City ...
        (["vp", "vp", "talent"], 0, 1, {7}),
        (["talent", "talent", "vp"], 1, 0, {7}),  # ... or the same
    ],
)
def test_bread_and_circuses_penalty_city_by_city(
    answers: list[str], vp: int, talents: int, hand: set[int]
) -> None:
    troy = {
        "discs": {"ionia": 3, "lydia": 3, "cilicia": 3, "phrygia": 2},
        "vp": 2,
        "treasury": 2,
        "hand": [7],
    }
    t = cards(21, troy=troy)
    t.do("Bread and Circuses")
    for answer in answers:
        assert t.asked("penalty", "troy")
        t.do(answer)
    assert t.kind != "penalty"  # three Cities, three penalties; the Settlement counts for nothing
    assert (t.of("vp", "troy"), t.of("treasury", "troy"), t.hand("troy")) == (vp, talents, hand)


@pytest.mark.rule("CLR-01")
def test_bread_and_circuses_may_cost_a_disc_of_that_city() -> None:
    t = cards(21, troy={"discs": {"ionia": 3, "lydia": 4}, "vp": 2})
    t.do("Bread and Circuses")
    first = t.game.decision.context["area"]
    t.do("lose", "vp")
    assert t.s.discs[t.faction("troy")][first] == (2 if first == t.area("ionia") else 3)
    assert t.of("vp", "troy") == 1


@pytest.mark.rule("CLR-02")
def test_war_chariots_hit_every_other_faction() -> None:
    assert removed(fight(59), "card 59") == ["barbarians", "troy"]


@pytest.mark.rule("CLR-03")
def test_composite_bow_every_other_faction_loses_in_the_first_round() -> None:
    t = fight(60, egypt=3, troy=3, barbarians=3)
    first = [event for event in t.events("removed") if event.cause == "competition"][:2]
    assert sorted(event.faction for event in first) == [1, 2]  # Troy and the Barbarians
    assert t.discs("egypt", "tyre") == 3 - removed(t, "competition").count("egypt")
    assert t.discs("egypt", "tyre") > 0


@pytest.mark.rule("CLR-16")
def test_obsidian_quarry_may_hit_any_other_faction() -> None:
    t = fight(69)
    assert t.options == {"troy", "barbarians"}
    t.do("barbarians")
    assert removed(t, "card 69") == ["barbarians"]
    assert [event.n for event in t.events("talents")] == [1]


@pytest.mark.rule("CLR-23")
def test_siege_engines_may_hit_any_other_faction() -> None:
    t = fight(65)
    assert t.options == {"troy", "barbarians"}
    t.do("barbarians")
    assert t.options == {"troy", "barbarians"}
    t.do("troy")
    assert removed(t, "card 65") == ["barbarians", "troy"]


@pytest.mark.rule("CLR-04")
def test_demagogue_lets_the_victim_choose_its_discs() -> None:
    t = cards(22, troy={"discs": {"ionia": 2, "lydia": 1, "icarian_sea": 1}})
    t.do("Demagogue")
    for area in ("ionia", "icarian_sea", "ionia"):
        assert t.asked("remove_own", "troy")
        t.do(area)
    assert sum(t.s.discs[t.faction("troy")]) == t.discs("troy", "lydia") == 1


@pytest.mark.rule("CLR-05")
def test_the_victim_chooses_the_card_the_gods_demand() -> None:
    t = cards(17, troy={"discs": {"ionia": 2}, "hand": [7, 8], "treasury": 2})
    t.do("Gods Demand Sacrifice")
    assert t.asked("discard", "troy")
    t.do("Local Famine")
    assert t.hand("troy") == {7}
    assert t.of("treasury", "troy") == 1


@pytest.mark.rule("CLR-06")
@pytest.mark.parametrize(("has", "left", "gained"), [(5, 3, 2), (2, 0, 2), (1, 0, 1)])
def test_golden_fleece_never_below_zero(has: int, left: int, gained: int) -> None:
    t = cards(52, troy={"discs": {"ionia": 2}, "vp": has, "hand": [7]})
    t.do("Golden Fleece")
    assert (t.of("vp", "troy"), t.of("vp", "egypt")) == (left, gained)


@pytest.mark.rule("CLR-07")
def test_heresy_may_take_discs_of_others_next_to_the_city() -> None:
    """A Trojan City in Ionia; in Lydia Trojans, Egyptians and Barbarians. Troy's walls hold."""
    t = cards(
        13, discs={"kush": 2, "lydia": 1}, troy={"discs": {"ionia": 3, "lydia": 1, "troy": 2}},
        barbarians={"discs": {"lydia": 1}},
    )  # fmt: skip
    t.do("Heresy")
    assert t.options == {"egypt", "troy"}  # whose disc in Lydia; never the Barbarians'
    t.do("egypt")
    assert (t.discs("troy", "ionia"), t.discs("egypt", "lydia"), t.discs("troy", "lydia")) == (2, 0, 1)
    assert t.discs("troy", "troy") == 2


@pytest.mark.rule("CLR-08")
def test_land_improvement_needs_control() -> None:
    t = cards(
        7, discs={"kush": 2, "sinai": 2, "tyre": 2, "petra": 1, "red_sea": 1},
        troy={"discs": {"tyre": 1}}, barbarians={"discs": {"petra": 1}},
    )  # fmt: skip
    t.do("Land Improvement")
    assert t.options == {"kush", "sinai", "stop"}


def famine(treasury: int, hand: list[int]) -> Table:
    """Local Famine has taken 2 discs of a City of 4; now its owner chooses."""
    t = cards(8, troy={"discs": {"ionia": 4, "lydia": 2}, "treasury": treasury, "hand": hand})
    t.do("Local Famine")
    while t.asked("loss", "troy"):
        t.do("lose")
    return t


@pytest.mark.rule("CLR-09")
def test_local_famine_the_victim_decides_between_card_and_disc() -> None:
    t = famine(1, [7])
    assert t.asked("penalty", "troy")
    assert t.options == {"Land Improvement", "lose_disc"}
    t.do("Land Improvement")
    assert t.discs("troy", "ionia") == 2
    assert t.hand("troy") == set()


@pytest.mark.rule("CLR-09")
@pytest.mark.parametrize(("answer", "discs", "talents"), [("talent", 2, 0), ("lose", 1, 1)])
def test_local_famine_the_disc_may_be_saved_with_a_talent(answer: str, discs: int, talents: int) -> None:
    t = famine(1, [7])
    t.do("lose")
    assert t.asked("loss", "troy")
    t.do(answer)
    assert t.discs("troy", "ionia") == discs
    assert t.of("treasury", "troy") == talents
    assert t.hand("troy") == {7}


@pytest.mark.rule("CLR-10")
@pytest.mark.parametrize("named", ["egypt", "troy"])
def test_local_trade_uses_the_supply_of_the_colour_chosen(named: str) -> None:
    t = cards(16, discs={"kush": 1, "egypt": 1}, troy={"discs": {"ionia": 1, "lydia": 1}, "hand": [7]})
    before = {name: t.of("supply", name) for name in ("egypt", "troy")}
    t.do("Local Trade", named)
    t.do("kush" if named == "egypt" else "ionia")
    other = "troy" if named == "egypt" else "egypt"
    assert t.of("supply", named) == before[named] - 2
    assert t.of("supply", other) == before[other]
    assert t.of("treasury", "egypt") == 1


@pytest.mark.rule("CLR-11")
def test_volcanoes_start_in_no_active_home_but_may_reach_one() -> None:
    t = cards(
        4, discs={"egypt": 1, "red_sea": 1}, troy={"discs": {"icarian_sea": 1, "ionia": 2, "phoenicia": 1}}
    )
    t.do("Local Volcano")
    assert not t.can("egypt")
    assert not t.can("troy")
    assert t.can("phoenicia")  # the home of nobody in play
    t.do("red_sea")
    while not t.can("egypt") or t.kind != "remove":
        t.game.apply(t.game.legal_actions()[-1])
    t.do("egypt")
    assert t.discs("egypt", "egypt") == 0


@pytest.mark.rule("CLR-11")
def test_the_home_of_a_civilization_not_in_play_may_be_named() -> None:
    t = cards(4, discs={"kush": 2}, troy={"discs": {"minos": 1}})
    t.do("Local Volcano")
    assert t.can("minos")


@pytest.mark.rule("CLR-12")
def test_only_the_user_sees_what_the_spy_sees() -> None:
    t = cards(
        34, scenario="basic_4p", troy={"discs": {"ionia": 2}, "hand": [7, 8, 9]},
        gaul={"discs": {"liguria": 2}}, carthage={"discs": {"saldae": 2}},
    )  # fmt: skip
    egypt, troy = t.faction("egypt"), t.faction("troy")
    t.do("Master Spy")
    assert t.asked("take", "egypt")
    assert t.options == {"Land Improvement", "Local Famine", "Drought"}
    t.do("Drought")
    assert t.hand("egypt") == {9}
    assert t.hand("troy") == {7, 8}
    assert t.game.view(egypt).known[troy] == 1 << 7 | 1 << 8
    for name in ("gaul", "carthage"):
        view = t.game.view(t.faction(name))
        assert not any(view.known)
        assert all(not event.cards for event in view.events if event.kind in ("cards_taken", "hand_seen"))


@pytest.mark.rule("CLR-26")
def test_only_the_taker_sees_what_the_trader_takes() -> None:
    """The victim notices what is gone; nobody else learns it."""
    sea = {"levantine_sea": 1}
    t = cards(
        36, discs={"egypt": 1, **sea}, scenario="basic_4p", troy={"discs": sea, "hand": [7]},
        gaul={"discs": {"liguria": 2}, "hand": [8]}, carthage={"discs": {"saldae": 2}, "hand": [9]},
    )  # fmt: skip
    t.do("Trader")
    assert t.hand("egypt") == {7}
    assert t.hand("troy") == set()
    assert t.hand("gaul") == {8}  # no disc near the coastal seas Egypt occupies
    seen = {
        name: [event.cards for event in t.game.view(t.faction(name)).events if event.kind == "cards_taken"]
        for name in ("egypt", "gaul", "carthage")
    }
    assert seen == {"egypt": [(7,)], "gaul": [()], "carthage": [()]}
    assert not any(t.game.view(t.faction("gaul")).known)


@pytest.mark.rule("CLR-13")
@pytest.mark.parametrize("discard", [[7, 8, 9, 10], [7, 8, 9], [7, 8], [7]])
def test_mausoleum_looks_at_three_cards_or_as_many_as_there_are(discard: list[int]) -> None:
    t = position(
        **moment("draw uses", 0), egypt={"discs": {"kush": 1}},
        troy={"discs": {"ionia": 2}},
        discard=discard, wonders=[{"wonder": "Mausoleum", "owner": "egypt", "area": "kush", "discs": 5}],
    )  # fmt: skip
    t.do("Mausoleum")
    if len(discard) > 1:
        assert t.asked("recover", "egypt")
        assert len(t.options) == min(3, len(discard))
        t.game.apply(t.game.legal_actions()[0])
    assert len(t.hand("egypt")) == 1
    assert sorted([*t.s.discard, *t.hand("egypt")]) == discard


@pytest.mark.rule("CLR-14")
def test_rolling_earthquakes_hit_your_own_cities_too() -> None:
    t = cards(15, discs={"tyre": 3, "kush": 3}, troy={"discs": {"phoenicia": 3, "ionia": 3}, "hand": []})
    t.do("Rolling Earthquakes", "gulf_of_sidon")
    assert (t.discs("egypt", "tyre"), t.discs("troy", "phoenicia")) == (2, 2)
    assert (t.discs("egypt", "kush"), t.discs("troy", "ionia")) == (3, 3)


@pytest.mark.rule("CLR-15")
@pytest.mark.parametrize("epoch", [1, 3, 4])
def test_navigator_opens_the_open_sea_in_every_epoch(epoch: int) -> None:
    t = cards(40, epoch=epoch, troy={"discs": {"ionia": 2}, "hand": [7]})
    t.do("Navigator")
    if t.can("eastern_mediterranean"):
        t.do("eastern_mediterranean")
    t.do("libyan_sea")
    assert t.discs("egypt", "eastern_mediterranean") == 1
    assert t.discs("egypt", "libyan_sea") == 1
    assert t.of("treasury", "egypt") == 1


@pytest.mark.rule("CLR-15")
def test_other_cards_do_not_open_it() -> None:
    t = cards(57, troy={"discs": {"ionia": 2}})  # Hippodrome: areas near you
    t.do("Hippodrome")
    assert not t.can("eastern_mediterranean")
    assert t.can("libyan_sea")


@pytest.mark.rule("CLR-17")
@pytest.mark.parametrize("owner", ["egypt", "troy"])
def test_oracle_may_add_a_disc_to_anybodys_wonder(owner: str) -> None:
    t = cards(
        38, troy={"discs": {"ionia": 2}, "hand": [7]},
        wonders=[
            {"wonder": "Colossus", "owner": "egypt", "area": "kush", "discs": 2},
            {"wonder": "Mausoleum", "owner": "troy", "area": "ionia", "discs": 2},
        ],
    )  # fmt: skip
    before = {name: t.of("supply", name) for name in ("egypt", "troy")}
    t.do("Oracle at Delphi", "Colossus" if owner == "egypt" else "Mausoleum")
    assert t.s.wonders[3 if owner == "egypt" else 2].discs == 3
    assert {name: before[name] - t.of("supply", name) for name in before} == {"egypt": 0, "troy": 0} | {
        owner: 1
    }


@pytest.mark.rule("CLR-18")
@pytest.mark.parametrize(
    ("one", "two", "order"),
    [
        ("troy", "gaul", ["egypt", "gaul", "troy", "carthage"]),
        ("egypt", "carthage", ["carthage", "troy", "gaul", "egypt"]),
    ],
)
def test_orator_names_any_two_civilizations(one: str, two: str, order: list[str]) -> None:
    t = cards(
        37, scenario="basic_4p", troy={"discs": {"ionia": 2}, "hand": [7]},
        gaul={"discs": {"liguria": 2}, "hand": [8]}, carthage={"discs": {"saldae": 2}, "hand": [9]},
    )  # fmt: skip
    t.do("Orator")
    assert t.options == {"egypt", "troy", "gaul", "carthage"}
    t.do(one)
    assert not t.can(one)
    t.do(two)
    assert [t.s.world.civilization(t.s, faction).id for faction in t.s.order] == order


@pytest.mark.rule("CLR-19")
@pytest.mark.parametrize("second", ["troy", "barbarians"])
def test_pirate_raids_replace_discs_of_one_or_of_several_factions(second: str) -> None:
    t = cards(
        28, discs={"tyre": 1}, troy={"discs": {"gulf_of_sidon": 2, "lydia": 1}, "hand": [7]},
        barbarians={"discs": {"gulf_of_sidon": 1}},
    )  # fmt: skip
    t.do("Pirate Raids", "gulf_of_sidon", "troy", "gulf_of_sidon", second)
    while t.kind == "loss":
        t.do("lose")
    assert t.discs("egypt", "gulf_of_sidon") == 2
    assert t.discs("troy", "gulf_of_sidon") == (0 if second == "troy" else 1)


@pytest.mark.rule("CLR-21")
@pytest.mark.parametrize("second", ["troy", "barbarians"])
def test_the_poet_replaces_discs_of_one_or_of_several_factions(second: str) -> None:
    t = cards(
        39, discs={"tyre": 1, "sinai": 1}, troy={"discs": {"petra": 1, "canaan": 1}, "hand": [7]},
        barbarians={"discs": {"petra": 1, "canaan": 1}},
    )  # fmt: skip
    t.do("Poet", "petra", "troy", "canaan", second)
    while t.kind == "loss":
        t.do("lose")
    assert (t.discs("egypt", "petra"), t.discs("egypt", "canaan")) == (1, 1)
    assert t.discs("troy", "petra") == 0
    assert t.discs(second, "canaan") == 0


@pytest.mark.rule("CLR-20")
def test_pirates_hit_your_own_discs_too() -> None:
    t = cards(
        26, discs={"gulf_of_sidon": 2, "egyptian_sea": 1, "tyre": 1, "red_sea": 1},
        troy={"discs": {"levantine_sea": 2, "phoenicia": 1}}, barbarians={"discs": {"gulf_of_sidon": 1}},
    )  # fmt: skip
    t.do("Pirates", "gulf_of_sidon")
    assert (t.discs("egypt", "gulf_of_sidon"), t.discs("egypt", "egyptian_sea")) == (1, 0)
    assert t.discs("troy", "levantine_sea") == 1
    assert t.discs("barbarians", "gulf_of_sidon") == 0
    assert (t.discs("egypt", "tyre"), t.discs("egypt", "red_sea"), t.discs("troy", "phoenicia")) == (1, 1, 1)


@pytest.mark.rule("CLR-22")
def test_schism_hits_your_own_discs_too() -> None:
    t = cards(
        29, discs={"tyre": 2, "sinai": 1, "gulf_of_sidon": 1},
        troy={"discs": {"tyre": 1, "petra": 2, "ionia": 1}},
        barbarians={"discs": {"tyre": 1}},
    )  # fmt: skip
    t.do("Schism", "tyre")
    assert (t.discs("egypt", "tyre"), t.discs("egypt", "sinai"), t.discs("egypt", "gulf_of_sidon")) == (
        1,
        0,
        1,
    )
    assert (t.discs("troy", "tyre"), t.discs("troy", "petra"), t.discs("troy", "ionia")) == (0, 1, 1)
    assert t.discs("barbarians", "tyre") == 1  # no civilization


@pytest.mark.rule("CLR-24")
@pytest.mark.parametrize(
    ("civilization", "epoch", "may"),
    [("troy", 1, False), ("troy", 3, False), ("troy", 4, True), ("minos", 1, True), ("phoenicia", 2, True)],
)
def test_sunken_city_first_option_only_for_those_who_may_be_in_open_seas(
    civilization: str, epoch: int, may: bool
) -> None:
    player: dict[str, Any] = {civilization: {"discs": {"lydia": 2}, "hand": [53]}}
    t = position(
        phase="cards",
        epoch=epoch,
        egypt={"discs": EGYPT, "hand": [7]},
        order=[civilization, "egypt"],
        **player,
    )
    t.do("Sunken City")
    if may:
        assert t.options == {"mode 0", "mode 1"}
        t.do("first")
        if t.can("eastern_mediterranean"):
            t.do("eastern_mediterranean")
        assert t.discs(civilization, "eastern_mediterranean") == 1
        assert t.of("treasury", civilization) == 2
    else:
        assert t.asked("card_action", "egypt")
        assert t.of("treasury", civilization) == 1


@pytest.mark.rule("CLR-25")
def test_superstition_does_not_stop_barbarians() -> None:
    t = cards(33, egypt={"hand": [33, 7, 30]}, troy={"discs": {"ionia": 2}})
    t.do("Surge of Superstition", "kush")
    t.do("Land Improvement")
    assert t.options == {"libya", "nile_delta", "sinai", "stop"}  # neither Kush nor Egypt next to it
    t.do("libya", "stop")
    t.do("Barbarian Uprising", "kush", "stop")
    assert t.discs("barbarians", "kush") == 3


@pytest.mark.rule("CLR-27")
def test_traitor_only_at_the_start_of_the_competition_phase() -> None:
    contested: dict[str, Any] = {
        "egypt": {"discs": {"tyre": 2}, "hand": [45]},
        "troy": {"discs": {"tyre": 2}, "hand": [55]},
    }
    t = position(phase="cards", **contested)
    assert t.asked("card_action", "troy")  # Egypt can do nothing with it in the Card Phase
    t = position(phase="competition", **contested)
    assert t.asked("phase_start_card", "egypt")
    t.do("stop")
    assert not t.asked("phase_start_card")
    assert t.events("competition")  # the competition in Tyre has begun, and Egypt was not asked again
    assert not t.events("played")


@pytest.mark.rule("CLR-27")
def test_traitor_cannot_remove_barbarians() -> None:
    t = position(
        phase="competition", egypt={"discs": {"tyre": 2, "petra": 2}, "hand": [45]},
        troy={"discs": {"tyre": 2}},
        barbarians={"discs": {"tyre": 2, "petra": 3}},
    )  # fmt: skip
    t.do("Traitor")  # Tyre is the only area with an opposing civilization, Troy the only one there
    assert t.discs("troy", "tyre") == 0
    assert removed(t, "card 45") == ["troy", "troy"]


@pytest.mark.rule("CLR-28")
def test_every_card_says_how_sure_its_text_is() -> None:
    deck = load_deck()
    assert len(deck.cards) - 1 == 103
    assert len(deck.wonders) == 7
    for card in deck.cards[1:]:
        assert card.source.basis in ("documented", "completed", "reconstructed")
        assert card.text
    numbers = {7: "Land Improvement", 13: "Heresy", 16: "Local Trade", 38: "Oracle at Delphi",
               25: "Heroic Saga",
               45: "Traitor", 62: "Time Marches On", 78: "Appian Way", 91: "Academy of Sciences"}  # fmt: skip
    assert {n: deck.cards[n].name for n in numbers} == numbers
    assert all(deck.cards[n].source.id_basis == "documented" for n in numbers)
