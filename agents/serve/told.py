"""The story of a live game as a seat saw it, line by line, with the reasons of programs."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from acis_rules import Game
from acis_rules.box.option_words import RULE
from acis_rules.kernel.actions import area_of, block_of, is_area, is_card
from acis_rules.kernel.log import Event
from acis_rules.kernel.state import State
from acis_rules.table.losses import walls_hold
from acis_rules.words.decisions import name_of
from acis_rules.words.events import came_to_nothing, sentence
from acis_rules.words.names import EPOCHS, listed

from ..live.epoch_change import row_words
from ..live.game import LiveGame
from ..live.saved import Note
from .asked import thing

MOST_LINES = 300
MOST_CARDS = 2  # whose texts a line shows
HEADINGS = {"turn": 0, "phase": 1}
END_OF_EPOCH = "epoch"  # the phase
NAMED = ("area", "faction", "wonder")  # blocks of actions that name something on the table
# Only repeats what another line says, or what everybody sees
SILENT = frozenset(("negated", "hand_discarded"))


def lines(live: LiveGame, seat: int, first: int, last: int | None = None) -> list[dict[str, Any]]:
    """What happened in the frames from `first` to `last`, as the seat saw it; -1: as everybody did."""
    film = live.film
    last = len(film) - 1 if last is None else min(last, len(film) - 1)
    first = max(0, first)
    if last < first:
        return []
    state = live.game.state
    seen = (state.world.factions_of(seat) | state.world.open_to[seat]) if seat >= 0 else 0
    if state.over:
        seen = (1 << state.world.n_factions) - 1
    begin = film.starts[first]
    events = [event.for_seat(seen) for event in state.log.since(begin)]
    why, declared = reasons(live, seat, first), _declared(live)

    def tell(game: Game, frame: int) -> list[dict[str, Any]]:
        start, end = film.starts[frame] - begin, film.end_of(frame) - begin
        told = events[start:end]
        if frame == 0:
            return _beginning(game, told)
        if not told or told[0].kind in SILENT or (told[0].kind == "drew" and not told[0].n):
            return []
        line = _line(game, frame, told)
        if told[0].kind == "played" and told[0].area < 0:
            after = events[end] if end < len(events) else None
            line["text"] += _targets(game.state, declared.get(begin + start, []), told[0], after)
        return [line | why.get(frame, {})]

    return [line for lines in film.look(first, last, tell) for line in lines]


def epoch_end(live: LiveGame, seat: int) -> dict[str, Any]:
    """The Epoch that has ended or is ending, and what that brought; nothing after one turn more."""
    s, film = live.game.state, live.film
    ending = s.phase == END_OF_EPOCH
    if s.turn > 1 and not ending and not s.over:
        return {}
    events = enumerate(s.log.since(0))
    ended = [(number, event.epoch) for number, event in events if event.phase == END_OF_EPOCH]
    if not ended:
        return {}
    number, epoch = ended[-1]
    told = lines(live, seat, film.frame_of(number) + 1)
    below = list(takewhile(lambda line: line["level"] > 0, told))
    return {"epoch": EPOCHS[epoch], "ending": ending, "lines": below}


def _declared(live: LiveGame) -> dict[int, list[int]]:
    """By the number of the event that tells of a card: what was named for it, aloud (CRD-14)."""
    out: dict[int, list[int]] = {}
    for step in live.steps:
        if step.about and block_of(step.action)[0] in NAMED:
            out.setdefault(step.event - 1, []).append(step.action)
    return out


def _targets(s: State, named: list[int], event: Event, after: Event | None) -> str:
    """What a card was played on, and that nothing came of it if so."""
    words = f" on {listed(name_of(s, action) for action in named)}" if named else ""
    if after is None or not came_to_nothing(event, after):
        return words
    areas = [area_of(action) for action in named if is_area(action)]
    walls = any(walls_hold(s, faction, area) for area in areas for faction in range(s.world.n_factions))
    return f"{words}: {'City Walls hold (CIV-35), ' if walls else ''}nothing comes of it"


def _beginning(game: Game, events: list[Event]) -> list[dict[str, Any]]:
    """What happened before the first decision; how the table was laid out is there to be seen."""
    first = next((i for i, event in enumerate(events) if event.kind == "turn"), len(events))
    begins = {"frame": 0, "level": 0, "text": "The game begins", "faction": -1}
    return [begins, *(_line(game, 0, [event]) for event in events[first:])]


def _line(game: Game, frame: int, told: list[Event]) -> dict[str, Any]:
    """Events that are alike, as one line, with the cards or the Wonder whose texts it shows."""
    line: dict[str, Any] = {
        "frame": frame,
        "level": HEADINGS.get(told[0].kind, 2),
        "text": sentence(game.state, told),
        "faction": told[0].faction,
    }
    if told[0].kind == "epoch_change":
        line["means"] = row_words(told[0].row)
    cards = dict.fromkeys(card for event in told for card in (event.card, *event.cards) if card)
    if 0 < len(cards) <= MOST_CARDS:
        line["cards"] = list(cards)
    if told[0].wonder >= 0:
        line["wonder"] = told[0].wonder
    return line


def reasons(live: LiveGame, seat: int, first: int) -> dict[int, dict[str, Any]]:
    """By frame: why programs did what is told there. What they chose before it showed is told with it.

    If somebody else's answer brought it to light, it is told with what came before that.
    """
    film, steps = live.film, live.steps
    found: dict[int, dict[str, Any]] = {}
    waiting: list[tuple[int, Note]] = []
    begin = film.starts[first] if first < len(film) else 0
    at = next((i for i, step in enumerate(steps) if step.event >= begin), len(steps))
    for number in range(at, len(steps)):
        note = live.note_of(number, seat)
        if note is not None and note != Note():
            waiting.append((number, note))
        end = steps[number + 1].event if number + 1 < len(steps) else len(live.game.state.log)
        if end == steps[number].event:
            continue
        for chosen, note in waiting:
            own = steps[chosen].seat == steps[number].seat
            event = steps[number].event if own else steps[chosen].event - 1
            if event < begin:
                continue
            frame = found.setdefault(film.frame_of(event), {"reasons": []})
            reason = as_reason(note.reason)
            if note.reason and reason not in frame["reasons"]:
                frame["reasons"].append(reason)
            if not live.saved.fair and note.moves:
                frame["chances"] = list(note.chances)
                frame["moves"] = _moves(live, chosen, note)
        waiting = []
    return found


def as_reason(words: str) -> dict[str, Any]:
    """A reason and the rules it names, which can be looked up."""
    return {"text": words, "rules": list(dict.fromkeys(RULE.findall(words)))}


def _moves(live: LiveGame, number: int, note: Note) -> list[dict[str, Any]]:
    """The likeliest moves of a program with their probabilities; cards that it kept have no names."""
    s, taken = live.game.state, live.steps[number].action
    return [
        {"words": "another card" if is_card(a) and a != taken and not s.over else thing(s, a), "share": p}
        for a, p in note.moves
    ]
