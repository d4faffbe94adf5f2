"""The default setup: who picks and places when, and where starting discs go (DSET rules)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import Table

from acis_rules import Game
from acis_rules.box.scenario import load_scenario

ROME = {
    "rome": 2, "etruria": 2, "umbria": 2, "apulia": 2, "samnium": 2,
    "bay_of_capua": 1, "tyrrhenian_sea": 1,
}  # fmt: skip
PHOENICIA = {
    "phoenicia": 2, "tyre": 2, "al_mina": 2, "palmyra": 2, "hamath": 2,
    "levantine_sea": 1, "gulf_of_sidon": 1,
}  # fmt: skip
CARTHAGE = {
    "carthage": 2, "saldae": 2, "thapsus": 2,
    "saldic_sea": 1, "carthaginian_sea": 1, "african_sea": 1,
}  # fmt: skip
IBERIA = {"tarraconensis", "idubeda", "saguntum", "novo_carthago", "gades", "lusitania"}


def new(scenario: str | Path, *answers: str, **options: Any) -> Table:
    """A new game, the first seat first in turn order, after these answers."""
    options.setdefault("turn_order", tuple(range(len(load_scenario(str(scenario)).factions))))
    return Table(Game.new(str(scenario), options=options)).do(*answers)


def placed(t: Table, civilization: str) -> dict[str, int]:
    """All discs of a civilization, by area."""
    areas = t.s.world.board.areas
    return {areas[i].id: n for i, n in enumerate(t.s.discs[t.faction(civilization)]) if n}


@pytest.fixture
def file(tmp_path: Path) -> Any:
    """Writes a scenario file with these factions and blocks."""

    def write(*factions: dict[str, Any], **blocks: Any) -> Path:
        colours = ("red", "green", "blue", "purple", "brown", "yellow")
        seats = [
            {"player": i, "colour": colour, **faction}
            for i, (faction, colour) in enumerate(zip(factions, colours, strict=False))
        ]
        content = {"id": "own", "title": "Own", "kind": "gaming", "factions": seats, **blocks}
        path = tmp_path / "own.yaml"
        path.write_text(yaml.safe_dump(content))
        return path

    return write


# ------------------------------------------------------------------- who picks and places when


@pytest.mark.rule("DSET-06", "DSET-10")
def test_whoever_is_first_picks_and_places_before_the_next_one_picks() -> None:
    t = new("three_west", turn_order=(2, 0, 1))
    assert t.kind == "civilization" and t.game.seat == 2
    t.do("gaul")
    assert t.asked("starting_disc", "gaul") and t.game.seat == 2
    t.do("etruria", "etruria")
    assert t.kind == "civilization" and t.game.seat == 0
    assert t.options == {"celt_iberia", "mauretania", "rome", "carthage"}
    t.do("rome")
    assert t.kind == "civilization" and t.game.seat == 1
    assert t.options == {"celt_iberia", "mauretania", "carthage"}


@pytest.mark.rule("DSET-06")
def test_the_turn_order_is_random() -> None:
    orders = {tuple(Game.new("three_west", seed).state.order) for seed in range(100)}
    assert len(orders) == 6


@pytest.mark.rule("DSET-06")
def test_who_picks_takes_the_display_and_its_home() -> None:
    t = new("two_west", "gaul")
    assert t.s.world.civilization(t.s, 0).id == "gaul"
    assert t.s.home[0] == 1 << t.area("gallia")


# ----------------------------------------------------------------- the home and what is around it


@pytest.mark.rule("DSET-07a", "DSET-07b", "DSET-07c")
def test_the_twelve_discs_of_rome_leave_no_choice() -> None:
    t = new("two_civs_c", "rome")
    assert placed(t, "rome") == ROME
    assert t.asked("starting_disc", "carthage")  # nothing was asked of Rome


@pytest.mark.rule("DSET-07a", "DSET-07b", "DSET-07c")
def test_the_twelve_discs_of_phoenicia_leave_no_choice() -> None:
    t = new("two_east_sea_war", "phoenicia")
    assert placed(t, "phoenicia") == PHOENICIA
    assert t.asked("starting_disc", "minos")


@pytest.mark.rule("DSET-07c", "DSET-07d")
def test_what_is_left_after_the_seas_around_the_home_is_asked_for() -> None:
    t = new("two_civs_c", "carthage")
    assert placed(t, "carthage") == CARTHAGE
    assert t.asked("starting_disc", "carthage")
    assert t.game.decision.context == {"n": 3}


@pytest.mark.rule("BASIC-01", "DSET-07d")
@pytest.mark.parametrize(
    ("basic", "civilization", "scenario"),
    [
        ("basic_2p", "egypt", "two_east_border"),
        ("basic_2p", "troy", "two_east_border"),
        ("basic_3p", "celt_iberia", "three_west"),
        ("basic_3p", "carthage", "four_west"),
        ("basic_3p", "mycenae", "four_west"),
        ("basic_4p", "gaul", "two_civs_b"),
        ("basic_4p", "carthage", "two_civs_b"),
        ("basic_5p", "mauretania", "two_civs_b"),
        ("basic_5p", "rome", "two_civs_b"),
    ],
)
def test_the_basic_setups_are_default_placements(basic: str, civilization: str, scenario: str) -> None:
    wanted = load_scenario(basic).setup.discs[civilization]
    t = new(scenario, civilization)
    while t.asked("starting_disc", civilization):
        missing = [area for area, n in wanted.items() if t.discs(civilization, area) < n]
        t.do(next(area for area in missing if t.can(area)))  # the lists have land before sea
    assert placed(t, civilization) == wanted


# ------------------------------------------------------------------------- too few discs: DSET-09


@pytest.mark.rule("DSET-09")
def test_celt_iberia_has_more_neighbours_than_discs_and_chooses() -> None:
    t = new("three_west", "celt_iberia")
    assert placed(t, "celt_iberia") == {"celt_iberia": 2}
    assert t.options == IBERIA and t.game.decision.context == {"n": 10}
    t.do("gades", "gades")
    assert t.options == IBERIA - {"gades"}
    t.do("lusitania", "saguntum", "saguntum", "idubeda", "idubeda", "tarraconensis", "novo_carthago")
    assert t.options == {"lusitania", "tarraconensis", "novo_carthago"}
    t.do("lusitania")
    assert t.kind == "civilization" and t.game.seat == 1  # the twelfth disc ended it
    assert placed(t, "celt_iberia") == {
        **dict.fromkeys(("celt_iberia", "gades", "lusitania", "saguntum", "idubeda"), 2),
        "tarraconensis": 1,
        "novo_carthago": 1,
    }


@pytest.mark.rule("DSET-09")
def test_the_last_disc_goes_to_one_of_two_seas(file: Any) -> None:
    t = new(file({"civilization": "rome"}, {"civilization": "gaul"}, setup={"placement": 11}))
    assert t.asked("starting_disc", "rome") and t.game.decision.context == {"n": 1}
    assert t.options == {"bay_of_capua", "tyrrhenian_sea"}
    t.do("tyrrhenian_sea")
    assert placed(t, "rome") == {area: n for area, n in ROME.items() if area != "bay_of_capua"}


@pytest.mark.rule("DSET-09")
def test_one_disc_stands_at_home(file: Any) -> None:
    t = new(file({"civilization": "rome"}, {"civilization": "gaul"}, setup={"placement": 1}))
    assert placed(t, "rome") == {"rome": 1} and placed(t, "gaul") == {"gallia": 1}
    assert t.s.phase == "growth"


# ------------------------------------------------------------------------------ open seas: DSET-07c


@pytest.mark.rule("DSET-07c")
def test_minos_starts_in_the_open_seas_around_its_home() -> None:
    t = new("two_civs_b", "minos")
    seas = dict.fromkeys(("minoan_sea", "myrtoan_sea", "central_mediterranean", "eastern_mediterranean"), 1)
    assert placed(t, "minos") == {"minos": 2, "kydonia": 2, **seas}


@pytest.mark.rule("DSET-07c", "MAP-06")
def test_minos_does_not_start_in_an_open_sea_beyond_the_line() -> None:
    t = new("two_east_sea_war", "minos")
    seas = dict.fromkeys(("minoan_sea", "myrtoan_sea", "eastern_mediterranean"), 1)
    assert placed(t, "minos") == {"minos": 2, "kydonia": 2, **seas}


@pytest.mark.rule("DSET-07c")
@pytest.mark.parametrize(("epoch", "open_seas"), [(1, 0), (3, 0), (4, 1)])
def test_others_skip_open_seas_before_epoch_four(file: Any, epoch: int, open_seas: int) -> None:
    home = {"civilization": "troy", "home": ["minos"]}
    t = new(file(home, {"civilization": "gaul"}, setup={"placement": 12}, clock={"first_epoch": epoch}))
    assert t.discs("troy", "central_mediterranean") == open_seas
    assert t.discs("troy", "eastern_mediterranean") == open_seas
    assert t.discs("troy", "minoan_sea") == 1


@pytest.mark.rule("DSET-07c", "DSET-07d")
def test_the_rest_goes_to_open_seas_only_with_phoenicia_and_minos() -> None:
    assert new("two_civs_a", "phoenicia").can("eastern_mediterranean")
    egypt = new("two_civs_a", "egypt", "egyptian_sea")  # which touches it
    assert egypt.asked("starting_disc", "egypt") and not egypt.can("eastern_mediterranean")


@pytest.mark.rule("DSET-07d", "STK-02")
def test_an_open_sea_gets_no_second_disc() -> None:
    t = new("two_civs_b", "minos")
    assert t.can("minoan_sea") and not t.can("central_mediterranean")


# ----------------------------------------------------------------- homes of others: DSET-08


@pytest.mark.rule("DSET-08")
def test_a_home_already_picked_keeps_others_out_of_empty_areas_next_to_it() -> None:
    others = IBERIA - {"gades"}  # which Celt-Iberia leaves empty
    t = new("three_west", "celt_iberia", *2 * sorted(others), "mauretania")
    assert t.asked("starting_disc", "mauretania")
    assert not t.can("gades") and t.can("baetica")
    assert new("three_west", "mauretania").can("gades")


@pytest.mark.rule("DSET-08")
def test_a_home_not_yet_picked_keeps_nothing_out() -> None:
    t = new("three_west", "gaul")
    assert t.can("etruria")
    t.do("etruria", "etruria", "rome")
    assert t.discs("gaul", "etruria") == t.discs("rome", "etruria") == 2  # two in every land area


@pytest.mark.rule("DSET-08")
def test_nobody_starts_in_or_next_to_another_home_though_the_own_one_touches_it(file: Any) -> None:
    factions = {"civilization": "rome"}, {"civilization": "gaul", "home": ["etruria"]}
    t = new(file(*factions, setup={"placement": 12}), turn_order=(1, 0))
    assert t.asked("starting_disc", "gaul")
    assert placed(t, "gaul") == {"etruria": 2, "liguria": 2, "ligurian_sea": 1}
    assert not any(t.can(area) for area in ("rome", "umbria", "tyrrhenian_sea", "bay_of_capua"))


@pytest.mark.rule("DSET-08")
@pytest.mark.parametrize(
    ("scenario", "answers", "order", "possible"),
    [
        ("two_civs_c", ("carthage",), (0, 1), True),  # Rome will be picked, but is not yet
        ("two_civs_c", ("rome",), (0, 1), False),  # already picked
        ("punic_wars", (), (1, 0), False),  # given by the scenario, though Rome places later
    ],
)
def test_a_home_the_scenario_gives_counts_before_its_discs_are_placed(
    scenario: str, answers: tuple[str, ...], order: tuple[int, ...], possible: bool
) -> None:
    t = new(scenario, *answers, turn_order=order)
    assert t.asked("starting_disc", "carthage")
    assert t.can("tyrrhenian_sea") is possible


@pytest.mark.rule("DSET-08", "MULTI-04")
def test_the_home_of_the_same_players_other_civilization_counts_too(file: Any) -> None:
    own = file({"player": 0}, {"player": 0}, choice=["rome", "carthage"], setup={"placement": 12})
    assert not new(own, "rome").can("tyrrhenian_sea")
    assert new(own, "carthage").can("tyrrhenian_sea")


@pytest.mark.rule("DSET-08")
def test_the_neighbours_of_a_home_stay_free_around_the_own_home_too(file: Any) -> None:
    factions = {"civilization": "rome"}, {"civilization": "gaul", "home": ["liguria"]}
    t = new(file(*factions, setup={"placement": 12}))
    assert t.discs("rome", "etruria") == 0  # next to Liguria as well as to Rome
    assert t.discs("rome", "umbria") == 2


# ------------------------------------------------------------------------- the rest: DSET-07d


def carthage(*answers: str) -> Table:
    """Carthage has three discs left and places these."""
    return new("two_civs_c", "carthage", *answers)


@pytest.mark.rule("DSET-07d")
def test_the_rest_goes_to_empty_areas_next_to_own_ones_or_where_discs_are() -> None:
    t = carthage()
    land = {"sardinia", "nora", "sicily", "syracuse", "melite", "tripolitania", "numidia"}
    seas = {"western_mediterranean", "tyrrhenian_sea", "sea_of_sicily", "gulf_of_leptis"}
    assert t.options == land | seas | CARTHAGE.keys()


@pytest.mark.rule("DSET-07d")
def test_a_new_land_area_gets_up_to_two() -> None:
    t = carthage("tripolitania")
    assert t.can("tripolitania")
    t.do("tripolitania")
    assert t.asked("starting_disc", "carthage") and not t.can("tripolitania")


@pytest.mark.rule("DSET-07d")
def test_a_new_land_area_may_keep_one() -> None:
    t = carthage("tripolitania", "sicily", "melite")
    assert placed(t, "carthage") == {**CARTHAGE, "tripolitania": 1, "sicily": 1, "melite": 1}


@pytest.mark.rule("DSET-07d")
def test_a_new_sea_gets_one() -> None:
    t = carthage("gulf_of_leptis")
    assert t.asked("starting_disc", "carthage") and not t.can("gulf_of_leptis")


@pytest.mark.rule("DSET-07d")
def test_new_areas_are_something_to_be_next_to() -> None:
    assert not carthage().can("gulf_of_taranto")
    assert carthage("sea_of_sicily").can("gulf_of_taranto")


@pytest.mark.rule("DSET-07d")
def test_land_comes_before_sea() -> None:
    t = carthage("gulf_of_leptis")
    assert not t.can("sicily") and not t.can("tripolitania")
    assert t.can("sea_of_sicily") and t.can("carthage") and t.can("saldae")
    assert carthage("tripolitania").can("gulf_of_leptis")


@pytest.mark.rule("DSET-07d")
def test_after_a_new_sea_a_new_land_area_gets_no_second_disc() -> None:
    assert not carthage("tripolitania", "gulf_of_leptis").can("tripolitania")


@pytest.mark.rule("DSET-07d")
def test_areas_already_occupied_get_one_more_at_any_time() -> None:
    t = carthage("carthage")
    assert t.discs("carthage", "carthage") == 3
    assert not t.can("carthage") and t.can("saldae") and t.can("sicily")
    t.do("saldic_sea")
    assert t.discs("carthage", "saldic_sea") == 2
    assert not t.can("saldic_sea") and t.can("sicily")  # it is no new sea, so land is still possible
    t.do("sicily")
    assert t.kind != "starting_disc"


@pytest.mark.rule("DSET-07d")
def test_an_area_with_one_disc_gets_one_more_and_no_third(file: Any) -> None:
    factions = {"civilization": "rome"}, {"civilization": "gaul"}
    t = new(file(*factions, setup={"placement": 16, "discs": {"rome": {"nora": 1}}}))
    assert placed(t, "rome") == {**ROME, "nora": 1} and t.can("nora")
    t.do("nora")
    assert t.asked("starting_disc", "rome") and not t.can("nora")


@pytest.mark.rule("DSET-07d")
def test_barbarians_are_no_empty_area() -> None:
    t = new("punic_wars", turn_order=(1, 0))
    assert t.asked("starting_disc", "carthage")
    assert not any(t.can(area) for area in ("sicily", "syracuse", "sea_of_sicily"))
    assert t.can("nora")


@pytest.mark.rule("DSET-07d")
def test_areas_of_others_are_no_empty_areas() -> None:
    t = new("three_west", "carthage", "sardinia", "western_mediterranean", "sea_of_sicily", "mauretania")
    assert t.asked("starting_disc", "mauretania")
    assert not t.can("western_mediterranean") and t.can("balearic_sea")


# ------------------------------------------------------------------------- numbers of discs


@pytest.mark.rule("GAME-2A", "DSET-07a")
@pytest.mark.parametrize("civilization", load_scenario("two_civs_a").choice)
def test_far_east_and_far_west_start_with_sixteen_discs(civilization: str) -> None:
    t = new("two_civs_a", civilization)
    while t.asked("starting_disc", civilization):
        t.game.apply(t.game.legal_actions()[0])
    assert sum(placed(t, civilization).values()) == 16


@pytest.mark.rule("DBL-02")
@pytest.mark.parametrize("scenario", ["two_civs_a", "two_civs_b", "two_civs_c"])
def test_two_civilizations_on_the_whole_map_use_two_colours_each(scenario: str) -> None:
    t = new(scenario)
    while t.s.phase == "setup":
        t.game.apply(t.game.legal_actions()[0])
    discs = load_scenario(scenario).setup.placement
    assert t.s.supply[:2] == [98 - discs] * 2  # 100 less the two markers


@pytest.mark.rule("DSET-01", "DSET-07a")
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"rome": 2}, ROME),
        ({"rome": 1, "umbria": 1}, ROME),
        ({"rome": 3, "nora": 2}, {"rome": 3, "nora": 2}),  # and seven by choice
        (
            {"rome": 4, "nora": 4, "sicily": 4, "liguria": 2},
            {"rome": 4, "nora": 4, "sicily": 4, "liguria": 2},
        ),
    ],
)
def test_discs_that_the_scenario_puts_on_the_map_count_among_those_of_the_placement(
    file: Any, given: dict[str, int], expected: dict[str, int]
) -> None:
    factions = {"civilization": "rome"}, {"civilization": "gaul"}
    t = new(file(*factions, setup={"placement": 12, "discs": {"rome": given}}))
    assert placed(t, "rome") == expected
    left = max(0, 12 - sum(expected.values()))
    assert t.asked("starting_disc", "rome") == bool(left)
    while t.asked("starting_disc", "rome"):
        assert t.game.decision.context == {"n": left}
        t.game.apply(t.game.legal_actions()[0])
        left -= 1


@pytest.mark.rule("DSET-01", "DSET-07a")
@pytest.mark.parametrize(("own", "n"), [(None, 12), (5, 5), (14, 14)])
def test_a_faction_may_have_a_number_of_starting_discs_of_its_own(file: Any, own: int | None, n: int) -> None:
    rome = {"civilization": "rome"} | ({} if own is None else {"placement": own})
    t = new(file(rome, {"civilization": "gaul"}, setup={"placement": 12}))
    while t.asked("starting_disc", "rome"):
        t.game.apply(t.game.legal_actions()[0])
    assert sum(placed(t, "rome").values()) == n


@pytest.mark.rule("DSET-07b", "TEAM-06")
@pytest.mark.parametrize(("teams", "n"), [({"teams": [[0, 2], [1, 3]]}, 1), ({}, 2)])
def test_a_second_disc_does_not_go_beside_one_of_a_partner(file: Any, teams: Any, n: int) -> None:
    names = ("rome", "gaul", "carthage", "egypt")
    factions = [{"civilization": name} for name in names]
    t = new(file(*factions, setup={"placement": 9, "discs": {"rome": {"thapsus": 1}}}), **teams)
    for name in names[:3]:
        while t.asked("starting_disc", name):
            t.game.apply(t.game.legal_actions()[0])
    assert placed(t, "rome")["thapsus"] == 1
    assert placed(t, "carthage")["thapsus"] == n and placed(t, "carthage")["saldae"] >= 2


@pytest.mark.rule("DSET-06")
@pytest.mark.parametrize("name", load_scenario("five_civs").choice)
def test_what_one_has_picked_the_next_cannot_pick(name: str) -> None:
    t = new("five_civs")
    everything = t.options
    t.do(name)
    assert t.events("civilization")[-1].display == t.s.world.civilization_number[name]
    while t.asked("starting_disc"):
        t.game.apply(t.game.legal_actions()[0])
    assert t.asked("civilization") and t.options <= everything - {name}
    home = t.s.world.board.homes[name]
    assert t.s.home[0] == 1 << home and t.s.discs[0][home] >= 2
