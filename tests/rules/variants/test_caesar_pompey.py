"""Caesar and Pompey: two Romes, one city (CAES rules)."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import Table, moment, position
from random_play import random_game
from spoilt import Break, complaint, data_file

from acis_env.players import make_player
from acis_rules import Game
from acis_rules.box.scenario import parse_scenario
from acis_rules.kernel.actions import ABILITY
from acis_rules.words.story import Story

SCENARIO = "caesar_pompey"
POMPEY, CAESAR = 0, 1
DISCS = 98  # of two colours, the two markers left out
AROUND_ROME = {"etruria", "umbria", "apulia", "samnium"}

# Rome when nobody Controls it: (Pompey's discs there, Caesar's, Barbarians)
NOBODYS_ROME = {
    "empty": (0, 0, 0), "shared": (1, 1, 0), "Contested": (3, 2, 0), "Barbarian": (0, 0, 2),
    "shared with Barbarians": (1, 0, 1), "attacked by Barbarians": (0, 3, 2),
}  # fmt: skip
nobodys_rome = pytest.mark.parametrize("there", NOBODYS_ROME.values(), ids=NOBODYS_ROME)


def civil_war(pompey: dict[str, int], caesar: dict[str, int], **more: Any) -> Table:
    """A position by the discs of both."""
    return position(SCENARIO, rome={"discs": pompey}, gaul={"discs": caesar}, **more)


def in_rome(
    there: tuple[int, int, int], pompey: dict[str, int], caesar: dict[str, int], **more: Any
) -> Table:
    """A position with so many discs of Pompey, Caesar and the Barbarians in Rome."""
    return civil_war({**pompey, "rome": there[0]}, {**caesar, "rome": there[1]},
                     barbarians={"discs": {"rome": there[2]}}, **more)  # fmt: skip


def deploys(faction: int, pompey: dict[str, int], caesar: dict[str, int], **more: Any) -> Table:
    """The start of somebody's Deployment, without any Ready disc."""
    return civil_war(pompey, caesar, **moment("deployment", faction), **more)


def competes(pompey: dict[str, int], caesar: dict[str, int], hordes: list[str], **more: Any) -> Table:
    """The Competition Phase with 2 Barbarians in each of these areas, unless `barbarians` says otherwise."""
    more = {"barbarians": {"discs": dict.fromkeys(hordes, 2)}, **more}
    return civil_war(pompey, caesar, **moment("competition phase"), **more)


def scenario_file() -> dict[str, Any]:
    """The content of the scenario's file."""
    source = resources.files("acis_rules") / "data" / "scenarios" / f"{SCENARIO}.yaml"
    content: dict[str, Any] = yaml.safe_load(source.read_text())
    return content


def is_over(t: Table) -> bool:
    return t.s.question is None and not t.s.stack


def white(t: Table) -> list[tuple[str, int]]:
    """White discs put down so far: (area, number)."""
    return [(t.s.world.board.areas[event.area].id, event.n) for event in t.events("allies")]


def deck_with(*top: int) -> list[int]:
    """A deck from which these cards come first."""
    return [card for card in range(1, 104) if card not in (*top, 62)] + [*top][::-1]


def game_over(seed: int) -> Game:
    """A random game played to its end."""
    *_, game = random_game(SCENARIO, seed)
    return game


# ------------------------------------------------------------------------ clock, deck, discs


@pytest.mark.rule("CAES-02")
def test_two_colours_are_98_discs_each_and_12_of_them_begin_on_the_map():
    for seed in range(5):
        game = next(game for game in random_game(SCENARIO, seed) if game.state.phase == "growth")
        assert [sum(row) for row in game.state.discs] == [12, 12, 0]
        assert game.state.supply[:2] == [DISCS - 12] * 2


@pytest.mark.rule("CAES-02")
def test_more_than_one_colour_can_stand_on_the_map():
    lands = ["gallia", "aquitania", "tarraco", "massilia", "liguria", "etruria", "umbria", "apulia",
             "samnium", "tarentum", "brutium", "noricum", "corsica", "sardinia", "nora"]  # fmt: skip
    t = civil_war({"rome": 2}, dict.fromkeys(lands, 4), phase="growth")
    assert t.of("supply", "gaul") == DISCS - 60


@pytest.mark.rule("CAES-03")
@pytest.mark.parametrize("seed", range(3))
def test_a_game_is_8_turns_of_epochs_2_and_3_without_sudden_end_checks(seed):
    game = game_over(seed)
    turns = [(event.epoch, event.turn) for event in game.events if event.kind == "turn"]
    assert turns == [(epoch, turn) for epoch in (2, 3) for turn in (1, 2, 3, 4)]
    assert not [event for event in game.events if "sudden" in event.kind or "sudden" in event.cause]


@pytest.mark.rule("CAES-04")
def test_time_marches_on_stays_in_the_box():
    s = Game.new(SCENARIO, seed=1).state
    assert 62 not in (*s.deck, *s.discard, *s.aside)
    assert not any(event.card == 62 or 62 in event.cards for event in game_over(1).events)


# -------------------------------------------------------------------------------------- names


def told(game: Game) -> list[str]:
    return [line.text for line in Story().go_on(game, to_the_end=True)]


@pytest.mark.rule("CAES-01")
def test_the_story_is_that_of_caesar_and_pompey():
    story = told(game_over(4))
    assert not [line for line in story if line.startswith(("Rome ", "Gaul "))]
    for name in ("Caesar ", "Pompey "):
        assert [line for line in story if line.startswith(name)]


@pytest.mark.rule("CAES-01")
def test_at_the_start_they_are_introduced_by_name():
    game = next(game for game in random_game(SCENARIO, 3) if game.state.phase == "growth")
    caesar, pompey = told(game)[:2]
    assert caesar.startswith("Caesar is played by seat 1; starts with discs in Gallia (")
    assert pompey.startswith("Pompey is played by seat 0; starts with discs in Rome (")


@pytest.mark.rule("CAES-01")
def test_the_capital_is_told_as_a_reason_for_vp():
    t = civil_war({"rome": 2}, {"gallia": 2}, epoch=2, **moment("epoch vp"))
    assert "Pompey scores 5 VP for Control of the capital" in told(t.game)


# ------------------------------------------------------------------- Roman abilities: Pompey


@pytest.mark.rule("CAES-05", "CIV-31")
@pytest.mark.parametrize("city", ["rome", *sorted(AROUND_ROME)])
def test_pompey_in_rome_has_spqr(city):
    t = deploys(POMPEY, {"rome": 2, city: 3}, {"gallia": 2})
    assert t.asked("mode", "rome") and t.options == {"mode 0", "mode 1"}
    t.do("second")
    assert t.of("ready", "rome") == 2


@pytest.mark.rule("CAES-05", "CIV-32")
def test_pompey_in_rome_without_a_city_there_may_place_a_disc():
    t = deploys(POMPEY, {"rome": 2, "tarentum": 3}, {"gallia": 2})
    assert t.asked("place", "rome") and t.options == {"stop", "rome", *AROUND_ROME}


@pytest.mark.rule("CAES-05")
@nobodys_rome
@pytest.mark.parametrize("lands", [{"etruria": 3}, {"tarentum": 2}])
def test_pompey_without_rome_has_no_spqr(there, lands):
    t = in_rome(there, lands, {"gallia": 2}, **moment("deployment", POMPEY))
    assert is_over(t), "no Ready disc and no ability: nothing to decide"


@pytest.mark.rule("CAES-05")
def test_pompey_has_no_spqr_while_caesar_holds_rome():
    assert is_over(deploys(POMPEY, {"etruria": 3}, {"rome": 1}))


@pytest.mark.rule("CAES-05", "CIV-33")
@pytest.mark.parametrize("epoch", [2, 3])
def test_pompey_in_rome_has_italian_allies_next_to_it(epoch):
    discs = {"rome": 1, "etruria": 2, "umbria": 2, "apulia": 2, "tarentum": 2, "bay_of_capua": 2}
    t = competes(discs, {"gallia": 2}, [area for area in discs if area != "rome"], epoch=epoch)
    assert t.asked("commit", "rome")
    t.do("ability")
    assert t.asked("allies", "rome") and t.options == {"stop", "etruria", "umbria", "apulia"}
    t.do("etruria", "umbria")
    assert white(t) == [("etruria", 1), ("umbria", 1)] and is_over(t), "once per turn"


@pytest.mark.rule("CAES-05")
def test_pompey_without_rome_has_no_italian_allies():
    t = competes({"etruria": 2, "umbria": 2}, {"gallia": 2}, ["etruria", "umbria"])
    assert is_over(t) and white(t) == []


@pytest.mark.rule("CAES-05")
def test_in_contested_rome_nobody_has_italian_allies():
    """Who Controls Rome fights next to it; who fights in Rome does not Control it."""
    t = competes({"rome": 3, "etruria": 2}, {"gallia": 2}, ["rome"])
    assert is_over(t) and white(t) == [] and t.discs("rome", "rome") == 3 - 1


# ------------------------------------------------------------------- Roman abilities: Caesar


@pytest.mark.rule("CAES-05", "CIV-20", "CIV-34")
def test_abilities_of_both_displays_are_told_in_the_order_in_which_they_work():
    """Caesar has begun anew as Minos and holds Rome: white discs at sea, then those of Imperial Rome."""
    sea = {"rome": 2, "etruria": 2, "bay_of_capua": 1}
    t = position(SCENARIO, rome={"discs": {"tarentum": 2}}, gaul={"civilization": "minos", "discs": sea},
                 epoch=4, **moment("competition phase"))  # fmt: skip
    naval, imperial = (e.ability for e in t.events("ability"))
    assert naval < imperial
    t.do("bay_of_capua")
    assert [e.cause for e in t.events("allies")] == [f"ability {naval}"]
    assert t.options <= {"stop", "rome", "etruria"}


@pytest.mark.rule("CAES-05", "CIV-31")
@pytest.mark.parametrize("city", ["rome", *sorted(AROUND_ROME)])
def test_caesar_in_rome_has_spqr_with_a_city_in_or_next_to_rome(city):
    t = deploys(CAESAR, {"tarentum": 2}, {"rome": 2, city: 3}, deck=deck_with(7))
    assert t.asked("mode", "gaul") and t.options == {"mode 0", "mode 1"}
    t.do("first")
    assert t.hand("gaul") == {7}


@pytest.mark.rule("CAES-05", "CIV-32")
@pytest.mark.parametrize("city", ["gallia", "liguria", "massilia"])
def test_a_city_in_gaul_is_no_city_in_or_next_to_rome(city):
    t = deploys(CAESAR, {"tarentum": 2}, {"rome": 2, city: 3})
    assert t.asked("place", "gaul") and t.options == {"stop", "rome", *AROUND_ROME}
    t.do("samnium")
    assert t.discs("gaul", "samnium") == 1


@pytest.mark.rule("CAES-05")
@nobodys_rome
@pytest.mark.parametrize("lands", [{"etruria": 3}, {"gallia": 3}])
def test_caesar_without_rome_has_no_spqr(there, lands):
    t = in_rome(there, {"tarentum": 2}, lands, **moment("deployment", CAESAR))
    assert is_over(t)


@pytest.mark.rule("CAES-05")
def test_caesar_has_no_spqr_while_pompey_holds_rome():
    assert is_over(deploys(CAESAR, {"rome": 1}, {"etruria": 3, "gallia": 3}))


@pytest.mark.rule("CAES-05", "CIV-33")
def test_caesar_in_rome_has_italian_allies_next_to_rome_and_not_next_to_gallia():
    hordes = ["etruria", "samnium", "gallia", "massilia"]
    t = competes({"tarentum": 2}, {"rome": 1, **dict.fromkeys(hordes, 1)}, hordes)
    assert t.asked("commit", "gaul"), "with single discs Warrior Culture has no place to go"
    t.do("ability")
    assert t.asked("allies", "gaul") and t.options == {"stop", "etruria", "samnium"}
    t.do("etruria", "samnium")
    assert sorted(white(t)) == [("etruria", 1), ("samnium", 1)]


@pytest.mark.rule("CAES-05", "CIV-14", "CIV-15")
@pytest.mark.parametrize("rome", [{}, {"rome": 1}])
def test_caesar_keeps_warrior_culture_with_rome_and_without(rome):
    t = competes({"tarentum": 2}, {"gallia": 2, "massilia": 2, **rome}, ["gallia", "massilia"])
    assert t.of("treasury", "gaul") == 1 and t.of("treasury", "rome") == 0
    assert t.asked("place", "gaul") and t.options == {"stop", "gallia", "massilia"}
    t.do("gallia", "massilia")
    assert t.discs("gaul", "gallia") == 3 and white(t) == [("massilia", 1)]


@pytest.mark.rule("CAES-05")
def test_rome_gives_pompey_no_gallic_ability():
    t = competes({"rome": 2, "gallia": 2}, {"etruria": 2}, ["gallia"])
    assert t.of("treasury", "rome") == 0 and t.of("treasury", "gaul") == 1 and is_over(t)


@pytest.mark.rule("CAES-05", "CIV-15", "CIV-33")
def test_caesar_uses_the_abilities_of_both_in_one_phase():
    t = competes({"tarentum": 2}, {"rome": 2, "etruria": 2, "umbria": 1}, ["etruria", "umbria"])
    assert t.asked("place", "gaul") and t.options == {"stop", "etruria"}
    t.do("etruria", "ability")
    assert t.asked("allies", "gaul") and t.options == {"stop", "etruria", "umbria"}
    t.do("etruria", "umbria")
    assert white(t) == [("etruria", 1), ("umbria", 1)]
    assert t.discs("gaul", "etruria") == 3 and t.of("treasury", "gaul") == 1


@pytest.mark.rule("CAES-05", "CIV-34")
@pytest.mark.parametrize("holder", ["rome", "gaul"])
@pytest.mark.parametrize(("epoch", "comes"), [(2, False), (3, False), (4, True)])
def test_imperial_rome_would_only_come_in_epoch_4(holder, epoch, comes):
    pompey, caesar = ("rome", "tarentum") if holder == "rome" else ("tarentum", "rome")
    t = competes({pompey: 2}, {caesar: 2}, [], epoch=epoch)
    assert is_over(t) != comes
    if comes:
        assert t.asked("allies", holder) and t.options == {"stop", "rome"}


# ----------------------------------------------------- Control is looked at whenever it matters


@pytest.mark.rule("CAES-05")
@pytest.mark.parametrize(("caesar_goes_to", "spqr"), [("rome", False), ("etruria", True)])
def test_a_disc_of_caesar_in_rome_takes_spqr_from_pompey_in_the_same_phase(caesar_goes_to, spqr):
    t = civil_war({"rome": 2, "umbria": 3}, {"etruria": 3}, phase="growth", order=["gaul", "rome"])
    t.skip_until("deploy", "gaul").do(caesar_goes_to, "stop")
    t.skip_until("mode" if spqr else "deploy", "rome")
    assert [event.kind for event in t.events() if event.faction == POMPEY].count("ability") == int(spqr)


@pytest.mark.rule("CAES-05")
def test_italian_allies_come_up_as_soon_as_rome_is_won():
    """Competitions go on in Samnium, then in Rome, then in Etruria."""
    t = competes({"rome": 4, "samnium": 2, "etruria": 2}, {"gallia": 2}, ["samnium", "rome", "etruria"])
    fought = [t.s.world.board.areas[event.area].id for event in t.events("competition")]
    assert fought == ["samnium", "rome", "etruria"]
    assert t.asked("commit", "rome") and t.can("ability")
    t.do("ability", "etruria")
    assert white(t) == [("etruria", 1)]


@pytest.mark.rule("CAES-05", "CIV-33")
def test_italian_allies_are_gone_when_rome_was_lost_before():
    t = competes({"rome": 1, "etruria": 2}, {"gallia": 2}, ["rome", "etruria"])
    assert is_over(t) and white(t) == []


@pytest.mark.rule("CAES-05")
def test_sea_peoples_drawn_with_spqr_end_it():
    t = deploys(POMPEY, {"rome": 3, "etruria": 3}, {"gallia": 2}, deck=deck_with(98, 7))
    t.do("first", "Tyrrhenian Sea")
    assert t.hand("rome") == {7} and t.discs("barbarians", "rome") == 4 and is_over(t)


@pytest.mark.rule("CAES-05")
def test_what_was_used_keeps_its_name_when_rome_is_lost():
    t = deploys(POMPEY, {"rome": 3, "etruria": 3}, {"gallia": 2}, deck=deck_with(98, 7))
    t.do("first", "Tyrrhenian Sea")
    assert "Pompey uses SPQR" in told(t.game)


@pytest.mark.rule("CAES-05", "NPC-69")
def test_an_npc_caesar_in_rome_knows_where_italian_allies_help():
    t = competes({"tarentum": 2}, {"rome": 2, "etruria": 1}, [], barbarians={"discs": {"etruria": 3}})
    assert t.asked("commit", "gaul")
    npc = make_player("npc", 1)
    assert npc.act(t.game.view(CAESAR), t.game.decision, t.game.legal_actions()) == ABILITY


@pytest.mark.rule("CAES-05")
def test_a_display_may_belong_to_any_area(tmp_path):
    """Naval Power of a capital in Corsica: all seas around Corsica, then others beyond them."""
    file = tmp_path / "corsica.yaml"
    file.write_text(yaml.safe_dump(scenario_file() | {"capital": {"area": "corsica", "display": "minos"}}))
    seas = dict.fromkeys(["ligurian_sea", "bay_of_capua", "gulf_of_tarraco", "balearic_sea"], 1)
    t = position(str(file), **moment("competition phase"),
                 rome={"discs": {"rome": 2}}, gaul={"discs": {"corsica": 1, **seas}})  # fmt: skip
    around = {area for area in seas if t.s.world.board.neighbours[t.area("corsica")] >> t.area(area) & 1}
    assert t.asked("allies", "gaul") and around and t.options == {"stop", *seas} - around


# --------------------------------------------------------------- Aeneas: another civilization


def carthaginian(discs: dict[str, int], **more: Any) -> Table:
    """Pompey after an Aeneas step in which he took Carthage."""
    return position(SCENARIO, carthage={"discs": discs}, gaul={"discs": {"gallia": 2}}, **more)


@pytest.mark.rule("CAES-05")
def test_pompey_as_carthage_has_the_roman_abilities_in_rome_all_the_same():
    there = moment("deployment", POMPEY)
    t = carthaginian({"rome": 3, "carthage": 2}, **there)
    assert t.asked("mode", "carthage")
    assert is_over(carthaginian({"etruria": 3, "carthage": 3}, **there))


@pytest.mark.rule("CAES-05", "CIV-11", "CIV-33")
def test_barca_family_and_italian_allies_can_be_used_in_the_same_turn():
    fights = dict.fromkeys(["etruria", "umbria", "thapsus"], 2)
    t = carthaginian({"rome": 1, **fights}, **moment("competition phase"),
                     barbarians={"discs": fights})  # fmt: skip
    offered = []
    while not is_over(t):
        if t.can("ability"):
            offered.append(t.game.describe(ABILITY))
        t.do("ability" if t.can("ability") else "stop")
    used = [
        t.s.world.civilization(t.s, POMPEY).abilities[event.ability].name for event in t.events("ability")
    ]
    assert used == ["Barca Family", "Italian Allies"]
    assert [name in words for name, words in zip(used, offered, strict=True)] == [True, True]


# ------------------------------------------------------------------------------ cards to draw


def drawn(t: Table) -> list[int]:
    """Cards drawn in the Draw step, those instead of Events too: Pompey's and Caesar's."""
    drew = [event for event in t.events("drew") if event.cause in ("draw step", "replacement")]
    return [sum(event.n for event in drew if event.faction == f) for f in (POMPEY, CAESAR)]


DRAW = moment("draw step")


@pytest.mark.rule("CAES-06", "EVA-15")
@pytest.mark.parametrize(("pompey", "caesar", "cards"), [
    ({"rome": 1}, {"gallia": 2}, [4, 3]),
    ({"tarentum": 2}, {"rome": 2}, [3, 4]),
    ({"rome": 3, "etruria": 3, "umbria": 3, "apulia": 3}, {"gallia": 2}, [5, 3]),
])  # fmt: skip
def test_who_controls_rome_draws_one_more_card(pompey, caesar, cards):
    assert drawn(civil_war(pompey, caesar, deck=deck_with(*range(1, 20)), **DRAW)) == cards


@pytest.mark.rule("CAES-06")
@nobodys_rome
def test_nobody_draws_more_while_nobody_controls_rome(there):
    t = in_rome(there, {"tarentum": 2}, {"gallia": 2}, deck=deck_with(*range(1, 20)), **DRAW)
    assert drawn(t) == [3, 3]


@pytest.mark.rule("CAES-06")
def test_who_loses_rome_to_an_event_before_drawing_draws_no_more():
    t = civil_war({"rome": 2}, {"gallia": 2}, deck=deck_with(98, *range(1, 20)), order=["gaul", "rome"],
                  **DRAW)  # fmt: skip
    t.do("Tyrrhenian Sea")
    assert drawn(t) == [3, 3]


@pytest.mark.rule("CAES-06", "EPO-16")
def test_the_new_hand_of_an_epoch_is_no_draw_step():
    t = position(SCENARIO, **moment("new hands"), deck=deck_with(*range(1, 20)),
                 rome={"discs": {"rome": 2}, "epoch_draw": 5}, gaul={"epoch_draw": 5})  # fmt: skip
    assert len(t.hand("rome")) == len(t.hand("gaul")) == 5


# ----------------------------------------------------------------------------- victory points


def capital_vp(t: Table) -> list[int]:
    """VP for the capital so far: Pompey's and Caesar's."""
    gained = [event for event in t.events("vp") if event.cause == "capital"]
    return [sum(event.n for event in gained if event.faction == f) for f in (POMPEY, CAESAR)]


@pytest.mark.rule("CAES-07")
@pytest.mark.parametrize(("pompey", "caesar", "epoch", "vp"), [
    ({"rome": 1}, {"gallia": 2}, 2, [5, 0]), ({"rome": 1}, {"gallia": 2}, 3, [10, 0]),
    ({"tarentum": 2}, {"rome": 2}, 2, [0, 5]), ({"tarentum": 2}, {"rome": 2}, 3, [0, 10]),
])  # fmt: skip
def test_rome_is_5_vp_after_epoch_2_and_10_at_the_end(pompey, caesar, epoch, vp):
    t = civil_war(pompey, caesar, epoch=epoch, **moment("epoch vp"))
    assert capital_vp(t) == [t.of("vp", "rome"), t.of("vp", "gaul")] == vp


@pytest.mark.rule("CAES-07")
@nobodys_rome
@pytest.mark.parametrize("epoch", [2, 3])
def test_nobodys_rome_is_worth_nothing(there, epoch):
    t = in_rome(there, {"tarentum": 2}, {"gallia": 2}, epoch=epoch, **moment("epoch vp"))
    assert capital_vp(t) == [0, 0]


@pytest.mark.rule("CAES-07")
@pytest.mark.parametrize(("ahead", "winners"), [(9, [POMPEY]), (11, [CAESAR])])
def test_the_10_vp_count_before_the_winner_is_found(ahead, winners):
    t = position(SCENARIO, epoch=3, turn=4, phase="epoch", rome={"discs": {"rome": 1}},
                 gaul={"discs": {"gallia": 1}, "vp": ahead})  # fmt: skip
    assert t.game.over and t.game.winners == winners and t.game.vp == [10, ahead]


@pytest.mark.rule("CAES-03", "CAES-07")
@pytest.mark.parametrize("seed", range(4))
def test_rome_is_counted_at_most_twice_in_a_game(seed):
    """And only after the 4th turn of an Epoch."""
    turn = 0
    counted = []
    for event in game_over(seed).events:
        if event.kind == "turn":
            turn = (event.epoch, event.turn)
        elif event.cause == "capital":
            counted.append((turn, event.n))
    assert set(counted) <= {((2, 4), 5), ((3, 4), 10)} and len(counted) == len(set(counted))


# ------------------------------------------------------------------------------- broken files


@pytest.mark.parametrize(("spoil", "message"), [
    (lambda d: d["capital"].update(area="utopia"), "capital.area: unknown area 'utopia'"),
    (lambda d: d["capital"].update(area="egypt"), "capital.area: egypt: not in play on this board"),
    (lambda d: d["capital"].update(display="persia"), "capital.display: unknown civilization 'persia'"),
    (lambda d: d["capital"].pop("display"), "Object missing required field `display` - at `capital`"),
    (lambda d: d["capital"].update(draw=-1), "Expected `int` >= 0 - at `capital.draw`"),
    (lambda d: d["capital"].update(tax=1), "Object contains unknown field `tax` - at `capital`"),
])  # fmt: skip
def test_a_broken_capital_is_named(spoil: Break, message: str, tmp_path: Path):
    content = data_file("scenarios/caesar_pompey.yaml")
    assert complaint(parse_scenario, content, spoil, tmp_path).startswith(message)
