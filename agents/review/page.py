"""The page of a review: the curve of everybody's chances, and the costly decisions with their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from acis_env.render import svg, take
from acis_env.render.palette import DISC
from acis_rules import Game
from acis_rules.words.decisions import in_short
from acis_rules.words.names import EPOCHS, PHASES, faction_name, joined

from .costly import Advice, Decided, asked

WIDTH, HEIGHT, LEFT, TOP = 1000, 260, 44, 12

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 66rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; } svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { text-align: left; padding: .3rem .8rem .3rem 0;
vertical-align: top; border-bottom: 1px solid #8886; } .board { background: #fff; border-radius: 4px; }
.legend span { margin-right: 1.5rem; white-space: nowrap; } .legend b { display: inline-block; width: 1rem;
height: .25rem; vertical-align: middle; margin-right: .4rem; } figcaption { opacity: .75; }
.chart text { fill: currentColor; font-size: 12px; } .chart .line { stroke: currentColor; opacity: .25; }
"""


class Point(NamedTuple):
    """Everybody's chances before an action; `turn` names the turn that begins with it."""

    number: int
    chances: list[float]
    turn: str = ""


class Seat(NamedTuple):
    """Who sat where: name and colour for the curve."""

    name: str
    colour: str


def seats_of(game: Game, names: Sequence[str]) -> list[Seat]:
    """The seats of a finished game with their civilizations."""
    s = game.state
    out = []
    for seat in range(s.world.n_seats):
        factions = [f for f in range(s.world.n_factions) if s.world.player[f] == seat]
        played = joined([faction_name(s, f) for f in factions])
        colour = DISC[s.world.scenario.factions[factions[0]].colour]
        who = f" ({names[seat]})" if seat < len(names) else ""
        out.append(Seat(f"{played}{who}", colour))
    return out


def page(
    title: str,
    below: str,
    judge: str,
    seats: list[Seat],
    curve: list[Point],
    told: list[tuple[Decided, list[Advice]]],
) -> str:
    """The whole page, which needs nothing else."""
    decisions = "".join(_decision(i, *one) for i, one in enumerate(told, 1))
    nothing = "<p>No decision stands out: each was judged as good as any other.</p>"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(title)}: review</title><style>{STYLE}</style></head><body>
<h1>{escape(title)}</h1>
<p>{escape(below)}</p>
<h2>Everybody's chances</h2>
<figure class="chart">{_chart(seats, curve)}<figcaption>Chances of winning before each action, as judged by
{escape(judge)}. An estimate, not a certainty.</figcaption></figure>
<p class="legend">{"".join(map(_key, seats))}</p>
<h2>The most costly decisions</h2>
{decisions or nothing}
</body></html>
"""


def _key(seat: Seat) -> str:
    return f'<span><b style="background:{seat.colour}"></b>{escape(seat.name)}</span>'


def _chart(seats: list[Seat], curve: list[Point]) -> str:
    last = max(1, curve[-1].number)

    def x(number: int) -> float:
        return LEFT + number / last * (WIDTH - LEFT - 8)

    def y(chance: float) -> float:
        return TOP + (1 - chance) * (HEIGHT - TOP - 28)

    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Chances of winning">']
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path class="line" d="M{LEFT} {y(share):.1f}H{WIDTH - 8}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    for point in curve:
        if point.turn:
            parts.append(f'<path class="line" d="M{x(point.number):.1f} {TOP}V{HEIGHT - 24}"/>')
            parts.append(f'<text x="{x(point.number) + 3:.1f}" y="{HEIGHT - 10}">{escape(point.turn)}</text>')
    for number, seat in enumerate(seats):
        points = " ".join(f"{x(one.number):.1f},{y(one.chances[number]):.1f}" for one in curve)
        line = f'fill="none" stroke="{seat.colour}" stroke-width="2.5"'
        parts.append(f'<polyline {line} points="{points}"><title>{escape(seat.name)}</title></polyline>')
    return "".join([*parts, "</svg>"])


def _decision(place: int, decided: Decided, advised: list[Advice]) -> str:
    game = decided.game
    s = game.state
    when = f"Epoch {EPOCHS[s.epoch]}, turn {s.turn}, {PHASES[s.phase]}"
    rows = "".join(
        f"<tr><th>{escape(one.who)}</th><td>{'the same' if one.same else escape(one.words)}</td>"
        f"<td>{escape(one.reason)}</td></tr>"
        for one in advised
    )
    return f"""<section><h3>{place}. {escape(when)}: action {decided.number}</h3>
<p>{escape(asked(game))}. Done: <strong>{escape(in_short(game.state, decided.action))}</strong>. Judged best:
<strong>{escape(in_short(game.state, decided.best))}</strong>, about {decided.cost:.1f} VP better.</p>
<table><tr><th>Player</th><th>would have chosen to</th><th>because</th></tr>{rows}</table>
<div class="board">{svg(take(game))}</div></section>
"""
