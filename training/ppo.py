"""MaskablePPO (sb3-contrib) on our networks, fed by the rollouts of all learning seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.vec_env import VecEnv
from torch import Tensor

from acis_env.observe.encoder import Bytes, Floats, Mask
from acis_env.observe.schema import OBSERVATION_SIZE
from acis_rules.kernel.actions import N_ACTIONS
from agents.learned.networks import Network, build, choose, masked

from .rollout import Collector


class NetworkPolicy(MaskableActorCriticPolicy):
    """An SB3 policy around one of our networks."""

    def __init__(self, *args: Any, network: dict[str, Any], **kwargs: Any) -> None:
        self._network_settings = network
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Any) -> None:
        self.network: Network = build(self._network_settings)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=lr_schedule(1), eps=1e-5)

    def forward(
        self, obs: Any, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Actions, values and log-probabilities."""
        logits, values = self.network(obs)
        logprobs = masked(logits, torch.as_tensor(action_masks))
        actions = choose(logprobs, deterministic)
        return actions, values, logprobs.gather(1, actions[:, None]).squeeze(1)

    def evaluate_actions(
        self, obs: Any, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Values, log-probabilities and entropies of actions taken."""
        logits, values = self.network(obs)
        logprobs = masked(logits, torch.as_tensor(action_masks))
        entropy = -(logprobs.exp() * logprobs.clamp(min=-50)).sum(-1)
        return values, logprobs.gather(1, actions.long()[:, None]).squeeze(1), entropy

    def predict_values(self, obs: Any) -> Tensor:
        """Values of positions."""
        values: Tensor = self.network(obs)[1]
        return values

    def _predict(self, observation: Any, deterministic: bool = False, action_masks: Any = None) -> Tensor:
        return self.forward(observation, deterministic, action_masks)[0]


class _Spaces(VecEnv):
    """Tells MaskablePPO the spaces; the games are stepped by the collector."""

    def __init__(self) -> None:
        super().__init__(1, spaces.Box(0, 255, (OBSERVATION_SIZE,), np.uint8), spaces.Discrete(N_ACTIONS))

    def reset(self) -> Any:
        return np.zeros((1, OBSERVATION_SIZE), np.uint8)

    def step_async(self, actions: Any) -> None:
        raise NotImplementedError("the collector steps the games")

    def step_wait(self) -> Any:
        raise NotImplementedError("the collector steps the games")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        return [None]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        return

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False]

    def close(self) -> None:
        return


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO whose rollouts are the decisions of all learning seats."""

    collector: Collector
    snapshots: list[Network]
    games_played = 0

    @classmethod
    def create(cls, network: dict[str, Any], settings: Any, seed: int) -> SelfPlayPPO:
        """A learner with a fresh network; `settings` are those of `PPOConfig`."""
        return cls(
            NetworkPolicy,
            _Spaces(),
            learning_rate=_schedule(settings.learning_rate, settings.final_learning_rate),
            n_steps=settings.rollout,
            batch_size=settings.batch_size,
            n_epochs=settings.epochs,
            gamma=settings.gamma,
            gae_lambda=settings.gae_lambda,
            clip_range=settings.clip_range,
            ent_coef=settings.entropy,
            vf_coef=settings.value,
            target_kl=settings.target_kl,
            policy_kwargs={"network": network},
            seed=seed,
            device="cpu",
            verbose=0,
        )

    @property
    def network(self) -> Network:
        """The network being trained."""
        policy = self.policy
        assert isinstance(policy, NetworkPolicy)
        return policy.network

    def collect_rollouts(
        self, env: Any, callback: Any, rollout_buffer: Any, n_rollout_steps: int, use_masking: bool = True
    ) -> bool:
        """Fill the buffer with finished decisions of all learning seats."""
        self.policy.set_training_mode(False)
        snapshots = [_actor(network) for network in self.snapshots]
        rollout = self.collector.collect(n_rollout_steps, _actor(self.network), snapshots)
        self.games_played += rollout.games
        n = len(rollout.actions)
        n -= n % (self.batch_size or n)  # whole minibatches only: one of a single decision has no spread
        buffer = rollout_buffer
        buffer.buffer_size = n
        buffer.observations = rollout.observations[:n, None]
        buffer.action_masks = rollout.masks[:n, None]
        buffer.actions = rollout.actions[:n].astype(np.float32)[:, None, None]
        buffer.values = rollout.values[:n, None]
        buffer.log_probs = rollout.log_probs[:n, None]
        buffer.advantages = rollout.advantages[:n, None]
        buffer.returns = rollout.returns[:n, None]
        buffer.full = True
        buffer.generator_ready = False
        self.num_timesteps += n
        callback.update_locals(locals())
        keep_on: bool = callback.on_rollout_end() is not False and callback.on_step()
        return keep_on


def _schedule(first: float, last: float | None) -> Callable[[float], float]:
    """The learning rate by the share of the run that is left."""
    end = first if last is None else last
    return lambda left: end + (first - end) * max(0.0, left)


def _actor(network: Network) -> Any:
    """A function that lets a network act on a batch."""

    @torch.no_grad()
    def act(raw: Bytes, masks: Mask) -> tuple[Any, Floats, Floats]:
        logits, values = network(torch.from_numpy(raw))
        logprobs = masked(logits, torch.from_numpy(masks))
        actions = choose(logprobs, False)
        picked = logprobs.gather(1, actions[:, None]).squeeze(1)
        return actions.numpy(), values.numpy(), picked.numpy()

    return act
