"""Who sits where when people play: the person at the seat asked for, NPCs where the scenario has them."""

from __future__ import annotations

from typing import Any

from acis_rules.box.world import World
from acis_rules.errors import AcisError
from acis_rules.words.names import count

from ..live.seats import NPC, PERSON, BadSeats


def seated(
    scenario: str, options: dict[str, Any], names: tuple[str, ...], seat: int | None
) -> tuple[list[str], dict[str, Any]]:
    """A player for every seat, and the options with which the person may sit at the seat asked for.

    Names go to the seats in order, except those of NPCs; the last name fills the seats that are left.
    An NPC whose seat is asked for moves to the seat of the person, if the scenario can be played so.
    """
    world = World(scenario, options)
    if seat is not None and not 0 <= seat < world.n_seats:
        raise BadSeats(f"seat {seat}: this scenario has seats 0 to {world.n_seats - 1}")
    if seat is not None and PERSON not in names:
        raise BadSeats("seat: no human among the players")
    if len(names) > world.n_seats:
        raise BadSeats(f"players: {world.n_seats} seats in this scenario, {len(names)} players given")
    if len(names) == world.n_seats and _fits(world, names) and (seat is None or names[seat] == PERSON):
        return list(names), options
    if seat is not None and seat in world.npc_seats:
        options = _moved(scenario, options, world, seat)
        world = World(scenario, options)
    free = [one for one in range(world.n_seats) if one not in world.npc_seats]
    people = [name for name in names if name != NPC] or [NPC]
    given = list(names) if len(names) <= len(free) else people
    if len(given) > len(free):
        raise BadSeats(
            f"players: {count(len(free), 'seat')} without an NPC in this scenario, {len(given)} players given"
        )
    given += [given[-1]] * (len(free) - len(given))
    if seat is not None:
        turn = (given.index(PERSON) - free.index(seat)) % len(free)
        given = given[turn:] + given[:turn]
    out = [NPC] * world.n_seats
    for one, name in zip(free, given, strict=True):
        out[one] = name
    return out, options


def _fits(world: World, names: tuple[str, ...]) -> bool:
    return all(names[seat].partition(":")[0] == NPC for seat in world.npc_seats)


def _moved(scenario: str, options: dict[str, Any], world: World, seat: int) -> dict[str, Any]:
    """The options with which the NPC of this seat sits elsewhere."""
    free = next(one for one in range(world.n_seats) if one not in world.npc_seats)
    npcs = sorted({*world.npc_seats, free} - {seat})
    moved = options | {"npcs": npcs}
    try:
        if World(scenario, moved).npc_seats != tuple(npcs):
            raise BadSeats("the scenario keeps it there")
    except AcisError as error:
        raise BadSeats(f"seat {seat} belongs to an NPC in this scenario: {error}") from None
    return moved
