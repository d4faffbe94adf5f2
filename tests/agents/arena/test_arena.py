"""The arena: pairing, rotation, resuming, failures, intervals, ratings, commands."""

from __future__ import annotations

import csv
import importlib
import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from acis_rules.box.scenario import load_scenario, scenarios
from acis_rules.box.world import World
from acis_rules.replay import load
from acis_rules.words.terminal import console
from agents.arena import run as running
from agents.arena.guard import PlayerFailed
from agents.arena.intervals import over_deals, wilson
from agents.arena.play import play_match
from agents.arena.ratings import rate
from agents.arena.report import make_report, report_json
from agents.arena.results import Record, Result
from agents.arena.run import Stopped, run
from agents.arena.schedule import Schedule, Settings, civilizations, schedule
from agents.arena.stopping import Stop
from agents.arena.workers import play_all

PROJECT = Path(__file__).parents[3] / "pyproject.toml"
PAIR = Settings(("random", "agents.greedy.player:Greedy"), "basic_2p", seed=40)


def timeless(results: list[Result]) -> list[object]:
    """Results without the time they took."""
    return [msgspec.to_builtins(one) | {"seconds": 0} for one in results]


# ------------------------------------------------------------------------------- schedule


@pytest.mark.parametrize(("scenario", "players"), [("basic_2p", 2), ("basic_4p", 4), ("basic_3p", 5)])
def test_everybody_plays_every_seat_of_the_same_deals(scenario: str, players: int) -> None:
    settings = Settings(tuple(f"p{i}" for i in range(players)), scenario, seed=7)
    matches = schedule(settings, 50)
    assert [match.game for match in matches] == list(range(len(matches))) and len(matches) >= 50
    for block in {match.block for match in matches}:
        games = [match for match in matches if match.block == block]
        assert {match.seed for match in games} == {7 + block}
        assert len({tuple(match.options["civilizations"]) for match in games}) == 1
        seats = Counter((seat, who) for match in games for seat, who in enumerate(match.entrants))
        assert len(seats) == players * len(games[0].players) and len(set(seats.values())) == 1


def test_more_games_begin_with_the_same_games() -> None:
    assert schedule(PAIR, 10) == schedule(PAIR, 40)[:10]
    assert PAIR.key == Settings(PAIR.players, PAIR.scenario, 40).key
    assert PAIR.key != Settings(PAIR.players, PAIR.scenario, 41).key


def test_players_keep_their_seed_when_seats_change() -> None:
    first, second = schedule(PAIR, 2)
    assert first.entrants == second.entrants[::-1]
    assert first.player_seed(0) == second.player_seed(1) != first.player_seed(1)


def test_choosing_leaves_civilizations_open() -> None:
    assert "civilizations" not in schedule(Settings(PAIR.players, "basic_2p", choose=True), 1)[0].options


# -------------------------------------------------------------------------------- playing


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    assert timeless(run(PAIR, 4)) == timeless(run(PAIR, 4, workers=2))


def test_a_run_goes_on_from_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped after 3 games and in the middle of a line, it plays the rest and nothing twice."""
    settings = Settings(("random", "random"), "basic_2p", seed=3)
    whole = timeless(run(settings, 6))
    record = Record(tmp_path / "games.jsonl")

    def three(matches, *rest):
        yield from list(play_all(matches[:3], *rest))
        raise Stop(2)

    monkeypatch.setattr(running, "play_all", three)
    with pytest.raises(Stopped) as stopped:
        run(settings, 6, record=record)
    assert len(stopped.value.results) == 3
    with record.path.open("ab") as file:
        file.write(b'{"acis_record":2,"cut sho')
    played: list[int] = []

    def count(matches, *rest):
        played.extend(match.game for match in matches)
        yield from play_all(matches, *rest)

    monkeypatch.setattr(running, "play_all", count)
    assert timeless(run(settings, 6, record=record)) == whole
    assert played == [3, 4, 5]
    assert timeless(run(settings, 6, record=record)) == whole and played == [3, 4, 5]
    assert len(record.path.read_bytes().splitlines()) == 6
    other = Settings(("random", "random"), "basic_2p", seed=4)
    assert not record.finished(other, schedule(other, 6))


BAD = """
class Illegal:
    def __init__(self, seed=0):
        self.n = 0
    def act(self, view, decision, legal):
        self.n += 1
        return legal[0] if self.n < 5 else 271

class Crash(Illegal):
    def act(self, view, decision, legal):
        raise RuntimeError("out of ideas")
"""


@pytest.mark.parametrize(("name", "words"), [("Illegal", "271 is not legal"), ("Crash", "out of ideas")])
def test_a_player_that_fails_is_named(
    name: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad_players.py").write_text(BAD)
    monkeypatch.syspath_prepend(tmp_path)
    match = schedule(Settings(("random", f"bad_players:{name}"), "basic_2p", seed=9), 1)[0]
    with pytest.raises(PlayerFailed) as failure:
        play_match(match, str(tmp_path))
    for part in (f"bad_players:{name}", "game 0", "seed 9", words):
        assert part in str(failure.value)
    replay = load(next(tmp_path.glob("failed-*.json")))
    assert replay.seed == 9 and not replay.final().over


# ------------------------------------------------------------------------------ intervals


def test_wilson() -> None:
    low, high = wilson(0.5, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson(1.0, 10)[1] == pytest.approx(1.0) and round(wilson(1.0, 10)[0], 3) == 0.722


def test_games_of_a_deal_are_not_independent() -> None:
    """Ten deals won twice or lost twice say as much as ten games, not as twenty."""
    together = over_deals([2.0, 0.0] * 5, [2] * 10, True)
    assert together.mean == 0.5 and together.method == "bootstrap over 10 deals"
    assert together.high - together.low > 0.5
    alike = over_deals([2.0] * 10, [2] * 10, True)
    assert alike.low == wilson(1.0, 10)[0] and "Wilson" in alike.method
    assert over_deals([3.0, 5.0], [1, 1], False) == over_deals([3.0, 5.0], [1, 1], False)


# -------------------------------------------------------------------------------- ratings


def test_a_draw_between_equals_changes_nothing() -> None:
    for n in (2, 3, 6):
        ratings = rate([(tuple("abcdef"[:n]), (0,) * n)])
        assert {round(one.mu, 9) for one in ratings.values()} == {25.0}


def test_symmetric_results_give_equal_ratings() -> None:
    duel = rate([(("a", "b"), (0, 1)), (("b", "a"), (0, 1))])
    assert duel["a"].mu == pytest.approx(duel["b"].mu)
    behind = rate([(("a", "b", "c", "d"), (0, 1, 1, 1))])
    assert behind["b"] == behind["c"] == behind["d"] and behind["a"].mu > 25 > behind["b"].mu
    ahead = rate([(("a", "b", "c", "d"), (0, 0, 2, 2))])
    assert ahead["a"] == ahead["b"] and ahead["c"] == ahead["d"]
    assert ahead["a"].mu - 25 == pytest.approx(25 - ahead["c"].mu)


def test_the_order_of_seats_and_games_does_not_matter() -> None:
    games = [(("a", "b", "c"), (0, 1, 1)), (("a", "b", "c"), (2, 0, 0)), (("a", "c", "b"), (0, 1, 2))]
    turned = [(names[::-1], ranks[::-1]) for names, ranks in games[::-1]]
    assert rate(games) == rate(turned)


def test_who_wins_more_is_rated_higher() -> None:
    ratings = rate([(("a", "b", "c"), (0, 1, 2))] * 10 + [(("a", "b", "c"), (1, 0, 2))] * 2)
    assert ratings["a"].mu > ratings["b"].mu > ratings["c"].mu


# --------------------------------------------------------------------------------- report


def result(
    game: int, players: tuple[str, ...], vp: tuple[float, ...], ranks: tuple[int, ...], **options: Any
) -> Result:
    n = len(players)
    return Result(
        game=game, block=game // n, scenario=f"basic_{n}p", seed=game // n, players=list(players),
        entrants=list(range(n)), civilizations=["egypt", "troy", "gaul", "rome"][:n], vp=list(vp),
        ranks=list(ranks), decisions=[10] * n, seconds=[0.001] * n, late=[0] * n, options=options,
        actions=b"",
    )  # fmt: skip


def test_a_partner_is_no_rival() -> None:
    alone = result(0, ("a", "b", "c", "d"), (50, 40, 50, 40), (0, 2, 0, 2))
    assert [alone.margin(seat) for seat in range(4)] == [0, -10, 0, -10]
    teams = result(0, ("a", "b", "c", "d"), (50, 40, 50, 40), (0, 2, 0, 2), teams=[[0, 2], [1, 3]])
    assert [teams.margin(seat) for seat in range(4)] == [10, -10, 10, -10]


def test_a_report_counts_ties_in_parts() -> None:
    drawn = result(0, ("a", "b", "c"), (50, 50, 40), (0, 0, 2))
    assert [drawn.share(seat) for seat in range(3)] == [0.5, 0.5, 0.0]
    assert [drawn.rank(seat) for seat in range(3)] == [1.5, 1.5, 3.0]
    assert [drawn.margin(seat) for seat in range(3)] == [0, 0, -10]
    report = make_report([drawn, result(1, ("b", "a", "c"), (9, 5, 1), (0, 1, 2))])
    by_name = {one.player: one for one in report.players}
    assert by_name["b"].win_rate.mean == 0.75 and by_name["a"].win_rate.mean == 0.25
    assert by_name["a"].microseconds == pytest.approx(100) and by_name["a"].fair_share == pytest.approx(1 / 3)
    assert json.loads(report_json(report, []))["players"][0]["win_rate"]["mean"] == 0.25
    assert [one.name for one in report.seats] == ["seat 0", "seat 1", "seat 2"]


# ------------------------------------------------------------------------------- commands


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "_width", 200)


def test_entry_points_lead_somewhere() -> None:
    groups = tomllib.loads(PROJECT.read_text())["project"]["entry-points"]
    named = {**groups["acis.commands"], **groups["acis.players"]}
    for name in ("evaluate", "tournament", "play", "greedy", "search", "human"):
        module, _, attribute = named[name].split(" [")[0].partition(":")
        assert callable(getattr(importlib.import_module(module), attribute))


def test_evaluate(acis, tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("r.json", "r.csv", "r.png", "games.jsonl")]
    code, out, _ = acis(
        "evaluate", "--players", "greedy,random", "--games", "4", "--workers", "1", "--seed", "5",
        "--json", files[0], "--csv", files[1], "--plot", files[2], "--record", files[3],
    )  # fmt: skip
    assert code == 0
    for words in ("4 games on 2 deals", "Win rate", "Rating", "seat 0", "egypt", "Wilson over 2 deals"):
        assert words in out
    report = json.loads(Path(files[0]).read_text())
    assert report["settings"][0]["players"] == ["greedy", "random"] and report["games"] == 4
    rows = list(csv.DictReader(Path(files[1]).read_text().splitlines()))
    assert len(rows) == 8 and {row["player"] for row in rows} == {"greedy", "random"}
    assert Path(files[2]).read_bytes().startswith(b"\x89PNG")


def test_tournament(acis, tmp_path: Path) -> None:
    arguments = ("tournament", "--players", "random,random,random", "--scenarios", "basic_2p,basic_3p",
                 "--games", "3", "--workers", "1", "--out", str(tmp_path / "cup"))  # fmt: skip
    code, out, _ = acis(*arguments)
    assert code == 0 and "basic_2p, basic_3p: 9 games on 2 deals" in out
    names = {file.name for file in (tmp_path / "cup").iterdir()}
    assert names == {"games.jsonl", "games.csv", "report.json", "report.png"}
    assert acis(*arguments)[1] == out  # nothing is played again


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--players", "greedy,nobody"), "unknown player 'nobody'; there are: greedy"),
        (("--players", "greedy,random", "--scenario", "nowhere"), "unknown scenario 'nowhere'"),
        (("--players", "greedy"), "at least 2 are needed, 1 given"),
        (("--players", "greedy,random", "--scenario", "basic_4p"), "basic_4p has 4 seats, 2 players given"),
        (("--players", "greedy,,random"), "a name is missing"),
        (("--players", "human,random"), "acis play"),
        (("--players", "search:general:1,random"), "must be 2 or more"),
        (("--players", "greedy,random", "--games", "0"), "at least 1 is needed"),
        (("--players", "greedy,random", "--plot", "x.bmp"), "unknown kind of picture"),
        (("--players", "greedy,random", "--seed", "9" * 30), "seed: 9999"),
        (("--players", ",".join(["random"] * 2000)), "2000 make 3,998,000 games a deal"),
    ],
)
def test_bad_input_gets_one_line(acis, arguments: tuple[str, ...], words: str) -> None:
    code, out, err = acis("evaluate", *arguments)
    assert code == 1 and not out and err.startswith("acis: ") and err.count("\n") == 1 and words in err


def test_civilizations_are_dealt_within_the_limits_of_a_scenario() -> None:
    """The arena deals what players could have chosen, and every civilization in its turn."""
    for name in scenarios():
        scenario = load_scenario(name)
        dealt = set()
        for block in range(len(scenario.choice)):
            given = civilizations(scenario, block).get("civilizations")
            if given is not None:
                World(name, {"civilizations": given})  # refuses what the limits forbid
                dealt.update(given)
        if all(faction.civilization == "chosen" for faction in scenario.factions):
            assert dealt == set(scenario.choice), name


def test_several_civilizations_each_need_fewer_players() -> None:
    settings = Settings(("random", "random"), "four_civs_b", options={"players": [0, 1, 0, 1]})
    assert Schedule(settings).block_size == 2
    result = play_match(schedule(settings, 1)[0])
    assert len(result.vp) == 2
