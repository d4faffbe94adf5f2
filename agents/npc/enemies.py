"""Whose enemy the NPC is, and which enemy is the Primary one (NPC-07 to NPC-25)."""

from __future__ import annotations

from acis_rules.kernel.bits import members
from acis_rules.kernel.log import Event
from acis_rules.kernel.types import Faction
from acis_rules.table.terms import contested
from acis_rules.variants.hostility import foremost
from acis_rules.views import View

from .chance import Reveals
from .position import Position


def primary(pos: Position, enemies: list[int], reveals: Reveals) -> tuple[int, str]:
    """The Primary enemy among the enemies, and the rule that decided."""
    left, rule = foremost(pos.s, pos.me, enemies)
    if len(left) == 1:
        return left[0], rule
    cards = reveals.cards(len(left))
    return left[cards.index(max(cards))], rule


class Enmity:
    """Whose enemy an NPC is, and what it remembers of the others.

    The game says whose enemy it is. Only a peaceful NPC in a game without the hostility rules keeps
    account itself: nobody is its enemy until it is wronged.
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
        if not self._peaceful or view.world.hostility:
            return members(view.enemies[me] & ~view.absent)
        self._read(view, me)
        return sorted(f for f in self.wronged if f in view.order)

    def ordered(self, pos: Position, enemies: list[int]) -> tuple[int, ...]:
        """The enemies, the Primary one first; it stays so until the end of the turn (NPC-15)."""
        if len(enemies) < 2:
            return tuple(enemies)
        first = self._first(pos, enemies)
        return (*first, *pos.leader_first([f for f in enemies if f not in first]))

    def _first(self, pos: Position, enemies: list[int]) -> list[int]:
        """The Primary enemy, as the game has determined it or else by the same tests."""
        if pos.world.hostility and pos.world.npcs >> pos.me & 1:
            return [f for f in enemies if f == pos.view.primary_enemy[pos.me]]
        turn = (pos.view.epoch, pos.view.turn)
        if turn != self._turn or self._primary not in enemies:
            self._turn = turn
            self._primary, _ = primary(pos, enemies, self._reveals)
        return [self._primary]

    # ------------------------------------------------------------- wrongs (NPC-09, NPC-10)

    def _read(self, view: View, me: int) -> None:
        """Read what happened since it looked last."""
        count = view.event_count
        if count == self._seen:
            return
        here = view.at_least[0][me]
        fights = contested(view) & here
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

    def _wrong(self, faction: Faction, me: int) -> None:
        if faction >= 0 and faction != me:
            if faction in self.wronged:
                self.wronged.remove(faction)
            self.wronged.append(faction)
