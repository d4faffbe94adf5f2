"""The warm start: who is watched, what is learned from it, and that no sensible move is ruled out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from acis_env.envs.running_game import RunningGame
from agents.learned.networks import MLP, build
from training.config import ImitationConfig
from training.imitation import WarmStart, greedy_lessons, learn, overlooked, seated, soft_loss, watch

MIXED = ImitationConfig(teacher={"greedy": 0.6, "npc": 0.4}, historical="npc", decisions=800, epochs=4)


def test_teachers_depend_on_the_kind_of_scenario() -> None:
    rng = np.random.default_rng(1)
    drawn = [seated(MIXED, "basic_4p", 4, rng) for _ in range(200)]
    assert {"greedy", "npc"} == {name for names, _ in drawn for name in names}
    for names, taught in drawn:
        among = "greedy" in names
        assert taught == [name == "greedy" or not among for name in names]
    greedy = sum(names.count("greedy") for names, _ in drawn)
    assert 0.5 < greedy / 800 < 0.7
    assert seated(MIXED, "punic_wars", 2, rng) == (["npc", "npc"], [True, True])
    assert MIXED.learned_from() == "greedy (npc in historical scenarios)"
    assert seated(ImitationConfig(teacher="random"), "punic_wars", 2, rng)[0] == ["random", "random"]
    assert ImitationConfig().learned_from() == "npc"


def test_every_seat_may_have_a_teacher_of_its_own() -> None:
    """It plays alone among NPCs, and nobody else is watched."""
    config = ImitationConfig(by_seat={"punic_wars": ["greedy", "random"]}, decisions=600)
    rng = np.random.default_rng(1)
    drawn = [seated(config, "punic_wars", 2, rng) for _ in range(60)]
    assert {(*names, *taught) for names, taught in drawn} == {
        ("greedy", "npc", True, False), ("npc", "random", False, True),
    }  # fmt: skip
    assert seated(config, "basic_2p", 2, rng)[0] == ["npc", "npc"], "the others as ever"
    lessons = watch(config, ["punic_wars"], {}, 2, [])
    assert lessons["taught"].all() and {*lessons["seats"][:, 0]} == {0, 1}
    assert config.learned_from() == "the teachers of each seat"


def test_lessons_tell_how_the_game_ended_for_every_slot() -> None:
    config = ImitationConfig(teacher="random", decisions=3000)
    watched: list[list[int]] = []
    lessons = watch(config, ["basic_3p", "two_civs_a"], {"two_civs_a": 0}, 3, watched)
    assert len(lessons) == 3000 and sum(map(len, watched)) >= 3000
    n = len(watched[0])
    assert lessons["chances"][:, :3].sum(1) == pytest.approx(1) and (lessons["chances"][:, 3:] == 0).all()
    seats, game = lessons["seats"][:n], lessons[:n]
    for name in ("chances", "points"):
        told = {(int(seat), float(value)) for seat, value in zip(seats.flat, game[name].flat, strict=True)}
        assert len({seat for seat, _ in told}) == len(told) == 4, "the same for a seat, whoever tells it"
    again = watch(config, ["basic_3p", "two_civs_a"], {"two_civs_a": 0}, 3, watched[:1])
    assert np.array_equal(lessons, again), "a game watched before is played as it was"


def test_scenarios_are_watched_by_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    new = RunningGame.new

    def noted(scenario: str, *args: Any) -> Any:
        seen.append(scenario)
        return new(scenario, *args)

    monkeypatch.setattr(RunningGame, "new", noted)
    config = ImitationConfig(teacher="random", decisions=6000)
    watch(config, ["basic_2p", "two_west"], {"basic_2p": 9}, 1, [], options={"vp_limit": 20})
    assert seen.count("basic_2p") > 2 * seen.count("two_west")


def test_smoothing_leaves_every_legal_move_a_chance() -> None:
    """What fits the target best is the target: most for what was done, a share for all."""
    legal = torch.tensor([[True, True, True, True, False]])
    logits = torch.zeros(1, 5, requires_grad=True)
    optimizer = torch.optim.Adam([logits], lr=0.05)
    for _ in range(600):
        logprobs = torch.log_softmax(torch.where(legal, logits, -1e9), -1)
        optimizer.zero_grad()
        soft_loss(logprobs, legal, torch.tensor([2]), 0.2).sum().backward()
        optimizer.step()
    assert logprobs.exp()[0].tolist() == pytest.approx([0.05, 0.05, 0.85, 0.05, 0], abs=1e-3)


def test_a_network_learns_from_its_teachers() -> None:
    torch.manual_seed(1)
    network = build({"kind": "mlp", "hidden": 64, "layers": 1})
    lessons = watch(MIXED, ["basic_2p", "punic_wars"], {}, 5, [])
    lessons = np.concatenate([lessons, lessons[:16]])  # held back: some of those that it learns from
    warm_start = WarmStart()
    learn(network, lessons, MIXED, 1, warm_start)
    first, last = warm_start.story[0], warm_start.story[-1]
    assert len(warm_start.story) == 4 and last["loss"] < first["loss"]
    assert last["win_loss"] < first["win_loss"] and last["unlikely"] < 0.5
    assert not network.training


def test_moves_of_the_company_are_not_learned() -> None:
    """Only forecasts of the outcome are learned from those; without any, the policy stays as it was."""
    torch.manual_seed(1)
    network = build({"kind": "mlp", "hidden": 16, "layers": 1})
    lessons = watch(ImitationConfig(teacher="random", decisions=100), ["basic_2p"], {}, 5, [])
    lessons["taught"] = False
    assert isinstance(network, MLP)
    before = network.policy.bias.detach().clone()
    learn(network, lessons, ImitationConfig(decisions=100, epochs=1), 1, WarmStart())
    assert torch.equal(before, network.policy.bias)


def test_moves_that_are_never_made_are_counted() -> None:
    lessons = greedy_lessons("basic_2p", 60, 7, {})
    assert len(lessons) == 60 and lessons["taught"].all()
    network = build({"kind": "mlp", "hidden": 8, "layers": 1})
    assert isinstance(network, MLP)
    assert overlooked(network, lessons) == 0, "at first everything is about as likely"
    with torch.no_grad():
        network.policy.bias[lessons["action"].tolist()] -= 50
    assert overlooked(network, lessons) > 0.5
