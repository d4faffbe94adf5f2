"""What each kind of operation would do, counted: one small function each, which adds to the tally."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from acis_rules.effects import Play, select
from acis_rules.effects.contest import Allies, BuyAllies, ForbidTalents, Shield
from acis_rules.effects.discs import (
    Barbarians,
    DownTo,
    Forbid,
    Place,
    Remove,
    RemoveEvery,
    RemoveOwn,
    in_reach,
)
from acis_rules.effects.fate import Discard, Draw, Look, Recover, Take
from acis_rules.effects.goods import Gain, Lose, Penalty
from acis_rules.effects.order import SwapPlaces, TakePlace
from acis_rules.effects.wonder import Build, Bury, Restore, WonderDiscs
from acis_rules.kernel.bits import members
from acis_rules.table.terms import strength

from .aims import NO_PRIORITY
from .card_discs import forced_discs
from .tally import DIGIT, Tally
from .victims import Victims


def _remove(v: Victims, out: Tally, play: Play, op: Remove) -> None:
    if op.replaced_by == "nobody" and not op.areas and not op.total:
        for area in members(select(v.pos.s, play, op.where) & v.anybody):
            v.toll(out, play, op, area)
        return
    pairs = v.removals(play, op)
    for area, faction in pairs:
        v.lose(out, faction, area)
    if op.replaced_by == "you":
        out.placed += min(len(pairs), v.pos.view.supply[v.pos.me])
    elif op.replaced_by == "barbarians":
        out.barbarians += len(pairs)


def _remove_every(v: Victims, out: Tally, play: Play, op: RemoveEvery) -> None:
    for area in members(select(v.pos.s, play, op.where) & v.anybody):
        v.toll(out, play, op, area)


def _down_to(v: Victims, out: Tally, play: Play, op: DownTo) -> None:
    faction, area = play.factions[0], play.areas[0]
    surplus = strength(v.pos.s, faction, area) - op.n
    v.lose(out, faction, area, max(0, min(surplus, in_reach(v.pos.s, play, faction, area))))


def _remove_own(v: Victims, out: Tally, play: Play, op: RemoveOwn) -> None:
    out.enemy_discs += min(op.n, v.pos.total(play.factions[0]))


def _place(v: Victims, out: Tally, play: Play, op: Place) -> None:
    pos = v.pos
    me = pos.me
    if op.whose == "named" and play.factions[:1] != (me,):
        return
    if op.all or op.must:
        priorities = forced_discs(pos, v.ties, play, op)
        if priorities is None:
            out.forbidden += 1
            return
        out.placed += len(priorities)
        out.order += sum(1 << DIGIT * (NO_PRIORITY - n) for n in priorities if n < NO_PRIORITY)
    elif op.options(pos.s, play, ()):
        out.placed += min(pos.view.supply[me], op.n)


def _barbarians(v: Victims, out: Tally, play: Play, op: Barbarians) -> None:
    pos = v.pos
    areas = select(pos.s, play, op.where)
    theirs = v.raids(areas, op.areas)
    mine = 0 if op.areas else (areas & pos.occupied).bit_count()
    out.raided += mine
    out.against += op.n * sum(map(v.raid, theirs))
    out.barbarians += op.n * (len(theirs) - 2 * mine)


def _forbid(v: Victims, out: Tally, play: Play, op: Forbid) -> None:
    pos = v.pos
    areas = select(pos.s, play, op.where)
    for enemy in pos.enemies:
        out.against += sum(v.weight(enemy, area) for area in members(areas & pos.here[enemy]))
    out.other += (areas & pos.occupied_by(list(pos.enemies))).bit_count()
    out.other -= 2 * (areas & pos.occupied).bit_count()


def _gain(v: Victims, out: Tally, play: Play, op: Gain) -> None:
    pos = v.pos
    if op.who == "named":
        return
    if op.where is not None and not pos.occupied & select(pos.s, play, op.where):
        return
    if op.city_where is not None and not pos.cities & select(pos.s, play, op.city_where):
        return
    if op.most_cities:
        counts = [pos.city_count(f) for f in range(pos.world.n_factions)]
        if counts.count(max(counts)) > 1 or counts[pos.me] < max(counts):
            return
    n = {"talents": op.talents, "vp": op.vp, "ready": op.ready}
    if op.plus is not None:
        n[op.plus.good] = max(n[op.plus.good] + op.plus.number(pos.s, pos.me), op.at_least)
        if op.at_most:
            n[op.plus.good] = min(n[op.plus.good], op.at_most)
    out.talents += n["talents"]
    out.vp += n["vp"]
    out.placed += n["ready"]


def _lose(v: Victims, out: Tally, play: Play, op: Lose) -> None:
    view = v.pos.view
    if not play.factions:
        return
    victim = play.factions[0]
    lost = min(op.vp, int(view.vp[victim]))
    out.their_vp += lost
    if op.to_you:
        out.vp += lost
    out.their_talents += min(op.talents, view.treasury[victim])
    if op.short == "city disc" and v.pos.cities_of(victim):
        out.enemy_discs += op.talents - min(op.talents, view.treasury[victim])


def _penalty(v: Victims, out: Tally, play: Play, op: Penalty) -> None:
    out.their_cards += v.pos.city_count(play.factions[0]) if op.per_city else 1


def _discard(v: Victims, out: Tally, play: Play, op: Discard) -> None:
    out.their_cards += min(op.n, v.pos.view.hand_sizes[play.factions[0]])


def _take(v: Victims, out: Tally, play: Play, op: Take) -> None:
    n = sum(1 for victim in play.factions if v.pos.view.hand_sizes[victim])
    out.cards += n
    out.their_cards += n


def _cards(v: Victims, out: Tally, play: Play, op: Draw | Look | Recover) -> None:
    out.cards += op.n if isinstance(op, Draw) else 1


def _swap(v: Victims, out: Tally, play: Play, op: SwapPlaces) -> None:
    order = v.pos.view.order
    one, two = play.factions
    if v.pos.me in (one, two):
        other = two if one == v.pos.me else one
        out.other += order.index(v.pos.me) - order.index(other)


def _take_place(v: Victims, out: Tally, play: Play, op: TakePlace) -> None:
    out.other += v.pos.view.order.index(v.pos.me)


def _build(v: Victims, out: Tally, play: Play, op: Build) -> None:
    out.wonder += 5


def _bury(v: Victims, out: Tally, play: Play, op: Bury) -> None:
    out.wonder_harm += 5


def _restore(v: Victims, out: Tally, play: Play, op: Restore) -> None:
    out.wonder += 1 + op.n


def _wonder_discs(v: Victims, out: Tally, play: Play, op: WonderDiscs) -> None:
    wonder = v.pos.view.wonders[play.wonder]
    if op.n < 0:
        out.wonder_harm += min(-op.n, wonder.discs)
    elif wonder.owner == v.pos.me:
        out.wonder += op.n


def _white(v: Victims, out: Tally, play: Play, op: Any) -> None:
    out.other += 1


COUNTERS: dict[type, Callable[..., None]] = {
    Remove: _remove, RemoveEvery: _remove_every, DownTo: _down_to, RemoveOwn: _remove_own, Place: _place,
    Barbarians: _barbarians, Forbid: _forbid, Gain: _gain, Lose: _lose, Penalty: _penalty,
    Discard: _discard, Take: _take, Draw: _cards, Look: _cards, Recover: _cards, SwapPlaces: _swap,
    TakePlace: _take_place, Build: _build, Bury: _bury, Restore: _restore, WonderDiscs: _wonder_discs,
    Allies: _white, BuyAllies: _white, Shield: _white, ForbidTalents: _white,
}  # fmt: skip
