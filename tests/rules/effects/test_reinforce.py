"""Events that a scenario replaces, and the reinforcements they bring (PERS-08)."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import Table, at
from invariants import check_discs

from acis_rules import Game
from acis_rules.effects import Play
from acis_rules.effects.reinforce import Reinforce
from acis_rules.errors import DataError

LAND, SEA, GREECE = 0, 1, 2
INVASION, LEVY, SOUTHERN_RAIDERS = 98, 99, 101
FILE = """
id: events
title: Reinforcements
kind: historical
board: {cut_line: eastern}
factions:
  - {id: land, player: 0, colour: brown, civilization: egypt, pool: 12}
  - {id: sea, player: 1, colour: red, civilization: phoenicia, pool: 14}
  - {id: greece, player: 2, colour: blue, civilization: mycenae}
setup:
  discs: {land: {egypt: 2}, sea: {tyre: 1}, greece: {troy: 3}}
deck:
  replaced:
    98:
      text: Two areas get 4 discs each.
      does:
        - {op: name_area, n: 2, linked: true, where: {kind: coastal}, then: {kind: land}}
        - {op: reinforce, who: sea, instead: land, n: 4, to: areas}
    99: {name: Levy, text: 4 discs to Ready., does: [{op: reinforce, who: land, instead: sea, n: 4}]}
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("events") / "events.yaml"
    path.write_text(FILE, encoding="utf-8")
    return str(path)


def spread(n: int, *areas: str) -> dict[str, int]:
    """So many discs, at most 3 in an area."""
    return {area: min(3, n - 3 * i) for i, area in enumerate(areas) if n > 3 * i}


def drawn(file: str, card: int, land: int = 2, sea: int = 1) -> Table:
    """Greece draws an Event; the Persians have so many of their 10 and 12 discs on the map."""
    t = at("event", GREECE, card, scenario=file, table=[card], then=["next turn"],
           land={"discs": spread(land, "egypt", "sinai", "kush")},
           sea={"discs": spread(sea, "tyre", "al_mina")},
           greece={"discs": {"troy": 3}, "vp": 5})  # fmt: skip
    check_discs(t.game)
    return t


def fleet_and_army(t: Table) -> list[tuple[int, ...]]:
    """Brown and red discs in the sea and on the coast that were named."""
    t.do("gulf_of_sidon", "phoenicia")
    areas = [t.area(area) for area in ("gulf_of_sidon", "phoenicia")]
    return [tuple(t.s.discs[f][area] for area in areas) for f in (LAND, SEA)]


def test_a_replaced_card_is_another_card(file: str) -> None:
    cards = Game.new(file).state.world.deck.cards
    assert cards[LEVY].name == "Levy" and cards[LEVY].event and not cards[LEVY].tags.barbarians
    assert cards[INVASION].text == "Two areas get 4 discs each." and cards[SOUTHERN_RAIDERS].tags.barbarians
    assert Game.new("basic_2p").state.world.deck.cards[LEVY].name == "Northern Hordes"


@pytest.mark.rule("PERS-08c")
def test_a_levy_waits_in_the_ready_box(file: str) -> None:
    t = drawn(file, LEVY)
    assert t.s.ready[LAND] == 4 and not t.events("barbarians")


@pytest.mark.rule("PERS-08d")
def test_with_too_few_discs_the_other_gets_them(file: str) -> None:
    t = drawn(file, LEVY, land=7)
    assert (t.s.ready[LAND], t.s.ready[SEA]) == (0, 4)


@pytest.mark.rule("PERS-08b")
def test_the_fleet_comes_with_an_army_whatever_the_limits(file: str) -> None:
    """Who has fewest VP names the sea, then one of its coasts."""
    t = drawn(file, INVASION)
    assert t.asked("name_area") and t.game.decision.faction in (LAND, SEA)
    assert t.options >= {"gulf_of_sidon", "trojan_sea"} and "egypt" not in t.options
    t.do("gulf_of_sidon")
    assert "phoenicia" in t.options and "troy" not in t.options
    t.do("phoenicia")
    assert t.s.discs[SEA][t.area("gulf_of_sidon")] == 4 and t.s.discs[SEA][t.area("phoenicia")] == 4
    assert not t.events("barbarians")


@pytest.mark.rule("PERS-08d")
@pytest.mark.parametrize(
    ("land", "sea", "brown", "red"),
    [
        (2, 4, (0, 0), (4, 4)),  # 8 red discs are left, and needed for both areas
        (2, 5, (4, 4), (0, 0)),  # 7 are too few: the 8 brown ones come instead
        (4, 5, (4, 2), (0, 0)),  # nobody has enough: the other gives what it has
    ],
)
def test_all_discs_come_from_one_or_from_the_other(
    file: str, land: int, sea: int, brown: tuple[int, int], red: tuple[int, int]
) -> None:
    assert fleet_and_army(drawn(file, INVASION, land, sea)) == [brown, red]


@pytest.mark.rule("PERS-08d")
def test_who_is_out_of_the_game_gets_nothing(file: str) -> None:
    t = drawn(file, INVASION)
    t.s.order.remove(SEA)
    t.s.absent = 1 << SEA
    assert fleet_and_army(t) == [(4, 4), (0, 0)]


@pytest.mark.rule("PERS-08d", "CRD-17")
@pytest.mark.parametrize("card", [INVASION, LEVY])
def test_with_both_out_of_the_game_nobody_gets_anything(file: str, card: int) -> None:
    t = drawn(file, INVASION)
    t.s.absent = 1 << LAND | 1 << SEA
    operation = t.s.world.deck.cards[card].modes[0][-1]
    assert isinstance(operation, Reinforce)
    play = Play(GREECE, "card", card, areas=(t.area("tyre"),))
    assert operation.getter(t.s, play) == -1
    before = len(t.events())
    operation.resolve(t.s, play, ())
    assert len(t.events()) == before


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("who: land,", "who: rome,", "deck.replaced.99: does: rome: not a faction"),
        ("99: {name", "97: {name", "deck.replaced.97: only an Event can be replaced"),
        ("        - {op: name_area, n: 2, linked: true, where: {kind: coastal}, then: {kind: land}}\n", "",
         "speaks of a named area"),
    ],
)  # fmt: skip
def test_replacements_that_cannot_be(tmp_path: Path, old: str, new: str, wrong: str) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(FILE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=wrong):
        Game.new(str(path))


def test_only_who_is_put_on_the_map_may_stand_above_the_limits(file: str, tmp_path: Path) -> None:
    """A Levy for the Ready box keeps to them."""
    assert Game.new(file).state.world.reinforced == 1 << LAND | 1 << SEA
    levies = tmp_path / "levies.yaml"
    levies.write_text(FILE.replace(", to: areas", ""), encoding="utf-8")
    assert Game.new(str(levies)).state.world.reinforced == 0
