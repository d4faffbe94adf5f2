"""God-King of Egypt: Invaders that return, the end without a disc (EGY-09, EGY-10a)."""

from __future__ import annotations

from .aeneas import become_barbarians, give_up_holdings
from .bans import ban_on
from .ending import end_of_game, named
from .watch import Script, Watch

HOME_DISCS, LAND_DISCS = 2, 2  # DSET-07


def returning(w: Watch, faction: int) -> Script[None]:
    """An NPC about to grow that is weaker than its foes begins anew, as often as is agreed on (EGY-09a)."""
    m, facts = w.mirror, w.facts
    block = facts.scenario.factions[faction].returns
    if block is None or faction not in facts.npcs:
        return
    foes = [facts.names.index(name) for name in block.weaker_than]
    discs, vp = sum(m.board.total(f) for f in foes), sum(m.vp[f] for f in foes)
    weaker = not m.board.total(faction) or (m.board.total(faction) < discs and m.vp[faction] < vp)
    if w.aeneas_used[faction] >= facts.options.aeneas_uses or not weaker:
        if (yield from w.comes("aeneas", faction=faction)):
            w.dispute("EGY-09a", f"{m.name(faction)} has no reason to begin anew")
        return
    yield from w.expect("EGY-09a", "aeneas", faction=faction)
    w.aeneas_used[faction] += 1
    yield from give_up_holdings(w, faction)
    yield from become_barbarians(w, faction)
    yield from w.expect("EGY-09b", "ready", "aeneas", faction=faction)
    w.check(m.ready[faction] <= block.discs, "EGY-09b", f"{m.ready[faction]} discs return")
    yield from around(w, faction, facts.find(block.first))
    m.supply[faction] += m.ready[faction]
    m.ready[faction] = 0


def around(w: Watch, faction: int, start: int) -> Script[None]:
    """The first discs, the areas around, then the rest (DSET-07); never near the home of another."""
    m, facts = w.mirror, w.facts
    homes = {area for f, home in enumerate(m.home) if f != faction for area in home}
    closed = homes | facts.border(homes)
    first = True
    while (yield from w.comes("placed", "aeneas", faction)):
        area = (yield from w.peek()).area
        if first:
            barred = ban_on(m, m.board, faction, start)  # the other Invader of its player is there
            w.check(area == start or bool(barred), "EGY-09b", f"{m.name(faction)} returns in {m.area(area)}")
            first = False
        elif area != start:
            w.check(
                area not in closed, "DSET-08", f"{m.name(faction)} returns near a home, in {m.area(area)}"
            )
            near = area in facts.border(m.board.occupied(faction)) or area in m.board.occupied(faction)
            w.check(near, "DSET-07", f"{m.name(faction)} cannot reach {m.area(area)}")
        yield from w.take()


def lost(w: Watch) -> Script[None]:
    """A side without discs has lost in the middle of anything (EGY-10a)."""
    m, facts = w.mirror, w.facts
    monitors = [one for one in facts.scenario.victory.monitors if one.no_discs]
    gone = [
        one for one in monitors if not any(m.board.total(facts.names.index(name)) for name in one.no_discs)
    ]
    w.check(bool(gone), "EGY-10a", "somebody who has discs has lost")
    m.loot = [0] * len(m.loot)
    yield from end_of_game(w, {named(w, name) for name in (gone[0].wins, *gone[0].also)})
