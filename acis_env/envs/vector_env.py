"""`gymnasium.make_vec("acis/Acis-v0", num_envs=8, ...)`: many games in one process, one learner in each.

Arguments, seeds and games are those of `AcisGym`, one for each row; observations are packed and unpacked for
all rows together.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..observe.encoder import Bytes, Floats, Mask, scaled, unpack
from ..observe.history import history
from ..observe.schema import OBSERVATION_SIZE
from .checks import check_at_least_one
from .gym_env import AcisGym
from .info import Info

Array = npt.NDArray[Any]
Observations = dict[str, Array]
SHOWN = ("action_mask", "seat")  # of the info of every row


class AcisVectorEnv(VectorEnv[Observations, Array, Array]):
    """`num_envs` games, each with the arguments of `AcisGym`.

    A game that ends is replaced in the same step: the row shows the next game, and `infos["final_obs"]`
    and `infos["final_info"]` how the last one ended. With AutoresetMode.NEXT_STEP the row shows the end,
    and the next step starts a game there whatever its action.
    """

    def __init__(
        self,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        **arguments: Any,
    ) -> None:
        check_at_least_one("num_envs", num_envs)
        mode = AutoresetMode(autoreset_mode)
        if mode is AutoresetMode.DISABLED:
            raise ValueError("autoreset_mode: games that end are always replaced; use SameStep or NextStep")
        self.envs = [AcisGym(**arguments) for _ in range(num_envs)]
        first = self.envs[0]
        self.num_envs = num_envs
        self.metadata = {**first.metadata, "autoreset_mode": mode}
        self.render_mode = first.render_mode
        self.single_observation_space = first.observation_space
        self.single_action_space = first.action_space
        self.observation_space = batch_space(first.observation_space, num_envs)
        self.action_space = batch_space(first.action_space, num_envs)
        self._same_step = mode is AutoresetMode.SAME_STEP
        self._ended = np.zeros(num_envs, bool)
        self._raw: Bytes = np.zeros((num_envs, OBSERVATION_SIZE), np.uint8)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Info]:
        """Start all games anew; row k has the game that `AcisGym` has with `seed + k`."""
        rows = range(self.num_envs)
        seeds = seed if isinstance(seed, list) else [None if seed is None else seed + row for row in rows]
        if len(seeds) != self.num_envs:
            raise ValueError(f"reset: {self.num_envs} games, {len(seeds)} seeds given")
        for env, own in zip(self.envs, seeds, strict=True):
            env.begin(own, options)
        self._ended[:] = False
        return self._look({})

    def step(self, actions: Array) -> tuple[Observations, Array, Array, Array, Info]:
        """Answer the learner's decision in every game. One illegal action refuses the whole step."""
        self._check(actions)
        rewards: Floats = np.zeros(self.num_envs, np.float32)
        terminated = np.zeros(self.num_envs, bool)
        truncated = np.zeros(self.num_envs, bool)
        infos: Info = {}
        for row, env in enumerate(self.envs):
            if self._ended[row]:
                env.begin()
                continue
            rewards[row], terminated[row], truncated[row] = env.answer(actions[row])
            if self._same_step and (terminated[row] or truncated[row]):
                final = env.info()
                seen = env._seen(env.running, env.learner, final["action_mask"])
                infos = self._add_info(infos, {"final_obs": seen, "final_info": final}, row)
                env.begin()
        if not self._same_step:
            self._ended = terminated | truncated
        observations, _ = self._look(infos)
        return observations, rewards, terminated, truncated, infos

    def _check(self, actions: Array) -> None:
        if len(actions) != self.num_envs:
            raise ValueError(f"step: {self.num_envs} games, {len(actions)} actions given")
        for row, env in enumerate(self.envs):
            if env.illegal == "raise" and not self._ended[row] and env.running.absolute(actions[row]) < 0:
                raise env.running.illegal(actions[row], f"game {row}")

    def _look(self, infos: Info) -> tuple[Observations, Info]:
        """Observations and infos of all rows; the infos are added to those of games that have ended."""
        envs = self.envs
        rows = [env.info() for env in envs]
        for name in SHOWN:
            infos[name] = np.array([row[name] for row in rows])
            infos[f"_{name}"] = np.ones(self.num_envs, bool)
        for number, row in enumerate(rows):
            self._add_info(infos, {name: row[name] for name in row if name not in SHOWN}, number)
        unpack([env.running.packed(env.learner) for env in envs], self._raw)
        seen: Observations = {"observation": scaled(self._raw), "action_mask": infos["action_mask"].copy()}
        if length := envs[0].history:
            views = [env.running.game.view(env.learner) for env in envs]
            seen["history"] = np.stack([history(view, length) for view in views])
        return seen, infos

    def action_masks(self) -> Mask:
        """Legal actions of all rows."""
        return np.stack([env.action_masks() for env in self.envs])

    def render(self) -> tuple[Any, ...]:
        """A picture of every game in the chosen `render_mode`."""
        return tuple(env.render() for env in self.envs)

    def close_extras(self, **kwargs: Any) -> None:
        """Close the windows, if there are any."""
        for env in self.envs:
            env.close()
