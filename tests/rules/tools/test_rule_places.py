"""Rules are found in the code by their numbers."""

import re
from pathlib import Path

import pytest

from acis_rules.tools.rule_catalogue import load_rules
from acis_rules.tools.rule_places import _FIRST, ROOMS, rule_places, rules_in

ROOT = Path(__file__).parents[3]

# A rule that somebody new may look for, the module and the function or name that it is in
WANTED = [
    ("STK-02", "table/terms.py", "LAND_LIMIT"),  # stacking limits
    ("STK-06", "phases/evaluation.py", "evaluation"),  # when they are enforced
    ("CRD-12", "cards/negation.py", "top_stands"),  # who may answer, and again after a negated Negation
    ("CMP-04", "phases/competition.py", "next_competition"),  # the order of competitions
    ("WON-03", "table/wonders.py", "affordable"),  # a Wonder's payment with discs
    ("EPO-28", "phases/epoch_table.py", "devaluation"),
    ("EVA-15", "phases/evaluation.py", "CITIES_PER_CARD"),  # the Draw step
    ("EVA-02", "phases/evaluation.py", "sea_domination"),
    ("DEF-25", "table/terms.py", "dominated"),
    ("AEN-03", "phases/aeneas.py", "BEHIND"),
    ("EVA-11", "phases/evaluation.py", "sudden_end"),
    ("CIV-24", "data/civilizations.yaml", "Hoplites"),
]


@pytest.mark.parametrize(("rule", "module", "name"), WANTED, ids=[wanted[0] for wanted in WANTED])
def test_the_first_place_of_a_rule_is_where_it_happens(rule: str, module: str, name: str) -> None:
    place = rule_places()[rule][0]
    assert place.file == f"acis_rules/{module}"
    above = (ROOT / place.file).read_text().splitlines()[: place.line]
    starts = [line for line in above if re.match(r"(def |class |[A-Z_]+ = | +- name: )", line)]
    assert re.search(rf"\b{name}\b", starts[-1])


def test_priorities_of_the_npc_are_found() -> None:
    assert rule_places()["NPC-102"][0].file == "agents/npc/priorities.py"


def test_lists_ranges_and_rules_in_parts() -> None:
    assert rules_in("limits (STK-02, 04, 05) and CMP-21") == ["STK-02", "STK-04", "STK-05", "CMP-21"]
    assert rules_in("EVA-10 to 12, NPC-07 to NPC-09") == [
        "EVA-10", "EVA-11", "EVA-12", "NPC-07", "NPC-08", "NPC-09",
    ]  # fmt: skip
    assert rules_in("ROME1-03d1 to 03d2") == ["ROME1-03d1", "ROME1-03d2"]
    assert set(rules_in("PERS-05")) == {rule for rule in load_rules() if re.match("PERS-05[a-z]", rule)}
    assert rules_in("SHA-256, UTF-8, GRO-99") == []


def test_no_line_names_a_rule_that_does_not_exist() -> None:
    chapters = {rule.chapter for rule in load_rules().values()}
    for room in ROOMS:
        for file in (ROOT / room).rglob("*.*"):
            if file.suffix in (".py", ".yaml"):
                for named in _FIRST.finditer(file.read_text()):
                    if named[1] in chapters:
                        assert rules_in(named[0]), f"{file}: {named[0]}"


def test_most_rules_are_named() -> None:
    """The others are the map, the box, cards, setups and examples: things of data, or of no program."""
    places = rule_places()
    playing = ("GRO", "CRD", "WON", "CMP", "EVA", "AEN", "EPO", "END", "GOLD", "HOS")
    rules = [rule for rule in load_rules().values() if rule.chapter in playing]
    assert sum(rule.id in places for rule in rules) / len(rules) > 0.9
