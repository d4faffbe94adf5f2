"""Whom cards of an NPC hit: rank of the victims, its own areas, then numbers; invasions that it directs."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position
from npc_tables import HELD, answer, look, play_on
from test_npc_negation import SEA_PEOPLES, draw

from acis_rules import Game
from acis_rules.effects import Play
from acis_rules.effects.discs import Remove
from agents.npc.effects import ANYWHERE, Effects, Operations
from agents.npc.player import NPC
from agents.npc.position import Position
from agents.npc.tally import Tally

EARTHQUAKE, PLAGUE, ERUPTION, FAMINE, LOCUSTS, STORM, CIVIL_WAR = 1, 2, 3, 8, 11, 12, 23
SCHISM, UPRISING, NOMADS, SUPERSTITION, POET, MISSIONARIES, PIRATE_RAIDS = 29, 30, 31, 33, 39, 96, 28
TIDAL_WAVE, DROUGHT, TAX_REVOLT, VOLCANO = 10, 9, 24, 4


def six(**given: Any) -> Table:
    """Carthage is the NPC."""
    own = {"discs": HELD, "hand": [93]} | given.pop("carthage", {})
    return position("basic_6p", phase="cards", carthage=own, **given)


def play_of(table: Table, card: int, enemies: tuple[str, ...] = ("rome",), **how: Any) -> Play:
    """The card with everything named as Carthage names it."""
    effects = Effects(look(table, "carthage", enemies=enemies, **how))
    play = Play(effects.pos.me, "card", card)
    operations = table.s.world.deck.cards[card].modes[0]
    for i, operation in enumerate(operations):
        if operation.names:
            found = effects.name(play, operation, operations[i + 1 :])
            assert found is not None
            play = found
    return play


def areas(table: Table, card: int, enemies: tuple[str, ...] = ("rome",), **how: Any) -> list[str]:
    """The areas that Carthage names."""
    return [table.s.world.board.areas[a].id for a in play_of(table, card, enemies, **how).areas]


def tally(table: Table, card: int, enemies: tuple[str, ...] = ("rome",), **how: Any) -> Tally:
    """What the card would do as Carthage plays it."""
    effects = Effects(look(table, "carthage", enemies=enemies, **how))
    operations = table.s.world.deck.cards[card].modes[0]
    return effects.tally(Play(effects.pos.me, "card", card), operations)


def removed(table: Table, card: int, enemies: tuple[str, ...] = ("rome",)) -> list[tuple[str, str]]:
    """The discs that Carthage picks, in the order of a card's first operation: (area, whose)."""
    effects = Effects(look(table, "carthage", enemies=enemies))
    operation = table.s.world.deck.cards[card].modes[0][0]
    assert isinstance(operation, Remove)
    pairs = effects.victims.removals(Play(effects.pos.me, "card", card), operation)
    black = table.s.world.barbarians

    def name(faction: int) -> str:
        return "barbarians" if faction == black else table.s.world.civilization(table.s, faction).id

    return [(table.s.world.board.areas[area].id, name(faction)) for area, faction in pairs]


# ------------------------------------------------------------------------ rank of the victims


@pytest.mark.rule("NPC-14", "NPC-46")
def test_an_earthquake_hits_one_roman_before_two_barbarians() -> None:
    table = six(
        rome={"discs": {"umbria": 1, "apulia": 1}}, barbarians={"discs": {"noricum": 2, "dalmatia": 2}}
    )
    assert set(areas(table, EARTHQUAKE)) == {"umbria", "apulia"}


@pytest.mark.rule("NPC-14")
@pytest.mark.parametrize("enemies, hit", [(("rome", "egypt"), "umbria"), (("egypt", "rome"), "kush")])
def test_the_plague_comes_to_the_primary_enemy_though_others_would_lose_more(
    enemies: tuple[str, ...], hit: str
) -> None:
    table = six(
        rome={"discs": {"umbria": 3} | ({"rome": 3} if enemies[0] == "egypt" else {})},
        egypt={"discs": {"kush": 3} | ({"egypt": 3, "libya": 3} if enemies[0] == "rome" else {})},
    )  # fmt: skip
    assert areas(table, PLAGUE, enemies) == [hit]


@pytest.mark.rule("NPC-14")
def test_other_enemies_come_before_barbarians_and_barbarians_before_the_rest() -> None:
    discs: dict[str, Any] = {
        "rome": {"discs": {"umbria": 1}}, "egypt": {"discs": {"kush": 2}}, "gaul": {"discs": {"gallia": 3}},
        "barbarians": {"discs": {"noricum": 2}},
    }  # fmt: skip
    order = []
    while discs:
        hit = areas(six(**discs), EARTHQUAKE, ("rome", "egypt"))[0]
        order.append(next(name for name, own in discs.items() if hit in own["discs"]))
        del discs[order[-1]]
    assert order == ["rome", "egypt", "barbarians", "gaul"]


@pytest.mark.rule("NPC-47")
def test_without_an_enemy_the_leader_loses_one_disc_rather_than_others_many() -> None:
    given: dict[str, Any] = {"egypt": {"discs": {"kush": 3, "egypt": 3}}, "rome": {"discs": {"umbria": 1}}}
    assert areas(six(**given), SCHISM, ())[0] in {"kush", "egypt"}  # 0 VP each: more Cities
    given["rome"]["vp"] = 1
    assert "umbria" in areas(six(**given), EARTHQUAKE, ())


@pytest.mark.rule("NPC-48", "NPC-14")
def test_an_enemy_in_its_own_home_is_not_spared() -> None:
    table = six(
        carthage={"discs": {"carthage": 2, "thapsus": 3}},
        rome={"discs": {"carthage": 2, "umbria": 3, "rome": 3}},
    )
    assert areas(table, EARTHQUAKE)[0] == "carthage"
    assert areas(table, ERUPTION) == ["carthage"]
    city = six(carthage={"discs": {"carthage": 1}}, rome={"discs": {"carthage": 3, "umbria": 3, "rome": 3}})
    assert areas(city, PLAGUE) == ["carthage"]
    assert areas(city, FAMINE) == ["carthage"]


@pytest.mark.rule("NPC-48")
@pytest.mark.parametrize("worth", ["wonder", "gold", "city"])
def test_after_its_home_its_wonder_its_gold_and_its_cities_are_freed(worth: str) -> None:
    wonders = (
        [{"wonder": "Colossus", "owner": "carthage", "area": "sicily", "discs": 1}]
        if worth == "wonder"
        else []
    )
    own = HELD | {"sicily": 3 if worth == "city" else 1}
    table = six(carthage={"discs": own}, rome={"discs": {"sicily": 2, "umbria": 4}}, wonders=wonders)
    gold = {"sicily": "carthage"} if worth == "gold" else None
    assert areas(table, EARTHQUAKE, gold=gold)[0] == "sicily"


@pytest.mark.rule("NPC-48")
def test_its_home_comes_before_its_wonder_its_wonder_before_its_gold_and_that_before_its_city() -> None:
    table = six(
        carthage={"discs": {"carthage": 1, "sicily": 1, "sirt": 1, "thapsus": 3}},
        rome={"discs": {"carthage": 2, "sicily": 3, "sirt": 3, "thapsus": 4}},
        wonders=[{"wonder": "Colossus", "owner": "carthage", "area": "sicily", "discs": 1}],
    )  # fmt: skip
    effects = Effects(look(table, "carthage", enemies=("rome",), gold={"sirt": "carthage"}))
    rome = table.faction("rome")
    weights = [
        effects.victims.weight(rome, table.area(area))
        for area in ("carthage", "sicily", "sirt", "thapsus", "rome")
    ]
    assert weights == sorted(weights, reverse=True) and len(set(weights)) == 5
    assert weights[3] > 200 * weights[4]  # a disc in its City counts more than any number elsewhere


@pytest.mark.rule("NPC-50")
def test_at_equal_rank_most_discs_are_removed_and_fewest_of_its_own() -> None:
    table = six(rome={"discs": {"gallia": 1, "umbria": 1, "apulia": 1, "etruria": 1, "samnium": 1}})
    assert areas(table, SCHISM) == ["rome"] and tally(table, SCHISM).enemy_discs == 4
    mixed = six(
        carthage={"discs": HELD | {"sicily": 1}},
        rome={"discs": {"sicily": 1, "leptis": 1, "tripolitania": 1}},
    )
    found = tally(mixed, SCHISM)
    assert (found.enemy_discs, found.own_discs) == (2, 0)  # around Leptis, not around Thapsus


@pytest.mark.rule("NPC-50")
def test_between_equal_numbers_the_dearer_area_is_hit() -> None:
    """An enemy City comes before an area beside it, as discs would be placed."""
    for city, settlement in (("gades", "sicily"), ("sicily", "gades")):
        table = six(rome={"discs": {city: 3, settlement: 2}})
        assert areas(table, LOCUSTS) == [city]
        assert areas(table, EARTHQUAKE)[0] == city


@pytest.mark.rule("NPC-45")
def test_a_spot_that_costs_it_as_much_as_others_is_the_last_choice() -> None:
    table = six(carthage={"discs": {"carthage": 3}}, rome={"discs": {"carthage": 1, "noricum": 1}})
    assert areas(table, ERUPTION) == ["saldae"]  # from beside its home the Roman alone is hit
    assert areas(table, SCHISM)[0] in {"noricum", "dalmatia"}  # there everybody at home would be
    assert not tally(table, SCHISM).hurts
    alone = six(carthage={"discs": {"carthage": 3}}, rome={"discs": {"carthage": 1}})
    assert tally(alone, SCHISM).size == 0  # so it is kept
    two = six(
        carthage={"discs": {"carthage": 3}}, rome={"discs": {"carthage": 1}}, egypt={"discs": {"carthage": 1}}
    )
    assert tally(two, SCHISM).own_discs == 1 < tally(two, SCHISM).harm


# ---------------------------------------------------------------------- several areas together


@pytest.mark.rule("NPC-50")
def test_locusts_eat_a_chain_of_three_rather_than_a_lone_city() -> None:
    table = six(rome={"discs": {"gades": 3, "liguria": 1, "etruria": 1, "umbria": 1}})
    assert sorted(areas(table, LOCUSTS)) == ["etruria", "liguria", "umbria"]


@pytest.mark.rule("NPC-50", "NPC-14")
def test_a_chain_goes_through_what_it_must_and_ends_before_its_own_discs() -> None:
    table = six(rome={"discs": {"tripolitania": 1, "sicily": 1}})
    assert areas(table, LOCUSTS) in (["tripolitania"], ["sicily"])  # not on to Thapsus
    gap = six(rome={"discs": {"liguria": 1, "umbria": 1, "gades": 1}})
    assert areas(gap, LOCUSTS) in (["liguria", "etruria", "umbria"], ["umbria", "etruria", "liguria"])


@pytest.mark.rule("NPC-50")
def test_of_cities_asked_in_ascending_order_the_best_two_are_named() -> None:
    """In Civil War the dearest City may have the highest number."""
    table = six(rome={"discs": {"umbria": 3, "gades": 3, "carthage": 3}}, carthage={"discs": {"carthage": 1}})
    named = areas(table, CIVIL_WAR)
    assert len(named) == 2 and "carthage" in named


@pytest.mark.rule("NPC-50")
def test_one_city_is_enough_for_a_civil_war() -> None:
    assert areas(six(rome={"discs": {"umbria": 3}}), CIVIL_WAR) == ["umbria"]


# --------------------------------------------------------------------------------- Barbarians


@pytest.mark.rule("NPC-14", "NPC-46", "NPC-40")
def test_barbarians_are_put_on_the_primary_enemy_and_never_on_itself() -> None:
    table = six(rome={"discs": {"liguria": 1}}, egypt={"discs": {"kush": 2, "egypt": 2}})
    assert "liguria" in areas(table, NOMADS, ("rome", "egypt"))
    assert set(areas(table, NOMADS, ("egypt", "rome"))) == {"kush", "egypt"}
    beside = six(carthage={"discs": HELD}, rome={"discs": {"tripolitania": 1, "saldae": 1}})
    assert not {"carthage", "thapsus"} & set(areas(beside, NOMADS))


@pytest.mark.rule("NPC-14", "NPC-46")
def test_the_areas_for_barbarians_are_those_of_the_primary_enemy() -> None:
    table = position(
        "basic_6p", phase="cards", order=["carthage", "rome", "egypt", "gaul", "troy", "mauretania"],
        carthage={"discs": HELD | {"apulia": 1}, "hand": [UPRISING, 93]},
        rome={"discs": {"samnium": 1, "brutium": 1}, "vp": 5}, egypt={"discs": {"umbria": 2, "apulia": 3}},
    )  # fmt: skip
    effects = Effects(look(table, "carthage", enemies=("rome", "egypt")))
    around = sum(1 << table.area(a) for a in ("samnium", "brutium", "umbria", "apulia", "tarentum"))
    raids = [table.s.world.board.areas[a].id for a in effects.victims.raids(around)]
    assert raids[2:] == ["umbria"] and set(raids[:2]) == {"samnium", "brutium"}
    assert len(effects.victims.raids(around, 2)) == 2
    table.do("Barbarian Uprising", "tarentum")
    assert table.asked("put_barbarians", "carthage")
    made = play_on(table, limit=2)
    assert {area for kind, area, _ in made if kind == "put_barbarians"} == {"samnium", "brutium"}


@pytest.mark.rule("NPC-45", "NPC-48")
def test_a_volcano_takes_up_to_two_discs_and_none_of_its_own() -> None:
    table = six(carthage={"discs": {"sicily": 1}}, rome={"discs": {"sicily": 1}})
    effects = Effects(look(table, "carthage", enemies=("rome",)))
    _, here, _ = table.s.world.deck.cards[VOLCANO].modes[0]
    assert isinstance(here, Remove)
    play = Play(effects.pos.me, "card", VOLCANO, areas=(table.area("sicily"),))
    assert effects.victims.removals(play, here) == [(table.area("sicily"), table.faction("rome"))]


@pytest.mark.rule("NPC-14", "NPC-46")
def test_the_uprising_breaks_out_among_the_enemies_rather_than_beside_them() -> None:
    table = six(rome={"discs": {"umbria": 2}})
    assert areas(table, UPRISING) == ["umbria"]


@pytest.mark.rule("NPC-40", "NPC-43")
def test_barbarians_count_on_others_and_doubly_against_it() -> None:
    table = six(rome={"discs": {"umbria": 2}})
    effects = Effects(look(table, "carthage", enemies=("rome",)))
    operations = table.s.world.deck.cards[NOMADS].modes[0][1:]
    play = Play(effects.pos.me, "card", NOMADS)

    def count(*named: str) -> tuple[int, int]:
        found = effects.tally(play._replace(areas=tuple(table.area(a) for a in named)), operations)
        return found.barbarians, found.raided

    assert count("umbria", "rome") == (2, 0)
    assert count("umbria", "thapsus") == (-2, 1)
    assert count("gallia", "liguria") == (0, 0)


@pytest.mark.rule("NPC-14")
def test_superstition_spreads_where_the_primary_enemy_is() -> None:
    table = six(rome={"discs": {"corsica": 1}}, egypt={"discs": {"kush": 1, "egypt": 1, "libya": 1}})
    assert areas(table, SUPERSTITION, ("rome", "egypt")) == ["corsica"]
    assert areas(table, SUPERSTITION, ("egypt", "rome")) == ["egypt"]
    assert tally(table, SUPERSTITION, ("egypt", "rome")).other == 3


@pytest.mark.rule("NPC-45")
def test_superstition_does_not_spread_around_its_own_areas() -> None:
    table = six(rome={"discs": {"numidia": 1, "umbria": 1}})
    effects = Effects(look(table, "carthage", enemies=("rome",)))
    operations = table.s.world.deck.cards[SUPERSTITION].modes[0][1:]
    play = Play(effects.pos.me, "card", SUPERSTITION)
    at_home = effects.tally(play._replace(areas=(table.area("saldae"),)), operations)
    assert at_home.other == 1 - 2 * 2 and at_home.hurts  # one Roman area, its home and Thapsus
    assert areas(table, SUPERSTITION)[0] not in {"saldae", "carthage", "thapsus"}


# ----------------------------------------------------------------------------- picking discs


@pytest.mark.rule("NPC-48", "NPC-14")
def test_discs_are_picked_by_rank_then_home_first() -> None:
    table = six(
        carthage={"discs": HELD | {"etruria": 1}},
        rome={"discs": {"rome": 2, "umbria": 1}}, egypt={"discs": {"carthage": 1, "saldae": 1}},
        barbarians={"discs": {"tripolitania": 1}},
    )  # fmt: skip
    rome_first = [("rome", "rome"), ("umbria", "rome"), ("carthage", "egypt")]  # a Settlement before a Camp
    assert removed(table, POET, ("rome", "egypt")) == rome_first
    egypt_first = [("carthage", "egypt"), ("saldae", "egypt"), ("rome", "rome")]
    assert removed(table, POET, ("egypt", "rome")) == egypt_first
    barbarians = ("tripolitania", "barbarians")
    assert removed(table, POET, ("egypt",)) == [*egypt_first[:2], barbarians]
    assert removed(table, POET, ())[0] == barbarians


@pytest.mark.rule("NPC-30", "NPC-89", "NPC-91")
@pytest.mark.parametrize(
    "mine, friends, replaced",
    [
        (0, {"egypt": 1}, True),  # alone there
        (0, {"egypt": 2}, True),  # one against one
        (0, {"egypt": 3}, False),  # two against one: Contested, and fewer
        (0, {"egypt": 1, "gaul": 1}, True),
        (0, {"egypt": 1, "gaul": 2}, False),  # beside two discs of a friend it would be one
        (1, {"egypt": 1}, True),
        (1, {"egypt": 2}, True),  # Contested before
        (1, {"egypt": 4}, False),  # two against three
        (1, {"egypt": 1, "gaul": 1}, False),  # two against one: it would become Contested
    ],
)
def test_a_poet_of_a_peaceful_npc_keeps_the_peace(mine: int, friends: dict[str, int], replaced: bool) -> None:
    table = six(
        carthage={"discs": HELD | ({"tripolitania": mine} if mine else {}), "hand": [POET, 93]},
        **{name: {"discs": {"tripolitania": n}} for name, n in friends.items()},
    )
    pairs = removed(table, POET, ())
    assert bool(pairs) == replaced and all(area == "tripolitania" for area, _ in pairs)
    assert (tally(table, POET, ()).placed == 1) == replaced


@pytest.mark.rule("NPC-30", "NPC-89", "NPC-92")
def test_missionaries_against_an_enemy_come_in_equal_numbers_and_not_beside_a_horde() -> None:
    def converted(**given: Any) -> bool:
        return bool(removed(six(**given), MISSIONARIES))

    assert converted(rome={"discs": {"saldae": 2}})
    assert not converted(rome={"discs": {"saldae": 3}})
    assert converted(rome={"discs": {"saldae": 1}}, barbarians={"discs": {"saldae": 1}})
    assert not converted(rome={"discs": {"saldae": 1}}, barbarians={"discs": {"saldae": 4}})


@pytest.mark.rule("NPC-30", "NPC-89")
def test_pirates_replace_both_discs_of_a_pair_or_one_of_two_friends() -> None:
    table = six(rome={"discs": {"african_sea": 2}})
    assert removed(table, PIRATE_RAIDS) == [("african_sea", "rome")] * 2
    three = six(barbarians={"discs": {"african_sea": 3}})
    assert removed(three, PIRATE_RAIDS) == [("african_sea", "barbarians")] * 2  # two against one
    four = six(barbarians={"discs": {"african_sea": 4}})
    assert removed(four, PIRATE_RAIDS) == [("african_sea", "barbarians")] * 2  # two against two
    friends = six(egypt={"discs": {"african_sea": 2}}, gaul={"discs": {"african_sea": 1}})
    assert removed(friends, PIRATE_RAIDS, ()) != []


@pytest.mark.rule("CMP-09", "NPC-46")
def test_without_discs_in_supply_nothing_is_placed_and_no_group_rule_asked() -> None:
    table = six(rome={"discs": {"saldae": 4}})
    table.s.supply[table.faction("carthage")] = 0
    assert removed(table, MISSIONARIES) == [("saldae", "rome")]
    assert tally(table, MISSIONARIES).placed == 0


# -------------------------------------------------------------------------------- invasions


def invaded(enemies: list[str], **given: Any) -> Table:
    """Egypt, an NPC, draws the Sea Peoples; Gaul is the player, Troy another NPC."""
    table = position(
        "basic_4p", phase="evaluation", turn=1, order=["egypt", "troy", "carthage", "gaul"],
        options={"npcs": [0, 1, 2], "npc_bonus_vp": 0},
        egypt={"discs": {"kush": 3, "egypt": 3, "libya": 1}, "vp": 0, "treasury": 1, "enemies": enemies},
        troy={"discs": {"troy": 3, "ionia": 3, "icarian_sea": 2}, "vp": 9},
        carthage={"discs": {"carthage": 3, "thapsus": 3, "saldae": 1}, "vp": 1},
        gaul={"discs": {"massilia": 1, "gulf_of_tarraco": 1}, "vp": 3}, **given,
    )  # fmt: skip
    return draw(table, SEA_PEOPLES)


@pytest.mark.rule("NPC-57", "NPC-58")
@pytest.mark.parametrize("enemies", [[], ["troy"], ["troy", "gaul"]])
def test_an_invasion_that_it_directs_hits_the_player_not_another_npc(enemies: list[str]) -> None:
    name, reason = answer(invaded(enemies), NPC())
    assert name == "gulf_of_tarraco" and reason.endswith("most harm to Gaul")


@pytest.mark.rule("NPC-57")
def test_among_npcs_alone_the_enemy_is_hit() -> None:
    table = position(
        "basic_2p", phase="evaluation", turn=1, order=["egypt", "troy"], options={"npcs": [0, 1]},
        egypt={"discs": {"kush": 3, "egypt": 3, "libya": 1}, "vp": 0, "treasury": 1},
        troy={"discs": {"troy": 3, "ionia": 3, "icarian_sea": 1}, "vp": 5},
    )  # fmt: skip
    assert answer(draw(table, SEA_PEOPLES))[0] == "icarian_sea"


@pytest.mark.rule("NPC-57", "NPC-80")
def test_the_last_npc_directs_an_invasion_away_from_itself() -> None:
    table = position(
        "basic_2p", phase="evaluation", turn=1, options={"npcs": [0, 1], "npc_bonus_vp": 0},
        egypt={"discs": {"kush": 3, "egypt": 3, "egyptian_sea": 1}, "treasury": 1},
        troy={"aeneas_used": 2, "supply": 0},
    )  # fmt: skip
    name, reason = answer(draw(table, SEA_PEOPLES))
    assert name != "egyptian_sea" and reason == "NPC-57, NPC-80: nobody else is left: least harm to itself"


# -------------------------------------------------------------------------------- what is not looked at


class Looking(Effects):
    """Counts how often it looks what a play would do."""

    looked = 0

    def tally(self, play: Play, operations: Operations) -> Tally:
        """The same."""
        self.looked += 1
        return super().tally(play, operations)


def named_with_every_card(pos: Position) -> tuple[list[Play | None], int]:
    """What an NPC would name first with each card that names something, and how often it looked."""
    effects = Looking(pos)
    plays = [
        effects.name(Play(pos.me, "card", card), operations[0], operations[1:])
        for card, fate in enumerate(pos.world.deck.cards)
        for operations in fate.modes
        if operations and operations[0].names
    ]
    return plays, effects.looked


@pytest.mark.rule("NPC-14", "NPC-50")
@pytest.mark.parametrize("scenario", ["basic_4p", "greeks_persians"])
def test_who_looks_at_every_area_names_the_same(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Areas out of reach of the Primary enemy are left out where it can be hit, and so on down the ranks."""
    npc, game = NPC(seed=1), Game.new(scenario, seed=5)
    some = every = 0
    for n in range(400):
        view, decision = game.view(game.seat), game.decision
        if n % 50 == 49:
            pos = npc.position(view, decision.faction)
            named, looked = named_with_every_card(pos)
            some += looked
            with monkeypatch.context() as patched:
                patched.setattr("agents.npc.effects._reach", lambda operation: ANYWHERE)
                again, looked = named_with_every_card(pos)
            assert again == named
            every += looked
        game.apply(npc.act(view, decision, game.legal_actions()))
    assert some < every
