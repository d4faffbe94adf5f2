"""What an NPC expects of a competition, held against how the rules resolve it, and what it pays."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, moment, position
from npc_tables import answer, look

from acis_rules import Game
from acis_rules.kernel.actions import ABILITY, LOSE_DISC, PAY_TALENT, STOP, card_action, is_wonder
from agents.npc.contest import Contest, Field
from agents.npc.player import NPC

DECK = Game.new("basic_2p").state.world.deck
CAPTAIN = 42  # gives the opponent a white disc too, wherever it fights
CARDS = [card.id for card in DECK.cards[1:] if card.competition and card.id != CAPTAIN]
CHARIOTS, BOW, INFANTRY, MERCENARIES, PHALANX, AMBUSH, QUEEN = 59, 60, 61, 71, 72, 76, 94


def fight(area: str = "tyre", scenario: str = "basic_2p", **given: Any) -> Table:
    """A Competition Phase with nothing after it."""
    return position(scenario, **moment("competition phase"), **given)


def resolve(table: Table, pays: str = "", seed: int = 0) -> Table:
    """Nobody commits or pays anything more, but for the talents of one civilization."""
    npc = NPC("", seed)
    while table.s.question is not None:
        decision, legal = table.game.decision, table.game.legal_actions()
        if LOSE_DISC in legal:
            payer = pays and decision.faction == table.faction(pays)
            table.game.apply(PAY_TALENT if payer and PAY_TALENT in legal else LOSE_DISC)
        elif STOP in legal:
            table.game.apply(STOP)
        else:
            table.game.apply(npc.act(table.game.view(decision.seat), decision, legal))
    return table


@pytest.mark.rule("NPC-69", "CMP-21")
@pytest.mark.parametrize("troy", range(1, 5))
@pytest.mark.parametrize("egypt", range(1, 5))
def test_the_projection_is_what_happens(egypt: int, troy: int) -> None:
    for gaul in range(4):
        for talents in range(3):
            table = fight(
                scenario="basic_4p", egypt={"discs": {"tyre": egypt}, "treasury": talents},
                troy={"discs": {"tyre": troy}}, gaul={"discs": {"tyre": gaul} if gaul else {}}, carthage={},
            )  # fmt: skip
            if table.s.question is None:
                continue
            expected = Field(look(table, "egypt"), table.area("tyre")).outcome(talents)
            assert resolve(table, "egypt").discs("egypt", "tyre") == expected, (gaul, talents)


@pytest.mark.rule("NPC-69")
@pytest.mark.parametrize("area", ["tyre", "gulf_of_sidon"])
@pytest.mark.parametrize("card", CARDS)
def test_what_a_card_does_in_a_competition_is_foreseen(card: int, area: str) -> None:
    for egypt in range(1, 5):
        for troy in range(1, 5):
            table = fight(
                egypt={"discs": {area: egypt}, "hand": [card]}, troy={"discs": {area: troy}},
            )  # fmt: skip
            if table.s.question is None or not table.asked("commit", "egypt") or not table.can(f"#{card}"):
                continue
            contest = Contest(look(table, "egypt", enemies=("troy",)), table.area(area))
            if contest._hurts(card_action(card)):
                continue
            field = contest.field.copy()
            contest._apply(field, card_action(card))
            table.do(f"#{card}")
            npc = NPC()
            while table.s.question is not None:
                decision, legal = table.game.decision, table.game.legal_actions()
                if LOSE_DISC in legal:
                    table.game.apply(LOSE_DISC)
                elif decision.kind == "commit" or decision.faction != table.faction("egypt"):
                    table.game.apply(STOP if STOP in legal else legal[0])
                else:
                    table.game.apply(npc.act(table.game.view(decision.seat), decision, legal))
            assert field.outcome() == table.discs("egypt", area), (egypt, troy)


@pytest.mark.rule("NPC-45", "NPC-69")
@pytest.mark.parametrize(
    "card, own, hurts", [(70, 2, True), (67, 3, True), (67, 2, False), (61, 3, False)]
)  # War Elephants, Siege, Armored Infantry
def test_a_card_that_takes_its_own_discs_is_not_laid(card: int, own: int, hurts: bool) -> None:
    table = fight(egypt={"discs": {"tyre": own}, "hand": [card]}, troy={"discs": {"tyre": 3}})
    contest = Contest(look(table, "egypt", enemies=("troy",)), table.area("tyre"))
    assert contest._hurts(card_action(card)) == hurts
    assert (card_action(card) in contest.plan(1 | 1 << card_action(card))[0]) <= (not hurts)


@pytest.mark.rule("NPC-69")
@pytest.mark.parametrize("first, left", [(INFANTRY, 4), (CHARIOTS, 2)])
def test_an_ambush_is_of_no_use_once_it_is_not_outnumbered(first: int, left: int) -> None:
    """Two Egyptians against four Trojans: what another card has done counts before the Ambush."""
    table = fight(egypt={"discs": {"tyre": 2}, "hand": [first, AMBUSH]}, troy={"discs": {"tyre": 4}})
    contest = Contest(look(table, "egypt", enemies=("troy",)), table.area("tyre"))
    field = contest.field.copy()
    contest._apply(field, card_action(first))
    contest._apply(field, card_action(AMBUSH))
    assert field.groups[table.faction("troy")] == left


@pytest.mark.rule("NPC-68")
@pytest.mark.parametrize(
    "troy, wonder, gold, enemies, stake",
    [
        (3, "", "", ("troy",), True),  # a City
        (2, "", "", ("troy",), False),
        (3, "", "", (), False),  # nobody's enemy
        (1, "troy", "", ("troy",), True),
        (1, "egypt", "", ("troy",), False),  # its own
        (1, "", "troy", ("troy",), True),
        (1, "", "egypt", ("troy",), False),
    ],
)
def test_what_is_at_stake(troy: int, wonder: str, gold: str, enemies: tuple[str, ...], stake: bool) -> None:
    table = fight(
        egypt={"discs": {"tyre": 4}, "hand": [INFANTRY]}, troy={"discs": {"tyre": troy}},
        wonders=[{"wonder": "Colossus", "owner": wonder, "area": "tyre", "discs": 1}] if wonder else [],
    )  # fmt: skip
    pos = look(table, "egypt", enemies=enemies, gold={"tyre": gold} if gold else None)
    assert Contest(pos, table.area("tyre")).at_stake == stake


@pytest.mark.rule("NPC-68")
def test_among_npcs_the_prizes_of_players_are_always_at_stake() -> None:
    table = fight(
        options={"npcs": [0]}, egypt={"discs": {"tyre": 4}, "hand": [INFANTRY]}, troy={"discs": {"tyre": 3}}
    )
    assert Contest(look(table, "egypt"), table.area("tyre")).at_stake


@pytest.mark.rule("NPC-68", "NPC-69", "NPC-70")
@pytest.mark.parametrize(
    "egypt, troy, most, n, rule",
    [
        (3, 3, 2, 2, "NPC-68"),  # a City is at stake: all of them
        (2, 4, 2, 2, "NPC-68"),  # even if the last one only makes it a draw
        (1, 4, 1, 0, "NPC-69"),
        (3, 2, 3, 1, "NPC-70"),  # as few as leave three discs
        (2, 2, 3, 1, "NPC-70"),  # or all it has
        (1, 2, 3, 1, "NPC-70"),
        (4, 1, 3, 0, "NPC-70"),
    ],
)
def test_talents_for_mercenaries(egypt: int, troy: int, most: int, n: int, rule: str) -> None:
    table = fight(egypt={"discs": {"tyre": egypt}, "hand": [MERCENARIES]}, troy={"discs": {"tyre": troy}})
    found, reason = Contest(look(table, "egypt", enemies=("troy",)), table.area("tyre")).talents_for_allies(
        most
    )
    assert (found, reason[:6]) == (n, rule)


@pytest.mark.rule("NPC-68", "NPC-69", "NPC-128")
@pytest.mark.parametrize(
    "egypt, troy, talents, cards, spare, expected",
    [
        (2, 3, 3, [7], 0, PAY_TALENT),  # enough talents to survive
        (2, 3, 0, [7, 61], 0, card_action(61)),  # a City: cards too, Competition cards first
        (1, 4, 1, [7], 0, LOSE_DISC),  # no hope
        (2, 2, 0, [7], 7, card_action(7)),  # no City, but a card that it does not play
        (2, 2, 0, [7], 0, LOSE_DISC),  # nothing to spare
        (2, 2, 0, [], 0, LOSE_DISC),
        (2, 2, 1, [7], 7, PAY_TALENT),  # a talent before a card
    ],
)
def test_what_it_pays_for_a_disc(
    egypt: int, troy: int, talents: int, cards: list[int], spare: int, expected: int
) -> None:
    table = fight(
        egypt={"discs": {"tyre": egypt}, "hand": cards, "treasury": talents}, troy={"discs": {"tyre": troy}}
    )
    contest = Contest(look(table, "egypt", enemies=("troy",)), table.area("tyre"))
    legal = (
        1 << LOSE_DISC | sum(1 << card_action(card) for card in cards) | (1 << PAY_TALENT if talents else 0)
    )
    assert contest.pay(legal, lambda held: spare if spare in held else 0)[0] == expected


@pytest.mark.rule("NPC-69", "NPC-128")
@pytest.mark.parametrize(("troy", "expected"), [(2, LOSE_DISC), (3, PAY_TALENT)])
def test_a_white_disc_is_saved_only_where_it_is_needed_for_a_draw(troy: int, expected: int) -> None:
    table = fight(
        egypt={"discs": {"tyre": 1}, "treasury": 1}, troy={"discs": {"tyre": troy}},
        allies=[{"area": "tyre", "faction": "egypt", "n": 1}],
    )  # fmt: skip
    contest = Contest(look(table, "egypt", enemies=("troy",)), table.area("tyre"))
    assert contest.pay(1 << LOSE_DISC | 1 << PAY_TALENT, lambda held: 0)[0] == expected


@pytest.mark.rule("NPC-68", "NPC-51")
def test_abilities_and_wonders_are_used_before_cards_and_those_as_they_are_discarded() -> None:
    table = fight(
        egypt={"discs": {"egypt": 4}, "hand": [PHALANX, INFANTRY, QUEEN]}, troy={"discs": {"egypt": 3}},
        wonders=[{"wonder": "Statue of Zeus", "owner": "egypt", "area": "egypt", "discs": 2}],
    )  # fmt: skip
    contest = Contest(look(table, "egypt", enemies=("troy",)), table.area("egypt"))
    legal = sum(1 << action for action in table.game.legal_actions())
    actions, reason = contest.plan(legal)
    assert reason.startswith("NPC-68")
    assert STOP not in actions and len(actions) == len(table.game.legal_actions()) - 1
    kinds = [0 if a == ABILITY else 1 if is_wonder(a) else 2 for a in actions]
    assert kinds == sorted(kinds)


@pytest.mark.rule("NPC-69", "NPC-70")
def test_it_uses_as_much_as_it_needs_to_save_a_draw() -> None:
    table = fight(egypt={"discs": {"tyre": 1}, "hand": [BOW, INFANTRY]}, troy={"discs": {"tyre": 2}})
    contest = Contest(look(table, "egypt", enemies=("troy",)), table.area("tyre"))
    assert contest.field.outcome() == 0
    actions, reason = contest.plan(1 | 1 << card_action(BOW) | 1 << card_action(INFANTRY))
    assert actions and reason.startswith(("NPC-69: with", "NPC-70"))


@pytest.mark.rule("NPC-69")
def test_without_hope_nothing_is_used_even_for_a_city() -> None:
    table = fight(egypt={"discs": {"tyre": 1}, "hand": [BOW]}, troy={"discs": {"tyre": 4}})
    contest = Contest(look(table, "egypt", enemies=("troy",)), table.area("tyre"))
    assert contest.plan(1 | 1 << card_action(BOW)) == ([], "NPC-69: it can neither win nor draw")


@pytest.mark.rule("NPC-68")
def test_cards_in_hand_count_as_payments_for_a_city() -> None:
    """One Egyptian against three Trojans: six payments beside the Bow keep it alive."""
    hope = fight(egypt={"discs": {"tyre": 1}, "hand": [BOW, 7, 18, 27, 31, 33]}, troy={"discs": {"tyre": 3}})
    contest = Contest(look(hope, "egypt", enemies=("troy",)), hope.area("tyre"))
    assert contest.plan(1 | 1 << card_action(BOW))[0] == [card_action(BOW)]
    poor = fight(egypt={"discs": {"tyre": 1}, "hand": [BOW]}, troy={"discs": {"tyre": 3}})
    assert answer(poor)[0] == "stop"
