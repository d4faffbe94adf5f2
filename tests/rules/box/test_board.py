"""The board as masks: both sides of a cut line, what lies at its edges, and areas by name."""

from __future__ import annotations

import pytest

from acis_rules import DataError
from acis_rules.box.board import area_in_play, load_board, sides
from acis_rules.kernel.bits import members

WHOLE = load_board()
LINES = {  # what is kept, areas west of the line, on it, and east of it
    "western": ("west", 58, 6, 42),
    "extended_western": ("west", 77, 6, 23),
    "eastern": ("east", 55, 6, 45),
    "extended_eastern": ("east", 33, 6, 67),
    "alexander_darius": ("east", 52, 6, 48),
    "god_king": ("east", 57, 9, 40),
}


@pytest.mark.rule("SET-02")
@pytest.mark.parametrize("line", LINES)
def test_a_line_parts_the_map_in_two(line: str) -> None:
    keep, west, between, east = LINES[line]
    parts = sides(line)
    assert {*parts} == {"west", "east"} and not parts["west"] & parts["east"]
    assert parts[keep] == load_board(line).in_play
    assert (parts["west"].bit_count(), parts["east"].bit_count()) == (west, east)
    assert west + between + east == len(WHOLE.areas) == WHOLE.in_play.bit_count()
    x = {side: [WHOLE.areas[area].x for area in members(mask)] for side, mask in parts.items()}
    assert sum(x["west"]) / west < sum(x["east"]) / east


@pytest.mark.rule("SET-02")
@pytest.mark.parametrize("line", LINES)
def test_areas_next_to_the_line_are_at_the_edge_and_have_nothing_beyond_it(line: str) -> None:
    board, keep = load_board(line), LINES[line][0]
    on_it = WHOLE.in_play & ~(sides(line)["west"] | sides(line)["east"])
    side, other = ("E", "W") if keep == "west" else ("W", "E")
    next_to_it = WHOLE.around(on_it) & board.in_play
    assert next_to_it and board.edge[side] == WHOLE.edge[side] & board.in_play | next_to_it
    assert board.edge[other] == WHOLE.edge[other] & board.in_play
    for area in range(len(board.areas)):
        inside = board.in_play >> area & 1
        assert board.neighbours[area] == (WHOLE.neighbours[area] & board.in_play if inside else 0)
        assert board.land_neighbours[area] == board.neighbours[area] & board.land


def test_kinds_of_areas_are_apart() -> None:
    for board in (WHOLE, load_board("eastern")):
        assert board.land | board.coastal | board.open_sea == board.in_play
        assert board.sea == board.coastal | board.open_sea == board.kinds["sea"]
        assert not board.land & board.sea and not board.coastal & board.open_sea
        assert [board.kinds[kind] for kind in ("land", "coastal", "open")] == [
            board.land, board.coastal, board.open_sea,
        ]  # fmt: skip


def test_competitions_have_a_rank_in_play_and_none_elsewhere() -> None:
    board = load_board("eastern")
    assert [board.competition_rank[area] for area in board.competition_order] == list(range(45))
    others = members(WHOLE.in_play & ~board.in_play)
    assert {board.competition_rank[area] for area in others} == {106}


def test_homes_in_play() -> None:
    assert len(WHOLE.homes) == 10 and WHOLE.homes["celt_iberia"] == 0
    assert "rome" not in load_board("eastern").homes and "egypt" in load_board("eastern").homes


def test_an_area_that_is_not_in_play_is_named() -> None:
    board = load_board("eastern")
    assert area_in_play(board, " Egypt ", "here") == board.number["egypt"]
    assert area_in_play(WHOLE, "Celt-Iberia", "here") == 0
    with pytest.raises(DataError, match=r"^here: rome: not in play on this board$"):
        area_in_play(board, "rome", "here")
    with pytest.raises(DataError, match=r"^here: unknown area 'utopia'$"):
        area_in_play(board, "utopia", "here")
    with pytest.raises(
        DataError, match=r"^unknown cut line 'northern'; the map has: alexander_darius, eastern, "
    ):
        load_board("northern")
