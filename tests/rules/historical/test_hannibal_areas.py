"""Hannibal: rules about areas, looked at area by area: consuls, walls, Syracuse and Macedon."""

from __future__ import annotations

from typing import Any

import pytest
from hannibal_tables import CARTHAGE, MACEDON, ROME, SYRACUSE, war
from helpers import Table

from acis_rules.effects import Play
from acis_rules.historical.consuls import (
    counts,
    lets_fight,
    lets_grow,
    lets_pay,
    lets_play,
    near,
    one_away,
    row_of,
)
from acis_rules.historical.minor_states import barbarians_instead, kept_out, not_replaced, stays_at_home
from acis_rules.historical.roman_seas import lost_seas
from acis_rules.historical.walls import first_rounds, guarded, no_siege, no_treason, whom_to_spare
from acis_rules.historical.white_discs import leaders_come, promised_allies
from acis_rules.kernel.bits import mask_of, members
from acis_rules.kernel.machine import do_step, run
from acis_rules.table.distance import steps
from acis_rules.table.losses import inflict
from acis_rules.table.terms import occupied

SIEGE, BLOCKADE, TRAITOR, STRATEGOS = 67, 68, 45, 6
POOR, CAUTIOUS, AVERAGE, INSPIRED, BRILLIANT = range(1, 6)


def led_by(*consuls: int, rules: tuple[str, ...] = ("both_consuls",), **given: Any) -> Table:
    """A Card Phase of Hannibal's war with this consul of Rome, or these two."""
    marks = dict(zip(("consul", "second_consul"), consuls, strict=False))
    return war("card action", 0, rules=rules, marks=marks, **given)


def areas(t: Table, *names: str) -> int:
    return mask_of(map(t.area, names))


# -------------------------------------------------------------------------------- consuls


@pytest.mark.rule("HANN-08c3")
@pytest.mark.parametrize(
    ("consuls", "fights", "pays"),
    [
        ((), "all", "all"), ((POOR,), "", "rome"), ((CAUTIOUS,), "near", "near"),
        ((AVERAGE,), "near and client", "near"), ((INSPIRED,), "all", "all"), ((BRILLIANT,), "all", "all"),
        ((CAUTIOUS, BRILLIANT), "near", "near"), ((AVERAGE, CAUTIOUS), "near", "near"),
        ((INSPIRED, POOR), "", "rome"), ((CAUTIOUS, AVERAGE), "near", "near"),
    ],
)  # fmt: skip
def test_where_consuls_let_rome_fight_and_pay(consuls: tuple[int, ...], fights: str, pays: str) -> None:
    t = led_by(*consuls)
    board = t.s.world.board
    two_away = mask_of(a for a in members(board.in_play) if steps(board, a, areas(t, "rome")) <= 2)
    sets = {
        "": 0, "rome": areas(t, "rome"), "near": two_away, "all": board.in_play,
        "near and client": two_away | areas(t, "syracuse", "sea_of_sicily"),
    }  # fmt: skip
    assert near(t.s) == two_away
    for area in members(board.in_play):
        assert lets_fight(t.s, ROME, STRATEGOS, area) == bool(sets[fights] >> area & 1)
        for who in (ROME, SYRACUSE):  # Rome pays for its client
            assert lets_pay(t.s, who, area) == bool(sets[pays] >> area & 1)
        for who in (CARTHAGE, MACEDON):
            assert lets_fight(t.s, who, STRATEGOS, area) and lets_pay(t.s, who, area)


@pytest.mark.rule("HANN-08c3", "CMP-07")
@pytest.mark.parametrize(("consul", "asked"), [(POOR, False), (AVERAGE, False), (BRILLIANT, True)])
def test_a_loss_far_from_rome_is_paid_for_only_under_a_good_consul(consul: int, asked: bool) -> None:
    t = led_by(consul, rome={"discs": {"gallia": 2, "rome": 3}, "treasury": 2}, gold=[])
    t.s.phase, t.s.stack, t.s.question = "competition", [], None
    inflict(t.s, [(ROME, t.area("gallia"), -1), (ROME, t.area("rome"), -1)], "competition")
    run(t.s)
    assert t.s.question is not None and t.s.question.faction == ROME
    assert t.s.question.area == t.area("gallia" if asked else "rome")
    assert t.discs("rome", "gallia") == 2 - (not asked)


@pytest.mark.rule("HANN-08c3")
@pytest.mark.parametrize("holds", [False, True])
@pytest.mark.parametrize("consuls", [(POOR,), (BRILLIANT, POOR), (AVERAGE,), ()])
def test_a_poor_consul_keeps_rome_out_of_its_areas_or_in_them(consuls: tuple[int, ...], holds: bool) -> None:
    rules = ("both_consuls", "steady_consuls") if holds else ("both_consuls",)
    t = led_by(*consuls, rules=rules)
    coming, board = areas(t, "massilia"), t.s.world.board
    here = occupied(t.s, ROME) | coming
    closed = (board.in_play & ~here if holds else here) if POOR in consuls else 0
    for phase, expected in (("growth", closed), ("cards", 0)):
        t.s.phase = phase
        assert lets_grow(t.s, ROME, coming) == expected
        assert not lets_grow(t.s, CARTHAGE, coming) and not lets_grow(t.s, MACEDON, 0)


@pytest.mark.rule("HANN-08c3")
@pytest.mark.parametrize(("second", "bound"), [(POOR, False), (CAUTIOUS, True), (INSPIRED, False)])
def test_one_card_away_from_home_if_either_consul_is_cautious(second: int, bound: bool) -> None:
    t = led_by(BRILLIANT, second)
    for laid in (0, 1, 2):
        t.s.marks["consul_cards"] = laid
        for area in members(t.s.world.board.in_play):
            away = area != t.area("rome")
            assert one_away(t.s, ROME, STRATEGOS, area) == (not (bound and laid and away))
            assert one_away(t.s, CARTHAGE, STRATEGOS, area)


@pytest.mark.rule("HANN-08c3")
@pytest.mark.parametrize(
    ("consul", "laid", "fronts", "may"),
    [
        (CAUTIOUS, 0, ("umbria",), True), (CAUTIOUS, 1, ("umbria",), False),
        (CAUTIOUS, 0, ("gallia",), False), (AVERAGE, 0, ("gallia",), False),
        (AVERAGE, 1, ("umbria",), True), (AVERAGE, 1, ("gallia", "umbria"), True),
        (POOR, 0, ("umbria",), False), (INSPIRED, 2, ("gallia",), True),
    ],
)  # fmt: skip
def test_a_traitor_of_rome_needs_a_consul_who_lets_it_fight_there(
    consul: int, laid: int, fronts: tuple[str, ...], may: bool
) -> None:
    discs = {"discs": dict.fromkeys(fronts, 2)}
    t = led_by(consul, gold=[], rome={**discs, "hand": [TRAITOR]}, carthage={**discs, "hand": [STRATEGOS]},
               barbarians={}, phase="competition")  # fmt: skip
    t.s.marks["consul_cards"] = laid
    assert lets_play(t.s, Play(ROME, "card", TRAITOR)) == may
    assert lets_play(t.s, Play(CARTHAGE, "card", TRAITOR))
    assert lets_play(t.s, Play(ROME, "wonder", 1))
    for name in ("celt_iberia", "gallia"):  # a card laid there is judged by its area
        t.s.competition_area = t.area(name)
        assert lets_play(t.s, Play(ROME, "card", TRAITOR))


@pytest.mark.rule("HANN-08c3")
def test_cards_of_rome_away_from_home_are_counted_while_a_consul_leads() -> None:
    for marks, who, area, n in (
        ({"consul": CAUTIOUS}, ROME, "umbria", 1), ({"consul": CAUTIOUS}, ROME, "rome", 0),
        ({"consul": AVERAGE}, CARTHAGE, "umbria", 0), ({}, ROME, "umbria", 0),
        ({"consul": CAUTIOUS, "consul_cards": 2}, ROME, "gallia", 3),
    ):  # fmt: skip
        t = war("card action", 0, rules=("consuls",), marks=marks)
        counts(t.s, who, STRATEGOS, t.area(area))
        assert t.s.marks.get("consul_cards", 0) == n


@pytest.mark.rule("HANN-08a")
def test_hannibal_is_offered_wherever_carthage_fights_on_land() -> None:
    t = war("card action", 0, rules=("hannibal",))
    board = t.s.world.board
    start = occupied(t.s, CARTHAGE)
    for here in (start, board.in_play & ~start, board.in_play):
        t.s.at_least[0][CARTHAGE] = here
        for area in members(board.in_play):
            t.s.stack = []
            leaders_come(t.s, area)
            expected = here & board.land & 1 << area
            assert t.s.stack == ([("leader", CARTHAGE, area)] if expected else [])


@pytest.mark.rule("HANN-08d2")
def test_carthage_has_lost_the_seas_in_which_others_are_more() -> None:
    t = war("card action", 0, rules=("roman_seas",))
    s, board = t.s, t.s.world.board
    seas = members(board.sea & board.in_play)
    for i, sea in enumerate(seas):  # 0 to 2 of Carthage, 0 to 3 of others
        for f, n in ((CARTHAGE, i % 3), (ROME, i // 3 % 4), (MACEDON, i % 2), (4, 0), (SYRACUSE, 0)):
            s.discs[f][sea] = n
            s.at_least[0][f] = s.at_least[0][f] & ~(1 << sea) | (n > 0) << sea
    for coming in (0, mask_of(seas[::2]), board.in_play):
        expected = 0
        for sea in seas:
            more = coming >> sea & 1
            here, most = s.discs[CARTHAGE][sea] + more, max(s.discs[f][sea] for f in (ROME, MACEDON))
            expected |= (here > 0 and most > here) << sea
        assert lost_seas(s, CARTHAGE, coming) == expected
        assert not lost_seas(s, ROME, coming) and not lost_seas(s, MACEDON, coming)
    assert lost_seas(s, CARTHAGE, 0)


@pytest.mark.rule("HANN-08c1")
def test_every_card_has_its_row() -> None:
    t = led_by()
    rows = [row_of(t.s, card) for card in range(1, 104)]
    assert rows == [1] * 20 + [2] * 20 + [3] * 30 + [4] * 20 + [5] * 13


# ---------------------------------------------------------------------------------- walls


@pytest.mark.rule("HANN-08b1")
def test_only_romans_in_rome_are_sheltered_by_walls() -> None:
    t = war("card action", 0, rules=("walls",))
    found = {
        (who, area): n
        for who in range(4)
        for area in members(t.s.world.board.in_play)
        if (n := first_rounds(t.s, who, area))
    }
    assert found == {(ROME, t.area("rome")): 2}


@pytest.mark.rule("HANN-08b4")
def test_sieges_are_kept_from_rome_and_carthage_while_their_owners_are_there() -> None:
    t = war("card action", 0, rules=("walls",))
    owners = {t.area("rome"): ROME, t.area("carthage"): CARTHAGE}
    for present in (True, False):
        for area in members(t.s.world.board.in_play):
            for who in range(4):
                open_to = not present or owners.get(area, who) == who
                for card in (SIEGE, BLOCKADE):
                    assert no_siege(t.s, who, card, area) == open_to
                assert no_siege(t.s, who, STRATEGOS, area)
        for who in range(4):
            expected = mask_of(area for area, owner in owners.items() if present and owner != who)
            assert no_treason(t.s, Play(who, "card", TRAITOR)) == expected
            assert not no_treason(t.s, Play(who, "card", STRATEGOS))
            assert not no_treason(t.s, Play(who, "wonder", TRAITOR))
        for area, owner in owners.items():  # and once they have left
            t.s.discs[owner][area] = 0
            t.s.at_least[0][owner] &= ~(1 << area)


@pytest.mark.rule("HANN-08b3")
@pytest.mark.parametrize(
    ("cities", "holds"),
    [((), False), (("umbria",), False), (("umbria", "samnium"), True), (("umbria", "liguria"), False),
     (("umbria", "samnium", "etruria"), True)],
)  # fmt: skip
def test_two_cities_next_to_rome_guard_it_against_carthage_and_macedon(
    cities: tuple[str, ...], holds: bool
) -> None:
    t = war(
        "card action",
        0,
        rules=("walls",),
        rome={"discs": {"rome": 3, "etruria": 2, **dict.fromkeys(cities, 3)}},
    )
    of_rome, of_carthage = t.s.world.scenario.walls
    assert guarded(t.s, of_rome) == holds and not guarded(t.s, of_carthage)
    spared = [whom_to_spare(t.s, who) for who in range(4)]
    assert spared == [holds << ROME, 0, holds << ROME, 0]


# ----------------------------------------------------------------------- Syracuse and Macedon


@pytest.mark.rule("HANN-05d", "HANN-03b1")
@pytest.mark.parametrize("restrained", [0, 1])
@pytest.mark.parametrize("revolted", [0, 1])
def test_who_is_kept_out_of_which_areas(restrained: int, revolted: int) -> None:
    marks = {name: 1 for name, holds in (("restrained", restrained), ("revolted", revolted)) if holds}
    t = war("card action", 0, marks=marks)
    refuge = 0 if revolted else areas(t, "syracuse", "sea_of_sicily")
    assert [kept_out(t.s, who, 0) for who in range(4)] == [refuge, 0, refuge, 0]
    base = areas(t, "dalmatia", "noricum") | occupied(t.s, MACEDON)
    away = t.s.world.board.in_play & ~base if restrained else 0
    assert [stays_at_home(t.s, who, 0) for who in range(4)] == [0, 0, away, 0]


@pytest.mark.rule("HANN-05d")
def test_whose_discs_are_not_replaced_and_where() -> None:
    t = war("card action", 0)
    found = {
        (by, victim, area)
        for by in range(4)
        for victim in range(4)
        for area in members(t.s.world.board.in_play)
        if not_replaced(t.s, by, victim, area)
    }
    refuge = (t.area("syracuse"), t.area("sea_of_sicily"))
    assert found == {(by, SYRACUSE, area) for by in (CARTHAGE, MACEDON) for area in refuge}


@pytest.mark.rule("HANN-03b3")
@pytest.mark.parametrize("restrained", [0, 1])
def test_only_roman_discs_that_would_become_macedonian_become_barbarians(restrained: int) -> None:
    t = war("card action", 0, marks={"restrained": 1} if restrained else {})
    for victim in range(5):
        for new in range(5):
            for by in range(4):
                instead = restrained and (victim, new, by) == (ROME, MACEDON, MACEDON)
                expected = t.s.world.barbarians if instead else new
                assert barbarians_instead(t.s, victim, new, by) == expected


@pytest.mark.rule("HANN-08e3", "HANN-08e5")
def test_promised_allies_come_to_contested_land_of_their_own_each_elsewhere() -> None:
    fronts = {"liguria": 2, "umbria": 2, "etruria": 2, "saldic_sea": 1}
    t = war(
        "card action", 0, phase="competition", rules=("alternative_events",), gold=[],
        rome={"discs": {**fronts, "apulia": 2}}, carthage={"discs": {**fronts, "carthage": 3}},
        barbarians={"discs": {"apulia": 2}},
    )  # fmt: skip
    for before in ((), ("umbria",), ("liguria", "etruria", "umbria")):
        t.s.question = None
        do_step(t.s, (promised_allies.__name__, CARTHAGE, 2, 101, areas(t, *before)))
        assert (t.s.question is None) == (len(before) == 3)
        if t.s.question is not None:
            assert t.options == {"liguria", "umbria", "etruria", "stop"} - set(before)
    t.s.question = None
    do_step(t.s, (promised_allies.__name__, CARTHAGE, 0, 101, 0))
    assert t.s.question is None
