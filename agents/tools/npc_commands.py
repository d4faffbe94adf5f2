"""`acis npc`: which rule leads the NPC to each of its choices in a saved game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from acis_rules.box.world import World
from acis_rules.errors import ReplayError
from acis_rules.kernel.bits import mask_of
from acis_rules.replay import load
from acis_rules.words.decisions import describe_decision
from acis_rules.words.terminal import console, table_of

from ..npc.player import NPC


def npc(
    explain: Annotated[Path, typer.Option(help="The replay file to explain.")],
    decision: Annotated[int | None, typer.Option(help="Only this decision, counted from 0.")] = None,
    seats: Annotated[
        str,
        typer.Option(
            help="Seats of the NPCs, separated by commas; by default as in the game's options, or all."
        ),
    ] = "",
    player: Annotated[str, typer.Option(help="Settings of the NPC, as after `npc:`, such as B.")] = "",
    seed: Annotated[
        int | None,
        typer.Option(
            help="The seed of seat 0; later seats have the next numbers. By default as in `acis play`."
        ),
    ] = None,
) -> None:
    """Show the rule behind each choice of NPCs in a saved game, and where the game went another way."""
    replay = load(explain)
    if decision is not None and not 0 <= decision < len(replay.actions):
        raise ReplayError(f"{explain}: it has decisions 0 to {len(replay.actions) - 1}, not {decision}")
    table = table_of("#", "Decision", "Choice", "Rule")
    players: dict[int, NPC] = {}
    first = replay.seed + 1 if seed is None else seed
    npcs = World(replay.scenario, replay.options).npc_seats
    chosen = _seats(seats, explain) if seats else mask_of(npcs or range(32))
    for number, game in enumerate(replay.play()):
        if number == len(replay.actions) or (decision is not None and number > decision):
            break
        open_decision = game.decision
        if not chosen >> open_decision.seat & 1:
            continue
        one = players.setdefault(open_decision.seat, NPC(player, first + open_decision.seat))
        action, reason = one.explain(game.view(open_decision.seat), open_decision, game.legal_actions())
        if decision is not None and number != decision:
            continue
        choice = game.describe(action)
        taken = replay.actions[number]
        if taken != action:
            choice += f" (the game: {game.describe(taken)})"
        words = (describe_decision(game.state), choice, reason)
        table.add_row(str(number), *(escape(text) for text in words))
    console.print(table)


def _seats(text: str, file: Path) -> int:
    """The seats asked for, as bits."""
    try:
        return mask_of(int(word) for word in text.split(","))
    except ValueError:
        raise ReplayError(f"{file}: seats: {text!r} is no list of numbers such as 1,2") from None
