"""Words for people: every decision, action and event can be told."""

import random
from fractions import Fraction
from typing import Any

import pytest
from helpers import position

from acis_rules import Game, scenarios
from acis_rules.kernel.actions import LOSE_DISC, N_ACTIONS, STOP, area_action, card_action, wonder_action
from acis_rules.kernel.decisions import KINDS
from acis_rules.kernel.log import Event
from acis_rules.words.decisions import (
    describe_action,
    describe_decision,
    describe_event,
    faction_name,
)
from acis_rules.words.events import _EVENTS, _sentence, sentence
from acis_rules.words.names import count, in_plural, is_plural, listed


def random_games(scenario: str, seeds: range):
    for seed in seeds:
        game = Game.new(scenario, seed)
        rng = random.Random(seed)
        while not game.over:
            yield game
            game.apply(rng.choice(game.legal_actions()))
        yield game


@pytest.mark.parametrize("scenario", scenarios())
def test_everything_in_a_random_game_has_its_own_words(scenario):
    for game in random_games(scenario, range(2)):
        s = game.state
        if game.over:
            break
        texts = [describe_decision(s), *(describe_action(s, action) for action in game.legal_actions())]
        for text in texts:
            assert text and "{" not in text and "  " not in text, text
        assert len(set(texts)) == len(texts), "two answers read the same"
    for event in game.events:
        assert event.kind in _EVENTS or _sentence(event) in _EVENTS
        for text in (describe_event(s, event), describe_event(s, event.for_seat(0))):
            assert text and "{" not in text and "_" not in text and "  " not in text, text


def test_every_kind_of_decision_has_words_and_answers():
    for name, kind in KINDS.items():
        assert kind.asks.startswith("{who} ") and (kind.answers or name == "mode")


def test_every_action_has_a_name_even_when_it_is_not_legal():
    game = Game.new("basic_4p", 3)
    for action in (-1, *range(N_ACTIONS + 1)):
        assert describe_action(game.state, action)


def test_names_before_and_after_civilizations_are_chosen():
    game = Game.new("basic_2p", 0, {"turn_order": [1, 0]})
    assert describe_decision(game.state) == "Seat 1 chooses a civilization"
    assert faction_name(game.state, 0) == "seat 0"
    assert faction_name(game.state, 2) == "Barbarians"
    game.apply(game.legal_actions()[0])
    assert faction_name(game.state, 1) == "Troy"


def test_words_of_the_growth_phase():
    table = position("basic_2p", egypt={"discs": {"nile_delta": 2, "sinai": 3}}, phase="growth")
    s = table.s
    assert describe_decision(s) == "Egypt may retire discs"
    assert describe_action(s, area_action(table.area("nile_delta"))) == "retire a disc from Nile Delta"
    table.do("stop", "stop")
    assert describe_decision(s).startswith("Egypt deploys a Ready disc (")
    assert describe_action(s, area_action(table.area("nile_delta"))) == "place a disc in Nile Delta"
    assert describe_action(s, STOP) == "place no more discs"


def test_words_of_a_card_its_negation_and_its_losses():
    table = position(
        "basic_2p",
        egypt={"discs": {"egypt": 3}, "hand": [22]},
        troy={"discs": {"ionia": 2, "lydia": 2}, "hand": [44], "treasury": 1},
        phase="cards",
    )
    s = table.s
    assert describe_action(s, card_action(22)).startswith(
        "play Demagogue (#22): Name an opposing civilization."
    )
    assert describe_action(s, wonder_action(2)).startswith("build the Mausoleum")
    table.do("Demagogue")
    assert describe_decision(s) == "Troy may negate Demagogue, played by Egypt"
    assert describe_action(s, card_action(44)) == "negate with High Priest (#44)"
    table.do("no")
    assert describe_decision(s) == "Troy must remove 3 discs of its own because of Demagogue"
    table.do("Ionia")
    assert describe_decision(s) == "Troy is about to lose a disc in Ionia by Demagogue: lose it or pay"
    legal = [describe_action(s, action) for action in table.game.legal_actions()]
    assert legal == [
        "discard High Priest (#44) and keep the disc in Ionia",
        "lose the disc in Ionia",
        "pay 1 talent and keep the disc in Ionia",
    ]
    table.do("lose")
    assert describe_event(s, table.events("removed")[-1]) == "Troy loses a disc in Ionia by Demagogue"


@pytest.mark.rule("CRD-22", "CMP-10")
def test_losses_in_a_row_are_told_apart():
    """Civil War: one disc becomes a Barbarian's, another goes, in each of two Cities."""
    table = position(
        "basic_2p",
        egypt={"discs": {"egypt": 3}, "hand": [23]},
        troy={"discs": {"ionia": 3, "lydia": 3}, "treasury": 9},
        phase="cards",
    )
    table.do("Civil War", "Ionia", "Lydia")
    asked = []
    while table.game.decision.kind == "loss":
        asked.append(describe_decision(table.s))
        table.do("talent")
    about = "Troy is about to lose a disc in {} by Civil War{}: lose it or pay"
    comes = ", with a disc of Barbarians in its place"
    assert asked == [
        about.format("Ionia", f"{comes} (1 more after it)"),
        about.format("Lydia", comes),
        about.format("Ionia", " (1 more after it)"),
        about.format("Lydia", ""),
    ]


@pytest.mark.rule("CMP-12", "CMP-22")
def test_rounds_of_a_competition_are_told_apart_and_white_discs_named():
    table = position(
        "basic_2p",
        egypt={"discs": {"tyre": 3}, "treasury": 9},
        troy={"discs": {"tyre": 4}},
        allies=[{"area": "tyre", "faction": "egypt", "n": 1}],
        phase="competition",
    )
    table.do("stop")  # Troy announces nothing
    about = "Egypt is about to lose {} in Tyre in the competition, round {}: lose it or pay"
    assert describe_decision(table.s) == about.format("a white disc", 1)
    assert describe_action(table.s, LOSE_DISC) == "lose the white disc in Tyre"
    table.do("lose")
    assert describe_decision(table.s) == about.format("a disc", 2)


def test_cards_revealed_in_a_row_are_one_sentence():
    s = position("basic_2p", egypt={}, troy={}).s
    events = [Event("revealed", card=card, cause="epoch change") for card in (5, 39, 1, 2, 98)]
    words = "Great Fire (#5) and Poet (#39) are revealed in the Epoch Change"
    assert sentence(s, events[:2]) == words
    words = "5 cards are revealed in the Epoch Change, the last one is Sea Peoples Invade (#98)"
    assert sentence(s, events) == words


HALVES: Any = Fraction(5, 2)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Event("placed", 0, 5, n=1, cause="deploy"), "Egypt places a disc in {area}"),
        (
            Event("barbarians", 2, 5, n=4, cause="card 98"),
            "Barbarians enter {area} (4) by Sea Peoples Invade",
        ),
        (Event("removed", 2, 5, cause="domination"), "Barbarians lose a disc in {area} to Sea Domination"),
        (Event("vp", 1, n=HALVES, cause="cities"), "Troy scores 2 1/2 VP for Cities"),
        (Event("vp", 1, n=-2, cause="card 52"), "Troy loses 2 VP by Golden Fleece"),
        (Event("vp", 0, n=1, cause="wonder 0"), "Egypt scores 1 VP through the Great Pyramid"),
        (Event("talents", 0, n=1, cause="ability 0"), "Egypt gains 1 talent through Gift of the Nile"),
        (Event("talents", 0, n=-1, cause="saves a disc"), "Egypt pays 1 talent to save a disc"),
        (Event("drew", 0, n=3, cause="draw step", seen_by=0), "Egypt draws 3 cards"),
        (Event("cards_taken", 0, n=1, other=1), "Egypt takes a card from Troy"),
        (
            Event("negates", 1, card=44, target=22, other=0),
            "Troy negates Demagogue of Egypt with High Priest",
        ),
        (Event("built", 1, 5, wonder=1), "Troy builds the Great Library in {area}"),
        (Event("turn", turn=2, epoch=3), "Epoch III, turn 2 begins"),
        (Event("turn_order", order=(1, 0)), "Turn order: Troy, Egypt"),
        (Event("civilization", 0, display=9), "Egypt is played by seat 0"),
    ],
)  # fmt: skip
def test_events_are_sentences(event, words):
    s = position("basic_2p", egypt={}, troy={}).s
    assert describe_event(s, event) == words.format(area=s.world.board.names[5])


def test_a_faction_is_called_what_the_scenario_calls_it() -> None:
    s = Game.new("fall_of_rome_1_4p", 1).state
    gaul, egypt = (
        next(i for i, one in enumerate(s.world.civilizations) if one.id == name) for name in ("gaul", "egypt")
    )
    visigoths = next(f for f, one in enumerate(s.world.scenario.factions) if one.name == "Visigoths")
    told = describe_event(s, Event("civilization", visigoths, display=gaul))
    assert told == f"Visigoths are played by seat {s.world.player[visigoths]}"
    s.reborn |= 1 << visigoths  # until it begins anew
    told = describe_event(s, Event("civilization", visigoths, display=egypt))
    assert told == f"Egypt is played by seat {s.world.player[visigoths]}"


def test_a_redacted_event_tells_only_how_many():
    s = position("basic_2p", egypt={}, troy={}).s
    event = Event("drew", 0, n=2, cause="draw step", cards=(39, 44), seen_by=0)
    assert describe_event(s, event) == "Egypt draws Poet, High Priest"
    assert describe_event(s, event.for_seat(0b10)) == "Egypt draws 2 cards"


def test_counts_and_lists():
    assert [count(1, "City"), count(3, "City"), count(0, "disc")] == ["1 City", "3 Cities", "0 discs"]
    assert listed(["Kush", "Nile Delta", "Nile Delta", "Tyre"]) == "Kush, Nile Delta (2), Tyre"


def asked_in_the_card_phase(scenario: str) -> set[str]:
    games = random_games(scenario, range(1))
    questions = {
        describe_decision(game.state) for game in games if not game.over and game.state.phase == "cards"
    }
    return {words for words in questions if words.endswith(("pass", "passes"))}


@pytest.mark.rule("CRD-01")
def test_the_card_phase_offers_wonders_only_where_there_are_some() -> None:
    assert "Egypt plays a card, builds a Wonder or passes" in asked_in_the_card_phase("basic_2p")
    without = asked_in_the_card_phase("fall_of_rome_2_v1")
    assert {"Western Empire plays a card or passes", "Persians play a card or pass"} <= without
    assert not any("Wonder" in words for words in without)


def test_several_do_what_one_does() -> None:
    game = Game.new("fall_of_rome_1_4p", 1)
    assert describe_decision(game.state) == "Visigoths deploy a Ready disc (12 left)"
    ready = next(event for event in game.events if event.kind == "ready")
    assert describe_event(game.state, ready) == "Visigoths move 12 discs to Ready"
    assert in_plural("has its home in Rome") == "have their home in Rome"
    assert in_plural("may use its ability") == "may use their ability"
    assert in_plural("chooses where it begins anew") == "choose where they begin anew"
    assert in_plural("passes") == "pass" and in_plural("chooses a civilization") == "choose a civilization"
    one = Game.new("two_civs_a", 1, {"civilizations": ["gaul", "minos"]}).state
    assert not is_plural(one, 1) and is_plural(one, one.world.barbarians)
