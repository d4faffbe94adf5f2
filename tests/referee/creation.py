"""The creation of an NPC that was met (EXP-36 to 49)."""

from __future__ import annotations

from .drawing import reshuffle_if_empty
from .watch import Script, Watch

CAUSE = "exploration"
SIZES = {0: 8, 1: 10}  # white, black (EXP-39)
SEAFARERS = ("minos", "phoenicia")


def creation(w: Watch, npc: int, area: int) -> Script[None]:
    """The eight steps."""
    m = w.mirror
    yield from w.expect("EXP-33", "appeared", faction=npc, area=area)
    yield from w.expect("EXP-33", "bag", faction=npc, n=-1)
    yield from w.expect("EXP-33", "placed", CAUSE, faction=npc, area=area)
    for rule in ("EXP-37", "EXP-38"):
        around = empty(w) & w.facts.around[area]
        if not around:
            break
        area = yield from put(w, rule, npc, best(w, around))
    drawn = yield from w.expect("EXP-39", "discs_drawn", "size", faction=npc)
    size = SIZES.get(drawn.colours[0], 12) + 2 * (m.turn - 1)
    yield from deployment(w, npc, area, min(size, m.supply[npc]))
    yield from identity(w, npc)
    yield from w.expect("EXP-47", "turn_order", order=(npc, *m.order))
    vp = max(m.vp[f] for f in players(w) if f != npc)
    if vp:
        yield from w.expect("EXP-48", "vp", CAUSE, faction=npc, n=vp)
    yield from reshuffle_if_empty(w, len(m.deck) + 1)
    own_hand = w.facts.knobs[npc].opening_hand
    n = w.facts.scenario.deck.opening_hand if own_hand is None else own_hand
    yield from w.expect("EXP-49", "drew", CAUSE, faction=npc, n=min(n, len(m.deck - w.facts.events)))


# ------------------------------------------------------------------------- sets of areas


def players(w: Watch) -> list[int]:
    """The players' civilizations; all, if there are only NPCs."""
    return [f for f in w.mirror.order if f not in w.facts.npcs] or list(w.mirror.order)


def empty(w: Watch) -> set[int]:
    """Areas without any disc."""
    m = w.mirror
    return {a for a in w.facts.in_play if not m.board.present(a) and a not in m.white}


def distance(w: Watch, area: int) -> int:
    """Steps to the nearest disc of a player."""
    goal = {a for f in players(w) for a in w.mirror.board.occupied(f)}
    return _steps(w, area, goal)


def _steps(w: Watch, area: int, goal: set[int]) -> int:
    reached, n = {area}, 0
    while not reached & goal:
        wider = reached | w.facts.border(reached)
        if wider == reached:
            return 99
        reached, n = wider, n + 1
    return n


def farthest(w: Watch, areas: set[int]) -> set[int]:
    """Those farthest from the players' discs."""
    most = max((distance(w, area) for area in areas), default=0)
    return {area for area in areas if distance(w, area) == most}


def inactive_homes(w: Watch) -> dict[int, str]:
    """Homes on the map of civilizations that nobody plays."""
    m = w.mirror
    taken = set().union(*m.home)
    homes = w.facts.homes_in_play.items()
    return {area: name for name, area in homes if name not in m.civilization and area not in taken}


def best(w: Watch, areas: set[int]) -> set[int]:
    """An inactive home, then far from the players, then land (EXP-37)."""
    areas = areas & inactive_homes(w).keys() or areas
    areas = farthest(w, areas)
    return areas & w.facts.land or areas


def put(w: Watch, rule: str, npc: int, areas: set[int], n: int = 1) -> Script[int]:
    """So many discs in one of these areas; which it was."""
    event = yield from w.expect(rule, "placed", CAUSE, faction=npc)
    w.check(event.area in areas, rule, f"not {w.mirror.area(event.area)}, {w.mirror.names(areas)} is right")
    for _ in range(n - 1):
        yield from w.expect(rule, "placed", CAUSE, faction=npc, area=event.area)
    return event.area


# ------------------------------------------------------------------------- 4: deployment


def deployment(w: Watch, npc: int, start: int, n: int) -> Script[None]:
    """Around the last disc, then outwards, land before sea; then Cities, then Ready (EXP-40)."""
    m, facts = w.mirror, w.facts
    around = set(facts.around[start])
    n = yield from settle(w, npc, around & facts.land, 2, n)
    n = yield from settle(w, npc, around & facts.sea, 1, n)
    for kind, each in ((facts.land, 2), (facts.sea, 1)):
        while n and (areas := facts.border(m.board.occupied(npc)) & kind & allowed(w, npc)):
            n = yield from settle(w, npc, areas, each, n)
    for kind, most in ((facts.land, 3), (facts.land, 4), (facts.coastal, 2)):
        while n and (short := {a for a in m.board.occupied(npc) & kind if m.board.discs[npc][a] < most}):
            event = yield from w.peek()
            k = min(n, most - m.board.discs[npc][event.area])
            yield from put(w, "EXP-40", npc, farthest(w, short), k)
            n -= k
    if n:
        yield from w.expect("EXP-40", "ready", CAUSE, faction=npc, n=n)


def settle(w: Watch, npc: int, areas: set[int], each: int, n: int) -> Script[int]:
    """So many in each of the areas that are empty, the best first; how many are left."""
    areas = areas & allowed(w, npc)
    while areas and n:
        k = min(each, n)
        areas -= {(yield from put(w, "EXP-40", npc, best(w, areas), k))}
        n -= k
    return n


def allowed(w: Watch, npc: int) -> set[int]:
    """Empty areas not in or next to the home of another (DSET-08)."""
    homes = set().union(*(home for f, home in enumerate(w.mirror.home) if f != npc))
    return empty(w) - homes - w.facts.border(homes)


# ------------------------------------------------------------------- 5: home and display


def available(w: Watch) -> list[str]:
    """The displays agreed on for NPCs that nobody plays; if none is left, any other."""
    scenario, played = w.facts.scenario, set(w.mirror.civilization)
    pool = scenario.choice if scenario.npc_choice is None else scenario.npc_choice
    full = [limit.of for limit in scenario.limits if len(set(limit.of) & played) >= limit.at_most]
    agreed = [c for c in pool if c not in played and not any(c in group for group in full)]
    return agreed or [c for c in w.facts.civilizations if c not in played]


def identity(w: Watch, npc: int) -> Script[None]:
    """Which civilization it is, and where its home is (EXP-41 to EXP-46)."""
    m, facts = w.mirror, w.facts
    choice = seafarers(w, npc)
    if choice:
        while (yield from w.comes("removed", CAUSE)):
            event = yield from w.take()
            w.check(event.area in choice, "EXP-42", f"discs leave {m.area(event.area)}")
    else:
        yield from leave_open_seas(w, npc)
        choice = other_homes(w, npc)
    event = yield from w.expect("EXP-44", "civilization", faction=npc)
    name = facts.civilizations[event.display]
    if not choice:
        return
    given = facts.homes_in_play.get(name, -1)
    home = (yield from w.take()).area if (yield from w.comes("home", faction=npc)) else given
    if home in choice and name in SEAFARERS and facts.open_sea & m.board.occupied(npc):
        w.check(not m.board.present(home), "EXP-42", f"{m.area(home)} is not cleared")
        m.white.discard(home)
    right = home in choice and name in choice[home]
    w.check(right, "EXP-45", f"{name} is at home in {m.area(home)}; right is {choice}")
    for _ in range(min(3, m.limit(home) - m.board.discs[npc][home], m.supply[npc])):
        yield from w.expect("EXP-44", "placed", CAUSE, faction=npc, area=home)
    around = facts.around[home] & facts.land
    if name == "egypt" and home not in facts.nile and around:
        event = yield from w.expect("EXP-46", "nile", faction=npc)
        w.check(
            event.area in (around & m.board.occupied(npc) or around),
            "EXP-46",
            f"{m.area(event.area)}: no Nile",
        )


def seafarers(w: Watch, npc: int) -> dict[int, set[str]]:
    """Homes of seafaring civilizations that it can have, with their names."""
    m, facts = w.mirror, w.facts
    here = m.board.occupied(npc)
    if facts.cut_line not in (None, "eastern", "extended_eastern") or not here & facts.open_sea:
        return {}
    free = inactive_homes(w)
    homes = {area for area, name in free.items() if name in SEAFARERS and name in available(w)}
    beside = homes & (here | facts.border(here))
    unsettled = {area for area in homes if set(m.board.present(area)) <= {facts.black}}
    return {area: {free[area]} for area in beside or farthest(w, unsettled)}


def leave_open_seas(w: Watch, npc: int) -> Script[None]:
    """To Cities, Settlements, coastal seas, or Ready (EXP-43)."""
    m, facts = w.mirror, w.facts
    discs = m.board.discs[npc]
    while adrift := m.board.occupied(npc) & facts.open_sea:
        here = m.board.occupied(npc)
        lands = here & facts.land
        towns = {a for a in lands if discs[a] == 2} or {a for a in lands if discs[a] == 1 and len(adrift) > 1}
        camps = {a for a in lands if discs[a] == 1}
        coasts = facts.border(here - facts.open_sea) & facts.coastal & empty(w)
        event = yield from w.expect("EXP-43", "removed", CAUSE, faction=npc)
        w.check(event.area in adrift, "EXP-43", f"a disc leaves {m.area(event.area)}")
        goal = towns or camps or coasts
        if goal:
            yield from put(w, "EXP-43", npc, goal)
        else:
            yield from w.expect("EXP-43", "ready", CAUSE, faction=npc, n=1)


def other_homes(w: Watch, npc: int) -> dict[int, set[str]]:
    """The areas that can be its home, with the displays it can then have (EXP-44, EXP-45)."""
    m, facts = w.mirror, w.facts
    here, names = m.board.occupied(npc), available(w)
    free = inactive_homes(w)
    agreed = {area: {name} for area, name in free.items() if area in here and name in names}
    if agreed:
        return agreed
    if here & free.keys():
        return {area: set(names) for area in here & free.keys()}
    homes = {facts.homes_in_play[name]: name for name in names if name in facts.homes_in_play}
    out = {}
    for area in farthest(w, here & facts.land or here):
        nearest = min((_steps(w, area, {home}) for home in homes), default=0)
        near = {name for home, name in homes.items() if _steps(w, area, {home}) == nearest}
        out[area] = near or set(names)
    return out
