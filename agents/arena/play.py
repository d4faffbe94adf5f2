"""Playing matches: games side by side in one process, so that players of one mind decide together."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from acis_env.envs.aec import MAX_DECISIONS
from acis_env.players import Player, make_player
from acis_rules.errors import AcisError
from acis_rules.game import plain_action
from acis_rules.kernel.state import State
from acis_rules.records import packed
from acis_rules.replay import Recorder, save
from acis_rules.screens import Screen
from acis_rules.table.ending import player_score, results

from ..learned.minds import Asked, Mind
from .guard import OutOfTime, PlayerFailed, ask
from .results import Result
from .schedule import Match

WIDTH = 32  # games side by side

Make = Callable[[str, int], Player]  # a player by its name and seed
Note = Callable[[int, int], None]  # told the game and the seat whose player is about to run


def nobody_listens(game: int, seat: int) -> None:
    """A `Note` that goes nowhere."""


class Running:
    """One game on its way to a result; if a player fails, the game so far is saved into a folder."""

    def __init__(self, match: Match, make: Make, failures: str, note: Note = nobody_listens) -> None:
        self.match = match
        self.failures = failures
        self.note = note
        self.recorder = Recorder(match.scenario, match.seed, match.options)
        state = self.recorder.game.state
        seats = range(state.world.n_seats)
        self.screens = [Screen(state, seat) for seat in seats]
        self.players: list[Player] = []
        self.minds: list[Mind | None] = []
        for seat in seats:
            self._seat(make, seat)
        self.decisions = [0 for _ in seats]
        self.seconds = [0.0 for _ in seats]
        self.late = [0 for _ in seats]
        self.lots = Random(f"{match.seed}:{match.game}:late")

    def _seat(self, make: Make, seat: int) -> None:
        """Make the player of a seat, and look whether it shares a mind."""
        match = self.match

        def seated() -> tuple[Player, Mind | None]:
            player = make(match.players[seat], match.player_seed(seat))
            return player, getattr(player, "mind", None)

        def fail(what: str) -> PlayerFailed:
            return PlayerFailed(f"{self._named(seat)} could not be made: {what}")

        self.note(match.game, seat)
        player, mind = ask(seated, 0, fail)
        self.players.append(player)
        self.minds.append(mind)

    @property
    def over(self) -> bool:
        """The game has ended, or is cut off as one that never would."""
        return self.recorder.game.over or len(self.recorder.replay.actions) >= MAX_DECISIONS

    @property
    def mind(self) -> Mind | None:
        """The mind of the player who decides, if it shares one."""
        return self.minds[self.recorder.game.seat]

    def asked(self) -> Asked:
        """The open decision: copies, which the player may do with as it likes."""
        game = self.recorder.game
        seat = game.seat
        self.note(self.match.game, seat)
        return Asked(self.players[seat], self.screens[seat].view(), game.decision, game.legal_actions())

    def play_on(self) -> None:
        """Let players decide, one by one, until one is asked who shares a mind."""
        limit = self.match.move_seconds
        while not self.over and self.mind is None:
            act = partial(_act, self.asked())
            start = time.perf_counter()
            try:
                action = ask(act, limit, self.failed)
            except OutOfTime:
                self.forfeit(time.perf_counter() - start)
            else:
                self.answer(action, time.perf_counter() - start)

    def answer(self, action: int, seconds: float) -> None:
        """Apply what the player chose in so much time."""
        seat = self.recorder.game.seat
        try:
            self.recorder.apply(action)
        except AcisError as error:
            raise self.failed(str(error)) from None
        self.decisions[seat] += 1
        self.seconds[seat] += seconds

    def forfeit(self, seconds: float) -> None:
        """The time is over: the player's move is drawn by lot."""
        game = self.recorder.game
        self.late[game.seat] += 1
        self.answer(self.lots.choice(game.legal_actions()), seconds)

    def failed(self, what: str) -> PlayerFailed:
        """Who failed, where, and the file with the game so far."""
        match, seat = self.match, self.recorder.game.seat
        name = f"failed-{match.scenario.replace('/', '_')}-{match.game}-{match.seed}.json"
        file = Path(self.failures) / name
        try:
            save(file, self.recorder)
            where = f"the game so far is in {file}"
        except AcisError as error:
            where = f"the game so far could not be saved ({error})"
        return PlayerFailed(
            f"{self._named(seat)} failed in game {match.game}, seed {match.seed}, "
            f"after {len(self.recorder.replay.actions)} actions: {what}; {where}"
        )

    def _named(self, seat: int) -> str:
        return f"player {self.match.players[seat]} (seat {seat})"

    def result(self) -> Result:
        """How the game ended."""
        match = self.match
        civilizations, vp, ranks = outcome(match, self.recorder.game.state)
        return Result(
            game=match.game,
            block=match.block,
            scenario=match.scenario,
            seed=match.seed,
            options=match.options,
            players=list(match.players),
            entrants=list(match.entrants),
            civilizations=civilizations,
            vp=vp,
            ranks=ranks,
            decisions=self.decisions,
            seconds=[round(spent, 6) for spent in self.seconds],
            late=self.late,
            actions=packed(self.recorder.replay.actions),
        )


def _act(asked: Asked) -> int:
    player, view, decision, legal = asked
    return plain_action(player.act(view, decision, legal))


def outcome(match: Match, s: State) -> tuple[list[str], list[float], list[int]]:
    """By seat: civilizations, VP and ranks."""
    world = s.world
    placed = results(s)
    names = [
        "+".join(world.civilization(s, f).id for f, seat in enumerate(world.player) if seat == mine)
        for mine in range(world.n_seats)
    ]
    started = match.options.get("civilizations")
    if started is not None and len(started) == world.n_seats:
        names = list(started)  # Aeneas may have changed it since
    vp = [float(player_score(s, seat)) for seat in range(world.n_seats)]
    return names, vp, [sum(other > one for other in placed) for one in placed]


def play_games(
    matches: Iterable[Match],
    make: Make = make_player,
    failures: str = ".",
    width: int = WIDTH,
    note: Note = nobody_listens,
) -> Iterator[Result]:
    """Results as games end; `width` games wait side by side for the minds of their players.

    A game without such players is played to its end before the next one begins.
    """
    coming = iter(matches)
    waiting: list[Running] = []
    while True:
        while len(waiting) < width and (match := next(coming, None)) is not None:
            game = Running(match, make, failures, note)
            game.play_on()
            if game.over:
                yield game.result()
            else:
                waiting.append(game)
        if not waiting:
            return
        _ask(waiting)
        for game in waiting:
            game.play_on()
            if game.over:
                yield game.result()
        waiting = [game for game in waiting if not game.over]


def _ask(waiting: list[Running]) -> None:
    """Put the open decisions of all games to the minds of those who decide."""
    by_mind: dict[int, list[Running]] = {}
    for game in waiting:
        by_mind.setdefault(id(game.mind), []).append(game)
    for games in by_mind.values():
        _ask_mind(games)


def _ask_mind(games: list[Running]) -> None:
    """Put the open decisions of these games to their mind, which has the time of all of them together."""
    first = games[0]
    mind = first.mind
    assert mind is not None
    asked = [game.asked() for game in games]

    def answers() -> list[int]:
        found = [plain_action(action) for action in mind.decide(asked)]
        if len(found) != len(games):
            raise ValueError(f"{len(found)} answers to {len(games)} decisions")
        return found

    start = time.perf_counter()
    try:
        actions = ask(answers, len(games) * first.match.move_seconds, first.failed)
    except OutOfTime:
        for game in games:
            game.forfeit((time.perf_counter() - start) / len(games))
        return
    seconds = (time.perf_counter() - start) / len(games)
    for game, action in zip(games, actions, strict=True):
        game.answer(action, seconds)


def play_match(match: Match, failures: str = ".") -> Result:
    """Play one game."""
    return next(play_games([match], failures=failures))
