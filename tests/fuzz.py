"""Broken files made at random: every kind of file, changed byte by byte and part by part.

    python tests/fuzz.py --seconds 60 --seed 1        all kinds, as long as asked
    python tests/fuzz.py --kinds position --count 500 as many as asked
    python tests/fuzz.py --sentences                  write the sentences that the corpus lacks

A file is either read, and then what it says can be played, or refused with one sentence that names
it. What breaks this is kept in runs/fuzz: mend the cause, then move the file to tests/corpus/<kind>
and run --sentences.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # tests/agents must not hide agents

import torch
import yaml
from invariants import check_cards, check_discs

from acis_rules import AcisError, Game, scenarios
from acis_rules.box.board import Board, parse_map
from acis_rules.box.civilizations import parse_civilizations
from acis_rules.box.data_files import parse_json, read_text
from acis_rules.box.deck import Deck, load_deck, parse_deck
from acis_rules.box.scenario import load_scenario, parse_scenario
from acis_rules.box.scenario_blocks import Scenario
from acis_rules.box.world import World
from acis_rules.kernel.machine import arguments_of, run, step_names
from acis_rules.phases.setup import new_state
from acis_rules.replay import Recorder, load
from acis_rules.words.decisions import describe_decision
from agents.arena.results import Record
from agents.arena.run import run as run_arena
from agents.arena.schedule import Settings
from agents.learned import sealed
from agents.learned.policy import POLICY_FORMAT, load_policy
from training.checkpoint import VERSION as CHECKPOINT_VERSION
from training.config import load_config

CORPUS = Path(__file__).parent / "corpus"
DATA = Path(__file__).parents[1] / "acis_rules" / "data"
SECONDS = 20  # for one file
MEGABYTES = 300  # more memory than before
LONGEST_SENTENCE = 3000  # an illegal action of a replay lists what was legal
MOST_DECISIONS = 20_000

# ---------------------------------------------------------------------------------- the kinds


@dataclass
class Kind:
    """A kind of file: valid ones, how it is read, and what can be done with what was read."""

    suffix: str
    valid: Callable[[Random], bytes]
    read: Callable[[Path], Any]
    use: Callable[[Any, Random], None] = lambda found, rng: None
    named: bool = True  # errors begin with the file
    broken: float = 1.0  # the share that is changed
    sealed: tuple[str, int] | None = None  # kind and version in the line with the checksum


OPTIONS: tuple[dict[str, Any], ...] = (
    {}, {}, {"final_epoch_event": True, "aeneas_uses": 3}, {"npcs": [1], "npc_hostility": True},
    {"npcs": [0], "aeneas_uses": 2}, {"starting_wonders": 2}, {"barbarian_hordes": True},
    {"minimum_growth_counts": "base", "double_discs": True}, {"epochs": [4, 4], "full_last_epoch": True},
    {"single": 1}, {"vp_limit": 20},
)  # fmt: skip


def new_game(rng: Random) -> Recorder:
    """A game of any scenario and options that go together."""
    while True:
        try:
            return Recorder(rng.choice(list(scenarios())), rng.getrandbits(32), rng.choice(OPTIONS))
        except AcisError:
            continue


@cache
def _positions() -> list[bytes]:
    """Positions in the middle of games, many of those that are rare."""
    rng = Random(1)
    found: list[bytes] = []
    kinds: Counter[str] = Counter()
    while len(found) < 150:
        recorder = new_game(rng)
        game = recorder.game
        while not game.over:
            kind = game.decision.kind
            if rng.random() < 0.5 / (1 + kinds[kind]) ** 2:
                kinds[kind] += 1
                position = game.to_dict()
                position["events"] = position["events"][-rng.choice((0, 10, 10, 5000)) :]
                found.append(json.dumps(position).encode())
            game.apply(rng.choice(game.legal_actions()))
        if rng.random() < 0.1:
            found.append(json.dumps(game.to_dict()).encode())
    return found


def valid_position(rng: Random) -> bytes:
    return rng.choice(_positions())


def valid_steps(rng: Random) -> bytes:
    """A position with steps written by hand instead of a question: any step with arguments of its kind."""
    position = json.loads(valid_position(rng))
    for field in ("question", "asker", "over", "winners", "competition_area", "announced", "peeked"):
        del position[field]
    position["special"] = -1
    position["table"] = []
    for faction in position["factions"]:
        faction |= {"laid": [], "drawn": [], "loot": 0}
        faction["civilization"] = faction["civilization"] or "rome"
    del position["deck"]
    position["allies"] = []
    position["phase"] = rng.choice(("growth", "cards", "competition", "evaluation", "epoch"))
    position["stack"] = [_step(position, rng) for _ in range(rng.choice((1, 1, 2, 3)))]
    return json.dumps(position).encode()


def _step(position: dict[str, Any], rng: Random) -> list[Any]:
    """A step with arguments that could be."""
    n = len(position["factions"])
    card = rng.randint(1, 103)
    name = rng.choice(step_names())
    if name == "event":
        card = rng.randint(98, 103)
    play = {
        "play": {
            "by": rng.randrange(n),
            "kind": rng.choice(("card", "ability", "wonder", "investment")),
            "id": rng.choice((card, rng.randrange(7))),
        }
    }
    values: dict[str, Any] = {
        "faction": rng.randrange(n),
        "area": rng.randrange(106),
        "n": rng.randrange(6),
        "card": card,
        "i": 0,
        "cause": rng.choice(("test", f"card {card}")),
        "by": rng.randrange(-1, n),
        "play": play,
        "user": rng.choice((-2, -1, 0)),
        "picked": [],
        "modes": [0, 1],
        "number": 1,
        "size": 1,
        "flags": 0,
        "losses": [[rng.randrange(n + 1), rng.randrange(106), -1] for _ in range(rng.randint(1, 3))],
        "hit": 0,
        "present": 2 ** (n + 1) - 1,
        "asked": 0,
        "acted": 0,
        "done": 0,
        "peace": [],
        "resources": rng.randrange(6),
        "discs": 0,
        "wonder": rng.randrange(7),
        "first": 0,
        "areas": [rng.randrange(106)],
        "one_of": ["vp", "disc"],
        "how": "look",
        "cards": [card],
        "blocks": [list(range(n))],
        "places": [-1] * n,
        "spared": 0,
        "before": 0,
        "grown": 0,
        "each": 2,
        "chain": [[0, card, list(range(1, n))]],
    }
    whole = arguments_of(name)
    assert whole is not None
    arguments = [values.get(parameter, rng.choice((True, rng.randrange(n)))) for parameter in whole]
    if name in ("event", "verdict", "put_away", "revealed", "declare", "window", "choose_mode"):
        taken = {c for f in position["factions"] for c in f["hand"]} | {
            *position["discard"],
            *position["aside"],
        }
        taken |= {one["card"] for one in position["investments"]}
        used = arguments[-1] if name in ("event", "revealed") else play["play"]["id"]
        if used not in taken:
            position["table"] = [used]
    return [name, *arguments]


def valid_replay(rng: Random) -> bytes:
    recorder = new_game(rng)
    for _ in range(rng.randrange(60)):
        if not recorder.game.over:
            recorder.apply(rng.choice(recorder.game.legal_actions()))
    record = recorder.replay
    return json.dumps({
        "acis_replay": record.acis_replay, "action_layout": record.action_layout, "seed": record.seed,
        "scenario": record.scenario, "options": record.options, "actions": record.actions,
    }).encode()  # fmt: skip


def valid_scenario(rng: Random) -> bytes:
    return (DATA / "scenarios" / f"{rng.choice(list(scenarios()))}.yaml").read_bytes()


def play_on(game: Game, rng: Random, most: int = MOST_DECISIONS) -> None:
    """Play at random to the end; every disc and card stays somewhere."""
    assert game.over or game.state.question is not None, "the game is not over, and nobody is asked"
    for _ in range(most):
        if game.over:
            break
        describe_decision(game.state)
        game.apply(rng.choice(game.legal_actions()))
        assert game.over or game.legal_actions(), "the game is not over, and nothing is legal"
        if rng.random() < 0.02:
            check_discs(game)
            check_cards(game)
    else:
        assert most < MOST_DECISIONS, "the game does not end"
    check_discs(game)
    check_cards(game)


def play_steps(game: Game, rng: Random) -> None:
    """Steps written by hand end somewhere: then nobody is asked any more."""
    for _ in range(MOST_DECISIONS):
        if game.state.question is None:
            break
        game.apply(rng.choice(game.legal_actions()))
    check_discs(game)
    check_cards(game)


def read_options(path: Path) -> World:
    content = parse_json(read_text(path), str(path))
    return World("three_civs_a", content if isinstance(content, dict) else {"deck": content})


def play_options(world: World, rng: Random) -> None:
    state = new_state(world, 1)
    run(state)
    play_on(Game(state), rng, 300)


def play_scenario(found: tuple[Scenario, Path], rng: Random) -> None:
    try:
        play_on(Game.new(str(found[1]), seed=rng.getrandbits(32)), rng, 400)
    finally:
        load_scenario.cache_clear()


def play_deck(found: tuple[Deck, Path], rng: Random) -> None:
    try:
        play_on(Game.new("basic_3p", rng.getrandbits(32), {"deck": str(found[1])}), rng, 400)
    finally:
        load_deck.cache_clear()


def valid_config(rng: Random) -> bytes:
    return rng.choice(sorted((DATA.parents[1] / "configs").glob("*.yaml"))).read_bytes()


@cache
def _record() -> bytes:
    """The record of one game."""
    with tempfile.TemporaryDirectory() as folder:
        record = Record(Path(folder) / "games.jsonl")
        run_arena(Settings(("random", "random"), "basic_2p", seed=3), 1, record=record)
        return record.path.read_bytes().splitlines(keepends=True)[0]


@cache
def _policy() -> bytes:
    return (DATA.parents[1] / "agents" / "models" / "general" / "policy.pt").read_bytes()


@cache
def _checkpoint() -> bytes:
    """Tensors and plain data of a run, as they are kept."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "checkpoint.pt"
        content = {"weights": {"a": torch.zeros(4, 3)}, "rows": [{"step": 1}], "seed": 5}
        sealed.write(path, "checkpoint", CHECKPOINT_VERSION, content)
        return path.read_bytes()


def read_checkpoint(path: Path) -> dict[str, Any]:
    return sealed.read(path, "checkpoint", CHECKPOINT_VERSION, 2**20)


def sealed_anew(content: bytes, seal: tuple[str, int]) -> bytes:
    """What somebody would write who knows the checksum."""
    body, _, _ = content.rpartition(b"acis ")
    return body + sealed._line(*seal, body)


KINDS: dict[str, Kind] = {
    "position": Kind(".json", valid_position, Game.load, play_on),
    "steps": Kind(".json", valid_steps, Game.load, play_steps, broken=0.1),
    "replay": Kind(".json", valid_replay, lambda path: load(path).final()),
    "deck": Kind(".yaml", lambda rng: (DATA / "deck.yaml").read_bytes(),
                 lambda path: (parse_deck(path), path), play_deck),
    "map": Kind(".json", lambda rng: (DATA / "map.json").read_bytes(),
                lambda path: Board(parse_map(path.read_bytes(), str(path)))),
    "scenario": Kind(".yaml", valid_scenario, lambda path: (parse_scenario(path), path), play_scenario),
    "civilizations": Kind(".yaml", lambda rng: (DATA / "civilizations.yaml").read_bytes(),
                          parse_civilizations),
    "options": Kind(".json", lambda rng: json.dumps(rng.choice(OPTIONS)).encode(), read_options,
                    play_options, named=False),
    "config": Kind(".yaml", valid_config, load_config),
    "record": Kind(".jsonl", lambda rng: _record(), lambda path: list(Record(path).read())),
    "policy": Kind(".pt", lambda rng: _policy(), load_policy, broken=0.95, sealed=("policy", POLICY_FORMAT)),
    "checkpoint": Kind(".pt", lambda rng: _checkpoint(), read_checkpoint, broken=0.95,
                       sealed=("checkpoint", CHECKPOINT_VERSION)),
}  # fmt: skip


# ------------------------------------------------------------------------------------- changes

ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 3, 5, 7, 54, 99, 103, 104, 106, 255, 256, 272, 2**31, 2**33, 2**63, 2**64,
    -(2**63), 10**30, 1.5, 1e300, math.inf, math.nan, "", "x", "\0", "∞", "../../x", "1/0", "1e999999999",
    "rome", "over", "card 999", "x" * 5000, [], {}, [[]], [{}], {"": 0}, [0] * 2000,
)  # fmt: skip
SPLICES = (
    b"[" * 5000, b"{" * 5000, b'{"a":' * 3000, b"&a [*a]", b"*a", b"? ", b"!!python/object:x ", b"!!binary x",
    b"2001-99-99", b"9" * 5000, b"0b", b"1:1:1:1", b"<<: ", b"\xff\xfe", b"\0", b"\t", b'"', b"'", b"- ",
    b": ", b"NaN", b"Infinity", b"\n---\n", b"%YAML 9.9\n", "\u2028".encode(), b"1e999",
)  # fmt: skip


def changed(content: bytes, suffix: str, rng: Random) -> bytes:
    """The file with some bytes or some parts changed."""
    if rng.random() < 0.25 or suffix == ".pt":
        return _changed_bytes(content, rng)
    tree = json.loads(content) if suffix.startswith(".json") else yaml.load(content, Loader=yaml.CSafeLoader)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        tree = _changed_tree(tree, rng)
    try:
        written = json.dumps(tree) + "\n" if suffix.startswith(".json") else yaml.dump(tree, sort_keys=False)
        return written.encode()
    except (ValueError, RecursionError):
        return content


def _changed_bytes(content: bytes, rng: Random) -> bytes:
    data = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at, size = rng.randrange(len(data) + 1), rng.choice((1, 1, 2, 8, 100))
        match rng.randrange(6):
            case 0 if at < len(data):
                data[at] ^= 1 << rng.randrange(8)
            case 1:
                del data[at : at + size]
            case 2:
                data[at:at] = data[at : at + size]
            case 3:
                data[at:at] = rng.choice(SPLICES)
            case 4:
                data[at : at + size] = rng.randbytes(size)
            case _:
                del data[at:]
    return bytes(data)


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """All (container, key) of a tree."""
    keys = list(tree) if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in keys:
        yield tree, key
        yield from _places(tree[key])


def _changed_tree(tree: Any, rng: Random) -> Any:
    part = rng.choice(list(tree)) if isinstance(tree, dict) and tree and rng.random() < 0.7 else None
    places = list(_places(tree)) if part is None else [(tree, part), *_places(tree[part])]
    if not places:
        return rng.choice(ODD)
    box, key = rng.choice(places)
    value = box[key]
    match rng.randrange(8):
        case 0:
            del box[key]
        case 1 | 2:
            box[key] = copy.deepcopy(rng.choice(ODD))
        case 3 if isinstance(value, int) and not isinstance(value, bool):
            box[key] = value + rng.choice((-2, -1, 1, 2, 50))
        case 3 if isinstance(value, bool):
            box[key] = not value
        case 4 if isinstance(box, list):
            box.insert(rng.randrange(len(box) + 1), copy.deepcopy(value))
        case 5 if isinstance(box, list):
            rng.shuffle(box)
        case 6:
            box[key] = copy.deepcopy(_alike(value, places, rng))
        case _:
            other, its = rng.choice(places)
            box[key] = copy.deepcopy(other[its]) if other is not box[key] else None
    return tree


def _alike(value: Any, places: list[tuple[Any, Any]], rng: Random) -> Any:
    """A value of the same type from elsewhere."""
    for _ in range(30):
        box, key = rng.choice(places)
        if type(box[key]) is type(value):
            return box[key]
    return value


# --------------------------------------------------------------------------------------- trials


class TooLong(Exception):
    """A file took too much time."""


@contextmanager
def in_time(seconds: float) -> Iterator[None]:
    """Ends with TooLong what takes longer."""

    def stop(*_: object) -> None:
        raise TooLong(f"longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def sentence(kind: Kind, path: Path) -> str | None:
    """What is said about a file that is refused, with its name instead of its path; None if it is read."""
    try:
        kind.read(path)
    except AcisError as error:
        return str(error).replace(str(path), path.name)
    return None


def trial(kind: Kind, path: Path, rng: Random) -> str:
    """Read one file and use it; "read" or "refused", or what went wrong."""
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        with in_time(SECONDS):
            try:
                found = kind.read(path)
            except AcisError as error:
                said = str(error)
                fine = len(said) <= LONGEST_SENTENCE and "\n" not in said and said.isprintable()
                if not fine or (kind.named and not said.startswith(str(path))):
                    return f"a sentence that is none: {said[:2000]!r}"
                outcome = "refused"
            else:
                kind.use(found, rng)
                outcome = "read"
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return traceback.format_exc()
    if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory > MEGABYTES * 1024:
        return f"more than {MEGABYTES} MB of memory"
    return outcome


def fuzz(
    kinds: list[str], seed: int, count: int | None = None, seconds: float = math.inf, keep: Path | None = None
) -> tuple[Counter[tuple[str, str]], list[str]]:
    """(how many files of each kind were read and refused, what went wrong)."""
    outcomes: Counter[tuple[str, str]] = Counter()
    failures: list[str] = []
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        number = 0
        while time.monotonic() < end and (count is None or number < count * len(kinds)):
            name = kinds[number % len(kinds)]
            kind = KINDS[name]
            rng = Random(f"{seed} {name} {number}")
            content = kind.valid(rng)
            if rng.random() < kind.broken:
                content = changed(content, kind.suffix, rng)
                if kind.sealed is not None and rng.random() < 0.5:
                    content = sealed_anew(content, kind.sealed)
            path = Path(folder) / f"{name}-{seed}-{number}{kind.suffix}"
            path.write_bytes(content)
            outcome = trial(kind, path, rng)
            if outcome not in ("read", "refused"):
                failures.append(f"{path.name}: {outcome}")
                if keep is not None:
                    keep.mkdir(parents=True, exist_ok=True)
                    (keep / path.name).write_bytes(content)
                    (keep / f"{path.stem}.txt").write_text(outcome)
                outcome = "failed"
            outcomes[name, outcome] += 1
            path.unlink()
            number += 1
    return outcomes, failures


# --------------------------------------------------------------------------------------- corpus


def corpus() -> list[tuple[str, Path]]:
    """(kind, file) of all broken files that are kept."""
    return [
        (folder.name, path)
        for folder in sorted(CORPUS.iterdir())
        for path in sorted(folder.iterdir())
        if path.suffix == KINDS[folder.name].suffix
    ]


def write_sentences() -> None:
    """Write what is said about each file of the corpus that has no sentence beside it yet."""
    for name, path in corpus():
        beside = path.with_suffix(".txt")
        if not beside.exists():
            said = sentence(KINDS[name], path)
            print(f"{name}/{path.name}: {said}")
            if said is not None:
                beside.write_text(f"{said}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--count", type=int, help="files of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--out", type=Path, default=Path("runs/fuzz"))
    parser.add_argument("--sentences", action="store_true")
    given = parser.parse_args()
    if given.sentences:
        write_sentences()
        return 0
    if given.count is None and given.seconds == math.inf:
        given.seconds = 60
    began = time.monotonic()
    outcomes, failures = fuzz(given.kinds.split(","), given.seed, given.count, given.seconds, given.out)
    for name in given.kinds.split(","):
        numbers = ", ".join(f"{outcomes[name, what]:,} {what}" for what in ("read", "refused", "failed"))
        print(f"{name:14} {numbers}")
    for failure in failures[:5]:
        print(failure)
    spent = time.monotonic() - began
    print(f"{outcomes.total():,} files in {spent:.0f} s, {len(failures)} failures (kept in {given.out})")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
