"""NPC Persians and NPC Greece: what their scenarios order them to do (PERS-04, GREEK-08, ALEX-07, DAR-06)."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position
from npc_tables import answer, look, order

from acis_rules import Game
from acis_rules.box.scenario import load_scenario
from acis_rules.kernel.bits import mask_of
from agents.npc.contest import Contest
from agents.npc.orders import barred, shunned

GREEKS, ALEX, DARIUS = "greeks_persians", "alexander", "darius"
LAND, SEA, GREECE = "egypt", "phoenicia", "mycenae"  # by their displays
STRATEGOS, CAPTAIN, INFANTRY, ARMOR = 6, 42, 61, 63
Discs = dict[str, int]
HOLDS = {"phrygia": 3, "cilicia": 3, "tarsus": 3, "nile_delta": 3, "egypt": 3}  # Gold of the Land Persians
PORTS = {"al_mina": 3, "phoenicia": 3, "tyre": 3}  # that of the Sea Persians
SEAS = {"gulf_of_sidon": 1, "levantine_sea": 1, "strait_of_al_mina": 1}  # next to it


def table(scenario: str, land: Discs, sea: Discs, greece: Discs, /, **more: Any) -> Table:
    """A Growth Phase with all the Gold of the scenario."""
    block = load_scenario(scenario)
    number = {faction.id: f for f, faction in enumerate(block.factions)} | {"barbarians": 3}
    gold = [{"area": area, "owner": number[entry.owner]} for area, entry in block.setup.gold.items()]
    discs = {"greece": greece, "land_persians": land, "sea_persians": sea}
    factions = {name: {"discs": there, **more.pop(name, {})} for name, there in discs.items()}
    return position(scenario, **{"turn": 2, "gold": gold, **factions, **more})


def first(t: Table, who: str, n: int = 9) -> tuple[str, int, str]:
    """Where the next discs go, how many, and the number of the rule."""
    enemies = (GREECE,) if who != GREECE else (LAND, SEA)
    found = order(t, who, n, enemies=enemies)
    assert found is not None
    return t.s.world.board.areas[found.area].id, found.n, found.reason.partition(":")[0]


def ids(t: Table, mask: int) -> set[str]:
    return {area.id for i, area in enumerate(t.s.world.board.areas) if mask >> i & 1}


# -------------------------------------------------------------------------------- home priorities


@pytest.mark.parametrize(
    ("scenario", "rule"),
    [
        pytest.param(GREEKS, "GREEK-08a", marks=pytest.mark.rule("GREEK-08a")),
        pytest.param(ALEX, "ALEX-07b", marks=pytest.mark.rule("ALEX-07b")),
    ],
)
@pytest.mark.parametrize(("there", "greek", "n"), [(1, 0, 2), (2, 0, 1)])
def test_egypt_is_brought_to_three(scenario: str, rule: str, there: int, greek: int, n: int) -> None:
    t = table(scenario, HOLDS | {"egypt": there}, PORTS, {"mycenae": 3})
    assert first(t, LAND) == ("egypt", n, rule)


@pytest.mark.rule("GREEK-08a")
def test_to_four_with_greeks_in_egypt() -> None:
    t = table(GREEKS, HOLDS | {"egypt": 1}, PORTS, {"mycenae": 3, "egypt": 1})
    assert first(t, LAND) == ("egypt", 3, "GREEK-08a")


@pytest.mark.parametrize(
    ("scenario", "rule"),
    [
        pytest.param(GREEKS, "GREEK-08b", marks=pytest.mark.rule("GREEK-08b")),
        pytest.param(ALEX, "ALEX-07c", marks=pytest.mark.rule("ALEX-07c")),
    ],
)
def test_land_with_gold_is_brought_to_three(scenario: str, rule: str) -> None:
    """Where it has 1 or 2 discs; not where it has none."""
    t = table(scenario, HOLDS | {"tarsus": 2}, PORTS, {"mycenae": 3})
    assert first(t, LAND) == ("tarsus", 1, rule)
    t = table(
        scenario,
        {**{a: n for a, n in HOLDS.items() if a != "tarsus"}, "carchemish": 1},
        PORTS,
        {"mycenae": 3},
    )
    assert first(t, LAND)[2] != rule


@pytest.mark.parametrize(
    ("scenario", "rule"),
    [
        pytest.param(GREEKS, "GREEK-08c", marks=pytest.mark.rule("GREEK-08c")),
        pytest.param(ALEX, "ALEX-07d", marks=pytest.mark.rule("ALEX-07d")),
    ],
)
def test_so_do_the_sea_persians(scenario: str, rule: str) -> None:
    t = table(scenario, HOLDS, PORTS | {"tyre": 1}, {"mycenae": 3})
    assert first(t, SEA) == ("tyre", 2, rule)


@pytest.mark.parametrize(
    ("scenario", "rule"),
    [
        pytest.param(GREEKS, "GREEK-08d", marks=pytest.mark.rule("GREEK-08d")),
        pytest.param(ALEX, "ALEX-07e", marks=pytest.mark.rule("ALEX-07e")),
    ],
)
def test_each_sea_next_to_their_gold_gets_a_disc(scenario: str, rule: str) -> None:
    t = table(scenario, HOLDS, PORTS, {"mycenae": 3})
    area, n, why = first(t, SEA)
    assert area in SEAS and (n, why) == (1, rule)
    t = table(scenario, HOLDS, PORTS | SEAS, {"mycenae": 3})
    assert first(t, SEA)[2] != rule


@pytest.mark.parametrize(
    ("scenario", "rule"),
    [
        pytest.param(GREEKS, "GREEK-08e", marks=pytest.mark.rule("GREEK-08e")),
        pytest.param(ALEX, "ALEX-07f", marks=pytest.mark.rule("ALEX-07f")),
    ],
)
def test_greeks_beside_the_empire_are_met_first(scenario: str, rule: str) -> None:
    """In or next to Phrygia, Egypt or Persian Gold; an area with a Greek City before the others."""
    t = table(scenario, HOLDS, PORTS, {"mycenae": 3, "lydia": 1, "libya": 3})
    assert first(t, LAND) == ("libya", 4, rule)
    t = table(scenario, HOLDS, PORTS, {"mycenae": 3, "lydia": 1})
    assert first(t, LAND) == ("lydia", 2, rule)


@pytest.mark.parametrize(
    ("scenario", "rule"),
    [
        pytest.param(GREEKS, "GREEK-08e", marks=pytest.mark.rule("GREEK-08e")),
        pytest.param(ALEX, "ALEX-07f", marks=pytest.mark.rule("ALEX-07f")),
    ],
)
@pytest.mark.parametrize(
    ("area", "beside"),
    [
        ("troy", "Phrygia"), ("lydia", "Phrygia"), ("kush", "Egypt"), ("canaan", "Gold in Tyre"),
        ("sinai", "Gold in the Nile Delta"), ("icarian_sea", "nothing"), ("marmarica", "nothing"),
    ],
)  # fmt: skip
def test_where_greeks_are_beside_the_empire(scenario: str, rule: str, area: str, beside: str) -> None:
    """Elsewhere they are let alone for now."""
    holds = {name: n for name, n in HOLDS.items() if name != area} | {"petra": 2}
    found = order(table(scenario, holds, PORTS, {"mycenae": 3, area: 1}), LAND, 9, enemies=(GREECE,))
    met = found is not None and found.reason.startswith(rule)
    assert met == (beside != "nothing")
    if met:
        assert found is not None and (found.area, found.n) == (
            Game.new(scenario).state.world.board.find(area),
            2,
        )


@pytest.mark.rule("GREEK-08e")
@pytest.mark.parametrize("area", ["phrygia", "egypt", "tarsus"])
def test_greeks_in_the_empire_itself_are_met(area: str) -> None:
    """Where no Persian is left; Alexander is met on Gold before anything else (ALEX-07a)."""
    holds = {name: n for name, n in HOLDS.items() if name != area}
    t = table(GREEKS, holds, PORTS, {"mycenae": 3, area: 1})
    assert first(t, LAND) == (("egypt", 4, "GREEK-08a") if area == "egypt" else (area, 2, "GREEK-08e"))


@pytest.mark.rule("ALEX-07a")
@pytest.mark.parametrize("who", [LAND, SEA])
def test_gold_under_attack_gets_two_discs_more_than_the_greeks(who: str) -> None:
    """Before everything else, as far as the stacking limit goes."""
    for greeks, n in ((1, 2), (2, 3)):
        own = "cilicia" if who == LAND else "tyre"
        holds, ports = HOLDS | {"egypt": 1}, PORTS | {"al_mina": 1}
        t = table(ALEX, holds | {"cilicia": 1}, ports | {"tyre": 1}, {"mycenae": 3, own: greeks})
        assert first(t, who) == (own, n, "ALEX-07a")


# ------------------------------------------------------------------------- the way of the invasion


@pytest.mark.rule("PERS-04a", "PERS-04b")
@pytest.mark.parametrize("scenario", [GREEKS, ALEX])
def test_each_keeps_to_its_element_unless_it_comes_closer(scenario: str) -> None:
    """Closer to Greek Gold or to a Greek City than any own disc is now."""
    t = table(scenario, HOLDS, PORTS, {"mycenae": 3, "minos": 3})
    land, sea = look(t, LAND, (GREECE,)), look(t, SEA, (GREECE,))
    assert {"red_sea", "cilician_strait"} <= ids(t, shunned(land))  # no way to the Greeks
    assert not {"icarian_sea", "trojan_sea"} & ids(t, shunned(land))
    assert {"canaan", "petra"} <= ids(t, shunned(sea)) and "ionia" not in ids(t, shunned(sea))
    assert not ids(t, shunned(land)) & {"troy", "canaan"} and not ids(t, shunned(sea)) & set(SEAS)
    rules = {name: load_scenario(scenario).npc[name].prefer for name in ("land_persians", "sea_persians")}
    assert rules == {"land_persians": "land", "sea_persians": "sea"}


@pytest.mark.rule("PERS-04c")
@pytest.mark.parametrize("scenario", [GREEKS, ALEX])
def test_no_fourth_disc_without_a_reason(scenario: str) -> None:
    """Gold, or two Greek discs."""
    three = {"canaan": 3, "troy": 3, "ionia": 3}
    t = table(scenario, HOLDS | three, PORTS, {"mycenae": 3, "troy": 2, "ionia": 1})
    closed = ids(t, barred(look(t, LAND, (GREECE,))))
    assert {"canaan", "ionia"} <= closed and not {"troy", "egypt", "phrygia"} & closed
    for own, others, is_closed in ((2, 0, False), (3, 0, True), (2, 1, True), (1, 2, True), (1, 1, False)):
        t = table(scenario, HOLDS | {"canaan": own}, PORTS | {"canaan": others}, {"mycenae": 3})
        assert ("canaan" in ids(t, barred(look(t, LAND, (GREECE,))))) == is_closed  # both colours count


# --------------------------------------------------------------------------------- cards and Greece


@pytest.mark.rule("ALEX-04b")
def test_memnon_names_the_land_persians() -> None:
    """The Captain's other white disc goes to the Land Persians if they compete anywhere."""
    fights = {"mycenae": 3, "icarian_sea": 2, "kush": 2}
    t = table(ALEX, HOLDS | {"kush": 2}, PORTS | {"icarian_sea": 2}, fights, phase="competition",
              sea_persians={"hand": [CAPTAIN]})  # fmt: skip
    t.skip_until("commit", SEA).do("Captain").skip_until("name_civilization", SEA)
    name, reason = answer(t)
    assert name == LAND and reason.startswith("ALEX-04b")


@pytest.mark.rule("DAR-06b")
def test_greece_matches_the_persians_and_goes_on() -> None:
    """It does not need to exceed them."""
    gold = {"mycenae": 3, "laconia": 3, "macedon": 3, "thessaly": 3}
    t = table(DARIUS, {"phrygia": 3, "egypt": 3}, {"tyre": 3}, {**gold, "troy": 3})
    for rules, n in ((None, 3), ({"exceeds": True}, 4)):
        found = order(t, GREECE, 4, enemies=(LAND, SEA), rules=rules)
        assert found is not None and (found.area, found.n) == (t.area("phrygia"), n)


@pytest.mark.rule("DAR-06c")
@pytest.mark.parametrize(("persians", "cards"), [(3, [STRATEGOS]), (4, [STRATEGOS, ARMOR])])
def test_alexanders_cards_come_first_and_no_more_than_it_takes(persians: int, cards: list[int]) -> None:
    """On Persian Gold: Strategos, then Armor, then the Infantry, until it wins."""
    t = table(DARIUS, {"cilicia": persians, "egypt": 3}, {"tyre": 3}, {"mycenae": 3, "cilicia": 3},
              phase="competition", used=[120], greece={"hand": [STRATEGOS, INFANTRY, ARMOR, 60]})  # fmt: skip
    t.skip_until("commit", GREECE)
    legal = mask_of(t.game.legal_actions())
    chosen, reason = Contest(look(t, GREECE, (LAND, SEA)), t.area("cilicia")).plan(legal)
    assert reason.startswith("DAR-06c") and [t.card_id(t.name(action)) for action in chosen] == cards


@pytest.mark.rule("DAR-06c")
@pytest.mark.parametrize(("persians", "holds"), [(3, True), (2, False)])
def test_so_they_do_against_a_persian_city_without_gold(persians: int, holds: bool) -> None:
    t = table(DARIUS, {"ionia": persians, "egypt": 3}, {"tyre": 3}, {"mycenae": 3, "ionia": 2},
              phase="competition", used=[120], greece={"hand": [STRATEGOS, INFANTRY, ARMOR, 60]})  # fmt: skip
    t.skip_until("commit", GREECE)
    legal = mask_of(t.game.legal_actions())
    _, reason = Contest(look(t, GREECE, (LAND, SEA)), t.area("ionia")).plan(legal)
    assert reason.startswith("DAR-06c") == holds
