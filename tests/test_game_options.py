"""Options of a game: each has a meaning, and every command that plays takes, keeps and checks them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from command_line import Acis
from small_runs import SMALLEST, draw_nothing

from acis_rules.box.option_words import as_given, in_words, options_in_words, possible, read_options
from acis_rules.box.options import Options
from acis_rules.errors import DataError
from acis_rules.replay import load
from acis_rules.tools.game_options import given_options
from acis_rules.tools.rule_catalogue import load_rules
from acis_rules.words.terminal import console
from agents.arena.results import Record
from training.config import OpponentsConfig, RewardConfig
from training.games import INSIDE, LEARNER, SelfPlayGames

SHORT = ("--set", "epochs=[4, 4]", "--set", "vp_limit=1")  # a turn or two
OPTIONS = {"epochs": [4, 4], "vp_limit": 1}
DOCS = Path(__file__).parents[1] / "docs" / "environment.md"


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "_width", 200)


# ------------------------------------------------------------------------------------ words


@pytest.mark.parametrize("name", Options.__struct_fields__)
def test_every_option_has_a_meaning(name: str) -> None:
    option = options_in_words()[name]
    assert len(option.meaning.split()) >= 4, f"{name}: say below the field what it means, and its rules"
    assert option.meaning[0].isupper() and option.meaning.endswith(".")
    assert option.possible and option.default
    assert set(option.rules) <= load_rules().keys()
    assert f"| `{name}` |" in DOCS.read_text(encoding="utf-8"), f"{name}: one line in docs/environment.md"


def test_defaults_can_be_given() -> None:
    for option in options_in_words().values():
        assert given_options([f"{option.name}={option.default}"]) == {}, option.name


def test_options_list_everything(acis: Acis) -> None:
    code, out, _ = acis("options")
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert code == 0 and set(Options.__struct_fields__) <= lines.keys()
    assert "none" in lines["vp_limit"] and "a whole number from 1 to 9999" in lines["vp_limit"]
    assert "(EXP-17)" in lines["vp_limit"] and "such as [1, 0]" in lines["turn_order"]


def test_one_option_comes_with_its_rules(acis: Acis) -> None:
    code, out, _ = acis("options", "vp_limit")
    assert code == 0 and "Default: none." in out and f"EXP-17 {load_rules()['EXP-17'].text[:40]}" in out
    assert acis("options", "vp_limt")[2] == "acis: options: vp_limt: no such option; did you mean vp_limit?\n"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("npc_bonus_vp=1", 1),
        ("npcs=[1]", [1]),
        ("npc_ties=B", "B"),
        ("epochs=[2, 3]", [2, 3]),
        ("handicaps=[{base_draw: 4}, {}]", [{"base_draw": 4}, {}]),
        ("double_discs=true", True),
        ("deck=my_deck.yaml", "my_deck.yaml"),
    ],
)
def test_values_are_read_as_yaml(text: str, value: Any) -> None:
    name = text.partition("=")[0]
    assert given_options([text]) == {name: value}
    assert in_words({name: value}) == text  # and can be given again as they are written


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"vp_limit": "many"}, "vp_limit: 'many'; possible: a whole number from 1 to 9999, or none"),
        ({"npc_ties": "C"}, "npc_ties: 'C'; possible: A or B"),
        ({"npcs": 1}, "npcs: 1; possible: a list of whole numbers"),
        ({"epochs": [1]}, "epochs: [1]; possible: a list of 2 whole numbers from 1 to 4, or none"),
        ({"double_discs": 1}, "double_discs: 1; possible: true or false"),
        ({"divisor": 2}, "divisor: 2; possible: 3, 4 or 5"),
        ({"divisor": {"of": 4}}, "divisor: {'of': 4}; possible: 3, 4 or 5"),
        ({"created": 3}, "created: 3; possible: a mapping with map, players, npcs, unknown"),
        ({"created": {"map": "flat"}}, "created.map: 'flat'; possible: "),
        ({"handicaps": [{"talents": "x"}]}, "handicaps: [{'talents': 'x'}]; possible: a list of mappings of"),
        ({"npc_tie": "A"}, "npc_tie: no such option; did you mean npc_ties?"),
        ({"speed": 3}, "speed: no such option; there are: deck, civilizations, turn_order, players,"),
        ([], "[]; possible: names with values"),
    ],
)
def test_a_mistake_is_named_with_what_is_possible(given: Any, words: str) -> None:
    with pytest.raises(DataError) as error:
        read_options(given)
    assert str(error.value).startswith(f"options: {words}")


def test_values_of_any_depth_have_words() -> None:
    import msgspec
    from msgspec.inspect import type_info

    class Bag(msgspec.Struct):
        map: str
        npcs: int

    assert possible(type_info(tuple[tuple[int, ...], ...])) == "a list of lists of whole numbers"
    assert possible(type_info(Bag)) == "a mapping with map, npcs"
    assert as_given({"a": [1, None, True], "b": {"c": "d"}}) == "{a: [1, none, true], b: {c: d}}"


# --------------------------------------------------------------------------------- commands

PLAYING = {
    "demo": (),
    "watch": (),
    "play": ("--players", "random"),
    "evaluate": ("--players", "random,random"),
    "tournament": ("--players", "random,random"),
    "train": ("config.yaml",),
}


@pytest.mark.parametrize("command", PLAYING)
@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("vp_limit=many", "vp_limit: 'many'; possible: a whole number from 1 to 9999, or none"),
        ("npcs=[7]", "npcs: [7]; possible: seats of 0 to "),
        ("vp_limit", "--set vp_limit: write it as NAME=VALUE, such as vp_limit=25"),
        ("npcs=[1", "--set npcs: not valid YAML"),
    ],
)
def test_a_wrong_option_is_refused_before_anything_happens(
    acis: Acis, command: str, setting: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.yaml").write_text(yaml.safe_dump(SMALLEST))
    files = {"watch": ("--out", "new/game.html"), "tournament": ("--out", "new"), "train": ("--out", "new")}
    arguments = (*PLAYING[command], *files.get(command, ()))
    code, _, err = acis(command, *arguments, "--set", setting)
    assert code == 1 and words in err and err.count("\n") == 1
    assert [file.name for file in tmp_path.iterdir()] == ["config.yaml"]


def test_an_option_set_twice(acis: Acis) -> None:
    assert "--set vp_limit=3: vp_limit is set twice" in acis("demo", *SHORT, "--set", "vp_limit=3")[2]


def test_demo_and_replay(acis: Acis, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code, out, _ = acis("demo", "--scenario", "basic_2p", "--save", str(file), *SHORT)
    assert code == 0 and "Basic 2-player setup, seed 7, epochs=[4, 4] vp_limit=1" in out
    assert load(file).options == OPTIONS and load(file).final().over
    assert "epochs=[4, 4] vp_limit=1" in acis("replay", str(file))[1]


def test_watch(acis: Acis, tmp_path: Path) -> None:
    picture, game = str(tmp_path / "end.svg"), str(tmp_path / "game.json")
    code, _, _ = acis("watch", "--scenario", "basic_2p", "--out", picture, *SHORT)
    assert code == 0 and ">IV<" in Path(picture).read_text() and ">III<" not in Path(picture).read_text()
    acis("demo", "--scenario", "basic_2p", "--save", game, *SHORT)
    assert acis("watch", "--replay", game, "--out", picture, *SHORT)[0] == 0  # the same ones
    code, _, err = acis("watch", "--replay", game, "--out", picture, "--set", "vp_limit=2")
    assert code == 1
    assert err == f"acis: {game}: played with the options epochs=[4, 4] vp_limit=1, not vp_limit=2\n"


def test_seats_follow_from_the_options(acis: Acis, tmp_path: Path) -> None:
    """Two players with two civilizations each sit at a table of four civilizations."""
    several = ("--scenario", "four_civs_b", "--set", "players=[0, 1, 0, 1]", *SHORT)
    out = str(tmp_path / "end.svg")
    assert acis("watch", "--players", "random,random", "--out", out, *several)[0] == 0
    assert acis("play", "--players", "random,random", *several)[0] == 0
    assert acis("evaluate", "--players", "random,random", "--games", "2", "--workers", "1", *several)[0] == 0


def test_play(acis: Acis, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code, out, _ = acis("play", "--players", "random,npc", "--save", str(file), "--set", "npcs=[1]", *SHORT)
    assert code == 0 and "epochs=[4, 4] vp_limit=1 npcs=[1]" in " ".join(out.split())
    assert load(file).options == {**OPTIONS, "npcs": [1]} and load(file).final().state.world.npcs == 0b10


def test_evaluate(acis: Acis, tmp_path: Path) -> None:
    record, report = tmp_path / "games.jsonl", tmp_path / "report.json"
    arguments = ("evaluate", "--players", "random,random", "--games", "2", "--workers", "1", "--record",
                 str(record), "--json", str(report))  # fmt: skip
    code, out, _ = acis(*arguments, *SHORT)
    assert code == 0 and "basic_2p, epochs=[4, 4] vp_limit=1: 2 games" in out
    content = json.loads(report.read_text())
    assert content["settings"][0]["options"] == OPTIONS and content["options"] == OPTIONS
    kept = list(Record(record).read())
    assert all(one.settings.options == OPTIONS for one in kept)
    assert all(one.result.options.items() >= OPTIONS.items() for one in kept)
    assert acis("verify", str(record))[0] == 0
    assert (
        acis(*arguments, "--set", "vp_limit=1", "--set", "epochs=[4,4]")[1] == out
    )  # nothing is played again
    for other in ((), ("--set", "vp_limit=2")):
        code, _, err = acis(*arguments, *other)
        assert code == 1 and err.count("\n") == 1
        assert f"{record}: line 1: options: played with epochs=[4, 4] vp_limit=1, not " in err
        assert "other options need a record of their own" in err


def test_civilizations_that_are_given_do_not_rotate(acis: Acis, tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    arguments = ("evaluate", "--players", "random,random", "--games", "4", "--workers", "1")
    given = ("--set", "civilizations=[troy, egypt]")
    assert acis(*arguments, "--record", str(record), *given, *SHORT)[0] == 0
    assert [one.result.civilizations for one in Record(record).read()] == [["troy", "egypt"]] * 4


def test_tournament(acis: Acis, tmp_path: Path) -> None:
    arguments = ("tournament", "--players", "random,random,random", "--scenarios", "basic_2p,basic_3p",
                 "--games", "3", "--workers", "1", "--out", str(tmp_path))  # fmt: skip
    assert acis(*arguments, *SHORT)[0] == 0
    assert json.loads((tmp_path / "report.json").read_text())["options"] == OPTIONS
    assert {one.settings.scenario for one in Record(tmp_path / "games.jsonl").read()} == {
        "basic_2p",
        "basic_3p",
    }
    assert "options: played with" in acis(*arguments)[2]
    code, _, err = acis(*arguments, "--set", "civilizations=[egypt, troy]")
    assert code == 1 and err.startswith(
        "acis: basic_3p: options: civilizations: ['egypt', 'troy']; possible: 3"
    )


def test_seats_of_training_follow_from_the_options() -> None:
    nobody = OpponentsConfig(self_play=0, pool=0, npc=0, random=1)
    several = {"players": [0, 1, 0, 1]}
    games = SelfPlayGames(4, ["four_civs_b"], nobody, RewardConfig(), 1, several)
    games.reset()
    for _ in range(3):
        games.step([int(mask.argmax()) for mask in games.masks])
    assert all(sorted(row[:2]) == [INSIDE, LEARNER] for row in games.controllers.tolist())
    assert (games.controllers[:, 2:] == LEARNER).all(), "nobody is drawn for seats that are not there"


def test_train(acis: Acis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The options of a run are in its config, its games, its policy and its report; it goes on with them."""
    draw_nothing(monkeypatch)
    config, folder = tmp_path / "config.yaml", tmp_path / "run"
    config.write_text(yaml.safe_dump({**SMALLEST, "options": {"vp_limit": 9, "npc_ties": "A"}}))
    code, _, _ = acis("train", str(config), "--out", str(folder), *SHORT)
    assert code == 0
    assert yaml.safe_load((folder / "config.yaml").read_text())["options"] == OPTIONS  # without defaults
    report = (folder / "report.md").read_text()
    assert "Options of the game: epochs=[4, 4] vp_limit=1." in report
    assert "--set 'epochs=[4, 4]' --set 'vp_limit=1'" in report
    code, _, err = acis("train", "--resume", str(folder), "--set", "vp_limit=2")
    assert code == 1 and "played with the options epochs=[4, 4] vp_limit=1, not vp_limit=2" in err
    code, _, err = acis("train", "--resume", str(folder), "options.vp_limit=2")
    assert code == 1 and "a run that goes on can only change" in err
    assert acis("train", "--resume", str(folder), *SHORT)[0] == 0
