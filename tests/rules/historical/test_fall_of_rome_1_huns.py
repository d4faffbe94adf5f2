"""The Fall of Rome I: who begins anew, first of all as the Huns (ROME1-08)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from fall_of_rome_tables import (
    EAST,
    FOUR,
    NAMES,
    PERSIANS,
    POET,
    VISIGOTHS,
    WEST,
    WEST_ONLY,
    at,
    declined,
    table,
)
from helpers import Table, moment
from invariants import check_all

from acis_rules import Game
from acis_rules.effects import Play
from acis_rules.historical.empires import foe_of
from acis_rules.historical.fall_of_rome import is_huns
from acis_rules.kernel.actions import STOP
from acis_rules.kernel.bits import members
from acis_rules.phases.aeneas import may_invoke
from acis_rules.table.losses import exposed
from acis_rules.table.terms import room
from acis_rules.variants.gold import no_traitor
from acis_rules.words.events import describe_event


def behind(**given: Any) -> dict[str, Any]:
    """Everybody but the Visigoths has 9 VP; these have 2 and some discs."""
    vp = {
        name: {"vp": 9, "discs": {area: 1}}
        for name, area in (("west", "rome"), ("persians", "petra"), ("east", "troy"))
    }
    visigoths = {"vp": 2, "discs": {"gallia": 2}, "hand": [POET], "treasury": 1}
    return {"visigoths": visigoths, **vp, **given}


@pytest.mark.rule("ROME1-08a")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_aeneas_may_be_invoked_in_any_turn(turn: int) -> None:
    t = at("aeneas step", 0, turn=turn, then=["sudden end"], **behind())
    assert t.asked("aeneas", "visigoths")


@pytest.mark.rule("ROME1-08b")
def test_only_a_player_and_a_civilization_in_the_last_place_begin_anew() -> None:
    s = table(phase="evaluation", stack=[["sudden_end"]], **behind()).s
    assert [may_invoke(s, f) for f in range(4)] == [True, False, False, False]
    teams = {"teams": [[0, 1], [2, 3]]}  # in a team its own VP count, as those of all others
    s = table(phase="evaluation", stack=[["sudden_end"]], **behind(), options=teams).s
    assert [may_invoke(s, f) for f in range(4)] == [True, False, False, False]
    s.vp = [2, 2, 9, 9]
    assert not any(may_invoke(s, f) for f in range(4))  # tied
    together = table("fall_of_rome_1_2p_1", phase="evaluation", stack=[["sudden_end"]], **behind()).s
    together.vp = [0, 6, 20, 6]
    assert not may_invoke(together, VISIGOTHS)  # its player leads, 20 to 12
    together.vp = [0, 9, 9, 9]
    assert may_invoke(together, VISIGOTHS)


@pytest.mark.rule("ROME1-08b")
@pytest.mark.parametrize(("vp", "anew"), [(2, True), (9, False), (20, False)])
def test_an_npc_begins_anew_only_in_the_last_place_as_well(vp: int, anew: bool) -> None:
    """Without discs it is as few as can be, and the card is even; but an Invader enters again anyway."""
    deck = [*(card for card in range(1, 104) if card not in (12, 62, POET)), 12]
    visigoths = {"vp": vp, "discs": {}, "hand": [POET]}
    at_step = moment("aeneas step", 0, then=["sudden end"])
    t = table(options={"npcs": [VISIGOTHS]}, deck=deck, **behind(visigoths=visigoths), **at_step)
    assert bool(t.events("huns")) == anew
    used = {**visigoths, "aeneas_used": 1}
    t = table(options={"npcs": [VISIGOTHS]}, deck=deck, **behind(visigoths=used), **at_step)
    assert bool(t.events("left")) == anew


@pytest.mark.rule("ROME1-08c", "ROME1-08d", "ROME1-08e", "ROME1-08i")
@pytest.mark.parametrize(
    ("scenario", "entry"),
    [(FOUR, {"macedon", "thessaly", "noricum", "umbria"}), (WEST_ONLY, {"noricum", "umbria"})],
)
def test_the_first_to_begin_anew_are_the_huns(scenario: str, entry: set[str]) -> None:
    given = behind()
    if scenario == WEST_ONLY:
        given = {name: given[name] for name in ("visigoths", "west")}
    gold = [{"area": "rome", "owner": "west", "discs": 2}]
    t = table(scenario, gold=gold, **given, **moment("aeneas step", 0, then=["sudden end"])).do("yes")
    assert t.asked("aeneas_start", "visigoths") and t.options == entry
    assert t.of("ready", "visigoths") == 18 and t.s.civilization[0] == -1 and not t.s.home[0]
    assert t.discs("barbarians", "gallia") == 2
    assert (
        t.of("vp", "visigoths") == 2 and t.of("treasury", "visigoths") == 1 and t.hand("visigoths") == {POET}
    )
    assert [one.name for one in t.s.world.civilization(t.s, 0).abilities] == ["Headlong Charge"]
    assert describe_event(t.s, t.events("huns")[0]) == "The Huns come, led by seat 0"
    t.do("umbria")
    assert t.discs("visigoths", "umbria") == 1
    check_all(t.game)
    assert Game.from_dict(t.game.to_dict()).to_dict() == t.game.to_dict()


def huns(who: str = "visigoths", **given: Any) -> Table:
    """A position in which one faction is the Huns already."""
    given[who] = {"civilization": None, "aeneas_used": 1, **given.get(who, {})}
    return table(reborn=[NAMES.index(who)], **given)


@pytest.mark.rule("ROME1-08c", "ROME1-08i")
def test_later_ones_choose_a_civilization_and_start_with_eighteen_as_well() -> None:
    given = behind(west={"vp": 1, "discs": {"sicily": 1}})
    del given["visigoths"]
    t = huns(
        visigoths={"vp": 9, "discs": {"umbria": 1}}, **given, **moment("aeneas step", 0, then=["sudden end"])
    )
    t.skip_until("aeneas", "west").do("yes")
    assert t.asked("aeneas_civilization", "west")
    t.do("Egypt")
    assert t.of("ready", "west") == 18 and t.s.world.civilization(t.s, WEST).id == "egypt"
    assert t.asked("aeneas_start", "west") and t.can("sardinia")


@pytest.mark.rule("ROME1-08c", "ROME1-03a2", "AEN-06")
def test_an_empire_reborn_with_its_old_display_has_only_what_is_printed_there() -> None:
    given = behind(visigoths={"vp": 9, "discs": {"umbria": 1}}, east={"vp": 1, "discs": {"minos": 1}})
    t = huns(**given, **moment("aeneas step", 0, then=["sudden end"]))
    abilities = t.s.world.civilization(t.s, EAST).abilities
    t.skip_until("aeneas", "east").do("yes").do("Troy")
    assert t.s.world.civilization(t.s, EAST).abilities == abilities[:-1]
    assert abilities[-1].name == "Imperial Rome"


@pytest.mark.rule("ROME1-08c", "AEN-06")
@pytest.mark.parametrize(("display", "home"), [("Mycenae", "mycenae"), ("Egypt", "egypt")])
def test_an_invader_reborn_is_at_home_where_its_display_says(display: str, home: str) -> None:
    given = behind(visigoths={"vp": 9, "discs": {"umbria": 1}}, persians={"vp": 1, "discs": {"petra": 1}})
    t = huns(**given, **moment("aeneas step", 0, then=["sudden end"]))
    assert not t.s.home[PERSIANS]
    t.skip_until("aeneas", "persians").do("yes").do(display)
    assert t.s.home[PERSIANS] == 1 << t.s.world.board.find(home)
    assert Game.from_dict(t.game.to_dict()).to_dict() == t.game.to_dict()


@pytest.mark.rule("ROME1-08c")
def test_the_huns_come_once_even_if_they_have_become_something_else() -> None:
    was_huns = {"vp": 9, "discs": {"gallia": 1}, "civilization": "egypt", "aeneas_used": 2}
    given = behind(west={"vp": 1, "discs": {"sicily": 1}}, visigoths=was_huns)
    t = table(
        reborn=[VISIGOTHS], options={"aeneas_uses": 2}, **given,
        **moment("aeneas step", 0, then=["sudden end"]),
    )  # fmt: skip
    t.skip_until("aeneas", "west").do("yes")
    assert t.asked("aeneas_civilization", "west") and not t.events("huns")


@pytest.mark.rule("ROME1-04d", "ROME1-08c")
def test_an_empire_that_is_reborn_is_roman_no_longer() -> None:
    given = behind(west={"vp": 1, "discs": {"sicily": 1}}, visigoths={"vp": 9, "discs": {"gallia": 1}})
    t = table(**given, **moment("aeneas step", 0, then=["sudden end"])).do("yes")
    assert t.s.gold[t.area("rome")] == (EAST, 2) and t.s.gold[t.area("troy")] == (EAST, 2)
    assert room(t.s, WEST) >> t.area("troy") & 1  # the East's areas are open to it
    loot = huns("west", west={"discs": {"rome": 1}}, gold=[{"area": "rome", "owner": EAST, "discs": 2}],
                **moment("competition phase"))  # fmt: skip
    assert declined(loot).of("vp", "west") == 4
    count = huns("west", west={"discs": {"rome": 3}}, **moment("victory count", then=["turn order"]))
    assert count.of("vp", "west") == 1  # a City, and nothing for a Roman disc


@pytest.mark.rule("ROME1-08c")
@pytest.mark.parametrize("who", NAMES)
def test_whoever_is_reborn_has_no_friend_left(who: str) -> None:
    """Enmity is mutual, and nobody else's changes."""
    given = behind()
    given["visigoths"] = {"vp": 9, "discs": {"gallia": 1}}
    given[who] = {"vp": 1, "discs": {"sicily": 1}}
    t = table(**given, **moment("aeneas step", 0, then=["sudden end"]))
    before, me = list(t.s.enemies), NAMES.index(who)
    t.skip_until("aeneas", t.s.world.civilization(t.s, me).id).do("yes")
    assert members(t.s.enemies[me]) == [f for f in range(4) if f != me]
    for other in range(4):
        if other != me:
            assert t.s.enemies[other] == before[other] | 1 << me


@pytest.mark.rule("ROME1-08e")
def test_only_who_is_reborn_without_a_display_is_the_huns() -> None:
    s = huns().s
    assert [is_huns(s, f) for f in range(4)] == [True, False, False, False]
    for display in ("rome", "egypt"):
        s = table(reborn=[WEST], west={"civilization": display, "aeneas_used": 1}).s
        assert not any(is_huns(s, f) for f in range(4))


@pytest.mark.rule("ROME1-04c")
@pytest.mark.parametrize(
    ("discs", "closed"), [((2, 2), {"rome", "troy"}), ((1, 2), {"troy"}), ((1, 1), set())]
)
def test_much_gold_keeps_the_traitor_off(discs: tuple[int, int], closed: set[str]) -> None:
    gold = [
        {"area": "rome", "owner": WEST, "discs": discs[0]},
        {"area": "troy", "owner": EAST, "discs": discs[1]},
    ]
    t = table(gold=gold, west={"discs": {"rome": 2}}, east={"discs": {"troy": 2}}, **moment("card phase"))
    for kind, number, areas in (("card", 45, closed), ("card", POET, set()), ("wonder", 45, set())):
        expected = sum(1 << t.area(name) for name in areas)
        assert no_traitor(t.s, Play(VISIGOTHS, kind, number)) == expected


@pytest.mark.rule("ROME1-10.2b", "ROME1-08c")
def test_the_west_has_no_foe_once_the_visigoths_are_reborn() -> None:
    assert (foe_of(table().s, WEST), foe_of(table().s, EAST)) == (VISIGOTHS, PERSIANS)
    assert (foe_of(huns().s, WEST), foe_of(huns().s, EAST)) == (-1, PERSIANS)


DROUGHT = 9  # removes discs from Settlements of a civilization named


@pytest.mark.rule("ROME1-06d1", "ROME1-08c")
@pytest.mark.parametrize(
    ("who", "victim", "area"), [("visigoths", "east", "macedon"), ("east", "visigoths", "gallia")]
)
def test_visigoths_and_the_east_are_strangers_even_if_the_west_is_reborn(
    who: str, victim: str, area: str
) -> None:
    order = [NAMES.index(name) for name in (who, "west", "persians", victim)]
    at = huns("west", west={"discs": {"umbria": 2}}, phase="cards", order=order,
              **{who: {"hand": [DROUGHT], "discs": {"sicily": 2}}, victim: {"discs": {area: 2}}})  # fmt: skip
    at.do("Drought", {"east": "troy", "visigoths": "gaul"}[victim])
    assert at.s.question is None or not (at.kind == "remove" and at.can(area))


TEAMS = {"teams": [[WEST, VISIGOTHS], [EAST, PERSIANS]]}


@pytest.mark.rule("ROME1-04d", "TEAM-01")
def test_a_partner_loots_no_gold_and_inherits_none_unless_it_is_the_other_empire() -> None:
    given = behind(west={"vp": 1, "discs": {"sicily": 1}}, visigoths={"vp": 9, "discs": {"gallia": 1}})
    t = table(**given, **moment("aeneas step", 0, then=["sudden end"]), options=TEAMS).do("yes")
    assert t.s.gold[t.area("rome")] == (EAST, 2)
    assert not t.s.enemies[WEST] >> VISIGOTHS & 1 and t.s.enemies[WEST] >> EAST & 1
    loot = table(visigoths={"discs": {"rome": 1}}, west={"discs": {"sicily": 1}}, options=TEAMS,
                 **moment("competition phase"))  # fmt: skip
    assert declined(loot).of("vp", "visigoths") == 0
    reborn = huns(visigoths={"discs": {"rome": 1}}, west={"discs": {"sicily": 1}}, options=TEAMS,
                  **moment("competition phase"))  # fmt: skip
    assert declined(reborn).of("vp", "visigoths") == 0


@pytest.mark.rule("ROME1-04b", "TEAM-01")
def test_gold_in_troy_protects_romans_not_their_partners() -> None:
    t = table(phase="cards", persians={"discs": {"troy": 3}}, east={"discs": {"egypt": 1}}, options=TEAMS)
    assert exposed(t.s, PERSIANS, t.area("troy")) == 3


@pytest.mark.rule("TEAM-05", "TEAM-06", "ROME1-08c")
def test_the_huns_keep_off_the_homes_of_partners_and_contest_nothing_with_them() -> None:
    t = huns(visigoths={"discs": {"umbria": 1, "etruria": 1}}, west={"discs": {"umbria": 1, "sicily": 1}},
             options=TEAMS, phase="growth")  # fmt: skip
    areas = room(t.s, VISIGOTHS)
    assert not areas >> t.area("umbria") & 1 and not areas >> t.area("rome") & 1
    assert areas >> t.area("etruria") & 1 and areas >> t.area("sicily") & 1


@pytest.mark.rule("ROME1-04b", "ROME1-08c")
def test_gold_protects_the_other_empire_but_no_longer_once_it_is_reborn() -> None:
    here: Any = {"west": {"discs": {"rome": 3}}, "gold": [{"area": "rome", "owner": EAST, "discs": 2}]}
    friend, stranger = table(phase="cards", **here), huns("west", phase="cards", **here)
    assert exposed(friend.s, WEST, friend.area("rome")) == 0
    assert exposed(stranger.s, WEST, stranger.area("rome")) == 3


@pytest.mark.rule("ROME1-08h")
def test_the_huns_grow_by_eight_at_least() -> None:
    t = huns(
        "west", west={"discs": {"umbria": 1}}, **moment("acquisition", WEST, then=[("deployment", WEST)])
    )
    assert t.of("ready", "west") == 8
    t = huns(visigoths={"discs": {}}, **moment("acquisition", VISIGOTHS, then=[("deployment", VISIGOTHS)]))
    assert [event.n for event in t.events("ready")] == [8]  # no longer the 12 of an Invader


@pytest.mark.rule("ROME1-08g")
def test_the_huns_put_a_white_disc_into_a_contested_area() -> None:
    discs = {"umbria": 2, "sicily": 2, "gallia": 1}
    t = huns(visigoths={"discs": discs}, west={"discs": {"umbria": 2, "gallia": 1}}, phase="competition")
    t.skip_until("allies", "visigoths")
    assert t.options - {"stop"} == {"umbria"}
    t.do("umbria")
    assert t.s.allies == {(t.area("umbria"), VISIGOTHS): 1}


def in_terror(deck: list[int], discard: list[int], rng: int = 0) -> Table:
    """The Huns with a Poet in hand, and one Contested area."""
    rest = [card for card in range(1, 104) if card not in {*deck, *discard, POET, 62}]
    return huns(
        visigoths={"discs": {"umbria": 2}, "hand": [POET]}, west={"discs": {"umbria": 2}},
        deck=deck, discard=discard, aside=rest, phase="competition", rng=rng,
    )  # fmt: skip


@pytest.mark.rule("ROME1-08f")
def test_terror_turns_up_a_competition_card_of_the_deck() -> None:
    iron, events = 64, [98, 99, 100, 101]
    t = in_terror([iron, *events, 1, 2], [7, 8])
    assert t.asked("offer", "visigoths")
    t.do("yes")
    assert t.asked("offer", "visigoths")  # the only card goes at once; which pile?
    t.do("yes")
    assert t.hand("visigoths") == {iron} and POET in t.s.discard
    assert sorted(t.s.deck) == [1, 2, *events] and sorted(t.s.discard) == sorted([7, 8, POET])
    assert not t.events("event")  # Events are not resolved
    assert all(t.s.known[viewer * 4 + VISIGOTHS] == 1 << iron for viewer in (WEST, PERSIANS, EAST))
    (told,) = t.events("searched")
    assert told.card == iron and told.cards[-1] == iron and told.n == len(told.cards)
    check_all(t.game)


@pytest.mark.rule("ROME1-08f")
@pytest.mark.parametrize("pile", ["yes", "no"])  # the deck, or the discard pile
def test_terror_shuffles_the_pile_and_puts_back_what_it_turned_up(pile: str) -> None:
    iron, cards = 64, [7, 8, 9, 10, 11]
    turned_up, left = set(), set()
    for chance in range(24):
        t = in_terror(*(([iron, *cards], [1]) if pile == "yes" else ([1], [iron, *cards])), rng=chance)
        t.do("yes", pile)
        (told,) = t.events("searched")
        turned_up.add(told.cards)
        rest = t.s.deck if pile == "yes" else t.s.discard
        assert t.hand("visigoths") == {iron} and sorted(rest) == sorted([*cards, *([POET] * (pile == "no"))])
        left.add(tuple(t.s.deck) if pile == "yes" else tuple(t.s.discard))
    assert len({len(cards) for cards in turned_up}) > 3  # not from the top
    assert pile == "no" or len(left) > 12  # what was turned up is shuffled in


@pytest.mark.rule("ROME1-08f")
def test_terror_may_turn_to_the_discard_pile_or_find_nothing() -> None:
    t = in_terror([1, 2], [64, 7]).do("yes", "no")
    assert (
        t.hand("visigoths") == {64}
        and sorted(t.s.discard) == sorted([7, POET])
        and sorted(t.s.deck) == [1, 2]
    )
    t = in_terror([1, 2], [64, 7]).do("yes", "yes")
    assert t.hand("visigoths") == set() and sorted(t.s.deck) == [1, 2] and 64 in t.s.discard
    assert describe_event(t.s, t.events("searched")[0]) == "Huns turn up 2 cards and find nothing"


@pytest.mark.rule("ROME1-08f")
@pytest.mark.parametrize("change", [{"hand": []}, {"discs": {"umbria": 2}, "alone": True}])
def test_there_is_no_terror_without_a_card_or_a_contested_area(change: dict[str, Any]) -> None:
    alone = change.pop("alone", False)
    own = {"discs": {"umbria": 2}, "hand": [POET], **change}
    t = huns(visigoths=own, west={"discs": {"sicily" if alone else "umbria": 2}}, phase="competition")
    assert t.game.over or t.kind != "offer"


def test_huns_come_and_use_their_abilities_in_games() -> None:
    """In games in which Invaders sit still they come, charge and spread terror."""
    kinds: Counter[str] = Counter()
    for seed in range(12):
        game = Game.new(WEST_ONLY, seed)
        rng = Random(seed)
        while not game.over:
            legal = game.legal_actions()
            idle = game.decision.kind == "deploy" and not game.state.reborn and STOP in legal
            game.apply(STOP if idle else rng.choice(legal))
        kinds.update(event.kind for event in game.events)
    assert kinds["huns"] > 5 and kinds["searched"] > 0
