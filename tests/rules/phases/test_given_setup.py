"""What a scenario begins with: a fixed turn order, Ready discs, cards in hand, Wonders, cards set aside."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import Table
from invariants import check_all
from random_play import random_game

from acis_rules import DataError, Game

DISCS = {"rome": {"rome": 3, "etruria": 2}, "punics": {"carthage": 3, "thapsus": 2}}


def scenario(folder: Path, setup: dict[str, Any], **blocks: Any) -> str:
    """Rome and Carthage with another setup."""
    content = {
        "id": "given",
        "title": "Given",
        "kind": "historical",
        "board": {"cut_line": "western"},
        "factions": [
            {"player": 0, "colour": "red", "civilization": "rome"},
            {"player": 1, "colour": "green", "id": "punics", "civilization": "carthage"},
        ],
    }
    file = folder / f"given_{len(list(folder.iterdir()))}.yaml"
    file.write_text(yaml.safe_dump(content | {"setup": setup} | blocks))
    return str(file)


def begun(folder: Path, setup: dict[str, Any], seed: int = 0, **blocks: Any) -> Table:
    """The start of a game with this setup."""
    setup = {"discs": DISCS} | setup
    return Table(Game.new(scenario(folder, setup, **blocks), seed))


def test_a_fixed_turn_order(tmp_path: Path) -> None:
    for places, order in (({"rome": 2, "punics": 1}, [1, 0]), ({"rome": -1, "punics": 9}, [0, 1])):
        for seed in range(4):
            assert begun(tmp_path, {"turn_order": places}, seed).s.order == order
    agreed = Game.new(
        scenario(tmp_path, {"discs": {}, "turn_order": {"rome": 1, "punics": 2}}), 0, {"turn_order": [1, 0]}
    )
    assert agreed.state.order == [1, 0]


def test_discs_in_the_ready_box(tmp_path: Path) -> None:
    t = begun(tmp_path, {"ready": {"punics": 3}, "turn_order": {"punics": 1, "rome": 2}})
    assert t.s.ready == [0, 3] and t.s.supply[1] == 50 - 2 - 5 - 3
    assert [(e.faction, e.n, e.cause) for e in t.events("ready")] == [(1, 3, "setup")]
    t.skip_until("deploy")
    assert t.s.ready[1] == 6  # they are deployed with those of the first Growth Phase


def test_cards_in_hand_besides_those_dealt(tmp_path: Path) -> None:
    for seed in range(5):
        t = begun(tmp_path, {"hands": {"punics": [37, 7], "rome": [8]}}, seed)
        assert {37, 7} <= t.hand("carthage") and 8 in t.hand("rome")
        assert len(t.hand("carthage")) == 7 and len(t.hand("rome")) == 6
        assert not {7, 8, 37} & set(t.s.deck)
        again = t.game.determinize(0, random.Random(seed))
        assert again.state.hand[1] & (1 << 37 | 1 << 7) == 1 << 37 | 1 << 7  # everybody knows them
        assert [(e.faction, e.card) for e in t.events("begins_with")] == [
            (f, card) for f in t.s.order for card in ((8,), (37, 7))[f]
        ]


def test_wonders_that_stand_already(tmp_path: Path) -> None:
    pyramid = {"owner": "punics", "area": "carthage"}
    t = begun(tmp_path, {"wonders": {"Great Pyramid": pyramid}})
    wonder = t.s.wonders[0]
    assert (wonder.owner, wonder.area, wonder.discs) == (1, t.area("carthage"), 5)
    assert t.s.supply[1] == 50 - 2 - 5 - 5
    fewer = begun(tmp_path, {"wonders": {"Great Pyramid": pyramid | {"discs": 2}}})
    assert fewer.s.wonders[0].discs == 2


def test_cards_set_aside_in_all(tmp_path: Path) -> None:
    knobs = [{"opening_hand": 2}, {"opening_hand": 3}]
    factions = [
        {"player": 0, "colour": "red", "civilization": "rome", "knobs": knobs[0]},
        {"player": 1, "colour": "green", "id": "punics", "civilization": "carthage", "knobs": knobs[1]},
    ]
    events = {62, 98, 99, 100, 101, 102, 103}
    for seed in range(20):
        t = begun(tmp_path, {}, seed, factions=factions, deck={"set_aside": 12})
        assert [len(t.hand(name)) for name in ("rome", "carthage")] == [2, 3]
        assert not events & set(t.s.deck[-7:])  # 12 less the 5 dealt
        check_all(t.game)


@pytest.mark.parametrize(
    ("setup", "blocks", "words"),
    [
        ({"turn_order": {"rome": 1}}, {}, "setup.turn_order: punics has no place"),
        ({"turn_order": {"rome": 1, "punics": 1}}, {}, "setup.turn_order: two have the same place"),
        (
            {"turn_order": {"rome": 1, "carthage": 2}},
            {},
            "setup.turn_order: carthage: is not one of rome, punics",
        ),
        ({"ready": {"gaul": 2}}, {}, "setup.ready: gaul: is not one of rome, punics"),
        ({"ready": {"rome": 44}}, {}, "factions[0].pool: 50; rome needs 51 discs"),
        ({"hands": {"rome": [7], "punics": [7]}}, {}, "setup.hands.rome: card 7 appears more than once"),
        ({"hands": {"rome": [62]}}, {}, "setup.hands.rome: card 62 is an Event"),
        ({"hands": {"rome": [5]}}, {"deck": {"boxed": [5]}}, "setup.hands.rome: card 5 is boxed"),
        (
            {"wonders": {"Tower": {"owner": "rome", "area": "rome"}}},
            {},
            "setup.wonders: unknown Wonder 'Tower'",
        ),
        (
            {"wonders": {"Great Pyramid": {"owner": "rome", "area": "umbria"}}},
            {},
            "setup.wonders.Great Pyramid.area: umbria: a land area with discs of rome",
        ),
        (
            {"wonders": {"Great Pyramid": {"owner": "gaul", "area": "rome"}}},
            {},
            "setup.wonders.Great Pyramid.owner: gaul: is not one of",
        ),
        ({}, {"deck": {"set_aside": 9}}, "deck.set_aside: 10 cards are dealt, 9 are set aside"),
        ({}, {"deck": {"set_aside": 97}}, "deck.set_aside: 97 cards are needed, 96 are there"),
    ],
)
def test_setups_that_cannot_be(
    setup: dict[str, Any], blocks: dict[str, Any], words: str, tmp_path: Path
) -> None:
    with pytest.raises(DataError) as error:
        begun(tmp_path, setup, **blocks)
    assert words in str(error.value)


def test_handicaps_cannot_deal_more_than_is_set_aside(tmp_path: Path) -> None:
    file = scenario(tmp_path, {"discs": {}}, deck={"set_aside": 10})
    with pytest.raises(DataError, match="options: handicaps: 11 cards are dealt, 10 are set aside"):
        Game.new(file, 0, {"handicaps": [{"opening_hand": 6}, {}]})


def test_whole_games(tmp_path: Path) -> None:
    setup = {
        "discs": DISCS,
        "turn_order": {"rome": 2, "punics": 1},
        "ready": {"punics": 3},
        "hands": {"rome": [37, 7]},
        "wonders": {"Great Pyramid": {"owner": "punics", "area": "carthage"}},
    }
    for seed in range(3):
        *_, game = random_game(scenario(tmp_path, setup), seed)
        check_all(game)
        assert game.over
        assert Game.from_dict(json.loads(json.dumps(game.to_dict()))).to_dict() == game.to_dict()
