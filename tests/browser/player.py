"""Playing in a browser with nothing but the mouse and the keyboard, as a person would."""

from __future__ import annotations

import json
import re
import secrets
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import ConsoleMessage, Page

from acis_env.players import make_player
from acis_rules import Game
from agents.live.game import LiveGame

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "runs" / "browser"
PATIENCE = 90_000  # milliseconds; the machine may have other things to do


class Server:
    """`acis serve` in a process that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "acis_rules.tools.cli",
            "serve",
            "--no-open",
            "--port",
            str(self.port),
        ]
        self.process = subprocess.Popen(
            [*command, "--games", str(self.folder)], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        assert self.process.stdout is not None
        found = re.search(r"(http://[^#]+)#(\S+)", self.process.stdout.readline())
        assert found
        self.address, self.key = found[1].rstrip("/"), found[2]
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.address}/", timeout=5)
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server does not come up")

    def kill(self) -> None:
        """As a crash would: without a chance to put anything away."""
        self.process.kill()
        self.process.wait()

    def begin(self, seats: list[str], scenario: str = "basic_2p", seed: int = 7, **options: str) -> list[str]:
        """A game begun without the lobby; the links of its people."""
        body = json.dumps({"scenario": scenario, "seats": seats, "seed": seed, "options": options}).encode()
        request = urllib.request.Request(f"{self.address}/api/games", body, {"x-key": self.key})
        made: dict[str, Any] = json.load(urllib.request.urlopen(request))
        return [f"{self.address}/game/{made['id']}#{key}" for key in made["keys"] if key]


def prepared(server: Server, wanted: Callable[[Game], bool]) -> str:
    """The link to a game that has come to the position one wants, with a person at one of the seats."""
    for seed in range(30):
        live = LiveGame.new("basic_2p", seed, ["human", "npc"])
        person = make_player("greedy", seed)
        while True:
            live.go_on()
            if live.game.over:
                break
            if wanted(live.game):
                live.path = server.folder / f"{secrets.token_hex(8)}.json"
                live.save()
                return f"{server.address}/game/{live.path.stem}#{live.saved.keys[0]}"
            live.answer(0, person.act(live.game.view(0), live.game.decision, live.game.legal_actions()))
    raise AssertionError("no game comes to such a position")


def watched(page: Page) -> list[str]:
    """What goes wrong on a page, as it happens; that a server which was killed does not answer is right."""
    wrong: list[str] = []
    expected = ("CONNECTION_REFUSED", "CONNECTION_RESET", "EMPTY_RESPONSE", "INCOMPLETE")

    def hear(told: ConsoleMessage) -> None:
        if told.type == "error" and not any(one in told.text for one in expected):
            wrong.append(told.text)

    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", hear)
    return wrong


# A point inside an area that nothing else covers
POINT = """area => {
  const box = area.getBoundingClientRect();
  for (let i = 1; i < 24; i++) for (let j = 1; j < 24; j++) {
    const x = box.left + box.width * i / 24, y = box.top + box.height * j / 24;
    if (document.elementFromPoint(x, y) === area) return [x, y];
  }
  return null;
}"""
# Something that can be done, or the end
CALM = "() => !document.body.classList.contains('busy')"
READY = f"""() => ({CALM})() && (document.querySelector('#asks, #go-on, #take-over') ||
  /The game is over/.test(document.querySelector('#decision')?.innerText || ''))"""


def asked(page: Page) -> str:
    """The question, once there is one; "" if the game is over."""
    page.wait_for_function(READY, timeout=PATIENCE)
    found = page.query_selector("#popup[open] #asks, #decision #asks")
    return found.inner_text() if found else ""


def click_area(page: Page, number: int = 0) -> None:
    """Click an area that glows."""
    areas = page.query_selector_all("#board .area.legal")
    area = areas[number % len(areas)]
    area.scroll_into_view_if_needed()
    point = area.evaluate(POINT)
    if point is None:  # hidden by others, or outside of what is shown
        area.focus()
        page.keyboard.press("Enter")
    else:
        page.mouse.click(*point)


def answers(page: Page) -> list[str]:
    """The numbers of the actions on buttons that are to be seen."""
    shown = page.query_selector_all(
        "#popup[open] .answers button[data-action], #decision .answers button[data-action]"
    )
    return [str(one.get_attribute("data-action")) for one in shown if one.is_visible()]


def press(page: Page, action: str) -> None:
    """Press the button of an answer, and confirm if that is asked for."""
    page.click(f"#popup[open] [data-action='{action}'], #decision [data-action='{action}']")
    confirm = page.query_selector("#confirm")
    if confirm is not None:
        confirm.click()


@contextmanager
def answered(page: Page) -> Iterator[None]:
    """What is done here is sent to the server, which takes it, and then it shows."""
    with page.expect_response(lambda one: one.request.method == "POST", timeout=PATIENCE) as sent:
        yield
    assert sent.value.ok, sent.value.text()
    page.wait_for_function(CALM, timeout=PATIENCE)


def do_something(page: Page, rng: Random) -> bool:
    """Answer whatever is asked; False if the game is over."""
    question = asked(page)
    if page.query_selector("#take-over"):
        page.click("#take-over")
        page.wait_for_selector("#cover", state="hidden", timeout=PATIENCE)
    elif question:
        with answered(page):
            _answer(page, rng)
    elif page.query_selector("#go-on"):
        with answered(page):
            page.click("#go-on")
    else:
        return False
    return True


def _answer(page: Page, rng: Random) -> None:
    buttons = answers(page)
    areas = page.query_selector_all("#board .area.legal")
    if areas and (not buttons or rng.random() < 0.85):
        click_area(page, rng.randrange(len(areas)))
    else:
        press(page, rng.choice(buttons))


def play_until(page: Page, rng: Random, words: str, most: int = 400) -> str:
    """Play on until something is asked; the question."""
    for _ in range(most):
        question = asked(page)
        if words in question:
            return question
        if not do_something(page, rng):
            break
    raise AssertionError(f"nobody was asked {words!r}")
