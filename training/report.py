"""The report of a run: what was trained, how it went, how well it plays.

It is written once, as Markdown with links to pictures. The page for the browser is the same text, with
the curves inside: one file that needs nothing else.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import yaml
from markdown_it import MarkdownIt

from acis_rules.box.option_words import as_given, in_words
from acis_rules.box.world import World
from acis_rules.kernel import files
from acis_rules.words.names import count

from . import charts
from .charts import Chart
from .config import Config
from .evaluation import Score

SAMPLED, LIKELIEST = "sampled", "likeliest"
FILES = ("report.md", "report.html", "curve.png", "learning.png")
LEARNING = {  # columns of curve.csv: a name and what it says
    "overlooked": (
        "Overlooked",
        "share of greedy's moves that it would make less than once in a hundred times",
    ),
    "value_loss": ("Value loss", "how far its forecasts of who wins are off"),
    "entropy": ("Entropy", "how undecided it is; falls as it learns what to prefer"),
    "undecided": ("Undecided", "entropy as a share of the largest possible, over all decisions played"),
    "explained": (
        "Explained variance",
        "how much of what seats truly got in the end was foreseen on the way",
    ),
    "noise_scale": ("Gradient noise scale", "decisions a batch needs for its gradient to outweigh its noise"),
    "kl": ("KL divergence", "how much one update changes what it does; large ones are stopped early"),
}

Scores = dict[tuple[str, str, str], Score]  # by scenario, opponent, and how moves are taken
Row = dict[str, Any]


def write_report(
    folder: Path, config: Config, curve: list[Row], scores: Scores, about: Row, versions: dict[str, str],
    story: Sequence[Mapping[str, Any]] = (),
) -> None:  # fmt: skip
    """Write report.md with its pictures, and report.html, into the run folder; `story`: of the imitation."""
    pictures = {"curve.png": _progress(config, curve), "learning.png": _learning(curve)}
    pictures = {name: panels for name, panels in pictures.items() if panels}
    for name, panels in pictures.items():
        files.write(folder / name, charts.png(panels))
    text = _text(config, curve, scores, about, versions, story, pictures)
    files.write(folder / "report.md", text)
    files.write(folder / "report.html", page(config.name, text, pictures))


# ------------------------------------------------------------------------------------ content


def _text(
    config: Config, curve: list[Row], scores: Scores, about: Row, versions: dict[str, str],
    story: Sequence[Mapping[str, Any]], pictures: Iterable[str],
) -> str:  # fmt: skip
    parts = [
        f"# {config.name}",
        "A policy for *Ancient Civilizations of the Inner Sea* that learned by playing: from "
        f"{about['decisions']:,} decisions in {about['games']:,} games, in {about['minutes']} minutes. "
        f"Scenarios: {', '.join(config.scenarios)}. Options of the game: {in_words(config.options)}. "
        f"Seed: {config.seed}.",
        _warm_start(config, story),
        *_strength(config, scores),
        *_way(config, curve),
        *(_health() if "learning.png" in pictures else ()),
        "## Do it again",
        f"With the code of revision {versions['revision']}, the versions below and this config, which is "
        "`config.yaml` in the folder of the run:",
        _code(_commands(config, about, versions.get("engine", "native"))),
        _code(yaml.safe_dump(msgspec.to_builtins(config), sort_keys=False).rstrip(), "yaml"),
        _table(("what", "version"), versions.items()),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _strength(config: Config, scores: Scores) -> list[str]:
    return [
        "## How well it plays",
        "Each line is a match against one kind of player, who takes all other seats. Every deal is "
        "played once from each seat, so that neither cards nor seats favour anybody, and no deal was "
        "seen in training.",
        "- **Moves**: *sampled* draws each move with the probability that the policy gives it, as in "
        "training; *likeliest* always takes its first choice.\n"
        "- **Win rate**: the share of games won; a shared victory counts in parts. **By chance** is "
        "what equals would win: one game in as many as there are players.\n"
        "- **VP margin**: victory points ahead of the best opponent, on average; negative is behind.\n"
        "- In brackets: the 95% interval, in which the true value lies 19 times out of 20. If *by "
        "chance* is not within, the difference is hardly luck.",
        _table(
            ("scenario", "all others", "moves", "win rate", "by chance", "VP margin", "games"),
            [
                (scenario, opponent, moves, f"{s.win_rate:.1%} ({s.low:.1%} to {s.high:.1%})",
                 f"{_chance(config, scenario):.0%}",
                 f"{s.margin:+.1f} ({s.margin_low:+.1f} to {s.margin_high:+.1f})", s.games)
                for (scenario, opponent, moves), s in scores.items()
            ],
        ),
    ]  # fmt: skip


def _way(config: Config, curve: list[Row]) -> list[str]:
    evaluation = config.evaluation
    turns = (
        ""
        if len(config.scenarios) == 1
        else ", scenarios in turn; its win rate is drawn as a multiple of chance"
    )
    return [
        "## How it got there",
        f"From time to time it played {count(evaluation.games, 'game')} against {evaluation.opponent}, with "
        f"{LIKELIEST if evaluation.likeliest else SAMPLED} moves{turns}. The band is the 95% interval, the "
        "dashed line what equals would reach.",
        "![win rate and VP margin over decisions](curve.png)",
        "The same as numbers; decisions and games are those it had learned from by then.",
        _table(
            ("scenario", "decisions", "minutes", "games", "win rate", "VP margin"),
            [
                (row["scenario"], f"{row['decisions']:,}", row["minutes"], f"{row['games']:,}",
                 f"{row['win_rate']:.1%} ({row['low']:.1%} to {row['high']:.1%})", f"{row['margin']:+.1f}")
                for row in curve
            ],
        ),
    ]  # fmt: skip


def _health() -> list[str]:
    measures = (*LEARNING.values(), ("Decisions per second", "how fast the run was, evaluations included"))
    return [
        "## How learning went",
        "Not how well it plays, but whether learning was healthy, at the update before each evaluation:",
        "\n".join(f"- **{title}**: {what}." for title, what in measures),
        "![value loss, entropy, KL divergence, speed](learning.png)",
    ]


def _warm_start(config: Config, story: Sequence[Mapping[str, Any]]) -> str:
    if config.start_from is not None:
        return f"It went on from the policy {config.start_from}."
    if config.imitation is None or not story:
        return ""
    return (
        f"It began by imitating {config.imitation.learned_from()}: having watched "
        f"{config.imitation.decisions:,} decisions it agreed with {story[-1]['agreement']:.0%} of others."
    )


def _commands(config: Config, about: Row, engine: str) -> str:
    """What makes the same policy, or much the same: who was stopped by the clock is told its decisions."""
    by_clock = f" decisions={about['decisions']} minutes=null" if config.minutes is not None else ""
    with_engine = "" if engine == "native" else f" --engine {engine}"
    n_others = World(config.scenarios[0], config.options).n_seats - 1
    others = ",".join([config.evaluation.opponent] * n_others)
    settings = "".join(f" --set '{name}={as_given(value)}'" for name, value in config.options.items())
    return (
        f"acis train config.yaml{by_clock}{with_engine} --out runs/again\n"
        f"acis evaluate --players policy:runs/again,{others} --scenario {config.scenarios[0]} "
        f"--games {config.evaluation.final_games}{settings}"
    )


def _chance(config: Config, scenario: str) -> float:
    return 1 / World(scenario, config.options).n_seats


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    head = list(head)
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def _code(text: str, language: str = "") -> str:
    return f"```{language}\n{text}\n```"


# ------------------------------------------------------------------------------------- curves


def _progress(config: Config, curve: list[Row]) -> list[Chart]:
    x = [row["decisions"] for row in curve]
    against, margins = f"against {config.evaluation.opponent}", [row["margin"] for row in curve]
    if len(config.scenarios) == 1:
        (scenario,) = config.scenarios
        against = f"{against}, {scenario}"
        title, units, level = f"Win rate {against}", [1.0] * len(curve), _chance(config, scenario)
    else:
        title, level = f"Win rate {against}, times chance", 1.0
        units = [_chance(config, row["scenario"]) for row in curve]
    rate, low, high = (
        [row[name] / unit for row, unit in zip(curve, units, strict=True)]
        for name in ("win_rate", "low", "high")
    )
    win_rate = Chart(title, x, rate, low, high, level, len(config.scenarios) == 1)
    return [win_rate, Chart(f"VP margin {against}", x, margins, level=0.0)]


def _learning(curve: list[Row]) -> list[Chart]:
    """One chart for each measure that the run has kept."""
    out = []
    for name, (title, _) in LEARNING.items():
        rows = [row for row in curve if name in row]
        if rows:
            out.append(Chart(title, [row["decisions"] for row in rows], [row[name] for row in rows]))
    steps = [(a, b) for a, b in pairwise(curve) if b["minutes"] > a["minutes"]]
    if out and steps:
        rates = [(b["decisions"] - a["decisions"]) / (b["minutes"] - a["minutes"]) / 60 for a, b in steps]
        out.append(Chart("Decisions per second", [b["decisions"] for _, b in steps], rates))
    return out


# --------------------------------------------------------------------------------------- page

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 54rem; margin: 0 auto; padding: 0 1rem 3rem; }}
table {{ display: block; overflow-x: auto; border-collapse: collapse; font-variant-numeric: tabular-nums; }}
th, td {{ padding: .25rem .6rem; text-align: left; white-space: nowrap; border-bottom: 1px solid #8886; }}
pre {{ overflow-x: auto; padding: .75rem; border: 1px solid #8886; border-radius: .4rem; font-size: .85rem; }}
svg {{ display: block; width: 100%; max-width: 40rem; height: auto; }}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def page(title: str, text: str, pictures: dict[str, list[Chart]]) -> str:
    """The Markdown as a page of its own, pictures drawn into it."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

    def draw(renderer: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
        return charts.svg(pictures[tokens[index].attrs["src"]])

    markdown.add_render_rule("image", draw)
    return PAGE.format(title=html.escape(title), body=markdown.render(text))
