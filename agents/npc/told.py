"""Answers that the scenario gives its NPCs instead of the solitaire rules (`answers` of the block `npc`)."""

from __future__ import annotations

from acis_rules.box.deck import Fate
from acis_rules.box.npc_blocks import AnswersBlock, CommitAnswer
from acis_rules.effects import Play
from acis_rules.effects.fate import Discard
from acis_rules.kernel.actions import (
    LOSE_DISC,
    LOSE_VP,
    PAY_TALENT,
    STOP,
    card_action,
    card_of,
    faction_action,
    is_card,
)
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Actions, Area, Card, Faction

from .hand import discard_order
from .places import areas_of, whose
from .position import Position

Told = tuple[int, str]  # what it does, and the rule
_WORDS = {"talent": PAY_TALENT, "disc": LOSE_DISC, "vp": LOSE_VP}
_NOTHING = AnswersBlock()


def answers(pos: Position) -> AnswersBlock:
    """What the scenario tells this NPC."""
    return pos.rules.answers if pos.rules is not None else _NOTHING


def penalty(pos: Position, legal: Actions) -> Told | None:
    """What it gives first."""
    told = answers(pos).penalty
    if told is None or (told.freely and not legal >> STOP & 1):
        return None
    for word in told.order:
        if word == "card":
            cards = [card_of(action) for action in members(legal) if is_card(action)]
            if cards:
                return card_action(discard_order(pos, cards)[0]), told.rule
        elif legal >> _WORDS[word] & 1:
            return _WORDS[word], told.rule
    return None


def named(pos: Position, play: Play, legal: Actions) -> Told | None:
    """Whom it names with a card."""
    told = answers(pos)
    if play.kind != "card":
        return None
    if told.discards is not None and discards(pos.world.deck.cards[play.id]):
        for faction in in_order(pos, told.discards.order):
            if pos.view.hand_sizes[faction] and legal >> faction_action(faction) & 1:
                return faction_action(faction), told.discards.rule
    for name in told.name:
        if name.card == play.id:
            for faction in in_order(pos, name.order):
                if legal >> faction_action(faction) & 1:
                    return faction_action(faction), name.rule
    return None


def must_play(pos: Position, card: Card) -> tuple[bool, str] | None:
    """Whether it plays a card that makes others discard, and the rule; None for all other cards."""
    told = answers(pos).discards
    if told is None or not discards(pos.world.deck.cards[card]):
        return None
    return any(pos.view.hand_sizes[faction] for faction in in_order(pos, told.order)), told.rule


def discards(fate: Fate) -> bool:
    """Whether a card that is played for itself makes somebody discard, without a choice."""
    return not fate.negation and any(isinstance(op, Discard) for mode in fate.modes for op in mode)


def commits(pos: Position, area: Area) -> CommitAnswer | None:
    """The order in which it lays cards in this competition, if the scenario gives one."""
    told = answers(pos).commit
    return told if told is not None and areas_of(pos, told.where) >> area & 1 else None


def in_order(pos: Position, names: tuple[str, ...]) -> list[Faction]:
    """The factions behind some names."""
    return [faction for name in names for faction in whose(pos, name)]
