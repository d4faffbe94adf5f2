"""Empires and Invaders: the rules that both Falls of Rome share (ROME1-06d, ROME1-10.2 to 10.5)."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from helpers import Table, position
from invariants import check_all
from referee.play import watch_game

from acis_rules import DataError, Game
from acis_rules.effects import Play
from acis_rules.historical.bribes import bribed
from acis_rules.historical.empires import foe_of, foreigners, plays_no_barbarians
from acis_rules.kernel.bits import members
from acis_rules.table.card_changes import draw_card, take_up
from acis_rules.words.decisions import describe_action, describe_decision
from agents.npc.player import NPC

RULES = ("no_barbarian_cards", "barbarian_cards_go", "cooperation", "pope", "bribes")
SMALL: dict[str, Any] = {
    "id": "small_fall", "title": "A small Fall of Rome", "kind": "historical",
    "factions": [
        {"player": 0, "colour": "red", "id": "west", "civilization": "rome"},
        {"player": 1, "colour": "purple", "id": "east", "civilization": "troy"},
        {"player": 2, "colour": "green", "id": "visigoths", "civilization": "gaul", "home": []},
        {"player": 3, "colour": "blue", "id": "persians", "civilization": "mycenae", "home": []},
    ],
    "setup": {
        "discs": {
            "west": {"rome": 3, "etruria": 2, "sicily": 2}, "east": {"troy": 3, "ionia": 2, "macedon": 2},
            "visigoths": {"gallia": 3, "liguria": 2}, "persians": {"hamath": 3, "palmyra": 2},
        },
        "gold": {"rome": {"owner": "west", "n": 2}, "troy": {"owner": "east", "n": 2}},
    },
    "deck": {"opening_hand": 3},
    "clock": {"first_epoch": 4, "last_epoch": 4},
    "empires": {"west": {"foe": "visigoths"}, "east": {"foe": "persians"}},
    "rules": {name: {"numbers": ["ROME1-10.3"], "text": "An optional rule."} for name in RULES},
}  # fmt: skip
NAMES = ("west", "east", "visigoths", "persians")
WEST, EAST, VISIGOTHS, PERSIANS = range(4)
DISPLAYS = {"west": "rome", "east": "troy", "visigoths": "gaul", "persians": "mycenae"}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The scenario as a file."""
    return written(tmp_path_factory.mktemp("fall"))


def written(folder: Path, **blocks: Any) -> str:
    path = folder / "small_fall.yaml"
    path.write_text(yaml.safe_dump(SMALL | blocks), encoding="utf-8")
    return str(path)


def table(file: str, *rules: str, **given: Any) -> Table:
    factions = {name: given.pop(name, {}) for name in NAMES}
    options = {"rules": list(rules), **given.pop("options", {})}
    return position(file, **factions, options=options, epoch=4, **given)


def first(who: str) -> dict[str, Any]:
    """The Card Phase, in which this faction acts first."""
    return {"phase": "cards", "order": [DISPLAYS[who], *(d for name, d in DISPLAYS.items() if name != who)]}


def strikes(at: Table, area: str) -> bool:
    """Whether a disc there can be removed."""
    return at.kind == "remove" and at.can(area)


def on_top(at: Table, *cards: int) -> None:
    """Put cards on top of the deck."""
    for card in cards:
        at.s.deck.remove(card)
    at.s.deck += reversed(cards)


# --------------------------------------------------------------------- cards played against strangers


@pytest.fixture(scope="module")
def near(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("near"), cards_abroad="near")


@pytest.fixture(scope="module")
def foe(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("foe"), cards_abroad="foe")


DROUGHT = 9  # removes discs from Settlements of a civilization named


@pytest.mark.rule("ROME1-06d1")
@pytest.mark.parametrize("next_to", [True, False])
def test_visigoths_reach_eastern_areas_from_nearby_only(near: str, next_to: bool) -> None:
    at = table(
        near, **first("visigoths"),
        visigoths={"hand": [DROUGHT], "discs": {"dalmatia" if next_to else "gallia": 2}},
        east={"discs": {"macedon": 2}}, west={"discs": {"sicily": 2}},
    ).do("Drought")  # fmt: skip
    at.do("troy")
    assert strikes(at, "macedon") is next_to


@pytest.mark.rule("ROME1-06d1")
def test_the_west_is_open_to_visigoths_from_anywhere(near: str) -> None:
    at = table(
        near, **first("visigoths"),
        visigoths={"hand": [DROUGHT], "discs": {"gallia": 2}}, west={"discs": {"sicily": 2}},
    ).do("Drought")  # fmt: skip
    assert strikes(at, "sicily")


@pytest.mark.rule("ROME1-06d1")
def test_and_the_other_way_round(near: str) -> None:
    """The East reaches the Visigoths from nearby only."""
    for own, legal in (("etruria", True), ("ionia", False)):
        at = table(
            near, **first("east"),
            east={"hand": [DROUGHT], "discs": {own: 2}}, visigoths={"discs": {"liguria": 2}},
        ).do("Drought")  # fmt: skip
        assert strikes(at, "liguria") is legal


@pytest.mark.rule("ROME1-06d2")
def test_the_same_between_persians_and_the_west(near: str) -> None:
    sides = (("persians", "west", "sicily", "tyre"), ("west", "persians", "tyre", "rome"))
    for who, victim, area, afar in sides:
        for own, legal in ((area, True), (afar, False)):
            at = table(
                near, **first(who),
                **{who: {"hand": [DROUGHT], "discs": {own: 1}}, victim: {"discs": {area: 2}}},
            ).do("Drought")  # fmt: skip
            assert strikes(at, area) is legal


@pytest.mark.rule("ROME1-06d1", "ROME1-06d2")
def test_who_is_a_stranger_to_whom(near: str) -> None:
    """The foe of the other Empire, and for a foe the other Empire: nobody else."""
    s = table(near).s
    found = [members(foreigners(s, faction)) for faction in (WEST, EAST, VISIGOTHS, PERSIANS)]
    assert found == [[PERSIANS], [VISIGOTHS], [EAST], [WEST]]
    assert [foe_of(s, empire) for empire in (WEST, EAST)] == [VISIGOTHS, PERSIANS]


@pytest.mark.rule("ROME1-06d1", "ROME1-06d2", "ROME1-08c")
@pytest.mark.parametrize("reborn", [WEST, EAST, VISIGOTHS, PERSIANS])
def test_who_is_reborn_is_no_stranger_and_nobodys_foe(near: str, reborn: int) -> None:
    s = table(near).s
    before = [foreigners(s, faction) for faction in range(4)]
    s.reborn = 1 << reborn
    for faction in range(4):
        expected = 0 if faction == reborn else before[faction] & ~(1 << reborn)
        assert foreigners(s, faction) == expected
    foes = {WEST: VISIGOTHS, EAST: PERSIANS}
    assert all(foe_of(s, empire) == (-1 if foe == reborn else foe) for empire, foe in foes.items())


@pytest.mark.rule("ROME1-06d1")
def test_the_west_reaches_the_visigoths_from_anywhere(near: str) -> None:
    at = table(
        near, **first("west"), west={"hand": [DROUGHT], "discs": {"sicily": 2}},
        visigoths={"discs": {"gallia": 2}},
    ).do("Drought")  # fmt: skip
    assert strikes(at, "gallia")


@pytest.mark.rule("ROME1-06d1")
def test_no_disc_is_placed_among_strangers_from_afar(near: str) -> None:
    """Captive Queen places discs in a coastal sea with others; Barbarians may come anywhere."""
    given = {
        "visigoths": {"hand": [30, 32], "discs": {"gallia": 2}},
        "east": {"discs": {"macedon": 1, "trojan_sea": 1}}, "west": {"discs": {"bay_of_capua": 1}},
    }  # fmt: skip
    at = table(near, **first("visigoths"), **given).do("Captive Queen")
    assert at.discs("gaul", "bay_of_capua") and not at.discs("gaul", "trojan_sea")  # nothing else to name
    assert table(near, **first("visigoths"), **given).do("Barbarian Uprising").can("macedon")


@pytest.mark.rule("ROME2-06e1", "ROME2-06e2")
def test_invaders_remove_imperial_discs_only_where_their_empire_is(foe: str) -> None:
    """Visigoths next to the East strike it only where the West is, too."""
    for who, stranger, both in (("visigoths", "east", "west"), ("persians", "west", "east")):
        at = table(
            foe, **first(who),
            **{
                who: {"hand": [DROUGHT], "discs": {"dalmatia": 2}},
                stranger: {"discs": {"macedon": 2, "illyria": 2}},
                both: {"discs": {"illyria": 1}},
            },
        ).do("Drought")  # fmt: skip
        if at.kind == "name_civilization":
            at.do(DISPLAYS[stranger])
        assert strikes(at, "illyria") and not strikes(at, "macedon")


@pytest.mark.rule("ROME2-06e1")
@pytest.mark.parametrize("west", [0, 1])
def test_a_victim_that_chooses_offers_no_disc_where_their_empire_is_not(foe: str, west: int) -> None:
    """Bread and Circuses takes cards of the East, and its discs only beside those of the West."""
    at = table(
        foe, **first("visigoths"), visigoths={"hand": [21], "discs": {"dalmatia": 2}},
        east={"discs": {"macedon": 3}, "hand": [1, 2]}, west={"discs": {"macedon": west, "rome": 2}},
    ).do("#21")  # fmt: skip
    assert at.asked("penalty", "troy") and at.can("lose") == bool(west)


@pytest.mark.rule("ROME2-06e1")
def test_nor_does_it_remove_discs_elsewhere(foe: str) -> None:
    """The Demagogue names the East if enough of its discs are beside the West, and takes those."""
    for beside, possible in ((2, False), (3, True)):
        at = table(
            foe, **first("visigoths"), visigoths={"hand": [22], "discs": {"dalmatia": 2}},
            east={"discs": {"illyria": beside, "macedon": 2, "ionia": 2}},
            west={"discs": {"illyria": 1, "rome": 2}},
        ).do("#22")  # fmt: skip
        assert at.can("troy") == possible
    at.do("troy")
    assert [at.discs("troy", area) for area in ("illyria", "macedon", "ionia")] == [0, 2, 2]


@pytest.mark.rule("ROME1-06d1")
def test_a_victim_that_chooses_offers_no_disc_far_from_the_player(near: str) -> None:
    for area, reached in (("dalmatia", True), ("gallia", False)):
        at = table(
            near, **first("visigoths"), visigoths={"hand": [21], "discs": {area: 2}},
            east={"discs": {"illyria": 3}, "hand": [1, 2]}, west={"discs": {"rome": 2}},
        ).do("#21")  # fmt: skip
        assert at.asked("penalty", "troy") and at.can("lose") == reached


@pytest.mark.rule("ROME2-06e1")
def test_empires_are_not_bound_by_that(foe: str) -> None:
    at = table(
        foe, **first("east"),
        east={"hand": [DROUGHT], "discs": {"ionia": 2}}, visigoths={"discs": {"liguria": 2}},
    ).do("Drought")  # fmt: skip
    assert strikes(at, "liguria")


# ------------------------------------------------------------------------------------ Barbarian cards


@pytest.mark.rule("ROME1-10.2a", "ROME2-9.2a")
def test_empires_play_no_cards_that_place_barbarians(file: str) -> None:
    hands = {"west": {"hand": [20, 23, 30, 31], "discs": {"rome": 2}}, "east": {"discs": {"ionia": 3}}}
    at = table(file, "no_barbarian_cards", **first("west"), **hands)
    assert not any(at.can(f"#{card}") for card in (20, 23, 30, 31))
    at = table(file, **first("west"), **hands)
    assert all(at.can(f"#{card}") for card in (20, 23, 30, 31))


@pytest.mark.rule("ROME1-10.2a")
def test_invaders_do_and_empires_may_discard_them(file: str) -> None:
    at = table(
        file, "no_barbarian_cards", **first("visigoths"),
        visigoths={"hand": [30], "discs": {"gallia": 1}},
    )  # fmt: skip
    assert at.can("Barbarian Uprising")
    at = table(
        file, "no_barbarian_cards", **first("visigoths"),
        visigoths={"hand": [DROUGHT], "discs": {"gallia": 1}},
        west={"hand": [30], "discs": {"sicily": 2}},
    ).do("Drought", "sicily")  # fmt: skip
    assert at.asked("loss", "rome") and at.can("Barbarian Uprising")


@pytest.mark.rule("ROME1-10.2a")
def test_that_is_said_of_cards_and_not_of_events_wonders_or_abilities(file: str) -> None:
    s = table(file, "no_barbarian_cards").s
    invasion = next(card.id for card in s.world.deck.cards if card.invasion and card.tags.barbarians)
    events = [card.id for card in s.world.deck.cards if card.event]
    for card in range(1, 104):
        barred = s.world.deck.cards[card].tags.barbarians and card not in events
        assert [plays_no_barbarians(s, Play(f, "card", card)) for f in range(4)] == [not barred] * 2 + [
            True
        ] * 2
    for kind, number, may in (("card", 30, False), ("card", invasion, True), ("wonder", 30, True)):
        assert plays_no_barbarians(s, Play(WEST, kind, number)) == may
        assert plays_no_barbarians(s, Play(PERSIANS, kind, number))


@pytest.mark.rule("ROME1-10.2b", "ROME2-9.2b")
@pytest.mark.parametrize(("empire", "taker"), [("rome", VISIGOTHS), ("troy", PERSIANS)])
def test_a_barbarian_card_goes_to_the_foe_for_two_talents(file: str, empire: str, taker: int) -> None:
    at = table(
        file, "barbarian_cards_go", **first("west"), west={"discs": {"rome": 1}}, east={"discs": {"troy": 1}}
    )
    at.s.deck.sort()
    on_top(at, 30, 16, 7)
    me = at.faction(empire)
    before = at.s.treasury[me]
    take_up(at.s, me, [draw_card(at.s, "draw step") for _ in range(3)], "draw step")
    assert at.s.hand[me] == 1 << 16 | 1 << 7 and at.s.hand[taker] == 1 << 30
    assert at.s.treasury[me] == before + 2
    event = at.events("handed_over")[-1]
    assert (event.faction, event.other, event.cards) == (me, taker, (30,))
    for seat in range(4):
        shown = at.game.view(seat).events[-2].cards
        assert shown == ((30,) if seat in (me, taker) else ())
    assert at.game.view(me).known[taker] == 1 << 30


@pytest.mark.rule("ROME1-10.2b", "DEF-50")
@pytest.mark.parametrize("late", [0, 1])
def test_the_hand_limit_of_the_foe_holds_also_if_it_draws_later(file: str, late: int) -> None:
    """It gets the card, and then as many as others: as in a Breath of God; not if its limit is a late one."""
    handicaps = [{}, {}, {"late_hand_limit": late}, {}]
    at = table(file, "barbarian_cards_go", **first("west"), west={"discs": {"rome": 1}, "hand": [93]},
               visigoths={"discs": {"gallia": 1}}, options={"handicaps": handicaps})  # fmt: skip
    cards = [5, 6, 7, 8, 9, 10]
    on_top(at, 30, *cards)
    take_up(at.s, WEST, [draw_card(at.s, "draw step")], "draw step")
    take_up(at.s, VISIGOTHS, [draw_card(at.s, "draw step") for _ in cards], "draw step")
    assert at.s.hand[VISIGOTHS].bit_count() == 7
    assert (at.s.stack[-1] == ("hand_limit", VISIGOTHS)) != bool(late)


@pytest.mark.rule("ROME1-10.2b", "ROME1-08c")
def test_a_foe_that_is_reborn_is_given_none(file: str) -> None:
    at = table(file, "barbarian_cards_go", **first("west"), west={"discs": {"rome": 1}})
    at.s.reborn = 1 << VISIGOTHS
    on_top(at, 30)
    take_up(at.s, WEST, [draw_card(at.s, "draw step")], "draw step")
    assert at.s.hand[WEST] >> 30 & 1 and not at.s.hand[VISIGOTHS]


@pytest.mark.rule("ROME1-10.2b")
def test_in_the_opening_hands_too(file: str) -> None:
    barbarians = {20, 23, 30, 31}
    for seed in range(12):
        s = Game.new(file, seed=seed, options={"rules": ["barbarian_cards_go"]}).state
        for empire in (WEST, EAST):
            assert not any(s.hand[empire] >> card & 1 for card in barbarians)


# -------------------------------------------------------------------------------- Roman cooperation


def after_the_draw(file: str, **given: Any) -> Table:
    return table(
        file, "cooperation", phase="evaluation", order=["rome", "troy", "gaul", "mycenae"],
        stack=[["next_turn"], ["gift", EAST, WEST, 0], ["gift", WEST, EAST, 0]], **given,
    )  # fmt: skip


@pytest.mark.rule("ROME1-10.3", "ROME2-9.3")
def test_empires_give_talents_great_persons_and_competition_cards(file: str) -> None:
    """Drought is neither."""
    at = after_the_draw(file, west={"hand": [DROUGHT, 39, 59], "treasury": 2, "discs": {"rome": 2}})
    assert at.asked("give", "rome") and at.options == {"Poet", "War Chariots", "pay_talent", "stop"}
    assert describe_decision(at.s) == "Rome may give Troy talents and cards"
    at.do("Poet", "talent", "talent")
    assert at.hand("troy") == {39} and at.of("treasury", "troy") == 2
    assert at.hand("rome") == {DROUGHT, 59}


@pytest.mark.rule("ROME1-10.3")
def test_each_in_turn_order_after_the_draw(file: str) -> None:
    at = table(
        file, "cooperation", order=["troy", "gaul", "rome", "mycenae"],
        **{name: {"discs": {area: 2}, "treasury": 1} for name, area in (("west", "rome"), ("east", "troy"))},
    ).skip_until("give")  # fmt: skip
    assert at.asks == "troy"
    assert [event.kind for event in at.events("drew")][-1] == "drew" and len(at.events("drew")) >= 4
    at.do("stop").skip_until("give")
    assert at.asks == "rome"


@pytest.mark.rule("ROME1-10.3")
def test_only_the_two_know_what_was_given(file: str) -> None:
    at = after_the_draw(file, west={"hand": [39, 59], "discs": {"rome": 2}}).do("Poet")
    assert at.game.view(WEST).known[EAST] == 1 << 39
    for seat, cards in ((WEST, (39,)), (EAST, (39,)), (VISIGOTHS, ()), (PERSIANS, ())):
        event = next(event for event in at.game.view(seat).events if event.kind == "handed_over")
        assert event.cards == cards
    for seed in range(6):
        sampled = at.game.view(VISIGOTHS).sample(Random(seed)).state
        assert sampled.hand[EAST].bit_count() == 1 and sampled.hand[WEST].bit_count() == 1


@pytest.mark.rule("ROME1-10.3")
def test_a_full_hand_is_reduced_at_once(file: str) -> None:
    at = after_the_draw(
        file, west={"hand": [39], "discs": {"rome": 2}}, east={"hand": [1, 2, 3, 4, 5, 7]}
    ).do("Poet")
    assert at.asked("hand_limit", "troy")


# ------------------------------------------------------------------------------------------ the Pope


def before_competitions(file: str, vp: int, visigoths: str, **given: Any) -> Table:
    return table(
        file, "pope", phase="competition", order=["rome", "troy", "gaul", "mycenae"],
        west={"discs": {"rome": 2}, "vp": vp}, visigoths={"discs": {visigoths: 1}}, **given,
    )  # fmt: skip


@pytest.mark.rule("ROME1-10.4a", "ROME2-9.4")
@pytest.mark.parametrize(("card", "talents"), [(8, 1), (7, 0)])
def test_an_appeal_costs_a_vp_and_an_even_card_brings_a_talent(file: str, card: int, talents: int) -> None:
    at = before_competitions(file, 5, "etruria")
    assert at.asked("offer", "rome")
    assert describe_decision(at.s) == "Rome may appeal to the Pope for 1 VP"
    on_top(at, card)
    at.do("yes")
    assert at.of("vp", "rome") == 4 and at.of("treasury", "rome") == talents
    assert card in at.s.deck
    assert at.s.marks == {"appeals": 1}


@pytest.mark.rule("ROME1-10.4a")
def test_each_appeal_costs_more(file: str) -> None:
    at = before_competitions(file, 5, "rome", marks={"appeals": 2})
    assert at.game.decision.context["n"] == 3
    assert before_competitions(file, 2, "etruria", marks={"appeals": 2}).kind != "offer"


@pytest.mark.rule("ROME1-10.4a")
def test_only_with_an_invader_in_or_next_to_rome(file: str) -> None:
    assert before_competitions(file, 5, "rome").asked("offer", "rome")
    assert before_competitions(file, 5, "gallia").kind != "offer"


@pytest.mark.rule("ROME1-10.4a")
@pytest.mark.parametrize(("vp", "made", "asked"), [(1, 0, True), (0, 0, False), (3, 2, True), (2, 2, False)])
def test_an_empire_appeals_with_its_last_vp(file: str, vp: int, made: int, asked: bool) -> None:
    marks = {"appeals": made} if made else {}
    assert (before_competitions(file, vp, "etruria", marks=marks).kind == "offer") == asked


@pytest.mark.rule("ROME1-10.4b")
def test_one_appeal_a_turn(file: str) -> None:
    at = before_competitions(file, 9, "etruria").do("yes")
    assert len(at.events("appeal")) == 1
    while at.s.phase == "competition":
        assert at.kind != "offer"
        at.game.apply(at.game.legal_actions()[0])


# -------------------------------------------------------------------------------------------- bribes


def before_growth(file: str, visigoths: dict[str, int], **given: Any) -> Table:
    gold = given.pop("gold", [{"area": "rome", "owner": "rome", "discs": 2}])
    west = {"discs": {"rome": 2}, "vp": 3}
    return table(
        file, "bribes", order=["gaul", "rome", "troy", "mycenae"], gold=gold,
        west=west, visigoths={"discs": visigoths}, **given,
    )  # fmt: skip


@pytest.mark.rule("ROME1-10.5a", "ROME2-9.5a")
def test_an_empire_may_bribe_an_invader_next_to_its_home(file: str) -> None:
    at = before_growth(file, {"etruria": 2})
    assert at.asked("offer", "rome")
    assert describe_decision(at.s) == "Rome may offer Gaul Gold from Rome for peace there"
    at.do("yes")
    assert at.asked("offer", "gaul")
    assert describe_decision(at.s) == "Gaul may take Gold of Rome from Rome and leave it in peace"
    assert [describe_action(at.s, action) for action in at.game.legal_actions()] == ["refuse", "take it"]


@pytest.mark.rule("ROME1-10.5a")
def test_only_next_to_it_and_with_gold_at_home(file: str) -> None:
    assert before_growth(file, {"gallia": 2}).kind != "offer"
    assert before_growth(file, {"etruria": 2}, gold=[]).kind != "offer"
    assert before_growth(file, {"etruria": 2}).do("no").kind != "offer"


@pytest.mark.rule("ROME1-10.5b", "ROME1-10.5c")
def test_gold_for_peace(file: str) -> None:
    at = before_growth(file, {"etruria": 2, "rome": 1})
    rome = at.area("rome")
    at.do("yes", "yes")
    assert [(e.faction, e.area, e.other) for e in at.events("bribe_taken")] == [(VISIGOTHS, rome, WEST)]
    assert at.s.gold[rome] == (WEST, 1)
    assert at.of("vp", "gaul") == 4 and at.of("treasury", "gaul") == 1 and at.of("vp", "rome") == 3
    assert at.discs("gaul", "rome") == 0
    at.skip_until("deploy", "gaul")
    assert at.can("etruria") and not at.can("rome")
    at.skip_until("deploy", "rome")
    assert at.can("rome")
    turn = at.s.turn
    while at.s.turn == turn and not at.game.over:
        at.game.apply(at.game.legal_actions()[0])
    assert "bribed" not in at.s.marks  # for this turn only


@pytest.mark.rule("ROME1-10.5d")
def test_a_refusal_costs_the_empire_a_vp(file: str) -> None:
    at = before_growth(file, {"etruria": 2}).do("yes", "no")
    assert at.of("vp", "rome") == 2 and at.of("vp", "gaul") == 0
    assert at.s.gold[at.area("rome")] == (WEST, 2)
    assert not bribed(at.s, at.faction("gaul"), 0)  # without peace no area is closed to it


@pytest.mark.rule("ROME2-9.5b", "ROME2-9.5c", "ROME2-9.5d")
@pytest.mark.parametrize(("card", "accepted"), [(8, True), (7, False)])
def test_a_card_answers_for_an_npc(file: str, card: int, accepted: bool) -> None:
    at = before_growth(file, {"etruria": 2, "rome": 1}, options={"npcs": [2, 3]})
    assert at.asked("offer", "rome")
    on_top(at, card)
    at.do("yes")
    assert at.kind != "offer" or at.asks != "gaul"
    assert at.of("vp", "rome") == (3 if accepted else 2)
    assert at.s.gold[at.area("rome")] == (WEST, 1 if accepted else 2)
    assert at.discs("gaul", "rome") == (0 if accepted else 1)


# ------------------------------------------------------------------------------------------ whole games


@pytest.mark.parametrize("rules", [("no_barbarian_cards", *RULES[2:]), RULES[1:]])
@pytest.mark.parametrize("npcs", [(), (2, 3), (0,)])
def test_games_come_to_an_end(near: str, rules: tuple[str, ...], npcs: tuple[int, ...]) -> None:
    for seed in range(2):
        game = Game.new(near, seed=seed, options={"rules": list(rules), "npcs": list(npcs)})
        players = {seat: NPC(seed=seed) for seat in npcs}
        rng = Random(seed)
        n = 0
        while not game.over:
            decision = game.decision
            legal = game.legal_actions()
            if decision.seat in players:
                view = game.view(decision.seat)
                action = players[decision.seat].act(view, decision, legal)
            else:
                action = rng.choice(legal)
            game.apply(action)
            n += 1
            if n % 40 == 0:
                check_all(game)
                assert Game.from_dict(game.to_dict()).to_dict() == game.to_dict()


@pytest.mark.parametrize("rules", [("no_barbarian_cards", *RULES[2:]), RULES[1:]])
@pytest.mark.parametrize("npcs", [[], [2, 3]])
def test_the_referee_knows_these_rules(near: str, rules: tuple[str, ...], npcs: list[int]) -> None:
    for seed in range(3):
        options = {"rules": list(rules), "npcs": npcs}
        played = watch_game(near, seed, "npc" if npcs else "random", options)
        assert played.dispute is None, played.dispute


@pytest.mark.parametrize(
    ("blocks", "error"),
    [
        ({"empires": {"rome": {}}}, "empires: rome: not a civilization of this scenario"),
        ({"empires": {"west": {"foe": "huns"}}}, "empires.west.foe: huns: not a civilization"),
        ({"empires": {}, "cards_abroad": "near"}, "cards_abroad: empires are missing"),
    ],
)
def test_blocks_that_cannot_be(tmp_path: Path, blocks: dict[str, Any], error: str) -> None:
    with pytest.raises(DataError) as raised:
        Game.new(written(tmp_path, **blocks))
    assert error in str(raised.value)
