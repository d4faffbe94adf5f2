"""Scenario files that extend others, variants laid over them, optional rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from acis_rules import DataError, Game, scenarios
from acis_rules.box.scenario import load_scenario
from acis_rules.box.scenario_files import builtin_files, load_overlay, merged, variants_of
from acis_rules.replay import Recorder, load, save
from acis_rules.tools.rule_catalogue import load_rules


def write(folder: Path, name: str, **content: Any) -> str:
    """A file of a scenario or variant."""
    file = folder / f"{name}.yaml"
    file.write_text(yaml.safe_dump({"id": name, "title": name.title()} | content, sort_keys=False))
    return str(file)


def refused(name: str, **options: Any) -> str:
    """The message with which a game is refused."""
    with pytest.raises(DataError) as error:
        Game.new(name, 0, options)
    assert "\n" not in str(error.value)
    return str(error.value)


# ----------------------------------------------------------------------------------------- extends


def test_a_file_takes_over_what_it_does_not_change(tmp_path: Path) -> None:
    war = load_scenario("punic_wars")
    mine = load_scenario(write(tmp_path, "mine", extends="punic_wars", clock={"last_epoch": 3}))
    assert (mine.id, mine.title) == ("mine", "Mine")
    assert mine.factions == war.factions and mine.setup == war.setup and mine.victory == war.victory
    assert (mine.clock.first_epoch, mine.clock.last_epoch) == (2, 3)


def test_blocks_are_merged_and_lists_replaced(tmp_path: Path) -> None:
    mine = load_scenario(
        write(
            tmp_path,
            "mine",
            extends="punic_wars",
            setup={"barbarians": {"syracuse": 1, "noricum": None}},
            victory={"control": ["rome"]},
            clock=None,
        )
    )
    before = load_scenario("punic_wars").setup.barbarians
    assert mine.setup.barbarians == {k: n for k, n in before.items() if k != "noricum"} | {"syracuse": 1}
    assert mine.setup.placement == 12 and mine.victory.control == ("rome",)
    assert mine.clock.first_epoch == 1  # taken away: that of the base game again


def test_factions_are_merged_by_their_name(tmp_path: Path) -> None:
    changes = [
        {"civilization": "carthage", "pool": 100},
        {"civilization": "mycenae", "absent": True},
        {"civilization": "gaul", "colour": "brown", "player": 1},
    ]
    mine = load_scenario(write(tmp_path, "mine", extends="second_punic_war", factions=changes))
    assert [f.civilization for f in mine.factions] == ["rome", "carthage", "gaul"]
    assert [(f.colour, f.pool) for f in mine.factions] == [("red", 50), ("blue", 100), ("brown", 50)]


def test_a_seat_of_its_own_or_that_of_another(tmp_path: Path) -> None:
    more = [
        {"civilization": "gaul", "colour": "brown", "player": "new"},
        {"civilization": "celt_iberia", "colour": "purple", "player": "carthage"},
    ]
    mine = load_scenario(write(tmp_path, "mine", extends="punic_wars", factions=more))
    assert [f.player for f in mine.factions] == [0, 1, 2, 1] and mine.players == 3
    more[1]["player"] = "troy"
    assert "factions[3].player: 'troy' is no faction with a number" in refused(
        write(tmp_path, "other", extends="punic_wars", factions=more)
    )


def test_files_beside_each_other_extend_each_other(tmp_path: Path) -> None:
    write(tmp_path, "_base", extends="punic_wars", clock={"turns": 3, "sudden_end": {3: None}})
    mine = load_scenario(write(tmp_path, "mine", extends="_base.yaml", deck={"boxed": [62]}))
    assert mine.clock.turns == 3 and mine.clock.first_epoch == 2 and mine.deck.boxed == (62,)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"extends": "nowhere"}, "extends: unknown scenario 'nowhere'"),
        ({"extends": 3}, "extends: 3 is no scenario"),
        ({"extends": "mine.yaml"}, "is no scenario that can be extended"),  # itself
        ({"extends": "missing.yaml"}, "missing.yaml: cannot be read"),
        ({"extends": "punic_wars", "factions": {}}, "factions: a list is needed"),
        ({"extends": "punic_wars", "factions": [3]}, "factions[0]: must be a mapping"),
        (
            {"extends": "punic_wars", "factions": [{"id": "troy", "absent": True}]},
            "factions[0]: 'troy' is not there to be absent",
        ),
        (
            {"extends": "punic_wars", "setup": {"barbarians": {"troy": 1}}},
            "setup.barbarians: troy: not in play",
        ),
        ({"extends": "punic_wars", "setup": 3}, "`setup`"),
        ({"extends": "punic_wars", "variants": 3}, "variants"),
        ({"extends": "punic_wars", "rules": {"x": {"numbers": []}}}, "rules"),
    ],
)
def test_bad_files_are_refused(content: dict[str, Any], words: str, tmp_path: Path) -> None:
    message = refused(write(tmp_path, "mine", **content))
    assert words in message and message.count(".yaml") >= 1


def test_no_endless_line_of_files(tmp_path: Path) -> None:
    write(tmp_path, "f0", extends="punic_wars")
    files = [write(tmp_path, f"f{i}", extends=f"f{i - 1}.yaml") for i in range(1, 9)]
    assert load_scenario(files[5]).players == 2  # 8 of them, punic_wars and f0 to f6
    assert "can be extended" in refused(files[6])
    assert "can be extended" in refused(files[7])


def test_base_files_are_not_offered() -> None:
    assert not [name for name in scenarios() if name.startswith("_")]
    with pytest.raises(DataError, match="unknown scenario '_x'"):
        load_scenario("_x")


def test_merging_leaves_the_old_content_alone() -> None:
    old = {"a": {"b": 1}, "factions": [{"id": "x", "n": 1}]}
    before = json.dumps(old)
    assert merged(old, {"a": {"c": 2}, "factions": [{"id": "x", "n": 2}]}, "") == {
        "a": {"b": 1, "c": 2},
        "factions": [{"id": "x", "n": 2}],
    }
    assert json.dumps(old) == before


def test_a_plus_adds_to_a_list(tmp_path: Path) -> None:
    mine = load_scenario(write(tmp_path, "mine", extends="punic_wars", victory={"control+": ["sicily"]}))
    assert mine.victory.control == ("rome", "carthage", "sicily")
    new = load_scenario(write(tmp_path, "new", extends="punic_wars", **{"npcs+": [1]}))
    assert new.npcs == (1,)


def test_what_was_said_about_somebody_absent_is_forgotten(tmp_path: Path) -> None:
    base = write(
        tmp_path,
        "_base",
        extends="second_punic_war_solo",
        bans=[
            {"who": ["rome"], "with": ["mycenae"]},
            {"who": ["rome", "mycenae"], "with": ["carthage"]},
            {"who": ["rome"], "unoccupied": True, "gold": []},
        ],
        relations={"friends": [["mycenae", "carthage"]], "enemies": [["rome", "mycenae", "carthage"]]},
        sides={"east": {"factions": ["mycenae"]}, "west": {"factions": ["rome", "carthage"]}},
        setup={"turn_order": {"rome": 1, "mycenae": 2, "carthage": 3}, "discs": {"mycenae": {"mycenae": 3}}},
        gold={"looters": ["mycenae"]},
        npc=None,
    )
    without = {
        "factions": [{"civilization": "mycenae", "absent": True}, {"civilization": "carthage", "player": 1}]
    }
    mine = load_scenario(write(tmp_path, "mine", extends="_base.yaml", npcs=[1], **without))
    assert [(ban.who, ban.with_) for ban in mine.bans] == [(("rome",), ("carthage",)), (("rome",), ())]
    assert mine.relations.friends == () and mine.relations.enemies == (("rome", "carthage"),)
    assert list(mine.sides) == ["west"] and mine.gold.looters == ()
    assert mine.setup.turn_order == {"rome": 1, "carthage": 3} and not mine.setup.discs
    assert list(mine.setup.gold) == ["rome", "carthage"]
    assert base


# ---------------------------------------------------------------------------------------- variants


def test_variants_are_laid_over_one_after_the_other(tmp_path: Path) -> None:
    long = write(tmp_path, "long", goes_with=["punic_wars"], clock={"first_epoch": 1}, deck={"boxed": [62]})
    poor = write(tmp_path, "poor", goes_with=["punic_wars"], needs=["long"], deck={"boxed": [1, 2]})
    game = Game.new("punic_wars", 0, {"variants": [long, poor]})
    assert game.state.epoch == 1 and game.state.world.boxed == 1 << 1 | 1 << 2
    assert game.state.world.scenario.variants == ("long", "poor")
    assert Game.new("punic_wars_solo", 0, {"variants": [long]}).state.epoch == 1  # it extends punic_wars
    assert load_scenario("punic_wars").clock.first_epoch == 2


def test_a_scenario_can_be_another_with_a_variant(tmp_path: Path) -> None:
    long = write(tmp_path, "long", goes_with=["punic_wars"], clock={"first_epoch": 1, "turns": 3})
    mine = write(
        tmp_path, "mine", extends="punic_wars", variants=[long], clock={"turns": 2, "sudden_end": {}}
    )
    assert (load_scenario(mine).clock.first_epoch, load_scenario(mine).clock.turns) == (1, 2)
    assert load_scenario(mine).variants == ("long",)
    assert "long appears more than once" in refused(mine, variants=[long])


def test_variants_that_cannot_be(tmp_path: Path) -> None:
    other = write(tmp_path, "other", goes_with=["basic_2p"])
    first = write(tmp_path, "first", goes_with=["punic_wars"], not_with=["second"])
    second = write(tmp_path, "second", goes_with=["punic_wars"])
    third = write(tmp_path, "third", goes_with=["punic_wars"], needs=["second"])
    assert refused("punic_wars", variants=["x"]) == (
        "options: variants: unknown variant 'x'; punic_wars has none"
    )
    assert "other does not go with punic_wars" in refused("punic_wars", variants=[other])
    for pair in ([first, second], [second, first]):
        assert "does not go with" in refused("punic_wars", variants=pair)
    assert "third needs second before it" in refused("punic_wars", variants=[third, second])
    assert Game.new("punic_wars", 0, {"variants": [second, third]}).state.world.n_seats == 2
    broken = write(tmp_path, "broken", goes_with=["punic_wars"], clock={"turns": 0})
    assert "punic_wars.yaml with broken: " in refused("punic_wars", variants=[broken])
    assert "goes_with" in refused("punic_wars", variants=[write(tmp_path, "empty")])


MYCENAE = ["mycenae_egypt", "mycenae_independent", "mycenae_phoenician"]  # one of them
PHOENICIA = ["phoenicia_egypt", "phoenicia_independent"]


@pytest.mark.parametrize("scenario", scenarios())
def test_variants_of_the_game(scenario: str) -> None:
    for variant, title in variants_of(scenario).items():
        overlay = load_overlay(variant)
        assert overlay.id == variant and overlay.title == title
        if not overlay.needs:
            assert not Game.new(scenario, 0, {"variants": [variant]}).over


@pytest.mark.parametrize(
    ("scenario", "offered"),
    [
        ("punic_wars", []),
        ("god_king", ["assyria", *MYCENAE, *PHOENICIA]),
        ("god_king_2p_1", ["assyria", *MYCENAE, *PHOENICIA]),
        ("god_king_assyria", [*MYCENAE, *PHOENICIA]),
        ("god_king_mycenae_egypt", ["assyria", *PHOENICIA]),
        ("god_king_phoenicia_egypt", ["assyria", *MYCENAE]),
        ("god_king_mycenae_phoenician", ["assyria"]),
    ],
)
def test_only_variants_that_go_with_the_scenario_are_offered(scenario: str, offered: list[str]) -> None:
    assert list(variants_of(scenario)) == offered


def test_variants_name_scenarios_and_each_other() -> None:
    known = builtin_files("overlays")
    for variant in known:
        overlay = load_overlay(variant)
        assert set(overlay.goes_with) <= set(scenarios())
        assert {*overlay.needs, *overlay.not_with} <= set(known)


# ------------------------------------------------------------------------------------------- rules


OFFER = {
    "short": {"numbers": ["DEF-06"], "text": "One Epoch", "changes": {"clock": {"last_epoch": 2}}},
    "long": {"numbers": ["DEF-06"], "text": "From the start", "not_with": ["short"]},
}


def test_optional_rules_hold_if_they_are_named(tmp_path: Path) -> None:
    mine = write(tmp_path, "mine", extends="punic_wars", rules=OFFER)
    assert load_scenario(mine).rules["short"].text == "One Epoch"
    world = Game.new(mine, 0, {"rules": ["short", "gold"]}).state.world
    assert world.scenario.clock.last_epoch == 2 and world.rules == {"short", "gold"}
    world = Game.new(mine).state.world
    assert world.scenario.clock.last_epoch == 4 and not world.rules


def test_the_changes_of_a_rule_wait_until_it_is_agreed_on(tmp_path: Path) -> None:
    """Also what they add to a list, in a file and in one that extends it."""

    def ban(*turns: int) -> list[dict[str, Any]]:
        return [{"who": ["rome"], "areas": ["carthage"], "turns": [*turns]}]

    def turns(file: str, *rules: str) -> list[tuple[int, ...]]:
        return [entry.turns for entry in Game.new(file, 0, {"rules": [*rules]}).state.world.scenario.bans]

    offer = {"far": {"numbers": ["DEF-06"], "text": "Far", "changes": {"bans+": ban(2)}}}
    mine = write(tmp_path, "mine", extends="second_punic_war", rules=offer, bans=ban(1))
    assert turns(mine) == [(1,)] and turns(mine, "far") == [(1,), (2,)]
    more = {"far": {"changes": {"bans+": ban(3)}}}
    assert turns(write(tmp_path, "more", extends="mine.yaml", rules=more), "far") == [(1,), (2,), (3,)]
    instead = {"far": {"changes": {"bans": ban(4)}}}
    last = write(tmp_path, "last", extends="mine.yaml", rules=instead)
    assert turns(last, "far") == [(4,)]
    assert turns(write(tmp_path, "again", extends="last.yaml", rules=more), "far") == [(4,), (3,)]


def test_a_rule_takes_away_what_the_scenario_says(tmp_path: Path) -> None:
    offer = {"usual": {"numbers": ["DEF-06"], "text": "As ever", "changes": {"victory": None}}}
    mine = write(tmp_path, "mine", extends="punic_wars", rules=offer)
    assert load_scenario(mine).victory.control
    assert not Game.new(mine, 0, {"rules": ["usual"]}).state.world.scenario.victory.control


def test_rules_that_cannot_be(tmp_path: Path) -> None:
    mine = write(tmp_path, "mine", extends="punic_wars", rules=OFFER)
    assert refused(mine, rules=["lang"]) == (
        "options: rules: unknown rule 'lang'; there are: gold, short, long"
    )
    assert refused("basic_2p", rules=["bribes"]).endswith("unknown rule 'bribes'; there are: gold")
    for pair in (["short", "long"], ["long", "short"]):
        assert "does not go with" in refused(mine, rules=pair)
    assert "short appears more than once" in refused(mine, rules=["short", "short"])


@pytest.mark.parametrize("scenario", scenarios())
def test_rules_that_scenarios_offer(scenario: str) -> None:
    numbers = load_rules()
    for name, rule in load_scenario(scenario).rules.items():
        assert set(rule.numbers) <= set(numbers) and rule.text
        assert set(rule.not_with) <= set(load_scenario(scenario).rules)
        assert Game.new(scenario, 0, {"rules": [name]}).state.world.rules == {name}


def test_variants_and_rules_are_part_of_what_is_recorded(tmp_path: Path) -> None:
    mine = write(tmp_path, "mine", extends="punic_wars", rules=OFFER)
    late = write(tmp_path, "late", goes_with=["mine"], clock={"turns": 3, "sudden_end": {}})
    recorder = Recorder(mine, 5, {"rules": ["short"], "variants": [late]})
    for _ in range(20):
        recorder.apply(recorder.game.legal_actions()[0])
    save(tmp_path / "game.json", recorder)
    replay = load(tmp_path / "game.json")
    assert replay.options == {"rules": ["short"], "variants": [late]}
    again = replay.final()
    position = Game.from_dict(json.loads(json.dumps(again.to_dict())))
    for game in (again, position):
        clock = game.state.world.scenario.clock
        assert (clock.last_epoch, clock.turns) == (2, 3)
        assert game.to_dict() == recorder.game.to_dict()


# -------------------------------------------------------------------------------------- the choice


@pytest.mark.rule("EXP-06")
def test_npcs_are_drawn_from_their_own_list_if_there_is_one() -> None:
    plain = msgspec.structs.replace(load_scenario("two_civs_b"), limits=())
    assert plain.npc_choice is None and plain.free([], npc=True) == plain.free([]) != []
    own = msgspec.structs.replace(plain, npc_choice=("minos", "troy"))
    assert own.free([]) == plain.free([])
    assert own.free([], npc=True) == ["minos", "troy"] and own.free(["troy"], npc=True) == ["minos"]
