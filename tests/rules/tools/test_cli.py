"""The command line: what it prints, and one clear line for bad input."""

import random
import re
import subprocess
import sys
from importlib import metadata, resources

import pytest
import typer

from acis_rules import Game, scenarios
from acis_rules.replay import Recorder, save
from acis_rules.tools import cli, rules_command
from acis_rules.tools.demo_player import choose
from acis_rules.tools.rule_catalogue import load_rules, rules_named
from acis_rules.words.story import CONSEQUENCE, PHASE, SENTENCE, TURN, Story, _sentence
from acis_rules.words.terminal import console

DECK = resources.files("acis_rules") / "data" / "deck.yaml"


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setattr(console, "_width", 200)


# ------------------------------------------------------------------- deck, map, scenarios


def test_deck_lists_cards_and_wonders(acis):
    code, out, _ = acis("deck")
    assert code == 0
    for words in ("Breath of God", "Great Pyramid", "Investment", "Great Person", "removes discs"):
        assert words in out


def test_one_card(acis):
    code, out, _ = acis("deck", "--card", "39")
    assert code == 0 and "Poet (#39)" in out and "up to 3 discs, removes discs" in out
    assert acis("deck", "--card", "104") == (1, "", "acis: there is no card 104; ids are 1 to 103\n")


def test_cards_are_found_by_words(acis):
    for words in ("Poet", "poet", "POE", "#39"):
        code, out, _ = acis("deck", "--card", words)
        assert code == 0 and out.startswith("Poet (#39) Great Person\n"), words
    code, out, _ = acis("deck", "--card", "colossus")
    assert code == 0 and out.startswith("Colossus Wonder\n") and "in a competition" in out
    code, out, _ = acis("deck", "--card", "white discs")  # no name has them: the texts do
    assert code == 0 and "Colossus Wonder" in out and out.count("After play") >= 3
    code, out, err = acis("deck", "--card", "Poett")
    assert (code, out) == (1, "") and err.count("\n") == 1
    assert err.startswith("acis: no card or Wonder has the words 'Poett'; did you mean 'Poet'?")


def test_deck_check(acis, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(DECK.read_text())
    code, out, _ = acis("deck", "--check", str(file))
    assert code == 0 and out.startswith("ok: 103 cards (") and "7 Wonders" in out
    file.write_text(DECK.read_text().replace("    basis: documented", "    basis: guessed", 1))
    code, out, err = acis("deck", "--check", str(file))
    assert code == 1 and not out and "mine.yaml: card " in err and "guessed" in err
    file.write_text("cards: [")
    assert acis("deck", "--check", str(file))[2].count("\n") == 1


def test_map(acis):
    assert "Nile Delta" in acis("map")[1]
    code, out, _ = acis("map", "Icarian Sea")
    assert code == 0 and "coastal sea" in out and "documented" in out and "reconstructed" in out
    assert acis("map", "tyer") == (1, "", "acis: unknown area 'tyer'; did you mean 'Tyre'?\n")


def test_scenarios(acis):
    assert "basic_6p" in acis("scenarios")[1]


# ----------------------------------------------------------------------------------- rules


def test_rules(acis):
    assert "GRO     23 entries" in acis("rules")[1]
    assert "home area" in acis("rules", "gro-19")[1]
    assert acis("rules", "GRO")[1].count("GRO-") >= 23
    assert acis("rules", "GRO-99")[0] == 1


def test_rules_are_found_by_words(acis):
    code, out, _ = acis("rules", "gold", "loot")
    found = re.findall(r"^([A-Z]\S+-\S+) ", out, re.M)
    assert code == 0 and "GOLD-05" in found and out.endswith(f"{len(found)} entries\n")
    assert acis("rules", "gold loot")[1] == out
    assert all("gold" in part.lower() for part in re.split(r"^[A-Z]\S+-\S+ ", out, flags=re.M)[1:])
    code, out, err = acis("rules", "zeppelin")
    assert (code, out) == (1, "") and err.count("\n") == 1 and "'zeppelin'" in err


def test_rules_and_where_they_are(acis):
    out = acis("rules", "EPO-28", "--code")[1]
    assert "  acis_rules/phases/epoch_table.py:" in out and "test_epoch_table_later_rows.py" in out
    assert "no line names it" in acis("rules", "DEF-58", "--code")[1]
    assert "epoch_table.py" not in acis("rules", "EPO-28")[1]


COMMANDS = [
    ("scenarios",), ("scenarios", "hannibal"), ("deck",), ("deck", "--card", "poet"), ("options",), ("map",),
    ("map", "Rome"), ("rules", "gold"), ("obs",), ("scenarios", "fall_of_rome_2_v2"),
    ("demo", "--set", "epochs=[4, 4]", "--set", "vp_limit=1"),
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("width", [60, 100])
def test_no_word_is_broken_or_cut_in_a_terminal(acis, monkeypatch, command, width):
    def words():
        code, out, _ = acis(*command)
        assert code == 0
        return out, set(re.sub(r"\x1b\[[0-9;]*m|[─│╭╮╰╯]", " ", out).split())

    monkeypatch.setattr(console, "_force_terminal", True)
    monkeypatch.setattr(console, "_color_system", None)
    monkeypatch.setattr(console, "_width", 2000)
    whole = words()[1]
    monkeypatch.setattr(console, "_width", width)
    out, now = words()
    assert "…" not in out
    assert {word for word in now if word.strip(";,.:") not in {one.strip(";,.:") for one in whole}} == set()
    assert max(map(len, out.splitlines())) <= width


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_in_a_pipe_what_is_listed_stays_on_one_line(acis, command):
    code, out, _ = acis(*command)
    assert code == 0 and "\x1b" not in out and "…" not in out
    if command == ("scenarios",):
        assert [line.split()[0] for line in out.splitlines()[1:]] == list(scenarios())
    if command == ("rules", "gold"):
        rule = load_rules()["GOLD-05"]
        assert f"  {rule.text}\n" in out


def test_coverage_lists_what_no_test_names(acis, tmp_path, monkeypatch):
    monkeypatch.setattr(rules_command, "tests_folder", lambda: tmp_path)
    (tmp_path / "test_growth.py").write_text(
        "import pytest\n@pytest.mark.rule('GRO-01', 'OPT-12')\ndef test_a(): ...\n"
        "CASES = [pytest.param(1, marks=pytest.mark.rule('EX-10'))]\n"
    )
    (tmp_path / "rule_exceptions.yaml").write_text("CRD-05: how the cards look\n")
    (tmp_path / "rule_exceptions").mkdir()
    (tmp_path / "rule_exceptions" / "growth.yaml").write_text("GRO-04: a heading\n")
    code, out, _ = acis("rules", "--coverage")
    assert code == 1
    assert "GRO-02 " in out and "GRO-01 " not in out and "CRD-05 " not in out and "EXP-01 " in out
    counts = re.search(r"3 of (\d+) rules named by tests, 2 excepted, (\d+) missing\n$", out)
    assert counts is not None and int(counts[1]) == 1137 and int(counts[2]) == 1132
    assert rules_named(tmp_path)["EX-10"] == ["test_growth.py"]


def test_every_rule_is_named_by_a_test_here_or_excepted(acis):
    code, out, err = acis("rules", "--coverage")
    assert (code, err) == (0, "") and out.endswith(" 0 missing\n"), out + err


def test_coverage_rejects_rules_that_do_not_exist(acis, tmp_path, monkeypatch):
    monkeypatch.setattr(rules_command, "tests_folder", lambda: tmp_path)
    (tmp_path / "test_x.py").write_text("import pytest\npytestmark = pytest.mark.rule('GRO-99')\n")
    assert acis("rules", "--coverage")[::2] == (1, "acis: the tests: the catalogue has no rule GRO-99\n")


def test_coverage_outside_a_checkout(acis, tmp_path, monkeypatch):
    monkeypatch.setattr("acis_rules.tools.rule_catalogue.__file__", str(tmp_path / "acis_rules" / "x.py"))
    code, _, err = acis("rules", "--coverage")
    assert code == 1 and "needs a checkout" in err


# ------------------------------------------------------------------------- demo and replay


def test_demo_tells_a_game_that_can_be_replayed(acis, tmp_path):
    file = tmp_path / "game.json"
    code, demo, _ = acis("demo", "--scenario", "basic_2p", "--seed", "3", "--save", str(file))
    assert code == 0
    for words in ("Epoch I, turn 1", "Growth Phase", "Card Phase", "Final standing", " wins."):
        assert words in demo
    code, replay, _ = acis("replay", str(file))
    assert code == 0
    assert demo.startswith(replay)


def test_a_demo_is_not_saved_over_another(acis, tmp_path):
    file = tmp_path / "game.json"
    file.write_text("kept")
    code, out, err = acis("demo", "--scenario", "basic_2p", "--save", str(file))
    assert (code, out, file.read_text()) == (1, "", "kept") and "exists already and is not replaced" in err


def test_in_a_pipe_sentences_are_lines(acis, monkeypatch):
    monkeypatch.setattr(console, "_width", 60)
    for command in (
        ("demo", "--scenario", "basic_2p"),
        ("scenarios", "fall_of_rome_2_v2"),
        ("options", "teams"),
        ("obs",),
    ):
        code, out, _ = acis(*command)
        assert code == 0 and max(map(len, out.splitlines())) > 90 and "…" not in out, command


def test_a_title_too_long_for_the_terminal_is_not_cut(acis, monkeypatch):
    monkeypatch.setattr(console, "_force_terminal", True)
    monkeypatch.setattr(console, "_color_system", None)
    monkeypatch.setattr(console, "_width", 60)
    code, out, _ = acis("scenarios", "fall_of_rome_2_v2")
    assert code == 0 and "…" not in out
    assert out.startswith("The Fall of Rome II, version II: Western Empire against")
    assert max(map(len, out.splitlines())) <= 60


def test_replay_with_decisions_until_an_action(acis, tmp_path):
    recorder = Recorder("basic_2p", 1)
    for _ in range(40):
        recorder.apply(choose(recorder.game, random.Random(1)))
    save(tmp_path / "game.json", recorder)
    code, out, _ = acis("replay", str(tmp_path / "game.json"), "--decisions", "--until", "12")
    assert code == 0
    assert out.count(" → ") == 12
    assert "The record ends here." in out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("demo", "--scenario", "atlantis"), "unknown scenario 'atlantis'"),
        (("demo", "--scenario", "missing.yaml"), "missing.yaml: cannot be read"),
        (("replay", "missing.json"), "missing.json: cannot be read"),
        (("deck", "--check", "missing.yaml"), "missing.yaml: cannot be read"),
    ],
)
def test_bad_input_is_one_clear_line(acis, arguments, problem):
    code, out, err = acis(*arguments)
    assert code == 1 and not out
    assert err.startswith("acis: ") and problem in err and err.count("\n") == 1


@pytest.mark.parametrize(("scenario", "seed"), [("basic_3p", 1), ("basic_5p", 2), ("basic_6p", 3)])
def test_the_chronicle_reads_well(scenario, seed):
    game, rng, story = Game.new(scenario, seed), random.Random(seed), Story()
    while not game.over:
        game.apply(choose(game, rng))
    lines = story.go_on(game)
    assert [line.level for line in lines].count(TURN) >= 8
    per_turn = len(lines) / [line.level for line in lines].count(TURN)
    assert per_turn < 25 * game.state.world.n_factions
    for line in lines:
        assert "{" not in line.text and "_" not in line.text and "-1" not in line.text
        assert line.level in (TURN, PHASE, SENTENCE, CONSEQUENCE)


# --------------------------------------------------------------- commands of other packages


class Entry:
    """An entry point as other packages declare it."""

    def __init__(self, name, load, extras=(), place="training.commands:train"):
        self.name, self.load, self.extras = name, load, list(extras)
        self.module, _, self.attr = place.partition(":")


@pytest.fixture
def offers(monkeypatch):
    def offers(*entries):
        monkeypatch.setattr(cli, "entry_points", lambda group: entries if group == "acis.commands" else ())
        own = [c for c in cli.app.registered_commands if c.callback.__module__.startswith("acis_rules")]
        monkeypatch.setattr(cli.app, "registered_commands", own)  # without those of earlier tests
        monkeypatch.setattr(cli.app, "registered_groups", [*cli.app.registered_groups])

    return offers


def missing():
    raise ModuleNotFoundError("No module named 'torch'")


def test_other_packages_add_commands(acis, offers):
    def hello() -> None:
        """Say hello."""
        print("hello")

    group = typer.Typer()
    group.command("one")(hello)
    group.command("two")(hello)
    offers(Entry("hello", lambda: hello), Entry("group", lambda: group), Entry("train", missing))
    assert acis("hello")[:2] == (0, "hello\n")
    assert acis("group", "two")[:2] == (0, "hello\n")


def test_the_overview_reads_what_commands_say_and_loads_none_of_them(acis, offers):
    offers(Entry("train", missing, ["train"]), Entry("other", missing, place="no_such_package.module:f"))
    code, out, err = acis("--help")
    assert code == 0 and not err
    assert "Train a policy by self-play" in out and "other" in out


def test_the_overview_loads_nothing_heavy():
    script = (
        "import sys\nfrom acis_rules.tools import cli\ntry: cli.main(['--help'])\nexcept SystemExit: pass\n"
    )
    script += "print('LOADED', *(set(sys.modules) & {'numpy', 'gymnasium', 'torch', 'matplotlib', 'PIL'}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "tournament" in done.stdout and done.stdout.endswith("LOADED\n")


def test_version(acis):
    code, out, _ = acis("--version")
    assert code == 0 and out.startswith(f"acis {metadata.version('acis')}, Python ") and out.count("\n") == 1


def test_a_missing_extra_hurts_only_its_own_command(acis, offers):
    offers(Entry("train", missing, ["train"]))
    assert acis("scenarios")[0] == 0
    code, _, err = acis("train")
    assert code == 1
    assert err == "acis: train cannot be used: No module named 'torch' (pip install 'acis[train]')\n"


def test_a_verb_is_not_repeated_but_what_is_used_up_is_told_in_full() -> None:
    assert (
        _sentence(["places a disc in Rome", "places a disc in Umbria"])
        == "places a disc in Rome, a disc in Umbria"
    )
    parts = ["uses the Lighthouse", "uses up Irrigation Works", "uses the Mausoleum"]
    assert _sentence(parts) == "uses the Lighthouse; uses up Irrigation Works; uses the Mausoleum"


def test_a_command_that_misses_a_package_only_at_work(acis, offers):
    def train() -> None:
        """Train."""
        raise ModuleNotFoundError("No module named 'torch'", name="torch")

    def broken() -> None:
        """Break."""
        raise ModuleNotFoundError("No module named 'training.gone'", name="training.gone")

    offers(Entry("train", lambda: train, ["train"]), Entry("broken", lambda: broken, ["train"]))
    code, out, err = acis("train")
    assert (code, out) == (1, "")
    assert err == "acis: train cannot be used: No module named 'torch' (pip install 'acis[train]')\n"
    with pytest.raises(ModuleNotFoundError):  # a mistake of ours is no missing extra
        cli.main(["broken"])
