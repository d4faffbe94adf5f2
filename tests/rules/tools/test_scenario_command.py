"""`acis scenarios`: the list, one explained, and who draws it."""

from __future__ import annotations

import importlib
import re
import tomllib
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from command_line import Acis

from acis_rules import scenarios
from acis_rules.box.scenario import load_scenario
from acis_rules.box.scenario_files import builtin_files, load_overlay
from acis_rules.box.victory_blocks import SourceBlock
from acis_rules.errors import DataError
from acis_rules.tools import scenario_command
from acis_rules.tools.rule_catalogue import load_rules
from acis_rules.tools.scenario_words import laid_out, setups, special_rules
from acis_rules.tools.victory_words import COUNTED
from acis_rules.words.terminal import console

PROJECT = Path(__file__).parents[3] / "pyproject.toml"
HISTORICAL = [name for name in scenarios() if load_scenario(name).kind == "historical"]


def explained(acis: Acis, *arguments: str) -> str:
    """The explanation without line breaks."""
    code, out, err = acis("scenarios", *arguments)
    assert code == 0, err
    return " ".join(out.split())


# ------------------------------------------------------------------------------------ the list


def test_every_scenario_is_one_line_in_a_pipe(acis: Acis) -> None:
    lines = acis("scenarios")[1].splitlines()
    assert lines[0].split() == ["Id", "Title", "Players", "Map", "Epochs"]
    assert [line.split()[0] for line in lines[1:]] == list(scenarios())
    row = next(line for line in lines if line.startswith("second_punic_war_solo"))
    assert re.split("  +", row) == [
        "second_punic_war_solo", "The Second Punic War, solitaire", "3 (2 NPCs)", "western, extended",
        "II to III",
    ]  # fmt: skip


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_ids_are_whole_in_a_terminal(acis: Acis, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "_force_terminal", True)
    monkeypatch.setattr(console, "_width", width)
    out = re.sub(r"\x1b\[[0-9;]*m", "", acis("scenarios")[1])
    for name in scenarios():
        assert re.search(rf"^{name}\b", out, re.MULTILINE), name
    assert width < 60 or max(map(len, out.splitlines())) <= width


# --------------------------------------------------------------------------------- one explained


def test_a_setup_with_its_discs(acis: Acis) -> None:
    out = explained(acis, "basic_2p")
    assert "Basic scenario basic_2p: 2 players, eastern map. Epochs I to IV, 4 turns each;" in out
    assert "after turn 2 (a card with 2) and turn 3 (a card with 2 or 3)" in out
    row = setups(laid_out("basic_2p", {}).state)[1]
    assert (row.faction, row.colour, row.seat, row.display, row.pool, row.hand) == (
        "Troy", "green", "1", "Troy", "50", "5",
    )  # fmt: skip
    assert "Troy 2" in row.discs and "Trojan Sea 1" in row.discs and row.discs in out
    assert "In turn order players choose one of Egypt, Troy; the seats above are an example." in out


def test_a_war_with_gold_and_an_npc(acis: Acis) -> None:
    out = explained(acis, "punic_wars_solo")
    assert "Historical scenario punic_wars_solo: 2 players (1 NPC), western map." in out
    assert "Carthage green 1 (NPC) Carthage 12 by the default setup Carthage 1 50 5" in out
    assert "Barbarians: " in out and "Syracuse 3" in out and "Sea of Sicily 1" in out
    assert "At once: whoever Controls Rome and Carthage at the end of a Competition Phase." in out
    assert "Seat 1 (Carthage) is an NPC: the player `npc` runs it." in out
    assert "Carthage is at war with Rome (NPC-08)." in out
    for number in ("PUNIC-03", "PUNIC-05", "NPCBASE-02", "SGOLD-05"):
        assert f"{number} {load_rules()[number].text}" in out
    assert "Seat 0 (Rome) is an NPC" in explained(acis, "punic_wars_solo", "--set", "npcs=[0]")


def test_a_war_for_gold(acis: Acis) -> None:
    """Gold is looked for at any time, not at the end of a phase (PERS-09, PERS-15)."""
    out = explained(acis, "alexander")
    assert "At once: Persia if no disc of Greece lies on Gold of its own." in out
    odd_card = "At once: Persia if Gold of Greece is looted and the card that is then revealed has an odd id."
    assert odd_card in out
    assert "Land Persians or Sea Persians without a disc on own Gold: out of the game." in out
    assert odd_card not in explained(acis, "greeks_persians")


def test_several_civilizations_of_a_player(acis: Acis) -> None:
    out = explained(acis, "four_civs_b", "--set", "players=[0, 1, 0, 1]")
    assert "four_civs_b: 2 players" in out and "of a player are added up (MULTI-05)" in out
    assert "MULTI-05" not in explained(acis, "four_civs_b")


def test_variants_are_offered_and_explained(acis: Acis) -> None:
    out = explained(acis, "god_king")
    assert "Variants (--set variants=[NAME]) Name Title assyria The rise of" in out and "EGYA-01 " not in out
    out = explained(acis, "god_king", "--set", "variants=[assyria]")
    assert "With variants=[assyria]." in out and "EGY-01 " in out and "EGYA-01 " in out


def test_npcs_that_appear_later(acis: Acis) -> None:
    out = explained(acis, "created_exploration")
    assert "drawn red 1 (NPC) drawn none yet 50 0 still to come" in out
    assert "Seats 1 and 2 are NPCs: the player `npc` runs them." in out and "(HOS-01)" in out


def test_what_players_choose_is_said(acis: Acis) -> None:
    out = explained(acis, "two_west")
    assert "chosen red 0 chosen 12 by the default setup" in out
    assert "At most 1 of Carthage, Celt-Iberia." in out


def test_a_capital_and_cards_in_the_box(acis: Acis) -> None:
    out = explained(acis, "caesar_pompey")
    assert "Control of Rome gives 5 VP at the end of an Epoch, 10 at the end of the game." in out
    assert "In the box: Time Marches On (#62)." in out and "no Epoch ends early" in out


def test_a_file_of_ones_own_with_an_optional_rule(acis: Acis, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "id: mine\nextends: punic_wars\ntitle: My war\nspecial: [GOLD-*]\n"
        "rules: {late: {numbers: [PUNIC-02], text: It begins later., changes: {clock: {first_epoch: 3}}}}\n"
    )
    out = explained(acis, str(file))
    assert "PUNIC-01 " in out and "GOLD-01 " in out, "those of the scenario extended, and its own"
    assert "Optional rules (--set rules=[NAME]) Name Rules What late PUNIC-02 It begins later." in out
    assert "Epochs III to IV" in explained(acis, str(file), "--set", "rules=[late]")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(file.read_text().replace("GOLD-*", "LUCK-*"))
    said = "acis: mine: special: LUCK-*: the catalogue has no such rule\n"
    assert acis("scenarios", str(wrong)) == (1, "", said)


@pytest.mark.parametrize("name", scenarios())
def test_every_scenario_can_be_explained(acis: Acis, name: str) -> None:
    out = explained(acis, name)
    assert load_scenario(name).title in out and "How it is won" in out
    assert "_" not in out.replace(name, "").partition("--set")[0], "words, not names of fields"


@pytest.mark.parametrize("name", HISTORICAL)
def test_historical_scenarios_name_their_rules(name: str) -> None:
    scenario = load_scenario(name)
    assert special_rules(scenario), f"{name}: special: which rules hold in it beyond the base game?"
    for rule in scenario.rules.values():
        assert set(rule.numbers) <= load_rules().keys()


@pytest.mark.parametrize("name", builtin_files("overlays"))
def test_variants_name_their_rules(name: str) -> None:
    assert load_overlay(name).changes.get("special"), f"{name}: special: which rules does it bring?"


def test_what_needs_a_name(acis: Acis) -> None:
    for arguments in (("--picture", "x.png"), ("--set", "vp_limit=3")):
        assert "--picture and --set need the name of a scenario" in acis("scenarios", *arguments)[2]
    assert "unknown scenario 'atlantis'" in acis("scenarios", "atlantis")[2]


# ------------------------------------------------------------------------------------- pictures


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What pyproject.toml offers to draw is installed."""
    offered = tomllib.loads(PROJECT.read_text())["project"]["entry-points"][scenario_command.PICTURES]

    class Entry:
        def __init__(self, value: str) -> None:
            self.value = value

        def load(self) -> Any:
            module, _, function = self.value.partition(":")
            return getattr(importlib.import_module(module), function)

    def entry_points(group: str, name: str) -> list[Entry]:
        return [Entry(offered[name])] if group == scenario_command.PICTURES else []

    monkeypatch.setattr(scenario_command, "entry_points", entry_points)


@pytest.mark.usefixtures("installed")
def test_a_picture_of_the_setup(acis: Acis, tmp_path: Path) -> None:
    picture = tmp_path / "setup.svg"
    code, out, _ = acis("scenarios", "basic_2p", "--picture", str(picture))
    assert code == 0 and out.startswith(f"written: {picture}".replace("\n", "")[:40])
    drawn = picture.read_text()
    assert "Basic 2-player setup" in drawn and drawn.count("Troy") >= 2 and "example" not in out
    code, out, _ = acis("scenarios", "punic_wars_solo", "--picture", str(tmp_path / "war.png"))
    assert code == 0 and "what players choose or cards decide is an example" in " ".join(out.split())
    assert (tmp_path / "war.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("installed")
def test_a_picture_shows_who_is_an_npc(acis: Acis, tmp_path: Path) -> None:
    picture = tmp_path / "setup.svg"
    acis("scenarios", "punic_wars_solo", "--picture", str(picture))
    assert "seat 1, NPC" in picture.read_text() and "seat 0, NPC" not in picture.read_text()


@pytest.mark.usefixtures("installed")
def test_pictures_that_cannot_be_made(acis: Acis, tmp_path: Path) -> None:
    code, _, err = acis("scenarios", "basic_2p", "--picture", "setup.bmp")
    assert code == 1 and err == "acis: setup.bmp: unknown kind of picture; there are: .png, .svg\n"
    code, _, err = acis("scenarios", "basic_2p", "--picture", str(tmp_path))
    assert code == 1 and err.count("\n") == 1


def test_without_the_package_that_draws(acis: Acis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenario_command, "entry_points", lambda group, name: [])
    assert acis("scenarios", "basic_2p", "--picture", "x.png")[::2] == (
        1, "acis: x.png: nothing is installed that draws pictures\n",
    )  # fmt: skip


@pytest.mark.rule("ROME1-V2", "ROME1-V3")
def test_vp_that_are_halved(acis: Acis) -> None:
    told = explained(acis, "fall_of_rome_1_3p_1")
    assert "(MULTI-05). Those of Western Empire and Eastern Empire are divided by 2." in told
    assert "Those of Visigoths and Persians are divided by 2." in explained(acis, "fall_of_rome_1_3p_2")
    assert "divided" not in explained(acis, "fall_of_rome_1_2p_1")


def test_npcs_without_a_display_have_a_name(acis: Acis) -> None:
    told = explained(acis, "fall_of_rome_2_v2", "--set", "rules=[huns]")
    assert "Seats 1 (Visigoths) and 2 (Huns) are NPCs" in told


@pytest.mark.parametrize(
    ("half", "others"),
    [
        ("fall_of_rome_1_2p_3", {"S03", "S04", "S05", "S06", "S14", "03a2", "06a3"}),  # East, Persians
        ("fall_of_rome_1_2p_4", {"S07", "S08", "S09", "S10", "S13", "03a1", "06a2"}),  # West, Visigoths
    ],
)
def test_rules_about_who_is_not_in_the_game_are_not_told(half: str, others: set[str]) -> None:
    told = {rule.id for rule in special_rules(load_scenario(half))}
    full = {rule.id for rule in special_rules(load_scenario("fall_of_rome_1_4p"))} - {"ROME1-V1"}
    between = {"03d1", "03d2", "06d1", "06d2"}  # the two Empires, or an Invader and the other Empire
    assert full - told == {f"ROME1-{number}" for number in others | between}


def test_the_setup_before_the_first_turn() -> None:
    """Nothing of the first turn has happened, and the game of the setup is that of any game."""
    for name in scenarios():
        s = laid_out(name, {}, lambda game: game.legal_actions()[0]).state
        assert s.question is None and not s.stack and s.phase == "setup"
        assert not [event for event in s.log if event.kind in ("turn", "phase", "deployed")]
    with pytest.raises(DataError, match="unknown scenario"):
        laid_out("atlantis", {})


# ---------------------------------------------------------------------------- sides, VP and victory

WAR = """
id: war
title: A war of three
kind: historical
factions:
  - {id: west, name: Western Empire, player: 0, colour: red, civilization: rome}
  - {id: east, name: Eastern Empire, player: 1, colour: green, civilization: troy}
  - {id: goths, name: Goths, player: 2, colour: blue, civilization: gaul, home: [],
     entry: {first: [aquitania, gallia], ready: 12}}
special: [ROME1-01a]
setup:
  turn_order: {goths: 1, west: 2, east: 3}
  discs: {west: {rome: 3}, east: {troy: 3}}
  gold: {rome: {owner: west, n: 2}}
"""
SAID = [
    ("clock: {first_epoch: 4, sudden_end: {2: '123', 3: odd}, stop_after: competition}",
     "Epoch IV, 4 turns; it can end early after turn 2 (a card with 1, 2 or 3) and turn 3 (an odd card); the "
     "last Competition Phase ends the game."),
    ("", "Turn order: Goths, Western Empire, Eastern Empire."),
    ("", "Goths blue 2 Gaul, without a home none"),
    ("", "comes with 12 discs, the first in Aquitania or Gallia"),
    ("setup: {hands: {west: [39]}}", "In the hand of Western Empire: Poet (#39)."),
    ("setup: {ready: {east: 4}}", "4 Ready"),
    ("victory: {monitors: [{wins: goths, control: {goths: [rome, troy]}}]}",
     "At once: Goths if, at the end of a Competition Phase, Goths Controls Rome and Troy."),
    ("victory: {monitors: [{wins: goths, no_gold: [west, east]}]}",
     "no disc of Western Empire or Eastern Empire lies on Gold of its own."),
    ("victory: {monitors: [{wins: goths, no_discs: [west], wonder_areas: {goths: 2}}]}",
     "At once: Goths if Western Empire has no disc on the map and Goths occupies 2 areas with a Wonder."),
    ("sides: {rome: {factions: [west, east], divisor: 2, round_down: true}, invaders: {factions: [goths]}}",
     "Western Empire and Eastern Empire win together: their VP are divided by 2, rounded down."),
    ("scoring: {sea_vp: false, cities: {divisor: 2, but_in: [rome], but_on_gold_of: [west]}}",
     "A City counts 1/2 VP, except in Rome or on Gold of Western Empire. Dominated seas give no VP."),
    ("scoring: {sources: [{at: count, who: [west], areas: [rome, troy], vp: 1, gold_vp: 2}]}",
     "In every Victory Count, Western Empire: 1 VP for each of Rome and Troy that it has a disc in; 2 VP for "
     "each Gold disc there."),
    ("scoring: {sources: [{at: epoch, who: [west], discs_of: [east], gold_of: [all], gold_vp: 1}]}",
     "At the end of every Epoch, Western Empire: 1 VP for each Gold disc where Eastern Empire has discs."),
    ("scoring: {sources: [{at: new_hand, who: [west], gold_of: [west], gold_cards: 1}]}",
     "With the cards for a new Epoch, Western Empire: 1 card for each Gold disc of Western Empire where it "
     "has discs."),
    ("sides: {all: {factions: [west, east], average: true}, invaders: {factions: [goths]}}",
     "Western Empire and Eastern Empire win together: their VP are divided by as many as have VP."),
    ("npcs: [2]\nrelations: {friends: [[east, goths]]}", "Goths are at war with Western Empire (NPC-08)."),
    ("scoring: {sources: [{at: final, areas: [rome], control: true, once: true, vp: 5}]}",
     "At the end of the game, everybody: 5 VP if it Controls Rome."),
    ("scoring: {sources: [{at: count, areas: [rome], vp: 1}]}",
     "In every Victory Count, everybody: 1 VP if it has a disc in Rome."),
    ("victory: {grades: [{side: goths, grade: minor, fewer_than: west}]}",
     "A victory of Goths is minor if its VP are fewer than those of Western Empire."),
    ("victory: {final: {side: west, lead: true, gold: true, otherwise: goths}}",
     "In the end: Western Empire wins if it has at least as many VP as every other side and it Controls an "
     "area with Gold of its own; otherwise Goths wins."),
    ("victory: {tie: {control: rome}}", "A tie in VP goes to whoever Controls Rome."),
    ("victory: {tie: {first: [goths]}}", "A tie in VP goes to Goths."),
    ("victory: {tie: {first: [goths], npc: true}}", "A tie in VP between others goes to Goths."),
]  # fmt: skip


@pytest.mark.parametrize(("block", "words"), SAID)
def test_blocks_of_a_scenario_in_words(acis: Acis, block: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "war.yaml").write_text(WAR)
    own = f"id: mine\nextends: war.yaml\ntitle: Mine\n{block}\n"
    (tmp_path / "mine.yaml").write_text(own)
    assert words in explained(acis, str(tmp_path / "mine.yaml"))


def test_every_time_of_scoring_has_words() -> None:
    at = get_type_hints(SourceBlock)["at"]
    assert set(get_args(at)) == COUNTED.keys()
