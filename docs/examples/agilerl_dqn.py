"""AgileRL: its DQN with action masks on one seat, the others played inside; a few steps of learning.

Needs `pip install agilerl`, which asks for PettingZoo before 1.27: an environment of its own.
"""

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import DQN
from agilerl.components.data import Transition
from agilerl.components.replay_buffer import ReplayBuffer

import acis_env  # noqa: F401  (registers the environment)

torch.manual_seed(1)
env = gymnasium.make("acis/Acis-v0", scenario="basic_2p", opponents="random", reward="vp")
learner = DQN(
    env.observation_space["observation"],
    env.action_space,
    net_config={"encoder_config": {"hidden_size": [64]}},
    batch_size=32,
)
memory = ReplayBuffer(max_size=1000)
seen, info = env.reset(seed=1)
losses = []
for step in range(120):
    action = learner.get_action(seen["observation"], epsilon=0.2, action_mask=info["action_mask"])
    following, reward, over, cut, info = env.step(action)  # an array with one action
    transition = Transition(
        obs=seen["observation"], action=action, reward=reward, next_obs=following["observation"], done=over
    )
    transition = transition.unsqueeze(0)
    transition.batch_size = [1]
    memory.add(transition.to_tensordict())
    seen = following
    if over or cut:
        seen, info = env.reset()
    if step >= 100:
        losses.append(learner.learn(memory.sample(32)))
print(f"{step + 1} decisions, {len(losses)} steps of learning, loss {np.mean(losses):.4f}")
print("at random:", env.unwrapped.describe(env.action_space.sample(info["action_mask"])))
