"""`acis watch` and `acis obs`: what they write and print, and one clear line for bad input."""

import importlib
import io
import json
import random
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import typer
from PIL import Image
from random_play import random_game
from typer.testing import CliRunner

from acis_env.envs.running_game import RunningGame
from acis_env.observe.action_names import NEVER, action_names
from acis_env.observe.history import FIELDS
from acis_env.observe.schema import AREA_FLAGS, BLOCKS, OBSERVATION_SIZE
from acis_env.observe.seating import BARBARIAN_ACTION
from acis_env.players import UnknownPlayer
from acis_env.tools.commands import obs, watch
from acis_env.tools.setup_picture import BadPicture
from acis_rules.errors import ReplayError
from acis_rules.kernel.actions import N_ACTIONS, STOP, card_action, faction_action
from acis_rules.kernel.bits import members
from acis_rules.kernel.files import FileError
from acis_rules.replay import Recorder, save
from acis_rules.tools.cli import main
from acis_rules.tools.demo_player import choose
from acis_rules.words.terminal import console

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setattr(console, "_width", 200)


app = typer.Typer()
app.command()(watch)
app.command()(obs)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def replay(tmp_path):
    recorder = Recorder("basic_2p", 5)
    rng = random.Random(5)
    for _ in range(120):
        recorder.apply(choose(recorder.game, rng))
    save(tmp_path / "game.json", recorder)
    return tmp_path / "game.json"


def test_entry_points_lead_to_the_commands():
    entries = tomllib.loads(PROJECT.read_text())["project"]["entry-points"]["acis.commands"]
    for name in ("watch", "obs"):
        module, _, function = entries[name].partition(":")
        assert callable(getattr(importlib.import_module(module), function))


# ----------------------------------------------------------------------------------- watch


def test_a_whole_game_as_a_page(tmp_path):
    out = tmp_path / "game.html"
    words = run("watch", "--out", str(out), "--seed", "2")
    page = out.read_text()
    assert "written" in words and len(page) < 5_000_000
    for part in ('id="slider"', 'id="story"', 'id="chart"', "Epoch IV", "ArrowRight"):
        assert part in page


def test_a_page_with_a_frame_per_turn_has_fewer_frames(tmp_path, replay):
    frames = []
    for every in ("decision", "phase", "turn"):
        out = tmp_path / f"{every}.html"
        run("watch", "--replay", str(replay), "--out", str(out), "--every", every)
        data = out.read_text().partition('id="data">')[2].partition("</script>")[0]
        frames.append(len(json.loads(data.replace("<\\/", "</"))["titles"]))
    assert frames[0] > frames[1] > frames[2] >= 2


def test_a_replay_as_an_animation(tmp_path, replay):
    out = tmp_path / "game.gif"
    run("watch", "--replay", str(replay), "--out", str(out))
    with Image.open(out) as film:
        assert film.n_frames > 3 and film.width == 1200


def test_the_last_position_as_a_picture(tmp_path, replay):
    run("watch", "--replay", str(replay), "--out", str(tmp_path / "end.svg"))
    assert ET.parse(tmp_path / "end.svg").getroot().tag.endswith("svg")
    run("watch", "--replay", str(replay), "--out", str(tmp_path / "end.png"))
    with Image.open(tmp_path / "end.png") as picture:
        assert picture.width == 1600


def test_players_by_name(tmp_path):
    out = tmp_path / "game.svg"
    run("watch", "--scenario", "basic_2p", "--players", "random,simple", "--out", str(out))
    assert "winner" in out.read_text()


def test_bad_input_is_one_clear_error(tmp_path, replay):
    with pytest.raises(BadPicture, match=r"game\.mp4: unknown kind of picture"):
        watch(out=tmp_path / "game.mp4")
    with pytest.raises(BadPicture, match="2 seats in this scenario, 3 players given"):
        watch(scenario="basic_2p", players="random,random,random", out=tmp_path / "a.html")
    with pytest.raises(UnknownPlayer, match="nobody"):
        watch(scenario="basic_2p", players="nobody", out=tmp_path / "a.html")
    with pytest.raises(ReplayError, match="cannot be read"):
        watch(replay=tmp_path / "missing.json", out=tmp_path / "a.html")
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FileError, match="cannot be written"):
        watch(replay=replay, out=tmp_path / "file" / "game.svg")
    with pytest.raises(BadPicture, match="name it with --replay"):
        watch(game=3, out=tmp_path / "a.html")


@pytest.mark.parametrize(
    ("typed", "words"),
    [("", "the game was left before its end"), ("u\n", "a choice can be taken back in `acis play` only")],
)
def test_a_person_may_leave_a_game_that_is_watched(tmp_path, monkeypatch, capsys, typed, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    with pytest.raises(SystemExit) as ended:
        main(["watch", "--scenario", "basic_2p", "--players", "human", "--out", "game.svg"])
    assert ended.value.code == 1
    assert capsys.readouterr().err.strip() == f"acis: {words}"
    assert not list(tmp_path.iterdir())


# ------------------------------------------------------------------------------------- obs


def test_schema_lists_every_block_and_row():
    text = run("obs", "--schema")
    for block in BLOCKS:
        assert block.name in text
    for name, meaning in AREA_FLAGS:
        assert name in text and meaning in text


def test_schema_as_json_covers_the_vector():
    content = json.loads(run("obs", "--schema", "--json"))["observation"]
    assert content["size"] == OBSERVATION_SIZE
    at = 0
    for block in content["blocks"]:
        assert block["start"] == at
        at = block["stop"]
    assert at == OBSERVATION_SIZE
    assert [field["name"] for field in content["history"]["fields"]] == [field.name for field in FIELDS]


def test_names_of_actions_are_those_of_the_blocks():
    names = action_names()
    assert len(names) == N_ACTIONS
    assert names[STOP] == "decline, pass, no more" and names[card_action(5)].endswith("(#5)")
    assert names[faction_action(0)] == "oneself (slot 0)" and names[BARBARIAN_ACTION] == "Barbarians (slot 6)"
    never = [action for action, name in enumerate(names) if name == NEVER]
    assert never == [234, 235, 236, *range(265, N_ACTIONS)]


@pytest.mark.parametrize("scenario", ["basic_2p", "basic_6p"])
def test_actions_called_never_legal_never_are(scenario):
    names = action_names()
    seen = set()
    for seed in range(3):
        for game in random_game(scenario, seed):
            if not game.over:
                seen |= set(members(RunningGame(game).legal))
    assert len(seen) > 150 and NEVER not in {names[action] for action in seen}


def test_actions_name_everything():
    content = json.loads(run("obs", "--actions", "--json"))["actions"]
    names = {block["name"]: block["names"] for block in content["blocks"]}
    assert content["size"] == N_ACTIONS
    assert names["area"][0] == "Celt-Iberia" and len(names["card"]) == 103
    assert "Colossus" in names["wonder"] and "Rome" in names["civilization"]
    text = run("obs", "--actions")
    assert "Nile Delta" in text and "Colossus" in text and "Barbarians" in text
    assert "234 to 236 and 265 to 271 are never legal" in text
