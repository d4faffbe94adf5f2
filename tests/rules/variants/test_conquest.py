"""Winning at once by conquest, and winning with several civilizations (PUNIC-03, PUN2-03, MULTI-05)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import EVENTS, Table, moment
from invariants import check_all

from acis_env.envs.rewards import outcome, rank
from acis_rules import Game
from acis_rules.box.scenario import load_scenario
from acis_rules.variants.conquest import decisive


def wars(scenario: str, phase: Any = "competition", **given: Any) -> Table:
    """A position of one of the Punic Wars: civilizations keep the seats that the scenario gives them."""
    names = [faction.civilization for faction in load_scenario(scenario).factions]
    factions = [{"civilization": name, **given.pop(name, {})} for name in names]
    return Table(Game.from_dict({"scenario": scenario, "phase": phase, "factions": factions, **given}))


def winners(t: Table) -> list[str]:
    """The civilizations that have won; none if the game goes on."""
    return [t.s.world.civilization(t.s, faction).id for faction in t.s.winners]


def discs(*areas: str, n: int = 1, **more: Any) -> dict[str, Any]:
    """A civilization with so many discs in these areas."""
    return {"discs": dict.fromkeys(areas, n), **more}


# ------------------------------------------------------------------------- the Punic Wars


@pytest.mark.rule("PUNIC-03", "DSET-01")
@pytest.mark.parametrize("conqueror", ["rome", "carthage"])
def test_control_of_rome_and_carthage_wins_at_once_whatever_the_vp(conqueror: str) -> None:
    other = "carthage" if conqueror == "rome" else "rome"
    t = wars("punic_wars", **{conqueror: discs("rome", "carthage"), other: discs("nora", "saldae", vp=40)})
    assert t.game.over and winners(t) == [conqueror]
    assert t.game.winners == [t.faction(conqueror)]
    assert [event.faction for event in t.events("conquest")] == [t.faction(conqueror)]
    assert t.game.legal_actions() == []


@pytest.mark.rule("PUNIC-03")
@pytest.mark.parametrize(
    ("carthage", "barbarians"),
    [
        (["carthage"], []),  # Carthage is still there, side by side
        (["saldae"], ["rome"]),  # Barbarians share Rome
        (["saldae"], ["carthage"]),
    ],
)
def test_an_area_shared_with_anybody_is_not_controlled(carthage: list[str], barbarians: list[str]) -> None:
    t = wars(
        "punic_wars", rome=discs("rome", "carthage"), carthage=discs(*carthage),
        barbarians=discs(*barbarians),
    )  # fmt: skip
    assert not t.game.over and not t.events("conquest")


@pytest.mark.rule("PUNIC-03")
@pytest.mark.parametrize("area", ["rome", "carthage"])
def test_one_of_the_two_is_not_enough(area: str) -> None:
    t = wars("punic_wars", rome=discs(area, "etruria", "saldae"), carthage=discs("thapsus"))
    assert not t.game.over


@pytest.mark.rule("PUNIC-03")
def test_what_a_competition_leaves_behind_decides() -> None:
    t = wars(
        "punic_wars",
        rome={"discs": {"rome": 1, "carthage": 4}},
        carthage={"discs": {"carthage": 2, "nora": 1}},
    )
    while not t.game.over and t.s.phase == "competition":
        t.do("lose" if t.can("lose") else "stop")
    assert t.events("competition")
    assert t.game.over and winners(t) == ["rome"]


@pytest.mark.rule("PUNIC-03")
def test_control_before_the_end_of_the_competition_phase_wins_nothing() -> None:
    t = wars("punic_wars", "growth", rome=discs("rome", "carthage"), carthage=discs("nora"))
    while t.s.phase in ("growth", "cards"):
        assert not t.game.over
        t.do("stop")
    assert t.game.over and t.events("phase")[-1].phase == "competition"


@pytest.mark.rule("PUNIC-03")
def test_control_in_the_evaluation_phase_waits_for_the_next_competition_phase() -> None:
    deck = sorted(range(1, 104), key=lambda card: card not in EVENTS)  # none of them is drawn soon
    t = wars("punic_wars", "evaluation", rome=discs("rome", "carthage"), carthage=discs("nora"), deck=deck)
    t.skip_until("retire", "rome")
    assert (t.s.turn, t.s.phase) == (2, "growth")
    while not t.game.over and t.s.turn == 2:
        t.do("stop")
    assert t.s.turn == 2 and winners(t) == ["rome"]


@pytest.mark.rule("PUNIC-03")
def test_no_vp_of_the_evaluation_are_counted_after_a_conquest() -> None:
    t = wars("punic_wars", rome=discs("rome", "carthage", n=3, vp=3), carthage=discs("nora"))
    assert t.game.over and t.of("vp", "rome") == 3


@pytest.mark.rule("PUNIC-03", "STK-04")
def test_stacks_of_the_competition_phase_stand_when_a_conquest_ends_the_game() -> None:
    t = wars("punic_wars", rome=discs("rome", "carthage", n=4), carthage=discs("nora", "saldic_sea", n=3))
    assert t.game.over and t.discs("rome", "carthage") == 4 and t.discs("carthage", "saldic_sea") == 3
    check_all(t.game)
    assert Game.from_dict(t.game.to_dict()).to_dict() == t.game.to_dict()


@pytest.mark.rule("PUNIC-03")
def test_rome_and_carthage_decide_whatever_the_homes_are_after_aeneas() -> None:
    gaul = {"civilization": "gaul", "aeneas_used": 1}
    t = wars("punic_wars", rome={**gaul, **discs("gallia", "carthage")}, carthage=discs("saldae"))
    assert not t.game.over  # its home and that of Carthage
    t = wars("punic_wars", rome={**gaul, **discs("rome", "carthage")}, carthage=discs("saldae"))
    assert t.game.over and winners(t) == ["gaul"]


@pytest.mark.rule("PUN2-03")
def test_who_has_no_home_conquers_nothing_where_homes_decide() -> None:
    t = wars("second_punic_war", rome=discs("rome"), carthage=discs("carthage"))
    rome = t.faction("rome")
    assert decisive(t.s, rome)
    t.s.home[rome] = 0
    assert decisive(t.s, rome) == []


@pytest.mark.rule("PUNIC-03", "END-01")
def test_without_conquest_most_vp_win_the_punic_wars() -> None:
    t = wars(
        "punic_wars", rome=discs("rome", "carthage", vp=3), carthage=discs("nora", vp=4), epoch=4,
        **moment("game end"),
    )  # fmt: skip
    assert winners(t) == ["carthage"]


@pytest.mark.parametrize("scenario", ["two_civs_c", "two_west"])
def test_other_scenarios_know_no_conquest(scenario: str) -> None:
    factions = [
        {"civilization": "rome", **discs("rome", "carthage")},
        {"civilization": "carthage", **discs("saldae")},
    ]
    game = Game.from_dict({"scenario": scenario, "phase": "competition", "factions": factions})
    assert not game.over


# ------------------------------------------------------------------------ the Second Punic War


@pytest.mark.rule("PUN2-03")
@pytest.mark.parametrize(
    ("conqueror", "areas"),
    [
        ("rome", ("rome", "carthage")),
        ("rome", ("rome", "mycenae")),
        ("carthage", ("carthage", "rome")),
        ("mycenae", ("mycenae", "carthage")),
    ],
)
def test_control_of_the_own_home_and_another_wins_at_once(conqueror: str, areas: tuple[str, str]) -> None:
    others = {
        name: discs(area, vp=30)
        for name, area in (("rome", "nora"), ("carthage", "saldae"), ("mycenae", "laconia"))
    }
    t = wars("second_punic_war", **{**others, conqueror: discs(*areas)})
    assert t.game.over and winners(t) == [conqueror]


@pytest.mark.rule("PUN2-03")
def test_two_homes_of_others_without_the_own_one_are_not_enough() -> None:
    t = wars(
        "second_punic_war", rome=discs("carthage", "mycenae"), carthage=discs("nora"), mycenae=discs("troy")
    )
    assert not t.game.over


@pytest.mark.rule("PUN2-03")
@pytest.mark.parametrize("home", ["gallia", "celt_iberia", "troy"])
def test_the_home_of_a_civilization_that_does_not_play_is_no_opposing_home(home: str) -> None:
    t = wars("second_punic_war", rome=discs("rome", home), carthage=discs("nora"), mycenae=discs("laconia"))
    assert not t.game.over


@pytest.mark.rule("PUN2-03")
def test_after_aeneas_the_new_home_counts_and_the_old_one_does_not() -> None:
    gaul = {"civilization": "gaul", "aeneas_used": 1}
    given = {"carthage": {**gaul, **discs("massilia")}, "mycenae": discs("laconia")}
    assert not wars("second_punic_war", rome=discs("rome", "carthage"), **given).game.over
    t = wars("second_punic_war", rome=discs("rome", "gallia"), **given)
    assert t.game.over and winners(t) == ["rome"]


def two_conquerors(tmp_path: Path, **given: Any) -> Table:
    """Rome has conquered Carthage, Mycenae has conquered Gaul, at the same moment."""
    file = tmp_path / "four.yaml"
    file.write_text("""
id: four
title: Four homes
kind: historical
factions:
  - {player: 0, colour: red, civilization: rome}
  - {player: 1, colour: green, civilization: mycenae}
  - {player: 2, colour: blue, civilization: carthage}
  - {player: 3, colour: brown, civilization: gaul}
setup: {placement: 12}
victory: {own_and_another_home: true}
""")
    return wars(str(file), **given)


@pytest.mark.rule("PUN2-03")
def test_of_two_conquerors_the_one_with_more_vp_wins(tmp_path: Path) -> None:
    t = two_conquerors(
        tmp_path, rome=discs("rome", "carthage", n=3, vp=5), mycenae=discs("mycenae", "gallia", vp=6),
        carthage=discs("nora", vp=50), gaul=discs("nora", vp=50),
    )  # fmt: skip
    assert t.game.over and winners(t) == ["mycenae"]
    assert len(t.events("conquest")) == 2


@pytest.mark.rule("PUN2-03")
@pytest.mark.parametrize(
    ("rome", "mycenae", "expected"),
    [
        pytest.param(
            {"rome": 3, "carthage": 1}, {"mycenae": 2, "gallia": 2, "laconia": 2}, ["rome"], id="cities"
        ),
        pytest.param({"rome": 2, "carthage": 1}, {"mycenae": 2, "gallia": 2}, ["mycenae"], id="discs"),
        pytest.param(
            {"rome": 2, "carthage": 2}, {"mycenae": 2, "gallia": 1, "troy": 1}, ["mycenae"], id="areas"
        ),
        pytest.param(
            {"rome": 2, "carthage": 2}, {"mycenae": 2, "gallia": 2}, ["rome", "mycenae"], id="drawn"
        ),
    ],
)
def test_of_two_conquerors_with_equal_vp_the_tie_breaks_decide(
    rome: dict[str, int], mycenae: dict[str, int], expected: list[str], tmp_path: Path
) -> None:
    t = two_conquerors(
        tmp_path, rome={"vp": 5, "discs": rome}, mycenae={"vp": 5, "discs": mycenae},
        carthage=discs("nora", vp=50), gaul=discs("saldae", vp=50),
    )  # fmt: skip
    assert winners(t) == expected


# -------------------------------------------------------------- several civilizations each: sums

TWO_EACH = """
id: two_each
title: Two players with two civilizations each
kind: gaming
factions:
  - {player: 0, colour: red, civilization: rome}
  - {player: 1, colour: green, civilization: carthage}
  - {player: 0, colour: blue, civilization: egypt}
  - {player: 1, colour: brown, civilization: troy}
setup: {placement: 12}
"""


@pytest.fixture
def two_each(tmp_path: Path) -> str:
    """A scenario in which the first player has Rome and Egypt, the second Carthage and Troy."""
    file = tmp_path / "two_each.yaml"
    file.write_text(TWO_EACH)
    return str(file)


def ended(scenario: str, *civilizations: tuple[int, dict[str, int]]) -> Table:
    """The game has ended with these VP and discs of Rome, Carthage, Egypt and Troy."""
    names = ("rome", "carthage", "egypt", "troy")
    given = {
        name: {"vp": vp, "discs": on_map} for name, (vp, on_map) in zip(names, civilizations, strict=True)
    }
    return wars(scenario, epoch=4, turn=4, **moment("game end"), **given)


@pytest.mark.rule("MULTI-05")
def test_the_sum_of_a_players_civilizations_decides(two_each: str) -> None:
    t = ended(two_each, (9, {}), (12, {}), (9, {}), (5, {}))
    assert t.game.winners == [0]  # 18 to 17, though Carthage has most
    assert winners(t) == ["rome", "egypt"]


@pytest.mark.rule("MULTI-05")
def test_tie_breaks_are_added_up_too(two_each: str) -> None:
    t = ended(two_each, (9, {"rome": 3}), (12, {"carthage": 3}), (9, {"egypt": 3}), (6, {"troy": 2}))
    assert t.game.winners == [0]  # two Cities to one
    t = ended(two_each, (9, {"rome": 1}), (12, {"carthage": 1}), (9, {"egypt": 1}), (6, {"troy": 1}))
    assert t.game.winners == [0, 1]


@pytest.mark.rule("MULTI-05")
def test_rewards_follow_the_sums(two_each: str) -> None:
    game = ended(two_each, (9, {}), (12, {}), (9, {}), (5, {})).game
    assert outcome(game) == [1, -1] and rank(game) == [1, -1]


# ------------------------------------------------------------------------------------- rewards


@pytest.mark.rule("PUN2-03")
def test_rewards_put_a_conqueror_first_and_rank_the_others_by_vp() -> None:
    t = wars(
        "second_punic_war", rome=discs("nora", vp=30), mycenae=discs("mycenae", "rome", vp=1),
        carthage=discs("saldae", vp=20),
    )  # fmt: skip
    assert winners(t) == ["mycenae"]
    assert outcome(t.game) == [-0.5, 1, -0.5]
    assert rank(t.game) == [0, 1, -1]


@pytest.mark.rule("PUN2-03")
def test_conquerors_who_share_the_victory_share_the_rewards(tmp_path: Path) -> None:
    t = two_conquerors(
        tmp_path, rome=discs("rome", "carthage", vp=2), mycenae=discs("mycenae", "gallia", vp=2),
        carthage=discs("nora", vp=50), gaul=discs("saldae", vp=40),
    )  # fmt: skip
    assert outcome(t.game) == [0.5, 0.5, -0.5, -0.5]
    assert rank(t.game) == pytest.approx([2 / 3, 2 / 3, -1 / 3, -1])


@pytest.mark.rule("PUN2-03")
def test_a_conqueror_with_fewer_vp_ranks_with_those_who_did_not_conquer(tmp_path: Path) -> None:
    t = two_conquerors(
        tmp_path, rome=discs("rome", "carthage", vp=2), mycenae=discs("mycenae", "gallia", vp=1),
        carthage=discs("nora", vp=50), gaul=discs("saldae", vp=40),
    )  # fmt: skip
    assert winners(t) == ["rome"]
    assert rank(t.game) == pytest.approx([1, -1, 1 / 3, -1 / 3])
