"""The game's terms, counted disc by disc in random positions: no area and no civilization is special."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from crowds import crowded, factions, new_game, where
from fall_of_rome_tables import table
from helpers import moment

from acis_rules.kernel.bits import mask_of
from acis_rules.kernel.state import LEVELS, State
from acis_rules.table import groups, terms
from acis_rules.table.changes import return_disc
from acis_rules.table.losses import _whose_disc

SEEDS = range(12)
LIMITS = {"growth": (4, 2), "cards": (4, 2), "competition": (99, 99), "evaluation": (3, 2), "epoch": (3, 2)}


def sizes(s: State, area: int, allies: bool = True) -> list[int]:
    """The discs of each group of colours in an area, white ones counted or not."""
    out = []
    for group in {groups.group_of(s, faction) for faction in factions(s)}:
        own = sum(s.discs[f][area] for f in group)
        out.append(own + allies * sum(s.allies.get((area, f), 0) for f in group))
    return out


SCENARIOS = pytest.mark.parametrize("scenario", ["basic_4p", "greeks_persians"])
POSITIONS = pytest.mark.parametrize("seed", SEEDS)


@pytest.mark.rule("DEF-11", "DEF-16", "DEF-27")
@SCENARIOS
@POSITIONS
def test_camps_settlements_and_cities(scenario: str, seed: int) -> None:
    s = crowded(scenario, seed)
    land, black = s.world.board.land, s.world.barbarians
    for f in factions(s):
        row = s.discs[f]
        assert terms.occupied(s, f) == where(s, lambda area, row=row: row[area] >= 1)
        assert terms.camps(s, f) == where(s, lambda area, row=row: row[area] == 1)
        assert terms.settlements(s, f) == where(s, lambda area, row=row: row[area] == 2)
        towns = where(s, lambda area, row=row: row[area] >= 3) & land
        assert terms.cities(s, f) == (0 if f == black else towns)
        assert terms.total_on_map(s, f) == sum(row)
    anybodys = where(s, lambda area: any(s.discs[f][area] >= 3 for f in factions(s) if f != black))
    assert terms.all_cities(s) == anybodys & land


@pytest.mark.rule("DEF-19", "DEF-20", "DEF-21", "DEF-39", "PERS-05c", "PERS-06b")
@SCENARIOS
@POSITIONS
def test_shared_contested_and_controlled_areas(scenario: str, seed: int) -> None:
    s = crowded(scenario, seed)
    shared = where(s, lambda area: sum(n > 0 for n in sizes(s, area)) > 1)
    contested = where(s, lambda area: shared >> area & 1 and max(sizes(s, area)) > 1)
    assert terms.shared(s) == shared and terms.contested(s) == contested
    assert terms.competitions(s) == contested & ~s.world.board.open_sea
    assert contested == where(s, lambda area: terms.is_contested(s, area))
    assert terms.occupied_by_anybody(s) == where(s, lambda area: any(sizes(s, area)))
    for but in (-1, *range(s.world.n_factions)):
        named = [other for other in range(s.world.n_factions) if other != but]
        expected = where(s, lambda area, named=named: any(s.discs[o][area] for o in named))
        assert terms.occupied_by_civilizations(s, but) == expected
    for f in factions(s):
        group = groups.group_of(s, f)
        others = [other for other in factions(s) if other not in group]
        strangers = where(s, lambda area, others=others: any(s.discs[o][area] for o in others))
        assert groups.occupied_by_strangers(s, f) == strangers
        assert terms.controlled(s, f) == terms.occupied(s, f) & ~strangers
        rest = where(s, lambda area, f=f: any(s.discs[o][area] for o in factions(s) if o != f))
        assert terms.occupied_by_others(s, f) == rest


@pytest.mark.rule("CMP-11", "PERS-06b")
@SCENARIOS
@POSITIONS
def test_strength_is_that_of_all_discs_of_a_group(scenario: str, seed: int) -> None:
    s = crowded(scenario, seed)
    for area in range(len(s.world.board.areas)):
        forces = terms.strengths(s, area)
        assert sorted(n for n in forces if n) == sorted(n for n in sizes(s, area) if n)
        for f in factions(s):
            group = groups.group_of(s, f)
            n = sum(s.discs[g][area] + s.allies.get((area, g), 0) for g in group)
            assert terms.strength(s, f, area) == n
            assert terms.allies(s, f, area) == s.allies.get((area, f), 0)
            own = sum(s.discs[g][area] for g in group)
            assert groups.is_outnumbered(s, f, area) == (max(sizes(s, area, allies=False)) > own)


@pytest.mark.rule("STK-02", "STK-04", "STK-05", "DEF-38")
@POSITIONS
@pytest.mark.parametrize("phase", list(LIMITS))
@pytest.mark.parametrize("epoch", [3, 4])
def test_where_there_is_room(seed: int, phase: str, epoch: int) -> None:
    s = crowded("basic_4p", seed)
    s.phase, s.epoch = phase, epoch
    board, (land, coast) = s.world.board, LIMITS[phase]
    limits = [
        land if board.land >> a & 1 else coast if board.coastal >> a & 1 else 1
        for a in range(len(board.areas))
    ]
    closed = sorted(Random(seed).sample(range(len(board.areas)), 5))
    s.forbidden = mask_of(closed)
    assert [terms.limit(s, area) for area in range(len(board.areas))] == limits
    for f in range(s.world.n_factions):
        free = where(s, lambda area, f=f: s.discs[f][area] < limits[area] and area not in closed)
        assert terms.room(s, f, any_epoch=True) == free
        seafarer = epoch == 4 or s.world.civilization(s, f).open_sea
        assert terms.room(s, f) == (free if seafarer else free & ~board.open_sea)


@pytest.mark.rule("GRO-15", "GRO-16", "GRO-17", "PERS-06a")
@SCENARIOS
@POSITIONS
def test_where_ready_discs_may_go(scenario: str, seed: int) -> None:
    """Into and next to Controlled areas; into Contested ones of its own, next to those if nobody has more."""
    s = crowded(scenario, seed)
    s.allies = {}
    for f in range(s.world.n_factions):
        fights = terms.contested(s) & terms.occupied(s, f)
        inside = terms.controlled(s, f) | fights
        group = groups.group_of(s, f)
        own = [sum(s.discs[g][area] for g in group) for area in range(len(s.world.board.areas))]
        held = where(s, lambda area, own=own: max(sizes(s, area)) <= own[area]) & fights
        base = terms.controlled(s, f) | held
        assert terms.bases_of(s, f) == (inside, base)
        if scenario == "basic_4p":
            assert terms.placements(s, f) == inside | s.world.board.around(base)


@pytest.mark.rule("EVA-02", "EVA-03", "DEF-25")
@POSITIONS
def test_which_seas_are_dominated(seed: int) -> None:
    s = crowded("basic_4p", seed)
    rng, board = Random(seed), s.world.board
    for f in range(s.world.n_factions):  # give it some coasts
        for sea in rng.sample(
            [a for a in range(len(board.areas)) if (board.coastal & board.in_play) >> a & 1], 4
        ):
            for area in range(len(board.areas)):
                if (1 << sea | board.land_neighbours[sea]) >> area & 1 and rng.random() < 0.9:
                    for other in factions(s):
                        s.discs[other][area] = 1 if other == f or (area == sea and other == 0) else 0
    for other in factions(s):
        for level in range(LEVELS):
            row = s.discs[other]
            s.at_least[level][other] = mask_of(a for a in range(len(row)) if row[a] > level)
    found = 0
    for f in range(s.world.n_factions):
        mine = terms.controlled(s, f)
        for by_occupation, there in ((True, terms.occupied(s, f)), (False, mine)):
            seas = where(
                s, lambda a, mine=mine: 0 < board.land_neighbours[a] == board.land_neighbours[a] & mine
            )
            assert terms.dominated(s, f, by_occupation) == seas & there & board.coastal
            found += bool(seas & there & board.coastal)
    assert found


@pytest.mark.rule("EVA-05", "WON-07", "WON-10")
@SCENARIOS
@POSITIONS
def test_own_wonders_and_sites_for_more(scenario: str, seed: int) -> None:
    s = crowded(scenario, seed)
    for f in range(s.world.n_factions):
        counted = [w for w in s.wonders if w.owner == f and not w.buried and s.discs[f][w.area]]
        assert terms.own_wonder_areas(s, f) == len(counted)
        blocks = mask_of(w.area for w in s.wonders if w.owner >= 0)
        assert terms.wonder_sites(s, f) == terms.controlled(s, f) & s.world.board.land & ~blocks


@pytest.mark.rule("EPO-03")
@pytest.mark.parametrize(
    ("values", "first"),
    [([0], -1), ([1], 0), ([0, 0], -1), ([1, 0], 0), ([2, 3, 1], 1), ([3, 3, 1], -1), ([0, 0, 1], 2)],
)
def test_who_has_most_of_all(values: list[int], first: int) -> None:
    assert terms.most(values) == first


# ----------------------------------------------------------------- two colours as one group

GREECE, LAND, SEA = range(3)
BLACK = 3


def beside_each_other(**discs: tuple[int, int]) -> State:
    """So many discs of the two Persian colours in these areas, and nothing else."""
    s = new_game("greeks_persians").state.copy()
    for faction in factions(s):
        s.discs[faction] = bytearray(len(s.world.board.areas))
    for name, (land, sea) in discs.items():
        s.discs[LAND][s.world.board.find(name)], s.discs[SEA][s.world.board.find(name)] = land, sea
    for faction in factions(s):
        for level in range(LEVELS):
            row = s.discs[faction]
            s.at_least[level][faction] = mask_of(a for a in range(len(row)) if row[a] > level)
    s.allies, s.phase = {}, "competition"
    return s


@pytest.mark.rule("PERS-06b")
@pytest.mark.parametrize(("area", "white", "first"), [
    ("phrygia", None, SEA), ("trojan_sea", None, LAND),
    ("phrygia", LAND, LAND), ("phrygia", SEA, SEA), ("trojan_sea", SEA, SEA), ("trojan_sea", LAND, LAND),
])  # fmt: skip
def test_which_colour_loses_a_disc_first(area: str, white: int | None, first: int) -> None:
    s = beside_each_other(**{area: (1, 1)})
    number = s.world.board.find(area)
    if white is not None:
        s.allies = {(number, white): 1}
    assert groups.first_to_lose(s, LAND, number) == groups.first_to_lose(s, SEA, number) == first
    assert groups.first_to_lose(s, GREECE, number) == GREECE


@pytest.mark.rule("PERS-06b")
@pytest.mark.parametrize(("discs", "first"), [((2, 0), LAND), ((0, 1), SEA)])
@pytest.mark.parametrize("area", ["phrygia", "trojan_sea"])
def test_a_colour_alone_loses_its_own_discs(area: str, discs: tuple[int, int], first: int) -> None:
    s = beside_each_other(**{area: discs})
    assert {groups.first_to_lose(s, f, s.world.board.find(area)) for f in (LAND, SEA)} == {first}


@pytest.mark.rule("PERS-06a")
@pytest.mark.parametrize(("area", "limit"), [("phrygia", 4), ("trojan_sea", 3), ("eastern_mediterranean", 1)])
def test_how_many_discs_a_group_may_have_in_the_competition_phase(area: str, limit: int) -> None:
    for land in range(4):
        for sea in range(4):
            s = beside_each_other(**{area: (land, sea)})
            number = s.world.board.find(area)
            for f in (LAND, SEA):
                assert groups.overcrowding(s, f, number) == land + sea - limit
                full = bool(land + sea) and land + sea >= limit
                assert groups.full_of_group(s, f) == full << number
            assert not groups.full_of_group(s, GREECE)


@pytest.mark.rule("PERS-05c")
def test_discs_that_wait_to_be_replaced() -> None:
    """On land those of the fleet, at sea those of the army, where both are."""
    s = beside_each_other(
        phrygia=(1, 2), tarsus=(2, 0), trojan_sea=(4, 1), icarian_sea=(0, 2), cilicia=(1, 1)
    )
    assert [groups.out_of_place(s, f) for f in (LAND, SEA, GREECE)] == [3, 4, 0]


@pytest.mark.rule("PERS-06b")
def test_a_shield_protects_both_colours() -> None:
    s = beside_each_other(phrygia=(1, 1))
    s.shield = [0, 2, 1]
    assert [groups.shield_of(s, f) for f in range(3)] == [0, 2, 2]


@pytest.mark.rule("DEF-61", "ROME1-03b")
def test_discs_in_the_game_are_all_but_the_markers() -> None:
    """The first disc of some that comes home becomes one."""
    homes = {"visigoths": "gallia", "west": "rome", "persians": "petra", "east": "troy"}
    given: dict[str, Any] = {name: {"discs": {area: 3}} for name, area in homes.items()}
    t = table(**given, **moment("card phase"))
    s, paid = t.s, t.s.owes_marker
    assert paid == s.world.owes_marker and 0 < paid.bit_count() < 4
    for f, area in enumerate(homes.values()):
        for expected in (terms.discs_in_game(s, f) - (paid >> f & 1),) * 2:  # only once
            return_disc(s, f, t.area(area), "test")
            assert terms.discs_in_game(s, f) == expected == s.supply[f] + s.ready[f] + sum(s.discs[f])
    assert not s.owes_marker and len([event for event in s.log if event.kind == "marker"]) == paid.bit_count()


@pytest.mark.rule("ROME1-08h")
def test_the_huns_alone_grow_by_more() -> None:
    s = new_game("fall_of_rome_1_4p").state.copy()
    usual = s.world.scenario.knobs.minimum_growth
    s.reborn = 0b11
    found = []
    for display in (-1, 0, 1):
        s.civilization[0] = display
        found.append(terms.knobs(s, 0).minimum_growth)
    assert found[1:] == [usual, usual] and found[0] > usual
    assert terms.knobs(s, 2) is s.world.knobs[2]


@pytest.mark.rule("PERS-05a", "PERS-06b")
@pytest.mark.parametrize(
    ("by", "replaced_by", "discs", "whose"),
    [
        (GREECE, -1, (1, 1), LAND), (GREECE, GREECE, (1, 1), LAND), (GREECE, -1, (0, 1), SEA),
        (LAND, -1, (1, 1), LAND), (LAND, LAND, (1, 1), SEA), (LAND, BLACK, (1, 1), LAND),
        (LAND, -1, (1, 0), -1), (SEA, -1, (1, 1), LAND), (SEA, SEA, (1, 1), LAND),
    ],
)  # fmt: skip
def test_whose_disc_of_a_group_is_lost_at_sea_if_the_red_one_is_named(
    by: int, replaced_by: int, discs: tuple[int, int], whose: int
) -> None:
    s = beside_each_other(trojan_sea=discs)
    loss = (SEA, s.world.board.find("trojan_sea"), replaced_by)
    assert _whose_disc(s, loss, 0, by) == whose
