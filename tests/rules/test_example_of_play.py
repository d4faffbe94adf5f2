"""The worked examples of the rulebook: EX-01 to EX-04, and the example of play move by move."""

from __future__ import annotations

import pytest
from helpers import Table, moment, position

from acis_rules import Game
from acis_rules.table.terms import cities, contested, controlled, dominated, strength

EARTHQUAKE, ARMOR, POET, PONTIFF, SILK_ROAD = 1, 63, 39, 46, 55  # Bob's hand
LAND_IMPROVEMENT, FAMINE, SPY, ORACLE, ERUPTION = 7, 8, 34, 38, 3  # Sue's hand
FALSE_PROPHET, APPIAN_WAY, SEA_PEOPLES, ATLANTIS = 66, 78, 98, 102

# ------------------------------------------------------------------- examples of the rules


@pytest.mark.rule("EX-01")
def test_negation_chain() -> None:
    demagogue, bribery, priestess = 22, 47, 43
    t = position(
        phase="cards", egypt={"discs": {"kush": 2}, "hand": [demagogue, bribery]},
        troy={"discs": {"lydia": 2, "ionia": 2}, "hand": [priestess]},
    )  # fmt: skip
    t.do("Demagogue")  # on Troy, the only opponent
    assert t.asked("negate", "troy")
    t.do("High Priestess")
    assert t.asked("negate", "egypt")
    t.do("Bribery")
    assert set(t.s.discard) == {priestess, bribery}
    assert t.of("treasury", "troy") == 0
    assert t.asked("remove_own", "troy")  # Demagogue is resolved
    t.do("lydia", "lydia")  # and one in Ionia, without alternative
    assert (t.discs("troy", "lydia"), t.discs("troy", "ionia")) == (0, 1)
    assert demagogue not in t.hand("egypt")


@pytest.mark.rule("EX-02")
def test_building_the_great_pyramid_at_kush() -> None:
    t = position(
        phase="cards", egypt={"discs": {"kush": 1, "libya": 2, "sinai": 2}, "hand": [9], "treasury": 1},
        troy={"discs": {"lydia": 2}, "hand": [SILK_ROAD]},
    )  # fmt: skip
    supply = t.of("supply", "egypt")
    t.do("Great Pyramid", "libya", "libya", "sinai")
    while t.kind == "wonder_payment":
        t.do("Drought")
    assert t.options == {"kush", "sinai"}
    t.do("kush")
    assert t.of("supply", "egypt") == supply + 3 - 5
    assert t.s.discard == [9]
    assert t.of("treasury", "egypt") == 0
    pyramid = t.s.wonders[0]
    assert (pyramid.owner, pyramid.area, pyramid.discs) == (t.faction("egypt"), t.area("kush"), 5)
    assert not pyramid.buried
    assert t.asked("card_action", "troy")


@pytest.mark.rule("EX-02")
def test_the_single_disc_of_kush_cannot_be_paid_if_kush_is_to_be_the_site() -> None:
    t = position(
        phase="cards", egypt={"discs": {"kush": 1, "libya": 2, "sinai": 2}, "hand": [9], "treasury": 1},
        troy={"discs": {"lydia": 2}, "hand": [SILK_ROAD]},
    )  # fmt: skip
    t.do("Great Pyramid", "libya", "kush", "sinai")
    while t.kind == "wonder_payment":
        t.do("Drought")
    assert not t.can("kush")


@pytest.mark.rule("EX-03")
def test_siege_engines_cancel_a_competition() -> None:
    t = position(
        phase="competition", egypt={"discs": {"tyre": 3}}, troy={"discs": {"tyre": 1}, "hand": [65]},
    )  # fmt: skip
    t.do("Siege Engines")
    while t.kind == "commit":
        t.do("stop")
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre")) == (1, 1)
    assert [event.cause for event in t.events("removed")] == ["card 65", "card 65"]  # no rounds
    assert not contested(t.s) >> t.area("tyre") & 1
    assert not t.events("looted")


@pytest.mark.rule("EX-04")
def test_the_fourth_disc() -> None:
    """Egypt deploys 4 discs against a Trojan City of 3."""
    t = position(
        egypt={"discs": {"sinai": 1}, "ready": 4}, troy={"discs": {"tyre": 3}},
        **moment("deployment", 0, then=["competition phase", "evaluation"]),
    )  # fmt: skip
    t.do("tyre", "tyre", "tyre", "tyre")
    assert t.asked("commit", "troy")
    t.do("stop")  # no Amazon Allies
    lost = [event.faction for event in t.events("removed") if event.cause == "competition"]
    assert lost == [1, 0, 1, 0, 1]  # 4-3, 3-2, 2-1, 2-0
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre")) == (2, 0)
    assert [(event.faction, event.n) for event in t.events("looted")] == [(0, 1)]
    assert [event.n for event in t.events("vp") if event.cause == "loot"] == [1]


# ------------------------------------------------------------- example of play: turn 1

TURN_1: dict[str, list[str]] = {
    "EX-10": [],
    "EX-11": ["stop"],  # Egypt retires nothing
    "EX-12": ["egypt", "marmarica", "marmarica", "tyre", "tyre", "nile_delta", "kush"],
    "EX-13": ["stop"],
    "EX-14": ["troy", "phrygia", "ionia", "cilicia", "levantine_sea", "strait_of_al_mina"],
    "EX-15": ["Opening of the Silk Road"],
    "EX-16": ["Master Spy", "no", "Pontiff"],
    "EX-17": ["Great Library", "marmarica", "marmarica", "talent", "egypt"],
    "EX-18": ["Mausoleum", "levantine_sea", "strait_of_al_mina", "#7", "#8", "#38", "troy"],
    "EX-19": ["Earthquake", "ionia", "phrygia", "Pontiff"],
    "EX-20": ["Volcanic Eruption", "egypt", "nile_delta", "kush", "lose", "lose", "lose", "lose"],
}
EGYPT_SETUP = {
    "egypt": 2,
    "kush": 2,
    "libya": 2,
    "nile_delta": 2,
    "sinai": 2,
    "red_sea": 1,
    "egyptian_sea": 1,
}
TROY_SETUP = {
    "troy": 2,
    "phrygia": 2,
    "ionia": 2,
    "lydia": 2,
    "cilicia": 2,
    "icarian_sea": 1,
    "trojan_sea": 1,
}
EGYPT_GROWN = {**EGYPT_SETUP, "egypt": 3, "kush": 3, "nile_delta": 3, "marmarica": 2, "tyre": 2}
TROY_GROWN = {
    **TROY_SETUP, "troy": 3, "phrygia": 3, "ionia": 3, "cilicia": 3, "levantine_sea": 1,
    "strait_of_al_mina": 1,
}  # fmt: skip
EGYPT_BUILT = {area: n for area, n in EGYPT_GROWN.items() if area != "marmarica"}
TROY_BUILT = {area: n for area, n in TROY_GROWN.items() if area not in ("levantine_sea", "strait_of_al_mina")}
BOB, SUE = {EARTHQUAKE, ARMOR, POET, PONTIFF, SILK_ROAD}, {LAND_IMPROVEMENT, FAMINE, SPY, ORACLE, ERUPTION}


def after(step: str) -> Table:
    """The example played from the beginning through this step."""
    game = Game.new("basic_2p", options={"turn_order": [0, 1]})
    table = Table(game)
    table.do("egypt")  # Bob's choice; Sue gets Troy
    data = game.to_dict()
    data["factions"][0]["hand"], data["factions"][1]["hand"] = list(BOB), list(SUE)
    data["deck"] = [card for card in range(1, 104) if card not in BOB | SUE]
    table = Table(Game.from_dict(data))
    for name, moves in TURN_1.items():
        table.do(*moves)
        if name == step:
            return table
    raise AssertionError(step)


def check(
    t: Table,
    civilization: str,
    board: dict[str, int],
    supply: int,
    talents: int,
    hand: set[int],
    ready: int = 0,
) -> None:
    """Everything of a civilization: discs on the map, supply, Treasury, hand; 48 discs in all."""
    faction = t.faction(civilization)
    areas = t.s.world.board.areas
    assert {areas[i].id: n for i, n in enumerate(t.s.discs[faction]) if n} == board
    assert t.of("supply", civilization) == supply
    assert t.of("treasury", civilization) == talents
    assert t.hand(civilization) == hand
    assert t.of("ready", civilization) == ready
    on_wonders = sum(wonder.discs for wonder in t.s.wonders if wonder.owner == faction)
    assert sum(board.values()) + supply + ready + on_wonders == 48


@pytest.mark.rule("EX-10")
def test_start() -> None:
    t = after("EX-10")
    check(t, "egypt", EGYPT_SETUP, 36, 0, BOB)
    check(t, "troy", TROY_SETUP, 36, 0, SUE)
    assert t.s.order == [t.faction("egypt"), t.faction("troy")]
    assert t.asked("retire", "egypt")


@pytest.mark.rule("EX-11")
def test_egypt_acquires_seven() -> None:
    t = after("EX-11")
    check(t, "egypt", EGYPT_SETUP, 29, 0, BOB, ready=7)


@pytest.mark.rule("EX-12")
def test_egypt_deploys_seven() -> None:
    t = after("EX-12")
    check(t, "egypt", EGYPT_GROWN, 29, 0, BOB)
    assert sum(EGYPT_GROWN.values()) == 19
    assert cities(t.s, t.faction("egypt")).bit_count() == 3


@pytest.mark.rule("EX-13")
def test_troy_acquires_six() -> None:
    t = after("EX-13")
    check(t, "troy", TROY_SETUP, 30, 0, SUE, ready=6)


@pytest.mark.rule("EX-14")
def test_troy_deploys_six() -> None:
    t = after("EX-14")
    check(t, "troy", TROY_GROWN, 30, 0, SUE)
    assert sum(TROY_GROWN.values()) == 18
    assert cities(t.s, t.faction("troy")).bit_count() == 4
    assert t.asked("card_action", "egypt")


@pytest.mark.rule("EX-15")
def test_step_1_the_silk_road() -> None:
    t = after("EX-14")
    assert not t.can(f"#{ARMOR}")  # a Competition card
    t = after("EX-15")
    check(t, "egypt", EGYPT_GROWN, 29, 3, BOB - {SILK_ROAD})
    check(t, "troy", TROY_GROWN, 30, 0, SUE)
    assert t.s.discard == [SILK_ROAD]
    assert t.asked("card_action", "troy")


@pytest.mark.rule("EX-16")
def test_step_2_the_spy_takes_pontifex() -> None:
    t = after("EX-15").do("Master Spy")
    assert t.asked("negate", "egypt")  # Pontifex could answer
    t = after("EX-16")
    check(t, "egypt", EGYPT_GROWN, 29, 3, {EARTHQUAKE, ARMOR, POET})
    check(t, "troy", TROY_GROWN, 30, 0, {LAND_IMPROVEMENT, FAMINE, ORACLE, ERUPTION, PONTIFF})
    assert t.asked("card_action", "egypt")


@pytest.mark.rule("EX-17")
def test_step_3_egypt_builds_the_great_library() -> None:
    t = after("EX-17")
    check(t, "egypt", EGYPT_BUILT, 26, 0, {EARTHQUAKE, ARMOR, POET})
    library = t.s.wonders[1]
    assert (library.owner, library.area, library.discs) == (t.faction("egypt"), t.area("egypt"), 5)
    assert t.asked("card_action", "troy")


@pytest.mark.rule("EX-18")
def test_step_4_troy_builds_the_mausoleum() -> None:
    t = after("EX-18")
    check(t, "troy", TROY_BUILT, 27, 0, {ERUPTION, PONTIFF})
    assert sum(TROY_BUILT.values()) == 16
    assert {LAND_IMPROVEMENT, FAMINE, ORACLE} <= set(t.s.discard)
    mausoleum = t.s.wonders[2]
    assert (mausoleum.owner, mausoleum.area, mausoleum.discs) == (t.faction("troy"), t.area("troy"), 5)
    assert t.asked("card_action", "egypt")


@pytest.mark.rule("EX-19")
def test_step_5_the_earthquake_is_negated() -> None:
    t = after("EX-18").do("Earthquake", "ionia", "phrygia")
    assert t.asked("negate", "troy")  # after the targets were declared
    t = after("EX-19")
    check(t, "troy", TROY_BUILT, 27, 0, {ERUPTION})
    check(t, "egypt", EGYPT_BUILT, 26, 0, {ARMOR, POET})
    assert {EARTHQUAKE, PONTIFF} <= set(t.s.discard)
    assert t.asked("card_action", "troy")  # the Negation was not its action


@pytest.mark.rule("EX-20")
def test_step_6_the_eruption() -> None:
    t = after("EX-20")
    ruins = {**EGYPT_BUILT, "egypt": 1, "kush": 2, "nile_delta": 2}
    check(t, "egypt", ruins, 30, 0, {ARMOR, POET})
    assert sum(ruins.values()) == 13
    check(t, "troy", TROY_BUILT, 27, 0, set())
    losses = [event.cause for event in t.events("removed")]
    assert losses.count(f"card {ERUPTION}") == 4


@pytest.mark.rule("EX-21")
def test_step_7_both_pass() -> None:
    """No Trojan disc is near Egypt, so that the Poet has no target and passing is all that is left."""
    t = after("EX-20")
    if t.asked("card_action", "egypt"):
        assert not t.can(f"#{ARMOR}")
        t.do("pass")
    assert [event.faction for event in t.events("passed")] == [t.faction("egypt"), t.faction("troy")]
    assert [event.phase for event in t.events("phase")][:3] == ["growth", "cards", "competition"]
    assert {ARMOR, POET} <= t.hand("egypt")


# ------------------------------------------------------------- example of play: turn 2

EGYPT_2 = {
    "egypt": 1,
    "kush": 2,
    "nile_delta": 2,
    "libya": 2,
    "sinai": 2,
    "tyre": 2,
    "red_sea": 1,
    "egyptian_sea": 1,
}
TROY_2 = {"troy": 3, "phrygia": 3, "ionia": 3, "cilicia": 3, "lydia": 2, "tyre": 3,
          "icarian_sea": 1, "trojan_sea": 1,
          "levantine_sea": 1}  # fmt: skip
DRAWN_BY_TROY = [10, ATLANTIS, 11, 12, 14]  # 4 cards, then the replacement
DRAWN_BY_EGYPT = [15, 16, 17, 20, SEA_PEOPLES, 23, 24]  # Great Library, 3 cards, the replacement
DISCARDED_IN_TURN_1 = [SILK_ROAD, LAND_IMPROVEMENT, FAMINE, ORACLE, EARTHQUAKE, PONTIFF, ERUPTION]


def tyre(troy_vp: int = 0, egypt_vp: int = 0) -> Table:
    """EX-22: turn 2, Troy is first; Tyre is the only Contested area."""
    top = [APPIAN_WAY, *DRAWN_BY_TROY, *DRAWN_BY_EGYPT]
    elsewhere = [ARMOR, POET, FALSE_PROPHET, *DISCARDED_IN_TURN_1, *top]
    return position(
        phase="competition", turn=2, order=["troy", "egypt"],
        troy={"discs": TROY_2, "hand": [FALSE_PROPHET], "vp": troy_vp},
        egypt={"discs": EGYPT_2, "hand": [ARMOR, POET], "vp": egypt_vp},
        wonders=[
            {"wonder": "Great Library", "owner": "egypt", "area": "egypt", "discs": 5},
            {"wonder": "Mausoleum", "owner": "troy", "area": "troy", "discs": 5},
        ],
        discard=DISCARDED_IN_TURN_1,
        deck=[card for card in range(1, 104) if card not in elsewhere] + top[::-1],
    )  # fmt: skip


def with_luck(t: Table, word: str, wish: str) -> Table:
    """Make the move with a chance that brings what the example tells: `wish` is a test of the table."""
    for seed in range(500):
        luck = Table(t.game.clone())
        luck.s.rng = seed
        luck.do(word)
        if WISHES[wish](luck):
            return luck
    raise AssertionError(wish)


WISHES = {
    "the Appian Way goes deep into the deck": lambda t: t.s.deck.index(APPIAN_WAY) < len(t.s.deck) - 20,
    "Land Improvement among the three": lambda t: LAND_IMPROVEMENT in t.s.peeked,
}


def fought() -> Table:
    """EX-23 and EX-24: the cards, and the Poet discarded to save a disc; then all runs to Troy's draw."""
    t = tyre().do("ability", f"#{ARMOR}", "False Prophet")
    return with_luck(t, "Poet", "the Appian Way goes deep into the deck")


@pytest.mark.rule("EX-22")
def test_tyre_at_the_start() -> None:
    t = tyre()
    assert contested(t.s) == 1 << t.area("tyre")
    assert (t.discs("troy", "tyre"), t.discs("egypt", "tyre")) == (3, 2)
    assert t.asked("commit", "troy")  # first in turn order
    assert (t.of("treasury", "troy"), t.of("treasury", "egypt")) == (0, 0)


@pytest.mark.rule("EX-23")
def test_tyre_steps_1_to_3() -> None:
    t = tyre().do("ability")
    assert t.asked("commit", "egypt")
    assert t.options == {"Metal Forging: Armor", "stop"}  # not the Poet
    t.do(f"#{ARMOR}")
    assert t.asked("negate", "troy")
    assert not t.events("allies")
    t.do("False Prophet")
    assert t.s.discard[-2:] in ([ARMOR, FALSE_PROPHET], [FALSE_PROPHET, ARMOR])
    area = t.area("tyre")
    assert (strength(t.s, t.faction("troy"), area), strength(t.s, t.faction("egypt"), area)) == (4, 2)
    assert t.discs("troy", "tyre") == 3
    assert [event.area for event in t.events("allies")] == [area]


@pytest.mark.rule("EX-24", "EX-25", "EX-26")
def test_tyre_rounds_1_to_3() -> None:
    t = tyre().do("ability", f"#{ARMOR}", "False Prophet")
    assert t.asked("loss", "egypt")  # 2 discs against 4: Egypt loses first
    assert t.options == {"Poet", "lose_disc"}
    t = fought()
    troy, egypt = t.faction("troy"), t.faction("egypt")
    story = [
        (event.kind, event.faction) for event in t.events()
        if event.kind != "phase" and event.cause in ("competition", "saves a disc")
    ]  # fmt: skip
    assert story == [
        ("discarded", egypt), ("ally_removed", troy),  # round 1: 2 against 3
        ("removed", egypt), ("removed", troy),  # round 2: 1 against 2
        ("removed", egypt),  # round 3: 0 against 2, Troy loses nothing more
    ]  # fmt: skip
    assert (t.discs("troy", "tyre"), t.discs("egypt", "tyre")) == (2, 0)
    assert controlled(t.s, troy) >> t.area("tyre") & 1
    assert t.hand("egypt") == set()


@pytest.mark.rule("EX-24")
def test_factions_of_equal_size_lose_together() -> None:
    """With 2 Barbarians in Tyre too, Egypt and they lose in the same batch, before Troy."""
    t = position(
        phase="competition",
        troy={"discs": {"tyre": 3}},
        egypt={"discs": {"tyre": 2}},
        barbarians={"discs": {"tyre": 2}},
    )
    t.do("stop")
    first = [event.faction for event in t.events("removed")][:3]
    assert first == [t.faction("egypt"), t.s.world.barbarians, t.faction("troy")]


@pytest.mark.rule("EX-27")
def test_tyre_without_loot() -> None:
    t = fought()
    assert not t.events("looted")
    assert (t.of("treasury", "troy"), t.of("loot", "troy")) == (0, 0)
    assert not cities(t.s, t.faction("troy")) >> t.area("tyre") & 1
    assert [event.phase for event in t.events("phase")] == ["competition", "evaluation"]


@pytest.mark.rule("EX-27")
def test_egypt_would_have_looted_a_city_of_three() -> None:
    t = position(phase="competition", troy={"discs": {"tyre": 3}}, egypt={"discs": {"tyre": 4}})
    t.do("stop")
    assert [event.faction for event in t.events("looted")] == [t.faction("egypt")]


@pytest.mark.rule("EX-28")
def test_evaluation_1_domination_without_anybody_to_remove() -> None:
    t = fought()
    assert dominated(t.s, t.faction("egypt")) >> t.area("egyptian_sea") & 1
    assert not [event for event in t.events("removed") if event.cause == "domination"]


@pytest.mark.rule("EX-28")
def test_a_trojan_disc_in_the_egyptian_sea_would_have_been_removed() -> None:
    t = position(
        phase="evaluation", egypt={"discs": EGYPT_SETUP}, troy={"discs": {**TROY_SETUP, "egyptian_sea": 1}}
    )
    assert [(event.faction, event.cause) for event in t.events("removed")] == [
        (t.faction("troy"), "domination")
    ]


@pytest.mark.rule("EX-29")
def test_evaluation_2_victory_count() -> None:
    t = fought()
    troy, egypt = t.faction("troy"), t.faction("egypt")
    gains = [(event.faction, event.n, event.cause) for event in t.events("vp")]
    assert gains == [(troy, 4, "cities"), (troy, 1, "wonders"), (egypt, 1, "wonders")]
    assert (t.of("vp", "troy"), t.of("vp", "egypt")) == (5, 1)


@pytest.mark.rule("EX-30")
def test_evaluation_3_the_order_stays() -> None:
    t = fought()
    assert t.s.order == [t.faction("troy"), t.faction("egypt")]


@pytest.mark.rule("EX-31")
def test_evaluation_4_nobody_qualifies_for_aeneas() -> None:
    t = fought()
    assert t.asked("use", "troy")  # the next question is that of Troy's draw
    cumulative = tyre(5, 1).do("ability", f"#{ARMOR}", "False Prophet", "Poet")
    assert cumulative.asked("aeneas", "egypt")  # 10 to 2


@pytest.mark.rule("EX-32")
def test_evaluation_5_the_appian_way_does_not_end_the_epoch() -> None:
    t = fought()
    assert [event.card for event in t.events("revealed")] == [APPIAN_WAY]
    assert [event.ends for event in t.events("sudden_end")] == [False]
    assert APPIAN_WAY in t.s.deck
    assert (t.s.epoch, t.s.turn) == (1, 2)


def troy_has_drawn() -> Table:
    """EX-33."""
    t = with_luck(fought(), "Mausoleum", "Land Improvement among the three")
    return t.do("Land Improvement")


@pytest.mark.rule("EX-33")
def test_evaluation_6a_troys_draw() -> None:
    t = with_luck(fought(), "Mausoleum", "Land Improvement among the three")
    pile = len(t.s.discard)
    assert t.asked("recover", "troy")
    assert len(t.options) == 3
    t = troy_has_drawn()
    assert t.s.wonders[2].discs == 4
    assert len(t.s.discard) == pile - 1 + 1  # Land Improvement gone, Atlantis Rises discarded
    assert t.hand("troy") == {LAND_IMPROVEMENT, 10, 11, 12, 14}
    assert t.discs("barbarians", "eastern_mediterranean") == 1
    assert (t.of("treasury", "troy"), t.of("treasury", "egypt")) == (2, 2)
    assert ATLANTIS in t.s.discard
    assert t.asked("use", "egypt")  # Troy was not asked to spend its new talents


@pytest.mark.rule("EX-34")
def test_evaluation_6b_egypts_draw() -> None:
    t = troy_has_drawn().do("Great Library")
    assert t.asked("keep", "egypt")
    t.do("#16")
    assert t.hand("egypt") == {16}
    assert {15, 17} <= set(t.s.discard)
    assert t.asked("talents_to_spend", "egypt")
    t.do(0)
    assert t.asked("name_area", "egypt")  # fewest VP
    t.do("icarian_sea")
    barbarians = t.s.discs[t.s.world.barbarians]
    assert [t.discs("barbarians", area) for area in ("icarian_sea", "troy", "ionia", "lydia")] == [4, 4, 4, 4]
    assert sum(barbarians) == 16 + 1
    assert SEA_PEOPLES in t.s.discard
    assert t.hand("egypt") == {16, 20, 23, 24}
    assert t.of("treasury", "egypt") == 2
    assert (t.s.turn, t.s.phase) == (3, "growth")
    assert t.asks == "troy"
