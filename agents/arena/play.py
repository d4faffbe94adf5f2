"""Playing matches: one after the other, or on several cores."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from acis_env.players import Player, make_player
from acis_rules import Game
from acis_rules.ending import standing
from acis_rules.errors import AcisError
from acis_rules.replay import Recorder, save

from .results import Result
from .schedule import Match


class PlayerFailed(AcisError):
    """A player raised an error or answered with an action that is not legal."""


def play_match(match: Match, failures: str = ".") -> Result:
    """Play one game; if a player fails, the game so far is saved into the folder `failures`."""
    recorder = Recorder(match.scenario, match.seed, match.options)
    game = recorder.game
    seats = range(game.state.world.n_seats)
    players: list[Player] = [make_player(match.players[seat], match.player_seed(seat)) for seat in seats]
    decisions = [0 for _ in seats]
    seconds = [0.0 for _ in seats]
    while not game.over:
        seat = game.seat
        view, decision, legal = game.view(seat), game.decision, list(game.legal_actions())
        start = time.perf_counter()
        try:
            action = players[seat].act(view, decision, legal)
        except Exception as error:
            raise _failed(recorder, match, seat, failures, f"{type(error).__name__}: {error}") from error
        seconds[seat] += time.perf_counter() - start
        decisions[seat] += 1
        try:
            recorder.apply(action)
        except (AcisError, TypeError) as error:
            raise _failed(recorder, match, seat, failures, str(error)) from None
    return _result(match, game, decisions, seconds)


def _failed(recorder: Recorder, match: Match, seat: int, folder: str, what: str) -> PlayerFailed:
    """Who failed, where, and the file with the game so far."""
    file = Path(folder) / f"failed-{match.scenario.replace('/', '_')}-{match.game}-{match.seed}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    save(file, recorder)
    return PlayerFailed(
        f"player {match.players[seat]} (seat {seat}) failed in game {match.game}, seed {match.seed}, "
        f"after {len(recorder.replay.actions)} actions: {what}; the game so far is in {file}"
    )


def _result(match: Match, game: Game, decisions: list[int], seconds: list[float]) -> Result:
    s = game.state
    world = s.world
    best = [max(standing(s, f) for f, seat in enumerate(world.player) if seat == mine)
            for mine in range(world.n_seats)]  # fmt: skip
    names = [
        "+".join(world.civilization(s, f).id for f, seat in enumerate(world.player) if seat == mine)
        for mine in range(world.n_seats)
    ]
    started = match.options.get("civilizations")
    if started is not None and len(started) == world.n_seats:
        names = list(started)  # Aeneas may have changed it since
    return Result(
        game=match.game,
        block=match.block,
        scenario=match.scenario,
        seed=match.seed,
        players=list(match.players),
        entrants=list(match.entrants),
        civilizations=names,
        vp=[float(one[0]) for one in best],
        ranks=[sum(other > one for other in best) for one in best],
        decisions=decisions,
        seconds=[round(spent, 6) for spent in seconds],
    )


def play_all(matches: list[Match], workers: int = 1, failures: str = ".") -> Iterator[Result]:
    """Results as they come in; which cores play does not change any of them."""
    play = partial(play_match, failures=failures)
    if workers <= 1 or len(matches) <= 1:
        yield from map(play, matches)
        return
    context = multiprocessing.get_context("spawn")
    pool = context.Pool(min(workers, len(matches)), initializer=_leave_stopping_to_the_parent)
    with pool:
        yield from pool.imap_unordered(play, matches)


def _leave_stopping_to_the_parent() -> None:
    """Ctrl-C reaches all processes of a terminal; only the one that keeps the results reacts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
