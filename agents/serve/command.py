"""`acis serve`: the game in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from socket import socket
from typing import Annotated

import typer

from acis_env.players import make_player
from acis_rules.errors import AcisError
from acis_rules.kernel.files import require_writable
from acis_rules.words.terminal import console

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
ALWAYS = ("human", "npc", "greedy", "random")


class BadServer(AcisError):
    """The server cannot be started as asked for."""


def serve(
    games: Annotated[
        Path | None, typer.Option(help="The folder where games are saved; by default that of `acis play`.")
    ] = None,
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = 8642,
    name: Annotated[
        list[str] | None, typer.Option(help="A name or address by which others reach this machine.")
    ] = None,
    player: Annotated[
        list[str] | None, typer.Option(help="A further player to choose from, such as policy:general.")
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the lobby in a browser.")
    ] = True,
) -> None:
    """Play in the browser: with people, NPCs and learned policies. Everything is saved after every action."""
    import uvicorn

    from ..learned import ready_to_play
    from ..live.kept import games_folder
    from .app import make_app
    from .shelf import Shelf

    folder = games or games_folder()
    require_writable(folder / "trial")
    players = list(dict.fromkeys((*ALWAYS, *(player or ready_to_play()))))
    for spec in player or ():
        make_player(spec)  # an unknown one is an error now and not later
    shelf = Shelf(folder)
    hosts = [f"{one}:{port}" for one in (*LOOPBACK, host, *(name or ()))]
    shown = (name or [host if host not in ("0.0.0.0", "::") else "127.0.0.1"])[0]
    link = f"http://{shown}:{port}/#{shelf.key}"
    for line in (
        f"the lobby: {link}",
        f"games are kept in {folder}; Ctrl-C ends the server, and nothing is lost",
    ):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if open_browser:
        webbrowser.open(link)
    config = uvicorn.Config(
        make_app(shelf, hosts, players), host=host, port=port, log_level="warning", access_log=False,
        limit_concurrency=200, timeout_keep_alive=30, h11_max_incomplete_event_size=16_384,
        timeout_graceful_shutdown=1,
    )  # fmt: skip

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket] | None = None) -> None:
            await shelf.close()
            await super().shutdown(sockets)

    try:
        Server(config).run()
    except SystemExit:
        raise BadServer(f"port {port}: cannot be listened at; --port takes another one") from None
