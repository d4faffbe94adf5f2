"""How many discs of one faction an area holds, phase by phase (STK rules)."""

from __future__ import annotations

from random import Random

import pytest
from helpers import Table, moment, position

from acis_rules import Game
from acis_rules.kernel.bits import members

# ------------------------------------------------------------------------- Growth and Cards


@pytest.mark.rule("STK-01", "STK-02")
@pytest.mark.parametrize(("area", "limit"), [("tyre", 4), ("egyptian_sea", 2), ("eastern_mediterranean", 1)])
def test_growth_fills_an_area_to_its_limit_and_no_further(area: str, limit: int) -> None:
    table = position("basic_2p", epoch=4, egypt={"discs": {"sinai": 2, "gulf_of_sidon": 1}, "ready": 10})
    table.skip_until("deploy", "egypt")
    for _ in range(limit):
        assert table.can(area)
        table.do(area)
    assert not table.can(area)
    assert table.discs("egypt", area) == limit


@pytest.mark.rule("STK-01")
def test_limits_are_per_faction_not_per_area() -> None:
    table = position(
        "basic_4p", egypt={"discs": {"tyre": 3, "sinai": 2}}, troy={"discs": {"tyre": 4}},
        gaul={"discs": {"tyre": 4}}, barbarians={"discs": {"tyre": 4}},
    )  # fmt: skip
    table.skip_until("deploy", "egypt").do("tyre")
    assert table.discs("egypt", "tyre") == 4
    assert not table.can("tyre")


@pytest.mark.rule("STK-02")
@pytest.mark.parametrize(
    ("discs", "full", "open_to"),
    [
        ({"tyre": 4, "sinai": 3}, "tyre", "sinai"),
        ({"gulf_of_sidon": 2, "egyptian_sea": 1}, "gulf_of_sidon", "egyptian_sea"),
    ],
)
def test_cards_respect_the_limits_too(discs: dict[str, int], full: str, open_to: str) -> None:
    table = position("basic_2p", phase="cards", egypt={"discs": discs, "hand": [57]}, troy={})
    table.do("Hippodrome")
    assert not table.can(full)
    assert table.can(open_to)


@pytest.mark.rule("STK-02")
def test_two_discs_of_one_card_count_against_the_limit() -> None:
    table = position("basic_2p", phase="cards", egypt={"discs": {"tyre": 3}, "hand": [57]}, troy={})
    table.do("Hippodrome", "tyre")
    assert not table.can("tyre")


@pytest.mark.rule("STK-02", "STK-03")
@pytest.mark.parametrize(("there", "after"), [(0, 3), (1, 4), (2, 4), (4, 4)])
def test_barbarians_of_an_ordinary_card_stop_at_four(there: int, after: int) -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"egypt": 1}, "hand": [30, 55]}, troy={},
        barbarians={"discs": {"tyre": there} if there else {}},
    )  # fmt: skip
    table.do("Barbarian Uprising", "tyre", "stop")
    assert table.discs("barbarians", "tyre") == after
    assert table.of("supply", "barbarians") == 50 - after


@pytest.mark.rule("STK-02", "STK-03")
def test_discs_that_find_no_room_stay_in_supply() -> None:
    """Religious Fervor puts a disc into every area around; a full one gets none."""
    discs = {"tyre": 4, "phoenicia": 4, "sinai": 1}
    table = position("basic_2p", phase="cards", egypt={"discs": discs, "hand": [14]}, troy={})
    before = table.of("supply", "egypt")
    table.do("Religious Fervor").skip_until("name_area").do("tyre")
    assert table.discs("egypt", "tyre") == table.discs("egypt", "phoenicia") == 4
    assert table.discs("egypt", "sinai") == 2
    assert all(table.discs("egypt", area) == 1 for area in ("petra", "canaan", "palmyra"))
    assert table.of("supply", "egypt") == before - 4


@pytest.mark.rule("STK-03")
def test_a_replacement_that_finds_no_room_is_not_placed() -> None:
    """Poet: the opposing disc goes, the fifth own disc does not come."""
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"tyre": 4}, "hand": [39, 55]}, troy={"discs": {"tyre": 2}}
    )
    table.do("Poet", "tyre")
    assert table.discs("troy", "tyre") == 1
    assert table.discs("egypt", "tyre") == 4


@pytest.mark.rule("STK-02", "STK-04", "STK-05", "STK-06")
@pytest.mark.parametrize("scenario", ["basic_2p", "basic_5p"])
@pytest.mark.parametrize("seed", range(6))
def test_limits_hold_all_game_long(scenario: str, seed: int) -> None:
    table, rng = Table(Game.new(scenario, seed)), Random(seed)
    land_limit = {
        "setup": 4,
        "growth": 4,
        "cards": 4,
        "competition": 99,
        "evaluation": 3,
        "epoch": 3,
        "over": 3,
    }
    board = table.s.world.board
    while not table.game.over:
        table.game.apply(rng.choice(table.game.legal_actions()))
        coastal_limit = 99 if table.s.phase == "competition" else 2
        for faction in range(table.s.world.n_factions):
            for area in members(table.s.at_least[0][faction]):
                n = table.s.discs[faction][area]
                if board.land >> area & 1:
                    assert n <= land_limit[table.s.phase]
                else:
                    assert n <= (1 if board.open_sea >> area & 1 else coastal_limit)


@pytest.mark.rule("STK-02", "STK-05")
@pytest.mark.parametrize(
    ("area", "n", "phase", "fits"),
    [
        ("tyre", 4, "growth", True), ("tyre", 5, "growth", False),
        ("tyre", 4, "cards", True), ("tyre", 5, "cards", False),
        ("egyptian_sea", 2, "cards", True), ("egyptian_sea", 3, "cards", False),
        ("eastern_mediterranean", 1, "cards", True), ("eastern_mediterranean", 2, "cards", False),
        ("tyre", 7, "competition", True), ("egyptian_sea", 5, "competition", True),
        ("eastern_mediterranean", 2, "competition", False),
    ],
)  # fmt: skip
def test_positions_above_the_limits_are_refused(area: str, n: int, phase: str, fits: bool) -> None:
    from acis_rules.errors import PositionError

    def build() -> Table:
        return position("basic_2p", epoch=4, phase=phase, egypt={"discs": {area: n}, "hand": [39]}, troy={})

    if fits:
        build()
    else:
        with pytest.raises(PositionError, match="limit"):
            build()


# ------------------------------------------------------------------------ Competition Phase


@pytest.mark.rule("STK-04")
@pytest.mark.parametrize(("area", "own"), [("tyre", 4), ("egyptian_sea", 2)])
def test_in_a_competition_no_limit_holds_on_land_and_coast(area: str, own: int) -> None:
    table = position(
        "basic_4p", phase="competition", egypt={"discs": {area: own}, "hand": [94]},
        celt_iberia={"discs": {area: own}, "hand": [1]},
    )  # fmt: skip
    table.do("Warrior Queen")  # 1 disc of her own colour and a white one
    placed = [event for event in table.events("placed") if event.cause == "card 94"]
    assert [event.area for event in placed] == [table.area(area)]
    assert table.discs("egypt", area) == own + 1


@pytest.mark.rule("STK-04")
def test_gaul_adds_a_fifth_disc_at_the_start_of_the_phase() -> None:
    table = position(
        "basic_4p",
        phase="competition",
        gaul={"discs": {"liguria": 4}},
        egypt={"discs": {"liguria": 4}, "hand": [1]},
    )
    table.do("liguria")
    assert table.discs("gaul", "liguria") == 5


@pytest.mark.rule("STK-04")
def test_open_seas_keep_their_limit_in_the_competition_phase() -> None:
    from acis_rules.table.terms import room

    table = position(
        "basic_2p", epoch=4, phase="competition",
        egypt={"discs": {"eastern_mediterranean": 1, "tyre": 2}, "hand": [94]},
        troy={"discs": {"tyre": 2}},
    )  # fmt: skip
    egypt = room(table.s, table.faction("egypt"))
    assert not egypt >> table.area("eastern_mediterranean") & 1
    assert egypt >> table.area("egyptian_sea") & 1
    assert room(table.s, table.faction("troy")) >> table.area("eastern_mediterranean") & 1


@pytest.mark.rule("STK-01")
def test_white_discs_do_not_count_for_stacking() -> None:
    """Three own discs and three allies beat a Barbarian: the three stay a City."""
    table = position(
        "basic_2p", phase="competition", egypt={"discs": {"tyre": 3}}, troy={},
        barbarians={"discs": {"tyre": 1}},
        allies=[{"area": "tyre", "faction": "egypt", "n": 3}],
    )  # fmt: skip
    assert table.discs("barbarians", "tyre") == 0
    assert table.discs("egypt", "tyre") == 3
    assert not [event for event in table.events("removed") if event.cause == "stacking"]
    assert table.of("vp", "egypt") == 1


# ------------------------------------------------------------------------- Evaluation Phase


@pytest.mark.rule("STK-05", "STK-06", "STK-07")
def test_the_evaluation_phase_starts_with_three_two_one() -> None:
    table = position(
        "basic_2p", phase="competition", epoch=4,
        egypt={"discs": {"egypt": 4, "sinai": 3, "red_sea": 3, "eastern_mediterranean": 1}, "treasury": 2},
        troy={},
        barbarians={"discs": {"petra": 5, "canaan": 3, "levantine_sea": 4, "minoan_sea": 2}},
    )  # fmt: skip
    assert table.s.phase == "evaluation"
    assert [table.discs("egypt", a) for a in ("egypt", "sinai", "red_sea", "eastern_mediterranean")] == [
        3,
        3,
        2,
        1,
    ]
    black = [table.discs("barbarians", a) for a in ("petra", "canaan", "levantine_sea", "minoan_sea")]
    assert black == [3, 3, 2, 2]
    assert table.of("supply", "barbarians") == 50 - 10
    assert table.of("supply", "egypt") == 48 - 9


@pytest.mark.rule("STK-05", "STK-06")
def test_barbarians_in_an_open_sea_are_trimmed_to_one() -> None:
    table = position(
        "basic_2p", phase="evaluation", egypt={}, troy={}, barbarians={"discs": {"eastern_mediterranean": 3}}
    )
    assert table.discs("barbarians", "eastern_mediterranean") == 1


@pytest.mark.rule("STK-06", "STK-03")
def test_the_trim_cannot_be_bought_off() -> None:
    table = position(
        "basic_2p", phase="competition", egypt={"discs": {"egypt": 4}, "treasury": 5, "hand": [7]}, troy={}
    )
    assert table.discs("egypt", "egypt") == 3
    assert not table.events("discarded")
    table.skip_until("talents_to_spend", "egypt")
    assert table.of("treasury", "egypt") == 5


@pytest.mark.rule("STK-06")
def test_the_trim_comes_once_and_before_sea_domination() -> None:
    """Four Trojan discs in a sea that Egypt Dominates: two are trimmed, only two can be bought free."""
    coast = {"libya": 1, "nile_delta": 1, "sinai": 1, "egyptian_sea": 1}
    table = position(
        "basic_2p", phase="competition", egypt={"discs": coast},
        troy={"discs": {"red_sea": 4}, "treasury": 3},
    )  # fmt: skip
    assert table.discs("troy", "red_sea") == 2
    table = position(
        "basic_2p", phase="evaluation", egypt={"discs": coast},
        troy={"discs": {"egyptian_sea": 4}, "treasury": 3},
    )  # fmt: skip
    assert table.asked("loss", "troy")
    assert table.discs("troy", "egyptian_sea") == 2
    assert table.game.decision.context["n"] == 2


@pytest.mark.rule("STK-07")
def test_a_fourth_disc_attacks_a_city_of_three() -> None:
    """4 against 3 loots the City; 3 against 3 ends in a draw."""
    table = position(
        "basic_4p", phase="competition", egypt={"discs": {"tyre": 4}}, celt_iberia={"discs": {"tyre": 3}}
    )
    assert table.discs("celt_iberia", "tyre") == 0
    assert len(table.events("looted")) == 1
    table = position(
        "basic_4p", phase="competition", egypt={"discs": {"tyre": 3}}, celt_iberia={"discs": {"tyre": 3}}
    )
    assert table.discs("celt_iberia", "tyre") == table.discs("egypt", "tyre") == 1
    assert not table.events("looted")


@pytest.mark.rule("STK-05", "STK-08")
def test_aeneas_respects_the_limits_of_the_evaluation_phase() -> None:
    table = position("basic_2p", phase="evaluation", egypt={"discs": {"egypt": 1}}, troy={})
    table.skip_until("aeneas", "troy").do("ability").do("troy").do("phrygia")
    table.do("phrygia", "phrygia")
    assert table.discs("troy", "phrygia") == 3
    assert not table.can("phrygia")
    assert table.can("lydia")


@pytest.mark.rule("STK-08")
def test_the_end_of_an_epoch_uses_the_limits_of_evaluation() -> None:
    discs = {"egypt": 3, "sinai": 2, "red_sea": 2, "egyptian_sea": 1}
    table = position("basic_2p", **moment("epoch row", 62), egypt={"discs": discs}, troy={})
    assert table.asked("climate", "egypt")  # up to 5 discs where it is
    assert table.options == {"sinai", "egyptian_sea", "stop"}


# ---------------------------------------------------------------- Barbarians of Event cards


def sea_peoples() -> Table:
    """The rulebook's example: Egypt draws the Sea Peoples in its Draw step."""
    rest = [card for card in range(1, 104) if card not in (98, 7, 13, 16)]
    table = position(
        "basic_2p", turn=1, **moment("draw step"), deck=[*rest, 16, 98, 7, 13],
        egypt={"discs": {"egypt": 3}}, troy={"discs": {"troy": 2, "ionia": 3}, "vp": 5},
    )  # fmt: skip
    return table.do("icarian_sea")


@pytest.mark.rule("STK-08")
def test_barbarians_of_an_event_exceed_the_limits() -> None:
    table = sea_peoples()
    here = {table.s.world.board.areas[a].id for a in members(table.s.at_least[0][2])}
    assert here == {"icarian_sea", "troy", "ionia", "lydia"}
    assert all(table.discs("barbarians", area) == 4 for area in here)


@pytest.mark.rule("STK-08")
def test_the_surplus_stays_until_the_next_evaluation_phase() -> None:
    table = sea_peoples()
    table.skip_until("card_action")
    assert table.s.turn == 2
    assert table.discs("barbarians", "icarian_sea") == 4
    table.do("pass", "pass")
    while table.s.phase == "competition":
        table.do("stop" if table.can("stop") else "lose")
    assert table.discs("barbarians", "icarian_sea") == 2
    assert table.discs("barbarians", "lydia") == 3


@pytest.mark.rule("STK-08")
def test_barbarians_of_an_event_add_to_those_already_there() -> None:
    table = position(
        "basic_2p", **moment("event", 0, 98, phase="cards", then=["evaluation"]), table=[98],
        egypt={"discs": {"egypt": 3}}, troy={"discs": {"troy": 1}, "vp": 5},
        barbarians={"discs": {"lydia": 3}},
    )  # fmt: skip
    table.do("icarian_sea")
    added = {event.area: event.n for event in table.events("barbarians")}
    assert added[table.area("lydia")] == 4
