"""One small file per experiment: typed, checked, overridable from the command line."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import yaml

from acis_env.envs.aec import MAX_SEATS
from acis_env.players import make_player
from acis_rules.box.data_files import convert, read_yaml
from acis_rules.box.option_words import plain
from acis_rules.box.scenario import load_scenario
from acis_rules.box.world import World
from acis_rules.errors import AcisError
from agents.learned.networks import Hidden, Layers, Rounds, Width, settings_of

# What a setting may be. The upper bounds are far from what anybody needs: they are there for slips.
Name = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\Z")]  # of a folder, too
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Scenarios = Annotated[list[Text], msgspec.Meta(max_length=100)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10**6)]
Decisions = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
MostlyShare = Annotated[float, msgspec.Meta(ge=0, le=0.95)]
Shares = Annotated[dict[Text, Share], msgspec.Meta(min_length=1, max_length=10)]
Weight = Annotated[float, msgspec.Meta(ge=0, le=100)]
Rate = Annotated[float, msgspec.Meta(gt=0, le=1)]
Batch = Annotated[int, msgspec.Meta(ge=2, le=2**20)]  # one decision alone has no spread


class ConfigError(AcisError):
    """A config file is wrong."""


class NetworkConfig(msgspec.Struct, forbid_unknown_fields=True):
    """The network: `mlp` on the flat observation, or `graph` over the map."""

    kind: Literal["mlp", "graph"] = "mlp"
    hidden: Hidden = 256
    layers: Layers = 2  # mlp
    width: Width = 48  # graph
    rounds: Rounds = 3  # graph

    def settings(self) -> dict[str, Any]:
        """What `agents.learned.networks.build` needs."""
        return {"kind": self.kind, **{name: getattr(self, name) for name in settings_of(self.kind)}}


class OpponentsConfig(msgspec.Struct, forbid_unknown_fields=True):
    """Shares of games by who sits at the other seats; they make 1. In `self` games all seats learn."""

    self_play: Share = 0.5
    pool: Share = 0.2  # past snapshots of the policy
    npc: Share = 0.2
    greedy: Share = 0.0
    random: Share = 0.1
    pool_size: Annotated[int, msgspec.Meta(ge=1, le=64)] = 6

    def shares(self) -> dict[str, float]:
        """Shares by name."""
        return {
            "self": self.self_play, "pool": self.pool, "npc": self.npc, "greedy": self.greedy,
            "random": self.random,
        }  # fmt: skip


class RewardConfig(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat is paid: changes of its lead in VP as they come, the outcome at the end.

    To the native engine `vp` are worth nothing in scenarios that do not ask for them in the end.
    """

    vp: Weight = 1.0
    final_vp: Weight | None = None  # native: falls to this in a straight line over the run
    vp_behind: Weight = 0.0  # native: so much more at seats that hardly ever win
    outcome: Weight = 1.0


class PPOConfig(msgspec.Struct, forbid_unknown_fields=True):
    """How a network learns. All engines know the first group, `native` the second one as well."""

    learning_rate: Rate = 5e-4
    final_learning_rate: Share | None = None  # falls to this in a straight line over the run
    rollout: Batch = 32768  # decisions of learning seats per update
    batch_size: Batch = 2048
    epochs: Annotated[int, msgspec.Meta(ge=1, le=100)] = 2
    gamma: Rate = 0.9995  # discount from one decision of a seat to its next; native: none
    gae_lambda: Share = 0.98  # how far an advantage looks ahead: a seat makes some 20 decisions a turn
    clip_range: Rate = 0.2
    entropy: Weight = 0.02  # what being undecided is worth; native: at first, then it is steered
    value: Weight = 0.5  # of the losses: what the heads of the outcome count
    target_kl: Rate | None = 0.03  # the update ends early when the policy has changed by half as much again

    policy_lambda: Share | None = None  # the same for advantages alone; null: gae_lambda
    undecided: Share = 0.3  # where entropy is steered to: 0 is sure, 1 all legal actions alike
    final_undecided: Share | None = None  # falls to this in a straight line over the run
    certain: Share = 0.98  # a decision whose likeliest action has more than this chance is near-certain
    certain_kept: Share = 0.25  # share of near-certain decisions that are learned from
    auxiliary: Weight = 0.1  # of the losses: owners of areas after the turn, ranks at the end
    max_gradient: Weight = 1.0  # longer gradients are cut to this norm
    onlookers: Share = 0.3  # share of answers after which those who do not decide then learn to foresee
    looks: Share = 0.25  # share of the other than near-certain decisions in which answers are tried
    looked: Weight = 0.5  # of the losses: to prefer the answers that came to more


class SearchConfig(msgspec.Struct, forbid_unknown_fields=True):
    """Native: a search with the policy as it is looks into some decisions and says what it would do there.

    Worth its time only in scenarios in which `search:PATH:N` beats `policy:PATH`.
    """

    scenarios: Annotated[tuple[Text, ...], msgspec.Meta(max_length=100)] = ()
    share: Share = 0.0  # of their other than near-certain decisions
    simulations: Annotated[int, msgspec.Meta(ge=8, le=32)] = 32  # positions it looks at for one decision
    weight: Weight = 2.0  # of one decision's advice, beside an advantage of one deviation


class ImitationConfig(msgspec.Struct, forbid_unknown_fields=True):
    """A warm start: learn to do much what a player does, before reinforcement learning.

    A teacher is a player, or several with their shares of the seats: then the moves of the first one are
    learned, the others are there for company.
    """

    teacher: Text | Shares = "npc"
    historical: Text | Shares | None = None  # in historical scenarios; null: the same as elsewhere
    by_seat: dict[Text, Annotated[list[Text], msgspec.Meta(max_length=MAX_SEATS)]] = {}  # see `taught_at`
    smoothing: Share = 0.1  # of the target, spread over all legal actions
    decisions: Annotated[int, msgspec.Meta(ge=1, le=2_000_000)] = 200_000  # 4 kB of memory each
    epochs: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 3
    learning_rate: Rate = 1e-3

    def learned_from(self) -> str:
        """Whose moves are learned, in words."""
        if self.by_seat:
            return "the teachers of each seat"
        first, then = (next(iter(self.teachers(kind))) for kind in ("any", "historical"))
        return first if first == then else f"{first} ({then} in historical scenarios)"

    def taught_at(self, scenario: str) -> list[str]:
        """Whose moves are learned at each seat of a scenario, alone among NPCs; empty: `teachers` play.

        For scenarios in which the best player is not the same at every seat.
        """
        return self.by_seat.get(scenario, [])

    def teachers(self, kind: str) -> dict[str, float]:
        """Who plays in a scenario of this kind, by share of the seats."""
        teacher = self.historical if kind == "historical" and self.historical is not None else self.teacher
        return {teacher: 1.0} if isinstance(teacher, str) else teacher


class EvaluationConfig(msgspec.Struct, forbid_unknown_fields=True):
    """How progress is measured: games against a player, on seeds never trained on."""

    opponent: Text = "npc"
    every: Number = 20  # updates
    scenarios: Number = 1  # how many are played each time: the next ones in turn
    likeliest: bool = False  # during the run: always its likeliest move, instead of drawing
    games: Number = 40
    final_games: Number = 200
    overlooked: Annotated[int, msgspec.Meta(ge=0, le=10**5)] = 500  # moves of greedy that are looked for
    also: Annotated[tuple[Text, ...], msgspec.Meta(max_length=100)] = ("greedy", "random")  # in the end, too


class RllibConfig(msgspec.Struct, forbid_unknown_fields=True):
    """How the engine `rllib` spreads over processes; `games` and `ppo.rollout` are shared out."""

    runners: Annotated[int, msgspec.Meta(ge=1, le=1024)] = 2  # processes that play
    learners: Annotated[int, msgspec.Meta(ge=0, le=64)] = 0  # that learn; 0: the one of the command


class ScriptedWins(msgspec.Struct, forbid_unknown_fields=True):
    """How often scripted players win against NPCs at each seat of a scenario, 1: as often as by chance."""

    npc: Annotated[list[Weight], msgspec.Meta(max_length=MAX_SEATS)] = []
    greedy: Annotated[list[Weight], msgspec.Meta(max_length=MAX_SEATS)] = []

    def by_seat(self, kind: Literal["npc", "greedy"]) -> list[float]:
        """Of every seat there can be: without a number the NPC wins by chance, greedy never."""
        given = self.npc if kind == "npc" else self.greedy
        return [*given, *[1.0 if kind == "npc" else 0.0] * (MAX_SEATS - len(given))]


class Stage(msgspec.Struct, forbid_unknown_fields=True):
    """One stage of a curriculum: scenarios played until so many decisions have been made."""

    scenarios: Scenarios
    until: Decisions


class Config(msgspec.Struct, forbid_unknown_fields=True):
    """A whole experiment."""

    name: Name
    scenarios: Scenarios
    decisions: Decisions  # of learning seats, in all
    weights: dict[Text, Weight] = {}  # of scenarios when the next game is drawn; 1 if not named
    scripted_wins: dict[Text, ScriptedWins] = {}  # native: where scripted players win; see reward.vp_behind
    options: dict[str, Any] = {}  # of all games, see `acis options`
    by_need: MostlyShare = 0.0  # native: by so much seats that always win learn less often
    dealt: Share = 0.0  # native: of games in which civilizations are dealt where they could be chosen
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**32 - 1)] = 0
    games: Annotated[int, msgspec.Meta(ge=1, le=4096)] = 48  # stepped together
    actors: Annotated[int, msgspec.Meta(ge=0, le=256)] = 0  # native: processes that play; 0: the learner
    threads: Annotated[int, msgspec.Meta(ge=1, le=256)] = 2  # of torch, where it learns
    device: Literal["auto", "cpu", "cuda"] = "auto"  # native: where it learns; games are played on CPUs
    bfloat16: bool | None = None  # native: count in 16 bits where that is harmless; null: if that is fast
    minutes: Annotated[float, msgspec.Meta(gt=0, le=10**6)] | None = None  # the run ends after so long
    stop_at_win_rate: Rate | None = None  # it ends then, against the evaluation's opponent
    start_from: Text | None = None  # a policy file to go on from
    curriculum: Annotated[list[Stage], msgspec.Meta(max_length=100)] = []
    network: NetworkConfig = msgspec.field(default_factory=NetworkConfig)
    opponents: OpponentsConfig = msgspec.field(default_factory=OpponentsConfig)
    reward: RewardConfig = msgspec.field(default_factory=RewardConfig)
    ppo: PPOConfig = msgspec.field(default_factory=PPOConfig)
    search: SearchConfig = msgspec.field(default_factory=SearchConfig)
    imitation: ImitationConfig | None = None
    evaluation: EvaluationConfig = msgspec.field(default_factory=EvaluationConfig)
    rllib: RllibConfig = msgspec.field(default_factory=RllibConfig)
    snapshot_every: Number = 20  # updates between snapshots for the pool
    checkpoint_every: Number = 5  # updates between checkpoints

    def all_scenarios(self) -> list[str]:
        """Those of the end and of all stages."""
        return list(
            dict.fromkeys([*self.scenarios, *(s for stage in self.curriculum for s in stage.scenarios)])
        )


def load_config(
    path: str | Path, overrides: list[str] | None = None, options: dict[str, Any] | None = None
) -> Config:
    """Read a config; overrides are `ppo.learning_rate=0.001` and the like, options go before its own."""
    try:
        name, content = read_yaml(path, "")
    except AcisError as error:
        raise ConfigError(str(error)) from None
    for text in overrides or []:
        _override(content, text)
    if options:
        own = content.get("options", {})
        content["options"] = own | options if isinstance(own, dict) else own
    return check(content, name)


def _override(content: dict[str, Any], text: str) -> None:
    key, sign, value = text.partition("=")
    if not sign:
        raise ConfigError(f"override {text!r}: write it as key=value, e.g. ppo.epochs=4")
    *groups, last = key.split(".")
    for group in groups:
        content = content.setdefault(group, {})
        if not isinstance(content, dict):
            raise ConfigError(f"override {text!r}: {group} is not a group of settings")
    try:
        content[last] = yaml.safe_load(value)
    except (yaml.YAMLError, ValueError, RecursionError):
        raise ConfigError(f"override {text!r}: {value!r} is not a value in YAML") from None


def check(content: dict[str, Any], where: str) -> Config:
    """A config from plain data, checked as far as it can be without the files that it names."""
    try:
        config = convert(content, Config, where)
    except AcisError as error:
        raise ConfigError(str(error)) from None
    for field, wrong in _mistakes(config):
        raise ConfigError(f"{where}: {field}: {wrong}")
    config.options = plain(config.options)
    return config


def _mistakes(config: Config) -> Iterator[tuple[str, str]]:
    """What the bounds of the fields do not say: the field and what is wrong."""
    yield from _unplayable("scenarios", config.scenarios, config.options)
    before = 0
    for i, stage in enumerate(config.curriculum):
        yield from _unplayable(f"curriculum[{i}].scenarios", stage.scenarios, config.options)
        if stage.until <= before:
            yield f"curriculum[{i}].until", f"{stage.until} is not later than the stage before"
        before = stage.until
    named: dict[str, Collection[str]] = {
        "weights": config.weights, "scripted_wins": config.scripted_wins,
        "search.scenarios": config.search.scenarios,
    }  # fmt: skip
    for field, names in named.items():
        for name in sorted({*names} - {*config.all_scenarios()}):
            yield field, f"{name} is not among the scenarios"
    if config.search.share and not config.search.scenarios:
        yield "search.scenarios", "at least one is needed where search.share is more than 0"
    for field, names in _stages(config):
        if names and not any(config.weights.get(name, 1.0) for name in names):
            yield "weights", f"none of {field} has any"
    total = sum(config.opponents.shares().values())
    if abs(total - 1) > 1e-6:
        yield "opponents", f"the shares make {total:g}, not 1; those not named have their default"
    if config.ppo.batch_size > config.ppo.rollout:
        yield "ppo.batch_size", "larger than ppo.rollout"
    if config.ppo.batch_size < 2 * config.rllib.learners:
        yield "rllib.learners", "more than there are pairs of decisions in ppo.batch_size"
    yield from _unknown("evaluation.opponent", config.evaluation.opponent)
    for i, name in enumerate(config.evaluation.also):
        yield from _unknown(f"evaluation.also[{i}]", name)
    if config.imitation is not None:
        yield from _bad_teachers("imitation.teacher", config.imitation.teacher)
        yield from _bad_teachers("imitation.historical", config.imitation.historical or {})
        yield from _bad_seats(config)


def _bad_teachers(field: str, given: str | dict[str, float]) -> Iterator[tuple[str, str]]:
    if isinstance(given, str):
        yield from _unknown(field, given)
        return
    for name in given:
        yield from _unknown(field, name)
    if given and abs(sum(given.values()) - 1) > 1e-6:
        yield field, f"the shares make {sum(given.values()):g}, not 1"


def _bad_seats(config: Config) -> Iterator[tuple[str, str]]:
    for scenario, names in config.imitation.by_seat.items() if config.imitation else ():
        field = f"imitation.by_seat.{scenario}"
        if scenario not in config.all_scenarios():
            yield field, "not among the scenarios"
        elif len(names) != (seats := World(scenario, config.options).n_seats):
            yield field, f"{len(names)} players, but there are {seats} seats"
        for name in names:
            yield from _unknown(field, name)


def _stages(config: Config) -> Iterator[tuple[str, list[str]]]:
    """The scenarios of each stage and of the end, with their fields."""
    for i, stage in enumerate(config.curriculum):
        yield f"curriculum[{i}].scenarios", stage.scenarios
    yield "scenarios", config.scenarios


def _unplayable(field: str, names: list[str], options: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if not names:
        yield field, "at least one is needed"
    for name in names:
        try:
            load_scenario(name)
        except AcisError as error:
            yield field, str(error)
            continue
        try:
            World(name, options)
        except AcisError as error:
            yield "options", f"{name}: {str(error).removeprefix('options: ')}"


def _unknown(field: str, player: str) -> Iterator[tuple[str, str]]:
    """A player that cannot be made. Only installed ones: a config is data and names no code to import."""
    installed = sorted({"random", *(entry.name for entry in entry_points(group="acis.players"))})
    if player.partition(":")[0] not in installed:
        yield field, f"unknown player {player!r}; there are: {', '.join(installed)}"
        return
    try:
        make_player(player)
    except Exception as error:  # of the player's own making
        yield field, f"{player}: {error}"


def falling(first: float, last: float | None, progress: float) -> float:
    """Where a setting is that goes from its first value to its last in a straight line over the run."""
    return first if last is None else first + (last - first) * min(1.0, progress)
