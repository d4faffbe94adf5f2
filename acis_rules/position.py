"""Positions as readable data: to JSON and back, and checked when they come from outside.

Every field but `factions` may be left out: the scenario is then basic_2p, supplies are what is left
of 50 discs, the deck is all cards that are nowhere else, and play goes on at the start of `phase`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from .box.data_files import read_data
from .box.scenario_blocks import DISCS_PER_COLOUR, NO_CIVILIZATION
from .box.world import World
from .cards.uses import ABILITY_USED, CARD_USED
from .errors import AcisError, PositionError, shown
from .kernel.actions import N_AREAS, N_CARDS, N_FACTIONS, N_WONDERS
from .kernel.bits import mask_of, members
from .kernel.chance import MOST_CHANCE, shuffle
from .kernel.decisions import KINDS
from .kernel.machine import run
from .kernel.state import LEVELS, Question, State, WonderState
from .kernel.types import Card, Faction
from .saved.events import MOST_VP, event_out, events_in, points
from .saved.fields import (
    Reader,
    area_in,
    areas_in,
    civilization_in,
    fields_in,
    fields_of_each_in,
    fields_of_each_out,
    fields_out,
)
from .saved.frames import MOST, frame_in, frame_out, number
from .saved.pending import PHASES, check
from .saved.presence import check_presence
from .table.changes import take_display
from .table.ending import alone, best_sides
from .table.terms import LAND_LIMIT, NO_LIMIT, discs_in_game, limit
from .variants.gold import GOLD
from .variants.npc_base import NPC_BASE, move_base

if TYPE_CHECKING:
    from .kernel.state import Points

POSITION_VERSION = 2
EPOCHS = 4
_LARGEST_FILE = 2**24  # bytes

# Where play goes on if no pending work is given: the top of the stack is last.
_PHASES: dict[str, tuple[str, ...]] = {
    "exploration": ("evaluation", "competition_phase", "card_phase", "growth_phase", "exploration_phase"),
    "growth": ("evaluation", "competition_phase", "card_phase", "growth_phase"),
    "cards": ("evaluation", "competition_phase", "card_phase"),
    "competition": ("evaluation", "competition_phase"),
    "evaluation": ("evaluation",),
    "epoch": ("end_of_epoch",),
}

_NO_RELATIONS: dict[str, Any] = {"enemies": None, "latest_enemy": -1, "primary_enemy": -1, "harmed_by": []}


def to_dict(s: State) -> dict[str, Any]:
    """The position with names instead of numbers wherever a person would write them."""
    world = s.world
    areas = [area.id for area in world.board.areas]

    def discs(faction: Faction) -> dict[str, int]:
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
            **fields_of_each_out(s, f),
            "enemies": members(s.enemies[f]),
            "latest_enemy": s.latest_enemy[f],
            "primary_enemy": s.primary_enemy[f],
            "harmed_by": members(s.harmed_by[f]),
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
        "known": [
            {"viewer": i // n, "holder": i % n, "cards": members(mask)}
            for i, mask in enumerate(s.known)
            if mask
        ],
        "investments": [
            {"card": card, "owner": owner, "discs": d} for card, (owner, d) in s.investments.items()
        ],
        "reserve": [{"card": card, "owner": owner, "discs": d} for card, (owner, d) in s.reserve.items()],
        "wonders": [
            {"wonder": world.deck.wonders[i].name, "owner": w.owner, "area": areas[w.area],
             "discs": w.discs, "buried": w.buried}
            for i, w in enumerate(s.wonders)
            if w.owner >= 0
        ],
        "gold": [
            {"area": areas[area], "owner": owner, "discs": d} for area, (owner, d) in s.gold.items()
        ],
        "used": members(s.used),
        **fields_out(s),
        "allies": [
            {"area": areas[area], "faction": faction, "n": k} for (area, faction), k in s.allies.items()
        ],
        "announced": [list(entry) for entry in s.announced],
        "stack": [frame_out(frame) for frame in s.stack],
        "question": s.question._asdict() if s.question is not None else None,
        "asker": [s.asker[0], frame_out(s.asker[1])] if s.asker is not None else None,
        "over": s.over,
        "winners": s.winners.copy(),
        "events": [event_out(event) for event in s.log],
    }  # fmt: skip


def _points_out(vp: Points) -> int | str:
    return vp if isinstance(vp, int) else str(vp)


# ------------------------------------------------------------------------------------- reading


def load(path: str | Path) -> State:
    """The state of a position in a file of YAML or JSON; errors name the file."""
    content = read_data(path, _LARGEST_FILE)
    try:
        return from_dict(content)
    except PositionError as error:
        raise PositionError(f"{path}: {error}") from None


def from_dict(position: dict[str, Any]) -> State:
    """The state of a position; PositionError says what is wrong with it."""
    top = Reader(position, "position")
    version = top.get("acis_position", POSITION_VERSION)
    if type(version) is not int or version != POSITION_VERSION:
        raise PositionError(f"position: version {shown(version)}, this program reads {POSITION_VERSION}")
    world = _world(top)
    clock = world.scenario.clock
    s = State(world, top.number("rng", 0, MOST_CHANCE))
    s.epoch = top.number("epoch", s.epoch, EPOCHS, 1)
    s.turn = top.number("turn", 1, clock.turns, 1)
    s.phase = top.get("phase", "growth")
    if s.phase not in PHASES:
        raise PositionError(
            f"position.phase: unknown phase {shown(s.phase)}; there are: {', '.join(_PHASES)}"
        )
    fields_in(s, top)
    _factions(s, top)
    out = mask_of(f for f in range(world.n_factions) if _out(s, f))
    s.absent |= out
    present = members(world.takers & ~s.absent)
    order = top.get("order", present)
    if not isinstance(order, list | tuple):
        raise PositionError(f"position.order: {shown(order)} is not a list")
    s.order = [civilization_in(s, f, "position.order") for f in order]
    if sorted(s.order) != present:
        raise PositionError(
            f"position.order: {shown(order)} must name every civilization once, but none that is out"
        )
    _barbarians(s, top)
    _wonders(s, top)
    _investments(s, top)
    _reserve(s, top)
    _gold(s, top)
    _used(s, top)
    _competition(s, top)
    s.enemies = [0 if out >> f & 1 else enemies & ~out for f, enemies in enumerate(s.enemies)]
    if NPC_BASE.applies(world):
        move_base(s)
    check_presence(s, out)
    _supplies(s)
    _cards(s, top)
    _check_stacks(s, "stack" in top.data)
    _machine(s, top)
    s.log.add(events_in(s, top.items("events")))
    top.done()
    if s.question is None:
        run(s)
    return s


def _world(top: Reader) -> World:
    scenario, options = top.get("scenario", "basic_2p"), top.get("options", {})
    if not isinstance(scenario, str):
        raise PositionError(f"position.scenario: {shown(scenario)} is not the name of one")
    if not isinstance(options, dict):
        raise PositionError(f"position.options: must be a mapping, not {type(options).__name__}")
    try:
        return World(scenario, options)
    except AcisError as error:
        raise PositionError(f"position: {error}") from None


def _out(s: State, faction: Faction) -> bool:
    """Whether it is an NPC that has left the game: it would have begun anew too often (NPC-80)."""
    return bool(s.world.npcs >> faction & 1) and s.aeneas_used[faction] > s.world.options.aeneas_uses


def _put_discs(s: State, faction: Faction, discs: Any, where: str) -> None:
    if not isinstance(discs, dict):
        raise PositionError(f"{where}: must be a mapping of areas to numbers")
    for name, n in discs.items():
        area = area_in(s, name, where)
        if not number(n, 0, s.world.pool[faction]):
            raise PositionError(f"{where}: {name}: {shown(n)} is not a number of discs")
        if s.discs[faction][area]:
            raise PositionError(f"{where}: {name} stands there twice")
        s.discs[faction][area] = n
        for level in range(min(n, LEVELS)):
            s.at_least[level][faction] |= 1 << area


def _factions(s: State, top: Reader) -> None:
    world = s.world
    given = top.get("factions", None)
    if not isinstance(given, list | tuple) or len(given) != world.n_factions:
        raise PositionError(f"position.factions: a list of {world.n_factions} is needed")
    relations: list[dict[str, Any]] = []
    for f, data in enumerate(given):
        reader = Reader(data, f"position.factions[{f}]")
        pool = world.pool[f]
        name = reader.get("civilization", None)
        if name is not None:
            if not isinstance(name, str) or name not in world.civilization_number:
                raise PositionError(f"{reader.where}.civilization: unknown civilization {shown(name)}")
            if world.civilization_number[name] in s.civilization and not world.scenario.factions[f].id:
                raise PositionError(f"{reader.where}.civilization: {name} is there twice")
            take_display(s, f, world.civilization_number[name])
        elif world.scenario.factions[f].civilization == NO_CIVILIZATION:
            take_display(s, f, -1)
        if reader.data.get("home") is not None:
            s.home[f] = areas_in(s, reader.items("home"), f"{reader.where}.home")
        s.vp[f] = _vp_in(reader)
        _put_discs(s, f, reader.get("discs", {}), f"{reader.where}.discs")
        s.supply[f] = reader.number("supply", -1, pool, -1)
        fields_of_each_in(s, f, reader, {
            "loot": MOST if s.phase == "competition" else 0,
            "in_bag": pool if world.unknown >> f & 1 else 0,
            "aeneas_used": world.options.aeneas_uses + bool(world.npcs >> f & 1),  # out of the game: NPC-80
        })  # fmt: skip
        if s.ready_land[f] > s.ready[f]:
            raise PositionError(
                f"{reader.where}.ready_land: {s.ready_land[f]} is not a number up to {s.ready[f]}"
            )
        relations.append({name: reader.get(name, none) for name, none in _NO_RELATIONS.items()})
        reader.get("home", None)
        reader.done()
    _relations(s, relations)


def _relations(s: State, given: list[dict[str, Any]]) -> None:
    """Who is whose enemy: if one side says so, both are enemies."""

    def others(f: int, name: str, values: Any) -> list[int]:
        where = f"position.factions[{f}].{name}"
        if not isinstance(values, list | tuple):
            raise PositionError(f"{where}: must be a list of civilizations")
        found = [civilization_in(s, value, where) for value in values]
        if f in found:
            raise PositionError(f"{where}: must name other civilizations")
        return found

    def other(f: int, name: str) -> int:
        value = given[f][name]
        return -1 if type(value) is int and value == -1 else others(f, name, [value])[0]

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


def _vp_in(reader: Reader) -> Points:
    value = reader.get("vp", 0)
    vp = points(value)
    if vp is None or not 0 <= vp <= MOST_VP:
        raise PositionError(f"{reader.where}.vp: {shown(value)} is not a number of 0 or more, to {MOST_VP}")
    return vp


def _barbarians(s: State, top: Reader) -> None:
    reader = Reader(top.get("barbarians", {}), "position.barbarians")
    black = s.world.barbarians
    _put_discs(s, black, reader.get("discs", {}), "position.barbarians.discs")
    s.supply[black] = reader.number("supply", -1, s.world.pool[black], -1)
    reader.done()


def _wonders(s: State, top: Reader) -> None:
    names = [wonder.name for wonder in s.world.deck.wonders]
    for reader in top.entries("wonders"):
        name = reader.get("wonder", "")
        if name not in names:
            raise PositionError(
                f"position.wonders: unknown Wonder {shown(name)}; there are: {', '.join(names)}"
            )
        reader.where = f"position.wonders ({name})"
        owner = civilization_in(s, reader.get("owner", None), reader.where)
        area = area_in(s, reader.get("area", ""), reader.where)
        if not s.world.board.land >> area & 1:
            raise PositionError(f"{reader.where}: {s.world.board.names[area]} is not a land area")
        if any(other.owner >= 0 and other.area == area for other in s.wonders):
            raise PositionError(f"{reader.where}: {s.world.board.names[area]} has a Wonder already (WON-07)")
        buried = reader.flag("buried")
        discs = reader.number("discs", 0, s.world.pool[owner])
        if s.wonders[names.index(name)].owner >= 0:
            raise PositionError(f"{reader.where}: stands more than once")
        s.wonders[names.index(name)] = WonderState(owner, area, discs, buried)


def _investments(s: State, top: Reader) -> None:
    for reader in top.entries("investments"):
        card = reader.number("card", 0)
        investment = s.world.deck.cards[card].source.investment if 1 <= card <= N_CARDS else None
        if investment is None:
            raise PositionError(f"position.investments: card {card} is no Investment")
        reader.where = f"position.investments ({card})"
        if card in s.investments:
            raise PositionError(f"{reader.where}: stands more than once")
        owner = civilization_in(s, reader.get("owner", None), reader.where)
        entry = s.world.reserve.get(card)
        stays = entry is not None and bool(entry.stays)  # without discs; refilled, it may have twice as many
        most = investment.discs * (1 + stays)
        s.investments[card] = (owner, reader.number("discs", 1, most, 0 if stays else 1))


def _reserve(s: State, top: Reader) -> None:
    for reader in top.entries("reserve"):
        card = reader.number("card", 0)
        entry = s.world.reserve.get(card)
        reader.where = f"position.reserve ({card})"
        if entry is None or entry.stays:
            raise PositionError(f"{reader.where}: no card that lies before somebody in this scenario")
        if card in s.reserve:
            raise PositionError(f"{reader.where}: stands more than once")
        owner = civilization_in(s, reader.get("owner", None), reader.where)
        if owner != s.world.owner_of(entry):
            raise PositionError(f"{reader.where}.owner: it is a card of {entry.owner}")
        s.reserve[card] = (owner, reader.number("discs", 0, entry.discs))


def _gold(s: State, top: Reader) -> None:
    for reader in top.entries("gold"):
        reader.where = "position.gold"
        if not GOLD.applies(s.world):
            raise PositionError("position.gold: a game without Gold; the option rules: [gold] brings it")
        area = area_in(s, reader.get("area", ""), reader.where)
        reader.where = f"position.gold ({s.world.board.names[area]})"
        owner = reader.get("owner", None)
        if type(owner) is not int or owner != s.world.barbarians:
            owner = civilization_in(s, owner, reader.where)
        n = reader.number("discs", 1)
        if area in s.gold or not n:
            raise PositionError(f"{reader.where}: {'no discs' if not n else 'stands more than once'}")
        s.gold[area] = (owner, n)
    n = sum(n for _, n in s.gold.values())
    if n > DISCS_PER_COLOUR:
        raise PositionError(f"position.gold: {n} discs; there are {DISCS_PER_COLOUR}")


def _used(s: State, top: Reader) -> None:
    """What has worked this turn (see cards/uses.py)."""
    factions = range(s.world.n_factions)
    once = [ABILITY_USED + f + N_FACTIONS * i for f in factions for i in range(_most_abilities(s))]
    used = {*range(N_WONDERS), *range(CARD_USED + 1, CARD_USED + N_CARDS + 1), *once}
    s.used = mask_of(top.numbers("used", used, "Wonders, 10 + card or 120 + faction"))


def _most_abilities(s: State) -> int:
    return 2 * max(len(civilization.abilities) for civilization in s.world.civilizations)  # with a capital's


def _competition(s: State, top: Reader) -> None:
    """What lasts for a competition, or for the phase."""
    for reader in top.entries("allies"):
        area = area_in(s, reader.get("area", ""), reader.where)
        faction = civilization_in(s, reader.get("faction", None), reader.where)
        if s.phase != "competition":
            raise PositionError(f"{reader.where}: white discs are there in the Competition Phase only")
        if (area, faction) in s.allies:
            raise PositionError(f"{reader.where}: stands more than once")
        s.allies[area, faction] = reader.number("n", 1, least=1)
    s.announced = tuple(
        _announced(s, entry, f"position.announced[{i}]") for i, entry in enumerate(top.items("announced"))
    )
    if len(set(s.announced)) != len(s.announced):
        raise PositionError("position.announced: an entry stands there twice")


def _announced(s: State, entry: Any, where: str) -> tuple[int, str, int]:
    """Something announced in a competition: whose, of what kind, its number."""
    if not isinstance(entry, list | tuple) or len(entry) != 3:
        raise PositionError(f"{where}: must be a list of faction, kind and number")
    faction, kind, n = civilization_in(s, entry[0], where), entry[1], entry[2]
    cards = s.world.deck.cards
    if kind == "card":
        fits = number(n, 1, N_CARDS) and cards[n].source.competition is not None
    elif kind == "investment":
        fits = number(n, 1, N_CARDS) and cards[n].source.investment is not None
    elif kind == "wonder":
        fits = number(n, 0, N_WONDERS - 1) and s.wonders[n].owner == faction
    else:
        abilities = s.world.civilization(s, faction).abilities
        fits = kind == "ability" and number(n, 0, len(abilities) - 1)
    if not fits:
        raise PositionError(f"{where}: {shown(list(entry))} cannot be announced")
    return faction, kind, n


def _supplies(s: State) -> None:
    """Every disc of a colour must be somewhere: 50, less the markers of a civilization."""
    for f, pool in enumerate(s.world.pool):
        name = s.world.civilization(s, f).name if f < s.world.n_factions else "the Barbarians"
        elsewhere = sum(s.discs[f])
        if f < s.world.n_factions:
            pool = discs_in_game(s, f)
            elsewhere += s.ready[f] + sum(w.discs for w in s.wonders if w.owner == f)
            on_cards = (*s.investments.values(), *s.reserve.values())
            elsewhere += sum(discs for owner, discs in on_cards if owner == f)
        if s.supply[f] == -1:
            s.supply[f] = pool - elsewhere
        if s.supply[f] < 0 or s.supply[f] + elsewhere != pool:
            raise PositionError(
                f"position: discs of {name}: {elsewhere} in use and {s.supply[f]} in supply, "
                f"but there are {pool}"
            )


def _cards(s: State, top: Reader) -> None:
    """Every Fate card must be in exactly one place once they are dealt; Events are never in a hand."""
    world = s.world
    seen: dict[int, str] = {}

    def note(card: Card, place: str) -> None:
        if card in seen:
            raise PositionError(f"position: card {card} is in {seen[card]} and in {place}")
        seen[card] = place

    for f in range(world.n_factions):
        own = {"hand": members(s.hand[f]), "laid": s.laid[f], "drawn": members(s.drawn[f])}
        for place, cards in own.items():
            where = f"factions[{f}].{place}"
            for card in cards:
                if world.deck.events >> card & 1:
                    raise PositionError(f"position.{where}: card {card} is an Event, never in a hand")
                if place == "laid" and not world.deck.competition >> card & 1:
                    raise PositionError(f"position.{where}: card {card} is no Competition card")
                note(card, where)
    for place in ("discard", "aside", "table"):
        for card in getattr(s, place):
            note(card, place)
    _known(s, top)
    if not {*s.peeked} <= {*s.discard}:
        raise PositionError("position.peeked: the cards looked at lie in the discard pile")
    for card in s.investments:
        note(card, "investments")
    for card in s.reserve:
        note(card, "reserve")
    if s.phase == "setup":
        if seen or top.items("deck"):
            raise PositionError("position: no card is anywhere before they are dealt")
        return
    for card in world.scenario.deck.boxed:
        note(card, "the box")
    rest = [card for card in range(1, N_CARDS + 1) if card not in seen]
    if "deck" in top.data:
        s.deck = top.cards("deck")
        for card in s.deck:
            note(card, "deck")
        missing = [card for card in rest if card not in seen]
        if missing:
            raise PositionError(f"position.deck: card {missing[0]} is nowhere")
    else:
        s.deck = rest
        shuffle(s, s.deck)


def _known(s: State, top: Reader) -> None:
    """Whoever knows a card in a hand is right."""
    n = s.world.n_factions
    for reader in top.entries("known"):
        try:
            viewer, holder = (civilization_in(s, reader.get(key, None), key) for key in ("viewer", "holder"))
            cards = mask_of(reader.cards("cards"))
        except PositionError as error:
            raise PositionError(f"position: known has the wrong form: {error}") from None
        if viewer == holder or s.known[viewer * n + holder]:
            raise PositionError(f"{reader.where}: one entry for each pair of civilizations")
        if cards & ~(s.hand[holder] | mask_of(s.laid[holder])):
            raise PositionError(f"{reader.where}: its holder does not hold these cards")
        s.known[viewer * n + holder] = cards


def _check_stacks(s: State, in_the_middle: bool) -> None:
    """Stacking limits of the phase; only discs that Events brought and untrimmed stacks may exceed them."""
    for f in range(s.world.n_factions):
        for area in members(s.at_least[0][f]):
            most = limit(s, area)
            if s.phase in ("evaluation", "epoch") and not in_the_middle:
                most = LAND_LIMIT if s.world.board.land >> area & 1 else NO_LIMIT
            if s.world.reinforced >> f & 1 and not s.world.board.open_sea >> area & 1:
                most = NO_LIMIT
            if s.discs[f][area] > most:
                raise PositionError(
                    f"position.factions[{f}].discs: {s.discs[f][area]} in {s.world.board.names[area]}; "
                    f"the limit is {most} in this phase"
                )


def _machine(s: State, top: Reader) -> None:
    """Pending work and the open question, or the end of the game."""
    s.over = top.flag("over")
    s.winners = top.numbers("winners", range(s.world.n_factions), "factions")
    if "stack" in top.data:
        s.stack = [frame_in(frame, f"position.stack[{i}]") for i, frame in enumerate(top.items("stack"))]
    else:
        s.stack = [(name,) for name in _PHASES.get(s.phase, ())]
    question = top.get("question", None)
    s.question = _question(s, question) if question is not None else None
    asker = top.get("asker", None)
    if asker is not None:
        if not isinstance(asker, list | tuple) or len(asker) != 2:
            raise PositionError("position.asker: must be a list of a place in the stack and a frame")
        s.asker = (asker[0], frame_in(asker[1], "position.asker"))
    if s.over or s.phase == "over" or s.winners:
        _check_end(s)
    check(s)


def _question(s: State, data: Any) -> Question:
    reader = Reader(data, "position.question")
    kind, legal = reader.get("kind", None), reader.get("legal", None)
    if kind not in KINDS:
        raise PositionError(f"position.question.kind: {shown(kind)} is no kind of decision")
    black = s.world.barbarians
    question = Question(
        reader.number("faction", -1, black - 1), kind, legal, reader.number("card", 0, N_CARDS),
        reader.number("area", -1, N_AREAS - 1, -1), reader.number("by", -1, black, -1), reader.number("n", 0),
    )  # fmt: skip
    reader.done()
    return question


def _check_end(s: State) -> None:
    """A game that is over has winners, and nothing is left to do."""
    if not (s.over and s.phase == "over" and s.winners):
        raise PositionError("position.over: the phase over, over: true and winners belong together")
    if s.stack or s.question is not None or s.asker is not None:
        raise PositionError("position.over: nothing can be pending when the game is over")
    victory = s.world.scenario.victory
    side = s.world.side
    winning = {side[faction] for faction in s.winners}
    if not alone(s) and sorted(s.winners) != [f for f, on in enumerate(side) if on in winning]:
        raise PositionError("position.winners: a player wins with all its civilizations")
    at_once = victory.control or victory.own_and_another_home or victory.monitors or s.world.npcs
    if not at_once and winning != set(best_sides(s)):
        raise PositionError(f"position.winners: {shown(s.winners)} are not those with most VP")
