"""Where the Invaders of God-King of Egypt place their discs (EGY-06, EGYA-05)."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position
from npc_tables import Fixed, look, order

from acis_rules import Game
from acis_rules.box.scenario import load_scenario
from acis_rules.kernel.bits import mask_of, members
from agents.npc.placement import Placement
from agents.npc.priorities import next_order
from agents.npc.ties import Ties

FOES: dict[str, Any] = {"enemies": ("egypt", "tributaries")}


def king(**given: Any) -> Table:
    """A position; Egypt and the Barbarians are far away unless stated."""
    return position("god_king", **{"egypt": {"discs": {"egypt": 1}}} | given, phase="growth")


def first(t: Table, who: str, n: int, *areas: str, **how: Any) -> tuple[str, int, str]:
    """The next group of n discs: where, how many, and the number of the rule."""
    found = order(t, who, n, areas=areas, **FOES, **how)
    assert found is not None
    return t.s.world.board.areas[found.area].id, found.n, found.reason.partition(":")[0]


@pytest.mark.rule("EGY-06a")
def test_blue_and_purple_are_alike_to_the_invaders() -> None:
    s = Game.new("god_king").state
    assert s.enemies[1] == s.enemies[2] == 0b1001
    for blue, purple in (({"tyre": 1}, {"egypt": 1}), ({}, {"egypt": 1, "tyre": 1})):
        t = king(
            tributaries={"discs": blue},
            egypt={"discs": purple},
            hittites={"discs": {"troy": 3, "phrygia": 3, "canaan": 3}},
        )
        area, _, _ = first(t, "hittites", 4)
        assert area == "tyre"


@pytest.mark.rule("EGY-06a")
@pytest.mark.parametrize(("cards", "area"), [((97, 1), "tyre"), ((1, 97), "nile_delta")])
@pytest.mark.parametrize(("tyre", "delta"), [("tributaries", "egypt"), ("egypt", "tributaries")])
def test_neither_colour_is_the_primary_enemy(
    cards: tuple[int, int], area: str, tyre: str, delta: str
) -> None:
    """Gold under blue discs and Gold under purple ones: the cards decide (EGY-06g)."""
    factions = {tyre: {"discs": {"tyre": 1}}, delta: {"discs": {"nile_delta": 1}}}
    number = {"egypt": 0, "tributaries": 3}
    gold = [{"area": "tyre", "owner": number[tyre], "discs": 1},
            {"area": "nile_delta", "owner": number[delta], "discs": 1}]  # fmt: skip
    t = king(**factions, gold=gold, hittites={"discs": {"troy": 3, "phrygia": 3, "sinai": 3}})
    pos = look(t, "hittites", **FOES)
    legal = mask_of(map(t.area, ("tyre", "nile_delta")))
    found = next_order(Placement(pos, Ties("B", Fixed(*cards))), legal, 2)
    assert found is not None and found.area == t.area(area) and found.reason.startswith("NPC-106")


@pytest.mark.rule("EGY-06b")
def test_hittites_go_to_sea_only_if_that_is_closer() -> None:
    lands = {"troy": 3, "phrygia": 3}
    t = king(hittites={"discs": lands}, tributaries={"discs": {"citium": 3}})
    found = order(t, "hittites", 4, areas=("trojan_sea",), **FOES)
    assert found is None  # farther from everything than Phrygia
    rules = load_scenario("god_king").npc["hittites"]
    assert rules.prefer == "land"
    near = king(
        hittites={"discs": {"troy": 3, "phrygia": 3, "cilicia": 3}}, tributaries={"discs": {"citium": 3}}
    )
    assert order(near, "hittites", 4, areas=("cilician_strait",), **FOES) is not None


@pytest.mark.rule("EGY-06c")
def test_sea_peoples_go_ashore_only_if_that_is_closer() -> None:
    t = king(sea_peoples={"discs": {"minos": 3, "myrtoan_sea": 1, "minoan_sea": 1}})
    assert order(t, "sea_peoples", 4, areas=("kydonia",), **FOES) is None  # not closer to Egypt than Minos
    near = king(sea_peoples={"discs": {"minos": 3, "egyptian_sea": 1}}, egypt={"discs": {"nile_delta": 1}})
    assert order(near, "sea_peoples", 4, areas=("nile_delta",), **FOES) is not None
    assert load_scenario("god_king").npc["sea_peoples"].prefer == "sea"


@pytest.mark.rule("EGY-06d1")
def test_the_hittites_hold_phrygia_then_troy() -> None:
    t = king(hittites={"discs": {"phrygia": 1, "troy": 1, "ionia": 2}})
    assert first(t, "hittites", 6) == ("phrygia", 2, "EGY-06d1")
    t = king(hittites={"discs": {"phrygia": 3, "troy": 1, "ionia": 2}})
    assert first(t, "hittites", 6) == ("troy", 2, "EGY-06d1")


@pytest.mark.rule("EGY-06d2")
def test_hittite_settlements_become_cities_the_nearest_to_phrygia_first() -> None:
    t = king(
        hittites={"discs": {"phrygia": 3, "troy": 3, "lydia": 2, "carchemish": 2, "hamath": 2, "tarsus": 1}}
    )
    assert first(t, "hittites", 4) == ("lydia", 1, "EGY-06d2")  # next to Phrygia; Tarsus is a Camp
    t = king(hittites={"discs": {"phrygia": 3, "troy": 3, "hamath": 2, "canaan": 2}})
    assert first(t, "hittites", 4) == ("hamath", 1, "EGY-06d2")


@pytest.mark.rule("EGY-06e1")
def test_the_sea_peoples_match_others_at_sea_the_nearest_to_minos_first() -> None:
    t = king(
        sea_peoples={"discs": {"minos": 3, "levantine_sea": 1, "minoan_sea": 1}},
        tributaries={"discs": {"levantine_sea": 2}},
        barbarians={"discs": {"minoan_sea": 2}},
    )
    assert first(t, "sea_peoples", 4) == ("minoan_sea", 1, "EGY-06e1")
    t = king(
        sea_peoples={"discs": {"minos": 3, "levantine_sea": 1, "minoan_sea": 2}},
        tributaries={"discs": {"levantine_sea": 2}},
        barbarians={"discs": {"minoan_sea": 2}},
    )
    assert first(t, "sea_peoples", 4) == ("levantine_sea", 1, "EGY-06e1")


@pytest.mark.rule("EGY-06e2")
def test_their_camps_and_settlements_become_cities_the_nearest_to_minos_first() -> None:
    t = king(sea_peoples={"discs": {"minos": 3, "kydonia": 1, "citium": 2}})
    assert first(t, "sea_peoples", 4) == ("kydonia", 2, "EGY-06e2")
    t = king(sea_peoples={"discs": {"minos": 3, "kydonia": 3, "citium": 2}})
    assert first(t, "sea_peoples", 4) == ("citium", 1, "EGY-06e2")


@pytest.mark.rule("EGY-06f")
def test_invaders_exceed_each_other_and_barbarians_by_one() -> None:
    bases = {"phrygia": 3, "troy": 3, "carchemish": 3}
    t = king(hittites={"discs": bases}, barbarians={"discs": {"hamath": 2}})
    assert first(t, "hittites", 6) == ("hamath", 3, "EGY-06f")
    t = king(hittites={"discs": bases}, sea_peoples={"discs": {"cilicia": 1}})
    assert first(t, "hittites", 6) == ("cilicia", 2, "EGY-06f")
    t = king(hittites={"discs": bases}, barbarians={"discs": {"hamath": 2}})
    area, *_ = first(t, "hittites", 1)
    assert area != "hamath"  # it cannot even match them


@pytest.mark.rule("EGY-06g")
def test_undecided_areas_are_left_to_cards() -> None:
    npc = load_scenario("god_king").npc
    assert npc["hittites"].ties == npc["sea_peoples"].ties == "B"
    t = king(sea_peoples={"discs": {"minos": 3}})
    pos = look(t, "sea_peoples", enemies=("egypt", "tributaries"))
    areas = mask_of(t.area(a) for a in ("egyptian_sea", "gulf_of_sidon", "levantine_sea"))
    highest = [
        Ties("B", Fixed(*cards)).area(pos, areas) for cards in ((90, 20, 50), (20, 90, 50), (20, 50, 90))
    ]
    assert sorted(highest) == members(areas)  # the highest card, whichever area it is for


@pytest.mark.rule("EGYA-05")
@pytest.mark.parametrize(
    ("discs", "area"),
    [
        ({"carchemish": 1, "phrygia": 1, "troy": 1, "hamath": 1}, "carchemish"),
        ({"carchemish": 3, "phrygia": 1, "troy": 1, "hamath": 1}, "phrygia"),
        ({"carchemish": 3, "phrygia": 3, "troy": 1, "hamath": 1}, "troy"),
        ({"carchemish": 3, "phrygia": 3, "troy": 3, "hamath": 1}, "hamath"),
    ],
)
def test_the_bases_of_the_assyrians(discs: dict[str, int], area: str) -> None:
    for epoch, rule in ((3, "EGYA-05"), (2, "EGY-06d1")):
        t = Table(
            Game.from_dict({
                "scenario": "god_king",
                "options": {"variants": ["assyria"]},
                "factions": [
                    {"civilization": "egypt", "discs": {"egypt": 1}},
                    {"civilization": "troy", "discs": discs},
                    {"civilization": "minos"},
                    {"civilization": None},
                ],
                "phase": "growth",
                "epoch": epoch,
            })
        )  # fmt: skip
        found = first(t, "hittites", 6)
        if epoch == 3:
            assert found[0] == area and found[2] == rule
        elif discs["phrygia"] < 3:
            assert found[0] == "phrygia" and found[2] == rule
