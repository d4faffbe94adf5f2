"""What a person may type as an answer: numbers that stay, names or their beginnings, several in a line."""

from __future__ import annotations

import re

from acis_rules import Game
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import ABILITY, LOSE_DISC, LOSE_VP, PAY_TALENT, STOP, block_of
from acis_rules.tools.finding import best_named
from acis_rules.words.decisions import in_short, name_of
from acis_rules.words.names import joined

MOST = 40  # answers in one line
SHOWN = 4  # names in a message
ALSO = {  # what such answers are called, too
    STOP: ("stop", "no", "none", "nothing", "pass", "done", "end"), ABILITY: ("yes", "use"),
    LOSE_DISC: ("lose",), PAY_TALENT: ("pay", "talent"), LOSE_VP: ("vp",),
}  # fmt: skip
TIMES = re.compile(r"(.*?)[*x](\d+)$")


class NotUnderstood(AcisError):
    """What was typed is no answer to the open decision."""


class Numbers:
    """The numbers of answers: they stay through a turn in all questions of one kind."""

    def __init__(self) -> None:
        self._turn: tuple[int, int] = (0, 0)
        self._key: tuple[object, ...] = ()
        self._given: dict[tuple[object, ...], dict[int, int]] = {}

    def of(self, game: Game, legal: list[int]) -> tuple[dict[int, int], bool]:
        """The number of each answer, 0 to stop; and whether the questions are new ones."""
        decision, s = game.decision, game.state
        if self._turn != (s.epoch, s.turn):
            self._turn = s.epoch, s.turn
            self._given.clear()
            self._key = ()
        key = (decision.faction, decision.kind, decision.context.get("card"))
        new, self._key = key != self._key, key
        given = self._given.setdefault(key, {})
        for action in legal:
            if action not in given:
                given[action] = _next(given, decision.kind, action)
        return {action: given[action] for action in legal}, new


def _next(given: dict[int, int], kind: str, action: int) -> int:
    """The number of an answer that has none yet."""
    block, n = block_of(action)
    if action == STOP:
        return 0
    if block == "number":  # it is its own number; places are counted from the first
        return n + 1 if kind == "turn_place" else n
    return max(given.values(), default=0) + 1


def understand(text: str, game: Game, numbers: dict[int, int]) -> list[int]:
    """The answers that a line means, one after the other: `ionia lydia phrygia*2`, `3 3 5`, `pass`."""
    found: list[int] = []
    for part in re.split(r"[,;]", text):
        words = part.split()
        while words:
            for end in range(len(words), 0, -1):
                name, times = _times(" ".join(words[:end]))
                actions = _meant(name, game, numbers)
                if actions:
                    break
            else:
                raise NotUnderstood(f"{words[0]!r} is no answer here")
            if len(actions) > 1:
                meant = [name_of(game.state, action) or in_short(game.state, action) for action in actions]
                more = [f"{len(meant) - SHOWN} more"] if len(meant) > SHOWN else []
                raise NotUnderstood(f"{name!r} could be {joined([*meant[:SHOWN], *more], 'or')}: say more")
            found += actions * min(times, MOST + 1)
            words = words[end:]
    if not found or len(found) > MOST:
        raise NotUnderstood("no answer" if not found else f"more than {MOST} answers in one line")
    return found


def _times(text: str) -> tuple[str, int]:
    """`phrygia*2` is twice Phrygia."""
    match = TIMES.match(text)
    return (match[1].strip(), int(match[2])) if match and match[1].strip() else (text, 1)


def _meant(text: str, game: Game, numbers: dict[int, int]) -> list[int]:
    """The answers that one number or name can mean."""
    if text.isascii() and text.isdecimal():
        return [action for action, number in numbers.items() if number == int(text)]
    found = [action for action in numbers if text.lower() in ALSO.get(action, ())]
    found = found or best_named(numbers, lambda action: name_of(game.state, action), text)
    return found or best_named(numbers, lambda action: in_short(game.state, action), text)
