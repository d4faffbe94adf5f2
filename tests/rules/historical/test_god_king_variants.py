"""God-King of Egypt with several players, Phoenicia, Mycenae, Assyria: all combinations (EGYM to EGYA)."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from helpers import EVENTS, Table, moment
from invariants import check_all

from acis_rules import DataError, Game
from acis_rules.box.scenario import load_scenario
from acis_rules.table.ending import end_game, side_score, side_standing
from acis_rules.table.terms import room

HOSTS = ["god_king", "god_king_2p_1", "god_king_2p_2", "god_king_3p"]
PHOENICIA = [(), ("phoenicia_egypt",), ("phoenicia_independent",)]
MYCENAE = [(), ("mycenae_egypt",), ("mycenae_independent",), ("mycenae_phoenician",)]
SETS = [
    (*p, *m, *a)
    for p, m, a in product(PHOENICIA, MYCENAE, [(), ("assyria",)])
    if "mycenae_phoenician" not in m or "phoenicia_independent" in p
]
CITIES = ("tyre", "al_mina", "phoenicia")


def game(host: str = "god_king", *variants: str, seed: int = 1) -> Table:
    """The start of a game with variants."""
    return Table(Game.new(host, seed, {"variants": list(variants)}))


def at(host: str, variants: tuple[str, ...], *when: Any, then: tuple[Any, ...] = (), **given: Any) -> Table:
    """A moment of a game with variants; factions by id, in the order of the scenario."""
    blocks = load_scenario(host, variants).factions
    factions = [
        {
            "civilization": None if block.civilization == "none" else block.civilization,
            **given.pop(block.id, {}),
        }
        for block in blocks
    ]
    options = {"variants": list(variants), **given.pop("options", {})}
    return Table(
        Game.from_dict(
            {"scenario": host, "options": options, "factions": factions, **moment(*when, then=then), **given}
        )
    )


def scores(t: Table, **vp: int) -> dict[str, Any]:
    """The score of each side with these VP."""
    for name, n in vp.items():
        t.s.vp[t.faction(name)] = n
    return {side.name: side_score(t.s, i) for i, side in enumerate(t.s.world.sides)}


# ---------------------------------------------------------------------------------- several players


@pytest.mark.rule("EGYM-01", "EGYM-02")
def test_an_invader_run_by_a_player_has_no_help() -> None:
    t = at(
        "god_king_2p_1", (), "acquisition", 1, egypt={"discs": {"egypt": 1}}, hittites={"discs": {"ionia": 1}}
    )
    assert t.of("ready", "hittites") == 3
    t = at(
        "god_king_2p_1",
        (),
        "acquisition",
        2,
        egypt={"discs": {"egypt": 1}},
        sea_peoples={"discs": {"kydonia": 1}},
    )
    assert t.of("ready", "sea_peoples") == 4  # the NPC
    deck = [*EVENTS, *(c for c in range(1, 104) if c not in (*EVENTS, 41, 44))]
    reserve = [{"card": c, "owner": 0, "discs": 1} for c in (41, 44)]
    t = at("god_king_2p_1", (), "draw step", egypt={"discs": {"egypt": 1}}, hittites={"discs": {"ionia": 1}},
           sea_peoples={"discs": {"minos": 1}}, order=[1, 2, 0], deck=deck, reserve=reserve,
           then=("turn order",))  # fmt: skip
    drawn = {f: sum(e.n for e in t.events("drew") if e.faction == f) for f in range(3)}
    assert drawn == {0: 3, 1: 3, 2: 4}


@pytest.mark.rule("EGYM-02")
def test_its_aeneas_is_that_of_players() -> None:
    strong = {"discs": {"egypt": 3}, "vp": 9}
    t = at("god_king_3p", (), "growth phase", egypt=strong, hittites={"discs": {"troy": 1}},
           sea_peoples={"discs": {"minos": 1}}, order=[1, 2, 0])  # fmt: skip
    assert not t.events("aeneas")  # it does not return by itself
    t = at("god_king_3p", (), "aeneas step", 0, egypt=strong, hittites={"discs": {"troy": 1}},
           sea_peoples={"discs": {"minos": 1}, "vp": 9}, order=[1, 2, 0], then=("sudden end",))  # fmt: skip
    assert t.asked("aeneas", "hittites")


@pytest.mark.rule("EGYM-03", "EGYM-2P1")
def test_of_the_players_the_one_with_most_vp_wins() -> None:
    t = game("god_king_2p_1")
    assert t.s.world.npcs == 1 << 2 and t.s.world.n_seats == 3
    t.s.vp[:3] = [10, 11, 30]
    end_game(t.s)
    assert t.game.winners == [1]  # the NPC's VP are not compared
    other = Table(Game.new("god_king_2p_1", 0, {"npcs": [1]}))
    other.s.vp[:3] = [10, 30, 9]
    end_game(other.s)
    assert other.game.winners == [0]
    alone = Table(Game.new("god_king_2p_1", 0, {"npcs": [0, 1, 2]}))  # nobody but NPCs to compare
    alone.s.vp[:3] = [10, 30, 9]
    end_game(alone.s)
    assert alone.game.winners == [1]
    assert not t.s.world.by_category and t.s.world.sees_laid == 1 << 2
    npcs_only = Table(Game.new("god_king_2p_1", 0, {"npcs": [0, 1, 2]}))
    npcs_only.s.vp[:3] = [10, 30, 9]
    end_game(npcs_only.s)
    assert npcs_only.game.winners == [1]  # without players NPCs are compared


@pytest.mark.rule("EGYM-03", "EGYM-2P2a", "EGYM-2P2c")
def test_one_player_for_both_invaders_has_half_their_vp() -> None:
    t = game("god_king_2p_2")
    assert t.s.world.player == (0, 1, 1, 0) and not t.s.world.npcs
    assert scores(t, egypt=10, hittites=10, sea_peoples=11) == {"egypt": 10, "invaders": Fraction(21, 2)}
    end_game(t.s)
    assert t.game.winners == [1]


@pytest.mark.rule("EGYM-2P2b")
def test_its_invaders_keep_apart() -> None:
    t = game("god_king_2p_2")
    t.s.phase = "growth"
    minos, phrygia, sea = (1 << t.area(a) for a in ("minos", "phrygia", "myrtoan_sea"))
    assert not room(t.s, 1) & minos and not room(t.s, 2) & phrygia  # 3 discs of the other are there
    assert room(t.s, 1) & sea  # one only
    free = game("god_king_3p")
    free.s.phase = "growth"
    assert room(free.s, 1) & minos


@pytest.mark.rule("EGYM-03", "EGYM-3Pa", "EGYM-3Pb")
def test_three_players_are_all_enemies() -> None:
    t = game("god_king_3p")
    assert t.s.world.player == (0, 1, 2, 0) and not t.s.world.npcs
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert t.s.enemies[one] >> other & 1 and t.s.enemies[other] >> one & 1
    assert not t.s.enemies[0] >> 3 & 1
    t.s.phase = "growth"
    assert room(t.s, 1) >> t.area("minos") & 1 and room(t.s, 2) >> t.area("phrygia") & 1
    t.s.vp[:3] = [10, 11, 12]
    end_game(t.s)
    assert t.game.winners == [2]


# ---------------------------------------------------------------------------------------- Phoenicia


@pytest.mark.rule("EGYP-01")
@pytest.mark.parametrize("variant", ["phoenicia_egypt", "phoenicia_independent"])
def test_phoenicia_takes_the_place_of_the_tributaries(variant: str) -> None:
    t = game("god_king", variant)
    f = t.faction("phoenicia")
    assert "tributaries" not in t.s.world.ids
    assert t.s.world.civilization(t.s, f).id == "phoenicia" and t.s.home[f] == 1 << t.area("phoenicia")
    assert sum(t.s.discs[f]) == 14 and t.discs("phoenicia", "tyre") == 3
    assert {a: t.s.gold[t.area(a)] for a in CITIES} == dict.fromkeys(CITIES, (f, 1))
    assert t.s.hand[f].bit_count() == 3 and t.s.world.scenario.set_aside == 12
    assert t.s.vp[f] == 0 and t.s.supply[f] == 50 - 2 - 14


@pytest.mark.rule("EGYP-02", "EGYC-07")
@pytest.mark.parametrize("variant", ["phoenicia_egypt", "phoenicia_independent", "mycenae_independent"])
def test_both_invaders_of_one_player_score_half(variant: str) -> None:
    t = game("god_king_2p_2", variant)
    assert scores(t, hittites=4, sea_peoples=5)["invaders"] == Fraction(9, 2)


@pytest.mark.rule("EGYP-03")
def test_the_rules_of_tributaries_are_gone() -> None:
    t = game("god_king", "phoenicia_egypt")
    scenario = t.s.world.scenario
    assert not scenario.unions and [source.at for source in scenario.scoring.sources] == ["epoch"]
    assert scenario.scoring.sources[0].discs_of == ("egypt",)
    assert not t.s.world.on.colour and t.s.world.patron[t.faction("phoenicia")] == t.faction("phoenicia")
    t.s.phase = "growth"
    assert room(t.s, t.faction("egypt")) >> t.area("citium") & 1
    assert load_scenario("god_king", ("phoenicia_egypt",)).factions[1].returns is not None


@pytest.mark.rule("EGYP-04a", "EGYP-04b", "EGYP-04c")
def test_run_by_egypt_it_is_the_fourth() -> None:
    t = game("god_king", "phoenicia_egypt")
    names = [t.s.world.ids[f] for f in t.s.order]
    assert names == ["hittites", "sea_peoples", "egypt", "phoenicia"]
    assert t.s.world.player[t.faction("phoenicia")] == 0 and t.s.world.n_seats == 3
    assert scores(t, egypt=10, phoenicia=5)["egypt"] == Fraction(15, 2)
    assert t.s.enemies[0] >> t.faction("phoenicia") & 1  # a civilization of its own, though one player's


@pytest.mark.rule("EGYP-05a", "EGYP-05b", "EGYP-05c")
def test_independent_it_is_the_first_and_everybodys_enemy() -> None:
    t = game("god_king", "phoenicia_independent")
    f = t.faction("phoenicia")
    assert t.s.order[0] == f and t.s.world.player[f] == 3 and t.s.world.n_seats == 4
    assert t.s.enemies[f] == 0b111 and all(t.s.enemies[other] >> f & 1 for other in range(3))
    assert t.s.world.knobs[f].wonders == 1


@pytest.mark.rule("EGYP-05d")
def test_an_independent_phoenicia_loots_for_two_vp() -> None:
    gold = [{"area": "nile_delta", "owner": 0, "discs": 1}, {"area": "tyre", "owner": 3, "discs": 1}]
    t = at("god_king", ("phoenicia_independent",), "competition phase", egypt={"discs": {"egypt": 1}},
           phoenicia={"discs": {"nile_delta": 1, "tyre": 1}}, gold=gold)  # fmt: skip
    assert t.of("vp", "phoenicia") == 2 and t.of("treasury", "phoenicia") == 1
    assert list(t.s.gold) == [t.area("tyre")]  # its own stays


@pytest.mark.rule("EGYP-05e", "EGYC-05")
@pytest.mark.parametrize(
    ("variant", "who"), [("phoenicia_independent", "phoenicia"), ("mycenae_independent", "mycenae")]
)
def test_a_vp_for_each_area_with_gold_at_the_end_of_an_epoch(variant: str, who: str) -> None:
    gold = [{"area": "kush", "owner": 0, "discs": 2}, {"area": "egypt", "owner": 0, "discs": 1}]
    discs = {"kush": 1, "egypt": 1, "sinai": 1}
    given: dict[str, Any] = {who: {"discs": discs}, "egypt": {"discs": {"egypt": 1}}}
    t = at("god_king", (variant,), "epoch vp", gold=gold, **given)
    assert sum(e.n for e in t.events("vp") if e.cause == "scenario" and e.faction == t.faction(who)) == 2


# ------------------------------------------------------------------------------------------ Mycenae


@pytest.mark.rule("EGYC-01", "EGYC-02", "EGYC-03", "EGYC-06")
def test_mycenae_joins_on_a_larger_map() -> None:
    t = game("god_king", "mycenae_independent")
    f = t.faction("mycenae")
    assert {a: t.discs("mycenae", a) for a in ("mycenae", "laconia", "thessaly", "illyria")} == {
        "mycenae": 3, "laconia": 3, "thessaly": 2, "illyria": 2,
    }  # fmt: skip
    assert t.discs("barbarians", "macedon") == 3 and sum(t.s.discs[t.s.world.barbarians]) == 16
    board = t.s.world.board
    line = ("leptis", "gulf_of_leptis", "sea_of_sicily", "gulf_of_taranto", "adriatic_sea", "dalmatia")
    assert not any(board.in_play >> board.find(area) & 1 for area in line)
    assert board.in_play >> board.find("ionian_sea") & 1 and t.s.home[f] == 1 << board.find("mycenae")
    assert t.s.hand[f].bit_count() == 3 and t.s.world.knobs[f].wonders == 0
    assert t.s.world.scenario.factions[f].colour == "brown"


@pytest.mark.rule("EGYC-04")
def test_mycenae_loots_gold_with_its_heroes() -> None:
    gold = [{"area": a, "owner": 0, "discs": 1} for a in ("kush", "nile_delta")]
    t = at("god_king", ("mycenae_independent",), "competition phase", egypt={"discs": {"egypt": 1}},
           mycenae={"discs": {"kush": 1, "nile_delta": 1}}, gold=gold)  # fmt: skip
    assert t.of("vp", "mycenae") == 4 and t.of("treasury", "mycenae") == 3  # one more for the first
    assert not t.s.gold


@pytest.mark.rule("EGYC-04", "GOLD-05")
def test_the_gold_of_an_npc_that_is_out_is_looted_by_its_enemies() -> None:
    gold = [{"area": a, "owner": 3, "discs": 1} for a in ("tyre", "al_mina")]
    t = at("god_king", ("phoenicia_independent", "mycenae_egypt"), "competition phase", gold=gold,
           mycenae={"discs": {"tyre": 1}}, hittites={"discs": {"al_mina": 1}}, egypt={"discs": {"egypt": 1}},
           phoenicia={"aeneas_used": 2}, options={"npcs": [1, 2, 3]})  # fmt: skip
    assert t.s.absent == 1 << t.faction("phoenicia")
    assert t.of("vp", "mycenae") == 2 and t.of("vp", "hittites") == 4 and not t.s.gold


@pytest.mark.rule("GOLD-05")
def test_an_npc_loots_the_gold_of_a_player_with_whom_it_is_at_peace() -> None:
    gold = [{"area": "kush", "owner": 0, "discs": 1}]
    t = at("god_king", ("mycenae_independent",), "competition phase", egypt={"discs": {"egypt": 1}},
           mycenae={"discs": {"kush": 1}, "enemies": []}, gold=gold,
           options={"npcs": [1, 2, 3], "npc_hostility": True})  # fmt: skip
    assert t.of("vp", "mycenae") == 2 and not t.s.gold


@pytest.mark.rule("EGYC-08a", "EGYC-08b")
def test_mycenae_run_by_egypt() -> None:
    t = game("god_king", "mycenae_egypt")
    f = t.faction("mycenae")
    assert t.s.order[0] == f and t.s.world.player[f] == 0
    assert scores(t, egypt=7, mycenae=4)["egypt"] == Fraction(11, 2)
    t.s.phase = "growth"
    assert not room(t.s, f) >> t.area("kush") & 1 and not room(t.s, f) >> t.area("citium") & 1
    assert room(t.s, f) >> t.area("troy") & 1
    both = game("god_king", "phoenicia_independent", "mycenae_egypt")
    assert [both.s.world.ids[x] for x in both.s.order][:2] == ["mycenae", "phoenicia"]
    both.s.phase = "growth"
    assert room(both.s, both.faction("mycenae")) >> both.area("citium") & 1  # no Tributaries there
    three = game("god_king", "phoenicia_egypt", "mycenae_egypt")
    assert scores(three, egypt=7, mycenae=4, phoenicia=4)["egypt"] == 5


@pytest.mark.rule("EGYC-09")
def test_an_independent_mycenae_is_last() -> None:
    t = game("god_king", "mycenae_independent")
    assert t.s.order[-1] == t.faction("mycenae") and t.s.world.player[t.faction("mycenae")] == 3


@pytest.mark.rule("EGYC-10")
def test_mycenae_run_by_phoenicia_is_last() -> None:
    t = game("god_king", "phoenicia_independent", "mycenae_phoenician")
    f = t.faction("mycenae")
    assert t.s.order[-1] == f and t.s.world.player[f] == t.s.world.player[t.faction("phoenicia")] == 3
    assert scores(t, phoenicia=7, mycenae=4)["phoenicia"] == Fraction(11, 2)
    with pytest.raises(DataError, match="mycenae_phoenician needs phoenicia_independent before it"):
        game("god_king", "mycenae_phoenician")


# ------------------------------------------------------------------------------------------ Assyria


@pytest.mark.rule("EGYA-01", "EGYA-02")
@pytest.mark.parametrize(
    ("variants", "north"),
    [
        (("assyria",), {"troy", "phrygia", "carchemish"}),
        (("mycenae_independent", "assyria"), {"troy", "phrygia", "carchemish", "macedon"}),
    ],
)
def test_barbarians_in_the_north_after_epoch_one(variants: tuple[str, ...], north: set[str]) -> None:
    t = at("god_king", variants, "epoch change", egypt={"discs": {"egypt": 1}}, epoch=1)
    black = t.s.discs[t.s.world.barbarians]
    assert {a.id: n for a, n in zip(t.s.world.board.areas, black, strict=True) if n} == dict.fromkeys(
        north, 3
    )
    assert [e.row for e in t.events("epoch_change")] == ["Devaluation of currency"] and t.s.devalued
    assert not t.events("revealed")


@pytest.mark.rule("EGYA-01", "EGYA-03")
def test_the_assyrians_come_after_epoch_two() -> None:
    t = at("god_king", ("assyria",), "epoch change", egypt={"discs": {"egypt": 1, "hamath": 1}},
           hittites={"discs": {"carchemish": 2, "troy": 1}, "vp": 7, "treasury": 2}, epoch=2)  # fmt: skip
    assert t.discs("hittites", "carchemish") == 3 and t.discs("hittites", "hamath") == 3
    assert t.discs("egypt", "hamath") == 1 and t.of("vp", "hittites") == 7
    assert t.s.devalued and not t.events("revealed")


@pytest.mark.rule("EGYA-03", "EGYM-2P2b")
def test_they_come_even_where_their_player_could_not_place_them() -> None:
    t = at("god_king_2p_2", ("assyria",), "epoch change", egypt={"discs": {"egypt": 1}},
           hittites={"discs": {"troy": 1}}, sea_peoples={"discs": {"carchemish": 2}}, epoch=2)  # fmt: skip
    assert t.discs("hittites", "carchemish") == 3 and t.discs("sea_peoples", "carchemish") == 2


@pytest.mark.rule("EGYA-03", "TEAM-06")
def test_and_where_a_partner_is() -> None:
    t = at("god_king_3p", ("phoenicia_independent", "assyria"), "epoch change", epoch=2,
           egypt={"discs": {"hamath": 2}}, hittites={"discs": {"troy": 1}},
           options={"teams": [[0, 1], [2, 3]]})  # fmt: skip
    assert t.discs("hittites", "hamath") == 3 and t.discs("egypt", "hamath") == 2


@pytest.mark.rule("EGYA-04")
@pytest.mark.parametrize("host", HOSTS)
def test_the_assyrians_grow_by_six(host: str) -> None:
    npc = host == "god_king"
    for epoch, n in ((2, 4 if npc else 3), (3, 6)):
        t = at(host, ("assyria",), "acquisition", 1, egypt={"discs": {"egypt": 1}},
               hittites={"discs": {"ionia": 1}}, epoch=epoch)  # fmt: skip
        assert t.of("ready", "hittites") == n


@pytest.mark.rule("EGY-10c", "TEAM-08")
@pytest.mark.parametrize(("teams", "ties"), [([[0, 3], [1, 2]], [0, 1]), ([[0, 1], [2, 3]], [0, 0])])
def test_a_team_of_both_invaders_wins_ties(teams: list[list[int]], ties: list[int]) -> None:
    s = Game.new("god_king", 1, {"variants": ["phoenicia_independent"], "teams": teams}).state
    assert [side_standing(s, team)[:3] for team in (0, 1)] == [(0, 0, tie) for tie in ties]


# ----------------------------------------------------------------------------------- all together


@pytest.mark.rule("EGYA-01")
@pytest.mark.parametrize("variants", SETS)
def test_all_combinations_begin_with_every_version(variants: tuple[str, ...]) -> None:
    for host in HOSTS:
        s = Game.new(host, 1, {"variants": list(variants)}).state
        assert s.phase == "growth" and s.world.scenario.variants == variants
        assert not s.over


@pytest.mark.parametrize("i", range(0, len(SETS), 3))
def test_some_combinations_to_the_end(i: int) -> None:
    rng = random.Random(i)
    one = Game.new(HOSTS[i % len(HOSTS)], i, {"variants": list(SETS[i])})
    while not one.over:
        one.apply(rng.choice(one.legal_actions()))
    check_all(one)


@pytest.mark.parametrize(
    "variants", [("phoenicia_egypt", "phoenicia_independent"), ("mycenae_egypt", "mycenae_independent")]
)
def test_variants_that_exclude_each_other(variants: tuple[str, ...]) -> None:
    with pytest.raises(DataError, match="does not go with"):
        game("god_king", *variants)
