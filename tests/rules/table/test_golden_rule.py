"""Wonders, displays, secrecy, and which rule beats which (DEF-48, 49, 53, 55, 59, 60, 62 to 67)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from helpers import Table, moment, position
from term_table import SILK, scenario_file, two_each

from acis_rules import Game
from acis_rules.cards.uses import usable
from acis_rules.kernel.actions import STOP, actions_of, card_action
from acis_rules.kernel.bits import members


def begun(scenario: str, seed: int = 0) -> Table:
    """A new game in which everybody has taken the first civilization left."""
    table = Table(Game.new(scenario, seed))
    while table.kind == "civilization":
        table.game.apply(table.game.legal_actions()[0])
    return table


def place_all(table: Table) -> None:
    """Place every disc a card offers, wherever it offers it."""
    while table.kind in ("name_area", "place"):
        table.game.apply(table.game.legal_actions()[-1])


# ---------------------------------------------------------------------------------- Wonders


@pytest.mark.rule("DEF-48")
def test_all_wonders_start_available_to_everybody() -> None:
    wonders = begun("basic_2p").s.world.deck.wonders
    assert len({wonder.name for wonder in wonders}) == 7
    assert all(wonder.text and wonder.when for wonder in wonders)
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"egypt": 3}, "treasury": 3},
        troy={"discs": {"troy": 3}, "treasury": 3},
    )  # fmt: skip
    assert table.options == {wonder.name for wonder in wonders} | {"stop"}


@pytest.mark.rule("DEF-49", "DEF-55")
def test_a_built_wonder_has_an_owner_and_its_block_marks_the_place() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"egypt": 3, "kush": 1, "red_sea": 1}, "treasury": 3},
        troy={"discs": {"troy": 3}, "treasury": 3},
    )  # fmt: skip
    table.do("Great Library", "egypt", "red_sea").skip_until("wonder_site").do("kush")
    number = [wonder.name for wonder in table.s.world.deck.wonders].index("Great Library")
    built = table.s.wonders[number]
    assert (built.owner, built.area, built.buried) == (table.faction("egypt"), table.area("kush"), False)
    assert table.asks == "troy"
    assert not table.can("Great Library")  # it is no longer available
    assert table.can("Mausoleum")


@pytest.mark.rule("DEF-49")
def test_a_buried_wonder_is_inactive_stays_with_its_owner_and_can_be_restored() -> None:
    table = position(
        "basic_2p", phase="cards", order=["troy", "egypt"],
        egypt={"discs": {"sinai": 2}, "hand": [88, SILK]}, troy={"discs": {"tyre": 1}, "hand": [86, 56]},
        wonders=[{"wonder": "Lighthouse", "owner": "egypt", "area": "sinai", "discs": 4}],
    )  # fmt: skip
    egypt = table.faction("egypt")
    number = [wonder.name for wonder in table.s.world.deck.wonders].index("Lighthouse")
    supply = table.of("supply", "egypt")
    assert usable(table.s, egypt, "acquisition")
    table.do("Iconoclasts")
    assert table.s.wonders[number] == (egypt, table.area("sinai"), 0, True)
    assert table.of("supply", "egypt") == supply + 4
    assert not usable(table.s, egypt, "acquisition")
    table.do("Master Builders")
    assert table.s.wonders[number] == (egypt, table.area("sinai"), 3, False)
    assert usable(table.s, egypt, "acquisition")


@pytest.mark.rule("DEF-49")
@pytest.mark.parametrize(("buried", "vp"), [(False, 1), (True, 0)])
def test_a_buried_wonder_does_not_score(buried: bool, vp: int) -> None:
    table = position(
        "basic_2p", phase="evaluation", egypt={"discs": {"sinai": 1}, "treasury": 1}, troy={},
        wonders=[{"wonder": "Colossus", "owner": "egypt", "area": "sinai", "discs": 0, "buried": buried}],
    )  # fmt: skip
    assert table.of("vp", "egypt") == vp


# --------------------------------------------------------------------------------- displays


@pytest.mark.rule("DEF-59")
def test_loot_waits_in_its_box_until_the_phase_ends() -> None:
    table = position(
        "basic_4p", phase="competition", egypt={"discs": {"carchemish": 4, "sinai": 2}, "hand": [1]},
        celt_iberia={"discs": {"carchemish": 3, "sinai": 2}},
    )  # fmt: skip
    while table.game.decision.context["area"] == table.area("carchemish"):
        table.do("lose")
    assert table.asked("loss", "egypt")  # in Sinai
    assert (table.of("loot", "egypt"), table.of("treasury", "egypt")) == (1, 0)
    assert not table.can("talent")  # loot cannot be spent yet
    while table.s.phase == "competition":
        table.do("lose")
    assert (table.of("loot", "egypt"), table.of("treasury", "egypt")) == (0, 1)


@pytest.mark.rule("DEF-59")
def test_ready_and_treasury_are_public() -> None:
    table = position("basic_2p", egypt={"discs": {"egypt": 3}, "treasury": 4}, troy={}).skip_until(
        "deploy", "egypt"
    )
    egypt = table.faction("egypt")
    view = table.game.view(1 - egypt)
    assert (view.ready[egypt], view.treasury[egypt], view.loot[egypt]) == (
        3,
        5,
        0,
    )  # Gift of the Nile: 1 talent


@pytest.mark.rule("DEF-60")
@pytest.mark.parametrize(("civilization", "talents"), [("mycenae", 2), ("egypt", 1)])
def test_a_display_beats_the_rule_of_one_talent_for_loot(civilization: str, talents: int) -> None:
    table = position(
        "basic_4p",
        phase="competition",
        celt_iberia={"discs": {"tyre": 3}},
        **{civilization: {"discs": {"tyre": 4}}},
    )
    if not table.events("looted"):
        table.do("stop")  # Mycenae may announce its Hoplites
    assert [event.n for event in table.events("looted")] == [talents]


@pytest.mark.rule("DEF-60")
@pytest.mark.parametrize(("civilization", "allowed"), [("phoenicia", True), ("minos", True), ("troy", False)])
def test_a_display_beats_the_open_sea_rule(civilization: str, allowed: bool) -> None:
    table = position("basic_4p", epoch=1, **{civilization: {"discs": {"levantine_sea": 1}}})
    assert table.skip_until("deploy", civilization).can("eastern_mediterranean") is allowed


# ------------------------------------------------------------------------------ Golden Rule


@pytest.mark.rule("DEF-53")
def test_a_card_beats_the_open_sea_rule() -> None:
    table = position(
        "basic_2p", epoch=1, phase="cards", egypt={"discs": {"egypt": 1}, "hand": [40, SILK]}, troy={}
    )
    place_all(table.do("Navigator"))
    assert table.discs("egypt", "eastern_mediterranean") == 1


@pytest.mark.rule("DEF-53")
def test_but_only_as_far_as_it_says() -> None:
    """Navigator opens the sea, not the limit of 1 disc there."""
    table = position(
        "basic_2p",
        epoch=1,
        phase="cards",
        egypt={"discs": {"eastern_mediterranean": 1}, "hand": [40, SILK]},
        troy={},
    )
    place_all(table.do("Navigator"))
    assert table.discs("egypt", "eastern_mediterranean") == 1


@pytest.mark.rule("DEF-53")
def test_a_card_beats_the_rules_of_deployment() -> None:
    """Captive Queen goes to any coastal sea with another civilization, however far away."""
    table = position(
        "basic_4p",
        phase="cards",
        egypt={"discs": {"kush": 1}, "hand": [32, SILK]},
        gaul={"discs": {"atlantic": 1}},
    )
    place_all(table.do("Captive Queen"))
    assert table.discs("egypt", "atlantic") == 2


@pytest.mark.rule("DEF-53", "DEF-60")
@pytest.mark.parametrize("forbidden", [False, True])
def test_a_card_beats_a_display(forbidden: bool) -> None:
    """Surge of Superstition: nobody places discs there, not even by Gaul's Warrior Culture."""
    table = position(
        "basic_4p", phase="cards", gaul={"discs": {"liguria": 2}},
        order=["egypt", "gaul", "carthage", "troy"],
        egypt={"discs": {"liguria": 2}, "hand": [33, SILK, 1]},
    )  # fmt: skip
    if forbidden:
        table.do("Surge of Superstition", "etruria")
    table.do("pass")
    if not forbidden:
        assert table.asked("place", "gaul")
        table.do("liguria")
    placed = [event.faction for event in table.events("placed") if event.area == table.area("liguria")]
    assert placed == ([] if forbidden else [table.faction("gaul")])


# ----------------------------------------------------------------------------------- secrecy


@pytest.mark.rule("DEF-62")
def test_a_stolen_card_is_known_to_thief_and_victim_only() -> None:
    table = position(
        "basic_4p", phase="cards", egypt={"discs": {"egypt": 1}, "hand": [34, SILK]}, troy={"hand": [7, 13]}
    )
    egypt, troy = table.faction("egypt"), table.faction("troy")
    table.do("Master Spy", "Land Improvement")
    assert table.hand("egypt") == {7, SILK}
    assert table.game.view(egypt).known[troy] == 1 << 13  # seen, and still held
    assert table.game.view(troy).known[egypt] == 1 << 7
    for seat in range(4):
        taken = [event for event in table.game.view(seat).events if event.kind == "cards_taken"]
        assert [event.cards for event in taken] == [(7,) if seat in (egypt, troy) else ()]
        if seat not in (egypt, troy):
            assert table.game.view(seat).known == [0] * 4


@pytest.mark.rule("DEF-62")
def test_cards_laid_face_down_are_only_counted_by_others() -> None:
    table = position(
        "basic_4p", phase="competition", egypt={"discs": {"tyre": 2}, "hand": [61, 64]},
        celt_iberia={"discs": {"tyre": 2}, "hand": [71]},
    )  # fmt: skip
    egypt, celts = table.faction("egypt"), table.faction("celt_iberia")
    table.do("Armored Infantry", "stop")
    assert table.asked("commit", "celt_iberia")
    assert table.game.view(egypt).laid[egypt] == 1 << 61
    view = table.game.view(celts)
    assert view.laid[egypt] == 0
    assert view.laid_sizes[egypt] == 1
    assert all(61 not in (event.card, *event.cards) for event in view.events)


@pytest.mark.rule("DEF-62")
def test_nobody_sees_the_order_of_the_deck() -> None:
    table = begun("basic_2p")
    view = table.game.view(0)
    assert view.deck_size == 93
    assert view.unseen == (1 << 104) - 2 & ~table.s.hand[0]
    table.s.deck.reverse()
    assert table.game.view(0).unseen == view.unseen
    assert not hasattr(view, "deck")


@pytest.mark.rule("DEF-62", "DEF-63")
def test_a_player_of_two_civilizations_sees_both_hands_apart(tmp_path: Path) -> None:
    table = begun(two_each(tmp_path))
    hand = table.game.view(0).hand
    assert hand == [table.s.hand[0], 0, table.s.hand[2], 0]


@pytest.mark.rule("DEF-63")
@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_ever_given_away(seed: int) -> None:
    """A civilization chooses among its own cards, Wonders and passing; nothing else moves."""
    table, rng = Table(Game.new("basic_4p", seed)), Random(seed)
    while not table.game.over:
        decision = table.game.decision
        if decision.kind == "card_action":
            own = {card_action(card) for card in members(table.s.hand[decision.faction])}
            assert set(table.game.legal_actions()) <= {STOP, *own, *actions_of("wonder")}
        table.game.apply(rng.choice(table.game.legal_actions()))
    moved = [event.cause for event in table.events("cards_taken")]
    assert set(moved) <= {"card 34", "card 36"}  # Master Spy and Trader take, nobody gives


# -------------------------------------------------------------------------------- scenarios


@pytest.mark.rule("DEF-66")
def test_a_scenarios_setup_replaces_the_default(tmp_path: Path) -> None:
    file = scenario_file(
        tmp_path, setup={"discs": {"egypt": {"kush": 4}, "troy": {"citium": 1, "salamis": 1}}},
        deck={"opening_hand": 3, "boxed": [1, 2]}, clock={"first_epoch": 3},
    )  # fmt: skip
    table = begun(file)
    assert (table.s.epoch, table.s.turn) == (3, 1)
    assert [sum(row) for row in table.s.discs] == [
        2 if table.faction("troy") == 0 else 4,
        4 if table.faction("egypt") == 1 else 2,
        0,
    ]
    assert [hand.bit_count() for hand in table.s.hand] == [3, 3]
    assert not {1, 2} & {*table.s.deck, *table.hand("egypt"), *table.hand("troy")}


@pytest.mark.rule("DEF-66")
def test_a_scenario_may_assign_civilizations(tmp_path: Path) -> None:
    factions = [
        {"player": 0, "colour": "red", "civilization": "phoenicia"},
        {"player": 1, "colour": "blue", "civilization": "minos"},
    ]
    file = scenario_file(
        tmp_path, factions=factions, setup={"discs": {"phoenicia": {"tyre": 2}, "minos": {"minos": 2}}}
    )
    table = Table(Game.new(file, 1))
    assert table.kind == "retire"
    assert (table.faction("phoenicia"), table.faction("minos")) == (0, 1)


@pytest.mark.rule("DEF-67")
@pytest.mark.parametrize(
    ("knobs", "ready"), [({}, 3), ({"minimum_growth": 5}, 5), ({"minimum_growth": 0}, 1)]
)
def test_a_scenario_rule_beats_a_base_rule(knobs: dict[str, int], ready: int, tmp_path: Path) -> None:
    table = position(scenario_file(tmp_path, knobs=knobs), troy={"discs": {"ionia": 2}})
    table.skip_until("deploy", "troy")
    assert table.of("ready", "troy") == ready


@pytest.mark.rule("DEF-67")
def test_a_scenario_may_change_the_hand_limit(tmp_path: Path) -> None:
    rest = [card for card in range(1, 104) if card not in (7, 13, 18, 26, 27)]
    table = position(
        scenario_file(tmp_path, knobs={"hand_limit": 4}), **moment("draw step"),
        deck=[*rest, 18, 26, 27], egypt={"treasury": 1, "hand": [7, 13]}, troy={},
    )  # fmt: skip
    table.do(0)
    assert table.asked("hand_limit", "egypt")
