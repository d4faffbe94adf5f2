"""The engine `sb3`: MaskablePPO of sb3-contrib on `AcisVecEnv`, both with their default settings.

One seat of each game learns, the others are played by `npc`, `greedy` or `random`; nobody plays against
itself. For those who know Stable-Baselines3 and want to change it; `native` learns faster.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import torch
from rich.console import Console
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from torch import Tensor

from acis_env.envs.sb3 import AcisVecEnv
from acis_env.observe.encoder import SCALE
from acis_env.players import PlayerSpec
from acis_rules.errors import AcisError
from agents.learned.networks import Judgement, Network, build, choose, give_weights, masked

from . import checkpoint
from .checkpoint import Counters, Moments, Weights
from .config import Config, ConfigError, falling
from .games import SCRIPTED
from .run import Run
from .run_folder import CHECKPOINT

PARTS = 20  # shares of opponents are kept to one in so many
MEASURED = {"value_loss": "train/value_loss", "entropy": "train/entropy_loss", "kl": "train/approx_kl"}


class Saved(msgspec.Struct, forbid_unknown_fields=True):
    """A checkpoint: running games are given up."""

    counters: Counters
    network: Weights
    optimizer: Moments


class NetworkPolicy(MaskableActorCriticPolicy):
    """A policy of SB3 around one of our networks."""

    def __init__(self, *args: Any, network: dict[str, Any], **kwargs: Any) -> None:
        self._settings = network
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Any) -> None:
        self.network: Network = build(self._settings)
        self._scale = torch.from_numpy(SCALE)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=lr_schedule(1), eps=1e-5)

    def _look(self, obs: Tensor) -> Judgement:
        """The environment scales what networks read as it is."""
        judged: Judgement = self.network((obs / self._scale).round().to(torch.uint8))
        return judged

    def _judge(self, obs: Tensor, masks: Any) -> tuple[Tensor, Tensor]:
        """Log-probabilities and values."""
        judged = self._look(obs)
        return masked(judged.logits, torch.as_tensor(masks)), judged.worth()

    def forward(
        self, obs: Any, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Actions, values and log-probabilities."""
        logprobs, values = self._judge(obs, action_masks)
        actions = choose(logprobs, deterministic)
        return actions, values, logprobs.gather(1, actions[:, None]).squeeze(1)

    def evaluate_actions(
        self, obs: Any, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Values, log-probabilities and entropies of actions taken."""
        logprobs, values = self._judge(obs, action_masks)
        entropy = -(logprobs.exp() * logprobs.clamp(min=-50)).sum(-1)
        return values, logprobs.gather(1, actions.long()[:, None]).squeeze(1), entropy

    def predict_values(self, obs: Any) -> Tensor:
        """Values of positions."""
        return self._look(obs).worth()

    def _predict(self, observation: Any, deterministic: bool = False, action_masks: Any = None) -> Tensor:
        return self.forward(observation, deterministic, action_masks)[0]


class _Endings(BaseCallback):
    """Counts games that have ended."""

    games = 0

    def _on_step(self) -> bool:
        self.games += int(self.locals["dones"].sum())
        return True


def environment(config: Config, seed: int) -> AcisVecEnv:
    """The games of a run. Rewards: of outcome and VP the one that weighs more."""
    shares = config.opponents.shares()
    opponents: list[PlayerSpec] = [name for name in SCRIPTED for _ in range(round(PARTS * shares[name]))]
    return AcisVecEnv(
        config.games, config.scenarios[0], opponents,
        reward="vp" if config.reward.vp > config.reward.outcome else "outcome",
        options=config.options, seed=seed,
    )  # fmt: skip


class Sb3Run(Run):
    """A run with MaskablePPO."""

    ENGINE = "sb3"

    @classmethod
    def require(cls, config: Config) -> None:
        """See Run."""
        if config.opponents.self_play or config.opponents.pool:
            raise ConfigError(
                "opponents: with the engine sb3 nobody plays against itself: self_play and pool must be 0, "
                "and npc, greedy and random make 1"
            )
        if len(config.all_scenarios()) > 1:
            raise ConfigError("scenarios: the engine sb3 learns one at a time")
        if config.ppo.rollout < config.games:
            raise ConfigError("ppo.rollout: with the engine sb3 at least one decision for each of `games`")

    def __init__(self, config: Config, folder: Path, console: Console | None = None) -> None:
        super().__init__(config, folder, console)
        self.network = build(config.network.settings())
        self.network.eval()

    def _begin(self) -> None:
        config, ppo = self.config, self.config.ppo
        self.model = MaskablePPO(
            NetworkPolicy, environment(config, config.seed + self.updates), seed=config.seed, device="cpu",
            learning_rate=lambda _: falling(
                ppo.learning_rate, ppo.final_learning_rate, self.decisions / config.decisions
            ),
            n_steps=ppo.rollout // config.games, batch_size=ppo.batch_size, n_epochs=ppo.epochs,
            gamma=ppo.gamma, gae_lambda=ppo.gae_lambda, clip_range=ppo.clip_range, ent_coef=ppo.entropy,
            vf_coef=ppo.value, max_grad_norm=ppo.max_gradient, target_kl=ppo.target_kl,
            policy_kwargs={"network": self.network.settings},
        )  # fmt: skip
        self.model.set_logger(configure(str(self.folder / "tensorboard"), ["tensorboard"]))
        weights = checkpoint.copied(self.network)
        policy = self.model.policy
        assert isinstance(policy, NetworkPolicy)
        self.network = policy.network
        give_weights(self.network, weights)

    def _update(self) -> None:
        model, endings = self.model, _Endings()
        before = model.num_timesteps
        model.learn(model.n_steps * model.n_envs, endings, log_interval=None, reset_num_timesteps=False)  # type: ignore[arg-type]
        self.network.eval()
        self.updates += 1
        self.decisions += model.num_timesteps - before
        self.games_played += endings.games
        found = model.logger.name_to_value
        self.measured = {name: float(found[theirs]) for name, theirs in MEASURED.items()}
        self.measured["entropy"] *= -1  # theirs is a loss
        model.logger.dump(self.decisions)

    def _add_snapshot(self) -> None:
        """There is no pool."""

    def _keep(self) -> None:
        optimizer = checkpoint.moments(self.model.policy.optimizer, self.network)
        saved = Saved(self._counted(), checkpoint.copied(self.network), optimizer)
        checkpoint.save(self.folder / CHECKPOINT, "maskable checkpoint", saved)

    def _restore(self) -> None:
        path = self.folder / CHECKPOINT
        saved = checkpoint.load(path, "maskable checkpoint", Saved, self.network, 4)
        try:
            give_weights(self.network, saved.network)
            self._count_on(saved.counters)
            self._begin()
            checkpoint.give_moments(self.model.policy.optimizer, self.network, saved.optimizer)
        except AcisError as error:
            raise ConfigError(f"{path}: {error}") from None
