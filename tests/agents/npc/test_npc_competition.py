"""Competitions of an NPC: projection, commitment, payments."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position
from npc_tables import answer, look, play_on

from agents.npc.contest import Field
from agents.npc.player import NPC


def fight(mine: int, theirs: int, area: str = "tyre", **given: Any) -> Table:
    return position(
        "basic_2p", phase="competition", egypt={"discs": {area: mine}, **given.pop("egypt", {})},
        troy={"discs": {area: theirs}, **given.pop("troy", {})}, **given,
    )  # fmt: skip


@pytest.mark.rule("NPC-69")
@pytest.mark.parametrize("mine, theirs, left", [(4, 3, 2), (3, 3, 1), (2, 4, 0), (2, 1, 2)])
def test_the_projection_follows_the_rounds_of_losses(mine: int, theirs: int, left: int) -> None:
    table = position("basic_2p", phase="cards", egypt={"discs": {"tyre": mine}, "hand": [93]},
                     troy={"discs": {"tyre": theirs}})  # fmt: skip
    field = Field(look(table, "egypt"), table.area("tyre"))
    assert field.outcome() == left


@pytest.mark.rule("NPC-68")
def test_for_a_city_it_commits_everything_that_lets_it_win() -> None:
    table = fight(3, 3, egypt={"hand": [61, 65]})  # Armored Infantry, Siege Engines
    made = play_on(table, until="card_order")
    assert [name for kind, name, _ in made if kind == "commit"][:2] == ["Armored Infantry", "Siege Engines"]


@pytest.mark.rule("NPC-69")
def test_it_wastes_nothing_without_hope() -> None:
    table = fight(1, 4, egypt={"hand": [60], "treasury": 1})  # Composite Bow
    assert answer(table) == ("stop", "NPC-69: it can neither win nor draw")


@pytest.mark.rule("NPC-69", "NPC-128")
def test_it_pays_no_talent_without_hope() -> None:
    table = fight(1, 4, egypt={"treasury": 1})
    assert answer(table.skip_until("loss", "egypt"))[0] == "lose_disc"


@pytest.mark.rule("NPC-68", "NPC-128")
def test_it_pays_talents_then_cards_for_a_city() -> None:
    table = fight(3, 3, egypt={"treasury": 1, "hand": [7]})
    assert answer(table.skip_until("loss", "egypt"))[0] == "pay_talent"
    table.do("talent").skip_until("loss", "egypt")
    assert answer(table)[0] == "Land Improvement"


@pytest.mark.rule("NPC-70")
def test_it_uses_a_card_that_leaves_it_enough_discs() -> None:
    table = fight(3, 2, egypt={"hand": [61]})
    assert answer(table) == ("Armored Infantry", "NPC-70: enough discs will be left")


@pytest.mark.rule("NPC-70")
def test_it_uses_nothing_it_does_not_need() -> None:
    table = fight(4, 1, egypt={"hand": [61]})
    assert answer(table)[0] == "stop"


@pytest.mark.rule("NPC-70", "NPC-128")
@pytest.mark.parametrize(
    ("mine", "theirs", "commits"), [(4, 2, "ability"), (4, 1, "stop"), (3, 2, "ability")]
)
def test_the_ability_costs_nothing_and_is_used_before_a_talent(mine: int, theirs: int, commits: str) -> None:
    """Of 4 against 2 three are left anyway, but a white disc saves the talent for the fourth."""
    table = fight(theirs, mine, "ionia", troy={"treasury": 3, "hand": [61]}, order=["troy", "egypt"])
    npc = NPC()
    assert table.asked("commit", "troy")
    assert answer(table)[0] == commits
    if commits == "ability":
        made = [play_on(table, npc, limit=1)[0][1] for _ in range(3)]
        assert made == ["ability", "stop", "lose_disc"] and table.s.phase != "competition"
        lost = [event.kind for event in table.events() if event.cause == "competition" and event.faction == 1]
        assert lost == ["ally_removed"] and table.of("treasury", "troy") == 3


@pytest.mark.rule("NPC-70")
def test_an_ability_that_changes_nothing_here_is_kept() -> None:
    """Amazon Allies come to land areas only."""
    table = position(
        "basic_2p", phase="competition", order=["troy", "egypt"],
        egypt={"discs": {"icarian_sea": 1, "sinai": 2}}, troy={"discs": {"icarian_sea": 2, "sinai": 2}},
    )  # fmt: skip
    while table.s.competition_area != table.area("icarian_sea"):
        table.do("stop" if table.can("stop") else "lose")
    assert table.asked("commit", "troy") and table.can("ability")
    assert answer(table)[0] == "stop"


@pytest.mark.rule("CIV-22")
def test_minoan_allies_go_to_enemies_then_to_barbarians_near_home() -> None:
    table = position(
        "basic_5p", phase="competition",
        minos={"discs": {"aegean_sea": 2, "trojan_sea": 2, "ionian_sea": 2, "thracian_sea": 2}},
        barbarians={"discs": {"thracian_sea": 1, "trojan_sea": 1}},
        troy={"discs": {"ionian_sea": 1, "troy": 2}},
    )  # fmt: skip
    made = play_on(table, limit=2)
    chosen = [name for kind, name, _ in made if kind == "allies"]
    assert "ionian_sea" in chosen


@pytest.mark.rule("CIV-22")
def test_of_two_seas_with_enemies_the_nearer_one_comes_first_barbarians_or_not() -> None:
    table = position(
        "basic_5p", phase="competition",
        minos={"discs": {"aegean_sea": 2, "ionian_sea": 2, "adriatic_sea": 2, "upper_adriatic": 2}},
        barbarians={"discs": {"upper_adriatic": 1}},
        troy={"discs": {"ionian_sea": 1, "adriatic_sea": 1, "upper_adriatic": 1, "troy": 2}},
    )  # fmt: skip
    made = play_on(table, limit=2)
    assert {name for kind, name, _ in made if kind == "allies"} == {"ionian_sea", "adriatic_sea"}
