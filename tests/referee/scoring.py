"""VP of a scenario's own: Cities that are worth less, areas and Gold that score (ROME1-05, EGY-02 ...)."""

from __future__ import annotations

from fractions import Fraction

from acis_rules.box.victory_blocks import SourceBlock

from .watch import Script, Watch

ALL = "all"


def city_vp(w: Watch, faction: int) -> int | Fraction:
    """1 VP for each City, or a part of it away from some areas and from Gold (EVA-04, ROME1-05b)."""
    m = w.mirror
    block = w.facts.scenario.scoring.cities
    if block is None:
        return m.city_count(faction)
    full = {w.facts.find(area) for area in block.but_in} | gold_areas(w, block.but_on_gold_of)
    each = Fraction(1, block.divisor)
    total = sum((1 if area in full else each for area in m.board.cities(faction)), Fraction(0))
    return total if total.denominator > 1 else int(total)


def gold_areas(w: Watch, owners: tuple[str, ...]) -> set[int]:
    """Areas with Gold of one of these."""
    return {area for area, (owner, _) in w.mirror.gold.items() if ALL in owners or called(w, owner) in owners}


def called(w: Watch, faction: int) -> str:
    """What the scenario calls a faction; one that is reborn has no name in it."""
    if faction == w.facts.black or faction in w.mirror.reborn:
        return ""
    return w.facts.names[faction]


def sources(w: Watch, at: str, factions: list[int]) -> Script[None]:
    """What the sources of a moment give, one after the other."""
    for source in w.facts.scenario.scoring.sources:
        if source.at == at:
            for faction in factions:
                if ALL in source.who or called(w, faction) in source.who:
                    yield from score_source(w, source, faction)


def gold_cards(w: Watch, faction: int) -> int:
    """Cards more with a new hand for Gold (EGY-02c)."""
    n = 0
    for source in w.facts.scenario.scoring.sources:
        if source.at == "new_hand" and (ALL in source.who or called(w, faction) in source.who):
            owners = [w.facts.names.index(name) for name in source.discs_of] or [faction]
            areas = {area for owner in owners for area in w.mirror.board.occupied(owner)}
            areas &= gold_areas(w, source.gold_of)
            n += source.gold_cards * sum(k for area, (_, k) in w.mirror.gold.items() if area in areas)
    return n


def score_source(w: Watch, source: SourceBlock, faction: int) -> Script[None]:
    """VP and talents for the areas that fit, and for the Gold in them."""
    m, facts = w.mirror, w.facts
    owners = [facts.names.index(name) for name in source.discs_of] or [faction]
    areas = {
        area
        for owner in owners
        for area in (m.board.controlled(owner) if source.control else m.board.occupied(owner))
    }
    if source.areas:
        areas &= {facts.find(area) for area in source.areas}
    if source.gold_of:
        areas &= gold_areas(w, source.gold_of)
    n = min(1, len(areas)) if source.once else len(areas)
    gold = sum(k for area, (_, k) in m.gold.items() if area in areas)
    vp = source.vp * n + source.gold_vp * gold
    if vp and facts.scenario.factions[faction].scores:
        yield from w.expect("ROME1-05a", "vp", "scenario", faction=faction, n=vp)
    talents = source.talents * n + source.gold_talents * gold
    if talents and facts.scenario.factions[faction].turn:
        yield from w.expect("EGY-02a", "talents", "scenario", faction=faction, n=talents)
