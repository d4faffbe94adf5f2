"""The report as a picture: win rates, VP margins and ratings with their intervals."""

from __future__ import annotations

import io
from math import isfinite
from pathlib import Path

from acis_rules.kernel import files

from .report import Report

COLOUR = "#31688e"
PICTURES = (".png", ".svg", ".pdf")


def plot(path: Path, report: Report) -> None:
    """Write the picture; the kind follows from the ending of the file."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    players = report.players[::-1]
    names = [one.player for one in players]
    panels = (
        ("Win rate (dots: among equals)", [one.win_rate[:3] for one in players]),
        ("VP ahead of the best rival", [one.margin[:3] for one in players]),
        ("Rating", [(one.rating.mu, *one.rating.interval) for one in players]),
    )
    figure = Figure(figsize=(12, 1.6 + 0.5 * len(names)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(1, len(panels), sharey=True)
    for axis, (title, rows) in zip(axes, panels, strict=True):
        for y, (mean, low, high) in enumerate(rows):
            if isfinite(low):
                axis.plot([low, high], [y, y], color=COLOUR, linewidth=2)
            axis.plot(mean, y, "o", color=COLOUR)
            axis.annotate(f"{mean:.2f}", (mean, y), (0, 7), textcoords="offset points", ha="center")
        axis.set_title(title, fontsize=10)
        axis.grid(axis="x", alpha=0.3)
        axis.margins(y=0.3)
    for y, one in enumerate(players):
        axes[0].plot(one.fair_share, y, ".", color="black")
    axes[0].set_xlim(-0.03, 1.03)
    axes[1].axvline(0, color="black", linewidth=0.8)
    axes[0].set_yticks(range(len(names)), names)
    figure.suptitle(
        f"{', '.join(report.scenarios)}: {report.games} games on {report.deals} deals, 95% intervals",
        fontsize=11,
    )
    content = io.BytesIO()
    figure.savefig(content, format=path.suffix[1:], dpi=120)
    files.write(path, content.getvalue())
