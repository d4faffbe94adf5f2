"""Talents, VP, Ready discs and penalties: who gains, who loses, and how much."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position

from acis_rules.effects import Operation, Play, Where
from acis_rules.effects.goods import Gain, Lose, Penalty, Plus
from acis_rules.kernel.machine import run

EGYPT, TROY = 0, 1
PHILOSOPHER, CARD = 93, 27


def table(**given: Any) -> Table:
    """Egypt: a City, a Camp, 3 coastal seas of which it Controls 2; Troy: a City and a sea."""
    seas = {"red_sea": 1, "egyptian_sea": 1, "gulf_of_sidon": 1}
    egypt = {"discs": {"egypt": 3, "kush": 1, **seas}, "hand": [PHILOSOPHER], "treasury": 1, "vp": 2}
    troy = {"discs": {"ionia": 3, "gulf_of_sidon": 1}, "treasury": 3, "vp": 4}
    return position(
        phase="cards", egypt=egypt | given.pop("egypt", {}), troy=troy | given.pop("troy", {}), **given
    )


def done(operation: Operation, *picked: int, kind: str = "card", number: int = CARD, **given: Any) -> Table:
    """The operation is carried out for Egypt, which has named Troy and Ionia."""
    t = table(**given)
    t.s.question = None
    t.s.stack.clear()
    operation.resolve(t.s, Play(EGYPT, kind, number, areas=(t.area("ionia"),), factions=(TROY,)), picked)
    run(t.s)
    return t


def goods(t: Table) -> list[tuple[int, Any, int]]:
    """Talents, VP and Ready discs of both."""
    return [(t.s.treasury[f], t.s.vp[f], t.s.ready[f]) for f in (EGYPT, TROY)]


# -------------------------------------------------------------------------------------- gains

BEFORE = [(1, 2, 0), (3, 4, 0)]
EACH_SEA = Plus(every=1, count="coastal seas occupied", good="vp")
READY = Plus(every=3, count="coastal seas occupied", good="ready")


@pytest.mark.parametrize(
    ("gain", "after"),
    [
        (Gain(talents=2), [(3, 2, 0), (3, 4, 0)]),
        (Gain(vp=2), [(1, 4, 0), (3, 4, 0)]),
        (Gain(ready=2), [(1, 2, 2), (3, 4, 0)]),
        (Gain(talents=1, vp=1, ready=1), [(2, 3, 1), (3, 4, 0)]),
        (Gain(talents=1, who="named"), [(1, 2, 0), (4, 4, 0)]),
        (Gain(talents=1, who="each"), [(2, 2, 0), (4, 4, 0)]),
        (Gain(vp=1, who="each", where=Where(nile=True)), [(1, 3, 0), (3, 4, 0)]),
        (Gain(vp=1, who="each", where=Where(kind="coastal")), [(1, 3, 0), (3, 5, 0)]),
        (Gain(vp=1, who="each", city_where=Where(nile=True)), [(1, 3, 0), (3, 4, 0)]),
        (Gain(vp=1, who="each", city_where=Where(kind="land")), [(1, 3, 0), (3, 5, 0)]),
        (Gain(vp=1, city_where=Where(within="named")), BEFORE),
        (Gain(vp=1, where=Where(within="named")), BEFORE),
        (Gain(vp=1, most_cities=True), BEFORE),  # both have one
        (Gain(vp=1, most_seas=True), [(1, 3, 0), (3, 4, 0)]),
        (Gain(vp=1, most_seas=True, who="named"), BEFORE),
        (Gain(plus=Plus(every=3, count="coastal seas occupied", good="vp")), [(1, 3, 0), (3, 4, 0)]),
        (Gain(plus=Plus(every=2, count="coastal seas occupied", good="vp")), [(1, 3, 0), (3, 4, 0)]),
        (Gain(plus=EACH_SEA), [(1, 5, 0), (3, 4, 0)]),
        (Gain(plus=Plus(every=1, count="coastal seas controlled", good="talents")), [(3, 2, 0), (3, 4, 0)]),
        (Gain(plus=Plus(every=3, count="coastal seas controlled", good="vp")), BEFORE),
        (Gain(plus=Plus(every=1, count="own wonders", good="vp")), BEFORE),
        (
            Gain(ready=1, plus=READY),
            [(1, 2, 2), (3, 4, 0)],
        ),
        (Gain(plus=Plus(every=9, count="own wonders", good="talents"), at_least=1), [(2, 2, 0), (3, 4, 0)]),
        (
            Gain(plus=EACH_SEA, at_most=2),
            [(1, 4, 0), (3, 4, 0)],
        ),
        (
            Gain(plus=EACH_SEA, at_most=3),
            [(1, 5, 0), (3, 4, 0)],
        ),
        (
            Gain(plus=EACH_SEA, at_least=2),
            [(1, 5, 0), (3, 4, 0)],
        ),
    ],
)
def test_who_gains_what(gain: Gain, after: list[tuple[int, Any, int]]) -> None:
    assert goods(done(gain)) == after


def test_own_wonders_are_counted_where_they_work() -> None:
    wonders = [
        {"wonder": "Colossus", "owner": "egypt", "area": "kush", "discs": 1},
        {"wonder": "Lighthouse", "owner": "egypt", "area": "egypt", "discs": 1},
    ]
    t = done(Gain(plus=Plus(every=1, count="own wonders", good="vp")), wonders=wonders)
    assert goods(t)[EGYPT] == (1, 4, 0)


@pytest.mark.rule("GRO-10", "GRO-11")
@pytest.mark.parametrize(
    ("kind", "number", "in_the_sum"), [("wonder", 4, True), ("ability", 0, True), ("card", CARD, False)]
)
def test_ready_discs_of_wonders_and_abilities_go_into_the_sum(
    kind: str, number: int, in_the_sum: bool
) -> None:
    for special in (-1, 0, 2):
        t = table()
        t.s.special = special
        Gain(ready=2).resolve(t.s, Play(EGYPT, kind, number), ())
        added = in_the_sum and special >= 0
        assert (t.s.special, t.s.ready[EGYPT]) == ((special + 2, 0) if added else (special, 2))


def test_ready_discs_for_land_only() -> None:
    assert done(Gain(ready=2, land_only=True)).s.ready_land[EGYPT] == 2
    assert done(Gain(ready=2)).s.ready_land[EGYPT] == 0


# ------------------------------------------------------------------------------------- losses


@pytest.mark.parametrize(
    ("lose", "after"),
    [
        (Lose(talents=2), [(1, 2, 0), (1, 4, 0)]),
        (Lose(talents=5), [(1, 2, 0), (0, 4, 0)]),
        (Lose(vp=3), [(1, 2, 0), (3, 1, 0)]),
        (Lose(vp=9), [(1, 2, 0), (3, 0, 0)]),
        (Lose(vp=3, to_you=True), [(1, 5, 0), (3, 1, 0)]),
        (Lose(vp=9, to_you=True), [(1, 6, 0), (3, 0, 0)]),
        (Lose(talents=1, vp=1), [(1, 2, 0), (2, 3, 0)]),
    ],
)
def test_who_loses_what(lose: Lose, after: list[tuple[int, Any, int]]) -> None:
    assert goods(done(lose)) == after


@pytest.mark.rule("CRD-12")
@pytest.mark.parametrize(
    ("operation", "troy", "costs"),
    [
        (Lose(talents=1), {}, True), (Lose(talents=1), {"treasury": 0}, False),
        (Lose(vp=1), {}, True), (Lose(vp=1), {"vp": 0}, False),
        (Lose(talents=1), {"vp": 0}, True), (Lose(vp=1), {"treasury": 0}, True),
        (Penalty(one_of=("vp",)), {}, True), (Penalty(one_of=("vp",)), {"vp": 0}, False),
        (Penalty(one_of=("vp",)), {"vp": "1/2"}, False), (Penalty(one_of=("vp",)), {"vp": 1}, True),
        (Penalty(one_of=("talent",)), {"treasury": 0}, False), (Penalty(one_of=("talent",)), {}, True),
        (Penalty(one_of=("card",)), {}, False), (Penalty(one_of=("card",)), {"hand": [7]}, True),
        (Penalty(one_of=("disc",)), {}, False), (Penalty(one_of=("disc", "vp")), {}, True),
        (Gain(vp=1), {}, False),
    ],
)  # fmt: skip
def test_what_would_cost_troy_something_now(operation: Operation, troy: dict[str, Any], costs: bool) -> None:
    t = table(troy=troy)
    assert (
        operation.costs(t.s, Play(EGYPT, "card", CARD, areas=(t.area("ionia"),), factions=(TROY,))) == costs
    )


# ----------------------------------------------------------------------------------- penalties


@pytest.mark.rule("CLR-01")
@pytest.mark.parametrize(
    ("one_of", "troy", "options"),
    [
        (("vp", "talent", "card", "disc"), {"hand": [7, 8]},
         {"lose_disc", "pay_talent", "lose_vp", "Land Improvement", "Local Famine"}),
        (("vp", "talent"), {}, {"pay_talent", "lose_vp"}),
        (("talent", "disc"), {}, {"lose_disc", "pay_talent"}),
        (("vp", "disc"), {"vp": "3/2"}, {"lose_disc", "lose_vp"}),
    ],
)  # fmt: skip
def test_the_victim_chooses_how_to_suffer(one_of: Any, troy: dict[str, Any], options: set[str]) -> None:
    t = done(Penalty(one_of=one_of), troy=troy)
    assert t.asked("penalty", "troy") and t.options == options
    assert t.game.decision.context == {"area": t.area("ionia"), "by": EGYPT, "n": 1}


@pytest.mark.rule("CLR-01")
@pytest.mark.parametrize(
    ("word", "after", "discs"), [("talent", (2, 4, 0), 3), ("vp", (3, 3, 0), 3), ("lose", (3, 4, 0), 2)]
)
def test_it_suffers_once(word: str, after: tuple[int, Any, int], discs: int) -> None:
    t = done(Penalty(one_of=("vp", "talent", "disc"))).do(word)
    while t.s.question is not None and t.kind == "loss":
        t.do("lose")
    assert goods(t)[TROY] == after and t.discs("troy", "ionia") == discs and t.s.question is None


@pytest.mark.rule("CLR-01")
def test_it_suffers_for_each_of_its_cities() -> None:
    t = done(
        Penalty(one_of=("vp", "talent"), per_city=True),
        troy={"discs": {"ionia": 3, "lydia": 3, "cilicia": 2}},
    )
    assert t.game.decision.context["n"] == 2
    t.do("talent")
    assert t.asked("penalty", "troy") and t.game.decision.context["n"] == 1
    t.do("vp")
    assert goods(t)[TROY] == (2, 3, 0) and t.s.question is None


@pytest.mark.rule("CLR-01")
def test_half_a_vp_does_not_pay_for_a_whole_one() -> None:
    t = done(Penalty(one_of=("vp", "talent")), troy={"vp": "1/2"})
    assert t.s.question is None and t.s.treasury[TROY] == 2  # the talent was all it could give


def test_who_has_nothing_to_give_gives_nothing() -> None:
    t = done(Penalty(one_of=("vp", "talent", "card")), troy={"vp": 0, "treasury": 0})
    assert t.s.question is None and goods(t)[TROY] == (0, 0, 0)
