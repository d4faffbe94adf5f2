"""A capital and what Control of it gives: a display, cards, VP, a home for an NPC (CAES-05 to 11)."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, moment, position

from acis_rules.table.changes import place, remove
from acis_rules.variants.capital import (
    capital_areas,
    cards_of_the_capital,
    display_with_capital,
    holds_capital,
    vp_of_the_capital,
    with_capital,
)
from acis_rules.variants.npc_base import entered, left, move_base

POMPEY, CAESAR = 0, 1


def civil_war(pompey: int, caesar: int, black: int = 0, **given: Any) -> Table:
    """So many discs of each in Rome, and some elsewhere."""

    def there(n: int, other: str) -> dict[str, int]:
        return {other: 2, **({"rome": n} if n else {})}

    return position(
        "caesar_pompey", rome={"discs": there(pompey, "illyria")}, gaul={"discs": there(caesar, "gallia")},
        barbarians={"discs": {"rome": black} if black else {}}, **moment("card phase"), **given,
    )  # fmt: skip


@pytest.mark.rule("CAES-05", "CAES-06")
@pytest.mark.parametrize(
    ("discs", "holder"),
    [
        ((1, 0, 0), POMPEY),
        ((0, 3, 0), CAESAR),
        ((0, 0, 0), -1),
        ((1, 1, 0), -1),
        ((0, 2, 1), -1),
        ((0, 0, 2), -1),
    ],
)
def test_who_holds_the_capital_has_its_display_and_a_card_more(
    discs: tuple[int, int, int], holder: int
) -> None:
    t = civil_war(*discs)
    s = t.s
    assert capital_areas(s.world) == 1 << t.area("rome")
    rome = {ability.name for ability in with_capital(s, CAESAR).abilities}
    for f in (POMPEY, CAESAR):
        assert holds_capital(s, f) == (f == holder)
        assert cards_of_the_capital(s, f) == (f == holder)
        own = s.world.displays[f][s.civilization[f]]
        names = {ability.name for ability in display_with_capital(s, f, own).abilities}
        usual = {ability.name for ability in own.abilities} if f == CAESAR else set()
        assert names == (usual if f != holder else rome if f == CAESAR else {a.name for a in own.abilities})
    assert rome > {ability.name for ability in s.world.displays[CAESAR][s.civilization[CAESAR]].abilities}


@pytest.mark.rule("CAES-07")
@pytest.mark.parametrize("final", [False, True])
def test_the_capital_scores_at_the_end_of_an_epoch_and_more_in_the_last(final: bool) -> None:
    t = civil_war(0, 2)
    clock = t.s.world.scenario.clock
    t.s.epoch = clock.last_epoch if final else clock.last_epoch - 1
    for f in (POMPEY, CAESAR):
        vp_of_the_capital(t.s, f)
    assert t.s.vp == [0, 10 if final else 5]


@pytest.mark.rule("CAES-10", "CAES-11")
def test_an_npc_is_at_home_in_the_capital_from_its_capture_to_its_last_disc_there() -> None:
    t = position(
        "caesar_pompey_solo",
        rome={"discs": {"illyria": 2}},
        gaul={"discs": {"gallia": 2}},
        **moment("card phase"),
    )
    s, rome = t.s, 1 << t.area("rome")
    (npc,) = (f for f in (POMPEY, CAESAR) if s.world.npcs >> f & 1)
    other, usual = 1 - npc, s.home[npc]
    if usual == rome:
        usual = s.world.home_of(npc, s.civilization[npc])
    assert s.home[npc] == usual
    place(s, npc, t.area("rome"), "card")
    assert s.home[npc] == rome
    place(s, other, t.area("rome"), "card")
    assert s.home[npc] == rome  # while it is Contested
    remove(s, npc, t.area("rome"), "card")
    assert s.home[npc] == usual
    place(s, npc, t.area("rome"), "card")
    assert s.home[npc] == usual  # shared, not captured
    remove(s, other, t.area("rome"), "card")
    assert s.home[npc] == rome


@pytest.mark.rule("CAES-10")
def test_only_what_happens_in_the_capital_moves_the_base() -> None:
    t = position(
        "caesar_pompey_solo", rome={"discs": {"illyria": 2, "rome": 1}},
        gaul={"discs": {"gallia": 2, "rome": 1}}, **moment("card phase"),
    )  # fmt: skip
    s, rome = t.s, t.area("rome")
    (npc,) = (f for f in (POMPEY, CAESAR) if s.world.npcs >> f & 1)
    usual = s.home[npc]
    other = 1 - npc
    s.discs[other][rome] = 0
    s.at_least[0][other] &= ~(1 << rome)  # nobody has told yet
    for area in range(len(s.world.board.areas)):
        if area != rome:
            entered(s, npc, area, "card")
            left(s, area)
            assert s.home[npc] == usual
    move_base(s)
    assert s.home[npc] == 1 << rome
