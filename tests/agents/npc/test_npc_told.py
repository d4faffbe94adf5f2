"""Answers that a scenario gives its NPCs, each where it alone decides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import Table
from npc_tables import answer, look

from acis_rules import DataError, Game
from acis_rules.box.data_files import read_yaml
from acis_rules.box.scenario import parse_scenario
from acis_rules.screens import Screen
from agents.npc.contest import Contest
from agents.npc.player import NPC
from agents.npc.worth import worth_of

HOST = "second_punic_war"  # Rome, Mycenae and Carthage
ROME, MYCENAE, CARTHAGE = range(3)
SACRIFICE, CIRCUSES, SPY, PRIESTESS, POET = 17, 21, 34, 43, 39
GOLD_MINE, HIPPODROME, TRADE = "Gold Mine", "Hippodrome", "Trade with the Barbarians"


@pytest.fixture
def at(tmp_path: Path) -> Any:
    """A position of the scenario in which Carthage is told these answers."""

    def table(answers: dict[str, Any], phase: str = "cards", **given: Any) -> Table:
        content = read_yaml(None, f"scenarios/{HOST}.yaml")[1]
        content["npc"] = {"carthage": {"answers": answers}}
        file = tmp_path / f"{len(list(tmp_path.iterdir()))}.yaml"
        file.write_text(yaml.safe_dump(content), encoding="utf-8")
        factions = [{"civilization": name, **given.pop(name, {})} for name in ("rome", "mycenae", "carthage")]
        position = {"scenario": str(file), "epoch": 2, "phase": phase, "factions": factions, **given}
        return Table(Game.from_dict(position))

    return table


# --------------------------------------------------------------------------------------- penalty


@pytest.mark.parametrize(
    ("order", "treasury", "expected"),
    [
        (["talent", "card"], 1, "talent"),
        (["card", "talent"], 1, "Poet"),
        (["talent", "card"], 0, "Poet"),
        (["disc"], 1, "lose"),
        (["vp"], 1, "vp"),
    ],
)
def test_what_it_gives_first(at: Any, order: list[str], treasury: int, expected: str) -> None:
    table = at(
        {"penalty": {"rule": "X-01", "order": order}},
        rome={"discs": {"rome": 3}, "hand": [CIRCUSES]},
        carthage={"discs": {"carthage": 3}, "hand": [POET], "treasury": treasury, "vp": 3},
    )
    table.do(f"#{CIRCUSES}").skip_until("penalty", "carthage")
    action = NPC().explain(table.game.view(CARTHAGE), table.game.decision, table.game.legal_actions())
    assert action == (table.action(expected), "X-01: what it gives first")


# ------------------------------------------------------------------------------- whom a card names


@pytest.mark.parametrize("first", ["rome", "mycenae"])
def test_whom_it_names_with_a_card(at: Any, first: str) -> None:
    hands = {"discs": {"etruria": 1}, "hand": [1]}, {"discs": {"mycenae": 1}, "hand": [2]}
    for card, name in ((SPY, first), (SACRIFICE, answer_without_orders(at, hands))):
        table = at(
            {"name": [{"rule": "X-02", "card": SPY, "order": [first]}]},
            rome=hands[0], mycenae=hands[1], carthage={"discs": {"carthage": 3}, "hand": [card]},
            order=["carthage", "rome", "mycenae"],
        )  # fmt: skip
        table.do(f"#{card}")
        named, reason = answer(table)
        assert named == name and reason.startswith("X-02: ") == (card == SPY)


def answer_without_orders(at: Any, hands: Any) -> str:
    """Whom Gods Demand Sacrifice hits by the normal rules."""
    table = at(
        {}, rome=hands[0], mycenae=hands[1], carthage={"discs": {"carthage": 3}, "hand": [SACRIFICE]},
        order=["carthage", "rome", "mycenae"],
    )  # fmt: skip
    return answer(table.do(f"#{SACRIFICE}"))[0]


# ---------------------------------------------------------------------------------- forced discards


@pytest.mark.parametrize(
    ("order", "rome", "mycenae", "named"),
    [
        (["rome", "mycenae"], [1], [2], "rome"),
        (["mycenae", "rome"], [1], [2], "mycenae"),
        (["mycenae", "rome"], [1], [], "rome"),
        (["mycenae", "rome"], [], [], None),  # kept, although it would cost them a talent
        (["mycenae"], [1], [], None),
    ],
)
def test_cards_that_make_others_discard(
    at: Any, order: list[str], rome: list[int], mycenae: list[int], named: str | None
) -> None:
    table = at(
        {"discards": {"rule": "X-03", "order": order}},
        rome={"discs": {"rome": 3}, "hand": rome, "treasury": 1},
        mycenae={"discs": {"mycenae": 3}, "hand": mycenae, "treasury": 1},
        carthage={"discs": {"carthage": 3}, "hand": [SACRIFICE]},
        order=["carthage", "rome", "mycenae"],
    )  # fmt: skip
    played, reason = answer(table)
    assert (played == "Gods Demand Sacrifice") == (named is not None)
    if named is not None:
        assert reason.startswith("X-03, NPC-36: ")
        assert answer(table.do(f"#{SACRIFICE}")) == (named, "X-03: whom the scenario names")


# ----------------------------------------------------------------------------------------- victims


def test_whose_discs_go_first(at: Any) -> None:
    given: dict[str, Any] = {"rome": {"discs": {"rome": 1}, "vp": 9}, "mycenae": {"discs": {"mycenae": 1}}}
    table = at({}, **given)
    pos = look(table, "carthage", enemies=("rome", "mycenae"))
    assert pos.rank == [ROME, MYCENAE, table.s.world.barbarians]
    table = at({"victims": {"rule": "X-04", "order": ["mycenae", "rome"]}}, **given)
    pos = look(table, "carthage", enemies=("rome", "mycenae"))
    assert pos.rank == [MYCENAE, ROME, table.s.world.barbarians]
    assert pos.ranks[:2] == [[MYCENAE], [ROME]]
    assert look(table, "carthage", enemies=("rome",)).rank[0] == ROME  # only enemies move up


@pytest.mark.rule("NPC-48")
@pytest.mark.parametrize("told", [True, False])
def test_the_order_of_victims_is_given_as_the_reason(at: Any, told: bool) -> None:
    table = at(
        {"victims": {"rule": "X-04", "order": ["mycenae"]}} if told else {}, rome={"discs": {"rome": 1}},
        mycenae={"discs": {"thapsus": 1, "saldae": 2}}, carthage={"discs": {"carthage": 3}, "hand": [POET]},
        order=["carthage", "rome", "mycenae"],
    )  # fmt: skip
    table.do(f"#{POET}")
    assert table.asked("remove", "carthage")
    assert answer(table)[1] == ("X-04, " if told else "") + "NPC-48: as the placement priorities go"


def test_areas_as_dear_as_its_home(at: Any) -> None:
    table = at({}, carthage={"discs": {"carthage": 1, "saldae": 1, "numidia": 1}})
    rules = {"home": ["home", "next to home"]}
    for given, dear in ((None, {"carthage"}), (rules, {"carthage", "saldae"})):
        pos = look(table, "carthage", rules=given)
        areas = ("carthage", "saldae", "numidia")
        assert {area for area in areas if worth_of(pos, table.area(area)) == 1} == dear


# ------------------------------------------------------------------------------------- competitions


def test_cards_it_lays_first_and_no_more_than_it_takes_to_win(at: Any) -> None:
    names = ["Metal Forging: Armor", "Armored Infantry", "Strategos"]
    deck = Game.new(HOST).state.world.deck.cards[1:]
    cards = [next(card.id for card in deck if card.name == name) for name in names]
    told = {"commit": {"rule": "X-05", "cards": cards, "where": ["discs of rome"]}}
    for answers, rome, laid in (
        (told, 3, 1),
        (told, 2, 0),  # it wins without them
        ({}, 3, 3),  # by the normal rules all of them go where a City is at stake
    ):
        table = at(
            answers, "competition",
            rome={"discs": {"thapsus": rome}}, carthage={"discs": {"thapsus": 3}, "hand": cards},
        )  # fmt: skip
        table.s.competition_area = table.area("thapsus")
        pos = look(table, "carthage", enemies=("rome",))
        legal = sum(1 << table.action(f"#{card}") for card in cards)
        actions, reason = Contest(pos, table.area("thapsus")).plan(legal)
        assert [table.name(action) for action in actions][:1] == names[: min(1, laid)] or not answers
        assert len(actions) == laid and reason.startswith("X-05") == bool(answers)


# ------------------------------------------------------------------------------------------ Negation


@pytest.mark.parametrize(
    ("by", "rome", "card", "negated"),
    [
        ("rome", [], SACRIFICE, True),
        ("mycenae", [], SACRIFICE, True),
        ("mycenae", [POET], SACRIFICE, False),  # Rome holds a card that it could negate
        ("mycenae", [], CIRCUSES, True),
        ("mycenae", [], 52, False),  # VP alone are not worth it
        ("rome", [], 52, True),
    ],
)
@pytest.mark.parametrize("screened", [False, True])
def test_negations_are_saved_for_one_side(
    at: Any, by: str, rome: list[int], card: int, negated: bool, screened: bool
) -> None:
    told = {"negate": {"rule": "X-06", "own": ["rome"], "other": ["mycenae"]}}
    hands = {"rome": rome, "mycenae": []} | {by: [card] + (rome if by == "rome" else [])}
    table = at(
        told, options={"npcs": [CARTHAGE]},
        rome={"discs": {"rome": 3}, "hand": hands["rome"]},
        mycenae={"discs": {"mycenae": 3}, "hand": hands["mycenae"]},
        carthage={"discs": {"carthage": 3}, "hand": [PRIESTESS, 7], "vp": 3, "treasury": 1},
        order=[by, "carthage", "rome" if by == "mycenae" else "mycenae"],
    )  # fmt: skip
    table.do(f"#{card}")
    while table.kind.startswith("name_"):
        table.do("carthage")
    assert table.asked("negate", "carthage")
    view = Screen(table.s, CARTHAGE).view() if screened else table.game.view(CARTHAGE)
    action, reason = NPC().explain(view, table.game.decision, table.game.legal_actions())
    assert (table.name(action) != "stop") == negated
    assert reason.startswith("X-06: ") == (by == "mycenae")


# ------------------------------------------------------------------------------------- order of cards


def test_cards_that_place_discs_come_before_those_that_give_talents(at: Any) -> None:
    names = [TRADE, HIPPODROME, GOLD_MINE]
    deck = Game.new(HOST).state.world.deck.cards[1:]
    cards = [next(card.id for card in deck if card.name == name) for name in names]
    for told, played in (({}, [GOLD_MINE, TRADE, HIPPODROME]), ({"discs_first": "X-07"}, names[::-1])):
        hand, found = list(cards), []
        while hand:
            table = at(
                told, rome={"discs": {"saldae": 1}}, mycenae={"discs": {"aquitania": 1}},
                carthage={"discs": {"carthage": 4, "noricum": 1}, "hand": hand},
                order=["carthage", "rome", "mycenae"],
            )  # fmt: skip
            name, reason = answer(table)
            found.append(name)
            assert reason.startswith("X-07, ") == (bool(told) and name != TRADE)
            hand.remove(table.card_id(name))
        assert found == played


def test_a_bad_answer_is_named(tmp_path: Path) -> None:
    content = read_yaml(None, f"scenarios/{HOST}.yaml")[1]
    content["npc"] = {"all": {"answers": {"discards": {"rule": "X-01", "order": ["egypt"]}}}}
    file = tmp_path / "scenario.yaml"
    file.write_text(yaml.safe_dump(content), encoding="utf-8")
    with pytest.raises(DataError) as error:
        parse_scenario(file)
    assert str(error.value).startswith(f"{file}: npc.all.answers.discards.order: egypt: nobody; there are: ")
