"""What data files leave out: the base game holds, nothing is asked for, nothing is given."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgspec
import pytest

from acis_rules.box import (
    civilizations,
    created,
    deck,
    hannibal_blocks,
    npc_blocks,
    options,
    scenario_blocks,
    variant_blocks,
    victory_blocks,
)
from acis_rules.box.civilizations import Ability, Civilization
from acis_rules.box.created import CreatedOptions
from acis_rules.box.deck import InCompetition, Investment, PrintedCard
from acis_rules.box.hannibal_blocks import ConsulBlock, StageBlock
from acis_rules.box.npc_blocks import NpcBlock, OrderBlock, ShunBlock
from acis_rules.box.options import Options
from acis_rules.box.scenario_blocks import (
    ClockBlock,
    DeckBlock,
    EntryBlock,
    FactionBlock,
    GoldBlock,
    KnobsBlock,
    ReplacedBlock,
    ReturnsBlock,
    Scenario,
)
from acis_rules.box.variant_blocks import BanBlock, ReserveBlock
from acis_rules.box.victory_blocks import ScoringBlock, SideBlock, SourceBlock, VictoryBlock
from acis_rules.effects import AnyOperation, Where
from acis_rules.effects.contest import Allies
from acis_rules.effects.discs import Place, Remove, RemoveEvery
from acis_rules.effects.fate import Discard
from acis_rules.effects.goods import Gain, Lose, Plus
from acis_rules.effects.naming import NameArea, NameCity, NameCivilization, NameWonder
from acis_rules.effects.reinforce import Reinforce

DOCS = Path(__file__).parents[3] / "docs"
BLOCKS = (
    scenario_blocks, hannibal_blocks, npc_blocks, variant_blocks, victory_blocks, options, created,
    civilizations, deck,
)  # fmt: skip

# What a field is if it is not given, by record; all that are not here are none, false, 0 or empty
GIVEN: dict[type[msgspec.Struct], dict[str, Any]] = {
    EntryBlock: {"ready": 12, "by": "choice"},
    ReturnsBlock: {"discs": 12},
    FactionBlock: {
        "civilization": "chosen", "pool": 50, "markers": 2, "turn": True, "scores": True, "divisor": 1,
    },
    GoldBlock: {"n": 1},
    ReplacedBlock: {"after": "discard"},
    DeckBlock: {"set_aside_per_civilization": 5, "opening_hand": 5},
    ClockBlock: {
        "first_epoch": 1, "last_epoch": 4, "turns": 4, "sudden_end": {2: "2", 3: "23"},
        "stop_after": "evaluation",
    },
    KnobsBlock: {
        "minimum_growth": 3, "first_growth": 2, "sea_growth": 1, "base_draw": 3, "hand_limit": 6,
        "epoch_draw": 5, "aeneas_discs": 16, "aeneas_percent": 100, "aeneas": 1, "wonders": 1,
        "wonder_resources": 5, "wonder_discs": 2, "barbarians": 50,
    },
    Scenario: {"cards_abroad": "free"},
    StageBlock: {"replaces": "barbarians"},
    ConsulBlock: {"lays": "everywhere", "pays": "everywhere", "grows": True},
    OrderBlock: {"of": ("others",)},
    ShunBlock: {"areas": ("anywhere",), "counting": ("itself",)},
    NpcBlock: {"exceeds": True},
    BanBlock: {"discs": 1},
    ReserveBlock: {"goes": "never", "back": "never"},
    SideBlock: {"divisor": 1},
    SourceBlock: {"who": ("all",)},
    ScoringBlock: {"sea_vp": True},
    VictoryBlock: {"from_epoch": 1},
    Options: {
        "divisor": 4, "aeneas_uses": 1, "minimum_growth_counts": "everything", "npc_civilizations": "chosen",
        "npc_ties": "A",
    },
    CreatedOptions: {"map": "full", "players": ("chosen",)},
    Ability: {"epochs": (1, 2, 3, 4)},
    Civilization: {"loot": 1},
    InCompetition: {"needs": "nothing"},
    Investment: {"competition": "any"},
    PrintedCard: {"id_basis": "documented", "after": "discard"},
}  # fmt: skip


def records(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The records that a module declares."""
    found = [
        one for one in vars(module).values() if inspect.isclass(one) and one.__module__ == module.__name__
    ]
    return [one for one in found if issubclass(one, msgspec.Struct)]


def defaults(record: type[msgspec.Struct]) -> dict[str, Any]:
    """What its fields are if they are not given, without those that must be."""
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(record):
        if field.default_factory is not msgspec.NODEFAULT:
            found[field.name] = field.default_factory()
        elif field.default is not msgspec.NODEFAULT:
            found[field.name] = field.default
    return found


@pytest.mark.parametrize("record", [one for module in BLOCKS for one in records(module)])
def test_what_a_file_leaves_out(record: type[msgspec.Struct]) -> None:
    found = defaults(record)
    blocks = {name: value for name, value in found.items() if isinstance(value, msgspec.Struct)}
    assert all(value == type(value)() for value in blocks.values())
    something = {name: value for name, value in found.items() if value and name not in blocks}
    assert something == GIVEN.get(record, {})


# ------------------------------------------------------------------------- as the pages describe it

WORDS: dict[str, Any] = {
    "required": msgspec.NODEFAULT, "false": False, "none": None, "nobody": "", "everywhere": Where(),
    "as `where`": None, "those named": (),
}  # fmt: skip


def described(page: str) -> dict[str, Any]:
    """By field, the second column of a table: its default."""
    found: dict[str, Any] = {}
    for names, cell in re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| (.*?) \|", page, re.MULTILINE):
        text = cell.strip("`") if cell.count("`") == 2 and cell[0] == "`" else WORDS.get(cell, cell)
        for name in re.findall(r"\w+", names):
            found[name] = int(text) if isinstance(text, str) and text.isdigit() else text
    return found


@pytest.mark.parametrize("operation", get_args(AnyOperation))
def test_the_page_about_cards_gives_the_defaults_of_operations(operation: type[msgspec.Struct]) -> None:
    page = (DOCS / "cards.md").read_text(encoding="utf-8")
    section = re.search(
        rf"^### `{operation.__struct_config__.tag}`$(.*?)(?=^##)", page, re.MULTILINE | re.DOTALL
    )
    assert section is not None
    needed = [field.name for field in msgspec.structs.fields(operation) if field.required]
    assert described(section[1]) == dict.fromkeys(needed, msgspec.NODEFAULT) | defaults(operation)


# What an operation does if nothing else is said; all that is not here is none, false, 0 or empty
USUAL: dict[type[msgspec.Struct], dict[str, Any]] = {
    NameArea: {"n": 1},
    NameCity: {"who": "any"},
    NameCivilization: {"who": "opposing", "n": 1, "having": "nothing special"},
    NameWonder: {"state": "built", "who": "any"},
    Remove: {"of": "any", "each": 1, "replaced_by": "nobody"},
    RemoveEvery: {"of": "faction"},
    Place: {"each": 1, "whose": "you"},
    Reinforce: {"to": "ready"},
    Gain: {"who": "you"},
    Lose: {"short": "nothing"},
    Discard: {"n": 1, "how": "choice"},
    Allies: {"n": 1, "whose": "you"},
}


@pytest.mark.parametrize("operation", get_args(AnyOperation))
def test_what_an_operation_leaves_out(operation: type[msgspec.Struct]) -> None:
    found = defaults(operation)
    blocks = {name: value for name, value in found.items() if isinstance(value, msgspec.Struct)}
    assert all(value == Where() for value in blocks.values())
    something = {name: value for name, value in found.items() if value and name not in blocks}
    assert something == USUAL.get(operation, {})


def test_areas_in_words_are_all_areas_without_any_words() -> None:
    usual = {"kind": "any", "occupied": "no matter", "within": "everywhere", "adjacent_to": "anything"}
    assert {name: value for name, value in defaults(Where).items() if value} == usual | {
        "city": "no matter", "edge": "no matter",
    }  # fmt: skip
    assert not defaults(Plus)


def test_the_page_about_scenarios_gives_the_numbers_of_the_base_game() -> None:
    page = (DOCS / "scenarios.md").read_text(encoding="utf-8")
    table = page.partition("| field | value | meaning |")[2].partition("\n\n")[0]
    assert described(table) == defaults(KnobsBlock) | {"opening_hand": "that of `deck`"}
