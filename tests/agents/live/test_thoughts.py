"""What programs have in mind: moves, chances, and who gets to know of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import torch

from acis_rules.kernel.actions import is_card
from agents.learned.networks import build
from agents.learned.policy import save_policy
from agents.live.game import LiveGame
from agents.live.saved import Note
from agents.serve import told


@pytest.fixture
def policy(tmp_path: Path) -> str:
    torch.manual_seed(0)
    save_policy(tmp_path / "policy.pt", build({"kind": "mlp", "hidden": 16, "layers": 1}))
    return f"policy:{tmp_path / 'policy.pt'}"


def some_turns(live: LiveGame, most: int = 120) -> None:
    for _ in range(most):
        if not live.let_program_decide():
            return


def test_a_policy_tells_its_likeliest_moves_and_the_chances(policy: str) -> None:
    live = LiveGame.new("basic_4p", 4, [policy, "npc", policy, "npc"])
    some_turns(live)
    notes = [note for step, note in zip(live.steps, live.saved.notes, strict=True) if step.seat in (0, 2)]
    assert notes and all(note.moves and not note.reason for note in notes)
    for note in notes:
        shares = [share for _, share in note.moves]
        assert shares == sorted(shares, reverse=True) and 0 < sum(shares) <= 1.01
        assert len(note.chances) == 4 and sum(note.chances) == pytest.approx(1, abs=0.01)


def test_in_a_fair_game_it_tells_nothing(policy: str) -> None:
    live = LiveGame.new("basic_2p", 4, [policy, "npc"], fair=True)
    some_turns(live)
    assert all(
        note == Note() for step, note in zip(live.steps, live.saved.notes, strict=True) if step.seat == 0
    )
    assert not any("moves" in line or "chances" in line for line in told.lines(live, -1, 0))


def test_cards_it_thought_of_and_kept_have_no_names_before_the_end(policy: str) -> None:
    live = LiveGame.new("basic_2p", 4, [policy, "human"])
    for _ in range(40):
        some_turns(live)
        if live.waits_for == 1:
            live.answer(1, live.game.legal_actions()[0])
    thought = [
        (step, note)
        for number, step in enumerate(live.steps)
        if (note := live.note_of(number, 1)) is not None and any(is_card(a) for a, _ in note.moves)
    ]
    assert thought
    lines = told.lines(live, 1, 0)
    assert any(move["words"] == "another card" for line in lines for move in line.get("moves", ()))


def test_the_server_needs_no_extras() -> None:
    """The base install serves with npc and greedy."""
    code = (
        "import sys, agents.serve.app, agents.serve.command, agents.live.game\n"
        "from acis_env.players import make_player\n"
        "make_player('npc'), make_player('greedy')\n"
        "print({'torch', 'matplotlib', 'openskill', 'stable_baselines3', 'tensorboard'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
