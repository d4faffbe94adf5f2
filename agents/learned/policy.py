"""A learned policy as a player: `policy:PATH`, or `policy:PATH:greedy` for its likeliest moves.

A bare name such as `policy:general` is one of those that come with the package.
A policy file holds the weights, how the network is built, and the versions of the observation
and action layouts it was trained on; a file that does not fit or is damaged is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

from acis_env.observe.encoder import Bytes, Floats, Mask, unpack, write_masks
from acis_env.observe.packing import Memory, pack
from acis_env.observe.schema import OBSERVATION_SIZE, SCHEMA_VERSION
from acis_env.observe.seating import Seating, seating_of
from acis_rules import Decision
from acis_rules.box.data_files import convert
from acis_rules.box.world import World
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import LAYOUT_VERSION, N_ACTIONS
from acis_rules.views import View

from . import sealed
from .minds import Asked
from .networks import Network, build, give_weights, masked

POLICY_FORMAT = 2
POLICY_FILE = "policy.pt"  # in the folder of a run
BUNDLED = Path(__file__).parents[1] / "models"  # policies that come with the package, a folder each
LARGEST = 128 * 2**20  # bytes; the largest network takes 80 MB
LAYOUTS = {
    "observation_version": SCHEMA_VERSION,
    "observation_size": OBSERVATION_SIZE,
    "action_version": LAYOUT_VERSION,
}
About = dict[str, str | int | float | list[str]]
CLOSE = 1e-3  # two choices nearer than this could change places; rounding moves them by some 1e-5


class PolicyError(AcisError):
    """A policy file cannot be used."""


def save_policy(path: str | Path, network: Network, about: dict[str, Any] | None = None) -> None:
    """Write weights (as 16-bit floats), layout versions and what is known about the training."""
    content = {
        **LAYOUTS,
        "network": network.settings,
        "weights": {name: value.half() for name, value in network.state_dict().items()},
        "about": about or {},
    }
    sealed.write(Path(path), "policy", POLICY_FORMAT, content)


def load_policy(path: str | Path) -> tuple[Network, dict[str, Any]]:
    """The network of a policy file, of the one in a folder or a bundled one, and what the file says of it."""
    path = _file(path)
    if not path.exists():
        raise PolicyError(f"{path}: there is no such policy file; bundled are: {', '.join(bundled())}")
    try:
        content = sealed.read(path, "policy", POLICY_FORMAT, LARGEST)
    except AcisError as error:
        raise PolicyError(str(error)) from None
    require_layouts(path, content)
    try:
        network = build(content.get("network", {}))
        give_weights(network, content.get("weights"), torch.float16)
        about = convert(content.get("about"), About, "about")
    except AcisError as error:
        raise PolicyError(f"{path}: {error}") from None
    if not all(weights.isfinite().all() for weights in network.state_dict().values()):
        raise PolicyError(f"{path}: some weights are not numbers")
    network.eval()
    return network, about


def require_layouts(path: Path, content: dict[str, Any]) -> None:
    """Refuse what was trained on other layouts than those of this program."""
    for key, value in LAYOUTS.items():
        if content.get(key) != value:
            raise PolicyError(
                f"{path}: trained with {key.replace('_', ' ')} {content.get(key)}, this program has {value}"
            )


def bundled() -> list[str]:
    """The names of the policies that come with the package."""
    return sorted(file.parent.name for file in BUNDLED.glob(f"*/{POLICY_FILE}"))


def _file(path: str | Path) -> Path:
    """Where a policy lies. A bare name is a bundled one before it is a file: `./general` is a file."""
    if str(path) in bundled():
        return BUNDLED / path / POLICY_FILE
    return Path(path) / POLICY_FILE if Path(path).is_dir() else Path(path)


class Policy:
    """The mind of all players of one network: many positions in one pass.

    The same position can come out a little different in a batch than alone, since sums are rounded
    in another order. Where the choice hangs on so little, the position is looked at again, alone:
    so no answer depends on what else is in the batch.
    """

    def __init__(self, network: Network) -> None:
        self.network = network

    def __deepcopy__(self, memo: dict[int, Any]) -> Policy:
        return self  # copied players stay of one mind

    def decide(self, asked: list[Asked]) -> list[int]:
        """For each position the action whose log-probability plus its player's noise is highest."""
        n = len(asked)
        seatings = [seating_of(one.view) for one in asked]
        raw: Bytes = np.empty((n, OBSERVATION_SIZE), np.uint8)
        masks: Mask = np.empty((n, N_ACTIONS), np.int8)
        pairs = list(zip(asked, seatings, strict=True))
        unpack([one.player.packed(one.view, seating) for one, seating in pairs], raw)
        write_masks([_legal(one.view, seating) for one, seating in pairs], masks)
        noise: Floats = np.stack([one.player.noise() for one in asked])
        scores = self._scores(raw, masks, noise)
        chosen = scores.argmax(-1).tolist()
        if n > 1:
            best = scores.topk(2).values
            for row in (best[:, 0] - best[:, 1] < CLOSE).nonzero().flatten().tolist():
                alone = slice(row, row + 1)
                chosen[row] = int(self._scores(raw[alone], masks[alone], noise[alone]).argmax())
        return [seating.to_absolute(action) for seating, action in zip(seatings, chosen, strict=True)]

    @torch.no_grad()
    def weigh(self, one: Asked) -> tuple[list[tuple[int, float]], list[float]]:
        """Legal actions with their probabilities, and each seat's chance to win."""
        seating = seating_of(one.view)
        raw: Bytes = np.empty((1, OBSERVATION_SIZE), np.uint8)
        masks: Mask = np.empty((1, N_ACTIONS), np.int8)
        unpack([one.player.packed(one.view, seating)], raw)
        write_masks([_legal(one.view, seating)], masks)
        judged = self.network(torch.from_numpy(raw))
        shares = masked(judged.logits, torch.from_numpy(masks)).softmax(-1)[0].tolist()
        world = one.view.world
        chances = [0.0] * world.n_seats
        for faction, chance in zip(seating.factions, judged.chances[0].exp().tolist(), strict=False):
            chances[world.player[faction]] += chance
        return [(seating.to_absolute(int(a)), shares[a]) for a in masks[0].nonzero()[0]], chances

    @torch.no_grad()
    def _scores(self, raw: Bytes, masks: Mask, noise: Floats) -> torch.Tensor:
        logits = self.network(torch.from_numpy(raw)).logits
        return masked(logits, torch.from_numpy(masks)) + torch.from_numpy(noise)


def _legal(view: View, seating: Seating) -> int:
    """The legal actions as bits, factions named by slot."""
    question = view.question
    assert question is not None
    return seating.to_relative(question.legal)


_LOADED: dict[tuple[str, float], Policy] = {}


def shared(path: str) -> Policy:
    """One policy per file, however many seats it plays."""
    file = _file(path)
    key = (str(file.resolve()), file.stat().st_mtime if file.exists() else 0.0)
    if key not in _LOADED:
        torch.set_num_threads(1)  # games are spread over processes; more threads get in each other's way
        _LOADED[key] = Policy(load_policy(file)[0])
    return _LOADED[key]


class PolicyPlayer:
    """Plays a learned policy: drawn from its probabilities, or always the likeliest move.

    Players of the same policy are of one mind. Chance is the player's own: noise by Gumbel's
    distribution added to log-probabilities, so that the highest sum is a draw from them.
    """

    def __init__(
        self, argument: str = "", seed: int = 0, mind: Policy | None = None, greedy: bool = False
    ) -> None:
        path = argument.removesuffix(":greedy")
        if mind is None and not path:
            raise PolicyError(f"policy: a path or a name is needed; bundled are: {', '.join(bundled())}")
        self.mind = mind if mind is not None else shared(path)
        self.greedy = greedy or path != argument
        self._random = np.random.default_rng(seed)
        self._world: World | None = None
        self._memory = Memory()

    def __getstate__(self) -> dict[str, Any]:
        """A copy remembers nothing of the game that it was copied from."""
        return {**self.__dict__, "_world": None, "_memory": Memory()}

    def act(self, view: View, decision: Decision, legal: list[int]) -> int:
        """One of the legal actions."""
        return self.mind.decide([Asked(self, view, decision, legal)])[0]

    def thoughts(
        self, view: View, decision: Decision, legal: list[int]
    ) -> tuple[list[tuple[int, float]], list[float]]:
        """Legal actions with their probabilities, and each seat's chance to win."""
        return self.mind.weigh(Asked(self, view, decision, legal))

    def noise(self) -> Floats:
        """One number per action; none if the likeliest move is taken."""
        if self.greedy:
            return np.zeros(N_ACTIONS, np.float32)
        return self._random.gumbel(size=N_ACTIONS).astype(np.float32)

    def packed(self, view: View, seating: Seating) -> tuple[bytes, bytes]:
        """What it sees, as the encoder packs it."""
        if view.world is not self._world:  # another game: nothing to remember
            self._world, self._memory = view.world, Memory()
        return pack(view, seating, self._memory)
