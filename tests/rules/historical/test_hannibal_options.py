"""Hannibal: the optional rules, from Hannibal himself to the destruction of Carthage."""

from __future__ import annotations

from typing import Any

import pytest
from hannibal_tables import CARTHAGE, MACEDON, ROME, SYRACUSE, stacked, war
from helpers import Table

from acis_rules.box.world import World
from acis_rules.effects import Play, Where
from acis_rules.effects.discs import Place
from acis_rules.historical.consuls import near, one_away
from acis_rules.historical.white_discs import has_leader, leaders_return
from acis_rules.kernel.actions import areas_in
from acis_rules.table.terms import barred, occupied
from acis_rules.words.decisions import describe_decision

WALLS, CONSULS, EVENTS, SEAS, DELENDA = (
    "walls",
    "consuls",
    "alternative_events",
    "roman_seas",
    "carthago_delenda_est",
)
CHARIOTS, PHALANX, BOW, SIEGE, BLOCKADE, TRAITOR, STRATEGOS = 59, 72, 60, 67, 68, 45, 6
HIPPODROME = 57  # up to 2 discs near its own


def fight(*rules: str, **given: Any) -> Table:
    """A Competition Phase without Gold."""
    return war("competition phase", rules=rules, gold=[], **given)


def comes(table: Table, kind: str, civilization: str) -> bool:
    """Whether this decision comes in the phase under way; everything else is declined."""
    while table.s.question is not None and table.s.phase == "competition":
        if table.asked(kind, civilization):
            return True
        table.do("stop" if table.can("stop") else "lose")
    return False


def fallen(table: Table) -> list[int]:
    """Whose discs fall in competitions, in order, if everything is declined."""
    assert not comes(table, "aeneas", "rome")
    return [e.faction for e in table.events("removed") if e.cause == "competition"]


# ----------------------------------------------------------------------------- Hannibal (08a)


@pytest.mark.rule("HANN-08a")
def test_hannibal_adds_a_white_disc_in_one_land_competition_of_the_turn() -> None:
    armies = {
        "rome": {"discs": {"liguria": 3, "etruria": 3}},
        "carthage": {"discs": {"liguria": 2, "etruria": 2}},
    }
    table = fight("hannibal", **armies)
    assert table.asked("offer", "carthage")
    first = table.game.decision.context["area"]
    assert describe_decision(table.s).startswith("Carthage may add a white disc in ")
    table.do("no")
    assert comes(table, "offer", "carthage")
    assert table.game.decision.context["area"] != first
    table.do("yes")
    assert [(e.faction, e.n) for e in table.events("allies") if e.cause == "leader"] == [(CARTHAGE, 1)]
    table = fight("hannibal", **armies)
    table.do("yes")
    assert not comes(table, "offer", "carthage")  # once a turn


@pytest.mark.rule("HANN-08a")
def test_hannibal_stays_on_land_and_with_carthage() -> None:
    table = fight(
        "hannibal",
        rome={"discs": {"saldic_sea": 2, "gallia": 2}},
        carthage={"discs": {"saldic_sea": 1, "carthage": 3}},
        barbarians={"discs": {"gallia": 2}},
    )
    assert not comes(table, "offer", "carthage")


# -------------------------------------------------------------------------------- Walls (08b)


def siege_of_rome(*rules: str, hand: tuple[int, ...] = (), enemy: tuple[int, ...] = (), **more: Any) -> Table:
    return fight(
        *rules,
        rome={"discs": {"rome": 3}, "hand": list(hand)},
        carthage={"discs": {"rome": 3, "carthage": 3, "tyrrhenian_sea": 1}, "hand": list(enemy)},
        **more,
    )


@pytest.mark.rule("HANN-08b1")
def test_no_roman_disc_falls_in_the_first_two_rounds_in_rome() -> None:
    assert fallen(siege_of_rome())[:2] == [CARTHAGE, ROME]  # without walls both lose in the first round
    assert fallen(siege_of_rome(WALLS))[:2] == [CARTHAGE] * 2


@pytest.mark.rule("HANN-08b1")
def test_only_in_rome() -> None:
    table = fight(WALLS, rome={"discs": {"umbria": 3}}, carthage={"discs": {"umbria": 3, "carthage": 3}})
    assert fallen(table)[:2] == [CARTHAGE, ROME]


@pytest.mark.rule("HANN-08b2")
def test_a_card_that_spares_rome_holds_for_the_rounds_after_the_walls() -> None:
    table = fight(
        WALLS,
        rome={"discs": {"rome": 1}, "hand": [PHALANX]},
        carthage={"discs": {"rome": 4, "carthage": 3}},
    )
    assert comes(table, "commit", "rome")
    table.do(f"#{PHALANX}")
    assert fallen(table) == [CARTHAGE] * 3  # no longer Contested after three of four rounds
    assert [(e.faction, e.n) for e in table.events("shielded")] == [(ROME, 4)]
    without = fight(rome={"discs": {"rome": 1}}, carthage={"discs": {"rome": 4, "carthage": 3}})
    assert fallen(without) == [ROME]


@pytest.mark.rule("HANN-08b3")
def test_with_two_cities_next_to_rome_no_enemy_card_makes_it_contested() -> None:
    """Hippodrome places discs near its own."""
    near_rome = {"discs": {"tyrrhenian_sea": 1, "carthage": 3}, "hand": [HIPPODROME]}

    def may_enter(rules: tuple[str, ...], *cities: str) -> bool:
        roman = {"discs": {"rome": 2, **dict.fromkeys(cities, 3)}}
        table = war("card action", 6, rules=rules, gold=[], carthage=near_rome, rome=roman)
        table.do(f"#{HIPPODROME}")
        return table.can("rome")

    assert may_enter((), "umbria", "samnium")
    assert may_enter((WALLS,), "umbria")
    assert not may_enter((WALLS,), "umbria", "samnium")
    assert not may_enter((WALLS,), "umbria", "samnium", "apulia")


@pytest.mark.rule("HANN-08b3")
def test_nor_does_a_card_of_macedon() -> None:
    near_rome = {"discs": {"tyrrhenian_sea": 1, "dalmatia": 3}, "hand": [HIPPODROME]}
    roman = {"discs": {"rome": 2, "umbria": 3, "samnium": 3}}
    for rules, may in (((), True), ((WALLS,), False)):
        table = war("card action", 3, rules=rules, gold=[], macedon=near_rome, rome=roman)
        table.do(f"#{HIPPODROME}")
        assert table.can("rome") == may


@pytest.mark.rule("HANN-08b4")
@pytest.mark.parametrize("card", [SIEGE, BLOCKADE])
def test_no_siege_and_no_blockade_of_rome_and_carthage(card: int) -> None:
    for rules, may in (((), True), ((WALLS,), False)):
        table = siege_of_rome(*rules, enemy=(card,))
        assert (comes(table, "commit", "carthage") and table.can(f"#{card}")) == may
        table = fight(
            *rules,
            carthage={"discs": {"carthage": 3}},
            rome={"discs": {"carthage": 3, "carthaginian_sea": 1}, "hand": [card]},
        )
        assert (comes(table, "commit", "rome") and table.can(f"#{card}")) == may


@pytest.mark.rule("HANN-08b4")
def test_its_owner_may_lay_a_siege_there() -> None:
    table = siege_of_rome(WALLS, hand=(SIEGE,))
    assert comes(table, "commit", "rome") and table.can(f"#{SIEGE}")


@pytest.mark.rule("HANN-08b4")
def test_no_traitor_in_rome_and_carthage() -> None:
    """They are homes of active civilizations, which the card never names."""
    fronts = {"rome": 2, "carthage": 2, "umbria": 2, "liguria": 2}
    table = fight(WALLS, rome={"discs": fronts, "hand": [TRAITOR]}, carthage={"discs": fronts})
    table.do(f"#{TRAITOR}")
    assert table.options == {"umbria", "liguria"}


@pytest.mark.rule("HANN-08b4")
@pytest.mark.parametrize(("rules", "may"), [((), True), ((WALLS,), False)])
def test_nor_where_carthage_is_no_home_any_longer(rules: tuple[str, ...], may: bool) -> None:
    fronts = {"carthage": 2, "umbria": 2, "liguria": 2}
    table = fight(*rules, rome={"discs": fronts, "hand": [TRAITOR]}, carthage={"discs": fronts})
    table.s.home[table.faction("carthage")] = 1 << table.area("gades")
    table.do(f"#{TRAITOR}")
    assert table.can("carthage") == may and table.can("umbria")


# ------------------------------------------------------------------------------- Consuls (08c)


def elected(*cards: int, turn: int = 1, rules: tuple[str, ...] = (CONSULS,), **given: Any) -> Table:
    """Rome's Growth with these cards on top of the deck."""
    steps = [("retirement", ROME)]
    table = war(
        "consul_cards", 2 if turn <= 2 else 1, (), phase="growth", rules=rules, turn=turn,
        deck=stacked(*cards), then=steps, **given,
    )  # fmt: skip
    return table


def consul(table: Table) -> str:
    """Who leads Rome."""
    return " and ".join(event.row for event in table.events("consul"))


@pytest.mark.rule("HANN-08c1", "HANN-08c3")
@pytest.mark.parametrize(
    ("card", "name"),
    [
        (1, "Poor"), (20, "Poor"), (21, "Cautious"), (40, "Cautious"), (41, "Average"), (70, "Average"),
        (71, "Inspired"), (90, "Inspired"), (91, "Brilliant"), (97, "Brilliant"),
    ],
)  # fmt: skip
def test_the_table_of_consuls(card: int, name: str) -> None:
    table = elected(card, turn=3)
    assert consul(table) == name
    block = table.s.world.scenario.consuls
    assert block is not None
    rows = [row.name for row in block.rows]
    assert table.s.marks["consul"] == 1 + rows.index(name)  # he leads from now on


@pytest.mark.rule("HANN-08c1")
def test_two_cards_in_the_first_turns_and_the_worse_one_counts() -> None:
    table = elected(95, 30, turn=2)
    assert consul(table) == "Cautious"
    assert [event.card for event in table.events("revealed")] == [95, 30]
    assert {95, 30} <= set(table.s.discard)
    assert consul(elected(95, 30, turn=1, rules=("both_consuls",))) == "Cautious and Brilliant"


@pytest.mark.rule("HANN-08c1")
@pytest.mark.parametrize(("turn", "name"), [(1, "Cautious"), (2, "Cautious"), (3, "Brilliant")])
def test_two_cards_in_turns_one_and_two_alone(turn: int, name: str) -> None:
    order = [ROME, CARTHAGE, MACEDON]
    table = war("growth phase", rules=(CONSULS,), turn=turn, deck=stacked(95, 30), order=order)
    assert consul(table) == name


@pytest.mark.rule("HANN-08c1")
def test_an_event_is_resolved_and_replaced() -> None:
    table = elected(62, 80, turn=3)
    while table.kind == "negate":
        table.do("stop")
    assert consul(table) == "Inspired"
    assert [event.card for event in table.events("event")] == [62]


@pytest.mark.rule("HANN-08c1")
def test_the_consul_is_elected_when_romes_growth_begins() -> None:
    table = war("growth phase", rules=(CONSULS,), turn=3, deck=stacked(95))
    table.skip_until("deploy", "carthage")
    assert not table.events("consul")
    table.do("stop")
    assert consul(table) == "Brilliant"


@pytest.mark.rule("HANN-08c2")
def test_scipio_is_brilliant_from_turn_four_on() -> None:
    for turn, name in ((3, "Poor"), (4, "Brilliant"), (5, "Brilliant")):
        table = war(
            "growth phase", rules=("scipio",), turn=turn, deck=stacked(5), order=[ROME, CARTHAGE, MACEDON]
        )
        assert consul(table) == name
        assert bool(table.events("revealed")) == (turn == 3)


ROW = {"Poor": 1, "Cautious": 2, "Average": 3, "Inspired": 4, "Brilliant": 5}


def led_by(name: str, what: str, *about: Any, rules: tuple[str, ...] = (CONSULS,), **given: Any) -> Table:
    """A position of a turn with this consul."""
    return war(what, *about, rules=rules, marks={"consul": ROW[name]}, gold=[], **given)


def lays(name: str, area: str) -> bool:
    """Whether Rome may lay a Competition card in this area."""
    table = led_by(
        name, "competition phase",
        rome={"discs": {area: 2}, "hand": [STRATEGOS]}, barbarians={"discs": {area: 2}},
        syracuse={"discs": {}}, carthage={"discs": {"gades": 3}}, macedon={"discs": {"noricum": 3}},
    )  # fmt: skip
    return comes(table, "commit", "rome") and table.can(f"#{STRATEGOS}")


def pays(name: str, area: str, whose: str = "rome") -> bool:
    """Whether Rome may pay for a disc in this area."""
    roman = {"rome": 3, area: 2} if whose == "rome" else {"rome": 3}
    table = led_by(
        name, "competition phase",
        rome={"discs": roman, "treasury": 3}, barbarians={"discs": {area: 2}},
        syracuse={"discs": {area: 2} if whose == "syracuse" else {}},
        carthage={"discs": {"gades": 3}}, macedon={"discs": {"noricum": 3}},
    )  # fmt: skip
    return comes(table, "loss", "rome")


@pytest.mark.rule("HANN-08c3")
def test_near_is_two_areas_from_rome() -> None:
    s = war("card action", 0, rules=(CONSULS,)).s
    names = {area.id for n, area in enumerate(s.world.board.areas) if near(s) >> n & 1}
    assert {"rome", "umbria", "liguria", "tarentum", "corsica", "gulf_of_naples", "syracuse"} <= names
    assert not names & {"massilia", "sea_of_sicily", "gallia", "carthage", "dalmatia"}


@pytest.mark.rule("HANN-08c3")
@pytest.mark.parametrize(
    ("name", "areas"),
    [
        ("Poor", ""),
        ("Cautious", "rome liguria syracuse"),
        ("Average", "rome liguria syracuse sea_of_sicily"),
        ("Inspired", "rome liguria syracuse sea_of_sicily gallia"),
        ("Brilliant", "rome liguria syracuse sea_of_sicily gallia"),
    ],
)  # fmt: skip
def test_where_rome_may_play_competition_cards(name: str, areas: str) -> None:
    tried = ("rome", "liguria", "syracuse", "sea_of_sicily", "gallia")
    found = [area for area in tried if lays(name, area)]
    assert found == areas.split()


@pytest.mark.rule("HANN-08c3")
@pytest.mark.parametrize(
    ("name", "areas"),
    [
        ("Poor", "rome"), ("Cautious", "rome liguria"), ("Average", "rome liguria"),
        ("Inspired", "rome liguria massilia"), ("Brilliant", "rome liguria massilia"),
    ],
)  # fmt: skip
def test_where_rome_may_pay_for_discs(name: str, areas: str) -> None:
    assert [area for area in ("rome", "liguria", "massilia") if pays(name, area)] == areas.split()
    assert pays(name, "sea_of_sicily", "syracuse") == (name in ("Inspired", "Brilliant"))


@pytest.mark.rule("HANN-08c3")
def test_a_cautious_consul_allows_one_card_away_from_rome() -> None:
    def second(area: str) -> bool:
        table = led_by(
            "Cautious", "competition phase", barbarians={"discs": {area: 2}},
            rome={"discs": {area: 2}, "hand": [STRATEGOS, 71]}, syracuse={"discs": {}},
        )  # fmt: skip
        table.do(f"#{STRATEGOS}")
        assert table.s.marks.get("consul_cards", 0) == (area != "rome")
        return table.s.question is not None and table.kind == "commit" and table.can("#71")

    assert second("rome") and not second("umbria")
    table = led_by(
        "Cautious", "competition phase", barbarians={"discs": {"umbria": 2, "samnium": 2, "rome": 2}},
        rome={"discs": {"umbria": 2, "samnium": 2, "rome": 2}, "hand": [STRATEGOS, 71]},
        syracuse={"discs": {}},
    )  # fmt: skip
    while table.s.competition_area == table.area("rome") or not table.asked("commit", "rome"):
        table.do("stop" if table.can("stop") else "lose")
    table.do(f"#{STRATEGOS}")
    while table.s.question is not None and table.s.phase == "competition":
        if table.kind == "commit":
            assert table.s.competition_area == table.area("rome") or not table.can("#71")
        table.do("stop" if table.can("stop") else "lose")


@pytest.mark.rule("HANN-08c3")
def test_the_traitor_is_a_competition_card_too() -> None:
    def may(name: str, area: str) -> bool:
        table = led_by(
            name, "competition phase", rome={"discs": {area: 2, "rome": 3}, "hand": [TRAITOR]},
            carthage={"discs": {area: 2, "carthage": 3}}, syracuse={"discs": {}},
        )  # fmt: skip
        return table.asked("phase_start_card", "rome") and table.can(f"#{TRAITOR}")

    assert not may("Poor", "umbria")
    assert may("Cautious", "umbria") and not may("Cautious", "massilia")
    assert may("Inspired", "massilia")


@pytest.mark.rule("HANN-08c3")
def test_a_poor_consul_does_not_reinforce() -> None:
    table = led_by("Poor", "deployment", ROME, rome={"discs": {"rome": 2, "umbria": 1}, "ready": 3})
    closed = barred(table.s, ROME)
    assert closed == occupied(table.s, ROME)
    assert table.can("etruria") and not table.can("rome")
    table.do("etruria")
    assert not table.can("etruria")  # it is occupied now
    table = led_by("Cautious", "deployment", ROME, rome={"discs": {"rome": 2, "umbria": 1}, "ready": 3})
    assert table.can("rome")
    cards = led_by("Poor", "card action", 0, rome={"discs": {"rome": 2}})
    assert not barred(cards.s, ROME)  # only in Growth


@pytest.mark.rule("HANN-08c3")
def test_the_other_reading_of_a_poor_consul() -> None:
    given = {"rome": {"discs": {"rome": 2, "umbria": 1}, "ready": 3}}
    table = led_by("Poor", "deployment", ROME, rules=("steady_consuls",), **given)
    assert table.can("rome") and table.can("umbria") and not table.can("etruria")


@pytest.mark.rule("HANN-08c3")
@pytest.mark.parametrize(
    ("name", "laid", "area", "may"),
    [
        ("Cautious", 0, "liguria", True), ("Cautious", 1, "liguria", False), ("Cautious", 1, "rome", True),
        ("Average", 1, "liguria", True),
    ],
)  # fmt: skip
def test_only_a_cautious_consul_counts_the_cards_away_from_home(
    name: str, laid: int, area: str, may: bool
) -> None:
    table = led_by(name, "competition phase", syracuse={"discs": {}}, carthage={"discs": {"gades": 3}},
                   rome={"discs": {area: 2}, "hand": [STRATEGOS]}, barbarians={"discs": {area: 2}},
                   macedon={"discs": {"noricum": 3}})  # fmt: skip
    table.s.marks["consul_cards"] = laid
    assert one_away(table.s, ROME, STRATEGOS, table.area(area)) == may
    assert one_away(table.s, CARTHAGE, STRATEGOS, table.area(area))


@pytest.mark.rule("HANN-08a", "HANN-08c3")
@pytest.mark.parametrize(
    ("led", "ready"), [({}, True), ({"led_carthage": 1}, False), ({"led_rome": 1}, True)]
)
def test_hannibal_comes_once_a_turn(led: dict[str, int], ready: bool) -> None:
    table = war("card action", 0, rules=("hannibal",), marks=led)
    assert has_leader(table.s, CARTHAGE) == ready and not has_leader(table.s, ROME)
    leaders_return(table.s)
    assert has_leader(table.s, CARTHAGE) and not has_leader(table.s, MACEDON)


@pytest.mark.rule("HANN-08c3")
def test_a_brilliant_consul_adds_a_white_disc() -> None:
    for name in ROW:
        table = led_by(
            name, "competition phase", rome={"discs": {"liguria": 3}}, carthage={"discs": {"liguria": 2}}
        )
        asked = comes(table, "offer", "rome")
        assert asked == (name == "Brilliant")
        if asked:
            table.do("yes")
            assert [(e.faction, e.cause) for e in table.events("allies")] == [(ROME, "leader")]


@pytest.mark.rule("HANN-08c4")
@pytest.mark.parametrize("name", list(ROW))
def test_rome_may_exchange_competition_cards_after_its_draw(name: str) -> None:
    hand = [STRATEGOS, CHARIOTS, 39]
    table = led_by(
        name, "draw turn", ROME, phase="evaluation", rome={"discs": {"rome": 2}, "hand": hand},
        deck=stacked(1, 2, 3, PHALANX, 4, without=hand),
    )  # fmt: skip
    if name in ("Inspired", "Brilliant"):
        assert table.s.question is None or table.kind != "discard"
        return
    assert table.asked("discard", "rome")
    assert table.options == {"Strategos", "War Chariots", "stop"}  # not the other cards
    table.do(f"#{STRATEGOS}", f"#{CHARIOTS}")
    assert table.asked("discard", "rome")  # Phalanx came: again
    assert table.options == {"Phalanx", "stop"}
    table.do("stop")
    assert table.hand("rome") == {39, 1, 2, 3, PHALANX, 4}


@pytest.mark.rule("HANN-08c4")
def test_who_discards_nothing_draws_nothing() -> None:
    hand = [STRATEGOS]
    table = led_by(
        "Poor", "draw turn", ROME, phase="evaluation", rome={"discs": {"rome": 2}, "hand": hand},
        deck=stacked(1, 2, 3, without=hand),
    )  # fmt: skip
    table.do("stop")
    assert table.hand("rome") == {STRATEGOS, 1, 2, 3}


# --------------------------------------------------------------------------- Roman seas (08d)


@pytest.mark.rule("HANN-08d1")
def test_carthage_has_no_white_disc_at_sea() -> None:
    def ability(*rules: str) -> bool:
        table = fight(
            *rules, rome={"discs": {"saldic_sea": 2}}, carthage={"discs": {"saldic_sea": 2, "carthage": 3}}
        )
        return table.s.question is not None and table.asked("commit", "carthage") and table.can("ability")

    assert ability() and not ability(SEAS)
    table = fight(SEAS, rome={"discs": {"umbria": 2}}, carthage={"discs": {"umbria": 2, "carthage": 3}})
    assert table.asked("commit", "carthage") and table.can("ability")  # on land


@pytest.mark.rule("HANN-08d2")
def test_carthage_chains_only_out_of_seas_in_which_nobody_is_stronger() -> None:
    def reaches(rules: tuple[str, ...], rome: int, who: int = CARTHAGE) -> bool:
        fleet = {"discs": {"gulf_of_naples": 1, "carthage": 3}, "hand": [HIPPODROME]}
        roman = {"discs": {"gulf_of_naples": rome, "massilia": 3} if rome else {"massilia": 3}}
        table = war(
            "card action", 6, rules=rules, gold=[], carthage=fleet, rome=roman, syracuse={"discs": {}}
        )
        table.do(f"#{HIPPODROME}")
        return table.can("samnium")

    assert reaches((), 2)
    assert not reaches((SEAS,), 2)
    assert reaches((SEAS,), 1) and reaches((SEAS,), 0)  # as strong, alone


@pytest.mark.rule("HANN-08d2")
@pytest.mark.parametrize(
    ("words", "chain", "reaches"),
    [
        ({"near": True}, False, False), ({"adjacent_to": "occupied"}, False, False),
        ({"within": "own seas or adjacent"}, False, False), ({}, True, False),
        ({"within": "named or adjacent"}, False, True), ({"adjacent_to": "named"}, False, True),
        ({"kind": "land"}, False, True), ({"empty": True}, False, True),
    ],
)  # fmt: skip
def test_only_where_a_card_follows_its_own_discs_a_lost_sea_is_closed(
    words: dict[str, Any], chain: bool, reaches: bool
) -> None:
    """Samnium is next to the Gulf of Naples, where Rome has more discs; the card may name that sea."""
    table = war(
        "card action", 6, rules=(SEAS,), gold=[], syracuse={"discs": {}},
        carthage={"discs": {"gulf_of_naples": 1, "carthage": 3}},
        rome={"discs": {"gulf_of_naples": 2, "massilia": 3}},
    )  # fmt: skip
    card = Play(CARTHAGE, "card", HIPPODROME, areas=(table.area("gulf_of_naples"),))
    offered = Place(where=Where(**words), n=1, chain=chain).options(table.s, card, ())
    assert bool(areas_in(offered) >> table.area("samnium") & 1) == reaches


# ------------------------------------------------------------------- alternative Events (08e)


def event(card: int, drawer: int = ROME, **given: Any) -> Table:
    """This Event is drawn; nobody negates it."""
    table = war("event", drawer, card, rules=(EVENTS,), table=[card], **given)
    while table.s.question is not None and table.kind == "negate":
        table.do("stop")
    return table


@pytest.mark.rule("HANN-08e0")
def test_six_events_say_something_else() -> None:
    cards = World("hannibal", {"rules": [EVENTS]}).deck.cards
    assert [cards[n].name for n in (62, 98, 99, 100, 101, 102, 103)] == [
        "Time Marches On", "Cilician Pirates", "Gallic Allies", "Attack of the Greek States",
        "Numidian Allies", "Levantine Traders", "Breath of God",
    ]  # fmt: skip
    assert cards[103] == World("hannibal").deck.cards[103]


@pytest.mark.rule("HANN-08e1")
@pytest.mark.parametrize(("seas", "richer"), [(2, "carthage"), (1, None), (0, "rome")])
def test_levantine_traders(seas: int, richer: str | None) -> None:
    fleet = dict.fromkeys(("saldic_sea", "african_sea")[:seas], 1)
    table = event(
        102, MACEDON, carthage={"discs": {"carthage": 3, **fleet}},
        rome={"discs": {"rome": 3, "bay_of_capua": 1}}, gold=[],
    )  # fmt: skip
    for name in ("carthage", "rome", "macedon"):
        assert table.of("treasury", name) == (2 if name == richer else 0)
    assert not table.events("barbarians")


@pytest.mark.rule("HANN-08e2")
def test_attack_of_the_greek_states() -> None:
    table = event(100, then=["turn"])
    draws = [e.faction for e in table.events("discs_drawn")]
    assert draws[:1] == [SYRACUSE]  # none for Macedon, and black: one for Syracuse
    assert not table.s.marks.get("restrained") and not table.s.marks.get("greek_states")


@pytest.mark.rule("HANN-08e3")
def test_gallic_allies_place_discs_of_carthage_around_gallia() -> None:
    table = event(99, then=["competition phase"], gold=[])
    assert table.asked("place", "carthage")  # whoever has drawn it
    assert {"gallia", "aquitania", "liguria"} <= table.options and "rome" not in table.options
    table.do("aquitania", "gallia", "gallia", "gallia")
    assert table.discs("carthage", "gallia") == 3 and table.discs("carthage", "aquitania") == 1
    assert table.asked("allies", "carthage")  # 3 and 2 Barbarians: Contested
    table.do("gallia")
    assert [(e.faction, e.n) for e in table.events("allies") if e.cause == "card 99"] == [(CARTHAGE, 1)]
    assert "gallic_allies" not in table.s.marks


@pytest.mark.rule("HANN-08e3")
def test_gallic_allies_are_one_white_disc_in_any_land_area() -> None:
    fronts = {"celt_iberia": 2, "umbria": 2}
    table = event(
        99, then=["competition phase"], gold=[],
        rome={"discs": fronts}, carthage={"discs": {**fronts, "carthage": 3}},
    )  # fmt: skip
    table.skip_until("allies", "carthage")
    assert table.can("umbria")
    table.do("celt_iberia")
    assert table.s.question is None or table.kind != "allies"


@pytest.mark.rule("HANN-08e4")
def test_cilician_pirates() -> None:
    table = event(98, carthage={"vp": 3}, rome={"vp": 5}, gold=[])
    assert table.asked("name_area", "carthage")  # fewest VP: Macedon and Syracuse have none
    assert not table.can("rome")
    table.do("gulf_of_naples")
    around = table.s.world.board.neighbours[table.area("gulf_of_naples")] & table.s.world.board.sea
    assert all(around >> table.area(name) & 1 for name in table.options)
    table.do("tyrrhenian_sea")
    assert [table.discs("barbarians", area) for area in ("gulf_of_naples", "tyrrhenian_sea")] == [2, 2]


@pytest.mark.rule("HANN-08e4")
def test_pirates_come_where_others_are_already() -> None:
    table = event(98, rome={"vp": 5}, barbarians={"discs": {"gulf_of_naples": 2}}, gold=[])
    table.do("gulf_of_naples", "tyrrhenian_sea")
    assert table.discs("barbarians", "gulf_of_naples") == 4  # whatever the limits


@pytest.mark.rule("HANN-08e5")
def test_numidian_allies_of_rome_or_carthage() -> None:
    fronts = {"liguria": 2, "umbria": 2, "etruria": 2}
    for roman, who, n in (({"numidia": 1}, "rome", 1), ({}, "carthage", 2)):
        table = event(
            101, then=["competition phase"], gold=[],
            rome={"discs": {**fronts, **roman}}, carthage={"discs": {**fronts, "carthage": 3}},
        )  # fmt: skip
        assert table.asked("allies", who)
        chosen = ["liguria", "umbria"][:n]
        table.do(*chosen)
        given = [(e.faction, e.area) for e in table.events("allies") if e.cause == "card 101"]
        assert given == [(table.faction(who), table.area(area)) for area in chosen]
        assert table.s.question is None or table.kind != "allies"


@pytest.mark.rule("HANN-08e6")
def test_time_marches_on_leaves_the_game() -> None:
    table = event(62, discard=[1, 2])
    assert 62 in table.s.aside and 62 not in table.s.deck and not table.s.discard
    assert {1, 2} <= set(table.s.deck) and not table.s.end_epoch


# ------------------------------------------------------------------- Wonders, the end (08f, 08g)


@pytest.mark.rule("HANN-08f")
def test_no_wonders() -> None:
    def buildable(*rules: str) -> bool:
        table = war("card action", 0, rules=rules, carthage={"treasury": 9, "hand": [1, 2, 3]})
        return any(name in table.options for name in ("Great Pyramid", "Colossus", "Great Library"))

    assert buildable() and not buildable("no_wonders")


def sudden_end(turn: int, carthage: int, rome: int, gold: bool = True, card: int = 11) -> Table:
    lies = [{"area": "carthage", "owner": CARTHAGE, "discs": 1}] if gold else []
    return war(
        "sudden end", turn=turn, rules=(DELENDA,), deck=stacked(card), gold=lies,
        carthage={"vp": carthage}, rome={"vp": rome},
    )  # fmt: skip


@pytest.mark.rule("HANN-08g1")
@pytest.mark.parametrize("turn", [4, 5])
def test_carthage_must_be_destroyed(turn: int) -> None:
    for vp in ((9, 9), (10, 9)):
        table = sudden_end(turn, *vp)
        assert not table.game.over and not table.events("revealed")
    assert sudden_end(turn, 8, 9).game.over  # Rome is ahead: a card decides
    assert sudden_end(turn, 9, 9, gold=False).game.over  # no Gold in Carthage
    assert not sudden_end(turn, 8, 9, card=80).game.over


@pytest.mark.rule("HANN-08g2")
def test_who_comes_to_turn_six_plays_eight() -> None:
    for turn in (6, 7):
        table = sudden_end(turn, 0, 9)
        assert not table.game.over and not table.events("revealed")
    assert sudden_end(8, 9, 0).game.over


@pytest.mark.rule("HANN-03b2", "HANN-08a", "HANN-08c1")
def test_what_holds_for_a_turn_ends_with_it() -> None:
    marks = {"harm": 1, "led_carthage": 1, "led_rome": 1, "consul": 1, "consul_cards": 1}
    table = war("turn", rules=("hannibal", CONSULS), marks=marks)
    assert not set(marks) & set(table.s.marks)
