"""Everything in words for people: the open decision, its answers, and what happened."""

from __future__ import annotations

from ..cards.plays import declared
from ..effects import Play
from ..effects.base import Operation
from ..effects.contest import Allies
from ..effects.discs import Barbarians, Place, Remove
from ..effects.fate import Draw
from ..effects.goods import Gain
from ..effects.wonder import Build, Restore, WonderDiscs
from ..kernel.actions import N_ACTIONS, area_of, block_of
from ..kernel.bits import members
from ..kernel.decisions import KINDS, OFFERS
from ..kernel.machine import argument, awaited
from ..kernel.state import State
from ..kernel.types import Action, Wonder
from ..phases.competition import next_ability
from .events import describe_event
from .names import (
    ability_name,
    area_name,
    capitalized,
    card_name,
    cause_words,
    count,
    faction_name,
    in_plural,
    is_plural,
    joined,
    ordinal,
    play_name,
    wonder_name,
)

__all__ = ["describe_action", "describe_decision", "describe_event", "faction_name", "in_short", "name_of"]

# ------------------------------------------------------------------------------- decisions


def describe_decision(s: State) -> str:
    """The open decision: "Egypt deploys a Ready disc (4 left)"."""
    q = s.question
    if q is None:
        return "the game is over" if s.over else "no decision is open"
    words = KINDS[q.kind].asks.format_map(_context(s))
    if is_plural(s, q.faction):
        who = capitalized(faction_name(s, q.faction))
        words = f"{who} {in_plural(words.removeprefix(who + ' '))}"
    return words


def _open_operation(s: State) -> Operation | None:
    """The operation whose choices are being declared."""
    if awaited(s) is not declared:
        return None
    i: int = argument(s, "i")
    return s.world.operations(s, argument(s, "play"))[i]


def _context(s: State) -> dict[str, str]:
    """The words that sentences about the open decision need."""
    q = s.question
    assert q is not None
    play: Play | None = argument(s, "play")
    operation = _open_operation(s)
    because = ""
    cause: str | None = argument(s, "cause")
    if cause is not None:
        by = "by" if q.kind == "loss" else "because of"
        because = f" {cause_words(s, cause, q.faction, by)}".rstrip()
    elif play is not None:
        because = f" for {play_name(s, play)}"
    wonder: Wonder = play.wonder if play is not None else argument(s, "wonder")
    replaces = isinstance(operation, Remove) and operation.replaced_by != "nobody"
    special = _offer_words(s) if q.kind == "offer" else _loss_words(s) if q.kind == "loss" else {}
    return special | {
        "who": capitalized(faction_name(s, q.faction)),
        "n": str(q.n),
        "discs": count(q.n, "disc"),
        "cards": count(q.n, "card"),
        "rest": count(q.n, "talent"),
        "does": _deeds(s),
        "area": area_name(s, q.area) if q.area >= 0 else faction_name(s, q.by) if q.by >= 0 else "",
        "by": faction_name(s, q.by) if q.by >= 0 else "",
        "source": _source(s, play),
        "because": because,
        "for_what": because or " on cards",
        "removal": "replace" if replaces else "remove",
        "target": _negation_target(s, play),
        "wonder": wonder_name(s, wonder) if q.kind in ("wonder_payment", "wonder_site") else "",
        "ability": _offered_ability(s),
    }


def _source(s: State, play: Play | None) -> str:
    """What a decision comes from: a card or something else that is being used."""
    q = s.question
    assert q is not None
    if play is not None:
        return play_name(s, play)
    return card_name(s, q.card) if q.card else "its ability"


def _offer_words(s: State) -> dict[str, str]:
    """What is offered, and what yes and no mean."""
    q = s.question
    assert q is not None
    words = {
        "card": card_name(s, q.card) if q.card else "",
        "discs": count(q.n, "disc"),
        "vp": f"{q.n} VP",
        "area": area_name(s, q.area) if q.area >= 0 else "",
        "by": faction_name(s, q.by) if q.by >= 0 else "",
    }
    may, yes, no = (sentence.format_map(words) for sentence in OFFERS[s.stack[-1][0]])
    return {"offer": may, "yes": yes, "no": no}


def _deeds(s: State) -> str:
    """What can be done in the Card Phase: Wonders are not always there to be built."""
    q = s.question
    assert q is not None
    blocks = {block_of(action)[0] for action in members(q.legal)} if q.kind == "card_action" else set()
    deeds = {"card": "plays a card", "wonder": "builds a Wonder"}
    return ", ".join(words for block, words in deeds.items() if block in blocks)


def _loss_words(s: State) -> dict[str, str]:
    """What is lost, and which of several losses it is: two in a row are never asked about alike."""
    q = s.question
    assert q is not None
    white = bool(s.allies.get((q.area, argument(s, "faction"))))  # it goes first (CMP-12)
    comes: int = argument(s, "replaced_by")
    which = f", with a disc of {faction_name(s, comes)} in its place" if comes >= 0 else ""
    for name, *rest in reversed(s.stack[:-1]):
        if name == "losses":
            payers = [s.world.patron[faction] for faction, *_ in rest[0] if faction != s.world.barbarians]
            more = payers.count(q.faction)
            which += f" ({more} more after it)" if more else ""
        elif name == "batch" and argument(s, "cause") == "competition":
            which = f", round {rest[-1]}{which}"
            break
        else:
            break
    return {
        "a_disc": "a white disc" if white else "a disc",
        "the_disc": "the white disc" if white else "the disc",
        "which": which,
    }


def _negation_target(s: State, play: Play | None) -> str:
    """What a Negation card would answer: a card and its player, an Event, or a Wonder."""
    q = s.question
    assert q is not None
    if q.card:
        name = card_name(s, q.card)
        if s.world.deck.cards[q.card].event:
            return f"the Event {name}"
        return f"{name}, played by {faction_name(s, q.by)}" if q.by >= 0 else name
    if play is None or q.by < 0:
        return "it"
    return f"{wonder_name(s, play.id)}, used by {faction_name(s, q.by)}"


_ABILITY_MOMENTS = {"deploy": "deployment", "ability": "draw_end"}


def _offered_ability(s: State) -> str:
    """The name of the display ability that the open decision offers."""
    q = s.question
    assert q is not None
    ready = next_ability(s, q.faction) if q.kind == "commit" else None
    if ready is not None:
        return ability_name(s, q.faction, ready[1])
    moment = _ABILITY_MOMENTS.get(q.kind)
    for ability in s.world.civilization(s, q.faction).abilities:
        if ability.when == moment and s.epoch in ability.epochs:
            return ability.name
    return "its ability"


# --------------------------------------------------------------------------------- actions

# What an action means by itself; as an answer to a kind of decision: see kernel/decisions.py
_ACTIONS = {
    "stop": "no more", "area": "choose {thing}", "card": "choose {thing}", "wonder": "choose {thing}",
    "civilization": "choose {thing}", "faction": "choose {thing}", "number": "choose {thing}",
    "lose_disc": "lose the disc", "pay_talent": "pay 1 talent", "lose_vp": "lose 1 VP",
    "mode": "take {thing}", "ability": "use {ability}",
}  # fmt: skip


def describe_action(s: State, action: Action) -> str:
    """An action as an answer to the open decision: "place a disc in Nile Delta"."""
    if not 0 <= action < N_ACTIONS:
        return f"no action {action}"
    try:
        block, n = block_of(action)
    except ValueError:
        return f"action {action}, which has no meaning"
    q = s.question
    template = KINDS[q.kind].answers.get(block) if q is not None else None
    words = _context(s) if q is not None else {"ability": "its ability"}
    return (template or _ACTIONS[block]).format_map(words | _thing(s, block, n))


def in_short(s: State, action: Action) -> str:
    """An action as an answer, without the text of a card or Wonder."""
    block, n = block_of(action)
    deck = s.world.deck
    text = deck.cards[n].text if block == "card" else deck.wonders[n].text if block == "wonder" else ""
    return describe_action(s, action).removesuffix(f": {text}")


def name_of(s: State, action: Action) -> str:
    """The name of the thing that an action chooses, if it is one with a name."""
    block, n = block_of(action)
    if block == "area":
        return area_name(s, n)
    if block == "card":
        return card_name(s, n)
    if block == "wonder":
        return s.world.deck.wonders[n].name
    if block == "civilization":
        return s.world.civilizations[n].name
    return faction_name(s, n) if block == "faction" else ""


def _thing(s: State, block: str, n: int) -> dict[str, str]:
    """The words for the thing an action names."""
    world, operation = s.world, _open_operation(s)
    words = {
        "thing": "", "text": "", "talents": count(n, "talent"), "place": ordinal(n + 1), "picked": "",
        "lay_or_use": "use" if n in s.investments else "lay", "white_or_black": "discs",
    }  # fmt: skip
    if block == "area":
        words["thing"] = area_name(s, n)
    elif block == "card":
        words |= {"thing": f"{card_name(s, n)} (#{n})", "text": world.deck.cards[n].text}
    elif block == "wonder":
        words |= {"thing": wonder_name(s, n), "text": world.deck.wonders[n].text}
    elif block == "civilization":
        words["thing"] = world.civilizations[n].name
    elif block == "faction":
        words["thing"] = faction_name(s, n) if n <= world.barbarians else f"faction {n + 1}"
    elif block == "number":
        words["thing"] = str(n)
    elif block == "mode":
        words["thing"] = _mode_words(s, argument(s, "play"), n)
    if isinstance(operation, Allies):
        words["white_or_black"] = count(operation.n, "white disc")
    elif isinstance(operation, Barbarians):
        words["white_or_black"] = count(operation.n, "Barbarian disc")
    elif isinstance(operation, Remove) and len(picked := argument(s, "picked")) % 2:
        words["picked"] = area_name(s, area_of(picked[-1]))  # an area, then whose disc
    return words


def _mode_words(s: State, play: Play | None, mode: int) -> str:
    """One of the uses printed on a card: "the 2nd use (gain 2 talents)"."""
    use = f"the {ordinal(mode + 1)} use"
    if play is None:
        return use
    try:
        operations = s.world.operations(s, play._replace(mode=mode))
    except IndexError:
        return use
    return f"{use} ({'; '.join(filter(None, map(_operation_words, operations)))})"


def _operation_words(operation: Operation) -> str:
    """The deed of an operation that stands in an alternative; namings say nothing."""
    if isinstance(operation, Gain):
        goods = ((operation.talents, "talent"), (operation.vp, "VP"), (operation.ready, "Ready disc"))
        return "gain " + joined([count(n, good) for n, good in goods if n])
    if isinstance(operation, Place):
        return f"place up to {count(operation.n, 'disc')}"
    if isinstance(operation, Draw):
        return f"draw {count(operation.n, 'card')}"
    if isinstance(operation, Build):
        return f"build a Wonder for {count(operation.resources, 'resource')}"
    if isinstance(operation, Restore):
        return f"turn a buried Wonder face up with {count(operation.n, 'disc')}"
    if isinstance(operation, WonderDiscs):
        return f"put {count(operation.n, 'disc')} on a Wonder"
    return ""
