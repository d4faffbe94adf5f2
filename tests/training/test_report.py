"""The report says the same as Markdown and as a page, in words for newcomers."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from training.config import Config, check
from training.evaluation import Score
from training.report import LIKELIEST, SAMPLED, _progress, write_report

SCORE = Score(400, 0.688, 0.642, 0.73, 15.0, 11.3, 18.4)
CURVE: list[dict[str, Any]] = [
    {"scenario": "basic_4p", "decisions": 0, "minutes": 0.0, "games": 0, "win_rate": 0.1, "low": 0.06,
     "high": 0.2, "margin": -47.9},
    {"scenario": "basic_4p", "decisions": 9000, "minutes": 0.5, "games": 31, "win_rate": 0.4, "low": 0.3,
     "high": 0.5, "margin": -3.0,
     "value_loss": 0.3, "entropy": 1.5, "kl": 0.01},
]  # fmt: skip


def config(**changes: Any) -> Config:
    return check({"name": "small", "scenarios": ["basic_4p"], "decisions": 50_000, **changes}, "test")


def written(folder: Path, config: Config, curve: list[dict[str, Any]] = CURVE) -> tuple[str, str]:
    scores = {("basic_4p", "npc", moves): SCORE for moves in (SAMPLED, LIKELIEST)}
    about = {"decisions": 9000, "games": 31, "minutes": 0.5}
    write_report(folder, config, curve, scores, about, {"python": "3.11", "revision": "abc1234"})
    return (folder / "report.md").read_text(), (folder / "report.html").read_text()


class Reader(HTMLParser):
    """What a browser would show, and what it would have to fetch."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "xlink:href") and not (value or "").startswith("#"):
                self.fetched.append(str(value))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_both_forms_say_the_same(tmp_path: Path) -> None:
    markdown, page = written(tmp_path, config())
    shown = " ".join(" ".join(Reader(page).words).split())
    for words in (
        "68.8% (64.2% to 73.0%)", "25%", "sampled", "likeliest", "-47.9", "learning_rate: 0.0005", "abc1234",
        "9,000 decisions in 31 games", "acis train config.yaml --out runs/again",
        "acis evaluate --players policy:runs/again,npc,npc,npc --scenario basic_4p --games 200",
    ):  # fmt: skip
        assert words in markdown and words in shown
    assert "| basic_4p | npc | likeliest |" in markdown


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    settings = config()
    settings.name = "<b>bold</b>"
    _, page = written(tmp_path, settings)
    reader = Reader(page)
    assert not reader.fetched and "script" not in reader.tags and "img" not in reader.tags
    assert reader.tags.count("svg") == 2 and "currentColor" in page
    assert "b" not in reader.tags and "<b>bold</b>" in reader.words


def test_a_run_stopped_by_the_clock_is_repeated_by_its_decisions(tmp_path: Path) -> None:
    markdown, _ = written(tmp_path, config(minutes=3))
    assert "acis train config.yaml decisions=9000 minutes=null --out runs/again" in markdown


def test_what_was_not_measured_is_not_shown(tmp_path: Path) -> None:
    markdown, page = written(tmp_path, config(), CURVE[:1])
    assert "Entropy" not in markdown and Reader(page).tags.count("svg") == 1
    assert not (tmp_path / "learning.png").exists()


def test_scenarios_measured_in_turn_are_told_apart(tmp_path: Path) -> None:
    """Their win rates are drawn by what chance would give."""
    settings = config(scenarios=["basic_4p", "basic_2p"], evaluation={"likeliest": True})
    curve = [CURVE[0], {**CURVE[1], "scenario": "basic_2p"}]
    markdown, page = written(tmp_path, settings, curve)
    assert "| basic_2p | 9,000 | 0.5 |" in markdown and "| basic_4p | 0 | 0.0 |" in markdown
    assert "with likeliest moves, scenarios in turn" in markdown
    assert "Win rate against npc, times chance" in page
    assert _progress(settings, curve)[0].y == [0.4, 0.8]
