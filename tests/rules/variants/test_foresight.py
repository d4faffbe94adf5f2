"""Foresight: what a card would do, and that nobody is led into a declaration without a lawful end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

import pytest
from helpers import EVENTS, moment, position

from acis_rules import Game
from acis_rules.cards.plays import may_play, next_choice, playable
from acis_rules.effects import Play, fresh_play
from acis_rules.kernel.actions import STOP, area_action, card_action, faction_action
from acis_rules.kernel.bits import members
from acis_rules.kernel.log import Event
from acis_rules.kernel.state import State
from acis_rules.variants.foresight import MOST_TRIALS, Trial, _Search, lawful_choices, trial
from acis_rules.variants.foresight import _bound as bound
from acis_rules.variants.teams import harms_others_more

TEAMS = {"teams": [[0, 2], [1, 3]]}


@cache
def positions() -> list[State]:
    """Positions in the Card Phase of games in teams, from early to late."""
    out = []
    for seed in range(3):
        game = Game.new("basic_4p", seed=seed, options=TEAMS)
        rng = Random(seed)
        n = 0
        while not game.over:
            if game.decision.kind == "card_action":
                n += 1
                if n % 12 == 1:
                    out.append(game.state.copy())
            game.apply(rng.choice(game.legal_actions()))
    return out


def lawful(s: State, play: Play) -> bool:
    return harms_others_more(s, play, trial(s, play))


def declarations(s: State, play: Play, i: int = 0, picked: tuple[int, ...] = ()) -> Iterator[Play]:
    """All that could be declared if nothing were forbidden."""
    play, i, picked, legal = next_choice(s, play, i, picked)
    if not legal:
        yield play
    for action in members(legal):
        yield from declarations(s, play, i, (*picked, action))


@pytest.mark.rule("TEAM-04")
@pytest.mark.parametrize("card", range(1, 104))
def test_every_declaration_that_is_offered_has_a_lawful_end(card: int) -> None:
    rng = Random(card)
    for s in positions():
        fate = s.world.deck.cards[card]
        by = s.question.faction if s.question else 0
        if fate.event or fate.source.investment or not playable(s, by, card):
            continue
        for mode in range(len(fate.modes)):
            play, i = fresh_play(by, "card", card)._replace(mode=mode), 0
            picked: tuple[int, ...] = ()
            if not may_play(s, play):
                continue
            while True:
                play, i, picked, legal = next_choice(s, play, i, picked)
                if not legal:
                    break
                offered = lawful_choices(s, play, i, picked, legal)
                assert offered and not offered & ~legal
                picked += (rng.choice(members(offered)),)
            assert lawful(s, play), play


FEW = 40  # declarations: then all of them can be tried


@pytest.mark.rule("TEAM-04")
def test_what_is_offered_is_all_that_is_lawful() -> None:
    compared = forbidden = 0
    for s in positions():
        assert s.question is not None
        by = s.question.faction
        for card in range(1, 104):
            fate = s.world.deck.cards[card]
            if fate.event or fate.source.investment or not fate.tags.removes:
                continue
            play = fresh_play(by, "card", card)
            everything = list(islice(declarations(s, play), FEW + 1))
            if not 0 < len(everything) <= FEW < MOST_TRIALS:
                continue
            ends = {end: lawful(s, end) for end in everything}
            assert may_play(s, play) is any(ends.values())
            first, i, picked, legal = next_choice(s, play, 0, ())
            for action in members(legal):
                reachable = list(declarations(s, first, i, (action,)))
                offered = lawful_choices(s, first, i, picked, legal) >> action & 1
                if any(ends.values()):
                    assert bool(offered) is any(ends[end] for end in reachable)
                compared += 1
                forbidden += not offered
    assert compared > 200 and forbidden > 20


@pytest.mark.rule("TEAM-04")
def test_after_trials_in_vain_a_choice_counts_as_unlawful() -> None:
    vain = 0
    for s in positions():
        assert s.question is not None
        for card in range(1, 104):
            fate = s.world.deck.cards[card]
            if fate.event or fate.source.investment or not fate.tags.removes:
                continue
            play = fresh_play(s.question.faction, "card", card)
            everything = list(islice(declarations(s, play), FEW + 1))
            if not 0 < len(everything) <= FEW:
                continue
            search = _Search(s, play.by)
            search.left = 1
            if any(lawful(s, end) for end in everything):
                vain += not search.ends(play, 0, ())
            else:
                assert not search.ends(play, 0, ()), card
    assert vain


def test_a_trial_changes_nothing_and_draws_nothing() -> None:
    for s in positions()[:6]:
        game = Game(s.copy())
        before = game.to_dict()
        for card in (26, 34, 36, 38, 22, 21):
            for end in islice(declarations(s, fresh_play(s.order[0], "card", card)), 3):
                outcome = trial(game.state, end)
                assert not any(event.kind in ("drew", "revealed", "event") for event in outcome.events)
        assert game.to_dict() == before


def test_losses_by_faction_area_and_kind() -> None:
    at = position(
        "basic_2p", phase="cards", egypt={"hand": [26]},
        troy={"discs": {"trojan_sea": 2, "icarian_sea": 1}, "treasury": 2},
    )  # fmt: skip
    egypt, troy, sea = at.faction("egypt"), at.faction("troy"), at.area("trojan_sea")
    play = next(
        end
        for end in declarations(at.s, fresh_play(egypt, "card", 26))
        if end.areas == (sea,)
    )  # fmt: skip
    assert trial(at.s, play).losses() == {(troy, sea, "disc"): 1, (troy, at.area("icarian_sea"), "disc"): 1}
    assert trial(at.s, play).lost_by(2) == [2 * (f == troy) for f in range(3)]


def test_gifts_to_fate_count_as_they_are_meant() -> None:
    """Gods Demand Sacrifice costs a card and a talent; Golden Fleece two VP."""
    at = position(
        "basic_2p", phase="cards", egypt={"hand": [17, 52]}, troy={"hand": [1, 2], "treasury": 1, "vp": 5}
    )
    egypt, troy = at.faction("egypt"), at.faction("troy")
    (sacrifice,) = declarations(at.s, fresh_play(egypt, "card", 17))
    assert trial(at.s, sacrifice).losses() == {(troy, -1, "card"): 1, (troy, -1, "talent"): 1}
    (fleece,) = declarations(at.s, fresh_play(egypt, "card", 52))
    assert trial(at.s, fleece).losses() == {(troy, -1, "vp"): 2}


def test_losses_of_one_kind_add_up() -> None:
    told = [
        Event("removed", 0, area=5, n=1), Event("removed", 0, area=5, n=1), Event("removed", 0, area=6, n=1),
        Event("wonder_discs", 0, area=5, n=-2), Event("wonder_discs", 1, area=5, n=2),
        Event("buried", 1, area=4), Event("buried", 1, area=4),
        Event("talents", 1, n=-1), Event("talents", 1, n=-2), Event("talents", 0, n=3),
        Event("vp", 1, n=-2), Event("vp", 1, n=-3), Event("vp", 0, n=4),
        Event("discarded", 0, n=1, cause="card 17"), Event("discarded", 0, n=1, cause="card 21"),
        Event("discarded", 0, n=1, cause="hand limit"),
        Event("cards_taken", 1, other=0, n=1), Event("cards_taken", 0, other=1, n=1),
        Event("cards_taken", 0, other=1, n=2), Event("placed", 1, area=5, n=1),
    ]  # fmt: skip
    outcome = Trial(position().s, told)
    assert outcome.losses() == {
        (0, 5, "disc"): 4, (0, 6, "disc"): 1, (1, 4, "wonder"): 2, (1, -1, "talent"): 3, (1, -1, "vp"): 5,
        (0, -1, "card"): 3, (1, -1, "card"): 3,
    }  # fmt: skip
    assert outcome.lost_by(2) == [8, 13, 0]


@pytest.mark.rule("TEAM-04")
def test_only_cards_that_are_played_are_bound() -> None:
    """Not Events, Wonders, Investments or abilities; nor anybody who has nobody to spare."""
    s = position("basic_4p", options=TEAMS, **moment("card phase")).s
    famine, event = 8, 98
    plays = {
        kind: [bound(s, fresh_play(by, kind, famine)) for by in range(4)]
        for kind in ("card", "wonder", "investment", "ability")
    }
    assert plays == {"card": [True] * 4, **dict.fromkeys(("wonder", "investment", "ability"), [False] * 4)}
    assert not any(bound(s, fresh_play(by, "card", event)) for by in range(4))
    alone = position("basic_4p", **moment("card phase")).s
    assert not any(bound(alone, fresh_play(by, "card", famine)) for by in range(4))


@pytest.mark.rule("TEAM-04")
def test_gentle_ways_are_tried_first() -> None:
    """Nothing, then those that are not to be spared, then areas in which others have more discs."""
    given = {
        "egypt": {"tyre": 1, "troy": 1},
        "troy": {"tyre": 2, "lydia": 3, "kush": 3},
        "gaul": {"lydia": 4},
    }
    s = position(
        "basic_4p", options=TEAMS, **{name: {"discs": discs} for name, discs in given.items()}, carthage={},
        order=["egypt", "gaul", "troy", "carthage"], **moment("card phase"),
    ).s  # fmt: skip
    gaul, egypt = s.world.named(s, "gaul"), s.world.named(s, "egypt")
    by = next(f for f in range(4) if f != egypt and s.world.teammates(egypt) >> f & 1)
    search = _Search(s, by)
    assert search.spared == s.world.teammates(by)
    names = ("kush", "lydia", "tyre", "troy")
    harm = [search._harms[area_action(s.world.board.find(name))] for name in names]
    assert harm == [-3, -4, 0, 2]
    assert search._harms[STOP] == -1 and search._harms[card_action(8)] == 0
    assert [search._harms[faction_action(f)] for f in (egypt, gaul)] == [1, 0]


@pytest.mark.rule("TEAM-04")
@pytest.mark.parametrize("by", range(4))
@pytest.mark.parametrize(("own", "partner", "other", "may"), [
    (0, 0, 0, True), (9, 0, 0, True), (9, 1, 0, False), (0, 1, 1, True), (0, 2, 1, False), (9, 1, 2, True),
])  # fmt: skip
def test_what_the_player_loses_itself_does_not_count(
    by: int, own: int, partner: int, other: int, may: bool
) -> None:
    s = position("basic_4p", options=TEAMS, **moment("card phase")).s
    friend = next(f for f in range(4) if s.world.teammates(by) >> f & 1)
    enemy = next(f for f in range(4) if f not in (by, friend))
    told = [Event("vp", f, n=-n) for f, n in ((by, own), (friend, partner), (enemy, other))]
    assert harms_others_more(s, fresh_play(by, "card", 8), Trial(s, told)) == may


@pytest.mark.rule("TEAM-04")
def test_every_card_but_the_events_is_bound() -> None:
    s = position("basic_4p", options=TEAMS, **moment("card phase")).s
    cards = [card for card in range(1, 104) if not bound(s, fresh_play(0, "card", card))]
    assert cards == sorted(EVENTS)


@pytest.mark.rule("TEAM-04")
def test_every_trial_of_a_choice_is_counted() -> None:
    """Gods Demand Sacrifice leaves nothing to choose: one trial each time it is looked at."""
    s = position("basic_4p", options=TEAMS, egypt={"hand": [17]}, **moment("card phase")).s
    by = s.world.named(s, "egypt")
    search, play = _Search(s, by), fresh_play(by, "card", 17)
    for n in (1, 2):
        search.ends(play, 0, ())
        assert search.left == MOST_TRIALS - n
