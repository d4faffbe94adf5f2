"""Observations and masks of the compiled helper: the same bytes as in Python."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from acis_env.envs import running_game
from acis_env.envs.running_game import RunningGame, absolute, advance, write_rows
from acis_env.observe import encoder
from acis_env.observe.encoder import mask_of_actions, unpack, unpack_scaled, write_masks
from acis_env.observe.packing import Memory, pack
from acis_env.observe.schema import N_FLAGS, N_NUMBERS, OBSERVATION_SIZE, offsets
from acis_env.observe.seating import seating_of
from acis_rules import Game, IllegalAction, scenarios
from acis_rules.box.world import World
from acis_rules.kernel.actions import N_ACTIONS
from acis_rules.kernel.bits import members
from acis_rules.kernel.compiled import PYTHON
from acis_rules.views import View

DECISIONS = 160


def assert_same(view: View, memory: Memory, memory_of_python: Memory, place: str) -> None:
    seating = seating_of(view)
    ours, theirs = pack(view, seating, memory), PYTHON["pack"](view, seating, memory_of_python)
    if ours != theirs:
        raw = np.zeros((2, OBSERVATION_SIZE), np.uint8)
        PYTHON["unpack"]([ours, theirs], raw)
        differ = {name for name, where in offsets().items() if (raw[0, where] != raw[1, where]).any()}
        pytest.fail(f"{place}: {differ}")


@pytest.mark.parametrize("scenario", scenarios())
def test_observations_are_the_same(scenario: str) -> None:
    rng = Random(8)
    game = Game.new(scenario, seed=8)
    views = [game.view(seat) for seat in range(game.state.world.n_seats)]
    memory, memory_of_python = Memory(), Memory()
    for n in range(DECISIONS):
        for view in views if n % 5 == 0 or game.over else [views[game.seat]]:
            assert_same(view, memory, memory_of_python, f"decision {n}")
            if n % 40 == 0:
                assert_same(view, Memory(), Memory(), f"decision {n}, without memory")
        if game.over:
            return
        game.apply(rng.choice(game.legal_actions()))


def test_observations_are_the_same_when_the_game_is_over_and_vp_are_odd() -> None:
    rng = Random(2)
    game = Game.new("basic_2p", seed=2)
    while not game.over:
        game.apply(rng.choice(game.legal_actions()))
    views = [game.view(seat) for seat in range(2)]
    several: list[list[int | Fraction]] = [[Fraction(7, 2), 3], [300, 2], [3, 0]]
    for vp in several:
        game.state.vp = vp
        for view in views:
            assert_same(view, Memory(), Memory(), f"VP {vp}")


def test_kept_parts_are_made_anew_when_the_position_changes() -> None:
    """A memory of other positions of the game does not show in an observation."""
    games = [Game.new("basic_4p", seed=seed) for seed in (1, 2)]
    rng = Random(1)
    memory = Memory()
    for _ in range(120):
        for game in games:
            game.apply(rng.choice(game.legal_actions()))
            view = game.view(game.seat)
            assert pack(view, seating_of(view), memory) == pack(view, seating_of(view), Memory())


@pytest.mark.parametrize("scenario", ["basic_3p", "darius", "greeks_persians", "hannibal"])
def test_rows_of_many_games_are_the_same(scenario: str) -> None:
    """Also those that the compiled helper leaves to Python."""
    rng = Random(6)
    games = [RunningGame.new(scenario, seed, None) for seed in range(4)]
    raw, expected = (np.full((4, OBSERVATION_SIZE), 9, np.uint8) for _ in range(2))
    masks, expected_masks = (np.full((4, N_ACTIONS), 9, np.int8) for _ in range(2))
    for n in range(40):
        for running in games:
            running.apply(rng.choice(running.game.legal_actions()))
        seats = [running.seat for running in games]
        if n % 4 == 0:  # a seat that does not decide
            seats[1] = (seats[1] + 1) % games[1].seats
        write_rows(games, seats, raw, masks)
        several = list(zip(games, seats, strict=True))
        PYTHON["unpack"](
            [PYTHON["pack"](*running.seen(seat)[:2], Memory()) for running, seat in several], expected
        )
        assert (raw == expected).all()
        PYTHON["write_masks"](
            [running.legal * (running.seat == seat) for running, seat in several], expected_masks
        )
        assert (masks == expected_masks).all()


@pytest.mark.parametrize("scenario", ["basic_4p", "six_civs"])
def test_games_run_on_the_same_way(scenario: str) -> None:
    """Whoever answers: the same seat is asked for the same actions, and sees the same."""
    rng = Random(5)
    ours, theirs = (RunningGame.new(scenario, 5, None) for _ in range(2))
    named = 0
    for n in range(600):
        assert (ours.seat, ours.legal, ours.decisions) == (theirs.seat, theirs.legal, theirs.decisions)
        if ours.seat < 0:
            break
        assert ours.seating is theirs.seating
        if n % 10 == 0:
            seat = n // 10 % ours.seats
            assert ours.observation(seat).tobytes() == PYTHON["observed"](theirs, seat).tobytes()
        for action in (-1, 10**30, rng.randrange(N_ACTIONS), np.int64(3)):
            assert absolute(ours, action) == PYTHON["absolute"](theirs, action)
        action = rng.choice(members(ours.legal))
        chosen = absolute(ours, action)
        named += chosen != action
        assert chosen == PYTHON["absolute"](theirs, action)
        advance(ours, chosen)
        PYTHON["advance"](theirs, chosen)
    assert named  # factions have other numbers there


def test_an_action_of_the_rules_that_is_not_legal_changes_nothing() -> None:
    running = RunningGame.new("basic_2p", 1, None)
    before = running.game.to_dict()
    for action in (-1, N_ACTIONS, "a", None):
        with pytest.raises(IllegalAction):
            advance(running, action)  # type: ignore[arg-type]
    assert running.game.to_dict() == before and running.decisions == 0


def test_games_of_one_world_share_what_is_fixed_and_nothing_else() -> None:
    world = World("basic_4p")
    rng = Random(3)
    games = [RunningGame.new(world, seed, None) for seed in range(3)]
    for _ in range(150):
        for running in games:
            running.apply(rng.choice(running.game.legal_actions()))
            view, seating, _ = running.seen(running.seat)
            packed = PYTHON["pack"](view, seating, Memory())
            assert running.packed(running.seat) == packed
            floats = PYTHON["unpack_scaled"](*packed)
            assert running.observation(running.seat).tobytes() == floats.tobytes()


def packed_games(n: int) -> list[tuple[bytes, bytes]]:
    rng = Random(4)
    out = []
    running = RunningGame.new("basic_6p", 4, None)
    for _ in range(n):
        for _ in range(40):
            running.apply(rng.choice(running.game.legal_actions()))
        out.append(running.packed(running.seat))
    return out


def test_arrays_are_the_same() -> None:
    packed = packed_games(6)
    raw, expected = (np.full((6, OBSERVATION_SIZE), 9, np.uint8) for _ in range(2))
    unpack(packed, raw)
    PYTHON["unpack"](packed, expected)
    assert (raw == expected).all() and raw.any()
    wide = np.full((6, OBSERVATION_SIZE + 3), 9, np.uint8)
    unpack(packed, wide[:, 1:-2])  # rows with something between them
    assert (wide[:, 1:-2] == expected).all() and (wide[:, 0] == 9).all() and (wide[:, -2:] == 9).all()
    for numbers, flags in packed:
        floats = unpack_scaled(numbers, flags)
        again = PYTHON["unpack_scaled"](numbers, flags)
        assert floats.dtype == again.dtype == np.float32 and floats.shape == again.shape
        assert floats.tobytes() == again.tobytes()
    legal = [1, 0, (1 << N_ACTIONS) - 1, *(Random(n).getrandbits(N_ACTIONS) for n in range(20))]
    masks, others = np.full((2, len(legal), N_ACTIONS), 7, np.int8)
    write_masks(legal, masks)
    PYTHON["write_masks"](legal, others)
    assert (masks == others).all()
    for row, mask in zip(legal, masks, strict=True):
        assert (mask_of_actions(row) == mask).all() and mask_of_actions(row).dtype == np.int8


def outcome(function: Callable[..., Any], *arguments: Any) -> object:
    try:
        function(*arguments)
    except Exception as error:
        return type(error)
    return "done"


@pytest.mark.parametrize(
    "name",
    [
        "pack", "unpack", "unpack_scaled", "mask_of_actions", "write_masks",
        "observed", "write_rows", "absolute", "advance",
    ],
)  # fmt: skip
def test_bad_arguments_raise_as_in_python(name: str) -> None:
    used = pack if name == "pack" else getattr(encoder, name, None) or getattr(running_game, name)
    numbers, flags = bytes(N_NUMBERS), bytes((N_FLAGS + 7) // 8)
    row = np.zeros((1, OBSERVATION_SIZE), np.uint8)
    frozen = row.copy()
    frozen.flags.writeable = False
    for arguments in (
        (), (None,), (1, 2), (None, None, None), (-1,), (1 << N_ACTIONS,), ("a",),
        ([(numbers, flags)], frozen), ([(numbers, flags)], row[:, :-1]), ([(numbers, flags)] * 2, row),
        ([(numbers[1:], flags)], row), ([(numbers, 5)], row), ([None], row), ([-1], row), ([1], None),
    ):  # fmt: skip
        assert outcome(used, *arguments) == outcome(PYTHON[name], *arguments), arguments
