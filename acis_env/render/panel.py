"""Around the map: the clock above it; displays and news below it."""

from __future__ import annotations

from acis_rules.words.names import EPOCHS, PHASES

from . import palette
from .fonts import cut, text_width, wrap
from .layout import MAP_BOTTOM, MARGIN
from .palette import darker
from .pieces import Stack, draw_stack
from .shapes import WIDTH, Circle, Rect, Scene, Shape, Shapes, Size, Text
from .snapshot import Holding, Snapshot, Standing

TOP_Y = 14.0
PANEL_Y = MAP_BOTTOM + 12
PANEL_HEIGHT = 236.0
SIZE = Size(WIDTH, PANEL_Y + PANEL_HEIGHT + MARGIN)
NEWS_WIDTH = 392.0
GAP = 10.0
LARGER = {1: 1.6, 2: 1.6, 3: 1.25}  # few displays have more room
CYCLE = ("growth", "cards", "competition", "evaluation")  # phases of a turn
SHORT = {"growth": "Growth", "cards": "Cards", "competition": "Competition", "evaluation": "Evaluation"}


def fixed_shapes(snapshot: Snapshot) -> Shapes:
    """Paper, titles of the tracks, boxes."""
    return (
        Rect(0, 0, SIZE.width, SIZE.height, palette.PAPER),
        Text(MARGIN, TOP_Y + 15, "Ancient Civilizations of the Inner Sea", 16, palette.INK, bold=True),
        Text(MARGIN, TOP_Y + 32, snapshot.title, 12, palette.SOFT_INK),
    )


def panel_groups(snapshot: Snapshot) -> Scene:
    """Everything around the map, by groups that change together."""
    scene: Scene = {"clock": _clock(snapshot), "order": _order(snapshot), "piles": _piles(snapshot)}
    n = len(snapshot.standings)
    columns = n if n <= 3 else (n + 1) // 2
    rows = 1 if n <= 3 else 2
    w = (WIDTH - 2 * MARGIN - NEWS_WIDTH - GAP * columns) / columns
    h = (PANEL_HEIGHT - GAP * (rows - 1)) / rows
    for i, standing in enumerate(snapshot.standings):
        x = MARGIN + (i % columns) * (w + GAP)
        y = PANEL_Y + (i // columns) * (h + GAP)
        scene |= _display(f"f{i}", standing, x, y, w, h, 1.0 if rows == 2 else LARGER[n])
    scene["news"] = _news(snapshot)
    return scene


# ----------------------------------------------------------------------------- above the map


def _boxes(x: float, title: str, labels: list[str], current: int, width: float) -> list[Shape]:
    """A track of boxes with the current one filled."""
    out: list[Shape] = [Text(x, TOP_Y + 9, title, 10.5, palette.SOFT_INK)]
    for i, label in enumerate(labels):
        here = i == current
        fill, ink = (palette.INK, palette.PAPER) if here else (palette.PAPER, palette.SOFT_INK)
        out.append(Rect(x + i * width, TOP_Y + 14, width - 4, 20, fill, palette.RULE, 1, 4))
        out.append(Text(x + i * width + (width - 4) / 2, TOP_Y + 28.4, label, 12, ink, "middle", here))
    return out


def _clock(snapshot: Snapshot) -> Shapes:
    epochs = list(snapshot.epochs)
    current = epochs.index(snapshot.epoch) if snapshot.epoch in epochs else -1
    x = 372.0
    out = _boxes(x, "Epoch", [EPOCHS[epoch] for epoch in epochs], current, 32)
    x += 32 * len(epochs) + 20
    out += _boxes(x, "Turn", [str(turn + 1) for turn in range(snapshot.turns)], snapshot.turn - 1, 28)
    x += 28 * snapshot.turns + 20
    if snapshot.phase in CYCLE:
        at = CYCLE.index(snapshot.phase)
        out += _boxes(x, "Phase", [SHORT[phase] for phase in CYCLE], at, 92)
    else:
        out += _boxes(x, "Phase", [PHASES[snapshot.phase]], 0, 4 * 92)
    return tuple(out)


def _order(snapshot: Snapshot) -> Shapes:
    x = 1108.0
    out: list[Shape] = [Text(x, TOP_Y + 9, "Turn order", 10.5, palette.SOFT_INK)]
    for i, faction in enumerate(snapshot.order):
        out += draw_stack(x + 11 + 27 * i, TOP_Y + 24.5, Stack(faction))
    return tuple(out)


def _piles(snapshot: Snapshot) -> Shapes:
    out: list[Shape] = []
    numbers = (
        ("Deck", snapshot.deck),
        ("Discard pile", snapshot.discard),
        ("Barbarians left", snapshot.barbarians),
    )
    for (title, n), x in zip(numbers, (1316.0, 1376.0, 1484.0), strict=True):
        out.append(Text(x, TOP_Y + 9, title, 10.5, palette.SOFT_INK))
        out.append(Text(x, TOP_Y + 30, str(n), 16, palette.INK, bold=True))
    return tuple(out)


# ----------------------------------------------------------------------------- below the map


def _display(key: str, standing: Standing, x: float, y: float, w: float, h: float, k: float) -> Scene:
    """One civilization: title, numbers, Wonders and Investments, all drawn k times larger."""
    faction = standing.faction
    after_name = x + 52 * k + text_width(faction.name, 16 * k, True)
    title: list[Shape] = [
        Rect(x, y, w, h, "#ffffff", palette.RULE, 1, 6),
        Rect(x, y, 6, h, faction.colour, darker(faction.colour), 0.8, 3),
        *draw_stack(x + 26 * k, y + 20 * k, Stack(faction), k),
        Text(x + 44 * k, y + 25 * k, faction.name, 16 * k, palette.INK, bold=True),
        Text(
            after_name,
            y + 25 * k,
            f"seat {standing.seat}{', NPC' if standing.npc else ''}",
            11 * k,
            palette.SOFT_INK,
        ),
    ]
    if standing.won:
        end = after_name + 44 * k
        title.append(Rect(end, y + 12 * k, 56 * k, 18 * k, palette.COMPETITION, palette.GOLD_RIM, 1, 9 * k))
        title.append(Text(end + 28 * k, y + 25 * k, "winner", 11.5 * k, palette.INK, "middle", True))
    points: Shapes = (
        Text(x + w - 34 * k, y + 26 * k, standing.vp, 21 * k, palette.INK, "end", True),
        Text(x + w - 30 * k, y + 26 * k, "VP", 11 * k, palette.SOFT_INK),
    )
    scene: Scene = {f"{key}-title": tuple(title), f"{key}-vp": points}
    talents = f"{standing.talents}+{standing.loot}" if standing.loot else str(standing.talents)
    numbers = (
        ("Cities", standing.cities), ("Settlements", standing.settlements), ("Ready", standing.ready),
        ("Supply", standing.supply), ("Talents", talents), ("Hand", standing.hand),
    )  # fmt: skip
    step = (w - 30 * k) / len(numbers)
    for i, (label, n) in enumerate(numbers):
        at = x + 18 * k + i * step
        scene[f"{key}-{label.lower()}"] = (
            Text(at, y + 54 * k, str(n), 15 * k, palette.INK, bold=True),
            Text(at, y + 67 * k, label, 10 * k, palette.SOFT_INK),
        )
    scene[f"{key}-holdings"] = _holdings(standing, x + 18 * k, y + 86 * k, w - 28 * k, h - 80 * k, k)
    return scene


def _holdings(standing: Standing, x: float, y: float, w: float, h: float, k: float) -> Shapes:
    out: list[Shape] = []
    size, line_height, indent = 11.5 * k, 15 * k, 66 * k
    room = max(1, int(h / 2 // line_height))
    for label, holdings in (("Wonders", standing.wonders), ("Investments", standing.investments)):
        out.append(Text(x, y, label, 10 * k, palette.SOFT_INK))
        lines = wrap(", ".join(map(_holding, holdings)) or "none", size, w - indent)
        if len(lines) > room:
            lines = [*lines[: room - 1], cut(" ".join(lines[room - 1 :]), size, w - indent)]
        ink = palette.INK if holdings else palette.SOFT_INK
        out += [Text(x + indent, y + line_height * i, line, size, ink) for i, line in enumerate(lines)]
        y += line_height * len(lines) + 2
    return tuple(out)


def _holding(holding: Holding) -> str:
    return f"{holding.name} (buried)" if holding.buried else f"{holding.name} ({holding.discs})"


def _news(snapshot: Snapshot) -> Shapes:
    x, w = WIDTH - MARGIN - NEWS_WIDTH, NEWS_WIDTH
    out: list[Shape] = [
        Rect(x, PANEL_Y, w, PANEL_HEIGHT, "#ffffff", palette.RULE, 1, 6),
        Text(x + 14, PANEL_Y + 20, "What happened last", 10.5, palette.SOFT_INK),
    ]
    room = int((PANEL_HEIGHT - 36) // 15.5)
    lines: list[tuple[bool, str]] = []
    for sentence in reversed(snapshot.news):
        wrapped = wrap(sentence, 12, w - 36)
        if len(lines) + len(wrapped) > room:
            break
        lines = [(i == 0, line) for i, line in enumerate(wrapped)] + lines
    for i, (first, line) in enumerate(lines):
        y = PANEL_Y + 41 + 15.5 * i
        if first:
            out.append(Circle(x + 17, y - 4, 1.8, palette.SOFT_INK))
        out.append(Text(x + 26, y, line, 12, palette.INK))
    return tuple(out)
