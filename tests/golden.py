"""Golden playthroughs: one recorded game per scenario, told in full in tests/golden.

    python tests/golden.py [SCENARIO ...] [--anew]

The actions in a file are played again and everything is told anew, so that a change of the rules shows as a
difference of the texts. This command renews them. It keeps the recorded actions as long as they are legal;
`--anew` lets the players choose again.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # tests/agents must not hide agents

from acis_env.players import make_player
from acis_rules import Game, scenarios
from acis_rules.box.scenario import load_scenario
from acis_rules.box.world import World
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import block_of
from acis_rules.kernel.bits import members
from acis_rules.kernel.files import write
from acis_rules.kernel.log import Event
from acis_rules.kernel.state import State
from acis_rules.words.decisions import describe_decision
from acis_rules.words.events import clause
from acis_rules.words.names import area_name, capitalized, card_name, count, faction_name, joined, wonder_name

FOLDER = Path(__file__).parent / "golden"
MOST = 400  # decisions
PLAYERS = ("npc", "greedy", "random")
AGREED: tuple[dict[str, Any], ...] = (  # one after the other over the scenarios
    {"final_epoch_event": True},
    {"barbarian_hordes": True, "aeneas_uses": 2},
    {"full_last_epoch": True},
    {"starting_wonders": 1},
    {"final_epoch_event": True, "minimum_growth_counts": "base"},
    {"double_discs": True, "starting_wonders": 2},
    {"npcs": [0], "npc_hostility": True},
)
ILLEGAL = "!"  # begins the last line if a recorded action cannot be taken any longer
ANSWER = re.compile(r"^> \d+\. .* \[action (\d+), \d+ legal\]$", re.MULTILINE)


@dataclass
class Golden:
    """A recorded game: how it began, who played, what they chose."""

    scenario: str
    seed: int
    options: dict[str, Any]
    players: list[str]
    actions: list[int] = field(default_factory=list)

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.scenario}.txt"

    def text(self) -> str:
        """The whole game in words."""
        head = [
            load_scenario(self.scenario).title,
            f"scenario: {self.scenario}",
            f"seed: {self.seed}",
            f"options: {json.dumps(self.options)}",
            f"players: {', '.join(self.players)}",
            f"decisions: {len(self.actions)}",
        ]
        return "\n".join([*head, *self._told()]) + "\n"

    def _told(self) -> Iterator[str]:
        """Line by line: what happened, the state at the start of each turn, every decision."""
        game = Game.new(self.scenario, self.seed, self.options)
        told, turn = 0, (0, 0, False)
        for number, action in enumerate([*self.actions, None], 1):
            s = game.state
            yield from _events(s, s.log.since(told))
            told = len(s.log)
            now = (s.epoch, s.turn, s.phase == "setup")
            if now != turn or action is None:
                yield from _table(s)
                turn = now
            if action is None:
                break
            legal = game.legal_actions()
            if action not in legal:
                yield f"{ILLEGAL} {number}. {describe_decision(s)}: action {action} is not legal"
                return
            yield f"> {number}. {_answer(game, action)} [action {action}, {len(legal)} legal]"
            game.apply(action)
        yield f"The record ends here. {describe_decision(s)}" if not game.over else _winners(s)


def _answer(game: Game, action: int) -> str:
    """The decision and its answer, without the text of a card."""
    block, n = block_of(action)
    words = game.describe(action)
    if block in ("card", "wonder"):
        deck = game.state.world.deck
        words = words.removesuffix(f": {(deck.cards if block == 'card' else deck.wonders)[n].text}")
    return f"{describe_decision(game.state)}: {words}"


def _events(s: State, events: list[Event]) -> Iterator[str]:
    """A sentence for each event, or for several alike in a row."""
    for _, alike in groupby(events, key=lambda event: event.alike):
        group = list(alike)
        subject, rest = clause(s, group)
        sentence = f"{capitalized(subject)} {rest}" if subject else rest
        if group[0].kind == "turn":
            yield f"\n== {sentence}"
        else:
            yield f"-- {sentence}" if group[0].kind == "phase" else f"  {sentence}"


def _table(s: State) -> Iterator[str]:
    """The whole state, one civilization a line, and where its discs are."""
    yield f"  | {'':16} {'VP':>6} {'talents':>7} {'supply':>6} {'ready':>5}  hand"
    for f in s.order or range(s.world.n_factions):
        vp = count(s.vp[f], "VP").removesuffix(" VP")
        hand = " ".join(f"#{card}" for card in members(s.hand[f]))
        name = faction_name(s, f)
        yield f"  | {name:16} {vp:>6} {s.treasury[f]:>7} {s.supply[f]:>6} {s.ready[f]:>5}  {hand}"
    for f in (*s.order, s.world.barbarians):
        here = [f"{area_name(s, area)} {s.discs[f][area]}" for area in members(s.at_least[0][f])]
        yield f"  | {faction_name(s, f)}: {', '.join(here) or 'nowhere'}"
    for number, wonder in enumerate(s.wonders):
        if wonder.owner >= 0:
            state = "buried" if wonder.buried else count(wonder.discs, "disc")
            where = f"{faction_name(s, wonder.owner)} in {area_name(s, wonder.area)}"
            yield f"  | {capitalized(wonder_name(s, number))}: {where}, {state}"
    for card, (owner, discs) in sorted(s.investments.items()):
        yield f"  | {card_name(s, card)}: {faction_name(s, owner)}, {count(discs, 'disc')}"
    for area, (owner, n) in sorted(s.gold.items()):
        yield f"  | Gold in {area_name(s, area)}: {faction_name(s, owner)}, {n}"
    piles = ", ".join(f"{name} {len(getattr(s, name))}" for name in ("deck", "discard", "aside"))
    yield f"  | {piles}; chance {s.rng:016x}"


def _winners(s: State) -> str:
    return f"{joined([faction_name(s, f) for f in s.winners])} won."


def read(file: Path) -> Golden:
    """The game of a file."""
    text = file.read_text(encoding="utf-8")
    head = dict(re.findall(r"^(scenario|seed|options|players): (.*)$", text, re.MULTILINE))
    return Golden(
        head["scenario"],
        int(head["seed"]),
        json.loads(head["options"]),
        head["players"].split(", "),
        [int(action) for action in ANSWER.findall(text)],
    )


def record(scenario: str) -> Golden:
    """A new short game: the players take turns at the seats, one or two Epochs are played."""
    index = sorted(scenarios()).index(scenario)
    known = load_scenario(scenario)
    options: dict[str, Any] = {}
    if known.kind != "historical":  # those are short by themselves
        n = len(known.factions)
        first = 1 + index % 4
        options = {"epochs": [first, min(4, first + (n == 2))], **AGREED[index % len(AGREED)]}
        if first == 1:
            options.pop("starting_wonders", None)
        if n > 3:
            options.pop("double_discs", None)
        if n > 5:
            options.pop("barbarian_hordes", None)
    names = [PLAYERS[(index + seat) % len(PLAYERS)] for seat in range(known.players)]
    for seat in World(scenario, options).npc_seats:
        names[seat] = "npc"
    golden = Golden(scenario, index + 1, options, names)
    game = Game.new(scenario, golden.seed, options)
    players = [make_player(name, seed=index + seat) for seat, name in enumerate(names)]
    while not game.over and len(golden.actions) < MOST:
        action = players[game.seat].act(game.view(game.seat), game.decision, game.legal_actions())
        golden.actions.append(action)
        game.apply(action)
    return golden


def renewed(scenario: str, anew: bool) -> tuple[str, Golden]:
    """The game to keep, and what was done: its actions again if they are legal, else a new game."""
    file = FOLDER / f"{scenario}.txt"
    if not file.exists():
        return "recorded", record(scenario)
    golden = read(file)
    if anew:
        return "recorded anew", record(scenario)
    try:
        end = golden.text().splitlines()[-1]
    except AcisError as error:  # the options are not possible any longer
        end = f"{ILLEGAL} {error}"
    if end.startswith(ILLEGAL):
        return f"recorded anew, since{end.removeprefix(ILLEGAL)}", record(scenario)
    return "told anew", golden


def main() -> None:
    """Renew the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("scenarios", nargs="*", help="all, if none is named")
    parser.add_argument("--anew", action="store_true", help="let the players choose again")
    given = parser.parse_args()
    unknown = sorted(set(given.scenarios) - set(scenarios()))
    if unknown:
        sys.exit(f"unknown scenario {unknown[0]!r}")
    for scenario in given.scenarios or sorted(scenarios()):
        how, golden = renewed(scenario, given.anew)
        text = golden.text()
        if not golden.file.exists() or golden.file.read_text(encoding="utf-8") != text:
            write(golden.file, text)
            print(f"{scenario}: {how}")
    for file in FOLDER.glob("*.txt"):
        if file.stem not in scenarios():
            file.unlink()
            print(f"{file.stem}: removed, there is no such scenario")


if __name__ == "__main__":
    main()
