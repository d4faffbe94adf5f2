"""Policy files: what is saved plays the same again; what does not fit is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from acis_env.schema import OBSERVATION_SIZE
from acis_rules import Game
from agents.networks import build, masked
from agents.policy import PolicyError, PolicyPlayer, load_policy, save_policy

KINDS = [{"kind": "mlp", "hidden": 16, "layers": 1}, {"kind": "graph", "width": 8, "rounds": 1, "hidden": 16}]


@pytest.mark.parametrize("settings", KINDS, ids=lambda settings: settings["kind"])
def test_a_saved_policy_plays_whole_games(tmp_path: Path, settings: dict[str, Any]) -> None:
    path = tmp_path / "policy.pt"
    save_policy(path, build(settings), {"name": "small"})
    network, about = load_policy(tmp_path)  # the folder will do
    assert about == {"name": "small"} and network.settings == settings
    games = []
    for _ in range(2):
        player = PolicyPlayer(str(path), seed=4)
        game = Game.new("basic_3p", seed=2)
        for _ in range(150):
            if game.over:
                break
            game.apply(player.act(game.view(game.seat), game.decision, game.legal_actions()))
        games.append(game.to_dict())
    assert games[0] == games[1]


@pytest.mark.parametrize("settings", KINDS, ids=lambda settings: settings["kind"])
def test_illegal_actions_have_no_chance(settings: dict[str, Any]) -> None:
    network = build(settings)
    raw = torch.randint(0, 3, (5, OBSERVATION_SIZE), dtype=torch.uint8)
    masks = torch.zeros(5, 272, dtype=torch.int8)
    masks[:, [3, 150]] = 1
    logits, values = network(raw)
    chances = masked(logits, masks).exp().detach().numpy()
    assert values.shape == (5,)
    assert np.allclose(chances[:, [3, 150]].sum(1), 1, atol=1e-5)


def test_files_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "policy.pt"
    save_policy(path, build(KINDS[0]))
    content = torch.load(path, weights_only=True)
    changes: list[tuple[dict[str, Any], str]] = [
        ({"action_version": 99}, "action version 99"),
        ({"observation_size": 7}, "observation size 7"),
        ({"acis_policy": 5}, "not a policy file"),
        ({"weights": {}}, "weights do not fit"),
    ]
    for change, message in changes:
        torch.save({**content, **change}, path)
        with pytest.raises(PolicyError, match=message):
            load_policy(path)
    path.write_bytes(b"not torch")
    with pytest.raises(PolicyError, match="cannot be read"):
        load_policy(path)
    with pytest.raises(PolicyError, match="no such policy file"):
        PolicyPlayer(str(tmp_path / "none.pt"))
    with pytest.raises(PolicyError, match="a path is needed"):
        PolicyPlayer(":greedy")
