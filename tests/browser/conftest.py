"""A server of its own for each test, and a real browser: Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from browser.player import SHOTS, Server, watched

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    SHOTS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "games")
    yield running
    running.kill()


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A window on a desktop; nothing that goes wrong in the scripts passes unnoticed."""
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    wrong = watched(page)
    yield page
    page.screenshot(path=SHOTS / "last.png")  # where a test failed, this shows why
    page.close()
    assert not wrong
