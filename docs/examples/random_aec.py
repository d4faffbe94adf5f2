"""A game between random agents through PettingZoo: masks, rewards, actions in words."""

import pettingzoo

import acis_env  # noqa: F401  (registers the environment)

env = pettingzoo.make("aec", "acis/acis_v0", scenario="basic_3p", reward="outcome")
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        seat = env.possible_agents.index(agent)
        print(f"{agent}: rank {info['ranks'][seat]}, {info['final_vp'][seat]:g} VP, reward {reward:+.2f}")
        env.step(None)
        continue
    action = env.action_space(agent).sample(info["action_mask"])
    if env.running.decisions % 100 == 0:
        print(agent, "decides:", env.describe(action))
    env.step(action)
env.close()
