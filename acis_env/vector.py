"""Many games stepped together in one process, arrays written in place.

`BatchedGames` is plain NumPy: every row is a game, every step answers one open decision in
each of them, whoever's it is. `acis_env.sb3` makes a Stable-Baselines3 VecEnv of it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from acis_rules import IllegalAction
from acis_rules.actions import N_ACTIONS
from acis_rules.scenario import load_scenario

from .aec import MAX_DECISIONS, MAX_SEATS
from .encoder import Bytes, Floats, Mask, scaled, write_mask
from .players import Player, make_player
from .rewards import AT_THE_END, check_reward, leads
from .schema import OBSERVATION_SIZE
from .table import Table


class BatchedGames:
    """`n` games side by side, each restarted when it ends.

    After `reset` and `step` these arrays hold, row by row, the decision open in each game:

    raw       (n, size) uint8    observation of the seat that decides (see `schema`)
    masks     (n, actions) int8  its legal actions
    seats     (n,) int           which seat it is
    rewards   (n, 6) float32     what each seat was paid in the last step
    dones     (n,) bool          the game ended in the last step; row now shows the next game
    truncated (n,) bool          it ended because of the decision limit
    final_vp  (n, 6) float32     VP by seat of the game that ended last in this row

    `players` maps seats to players inside the environment: those seats never show up in a row.
    """

    def __init__(
        self,
        n: int,
        scenario: str | list[str] = "basic_4p",
        options: dict[str, Any] | None = None,
        reward: str = "outcome",
        players: dict[int, str | Player] | None = None,
        max_decisions: int = MAX_DECISIONS,
        seed: int = 0,
    ) -> None:
        """A list of scenarios is dealt out to the rows in turn."""
        self.n = n
        self.scenarios = [scenario] if isinstance(scenario, str) else list(scenario)
        for name in self.scenarios:
            load_scenario(name)
        self.options = dict(options or {})
        self.reward = check_reward(reward)
        self.players = dict(players or {})
        self.max_decisions = max_decisions
        self.raw: Bytes = np.zeros((n, OBSERVATION_SIZE), np.uint8)
        self.masks: Mask = np.zeros((n, N_ACTIONS), np.int8)
        self.seats: npt.NDArray[np.int64] = np.zeros(n, np.int64)
        self.rewards: Floats = np.zeros((n, MAX_SEATS), np.float32)
        self.dones: npt.NDArray[np.bool_] = np.zeros(n, bool)
        self.truncated: npt.NDArray[np.bool_] = np.zeros(n, bool)
        self.final_vp: Floats = np.zeros((n, MAX_SEATS), np.float32)
        self.tables: list[Table] = []
        self._inside: list[dict[int, Player]] = []
        self._leads: list[list[float]] = []
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """From here on games are drawn from this seed."""
        self._random = np.random.default_rng(seed)

    def reset(self) -> None:
        """Start all games anew."""
        self.tables = [self._new_game(row) for row in range(self.n)]
        self._inside = [self._new_players(row) for row in range(self.n)]
        self._leads = [[0.0] * MAX_SEATS for _ in range(self.n)]
        self.rewards[:] = 0
        self.dones[:] = False
        self.truncated[:] = False
        for row in range(self.n):
            self._play_inside(row)
            self._show(row)

    def _new_game(self, row: int) -> Table:
        scenario = self.scenarios[row % len(self.scenarios)]
        return Table.new(scenario, int(self._random.integers(2**63)), self.options)

    def _new_players(self, row: int) -> dict[int, Player]:
        seed = int(self._random.integers(2**31))
        n = self.tables[row].game.state.world.n_seats
        return {seat: make_player(spec, seed + seat) for seat, spec in self.players.items() if seat < n}

    def step(self, actions: npt.NDArray[np.integer[Any]] | list[int]) -> None:
        """Answer the open decision of every game."""
        self.rewards[:] = 0
        self.dones[:] = False
        self.truncated[:] = False
        chosen = [table.absolute(int(a)) for table, a in zip(self.tables, actions, strict=True)]
        if -1 in chosen:  # refuse the whole step before any game has moved
            row = chosen.index(-1)
            kind = self.tables[row].game.decision.kind
            raise IllegalAction(f"game {row}: action {actions[row]} is not legal for {kind!r}: see masks")
        for row, action in enumerate(chosen):
            table = self.tables[row]
            table.apply(action)
            if self._inside[row]:
                self._play_inside(row)
            if self.reward == "vp":
                self._pay_leads(row)
            if table.game.over or table.decisions >= self.max_decisions:
                self._finish(row)
            self._show(row)

    def _play_inside(self, row: int) -> None:
        table, inside = self.tables[row], self._inside[row]
        game = table.game
        while not game.over and game.seat in inside and table.decisions < self.max_decisions:
            player = inside[game.seat]
            table.apply(player.act(game.view(game.seat), game.decision, game.legal_actions()))

    def _pay_leads(self, row: int) -> None:
        now = leads(self.tables[row].game)
        for seat, lead in enumerate(now):
            self.rewards[row, seat] += lead - self._leads[row][seat]
        self._leads[row] = now

    def _finish(self, row: int) -> None:
        """Pay the outcome and start the next game in this row."""
        game = self.tables[row].game
        self.dones[row] = True
        self.truncated[row] = not game.over
        points = [float(p) for p in game.vp]
        self.final_vp[row] = 0
        self.final_vp[row, : len(points)] = points
        if self.reward != "vp":
            paid = AT_THE_END[self.reward](game)
            self.rewards[row, : len(paid)] = paid
        self.tables[row] = self._new_game(row)
        self._inside[row] = self._new_players(row)
        self._leads[row] = [0.0] * MAX_SEATS
        self._play_inside(row)

    def _show(self, row: int) -> None:
        table = self.tables[row]
        seat = table.seat
        self.seats[row] = seat
        write_mask(table.legal, self.masks[row])
        table.write_raw(seat, self.raw[row])

    def observations(self, out: Floats | None = None) -> Floats:
        """The raw observations as float32, scaled block by block."""
        return scaled(self.raw, out)
