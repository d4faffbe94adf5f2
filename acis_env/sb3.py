"""Stable-Baselines3 on many games at once: a VecEnv in which one seat per game learns.

Needs the `train` extra. Every row is a game; the learner's seat is fixed or drawn for each
game, and the other seats are played by opponents inside the environment.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from acis_rules.actions import N_ACTIONS
from acis_rules.scenario import load_scenario

from .aec import MAX_DECISIONS
from .encoder import Bytes, Floats, Mask, scaled
from .players import Player, make_player
from .rewards import AT_THE_END, check_reward, leads, outcome, seat_points
from .schema import OBSERVATION_SIZE
from .table import Table, write_rows


class AcisVecEnv(VecEnv):
    """`n` games; in each one seat learns. `action_masks()` serves MaskablePPO."""

    render_mode = None

    def __init__(
        self,
        n: int,
        scenario: str = "basic_2p",
        opponents: str | Player | list[str | Player] = "random",
        seat: int | None = None,
        reward: str = "outcome",
        options: dict[str, Any] | None = None,
        max_decisions: int = MAX_DECISIONS,
        seed: int = 0,
    ) -> None:
        """Each opponent's seat is given to one of `opponents`, drawn anew for every game."""
        players = load_scenario(scenario).players
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat {seat}: {scenario} has seats 0 to {players - 1}")
        self.scenario = scenario
        self.opponents: list[str | Player] = list(opponents) if isinstance(opponents, list) else [opponents]
        for spec in self.opponents:
            make_player(spec)
        self.seat = seat
        self.reward = check_reward(reward)
        self.options = dict(options or {})
        self.max_decisions = max_decisions
        self.raw: Bytes = np.zeros((n, OBSERVATION_SIZE), np.uint8)
        self.masks: Mask = np.zeros((n, N_ACTIONS), np.int8)
        self.learners = [0] * n
        self.tables: list[Table] = []
        self._players: list[dict[int, Player]] = [{} for _ in range(n)]
        self._leads = [0.0] * n
        self._actions: Any = None
        self._seed_rows(seed)
        space = spaces.Box(0.0, 255.0, (OBSERVATION_SIZE,), np.float32)
        super().__init__(n, space, spaces.Discrete(N_ACTIONS))

    # ------------------------------------------------------------------------- games

    def _seed_rows(self, seed: int) -> None:
        """Games are drawn from this seed: the k-th of a row depends on nothing else."""
        self._random = [np.random.default_rng((seed, row)) for row in range(len(self.raw))]

    def _new_game(self, row: int) -> Table:
        """A new game for this row, played on to the learner's first decision."""
        random = self._random[row]
        table = Table.new(self.scenario, int(random.integers(2**63)), self.options)
        learner = self.seat if self.seat is not None else int(random.integers(table.seats))
        self.learners[row] = learner
        self._players[row] = {
            seat: make_player(
                self.opponents[int(random.integers(len(self.opponents)))], int(random.integers(2**31))
            )
            for seat in range(table.seats)
            if seat != learner
        }
        self._leads[row] = 0.0
        table.play(self._players[row])
        return table

    # ---------------------------------------------------------------- the VecEnv methods

    def reset(self) -> Floats:
        """Start all games anew."""
        if self._seeds[0] is not None:
            self._seed_rows(self._seeds[0])
            self._reset_seeds()
        self.tables = [self._new_game(row) for row in range(self.num_envs)]
        return self._show()

    def _show(self) -> Floats:
        write_rows(self.tables, self.learners, self.raw, self.masks)
        return scaled(self.raw)

    def step_async(self, actions: Any) -> None:
        """Remember the actions."""
        self._actions = actions

    def step_wait(self) -> tuple[Floats, Floats, Any, list[dict[str, Any]]]:
        """Answer the learner's decision in every game; ended games start anew."""
        n = self.num_envs
        chosen = [table.absolute(a) for table, a in zip(self.tables, self._actions, strict=True)]
        if -1 in chosen:  # refuse the whole step before any game has moved
            row = chosen.index(-1)
            raise self.tables[row].illegal(self._actions[row], f"game {row}")
        rewards: Floats = np.zeros(n, np.float32)
        dones = np.zeros(n, bool)
        infos: list[dict[str, Any]] = [{} for _ in range(n)]
        for row, action in enumerate(chosen):
            table = self.tables[row]
            table.apply(action)
            table.play(self._players[row], self.max_decisions)
            over = table.game.over
            cut = not over and table.decisions >= self.max_decisions
            learner = self.learners[row]
            if self.reward == "vp":
                lead = leads(table.game)[learner]
                rewards[row] = lead - self._leads[row]
                self._leads[row] = lead
            elif over or cut:
                rewards[row] = AT_THE_END[self.reward](table.game)[learner]
            if over or cut:
                dones[row] = True
                infos[row] = {
                    "terminal_observation": table.observation(learner),
                    "TimeLimit.truncated": cut,
                    "won": outcome(table.game)[learner] > 0,
                    "vp": [float(p) for p in seat_points(table.game)],
                    "seat": learner,
                }
                self.tables[row] = self._new_game(row)
        return self._show(), rewards, dones, infos

    def action_masks(self) -> Mask:
        """Legal actions of all rows."""
        return self.masks

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """What SB3 asks of single environments: the action masks."""
        rows = list(self._get_indices(indices))
        if method_name == "action_masks":
            return [self.masks[row] for row in rows]
        raise AttributeError(f"AcisVecEnv rows have no method {method_name!r}")

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, the same for all rows; `action_masks` says that masks are there."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute for all rows."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Rows are never wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing to close."""
