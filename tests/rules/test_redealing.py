"""Re-dealt games: at every decision, for every seat, a game that goes on (`Game.determinize`)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from helpers import Table, position, seen
from random_play import random_game

from acis_rules import Game, scenarios
from acis_rules.box.deck import load_deck
from acis_rules.kernel.actions import CARD_BITS, card_actions, card_of
from acis_rules.kernel.decisions import KINDS

OF_ONES_HAND = ("card_action", "negate", "loss", "hand_limit", "wonder_payment", "turn_order_card",
                "phase_start_card", "discard", "peace_gift")  # fmt: skip
WAYS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in scenarios()),
    ("basic_4p", {"npcs": [1, 2], "npc_hostility": True}),
    ("basic_6p", {"npcs": [0, 3, 4], "npc_hostility": True}),
    ("three_west", {"single": 1}),
]
OFTEN = 6  # times that a kind of decision is looked at in one way to play


def goes_on(game: Game, seat: int, rng: random.Random) -> None:
    """The game as this seat holds it possible: same view, a legal answer, and it can be played on."""
    other = game.determinize(seat, rng)
    assert seen(other, seat) == seen(game, seat)
    assert other.legal_actions(), game.decision
    question = other.state.question
    assert question is not None
    if question.kind in OF_ONES_HAND:
        on_the_table = sum(1 << card for card in (*other.state.investments, *other.state.reserve))
        held = card_actions(other.state.hand[question.faction] | on_the_table)
        assert not question.legal & CARD_BITS & ~held
    for _ in range(10):
        if other.over:
            break
        other.apply(rng.choice(other.legal_actions()))
        assert other.over or other.legal_actions()


@pytest.mark.rule("DEF-62")
@pytest.mark.parametrize(
    ("scenario", "options"), WAYS, ids=lambda way: way if isinstance(way, str) else "+".join(way)
)
def test_every_decision_of_anybody_has_a_legal_answer_in_every_deal(
    scenario: str, options: dict[str, Any]
) -> None:
    rng = random.Random(scenario)
    looked_at: Counter[str] = Counter()
    for seed in range(2):
        for game in random_game(scenario, seed, options):
            if not game.over and looked_at[kind := game.decision.kind] < OFTEN and rng.random() < 0.5:
                looked_at[kind] += 1
                for seat in range(game.state.world.n_seats):
                    goes_on(game, seat, rng)
    assert looked_at.keys() <= {*KINDS} and len(looked_at) > 10


def builder() -> Table:
    """Egypt pays for a Wonder: 2 discs, then 3 of its 5 cards or talents."""
    egypt = {"discs": {"egypt": 3, "kush": 2}, "hand": [1, 3, 4, 60, 97], "treasury": 0}
    return position(phase="cards", egypt=egypt, troy={"discs": {"troy": 2}, "hand": [7, 8]})


@pytest.mark.rule("WON-02")
@pytest.mark.parametrize("paid", [["#97"], ["#1"], ["#60", "#4"], ["#97", "#1"]])
def test_who_has_paid_a_card_can_pay_any_other_in_every_deal(paid: list[str]) -> None:
    t = builder().do("Colossus", "egypt", "egypt", *paid)
    assert t.asked("wonder_payment", "egypt")
    rng = random.Random(1)
    for _ in range(50):
        deal = t.game.determinize(1, rng)
        assert deal.decision == t.game.decision
        assert {card_of(action) for action in deal.legal_actions()} == {
            card for card in range(104) if deal.state.hand[0] >> card & 1
        }


@pytest.mark.rule("WON-02")
def test_cards_are_paid_in_any_order() -> None:
    one = builder().do("Colossus", "egypt", "egypt", "#97", "#1", "#60")
    other = builder().do("Colossus", "egypt", "egypt", "#1", "#60", "#97")
    assert one.hand("egypt") == other.hand("egypt") == {3, 4}
    assert one.s.wonders == other.s.wonders


@pytest.mark.rule("CRD-14")
def test_cards_declared_as_a_payment_are_known_to_be_held() -> None:
    """The Architect's resources are named before Troy may answer: Troy's deals leave them to Egypt."""
    egypt = {"discs": {"egypt": 3, "kush": 2}, "hand": [41, 1, 3, 4]}
    troy = {"discs": {"troy": 2}, "hand": [43, 44]}
    t = position(phase="cards", egypt=egypt, troy=troy)
    t.do("Architect", "Colossus", "egypt", "#4", "#1", "egypt")
    assert t.asked("negate", "troy")
    assert t.game.view(1).known[0] == 1 << 4 | 1 << 1
    for seed in range(20):
        deal = Table(t.game.determinize(1, random.Random(seed)))
        assert deal.hand("egypt") >= {1, 4}
        deal.do("no")
        assert deal.s.wonders[3].owner == 0
    t.do("#43")  # negated: nothing is paid, but everybody has heard which cards they were
    assert t.hand("egypt") == {1, 3, 4}
    assert t.game.view(1).known[0] == 1 << 4 | 1 << 1


def test_face_down_cards_are_dealt_so_that_each_fits_who_laid_it() -> None:
    """Slingers and an Ambush are left, and only Troy is outnumbered: Egypt cannot have laid the Ambush."""
    slingers, ambush, captain = 77, 76, 42
    held = (slingers, ambush, captain)
    others = [card.id for card in load_deck().cards if card.source.competition and card.id not in held]
    t = position(
        "basic_4p", phase="competition", order=["troy", "egypt", "gaul", "carthage"], aside=others,
        troy={"discs": {"lydia": 1}, "hand": [ambush]}, egypt={"discs": {"lydia": 3}, "hand": [slingers]},
        gaul={"discs": {"lydia": 1}, "hand": [captain]}, carthage={"discs": {"carthage": 2}},
    )  # fmt: skip
    t.do("Ambush", "no", "Slingers")
    assert t.asked("commit", "gaul")
    for seed in range(20):
        deal = t.game.determinize(t.game.seat, random.Random(seed)).state
        assert deal.laid == t.s.laid
