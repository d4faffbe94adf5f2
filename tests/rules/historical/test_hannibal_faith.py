"""Hannibal: what allies may not do to each other, and how much a restrained Macedon may do to Rome."""

from __future__ import annotations

from typing import Any

import pytest
from hannibal_tables import CARTHAGE, MACEDON, ROME, SYRACUSE, war
from helpers import EVENTS, Table

from acis_rules.effects import Play
from acis_rules.historical import march
from acis_rules.historical.alliances import (
    costs,
    harmed,
    has_done_enough,
    keeps_faith,
    one_card_at_a_time,
    partner,
    whom_to_spare,
)
from acis_rules.kernel.log import Event
from acis_rules.variants.foresight import Trial

PLAGUE, FLEECE, POET, SILK = 2, 52, 39, 55


def turn(restrained: int = 0, harm: int = 0, **given: Any) -> Table:
    """A turn in which Macedon is restrained or not, and has cost Rome something or not."""
    marks = {name: 1 for name, on in (("restrained", restrained), ("harm", harm)) if on}
    return war("card action", 0, marks=marks, **given)


# ------------------------------------------------------------------------- what is remembered


@pytest.mark.rule("HANN-03b2")
@pytest.mark.parametrize("what", ["disc", "talent", "card", "vp", "wonder"])
@pytest.mark.parametrize("by", [CARTHAGE, ROME, MACEDON])
@pytest.mark.parametrize("victim", [CARTHAGE, ROME, MACEDON, SYRACUSE])
def test_whose_cards_are_remembered(what: str, by: int, victim: int) -> None:
    remembered = (by, victim) == (MACEDON, ROME) and what in ("disc", "talent", "card")
    for cause in (f"card {PLAGUE}", "saves a disc", "competition"):
        t = turn()
        t.s.resolving = (Play(by, "card", PLAGUE),)
        harmed(t.s, victim, what, cause)
        assert bool(t.s.marks.get("harm")) == (remembered and cause != "competition")


@pytest.mark.rule("HANN-03b2")
def test_every_card_is_remembered_but_no_event_or_ability() -> None:
    t = turn()
    for kind in ("card", "ability", "wonder"):
        for card in range(1, 104):
            play = Play(MACEDON, kind, card)
            t.s.marks, t.s.resolving = {}, (play,)
            harmed(t.s, ROME, "disc", play.cause)
            assert bool(t.s.marks.get("harm")) == (kind == "card" and card not in EVENTS)
    t.s.marks, t.s.resolving = {}, ()
    harmed(t.s, ROME, "disc", "domination")
    assert not t.s.marks


# -------------------------------------------------------------------------- who is spared


@pytest.mark.rule("HANN-03b2", "HANN-04c", "HANN-07d2")
@pytest.mark.parametrize(("restrained", "harm"), [(0, 0), (1, 0), (0, 1), (1, 1)])
@pytest.mark.parametrize("solo", [False, True])
def test_whom_cards_spare(restrained: int, harm: int, solo: bool) -> None:
    given = {"scenario": "hannibal_solo", "options": {"npcs": [0]}} if solo else {}
    t = turn(restrained, harm, **given)
    carthage_is_npc = bool(t.s.world.npcs >> CARTHAGE & 1)
    partners = [MACEDON if carthage_is_npc else -1, -1, CARTHAGE, -1]
    assert [partner(t.s, f) for f in range(4)] == partners
    enough = bool(restrained and harm)
    assert [has_done_enough(t.s, f) for f in range(4)] == [False, False, enough, False]
    spared = [1 << friend if friend >= 0 else 0 for friend in partners]
    spared[MACEDON] |= enough << ROME
    assert [whom_to_spare(t.s, f) for f in range(4)] == spared


@pytest.mark.rule("HANN-04c")
@pytest.mark.parametrize(
    ("losses", "lawful"),
    [
        ([], True), ([(CARTHAGE, 5)], False), ([(CARTHAGE, 5), (ROME, 5)], True), ([(ROME, 5)], True),
        ([(CARTHAGE, 5), (ROME, 6)], False), ([(CARTHAGE, 5), (CARTHAGE, 5), (ROME, 5)], False),
        ([(CARTHAGE, 5), (ROME, 5), (ROME, 5)], True), ([(SYRACUSE, 5), (4, 5)], True),
        ([(CARTHAGE, 5), (ROME, 5), (CARTHAGE, 6), (ROME, 6)], True), ([(MACEDON, 5)], True),
    ],
)  # fmt: skip
def test_in_no_area_more_discs_of_carthage_than_of_rome(losses: list[tuple[int, int]], lawful: bool) -> None:
    t = turn()
    told = [Event("removed", who, area=area, n=1) for who, area in losses]
    assert keeps_faith(t.s, Play(MACEDON, "card", PLAGUE), Trial(t.s, told)) == lawful
    assert keeps_faith(t.s, Play(ROME, "card", PLAGUE), Trial(t.s, told))


@pytest.mark.rule("HANN-03b2")
@pytest.mark.parametrize(
    ("event", "costs_rome"),
    [
        (Event("removed", ROME, area=5, n=1), True), (Event("talents", ROME, n=-1), True),
        (Event("discarded", ROME, n=1), True), (Event("vp", ROME, n=-2), False),
        (Event("removed", SYRACUSE, area=5, n=1), False), (Event("talents", MACEDON, n=-1), False),
    ],
)  # fmt: skip
def test_macedon_does_no_more_when_it_has_done_enough(event: Event, costs_rome: bool) -> None:
    for restrained, harm in ((0, 0), (1, 0), (0, 1), (1, 1)):
        t = turn(restrained, harm)
        may = keeps_faith(t.s, Play(MACEDON, "card", PLAGUE), Trial(t.s, [event]))
        assert may == (not (restrained and harm and costs_rome))
        assert keeps_faith(t.s, Play(CARTHAGE, "card", PLAGUE), Trial(t.s, [event]))


# ------------------------------------------------------------------- cards laid face down


CHARIOTS, ENGINES, PHALANX = 59, 65, 72


@pytest.mark.rule("HANN-03b2")
@pytest.mark.parametrize(
    ("restrained", "harm", "laid", "announced", "may"),
    [
        (0, 1, (CHARIOTS,), (), True), (1, 0, (), (), True), (1, 1, (), (), False),
        (1, 0, (CHARIOTS,), (), False), (1, 0, (PHALANX,), (), True),
        (1, 0, (), ((MACEDON, "card", CHARIOTS),), False), (1, 0, (), ((MACEDON, "card", PHALANX),), True),
        (1, 0, (), ((ROME, "card", CHARIOTS),), True), (1, 0, (), ((MACEDON, "wonder", PLAGUE),), True),
        (1, 0, (), ((MACEDON, "ability", PLAGUE),), True),
    ],
)  # fmt: skip
def test_a_restrained_macedon_lays_one_card_that_costs_rome_something(
    restrained: int, harm: int, laid: tuple[int, ...], announced: tuple[Any, ...], may: bool
) -> None:
    t = turn(restrained, harm, rome={"discs": {"dalmatia": 2, "rome": 3}}, gold=[])
    t.s.laid[MACEDON], t.s.announced = laid, announced
    here, elsewhere = t.area("dalmatia"), t.area("noricum")
    assert one_card_at_a_time(t.s, MACEDON, ENGINES, here) == may
    assert one_card_at_a_time(t.s, MACEDON, ENGINES, elsewhere)  # no Romans there
    assert one_card_at_a_time(t.s, MACEDON, PHALANX, here)  # it costs nothing
    assert one_card_at_a_time(t.s, CARTHAGE, ENGINES, here)


@pytest.mark.rule("HANN-03b2")
def test_which_cards_can_cost_something() -> None:
    t = turn()
    assert [bool(costs(t.s, card)) for card in (PLAGUE, CHARIOTS, 17, 34)] == [True] * 4
    assert [bool(costs(t.s, card)) for card in (FLEECE, PHALANX, POET + 2, SILK)] == [False] * 4


# ------------------------------------------------------------------------------- the march


@pytest.mark.rule("HANN-M1")
def test_any_card_can_turn_up_on_the_march(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[int]] = []
    monkeypatch.setattr(march, "shuffle", lambda s, cards: seen.append(list(cards)))
    t = turn()
    march.march(t.s)
    boxed = {card for card in range(104) if t.s.world.boxed >> card & 1}
    assert seen == [[card for card in range(1, 104) if card not in boxed]]
