"""The words with which a scenario orders its NPCs about, each where it alone decides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import Table
from npc_tables import answer, look, order

from acis_rules import DataError, Game
from acis_rules.box.data_files import read_yaml
from acis_rules.box.scenario import parse_scenario
from agents.npc.chance import Reveals
from agents.npc.orders import closer
from agents.npc.placement import Placement
from agents.npc.places import areas_of
from agents.npc.priorities import next_order
from agents.npc.ties import Ties

HOST = "second_punic_war"  # Rome, Mycenae and Carthage; nothing is ordered there
Discs = dict[str, int]


def table(carthage: Discs, rome: Discs | None = None, mycenae: Discs | None = None, **given: Any) -> Table:
    """The Growth Phase with these discs."""
    discs = {"rome": rome, "mycenae": mycenae, "carthage": carthage}
    factions = [{"civilization": name, "discs": there or {}} for name, there in discs.items()]
    return Table(
        Game.from_dict({"scenario": HOST, "epoch": 2, "phase": "growth", "factions": factions, **given})
    )


def first(at: Table, n: int, **how: Any) -> tuple[str, int, int]:
    """Where Carthage's next discs go, how many, and by which number: up to 0 if the scenario orders it."""
    found = order(at, "carthage", n, **{"enemies": ("rome",), **how})
    assert found is not None
    return at.s.world.board.areas[found.area].id, found.n, found.priority


def orders(*first: dict[str, Any], **others: Any) -> dict[str, Any]:
    """A block with these orders."""
    return {"first": [{"rule": "X-01", **one} for one in first], **others}


def shun(**words: Any) -> list[dict[str, Any]]:
    return [{"rule": "X-01", **words}]


def ids(at: Table, areas: int) -> set[str]:
    return {area.id for i, area in enumerate(at.s.world.board.areas) if areas >> i & 1}


# ------------------------------------------------------------------------------------- areas in words


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["carthage"], {"carthage"}),
        (["Carthage", "rome"], {"carthage", "rome"}),
        (["home"], {"carthage"}),
        (["home of rome"], {"rome"}),
        (["home of others"], {"rome", "mycenae"}),
        (["next to home"], {"saldae", "thapsus", "saldic_sea", "carthaginian_sea", "african_sea"}),
        (["next to home & land"], {"saldae", "thapsus"}),
        (["around home & land"], {"carthage", "saldae", "thapsus"}),
        (["discs of itself"], {"carthage", "saldae", "african_sea"}),
        (["camps of itself"], {"saldae"}),
        (["settlements of rome"], {"thapsus"}),
        (["cities of itself"], {"carthage"}),
        (["2 discs of rome"], {"thapsus", "rome"}),
        (["4 discs of rome"], {"rome"}),
        (["discs of enemies"], {"thapsus", "rome", "numidia"}),
        (["discs of others"], {"thapsus", "rome", "numidia", "mycenae"}),
        (["discs of barbarians"], {"numidia"}),
        (["discs of anybody & sea"], {"african_sea"}),
        (["discs of rome & around home"], {"thapsus"}),
        (["next to discs of barbarians & discs of itself"], {"saldae"}),
        (["gold of rome"], {"rome"}),
        (["gold of anybody & discs of itself"], {"carthage"}),
        (["wonders of anybody"], set()),
    ],
)
def test_areas_in_words(words: list[str], expected: set[str]) -> None:
    at = table(
        {"carthage": 3, "saldae": 1, "african_sea": 2}, {"thapsus": 2, "rome": 4}, {"mycenae": 1},
        barbarians={"discs": {"numidia": 2}},
    )  # fmt: skip
    pos = look(at, "carthage", enemies=("rome",), gold={"rome": "rome", "carthage": "carthage"})
    assert ids(at, areas_of(pos, tuple(words))) == expected


# ------------------------------------------------------------------------------------- fill: `to`


@pytest.mark.parametrize(
    ("own", "rome", "n", "expected"),
    [
        (0, 0, 9, 3),
        (1, 0, 9, 2),
        (3, 0, 9, None),
        (2, 1, 9, 2),  # a Roman: to four
        (3, 1, 9, 1),
        (4, 1, 9, None),
        (0, 0, 2, 2),  # as far as the discs go
        (0, 3, 2, None),  # but never beside a larger group (NPC-89)
        (0, 3, 3, 3),
    ],
)
def test_fill_to_three_or_four_if_a_roman_is_there(own: int, rome: int, n: int, expected: int | None) -> None:
    at = table({"carthage": 4} | ({"thapsus": own} if own else {}), {"thapsus": rome} if rome else {})
    rules = orders({"areas": ["thapsus"], "to": 3, "but": {4: ["discs of rome"]}})
    area, placed, number = first(at, n, rules=rules)
    assert ((area, placed) if number == 0 else None) == (("thapsus", expected) if expected else None)


def test_orders_are_obeyed_one_after_the_other() -> None:
    rules = orders({"areas": ["saldae"], "to": 2}, {"areas": ["thapsus"], "to": 2})
    assert first(table({"carthage": 4}), 9, rules=rules) == ("saldae", 2, -1)
    assert first(table({"carthage": 4, "saldae": 2}), 9, rules=rules) == ("thapsus", 2, 0)
    assert first(table({"carthage": 4, "saldae": 2, "thapsus": 2}), 9, rules=rules)[2] > 0


def test_of_several_areas_those_nearest_to_a_base_come_first() -> None:
    at = table({"carthage": 4, "numidia": 2, "thapsus": 2, "tripolitania": 2})
    rules = orders({"areas": ["settlements of itself"], "to": 3, "nearest": ["tripolitania"]})
    assert first(at, 9, rules=rules) == ("tripolitania", 1, 0)
    at = table({"carthage": 4, "numidia": 2, "thapsus": 2, "tripolitania": 3})
    assert first(at, 9, rules=rules) == ("thapsus", 1, 0)


def test_an_order_may_wait_for_a_condition() -> None:
    rules = orders({"areas": ["home"], "to": 4, "when": ["next to home & discs of enemies"]})
    assert first(table({"carthage": 3}), 9, rules=rules)[2] > 0
    assert first(table({"carthage": 3}, {"thapsus": 1}), 9, rules=rules) == ("carthage", 1, 0)
    barbarians = table({"carthage": 3}, barbarians={"discs": {"saldae": 1}})
    assert first(barbarians, 9, rules=rules) == ("carthage", 1, 0)


def test_an_order_may_hold_in_some_epochs_only() -> None:
    rules = orders({"areas": ["saldae"], "to": 4, "epochs": [3, 4]})
    assert first(table({"carthage": 4}), 9, rules=rules)[2] > 0
    assert first(table({"carthage": 4}, epoch=3), 9, rules=rules) == ("saldae", 4, 0)


# ---------------------------------------------------------------------------- exceed and match


@pytest.mark.parametrize(
    ("words", "placed"),
    [
        ({"exceed": 1}, 4),  # more than the 3 of Mycenae
        ({"exceed": 0}, 3),
        ({"exceed": 1, "of": ["rome"]}, 3),
        ({"exceed": 2, "of": ["rome"]}, 4),
        ({"exceed": 1, "of": ["rome", "mycenae"]}, 4),
        ({"exceed": 3, "of": ["rome"]}, 4),  # the stacking limit
    ],
)
def test_exceed_so_many_of_whom(words: dict[str, Any], placed: int) -> None:
    at = table({"carthage": 4}, {"thapsus": 2}, {"thapsus": 3})
    rules = orders({"areas": ["thapsus"], **words})
    assert first(at, 9, rules=rules) == ("thapsus", placed, 0)


def test_match_in_shared_seas_nearest_to_a_base_first() -> None:
    at = table({"carthage": 4, "saldic_sea": 1, "african_sea": 1}, {"saldic_sea": 2, "african_sea": 2})
    rules = orders(
        {"areas": ["sea & discs of itself & discs of others"], "exceed": 0, "nearest": ["tripolitania"]}
    )
    assert first(at, 9, rules=rules) == ("african_sea", 1, 0)


@pytest.mark.parametrize("whom", ["mycenae", "carthage"])  # not there; itself, in an order for all
def test_nobody_to_exceed_is_no_order(whom: str) -> None:
    rules = orders({"areas": ["thapsus"], "exceed": 1, "of": [whom]})
    assert first(table({"carthage": 4}, {"thapsus": 1}), 9, rules=rules)[2] > 0


def test_of_several_areas_the_best_one_comes_first() -> None:
    at = table({"carthage": 4, "numidia": 1}, {"saldae": 3, "thapsus": 1, "saldic_sea": 1})
    areas = ["around home & discs of rome"]
    best = orders({"areas": areas, "exceed": 1, "best": ["cities of rome"]})
    assert first(at, 9, rules=best) == ("saldae", 4, 0)
    none = orders({"areas": areas, "exceed": 1, "best": ["cities of mycenae"]})
    assert first(at, 9, rules=none)[2] == 0  # an empty wish changes nothing
    assert first(at, 2, rules=best)[0] != "saldae"  # too few for the City


# -------------------------------------------------------------------------------- never and shun


def test_never_with_somebody_holds_for_orders_and_priorities() -> None:
    at = table({"carthage": 4}, {"thapsus": 1}, {"thapsus": 1})
    never = shun(areas=["discs of mycenae"])
    order_there = orders({"areas": ["thapsus"], "to": 3}, never=never)
    assert first(at, 9, rules=orders({"areas": ["thapsus"], "to": 3}))[0] == "thapsus"
    assert first(at, 9, rules=order_there)[0] != "thapsus"
    for n in range(1, 9):
        found = order(at, "carthage", n, enemies=("rome",), rules={"never": never})
        assert found is None or found.area != at.area("thapsus")


def test_never_with_somebody_holds_for_cards_that_leave_no_choice() -> None:
    at = table({"carthage": 4, "thapsus": 1}, {"thapsus": 1}, {"thapsus": 1})
    rules = {"never": shun(areas=["discs of mycenae"])}
    for given, fits in ((None, True), (rules, False)):
        placement = Placement(look(at, "carthage", enemies=("rome",), rules=given), Ties("A", Reveals(0)))
        assert placement.fits(at.area("thapsus"), 2) == fits
        assert placement.replaces(at.area("thapsus"), [at.faction("rome")]) == fits


@pytest.mark.parametrize(
    ("own", "rome", "gold", "placed"),
    [
        (0, 1, "", 3),  # three at most
        (3, 1, "", 0),
        (0, 2, "", 4),  # two enemies open the area
        (3, 1, "thapsus", 1),  # so does Gold
        (3, 1, "carthage", 0),
    ],
)
def test_no_fourth_disc_without_gold_or_two_enemies(own: int, rome: int, gold: str, placed: int) -> None:
    at = table({"carthage": 4} | ({"thapsus": own} if own else {}), {"thapsus": rome})
    never = shun(beyond=3, unless=["gold of anybody", "2 discs of rome"])
    rules = orders({"areas": ["thapsus"], "to": 4}, never=never)
    found = order(
        at, "carthage", 9, areas=("thapsus",), enemies=("rome",), rules=rules,
        gold={gold: "rome"} if gold else {},
    )  # fmt: skip
    assert (found.n if found is not None else 0) == placed


def test_discs_of_a_friend_can_count_towards_the_three() -> None:
    at = table({"carthage": 4, "saldae": 1}, {}, {"thapsus": 2})
    rules = orders({"areas": ["thapsus"], "to": 4})
    assert first(at, 9, rules=rules)[1] == 4
    never = shun(beyond=3, counting=["itself", "mycenae"])
    assert order(at, "carthage", 9, areas=("thapsus",), rules={**rules, "never": never}) is None  # NPC-89
    at = table({"carthage": 4, "saldae": 1}, {}, {"thapsus": 1})
    assert first(at, 9, rules={**rules, "never": never})[1] == 2


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (["gades"], {"carthage": True, "numidia": True, "gades": False, "lusitania": False}),
        (["carthage"], {"carthage": False, "carthaginian_sea": True, "saldae": False, "sicily": True}),
        ([], {"gades": True, "lusitania": True}),  # nowhere yet: everything is closer
    ],
)
def test_closer_than_any_own_disc_to_one_of_the_goals(own: list[str], expected: dict[str, bool]) -> None:
    at = table(dict.fromkeys(own, 1))
    pos = look(at, "carthage")
    near = ids(at, closer(pos, areas_of(pos, ("rome",))))
    assert {area: area in near for area in expected} == expected


def test_closer_to_any_of_several_goals_will_do() -> None:
    at = table({"sicily": 1})
    pos = look(at, "carthage")
    one, both = (
        ids(at, closer(pos, areas_of(pos, words))) for words in (("syracuse",), ("syracuse", "gades"))
    )
    assert one == {"syracuse"} and "saldae" in both


def test_a_kind_of_area_is_shunned_unless_it_leads_closer() -> None:
    at = table({"carthage": 4, "thapsus": 3, "saldae": 3}, {"numidia": 1, "carthaginian_sea": 1})
    seas = ("saldic_sea", "african_sea", "carthaginian_sea")
    assert order(at, "carthage", 4, areas=seas, enemies=("rome",), rules={}) is not None
    strict: dict[str, Any] = {"shun": shun(areas=["sea"])}
    assert order(at, "carthage", 4, areas=seas, enemies=("rome",), rules=strict) is None
    rules: dict[str, Any] = {"shun": shun(areas=["sea"], unless_closer=["syracuse"])}
    assert first(at, 4, areas=seas, rules=rules)[0] in ("african_sea", "carthaginian_sea")
    assert order(at, "carthage", 4, areas=seas[:1], enemies=("rome",), rules=rules) is None


def test_what_the_priorities_shun_an_order_may_still_ask_for() -> None:
    at = table({"carthage": 4, "thapsus": 1})
    rules = orders({"areas": ["land & camps of itself"], "to": 3}, shun=shun(areas=["land"]))
    assert first(at, 9, rules=rules) == ("thapsus", 2, 0)
    at = table({"carthage": 4, "thapsus": 3})
    assert order(at, "carthage", 9, areas=("saldae",), enemies=("rome",), rules=rules) is None


def test_some_areas_are_shunned_in_growth_only() -> None:
    at = table({"carthage": 4, "thapsus": 3}, {"saldae": 1})
    rules = {"shun": shun(areas=["land"], growth_only=True)}
    assert order(at, "carthage", 4, areas=("saldae",), enemies=("rome",), rules=rules) is None
    at.s.phase = "cards"
    found = look(at, "carthage", enemies=("rome",), rules=rules)
    placed = next_order(Placement(found, Ties("A", Reveals(0))), 1 << at.area("saldae"), 4)
    assert placed is not None and placed.n == 2


# -------------------------------------------------------------------------- choices between equals


@pytest.mark.parametrize(("kind", "area"), [("land", "saldae"), ("sea", "saldic_sea")])
def test_between_equals_land_or_sea_is_preferred(kind: str, area: str) -> None:
    at = table({"carthage": 4}, {"saldae": 1, "saldic_sea": 1})
    wish = {"areas": ["next to home & discs of rome"], "exceed": 1}
    assert first(at, 9, rules=orders(wish, prefer=kind))[0] == area


def test_between_equals_those_nearest_to_a_goal_are_preferred() -> None:
    at = table({"carthage": 4}, {"saldae": 1, "thapsus": 1})
    wish = {"areas": ["next to home & discs of rome"], "exceed": 1}
    assert first(at, 9, rules=orders(wish, near=[["home"], ["numidia"]]))[0] == "saldae"
    assert first(at, 9, rules=orders(wish, near=[["tripolitania"], ["numidia"]]))[0] == "thapsus"


def test_enemies_may_count_as_one() -> None:
    at = table({"carthage": 4, "saldae": 3}, {"saldic_sea": 1, "numidia": 2}, {"thapsus": 3})
    enemies = ("rome", "mycenae")
    areas = ("numidia", "thapsus")
    assert first(at, 4, enemies=enemies, areas=areas) == (
        "thapsus",
        4,
        16,
    )  # a City comes before a Settlement
    cities = table({"carthage": 4, "saldae": 3}, {"numidia": 3}, {"thapsus": 3})
    for primary in (enemies, enemies[::-1]):
        found = first(cities, 4, enemies=primary, areas=areas)[0]
        assert found == {"rome": "numidia", "mycenae": "thapsus"}[primary[0]]
    same = {first(cities, 4, enemies=primary, areas=areas, rules={"as_one": True})[0]
            for primary in (enemies, enemies[::-1])}  # fmt: skip
    assert len(same) == 1


def test_enemies_may_need_only_be_matched() -> None:
    at = table({"carthage": 4, "saldae": 3}, {"thapsus": 2})
    assert first(at, 9, areas=("thapsus",))[1] == 3
    assert first(at, 9, areas=("thapsus",), rules={"exceeds": False})[1] == 2
    matched = table({"carthage": 4, "saldae": 3, "thapsus": 2}, {"thapsus": 2})
    matched_only = {"exceeds": False}
    assert first(matched, 9, areas=("thapsus",)) == ("thapsus", 1, 19)
    assert order(matched, "carthage", 9, areas=("thapsus",), enemies=("rome",), rules=matched_only) is None
    barbarians = table({"carthage": 4, "saldae": 3}, {"thapsus": 2}, barbarians={"discs": {"thapsus": 2}})
    assert first(barbarians, 9, areas=("thapsus",), rules=matched_only)[1] == 3  # these are exceeded
    colossus = {"wonder": "Colossus", "owner": "rome", "area": "thapsus", "discs": 1}
    alone = table({"carthage": 4, "saldae": 3, "thapsus": 1}, wonders=[colossus])
    assert first(alone, 9, rules=matched_only)[0] != "thapsus"  # the Wonder of an enemy, and nobody to match


# --------------------------------------------------------------------------------- files and words


def changed(tmp_path: Path, npc: Any) -> Path:
    """A file of the scenario with this block."""
    content = read_yaml(None, f"scenarios/{HOST}.yaml")[1] | {"npc": npc}
    file = tmp_path / "scenario.yaml"
    file.write_text(yaml.safe_dump(content), encoding="utf-8")
    return file


def test_a_faction_has_its_own_block_or_that_of_all(tmp_path: Path) -> None:
    every = {"prefer": "land", "ties": "B"}
    own = {"prefer": "sea"}
    world = Game.new(str(changed(tmp_path, {"all": every, "carthage": own}))).state.world
    assert [rules and rules.prefer for rules in world.npc_rules] == ["land", "land", "sea"]
    assert [rules and rules.ties for rules in world.npc_rules] == ["B", "B", None]
    assert Game.new(HOST).state.world.npc_rules == (None, None, None)


def test_it_gives_the_rule_of_the_scenario_as_its_reason(tmp_path: Path) -> None:
    block = {"carthage": orders({"areas": ["saldae"], "exceed": 1, "of": ["rome"]})}
    at = table({"carthage": 3}, {"saldae": 1, "rome": 3}, scenario=str(changed(tmp_path, block)))
    at.skip_until("deploy", "carthage")
    assert answer(at) == ("saldae", "X-01: 1 more than rome in saldae: Saldae")


@pytest.mark.parametrize(
    ("npc", "message"),
    [
        ({"egypt": {}}, "npc.egypt: nobody; there are: rome, mycenae, carthage, all"),
        (
            {"all": orders({"areas": ["atlantis"], "to": 3})},
            "npc.all.first[0].areas: unknown area 'atlantis'",
        ),
        (
            {"all": orders({"areas": ["phrygia"], "to": 3})},
            "npc.all.first[0].areas: phrygia: not in play on this board",
        ),
        ({"all": orders({"areas": ["home"]})}, "npc.all.first[0]: one of to, exceed is needed"),
        (
            {"all": orders({"areas": ["home"], "to": 3, "exceed": 1})},
            "npc.all.first[0]: one of to, exceed is needed",
        ),
        (
            {"all": orders({"areas": ["home"], "exceed": 1, "but": {4: ["sea"]}})},
            "npc.all.first[0].but: only with to",
        ),
        (
            {"all": {"never": shun(areas=["discs of egypt"])}},
            "npc.all.never[0].areas: egypt: nobody; there are: rome, mycenae, carthage, itself, enemies, "
            "others, anybody, barbarians",
        ),
    ],
)
def test_a_bad_block_is_named(npc: Any, message: str, tmp_path: Path) -> None:
    file = changed(tmp_path, npc)
    with pytest.raises(DataError) as error:
        parse_scenario(file)
    assert str(error.value) == f"{file}: {message}"
