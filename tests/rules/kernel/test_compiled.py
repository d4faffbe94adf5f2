"""The compiled helper does what the Python does, to the bit, and can be left out."""

from __future__ import annotations

import importlib.util
import inspect
import os
import platform
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any, get_args

import compiled_games
import pytest

import acis_env.observe.encoder  # noqa: F401
import agents.greedy.value  # noqa: F401  (their functions are compared, too)
from acis_rules import Game, scenarios
from acis_rules.box.deck import Moment
from acis_rules.effects.base import Play, Where, Whose
from acis_rules.kernel import bits, compiled, log, machine, state

ROOT = Path(__file__).parents[3]
SCENARIOS = scenarios()


def pair(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """A function as it is in use, and the Python of it."""
    python = compiled.PYTHON[name]
    return getattr(sys.modules[python.__module__], name), python


def outcome(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function returns, or the kind of its error."""
    try:
        return function(*arguments)
    except Exception as error:
        return type(error)


def positions(scenario: str, n: int, seed: int = 3) -> Iterator[Game]:
    """Positions of a random game, here and there."""
    rng = Random(seed)
    game = Game.new(scenario, seed=seed)
    for _ in range(n):
        for _ in range(rng.randrange(1, 40)):
            if game.over:
                return
            game.apply(rng.choice(game.legal_actions()))
        yield game


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests"))), **more}


def test_games_are_the_same_without_the_helper() -> None:
    command = [sys.executable, str(ROOT / "tests" / "compiled_games.py")]
    pure = subprocess.run(command, env=environment(ACIS_PURE="1"), capture_output=True, text=True, check=True)
    first, *lines = pure.stdout.splitlines()
    assert first == "pure Python"
    assert lines == list(compiled_games.digests())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_terms_are_the_same(scenario: str) -> None:
    of_all = ("shared", "contested", "competitions", "all_cities", "occupied_by_civilizations")
    of_one = ("occupied", "occupied_by_others", "occupied_by_civilizations", "controlled", "cities",
              "settlements", "camps", "near", "full", "room", "bases", "placements", "dominated",
              "wonder_sites", "last_discs", "knobs")  # fmt: skip
    for game in positions(scenario, 12):
        s = game.state
        for seen in (s, game.view(0)):
            for name in of_all:
                used, python = pair(name)
                assert used(seen) == python(seen), name
            for name in of_one:
                used, python = pair(name)
                for faction in range(-2, s.world.n_factions + 3):
                    assert outcome(used, seen, faction) == outcome(python, seen, faction), (name, faction)
            for area in range(-1, 108):
                for name in ("strengths", "is_contested"):
                    used, python = pair(name)
                    assert outcome(used, seen, area) == outcome(python, seen, area), (name, area)
                used, python = pair("strength")
                assert outcome(used, seen, 0, area) == outcome(python, seen, 0, area)
            room, python = pair("room")
            assert room(seen, 0, True) == python(seen, 0, True)
            dominated, python = pair("dominated")
            assert dominated(seen, 0, True) == python(seen, 0, True)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_can_be_used_built_and_lost_is_the_same(scenario: str) -> None:
    moments = (*get_args(Moment), "first_competition", "nonsense")
    for game in positions(scenario, 12):
        s = game.state
        n = s.world.n_factions
        for seen in (s, game.view(0)):
            for faction in range(-1, n + 2):
                for moment in moments:
                    for name in ("usable", "abilities"):
                        used, python = pair(name)
                        expected = outcome(python, seen, faction, moment)
                        assert outcome(used, seen, faction, moment) == expected, (name, faction, moment)
                affordable, python = pair("affordable")
                for prices in ((0, 0, 0), (3, 1, 0), (6, 2, 40), (9, 5, 103)):
                    expected = outcome(python, seen, faction, *prices)
                    assert outcome(affordable, seen, faction, *prices) == expected, (faction, prices)
            first_to_fall, python = pair("first_to_fall")
            for area in range(-1, 108):
                for who in ((1, (2 << n) - 1), (2, 5), (0, 3), (1, 4 << n)):  # size, and who is waiting
                    expected = outcome(python, seen, area, *who)
                    assert outcome(first_to_fall, seen, area, *who) == expected, (area, who)


def test_no_answer_changes_nothing() -> None:
    act, python = pair("act")
    game = Game.new("basic_3p", seed=5)
    before = game.to_dict()
    wrong = [action for action in range(-2, 400) if action not in game.legal_actions()]
    assert not any(act(game.state, action) or python(game.state, action) for action in (*wrong, 10**30))
    assert game.to_dict() == before
    game.state.question = None
    assert not act(game.state, 0) and not python(game.state, 0)


def every_where(game: Game) -> Iterator[Where]:
    """All words for areas on the cards and displays of a game."""
    cards = [operation for card in game.state.world.deck.cards for mode in card.modes for operation in mode]
    displays = [
        operation
        for display in game.state.world.civilizations
        for ability in display.abilities
        for mode in ability.either
        for operation in mode
    ]
    for operation in (*cards, *displays):
        for field in operation.__struct_fields__:
            if isinstance(value := getattr(operation, field), Where):
                yield value


@pytest.mark.parametrize("scenario", ["basic_2p", "basic_6p", "hannibal", "greeks_persians"])
def test_areas_in_words_are_the_same(scenario: str) -> None:
    select, python = pair("select")
    for game in positions(scenario, 12):
        n = game.state.world.n_factions
        wheres = set(every_where(game))
        assert len(wheres) > 40
        for where in wheres:
            for by, area in ((0, 17), (n - 1, 60), (-1, 3)):
                for kind, number in (("card", 45), ("ability", 0)):
                    play = Play(by, kind, number, areas=(area,), factions=(0,))
                    arguments = (game.state, play, where)
                    assert outcome(select, *arguments) == outcome(python, *arguments), (where, play)
                    assert outcome(select, *arguments, 6) == outcome(python, *arguments, 6), (where, play)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_doors_are_the_same(scenario: str) -> None:
    rng = Random(5)
    for game in positions(scenario, 6):
        n = game.state.world.n_factions
        for name, more in (
            ("place", ("deploy", True)), ("place", ("card 45",)), ("remove", ("card 45",)),
            ("return_disc", ("stacking",)),
        ):  # fmt: skip
            for _ in range(12):
                faction, area = rng.randrange(n + 1), rng.randrange(-1, 107)
                same(game, name, faction, area, *more)
        for faction in range(n):
            for card in (0, 1, 57, 103, *bits.members(game.state.hand[faction])):
                same(game, "take_from_hand", faction, card)
        for most in (0, 1, 7, 103):
            same(game, "random_below", most)


def same(game: Game, name: str, *arguments: Any) -> None:
    """Do it on two copies, once each way: the outcomes and the positions are the same."""
    used, python = pair(name)
    one, other = game.clone(), game.clone()
    results = [outcome(function, g.state, *arguments) for function, g in ((used, one), (python, other))]
    assert results[0] == results[1], (name, arguments)
    for field in state.FIELDS:
        if field != "log":
            assert getattr(one.state, field) == getattr(other.state, field), (name, arguments, field)
    assert one.events == other.events


def test_sets_are_the_same() -> None:
    rng = Random(1)
    numbers = [0, 1, 2**64, 2**106 - 1, 2**271, 2**320, 2**400 + 1, -1, True]
    numbers += map(rng.getrandbits, range(1, 330))
    for name in ("members", "lowest"):
        used, python = pair(name)
        for number in (*numbers, None, "a", 1.5):
            if name == "members" and isinstance(number, int) and number < 0:
                continue  # no set: the Python never ends
            if isinstance(number, int) and number.bit_length() > 320 and name == "members":
                continue  # larger than any set
            assert outcome(used, number) == outcome(python, number), (name, number)
    for name, things in (("mask_of", range(400)), ("union", numbers)):
        used, python = pair(name)
        for size in range(8):
            chosen = [rng.choice(things) for _ in range(size)]
            for given in (chosen, tuple(chosen), dict.fromkeys(chosen)):
                assert outcome(used, given) == outcome(python, given), (name, given)
            assert used(iter(chosen)) == python(iter(chosen))
        for bad in (None, 5, ["a"], (1.5,), [None]):
            assert outcome(used, bad) == outcome(python, bad), (name, bad)
    assert outcome(bits.mask_of, [-1]) == outcome(compiled.PYTHON["mask_of"], [-1])


def test_shuffled_alike() -> None:
    game = Game.new("basic_2p", seed=2)
    shuffle, python = pair("shuffle")
    one, other = game.clone().state, game.clone().state
    cards, others = list(range(103)), list(range(103))
    shuffle(one, cards)
    python(other, others)
    assert cards == others != sorted(cards)
    assert one.rng == other.rng != game.state.rng


def test_copies_are_independent_and_complete() -> None:
    for game in positions("basic_4p", 10):
        s = game.state
        new = s.copy()
        for field in state.FIELDS:
            if field == "log":
                assert list(new.log) == list(s.log)
                continue
            old, copied = getattr(s, field), getattr(new, field)
            assert copied == old
            assert (copied is not old) == isinstance(old, list | dict | bytearray), field
        assert all(row is not other for row, other in zip(new.discs, s.discs, strict=True))
        assert all(row is not other for row, other in zip(new.at_least, s.at_least, strict=True))
        new.log.tail.append(("x",))
        assert len(s.log) == len(new.log) - 1


@pytest.mark.parametrize("name", sorted(compiled.PYTHON))
def test_bad_arguments_raise(name: str) -> None:
    """Whatever is given: an error of Python or an answer, and the same one either way."""
    used, python = pair(name)
    s = Game.new("basic_2p", seed=1).state
    many: list[tuple[Any, ...]] = [(), (None,), (s,), (s, None), (s, "a", []), (s, 1.5, 2**70), (*range(7),)]
    for arguments in many:
        if name in ("run", "answer_question", "push", "ask", "tell") and arguments[:1] == (s,):
            continue  # these change the position
        assert outcome(used, *arguments) == outcome(python, *arguments), arguments
    broken = s.copy()
    broken.at_least = broken.discs = broken.allies = None  # type: ignore[assignment]
    if name not in ("run", "answer_question", "push", "ask", "tell", "random_below", "shuffle"):
        for more in ((), (0,), (0, 1), (0, 1, "x")):
            assert outcome(used, broken, *more) == outcome(python, broken, *more), more


def test_a_story_without_end_and_a_stack_of_nonsense_raise() -> None:
    stacks: list[list[Any]] = [["x"], [()], [("no such step",)], [7]]
    for stack in stacks:
        s = Game.new("basic_2p", seed=1).state
        s.question, s.stack = None, stack
        with pytest.raises((KeyError, TypeError, IndexError)):
            machine.run(s)
    s = Game.new("basic_2p", seed=1).state
    with pytest.raises(KeyError):
        machine.push(s, lambda s: None)
    with pytest.raises(TypeError):
        log.tell(s)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        log.tell(s, "placed", nobody=1)  # type: ignore[call-arg]


@pytest.mark.parametrize("name", sorted(compiled.PYTHON))
def test_the_helper_keeps_names_docstrings_and_signatures(name: str) -> None:
    used, python = pair(name)
    assert used.__name__ == python.__name__
    assert used.__module__ == python.__module__
    assert inspect.getdoc(used) == inspect.getdoc(python)
    assert list(inspect.signature(used).parameters) == list(inspect.signature(python).parameters)


@pytest.mark.parametrize("pure", ["1", "0", ""])
def test_the_version_says_what_is_in_use(pure: str) -> None:
    built = importlib.util.find_spec("acis_rules._compiled") is not None
    command = [sys.executable, "-c", "from acis_rules.tools.cli import main; main(['--version'])"]
    run = subprocess.run(command, env=environment(ACIS_PURE=pure), capture_output=True, text=True, check=True)
    words = "with the compiled helper" if built and pure != "1" else "pure Python"
    assert run.stdout == f"acis {version('acis')}, Python {platform.python_version()}, {words}\n"


def test_a_helper_older_than_its_sources_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = tmp_path / "_compiled.so"
    built.touch()
    source = tmp_path / "acis_rules" / "compiled" / "terms.c"
    source.parent.mkdir(parents=True)
    source.touch()
    helper = type(sys)("_compiled")
    helper.__file__ = str(built)
    monkeypatch.setattr(compiled, "_ROOT", tmp_path)
    monkeypatch.setattr(compiled, "import_module", lambda name: helper)
    monkeypatch.delenv("ACIS_PURE", raising=False)
    os.utime(source, (1, 1))
    assert compiled._load() is helper
    os.utime(source, (2**31, 2**31))
    with pytest.warns(RuntimeWarning, match="older than its sources"):
        assert compiled._load() is None


@pytest.mark.parametrize("compiler", ["", "/bin/false"])
def test_it_is_built_with_the_wheel_unless_there_is_no_compiler(compiler: str, tmp_path: Path) -> None:
    """Without one the wheel is all Python, and a game is played all the same."""
    if not compiler and importlib.util.find_spec("acis_rules._compiled") is None:
        compiler = "/bin/false"  # nor was there one when acis was installed
    tree, wheels, unpacked = tmp_path / "tree", tmp_path / "wheels", tmp_path / "unpacked"
    leave_out = shutil.ignore_patterns("*.so", "__pycache__", "build")
    for name in ("acis_rules", "acis_env", "agents", "training"):
        shutil.copytree(ROOT / name, tree / name, ignore=leave_out)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree / name)
    wheels.mkdir()
    build = f"from setuptools import build_meta; build_meta.build_wheel({str(wheels)!r})"
    more = {"CC": compiler} if compiler else {}
    subprocess.run(
        [sys.executable, "-c", build], cwd=tree, env={**os.environ, **more}, capture_output=True, check=True
    )
    with zipfile.ZipFile(next(wheels.glob("*.whl"))) as wheel:
        wheel.extractall(unpacked)
    assert bool(list(unpacked.glob("acis_rules/_compiled*"))) == (not compiler)
    assert not list(unpacked.rglob("*.c"))
    play = (  # without the finder of an editable install, which would find the helper of this tree
        "import sys; sys.meta_path[:] = [f for f in sys.meta_path if '_Editable' not in str(f)]; "
        "import compiled_games as g; print(g.in_use()); print(g.digest('basic_2p'))"
    )
    path = os.pathsep.join((str(unpacked), str(ROOT / "tests")))
    run = subprocess.run(
        [sys.executable, "-P", "-c", play],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "ACIS_PURE": ""},
        check=True,
    )
    words = "pure Python" if compiler else "with the compiled helper"
    assert run.stdout.split("\n")[:2] == [words, compiled_games.digest("basic_2p")]


@pytest.mark.parametrize("scenario", ["basic_2p", "basic_6p", "hannibal", "greeks_persians"])
def test_whose_discs_are_the_same(scenario: str) -> None:
    used, python = pair("whose_discs")
    plays = (
        Play(0, "card", 45, factions=(1,)), Play(1, "card", 20), Play(0, "wonder", 0), Play(-1, "card", 3),
    )  # fmt: skip
    for game in positions(scenario, 6):
        for whose in get_args(Whose):
            for play in plays:
                for area in range(-1, 107, 2):
                    arguments = (game.state, play, whose, area)
                    assert outcome(used, *arguments) == outcome(python, *arguments), arguments[1:]


def test_cards_are_mixed_as_random_does_it() -> None:
    used, python = pair("mix")
    for size in (0, 1, 2, 33, 103):
        cards, others = list(range(size)), list(range(size))
        one, other = Random(size), Random(size)
        used(cards, one)
        python(others, other)
        assert cards == others and one.getstate() == other.getstate()
