"""What a scenario answers about its factions, its cards and the civilizations that are free."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from acis_rules import DataError
from acis_rules.box.scenario import load_scenario
from acis_rules.box.scenario_blocks import DeckBlock, KnobsBlock, LimitBlock, Scenario
from acis_rules.kernel.bits import members

HANNIBAL, BASIC = load_scenario("hannibal"), load_scenario("basic_3p")
CARTHAGE, ROME, MACEDON, SYRACUSE = range(4)


def with_deck(scenario: Scenario = BASIC, **deck: Any) -> Scenario:
    return replace(scenario, deck=DeckBlock(**deck))


# -------------------------------------------------------------------------------- factions


@pytest.mark.parametrize(
    ("names", "factions"),
    [
        (["rome"], [ROME]), (["carthage", "syracuse"], [CARTHAGE, SYRACUSE]), (["egypt"], []), ([], []),
        (["all"], [0, 1, 2, 3]), (["rome", "all"], [0, 1, 2, 3]), (["rome", "egypt"], [ROME]),
    ],
)  # fmt: skip
def test_factions_are_found_by_name(names: list[str], factions: list[int]) -> None:
    assert members(HANNIBAL.find_factions(names)) == factions


@pytest.mark.parametrize(
    ("name", "faction"), [("carthage", CARTHAGE), ("rome", ROME), ("syracuse", SYRACUSE), ("egypt", -1)]
)
def test_one_faction_by_name(name: str, faction: int) -> None:
    assert HANNIBAL.faction_of(name) == faction


def test_players_are_counted_once() -> None:
    assert HANNIBAL.players == 3 and BASIC.players == 3 and load_scenario("basic_2p").players == 2


def test_what_an_npc_is_told() -> None:
    macedon, rome = (
        HANNIBAL.npc_rules(HANNIBAL.factions[MACEDON]),
        HANNIBAL.npc_rules(HANNIBAL.factions[ROME]),
    )
    assert macedon is HANNIBAL.npc["macedon"] and rome is HANNIBAL.npc.get("rome", HANNIBAL.npc.get("all"))
    everybody = replace(HANNIBAL, npc={"all": HANNIBAL.npc["macedon"]})
    assert everybody.npc_rules(HANNIBAL.factions[ROME]) is HANNIBAL.npc["macedon"]
    assert BASIC.npc_rules(BASIC.factions[0]) is None


# ----------------------------------------------------------------------------------- cards


@pytest.mark.rule("SET-13")
@pytest.mark.parametrize(
    ("scenario", "n"),
    [
        (with_deck(), 15),  # 5 for each
        (with_deck(set_aside_per_civilization=4), 12),
        (with_deck(set_aside=9), 9),
        (with_deck(set_aside=9, set_aside_per_civilization=4), 9),
        (HANNIBAL, 12),
        (with_deck(HANNIBAL), 15),  # Syracuse has no turn
    ],
)
def test_how_many_cards_are_set_aside(scenario: Scenario, n: int) -> None:
    assert scenario.set_aside == n


def test_nothing_is_set_aside_for_who_comes_later() -> None:
    first, *others = BASIC.factions
    assert replace(BASIC, factions=(replace(first, dormant=True), *others)).set_aside == 10


@pytest.mark.parametrize(
    ("deck", "own", "n"),
    [({}, None, 5), ({"opening_hand": 2}, None, 2), ({}, 3, 3), ({"opening_hand": 2}, 0, 0)],
)
def test_the_opening_hand(deck: dict[str, Any], own: int | None, n: int) -> None:
    assert with_deck(**deck).opening_hand(KnobsBlock(opening_hand=own)) == n


@pytest.mark.rule("SET-13")
@pytest.mark.parametrize(("hands", "refused"), [((5, 5, 5), False), ((5, 5, 6), True), ((9, 3, 3), False)])
def test_all_opening_hands_must_be_there(hands: tuple[int, ...], refused: bool) -> None:
    knobs = [KnobsBlock(opening_hand=n) for n in hands]
    if not refused:
        BASIC.check_hands(knobs, "here")
        return
    with pytest.raises(DataError, match=r"^here: 16 cards are dealt, 15 are set aside$"):
        BASIC.check_hands(knobs, "here")


@pytest.mark.rule("SET-13")
def test_who_has_no_turn_is_dealt_nothing() -> None:
    with_deck(HANNIBAL, set_aside=12).check_hands([KnobsBlock(opening_hand=n) for n in (4, 4, 4, 99)], "")


@pytest.mark.parametrize(
    ("deck", "hand", "most"),
    [
        ({}, 5, 5),
        ({}, 6, 5),
        ({"set_aside": 12}, 12, 12),
        ({"set_aside": 12}, 13, 12),
        ({"set_aside": 0}, 1, 0),
    ],
)
def test_one_opening_hand_must_be_there(deck: dict[str, Any], hand: int, most: int) -> None:
    scenario = with_deck(**deck)
    faction = replace(scenario.factions[0], knobs={"opening_hand": hand})
    if hand <= most:
        assert scenario.knobs_of(faction, "here", npc=False).opening_hand == hand
        return
    with pytest.raises(
        DataError, match=rf"^here: opening_hand: {hand}; only {most} cards are set aside for it$"
    ):
        scenario.knobs_of(faction, "here", npc=False)


def test_numbers_of_a_faction_and_of_the_npc_that_runs_it() -> None:
    faction = replace(BASIC.factions[0], knobs={"base_draw": 4, "hand_limit": 7}, npc_knobs={"base_draw": 2})
    player, npc = (BASIC.knobs_of(faction, "", npc=npc) for npc in (False, True))
    assert (player.base_draw, player.hand_limit, player.minimum_growth) == (4, 7, 3)
    assert (npc.base_draw, npc.hand_limit, npc.minimum_growth) == (2, 7, 3)


# -------------------------------------------------------------------------- civilizations to choose

CHOICE = ("egypt", "troy", "rome", "gaul")


@pytest.mark.parametrize(
    ("limits", "taken", "left"),
    [
        ((), (), ["egypt", "troy", "rome", "gaul"]),
        ((), ("troy",), ["egypt", "rome", "gaul"]),
        (((1, ("egypt", "troy")),), ("egypt",), ["rome", "gaul"]),
        (((1, ("egypt", "troy")),), ("rome",), ["egypt", "troy", "gaul"]),
        (((2, ("egypt", "troy", "rome")),), ("egypt",), ["troy", "rome", "gaul"]),
        (((2, ("egypt", "troy", "rome")),), ("egypt", "rome"), ["gaul"]),
        (((1, ("egypt", "troy")), (1, ("rome", "gaul"))), ("egypt", "rome"), []),
    ],
)
def test_what_is_free_after_some_are_taken(
    limits: tuple[tuple[int, tuple[str, ...]], ...], taken: tuple[str, ...], left: list[str]
) -> None:
    blocks = tuple(LimitBlock(at_most=n, of=of) for n, of in limits)
    assert replace(BASIC, choice=CHOICE, limits=blocks).free(taken) == left


def test_npcs_are_drawn_from_what_is_named_for_them() -> None:
    scenario = replace(BASIC, choice=CHOICE, npc_choice=("minos", "egypt"))
    assert scenario.free((), npc=True) == ["minos", "egypt"] and scenario.free(()) == [*CHOICE]
    assert scenario.free(("egypt",), npc=True) == ["minos"]
    assert replace(scenario, npc_choice=None).free(("egypt",), npc=True) == ["troy", "rome", "gaul"]
