"""Created games: what is decided before the game (EXP-01 to 17), and solitaire gaming situations (GAME)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from invariants import check_all

from acis_rules import Game
from acis_rules.box.board import load_board
from acis_rules.box.created import CreatedOptions, create
from acis_rules.box.scenario import load_scenario, scenarios
from acis_rules.cards.oracle import CUP_COLOURS
from acis_rules.errors import DataError
from acis_rules.kernel.actions import civilization_action
from acis_rules.kernel.bits import members
from acis_rules.variants.bag import contents

GAMING = [name for name in scenarios() if load_scenario(name).kind == "gaming"]
MAPS = {
    "full": 10, "western": 5, "extended_western": 8, "eastern": 5, "extended_eastern": 5,
}  # fmt: skip


def created(scenario: str = "created_standard", seed: int = 0, **decisions: Any) -> Game:
    return Game.new(scenario, seed, {"created": decisions})


def played(game: Game) -> list[str]:
    """The civilizations of a game, `-` for those that are unknown."""
    s = game.state
    return [s.world.civilizations[number].id if number >= 0 else "-" for number in s.civilization]


def to_the_start(game: Game) -> Game:
    """Play the first answer until the setup is over."""
    while game.state.phase == "setup":
        game.apply(game.legal_actions()[0])
    return game


def refused(scenario: str = "created_standard", **decisions: Any) -> str:
    with pytest.raises(DataError) as error:
        created(scenario, **decisions)
    return str(error.value)


@pytest.mark.rule("EXP-01", "EXP-11")
def test_known_npcs_are_on_the_map_at_first_and_unknown_ones_are_not() -> None:
    standard = to_the_start(created(players=["rome"], npcs=2))
    assert [sum(standard.state.discs[f]) for f in range(3)] == [12, 12, 12]
    exploration = to_the_start(created("created_exploration", players=["rome"], npcs=1, unknown=1))
    assert [sum(exploration.state.discs[f]) for f in range(3)] == [12, 12, 0]
    assert played(exploration)[2] == "-" and exploration.state.hand[2] == 0
    assert "see created_exploration" in refused(unknown=1)
    assert "at least one NPC is unknown" in refused("created_exploration", unknown=0)


@pytest.mark.rule("EXP-02")
def test_the_game_begins_with_the_default_setup() -> None:
    game = to_the_start(created(players=["rome"], npcs=["gaul", "egypt"]))
    s, find = game.state, game.state.world.board.find
    assert s.discs[0][find("rome")] == s.discs[1][find("gallia")] == s.discs[2][find("egypt")] == 2
    assert {n for row in s.discs[:3] for n in row} <= {0, 1, 2, 3}
    assert s.hand_sizes == [5, 5, 5]


@pytest.mark.rule("EXP-03")
@pytest.mark.parametrize("name", MAPS)
def test_five_maps(name: str) -> None:
    game = created(map=name, npcs=2)
    board = game.state.world.board
    assert board.cut_line == (None if name == "full" else name)
    assert len(board.homes) == MAPS[name]
    assert refused(map="northern").startswith("options: created.map: 'northern'; possible: ")
    assert "created.maps: no such option; did you mean map?" in refused(maps="full")


@pytest.mark.rule("EXP-04")
def test_the_home_of_a_player_is_on_the_map() -> None:
    assert refused(map="western", players=["egypt"]) == (
        "options: created.players: egypt has no home on this map"
    )
    game = created(map="western", npcs=1)
    offered = {game.state.world.civilizations[n].id for n in range(10) if _offers(game, n)}
    assert offered == {"rome", "carthage", "celt_iberia", "gaul", "mauretania"}
    assert "unknown civilization 'atlantis'" in refused(players=["atlantis"])
    assert "unknown civilization 'atlantis'" in refused(players=["chosen", "atlantis"])


def _offers(game: Game, number: int) -> bool:
    return bool(game.legal_mask >> civilization_action(number) & 1)


@pytest.mark.rule("EXP-05")
def test_up_to_four_npcs() -> None:
    assert len(load_scenario("created_standard").npcs) == 2  # what suits every map
    for n in range(1, 5):
        game = created(players=["rome"], npcs=n)
        assert members(game.state.world.npcs) == list(range(1, n + 1))
    assert created(players=["chosen", "chosen"], npcs=0).state.world.npcs == 0
    assert refused(npcs=5) == "options: created.npcs: 5 NPCs; 4 at most"
    assert "somebody to play against" in refused(npcs=0)
    assert "5 colours" in refused(players=["rome", "egypt", "gaul"], npcs=3)


@pytest.mark.rule("EXP-06", "EX-35")
def test_npcs_are_named_or_drawn() -> None:
    named = created(map="western", players=["rome"], npcs=["carthage", "celt_iberia"])
    assert played(named) == ["rome", "carthage", "celt_iberia"]
    drawn = {played(created(players=["rome"], npcs=1, seed=seed))[1] for seed in range(60)}
    assert drawn == set(load_board().homes) - {"rome"}
    limited = {played(created(players=["rome"], npcs=1, pool=["gaul", "troy"], seed=n))[1] for n in range(20)}
    assert limited == {"gaul", "troy"}
    assert refused(players=["rome"], npcs=2, pool=["rome", "gaul"]) == (
        "options: created.npcs: 2 are drawn, 1 civilizations may be left"
    )
    assert "created.players: 4 choose, 3" in refused(map="eastern", players=["chosen"] * 4, npcs=0)
    created(players=["chosen", "chosen"], npcs=["rome"], pool=["gaul"])  # nothing is drawn


@pytest.mark.rule("EX-36")
def test_the_civilizations_of_unknown_npcs_can_be_limited_or_not() -> None:
    def pool(**decisions: Any) -> set[str]:
        game = created("created_exploration", map="western", players=["rome"], **decisions)
        return set(game.state.world.scenario.free(["rome"], npc=True))

    assert pool() == {"carthage", "celt_iberia", "gaul", "mauretania"}  # at home on the map
    assert pool(without=["gaul"]) == {"carthage", "celt_iberia", "mauretania"}
    assert pool(pool=["egypt", "troy", "rome"]) == {"egypt", "troy"}  # at home elsewhere
    # Which it is nobody knows before it is met
    game = to_the_start(created("created_exploration", players=["rome"]))
    assert played(game) == ["rome", "-", "-"]


@pytest.mark.rule("EXP-07")
def test_any_colour_but_yellow() -> None:
    game = created(players=["rome"], npcs=4)
    colours = [faction.colour for faction in game.state.world.scenario.factions]
    assert len(set(colours)) == 5 and "yellow" not in colours
    chosen = created(players=["rome"], npcs=1, colours=["green"])
    assert [faction.colour for faction in chosen.state.world.scenario.factions] == ["green", "purple"]
    assert "yellow" in refused(colours=["yellow"])
    assert "each once" in refused(colours=["red", "red"])


@pytest.mark.rule("EXP-08")
@pytest.mark.parametrize(("own", "other"), [("minos", "phoenicia"), ("phoenicia", "minos")])
def test_minos_and_phoenicia_need_each_other(own: str, other: str) -> None:
    game = created(players=[own], npcs=["rome"])
    assert played(game) == [own, "rome", other]  # in addition to the others
    assert played(created(players=[own], npcs=4 - 1))[-1] == other
    exploration = to_the_start(created("created_exploration", map="eastern", players=[own], unknown=2))
    assert played(exploration) == [own, other, "-", "-"]
    assert sum(exploration.state.discs[1]) == 12  # a known one
    # Not if another player is the other one; and nobody chooses one of them alone
    assert played(created(players=[own, other], npcs=0)) == [own, other]
    choosing = created()
    assert not any(_offers(choosing, choosing.state.world.civilization_number[c]) for c in (own, other))
    assert _offers(created(npcs=[other]), choosing.state.world.civilization_number[own])


@pytest.mark.rule("EXP-08")
def test_minos_is_no_players_where_phoenicia_has_no_home() -> None:
    assert "needs phoenicia" in refused(map="extended_western", players=["minos"])


@pytest.mark.rule("EXP-09")
def test_one_player_is_alone_in_the_turn_order_of_an_exploration() -> None:
    for seed in range(5):
        assert created("created_exploration", seed, players=["rome"], unknown=3).state.order == [0]


@pytest.mark.rule("EXP-09", "EXP-11")
def test_known_npcs_follow_it_as_they_are_drawn() -> None:
    decisions = {"players": ["minos"], "npcs": 1, "unknown": 2}  # and Phoenicia
    orders = {tuple(created("created_exploration", seed, **decisions).state.order) for seed in range(20)}
    assert orders == {(0, 1, 2), (0, 2, 1)}


@pytest.mark.rule("EXP-10")
def test_the_turn_order_of_several_is_drawn() -> None:
    def orders(scenario: str, **decisions: Any) -> set[tuple[int, ...]]:
        return {tuple(created(scenario, seed, **decisions).state.order) for seed in range(20)}

    assert orders("created_exploration", players=["rome", "egypt"], unknown=2) == {(0, 1), (1, 0)}
    assert len(orders("created_standard", players=["rome"], npcs=2)) == 6


@pytest.mark.rule("EXP-11", "EXP-06")
def test_players_choose_before_npcs_are_drawn_and_all_place_in_turn_order() -> None:
    game = Game.new("created_standard", 3)
    assert game.decision.kind == "civilization" and game.decision.faction == 0
    assert played(game) == ["-", "-", "-"] and not any(map(sum, game.state.discs))
    number = game.state.world.civilization_number
    game.apply(civilization_action(number["rome"]))
    to_the_start(game)
    placed = [event.faction for event in game.events if event.kind == "civilization"]
    assert placed == game.state.order and "rome" in played(game)


@pytest.mark.rule("EXP-11")
def test_each_player_chooses_a_civilization_that_is_left() -> None:
    game = created(players=["chosen", "chosen"], npcs=1)
    number = game.state.world.civilization_number
    first, second = (faction for faction in game.state.order if faction < 2)
    assert (game.decision.kind, game.decision.faction) == ("civilization", first)
    game.apply(civilization_action(number["rome"]))
    assert (game.decision.kind, game.decision.faction) == ("civilization", second)
    assert civilization_action(number["rome"]) not in game.legal_actions()
    game.apply(civilization_action(number["egypt"]))
    assert {played(game)[first], played(game)[second]} == {"rome", "egypt"}


@pytest.mark.rule("EXP-13", "EXP-12")
def test_in_an_exploration_the_bag_has_a_yellow_disc_and_one_of_each_unknown_npc() -> None:
    game = created("created_exploration", players=["rome"], unknown=3)
    colours = [CUP_COLOURS[disc] for disc in contents(game.state)]
    assert sorted(colours) == sorted(["white"] * 6 + ["black"] * 4 + ["yellow", "red", "green", "blue"])
    known = created(players=["rome"], npcs=2)
    assert {CUP_COLOURS[disc] for disc in contents(known.state)} == {"white", "black"}


@pytest.mark.rule("EXP-15")
def test_four_epochs_unless_a_limit_is_agreed_on() -> None:
    clock = created(players=["rome"]).state.world.scenario.clock
    assert (clock.first_epoch, clock.last_epoch, clock.turns) == (1, 4, 4)
    game = Game.new("created_standard", options={"epochs": [1, 2], "created": {"players": ["rome"]}})
    assert game.state.world.scenario.clock.last_epoch == 2
    assert game.state.world.full_last_epoch  # EXP-16: then it goes to the end of that Epoch
    assert not created().state.world.full_last_epoch


def test_the_files_are_what_the_options_make_by_default() -> None:
    for name in ("created_standard", "created_exploration"):
        scenario = load_scenario(name)
        assert create(scenario, CreatedOptions()) == scenario


def test_only_created_games_are_created() -> None:
    with pytest.raises(DataError, match="basic_2p is no created game"):
        Game.new("basic_2p", options={"created": {"map": "full"}})


# -------------------------------------------------------------- gaming situations, alone


@pytest.mark.rule("GAME-01")
@pytest.mark.parametrize("name", GAMING)
def test_a_gaming_situation_alone_has_hostility_and_the_bag(name: str) -> None:
    npcs = list(range(1, load_scenario(name).players))
    game = Game.new(name, 5, {"npcs": npcs, "npc_civilizations": "drawn"})
    s = game.state
    assert s.world.hostility and not any(s.enemies)
    assert sorted(contents(s)) == [0] * 6 + [1] * 4
    assert game.decision.faction == 0 or s.civilization[0] >= 0
    to_the_start(game)
    assert -1 not in s.civilization and all(sum(row) >= 12 for row in s.discs[:-1])
    check_all(game)


@pytest.mark.rule("GAME-01")
def test_the_limits_of_a_situation_hold_for_civilizations_drawn() -> None:
    for seed in range(30):
        game = Game.new("four_civs_c", seed, {"npcs": [1, 2, 3], "npc_civilizations": "drawn"})
        game = to_the_start(game)
        for limit in game.state.world.scenario.limits:
            assert len(set(limit.of) & set(played(game))) <= limit.at_most


@pytest.mark.rule("GAME-02")
def test_a_gaming_situation_as_an_exploration() -> None:
    game = to_the_start(Game.new("three_west", 2, {"npcs": [1, 2], "unknown": [2]}))
    s = game.state
    assert s.world.unknown == 0b100 and 2 not in s.order
    assert played(game)[2] == "-" and s.phase == "exploration"
    rng = random.Random(2)
    while not game.over:
        game.apply(rng.choice(game.legal_actions()))
    check_all(game)
    (met,) = (e.faction for e in game.events if e.kind == "appeared")
    assert met == 2 and played(game)[2] in game.state.world.scenario.choice  # of what the situation leaves
    with pytest.raises(DataError, match="must list seats of npcs"):
        Game.new("three_west", options={"npcs": [1], "unknown": [2]})
    with pytest.raises(DataError, match="somebody has to be there"):
        Game.new("three_west", options={"npcs": [0, 1, 2], "unknown": [0, 1, 2]})
    with pytest.raises(DataError, match="yellow discs"):
        Game.new("six_civs", options={"npcs": [1], "unknown": [1]})
    with pytest.raises(DataError, match="no gaming situation"):
        Game.new("basic_3p", options={"npcs": [1], "unknown": [1]})
