"""What a scenario file must not say of its deck, and what is just allowed."""

from __future__ import annotations

from pathlib import Path

import pytest
from changed_scenarios import STRANGER, B, Changes, H, Possible, Refusal, begins, refused

EGYPT = {"factions.0.civilization": "egypt", "choice": ["troy"]}  # is given, not chosen
AN_END = {"text": "-", "does": [{"op": "end_epoch"}]}
LEVY = {"op": "reinforce", "who": "rome", "n": 2}

OF_CARDS: list[Refusal] = [
    (B, {"deck.boxed": list(range(1, 53))}, "deck.boxed: 52 cards; 51 at most"),
    (B, {"deck.set_aside": 9}, "deck.set_aside: 10 cards are dealt, 9 are set aside"),
    (
        B,
        {"deck.set_aside": 9, "factions.0.npc_knobs": {"opening_hand": 4}},
        "deck.set_aside: 10 cards are dealt, 9 are set aside",
    ),
    (B, {"deck.set_aside": 97}, "deck.set_aside: 97 cards are needed, 96 are there"),
    (
        H,  # for three: Syracuse has no turn
        {"deck": {"set_aside_per_civilization": 33}},
        "deck.set_aside_per_civilization: 99 cards are needed, 96 are there",
    ),
    (B, {"deck.set_aside": 96, "deck.boxed": [7]}, "deck.set_aside: 96 cards are needed, 95 are there"),
    *(
        (B, EGYPT | {"deck.set_aside": 96} | apart, "deck.set_aside: 96 cards are needed, 95 are there")
        for apart in ({"setup.hands": {"egypt": [7]}}, {"reserve": [{"card": 7, "owner": "egypt"}]})
    ),
    (
        B,
        EGYPT | {"reserve": [{"card": 7, "owner": "egypt"}, {"card": 7, "owner": "egypt"}]},
        "reserve[0].card: 7 appears more than once, or in deck.boxed",
    ),
    (H, {"deck.boxed": [7], "reserve": [{"card": 7, "owner": "rome"}]}, "or in deck.boxed"),
    (H, {"reserve": [{"card": 62, "owner": "rome"}]}, "reserve[0].card: 62 is an Event"),
    (H, {"reserve": [{"card": 7, "owner": "egypt"}]}, f"reserve[0].owner: egypt: {STRANGER}"),
    (H, {"reserve": [{"card": 7, "owner": "all"}]}, f"reserve[0].owner: all: {STRANGER}"),
    (
        H,
        {"reserve": [{"card": 7, "owner": "rome", "areas": ["kush"]}]},
        "reserve[0].areas: kush: not in play on this board",
    ),
    (
        H,
        {"reserve": [{"card": 79, "owner": "rome", "stays": "kush"}]},
        "reserve[0].stays: kush: not in play on this board",
    ),
    (
        H,
        {"reserve": [{"card": 7, "owner": "rome", "stays": "rome"}]},
        "reserve[0].stays: only an Investment with its discs can stay without them",
    ),
    (H, {"setup.hands": {"rome": [7, 7]}}, "setup.hands.rome: card 7 appears more than once"),
    (H, {"setup.hands": {"rome": [62]}}, "setup.hands.rome: card 62 is an Event"),
    (H, {"setup.hands": {"rome": [7]}, "deck.boxed": [7]}, "setup.hands.rome: card 7 is boxed"),
    (H, {"setup.hands": {"syracuse": [7]}}, "setup.hands: syracuse: is not one of"),
    (H, {"deck.replaced": {7: {"text": "-", "does": []}}}, "only an Event can be replaced"),
    (H, {"deck.replaced": {62: {"text": "-", "does": []}}}, "deck.replaced.62: does: does nothing"),
    *(
        (
            H,
            {"deck.replaced": {62: AN_END | {"decides": who}}},
            f"deck.replaced.62.decides: {who}: {STRANGER}",
        )
        for who in ("egypt", "all")
    ),
    *(
        (
            H,
            {"deck.replaced": {62: {"text": "-", "does": [LEVY | {field: who}]}}},
            f"deck.replaced.62: does: {who}: {STRANGER}",
        )
        for field in ("who", "instead")
        for who in ("egypt", "all")
    ),
]

JUST_POSSIBLE: list[Possible] = [
    (B, {"deck.boxed": list(range(1, 52))}),
    (H, {"deck.replaced": {62: AN_END | {"decides": "rome"}}}),
    (H, {"deck.replaced": {62: {"text": "-", "does": [LEVY | {"instead": "carthage"}]}}}),
    (B, {"deck.set_aside": 10}),
    (B, {"factions.0.knobs": {"opening_hand": 5}}),
    (H, {"deck": {"set_aside_per_civilization": 32}}),
    (B, {"deck.set_aside": 96}),
    (H, {"reserve": [{"card": 79, "owner": "rome", "stays": "rome"}]}),
]


@pytest.mark.parametrize(("name", "changes", "message"), OF_CARDS)
def test_a_scenario_file_is_refused(name: str, changes: Changes, message: str, tmp_path: Path) -> None:
    refused(tmp_path, name, changes, message)


@pytest.mark.parametrize(("name", "changes"), JUST_POSSIBLE)
def test_just_within_the_limits(name: str, changes: Changes, tmp_path: Path) -> None:
    begins(tmp_path, name, changes)
