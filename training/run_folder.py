"""What the folder of a run holds: config, versions, result; and what must be writable before it begins."""

from __future__ import annotations

import json
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

from acis_rules.box.data_files import convert
from acis_rules.errors import AcisError
from acis_rules.kernel import files
from agents.learned.policy import POLICY_FILE

from . import report
from .config import Config, ConfigError, load_config
from .evaluation import Score

CHECKPOINT = "checkpoint.pt"
WARM_START = "warm_start.pt"
CONFIG = "config.yaml"
CURVE = "curve.csv"
IMITATION = "imitation.json"
RESULT = "result.json"
VERSIONS = "versions.json"
OUTPUTS = (
    CHECKPOINT, WARM_START, POLICY_FILE, CONFIG, CURVE, IMITATION, RESULT, VERSIONS, *report.FILES,
    "tensorboard/trial",
)  # fmt: skip
CHANGEABLE = ("decisions", "minutes", "stop_at_win_rate")  # settings of a run that goes on: when it ends
LARGEST_JSON = 2**24  # bytes
PACKAGES = ("acis", "torch", "stable-baselines3", "sb3-contrib", "ray", "numpy", "gymnasium", "pettingzoo")
T = TypeVar("T")


class Scored(msgspec.Struct, forbid_unknown_fields=True):
    """A match of the final evaluation."""

    scenario: str
    opponent: str
    moves: str
    score: Score


class Result(msgspec.Struct, forbid_unknown_fields=True):
    """The final evaluation, match by match."""

    decisions: int  # after which it was made
    scores: list[Scored] = []
    reported: bool = False  # the report is complete


def config_of(folder: Path, changes: list[str] | None = None) -> Config:
    """The config of the run in a folder, with changes of when it ends."""
    if not (folder / CONFIG).exists():
        raise ConfigError(f"{folder}: there is no run to go on with")
    for change in changes or []:
        if change.partition("=")[0] not in CHANGEABLE:
            raise ConfigError(f"{change}: a run that goes on can only change {', '.join(CHANGEABLE)}")
    return load_config(folder / CONFIG, changes)


def engine_of(folder: Path) -> str:
    """The engine with which a run was begun."""
    found = read_json(folder / VERSIONS, dict[str, str]) if (folder / VERSIONS).exists() else {}
    engine = found.get("engine", "native")
    if engine not in ("native", "sb3", "rllib"):
        raise ConfigError(f"{folder / VERSIONS}: engine: {engine!r} is unknown")
    return engine


def write_config(folder: Path, config: Config) -> None:
    """Keep the config of a run."""
    files.write(folder / CONFIG, yaml.safe_dump(msgspec.to_builtins(config), sort_keys=False))


def require_outputs(folder: Path) -> None:
    """Everything that a run writes can be written: better now than after hours."""
    for name in OUTPUTS:
        files.require_writable(folder / name)


def write_json(path: Path, content: Any) -> None:
    """Write plain data."""
    files.write(path, json.dumps(content, indent=2) + "\n")


def read_json(path: Path, kind: type[T]) -> T:
    """Plain data of this kind, checked."""
    try:
        return convert(json.loads(files.read(path, LARGEST_JSON)), kind, str(path))
    except AcisError as error:
        raise ConfigError(str(error)) from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from None


def versions() -> dict[str, str]:
    """Versions of what was used, and the revision of this code."""
    out = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            out[name] = version(name)
        except PackageNotFoundError:
            out[name] = "not installed"
    try:
        revision = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--exclude=*"], capture_output=True, text=True,
            check=True, cwd=Path(__file__).parent,
        )  # fmt: skip
        out["revision"] = revision.stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        out["revision"] = "unknown"
    return out
