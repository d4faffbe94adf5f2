"""Sides, what scores, who wins: the blocks relations, sides, scoring and victory of a scenario."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from clients import CARTHAGE, DISCS, FACTIONS, MACEDON, ROME, SYRACUSE, changed, scenario
from helpers import Table, moment

from acis_env.envs.rewards import outcome, rank, seat_points
from acis_rules import DataError, Game, scenarios
from acis_rules.box.scenario import load_scenario, parse_scenario
from acis_rules.table.changes import gain_vp, return_disc
from acis_rules.table.ending import end_game, leaders
from acis_rules.variants.monitors import holds
from acis_rules.words.events import describe_event

SIDES = {"romans": {"factions": ["rome", "syracuse"]}, "punics": {"factions": ["carthage", "macedon"]}}


def table(folder: Path, factions: list[dict[str, Any]] = FACTIONS, **more: Any) -> Table:
    return Table(Game.new(scenario(folder, factions, **more), seed=3))


def later(given: Table, name: str, *about: Any, then: tuple[str, ...] = (), **more: Any) -> Table:
    """The same position at another moment."""
    position = given.game.to_dict()
    for field in ("question", "asker"):
        del position[field]
    return Table(Game.from_dict(position | moment(name, *about, then=then) | more))


# ---------------------------------------------------------------------------------- relations


@pytest.mark.rule("HANN-S02", "HANN-07e1")
def test_friends_are_never_enemies_and_some_always_are(tmp_path: Path) -> None:
    relations = {"friends": [["rome", "syracuse"]], "enemies": [["macedon", "rome"]]}
    s = table(tmp_path, relations=relations).s
    assert s.world.friends[ROME] == 1 << SYRACUSE and s.world.friends[SYRACUSE] == 1 << ROME
    assert s.enemies[ROME] == 1 << CARTHAGE | 1 << MACEDON
    both = Game.new(scenario(tmp_path, relations=relations), options={"npcs": [0, 2]}).state
    assert both.enemies[MACEDON] >> ROME & 1 and both.enemies[ROME] >> MACEDON & 1  # NPCs both
    assert not both.enemies[SYRACUSE] >> MACEDON & 1


# -------------------------------------------------------------------------------------- sides


@pytest.mark.rule("GREEK-10c", "TEAM-08")
def test_the_vp_of_a_side_are_added_up_and_divided(tmp_path: Path) -> None:
    t = table(tmp_path, changed(MACEDON, scores=True, markers=2), sides={
        "romans": {"factions": ["rome", "syracuse"]},
        "punics": {"factions": ["carthage", "macedon"], "divisor": 2},
    })  # fmt: skip
    s = t.s
    for faction, vp in ((ROME, 4), (CARTHAGE, 3), (MACEDON, 6)):
        gain_vp(s, faction, vp, "test")
    assert seat_points(t.game) == [4, Fraction(9, 2), Fraction(9, 2)]
    t = later(t, "game end")
    assert t.game.winners == [1, 2] and t.s.winners == [CARTHAGE, MACEDON]
    assert outcome(t.game) == [-1, 0.5, 0.5] and rank(t.game) == [-1, 0.5, 0.5]
    assert Game.from_dict(t.game.to_dict()).winners == [1, 2]


@pytest.mark.rule("EGY-10c")
def test_a_side_may_be_rounded_down_and_win_ties(tmp_path: Path) -> None:
    sides = {**SIDES, "punics": {**SIDES["punics"], "divisor": 2, "round_down": True}}
    t = table(tmp_path, sides=sides, victory={"tie": {"first": ["punics"]}})
    gain_vp(t.s, ROME, 4, "test")
    gain_vp(t.s, CARTHAGE, 9, "test")
    assert seat_points(t.game) == [4, 4, 4] and leaders(t.s) == [1, 2]
    gain_vp(t.s, ROME, 1, "test")
    assert leaders(t.s) == [0]


@pytest.mark.rule("TEAM-09")
def test_of_the_best_side_the_best_may_win_alone(tmp_path: Path) -> None:
    victory = {"single_winner": True}
    t = table(tmp_path, changed(MACEDON, scores=True, markers=2), sides=SIDES, victory=victory)
    for faction, vp in ((ROME, 5), (CARTHAGE, 4), (MACEDON, 2)):
        gain_vp(t.s, faction, vp, "test")
    assert leaders(t.s) == [1]
    t = later(t, "game end")
    assert t.s.winners == [CARTHAGE] and Game.from_dict(t.game.to_dict()).winners == [1]


@pytest.mark.rule("HANN-06d", "HANN-07c", "ROME1-09")
@pytest.mark.parametrize(
    ("tie", "npcs", "winners"),
    [
        ({"first": ["carthage"]}, [], [1]),
        ({"npc": True}, [1], [1]),
        ({"control": "rome"}, [], [0]),
        ({"control": "sardinia"}, [], [0]),  # nobody: Rome has a City
    ],
)
def test_who_wins_a_tie(tmp_path: Path, tie: dict[str, Any], npcs: list[int], winners: list[int]) -> None:
    game = Game.new(scenario(tmp_path, victory={"tie": tie}), options={"npcs": npcs, "npc_hostility": False})
    game.state.vp[ROME] = game.state.vp[CARTHAGE] = 7
    assert leaders(game.state) == winners
    game.state.vp[ROME] = 8
    assert leaders(game.state) == [0]


@pytest.mark.rule("ALEX-08", "DAR-08")
@pytest.mark.parametrize(
    ("final", "vp", "gold", "winner"),
    [
        ({"side": "carthage"}, (9, 1), False, 1),
        ({"side": "carthage", "lead": True, "gold": True, "otherwise": "rome"}, (5, 5), True, 1),
        ({"side": "carthage", "lead": True, "gold": True, "otherwise": "rome"}, (5, 5), False, 0),
        ({"side": "carthage", "lead": True, "gold": True, "otherwise": "rome"}, (6, 5), True, 0),
    ],
)
def test_who_wins_a_game_that_runs_to_its_end(
    tmp_path: Path, final: dict[str, Any], vp: tuple[int, int], gold: bool, winner: int
) -> None:
    setup = {"discs": DISCS, "gold": {"carthage": {"owner": "carthage"}} if gold else {}}
    t = table(tmp_path, victory={"final": final}, setup=setup)
    t.s.vp[ROME], t.s.vp[CARTHAGE] = vp
    end_game(t.s)
    assert t.game.winners == [winner]


@pytest.mark.rule("ALEX-02f", "ALEX-08")
@pytest.mark.parametrize(
    ("winner", "vp", "words"),
    [
        (ROME, (3, 4), "Rome wins a minor victory with 3 VP"),
        (ROME, (4, 4), "Rome wins with 4 VP: a tie with Carthage, broken by Cities (3 to 0)"),
        (CARTHAGE, (3, 4), "Carthage wins a decisive victory with 4 VP"),
        (CARTHAGE, (4, 4), "Carthage wins with 4 VP: the scenario decides the tie with Rome and seat 0"),
    ],
)
def test_a_victory_has_a_grade(tmp_path: Path, winner: int, vp: tuple[int, int], words: str) -> None:
    t = table(tmp_path, victory={"grades": [
        {"side": "rome", "fewer_than": "carthage", "grade": "minor"},
        {"side": "carthage", "more_than": "rome", "grade": "decisive"},
    ]})  # fmt: skip
    t.s.vp[ROME], t.s.vp[CARTHAGE] = vp
    end_game(t.s, [t.s.world.side[winner]])
    told = [describe_event(t.s, event) for event in t.events("won") if event.faction == winner]
    assert told == [words]


@pytest.mark.rule("END-06")
def test_a_drawn_game_has_no_grade(tmp_path: Path) -> None:
    grades = [{"side": side, "grade": "decisive"} for side in ("rome", "carthage")]
    equal = {"discs": {"rome": {"rome": 1}, "carthage": {"carthage": 1}}}
    t = table(tmp_path, victory={"grades": grades}, setup=equal)
    t.s.vp[ROME] = t.s.vp[CARTHAGE] = 4
    end_game(t.s)
    assert t.game.winners == [0, 1] and {event.cause for event in t.events("won")} == {""}


# ----------------------------------------------------------------------------------- monitors


def after_competition(folder: Path, monitor: dict[str, Any], **more: Any) -> Table:
    t = table(folder, sides=SIDES, victory={"monitors": [monitor]}, **more)
    return later(t, "competition phase", then=("evaluation",))


@pytest.mark.rule("HANN-06c")
@pytest.mark.parametrize(("area", "won"), [("dalmatia", True), ("umbria", False)])
def test_control_by_several_wins_at_once(tmp_path: Path, area: str, won: bool) -> None:
    monitor = {"wins": "carthage", "control": {"macedon": [area], "carthage": ["carthage", "thapsus"]}}
    t = after_competition(tmp_path, monitor)
    assert t.game.over == won
    if won:
        assert t.game.winners == [1, 2]
        assert describe_event(t.s, t.events("decided")[0]) == "Carthage wins at once by Control of areas"


@pytest.mark.rule("PERS-09c", "SGOLD-06")
def test_gold_without_a_disc_of_its_owner_does_not_count(tmp_path: Path) -> None:
    gold = {"rome": {"owner": "rome"}}
    more: dict[str, Any] = {"setup": {"discs": DISCS, "gold": gold}}
    monitor = {"wins": "carthage", "no_gold": ["rome"]}
    t = after_competition(tmp_path, monitor, **more)
    assert not t.game.over and t.s.gold
    again = table(tmp_path, sides=SIDES, victory={"monitors": [monitor]}, **more)
    for _ in range(3):
        return_disc(again.s, ROME, again.area("rome"), "test")
    away = later(again, "competition phase", then=("evaluation",))
    assert away.game.over and away.game.winners == [1, 2] and away.s.gold  # not looted: nobody is there


@pytest.mark.rule("EGY-10a")
def test_without_discs_a_side_loses_at_any_time(tmp_path: Path) -> None:
    t = table(tmp_path, victory={"monitors": [{"wins": "rome", "no_discs": ["carthage"]}]})
    return_disc(t.s, CARTHAGE, t.area("carthage"), "test")
    assert not any(frame == ("no_discs_left",) for frame in t.s.stack)
    for area in ("carthage", "thapsus", "thapsus"):
        return_disc(t.s, CARTHAGE, t.area(area), "test")
    assert t.s.stack[-1] == ("no_discs_left",)
    over = later(t, "card phase", stack=[["evaluation"], ["competition_phase"], ["no_discs_left"]])
    assert over.game.over and over.game.winners == [0]


@pytest.mark.rule("EGY-10b")
@pytest.mark.parametrize(("n", "won"), [(2, True), (3, False)])
def test_areas_with_wonders_win_at_once(tmp_path: Path, n: int, won: bool) -> None:
    t = table(tmp_path, victory={"monitors": [{"wins": "rome", "wonder_areas": {"rome": n}}]})
    wonders = [
        {"wonder": "Great Library", "owner": "rome", "area": "rome", "discs": 0},
        {"wonder": "Colossus of Rhodes", "owner": "carthage", "area": "umbria", "discs": 0},
    ]
    names = [wonder.name for wonder in t.s.world.deck.wonders]
    wonders[1]["wonder"] = next(name for name in names if name != "Great Library")
    over = later(t, "competition phase", then=("evaluation",), wonders=wonders)
    assert over.game.over == won


@pytest.mark.parametrize("scenario", [name for name in scenarios() if load_scenario(name).victory.monitors])
def test_nobody_has_won_at_the_start(scenario: str) -> None:
    s = Game.new(scenario, 1).state
    assert not any(holds(s, monitor) for monitor in s.world.scenario.victory.monitors)


# ------------------------------------------------------------------------------------ scoring


def scored(folder: Path, source: dict[str, Any], name: str, gold: dict[str, Any] | None = None) -> Table:
    setup = {"discs": DISCS, "gold": gold or {}}
    clock = {"first_epoch": 4}
    t = table(folder, setup=setup, scoring={"sources": [source]}, clock=clock)
    return later(t, name, then=() if name == "game end" else ("turn order",))


@pytest.mark.rule("ROME1-05a", "EGY-02a")
def test_discs_and_gold_in_an_area_score_in_every_count(tmp_path: Path) -> None:
    source = {"at": "count", "who": ["rome"], "areas": ["rome"], "vp": 1, "gold_vp": 1, "talents": 2}
    t = scored(tmp_path, source, "victory count", {"rome": {"owner": "rome", "n": 2}})
    assert t.of("vp", "rome") == 1 + 1 + 2 and t.of("treasury", "rome") == 2  # a City, the disc, the Gold
    client = {"at": "count", "who": ["rome"], "discs_of": ["syracuse"], "once": True, "vp": 1, "talents": 1}
    t = scored(tmp_path, client, "victory count")
    assert t.of("vp", "rome") == 2 and t.of("treasury", "rome") == 1  # HANN-05c
    everybody = {"at": "count", "vp": 1, "gold_of": ["rome"], "control": True}
    t = scored(
        tmp_path, everybody, "victory count", {"rome": {"owner": "rome"}, "sicily": {"owner": "syracuse"}}
    )
    assert t.of("vp", "rome") == 2 and t.of("vp", "carthage") == 0


@pytest.mark.rule("ROME1-05c", "GREEK-10a", "GREEK-10b")
def test_areas_score_at_the_end_of_the_game(tmp_path: Path) -> None:
    source = {"at": "final", "areas": ["rome", "carthage"], "control": True, "vp": 5}
    t = scored(tmp_path, source, "game end")
    assert t.game.over and t.s.vp == [5, 0, 5, 0]


@pytest.mark.rule("EGY-02b", "EGYP-05e")
def test_gold_scores_at_the_end_of_an_epoch(tmp_path: Path) -> None:
    source = {
        "at": "epoch",
        "who": ["rome"],
        "discs_of": ["rome", "syracuse"],
        "gold_of": ["all"],
        "gold_vp": 1,
    }
    t = scored(
        tmp_path, source, "epoch vp", {"rome": {"owner": "rome", "n": 2}, "sicily": {"owner": "syracuse"}}
    )
    assert t.of("vp", "rome") == 1 + 3  # most Cities, the Gold


@pytest.mark.rule("ROME1-05b")
def test_cities_away_from_gold_are_worth_half(tmp_path: Path) -> None:
    cities = {"divisor": 2, "but_in": ["rome"], "but_on_gold_of": ["carthage"]}
    discs = {
        "rome": {"rome": 3, "umbria": 3, "etruria": 3}, "carthage": {"carthage": 3},
        "syracuse": DISCS["syracuse"], "macedon": {"noricum": 3},
    }  # fmt: skip
    setup = {"discs": discs, "gold": {"carthage": {"owner": "carthage"}}}
    factions = changed(MACEDON, scores=True, markers=2)
    t = later(
        table(tmp_path, factions, setup=setup, scoring={"cities": cities}),
        "victory count",
        then=("turn order",),
    )
    assert t.s.vp == [2, 0, 1, Fraction(1, 2)]
    assert [event.n for event in t.events("vp") if event.faction == MACEDON] == [Fraction(1, 2)]


@pytest.mark.rule("ROME1-02b")
@pytest.mark.parametrize("sea_vp", [True, False])
def test_dominated_seas_may_be_worth_nothing(tmp_path: Path, sea_vp: bool) -> None:
    seas = {"tyrrhenian_sea": 1, "bay_of_capua": 1, "ligurian_sea": 1}
    lands = dict.fromkeys(_coast(seas), 1)
    setup = {
        "discs": {**DISCS, "rome": {**lands, **seas}, "syracuse": {"gades": 1}, "macedon": {"noricum": 1}}
    }
    t = later(table(tmp_path, setup=setup, scoring={"sea_vp": sea_vp}), "epoch vp")
    assert ("dominated seas" in [event.cause for event in t.events("vp")]) == sea_vp


def _coast(seas: dict[str, int]) -> list[str]:
    from acis_rules.box.board import load_board
    from acis_rules.kernel.bits import members

    board = load_board("western")
    return [board.areas[a].id for sea in seas for a in members(board.land_neighbours[board.find(sea)])]


@pytest.mark.parametrize(
    ("blocks", "message"),
    [
        ({"sides": {"romans": {"factions": ["rome"]}}}, "sides: syracuse must be on one side"),
        ({"relations": {"friends": [["rome", "gaul"]]}}, "relations.friends[0]: gaul: not a civilization"),
        ({"victory": {"monitors": [{"wins": "rome"}]}}, "victory.monitors[0]: asks for nothing"),
        (
            {"victory": {"monitors": [{"wins": "x", "no_gold": ["rome"]}]}},
            "monitors[0].wins: x: neither a side",
        ),
        ({"victory": {"final": {"side": "rome", "lead": True}}}, "victory.final.otherwise: who wins"),
        ({"victory": {"tie": {"control": "troy"}}}, "victory.tie.control: troy: not in play"),
        ({"scoring": {"sources": [{"at": "count", "areas": ["atlantis"]}]}}, "scoring.sources[0].areas:"),
        ({"gold": {"looters": ["gaul"]}}, "gold.looters: gaul: not a civilization"),
        ({"gold": {"immune": {"troy": 2}}}, "gold.immune: troy: not in play"),
    ],
)
def test_a_broken_block_is_named(tmp_path: Path, blocks: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError) as error:
        parse_scenario(scenario(tmp_path, **blocks))
    assert message in str(error.value)


def test_a_player_is_on_one_side(tmp_path: Path) -> None:
    sides = {"a": {"factions": ["rome", "macedon"]}, "b": {"factions": ["carthage", "syracuse"]}}
    with pytest.raises(DataError, match="seat 0 has factions of several sides"):
        Game.new(scenario(tmp_path, FACTIONS, sides=sides))
