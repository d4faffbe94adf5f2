"""What each card does, from its printed words: one short test for each.

A test sees everything the card did beside the board before it. What its user named is not told by
the events, so the tests ask whether there is anything it could have named that explains all of it.
Where the words leave no choice ("every", "each", "remove 2") the explanation must be exact.
"""

from __future__ import annotations

from ..dispute import Dispute
from ..effects import Effect
from ..watch import BOUNDED, EXACT, Watch
from . import barbarians, competition, goods, placing, removing
from .book import TEXTS, WALLS

CHAPTERS = (barbarians, competition, goods, placing, removing)  # each has written its texts into the book


def judge(w: Watch, effect: Effect) -> None:
    """Compare what was done with the text of the card."""
    text = TEXTS.get(effect.source)
    if any(faction in w.facts.tribute for faction, _ in effect.placed):
        w.tally["colours by area", "unjudged"] += 1  # in whose name they are placed is not told (EGY-04c)
        return
    if text is None or _mixed(w, effect) or ("vp" in text.touches and effect.by not in w.facts.scorers):
        w.tally["text not known", "unjudged"] += 1
        return
    if "cards" in text.touches:
        effect.cards += w.put_by  # they would have been discarded
        for faction, n in w.put_by.items():
            effect.hand_sizes[faction] += n
    beyond = effect.kinds() - text.touches
    w.check(not beyond, "CRD-17", f"{effect.source} did more than it says: {', '.join(sorted(beyond))}")
    first: Dispute | None = None
    for saved in effect.readings():
        effect.saved = saved
        try:
            _protected(w, effect)
            text.test(effect)
            break
        except Dispute as dispute:
            first = first or dispute
    else:
        assert first is not None
        raise first
    for (touched, kind), n in effect.told.items():
        if touched in text.exact:
            w.tally[kind, BOUNDED] -= n
            w.tally[kind, EXACT] += n


def _mixed(w: Watch, effect: Effect) -> bool:
    """Discs lost where two colours are one group: whose they were meant to be is not told (PERS-06b)."""
    here = effect.board.discs
    return any(here[a][area] and here[b][area] for _, area in effect.lost for a, b in w.facts.groups)


def _protected(w: Watch, effect: Effect) -> None:
    """Walls and Gold against cards other than Competition cards (CIV-35, GOLD-03)."""
    m = w.mirror
    card = int(effect.source.removeprefix("card ")) if effect.source.startswith("card ") else 0
    if not card or card in w.facts.competition_cards:
        return
    for (faction, area), n in effect.lost.items():
        if faction == w.facts.black:
            continue
        before = effect.board.discs[faction][area]
        if area in m.home[faction] and "troy" in m.displays(faction) and before >= WALLS:
            # The walls fall if the owner itself goes below two, so what was there before the card counts.
            w.dispute("CIV-35", f"{effect.source} removes Trojans from {m.area(area)} behind walls")
        if m.gold.get(area, (-1, 0))[0] == faction:
            w.check(
                n <= 1 and before > effect.removed[faction, area],
                "GOLD-03",
                f"{effect.source} takes {n} of {before} discs on Gold in {m.area(area)}",
            )
