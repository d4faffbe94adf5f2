"""What the displays of the civilizations say (Rome and Troy have a file of their own)."""

from __future__ import annotations

import pytest
from helpers import Table, deck_with, moment, position

DISCS = 48  # of a colour, the two markers left out
HORDE = 2  # Barbarian discs that make an area Contested


def phase(scenario: str = "basic_4p", **given) -> Table:
    """The Competition Phase alone: play stops where Evaluation would begin."""
    return position(scenario, **{**moment("competition phase"), **given})


def against_hordes(name: str, discs: dict, quiet: dict | None = None, **more) -> Table:
    """A civilization that shares the areas of `discs` with Barbarians, and has those of `quiet` alone."""
    faction = {"discs": {**discs, **(quiet or {})}} | more.pop("faction", {})
    barbarians = {"discs": dict.fromkeys([*discs, *more.pop("without", ())], HORDE)}
    return phase(**{name: faction}, barbarians=barbarians, **more)


def is_over(t: Table) -> bool:
    return t.s.question is None and not t.s.stack


def white(t: Table) -> list[tuple[str, int]]:
    """White discs put down so far: (area, number)."""
    return [(t.s.world.board.areas[event.area].id, event.n) for event in t.events("allies")]


def growing(step: str, name: str, discs: dict, epoch: int = 1, deck: list | None = None, **faction) -> Table:
    """One step of a civilization's Growth Phase."""
    more = {"deck": deck} if deck else {}
    return position("basic_4p", **moment(step, 0), epoch=epoch, **more,
                    **{name: {"discs": discs, **faction}})  # fmt: skip


# ------------------------------------------------------------------------------ all displays

HEIRS_OF_THE_COAST = ["rome", "carthage", "celt_iberia", "gaul", "mauretania", "mycenae", "troy", "egypt"]


def deploying(name: str, epoch: int) -> Table:
    return growing("deployment", name, {"gulf_of_sidon": 1}, epoch, ready=2).skip_until("deploy", name)


@pytest.mark.rule("CIV-01")
@pytest.mark.parametrize("epoch", [1, 2, 3, 4])
@pytest.mark.parametrize("name", HEIRS_OF_THE_COAST)
def test_open_seas_are_closed_before_epoch_4(name, epoch):
    t = deploying(name, epoch)
    assert t.can("tyre") and t.can("eastern_mediterranean") == (epoch == 4)


@pytest.mark.rule("CIV-01", "CIV-19", "CIV-26")
@pytest.mark.parametrize("epoch", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["minos", "phoenicia"])
def test_minos_and_phoenicia_sail_the_open_seas_in_every_epoch(name, epoch):
    t = deploying(name, epoch).do("eastern_mediterranean")
    assert t.discs(name, "eastern_mediterranean") == 1


@pytest.mark.rule("CIV-01")
def test_a_card_may_allow_an_open_sea():
    cards = {**moment("card phase"), "epoch": 1}
    t = position(egypt={"discs": {"egyptian_sea": 1}, "hand": [40, 57]}, **cards)
    t.do("Hippodrome")  # places discs near Egypt, but says nothing of open seas
    assert t.can("gulf_of_sidon") and not t.can("eastern_mediterranean")
    t = position(egypt={"discs": {"egyptian_sea": 1}, "hand": [40]}, **cards)
    t.do("Navigator", "gulf_of_sidon")  # this board has one open sea
    assert t.discs("egypt", "eastern_mediterranean") == 1


@pytest.mark.rule("CIV-02")
def test_a_talent_prevents_a_loss():
    t = against_hordes("egypt", {"tyre": 1}, faction={"treasury": 1})
    t.do("talent")
    assert t.discs("egypt", "tyre") == 1 and t.of("treasury", "egypt") == 0


@pytest.mark.rule("CIV-02")
@pytest.mark.parametrize("n", [0, 1, 2])
def test_a_talent_buys_a_card_in_the_draw_step(n):
    t = position(**moment("draw step"), egypt={"discs": {"egypt": 1}, "treasury": 2},
                 troy={"discs": {"troy": 1}}, deck=deck_with(*range(1, 15)))  # fmt: skip
    t.do(n)
    assert len(t.hand("egypt")) == 3 + n and t.of("treasury", "egypt") == 2 - n


@pytest.mark.rule("CIV-02")
@pytest.mark.parametrize(("talents", "vp"), [(2, 0), (3, 1), (5, 1), (6, 2), (8, 2)])
def test_three_talents_are_a_vp_at_the_end_of_the_epoch_and_the_rest_is_lost(talents, vp):
    t = position(**moment("epoch vp", then=["lose talents"]),
                 egypt={"discs": {"egypt": 1}, "treasury": talents})  # fmt: skip
    assert t.of("vp", "egypt") == vp and t.of("treasury", "egypt") == 0


@pytest.mark.rule("CIV-03")
def test_talents_in_the_loot_box_cannot_be_spent_and_move_at_the_end_of_the_phase():
    t = against_hordes("egypt", {"tyre": 1}, faction={"loot": 2})
    assert t.discs("egypt", "tyre") == 0, "Egypt was not asked"
    assert t.of("loot", "egypt") == 0 and t.of("treasury", "egypt") == 2


# ------------------------------------------------------------------------- Acquisition step

FAR_AWAY = {"macedon": 2, "thessaly": 2, "dalmatia": 2}  # three Settlements: 3 discs without any ability


def acquired(name: str, discs: dict, **faction) -> tuple[int, int]:
    """Ready discs beyond the three of the Settlements, and talents gained."""
    t = growing("acquisition", name, FAR_AWAY | discs, **faction)
    on_map = sum((FAR_AWAY | discs).values())
    assert t.of("supply", name) == DISCS - on_map - t.of("ready", name)
    return t.of("ready", name) - 3, t.of("treasury", name)


@pytest.mark.rule("CIV-08", "CIV-09", "CIV-10")
@pytest.mark.parametrize(("discs", "gain"), [
    ({}, (1, 0)),
    ({"celt_iberia": 1}, (1, 1)), ({"gades": 1}, (1, 1)), ({"gades": 1, "idubeda": 1}, (1, 1)),
    ({"celt_iberia": 3}, (1, 2)), ({"idubeda": 3}, (1, 2)), ({"idubeda": 3, "gades": 4}, (1, 2)),
    ({"edetani": 3}, (1, 0)), ({"edetani": 3, "gades": 1}, (1, 1)),  # a City too far away
])  # fmt: skip
def test_celt_iberia_metalworking(discs, gain):
    assert acquired("celt_iberia", discs) == gain


@pytest.mark.rule("CIV-11", "CIV-12")
@pytest.mark.parametrize(("discs", "gain"), [
    ({}, (0, 0)), ({"sinai": 3}, (0, 0)), ({"libya": 3, "red_sea": 1}, (0, 0)),
    ({"egypt": 1}, (1, 0)), ({"nile_delta": 1}, (1, 0)), ({"kush": 1}, (1, 0)),
    ({"egypt": 1, "nile_delta": 1, "kush": 1}, (1, 0)),
    ({"egypt": 3}, (2, 1)), ({"nile_delta": 3}, (2, 1)), ({"kush": 4}, (2, 1)),
    ({"egypt": 3, "kush": 3}, (2, 1)), ({"kush": 1, "sinai": 3}, (1, 0)),
])  # fmt: skip
def test_egypt_gift_of_the_nile(discs, gain):
    assert acquired("egypt", discs) == gain


@pytest.mark.rule("CIV-16", "CIV-17")
@pytest.mark.parametrize(("discs", "gain"), [
    ({}, (1, 0)), ({"mauretania": 1}, (1, 0)), ({"saldae": 3}, (1, 0)),
    ({"mauretania": 3}, (1, 1)), ({"numidia": 3}, (1, 1)), ({"numidia": 3, "tingitana": 3}, (1, 1)),
])  # fmt: skip
def test_mauretania_sub_saharan_caravans(discs, gain):
    assert acquired("mauretania", discs) == gain


@pytest.mark.rule("CIV-09", "CIV-10", "CIV-12", "CIV-17")
@pytest.mark.parametrize(("name", "discs", "gain"), [
    ("celt_iberia", {"sinai": 3}, (1, 2)), ("celt_iberia", {"gades": 3}, (1, 0)),
    ("mauretania", {"sinai": 3}, (1, 1)), ("mauretania", {"mauretania": 3}, (1, 0)),
    ("egypt", {"egypt": 3}, (2, 1)), ("egypt", {"sinai": 3}, (0, 0)),  # the Nile does not move
])  # fmt: skip
def test_the_home_of_the_faction_counts_not_the_area_of_the_display_s_name(name, discs, gain):
    assert acquired(name, discs, home=["tyre"]) == gain


# ---------------------------------------------------------------------------------- Carthage


@pytest.mark.rule("CIV-05", "CIV-06", "CIV-07")
def test_carthage_barca_family():
    t = against_hordes("carthage", {"sicily": 2, "carthage": 2, "african_sea": 2, "thapsus": 2},
                       {"saldae": 3, "saldic_sea": 1}, without=["corsica", "ligurian_sea"])  # fmt: skip
    assert t.asked("commit", "carthage")
    t.do("ability")
    assert t.asked("allies", "carthage") and t.options == {"stop", "carthage"}
    t.do("carthage")
    assert t.options == {"stop", "carthage", "sicily", "thapsus"}, "Contested, with a Carthaginian disc"
    t.do("carthage")
    assert t.options == {"stop", "african_sea"}
    t.do("african_sea")
    assert white(t) == [("carthage", 1), ("carthage", 1), ("african_sea", 1)]
    assert is_over(t), "no further question: the ability is used up for this turn"


@pytest.mark.rule("CIV-05", "CIV-06", "CIV-07")
def test_carthage_may_decline_every_part():
    t = against_hordes("carthage", {"sicily": 2, "carthage": 2, "african_sea": 2})
    t.do("ability", "stop", "stop", "stop")
    assert white(t) == [] and is_over(t)


@pytest.mark.rule("CIV-05", "CMP-02")
def test_carthage_at_peace_gets_no_ally():
    t = against_hordes("carthage", {"sicily": 2}, {"carthage": 3})
    t.do("ability")
    assert t.options == {"stop", "sicily"}


@pytest.mark.rule("CIV-05")
def test_carthage_with_its_home_elsewhere():
    t = against_hordes("carthage", {"sicily": 2, "carthage": 2}, faction={"home": ["sicily"]})
    t.do("ability")
    assert t.options == {"stop", "sicily"}


@pytest.mark.rule("CIV-05", "CMP-17")
def test_an_ability_declined_may_be_announced_in_a_later_competition():
    t = against_hordes("carthage", {"sicily": 2, "carthage": 2})
    t.do("stop")
    assert t.asked("commit", "carthage") and t.game.decision.context["area"] == t.area("carthage")
    t.do("ability", "carthage", "stop")
    assert white(t) == [("carthage", 1)]


@pytest.mark.rule("CMP-17")
def test_an_ability_needs_a_competition_of_its_owner():
    t = phase(carthage={"discs": {"carthage": 3}}, egypt={"discs": {"tyre": 2}},
              barbarians={"discs": {"tyre": 1}})  # fmt: skip
    assert is_over(t), "Carthage was not asked"


# -------------------------------------------------------------------------------------- Gaul


@pytest.mark.rule("CIV-13")
def test_gaul_gains_a_talent_also_in_peace():
    t = phase(gaul={"discs": {"gallia": 2}})
    assert t.of("treasury", "gaul") == 1


GALLIC_WARS = {"liguria": 3, "massilia": 2, "corsica": 1, "ligurian_sea": 2}


@pytest.mark.rule("CIV-14", "CIV-15")
def test_gaul_places_a_disc_and_a_white_one_elsewhere():
    t = against_hordes("gaul", GALLIC_WARS, {"gallia": 3})
    assert t.asked("place", "gaul") and t.options == {"stop", "liguria", "massilia"}
    t.do("liguria")
    assert t.asked("allies", "gaul") and t.options == {"stop", "massilia"}, "a different area"
    t.do("massilia")
    assert white(t) == [("massilia", 1)]
    placed = [(event.faction, event.area) for event in t.events("placed")]
    assert placed == [(t.faction("gaul"), t.area("liguria"))]


@pytest.mark.rule("CIV-14", "CIV-15")
def test_gaul_may_decline_the_disc_and_still_place_the_white_one():
    t = against_hordes("gaul", GALLIC_WARS)
    t.do("stop")
    assert t.asked("allies", "gaul") and t.options == {"stop", "liguria", "massilia"}


@pytest.mark.rule("CIV-14")
def test_gaul_s_disc_comes_from_supply():
    # 8 discs on the map, 40 Ready, none left in supply
    t = against_hordes("gaul", GALLIC_WARS, faction={"ready": 40})
    assert t.asked("allies", "gaul") and t.options == {"stop", "liguria", "massilia"}


@pytest.mark.rule("CIV-15")
def test_gaul_with_one_such_area_has_no_other_for_the_white_disc():
    t = against_hordes("gaul", {"liguria": 2}, {"massilia": 2}).do("liguria")
    assert t.asked("loss", "gaul") and white(t) == [], "3 against 2: the first round of losses"


# -------------------------------------------------------------------------------- Mauretania


@pytest.mark.rule("CIV-18")
def test_mauretania_light_horse_once_per_turn():
    t = against_hordes("mauretania", {"numidia": 2, "baetica": 1, "iberian_sea": 2}, {"mauretania": 3},
                       without=["tingitana"])  # fmt: skip
    assert t.asked("commit", "mauretania")
    t.do("ability")
    assert t.asked("allies", "mauretania") and t.options == {"numidia", "baetica"}
    t.do("baetica")
    assert white(t) == [("baetica", 1)] and is_over(t)


@pytest.mark.rule("CIV-18")
def test_once_per_turn_means_again_in_the_next_turn():
    t = against_hordes("mauretania", {"numidia": 4}, {"mauretania": 2}, without=["tingitana"],
                       **moment("competition phase", then=["turn"]))  # fmt: skip
    t.do("ability").skip_until("deploy", "mauretania").do("tingitana", "tingitana")
    t.skip_until("commit", "mauretania")
    assert t.can("ability")


# ------------------------------------------------------------------------------------- Minos


@pytest.mark.rule("CIV-20", "CIV-21")
def test_minos_white_discs_in_the_seas_of_its_home_then_in_two_others():
    seas = dict.fromkeys(["minoan_sea", "myrtoan_sea", "aegean_sea", "libyan_sea", "levantine_sea",
                          "eastern_mediterranean"], 1)  # fmt: skip
    t = phase(minos={"discs": {**seas, "minos": 3}}, barbarians={"discs": {"trojan_sea": 2}})
    assert t.asked("allies", "minos")
    assert t.options == {"stop", "aegean_sea", "libyan_sea", "levantine_sea"}, "no open sea, no land"
    t.do("levantine_sea", "aegean_sea")
    chosen = {("aegean_sea", 1), ("levantine_sea", 1)}
    assert set(white(t)) == {("minoan_sea", 1), ("myrtoan_sea", 1)} | chosen and len(white(t)) == 4
    assert is_over(t) and t.s.allies == {}, "they came though nothing was Contested, and left again"


@pytest.mark.rule("CIV-20")
def test_the_seas_of_its_home_are_no_matter_of_choice():
    t = phase(minos={"discs": {"minoan_sea": 1}})
    assert white(t) == [("minoan_sea", 1)] and is_over(t)


@pytest.mark.rule("CIV-21", "CMP-02")
@pytest.mark.parametrize("sea", ["minoan_sea", "aegean_sea"])
def test_minos_can_start_a_competition(sea):
    t = phase(minos={"discs": {sea: 1}}, egypt={"discs": {sea: 1}})
    if sea == "aegean_sea":
        t.do(sea)
    assert [event.area for event in t.events("competition")] == [t.area(sea)]
    assert t.discs("minos", sea) == 1 and t.discs("egypt", sea) == 0


@pytest.mark.rule("CIV-21")
def test_minos_may_decline_the_two_others():
    t = phase(minos={"discs": {"aegean_sea": 1}}, egypt={"discs": {"aegean_sea": 1}}).do("stop")
    assert white(t) == [] and t.discs("egypt", "aegean_sea") == 1


@pytest.mark.rule("CIV-20")
def test_minos_with_its_home_elsewhere():
    t = phase(minos={"discs": {"minoan_sea": 1, "tyrrhenian_sea": 1}, "home": ["rome"]})
    assert white(t) == [] and t.options == {"stop", "minoan_sea"}
    t.do("stop")
    assert white(t) == [("tyrrhenian_sea", 1)]


COASTS = ["minoan_sea", "myrtoan_sea", "aegean_sea", "libyan_sea", "levantine_sea", "ionian_sea",
          "icarian_sea", "trojan_sea", "thracian_sea"]  # fmt: skip


def scored(name: str, seas: int, more: dict, **given) -> int:
    """VP of the Victory Count step."""
    t = position("basic_4p", **moment("victory count"), epoch=1, **given,
                 **{name: {"discs": dict.fromkeys(COASTS[:seas], 1) | more}})  # fmt: skip
    return t.of("vp", name)


@pytest.mark.rule("CIV-23")
@pytest.mark.parametrize(("seas", "vp"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (9, 3)])
def test_minos_scores_three_controlled_coastal_seas(seas, vp):
    open_seas = {"eastern_mediterranean": 1, "central_mediterranean": 1, "minos": 1}
    assert scored("minos", seas, open_seas) == vp


@pytest.mark.rule("CIV-23")
def test_minos_must_control_the_seas():
    assert scored("minos", 3, {}, egypt={"discs": {COASTS[0]: 1}}) == 0
    assert scored("minos", 3, {}, barbarians={"discs": {COASTS[0]: 1}}) == 0


# ----------------------------------------------------------------------------------- Mycenae


@pytest.mark.rule("CIV-24")
def test_mycenae_hoplites():
    wars = {"thessaly": 2, "illyria": 2, "laconia": 1, "aegean_sea": 2}
    t = against_hordes("mycenae", wars, {"mycenae": 3})
    assert t.asked("commit", "mycenae")
    t.do("ability")
    assert t.asked("allies", "mycenae") and t.options == {"stop", "thessaly", "illyria", "laconia"}
    t.do("illyria", "thessaly")
    assert sorted(white(t)) == [("illyria", 1), ("thessaly", 1)], "one in each of two areas, no third"
    assert is_over(t)


@pytest.mark.rule("CIV-24")
def test_mycenae_may_place_fewer_and_never_two_in_one_area():
    t = against_hordes("mycenae", {"thessaly": 2, "laconia": 2}).do("ability", "thessaly")
    assert t.options == {"stop", "laconia"}
    t.do("stop")
    assert white(t) == [("thessaly", 1)]


@pytest.mark.rule("CIV-25")
def test_mycenae_s_first_loot_of_the_turn_is_two_talents():
    areas = {"thessaly": 4, "illyria": 4}
    t = phase(mycenae={"discs": areas}, egypt={"discs": dict.fromkeys(areas, 3)})
    t.do("stop", "stop")  # no Hoplites
    assert [event.n for event in t.events("looted")] == [2, 1]
    assert t.of("treasury", "mycenae") == 3 and t.of("vp", "mycenae") == 2


@pytest.mark.rule("CIV-25")
def test_the_next_turn_has_a_first_loot_again():
    t = position("basic_4p", mycenae={"discs": {"mycenae": 1}}, **moment("turn"), looted=[0])
    assert t.s.looted == 0


# --------------------------------------------------------------------------------- Phoenicia


@pytest.mark.rule("CIV-27")
def test_phoenicia_navigation_is_a_disc_from_supply():
    t = growing("deployment", "phoenicia", {"gulf_of_sidon": 1}, ready=1)
    assert t.asked("deploy", "phoenicia") and t.can("ability")
    t.do("ability")
    assert t.asked("place", "phoenicia")
    assert t.options == {"stop", "gulf_of_sidon", "tyre", "phoenicia", "eastern_mediterranean",
                         "egyptian_sea", "levantine_sea"}  # fmt: skip
    t.do("egyptian_sea")
    assert t.of("ready", "phoenicia") == 1 and t.of("supply", "phoenicia") == DISCS - 3
    assert t.asked("deploy", "phoenicia") and not t.can("ability"), "once"
    assert t.can("sinai"), "the new disc counts at once"


@pytest.mark.rule("CIV-27")
def test_navigation_works_without_ready_discs_and_at_any_moment():
    t = growing("deployment", "phoenicia", {"gulf_of_sidon": 1})
    assert t.asked("deploy", "phoenicia") and t.options == {"stop", "ability"}
    t = growing("deployment", "phoenicia", {"phoenicia": 1}, ready=1)
    assert not t.can("ability"), "no sea is occupied yet"
    t.do("gulf_of_sidon")
    assert t.can("ability")


@pytest.mark.rule("CIV-27")
def test_navigation_may_be_declined():
    t = growing("deployment", "phoenicia", {"gulf_of_sidon": 1}).do("stop")
    assert is_over(t) and t.of("supply", "phoenicia") == DISCS - 1


@pytest.mark.rule("CIV-27")
def test_navigation_obeys_stacking_limits_and_no_other_condition():
    discs = {"gulf_of_sidon": 2, "tyre": 4, "eastern_mediterranean": 1}
    t = position("basic_4p", **moment("deployment", 1), phoenicia={"discs": discs},
                 egypt={"discs": {"egyptian_sea": 2, "gulf_of_sidon": 2, "phoenicia": 4}})  # fmt: skip
    t.do("ability")
    for full in ("gulf_of_sidon", "tyre", "eastern_mediterranean"):
        assert not t.can(full)
    assert t.can("egyptian_sea") and t.can("phoenicia"), "also next to an area where others are stronger"


@pytest.mark.rule("CIV-27")
def test_navigation_needs_a_disc_in_supply():
    t = growing("deployment", "phoenicia", {"gulf_of_sidon": 1}, ready=47)
    assert t.asked("deploy", "phoenicia") and not t.can("ability")


def drawing(top: list[int], hand: list[int], **egypt) -> Table:
    """The Draw step with Phoenicia first, Egypt second."""
    return position(**moment("draw step"), order=["phoenicia", "egypt"],
                    phoenicia={"discs": {"phoenicia": 1, "gulf_of_sidon": 1}, "hand": hand},
                    egypt={"discs": {"egypt": 1}} | egypt,
                    deck=deck_with(*top, without=tuple(hand)))  # fmt: skip


@pytest.mark.rule("CIV-28")
def test_phoenicia_alphabet_at_the_end_of_the_draw_step():
    t = drawing([1, 2, 3, 4, 5, 6, 7, 8], [9], treasury=1)
    assert t.asked("talents_to_spend", "egypt"), "first everybody draws"
    t.do(0)
    assert t.asked("ability", "phoenicia") and t.hand("phoenicia") == {1, 2, 3, 9}
    assert t.hand("egypt") == {4, 5, 6}
    t.do("yes")
    assert t.asked("discard", "phoenicia") and len(t.options) == 4
    t.do("#2")
    assert t.asked("keep", "phoenicia") and t.options == {"Land Improvement", "Local Famine"}
    t.do("#7")
    assert t.hand("phoenicia") == {1, 3, 7, 9} and t.s.discard == [2, 8]


@pytest.mark.rule("CIV-28")
def test_alphabet_may_be_declined():
    t = drawing([1, 2, 3, 4, 5, 6, 7, 8], [9]).do("no")
    assert t.hand("phoenicia") == {1, 2, 3, 9} and t.s.discard == []


@pytest.mark.rule("CIV-28")
def test_an_event_among_the_two_is_resolved_and_replaced():
    t = drawing([1, 2, 3, 4, 5, 6, 102, 7, 8], [])
    t.do("yes", "#1")
    assert [event.card for event in t.events("event")] == [102]
    assert t.of("treasury", "phoenicia") == 2, "Atlantis: the Gulf of Sidon lies next to an open sea"
    assert t.asked("keep", "phoenicia") and t.options == {"Land Improvement", "Local Famine"}


@pytest.mark.rule("CIV-28")
def test_the_cards_looked_at_are_seen_by_phoenicia_only():
    t = drawing([1, 2, 3, 4, 5, 6, 7, 8], []).do("yes", "#1")
    event = t.events("drew")[-1]
    assert event.for_seat(1 << t.faction("phoenicia")).cards == (7, 8)
    assert event.for_seat(1 << t.faction("egypt")).cards == ()


@pytest.mark.rule("CIV-30")
@pytest.mark.parametrize(("seas", "vp"), [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2)])
def test_phoenicia_scores_four_occupied_coastal_seas(seas, vp):
    others = {"egypt": {"discs": dict.fromkeys(COASTS, 1)}}  # Control is not needed
    assert scored("phoenicia", seas, {"eastern_mediterranean": 1, "tyre": 1}, **others) == vp
