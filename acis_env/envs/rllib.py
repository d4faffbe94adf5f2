"""RLlib: the environment as a `MultiAgentEnv` with action masks. Needs the `ray` extra.

Observations are dicts with the keys `observations` and `action_mask`, as RLlib's action masking
modules expect them. Only the agent whose decision is open gets an observation; its reward is
what it was paid since its last action. When the game ends, every agent gets its last ones, and infos tell
the results.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from acis_rules.kernel.actions import N_ACTIONS

from ..observe.schema import OBSERVATION_SIZE
from .aec import AcisAEC

try:
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
except ImportError as error:
    raise ImportError("acis_env.envs.rllib needs RLlib: pip install 'acis[ray]'") from error

ByAgent = dict[str, Any]


class AcisMultiAgentEnv(MultiAgentEnv):
    """One game for RLlib; `config` holds the arguments of `acis_v0.raw_env`."""

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.env = AcisAEC(**(config or {}))
        self.possible_agents = self.env.possible_agents
        self.agents: list[str] = []
        space = spaces.Dict({
            "observations": spaces.Box(0.0, 255.0, (OBSERVATION_SIZE,), np.float32),
            "action_mask": spaces.Box(0.0, 1.0, (N_ACTIONS,), np.float32),
        })  # fmt: skip
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(N_ACTIONS))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ByAgent, ByAgent]:
        """Start a game; `options` as in the AEC environment."""
        self.env.reset(seed=seed, options=options)
        self.agents = list(self.env.agents)
        agent = self.env.agent_selection
        return {agent: self._observation(agent)}, {agent: self._info(agent)}

    def step(self, action_dict: ByAgent) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        """Answer the open decision."""
        env = self.env
        env.step(action_dict[env.agent_selection])
        over, cut = any(env.terminations.values()), any(env.truncations.values())
        shown = self.agents if over or cut else [env.agent_selection]
        return (
            {agent: self._observation(agent) for agent in shown},
            {agent: env._cumulative_rewards[agent] for agent in shown},
            {**dict.fromkeys(shown, over), "__all__": over},
            {**dict.fromkeys(shown, cut), "__all__": cut},
            {agent: self._info(agent) for agent in shown},
        )

    def _observation(self, agent: str) -> dict[str, Any]:
        seen = self.env.observe(agent)
        return {"observations": seen["observation"], "action_mask": seen["action_mask"].astype(np.float32)}

    def _info(self, agent: str) -> dict[str, Any]:
        """Results and details; the mask is in the observation."""
        return {name: value for name, value in self.env.infos[agent].items() if name != "action_mask"}

    def render(self) -> Any:
        """A picture of the board in the chosen `render_mode`."""
        return self.env.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self.env.close()
