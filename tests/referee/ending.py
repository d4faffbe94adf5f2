"""Victory: conquest, the end of the game, who wins (END)."""

from __future__ import annotations

from fractions import Fraction

from .watch import Script, Watch


def score(w: Watch, player: int) -> int | Fraction:
    """The VP of a player's civilizations, divided where two stand against one (MULTI-05, ONE2-13)."""
    factions = [f for f in range(w.facts.n) if w.facts.player[f] == player]
    total = Fraction(sum(w.mirror.vp[f] for f in factions))
    return total / w.facts.scenario.factions[factions[0]].divisor


def standing(w: Watch, player: int) -> tuple[int | Fraction, ...]:
    """VP, then the tie-breaks in order (END-01 to END-05)."""
    m = w.mirror
    factions = [f for f in range(w.facts.n) if w.facts.player[f] == player]
    single = w.facts.options.single
    return (
        score(w, player),
        int(single is not None and single in factions),  # ONE2-14
        sum(m.wonder_areas(f) for f in factions),
        sum(m.city_count(f) for f in factions),
        sum(m.board.total(f) for f in factions),
        sum(len(m.board.occupied(f)) for f in factions),
    )


def end_of_game(w: Watch, candidates: set[int] | None = None) -> Script[None]:
    """The best player has won; several only if all tie-breaks are equal (END-06)."""
    players = {w.facts.player[f] for f in w.mirror.order} if candidates is None else candidates
    standings = {player: standing(w, player) for player in players}
    best = max(standings.values())
    for faction in range(w.facts.n):
        if standings.get(w.facts.player[faction]) == best:
            yield from w.expect("END-01", "won", faction=faction, n=w.mirror.vp[faction])
    w.mirror.phase = "over"


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
        yield from end_of_game(w, {w.facts.player[f] for f in conquerors})
    elif (yield from w.comes("conquest")):
        w.dispute("PUNIC-03", "nobody Controls the areas that decide the game")
    return bool(conquerors)
