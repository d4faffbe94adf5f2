"""Negation outside the rotation: Events, competitions, the Turn Order step, the use of Wonders."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, deck_with, moment, position

EGYPT = {"egypt": 2, "kush": 2, "libya": 2, "nile_delta": 2, "sinai": 2, "egyptian_sea": 1}
TROY = {"troy": 2, "phrygia": 2, "ionia": 2, "lydia": 2, "cilicia": 2, "icarian_sea": 1}

HIGH_PRIESTESS, HIGH_PRIEST, PONTIFF, BRIBERY, ASSASSIN = 43, 44, 46, 47, 48
TREATY, VETO, DIVINE_FAVOR, FALSE_PROPHET, BAD_OMENS = 49, 50, 51, 66, 19


# ----------------------------------------------------------------------------------- Events


def drawing(top: list[int], egypt: list[int], troy: list[int], **given: Any) -> Table:
    """Egypt draws one card."""
    return position(
        **moment("draw", 0, 1), deck=deck_with(*top, without=(*egypt, *troy)),
        egypt={"discs": EGYPT, "hand": egypt}, troy={"discs": TROY, "hand": troy}, **given,
    )  # fmt: skip


@pytest.mark.rule("CRD-06", "CRD-09")
@pytest.mark.parametrize(
    ("negation", "answers"),
    [(HIGH_PRIEST, True), (DIVINE_FAVOR, True), (HIGH_PRIESTESS, False), (PONTIFF, False), (BRIBERY, False),
     (FALSE_PROPHET, False), (TREATY, False), (VETO, False), (BAD_OMENS, False)],
)  # fmt: skip
@pytest.mark.parametrize("event", [102, 103])
def test_which_cards_answer_an_event(event: int, negation: int, answers: bool) -> None:
    t = drawing([event, 7], [], [negation, 8])
    asked = t.s.question is not None and t.asked("negate", "troy")
    assert asked == answers


@pytest.mark.rule("CRD-06", "CRD-10")
def test_a_negated_event_is_discarded_and_replaced() -> None:
    t = drawing([102, 7], [], [DIVINE_FAVOR])
    t.do("Divine Favor")
    assert t.discs("barbarians", "eastern_mediterranean") == 0
    assert t.of("treasury", "egypt") == 0
    assert t.hand("egypt") == {7}
    assert set(t.s.discard) == {102, DIVINE_FAVOR}


@pytest.mark.rule("CRD-12")
def test_who_draws_an_event_cannot_negate_it() -> None:
    t = drawing([102, 7], [HIGH_PRIEST], [8])
    assert t.hand("egypt") == {7, HIGH_PRIEST}
    assert t.discs("barbarians", "eastern_mediterranean") == 1


@pytest.mark.rule("CRD-14")
def test_an_invasion_is_declared_before_it_is_answered() -> None:
    """Troy has fewest VP and decides where the raiders of Egypt's draw land; then Troy may still answer."""
    t = position(
        **moment("draw", 0, 1), deck=deck_with(101, 7, without=(DIVINE_FAVOR, HIGH_PRIEST)),
        egypt={"discs": EGYPT, "hand": [HIGH_PRIEST], "vp": 1}, troy={"discs": TROY, "hand": [DIVINE_FAVOR]},
    )  # fmt: skip
    assert t.asked("name_area", "troy")
    t.do("kush")
    assert t.asked("negate", "troy")
    assert t.discs("barbarians", "kush") == 0
    t.do("no")
    assert t.discs("barbarians", "kush") == 4


@pytest.mark.rule("CRD-07", "CRD-12")
def test_a_revealed_event_can_be_answered_by_everybody_in_turn_order() -> None:
    hands = [HIGH_PRIEST, DIVINE_FAVOR]
    t = position(
        turn=2, **moment("sudden end"), deck=deck_with(102, without=tuple(hands)), order=["troy", "egypt"],
        egypt={"discs": EGYPT, "hand": [HIGH_PRIEST]}, troy={"discs": TROY, "hand": [DIVINE_FAVOR]},
    )  # fmt: skip
    assert t.asked("negate", "troy")
    t.do("no")
    assert t.asked("negate", "egypt")
    assert not t.events("barbarians")
    t.do("High Priest")
    assert not t.events("barbarians")
    assert 102 in t.s.discard or 102 in t.s.deck


@pytest.mark.rule("CRD-11")
def test_the_answer_to_an_event_can_be_answered_too() -> None:
    """The drawer cannot answer the Event, but it can answer the Negation of it."""
    t = drawing([102, 7], [HIGH_PRIESTESS], [DIVINE_FAVOR])
    t.do("Divine Favor")
    assert t.asked("negate", "egypt")
    t.do("High Priestess")
    assert t.discs("barbarians", "eastern_mediterranean") == 1
    assert t.of("treasury", "egypt") == 1 + 2


# ----------------------------------------------------------------------------- competitions


def at_tyre(egypt: list[int], troy: list[int], **given: Any) -> Table:
    """Egypt 2, Troy 3 in Tyre, Egypt first."""
    return position(
        phase="competition", egypt={"discs": {"tyre": 2, "kush": 1}, "hand": egypt},
        troy={"discs": {"tyre": 3, "lydia": 1}, "hand": troy}, **given,
    )  # fmt: skip


@pytest.mark.rule("CRD-09", "CRD-12")
@pytest.mark.parametrize(
    ("negation", "card", "answers"),
    [
        (HIGH_PRIESTESS, 61, True),
        (HIGH_PRIEST, 61, True),
        (PONTIFF, 61, False),  # in the Card Phase only
        (FALSE_PROPHET, 61, True),
        (FALSE_PROPHET, 63, True),  # 1 disc here, though it can give more
        (FALSE_PROPHET, 64, False),  # Iron Blades: 1 white disc
        (FALSE_PROPHET, 65, False),
        (BRIBERY, 61, False),
        (BRIBERY, 94, True),  # Warrior Queen
        (ASSASSIN, 42, True),  # Captain
        (TREATY, 65, True),  # Siege Engines
        (TREATY, 61, False),
        (VETO, 65, False),
        (DIVINE_FAVOR, 65, False),
        (BAD_OMENS, 61, False),
    ],
)
def test_which_cards_answer_a_competition_card(negation: int, card: int, answers: bool) -> None:
    t = at_tyre([card], [negation])
    t.do(f"#{card}")
    while t.kind == "commit":
        t.do("stop")
    assert t.asked("negate", "troy") == answers


@pytest.mark.rule("CRD-10")
def test_a_negated_competition_card_does_nothing() -> None:
    t = at_tyre([65], [HIGH_PRIESTESS])
    t.do("Siege Engines", "stop", "High Priestess")
    assert not [event for event in t.events("removed") if event.cause == "card 65"]
    assert {65, HIGH_PRIESTESS} <= set(t.s.discard)
    assert [event.n for event in t.events("talents") if event.faction == t.faction("troy")] == [1]


@pytest.mark.rule("CRD-11")
def test_chains_work_in_competitions() -> None:
    """Siege Engines, High Priestess, Bribery: the engines work, no talent for Troy."""
    t = at_tyre([65, BRIBERY], [HIGH_PRIESTESS, 7])
    t.do("Siege Engines")
    while t.kind == "commit":
        t.do("stop")
    t.do("High Priestess", "Bribery", "lose", "lose")
    assert len([event for event in t.events("removed") if event.cause == "card 65"]) == 2
    assert not [event for event in t.events("talents") if event.faction == t.faction("troy") and event.n > 0]


@pytest.mark.rule("CRD-12")
def test_civilizations_outside_the_competition_may_answer_too() -> None:
    t = position(
        "basic_4p", phase="competition", egypt={"discs": {"tyre": 2}, "hand": [61]},
        troy={"discs": {"tyre": 3}},
        gaul={"discs": {"liguria": 2}, "hand": [HIGH_PRIESTESS]}, carthage={"discs": {"saldae": 2}},
    )  # fmt: skip
    t.do("Armored Infantry").do("stop")
    assert t.asked("negate", "gaul")


@pytest.mark.rule("CRD-10", "CRD-12")
def test_the_traitor_can_be_bribed() -> None:
    t = at_tyre([45], [BRIBERY, PONTIFF])
    t.do("Traitor")
    assert t.asked("negate", "troy")
    assert t.options == {"Bribery", "stop"}  # Pontiff only in the Card Phase
    t.do("Bribery")
    assert t.discs("troy", "tyre") == 3
    assert 45 in t.s.discard
    assert 45 not in t.s.aside


@pytest.mark.rule("CRD-09", "CRD-12")
def test_oracle_in_the_turn_order_step_can_be_answered() -> None:
    t = position(
        **moment("turn order cards", 0), egypt={"discs": EGYPT, "hand": [38]},
        troy={"discs": TROY, "hand": [HIGH_PRIESTESS, PONTIFF]},
    )  # fmt: skip
    t.do("Oracle at Delphi", 1)
    assert t.asked("negate", "troy")
    assert t.options == {"High Priestess", "stop"}
    t.do("High Priestess")
    assert t.s.order == [0, 1]


# ------------------------------------------------------------------- Bad Omens and Wonders

MOMENTS = [
    ("Lighthouse", "growth"),
    ("Temple of Artemis", "growth"),
    ("Colossus", "competition"),
    ("Statue of Zeus", "competition"),
    ("Great Pyramid", "evaluation"),
    ("Great Library", "draw"),
    ("Mausoleum", "draw"),
]


def about_to_use(wonder: str, when: str, egypt: list[int], troy: list[int]) -> Table:
    """Troy owns the Wonder in Lydia and is asked whether to use it."""
    more: dict[str, Any] = {"phase": when}
    if when == "draw":
        more = moment("draw step")
    t = position(
        troy={"discs": {"lydia": 2, "tyre": 3, "petra": 2, "icarian_sea": 1}, "hand": troy},
        egypt={"discs": {"kush": 2, "tyre": 2, "petra": 1}, "hand": egypt}, discard=[7, 8, 9],
        wonders=[{"wonder": wonder, "owner": "troy", "area": "lydia", "discs": 5}], **more,
    )  # fmt: skip
    return t.skip_until("commit" if when == "competition" else "use", "troy")


@pytest.mark.rule("CRD-09")
@pytest.mark.parametrize(("wonder", "moment"), MOMENTS)
def test_bad_omens_stop_a_wonder_at_its_moment(wonder: str, moment: str) -> None:
    t = about_to_use(wonder, moment, [BAD_OMENS], [10])
    number = [w.name for w in t.s.world.deck.wonders].index(wonder)
    t.do(wonder)
    assert t.asked("negate", "egypt")
    assert t.options == {"Bad Omens", "stop"}
    t.do("Bad Omens")
    assert len(t.events("negated")) == 1
    assert t.s.wonders[number].discs == 4  # the disc stays spent
    assert t.s.omens >> number & 1
    assert 19 in t.s.discard
    if moment == "growth":
        assert t.of("ready", "troy") == 3  # the plain minimum of Growth
        assert t.of("treasury", "troy") == 0
    elif moment == "competition":
        assert not t.events("allies")
        assert not t.events("shielded")
    elif moment == "evaluation":
        assert not [event for event in t.events("vp") if event.cause == f"wonder {number}"]
    else:
        assert not t.events("recovered")
        assert not t.events("kept")


@pytest.mark.rule("CRD-09")
@pytest.mark.parametrize("stopped", [True, False])
def test_a_stopped_wonder_cannot_be_used_again_this_turn(stopped: bool) -> None:
    """There are two competitions, in Tyre and in Petra."""
    t = about_to_use("Colossus", "competition", [BAD_OMENS], [10])
    t.do("Colossus", "Bad Omens" if stopped else "no")
    competitions = len(t.events("competition"))
    while len(t.events("competition")) == competitions:
        assert not t.can("Colossus")
        t.game.apply(t.game.legal_actions()[0])
    t.skip_until("commit", "troy")
    assert t.can("Colossus") != stopped


@pytest.mark.rule("CRD-09")
@pytest.mark.parametrize("negation", [HIGH_PRIESTESS, HIGH_PRIEST, PONTIFF, FALSE_PROPHET, TREATY])
def test_only_bad_omens_answer_a_wonder(negation: int) -> None:
    t = about_to_use("Temple of Artemis", "growth", [negation], [10])
    t.do("Temple of Artemis")
    assert t.of("treasury", "troy") == 1


@pytest.mark.rule("CRD-11")
def test_bad_omens_can_be_negated() -> None:
    t = about_to_use("Temple of Artemis", "growth", [BAD_OMENS], [HIGH_PRIESTESS, PONTIFF])
    t.do("Temple of Artemis", "Bad Omens")
    assert t.asked("negate", "troy")
    assert t.options == {"High Priestess", "stop"}
    t.do("High Priestess")
    assert t.of("treasury", "troy") == 2  # High Priestess, then the Temple
    assert not t.s.omens


@pytest.mark.rule("CRD-12")
def test_investments_and_abilities_are_no_card_plays() -> None:
    """Once it lies on the table an Investment cannot be answered, nor can a display ability."""
    t = position(
        phase="growth", egypt={"discs": EGYPT},
        troy={"discs": TROY, "hand": [HIGH_PRIEST, BAD_OMENS, FALSE_PROPHET]},
        investments=[{"card": 79, "owner": "egypt", "discs": 2}],
    )  # fmt: skip
    t.skip_until("use", "egypt").do("Irrigation Works")
    assert not t.asked("negate")
    t = at_tyre([], [], order=["troy", "egypt"])
    t.do("ability")
    assert not t.asked("negate")
