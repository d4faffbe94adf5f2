"""PPO in one file, as CleanRL writes it: `gymnasium.make_vec`, masks, autoreset in the same step.

Needs the `train` extra. A few updates of a small network; real training takes millions of decisions.
"""

import gymnasium
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import acis_env  # noqa: F401  (registers the environment)

GAMES, STEPS, UPDATES, EPOCHS, BATCHES = 8, 64, 3, 2, 4
GAMMA, LAMBDA, CLIP, RATE = 0.999, 0.95, 0.2, 1e-3

torch.manual_seed(1)
envs = gymnasium.make_vec(
    "acis/Acis-v0", num_envs=GAMES, scenario="basic_2p", opponents="random", reward="vp"
)
size, actions = envs.single_observation_space["observation"].shape[0], envs.single_action_space.n
body = nn.Sequential(nn.Linear(size, 64), nn.Tanh())
policy, value = nn.Linear(64, actions), nn.Linear(64, 1)
parameters = [*body.parameters(), *policy.parameters(), *value.parameters()]
optimiser = torch.optim.Adam(parameters, lr=RATE)


def look(observation: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
    """The chances of the legal actions, and the value of the position."""
    seen = body(observation)
    return Categorical(logits=policy(seen).masked_fill(~mask, -1e9)), value(seen).squeeze(-1)


def tensors(seen: dict[str, np.ndarray]) -> tuple[torch.Tensor, torch.Tensor]:
    """Observations and masks."""
    return torch.from_numpy(seen["observation"]), torch.from_numpy(seen["action_mask"]).bool()


seen, infos = envs.reset(seed=1)
for update in range(UPDATES):
    observations = torch.zeros(STEPS, GAMES, size)
    masks = torch.zeros(STEPS, GAMES, actions, dtype=torch.bool)
    chosen = torch.zeros(STEPS, GAMES, dtype=torch.long)
    chances, values, rewards, ends = (torch.zeros(STEPS, GAMES) for _ in range(4))
    for step in range(STEPS):
        observations[step], masks[step] = tensors(seen)
        with torch.no_grad():
            legal, values[step] = look(observations[step], masks[step])
        chosen[step] = legal.sample()
        chances[step] = legal.log_prob(chosen[step])
        seen, reward, over, cut, infos = envs.step(chosen[step].numpy())
        rewards[step], ends[step] = torch.from_numpy(reward), torch.from_numpy(over | cut).float()
        for row in np.flatnonzero(cut):  # the game could have gone on: the value of its last position counts
            last = torch.from_numpy(infos["final_obs"][row]["observation"])
            rewards[step, row] += GAMMA * value(body(last)).item()

    advantages = torch.zeros(STEPS, GAMES)
    with torch.no_grad():
        following, advantage = look(*tensors(seen))[1], torch.zeros(GAMES)
    for step in reversed(range(STEPS)):
        goes_on = 1 - ends[step]
        error = rewards[step] + GAMMA * following * goes_on - values[step]
        advantages[step] = advantage = error + GAMMA * LAMBDA * goes_on * advantage
        following = values[step]
    returns = advantages + values

    flat = [x.flatten(0, 1) for x in (observations, masks, chosen, chances, advantages, returns)]
    for _ in range(EPOCHS):
        for some in torch.randperm(STEPS * GAMES).chunk(BATCHES):
            observation, mask, action, chance, advantage, target = (x[some] for x in flat)
            legal, worth = look(observation, mask)
            ratio = (legal.log_prob(action) - chance).exp()
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            gain = torch.min(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
            loss = -gain + 0.5 * (worth - target).square().mean() - 0.01 * legal.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(parameters, 0.5)
            optimiser.step()
    print(
        f"update {update}: {STEPS * GAMES} decisions, {int(ends.sum())} games ended, loss {loss.item():+.4f}"
    )

print("at random:", envs.single_action_space.sample(seen["action_mask"][0]))
