"""God-King of Egypt: Invaders that return, the end without a disc (EGY-09, EGY-10a)."""

from __future__ import annotations

from .aeneas import become_barbarians, give_up_holdings
from .ending import end_of_game, named
from .setup import default_placement
from .watch import Script, Watch


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
    yield from default_placement(w, faction, {facts.find(block.first)}, m.ready[faction], "aeneas")
    m.supply[faction] += m.ready[faction]
    m.ready[faction] = 0


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
