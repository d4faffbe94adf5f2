"""Building Wonders (WON)."""

from __future__ import annotations

from .watch import Script, Watch

RESOURCES, DISCS = 5, 2  # WON-02, WON-03; scenarios may say otherwise


def comes_payment(w: Watch, faction: int) -> Script[bool]:
    """Whether a resource for a Wonder is paid next."""
    event = yield from w.peek()
    return event.cause == "Wonder" and event.faction == faction


def build(w: Watch, faction: int, resources: int, discs: int) -> Script[None]:
    """Resources are paid, the Wonder stands in a Controlled land area, discs go on it (WON-02 to WON-08)."""
    m = w.mirror
    paid = {"removed": 0, "talents": 0, "discarded": 0}
    while (yield from comes_payment(w, faction)):
        event = yield from w.peek()
        area = event.area
        if event.kind == "removed":
            guarded = m.gold.get(area, (-1, 0))[0] == faction
            last = m.board.discs[faction][area] == 1
            w.check(not (guarded and last), "GOLD-04", f"the last disc on Gold in {m.area(area)} is paid")
        yield from w.take()
        paid[event.kind] += abs(int(event.n))
    what = f"{paid['removed']} discs, {paid['talents']} talents, {paid['discarded']} cards"
    event = yield from w.peek()
    w.check(
        event.kind == "built" and event.faction == faction,
        "WON-02",
        f"{m.name(faction)} pays {what} for nothing",
    )
    w.check(sum(paid.values()) == resources, "WON-02", f"{what} for a Wonder of {resources} resources")
    w.check(paid["removed"] >= discs, "WON-03", f"{what} for a Wonder; {discs} discs are needed")
    number, area = event.wonder, event.area
    w.check(bool(w.facts.knobs[faction].wonders), "EGY-07", f"{m.name(faction)} may build no Wonders")
    w.check(number not in m.wonders, "WON-01", f"the {w.facts.wonder_name[number]} is built already")
    w.check(area in m.sites(faction), "WON-07", f"{m.area(area)} is no Controlled land area without a Wonder")
    yield from w.take()
    n = w.facts.wonder_discs[number]
    w.check(m.supply[faction] >= n, "WON-06", f"{m.name(faction)} has no {n} discs to put on the Wonder")
    yield from w.expect("WON-05", "wonder_discs", "built", faction=faction, wonder=number, n=n)
