"""Optional rules of the Fall of Rome I in its files (ROME1-10); test_empires.py has the rules themselves."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position

from acis_rules import DataError, Game
from acis_rules.box.scenario import load_scenario, scenarios

VERSIONS = sorted(name for name in scenarios() if name.startswith("fall_of_rome_1"))
BOTH_EMPIRES = [name for name in VERSIONS if name not in ("fall_of_rome_1_2p_3", "fall_of_rome_1_2p_4")]
DROUGHT = 9


def table(scenario: str = "fall_of_rome_1_4p", *rules: str, **given: Any) -> Table:
    names = [faction.id for faction in load_scenario(scenario).factions]
    factions = {name: given.pop(name, {}) for name in names}
    return position(scenario, **factions, options={"rules": list(rules)}, epoch=4, **given)


def before_the_end(turn: int, card: int) -> Table:
    """The last competition of a turn; this card lies on top of the deck."""
    at = table(
        "fall_of_rome_1_4p", "extended", turn=turn, phase="competition",
        west={"discs": {"etruria": 2, "rome": 1}, "treasury": 1}, visigoths={"discs": {"etruria": 2}},
    )  # fmt: skip
    assert at.s.phase == "competition"
    at.s.deck.remove(card)
    at.s.deck.append(card)
    while at.s.phase == "competition" and not at.game.over:
        at.game.apply(at.game.legal_actions()[0])
    return at


@pytest.mark.rule("ROME1-10.1a")
@pytest.mark.parametrize(("card", "ends"), [(4, False), (71, True), (52, True), (3, True), (45, False)])
def test_a_fifth_turn_unless_a_card_with_1_2_or_3_comes(card: int, ends: bool) -> None:
    at = before_the_end(4, card)
    assert at.game.over is ends
    if not ends:  # turn 4 has its Evaluation Phase, and there is another one
        turn = at.skip_until("deploy").s.turn
        assert turn == 5


@pytest.mark.rule("ROME1-10.1b")
@pytest.mark.parametrize(("card", "ends"), [(45, True), (4, True), (5, True), (77, False), (69, False)])
def test_a_sixth_turn_unless_a_card_with_1_to_5_comes(card: int, ends: bool) -> None:
    at = before_the_end(5, card)
    assert at.game.over is ends
    if not ends:
        assert at.skip_until("deploy").s.turn == 6


@pytest.mark.rule("ROME1-10.1b")
def test_the_sixth_turn_is_the_last_one() -> None:
    assert before_the_end(6, 77).game.over


@pytest.mark.rule("ROME1-10.1a")
def test_without_that_turn_4_is_the_last_one() -> None:
    at = table(
        turn=4, phase="competition",
        west={"discs": {"etruria": 2, "rome": 1}, "treasury": 1}, visigoths={"discs": {"etruria": 2}},
    )  # fmt: skip
    while at.s.phase == "competition" and not at.game.over:
        at.game.apply(at.game.legal_actions()[0])
    assert at.game.over


@pytest.mark.rule("ROME1-06d1", "ROME1-06d2")
@pytest.mark.parametrize("scenario", BOTH_EMPIRES)
def test_cards_against_strangers_reach_only_nearby(scenario: str) -> None:
    """Visigoths in Gaul, Persians in Syria: neither reaches the other Empire."""
    for who, first, own, area in (
        ("visigoths", "gaul", "gallia", "macedon"),
        ("persians", "mycenae", "hamath", "sicily"),
    ):
        other = "east" if who == "visigoths" else "west"
        order = [first, *(d for d in ("gaul", "rome", "mycenae", "troy") if d != first)]
        at = table(
            scenario, phase="cards", order=order,
            **{who: {"hand": [DROUGHT], "discs": {own: 1}}, other: {"discs": {area: 2}}},
        ).do("Drought")  # fmt: skip
        assert not (at.kind == "remove" and at.can(area))
        assert at.discs("troy" if other == "east" else "rome", area) == 2


@pytest.mark.parametrize("scenario", VERSIONS)
def test_what_each_version_offers(scenario: str) -> None:
    offered = {"extended", "no_barbarian_cards", "barbarian_cards_go", "bribes"}
    if scenario in BOTH_EMPIRES:
        offered |= {"cooperation"}
    if scenario != "fall_of_rome_1_2p_4":
        offered |= {"pope"}
    assert offered <= {*load_scenario(scenario).rules} <= offered | {"final_scoring"}
    with pytest.raises(DataError):
        Game.new(scenario, options={"rules": ["no_barbarian_cards", "barbarian_cards_go"]})


@pytest.mark.rule("ROME1-10.5a", "ROME1-10.5b")
def test_the_east_bribes_persians_next_to_troy() -> None:
    gold = [{"area": "troy", "owner": "troy", "discs": 2}]
    at = table(
        "fall_of_rome_1_2p_4", "bribes", gold=gold, order=["mycenae", "troy"],
        east={"discs": {"troy": 3}}, persians={"discs": {"phrygia": 2}},
    )  # fmt: skip
    assert at.asked("offer", "troy")
    at.do("yes", "yes")
    assert at.of("vp", "mycenae") == 4 and at.s.gold[at.area("troy")][1] == 1
    at.skip_until("deploy", "mycenae")
    assert not at.can("troy")
