"""What is certain about a card without a trial agrees with all trials of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, get_args

import pytest
from helpers import Table, moment, position

from acis_rules import Game
from acis_rules.cards.plays import feasible_modes, next_choice
from acis_rules.effects import AnyOperation, Operation, Play, fresh_play
from acis_rules.effects.discs import Place, Remove, RemoveEvery
from acis_rules.effects.goods import Lose
from acis_rules.kernel.actions import area_action, faction_action
from acis_rules.kernel.bits import mask_of, members
from acis_rules.kernel.moments import Variant
from acis_rules.kernel.state import State
from acis_rules.table.terms import competitions
from acis_rules.variants import foresight
from acis_rules.variants.foresight import _bound as bound
from acis_rules.variants.foresight import is_harmless, is_hopeless, lawful_choices, trial
from acis_rules.variants.reach import Reach
from acis_rules.variants.reach import _can_be_lost as can_be_lost
from acis_rules.variants.reach import _is_foreseeable as is_foreseeable
from acis_rules.variants.teams import TEAMS

GAMES: dict[str, dict[str, Any]] = {
    "basic_4p": {"teams": [[0, 2], [1, 3]]}, "fall_of_rome_1_2p_1": {}, "fall_of_rome_1_4p": {},
    "fall_of_rome_2_v1": {}, "hannibal": {}, "alexander": {},
}  # fmt: skip
BOUND = [name for name in GAMES if name != "alexander"]


@cache
def positions(scenario: str) -> list[State]:
    """Positions in the Card and Competition Phases of random games."""
    out = []
    for seed in range(5):
        game, rng, n = Game.new(scenario, seed=seed, options=GAMES[scenario]), Random(seed), 0
        while not game.over:
            if game.decision.kind in ("card_action", "commit"):
                n += 1
                if n % 7 == 1:
                    out.append(game.state.copy())
            game.apply(rng.choice(game.legal_actions()))
    return out[:: max(1, len(out) // 24)]


def plays(s: State, rng: Random, share: float) -> Iterator[Play]:
    """Cards as those who are bound could play them now, in all their alternatives."""
    contested = members(competitions(s))
    for card in range(1, 104):
        fate = s.world.deck.cards[card]
        if fate.event or fate.negation or fate.source.investment or (fate.competition and not contested):
            continue
        for by in s.order:
            play = fresh_play(by, "card", card)
            if rng.random() < share and bound(s, play):
                play = play.at(rng.choice(contested)) if fate.competition else play
                for mode in feasible_modes(s, play):
                    yield play._replace(mode=mode)


def lawful(s: State, play: Play) -> bool:
    outcome = trial(s, play)
    return all(rule(s, play, outcome) for rule in s.world.on.lawful)


@pytest.mark.rule("TEAM-04", "ROME1-06d1", "ROME1-06d2", "ROME2-06e1", "ROME2-06e2", "HANN-08b3", "HANN-04c")
@pytest.mark.parametrize("scenario", BOUND)
def test_trials_agree_with_what_is_certain_without_them(scenario: str) -> None:
    seen: Counter[str] = Counter()
    rng = Random(1)
    for s in positions(scenario):
        for play in plays(s, rng, 0.3):
            i = 0
            picked: tuple[int, ...] = ()
            harmless = [is_harmless(s, play, 0)]
            reaches, hopeless = [Reach(s, play, 0)], [False]
            while True:
                play, i, picked, legal = next_choice(s, play, i, picked)
                harmless.append(is_harmless(s, play, i))
                reaches.append(Reach(s, play, i))
                if not legal:
                    break
                picked += (rng.choice(members(legal)),)
                hopeless.append(is_hopeless(s, play, i, picked))
            outcome, may = trial(s, play), lawful(s, play)
            losers = mask_of({faction for faction, _, _ in outcome.losses()} - {play.by})
            changed = mask_of(e.area for e in outcome.events if e.kind in ("placed", "removed", "barbarians"))
            for reach in reaches:
                assert not losers & ~reach.losers, play
                assert not changed & ~reach.areas, play
            assert may or not any(harmless), play
            assert not (may and any(hopeless)), play
            seen["harmless"] += any(harmless)
            seen["spared by its picks"] += harmless[-1] and not harmless[0]
            seen["hopeless"] += any(hopeless)
            seen["neither"] += not any(harmless) and not any(hopeless)
    assert seen["harmless"] > 100 and seen["neither"], seen
    assert seen["hopeless"] or scenario == "basic_4p", seen


@pytest.mark.rule("TEAM-04", "ROME1-06d1", "ROME1-06d2", "ROME2-06e1", "ROME2-06e2", "HANN-08b3", "HANN-04c")
@pytest.mark.parametrize("scenario", BOUND)
def test_the_same_is_offered_as_if_all_were_tried(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(2)
    offered: list[tuple[State, Play, int, tuple[int, ...], int, int]] = []
    for s in positions(scenario)[::4]:
        for play in plays(s, rng, 0.15):
            i = 0
            picked: tuple[int, ...] = ()
            while True:
                play, i, picked, legal = next_choice(s, play, i, picked)
                if not legal:
                    break
                found = lawful_choices(s, play, i, picked, legal)
                offered.append((s, play, i, picked, legal, found))
                picked += (rng.choice(members(found)),)
    monkeypatch.setattr(foresight, "is_harmless", lambda *_: False)
    monkeypatch.setattr(foresight, "is_hopeless", lambda *_: False)
    for s, play, i, picked, legal, found in offered:
        assert lawful_choices(s, play, i, picked, legal) == found, play
    assert len(offered) > 100


def test_where_discs_change_others_nothing_is_certain() -> None:
    """Two colours that are one group replace each other (PERS-05)."""
    s = positions("alexander")[0]
    reach = Reach(s, fresh_play(s.order[0], "card", 54), 0)
    assert s.world.groups and (reach.losers, reach.areas) == (-1, -1)


def test_every_rule_that_judges_trials_says_what_needs_none() -> None:
    for variant in Variant.declared:
        moments = [moment for moment, _ in variant.functions]
        assert moments.count("lawful") == moments.count("harmless"), variant.name


def test_a_rule_without_that_is_always_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    play = fresh_play(0, "card", 54)
    assert is_harmless(Game.new("basic_4p", options=GAMES["basic_4p"]).state, play, 0)
    monkeypatch.setattr(TEAMS, "functions", [one for one in TEAMS.functions if one[0] != "harmless"])
    assert not is_harmless(Game.new("basic_4p", options=GAMES["basic_4p"]).state, play, 0)


def test_all_that_introduce_something_name_it() -> None:
    for operation in get_args(AnyOperation):
        assert operation.names == (operation.introduces is not Operation.introduces)


# ---------------------------------------------------------------------- how far each card reaches

WIDE = None  # nothing is certain
Names = set[str] | None


def partners() -> Table:
    """Egypt and Gaul against Troy and Carthage in the Card Phase."""
    return position(
        "basic_4p", options=GAMES["basic_4p"], **moment("card phase"),
        egypt={"discs": {"egypt": 3, "kush": 1, "tyre": 1, "red_sea": 1}},
        troy={"discs": {"troy": 3, "tyre": 3, "gulf_of_sidon": 1}, "hand": [7], "vp": 1, "treasury": 1},
        gaul={"discs": {"gallia": 2, "tyre": 1}}, carthage={"discs": {"carthage": 2, "sinai": 1}},
        barbarians={"discs": {"canaan": 1}},
        wonders=[{"wonder": "Colossus", "owner": "troy", "area": "tyre"}],
    )  # fmt: skip


def reached(t: Table, card: int, *words: str) -> tuple[Names, Names]:
    """Whom a card of Egypt can cost anything, and where it can move discs, after these choices."""
    play, i = fresh_play(t.faction("egypt"), "card", card), 0
    picked: tuple[int, ...] = ()
    for word in words:
        play, i, picked, legal = next_choice(t.s, play, i, picked)
        if word in ("stop", "Colossus"):
            action = t.action(word)
        elif word[0] == "@":
            action = faction_action(t.faction(word[1:]))
        else:
            action = area_action(t.area(word))
        assert legal >> action & 1, word
        picked += (action,)
    if words:
        play, i, *_ = next_choice(t.s, play, i, picked)
    reach = Reach(t.s, play, i)
    names = [t.s.world.civilization(t.s, f).id for f in range(4)] + ["barbarians"]
    return (
        WIDE if reach.losers == -1 else {names[f] for f in members(reach.losers)},
        WIDE if reach.areas == -1 else {t.s.world.board.areas[area].id for area in members(reach.areas)},
    )


SEAS = {"gulf_of_sidon", "levantine_sea", "egyptian_sea", "eastern_mediterranean"}
LANDS = {"tyre", "sinai", "petra", "canaan", "palmyra", "phoenicia"}
AROUND = LANDS | {"egypt", "kush", "libya", "nile_delta", "red_sea", "gulf_of_sidon"}
AT_TYRE = {"egypt", "troy", "gaul"}
IN_ALL = AT_TYRE | {"carthage", "barbarians"}


@pytest.mark.rule("TEAM-04")
@pytest.mark.parametrize(
    ("card", "words", "losers", "areas"),
    [
        (19, (), set(), set()), (97, (), set(), set()),  # they do nothing to the map
        # Until all is named nothing is certain
        (1, (), WIDE, WIDE), (5, (), WIDE, WIDE), (86, (), WIDE, set()),
        # A loss strikes whoever is named, whatever follows; where its disc comes from may be open
        (52, ("@troy",), {"troy"}, set()), (34, ("@troy",), {"troy"}, set()),
        (22, ("@troy",), {"troy"}, WIDE), (24, ("@troy",), {"troy"}, WIDE),
        (5, ("tyre", "@troy"), {"troy"}, {"tyre"}), (23, ("@troy", "tyre", "stop"), {"troy"}, {"tyre"}),
        # Discs are removed where the card says, or where they have been chosen by now
        (3, ("tyre",), IN_ALL, LANDS), (26, ("gulf_of_sidon",), {"troy"}, SEAS),
        (12, ("gulf_of_sidon",), {"troy"}, SEAS),
        (10, ("gulf_of_sidon",), AT_TYRE, {"gulf_of_sidon", "phoenicia", "tyre"}),
        (10, ("gulf_of_sidon", "tyre", "@troy"), {"troy"}, {"gulf_of_sidon", "tyre"}),
        (28, (), {"troy"}, {"gulf_of_sidon", "red_sea"}),
        (28, ("gulf_of_sidon", "@troy"), {"troy"}, {"gulf_of_sidon"}), (28, ("stop",), set(), set()),
        (39, ("tyre", "@troy"), IN_ALL - {"egypt"}, AROUND),
        (39, ("tyre", "@troy", "stop"), {"troy"}, {"tyre"}),
        # What strikes all Cities around depends on what has been removed before
        (2, ("tyre", "@troy"), WIDE, WIDE),
        # A Wonder is more than a loss of discs
        (86, ("Colossus",), WIDE, set()),
        # Placing costs nobody anything; where is known once it is chosen
        (18, (), set(), WIDE), (18, ("kush", "stop"), set(), {"kush"}),
        (18, ("kush", "sinai"), set(), {"kush", "sinai"}), (35, ("red_sea",), set(), {"red_sea"}),
        (16, ("@egypt", "egypt", "kush"), set(), {"egypt", "kush"}), (30, ("sinai",), set(), WIDE),
        (40, ("eastern_mediterranean",), set(), WIDE),
    ],
)  # fmt: skip
def test_how_far_a_card_reaches(card: int, words: tuple[str, ...], losers: Names, areas: Names) -> None:
    assert reached(partners(), card, *words) == (losers, areas)


LOSE, PLACE, REMOVE, EVERY = Lose(vp=1), Place(n=1), Remove(), RemoveEvery()


@pytest.mark.parametrize(
    ("operation", "after_a_loss", "after_placing", "after_removing", "after_both"),
    [
        (LOSE, True, False, True, False),
        (PLACE, True, False, True, False),
        (REMOVE, True, True, True, True),  # one disc after the other is chosen
        (EVERY, False, False, False, False),
    ],
)
def test_discs_placed_or_removed_change_whom_a_later_operation_hits(
    operation: Operation, after_a_loss: bool, after_placing: bool, after_removing: bool, after_both: bool
) -> None:
    found = [
        is_foreseeable(operation, [*enumerate(before)])
        for before in ((), (LOSE,), (PLACE,), (REMOVE,), (REMOVE, PLACE), (PLACE, REMOVE))
    ]
    assert found == [True, after_a_loss, after_placing, after_removing, after_both, after_both]


@pytest.mark.rule("GOLD-04", "CMP-12")
@pytest.mark.parametrize(
    ("discs", "gold", "white", "goes"),
    [
        (1, False, 0, True), (1, True, 0, False), (2, True, 0, True), (2, False, 1, False),
        (0, False, 0, False),
    ],
)  # fmt: skip
def test_a_disc_goes_unless_it_has_to_stay_on_gold_or_a_white_one_goes(
    discs: int, gold: bool, white: int, goes: bool
) -> None:
    s = position(
        "basic_2p", egypt={"discs": {"kush": 1}}, troy={"discs": {"tyre": discs} if discs else {}},
        gold=[{"area": "tyre" if gold else "ionia", "owner": "troy", "discs": 1}], **moment("card phase"),
    ).s  # fmt: skip
    troy, tyre = s.world.named(s, "troy"), s.world.board.find("tyre")
    s.allies = {(tyre, troy): white} if white else {}
    assert can_be_lost(s, troy, tyre) == goes
