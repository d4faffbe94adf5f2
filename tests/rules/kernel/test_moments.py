"""Phases, doors and cards know no variant: they read no flag of one, they call whoever joins in."""

from __future__ import annotations

import ast
import typing
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from acis_rules.box.options import Options
from acis_rules.box.scenario_blocks import ClockBlock, Scenario, SetupBlock
from acis_rules.box.victory_blocks import ScoringBlock, VictoryBlock
from acis_rules.kernel.moments import Moments, Variant

ROOT = Path(__file__).parents[3] / "acis_rules"
MODULES = [
    path for room in ("table", "effects", "cards", "phases") for path in sorted((ROOT / room).glob("*.py"))
]
# What every scenario has; all else in a scenario file brings rules of its own
COMMON = {"id", "title", "kind", "factions", "setup", "board", "deck", "clock", "knobs", "victory", "sides"}
OF_VARIANTS = {
    "npcs", "npc_seats", "npc_rules", "npc_bonus_vp", "hostility", "teams", "by_category", "full_last_epoch",
    "historical", "unknown", "looters", "immune", "bans", "reserve", "rules",
}  # fmt: skip


def on_or_off(block: type) -> set[str]:
    """The fields that say whether a rule holds, or which of two."""
    types = {name: typing.get_origin(kind) or kind for name, kind in typing.get_type_hints(block).items()}
    return {
        field.name for field in msgspec.structs.fields(block) if types[field.name] in (bool, typing.Literal)
    }


FLAGS = {
    "s": {"gold"},
    "world": OF_VARIANTS,
    "scenario": set(Scenario.__struct_fields__) - COMMON,
    "options": on_or_off(Options),
    "clock": on_or_off(ClockBlock),
    "setup": on_or_off(SetupBlock),
    "victory": on_or_off(VictoryBlock),
    "scoring": on_or_off(ScoringBlock),
}


def flags_read(text: str) -> Iterator[str]:
    """Flags of variants that a module reads."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else node.value.attr
            if node.attr in FLAGS.get(owner, ()):
                yield f"{node.lineno}: {owner}.{node.attr}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_flag_of_a_variant_is_read(path: Path) -> None:
    assert [*flags_read(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "line",
    [
        "if s.world.options.final_epoch_event: pass", "if s.world.scenario.scoring.sea_vp: pass",
        "if world.npcs: pass", "n = len(s.gold)", "s.world.scenario.capital",
        "clock.stop_after == 'competition'", "options.minimum_growth_counts == 'base'",
        "s.world.options.single_winner or victory.single_winner",
    ],
)  # fmt: skip
def test_a_flag_is_seen(line: str) -> None:
    assert [*flags_read(line)]


def test_at_every_moment_somebody_joins_in() -> None:
    used = {moment for variant in Variant.declared for moment, _ in variant.functions}
    assert used == set(Moments.__annotations__)
