"""Networks that play: from raw observations to action logits and a value. Torch only.

`MLP` reads the flat observation. `GraphNet` reads the map as a graph (areas exchange messages
along borders), the cards as a set with an embedding each, and everything else as globals; its
heads score areas, cards and the other actions in the shared action space, so one set of
weights plays every setup.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Annotated, Any, Union

import msgspec
import numpy as np
import torch
from torch import Tensor, nn

from acis_env.observe.encoder import AREA_BLOCKS, SCALE, adjacency, static_areas
from acis_env.observe.schema import OBSERVATION_SIZE, offsets
from acis_rules.box.board import load_board
from acis_rules.box.data_files import convert
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import N_ACTIONS, N_AREAS, N_CARDS, actions_of, area_action

CARD_BLOCKS = ("card_sets", "known", "own_investments", "other_investments")
NO_LOGIT = -1e9  # what an illegal action gets
Hidden = Annotated[int, msgspec.Meta(ge=1, le=2048)]
Layers = Annotated[int, msgspec.Meta(ge=1, le=8)]
Width = Annotated[int, msgspec.Meta(ge=1, le=512)]
Rounds = Annotated[int, msgspec.Meta(ge=1, le=8)]


class NetworkError(AcisError):
    """Weights are not those of the network."""


class MLPSettings(msgspec.Struct, tag_field="kind", tag="mlp", forbid_unknown_fields=True):
    """How an `MLP` is built."""

    hidden: Hidden = 256
    layers: Layers = 2


class GraphSettings(msgspec.Struct, tag_field="kind", tag="graph", forbid_unknown_fields=True):
    """How a `GraphNet` is built."""

    width: Width = 48
    rounds: Rounds = 3
    hidden: Hidden = 192


class Network(nn.Module):
    """Raw uint8 observations -> (logits, value); `settings` rebuild it."""

    scale: Tensor

    def __init__(self, settings: msgspec.Struct) -> None:
        super().__init__()
        self.settings: dict[str, Any] = msgspec.to_builtins(settings)
        self.register_buffer("scale", torch.from_numpy(SCALE.copy()), persistent=False)

    def forward(self, raw: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of all actions and the value of the position, for a batch."""
        raise NotImplementedError


class MLP(Network):
    """Hidden layers on the flat observation."""

    def __init__(self, settings: MLPSettings) -> None:
        super().__init__(settings)
        hidden = settings.hidden
        sizes = [OBSERVATION_SIZE] + [hidden] * settings.layers
        body: list[nn.Module] = []
        for before, after in pairwise(sizes):
            body += [_linear(before, after, 2**0.5), nn.ReLU()]
        self.body = nn.Sequential(*body)
        self.policy = _linear(hidden, N_ACTIONS, 0.01)
        self.value = _linear(hidden, 1, 1.0)

    def forward(self, raw: Tensor) -> tuple[Tensor, Tensor]:
        """See Network."""
        h = self.body(raw.float() * self.scale)
        return self.policy(h), self.value(h).squeeze(-1)


class GraphNet(Network):
    """Messages along the borders of the map, embeddings of cards, heads over both."""

    rest: Tensor
    links: Tensor
    static: Tensor

    def __init__(self, settings: GraphSettings) -> None:
        super().__init__(settings)
        width, rounds, hidden = settings.width, settings.rounds, settings.hidden
        at = offsets()
        areas = torch.zeros(OBSERVATION_SIZE, dtype=torch.bool)
        for name in AREA_BLOCKS:
            areas[at[name]] = True
        cards = torch.zeros(OBSERVATION_SIZE, dtype=torch.bool)
        for name in CARD_BLOCKS:
            cards[at[name]] = True
        self.register_buffer("rest", (~areas & ~cards).nonzero().squeeze(-1), persistent=False)
        self._at = at
        board = load_board()
        links = adjacency(board).astype(np.float32)
        links /= np.maximum(1, links.sum(1, keepdims=True))
        self.register_buffer("links", torch.from_numpy(links), persistent=False)
        self.register_buffer("static", torch.from_numpy(static_areas(board).copy()), persistent=False)
        n_globals = int((~areas & ~cards).sum())
        self.area_in = nn.Linear(int(areas.sum()) // N_AREAS, width)
        self.static_in = nn.Linear(self.static.shape[1], width, bias=False)
        self.card_in = nn.Linear(int(cards.sum()) // N_CARDS, width)
        self.card_name = nn.Parameter(torch.randn(N_CARDS, width) * 0.1)
        self.area_name = nn.Parameter(torch.randn(N_AREAS, width) * 0.1)
        self.globals_in = nn.Sequential(nn.Linear(n_globals + 2 * width, hidden), nn.ReLU())
        self.own = nn.ModuleList(nn.Linear(width, width) for _ in range(rounds))
        self.near = nn.ModuleList(nn.Linear(width, width) for _ in range(rounds))
        self.told = nn.ModuleList(nn.Linear(hidden, width) for _ in range(rounds))
        self.summary = nn.Sequential(nn.Linear(hidden + 3 * width, hidden), nn.ReLU())
        self.area_query = nn.Linear(hidden, width)
        self.card_query = nn.Linear(hidden, width)
        self.area_bias = nn.Linear(width, 1)
        self.card_bias = nn.Linear(width, 1)
        self.others = _linear(hidden, N_ACTIONS, 0.01)
        self.value = _linear(hidden, 1, 1.0)

    def forward(self, raw: Tensor) -> tuple[Tensor, Tensor]:
        """See Network."""
        x = raw.float() * self.scale
        area_x = self._rows(x, AREA_BLOCKS, N_AREAS)
        card_x = self._rows(x, CARD_BLOCKS, N_CARDS)
        areas = torch.relu(self.area_in(area_x) + (self.static_in(self.static) + self.area_name))
        cards = torch.relu(self.card_in(card_x) + self.card_name)
        held = card_x[:, :, :1]  # own hand
        in_hand = (cards * held).sum(1)
        g = self.globals_in(torch.cat([x[:, self.rest], areas.mean(1), in_hand], 1))
        for own, near, told in zip(self.own, self.near, self.told, strict=True):
            message = torch.matmul(self.links, areas)
            areas = areas + torch.relu(own(areas) + near(message) + told(g).unsqueeze(1))
        s = self.summary(torch.cat([g, areas.mean(1), areas.amax(1), in_hand], 1))
        logits = self.others(s)
        scale = areas.shape[-1] ** -0.5
        area_logits = (areas @ self.area_query(s).unsqueeze(-1)).squeeze(-1) * scale
        area_logits = area_logits + self.area_bias(areas).squeeze(-1)
        card_logits = (cards @ self.card_query(s).unsqueeze(-1)).squeeze(-1) * scale
        card_logits = card_logits + self.card_bias(cards).squeeze(-1)
        named = actions_of("card")
        logits = torch.cat([
            logits[:, : area_action(0)], area_logits, card_logits + logits[:, named.start : named.stop],
            logits[:, named.stop :],
        ], 1)  # fmt: skip
        return logits, self.value(s).squeeze(-1)

    def _rows(self, x: Tensor, blocks: tuple[str, ...], n: int) -> Tensor:
        """Blocks of one number per area (or card) as one row of features for each of them."""
        return torch.cat([x[:, self._at[name]].view(len(x), -1, n) for name in blocks], 1).transpose(1, 2)


def _linear(before: int, after: int, gain: float) -> nn.Linear:
    layer = nn.Linear(before, after)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


NETWORKS: dict[type[msgspec.Struct], Callable[[Any], Network]] = {MLPSettings: MLP, GraphSettings: GraphNet}


def build(settings: dict[str, Any]) -> Network:
    """The network that `settings` describe; what is wrong or too large is refused before it takes memory."""
    checked: msgspec.Struct = convert(settings, Union[*NETWORKS], "network")  # type: ignore[arg-type]
    return NETWORKS[type(checked)](checked)


def settings_of(kind: str) -> tuple[str, ...]:
    """The names of the settings of a kind of network."""
    return next(one.__struct_fields__ for one in NETWORKS if one.__struct_config__.tag == kind)


def give_weights(network: Network, weights: object, kind: torch.dtype = torch.float32) -> None:
    """Let a network have these weights, if they are its own by name, shape and kind of number."""
    own = network.state_dict()
    if not isinstance(weights, dict) or weights.keys() != own.keys():
        raise NetworkError("the weights do not fit the network: other names")
    for name, value in weights.items():
        require_tensor(name, value, own[name].shape, kind)
    network.load_state_dict({name: value.float() for name, value in weights.items()})


def require_tensor(name: str, value: object, shape: tuple[int, ...], kind: torch.dtype) -> None:
    """Refuse anything but an ordinary tensor of this shape and kind, before memory is taken for it."""
    if not isinstance(value, Tensor) or value.layout != torch.strided or value.is_quantized:
        raise NetworkError(f"the weights do not fit the network: {name} is no tensor")
    if value.shape != shape or value.dtype != kind or not value.is_contiguous() or value.is_meta:
        raise NetworkError(
            f"the weights do not fit the network: {name} is {tuple(value.shape)} of {value.dtype}, "
            f"not {tuple(shape)} of {kind}"
        )


def masked(logits: Tensor, masks: Tensor) -> Tensor:
    """Log-probabilities over the legal actions."""
    return torch.log_softmax(torch.where(masks > 0, logits, NO_LOGIT), -1)


def choose(logprobs: Tensor, deterministic: bool, generator: torch.Generator | None = None) -> Tensor:
    """Actions: the likeliest, or drawn."""
    if deterministic:
        return logprobs.argmax(-1)
    return torch.multinomial(logprobs.exp(), 1, generator=generator).squeeze(-1)
