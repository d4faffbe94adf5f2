"""What goes over the wire to a seat tells nothing that the seat may not know, in any scenario."""

from __future__ import annotations

import json
import random

import msgspec
import pytest

from acis_rules import Game
from acis_rules.box.scenario import scenarios
from acis_rules.box.world import World
from acis_rules.kernel.bits import members
from agents.live.film import Film
from agents.live.game import LiveGame
from agents.serve import seat_page


def a_table(scenario: str, seed: int) -> LiveGame:
    """A game with people wherever people may sit."""
    npcs = World(scenario).npc_seats
    n = World(scenario).n_seats
    return LiveGame.new(scenario, seed, ["npc" if seat in npcs else "human" for seat in range(n)])


def sent(live: LiveGame, seat: int) -> bytes:
    """Every byte that the page of a seat can get: now, and looking back."""
    last = len(live.film) - 1
    parts = [seat_page.seat_page(live, seat), seat_page.box(live), seat_page.frame(live, last, seat)]
    return b"\n".join(map(msgspec.json.encode, parts))


def redealt(live: LiveGame, seat: int, rng: random.Random) -> LiveGame:
    """The same game with all that the seat cannot know dealt anew, seen from the next event on."""
    again = LiveGame.__new__(LiveGame)
    again.__dict__.update(live.__dict__)
    again.game = Game(live.game.determinize(seat, rng).state)
    again.can_undo = live.can_undo  # type: ignore[method-assign]  # it compares with positions before the deal
    return again


@pytest.mark.parametrize("scenario", scenarios())
def test_no_byte_depends_on_what_is_hidden(scenario: str) -> None:
    live = a_table(scenario, 5)
    rng = random.Random(scenario)
    compared = 0
    while not live.game.over and len(live.steps) < 160:
        live.go_on()
        if live.game.over:
            break
        if rng.random() < (0.4 if len(live.steps) < 40 else 0.07):
            for seat in rng.sample(live.people, min(2, len(live.people))):
                other = redealt(live, seat, rng)
                assert sent(live, seat) == sent(other, seat), live.game.decision
                assert sent(live, -1) == sent(other, -1)
                compared += live.game.state.deck != other.game.state.deck
        live.answer(live.waits_for, rng.choice(live.game.legal_actions()))
    assert compared > 2


@pytest.mark.parametrize("scenario", ["basic_4p", "hannibal"])
def test_cards_of_others_are_not_named(scenario: str) -> None:
    """Read like a spy would: no card of another's hand stands in a list of cards that the page gets."""
    live = a_table(scenario, 6)
    rng = random.Random(2)
    looked = 0
    for _ in range(150):
        live.go_on()
        if live.game.over:
            break
        s = live.game.state
        for seat in live.people:
            view = live.game.view(seat)
            page = json.loads(msgspec.json.encode(seat_page.seat_page(live, seat)))
            may = set(members(view.factions | s.world.open_to[seat]))
            assert set(map(int, page["hands"])) == set(members(view.factions))
            for faction, cards in page["known"].items():
                assert set(cards) == set(members(view.known[int(faction)]))
            asked = page["decision"] is not None
            assert asked == (live.waits_for == seat)
            looked += any(s.hand[f] for f in range(s.world.n_factions) if f not in may)
        live.answer(live.waits_for, rng.choice(live.game.legal_actions()))
    assert looked


def test_who_watches_sees_no_hand_until_the_end() -> None:
    live = LiveGame.new("basic_2p", 3, ["npc", "npc"])
    for _ in range(300):
        live.let_program_decide()
    page = seat_page.seat_page(live, -1)
    assert not page.keys() & {"hands", "known", "decision", "laid"}
    assert "hands" not in seat_page.frame(live, len(live.film) - 1, -1)
    live.go_on()
    assert any(seat_page.frame(live, 50, -1)["hands"].values())


def test_what_everybody_sees_makes_the_frames() -> None:
    """The number of frames does not count what somebody was asked in secret."""
    live = LiveGame.new("basic_2p", 3, ["npc", "npc"])
    first = live.game.clone()
    live.go_on()
    film = Film(first)
    film.add(live.game, 0)
    assert len(film) == len(live.film)
