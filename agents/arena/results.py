"""Results of games: one JSON line per finished game, so that nothing is lost when a run is stopped."""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from acis_rules.box.option_words import in_words
from acis_rules.box.world import World
from acis_rules.kernel import files
from acis_rules.kernel.actions import LAYOUT_VERSION, N_ACTIONS
from acis_rules.records import RECORD_VERSION, BadRecord, decode, lines, unpacked

from .schedule import Match, Settings

try:
    import fcntl
except ImportError:  # not on this system: two runs with one record are on their own
    fcntl = None  # type: ignore[assignment]


class Result(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """How one game ended; lists are by seat."""

    game: int
    block: int
    scenario: str
    seed: int
    options: dict[str, Any]
    players: list[str]
    entrants: list[int]
    civilizations: list[str]
    vp: list[float]
    ranks: list[int]  # 0 is best; equal only if all tie-breaks are equal
    decisions: list[int]
    seconds: list[float]  # spent by the players
    late: list[int]  # decisions drawn by lot, because the time was over
    actions: bytes  # all of them, as `acis_rules.records` packs them

    @property
    def deal(self) -> tuple[str, int]:
        """Games of one deal belong together."""
        return self.scenario, self.block

    def share(self, seat: int) -> float:
        """The part of the victory that a seat has: 1, or less if it is shared."""
        return 1 / self.ranks.count(0) if self.ranks[seat] == 0 else 0.0

    def margin(self, seat: int) -> float:
        """VP ahead of the best rival, negative if behind; whoever is on the same side is no rival."""
        side = _sides(self.scenario, msgspec.json.encode(self.options))
        rivals = [vp for other, vp in enumerate(self.vp) if side[other] != side[seat]]
        return self.vp[seat] - max(rivals, default=self.vp[seat])

    def rank(self, seat: int) -> float:
        """Place from 1; who are equal share the mean of their places."""
        mine = self.ranks[seat]
        return 1 + mine + (self.ranks.count(mine) - 1) / 2


@functools.cache
def _sides(scenario: str, options: bytes) -> tuple[int, ...]:
    """By seat: its side in such a game."""
    return World(scenario, msgspec.json.decode(options)).seat_side


BY_SEAT = ("entrants", "civilizations", "vp", "ranks", "decisions", "seconds", "late")
SCHEDULED = ("block", "scenario", "seed", "options", "entrants", "players")  # as the settings have it


class Written(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A line of a record: versions, the settings a game belongs to, and its result."""

    acis_record: int = RECORD_VERSION
    action_layout: int = LAYOUT_VERSION
    settings: Settings
    result: Result


class Kept(NamedTuple):
    """A game of a record and the line it stands in."""

    line: int
    settings: Settings
    result: Result


class Record:
    """A file of finished games, which grows line by line."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Iterator[Kept]:
        """All games, each sound in itself and none of them twice; an error names line and field."""
        seen: dict[tuple[bytes, int], int] = {}
        for line in lines(self.path):
            written = decode(self.path, line, Written)
            wrong = faults(written.settings, written.result)
            if wrong:
                raise self._wrong(line.number, wrong)
            key = written.settings.key, written.result.game
            if key in seen:
                raise self._wrong(line.number, f"game: {key[1]} stands in line {seen[key]} already")
            seen[key] = line.number
            yield Kept(line.number, written.settings, written.result)

    def finished(self, settings: Settings, matches: Iterable[Match]) -> dict[int, Result]:
        """Which of these matches are in the file already, by game."""
        if not self.path.exists():
            return {}
        wanted = {match.game: match for match in matches}
        key = settings.key
        ours = msgspec.json.decode(msgspec.json.encode(settings.options))
        out: dict[int, Result] = {}
        for line, theirs, result in self.read():
            if theirs.options != ours:
                raise self._wrong(
                    line,
                    f"options: played with {in_words(theirs.options)}, not {in_words(ours)}; other options "
                    "need a record of their own",
                )
            if theirs.key == key and result.game in wanted:
                wrong = differs(result, wanted[result.game])
                if wrong:
                    raise self._wrong(line, wrong)
                out[result.game] = result
        return out

    def _wrong(self, line: int, what: str) -> BadRecord:
        return BadRecord(f"{self.path}: line {line}: {what}")

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Within, games may be added, by this process only; what a crash left of a line is cut off first."""
        files.require_writable(self.path)
        with _locked(self.path):
            if self.path.exists():
                end = 0
                for line in lines(self.path):
                    end = line.end
                if self.path.stat().st_size > end:
                    files.cut(self.path, end)
            yield

    def add(self, settings: Settings, result: Result) -> None:
        """Append a game; it is on disk when this returns."""
        files.append(self.path, msgspec.json.encode(Written(settings=settings, result=result)))


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Nobody else adds to the file; the lock ends with the process, however that ends."""
    if fcntl is None:
        yield
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadRecord(f"{path}: another run is adding games to this record") from None
        yield


def faults(settings: Settings, result: Result) -> str:
    """What cannot be right in a result, with its field; nothing if it is sound in itself."""
    n = len(result.players)
    if n < 1 or result.game < 0 or result.block < 0:
        return f"game: {result.game} of block {result.block} with {n} players; there is no such game"
    for field in BY_SEAT:
        if len(getattr(result, field)) != n:
            return f"{field}: {len(getattr(result, field))} entries for {n} players"
    for field in ("decisions", "seconds", "late"):
        if min(getattr(result, field)) < 0:
            return f"{field}: {getattr(result, field)}; must not be negative"
    if any(late > all_of_them for late, all_of_them in zip(result.late, result.decisions, strict=True)):
        return f"late: {result.late}; more than decisions, {result.decisions}"
    ranks = [sum(other < one for other in result.ranks) for one in result.ranks]
    if result.ranks != ranks:
        return f"ranks: {result.ranks}; no such places, {ranks} are"
    if len(result.actions) % 2 or len(result.actions) // 2 != sum(result.decisions):
        return (
            f"actions: {len(result.actions)} bytes for {sum(result.decisions)} decisions, 2 each are needed"
        )
    if max(unpacked(result.actions), default=0) >= N_ACTIONS:
        return f"actions: {max(unpacked(result.actions))} is none; there are 0 to {N_ACTIONS - 1}"
    if not set(result.entrants) <= set(range(len(settings.players))) or len(set(result.entrants)) != n:
        return f"entrants: {result.entrants}; different ones of 0 to {len(settings.players) - 1} are needed"
    names = [settings.players[entrant] for entrant in result.entrants]
    if result.players != names:
        return f"players: {result.players}; the settings have {names} there"
    if (result.scenario, result.seed) != (settings.scenario, settings.seed + result.block):
        return f"seed: {result.scenario}, {result.seed}; not block {result.block} of the settings"
    return ""


def differs(result: Result, match: Match) -> str:
    """The first field in which a result is not one of the match, with both contents."""
    ours, theirs = (msgspec.json.decode(msgspec.json.encode(one)) for one in (result, match))
    for field in SCHEDULED:
        if ours[field] != theirs[field]:
            return f"{field}: {ours[field]}; game {match.game} of these settings has {theirs[field]}"
    return ""


COLUMNS = ("scenario", "game", "deal", "seed", "seat", "player", "civilization", "vp", "margin", "rank",
           "win", "decisions", "seconds", "late")  # fmt: skip


def write_csv(path: Path, results: Iterable[Result]) -> None:
    """One row per game and seat."""
    text = io.StringIO(newline="")
    rows = csv.writer(text)
    rows.writerow(COLUMNS)
    for one in results:
        for seat, player in enumerate(one.players):
            rows.writerow((
                one.scenario, one.game, one.block, one.seed, seat, player, one.civilizations[seat],
                one.vp[seat], one.margin(seat), one.rank(seat), one.share(seat), one.decisions[seat],
                one.seconds[seat], one.late[seat],
            ))  # fmt: skip
    files.write(path, text.getvalue())
