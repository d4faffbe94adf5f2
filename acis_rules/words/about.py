"""What the open decision is about: the card, Wonder or ability, its text, and what was declared for it."""

from __future__ import annotations

from typing import NamedTuple

from ..effects import Play
from ..kernel.actions import STOP, block_of
from ..kernel.machine import argument
from ..kernel.state import State
from .decisions import name_of
from .names import card_name, play_name


class About(NamedTuple):
    """A thing in words."""

    name: str
    text: str
    declared: tuple[str, ...] = ()  # what was named or chosen for it


def about(s: State) -> About | None:
    """What the open decision is about, if it is a thing with a text."""
    if s.question is None:
        return None
    play: Play | None = argument(s, "play")
    if play is not None:
        text = _text(s, play)
        return About(play_name(s, play), text, _declared(s, play)) if text else None
    card = s.question.card
    if not card:
        kind, _, number = str(argument(s, "cause") or "").partition(" ")
        card = int(number) if kind == "card" and number.isdecimal() else 0
    return About(card_name(s, card), s.world.deck.cards[card].text) if card else None


def _text(s: State, play: Play) -> str:
    if play.kind == "wonder":
        return s.world.deck.wonders[play.id].text
    if play.kind == "ability":
        abilities = s.world.civilization(s, play.by).abilities
        return abilities[play.id].text if play.id < len(abilities) else ""
    return s.world.deck.cards[play.id].text if play.kind != "epoch" else ""


def _declared(s: State, play: Play) -> tuple[str, ...]:
    chosen = [action for picks in play.picks for action in picks if action != STOP]
    named = ("area", "faction", "wonder")
    return tuple(name_of(s, action) for action in chosen if block_of(action)[0] in named)
