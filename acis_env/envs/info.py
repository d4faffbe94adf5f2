"""What `info` tells beside the observation: the decision, what has happened, how the game ended.

| name        | when | what |
|-------------|------|------|
| action_mask | always | legal actions as 0 and 1; all 0, and read-only, for those who do not decide |
| winners     | at the end | the seats that have won |
| final_vp    | at the end | VP by seat |
| ranks       | at the end | by seat, 1 for the first; equals share the better rank |
| length      | at the end | decisions of all seats |
| kind        | with `details` | what is asked, one of `acis_rules.kernel.decisions.KINDS`; "" if nothing is |
| faction     | with `details` | number of the faction that decides, -1 if none does |
| slots       | with `details` | number of the faction in each slot of observation and actions, -1: nobody |
| events      | with `details` | all that has happened since the last decision, as the seat saw it |

Details are left out unless they are asked for: they cost time, and TorchRL fails if there is a number beside
the mask in the first info of a game.
"""

from __future__ import annotations

from typing import Any

from acis_rules import Game
from acis_rules.kernel.log import Event
from acis_rules.table.ending import leaders, results

from ..observe.encoder import mask_of_actions
from ..observe.schema import SLOTS
from .rewards import seat_points
from .running_game import NO_MASK, RunningGame

Info = dict[str, Any]


def final_results(game: Game, decisions: int) -> Info:
    """How a game ended, or stands if it was cut short."""
    placed = results(game.state)
    return {
        "winners": leaders(game.state),
        "final_vp": [float(points) for points in seat_points(game)],
        "ranks": [1 + sum(other > own for other in placed) for own in placed],
        "length": decisions,
    }


class Herald:
    """Tells the seats of one game what goes on."""

    __slots__ = ("_details", "_heard")

    def __init__(self, seats: int, details: bool) -> None:
        self._details = details
        self._heard = [0] * seats  # events up to the last decision

    def asks(self, running: RunningGame) -> Info:
        """The info of the seat that decides."""
        info: Info = {"action_mask": mask_of_actions(running.legal)}
        if self._details:
            question = running.game.state.question
            assert question is not None
            factions = running.seating.factions
            slots = (*factions, *(-1,) * (SLOTS - len(factions)))
            info |= {"kind": question.kind, "faction": question.faction, "slots": slots}
            info["events"] = self._news(running, running.seat)
        return info

    def waits(self) -> Info:
        """The info of a seat that does not decide."""
        info: Info = {"action_mask": NO_MASK.copy()}  # one that can be written to: torch asks for that
        if self._details:
            info |= {"kind": "", "faction": -1, "slots": (-1,) * SLOTS, "events": []}
        return info

    def ends(self, running: RunningGame, seat: int, results: Info) -> Info:
        """The info of a seat when the game is over, with its `final_results`."""
        info = {**self.waits(), **results}
        if self._details:
            info["events"] = self._news(running, seat)
        return info

    def _news(self, running: RunningGame, seat: int) -> list[Event]:
        view = running.game.view(seat)
        first, self._heard[seat] = self._heard[seat], view.event_count
        return view.events_since(first)
