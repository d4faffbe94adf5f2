"""What the rows of the Epoch Change table do, in words."""

from __future__ import annotations

from acis_rules.box.epoch_rows import load_table
from agents.live.epoch_change import row_words


def test_every_row_has_the_words_of_its_rule() -> None:
    rows = [row.name for row in load_table()]
    assert len(rows) == len({row_words(name) for name in rows}) == 15
    assert row_words("Apocalyptic drought").startswith("EPO-26: Remove all discs from every land area")
