"""What is said when a deck is broken: the file, the card or Wonder, the field."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from spoilt import Break, complaint, data_file

from acis_rules import DataError, Game
from acis_rules.box.deck import DECK_FILE, load_deck, parse_deck

DECK = load_deck()


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    return tmp_path / "broken.yaml"


@pytest.fixture(scope="module")
def deck_file() -> dict[str, Any]:
    return data_file(DECK_FILE)


def card(content: dict[str, Any], number: int) -> dict[str, Any]:
    found: dict[str, Any] = content["cards"][number - 1]
    assert found["id"] == number
    return found


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda d: card(d, 7).pop("text"), "card 7 (Land Improvement): Object missing required field `text`"),
        (
            lambda d: card(d, 7).update(colour="red"),
            "card 7 (Land Improvement): Object contains unknown field `colour`",
        ),
        (
            lambda d: card(d, 7).update(great_person=3),
            "card 7 (Land Improvement): Expected `bool`, got `int` - at `great_person`",
        ),
        (
            lambda d: card(d, 7)["does"][0].update(op="explode"),
            "card 7 (Land Improvement): Invalid value 'explode' - at `does[0].op`",
        ),
        (
            lambda d: card(d, 7)["does"][0].update(number=2),
            "card 7 (Land Improvement): Object contains unknown field `number` - at `does[0]`",
        ),
        (
            lambda d: card(d, 7)["does"][0]["where"].update(kind="lake"),
            "card 7 (Land Improvement): Invalid enum value 'lake' - at `does[0].where.kind`",
        ),
        (
            lambda d: card(d, 7).update(flags=["N"]),
            "card 7 (Land Improvement): negates: must be given exactly if flags has N",
        ),
        (
            lambda d: card(d, 7).update(either=[card(d, 7)["does"]]),
            "card 7 (Land Improvement): either: not together with does",
        ),
        (lambda d: card(d, 7).update(does=[]), "card 7 (Land Improvement): does: the card does nothing"),
        (
            lambda d: card(d, 54).update(either=card(d, 54)["either"] * 3),
            "card 54 (Gold Mine): Expected `array` of length <= 4 - at `either`",
        ),
        (
            lambda d: card(d, 1)["does"].pop(0),
            "card 1 (Earthquake): does[0] (remove): speaks of a named area",
        ),
        (
            lambda d: card(d, 17)["does"].pop(0),
            "card 17 (Gods Demand Sacrifice): does[0] (discard): speaks of a named civilization",
        ),
        (
            lambda d: card(d, 86)["does"].pop(0),
            "card 86 (Iconoclasts): does[0] (bury): speaks of a named built Wonder",
        ),
        (
            lambda d: card(d, 79)["investment"].update(discs=0),
            "card 79 (Irrigation Works): Expected `int` >= 1 - at `investment.discs`",
        ),
        (
            lambda d: card(d, 79)["investment"].update(when="dawn"),
            "card 79 (Irrigation Works): Invalid enum value 'dawn' - at `investment.when`",
        ),
        (lambda d: d["cards"].pop(49), "card 50: is missing (ids 1 to 103, each once)"),
        (
            lambda d: card(d, 50).update(id=49),
            "card 49 (Tribune's Veto): id: Treaty has it already",
        ),
        (
            lambda d: d["cards"].append({**card(d, 7), "id": 104}),
            "card 104 (Land Improvement): Expected `int` <= 103 - at `id`",
        ),
        (
            lambda d: card(d, 7).update(id=0),
            "card 0 (Land Improvement): Expected `int` >= 1 - at `id`",
        ),
        (lambda d: d.update(card=[]), "card: unknown field; there are: cards, wonders"),
        (lambda d: d["cards"].insert(3, "Plague"), "card 'Plague': Expected `object`, got `str`"),
        (lambda d: d.update(cards={}), "cards: a list is needed"),
        (lambda d: d.pop("wonders"), "wonders: a list is needed"),
        (lambda d: d["wonders"].pop(), "wonders: 7 are needed, found 6"),
        (
            lambda d: d["wonders"][0].update(when="dawn"),
            "wonder Great Pyramid: Invalid enum value 'dawn' - at `when`",
        ),
        (
            lambda d: d["wonders"][1].update(name="Great Pyramid"),
            "wonder Great Pyramid: name: Great Pyramid has it already",
        ),
        (lambda d: d["wonders"][0].update(does=[]), "wonder Great Pyramid: does: does nothing"),
        (lambda d: d["wonders"][0].update(discs=0), "wonder Great Pyramid: Expected `int` >= 1 - at `discs`"),
        (
            lambda d: card(d, 7).update(flags=["I", "E"]),
            "card 7 (Land Improvement): Expected `array` of length <= 1 - at `flags`",
        ),
        (
            lambda d: card(d, 7).update(invasion=True),
            "card 7 (Land Improvement): invasion: only an Event (flag E) can be one",
        ),
        (
            lambda d: card(d, 45).update(competition={"kind": "any"}),
            "card 45 (Traitor): phase_start: not together with competition",
        ),
        (
            lambda d: card(d, 6).update(turn_order=[{"op": "take_place"}]),
            "card 6 (Strategos): turn_order: only on a card of the Card Phase (no flags)",
        ),
        (
            lambda d: card(d, 79)["investment"].update(either=[]),
            "card 79 (Irrigation Works): Expected `array` of length >= 1 - at `investment.either`",
        ),
        (
            lambda d: card(d, 79)["investment"].update(either=[[]]),
            "card 79 (Irrigation Works): investment.either[0]: does nothing",
        ),
        (
            lambda d: card(d, 19).update(negates={"card_phase_only": True}),
            "card 19 (Bad Omens): negates: it could answer nothing",
        ),
        (
            lambda d: card(d, 19).update(does=[{"op": "place", "n": 1}]),
            "card 19 (Bad Omens): does[0] (place): a Negation card leaves its user no choice here",
        ),
        (
            lambda d: card(d, 19).update(does=[{"op": "lose", "talents": 1, "short": "city disc"}]),
            "card 19 (Bad Omens): does[0] (lose): a Negation card leaves its user no choice here",
        ),
        (
            lambda d: card(d, 19).update(does=[{"op": "allies", "areas": 1}]),
            "card 19 (Bad Omens): does[0] (allies): a Negation card leaves its user no choice here",
        ),
        (
            lambda d: card(d, 54)["either"].append([{"op": "discard"}]),
            "card 54 (Gold Mine): either[2][0] (discard): speaks of a named civilization",
        ),
        (
            lambda d: card(d, 19).update(either=[[{"op": "gain", "vp": 1}], [{"op": "draw", "n": 1}]]),
            "card 19 (Bad Omens): either: a Negation card has no alternatives",
        ),
    ],
)
def test_a_broken_deck_names_file_card_and_field(
    spoil: Break, message: str, deck_file: dict[str, Any], tmp_path: Path
) -> None:
    assert message in complaint(parse_deck, copy.deepcopy(deck_file), spoil, tmp_path)


@pytest.mark.parametrize("does", [{"op": "lose", "talents": 1}, {"op": "allies", "n": 2}])
def test_a_negation_card_may_do_what_asks_nothing(
    does: dict[str, Any], deck_file: dict[str, Any], broken: Path
) -> None:
    content = copy.deepcopy(deck_file)
    card(content, 19)["does"] = [does]
    broken.write_text(json.dumps(content))
    assert [operation.__struct_config__.tag for operation in parse_deck(broken).cards[19].modes[0]] == [
        does["op"]
    ]


@pytest.mark.parametrize(
    ("operations", "message"),
    [
        ("{op: name_civilization}, {op: down_to, n: 1}", "does[1] (down_to): speaks of a named area"),
        ("{op: name_area}, {op: down_to, n: 1}", "does[1] (down_to): speaks of a named civilization"),
        (
            "{op: name_civilization}, {op: penalty, one_of: [vp]}",
            "does[1] (penalty): speaks of a named area",
        ),
        ("{op: penalty, one_of: [vp], per_city: true}", "does[0] (penalty): speaks of a named civilization"),
        (
            "{op: name_city}, {op: penalty, one_of: []}",
            "Expected `array` of length >= 1 - at `does[1].one_of`",
        ),
        (
            "{op: name_civilization, having: discs in named area}, {op: take, how: random}",
            "does[0] (name_civilization): speaks of a named area",
        ),
        (
            "{op: name_civilization}, {op: swap_places}",
            "does[1] (swap_places): needs exactly 2 civilizations named before it",
        ),
        (
            "{op: name_civilization, n: 2, up_to: true}, {op: swap_places}",
            "does[1] (swap_places): needs exactly 2 civilizations named before it",
        ),
        (
            "{op: name_civilization, n: 2}, {op: name_city}, {op: swap_places}",
            "does[1] (name_city): names civilization again, and only the last one named would count",
        ),
        ("{op: shield, rounds: 1}", "does[0] (shield): works only in a competition"),
        ("{op: forbid_talents}", "does[0] (forbid_talents): works only in a competition"),
        (
            "{op: name_area}, {op: buy_allies, at_most: 2}",
            "does[1] (buy_allies): works only in a competition",
        ),
        ("{op: buy_allies, at_most: 20}", "Expected `int` <= 19 - at `does[0].at_most`"),
        (
            "{op: gain, plus: {every: 0, count: own wonders, good: vp}}",
            "`int` >= 1 - at `does[0].plus.every`",
        ),
        ("{op: gain, vp: 1, where: {own_discs: 5}}", "Expected `int` <= 4 - at `does[0].where.own_discs`"),
        ("{op: gain, vp: -1}", "Expected `int` >= 0 - at `does[0].vp`"),
        ("{op: gain, vp: 1, who: named}", "does[0] (gain): speaks of a named civilization"),
        ("{op: place, n: -1}", "Expected `int` >= 0 - at `does[0].n`"),
        ("{op: draw, n: 0}", "Expected `int` >= 1 - at `does[0].n`"),
        ("{op: remove, each: 0}", "Expected `int` >= 1 - at `does[0].each`"),
        (
            "{op: remove, where: {adjacent_to: named}, of: named}",
            "does[0] (remove): speaks of a named area",
        ),
        (
            "{op: name_area}, {op: place, where: {city: named}, n: 1}",
            "does[1] (place): speaks of a named civilization",
        ),
        (
            "{op: name_wonder, state: buried}, {op: wonder_discs, n: -1}",
            "does[1] (wonder_discs): speaks of a named built Wonder",
        ),
        (
            "{op: name_wonder, state: available, near: true}",
            "does[0] (name_wonder): an available Wonder has no owner and no place",
        ),
        (
            "{op: name_wonder, resources: 3}",
            "does[0] (name_wonder): resources: only an available Wonder can be built",
        ),
        (
            "{op: name_wonder, state: available, resources: 4}, {op: build, resources: 3, discs: 0}",
            "does[1] (build): resources and discs: must be those of name_wonder",
        ),
    ],
)
@pytest.mark.parametrize("field", ["does", "turn_order"])
def test_an_operation_says_what_it_misses(
    field: str, operations: str, message: str, deck_file: dict[str, Any], broken: Path
) -> None:
    content = copy.deepcopy(deck_file)
    card(content, 7)[field] = yaml.safe_load(f"[{operations}]")
    broken.write_text(json.dumps(content))
    with pytest.raises(DataError) as error:
        parse_deck(broken)
    assert str(error.value).startswith(f"{broken}: card 7 (Land Improvement): ")
    assert message.replace("does[", f"{field}[") in str(error.value)


def test_a_corrected_deck_is_played_with(deck_file: dict[str, Any], broken: Path) -> None:
    content = copy.deepcopy(deck_file)
    card(content, 93)["does"] = [{"op": "draw", "n": 3}]
    broken.write_text(json.dumps(content))
    game = Game.new("basic_2p", options={"deck": str(broken)})
    assert game.state.world.deck.cards[93].modes == parse_deck(broken).cards[93].modes != DECK.cards[93].modes
