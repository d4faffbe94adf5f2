"""What the solitaire rules change for everybody: who lays cards first, which competition is first."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from crowds import new_game
from helpers import Table, moment, position

from acis_rules.kernel.bits import members
from acis_rules.kernel.state import State, WonderState
from acis_rules.variants.solitaire import (
    alphabet,
    bonus_vp,
    first_in_category,
    npc_aeneas,
    npc_begins_anew,
    npc_wins_ties,
    players_first,
)

EGYPT, GAUL, CARTHAGE, TROY = "egypt", "gaul", "carthage", "troy"


def four(*npcs: str, **given: Any) -> Table:
    """Four civilizations, these run by the game system; nothing comes after the Aeneas step."""
    names = (EGYPT, GAUL, CARTHAGE, TROY)
    options = {"npcs": [names.index(name) for name in npcs], **given.pop("options", {})}
    factions = {name: given.pop(name, {}) for name in names}
    return position("basic_4p", options=options, **factions, **moment("card phase"), **given)


@pytest.mark.rule("NPC-67")
@pytest.mark.parametrize("npcs", [(EGYPT,), (GAUL, TROY), (CARTHAGE, EGYPT, TROY)])
def test_players_lay_their_cards_before_npcs_in_whatever_turn_order(npcs: tuple[str, ...]) -> None:
    s = four(*npcs).s
    for order in permutations(range(4)):
        arranged = players_first(s, list(order))
        kinds = [bool(s.world.npcs >> f & 1) for f in arranged]
        assert kinds == sorted(kinds) and sorted(arranged) == [0, 1, 2, 3]
        for kind in (False, True):
            same = [f for f in order if bool(s.world.npcs >> f & 1) is kind]
            assert [f for f in arranged if bool(s.world.npcs >> f & 1) is kind] == same


@pytest.mark.rule("NPC-59", "NPC-60", "NPC-61", "NPC-62", "NPC-63", "NPC-64", "NPC-65", "NPC-66")
def test_which_contested_areas_come_first() -> None:
    """Homes, Gold, Wonders and Cities of NPCs, the same of players, then what is next to those."""
    t = four(CARTHAGE, TROY)
    s = t.s
    npc, player = t.faction(TROY), t.faction(EGYPT)
    kinds = ("home", "gold", "wonder", "city")
    names = {
        npc: ("troy", "phrygia", "cilicia", "carchemish"),
        player: ("idubeda", "mauretania", "rome", "gallia"),
    }
    s.home, s.gold = [0] * 4, {}
    for f in (npc, player):
        home, gold, wonder, city = (t.area(name) for name in names[f])
        s.home[f], s.gold[gold] = 1 << home, (f, 1)
        s.wonders[kinds.index("wonder") + f] = WonderState(f, wonder, 1)
        s.discs[f][city] = 3
        for level in range(3):
            s.at_least[level][f] |= 1 << city
    s.wonders[0] = WonderState(npc, t.area("sinai"), 0, buried=True)  # which does not count
    areas = [t.area(name) for f in (npc, player) for name in names[f]]
    around = s.world.board.neighbours
    beside, seen = [], 0
    for area in areas[4:]:  # an area next to each of the player's, and to none of those before
        beside.append(next(a for a in members(around[area] & ~seen) if a not in areas))
        seen |= around[area]
    expected = [1 << area for area in (*areas, *beside, t.area("sinai"))]
    left, found = sum(expected), []
    while left:
        found.append(first_in_category(s, left))
        left ^= found[-1]
    assert found == expected


@pytest.mark.rule("NPC-125", "OPT-04")
@pytest.mark.parametrize("bonus", [0, 3])
def test_only_npcs_gain_the_bonus(bonus: int) -> None:
    t = four(CARTHAGE, TROY, options={"npc_bonus_vp": bonus})
    bonus_vp(t.s)
    assert [t.of("vp", name) for name in (EGYPT, GAUL, CARTHAGE, TROY)] == [0, 0, bonus, bonus]


@pytest.mark.rule("CIV-29")
def test_an_alphabet_among_npcs_gives_two_talents() -> None:
    t = four(TROY)
    assert alphabet(t.s, t.faction(EGYPT)) is True and t.of("treasury", EGYPT) == 2


def pending(s: State) -> list[str]:
    """What is to come, by name."""
    return [frame[0] for frame in s.stack]


@pytest.mark.rule("NPC-78", "NPC-79")
@pytest.mark.parametrize(
    ("discs", "vp", "comes"),
    [
        (6, 0, "npc_begins_anew"), (6, 1, "npc_begins_anew"), (6, 2, "card"), (7, 0, ""), (7, 2, ""),
        (0, 0, "npc_begins_anew"), (0, 9, "card"),
    ],
)  # fmt: skip
def test_an_npc_with_six_discs_or_fewer_begins_anew_in_the_last_place_or_by_a_card(
    discs: int, vp: int, comes: str
) -> None:
    lands = ("ionia", "lydia")
    here = {area: min(4, discs - 4 * i) for i, area in enumerate(lands) if discs > 4 * i}
    t = four(
        TROY, troy={"discs": here, "vp": vp}, egypt={"vp": 1}, gaul={"vp": 4}, carthage={"vp": 4}, epoch=2
    )
    t.s.stack = []
    assert npc_aeneas(t.s, t.faction(TROY)) is True
    if comes == "card":
        assert pending(t.s) and "npc_begins_anew" not in pending(t.s)
    else:
        assert pending(t.s) == ([comes] if comes else [])
    assert npc_aeneas(t.s, t.faction(EGYPT)) is False


@pytest.mark.rule("NPC-82")
def test_an_npc_that_begins_anew_goes_to_the_last_place() -> None:
    t = four(TROY, order=[TROY, EGYPT, GAUL, CARTHAGE])
    t.s.stack = []
    npc_begins_anew(t.s, t.faction(TROY))
    assert t.s.order == [t.faction(name) for name in (EGYPT, GAUL, CARTHAGE, TROY)]
    assert "npc_entry" in {frame[0] for frame in t.s.stack} | {
        str(part) for frame in t.s.stack for part in frame
    }


@pytest.mark.rule("NPC-80")
@pytest.mark.parametrize(("uses", "used", "left"), [(1, 0, False), (1, 1, True), (2, 1, False), (2, 2, True)])
def test_it_leaves_the_game_when_it_has_begun_anew_too_often(uses: int, used: int, left: bool) -> None:
    troy = {"discs": {"ionia": 2}, "hand": [39], "treasury": 2, "vp": 3, "aeneas_used": used}
    t = four(TROY, CARTHAGE, troy=troy, options={"aeneas_uses": uses}, order=[EGYPT, TROY, GAUL, CARTHAGE])
    npc_begins_anew(t.s, t.faction(TROY))
    assert bool(t.events("left")) == left == bool(t.s.absent >> t.faction(TROY) & 1)
    if left:
        assert t.s.order == [t.faction(name) for name in (EGYPT, GAUL, CARTHAGE)]
        assert not t.discs(TROY, "ionia") and not t.hand(TROY) and 39 in t.s.discard
        assert t.of("treasury", TROY) == t.of("vp", TROY) == t.of("supply", TROY) == 0


@pytest.mark.rule("HANN-07c")
def test_npcs_win_ties_only_where_the_scenario_says_so() -> None:
    t = four(TROY)
    assert [npc_wins_ties(t.s, seat) for seat in range(4)] == [0, 0, 0, 0]
    s = new_game("hannibal_solo").state.copy()
    ties = [npc_wins_ties(s, seat) for seat in range(s.world.n_seats)]
    npcs = [
        bool(s.world.factions_of(seat) & s.world.npcs & s.world.scorers) for seat in range(s.world.n_seats)
    ]
    assert ties == [int(npc) for npc in npcs] and any(ties) and not all(ties)
