"""Results of games: one JSON line per finished game, so that nothing is lost when a run is stopped."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

import msgspec

from .schedule import BadArena


class Result(msgspec.Struct, kw_only=True):
    """How one game ended; lists are by seat."""

    game: int
    block: int
    scenario: str
    seed: int
    players: list[str]
    entrants: list[int]
    civilizations: list[str]
    vp: list[float]
    ranks: list[int]  # 0 is best; equal only if all tie-breaks are equal
    decisions: list[int]
    seconds: list[float]  # spent by the players

    @property
    def deal(self) -> tuple[str, int]:
        """Games of one deal belong together."""
        return self.scenario, self.block

    def share(self, seat: int) -> float:
        """The part of the victory that a seat has: 1, or less if it is shared."""
        return 1 / self.ranks.count(0) if self.ranks[seat] == 0 else 0.0

    def margin(self, seat: int) -> float:
        """VP ahead of the best rival, negative if behind."""
        return self.vp[seat] - max(vp for other, vp in enumerate(self.vp) if other != seat)

    def rank(self, seat: int) -> float:
        """Place from 1; who are equal share the mean of their places."""
        mine = self.ranks[seat]
        return 1 + mine + (self.ranks.count(mine) - 1) / 2


class Line(msgspec.Struct):
    """A line of a record: the settings a game belongs to, and its result."""

    settings: str
    result: Result


class Record:
    """A file of finished games, which grows line by line."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def finished(self, settings: str) -> dict[int, Result]:
        """Games that are in the file already, by index; a last line cut short is left out."""
        out: dict[int, Result] = {}
        for number, text in enumerate(self._whole_lines(), 1):
            try:
                line = msgspec.json.decode(text, type=Line)
            except (msgspec.DecodeError, msgspec.ValidationError) as error:
                raise BadArena(f"{self.path}: line {number}: not a result: {error}") from None
            if line.settings == settings:
                out[line.result.game] = line.result
        return out

    def _whole_lines(self) -> list[bytes]:
        """The lines of the file, from which the rest of a line cut short is removed."""
        if not self.path.exists():
            return []
        content = self.path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            self.path.write_bytes(whole)
        return whole.splitlines()

    def add(self, settings: str, result: Result) -> None:
        """Append a game; it is on disk when this returns."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(Line(settings, result)) + b"\n")


COLUMNS = ("scenario", "game", "deal", "seed", "seat", "player", "civilization", "vp", "margin", "rank",
           "win", "decisions", "seconds")  # fmt: skip


def write_csv(path: Path, results: Iterable[Result]) -> None:
    """One row per game and seat."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(COLUMNS)
        for one in results:
            for seat, player in enumerate(one.players):
                rows.writerow((
                    one.scenario, one.game, one.block, one.seed, seat, player, one.civilizations[seat],
                    one.vp[seat], one.margin(seat), one.rank(seat), one.share(seat), one.decisions[seat],
                    one.seconds[seat],
                ))  # fmt: skip
