"""TorchRL: one actor for all seats through `PettingZooWrapper`, and a few steps of policy gradient.

Needs `pip install torchrl`. All agents are in one group, so that their tensors are stacked;
("player", "mask") says who decides.
"""

import pettingzoo
import torch
from tensordict.nn import TensorDictModule
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor

import acis_env  # noqa: F401  (registers the environment)

torch.manual_seed(1)
game = pettingzoo.make("aec", "acis/acis_v0", scenario="basic_3p", reward="vp")
env = PettingZooWrapper(game, use_mask=True, group_map={"player": game.possible_agents}, seed=1)
size, actions = game.observation_space("player_0")["observation"].shape[0], game.action_space("player_0").n
actor = ProbabilisticActor(
    TensorDictModule(
        torch.nn.Linear(size, actions),
        in_keys=[("player", "observation", "observation")],
        out_keys=[("player", "logits")],
    ),
    in_keys={"logits": ("player", "logits"), "mask": ("player", "action_mask")},
    out_keys=[("player", "action")],
    distribution_class=MaskedCategorical,
)
optimiser = torch.optim.Adam(actor.parameters(), lr=1e-3)
for update in range(3):
    with torch.no_grad():
        batch = env.rollout(100, actor)
    rewards = batch["next", "player", "reward"].squeeze(-1)
    returns = rewards.flip(0).cumsum(0).flip(0)  # what each seat was paid from here on
    decides = batch["player", "mask"]
    chances = actor.get_dist(batch).log_prob(batch["player", "action"])
    loss = -(chances * returns)[decides].mean()
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
    print(f"update {update}: {len(batch)} decisions, loss {loss.item():+.4f}")

env.reset()
mask = game.last()[0]["action_mask"]
print("at random:", game.describe(game.action_space(game.agent_selection).sample(mask)))
