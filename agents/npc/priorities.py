"""Where the NPC places its discs: priorities 1 to 29 (NPC-93 to NPC-124).

Orders of the scenario come before all of them (`orders.py`; here numbers up to 0).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from acis_rules.box.scenario_blocks import DISCS_PER_COLOUR
from acis_rules.kernel.bits import members
from acis_rules.kernel.state import LEVELS
from acis_rules.kernel.types import Area, Areas
from acis_rules.table.terms import CITY

from .aims import LAST_DEFENSIVE, NO_PRIORITY, Aim, Order
from .distance import farthest, nearest, nearest_by_passage
from .orders import barred, first_orders, preferred, shunned
from .placement import Placement
from .position import Position

PHOENICIAN_SEAS = 4  # NPC-103
MINOAN_SEAS = 3  # NPC-104
DEPLOYED = 2 * DISCS_PER_COLOUR  # events to look back at: more than one Deployment step has
LAST_HOSTILE = 22

Priority = Callable[[Placement], Iterable[Aim]]


def next_order(p: Placement, areas: Areas, n: int, each: int = LEVELS, must: bool = False) -> Order | None:
    """The next group of discs, starting again with the first priority (NPC-93); None if none applies.

    `each`: a card may allow fewer discs per area than are left. `must`: it leaves no choice whether.
    """
    p.areas = p.offered = areas
    p.n = n
    p.each = each
    if not areas or n <= 0:
        return None
    for number, aim in _aims(p):
        if aim.areas:
            area = _choose(p, aim)
            return Order(area, _size(p, aim, area), number, f"{aim.why}: {p.pos.name(area)}", aim.rule)
    fit = p.may(p.areas) if must else 0
    if not fit:
        return None
    area = _choose(p, Aim(fit, ""))
    return Order(area, p.group(area), NO_PRIORITY, f"no priority applies: {p.pos.name(area)}")


def _aims(p: Placement) -> Iterator[tuple[int, Aim]]:
    """The orders of the scenario, then the priorities, each with its number."""
    if p.pos.rules is not None:
        p.areas &= ~barred(p.pos)
        yield from first_orders(p)
        p.areas &= ~shunned(p.pos)
    for number, priority in _IN_USE[bool(p.pos.enemies), bool(p.pos.gold)]:
        for aim in priority(p):
            yield number, aim


def _choose(p: Placement, aim: Aim) -> int:
    """One of the areas of an aim."""
    areas = preferred(p.pos, aim.areas)
    return p.ties.area(p.pos, areas, partial(_size, p, aim))


def _size(p: Placement, aim: Aim, area: Area) -> int:
    """How many discs go to an area of an aim together."""
    if aim.size is not None:
        return aim.size(area)
    return aim.each or p.group(area, aim.up_to)


def _fewest(areas: Areas, count: Callable[[int], int]) -> int:
    """Those of the areas with the lowest count."""
    if not areas & (areas - 1):
        return areas
    counts = {area: count(area) for area in members(areas)}
    low = min(counts.values())
    return sum(1 << area for area, n in counts.items() if n == low)


# ---------------------------------------------------- 1 to 11: defence of the home (NPC-94 to 104)


def _defend(p: Placement, prize: int, what: str) -> Iterable[Aim]:
    """Match and exceed enemies in areas that matter, the Primary enemy first, Barbarians last."""
    prize &= p.pos.enemy_areas & p.areas
    return _match(p, prize, what) if prize else ()


def _match(p: Placement, prize: int, what: str) -> Iterable[Aim]:
    for enemies in (*p.by_enemy, (p.pos.black,)):
        yield Aim(p.open(prize & p.pos.occupied_by(list(enemies))), f"an enemy disc {what}")


def enemy_at_home(p: Placement) -> Iterable[Aim]:
    """Priority 1 (NPC-94)."""
    return _defend(p, p.pos.home, "in its home area")


def enemy_at_wonder(p: Placement) -> Iterable[Aim]:
    """Priority 2 (NPC-95)."""
    return _defend(p, p.pos.wonders.get(p.pos.me, 0), "at its Wonder")


def enemy_at_gold(p: Placement) -> Iterable[Aim]:
    """Priority 3 (NPC-96)."""
    return _defend(p, p.pos.gold.get(p.pos.me, 0), "at its Gold")


def enemy_at_city(p: Placement) -> Iterable[Aim]:
    """Priority 4 (NPC-97)."""
    return _defend(p, p.pos.cities, "in its City")


def _city_at(p: Placement, prize: int, what: str) -> Iterable[Aim]:
    prize &= p.areas & p.pos.board.land & ~p.pos.cities
    return (Aim(p.may(prize, CITY), f"no City {what}", CITY),) if prize else ()


def city_at_home(p: Placement) -> Iterable[Aim]:
    """Priority 5 (NPC-98)."""
    return _city_at(p, p.pos.home, "in its home area")


def city_at_wonder(p: Placement) -> Iterable[Aim]:
    """Priority 6 (NPC-99)."""
    return _city_at(p, p.pos.wonders.get(p.pos.me, 0), "at its Wonder")


def city_at_gold(p: Placement) -> Iterable[Aim]:
    """Priority 7 (NPC-100)."""
    return _city_at(p, p.pos.gold.get(p.pos.me, 0), "at its Gold")


def city_next_to_home(p: Placement) -> Iterable[Aim]:
    """Priority 8 (NPC-101): where no player's disc is near."""
    pos = p.pos
    lands = pos.board.around(pos.home) & pos.board.land & ~pos.home
    areas = 0 if lands & pos.cities else p.may(lands, CITY)
    if not areas:
        return ()
    areas = farthest(pos.board, areas, pos.occupied_by(pos.players))
    return (Aim(areas, "no City next to its home area", CITY),)


def city_when_behind(p: Placement) -> Iterable[Aim]:
    """Priority 9 (NPC-102): with fewer Cities and VP than the player, if the discs suffice."""
    pos = p.pos
    if not pos.players:
        return ()
    (player,) = pos.leader
    if pos.view.vp[pos.me] >= pos.view.vp[player] or pos.cities.bit_count() >= pos.city_count(player):
        return ()
    lands = pos.occupied & pos.board.land & ~pos.cities & p.areas
    areas = sum(
        1 << area for area in members(lands) if pos.own[area] + p.group(area, CITY) >= CITY
    )  # fmt: skip
    if not areas:
        return ()
    return (Aim(nearest(pos.board, areas, pos.home), "fewer Cities and VP than the player", CITY),)


def _more_seas(p: Placement, block: int) -> bool:
    """Whether a block of sea areas is to be occupied: the first, one begun, or one with discs for it."""
    seas = (p.pos.occupied & p.pos.board.sea).bit_count()
    if seas < block:
        return True
    begun_at = max(seas - _new_seas(p.pos), seas - seas % block)
    return p.n + seas - begun_at >= block


def _new_seas(pos: Position) -> int:
    """Sea areas that it has come to with the discs it is placing: in thought, or in this Deployment step."""
    new = pos.occupied & ~pos.here[pos.me]
    for event in reversed(pos.view.events_since(max(0, pos.view.event_count - DEPLOYED))):
        if event.kind in ("phase", "turn"):
            break
        if event.kind == "placed" and event.faction == pos.me and event.cause == "deploy":
            new |= 1 << event.area & ~pos.levels[1]
    return (new & pos.board.sea).bit_count()


def phoenician_seas(p: Placement) -> Iterable[Aim]:
    """Priority 10 (NPC-103)."""
    pos = p.pos
    if pos.world.civilization(pos.s, pos.me).id != "phoenicia" or not _more_seas(p, PHOENICIAN_SEAS):
        return ()
    seas = p.areas & pos.board.sea & ~pos.occupied
    areas = sum(1 << a for a in members(seas) if p.fits(a, 1))
    return (Aim(areas, "Phoenicia occupies sea areas by fours", each=1),)


def minoan_seas(p: Placement) -> Iterable[Aim]:
    """Priority 11 (NPC-104)."""
    pos = p.pos
    if pos.world.civilization(pos.s, pos.me).id != "minos" or not _more_seas(p, MINOAN_SEAS):
        return ()
    seas = p.areas & pos.board.sea & ~pos.occupied
    others = [f for f in range(pos.world.n_factions) if f != pos.me]
    barbarians = seas & pos.here[pos.black] & ~pos.occupied_by(others)
    one = sum(1 << a for a in members(seas & ~barbarians) if p.fits(a, 1))
    held = sum(
        1 << a for a in members(barbarians) if pos.rows[pos.black][a] <= 2 <= min(p.left(a), pos.room(a))
    )
    return (
        Aim(one, "Minos occupies sea areas by threes", each=1),
        Aim(held, "Minos occupies a sea area of 1 or 2 Barbarians", each=2),
    )


# ------------------------------------------------------ 12 to 22: hostile (NPC-106 to NPC-116)


def _at(p: Placement, prize: Callable[[int], int], what: str) -> Iterable[Aim]:
    for enemies in p.by_enemy:
        areas = 0
        for enemy in enemies:
            areas |= prize(enemy)
        if areas & p.areas:
            yield Aim(p.open(areas), f"enemy {what}")


def _next_to(p: Placement, prize: Callable[[int], int], what: str) -> Iterable[Aim]:
    board = p.pos.board
    for enemies in p.by_enemy:
        prizes = 0
        for enemy in enemies:
            prizes |= prize(enemy)
        around = board.around(p.not_done(prizes)) & p.areas if prizes else 0
        if around:
            areas = p.open(around & board.land) or p.open(around & board.sea)
            yield Aim(_fewest(areas, p.pos.enemy_discs), f"next to an enemy {what}")


def enemy_gold(p: Placement) -> Iterable[Aim]:
    """Priority 12 (NPC-106)."""
    return _at(p, lambda f: p.pos.gold.get(f, 0), "Gold")


def enemy_wonder(p: Placement) -> Iterable[Aim]:
    """Priority 13 (NPC-107)."""
    return _at(p, lambda f: p.pos.wonders.get(f, 0), "Wonder")


def next_to_gold(p: Placement) -> Iterable[Aim]:
    """Priority 14 (NPC-108)."""
    return _next_to(p, lambda f: p.pos.gold.get(f, 0), "Gold")


def next_to_wonder(p: Placement) -> Iterable[Aim]:
    """Priority 15 (NPC-109)."""
    return _next_to(p, lambda f: p.pos.wonders.get(f, 0), "Wonder")


def enemy_city(p: Placement) -> Iterable[Aim]:
    """Priority 16 (NPC-110)."""
    return _at(p, p.pos.cities_of, "City")


def invasion_path(p: Placement) -> Iterable[Aim]:
    """Priority 17 (NPC-111): an Invader goes on towards enemy Gold, Wonders and Cities, by land if it can."""
    pos = p.pos
    if not pos.invader:
        return
    for enemies in p.by_enemy:
        prizes = homes = 0
        for enemy in enemies:
            prizes |= pos.gold.get(enemy, 0) | pos.wonders.get(enemy, 0) | pos.cities_of(enemy)
            homes |= pos.view.home[enemy]
        prizes = p.not_done(prizes)
        areas = p.open(p.areas & ~pos.occupied)
        passable = (
            sum(1 << a for a in members(pos.board.in_play & ~p.offered) if pos.largest(a) <= p.n) | areas
        )
        areas = nearest_by_passage(pos.board, areas, prizes, passable) if prizes else 0
        if areas:
            areas = nearest_by_passage(pos.board, areas, homes, passable) or areas
            yield Aim(_fewest(areas & pos.board.land or areas, pos.enemy_discs), "the way of an Invader")


def next_to_city(p: Placement) -> Iterable[Aim]:
    """Priority 18 (NPC-112)."""
    return _next_to(p, p.pos.cities_of, "City")


def _small(p: Placement, discs: int, barbarians: int, what: str) -> Iterable[Aim]:
    pos = p.pos
    exactly, more = pos.view.at_least[discs - 1], pos.view.at_least[discs]
    for enemies in p.by_enemy:
        areas = 0
        for enemy in enemies:
            areas |= exactly[enemy] & ~more[enemy]
        areas &= p.areas & ~pos.view.at_least[barbarians][pos.black]
        if areas:
            yield Aim(p.open(areas), f"an enemy {what}")


def enemy_settlement(p: Placement) -> Iterable[Aim]:
    """Priority 19 (NPC-113), with at least 2 discs left."""
    return _small(p, 2, 2, "Settlement") if p.n >= 2 else ()


def enemy_camp(p: Placement) -> Iterable[Aim]:
    """Priority 20 (NPC-114)."""
    return _small(p, 1, 1, "Camp")


def own_city(p: Placement) -> Iterable[Aim]:
    """Priority 21 (NPC-115)."""
    pos = p.pos
    return (Aim(p.may(_settlements(pos) & ~pos.opposed), "its own Settlement becomes a City"),)


def towards_the_enemy(p: Placement) -> Iterable[Aim]:
    """Priority 22 (NPC-116)."""
    pos = p.pos
    free = p.areas & ~pos.enemy_areas
    areas = p.may(free) if free & pos.opposed else sum(1 << a for a in members(free) if pos.room(a) > 0)
    for enemies in p.by_enemy:
        homes = 0
        for enemy in enemies:
            homes |= pos.view.home[enemy]
        closer = nearest(pos.board, areas, homes)
        yield Aim(nearest(pos.board, closer, pos.occupied_by(list(enemies))), "towards the enemy's home area")


# -------------------------------------------------- 23 to 29: not hostile (NPC-117 to NPC-123)


def _settlements(pos: Position) -> int:
    return pos.levels[1] & ~pos.levels[2] & pos.board.land


def own_settlement(p: Placement) -> Iterable[Aim]:
    """Priority 23 (NPC-117)."""
    pos = p.pos
    camps = pos.levels[0] & ~pos.levels[1] & pos.board.land
    return (Aim(p.may(camps), "its own Camp becomes a Settlement"),)


def empty_sea(p: Placement) -> Iterable[Aim]:
    """Priority 24 (NPC-118)."""
    pos, board = p.pos, p.pos.board
    seas = board.around(pos.occupied & board.land) & board.sea & ~pos.occupied & ~pos.opposed
    return (Aim(p.may(seas), "an empty sea area next to its land"),)


def empty_land(p: Placement) -> Iterable[Aim]:
    """Priority 25 (NPC-119)."""
    pos, board = p.pos, p.pos.board
    lands = board.around(pos.occupied) & board.land & ~pos.occupied & ~pos.opposed
    return (Aim(p.may(lands, CITY), "an empty land area next to it", CITY),)


def own_city_behind(p: Placement) -> Iterable[Aim]:
    """Priority 26 (NPC-120)."""
    pos = p.pos
    if pos.view.vp[pos.me] >= max(pos.view.vp):
        return ()
    return (Aim(p.may(_settlements(pos)), "its own Settlement becomes a City"),)


def _barbarian_area(p: Placement, kind: int, what: str) -> Iterable[Aim]:
    pos = p.pos
    others = [f for f in range(pos.world.n_factions) if f != pos.me]
    held = pos.here[pos.black] & ~pos.occupied & ~pos.occupied_by(others)
    areas = held & kind & pos.board.around(pos.occupied) & p.areas
    areas = sum(1 << a for a in members(areas) if _exceeds(p, a))
    return (Aim(_fewest(areas, pos.rows[pos.black].__getitem__), f"a {what} area of the Barbarians"),)


def _exceeds(p: Placement, area: Area) -> bool:
    """Whether the discs left suffice to exceed the Barbarians there by one, up to the limit."""
    group = p.group(area)
    return 0 < group >= min(p.pos.rows[p.pos.black][area] + 1, p.pos.room(area))


def barbarian_land(p: Placement) -> Iterable[Aim]:
    """Priority 27 (NPC-121)."""
    return _barbarian_area(p, p.pos.board.land, "land")


def barbarian_sea(p: Placement) -> Iterable[Aim]:
    """Priority 28 (NPC-122)."""
    return _barbarian_area(p, p.pos.board.sea, "sea")


def shared_sea(p: Placement) -> Iterable[Aim]:
    """Priority 29 (NPC-123)."""
    pos, board = p.pos, p.pos.board
    others = pos.occupied_by([f for f in range(pos.world.n_factions) if f != pos.me])
    seas = board.around(pos.occupied) & board.sea & others & ~pos.occupied & p.areas
    areas = sum(1 << a for a in members(seas) if pos.largest(a) == 1)
    return (Aim(areas, "a sea area of others, without a competition", each=1),)


PRIORITIES: tuple[tuple[int, Priority], ...] = tuple(
    enumerate(
        (
            enemy_at_home, enemy_at_wonder, enemy_at_gold, enemy_at_city, city_at_home, city_at_wonder,
            city_at_gold, city_next_to_home, city_when_behind, phoenician_seas, minoan_seas,
            enemy_gold, enemy_wonder, next_to_gold, next_to_wonder, enemy_city, invasion_path,
            next_to_city, enemy_settlement, enemy_camp, own_city, towards_the_enemy,
            own_settlement, empty_sea, empty_land, own_city_behind, barbarian_land, barbarian_sea,
            shared_sea,
        ),
        start=1,
    )
)  # fmt: skip
_HOSTILE = PRIORITIES[:LAST_HOSTILE]  # NPC-105
_PEACEFUL = PRIORITIES[:LAST_DEFENSIVE] + PRIORITIES[LAST_HOSTILE:]
_ABOUT_GOLD = (enemy_at_gold, city_at_gold, enemy_gold, next_to_gold)
_IN_USE = {  # by whether there are enemies, and Gold
    (hostile, gold): [(number, p) for number, p in priorities if gold or p not in _ABOUT_GOLD]
    for hostile, priorities in ((True, _HOSTILE), (False, _PEACEFUL))
    for gold in (True, False)
}
