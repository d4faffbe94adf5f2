"""The Exploration Phase: what a disc from the bag finds in an empty area (EXP-18 to 35, EXP-50 to 54)."""

from __future__ import annotations

import random

import pytest
from exploration_tables import Bag, areas, bag_of, explore
from helpers import Table
from invariants import check_all

from acis_env.players import make_player
from acis_rules import Game
from acis_rules.cards.oracle import CUP_COLOURS
from acis_rules.errors import PositionError
from acis_rules.kernel.bits import members
from acis_rules.kernel.machine import do_step
from acis_rules.variants.bag import contents
from acis_rules.variants.hostility import draw_discs
from acis_rules.variants.solitaire import leave_the_game
from acis_rules.words.decisions import describe_decision
from acis_rules.words.events import describe_event


@pytest.fixture
def bag(monkeypatch: pytest.MonkeyPatch) -> Bag:
    """The next discs drawn from the bag."""
    return bag_of(monkeypatch)


def drawn_for(table: Table) -> list[str]:
    """The areas explored so far, in order."""
    names = table.s.world.board.areas
    return [names[e.area].id for e in table.events("discs_drawn") if e.cause == "explore"]


# ----------------------------------------------------------------------------------- the phase


@pytest.mark.rule("EXP-18")
def test_every_turn_begins_with_it_before_growth() -> None:
    game = Game.new("created_exploration", 1, {"created": {"players": ["rome"]}})
    while not game.over and game.state.epoch == 1:
        game.apply(game.legal_actions()[0])
    phases = [e.phase for e in game.events if e.kind == "phase" and e.phase in ("exploration", "growth")]
    assert phases[:4] == ["exploration", "growth"] * 2


@pytest.mark.rule("EXP-19", "EXP-20")
def test_a_disc_is_drawn_for_every_empty_area_next_to_a_disc(bag: Bag) -> None:
    bag()
    table = explore()
    expected = {"liguria", "ligurian_sea", "upper_adriatic", "adriatic_sea", "tarentum"}
    assert table.asked("explore", "rome") and expected <= table.options
    assert "gallia" not in table.options and "rome" not in table.options
    everything = table.options
    table.do("Liguria")  # in any order
    assert table.options == everything - {"liguria"}
    while table.s.phase == "exploration":
        table.game.apply(table.game.legal_actions()[0])
    assert set(drawn_for(table)) == everything and len(drawn_for(table)) == len(everything)


@pytest.mark.rule("EXP-20")
def test_areas_next_to_npcs_come_second_and_those_next_to_barbarians_last(bag: Bag) -> None:
    bag()
    egypt = {"civilization": "egypt", "discs": {"egypt": 2}}
    table = explore(
        created={"unknown": 2}, others=[egypt, {}], barbarians={"discs": {"troy": 1}},
        rome={"discs": {"rome": 2, "etruria": 2, "umbria": 2, "apulia": 2}},
    )  # fmt: skip
    around = table.s.world.board.neighbours
    own = set(table.options)
    npc, black = (areas(table, around[table.area(name)]) for name in ("egypt", "troy"))
    while table.s.phase == "exploration":
        table.game.apply(table.game.legal_actions()[-1])
    order = drawn_for(table)
    assert set(order[: len(own)]) == own
    assert set(order[len(own) : len(own) + len(npc)]) == npc
    assert set(order[len(own) + len(npc) :]) == black


@pytest.mark.rule("EXP-21")
def test_only_discs_that_were_there_at_the_start_of_the_phase_count(bag: Bag) -> None:
    bag("black")
    table = explore(top=(12,)).do("Liguria")  # one Barbarian, next to Massilia and Gallia
    assert table.discs("barbarians", "liguria") == 1
    while table.s.phase == "exploration":
        table.game.apply(table.game.legal_actions()[0])
    assert not {"massilia", "gallia"} & set(drawn_for(table))


@pytest.mark.rule("EXP-21")
def test_an_area_that_was_filled_in_the_phase_is_skipped(bag: Bag) -> None:
    bag("yellow")
    table = explore(top=(98,))  # Sea Peoples; the curse of 9 comes after it
    table.do("Liguria")
    while table.kind != "explore":
        table.game.apply(table.game.legal_actions()[-1])
    filled = areas(table, table.s.at_least[0][table.s.world.barbarians])
    assert filled and not filled & table.options


@pytest.mark.rule("EXP-20", "EXP-21")
def test_an_area_next_to_several_is_explored_once(bag: Bag) -> None:
    """Empty areas next to Rome's discs come first; next to Barbarians only what those left."""
    bag()
    table = explore(barbarians={"discs": {"liguria": 1}})
    s, board = table.s, table.s.world.board
    rome, black = (s.at_least[0][f] for f in (0, s.world.barbarians))
    first = board.around(rome) & ~(rome | black)
    then = board.around(black) & board.in_play & ~(rome | black | first)
    assert first and then
    waiting = [frame for frame in s.stack if frame[0] == "explore"]
    asked = sum(1 << area for area in range(len(board.areas)) if table.can(board.areas[area].id))
    assert asked == first and [frame[2] for frame in waiting if frame[2] != first] == [then]


@pytest.mark.rule("EXP-20")
def test_several_players_explore_in_turn_order(bag: Bag) -> None:
    bag()
    egypt = {"civilization": "egypt", "discs": {"egypt": 2}}
    table = explore(
        created={"players": ["rome", "egypt"], "unknown": 1}, others=[egypt, {}], order=[1, 0], absent=[2]
    )
    assert table.asked("explore", "egypt")
    while table.asked("explore", "egypt"):
        table.game.apply(table.game.legal_actions()[0])
    assert table.asked("explore", "rome")


# --------------------------------------------------------------------------- white and black


@pytest.mark.rule("EXP-22", "EX-39")
def test_a_white_disc_marks_the_area_and_goes_back(bag: Bag) -> None:
    bag("white")
    table = explore()
    before = contents(table.s)
    table.do("Liguria")
    assert areas(table, table.s.white) == {"liguria"} and contents(table.s) == before


@pytest.mark.rule("EXP-23", "EXP-26")
@pytest.mark.parametrize(
    ("card", "n"), [(1, 1), (12, 1), (3, 1), (45, 1), (50, 2), (6, 2), (77, 2), (8, 3), (90, 3)]
)
def test_a_black_disc_brings_barbarians_by_the_first_digit(bag: Bag, card: int, n: int) -> None:
    bag("black")
    table = explore(top=(card,))
    before = contents(table.s)
    table.do("Liguria")
    assert table.discs("barbarians", "liguria") == n
    assert table.s.discard == [card] and contents(table.s) == before


@pytest.mark.rule("EXP-25")
def test_beside_an_event_that_does_not_reach_the_area_come_two_barbarians(bag: Bag) -> None:
    bag("black")
    table = explore(top=(62,)).do("Liguria")  # Time Marches On
    assert table.discs("barbarians", "liguria") == 2
    assert table.s.end_epoch
    kinds = [e.kind for e in table.events() if e.kind in ("barbarians", "time_marches")]
    assert kinds == ["barbarians", "time_marches"]  # first the Barbarians


@pytest.mark.rule("EXP-24")
def test_an_event_that_brings_barbarians_to_the_area_is_enough(bag: Bag) -> None:
    bag("black")
    table = explore(top=(98,)).do("Ligurian Sea")  # Sea Peoples may come there
    assert table.asked("name_area") and not table.discs("barbarians", "ligurian_sea")
    table.do("Ligurian Sea")
    assert table.discs("barbarians", "ligurian_sea") == table.discs("barbarians", "liguria") == 4


@pytest.mark.rule("EXP-25")
def test_an_invasion_that_went_elsewhere_leaves_two_barbarians_in_the_area(bag: Bag) -> None:
    bag("black")
    table = explore(top=(98,)).do("Ligurian Sea", "Aegean Sea")
    assert table.discs("barbarians", "aegean_sea") == 4
    assert table.discs("barbarians", "ligurian_sea") == 2


@pytest.mark.rule("EXP-26", "EXP-27")
def test_in_an_open_sea_comes_one_barbarian_at_most(bag: Bag) -> None:
    """Wherever else they come, stacking limits or not."""
    board = explore().s.world.board
    found = {}
    for area in members(board.in_play):
        table = explore(rome={"discs": {"rome": 1}})
        if not table.s.discs[0][area]:
            do_step(table.s, ("natives", area, 90))
            found[area] = table.s.discs[table.s.world.barbarians][area]
    assert found == {area: 1 if board.open_sea >> area & 1 else 3 for area in found} and 1 in found.values()


@pytest.mark.rule("EXP-27")
def test_three_barbarians_in_a_sea_stay_until_the_competitions_are_over(bag: Bag) -> None:
    bag("black")
    table = explore(top=(90,)).do("Ligurian Sea")
    assert table.discs("barbarians", "ligurian_sea") == 3
    while table.s.phase != "evaluation":
        assert table.discs("barbarians", "ligurian_sea") >= 3
        table.game.apply(table.game.legal_actions()[0])
    assert table.discs("barbarians", "ligurian_sea") == 2


# ------------------------------------------------------------------------------------- yellow


@pytest.mark.rule("EXP-28", "EXP-29", "EXP-30", "EXP-31")
@pytest.mark.parametrize(
    ("card", "discs", "talents"),
    [(1, 1, 0), (20, 1, 0), (3, 1, 0), (4, 2, 0), (55, 2, 0), (6, 2, 0), (70, 1, 1), (8, 1, 1)],
)
def test_a_yellow_disc_finds_friends(bag: Bag, card: int, discs: int, talents: int) -> None:
    bag("yellow")
    table = explore(top=(card,))
    before = contents(table.s)
    table.do("Liguria")
    assert table.discs("rome", "liguria") == discs and table.of("treasury", "rome") == talents
    assert table.s.discard == [card] and contents(table.s) == before


@pytest.mark.rule("EXP-28")
def test_an_event_happens_before_its_digit_counts(bag: Bag) -> None:
    bag("yellow")
    table = explore(top=(102,)).do("Liguria")  # Atlantis Rises: first digit 1
    assert table.discs("rome", "liguria") == 1
    kinds = [e.kind for e in table.events() if e.kind in ("event", "placed")]
    assert kinds == ["event", "placed"]


@pytest.mark.rule("EXP-30")
def test_allies_in_a_sea_keep_the_limits(bag: Bag) -> None:
    bag("yellow")
    table = explore(top=(44,)).do("Ligurian Sea")
    assert table.discs("rome", "ligurian_sea") == 2
    bag("yellow")
    closed = explore(
        top=(44,), created={"players": ["egypt"]}, rome={"civilization": "egypt", "discs": {"libyan_sea": 1}}
    )
    assert closed.do("Central Mediterranean").discs("egypt", "central_mediterranean") == 0


@pytest.mark.rule("EXP-32")
def test_a_treasure_is_one_of_two_cards(bag: Bag) -> None:
    bag("yellow")
    table = explore(top=(9, 40, 41)).do("Liguria")
    assert table.discs("rome", "liguria") == 1 and table.asked("keep", "rome")
    assert {table.action("#40"), table.action("#41")} == set(table.game.legal_actions())
    table.do("#40")
    assert table.hand("rome") == {40} and table.s.discard == [9, 41]


@pytest.mark.rule("EXP-32", "DEF-50", "EGY-02d")
@pytest.mark.parametrize("late", [0, 1])
def test_the_hand_limit_holds_for_a_treasure_unless_it_is_a_late_one(bag: Bag, late: int) -> None:
    bag("yellow")
    late_limit = {"handicaps": [{"late_hand_limit": late}, {}, {}, {}]}
    table = explore(top=(9, 40, 41), options=late_limit, rome={"hand": [1, 2, 3, 4, 5, 6]})
    table.do("Liguria", "#40")
    assert table.kind == ("explore" if late else "hand_limit")


@pytest.mark.rule("EXP-32")
def test_an_event_in_the_treasure_has_to_be_taken_and_is_not_replaced(bag: Bag) -> None:
    bag("yellow")
    table = explore(top=(9, 40, 62)).do("Liguria")
    assert table.s.end_epoch and not table.hand("rome")
    assert {40, 62} <= {*table.s.discard, *table.s.deck}
    assert table.kind == "explore"
    check_all(table.game)


@pytest.mark.rule("EXP-32")
def test_of_two_events_the_finder_chooses_one(bag: Bag) -> None:
    bag("yellow")
    table = explore(top=(9, 62, 102)).do("Liguria")
    assert table.asked("keep", "rome")
    Game.from_dict(table.game.to_dict())
    table.do("#102")
    assert not table.s.end_epoch and 62 in table.s.discard
    assert [e.card for e in table.events("event")] == [102]
    check_all(table.game)


# ------------------------------------------------------------------------- colours of NPCs


@pytest.mark.rule("EXP-33", "EX-39")
def test_the_first_colour_brings_an_npc(bag: Bag) -> None:
    bag("green")
    table = explore().do("Upper Adriatic")
    assert [(e.faction, e.area) for e in table.events("appeared")] == [(2, table.area("upper_adriatic"))]
    assert table.s.discs[2][table.area("upper_adriatic")] == 1
    assert table.s.order[0] == 2 and table.s.in_bag[2] == 0


@pytest.mark.rule("EXP-33", "EXP-35")
def test_without_an_empty_area_beside_it_the_colour_counts_as_white(bag: Bag) -> None:
    bag(*["white"] * 2, "green")
    # Upper Adriatic borders Umbria, the Adriatic Sea and the Gulf of Dalmatia: all with discs
    table = explore(barbarians={"discs": {"gulf_of_dalmatia": 1}})
    table.do("Adriatic Sea", "Liguria", "Upper Adriatic")
    assert not table.events("appeared") and table.s.order == [0]
    assert "upper_adriatic" in areas(table, table.s.white) and table.s.in_bag == [0, 1, 1, 1]


@pytest.mark.rule("EXP-34", "EXP-35")
def test_one_new_npc_in_a_turn(bag: Bag) -> None:
    bag("green", "white", "red")
    table = explore().do("Upper Adriatic", "Liguria")
    assert len(table.events("appeared")) == 1 and table.s.in_bag == [0, 1, 0, 1]
    assert "liguria" in areas(table, table.s.white)


@pytest.mark.rule("EXP-33", "EXP-35")
def test_only_the_first_colour_of_a_phase_counts(bag: Bag) -> None:
    bag("green", "red")  # green finds no room in the Upper Adriatic
    table = explore(barbarians={"discs": {"gulf_of_dalmatia": 1, "adriatic_sea": 1}})
    table.do("Upper Adriatic", "Liguria")
    assert not table.events("appeared")
    assert {"upper_adriatic", "liguria"} <= areas(table, table.s.white)


@pytest.mark.rule("EXP-35")
def test_the_colour_of_an_npc_that_is_there_counts_as_white(bag: Bag) -> None:
    bag("red")
    egypt = {"civilization": "egypt", "discs": {"egypt": 2}, "in_bag": 1}
    table = explore(others=[egypt, {}, {}]).do("Upper Adriatic")
    assert not table.events("appeared") and "upper_adriatic" in areas(table, table.s.white)


# ----------------------------------------------------------------------------------- clean-up


def finish(table: Table) -> Table:
    while table.s.phase == "exploration":
        table.game.apply(table.game.legal_actions()[0])
    return table


@pytest.mark.rule("EXP-50")
def test_white_discs_leave_the_map_at_the_end(bag: Bag) -> None:
    bag()
    table = explore().do("Liguria")
    assert table.s.white
    assert not finish(table).s.white


@pytest.mark.rule("EXP-51")
def test_when_all_npcs_have_come_the_bag_loses_their_colours(bag: Bag) -> None:
    bag("red")
    table = explore(created={"unknown": 1}, others=[{"in_bag": 3}])
    supply = table.s.world.pool[1] - 2
    finish(table.do("Upper Adriatic"))
    assert table.s.in_bag == [0, 0]
    assert {CUP_COLOURS[disc] for disc in contents(table.s)} == {"white", "black", "yellow"}
    assert sum(table.s.discs[1]) + table.s.supply[1] + table.s.ready[1] == supply


@pytest.mark.rule("EXP-52", "EXP-53")
def test_while_no_npc_is_there_the_bag_gets_two_discs(bag: Bag) -> None:
    bag()
    table = finish(explore())
    assert sum(table.s.in_bag) == 3 + 2


@pytest.mark.rule("EXP-53")
def test_without_a_new_npc_the_bag_gets_one_disc(bag: Bag) -> None:
    bag()
    egypt = {"civilization": "egypt", "discs": {"egypt": 2}, "in_bag": 0}
    table = finish(explore(others=[egypt, {}, {}]))
    assert table.s.in_bag[1] == 0 and sum(table.s.in_bag) == 2 + 1  # of a colour still to come


@pytest.mark.rule("EXP-53")
def test_after_a_new_npc_the_bag_gets_none(bag: Bag) -> None:
    bag("green")
    table = finish(explore().do("Upper Adriatic"))
    assert sum(table.s.in_bag) == 2


@pytest.mark.rule("EXP-14")
def test_hostility_is_decided_by_the_same_bag() -> None:
    table = explore()
    drawn = {CUP_COLOURS[disc] for _ in range(40) for disc in draw_discs(table.s, 0, 1, 5, "war")}
    assert drawn == {"white", "black", "yellow", "red", "green", "blue"}


# ----------------------------------------------------------------- Events without an active NPC


@pytest.mark.rule("EXP-54")
def test_before_the_first_npc_comes_one_of_those_to_come_runs_invasions(bag: Bag) -> None:
    bag("black")
    table = explore(top=(98,)).do("Liguria")
    assert table.kind == "name_area" and table.game.decision.faction == 1
    assert table.game.seat in table.s.world.scenario.npcs


@pytest.mark.rule("EXP-54")
def test_with_an_active_npc_the_one_with_fewest_vp_runs_them(bag: Bag) -> None:
    bag("black")
    egypt = {"civilization": "egypt", "discs": {"egypt": 2}, "vp": 3}
    table = explore(top=(98,), others=[{}, egypt, {}], rome={"vp": 1}).do("Liguria")
    assert table.asked("name_area", "rome")


# ------------------------------------------------------------------------------- whole games


HOMES = {
    "full": "rome", "western": "gaul", "extended_western": "mycenae", "eastern": "egypt",
    "extended_eastern": "troy",
}  # fmt: skip


@pytest.mark.parametrize("name", HOMES)
@pytest.mark.parametrize("n", range(1, 5))
def test_games_on_every_map_are_sound(name: str, n: int) -> None:
    """At every exploration the position can be saved and dealt anew; the bag keeps its discs."""
    rng = random.Random(n)
    decisions = {"map": name, "players": [HOMES[name]], "npcs": n // 3, "unknown": n - n // 3}
    game = Game.new("created_exploration", n, {"created": decisions, "epochs": [n, n]})
    explored = 0
    while not game.over:
        if game.state.phase == "exploration":
            explored += 1
            if explored % 5 == 0:
                check_all(game)
                assert Game.from_dict(game.to_dict()).to_dict() == game.to_dict()
                check_all(game.determinize(rng.randrange(2), rng))
        game.apply(rng.choice(game.legal_actions()))
    check_all(game)
    s = game.state
    assert explored and contents(s).count(0) == 6 and contents(s).count(1) == 4
    for f in members(s.world.unknown & ~s.absent):
        assert s.civilization[f] >= 0 and any(e.kind == "appeared" and e.faction == f for e in game.events)


@pytest.mark.parametrize(("who", "name"), [("npc", "full"), ("greedy", "eastern"), ("npc", "western")])
def test_npcs_and_others_explore_to_the_end(who: str, name: str) -> None:
    decisions = {"map": name, "players": [HOMES[name]], "unknown": 2}
    game = Game.new("created_exploration", 5, {"created": decisions, "epochs": [1, 1]})
    players = [make_player(who, seed=1), make_player("npc", seed=2), make_player("npc", seed=3)]
    while not game.over:
        view = game.view(game.seat)
        game.apply(players[game.seat].act(view, game.decision, game.legal_actions()))
    check_all(game)


def test_positions_refuse_what_cannot_be() -> None:
    for wrong, field in (
        ({"phase": "growth", "white": ["liguria"]}, "white"),
        ({"arrived": [1]}, "arrived"),
        ({"rome": {"discs": {"rome": 2}, "in_bag": 1}}, "in_bag"),
    ):
        with pytest.raises(PositionError, match=field):
            explore(**wrong)


def test_exploration_in_words(bag: Bag) -> None:
    bag("white", "green", "black")
    table = explore(created={"pool": ["egypt"]})
    assert describe_decision(table.s).startswith("Rome explores an area (")
    assert table.game.describe(table.action("Liguria")) == "explore Liguria"
    table.do("Liguria", "Upper Adriatic")
    told = [describe_event(table.s, event) for event in table.events()]
    assert "Rome explores Liguria: white" in told and "Rome explores Upper Adriatic: green" in told
    assert "Egypt appears in Upper Adriatic" in told and "Egypt draws black for its size" in told
    assert "Egypt has its home in Mycenae" in told
    assert any(words.startswith("Egypt has its Nile in ") for words in told)


@pytest.mark.rule("EXP-09", "AEN-03")
def test_alone_in_the_game_nobody_is_behind() -> None:
    table = explore(phase="evaluation", stack=[["draw_step"], ["aeneas_step", 0]])
    assert not any(e.kind == "aeneas" for e in table.events()) and table.kind != "aeneas"
    without = explore(phase="evaluation", stack=[["draw_step"], ["aeneas_step", 0]], rome={"discs": {}})
    assert without.asked("aeneas", "rome")


@pytest.mark.rule("NPC-81", "EXP-18")
def test_with_nobody_left_to_explore_the_game_is_drawn() -> None:
    game = Game.new("created_exploration", 1, {"npcs": [0, 1, 2]})
    leave_the_game(game.state, 0)
    assert game.over and game.winners == [0, 1, 2]


@pytest.mark.rule("NPC-81", "EXP-18")
@pytest.mark.parametrize("name", ["rome", "gaul"])
@pytest.mark.parametrize("to_come", [0, 1])
def test_when_the_npc_met_leaves_the_game_goes_on_only_if_another_is_to_come(name: str, to_come: int) -> None:
    """Also for Rome, whose display is the first of all."""
    carthage = {"civilization": "carthage", "discs": {"carthage": 2}}
    met = {"civilization": name, "discs": {"corsica": 1}}
    created = {"players": ["carthage"], "unknown": 1 + to_come}
    table = explore(created=created, rome=carthage, others=[met, {}][: 1 + to_come])
    leave_the_game(table.s, 1)
    assert table.game.over == (not to_come) and (to_come or table.game.winners == [0])
