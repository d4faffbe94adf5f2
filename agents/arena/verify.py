"""Playing recorded games again, action by action, and comparing what comes out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from acis_env.envs.aec import MAX_DECISIONS
from acis_rules.errors import AcisError
from acis_rules.records import unpacked
from acis_rules.replay import Replay

from .play import outcome
from .results import Kept, Record, Result, differs
from .schedule import Match, Schedule, Settings


class Verifier:
    """Knows which games settings lead to, and what they come to."""

    def __init__(self) -> None:
        self._schedules: dict[bytes, Schedule] = {}
        self._block: tuple[Schedule, list[Match]] | None = None  # the latest one

    def difference(self, settings: Settings, result: Result) -> str:
        """The first thing that is not as recorded, with its field; nothing if all is."""
        try:
            match = self._match(settings, result)
        except AcisError as error:
            return f"settings: {error}"
        if match is None:
            return f"game: {result.game} is not in block {result.block} of these settings"
        return differs(result, match) or _played_differently(match, result)

    def _match(self, settings: Settings, result: Result) -> Match | None:
        key = settings.key
        if key not in self._schedules:
            self._schedules[key] = Schedule(settings)
        schedule = self._schedules[key]
        if self._block is None or self._block[0] is not schedule or self._block[1][0].block != result.block:
            self._block = schedule, schedule.block(result.block)
        return next((match for match in self._block[1] if match.game == result.game), None)


def _played_differently(match: Match, result: Result) -> str:
    """What comes out of the actions in another way than the result says."""
    actions = unpacked(result.actions)
    replay = Replay(scenario=match.scenario, seed=match.seed, options=match.options, actions=actions)
    decisions = [0] * len(match.players)
    try:
        for i, game in enumerate(replay.play()):
            if i < len(actions) and not game.over:
                decisions[game.seat] += 1
    except AcisError as error:
        return str(error).removeprefix(f"{replay.name}: ")
    if not game.over and len(actions) < MAX_DECISIONS:
        return f"actions: the game is not over after {len(actions)}"
    civilizations, vp, ranks = outcome(match, game.state)
    for field, again in (
        ("civilizations", civilizations),
        ("vp", vp),
        ("ranks", ranks),
        ("decisions", decisions),
    ):
        recorded = getattr(result, field)
        if recorded != again:
            return f"{field}: recorded {recorded}, played again {again}"
    return ""


def differences(path: Path) -> Iterator[tuple[Kept, str]]:
    """Each game of a record, and what is not as recorded when it is played again."""
    verifier = Verifier()
    for kept in Record(path).read():
        yield kept, verifier.difference(kept.settings, kept.result)
