"""Discs that cards of an NPC place: the group rules and the priorities hold for all of them."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from helpers import Table, position
from npc_tables import HELD, answer, look, play_on

from acis_rules import Game
from acis_rules.effects import Play
from acis_rules.effects.discs import Place
from acis_rules.kernel.state import State
from acis_rules.table.terms import total_on_map
from agents.npc.card_discs import next_pick, plan_anywhere, plan_discs
from agents.npc.chance import Reveals
from agents.npc.effects import Effects
from agents.npc.player import NPC
from agents.npc.ties import Ties

SPREADING, FERVOR, LOCAL_TRADE, QUEEN, NAVIGATOR, SUNKEN_CITY = 18, 14, 16, 32, 40, 53
PLOW, GOLD_MINE, EXPLORER, MERCHANTS = 27, 54, 95, 35
WORSE = 93  # Philosopher: kept in hand so that the Card Phase goes on


def carthage(card: int, discs: dict[str, int], **given: Any) -> Table:
    """Carthage, the NPC, holds a card in the Card Phase."""
    own = {"discs": discs, "hand": [card]} | given.pop("own", {})
    return position("basic_6p", phase="cards", carthage=own, **given)


def named(table: Table, card: int, enemies: tuple[str, ...] = ()) -> list[str] | None:
    """The areas named for a card that places discs, None if it is not to be played."""
    effects = Effects(look(table, "carthage", enemies=enemies))
    play = Play(effects.pos.me, "card", card)
    operations = table.s.world.deck.cards[card].modes[0]
    if effects.tally(play, operations).hurts:
        return None
    for i, operation in enumerate(operations):
        if operation.names:
            found = effects.name(play, operation, operations[i + 1 :])
            assert found is not None
            play = found
    return [table.s.world.board.areas[area].id for area in play.areas]


def plan(table: Table, card: int, enemies: tuple[str, ...] = (), mode: int = 0) -> list[tuple[str, int, int]]:
    """Groups that a card places: (area, discs, priority)."""
    pos = look(table, "carthage", enemies=enemies)
    operation = next(op for op in table.s.world.deck.cards[card].modes[mode] if isinstance(op, Place))
    _, orders = plan_discs(pos, Ties("A", Reveals(0)), Play(pos.me, "card", card, mode), operation, ())
    assert pos.own == bytearray(table.s.discs[pos.me])  # what was put down in thought is gone
    return [(table.s.world.board.areas[order.area].id, order.n, order.priority) for order in orders]


# ---------------------------------------------------------------- cards that name an area first


@pytest.mark.rule("NPC-30", "NPC-89", "NPC-91")
def test_the_captive_queen_goes_to_enemies_not_to_friends() -> None:
    table = carthage(QUEEN, HELD, rome={"discs": {"tyrrhenian_sea": 1}}, egypt={"discs": {"red_sea": 1}})
    assert named(table, QUEEN) is None  # two discs would make a friend's sea Contested
    assert named(table, QUEEN, ("rome",)) == ["tyrrhenian_sea"]
    assert named(table, QUEEN, ("egypt",)) == ["red_sea"]


@pytest.mark.rule("NPC-30", "NPC-45", "NPC-91")
def test_a_peaceful_npc_keeps_the_captive_queen() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"kush": 3}, "hand": [QUEEN]},
        troy={"discs": {"icarian_sea": 1, "troy": 2}},
    )  # fmt: skip
    assert "Captive Queen" in table.options
    assert answer(table, NPC("peaceful"))[0] == "stop"
    assert answer(table, NPC())[0] == "Captive Queen"
    play_on(table, limit=1)
    assert table.discs("egypt", "icarian_sea") == 2


@pytest.mark.rule("NPC-30", "NPC-89", "NPC-92")
@pytest.mark.parametrize(
    "rome, barbarians, supply, goes",
    [(2, 0, 9, True), (1, 2, 9, True), (1, 3, 9, False), (1, 4, 9, False), (2, 0, 1, False), (1, 0, 1, True)],
)
def test_both_discs_match_whoever_is_in_the_sea(rome: int, barbarians: int, supply: int, goes: bool) -> None:
    table = carthage(
        QUEEN, HELD, rome={"discs": {"tyrrhenian_sea": rome}},
        barbarians={"discs": {"tyrrhenian_sea": barbarians} if barbarians else {}},
    )  # fmt: skip
    table.s.supply[table.faction("carthage")] = supply
    assert (named(table, QUEEN, ("rome",)) is not None) == goes


@pytest.mark.rule("NPC-30", "NPC-93")
def test_of_several_seas_the_priorities_choose() -> None:
    """Beside an enemy City comes before an enemy Camp far away (18 before 20)."""
    table = carthage(
        QUEEN, HELD, rome={"discs": {"rome": 3, "tyrrhenian_sea": 1, "red_sea": 1, "aegean_sea": 1}}
    )
    assert named(table, QUEEN, ("rome",)) == ["tyrrhenian_sea"]


@pytest.mark.rule("NPC-04", "NPC-05", "NPC-30")
def test_between_seas_of_equal_priority_the_benefit_decides() -> None:
    """The Aegean Sea has more empty areas around it than the Red Sea, which the map has first."""
    table = carthage(QUEEN, HELD, rome={"discs": {"aegean_sea": 1, "red_sea": 1}})
    assert named(table, QUEEN, ("rome",)) == ["aegean_sea"]


@pytest.mark.rule("NPC-30", "NPC-89")
def test_both_discs_of_the_queen_count_when_seas_are_compared() -> None:
    """Two Romans beside their City can be matched by both discs together (18 before 20)."""
    table = carthage(
        QUEEN, HELD, rome={"discs": {"rome": 3, "tyrrhenian_sea": 2, "aegean_sea": 1, "red_sea": 1}}
    )
    assert named(table, QUEEN, ("rome",)) == ["tyrrhenian_sea"]


@pytest.mark.rule("NPC-30", "NPC-89", "NPC-91")
def test_religious_fervor_avoids_areas_in_which_one_disc_is_too_few_or_too_many() -> None:
    lands = HELD | {"gades": 1, "sicily": 1}
    friend = carthage(FERVOR, lands, egypt={"discs": {"saldae": 2, "syracuse": 2, "baetica": 2}})
    assert named(friend, FERVOR) is None  # next to each of its areas a friend has two
    camp = carthage(FERVOR, lands, egypt={"discs": {"saldae": 2, "syracuse": 1, "baetica": 2}})
    assert named(camp, FERVOR) == ["sicily"]  # one beside one is no competition
    enemy = carthage(FERVOR, lands, rome={"discs": {"saldae": 2, "syracuse": 3, "lusitania": 1}})
    assert named(enemy, FERVOR, ("rome",)) == ["gades"]


@pytest.mark.rule("NPC-30", "NPC-93")
def test_religious_fervor_goes_where_the_priorities_are_best() -> None:
    table = carthage(FERVOR, {"carthage": 2, "gades": 1, "tripolitania": 1})
    assert named(table, FERVOR) == ["carthage"]  # 5: no City at home
    behind = carthage(FERVOR, HELD | {"gades": 1, "sardinia": 1})
    assert named(behind, FERVOR) == ["gades"]  # 23 in Gades, and most empty land around it


@pytest.mark.rule("NPC-30", "NPC-91")
def test_local_trade_keeps_the_peace() -> None:
    table = carthage(
        LOCAL_TRADE, HELD | {"saldae": 1, "sicily": 1, "syracuse": 1}, rome={"discs": {"saldae": 1}}
    )
    found = named(table, LOCAL_TRADE)
    assert found is not None and "saldae" not in found
    only = carthage(LOCAL_TRADE, {"sicily": 1, "syracuse": 1}, rome={"discs": {"sicily": 1}})
    assert named(only, LOCAL_TRADE) is None
    assert named(only, LOCAL_TRADE, ("rome",)) is not None


@pytest.mark.rule("NPC-30", "NPC-89")
def test_the_navigator_needs_a_place_for_both_discs() -> None:
    seas = ("sea_of_sicily", "gulf_of_leptis", "bay_of_sirt", "gulf_of_taranto", "ionian_sea", "libyan_sea",
            "myrtoan_sea")  # fmt: skip
    around = dict.fromkeys(seas, 2)
    table = carthage(NAVIGATOR, HELD, rome={"discs": around})
    assert named(table, NAVIGATOR) == ["eastern_mediterranean"]
    table = carthage(NAVIGATOR, HELD, rome={"discs": {"eastern_mediterranean": 1}})
    found = named(table, NAVIGATOR)
    assert found is not None and len(found) == 1


@pytest.mark.rule("NPC-30")
def test_without_any_priority_a_disc_that_must_be_placed_goes_where_it_may() -> None:
    """The Navigator's second disc: only two seas are free of pairs, and no priority asks for one."""
    table = position(
        "basic_6p", epoch=4, phase="cards", carthage={"discs": HELD, "hand": [NAVIGATOR, WORSE]},
        rome={"discs": {"sea_of_sicily": 2, "gulf_of_leptis": 2, "bay_of_sirt": 2, "gulf_of_taranto": 2,
                        "ionian_sea": 2, "libyan_sea": 2}},
    )  # fmt: skip
    table.do("Navigator", "central_mediterranean")
    assert table.asked("place", "carthage") and answer(table, NPC("peaceful"))[0] == "myrtoan_sea"


# -------------------------------------------------------------------------------- the plan


@pytest.mark.rule("NPC-30", "NPC-93")
def test_a_card_may_fill_the_same_area_again() -> None:
    """Gold Mine: a Camp becomes a Settlement (23), then, behind in VP, a City (26)."""
    table = carthage(GOLD_MINE, HELD | {"sardinia": 1}, rome={"vp": 9})
    assert plan(table, GOLD_MINE)[0] == ("sardinia", 1, 23)


@pytest.mark.rule("NPC-30", "NPC-89")
def test_one_disc_for_each_area_matches_no_pair() -> None:
    table = carthage(PLOW, HELD | {"sicily": 1, "leptis": 1}, rome={"discs": {"sicily": 3, "leptis": 1}})
    placed = [area for area, _, _ in plan(table, PLOW, ("rome",))]
    assert placed[0] == "leptis" and "sicily" not in placed


@pytest.mark.rule("NPC-30")
def test_an_explorer_goes_from_area_to_area() -> None:
    table = carthage(EXPLORER, HELD)
    placed = plan(table, EXPLORER)
    around = table.s.world.board.neighbours
    areas = [table.area(area) for area, n, _ in placed if n == 1]
    assert len(areas) == 4 == len(placed)
    assert all(around[one] >> other & 1 for one, other in pairwise(areas))


@pytest.mark.rule("NPC-30")
def test_no_more_discs_than_in_supply() -> None:
    table = carthage(GOLD_MINE, HELD)
    table.s.supply[table.faction("carthage")] = 2
    assert sum(n for _, n, _ in plan(table, GOLD_MINE)) == 2


@pytest.mark.rule("NPC-30")
def test_picks_already_made_are_kept_and_the_rest_is_asked_in_ascending_order() -> None:
    table = carthage(PLOW, {"carthage": 2, "thapsus": 2, "gades": 1, "sicily": 1})
    pos = look(table, "carthage")
    operation = table.s.world.deck.cards[PLOW].modes[0][0]
    assert isinstance(operation, Place)
    play, ties = Play(pos.me, "card", PLOW), Ties("A", Reveals(0))
    picks, orders = plan_discs(pos, ties, play, operation, ())
    assert list(picks) == sorted(picks) and len(picks) == 3 == len(orders)
    assert [order.priority for order in orders] == sorted(order.priority for order in orders)
    first = picks[:1]
    again, _ = plan_discs(pos, ties, play, operation, first)
    assert again[:1] == first and len(again) == 3
    assert next_pick(picks, first, 1 << picks[1]) == picks[1]
    assert next_pick(picks, (picks[1],), 1 << picks[1]) is None  # off the plan
    assert next_pick(picks, picks, 1) == 0  # at its end: stop
    assert next_pick(picks, first, 1) is None  # no longer possible


@pytest.mark.rule("NPC-93", "NPC-124")
def test_a_temperate_climate_fills_what_it_has() -> None:
    table = carthage(PLOW, {"carthage": 1, "thapsus": 3, "saldae": 1})
    pos = look(table, "carthage")
    areas = sum(1 << table.area(area) for area in ("carthage", "thapsus", "saldae"))
    orders = plan_anywhere(pos, Ties("A", Reveals(0)), areas, 5)
    assert [(pos.name(order.area), order.n, order.priority) for order in orders] == [
        ("Carthage", 2, 5), ("Saldae", 1, 23),
    ]  # fmt: skip
    assert pos.own == bytearray(table.s.discs[pos.me])


# ---------------------------------------------------------- whole games keep the group rules


def discs(s: State) -> list[bytes]:
    """Everybody's discs, by area."""
    return [bytes(row) for row in s.discs]


def breaches(before: list[bytes], s: State, me: int) -> list[str]:
    """Areas that got discs of an NPC against NPC-89 or NPC-91, told without the NPC's own code."""
    out = []
    black = s.world.barbarians
    for area in range(len(before[me])):
        if s.discs[me][area] <= before[me][area]:
            continue
        now = [row[area] for row in s.discs]
        then = [row[area] for row in before]
        others = [n for faction, n in enumerate(now) if faction != me]
        if max(others) > now[me]:
            out.append(f"NPC-89 in {s.world.board.names[area]}: {then} -> {now}")
        enemy = then[black] or any(s.enemies[me] >> f & 1 and n for f, n in enumerate(then[:black]))
        was, is_now = (sum(map(bool, x)) > 1 and max(x) > 1 for x in (then, now))
        if is_now and not was and not enemy:
            out.append(f"NPC-91 in {s.world.board.names[area]}: {then} -> {now}")
    return out


@pytest.mark.rule("NPC-30", "NPC-89", "NPC-91")
@pytest.mark.parametrize("scenario, players", [("basic_4p", 4), ("basic_6p", 6), ("two_east_sea_war", 2)])
def test_in_whole_games_no_disc_of_an_npc_breaks_the_group_rules(scenario: str, players: int) -> None:
    """Growth by growth and card by card; the first seat is a careless player."""
    placed = 0
    for seed in range(3):
        game = Game.new(scenario, seed=seed, options={"npcs": list(range(1, players))})
        npcs, rng = [NPC("", seat) for seat in range(players)], Random(seed)
        start: tuple[int, str] = (-1, "")
        before = discs(game.state)
        while not game.over:
            decision, s = game.decision, game.state
            step = (decision.faction, decision.kind if decision.kind in ("deploy", "card_action") else "")
            if step[1] and (step != start or step[1] == "card_action"):
                start, before = step, discs(s)
            legal = game.legal_actions()
            npc = npcs[decision.seat]
            act = npc.act(game.view(decision.seat), decision, legal) if decision.seat else rng.choice(legal)
            mine = step[1] and decision.seat and act
            n = total_on_map(s, decision.faction)
            game.apply(act)
            after = game.state
            if mine and step[1] == "card_action":
                while not game.over and game.decision.faction == decision.faction and game.decision.kind in (
                    "mode", "name_area", "name_civilization", "name_city", "place", "remove",
                ):  # fmt: skip
                    view = game.view(game.seat)
                    game.apply(npc.act(view, game.decision, game.legal_actions()))
                if game.decision.kind == "card_action" and not game.over:
                    placed += total_on_map(after, decision.faction) - n
                    assert not breaches(before, after, decision.faction), npc.reason
            elif mine and (
                game.over or game.decision.kind != "deploy" or game.decision.seat != decision.seat
            ):
                assert not breaches(before, after, decision.faction), npc.reason
    assert placed
