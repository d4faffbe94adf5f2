"""Stable-Baselines3 on many games at once: a VecEnv in which one seat per game learns.

Needs the `train` extra. Every row is a game; the learner's seat is fixed or drawn for each
game, and the other seats are played by opponents inside the environment.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from acis_rules import IllegalAction
from acis_rules.actions import N_ACTIONS
from acis_rules.scenario import load_scenario

from .aec import MAX_DECISIONS
from .encoder import Bytes, Floats, Mask, scaled, write_mask
from .players import Player, make_player
from .rewards import AT_THE_END, check_reward, leads, outcome
from .schema import OBSERVATION_SIZE
from .table import Table


class AcisVecEnv(VecEnv):
    """`n` games; in each one seat learns. `action_masks()` serves MaskablePPO."""

    def __init__(
        self,
        n: int,
        scenario: str = "basic_2p",
        opponents: Sequence[str | Player] = ("random",),
        seat: int | None = None,
        reward: str = "outcome",
        options: dict[str, Any] | None = None,
        max_decisions: int = MAX_DECISIONS,
        seed: int = 0,
    ) -> None:
        """Each opponent's seat is given to one of `opponents`, drawn anew for every game."""
        load_scenario(scenario)
        self.scenario = scenario
        self.opponents = list(opponents)
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
        self._random = np.random.default_rng(seed)
        space = spaces.Box(0.0, 255.0, (OBSERVATION_SIZE,), np.float32)
        super().__init__(n, space, spaces.Discrete(N_ACTIONS))

    # ------------------------------------------------------------------------- games

    def _start(self, row: int) -> None:
        """A new game in this row, played on to the learner's first decision."""
        while True:
            table = Table.new(self.scenario, int(self._random.integers(2**63)), self.options)
            n = table.game.state.world.n_seats
            learner = self.seat if self.seat is not None else int(self._random.integers(n))
            self.learners[row] = learner
            self._players[row] = {
                seat: make_player(
                    self.opponents[int(self._random.integers(len(self.opponents)))],
                    int(self._random.integers(2**31)),
                )
                for seat in range(n)
                if seat != learner
            }
            self._leads[row] = 0.0
            self._play_others(row, table)
            if not table.game.over:
                break
        if row < len(self.tables):
            self.tables[row] = table
        else:
            self.tables.append(table)

    def _play_others(self, row: int, table: Table) -> None:
        game, learner, players = table.game, self.learners[row], self._players[row]
        while not game.over and game.seat != learner and table.decisions < self.max_decisions:
            player = players[game.seat]
            table.apply(player.act(game.view(game.seat), game.decision, game.legal_actions()))

    def _show(self, row: int) -> None:
        table = self.tables[row]
        learner = self.learners[row]
        write_mask(table.legal if table.seat == learner else 0, self.masks[row])
        table.write_raw(learner, self.raw[row])

    # ---------------------------------------------------------------- the VecEnv methods

    def reset(self) -> Floats:
        """Start all games anew."""
        if self._seeds and self._seeds[0] is not None:
            self._random = np.random.default_rng(self._seeds[0])
            self._reset_seeds()
        self.tables = []
        for row in range(self.num_envs):
            self._start(row)
            self._show(row)
        return scaled(self.raw)

    def step_async(self, actions: Any) -> None:
        """Remember the actions."""
        self._actions = actions

    def step_wait(self) -> tuple[Floats, Floats, Any, list[dict[str, Any]]]:
        """Answer the learner's decision in every game; ended games start anew."""
        n = self.num_envs
        chosen = [table.absolute(int(a)) for table, a in zip(self.tables, self._actions, strict=True)]
        if -1 in chosen:
            row = chosen.index(-1)
            kind = self.tables[row].game.decision.kind
            raise IllegalAction(f"game {row}: action {self._actions[row]} is not legal for {kind!r}")
        rewards: Floats = np.zeros(n, np.float32)
        dones = np.zeros(n, bool)
        infos: list[dict[str, Any]] = [{} for _ in range(n)]
        for row, action in enumerate(chosen):
            table = self.tables[row]
            table.apply(action)
            self._play_others(row, table)
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
                last: Bytes = np.empty(OBSERVATION_SIZE, np.uint8)
                table.write_raw(learner, last)
                infos[row] = {
                    "terminal_observation": scaled(last),
                    "TimeLimit.truncated": cut,
                    "won": outcome(table.game)[learner] > 0,
                    "vp": [float(p) for p in table.game.vp],
                    "seat": learner,
                }
                self._start(row)
            self._show(row)
        return scaled(self.raw), rewards, dones, infos

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
        value = getattr(self, attr_name, None)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute for all rows."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Rows are never wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing to close."""


