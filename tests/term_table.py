"""What the tests of the game's terms share: a card that keeps the Card Phase open, scenarios of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

import acis_rules

SILK = 55  # Opening of the Silk Road: always playable, so the Card Phase waits for its holder


def scenario_file(folder: Path, base: str = "basic_2p", **blocks: Any) -> str:
    """A scenario that differs from a basic one in some blocks."""
    source = Path(acis_rules.__file__).parent / "data" / "scenarios" / f"{base}.yaml"
    scenario = yaml.safe_load(source.read_text())
    scenario.update(blocks)
    file = folder / "scenario.yaml"
    file.write_text(yaml.safe_dump(scenario))
    return str(file)


def two_each(folder: Path) -> str:
    """Four civilizations, two of each player: the 1st and 3rd, the 2nd and 4th."""
    colours = ("red", "green", "blue", "purple")
    factions = [{"player": i % 2, "colour": colour} for i, colour in enumerate(colours)]
    return scenario_file(folder, "basic_4p", factions=factions)
