"""The chronicle of a game: its events gathered into scenes and told in few, readable lines."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ..kernel.log import Event
from ..kernel.state import State
from ..kernel.types import Area, Faction
from .events import clause, describe_event
from .names import PHASES, area_name, faction_name

if TYPE_CHECKING:
    from ..game import Game

TURN, PHASE, SENTENCE, CONSEQUENCE = range(4)  # levels of lines
ONE_LINE = 110  # characters: a card and what came of it stand together if they fit


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
        if (event.kind, event.cause) not in _OWN_WORDS and event.cause in self.own_causes:
            event = event._replace(cause="")
        if event.cause == "saves a disc":  # wherever it lies and whoever would have removed it
            event = event._replace(area=-1, other=-1)
        if event.faction >= 0:
            self.names.setdefault(event.faction, faction_name(s, event.faction))
        self.groups.setdefault((*event.alike, event.area == self.area), []).append(event)

    @property
    def own_causes(self) -> tuple[str, ...]:
        """Causes of what follows from the scene's head."""
        if self.head is None:
            return ()
        card = self.head.card
        return (f"card {card}", f"turn_order {card}", self.head.kind.replace("_", " "))

    def lines(self, s: State) -> list[Line]:
        """The scene told: its title, then one line per faction."""
        told: dict[int, list[str]] = {}
        causes = {(events[0].faction, events[0].cause) for events in self.groups.values()}
        for events in self.groups.values():
            if _use(events[0]) in causes:  # what came of it names it
                continue
            subject, words = clause(s, events, self.area)
            words = words.removesuffix(" for a Wonder")  # it is named where it is built
            if events[0].kind == "civilization" and self.head is not None:  # with Aeneas
                words = f"goes on as {subject}"
            told.setdefault(events[0].faction if subject else -1, []).append(words)
        if self.title is None:
            return [Line(SENTENCE, self._text(*one), one[0]) for one in told.items()]
        below = [self.title, *(Line(CONSEQUENCE, self._text(*one), one[0]) for one in told.items())]
        if self.area >= 0 or not told:
            return below
        if list(told) == [self.title.faction]:
            text = _sentence(told[self.title.faction])
        else:
            text = "; ".join(line.text for line in below[1:])
        joined = self.title._replace(text=f"{self.title.text}: {text}")
        return [joined] if len(told) == 1 or len(joined.text) <= ONE_LINE else below

    def _text(self, faction: Faction, parts: list[str]) -> str:
        return f"{self.names[faction]} {_sentence(parts)}" if faction >= 0 else _sentence(parts)


def _use(event: Event) -> tuple[int, str]:
    """The cause of what follows from using something, as the events after it name it."""
    if event.kind == "wonder_used":
        return event.faction, f"wonder {event.wonder}"
    if event.kind == "investment_used":
        return event.faction, f"investment {event.card}"
    return event.faction, f"ability {event.ability}" if event.kind == "ability" else "no use"


def _sentence(parts: list[str]) -> str:
    """Parts of a sentence; a verb that is the same as before is not repeated."""
    text = verb = ""
    for part in parts:
        first, _, rest = part.partition(" ")
        same = first == verb and rest and not rest.startswith("up ")
        text += f", {rest}" if same else f"; {part}" if text else part
        verb = first if not rest.startswith(("with ", "up ")) else ""
    return text


# Causes that change the whole sentence
_OWN_WORDS = {("placed", "aeneas"), ("removed", "aeneas"), ("discarded", "aeneas")}
# Told by headings and by the lines around them
_SILENT = {"turn", "phase", "competition", "laid", "negated", "hand_discarded", "won"}
# Causes that never belong to the card, Event or competition told before
_STEPS = {
    "setup", "retirement", "growth", "deploy", "stacking", "domination", "cities", "wonders", "draw step",
    "cards", "replacement", "most cities", "most wonders", "dominated seas", "wealth", "capital", "handicap",
    "end of epoch", "new epoch", "gold",
}  # fmt: skip
_HEADS = {"event", "aeneas", "left", "epoch_change", "revealed", "turn_order", "peace_offer"}


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
            self._phase = event.phase
            self._allies.clear()
            return [*lines, Line(PHASE, PHASES[event.phase])]
        if kind == "competition":
            return self._open(s, Scene(event, Line(SENTENCE, self._strengths(s, event.area))))
        checks = kind == "discs_drawn" and event.cause != "offer"
        if kind in _HEADS or checks or (kind == "played" and event.area < 0):
            faction = event.faction if event.faction >= 0 else -1
            return self._open(s, Scene(event, Line(SENTENCE, describe_event(s, event), faction)))
        if self._scene.head is not None and self._is_a_step(s, event):
            return self._open(s, Scene())
        return []

    def _is_a_step(self, s: State, event: Event) -> bool:
        """Whether the event begins another step rather than follows from the scene's head."""
        if event.cause in _STEPS or event.kind == "conquest":
            return True
        head = self._scene.head
        assert head is not None
        if event.kind == "reshuffled":  # for the next card, unless the card told wants it so
            return event.cause not in self._scene.own_causes
        if event.kind == "sudden_end":
            return head.kind != "revealed"
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
            order = ", ".join(self._passed)
            one = len(self._passed) == 1
            lines.append(Line(SENTENCE, f"{order} passes" if one else f"Passed, in this order: {order}"))
            self._passed = []
        return lines

    def _scene_lines(self, s: State) -> list[Line]:
        scene = self._scene
        if scene.title is not None and scene.area >= 0:
            left = ", ".join(self._present(s, scene.area, with_allies=False))
            scene.title = scene.title._replace(text=f"{scene.title.text}: {left or 'nobody'} left")
        return scene.lines(s)

    def _known(self, event: Event) -> bool:
        """Losses of a competition show in the numbers of its title; some things are always so."""
        losses = event.kind in ("removed", "ally_removed") and event.cause == "competition"
        drawn = event.kind == "drew" and (not event.n or event.cause in ("setup", "replacement"))
        return losses or drawn or event.cause == "built"

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

    def _present(self, s: State, area: Area, with_allies: bool) -> list[str]:
        here = dict(sorted(self._discs[area].items()))
        if with_allies:
            here = {f: n + self._allies[area][f] for f, n in here.items() if n}
        return [f"{faction_name(s, f)} {n}" for f, n in here.items() if n]

    def _strengths(self, s: State, area: Area) -> str:
        return f"Competition in {area_name(s, area)} ({', '.join(self._present(s, area, with_allies=True))})"
