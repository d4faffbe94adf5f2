"""The Gymnasium environment `acis/Acis-v0`: one learner, the other seats played by named players."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from acis_rules import IllegalAction
from acis_rules.actions import N_ACTIONS
from acis_rules.scenario import load_scenario

from .aec import MAX_DECISIONS, MAX_SEATS
from .encoder import Mask
from .players import Player, make_player
from .rewards import AT_THE_END, check_reward, leads
from .shell import RENDER_MODES, Shell, check_render_mode, observation_space
from .table import Table, no_mask


class AcisGym(Shell, gymnasium.Env[dict[str, Any], np.int64]):
    """One seat learns; the environment plays the others.

    The observation is the same dict as in the AEC environment. `action_masks()` is what
    MaskablePPO asks for.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        scenario: str = "basic_2p",
        opponents: str | Player | list[str | Player] = "random",
        seat: int | None = None,
        options: dict[str, Any] | None = None,
        reward: str = "outcome",
        max_decisions: int = MAX_DECISIONS,
        illegal: Literal["raise", "lose"] = "raise",
        render_mode: str | None = None,
    ) -> None:
        """`seat` is the learner's; None draws it anew for every game.

        `opponents` is one spec for all other seats, or a list with one for each of them.
        `illegal`: what an illegal action does: an error that leaves the game as it is, or the
        end of the game with the worst reward (for learners and checks that know no masks).
        """
        self.opponents = opponents if isinstance(opponents, list) else [opponents] * (MAX_SEATS - 1)
        self._one_for_all = not isinstance(opponents, list)
        self.seat = seat
        self._check_seats(scenario)
        for spec in self.opponents:
            make_player(spec)  # an unknown one is refused here, not in the middle of a game
        if illegal not in ("raise", "lose"):
            raise ValueError(f"unknown choice illegal={illegal!r}; there are: raise, lose")
        self.scenario = scenario
        self.options = dict(options or {})
        self.reward = check_reward(reward)
        self.max_decisions = max_decisions
        self.illegal = illegal
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = observation_space()
        self.action_space = spaces.Discrete(N_ACTIONS)

    def _check_seats(self, scenario: str) -> None:
        n = load_scenario(scenario).players
        if not self._one_for_all and len(self.opponents) != n - 1:
            raise ValueError(f"opponents: {scenario} needs {n - 1} of them, {len(self.opponents)} given")
        if self.seat is not None and not 0 <= self.seat < n:
            raise ValueError(f"seat {self.seat}: {scenario} has seats 0 to {n - 1}")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game and play on to the learner's first decision.

        `options`: "scenario" and "game_options" replace those of the constructor.
        """
        super().reset(seed=seed)
        options = dict(options or {})
        scenario = options.pop("scenario", self.scenario)
        game_options = options.pop("game_options", self.options)
        if options:
            raise ValueError(f"reset: unknown options {sorted(options)}; there are: game_options, scenario")
        self._check_seats(scenario)
        random = self.np_random
        table = self._table = Table.new(scenario, int(random.integers(2**63)), game_options)
        n = table.seats
        self.learner = self.seat if self.seat is not None else int(random.integers(n))
        others = [seat for seat in range(n) if seat != self.learner]
        self._players = {
            seat: make_player(spec, int(random.integers(2**31)))
            for seat, spec in zip(others, self.opponents, strict=False)
        }
        self._lead = 0.0
        self._ended = False
        table.play(self._players)
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Answer the learner's decision and play on to its next one."""
        table = self.table
        if self._ended:
            raise IllegalAction(f"action {action}: the game is over: call reset()")
        chosen = table.absolute(action)
        if chosen < 0 and self.illegal == "lose":
            self._ended = True
            return self._observation(), -1.0, True, False, self._info()
        if chosen < 0:
            raise table.illegal(action)
        table.apply(chosen)
        table.play(self._players, self.max_decisions)
        over = table.game.over
        cut = not over and table.decisions >= self.max_decisions
        self._ended = over or cut
        reward = 0.0
        if self.reward == "vp":
            lead = leads(table.game)[self.learner]
            reward, self._lead = lead - self._lead, lead
        elif self._ended:
            reward = AT_THE_END[self.reward](table.game)[self.learner]
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, over, cut, self._info()

    def _observation(self) -> dict[str, Any]:
        return {"observation": self.table.observation(self.learner), "action_mask": self.action_masks()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.learner}

    def action_masks(self) -> Mask:
        """Legal actions of the learner as 0 and 1; none when the game is over."""
        return no_mask() if self._ended else self.table.mask(self.learner)
