"""Ancient Civilizations of the Inner Sea for PettingZoo, version 0.

| | |
|---|---|
| import            | `import acis_env`, then `pettingzoo.make("aec", "acis/acis_v0")`; or this module |
| agents            | 2 to 6, `player_0` ... `player_5`, one per seat, through all changes of civilization |
| actions           | Discrete(272), the same for every scenario; illegal ones are masked |
| observation       | dict: `observation` (float32 vector, see `acis obs --schema`), `action_mask` (int8) |
| info              | the mask; at the end results; details if they are asked for (`acis_env.envs.info`) |
| state             | all seats' observations: perfect information for centralised critics |
| rewards           | `outcome`, `rank`, `margin`, `vp` (see `acis_env.envs.rewards`) |

Agents are asked out of turn: to negate a card, to take a loss or pay, to choose in an Event.
`agent_selection` is always the agent whose decision is open. A faction in an action is named by
slot: 0 is yourself, 1 the next in turn order, ..., 6 the Barbarians.

    env = acis_v0.env(scenario="basic_4p")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        mask = info.get("action_mask")
        action = None if termination or truncation else env.action_space(agent).sample(mask)
        env.step(action)

Version history: v0, first version.
"""

from __future__ import annotations

from typing import Any

from .envs.aec import AcisAEC, Ordered


def raw_env(**arguments: Any) -> AcisAEC:
    """The bare environment: an illegal action raises."""
    return AcisAEC(**arguments)


def env(**arguments: Any) -> AcisAEC:
    """The environment with PettingZoo's order check, which catches a forgotten reset or step."""
    return Ordered(**arguments)


__all__ = ["env", "raw_env"]
