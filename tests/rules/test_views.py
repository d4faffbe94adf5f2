"""A seat sees what it may see, and nothing that is hidden from it changes what it sees."""

from __future__ import annotations

import random

import pytest
from helpers import position, seen
from invariants import check_all
from random_play import SETUPS, random_game

from acis_rules import Game
from acis_rules.kernel.bits import members
from acis_rules.kernel.machine import do_step
from acis_rules.kernel.state import Question, State


@pytest.mark.rule("DEF-62", "SET-15")
@pytest.mark.parametrize("scenario", SETUPS)
def test_redealing_what_is_hidden_changes_nothing_a_seat_sees(scenario: str) -> None:
    """Thousands of positions in full games, every seat: the view stays the same to the letter."""
    rng = random.Random(5)
    for seed in range(6):
        for i, game in enumerate(random_game(scenario, seed)):
            if i % 5 or game.over:
                continue
            seats = range(game.state.world.n_seats)
            for seat in {game.decision.seat, rng.choice(seats)}:
                other = game.determinize(seat, rng)
                assert seen(other, seat) == seen(game, seat)
                check_discs_and_cards(other)


ASKED_IN_TURN = ("negate", "turn_order_card", "phase_start_card")


def asked_anew(state: State) -> Question | None:
    """The open question, put again by the frame that asked it."""
    assert state.asker is not None
    s = state.copy()
    depth, frame = state.asker
    s.question = None
    del s.stack[depth:]
    do_step(s, frame)
    return s.question


@pytest.mark.rule("DEF-62")
@pytest.mark.parametrize("scenario", SETUPS)
def test_legal_answers_follow_from_what_the_seat_knows(scenario: str) -> None:
    """Put anew in a re-dealt game, a question has the same answers: a mask tells nothing hidden."""
    rng = random.Random(6)
    kinds = set()
    for seed in range(5):
        for game in random_game(scenario, seed):
            question = game.state.question
            if question is None or game.state.asker is None or asked_anew(game.state) != question:
                continue  # some questions draw a card or lay a disc before they are put
            other = game.determinize(game.seat, rng).state
            other.rng = game.state.rng  # who is asked first can be drawn by lot
            again = asked_anew(other)
            # With other cards dealt, somebody else may be the first who has one that fits.
            if question.kind not in ASKED_IN_TURN or (again and again.faction == question.faction):
                assert again == question
                kinds.add(question.kind)
    assert kinds >= {"negate", "commit", "deploy", "loss", "card_action", "name_area", "use"}


def check_discs_and_cards(game: Game) -> None:
    """A re-dealt game is a sound game; only a question may be left with one answer."""
    if len(game.legal_actions()) >= 2:
        check_all(game)


def test_a_redealt_game_plays_on() -> None:
    """Re-dealt games can be played to their end from anywhere."""
    rng = random.Random(8)
    for i, game in enumerate(random_game("basic_4p", 11)):
        if i % 60 == 0 and not game.over:
            other = game.determinize(rng.randrange(4), rng)
            while not other.over:
                other.apply(rng.choice(other.legal_actions()))
            check_all(other)


def test_redealing_really_deals_anew() -> None:
    """Hidden hands and the deck differ between deals; own cards and known cards do not."""
    game = Game.new("basic_4p", seed=3)
    while game.decision.kind != "retire":
        game.apply(game.legal_actions()[0])
    rng = random.Random(1)
    deals = [game.determinize(0, rng).state for _ in range(20)]
    assert all(deal.hand[0] == game.state.hand[0] for deal in deals)
    assert len({deal.hand[1] for deal in deals}) > 10
    assert len({tuple(deal.deck) for deal in deals}) > 10


@pytest.mark.rule("CLR-12", "EX-16")
def test_a_hand_seen_through_the_spy_stays_known_until_its_cards_leave() -> None:
    """The user of the Spy knows the rest of the hand; a third civilization does not."""
    t = position(
        "basic_4p", phase="cards",
        gaul={"discs": {"gallia": 2}, "hand": [34]}, carthage={"discs": {"carthage": 2}, "hand": [7, 39, 22]},
        troy={"discs": {"troy": 2}}, egypt={"discs": {"egypt": 2}},
    )  # fmt: skip
    t.do("Master Spy", "Poet")
    gaul, carthage = t.game.view(0), t.game.view(1)
    assert members(gaul.known[1]) == [7, 22]
    assert members(carthage.known[0]) == [39]  # the victim knows what was taken
    assert not any(t.game.view(2).known)
    for deal in range(5):
        redealt = t.game.determinize(0, random.Random(deal)).state
        assert redealt.hand[1] == t.s.hand[1]
    t.skip_until("card_action", "carthage").do("Demagogue", "Gaul")
    assert members(t.game.view(0).known[1]) == [7]


def test_an_unknown_seat_is_refused() -> None:
    """A clear error names the seats there are."""
    with pytest.raises(ValueError, match="seats 0 to 1"):
        Game.new("basic_2p").view(2)
