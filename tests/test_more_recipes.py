"""More recipes of docs/architecture.md, followed: blocks and rewards, cards, scenarios, options, events."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from test_recipes import copied, insert, toll, use

from acis_rules import Game
from acis_rules.kernel.actions import PAY_TALENT
from agents.npc.answers import ANSWERS
from agents.npc.player import NPC

__all__ = ["toll"]  # the fixture

# ----------------------------------------------------------------------------- what is observed

SEE = """
import warnings
import numpy as np
from acis_env.observe.encoder import block, encode
from acis_env.observe.schema import AREA_FLAGS, GAME_FLAGS, OBSERVATION_SIZE
from acis_rules import Game
game = Game.new("basic_2p", seed=1)
while game.state.phase != "cards":
    game.apply(game.legal_actions()[0])
seen = np.empty(OBSERVATION_SIZE, np.uint8)
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    encode(game.view(game.seat), seen)
    encode(game.view(game.seat), seen)
words = [str(warning.message) for warning in told]
"""
REFUSE = """
from acis_rules.kernel.compiled import HELPER
said = "pack.c does not fill in {!r} of the observation: Python packs it, slower"
assert words == [said.format(NEW)] * (HELPER is not None), words
"""


def refusing(name: str) -> str:
    """The compiled helper, where there is one, says once that it does not know this, and packs nothing."""
    return f"NEW = {name!r}{REFUSE}"


def test_a_number_is_a_block_and_a_line_of_packing(tmp_path: Path) -> None:
    observe = copied(tmp_path, "acis_rules", "acis_env") / "acis_env/observe"
    pile = '    Block("pile", (1,), 103, "cards in the discard pile", "game"),\n'
    insert(observe / "schema.py", '    Block("marks", (MARK_ROOM,)', pile)
    insert(
        observe / "packing/__init__.py",
        '        "marks": remembered,',
        '        "pile": bytes((len(view.discard) + 7,)),\n',
    )
    there = 'assert block(seen, "pile").tolist() == [len(game.state.discard) + 7]\n'
    use(tmp_path, SEE + there + refusing("pile"))


def test_a_flag_is_a_name_and_where_it_holds(tmp_path: Path) -> None:
    observe = copied(tmp_path, "acis_rules", "acis_env") / "acis_env/observe"
    insert(observe / "schema.py", '    ("forbidden", "civilizations', '    ("nile", "it is the Nile"),\n')
    insert(
        observe / "packing/turn.py",
        "    if area >= 0:\n",
        '    areas |= view.world.board.nile << AREAS["nile"]\n',
    )
    row = 'row = block(seen, "area_flags")[[name for name, _ in AREA_FLAGS].index("nile")]\n'
    where = "assert sum(1 << int(area) for area in np.flatnonzero(row)) == game.state.world.board.nile != 0\n"
    use(tmp_path, SEE + row + where + refusing("area_flags.nile"))


# --------------------------------------------------------------------------------- what is paid

DISCS_PAY = '''def presence(game: Game) -> Rewards:
    """How many discs each seat has on the map."""
    return [float(total_on_map(game.state, seat)) for seat in range(game.state.world.n_seats)]


'''
PLAY_FOR_DISCS = """
from acis_env.envs.batched import BatchedGames
from acis_rules.table.terms import total_on_map
games = BatchedGames(1, "basic_2p", reward="presence", options={"epochs": [4, 4], "vp_limit": 1}, seed=1)
games.reset()
while not games.dones.any():
    last = games.running[0].game
    games.step(271 - games.masks[:, ::-1].argmax(axis=1))  # the last answer: discs are placed
discs = [total_on_map(last.state, seat) for seat in (0, 1)]
assert last.over and all(discs) and games.rewards[0, :2].tolist() == discs
"""


def test_a_reward_is_a_function_and_its_line(tmp_path: Path) -> None:
    rewards = copied(tmp_path, "acis_rules", "acis_env") / "acis_env/envs/rewards.py"
    insert(rewards, "\nVP_SCALE = 50", "from acis_rules.table.terms import total_on_map\n")
    insert(rewards, "AT_THE_END: dict[", DISCS_PAY)
    insert(rewards, '"margin": margin}', '"presence": presence, ')
    use(tmp_path, PLAY_FOR_DISCS)


# ---------------------------------------------------------------------------------- what NPCs say


def test_an_answer_of_npcs_is_a_function_and_its_line(toll: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ANSWERS, "toll", lambda d: (PAY_TALENT, f"NPC-29: {d.me} pays what is due"))
    game = Game.new("basic_2p", seed=3)
    rng = Random(3)
    while game.decision.kind != "toll":
        game.apply(rng.choice(game.legal_actions()))
    npc = NPC(seed=1)
    view, who = game.view(game.seat), game.decision.faction
    assert npc.explain(view, game.decision, game.legal_actions()) == (
        PAY_TALENT,
        f"NPC-29: {who} pays what is due",
    )


# --------------------------------------------------------------------------- cards and what they do

TITHE = '''class Tithe(Operation, frozen=True, tag="tithe"):
    """Everybody else pays talents to you."""

    n: Positive = 1

    def possible(self, s: Seen, play: Play) -> bool:
        return any(s.treasury[f] for f in s.order if f != play.by)

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        for faction in s.order:
            if faction != play.by:
                gain_talents(s, play.by, lose_talents(s, faction, self.n, play.cause), play.cause)

    def tag(self, tags: Tags) -> None:
        tags.gives_talents = tags.costs_talents = True


'''
COLLECT = """
from acis_rules import Game
from acis_rules.box.deck import parse_deck
from acis_rules.kernel.actions import card_action
from acis_rules.tools.cli import main
try:
    main(["deck", "--check", "acis_rules/data/deck.yaml"])
except SystemExit as end:
    assert end.code == 0
tags = parse_deck("acis_rules/data/deck.yaml").cards[1].tags
assert tags.gives_talents and tags.costs_talents and not tags.removes
game = Game.from_dict({"phase": "cards", "order": [0, 1], "factions": [
    {"civilization": "egypt", "discs": {"egypt": 2}, "hand": [1]},
    {"civilization": "troy", "discs": {"troy": 2}, "treasury": 3},
]})
game.apply(card_action(1))
assert game.state.treasury == [2, 1], game.state.treasury
"""


def test_an_operation_is_a_class_and_its_place_in_the_list(tmp_path: Path) -> None:
    """Then a card of the deck file can do it, and its tags follow."""
    rules = copied(tmp_path, "acis_rules") / "acis_rules"
    insert(rules / "effects/goods.py", "class Gain(Operation", TITHE)
    insert(rules / "effects/__init__.py", "from .marking", "from .goods import Tithe\n")
    insert(rules / "effects/__init__.py", "    | Gain | Lose", "    | Tithe\n")
    deck = rules / "data/deck.yaml"
    first = deck.read_text(encoding="utf-8").partition("    does:\n")[2].partition("  - id: 2\n")[0]
    text = deck.read_text(encoding="utf-8")
    deck.write_text(text.replace(first, "      - {op: tithe, n: 2}\n", 1), encoding="utf-8")
    use(tmp_path, COLLECT)


# ------------------------------------------------------------------------- scenarios and options


def test_a_scenario_is_a_file_anywhere(tmp_path: Path) -> None:
    file = tmp_path / "rich.yaml"
    file.write_text("extends: basic_2p\nid: rich\ntitle: With money\nknobs: {talents: 3}\n")
    game = Game.new(str(file), seed=1)
    assert [knobs.talents for knobs in game.state.world.knobs] == [3, 3]
    assert game.state.world.scenario.title == "With money"


CALM = '''    calm_seas: bool = False
    """Nobody is swept out of a sea (EVA-02)."""

'''
AGREE = """
from acis_rules import DataError, Game
from acis_rules.tools.cli import main
game = Game.new("basic_2p", options={"calm_seas": True})
assert Game.from_dict(game.to_dict()).state.world.options.calm_seas
try:
    Game.new("basic_2p", options={"calm_seas": "very"})
except DataError as error:
    assert "calm_seas" in str(error) and "very" in str(error), error
else:
    raise AssertionError
try:
    main(["options", "calm_seas"])
except SystemExit as end:
    assert end.code == 0
"""


def test_an_option_is_a_field_with_its_meaning(tmp_path: Path) -> None:
    """Errors, positions and `acis options` follow."""
    options = copied(tmp_path, "acis_rules") / "acis_rules/box/options.py"
    insert(options, "    barbarian_hordes: bool", CALM)
    use(tmp_path, AGREE)


# ------------------------------------------------------------------------------------- events

TELL = """
from acis_rules import Game
from acis_rules.kernel.log import tell
from acis_rules.words.events import describe_event
game = Game.new("basic_2p", seed=1, options={"civilizations": ["egypt", "troy"]})
tell(game.state, "praised", 0, other=1)
assert describe_event(game.state, game.events[-1]) == "Egypt praises Troy"
assert Game.from_dict(game.to_dict()).events == game.events
"""


def test_an_event_is_told_with_its_fields_and_has_a_sentence(tmp_path: Path) -> None:
    words = copied(tmp_path, "acis_rules") / "acis_rules/words/events.py"
    insert(words, '    "passed": "pass{es}",', '    "praised": "praise{s} {other}",\n')
    use(tmp_path, TELL)
