"""A play from its declaration to the end: what is asked and said, what is in effect, where it goes."""

from __future__ import annotations

import copy
import functools
import json
from pathlib import Path
from typing import Any

import pytest
from helpers import EVENTS, Table, at, position
from spoilt import data_file

from acis_rules.box.deck import DECK_FILE
from acis_rules.cards.plays import being_declared, feasible_modes, others_after, playable
from acis_rules.effects import Play, fresh_play
from acis_rules.kernel.bits import members

EGYPT, TROY = 0, 1
PHILOSOPHER, POET, HORDES, ATLANTIS, GOLD_MINE, PLOW = 93, 39, 99, 102, 54, 27


def drawing(*top: int, **egypt: Any) -> Table:
    """Egypt plays the Philosopher, who draws 2 cards; these lie on top of the deck."""
    others = [card for card in range(1, 104) if card not in {*top, *EVENTS, PHILOSOPHER, POET}][:20]
    deck = [*others, *reversed(top)]
    aside = [card for card in range(1, 104) if card not in {*deck, PHILOSOPHER, POET}]
    t = position(
        phase="cards", egypt={"hand": [PHILOSOPHER, POET], "discs": {"kush": 1}, **egypt}, troy={"vp": 1},
        deck=deck, aside=aside,
    )  # fmt: skip
    return t.do("#93")


# -------------------------------------------------------------------------- what is in effect


def in_effect(t: Table) -> list[int]:
    return [play.id for play in t.s.resolving]


def test_the_card_that_drew_an_event_is_in_effect_until_it_is_put_away() -> None:
    """The Philosopher draws Atlantis, which is over, and then, for it, the Northern Hordes."""
    t = drawing(ATLANTIS, 7, HORDES)
    assert t.asked("name_area") and [e.card for e in t.events("event")] == [ATLANTIS, HORDES]
    assert in_effect(t) == [PHILOSOPHER] and {ATLANTIS} <= {*t.s.discard}
    while t.asked("name_area"):
        t.game.apply(t.game.legal_actions()[0])
    assert in_effect(t) == [] and PHILOSOPHER in t.s.discard


def test_what_is_being_declared_is_not_in_effect_yet() -> None:
    discs = {"egypt": 1, "kush": 1, "sinai": 1}
    t = position(phase="cards", egypt={"discs": discs, "hand": [PLOW]}, troy={"hand": [7]})
    assert being_declared(t.s) is None
    t.do("Improved Plow")
    assert being_declared(t.s) == Play(EGYPT, "card", PLOW) and in_effect(t) == []
    t.do("kush", "stop")
    assert being_declared(t.s) is None


def test_while_a_card_is_answered_nothing_is_being_declared() -> None:
    t = position(phase="cards", egypt={"discs": {"kush": 2}, "hand": [55]}, troy={"hand": [43]})
    t.do("#55")
    assert t.asked("negate", "troy") and being_declared(t.s) is None and in_effect(t) == []


# ----------------------------------------------------------------------------- who may answer


@pytest.mark.rule("CRD-12")
@pytest.mark.parametrize(
    ("user", "asked"), [(0, (2, 1)), (2, (1, 0)), (1, (0, 2)), (-1, (0, 2, 1)), (-2, (0, 2, 1))]
)
def test_the_others_are_asked_in_turn_order_after_the_user(user: int, asked: tuple[int, ...]) -> None:
    t = position("basic_3p", phase="cards", celt_iberia={"hand": [93]}, order=[0, 2, 1])
    assert others_after(t.s, user) == asked


# ---------------------------------------------------------------------------- which alternatives


def gold_mine(**egypt: Any) -> Table:
    return position(phase="cards", egypt={"hand": [GOLD_MINE, PHILOSOPHER], **egypt}, troy={"hand": [7]})


@pytest.mark.parametrize("supply", [5, 0])
def test_alternatives_that_do_something_are_offered(supply: int) -> None:
    """Gold Mine: discs, or talents; without discs in supply only the talents are left."""
    t = gold_mine(discs={"kush": 2}, ready=46 - supply)
    modes = feasible_modes(t.s, fresh_play(EGYPT, "card", GOLD_MINE))
    t.do("Gold Mine")
    assert t.asked("mode") == (len(modes) > 1)
    if t.asked("mode"):
        assert (
            t.options == {f"mode {mode}" for mode in modes} and t.game.decision.context["card"] == GOLD_MINE
        )


@pytest.mark.rule("CRD-16")
@pytest.mark.parametrize("supply", [0, 1])
def test_an_investment_needs_a_disc(supply: int) -> None:
    t = position(phase="cards", egypt={"discs": {"kush": 2}, "ready": 46 - supply, "hand": [79, PHILOSOPHER]},
                 troy={})  # fmt: skip
    assert playable(t.s, EGYPT, 79) == t.can("#79") == (supply == 1)


def test_a_card_that_names_needs_something_to_name() -> None:
    """Captive Queen: a coastal sea area with a disc of another civilization."""
    for sea, can in (("icarian_sea", True), ("eastern_mediterranean", False), ("troy", False)):
        egypt = {"discs": {"kush": 2}, "hand": [32, PHILOSOPHER]}
        t = position(phase="cards", egypt=egypt, troy={"discs": {sea: 1}})
        assert playable(t.s, EGYPT, 32) == t.can("#32") == can


@functools.cache
def deck_file() -> dict[str, Any]:
    return data_file(DECK_FILE)


def with_card_7(folder: Path, **fields: Any) -> str:
    """A deck in which Land Improvement is another card."""
    content = copy.deepcopy(deck_file())
    content["cards"][6] |= fields
    path = folder / f"deck_{len(list(folder.iterdir()))}.yaml"
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)


ALWAYS = [
    {"op": "gain", "vp": 1}, {"op": "draw", "n": 1}, {"op": "look", "n": 2}, {"op": "new_hands"},
    {"op": "reshuffle"}, {"op": "barbarians", "n": 1, "where": {"kind": "open"}},
    {"op": "place", "where": {"nile": True}, "all": True},
]  # fmt: skip
NEVER = [
    {"op": "place", "n": 1, "where": {"kind": "open"}}, {"op": "remove", "where": {"kind": "open"}},
    {"op": "remove_every", "where": {"kind": "open"}}, {"op": "recover", "n": 2},
    {"op": "forbid", "where": {"kind": "open"}}, {"op": "name_city"}, {"op": "allies", "areas": 1},
]  # fmt: skip


@pytest.mark.rule("CRD-17")
@pytest.mark.parametrize(
    ("operation", "can"), [*((one, True) for one in ALWAYS), *((one, False) for one in NEVER)]
)
def test_a_card_with_one_operation_can_be_played_if_that_does_something(
    operation: dict[str, Any], can: bool, tmp_path: Path
) -> None:
    """Egypt stands at Kush, Troy at Lydia; there are no other cards."""
    t = position(
        phase="cards", egypt={"discs": {"kush": 1}, "hand": [7]},
        troy={"discs": {"lydia": 1}, "hand": [PHILOSOPHER]},
        options={"deck": with_card_7(tmp_path, does=[operation])}, order=["troy", "egypt"],
    )  # fmt: skip
    assert playable(t.s, EGYPT, 7) == can


@pytest.mark.rule("CRD-14", "CRD-17")
@pytest.mark.parametrize(
    "naming",
    [
        {"op": "name_area", "where": {"kind": "open", "occupied": "you"}},
        {"op": "name_city", "who": "opposing"},
        {"op": "name_civilization", "having": "cities"},
        {"op": "name_wonder"},
    ],
)
def test_without_a_target_a_card_cannot_be_played_whatever_else_it_would_do(
    naming: dict[str, Any], tmp_path: Path
) -> None:
    gain = {"op": "gain", "vp": 1}
    for does, can in (([naming, gain], False), ([gain], True)):
        t = position(
            phase="cards", egypt={"discs": {"kush": 3}, "hand": [7]}, order=["troy", "egypt"],
            troy={"discs": {"lydia": 1}, "hand": [PHILOSOPHER]},
            options={"deck": with_card_7(tmp_path, does=does)},
        )  # fmt: skip
        assert playable(t.s, EGYPT, 7) == can


def test_reinforcements_can_always_come(tmp_path: Path) -> None:
    levy = {"op": "reinforce", "who": "rome", "n": 2}
    t = position(
        "hannibal", phase="cards", rome={"hand": [7], "discs": {"rome": 1}}, carthage={"hand": [PHILOSOPHER]},
        options={"deck": with_card_7(tmp_path, does=[levy])},
    )  # fmt: skip
    assert playable(t.s, t.s.world.named(t.s, "rome"), 7)


# ------------------------------------------------------------------------------ said aloud, put away


@pytest.mark.rule("CRD-14")
def test_a_card_declared_as_payment_is_known_to_be_held() -> None:
    """The Architect builds a Wonder for fewer resources."""
    egypt = {"discs": {"kush": 3, "libya": 2}, "hand": [41, 1, 3, 4, PHILOSOPHER], "treasury": 0}
    t = position(phase="cards", egypt=egypt, troy={"discs": {"lydia": 2}, "hand": [43]})
    t.do("Architect")
    while not t.can("#3"):
        t.game.apply(t.game.legal_actions()[0])
    assert t.asked("wonder_payment", "egypt")
    shown = t.game.view(TROY).known[EGYPT]
    t.do("#3")
    assert t.game.view(TROY).known[EGYPT] == shown | 1 << 3 != shown


@pytest.mark.rule("CRD-15")
def test_where_a_card_goes() -> None:
    """Demagogue aside, the Philosopher to the pile, an Investment on the table with its discs."""
    for card, place in ((22, "aside"), (PHILOSOPHER, "discard"), (79, "investments")):
        t = position(
            phase="cards", egypt={"discs": {"kush": 2}, "hand": [card]},
            troy={"discs": {"lydia": 3}, "hand": [7]},
        )  # fmt: skip
        t.do(f"#{card}")
        t.skip_until("card_action", "troy")
        assert card in getattr(t.s, place) and not t.s.table and not t.s.resolving
    assert t.s.investments[79][0] == EGYPT and t.s.investments[79][1] >= 1


def test_the_area_a_question_is_about_is_the_first_one_named() -> None:
    """Earthquake names two areas, then asks whose discs."""
    t = position(
        phase="cards", egypt={"discs": {"kush": 2}, "hand": [1]}, troy={"discs": {"lydia": 3}, "hand": []},
        barbarians={"discs": {"lydia": 2}},
    )  # fmt: skip
    t.do("Earthquake")
    assert t.asked("name_area") and t.game.decision.context == {"card": 1}
    t.do("lydia", "kush")
    assert t.asked("remove") and t.game.decision.context == {"card": 1, "area": t.area("lydia")}


def test_uses_of_wonders_are_no_cards() -> None:
    library = {"wonder": "Great Library", "owner": "egypt", "area": "kush", "discs": 2}
    t = at("draw uses", EGYPT, then=["next turn"], wonders=[library], egypt={"discs": {"kush": 2}}, troy={})
    t.do("Great Library").skip_until("keep", "egypt")
    assert [play.kind for play in t.s.resolving] == ["wonder"] and not t.s.table and not t.s.discard
    t.do(f"#{members(t.s.drawn[EGYPT])[0]}")
    assert not t.s.resolving and len(t.s.discard) == 2
