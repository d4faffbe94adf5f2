"""Where several variants join in at a moment, they do so in one order, whatever has been imported first."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import acis_rules
from acis_rules.box.variant_order import VARIANTS
from acis_rules.box.world import World
from acis_rules.kernel.compiled import PURE
from acis_rules.kernel.moments import Moments, Variant

RULES = Path(acis_rules.__file__).parent
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("basic_4p", {"npcs": [1, 2], "final_epoch_event": True, "full_last_epoch": True, "rules": ["gold"]}),
    ("fall_of_rome_1_4p", {}),
    ("fall_of_rome_2_v1", {"npc_bonus_vp": 4}),
    ("hannibal_solo", {}),
    ("hannibal", {}),
    ("greeks_persians", {}),
    ("god_king_3p", {}),
    ("antony_cleopatra_solo", {}),
    ("created_exploration", {}),
]

# As if modules had been written with other imports: the rooms' own lists of them are left out.
BACKWARDS = """
import json, sys
from importlib import import_module, util
from pathlib import Path
root = Path(sys.argv[1])
for name in ("acis_rules", "acis_rules.variants", "acis_rules.historical"):
    file = root.joinpath(*name.split(".")[1:], "__init__.py")
    sys.modules[name] = util.module_from_spec(util.spec_from_file_location(name, file))
for room in ("historical", "variants"):
    for path in sorted((root / room).glob("*.py"), reverse=True):
        if path.stem != "__init__":
            import_module(f"acis_rules.{room}.{path.stem}")
from acis_rules.box.world import World
from acis_rules.kernel.moments import Moments, Variant
joined = [
    [[f"{f.__module__}.{f.__qualname__}" for f in getattr(World(name, options).on, moment)]
     for moment in Moments.__annotations__]
    for name, options in json.loads(sys.argv[2])
]
print(json.dumps([[variant.name for variant in Variant.declared], joined]))
"""


def test_the_order_does_not_depend_on_imports() -> None:
    done = subprocess.run(
        [sys.executable, "-c", BACKWARDS, str(RULES), json.dumps(GAMES)],
        capture_output=True, text=True, env=os.environ | {PURE: "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    declared, joined = json.loads(done.stdout)
    assert sorted(declared) == sorted(VARIANTS) and declared[-1] != Variant.declared[-1].name
    for (name, options), moments in zip(GAMES, joined, strict=True):
        on = World(name, options).on
        for moment, functions in zip(Moments.__annotations__, moments, strict=True):
            here = [f"{f.__module__}.{f.__qualname__}" for f in getattr(on, moment)]
            assert functions == here, f"{name}: {moment}"


def test_several_join_in_at_one_moment() -> None:
    """Else the test above would show nothing."""
    several = {
        moment
        for name, options in GAMES
        for moment in Moments.__annotations__
        if len(getattr(World(name, options).on, moment)) > 1
    }
    assert len(several) >= 8, several


def test_every_variant_has_its_place() -> None:
    assert sorted(VARIANTS) == sorted(variant.name for variant in Variant.declared)


@pytest.mark.rule("NPC-125", "ROME1-05a")
def test_the_bonus_of_npcs_comes_after_the_vp_of_the_scenario() -> None:
    on = World("fall_of_rome_2_v1", {"npc_bonus_vp": 4}).on
    assert [f.__module__.rpartition(".")[2] for f in on.scoring] == ["scoring", "solitaire"]


def test_a_variant_without_a_place_comes_last() -> None:
    guests = [Variant(name, applies=lambda world: world.scenario_name == "hannibal") for name in "ba"]
    try:
        for guest in guests:
            guest.at("turn_starts")(guest.applies)
        *_, last_but_one, last = World("hannibal").on.turn_starts
        assert [last_but_one, last] == [guest.applies for guest in guests]
    finally:
        for guest in guests:
            Variant.declared.remove(guest)
