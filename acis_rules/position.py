"""Positions as readable data: to JSON and back, and checked when they come from outside.

Every field but `factions` may be left out: the scenario is then basic_2p, supplies are what is left
of 50 discs, the deck is all cards that are nowhere else, and play goes on at the start of `phase`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from .box.data_files import read_data
from .box.world import World
from .errors import AcisError, PositionError, shown
from .kernel.bits import members
from .kernel.chance import MOST_CHANCE
from .kernel.machine import run
from .kernel.state import State
from .kernel.types import Faction
from .saved.cards import cards_in
from .saved.events import event_out, events_in
from .saved.factions import barbarians_in, check_stacks, factions_in, fill_supplies
from .saved.fields import Reader, civilization_in, fields_in, fields_of_each_out, fields_out
from .saved.frames import frame_out
from .saved.holdings import competition_in, gold_in, investments_in, reserve_in, used_in, wonders_in
from .saved.pending import PHASES, STARTS, pending_in
from .saved.presence import check_presence, out_for_good

if TYPE_CHECKING:
    from .kernel.state import Points

POSITION_VERSION = 2
EPOCHS = 4
_LARGEST_FILE = 2**24  # bytes


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
        raise PositionError(f"position.phase: unknown phase {shown(s.phase)}; there are: {', '.join(STARTS)}")
    fields_in(s, top)
    factions_in(s, top)
    out = out_for_good(s)
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
    barbarians_in(s, top)
    wonders_in(s, top)
    investments_in(s, top)
    reserve_in(s, top)
    gold_in(s, top)
    used_in(s, top)
    competition_in(s, top)
    s.enemies = [0 if out >> f & 1 else enemies & ~out for f, enemies in enumerate(s.enemies)]
    for join_in in world.on.position_read:
        join_in(s)
    check_presence(s, out)
    fill_supplies(s)
    cards_in(s, top)
    check_stacks(s, "stack" in top.data)
    pending_in(s, top)
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
