"""Hostility of NPCs: discs from a bag decide on peace and war."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from helpers import moment, position, seen
from hostility_tables import FAR, card_phase, check, drawn, enemies, solo
from invariants import check_all
from random_play import Taste, random_game

from acis_rules import Game
from acis_rules.cards.oracle import BLACK, WHITE
from acis_rules.kernel.actions import STOP, faction_action
from acis_rules.kernel.machine import do_step, run
from acis_rules.variants import bag as the_bag
from acis_rules.variants.enmity import become_enemies
from acis_rules.variants.hostility import after_victory_count
from acis_rules.words.decisions import describe_decision
from acis_rules.words.story import Story

Bag = Callable[..., None]


@pytest.fixture
def bag(monkeypatch: pytest.MonkeyPatch) -> Bag:
    """Fill the bag with these discs."""
    return lambda *discs: monkeypatch.setattr(the_bag, "BAG", discs)


@pytest.fixture
def white(bag: Bag) -> None:
    """Every disc is white: peace whenever one is drawn, and never war."""
    bag(*[WHITE] * 10)


@pytest.fixture
def black(bag: Bag) -> None:
    """Every disc is black: war whenever one is drawn, and never peace."""
    bag(*[BLACK] * 10)


# ----------------------------------------------------------------- when, and in which order


@pytest.mark.rule("HOS-01")
def test_hostility_is_determined_at_the_end_of_the_victory_count(black: None) -> None:
    def kinds(**options: Any) -> list[str]:
        table = solo(
            phase="evaluation", turn=1, options={"npcs": [1], "npc_bonus_vp": 0, **options},
            egypt={"discs": {"kush": 3}}, troy={"discs": {"troy": 2}},
        )  # fmt: skip
        return [e.kind for e in table.events() if e.kind in ("vp", "discs_drawn", "war", "turn_order")]

    # Only the VP of this step make Egypt's conditions hold: more VP and more Cities.
    assert kinds(npc_hostility=True) == ["vp", "discs_drawn", "war", "turn_order"]
    assert kinds() == kinds(npc_hostility=True)  # in every game that is not Historical
    assert kinds(npc_hostility=False) == ["vp", "turn_order"]  # as in Historical ones: never


@pytest.mark.rule("HOS-02")
def test_peace_offers_then_wars_then_peace_among_npcs_then_war_among_npcs(white: None) -> None:
    table = check(
        "basic_6p", egypt={"discs": {"kush": 1}, "treasury": 1, "enemies": ["mauretania"]},
        troy={"discs": {"egypt": 1}, "vp": 2}, carthage={"vp": 4, "enemies": ["gaul"]}, gaul={"vp": 3},
        rome={"vp": 9}, mauretania={"discs": {"egypt": 1}},
    ).do("mauretania", "talent")  # fmt: skip
    draws = [(e.cause, e.other == table.faction("egypt")) for e in table.events("discs_drawn")]
    steps = list(dict.fromkeys(draws))
    assert steps == [("offer", False), ("war", True), ("peace", False), ("war", False)]


# -------------------------------------------------------------------- 1. peace offers (HOS-03)


@pytest.mark.rule("HOS-03")
def test_one_offer_to_each_enemy_npc_in_any_order(black: None) -> None:
    table = check(
        "basic_4p", egypt={"discs": {"kush": 1}, "enemies": ["gaul", "troy"]}, gaul={}, carthage={}, troy={},
    )  # fmt: skip
    assert table.asked("peace_offer", "egypt") and table.options == {"stop", "gaul", "troy"}
    assert describe_decision(table.s) == "Egypt may offer peace to an enemy"
    table.do("troy")
    assert table.options == {"stop", "gaul"}  # Troy has had its offer
    table.do("gaul")
    assert drawn(table, "offer") == [("egypt", "troy", 1), ("egypt", "gaul", 1)]
    assert table.s.question is None


@pytest.mark.rule("HOS-03")
def test_several_players_offer_in_turn_order() -> None:
    table = check(
        "basic_4p", players=2, order=["carthage", "gaul", "egypt", "troy"],
        egypt={"enemies": ["troy"]}, gaul={"enemies": ["troy", "carthage"]}, carthage={}, troy={},
    )  # fmt: skip
    assert table.asked("peace_offer", "gaul") and table.options == {"stop", "carthage", "troy"}
    table.do("stop")
    assert table.asked("peace_offer", "egypt") and table.options == {"stop", "troy"}


@pytest.mark.rule("HOS-03")
@pytest.mark.parametrize("npc", [0, 1, 2])
def test_what_one_player_declines_the_next_one_may_offer(npc: int) -> None:
    game = Game.new("basic_3p", options={"npcs": [npc], "npc_hostility": True})
    s, players = game.state, [seat for seat in range(3) if seat != npc]
    for player in players:
        become_enemies(s, npc, player, "war")
    s.order, s.stack, s.question = [npc, *players], [], None
    after_victory_count(s)
    run(s)
    for player in players:
        assert s.question is not None
        assert (s.question.kind, s.question.faction) == ("peace_offer", player)
        assert set(game.legal_actions()) == {STOP, faction_action(npc)}
        game.apply(STOP)


@pytest.mark.rule("HOS-03", "HANN-05a")
def test_no_offers_to_one_without_a_turn_or_out_of_the_game() -> None:
    s = Game.new("hannibal", options={"npcs": [1, 2], "npc_hostility": True}).state
    carthage, syracuse = map(s.world.ids.index, ("carthage", "syracuse"))
    become_enemies(s, syracuse, carthage, "war")
    s.stack, s.question = [], None
    do_step(s, ("hostility", 0, 0, ()))
    assert s.question is None and s.enemies[carthage] >> syracuse & 1


@pytest.mark.rule("NPC-11")
def test_who_is_an_enemy_already_does_not_become_one_again() -> None:
    s = Game.new("basic_3p", options={"npcs": [1, 2]}).state
    become_enemies(s, 1, 2, "war")
    become_enemies(s, 1, 0, "war")
    become_enemies(s, 1, 2, "war")
    assert [(e.faction, e.other) for e in s.log if e.kind == "war"] == [(1, 2), (1, 0)]
    assert s.latest_enemy[1] == 0


@pytest.mark.rule("HOS-03")
def test_no_offers_without_enemies_or_in_historical_games() -> None:
    assert check(egypt={}, troy={}).s.question is None
    at_war = {"npcs": [1], "npc_hostility": False}
    table = solo(options=at_war, phase="evaluation", turn=1, egypt=FAR, troy={"discs": {"troy": 1}})
    assert enemies(table, "egypt", "troy")
    while table.s.phase == "evaluation":
        assert table.kind != "peace_offer"
        table.game.apply(table.game.legal_actions()[0])


@pytest.mark.rule("HOS-03", "HOS-21", "EGY-S03")
def test_those_who_are_always_enemies_never_make_peace(white: None) -> None:
    everywhere = {"discs": {"egypt": 1}, "vp": 9}
    given: dict[str, Any] = {"egypt": FAR, "hittites": everywhere, "sea_peoples": everywhere}
    options = {"npc_hostility": True}
    table = position("god_king", **moment("hostility"), **given, options=options)
    assert table.s.question is None and enemies(table, "egypt", "hittites")
    table = position("god_king", **moment("hostility"), **given, options=options | {"npcs": [0, 1, 2]})
    assert enemies(table, "egypt", "hittites") and enemies(table, "tributaries", "sea_peoples")
    assert not drawn(table, "peace")


@pytest.mark.rule("HOS-04", "HOS-06", "HOS-07", "HOS-08")
@pytest.mark.parametrize(
    "egypt, troy, n",
    [
        ({"discs": {"lydia": 1}}, {"discs": {"troy": 1}}, 0),  # adjacent
        ({"discs": {"troy": 1}}, {"discs": {"troy": 1}}, 0),  # in the same area
        ({"discs": {"kush": 1}}, {"discs": {"troy": 1}}, 1),  # HOS-06: far away
        ({"discs": {"lydia": 1}, "vp": 1}, {"discs": {"troy": 1}, "vp": 2}, 1),  # HOS-07: more VP
        ({"discs": {"lydia": 1}, "vp": 2}, {"discs": {"troy": 1}, "vp": 1}, 0),
        ({"discs": {"lydia": 1}}, {"discs": {"troy": 3}}, 1),  # HOS-08: more Cities
        ({"discs": {"lydia": 3}}, {"discs": {"troy": 3}}, 0),
        ({"discs": {"kush": 1}}, {"discs": {"troy": 3}, "vp": 1}, 3),
    ],
)
def test_a_disc_for_each_condition_of_peace(
    egypt: dict[str, Any], troy: dict[str, Any], n: int, black: None
) -> None:
    table = check(egypt=egypt, troy={**troy, "enemies": ["egypt"]}).do("troy")
    assert drawn(table, "offer") == [("egypt", "troy", n)]


@pytest.mark.rule("HOS-04", "HOS-05")
def test_a_talent_given_draws_one_disc_more(black: None) -> None:
    troy = {"discs": {"troy": 3}, "vp": 1, "enemies": ["egypt"]}
    table = check(egypt={"discs": {"kush": 1}, "treasury": 2}, troy=troy).do("troy")
    assert table.options == {"stop", "pay_talent"}
    table.do("talent")
    assert (table.of("treasury", "egypt"), table.of("treasury", "troy")) == (1, 1)
    assert drawn(table, "offer") == [("egypt", "troy", 4)]
    assert [e.kind for e in table.events()][:3] == ["peace_offer", "talent_given", "discs_drawn"]


@pytest.mark.rule("HOS-05")
def test_a_card_given_goes_to_the_hand_of_the_npc_for_all_to_see(black: None) -> None:
    table = check(
        egypt={"discs": {"lydia": 1}, "treasury": 2, "hand": [7, 39]},
        troy={"discs": {"troy": 1}, "enemies": ["egypt"]},
    ).do("troy")  # fmt: skip
    assert table.options == {"stop", "pay_talent", "Land Improvement", "Poet"}
    table.do("Poet")
    assert table.hand("egypt") == {7} and table.hand("troy") == {39}
    assert table.of("treasury", "egypt") == 2  # not both
    assert drawn(table, "offer") == [("egypt", "troy", 1)]
    assert table.game.view(0).known[1] == 1 << 39


@pytest.mark.rule("HOS-05", "DEF-50")
def test_an_npc_with_a_full_hand_discards(black: None) -> None:
    table = check(
        egypt={"discs": {"kush": 1}, "hand": [7]}, troy={"hand": [1, 2, 3, 5, 6, 8], "enemies": ["egypt"]}
    ).do("troy", "#7")  # fmt: skip
    assert table.asked("hand_limit", "troy")


@pytest.mark.rule("HOS-09")
def test_the_primary_enemy_draws_one_disc_fewer_among_several_players(black: None) -> None:
    def discs(players: int, primary: str, gift: str, area: str = "kush") -> int:
        table = check(
            "basic_4p", players=players, order=["egypt", "gaul", "carthage", "troy"],
            egypt={"discs": {area: 1}, "treasury": 1}, gaul={}, carthage={},
            troy={"discs": {"troy": 1}, "enemies": ["egypt", "gaul"], "primary_enemy": primary},
        ).do("troy", gift)  # fmt: skip
        return drawn(table, "offer")[0][2]

    assert discs(2, "gaul", "talent") == 2
    assert discs(2, "egypt", "talent") == 1
    assert discs(2, "egypt", "stop") == 0  # possibly none
    assert discs(2, "egypt", "stop", "ionia") == 0  # no condition holds
    assert discs(1, "egypt", "talent") == 2  # a single player's civilization


@pytest.mark.rule("HOS-10")
def test_a_white_disc_makes_peace(bag: Bag) -> None:
    bag(WHITE, BLACK, BLACK)  # not put back before all are drawn: of three discs one is white
    troy = {"discs": {"troy": 3}, "vp": 1, "enemies": ["egypt"]}
    for rng in range(6):
        table = check(egypt={"discs": {"kush": 1}}, troy=troy, rng=rng).do("troy")
        assert sorted(table.events("discs_drawn")[0].colours) == [WHITE, BLACK, BLACK]
        assert not enemies(table, "egypt", "troy")


@pytest.mark.rule("HOS-10")
def test_all_discs_return_to_the_bag(bag: Bag) -> None:
    bag(BLACK)
    table = check(
        "basic_4p", egypt={"discs": {"kush": 1}, "enemies": ["gaul", "troy"]}, gaul={}, carthage={}, troy={}
    ).do("gaul", "troy")  # fmt: skip
    assert [e.colours for e in table.events("discs_drawn")] == [(BLACK,), (BLACK,)]
    assert enemies(table, "egypt", "gaul") and enemies(table, "egypt", "troy")


@pytest.mark.rule("EXP-12")
def test_the_bag_holds_six_white_and_four_black_discs() -> None:
    assert sorted(the_bag.BAG) == [WHITE] * 6 + [BLACK] * 4


# --------------------------------------------------------------- 2. declarations of war (HOS-11)


@pytest.mark.rule("HOS-11")
def test_npcs_check_for_war_from_highest_to_lowest_vp(white: None) -> None:
    table = check(
        "basic_4p", order=["carthage", "troy", "egypt", "gaul"],
        egypt={"discs": {"kush": 1}, "vp": 9}, carthage={"vp": 3}, gaul={"vp": 5}, troy={"vp": 5},
    )  # fmt: skip
    checks = [one for one in drawn(table, "war") if one[1] == "egypt"]
    assert checks == [("troy", "egypt", 1), ("gaul", "egypt", 1), ("carthage", "egypt", 1)]


@pytest.mark.rule("HOS-11")
def test_neither_enemies_nor_those_that_just_made_peace_check(white: None) -> None:
    table = check(
        "basic_4p", egypt={"discs": {"kush": 1}, "vp": 9, "enemies": ["gaul", "carthage"]},
        carthage={}, gaul={}, troy={},
    ).do("gaul", "stop")  # fmt: skip
    assert not enemies(table, "egypt", "gaul") and enemies(table, "egypt", "carthage")
    assert [one for one in drawn(table, "war") if one[1] == "egypt"] == [("troy", "egypt", 1)]


@pytest.mark.rule("HOS-11")
def test_peace_with_one_player_leaves_the_check_against_another(white: None) -> None:
    table = check(
        "basic_4p", players=3, egypt={"discs": {"kush": 1}, "enemies": ["troy"]},
        carthage={"vp": 5}, gaul={}, troy={},
    ).do("troy")  # fmt: skip
    assert drawn(table, "war") == [("troy", "carthage", 1)]


@pytest.mark.rule("HOS-12", "HOS-13", "HOS-14", "HOS-15", "HOS-16", "HOS-17")
@pytest.mark.parametrize(
    "egypt, troy, n",
    [
        ({"discs": {"kush": 1}}, {"discs": {"ionia": 1}}, 0),
        ({"discs": {"egypt": 1}}, {"discs": {"kush": 1}}, 1),  # HOS-13: adjacent
        ({"discs": {"kush": 1}}, {"discs": {"kush": 1}}, 1),  # HOS-13: in the same area
        ({"discs": {"ionia": 1}}, {"discs": {"kush": 1}}, 1),  # HOS-14: next to its home
        ({"discs": {"troy": 1}}, {"discs": {"kush": 1}}, 1),  # HOS-14: in its home
        ({"discs": {"kush": 1}, "vp": 1}, {"discs": {"ionia": 1}}, 1),  # HOS-15
        ({"discs": {"kush": 1}, "vp": 1}, {"discs": {"ionia": 1}, "vp": 1}, 0),
        ({"discs": {"kush": 3}}, {"discs": {"ionia": 1}}, 1),  # HOS-16
        ({"discs": {"kush": 3}}, {"discs": {"ionia": 3}}, 0),
        ({"discs": {"kush": 1}}, {"discs": {"ionia": 1}, "harmed_by": ["egypt"]}, 1),  # HOS-17
        ({"discs": {"troy": 3}, "vp": 1}, {"discs": {"ionia": 1}, "harmed_by": ["egypt"]}, 5),
    ],
)
def test_a_disc_for_each_condition_of_war(
    egypt: dict[str, Any], troy: dict[str, Any], n: int, white: None
) -> None:
    table = check(egypt=egypt, troy=troy)
    assert drawn(table, "war") == ([("troy", "egypt", n)] if n else [])


@pytest.mark.rule("HOS-12", "HOS-18")
def test_minos_minds_discs_in_its_seas_and_draws_five_at_most(white: None) -> None:
    at_sea = {"discs": {"red_sea": 1}}
    assert drawn(check(egypt=at_sea, troy=at_sea), "war") == [("troy", "egypt", 1)]
    assert drawn(check(egypt=at_sea, minos=at_sea), "war") == [("minos", "egypt", 2)]
    on_land = {"discs": {"kush": 1}}
    assert drawn(check(egypt=on_land, minos=on_land), "war") == [("minos", "egypt", 1)]
    everything = check(
        egypt={"discs": {"minos": 3, "red_sea": 1}, "vp": 1},
        minos={"discs": {"kydonia": 1, "red_sea": 1}, "harmed_by": ["egypt"]},
    )  # fmt: skip
    assert drawn(everything, "war") == [("minos", "egypt", 5)]


@pytest.mark.rule("HOS-17")
@pytest.mark.parametrize("card", [52, 86, 87, 17], ids=["VP", "a Wonder", "discs on it", "a talent"])
def test_harm_done_with_a_card_is_remembered_for_the_turn(card: int) -> None:
    table = card_phase(
        egypt={"discs": {"ionia": 1}, "hand": [card]},
        troy={"discs": {"troy": 2}, "vp": 4, "treasury": 1},
        wonders=[{"wonder": "Colossus", "owner": "troy", "area": "troy", "discs": 2}],
    ).do(f"#{card}")  # fmt: skip
    egypt, troy = table.faction("egypt"), table.faction("troy")
    assert table.s.harmed_by[troy] == 1 << egypt and not table.s.harmed_by[egypt]
    assert enemies(table, "egypt", "troy") == (card in (17, 87))  # NPC-09 speaks of discs, cards, talents
    do_step(table.s, ("turn",))
    assert not any(table.s.harmed_by)


@pytest.mark.rule("HOS-19")
def test_a_black_disc_makes_an_enemy(bag: Bag) -> None:
    for disc, war in ((BLACK, True), (WHITE, False)):
        bag(disc)
        table = check(egypt={"discs": {"kush": 1}, "vp": 1}, troy={})
        assert enemies(table, "egypt", "troy") == war
    bag(WHITE, WHITE, BLACK)
    table = check(egypt={"discs": {"troy": 1}, "vp": 1}, troy={"discs": {"ionia": 1}})
    assert enemies(table, "egypt", "troy")  # one of three is enough


@pytest.mark.rule("HOS-20")
def test_a_new_enemy_of_the_player_is_no_longer_the_enemy_of_npcs(black: None) -> None:
    table = check(
        "basic_4p", egypt={"discs": {"kush": 1}}, carthage={"vp": 1}, gaul={"vp": 1},
        troy={"discs": {"egypt": 1}, "vp": 1, "enemies": ["gaul", "carthage"]},
    )  # fmt: skip
    assert enemies(table, "troy", "egypt")
    assert not enemies(table, "troy", "gaul") and not enemies(table, "troy", "carthage")


# ---------------------------------------------------------------- 3. peace among NPCs (HOS-21)


@pytest.mark.rule("HOS-21")
def test_npcs_check_for_peace_in_turn_order_each_for_itself(black: None) -> None:
    table = check(
        "basic_4p", order=["troy", "egypt", "gaul", "carthage"], egypt=FAR,
        carthage={"discs": {"carthage": 1}, "enemies": ["gaul", "troy"]}, gaul={"discs": {"gallia": 1}},
        troy={"discs": {"troy": 1}},
    )  # fmt: skip
    assert drawn(table, "peace") == [
        ("troy", "carthage", 1), ("gaul", "carthage", 1), ("carthage", "troy", 1), ("carthage", "gaul", 1),
    ]  # fmt: skip


@pytest.mark.rule("HOS-22", "HOS-23", "HOS-24")
@pytest.mark.parametrize(
    "carthage, gaul, n",
    [
        ({"discs": {"liguria": 1}}, {"discs": {"gallia": 1}}, 0),
        ({"discs": {"carthage": 1}}, {"discs": {"gallia": 1}}, 1),  # HOS-22
        ({"discs": {"liguria": 1}, "vp": 1}, {"discs": {"gallia": 1}}, 1),  # HOS-23
        ({"discs": {"liguria": 1}}, {"discs": {"gallia": 1}, "vp": 1}, 0),
        ({"discs": {"liguria": 3}}, {"discs": {"gallia": 1}}, 1),  # HOS-24
        ({"discs": {"carthage": 3}, "vp": 1}, {"discs": {"gallia": 1}}, 3),
    ],
)
def test_a_disc_for_each_condition_of_peace_among_npcs(
    carthage: dict[str, Any], gaul: dict[str, Any], n: int, black: None
) -> None:
    table = check("basic_4p", egypt=FAR, carthage={**carthage, "enemies": ["gaul"]}, gaul=gaul, troy={})
    assert [one for one in drawn(table, "peace") if one[0] == "carthage"] == (
        [("carthage", "gaul", n)] if n else []
    )


@pytest.mark.rule("HOS-25")
def test_a_white_disc_ends_the_enmity_of_both(bag: Bag) -> None:
    for disc in (WHITE, BLACK):
        bag(disc)
        table = check("basic_4p", egypt={}, carthage={"enemies": ["gaul"], "vp": 1}, gaul={"vp": 1}, troy={})
        assert enemies(table, "carthage", "gaul") == (disc == BLACK)
    bag(BLACK, WHITE)
    table = check("basic_4p", egypt={}, carthage={"enemies": ["gaul"], "vp": 1}, gaul={}, troy={})
    assert len(drawn(table, "peace")) == 1  # one draws two discs, and there is nothing left to check


# ------------------------------------------------------------------ 4. war among NPCs (HOS-26)


@pytest.mark.rule("HOS-26")
def test_npcs_without_enemies_check_against_each_other_fewest_vp_first(white: None) -> None:
    table = check(
        "basic_4p", order=["carthage", "gaul", "troy", "egypt"], egypt=FAR,
        carthage={}, gaul={"vp": 3}, troy={"vp": 1},
    )  # fmt: skip
    assert drawn(table, "war") == [("carthage", "troy", 1), ("carthage", "gaul", 1), ("troy", "gaul", 1)]


@pytest.mark.rule("HOS-26")
@pytest.mark.parametrize(
    "given, checks",
    [
        ({}, 3),
        ({"egypt": {"enemies": ["carthage"]}}, 1),  # an enemy of the player
        ({"carthage": {"enemies": ["gaul"]}}, 0),  # of an NPC, and then both have made peace
    ],
)
def test_neither_enemies_nor_those_that_made_peace_take_part(
    given: dict[str, Any], checks: int, white: None
) -> None:
    civilizations: dict[str, Any] = {
        "egypt": FAR,
        "carthage": {"vp": 3},
        "gaul": {"vp": 2},
        "troy": {"vp": 1},
    }
    for name, more in given.items():
        civilizations[name] = {**civilizations[name], **more}
    table = check("basic_4p", **civilizations)
    if table.s.question is not None:
        table.do("stop")
    assert len(drawn(table, "war")) == checks


@pytest.mark.rule("HOS-26")
def test_who_made_peace_with_the_player_wages_no_war(white: None) -> None:
    table = check(
        "basic_4p", egypt={"discs": {"kush": 1}, "enemies": ["carthage"]}, carthage={"vp": 1},
        gaul={"vp": 2}, troy={"vp": 3},
    ).do("carthage")  # fmt: skip
    assert not enemies(table, "egypt", "carthage")
    assert drawn(table, "war") == [("gaul", "troy", 1)]


@pytest.mark.rule("HOS-26")
def test_an_npc_wages_one_war_only(black: None) -> None:
    table = check("basic_4p", egypt=FAR, carthage={}, gaul={"vp": 3}, troy={"vp": 1})
    assert enemies(table, "carthage", "troy") and not table.s.enemies[table.faction("gaul")]


@pytest.mark.rule("HOS-26", "HOS-27", "HOS-28", "HOS-29", "HOS-30", "HOS-31")
@pytest.mark.parametrize(
    "carthage, gaul, n",
    [
        ({"discs": {"baetica": 1}}, {"discs": {"rome": 1}}, 0),
        ({"discs": {"etruria": 1}}, {"discs": {"rome": 1}}, 1),  # HOS-27
        ({"discs": {"baetica": 1}}, {"discs": {"saldae": 1}}, 1),  # HOS-28
        ({"discs": {"baetica": 1}}, {"discs": {"rome": 1}, "vp": 1}, 1),  # HOS-29
        ({"discs": {"baetica": 1}}, {"discs": {"rome": 3}}, 1),  # HOS-30
        ({"discs": {"baetica": 1}, "harmed_by": ["gaul"]}, {"discs": {"rome": 1}}, 1),  # HOS-31
        ({"discs": {"thapsus": 1}, "harmed_by": ["gaul"]}, {"discs": {"carthage": 3}, "vp": 1}, 5),
    ],
)
def test_a_disc_for_each_condition_of_war_among_npcs(
    carthage: dict[str, Any], gaul: dict[str, Any], n: int, white: None
) -> None:
    table = check("basic_4p", egypt=FAR, carthage=carthage, gaul=gaul, troy={})
    assert [one for one in drawn(table, "war") if one[:2] == ("carthage", "gaul")] == (
        [("carthage", "gaul", n)] if n else []
    )


@pytest.mark.rule("HOS-31")
def test_an_npc_harms_another_with_a_card() -> None:
    table = card_phase(
        "basic_4p", order=["carthage", "egypt", "gaul", "troy"], egypt=FAR,
        carthage={"discs": {"carthage": 1}, "hand": [52]}, gaul={"vp": 3}, troy={},
    ).do("#52")  # fmt: skip
    assert table.s.harmed_by[table.faction("gaul")] == 1 << table.faction("carthage")


@pytest.mark.rule("HOS-26", "HOS-32")
def test_minos_minds_npcs_in_its_seas_too(white: None) -> None:
    def discs(minos: dict[str, Any], gaul: dict[str, Any]) -> int:
        table = check("basic_4p", egypt=FAR, minos=minos, gaul=gaul, troy={})
        return next(n for one, other, n in drawn(table, "war") if (one, other) == ("minos", "gaul"))

    assert discs({"discs": {"iberian_sea": 1}}, {"discs": {"iberian_sea": 1}}) == 2
    assert discs({"discs": {"baetica": 1}}, {"discs": {"baetica": 1}}) == 1
    harmed = {"discs": {"minoan_sea": 1}, "harmed_by": ["gaul"]}
    assert discs(harmed, {"discs": {"minoan_sea": 1, "minos": 3}, "vp": 1}) == 5


@pytest.mark.rule("HOS-33")
def test_a_black_disc_makes_two_npcs_enemies(bag: Bag) -> None:
    for disc in (BLACK, WHITE):
        bag(disc)
        table = check("basic_4p", egypt=FAR, carthage={}, gaul={"vp": 1}, troy={"enemies": ["egypt"]})
        table.do("stop")
        assert enemies(table, "carthage", "gaul") == (disc == BLACK)


# ----------------------------------------------------------------------------- beginning anew


@pytest.mark.rule("NPC-83", "NPC-84", "NPC-85", "NPC-86")
@pytest.mark.parametrize(
    "card, troy, enemy",
    [
        (20, {"enemies": ["gaul"]}, ""),
        (21, {"enemies": ["gaul"]}, "egypt"),  # most VP
        (50, {}, "egypt"),
        (51, {"enemies": ["gaul"]}, "gaul"),
        (51, {"enemies": ["gaul", "carthage"], "primary_enemy": "carthage"}, "carthage"),
        (80, {"enemies": ["gaul", "carthage"], "latest_enemy": "gaul"}, "gaul"),
        (80, {"enemies": ["gaul", "carthage"]}, "gaul"),  # more VP than Carthage
        (80, {"latest_enemy": "carthage"}, "carthage"),  # they have made peace
        (80, {}, "egypt"),  # no former enemy
        (81, {"enemies": ["gaul"]}, "egypt"),
    ],
)
def test_whose_enemy_an_npc_is_that_begins_anew(card: int, troy: dict[str, Any], enemy: str) -> None:
    table = solo(
        "basic_4p", players=3, **moment("npc entry", 3, card), discard=[card],
        egypt={"discs": {"kush": 2}, "vp": 9}, gaul={"discs": {"gallia": 2}, "vp": 5},
        carthage={"discs": {"carthage": 2}}, troy={"discs": {"lydia": 1}, **troy},
    )  # fmt: skip
    found = [name for name in ("egypt", "gaul", "carthage") if enemies(table, "troy", name)]
    assert found == ([enemy] if enemy else [])
    assert table.asked("aeneas_start", "troy")


@pytest.mark.rule("NPC-80")
def test_an_npc_out_of_the_game_is_nobodys_enemy_and_checks_nothing(black: None) -> None:
    table = solo(
        "basic_4p", **moment("npc begins anew", 3, then=["hostility"]),
        egypt={"discs": {"kush": 1}, "vp": 5, "treasury": 1}, carthage={"vp": 5}, gaul={"vp": 5},
        troy={"enemies": ["egypt"], "aeneas_used": 1},
    )  # fmt: skip
    assert table.s.question is None
    assert "troy" not in {name for what in ("war", "peace") for one in drawn(table, what) for name in one[:2]}
    assert not table.s.enemies[table.faction("troy")]


# -------------------------------------------------------------------------------- whole games


def test_the_story_tells_it_in_one_line(white: None) -> None:
    table = check(egypt={"discs": {"lydia": 1}, "treasury": 1},
                  troy={"discs": {"troy": 1}, "vp": 1, "enemies": ["egypt"]})  # fmt: skip
    table.do("troy", "talent")
    lines = [line.text for line in Story().go_on(table.game, to_the_end=True)]
    assert lines == [
        "Egypt offers peace to Troy: gives Troy 1 talent; draws white, white; makes peace with Troy"
    ]


GAMES = pytest.mark.parametrize(
    "scenario, npcs",
    [("basic_2p", [1]), ("basic_3p", [1, 2]), ("basic_4p", [2, 3]), ("basic_5p", [0, 2, 3, 4])],
)


@GAMES
def test_games_with_hostility_are_sound(scenario: str, npcs: list[int]) -> None:
    """Random games end, enmity is mutual, views leak nothing, and re-dealt games agree with them."""
    rng = random.Random(5)
    offers = 0
    for seed in range(3):
        for i, game in enumerate(random_game(scenario, seed, {"npcs": npcs, "npc_hostility": True})):
            s = game.state
            if game.over:
                break
            everybody = range(s.world.n_factions)
            assert all(s.enemies[a] >> b & 1 == s.enemies[b] >> a & 1 for a in everybody for b in everybody)
            asked = game.decision.kind.startswith("peace")
            offers += asked
            if i % 10 == 0 or asked:
                check_all(game)
                seat = rng.randrange(s.world.n_seats)
                assert seen(game.determinize(seat, rng), seat) == seen(game, seat)
        check_all(game)
    assert offers


@GAMES
@pytest.mark.parametrize("asked", [0, 1, 4])
def test_clone_json_and_replay_go_on_alike(scenario: str, npcs: list[int], asked: int) -> None:
    """A copy, a position read back and a replay, from the middle of peace offers on."""
    options = {"npcs": npcs, "npc_hostility": True}
    seed = 7 + asked
    game, taste = Game.new(scenario, seed=seed, options=options), Taste(random.Random(seed))
    actions: list[int] = []
    while not game.over and (asked or not game.decision.kind.startswith("peace")):
        asked -= game.decision.kind.startswith("peace")
        actions.append(taste.choose(game))
        game.apply(actions[-1])
    replay = Game.new(scenario, seed=seed, options=options)
    for action in actions:
        replay.apply(action)
    copies = [game.clone(), Game.from_dict(json.loads(json.dumps(game.to_dict()))), replay]
    rng = random.Random(seed)
    for _ in range(20):
        expected = game.to_dict()
        assert all(copy.to_dict() == expected for copy in copies)
        if game.over:
            break
        action = rng.choice(game.legal_actions())
        for copy in (game, *copies):
            copy.apply(action)


@pytest.mark.rule("NPC-80")
def test_an_npc_out_of_the_game_can_be_written_and_read() -> None:
    table = solo(
        "basic_4p", **moment("npc begins anew", 3),
        egypt={}, carthage={}, gaul={}, troy={"discs": {"troy": 2}, "aeneas_used": 1},
    )  # fmt: skip
    assert Game.from_dict(table.game.to_dict()).to_dict() == table.game.to_dict()
