"""Policy files: what is saved plays the same again; what does not fit is refused."""

from __future__ import annotations

import contextlib
import io
import os
import zipfile
from pathlib import Path
from typing import Any

import faults
import numpy as np
import pytest
import torch

from acis_env.envs.running_game import RunningGame
from acis_env.observe.encoder import unpack
from acis_env.observe.schema import ALL_SLOTS, OBSERVATION_SIZE, SLOTS
from acis_rules import Game
from acis_rules.kernel.actions import N_AREAS
from acis_rules.kernel.files import FileError
from agents.learned import sealed
from agents.learned.networks import GraphNet, build, masked
from agents.learned.policy import (
    LARGEST,
    LAYOUTS,
    POLICY_FORMAT,
    PolicyError,
    PolicyPlayer,
    bundled,
    load_policy,
    save_policy,
)

KINDS: list[dict[str, Any]] = [
    {"kind": "mlp", "hidden": 16, "layers": 1},
    {"kind": "graph", "width": 8, "rounds": 1, "hidden": 16},
]


@pytest.mark.parametrize("settings", KINDS, ids=lambda settings: settings["kind"])
def test_a_saved_policy_plays_whole_games(tmp_path: Path, settings: dict[str, Any]) -> None:
    path = tmp_path / "policy.pt"
    save_policy(path, build(settings), {"name": "small"})
    network, about = load_policy(tmp_path)  # the folder will do
    assert about == {"name": "small"} and network.settings == settings
    games = []
    for _ in range(2):
        player = PolicyPlayer(str(path), seed=4)
        game = Game.new("basic_3p", seed=2)
        for _ in range(150):
            if game.over:
                break
            game.apply(player.act(game.view(game.seat), game.decision, game.legal_actions()))
        games.append(game.to_dict())
    assert games[0] == games[1]


@pytest.mark.parametrize("settings", KINDS, ids=lambda settings: settings["kind"])
def test_illegal_actions_have_no_chance(settings: dict[str, Any]) -> None:
    network = build(settings)
    raw = torch.randint(0, 3, (5, OBSERVATION_SIZE), dtype=torch.uint8)
    masks = torch.zeros(5, 272, dtype=torch.int8)
    masks[:, [3, 150]] = 1
    judged = network(raw, owners=True)
    chances = masked(judged.logits, masks).exp().detach().numpy()
    assert judged.worth().shape == (5,) and judged.points.shape == judged.ranks.shape == (5, SLOTS)
    assert np.allclose(judged.chances.exp().sum(1).detach(), 1, atol=1e-5)
    assert judged.owners is None or judged.owners.shape == (N_AREAS, 5, 1 + ALL_SLOTS)
    assert np.allclose(chances[:, [3, 150]].sum(1), 1, atol=1e-5)


def sealed_policy(path: Path, **changes: Any) -> None:
    """A policy file with other content, its checksum as it should be."""
    save_policy(path, build(KINDS[0]))
    content = sealed.read(path, "policy", POLICY_FORMAT, LARGEST)
    sealed.write(path, "policy", POLICY_FORMAT, {**content, **changes})


def refused(path: Path, message: str) -> None:
    """It is refused in one sentence that names the file."""
    with pytest.raises(PolicyError, match=message) as error:
        load_policy(path)
    assert str(path) in str(error.value) and "\n" not in str(error.value)


def weights_of(settings: dict[str, Any]) -> dict[str, torch.Tensor]:
    return {name: value.half() for name, value in build(settings).state_dict().items()}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"action_version": 99}, "action version 99"),
        ({"observation_size": 7}, "observation size 7"),
        ({"weights": {}}, "weights do not fit"),
        ({"weights": weights_of({**KINDS[0], "hidden": 8})}, rf"body.0.weight is \(8, {OBSERVATION_SIZE}\)"),
        ({"weights": dict.fromkeys(weights_of(KINDS[0]), 0)}, "is no tensor"),
        ({"weights": build(KINDS[0]).state_dict()}, "torch.float32, not"),
        (
            {"weights": {name: value * torch.nan for name, value in weights_of(KINDS[0]).items()}},
            "not numbers",
        ),
        ({"network": {"kind": "mlp", "hidden": 10**8, "layers": 1}}, "<= 2048.*hidden"),
        ({"network": {"kind": "graph", "width": 10**8}}, "<= 512.*width"),
        ({"network": {"kind": "mlp", "layers": 10**8}}, "<= 8.*layers"),
        ({"network": {"kind": "mlp", "hidden": -1}}, ">= 1.*hidden"),
        ({"network": {"kind": "tree"}}, "'tree'"),
        ({"network": [1, 2]}, "network: "),
        ({"about": {"name": {"a": 1}}}, "about: "),
        ({"about": 3}, "about: "),
    ],
)
def test_files_that_do_not_fit_are_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    sealed_policy(tmp_path / "policy.pt", **changes)
    refused(tmp_path / "policy.pt", message)


def test_one_flipped_bit_anywhere_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "policy.pt"
    save_policy(path, build({"kind": "mlp", "hidden": 1, "layers": 1}))
    whole = path.read_bytes()
    for place in (*range(0, len(whole), 5), *range(len(whole) - 120, len(whole))):
        broken = bytearray(whole)
        broken[place] ^= 1 << place % 8
        path.write_bytes(broken)
        with pytest.raises(PolicyError, match=r"policy\.pt: is (damaged|a [a-z ]+ of version)"):
            load_policy(path)
    for cut in (0, 1, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:cut])
        refused(path, "is damaged or no policy")
    path.write_bytes(whole)
    load_policy(path)


class Evil:
    """Does something when it is unpickled."""

    def __init__(self, *done: Any) -> None:
        self.done = done

    def __reduce__(self) -> Any:
        return self.done


@pytest.mark.parametrize("trick", ["code", "memory", "storage"])
def test_a_file_can_neither_run_code_nor_take_memory(tmp_path: Path, trick: str) -> None:
    path, mark = tmp_path / "policy.pt", tmp_path / "mark"
    evil = {
        "code": Evil(os.mkdir, (str(mark),)),
        "memory": Evil(bytearray, (2**40,)),
        "storage": Evil(torch.FloatTensor, (2**40,)),
    }[trick]
    sealed.write(path, "policy", POLICY_FORMAT, {**LAYOUTS, "network": KINDS[0], "weights": evil})
    refused(path, "more than tensors and plain data")
    assert not mark.exists()


def test_a_packed_file_is_refused_before_it_grows(tmp_path: Path) -> None:
    path = tmp_path / "policy.pt"
    save_policy(path, build(KINDS[0]))
    whole = path.read_bytes()
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    path.write_bytes(packed.getvalue() + sealed._line("policy", POLICY_FORMAT, packed.getvalue()))
    refused(path, "is compressed")


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "policy.pt"
    torch.save({"acis_policy": 1}, path)  # as it was before the checksum
    refused(path, "is damaged or no policy of version 2")
    sealed.write(path, "policy", 7, {})
    refused(path, "is a policy of version 7; this program reads a policy of version 2")
    sealed.write(path, "checkpoint", POLICY_FORMAT, {})
    refused(path, "is a checkpoint of version 2")
    path.unlink()
    path.symlink_to("/dev/zero")
    refused(path, "larger than")
    with pytest.raises(PolicyError, match="no such policy file"):
        PolicyPlayer(str(tmp_path / "none.pt"))
    with pytest.raises(PolicyError, match=r"a path or a name is needed; bundled are: .*general"):
        PolicyPlayer(":greedy")


def test_a_policy_stays_when_the_next_one_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "policy.pt"
    save_policy(path, build(KINDS[0]), {"name": "first"})
    with faults.disk(monkeypatch) as calm:
        save_policy(tmp_path / "other.pt", build(KINDS[0]))
    for place in range(calm.calls):
        with faults.disk(monkeypatch, fail_at=place, torn=True) as disk, contextlib.suppress(FileError):
            save_policy(path, build(KINDS[1]), {"name": "second"})
        assert disk.calls > place
        assert load_policy(path)[1]["name"] in ("first", "second")
        assert {file.name for file in tmp_path.iterdir()} == {"policy.pt", "other.pt"}


def test_areas_that_are_not_in_play_take_no_part() -> None:
    """No number of theirs reaches anything but their own logits, which are never legal."""
    game = Game.new("basic_2p", seed=3)
    running = RunningGame(game)
    raw = np.empty((1, OBSERVATION_SIZE), np.uint8)
    unpack([running.packed(running.seat)], raw)
    in_play = game.state.world.board.in_play
    out = [area for area in range(N_AREAS) if not in_play >> area & 1]
    assert out
    torch.manual_seed(1)
    network = build({"kind": "graph", "width": 8, "rounds": 2, "hidden": 16})
    assert isinstance(network, GraphNet)
    legal = torch.from_numpy(running.mask(running.seat)) > 0
    answers = []
    for shift in (0, 5):
        with torch.no_grad():
            network.area_name[out] += shift
            judged = network(torch.from_numpy(raw))
        answers.append(torch.cat([judged.logits[0][legal], judged.chances[0], judged.points[0]]))
    assert torch.equal(*answers)
    with torch.no_grad():
        network.area_name[[area for area in range(N_AREAS) if in_play >> area & 1]] += 5
        judged = network(torch.from_numpy(raw))
    assert not torch.equal(judged.logits[0][legal], answers[0][: int(legal.sum())])


# -------------------------------------------------------------------------------- bundled policies


def test_a_bare_name_is_a_bundled_policy_wherever_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "general").mkdir()  # not looked at, unless it is asked for as a path
    save_policy(tmp_path / "general" / "policy.pt", build(KINDS[0]), {"name": "mine"})
    monkeypatch.chdir(tmp_path)
    assert "general" in bundled()
    assert load_policy("general")[1]["name"] == "general"
    assert load_policy("./general")[1]["name"] == "mine"
    assert PolicyPlayer("general:greedy").mind is PolicyPlayer("general").mind
    for name in ("generol", "general/policy.txt", "nowhere/at/all"):
        with pytest.raises(
            PolicyError, match=f"{name}: there is no such policy file; bundled are: .*general"
        ):
            load_policy(name)
