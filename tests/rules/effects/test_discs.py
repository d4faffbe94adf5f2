"""Discs on the map and on Wonders, and places in the Turn Order: what happens when a card is resolved."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position

from acis_rules.effects import Operation, Play, Where
from acis_rules.effects.discs import Barbarians, DownTo, Forbid, Place, Remove, RemoveEvery, RemoveOwn
from acis_rules.effects.order import SwapPlaces, TakePlace
from acis_rules.effects.reinforce import Reinforce
from acis_rules.effects.wonder import Bury, Restore, WonderDiscs
from acis_rules.kernel.actions import STOP, area_action, faction_action, number_action
from acis_rules.kernel.machine import run

EGYPT, TROY, BLACK = range(3)
CARD, LAND_BATTLE = 27, 63
DISCS = {
    "egypt": {"egypt": 3, "kush": 1, "tyre": 2}, "troy": {"tyre": 3, "troy": 4, "lydia": 1, "trojan_sea": 1},
    "barbarians": {"lydia": 2},
}  # fmt: skip


def table(**given: Any) -> Table:
    """Nobody holds a card or a talent; nothing is pending."""
    players = {name: {"discs": DISCS[name]} | given.pop(name, {}) for name in DISCS}
    t = position(phase="cards", **players, **given)
    t.s.question = None
    t.s.stack.clear()
    return t


def done(
    operation: Operation, *picked: str | int, card: int = CARD, t: Table | None = None, **named: Any
) -> Table:
    """Egypt's card names Tyre and Troy; "@troy" picks a disc of Troy."""
    t = t or table()
    names = ("egypt", "troy", "barbarians")
    actions = tuple(
        one if isinstance(one, int) else faction_action(names.index(one[1:])) if one[0] == "@"
        else area_action(t.area(one))
        for one in picked
    )  # fmt: skip
    about = {"areas": (t.area("tyre"),), "factions": (TROY,)} | named
    operation.resolve(t.s, Play(EGYPT, "card", card, **about), actions)
    run(t.s)
    while t.s.question is not None and t.kind == "loss":
        t.do("lose")
    return t


def changes(t: Table) -> dict[tuple[str, int], int]:
    """What has changed on the map: more or fewer discs of a faction in an area."""
    s, found = t.s, {}
    for f, name in enumerate(("egypt", "troy", "barbarians")):
        for a, area in enumerate(s.world.board.areas):
            n = s.discs[f][a] - DISCS[name].get(area.id, 0)
            if n:
                found[area.id, f] = n
    return found


# ---------------------------------------------------------------------------------- removing


@pytest.mark.rule("CRD-21")
@pytest.mark.parametrize(
    ("operation", "picked", "after"),
    [
        (Remove(), ("tyre", "@troy"), {("tyre", TROY): -1}),
        (Remove(), ("tyre", "@troy", "lydia", "@barbarians"), {("tyre", TROY): -1, ("lydia", BLACK): -1}),
        (Remove(), ("tyre", "@troy", STOP), {("tyre", TROY): -1}),
        (Remove(), (), {}),
        (Remove(replaced_by="you"), ("tyre", "@troy"), {("tyre", TROY): -1, ("tyre", EGYPT): 1}),
        (Remove(replaced_by="barbarians"), ("tyre", "@troy"), {("tyre", TROY): -1, ("tyre", BLACK): 1}),
        (RemoveEvery(where=Where(within="named")), (), {("tyre", TROY): -1, ("tyre", EGYPT): -1}),
        (RemoveEvery(where=Where(contested=True), of="opposing"), (),
         {("tyre", TROY): -1, ("lydia", TROY): -1, ("lydia", BLACK): -1}),
        (RemoveEvery(where=Where(contested=True), of="civilization"), (),
         {("tyre", TROY): -1, ("tyre", EGYPT): -1, ("lydia", TROY): -1}),
        (RemoveEvery(where=Where(contested=True), of="city"), (), {("tyre", TROY): -1}),
        (RemoveEvery(where=Where(kind="open")), (), {}),
        (DownTo(n=1), (), {("tyre", TROY): -2}),
        (DownTo(n=3), (), {}),
        (DownTo(n=4), (), {}),
        (DownTo(), (), {("tyre", TROY): -3}),
    ],
)  # fmt: skip
def test_discs_are_removed(
    operation: Operation, picked: tuple[str | int, ...], after: dict[tuple[str, int], int]
) -> None:
    assert changes(done(operation, *picked)) == after


@pytest.mark.rule("CIV-35")
@pytest.mark.parametrize(("card", "falls"), [(CARD, 0), (LAND_BATTLE, 1)])
def test_walls_keep_off_cards_but_those_of_a_competition(card: int, falls: int) -> None:
    t = done(RemoveEvery(where=Where(within="named")), card=card, areas=(table().area("troy"),))
    assert t.discs("troy", "troy") == 4 - falls


@pytest.mark.parametrize(("no_cards", "saved"), [(False, True), (True, False)])
def test_a_disc_may_be_saved_with_a_card_unless_the_text_says_otherwise(no_cards: bool, saved: bool) -> None:
    t = table(troy={"hand": [7]})
    every = RemoveEvery(where=Where(within="named"), of="opposing", no_cards=no_cards)
    every.resolve(t.s, Play(EGYPT, "card", CARD, areas=(t.area("tyre"),)), ())
    run(t.s)
    assert (t.s.question is not None and t.can("#7")) == saved
    assert RemoveEvery(of="opposing").no_cards is False


@pytest.mark.rule("CLR-04")
def test_the_victim_chooses_which_discs_it_removes() -> None:
    t = table()
    RemoveOwn(n=2).resolve(t.s, Play(EGYPT, "card", CARD, factions=(TROY,)), ())
    run(t.s)
    assert t.asked("remove_own", "troy") and t.options == {"tyre", "lydia", "trojan_sea"}  # behind walls none
    assert t.game.decision.context == {"by": EGYPT, "n": 2}
    t.do("lydia")
    assert t.asked("remove_own", "troy") and t.options == {"tyre", "trojan_sea"}
    t.do("tyre")
    assert changes(t) == {("lydia", TROY): -1, ("tyre", TROY): -1} and t.s.question is None


# ---------------------------------------------------------------------------------- placing


@pytest.mark.rule("CRD-20")
@pytest.mark.parametrize(
    ("place", "picked", "after"),
    [
        (Place(n=2), ("kush", "sinai"), {("kush", EGYPT): 1, ("sinai", EGYPT): 1}),
        (Place(n=2), ("kush", STOP), {("kush", EGYPT): 1}),
        (Place(n=2), (), {}),
        (Place(n=2, whose="named"), ("lydia",), {("lydia", TROY): 1}),
        (Place(all=True, where=Where(nile=True)), (),
         {("kush", EGYPT): 1, ("egypt", EGYPT): 1, ("nile_delta", EGYPT): 1}),
        (Place(all=True, where=Where(nile=True)), ("kush",),
         {("kush", EGYPT): 1, ("egypt", EGYPT): 1, ("nile_delta", EGYPT): 1}),
        (Place(n=1), ("eastern_mediterranean",), {}),  # in Epoch I
        (Place(n=1, any_epoch=True), ("eastern_mediterranean",), {("eastern_mediterranean", EGYPT): 1}),
    ],
)  # fmt: skip
def test_discs_are_placed(
    place: Place, picked: tuple[str | int, ...], after: dict[tuple[str, int], int]
) -> None:
    t = done(place, *picked)
    assert changes(t) == after
    assert t.of("supply", "egypt") + t.of("supply", "troy") == 48 - 6 + 48 - 9 - sum(after.values())


@pytest.mark.rule("STK-08")
@pytest.mark.parametrize(
    ("barbarians", "picked", "after"),
    [
        (Barbarians(n=2, areas=2), ("kush", "lydia"), {("kush", BLACK): 2, ("lydia", BLACK): 2}),
        (Barbarians(n=2, areas=2), ("kush", STOP), {("kush", BLACK): 2}),
        (Barbarians(n=1, where=Where(nile=True)), (),
         {("kush", BLACK): 1, ("egypt", BLACK): 1, ("nile_delta", BLACK): 1}),
        (Barbarians(n=6, areas=1), ("sinai",), {("sinai", BLACK): 4}),
        (Barbarians(n=6, areas=1, unlimited=True), ("sinai",), {("sinai", BLACK): 6}),
        (Barbarians(n=1, areas=1), (), {}),
    ],
)  # fmt: skip
def test_barbarians_are_put_down(
    barbarians: Barbarians, picked: tuple[str | int, ...], after: dict[tuple[str, int], int]
) -> None:
    assert changes(done(barbarians, *picked)) == after


def test_barbarians_come_in_the_order_of_competitions() -> None:
    t = done(Barbarians(n=1, where=Where(nile=True)))
    rank = t.s.world.board.competition_rank
    areas = [event.area for event in t.events("barbarians")]
    assert areas == sorted(areas, key=rank.__getitem__) and len(areas) == 3


@pytest.mark.rule("CLR-25")
def test_areas_are_forbidden_besides_those_that_are() -> None:
    t = done(Forbid(where=Where(within="named")))
    done(Forbid(where=Where(nile=True)), t=t)
    names = {t.s.world.board.areas[e.area].id for e in t.events("forbidden")}
    assert names == {"tyre", "kush", "egypt", "nile_delta"}
    assert t.s.forbidden == sum(1 << t.area(name) for name in names)
    assert changes(done(Place(n=1), "kush", t=t)) == {}


# -------------------------------------------------------------------------------- Wonders, order

COLOSSUS = 3


def with_colossus(buried: bool = False, discs: int = 2) -> Table:
    return table(
        wonders=[{"wonder": "Colossus", "owner": "egypt", "area": "kush", "discs": discs, "buried": buried}]
    )


@pytest.mark.parametrize(("n", "after"), [(1, 3), (2, 4), (-1, 1), (-2, 0), (-3, 0)])
def test_discs_on_a_wonder_and_off_it(n: int, after: int) -> None:
    t = with_colossus()
    supply = t.of("supply", "egypt")
    done(WonderDiscs(n=n), t=t, wonder=COLOSSUS)
    assert t.s.wonders[COLOSSUS].discs == after and t.of("supply", "egypt") == supply + 2 - after


def test_a_wonder_is_buried_and_restored() -> None:
    t = done(Bury(), t=with_colossus(), wonder=COLOSSUS)
    assert t.s.wonders[COLOSSUS].buried and [e.cause for e in t.events("buried")] == ["card 27"]
    t = done(Restore(n=3), t=with_colossus(buried=True, discs=0), wonder=COLOSSUS)
    assert not t.s.wonders[COLOSSUS].buried and t.s.wonders[COLOSSUS].discs == 3


@pytest.mark.rule("CLR-18")
def test_two_exchange_their_places() -> None:
    t = position("basic_3p", phase="cards", celt_iberia={"hand": [93]}, order=[2, 0, 1])
    SwapPlaces().resolve(t.s, Play(0, "card", CARD, factions=(2, 1)), ())
    assert t.s.order == [1, 0, 2] and [(e.faction, e.other) for e in t.events("swapped")] == [(2, 1)]
    for missing in ((2, 1), (1, 2)):
        t.s.order = [0, missing[0]]
        SwapPlaces().resolve(t.s, Play(0, "card", CARD, factions=missing), ())
        assert t.s.order == [0, missing[0]], "somebody without a turn (HANN-05a)"


@pytest.mark.parametrize(("place", "order"), [(0, [0, 2, 1]), (1, [2, 0, 1]), (2, [2, 1, 0])])
def test_any_place_is_taken_and_the_others_keep_theirs(place: int, order: list[int]) -> None:
    t = position("basic_3p", phase="cards", celt_iberia={"hand": [93]}, order=[2, 0, 1])
    TakePlace().resolve(t.s, Play(0, "card", CARD), (number_action(place),))
    assert t.s.order == order and [e.order for e in t.events("turn_place")] == [tuple(order)]


@pytest.mark.parametrize(
    ("supply", "after"), [(9, {"gallia": 2, "noricum": 2}), (3, {"gallia": 2, "noricum": 1}), (0, {})]
)
def test_reinforcements_come_to_areas_of_their_own(supply: int, after: dict[str, int]) -> None:
    t = position("hannibal", phase="cards", rome={"hand": [93], "discs": {"rome": 2}}, carthage={})
    rome = t.s.world.named(t.s, "rome")
    t.s.supply[rome] = supply
    Reinforce(who="rome", n=2, to="areas", areas=("gallia", "noricum")).resolve(t.s, Play(0, "card", 99), ())
    assert {name: t.s.discs[rome][t.area(name)] for name in ("gallia", "noricum")} == {
        "gallia": 0, "noricum": 0,
    } | after  # fmt: skip


def test_reinforcements_of_their_own_keep_to_the_limits() -> None:
    t = position("hannibal", phase="cards", rome={"hand": [93], "discs": {"gallia": 3}}, carthage={})
    rome = t.s.world.named(t.s, "rome")
    Reinforce(who="rome", n=4, to="areas", areas=("gallia",)).resolve(t.s, Play(0, "card", 99), ())
    assert t.s.discs[rome][t.area("gallia")] == 4
    Reinforce(who="rome", n=4, to="areas").resolve(t.s, Play(0, "card", 99, areas=(t.area("gallia"),)), ())
    assert t.s.discs[rome][t.area("gallia")] == 8, "in those named whatever the limits say"
