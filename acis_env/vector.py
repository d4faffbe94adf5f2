"""Many games stepped together in one process, arrays written in place.

`BatchedGames` is plain NumPy: every row is a game, every step answers one open decision in
each of them, whoever's it is. `acis_env.sb3` makes a Stable-Baselines3 VecEnv of it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from acis_rules.actions import N_ACTIONS

from .aec import MAX_DECISIONS, MAX_SEATS
from .checks import check_at_least_one, check_game, check_seat
from .encoder import Bytes, Floats, Mask, scaled, unpack
from .players import Player, PlayerSpec, make_player
from .rewards import AT_THE_END, check_reward, leads, seat_points
from .schema import OBSERVATION_SIZE
from .table import Table, write_rows


def row_generators(seed: int | None, n: int) -> list[np.random.Generator]:
    """What the games of each row are drawn from: seed and row alone; without a seed one is drawn."""
    if seed is None:
        seed = secrets.randbits(64)
    return [np.random.default_rng((seed, row)) for row in range(n)]


def chosen_actions(tables: Sequence[Table], actions: Any) -> list[int]:
    """One action for each game as the rules number it; one that is not legal refuses the whole step."""
    if not tables:
        raise RuntimeError("reset() must be called first")
    if len(actions) != len(tables):
        raise ValueError(f"step: {len(tables)} games, {len(actions)} actions given")
    chosen = [table.absolute(action) for table, action in zip(tables, actions, strict=True)]
    if -1 in chosen:
        row = chosen.index(-1)
        raise tables[row].illegal(actions[row], f"game {row}")
    return chosen


class BatchedGames:
    """`n` games side by side, each restarted when it ends.

    After `reset` and `step` these arrays hold, row by row, the decision open in each game:

    raw       (n, size) uint8    observation of the seat that decides (see `schema`)
    masks     (n, actions) int8  its legal actions
    seats     (n,) int           which seat it is
    rewards   (n, 6) float32     what each seat was paid in the last step
    dones     (n,) bool          the game ended in the last step; row now shows the next game
    truncated (n,) bool          it ended because of the decision limit

    And of the game that ended last in each row, written when `dones` is set:

    final_vp    (n, 6) float32     VP by seat
    final_raw   (n, size) uint8    the last position, as `final_seats` sees it
    final_seats (n,) int           truncated: the seat whose decision was open; if that is played
                                   inside, or the game is over: the free seat that decided last

    `players` maps seats to players inside the environment: those seats never show up in a row.
    """

    def __init__(
        self,
        n: int,
        scenario: str | list[str] = "basic_4p",
        options: dict[str, Any] | None = None,
        reward: str = "outcome",
        players: dict[int, PlayerSpec] | None = None,
        max_decisions: int = MAX_DECISIONS,
        seed: int | None = None,
    ) -> None:
        """A list of scenarios is dealt out to the rows in turn. Without a seed one is drawn."""
        self.n = check_at_least_one("n", n)
        self.scenarios = list(scenario) if isinstance(scenario, list | tuple) else [scenario]
        if not self.scenarios:
            raise ValueError("scenario: an empty list; at least one is needed")
        worlds = [check_game(name, options, max_decisions) for name in self.scenarios]
        self.players = dict(players or {})
        for seat, spec in self.players.items():
            check_seat("players: seat", seat, worlds)
            make_player(spec)  # an unknown one is refused here, not in the middle of a game
        for world in worlds:
            if all(seat in self.players for seat in range(world.n_seats)):
                raise ValueError(f"players: {world.scenario_name}: at least one seat must be left free")
        self.options = dict(options or {})
        self.reward = check_reward(reward)
        self.max_decisions = max_decisions
        self.raw: Bytes = np.zeros((n, OBSERVATION_SIZE), np.uint8)
        self.masks: Mask = np.zeros((n, N_ACTIONS), np.int8)
        self.seats: npt.NDArray[np.int64] = np.zeros(n, np.int64)
        self.rewards: Floats = np.zeros((n, MAX_SEATS), np.float32)
        self.dones: npt.NDArray[np.bool_] = np.zeros(n, bool)
        self.truncated: npt.NDArray[np.bool_] = np.zeros(n, bool)
        self.final_vp: Floats = np.zeros((n, MAX_SEATS), np.float32)
        self.final_raw: Bytes = np.zeros((n, OBSERVATION_SIZE), np.uint8)
        self.final_seats: npt.NDArray[np.int64] = np.zeros(n, np.int64)
        self.tables: list[Table] = []
        self._inside: list[dict[int, Player]] = []
        self._leads: list[list[float]] = []
        self.seed(seed)

    def seed(self, seed: int | None) -> None:
        """From here on games are drawn from this seed: the k-th of a row depends on nothing else."""
        self._random = row_generators(seed, self.n)

    def reset(self) -> None:
        """Start all games anew."""
        started = [self._new_game(row) for row in range(self.n)]
        self.tables = [table for table, _ in started]
        self._inside = [inside for _, inside in started]
        self._leads = [[0.0] * MAX_SEATS for _ in range(self.n)]
        self.rewards[:] = 0
        self.dones[:] = False
        self.truncated[:] = False
        self._show()

    def _new_game(self, row: int) -> tuple[Table, dict[int, Player]]:
        """A game played on to the first decision of a free seat."""
        random = self._random[row]
        scenario = self.scenarios[row % len(self.scenarios)]
        table = Table.new(scenario, int(random.integers(2**63)), self.options)
        inside = {
            seat: make_player(spec, int(random.integers(2**31)))
            for seat, spec in self.players.items()
            if seat < table.seats
        }
        table.play(inside)
        return table, inside

    def step(self, actions: npt.NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """Answer the open decision of every game."""
        chosen = chosen_actions(self.tables, actions)
        self.rewards[:] = 0
        self.dones[:] = False
        self.truncated[:] = False
        for row, action in enumerate(chosen):
            table = self.tables[row]
            table.apply(action)
            if self._inside[row]:
                table.play(self._inside[row], self.max_decisions)
            if self.reward == "vp":
                self._pay_leads(row)
            if table.game.over or table.decisions >= self.max_decisions:
                self._finish(row)
        self._show()

    def _pay_leads(self, row: int) -> None:
        now = leads(self.tables[row].game)
        for seat, lead in enumerate(now):
            self.rewards[row, seat] += lead - self._leads[row][seat]
        self._leads[row] = now

    def _finish(self, row: int) -> None:
        """Pay the outcome and start the next game in this row."""
        table = self.tables[row]
        game = table.game
        self.dones[row] = True
        self.truncated[row] = not game.over
        decided_last = int(self.seats[row])
        seat = decided_last if game.over or table.seat in self._inside[row] else table.seat
        self.final_seats[row] = seat
        unpack([table.packed(seat)], self.final_raw[row : row + 1])
        points = [float(p) for p in seat_points(game)]
        self.final_vp[row] = 0
        self.final_vp[row, : len(points)] = points
        if self.reward != "vp":
            paid = AT_THE_END[self.reward](game)
            self.rewards[row, : len(paid)] = paid
        self.tables[row], self._inside[row] = self._new_game(row)
        self._leads[row] = [0.0] * MAX_SEATS

    def _show(self) -> None:
        """Write the open decisions into the arrays."""
        seats = [table.seat for table in self.tables]
        self.seats[:] = seats
        write_rows(self.tables, seats, self.raw, self.masks)

    def observations(self, out: Floats | None = None) -> Floats:
        """The raw observations as float32, scaled block by block."""
        return scaled(self.raw, out)
