"""Frames that come from outside: each is a step of the game with arguments that it can work with."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeGuard

from ..box.scenario_blocks import NO_CIVILIZATION
from ..cards.plays import NOBODY_ANSWERS
from ..effects import Play
from ..errors import PositionError, shown
from ..kernel.actions import BLOCKS, N_ACTIONS, N_CARDS, N_WONDERS, block_of
from ..kernel.machine import JOINING, arguments_of, home_of
from ..kernel.moments import Variant
from ..kernel.state import State

if TYPE_CHECKING:
    from ..effects import Operation

MOST = 200  # no number of the game comes near
LONGEST_TEXT = 60
_DEEPEST = 4  # tuples inside a frame


def frame_out(value: Any) -> Any:
    """A frame as plain data: ints, texts, booleans, tuples of those, and plays."""
    if isinstance(value, Play):
        return {"play": {name: frame_out(field) for name, field in value._asdict().items()}}
    if isinstance(value, tuple):
        return [frame_out(item) for item in value]
    return value


def frame_in(value: Any, where: str, depth: int = 0) -> Any:
    """The frame that plain data describe; whether its arguments fit is not looked at yet."""
    if depth > _DEEPEST:
        raise PositionError(f"{where}: nested too deeply")
    if isinstance(value, dict):
        fields = value.get("play")
        if len(value) != 1 or not isinstance(fields, dict) or not fields.keys() <= set(Play._fields):
            raise PositionError(f"{where}: {shown(value)} is not a play")
        if not {"by", "kind", "id"} <= fields.keys():
            raise PositionError(f"{where}: by, kind or id of a play is missing")
        return Play(**{name: frame_in(field, where, depth + 1) for name, field in fields.items()})
    if isinstance(value, list | tuple):
        return tuple(frame_in(item, where, depth + 1) for item in value)
    if not isinstance(value, int | str):
        raise PositionError(f"{where}: {shown(value)} cannot stand in a frame")
    return value


# ----------------------------------------------------------------------------------- arguments


def number(value: object, least: int, most: int) -> TypeGuard[int]:
    """Whether it is a number from `least` to `most`."""
    return type(value) is int and least <= value <= most


def is_cause(value: object) -> bool:
    """Whether it is a cause in words; numbers in it are those of cards, Wonders or abilities."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return False
    kind, _, digits = value.partition(" ")
    if not digits.isdecimal():
        return True
    if kind in ("card", "investment", "turn_order"):
        return number(int(digits), 1, N_CARDS)
    return (kind == "wonder" and int(digits) < N_WONDERS) or (kind == "ability" and int(digits) <= MOST)


def is_civilization(s: State, value: object) -> bool:
    """Whether it is the number of a civilization in the game."""
    return number(value, 0, s.world.n_factions - 1)


def _area(s: State, value: object) -> bool:
    return number(value, 0, len(s.world.board.areas) - 1) and bool(s.world.board.in_play >> value & 1)


def _all(fits: Callable[[State, Any], bool]) -> Callable[[State, Any], bool]:
    """Whether it is a tuple of values that fit."""
    return lambda s, value: isinstance(value, tuple) and all(fits(s, item) for item in value)


def _up_to(most: int, least: int = 0) -> Callable[[State, Any], bool]:
    return lambda s, value: number(value, least, most)


def _one_of(*texts: str) -> Callable[[State, Any], bool]:
    return lambda s, value: isinstance(value, str) and value in texts


def _civilizations(s: State, value: Any) -> bool:
    return number(value, 0, (1 << s.world.n_factions) - 1)


def _factions(s: State, value: Any) -> bool:
    return number(value, 0, (2 << s.world.n_factions) - 1)


def _areas_in_play(s: State, value: Any) -> bool:
    return number(value, 0, s.world.board.in_play) and not value & ~s.world.board.in_play


def _nobody_or_civilization(s: State, value: Any) -> bool:
    return value == -1 or is_civilization(s, value)


def _boolean(s: State, value: Any) -> bool:
    return type(value) is bool


def _loss(s: State, value: Any) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == 3
        and number(value[0], 0, s.world.barbarians)
        and _area(s, value[1])
        and number(value[2], -1, s.world.barbarians)
    )


def _entry(s: State, value: Any) -> bool:
    """One entry of a chain of Negations: faction, card (or Wonder), who is still to be asked."""
    return (
        isinstance(value, tuple)
        and len(value) == 3
        and _nobody_or_civilization(s, value[0])
        and number(value[1], 0, N_CARDS)
        and _all(is_civilization)(s, value[2])
    )


def _pair(s: State, value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(is_civilization(s, one) for one in value)


def is_chain(s: State, value: object) -> bool:
    """Whether it is a chain of Negations, the play itself first."""
    return bool(value) and _all(_entry)(s, value)


_LAST_ACTION = max(start + size for _, start, size in BLOCKS) - 1
_action = _up_to(N_ACTIONS - 1)
_card = _up_to(N_CARDS)
_penalty = _one_of("vp", "talent", "card", "disc")

# By the name of the parameter: what an argument of a step can be
_ARGUMENTS: dict[str, Callable[[State, Any], bool]] = {
    **dict.fromkeys(("faction", "taker", "victim", "player", "npc", "single", "chooser", "factions"),
                    is_civilization),
    **dict.fromkeys(("by", "drawer"), _nobody_or_civilization),
    "user": lambda s, value: value == NOBODY_ANSWERS or _nobody_or_civilization(s, value),
    **dict.fromkeys(("area", "start"), _area),
    "areas": _all(_area),
    **dict.fromkeys(("before", "grown", "spared", "unexplored"), _areas_in_play),
    **dict.fromkeys(("acted", "asked", "done"), _civilizations),
    **dict.fromkeys(("hit", "present"), _factions),
    **dict.fromkeys(("n", "i", "resources", "discs", "held", "extra"), _up_to(MOST)),
    **dict.fromkeys(("number", "size"), _up_to(MOST, 1)),
    "each": _up_to(2, 1), "first": _action, "flags": _up_to(3),
    "card": _card, "cards": _all(_card), "wonder": _up_to(N_WONDERS - 1),
    **dict.fromkeys(("modes", "sizes"), _all(_up_to(MOST))), "picked": _all(_action),
    **dict.fromkeys(("to_look_at", "unlimited", "from_home", "bonus", "forced"), _boolean),
    "cause": lambda s, value: is_cause(value), "how": _one_of("look", "random"), "one_of": _all(_penalty),
    "moment": _one_of("acquisition", "deployment", "scoring", "draw"),
    "losses": lambda s, value: bool(value) and _all(_loss)(s, value),
    "chain": is_chain,
    "peace": _all(_pair),
    "colour": _up_to(2), "rows": _all(_up_to(MOST, 1)),
    "blocks": lambda s, value: bool(value) and _all(_all(is_civilization))(s, value),
    "places": _all(_nobody_or_civilization),
    "play": lambda s, value: _is_play(s, value),
}  # fmt: skip


# --------------------------------------------------------------------------------------- plays

# What is chosen for an operation, by its tag, as a regular expression over the blocks of actions
_PICKS = {
    "name_area": "a+s?", "name_city": "af", "name_civilization": "f+s?", "name_wonder": "w",
    "remove": "(af)*s?", "place": "a*s?", "barbarians": "a*s?", "allies": "a*s?", "buy_allies": "n?",
    "exchange": "c?", "take_place": "n", "build": "[act]*a", "lose": "a*",
}  # fmt: skip
_LETTERS = {
    "area": "a", "faction": "f", "stop": "s", "wonder": "w", "number": "n", "card": "c", "pay_talent": "t",
}  # fmt: skip


def _is_play(s: State, play: Any) -> bool:
    """Whether every field of a play is possible, whatever is still to be done of it."""
    return (
        isinstance(play, Play)
        and is_civilization(s, play.by)
        and type(play.id) is int
        and _exists(s, play)
        and number(play.mode, 0, len(s.world.alternatives(s, play)) - 1)
        and _all(_area)(s, play.areas)
        and _all(is_civilization)(s, play.factions)
        and number(play.wonder, -1, N_WONDERS - 1)
        and type(play.unnamed) is bool
        and _all(_all(_action))(s, play.picks)
        and len(play.picks) <= len(s.world.operations(s, play))
        and all(
            _picks_fit(s, play, operation, picks)
            for operation, picks in zip(s.world.operations(s, play), play.picks, strict=False)
        )
    )


def _exists(s: State, play: Play) -> bool:
    """Whether there is such a card, Wonder or ability to use."""
    if play.kind == "wonder":
        return number(play.id, 0, N_WONDERS - 1) and s.wonders[play.id].owner >= 0
    if play.kind == "ability":
        return number(play.id, 0, len(s.world.civilization(s, play.by).abilities) - 1)
    if play.kind not in ("card", "investment", "turn_order") or not number(play.id, 1, N_CARDS):
        return False
    source = s.world.deck.cards[play.id].source
    return play.kind == "card" or bool(source.turn_order if play.kind == "turn_order" else source.investment)


def _picks_fit(s: State, play: Play, operation: Operation, picks: tuple[int, ...]) -> bool:
    """Whether these choices have the form of those for the operation, and name what is there."""
    tag = operation.__struct_config__.tag
    if not picks:
        return play.unnamed or tag not in ("name_area", "name_city", "name_civilization", "name_wonder")
    letters = ""
    for action in picks:
        block, n = block_of(action) if action <= _LAST_ACTION else ("", 0)
        letters += _LETTERS.get(block, "?")
        if (block == "area" and not _area(s, n)) or (block == "faction" and n > s.world.barbarians):
            return False
    return re.fullmatch(_PICKS.get(str(tag), ""), letters) is not None


def _can_be_done(s: State, play: Play, first: int, declared: int) -> bool:
    """Whether the operations from `first` on find what they speak of; `declared`: those with choices."""
    operations = s.world.operations(s, play)
    named = {topic for operation in operations[declared:] for topic in operation.introduces()}
    for i, operation in enumerate(operations[first:], first):
        topics = operation.speaks_of()
        if play.unnamed and play.lacks(topics):
            continue
        picks = play.picks[i] if i < len(play.picks) else ()
        tag = operation.__struct_config__.tag
        missing = topics - named
        wonder = s.wonders[play.wonder].owner if play.wonder >= 0 else None
        if (
            ("area" in missing and not play.areas)
            or ("civilization" in missing and not play.factions)
            or ("2 civilizations" in missing and len(set(play.factions)) != 2)
            or ("available Wonder" in missing and (wonder is None or wonder >= 0))
            or ({"built Wonder", "buried Wonder"} & missing and (wonder is None or wonder < 0))
            or ("competition" in missing and s.competition_area < 0)
        ):
            return False
        if i < declared and tag in ("take_place", "build") and not picks:
            return False
        if tag == "take_place" and picks and block_of(picks[0])[1] >= len(s.order):
            return False
        if tag == "exchange" and picks and not s.hand[play.by] >> block_of(picks[0])[1] & 1:
            return False
    return True


# -------------------------------------------------------- what a frame wants of the position


def _here(s: State, area: int, *_: Any) -> bool:
    return area == s.competition_area


def _npc(s: State, faction: int, *_: Any) -> bool:
    return bool(s.world.npcs >> faction & 1)


def _hostile(s: State, *_: Any) -> bool:
    return s.world.hostility


def _declaring(s: State, play: Play, i: int, picked: tuple[int, ...], user: int) -> bool:
    operations = s.world.operations(s, play)
    if len(play.picks) != i or i > len(operations) or not _can_be_done(s, play, i, i):
        return False
    if i == len(operations):
        return not picked
    if play.unnamed and play.lacks(operations[i].speaks_of()):
        return not picked
    return all(operations[i].options(s, play, picked[:k]) >> one & 1 for k, one in enumerate(picked))


def _choosing_mode(s: State, play: Play, modes: tuple[int, ...], user: int) -> bool:
    n = len(s.world.alternatives(s, play))
    return len(modes) > 1 and len(set(modes)) == len(modes) and max(modes) < n and not play.picks


def _resolving(s: State, play: Play, i: int) -> bool:
    operations = s.world.operations(s, play)
    return i < len(operations) and _can_be_done(s, play, i, len(operations))


def _declared(s: State, play: Play) -> bool:
    operations = s.world.operations(s, play)
    return (
        play.kind in ("card", "turn_order", "wonder")
        and len(play.picks) == len(operations)
        and _can_be_done(s, play, 0, len(operations))
    )


def _window(s: State, play: Play, chain: tuple[tuple[int, int, tuple[int, ...]], ...]) -> bool:
    negations = s.world.deck.negations
    return chain[0][1] == play.id and all(
        faction >= 0 and negations >> card & 1 for faction, card, _ in chain[1:]
    )


def _filling(s: State, blocks: tuple[tuple[int, ...], ...], places: tuple[int, ...], chooser: int) -> bool:
    """Each block's civilizations take the places of that block; those before it are taken."""
    waiting = [faction for block in blocks for faction in block]
    first = len(places) - len(waiting)
    own = places[first : first + len(blocks[0])]
    return (
        len(places) == len(s.order)
        and first >= 0
        and sorted((*places[:first], *waiting)) == sorted(s.order)
        and all(place < 0 for place in places[first + len(blocks[0]) :])
        and len({place for place in own if place >= 0}) == sum(place >= 0 for place in own)
        and all(place < 0 or place in blocks[0] for place in own)
        and chooser in blocks[0]
        and chooser not in own
    )


def _chosen(s: State, faction: int) -> bool:
    """Whether it has a display, or needs none, or none yet."""
    if s.absent & s.world.unknown & 1 << faction:
        return True
    return s.civilization[faction] >= 0 or s.world.scenario.factions[faction].civilization == NO_CIVILIZATION


def _choosing_civilizations(s: State, *factions: int) -> bool:
    """Those who are still to choose have nothing yet; all others have chosen."""
    waiting = set(factions)
    return len(waiting) == len(factions) and all(
        not sum(s.discs[f]) if f in waiting else _chosen(s, f) for f in range(s.world.n_factions)
    )


_FITS: dict[str, Callable[..., bool]] = {
    **dict.fromkeys(("aftermath", "round", "batch", "act", "reveal", "commit", "revealed"), _here),
    **dict.fromkeys(("npc_aeneas_check", "npc_begins_anew", "npc_keeps_civilization"), _npc),
    "npc_entry": lambda s, faction, card: (
        _npc(s, faction) and s.aeneas_used[faction] < s.world.options.aeneas_uses
    ),
    **dict.fromkeys(("hostility", "primary_enemy"), _hostile),
    "peace_gift": lambda s, player, npc, *_: s.world.hostility and _npc(s, npc) and not _npc(s, player),
    "choose_mode": _choosing_mode,
    "declare": _declaring,
    "verdict": _declared,
    "resolve": _resolving,
    "window": _window,
    "announced": lambda s, play: play.kind == "wonder",
    "revealed_verdict": lambda s, play: play.kind == "card",
    "event": lambda s, drawer, card: bool(s.world.deck.events >> card & 1),
    "epoch_row": lambda s, card: card > 0,
    "sudden_end_check": lambda s, card: s.turn in s.world.scenario.clock.sudden_end,
    "next_turn": lambda s: s.turn < s.world.scenario.clock.turns,
    "next_epoch": lambda s: s.epoch < s.world.scenario.clock.last_epoch,
    "build": lambda s, faction, wonder, *_: s.wonders[wonder].owner < 0,
    "starting_site": lambda s, faction, wonder: s.wonders[wonder].owner < 0,
    "choose_civilization": _choosing_civilizations,
    "choose_place": _filling,
    "deal_anew": lambda s, sizes, cause: len(sizes) == s.world.n_factions,
    "keep_there": lambda s, faction, card, by: s.reserve.get(card, (-1,))[0] == faction,
    "put_disc_on": lambda s, faction, card, n: s.investments.get(card, (-1,))[0] == faction,
    "back_into_deck": lambda s, cards: 0 not in cards and len(set(cards)) == len(cards),
}


def _joins_in(s: State, name: str) -> bool:
    """Whether a variant of the module whose step it is joins in in this game."""
    module = home_of(name)
    own = [v for v in Variant.declared if any(f.__module__ == module for _, f in v.functions)]
    return not own or any(variant.applies(s.world) for variant in own)


def check_form(frame: Any, where: str) -> None:
    """It is a frame at all."""
    if not isinstance(frame, tuple) or not frame or not isinstance(frame[0], str):
        raise PositionError(f"{where}: must be a list of a name and arguments")


def check_frame(s: State, frame: Any, where: str) -> None:
    """The name is that of a step, and the arguments are of its kind."""
    check_form(frame, where)
    name, *given = frame
    parameters = arguments_of(name)
    if parameters is None:
        raise PositionError(f"{where}: {shown(name)} is no step of the game")
    names = list(parameters)
    if names and parameters[names[-1]] == "any number":
        names += names[-1:] * (len(given) - len(names))
        names = names[: len(given)]
    needed = [parameter for parameter in names if parameters[parameter] == "needed"]
    if not len(needed) <= len(given) <= len(names):
        raise PositionError(f"{where}: {name}: {len(given)} arguments; its arguments are {', '.join(names)}")
    if name in JOINING and not _joins_in(s, name):
        raise PositionError(f"{where}: {name}: no rule of this game takes this step")
    for parameter, value in zip(names, given, strict=False):
        if not _ARGUMENTS[parameter](s, value):
            raise PositionError(f"{where}: {name}: {shown(frame_out(value))} cannot be its {parameter}")
    if name in _FITS and not _FITS[name](s, *given):
        raise PositionError(f"{where}: {name} does not fit the position: {shown(frame_out((*given,)))}")
