"""Wonders and Investments in use (WON-09, CRD-16)."""

from __future__ import annotations

from .drawing import hand_limit, keep_one
from .negation import WONDER, window
from .watch import Script, Watch

MOMENT = {
    "Great Pyramid": "scoring", "Great Library": "draw", "Mausoleum": "draw", "Colossus": "competition",
    "Lighthouse": "acquisition", "Statue of Zeus": "competition", "Temple of Artemis": "acquisition",
}  # fmt: skip
INVESTMENT_MOMENT = {
    25: "acquisition", 78: "deployment", 79: "acquisition", 80: "scoring", 81: "acquisition",
    82: "competition", 84: "acquisition", 85: "scoring", 91: "draw",
}  # fmt: skip


def comes_use(w: Watch, faction: int, moment: str) -> Script[bool]:
    """Whether the faction uses something for this moment next."""
    event = yield from w.peek()
    if event.faction != faction:
        return False
    if event.kind == "wonder_used":
        return MOMENT[w.facts.wonder_name[event.wonder]] == moment
    last_disc = event.kind == "discarded" and event.cause == "no discs left"
    return (event.kind == "investment_used" or last_disc) and INVESTMENT_MOMENT[event.card] == moment


def announce(w: Watch, faction: int) -> Script[tuple[str, int, bool]]:
    """A Wonder or Investment is used: which, and whether it was stopped."""
    m = w.mirror
    if (yield from w.comes("wonder_used")):
        event = yield from w.peek()
        number = event.wonder
        wonder = m.wonders.get(number)
        name = w.facts.wonder_name[number]
        w.check(
            wonder is not None
            and wonder.owner == faction
            and not wonder.buried
            and wonder.discs > 0
            and m.board.discs[faction][wonder.area] > 0,
            "WON-09",
            f"{m.name(faction)} uses the {name}: {wonder}",
        )
        key = ("wonder", number)
        w.check(key not in w.used, "WON-09", f"the {name} is used twice")
        w.used.add(key)
        yield from w.take()
        return "wonder", number, (yield from window(w, faction, WONDER))
    card = (yield from w.peek()).card
    owner, discs = m.investments.get(card, (-1, 0))
    w.check(owner == faction and discs > 0, "CRD-16", f"{m.name(faction)} uses #{card}: {discs} discs on it")
    key = ("investment", card)
    w.check(key not in w.used, "CRD-16", f"#{card} is used twice")
    w.used.add(key)
    entry = w.facts.reserve.get(card)
    stays = entry is not None and bool(entry.stays) and w.facts.find(entry.stays) in m.gold  # GREEK-05a
    if discs == 1 and not stays:
        yield from w.expect("CRD-16", "discarded", "no discs left", faction=faction, card=card)
    yield from w.expect("CRD-16", "investment_used", faction=faction, card=card)
    if w.facts.groups:
        yield from w.peek()  # its disc may replace one of the other colour (PERS-05c)
    return "investment", card, False


def coastal_seas(w: Watch, faction: int) -> int:
    """Coastal seas it occupies."""
    return len(w.mirror.board.occupied(faction) & w.facts.coastal)


def use_in_acquisition(w: Watch, faction: int) -> Script[int]:
    """What is used in the Acquisition step; the discs that count for the minimum (GRO-10, GRO-11)."""
    kind, number, stopped = yield from announce(w, faction)
    if stopped:
        return 0
    cause = f"{kind} {number}"
    if kind == "wonder":
        if w.facts.wonder_name[number] == "Lighthouse":
            return 1 + coastal_seas(w, faction) // 3
        yield from w.expect("GRO-10", "talents", cause, faction=faction, n=1)
        return 0
    if number in (25, 79):
        supply = w.mirror.supply[faction]
        talents = number == 25 and (yield from w.comes("talents", cause, faction))
        if talents:
            yield from w.expect("CRD-16", "talents", cause, faction=faction, n=1)
            yield from w.expect_vp("CRD-16", cause, faction, 1)
        elif supply:
            yield from w.expect("CRD-16", "ready", cause, faction=faction, n=min(2, supply))
    elif number == 81:
        yield from w.expect("CRD-16", "talents", cause, faction=faction, n=1)
    else:
        n = max(1, coastal_seas(w, faction) // 3)
        yield from w.expect("CRD-16", "talents", cause, faction=faction, n=n)
    return 0


def use_in_deployment(w: Watch, faction: int) -> Script[None]:
    """The Appian Way."""
    kind, number, _ = yield from announce(w, faction)
    supply = w.mirror.supply[faction]
    if supply:
        yield from w.expect("CRD-16", "ready", f"{kind} {number}", faction=faction, n=min(2, supply))


def use_in_scoring(w: Watch, faction: int) -> Script[None]:
    """Great Pyramid, Olympic Games, Code of Laws."""
    kind, number, stopped = yield from announce(w, faction)
    cause = f"{kind} {number}"
    if stopped:
        return
    games = kind == "investment" and number == 80
    yield from w.expect_vp("EVA-06", cause, faction, 2 if games else 1)
    everybody = len(w.facts.scorers) == w.facts.n  # an opponent without VP gets none
    alone = w.mirror.in_game() == [faction]  # in an Exploration
    if games and ((everybody and not alone) or (yield from w.comes("vp", cause))):
        event = yield from w.expect("EVA-06", "vp", cause, n=1)
        w.check(event.faction != faction, "EVA-06", "the Olympic Games give 1 VP to an opponent")


def use_in_draw(w: Watch, faction: int) -> Script[None]:
    """Great Library, Mausoleum, Academy (EVA-17)."""
    m = w.mirror
    kind, number, stopped = yield from announce(w, faction)
    cause = f"{kind} {number}"
    if stopped:
        return
    if kind == "wonder" and w.facts.wonder_name[number] == "Mausoleum":
        if (yield from w.comes("recovered", cause, faction)):
            yield from w.take()
        else:
            few = len(m.discard & w.facts.events) >= 3 or not m.discard - w.facts.events
            w.check(few, "CLR-13", "the Mausoleum takes nothing, but there are cards to take")
        yield from hand_limit(w, faction)
    else:
        yield from keep_one(w, faction, 3, cause)
