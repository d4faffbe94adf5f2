"""Wonders, Investments and cards before their owner: their discs go and come, and each is somewhere."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, moment, position

from acis_rules.kernel.actions import PAY_TALENT, area_action, card_action
from acis_rules.kernel.state import WonderState
from acis_rules.table.barbarians import barbarians_come
from acis_rules.table.holdings import (
    add_investment_discs,
    claim_card,
    discard_investment,
    give_away,
    give_up_holdings,
    invest,
    investment_disc_to_supply,
    lay_out,
    lose_wonder_discs,
    put_by,
    raise_wonder,
    take_back,
    turn_wonder,
    wonder_disc_to_supply,
    wonder_discs_from_supply,
)
from acis_rules.table.wonders import can_pay, lacking

EGYPT, TROY = 0, 1
LIBRARY, MAUSOLEUM, COLOSSUS = 1, 2, 3
ARMY, WAY, POET, SILK = 82, 78, 39, 55


def two(**given: Any) -> Table:
    """Egypt with two discs in Tyre, and Troy."""
    given = {"egypt": {"discs": {"tyre": 2}, "hand": [POET]}, "troy": {"discs": {"troy": 2}}, **given}
    return position("basic_2p", **moment("card phase"), **given)


def built(discs: int = 3, buried: bool = False) -> Table:
    wonder = {"wonder": "Colossus", "owner": "egypt", "area": "tyre", "discs": discs, "buried": buried}
    return two(wonders=[wonder])


def colossus(t: Table) -> tuple[int, int]:
    """Its discs, and those in the owner's supply."""
    number = next(n for n, wonder in enumerate(t.s.world.deck.wonders) if wonder.name == "Colossus")
    return t.s.wonders[number].discs, t.of("supply", "egypt")


def number_of(t: Table, name: str) -> int:
    return next(n for n, wonder in enumerate(t.s.world.deck.wonders) if wonder.name == name)


def ended(t: Table) -> tuple[str, int, int, str]:
    event = t.events()[-1]
    return event.kind, event.faction, event.n, event.cause


# --------------------------------------------------------------------------------- Wonders


@pytest.mark.rule("WON-05")
@pytest.mark.parametrize(("n", "taken"), [(1, 1), (3, 3), (5, 3), (0, 0)])
def test_discs_of_a_wonder_go_to_the_owners_supply(n: int, taken: int) -> None:
    t = built()
    before = t.of("supply", "egypt")
    assert wonder_disc_to_supply(t.s, number_of(t, "Colossus"), n) == taken
    assert colossus(t) == (3 - taken, before + taken)
    t = built()
    lose_wonder_discs(t.s, number_of(t, "Colossus"), n, "card 87")
    assert colossus(t) == (3 - taken, before + taken) and ended(t) == (
        "wonder_discs",
        EGYPT,
        -taken,
        "card 87",
    )


@pytest.mark.rule("WON-06")
@pytest.mark.parametrize(("supply", "n", "put"), [(9, 2, 2), (1, 2, 1), (0, 2, 0)])
def test_discs_come_to_a_wonder_as_far_as_the_supply_goes(supply: int, n: int, put: int) -> None:
    t = built()
    t.s.supply[EGYPT] = supply
    before = len(t.events())
    wonder_discs_from_supply(t.s, number_of(t, "Colossus"), n, "card 40")
    assert colossus(t) == (3 + put, supply - put) and len(t.events()) == before + bool(put)


@pytest.mark.rule("WON-04", "WON-05")
@pytest.mark.parametrize(("discs", "there"), [(None, 5), (2, 2), (0, 0)])
def test_a_new_wonder_has_its_printed_discs_or_those_that_are_said(discs: int | None, there: int) -> None:
    t = two()
    before = t.of("supply", "egypt")
    raise_wonder(t.s, EGYPT, number_of(t, "Colossus"), t.area("tyre"), discs)
    wonder = t.s.wonders[number_of(t, "Colossus")]
    assert wonder == WonderState(EGYPT, t.area("tyre"), there, False)
    assert t.of("supply", "egypt") == before - there


@pytest.mark.rule("DEF-49")
def test_a_buried_wonder_has_no_discs_and_comes_back_without_any() -> None:
    t = built()
    before, number = t.of("supply", "egypt"), number_of(t, "Colossus")
    turn_wonder(t.s, number, True, "card 86")
    assert t.s.wonders[number] == WonderState(EGYPT, t.area("tyre"), 0, True)
    assert t.of("supply", "egypt") == before + 3 and t.events()[-1].kind == "buried"
    turn_wonder(t.s, number, False, "card 40")
    assert t.s.wonders[number] == WonderState(EGYPT, t.area("tyre"), 0, False)
    assert t.events()[-1].kind == "restored"


@pytest.mark.rule("WON-06")
@pytest.mark.parametrize(("supply", "discs"), [(5, 0), (9, 0), (4, 1), (0, 5)])
def test_how_many_discs_a_wonder_lacks(supply: int, discs: int) -> None:
    t = two()
    t.s.supply[EGYPT] = supply
    assert lacking(t.s, EGYPT, number_of(t, "Colossus")) == discs


@pytest.mark.rule("WON-03")
def test_what_can_be_paid() -> None:
    t = two(egypt={"discs": {"tyre": 2}, "hand": [POET], "treasury": 1})
    tyre, troy = area_action(t.area("tyre")), area_action(t.area("troy"))
    means = {PAY_TALENT: True, tyre: True, troy: False, card_action(POET): True, card_action(POET + 1): False}
    assert {action: can_pay(t.s, EGYPT, action) for action in means} == means
    assert not can_pay(t.s, TROY, PAY_TALENT)


# ------------------------------------------------------------------------------ Investments


@pytest.mark.rule("CRD-15")
@pytest.mark.parametrize(("supply", "discs"), [(9, 3), (2, 2), (0, 0)])
def test_an_investment_has_as_many_discs_as_the_supply_can_give(supply: int, discs: int) -> None:
    t = two()
    t.s.supply[EGYPT], t.s.table = supply, [ARMY]
    invest(t.s, EGYPT, ARMY, 3)
    assert not t.s.table and t.of("supply", "egypt") == supply - discs
    if discs:
        assert t.s.investments == {ARMY: (EGYPT, discs)} and ended(t) == ("invested", EGYPT, discs, "")
        add_investment_discs(t.s, ARMY, 0)
        assert t.s.investments == {ARMY: (EGYPT, discs)}
    else:
        assert not t.s.investments and t.s.discard == [ARMY]


@pytest.mark.rule("CRD-16")
def test_without_discs_an_investment_is_discarded() -> None:
    t = two(investments=[{"card": ARMY, "owner": "egypt", "discs": 3}])
    before = t.of("supply", "egypt")
    for left in (2, 1):
        investment_disc_to_supply(t.s, ARMY)
        assert t.s.investments == {ARMY: (EGYPT, left)} and not t.s.discard
    investment_disc_to_supply(t.s, ARMY)
    assert not t.s.investments and t.s.discard == [ARMY] and t.of("supply", "egypt") == before + 3
    assert ended(t) == ("discarded", EGYPT, 1, "no discs left")


@pytest.mark.rule("CRD-16")
def test_discarding_one_investment_leaves_the_others() -> None:
    t = two(investments=[{"card": card, "owner": "egypt", "discs": 1} for card in (ARMY, WAY)])
    discard_investment(t.s, ARMY)
    assert t.s.investments == {WAY: (EGYPT, 1)} and t.s.discard == [ARMY]


@pytest.mark.rule("AEN-04", "NPC-80")
def test_who_gives_up_its_holdings_keeps_the_wonders_without_discs() -> None:
    names = (("Colossus", "egypt", "tyre", 3), ("Lighthouse", "troy", "troy", 2))
    wonders = [{"wonder": w, "owner": o, "area": a, "discs": n} for w, o, a, n in names]
    invested = [{"card": ARMY, "owner": "egypt", "discs": 2}, {"card": WAY, "owner": "troy", "discs": 1}]
    t = two(wonders=wonders, investments=invested)
    mine, theirs = t.of("supply", "egypt"), t.of("supply", "troy")
    give_up_holdings(t.s, EGYPT, "aeneas")
    assert (t.of("supply", "egypt"), t.of("supply", "troy")) == (mine + 3 + 2, theirs)
    assert t.s.investments == {WAY: (TROY, 1)} and t.s.discard == [ARMY]
    assert t.s.wonders[number_of(t, "Colossus")] == WonderState(EGYPT, t.area("tyre"), 0)
    assert t.s.wonders[number_of(t, "Lighthouse")].discs == 2


# --------------------------------------------------------------------- cards before their owner


@pytest.mark.rule("EGY-03a", "EGY-03b")
def test_a_card_laid_out_with_a_disc_and_taken_back() -> None:
    t = two()
    before = t.of("supply", "egypt")
    lay_out(t.s, EGYPT, SILK, 2)
    lay_out(t.s, EGYPT, ARMY, 3)  # an Investment
    assert t.s.reserve == {SILK: (EGYPT, 2)} and t.s.investments == {ARMY: (EGYPT, 3)}
    assert t.of("supply", "egypt") == before - 5
    take_back(t.s, EGYPT, SILK)
    assert not t.s.reserve and t.hand("egypt") == {POET, SILK} and t.of("supply", "egypt") == before - 3
    assert t.s.known[TROY * 2 + EGYPT] == 1 << SILK and ended(t) == ("taken_back", EGYPT, 1, "")


@pytest.mark.parametrize("played", [False, True])
def test_a_card_put_by_comes_from_the_hand_or_from_the_table(played: bool) -> None:
    t = two()
    if played:
        t.s.hand[EGYPT], t.s.table = 0, [POET]
    put_by(t.s, EGYPT, POET)
    assert t.s.reserve == {POET: (EGYPT, 0)} and not t.hand("egypt") and not t.s.table
    assert ended(t) == ("put_by", EGYPT, 1, "")


@pytest.mark.parametrize("taker", [TROY, EGYPT, -1])
def test_a_card_that_is_let_go_is_its_thiefs_or_discarded(taker: int) -> None:
    t = two(egypt={"discs": {"tyre": 2}})
    lay_out(t.s, EGYPT, SILK, 1)
    give_away(t.s, SILK, taker)
    assert not t.s.reserve and (t.s.discard == [SILK]) == (taker < 0)
    assert [t.hand(name) for name in ("egypt", "troy")] == [{SILK} if f == taker else set() for f in range(2)]
    event = t.events()[-1]
    assert (event.kind, event.n, event.cause) == ("discarded" if taker < 0 else "cards_taken", 1, "let go")


@pytest.mark.rule("EGY-03d")
@pytest.mark.parametrize("looked_at", [False, True])
def test_a_card_drawn_by_another_goes_to_whose_it_is(looked_at: bool) -> None:
    t = two(troy={"discs": {"troy": 2}, "hand": [WAY]})
    zone = t.s.drawn if looked_at else t.s.hand
    zone[TROY] |= 1 << SILK
    claim_card(t.s, TROY, EGYPT, SILK)
    assert t.hand("egypt") == {POET, SILK} and t.hand("troy") == {WAY} and not t.s.drawn[TROY]
    assert t.s.known[TROY * 2 + EGYPT] == 1 << SILK


# ------------------------------------------------------------------------------ Barbarians


@pytest.mark.rule("CRD-19", "CRD-23", "STK-08")
@pytest.mark.parametrize(
    ("area", "there", "n", "unlimited", "after"),
    [
        ("petra", 0, 3, False, 3), ("petra", 2, 3, False, 4), ("petra", 2, 3, True, 5),
        ("gulf_of_sidon", 1, 3, False, 2), ("gulf_of_sidon", 1, 3, True, 4),
        ("eastern_mediterranean", 0, 3, True, 1), ("eastern_mediterranean", 1, 3, True, 1),
    ],
)  # fmt: skip
def test_how_many_barbarians_come(area: str, there: int, n: int, unlimited: bool, after: int) -> None:
    t = two(barbarians={"discs": {area: there}} if there else {})
    t.s.stack = []
    barbarians_come(t.s, EGYPT, t.area(area), n, "card 30", unlimited)
    assert t.discs("barbarians", area) == after and not t.s.stack


@pytest.mark.rule("CRD-23")
@pytest.mark.parametrize(("by", "asks"), [(EGYPT, True), (TROY, True), (-1, False)])
def test_if_black_discs_run_short_somebody_is_asked_for_the_rest(by: int, asks: bool) -> None:
    t = two(barbarians={"discs": {"petra": 2}})
    t.s.supply[2], t.s.stack = 1, []
    barbarians_come(t.s, by, t.area("canaan"), 3, "card 30", False)
    assert t.discs("barbarians", "canaan") == 1 and t.s.supply[2] == 0
    expected = [("barbarian_shortage", by, t.area("canaan"), 2, "card 30")] if asks else []
    assert t.s.stack == expected
