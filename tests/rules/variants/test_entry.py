"""Factions that come from beyond the map: Ready discs, and an area for the first one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import EVENTS, Table, moment
from invariants import check_all
from random_play import random_game

from acis_rules import DataError, Game
from acis_rules.kernel.machine import do_step
from acis_rules.variants.entry import entry_of

FIVE = ["carchemish", "hamath", "palmyra", "canaan", "petra"]


def invaders(folder: Path, **entry: Any) -> str:
    """A scenario in which Troy's player leads invaders against Egypt."""
    content = {
        "id": "invaders",
        "title": "Invaders",
        "kind": "gaming",
        "board": {"cut_line": "eastern"},
        "factions": [
            {"player": 0, "colour": "red", "civilization": "egypt"},
            {"player": 1, "colour": "green", "civilization": "troy", "home": [], "entry": entry},
        ],
        "setup": {"discs": {"egypt": {"egypt": 2, "canaan": 2}}},
        "knobs": {"minimum_growth": 8},
    }
    file = folder / "invaders.yaml"
    file.write_text(yaml.safe_dump(content))
    return str(file)


def at_growth(
    scenario: str, *, deck: tuple[int, ...] = (), investments: list[dict[str, Any]] | None = None, **troy: Any
) -> Table:
    """The Growth Phase of Troy."""
    cards = [card for card in range(1, 104) if card not in (*EVENTS, *deck)]
    invested = [entry["card"] for entry in investments or []]
    cards = [card for card in cards if card not in invested]
    rest = [card for card in EVENTS if card not in deck]
    return Table(
        Game.from_dict({
            "scenario": scenario,
            "factions": [{"civilization": "egypt", "discs": {"canaan": 2}}, {"civilization": "troy", **troy}],
            "order": [1, 0],
            "deck": [*rest, *cards, *reversed(deck)],
            "investments": investments or [],
            **moment("growth phase"),
        })
    )  # fmt: skip


def test_the_first_disc_goes_to_an_entry_area_and_the_others_follow(tmp_path: Path) -> None:
    t = at_growth(invaders(tmp_path, first=["canaan", "petra"]))
    assert t.asked("deploy", "troy") and t.of("ready", "troy") == 12
    assert t.options == {"canaan", "petra", "stop"}
    t.do("petra")
    assert t.can("petra") and t.can("canaan") and not t.can("hamath")
    t.do("petra").do("canaan")
    assert t.discs("troy", "canaan") == 1 and t.of("ready", "troy") == 9


def test_exactly_so_many_discs(tmp_path: Path) -> None:
    t = at_growth(invaders(tmp_path, first=["petra"], ready=5), ready=2)
    assert t.of("ready", "troy") == 5  # neither added to what was there, nor the minimum of 8


@pytest.mark.parametrize(("ready", "after"), [(0, 5), (4, 5), (5, 5), (7, 7)])
def test_discs_that_are_ready_already_count(tmp_path: Path, ready: int, after: int) -> None:
    t = at_growth(invaders(tmp_path, first=["petra"], ready=5), ready=ready)
    assert t.of("ready", "troy") == after


def test_with_a_disc_on_the_map_it_grows_as_everybody(tmp_path: Path) -> None:
    t = at_growth(invaders(tmp_path, first=["petra"]), discs={"hamath": 2})
    t.skip_until("deploy", "troy")
    assert t.of("ready", "troy") == 8 and t.can("hamath") and not t.can("petra")


@pytest.mark.parametrize(("card", "area"), [(7, "petra"), (8, "canaan"), (89, "petra"), (90, "canaan")])
def test_an_odd_card_is_the_first_area(card: int, area: str, tmp_path: Path) -> None:
    t = at_growth(invaders(tmp_path, first=["petra", "canaan"], by="parity"), deck=(card,))
    assert t.discs("troy", area) == 1 and t.of("ready", "troy") == 11
    assert [e.card for e in t.events("revealed")] == [card] and card not in t.s.discard
    assert t.asked("deploy", "troy")


@pytest.mark.parametrize("card", range(1, 104))
def test_the_first_digit_is_one_of_five_areas(card: int, tmp_path: Path) -> None:
    t = at_growth(invaders(tmp_path, first=FIVE, by="digit"), deck=(card,))
    while not t.events("deployed") and not t.s.discs[1].count(1):  # decisions of an Event
        t.game.apply(t.game.legal_actions()[0])
    area = FIVE[(int(str(card)[0]) - 1) // 2]
    assert t.discs("troy", area) == 1
    assert (card in t.s.discard) == (card in EVENTS)


def test_without_a_card_left_nobody_lands_by_itself(tmp_path: Path) -> None:
    for by, first in (("parity", ["petra", "canaan"]), ("digit", FIVE)):
        t = at_growth(invaders(tmp_path, first=first, by=by), discs={"hamath": 1}, ready=3)
        t.s.discs[1][t.area("hamath")], t.s.at_least[0][1] = 0, 0
        do_step(t.s, ("entry_area", 1, 0))
        assert not t.s.discs[1].count(1)
        do_step(t.s, ("entry_area", 1, 8))
        assert t.s.discs[1].count(1) == 1


@pytest.mark.rule("ROME1-06a1", "ROME1-08c")
def test_whoever_is_reborn_or_on_the_map_does_not_come_from_beyond_it(tmp_path: Path) -> None:
    t = at_growth(invaders(tmp_path, first=["petra"]))
    assert entry_of(t.s, 1) is not None and entry_of(t.s, 0) is None
    t.s.reborn = 0b10
    assert entry_of(t.s, 1) is None
    t.s.reborn = 0b01
    assert entry_of(t.s, 1) is not None
    t.do("petra")
    assert entry_of(t.s, 1) is None


@pytest.mark.rule("ROME2-06a2")
def test_what_is_used_at_the_start_of_deployment_comes_before_the_card(tmp_path: Path) -> None:
    """The Appian Way: two more discs, and only then the card and the first disc."""
    appian_way = [{"card": 78, "owner": "troy", "discs": 3}]
    scenario = invaders(tmp_path, first=["petra", "canaan"], by="parity")
    t = at_growth(scenario, deck=(7,), investments=appian_way)
    assert t.asked("use", "troy") and t.of("ready", "troy") == 12 and not t.events("revealed")
    t.do("#78")
    assert t.asked("deploy", "troy") and t.discs("troy", "petra") == 1 and t.of("ready", "troy") == 13


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"first": []}, "factions[1].entry.first"),
        ({"first": ["rome"]}, "factions[1].entry.first: rome: not in play"),
        ({"first": ["petra"], "by": "parity"}, "factions[1].entry.first: 1 areas; by parity 2 are needed"),
        ({"first": FIVE[:4], "by": "digit"}, "factions[1].entry.first: 4 areas; by digit 5 are needed"),
        ({"first": ["petra"], "ready": 0}, "factions[1].entry.ready"),
    ],
)
def test_entries_that_cannot_be(entry: dict[str, Any], words: str, tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        Game.new(invaders(tmp_path, **entry))
    assert words in str(error.value)


@pytest.mark.parametrize("by", ["choice", "parity", "digit"])
def test_whole_games(by: str, tmp_path: Path) -> None:
    first = {"choice": ["petra"], "parity": ["petra", "canaan"], "digit": FIVE}[by]
    for seed in range(3):
        *_, game = random_game(invaders(tmp_path, first=first, by=by), seed)
        check_all(game)
        assert game.over
