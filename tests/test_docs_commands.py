"""Every command in the README and the docs runs, in a short form: small games, small networks, nobody typing.

Commands in blocks are run, page by page, in a folder that holds the files they speak of. Of those in running
text, many of which are only part of a command, the options must exist.
"""

from __future__ import annotations

import importlib.util
import re
import shlex
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer
import yaml
from small_runs import SMALLEST, draw_nothing
from test_docs import PAGES, ROOT

from acis_rules.tools import cli, scenario_command
from acis_rules.tools.offered import COMMANDS
from acis_rules.words.terminal import console

SHORT = ("--set", "epochs=[4, 4]", "--set", "vp_limit=1")  # a turn or two
OPTIONS: dict[str, Any] = {"epochs": [4, 4], "vp_limit": 1}
PLACES = {"FILE": "my_deck.yaml", "NAME": "Rome", "FOLDER": "runs/mine", "CONFIG": "configs/basic_2p.yaml"}
MAY_FAIL = (["rules", "--coverage"],)  # it says that something is missing
PROGRAMS = r"(?:\.venv/bin/)?(acis|make|python)"


class Command(NamedTuple):
    """A command of a page: its program and arguments."""

    page: str
    program: str
    arguments: list[str]


def in_blocks(page: Path) -> Iterator[Command]:
    """Commands in blocks: one a line, with an explanation after two spaces or a #."""
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M):
        for line in block.replace("\\\n", " ").splitlines() if not language else ():
            if found := re.match(rf"{PROGRAMS}\s+(.*)", re.sub(r"\s{2,}(--)", r" \1", line)):
                words = re.split(r"\s{2,}|\s#", found[2])[0]
                yield Command(page.name, found[1], shlex.split(words))


def in_text(page: Path) -> Iterator[Command]:
    """Commands between backticks in running text."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    for found in re.finditer(rf"`{PROGRAMS}\s+([^`]*)`", text):
        yield Command(page.name, found[1], shlex.split(found[2]))


IN_BLOCKS = {page.name: list(in_blocks(page)) for page in PAGES}
EVERYWHERE = [command for page in PAGES for command in (*in_blocks(page), *in_text(page))]


# ------------------------------------------------------------------------------------ they are run


def short(arguments: list[str]) -> list[str]:
    """The command with few games, which end at once."""
    out = [PLACES.get(word, word) for word in arguments]
    for i, word in enumerate(out):
        if word == "--games":
            out[i + 1] = "1"
        out[i] = re.sub(r"search:general:\d+", "search:general:2", out[i])
        out[i] = re.sub(r"^decisions=\d+", "decisions=200", out[i])
    if out[0] in ("evaluate", "tournament", "benchmark"):
        out += ["--workers", "1"]
    if out[0] == "benchmark":
        out += ["--scenarios", "basic_2p", "--games", "1"]
    plays = out[0] in ("evaluate", "tournament", "play", "demo") or (
        out[0] == "watch" and "--replay" not in out
    )
    return [*out, *SHORT] if plays and not {"--set", "--resume"} & set(out) else out


@pytest.fixture(scope="module")
def things(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files that the docs speak of: a recorded game, a record, a deck, configs."""
    folder = tmp_path_factory.mktemp("things")
    acis("demo", "--scenario", "basic_2p", "--save", str(folder / "game.json"), "--set", "vp_limit=9")
    record = ("--workers", "1", "--record", str(folder / "games.jsonl"))
    acis("evaluate", "--players", "random,random", "--games", "14", *record, *SHORT)
    deck = ROOT / "acis_rules" / "data" / "deck.yaml"
    (folder / "my_deck.yaml").write_text(deck.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "configs").mkdir()
    for config in (ROOT / "configs").glob("*.yaml"):
        small = {**SMALLEST, "name": config.stem, "options": OPTIONS}
        if config.stem == "sb3":  # with this engine nobody plays against itself
            small["opponents"] = {"self_play": 0, "pool": 0, "npc": 0, "random": 1}
        (folder / "configs" / config.name).write_text(yaml.safe_dump(small), encoding="utf-8")
    return folder


def acis(*arguments: str) -> object:
    """Run a command; its exit code."""
    with pytest.raises(SystemExit) as end:
        cli.main(list(arguments))
    return end.value.code


@pytest.mark.parametrize("page", [page for page, commands in IN_BLOCKS.items() if commands])
def test_commands_run(
    page: str,
    things: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for thing in things.rglob("*"):
        if thing.is_file():
            (tmp_path / thing.relative_to(things)).parent.mkdir(exist_ok=True)
            (tmp_path / thing.relative_to(things)).write_bytes(thing.read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(console, "_width", 200)
    monkeypatch.setattr("builtins.input", lambda prompt: "q")
    monkeypatch.setattr("uvicorn.Server.run", lambda server: None)  # it would go on for ever
    monkeypatch.setattr("webbrowser.open", lambda link: True)
    draw_nothing(monkeypatch)
    setup = EntryPoint("setup", "acis_env.tools.setup_picture:draw_setup", scenario_command.PICTURES)
    monkeypatch.setattr(scenario_command, "entry_points", lambda group, name: [setup])
    for command in IN_BLOCKS[page]:
        if command.program == "acis" and not needs_ray(command.arguments):
            code = acis(*short(command.arguments))
            said = capsys.readouterr()
            if command.arguments not in MAY_FAIL:
                assert code == 0, f"{page}: acis {shlex.join(command.arguments)}: {said.out}{said.err}"


def needs_ray(arguments: list[str]) -> bool:
    """Whether a command trains with RLlib, or goes on with such a run."""
    return importlib.util.find_spec("ray") is None and (
        "rllib" in arguments or "runs/eight" in arguments or any("rllib." in word for word in arguments)
    )


def test_no_command_is_overlooked() -> None:
    commands = [command for page in IN_BLOCKS.values() for command in page if command.program == "acis"]
    assert len(commands) >= 45
    assert {command.arguments[0] for command in commands} >= {
        "demo", "watch", "play", "evaluate", "tournament", "verify", "train", "scenarios", "options", "deck",
        "rules", "replay", "npc", "serve",
    }  # fmt: skip


# -------------------------------------------------------------------------------- their words exist


def known_options() -> dict[str, set[str]]:
    """The options of every command of `acis`."""
    for entry in entry_points(group=COMMANDS):
        cli.add_commands(entry.name)
    group: Any = typer.main.get_command(cli.app)
    return {
        name: {text for parameter in command.params for text in (*parameter.opts, *parameter.secondary_opts)}
        for name, command in group.commands.items()
    }


def test_options_of_commands_exist() -> None:
    known = known_options()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    seen = 0
    for page, program, arguments in EVERYWHERE:
        where = f"{page}: {program} {shlex.join(arguments)}"
        if program == "acis" and arguments != ["--version"]:
            assert arguments[0] in known, where
            assert {word for word in arguments if word.startswith("--")} <= known[arguments[0]], where
        elif program == "acis":
            continue
        elif program == "make":
            assert arguments[0] in targets, where
        elif arguments[0] == "-m":
            place = arguments[1].replace(".", "/")
            files = (f"{place}.py", f"{place}/__main__.py", f"tests/{place}/__main__.py")
            assert any((ROOT / file).exists() for file in files), where
        else:
            assert (ROOT / arguments[0]).exists(), where
        seen += 1
    assert seen > 60
