"""Many games stepped together in one process, arrays written in place.

`BatchedGames` is plain NumPy: every row is a game, every step answers one open decision in
each of them, whoever's it is. `acis_env.envs.sb3` makes a Stable-Baselines3 VecEnv of it.

Running games can be written down and taken up again (`state`, `restore`): each is what it was dealt
from and the answers since. Played again, it is the same to the last bit, and so are the players inside.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from acis_rules import Game
from acis_rules.box.data_files import convert
from acis_rules.box.world import World
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import N_ACTIONS, N_AREAS, N_CARDS

from ..observe.encoder import Bytes, Floats, Mask, scaled, unpack
from ..observe.history import Tokens, history
from ..observe.schema import OBSERVATION_SIZE, SLOTS
from ..players import Player, PlayerSpec, make_player
from .aec import MAX_DECISIONS, MAX_SEATS
from .checks import check_at_least_one, check_game, check_seat
from .rewards import AT_THE_END, Payer, check_reward, seat_points
from .running_game import MAX_DEALS, RunningGame, absolute, advance, write_rows
from .targets import Clock, write_hands, write_owners


def row_generators(seed: int | None, n: int) -> list[np.random.Generator]:
    """What the games of each row are drawn from: seed and row alone; without a seed one is drawn."""
    if seed is None:
        seed = secrets.randbits(64)
    return [np.random.default_rng((seed, row)) for row in range(n)]


def chosen_actions(games: Sequence[RunningGame], actions: Any) -> list[int]:
    """One action for each game as the rules number it; one that is not legal refuses the whole step."""
    if not games:
        raise RuntimeError("reset() must be called first")
    if len(actions) != len(games):
        raise ValueError(f"step: {len(games)} games, {len(actions)} actions given")
    if isinstance(actions, np.ndarray) and actions.ndim == 1 and actions.dtype.kind in "iu":
        actions = actions.tolist()  # faster than one by one
    chosen = [absolute(running, action) for running, action in zip(games, actions, strict=True)]
    if -1 in chosen:
        row = chosen.index(-1)
        raise games[row].illegal(actions[row], f"game {row}")
    return chosen


class Deal(NamedTuple):
    """All that a game begins with."""

    scenario: str
    seed: int
    players: dict[int, tuple[PlayerSpec, int]]  # inside, by seat: who it is, and the player's own seed
    civilizations: tuple[str, ...] = ()  # dealt, by faction; none: as the scenario says


Started = tuple[RunningGame, dict[int, Player]]  # and the players inside, by seat
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class SavedGame(msgspec.Struct, forbid_unknown_fields=True):
    """A game under way as plain data."""

    scenario: str
    seed: Seed
    players: dict[int, tuple[str, Seed]]
    answers: list[int]  # of the free seats, as the rules number actions
    position: str  # a digest of where it stands
    civilizations: tuple[str, ...] = ()

    def deal(self) -> Deal:
        """What it began with."""
        return Deal(self.scenario, self.seed, dict(self.players), self.civilizations)


class GamesState(msgspec.Struct, forbid_unknown_fields=True):
    """All games and what the next ones are drawn from: the four numbers of NumPy's PCG64 for each row."""

    games: list[SavedGame]
    random: list[tuple[int, int, int, int]]


class BatchedGames:
    """`n` games side by side, each restarted when it ends.

    After `reset` and `step` these arrays hold, row by row, the decision open in each game:

    raw       (n, size) uint8    observation of the seat that decides (see `schema`)
    masks     (n, actions) int8  its legal actions
    seats     (n,) int           which seat it is
    rewards   (n, 6) float32     what each seat was paid in the last step
    dones     (n,) bool          the game ended in the last step; row now shows the next game
    truncated (n,) bool          it ended because of the decision limit

    And of the game that ended last in each row, written when `dones` is set:

    final_vp    (n, 6) float32     VP by seat
    final_raw   (n, size) uint8    the last position, as `final_seats` sees it
    final_seats (n,) int           truncated: the seat whose decision was open; if that is played
                                   inside, or the game is over: the free seat that decided last

    With `targets`, what the decider cannot know, to learn from (see `targets`):

    hands     (n, 6, 103) int8   cards in hand by slot of the decider: for centralised critics
    counted   (n,) bool          a Victory Count took place in the last step
    owners    (n, 106) int8      then: who Controls each area after it, as 1 + number of the faction; 0 nobody

    `players` maps seats to players inside the environment: those seats never show up in a row.
    """

    def __init__(
        self,
        n: int,
        scenario: str | list[str] = "basic_4p",
        options: dict[str, Any] | None = None,
        reward: str = "outcome",
        players: dict[int, PlayerSpec] | None = None,
        max_decisions: int = MAX_DECISIONS,
        seed: int | None = None,
        targets: bool = False,
    ) -> None:
        """A list of scenarios is dealt out to the rows in turn. Without a seed one is drawn."""
        self.n = check_at_least_one("n", n)
        self.scenarios = list(scenario) if isinstance(scenario, list | tuple) else [scenario]
        if not self.scenarios:
            raise ValueError("scenario: an empty list; at least one is needed")
        worlds = [check_game(name, options, max_decisions) for name in self.scenarios]
        self._worlds = dict(zip(self.scenarios, worlds, strict=True))
        self.players = dict(players or {})
        for seat, spec in self.players.items():
            check_seat("players: seat", seat, worlds)
            make_player(spec)  # an unknown one is refused here, not in the middle of a game
        for world in worlds:
            if all(seat in self.players for seat in range(world.n_seats)):
                raise ValueError(f"players: {world.scenario_name}: at least one seat must be left free")
        self.options = dict(options or {})
        self.reward = check_reward(reward)
        self.max_decisions = max_decisions
        self.raw: Bytes = np.zeros((n, OBSERVATION_SIZE), np.uint8)
        self.masks: Mask = np.zeros((n, N_ACTIONS), np.int8)
        self.seats: npt.NDArray[np.int64] = np.zeros(n, np.int64)
        self.rewards: Floats = np.zeros((n, MAX_SEATS), np.float32)
        self.dones: npt.NDArray[np.bool_] = np.zeros(n, bool)
        self.truncated: npt.NDArray[np.bool_] = np.zeros(n, bool)
        self.final_vp: Floats = np.zeros((n, MAX_SEATS), np.float32)
        self.final_raw: Bytes = np.zeros((n, OBSERVATION_SIZE), np.uint8)
        self.final_seats: npt.NDArray[np.int64] = np.zeros(n, np.int64)
        self.targets = bool(targets)
        self.hands: Mask = np.zeros((n, SLOTS, N_CARDS), np.int8)
        self.owners: Mask = np.zeros((n, N_AREAS), np.int8)
        self.counted: npt.NDArray[np.bool_] = np.zeros(n, bool)
        self._clocks: list[Clock] = []
        self.running: list[RunningGame] = []
        self._deals: list[Deal] = []
        self._answers: list[list[int]] = []  # of the free seats in the running game
        self._inside: list[dict[int, Player]] = []
        self._payers: list[Payer] = []
        self.seed(seed)

    def seed(self, seed: int | None) -> None:
        """From here on games are drawn from this seed: the k-th of a row depends on nothing else."""
        self._random = row_generators(seed, self.n)

    def reset(self) -> None:
        """Start all games anew."""
        new = [self._new_game(row) for row in range(self.n)]
        self._deals = [deal for deal, _ in new]
        self._take_seats([started for _, started in new], [[] for _ in new])

    def _take_seats(self, started: list[Started], answers: list[list[int]]) -> None:
        """These are the games now; the last step is forgotten."""
        self.running = [running for running, _ in started]
        self._inside = [inside for _, inside in started]
        self._answers = answers
        self._payers = [Payer(self.reward, running.seats) for running in self.running]
        for payer, running, given in zip(self._payers, self.running, answers, strict=True):
            if given:
                payer.due(running.game, ended=False)  # has been paid before
        self.rewards[:] = 0
        self.dones[:] = False
        self.truncated[:] = False
        self.counted[:] = False
        self._clocks = [Clock.of(running.game) for running in self.running]
        self._show()

    def _deal(self, row: int) -> Deal:
        """Draw the next game of a row."""
        random = self._random[row]
        scenario = self.scenarios[row % len(self.scenarios)]
        seed = int(random.integers(2**63))
        players = {
            seat: (spec, int(random.integers(2**31)))
            for seat, spec in self.players.items()
            if seat < self._worlds[scenario].n_seats
        }
        return Deal(scenario, seed, players)

    def _new_game(self, row: int) -> tuple[Deal, Started]:
        """The next game of a row, drawn again if it is over before a free seat has decided anything."""
        for _ in range(MAX_DEALS):
            deal = self._deal(row)
            started = self._start(deal)
            if started[0].seat >= 0:
                return deal, started
        raise AcisError(f"{deal.scenario}: in {MAX_DEALS} games no free seat had anything to decide")

    def _start(self, deal: Deal) -> Started:
        """A game played on to the first decision of a free seat."""
        world = self._worlds.get(deal.scenario, deal.scenario)
        if deal.civilizations:
            world = World(deal.scenario, {**self.options, "civilizations": deal.civilizations})
        running = RunningGame.new(world, deal.seed, self.options)
        inside = {seat: make_player(spec, seed) for seat, (spec, seed) in deal.players.items()}
        running.play(inside)
        return running, inside

    def step(self, actions: npt.NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """Answer the open decision of every game."""
        chosen = chosen_actions(self.running, actions)
        self.rewards.fill(0)
        self.dones.fill(False)
        self.truncated.fill(False)
        always = self.targets or self.reward not in AT_THE_END
        limit = self.max_decisions
        rows = zip(self.running, chosen, self._answers, self._inside, strict=True)
        for row, (running, action, answers, inside) in enumerate(rows):
            advance(running, action)
            answers.append(action)
            if inside:
                running.play(inside, limit)
            ended = running.seat < 0 or running.decisions >= limit
            if ended or always:
                self._settle(row, ended)
        self._show()

    def _settle(self, row: int, ended: bool) -> None:
        """What there is to be done besides after a decision: pay, count, start the next game."""
        self._pay(row, ended)
        if self.targets:
            self._count(row)
        if ended:
            self._finish(row)

    def _pay(self, row: int, ended: bool) -> None:
        paid = self._payers[row].due(self.running[row].game, ended)
        if paid is not None:
            self.rewards[row, : len(paid)] = paid

    def _count(self, row: int) -> None:
        """Note who Controls the areas if a Victory Count took place."""
        game = self.running[row].game
        clock = Clock.of(game)
        self.counted[row] = clock.counted_since(self._clocks[row])
        self._clocks[row] = clock
        if self.counted[row]:
            write_owners(game, self.owners[row])

    def _finish(self, row: int) -> None:
        """Show the last position and start the next game in this row."""
        running = self.running[row]
        game = running.game
        self.dones[row] = True
        self.truncated[row] = not game.over
        decided_last = int(self.seats[row])
        seat = decided_last if game.over or running.seat in self._inside[row] else running.seat
        self.final_seats[row] = seat
        unpack([running.packed(seat)], self.final_raw[row : row + 1])
        points = [float(p) for p in seat_points(game)]
        self.final_vp[row] = 0
        self.final_vp[row, : len(points)] = points
        self._deals[row], (self.running[row], self._inside[row]) = self._new_game(row)
        self._answers[row] = []
        self._payers[row] = Payer(self.reward, self.running[row].seats)
        self._clocks[row] = Clock.of(self.running[row].game)

    def _show(self) -> None:
        """Write the open decisions into the arrays."""
        seats = [running.seat for running in self.running]
        self.seats[:] = seats
        write_rows(self.running, seats, self.raw, self.masks)
        if self.targets:
            for row, running in enumerate(self.running):
                write_hands(running, self.hands[row])

    def histories(self, length: int) -> Tokens:
        """The last events as each decider saw them: (n, length, fields), see `acis_env.observe.history`."""
        return np.stack([history(running.game.view(running.seat), length) for running in self.running])

    # ---------------------------------------------------------------------- writing down

    def state(self) -> dict[str, Any]:
        """The running games and what the next ones are drawn from, as plain data.

        Players inside must have been given by name, and their answers must depend on what they have
        been asked since they were made and on nothing else.
        """
        games = []
        for deal, answers, running in zip(self._deals, self._answers, self.running, strict=True):
            players = {seat: (_name(spec), seed) for seat, (spec, seed) in deal.players.items()}
            position = _digest(running.game)
            games.append(SavedGame(deal.scenario, deal.seed, players, answers, position, deal.civilizations))
        state: dict[str, Any] = msgspec.to_builtins(
            GamesState(games, [_numbers(random) for random in self._random])
        )
        return state

    def restore(self, state: Any, scenarios: Collection[str] | None = None) -> None:
        """Take up games that `state` wrote down: they are played again, the players inside asked again.

        Anything that cannot be such a state of these games is refused; other scenarios than those of
        new games must be named.
        """
        given = convert(state, GamesState, "running games")
        if len(given.games) != self.n or len(given.random) != self.n:
            raise AcisError(f"running games: {self.n} are needed, {len(given.games)} are there")
        started = []
        for row, game in enumerate(given.games):
            try:
                if game.scenario not in (self.scenarios if scenarios is None else scenarios):
                    raise AcisError(f"{game.scenario!r} is not among the scenarios")
                for seat, (name, _) in game.players.items():
                    self._require_player(seat, name)
                started.append(self._played_again(game))
            except AcisError as error:
                raise AcisError(f"running games: game {row}: {error}") from None
        try:
            self._random = [_generator(numbers) for numbers in given.random]
        except (OverflowError, ValueError) as error:
            raise AcisError(f"running games: random: {error}") from None
        self._deals = [game.deal() for game in given.games]
        self._take_seats(started, [game.answers for game in given.games])

    def _require_player(self, seat: int, name: str) -> None:
        """Refuse a player inside that these games never have."""
        if self.players.get(seat) != name:
            raise AcisError(f"{name!r} does not play seat {seat}")

    def _played_again(self, game: SavedGame) -> Started:
        running, inside = self._start(game.deal())
        for answer in game.answers:
            running.apply(answer)
            running.play(inside, self.max_decisions)
        if running.seat in (-1, *inside) or _digest(running.game) != game.position:
            raise AcisError("played again it comes out otherwise; rules and players must be the same as then")
        return running, inside

    def observations(self, out: Floats | None = None) -> Floats:
        """The raw observations as float32, scaled block by block."""
        return scaled(self.raw, out)


def _name(spec: PlayerSpec) -> str:
    if not isinstance(spec, str):
        raise AcisError(f"player {spec!r}: only players given by name can be written down")
    return spec


def _digest(game: Game) -> str:
    return hashlib.sha256(msgspec.json.encode(game.to_dict())).hexdigest()


def _numbers(random: np.random.Generator) -> tuple[int, int, int, int]:
    state: Any = random.bit_generator.state
    return state["state"]["state"], state["state"]["inc"], state["has_uint32"], state["uinteger"]


def _generator(numbers: tuple[int, int, int, int]) -> np.random.Generator:
    state, inc, has_uint32, uinteger = numbers
    random = np.random.default_rng(0)
    random.bit_generator.state = {
        "bit_generator": "PCG64", "state": {"state": state, "inc": inc},
        "has_uint32": has_uint32, "uinteger": uinteger,
    }  # fmt: skip
    return random
