"""Nothing public is missing: what differs on the table, or in what was agreed on, is seen to differ."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

import pytest
from changed import CHANGES, changed
from random_play import random_game
from styles import player

from acis_env.observe import names
from acis_env.observe.encoder import unpack_scaled
from acis_env.observe.packing import Memory, pack
from acis_env.observe.schema import (
    KIND_ROOM,
    KNOB_ROOM,
    MARK_ROOM,
    OFFER_ROOM,
    RULE_ROOM,
    SCENARIO_ROOM,
    offsets,
)
from acis_env.observe.seating import seating_of
from acis_rules import Game
from acis_rules.box.scenario import load_scenario, scenarios
from acis_rules.box.scenario_blocks import KnobsBlock
from acis_rules.box.scenario_files import variants_of
from acis_rules.errors import DataError
from acis_rules.historical.bribes import PEACE
from acis_rules.kernel.actions import STOP
from acis_rules.kernel.decisions import KINDS
from acis_rules.kernel.marks import MARKS
from acis_rules.kernel.state import PUBLIC, Question, State
from acis_rules.views import View
from acis_rules.words.events import _EVENTS

WITH_OTHERS = {"at_least": "discs", "over": "winners", "world": "what was agreed on, below"}
SOME = ["basic_4p", "basic_2p", "hannibal", "fall_of_rome_2_v1", "god_king_2p_2"]
SENSIBLE = ("greedy", "npc")


def observed(s: State, seat: int) -> tuple[bytes, bytes, int]:
    """A seat's observation and mask."""
    view = View(s, seat)
    seating = seating_of(view)
    q = view.question
    return *pack(view, seating, Memory()), seating.to_relative(q.legal) if q is not None else 0


def sensible_game(scenario: str, seed: int) -> Iterator[Game]:
    """Greedy players and NPCs, seat by seat in turn; yielded as `random_game` does."""
    game = Game.new(scenario, seed=seed)
    seats = [player(SENSIBLE[seat % 2])(random.Random(seat)) for seat in range(game.state.world.n_seats)]
    while not game.over:
        yield game
        game.apply(seats[game.seat](game, game.legal_actions()))
    yield game


def some_of(played: Iterator[Game], rng: random.Random) -> list[State]:
    """Twenty positions of a game, up to eight of them in the middle of a card."""
    states = [game.state.copy() for game in played]
    resolving = [s for s in states if s.resolving]
    amid = rng.sample(resolving, min(8, len(resolving)))
    return amid + rng.sample(states, 20 - len(amid))


# ----------------------------------------------------------------------------------- on the table


def test_every_public_field_is_changed_here() -> None:
    assert {*CHANGES, *WITH_OTHERS} == {*PUBLIC}


@pytest.mark.parametrize("scenario", scenarios())
def test_a_change_of_anything_public_shows(scenario: str) -> None:
    """Field by field, for the seat that decides and another one, in thousands of positions in all."""
    rng = random.Random(9)
    sensible = islice(sensible_game(scenario, 3), 500)
    positions = some_of(random_game(scenario, 3), rng) + some_of(sensible, rng)
    assert len(positions) * len(scenarios()) > 2000
    compared = 0
    for i, s in enumerate(positions):
        decides = s.world.player[s.question.faction] if s.question is not None else 0
        seats = {decides, rng.randrange(s.world.n_seats)}
        before = {seat: observed(s, seat) for seat in seats}
        for field, other in changed(s, rng):
            if all(getattr(other, name) == getattr(s, name) for name in PUBLIC if name != "world"):
                continue
            for seat in seats:
                assert observed(other, seat) != before[seat], (field, seat, i)
                compared += 1
    assert compared > 1500


@pytest.mark.parametrize("scenario", SOME)
def test_a_change_of_what_the_seat_knows_shows(scenario: str) -> None:
    """Own cards, cards known, sizes of hands, the deck, the open decision."""
    rng = random.Random(4)
    seen = set()
    for i, game in enumerate(chain(random_game(scenario, 5), sensible_game(scenario, 5))):
        if i % 17 or game.over or game.state.phase == "setup":
            continue
        s, seat = game.state, game.seat
        q = s.question
        assert q is not None
        before = observed(s, seat)
        for name, other in _known_otherwise(s, q, rng):
            seen.add(name)
            assert observed(other, seat) != before, (name, i)
    cards = {"hand", "hand size", "deck", "known", "seen by", "laid", "drawn"}
    assert seen == cards | {*Question._fields} - {"faction"}


def _known_otherwise(s: State, q: Question, rng: random.Random) -> list[tuple[str, State]]:
    me, n = q.faction, s.world.n_factions
    mine = s.world.factions_of(s.world.player[me])
    out: list[tuple[str, State]] = []

    def copy(name: str) -> State:
        out.append((name, s.copy()))
        return out[-1][1]

    if len(s.deck) < 2:
        return []
    card = s.deck[-1]
    copy("hand").hand[me] ^= 1 << card
    copy("drawn").drawn[me] ^= 1 << card
    copy("laid").laid[me] += (card,)
    copy("deck").deck.pop()
    others = [f for f in range(n) if not mine >> f & 1]
    copy("hand size").hand[rng.choice(others)] ^= 1 << card
    hidden = [f for f in others if not s.world.open_to[s.world.player[me]] >> f & 1]
    if hidden:
        other = rng.choice(hidden)
        new = copy("known")
        new.hand[other] |= 1 << card
        new.known[me * n + other] ^= 1 << card
        copy("seen by").known[other * n + me] ^= 1 << card
    otherwise: dict[str, Any] = {
        "kind": rng.choice([kind for kind in KINDS if kind not in (q.kind, "offer")]),
        "legal": q.legal ^ 1 << STOP,
        "card": q.card % 103 + 1,
        "area": (q.area + 1) % 106,
        "by": rng.choice([f for f in range(n + 1) if f != q.by]),
        "n": q.n + 1,
    }
    for field, value in otherwise.items():
        copy(field).question = q._replace(**{field: value})
    return out


# ------------------------------------------------------------------------------- what was agreed on

TEAMS = [[0, 2], [1, 3]]
AGREED: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("basic_4p", {}, {"vp_limit": 50}),
    ("basic_4p", {"vp_limit": 300}, {"vp_limit": 301}),
    ("basic_4p", {"vp_limit": 255}, {"vp_limit": 9999}),
    ("basic_4p", {}, {"aeneas_uses": 2}),
    ("basic_4p", {}, {"final_aeneas": True}),
    ("basic_4p", {}, {"final_epoch_event": True}),
    ("basic_4p", {}, {"full_last_epoch": True}),
    ("basic_4p", {}, {"barbarian_hordes": True}),
    ("basic_3p", {}, {"double_discs": True}),
    ("basic_4p", {}, {"minimum_growth_counts": "base"}),
    ("basic_4p", {}, {"epochs": [1, 3]}),
    ("basic_4p", {"epochs": [2, 3]}, {"epochs": [2, 4]}),
    ("basic_4p", {}, {"handicaps": [{}, {"base_draw": 4}, {}, {}]}),
    ("basic_2p", {"handicaps": [{}, {"hand_limit": 5}]}, {"handicaps": [{"hand_limit": 5}, {}]}),
    ("basic_4p", {}, {"handicaps": [{"extra_growth": -1}, {}, {}, {}]}),
    ("basic_4p", {}, {"handicaps": [{"exact_draw": 0}, {}, {}, {}]}),
    ("basic_4p", {}, {"npcs": [2]}),
    ("basic_4p", {"npcs": [2]}, {"npcs": [3]}),
    ("basic_4p", {"npcs": [2]}, {"npcs": [2], "npc_ties": "B"}),
    ("basic_4p", {"npcs": [2]}, {"npcs": [2], "npc_bonus_vp": 3}),
    ("basic_4p", {"npcs": [2]}, {"npcs": [2], "npc_hostility": False}),
    ("basic_4p", {}, {"teams": TEAMS}),
    ("basic_4p", {"teams": [[0, 1], [2, 3]]}, {"teams": TEAMS}),
    ("basic_4p", {"teams": TEAMS}, {"teams": TEAMS, "team_hands": True}),
    ("basic_4p", {"teams": TEAMS}, {"teams": TEAMS, "single_winner": True}),
    ("basic_4p", {}, {"players": [0, 1, 0, 1]}),
    ("basic_4p", {"players": [0, 0, 1, 1]}, {"players": [0, 1, 1, 0]}),
    ("three_civs_a", {"single": 0}, {"single": 0, "divisor": 5}),
    ("fall_of_rome_1_4p", {}, {"invader_growth": 2}),
    ("basic_4p", {}, {"rules": ["gold"]}),
    ("created_standard", {}, {"created": {"map": "western", "players": ["gaul"], "npcs": 2}}),
]


@pytest.mark.parametrize(("scenario", "one", "other"), AGREED)
def test_what_was_agreed_on_shows(scenario: str, one: dict[str, Any], other: dict[str, Any]) -> None:
    games = [Game.new(scenario, seed=2, options=options) for options in (one, other)]
    assert observed(games[0].state, 0) != observed(games[1].state, 0)


def test_optional_rules_and_variants_show_by_name() -> None:
    offered = [
        (scenario, "rules", rule) for scenario in scenarios() for rule in load_scenario(scenario).rules
    ]
    offered += [(scenario, "variants", name) for scenario in scenarios() for name in variants_of(scenario)]
    shown = set()
    for scenario, option, name in offered:
        try:
            view = Game.new(scenario, seed=2, options={option: [name]}).view(0)
        except DataError:  # it needs another one, or a choice
            continue
        flags = unpack_scaled(*pack(view, seating_of(view), Memory()))[offsets()["rules"]]
        assert flags[names.RULES.index(name)] == 1, (scenario, name)
        shown.add(name)
    assert {name for _, _, name in offered} <= {*names.RULES}
    assert len(shown) > 20


def test_all_scenarios_look_different_from_the_start() -> None:
    starts = {observed(Game.new(name, seed=2).state, 0)[1] for name in scenarios()}
    assert len(starts) == len(scenarios())


def test_the_layout_knows_every_name() -> None:
    """And has room for more."""
    assert {*names.SCENARIOS} == {*scenarios()} and len(names.SCENARIOS) < SCENARIO_ROOM
    assert len(names.RULES) < RULE_ROOM and len({*names.RULES}) == len(names.RULES)
    assert {*names.KNOBS} == {*KnobsBlock.__struct_fields__} and len(names.KNOBS) < KNOB_ROOM
    assert {*names.MARKS, PEACE} == {*MARKS} and len(names.MARKS) < MARK_ROOM
    assert len(KINDS) < KIND_ROOM and len(names.OFFER_KINDS) < OFFER_ROOM
    assert {*names.EVENT_KINDS} == {kind.partition(":")[0] for kind in _EVENTS}
    assert len(names.EVENT_KINDS) < 255
