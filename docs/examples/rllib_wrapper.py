"""The environment for RLlib: one step of a game, and how PPO would be told of it.

Needs the `ray` extra; without it this says so and stops.
"""

import sys

try:
    from acis_env.envs.rllib import AcisMultiAgentEnv
except ImportError as error:
    print(error)
    sys.exit(0)

env = AcisMultiAgentEnv({"scenario": "basic_4p", "reward": "vp"})
observations, _ = env.reset(seed=1)
(agent, seen), *_ = observations.items()
legal = seen["action_mask"].nonzero()[0]
observations, rewards, terminateds, truncateds, _ = env.step({agent: int(legal[0])})
print(agent, "moved;", *observations, "decides now; over:", terminateds["__all__"])

# PPOConfig().environment(
#     AcisMultiAgentEnv, env_config={"scenario": "basic_4p"}, disable_env_checking=True
# ).multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **_: "shared")
# and one of RLlib's action masking modules as the RLModule. A whole training: acis train --engine rllib.
