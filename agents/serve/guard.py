"""What stands before every request: who may ask at all, how much and how often.

A page of another site can make a browser send requests to a server on the same machine, and a name server
can lend it the address (DNS rebinding). So the Host must be one of ours, and so must the Origin if there is
one.
"""

from __future__ import annotations

import time
from collections.abc import Collection

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 20_000  # bytes
LARGEST_ADDRESS = 2_000  # characters of path and query
PER_SECOND, AT_ONCE = 40.0, 200.0  # requests of one machine
MOST_MACHINES = 1_000  # remembered

SAFE = (
    (b"content-security-policy", b"default-src 'none'; script-src 'self'; style-src 'self'; "
     b"img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
     b"form-action 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)  # fmt: skip


class Guard:
    """Refuses what is none of our business before anything else looks at it."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app = app
        self._hosts = frozenset(hosts)  # with port
        self._left: dict[str, tuple[float, float]] = {}  # by machine: requests left, and when

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it at once."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        refused = self._refused(scope)
        if refused is not None:
            await JSONResponse({"error": refused[1]}, refused[0])(scope, receive, _with_headers(send))
            return
        body = await _body(receive)
        if body is None:
            answer = JSONResponse({"error": "the request is too large"}, 413)
            await answer(scope, receive, _with_headers(send))
            return
        await self._app(scope, _again(body, receive), _with_headers(send))

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        headers = {name.lower(): value for name, value in scope["headers"]}
        host = headers.get(b"host", b"").decode("latin-1").lower()
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        site = headers.get(b"sec-fetch-site", b"none")
        if host not in self._hosts:
            return 421, "this server does not go by that name"
        if (origin and origin != f"http://{host}") or site not in (b"none", b"same-origin"):
            return 403, "a page of another site may not ask"
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "only GET and POST are understood"
        if len(scope["path"]) + len(scope["query_string"]) > LARGEST_ADDRESS:
            return 414, "the address is too long"
        if not self._may_ask_again(str((scope.get("client") or ("",))[0])):
            return 429, "too many requests; wait a moment"
        return None

    def _may_ask_again(self, machine: str) -> bool:
        now = time.monotonic()
        left, then = self._left.get(machine, (AT_ONCE, now))
        left = min(AT_ONCE, left + (now - then) * PER_SECOND)
        if len(self._left) >= MOST_MACHINES and machine not in self._left:
            self._left.clear()
        self._left[machine] = (max(0.0, left - 1), now)
        return left >= 1


async def _body(receive: Receive) -> bytes | None:
    """The whole body, None if it is too large; no more than that is ever taken into memory."""
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b""
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            return None
        if not message.get("more_body"):
            return body


def _again(body: bytes, receive: Receive) -> Receive:
    """Hand the body on that was read already."""
    given = False

    async def hand_on() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return hand_on


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", ()))
            named = {name.lower() for name, _ in own}
            message["headers"] = [*own, *(one for one in SAFE if one[0] not in named)]
        await send(message)

    return sending
