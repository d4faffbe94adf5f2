"""The Competition Phase without cards: where, in which order, rounds of losses, payments, allies, loot."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from helpers import Table, moment, position

# Civilizations without an ability in this phase: nothing but the rules of the phase is seen.
QUIET = ("egypt", "celt_iberia", "phoenicia")
DISCS = 48  # of a colour, the two markers left out


def phase(scenario: str = "basic_4p", **given) -> Table:
    """The Competition Phase alone: play stops where Evaluation would begin."""
    return position(scenario, **{**moment("competition phase"), **given})


def is_over(t: Table) -> bool:
    return t.s.question is None and not t.s.stack


def fight(factions, counts, area: str = "tyre", **more) -> Table:
    """These factions with so many discs in one area."""
    given: dict[str, Any] = {
        name: {"discs": {area: n} if n else {}} for name, n in zip(factions, counts, strict=True)
    }
    for name in more:
        if name in given:
            given[name] |= more[name]
        else:
            given[name] = more[name]
    return phase(**given)


def left(t: Table, factions, area: str = "tyre") -> tuple[int, ...]:
    return tuple(t.discs(name, area) for name in factions)


def battles(t: Table) -> list[str]:
    """The areas in which a competition took place, in order."""
    return [t.s.world.board.areas[event.area].id for event in t.events("competition")]


def lost(t: Table) -> list[str]:
    """Whose discs were removed, in order."""
    names = {t.s.world.barbarians: "barbarians"}
    names |= {f: t.s.world.civilization(t.s, f).id for f in range(t.s.world.n_factions)}
    return [names[event.faction] for event in t.events("removed")]


# ------------------------------------------------------------------ which areas, in which order


@pytest.mark.rule("CMP-01")
@pytest.mark.parametrize("area", ["tyre", "egyptian_sea"])
@pytest.mark.parametrize("other", ["celt_iberia", "barbarians"])
def test_two_discs_against_one_make_a_competition(area, other):
    t = fight(("egypt", other), (2, 1), area)
    assert battles(t) == [area]
    assert left(t, ("egypt", other), area) == (2, 0)


@pytest.mark.rule("CMP-01")
def test_barbarians_with_two_discs_attack_a_single_disc():
    t = fight(("egypt", "barbarians"), (1, 2))
    assert battles(t) == ["tyre"]
    assert left(t, ("egypt", "barbarians")) == (0, 2)


@pytest.mark.rule("CMP-01")
@pytest.mark.parametrize("faction", QUIET)
def test_a_faction_alone_has_no_competition(faction):
    t = fight((faction,), (4,))
    assert battles(t) == [] and left(t, (faction,)) == (4,)


@pytest.mark.rule("CMP-01")
def test_no_competition_in_an_open_sea():
    t = fight(("egypt", "barbarians"), (1, 2), "eastern_mediterranean", epoch=4)
    assert battles(t) == []
    assert left(t, ("egypt", "barbarians"), "eastern_mediterranean") == (1, 2)


@pytest.mark.rule("CMP-03")
def test_single_discs_and_empty_areas_stay_at_peace():
    factions = (*QUIET, "barbarians")
    t = fight(factions, (1, 1, 1, 1))
    assert battles(t) == [] and left(t, factions) == (1, 1, 1, 1)
    assert not t.events("removed") and is_over(t)


@pytest.mark.rule("CMP-02")
def test_only_contested_areas_are_touched():
    t = phase(egypt={"discs": {"tyre": 2, "sinai": 4, "kush": 1}},
              celt_iberia={"discs": {"tyre": 1, "kush": 1, "gades": 3}})  # fmt: skip
    assert {t.s.world.board.areas[event.area].id for event in t.events("removed")} == {"tyre"}
    assert t.discs("egypt", "sinai") == 4 and t.discs("egypt", "kush") == 1
    assert t.discs("celt_iberia", "kush") == 1 and t.discs("celt_iberia", "gades") == 3


NORTH_EAST_TO_SOUTH_WEST = ("carchemish", "tyre", "mycenae", "rome", "carthage", "mauretania")


@pytest.mark.rule("CMP-04")
def test_competitions_go_from_north_east_to_south_west():
    areas = NORTH_EAST_TO_SOUTH_WEST
    t = phase(celt_iberia={"discs": dict.fromkeys(reversed(areas), 2)},
              egypt={"discs": dict.fromkeys(areas, 1)})  # fmt: skip
    assert battles(t) == list(areas)


@pytest.mark.rule("CMP-04")
@pytest.mark.parametrize(("first", "second"), [
    ("carchemish", "phrygia"), ("carchemish", "petra"), ("tyre", "egyptian_sea"),
    ("lydia", "kush"), ("rome", "carthage"), ("celt_iberia", "tingitana"), ("tyre", "gades"),
])  # fmt: skip
def test_the_area_nearer_to_the_upper_right_comes_first(first, second):
    t = phase(egypt={"discs": {second: 2, first: 2}}, barbarians={"discs": {second: 1, first: 1}})
    assert battles(t) == [first, second]


@pytest.mark.rule("CMP-05")
def test_a_competition_is_finished_before_the_next_one_starts():
    t = phase(egypt={"discs": {"tyre": 4, "sinai": 3}},
              celt_iberia={"discs": {"tyre": 3, "sinai": 3}})  # fmt: skip
    areas = [event.area for event in t.events() if event.kind in ("competition", "removed")]
    assert areas == [t.area("tyre")] * areas.count(t.area("tyre")) + [t.area("sinai")] * (
        areas.count(t.area("sinai"))
    )
    assert areas.count(t.area("tyre")) == 1 + 5 and areas.count(t.area("sinai")) == 1 + 4


@pytest.mark.rule("CMP-24")
def test_without_a_contested_area_left_evaluation_begins():
    t = phase(egypt={"discs": {"tyre": 2, "sinai": 2}}, barbarians={"discs": {"tyre": 1, "sinai": 1}},
              **moment("competition phase", then=["evaluation"]))  # fmt: skip
    story = [event.phase if event.kind == "phase" else event.kind
             for event in t.events() if event.kind in ("phase", "competition")]  # fmt: skip
    assert story[:4] == ["competition", "competition", "competition", "evaluation"]


# ------------------------------------------------------------------------- rounds of losses

OUTCOMES = {
    (2, 1): (2, 0), (3, 1): (3, 0), (4, 1): (4, 0), (2, 2): (1, 1), (3, 2): (2, 0), (4, 2): (3, 0),
    (3, 3): (1, 1), (4, 3): (2, 0), (4, 4): (1, 1),
    (2, 1, 1): (2, 0, 0), (2, 2, 1): (1, 1, 0), (3, 2, 1): (2, 0, 0), (3, 2, 2): (2, 0, 0),
    (3, 3, 2): (1, 1, 0), (4, 3, 2): (2, 0, 0), (4, 4, 3): (1, 1, 0),
}  # fmt: skip
LINE_UPS: dict[int, list[tuple[str, ...]]] = {
    2: [("egypt", "celt_iberia"), ("celt_iberia", "egypt"), ("barbarians", "egypt"), ("egypt", "barbarians")],
    3: [QUIET, ("barbarians", "egypt", "phoenicia"), ("egypt", "barbarians", "phoenicia"),
        ("egypt", "phoenicia", "barbarians"), ("phoenicia", "celt_iberia", "egypt")],
}  # fmt: skip
TABLE = [
    pytest.param(line_up, before, after, id="-".join(map(str, before)) + " " + " ".join(line_up))
    for before, after in OUTCOMES.items()
    for line_up in LINE_UPS[len(before)]
]


@pytest.mark.rule("CMP-25")
@pytest.mark.parametrize("area", ["tyre", "egyptian_sea"])
@pytest.mark.parametrize(("factions", "before", "after"), TABLE)
def test_outcome_of_the_losses(factions, before, after, area):
    t = fight(factions, before, area)
    assert left(t, factions, area) == after
    for name in factions:
        if name != "barbarians":
            assert t.of("supply", name) == DISCS - t.discs(name, area)


@pytest.mark.rule("CMP-20", "CMP-22")
def test_small_groups_lose_first_and_rounds_go_on_while_contested():
    t = fight((*QUIET,), (4, 2, 1))
    # first round: the group of 1, of 2, of 4; second round: the group of 1, and only one is left
    assert lost(t) == ["phoenicia", "celt_iberia", "egypt", "celt_iberia"]
    assert left(t, QUIET) == (3, 0, 0)


@pytest.mark.rule("CMP-20")
def test_a_group_that_fell_to_a_size_already_done_is_not_hit_again_in_the_round():
    t = fight(("egypt", "celt_iberia"), (4, 3))
    assert lost(t) == ["celt_iberia", "egypt"] * 2 + ["celt_iberia"]
    assert left(t, ("egypt", "celt_iberia")) == (2, 0)


@pytest.mark.rule("CMP-20")
def test_equal_groups_lose_at_the_same_moment():
    t = fight((*QUIET,), (1, 1, 2))
    assert sorted(lost(t)) == ["celt_iberia", "egypt"] and left(t, QUIET) == (0, 0, 2)


@pytest.mark.rule("CMP-07")
@pytest.mark.parametrize("area", ["celt_iberia", "tyre"])
def test_who_is_asked_for_a_disc_is_told_where(area):
    t = fight(("celt_iberia", "egypt"), (2, 2), area, celt_iberia={"treasury": 1})
    assert t.asked("loss", "celt_iberia") and t.game.decision.context["area"] == t.area(area)


@pytest.mark.rule("CMP-21")
def test_losses_stop_when_every_faction_has_lost_a_disc():
    t = fight(("egypt", "celt_iberia"), (3, 3), egypt={"treasury": 1})
    t.do("lose")  # Egypt could pay; both have lost 1 now, so a new round begins at 2-2
    assert left(t, ("egypt", "celt_iberia")) == (2, 2)
    t.do("lose")
    assert left(t, ("egypt", "celt_iberia")) == (1, 1) and is_over(t)


@pytest.mark.rule("CMP-21", "CMP-23")
def test_losses_stop_when_nobody_has_more_than_one_disc():
    t = fight(QUIET, (2, 2, 2))
    assert left(t, QUIET) == (1, 1, 1) and len(lost(t)) == 3


@pytest.mark.rule("CMP-21", "CMP-23")
def test_losses_stop_when_one_faction_remains():
    t = fight(("egypt", "celt_iberia"), (4, 1), egypt={"treasury": 1})
    assert is_over(t), "the last faction is not asked for a disc any more"
    assert left(t, ("egypt", "celt_iberia")) == (4, 0) and lost(t) == ["celt_iberia"]


@pytest.mark.rule("CMP-22", "CMP-23")
@pytest.mark.parametrize("counts", [*itertools.combinations_with_replacement(range(6), 4)])
def test_final_states(counts):
    factions = (*QUIET, "barbarians")
    after = left(fight(factions, counts), factions)
    present = [n for n in after if n]
    assert len(present) <= 1 or max(present) == 1


# ---------------------------------------------------------------- talents and cards save discs


@pytest.mark.rule("CMP-07")
def test_a_talent_saves_a_disc():
    t = fight(("egypt", "celt_iberia"), (2, 1), celt_iberia={"treasury": 1})
    assert t.asked("loss", "celt_iberia") and t.options == {"lose_disc", "pay_talent"}
    t.do("talent")
    assert left(t, ("egypt", "celt_iberia")) == (1, 1)
    assert t.of("treasury", "celt_iberia") == 0


@pytest.mark.rule("CMP-07")
def test_any_card_saves_a_disc_and_is_discarded():
    t = fight(("egypt", "celt_iberia"), (2, 1), celt_iberia={"hand": [39, 44]})
    assert t.asked("loss", "celt_iberia") and t.options == {"lose_disc", "Poet", "High Priest"}
    t.do("High Priest")
    assert left(t, ("egypt", "celt_iberia")) == (1, 1)
    assert t.s.discard == [44] and t.hand("celt_iberia") == {39}


@pytest.mark.rule("CMP-07")
def test_who_can_pay_need_not_pay():
    t = fight(("egypt", "celt_iberia"), (2, 1), celt_iberia={"treasury": 3, "hand": [39]})
    t.do("lose")
    assert left(t, ("egypt", "celt_iberia")) == (2, 0)
    assert t.of("treasury", "celt_iberia") == 3 and t.hand("celt_iberia") == {39}


@pytest.mark.rule("CMP-07")
def test_barbarians_do_not_pay():
    t = fight(("egypt", "barbarians"), (2, 1), celt_iberia={"treasury": 3})
    assert is_over(t) and left(t, ("egypt", "barbarians")) == (2, 0)


@pytest.mark.rule("CMP-07", "CMP-20")
def test_a_loss_bought_off_counts_as_taken_in_this_round():
    t = phase("basic_2p", egypt={"discs": {"tyre": 3}}, order=["celt_iberia", "egypt"],
              celt_iberia={"discs": {"tyre": 2}, "treasury": 1, "hand": [39]})  # fmt: skip
    t.do("talent")  # still 2, but not asked a second time: Egypt's group of 3 loses next
    assert left(t, ("egypt", "celt_iberia")) == (2, 2)
    assert t.asked("loss", "celt_iberia"), "second round"
    t.do("Poet")  # 1-2 after this round, and Egypt's last disc falls in the third
    assert left(t, ("egypt", "celt_iberia")) == (0, 2)


@pytest.mark.rule("CMP-07")
def test_one_may_pay_as_often_as_one_can():
    t = fight(("egypt", "celt_iberia"), (4, 1), celt_iberia={"treasury": 3})
    t.do("talent", "talent", "talent")
    assert left(t, ("egypt", "celt_iberia")) == (1, 1) and t.of("treasury", "celt_iberia") == 0


@pytest.mark.rule("CMP-08")
@pytest.mark.parametrize("order", [*itertools.permutations(QUIET)])
def test_simultaneous_losses_are_decided_in_turn_order(order):
    given = {name: {"treasury": 1} for name in QUIET}
    t = fight(QUIET, (2, 2, 2), order=[*order, "gaul"], **given)
    for name, word in zip(order, ("lose", "talent", "lose"), strict=True):
        assert t.asked("loss", name)
        t.do(word)
    assert [t.discs(name, "tyre") for name in order] == [1, 2, 1]
    assert t.asked("loss", order[0]), "second round"


# ------------------------------------------------------------------------------ white allies


def white(area: str, faction: str, n: int) -> dict:
    return {"area": area, "faction": faction, "n": n}


@pytest.mark.rule("CMP-11")
def test_allies_count_as_discs_of_their_civilization():
    t = fight(("egypt", "celt_iberia"), (3, 4), allies=[white("tyre", "egypt", 2)])
    # 5-4: the outcome is that of 5 discs against 4
    assert left(t, ("egypt", "celt_iberia")) == (2, 0)


@pytest.mark.rule("CMP-11", "CMP-01")
def test_an_ally_makes_a_single_disc_a_pair():
    t = fight(("egypt", "celt_iberia"), (1, 1), allies=[white("tyre", "egypt", 1)])
    assert battles(t) == ["tyre"] and left(t, ("egypt", "celt_iberia")) == (1, 0)


@pytest.mark.rule("CMP-12")
def test_allies_are_lost_before_coloured_discs():
    t = fight(("egypt", "celt_iberia"), (2, 4), allies=[white("tyre", "egypt", 1)],
              celt_iberia={"treasury": 1})  # fmt: skip
    assert t.asked("loss", "celt_iberia"), "3 against 4: Egypt has just lost the first disc"
    assert t.discs("egypt", "tyre") == 2 and t.s.allies == {}
    assert len(t.events("ally_removed")) == 1 and t.events("removed") == []


@pytest.mark.rule("CMP-12")
def test_paying_may_keep_an_ally():
    t = fight(("egypt", "celt_iberia"), (1, 3), allies=[white("tyre", "egypt", 1)], egypt={"treasury": 1})
    assert t.asked("loss", "egypt")
    t.do("talent")
    assert t.of("treasury", "egypt") == 0 and left(t, ("egypt", "celt_iberia")) == (1, 1)
    assert t.events("ally_removed"), "in the second round the ally fell"


@pytest.mark.rule("CMP-13")
def test_a_lost_ally_returns_to_the_white_supply():
    t = fight(("egypt", "celt_iberia"), (2, 4), allies=[white("tyre", "egypt", 2)])
    assert len(t.events("ally_removed")) == 2
    assert left(t, ("egypt", "celt_iberia")) == (1, 1)
    assert t.of("supply", "egypt") == DISCS - 1 and t.of("supply", "celt_iberia") == DISCS - 1


@pytest.mark.rule("CMP-13")
def test_surviving_allies_leave_at_the_end_of_the_phase():
    t = phase(egypt={"discs": {"tyre": 2, "sinai": 2}}, barbarians={"discs": {"tyre": 1, "sinai": 2}},
              celt_iberia={"discs": {"sinai": 1}, "treasury": 1},
              allies=[white("tyre", "egypt", 3), white("kush", "egypt", 1)])  # fmt: skip
    assert t.asked("loss", "celt_iberia"), "in Sinai, after Tyre"
    assert len(t.s.allies) == 2, "they stay until the phase ends"
    t.do("lose")
    assert is_over(t) and t.s.allies == {}
    assert t.discs("egypt", "tyre") == 2 and t.of("supply", "egypt") == DISCS - 3


# -------------------------------------------------------------------------------------- loot


def looter(t: Table) -> list[tuple[str, int]]:
    return [(t.s.world.civilization(t.s, event.faction).id, event.n) for event in t.events("looted")]


@pytest.mark.rule("CMP-26")
def test_loot_for_control_after_three_discs_of_a_civilization_fell():
    t = fight(("egypt", "celt_iberia"), (4, 3))
    assert looter(t) == [("egypt", 1)]
    assert t.of("vp", "egypt") == 1 and t.of("treasury", "egypt") == 1
    assert t.of("vp", "celt_iberia") == 0 and t.of("treasury", "celt_iberia") == 0


@pytest.mark.rule("CMP-26")
@pytest.mark.parametrize(("factions", "counts"), [
    (("egypt", "celt_iberia"), (4, 2)),  # only 2 fell
    (("egypt", "celt_iberia"), (4, 4)),  # 3 fell on each side, but nobody Controls the area
    (("egypt", "barbarians"), (4, 3)),  # Barbarians hold no loot
    (("egypt", "celt_iberia", "phoenicia"), (4, 2, 2)),  # 4 fell, but 2 of each
    (("egypt", "celt_iberia", "barbarians"), (4, 3, 4)),  # 3 Celtic discs fell, but Control is shared
    (("barbarians", "celt_iberia"), (4, 3)),  # Barbarians never gain loot
])  # fmt: skip
def test_no_loot(factions, counts):
    t = fight(factions, counts)
    assert looter(t) == [] and t.s.vp == [0, 0, 0, 0]
    assert all(t.of("treasury", name) == 0 for name in QUIET if name in factions)


@pytest.mark.rule("CMP-26")
def test_no_loot_at_sea():
    t = fight(("egypt", "celt_iberia"), (4, 3), "egyptian_sea")
    assert left(t, ("egypt", "celt_iberia"), "egyptian_sea") == (2, 0) and looter(t) == []


@pytest.mark.rule("CMP-26")
def test_white_discs_are_no_loot():
    t = fight(("egypt", "celt_iberia"), (4, 2), allies=[white("tyre", "celt_iberia", 1)])
    assert left(t, ("egypt", "celt_iberia")) == (2, 0) and looter(t) == []


@pytest.mark.rule("CMP-26")
def test_a_disc_kept_by_payment_was_not_removed():
    t = fight(("egypt", "celt_iberia"), (4, 2), celt_iberia={"treasury": 1})
    t.do("talent")  # the first of three losses
    assert left(t, ("egypt", "celt_iberia")) == (2, 0) and looter(t) == []


@pytest.mark.rule("CMP-26")
def test_each_competition_counts_for_itself():
    t = phase(egypt={"discs": {"tyre": 4, "sinai": 4}}, celt_iberia={"discs": {"tyre": 2, "sinai": 2}})
    assert len(lost(t)) == 6 and looter(t) == []


@pytest.mark.rule("CMP-27")
def test_one_loot_per_competition_however_many_cities_fell():
    t = fight(QUIET, (4, 3, 3))
    assert left(t, QUIET) == (2, 0, 0)
    assert looter(t) == [("egypt", 1)] and t.of("vp", "egypt") == 1 and t.of("treasury", "egypt") == 1


@pytest.mark.rule("CMP-27")
def test_every_competition_can_bring_loot():
    t = phase(egypt={"discs": {"tyre": 4, "sinai": 4}}, celt_iberia={"discs": {"tyre": 3, "sinai": 3}})
    assert looter(t) == [("egypt", 1)] * 2 and t.of("vp", "egypt") == 2 and t.of("treasury", "egypt") == 2


@pytest.mark.rule("CMP-28", "CIV-03")
def test_loot_cannot_be_spent_before_the_phase_ends():
    t = phase(egypt={"discs": {"tyre": 4, "sinai": 2}}, celt_iberia={"discs": {"tyre": 3, "sinai": 1}},
              phoenicia={"discs": {"sinai": 2}, "treasury": 1})  # fmt: skip
    # Tyre was looted, and in Sinai Egypt has nothing to pay with: only Phoenicia is asked
    assert looter(t) == [("egypt", 1)] and t.asked("loss", "phoenicia")
    assert t.of("loot", "egypt") == 1 and t.of("treasury", "egypt") == 0
    t.do("lose")
    assert is_over(t) and t.discs("egypt", "sinai") == 1
    assert t.of("loot", "egypt") == 0 and t.of("treasury", "egypt") == 1


@pytest.mark.rule("CMP-28", "CIV-02", "CIV-03")
def test_looted_talents_buy_cards_in_evaluation():
    t = fight(("egypt", "celt_iberia"), (4, 3), turn=1, **moment("competition phase", then=["evaluation"]))
    t.skip_until("talents_to_spend", "egypt")
    assert t.options == {"number 0", "number 1"}


@pytest.mark.rule("PUNIC-03")
@pytest.mark.parametrize(("conquered", "over"), [("carthage", True), ("thapsus", False)])
def test_what_wins_at_once_wins_when_the_phase_ends(conquered, over):
    t = position(
        "punic_wars", **moment("competition phase"), rome={"discs": {"rome": 1, conquered: 1}},
        carthage={"discs": {"saldae": 1}},
    )  # fmt: skip
    assert t.s.over == over
