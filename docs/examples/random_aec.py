"""A game between random agents through PettingZoo: masks, rewards, actions in words."""

from acis_env import acis_v0

env = acis_v0.env(scenario="basic_3p", reward="outcome")
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        print(f"{agent}: {reward:+.2f}")
        env.step(None)
        continue
    action = env.action_space(agent).sample(info["action_mask"])
    if env.unwrapped.running.decisions % 100 == 0:
        print(agent, "decides:", env.unwrapped.describe(action))
    env.step(action)
env.close()
