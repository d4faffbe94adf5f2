"""Scenarios: all can be played; their maps, choices of civilizations, decks, clocks and Barbarians."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable
from importlib import resources
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
import yaml
from invariants import check_all
from random_play import Taste, random_game
from spoilt import Break, complaint, data_file

from acis_rules import Game, scenarios
from acis_rules.box import scenario_blocks, variant_blocks
from acis_rules.box.board import load_board
from acis_rules.box.scenario import load_scenario, parse_scenario
from acis_rules.box.scenario_blocks import COLOURS, Scenario
from acis_rules.kernel.actions import N_AREAS, areas_in, civilization_action, civilization_of
from acis_rules.kernel.bits import members
from acis_rules.replay import Recorder, load, save
from acis_rules.tools import cli
from acis_rules.tools.rule_catalogue import load_rules

NAMES = list(scenarios())
GAMING = [name for name in NAMES if load_scenario(name).kind == "gaming"]
BASIC = [name for name in NAMES if load_scenario(name).kind == "basic"]
PUNIC = ["punic_wars", "second_punic_war"]
GAMES = 4  # of each scenario
DATA = resources.files("acis_rules") / "data" / "scenarios"
DOCS = Path(__file__).parents[3] / "docs"


def begun(scenario: str | Path, seed: int = 0) -> Game:
    """A game in which everybody has picked and placed at random."""
    game = Game.new(str(scenario), seed)
    rng = random.Random(seed)
    while game.state.phase == "setup":
        game.apply(rng.choice(game.legal_actions()))
    return game


def changed(scenario: str, folder: Path, **blocks: Any) -> Path:
    """A scenario with some blocks replaced, as a file."""
    content = yaml.safe_load((DATA / f"{scenario}.yaml").read_text(encoding="utf-8"))
    file = folder / f"{scenario}_changed.yaml"
    file.write_text(json.dumps(content | blocks))
    return file


# --------------------------------------------------------------------------- all can be played


@pytest.mark.parametrize("scenario", NAMES)
def test_every_scenario_is_sound_from_the_first_decision_to_the_last(scenario: str) -> None:
    for seed in range(GAMES):
        for i, game in enumerate(random_game(scenario, seed)):
            if i % 20 == 0 or game.state.phase == "setup":
                check_all(game)
            if i % 60 == 0 or game.over:
                assert Game.from_dict(json.loads(json.dumps(game.to_dict()))).to_dict() == game.to_dict()
        check_all(game)
        assert game.over and game.winners


@pytest.mark.parametrize("scenario", NAMES)
def test_a_position_of_the_setup_read_back_goes_on_alike(scenario: str) -> None:
    game = Game.new(scenario, 5)
    taste = Taste(random.Random(5))
    while game.state.phase == "setup":
        read_back = Game.from_dict(json.loads(json.dumps(game.to_dict())))
        assert read_back.to_dict() == game.to_dict()
        action = taste.choose(game)
        game.apply(action)
        read_back.apply(action)
        assert read_back.to_dict() == game.to_dict()


@pytest.mark.parametrize("scenario", NAMES)
def test_a_replay_gives_the_same_game(scenario: str, tmp_path: Path) -> None:
    recorder = Recorder(scenario, 6)
    taste = Taste(random.Random(6))
    while not recorder.game.over:
        recorder.apply(taste.choose(recorder.game))
    save(tmp_path / "game.json", recorder)
    assert load(tmp_path / "game.json").final().to_dict() == recorder.game.to_dict()


@pytest.mark.rule("STK-02")
def test_four_discs_in_a_land_area_are_a_possible_start(tmp_path: Path) -> None:
    discs = load_scenario("basic_3p").setup.discs | {"mycenae": {"mycenae": 4}}
    file = changed("basic_3p", tmp_path, setup={"discs": discs})
    game = Game.new(str(file), options={"turn_order": [0, 1, 2]})
    names = [civilization.id for civilization in game.state.world.civilizations]
    game.apply(civilization_action(names.index("mycenae")))
    assert game.state.phase == "setup"
    assert Game.from_dict(game.to_dict()).to_dict() == game.to_dict()


# ------------------------------------------------------------------------- the default setup


@pytest.mark.parametrize("scenario", GAMING)
@pytest.mark.rule("DSET-02", "DSET-14")
def test_gaming_situations_start_with_growth_in_epoch_one_turn_one(scenario: str) -> None:
    s = begun(scenario).state
    assert (s.epoch, s.turn, s.phase) == (1, 1, "growth")
    assert s.world.scenario.clock.last_epoch == 4


@pytest.mark.parametrize("scenario", GAMING)
@pytest.mark.rule("DSET-03", "DSET-04", "DSET-05", "DSET-07a")
def test_everybody_has_a_colour_less_two_markers_and_the_barbarians_fifty(scenario: str) -> None:
    s = begun(scenario, 1).state
    block = load_scenario(scenario)
    colours = [faction.colour for faction in block.factions]
    assert len(set(colours)) == len(colours) and set(colours) <= set(COLOURS)
    for faction, given in enumerate(block.factions):
        assert sum(s.discs[faction]) == block.setup.placement
        assert s.supply[faction] == given.pool - 2 - block.setup.placement
    assert s.supply[s.world.barbarians] == 50 and not any(s.discs[s.world.barbarians])
    assert s.vp == [0] * len(colours)


@pytest.mark.parametrize("scenario", GAMING)
@pytest.mark.rule("DSET-11")
def test_the_seven_wonders_are_available(scenario: str) -> None:
    wonders = begun(scenario).state.wonders
    assert len(wonders) == 7 and all(wonder.owner < 0 for wonder in wonders)


@pytest.mark.parametrize("scenario", NAMES)
@pytest.mark.rule("DSET-12", "DSET-13", "BASIC-02")
def test_opening_hands_hold_five_cards_each_and_no_event(scenario: str) -> None:
    for seed in range(10):
        s = begun(scenario, seed).state
        block = load_scenario(scenario).deck
        own = [s.world.scenario.opening_hand(knobs) for knobs in s.world.knobs]  # 5 unless the file says
        given = s.world.scenario.setup.hands
        own = [n + len(given.get(name, ())) for n, name in zip(own, s.world.ids, strict=True)]
        assert [hand.bit_count() for hand in s.hand] == [
            own[f] if f in s.order else 0 for f in range(s.world.n_factions)
        ]
        dealt = [card for hand in s.hand for card in members(hand)]
        assert not set(dealt) & set(members(s.world.deck.events))
        rest = [*s.deck, *s.discard, *s.table, *block.boxed, *members(s.world.laid_out)]
        assert sorted([*dealt, *rest]) == list(range(1, 104))


@pytest.mark.parametrize("scenario", ["six_civs", "three_west", "two_civs_a", "basic_4p", *PUNIC])
@pytest.mark.rule("DSET-12", "BASIC-02")
def test_five_cards_for_each_civilization_are_set_aside_from_the_events(
    scenario: str, tmp_path: Path
) -> None:
    """With no opening hands the cards set aside are still to be seen on top of the deck."""
    file = changed(scenario, tmp_path, deck={"opening_hand": 0})
    aside = 5 * len(load_scenario(scenario).factions)
    first_events = []
    for seed in range(150):
        s = begun(file, seed).state
        first_events.append(next(i for i, card in enumerate(s.deck[::-1]) if s.world.deck.events >> card & 1))
    assert aside <= min(first_events) <= aside + 3


@pytest.mark.parametrize("scenario", BASIC)
@pytest.mark.rule("BASIC-01", "BASIC-03")
def test_basic_setups_put_twelve_discs_of_each_civilization_on_the_map(scenario: str) -> None:
    for discs in load_scenario(scenario).setup.discs.values():
        assert sum(discs.values()) == 12
    s = begun(scenario).state
    assert [sum(row) for row in s.discs[:-1]] == [12] * s.world.n_factions


@pytest.mark.rule("BASIC-03")
def test_gaul_has_its_two_camps_at_sea_with_four_players_too() -> None:
    four, five = (load_scenario(name).setup.discs["gaul"] for name in ("basic_4p", "basic_5p"))
    assert four == five and four["gulf_of_tarraco"] == four["ligurian_sea"] == 1


@pytest.mark.rule("DSET-01", "DSET-02")
def test_what_a_scenario_says_comes_before_the_default_setup() -> None:
    assert begun("punic_wars").state.epoch == 2
    assert [sum(row) for row in begun("two_civs_a").state.discs[:2]] == [16, 16]


# ---------------------------------------------------------------------------------- the maps

MAPS = {  # cut line -> land, coastal and open areas in play; homes in play; the line
    None: ((69, 35, 2), 10, []),
    "western": (
        (38, 20, 0), 5,
        ["Macedon", "Illyria", "Ionian Sea", "Central Mediterranean", "Bay of Sirt", "Sirt"],
    ),
    "extended_western": (
        (49, 27, 1), 8,
        ["Phrygia", "Lydia", "Minoan Sea", "Eastern Mediterranean", "Libyan Sea", "Marmarica"],
    ),
    "eastern": (
        (30, 14, 1), 5,
        ["Dalmatia", "Adriatic Sea", "Gulf of Taranto", "Central Mediterranean", "Bay of Sirt", "Sirt"],
    ),
    "extended_eastern": (
        (42, 23, 2), 5,
        ["Umbria", "Rome", "Tyrrhenian Sea", "Carthaginian Sea", "Carthage", "Thapsus"],
    ),
}  # fmt: skip
MAP_OF = {
    **dict.fromkeys(("three_west", "two_west", "punic_wars"), "western"),
    **dict.fromkeys(("four_west", "second_punic_war"), "extended_western"),
    **dict.fromkeys(("three_east", "two_east_border", "two_east_sea_war"), "eastern"),
    "four_east": "extended_eastern",
}


@pytest.mark.parametrize("cut_line", MAPS)
@pytest.mark.rule("MAP-01", "MAP-02", "MAP-03", "MAP-04", "MAP-05")
def test_the_parts_of_the_map(cut_line: str | None) -> None:
    counts, homes, line = MAPS[cut_line]
    board = load_board(cut_line)
    kinds = (board.land, board.coastal, board.open_sea)
    assert tuple((kind & board.in_play).bit_count() for kind in kinds) == counts
    assert board.in_play.bit_count() == sum(counts)
    assert len(board.homes) == homes
    assert not any(board.in_play >> board.find(area) & 1 for area in line)


@pytest.mark.parametrize("cut_line", MAPS)
@pytest.mark.rule("MAP-06")
def test_nothing_borders_on_the_line_or_on_what_is_beyond(cut_line: str | None) -> None:
    board = load_board(cut_line)
    reached, frontier = 0, board.in_play & -board.in_play
    while frontier:
        reached |= frontier
        frontier = board.around(frontier) & ~reached
    assert reached == board.in_play
    assert board.around((1 << N_AREAS) - 1) == board.in_play


@pytest.mark.parametrize("scenario", [*GAMING, *PUNIC])
@pytest.mark.rule("MAP-01", "MAP-02", "MAP-03", "MAP-04", "MAP-05")
def test_each_scenario_has_its_map(scenario: str) -> None:
    assert load_scenario(scenario).board.cut_line == MAP_OF.get(scenario)


@pytest.mark.parametrize("scenario", sorted(MAP_OF))
@pytest.mark.rule("MAP-06")
def test_no_piece_is_ever_on_the_line_or_beyond(scenario: str) -> None:
    for seed in range(GAMES):
        for game in random_game(scenario, 100 + seed):
            s = game.state
            in_play = s.world.board.in_play
            used = [area for row in s.discs for area, n in enumerate(row) if n]
            used += [wonder.area for wonder in s.wonders if wonder.owner >= 0]
            used += [area for area, _ in s.allies]
            used += members(areas_in(game.legal_mask))
            assert all(in_play >> area & 1 for area in used)


# ---------------------------------------------------------------- which civilizations: GAME rules

Groups = list[tuple[int, Iterable[str]]]
WEST = ("gaul", "celt_iberia", "mauretania")
CENTRE = ("rome", "carthage", "mycenae", "minos")
SEA = ("mycenae", "minos", "troy")
ALL_WEST = (*WEST, "rome", "carthage")
ALL_EAST = ("egypt", "phoenicia", "minos", "troy", "mycenae")
EGYPT: tuple[int, tuple[str, ...]] = (1, ("egypt",))


def sets_of(*ways: Groups) -> set[frozenset[str]]:
    """The sets of civilizations to pick in one of these ways: so many of each group."""
    return {
        frozenset(civilization for part in parts for civilization in part)
        for way in ways
        for parts in product(*(combinations(group, n) for n, group in way))
    }


POSSIBLE = {
    "six_civs": sets_of([(2, WEST), (2, CENTRE), EGYPT, (1, ("phoenicia", "troy"))]),
    "five_civs": sets_of(
        [(2, WEST), (1, CENTRE), EGYPT, (1, ("phoenicia", "troy"))],
        [(1, WEST), (2, CENTRE), EGYPT, (1, ("phoenicia", "troy"))],
    ),
    "four_civs_a": sets_of([(2, ("rome", "carthage")), (2, SEA)]),
    "four_civs_b": sets_of([(4, ("gaul", "mauretania", "phoenicia", "egypt"))]),
    "four_civs_c": sets_of([(1, WEST), (1, ("rome", "carthage")), (1, SEA), (1, ("egypt", "phoenicia"))]),
    "four_civs_d": sets_of([(2, ALL_WEST), (2, ALL_EAST)]),
    "three_civs_a": sets_of([EGYPT, (1, ("celt_iberia", "mauretania")), (1, SEA)]),
    "three_civs_b": sets_of([(2, ("rome", "carthage")), (1, ("egypt", "phoenicia"))]),
    "three_civs_c": sets_of(
        [
            (1, ("celt_iberia", "mauretania")),
            (1, ("rome", "carthage", "mycenae")),
            (1, ("egypt", "phoenicia")),
        ]
    ),
    "two_civs_a": sets_of([(1, WEST), (1, ("phoenicia", "minos", "egypt"))]),
    "two_civs_b": sets_of([(1, ALL_WEST), (1, ALL_EAST)]),
    "two_civs_c": sets_of([(2, ("rome", "carthage"))]),
    "four_west": sets_of([(4, (*ALL_WEST, "mycenae"))]),
    "four_east": sets_of([(3, ("mycenae", "egypt", "phoenicia")), (1, ("minos", "troy"))]),
    "three_west": sets_of([(3, ALL_WEST)]),
    "three_east": sets_of([(2, ("egypt", "phoenicia")), (1, SEA)]),
    "two_west": sets_of([(2, ALL_WEST)]) - {frozenset(("carthage", "celt_iberia"))},
    "two_east_border": sets_of([(1, ("egypt", "phoenicia")), (1, SEA)]),
    "two_east_sea_war": sets_of([(2, ("minos", "phoenicia"))]),
}


@pytest.mark.rule(
    "GAME-06", "GAME-05", "GAME-4A", "GAME-4B", "GAME-4C", "GAME-4D", "GAME-3A", "GAME-3B", "GAME-3C",
    "GAME-2A", "GAME-2B", "GAME-2C", "GAME-W4", "GAME-E4", "GAME-W3", "GAME-E3", "GAME-W2", "GAME-E2B",
    "GAME-E2S", "DSET-10",
)  # fmt: skip
@pytest.mark.parametrize("scenario", POSSIBLE)
def test_in_every_order_of_picks_exactly_the_civilizations_of_the_scenario_come_together(
    scenario: str,
) -> None:
    """Whatever was picked before: free is what completes it to a possible set, in every order."""
    block = load_scenario(scenario)
    possible = POSSIBLE[scenario]
    assert all(len(civilizations) == len(block.factions) for civilizations in possible)
    reached: set[frozenset[str]] = {frozenset()}
    for _ in block.factions:
        following = set()
        for taken in reached:
            completed = {
                c for civilizations in possible if taken < civilizations for c in civilizations - taken
            }
            assert set(block.free(taken)) == completed, taken
            following |= {taken | {c} for c in completed}
        reached = following
    assert reached == possible


def test_all_gaming_situations_are_there() -> None:
    assert sorted(GAMING) == sorted(POSSIBLE)


@pytest.mark.parametrize("scenario", POSSIBLE)
@pytest.mark.rule("DSET-06", "DSET-10")
def test_the_game_offers_what_is_free_and_nothing_else(scenario: str) -> None:
    for seed in range(10):
        game = Game.new(scenario, seed)
        rng = random.Random(seed)
        s = game.state
        names = [civilization.id for civilization in s.world.civilizations]
        while s.phase == "setup":
            if game.decision.kind == "civilization":
                taken = [names[number] for number in s.civilization if number >= 0]
                offered = {names[civilization_of(action)] for action in game.legal_actions()}
                assert offered == set(s.world.scenario.free(taken))
            game.apply(rng.choice(game.legal_actions()))
        assert frozenset(names[number] for number in s.civilization) in POSSIBLE[scenario]


# ------------------------------------------------------------------------------ the Punic Wars


@pytest.mark.parametrize(
    ("scenario", "barbarians"),
    [
        pytest.param("punic_wars", 28, marks=pytest.mark.rule("PUNIC-01")),
        pytest.param("second_punic_war", 22, marks=pytest.mark.rule("PUN2-01")),
    ],
)
def test_barbarians_stand_on_the_map_before_the_civilizations(scenario: str, barbarians: int) -> None:
    s = Game.new(scenario).state
    row = s.discs[s.world.barbarians]
    assert sum(row) == barbarians and s.supply[s.world.barbarians] == 50 - barbarians
    areas = {s.world.board.areas[i].id: n for i, n in enumerate(row) if n}
    two = ("sicily", "baetica", "celt_iberia", "tarraconensis", "idubeda", "aquitania", "tarraco", "gallia",
           "massilia")  # fmt: skip
    three = ("syracuse", "noricum", "dalmatia") if barbarians == 28 else ("syracuse",)
    assert areas == {**dict.fromkeys(three, 3), **dict.fromkeys(two, 2), "sea_of_sicily": 1}
    black = [event.kind == "barbarians" for event in begun(scenario).events if event.area >= 0]
    assert all(black[: len(areas)]) and not any(black[len(areas) :])


@pytest.mark.parametrize(
    ("scenario", "civilizations"),
    [("punic_wars", ["rome", "carthage"]), ("second_punic_war", ["rome", "mycenae", "carthage"])],
)
@pytest.mark.rule("PUNIC-01", "PUN2-01")
def test_the_civilizations_of_the_punic_wars_are_given(scenario: str, civilizations: list[str]) -> None:
    game = begun(scenario)
    s = game.state
    assert [s.world.civilization(s, faction).id for faction in range(len(civilizations))] == civilizations


@pytest.mark.parametrize(
    ("scenario", "last"),
    [
        pytest.param("punic_wars", 4, marks=pytest.mark.rule("PUNIC-02")),
        pytest.param("second_punic_war", 3, marks=pytest.mark.rule("PUN2-02")),
    ],
)
def test_the_punic_wars_begin_in_epoch_two_and_end_with_their_last(scenario: str, last: int) -> None:
    ends = set()
    for seed in range(30):
        *_, game = random_game(scenario, seed)
        if not any(event.kind == "conquest" for event in game.events):
            ends.add(game.state.epoch)
            turns = [(event.epoch, event.turn) for event in game.events if event.kind == "turn"]
            assert turns[0] == (2, 1)
            assert {epoch for epoch, _ in turns} == set(range(2, last + 1))
            assert {turn for _, turn in turns} <= {1, 2, 3, 4}
    assert ends == {last}


# ------------------------------------------------------------------------------- broken files


@pytest.mark.parametrize(
    ("scenario", "spoil", "message"),
    [
        (
            "two_west",
            lambda d: d.update(
                choice=["rome", "gaul", "carthage"],
                limits=[{"at_most": 1, "of": ["rome", other]} for other in ("gaul", "carthage")],
            ),
            "limits: after the choice of rome nobody can be the next",
        ),
        (
            "three_civs_b",
            lambda d: d["limits"].append({"at_most": 1, "of": ["rome", "carthage"]}),
            "limits: after the choice of carthage, egypt nobody can be the next",
        ),
        (
            "two_west",
            lambda d: d["limits"][1].update(of=["carthage", "persia"]),
            "limits[1].of: persia is not one of the choice",
        ),
        (
            "two_west",
            lambda d: d["limits"][1].update(of=["carthage", "egypt"]),
            "limits[1].of: egypt is not one of the choice",
        ),
        (
            "two_west",
            lambda d: d["limits"][0].update(at_most=0),
            "Expected `int` >= 1 - at `limits[0].at_most`",
        ),
        (
            "two_west",
            lambda d: d["limits"][0].update(of=[]),
            "Expected `array` of length >= 1 - at `limits[0].of`",
        ),
        (
            "punic_wars",
            lambda d: d["setup"]["barbarians"].update(liguria=23),
            "setup.barbarians: 51 discs; there are 50",
        ),
        (
            "punic_wars",
            lambda d: d.update(knobs={"barbarians": 27}),
            "setup.barbarians: 28 discs; there are 27",
        ),
        (
            "punic_wars",
            lambda d: d["setup"]["barbarians"].update(troy=1),
            "setup.barbarians: troy: not in play on this board",
        ),
        (
            "punic_wars",
            lambda d: d["setup"]["barbarians"].update(atlantis=1),
            "setup.barbarians: unknown area 'atlantis'",
        ),
        (
            "punic_wars",
            lambda d: d["setup"]["barbarians"].update(syracuse=0),
            "Expected `int` >= 1 - at `setup.barbarians[...]`",
        ),
        (
            "two_west",
            lambda d: d["choice"].append("egypt"),
            "setup.placement: the home of egypt: egypt: not in play on this board",
        ),
        (
            "punic_wars",
            lambda d: d["factions"][1].update(civilization="troy"),
            "setup.placement: the home of troy: troy: not in play on this board",
        ),
        (
            "punic_wars",
            lambda d: d["factions"][0].update(pool=13),
            "setup.placement: 12; factions[0] has fewer discs",
        ),
        ("punic_wars", lambda d: d.update(npcs=[2]), "npcs: must list seats of 0 to 1, each once"),
        ("punic_wars", lambda d: d.update(npcs=[1, 1]), "npcs: must list seats of 0 to 1, each once"),
        (
            "punic_wars",
            lambda d: d["victory"].update(control=["rome", "troy"]),
            "victory.control: troy: not in play on this board",
        ),
        (
            "punic_wars",
            lambda d: d["victory"].update(control=["rome", "atlantis"]),
            "victory.control: unknown area 'atlantis'",
        ),
    ],
)
def test_a_broken_scenario_says_what_and_where(
    scenario: str, spoil: Break, message: str, tmp_path: Path
) -> None:
    content = data_file(f"scenarios/{scenario}.yaml")
    whole = tmp_path / "whole.yaml"
    whole.write_text(json.dumps(content))
    parse_scenario(whole)  # only what is spoilt is wrong
    assert message in complaint(parse_scenario, content, spoil, tmp_path)


# -------------------------------------------------------------------------------- the pages


def test_the_page_about_scenarios_lists_all_with_their_players() -> None:
    page = (DOCS / "scenarios.md").read_text(encoding="utf-8")
    rows = {
        cells[0].strip(" `"): cells for cells in (line.split("|")[1:] for line in page.splitlines()) if cells
    }
    for name in NAMES:
        assert name in rows, name
        assert rows[name][1].strip() == scenarios()[name]
        assert rows[name][2].split()[0] == str(load_scenario(name).players)


def test_the_page_about_scenarios_names_every_field() -> None:
    page = (DOCS / "scenarios.md").read_text(encoding="utf-8")
    names = vars(scenario_blocks) | vars(variant_blocks)
    blocks = [block for name, block in names.items() if name.endswith("Block")]
    for block in (Scenario, *blocks):
        for field in block.__struct_encode_fields__:
            assert f"`{field}`" in page, f"{block.__name__}: {field}"


def test_the_example_on_the_page_about_scenarios_can_be_played(tmp_path: Path) -> None:
    page = (DOCS / "scenarios.md").read_text(encoding="utf-8")
    example = re.search(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert example is not None
    file = tmp_path / "example.yaml"
    file.write_text(example[1])
    *_, game = random_game(str(file), 1)
    assert game.over


def test_comments_of_scenario_files_name_rules_of_the_catalogue() -> None:
    rules = load_rules()
    for name in (*GAMING, *PUNIC):
        first = (DATA / f"{name}.yaml").read_text(encoding="utf-8").splitlines()[0]
        named = re.findall(r"[A-Z0-9]+-[0-9A-Z]+", first)
        assert named and all(rule in rules for rule in named), first


@pytest.mark.parametrize("rule", ["DSET-07d", "dset-07d", "GAME-4A", "PUN2-03"])
def test_every_rule_is_shown_by_its_id(rule: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["rules", rule])
    assert end.value.code == 0
    assert rule.lower() in capsys.readouterr().out.lower()
