"""Observations and masks: nothing hidden in them, everything where the schema says."""

from __future__ import annotations

import random

import numpy as np
import pytest
from observed import raw
from random_play import SETUPS, random_game

from acis_env.envs.running_game import RunningGame
from acis_env.observe.encoder import block, blocks, graph, scaled
from acis_env.observe.packing import Memory
from acis_env.observe.schema import (
    AREA_BLOCKS,
    AREA_FLAGS,
    BLOCKS,
    CARD_BLOCKS,
    FLAG_BLOCKS,
    GLOBAL_BLOCKS,
    N_FLAGS,
    N_NUMBERS,
    OBSERVATION_SIZE,
    SCHEMA_VERSION,
    SLOT_BLOCKS,
    SLOTS,
    STATE_SIZE,
    STATIC_AREA_FLAGS,
    STATIC_CARD_FEATURES,
    WONDER_BLOCKS,
    offsets,
)
from acis_env.observe.statics import adjacency, static_areas, static_cards
from acis_rules import Game
from acis_rules.box.scenario import scenarios
from acis_rules.kernel.actions import (
    N_ACTIONS,
    N_AREAS,
    N_CARDS,
    N_WONDERS,
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
    assert SCHEMA_VERSION == 3 and OBSERVATION_SIZE == 11575 and STATE_SIZE == 11987
    assert {name: where.start for name, where in offsets().items()} == {
        "discs": 0, "allies": 742, "gold": 1378, "named": 1484, "cities": 1590, "settlements": 1596,
        "seas": 1602, "turn_place": 1608, "vp": 1614, "supply": 1620, "ready": 1626, "ready_land": 1632,
        "treasury": 1638, "loot": 1644, "fallen": 1650, "shield": 1656, "aeneas_used": 1662,
        "draw_less": 1668, "in_bag": 1674, "hand_size": 1680, "laid_size": 1686, "drawn_size": 1692,
        "vp_part": 1698, "vp_256": 1704, "vp_rest": 1710, "own_card_discs": 1716, "other_card_discs": 1819,
        "wonder_discs": 1922, "announced": 1929, "announced_ability": 1935, "divisor": 1941,
        "knobs_more": 1947, "knobs_fewer": 2139, "players": 2331, "turns": 2332, "end_chances": 2333,
        "vp_limit": 2341, "npc_bonus_vp": 2344, "aeneas_uses": 2345, "barbarian_supply": 2346,
        "deck_size": 2347, "end_chance": 2348, "marks": 2349, "decision_n": 2373, "answers": 2374,
        "declaring": 2375, "plays": 2376, "declared": 2396, "chain": 2492, "control": 2508, "city": 3250,
        "area_flags": 3886, "home": 5582, "gold_owner": 6218, "wonder_here": 6960, "own_cards": 7702,
        "known": 8114, "seen_by": 8629, "card_owner": 9144, "card_flags": 9762, "civilization": 10689,
        "faction": 10749, "seat": 10785, "side": 10821, "enemies": 10857, "friends": 10893,
        "latest_enemy": 10929, "primary_enemy": 10965, "harmed_by": 11001, "bribed": 11037,
        "slot_flags": 11073, "wonder_owner": 11187, "wonder_buried": 11229, "wonder_used": 11236,
        "wonder_omens": 11243, "wonder_announced": 11250, "epoch": 11257, "first_epoch": 11261,
        "last_epoch": 11265, "turn": 11269, "phase": 11277, "end_digits": 11285, "game_flags": 11297,
        "scenario": 11329, "rules": 11409, "decision_kind": 11457, "offer": 11521, "decision_by": 11537,
        "play_kind": 11544, "play_by": 11550, "play_mode": 11557, "play_wonder": 11561,
        "play_slots": 11568,
    }  # fmt: skip


# -------------------------------------------------------------------------------------- other forms


def test_every_block_says_what_it_describes() -> None:
    """One row of features per area, card, slot or Wonder can be made of the blocks of each."""
    groups = {N_AREAS: AREA_BLOCKS, N_CARDS: CARD_BLOCKS, SLOTS: SLOT_BLOCKS, N_WONDERS: WONDER_BLOCKS}
    by_name = {b.name: b for b in BLOCKS}
    for n, names in groups.items():
        assert all(by_name[name].shape[-1] == n for name in names)
    assert sorted([*GLOBAL_BLOCKS, *(name for names in groups.values() for name in names)]) == sorted(by_name)
    assert all(len(b.rows) <= b.shape[0] for b in BLOCKS)


def test_graph_form() -> None:
    game = Game.new("basic_3p", seed=1)
    while game.decision.kind != "deploy":
        game.apply(game.legal_actions()[0])
    world = game.state.world
    board = world.board
    running = RunningGame(game)
    flat = running.observation(game.seat)
    form = graph(flat, board, world.deck)
    sizes = {b.name: b.size for b in BLOCKS}
    dynamic = sum(sizes[name] for name in AREA_BLOCKS) // N_AREAS
    assert form["areas"].shape == (N_AREAS, dynamic + len(STATIC_AREA_FLAGS))
    assert form["adjacency"].shape == (N_AREAS, N_AREAS)
    np.testing.assert_array_equal(form["adjacency"], form["adjacency"].T)
    np.testing.assert_array_equal(form["areas"][:, 0], block(flat, "discs")[0])
    np.testing.assert_array_equal(form["areas"][:, dynamic:], static_areas(board))
    flags = block(flat, "area_flags")
    legal = [f for f, _ in AREA_FLAGS].index("legal_area")
    named = [a - 1 for a in game.legal_actions() if a != STOP and a <= N_AREAS]
    assert np.flatnonzero(flags[legal]).tolist() == named
    assert np.flatnonzero(form["in_play"]).tolist() == members(board.in_play)
    assert 0 < form["in_play"].sum() < N_AREAS and not form["adjacency"][~form["in_play"]].any()
    for area in range(N_AREAS):
        assert members(board.neighbours[area]) == np.flatnonzero(adjacency(board)[area]).tolist()
    land = [f for f, _ in STATIC_AREA_FLAGS].index("land")
    assert np.flatnonzero(static_areas(board)[:, land]).tolist() == members(board.land)
    n_cards = sum(sizes[name] for name in CARD_BLOCKS) // N_CARDS
    assert form["cards"].shape == (N_CARDS, n_cards + len(STATIC_CARD_FEATURES))
    assert form["slots"].shape == (SLOTS, sum(sizes[name] for name in SLOT_BLOCKS) // SLOTS)
    assert form["wonders"].shape == (N_WONDERS, sum(sizes[name] for name in WONDER_BLOCKS) // N_WONDERS)
    assert form["globals"].size == sum(sizes[name] for name in GLOBAL_BLOCKS)


def test_blocks_by_name_are_the_whole_observation() -> None:
    running = RunningGame(Game.new("basic_3p", seed=1))
    flat = running.observation(running.seat)
    by_name = blocks(flat)
    assert {name: part.shape for name, part in by_name.items()} == {b.name: b.shape for b in BLOCKS}
    np.testing.assert_array_equal(np.concatenate([part.ravel() for part in by_name.values()]), flat)


def test_static_features_of_cards_are_those_of_the_deck() -> None:
    deck = Game.new("basic_3p", seed=1).state.world.deck
    table = static_cards(deck)
    names = [name for name, _ in STATIC_CARD_FEATURES]
    assert table.shape == (N_CARDS, len(names))
    for card, row in zip(deck.cards[1:], table, strict=True):
        feature = dict(zip(names, row.tolist(), strict=True))
        assert feature["event"] == card.event and feature["negation"] == card.negation
        assert feature["removes"] == card.tags.removes and feature["discs"] == card.tags.discs / 4
        assert {digit for digit in range(10) if feature[f"digit_{digit}"]} == {*map(int, str(card.id))}
    assert table.min() == 0 and (table.max(axis=0) > 0).sum() >= len(names) - 1
    assert len({row.tobytes() for row in table}) > 60


def test_blocks_of_a_batch() -> None:
    game = Game.new("basic_3p", seed=1)
    rows = np.stack([raw(game, seat) for seat in range(3)])
    floats = scaled(rows)
    assert block(floats, "discs").shape == (3, 7, N_AREAS)
    np.testing.assert_array_equal(scaled(rows, np.empty_like(floats)), floats)
