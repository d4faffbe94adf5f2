"""One small file per experiment: typed, checked, overridable from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import yaml

from acis_rules.data_files import convert
from acis_rules.errors import AcisError
from acis_rules.scenario import load_scenario

Positive = Annotated[int, msgspec.Meta(ge=1)]
Share = Annotated[float, msgspec.Meta(ge=0)]


class ConfigError(AcisError):
    """A config file is wrong."""


class NetworkConfig(msgspec.Struct, forbid_unknown_fields=True):
    """The network: `mlp` on the flat observation, or `graph` over the map."""

    kind: Literal["mlp", "graph"] = "mlp"
    hidden: Positive = 256
    layers: Positive = 2  # mlp
    width: Positive = 48  # graph
    rounds: Positive = 3  # graph

    def settings(self) -> dict[str, Any]:
        """What `agents.networks.build` needs."""
        if self.kind == "mlp":
            return {"kind": "mlp", "hidden": self.hidden, "layers": self.layers}
        return {"kind": "graph", "width": self.width, "rounds": self.rounds, "hidden": self.hidden}


class OpponentsConfig(msgspec.Struct, forbid_unknown_fields=True):
    """Shares of games by who sits at the other seats. In `self` games all seats learn."""

    self_play: Share = 0.5
    pool: Share = 0.2  # past snapshots of the policy
    npc: Share = 0.2
    greedy: Share = 0.0
    random: Share = 0.1
    pool_size: Positive = 6

    def shares(self) -> dict[str, float]:
        """Shares by name, not yet normalised."""
        return {
            "self": self.self_play, "pool": self.pool, "npc": self.npc, "greedy": self.greedy,
            "random": self.random,
        }  # fmt: skip


class RewardConfig(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat is paid: changes of its lead in VP as they come, the outcome at the end."""

    vp: float = 1.0
    outcome: float = 1.0


class PPOConfig(msgspec.Struct, forbid_unknown_fields=True):
    """Settings of MaskablePPO."""

    learning_rate: float = 3e-4
    final_learning_rate: float | None = None  # falls to this in a straight line over the run
    rollout: Positive = 8192  # decisions of learning seats per update
    batch_size: Positive = 1024
    epochs: Positive = 3
    gamma: float = 0.997
    gae_lambda: float = 0.95
    clip_range: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    target_kl: float | None = 0.03


class ImitationConfig(msgspec.Struct, forbid_unknown_fields=True):
    """A warm start: learn to do what a player does, before reinforcement learning."""

    teacher: str = "npc"
    decisions: Positive = 200_000
    epochs: Positive = 3
    learning_rate: float = 1e-3


class EvaluationConfig(msgspec.Struct, forbid_unknown_fields=True):
    """How progress is measured: games against a player, on seeds never trained on."""

    opponent: str = "npc"
    every: Positive = 20  # updates
    games: Positive = 40
    final_games: Positive = 200
    also: tuple[str, ...] = ("greedy", "random")  # further opponents of the final evaluation


class RllibConfig(msgspec.Struct, forbid_unknown_fields=True):
    """How the engine `rllib` spreads over processes; `games` and `ppo.rollout` are shared out."""

    runners: Positive = 2  # processes that play
    learners: Annotated[int, msgspec.Meta(ge=0)] = 0  # processes that learn; 0: the one of the command


class Stage(msgspec.Struct, forbid_unknown_fields=True):
    """One stage of a curriculum: scenarios played until so many decisions have been made."""

    scenarios: list[str]
    until: Positive


class Config(msgspec.Struct, forbid_unknown_fields=True):
    """A whole experiment."""

    name: str
    scenarios: list[str]
    decisions: Positive  # of learning seats, in all
    seed: int = 0
    games: Positive = 48  # stepped together
    threads: Positive = 2
    minutes: float | None = None  # stop after so long, whatever is reached
    stop_at_win_rate: float | None = None  # early stop, against the evaluation's opponent
    start_from: str | None = None  # a policy file to go on from
    curriculum: list[Stage] = []
    network: NetworkConfig = msgspec.field(default_factory=NetworkConfig)
    opponents: OpponentsConfig = msgspec.field(default_factory=OpponentsConfig)
    reward: RewardConfig = msgspec.field(default_factory=RewardConfig)
    ppo: PPOConfig = msgspec.field(default_factory=PPOConfig)
    imitation: ImitationConfig | None = None
    evaluation: EvaluationConfig = msgspec.field(default_factory=EvaluationConfig)
    rllib: RllibConfig = msgspec.field(default_factory=RllibConfig)
    snapshot_every: Positive = 20  # updates between snapshots for the pool
    checkpoint_every: Positive = 5  # updates between checkpoints


def load_config(path: str | Path, overrides: list[str] | None = None) -> Config:
    """Read a config; overrides are `ppo.learning_rate=0.001` and the like."""
    try:
        content = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from None
    except yaml.YAMLError as error:
        raise ConfigError(f"{path}: not valid YAML: {error}") from None
    if not isinstance(content, dict):
        raise ConfigError(f"{path}: must be a mapping")
    for text in overrides or []:
        key, sign, value = text.partition("=")
        if not sign:
            raise ConfigError(f"override {text!r}: write it as key=value, e.g. ppo.epochs=4")
        place = content
        *path_keys, last = key.split(".")
        for part in path_keys:
            inner = place.setdefault(part, {})
            if not isinstance(inner, dict):
                raise ConfigError(f"override {text!r}: {part} is not a group of settings")
            place = inner
        place[last] = yaml.safe_load(value)
    return check(content, str(path))


def check(content: dict[str, Any], where: str) -> Config:
    """A config from plain data, checked."""
    try:
        config = convert(content, Config, where)
    except AcisError as error:
        raise ConfigError(str(error)) from None
    for name in [*config.scenarios, *(s for stage in config.curriculum for s in stage.scenarios)]:
        try:
            load_scenario(name)
        except AcisError as error:
            raise ConfigError(f"{where}: scenarios: {error}") from None
    if not config.scenarios:
        raise ConfigError(f"{where}: scenarios: at least one is needed")
    if sum(config.opponents.shares().values()) <= 0:
        raise ConfigError(f"{where}: opponents: all shares are zero")
    if config.ppo.batch_size > config.ppo.rollout:
        raise ConfigError(f"{where}: ppo.batch_size: larger than ppo.rollout")
    return config
