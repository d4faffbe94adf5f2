"""What Gold changes for an NPC: invasions, competitions, targets, and whole games with it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from helpers import position
from npc_tables import answer
from test_npc_negation import SEA_PEOPLES, draw

from acis_rules import Game
from acis_rules.box.data_files import read_yaml
from acis_rules.kernel.log import Event
from agents.npc.player import NPC


def at(area: str, owner: str) -> list[dict[str, Any]]:
    return [{"area": area, "owner": owner}]


@pytest.mark.rule("NPC-57", "NPC-58")
@pytest.mark.parametrize(("gold", "entry"), [("cilicia", "levantine_sea"), ("troy", "icarian_sea")])
def test_an_invasion_it_directs_goes_for_gold_before_cities(gold: str, entry: str) -> None:
    table = position(
        "basic_2p", phase="evaluation", turn=1, order=["egypt", "troy"], gold=at(gold, "troy"),
        egypt={"discs": {"kush": 3}, "vp": 0, "treasury": 1},
        troy={"discs": {"troy": 3, "ionia": 3, "icarian_sea": 1, "levantine_sea": 1, "cilicia": 1}, "vp": 5},
    )  # fmt: skip
    assert answer(draw(table, SEA_PEOPLES))[0] == entry


@pytest.mark.rule("NPC-68")
@pytest.mark.parametrize(("gold", "commits"), [("tyre", "Armored Infantry"), ("kush", "stop")])
def test_for_gold_it_commits_what_it_has(gold: str, commits: str) -> None:
    table = position(
        "basic_2p", phase="competition", gold=at(gold, "troy"),
        egypt={"discs": {"tyre": 4}, "hand": [61]}, troy={"discs": {"tyre": 1}},
    )  # fmt: skip
    assert answer(table)[0] == commits


@pytest.mark.rule("NPC-50", "GOLD-03")
def test_it_knows_what_gold_protects() -> None:
    def named(gold: str) -> set[str]:
        table = position(
            "basic_2p", phase="cards", gold=at(gold, "troy"), egypt={"discs": {"kush": 1}, "hand": [1, 93]},
            troy={"discs": {"phrygia": 2, "ionia": 2, "lydia": 2}},
        )  # fmt: skip
        table.do("Earthquake")
        first = answer(table)[0]
        return {first, answer(table.do(first))[0]}

    for gold in ("phrygia", "ionia", "lydia"):  # where it could remove only one of two discs
        assert gold not in named(gold)


@pytest.mark.rule("GOLD-03", "GOLD-04", "GOLD-05")
def test_in_a_whole_game_gold_is_protected_and_looted(tmp_path: Path) -> None:
    """Of its owner's discs on Gold a card takes one at most, never the last; and NPCs do loot."""
    _, content = read_yaml(None, "scenarios/basic_3p.yaml")
    content["setup"]["gold"] = {
        "celt_iberia": {"owner": "celt_iberia"}, "carthage": {"owner": "carthage", "n": 2},
        "mycenae": {"owner": "mycenae"}, "laconia": {"owner": "mycenae"}, "thapsus": {"owner": "carthage"},
    }  # fmt: skip
    file = tmp_path / "gold.yaml"
    file.write_text(yaml.safe_dump(content), encoding="utf-8")
    looted = 0
    for seed in range(2):
        game = Game.new(str(file), seed=seed, options={"npcs": [1, 2], "civilizations": content["choice"]})
        players, rng, told = [NPC("", seat) for seat in range(3)], Random(seed), 0
        hit: set[int] = set()  # areas with Gold from which this card has taken a disc of the owner
        while not game.over:
            seat = game.decision.seat
            legal = game.legal_actions()
            npc = seat > 0 or rng.random() < 0.5  # the player is careless
            game.apply(players[seat].act(game.view(seat), game.decision, legal) if npc else rng.choice(legal))
            news = game.state.log.since(told)
            told += len(news)
            for event in news:
                looted += event.kind == "gold_looted"
                if event.kind == "played":
                    hit.clear()
                elif _card_takes_from_gold(game, event):
                    assert event.area not in hit and game.state.discs[event.faction][event.area] >= 1
                    hit.add(event.area)
    assert looted


def _card_takes_from_gold(game: Game, event: Event) -> bool:
    """Whether a card other than a Competition card has removed a disc of the owner."""
    s = game.state
    kind, _, number = event.cause.partition(" ")
    if event.kind != "removed" or kind != "card" or s.world.deck.cards[int(number)].competition:
        return False
    return event.area in s.gold and s.gold[event.area][0] == event.faction
