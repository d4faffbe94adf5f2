"""Curves of a run, one below the other: as PNG on white, or as SVG in the colour of the page around it."""

from __future__ import annotations

import io
from typing import Any, NamedTuple

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, PercentFormatter

INK = "#010203"  # text and lines; as good as black, and found again in the SVG
LINE = "#3282c8"
STYLE: dict[Any, Any] = {
    "axes.edgecolor": INK, "axes.labelcolor": INK, "axes.titlecolor": INK, "text.color": INK,
    "xtick.color": INK, "ytick.color": INK, "grid.color": INK, "grid.alpha": 0.15,
    "axes.facecolor": "none", "axes.spines.top": False, "axes.spines.right": False,
    "svg.fonttype": "none", "svg.hashsalt": "acis",
}  # fmt: skip


class Chart(NamedTuple):
    """One curve over decisions, perhaps with its interval and a level to compare with."""

    title: str
    x: list[float]
    y: list[float]
    low: list[float] | None = None
    high: list[float] | None = None
    level: float | None = None
    is_share: bool = False  # between 0 and 1


def png(charts: list[Chart]) -> bytes:
    """The charts as a picture."""
    file = io.BytesIO()
    _draw(charts, file, "png")
    return file.getvalue()


def svg(charts: list[Chart]) -> str:
    """The charts as an element of a page."""
    file = io.StringIO()
    _draw(charts, file, "svg")
    text = file.getvalue()
    return text[text.index("<svg") :].replace(INK, "currentColor").strip()


def _draw(charts: list[Chart], file: io.BytesIO | io.StringIO, kind: str) -> None:
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(5.5, 2.4 * len(charts) + 0.3), layout="constrained")
        FigureCanvasAgg(figure)
        for axis, chart in zip(figure.subplots(len(charts), squeeze=False)[:, 0], charts, strict=True):
            axis.plot(chart.x, chart.y, marker=".", color=LINE)
            if chart.low is not None and chart.high is not None:
                axis.fill_between(chart.x, chart.low, chart.high, color=LINE, alpha=0.25, linewidth=0)
            if chart.level is not None:
                axis.axhline(chart.level, color=INK, linewidth=1, linestyle="--")
            if chart.is_share:
                axis.set_ylim(0, 1)
                axis.yaxis.set_major_formatter(PercentFormatter(1))
            axis.xaxis.set_major_formatter(EngFormatter(sep=""))
            axis.set_title(chart.title, fontsize=10, loc="left")
            axis.grid()
        axis.set_xlabel("decisions learned from")
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type")) if kind == "svg" else None
        figure.savefig(
            file, format=kind, dpi=120, metadata=nothing, facecolor="white" if kind == "png" else "none"
        )
