"""Observations and masks: nothing hidden in them, everything where the schema says."""

from __future__ import annotations

import random

import numpy as np
import pytest
from observed import raw
from random_play import SETUPS, random_game

from acis_env.envs.running_game import RunningGame
from acis_env.observe.encoder import adjacency, block, graph, scaled, static_areas
from acis_env.observe.packing import Memory
from acis_env.observe.schema import (
    AREA_FLAGS,
    BLOCKS,
    FLAG_BLOCKS,
    N_FLAGS,
    N_NUMBERS,
    OBSERVATION_SIZE,
    SCHEMA_VERSION,
    STATIC_AREA_FLAGS,
    offsets,
)
from acis_rules import Game
from acis_rules.box.scenario import scenarios
from acis_rules.kernel.actions import (
    N_ACTIONS,
    N_AREAS,
    STOP,
    faction_action,
    faction_of,
    is_faction,
)
from acis_rules.kernel.bits import members

# --------------------------------------------------------------------------- nothing leaks


@pytest.mark.parametrize("scenario", SETUPS)
def test_redealing_what_is_hidden_changes_no_bit(scenario: str) -> None:
    """The deciding seat and another one, all through full games: observation, mask, perspective."""
    rng = random.Random(5)
    compared = 0
    for seed in range(2):
        for i, game in enumerate(random_game(scenario, seed)):
            if i % 3 or game.over:
                continue
            running = RunningGame(game)
            seats = range(game.state.world.n_seats)
            for seat in {game.seat, rng.choice(seats)}:
                dealt = RunningGame(game.determinize(seat, rng))
                assert dealt.observation(seat).tobytes() == running.observation(seat).tobytes()
                assert dealt.mask(seat).tobytes() == running.mask(seat).tobytes()
                compared += 1
    assert compared > 300


@pytest.mark.parametrize("scenario", sorted(set(scenarios()) - set(SETUPS)))
def test_so_it_is_in_every_scenario(scenario: str) -> None:
    """From the setup on, every seat."""
    rng = random.Random(5)
    for i, game in enumerate(random_game(scenario, 8)):
        if game.over or (game.state.phase == "setup" and i % 4) or (game.state.phase != "setup" and i % 40):
            continue
        running = RunningGame(game)
        for seat in range(game.state.world.n_seats):
            dealt = RunningGame(game.determinize(seat, rng))
            assert dealt.observation(seat).tobytes() == running.observation(seat).tobytes()
            assert dealt.mask(seat).tobytes() == running.mask(seat).tobytes()


@pytest.mark.parametrize("scenario", SETUPS)
def test_memory_changes_nothing(scenario: str) -> None:
    """Encoding with what was kept from earlier positions equals encoding from scratch."""
    for seed in range(2):
        memories = [Memory() for _ in range(6)]
        for i, game in enumerate(random_game(scenario, seed)):
            for seat in range(game.state.world.n_seats):
                if (i + seat) % 3 == 0:
                    assert raw(game, seat, memories[seat]).tobytes() == raw(game, seat).tobytes()


# ------------------------------------------------------------------------- masks and actions


@pytest.mark.parametrize("scenario", SETUPS)
def test_masks_are_the_legal_actions_in_slots(scenario: str) -> None:
    factions_named = 0
    for game in random_game(scenario, 3):
        if game.over:
            break
        running = RunningGame(game)
        mask = running.mask(game.seat)
        view = game.view(game.seat)
        order = view.order
        start = order.index(game.decision.faction)
        expected = set()
        for action in game.legal_actions():
            if is_faction(action):
                faction = faction_of(action)
                barbarians = faction == game.state.world.barbarians
                slot = 6 if barbarians else (order.index(faction) - start) % len(order)
                expected.add(faction_action(slot))
                factions_named += 1
            else:
                expected.add(action)
        assert set(np.flatnonzero(mask).tolist()) == expected
        there = sorted(running.absolute(action) for action in expected)
        assert there == game.legal_actions()  # and back
        for action in set(range(-1, N_ACTIONS + 1)) - expected:
            assert running.absolute(action) == -1
        for action in list(expected)[:3]:
            assert running.describe(action) == game.describe(running.absolute(action))
    assert factions_named


@pytest.mark.parametrize("scenario", SETUPS)
def test_values_lie_in_the_space_and_floats_are_scaled(scenario: str) -> None:
    scale = np.concatenate([np.full(b.size, b.scale) for b in BLOCKS])
    for i, game in enumerate(random_game(scenario, 4)):
        if i % 7:
            continue
        for seat in range(game.state.world.n_seats):
            bytes_ = raw(game, seat)
            floats = RunningGame(game).observation(seat)
            assert floats.dtype == np.float32 and floats.shape == (OBSERVATION_SIZE,)
            np.testing.assert_allclose(floats, bytes_ / scale, rtol=1e-6)
            assert floats.min() >= 0 and floats.max() <= 255
            assert bytes_[N_NUMBERS:].max() <= 1  # flags


# ---------------------------------------------------------------------------------- the schema


def test_blocks_lie_end_to_end() -> None:
    where = offsets()
    assert [*where] == [b.name for b in BLOCKS]
    at = 0
    for b in BLOCKS:
        assert where[b.name] == slice(at, at + b.size)
        at += b.size
    assert at == OBSERVATION_SIZE == N_NUMBERS + N_FLAGS
    assert all(b.scale == 1 for b in FLAG_BLOCKS)


def test_the_layout_that_learned_policies_know() -> None:
    """The shipped ones too: another layout needs another SCHEMA_VERSION."""
    assert SCHEMA_VERSION == 2 and OBSERVATION_SIZE == 5145
    assert {name: where.start for name, where in offsets().items()} == {
        "discs": 0, "allies": 742, "named": 954, "cities": 1060, "settlements": 1066, "seas": 1072,
        "turn_place": 1078, "vp": 1084, "supply": 1090, "ready": 1097, "ready_land": 1103, "treasury": 1109,
        "loot": 1115, "hand_size": 1121, "laid_size": 1127, "drawn_size": 1133, "fallen": 1139,
        "shield": 1145, "aeneas_used": 1151, "draw_less": 1157, "wonder_discs": 1163, "own_investments": 1170,
        "other_investments": 1273, "announced": 1376, "deck_size": 1382, "players": 1383, "decision_n": 1384,
        "answers": 1385, "area_flags": 1386, "card_sets": 3294, "known": 4324, "civilization": 4839,
        "slot_flags": 4899, "wonder_owner": 4941, "wonder_buried": 4983, "wonder_used": 4990,
        "wonder_announced": 4997, "enemies": 5004, "epoch": 5040, "turn": 5044, "phase": 5052,
        "end_epoch": 5059, "final_epoch": 5060, "decision_kind": 5061, "decision_by": 5109, "play_kind": 5116,
        "play_by": 5120, "play_mode": 5127, "play_wonder": 5131, "play_slots": 5138,
    }  # fmt: skip


# --------------------------------------------------------------------------------- graph form


def test_graph_form() -> None:
    game = Game.new("basic_3p", seed=1)
    while game.decision.kind != "deploy":
        game.apply(game.legal_actions()[0])
    board = game.state.world.board
    running = RunningGame(game)
    flat = running.observation(game.seat)
    form = graph(flat, board)
    dynamic = 7 + 2 + 1 + len(AREA_FLAGS)
    assert form["areas"].shape == (N_AREAS, dynamic + len(STATIC_AREA_FLAGS))
    assert form["adjacency"].shape == (N_AREAS, N_AREAS)
    np.testing.assert_array_equal(form["adjacency"], form["adjacency"].T)
    assert form["globals"].size == OBSERVATION_SIZE - N_AREAS * dynamic
    np.testing.assert_array_equal(form["areas"][:, 0], block(flat, "discs")[0])
    np.testing.assert_array_equal(form["areas"][:, dynamic:], static_areas(board))
    legal = [f for f, _ in AREA_FLAGS].index("legal_area")
    named = [a - 1 for a in game.legal_actions() if a != STOP and a <= N_AREAS]
    assert np.flatnonzero(form["areas"][:, 10 + legal]).tolist() == named
    for area in range(N_AREAS):
        assert members(board.neighbours[area]) == np.flatnonzero(adjacency(board)[area]).tolist()
    land = [f for f, _ in STATIC_AREA_FLAGS].index("land")
    assert np.flatnonzero(static_areas(board)[:, land]).tolist() == members(board.land)


def test_blocks_of_a_batch() -> None:
    game = Game.new("basic_3p", seed=1)
    rows = np.stack([raw(game, seat) for seat in range(3)])
    floats = scaled(rows)
    assert block(floats, "discs").shape == (3, 7, N_AREAS)
    np.testing.assert_array_equal(scaled(rows, np.empty_like(floats)), floats)
