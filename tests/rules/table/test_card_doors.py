"""Cards that change places: where they are afterwards, and who knows which they were."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, moment, position

from acis_rules.table.card_changes import (
    deal_hand,
    discard,
    discard_hand,
    draw_card,
    give_card,
    give_opening_card,
    hand_over,
    hand_without_events,
    keep_card,
    lay_face_down,
    look_at_hand,
    new_hands,
    peek,
    play_from_hand,
    recover_card,
    return_aside,
    reveal,
    search_pile,
    show_card,
    shuffle_back,
    steal,
    take_up,
    turn_up_laid,
)

EGYPT, TROY, CARTHAGE, GAUL = range(4)
POET, PRIEST, FAMINE, STRATEGOS, CHARIOTS = 39, 44, 8, 6, 59
TIME_MARCHES_ON, SEA_PEOPLES = 62, 98


def four(**given: list[int]) -> Table:
    """Four civilizations with these hands; nobody has seen any of them."""
    names = ("egypt", "troy", "carthage", "gaul")
    hands: dict[str, Any] = {name: {"hand": given.get(name, [])} for name in names}
    return position("basic_4p", **moment("card phase"), **hands)


def known(t: Table, viewer: int, holder: int) -> set[int]:
    """The cards that one civilization knows in another's hand."""
    mask = t.s.known[viewer * 4 + holder]
    return {card for card in range(104) if mask >> card & 1}


# ------------------------------------------------------------------------- from hand to hand


@pytest.mark.rule("CLR-12")
def test_who_looks_at_a_hand_knows_all_of_it_and_nobody_else_does() -> None:
    t = four(egypt=[POET, PRIEST], troy=[FAMINE])
    t.s.known[TROY * 4 + EGYPT] = 1 << POET
    look_at_hand(t.s, TROY, EGYPT, "card 34")
    assert known(t, TROY, EGYPT) == {POET, PRIEST}
    assert not known(t, EGYPT, TROY) and not known(t, GAUL, EGYPT) and not known(t, CARTHAGE, EGYPT)
    assert [(e.faction, e.other, e.n) for e in t.events("hand_seen")] == [(TROY, EGYPT, 2)]


@pytest.mark.rule("CLR-12", "CMP-17")
def test_who_looks_at_a_hand_does_not_forget_what_lies_face_down() -> None:
    t = four(egypt=[POET, FAMINE], troy=[PRIEST])
    show_card(t.s, EGYPT, POET)
    lay_face_down(t.s, EGYPT, POET, t.area("tyre"))
    look_at_hand(t.s, TROY, EGYPT, "card 34")
    assert known(t, TROY, EGYPT) == {POET, FAMINE} and known(t, GAUL, EGYPT) == {POET}


@pytest.mark.rule("DEF-46")
def test_a_card_shown_is_known_to_all_but_its_holder() -> None:
    t = four(egypt=[POET, PRIEST], troy=[FAMINE])
    show_card(t.s, EGYPT, POET)
    assert [known(t, viewer, EGYPT) for viewer in range(4)] == [set(), {POET}, {POET}, {POET}]
    assert not any(known(t, viewer, TROY) for viewer in range(4))


@pytest.mark.rule("CLR-12", "CLR-26")
@pytest.mark.parametrize("how", ["stolen", "handed over"])
def test_a_card_that_changes_hands_is_known_to_the_two_and_others_know_less_than_before(how: str) -> None:
    t = four(egypt=[POET, PRIEST], troy=[FAMINE], gaul=[STRATEGOS])
    for holder, card in ((EGYPT, POET), (EGYPT, PRIEST), (TROY, FAMINE), (GAUL, STRATEGOS)):
        show_card(t.s, holder, card)
    if how == "stolen":
        steal(t.s, TROY, EGYPT, POET, "card 34")
    else:
        hand_over(t.s, EGYPT, TROY, POET, "")
    assert t.hand("egypt") == {PRIEST} and t.hand("troy") == {FAMINE, POET}
    assert known(t, TROY, EGYPT) == {PRIEST} and known(t, EGYPT, TROY) == {FAMINE, POET}
    for other in (CARTHAGE, GAUL):  # any card may be the one that is gone
        assert known(t, other, EGYPT) == set() and known(t, other, TROY) == {FAMINE}
    assert known(t, TROY, GAUL) == known(t, EGYPT, GAUL) == {STRATEGOS}
    event = t.events()[-1]
    assert (event.n, event.cards, event.seen_by) == (1, (POET,), TROY if how == "stolen" else EGYPT)


@pytest.mark.rule("HOS-05", "NPC-27")
def test_a_card_given_is_told_to_all() -> None:
    t = four(egypt=[POET, PRIEST], troy=[FAMINE])
    show_card(t.s, EGYPT, POET)
    give_card(t.s, EGYPT, TROY, POET)
    assert t.hand("egypt") == {PRIEST} and t.hand("troy") == {FAMINE, POET} and not known(t, GAUL, EGYPT)
    event = t.events("card_given")[0]
    assert (event.faction, event.other, event.card, event.n) == (EGYPT, TROY, POET, 1)


@pytest.mark.rule("DEF-46")
@pytest.mark.parametrize("how", ["discarded", "played"])
def test_a_card_that_left_a_hand_is_looked_for_there_no_longer(how: str) -> None:
    t = four(egypt=[POET, PRIEST], troy=[FAMINE])
    for holder, card in ((EGYPT, POET), (EGYPT, PRIEST), (TROY, FAMINE)):
        show_card(t.s, holder, card)
    if how == "discarded":
        discard(t.s, EGYPT, POET, "penalty")
        assert t.s.discard == [POET] and not t.s.table
    else:
        play_from_hand(t.s, EGYPT, POET)
        assert t.s.table == [POET] and not t.s.discard
    assert t.hand("egypt") == {PRIEST}
    for viewer in (TROY, CARTHAGE, GAUL):
        assert known(t, viewer, EGYPT) == {PRIEST}
    assert known(t, EGYPT, TROY) == known(t, GAUL, TROY) == {FAMINE}


@pytest.mark.rule("EPO-08")
def test_a_whole_hand_goes() -> None:
    t = four(egypt=[POET, PRIEST], troy=[FAMINE])
    discard_hand(t.s, EGYPT, "epoch")
    assert not t.hand("egypt") and t.hand("troy") == {FAMINE} and set(t.s.discard) == {POET, PRIEST}
    assert [(e.faction, e.n, e.cause) for e in t.events("hand_discarded")] == [(EGYPT, 2, "epoch")]


# ---------------------------------------------------------------------------- from the piles


@pytest.mark.rule("DEF-47")
def test_when_the_deck_is_empty_the_discard_pile_becomes_the_deck() -> None:
    t = four()
    t.s.deck, t.s.discard = [], [POET, PRIEST, FAMINE]
    card = draw_card(t.s, "draw step")
    assert {card, *t.s.deck} == {POET, PRIEST, FAMINE} and len(t.s.deck) == 2 and not t.s.discard
    assert [(e.n, e.cause) for e in t.events("reshuffled")] == [(3, "draw step")]


@pytest.mark.rule("DEF-47")
def test_without_any_card_left_none_is_drawn_or_turned_up() -> None:
    t = four()
    t.s.deck, t.s.discard = [], []
    assert draw_card(t.s, "draw step") == 0 and reveal(t.s, "sudden end") == 0
    assert not t.s.table and not t.events("revealed") and not t.events("reshuffled")


def test_a_card_turned_up_lies_on_the_table_and_one_put_back_is_in_the_deck_once() -> None:
    t = four()
    top, n = t.s.deck[-1], len(t.s.deck)
    assert reveal(t.s, "sudden end") == top and t.s.table == [top] and top not in t.s.deck
    shuffle_back(t.s, top)
    assert not t.s.table and t.s.deck.count(top) == 1 and len(t.s.deck) == n
    t.s.deck.remove(top)
    t.s.discard.append(top)
    shuffle_back(t.s, top)  # from the discard pile, too
    assert not t.s.discard and t.s.deck.count(top) == 1


def test_a_card_put_back_can_lie_anywhere_in_the_deck() -> None:
    found = set()
    for rng in range(40):
        t = position("basic_2p", rng=rng, egypt={}, troy={}, **moment("card phase"))
        t.s.deck, t.s.table = [POET, PRIEST], [FAMINE]
        shuffle_back(t.s, FAMINE)
        found.add(t.s.deck.index(FAMINE))
    assert found == {0, 1, 2}


@pytest.mark.rule("SET-14")
def test_hands_are_dealt_from_the_top_as_far_as_the_deck_goes() -> None:
    t = four()
    t.s.deck = [POET, PRIEST, FAMINE]
    deal_hand(t.s, EGYPT, 2, "setup")
    assert t.hand("egypt") == {FAMINE, PRIEST} and t.s.deck == [POET]
    deal_hand(t.s, TROY, 2, "setup")
    assert t.hand("troy") == {POET} and not t.s.deck
    assert [(e.faction, e.n, e.seen_by) for e in t.events("drew")] == [(EGYPT, 2, EGYPT), (TROY, 1, TROY)]


def test_new_hands_hold_no_events_which_stay_in_the_deck() -> None:
    t = four()
    t.s.deck = [POET, PRIEST, FAMINE, STRATEGOS, TIME_MARCHES_ON, CHARIOTS, SEA_PEOPLES]
    new_hands(t.s, (1, 2, 0, 1), "card 103")
    assert [hand.bit_count() for hand in t.s.hand] == [1, 2, 0, 1]
    assert not any(t.s.hand[f] & t.s.world.deck.events for f in range(4))
    assert len(t.s.deck) == 3 and {TIME_MARCHES_ON, SEA_PEOPLES} < set(t.s.deck)


@pytest.mark.rule("EXP-49")
def test_a_first_hand_is_drawn_until_it_is_full_or_no_card_is_left() -> None:
    t = four()
    t.s.deck, t.s.discard = [POET, PRIEST, SEA_PEOPLES, FAMINE], []
    hand_without_events(t.s, GAUL, 2, "exploration")
    assert t.hand("gaul") == {FAMINE, PRIEST} and set(t.s.deck) == {POET, SEA_PEOPLES}
    hand_without_events(t.s, CARTHAGE, 2, "exploration")
    assert t.hand("carthage") == {POET} and t.s.deck == [SEA_PEOPLES]


def test_of_cards_looked_at_one_is_kept_and_the_others_are_discarded() -> None:
    t = four(egypt=[PRIEST])
    take_up(t.s, EGYPT, [POET, FAMINE, STRATEGOS], "card 1", to_look_at=True)
    assert t.hand("egypt") == {PRIEST} and t.s.drawn[EGYPT].bit_count() == 3
    keep_card(t.s, EGYPT, FAMINE, "card 1")
    assert t.hand("egypt") == {PRIEST, FAMINE} and set(t.s.discard) == {POET, STRATEGOS}
    assert not t.s.drawn[EGYPT]
    assert [(e.card, e.n) for e in t.events("discarded")] == [(STRATEGOS, 1), (POET, 1)]
    assert [(e.cards, e.n, e.seen_by) for e in t.events("kept")] == [((FAMINE,), 1, EGYPT)]


@pytest.mark.parametrize("how", ["opening", "recovered", "searched"])
def test_a_card_that_all_have_seen_is_known_in_its_new_hand(how: str) -> None:
    t = four(egypt=[PRIEST])
    if how == "opening":
        give_opening_card(t.s, EGYPT, POET)
    else:
        t.s.discard = [FAMINE, POET, STRATEGOS]
        if how == "recovered":
            recover_card(t.s, EGYPT, POET, "card 1")
        else:
            assert search_pile(t.s, EGYPT, "discard pile", 1 << POET, "terror") == POET
        assert sorted(t.s.discard) == [STRATEGOS, FAMINE]
    assert t.hand("egypt") == {PRIEST, POET}
    event = t.events()[-1]
    assert (event.faction, event.card) == (EGYPT, POET) and (how == "searched" or event.n == 1)
    assert [known(t, viewer, EGYPT) for viewer in range(4)] == [set(), {POET}, {POET}, {POET}]


@pytest.mark.parametrize("pile", ["deck", "discard pile"])
def test_a_search_turns_up_cards_until_a_wanted_one_comes(pile: str) -> None:
    cards = [POET, PRIEST, FAMINE, STRATEGOS]
    lengths = set()
    for rng in range(12):
        t = position("basic_2p", rng=rng, egypt={}, troy={}, **moment("card phase"))
        t.s.deck, t.s.discard = ([*cards], []) if pile == "deck" else ([], [*cards])
        assert search_pile(t.s, TROY, pile, 1 << FAMINE | 1 << CHARIOTS, "terror") == FAMINE
        (event,) = t.events("searched")
        assert event.cards[-1] == FAMINE and event.n == len(event.cards) and event.cause == "terror"
        lengths.add(event.n)
        assert sorted([*t.s.deck, *t.s.discard]) == sorted({*cards} - {FAMINE})
    assert len(lengths) > 2  # at random


@pytest.mark.parametrize("pile", ["deck", "discard pile"])
def test_which_of_several_wanted_cards_a_search_finds_is_left_to_chance(pile: str) -> None:
    found = set()
    for rng in range(12):
        t = position("basic_2p", rng=rng, egypt={}, troy={}, **moment("card phase"))
        t.s.deck, t.s.discard = ([POET, FAMINE], []) if pile == "deck" else ([], [POET, FAMINE])
        found.add(search_pile(t.s, TROY, pile, 1 << FAMINE | 1 << POET, "terror"))
    assert found == {POET, FAMINE}


def test_a_search_in_vain_turns_up_everything_and_takes_nothing() -> None:
    t = four()
    t.s.deck = [POET, PRIEST]
    assert search_pile(t.s, TROY, "deck", 1 << FAMINE, "terror") == 0
    (event,) = t.events("searched")
    assert (event.card, event.n, event.cause) == (0, 2, "nothing") and sorted(event.cards) == [POET, PRIEST]
    assert not t.hand("troy") and sorted(t.s.deck) == [POET, PRIEST]


@pytest.mark.rule("CLR-13")
@pytest.mark.parametrize(("n", "seen"), [(2, 2), (3, 3), (5, 3)])
def test_a_look_at_some_cards_of_the_discard_pile_leaves_them_there(n: int, seen: int) -> None:
    t = four()
    t.s.discard = [POET, PRIEST, FAMINE]
    peek(t.s, n)
    assert len(t.s.peeked) == seen and set(t.s.peeked) <= set(t.s.discard) and len(t.s.discard) == 3


@pytest.mark.rule("EPO-09")
def test_cards_set_aside_come_back_with_the_discard_pile() -> None:
    t = four()
    t.s.discard, t.s.aside = [POET], [PRIEST, FAMINE]
    return_aside(t.s)
    assert t.s.discard == [POET, PRIEST, FAMINE] and not t.s.aside


# ------------------------------------------------------------------------------- face down


@pytest.mark.rule("CMP-17", "CMP-18")
def test_cards_laid_face_down_are_turned_up_together_in_turn_order() -> None:
    t = four(egypt=[STRATEGOS, POET], troy=[CHARIOTS])
    t.s.order = [TROY, GAUL, EGYPT, CARTHAGE]
    lay_face_down(t.s, EGYPT, STRATEGOS, t.area("troy"))
    lay_face_down(t.s, TROY, CHARIOTS, t.area("troy"))
    assert t.hand("egypt") == {POET} and not t.hand("troy") and t.s.laid[EGYPT] == (STRATEGOS,)
    assert [(e.faction, e.cards, e.seen_by) for e in t.events("laid")] == [
        (EGYPT, (STRATEGOS,), EGYPT), (TROY, (CHARIOTS,), TROY),
    ]  # fmt: skip
    assert turn_up_laid(t.s, t.area("troy")) == [(TROY, CHARIOTS), (EGYPT, STRATEGOS)]
    assert t.s.table == [CHARIOTS, STRATEGOS] and t.s.laid == [()] * 4
