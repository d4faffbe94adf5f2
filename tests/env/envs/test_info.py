"""What info tells: the mask, the decision, what has happened, how the game ended."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from acis_env import acis_v0
from acis_env.envs.gym_env import AcisGym
from acis_env.envs.info import final_results
from acis_env.observe.history import FIELDS, history
from acis_env.observe.names import EVENT_KINDS
from acis_rules import Game
from acis_rules.kernel.log import TWO_KNOW
from acis_rules.words.events import KINDS

RESULTS = ["winners", "final_vp", "ranks", "length"]
DETAILS = ["kind", "faction", "slots", "events"]


def choose(info: dict[str, Any], rng: random.Random) -> int:
    return int(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))


def test_while_the_game_goes_on_info_is_the_mask() -> None:
    """TorchRL makes a tensor of everything else, and fails."""
    env = acis_v0.env(scenario="basic_3p")
    env.reset(seed=1)
    rng = random.Random(1)
    for _ in range(30):
        assert all(list(info) == ["action_mask"] for info in env.infos.values())
        env.step(choose(env.infos[env.agent_selection], rng))


@pytest.mark.parametrize("limit", [20_000, 100])
@pytest.mark.parametrize("scenario", ["basic_3p", "fall_of_rome_1_3p_1"])
def test_the_end_is_told_to_everybody(scenario: str, limit: int) -> None:
    env = acis_v0.raw_env(scenario=scenario, max_decisions=limit)
    env.reset(seed=2)
    rng = random.Random(2)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        env.step(choose(env.infos[env.agent_selection], rng))
    game = env.running.game
    for info in env.infos.values():
        assert list(info) == ["action_mask", *RESULTS] and not info["action_mask"].any()
        assert info == {"action_mask": info["action_mask"], **final_results(game, env.running.decisions)}
    told = env.infos["player_0"]
    assert told["length"] == env.running.decisions and len(told["final_vp"]) == 3
    assert game.over == (limit > 100) and (not game.over or told["winners"] == game.winners)
    assert [seat for seat, rank in enumerate(told["ranks"]) if rank == 1] == told["winners"]


def test_ranks_of_equals() -> None:
    """Nobody has done anything yet: all are first."""
    game = Game.new("basic_4p", seed=1)
    assert final_results(game, 0)["ranks"] == [1, 1, 1, 1]


@pytest.mark.parametrize("scenario", ["basic_4p", "god_king", "created_exploration"])
def test_details(scenario: str) -> None:
    env = acis_v0.raw_env(scenario=scenario, details=True)
    env.reset(seed=3)
    rng = random.Random(3)
    heard: dict[str, list[Any]] = {}
    for _ in range(250):
        agent = env.agent_selection
        game = env.running.game
        decision = game.decision
        for name, info in env.infos.items():
            assert list(info) == ["action_mask", *DETAILS]
            if name != agent:
                assert (info["kind"], info["faction"], info["events"]) == ("", -1, [])
        info = env.infos[agent]
        assert (info["kind"], info["faction"]) == (decision.kind, decision.faction)
        factions = [faction for faction in info["slots"] if faction >= 0]
        assert factions[0] == decision.faction and len(info["slots"]) == 6
        assert sorted(factions) == list(range(game.state.world.n_factions))
        heard.setdefault(agent, []).extend(info["events"])
        assert heard[agent] == game.view(decision.seat).events  # everything once, as the seat saw it
        env.step(choose(info, rng))


def test_details_of_the_end_and_of_a_copy() -> None:
    env = AcisGym("basic_2p", details=True, seat=1)
    _, info = env.reset(seed=3)
    rng = random.Random(3)
    heard = list(info["events"])
    over = False
    steps = 0
    while not over:
        if steps == 40:
            env = env.clone()  # it goes on where it was
        _, _, over, _, info = env.step(choose(info, rng))
        heard += info["events"]
        steps += 1
    assert list(info) == ["action_mask", *DETAILS, *RESULTS, "seat"] and info["kind"] == ""
    assert heard == env.running.game.view(1).events and heard[-1].kind == "won"


def test_an_illegal_action_wins_nothing() -> None:
    env = AcisGym("basic_2p", illegal="lose")
    env.reset(seed=2)
    *_, info = env.step(int(np.flatnonzero(env.action_masks() == 0)[0]))
    assert not set(RESULTS) & set(info)


# ----------------------------------------------------------------------------------- history


def test_every_kind_of_event_has_a_number() -> None:
    assert set(EVENT_KINDS) == KINDS and len(set(EVENT_KINDS)) == len(EVENT_KINDS)


@pytest.mark.parametrize("scenario", ["basic_4p", "god_king", "hannibal", "created_exploration"])
def test_the_history_is_what_the_seat_saw(scenario: str) -> None:
    env = acis_v0.env(scenario=scenario, history=24)
    env.reset(seed=4)
    rng = random.Random(4)
    names = [field.name for field in FIELDS]
    for step in range(200):
        agent = env.agent_selection
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen) and seen["history"].shape == (24, len(FIELDS))
        view = env.running.game.view(int(agent[-1]))
        events = view.events[-24:]
        rows = [dict(zip(names, row, strict=True)) for row in seen["history"].tolist()]
        assert all(row["kind"] == 0 for row in rows[: 24 - len(events)])
        own, n = min(view._mine), view.world.n_factions
        for row, event in zip(rows[24 - len(events) :], events, strict=True):
            assert EVENT_KINDS[row["kind"] - 1] == event.kind
            assert (row["area"] - 1, row["card"], row["wonder"] - 1) == (event.area, event.card, event.wonder)
            assert row["n"] == int(event.n) and row["target"] == event.target
            for name, faction in (("faction", event.faction), ("other", event.other)):
                number = 0 if faction < 0 else 7 if faction == n else (faction - own) % n + 1
                assert row[name] == number
        if step % 3 == 0:  # nothing hidden is in it
            other = env.running.game.determinize(view.seat, random.Random(step))
            assert np.array_equal(history(other.view(view.seat), 24), seen["history"])
        env.step(choose(env.infos[agent], rng))


def test_the_page_names_the_numbers_of_an_event_and_all_of_info() -> None:
    text = (Path(__file__).parents[3] / "docs" / "environment.md").read_text()
    numbers = text.partition("| number | what;")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", numbers, re.M) == [field.name for field in FIELDS]
    infos = text.partition("\n## Info")[2].partition("\n## ")[0]
    assert {"action_mask", "seat", *RESULTS, *DETAILS} <= set(re.findall(r"`(\w+)`", infos))


def test_cards_that_others_draw_are_hidden() -> None:
    game = Game.new("basic_2p", seed=1)
    rng = random.Random(1)
    while not any(event.kind == "drew" and event.faction == 1 for event in game.events):
        game.apply(rng.choice(game.legal_actions()))
    card = FIELDS.index(next(field for field in FIELDS if field.name == "card"))
    secret = [e for e in game.events if e.seen_by is not None and e.kind not in TWO_KNOW]
    assert secret
    for seat in (0, 1):
        tokens = history(game.view(seat), len(game.events))
        for event, token in zip(game.events, tokens, strict=True):
            if event.seen_by == 1 - seat:
                assert token[card] == 0


@pytest.mark.parametrize("length", [-1, True, 1.5, "3", None])
def test_a_history_of_no_length_is_refused(length: Any) -> None:
    for make in (acis_v0.raw_env, AcisGym):
        with pytest.raises(ValueError, match="history: a whole number of at least 1 is needed"):
            make(history=length)
