"""The server: a few pages, and JSON for their scripts."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Awaitable, Callable, Collection, Sequence
from importlib import resources
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from acis_env.players import make_player
from acis_rules.errors import AcisError, clipped
from acis_rules.screens import Screen

from ..live.saved import MOST_SEATS
from ..live.seats import player_name
from ..live.thoughts import answered, weighed
from . import asked, lobby, lookup, seat_page, told
from .guard import Guard
from .shelf import NoSuchGame, OpenGame, Shelf

PATIENCE = 25.0  # seconds after which somebody who waits for news is told that there are none
REVIEW_PATIENCE = 2.0
# The page of a review brings its style along, and needs nothing else
REVIEW_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
Endpoint = Callable[[Request], Awaitable[Response]]


class _Answer(msgspec.Struct, forbid_unknown_fields=True):
    """What a person chooses, and the page they chose it on."""

    action: int
    have: str
    sure: bool = False  # they were asked whether they mean it: the programs need not wait


class _HintWish(msgspec.Struct, forbid_unknown_fields=True):
    player: str


class _Stale(AcisError):
    """The page of which something was chosen is not the newest one."""


def make_app(shelf: Shelf, hosts: Collection[str], players: Sequence[str]) -> Starlette:
    """The server for a shelf of games; `hosts` are its names with port, `players` those it offers."""
    return Starlette(routes=_Server(shelf, players).routes(), middleware=[Middleware(Guard, hosts=hosts)])


class _Server:
    def __init__(self, shelf: Shelf, players: Sequence[str]) -> None:
        self.shelf = shelf
        self.players = list(players)
        self.files = _static_files()

    def routes(self) -> list[Route]:
        get: dict[str, Endpoint] = {
            "/": self.page("lobby.html"),
            "/game/{game}": self.page("game.html"),
            "/game/{game}/review": self.review,
            "/static/{name}": self.static,
            "/api/lobby": self.lobby,
            "/api/scenario/{name}": self.scenario,
            "/api/lookup": self.lookup,
            "/api/rule/{number}": self.rule,
            "/api/game/{game}/box": self.box,
            "/api/game/{game}/page": self.game_page,
            "/api/game/{game}/frame/{frame:int}": self.frame,
            "/api/game/{game}/curve": self.curve,
        }
        post: dict[str, Endpoint] = {
            "/api/games": self.begin,
            "/api/learn": self.learn,
            "/api/game/{game}/answer": self.answer,
            "/api/game/{game}/undo": self.undo,
            "/api/game/{game}/go_on": self.go_on,
            "/api/game/{game}/hint": self.hint,
        }
        return [Route(path, _safely(does), methods=["GET"]) for path, does in get.items()] + [
            Route(path, _safely(does), methods=["POST"]) for path, does in post.items()
        ]

    # ---------------------------------------------------------------------------------- pages

    def page(self, name: str) -> Endpoint:
        content, kind = self.files[name]

        async def show(request: Request) -> Response:
            return Response(content, media_type=kind)

        return show

    async def review(self, request: Request) -> Response:
        """A page that looks back on a game; as long as it is not ready, one that asks again."""
        found = await self._open_game(request).reviewed(REVIEW_PATIENCE)
        headers = {"content-security-policy": REVIEW_POLICY, "cache-control": "no-store"}
        return Response(found or self.files["waiting.html"][0], media_type="text/html", headers=headers)

    async def static(self, request: Request) -> Response:
        found = self.files.get(request.path_params["name"])
        if found is None:
            return JSONResponse({"error": "there is no such file"}, 404)
        return Response(found[0], media_type=found[1], headers={"cache-control": "no-cache"})

    # ---------------------------------------------------------------------------------- lobby

    def _require_host(self, request: Request) -> None:
        if not hmac.compare_digest(_key(request).encode(), self.shelf.key.encode()):
            raise NoSuchGame("the lobby opens with the link that `acis serve` prints")

    async def lobby(self, request: Request) -> Response:
        self._require_host(request)
        scenarios = await asyncio.to_thread(lobby.scenario_list)
        return JSONResponse({
            "scenarios": scenarios,
            "players": [{"spec": one, "name": player_name(one)} for one in self.players],
            "options": lobby.option_list(),
            "games": lobby.game_list(self.shelf),
        })  # fmt: skip

    async def scenario(self, request: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(lobby.explained, request.path_params["name"]))

    async def begin(self, request: Request) -> Response:
        self._require_host(request)
        return _begun(*lobby.begin(self.shelf, await request.body(), self.players))

    async def learn(self, request: Request) -> Response:
        """Begin the guided game."""
        self._require_host(request)
        return _begun(*lobby.learn(self.shelf))

    # ---------------------------------------------------------------------------------- rules

    async def lookup(self, request: Request) -> Response:
        return JSONResponse(lookup.search(request.query_params.get("q", "")[:100]))

    async def rule(self, request: Request) -> Response:
        found = lookup.rule(request.path_params["number"])
        return JSONResponse(found or {"error": "there is no such rule"}, 200 if found else 404)

    # ----------------------------------------------------------------------------------- game

    def _open_game(self, request: Request) -> OpenGame:
        found = self.shelf.open(request.path_params["game"])
        found.drive()
        return found

    def _seat(self, request: Request, at: OpenGame) -> int:
        """The seat of the key that comes with the request; who has none only watches."""
        key = _key(request).partition(",")[0]
        seat = at.seat_of(key) if key else -1
        if key and seat < 0:
            raise NoSuchGame("this link opens no seat of the game")
        return seat

    def _beside(self, request: Request, at: OpenGame) -> list[int]:
        """The seats of further keys: those of other people at the same screen."""
        others = _key(request).split(",")[1:MOST_SEATS]
        return [seat for key in others if (seat := at.seat_of(key)) >= 0]

    def _own_seat(self, request: Request, at: OpenGame) -> int:
        seat = self._seat(request, at)
        if seat < 0:
            raise NoSuchGame("the link of a seat is needed for that")
        return seat

    async def box(self, request: Request) -> Response:
        at = self._open_game(request)
        async with at.lock:
            content = seat_page.box(at.live)
        players = [{"spec": one, "name": player_name(one)} for one in self.players if one != "human"]
        return JSONResponse(content | {"players": players})

    async def game_page(self, request: Request) -> Response:
        """What the seat sees now; if the page has that already, the next thing that changes it."""
        at = self._open_game(request)
        seat = self._seat(request, at)
        have = request.query_params.get("have", "")
        beside = self._beside(request, at)
        content = await _shown(at, seat, beside)
        if have and have == _digest(content):
            try:
                async with asyncio.timeout(PATIENCE):
                    while have == _digest(content) and not self.shelf.closing:
                        async with at.changed:
                            await at.changed.wait()
                        content = await _shown(at, seat, beside)
            except TimeoutError:
                pass
            if have == _digest(content):
                return Response(status_code=204)
        return _page(content)

    async def answer(self, request: Request) -> Response:
        at = self._open_game(request)
        seat = self._own_seat(request, at)
        chosen = _decoded(await request.body(), _Answer)
        if _digest(await _shown(at, seat, self._beside(request, at))) != chosen.have:
            raise _Stale("the game has moved on; look again")
        async with at.lock:
            at.live.answer(seat, chosen.action)
            if chosen.sure:
                at.released = len(at.live.steps)
        return await self._changed(request, at, seat)

    async def undo(self, request: Request) -> Response:
        at = self._open_game(request)
        seat = self._own_seat(request, at)
        async with at.lock:
            at.live.undo(seat)
        return await self._changed(request, at, seat)

    async def go_on(self, request: Request) -> Response:
        """The person is content with what they chose: the programs may go on."""
        at = self._open_game(request)
        seat = self._own_seat(request, at)
        async with at.lock:
            if at.held == seat:
                at.released = len(at.live.steps)
        return await self._changed(request, at, seat)

    async def _changed(self, request: Request, at: OpenGame, seat: int) -> Response:
        at.trouble = ""
        await at.tell()
        at.drive()
        return _page(await _shown(at, seat, self._beside(request, at)))

    async def hint(self, request: Request) -> Response:
        """What another player would do here."""
        at = self._open_game(request)
        seat = self._own_seat(request, at)
        wish = _decoded(await request.body(), _HintWish)
        if wish.player not in self.players or wish.player == "human":
            raise NoSuchGame("that player is not here to be asked")
        async with at.lock:
            if at.live.waits_for != seat:
                raise NoSuchGame("you are not asked anything")
            game = at.live.game
            question = Screen(game.state, seat).view(), game.decision, game.legal_actions()
            words = {action: asked.said(game.state, action) for action in game.legal_actions()}

        def think() -> dict[str, Any]:
            player = make_player(wish.player, at.live.saved.seed)
            note = weighed(player, *question)
            action, said = answered(player, *question, wordless=True)
            return {
                "player": player_name(wish.player),
                "action": action,
                "words": words[action],
                "reasons": [told.as_reason(said.reason)] if said.reason else [],
                "moves": [{"action": a, "words": words[a], "share": p} for a, p in note.moves],
                "chances": list(note.chances),
            }

        try:
            return JSONResponse(await asyncio.to_thread(think))
        except AcisError:
            raise
        except Exception as error:
            raise NoSuchGame(f"{player_name(wish.player)} failed: {clipped(str(error))}") from None

    async def frame(self, request: Request) -> Response:
        at = self._open_game(request)
        seat = self._seat(request, at)
        async with at.lock:
            number = min(request.path_params["frame"], len(at.live.film) - 1)
            return JSONResponse(seat_page.frame(at.live, number, seat))

    async def curve(self, request: Request) -> Response:
        at = self._open_game(request)
        async with at.lock:
            return JSONResponse(seat_page.curve(at.live))


# ------------------------------------------------------------------------------------------ parts


def _static_files() -> dict[str, tuple[bytes, str]]:
    """The files of the pages, read once: no name from a request reaches the disk."""
    folder = resources.files("agents.serve") / "static"
    out = {}
    for file in folder.iterdir():
        ending = file.name[file.name.rfind(".") :]
        if ending in TYPES:
            out[file.name] = (file.read_bytes(), TYPES[ending])
    return out


def _begun(name: str, new: OpenGame) -> Response:
    new.drive()
    return JSONResponse({"id": name, "keys": new.live.saved.keys}, 201)


def _key(request: Request) -> str:
    return request.headers.get("x-key", "")[:500]


def _decoded(body: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise NoSuchGame(f"not understood: {clipped(str(error))}") from None


async def _shown(at: OpenGame, seat: int, beside: Sequence[int] = ()) -> bytes:
    """The page of a seat; `beside`: seats at the same screen, of which it tells whether they are asked."""
    async with at.lock:
        content = seat_page.seat_page(at.live, seat) | {"held": at.held >= 0 and at.held == seat}
        if beside:
            content["beside"] = [{"seat": one, "asked": at.live.waits_for == one} for one in beside]
        if at.trouble:
            content["trouble"] = at.trouble
    return msgspec.json.encode(content)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:24]


def _page(content: bytes) -> Response:
    headers = {"x-digest": _digest(content), "cache-control": "no-store"}
    return Response(content, media_type="application/json", headers=headers)


def _safely(endpoint: Endpoint) -> Endpoint:
    """Bad input becomes one sentence, whatever it is."""

    async def answering(request: Request) -> Response:
        try:
            return await endpoint(request)
        except NoSuchGame as error:
            return JSONResponse({"error": str(error)}, 404)
        except _Stale as error:
            return JSONResponse({"error": str(error)}, 409)
        except AcisError as error:
            return JSONResponse({"error": clipped(str(error), 600)}, 400)

    return answering
