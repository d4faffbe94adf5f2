"""Bans: where factions may not place discs, and what they may not chain through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import Table

from acis_rules import DataError, Game
from acis_rules.table.terms import bases, placements, room

DATA = Path("acis_rules/data/scenarios")


def banned(folder: Path, *bans: dict[str, Any], scenario: str = "second_punic_war") -> str:
    """The Second Punic War with these bans."""
    content = yaml.safe_load((DATA / f"{scenario}.yaml").read_text(encoding="utf-8")) | {"bans": list(bans)}
    file = folder / f"banned_{len(list(folder.iterdir()))}.yaml"
    file.write_text(yaml.safe_dump(content), encoding="utf-8")
    return str(file)


def war(file: str, **given: Any) -> Table:
    """A position of Rome, Mycenae and Carthage."""
    civilizations = ("rome", "mycenae", "carthage")
    factions = [{"civilization": name, **given.pop(name, {})} for name in civilizations]
    return Table(Game.from_dict({"scenario": file, "factions": factions, **given}))


def may_place(at: Table, who: str, area: str) -> bool:
    return bool(room(at.s, at.faction(who)) >> at.area(area) & 1)


ROME_AND_CARTHAGE = {"who": ["rome", "carthage"], "with": ["rome", "carthage"]}


@pytest.mark.rule("ROME1-03d1")
def test_not_where_the_other_one_has_discs(tmp_path: Path) -> None:
    file = banned(tmp_path, ROME_AND_CARTHAGE)
    at = war(file, rome={"discs": {"etruria": 2}}, carthage={"discs": {"sicily": 1}})
    assert not may_place(at, "rome", "sicily") and not may_place(at, "carthage", "etruria")
    assert may_place(at, "rome", "etruria") and may_place(at, "carthage", "sicily")
    assert may_place(at, "mycenae", "sicily") and may_place(at, "mycenae", "etruria")


@pytest.mark.rule("ROME1-03d1")
def test_each_of_several_others_is_kept_away_from(tmp_path: Path) -> None:
    file = banned(tmp_path, {"who": ["rome"], "with": ["mycenae", "carthage"]})
    at = war(file, mycenae={"discs": {"etruria": 1}}, carthage={"discs": {"sicily": 1}})
    assert not may_place(at, "rome", "etruria") and not may_place(at, "rome", "sicily")


@pytest.mark.rule("ROME1-03d1")
@pytest.mark.parametrize("bans", [(), (ROME_AND_CARTHAGE,)])
def test_a_ban_holds_in_deployment(tmp_path: Path, bans: tuple[dict[str, Any], ...]) -> None:
    at = war(
        banned(tmp_path, *bans), rome={"discs": {"rome": 2}}, carthage={"discs": {"etruria": 1}}
    ).skip_until("deploy", "rome")
    assert at.can("etruria") is (not bans) and at.can("rome")


@pytest.mark.rule("ROME1-03d2")
def test_no_chain_through_the_other_one(tmp_path: Path) -> None:
    both = {"rome": {"discs": {"sicily": 2}}, "carthage": {"discs": {"sicily": 2}}}
    at = war(banned(tmp_path, ROME_AND_CARTHAGE), **both)
    rome, syracuse = at.faction("rome"), at.area("syracuse")
    assert placements(at.s, rome) >> syracuse & 1
    at = war(banned(tmp_path, ROME_AND_CARTHAGE | {"chain": True}), **both)
    assert bases(at.s, rome)[1] == 0
    assert not placements(at.s, rome) >> syracuse & 1


@pytest.mark.rule("EGYM-2P2b")
def test_only_where_there_are_so_many(tmp_path: Path) -> None:
    file = banned(tmp_path, {"who": ["rome"], "with": ["carthage"], "discs": 2})
    at = war(file, rome={"discs": {"rome": 1}}, carthage={"discs": {"sicily": 1, "syracuse": 2}})
    assert may_place(at, "rome", "sicily") and not may_place(at, "rome", "syracuse")


@pytest.mark.rule("PERS-07")
def test_no_disc_that_would_make_the_area_contested(tmp_path: Path) -> None:
    file = banned(tmp_path, ROME_AND_CARTHAGE | {"contest": True})
    at = war(
        file,
        rome={"discs": {"etruria": 1, "umbria": 1}},
        carthage={"discs": {"sicily": 1, "syracuse": 2, "etruria": 1, "sardinia": 1, "corsica": 2}},
        mycenae={"discs": {"sardinia": 1, "corsica": 1}},
    )
    assert may_place(at, "rome", "sicily")  # one against one is no contest
    assert not may_place(at, "rome", "syracuse")
    assert not may_place(at, "rome", "etruria")
    assert may_place(at, "rome", "sardinia")
    assert may_place(at, "rome", "corsica")  # it is Contested already


@pytest.mark.rule("PERS-07")
def test_discs_of_one_card_do_not_make_it_contested_either(tmp_path: Path) -> None:
    file = banned(tmp_path, ROME_AND_CARTHAGE | {"contest": True})
    at = war(file, rome={"discs": {"rome": 1}}, carthage={"discs": {"sicily": 1}})
    rome, sicily = at.faction("rome"), 1 << at.area("sicily")
    assert room(at.s, rome) & sicily
    assert not room(at.s, rome, declared=sicily) & sicily


@pytest.mark.rule("TEAM-05")
def test_not_in_the_home_of_the_other_one(tmp_path: Path) -> None:
    at = war(banned(tmp_path, ROME_AND_CARTHAGE | {"home": True}), rome={}, carthage={})
    assert not may_place(at, "rome", "carthage") and not may_place(at, "carthage", "rome")
    assert may_place(at, "mycenae", "rome")


@pytest.mark.rule("HANN-03b1")
def test_only_in_some_areas_and_where_discs_are(tmp_path: Path) -> None:
    file = banned(
        tmp_path,
        {"who": ["mycenae"], "areas": ["dalmatia", "noricum"], "elsewhere": True, "unoccupied": True},
    )
    at = war(file, mycenae={"discs": {"illyria": 1}}, rome={}, carthage={})
    assert may_place(at, "mycenae", "dalmatia") and may_place(at, "mycenae", "illyria")
    assert not may_place(at, "mycenae", "etruria") and may_place(at, "rome", "etruria")


@pytest.mark.rule("PERS-13b")
def test_in_the_first_turn_not_on_gold(tmp_path: Path) -> None:
    file = banned(tmp_path, {"who": ["carthage"], "gold": ["rome"], "turns": [1]})
    discs = {"rome": {"discs": {"rome": 2, "etruria": 2}}, "carthage": {"discs": {"sicily": 1}}}
    gold = {
        "gold": [{"area": "rome", "owner": "rome", "discs": 2}],
        "options": {"rules": ["gold"]},
    }
    at = war(file, **discs, **gold, epoch=2, turn=1)
    assert not may_place(at, "carthage", "rome") and may_place(at, "carthage", "etruria")
    assert may_place(war(file, **discs, **gold, epoch=2, turn=2), "carthage", "rome")


@pytest.mark.rule("HANN-08c3")
def test_only_in_some_phases(tmp_path: Path) -> None:
    file = banned(tmp_path, {"who": ["rome"], "with": ["carthage"], "phases": ["growth"]})
    discs = {"rome": {"discs": {"rome": 2}}, "carthage": {"discs": {"sicily": 1}}}
    assert not may_place(war(file, **discs, phase="growth"), "rome", "sicily")
    assert may_place(war(file, **discs, phase="cards"), "rome", "sicily")


@pytest.mark.parametrize(
    ("ban", "error"),
    [
        ({"who": ["gaul"], "areas": ["rome"]}, "bans[0].who: gaul: not a civilization of this scenario"),
        ({"who": ["rome"], "with": ["troy"]}, "bans[0].with: troy: not a civilization of this scenario"),
        ({"who": ["rome"], "areas": ["egypt"]}, "bans[0].areas: egypt: not in play on this board"),
        ({"who": ["rome"]}, "bans[0]: one of areas, with, gold, unoccupied is needed"),
        ({"who": ["rome"], "areas": ["rome"], "contest": True}, "bans[0].with: home, contest and discs need"),
        ({"who": ["rome"], "with": ["rome"], "turns": [9]}, "bans[0].turns: 9; there are 4"),
    ],
)
def test_a_ban_that_cannot_be(tmp_path: Path, ban: dict[str, Any], error: str) -> None:
    with pytest.raises(DataError) as raised:
        Game.new(banned(tmp_path, ban))
    assert error in str(raised.value)
