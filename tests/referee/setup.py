"""Setup: civilizations, starting discs, opening hands (SET, DSET, WSTART)."""

from __future__ import annotations

from collections import Counter

from acis_rules.box.board import sides
from acis_rules.box.scenario_blocks import WonderBlock

from .bans import ban_on
from .drawing import hand_limit
from .empires import pass_on
from .hannibal import march
from .persians import lay_out
from .watch import Script, Watch

HOME_DISCS, LAND_DISCS, SEA_DISCS = 2, 2, 1  # DSET-07


def setup(w: Watch) -> Script[None]:
    """Barbarians, civilizations one by one, Wonders agreed on, then the hands."""
    m, facts = w.mirror, w.facts
    for area, n in facts.scenario.setup.barbarians.items():
        yield from w.expect("PUNIC-01", "barbarians", "setup", area=facts.find(area), n=n)
    players = facts.n - len(facts.unknown)
    picked: set[int] = set()
    while (yield from w.comes("picked")):  # before anybody places (EXP-06)
        picked.add((yield from w.take()).faction)
    for _ in range(players - len(facts.plain)):
        event = yield from w.expect("SET-09", "civilization")
        right = (
            event.faction not in picked or m.civilization[event.faction] == facts.civilizations[event.display]
        )
        w.check(right, "SET-09", f"{w.words(event)} was another")
        yield from settle(w, event.faction)
    for faction in sorted(facts.plain):
        m.home[faction] = set(map(facts.find, facts.scenario.factions[faction].home or ()))
        yield from settle(w, faction)
    named = [name for name in m.civilization if name]
    right = len(set(named)) == len(named) == players - len(facts.plain)
    w.check(right, "SET-09", f"civilizations {m.civilization}")
    for _ in range(players * facts.options.starting_wonders):
        if not (yield from w.comes("built")):
            break
        yield from starting_wonder(w)
    for area, gold in facts.scenario.setup.gold.items():
        if gold.owner == "barbarians":
            where = facts.find(area)
            yield from w.expect("GREEK-S06", "gold", "setup", faction=facts.black, area=where, n=gold.n)
    yield from march(w)
    foes: set[int] = set()
    for _ in range(facts.n - len(m.absent | facts.idle)):
        event = yield from w.peek()
        for card in facts.scenario.setup.hands.get(called(w, event.faction), ()):
            yield from w.expect("DSET-01", "begins_with", faction=event.faction, card=card)
        own_hand = facts.knobs[event.faction].opening_hand
        n = facts.scenario.deck.opening_hand if own_hand is None else own_hand
        drawn = yield from w.expect("SET-14", "drew", "setup", n=n)
        foes.add((yield from pass_on(w, drawn.faction, drawn.cards)))
        m.order.append(event.faction)  # hands are dealt in turn order
    foes.discard(-1)
    while foes:  # who was given cards keeps to the limit, whatever it was dealt
        event = yield from w.peek()
        foe = event.faction if event.cause == "hand limit" else min(foes)
        w.check(foe in foes, "DEF-50", f"{w.words(event)}: it was given no card")
        yield from hand_limit(w, foe)
        foes.remove(foe)
    yield from lay_out(w)
    everybody = set(range(facts.n)) - m.absent - facts.idle
    w.check(sorted(m.order) == sorted(everybody), "SET-08", f"turn order {m.order}")
    if (places := facts.scenario.setup.turn_order) and facts.options.turn_order is None:
        given = sorted(m.order, key=lambda f: places[called(w, f)])
        w.check(m.order == given, "DSET-01", f"turn order {m.order}")


def settle(w: Watch, faction: int) -> Script[None]:
    """The discs and Gold that the scenario gives a civilization, then those it places itself."""
    m, facts = w.mirror, w.facts
    block = facts.scenario.setup
    name = called(w, faction)
    discs = Counter({facts.find(area): n for area, n in block.discs.get(name, {}).items()})
    while discs.total():
        event = yield from w.expect("SET-10", "placed", "setup", faction=faction)
        w.check(discs[event.area] > 0, "SET-10", f"{name} does not start in {m.area(event.area)}")
        discs[event.area] -= 1
    if ready := block.ready.get(called(w, faction)):
        yield from w.expect("DSET-01", "ready", "setup", faction=faction, n=ready)
    for wonder, stands in block.wonders.items():
        if stands.owner == called(w, faction):
            yield from standing_wonder(w, faction, facts.wonder_name.index(wonder), stands)
    for area, gold in block.gold.items():
        if gold.owner == name:
            yield from w.expect("GOLD-02", "gold", faction=faction, area=facts.find(area), n=gold.n)
    if facts.knobs[faction].talents and faction not in facts.idle:  # who have no Treasury
        yield from w.expect("OPT-06", "talents", "setup", faction=faction, n=facts.knobs[faction].talents)
    if block.placement:
        yield from around_home(w, faction)


def around_home(w: Watch, faction: int) -> Script[None]:
    """As many discs as the scenario says, around its home."""
    own = w.facts.scenario.factions[faction].placement
    n = w.facts.scenario.setup.placement if own is None else own
    yield from default_placement(w, faction, w.mirror.home[faction], n, "setup")


def default_placement(w: Watch, faction: int, start: set[int], left: int, cause: str) -> Script[None]:
    """2 discs in the first area, 2 in each land next to it, 1 in each sea, then the rest (DSET-07 to 09)."""
    m, facts = w.mirror, w.facts
    allowed = allowed_areas(w, faction)
    beside = facts.border(start) & allowed
    for areas, each in (
        (start, HOME_DISCS),
        (beside & facts.land, LAND_DISCS),
        (beside & facts.sea, SEA_DISCS),
    ):
        if areas:
            left -= yield from fill(w, faction, areas, each, left, cause)
    before = m.board.occupied(faction)
    grown: set[int] = set()
    at_sea = False
    while (yield from w.comes("placed", cause, faction)):
        area = (yield from w.peek()).area
        here = m.board.discs[faction][area]
        where = f"{m.name(faction)} may not start in {m.area(area)}"
        if area in before:
            w.check(area not in grown, "DSET-07d", f"{where}: one more disc there at most")
            grown.add(area)
        elif here:
            w.check(area in facts.land and here < LAND_DISCS and not at_sea, "DSET-07d", where)
        else:
            empty = not m.board.present(area) and area in facts.border(m.board.occupied(faction))
            w.check(empty and area in allowed, "DSET-07d", f"{where}: empty areas next to its own")
            w.check(area in facts.sea or not at_sea, "DSET-07d", f"{where}: land before sea")
            at_sea |= area in facts.sea
        yield from w.take()
        left -= 1
        w.check(left >= 0, "DSET-07d", f"{m.name(faction)} starts with too many discs")
    if left:
        beside = facts.border(m.board.occupied(faction)) & allowed & facts.sea
        empty_seas = {area for area in beside if not m.board.present(area)}
        more = [area for area in before - grown | empty_seas if has_room(w, faction, area)]
        w.check(not more, "DSET-07d", f"{m.name(faction)} could place {left} discs more")


def fill(w: Watch, faction: int, areas: set[int], each: int, left: int, cause: str) -> Script[int]:
    """So many discs in each of these, as far as they go and nobody is in the way; how many."""
    open_ = Counter(dict.fromkeys(areas, each))
    n = 0
    while n < left and any(k and has_room(w, faction, area) for area, k in open_.items()):
        event = yield from w.expect("DSET-07", "placed", cause, faction=faction)
        too_soon = f"{w.mirror.name(faction)} starts in {w.mirror.area(event.area)} too soon"
        w.check(open_[event.area] > 0, "DSET-07", too_soon)
        open_[event.area] -= 1
        n += 1
    return n


def has_room(w: Watch, faction: int, area: int) -> bool:
    """Whether one more disc may go there: stacking, Events, a partner who is there."""
    m = w.mirror
    full = m.board.discs[faction][area] >= m.limit(area)
    return not full and area not in m.forbidden and not ban_on(m, m.board, faction, area)


def allowed_areas(w: Watch, faction: int) -> set[int]:
    """Its side of the line, not in or next to a home taken by another (DSET-08, ANT-03).

    Open seas only for seafarers before Epoch IV (DEF-38).
    """
    m, facts = w.mirror, w.facts
    out = set(facts.in_play)
    side, line = facts.scenario.factions[faction].side, facts.scenario.setup.line
    if side is not None and line is not None:
        bits = sides(line)[side]
        out = {area for area in out if bits >> area & 1}
    for other, home in enumerate(m.home):
        if other != faction:
            out -= home | facts.border(home)
    return out if m.may_sail(faction, "setup") else out - facts.open_sea


def standing_wonder(w: Watch, faction: int, wonder: int, block: WonderBlock) -> Script[None]:
    """A Wonder that the scenario puts on the map."""
    area = w.facts.find(block.area)
    yield from w.expect("DSET-01", "built", faction=faction, area=area, wonder=wonder)
    n = w.facts.wonder_discs[wonder] if block.discs is None else block.discs
    yield from w.expect("DSET-01", "wonder_discs", "built", faction=faction, wonder=wonder, n=n)


def called(w: Watch, faction: int) -> str:
    """What the scenario file calls a faction."""
    return w.facts.scenario.factions[faction].id or w.mirror.civilization[faction]


def starting_wonder(w: Watch) -> Script[None]:
    """A Wonder in any land area that its owner occupies, one in each area (WSTART-02)."""
    m = w.mirror
    event = yield from w.peek()
    taken = {wonder.area for wonder in m.wonders.values()}
    sites = (m.board.occupied(event.faction) & w.facts.land) - taken
    w.check(event.area in sites, "WSTART-02", f"no Wonder can stand in {m.area(event.area)}")
    w.check(event.wonder not in m.wonders, "WSTART-02", "a Wonder is built twice")
    yield from w.take()
    n = min(w.facts.wonder_discs[event.wonder], m.supply[event.faction])
    if n:
        yield from w.expect(
            "WSTART-02", "wonder_discs", "built", faction=event.faction, wonder=event.wonder, n=n
        )
