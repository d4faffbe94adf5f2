"""Hannibal: the attitude of Macedon, Syracuse as a client, its revolt and its end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hannibal_tables import CARTHAGE, MACEDON, ROME, SYRACUSE, seeds_until, war
from helpers import Table
from invariants import check_all

from acis_rules.cards.oracle import BLACK, WHITE, YELLOW
from acis_rules.historical.minor_states import draw_disc, is_client, is_restrained
from acis_rules.table.terms import barred, occupied

RAIDS = 28  # Pirate Raids
DISC = {"white": WHITE, "black": BLACK, "yellow": YELLOW}


def drawn_for(who: int, colour: str, **given: Any) -> Table:
    """The moment at which a disc of this colour is drawn for a minor state."""
    return war("attitude", who, DISC[colour], phase="growth", then=["growth phase"], **given)


def draws(table: Table) -> list[tuple[int, int]]:
    """Whose attitude was drawn, and the colours, in this turn."""
    return [(event.faction, event.colours[0]) for event in table.events("discs_drawn")]


# ----------------------------------------------------------------------------------- the cup


@pytest.mark.rule("HANN-03a")
def test_a_disc_is_drawn_at_the_start_of_every_turn_before_growth() -> None:
    table = seeds_until(lambda table: table.kind == "retire")
    kinds = [event.kind for event in table.events()]
    assert kinds.index("turn") < kinds.index("discs_drawn") < kinds.index("phase")
    assert table.events("discs_drawn")[0].faction == MACEDON
    table.skip_until("retire", "rome")
    while table.s.turn == 1:
        table.game.apply(table.game.legal_actions()[0])
    kinds = [event.kind for event in table.events()]
    kinds = kinds[len(kinds) - kinds[::-1].index("turn") :]
    assert kinds[0] == "discs_drawn"


@pytest.mark.rule("HANN-P1", "HANN-03b4")
def test_the_cup_holds_one_white_two_black_and_two_yellow_discs_all_the_time() -> None:
    seen: Counter[int] = Counter()
    s = war("ally attitude", phase="growth").s
    for _ in range(500):
        seen[draw_disc(s, MACEDON)] += 1
    assert 60 < seen[WHITE] < 140 and 150 < seen[BLACK] < 250 and 150 < seen[YELLOW] < 250


# --------------------------------------------------------------------------------- Macedon


@pytest.mark.rule("HANN-03b1")
def test_white_keeps_macedon_at_home() -> None:
    table = drawn_for(MACEDON, "white")
    assert is_restrained(table.s) and not draws(table)  # nothing is drawn for Syracuse
    closed = barred(table.s, MACEDON)
    open_areas = {"dalmatia", "noricum", "adriatic_sea", "gulf_of_dalmatia"}
    areas = table.s.world.board.areas
    in_play = table.s.world.board.in_play
    assert {areas[a].id for a in range(len(areas)) if in_play & ~closed & 1 << a} == open_areas
    assert not barred(table.s, ROME)


@pytest.mark.rule("HANN-03b1")
def test_dalmatia_and_noricum_stay_open_when_they_are_lost() -> None:
    table = drawn_for(MACEDON, "white", macedon={"discs": {"adriatic_sea": 1}})
    closed = barred(table.s, MACEDON)
    assert not closed >> table.area("Dalmatia") & 1 and not closed >> table.area("Noricum") & 1
    assert closed >> table.area("Gulf of Dalmatia") & 1


@pytest.mark.rule("HANN-03b1", "HANN-03b4")
def test_the_attitude_holds_for_a_turn() -> None:
    table = war("turn", marks={"restrained": 1}, rng=5)
    white = draws(table)[0][1] == WHITE
    assert is_restrained(table.s) == white
    black = next(war("turn", marks={"restrained": 1}, rng=n) for n in range(50) if _first(n) == BLACK)
    assert not is_restrained(black.s)


def _first(rng: int) -> int:
    return draws(war("turn", rng=rng))[0][1]


@pytest.mark.rule("HANN-03b3")
def test_white_makes_macedon_replace_roman_discs_by_barbarians() -> None:
    """Pirate Raids replaces opposing discs in coastal seas by own ones."""
    sea = {"discs": {"adriatic_sea": 2, "dalmatia": 3, "noricum": 3}}
    roman = {"discs": {"gulf_of_dalmatia": 1, "rome": 3}}
    for restrained, owner in ((1, "barbarians"), (0, "macedon")):
        table = war(
            "card action", 3, macedon={**sea, "hand": [RAIDS]}, rome=roman,
            marks={"restrained": 1} if restrained else {},
        )  # fmt: skip
        table.do(f"#{RAIDS}", "gulf_of_dalmatia").do("stop")
        while table.kind == "negate":
            table.do("stop")
        assert table.discs("rome", "gulf_of_dalmatia") == 0
        assert table.discs(owner, "gulf_of_dalmatia") == 1


@pytest.mark.rule("HANN-03c1", "HANN-03c2")
def test_black_lets_macedon_act_and_draws_for_syracuse() -> None:
    table = drawn_for(MACEDON, "black")
    closed = _refuge(table) | occupied(table.s, CARTHAGE)  # as in every turn
    assert not is_restrained(table.s) and barred(table.s, MACEDON) == closed
    assert [who for who, _ in draws(table)] == [SYRACUSE]


def _refuge(table: Table) -> int:
    return 1 << table.area("Syracuse") | 1 << table.area("Sea of Sicily")


@pytest.mark.rule("HANN-03c2")
def test_nothing_is_drawn_for_a_syracuse_that_is_gone() -> None:
    table = drawn_for(MACEDON, "black", syracuse={"discs": {}}, gold=[])
    assert not draws(table)


@pytest.mark.rule("HANN-03d")
@pytest.mark.parametrize("price", ["talent", "#39"])
def test_rome_may_pay_to_have_yellow_treated_as_white(price: str) -> None:
    table = drawn_for(MACEDON, "yellow", rome={"treasury": 1, "hand": [39]})
    assert table.asked("penalty", "rome")
    table.do(price)
    assert is_restrained(table.s) and not draws(table)
    assert table.of("treasury", "rome") == (price != "talent")
    assert (39 in table.s.discard) == (price == "#39")


@pytest.mark.rule("HANN-03d")
def test_yellow_is_black_if_rome_does_not_or_cannot_pay() -> None:
    table = drawn_for(MACEDON, "yellow", rome={"treasury": 1})
    table.do("stop")
    assert not is_restrained(table.s) and [who for who, _ in draws(table)] == [SYRACUSE]
    assert table.of("treasury", "rome") == 1
    table = drawn_for(MACEDON, "yellow")  # nothing to pay with
    assert not is_restrained(table.s) and draws(table)[0][0] == SYRACUSE


# --------------------------------------------------------------------------------- Syracuse


@pytest.mark.rule("HANN-03e1")
def test_white_for_syracuse_does_nothing() -> None:
    table = drawn_for(SYRACUSE, "white")
    assert is_client(table.s) and table.discs("syracuse", "Syracuse") == 3


@pytest.mark.rule("HANN-03e2")
def test_black_makes_syracuse_revolt() -> None:
    table = drawn_for(SYRACUSE, "black")
    assert not is_client(table.s)
    assert table.discs("carthage", "Syracuse") == 3 and table.discs("carthage", "Sea of Sicily") == 2
    assert table.s.gold[table.area("Syracuse")] == (CARTHAGE, 1)
    assert not table.events("gold_looted") and not table.of("vp", "carthage")
    assert table.s.absent >> SYRACUSE & 1 and table.of("supply", "syracuse") == 0
    check_all(table.game)


@pytest.mark.rule("HANN-03e2")
def test_a_revolt_with_too_few_blue_discs() -> None:
    full = {"discs": dict.fromkeys(LANDS, 3) | {"carthage": 2}}
    table = drawn_for(SYRACUSE, "black", carthage=full, gold=[])
    blue = table.discs("carthage", "Syracuse") + table.discs("carthage", "Sea of Sicily")
    assert blue == 48 - 3 * len(LANDS) - 2 == 1
    assert not is_client(table.s)


LANDS = (
    "saldae", "novo_carthago", "gades", "saguntum", "thapsus", "numidia", "mauretania", "tripolitania",
    "tingitana", "baetica", "edetani", "idubeda", "tarraco", "gallia", "aquitania",
)  # fmt: skip


@pytest.mark.rule("HANN-03e2", "HANN-05c", "HANN-05d")
def test_after_the_revolt_syracuse_is_no_client() -> None:
    table = drawn_for(SYRACUSE, "black")
    assert not barred(table.s, CARTHAGE)
    gains = _scored(syracuse={"discs": {}}, gold=[])
    assert not gains


@pytest.mark.rule("HANN-03e3")
def test_rome_may_pay_against_a_revolt() -> None:
    table = drawn_for(SYRACUSE, "yellow", rome={"treasury": 2})
    table.do("talent")
    assert is_client(table.s) and table.of("treasury", "rome") == 1
    table = drawn_for(SYRACUSE, "yellow", rome={"treasury": 2})
    table.do("stop")
    assert not is_client(table.s)


def _scored(**given: Any) -> list[tuple[str, int]]:
    table = war("victory count", **given)
    return [(e.kind, e.n) for e in table.events() if e.cause == "scenario" and e.faction == ROME]


@pytest.mark.rule("HANN-05c")
def test_rome_gains_a_vp_and_a_talent_from_its_client() -> None:
    assert _scored() == [("vp", 1), ("talents", 1)]


@pytest.mark.rule("HANN-05d")
def test_nobody_but_rome_enters_the_areas_of_its_client() -> None:
    table = war("deployment", CARTHAGE)
    assert barred(table.s, CARTHAGE) == _refuge(table)
    assert barred(table.s, MACEDON) & _refuge(table) == _refuge(table)
    assert not barred(table.s, ROME)


@pytest.mark.rule("HANN-05d")
def test_the_sea_of_sicily_is_closed_as_long_as_syracuse_is_a_client() -> None:
    table = war("deployment", CARTHAGE, syracuse={"discs": {"syracuse": 1}})
    assert barred(table.s, CARTHAGE) == _refuge(table)


@pytest.mark.rule("HANN-05d")
def test_nobody_but_rome_replaces_discs_of_the_client() -> None:
    """Pirate Raids of Carthage finds Roman discs, but none of Syracuse."""
    discs = {"discs": {"carthage": 3, "carthaginian_sea": 1, "gulf_of_naples": 1}}
    table = war("card action", 6, carthage={**discs, "hand": [RAIDS]}, gold=[])
    table.do(f"#{RAIDS}")
    assert table.can("gulf_of_naples") and not table.can("sea_of_sicily")
    table = war("card action", 5, rome={"hand": [RAIDS]}, gold=[])
    table.do(f"#{RAIDS}")
    assert table.can("sea_of_sicily")


@pytest.mark.rule("HANN-05b")
def test_rome_pays_for_discs_of_syracuse() -> None:
    table = war(
        "competition phase",
        rome={"treasury": 9},
        barbarians={"discs": {"syracuse": 3}},
    )
    table.skip_until("loss", "rome")
    assert table.game.decision.context["area"] == table.area("Syracuse")
    table.do("talent")
    assert table.discs("syracuse", "Syracuse") == 3


@pytest.mark.rule("HANN-02")
def test_without_its_gold_syracuse_is_out_of_the_game() -> None:
    table = war(
        "competition phase",
        syracuse={"discs": {"sea_of_sicily": 2}},
        barbarians={"discs": {"syracuse": 2}},
    )
    assert [event.other for event in table.events("gold_looted")] == [SYRACUSE]
    assert not is_client(table.s) and table.discs("syracuse", "Sea of Sicily") == 0
    assert table.of("supply", "syracuse") == 0


@pytest.mark.rule("HANN-02")
def test_gold_of_a_syracuse_that_has_revolted_is_carthages() -> None:
    table = war(
        "competition phase",
        syracuse={"discs": {"sea_of_sicily": 2}},
        barbarians={"discs": {"syracuse": 2}},
        gold=[{"area": "syracuse", "owner": CARTHAGE, "discs": 1}],
    )
    assert [event.other for event in table.events("gold_looted")] == [CARTHAGE]
    assert is_client(table.s)


@pytest.mark.rule("HANN-02")
def test_rome_may_loot_its_client() -> None:
    table = war(
        "competition phase",
        syracuse={"discs": {"sea_of_sicily": 2}},
        rome={"discs": {"rome": 3, "samnium": 3, "syracuse": 1}},
    )
    assert [(e.faction, e.other) for e in table.events("gold_looted")] == [(ROME, SYRACUSE)]
    assert table.of("vp", "rome") == 4 and not is_client(table.s)


@pytest.mark.rule("HANN-02")
def test_barbarians_loot_the_client_of_an_npc_rome_too() -> None:
    table = war(
        "competition phase",
        scenario="hannibal_solo",
        options={"npcs": [1]},
        syracuse={"discs": {"sea_of_sicily": 2}},
        barbarians={"discs": {"syracuse": 2}},
    )
    assert [event.other for event in table.events("gold_looted")] == [SYRACUSE]
    assert not is_client(table.s)


@pytest.mark.rule("HANN-02")
def test_gold_rules_apply_between_the_players() -> None:
    table = war(
        "competition phase",
        rome={"discs": {"rome": 3, "samnium": 3, "saldae": 2}},
        carthage={"discs": {"carthage": 3, "novo_carthago": 3}},
        macedon={"discs": {"dalmatia": 3}},
    )
    assert [(e.faction, e.other) for e in table.events("gold_looted")] == [(ROME, CARTHAGE)]
    assert table.of("vp", "rome") == 4


@pytest.mark.rule("HANN-02")
@pytest.mark.parametrize("npcs", [[], [1]])
def test_macedon_loots_rome_whoever_runs_it(npcs: list[int]) -> None:
    scenario = "hannibal_solo" if npcs else "hannibal"
    table = war(
        "competition phase", scenario=scenario, options={"npcs": npcs} if npcs else {},
        rome={"discs": {"rome": 3}}, macedon={"discs": {"dalmatia": 3, "samnium": 2}},
    )  # fmt: skip
    assert [(e.faction, e.other) for e in table.events("gold_looted")] == [(MACEDON, ROME)]


@pytest.mark.rule("HANN-05b")
def test_rome_may_discard_a_card_for_a_disc_of_syracuse() -> None:
    table = war("competition phase", rome={"hand": [39]}, barbarians={"discs": {"syracuse": 3}})
    table.skip_until("loss", "rome")
    table.do("#39")
    assert 39 in table.s.discard
    saved = [event for event in table.events("discarded") if event.cause == "saves a disc"]
    assert [(event.faction, event.area) for event in saved] == [(ROME, table.area("Syracuse"))]
