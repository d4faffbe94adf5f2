"""The Epoch Change table as it is printed: which card ids select which row."""

from __future__ import annotations

import functools

import msgspec

from ..errors import DataError
from ..kernel.actions import N_CARDS
from .data_files import convert, entries, read_yaml

EPOCH_TABLE_FILE = "epoch_table.yaml"


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row: the card ids that select it, and what happens."""

    first: int
    last: int
    effect: str
    name: str


@functools.cache
def load_table() -> tuple[Row, ...]:
    """All rows; together they cover every card id once."""
    name, content = read_yaml(None, EPOCH_TABLE_FILE)
    rows = [convert(raw, Row, f"{name}: row {i + 1}") for i, raw in enumerate(entries(content, "rows", name))]
    ids = [number for row in rows for number in range(row.first, row.last + 1)]
    if ids != list(range(1, N_CARDS + 1)):
        raise DataError(f"{name}: rows: must cover the ids 1 to {N_CARDS} in order, each once")
    return tuple(rows)
