"""Whose enemy the NPC is, and which enemy is the Primary one (NPC-07 to NPC-25)."""

from __future__ import annotations

from collections.abc import Callable

from acis_rules.bits import members
from acis_rules.log import Event
from acis_rules.terms import contested
from acis_rules.views import View

from .chance import Reveals
from .position import Position

Test = Callable[[Position, int], int]


def discs_in(pos: Position, faction: int, areas: int) -> int:
    """Discs of a faction in these areas."""
    row = pos.rows[faction]
    return sum(row[area] for area in members(areas & pos.here[faction]))


TESTS: tuple[tuple[str, Test], ...] = (
    ("NPC-16", lambda pos, f: discs_in(pos, f, pos.home)),
    ("NPC-17", lambda pos, f: discs_in(pos, f, pos.wonders.get(pos.me, 0))),
    ("NPC-18", lambda pos, f: discs_in(pos, f, pos.gold.get(pos.me, 0))),
    ("NPC-19", lambda pos, f: discs_in(pos, f, pos.cities)),
    ("NPC-20", lambda pos, f: discs_in(pos, f, pos.board.around(pos.home))),
    ("NPC-21", lambda pos, f: int(pos.view.vp[f])),
    ("NPC-22", lambda pos, f: pos.city_count(f)),
    ("NPC-23", lambda pos, f: pos.total(f)),
)


def primary(pos: Position, enemies: list[int], reveals: Reveals) -> tuple[int, str]:
    """The Primary enemy among the enemies, and the test that decided."""
    left = enemies
    for rule, test in TESTS:
        counts = [test(pos, enemy) for enemy in left]
        top = max(counts)
        left = [enemy for enemy, n in zip(left, counts, strict=True) if n == top]
        if len(left) == 1:
            return left[0], rule
    cards = reveals.cards(len(left))
    return left[cards.index(max(cards))], "NPC-24"


class Enmity:
    """What an NPC remembers of the others: who wronged it, and this turn's Primary enemy.

    In a game with `npcs` the players are its enemies (NPC-08, Historical); in any other game
    everybody is; a peaceful NPC has no enemy at first. Who wrongs it becomes its enemy.
    """

    def __init__(self, peaceful: bool, reveals: Reveals) -> None:
        self._peaceful = peaceful
        self._reveals = reveals
        self.forget()

    def forget(self) -> None:
        """A new game."""
        self.wronged: list[int] = []  # the most recent last
        self._seen = 0
        self._player_of: dict[str, int] = {}  # "card 45" -> who played it last
        self._last_player = -1
        self._fights = 0  # Contested areas with own discs, when it looked last
        self._turn = (0, 0)
        self._primary = -1

    def enemies(self, view: View, me: int) -> list[int]:
        """Enemy civilizations, in no special order."""
        others = [f for f in range(view.world.n_factions) if f != me]
        if self._peaceful or view.world.npcs:
            self._read(view, me)
        if self._peaceful:
            return [f for f in others if f in self.wronged]
        npcs = view.world.npcs
        return [f for f in others if not npcs >> f & 1 or f in self.wronged]

    def ordered(self, pos: Position, enemies: list[int]) -> tuple[int, ...]:
        """The enemies, the Primary one first; it stays so until the end of the turn (NPC-15)."""
        if len(enemies) < 2:
            return tuple(enemies)
        turn = (pos.view.epoch, pos.view.turn)
        if turn != self._turn or self._primary not in enemies:
            self._turn = turn
            self._primary, _ = primary(pos, enemies, self._reveals)
        return (self._primary, *pos.leader_first([f for f in enemies if f != self._primary]))

    # ------------------------------------------------------------- wrongs (NPC-09, NPC-10)

    def _read(self, view: View, me: int) -> None:
        """Read what happened since it looked last."""
        count = view.event_count
        if count == self._seen:
            return
        here = view.at_least[0][me]
        fights = contested(view) & here  # type: ignore[arg-type]
        opened = fights & ~self._fights
        for event in view.events_since(self._seen):
            self._note(event, me, opened)
            if event.kind == "placed" and event.faction == me:
                opened &= ~(1 << event.area)  # it came to the others, not they to it
        self._seen = count
        self._fights = fights

    def _note(self, event: Event, me: int, opened: int) -> None:
        kind, faction = event.kind, event.faction
        if kind == "played":
            self._player_of[f"card {event.card}"] = faction
            self._last_player = faction if event.area < 0 else -1  # a competition takes its own toll
        elif kind == "phase":
            self._last_player = -1
        elif kind == "placed":
            if faction != me and event.cause != "setup" and opened >> event.area & 1:
                self._wrong(faction, me)
        elif kind == "cards_taken" and event.other == me:
            self._wrong(faction, me)
        elif faction == me and (kind in ("removed", "discarded") or (kind == "talents" and event.n < 0)):
            if event.cause == "saves a disc":
                self._wrong(self._last_player, me)
            else:
                self._wrong(self._player_of.get(event.cause, -1), me)

    def _wrong(self, faction: int, me: int) -> None:
        if faction >= 0 and faction != me:
            if faction in self.wronged:
                self.wronged.remove(faction)
            self.wronged.append(faction)
