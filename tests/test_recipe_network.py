"""The recipe for a network (docs/architecture.md), followed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
import torch

from acis_env.observe.schema import SLOTS
from acis_env.players import make_player
from acis_rules import Game
from acis_rules.kernel.actions import N_ACTIONS
from agents.learned.networks import NETWORKS, Judgement, Network, build
from agents.learned.policy import save_policy


class TinySettings(msgspec.Struct, tag_field="kind", tag="tiny", forbid_unknown_fields=True):
    """How a `Tiny` network is built."""

    width: int = 4


class Tiny(Network):
    """Looks at nothing but its own bias."""

    def __init__(self, settings: TinySettings) -> None:
        super().__init__(settings)
        self.body = torch.nn.Linear(1, N_ACTIONS + settings.width)

    def forward(self, raw: torch.Tensor, owners: bool = False) -> Judgement:
        """See Network."""
        nobody = torch.zeros(len(raw), SLOTS)
        return Judgement(self.body(torch.zeros(len(raw), 1))[:, :N_ACTIONS], nobody, nobody, nobody, None)


def test_a_network_is_found_by_its_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both in NETWORKS: policy files and players find it."""
    networks: dict[Any, Any] = NETWORKS
    monkeypatch.setitem(networks, TinySettings, Tiny)
    network = build({"kind": "tiny", "width": 2})
    assert isinstance(network, Tiny) and network.body.out_features == N_ACTIONS + 2
    save_policy(tmp_path / "tiny.policy", network)
    player = make_player(f"policy:{tmp_path / 'tiny.policy'}", seed=1)
    game = Game.new("basic_2p", seed=1)
    legal = game.legal_actions()
    assert player.act(game.view(game.seat), game.decision, legal) in legal
