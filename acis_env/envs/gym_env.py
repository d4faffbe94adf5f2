"""The Gymnasium environment `acis/Acis-v0`: one learner, the other seats played by named players."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from acis_rules import IllegalAction
from acis_rules.kernel.actions import N_ACTIONS

from ..observe.encoder import Mask
from ..players import make_player
from .aec import MAX_DECISIONS, MAX_SEATS
from .checks import Opponents, check_game, check_history, check_seat, game_of_reset, spec_list
from .info import Herald, Info, final_results
from .rewards import AT_THE_END, Payer, check_reward
from .running_game import NO_MASK, dealt
from .shell import RENDER_MODES, Shell, check_render_mode, observation_space


class AcisGym(Shell, gymnasium.Env[dict[str, Any], np.int64]):
    """One seat learns; the environment plays the others.

    The observation is the same dict as in the AEC environment. `action_masks()` is what
    MaskablePPO asks for.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        scenario: str = "basic_2p",
        opponents: Opponents = "random",
        seat: int | None = None,
        options: dict[str, Any] | None = None,
        reward: str = "outcome",
        max_decisions: int = MAX_DECISIONS,
        illegal: Literal["raise", "lose"] = "raise",
        render_mode: str | None = None,
        details: bool = False,
        history: int = 0,
    ) -> None:
        """`seat` is the learner's; None draws it anew for every game.

        `opponents` is one spec for all other seats, or a list with one for each of them.
        `illegal`: what an illegal action does: an error that leaves the game as it is, or the
        end of the game with the worst reward, -1 (for learners and checks that know no masks).
        With the reward `vp` there is no worst one, and losing on purpose could pay: refused.
        `details`: info tells more, see `acis_env.envs.info`. `history`: so many of the last events are in
        observations.
        """
        self._one_for_all = not isinstance(opponents, list | tuple)
        specs = spec_list(opponents)
        self.opponents = specs * (MAX_SEATS - 1) if self._one_for_all else specs
        self.seat = seat
        self.max_decisions = max_decisions
        self._check(scenario, options)
        for spec in specs:
            make_player(spec)  # an unknown one is refused here, not in the middle of a game
        if illegal not in ("raise", "lose"):
            raise ValueError(f"unknown choice illegal={illegal!r}; there are: raise, lose")
        self.scenario = scenario
        self.options = dict(options or {})
        self.reward = check_reward(reward)
        if illegal == "lose" and reward not in AT_THE_END:
            known = ", ".join(AT_THE_END)
            raise ValueError(f"illegal='lose': reward {reward!r} has no worst one to pay; use {known}")
        self.illegal = illegal
        self.render_mode = check_render_mode(render_mode)
        self.details = bool(details)
        self.history = check_history(history)
        self.observation_space = observation_space(history)
        self.action_space = spaces.Discrete(N_ACTIONS)
        self._ended = False

    def _check(self, scenario: str, options: dict[str, Any] | None) -> None:
        world = check_game(scenario, options, self.max_decisions)
        needed = world.n_seats - 1
        if not self._one_for_all and len(self.opponents) != needed:
            raise ValueError(f"opponents: {scenario} needs {needed} of them, {len(self.opponents)} given")
        if self.seat is not None:
            check_seat("seat", self.seat, [world])

    # ---------------------------------------------------------------------- reset, step

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], Info]:
        """Start a game and play on to the learner's first decision.

        `options`: "scenario" and "game_options" replace those of the constructor. If it fails, the
        running game is as it was.
        """
        self.begin(seed, options)
        info = self.info()
        return self._seen(self.running, self.learner, info["action_mask"].copy()), info

    def step(self, action: np.int64 | int) -> tuple[dict[str, Any], float, bool, bool, Info]:
        """Answer the learner's decision and play on to its next one."""
        reward, over, cut = self.answer(action)
        info = self.info()
        return self._seen(self.running, self.learner, info["action_mask"].copy()), reward, over, cut, info

    def begin(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """`reset` without looking at the game."""
        scenario, game_options = game_of_reset(options, self.scenario, self.options)
        self._check(scenario, game_options)
        super().reset(seed=seed)
        running, learner, players = dealt(
            scenario, game_options, self.seat, lambda number: self.opponents[number], self.np_random
        )
        self._running, self.learner, self._players = running, learner, players
        self._payer = Payer(self.reward, running.seats)
        self._herald = Herald(running.seats, self.details)
        self._ended = False
        if self.render_mode == "human":
            self.render()

    def answer(self, action: Any) -> tuple[float, bool, bool]:
        """`step` without looking at the game: reward, whether it is over, whether it was cut short."""
        running = self.running
        if self._ended:
            raise IllegalAction(f"action {action}: the game is over: call reset()")
        chosen = running.absolute(action)
        if chosen < 0 and self.illegal == "lose":
            self._ended = True
            return -1.0, True, False
        if chosen < 0:
            raise running.illegal(action)
        running.apply(chosen)
        running.play(self._players, self.max_decisions)
        over, cut = running.game.over, running.is_cut(self.max_decisions)
        self._ended = over or cut
        paid = self._payer.due(running.game, self._ended)
        if self.render_mode == "human":
            self.render()
        return 0.0 if paid is None else paid[self.learner], over, cut

    # ------------------------------------------------------------------------ what is seen

    def info(self) -> Info:
        """What info tells now; see `acis_env.envs.info`. No results if an illegal action lost the game."""
        running, herald = self.running, self._herald
        if self._ended:
            by_the_rules = running.game.over or running.is_cut(self.max_decisions)
            results = final_results(running.game, running.decisions) if by_the_rules else {}
            info = herald.ends(running, self.learner, results)
        else:
            info = herald.asks(running)
        info["seat"] = self.learner
        return info

    def action_masks(self) -> Mask:
        """Legal actions of the learner as 0 and 1; none when the game is over."""
        return NO_MASK.copy() if self._ended else self.running.mask(self.learner)
