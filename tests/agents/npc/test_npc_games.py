"""Whole games of NPCs: they end, every answer is legal and has a reason, and random players lose."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import typer
from typer.testing import CliRunner

from acis_env.players import RandomPlayer, make_player
from acis_rules import Game
from acis_rules.replay import Recorder, save
from agents.npc.player import NPC
from agents.tools.npc_commands import npc


def play(game: Game, players: list[NPC | RandomPlayer]) -> Game:
    while not game.over:
        decision, legal = game.decision, game.legal_actions()
        player = players[decision.seat]
        action = player.act(game.view(decision.seat), decision, legal)
        assert action in legal
        if isinstance(player, NPC):
            assert player.reason and not player.reason.startswith("no rule"), decision
        game.apply(action)
    return game


@pytest.mark.rule("NPC-01", "NPC-26", "NPC-87", "NPC-88")
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("words", ["", "B", "peaceful"])
def test_games_of_npcs_end(n: int, words: str) -> None:
    game = Game.new(f"basic_{n}p", seed=n)
    assert play(game, [NPC(words, seat) for seat in range(n)]).winners


@pytest.mark.rule("DEF-29")
@pytest.mark.parametrize("n", [2, 4])
def test_solitaire_games_end(n: int) -> None:
    game = Game.new(f"basic_{n}p", seed=n, options={"npcs": list(range(1, n)), "npc_bonus_vp": 2})
    players: list[NPC | RandomPlayer] = [RandomPlayer(1), *(NPC("", seat) for seat in range(1, n))]
    assert play(game, players).winners


@pytest.mark.parametrize("scenario, n", [("basic_2p", 2), ("basic_4p", 4)])
def test_random_players_lose(scenario: str, n: int) -> None:
    won = 0
    for seed in range(6):
        seat = seed % n
        players: list[NPC | RandomPlayer] = [RandomPlayer(seed + i) for i in range(n)]
        players[seat] = NPC("", seed)
        won += seat in play(Game.new(scenario, seed=seed), players).winners
    assert won >= 5


def test_a_choice_does_not_depend_on_what_was_asked_before() -> None:
    """Apart from this turn's Primary enemy an NPC answers alike at any position."""
    game = Game.new("basic_2p", seed=3)
    steady, rng = NPC("B", 5), Random(1)
    for _ in range(150):
        if game.over:
            break
        decision, legal = game.decision, game.legal_actions()
        view = game.view(decision.seat)
        action = steady.act(view, decision, legal)
        if decision.kind not in ("deploy", "place", "remove", "commit", "allies"):
            assert NPC("B", 5).act(view, decision, legal) == action
        game.apply(rng.choice(legal) if decision.seat else action)


def test_the_command_names_the_rule(tmp_path: Path) -> None:
    recorder = Recorder("basic_2p", seed=7)
    npcs = [NPC(), NPC()]
    for _ in range(12):
        decision = recorder.game.decision
        view = recorder.game.view(decision.seat)
        recorder.apply(npcs[decision.seat].act(view, decision, recorder.game.legal_actions()))
    file = tmp_path / "game.json"
    save(file, recorder)
    app = typer.Typer()
    app.command()(npc)
    result = CliRunner().invoke(app, ["--explain", str(file), "--decision", "2"])
    assert result.exit_code == 0, result.output
    assert "NPC-98" in result.output and "(the game:" not in result.output
    assert CliRunner().invoke(app, ["--explain", str(file), "--decision", "99"]).exit_code


def test_the_spec_string() -> None:
    assert isinstance(make_player("npc:B", 3), NPC)
