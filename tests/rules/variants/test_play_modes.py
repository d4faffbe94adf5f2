"""Ways to play any scenario: several civilizations each, one against two, two colours, Wonders at first."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from helpers import position
from invariants import check_all
from random_play import some_options

from acis_env.envs.rewards import outcome, rank
from acis_rules import Game
from acis_rules.box.scenario import scenarios
from acis_rules.cards.drawing import fewest_vp
from acis_rules.errors import DataError
from acis_rules.kernel.actions import ABILITY, STOP, civilization_action
from acis_rules.kernel.bits import members
from acis_rules.phases.aeneas import civilization_chosen as new_land
from acis_rules.phases.aeneas import may_invoke
from acis_rules.phases.growth import growth, transfer
from acis_rules.table.changes import remove
from acis_rules.table.ending import end_game, player_score
from acis_rules.table.terms import LAND_LIMIT, contested, occupied

TWO_EACH = {"players": [0, 1, 0, 1]}


def play_out(game: Game, seed: int, every: int = 30) -> None:
    """Random moves to the end, with a look at the position from time to time."""
    rng = random.Random(seed)
    i = 0
    while not game.over:
        i += 1
        if i % every == 0:
            check_all(game)
        game.apply(rng.choice(game.legal_actions()))


# ------------------------------------------------------------------ several civilizations each


@pytest.mark.rule("MULTI-01", "MULTI-02")
@pytest.mark.parametrize("players", [[0, 1, 0, 1], [0, 0, 1, 1], [0, 1, 1, 1], [0, 1, 2, 0]])
def test_a_player_runs_several_civilizations_each_with_its_own_turn(players: list[int]) -> None:
    game = Game.new("four_civs_d", 3, {"players": players})
    assert game.state.world.n_seats == len(set(players))
    assert sorted(game.state.order) == [0, 1, 2, 3]
    rng = random.Random(1)
    seen = set()
    while not game.over:
        decision = game.decision
        assert decision.seat == players[decision.faction]
        seen.add(decision.faction)
        game.apply(rng.choice(game.legal_actions()))
    assert seen == {0, 1, 2, 3}


@pytest.mark.rule("MULTI-03")
def test_hands_are_kept_apart() -> None:
    game = Game.new("four_civs_d", 3, TWO_EACH)
    rng = random.Random(1)
    while game.state.phase == "setup":
        game.apply(rng.choice(game.legal_actions()))
    hands = game.state.hand
    assert [hand.bit_count() for hand in hands] == [5, 5, 5, 5]
    assert hands[0] & hands[2] == 0
    view = game.view(0)
    assert (view.hand[0], view.hand[2]) == (hands[0], hands[2])
    assert view.hand[1] == view.hand[3] == 0


@pytest.mark.rule("MULTI-04")
def test_civilizations_of_one_player_contest_areas_with_each_other() -> None:
    table = position(
        "basic_4p", options=TWO_EACH, phase="competition",
        gaul={"discs": {"gallia": 2}}, carthage={}, troy={"discs": {"gallia": 1}}, egypt={},
    )  # fmt: skip
    s = table.s
    assert s.world.player[table.faction("gaul")] == s.world.player[table.faction("troy")]
    assert contested(s) == 1 << table.area("gallia")


@pytest.mark.rule("MULTI-06")
def test_own_civilizations_trade_with_each_other() -> None:
    table = position(
        "basic_4p", options=TWO_EACH,
        gaul={"discs": {"ligurian_sea": 1}}, carthage={}, troy={"discs": {"massilia": 1}}, egypt={},
    )  # fmt: skip
    assert growth(table.s, table.faction("gaul")) == 1


@pytest.mark.rule("MULTI-05")
def test_the_sum_of_a_player_decides() -> None:
    """The best single civilization is not enough."""
    game = Game.new("four_civs_d", 3, TWO_EACH)
    s = game.state
    s.vp[:] = [40, 30, 1, 12]
    end_game(s)
    assert game.winners == [1]
    assert s.winners == [1, 3]


@pytest.mark.rule("MULTI-05")
def test_the_player_with_the_fewest_vp_in_all_runs_an_invasion() -> None:
    game = Game.new("four_civs_d", 3, TWO_EACH)
    s = game.state
    s.order = [2, 3, 0, 1]
    s.vp[:] = [9, 5, 0, 5]  # 9 against 10: player 0, though 5 is less than 9
    assert fewest_vp(s) == 2
    s.vp[:] = [9, 0, 3, 5]
    assert fewest_vp(s) == 3


@pytest.mark.rule("MULTI-07")
def test_a_player_list_that_does_not_fit_is_refused() -> None:
    with pytest.raises(DataError, match=r"options: players: .* divides the VP of a player"):
        Game.new("fall_of_rome_1_3p_1", options={"players": [1, 0, 0, 1]})
    assert Game.new("fall_of_rome_1_3p_1", options={"players": [1, 0, 2, 0]}).state.world.n_seats == 3
    for players in ([0, 1], [0, 2, 2, 0], [1, 2, 1, 2]):
        with pytest.raises(DataError, match=r"options: players: \[.*\]; possible: 4 numbers, one for each"):
            Game.new("four_civs_d", options={"players": players})


# ------------------------------------------------------------------------------- two colours


@pytest.mark.rule("DBL-01")
def test_a_second_colour_makes_98_discs() -> None:
    game = Game.new("three_civs_a", 1, {"double_discs": True})
    s = game.state
    assert [s.supply[f] + sum(s.discs[f]) for f in range(3)] == [98, 98, 98]
    assert s.supply[s.world.barbarians] == 50
    play_out(game, 1)
    with pytest.raises(
        DataError, match="options: double_discs: true; possible with 3 civilizations at most, here are 4"
    ):
        Game.new("four_civs_a", options={"double_discs": True})


@pytest.mark.rule("DBL-02")
def test_two_civilizations_on_the_whole_map_always_have_two_colours() -> None:
    for scenario in ("two_civs_a", "two_civs_b", "two_civs_c"):
        s = Game.new(scenario, 1).state
        assert s.world.pool[:2] == (100, 100)


# ------------------------------------------------------------------------- starting Wonders


@pytest.mark.rule("WSTART-01", "WSTART-02")
@pytest.mark.parametrize("n", [1, 2])
def test_wonders_are_drawn_and_stand_where_their_owner_is(n: int) -> None:
    sites = set()
    for seed in range(6):
        game = Game.new("second_punic_war", seed, {"starting_wonders": n})
        s = game.state
        rng = random.Random(seed)
        while s.phase == "setup":
            if game.decision.kind == "wonder_site":
                sites.add(len(game.legal_actions()))
            game.apply(rng.choice(game.legal_actions()))
        built = [wonder for wonder in s.wonders if wonder.owner >= 0]
        assert sorted(wonder.owner for wonder in built) == sorted([0, 1, 2] * n)
        assert len({wonder.area for wonder in built}) == len(built)
        for number, wonder in enumerate(s.wonders):
            if wonder.owner >= 0:
                assert s.discs[wonder.owner][wonder.area] in range(1, LAND_LIMIT + 1)
                assert s.world.board.land >> wonder.area & 1
                assert wonder.discs == s.world.deck.wonders[number].discs
        check_all(game)
    assert max(sites) > 3  # any land area that it occupies
    play_out(game, 1)


@pytest.mark.rule("WSTART-01")
def test_starting_wonders_are_for_later_epochs() -> None:
    with pytest.raises(
        DataError, match="starting_wonders: 1; possible only in scenarios that begin after Epoch I"
    ):
        Game.new("basic_2p", options={"starting_wonders": 1})
    with pytest.raises(DataError, match="starting_wonders: 3; possible: a whole number from 0 to 2"):
        Game.new("punic_wars", options={"starting_wonders": 3})


# --------------------------------------------------------------------------------- length


@pytest.mark.rule("EXP-17")
@pytest.mark.parametrize("limit", [4, 12])
def test_a_game_ends_with_the_turn_in_which_somebody_has_so_many_vp(limit: int) -> None:
    for seed in range(5):
        game = Game.new("basic_4p", seed, {"vp_limit": limit})
        play_out(game, seed)
        s = game.state
        assert max(s.vp) >= limit and s.vp[s.winners[0]] == max(s.vp)
        vp = [0] * 4
        turns = [(0, 0)]
        for event in game.events:  # at the end of no earlier turn had anybody so many
            if event.kind == "turn":
                assert max(vp) < limit
                turns.append((event.epoch, event.turn))
            elif event.kind == "vp":
                vp[event.faction] += event.n
        assert turns[-1] <= (s.epoch, s.turn) and vp == s.vp


@pytest.mark.rule("EXP-17", "ROME1-05c")
def test_vp_of_the_end_come_also_if_a_limit_ends_the_game() -> None:
    table = position("fall_of_rome_1_4p", phase="evaluation", turn=1, options={"vp_limit": 6}, epoch=4,
                     west={"discs": {"rome": 3}, "vp": 6}, east={"discs": {"nile_delta": 1}, "vp": 6},
                     visigoths={"discs": {"gallia": 1}}, persians={"discs": {"troy": 1}})  # fmt: skip
    while not table.game.over and table.s.turn == 1:
        table.game.apply(table.game.legal_actions()[0])
    assert table.game.over
    final = {e.faction: e.n for e in table.events("vp") if e.cause == "scenario" and e.n == 5}
    assert final == {table.faction("west"): 5, table.faction("persians"): 5}  # Control of Rome and Troy


@pytest.mark.rule("EXP-17")
def test_a_limit_of_nothing_is_refused() -> None:
    with pytest.raises(DataError, match="options: vp_limit: 0; possible: a whole number from 1 to 9999"):
        Game.new("basic_4p", 1, {"vp_limit": 0})


@pytest.mark.rule("EXP-16")
def test_the_last_epoch_can_have_all_its_turns() -> None:
    for seed in range(8):
        game = Game.new("basic_2p", seed, {"full_last_epoch": True, "epochs": [3, 4]})
        play_out(game, seed)
        turns = [(event.epoch, event.turn) for event in game.events if event.kind == "turn"]
        assert [n for epoch, n in turns if epoch == 4] == [1, 2, 3, 4]


# ------------------------------------------------------------------------- one against two

SINGLE = {"single": 1}


def past_setup(game: Game, seed: int = 1) -> Game:
    """Random moves to the end of the setup."""
    rng = random.Random(seed)
    while game.state.phase == "setup":
        game.apply(rng.choice(game.legal_actions()))
    return game


@pytest.mark.rule("ONE2-01", "ONE2-03", "ONE2-10", "ONE2-11", "ONE2-12")
@pytest.mark.parametrize("scenario", ["three_civs_a", "three_civs_b", "three_west"])
def test_one_against_two_is_set_up(scenario: str) -> None:
    game = past_setup(Game.new(scenario, 1, SINGLE))
    s = game.state
    assert s.world.player == (1, 0, 1)
    assert [sum(s.discs[f]) for f in range(3)] == [12, 16, 12]
    assert [hand.bit_count() for hand in s.hand] == [4, 5, 4]
    assert len(s.deck) == 103 - 1 - 13 and 62 not in s.deck
    assert (s.epoch, s.world.scenario.clock.last_epoch) == (1, 2)
    play_out(game, 1)


@pytest.mark.rule("ONE2-11", "GAME-03")
def test_it_may_begin_in_a_later_epoch() -> None:
    game = past_setup(Game.new("three_civs_a", 1, {**SINGLE, "epochs": [3, 4]}))
    assert game.state.epoch == 3
    play_out(game, 1)
    assert game.state.epoch == 4
    with pytest.raises(DataError, match=r"epochs: \[1, 4\]; possible: two of them, for one against two"):
        Game.new("three_civs_a", 1, {**SINGLE, "epochs": [1, 4]})
    with pytest.raises(
        DataError, match=r"options: epochs: \[3, 2\]; possible: the last one not before the first"
    ):
        Game.new("three_civs_a", 1, {"epochs": [3, 2]})


@pytest.mark.rule("ONE2-02")
@pytest.mark.parametrize("first", [True, False])
def test_the_single_player_chooses_first_or_last(first: bool) -> None:
    game = Game.new("three_west", 1, {**SINGLE, "turn_order": [0, 1, 2]})
    assert (game.decision.kind, game.decision.faction) == ("choose_first", 1)
    game.apply(ABILITY if first else STOP)
    rng = random.Random(2)
    asked = []
    while game.state.phase == "setup":
        if game.decision.kind == "civilization":
            asked.append(game.decision.faction)
        game.apply(rng.choice(game.legal_actions()))
    assert asked == ([1, 0, 2] if first else [0, 2, 1])


@pytest.mark.rule("ONE2-04", "ONE2-05", "ONE2-09")
def test_growth_cards_and_hands_differ() -> None:
    world = Game.new("three_civs_a", 1, SINGLE).state.world
    assert [knobs.minimum_growth for knobs in world.knobs] == [3, 6, 3]
    assert [knobs.base_draw for knobs in world.knobs] == [3, 4, 3]
    assert [knobs.hand_limit for knobs in world.knobs] == [4, 6, 4]
    game = past_setup(Game.new("three_civs_a", 1, SINGLE))
    s = game.state
    for faction, expected in ((1, 6), (0, 3)):
        for area in members(occupied(s, faction)):
            while s.discs[faction][area]:
                remove(s, faction, area, "test")
        s.ready[faction] = 0
        s.special = 0
        transfer(s, faction)
        assert s.ready[faction] == expected


@pytest.mark.rule("ONE2-06", "ONE2-07")
def test_aeneas_is_kinder_to_the_single_player() -> None:
    """24 discs after no Epoch, 27 after one, in the final one, too (16 and 18 for the others)."""
    for epoch, single, other in ((1, 24, 16), (2, 27, 0)):
        for faction, n in ((1, single), (0, other)):
            game = past_setup(Game.new("three_civs_a", 1, SINGLE))
            s = game.state
            s.epoch = epoch
            s.vp[:] = [9, 9, 9]
            s.vp[faction] = 0
            assert may_invoke(s, faction) == bool(n)
            if n:
                before = s.ready[faction]
                new_land(s, civilization_action(s.civilization[faction]), faction)
                assert s.ready[faction] - before == n


@pytest.mark.rule("ONE2-08", "ONE2-13", "ONE2-15")
def test_the_two_count_a_fourth_and_lose_ties() -> None:
    game = Game.new("three_civs_a", 1, SINGLE)
    s = game.state
    s.vp[:] = [21, 10, 20]
    assert [player_score(s, player) for player in (0, 1)] == [10, Fraction(41, 4)]
    end_game(s)
    assert game.winners == [1]
    game = Game.new("three_civs_a", 1, SINGLE)
    game.state.vp[:] = [20, 10, 20]
    end_game(game.state)
    assert game.winners == [0]
    for divisor, winner in ((3, 1), (5, 0)):
        game = Game.new("three_civs_a", 1, {**SINGLE, "divisor": divisor})
        game.state.vp[:] = [21, 10, 20]
        end_game(game.state)
        assert game.winners == [winner]


@pytest.mark.rule("ONE2-14")
def test_the_score_decides_who_runs_an_invasion() -> None:
    game = Game.new("three_civs_a", 1, SINGLE)
    s = game.state
    s.order = [1, 0, 2]
    s.vp[:] = [20, 10, 16]  # a fourth of 36 is less than 10
    assert fewest_vp(s) == 0
    s.vp[:] = [20, 10, 24]
    assert fewest_vp(s) == 1


@pytest.mark.rule("ONE2-01")
def test_one_against_two_needs_three_civilizations() -> None:
    with pytest.raises(
        DataError, match="single: 1; possible only in scenarios of three civilizations with the default"
    ):
        Game.new("four_civs_a", 1, SINGLE)
    with pytest.raises(DataError, match=r"single: .*; possible: 0 to 2, without players"):
        Game.new("three_civs_a", 1, {"single": 3})


# ------------------------------------------------------------------------------- handicaps


@pytest.mark.rule("DIFF-02", "DIFF-03", "DIFF-06", "DIFF-07")
def test_anybody_can_have_more_or_less() -> None:
    handicaps = [{"talents": 3, "phase_talents": 1, "extra_growth": 2}, {"base_draw": 2, "opening_hand": 1}]
    game = Game.new("basic_2p", 3, {"handicaps": handicaps})
    s = game.state
    rng = random.Random(3)
    while s.phase in ("setup", "growth"):
        game.apply(rng.choice(game.legal_actions()))
    ready = {event.faction: event.n for event in game.events if event.kind == "ready"}
    assert ready[0] == 2 + ready_without(0) and ready[1] == ready_without(1)
    talents = [
        event for event in game.events if event.kind == "talents" and event.cause in ("setup", "handicap")
    ]
    assert [(event.faction, event.n, event.cause) for event in talents] == [
        (0, 3, "setup"),
        (0, 1, "handicap"),
    ]
    drawn = {
        event.faction: event.n for event in game.events if event.kind == "drew" and event.cause == "setup"
    }
    assert drawn == {0: 5, 1: 1}
    assert [knobs.base_draw for knobs in s.world.knobs] == [3, 2]
    play_out(game, 3)


def ready_without(faction: int) -> int:
    """Discs that the same civilization gets in the first turn of an ordinary game."""
    game = Game.new("basic_2p", 3)
    rng = random.Random(3)
    while game.state.phase in ("setup", "growth"):
        game.apply(rng.choice(game.legal_actions()))
    return next(event.n for event in game.events if event.kind == "ready" and event.faction == faction)


@pytest.mark.rule("DIFF-03", "GRO-12")
def test_growth_is_never_less_than_nothing() -> None:
    game = Game.new("basic_2p", 3, {"handicaps": [{"extra_growth": -20}, {}]})
    play_out(game, 1)
    assert not any(
        event.kind == "ready" and event.cause == "growth" and event.faction == 0 for event in game.events
    )


def test_handicaps_that_cannot_be_are_refused() -> None:
    with pytest.raises(
        DataError, match="options: handicaps: 1 given; possible: 2, one for each civilization"
    ):
        Game.new("basic_2p", 1, {"handicaps": [{}]})
    with pytest.raises(DataError, match=r"options: handicaps\[1\]: .*luck"):
        Game.new("basic_2p", 1, {"handicaps": [{}, {"luck": 1}]})
    with pytest.raises(DataError, match=r"options: handicaps\[0\]: .*hand_limit"):
        Game.new("basic_2p", 1, {"handicaps": [{"hand_limit": -1}, {}]})
    with pytest.raises(
        DataError, match=r"options: handicaps\[0\]: opening_hand: 6; only 5 cards are set aside"
    ):
        Game.new("basic_2p", 1, {"handicaps": [{"opening_hand": 6}, {}]})


# --------------------------------------------------------------------------- all together


def test_any_mix_of_options_is_played_or_refused() -> None:
    """Sound positions that can be read back, and rewards that add up to nothing, in every scenario."""
    rng = random.Random(11)
    played = 0
    for scenario in 3 * list(scenarios()):
        options = some_options(rng, scenario, 0.1)
        try:
            game = Game.new(scenario, rng.randrange(1000), options)
        except DataError as error:
            assert str(error).startswith("options: "), error
            continue
        play_out(game, 1, every=100)
        check_all(game)
        assert Game.from_dict(game.to_dict()).to_dict() == game.to_dict()
        assert sum(outcome(game)) == pytest.approx(0) and sum(rank(game)) == pytest.approx(0)
        played += 1
    assert played > 40
