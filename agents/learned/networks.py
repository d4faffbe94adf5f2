"""Networks that play: from raw observations to a `Judgement` of the position. Torch only.

`MLP` reads the flat observation. `GraphNet` reads the map as a graph (areas exchange messages
along borders), the cards as a set with an embedding each, and everything else as globals; its
heads score areas, cards and the other actions in the shared action space, so one set of
weights plays every setup. One look at a position tells what every slot may hope for.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Annotated, Any, NamedTuple, Union

import msgspec
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from acis_env.observe.encoder import SCALE
from acis_env.observe.schema import ALL_SLOTS, BLOCKS, OBSERVATION_SIZE, PARTS_OF_VP, SLOTS, offsets
from acis_env.observe.statics import adjacency, static_areas, static_cards
from acis_rules.box.board import load_board
from acis_rules.box.data_files import convert
from acis_rules.box.deck import load_deck
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import N_ACTIONS, N_AREAS, N_CARDS, actions_of, area_action

NO_LOGIT = -1e9  # what an illegal action gets
POINTS = 50  # VP: the unit in which they are foreseen
OWNERS = 1 + ALL_SLOTS  # nobody, or one of the slots
Hidden = Annotated[int, msgspec.Meta(ge=1, le=2048)]
Layers = Annotated[int, msgspec.Meta(ge=1, le=8)]
Width = Annotated[int, msgspec.Meta(ge=1, le=512)]
Rounds = Annotated[int, msgspec.Meta(ge=1, le=8)]
_AT = offsets()
# Not read: the name of the scenario, so that one never trained on is no stranger; and numbers that are names,
# whose meaning other blocks show area by area, card by card and slot by slot.
UNREAD = ("scenario", "faction", "plays", "declared", "chain")
READ = tuple(block for block in BLOCKS if block.name not in UNREAD)


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


class Judgement(NamedTuple):
    """What a network thinks of a batch of positions; slots as in the observation, the own one first."""

    logits: Tensor  # (batch, actions)
    chances: Tensor  # (batch, slots): logarithm of the chance to win; a seat has those of all its slots
    points: Tensor  # (batch, slots): VP at the end, in units of POINTS
    ranks: Tensor  # (batch, slots): from 1 (first) to -1 (last) at the end
    owners: Tensor | None  # (areas, batch, 1 + all slots): logits of who Controls each area after the turn

    def worth(self) -> Tensor:
        """(batch,): what slot 0 may hope for, from -1 to 1 and a little more or less for VP ahead."""
        chance = self.chances[:, 0].exp()
        n = (self.chances > NO_LOGIT / 2).sum(1).clamp(min=2)
        others = (self.points.sum(1) - self.points[:, 0]) / (n - 1)
        return (n * chance - 1) / (n - 1) + self.points[:, 0] - others


class Network(nn.Module):
    """Raw uint8 observations -> `Judgement`; `settings` rebuild it."""

    def __init__(self, settings: msgspec.Struct) -> None:
        super().__init__()
        self.settings: dict[str, Any] = msgspec.to_builtins(settings)
        self.in_bfloat16 = False  # count in 16 bits where that does little harm: fast on CPUs that know how

    def forward(self, raw: Tensor, owners: bool = False) -> Judgement:
        """Judge a batch; owners of areas only on demand, and if the network has an opinion."""
        raise NotImplementedError


class Foresight(nn.Module):
    """The heads that say how the game may end, for every slot alike."""

    def __init__(self, hidden: int, width: int) -> None:
        super().__init__()
        self.seen = nn.Linear(hidden, width)
        self.slot = nn.Linear(SLOT_FEATURES, width, bias=False)
        self.out = _linear(width, 3, 0.01)  # win, gain in VP, rank

    def forward(self, s: Tensor, raw: Tensor, slots: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """(chances, points, ranks) from a summary; slots in which nobody sits have no chance."""
        h = torch.relu(self.seen(s) + self.slot(slots))  # (slots, batch, width)
        win, gain, rank = self.out(h).permute(2, 1, 0)
        empty = torch.arange(SLOTS, device=raw.device) >= raw[:, _AT["players"]]
        chances = torch.log_softmax(win.masked_fill(empty, NO_LOGIT), -1)
        now = raw[:, _AT["vp"]].float() + raw[:, _AT["vp_part"]].float() / PARTS_OF_VP
        return chances, now / POINTS + gain.masked_fill(empty, 0.0), rank


class Rows(nn.Module):
    """Blocks that describe every area (card, slot), as one row of features for each of them.

    Rows come first and the batch second, so that messages along borders are one product of matrices.
    """

    scale: Tensor

    def __init__(self, of: str) -> None:
        super().__init__()
        blocks = [block for block in READ if block.of == of]
        self.n = blocks[0].shape[-1]
        self.names = [block.name for block in blocks]
        sizes = [block.size // self.n for block in blocks]
        scales = [np.full(n, 1 / block.scale, np.float32) for n, block in zip(sizes, blocks, strict=True)]
        self.start = dict(zip(self.names, np.cumsum([0, *sizes]).tolist(), strict=False))
        self.features = sum(sizes)
        self.register_buffer("scale", torch.from_numpy(np.concatenate(scales)), persistent=False)

    def forward(self, raw: Tensor, kind: torch.dtype) -> Tensor:
        """(n, batch, features), not scaled: `scale` is for the weights, which are far fewer."""
        batch = len(raw)
        parts = [raw[:, _AT[name]].reshape(batch, -1, self.n) for name in self.names]
        return torch.cat(parts, 1).permute(2, 0, 1).to(kind, memory_format=torch.contiguous_format)

    def feature(self, block: str, row: str) -> int:
        """The place of a named row among the features."""
        names = [name for name, _ in next(one.rows for one in READ if one.name == block)]
        return int(self.start[block]) + names.index(row)


SLOT_FEATURES = Rows("slot").features


class MLP(Network):
    """Hidden layers on the flat observation."""

    scale: Tensor

    def __init__(self, settings: MLPSettings) -> None:
        super().__init__(settings)
        hidden = settings.hidden
        sizes = [OBSERVATION_SIZE] + [hidden] * settings.layers
        body: list[nn.Module] = []
        for before, after in pairwise(sizes):
            body += [_linear(before, after, 2**0.5), nn.ReLU()]
        scale = SCALE * np.concatenate([np.full(one.size, one in READ, np.float32) for one in BLOCKS])
        self.register_buffer("scale", torch.from_numpy(scale), persistent=False)
        self.body = nn.Sequential(*body)
        self.policy = _linear(hidden, N_ACTIONS, 0.01)
        self.slot_rows = Rows("slot")
        self.foresight = Foresight(hidden, hidden)

    def forward(self, raw: Tensor, owners: bool = False) -> Judgement:
        """See Network."""
        h = self.body(raw.float() * self.scale)
        slots = self.slot_rows(raw, torch.float32) * self.slot_rows.scale
        chances, points, ranks = self.foresight(h, raw, slots)
        return Judgement(self.policy(h), chances, points, ranks, None)


class GraphNet(Network):
    """Messages along the borders of the map, embeddings of cards, heads over both."""

    rest: Tensor
    rest_scale: Tensor
    links: Tensor
    static_areas: Tensor
    static_cards: Tensor

    def __init__(self, settings: GraphSettings) -> None:
        super().__init__(settings)
        width, rounds, hidden = settings.width, settings.rounds, settings.hidden
        self.area_rows, self.card_rows, self.slot_rows = Rows("area"), Rows("card"), Rows("slot")
        self._in_play = self.area_rows.feature("area_flags", "in_play")
        self._hand = self.card_rows.feature("own_cards", "hand")
        others = [_AT[block.name] for block in READ if block.of not in ("area", "card", "slot")]
        rest = np.concatenate([np.arange(OBSERVATION_SIZE)[where] for where in others])
        self.register_buffer("rest", torch.from_numpy(rest), persistent=False)
        self.register_buffer("rest_scale", torch.from_numpy(SCALE[rest]), persistent=False)
        board = load_board()
        links = adjacency(board).astype(np.float32)
        links /= np.maximum(1, links.sum(1, keepdims=True))
        self.register_buffer("links", torch.from_numpy(links), persistent=False)
        self.register_buffer("static_areas", torch.from_numpy(static_areas(board).copy()), persistent=False)
        self.register_buffer("static_cards", torch.from_numpy(static_cards(load_deck())), persistent=False)
        self.area_in = nn.Linear(self.area_rows.features, width)
        self.static_area_in = nn.Linear(self.static_areas.shape[1], width, bias=False)
        self.static_card_in = nn.Linear(self.static_cards.shape[1], width, bias=False)
        self.card_in = nn.Linear(self.card_rows.features, width)
        self.slot_in = nn.Linear(self.slot_rows.features, width)
        self.card_name = nn.Parameter(torch.randn(N_CARDS, width) * 0.1)
        self.area_name = nn.Parameter(torch.randn(N_AREAS, width) * 0.1)
        self.globals_in = nn.Sequential(nn.Linear(len(rest) + (2 + SLOTS) * width, hidden), nn.ReLU())
        self.own = nn.ModuleList(nn.Linear(width, width) for _ in range(rounds))
        self.near = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(rounds))
        self.told = nn.ModuleList(nn.Linear(hidden, width, bias=False) for _ in range(rounds))
        self.summary = nn.Sequential(nn.Linear(hidden + 3 * width, hidden), nn.ReLU())
        self.area_query = nn.Linear(hidden, width)
        self.card_query = nn.Linear(hidden, width)
        self.others = _linear(hidden, N_ACTIONS, 0.01)
        self.owner = nn.Linear(width, OWNERS)
        self.foresight = Foresight(hidden, width)

    def forward(self, raw: Tensor, owners: bool = False) -> Judgement:
        """See Network."""
        slots = self.slot_rows(raw, torch.float32) * self.slot_rows.scale
        with torch.autocast(raw.device.type, torch.bfloat16, enabled=self.in_bfloat16):
            areas, cards, s = self._look(raw, slots)
            owned = self.owner(areas) if owners else None
        logits = self.others(s)
        area_logits, card_logits = _match(areas, self.area_query(s)), _match(cards, self.card_query(s))
        named = actions_of("card")
        logits = torch.cat([
            logits[:, : area_action(0)], area_logits, card_logits + logits[:, named.start : named.stop],
            logits[:, named.stop :],
        ], 1)  # fmt: skip
        chances, points, ranks = self.foresight(s, raw, slots)
        return Judgement(logits, chances, points, ranks, None if owned is None else owned.float())

    def _look(self, raw: Tensor, slots: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Areas (areas, batch, width), cards (cards, batch, width) and a summary (batch, hidden)."""
        kind = torch.bfloat16 if self.in_bfloat16 else torch.float32
        area_x, card_x = self.area_rows(raw, kind), self.card_rows(raw, kind)
        in_play = area_x[:, :, self._in_play].unsqueeze(2)
        share = in_play / in_play.sum(0).clamp(min=1)  # of each area in their mean
        place = self.static_area_in(self.static_areas) + self.area_name + self.area_in.bias
        text = self.static_card_in(self.static_cards) + self.card_name + self.card_in.bias
        areas = functional.linear(area_x, self.area_in.weight * self.area_rows.scale)
        areas = torch.relu(areas + place.to(kind).unsqueeze(1)) * in_play
        cards = functional.linear(card_x, self.card_in.weight * self.card_rows.scale)
        cards = torch.relu(cards + text.to(kind).unsqueeze(1))
        in_hand = (cards * card_x[:, :, self._hand].unsqueeze(2)).sum(0)
        seated = torch.relu(self.slot_in(slots)).transpose(0, 1).flatten(1)
        rest = raw[:, self.rest].float() * self.rest_scale
        seen = [rest, seated.float(), (areas * share).sum(0).float(), in_hand.float()]
        g = self.globals_in(torch.cat(seen, 1))
        for own, near, told in zip(self.own, self.near, self.told, strict=True):
            # One dense product for all neighbours. Measured forwards and backwards on one core with
            # AVX-512, width 48: 8 us a position in bfloat16, 39 in float32; a sparse product takes 57.
            message = (self.links @ areas.flatten(1)).view_as(areas)
            areas = areas + torch.relu(own(areas) + near(message) + told(g)) * in_play
        pooled = [g.float(), (areas * share).sum(0).float(), areas.amax(0).float(), in_hand.float()]
        summary: Tensor = self.summary(torch.cat(pooled, 1))
        return areas, cards, summary.float()


def _match(rows: Tensor, query: Tensor) -> Tensor:
    """(batch, rows): how well each row answers the query of its position."""
    scaled = (query * rows.shape[-1] ** -0.5).to(rows.dtype)
    matched: Tensor = (rows * scaled).sum(-1, dtype=torch.float32)
    return matched.t()


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
