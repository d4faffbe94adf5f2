"""A whole game as one HTML page that needs nothing else: board, story, score chart, controls.

The map is written once. Of the rest, each group of shapes (the pieces of an area, a number on a
display) is written only when it changes, and each drawing only once, however often it comes back.
"""

from __future__ import annotations

import json
from html import escape
from itertools import pairwise
from typing import NamedTuple

from acis_rules import Game
from acis_rules.words.names import EPOCHS, PHASES
from acis_rules.words.story import PHASE, TURN, Line, Story

from . import palette
from .page_script import SCRIPT, STYLE
from .scene import SIZE, changing_groups, fixed_part
from .shapes import Lines, Point, Ring, Scene, Shape, Shapes, Size, Text
from .snapshot import Appearance, Snapshot, factions_of
from .svg import fragment, write_svg

CHART = Size(1200, 104)
CHART_LEFT, CHART_RIGHT, CHART_TOP, CHART_BOTTOM = 34.0, 96.0, 10.0, 88.0
BUTTONS = (("first", "|<", "first (Home)"), ("back", "<", "back (left arrow)"), ("play", "Play", "space"),
           ("next", ">", "next (right arrow)"), ("end", ">|", "last (End)"))  # fmt: skip
END = "End of the game"
SPEEDS = ((800, "slow"), (300, "normal"), (80, "fast"))


class _Told(NamedTuple):
    """A line of the story, the frame with which it ends, and whose name it begins with."""

    frame: int
    line: Line
    faction: Appearance | None


class Page:
    """Collects the frames of a game and writes the page."""

    def __init__(self, heading: str = "") -> None:
        self._heading = heading
        self._story = Story()
        self._first: Snapshot | None = None
        self._fixed: Shapes = ()
        self._titles: list[str] = []
        self._vp: list[tuple[float, ...]] = []
        self._factions: tuple[Appearance, ...] = ()
        self._told: list[_Told] = []
        self._fragments: dict[str, int] = {"": 0}
        self._groups: dict[str, tuple[list[int], list[int]]] = {}
        self._last: Scene = {}

    def add(self, game: Game, snapshot: Snapshot) -> None:
        """One more frame: the position and what was told since the frame before."""
        if self._first is None:
            self._first = snapshot
            self._fixed = fixed_part(snapshot)
        frame = len(self._titles)
        self._titles.append(_when(snapshot))
        self._vp.append(snapshot.vp)
        self._factions = tuple(one.faction for one in snapshot.standings)
        scene = changing_groups(snapshot)
        for name in scene.keys() | self._last.keys():
            shapes = scene.get(name, ())
            if shapes != self._last.get(name, ()):
                number = self._fragments.setdefault(fragment(shapes), len(self._fragments))
                frames, fragments = self._groups.setdefault(name, ([], []))
                frames.append(frame)
                fragments.append(number)
        self._last = scene
        self._tell(game, self._story.go_on(game), frame)

    def finish(self, game: Game) -> None:
        """Tell what is left of the story when no frame follows."""
        self._tell(game, self._story.go_on(game, to_the_end=True), len(self._titles))

    def _tell(self, game: Game, lines: list[Line], frame: int) -> None:
        """A line is told when the next scene begins, so it ends with the frame before.

        What follows a heading belongs to this frame.
        """
        factions = factions_of(game.state)
        ends = max(0, frame - 1)
        for line in lines:
            if line.level in (TURN, PHASE):
                ends = min(frame, len(self._titles) - 1)
            faction = factions[line.faction] if line.faction >= 0 else None
            self._told.append(_Told(ends, line, faction))

    @property
    def frames(self) -> int:
        """How many there are."""
        return len(self._titles)

    def html(self) -> str:
        """The page."""
        assert self._first is not None, "a page needs at least one frame"
        data = {
            "titles": self._titles,
            "fragments": list(self._fragments),
            "groups": self._groups,
            "chart": {
                "left": CHART_LEFT,
                "width": CHART.width - CHART_LEFT - CHART_RIGHT,
                "all": CHART.width,
            },
        }
        # "</" would end the script element
        packed = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("</", "<\\/")
        buttons = "".join(
            f'<button id="{i}" title="{title}">{escape(text)}</button>' for i, text, title in BUTTONS
        )
        speeds = "".join(
            f'<option value="{ms}"{" selected" if name == "normal" else ""}>{name}</option>'
            for ms, name in SPEEDS
        )
        title = escape(self._first.title)
        return "\n".join((
            '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{title}</title><style>{STYLE}</style></head>",
            f'<body><main><div id="left"><div id="board">{self._board()}</div>',
            f'<div id="controls">{buttons}<select id="speed" aria-label="speed">{speeds}</select>',
            '<input id="slider" type="range" min="0" value="0" aria-label="frame">',
            f'<span id="where"></span></div>{self._chart()}</div>',
            f"<aside><h1>{escape(self._heading) or title}</h1>",
            f'<div id="story">{self._lines()}</div></aside></main>',
            f'<script type="application/json" id="data">{packed}</script>',
            f"<script>{SCRIPT}</script></body></html>\n",
        ))  # fmt: skip

    def _board(self) -> str:
        """The map and an empty group for everything that changes; marks lie below pieces."""
        around = [name for name in self._last if not _in_area(name)]
        inside = sorted(name for name in self._groups if _in_area(name))
        order = [*inside, *around]
        scene: Scene = {"board": self._fixed, **dict.fromkeys(order, ())}
        return write_svg(scene, SIZE, grouped=True).replace(
            f' width="{SIZE.width:g}" height="{SIZE.height:g}"', "", 1
        )

    def _lines(self) -> str:
        return "".join(
            f'<p class="l{told.line.level}" data-f="{told.frame}">{_in_colour(told)}</p>'
            for told in self._told
        )

    def _chart(self) -> str:
        """Victory points over the frames, one line per seat."""
        width = CHART.width - CHART_LEFT - CHART_RIGHT
        last = max(1, len(self._vp) - 1)
        top = max(10.0, max(max(vp) for vp in self._vp))

        def at(k: int, vp: float) -> tuple[float, float]:
            return (
                round(CHART_LEFT + width * k / last, 1),
                round(CHART_BOTTOM - (CHART_BOTTOM - CHART_TOP) * vp / top, 1),
            )

        shapes: list[Shape] = [Text(6, CHART.height - 4, "VP", 10.5, palette.SOFT_INK)]
        for k, title in enumerate(self._titles):
            epoch = title.partition(",")[0]
            if title != END and (k == 0 or epoch != self._titles[k - 1].partition(",")[0]):
                x, _ = at(k, 0)
                shapes.append(Lines((((x, CHART_TOP), (x, CHART_BOTTOM)),), palette.RULE, 1))
                shapes.append(Text(x + 3, CHART.height - 4, epoch, 10.5, palette.SOFT_INK))
        for vp in (0, round(top / 2), round(top)):
            _, y = at(0, vp)
            shapes.append(Lines((((CHART_LEFT, y), (CHART_LEFT + width, y)),), palette.RULE, 0.7))
            shapes.append(Text(CHART_LEFT - 5, y + 4, str(vp), 10.5, palette.SOFT_INK, "end"))
        ends = _apart([at(last, vp)[1] for vp in self._vp[-1]])
        for seat, faction in enumerate(self._factions):
            points = [at(k, vp[seat]) for k, vp in enumerate(self._vp)]
            shapes.append(Lines((_corners(points),), faction.colour, 2.2))
            words = f"{faction.mark} {faction.name}"
            shapes.append(Text(CHART_LEFT + width + 6, ends[seat] + 4, words, 11, palette.INK, bold=True))
            shapes.append(Lines((((CHART_LEFT + width, ends[seat]), (CHART_LEFT + width + 4, ends[seat])),),
                                faction.colour, 3))  # fmt: skip
        cursor = f'<line id="cursor" y1="{CHART_TOP:g}" y2="{CHART_BOTTOM:g}" stroke="{palette.INK}"/>'
        return write_svg(
            {"chart": tuple(shapes)}, CHART, extra=' id="chart" preserveAspectRatio="none"'
        ).replace("</svg>", f"{cursor}</svg>")


def _in_area(group: str) -> bool:
    """Whether a group lies on the map: m12 marks an area, p12 are its pieces."""
    return group[0] in "mp" and group[1:].isdigit()


def _corners(points: list[Point]) -> Ring:
    """The line without the points in the middle of level stretches."""
    inner = [p for before, p, after in zip(points, points[1:], points[2:], strict=False)
             if not before[1] == p[1] == after[1]]  # fmt: skip
    return (points[0], *inner, points[-1])


def _apart(ys: list[float], gap: float = 13.0) -> list[float]:
    """Heights for labels that do not overlap."""
    order = sorted(range(len(ys)), key=ys.__getitem__)
    out = list(ys)
    for before, i in pairwise(order):
        out[i] = max(out[i], out[before] + gap)
    over = max(0.0, max(out) - CHART_BOTTOM)
    return [y - over for y in out]


def _when(snapshot: Snapshot) -> str:
    if snapshot.over:
        return END
    return f"Epoch {EPOCHS[snapshot.epoch]}, turn {snapshot.turn}, {PHASES[snapshot.phase]}"


def _in_colour(told: _Told) -> str:
    text = escape(told.line.text)
    if told.faction is None or not text.startswith(told.faction.name):
        return text
    name = told.faction.name
    return f'<b style="border-color:{told.faction.colour}">{name}</b>{text[len(name) :]}'
