"""The map: what the rules say about it, and what their examples imply.

"Example" in the comments below is a worked example of the rulebook or playbook.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Set
from importlib import resources
from itertools import pairwise

import networkx as nx
import pytest

from acis_rules.box.board import MAP_FILE, Board, load_board, load_shapes, parse_map
from acis_rules.box.scenario import load_scenario
from acis_rules.errors import DataError
from acis_rules.kernel.bits import members


def names(text: str) -> set[str]:
    return set(text.split())


SOURCE = parse_map((resources.files("acis_rules") / "data" / MAP_FILE).read_bytes(), MAP_FILE)
FULL = load_board()
AREA = {area.id: area for area in SOURCE.areas}
CORNERS = {frozenset(pair) for pair in SOURCE.meta.corner_contacts}
PAIRS = {frozenset(pair[:2]) for pair in SOURCE.adjacency}

CUT_LINES = {  # name: (side kept, areas from the northern to the southern edge)
    "western": ("west", "macedon illyria ionian_sea central_mediterranean bay_of_sirt sirt"),
    "extended_western": ("west", "phrygia lydia minoan_sea eastern_mediterranean libyan_sea marmarica"),
    "eastern": ("east", "dalmatia adriatic_sea gulf_of_taranto central_mediterranean bay_of_sirt sirt"),
    "extended_eastern": ("east", "umbria rome tyrrhenian_sea carthaginian_sea carthage thapsus"),
    "alexander_darius": ("east", "dalmatia adriatic_sea gulf_of_taranto sea_of_sicily gulf_of_leptis leptis"),
    "god_king": (
        "east",
        "thracian_sea aegean_sea mycenae laconia ionian_sea gulf_of_taranto sea_of_sicily "
        "gulf_of_leptis leptis",
    ),
}
# The starting areas of the example of play
EGYPT = names("egypt kush libya nile_delta sinai red_sea egyptian_sea")
TROY = names("troy phrygia ionia lydia cilicia icarian_sea trojan_sea")
ROME = names("rome etruria umbria apulia samnium bay_of_capua tyrrhenian_sea")


def ids(mask: int) -> set[str]:
    return {FULL.areas[i].id for i in members(mask)}


def around(area: str, board: Board = FULL) -> set[str]:
    return ids(board.neighbours[board.number[area]])


def lands(area: str) -> set[str]:
    return {other for other in around(area) if AREA[other].kind == "land"}


def seas(area: str) -> set[str]:
    return around(area) - lands(area)


def around_all(areas: set[str]) -> set[str]:
    return areas.union(*(around(area) for area in areas))


def steps(start: str | set[str], goal: str, avoiding: Set[str] = frozenset()) -> int:
    """Areas entered on a shortest way from `start` to `goal`."""
    reached = {start} if isinstance(start, str) else set(start)
    n = 0
    while goal not in reached:
        further = (around_all(reached) | reached) - avoiding
        assert further != reached, f"no way to {goal}"
        reached, n = further, n + 1
    return n


def shortest_ways(start: str, goal: str) -> list[list[str]]:
    if start == goal:
        return [[]]
    left = steps(start, goal)
    return [
        [area, *way]
        for area in sorted(around(start))
        if steps(area, goal) == left - 1
        for way in shortest_ways(area, goal)
    ]


def is_chain(text: str) -> bool:
    areas = text.split()
    return all(b in around(a) for a, b in pairwise(areas))


def islands() -> list[set[str]]:
    groups: dict[str, set[str]] = defaultdict(set)
    for area in SOURCE.areas:
        if area.island:
            groups[area.island].add(area.id)
    return list(groups.values())


def kept(cut_line: str) -> set[str]:
    return ids(load_board(cut_line).in_play)


def touching(side: str, *, land_only: bool = True, board: Board = FULL) -> set[str]:
    return ids(board.edge[side] & (board.land if land_only else board.in_play))


# ------------------------------------------------------------------------ areas and kinds


@pytest.mark.rule("DEF-31", "DEF-37")
def test_land_coastal_and_open_sea_areas() -> None:
    assert (FULL.land.bit_count(), FULL.coastal.bit_count(), FULL.open_sea.bit_count()) == (69, 35, 2)
    assert FULL.land | FULL.sea == FULL.in_play == (1 << 106) - 1
    assert not FULL.land & FULL.sea and not FULL.coastal & FULL.open_sea
    assert FULL.sea == FULL.coastal | FULL.open_sea
    assert ids(FULL.open_sea) == {"central_mediterranean", "eastern_mediterranean"}
    assert AREA["western_mediterranean"].kind == "coastal"


@pytest.mark.rule("DEF-43")
def test_map_errata() -> None:
    assert AREA["atlantic"].kind == "coastal"
    assert FULL.find("Baeleric Sea") == FULL.find("Balearic Sea") == FULL.number["balearic_sea"]


@pytest.mark.rule("DEF-40", "DEF-02")
def test_ten_civilizations_have_one_home_each() -> None:
    homes = {civilization: FULL.areas[number].id for civilization, number in FULL.homes.items()}
    same_name = names("rome carthage celt_iberia mauretania mycenae troy phoenicia minos egypt")
    assert homes == {"gaul": "gallia", **{name: name for name in same_name}}
    assert all(AREA[home].kind == "land" for home in homes.values())
    assert sum(area.home_of is not None for area in SOURCE.areas) == 10


def test_every_area_the_rulebook_names_is_there() -> None:
    reconstructed = {area.id for area in SOURCE.areas if area.source == "reconstructed"}
    assert reconstructed == {"lusitania"}
    assert len({area.name for area in SOURCE.areas}) == len(SOURCE.areas) == 106


@pytest.mark.parametrize(("text", "area"), sorted(SOURCE.meta.aliases.items()))
def test_other_spellings_of_the_rulebook_are_understood(text: str, area: str) -> None:
    assert FULL.find(text) == FULL.number[area]


def test_areas_are_found_by_name_in_any_case() -> None:
    assert FULL.find(" nile delta ") == FULL.find("Nile Delta") == FULL.find("nile_delta")
    with pytest.raises(DataError, match="unknown area 'Atlantis'"):
        FULL.find("Atlantis")


# --------------------------------------------------------------------------------- borders


def test_borders_are_mutual_and_none_is_lost() -> None:
    assert len(PAIRS) == len(SOURCE.adjacency) == 281
    assert sum(pair[2] == "documented" for pair in SOURCE.adjacency) == 82
    assert {pair[2] for pair in SOURCE.adjacency} == {"documented", "reconstructed"}
    assert all(pair[3] for pair in SOURCE.adjacency), "every border says where it comes from"
    for area in AREA:
        assert area not in around(area)
        assert all(area in around(other) for other in around(area))


def test_the_map_is_one_piece_without_dead_ends() -> None:
    assert around_all(set(AREA)) == set(AREA)
    assert all(steps(area, "rome") < 15 for area in AREA)
    assert all(len(around(area)) >= 2 for area in AREA)
    for area in SOURCE.areas:
        if area.kind == "land":
            assert seas(area.id) if area.island else lands(area.id)
        elif area.kind == "coastal":
            assert lands(area.id), "a coastal sea has a coast"


@pytest.mark.rule("DEF-32")
def test_areas_are_adjacent_where_their_drawn_shapes_share_a_border() -> None:
    owners = defaultdict(set)
    for area, polygons in load_shapes().items():
        for ring in (ring for polygon in polygons for ring in polygon):
            points = [tuple(point) for point in ring]
            for side in zip(points, points[1:] + points[:1], strict=True):
                owners[frozenset(side)].add(area)
    drawn: dict[frozenset[str], float] = defaultdict(float)
    for ends, areas in owners.items():
        if len(areas) == 2 and len(ends) == 2:
            drawn[frozenset(areas)] += math.dist(*ends)
    # In five places a border ends so close to another one that the drawing overshoots a little,
    # and the corner contact needs a sixth.
    assert {pair for pair, length in drawn.items() if length > 0.6} <= PAIRS
    assert sum(pair not in PAIRS for pair in drawn) == 6
    by_island_rule = {
        frozenset((land, sea)) for island in islands() for land in island for sea in AREA if sea in seas(land)
    }
    assert PAIRS - set(drawn) <= by_island_rule | CORNERS


def test_the_map_can_be_drawn() -> None:
    """Islands as points, the corner contact left out, the four edges as a frame: planar, no holes."""
    point = {area.id: f"island {area.island}" if area.island else area.id for area in SOURCE.areas}
    graph = nx.Graph()
    for pair in PAIRS - CORNERS:
        a, b = (point[area] for area in pair)
        if a != b:
            graph.add_edge(a, b)
    for area in SOURCE.areas:
        for side in area.edges:
            graph.add_edge(point[area.id], f"edge {side}")
    for a, b in ("NE", "ES", "SW", "WN"):
        graph.add_edge(f"edge {a}", f"edge {b}")
    planar, drawing = nx.check_planarity(graph)
    assert planar
    assert {frozenset(("edetani", "massilia"))} == CORNERS
    seen: set[tuple[str, str]] = set()
    for a, b in drawing.edges():
        if (a, b) not in seen:
            assert len(drawing.traverse_face(a, b, mark_half_edges=seen)) <= 4


@pytest.mark.rule("DEF-33")
def test_the_nile_flows_through_three_areas_and_is_no_border() -> None:
    assert ids(FULL.nile) == {"egypt", "nile_delta", "kush"}
    assert {"nile_delta", "kush"} <= lands("egypt")
    assert len([area for area in SOURCE.areas if area.name in ("Egypt", "Nile Delta", "Kush")]) == 3


@pytest.mark.rule("DEF-34")
def test_every_land_of_an_island_touches_every_sea_around_it() -> None:
    groups = islands()
    assert {"corsica"} in groups and {"sardinia", "nora"} in groups
    assert len(groups) == 7
    for island in groups:
        for land in island:
            assert seas(land) == seas(min(island))
            assert lands(land) == island - {land}
    assert "bay_of_capua" in seas("sardinia") & seas("nora")


@pytest.mark.rule("DEF-36")
def test_no_sea_area_lies_inside_an_island() -> None:
    for sea in ids(FULL.sea):
        assert not any(around(sea) <= island for island in islands())


# --------------------------------------------------------------------- edges and partial maps


def test_land_on_the_edges_of_the_full_map() -> None:
    assert names("macedon phrygia dalmatia umbria noricum") <= touching("N")
    assert names("sirt marmarica leptis thapsus egypt") <= touching("S")
    assert names("carchemish hamath palmyra canaan petra") <= touching("E")
    assert touching("W") == set() and "atlantic" in touching("W", land_only=False)
    assert touching("N") & names("troy phrygia ionia lydia cilicia tarsus"), "hordes reach Asia Minor"
    assert all(AREA[area].y > 30 for area in touching("N"))
    assert all(AREA[area].y < 13 for area in touching("S"))
    assert all(AREA[area].x > 85 for area in touching("E"))


@pytest.mark.parametrize("name", CUT_LINES)
def test_a_cut_line_runs_from_north_to_south_and_parts_the_map_in_two(name: str) -> None:
    side, text = CUT_LINES[name]
    line = text.split()
    in_file = SOURCE.meta.cut_lines[name]
    assert (in_file.keep, set(in_file.areas)) == (side, set(line))
    assert is_chain(text)
    assert "N" in AREA[line[0]].edges and "S" in AREA[line[-1]].edges
    assert not any("S" in AREA[area].edges for area in line[:-1]), "the line ends where it meets the edge"
    ours, theirs = kept(name), set(AREA) - kept(name) - set(line)
    inland = {"west": "celt_iberia", "east": "phoenicia"}
    assert inland[side] in ours and inland["east" if side == "west" else "west"] in theirs
    assert not around_all(ours) & theirs
    assert around_all(theirs) <= theirs | set(line)
    assert all(steps(min(theirs), area, set(line)) for area in theirs - {min(theirs)}), "in one piece"


@pytest.mark.rule("SET-01")
def test_the_map_of_2_players_is_cut_in_the_west() -> None:
    board = load_board(load_scenario("basic_2p").board.cut_line)
    line = names("dalmatia adriatic_sea gulf_of_taranto central_mediterranean bay_of_sirt sirt")
    assert not ids(board.in_play) & line
    assert around_all(ids(board.in_play)) - ids(board.in_play) == line
    assert names("egypt troy phoenicia minos mycenae macedon cyrenaica") <= ids(board.in_play)


@pytest.mark.rule("SET-17")
def test_the_map_of_3_players_is_cut_in_the_east() -> None:
    board = load_board(load_scenario("basic_3p").board.cut_line)
    line = names("phrygia lydia minoan_sea eastern_mediterranean libyan_sea marmarica")
    assert not ids(board.in_play) & line
    assert around_all(ids(board.in_play)) - ids(board.in_play) == line
    assert names("celt_iberia carthage rome mycenae gallia mauretania cyrenaica") <= ids(board.in_play)


@pytest.mark.parametrize(
    ("cut_line", "side", "on_the_new_edge", "gone"),
    [
        pytest.param("eastern", "W", "macedon illyria ionian_sea cyrenaica", "rome carthage sirt dalmatia",
                     marks=pytest.mark.rule("SET-02")),
        pytest.param("extended_western", "E", "troy ionia aegean_sea myrtoan_sea cyrenaica",
                     "egypt phrygia lydia cilicia marmarica", marks=pytest.mark.rule("SET-18")),
    ],
)  # fmt: skip
def test_beyond_the_line_nothing_exists_and_the_line_is_the_edge(
    cut_line: str, side: str, on_the_new_edge: str, gone: str
) -> None:
    board = load_board(cut_line)
    out = ~board.in_play
    assert not names(gone) & ids(board.in_play)
    assert not any(mask & out for mask in board.neighbours), "no way leads out"
    assert not any(board.neighbours[i] for i in members(FULL.in_play & out))
    for mask in (board.land, board.coastal, board.open_sea, board.nile, *board.edge.values()):
        assert not mask & out
    assert not {number for number in board.homes.values() if out >> number & 1}
    assert names(on_the_new_edge) <= ids(board.edge[side])
    beyond = set(SOURCE.meta.cut_lines[cut_line].areas)
    for area in ids(board.edge[side]) - ids(FULL.edge[side]):
        assert around(area) & beyond
    assert ids(board.edge["N"]) == ids(FULL.edge["N"]) & ids(board.in_play)
    assert ids(board.edge["S"]) == ids(FULL.edge["S"]) & ids(board.in_play)


@pytest.mark.rule("SET-02")
def test_only_one_open_sea_is_in_play_with_2_players() -> None:
    assert ids(load_board("eastern").open_sea) == {"eastern_mediterranean"}


def test_an_unknown_cut_line_is_named() -> None:
    with pytest.raises(DataError, match="unknown cut line 'southern'; the map has: alexander_darius"):
        load_board("southern")


def test_both_halves_of_the_roman_empire_have_room_for_all_its_discs() -> None:
    """Fall of Rome puts 49 discs of each empire on land west and east of two lines."""
    west = {area for area in AREA if AREA[area].kind == "land"} - kept("alexander_darius")
    west -= set(SOURCE.meta.cut_lines["alexander_darius"].areas)
    east = {area for area in AREA if AREA[area].kind == "land"} - kept("western")
    east -= set(SOURCE.meta.cut_lines["western"].areas)
    assert (len(west), len(east)) == (36, 28)
    assert ids(FULL.land) == west | east | names("dalmatia leptis macedon illyria sirt")
    assert names("aquitania gallia liguria umbria rome gades carthage lusitania") <= west
    assert (
        names("thessaly carchemish hamath palmyra canaan petra troy mycenae nile_delta al_mina tyre") <= east
    )


# ------------------------------------------------------------------- the order of competitions


def test_competitions_run_from_north_east_to_south_west() -> None:
    sequence = [FULL.areas[number].id for number in FULL.competition_order]
    assert sorted(sequence) == sorted(AREA)
    far = [math.dist((AREA[area].x, AREA[area].y), (100, 40)) for area in sequence]
    assert all(a <= b + 0.1 for a, b in pairwise(far))
    assert sequence[0] == "carchemish" and sequence[-1] == "atlantic"
    assert [FULL.competition_rank[number] for number in FULL.competition_order] == list(range(106))


def test_neighbours_lie_near_each_other() -> None:
    for pair in PAIRS:
        a, b = (AREA[area] for area in pair)
        assert math.dist((a.x, a.y), (b.x, b.y)) < 22, sorted(pair)
    assert all(0 <= area.x <= 100 and 0 <= area.y <= 40 for area in SOURCE.areas)


# -------------------------------------------------------------- homes and their surroundings


def test_land_around_the_homes() -> None:
    assert lands("rome") == names("etruria umbria apulia samnium")
    assert seas("rome") == names("bay_of_capua tyrrhenian_sea")
    assert lands("carthage") == names("saldae thapsus")
    assert seas("carthage") == names("saldic_sea carthaginian_sea african_sea")
    assert lands("gallia") == names("aquitania tarraco massilia liguria")
    assert lands("mycenae") == names("laconia illyria thessaly")
    assert seas("mycenae") <= names("thracian_sea aegean_sea ionian_sea")
    assert lands("mauretania") == names("tingitana numidia")
    assert lands("egypt") == names("kush nile_delta libya")
    assert lands("troy") <= names("phrygia ionia lydia")
    assert seas("troy") <= names("icarian_sea trojan_sea")


def test_celt_iberia_has_more_than_five_lands_around_it() -> None:
    assert names("tarraconensis idubeda saguntum novo_carthago gades") < lands("celt_iberia")
    assert len(lands("celt_iberia")) == 6


# ----------------------------------------------------------------- what the examples imply


@pytest.mark.rule("EX-46")
def test_borders_that_the_examples_imply() -> None:
    for a, others in {
        "adriatic_sea": "apulia",
        "upper_adriatic": "adriatic_sea gulf_of_dalmatia",
        "gulf_of_dalmatia": "noricum dalmatia",
        "noricum": "dalmatia",
        "dalmatia": "macedon illyria",
        "thessaly": "macedon illyria",
        "illyria": "mycenae ionian_sea",
        "icarian_sea": "troy ionia lydia",
        "egypt": "kush nile_delta",
        "bay_of_capua": "sardinia nora",
    }.items():
        assert names(others) <= around(a), a
    assert around("eastern_mediterranean") & EGYPT
    assert around("eastern_mediterranean") & (TROY | names("tyre levantine_sea"))
    assert EGYPT & touching("E")


def test_egypt_and_troy_start_out_of_each_others_reach() -> None:
    """Neither trades in the example: no sea of one is in or next to an area of the other."""
    assert not around_all(names("red_sea egyptian_sea")) & TROY
    assert not around_all(names("icarian_sea trojan_sea")) & (EGYPT | names("marmarica tyre"))


def test_ways_of_deployment_in_the_example_of_play() -> None:
    assert around("marmarica") & EGYPT and around("tyre") & EGYPT
    assert around("levantine_sea") & TROY and "strait_of_al_mina" in around("levantine_sea")


def test_only_egypt_is_on_the_eastern_edge_in_the_example_of_play() -> None:
    assert touching("E") & (EGYPT | names("marmarica tyre"))
    assert not touching("E", land_only=False) & (TROY | names("levantine_sea strait_of_al_mina"))


def test_all_land_on_the_egyptian_sea_is_egyptian() -> None:
    assert lands("egyptian_sea") <= EGYPT and "tyre" not in lands("egyptian_sea")


def test_the_sea_peoples_in_the_icarian_sea_reach_three_lands() -> None:
    assert lands("icarian_sea") == names("troy ionia lydia")


def test_creation_of_a_civilization_on_the_adriatic() -> None:
    assert around("upper_adriatic") - ROME == names("adriatic_sea gulf_of_dalmatia")
    assert steps(ROME, "adriatic_sea") == 1 < steps(ROME, "gulf_of_dalmatia")
    assert lands("gulf_of_dalmatia") == names("noricum dalmatia")
    assert (steps(ROME, "noricum"), steps(ROME, "dalmatia")) == (3, 2)
    assert lands("noricum") == {"dalmatia"}
    assert lands("dalmatia") == names("noricum macedon illyria")
    assert (lands("macedon") | lands("illyria")) - names("dalmatia macedon illyria") == names(
        "thessaly mycenae"
    )


class TestVisigothExample:
    """The playbook follows the Visigoths disc by disc from Aquitania towards Roman gold."""

    def test_the_way_to_gades_leads_through_idubeda_and_celt_iberia(self) -> None:
        gold = ("rome", "gades", "carthage")
        nearest = {area: min(steps(area, goal) for goal in gold) for area in around("aquitania")}
        assert [area for area in nearest if nearest[area] == min(nearest.values())] == ["idubeda"]
        front = lands("aquitania") | lands("idubeda")
        assert [area for area in front if "gades" in around(area)] == ["celt_iberia"]

    def test_gades_is_five_areas_from_carthage(self) -> None:
        assert is_chain("gades novo_carthago numidian_sea western_mediterranean saldic_sea carthage")
        assert steps("gades", "carthage") == 5

    def test_aquitania_is_four_areas_from_rome_and_five_without_gallia(self) -> None:
        assert is_chain("aquitania gallia liguria etruria rome") and steps("aquitania", "rome") == 4
        assert is_chain("aquitania edetani gulf_of_tarraco ligurian_sea etruria rome")
        without = {"gallia"}
        assert steps("aquitania", "rome", without) == 5
        first_steps = around("aquitania") - without
        assert [area for area in first_steps if steps(area, "rome", without) == 4] == ["edetani"]
        assert steps("edetani", "rome") == 4 < steps("novo_carthago", "rome")

    def test_the_corner_of_edetani_and_massilia(self) -> None:
        front = around_all({"aquitania", "edetani"})
        assert {area for area in front if steps(area, "rome") == 3} == names(
            "gallia massilia gulf_of_tarraco"
        )
        assert "massilia" not in around("aquitania")

    def test_three_ways_lead_from_massilia_to_rome(self) -> None:
        assert shortest_ways("massilia", "rome") == [
            ["liguria", "etruria", "rome"],
            ["ligurian_sea", "bay_of_capua", "rome"],
            ["ligurian_sea", "etruria", "rome"],
        ]
        assert (lands("massilia") | lands("liguria")) & lands("rome") == {"etruria"}

    def test_gallia_lies_between_aquitania_and_liguria(self) -> None:
        assert (
            lands("aquitania") & lands("liguria")
            == {"gallia"}
            == {FULL.areas[FULL.find("Gallia Cisalpina")].id}
        )


class TestOtherScenarios:
    """Facts that scenario texts state or need."""

    def test_sea_peoples_of_crete(self) -> None:
        start = names("minos kydonia myrtoan_sea minoan_sea central_mediterranean eastern_mediterranean")
        assert seas("minos") == start - names("minos kydonia")
        gold = names("egypt kush nile_delta tyre al_mina phoenicia")
        in_reach = {sea for area in start for sea in seas(area)} - start
        targets = {sea: lands(sea) & gold for sea in in_reach if lands(sea) & gold}
        assert len(targets) == 3
        assert set().union(*targets.values()) == names("phoenicia tyre nile_delta")

    def test_the_hittites_are_far_from_the_open_sea(self) -> None:
        hittites = names("troy carchemish phrygia ionia lydia cilicia tarsus")
        assert not around_all(hittites) & ids(FULL.open_sea)

    def test_hannibals_march_and_fleets(self) -> None:
        assert is_chain("saguntum edetani tarraco gallia liguria")
        assert "sea_of_sicily" in seas("syracuse")
        assert names("adriatic_sea gulf_of_dalmatia") <= seas("dalmatia")
        assert "ligurian_sea" not in seas("rome")
