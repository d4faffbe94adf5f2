"""Configs: the shipped ones are valid, wrong ones are refused with file and field."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from training.config import (
    Config,
    ConfigError,
    EvaluationConfig,
    ImitationConfig,
    NetworkConfig,
    OpponentsConfig,
    PPOConfig,
    RewardConfig,
    RllibConfig,
    Stage,
    check,
    load_config,
)

GROUPS = (
    NetworkConfig, OpponentsConfig, RewardConfig, PPOConfig, ImitationConfig, EvaluationConfig, RllibConfig,
)  # fmt: skip
CONFIGS = sorted((Path(__file__).parents[2] / "configs").glob("*.yaml"))


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_shipped_configs_are_valid(path: Path) -> None:
    assert load_config(path).name == path.stem


def test_overrides_change_single_settings() -> None:
    config = load_config(CONFIGS[0], ["ppo.epochs=7", "seed=3", "network.kind=graph"])
    assert (config.ppo.epochs, config.seed, config.network.kind) == (7, 3, "graph")


BASE = {"name": "x", "scenarios": ["basic_2p"], "decisions": 10}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"speed": 3}, "unknown field `speed`"),
        ({"scenarios": ["nowhere"]}, "scenarios: unknown scenario 'nowhere'"),
        ({"scenarios": []}, "scenarios: at least one"),
        ({"scenarios": "basic_2p"}, "at `scenarios`"),
        ({"scenarios": [3]}, "at `scenarios[0]`"),
        ({"decisions": 0}, "decisions"),
        ({"decisions": -5}, "at `decisions`"),
        ({"decisions": 1.5}, "at `decisions`"),
        ({"decisions": 10**400}, "at `decisions`"),
        ({"ppo": {"gamma": 10**400}}, "ppo.gamma"),
        ({"decisions": True}, "at `decisions`"),
        ({"name": "../../x"}, "at `name`"),
        ({"name": "a/b"}, "at `name`"),
        ({"name": ".."}, "at `name`"),
        ({"name": "x\n"}, "at `name`"),
        ({"name": ""}, "at `name`"),
        ({"name": "x" * 65}, "at `name`"),
        ({"seed": -1}, "at `seed`"),
        ({"seed": 2**32}, "at `seed`"),
        ({"games": 10**9}, "at `games`"),
        ({"threads": 0}, "at `threads`"),
        ({"minutes": 0}, "at `minutes`"),
        ({"minutes": float("nan")}, "at `minutes`"),
        ({"stop_at_win_rate": 1.5}, "at `stop_at_win_rate`"),
        ({"start_from": 3}, "at `start_from`"),
        ({"curriculum": [{"scenarios": ["nowhere"], "until": 5}]}, "curriculum[0].scenarios: unknown"),
        ({"curriculum": [{"scenarios": [], "until": 5}]}, "curriculum[0].scenarios: at least one"),
        (
            {"curriculum": [{"scenarios": ["basic_2p"], "until": n} for n in (5, 5)]},
            "curriculum[1].until: 5 is not later",
        ),
        ({"network": {"kind": "tree"}}, "network.kind"),
        ({"network": {"hidden": 10**8}}, "at `network.hidden`"),
        ({"network": {"layers": 10**8}}, "at `network.layers`"),
        ({"network": {"width": 0}}, "at `network.width`"),
        ({"network": {"rounds": 99}}, "at `network.rounds`"),
        ({"opponents": {"npc": 1}}, "opponents: the shares make 1.8, not 1"),
        ({"opponents": {"self_play": 0, "pool": 0, "npc": 0, "random": 0}}, "opponents: the shares make 0"),
        ({"opponents": {"npc": -0.1}}, "at `opponents.npc`"),
        ({"opponents": {"martians": 1}}, "unknown field `martians`"),
        ({"opponents": {"pool_size": 10**6}}, "at `opponents.pool_size`"),
        ({"reward": {"vp": -1}}, "at `reward.vp`"),
        ({"ppo": {"batch_size": 40_000}}, "ppo.batch_size: larger than ppo.rollout"),
        ({"ppo": {"batch_size": 1}}, "at `ppo.batch_size`"),
        ({"ppo": {"rollout": 2**40}}, "at `ppo.rollout`"),
        ({"ppo": {"gamma": 1.01}}, "at `ppo.gamma`"),
        ({"ppo": {"gamma": -0.1}}, "at `ppo.gamma`"),
        ({"ppo": {"gamma": float("nan")}}, "at `ppo.gamma`"),
        ({"ppo": {"gamma": "high"}}, "at `ppo.gamma`"),
        ({"ppo": {"gae_lambda": 1.5}}, "at `ppo.gae_lambda`"),
        ({"ppo": {"learning_rate": -0.001}}, "at `ppo.learning_rate`"),
        ({"ppo": {"learning_rate": float("inf")}}, "at `ppo.learning_rate`"),
        ({"ppo": {"final_learning_rate": -1}}, "at `ppo.final_learning_rate`"),
        ({"ppo": {"clip_range": 0}}, "at `ppo.clip_range`"),
        ({"ppo": {"entropy": -1}}, "at `ppo.entropy`"),
        ({"ppo": {"value": -1}}, "at `ppo.value`"),
        ({"ppo": {"target_kl": 0}}, "at `ppo.target_kl`"),
        ({"ppo": {"epochs": 0}}, "at `ppo.epochs`"),
        ({"imitation": {"teacher": "nobody"}}, "imitation.teacher: unknown player 'nobody'"),
        ({"imitation": {"historical": "nobody"}}, "imitation.historical: unknown player 'nobody'"),
        ({"imitation": {"teacher": {"npc": 0.5, "nobody": 0.5}}}, "imitation.teacher: unknown player"),
        ({"imitation": {"teacher": {"npc": 0.5, "greedy": 0.4}}}, "imitation.teacher: the shares make 0.9"),
        ({"imitation": {"teacher": {}}}, "imitation.teacher"),
        ({"imitation": {"by_seat": {"basic_4p": []}}}, "imitation.by_seat.basic_4p: not among the scenarios"),
        (
            {"imitation": {"by_seat": {"basic_2p": ["npc"]}}},
            "by_seat.basic_2p: 1 players, but there are 2 seats",
        ),
        ({"imitation": {"by_seat": {"basic_2p": ["npc", "nobody"]}}}, "imitation.by_seat.basic_2p: unknown"),
        ({"imitation": {"smoothing": 1.5}}, "at `imitation.smoothing`"),
        ({"imitation": {"decisions": 10**9}}, "at `imitation.decisions`"),
        ({"imitation": {"learning_rate": -1}}, "at `imitation.learning_rate`"),
        ({"evaluation": {"opponent": "nobody"}}, "evaluation.opponent: unknown player 'nobody'"),
        ({"evaluation": {"opponent": "npc:wild"}}, "evaluation.opponent: npc:wild:"),
        ({"evaluation": {"opponent": "greedy:3"}}, "evaluation.opponent: greedy:3:"),
        ({"evaluation": {"opponent": "policy:none"}}, "evaluation.opponent: policy:none: none: there is no"),
        ({"evaluation": {"opponent": "os:mkdir"}}, "evaluation.opponent: unknown player 'os:mkdir'"),
        ({"evaluation": {"also": ["npc", "nobody"]}}, "evaluation.also[1]: unknown player"),
        ({"evaluation": {"opponent": "policy:none"}}, "bundled are: general"),
        ({"evaluation": {"overlooked": -1}}, "at `evaluation.overlooked`"),
        ({"weights": {"basic_4p": 1}}, "weights: basic_4p is not among the scenarios"),
        ({"scripted_wins": {"basic_4p": {}}}, "scripted_wins: basic_4p is not among the scenarios"),
        ({"search": {"scenarios": ["basic_4p"]}}, "search.scenarios: basic_4p is not among the scenarios"),
        ({"search": {"share": 0.1}}, "search.scenarios: at least one"),
        ({"search": {"simulations": 64}}, "at `search.simulations`"),
        ({"weights": {"basic_2p": 0}}, "weights: none of scenarios has any"),
        ({"actors": 10**6}, "at `actors`"),
        ({"device": "abacus"}, "device"),
        ({"evaluation": {"games": 0}}, "at `evaluation.games`"),
        ({"evaluation": {"every": -1}}, "at `evaluation.every`"),
        ({"rllib": {"runners": 0}}, "at `rllib.runners`"),
        ({"rllib": {"learners": 64}, "ppo": {"batch_size": 64}}, "rllib.learners: more than"),
        ({"snapshot_every": 0}, "at `snapshot_every`"),
        ({"checkpoint_every": "often"}, "at `checkpoint_every`"),
    ],
)
def test_wrong_settings_are_refused_by_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=r"^wrong\.yaml: ") as error:
        check({**BASE, **changes}, "wrong.yaml")
    assert message in str(error.value) and "\n" not in str(error.value)


def test_every_number_has_bounds() -> None:
    """No size, rate or count without an end: a slip is refused before it costs memory or hours."""
    open_ended = [
        f"{group.__name__}.{field.name}"
        for group in (Config, Stage, *GROUPS)
        for field in msgspec.structs.fields(group)
        for inner in alternatives(msgspec.inspect.type_info(field.type))
        if isinstance(inner, msgspec.inspect.IntType | msgspec.inspect.FloatType)
        and ((inner.ge is None and inner.gt is None) or inner.le is None)
    ]
    assert not open_ended


def alternatives(kind: msgspec.inspect.Type) -> tuple[msgspec.inspect.Type, ...]:
    return kind.types if isinstance(kind, msgspec.inspect.UnionType) else (kind,)


@pytest.mark.parametrize(
    ("text", "message"), [("just a text", "must be a mapping"), ("a: [", "not valid YAML")]
)
def test_files_that_are_no_configs_are_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=r"wrong\.yaml") as error:
        load_config(file)
    assert message in str(error.value)


def test_a_missing_file_and_a_bad_override_say_so(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path / "none.yaml")
    for override, message in (
        ("ppo.epochs", "key=value"),
        ("ppo.epochs=[", "not a value in YAML"),
        ("seed.first=3", "seed is not a group"),
        ("ppo.epochs=many", "at `ppo.epochs`"),
    ):
        with pytest.raises(ConfigError, match=message):
            load_config(CONFIGS[0], ["seed=3", override])
