"""Replay files: what was recorded plays again, and broken files say what is wrong."""

import json
import random

import pytest

from acis_rules import ReplayError
from acis_rules.kernel.files import FileError
from acis_rules.records import BadRecord
from acis_rules.replay import Recorder, load, save


@pytest.fixture
def recorder():
    recorder = Recorder("basic_3p", 5, {"aeneas_uses": 2})
    rng = random.Random(5)
    for _ in range(120):
        recorder.apply(rng.choice(recorder.game.legal_actions()))
    return recorder


@pytest.fixture
def file(tmp_path, recorder):
    save(tmp_path / "game.json", recorder)
    return tmp_path / "game.json"


def change(file, **fields):
    file.write_text(json.dumps(json.loads(file.read_text()) | fields))


def test_a_replay_ends_where_the_recording_ended(file, recorder):
    replay = load(file)
    game = replay.final()
    assert game.events == recorder.game.events
    assert game.decision == recorder.game.decision
    assert game.legal_actions() == recorder.game.legal_actions()


def test_a_replay_can_be_stepped_through(file):
    lengths = [len(game.state.log) for game in load(file).play()]
    assert len(lengths) == 121
    assert lengths == sorted(lengths)


def test_a_truncated_replay_just_stops(file):
    change(file, actions=json.loads(file.read_text())["actions"][:7])
    assert not load(file).final().over


def test_the_file_is_small_versioned_json(file):
    content = json.loads(file.read_text())
    assert content["acis_replay"] == 1 and content["action_layout"] == 1
    assert content["scenario"] == "basic_3p" and content["seed"] == 5
    assert content["options"] == {"aeneas_uses": 2}


def test_a_replay_file_has_at_most_four_million_bytes(file):
    file.write_text(file.read_text().ljust(4_000_000))
    assert load(file).scenario == "basic_3p"
    file.write_text(file.read_text() + " ")
    with pytest.raises(ReplayError, match="larger than 4,000,000 bytes"):
        load(file)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("not JSON", "not a replay file, which is JSON"),
        ("[1, 2]", "acis_replay is missing"),
        ("{}", "acis_replay is missing"),
        ('{"acis_replay": 9}', "acis_replay: version 9; this program reads 1"),
        ('{"acis_replay": 1, "action_layout": 8}', "action_layout: version 8"),
        ('{"acis_replay": 1, "action_layout": 1, "seed": 1}', "missing required field `scenario`"),
        ('{"acis_replay": 1, "action_layout": 1, "scenario": "basic_2p", "seed": "x"}', "`seed`"),
        (
            '{"acis_replay": 1, "action_layout": 1, "scenario": "basic_2p", "seed": 1, "actions": ["a"]}',
            "actions",
        ),
    ],
)
def test_broken_files_say_what_is_wrong(tmp_path, text, problem):
    file = tmp_path / "broken.json"
    file.write_text(text)
    with pytest.raises(ReplayError) as error:
        load(file)
    assert "broken.json" in str(error.value) and problem in str(error.value)


@pytest.mark.parametrize("which", [{"game": 0}, {"line": 2}, {"game": 0, "line": 2}])
def test_a_replay_is_no_record_of_which_one_game_could_be_taken(file, which):
    assert load(file).scenario == "basic_3p"
    with pytest.raises(BadRecord, match=r"game\.json: line 1: not a line of a record"):
        load(file, **which)


def test_an_illegal_action_is_named_with_the_decision(file):
    actions = json.loads(file.read_text())["actions"]
    change(file, actions=[*actions[:10], 271, *actions[10:]])
    with pytest.raises(
        ReplayError, match=r"game\.json: actions\[10\]: action 271 is not legal\. Open decision: "
    ):
        load(file).final()


def test_an_unknown_scenario_or_option_is_an_error_of_the_replay(file):
    change(file, scenario="atlantis")
    with pytest.raises(ReplayError, match="unknown scenario 'atlantis'"):
        load(file).final()
    change(file, scenario="basic_2p", options={"speed": 3})
    with pytest.raises(ReplayError, match="speed"):
        load(file).final()


def test_files_that_cannot_be_read_or_written(tmp_path, recorder):
    with pytest.raises(ReplayError, match=r"missing\.json: cannot be read: No such file"):
        load(tmp_path / "missing.json")
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FileError, match=r"game\.json: cannot be written: "):
        save(tmp_path / "file" / "game.json", recorder)
    with pytest.raises(ReplayError, match=r"/dev/zero: larger than"):
        load("/dev/zero")
    with pytest.raises(ReplayError, match="seed 999999999999999999999: at most"):
        Recorder("basic_2p", 10**21 - 1)
    (tmp_path / "deep.json").write_text("[" * 100_000)
    with pytest.raises(ReplayError, match=r"deep\.json: not a replay file"):
        load(tmp_path / "deep.json")


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_seed_that_can_be_recorded(sign, tmp_path):
    most = 2**63 - 1
    save(tmp_path / "game.json", Recorder("basic_2p", sign * most))
    assert load(tmp_path / "game.json").seed == sign * most
    with pytest.raises(ReplayError, match=f"seed {sign * 2**63}: at most {most} can be recorded"):
        Recorder("basic_2p", sign * 2**63)


def test_a_recorder_begins_with_the_basic_game():
    replay = Recorder().replay
    assert (replay.scenario, replay.seed, replay.options, replay.actions) == ("basic_2p", 0, {}, [])
