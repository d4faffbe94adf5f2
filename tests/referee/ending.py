"""Victory: conquest, the end of the game, who wins (END)."""

from __future__ import annotations

from fractions import Fraction

from acis_rules.box.victory_blocks import MonitorBlock

from .scoring import sources
from .watch import Script, Watch


def side(w: Watch, faction: int) -> str | int:
    """The side of a faction: its team, or as the scenario says, else its player."""
    for number, team in enumerate(w.facts.options.teams):
        if w.facts.player[faction] in team:
            return f"team {number}"
    for name, block in w.facts.scenario.sides.items():
        if w.facts.names[faction] in block.factions:
            return name
    return w.facts.player[faction]


def members(w: Watch, of: str | int) -> list[int]:
    """The factions of a side."""
    return [f for f in range(w.facts.n) if side(w, f) == of]


def score(w: Watch, of: str | int) -> Fraction:
    """The VP of a side, divided where the scenario says so (MULTI-05, ONE2-13)."""
    factions = members(w, of)
    total = Fraction(sum(w.mirror.vp[f] for f in factions))
    if isinstance(of, int):
        return total / w.facts.scenario.factions[factions[0]].divisor
    if of not in w.facts.scenario.sides:
        return total
    block = w.facts.scenario.sides[of]
    if block.average:
        return total / max(1, sum(w.facts.scenario.factions[f].scores for f in factions))
    return Fraction(total // block.divisor) if block.round_down else total / block.divisor


def named(w: Watch, name: str) -> str | int:
    """A side by its name or by that of a faction; of teams the one that has all of it, or none."""
    blocks, names = w.facts.scenario.sides, w.facts.names
    factions = (name,) if name in names else blocks[name].factions
    sides = {side(w, names.index(faction)) for faction in factions}
    return sides.pop() if len(sides) == 1 else -1


def wins_ties(w: Watch, of: str | int) -> int:
    """What the scenario says about ties in VP, before the usual tie-breaks."""
    tie = w.facts.scenario.victory.tie
    own = members(w, of)
    if tie.control:
        return int(any(w.mirror.board.controls(f, w.facts.find(tie.control)) for f in own))
    first = [named(w, name) for name in tie.first]
    return len(first) - first.index(of) if of in first else 0


def is_the_npc(w: Watch, of: str | int) -> int:
    """Whether an NPC with VP is on a side, where that wins ties (HANN-07c)."""
    rivals = w.facts.npcs & w.facts.scorers & {*members(w, of)}
    return int(w.facts.scenario.victory.tie.npc and bool(rivals))


def standing(w: Watch, of: str | int) -> tuple[int | Fraction, ...]:
    """VP, then the tie-breaks in order (END-01 to END-05)."""
    m = w.mirror
    factions = members(w, of)
    single = w.facts.options.single
    return (
        score(w, of),
        is_the_npc(w, of),
        int(single is not None and single in factions),  # ONE2-08
        wins_ties(w, of),
        sum(m.wonder_areas(f) for f in factions),
        sum(m.city_count(f) for f in factions),
        sum(m.board.total(f) for f in factions),
        sum(len(m.board.occupied(f)) for f in factions),
    )


def finalists(w: Watch) -> set[str | int]:
    """Who can win a game that has run to its end."""
    final = w.facts.scenario.victory.final
    compared = {side(w, f) for f in w.mirror.order if w.facts.scenario.factions[f].scores}
    if w.facts.scenario.victory.players_only:  # EGYM-2P1
        compared = {of for of in compared if set(members(w, of)) - w.facts.npcs} or compared
    if final is None:
        return compared
    own = named(w, final.side)
    lacks_lead = final.lead and any(score(w, other) > score(w, own) for other in compared)
    held = {
        area for area, (owner, _) in w.mirror.gold.items()
        if owner in members(w, own) and any(w.mirror.board.controls(f, area) for f in members(w, own))
    }  # fmt: skip
    return {named(w, final.otherwise)} if lacks_lead or (final.gold and not held) else {own}


def end_of_game(w: Watch, candidates: set[str | int] | None = None) -> Script[None]:
    """The best side has won; several only if all tie-breaks are equal (END-06).

    Without candidates the game has run to its end: the last VP come first.
    """
    if candidates is None:
        yield from sources(w, "final", w.present())
    standings = {of: standing(w, of) for of in (finalists(w) if candidates is None else candidates)}
    best = max(standings.values())
    winners = [f for f in range(w.facts.n) if standings.get(side(w, f)) == best]
    if w.facts.scenario.victory.single_winner or w.facts.options.single_winner:
        alone = {f: own_standing(w, f) for f in winners}
        winners = [f for f in winners if alone[f] == max(alone.values())]
    for faction in winners:
        yield from w.expect("END-01", "won", faction=faction, n=w.mirror.vp[faction])
    w.mirror.phase = "over"


def own_standing(w: Watch, faction: int) -> tuple[int | Fraction, ...]:
    """VP and tie-breaks of one civilization (TEAM-09)."""
    m = w.mirror
    return (
        m.vp[faction], m.wonder_areas(faction), m.city_count(faction), m.board.total(faction),
        len(m.board.occupied(faction)),
    )  # fmt: skip


def decisive_sets(w: Watch, faction: int) -> list[set[int]]:
    """Sets of areas of which Control wins at once (PUNIC-03, PUN2-03, ANT-08)."""
    victory = w.facts.scenario.victory
    m = w.mirror
    if m.epoch < victory.from_epoch:
        return []
    if victory.own_and_another_home and m.home[faction]:
        own = m.home[faction]
        return [own | m.home[f] for f in m.order if m.home[f] - own]
    return [set(map(w.facts.find, victory.control))] if victory.control else []


def conquest(w: Watch) -> Script[bool]:
    """At the end of the Competition Phase; whether the game is over."""
    m = w.mirror
    conquerors = []
    for faction in range(w.facts.n):
        lands = m.board.controlled(faction)
        if any(areas <= lands for areas in decisive_sets(w, faction)):
            conquerors.append(faction)
            yield from w.expect("PUNIC-03", "conquest", faction=faction)
    if conquerors:
        yield from end_of_game(w, {side(w, f) for f in conquerors})
        return True
    for monitor in w.facts.scenario.victory.monitors:
        if (yield from monitored(w, monitor)):
            return True
    if (yield from w.comes("conquest")):
        w.dispute("PUNIC-03", "nobody Controls the areas that decide the game")
    return False


def monitored(w: Watch, monitor: MonitorBlock) -> Script[bool]:
    """Whether a side has won at once because all that a monitor asks for is so."""
    m, facts = w.mirror, w.facts
    where = {name: facts.names.index(name) for name in facts.names}
    wonders = {wonder.area for wonder in m.wonders.values()}
    right = (
        all(
            m.board.controls(where[name], facts.find(area))
            for name, areas in monitor.control.items()
            for area in areas
        )
        and not any(
            owner == where[name] and m.board.discs[owner][area]
            for name in monitor.no_gold
            for area, (owner, _) in m.gold.items()
        )
        and not any(m.board.total(where[name]) for name in monitor.no_discs)
        and all(len(m.board.occupied(where[name]) & wonders) >= n for name, n in monitor.wonder_areas.items())
    )
    if right:
        yield from w.expect("PERS-09c", "decided")
        yield from end_of_game(w, {named(w, name) for name in (monitor.wins, *monitor.also)})
    return right
