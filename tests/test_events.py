"""Events: each kind tells what belongs to it and leaves the other fields empty."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from random_play import random_game, some_options

from acis_rules import Game, scenarios
from acis_rules.errors import DataError
from acis_rules.kernel.log import Event

# By kind, or kind:cause where the cause tells more: the fields; in brackets those that may be empty
FIELDS = {
    "ability": "faction (n) (area)",
    "aeneas": "faction",
    "allies": "faction area n cause",
    "ally_removed": "faction area n cause",
    "barbarians": "faction area n cause",
    "built": "faction area other",
    "buried": "faction area other cause",
    "card_given": "faction card n other",
    "cards_taken": "faction n other cause cards seen_by",
    "civilization": "faction (n)",
    "competition": "area",
    "conquest": "faction",
    "discarded": "faction card n cause",
    "discarded:saves a disc": "faction card n cause (area) (other)",
    "discs_drawn": "faction (n) other cause (cards)",
    "drew": "faction (n) cause (cards) seen_by",
    "epoch_change": "card n cause",
    "event": "(faction) card",
    "forbidden": "faction area cause",
    "gold": "faction area n cause",
    "gold_looted": "faction area n other cause",
    "hand_discarded": "faction (n) cause",
    "hand_seen": "faction n other cause",
    "invested": "faction card n",
    "investment_used": "faction card",
    "kept": "faction n cause cards seen_by",
    "laid": "faction area n cards seen_by",
    "looted": "faction area n",
    "negated": "(faction) (area) (card) other",
    "negates": "faction (area) card (n) (other)",
    "no_talents": "faction area cause",
    "passed": "faction",
    "peace": "faction other cause",
    "peace_offer": "faction other",
    "phase": "cause",
    "phase:epoch": "cause n",
    "placed": "faction area n cause",
    "played": "faction card (area)",
    "primary_enemy": "faction other",
    "ready": "faction n cause",
    "recovered": "faction card n cause",
    "removed": "faction area n cause",
    "resettled": "faction area n",
    "reshuffled": "n (cause)",
    "restored": "faction area other cause",
    "revealed": "card cause",
    "shielded": "faction area n cause",
    "sudden_end": "(card) (n)",
    "swapped": "faction other cause",
    "talent_given": "faction n other",
    "talents": "faction n cause",
    "talents:saves a disc": "faction n cause (area) (other)",
    "time_marches": "faction cause",
    "turn": "n other",
    "turn_order": "cards",
    "turn_place": "faction n cause",
    "vp": "faction n cause",
    "war": "faction other cause (area)",
    "won": "faction (n)",
    "wonder_discs": "faction area (n) other cause",
    "wonder_used": "faction area other",
}
EMPTY = Event("")


def told(event: Event) -> set[str]:
    """The fields that are not empty."""
    return {name for name in Event._fields[1:] if getattr(event, name) != getattr(EMPTY, name)}


def games(scenario: str) -> Iterator[Game]:
    """Some random games to the end, one of them with NPCs and hostility, one with a mix of options."""
    agreed = some_options(random.Random(1), scenario)
    for seed, options in enumerate(({}, {"npcs": [0], "npc_hostility": True}, agreed)):
        try:
            *_, game = random_game(scenario, seed, options)
        except DataError:  # that mix is not allowed
            continue
        yield game


@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_an_event_tells_what_belongs_to_its_kind(scenario: str) -> None:
    for game in games(scenario):
        s = game.state
        for event in game.events:
            fields = FIELDS.get(f"{event.kind}:{event.cause}", FIELDS.get(event.kind, "")).split()
            must = {field for field in fields if field[0] != "("}
            may = {field.strip("()") for field in fields}
            assert must <= told(event) <= may, event
            assert -1 <= event.faction <= s.world.barbarians and event.other >= -1, event
            assert -1 <= event.area < len(s.world.board.areas) and 0 <= event.card <= 103, event


ONE_EACH = (
    "placed", "removed", "ally_removed", "resettled", "discarded", "recovered", "kept", "laid", "cards_taken",
)  # fmt: skip


@pytest.mark.parametrize("scenario", sorted(scenarios())[::6])
def test_one_disc_or_card_at_a_time_is_one(scenario: str) -> None:
    for game in games(scenario):
        assert {(event.kind, event.n) for event in game.events if event.kind in ONE_EACH} <= {
            (kind, 1) for kind in ONE_EACH
        }
