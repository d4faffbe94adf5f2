"""The chronicle tells what happened when it happened: reshuffles, and the standing at the end of a turn."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from helpers import EVENTS, Table, moment, position

from acis_rules import Game
from acis_rules.kernel.log import Event
from acis_rules.tools.demo_player import choose
from acis_rules.words.story import Story
from acis_rules.words.terminal import chronicle, console


def told(t: Table) -> list[str]:
    return [line.text for line in Story().go_on(t.game, to_the_end=True)]


# ------------------------------------------------------------------------------- the deck is shuffled


@pytest.mark.rule("DEF-47")
def test_the_story_tells_that_the_discard_pile_has_become_the_deck() -> None:
    others = [card for card in range(1, 104) if card not in EVENTS and card not in (1, 3)]
    t = position(
        **moment("draw step"), deck=[3, 1], discard=others[:-7],
        aside=others[-7:] + list(EVENTS), egypt={}, troy={},
    )  # fmt: skip
    assert told(t)[:3] == [
        "The discard pile is shuffled into the deck (87 cards)", "Egypt draws 3 cards", "Troy draws 3 cards",
    ]  # fmt: skip


@pytest.mark.rule("DEF-47")
def test_a_reshuffle_for_the_next_draw_is_no_part_of_the_card_told_before() -> None:
    """Atlantis is Egypt's last card; the pile is shuffled for its replacement."""
    others = [card for card in range(1, 104) if card not in (102, 1, 3)]
    t = position(**moment("draw step"), deck=[102, 3, 1], discard=others, egypt={}, troy={})
    lines = told(t)
    at = lines.index("The discard pile is shuffled into the deck (101 cards)")
    assert "Atlantis Rises" in lines[at - 1] and "shuffled" not in lines[at - 1]


@pytest.mark.rule("EVA-11")
def test_a_reshuffle_by_a_card_is_told_with_the_card() -> None:
    rest = [card for card in range(1, 104) if card not in (62, 1, 3, 4)]
    t = position(
        turn=1, **moment("draw", 0, 1), discard=[1, 3, 4],
        deck=[*rest, 62], egypt={}, troy={},
    )  # fmt: skip
    scene = next(text for text in told(t) if "Time Marches On" in text)
    assert "The discard pile is shuffled into the deck" in scene


@pytest.mark.rule("EPO-09")
def test_at_the_end_of_an_epoch_all_cards_are_shuffled() -> None:
    t = position(phase="epoch", egypt={"hand": [1, 3]}, troy={"hand": [4]}, discard=[5], aside=[6])
    assert "All cards are shuffled into one deck (103 cards)" in told(t)


@pytest.mark.parametrize("scenario", ["basic_2p", "basic_4p"])
def test_no_reshuffle_of_a_whole_game_goes_untold(scenario: str) -> None:
    game = Game.new(scenario, seed=2)
    story, rng = Story(), random.Random(2)
    while not game.over:
        before = len(game.state.log)
        game.apply(choose(game, rng))
        lines = " ".join(line.text for line in story.go_on(game, to_the_end=True))
        if any(event.kind == "reshuffled" for event in game.state.log.since(before)):
            assert "shuffled into" in lines


# --------------------------------------------------------------------------- the standing after a turn


def across_the_epoch() -> tuple[Table, Iterator[Game]]:
    """Egypt refreshes a Wonder, then the Epoch ends; Growth will bring it a talent from the Nile."""
    t = position(
        **moment("gods smile", 0, then=["lose talents", "next epoch"]),
        egypt={"discs": {"egypt": 3, "nile_delta": 3}, "treasury": 2, "vp": 4}, troy={"discs": {"troy": 2}},
        wonders=[{"wonder": name, "owner": "egypt", "area": area, "discs": 1}
                 for name, area in (("Colossus", "egypt"), ("Lighthouse", "nile_delta"))],
    )  # fmt: skip

    def games() -> Iterator[Game]:
        yield t.game
        t.do("Colossus")
        yield t.game

    return t, games()


def test_the_table_after_an_epoch_shows_its_end_and_not_the_next_growth() -> None:
    t, games = across_the_epoch()
    with console.capture() as printed:
        chronicle(games)
    assert t.of("treasury", "egypt") > 0  # Growth has begun
    first, _ = printed.get().split("Epoch II")
    row = next(line for line in first.splitlines() if line.startswith("Egypt"))
    assert row.split()[:8] == ["Egypt", "4", "2", "0", "6", "36", "0", "0"]


TABLE_ROW = re.compile(r"^\S.*?\s+(\S+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)(\s|$)")


@pytest.mark.parametrize("scenario", ["basic_2p", "antony_cleopatra_solo"])
def test_every_table_shows_the_talents_at_the_end_of_its_turn(scenario: str) -> None:
    """The same game twice: told, and with somebody who looks whenever a turn begins."""
    expected: list[list[int]] = []
    game = Game.new(scenario, seed=4)
    s = game.state

    def look(event: Event) -> None:
        if event.kind == "turn" and (event.epoch, event.turn) != (s.world.scenario.clock.first_epoch, 1):
            expected.append([s.treasury[f] for f in s.order])

    s.log.hear = look
    for _ in played(game):
        pass
    with console.capture() as printed:
        chronicle(played(Game.new(scenario, seed=4)))
    tables: list[list[int]] = []
    for line in printed.get().split("Final standing")[0].splitlines():
        if "Settlements" in line:
            tables.append([])
        elif tables and len(tables[-1]) < len(s.order) and (row := TABLE_ROW.match(line)):
            tables[-1].append(int(row[6]))
    assert tables[:-1] == expected  # the last is the result


def played(game: Game) -> Iterator[Game]:
    rng = random.Random(9)
    yield game
    while not game.over:
        game.apply(choose(game, rng))
        yield game
