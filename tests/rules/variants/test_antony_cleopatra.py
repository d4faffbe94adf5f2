"""Antony and Cleopatra: Rome against Egypt (ANT rules)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import Table, moment, position
from random_play import Taste, random_game
from spoilt import Break, complaint, data_file

from acis_rules import Game
from acis_rules.box.scenario import parse_scenario
from acis_rules.words.story import SENTENCE, Story
from acis_rules.words.terminal import chronicle, console

SCENARIO = "antony_cleopatra"
ROME, EGYPT = 0, 1
DISCS = 98  # of two colours, the two markers left out
STARTING_DISCS = 20
LINE = {"dalmatia", "adriatic_sea", "gulf_of_taranto", "central_mediterranean", "bay_of_sirt", "sirt"}

# The land next to the line on either side, and some of what lies further away
WEST = {"rome", "tarentum", "apulia", "noricum", "melite", "leptis", "upper_adriatic", "gulf_of_leptis",
        "carthage", "gallia", "celt_iberia", "sicily"}  # fmt: skip
EAST = {"egypt", "cyrenaica", "illyria", "macedon", "ionian_sea", "libyan_sea", "mycenae", "troy", "minos",
        "tyre"}  # fmt: skip


def setups(first: int) -> Iterator[Table]:
    """The positions of the setup of several games, and the one after it; `first` places first."""
    for seed in range(12):
        game = Game.new(SCENARIO, seed=seed, options={"turn_order": [first, 1 - first]})
        taste = Taste(random.Random(seed))
        while game.state.phase == "setup":
            yield Table(game)
            game.apply(taste.choose(game))
        yield Table(game)


def stands(t: Table, faction: int) -> set[str]:
    """Where a faction has discs."""
    return {area.id for area, n in zip(t.s.world.board.areas, t.s.discs[faction], strict=True) if n}


def game_over(seed: int) -> Game:
    """A random game played to its end."""
    *_, game = random_game(SCENARIO, seed)
    return game


# -------------------------------------------------------------------------------------- setup


@pytest.mark.rule("ANT-01", "ANT-02")
@pytest.mark.parametrize("first", [ROME, EGYPT])
def test_both_begin_with_20_discs_of_two_colours_around_their_homes(first):
    for t in setups(first):
        if t.s.phase == "growth":
            assert [sum(row) for row in t.s.discs] == [STARTING_DISCS, STARTING_DISCS, 0]
            assert t.s.supply[:2] == [DISCS - STARTING_DISCS] * 2
            assert {"rome", "etruria", "umbria", "apulia", "samnium"} <= stands(t, ROME)
            assert {"egypt", "libya", "nile_delta", "kush"} <= stands(t, EGYPT)


@pytest.mark.rule("ANT-03")
@pytest.mark.parametrize("first", [ROME, EGYPT])
def test_in_the_setup_nobody_may_go_to_the_line_or_beyond(first):
    offered: list[set[str]] = [set(), set()]
    for t in setups(first):
        if t.s.phase == "setup":
            offered[t.game.decision.faction] |= t.options
        assert not stands(t, ROME) & (LINE | EAST) and not stands(t, EGYPT) & (LINE | WEST)
    assert not offered[ROME] & (LINE | EAST) and not offered[EGYPT] & (LINE | WEST)
    assert "tarentum" in offered[ROME] and "cyrenaica" in offered[EGYPT], "though they came up to the line"


@pytest.mark.rule("ANT-03")
def test_next_to_the_line_only_its_own_side_is_offered():
    """Tarentum and Cyrenaica touch the line; seas of the line are open to nobody."""
    t = Table(Game.new(SCENARIO, seed=1, options={"turn_order": [ROME, EGYPT]}))
    t.do("Tarentum", "Tarentum")
    assert t.asked("starting_disc", "rome") and not t.can("Gulf of Taranto") and not t.can("Adriatic Sea")
    assert t.can("Brutium")
    t.skip_until("starting_disc", "egypt")
    while not t.can("Cyrenaica"):
        t.do("Marmarica")
    t.do("Cyrenaica")
    assert t.asked("starting_disc", "egypt") and not t.can("Sirt") and not t.can("Bay of Sirt")


@pytest.mark.rule("ANT-04")
def test_after_the_setup_the_line_means_nothing():
    t = position(SCENARIO, **moment("deploy", ROME),
                 rome={"discs": {"tarentum": 3}, "ready": 2}, egypt={"discs": {"egypt": 2}})  # fmt: skip
    assert t.asked("deploy", "rome") and t.can("Gulf of Taranto") and t.can("Adriatic Sea")
    t.do("Gulf of Taranto")
    assert t.can("Ionian Sea")
    t = position(SCENARIO, **moment("deploy", EGYPT),
                 rome={"discs": {"rome": 2}}, egypt={"discs": {"cyrenaica": 3}, "ready": 2})  # fmt: skip
    t.do("Sirt")
    assert t.can("Leptis")


@pytest.mark.rule("ANT-04")
def test_the_whole_map_is_in_play():
    s = Game.new(SCENARIO, seed=1).state
    assert s.world.board.in_play.bit_count() == len(s.world.board.areas)


# ------------------------------------------------------------------------------- clock, deck


@pytest.mark.rule("ANT-05", "ANT-06")
@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_8_turns_of_epochs_3_and_4_unless_somebody_conquers(seed):
    game = game_over(seed)
    turns = [(event.epoch, event.turn) for event in game.events if event.kind == "turn"]
    eight = [(epoch, turn) for epoch in (3, 4) for turn in (1, 2, 3, 4)]
    if any(event.kind == "conquest" for event in game.events):
        assert turns == eight[: len(turns)] and len(turns) > 4
    else:
        assert turns == eight
    assert not [event for event in game.events if "sudden" in event.kind or "sudden" in event.cause]


@pytest.mark.rule("ANT-06")
@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("epoch", [3, 4])
def test_no_card_can_end_an_epoch_early(epoch, turn):
    """The next card is #22: with Sudden End checks turns 2 and 3 would be the last."""
    deck = [card for card in range(1, 98) if card not in (22, 62)] + [*range(98, 104), 22]
    t = position(SCENARIO, epoch=epoch, turn=turn, **moment("sudden end"), deck=deck,
                 rome={"discs": {"rome": 2}}, egypt={"discs": {"egypt": 2}})  # fmt: skip
    assert (t.s.epoch, t.s.turn) == (epoch, turn + 1) and t.s.phase == "growth"


@pytest.mark.rule("ANT-07")
def test_time_marches_on_stays_in_the_box():
    for game in random_game(SCENARIO, 1):
        s = game.state
        assert 62 not in (*s.deck, *s.discard, *s.aside, *s.table)
    assert not any(event.card == 62 or 62 in event.cards for event in game.events)


# ----------------------------------------------------------------------------------- conquest

BOTH = {"rome": 1, "egypt": 1}
SOMEWHERE = {"carthage": 2}


def in_phase(phase: str, rome: dict[str, int], egypt: dict[str, int], **more: Any) -> Table:
    """A position at the start of a phase of Epoch IV, without cards in any hand."""
    vp = more.pop("vp", (0, 0))
    return position(SCENARIO, **{"phase": phase, "epoch": 4, **more},
                    rome={"discs": rome, "vp": vp[0]}, egypt={"discs": egypt, "vp": vp[1]})  # fmt: skip


def after_competition(rome: dict[str, int], egypt: dict[str, int], **more: Any) -> Table:
    """The same after a Competition Phase in which Imperial Rome asks for no white disc."""
    t = in_phase("competition", rome, egypt, **more)
    while not t.game.over and t.asked("allies", "rome"):
        t.do("stop")
    return t


@pytest.mark.rule("ANT-08")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
@pytest.mark.parametrize(("rome", "egypt", "winner"), [
    (BOTH, SOMEWHERE, ROME), (SOMEWHERE, BOTH, EGYPT), (BOTH, {}, ROME),
])  # fmt: skip
def test_who_controls_rome_and_egypt_in_epoch_4_wins_at_once(rome, egypt, winner, turn):
    t = after_competition(rome, egypt, turn=turn)
    assert t.game.over and t.game.winners == [winner]
    assert [event.faction for event in t.events("conquest")] == [winner]
    assert not t.events("vp"), "before the Evaluation Phase"


@pytest.mark.rule("ANT-08")
def test_victory_points_do_not_matter_for_a_conqueror():
    t = after_competition(SOMEWHERE, BOTH, vp=(50, 0))
    assert t.game.over and t.game.winners == [EGYPT]


@pytest.mark.rule("ANT-08")
@pytest.mark.parametrize(("rome", "egypt"), [
    ({"rome": 3}, {"egypt": 3}), ({"rome": 3, "egypt": 1}, {"egypt": 1}), ({"egypt": 3}, {"carthage": 2}),
    ({"rome": 1}, {"egypt": 3, "rome": 1}),
])  # fmt: skip
def test_one_of_the_two_or_a_share_is_not_enough(rome, egypt):
    t = after_competition(rome, egypt).skip_until("deploy")
    assert not t.events("conquest") and t.s.turn == 2


@pytest.mark.rule("ANT-08")
def test_barbarians_in_one_of_them_stop_the_conqueror():
    t = after_competition(SOMEWHERE, {"rome": 1, "egypt": 1}, barbarians={"discs": {"rome": 1}})
    t.skip_until("deploy")
    assert not t.events("conquest")


@pytest.mark.rule("ANT-08")
@pytest.mark.parametrize(("rome", "egypt"), [(BOTH, SOMEWHERE), (SOMEWHERE, BOTH)])
def test_there_is_no_conquest_in_epoch_3(rome, egypt):
    t = after_competition(rome, egypt, epoch=3).skip_until("deploy")
    assert not t.events("conquest") and (t.s.epoch, t.s.turn) == (3, 2)


@pytest.mark.rule("ANT-08")
def test_conquest_is_looked_at_only_at_the_end_of_a_competition_phase():
    t = in_phase("growth", SOMEWHERE, BOTH)
    assert not t.game.over and t.s.phase == "growth", "the Competition Phase is still to come"
    t = in_phase("evaluation", SOMEWHERE, BOTH).skip_until("deploy")
    assert not t.events("conquest") and t.s.turn == 2, "that of this turn is past"


@pytest.mark.rule("ANT-08")
def test_a_conquered_map_with_high_stacks_can_be_saved():
    """Land areas have no limit in the Competition Phase, and nobody trims them after a conquest."""
    t = after_competition(SOMEWHERE, {**BOTH, "kush": 5})
    assert t.game.over and t.discs("egypt", "kush") == 5
    data = t.game.to_dict()
    assert Game.from_dict(json.loads(json.dumps(data))).to_dict() == data


@pytest.mark.rule("ANT-08")
def test_control_won_in_the_last_competition_counts():
    t = after_competition({"carthage": 2, "rome": 1}, {"egypt": 1, "rome": 4})
    assert t.game.over and t.game.winners == [EGYPT] and t.discs("rome", "rome") == 0


@pytest.mark.rule("ANT-08")
def test_the_story_names_the_conqueror_in_a_line_of_its_own():
    t = after_competition({"carthage": 2, "rome": 1}, {"egypt": 1, "rome": 4})
    last = Story().go_on(t.game)[-1]
    assert last.text == "Egypt has Control of the areas that decide the game" and last.level == SENTENCE


@pytest.mark.rule("ANT-08")
def test_the_final_standing_puts_the_conqueror_first():
    t = after_competition(SOMEWHERE, BOTH, vp=(50, 0))
    with console.capture() as printed:
        chronicle([t.game])
    _, result = printed.get().split("Final standing")
    places = [line.split()[:2] for line in result.splitlines() if line[:1].isdigit()]
    assert places == [["1", "Egypt"], ["2", "Rome"]]


# ------------------------------------------------------------------------------- broken files


@pytest.mark.parametrize(("spoil", "message"), [
    (lambda d: d["setup"].pop("line"), "factions[0].side: west of what? setup.line is missing"),
    (lambda d: d["setup"].update(line="southern"),
     "setup.line: unknown cut line 'southern'; the map has: alexander_darius"),
    (lambda d: d["factions"][1].update(side="west"),
     "factions[1].side: egypt, a home, is not west of the line eastern"),
    (lambda d: d["factions"][1].update(side="north"), "Invalid enum value 'north' - at `factions[1].side`"),
    (lambda d: d["victory"].update(control=["rome", "utopia"]), "victory.control: unknown area 'utopia'"),
    (lambda d: d["victory"].update(from_epoch=5), "Expected `int` <= 4 - at `victory.from_epoch`"),
])  # fmt: skip
def test_broken_sides_and_victories_are_named(spoil: Break, message: str, tmp_path: Path) -> None:
    content = data_file("scenarios/antony_cleopatra.yaml")
    assert complaint(parse_scenario, content, spoil, tmp_path).startswith(message)
