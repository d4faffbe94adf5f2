"""Positions as readable data: to JSON and back, and checked when they come from outside.

Every field but `factions` may be left out: the scenario is then basic_2p, supplies are what is left
of 50 discs, the deck is all cards that are nowhere else, and play goes on at the start of `phase`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from .actions import N_CARDS
from .bits import mask_of, members
from .chance import shuffle
from .errors import AcisError, PositionError
from .log import Event
from .machine import run
from .npc_base import move_base
from .operations import Play
from .scenario import MARKERS
from .setup import take_display
from .state import LEVELS, Question, State, WonderState
from .terms import LAND_LIMIT, NO_LIMIT, in_game, limit
from .world import World

if TYPE_CHECKING:
    from .state import Points

POSITION_VERSION = 1

# Where play goes on if no pending work is given: the top of the stack is last.
_PHASES: dict[str, tuple[str, ...]] = {
    "growth": ("evaluation", "competition_phase", "card_phase", "growth_phase"),
    "cards": ("evaluation", "competition_phase", "card_phase"),
    "competition": ("evaluation", "competition_phase"),
    "evaluation": ("evaluation",),
    "epoch": ("end_of_epoch",),
}

_NO_RELATIONS: dict[str, Any] = {"enemies": None, "latest_enemy": -1, "primary_enemy": -1, "harmed_by": []}
_TURN_MASKS = ("passed", "built_this_turn", "used", "omens", "looted", "no_talents")


def to_dict(s: State) -> dict[str, Any]:
    """The position with names instead of numbers wherever a person would write them."""
    world = s.world
    areas = [area.id for area in world.board.areas]

    def discs(faction: int) -> dict[str, int]:
        return {areas[a]: s.discs[faction][a] for a in members(s.at_least[0][faction])}

    n = world.n_factions
    factions = []
    for f in range(n):
        factions.append({
            "civilization": world.civilizations[s.civilization[f]].id if s.civilization[f] >= 0 else None,
            "home": [areas[a] for a in members(s.home[f])],
            "vp": _points_out(s.vp[f]),
            "discs": discs(f),
            "supply": s.supply[f],
            "ready": s.ready[f],
            "ready_land": s.ready_land[f],
            "treasury": s.treasury[f],
            "loot": s.loot[f],
            "hand": members(s.hand[f]),
            "laid": list(s.laid[f]),
            "drawn": members(s.drawn[f]),
            "aeneas_used": s.aeneas_used[f],
            "draw_less": s.draw_less[f],
            "enemies": members(s.enemies[f]),
            "latest_enemy": s.latest_enemy[f],
            "primary_enemy": s.primary_enemy[f],
            "harmed_by": members(s.harmed_by[f]),
            "epoch_draw": s.epoch_draw[f],
            "fallen": s.fallen[f],
            "shield": s.shield[f],
        })  # fmt: skip
    return {
        "acis_position": POSITION_VERSION,
        "scenario": world.scenario_name,
        "options": msgspec.to_builtins(world.options),
        "rng": s.rng,
        "epoch": s.epoch,
        "turn": s.turn,
        "phase": s.phase,
        "order": s.order.copy(),
        "factions": factions,
        "barbarians": {"discs": discs(world.barbarians), "supply": s.supply[world.barbarians]},
        "deck": s.deck.copy(),
        "discard": s.discard.copy(),
        "aside": s.aside.copy(),
        "table": s.table.copy(),
        "peeked": list(s.peeked),
        "known": [
            {"viewer": i // n, "holder": i % n, "cards": members(mask)}
            for i, mask in enumerate(s.known)
            if mask
        ],
        "investments": [
            {"card": card, "owner": owner, "discs": d} for card, (owner, d) in s.investments.items()
        ],
        "wonders": [
            {"wonder": world.deck.wonders[i].name, "owner": w.owner, "area": areas[w.area],
             "discs": w.discs, "buried": w.buried}
            for i, w in enumerate(s.wonders)
            if w.owner >= 0
        ],
        "gold": [
            {"area": areas[area], "owner": owner, "discs": d} for area, (owner, d) in s.gold.items()
        ],
        **{name: members(getattr(s, name)) for name in _TURN_MASKS},
        "forbidden": [areas[a] for a in members(s.forbidden)],
        "special": s.special,
        "end_epoch": s.end_epoch,
        "allies": [
            {"area": areas[key >> 4], "faction": key & 15, "n": k} for key, k in s.allies.items()
        ],
        "announced": [list(entry) for entry in s.announced],
        "competition_area": areas[s.competition_area] if s.competition_area >= 0 else None,
        "negated": s.negated,
        "stack": [_frame_out(frame) for frame in s.stack],
        "question": s.question._asdict() if s.question is not None else None,
        "asker": [s.asker[0], _frame_out(s.asker[1])] if s.asker is not None else None,
        "over": s.over,
        "winners": s.winners.copy(),
        "events": [_event_out(event) for event in s.log],
    }  # fmt: skip


def _points_out(points: Points) -> int | str:
    return points if isinstance(points, int) else str(points)


def _event_out(event: Event) -> list[Any]:
    fields = [*event]
    fields[4] = _points_out(event.n)
    return fields


def _frame_out(value: Any) -> Any:
    """Frames hold ints, texts, booleans, tuples of those, and plays."""
    if isinstance(value, Play):
        return {"play": {name: _frame_out(field) for name, field in value._asdict().items()}}
    if isinstance(value, tuple):
        return [_frame_out(item) for item in value]
    return value


def _frame_in(value: Any) -> Any:
    if isinstance(value, dict):
        return Play(**{name: _frame_in(field) for name, field in value["play"].items()})
    if isinstance(value, list):
        return tuple(_frame_in(item) for item in value)
    return value


class _Reader:
    """Takes fields out of a dict and says where something is wrong."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, dict):
            raise PositionError(f"{where}: must be a mapping, not {type(data).__name__}")
        self.data = dict(data)
        self.where = where

    def get(self, key: str, default: Any) -> Any:
        return self.data.pop(key, default)

    def number(self, key: str, default: int) -> int:
        value = self.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise PositionError(f"{self.where}.{key}: {value!r} is not a number of 0 or more")
        return value

    def cards(self, key: str) -> list[int]:
        value = self.get(key, [])
        if not isinstance(value, list | tuple) or any(c not in range(1, N_CARDS + 1) for c in value):
            raise PositionError(f"{self.where}.{key}: {value!r} is not a list of card ids 1 to 103")
        return list(value)

    def done(self) -> None:
        if self.data:
            raise PositionError(f"{self.where}: unknown field {next(iter(self.data))!r}")


def from_dict(position: dict[str, Any]) -> State:
    """The state of a position; PositionError says what is wrong with it."""
    top = _Reader(position, "position")
    version = top.get("acis_position", POSITION_VERSION)
    if version != POSITION_VERSION:
        raise PositionError(f"position: version {version!r}, this program reads {POSITION_VERSION}")
    try:
        world = World(top.get("scenario", "basic_2p"), top.get("options", {}))
    except AcisError as error:
        raise PositionError(f"position: {error}") from None
    s = State(world, top.number("rng", 0))
    s.epoch = top.number("epoch", s.epoch)
    s.turn = top.number("turn", 1)
    s.phase = top.get("phase", "growth")
    _factions(s, top)
    present = [f for f in range(world.n_factions) if not _out(s, f)]
    order = top.get("order", present)
    s.order = [_faction(s, f, "position.order") for f in order]
    if sorted(s.order) != present:
        raise PositionError(
            f"position.order: {order!r} must name every civilization once, but none that is out"
        )
    _barbarians(s, top)
    for part in (_table, _turn):
        _read(part, s, top)
    everybody = mask_of(s.order)
    s.enemies = [enemies & everybody if everybody >> f & 1 else 0 for f, enemies in enumerate(s.enemies)]
    if world.npc_base >= 0:
        move_base(s)
    _supplies(s)
    _read(_cards, s, top)
    _check_stacks(s, "stack" in top.data)
    _read(_machine, s, top)
    top.done()
    if s.question is None:
        run(s)
    return s


def _read(part: Callable[[State, _Reader], None], s: State, top: _Reader) -> None:
    """Read a part of the position; a field of the wrong form is named."""
    fields = set(top.data)
    try:
        part(s, top)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        if isinstance(error, AcisError):
            raise
        taken = sorted(fields - set(top.data)) or sorted(fields)
        raise PositionError(f"position: one of {', '.join(taken)} has the wrong form: {error!r}") from None


def _out(s: State, faction: int) -> bool:
    """Whether it is an NPC that has left the game: it would have begun anew too often (NPC-80)."""
    return bool(s.world.npcs >> faction & 1) and s.aeneas_used[faction] > s.world.options.aeneas_uses


def _area(s: State, name: Any, where: str) -> int:
    try:
        area = s.world.board.find(str(name))
    except AcisError as error:
        raise PositionError(f"{where}: {error}") from None
    if not s.world.board.in_play >> area & 1:
        raise PositionError(f"{where}: {name} is not in play on this board")
    return area


def _faction(s: State, value: Any, where: str) -> int:
    """A faction by number, or by the id of its civilization."""
    if isinstance(value, int) and 0 <= value <= s.world.barbarians:
        return value
    number = s.world.civilization_number.get(value, -1) if isinstance(value, str) else -1
    if number < 0 or number not in s.civilization:
        raise PositionError(f"{where}: no civilization {value!r} in this game")
    return s.civilization.index(number)


def _put_discs(s: State, faction: int, discs: Any, where: str) -> None:
    if not isinstance(discs, dict):
        raise PositionError(f"{where}: must be a mapping of areas to numbers")
    for name, n in discs.items():
        area = _area(s, name, where)
        if not isinstance(n, int) or n < 0:
            raise PositionError(f"{where}: {name}: {n!r} is not a number of discs")
        s.discs[faction][area] = n
        for level in range(min(n, LEVELS)):
            s.at_least[level][faction] |= 1 << area


def _factions(s: State, top: _Reader) -> None:
    world = s.world
    given = top.get("factions", None)
    if not isinstance(given, list) or len(given) != world.n_factions:
        raise PositionError(f"position.factions: a list of {world.n_factions} is needed")
    relations: list[dict[str, Any]] = []
    for f, data in enumerate(given):
        reader = _Reader(data, f"position.factions[{f}]")
        name = reader.get("civilization", None)
        if name is not None:
            if name not in world.civilization_number:
                raise PositionError(f"{reader.where}.civilization: unknown civilization {name!r}")
            if world.civilization_number[name] in s.civilization:
                raise PositionError(f"{reader.where}.civilization: {name} is there twice")
            take_display(s, f, world.civilization_number[name])
        home = reader.get("home", None)
        if home is not None:
            s.home[f] = mask_of(_area(s, a, f"{reader.where}.home") for a in home)
        s.vp[f] = _points_in(reader)
        _put_discs(s, f, reader.get("discs", {}), f"{reader.where}.discs")
        s.supply[f] = reader.get("supply", -1)
        s.ready[f] = reader.number("ready", 0)
        s.ready_land[f] = reader.number("ready_land", 0)
        s.treasury[f] = reader.number("treasury", 0)
        s.loot[f] = reader.number("loot", 0)
        s.hand[f] = mask_of(reader.cards("hand"))
        s.laid[f] = tuple(reader.cards("laid"))
        s.drawn[f] = mask_of(reader.cards("drawn"))
        s.aeneas_used[f] = reader.number("aeneas_used", 0)
        s.draw_less[f] = reader.number("draw_less", 0)
        relations.append({name: reader.get(name, none) for name, none in _NO_RELATIONS.items()})
        s.epoch_draw[f] = reader.number("epoch_draw", 0)
        s.fallen[f] = reader.number("fallen", 0)
        s.shield[f] = reader.number("shield", 0)
        reader.done()
    _relations(s, relations)


def _relations(s: State, given: list[dict[str, Any]]) -> None:
    """Who is whose enemy: if one side says so, both are enemies."""

    def others(f: int, name: str, values: Any) -> list[int]:
        where = f"position.factions[{f}].{name}"
        if not isinstance(values, list):
            raise PositionError(f"{where}: must be a list of civilizations")
        found = [_faction(s, value, where) for value in values]
        if f in found or s.world.barbarians in found:
            raise PositionError(f"{where}: must name other civilizations")
        return found

    def other(f: int, name: str) -> int:
        value = given[f][name]
        return -1 if value == -1 else others(f, name, [value])[0]

    everybody = range(s.world.n_factions)
    if any(relations["enemies"] is not None for relations in given):
        s.enemies = [0] * s.world.n_factions
        for f in everybody:
            for enemy in others(f, "enemies", given[f]["enemies"] or []):
                s.enemies[f] |= 1 << enemy
                s.enemies[enemy] |= 1 << f
    s.latest_enemy = tuple(other(f, "latest_enemy") for f in everybody)
    s.primary_enemy = tuple(other(f, "primary_enemy") for f in everybody)
    s.harmed_by = tuple(mask_of(others(f, "harmed_by", given[f]["harmed_by"])) for f in everybody)


def _points_in(reader: _Reader) -> Points:
    value = reader.get("vp", 0)
    try:
        points: Points = value if isinstance(value, int) else Fraction(value)
    except (ValueError, TypeError):
        points = -1
    if points < 0:
        raise PositionError(f"{reader.where}.vp: {value!r} is not a number of 0 or more")
    return points


def _barbarians(s: State, top: _Reader) -> None:
    reader = _Reader(top.get("barbarians", {}), "position.barbarians")
    _put_discs(s, s.world.barbarians, reader.get("discs", {}), "position.barbarians.discs")
    s.supply[s.world.barbarians] = reader.get("supply", -1)
    reader.done()


def _table(s: State, top: _Reader) -> None:
    """Wonders, Investment cards and Gold."""
    names = [wonder.name for wonder in s.world.deck.wonders]
    for data in top.get("wonders", []):
        reader = _Reader(data, "position.wonders")
        name = reader.get("wonder", "")
        if name not in names:
            raise PositionError(f"position.wonders: unknown Wonder {name!r}; there are: {', '.join(names)}")
        reader.where = f"position.wonders ({name})"
        owner = _faction(s, reader.get("owner", None), reader.where)
        area = _area(s, reader.get("area", ""), reader.where)
        if not s.world.board.land >> area & 1:
            raise PositionError(f"{reader.where}: {s.world.board.names[area]} is not a land area")
        discs = reader.number("discs", 0)
        s.wonders[names.index(name)] = WonderState(owner, area, discs, bool(reader.get("buried", False)))
        reader.done()
    for data in top.get("investments", []):
        reader = _Reader(data, "position.investments")
        card = reader.number("card", 0)
        if not 1 <= card <= N_CARDS or s.world.deck.cards[card].source.investment is None:
            raise PositionError(f"position.investments: card {card} is no Investment")
        owner = _faction(s, reader.get("owner", None), reader.where)
        s.investments[card] = (owner, reader.number("discs", 0))
        reader.done()
    for data in top.get("gold", []):
        reader = _Reader(data, "position.gold")
        area = _area(s, reader.get("area", ""), reader.where)
        reader.where = f"position.gold ({s.world.board.names[area]})"
        owner = _faction(s, reader.get("owner", None), reader.where)
        n = reader.number("discs", 1)
        if area in s.gold or not n:
            raise PositionError(f"{reader.where}: {'no discs' if not n else 'stands more than once'}")
        s.gold[area] = (owner, n)
        reader.done()


def _turn(s: State, top: _Reader) -> None:
    for name in _TURN_MASKS:
        setattr(s, name, mask_of(top.get(name, [])))
    s.forbidden = mask_of(_area(s, a, "position.forbidden") for a in top.get("forbidden", []))
    s.special = top.get("special", -1)
    s.end_epoch = bool(top.get("end_epoch", False))
    for entry in top.get("allies", []):
        area = _area(s, entry["area"], "position.allies")
        s.allies[area << 4 | _faction(s, entry["faction"], "position.allies")] = entry["n"]
    s.announced = tuple(tuple(entry) for entry in top.get("announced", []))
    area_name = top.get("competition_area", None)
    s.competition_area = -1 if area_name is None else _area(s, area_name, "position.competition_area")
    s.negated = bool(top.get("negated", False))


def _supplies(s: State) -> None:
    """Every disc of a colour must be somewhere: 50, less the two markers of a civilization."""
    for f, pool in enumerate(s.world.pool):
        name = s.world.civilization(s, f).name if f < s.world.n_factions else "the Barbarians"
        elsewhere = sum(s.discs[f])
        if f < s.world.n_factions:
            pool = pool - MARKERS if in_game(s, f) else 0  # NPC-80
            elsewhere += s.ready[f] + sum(w.discs for w in s.wonders if w.owner == f)
            elsewhere += sum(discs for owner, discs in s.investments.values() if owner == f)
        if s.supply[f] == -1:
            s.supply[f] = pool - elsewhere
        if s.supply[f] < 0 or s.supply[f] + elsewhere != pool:
            raise PositionError(
                f"position: discs of {name}: {elsewhere} in use and {s.supply[f]} in supply, "
                f"but there are {pool}"
            )


def _cards(s: State, top: _Reader) -> None:
    """Every Fate card must be in exactly one place; Events are never in a hand."""
    world = s.world
    s.discard = top.cards("discard")
    s.aside = top.cards("aside")
    s.table = top.cards("table")
    s.peeked = tuple(top.cards("peeked"))
    for data in top.get("known", []):
        s.known[data["viewer"] * world.n_factions + data["holder"]] = mask_of(data["cards"])
    seen: dict[int, str] = {}

    def note(card: int, place: str) -> None:
        if card in seen:
            raise PositionError(f"position: card {card} is in {seen[card]} and in {place}")
        seen[card] = place

    for f in range(world.n_factions):
        if s.hand[f] & world.deck.events:
            event = members(s.hand[f] & world.deck.events)[0]
            raise PositionError(f"position.factions[{f}].hand: card {event} is an Event, never in a hand")
        own = {"hand": members(s.hand[f]), "laid": s.laid[f], "drawn": members(s.drawn[f])}
        for place, cards in own.items():
            for card in cards:
                note(card, f"factions[{f}].{place}")
    for place in ("discard", "aside", "table"):
        for card in getattr(s, place):
            note(card, place)
    for card in s.investments:
        note(card, "investments")
    for card in world.scenario.deck.boxed:
        note(card, "the box")
    rest = [card for card in range(1, N_CARDS + 1) if card not in seen]
    if "deck" in top.data:
        s.deck = top.cards("deck")
        for card in s.deck:
            note(card, "deck")
        missing = [card for card in rest if card not in s.deck]
        if missing and s.phase != "setup":
            raise PositionError(f"position.deck: card {missing[0]} is nowhere")
    else:
        s.deck = rest
        shuffle(s, s.deck)


def _check_stacks(s: State, in_the_middle: bool) -> None:
    """Stacking limits of the phase; only Barbarians of Events and untrimmed stacks may exceed them."""
    if s.phase not in (*_PHASES, "setup", "over"):
        raise PositionError(f"position.phase: unknown phase {s.phase!r}; there are: {', '.join(_PHASES)}")
    for f in range(s.world.n_factions):
        for area in members(s.at_least[0][f]):
            most = limit(s, area)
            if s.phase in ("evaluation", "epoch") and not in_the_middle:
                most = LAND_LIMIT if s.world.board.land >> area & 1 else NO_LIMIT
            if s.discs[f][area] > most:
                raise PositionError(
                    f"position.factions[{f}].discs: {s.discs[f][area]} in {s.world.board.names[area]}; "
                    f"the limit is {most} in this phase"
                )


def _machine(s: State, top: _Reader) -> None:
    stack = top.get("stack", None)
    if stack is None:
        stack = [[name] for name in _PHASES.get(s.phase, ())]
    s.stack = [_frame_in(frame) for frame in stack]
    question = top.get("question", None)
    s.question = Question(**question) if question is not None else None
    asker = top.get("asker", None)
    s.asker = (asker[0], _frame_in(asker[1])) if asker is not None else None
    s.over = bool(top.get("over", False))
    s.winners = list(top.get("winners", []))
    for fields in top.get("events", []):
        kind, faction, area, card, n, other, cause, cards, seen_by = fields
        n = n if isinstance(n, int) else Fraction(n)
        s.log.append((kind, faction, area, card, n, other, cause, tuple(cards), seen_by))
