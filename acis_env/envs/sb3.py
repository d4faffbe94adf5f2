"""Stable-Baselines3 on many games at once: a VecEnv in which one seat per game learns.

Needs the `train` extra. Every row is a game; the learner's seat is fixed or drawn for each
game, and the other seats are played by opponents inside the environment.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from acis_rules.kernel.actions import N_ACTIONS

from ..observe.encoder import Bytes, Floats, Mask, scaled
from ..observe.schema import OBSERVATION_SIZE
from ..players import Player, PlayerSpec, make_player
from .aec import MAX_DECISIONS
from .batched import chosen_actions, row_generators
from .checks import Opponents, check_at_least_one, check_game, check_seat, game_of_reset, spec_list
from .info import final_results
from .rewards import Payer, check_reward
from .running_game import RunningGame, dealt, write_rows


class AcisVecEnv(VecEnv):
    """`n` games; in each one seat learns. `action_masks()` serves MaskablePPO."""

    render_mode = None

    def __init__(
        self,
        n: int,
        scenario: str = "basic_2p",
        opponents: Opponents = "random",
        seat: int | None = None,
        reward: str = "outcome",
        options: dict[str, Any] | None = None,
        max_decisions: int = MAX_DECISIONS,
        seed: int | None = None,
    ) -> None:
        """Each opponent's seat is given to one of `opponents`, drawn anew for every game.

        Without a seed one is drawn.
        """
        check_at_least_one("n", n)
        self.seat = seat
        self.max_decisions = max_decisions
        self._check(scenario, options)
        self.scenario = scenario
        self.opponents = spec_list(opponents)
        for spec in self.opponents:
            make_player(spec)  # an unknown one is refused here, not in the middle of a game
        self.reward = check_reward(reward)
        self.options = dict(options or {})
        self.raw: Bytes = np.zeros((n, OBSERVATION_SIZE), np.uint8)
        self.masks: Mask = np.zeros((n, N_ACTIONS), np.int8)
        self.learners = [0] * n
        self.running: list[RunningGame] = []
        self._players: list[dict[int, Player]] = [{} for _ in range(n)]
        self._payers: list[Payer] = []
        self._actions: Any = None
        self._random = row_generators(seed, n)
        space = spaces.Box(0.0, 255.0, (OBSERVATION_SIZE,), np.float32)
        super().__init__(n, space, spaces.Discrete(N_ACTIONS))

    def _check(self, scenario: str, options: dict[str, Any] | None) -> None:
        world = check_game(scenario, options, self.max_decisions)
        if self.seat is not None:
            check_seat("seat", self.seat, [world])

    # ------------------------------------------------------------------------- games

    def _new_game(self, row: int, options: dict[str, Any] | None = None) -> RunningGame:
        """A new game for this row, played on to the learner's first decision."""
        random = self._random[row]
        scenario, game_options = game_of_reset(options, self.scenario, self.options)

        def opponent(number: int) -> PlayerSpec:
            return self.opponents[int(random.integers(len(self.opponents)))]

        running, self.learners[row], self._players[row] = dealt(
            scenario, game_options, self.seat, opponent, random
        )
        return running

    # ---------------------------------------------------------------- the VecEnv methods

    def reset(self) -> Floats:
        """Start all games anew."""
        if self._seeds[0] is not None:
            self._random = row_generators(self._seeds[0], self.num_envs)
            self._reset_seeds()
        self.running = [self._new_game(row, options) for row, options in enumerate(self._options)]
        self._payers = [Payer(self.reward, running.seats) for running in self.running]
        self._reset_options()
        return self._show()

    def set_options(self, options: list[dict[str, Any]] | dict[str, Any] | None = None) -> None:
        """Options of the games that the next `reset` starts, for all rows or a list with one dict each.

        "scenario" and "game_options" replace those of the constructor; games after those have its own.
        """
        rows = options if isinstance(options, list) else [options or {}] * self.num_envs
        if len(rows) != self.num_envs:
            raise ValueError(f"set_options: {self.num_envs} games, options given for {len(rows)}")
        for one in rows:
            self._check(*game_of_reset(one, self.scenario, self.options))
        super().set_options(rows)

    def _show(self) -> Floats:
        write_rows(self.running, self.learners, self.raw, self.masks)
        return scaled(self.raw)

    def step_async(self, actions: Any) -> None:
        """Remember the actions."""
        self._actions = actions

    def step_wait(self) -> tuple[Floats, Floats, Any, list[dict[str, Any]]]:
        """Answer the learner's decision in every game; ended games start anew."""
        n = self.num_envs
        chosen = chosen_actions(self.running, self._actions)
        rewards: Floats = np.zeros(n, np.float32)
        dones = np.zeros(n, bool)
        infos: list[dict[str, Any]] = [{} for _ in range(n)]
        for row, action in enumerate(chosen):
            running = self.running[row]
            running.apply(action)
            running.play(self._players[row], self.max_decisions)
            learner, cut = self.learners[row], running.is_cut(self.max_decisions)
            dones[row] = running.game.over or cut
            paid = self._payers[row].due(running.game, bool(dones[row]))
            if paid is not None:
                rewards[row] = paid[learner]
            if dones[row]:
                infos[row] = {
                    "terminal_observation": running.observation(learner),
                    "TimeLimit.truncated": cut,
                    "seat": learner,
                    **final_results(running.game, running.decisions),
                }
                self.running[row] = self._new_game(row)
                self._payers[row] = Payer(self.reward, self.running[row].seats)
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
        """Refused: rows share what was checked when they were made."""
        raise AttributeError(
            f"AcisVecEnv: {attr_name} cannot be set; make a new one, or use set_options for other games"
        )

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Rows are never wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing to close."""
