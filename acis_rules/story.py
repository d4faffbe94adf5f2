"""The chronicle of a game: its events gathered into scenes and told in few, readable lines."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import NamedTuple

from .game import Game
from .log import Event
from .state import State
from .words import PHASES, area_name, describe_event, faction_name, tell

TURN, PHASE, SENTENCE, CONSEQUENCE = range(4)  # levels of lines


class Line(NamedTuple):
    """A line of the chronicle; `faction` is whose name it begins with, -1 if nobody's."""

    level: int
    text: str
    faction: int = -1


class Scene:
    """What belongs together: a card and its consequences, a competition, one step of a phase."""

    def __init__(self, head: Event | None = None, title: Line | None = None) -> None:
        self.head = head
        self.title = title
        self.groups: dict[tuple[object, ...], list[Event]] = {}
        self.names: dict[int, str] = {}

    @property
    def area(self) -> int:
        """The area of a competition, else -1."""
        return self.head.area if self.head is not None and self.head.kind == "competition" else -1

    def add(self, s: State, event: Event) -> None:
        """Put an event with its like; the scene's own card goes without saying as a cause."""
        if self.head is not None and self.head.card and event.cause == f"card {self.head.card}":
            event = event._replace(cause="")
        if event.faction >= 0:
            self.names.setdefault(event.faction, faction_name(s, event.faction))
        alike = (event.kind, event.faction, event.cause, event.other, event.n < 0, event.area == self.area)
        self.groups.setdefault(alike, []).append(event)

    def lines(self, s: State) -> list[Line]:
        """The scene told: its title, then one line per faction."""
        told: dict[int, list[str]] = {}
        causes = {(events[0].faction, events[0].cause) for events in self.groups.values()}
        for events in self.groups.values():
            if _use(events[0]) in causes:  # what came of it names it
                continue
            subject, words = tell(s, events, self.area)
            told.setdefault(events[0].faction if subject else -1, []).append(words)
        if self.title is None:
            return [self._line(SENTENCE, faction, parts) for faction, parts in told.items()]
        if len(told) != 1 or self.area >= 0:
            return [self.title, *(self._line(CONSEQUENCE, f, parts) for f, parts in told.items())]
        ((faction, parts),) = told.items()
        own = faction == self.title.faction
        text = _sentence(parts) if own else self._line(CONSEQUENCE, faction, parts).text
        return [self.title._replace(text=f"{self.title.text}: {text}")]

    def _line(self, level: int, faction: int, parts: list[str]) -> Line:
        return Line(level, f"{self.names[faction]} {_sentence(parts)}" if faction >= 0 else _sentence(parts), faction)


def _use(event: Event) -> tuple[int, str]:
    """The cause of what follows from using something, as the events after it name it."""
    if event.kind == "wonder_used":
        return event.faction, f"wonder {event.other}"
    if event.kind == "investment_used":
        return event.faction, f"investment {event.card}"
    return event.faction, f"ability {event.n}" if event.kind == "ability" else "no use"


def _sentence(parts: list[str]) -> str:
    """Parts of a sentence; a verb that is the same as before is not repeated."""
    text, verb = parts[0], parts[0].split(" ")[0]
    for part in parts[1:]:
        first, _, rest = part.partition(" ")
        text += f", {rest}" if first == verb and rest else f"; {part}"
        verb = first
    return text


# Told by headings and by the lines around them
_SILENT = {"turn", "phase", "competition", "laid", "negated", "hand_discarded", "reshuffled"}
# Causes that never belong to the card, Event or competition told before
_STEPS = {
    "setup", "retirement", "growth", "deploy", "stacking", "domination", "cities", "wonders", "draw step", "cards",
    "replacement", "most cities", "most wonders", "dominated seas", "wealth", "end of epoch", "new epoch",
}  # fmt: skip
_HEADS = {"event", "aeneas", "epoch_change", "revealed", "turn_order"}


class Story:
    """Tells a game from its beginning, as far as it has been played."""

    def __init__(self) -> None:
        self._told = 0
        self._phase = "setup"
        self._scene = Scene()
        self._passed: list[str] = []
        self._discs: defaultdict[int, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
        self._allies: defaultdict[int, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))

    def go_on(self, game: Game, to_the_end: bool = False) -> list[Line]:
        """The lines since the last time; a scene still open is kept back unless `to_the_end`."""
        s = game.state
        lines: list[Line] = []
        if len(s.log) > self._told:
            for event in islice(s.log, self._told, None):
                lines += self._hear(s, event)
            self._told = len(s.log)
        if to_the_end or s.over:
            lines += self._close(s)
        return lines

    def _hear(self, s: State, event: Event) -> list[Line]:
        event = event.for_seat(0)  # what everybody sees
        lines = self._turn_page(s, event)
        self._move_discs(event)
        if event.kind == "passed":
            self._passed.append(faction_name(s, event.faction))
        elif event.kind not in _SILENT and event is not self._scene.head and not self._known(event):
            self._scene.add(s, event)
        return lines

    def _turn_page(self, s: State, event: Event) -> list[Line]:
        """Close the scene and open another where the event begins something new."""
        kind = event.kind
        if kind == "turn":
            return [*self._close(s), Line(TURN, describe_event(s, event).removesuffix(" begins"))]
        if kind == "phase":
            lines = self._close(s)
            self._phase = event.cause
            self._allies.clear()
            return [*lines, Line(PHASE, PHASES[event.cause])]
        if kind == "competition":
            return self._open(s, Scene(event, Line(SENTENCE, self._strengths(s, event.area))))
        if kind in _HEADS or (kind == "played" and event.area < 0):
            faction = event.faction if event.faction >= 0 else -1
            return self._open(s, Scene(event, Line(SENTENCE, describe_event(s, event), faction)))
        if self._scene.head is not None and self._is_a_step(s, event):
            return self._open(s, Scene())
        return []

    def _is_a_step(self, s: State, event: Event) -> bool:
        """Whether the event begins another step rather than follows from the scene's head."""
        if event.cause in _STEPS or event.kind == "won":
            return True
        head = self._scene.head
        assert head is not None
        if event.cause == "Wonder":
            return not (head.card and s.world.deck.cards[head.card].tags.builds_wonder)
        uses = event.kind in ("wonder_used", "investment_used", "ability")
        return (uses and self._phase != "competition") or head.kind == "turn_order"

    def _open(self, s: State, scene: Scene) -> list[Line]:
        lines = self._scene_lines(s)
        self._scene = scene
        return lines

    def _close(self, s: State) -> list[Line]:
        lines = self._open(s, Scene())
        if self._passed:
            lines.append(Line(SENTENCE, f"Passed, in this order: {', '.join(self._passed)}"))
            self._passed = []
        return lines

    def _scene_lines(self, s: State) -> list[Line]:
        scene = self._scene
        if scene.title is not None and scene.area >= 0:
            left = ", ".join(self._present(s, scene.area, with_allies=False))
            scene.title = scene.title._replace(text=f"{scene.title.text}: {left or 'nobody'} left")
        if scene.title is None and not scene.groups:
            return []
        return scene.lines(s) if scene.groups else [scene.title] if scene.title is not None else []

    def _known(self, event: Event) -> bool:
        """Losses of a competition show in the numbers of its title; some things are always so."""
        losses = event.kind in ("removed", "ally_removed") and event.cause == "competition"
        return losses or event.cause == "built" or (event.kind == "drew" and (not event.n or event.cause == "setup"))

    # A board of our own: the state has moved on when an event is told

    def _move_discs(self, event: Event) -> None:
        kind, area, faction = event.kind, event.area, event.faction
        if kind == "placed":
            self._discs[area][faction] += 1
        elif kind in ("removed", "resettled"):
            self._discs[area][faction] -= 1
        elif kind == "barbarians":
            self._discs[area][faction] += event.n
        elif kind == "allies":
            self._allies[area][faction] += event.n
        elif kind == "ally_removed":
            self._allies[area][faction] -= 1

    def _present(self, s: State, area: int, with_allies: bool) -> list[str]:
        here = dict(sorted(self._discs[area].items()))
        if with_allies:
            here = {f: n + self._allies[area][f] for f, n in here.items() if n}
        return [f"{faction_name(s, f)} {n}" for f, n in here.items() if n]

    def _strengths(self, s: State, area: int) -> str:
        sides = " against ".join(self._present(s, area, with_allies=True))
        return f"Competition in {area_name(s, area)}, {sides}"
