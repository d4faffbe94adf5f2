"""Cards, Wonders and abilities of competitions: white discs, rounds without loss, bans on paying."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position

from acis_rules.effects import Operation, Play, Where
from acis_rules.effects.contest import Allies, BuyAllies, ForbidTalents, Shield
from acis_rules.kernel.actions import STOP, area_action, number_action, number_actions
from acis_rules.kernel.machine import run

EGYPT, TROY = 0, 1
ARMOR = 63
HERE = "tyre"


def table(here: str = HERE, **egypt: Any) -> Table:
    """Egypt and Troy meet in Tyre, which is being resolved, and in Sinai; Egypt is at sea, too."""
    t = position(
        phase="cards",
        egypt={"discs": {"tyre": 2, "sinai": 2, "kush": 1, "red_sea": 1, "eastern_mediterranean": 1},
               "hand": [ARMOR, 64], "treasury": 2, **egypt},
        troy={"discs": {"tyre": 3, "sinai": 2, "lydia": 1}}, barbarians={"discs": {"lydia": 2}}, epoch=4,
    )  # fmt: skip
    t.s.question = None
    t.s.stack.clear()
    t.s.competition_area = t.area(here) if here else -1
    return t


def play(t: Table, *factions: int, picks: tuple[tuple[int, ...], ...] = ()) -> Play:
    return Play(EGYPT, "card", ARMOR, areas=(t.area(HERE),), factions=factions, picks=picks)


def done(
    operation: Operation, *picked: int | str, t: Table | None = None, factions: tuple[int, ...] = ()
) -> Table:
    t = t or table()
    actions = tuple(one if isinstance(one, int) else area_action(t.area(one)) for one in picked)
    operation.resolve(t.s, play(t, *factions), actions)
    run(t.s)
    return t


def white(t: Table) -> dict[tuple[str, int], int]:
    return {(t.s.world.board.areas[area].id, faction): n for (area, faction), n in t.s.allies.items()}


# -------------------------------------------------------------------------------- white discs


@pytest.mark.parametrize(
    ("allies", "picked", "where"),
    [
        (Allies(), (), {("tyre", EGYPT): 1, ("sinai", EGYPT): 1}),
        (Allies(n=2), (), {("tyre", EGYPT): 2, ("sinai", EGYPT): 2}),
        (Allies(where=Where(within="named"), n=3), (), {("tyre", EGYPT): 3}),
        (Allies(elsewhere=True), (), {("sinai", EGYPT): 1}),
        (Allies(areas=2), ("tyre", "sinai"), {("tyre", EGYPT): 1, ("sinai", EGYPT): 1}),
        (Allies(areas=2, n=2), ("sinai", STOP), {("sinai", EGYPT): 2}),
        (Allies(areas=2), (STOP,), {}),
        (Allies(areas=2), (), {}),
        (Allies(anywhere=True, where=Where(kind="sea")), (), {("red_sea", EGYPT): 1}),  # no open sea
        (Allies(anywhere=True, where=Where(nile=True)), (), {("kush", EGYPT): 1}),
    ],
)
def test_where_white_discs_are_put(
    allies: Allies, picked: tuple[int | str, ...], where: dict[tuple[str, int], int]
) -> None:
    t = done(allies, *picked)
    assert white(t) == where
    assert all((e.faction, e.cause) == (EGYPT, "card 63") for e in t.events("allies"))


def test_white_discs_for_the_civilization_named() -> None:
    assert white(done(Allies(whose="named"), factions=(TROY,))) == {
        (area, TROY): 1 for area in ("tyre", "sinai", "lydia")
    }
    t = table()
    assert not Allies(whose="named").possible(t.s, play(t)) and white(done(Allies(whose="named"))) == {}


@pytest.mark.parametrize(
    ("here", "areas"), [("tyre", {"sinai"}), ("sinai", {"tyre"}), ("", {"tyre", "sinai"})]
)
def test_elsewhere_is_not_in_the_competition_being_resolved(here: str, areas: set[str]) -> None:
    t = table(here)
    assert {area for area, _ in white(done(Allies(elsewhere=True), t=t))} == areas


def test_the_first_area_of_the_map_can_be_elsewhere_or_here() -> None:
    """Celt-Iberia is area 0."""
    for here, areas in ((0, {"egypt"}), (-1, {"celt_iberia", "egypt"})):
        t = position("basic_6p", phase="cards", gaul={"discs": {"celt_iberia": 2, "egypt": 2}, "hand": [93]},
                     troy={"discs": {"celt_iberia": 2, "egypt": 2}})  # fmt: skip
        t.s.competition_area = here
        Allies(elsewhere=True).resolve(t.s, Play(t.faction("gaul"), "card", ARMOR), ())
        assert {area for area, _ in white(t)} == areas


def test_not_where_this_use_has_put_white_discs_already() -> None:
    t = table()
    so_far = ((area_action(t.area("tyre")),), (STOP,))
    assert Allies(areas=1, other=True, must=True).options(t.s, play(t, picks=so_far), ()) == 1 << area_action(
        t.area("sinai")
    )
    assert Allies(areas=1, must=True).options(t.s, play(t, picks=so_far), ()).bit_count() == 2


@pytest.mark.parametrize("whose", ["you", "named"])
def test_without_a_competition_there_is_nothing_to_help(whose: Any) -> None:
    t = position(phase="cards", egypt={"discs": {"kush": 2}, "hand": [93]}, troy={"discs": {"troy": 2}})
    for operation in (Allies(whose=whose), Allies(whose=whose, areas=1)):
        assert not operation.possible(t.s, play(t, TROY)) and operation.options(t.s, play(t, TROY), ()) == 0


# ------------------------------------------------------------------------------- bought with talents


@pytest.mark.parametrize(
    ("at_most", "treasury", "most"), [(3, 2, 2), (1, 2, 1), (3, 0, None), (3, 5, 3), (19, 19, 19)]
)
def test_as_many_as_one_can_pay(at_most: int, treasury: int, most: int | None) -> None:
    t = table(treasury=treasury)
    offered = BuyAllies(at_most=at_most).options(t.s, play(t), ())
    assert offered == (0 if most is None else number_actions((1 << most + 1) - 1))
    assert BuyAllies(at_most=at_most).options(t.s, play(t), (number_action(1),)) == 0
    assert BuyAllies(at_most=at_most).options(t.s, Play(EGYPT, "card", ARMOR), ()) == 0


@pytest.mark.parametrize("n", [0, 1, 2])
def test_each_costs_a_talent(n: int) -> None:
    t = done(BuyAllies(at_most=3), number_action(n))
    assert white(t) == ({("tyre", EGYPT): n} if n else {}) and t.of("treasury", "egypt") == 2 - n


def test_without_a_choice_or_a_disc_there_nothing_is_bought() -> None:
    assert white(done(BuyAllies(at_most=3))) == {}
    t = table()
    one = Play(EGYPT, "card", ARMOR, areas=(t.area("lydia"),))
    BuyAllies(at_most=3).resolve(t.s, one, (number_action(2),))
    assert white(t) == {} and t.of("treasury", "egypt") == 2


# --------------------------------------------------------------------------- shields and bans


def test_rounds_without_loss_are_those_of_the_longest_shield() -> None:
    t = done(Shield(rounds=2))
    assert t.s.shield == [2, 0]
    assert [(e.faction, e.area, e.n) for e in t.events("shielded")] == [(EGYPT, t.area("tyre"), 2)]
    assert done(Shield(rounds=1), t=t).s.shield == [2, 0] and done(Shield(rounds=3), t=t).s.shield == [3, 0]


@pytest.mark.parametrize(("user", "banned"), [(EGYPT, 0b10), (TROY, 0b01)])
def test_opponents_may_not_pay_talents(user: int, banned: int) -> None:
    t = table()
    ForbidTalents().resolve(t.s, Play(user, "card", ARMOR), ())
    assert t.s.no_talents == banned and [e.faction for e in t.events("no_talents")] == [user]
    ForbidTalents().resolve(t.s, Play(1 - user, "card", ARMOR), ())
    assert t.s.no_talents == 0b11


def test_a_ban_is_for_all_but_its_user() -> None:
    t = position("basic_6p", phase="cards", gaul={"hand": [93]})
    ForbidTalents().resolve(t.s, Play(2, "card", ARMOR), ())
    assert t.s.no_talents == 0b111011


@pytest.mark.parametrize("operation", [Shield(rounds=1), Allies()])
def test_what_can_be_done_in_a_competition(operation: Operation) -> None:
    t = table()
    assert operation.possible(t.s, play(t))
