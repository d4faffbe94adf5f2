"""The standard table: every player alone against others in each scenario, on fixed deals, resumable."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from acis_rules import AcisError, scenarios
from acis_rules.tools.cli import main
from agents.arena.play import play_games
from agents.arena.schedule import schedule
from agents.arena.standard import DEALS, cell_of, group_of, markdown, settings_of, summaries
from agents.tools.benchmark import chosen_scenarios
from training.games import TRAINING_SEEDS


def test_deals_are_never_trained_on() -> None:
    assert DEALS >= TRAINING_SEEDS


def test_groups_name_their_scenarios() -> None:
    assert chosen_scenarios(["all"]) == list(scenarios())
    basic = chosen_scenarios(["basic", "basic_2p"])
    assert basic == [f"basic_{n}p" for n in range(2, 7)]
    assert all(group_of(name) == "historical" for name in chosen_scenarios(["historical"]))
    with pytest.raises(AcisError, match="nowhere"):
        chosen_scenarios(["nowhere"])


def test_a_cell_counts_the_player_in_every_seat() -> None:
    """Somebody who wins every game has 100%, whichever seat it plays."""
    settings = settings_of("greedy", "basic_3p", "random")
    assert settings.players == ("greedy", "random", "random") and settings.seed == DEALS
    cell = cell_of("greedy", "basic_3p", "random", list(play_games(schedule(settings, 6))))
    assert cell.games == 6 and cell.chance == pytest.approx(1 / 3)
    assert [part.games for part in cell.seats] == [2, 2, 2]
    assert cell.win_rate.mean == 1.0 and cell.times_chance == pytest.approx(3)
    text = markdown([cell])
    assert "| `basic_3p` | 33% | 6 | 100.0% [" in text and "3.00 times chance" in text
    assert [one.worst for one in summaries([cell])] == ["basic_3p"]


def test_the_command_writes_the_table_and_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "table"
    command = ["benchmark", "--players", "greedy", "--opponents", "random", "--scenarios", "basic_2p",
               "--games", "2", "--workers", "1", "--out", str(out)]  # fmt: skip
    with pytest.raises(SystemExit, match="0"):
        main(command)
    games = (out / "games.jsonl").read_bytes()
    with pytest.raises(SystemExit, match="0"):
        main(command)
    assert (out / "games.jsonl").read_bytes() == games  # nothing is played twice
    cells = msgspec.json.decode((out / "table.json").read_bytes())
    assert cells[0]["scenario"] == "basic_2p" and cells[0]["games"] == 2
    assert (out / "table.md").read_text().startswith("## Against random in all other seats")
    assert (out / "table.png").read_bytes().startswith(b"\x89PNG")
