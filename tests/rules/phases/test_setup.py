"""Setting up: map, markers, turn order, civilizations, starting discs, deck and hands (SET rules)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
import yaml
from helpers import EVENTS, Table, moment, position

import acis_rules
from acis_rules import Game
from acis_rules.box.board import load_board
from acis_rules.box.scenario import load_scenario
from acis_rules.box.scenario_blocks import COLOURS
from acis_rules.errors import DataError, PositionError
from acis_rules.kernel.bits import members

COUNTS = (2, 3, 4, 5, 6)
SCENARIO = {n: f"basic_{n}p" for n in COUNTS}

EGYPT = {
    **dict.fromkeys(("Egypt", "Kush", "Libya", "Nile Delta", "Sinai"), 2),
    "Red Sea": 1,
    "Egyptian Sea": 1,
}
TROY = {
    **dict.fromkeys(("Troy", "Phrygia", "Ionia", "Lydia", "Cilicia"), 2),
    "Icarian Sea": 1,
    "Trojan Sea": 1,
}
CELT_IBERIA = dict.fromkeys(
    ("Celt-Iberia", "Tarraconensis", "Idubeda", "Saguntum", "Novo Carthago", "Gades"), 2
)
PUNIC_SEAS = dict.fromkeys(("Saldic Sea", "Carthaginian Sea", "African Sea", "Gulf of Leptis"), 1)
CARTHAGE_3 = {**dict.fromkeys(("Carthage", "Saldae", "Thapsus", "Melite"), 2), **PUNIC_SEAS}
CARTHAGE = {**dict.fromkeys(("Carthage", "Saldae", "Thapsus", "Tripolitania"), 2), **PUNIC_SEAS}
MYCENAE = {
    **dict.fromkeys(("Mycenae", "Laconia", "Illyria", "Thessaly"), 2),
    **dict.fromkeys(("Thracian Sea", "Aegean Sea", "Ionian Sea", "Adriatic Sea"), 1),
}
GAUL = {
    **dict.fromkeys(("Gallia", "Aquitania", "Tarraco", "Massilia", "Liguria"), 2),
    **dict.fromkeys(("Gulf of Tarraco", "Ligurian Sea"), 1),
}
MAURETANIA = {
    **dict.fromkeys(("Mauretania", "Tingitania", "Numidia", "Baleares"), 2),
    **dict.fromkeys(("Pillars of Hercules", "Iberian Sea", "Numidian Sea", "Western Mediterranean"), 1),
}
ROME = {
    **dict.fromkeys(("Rome", "Etruria", "Umbria", "Apulia", "Samnium"), 2),
    **dict.fromkeys(("Bay of Capua", "Tyrrhenian Sea"), 1),
}

CHOICE = {
    2: {"egypt", "troy"},
    3: {"celt_iberia", "carthage", "mycenae"},
    4: {"gaul", "carthage", "troy", "egypt"},
    5: {"gaul", "mauretania", "rome", "troy", "egypt"},
    6: {"gaul", "mauretania", "rome", "carthage", "troy", "egypt"},
}


def new(players: int, seed: int = 0, **options: object) -> Table:
    """A new game, its civilizations not yet chosen."""
    return Table(Game.new(SCENARIO[players], seed, options))


def begun(players: int, seed: int = 0) -> Table:
    """A new game in which everybody has taken the first civilization left."""
    table = new(players, seed)
    while table.kind == "civilization":
        table.game.apply(table.game.legal_actions()[0])
    return table


all_counts = pytest.mark.parametrize("players", COUNTS)  # the same rule for every number of players


# ---------------------------------------------------------------------------------- the map


@pytest.mark.rule("SET-01", "SET-02")
@pytest.mark.parametrize(
    "area", ["Dalmatia", "Adriatic Sea", "Gulf of Taranto", "Central Mediterranean", "Bay of Sirt", "Sirt",
             "Rome", "Carthage", "Atlantic", "Sea of Sicily", "Leptis", "Noricum"]
)  # fmt: skip
def test_two_players_nothing_stands_on_the_line_or_west_of_it(area: str) -> None:
    with pytest.raises(PositionError, match="not in play"):
        position("basic_2p", troy={"discs": {area: 1}})


@pytest.mark.rule("SET-02")
@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("illyria", {"illyria", "macedon", "thessaly", "mycenae", "ionian_sea"}),
        ("ionian_sea", {"ionian_sea", "illyria", "mycenae", "laconia", "myrtoan_sea"}),
        ("cyrenaica", {"cyrenaica", "marmarica", "libyan_sea"}),
    ],
)
def test_two_players_growth_stops_at_the_line(base: str, expected: set[str]) -> None:
    table = position("basic_2p", troy={"discs": {base: 1}}).skip_until("deploy", "troy")
    assert table.options == expected | {"stop"}


@pytest.mark.rule("SET-02")
def test_two_players_the_eastern_mediterranean_is_the_only_open_sea() -> None:
    table = position("basic_2p", epoch=4, troy={"discs": {"minos": 1}}).skip_until("deploy", "troy")
    assert table.can("eastern_mediterranean")
    assert not table.can("central_mediterranean")


@pytest.mark.rule("SET-02")
def test_two_players_the_line_is_the_western_edge() -> None:
    table = position(
        "basic_2p", phase="cards", troy={"discs": {"illyria": 1}, "hand": [83]}, egypt={"discs": {"sinai": 1}}
    )
    table.do("Sea Route to Britain")  # everybody on the western edge gains a talent
    assert (table.of("treasury", "troy"), table.of("treasury", "egypt")) == (3, 0)


@pytest.mark.rule("SET-02")
def test_two_players_barbarians_do_not_cross_the_line() -> None:
    table = position(
        "basic_2p", **moment("event", 0, 99, then=["evaluation"], phase="cards"), table=[99],
        troy={"discs": {"troy": 1}}, egypt={"discs": {"egypt": 1}, "vp": 5},
    )  # fmt: skip
    table.do("macedon")  # Northern Hordes; Dalmatia borders on Macedon
    here = {table.s.world.board.areas[a].id for a in members(table.s.at_least[0][2])}
    assert here == {"macedon", "illyria", "thessaly"}


@pytest.mark.rule("SET-02")
def test_two_players_a_coast_beyond_the_line_is_not_needed_to_dominate() -> None:
    discs = {"cyrenaica": 1, "marmarica": 1, "libya": 1, "libyan_sea": 1}
    table = position(
        "basic_2p", phase="evaluation", egypt={"discs": discs}, troy={"discs": {"libyan_sea": 1}}
    )
    assert table.discs("troy", "libyan_sea") == 0


@pytest.mark.rule("SET-17", "SET-18")
@pytest.mark.parametrize(
    "area", ["Phrygia", "Lydia", "Minoan Sea", "Eastern Mediterranean", "Libyan Sea", "Marmarica",
             "Egypt", "Phoenicia", "Citium", "Egyptian Sea", "Red Sea", "Carchemish"]
)  # fmt: skip
def test_three_players_nothing_stands_on_the_line_or_east_of_it(area: str) -> None:
    with pytest.raises(PositionError, match="not in play"):
        position("basic_3p", mycenae={"discs": {area: 1}})


@pytest.mark.rule("SET-18")
@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("troy", {"troy", "ionia", "icarian_sea", "trojan_sea"}),
        (
            "aegean_sea",
            {"aegean_sea", "thessaly", "mycenae", "myrtoan_sea", "icarian_sea", "thracian_sea", "trojan_sea"},
        ),
        ("cyrenaica", {"cyrenaica", "sirt", "bay_of_sirt"}),
    ],
)
def test_three_players_growth_stops_at_the_line(base: str, expected: set[str]) -> None:
    table = position("basic_3p", mycenae={"discs": {base: 1}}).skip_until("deploy", "mycenae")
    assert table.options == expected | {"stop"}


@pytest.mark.rule("SET-18")
def test_three_players_the_line_is_the_eastern_edge() -> None:
    table = position(
        "basic_3p",
        phase="cards",
        mycenae={"discs": {"troy": 1}, "hand": [55]},
        carthage={"discs": {"sirt": 1}},
    )
    table.do("Opening of the Silk Road")  # everybody with land on the eastern edge gains a talent
    assert (table.of("treasury", "mycenae"), table.of("treasury", "carthage")) == (3, 0)


@pytest.mark.rule("SET-18")
def test_three_players_a_coast_beyond_the_line_is_not_needed_to_dominate() -> None:
    discs = {"troy": 1, "ionia": 1, "icarian_sea": 1}  # Lydia would be the third
    table = position(
        "basic_3p", phase="evaluation", mycenae={"discs": discs}, carthage={"discs": {"icarian_sea": 1}}
    )
    assert table.discs("carthage", "icarian_sea") == 0


@pytest.mark.rule("SET-02", "SET-18")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_no_piece_ever_crosses_the_line(players: int, seed: int) -> None:
    table, rng = new(players, seed), Random(seed)
    while not table.game.over:
        table.game.apply(rng.choice(table.game.legal_actions()))
        there = 0
        for mask in table.s.at_least[0]:
            there |= mask
        assert not there & ~table.s.world.board.in_play
        assert all(table.s.world.board.in_play >> w.area & 1 for w in table.s.wonders if w.owner >= 0)


@pytest.mark.parametrize(
    "players",
    [
        pytest.param(4, marks=pytest.mark.rule("SET-25")),
        pytest.param(5, marks=pytest.mark.rule("SET-31")),
        pytest.param(6, marks=pytest.mark.rule("SET-37")),
    ],
)
def test_four_to_six_players_use_the_full_map(players: int) -> None:
    everything = {area.id: 1 for area in load_board().areas if area.kind != "open"}
    some, rest = dict(list(everything.items())[:45]), dict(list(everything.items())[45:90])
    last = dict(list(everything.items())[90:])
    table = position(SCENARIO[players], gaul={"discs": some}, troy={"discs": rest}, egypt={"discs": last})
    assert sum(sum(row) for row in table.s.discs) == 104
    assert table.s.world.board.in_play.bit_count() == 106


# ------------------------------------------------------------------- markers and supplies


@pytest.mark.rule("SET-04", "SET-16", "SET-41")
@all_counts
def test_play_starts_with_growth_in_epoch_one_turn_one(players: int) -> None:
    table = begun(players)
    assert (table.s.epoch, table.s.turn, table.s.phase) == (1, 1, "growth")
    assert table.game.decision.faction == table.s.order[0]
    assert table.kind == "retire"


@pytest.mark.rule("SET-05", "SET-42")
@all_counts
def test_everybody_has_fifty_discs_of_an_own_colour(players: int) -> None:
    table = begun(players)
    factions = load_scenario(SCENARIO[players]).factions
    colours = [faction.colour for faction in factions]
    assert len(set(colours)) == players
    assert set(colours) <= {"red", "green", "blue", "purple", "yellow", "brown"} == set(COLOURS)
    for faction in range(players):
        markers = 2  # on the VP track and on the turn-order track
        assert table.s.supply[faction] + sum(table.s.discs[faction]) + markers == 50


@pytest.mark.rule("SET-06")
@all_counts
def test_fifty_black_discs_are_the_barbarian_supply(players: int) -> None:
    table = begun(players)
    assert table.s.supply[table.s.world.barbarians] == 50
    assert not any(table.s.discs[table.s.world.barbarians])


@pytest.mark.rule("SET-07")
@all_counts
def test_everybody_starts_with_no_vp(players: int) -> None:
    assert begun(players).game.vp == [0] * players


@pytest.mark.rule("SET-03")
@all_counts
def test_white_discs_lie_beside_the_map(players: int) -> None:
    table = begun(players)
    assert table.s.treasury == table.s.loot == [0] * players
    assert not table.s.allies


@pytest.mark.rule("SET-12")
@all_counts
@pytest.mark.rule("SET-36")
def test_seven_wonders_lie_available(players: int) -> None:
    table = begun(players)
    assert len(table.s.wonders) == 7
    assert all(wonder.owner < 0 and not wonder.discs and not wonder.buried for wonder in table.s.wonders)


# ------------------------------------------------------------ turn order and civilizations


@pytest.mark.parametrize(
    ("players", "seeds"),
    [
        pytest.param(2, 60, marks=pytest.mark.rule("SET-08")),
        pytest.param(3, 300, marks=pytest.mark.rule("SET-19")),
        pytest.param(4, 900, marks=pytest.mark.rule("SET-26")),
        pytest.param(5, 900, marks=pytest.mark.rule("SET-32")),
        pytest.param(6, 900, marks=pytest.mark.rule("SET-38")),
    ],
)
def test_the_turn_order_is_random(players: int, seeds: int) -> None:
    orders = [tuple(new(players, seed).s.order) for seed in range(seeds)]
    assert set(orders) <= set(permutations(range(players)))
    for place in range(players):
        counts = Counter(order[place] for order in orders)
        assert all(counts[seat] > 0.6 * seeds / players for seat in range(players))
    if players <= 4:
        assert len(set(orders)) == len(list(permutations(range(players))))


@pytest.mark.parametrize(
    "players",
    [
        pytest.param(2, marks=pytest.mark.rule("SET-09")),
        pytest.param(3, marks=pytest.mark.rule("SET-20")),
        pytest.param(4, marks=pytest.mark.rule("SET-27")),
        pytest.param(5, marks=pytest.mark.rule("SET-33")),
        pytest.param(6, marks=pytest.mark.rule("SET-39")),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_civilizations_are_chosen_in_turn_order(players: int, seed: int) -> None:
    table, left = new(players, seed), set(CHOICE[players])
    for faction in table.s.order[:-1]:
        assert table.kind == "civilization"
        assert table.game.decision.faction == faction
        assert table.options == left
        taken = sorted(left)[-1]
        table.do(taken)
        assert table.faction(taken) == faction
        left.remove(taken)
    (last,) = left  # the last player gets the one that is left
    assert table.faction(last) == table.s.order[-1]
    assert table.kind == "retire"


@pytest.mark.rule("SET-09")
@pytest.mark.parametrize(("first", "second"), [("egypt", "troy"), ("troy", "egypt")])
def test_two_players_the_first_chooses_freely(first: str, second: str) -> None:
    table = new(2, turn_order=(1, 0)).do(first)
    assert (table.faction(first), table.faction(second)) == (1, 0)


@pytest.mark.rule("SET-09")
def test_two_players_cannot_take_another_civilization() -> None:
    with pytest.raises(DataError):
        new(2, civilizations=("rome", "egypt"))


@pytest.mark.parametrize(
    ("players", "civilization", "discs"),
    [
        *(pytest.param(n, "egypt", EGYPT, marks=pytest.mark.rule("SET-10")) for n in (2, 4, 5, 6)),
        *(pytest.param(n, "troy", TROY, marks=pytest.mark.rule("SET-11")) for n in (2, 4, 5, 6)),
        pytest.param(3, "celt_iberia", CELT_IBERIA, marks=pytest.mark.rule("SET-21")),
        pytest.param(3, "carthage", CARTHAGE_3, marks=pytest.mark.rule("SET-22")),
        pytest.param(3, "mycenae", MYCENAE, marks=pytest.mark.rule("SET-23")),
        *(pytest.param(n, "gaul", GAUL, marks=pytest.mark.rule("SET-28")) for n in (4, 5, 6)),
        *(pytest.param(n, "carthage", CARTHAGE, marks=pytest.mark.rule("SET-29", "SET-22")) for n in (4, 6)),
        *(pytest.param(n, "mauretania", MAURETANIA, marks=pytest.mark.rule("SET-34")) for n in (5, 6)),
        *(pytest.param(n, "rome", ROME, marks=pytest.mark.rule("SET-35")) for n in (5, 6)),
    ],
)
def test_starting_discs(players: int, civilization: str, discs: dict[str, int]) -> None:
    table = begun(players)
    expected = [0] * 106
    for area, n in discs.items():
        expected[table.area(area)] = n
    assert sum(expected) == 12
    assert list(table.s.discs[table.faction(civilization)]) == expected
    assert table.of("supply", civilization) == 36


@pytest.mark.rule("SET-39")
def test_six_players_all_setups_stand_together() -> None:
    table = begun(6)
    assert sum(sum(row) for row in table.s.discs) == 72


# ------------------------------------------------------------------------- deck and hands

SET_ASIDE = [
    pytest.param(2, 10, marks=pytest.mark.rule("SET-13")),
    pytest.param(3, 15, marks=pytest.mark.rule("SET-24")),
    pytest.param(4, 20, marks=pytest.mark.rule("SET-30")),
    pytest.param(5, 25, marks=pytest.mark.rule("SET-36")),
    pytest.param(6, 30, marks=pytest.mark.rule("SET-40")),
]


@pytest.mark.parametrize(("players", "aside"), SET_ASIDE)
def test_opening_hands_hold_no_events(players: int, aside: int) -> None:
    for seed in range(120):
        table = begun(players, seed)
        dealt = [card for hand in table.s.hand for card in members(hand)]
        assert len(dealt) == aside
        assert not set(EVENTS) & set(dealt)
        assert set(table.s.deck) >= set(EVENTS)
        assert sorted(dealt + table.s.deck) == list(range(1, 104))


@pytest.mark.parametrize(("players", "aside"), SET_ASIDE)
def test_events_are_shuffled_into_the_whole_rest(players: int, aside: int) -> None:
    places: list[int] = []
    for seed in range(150):
        deck = begun(players, seed).s.deck
        assert len(deck) == 103 - aside
        places += [i for i, card in enumerate(deck) if card in EVENTS]
    size = 103 - aside
    for quarter in range(4):
        inside = sum(quarter <= 4 * place / size < quarter + 1 for place in places)
        assert 0.18 < inside / len(places) < 0.32


@pytest.mark.parametrize(("players", "aside"), SET_ASIDE)
def test_exactly_so_many_cards_on_top_hold_no_event(players: int, aside: int, tmp_path: Path) -> None:
    """With no opening hands the set-aside cards are still to be seen on top of the deck."""
    source = Path(acis_rules.__file__).parent / "data" / "scenarios" / f"{SCENARIO[players]}.yaml"
    scenario = yaml.safe_load(source.read_text())
    scenario["deck"] = {"opening_hand": 0}
    file = tmp_path / "no_hands.yaml"
    file.write_text(yaml.safe_dump(scenario))
    first_events = []
    for seed in range(150):
        table = Table(Game.new(str(file), seed))
        while table.kind == "civilization":
            table.game.apply(table.game.legal_actions()[0])
        top_first = table.s.deck[::-1]
        first_events.append(next(i for i, card in enumerate(top_first) if card in EVENTS))
    assert min(first_events) >= aside
    assert min(first_events) <= aside + 3


@pytest.mark.rule("SET-14")
@all_counts
def test_everybody_draws_five_cards_in_turn_order(players: int) -> None:
    table = begun(players, 3)
    draws = table.events("drew")
    assert [event.faction for event in draws] == table.s.order
    assert [event.n for event in draws] == [5] * players
    assert [hand.bit_count() for hand in table.s.hand] == [5] * players


@pytest.mark.rule("SET-14")
def test_opening_hands_differ_from_game_to_game() -> None:
    hands = {tuple(begun(2, seed).s.hand) for seed in range(50)}
    assert len(hands) == 50


@pytest.mark.rule("SET-15")
@all_counts
def test_a_player_sees_the_own_hand_and_no_other(players: int) -> None:
    table = begun(players)
    for seat in range(players):
        view = table.game.view(seat)
        assert view.hand[seat] == table.s.hand[seat]
        assert [hand for other, hand in enumerate(view.hand) if other != seat] == [0] * (players - 1)
        assert view.hand_sizes == [5] * players
        dealt = [event for event in view.events if event.kind == "drew"]
        for event in dealt:
            assert len(event.cards) == (5 if event.faction == seat else 0)
