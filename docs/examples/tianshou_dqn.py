"""Tianshou: a DQN for each seat through its `PettingZooEnv`; it plays, and learns a few steps.

Needs `pip install tianshou`.
"""

import pettingzoo
import torch
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.utils.net.common import Net
from tianshou.utils.torch_utils import policy_within_training_step

import acis_env  # noqa: F401  (registers the environment)


def make() -> PettingZooEnv:
    """One game of two."""
    return PettingZooEnv(pettingzoo.make("aec", "acis/acis_v0", scenario="basic_2p", reward="vp"))


torch.manual_seed(1)
env = make()
size, actions = env.observation_space["observation"].shape[0], env.action_space.n
learners = [
    DQN(
        policy=DiscreteQLearningPolicy(
            model=Net(state_shape=size, action_shape=actions, hidden_sizes=[64]),
            action_space=env.action_space,
            eps_training=0.2,
        ),
        optim=AdamOptimizerFactory(lr=1e-3),
    )
    for _ in env.agents
]
together = MultiAgentOffPolicyAlgorithm(algorithms=learners, env=env)
games = DummyVectorEnv([make, make])
collector = Collector(together.policy, games, VectorReplayBuffer(2000, 2), exploration_noise=True)
collector.reset(reset_buffer=True, gym_reset_kwargs={"seed": 1})
with policy_within_training_step(together.policy):
    for update in range(3):
        collected = collector.collect(n_step=100)
        learned = together.update(sample_size=64, buffer=collector.buffer)
        losses = learned.get_loss_stats_dict()
        print(f"update {update}: {collected.n_collected_steps} decisions,", *losses.items())

seen, _ = env.reset()
mask = torch.tensor(seen["mask"]).to(torch.int8).numpy()
print("at random:", env.env.describe(env.action_space.sample(mask)))
