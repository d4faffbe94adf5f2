"""How a scenario is won, in sentences: sides, VP, what wins at once, what decides in the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..box.victory_blocks import EVERYBODY, MonitorBlock, SourceBlock
from ..kernel.bits import members
from ..kernel.state import State
from ..words.names import EPOCHS, area_name, capitalized, count, faction_name, joined

COUNTED = {
    "count": "In every Victory Count",
    "epoch": "At the end of every Epoch",
    "new_hand": "With the cards for a new Epoch",
    "final": "At the end of the game",
}


def how_won(s: State) -> Iterator[str]:
    """All of it, what wins at once first."""
    yield from _at_once(s)
    yield from _sides(s)
    yield from _points(s)
    yield from _in_the_end(s)


def name_of(s: State, key: str) -> str:
    """A side or faction as people call it, by what the file calls it."""
    if key == EVERYBODY:
        return "everybody"
    found = members(s.world.scenario.find_factions((key,)))
    return faction_name(s, found[0]) if found else capitalized(key.replace("_", " "))


def areas_named(s: State, areas: Sequence[str]) -> str:
    """Areas of the file as the map calls them: A, B and C."""
    return joined([area_name(s, s.world.board.find(area)) for area in areas])


def _names(s: State, keys: Sequence[str], between: str = "and") -> str:
    return joined([name_of(s, key) for key in keys]).replace(" and ", f" {between} ")


def _at_once(s: State) -> Iterator[str]:
    victory = s.world.scenario.victory
    when = "at the end of a Competition Phase"
    if victory.from_epoch > 1:
        when += f" from Epoch {EPOCHS[victory.from_epoch]} on"
    if victory.control:
        yield f"At once: whoever Controls {areas_named(s, victory.control)} {when}."
    if victory.own_and_another_home:
        yield f"At once: whoever Controls its own home and that of another civilization {when}."
    for monitor in victory.monitors:
        also = f" (or {_names(s, monitor.also, 'or')}, by VP)" if monitor.also else ""
        asked = joined(list(_asked(s, monitor)))
        any_time = monitor.no_discs or (monitor.no_gold and s.world.scenario.persians)  # EGY-10a, PERS-09
        moment = "" if any_time else f", {when},"
        yield f"At once: {name_of(s, monitor.wins)}{also} if{moment} {asked}."
    yield from _without_gold(s)


def _without_gold(s: State) -> Iterator[str]:
    """What becomes of Persians without Gold, and of Greeks whose Gold is looted (PERS-09a, PERS-15)."""
    persians = s.world.scenario.persians
    if persians is None:
        return
    if persians.looted is not None:
        looted = persians.looted
        yield (
            f"At once: {name_of(s, looted.wins)} if Gold of {name_of(s, looted.gold_of)} is looted "
            "and the card that is then revealed has an odd id."
        )
    if persians.eliminated:
        yield f"{_names(s, persians.eliminated, 'or')} without a disc on own Gold: out of the game."


def _asked(s: State, monitor: MonitorBlock) -> Iterator[str]:
    for key, areas in monitor.control.items():
        yield f"{name_of(s, key)} Controls {areas_named(s, areas)}"
    if monitor.no_gold:
        yield f"no disc of {_names(s, monitor.no_gold, 'or')} lies on Gold of its own"
    if monitor.no_discs:
        yield f"{_names(s, monitor.no_discs, 'or')} has no disc on the map"
    for key, n in monitor.wonder_areas.items():
        yield f"{name_of(s, key)} occupies {count(n, 'area')} with a Wonder"


def _sides(s: State) -> Iterator[str]:
    for side in s.world.scenario.sides.values():
        names = _names(s, side.factions)
        together = " win together" if len(side.factions) > 1 else ""
        by = "as many as have VP" if side.average else str(side.divisor)
        rounded = ", rounded down" if side.round_down else ""
        divided = f": their VP are divided by {by}{rounded}" if by != "1" else ""
        if together or divided:
            yield f"{names}{together}{divided}."
    blocks = s.world.scenario.factions
    seats = [block.player for block in blocks if block.scores]
    if not s.world.scenario.sides and len(seats) > len(set(seats)):
        yield "The VP of all civilizations of a player are added up (MULTI-05)."
        for seat in sorted(set(seats)):
            own = [block for block in blocks if block.player == seat and block.scores]
            if own[0].divisor > 1:
                yield f"Those of {_names(s, [block.key for block in own])} are divided by {own[0].divisor}."
    if s.world.options.teams:
        yield "Teams win together (TEAM-01)."


def _points(s: State) -> Iterator[str]:
    scoring, capital = s.world.scenario.scoring, s.world.scenario.capital
    if scoring.cities is not None:
        cities = scoring.cities
        but = [f"in {areas_named(s, cities.but_in)}"] if cities.but_in else []
        but += [f"on {_gold(s, cities.but_on_gold_of)}"] if cities.but_on_gold_of else []
        except_for = f", except {' or '.join(but)}" if but else ""
        yield f"A City counts 1/{cities.divisor} VP{except_for}."
    for source in scoring.sources:
        yield _source(s, source)
    if not scoring.sea_vp:
        yield "Dominated seas give no VP."
    if capital is not None:
        area = areas_named(s, [capital.area])
        yield (
            f"Control of {area} gives {count(capital.epoch_vp, 'VP')} at the end of an Epoch, "
            f"{capital.final_vp or capital.epoch_vp} at the end of the game."
        )


def _source(s: State, source: SourceBlock) -> str:
    goods = [count(source.vp, "VP")] if source.vp else []
    goods += [count(source.talents, "talent")] if source.talents else []
    gold = [count(source.gold_vp, "VP")] if source.gold_vp else []
    gold += [count(source.gold_talents, "talent")] if source.gold_talents else []
    gold += [count(source.gold_cards, "card")] if source.gold_cards else []
    parts = [f"{joined(goods)} {_condition(s, source)}"] if goods else []
    if gold:
        parts.append(f"{joined(gold)} for each Gold disc {'there' if goods else _under(s, source)}")
    return f"{COUNTED[source.at]}, {_names(s, source.who)}: {'; '.join(parts)}."


def _condition(s: State, source: SourceBlock) -> str:
    """For which areas a source pays."""
    whose = _names(s, source.discs_of, "or") if source.discs_of else "it"
    has = f"{whose} {'Controls' if source.control else 'has a disc in'}"
    gold = f" with {_gold(s, source.gold_of)}" if source.gold_of else ""
    areas = areas_named(s, source.areas)
    if source.once or len(source.areas) == 1:
        return f"if {has} {areas.replace(' and ', ' or ') or 'an area'}{gold}"
    return f"for each of {areas} that {has}{gold}" if areas else f"for each area{gold} that {has}"


def _under(s: State, source: SourceBlock) -> str:
    """Which Gold discs a source pays for."""
    whose = _names(s, source.discs_of, "or") if source.discs_of else "it"
    anybody = not source.gold_of or EVERYBODY in source.gold_of
    owner = "" if anybody else f"of {_names(s, source.gold_of, 'or')} "
    place = f"in {areas_named(s, source.areas)} " if source.areas else ""
    return f"{owner}{place}where {whose} has {'Control' if source.control else 'discs'}"


def _gold(s: State, owners: Sequence[str]) -> str:
    return "anybody's Gold" if EVERYBODY in owners else f"Gold of {_names(s, owners, 'or')}"


def _in_the_end(s: State) -> Iterator[str]:
    victory = s.world.scenario.victory
    final, tie = victory.final, victory.tie
    if final is not None:
        needs = ["it has at least as many VP as every other side"] if final.lead else []
        needs += ["it Controls an area with Gold of its own"] if final.gold else []
        unless = f"; otherwise {name_of(s, final.otherwise)} wins" if final.otherwise else ""
        yield f"In the end: {name_of(s, final.side)} wins{' if ' + joined(needs) if needs else ''}{unless}."
    else:
        yield (
            "In the end: most VP; then most areas with own Wonders, Cities, discs on the map, areas occupied "
            "(END-01 to END-06)."
        )
    if victory.players_only:
        yield "NPCs do not win by VP."
    if tie.control:
        yield f"A tie in VP goes to whoever Controls {areas_named(s, [tie.control])}."
    if tie.npc:
        yield "A tie in VP goes to the NPC."
    if tie.first:
        otherwise = "between others " if tie.npc else ""
        yield f"A tie in VP {otherwise}goes to {_names(s, tie.first, 'or')}."
    for grade in victory.grades:
        than = [f"fewer than those of {name_of(s, grade.fewer_than)}"] if grade.fewer_than else []
        than += [f"more than those of {name_of(s, grade.more_than)}"] if grade.more_than else []
        yield f"A victory of {name_of(s, grade.side)} is {grade.grade} if its VP are {joined(than)}."
    if victory.single_winner or s.world.options.single_winner:
        yield "Of the best side the best civilization wins alone (TEAM-09)."
