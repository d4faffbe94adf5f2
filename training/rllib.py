"""The RLlib engine: the same games, networks and config on one machine or a cluster of Ray.

Every seat that a network plays is an agent of RLlib, named after its policy and its seat: `main@0`
learns, `past_2@1` is played by a frozen snapshot. Scripted players sit inside the environment. RLlib
does the rest: runners collect, learners update, weights travel by its own means. Checkpoints are ours:
RLlib's hold pickles, which run code when they are read.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from gymnasium import spaces
from rich.console import Console
from torch import Tensor
from torch.utils.tensorboard import SummaryWriter

from acis_env.envs.aec import MAX_SEATS
from acis_env.observe.schema import OBSERVATION_SIZE
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import N_ACTIONS
from agents.learned.networks import build, give_weights, masked

from . import checkpoint
from .checkpoint import MOMENTS, Counters, Moments, Weights
from .config import Config, ConfigError
from .evaluation import Score
from .games import INSIDE, SelfPlayGames
from .run import Run
from .run_folder import CHECKPOINT

try:
    import ray
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis import ValueFunctionAPI
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.core.rl_module.torch import TorchRLModule
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
except ImportError as error:
    raise ImportError("the engine rllib needs RLlib: pip install 'acis[ray]'") from error

MAIN = "main"
PREFIX = "network."  # of the names of our weights inside a module
MAX_GRADIENT = 0.5  # what MaskablePPO cuts gradients at
KL_COEFFICIENT = 0.2  # RLlib's own: the price of a change, at first
MEASURED = {"value_loss": "vf_loss", "entropy": "entropy", "kl": "mean_kl_loss"}  # our name: RLlib's
ByAgent = dict[str, Any]
OBSERVATIONS = spaces.Dict({
    "observations": spaces.Box(0, 255, (OBSERVATION_SIZE,), np.uint8),
    "action_mask": spaces.Box(0, 1, (N_ACTIONS,), np.int8),
})  # fmt: skip


class Saved(msgspec.Struct, forbid_unknown_fields=True):
    """A checkpoint: running games are given up."""

    counters: Counters
    networks: dict[str, Weights]  # by policy
    optimizer: Moments


class ClusterError(AcisError):
    """Ray cannot be reached, or its runners do not play."""


def policies(config: Config) -> list[str]:
    """The learner and the snapshots, in the order of `SelfPlayGames.controllers`."""
    past = config.opponents.pool_size if config.opponents.pool else 0
    return [MAIN, *(f"past_{k + 1}" for k in range(past))]


def policy_of(agent: str, *_: Any, **__: Any) -> str:
    """Who plays an agent: the part of its name before the seat."""
    return agent.partition("@")[0]


class SelfPlayEnv(MultiAgentEnv):
    """One of the games of self-play; players are drawn anew for every game, as the config says."""

    def __init__(self, context: Any) -> None:
        super().__init__()
        config: Config = context["config"]
        self.games = SelfPlayGames(
            1, config.scenarios, config.opponents, config.reward, config.seed, config.options
        )
        self._stream = (context.worker_index, context["resumed_at"])
        self._policies = policies(config)
        self.possible_agents = [f"{policy}@{seat}" for policy in self._policies for seat in range(MAX_SEATS)]
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(self.possible_agents, OBSERVATIONS)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(N_ACTIONS))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ByAgent, ByAgent]:
        """Show the next game."""
        games = self.games
        if seed is not None:
            # RLlib counts seeds up from runner to runner and from game to game, so that they overlap.
            games.seed(int(np.random.SeedSequence((seed, *self._stream)).generate_state(1, np.uint64)[0]))
        if seed is not None or not games.dones[0]:
            games.reset()  # else the next game is there already
        games.dones[0] = False
        who = games.controllers[0]
        self._names = {
            seat: f"{self._policies[who[seat]]}@{seat}"
            for seat in range(games.running[0].seats)
            if who[seat] != INSIDE
        }
        self.agents = list(self._names.values())
        self._owed: dict[int, float] = {}  # by seat: paid since its last decision
        return {self._agent(): self._observation()}, {}

    def step(self, action_dict: ByAgent) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        """Answer the open decision.

        A reward comes with the next decision of the same seat, or with the end of the game; what a
        seat is paid before its first decision is nobody's merit.
        """
        games, owed = self.games, self._owed
        owed[int(games.seats[0])] = 0.0
        games.step([action_dict[self._agent()]])
        for seat in owed:
            owed[seat] += float(games.rewards[0, seat])
        if games.dones[0]:
            rewards = {self._names[seat]: paid for seat, paid in owed.items()}
            return {}, rewards, {"__all__": True}, {"__all__": False}, {}
        agent, paid = self._agent(), owed.pop(int(games.seats[0]), 0.0)
        return {agent: self._observation()}, {agent: paid}, {"__all__": False}, {"__all__": False}, {}

    def _agent(self) -> str:
        return self._names[int(self.games.seats[0])]

    def _observation(self) -> dict[str, Any]:
        return {"observations": self.games.raw[0].copy(), "action_mask": self.games.masks[0].copy()}


class SnapshotModule(TorchRLModule):
    """One of our networks as a policy of RLlib; illegal actions have no chance."""

    def setup(self) -> None:
        """Build the network that the config describes."""
        self.network = build(self.model_config["network"])

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        return self._logits_and_values(batch)[0]

    def _logits_and_values(self, batch: dict[str, Any]) -> tuple[dict[str, Any], Tensor]:
        seen = batch[Columns.OBS]
        judged = self.network(seen["observations"])
        return {Columns.ACTION_DIST_INPUTS: masked(judged.logits, seen["action_mask"])}, judged.worth()


class LearningModule(SnapshotModule, ValueFunctionAPI):
    """The policy that learns: it also says what a position is worth."""

    def _forward_train(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        out, values = self._logits_and_values(batch)
        return {**out, Columns.EMBEDDINGS: values}  # for compute_values, which RLlib calls next

    def compute_values(self, batch: dict[str, Any], embeddings: Tensor | None = None) -> Tensor:
        """Values of positions."""
        return self._logits_and_values(batch)[1] if embeddings is None else embeddings


def ppo_config(config: Config, resumed_at: int = 0) -> PPOConfig:
    """Our config in the words of RLlib."""
    ppo, size = config.ppo, config.rllib
    learners = max(1, size.learners)
    names = policies(config)
    settings = {"network": config.network.settings()}
    modules = {
        name: RLModuleSpec(
            module_class=LearningModule if name == MAIN else SnapshotModule,
            observation_space=OBSERVATIONS,
            action_space=spaces.Discrete(N_ACTIONS),
            model_config=settings,
        )
        for name in names
    }
    return (
        PPOConfig()
        .environment(
            SelfPlayEnv,
            env_config={"config": config, "resumed_at": resumed_at},
            disable_env_checking=True,  # its check plays actions without looking at the mask
        )
        .multi_agent(policies=names, policy_mapping_fn=policy_of, policies_to_train=[MAIN])
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=modules))
        .env_runners(
            num_env_runners=size.runners,
            num_envs_per_env_runner=-(-config.games // size.runners),
        )
        .learners(num_learners=size.learners)
        .training(
            lr=ppo.learning_rate,
            train_batch_size_per_learner=ppo.rollout // learners,
            minibatch_size=ppo.batch_size // learners,
            num_epochs=ppo.epochs,
            gamma=ppo.gamma,
            lambda_=ppo.gae_lambda,
            clip_param=ppo.clip_range,
            entropy_coeff=ppo.entropy,
            vf_loss_coeff=ppo.value,
            vf_clip_param=float("inf"),
            kl_coeff=0.0 if ppo.target_kl is None else KL_COEFFICIENT,
            kl_target=ppo.target_kl or 1.0,
            grad_clip=MAX_GRADIENT,
        )
        .debugging(seed=config.seed, log_level="ERROR")
    )


@contextlib.contextmanager
def cluster(address: str, config: Config, console: Console) -> Iterator[None]:
    """Ray for the length of a run: `local` starts it here, any other address joins a running one."""
    logging.getLogger("ray.rllib").setLevel(logging.ERROR)
    size = config.rllib
    wanted = size.runners + size.learners
    here: dict[str, Any] = {}
    if address == "local":
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        here = {"num_cpus": max(wanted, os.cpu_count() or 1), "include_dashboard": False}
    try:
        ray.init(address=address, logging_level="ERROR", **here)
    except Exception as error:  # it raises all kinds
        raise ClusterError(f"--address {address}: Ray cannot be started or reached: {error}") from None
    there = int(ray.cluster_resources().get("CPU", 0))
    if there < wanted:
        console.print(f"the cluster has {there} CPUs, {wanted} are wanted: waiting until it has grown")
    try:
        yield
    finally:
        ray.shutdown()


class RllibRun(Run):
    """A run with RLlib's PPO; Ray must have been started (`cluster`)."""

    ENGINE = "rllib"

    def __init__(self, config: Config, folder: Path, console: Console | None = None) -> None:
        super().__init__(config, folder, console)
        self.network = build(config.network.settings())  # a copy: the one that learns is with the learners

    def _begin(self) -> None:
        self._build()
        self._give_weights(MAIN)

    def _build(self) -> None:
        self.algorithm = ppo_config(self.config, self.updates).build_algo()
        with contextlib.suppress(OSError):
            os.rmdir(self.algorithm.logdir)  # made in the home directory, never used
        self._log = SummaryWriter(str(self.folder / "tensorboard"))

    def _give_weights(self, policy: str) -> None:
        """Let a policy play with the network's weights, wherever it plays."""
        state = self.network.state_dict()
        weights = {policy: {PREFIX + name: value.numpy() for name, value in state.items()}}
        self.algorithm.learner_group.set_weights(weights)
        self._tell_runners(weights)

    def _tell_runners(self, weights: dict[str, Any]) -> None:
        """Pass weights on at once; RLlib's own way leaves them out unless an update lies between."""
        kept = ray.put(weights)
        self.algorithm.env_runner_group.foreach_env_runner(lambda r: r.module.set_state(ray.get(kept)))

    def _take_weights(self) -> None:
        weights = self.algorithm.get_weights([MAIN])[MAIN]
        self.network.load_state_dict(
            {name.removeprefix(PREFIX): torch.tensor(w) for name, w in weights.items()}
        )

    @property
    def _pool(self) -> int:
        """Snapshots at hand."""
        return min(self.updates // self.config.snapshot_every, len(policies(self.config)) - 1)

    def _update(self) -> None:
        # Every time, since a runner that was lost and started again knows nothing.
        self.algorithm.env_runner_group.foreach_env_runner(
            functools.partial(_deal, scenarios=self._stage_scenarios(), pool=self._pool)
        )
        result = self.algorithm.train()
        played = result.get("env_runners", {})
        decisions = _count(played.get("num_module_steps_sampled", {}).get(MAIN))
        if not decisions:
            raise ClusterError("the runners could not play; the messages of Ray above say why")
        self.decisions += decisions
        self.games_played += _count(played.get("num_episodes"))
        self.updates += 1
        self._take_weights()
        learned = result["learners"][MAIN]
        self.measured = {name: float(learned[theirs]) for name, theirs in MEASURED.items()}
        for name, value in learned.items():
            if np.isscalar(value):
                self._log.add_scalar(f"train/{name}", value, self.decisions)
        self._log.add_scalar("games", self.games_played, self.decisions)

    def _evaluate(self) -> None:
        super()._evaluate()
        for name in ("win_rate", "margin"):
            self._log.add_scalar(f"evaluation/{name}", self.curve[-1][name], self.decisions)

    def _add_snapshot(self) -> None:
        size = len(policies(self.config)) - 1
        number = self.updates // self.config.snapshot_every
        if number > size:  # the first one stays: a reminder of where it came from
            number = 2 + (number - 2) % (size - 1) if size > 1 else 0
        if number:
            self._give_weights(policies(self.config)[number])

    def _keep(self) -> None:
        networks = {
            policy: {name.removeprefix(PREFIX): torch.tensor(w) for name, w in weights.items()}
            for policy, weights in self.algorithm.get_weights().items()
        }
        _, state = self._optimizer()
        names = [name for name, _ in self.network.named_parameters()]
        optimizer = {
            names[place]: {key: torch.tensor(values[key], dtype=torch.float32) for key in MOMENTS}
            for place, values in state["state"].items()
        }
        saved = Saved(self._counted(), networks, optimizer)
        checkpoint.save(self.folder / CHECKPOINT, "rllib checkpoint", saved)

    def _optimizer(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The learners' state, as they take it back, and in it the one of the optimiser that learns."""
        whole = self.algorithm.learner_group.get_state(components="learner/optimizer")
        (mine,) = [one for one in whole["learner"]["optimizer"].values() if one["module_id"] == MAIN]
        return whole, mine["state"]

    def _restore(self) -> None:
        path, names = self.folder / CHECKPOINT, policies(self.config)
        saved = checkpoint.load(path, "rllib checkpoint", Saved, self.network, len(names) + 2)
        try:
            if set(saved.networks) != set(names):
                raise ConfigError(f"networks: there are {', '.join(saved.networks)}, not {', '.join(names)}")
            for weights in saved.networks.values():
                give_weights(self.network, weights)
            trial = torch.optim.Adam(self.network.parameters())
            checkpoint.give_moments(trial, self.network, saved.optimizer)
        except AcisError as error:
            raise ConfigError(f"{path}: {error}") from None
        self._count_on(saved.counters)
        self._build()
        for policy in reversed(names):  # the one that learns last: its weights stay in the network
            give_weights(self.network, saved.networks[policy])
            self._give_weights(policy)
        whole, state = self._optimizer()
        state["state"] = {
            place: {key: value.numpy() for key, value in saved.optimizer[name].items()}
            for place, (name, _) in enumerate(self.network.named_parameters())
            if saved.optimizer
        }
        self.algorithm.learner_group.set_state(whole)

    def finish(self) -> Score:
        """See Run. The runners are sent home first."""
        self._log.close()
        self.algorithm.stop()
        return super().finish()


def _count(value: float | None) -> int:
    """A number of RLlib's results: missing or not a number when nothing was counted."""
    return 0 if value is None or np.isnan(value) else int(value)


def _deal(runner: Any, scenarios: list[str], pool: int) -> None:
    """Tell the games of a runner what is played and how many snapshots there are."""
    if runner.env is None:  # the one beside the learner
        return
    first = (runner.worker_index - 1) * runner.num_envs
    for number, env in enumerate(runner.env.envs, first):
        games = env.unwrapped.games
        games.scenarios = [scenarios[number % len(scenarios)]]
        games.pool = pool
