"""What a run needs to go on, in one file of tensors and plain data, checked when it is read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict, TypeVar

import msgspec
import torch
from torch import Tensor

from acis_rules.box.data_files import convert
from acis_rules.errors import AcisError
from agents.learned import sealed
from agents.learned.networks import Network, NetworkError, require_tensor
from agents.learned.policy import LAYOUTS, require_layouts

from .config import ConfigError

VERSION = 3
MOMENTS = ("step", "exp_avg", "exp_avg_sq")  # what Adam keeps for each parameter
BESIDE_WEIGHTS = 64 * 2**20  # bytes: more than running games, watched games and counters ever take

Count = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
Weights = dict[str, Tensor]
Moments = dict[str, dict[str, Tensor]]
T = TypeVar("T")


class Row(TypedDict):
    """A row of the curve; see `Run`."""

    scenario: str
    decisions: int
    minutes: float
    games: int
    win_rate: float
    low: float
    high: float
    margin: float
    overlooked: NotRequired[float]
    value_loss: NotRequired[float]
    entropy: NotRequired[float]
    kl: NotRequired[float]
    undecided: NotRequired[float]
    explained: NotRequired[float]
    noise_scale: NotRequired[float]


class Counters(msgspec.Struct, forbid_unknown_fields=True):
    """How far a run has come: what `Run` counts."""

    updates: Count
    decisions: Count
    games_played: Count
    seconds: Annotated[float, msgspec.Meta(ge=0)]
    curve: list[Row]
    measured: dict[str, float]


def save(path: Path, kind: str, record: msgspec.Struct) -> None:
    """Write a record of tensors and plain data."""
    sealed.write(path, kind, VERSION, {**LAYOUTS, **_plain(record)})


def load(path: Path, kind: str, record: type[T], network: Network, copies: int) -> T:
    """Read a record that holds at most so many copies of a network's weights, besides other data."""
    weights = sum(value.numel() * value.element_size() for value in network.state_dict().values())
    try:
        content = sealed.read(path, kind, VERSION, copies * weights + BESIDE_WEIGHTS)
        require_layouts(path, content)
        return convert({key: content[key] for key in content if key not in LAYOUTS}, record, str(path))
    except AcisError as error:
        raise ConfigError(str(error)) from None


def _plain(record: msgspec.Struct) -> dict[str, Any]:
    out: dict[str, Any] = msgspec.to_builtins(record, builtin_types=(Tensor,))
    return out


def copied(network: Network) -> Weights:
    """The weights as they are now."""
    return {name: value.clone() for name, value in network.state_dict().items()}


# ----------------------------------------------------------------------------- the optimiser


def moments(optimizer: torch.optim.Optimizer, network: Network) -> Moments:
    """What Adam remembers, by the names of the network's parameters; nothing before its first step."""
    return {
        name: {key: optimizer.state[parameter][key].clone() for key in MOMENTS}
        for name, parameter in network.named_parameters()
        if parameter in optimizer.state
    }


def give_moments(optimizer: torch.optim.Optimizer, network: Network, given: Moments) -> None:
    """Let Adam go on with what it remembered."""
    parameters = dict(network.named_parameters())
    if given and given.keys() != parameters.keys():
        raise NetworkError("the optimiser does not fit the network: other names")
    for name, values in given.items():
        if set(values) != set(MOMENTS):
            raise NetworkError(f"the optimiser does not fit the network: {name} has {', '.join(values)}")
        for key in MOMENTS:
            shape = () if key == "step" else parameters[name].shape
            require_tensor(f"{name}.{key}", values[key], shape, torch.float32)
        optimizer.state[parameters[name]] = {key: values[key].clone() for key in MOMENTS}


# ------------------------------------------------------------------------------------ chance


def set_random(generator: torch.Generator, state: object) -> None:
    """Let a generator go on from here."""
    try:
        generator.set_state(state)  # type: ignore[arg-type]
    except (RuntimeError, TypeError):
        raise ConfigError("random: not a state of torch's generator") from None
