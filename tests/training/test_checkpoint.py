"""Checkpoints: tensors and plain data that run nothing; what cannot be one is refused in one sentence."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
import torch
from small_runs import resume, start
from spoilt import change

from agents.learned import sealed
from agents.learned.policy import LAYOUTS
from training.checkpoint import VERSION
from training.config import ConfigError
from training.run_folder import CHECKPOINT

ROOT = Path(__file__).parents[2]
LIMIT = 2**30


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run after two updates."""
    run = start(tmp_path_factory.mktemp("runs") / "run", imitation=None)
    for _ in range(2):
        run._update()
        run._add_snapshot()
    run.checkpoint()
    return run.folder


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    """A copy of it, to be broken."""
    for name in ("config.yaml", CHECKPOINT):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    return tmp_path


def content_of(folder: Path) -> dict[str, Any]:
    return sealed.read(folder / CHECKPOINT, "checkpoint", VERSION, LIMIT)


def refused(folder: Path, message: str) -> None:
    with pytest.raises(ConfigError, match=message) as error:
        resume(folder)
    assert str(folder / CHECKPOINT) in str(error.value) and "\n" not in str(error.value)


def kinds(value: Any) -> set[type]:
    """All types in a value."""
    found = {type(value)}
    inside = (
        [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    )
    return found.union(*map(kinds, inside))


def test_a_checkpoint_is_tensors_and_plain_data(folder: Path) -> None:
    content = content_of(folder)
    assert kinds(content) <= {dict, list, tuple, str, int, float, torch.Tensor}
    assert torch.load(folder / CHECKPOINT, weights_only=True).keys() == content.keys()


def test_nothing_in_the_project_reads_a_pickle() -> None:
    """Nor is anything read by torch or NumPy in a way that could."""
    unsafe = re.compile(
        r"pickle\.loads?\(|Unpickler|allow_pickle|weights_only=False|torch\.load\((?!.*weights_only=True)"
        r"|restore_from_path|from_checkpoint|yaml\.(unsafe|full)_load|joblib|shelve|marshal"
    )
    found = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for package in ("acis_rules", "acis_env", "agents", "training")
        for file in (ROOT / package).rglob("*.py")
        for line in file.read_text().splitlines()
        if unsafe.search(line)
    ]
    assert not found


class Evil:
    """Makes a folder when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.mark),)


@pytest.mark.parametrize("place", ["network", "games", "extra"])
def test_code_in_a_checkpoint_is_not_run(copy: Path, place: str) -> None:
    mark = copy / "mark"
    content = {**content_of(copy), place: Evil(mark)}
    sealed.write(copy / CHECKPOINT, "checkpoint", VERSION, content)
    refused(copy, "more than tensors and plain data: posix mkdir")
    assert not mark.exists()


def test_checkpoints_of_older_versions_are_refused(copy: Path) -> None:
    mark = copy / "mark"
    torch.save({"collector": Evil(mark)}, copy / CHECKPOINT)  # as they were: objects of Python
    refused(copy, "is damaged or no checkpoint of version 3")
    assert not mark.exists()
    sealed.write(copy / CHECKPOINT, "checkpoint", VERSION + 1, {})
    refused(copy, "is a checkpoint of version 4; this program reads a checkpoint of version 3")


def test_damage_is_noticed(copy: Path) -> None:
    whole = (copy / CHECKPOINT).read_bytes()
    for place in range(0, len(whole), len(whole) // 40):
        broken = bytearray(whole)
        broken[place] ^= 1 << place % 8
        (copy / CHECKPOINT).write_bytes(broken)
        refused(copy, "is damaged")
    (copy / CHECKPOINT).write_bytes(whole[:-200])
    refused(copy, "is damaged")
    (copy / CHECKPOINT).unlink()
    (copy / CHECKPOINT).symlink_to("/dev/zero")
    with pytest.raises(ConfigError, match="larger than"):
        resume(copy)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("network", {}, "weights do not fit"),
        ("network/policy.bias", torch.zeros(3), r"policy.bias is \(3,\)"),
        ("network/policy.bias", torch.zeros(1).expand(10**9), "policy.bias is"),
        ("network/policy.bias", torch.zeros(1, dtype=torch.float16), "float16"),
        ("network/policy.bias", [0.0], "Expected `Tensor`"),
        ("optimizer/policy.bias", {}, "optimiser does not fit"),
        ("optimizer/policy.bias/step", torch.zeros(2), r"policy.bias.step is \(2,\)"),
        ("optimizer/policy.bias/exp_avg", torch.zeros(10**6), r"exp_avg is \(1000000,\)"),
        ("optimizer", {"other": {}}, "optimiser does not fit"),
        ("pool/0", torch.zeros(1), r"pool is \(1,\)"),
        ("pool", [torch.zeros(1)] * 7, "pool: 7 snapshots; 6 are kept"),
        ("playing", [torch.zeros(1)] * 8, "pool: 2 snapshots; 6 are kept"),
        ("price", 0.0, "price"),
        ("random", torch.zeros(3, dtype=torch.uint8), "random: not a state"),
        ("random", torch.zeros(5056), "random: not a state"),
        ("games/0/random", torch.zeros(3, dtype=torch.uint8), "random: not a state"),
        ("counters/decisions", -1, "counters.decisions"),
        ("counters/updates", 2.5, "counters.updates"),
        ("counters/seconds", float("nan"), "counters.seconds"),
        ("counters/curve", [{"decisions": 3}], "counters.curve"),
        ("games/0/games/controllers", [[9] * 6, [9] * 6], "controllers: not those of these games"),
        ("games/0/games/controllers", [[0] * 6], "controllers"),
        ("games/0/games/games/0/scenario", "basic_4p", "'basic_4p' is not among the scenarios"),
        ("games/0/games/games/0/scenario", "/dev/zero", "'/dev/zero' is not among the scenarios"),
        ("games/0/games/games/0/players", {1: ["os:mkdir", 1]}, "'os:mkdir' is nobody's opponent here"),
        ("games/0/games/games/0/answers", [0] * 5, "game 0: "),
        ("games/0/games/games/0/answers", [10**30], "answers|action"),
        ("games/0/games/random/0", [1, 2], "random"),
        ("games", [], "those of 0 actors, not of 1"),
        ("games", [{}], "games"),
        ("games/0/games", {}, "running games"),
        ("games/0/games", 3, "games"),
        ("observation_version", 99, "observation version 99"),
        ("extra", 1, "extra"),
    ],
)
def test_what_cannot_be_a_checkpoint_is_refused(copy: Path, path: str, value: Any, message: str) -> None:
    content = content_of(copy)
    change(content, path, value)
    sealed.write(copy / CHECKPOINT, "checkpoint", VERSION, content)
    refused(copy, message)


def test_a_checkpoint_says_which_layouts_it_was_trained_on(folder: Path) -> None:
    assert {key: content_of(folder)[key] for key in LAYOUTS} == LAYOUTS
