"""Greeks and Persians, Alexander and Darius III: setups, elimination, what wins, the odd rules (PERS)."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from helpers import Table, at, moment, position
from invariants import check_all

from acis_rules import Game
from acis_rules.box.scenario import load_scenario
from acis_rules.table.changes import place, remove, trim
from acis_rules.table.ending import grade, side_score
from acis_rules.table.terms import contested, room
from acis_rules.variants.monitors import holds

GREEKS, ALEX, DARIUS = "greeks_persians", "alexander", "darius"
ALL = [GREEKS, f"{GREEKS}_2p", ALEX, f"{ALEX}_2p", DARIUS, f"{DARIUS}_2p"]
GREECE, LAND, SEA = 0, 1, 2
STRATEGOS, CAPTAIN, TRAITOR, INFANTRY, ARMOR, TRIREMES, ACADEMY = 6, 42, 45, 61, 63, 75, 91
NAMES = ("greece", "land_persians", "sea_persians")
Discs = dict[str, int]


def table(scenario: str, greece: Discs, land: Discs, sea: Discs, /, **more: Any) -> Table:
    """Discs on the map and their Gold as at the start of the scenario, unless `gold` says otherwise."""
    factions = {"greece": greece, "land_persians": land, "sea_persians": sea}
    given = {name: {"discs": discs, **more.pop(name, {})} for name, discs in factions.items()}
    return position(scenario, **{"gold": gold(scenario), **given, **more})


def gold(scenario: str, *areas: str) -> list[dict[str, Any]]:
    """The Gold of the scenario in these areas, or all of it."""
    block = load_scenario(scenario)
    number = {faction.id: f for f, faction in enumerate(block.factions)} | {"barbarians": 3}
    return [
        {"area": area, "owner": number[entry.owner]}
        for area, entry in block.setup.gold.items()
        if not areas or area in areas
    ]


def settled(scenario: str) -> dict[str, Any]:
    """Everybody as at the start."""
    return {name: {"discs": "setup"} for name in NAMES}


def fought(t: Table) -> Table:
    """The Competition Phase is over: nobody has used anything, nobody has paid."""
    while not t.game.over and t.s.phase == "competition":
        t.do("lose" if t.can("lose") else "stop")
    return t


def areas(t: Table, mask: int) -> set[str]:
    return {area.id for i, area in enumerate(t.s.world.board.areas) if mask >> i & 1}


def on_map(s: Any) -> list[int]:
    return [sum(row) for row in s.discs]


# --------------------------------------------------------------------------------------- setups


@pytest.mark.rule("GREEK-S01", "GREEK-S02", "GREEK-S04", "GREEK-S05", "GREEK-S06", "PERS-01", "GREEK-02")
@pytest.mark.parametrize("scenario", ALL[:2])
def test_greeks_and_persians_begin(scenario: str) -> None:
    """CHK-30: 30 Greek discs and 3 on the Academy, 24 and 17 Persian ones, 16 Barbarians, 13 Gold."""
    s = Game.new(scenario, seed=1).state
    assert on_map(s) == [30, 24, 17, 16] and s.supply[0] == 15 and s.supply[3] == 34
    assert s.world.board.cut_line == "extended_eastern" and s.order == [LAND, GREECE, SEA]
    owners = [owner for owner, _ in s.gold.values()]
    assert [owners.count(f) for f in range(4)] == [4, 5, 3, 1]
    assert s.gold[s.world.board.find("macedon")] == (3, 1)
    assert [s.world.civilization(s, f).id for f in range(3)] == ["mycenae", "egypt", "phoenicia"]


@pytest.mark.rule("GREEK-S03", "GREEK-S07")
def test_greek_cards_at_the_start() -> None:
    """Two on the table, two in hand and three more; the Persians draw two each. No Event among them."""
    s = Game.new(GREEKS, seed=2).state
    assert s.investments == {ACADEMY: (GREECE, 3)} and s.reserve == {INFANTRY: (GREECE, 0)}
    assert s.hand[GREECE] >> STRATEGOS & 1 and s.hand[GREECE] >> TRIREMES & 1
    assert s.hand_sizes == [5, 2, 2] and len(s.deck) == 103 - 2 - 9
    assert len([card for card in s.deck if s.world.deck.events >> card & 1]) == 7
    assert s.world.scenario.deck.set_aside == 7


@pytest.mark.rule("ALEX-S01", "ALEX-S02", "ALEX-S03", "ALEX-S04", "ALEX-S05", "ALEX-S06")
@pytest.mark.parametrize("scenario", ALL[2:4])
def test_alexander_begins(scenario: str) -> None:
    """CHK-31: 21 of 98 Greek discs, 27 and 25 Persian ones and 3 Ready each, 5 Barbarians, 12 Gold."""
    s = Game.new(scenario, seed=1).state
    assert on_map(s) == [21, 27, 25, 5] and s.ready[LAND] == s.ready[SEA] == 3
    assert s.world.board.cut_line == "alexander_darius" and s.order == [GREECE, LAND, SEA]
    assert s.supply[GREECE] + s.ready[GREECE] == 98 - 21
    assert [owner for owner, _ in s.gold.values()].count(GREECE) == 4 and len(s.gold) == 12
    assert all(s.hand[GREECE] >> card & 1 for card in (STRATEGOS, INFANTRY, ARMOR))
    assert s.hand[SEA] >> CAPTAIN & 1 and s.hand_sizes == [6, 2, 3]


@pytest.mark.rule("DAR-S01", "DAR-S03", "DAR-S04", "DAR-S05", "DAR-S06")
@pytest.mark.parametrize("scenario", ALL[4:])
def test_darius_begins(scenario: str) -> None:
    """CHK-32, CHK-33: 29 Greek discs with the four Cities; Phrygia and Cilicia are Contested, Troy is not."""
    s = Game.new(scenario, seed=1).state
    assert on_map(s) == [29, 27, 25, 5] and s.treasury[GREECE] == 1 and len(s.gold) == 12
    discs = {
        area: [s.discs[f][s.world.board.find(area)] for f in (GREECE, LAND)] for area in ("phrygia", "troy")
    }
    assert discs == {"phrygia": [4, 3], "troy": [1, 1]} and s.hand_sizes == [6, 2, 3]
    t = Table(Game.new(scenario, seed=1))
    assert areas(t, contested(t.s)) >= {"phrygia", "cilicia"} and "troy" not in areas(t, contested(t.s))


@pytest.mark.rule("PERS-00", "GREEK-V2P", "ALEX-V2P", "DAR-V2P", "DAR-S02")
def test_who_sits_where() -> None:
    """Persia is the NPC, or Greece in Darius III; for two players one of them runs both colours."""
    for scenario in ALL:
        world = Game.new(scenario).state.world
        solo = not scenario.endswith("2p")
        npcs = {GREEKS: 0b110, ALEX: 0b110, DARIUS: 0b001}[scenario.removesuffix("_2p")] if solo else 0
        assert world.npcs == npcs and world.first_enemies == (0b110, 0b001, 0b001)
        assert world.player[LAND] == world.player[SEA] or npcs == 0b110
        assert bool(world.scenario.npc) == solo  # no placement priorities for players


@pytest.mark.rule("PERS-09c", "PERS-09d")
@pytest.mark.parametrize("scenario", ALL)
def test_nobody_has_won_at_the_start(scenario: str) -> None:
    s = Game.new(scenario, seed=3).state
    assert len(s.world.scenario.victory.monitors) == 2
    assert not any(holds(s, monitor) for monitor in s.world.scenario.victory.monitors)


# ------------------------------------------------------------------------ displays, draws, numbers


@pytest.mark.rule("PERS-02", "PERS-03", "PERS-10", "PERS-11")
@pytest.mark.parametrize("scenario", ALL)
def test_persian_displays_and_numbers(scenario: str) -> None:
    """Egypt's ability works, none of Phoenicia's; 2 cards each; neither Aeneas nor Wonders."""
    s = Game.new(scenario).state
    egypt, phoenicia = s.world.civilization(s, LAND), s.world.civilization(s, SEA)
    assert [ability.name for ability in egypt.abilities] == ["Gift of the Nile"]
    assert not phoenicia.abilities and not phoenicia.open_sea
    assert [knobs.base_draw for knobs in s.world.knobs] == [3, 2, 2]
    assert not any(knobs.aeneas or knobs.wonders for knobs in s.world.knobs)


@pytest.mark.rule("PERS-13a", "PERS-16", "DAR-06a")
def test_the_first_growth() -> None:
    """The Persians only deploy; Greece gets 1 talent and 2 discs, in Darius III from turn 2 on."""
    t = Table(Game.new(ALEX, seed=1))
    assert t.asked("retire", "mycenae") and t.s.treasury[GREECE] == 1 and t.s.ready[GREECE] == 2
    t = Table(Game.new(f"{ALEX}_2p", seed=1)).skip_until("deploy", "egypt")
    assert t.s.ready[LAND] == 3 and not [
        e for e in t.events("ready") if e.cause == "growth" and e.faction == LAND
    ]
    t = Table(Game.new(f"{DARIUS}_2p", seed=1))
    assert t.asked("deploy", "egypt") and t.s.treasury[GREECE] == 1  # that of the setup
    t.skip_until("retire", "mycenae")
    assert t.s.turn == 2 and t.s.ready[GREECE] == 2
    assert [e.n for e in t.events("talents") if e.faction == GREECE and e.cause == "growth"] == [1]


@pytest.mark.rule("PERS-13b")
def test_no_persian_goes_to_greek_gold_in_turn_1() -> None:
    for turn, open_ in ((1, False), (2, True)):
        t = table(f"{ALEX}_2p", {"minos": 1}, {"troy": 1}, {"icarian_sea": 1}, turn=turn, phase="cards")
        for faction in (LAND, SEA):
            assert ("mycenae" in areas(t, room(t.s, faction))) == open_
        assert "mycenae" in areas(t, room(t.s, GREECE))


@pytest.mark.rule("PERS-13b", "PERS-08b")
@pytest.mark.parametrize(("turn", "lands"), [(1, {"macedon"}), (2, {"macedon", "thessaly"})])
def test_nor_does_an_event_put_persians_on_greek_gold_in_turn_1(turn: int, lands: set[str]) -> None:
    t = table(f"{ALEX}_2p", {"mycenae": 3, "thessaly": 3}, {"egypt": 3}, {"tyre": 3}, turn=turn, epoch=3,
              gold=gold(ALEX, "egypt", "tyre", "mycenae", "thessaly"), table=[98],
              **moment("event", GREECE, 98, phase="evaluation"))  # fmt: skip
    while t.kind == "negate":
        t.do("stop")
    t.do("thracian_sea")
    if len(lands) > 1:  # a single area is no question
        assert t.options == lands
        t.do("thessaly")
    assert t.discs("phoenicia", "macedon" if turn == 1 else "thessaly") == 4


@pytest.mark.rule("PERS-12")
def test_the_fleet_gets_a_white_disc_at_sea() -> None:
    """Where it takes part, at sea only, and not in Greeks and Persians."""
    for scenario, n in ((f"{ALEX}_2p", 1), (f"{GREEKS}_2p", 0)):
        t = table(scenario, {"icarian_sea": 2, "citium": 2, "red_sea": 2, "mycenae": 1},
                  {"red_sea": 2, "egypt": 1}, {"icarian_sea": 2, "citium": 2, "tyre": 1},
                  phase="competition").skip_until("card_action")  # fmt: skip
        white = [(e.faction, e.n) for e in t.events("allies") if e.cause == "fleet"]
        assert white == [(SEA, 1)] * n


# ---------------------------------------------------------------------------------------- clocks


@pytest.mark.rule("GREEK-01a", "GREEK-01b")
@pytest.mark.parametrize(("turn", "checks"), [(1, False), (2, False), (3, True)])
def test_an_epoch_has_three_turns_at_least(turn: int, checks: bool) -> None:
    clock = load_scenario(GREEKS).clock
    assert (clock.first_epoch, clock.last_epoch, clock.turns) == (2, 3, 4)
    t = at("sudden end", scenario=f"{GREEKS}_2p", epoch=2, turn=turn, **settled(GREEKS), gold=gold(GREEKS))
    assert bool(t.events("revealed")) == checks


@pytest.mark.rule("GREEK-01b")
def test_time_does_not_march_on_before_the_third_turn() -> None:
    """The Event reshuffles; its end of the Epoch is void, not postponed."""
    for turn, ends in ((1, False), (2, True)):  # drawn at the end of turn 2 it would end turn 3
        t = at("event", GREECE, 62, scenario=f"{GREEKS}_2p", epoch=2, turn=turn, table=[62],
               then=["next turn"], **settled(GREEKS), gold=gold(GREEKS))  # fmt: skip
        assert t.events("reshuffled") and t.s.end_epoch == ends


@pytest.mark.rule("PERS-14a")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_four_turns_are_certain(turn: int) -> None:
    """No check, and Time Marches On only reshuffles."""
    assert load_scenario(DARIUS).clock == load_scenario(ALEX).clock
    t = at("sudden end", scenario=f"{ALEX}_2p", turn=turn, **settled(ALEX), gold=gold(ALEX))
    assert t.s.phase == "evaluation" and not t.events("revealed")  # the Draw step
    t = at("event", GREECE, 62, scenario=f"{ALEX}_2p", turn=turn, table=[62], then=["next turn"],
           **settled(ALEX), gold=gold(ALEX))  # fmt: skip
    assert t.events("reshuffled") and not t.s.end_epoch


@pytest.mark.rule("PERS-14b")
@pytest.mark.parametrize(("turn", "card", "over"), [(4, 2, False), (4, 1, True), (5, 2, False), (5, 1, True)])
def test_an_even_card_gives_another_turn(turn: int, card: int, over: bool) -> None:
    deck = [other for other in range(103, 0, -1) if other != card] + [card]
    t = at("sudden end", scenario=f"{ALEX}_2p", turn=turn, deck=deck, **settled(ALEX), gold=gold(ALEX))
    assert t.game.over == over and (over or t.s.turn == turn + 1)


@pytest.mark.rule("PERS-14b")
def test_six_turns_are_the_most() -> None:
    t = at("sudden end", scenario=f"{ALEX}_2p", turn=6, **settled(ALEX), gold=gold(ALEX))
    assert t.game.over and not t.events("revealed")


@pytest.mark.rule("GREEK-04")
def test_xerxes_debases_the_coinage() -> None:
    """Always, whatever card would be turned up."""
    for seed in (1, 2):
        t = at("epoch change", scenario=f"{GREEKS}_2p", epoch=2, rng=seed, then=["next epoch"],
               **settled(GREEKS), gold=gold(GREEKS))  # fmt: skip
        assert [e.row for e in t.events("epoch_change")] == ["Devaluation of currency"]


# ---------------------------------------------------------------------------- cards on the table


@pytest.mark.rule("GREEK-05a", "GREEK-05b")
def test_the_school_of_athens_stays_with_the_gold_of_mycenae() -> None:
    entry = next(one for one in load_scenario(GREEKS).reserve if one.card == ACADEMY)
    assert (entry.stays, entry.discs) == ("mycenae", 3)
    empty = [{"card": ACADEMY, "owner": GREECE, "discs": 0}]
    for looter, stays in (("land_persians", False), ("greece", True)):
        discs = {"greece": {"laconia": 1}, "land_persians": {"egypt": 1}, "sea_persians": {"tyre": 1}}
        discs[looter] = {**discs[looter], "mycenae": 3}
        t = table(f"{GREEKS}_2p", discs["greece"], discs["land_persians"], discs["sea_persians"],
                  investments=empty, phase="competition").skip_until("card_action")  # fmt: skip
        assert (ACADEMY in t.s.investments) == stays and (ACADEMY in t.s.discard) != stays


@pytest.mark.rule("GREEK-05c")
def test_the_school_gets_discs_again_under_xerxes() -> None:
    t = at("next epoch", scenario=f"{GREEKS}_2p", epoch=2, gold=gold(GREEKS), **settled(GREEKS),
           investments=[{"card": ACADEMY, "owner": GREECE, "discs": 0}])  # fmt: skip
    assert t.s.epoch == 3 and t.asked("offer", "mycenae")
    t.do("yes", "yes", "yes")
    assert t.s.investments[ACADEMY] == (GREECE, 3) and not t.asked("offer")


@pytest.mark.rule("GREEK-06")
def test_this_is_sparta() -> None:
    """In Mycenae and in Laconia, both in one turn, nowhere else; never discarded, not even for a disc."""
    fights = {"mycenae": 2, "laconia": 2, "thessaly": 2}
    t = table(f"{GREEKS}_2p", fights, {**fights, "egypt": 1}, {"tyre": 1}, phase="competition",
              reserve=[{"card": INFANTRY, "owner": GREECE}], greece={"treasury": 0})  # fmt: skip
    used = []
    while t.s.phase == "competition" and t.game.decision.kind in ("commit", "loss"):
        here = t.s.world.board.areas[t.s.competition_area].id
        if t.asked("commit", "mycenae") and t.can("Armored Infantry"):
            used.append(here)
            t.do("Armored Infantry")
        else:
            assert t.kind == "commit" or not t.can("Armored Infantry")
            t.do("stop" if t.kind == "commit" else "lose")
    assert sorted(used) == ["laconia", "mycenae"] and t.s.reserve == {INFANTRY: (GREECE, 0)}


@pytest.mark.rule("GREEK-07a", "GREEK-07b")
def test_strategos_and_triremes_go_to_the_table_and_come_back() -> None:
    entries = {one.card: (one.goes, one.back) for one in load_scenario(GREEKS).reserve}
    assert entries[STRATEGOS] == entries[TRIREMES] == ("may", "draw")
    t = at("draw step", scenario=f"{GREEKS}_2p", gold=gold(GREEKS), **settled(GREEKS), order=[0, 1, 2],
           reserve=[{"card": card, "owner": GREECE} for card in (STRATEGOS, TRIREMES)],
           deck=[card for card in range(103, 0, -1) if card not in (STRATEGOS, TRIREMES)])  # fmt: skip
    assert t.asked("take_back", "mycenae")
    t.do("Strategos", "Triremes")
    assert t.hand("mycenae") == {STRATEGOS, TRIREMES, 1, 2}  # 3 cards and 1 for its 4 Cities


@pytest.mark.rule("GREEK-07b")
def test_not_in_the_draw_at_the_end_of_an_epoch() -> None:
    t = at("new hands", scenario=f"{GREEKS}_2p", epoch=2, gold=gold(GREEKS), **settled(GREEKS),
           reserve=[{"card": STRATEGOS, "owner": GREECE}], then=["next epoch"])  # fmt: skip
    assert STRATEGOS in t.s.reserve and not t.asked("take_back")


@pytest.mark.rule("ALEX-04a", "ALEX-04c", "DAR-04")
@pytest.mark.parametrize("scenario", [f"{ALEX}_2p", f"{DARIUS}_2p"])
def test_memnon(scenario: str) -> None:
    """Captain goes to the table once it is played and is back, for nothing, in the next Draw step."""
    t = table(scenario, {"icarian_sea": 2, "mycenae": 1}, {"egypt": 1}, {"icarian_sea": 2, "tyre": 1},
              sea_persians={"hand": [CAPTAIN]}, phase="competition")  # fmt: skip
    t.skip_until("commit", "phoenicia").do("Captain")
    t.skip_until("talents_to_spend" if t.s.treasury[SEA] else "card_action")
    assert [e.card for e in t.events("put_by")] == [CAPTAIN]
    assert [e.card for e in t.events("taken_back")] == [CAPTAIN] and t.s.hand_sizes[SEA] >= 3


@pytest.mark.rule("ALEX-05a", "ALEX-05b", "ALEX-05c")
def test_the_example_of_alexanders_cards() -> None:
    """Strategos stolen by the Spy, both others used: they are drawn again, and two talents fill the hand."""
    spy = 34
    t = table(f"{ALEX}_2p", {"citium": 2, "mycenae": 3}, {"egypt": 1}, {"citium": 2, "tyre": 1}, turn=2,
              greece={"hand": [STRATEGOS, INFANTRY, ARMOR], "treasury": 2},
              sea_persians={"hand": [spy]}, phase="cards", order=[2, 0, 1],
              deck=[c for c in range(103, 0, -1) if c not in (STRATEGOS, INFANTRY, ARMOR, spy)])  # fmt: skip
    t.do(f"#{spy}").skip_until("take", "phoenicia").do("Strategos")
    assert t.asked("offer", "mycenae")
    t.do("yes")
    assert not t.hand("phoenicia")  # the thief gets no other card instead
    t.skip_until("commit", "mycenae").do("Armored Infantry", "Metal Forging: Armor", "stop")
    for _ in range(2):
        t.skip_until("offer", "mycenae").do("yes")
    assert not t.hand("mycenae")
    t.skip_until("talents_to_spend", "mycenae")
    assert t.hand("mycenae") == {STRATEGOS}  # first, and for free
    t.do(2)
    assert t.asked("take_back", "mycenae")
    t.do("Metal Forging: Armor", "Armored Infantry")
    assert len(t.hand("mycenae")) == 6 and t.hand("mycenae") >= {STRATEGOS, INFANTRY, ARMOR}
    assert not t.s.reserve


@pytest.mark.rule("DAR-05a", "DAR-05b", "DAR-05c")
def test_alexanders_cards_against_darius() -> None:
    """All three come back by themselves, two of them as cards drawn; then a bonus card."""
    entries = {one.card: (one.goes, one.back) for one in load_scenario(DARIUS).reserve}
    assert entries[STRATEGOS] == ("must", "free") and entries[INFANTRY] == entries[ARMOR] == (
        "must",
        "forced",
    )
    reserve = [{"card": card, "owner": GREECE} for card in (STRATEGOS, INFANTRY, ARMOR)]
    for held, hand in (([], 3 + 1 + 1), ([39, 40, 41], 3 + 3 + 1)):
        elsewhere = (STRATEGOS, INFANTRY, ARMOR, *held)
        t = at("draw step", scenario=f"{DARIUS}_2p", turn=2, reserve=reserve, gold=gold(DARIUS),
               greece={"discs": {"mycenae": 3}, "hand": held, "treasury": 1},
               land_persians={"discs": {"egypt": 1}}, sea_persians={"discs": {"tyre": 1}},
               deck=[card for card in range(103, 0, -1) if card not in elsewhere])  # fmt: skip
        assert t.asked("talents_to_spend", "mycenae")
        bonus = [e for e in t.events("drew") if e.cause == "bonus card"]
        assert len(bonus) == (not held) and t.hand("mycenae") >= {STRATEGOS, INFANTRY, ARMOR}
        t.do(0)
        drawn = [e.n for e in t.events("drew") if e.faction == GREECE and e.cause == "draw step"]
        assert drawn == [1] and len(t.hand("mycenae")) == hand


# ---------------------------------------------------------------------- Events, Gold, elimination


@pytest.mark.rule("PERS-08a")
@pytest.mark.parametrize("scenario", ALL)
def test_three_events_are_persian_reinforcements(scenario: str) -> None:
    world = Game.new(scenario).state.world
    assert set(world.scenario.deck.replaced) == {98, 99, 100}
    assert not any(world.deck.cards[card].tags.barbarians for card in (98, 99, 100))
    assert world.deck.cards[101].tags.barbarians


@pytest.mark.rule("PERS-08c")
@pytest.mark.parametrize("card", [99, 100])
def test_four_discs_of_the_land_persians_are_ready(card: int) -> None:
    t = at(
        "event", GREECE, card, scenario=f"{ALEX}_2p", turn=2, table=[card], **settled(ALEX), gold=gold(ALEX)
    )
    assert t.s.ready == [0, 4, 0] and not t.events("barbarians")


@pytest.mark.rule("PERS-07")
def test_neither_joins_two_discs_of_the_other() -> None:
    t = table(f"{GREEKS}_2p", {"mycenae": 3}, {"egypt": 3, "sinai": 2, "petra": 1}, {"tyre": 3, "citium": 1})
    assert {"tyre", "citium"} & areas(t, room(t.s, LAND)) == {"citium"}
    assert {"egypt", "sinai", "petra"} & areas(t, room(t.s, SEA)) == {"petra"}


def without_land_gold(scenario: str = f"{ALEX}_2p", **more: Any) -> Table:
    """The Land Persians lose the last disc they have on Gold; those in Sinai and Kush stay."""
    return table(scenario, {"phrygia": 4, "mycenae": 3}, {"phrygia": 1, "sinai": 2, "kush": 1},
                 {"tyre": 3}, gold=gold(scenario, "phrygia", "tyre", "mycenae"), phase="competition",
                 land_persians={"hand": [39], "treasury": 2, "vp": 9}, **more)  # fmt: skip


@pytest.mark.rule("PERS-09a")
def test_without_gold_the_land_persians_are_out() -> None:
    """Cards, talents and supply go, the discs on the map stay, and the VP never change again."""
    t = without_land_gold().skip_until("deploy", "mycenae")
    s = t.s
    assert s.order == [GREECE, SEA] or LAND not in s.order
    assert s.absent == 1 << LAND and not s.hand[LAND] and not s.treasury[LAND] and not s.supply[LAND]
    assert 39 in s.discard and s.vp[LAND] == 9
    assert [event.faction for event in t.events("left")] == [LAND]
    assert (t.discs("egypt", "sinai"), t.discs("egypt", "kush")) == (2, 1)
    before = s.vp[LAND]
    rng = random.Random(1)
    while not t.game.over:
        check_all(t.game)
        t.game.apply(rng.choice(t.game.legal_actions()))
    assert t.s.vp[LAND] == before


@pytest.mark.rule("PERS-09a")
def test_discs_of_who_is_out_leave_the_game() -> None:
    t = without_land_gold().skip_until("deploy", "mycenae")
    left = sum(t.s.discs[LAND])
    remove(t.s, LAND, t.area("sinai"), "card 1")
    assert sum(t.s.discs[LAND]) == left - 1 and t.s.supply[LAND] == 0


@pytest.mark.rule("PERS-09b")
def test_the_same_for_the_sea_persians() -> None:
    t = table(f"{ALEX}_2p", {"tyre": 4, "mycenae": 3}, {"egypt": 3}, {"tyre": 1, "citium": 2},
              gold=gold(ALEX, "egypt", "tyre", "mycenae"), phase="competition")  # fmt: skip
    t.skip_until("deploy", "mycenae")
    assert t.s.absent == 1 << SEA and SEA not in t.s.order and t.discs("phoenicia", "citium") == 2


@pytest.mark.rule("PERS-09a")
def test_gold_that_is_not_looted_yet_does_not_help() -> None:
    """SGOLD-06: what counts is a disc of its own over the Gold, not who has taken it since."""
    t = table(f"{ALEX}_2p", {"phrygia": 1, "mycenae": 3}, {"egypt": 1}, {"tyre": 3},
              gold=gold(ALEX, "phrygia", "tyre", "mycenae"), barbarians={"discs": {"phrygia": 1}},
              phase="competition")  # fmt: skip
    fought(t)
    assert t.s.gold[t.area("phrygia")] == (LAND, 1)  # nobody Controls the area
    assert t.s.absent == 1 << LAND and t.discs("egypt", "egypt") == 1


@pytest.mark.rule("PERS-09a")
def test_discs_that_are_ready_leave_with_the_rest() -> None:
    """Reinforcements of an Event (PERS-08c) wait in the Ready box for a Growth that never comes."""
    t = table(f"{ALEX}_2p", {"phrygia": 4, "mycenae": 3}, {"phrygia": 1, "sinai": 2}, {"tyre": 3},
              gold=gold(ALEX, "phrygia", "tyre", "mycenae"), phase="competition",
              land_persians={"ready": 4})  # fmt: skip
    fought(t)
    assert t.s.absent == 1 << LAND and t.s.ready[LAND] == 0
    check_all(t.game)


@pytest.mark.rule("PERS-09a")
def test_loot_of_the_same_phase_is_lost_too() -> None:
    """It waits in the Loot box until the phase ends (CMP-28): talents like all others."""
    t = without_land_gold()
    t.s.loot[LAND] = 2  # of an earlier competition
    fought(t)
    assert t.s.absent == 1 << LAND and t.s.treasury[LAND] == t.s.loot[LAND] == 0


@pytest.mark.rule("PERS-05b", "PERS-09b")
def test_who_loses_its_last_gold_to_its_partner_is_out_at_once() -> None:
    """Brown discs replace the red ones in Tyre, and the Gold is brown (PERS-05b): no Growth for red."""
    t = table(f"{ALEX}_2p", {"mycenae": 3, "tyre": 2}, {"egypt": 3, "canaan": 2}, {"tyre": 3, "citium": 2},
              gold=gold(ALEX, "egypt", "tyre", "mycenae"), turn=2, land_persians={"ready": 2, "hand": [2]},
              sea_persians={"hand": [39], "treasury": 1},
              **moment("deploy", LAND, phase="growth",
                       then=[("retirement", SEA), ("acquisition", SEA), ("resettlement", SEA, 0),
                             ("deployment", SEA), "card phase"]))  # fmt: skip
    t.do("tyre")
    assert t.s.gold[t.area("tyre")] == (LAND, 1) and t.discs("phoenicia", "tyre") == 0
    assert t.s.absent == 1 << SEA and t.s.order == [GREECE, LAND]
    assert 39 in t.s.discard and not t.s.treasury[SEA] and not t.s.supply[SEA]
    t.do("stop")
    assert t.asked("card_action", "egypt") and t.discs("phoenicia", "citium") == 2
    check_all(t.game)


@pytest.mark.rule("PERS-05c", "STK-06")
def test_discs_that_change_their_colour_keep_to_the_limit_as_well() -> None:
    """Red discs from Phoenicia and Carchemish replace the brown ones in Phrygia, where red are four then."""
    t = table(f"{ALEX}_2p", {"mycenae": 3}, {"phoenicia": 4, "carchemish": 4, "phrygia": 2}, {"tyre": 1},
              turn=2, land_persians={"hand": [57]}, **moment("card phase"))  # fmt: skip
    s = t.s
    s.supply[LAND] = 0
    for _ in range(2):
        place(s, SEA, t.area("phrygia"), "test")
    s.phase = "evaluation"
    trim(s)
    for area in ("phoenicia", "carchemish", "phrygia"):
        assert [row[t.area(area)] for row in s.discs] == [0, 3, 0, 0]


@pytest.mark.rule("PERS-09b", "CLR-27")
def test_a_traitor_among_the_discs_of_who_is_out() -> None:
    """They stay on the map and in the way: nobody pays for them."""
    t = table(f"{ALEX}_2p", {"mycenae": 3, "cilician_strait": 1}, {"egypt": 3}, {"cilician_strait": 2},
              gold=gold(ALEX, "egypt", "mycenae"), absent=[SEA], order=[GREECE, LAND], phase="competition",
              greece={"hand": [TRAITOR]}, sea_persians={"supply": 0})  # fmt: skip
    t.do(f"#{TRAITOR}")
    sea = t.area("cilician_strait")
    assert [row[sea] for row in t.s.discs] == [1, 0, 0, 0]
    check_all(t.game)


@pytest.mark.rule("PERS-09b")
def test_the_card_phase_goes_on_without_who_has_left() -> None:
    """Red has passed; then a card of brown takes the last red Gold, and brown still plays."""
    t = table(f"{ALEX}_2p", {"mycenae": 3, "tyre": 2}, {"egypt": 3, "canaan": 2}, {"tyre": 3, "citium": 2},
              gold=gold(ALEX, "egypt", "tyre", "mycenae"), turn=2, order=[SEA, LAND, GREECE],
              land_persians={"hand": [57, 2]}, **moment("card phase"))  # fmt: skip
    t.do("#57").do("tyre")
    while t.kind != "card_action":
        t.do("stop")
    assert t.s.absent == 1 << SEA and t.asked("card_action", "egypt") and t.can("#2")
    check_all(t.game)


@pytest.mark.rule("PERS-09c")
def test_without_persian_gold_greece_wins_at_once() -> None:
    t = fought(table(f"{ALEX}_2p", {"tyre": 4, "mycenae": 3}, {"sinai": 3}, {"tyre": 1},
              gold=gold(ALEX, "tyre", "mycenae"), phase="competition"))  # fmt: skip
    assert t.game.over and t.s.winners == [GREECE]
    check_all(t.game)


@pytest.mark.rule("PERS-09d")
def test_without_greek_gold_persia_wins_at_once() -> None:
    t = fought(table(f"{GREEKS}_2p", {"mycenae": 1, "minos": 3}, {"mycenae": 4, "egypt": 3}, {"tyre": 3},
              gold=gold(GREEKS, "mycenae", "egypt", "tyre"), phase="competition"))  # fmt: skip
    assert t.game.over and t.s.winners == [LAND, SEA]


@pytest.mark.rule("PERS-15")
@pytest.mark.parametrize(("top", "over"), [(1, True), (2, False)])
def test_looted_greek_gold_turns_up_a_card(top: int, over: bool) -> None:
    """An odd id, and Alexander's generals go home; it goes back into the deck."""
    deck = [card for card in range(103, 0, -1) if card != top] + [top]
    t = table(f"{ALEX}_2p", {"mycenae": 3}, {"thessaly": 3, "egypt": 3}, {"tyre": 3},
              gold=gold(ALEX, "mycenae", "thessaly", "egypt", "tyre"), deck=deck, turn=2,
              phase="competition")  # fmt: skip
    assert t.events("gold_looted") and [e.card for e in t.events("revealed")][:1] == [top]
    assert t.game.over == over and (not over or t.s.winners == [LAND, SEA])
    if not over:
        assert top in t.s.deck or any(hand >> top & 1 for hand in t.s.hand)


@pytest.mark.rule("PERS-15")
def test_persian_gold_turns_up_nothing() -> None:
    t = table(f"{ALEX}_2p", {"mycenae": 3, "cilicia": 3}, {"egypt": 3}, {"tyre": 3}, turn=2,
              gold=gold(ALEX, "mycenae", "cilicia", "egypt", "tyre"), phase="competition")  # fmt: skip
    assert [e.faction for e in t.events("gold_looted")] == [GREECE] and not t.events("revealed")


@pytest.mark.rule("GREEK-S06")
def test_anybody_loots_the_gold_of_macedon() -> None:
    for looter, faction in (("greece", GREECE), ("land_persians", LAND)):
        discs: dict[str, Discs] = {"greece": {"mycenae": 3}, "land_persians": {"egypt": 3}}
        discs[looter] |= {"macedon": 1}
        t = table(f"{GREEKS}_2p", discs["greece"], discs["land_persians"], {"tyre": 3}, phase="competition",
                  gold=gold(GREEKS, "mycenae", "egypt", "tyre", "macedon"))  # fmt: skip
        assert [(e.faction, e.other) for e in t.events("gold_looted")] == [(faction, 3)]
        assert [e.n for e in t.events("vp") if e.cause == "gold"] == [4]


@pytest.mark.rule("PERS-09a")
def test_the_persians_loot_no_gold_of_each_other() -> None:
    t = table(f"{GREEKS}_2p", {"mycenae": 3}, {"tyre": 3, "egypt": 3}, {"al_mina": 3}, phase="competition",
              gold=gold(GREEKS, "mycenae", "egypt", "tyre", "al_mina"))  # fmt: skip
    assert not t.events("gold_looted")


# ---------------------------------------------------------------------------------- the last score


@pytest.mark.rule("PERS-09a", "EPO-03", "EPO-21")
def test_cities_of_persians_who_are_out_are_not_compared() -> None:
    out = {"discs": {"tyre": 3, "al_mina": 3, "citium": 3}}
    given: dict[str, Any] = {"gold": gold(GREEKS, "egypt"), "absent": [SEA], "epoch": 2,
                             "order": [GREECE, LAND],
                             "greece": {"discs": {"mycenae": 3}, "vp": 9}, "sea_persians": out,
                             "land_persians": {"discs": {"egypt": 2}, "vp": 4}}  # fmt: skip
    t = at("epoch vp", scenario=f"{GREEKS}_2p", **given)
    assert [e.faction for e in t.events("vp") if e.cause == "most cities"] == [GREECE]
    t = at("epoch row", 20, scenario=f"{GREEKS}_2p", **given)
    assert t.s.vp[:2] == [4, 4]  # Greece has most VP and most Cities


@pytest.mark.rule("GREEK-10a", "GREEK-10b")
def test_greek_cities_that_held_out() -> None:
    """10 VP for Mycenae with any Gold, 5 each for the others with Greek Gold; a disc must be there."""
    t = at("game end", scenario=f"{GREEKS}_2p", epoch=3, turn=4,
           gold=[*gold(GREEKS, "mycenae", "laconia", "syracuse", "thessaly", "egypt"),],
           greece={"discs": {"mycenae": 1, "laconia": 1, "syracuse": 1}},
           land_persians={"discs": {"egypt": 3}}, sea_persians={"discs": {"tyre": 3}})  # fmt: skip
    assert [e.n for e in t.events("vp") if e.cause == "scenario"] == [10, 10] and t.s.vp[GREECE] == 20


@pytest.mark.rule("GREEK-10a")
@pytest.mark.parametrize(
    ("greek", "persian", "there", "vp"),
    [
        ({"mycenae": 1}, {"egypt": 3}, ("mycenae",), 10),
        ({"mycenae": 1}, {"egypt": 3, "mycenae": 2}, ("mycenae",), 10),  # a disc is enough, Control or not
        ({"minos": 1}, {"egypt": 3}, ("mycenae",), 0),
        ({"minos": 1}, {"egypt": 3, "mycenae": 1}, ("mycenae",), 0),
        ({"mycenae": 3}, {"egypt": 3}, (), 0),
    ],
)
def test_mycenae_scores_with_a_greek_disc_and_gold_in_it(
    greek: dict[str, int], persian: dict[str, int], there: tuple[str, ...], vp: int
) -> None:
    t = at("game end", scenario=f"{GREEKS}_2p", epoch=3, turn=4, gold=gold(GREEKS, *there, "egypt"),
           greece={"discs": greek}, land_persians={"discs": persian},
           sea_persians={"discs": {"tyre": 3}})  # fmt: skip
    assert t.s.vp[GREECE] == vp


@pytest.mark.rule("GREEK-10c")
@pytest.mark.parametrize(
    ("greek", "persian", "winners"),
    [(30, (40, 20), [GREECE]), (30, (41, 20), [LAND, SEA]), (30, (39, 20), [GREECE])],
)
def test_half_of_the_persian_vp_must_exceed_the_greek_ones(
    greek: int, persian: tuple[int, int], winners: list[int]
) -> None:
    t = at("game end", scenario=f"{GREEKS}_2p", epoch=3, turn=4, gold=gold(GREEKS, "egypt"),
           greece={"discs": {"minos": 1}, "vp": greek},
           land_persians={"discs": {"egypt": 3}, "vp": persian[0]},
           sea_persians={"discs": {"tyre": 3}, "vp": persian[1]})  # fmt: skip
    assert t.s.winners == winners and side_score(t.s, 1) == Fraction(sum(persian), 2)


@pytest.mark.rule("ALEX-08")
@pytest.mark.parametrize(("greek", "word"), [(50, ""), (10, "decisive")])
def test_alexander_has_lost_without_a_victory(greek: int, word: str) -> None:
    t = at("game end", scenario=f"{ALEX}_2p", epoch=3, turn=6, gold=gold(ALEX, "egypt", "mycenae"),
           greece={"discs": {"mycenae": 3}, "vp": greek}, land_persians={"discs": {"egypt": 3}, "vp": 10},
           sea_persians={"discs": {"tyre": 3}, "vp": 10})  # fmt: skip
    assert t.s.winners == [LAND, SEA] and {e.cause for e in t.events("won")} == {word}


@pytest.mark.rule("ALEX-02f")
@pytest.mark.parametrize(("greek", "word"), [(50, ""), (10, "minor")])
def test_a_minor_victory_of_alexander(greek: int, word: str) -> None:
    t = fought(table(f"{ALEX}_2p", {"tyre": 4, "mycenae": 3}, {"sinai": 3}, {"tyre": 1},
              gold=gold(ALEX, "tyre", "mycenae"), phase="competition", greece={"vp": greek},
              land_persians={"vp": 10}, sea_persians={"vp": 10}))  # fmt: skip
    assert t.s.winners == [GREECE] and grade(t.s, 0) == word
    assert {e.cause for e in t.events("won")} == {word}


@pytest.mark.rule("DAR-08")
@pytest.mark.parametrize(
    ("greek", "held", "winners"),
    [(20, True, [LAND, SEA]), (21, True, [GREECE]), (20, False, [GREECE]), (5, False, [GREECE])],
)
def test_darius_needs_vp_and_gold(greek: int, held: bool, winners: list[int]) -> None:
    """As many VP as Greece, both colours added up, and Control of an area with Persian Gold."""
    t = at("game end", scenario=f"{DARIUS}_2p", epoch=3, turn=6, gold=gold(DARIUS, "egypt", "mycenae"),
           greece={"discs": {"mycenae": 3} if held else {"mycenae": 3, "egypt": 1}, "vp": greek},
           land_persians={"discs": {"egypt": 3}, "vp": 12},
           sea_persians={"discs": {"tyre": 3}, "vp": 8})  # fmt: skip
    assert t.s.winners == winners


# --------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("scenario", ALL)
def test_a_random_game_keeps_all_invariants(scenario: str) -> None:
    game, rng = Game.new(scenario, seed=5), random.Random(5)
    while not game.over:
        check_all(game)
        game.apply(rng.choice(game.legal_actions()))
