"""Events: each kind tells what belongs to it and leaves the other fields empty."""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterator

import pytest
from random_play import random_game, some_options

from acis_rules import Game, scenarios
from acis_rules.errors import DataError, PositionError
from acis_rules.kernel.log import Event, tell
from acis_rules.saved.events import Told, event_out, events_in

# By kind, or kind:cause where the cause tells more: the fields; in brackets those that may be empty
FIELDS = {
    "ability": "faction ability (area)",
    "aeneas": "faction",
    "appeared": "faction area",
    "arrived": "faction",
    "bag": "faction n",
    "allies": "faction area n cause",
    "ally_removed": "faction area n cause",
    "barbarians": "faction area n cause",
    "built": "faction area wonder",
    "buried": "faction area wonder cause",
    "card_given": "faction card n other",
    "cards_taken": "faction n other cause cards seen_by",
    "civilization": "faction display",
    "claimed": "faction card n other",
    "competition": "area",
    "consul": "faction row",
    "conquest": "faction",
    "decided": "faction cause",
    "discarded": "faction card n cause",
    "discarded:saves a disc": "faction card n cause (area) (other)",
    "discs_drawn": "faction (n) (other) cause (colours)",
    "discs_drawn:explore": "faction area n cause (colours)",
    "discs_drawn:size": "faction n cause (colours)",
    "drew": "faction (n) cause (cards) seen_by",
    "epoch_change": "(card) row",
    "event": "(faction) card",
    "forbidden": "faction area cause",
    "gold": "faction area n cause",
    "gold_looted": "faction area n other cause",
    "hand_discarded": "faction (n) cause",
    "hand_seen": "faction n other cause",
    "home": "faction area",
    "huns": "faction",
    "invested": "faction card n",
    "investment_used": "faction card",
    "kept": "faction n cause cards seen_by",
    "laid": "faction area n cards seen_by",
    "laid_out": "faction card (n)",
    "begins_with": "faction card n",
    "left": "faction (cause)",
    "looted": "faction area n",
    "marker": "faction area n",
    "negated": "(faction) (area) (card) other",
    "negates": "faction (area) card (target) (other)",
    "nile": "faction area",
    "no_talents": "faction area cause",
    "passed": "faction",
    "peace": "faction other cause",
    "peace_offer": "faction other",
    "phase": "phase (epoch)",
    "picked": "faction display",
    "placed": "faction area n cause",
    "played": "faction card (area)",
    "primary_enemy": "faction other",
    "promised": "faction cause",
    "put_by": "faction card n",
    "ready": "faction n cause",
    "recovered": "faction card n cause",
    "removed": "faction area n cause",
    "resettled": "faction area n",
    "reshuffled": "n (cause)",
    "restrained": "faction",
    "restored": "faction area wonder cause",
    "revealed": "card cause",
    "revolt": "faction other",
    "searched": "faction (card) (n) (cards) cause",
    "shielded": "faction area n cause",
    "sudden_end": "(card) (ends)",
    "swapped": "faction other cause",
    "talent_given": "faction n other",
    "taken_back": "faction card n",
    "talents": "faction n cause",
    "talents:saves a disc": "faction n cause (area) (other)",
    "time_marches": "faction cause",
    "treasure": "faction n cards",
    "turn": "turn epoch",
    "turn_order": "order",
    "turn_place": "faction order cause",
    "vp": "faction n cause",
    "war": "faction other cause (area)",
    "won": "faction (n) (cause)",
    "wonder_discs": "faction area (n) wonder cause",
    "wonder_used": "faction area wonder",
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
            assert -1 <= event.faction <= s.world.barbarians and -1 <= event.other <= s.world.barbarians, (
                event
            )
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


def test_events_are_told_and_saved_with_the_same_fields() -> None:
    """Three lists of fields that have to agree: they are written out because types and limits differ."""
    fields = {name: Event._field_defaults.get(name) for name in Event._fields}
    parameters = list(inspect.signature(tell).parameters.values())[1:]
    assert {p.name: None if p.default is p.empty else p.default for p in parameters} == fields
    assert Told.__struct_fields__ == Event._fields
    assert Told.__struct_defaults__ == tuple(Event._field_defaults.values())


@pytest.mark.parametrize("scenario", sorted(scenarios())[::9])
def test_events_can_be_saved(scenario: str) -> None:
    for game in games(scenario):
        written = [event_out(event) for event in game.events]
        assert all(set(event) == {"kind", *told(Event(**event))} for event in written)
        assert list(events_in(game.state, written)) == game.events


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (["placed", 0, 5], r"events\[0\]: Expected `object`, got `array`"),
        ({"kind": "placed", "where": 5}, r"events\[0\]: Object contains unknown field `where`"),
        ({"kind": "dropped"}, "dropped: 'dropped' cannot be its kind"),
        ({"kind": "placed", "faction": 0}, "placed: -1 cannot be its area"),
        ({"kind": "built", "faction": 0, "area": 5}, "built: -1 cannot be its wonder"),
        ({"kind": "civilization", "faction": 2, "display": 1}, "civilization: 2 cannot be its faction"),
        ({"kind": "vp", "faction": 0, "n": "1/0"}, "vp: '1/0' cannot be its n"),
        ({"kind": "vp", "faction": 0, "n": 1, "cause": "card 104"}, "vp: 'card 104' cannot be its cause"),
        ({"kind": "phase", "phase": "lunch"}, "phase: 'lunch' cannot be its phase"),
        ({"kind": "turn", "turn": 2, "epoch": 5}, r"events\[0\].epoch: Expected `int` <= 4"),
        ({"kind": "turn_order", "order": [0, 2]}, r"turn_order: \(0, 2\) cannot be its order"),
        ({"kind": "turn_place", "faction": 0, "order": [1]}, r"turn_place: \(1,\) cannot be its order"),
        ({"kind": "peace", "faction": 0, "other": 3}, "peace: 3 cannot be its other"),
        ({"kind": "discs_drawn", "colours": [8]}, r"events\[0\].colours\[0\]: Expected `int` <= 7"),
    ],
)
def test_an_event_that_means_nothing_is_refused(event: object, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        list(events_in(Game.new("basic_2p").state, [event]))
