"""The report of a run: what was trained, how it went, how well it plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import yaml

from .config import Config
from .evaluation import Score


def write_report(
    folder: Path,
    config: Config,
    curve: list[dict[str, Any]],
    scores: dict[tuple[str, str], Score],
    about: dict[str, Any],
    versions: dict[str, str],
) -> None:
    """Write report.md and curve.png into the run folder."""
    plot_curve(folder / "curve.png", curve, config)
    lines = [
        f"# {config.name}",
        "",
        f"Trained for {about['decisions']:,} decisions of learning seats in {about['minutes']} minutes, "
        f"seed {config.seed}, on {', '.join(config.scenarios)}.",
        "",
        "## How well it plays",
        "",
        "Paired games (each deal played from every seat); draws are shared; the VP margin is to the "
        "best opponent; 95% intervals by bootstrap over deals. Moves are drawn from the policy's "
        "probabilities. The seeds were never trained on.",
        "",
        "| scenario | all other seats | win rate | 95% | VP margin | 95% | games |",
        "|---|---|---|---|---|---|---|",
    ]
    for (scenario, opponent), s in scores.items():
        lines.append(
            f"| {scenario} | {opponent} | {s.win_rate:.1%} | {s.low:.1%} to {s.high:.1%} "
            f"| {s.margin:+.1f} | {s.margin_low:+.1f} to {s.margin_high:+.1f} | {s.games} |"
        )
    lines += [
        "",
        f"## Win rate against {config.evaluation.opponent} during training",
        "",
        "![win rate over decisions](curve.png)",
        "",
        "| decisions | minutes | games | win rate | 95% | VP margin |",
        "|---|---|---|---|---|---|",
    ]
    for row in curve:
        lines.append(
            f"| {row['decisions']:,} | {row['minutes']} | {row['games']:,} | {row['win_rate']:.1%} "
            f"| {row['low']:.1%} to {row['high']:.1%} | {row['margin']:+.1f} |"
        )
    lines += ["", "## Config", "", "```yaml", yaml.safe_dump(msgspec.to_builtins(config), sort_keys=False)]
    lines += ["```", "", "## Versions", ""]
    lines += [f"- {name} {number}" for name, number in versions.items()]
    (folder / "report.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def plot_curve(path: Path, curve: list[dict[str, Any]], config: Config) -> None:
    """Win rate with its interval over decisions."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axis = pyplot.subplots(figsize=(7, 4))
    x = [row["decisions"] for row in curve]
    axis.plot(x, [row["win_rate"] for row in curve], marker="o", color="#0072b2")
    axis.fill_between(x, [row["low"] for row in curve], [row["high"] for row in curve], alpha=0.2)
    axis.set_xlabel("decisions of learning seats")
    axis.set_ylabel(f"win rate against {config.evaluation.opponent}")
    axis.set_ylim(0, 1)
    axis.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
