"""The Growth Phase (GRO)."""

from __future__ import annotations

from .bribes import bribes
from .drawing import draw, hand_limit, reshuffle_if_empty
from .events import resolve_event
from .god_king import returning
from .hannibal_options import check_grown, election
from .uses import comes_use, use_in_acquisition, use_in_deployment
from .watch import Script, Watch

MOST_IN_A_SMALL_GROUP = 2  # a third disc on land makes a City
NO_STEPS, ALL_STEPS = 0, 2  # of the first Growth Phase


def growth_phase(w: Watch) -> Script[None]:
    """Each civilization in turn order takes all four steps before the next one begins (GRO-01, GRO-02)."""
    yield from w.expect("GRO-01", "phase", phase="growth")
    first = w.mirror.turn == 1 and w.mirror.epoch == w.facts.clock.first_epoch
    for faction in list(w.mirror.order):
        if faction not in w.mirror.order:
            continue  # PERS-09b
        steps = w.facts.knobs[faction].first_growth if first else ALL_STEPS
        if steps != NO_STEPS:
            yield from election(w, faction)
            yield from returning(w, faction)
            yield from bribes(w, faction)
            yield from gifts(w, faction)
            if steps == ALL_STEPS:
                yield from retirement(w, faction)
                yield from acquisition(w, faction)
                yield from resettlement(w, faction)
            yield from deployment(w, faction)


def gifts(w: Watch, faction: int) -> Script[None]:
    """What a scenario gives at the start of every Growth Phase (PERS-16)."""
    knobs = w.facts.knobs[faction]
    if knobs.growth_talents:
        yield from w.expect("PERS-16", "talents", "growth", faction=faction, n=knobs.growth_talents)
    if n := min(knobs.growth_discs, w.mirror.supply[faction]):
        yield from w.expect("PERS-16", "ready", "growth", faction=faction, n=n)


def retirement(w: Watch, faction: int) -> Script[None]:
    """Any number of discs that are not of a City (GRO-03); the last one on Gold stays (GOLD-04)."""
    m = w.mirror
    done: set[int] = set()
    while (yield from w.comes("removed", "retirement", faction)):
        area = (yield from w.peek()).area
        once = w.mirror.knobs(faction).retire_per_area
        w.check(not once or area not in done, "ROME1-03c", f"a second disc is retired in {m.area(area)}")
        done.add(area)
        n = m.board.discs[faction][area]
        small = area in w.facts.sea or n <= MOST_IN_A_SMALL_GROUP
        w.check(small, "GRO-03", f"{m.name(faction)} retires a disc of its City in {m.area(area)}")
        guarded = m.gold.get(area, (-1, 0))[0] == faction
        w.check(not guarded or n > 1, "GOLD-04", f"the last disc on Gold in {m.area(area)} is retired")
        yield from w.take()


def acquisition(w: Watch, faction: int) -> Script[None]:
    """Settlements, sea presence, trade and special, at least the minimum (GRO-04 to GRO-12)."""
    m = w.mirror
    entry = w.facts.scenario.factions[faction].entry
    if entry is not None and not m.board.occupied(faction) and faction not in m.reborn:
        if n := min(max(0, entry.ready - m.ready[faction]), m.supply[faction]):
            yield from w.expect("ROME1-06a1", "ready", "growth", faction=faction, n=n)
        return
    special, talents = special_growth(w, faction)
    gained = 0
    while gained < talents or (yield from _ability_talents(w, faction)):
        event = yield from w.expect("CIV-02", "talents", faction=faction)
        w.check(event.cause.startswith("ability"), "GRO-10", f"talents in Acquisition: {w.words(event)}")
        gained += int(event.n)
        w.check(gained <= talents, "GRO-10", f"{m.name(faction)} gains {gained} talents, {talents} are right")
    while (yield from comes_use(w, faction, "acquisition")):
        special += yield from use_in_acquisition(w, faction)
    knobs = w.mirror.knobs(faction)
    base = ordinary_growth(w, faction)
    late = w.facts.scenario.factions[faction].growth_by_epoch  # EGYA-04
    minimum = late.get(m.epoch, knobs.minimum_growth)
    if w.facts.options.minimum_growth_counts == "everything":
        n = max(minimum, base + special)
    else:
        n = max(minimum, base) + special
    n = min(n + knobs.extra_growth, m.supply[faction])
    if n > 0:
        yield from w.expect("GRO-11", "ready", "growth", faction=faction, n=n)
    elif (yield from w.comes("ready", "growth", faction)):
        w.dispute("GRO-12", f"{m.name(faction)} has nothing to transfer")


def _ability_talents(w: Watch, faction: int) -> Script[bool]:
    event = yield from w.peek()
    return event.kind == "talents" and event.faction == faction and event.cause.startswith("ability")


def ordinary_growth(w: Watch, faction: int) -> int:
    """Settlements on land, 1 per 2 coastal seas, 1 per civilization to trade with (GRO-05 to GRO-09)."""
    board = w.mirror.board
    seas = board.occupied(faction) & w.facts.coastal if w.facts.knobs[faction].sea_growth else set()
    contact = seas | w.facts.border(seas)
    partners = [f for f in range(w.facts.n) if f != faction and board.occupied(f) & contact]
    return len(board.settlements(faction)) + len(seas) // 2 + len(partners)


def special_growth(w: Watch, faction: int) -> tuple[int, int]:
    """Discs and talents from the display in the Acquisition step (CIV-08 to CIV-17, CIV-36)."""
    m, facts = w.mirror, w.facts
    occupied, cities = m.board.occupied(faction), m.board.cities(faction)
    discs = talents = 0
    for display in m.displays(faction):
        home = m.display_home(faction, display)
        there = home | facts.border(home)
        if display == "celt_iberia":
            discs += 1
            talents += bool(occupied & there) + bool(cities & there)
        elif display == "mauretania":
            discs += 1
            talents += bool(cities & there)
        elif display == "egypt":
            nile = m.nile[faction]
            discs += bool(occupied & nile) + bool(cities & nile)
            talents += bool(cities & nile)
        elif display == "troy":
            talents += bool(cities & facts.border(home))
    return discs, talents


def resettlement(w: Watch, faction: int) -> Script[None]:
    """Up to 1 disc from each City (GRO-13)."""
    m = w.mirror
    done: set[int] = set()
    while (yield from w.comes("resettled", faction=faction)) or (
        yield from w.comes("removed", "resettlement", faction)
    ):
        marker = (yield from w.peek()).kind == "removed"
        w.check(not marker or faction in m.owes_marker, "GRO-13", "it goes to Ready")
        area = (yield from w.peek()).area
        w.check(m.board.is_city(faction, area), "GRO-13", f"{m.area(area)} is no City of {m.name(faction)}")
        w.check(area not in done, "GRO-13", f"a second disc is resettled from {m.area(area)}")
        done.add(area)
        yield from w.take()


def deployment(w: Watch, faction: int) -> Script[None]:
    """Ready discs go to the map, one by one, each counting for the next (GRO-14 to GRO-23)."""
    m = w.mirror
    from_home = not m.board.occupied(faction)
    bonus = "phoenicia" in m.displays(faction)  # CIV-27
    yield from spqr(w, faction)
    while (yield from comes_use(w, faction, "deployment")):
        yield from use_in_deployment(w, faction)  # at the start, before any disc is placed
    landing = yield from entry_areas(w, faction)
    while True:
        event = yield from w.peek()
        if event.kind != "placed" or event.faction != faction:
            break
        area = event.area
        if event.cause == "deploy":
            reach = m.board.reach(faction)
            if landing and not m.board.occupied(faction):
                reach = landing
            elif from_home:  # GRO-19
                reach |= m.home[faction] | w.facts.border(m.home[faction])
            w.check(area in reach, "GRO-15", f"{m.name(faction)} cannot reach {m.area(area)}")
            check_grown(w, faction, area)
        else:
            w.check(event.cause.startswith("ability") and bonus, "CIV-27", w.words(event))
            seas = m.board.occupied(faction) & w.facts.sea
            reach = seas | w.facts.border(seas)
            w.check(
                area in reach, "CIV-27", f"{m.area(area)} is not in or next to a sea of {m.name(faction)}"
            )
            bonus = False
        yield from w.take()
    m.supply[faction] += m.ready[faction]  # GRO-14
    m.ready[faction] = m.ready_land[faction] = 0


def entry_areas(w: Watch, faction: int) -> Script[set[int]]:
    """Where a faction from beyond the map lands: areas to choose from, or one that a card says."""
    m = w.mirror
    entry = w.facts.scenario.factions[faction].entry
    if entry is None or m.board.occupied(faction) or faction in m.reborn:
        return set()
    areas = [w.facts.find(area) for area in entry.first]
    if entry.by == "choice" or not m.ready[faction]:
        return set(areas)
    yield from reshuffle_if_empty(w, 1)
    event = yield from w.expect("ROME2-06a2", "revealed", "entry")
    if event.card in w.facts.events:
        yield from resolve_event(w, -1)
    else:
        m.back_into_deck(event.card)
    if entry.by == "parity":
        return {areas[0 if event.card % 2 else 1]}
    return {areas[(int(str(event.card)[0]) - 1) // 2]}


def spqr(w: Watch, faction: int) -> Script[None]:
    """Rome at the start of its Deployment (CIV-31, CIV-32)."""
    m = w.mirror
    if "rome" not in m.displays(faction):
        return
    home = m.display_home(faction, "rome")
    there = home | w.facts.border(home)
    if m.board.cities(faction) & there:
        event = yield from w.expect("CIV-31", "ability", faction=faction)
        cause = f"ability {event.ability}"
        if (yield from w.comes("drew", cause)) or (yield from w.comes("reshuffled")):
            yield from draw(w, faction, 1, cause)
            yield from hand_limit(w, faction)
        elif m.supply[faction]:
            yield from w.expect("CIV-31", "ready", cause, faction=faction, n=min(2, m.supply[faction]))
    elif (yield from w.comes("ability", faction=faction)):
        event = yield from w.take()
        if (yield from w.comes("placed", f"ability {event.ability}", faction)):
            area = (yield from w.peek()).area
            w.check(area in there & w.facts.land, "CIV-32", f"{m.area(area)} is not in or next to Rome")
            yield from w.take()
