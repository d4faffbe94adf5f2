"""What the environments over one game share: spaces, words, copies and pictures."""

from __future__ import annotations

import copy
from typing import Any, Self

import numpy as np
from gymnasium import spaces

from acis_rules.kernel.actions import N_ACTIONS

from ..observe.encoder import Mask
from ..observe.history import FIELDS, history
from ..observe.schema import OBSERVATION_SIZE
from .running_game import RunningGame, observed

RENDER_MODES = ["ansi", "rgb_array", "human", "svg"]


def check_render_mode(mode: str | None) -> str | None:
    """The mode, or an error that names those there are."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"unknown render_mode {mode!r}; there are: {', '.join(RENDER_MODES)}")
    return mode


def observation_space(events: int = 0) -> spaces.Dict:
    """An observation and the action mask: the same for every seat and scenario.

    `events`: how many of the last events are told beside them.
    """
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0.0, 255.0, (OBSERVATION_SIZE,), np.float32),
        "action_mask": spaces.Box(0, 1, (N_ACTIONS,), np.int8),
    }
    if events:
        most = np.tile(np.array([field.most for field in FIELDS], np.int16), (events, 1))
        least = np.where([field.name == "n" for field in FIELDS], -most, 0).astype(np.int16)
        parts["history"] = spaces.Box(least, most, dtype=np.int16)
    return spaces.Dict(parts)


class Shell:
    """An environment around one game."""

    render_mode: str | None
    history = 0  # of the last events, how many an observation tells
    _running: RunningGame | None = None
    _viewer: Any = None

    @property
    def running(self) -> RunningGame:
        """The running game."""
        if self._running is None:
            raise RuntimeError("reset() must be called first")
        return self._running

    def _seen(self, running: RunningGame, seat: int, mask: Mask) -> dict[str, Any]:
        """What a seat sees, with its mask."""
        seen: dict[str, Any] = {"observation": observed(running, seat), "action_mask": mask}
        if self.history:
            seen["history"] = history(running.game.view(seat), self.history)
        return seen

    def describe(self, action: int) -> str:
        """An action of the seat to move, in words."""
        return self.running.describe(action)

    def clone(self) -> Self:
        """An independent copy of the running environment, position and all."""
        return copy.deepcopy(self)

    def render(self) -> Any:
        """A picture of the board in the chosen `render_mode`."""
        if self.render_mode is None:
            return None
        from ..render import render

        picture, self._viewer = render(self.running.game, self.render_mode, self._viewer)
        return picture

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._viewer is not None:
            self._viewer.close()
            self._viewer = None
