"""NPCs in Hannibal's war: what Macedon, Carthage and Rome look after first, and what Rome pays."""

from __future__ import annotations

from typing import Any

import pytest
from hannibal_tables import CARTHAGE, MACEDON, ROME, SYRACUSE, new_war, war
from npc_tables import answer

from acis_rules.table.terms import occupied
from agents.npc.orders import barred, preferred
from agents.npc.player import NPC

SOLO = "hannibal_solo"
ROMAN_NPC: dict[str, Any] = {"scenario": SOLO, "options": {"npcs": [1]}}
EMPTY: dict[str, Any] = {"gold": [], "syracuse": {"discs": {}}, "barbarians": {"discs": {}}}


def deploys(who: int, n: int, **given: Any) -> list[tuple[str, str]]:
    """Where an NPC puts n Ready discs, one after the other, and the rules it gives."""
    name = ("carthage", "rome", "macedon")[who]
    given[name] = {**given.get(name, {}), "ready": n}
    table = war("deploy", who, **{**EMPTY, **given})
    npc = NPC()
    out = []
    while table.s.question is not None and table.asked("deploy", name):
        area, reason = answer(table, npc)
        if area == "stop":
            break
        out.append((area, reason.partition(":")[0]))
        table.do(area)
    return out


def first(who: int, n: int, **given: Any) -> tuple[str, str]:
    return deploys(who, n, **given)[0]


# ------------------------------------------------------------------------------------- Macedon


@pytest.mark.rule("HANN-04a")
def test_macedon_brings_dalmatia_then_noricum_to_three_discs() -> None:
    placed = deploys(MACEDON, 4, macedon={"discs": {"dalmatia": 1, "noricum": 1}})
    assert placed == [("dalmatia", "HANN-04a")] * 2 + [("noricum", "HANN-04a")] * 2


@pytest.mark.rule("HANN-04a")
def test_four_discs_where_a_roman_is() -> None:
    placed = deploys(
        MACEDON,
        3,
        macedon={"discs": {"dalmatia": 3, "noricum": 3}},
        rome={"discs": {"noricum": 1, "rome": 3}},
    )
    assert placed[0] == ("noricum", "HANN-04a") and placed[1][1] != "HANN-04a"
    placed = deploys(
        MACEDON, 1, macedon={"discs": {"dalmatia": 3, "noricum": 3}},
        rome={"discs": {"rome": 3}}, barbarians={"discs": {"noricum": 1}},
    )  # fmt: skip
    assert placed[:1] != [("noricum", "HANN-04a")]  # Barbarians are no Romans


@pytest.mark.rule("HANN-03c1", "HANN-S02")
def test_a_hostile_macedon_goes_for_rome_and_never_for_carthage() -> None:
    given: dict[str, Any] = {
        "macedon": {"discs": {"dalmatia": 3, "noricum": 3}},
        "rome": {"discs": {"umbria": 1, "rome": 3}},
        "carthage": {"discs": {"apulia": 1, "carthage": 3}},
    }
    placed = [area for area, _ in deploys(MACEDON, 6, **given)]
    assert "umbria" in placed and "apulia" not in placed
    restrained = [area for area, _ in deploys(MACEDON, 6, marks={"restrained": 1}, **given)]
    assert set(restrained) <= {"dalmatia", "noricum"}  # HANN-03b1


# ------------------------------------------------------------------------------------ Carthage


def carthage(n: int, own: dict[str, int], rome: dict[str, int], **given: Any) -> list[tuple[str, str]]:
    return deploys(
        CARTHAGE, n, scenario=SOLO, carthage={"discs": own}, rome={"discs": {"rome": 3, **rome}}, **given
    )


@pytest.mark.rule("HANN-07d3", "HANN-07d5")
def test_carthage_looks_after_its_home_areas_in_order() -> None:
    placed = carthage(7, {"carthage": 1, "saldae": 1, "thapsus": 2}, {})
    assert placed[:2] == [("carthage", "HANN-07d5")] * 2
    assert sorted(area for area, rule in placed[2:5] if rule == "HANN-07d5") == [
        "saldae",
        "saldae",
        "thapsus",
    ]


@pytest.mark.rule("HANN-07d4")
def test_with_an_enemy_next_to_carthage_it_is_filled_to_four() -> None:
    own = {"carthage": 3, "saldae": 3, "thapsus": 3}
    assert carthage(1, own, {"african_sea": 1})[0] == ("carthage", "HANN-07d4")
    assert carthage(1, own, {"numidia": 1})[0][1] != "HANN-07d4"  # not adjacent


@pytest.mark.rule("HANN-07d5")
def test_four_discs_in_a_home_land_with_two_enemies() -> None:
    own = {"carthage": 4, "saldae": 3, "thapsus": 3}
    assert carthage(1, own, {"thapsus": 2})[0] == ("thapsus", "HANN-07d5")
    assert carthage(1, own, {"thapsus": 1})[0][1] != "HANN-07d5"
    both = carthage(1, own, {"thapsus": 1}, barbarians={"discs": {"thapsus": 1}})
    assert both[0] == ("thapsus", "HANN-07d5")  # enemies together


@pytest.mark.rule("HANN-07d6")
def test_one_more_than_the_enemy_in_a_home_sea() -> None:
    own = {"carthage": 4, "saldae": 3, "thapsus": 3, "african_sea": 1}
    assert carthage(1, own, {"african_sea": 1})[0] == ("african_sea", "HANN-07d6")
    full = {**own, "african_sea": 2}
    assert carthage(1, full, {"african_sea": 2})[0][0] != "african_sea"  # the stacking limit


@pytest.mark.rule("HANN-07d1")
def test_carthage_never_places_where_macedon_is() -> None:
    given: dict[str, Any] = {"macedon": {"discs": {"sicily": 1, "dalmatia": 3}}}
    own = {"carthage": 3, "saldae": 3, "thapsus": 3, "carthaginian_sea": 2, "saldic_sea": 2, "african_sea": 2}
    placed = [area for area, _ in carthage(8, own, {}, **given)]
    assert placed and "sicily" not in placed
    table = war("deploy", CARTHAGE, scenario=SOLO, carthage={"ready": 1})
    pos = NPC().position(table.game.view(0), CARTHAGE)
    assert barred(pos) == occupied(table.s, MACEDON)


@pytest.mark.rule("HANN-07d7")
def test_land_before_sea_between_equals() -> None:
    world = war("card action", 0, scenario=SOLO).s.world
    carthaginian, roman = world.npc_rules[CARTHAGE], world.npc_rules[ROME]
    assert carthaginian is not None and carthaginian.prefer == "land"
    assert roman is not None and roman.prefer is None
    table = war("deploy", CARTHAGE, scenario=SOLO, carthage={"ready": 1})
    pos = NPC().position(table.game.view(0), CARTHAGE)
    equals = 1 << table.area("saldae") | 1 << table.area("saldic_sea")
    assert preferred(pos, equals) == 1 << table.area("saldae")


# ---------------------------------------------------------------------------------------- Rome


def rome(n: int, own: dict[str, int], enemy: dict[str, int], **given: Any) -> list[tuple[str, str]]:
    return deploys(
        ROME, n, **ROMAN_NPC, rome={"discs": own}, carthage={"discs": {"carthage": 3, **enemy}}, **given
    )


@pytest.mark.rule("HANN-07e3", "HANN-07e5")
def test_rome_looks_after_its_home_areas_in_order() -> None:
    lands = ("etruria", "umbria", "apulia", "samnium")
    placed = rome(6, {"rome": 2, **dict.fromkeys(lands, 2)}, {})
    assert placed[0] == ("rome", "HANN-07e5")
    assert sorted(placed[1:5]) == sorted((area, "HANN-07e5") for area in lands)


@pytest.mark.rule("HANN-07e4")
def test_with_an_enemy_next_to_rome_it_is_filled_to_four() -> None:
    own = {"rome": 3, "etruria": 3, "umbria": 3, "apulia": 3, "samnium": 3}
    assert rome(1, own, {"bay_of_capua": 1})[0] == ("rome", "HANN-07e4")
    assert rome(1, own, {"corsica": 1})[0][1] != "HANN-07e4"


@pytest.mark.rule("HANN-07e1", "HANN-07e4")
def test_macedon_is_an_enemy_of_rome_too() -> None:
    own = {"rome": 3, "etruria": 3, "umbria": 3, "apulia": 3, "samnium": 3}
    placed = rome(1, own, {}, macedon={"discs": {"dalmatia": 3, "umbria": 1}})
    assert placed[0] == ("rome", "HANN-07e4")


@pytest.mark.rule("HANN-07e5")
def test_four_discs_in_a_home_land_of_rome_with_two_enemies() -> None:
    own = {"rome": 4, "etruria": 3, "umbria": 3, "apulia": 3, "samnium": 3}
    assert rome(1, own, {"apulia": 2})[0] == ("apulia", "HANN-07e5")
    assert rome(1, own, {"apulia": 1})[0][1] != "HANN-07e5"


@pytest.mark.rule("HANN-07e6")
def test_one_more_than_the_enemy_in_a_home_sea_of_rome() -> None:
    own = {"rome": 4, "etruria": 3, "umbria": 3, "apulia": 3, "samnium": 3, "bay_of_capua": 1}
    assert rome(1, own, {"bay_of_capua": 1})[0] == ("bay_of_capua", "HANN-07e6")


@pytest.mark.rule("HANN-07e2")
@pytest.mark.parametrize("state", [MACEDON, SYRACUSE])
def test_rome_pays_a_talent_else_a_card_for_a_yellow_disc(state: int) -> None:
    for treasury, hand in ((2, [39, 5]), (1, []), (0, [39, 5])):
        table = war(
            "attitude", state, 2, phase="growth", **ROMAN_NPC, rome={"treasury": treasury, "hand": hand}
        )
        assert table.asked("penalty", "rome") and table.can("stop")
        chosen, reason = answer(table)
        assert reason.startswith("HANN-07e2")
        table.do("talent" if chosen == "pay_talent" else chosen)
        paid = int(treasury > 0)
        assert table.of("treasury", "rome") == treasury - paid
        assert len(table.hand("rome")) == len(hand) - (not paid)
    table = war("attitude", state, 2, phase="growth", **ROMAN_NPC, rome={"treasury": 0, "hand": []})
    assert table.s.question is None  # it has nothing to pay with


PLAGUE = 2


def plague(**discs: dict[str, int]) -> str:
    """Whose City an NPC Rome names for Plague."""
    given: dict[str, Any] = {name: {"discs": where} for name, where in discs.items()}
    given["rome"] = {"discs": {"massilia": 3}, "hand": [PLAGUE]}
    table = war("card action", 5, **ROMAN_NPC, **{**EMPTY, **given})
    card, _ = answer(table)
    assert card == "Plague"
    table.do(f"#{PLAGUE}")
    return answer(table, NPC())[0]


@pytest.mark.rule("HANN-07e7")
def test_cards_of_rome_hit_carthage_before_macedon_and_its_home_first() -> None:
    assert plague(carthage={"gades": 3}, macedon={"dalmatia": 3}) == "gades"
    assert plague(carthage={"gades": 3, "umbria": 3}, macedon={"dalmatia": 3}) == "umbria"
    for home in ("etruria", "umbria", "apulia", "samnium"):
        for elsewhere in ("gades", "tarentum", "massilia"):
            assert plague(carthage={elsewhere: 3, home: 3}) == home
    assert plague(carthage={"gades": 3}, macedon={"umbria": 3}) == "gades"  # Carthage first


# ------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("hannibal", {}),
        (SOLO, {}),
        (SOLO, {"npcs": [1]}),
        (SOLO, {"rules": ["hannibal", "walls", "scipio", "roman_seas", "alternative_events"]}),
    ],
)
def test_npcs_play_whole_games_by_their_rules(scenario: str, options: dict[str, Any]) -> None:
    for seed in range(2):
        table = new_war(seed, scenario, **options)
        players = [NPC(seed=seed + seat) for seat in range(3)]
        while not table.game.over:
            decision = table.game.decision
            npc = players[decision.seat]
            action = npc.act(table.game.view(decision.seat), decision, table.game.legal_actions())
            assert not npc.reason.startswith("no rule"), decision
            table.game.apply(action)
        assert 2 <= table.s.turn <= 8
