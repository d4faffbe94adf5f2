"""A network as a judge of positions: how likely it would take each action, and everybody's chances."""

from __future__ import annotations

import functools

import numpy as np
import torch

from acis_env.observe.encoder import Bytes, Mask, unpack, write_masks
from acis_env.observe.packing import Memory, pack
from acis_env.observe.schema import OBSERVATION_SIZE
from acis_env.observe.seating import Seating, seating_of
from acis_rules import Game
from acis_rules.kernel.actions import N_ACTIONS
from acis_rules.kernel.bits import members

from ..learned.networks import Network, masked
from ..learned.policy import shared
from .tree import Opinion

_memory = functools.lru_cache(maxsize=256)(Memory)  # of the games of a world


class NetworkJudge:
    """Judges many positions in one pass, each as the seat sees it that decides."""

    def __init__(self, network: Network) -> None:
        self.network = network

    @torch.no_grad()
    def judge(self, games: list[Game]) -> list[Opinion]:
        """One opinion of each game."""
        if not games:
            return []
        raw: Bytes = np.empty((len(games), OBSERVATION_SIZE), np.uint8)
        masks: Mask = np.empty((len(games), N_ACTIONS), np.int8)
        views = [game.view(game.seat) for game in games]
        seatings = [seating_of(view) for view in views]
        memories = [_memory(game.state.world) for game in games]
        unpack(list(map(pack, views, seatings, memories)), raw)
        legal = [at.to_relative(game.legal_mask) for game, at in zip(games, seatings, strict=True)]
        write_masks(legal, masks)
        seen = self.network(torch.from_numpy(raw))
        priors = masked(seen.logits, torch.from_numpy(masks)).exp().tolist()
        chances = seen.chances.exp().tolist()
        out = []
        for row, (game, at) in enumerate(zip(games, seatings, strict=True)):
            allowed = members(legal[row])
            out.append(
                Opinion(
                    [at.to_absolute(action) for action in allowed],
                    [priors[row][action] for action in allowed],
                    by_seat(game, at, chances[row]),
                )
            )
        return out


def by_seat(game: Game, seating: Seating, by_slot: list[float]) -> list[float]:
    """Chances by seat: a seat has those of all its civilizations."""
    out = [0.0] * game.state.world.n_seats
    for slot, faction in enumerate(seating.factions):
        out[game.state.world.player[faction]] += by_slot[slot]
    return out


def shared_judge(path: str) -> NetworkJudge:
    """The judge of a policy file; players of the same file share its network."""
    return NetworkJudge(shared(path).network)
