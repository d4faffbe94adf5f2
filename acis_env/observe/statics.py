"""Tables for networks that do not change during a game: features of areas and cards, borders."""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from acis_rules.box.board import Board
from acis_rules.box.deck import Deck, Fate
from acis_rules.kernel.actions import N_AREAS
from acis_rules.kernel.bits import members

from .schema import STATIC_CARD_FEATURES

Floats = npt.NDArray[np.float32]
FOURTHS = ("uses", "investment_discs", "discs")  # numbers among the features of cards


@functools.cache
def static_areas(board: Board) -> Floats:
    """(106, 10): features of areas that never change (schema.STATIC_AREA_FLAGS)."""
    edge = board.edge
    masks = [board.in_play, board.land, board.coastal, board.open_sea,
             edge["N"], edge["E"], edge["S"], edge["W"]]  # fmt: skip
    columns = [[mask >> i & 1 for i in range(N_AREAS)] for mask in masks]
    columns.append([int(area.island is not None) for area in board.areas])
    columns.append([int(area.nile) for area in board.areas])
    return np.array(columns, np.float32).T.copy()


@functools.cache
def adjacency(board: Board) -> npt.NDArray[np.int8]:
    """(106, 106): which areas in play are adjacent."""
    out = np.zeros((N_AREAS, N_AREAS), np.int8)
    for i, mask in enumerate(board.neighbours):
        out[i, members(mask)] = 1
    return out


@functools.cache
def static_cards(deck: Deck) -> Floats:
    """(103, 40): what each card is and can do, from its operations (schema.STATIC_CARD_FEATURES)."""
    table = [_features(card) for card in deck.cards[1:]]
    names = [name for name, _ in STATIC_CARD_FEATURES]
    return np.array(
        [[row[name] / (4 if name in FOURTHS else 1) for name in names] for row in table], np.float32
    )


def _features(card: Fate) -> dict[str, int]:
    source, tags = card.source, card.tags
    fights = source.competition.kind if source.competition is not None else ""
    own = {
        "event": card.event, "competition": card.competition, "negation": card.negation,
        "investment": source.investment is not None, "great_person": card.great_person,
        "invasion": card.invasion, "aside": card.aside, "phase_start": source.phase_start,
        "turn_order": bool(source.turn_order), "land_competition": fights in ("any", "land"),
        "sea_competition": fights in ("any", "sea"), "uses": len(card.modes),
        "investment_discs": source.investment.discs if source.investment is not None else 0,
        "odd": card.id % 2,
    }  # fmt: skip
    can = {name: int(getattr(tags, name)) for name in tags.__struct_fields__}
    digits = {f"digit_{digit}": str(digit) in str(card.id) for digit in range(10)}
    return own | can | digits
