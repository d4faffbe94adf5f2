"""Search with a network: legal, seeded, blind to hidden cards; trees keep what each seat has come to."""

from __future__ import annotations

import random

import pytest

from acis_env.observe.seating import seating_of
from acis_env.players import make_player
from acis_rules import AcisError, Game
from agents.greedy import instinct
from agents.greedy.value import seat_worths
from agents.search.judge import by_seat, shared_judge
from agents.search.player import Branch, Looking, Search, advised, look_ahead, together
from agents.search.tree import Node, Opinion, back_up, descend, outcome


class ByLead:
    """Judges by VP and what is to come: whoever is far ahead is likely to win."""

    def judge(self, games: list[Game]) -> list[Opinion]:
        out = []
        for game in games:
            legal = game.legal_actions()
            worths = [max(0.1, worth) for worth in seat_worths(game.state)]
            total = sum(worths)
            out.append(Opinion(legal, [1 / len(legal)] * len(legal), [worth / total for worth in worths]))
        return out


def opinion(game: Game) -> Opinion:
    return ByLead().judge([game])[0]


@pytest.mark.parametrize("scenario", ["basic_2p", "basic_4p", "fall_of_rome_1_2p_2", "god_king"])
def test_legal_seeded_and_blind_to_hidden_cards(scenario: str) -> None:
    """The same view and seed give the same answer, whatever the others hold."""
    rng = random.Random(2)
    game = Game.new(scenario, 5)
    asked = 0
    for i in range(300):
        if game.over:
            break
        if i % 40 == 0:
            seat, legal = game.seat, game.legal_actions()
            other = game.determinize(seat, rng)
            answer = Search("8", seed=7, judge=ByLead()).act(game.view(seat), game.decision, legal)
            assert answer in legal
            assert answer == Search("8", 7, ByLead()).act(other.view(seat), other.decision, legal)
            asked += 1
        game.apply(instinct.answer(game.state, rng))
    assert asked > 3


def test_a_tree_takes_promising_answers_first_and_keeps_what_came_of_them() -> None:
    game = Game.new("basic_4p", 3, {"civilizations": ["gaul", "carthage", "troy", "egypt"]})
    root = Node(game)
    legal = game.legal_actions()
    favourite = 1
    priors = [0.9 if i == favourite else 0.1 / (len(legal) - 1) for i in range(len(legal))]
    root.expand(Opinion(legal, priors, [0.25] * 4))
    path, leaf = descend(root)
    assert path == [(root, favourite)] and not leaf.chances
    leaf.expand(opinion(leaf.game))
    back_up(path, [0.0] * 4)  # a disappointment for everybody
    assert root.visits[favourite] == 1 and root.sums[favourite] == 0.0
    for _ in range(40):
        path, leaf = descend(root)
        if not leaf.game.over:
            leaf.expand(opinion(leaf.game))
        back_up(path, [1.0 if path[0][1] != favourite else 0.0] * 4)
    assert sum(root.visits) == 41
    assert max(range(len(legal)), key=root.visits.__getitem__) != favourite


def test_every_seat_chooses_for_itself() -> None:
    """Max^n: what is good for the one who decides is what counts, not for whom the search is made."""
    game = Game.new("basic_2p", 1)
    node = Node(game)
    legal = game.legal_actions()
    node.expand(Opinion(legal, [1 / len(legal)] * len(legal), [0.5, 0.5]))
    for i in range(len(legal)):
        chances = [0.9, 0.1] if i == 0 else [0.1, 0.9]
        back_up([(node, i)], chances if node.seat == 0 else chances[::-1])
    assert node.best() == 0


def test_several_decisions_are_looked_into_at_once() -> None:
    """All their positions are judged together, and each comes to what it comes to alone."""
    batches: list[int] = []

    class Counting(ByLead):
        def judge(self, games: list[Game]) -> list[Opinion]:
            batches.append(len(games))
            return super().judge(games)

    games = [Game.new("basic_2p", seed) for seed in (1, 2)] + [Game.new("basic_4p", 3)]

    def looking(i: int) -> Looking:
        return look_ahead(games[i].view(games[i].seat), 16, random.Random(i))

    both = together([looking(i) for i in range(3)], Counting())
    assert max(batches) >= 3 * 2
    for i, found in enumerate(both):
        [alone] = together([looking(i)], ByLead())
        assert [(b.action, b.visits, b.sum) for b in alone] == [(b.action, b.visits, b.sum) for b in found]
    assert together([], ByLead()) == []


def test_every_answer_that_was_tried_is_told_the_best_first() -> None:
    game = Game.new("basic_4p", 3)
    [branches] = together([look_ahead(game.view(game.seat), 32, random.Random(1))], ByLead())
    assert len(branches) == min(8, len(game.legal_actions())) == len({b.action for b in branches})
    visits = [branch.visits for branch in branches]
    assert visits == sorted(visits, reverse=True) and visits[0] > visits[-1] > 0


def test_advice_goes_by_what_turned_out_well_and_doubts_what_was_hardly_looked_at() -> None:
    def branch(own: float, visits: int, chance: float) -> Branch:
        out = Branch(0, own, own, [])
        out.visits, out.sum = visits, visits * chance
        return out

    better, worse = advised([branch(0.5, 16, 0.6), branch(0.5, 16, 0.5)])
    assert better + worse == pytest.approx(1) and better > 0.9
    hasty = advised([branch(0.5, 1, 0.6), branch(0.5, 1, 0.5)])
    assert 0.5 < hasty[0] < better
    sure, surprise = advised([branch(1 - 1e-9, 16, 0.5), branch(1e-9, 16, 0.8)])
    assert surprise > 0.9 > 0.1 > sure, "what the policy never does may still be right"
    same = advised([branch(0.7, 4, 0.5), branch(0.3, 4, 0.5)])
    assert same == pytest.approx([0.7, 0.3])


def test_the_end_of_a_game_is_certain() -> None:
    game = Game.new("basic_2p", 4, {"vp_limit": 3})
    rng = random.Random(1)
    while not game.over:
        game.apply(instinct.answer(game.state, rng))
    assert sum(outcome(game)) == 1 and all(outcome(game)[seat] > 0 for seat in game.winners)


def test_a_bundled_policy_judges_positions_of_every_kind() -> None:
    """Priors of the legal actions make 1, and so do the chances of all seats."""
    judge = shared_judge("general")
    games = [Game.new(name, 2) for name in ("basic_2p", "six_civs", "fall_of_rome_1_2p_2", "hannibal")]
    for game in games:
        actions, priors, chances = judge.judge([game])[0]
        assert sorted(actions) == game.legal_actions() and sum(priors) == pytest.approx(1, abs=1e-3)
        assert len(chances) == game.state.world.n_seats and sum(chances) == pytest.approx(1, abs=1e-3)
    assert judge.judge([]) == []


def test_a_seat_has_the_chances_of_all_its_civilizations() -> None:
    game = Game.new("fall_of_rome_1_2p_2", 1)  # each of two seats runs two factions
    seating = seating_of(game.view(game.seat))
    mine = [float(game.state.world.player[faction] == 0) for faction in seating.factions]
    assert by_seat(game, seating, mine) == [2.0, 0.0]


@pytest.mark.parametrize(
    ("spec", "wrong"),
    [
        ("search", "a policy is needed"),
        ("search:general:1", "must be 2 or more"),
        ("search:nowhere", "nowhere"),
    ],
)
def test_what_cannot_search_is_refused(spec: str, wrong: str) -> None:
    with pytest.raises(AcisError, match=wrong):
        make_player(spec)
