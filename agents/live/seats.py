"""Who sits where in a live game: people, and programs that are named by a spec."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import entry_points

from acis_env.players import Player, make_player
from acis_rules.box.world import World
from acis_rules.errors import AcisError, shown

PERSON = "human"  # the spec of a seat at which a person sits
NPC = "npc"


class BadSeats(AcisError):
    """Somebody cannot sit where they are to sit."""


def installed() -> set[str]:
    """The names of players that may stand in a file: `module:Class` of somebody's own may not."""
    return {"random", *(entry.name for entry in entry_points(group="acis.players"))}


def is_installed(spec: str) -> bool:
    """Whether a spec names an installed player."""
    return spec.partition(":")[0] in installed()


def check_seats(world: World, seats: Sequence[str]) -> None:
    """Refuse seats that do not fit the game; nothing is loaded."""
    if len(seats) != world.n_seats:
        raise BadSeats(f"seats: {world.n_seats} in this game, {len(seats)} given")
    for seat in world.npc_seats:
        if seats[seat].partition(":")[0] != NPC:
            raise BadSeats(f"seat {seat}: {shown(seats[seat])}; this seat belongs to an NPC: npc")


def programs(seats: Sequence[str], seed: int) -> dict[int, Player]:
    """The players of all seats at which nobody sits in person."""
    return {seat: make_player(spec, seed + 1 + seat) for seat, spec in enumerate(seats) if spec != PERSON}


def player_name(spec: str) -> str:
    """Who sits there, without the folders of the machine."""
    if spec == PERSON:
        return "person"
    name, colon, argument = spec.partition(":")
    return f"{name}{colon}{'/'.join(argument.replace(chr(92), '/').split('/')[-1:])}"
