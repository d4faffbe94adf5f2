"""What each property of a view says, for seats with one civilization or two, partners and NPCs."""

from __future__ import annotations

import random
from typing import Any

import pytest
from fall_of_rome_tables import table
from helpers import Table, at, position
from view_tables import (
    BRIBERY,
    CARTHAGE,
    DEMAGOGUE,
    EGYPT,
    EVENTS,
    HIGH_PRIESTESS,
    IBERIA,
    IRRIGATION,
    MYCENAE,
    NAMES,
    PHILOSOPHER,
    POET,
    TROY,
    cards,
    competing,
    duel,
    library,
    shared,
)  # fmt: skip

from acis_rules import Game
from acis_rules.effects import Play
from acis_rules.kernel.actions import area_action
from acis_rules.kernel.bits import mask_of, members
from acis_rules.kernel.chance import MOST_CHANCE
from acis_rules.views import names_read, reader

# ------------------------------------------------------------------------------ the open decision


@pytest.mark.parametrize("seat", [-1, 2, 5])
def test_a_seat_that_does_not_exist(seat: int) -> None:
    with pytest.raises(ValueError, match=f"seat {seat}: this game has seats 0 to 1$"):
        duel().game.view(seat)


def test_only_who_decides_sees_the_question() -> None:
    t = duel()
    assert t.game.view(EGYPT).question == t.s.question and t.game.view(TROY).question is None
    t.do("pass").skip_until("card_action", "troy")
    assert t.game.view(TROY).question == t.s.question and t.game.view(EGYPT).question is None
    assert repr(t.game.view(TROY)) == "<View of seat 1>"


def test_a_player_of_two_is_asked_for_both() -> None:
    t = shared()
    assert t.game.decision.faction == IBERIA and t.game.view(0).question and not t.game.view(1).question
    t.do("pass")
    assert t.game.decision.faction == CARTHAGE and t.game.view(1).question and not t.game.view(0).question
    t.do("pass")
    assert t.game.view(0).question is not None or t.game.decision.faction != MYCENAE


def test_what_is_declared_belongs_to_who_declares_it() -> None:
    """Improved Plow: 1 disc in each of up to 3 land areas."""
    discs = {"egypt": 1, "kush": 1, "sinai": 1, "libya": 1}
    t = position(phase="cards", egypt={"discs": discs, "hand": [27]}, troy={"hand": [7]})
    mine, other = t.game.view(EGYPT), t.game.view(TROY)
    assert (mine.play, mine.picked, mine.offer) == (None, (0, ()), "")
    t.do("Improved Plow", "kush")
    mine, other = t.game.view(EGYPT), t.game.view(TROY)
    assert mine.play == Play(EGYPT, "card", 27) and mine.picked == (0, (area_action(t.area("kush")),))
    assert (other.play, other.picked, other.chain) == (None, (0, ()), ())
    assert mine.chain == () and mine.offer == ""


def test_the_number_of_the_operation_being_declared() -> None:
    """Heresy asks twice: for its second operation the first is done."""
    t = position(phase="cards", egypt={"discs": {"kush": 3}, "hand": [20, 13]}, troy={"discs": {"ionia": 3}})
    t.do("Heresy")
    places = []
    while t.asked("name_city") or t.asked("name_civilization") or t.asked("remove"):
        places.append(t.game.view(EGYPT).picked[0])
        t.game.apply(t.game.legal_actions()[0])
    assert places == sorted(places) and places


@pytest.mark.rule("CRD-11")
def test_the_chain_is_shown_to_who_may_answer() -> None:
    t = position(
        phase="cards", egypt={"discs": {"kush": 2}, "hand": [DEMAGOGUE, BRIBERY]},
        troy={"discs": {"lydia": 2, "ionia": 2}, "hand": [HIGH_PRIESTESS]},
    )  # fmt: skip
    t.do("Demagogue")
    assert t.game.view(TROY).chain == ((EGYPT, DEMAGOGUE),) and t.game.view(EGYPT).chain == ()
    assert t.game.view(TROY).picked == (0, ()) and t.game.view(TROY).play is not None
    t.do("High Priestess")
    assert t.game.view(EGYPT).chain == ((EGYPT, DEMAGOGUE), (TROY, HIGH_PRIESTESS))


@pytest.mark.rule("ROME1-10.5a")
def test_what_an_offer_offers() -> None:
    """The East may offer Gold at Troy, and the Persians next to it take it."""
    gold = [{"area": "troy", "owner": "troy", "discs": 2}]
    t = table(
        "fall_of_rome_1_2p_4", gold=gold, options={"rules": ["bribes"]}, order=["mycenae", "troy"],
        east={"discs": {"troy": 3}}, persians={"discs": {"phrygia": 2}},
    )  # fmt: skip
    for step in ("bribe", "bribe_answer"):
        seat = t.game.seat
        assert t.kind == "offer" and t.game.view(seat).offer == step and t.game.view(1 - seat).offer == ""
        t.do("yes")
    assert t.kind != "offer" and t.game.view(t.game.seat).offer == ""


# ----------------------------------------------------------------------------------- own cards


def test_own_cards_and_no_others() -> None:
    t = shared()
    one, other = t.game.view(0), t.game.view(1)
    assert one.hand == [cards(1, PHILOSOPHER), 0, cards(9, 10)] and other.hand == [0, cards(3, 5, 7), 0]
    assert one.laid == one.drawn == other.laid == other.drawn == [0, 0, 0]
    assert one.cards_of(IBERIA) == (cards(1, PHILOSOPHER), 0, 0) and one.cards_of(MYCENAE)[0] == cards(9, 10)
    assert one.hand_sizes == other.hand_sizes == [2, 3, 2]


@pytest.mark.parametrize(("seat", "stranger"), [(0, CARTHAGE), (1, IBERIA), (1, MYCENAE)])
def test_nobody_asks_a_view_for_the_cards_of_another(seat: int, stranger: int) -> None:
    with pytest.raises(AssertionError, match=str(stranger)):
        shared().game.view(seat).cards_of(stranger)


@pytest.mark.rule("DEF-62")
def test_cards_laid_face_down_are_counted_by_all_and_seen_by_their_owner() -> None:
    t = competing(63, then=("stop",))
    mine, other = t.game.view(EGYPT), t.game.view(TROY)
    assert mine.laid == [cards(63), 0] and other.laid == [0, 0]
    assert mine.cards_of(EGYPT) == (cards(64, POET), cards(63), 0)
    assert mine.laid_sizes == other.laid_sizes == [1, 0] and mine.drawn_sizes == [0, 0]
    assert mine.card_counts == other.card_counts == [2, 3, 1, 0, 0, 0]
    assert duel().game.view(TROY).card_counts == [2, 3, 0, 0, 0, 0]


@pytest.mark.rule("DEF-62")
def test_cards_looked_at_are_counted_by_all_and_seen_by_who_looks() -> None:
    """The Great Library: 3 cards, one of which is kept."""
    t = library()
    mine, other = t.game.view(EGYPT), t.game.view(TROY)
    assert mine.drawn == [cards(7, 8, 9), 0] and other.drawn == [0, 0]
    assert mine.cards_of(EGYPT) == (cards(POET), 0, cards(7, 8, 9))
    assert mine.drawn_sizes == other.drawn_sizes == [3, 0] and other.card_counts == [1, 0, 0, 0, 3, 0]
    assert mine.unseen == mask_of([10, *EVENTS]) and other.unseen == mask_of([7, 8, 9, 10, POET, *EVENTS])
    assert mine.deck_size == 8
    for seed in range(4):  # the other holds possible that they are others
        deal = other.sample(random.Random(seed)).state
        assert deal.drawn[EGYPT].bit_count() == 3 and deal.hand[EGYPT].bit_count() == 1
        assert not deal.drawn[EGYPT] & deal.hand[EGYPT] and not deal.drawn[EGYPT] & mask_of(EVENTS)


@pytest.mark.rule("CLR-13")
def test_cards_of_the_pile_looked_at_are_seen_by_who_may_take_one() -> None:
    """The Mausoleum: 3 cards of the discard pile."""
    mausoleum = {"wonder": "Mausoleum", "owner": "egypt", "area": "kush", "discs": 4}
    t = at(
        "draw uses", EGYPT, then=["next turn"], wonders=[mausoleum], discard=[1, 3, 5, 7, 8],
        egypt={"discs": {"kush": 2}, "hand": [POET]}, troy={"discs": {"troy": 2}},
    )  # fmt: skip
    t.do("Mausoleum")
    assert t.asked("recover", "egypt") and len(t.s.peeked) == 3
    mine, other = t.game.view(EGYPT), t.game.view(TROY)
    assert mine.drawn == [mask_of(t.s.peeked), 0] and other.drawn == [0, 0]
    assert mine.cards_of(EGYPT) == (cards(POET), 0, mask_of(t.s.peeked)) and other.cards_of(TROY)[2] == 0
    assert mine.sample(random.Random(1)).state.peeked == t.s.peeked
    guesses = {other.sample(random.Random(seed)).state.peeked for seed in range(12)}
    assert len(guesses) > 3 and all({*guess} < {1, 3, 5, 7, 8} and len(guess) == 3 for guess in guesses)


@pytest.mark.rule("CLR-13")
def test_cards_looked_at_are_never_guessed_to_be_events_alone() -> None:
    """One of them can be taken, as somebody is asked."""
    mausoleum = {"wonder": "Mausoleum", "owner": "egypt", "area": "kush", "discs": 4}
    t = at(
        "draw uses", EGYPT, then=["next turn"], wonders=[mausoleum], discard=[1, 7, *EVENTS],
        egypt={"discs": {"kush": 2}}, troy={"discs": {"troy": 2}}, rng=4,
    )  # fmt: skip
    while True:
        again = Table(t.game.clone()).do("Mausoleum")
        if again.s.peeked:
            break
        t.s.rng += 1
    guesses = [again.game.view(TROY).sample(random.Random(seed)).state.peeked for seed in range(20)]
    assert all({*guess} & {1, 7} for guess in guesses)


# ----------------------------------------------------------------------- what is known of others


@pytest.mark.rule("DEF-62")
def test_a_player_knows_what_either_of_its_civilizations_knows() -> None:
    one, other = shared().game.view(0), shared().game.view(1)
    assert one.known == [0, cards(3, 5), 0], "its own cards are not counted as known"
    assert other.known == [cards(1), 0, cards(10)]
    assert one.seen_by == [0, cards(1, 10), 0]
    assert other.seen_by == [cards(3), 0, cards(5)]


@pytest.mark.rule("DEF-62")
def test_what_a_seat_cannot_place() -> None:
    """All cards but one's own, those known of others, those that lie open and those in the box."""
    t = duel(discard=[8, 9], aside=[10], investments=[{"card": IRRIGATION, "owner": "egypt", "discs": 1}])
    seen = {PHILOSOPHER, POET, 3, 8, 9, 10, IRRIGATION}
    assert {*members(t.game.view(EGYPT).unseen)} == {*range(1, 104)} - seen
    assert {*members(t.game.view(TROY).unseen)} == {*range(1, 104)} - {1, 3, 5, 8, 9, 10, IRRIGATION}


def test_before_the_deal_there_is_nothing_to_guess() -> None:
    game = Game.new("basic_3p")
    assert game.state.phase == "setup" and game.view(0).unseen == 0


@pytest.mark.rule("DEF-62")
def test_own_cards_laid_are_not_looked_for_elsewhere() -> None:
    t = competing(63, then=("stop",))
    assert not t.game.view(EGYPT).unseen & cards(63, 64, POET)
    assert t.game.view(TROY).unseen & cards(63, 64, POET) == cards(63, 64, POET)


@pytest.mark.rule("NPC-27")
def test_the_cards_of_an_npc_lie_open_face_down_or_not() -> None:
    t = position(
        phase="competition", options={"npcs": [0]}, egypt={"discs": {"tyre": 2}, "hand": [63, POET]},
        troy={"discs": {"tyre": 2}, "hand": [61, 65, 1]},
    )  # fmt: skip
    view = t.game.view(TROY)
    assert view.known[EGYPT] == t.s.hand[EGYPT] | mask_of(t.s.laid[EGYPT]) == cards(63, POET)
    assert t.game.view(EGYPT).known[TROY] == mask_of(t.s.laid[TROY])
    assert t.game.view(EGYPT).seen_by == [0, cards(63, POET) & t.s.hand[EGYPT]]
    assert view.seen_by == [0, 0]


@pytest.mark.rule("NPC-67")
def test_an_npc_sees_what_the_others_have_laid() -> None:
    t = position(
        phase="competition", options={"npcs": [0]}, egypt={"discs": {"tyre": 2}, "hand": [63, POET]},
        troy={"discs": {"tyre": 2}, "hand": [61, 65, 1]},
    )  # fmt: skip
    assert t.asked("commit", "troy")
    t.do("#61", "stop")
    assert t.game.view(EGYPT).known == [0, cards(61)] and t.game.view(TROY).known[EGYPT] == cards(63, POET)


# ------------------------------------------------------------------------------- hands, answers


def hold_another(holder: list[int], known: list[int], negation: int, **top: Any) -> bool:
    """Whether Egypt thinks that Troy holds another card that this Negation card could answer."""
    t = position(
        phase="cards", egypt={"discs": {"kush": 2}, "hand": [negation, PHILOSOPHER]},
        troy={"discs": {"troy": 2}, "hand": holder},
        known=[{"viewer": 0, "holder": 1, "cards": known}] if known else [], **top,
    )  # fmt: skip
    return t.game.view(EGYPT).may_hold_another(TROY, negation)


@pytest.mark.parametrize(
    ("hand", "known", "may"),
    [
        ([], [], False),
        ([1], [], True),  # a hidden card may be any
        ([1], [1], False),  # Earthquake is no Great Person
        ([DEMAGOGUE], [DEMAGOGUE], True),
        ([1, DEMAGOGUE], [1], True),
        ([1, 3, DEMAGOGUE], [1, 3, DEMAGOGUE], True),
    ],
)
def test_a_hidden_card_may_always_be_another_target(hand: list[int], known: list[int], may: bool) -> None:
    assert hold_another(hand, known, BRIBERY) == may


@pytest.mark.rule("NPC-54")
@pytest.mark.parametrize(("other", "may"), [(1, False), (POET, True)])
def test_an_npc_is_told_whether_there_is_another_target(other: int, may: bool) -> None:
    """Troy, an NPC, may answer the Demagogue with Bribery; Egypt holds one more card, which is hidden."""
    t = position(
        phase="cards", options={"npcs": [1]}, egypt={"discs": {"kush": 2}, "hand": [DEMAGOGUE, other]},
        troy={"discs": {"troy": 2}, "hand": [BRIBERY]},
    )  # fmt: skip
    assert t.game.view(TROY).may_hold_another(EGYPT, BRIBERY), "not while it is not asked"
    t.do("Demagogue")
    assert t.asked("negate", "troy")
    assert t.game.view(TROY).may_hold_another(EGYPT, BRIBERY) == may
    told = t.game.view(TROY).of(t.s, {EGYPT: cards(BRIBERY)})
    assert told.may_hold_another(EGYPT, BRIBERY) and not told.may_hold_another(EGYPT, HIGH_PRIESTESS)
    assert not told.may_hold_another(TROY, BRIBERY) and not t.game.view(TROY).of(t.s, {}).may_hold_another(
        0, 47
    )


def test_a_player_is_told_nothing() -> None:
    t = position(
        phase="cards", egypt={"discs": {"kush": 2}, "hand": [DEMAGOGUE, 1]},
        troy={"discs": {"troy": 2}, "hand": [BRIBERY]},
    )  # fmt: skip
    t.do("Demagogue")
    assert t.asked("negate", "troy") and t.game.view(TROY).may_hold_another(EGYPT, BRIBERY)


# ----------------------------------------------------------------------------------- the story


@pytest.mark.rule("DEF-62")
def test_the_story_is_told_as_the_seat_saw_it() -> None:
    t = at("draw", EGYPT, 2, egypt={}, troy={"vp": 1})
    drew = len(t.events()) - 1 - [e.kind for e in reversed(t.events())].index("drew")
    assert t.events()[drew].cards
    for seat, knows in ((EGYPT, True), (TROY, False)):
        view = t.game.view(seat)
        assert bool(view.events[drew].cards) == knows and view.event_count == len(t.events())
        assert (
            view.events_since(drew)[0] == view.events[drew] and view.events_since(drew) == view.events[drew:]
        )


def test_several_public_things_are_read_at_once() -> None:
    view = duel().game.view(TROY)
    for names in (("vp", "supply"), ("vp", "card_counts"), ("hand_sizes", "order", "deck_size")):
        read = reader(*names)
        assert read(view) == tuple(getattr(view, name) for name in names) and names_read(read) == names
    with pytest.raises(AssertionError):
        reader("vp", "luck")


# ---------------------------------------------------------------------------------- dealt anew


@pytest.mark.rule("DEF-62")
def test_dealt_anew_what_is_known_stays_and_the_rest_is_others() -> None:
    t = duel()
    deals = [t.game.determinize(EGYPT, random.Random(seed)).state for seed in range(12)]
    for deal in deals:
        assert deal.hand[EGYPT] == t.s.hand[EGYPT] and deal.hand[TROY] >> 3 & 1
        assert deal.hand[TROY].bit_count() == 3 and not deal.hand[TROY] & mask_of(EVENTS)
        assert sorted([*deal.deck, *members(deal.hand[TROY])]) == sorted([*t.s.deck, 1, 3, 5])
        assert deal.known[TROY * 2 + EGYPT] == 0 and deal.known[EGYPT * 2 + TROY] == cards(3)
        assert deal.question == t.s.question
    assert len({deal.hand[TROY] for deal in deals}) > 6 and len({deal.rng for deal in deals}) == 12
    assert max(deal.rng for deal in deals) <= MOST_CHANCE
    assert len({tuple(deal.deck) for deal in deals}) == 12
    assert any(deal.deck.index(62) < 50 for deal in deals) and any(deal.deck.index(62) > 50 for deal in deals)


@pytest.mark.rule("DEF-62")
def test_what_two_others_know_of_each_other_is_forgotten() -> None:
    known = [
        {"viewer": CARTHAGE, "holder": MYCENAE, "cards": [9]},
        {"viewer": CARTHAGE, "holder": IBERIA, "cards": [1]},
        {"viewer": IBERIA, "holder": MYCENAE, "cards": [10]},
    ]
    given: dict[str, Any] = dict(
        zip(NAMES, ({"hand": [1, 93]}, {"hand": [3]}, {"hand": [9, 10]}), strict=True)
    )
    t = position("basic_3p", phase="cards", known=known, **given)
    deal = t.game.determinize(IBERIA, random.Random(1)).state
    assert deal.known[CARTHAGE * 3 + MYCENAE] == 0
    assert deal.known[CARTHAGE * 3 + IBERIA] == cards(1) and deal.known[IBERIA * 3 + MYCENAE] == cards(10)


@pytest.mark.rule("DEF-62")
def test_cards_laid_face_down_are_others_that_fit_the_competition() -> None:
    """Egypt has laid Armor in Tyre; for Troy it can be any card for a land competition."""
    t = competing(63, then=("stop",))
    deals = [t.game.determinize(TROY, random.Random(seed)).state for seed in range(12)]
    laid = {card for deal in deals for card in deal.laid[EGYPT]}
    deck = t.s.world.deck
    assert len(laid) > 4 and laid <= {*members(deck.competition)}
    assert not laid & {74, 75, 73}, "no card for the sea"
    for deal in deals:
        assert len(deal.laid[EGYPT]) == 1 and deal.hand[EGYPT].bit_count() == 2
        assert not deal.hand[EGYPT] & mask_of(deal.laid[EGYPT]) and deal.hand[TROY] == t.s.hand[TROY]
        places = [*deal.deck, *members(deal.hand[EGYPT]), *deal.laid[EGYPT], *members(deal.hand[TROY])]
        assert sorted(places) == [*range(1, 104)]
    mine = t.game.determinize(EGYPT, random.Random(1)).state
    assert mine.laid[EGYPT] == (63,) and mine.hand[EGYPT] == t.s.hand[EGYPT]


@pytest.mark.rule("DEF-62")
def test_of_a_hand_that_is_known_whatever_is_missing_has_been_laid() -> None:
    """Troy knows all three cards of Egypt, one of which is laid: Armor or Iron Blades, as the Poet cannot."""
    t = competing(63, then=("stop",))
    t.s.known[TROY * 2 + EGYPT] = cards(63, 64, POET)
    deals = [t.game.determinize(TROY, random.Random(seed)).state for seed in range(12)]
    assert {deal.laid[EGYPT] for deal in deals} == {(63,), (64,)}
    for deal in deals:
        assert deal.hand[EGYPT] | mask_of(deal.laid[EGYPT]) == cards(63, 64, POET)


@pytest.mark.rule("DEF-62")
def test_a_question_about_cards_dealt_anew_is_put_anew() -> None:
    """Egypt may play what it holds now; its own view keeps the question."""
    t = duel()
    for seed in range(5):
        deal = t.game.determinize(TROY, random.Random(seed))
        hand = {f"#{card}" for card in members(deal.state.hand[EGYPT])}
        assert deal.legal_actions() and deal.decision.kind == "card_action"
        legal = {a for a in deal.legal_actions() if Table(deal).name(a) not in ("stop",)}
        named = {a for a in legal if 107 <= a <= 209}
        assert named <= {Table(deal).action(card) for card in hand}
    assert t.game.determinize(EGYPT, random.Random(1)).decision == t.game.decision
