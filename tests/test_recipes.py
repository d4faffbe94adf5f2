"""The recipes of docs/architecture.md, followed: what has to be touched to add something."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from acis_rules import Game, replay
from acis_rules.kernel import machine
from acis_rules.kernel.actions import PAY_TALENT, PAY_TALENT_BIT, STOP, STOP_BIT
from acis_rules.kernel.decisions import KINDS, Kind
from acis_rules.kernel.machine import answer, ask, push, step
from acis_rules.kernel.moments import Variant
from acis_rules.kernel.state import FIELDS, PUBLIC, Hidden, Seen, State
from acis_rules.kernel.types import Action, Faction
from acis_rules.screens import Screen
from acis_rules.table.changes import lose_talents
from acis_rules.words.decisions import describe_action, describe_decision

ROOT = Path(__file__).parents[1]


@pytest.fixture
def toll() -> Iterator[None]:
    """A variant with a decision of its own: who has talents may pay a toll before its Growth."""
    registers: tuple[dict[Any, Any], ...] = (machine._STEPS, machine._ANSWERS, machine._NAMES, KINDS)
    before = [dict(register) for register in registers]

    variant = Variant("toll", applies=lambda world: world.scenario_name == "basic_2p")
    KINDS["toll"] = Kind("{who} may pay the toll", {"pay_talent": "pay it", "stop": "keep the talent"})

    @variant.at("growth_starts")
    def toll_is_due(s: State, faction: Faction) -> None:
        push(s, ask_for_toll, faction)

    @step("toll", joins_in=True)
    def ask_for_toll(s: State, faction: Faction) -> None:
        if s.treasury[faction]:
            ask(s, toll_answered, (faction,), faction, "toll", PAY_TALENT_BIT | STOP_BIT)

    @answer("toll")
    def toll_answered(s: State, action: Action, faction: Faction) -> None:
        if action == PAY_TALENT:
            lose_talents(s, faction, 1, "toll")

    yield
    Variant.declared.remove(variant)
    machine.JOINING.discard("toll")
    for register, was in zip(registers, before, strict=True):
        register.clear()
        register.update(was)
    for cached in (machine.arguments_of, machine._places):
        cached.cache_clear()


def test_a_variant_with_a_decision_of_its_own(toll: None, tmp_path: Path) -> None:
    recorder, rng = replay.Recorder("basic_2p", seed=3), random.Random(3)
    asked = 0
    while not recorder.game.over:
        game = recorder.game
        if game.decision.kind == "toll":
            asked += 1
            who, seat = game.decision.faction, game.seat
            name = game.state.world.civilization(game.state, who).name
            assert describe_decision(game.state) == f"{name} may pay the toll"
            assert describe_action(game.state, PAY_TALENT) == "pay it"
            for view in (game.view(seat), Screen(game.state, seat).view(), game.clone().view(seat)):
                assert view.question is not None and view.question.kind == "toll"
            assert game.view(1 - seat).question is None
            again = Game.from_dict(json.loads(json.dumps(game.to_dict())))
            assert again.to_dict() == game.to_dict()
            again.apply(PAY_TALENT)
            assert again.state.treasury[who] == game.state.treasury[who] - 1
            assert game.determinize(1 - seat, rng).legal_actions() == [STOP, PAY_TALENT]
        recorder.apply(rng.choice(game.legal_actions()))
    assert asked > 3
    replay.save(tmp_path / "toll.json", recorder)
    told = replay.load(tmp_path / "toll.json").final()
    assert told.events == recorder.game.events


def test_a_variant_leaves_other_games_alone(toll: None) -> None:
    assert not Game.new("basic_3p").state.world.on.growth_starts


def test_the_variant_is_gone_after_its_test() -> None:
    assert "toll" not in KINDS and not Game.new("basic_2p").state.world.on.growth_starts


NEW_FIELDS = """
    storms: Areas = 0  # seas that nobody enters
    mood: list[int] = each(3)  # of each civilization
    foretold: bool = False
"""

USE_THEM = """
import json
from acis_rules import Game
game = Game.new("basic_2p", seed=1)
s, areas = game.state, [area.id for area in game.state.world.board.areas]
assert (s.storms, s.mood, s.foretold) == (0, [3, 3], False)
red_sea = s.world.board.find("red_sea")
s.storms, s.mood[1], s.foretold = 1 << red_sea, 5, True
copy = game.clone().state
s.mood[0] = 4
assert copy.mood == [3, 5] and copy.storms == s.storms
assert game.view(0).mood == [4, 5]
position = json.loads(json.dumps(game.to_dict()))
assert position["storms"] == ["red_sea"] and position["factions"][1]["mood"] == 5
read = Game.from_dict(position).state
assert (read.storms, read.mood, read.foretold) == (1 << red_sea, [4, 5], True)
by_hand = Game.from_dict({"factions": [{"civilization": "egypt"}, {"civilization": "troy"}]})
assert by_hand.state.mood == [3, 3]
"""


def copied(folder: Path, *packages: str) -> Path:
    """The project's packages, to be changed as a recipe says."""
    for package in packages:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    return folder


def insert(file: Path, before: str, lines: str) -> None:
    """Put lines before some text of a file."""
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{file.name}: {before!r}"
    file.write_text(text.replace(before, lines + before), encoding="utf-8")


def use(folder: Path, program: str) -> None:
    """Run a program in which this folder comes first."""
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


STATE = "acis_rules/kernel/state.py"


def test_a_state_field_is_declared_in_one_place(tmp_path: Path) -> None:
    """Three lines in kernel/state.py: the start, copies, views and positions follow."""
    insert(copied(tmp_path, "acis_rules") / STATE, "    # This turn\n", NEW_FIELDS)
    use(tmp_path, USE_THEM)


SEE_IT = """
import warnings
warnings.simplefilter("error")  # the compiled helper can do it, too
import numpy as np
from acis_env.observe.encoder import encode
from acis_env.observe.schema import OBSERVATION_SIZE, offsets
from acis_rules import Game
game = Game.new("basic_3p", seed=1)
me = game.decision.faction
game.state.mood[me] = 7
seen = np.empty(OBSERVATION_SIZE, np.uint8)
encode(game.view(game.seat), seen)
assert seen[offsets()["mood"]].tolist() == [7, 3, 3, 0, 0, 0]
"""


def test_a_number_on_every_display_is_one_line_of_the_schema(tmp_path: Path) -> None:
    """A list of the state by faction, and a block of its name: the observation shows it, slot by slot."""
    folder = copied(tmp_path, "acis_rules", "acis_env")
    insert(folder / STATE, "    # This turn\n", NEW_FIELDS)
    first = '    Block("supply", (SLOTS,)'
    insert(
        folder / "acis_env/observe/schema.py", first, '    Block("mood", (SLOTS,), 10, "its mood", "slot"),\n'
    )
    use(tmp_path, SEE_IT)


HOLD_A_MARKET = """
from acis_rules import Game
from acis_rules.kernel.moments import Variant
from acis_rules.table.changes import gain_talents
MARKET = Variant("market", applies=lambda world: world.scenario_name == "basic_2p")
@MARKET.at("market_day")
def sell(s, faction):
    gain_talents(s, faction, 1, "market")
def talents(scenario):
    game = Game.new(scenario, seed=1)
    while game.state.phase in ("setup", "growth"):
        game.apply(game.legal_actions()[0])
    return [event.n for event in game.events if event.cause == "market"]
assert talents("basic_2p") == [1, 1] and talents("basic_3p") == []
"""


def test_a_moment_is_one_line_and_its_call(tmp_path: Path) -> None:
    rules = copied(tmp_path, "acis_rules") / "acis_rules"
    moment = "    market_day: tuple[Callable[[State, Faction], None], ...] = ()  # everybody meets\n"
    insert(rules / "kernel/moments.py", "    growth_starts: tuple[", moment)
    call = "        for join_in in s.world.on.market_day:\n            join_in(s, faction)\n"
    insert(rules / "phases/growth.py", "        for join_in in s.world.on.growth_starts:", call)
    use(tmp_path, HOLD_A_MARKET)


BAZAAR = """      - name: Bazaar
        text: Gain 2 talents at the start of the Competition Phase.
        when: competition_phase
        either: [[{op: gain, talents: 2}]]
"""
GO_THERE = """
from acis_rules import Game
game = Game.new("basic_2p", seed=1, options={"civilizations": ["egypt", "troy"]})
while game.state.phase != "evaluation":
    game.apply(game.legal_actions()[0])
gained = [(event.faction, event.n) for event in game.events if event.kind == "talents" and event.n == 2]
assert gained == [(1, 2)], gained
"""


def test_an_ability_is_an_entry_of_its_civilization(tmp_path: Path) -> None:
    """Written into civilizations.yaml, made of the operations of cards; `when` names its moment."""
    file = copied(tmp_path, "acis_rules") / "acis_rules/data/civilizations.yaml"
    insert(file, "      - name: Amazon Allies  # CIV-36\n", BAZAAR)
    use(tmp_path, GO_THERE)


BUILDER = """
class Builder:
    def __init__(self, which="first", seed=0):
        self.last = which == "last"
    def act(self, view, decision, legal):
        return legal[-1 if self.last else 0]
"""
ASK_IT = """
from acis_env.players import make_player
from acis_rules import Game
game = Game.new("basic_2p", seed=1)
legal = game.legal_actions()
for spec, answer in (("builder", 0), ("builder:last", -1), ("my_player:Builder", 0)):
    player = make_player(spec, seed=1)
    assert player.act(game.view(game.seat), game.decision, legal) == legal[answer], spec
"""


def test_a_player_is_a_class_and_a_line_of_its_package(tmp_path: Path) -> None:
    """Installed, it goes by its name; without that, by module and class."""
    (tmp_path / "my_player.py").write_text(BUILDER)
    about = tmp_path / "my_player-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: my_player\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[acis.players]\nbuilder = my_player:Builder\n")
    use(tmp_path, ASK_IT)


DERIVED = {"world", "at_least", "resolving", "counted"}  # follow from the rest of a position


def test_every_field_of_the_state_is_in_a_position() -> None:
    position = Game.new("basic_3p", seed=1).to_dict()
    written = {*position, *position["factions"][0], *DERIVED, "log"}
    assert FIELDS.keys() <= written, FIELDS.keys() - written
    assert FIELDS.keys() == set(State.__slots__)


def test_nothing_hidden_is_declared_as_seen() -> None:
    assert not PUBLIC.keys() & set(Hidden.__annotations__) and Seen.__annotations__ == PUBLIC
