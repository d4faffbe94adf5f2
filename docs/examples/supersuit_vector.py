"""SuperSuit: the seats of several games as rows of one vector environment, and a step of policy gradient.

Needs `pip install supersuit` and the `train` extra. SuperSuit takes parallel environments, and this game has
turns: PettingZoo's `turn_based_aec_to_parallel` gives every agent an observation in every step and plays the
action of the one who decides, which is the one with a mask that is not empty. (For one learner in each game
`gymnasium.make_vec` is faster: cleanrl_ppo.py.)
"""

import numpy as np
import pettingzoo
import supersuit
import torch
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import acis_env  # noqa: F401  (registers the environment)

GAMES, STEPS = 2, 100
torch.manual_seed(1)
game = pettingzoo.make("aec", "acis/acis_v0", scenario="basic_3p", reward="vp")
rows = supersuit.pettingzoo_env_to_vec_env_v1(turn_based_aec_to_parallel(game))
envs = supersuit.concat_vec_envs_v1(rows, GAMES)
size, actions = envs.observation_space["observation"].shape[0], envs.action_space.n
network = torch.nn.Linear(size, actions)
optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
seen, _ = envs.reset(seed=1)
chances, decides, rewards = [], [], []
for _ in range(STEPS):
    mask = torch.from_numpy(seen["action_mask"]).bool()
    asked = mask.any(1)
    logits = network(torch.from_numpy(seen["observation"])).masked_fill(~mask & asked[:, None], -1e9)
    policy = torch.distributions.Categorical(logits=logits)
    action = policy.sample()
    seen, reward, over, cut, _ = envs.step(action.numpy())
    chances.append(policy.log_prob(action))
    decides.append(asked)
    rewards.append(torch.from_numpy(reward))
returns = torch.stack(rewards).flip(0).cumsum(0).flip(0)
loss = -(torch.stack(chances) * returns)[torch.stack(decides)].mean()
loss.backward()
optimiser.step()
print(f"{len(reward)} rows, {int(torch.stack(decides).sum())} decisions, loss {loss.item():+.4f}")

row = int(np.flatnonzero(seen["action_mask"].any(1))[0])
print("row", row, "at random:", envs.action_space.sample(seen["action_mask"][row]))
