"""Players: legal, seeded, honest about what they see, and better than chance."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import pytest

from acis_env.players import UnknownPlayer, make_player
from acis_rules import Game
from acis_rules.box.scenario import load_scenario
from agents.arena.play import play_match
from agents.arena.schedule import Settings, schedule
from agents.greedy import instinct
from agents.greedy.player import Greedy
from agents.greedy.value import Scales, clock, fought, lead, seat_worths, worths
from agents.tools.bench import pace

PLAYERS_PAGE = Path(__file__).parents[2] / "docs" / "players.md"


def games_of(scenario: str, seed: int, every: int) -> list[Game]:
    """Positions of a game by instinct."""
    rng = random.Random(seed)
    game = Game.new(scenario, seed)
    out = []
    while not game.over:
        out.append(game.clone())
        game.apply(instinct.answer(game.state, rng))
    return out[::every]


# --------------------------------------------------------------------------------- sample


@pytest.mark.parametrize("scenario", ["basic_2p", "basic_4p"])
def test_a_sample_depends_on_nothing_hidden(scenario: str) -> None:
    """Two games that look alike to a seat give it the same sample, to the letter."""
    rng = random.Random(3)
    for game in games_of(scenario, 4, 23):
        seat = game.seat
        other = game.determinize(seat, rng)
        samples = [one.view(seat).sample(random.Random(9)) for one in (game, other)]
        assert samples[0].to_dict() == samples[1].to_dict()
        assert samples[0].events == game.view(seat).events  # the story as the seat saw it
        assert samples[0].view(seat).hand == game.view(seat).hand
        assert samples[0].legal_actions() == game.legal_actions()


# ---------------------------------------------------------------------------------- value


def test_competitions_are_foreseen() -> None:
    """The larger side keeps the difference and one; equals keep one each (CMP-20 to 22)."""
    assert fought((3, 2)) == (2, 0)
    assert fought((4, 1)) == (4, 0)
    assert fought((3, 3)) == (1, 1)
    assert fought((2, 2, 2)) == (1, 1, 1)
    assert fought((4, 2, 0)) == (3, 0, 0)


def test_cities_are_worth_the_counts_to_come() -> None:
    """A City late in the game is worth less than an early one; a City more than a Settlement."""
    game = games_of("basic_2p", 1, 1)[1]
    s = game.state
    early = clock(s)
    s.epoch, s.turn = s.world.scenario.clock.last_epoch, s.world.scenario.clock.turns
    late = clock(s)
    assert early.counts > late.counts == 1.0
    assert late.later == 0.0


def test_worth_at_the_end_is_victory_points() -> None:
    game = games_of("basic_2p", 2, 1)[-1]
    while not game.over:
        game.apply(game.legal_actions()[0])
    assert worths(game.state) == [float(vp) for vp in game.vp]
    assert lead([10.0, 4.0], 0) == 6.0


@pytest.mark.parametrize("scenario", ["basic_4p", "hannibal", "punic_wars", "caesar_pompey", "god_king"])
def test_scales_find_the_same_lead(scenario: str) -> None:
    """Many positions are weighed on the same scales, each as if it were alone."""
    games = games_of(scenario, 3, 31)
    for seat in range(games[0].state.world.n_seats):
        scales = Scales(games[0].state.world, seat)
        for game in games:
            assert scales.lead(game.state) == lead(seat_worths(game.state), seat)


# --------------------------------------------------------------------------------- greedy


def test_greedy_beats_random() -> None:
    """Every game of six deals, both seats, by far."""
    results = [play_match(match) for match in schedule(Settings(("greedy", "random"), "basic_2p"), 12)]
    assert all(one.share(one.players.index("greedy")) == 1 for one in results)
    assert min(one.margin(one.players.index("greedy")) for one in results) > 20


def test_greedy_in_a_four_player_game() -> None:
    settings = Settings(("greedy", "random", "random", "random"), "basic_4p")
    results = [play_match(match) for match in schedule(settings, 4)]
    assert sum(one.share(one.players.index("greedy")) for one in results) >= 3


def test_greedy_is_seeded_and_reads_the_view_only() -> None:
    """Same seed and same view, same answer; whatever the others hold."""
    rng = random.Random(1)
    for game in games_of("basic_4p", 6, 41):
        seat, legal = game.seat, game.legal_actions()
        other = game.determinize(seat, rng)
        first = Greedy(5).act(game.view(seat), game.decision, legal)
        assert first in legal
        assert first == Greedy(5).act(other.view(seat), other.decision, legal)


def test_instinct_is_legal_in_every_scenario() -> None:
    for scenario in ("basic_3p", "basic_5p", "basic_6p"):
        assert len(games_of(scenario, 3, 1)) > 100


# ---------------------------------------------------------------------------- own players


def test_the_example_of_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player in one small file outside the project, named module:Class."""
    code = PLAYERS_PAGE.read_text().split("```python\n")[1].split("```")[0]
    assert len(code.splitlines()) <= 16
    (tmp_path / "my_player.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    match = schedule(Settings(("my_player:Builder", "random"), "basic_2p"), 1)[0]
    result = play_match(match, str(tmp_path))
    assert sum(result.decisions) > 100
    sys.modules.pop("my_player")


def test_unknown_players() -> None:
    for spec in ("nobody", "no.module:Player", "agents.greedy.player:Nobody", "search:", "search:general:0"):
        with pytest.raises(UnknownPlayer):
            make_player(spec)


def test_the_benchmark_ends_in_time() -> None:
    """A player that hardly thinks is measured for no longer than the others."""
    start = time.perf_counter()
    decisions, spent = pace("random", 0.2)
    assert decisions > 100 and 0 < spent < 0.2
    assert time.perf_counter() - start < 5


def test_conquest_and_capital_are_worth_something() -> None:
    """Where Control wins the game, or gives cards and VP, a position with it is worth more."""

    def worth(scenario: str, **discs: dict[str, int]) -> float:
        names = [faction.civilization for faction in load_scenario(scenario).factions]
        factions = [{"civilization": name, "discs": discs.get(name, {})} for name in names]
        return worths(Game.from_dict({"scenario": scenario, "epoch": 2, "factions": factions}).state)[0]

    both, one = {"rome": 2, "carthage": 2}, {"rome": 2, "saldae": 2}
    assert worth("punic_wars", rome=both) > worth("punic_wars", rome=one) + 20
    assert worth("caesar_pompey", rome={"rome": 2}) > worth("caesar_pompey", rome={"umbria": 2}) + 3
