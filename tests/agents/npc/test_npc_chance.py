"""Cards revealed in thought: from those not seen, by the seed and the position alone."""

from __future__ import annotations

import copy

import pytest
from helpers import Table, position

from acis_rules.kernel.log import tell
from agents.npc.chance import Reveals


def table() -> Table:
    return position("basic_2p", phase="cards", rng=3, egypt={"hand": [7, 8]}, troy={"hand": [9, 10]})


def reveals(at: Table, seed: int = 1) -> Reveals:
    found = Reveals(seed)
    found.at(at.game.view(0))
    return found


@pytest.mark.rule("NPC-06")
def test_a_revealed_card_is_one_that_can_lie_in_the_deck() -> None:
    at = table()
    cards = reveals(at).cards(101)
    assert len(set(cards)) == 101 and not {7, 8} & set(cards)
    assert len(reveals(at).cards(150)) == 150  # more than there are: the deck is shuffled again


def test_draws_depend_on_seed_and_position_and_not_on_what_was_drawn_before() -> None:
    at = table()
    first = reveals(at)
    one, two = first.cards(5), first.cards(5)
    assert one != two
    assert reveals(at).cards(5) == one
    first.at(at.game.view(0))
    assert first.cards(5) == one
    assert reveals(at, seed=2).cards(5) != one
    tell(at.s, "turn", turn=2, epoch=1)
    assert reveals(at).cards(5) != one


@pytest.mark.rule("NPC-54", "NPC-79")
def test_an_even_id() -> None:
    at = table()
    for seed in range(20):
        assert reveals(at, seed).even() == (reveals(at, seed).cards(1)[0] % 2 == 0)


def test_before_the_deal_any_card_may_come() -> None:
    at = table()
    at.s.phase = "setup"
    assert set(reveals(at).cards(103)) == set(range(1, 104))


def test_a_copy_looks_at_its_own_game() -> None:
    copied = copy.deepcopy(reveals(table()))
    with pytest.raises(AssertionError):
        copied.cards(1)
