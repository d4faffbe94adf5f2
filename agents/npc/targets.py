"""What the NPC names and picks for what is being played: a card, a Wonder, an Investment or an ability."""

from __future__ import annotations

from collections.abc import Callable

from acis_rules.effects.contest import Allies
from acis_rules.effects.discs import Barbarians, Place, Remove
from acis_rules.kernel.actions import (
    STOP,
    area_action,
    areas_in,
    faction_action,
    faction_of,
)
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Area

from . import events
from .card_discs import next_pick, plan_discs
from .decision import Answer, OpenDecision
from .distance import steps
from .position import Position
from .told import answers, named
from .worth import LAST_OWN, worth_of

_NAMING = {
    "name_area": "NPC-46, NPC-50: most enemy discs, then most opposing ones, fewest of its own",
    "name_city": "NPC-46, NPC-50: most enemy discs, then most opposing ones, fewest of its own",
    "name_civilization": "NPC-46, NPC-47: the Primary enemy, then other enemies, then the leader",
    "name_wonder": "NPC-29, NPC-46: its own to gain, the Primary enemy's to harm",
}


def mode(d: OpenDecision) -> Answer:
    """The use of a card with the greatest effect."""
    return d.card_play.mode(d.play(), d.legal), "NPC-29, NPC-43: the greater effect"


def name(d: OpenDecision) -> Answer:
    """Targets of a card: as its effect is greatest, the Primary enemy first."""
    play = d.play()
    fate = d.view.world.deck.cards[play.id] if play.kind == "card" else None
    if fate is not None and fate.invasion:
        return events.entry(d.pos, play, d.legal)
    i, picked = d.view.picked
    operations = d.view.world.operations(d.pos.s, play)
    action = d.effects.best(play, operations[i], picked, d.legal, operations[i + 1 :])
    told = named(d.pos, play, d.legal)
    return action, _NAMING[d.kind] if told is None else f"{told[1]}: whom the scenario names"


def place(d: OpenDecision) -> Answer:
    """Its own discs by the placement priorities."""
    operation = d.operation()
    assert isinstance(operation, Place)

    def make() -> tuple[tuple[int, ...], str]:
        _, picked = d.view.picked
        picks, orders = plan_discs(d.pos, d.ties, d.play(), operation, picked)
        reason = "; ".join(order.reason for order in orders) or "NPC-124: no priority applies"
        return picks[len(picked) :] if picks[: len(picked)] == picked else picks, reason

    if operation.whose == "named" and d.me not in d.play().factions:
        return _fallback(d), "NPC-28: discs of the civilization named"
    return _planned(d, make)


def remove(d: OpenDecision) -> Answer:
    """Discs in the order of the placement priorities (NPC-48); its own in reverse (NPC-49)."""
    operation = d.operation()
    if not isinstance(operation, Remove):  # Tax Revolt: a City that falls, if there is one
        rank = d.pos.rows
        victim = d.play().factions[0]
        areas = members(areas_in(d.legal))
        best = min(areas, key=lambda a: (rank[victim][a] != 3, worth_of(d.pos, a)))
        return area_action(best), "NPC-48: as the placement priorities go"

    def make() -> tuple[tuple[int, ...], str]:
        _, picked = d.view.picked
        if len(picked) % 2:
            factions = [faction_of(action) for action in members(d.legal)]
            best = min(factions, key=d.effects.victims.rank_of)
            return (faction_action(best),), f"{_victims_rule(d.pos)}NPC-14: the Primary enemy first"
        pairs = sorted(d.effects.victims.removals(d.play(), operation))
        low = picked[-2] if picked else 0
        named = [(area_action(area), faction_action(f)) for area, f in pairs]
        picks = [action for pair in named if pair[0] >= low for action in pair]
        return tuple(picks), f"{_victims_rule(d.pos)}NPC-48: as the placement priorities go"

    return _planned(d, make)


def _victims_rule(pos: Position) -> str:
    """The rule of the scenario about whose discs go first, to stand before another."""
    told = answers(pos).victims
    return f"{told.rule}, " if told is not None else ""


def put_barbarians(d: OpenDecision) -> Answer:
    """Where rivals are and the NPC is not."""

    def make() -> tuple[tuple[int, ...], str]:
        operation = d.operation()
        assert isinstance(operation, Barbarians)
        areas = d.effects.victims.raids(areas_in(d.legal), operation.areas)
        return tuple(area_action(a) for a in sorted(areas)), "NPC-14, NPC-46: against its enemies"

    return _planned(d, make)


def allies(d: OpenDecision) -> Answer:
    """White discs where they help most: this competition, then against enemies, near its home."""
    pos = d.pos
    contested = areas_in(d.legal) & pos.opposed & (pos.levels[1] | _pairs(pos))

    def helps(area: Area) -> tuple[int, ...]:
        enemy = any(pos.here[f] >> area & 1 for f in pos.enemies)
        against = 0 if enemy else 1 if pos.here[pos.black] >> area & 1 else 2  # CIV-22
        return (area != d.view.competition_area, worth_of(pos, area) > LAST_OWN, against,
                steps(pos.board, area, pos.home))  # fmt: skip

    if d.view.play is None:  # one after the other, promised by an Event
        best = min(members(areas_in(d.legal)), key=helps)
        return area_action(best), "NPC-68: where white discs help most"
    operation = d.operation()
    assert isinstance(operation, Allies)

    def make() -> tuple[tuple[int, ...], str]:
        if operation.whose == "named":
            areas = members(areas_in(d.legal))
            best = min(areas, key=lambda a: (pos.occupied >> a & 1, -worth_of(pos, a)))
            return (area_action(best),), "NPC-45: where it does the NPC least harm"
        areas = sorted(members(contested), key=helps)[: max(1, operation.areas)]
        if not areas and operation.must:
            areas = members(areas_in(d.legal))[:1]
        return tuple(area_action(a) for a in sorted(areas)), "NPC-68, CIV-22: where white discs help most"

    return _planned(d, make)


def _pairs(pos: Position) -> int:
    """Areas in which an opponent has 2 discs or more."""
    out = 0
    for faction, areas in enumerate(pos.view.at_least[1]):
        if faction != pos.me:
            out |= areas
    return out


def _planned(d: OpenDecision, make: Callable[[], tuple[tuple[int, ...], str]]) -> Answer:
    """Follow the plan of all picks for one operation, made at its first question."""
    play = d.play()
    i, picked = d.view.picked
    key = (d.view.event_count, d.me, play.id, play.mode, i)
    plan = d.memory.plan
    action = next_pick(plan[1], picked, d.legal) if plan[0] == key else None
    if action is None:
        picks, reason = make()
        d.memory.plan = plan = (key, (*picked, *picks), reason)
        action = picks[0] if picks else STOP
        if not d.legal >> action & 1:
            action = _fallback(d)
    return action, plan[2]


def _fallback(d: OpenDecision) -> int:
    """Something must be chosen although no rule asks for it: what hurts least."""
    if d.legal & 1:
        return STOP
    areas = areas_in(d.legal)
    if areas:
        return area_action(max(members(areas), key=lambda a: (worth_of(d.pos, a), -d.pos.own[a])))
    return d.legal.bit_length() - 1
