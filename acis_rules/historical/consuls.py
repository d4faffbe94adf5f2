"""Consuls: a card at the start of Rome's Growth says how well it is led this turn (HANN-08c1 to 08c4)."""

from __future__ import annotations

from ..box.hannibal_blocks import ConsulBlock, ConsulsBlock
from ..box.world import World
from ..cards.drawing import draw
from ..cards.oracle import row, turn_up
from ..effects import Play
from ..effects.naming import NameArea
from ..kernel.actions import STOP, STOP_BIT, area_actions, card_actions, card_of
from ..kernel.bits import mask_of, members
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.marks import declare_mark, marked, set_mark
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Action, Actions, Area, Areas, Card, Cards, Faction
from ..table.card_changes import discard
from ..table.terms import occupied
from .minor_states import the


def are_elected(world: World) -> bool:
    """Whether there are consuls in this game."""
    return world.scenario.consuls is not None and world.scenario.consuls.active


CONSULS = Variant("consuls", applies=are_elected)
MOST_ROWS = 9
CONSUL = declare_mark("consul", MOST_ROWS)  # the row of this turn's consul, from 1
SECOND = declare_mark("second_consul", MOST_ROWS)  # and of a second one, where both hold
CARDS = declare_mark("consul_cards", 99)  # Competition cards played away from home this turn
CAUSE = "consul"


def block(s: Seen) -> ConsulsBlock:
    """The block of the scenario."""
    found = s.world.scenario.consuls
    assert found is not None
    return found


def consuls(s: Seen) -> list[ConsulBlock]:
    """Who leads it this turn."""
    rows = block(s).rows
    return [rows[n - 1] for n in (marked(s, CONSUL), marked(s, SECOND)) if n]


def brings_ally(s: Seen) -> bool:
    """Whether a consul of this turn brings a white disc."""
    return are_elected(s.world) and any(row.ally for row in consuls(s))


def row_of(s: Seen, card: Card) -> int:
    """The row for a card, from 1."""
    return row(card, [consul.up_to for consul in block(s).rows]) + 1


# --------------------------------------------------------------------------------- his election


@CONSULS.at("turn_starts")
def last_year_is_over(s: State) -> None:
    """A consul leads for a turn."""
    for mark in (CONSUL, SECOND, CARDS):
        set_mark(s, mark, 0)


@CONSULS.at("growth_starts")
def election(s: State, faction: Faction) -> None:
    """Reveal a card, two in the first turns; later perhaps none (HANN-08c1, HANN-08c2)."""
    consuls = block(s)
    if faction != the(s, consuls.of):
        return
    if consuls.best_from and s.turn >= consuls.best_from:
        push(s, elected, (len(consuls.rows),))
    else:
        push(s, candidates, 2 if s.turn <= consuls.two_cards else 1, ())


@step("consul_cards", joins_in=True)
def candidates(s: State, n: int, cards: tuple[Card, ...]) -> None:
    """Reveal the next card, or look at those revealed: of two the worse one counts (HANN-08c1)."""
    if len(cards) < n:
        turn_up(s, CAUSE, candidate, n, cards, back=False)
    else:
        rows = sorted({row_of(s, card) for card in cards})
        push(s, elected, tuple(rows if block(s).both else rows[:1]))


@step("consul_card", joins_in=True)
def candidate(s: State, n: int, cards: tuple[Card, ...], card: Card) -> None:
    """A card that counts; an Event is replaced, and without cards there is no consul."""
    if card:
        is_event = s.world.deck.events >> card & 1
        push(s, candidates, n, cards if is_event else (*cards, card))


@step("consul", joins_in=True)
def elected(s: State, rows: tuple[int, ...]) -> None:
    """He leads from now on."""
    for mark, number in zip((CONSUL, SECOND), rows, strict=False):
        set_mark(s, mark, number)
        tell(s, "consul", the(s, block(s).of), row=block(s).rows[number - 1].name)


# ------------------------------------------------------------------------------ what he hinders


def near(s: Seen) -> Areas:
    """Areas within reach of home (HANN-08c3)."""
    board = s.world.board
    areas = home = 1 << board.find(block(s).home)
    for _ in range(block(s).near):
        areas |= board.around(areas)
    return areas | home


def fights_in(s: Seen, row: ConsulBlock) -> Areas:
    """Where he lets Competition cards be played."""
    if row.lays == "nowhere":
        return 0
    if row.lays == "one near":
        return near(s)
    if row.lays == "near":
        return near(s) | mask_of(map(s.world.board.find, block(s).client_areas))
    return s.world.board.in_play


def saves_in(s: Seen, row: ConsulBlock) -> Areas:
    """Where he lets talents and cards be paid to save discs."""
    if row.pays == "at home":
        return 1 << s.world.board.find(block(s).home)
    return near(s) if row.pays == "near" else s.world.board.in_play


@CONSULS.at("may_lay")
def lets_fight(s: Seen, faction: Faction, card: Card, area: Area) -> bool:
    """Whether a Competition card may be played in this competition."""
    return faction != the(s, block(s).of) or bool(_fields(s) >> area & 1)


@CONSULS.at("may_play")
def lets_play(s: State, play: Play) -> bool:
    """The same for a card at the start of the Competition Phase, which names its area itself."""
    if not _names_area(s, play):
        return True
    if not one_away(s, play.by, play.id, -1):
        return False
    first = s.world.operations(s, play)[0].options(s, play, ())
    return bool(first & area_actions(_fields(s)))


@CONSULS.at("choices")
def areas_to_name(s: State, play: Play, i: int, picked: tuple[Action, ...], legal: Actions) -> Actions:
    """Only areas in which he lets it fight."""
    if not _names_area(s, play) or not isinstance(s.world.operations(s, play)[i], NameArea):
        return legal
    return legal & area_actions(_fields(s))


def _names_area(s: Seen, play: Play) -> bool:
    """Whether it is a Competition card of the faction outside any competition."""
    mine = play.kind == "card" and play.by == the(s, block(s).of) and s.competition_area < 0
    return mine and s.world.deck.cards[play.id].competition


def _fields(s: Seen) -> Areas:
    """Where all consuls of this turn let Competition cards be played."""
    out = s.world.board.in_play
    for consul in consuls(s):
        out &= fights_in(s, consul)
    return out


@CONSULS.at("lays_more")
def one_away(s: State, faction: Faction, card: Card, area: Area) -> bool:
    """A cautious consul allows one card away from home."""
    bound = faction == the(s, block(s).of) and any(consul.lays == "one near" for consul in consuls(s))
    return not bound or area == s.world.board.find(block(s).home) or not marked(s, CARDS)


@CONSULS.at("card_laid")
def counts(s: State, faction: Faction, card: Card, area: Area) -> None:
    """Count the cards away from home."""
    if faction == the(s, block(s).of) and consuls(s) and area != s.world.board.find(block(s).home):
        set_mark(s, CARDS, marked(s, CARDS) + 1)


@CONSULS.at("may_pay")
def lets_pay(s: Seen, faction: Faction, area: Area) -> bool:
    """Whether discs there may be saved; those of a client are saved by its patron."""
    if s.world.patron[faction] != the(s, block(s).of):
        return True
    return all(saves_in(s, row) >> area & 1 for row in consuls(s))


@CONSULS.at("barred")
def lets_grow(s: Seen, faction: Faction, declared: Areas) -> Areas:
    """A poor consul lets it place no discs in Growth where it is already."""
    if s.phase != "growth" or faction != the(s, block(s).of) or all(row.grows for row in consuls(s)):
        return 0
    here = occupied(s, faction) | declared
    return s.world.board.in_play & ~here if block(s).holds else here


# ---------------------------------------------------------------------------- cards exchanged


def spare(s: Seen, faction: Faction) -> Cards:
    """The Competition cards of a hand."""
    return mask_of(card for card in members(s.hand[faction]) if s.world.deck.cards[card].competition)


@CONSULS.at("draw_starts")
def after_the_draw(s: State, faction: Faction) -> None:
    """After its draw it may exchange Competition cards (HANN-08c4)."""
    if faction == the(s, block(s).of) and any(row.redraws for row in consuls(s)):
        push(s, exchange, faction, 0)


@step("exchange_cards", joins_in=True)
def exchange(s: State, faction: Faction, n: int) -> None:
    """Ask for the next card to discard; n are discarded and not yet replaced."""
    cards = spare(s, faction)
    if cards:
        ask(s, exchanged, (faction, n), faction, "discard", card_actions(cards) | STOP_BIT, n=n)
    elif n:
        replaced(s, faction, n)


@answer("exchange_cards")
def exchanged(s: State, action: Action, faction: Faction, n: int) -> None:
    """Discard it and go on, or draw as many as were discarded; then the same again."""
    if action != STOP:
        discard(s, faction, card_of(action), CAUSE)
        push(s, exchange, faction, n + 1)
    elif n:
        replaced(s, faction, n)


def replaced(s: State, faction: Faction, n: int) -> None:
    """As many cards as were discarded; it may go on with them."""
    push(s, exchange, faction, 0)
    push(s, draw, faction, n, False, CAUSE)
