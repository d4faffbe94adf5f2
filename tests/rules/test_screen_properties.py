"""What a screen shows: what the view of the seat shows, of a copy that is the player's own."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from helpers import Table, position, seen
from view_tables import (
    BRIBERY,
    CARTHAGE,
    DEMAGOGUE,
    EGYPT,
    EVENTS,
    HIGH_PRIESTESS,
    IBERIA,
    MYCENAE,
    POET,
    TROY,
    cards,
    competing,
    duel,
    library,
    shared,
)  # fmt: skip

from acis_rules.kernel.bits import members
from acis_rules.screens import Screen
from acis_rules.views import View


def halves() -> Table:
    """Egypt has half a VP more."""
    return position(
        phase="cards", egypt={"hand": [93, POET], "vp": "7/2"}, troy={"hand": [1], "vp": 3},
    )  # fmt: skip


def laid_by_both() -> Table:
    """Egypt, an NPC, lays after Troy."""
    t = position(
        phase="competition", options={"npcs": [0]}, egypt={"discs": {"tyre": 2}, "hand": [63, POET]},
        troy={"discs": {"tyre": 2}, "hand": [61, 65, 1]},
    )  # fmt: skip
    return t.do("#61", "stop")


def answering(*others: int, npcs: tuple[int, ...] = (TROY,)) -> Table:
    """Troy may answer the Demagogue; Egypt holds these other cards."""
    t = position(
        phase="cards", options={"npcs": [*npcs]}, egypt={"discs": {"kush": 2}, "hand": [DEMAGOGUE, *others]},
        troy={"discs": {"troy": 2}, "hand": [BRIBERY, HIGH_PRIESTESS]},
    )  # fmt: skip
    return t.do("Demagogue")


def shown(t: Table) -> View:
    return Screen(t.s, t.game.seat).view()


class Shown:
    """A game that has only this view."""

    def __init__(self, view: View) -> None:
        self.view = lambda seat: view


def seen_in(view: View) -> dict[str, object]:
    return seen(Shown(view), view.seat)  # type: ignore[arg-type]


@pytest.mark.rule("DEF-62")
@pytest.mark.parametrize(
    "table",
    [duel, shared, lambda: competing(63, then=("stop",)), library, halves, laid_by_both, answering],
)
def test_a_screen_shows_what_the_view_shows(table: Callable[[], Table]) -> None:
    t = table()
    view, screen = t.game.view(t.game.seat), shown(t)
    assert seen_in(screen) == seen_in(view)
    for seed in range(3):
        rngs = random.Random(seed), random.Random(seed)
        assert screen.sample(rngs[0]).to_dict() == view.sample(rngs[1]).to_dict()


@pytest.mark.rule("DEF-62")
def test_hands_of_others_have_no_faces() -> None:
    t = duel()
    s = shown(t)._s
    assert s.hand == [t.s.hand[EGYPT], 0b111] and s.drawn == [0, 0] and s.laid == [(), ()]
    assert s.known == [0, cards(3), 0, 0] and s.rng == 0 != t.s.rng
    assert len(s.deck) == len(t.s.deck) and {*s.deck} == {0, *EVENTS}
    assert s.deck.count(0) == len(t.s.deck) - len(EVENTS)


@pytest.mark.rule("DEF-62")
def test_a_player_of_two_sees_what_both_know_and_no_more() -> None:
    t = shared()
    s = shown(t)._s
    of = t.s.known
    assert s.hand == [of_hand if f != CARTHAGE else 0b111 for f, of_hand in enumerate(t.s.hand)]
    assert s.known == of, "Carthage knows cards of this player only, who knows that"
    t.do("pass")
    other = shown(t)._s
    assert t.game.seat == 1 and other.hand == [0b11, t.s.hand[CARTHAGE], 0b11]
    assert [n for n, mask in enumerate(other.known) if mask] == sorted(
        viewer * 3 + holder
        for viewer, holder in (
            (IBERIA, CARTHAGE),
            (MYCENAE, CARTHAGE),
            (CARTHAGE, IBERIA),
            (CARTHAGE, MYCENAE),
        )
    )


@pytest.mark.rule("DEF-62")
def test_cards_laid_face_down_have_no_faces() -> None:
    t = competing(63, then=("stop",))
    assert t.game.seat == TROY and shown(t)._s.laid == [(0,), ()]


@pytest.mark.rule("NPC-67")
def test_an_npc_is_shown_what_the_others_have_laid() -> None:
    t = laid_by_both()
    assert t.game.seat == EGYPT and shown(t)._s.laid[TROY] == (61,)


@pytest.mark.rule("NPC-27")
def test_the_hand_of_an_npc_keeps_its_faces() -> None:
    t = answering(1, npcs=(EGYPT,))
    assert t.game.seat == TROY and shown(t)._s.hand == t.s.hand


def test_a_part_of_a_point_is_the_players_own() -> None:
    t = halves()
    vp = shown(t)._s.vp
    assert vp == t.s.vp == [Fraction(7, 2), 3] and vp[0] is not t.s.vp[0] and type(vp[1]) is int


def test_only_who_decides_is_shown_anything() -> None:
    t = duel()
    with pytest.raises(AssertionError):
        Screen(t.s, TROY).view()
    screen = Screen(t.s, EGYPT)
    first = screen.view()
    assert first._s is not t.s and first.question == t.s.question
    assert [*first._s.log] == [*screen.view()._s.log] == first.events


def test_the_deck_looks_the_same_until_it_changes() -> None:
    t = library()
    screen = Screen(t.s, EGYPT)
    once, again = screen.view()._s, screen.view()._s
    assert once.deck == again.deck == [0, *sorted(EVENTS)] and once.deck is not again.deck
    t.s.deck.remove(62)
    assert screen.view()._s.deck == [0, *sorted(EVENTS - {62})]
    assert members(once.hand[EGYPT]) == [POET]


@pytest.mark.rule("NPC-54")
@pytest.mark.parametrize(
    ("others", "targets"), [((), set()), ((1,), {HIGH_PRIESTESS}), ((37,), {43, BRIBERY})]
)
def test_an_npc_is_told_for_which_of_its_answers_there_is_another_target(
    others: tuple[int, ...], targets: set[int]
) -> None:
    """Earthquake (1) is no Great Person, Orator (37) is one."""
    t = answering(*others)
    view = shown(t)
    assert t.asked("negate", "troy") and view._told == {EGYPT: sum(1 << card for card in targets)}
    assert [card for card in (BRIBERY, HIGH_PRIESTESS) if view.may_hold_another(EGYPT, card)] == [
        card for card in (BRIBERY, HIGH_PRIESTESS) if card in targets
    ]


@pytest.mark.rule("NPC-54")
def test_nobody_else_is_told() -> None:
    assert shown(answering(1, npcs=(EGYPT,)))._told is None and shown(duel())._told is None
    t: Any = position(phase="cards", options={"npcs": [0]}, egypt={"hand": [93]}, troy={"hand": [1]})
    assert shown(t)._told == {}, "an NPC that is asked something else"
