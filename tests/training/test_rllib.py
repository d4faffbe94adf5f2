"""The engine `rllib` on a real Ray with two runners. Ray needs an environment of its own: `make test-ray`."""

from __future__ import annotations

import importlib
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
import yaml
from rich.console import Console

from acis_env.envs.running_game import RunningGame
from acis_rules import IllegalAction
from acis_rules.tools.cli import main
from agents.learned import sealed
from agents.learned.networks import build
from agents.learned.policy import load_policy
from training.checkpoint import MOMENTS, VERSION
from training.config import Config, ConfigError, check
from training.games import TRAINING_SEEDS
from training.native_run import NativeRun

rllib: Any = importlib.import_module("training.rllib")  # of Ray there are no types

SMALL: dict[str, Any] = {
    "name": "small", "scenarios": ["basic_2p"], "decisions": 2000, "games": 2, "threads": 1,
    "network": {"kind": "mlp", "hidden": 32},
    "opponents": {"self_play": 0, "pool": 0.8, "npc": 0, "random": 0.2, "pool_size": 2},
    "reward": {"vp": 1.0, "outcome": 0.5},
    "ppo": {"rollout": 512, "batch_size": 256, "epochs": 2, "learning_rate": 0.003},
    "evaluation": {"opponent": "random", "every": 3, "games": 2, "final_games": 2, "also": []},
    "rllib": {"runners": 2}, "snapshot_every": 1, "checkpoint_every": 2,
}  # fmt: skip


def config(**changes: Any) -> Config:
    return check({**SMALL, **changes}, "test")


class Context(dict[str, Any]):
    """What RLlib gives an environment."""

    worker_index = 1


def environment(settings: Config, pool: int = 0, runner: int = 1, resumed_at: int = 0) -> Any:
    context = Context(config=settings, resumed_at=resumed_at)
    context.worker_index = runner
    env = rllib.SelfPlayEnv(context)
    env.games.pool = pool
    return env


def play(env: Any, seed: int | None) -> tuple[Any, Counter[str], dict[str, float]]:
    """A random game: as it ended, decisions and rewards by agent."""
    rng = np.random.default_rng(seed)
    observations, _ = env.reset(seed=seed)
    running = env.games.running[0]
    decisions: Counter[str] = Counter()
    rewards: dict[str, float] = {}
    over = False
    while not over:
        ((agent, seen),) = observations.items()
        assert env.observation_spaces[agent].contains(seen)
        decisions[agent] += 1
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        observations, paid, ended, _, _ = env.step({agent: action})
        over = ended["__all__"]
        for name, amount in paid.items():
            rewards[name] = rewards.get(name, 0.0) + amount
    return running, decisions, rewards


# --------------------------------------------------------------------------------- the games


def test_agents_are_named_after_who_plays_and_where() -> None:
    settings = config(opponents={"self_play": 0.4, "pool": 0.3, "npc": 0, "random": 0.3, "pool_size": 2})
    env = environment(settings, pool=2)
    seated = set()
    for seed in range(12):
        env.reset(seed=seed)
        seated.add(tuple(rllib.policy_of(agent) for agent in env.agents))
        assert set(env.agents) <= set(env.possible_agents)
    assert {("main", "main"), ("main",)} <= seated, "all learn; alone against a scripted player"
    assert {("main", "past_1"), ("main", "past_2"), ("past_1", "main"), ("past_2", "main")} & seated


def test_rewards_are_those_of_the_config() -> None:
    settings = config(opponents={"self_play": 1, "pool": 0, "npc": 0, "random": 0})
    running, decisions, rewards = play(environment(settings), seed=3)
    game = running.game
    assert game.over and sum(decisions.values()) == running.decisions
    lead = float(game.vp[0] - game.vp[1]) / 50
    won = 0.0 if len(game.winners) == 2 else 1.0 if 0 in game.winners else -1.0
    assert rewards == pytest.approx({"main@0": lead + 0.5 * won, "main@1": -lead - 0.5 * won})


def test_the_next_game_is_another_one_and_needs_no_seed() -> None:
    env = environment(config(opponents={"self_play": 1, "pool": 0, "npc": 0, "random": 0}))
    first, _, _ = play(env, seed=3)
    second, _, _ = play(env, seed=None)
    assert first is not second and first.game.to_dict() != second.game.to_dict()


def test_no_two_games_are_alike() -> None:
    """RLlib counts seeds up from runner to runner and game to game: their sums meet."""
    deals = []
    for runner, resumed_at in ((1, 0), (2, 0), (1, 7)):
        env = environment(config(), runner=runner, resumed_at=resumed_at)
        env.reset(seed=5)
        deals.append(env.games.running[0].game.to_dict())
    assert len({str(deal) for deal in deals}) == 3
    env.reset(seed=5)
    assert env.games.running[0].game.to_dict() == deals[-1]


def test_training_seeds_lie_apart_from_those_of_evaluations(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []
    new = RunningGame.new

    def watched(scenario: str, seed: int, options: Any) -> RunningGame:
        seeds.append(seed)
        return new(scenario, seed, options)

    monkeypatch.setattr(RunningGame, "new", watched)
    env = environment(config())
    for seed in range(5):
        env.reset(seed=seed)
    assert len(set(seeds)) == 5 and max(seeds) < TRAINING_SEEDS


def test_an_illegal_action_is_refused() -> None:
    env = environment(config())
    ((agent, seen),) = env.reset(seed=1)[0].items()
    with pytest.raises(IllegalAction, match="not legal"):
        env.step({agent: int(np.flatnonzero(seen["action_mask"] == 0)[0])})


# ------------------------------------------------------------------------------- the policies


@pytest.mark.parametrize(
    "network", [{"kind": "mlp", "hidden": 16}, {"kind": "graph", "width": 8, "hidden": 16}]
)
def test_illegal_actions_have_no_chance(network: dict[str, Any]) -> None:
    settings = config(network=network)
    env = environment(settings)
    seen = [next(iter(env.reset(seed=seed)[0].values())) for seed in range(8)]
    batch = {"obs": {key: torch.from_numpy(np.stack([s[key] for s in seen])) for key in seen[0]}}
    masks = batch["obs"]["action_mask"] > 0
    modules = rllib.ppo_config(settings).rl_module_spec.rl_module_specs
    for name in ("main", "past_1"):
        module = modules[name].build()
        logits = module.forward_exploration(batch)["action_dist_inputs"]
        chances = logits.exp()
        assert (chances[~masks] == 0).all() and chances.sum(1).numpy() == pytest.approx(np.ones(8))
        drawn = module.get_exploration_action_dist_cls().from_logits(logits).sample(sample_shape=(200,))
        assert masks.expand(200, -1, -1).gather(2, drawn.unsqueeze(-1)).all()
    values = modules["main"].build().compute_values(batch)
    assert values.shape == (8,)


def test_a_runner_loses_no_decision_where_rollouts_are_cut() -> None:
    """What it hands over is what was played: observation, action and what the seat was paid for it."""
    from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner

    played: list[list[Any]] = []
    waiting: dict[str, list[Any]] = {}

    class Watched(rllib.SelfPlayEnv):
        def step(self, action_dict: Any) -> Any:
            ((agent, action),) = action_dict.items()
            waiting[agent] = [agent, self.games.raw[0].tobytes(), int(action)]
            out = super().step(action_dict)
            for name, paid in out[1].items():
                if name in waiting:
                    played.append([*waiting.pop(name), paid])
            return out

    settings = config(games=1, opponents={"self_play": 0, "pool": 1, "npc": 0, "random": 0, "pool_size": 1})
    options = rllib.ppo_config(settings).environment(Watched)
    options.env_runners(num_env_runners=0, num_envs_per_env_runner=1, rollout_fragment_length=23)
    runner = MultiAgentEnvRunner(config=options, worker_index=1)
    rllib._deal(runner, settings.scenarios, pool=1)
    handed: list[list[Any]] = []
    for _ in range(40):
        for episode in runner.sample():
            for agent, one in episode.agent_episodes.items():
                raw = one.get_observations()["observations"]
                steps = zip(one.get_actions(), one.get_rewards(), strict=True)
                handed += [[agent, raw[i].tobytes(), int(a), float(r)] for i, (a, r) in enumerate(steps)]
    assert sorted(handed) == sorted(played) and len(played) > 800
    assert {agent.partition("@")[0] for agent, *_ in played} == {"main", "past_1"}


def test_snapshots_take_turns_but_the_first_one_stays() -> None:
    settings = config(opponents={**SMALL["opponents"], "pool_size": 3})
    given: list[str] = []
    run = SimpleNamespace(config=settings, updates=0, _give_weights=given.append)
    for run.updates in range(1, 7):
        rllib.RllibRun._add_snapshot(run)
    assert given == ["past_1", "past_2", "past_3", "past_2", "past_3", "past_2"]


def test_the_adapter_of_the_environment_works_with_rllibs_own_masking() -> None:
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

    from acis_env.envs.rllib import AcisMultiAgentEnv

    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [16]})
    arguments = {"scenario": "basic_3p", "reward": "vp", "players": {"player_1": "random"}}
    options = (
        PPOConfig()
        .environment(AcisMultiAgentEnv, env_config=arguments, disable_env_checking=True)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **_: "shared")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"shared": module}))
        .env_runners(num_env_runners=0)
    )
    steps: Counter[str] = Counter()
    for episode in MultiAgentEnvRunner(config=options, worker_index=0).sample(num_timesteps=300):
        for agent, one in episode.agent_episodes.items():
            masks = one.get_observations()["action_mask"]
            assert all(masks[i, action] for i, action in enumerate(one.get_actions()))
            steps[agent] += len(one)
    assert set(steps) == {"player_0", "player_2"} and steps.total() > 250


# ------------------------------------------------------------------------------ on the cluster


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def init(**_: Any) -> None:
        raise ConnectionError("nobody there")

    monkeypatch.setattr(rllib.ray, "init", init)
    with (
        pytest.raises(rllib.ClusterError, match=r"--address auto: .*nobody there"),
        rllib.cluster("auto", config(), Console()),
    ):
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run from the command line, from first to last."""
    place = tmp_path_factory.mktemp("rllib")
    (place / "small.yaml").write_text(yaml.safe_dump(SMALL))
    with pytest.raises(SystemExit) as ended:
        main(["train", str(place / "small.yaml"), "seed=4", "--engine", "rllib", "--out", str(place / "run")])
    assert ended.value.code == 0
    return place / "run"


@pytest.fixture(scope="module")
def resumed(folder: Path) -> Iterator[Any]:
    """The same run, taken up again on two runners."""
    with rllib.cluster("local", config(), Console()):
        run = rllib.RllibRun.resume(folder)
        yield run
        run.algorithm.stop()


def test_a_run_leaves_policy_report_and_curve(folder: Path) -> None:
    report = (folder / "report.md").read_text()
    assert "| basic_2p | random |" in report
    for name in ("policy.pt", "curve.csv", "curve.png", "checkpoint.pt", "versions.json", "report.html"):
        assert (folder / name).stat().st_size > 0
    assert list((folder / "tensorboard").iterdir())
    network, about = load_policy(folder / "policy.pt")
    assert about["decisions"] >= SMALL["decisions"] and about["games"] > 0
    torch.manual_seed(4)
    untrained = build(config().network.settings()).state_dict()
    for name, trained in network.state_dict().items():
        assert not torch.equal(trained.half(), untrained[name].half()), f"{name} has not changed"


def test_the_policy_plays_in_the_arena(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["evaluate", "--players", f"policy:{folder},random", "--games", "2"])
    assert ended.value.code == 0 and "policy" in capsys.readouterr().out


def weights_of(run: Any) -> list[dict[str, dict[str, Any]]]:
    """All weights with the learner and with every runner."""
    group = run.algorithm.env_runner_group
    return [run.algorithm.get_weights(), *group.foreach_env_runner(lambda runner: runner.module.get_state())]


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in one)


def test_a_run_goes_on_everywhere_with_what_it_had_learned(resumed: Any, folder: Path) -> None:
    learner, *runners = weights_of(resumed)
    assert len(runners) == 3, "two runners, and one that stays beside the learner"
    assert set(learner) == {"main", "past_1", "past_2"}
    assert all(same(learner[policy], runner[policy]) for policy in learner for runner in runners)
    assert not same(learner["main"], learner["past_1"]) and not same(learner["past_1"], learner["past_2"])
    saved = load_policy(folder / "policy.pt")[0].state_dict()
    for name, value in resumed.network.state_dict().items():
        assert np.array_equal(value, learner["main"][rllib.PREFIX + name])
        assert torch.equal(value.half(), saved[name].half())
    assert resumed.decisions >= SMALL["decisions"] and resumed.updates >= 4


def test_the_optimiser_goes_on_and_no_pickle_is_kept(resumed: Any, folder: Path) -> None:
    saved = sealed.read(folder / "checkpoint.pt", "rllib checkpoint", VERSION, 2**30)["optimizer"]
    _, state = resumed._optimizer()
    for place, (name, _) in enumerate(resumed.network.named_parameters()):
        kept = state["state"][place]
        assert all(np.array_equal(kept[key], saved[name][key]) for key in MOMENTS) and kept["step"] > 0
    assert not [file for file in folder.rglob("*") if file.suffix in (".pkl", ".pickle")]


def test_a_checkpoint_of_the_other_engine_is_refused(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "run")
    with pytest.raises(ConfigError, match=r"checkpoint\.pt: is a rllib checkpoint of version"):
        NativeRun.resume(copy)


def test_an_update_changes_the_learner_alone(resumed: Any) -> None:
    before, *_ = weights_of(resumed)
    updates, decisions = resumed.updates, resumed.decisions
    resumed._update()
    after, *runners = weights_of(resumed)
    assert not same(before["main"], after["main"])
    assert same(before["past_1"], after["past_1"]) and same(before["past_2"], after["past_2"])
    assert resumed.updates == updates + 1 and 0 < resumed.decisions - decisions <= 512
    resumed._add_snapshot()
    learner, *runners = weights_of(resumed)
    for place in (learner, *runners):
        assert same(place["past_2"], after["main"]) and same(place["past_1"], before["past_1"])
    group = resumed.algorithm.env_runner_group
    assert group.num_healthy_remote_workers() == 2
    assert resumed.algorithm._counters["total_num_restored_workers"] == 0, "an illegal action ends a runner"


def test_snapshots_play(resumed: Any) -> None:
    for _ in range(3):
        resumed._update()
    steps = resumed.algorithm.metrics.peek(("env_runners", "num_module_steps_sampled_lifetime"))
    assert steps["main"] > 500 and steps["past_1"] + steps["past_2"] > 100
    agents = resumed.algorithm.env_runner_group.foreach_env_runner(
        lambda runner: [(env.unwrapped.games.pool, *env.unwrapped.agents) for env in runner.env.envs],
        local_env_runner=False,
    )
    assert len(agents) == 2 and all(pool == 2 for runner in agents for pool, *_ in runner)
