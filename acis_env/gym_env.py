"""The Gymnasium environment `acis/Acis-v0`: one learner, the other seats played by named players."""

from __future__ import annotations

import copy
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
from .schema import OBSERVATION_SIZE
from .table import Table


class AcisGym(gymnasium.Env[dict[str, Any], np.int64]):
    """One seat learns; the environment plays the others.

    The observation is the same dict as in the AEC environment. `action_masks()` is what
    MaskablePPO asks for.
    """

    metadata = {"render_modes": ["ansi", "rgb_array", "human", "svg"], "render_fps": 2}  # noqa: RUF012

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
        n = load_scenario(scenario).players
        self.opponents = list(opponents) if isinstance(opponents, list) else [opponents] * (MAX_SEATS - 1)
        if isinstance(opponents, list) and len(opponents) != n - 1:
            raise ValueError(f"opponents: {scenario} needs {n - 1} of them, {len(opponents)} given")
        if seat is not None and not 0 <= seat < n:
            raise ValueError(f"seat {seat}: {scenario} has seats 0 to {n - 1}")
        for spec in self.opponents:
            make_player(spec)  # an unknown one is refused here, not in the middle of a game
        self.scenario = scenario
        self.seat = seat
        self.options = dict(options or {})
        self.reward = check_reward(reward)
        self.max_decisions = max_decisions
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space = spaces.Dict({
            "observation": spaces.Box(0.0, 255.0, (OBSERVATION_SIZE,), np.float32),
            "action_mask": spaces.Box(0, 1, (N_ACTIONS,), np.int8),
        })  # fmt: skip
        self.action_space = spaces.Discrete(N_ACTIONS)
        self._viewer: Any = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game and play on to the learner's first decision."""
        super().reset(seed=seed)
        scenario = (options or {}).get("scenario", self.scenario)
        game_seed = int(self.np_random.integers(2**63))
        self.table = Table.new(scenario, game_seed, self.options)
        n = self.table.game.state.world.n_seats
        self.learner = self.seat if self.seat is not None else int(self.np_random.integers(n))
        others = [seat for seat in range(n) if seat != self.learner]
        self._players = {
            seat: make_player(spec, game_seed + 1 + seat)
            for seat, spec in zip(others, self.opponents, strict=False)
        }
        self._lead = 0.0
        self._play_others()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Answer the learner's decision and play on to its next one."""
        table = self.table
        chosen = table.absolute(int(action)) if table.seat == self.learner else -1
        if chosen < 0 and self.illegal == "lose" and not table.game.over:
            return self._observation(), -1.0, True, False, self._info()
        if chosen < 0:
            raise IllegalAction(
                f"action {action} is not legal for {table.game.decision.kind!r}: see action_masks()"
                if not table.game.over
                else "the game is over: call reset()"
            )
        table.apply(chosen)
        self._play_others()
        over = table.game.over
        cut = not over and table.decisions >= self.max_decisions
        reward = 0.0
        if self.reward == "vp":
            lead = leads(table.game)[self.learner]
            reward, self._lead = lead - self._lead, lead
        elif over or cut:
            reward = AT_THE_END[self.reward](table.game)[self.learner]
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, over, cut, self._info()

    def _play_others(self) -> None:
        table = self.table
        game = table.game
        while not game.over and game.seat != self.learner and table.decisions < self.max_decisions:
            player = self._players[game.seat]
            table.apply(player.act(game.view(game.seat), game.decision, game.legal_actions()))

    def _observation(self) -> dict[str, Any]:
        observation = self.table.observation(self.learner).copy()  # Gymnasium wants it to be the user's
        return {"observation": observation, "action_mask": self.action_masks()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.learner}

    def action_masks(self) -> Mask:
        """Legal actions of the learner as 0 and 1."""
        return self.table.mask(self.learner)

    def describe(self, action: int) -> str:
        """An action in words."""
        return self.table.describe(action)

    def clone(self) -> AcisGym:
        """An independent copy of the running environment."""
        return copy.deepcopy(self)

    def render(self) -> Any:
        """A picture of the board in the chosen `render_mode`."""
        if self.render_mode is None:
            return None
        from .render import render

        picture, self._viewer = render(self.table.game, self.render_mode, self._viewer)
        return picture

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._viewer is not None:
            self._viewer.close()
            self._viewer = None
