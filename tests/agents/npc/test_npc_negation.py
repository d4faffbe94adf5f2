"""Negation in defence, with the reveal test, and Events."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position
from npc_tables import Fixed, answer, look

from acis_rules.effects import Play
from agents.npc.negation import _use_order, harms
from agents.npc.player import NPC

SEA_PEOPLES = 98


def draw(table: Table, event: int) -> Table:
    """Egypt draws an Event in its Draw step and decides about it."""
    table.skip_until("talents_to_spend", "egypt")
    table.s.deck.remove(event)
    table.s.deck.append(event)
    return table.do(0).skip_until("name_area", "egypt")


def against(card: int, held: int, more: list[int] | None = None, **table: object) -> Table:
    """Egypt plays a card on Troy, which holds a Negation card; Egypt holds `more` cards."""
    return position(
        "basic_2p", phase="cards",
        egypt={"discs": {"kush": 3}, "hand": [card, *(more or [])], "treasury": 1},
        troy={"discs": {"phrygia": 3, "ionia": 1}, "hand": [held, 7], "treasury": 1, "vp": 3}, **table,
    ).do(f"#{card}")  # fmt: skip


@pytest.mark.rule("NPC-53")
@pytest.mark.parametrize("card", [8, 52, 17])  # discs, VP, cards and talents
def test_it_negates_what_it_would_lose_to(card: int) -> None:
    table = against(card, 43)
    assert table.asked("negate", "troy")
    assert answer(table) == ("High Priestess", "NPC-53: it defends its discs, talents, VP and cards")


@pytest.mark.rule("NPC-53")
def test_it_lets_others_gain() -> None:
    table = against(93, 43)
    assert table.asked("negate", "troy")
    assert answer(table)[0] == "stop"


@pytest.mark.rule("NPC-54")
@pytest.mark.parametrize("card, name", [(12, "High Priestess"), (13, "stop")])
def test_with_more_to_come_an_even_card_decides(card: int, name: str) -> None:
    npc = NPC()
    npc._reveals = Fixed(card)
    assert answer(against(8, 43, [18]), npc)[0] == name


BRIBERY, DROUGHT, PHILOSOPHER = 47, 9, 93


@pytest.mark.rule("NPC-54")
@pytest.mark.parametrize(
    ("npcs", "more", "revealed", "name"),
    [
        ([1], [PHILOSOPHER], 13, "stop"),  # a Great Person, which Bribery could answer too
        ([1], [DROUGHT], 13, "Bribery"),  # no Great Person: nothing is revealed
        ([], [DROUGHT], 13, "stop"),  # nobody tells a player what is hidden
        ([], [], 13, "Bribery"),
    ],
)
def test_an_npc_is_told_whether_another_card_could_be_negated(
    npcs: list[int], more: list[int], revealed: int, name: str
) -> None:
    """Bribery answers Great Persons only; Egypt's Demagogue costs Troy discs."""
    table = against(22, BRIBERY, more, options={"npcs": npcs})
    table.skip_until("negate", "troy")
    npc = NPC()
    npc._reveals = Fixed(revealed)
    assert answer(table, npc)[0] == name


@pytest.mark.rule("NPC-54", "DEF-62")
def test_it_is_told_nothing_else() -> None:
    """Not about a Negation card that it does not hold, not when it is not its turn to answer."""
    table = against(22, BRIBERY, [DROUGHT], options={"npcs": [1]}).skip_until("negate", "troy")
    assert not table.game.view(1).may_hold_another(0, BRIBERY)
    assert table.game.view(1).may_hold_another(0, 49)  # Treaty: for all it knows
    table.do("stop")
    assert table.game.view(1).may_hold_another(0, BRIBERY)


@pytest.mark.rule("NPC-55")
def test_it_negates_an_invasion_of_its_areas() -> None:
    table = position(
        "basic_2p", phase="evaluation", turn=1,
        egypt={"discs": {"kush": 3}, "vp": 0, "treasury": 1},
        troy={"discs": {"troy": 2, "ionia": 2}, "hand": [51], "vp": 5},
        order=["egypt", "troy"],
    )  # fmt: skip
    draw(table, SEA_PEOPLES).do("icarian_sea")
    assert table.asked("negate", "troy")
    assert answer(table) == ("Divine Favor", "NPC-55: Barbarians would come to its discs")


@pytest.mark.rule("NPC-57", "NPC-58")
def test_an_invasion_goes_where_it_harms_the_player_most() -> None:
    table = position(
        "basic_2p", phase="evaluation", turn=1,
        egypt={"discs": {"kush": 3}, "vp": 0, "treasury": 1},
        troy={"discs": {"troy": 3, "ionia": 2, "icarian_sea": 1, "levantine_sea": 1, "cilicia": 1}, "vp": 5},
        order=["egypt", "troy"],
    )  # fmt: skip
    name, reason = answer(draw(table, SEA_PEOPLES))
    assert name == "icarian_sea" and reason.startswith("NPC-57")


# ------------------------------------------------------------------ what it would lose (NPC-53)

TOMB_ROBBERS, MASTER_BUILDERS, ICONOCLASTS, MASTER_SPY, TAX_REVOLT = 87, 88, 86, 34, 24
GOLDEN_FLEECE, SACRIFICE, CIRCUSES, LOCAL_FAMINE, UPRISING, NOMADS = 52, 17, 21, 8, 30, 31
COLOSSUS = 3  # its number
POOR: dict[str, Any] = {"hand": [], "vp": 0, "treasury": 0, "discs": {"ionia": 1}}


def harmed(card: int, troy: dict[str, Any], *words: str, owner: str = "troy", named: str = "troy") -> bool:
    """Whether a card of Egypt, which names this civilization, takes something from Troy."""
    wonders = [{"wonder": "Colossus", "owner": owner, "area": "kush", "discs": 2}]
    table = position(
        "basic_4p", phase="cards", egypt={"discs": {"kush": 3}, "hand": [card]}, troy={**POOR, **troy},
        gaul={"discs": {"gallia": 1}}, carthage={}, wonders=wonders,
    )  # fmt: skip
    operations = table.s.world.deck.cards[card].modes[0]
    play = Play(
        table.faction("egypt"), "card", card, factions=(table.faction(named),), wonder=COLOSSUS,
        areas=tuple(table.area(word) for word in words), picks=((),) * len(operations),
    )  # fmt: skip
    return harms(look(table, "troy"), play)


@pytest.mark.rule("NPC-53")
@pytest.mark.parametrize(
    ("card", "has"),
    [
        (GOLDEN_FLEECE, {"vp": 1}),
        (TAX_REVOLT, {"treasury": 1}),
        (SACRIFICE, {"treasury": 1}),
        (SACRIFICE, {"hand": [7]}),
        (MASTER_SPY, {"hand": [7]}),
    ],
)
def test_it_can_only_lose_what_it_has_and_only_if_it_is_named(card: int, has: dict[str, Any]) -> None:
    assert harmed(card, has)
    assert not harmed(card, {})
    assert not harmed(card, has, named="gaul")


@pytest.mark.rule("NPC-53")
def test_a_penalty_always_costs_something() -> None:
    assert harmed(CIRCUSES, {}) and not harmed(CIRCUSES, {}, named="gaul")


@pytest.mark.rule("NPC-53")
@pytest.mark.parametrize(
    ("card", "owner", "harm"),
    [
        (ICONOCLASTS, "troy", True),
        (ICONOCLASTS, "egypt", False),
        (TOMB_ROBBERS, "troy", True),
        (TOMB_ROBBERS, "gaul", False),
        (MASTER_BUILDERS, "troy", False),  # it gains discs
    ],
)
def test_its_wonders_are_its_own(card: int, owner: str, harm: bool) -> None:
    assert harmed(card, {}, owner=owner) == harm


def put(card: int, *words: str) -> Table:
    """Egypt puts Barbarians into areas; Troy, in Ionia and Lydia, may answer."""
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"kush": 3}, "hand": [card, 93]},
        troy={"discs": {"ionia": 3, "lydia": 1}, "hand": [43, 7]},
    ).do(f"#{card}", *words)  # fmt: skip
    assert table.asked("negate", "troy")
    return table


@pytest.mark.rule("NPC-53")
@pytest.mark.parametrize(
    ("words", "answers"),
    [
        (("phrygia", "lydia", "stop"), True),  # the second area picked is its own
        (("phrygia", "stop"), False),  # beside it, but not there
        (("lydia", "stop"), True),
    ],
)
def test_barbarians_in_its_areas_are_a_loss(words: tuple[str, ...], answers: bool) -> None:
    npc = NPC()
    npc._reveals = Fixed(2)
    assert (answer(put(UPRISING, *words), npc)[0] == "High Priestess") == answers


@pytest.mark.rule("NPC-53", "NPC-55")
def test_an_event_elsewhere_is_let_be() -> None:
    table = position(
        "basic_2p", phase="evaluation", turn=1, order=["egypt", "troy"],
        egypt={"discs": {"kush": 3}, "vp": 0, "treasury": 1},
        troy={"discs": {"troy": 2, "ionia": 2}, "hand": [51], "vp": 5},
    )  # fmt: skip
    draw(table, SEA_PEOPLES).do("red_sea")
    assert table.asked("negate", "troy")
    assert answer(table) == ("stop", "NPC-53: the Event takes nothing from it")


@pytest.mark.rule("NPC-53")
def test_a_wonder_of_another_is_let_be() -> None:
    table = position(
        "basic_2p", phase="evaluation", turn=1, egypt={"discs": {"kush": 3}},
        troy={"discs": {"troy": 2}, "hand": [19, 7]}, order=["egypt", "troy"],
        wonders=[{"wonder": "Great Library", "owner": "egypt", "area": "kush", "discs": 2}],
    )  # fmt: skip
    table.skip_until("use", "egypt").do("Great Library")
    assert table.asked("negate", "troy")
    assert answer(table) == ("stop", "NPC-53: it does not stop the gains of others")


# ----------------------------------------------------------------------- answers to answers


def answered(by: int, held: list[int]) -> Table:
    """Troy plays a Philosopher, which Egypt negates with a card of its own; Troy may answer that."""
    table = position(
        "basic_2p", phase="cards", order=["troy", "egypt"], egypt={"discs": {"kush": 3}, "hand": [by]},
        troy={"discs": {"troy": 2}, "hand": [93, *held]},
    )  # fmt: skip
    table.do("Philosopher", f"#{by}")
    assert table.asked("negate", "troy")
    return table


@pytest.mark.rule("NPC-53")
@pytest.mark.parametrize(
    ("by", "held", "name"),
    [
        (48, [43, 7], "High Priestess"),  # the Assassin takes a card besides
        (47, [43, 7], "stop"),  # Bribery only stops a gain
    ],
)
def test_it_answers_a_negation_that_costs_it_a_card(by: int, held: list[int], name: str) -> None:
    assert answer(answered(by, held))[0] == name


@pytest.mark.rule("NPC-53")
def test_a_negation_against_somebody_else_is_let_be() -> None:
    table = position(
        "basic_4p", phase="cards", order=["gaul", "egypt", "troy", "carthage"],
        gaul={"hand": [93, 7]}, egypt={"hand": [48]}, troy={"hand": [43, 8]}, carthage={},
    )  # fmt: skip
    table.do("Philosopher", "Assassin")
    assert table.asked("negate", "troy")
    assert answer(table) == ("stop", "NPC-53: it loses nothing")


@pytest.mark.rule("NPC-53")
def test_it_defends_itself_again_when_its_negation_is_negated() -> None:
    """Local Famine, negated, saved by the High Priest: the third card of the chain stands."""
    table = against(8, 43, [44])
    table.s.hand[table.faction("troy")] |= 1 << 46
    table.s.deck.remove(46)
    table.do("High Priestess", "High Priest")
    assert table.asked("negate", "troy") and len(table.game.view(1).chain) == 3
    assert answer(table) == ("Pontiff", "NPC-53: it defends its discs, talents, VP and cards")


@pytest.mark.rule("NPC-29", "NPC-53")
def test_which_of_several_negation_cards_it_uses() -> None:
    """One that gives something, then the one that is of least use otherwise."""
    table = against(8, 43)
    pos = look(table, "troy")
    cards = [44, 46, 51, 50, 48, 47, 66, 49, 19, 43]
    assert sorted(cards, key=lambda card: _use_order(pos, card)) == [43, 19, 49, 66, 47, 48, 50, 51, 46, 44]
