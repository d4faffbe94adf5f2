"""Who has won, and what decided it, in words."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position

from acis_rules import Game
from acis_rules.table.ending import end_game
from acis_rules.words.events import describe_event
from acis_rules.words.winning import result

COLOSSUS = {"wonder": "Colossus", "owner": "egypt", "area": "tyre", "discs": 1}


def ended(egypt: dict[str, int], troy: dict[str, int], vp: tuple[int, int] = (9, 9), **given: Any) -> Table:
    """A game of Egypt and Troy that has just run to its end."""
    table = position(
        "basic_2p", egypt={"vp": vp[0], "discs": egypt}, troy={"vp": vp[1], "discs": troy}, **given
    )
    end_game(table.s)
    return table


@pytest.mark.rule("END-01")
def test_more_vp_need_no_more_words() -> None:
    assert result(ended({"egypt": 1}, {"troy": 3}, (9, 8)).s) == "Egypt wins with 9 VP"


@pytest.mark.parametrize(
    ("egypt", "troy", "wonders", "why"),
    [
        pytest.param(
            {"tyre": 1}, {"troy": 3}, [COLOSSUS], "areas with own Wonders (1 to 0)",
            marks=pytest.mark.rule("END-02"),
        ),
        pytest.param(
            {"egypt": 3, "kush": 3}, {"troy": 3, "ionia": 2}, [], "Cities (2 to 1)",
            marks=pytest.mark.rule("END-03"),
        ),
        pytest.param(
            {"egypt": 3, "kush": 2}, {"troy": 3, "ionia": 1}, [], "discs on the map (5 to 4)",
            marks=pytest.mark.rule("END-04"),
        ),
        pytest.param(
            {"egypt": 2, "kush": 1, "sinai": 1}, {"troy": 2, "ionia": 2}, [], "areas occupied (3 to 2)",
            marks=pytest.mark.rule("END-05"),
        ),
    ],
)  # fmt: skip
def test_what_breaks_a_tie_is_named(
    egypt: dict[str, int], troy: dict[str, int], wonders: list[dict[str, Any]], why: str
) -> None:
    table = ended(egypt, troy, wonders=wonders)
    words = f"Egypt wins with 9 VP: a tie with Troy, broken by {why}"
    assert result(table.s) == words == describe_event(table.s, table.events("won")[0])


@pytest.mark.rule("END-06")
def test_who_is_equal_in_everything_wins_together() -> None:
    table = ended({"egypt": 2}, {"troy": 2})
    assert result(table.s) == "Egypt and Troy win with 9 VP, equal in all that breaks ties"


@pytest.mark.rule("PUNIC-03")
def test_who_wins_at_once_wins_no_tie() -> None:
    table = position("punic_wars", rome={"discs": {"rome": 1, "carthage": 1}}, phase="competition")
    assert table.game.over and table.s.vp == [0, 0]
    assert result(table.s) == "Rome wins with 0 VP"


@pytest.mark.rule("GREEK-10c")
def test_a_tie_that_the_scenario_decides() -> None:
    game = Game.new("greeks_persians", 0)
    end_game(game.state)
    assert result(game.state).startswith("Greece wins with 0 VP: the scenario decides the tie with ")


@pytest.mark.rule("ROME2-08a")
def test_a_side_of_several_has_its_vp_together() -> None:
    s = Game.new("fall_of_rome_2_v1", 0).state
    s.vp[:] = [9, 1, 8, 2]
    end_game(s)
    assert result(s) == "Visigoths and Persians win with 17 VP together"
