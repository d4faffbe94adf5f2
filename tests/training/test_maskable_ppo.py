"""The engine `sb3`: MaskablePPO with default settings; its policies play in the arena like all others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
import yaml
from small_runs import SMALLEST, draw_nothing, quiet

from acis_env.players import make_player
from acis_rules import Game
from acis_rules.tools.cli import main
from training.config import Config, ConfigError, check, load_config
from training.run_folder import CHECKPOINT, engine_of
from training.sb3 import NetworkPolicy, Sb3Run, environment

SMALL: dict[str, Any] = {
    **SMALLEST, "imitation": None, "decisions": 300, "games": 4,
    "opponents": {"self_play": 0, "pool": 0, "npc": 0.1, "greedy": 0, "random": 0.9},
    "ppo": {"rollout": 128, "batch_size": 64, "epochs": 1},
}  # fmt: skip


def config(**changes: Any) -> Config:
    return check({**SMALL, **changes}, "test")


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


def test_a_run_leaves_a_policy_that_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "small.yaml").write_text(yaml.safe_dump(SMALL))
    with pytest.raises(SystemExit) as ended:
        main(["train", str(tmp_path / "small.yaml"), "--engine", "sb3", "--out", str(tmp_path / "run")])
    assert ended.value.code == 0, capsys.readouterr().out
    assert engine_of(tmp_path / "run") == "sb3" and (tmp_path / "run" / "report.md").exists()
    game = Game.new("basic_3p", seed=1)
    player = make_player(f"policy:{tmp_path / 'run'}", seed=1)
    for _ in range(50):
        game.apply(player.act(game.view(game.seat), game.decision, game.legal_actions()))


def test_a_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    run = Sb3Run.start(config(), tmp_path, quiet())
    before = [one.clone() for one in run.network.state_dict().values()]
    run._update()
    weights = run.network.state_dict()
    assert any(not torch.equal(*pair) for pair in zip(before, weights.values(), strict=True)), "it learns"
    assert run.decisions == 128 and run.measured["entropy"] > 0
    run.checkpoint()
    run.release()
    resumed = Sb3Run.resume(tmp_path, quiet())
    assert resumed.decisions == 128 and resumed.updates == 1
    for name, value in resumed.network.state_dict().items():
        assert torch.equal(value, weights[name])
    adam, theirs = resumed.model.policy.optimizer.state, run.model.policy.optimizer.state
    assert adam and all(
        torch.equal(a["exp_avg"], b["exp_avg"]) for a, b in zip(adam.values(), theirs.values(), strict=True)
    )
    resumed._update()
    assert resumed.decisions == 256
    resumed.release()
    (tmp_path / CHECKPOINT).write_bytes(b"broken")
    with pytest.raises(ConfigError, match="is damaged or no maskable checkpoint"):
        Sb3Run.resume(tmp_path, quiet())


def test_the_network_sees_what_the_environment_shows() -> None:
    settings = config(games=2)
    env = environment(settings, 1)
    policy = NetworkPolicy(
        env.observation_space, env.action_space, lambda _: 1e-3, network=settings.network.settings()
    )
    shown = torch.from_numpy(env.reset())
    logprobs, values = policy._judge(shown, env.action_masks())
    judged = policy.network(torch.from_numpy(env.raw))
    assert torch.equal(values, judged.worth())
    assert ((logprobs.exp() > 0) == (torch.from_numpy(env.action_masks()) > 0)).all()


def test_opponents_are_drawn_by_share() -> None:
    assert sorted(map(str, environment(config(), 1).opponents)) == ["npc"] * 2 + ["random"] * 18


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"opponents": SMALLEST["opponents"]}, "nobody plays against itself"),
        ({"scenarios": ["basic_2p", "basic_3p"]}, "one at a time"),
        ({"games": 200}, r"ppo\.rollout"),
    ],
)
def test_what_it_cannot_do_is_refused_before_it_begins(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        Sb3Run.start(config(**changes), tmp_path / "run", quiet())
    assert not (tmp_path / "run").exists()


def test_the_shipped_config_is_one_for_it() -> None:
    Sb3Run.require(load_config(Path(__file__).parents[2] / "configs" / "sb3.yaml"))
