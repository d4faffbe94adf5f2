"""Configs: the shipped ones are valid, wrong ones are refused with file and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from training.config import ConfigError, load_config

CONFIGS = sorted((Path(__file__).parents[2] / "configs").glob("*.yaml"))


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_shipped_configs_are_valid(path: Path) -> None:
    assert load_config(path).name == path.stem


def test_overrides_change_single_settings() -> None:
    config = load_config(CONFIGS[0], ["ppo.epochs=7", "seed=3", "network.kind=graph"])
    assert (config.ppo.epochs, config.seed, config.network.kind) == (7, 3, "graph")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: x\nscenarios: [basic_2p]\ndecisions: 10\nspeed: 3\n", "unknown field `speed`"),
        ("name: x\nscenarios: [nowhere]\ndecisions: 10\n", "unknown scenario 'nowhere'"),
        ("name: x\nscenarios: []\ndecisions: 10\n", "scenarios: at least one"),
        ("name: x\nscenarios: [basic_2p]\ndecisions: 0\n", "decisions"),
        ("name: x\nscenarios: [basic_2p]\ndecisions: 9\nppo: {batch_size: 9000}\n", "batch_size"),
        ("name: x\nscenarios: [basic_2p]\ndecisions: 9\nnetwork: {kind: tree}\n", "network.kind"),
        ("just a text", "must be a mapping"),
        ("a: [", "not valid YAML"),
    ],
)
def test_wrong_configs_are_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=r"wrong\.yaml") as error:
        load_config(file)
    assert message in str(error.value)


def test_a_missing_file_and_a_bad_override_say_so(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path / "none.yaml")
    with pytest.raises(ConfigError, match="key=value"):
        load_config(CONFIGS[0], ["ppo.epochs"])
