"""Play in teams (TEAM rules)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from helpers import Table, position

from acis_rules import DataError, Game
from acis_rules.phases.placement import starting_discs
from acis_rules.table.ending import end_game, leaders, results
from acis_rules.table.terms import room

TEAMS = [[0, 2], [1, 3]]


def table(**given: Any) -> Table:
    """Gaul and Troy against Carthage and Egypt."""
    options = {"teams": TEAMS, **given.pop("options", {})}
    names = ("gaul", "carthage", "troy", "egypt")
    factions = {name: given.pop(name, {}) for name in names}
    order = ["gaul", "carthage", "troy", "egypt"]
    return position("basic_4p", **factions, order=order, options=options, **given)


def cards(**given: Any) -> Table:
    """The same in the Card Phase."""
    return table(phase="cards", **given)


def may_place(at: Table, who: str, area: str) -> bool:
    return bool(room(at.s, at.faction(who)) >> at.area(area) & 1)


# --------------------------------------------------------------------------------------- the teams


@pytest.mark.rule("TEAM-01")
@pytest.mark.parametrize(
    ("scenario", "teams", "error"),
    [
        ("basic_4p", [[0, 2], [1, 3]], ""),
        ("basic_6p", [[0, 3], [1, 4], [2, 5]], ""),
        ("basic_6p", [[0, 2, 4], [1, 3, 5]], ""),
        ("basic_4p", [[0, 1, 2], [3]], "possible: teams of the same size"),
        ("basic_4p", [[0], [1], [2], [3]], "possible: teams of the same size"),
        ("basic_4p", [[0, 1, 2, 3]], "possible: teams of the same size"),
        ("basic_4p", [[0, 2], [1, 2]], "possible: 0 to 3, each once"),
        ("basic_4p", [[0, 2]], "possible: 0 to 3, each once"),
    ],
)
def test_teams_of_the_same_size(scenario: str, teams: list[list[int]], error: str) -> None:
    if not error:
        assert len(Game.new(scenario, options={"teams": teams}).state.world.teams) == len(teams)
        return
    with pytest.raises(DataError) as raised:
        Game.new(scenario, options={"teams": teams})
    assert str(raised.value).startswith("options: teams: ") and error in str(raised.value)


@pytest.mark.rule("TEAM-01")
def test_everybody_has_one_civilization() -> None:
    with pytest.raises(DataError) as raised:
        Game.new("basic_6p", options={"players": [0, 1, 2, 3, 0, 1], "teams": TEAMS})
    assert "possible only if each player has one civilization" in str(raised.value)


@pytest.mark.parametrize("option", ["single_winner", "team_hands"])
def test_without_teams_there_is_nothing_to_agree_on(option: str) -> None:
    with pytest.raises(DataError) as raised:
        Game.new("basic_4p", options={option: True})
    assert f"options: {option}: true; possible only with teams" in str(raised.value)


@pytest.mark.rule("TEAM-02")
def test_partners_are_never_asked_to_give_each_other_anything() -> None:
    game = Game.new("basic_4p", seed=5, options={"teams": TEAMS})
    rng = Random(5)
    while not game.over:
        assert game.decision.kind not in ("give", "peace_gift")
        game.apply(rng.choice(game.legal_actions()))
    assert not {"talent_given", "card_given"} & {event.kind for event in game.events}


# ------------------------------------------------------------------------------------- open hands


@pytest.mark.rule("TEAM-03")
@pytest.mark.parametrize("shown", [True, False])
def test_partners_show_each_other_their_cards_or_not(shown: bool) -> None:
    at = table(gaul={"hand": [1, 2]}, troy={"hand": [3, 4]}, options={"team_hands": shown})
    gaul, troy, egypt = (at.faction(name) for name in ("gaul", "troy", "egypt"))
    cards_of_troy = at.s.hand[troy]
    assert at.game.view(gaul).known[troy] == (cards_of_troy if shown else 0)
    assert at.game.view(egypt).known[troy] == 0
    assert at.game.view(troy).seen_by[gaul] == (cards_of_troy if shown else 0)
    assert at.game.view(troy).seen_by[egypt] == 0
    for seed in range(8):  # what a seat knows stays when the rest is dealt anew
        sampled = at.game.view(gaul).sample(Random(seed)).state
        if shown:
            assert sampled.hand[troy] == cards_of_troy
    others = {at.game.view(egypt).sample(Random(seed)).state.hand[troy] for seed in range(8)}
    assert len(others) > 1


# ---------------------------------------------------------------------------------- where discs go


@pytest.mark.rule("TEAM-05")
def test_no_disc_in_the_home_of_a_partner() -> None:
    at = table(gaul={"discs": {"aquitania": 2}})
    assert not may_place(at, "gaul", "troy") and may_place(at, "gaul", "egypt")
    assert may_place(at, "carthage", "troy") and may_place(at, "troy", "troy")


@pytest.mark.rule("TEAM-06")
def test_no_disc_that_contests_an_area_with_a_partner() -> None:
    at = table(
        gaul={"discs": {"macedon": 1}},
        troy={"discs": {"macedon": 1, "lydia": 2, "phrygia": 1, "cilicia": 2}},
        egypt={"discs": {"cilicia": 1}},
    )
    assert not may_place(at, "gaul", "macedon")  # it would have two against one
    assert not may_place(at, "gaul", "lydia")
    assert may_place(at, "gaul", "phrygia")  # one against one
    assert may_place(at, "gaul", "cilicia")  # Contested already
    assert may_place(at, "egypt", "lydia")


@pytest.mark.rule("TEAM-06")
def test_nobody_deploys_into_a_contest_with_a_partner() -> None:
    at = table(gaul={"discs": {"macedon": 2}}, troy={"discs": {"illyria": 2}}).skip_until("deploy", "gaul")
    assert at.can("macedon") and not at.can("illyria")


@pytest.mark.rule("TEAM-06", "DSET-07a")
@pytest.mark.parametrize(("partner", "others", "n"), [(1, 0, 1), (2, 0, 0), (0, 1, 2)])
def test_nor_do_starting_discs_contest_a_home_with_a_partner(partner: int, others: int, n: int) -> None:
    """A partner that came first may have taken the home before anybody knew whose it would be."""
    at = position(
        "four_east", phase="growth", options={"teams": TEAMS}, egypt={}, minos={},
        phoenicia={"discs": {"egypt": partner}}, mycenae={"discs": {"egypt": others}},
    )  # fmt: skip
    starting_discs(at.s, at.faction("egypt"))
    assert at.discs("egypt", "egypt") == n


# ---------------------------------------------------------------------------------------- the cards


@pytest.mark.rule("TEAM-04")
def test_a_card_that_costs_only_a_partner_cannot_be_played() -> None:
    """Golden Fleece takes VP: from Egypt, not from Troy."""
    at = cards(gaul={"hand": [52]}, troy={"vp": 5})
    assert not at.can("Golden Fleece")
    at = cards(gaul={"hand": [52]}, troy={"vp": 5}, egypt={"vp": 3}).do("Golden Fleece")
    assert at.of("vp", "egypt") == 1 and at.of("vp", "troy") == 5  # nobody else could be named


@pytest.mark.rule("TEAM-04")
def test_the_example_one_disc_of_a_partner_for_one_of_another_faction() -> None:
    """Pirates remove a disc of each faction in and around a coastal sea."""
    alone = cards(gaul={"hand": [26]}, troy={"discs": {"trojan_sea": 1}})
    alone.do("Pirates")
    assert not alone.can("trojan_sea") and not alone.can("aegean_sea") and alone.can("minoan_sea")
    both = cards(
        gaul={"hand": [26]}, troy={"discs": {"trojan_sea": 1}}, egypt={"discs": {"trojan_sea": 1}}
    ).do("Pirates")
    assert both.can("trojan_sea")


@pytest.mark.rule("TEAM-04")
def test_barbarians_are_a_faction_outside_the_team() -> None:
    at = cards(
        gaul={"hand": [26]}, troy={"discs": {"trojan_sea": 1}}, barbarians={"discs": {"trojan_sea": 1}}
    ).do("Pirates")
    assert at.can("trojan_sea")


@pytest.mark.rule("TEAM-04")
def test_what_counts_is_the_largest_loss_of_one_faction() -> None:
    """Troy may lose two discs if Egypt loses two, but not if Egypt and Carthage lose one each."""
    seas = {"trojan_sea": 1, "thracian_sea": 1}
    at = cards(gaul={"hand": [26]}, troy={"discs": seas}, egypt={"discs": seas}).do("Pirates")
    assert at.can("trojan_sea")
    at = cards(
        gaul={"hand": [26]}, troy={"discs": seas}, egypt={"discs": {"trojan_sea": 1}},
        carthage={"discs": {"thracian_sea": 1}},
    )  # fmt: skip
    assert not at.do("Pirates").can("trojan_sea")


@pytest.mark.rule("TEAM-04")
def test_losses_count_before_anybody_pays() -> None:
    at = cards(
        gaul={"hand": [26]},
        troy={"discs": {"trojan_sea": 1}},
        egypt={"discs": {"trojan_sea": 1}, "treasury": 3, "hand": [40]},
    ).do("Pirates", "trojan_sea")
    assert at.asked("loss", "egypt")


@pytest.mark.rule("TEAM-04")
def test_a_pick_is_offered_if_a_later_one_can_make_up_for_it() -> None:
    """Poet replaces a disc in up to three areas, in the order of the map."""
    at = cards(
        gaul={"hand": [39], "discs": {"macedon": 1}},
        troy={"discs": {"dalmatia": 1, "illyria": 1}},
        egypt={"discs": {"thessaly": 1}},
    ).do("Poet")
    assert at.options == {"dalmatia", "illyria", "thessaly", "stop"}
    at.do("dalmatia")
    assert at.kind != "remove"  # Egypt in Thessaly follows: not Troy once more, nor nobody
    lost = [event.faction for event in at.events("removed")]
    assert sorted(lost) == sorted([at.faction("troy"), at.faction("egypt")])


@pytest.mark.rule("TEAM-04")
def test_competition_cards_do_not_strike_a_partner_alone() -> None:
    """War Chariots remove a disc of everybody else in the competition; Armored Infantry removes none."""
    contest = {"gaul": {"hand": [59, 61], "discs": {"macedon": 2}}, "troy": {"discs": {"macedon": 2}}}
    at = table(phase="competition", **contest).skip_until("commit", "gaul")
    assert at.can("Armored Infantry") and not at.can("War Chariots")
    at = table(phase="competition", **contest, egypt={"discs": {"macedon": 2}}).skip_until("commit", "gaul")
    assert at.can("Armored Infantry") and at.can("War Chariots")


@pytest.mark.rule("TEAM-04")
def test_a_negation_does_not_cost_a_partner_a_card() -> None:
    """Assassin makes whom it answers discard a card."""
    answer = {"gaul": {"hand": [39, 40], "discs": {"macedon": 1}}, "barbarians": {"discs": {"illyria": 1}}}
    at = cards(**answer, troy={"hand": [48]}).do("Poet", "illyria")
    assert not at.events("negated") and at.kind != "negate"
    at = cards(**answer, egypt={"hand": [48]}).do("Poet", "illyria")
    assert at.asked("negate", "egypt")


# ---------------------------------------------------------------------------------------- winning


def won(vp: tuple[int, int, int, int], **given: Any) -> list[int]:
    """Who wins with these VP of Gaul, Carthage, Troy and Egypt."""
    names = ("gaul", "carthage", "troy", "egypt")
    at = table(**{name: {"vp": n, **given.pop(name, {})} for name, n in zip(names, vp, strict=True)}, **given)
    first = leaders(at.s)
    end_game(at.s)
    assert leaders(at.s) == first
    return first


@pytest.mark.rule("TEAM-07", "TEAM-08")
def test_the_team_with_most_vp_together_wins() -> None:
    assert won((30, 40, 30, 10)) == [0, 2]
    assert won((30, 40, 9, 0)) == [1, 3]


@pytest.mark.rule("TEAM-09")
def test_or_the_best_of_the_best_team_alone() -> None:
    single = {"options": {"single_winner": True}}
    assert won((29, 40, 31, 10), **single) == [2]
    assert won((30, 25, 9, 15), **single) == [1]


@pytest.mark.rule("TEAM-09")
def test_partners_of_the_single_winner_are_ranked_by_their_own_vp() -> None:
    vp = {"gaul": {"vp": 29}, "carthage": {"vp": 40}, "troy": {"vp": 31}, "egypt": {"vp": 10}}
    placed = results(table(**vp, options={"single_winner": True}).s)
    assert sorted(range(4), key=placed.__getitem__, reverse=True) == [2, 0, 1, 3]


@pytest.mark.rule("TEAM-08", "TEAM-09")
def test_ties_of_teams_are_broken_by_what_they_have_together() -> None:
    city = {"discs": {"carthage": 3}}
    assert won((20, 20, 10, 10), carthage=city) == [1, 3]
    assert won((20, 20, 10, 10)) == [0, 1, 2, 3]
    single = {"options": {"single_winner": True}}
    assert won((15, 20, 15, 10), gaul={"discs": {"gallia": 3}}, **single) == [0]
    assert won((15, 20, 15, 9), **single) == [0, 2]


@pytest.mark.rule("TEAM-07")
def test_vp_belong_to_each_civilization() -> None:
    at = table(gaul={"vp": 7}, troy={"vp": 2})
    assert at.of("vp", "gaul") == 7 and at.of("vp", "troy") == 2


# ------------------------------------------------------------------------------------ NPC partners


def test_npcs_in_teams_have_the_other_teams_as_enemies() -> None:
    world = Game.new("basic_4p", options={"teams": TEAMS, "npcs": [2, 3]}).state.world
    assert [*world.first_enemies] == [0b1010, 0b0101, 0b1010, 0b0101]
    assert not world.hostility
    with pytest.raises(DataError):
        Game.new("basic_4p", options={"teams": TEAMS, "npcs": [2, 3], "npc_hostility": True})
