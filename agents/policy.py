"""A learned policy as a player: `policy:PATH`, or `policy:PATH,greedy` for its likeliest moves.

A policy file holds the weights, how the network is built, and the versions of the observation
and action layouts it was trained on; a file that does not fit is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

from acis_env.encoder import Bytes, encode, write_masks
from acis_env.schema import OBSERVATION_SIZE, SCHEMA_VERSION
from acis_env.seating import seating_of
from acis_rules import Decision
from acis_rules.actions import LAYOUT_VERSION, N_ACTIONS
from acis_rules.errors import AcisError
from acis_rules.views import View

from .networks import Network, build, choose, masked

POLICY_FORMAT = 1


class PolicyError(AcisError):
    """A policy file cannot be used."""


def save_policy(path: str | Path, network: Network, about: dict[str, Any] | None = None) -> None:
    """Write weights (as 16-bit floats), layout versions and what is known about the training."""
    torch.save(
        {
            "acis_policy": POLICY_FORMAT,
            "observation_version": SCHEMA_VERSION,
            "observation_size": OBSERVATION_SIZE,
            "action_version": LAYOUT_VERSION,
            "network": network.settings,
            "weights": {name: value.half() for name, value in network.state_dict().items()},
            "about": about or {},
        },
        path,
    )


def load_policy(path: str | Path) -> tuple[Network, dict[str, Any]]:
    """The network of a policy file and what the file says about it."""
    try:
        content = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError:
        raise PolicyError(f"{path}: there is no such policy file") from None
    except Exception as error:
        raise PolicyError(f"{path}: cannot be read as a policy: {error}") from None
    if not isinstance(content, dict) or content.get("acis_policy") != POLICY_FORMAT:
        raise PolicyError(f"{path}: is not a policy file of format {POLICY_FORMAT}")
    ours = {
        "observation_version": SCHEMA_VERSION,
        "observation_size": OBSERVATION_SIZE,
        "action_version": LAYOUT_VERSION,
    }
    for key, value in ours.items():
        if content.get(key) != value:
            raise PolicyError(
                f"{path}: trained with {key.replace('_', ' ')} {content.get(key)}, this program has {value}"
            )
    network = build(content["network"])
    try:
        network.load_state_dict({name: value.float() for name, value in content["weights"].items()})
    except (RuntimeError, KeyError) as error:
        raise PolicyError(f"{path}: the weights do not fit the network: {error}") from None
    network.eval()
    return network, content["about"]


_LOADED: dict[tuple[str, float], Network] = {}


def _shared(path: str) -> Network:
    """One network per file, however many seats it plays."""
    file = Path(path)
    key = (str(file.resolve()), file.stat().st_mtime if file.exists() else 0.0)
    if key not in _LOADED:
        torch.set_num_threads(1)  # one decision at a time: more threads only get in each other's way
        _LOADED[key] = load_policy(path)[0]
    return _LOADED[key]


class PolicyPlayer:
    """Plays a learned policy: drawn from its probabilities, or always the likeliest move."""

    def __init__(self, argument: str = "", seed: int = 0, network: Network | None = None) -> None:
        path, _, mode = argument.partition(",")
        if mode not in ("", "sampled", "greedy"):
            raise PolicyError(f"policy:{argument}: {mode!r} is not sampled or greedy")
        if network is None and not path:
            raise PolicyError("policy: a path is needed, as in policy:models/basic_2p/policy.pt")
        self.network = network if network is not None else _shared(path)
        self.deterministic = mode == "greedy"
        self._random = np.random.default_rng(seed)
        self._raw: Bytes = np.empty((1, OBSERVATION_SIZE), np.uint8)
        self._mask = np.empty((1, N_ACTIONS), np.int8)

    @torch.no_grad()
    def act(self, view: View, decision: Decision, legal: list[int]) -> int:
        """One of the legal actions."""
        q = view.question
        assert q is not None
        seating = seating_of(view)
        encode(view, self._raw[0])
        write_masks([seating.to_relative(q.legal)], self._mask)
        logits, _ = self.network(torch.from_numpy(self._raw))
        logprobs = masked(logits, torch.from_numpy(self._mask))
        if self.deterministic:
            action = int(choose(logprobs, True)[0])
        else:
            chances = logprobs[0].double().exp().numpy()
            action = int(self._random.choice(N_ACTIONS, p=chances / chances.sum()))
        return seating.to_absolute(action)
