"""Players of one mind decide together, and nobody can tell from the results."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
import torch

from acis_env.observe.schema import SLOTS
from acis_env.players import Player, make_player
from acis_rules import Game
from acis_rules.kernel.actions import N_ACTIONS
from agents.arena.guard import PlayerFailed
from agents.arena.intervals import estimate
from agents.arena.play import play_games
from agents.arena.results import Result
from agents.arena.schedule import Settings, schedule
from agents.arena.workers import play_all
from agents.learned.minds import Asked
from agents.learned.networks import Judgement, MLPSettings, Network, build
from agents.learned.policy import Policy, PolicyPlayer, load_policy, save_policy
from training.evaluation import evaluate
from training.games import TRAINING_SEEDS

PLAYERS_PAGE = Path(__file__).parents[3] / "docs" / "players.md"
MLP: dict[str, Any] = {"kind": "mlp", "hidden": 16, "layers": 1}
GRAPH: dict[str, Any] = {"kind": "graph", "width": 8, "rounds": 1, "hidden": 16}


def saved(folder: Path, settings: dict[str, Any], seed: int = 0) -> str:
    """A policy file with weights that have opinions."""
    torch.manual_seed(seed)
    network = build(settings)
    with torch.no_grad():
        for weights in network.parameters():
            weights.mul_(3)
    save_policy(folder / "policy.pt", network)
    return str(folder)


def by_game(results: Any) -> list[object]:
    """Results in order, without the time they took."""
    return [msgspec.to_builtins(one) | {"seconds": 0} for one in sorted(results, key=lambda one: one.game)]


class Alone:
    """A player that hides its mind and is asked by itself."""

    def __init__(self, player: Player) -> None:
        self.act = player.act


def alone(name: str, seed: int) -> Player:
    return Alone(make_player(name, seed))


# ------------------------------------------------------------------------ nobody can tell


@pytest.mark.parametrize("settings", [MLP, GRAPH], ids=lambda settings: settings["kind"])
def test_the_same_games_whatever_is_decided_together(tmp_path: Path, settings: dict[str, Any]) -> None:
    """One by one or in batches of any size: drawn and likeliest moves of one policy, and another player."""
    path = saved(tmp_path, settings)
    trio = Settings((f"policy:{path}", f"policy:{path}:greedy", "random"), "basic_2p", seed=3)
    matches = schedule(trio, 6)
    one_by_one = by_game(play_games(matches, alone))
    for width in (1, 4, 32) if settings is MLP else (32,):
        assert by_game(play_games(matches, width=width)) == one_by_one


def test_the_same_games_in_two_processes(tmp_path: Path) -> None:
    matches = schedule(Settings((f"policy:{saved(tmp_path, MLP)}", "npc"), "basic_2p", seed=3), 6)
    here = by_game(play_all(matches, width=2))
    assert by_game(play_all(matches, 2)) == here


def judgement(logits: torch.Tensor) -> Judgement:
    """Of a network that foresees nothing."""
    even = torch.zeros(len(logits), SLOTS)
    return Judgement(logits, even, even, even, None)


class Unsteady(Network):
    """Likes all actions equally, but rounds badly when it sees several positions at once."""

    def __init__(self) -> None:
        super().__init__(MLPSettings())

    def forward(self, raw: torch.Tensor, owners: bool = False) -> Judgement:
        n = len(raw)
        return judgement(torch.rand(n, N_ACTIONS) * (1e-4 if n > 1 else 0))


def test_rounding_in_a_batch_decides_nothing() -> None:
    mind = Policy(Unsteady())
    views = []
    for seed in range(20):
        game = Game.new("basic_2p", seed)
        views.append((game.view(game.seat), game.decision, game.legal_actions()))
    player = PolicyPlayer("", 0, mind, greedy=True)
    together = mind.decide([Asked(player, *one) for one in views])
    assert together == [player.act(*one) for one in views] == [legal[0] for _, _, legal in views]


class Opinion(Network):
    """The same chances everywhere: each action a little likelier than the one before."""

    def __init__(self) -> None:
        super().__init__(MLPSettings())

    def forward(self, raw: torch.Tensor, owners: bool = False) -> Judgement:
        return judgement((torch.arange(N_ACTIONS) / 30).expand(len(raw), -1))


def test_moves_are_drawn_by_their_chances() -> None:
    game = Game.new("basic_2p", 5)
    while len(game.legal_actions()) < 8:
        game.apply(game.legal_actions()[0])
    legal = game.legal_actions()
    chances = np.exp(np.array(legal) / 30)
    chances /= chances.sum()
    mind = Policy(Opinion())
    player = PolicyPlayer("", 1, mind)
    n = 3000
    drawn = mind.decide([Asked(player, game.view(game.seat), game.decision, legal)] * n)
    shares = np.array([drawn.count(action) / n for action in legal])
    assert shares.sum() == pytest.approx(1)
    assert (abs(shares - chances) < 4 * np.sqrt(chances / n)).all()
    likeliest = PolicyPlayer("", 1, mind, greedy=True)
    assert likeliest.act(game.view(game.seat), game.decision, legal) == legal[-1]


# ----------------------------------------------------------------------- minds of your own


class Council:
    """A mind that remembers how many it was asked for at once."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def decide(self, asked: list[Asked]) -> list[int]:
        self.sizes.append(len(asked))
        return [one.player.pick(one.legal) for one in asked]


class Member:
    """A player that only the council asks."""

    def __init__(self, council: Any) -> None:
        self.mind = council

    def pick(self, legal: list[int]) -> int:
        return legal[len(legal) // 2]

    def act(self, view: Any, decision: Any, legal: list[int]) -> int:
        raise AssertionError("nobody asks it alone")


def play_with(council: Any, games: int, width: int, failures: Path) -> list[Result]:
    def make(name: str, seed: int) -> Player:
        return Member(council) if name == "member" else make_player(name, seed)

    matches = schedule(Settings(("member", "random"), "basic_2p"), games)
    return list(play_games(matches, make, str(failures), width))


def test_any_player_may_share_a_mind(tmp_path: Path) -> None:
    council = Council()
    results = play_with(council, 6, 4, tmp_path)
    assert {one.game for one in results} == set(range(6))
    assert max(council.sizes) == 4 and council.sizes[0] == 4
    asked = sum(one.decisions[one.players.index("member")] for one in results)
    assert sum(council.sizes) == asked > 0
    assert all(one.seconds[one.players.index("member")] > 0 for one in results)


def test_the_example_of_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = PLAYERS_PAGE.read_text().split("## Deciding together")[1].split("```python\n")[1].split("```")[0]
    (tmp_path / "together.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    matches = schedule(Settings(("together:Thoughtful", "random"), "basic_2p"), 2)
    assert by_game(play_games(matches)) == by_game(play_games(matches, alone))


class Illegal(Council):
    def decide(self, asked: list[Asked]) -> list[int]:
        return [N_ACTIONS - 1] * len(asked)


class Crash(Council):
    def decide(self, asked: list[Asked]) -> list[int]:
        raise RuntimeError("cannot agree")


@pytest.mark.parametrize(("council", "words"), [(Illegal(), "is not legal"), (Crash(), "cannot agree")])
def test_a_mind_that_fails_is_named(council: Council, words: str, tmp_path: Path) -> None:
    with pytest.raises(PlayerFailed) as failure:
        play_with(council, 4, 4, tmp_path)
    assert "player member (seat" in str(failure.value) and words in str(failure.value)
    assert len(list(tmp_path.glob("failed-*.json"))) == 1


# ------------------------------------------------------------------------------- processes

DEADLY = """
import os

class Deadly:
    def __init__(self, seed=0):
        pass
    def act(self, view, decision, legal):
        os._exit(7)
"""


def test_a_process_that_dies_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deadly.py").write_text(DEADLY)
    monkeypatch.syspath_prepend(tmp_path)
    matches = schedule(Settings(("random", "deadly:Deadly"), "basic_2p"), 2)
    with pytest.raises(
        PlayerFailed, match=r"deadly:Deadly \(seat \d\) ended its process in game \d, seed 0: exit code 7"
    ):
        list(play_all(matches, 2))


def test_results_come_one_by_one_and_nobody_is_left_behind() -> None:
    results = play_all(schedule(Settings(("random", "random"), "basic_2p"), 400), 2)
    assert next(results).scenario == "basic_2p"
    results.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()


# -------------------------------------------------------------------------------- training


def test_training_measures_as_the_arena_does(tmp_path: Path) -> None:
    """The same deals, the same players, the same score; and chance is left alone."""
    path = saved(tmp_path, MLP)
    network, _ = load_policy(path)
    before = torch.get_rng_state().tolist(), repr(np.random.get_state())
    score = evaluate(network, "basic_2p", "random", 6, seed=2)
    assert (torch.get_rng_state().tolist(), repr(np.random.get_state())) == before
    settings = Settings((f"policy:{path}", "random"), "basic_2p", TRAINING_SEEDS + 2 * 1_000_003)
    games = [(one, one.players.index("random") ^ 1) for one in play_all(schedule(settings, 6))]
    assert score.games == 6
    assert (score.win_rate, score.low, score.high) == estimate(games, Result.share, True)[:3]
    assert (score.margin, score.margin_low, score.margin_high) == estimate(games, Result.margin, False)[:3]
