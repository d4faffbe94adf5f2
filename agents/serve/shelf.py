"""The games of a server: one file each in a folder, taken from the shelf when somebody asks for them.

No name from a request becomes a path: games are found by their number among those that lie in the folder.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path

from acis_rules.errors import AcisError
from acis_rules.kernel import files

from ..learned import ready_to_play
from ..live.game import LiveGame, PlayedElsewhere
from ..live.saved import Saved, read
from ..live.seats import player_name
from ..review.whole import Review, people_or_all, review

_log = logging.getLogger("uvicorn.error")
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
KEY_FILE = "lobby.key"
MOST_GAMES = 2_000


class NoSuchGame(AcisError):
    """There is no game of that name, or the key does not open it."""


class OpenGame:
    """A game and all who wait for news of it."""

    def __init__(self, live: LiveGame) -> None:
        self.live = live
        self.lock = asyncio.Lock()
        self.changed = asyncio.Condition()
        self.trouble = ""  # who has failed
        self.released = -1  # the number of actions with which a person is content
        self.driver: asyncio.Task[None] | None = None
        self.review: asyncio.Task[str] | None = None

    def seat_of(self, key: str) -> int:
        """The seat that a key opens; -1 if it opens none."""
        for seat, own in enumerate(self.live.saved.keys):
            if own and hmac.compare_digest(own.encode(), key.encode()):
                return seat
        return -1

    @property
    def held(self) -> int:
        """The seat for which programs wait, since it may still change its mind; -1 if none."""
        return self.live.held if self.released != len(self.live.steps) else -1

    async def tell(self) -> None:
        """Wake all who wait."""
        async with self.changed:
            self.changed.notify_all()

    def drive(self) -> None:
        """See to it that programs decide as long as it is their turn."""
        if self.driver is None or self.driver.done():
            self.driver = asyncio.create_task(self._drive())

    async def reviewed(self, patience: float) -> str:
        """The page that looks back on the game once it is over; nothing if it takes longer than that."""
        if not self.live.game.over:
            raise NoSuchGame("the game is not over: a review would show what is hidden")
        if self.review is None or (self.review.done() and self.review.exception() is not None):
            saved = self.live.saved
            seats = people_or_all(saved.seats, len(saved.seats))
            names = [player_name(spec) for spec in saved.seats]
            work = asyncio.to_thread(review, saved.replay(), names, seats, also=ready_to_play())
            self.review = asyncio.create_task(_page(work))
        done, _ = await asyncio.wait((self.review,), timeout=patience)
        return self.review.result() if done else ""

    async def _drive(self) -> None:
        while True:
            async with self.lock:
                question = None if self.held >= 0 else self.live.question_for_program()
            if question is None:
                return
            try:
                answer = await asyncio.to_thread(question.think)
                async with self.lock:
                    self.live.take_answer(question, answer)
                self.trouble = ""
            except PlayedElsewhere:
                return  # whoever asks next gets the game as it is now
            except AcisError as error:  # its words may name hidden cards: they are for the host alone
                self.trouble = f"{question.name} has failed and the game waits. The server says why."
                _log.warning("%s", error)
            await self.tell()
            if self.trouble:
                return


async def _page(work: Awaitable[Review]) -> str:
    return (await work).page


class Shelf:
    """All games in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[str, OpenGame] = {}
        self.closing = False  # the server ends: nobody is to wait any longer
        self.key = self._lobby_key()

    def _lobby_key(self) -> str:
        """The key of the lobby; it stays the same, so that a bookmark works."""
        path = self.folder / KEY_FILE
        if path.exists():
            key = files.read(path, 200).decode("ascii", "replace").strip()
            if NAME.fullmatch(key) and len(key) >= 16:
                return key
        key = secrets.token_urlsafe(18)
        files.write(path, key + "\n", private=True)
        return key

    def _names(self) -> list[str]:
        found = [path.stem for path in self.folder.glob("*.json") if NAME.fullmatch(path.stem)]
        return sorted(found, key=lambda name: -(self.folder / f"{name}.json").stat().st_mtime)

    def open(self, name: str) -> OpenGame:
        """The game of this name, loaded if need be: for the first time, or since it has gone on elsewhere."""
        found = self._open.get(name)
        if found is None or found.live.played_elsewhere:
            if name not in self._names():
                raise NoSuchGame("there is no such game")
            found = self._open[name] = OpenGame(LiveGame.load(self.folder / f"{name}.json"))
        return found

    def add(self, begin: Callable[[Path], LiveGame]) -> tuple[str, OpenGame]:
        """A new game, begun in the file that it is given."""
        if len(self._names()) >= MOST_GAMES:
            raise NoSuchGame(f"the folder holds {MOST_GAMES} games: remove some first")
        name = secrets.token_hex(8)
        self._open[name] = new = OpenGame(begin(self.folder / f"{name}.json"))
        return name, new

    async def close(self) -> None:
        """Send all who wait home."""
        self.closing = True
        for found in self._open.values():
            await found.tell()

    def list(self) -> list[tuple[str, Saved | str]]:
        """All games, the newest first; of a file that cannot be read, what is wrong with it."""
        out: list[tuple[str, Saved | str]] = []
        for name in self._names():
            found = self._open.get(name)
            here = found is not None and not found.live.played_elsewhere
            try:
                out.append((name, found.live.saved if found and here else read(self.folder / f"{name}.json")))
            except AcisError as error:
                out.append((name, str(error).replace(f"{self.folder}/", "")))
        return out
