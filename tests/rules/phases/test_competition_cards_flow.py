"""The Competition Phase with cards: phase start, commit, reveal, negate, resolve, replacement."""

from __future__ import annotations

from importlib import resources

import pytest
import yaml
from helpers import Table, moment, position

CHARIOTS, INFANTRY, ENGINES, BOW = "War Chariots", "Armored Infantry", "Siege Engines", "Composite Bow"


def phase(scenario: str = "basic_2p", **given) -> Table:
    """The Competition Phase alone: play stops where Evaluation would begin."""
    return position(scenario, **{**moment("competition phase"), **given})


def tyre(egyptians: int, celts: int, scenario: str = "basic_2p", **more) -> Table:
    """Egypt against Celt-Iberia, which has no ability in this phase, in Tyre."""
    given = {"egypt": {"discs": {"tyre": egyptians}}, "celt_iberia": {"discs": {"tyre": celts}}}
    for name, data in more.items():
        given[name] = given.get(name, {}) | data if isinstance(data, dict) else data
    return phase(scenario, **given)


def in_tyre(t: Table, *names: str) -> tuple[int, ...]:
    return tuple(t.discs(name, "tyre") for name in names or ("egypt", "celt_iberia"))


def is_over(t: Table) -> bool:
    return t.s.question is None and not t.s.stack


def causes(t: Table, *kinds: str) -> list[str]:
    return [event.cause for event in t.events() if event.kind in kinds]


def played(t: Table) -> list[str]:
    return [t.s.world.deck.cards[event.card].name for event in t.events("played")]


def new_card(tmp_path, id: int, **fields) -> str:
    """A deck in which the card with this id is another one."""
    content = yaml.safe_load((resources.files("acis_rules") / "data" / "deck.yaml").read_text())
    card = {"id": id, "name": "New Card", "text": "As the test says.", "basis": "reconstructed", **fields}
    content["cards"] = [card if old["id"] == id else old for old in content["cards"]]
    path = tmp_path / "deck.yaml"
    path.write_text(yaml.safe_dump(content))
    return str(path)


# ---------------------------------------------------------------------- start of the phase


@pytest.mark.rule("CMP-06")
def test_phase_start_effects_come_before_the_first_competition():
    t = phase("basic_4p", epoch=4, order=["rome", "egypt", "minos", "gaul"],
              rome={"discs": {"rome": 2}},
              egypt={"discs": {"tyre": 1}, "hand": [45]},
              minos={"discs": {"minoan_sea": 1, "aegean_sea": 1}},
              gaul={"discs": {"tyre": 2}})  # fmt: skip
    assert t.of("treasury", "gaul") == 1, "Gaul's talent comes first of all"
    assert t.asked("phase_start_card", "egypt")
    t.do("stop")
    assert t.asked("place", "gaul"), "then the others in turn order"
    t.do("stop")
    assert t.asked("allies", "gaul")
    t.do("stop")
    assert t.asked("allies", "rome"), "then Rome and Minos for the first competition, in turn order"
    t.do("stop", "stop")
    assert t.asked("allies", "minos") and t.events("competition") == []
    t.do("stop")
    assert [event.area for event in t.events("competition")] == [t.area("tyre")]


@pytest.mark.rule("CMP-06")
@pytest.mark.parametrize("order", [("egypt", "gaul"), ("gaul", "egypt")])
def test_phase_start_cards_and_abilities_go_in_turn_order(order):
    t = phase(order=list(order), egypt={"discs": {"tyre": 1}, "hand": [45]}, gaul={"discs": {"tyre": 2}})
    assert t.asks == order[0]
    assert t.kind == ("phase_start_card" if order[0] == "egypt" else "place")


def traitor(**given) -> Table:
    """Egypt holds the Traitor."""
    given["egypt"] = {"discs": {}, "hand": [45]} | given.get("egypt", {})
    return phase("basic_4p", **given)


@pytest.mark.rule("CMP-06", "CMP-14")
def test_traitor_removes_all_discs_of_a_civilization_from_a_contested_area():
    t = traitor(celt_iberia={"discs": {"tyre": 3}}, phoenicia={"discs": {"tyre": 1}})
    assert t.asked("phase_start_card", "egypt") and t.options == {"Traitor", "stop"}
    t.do("Traitor", "celt_iberia")  # Egypt need not be there itself
    assert in_tyre(t, "celt_iberia", "phoenicia") == (0, 1) and t.events("competition") == []
    assert t.s.aside == [45]


@pytest.mark.rule("CMP-07")
def test_discs_are_saved_from_the_traitor_one_by_one():
    t = traitor(celt_iberia={"discs": {"tyre": 3}, "treasury": 1, "hand": [39]},
                barbarians={"discs": {"tyre": 1}})  # fmt: skip
    t.do("Traitor", "talent", "lose", "Poet")
    assert t.discs("celt_iberia", "tyre") == 2 and t.of("treasury", "celt_iberia") == 0


@pytest.mark.rule("CMP-06", "CMP-12")
def test_traitor_removes_allies_too():
    t = traitor(order=["gaul", "egypt", "celt_iberia", "carthage"],
                gaul={"discs": {"tyre": 2}}, celt_iberia={"discs": {"tyre": 1}})  # fmt: skip
    t.do("stop", "tyre")  # Gaul: no disc of its own, but a white one
    t.do("Traitor", "gaul")
    while not is_over(t) and t.asked("loss", "gaul"):
        t.do("lose")
    assert t.discs("gaul", "tyre") == 0 and t.of("supply", "gaul") == 48
    assert t.discs("celt_iberia", "tyre") == 1


@pytest.mark.rule("CMP-02", "CMP-06")
@pytest.mark.parametrize("discs", [{"tyre": 1}, {"sinai": 3}])
def test_traitor_needs_a_contested_area(discs):
    t = traitor(celt_iberia={"discs": discs}, barbarians={"discs": {"tyre": 1}})
    assert t.events("played") == [] and is_over(t)


@pytest.mark.rule("CMP-06")
def test_traitor_cannot_remove_barbarians_or_own_discs():
    t = traitor(egypt={"discs": {"tyre": 2}}, barbarians={"discs": {"tyre": 3}})
    assert not t.asked("phase_start_card")


@pytest.mark.rule("CMP-06", "CIV-35")
def test_traitor_spares_home_areas_of_active_civilizations_but_not_troy():
    # Carthage, Egypt and Troy are in the game, Rome is not
    areas = ("carthage", "egypt", "troy", "rome", "tyre")
    t = traitor(troy={"discs": dict.fromkeys(areas, 2)}, celt_iberia={"discs": dict.fromkeys(areas, 1)},
                carthage={})  # fmt: skip
    t.do("Traitor")
    assert t.options == {"troy", "rome", "tyre"}
    t.do("troy", "troy")
    assert t.discs("troy", "troy") == 0, "the walls do not hold against the Traitor"


@pytest.mark.rule("CMP-06")
def test_the_home_that_counts_is_the_faction_s_own():
    t = traitor(carthage={"home": ["tyre"]}, celt_iberia={"discs": {"tyre": 2, "carthage": 2, "sinai": 2}},
                barbarians={"discs": {"tyre": 1, "carthage": 1, "sinai": 1}})  # fmt: skip
    t.do("Traitor")
    assert t.options == {"carthage", "sinai"}


@pytest.mark.rule("CMP-06", "CMP-14")
def test_traitor_can_be_negated():
    t = traitor(celt_iberia={"discs": {"tyre": 2}, "hand": [47]}, phoenicia={"discs": {"tyre": 1}})
    t.do("Traitor", "celt_iberia")
    assert t.asked("negate", "celt_iberia")
    t.do("Bribery")
    assert in_tyre(t, "celt_iberia", "phoenicia") == (2, 0), "the competition took place"


@pytest.mark.rule("CMP-06", "CMP-14")
def test_traitor_is_not_for_a_single_competition():
    t = tyre(2, 1, egypt={"hand": [45, 59]})
    t.do("stop")  # not at the start of the phase
    assert t.asked("commit", "egypt") and t.options == {"stop", CHARIOTS}


# ----------------------------------------------------------------- which cards in this phase


@pytest.mark.rule("CMP-14")
def test_competition_cards_are_not_played_in_the_card_phase():
    t = position(**moment("card phase"), celt_iberia={"discs": {"tyre": 1}},
                 egypt={"discs": {"tyre": 2, "sinai": 1}, "hand": [59, 6, 45, 7]})  # fmt: skip
    assert t.asked("card_action", "egypt") and t.can("Land Improvement")
    assert not t.can(CHARIOTS) and not t.can("Strategos") and not t.can("Traitor")


@pytest.mark.rule("CMP-14")
def test_no_other_card_is_played_in_this_phase():
    # Poet, Land Improvement, Heroic Saga (Investment), High Priest (Negation), War Chariots
    t = tyre(2, 1, egypt={"hand": [39, 7, 25, 44, 59]})
    assert t.asked("commit", "egypt") and t.options == {"stop", CHARIOTS}
    t = tyre(2, 1, egypt={"hand": [39, 7, 25, 44]})
    assert is_over(t)


@pytest.mark.rule("CMP-16")
@pytest.mark.parametrize(("area", "cards"), [("tyre", {CHARIOTS, "Strategos"}),
                                             ("egyptian_sea", {"Triremes", "Strategos"})])  # fmt: skip
def test_a_card_fits_its_kind_of_area(area, cards):
    t = phase(egypt={"discs": {area: 2}, "hand": [59, 75, 6]}, celt_iberia={"discs": {area: 1}})
    assert t.asked("commit", "egypt") and t.options == {"stop", *cards}


@pytest.mark.rule("CMP-02", "CMP-16")
def test_a_card_reaches_only_contested_areas():
    t = phase(egypt={"discs": {"tyre": 2, "sinai": 3, "kush": 1, "red_sea": 1, "petra": 2}, "hand": [6]},
              celt_iberia={"discs": {"tyre": 1, "red_sea": 2, "kush": 1, "libya": 2}},
              barbarians={"discs": {"petra": 2, "libya": 1}})  # fmt: skip
    t.do("Strategos")
    assert t.asked("allies", "egypt")
    # not: Sinai (alone), Kush (at peace), Libya (without Egypt)
    assert t.options == {"stop", "tyre", "red_sea", "petra"}


# ------------------------------------------------------------------------- step 1: commit


@pytest.mark.rule("CMP-17")
@pytest.mark.parametrize("order", [("egypt", "celt_iberia"), ("celt_iberia", "egypt")])
def test_participants_commit_in_turn_order(order):
    t = tyre(2, 2, order=list(order), egypt={"hand": [59]}, celt_iberia={"hand": [61]})
    assert t.asked("commit", order[0])
    t.do("stop")
    assert t.asked("commit", order[1])


@pytest.mark.rule("CMP-17")
def test_only_civilizations_present_in_the_area_commit():
    t = tyre(2, 1, "basic_4p", order=["phoenicia", "celt_iberia", "egypt", "gaul"], egypt={"hand": [61]},
             phoenicia={"discs": {"sinai": 3, "phoenicia": 3}, "hand": [59]})  # fmt: skip
    assert t.asked("commit", "egypt")
    t.do(INFANTRY)
    assert is_over(t) and played(t) == [INFANTRY]


@pytest.mark.rule("CMP-17")
def test_any_number_of_cards_may_be_laid():
    t = tyre(2, 2, egypt={"hand": [59, 60, 61, 65]})
    t.do(CHARIOTS, BOW, INFANTRY, ENGINES)
    assert played(t) == [CHARIOTS, BOW, INFANTRY, ENGINES]


@pytest.mark.rule("CMP-17")
def test_own_active_wonders_may_be_announced():
    here = {"wonder": "Colossus", "area": "sinai", "discs": 5}
    t = tyre(2, 2, egypt={"discs": {"tyre": 2, "sinai": 1}}, wonders=[here | {"owner": "egypt"}])
    assert t.asked("commit", "egypt") and t.options == {"stop", "Colossus"}
    t.do("Colossus")
    assert in_tyre(t) == (2, 0), "4 against 2: 2 white discs fell for Egypt"


@pytest.mark.rule("CMP-17")
@pytest.mark.parametrize("change", [{"owner": "celt_iberia"}, {"discs": 0}, {"buried": True, "discs": 0},
                                    {"area": "libya"}])  # fmt: skip
def test_a_wonder_of_others_or_not_active_is_not_announced(change):
    wonder = {"wonder": "Colossus", "owner": "egypt", "area": "sinai", "discs": 5} | change
    t = tyre(2, 2, egypt={"discs": {"tyre": 2, "sinai": 1}}, wonders=[wonder])
    assert is_over(t) and in_tyre(t) == (1, 1)


@pytest.mark.rule("CMP-14")
def test_cards_are_laid_in_ascending_order_and_the_next_number_may_follow() -> None:
    """Armor (63), Iron Blades (64), Siege Engines (65): none before one that lies there already."""
    t = tyre(3, 3, egypt={"hand": [63, 64, 65]})
    assert t.options == {"stop", *(t.s.world.deck.cards[card].name for card in (63, 64, 65))}
    t.do("#63")
    assert t.can("#64") and t.can("#65")
    t.do("#64")
    assert t.can("#65") and not t.can("#63")


@pytest.mark.rule("CMP-17")
def test_others_see_only_how_many_cards_are_laid():
    t = tyre(2, 2, egypt={"hand": [59, 61]}, celt_iberia={"hand": [60]})
    t.do(CHARIOTS, INFANTRY)
    assert t.asked("commit", "celt_iberia")
    assert t.events("played") == [] and t.s.discard == [] and t.s.table == []
    egypt, celts = 1 << t.faction("egypt"), 1 << t.faction("celt_iberia")
    laid = t.events("laid")
    assert [event.for_seat(egypt).cards for event in laid] == [(59,), (61,)]
    for event in laid:
        seen = event.for_seat(celts)
        assert seen.cards == () and seen.card == 0 and seen.n == 1


@pytest.mark.rule("CMP-17")
def test_a_card_laid_is_no_longer_in_hand():
    t = tyre(2, 2, egypt={"hand": [60, 61]}, celt_iberia={"hand": [59]})
    t.do(BOW, "stop", CHARIOTS)
    assert t.asked("loss", "egypt") and t.options == {"lose_disc", INFANTRY}


# ------------------------------------------------------------------ step 2: reveal, negate


@pytest.mark.rule("CMP-18")
def test_all_cards_are_revealed_at_the_same_time():
    t = tyre(3, 3, egypt={"hand": [59, 61, 65]}, celt_iberia={"hand": [60, 67]})
    t.do(CHARIOTS, ENGINES)
    t.do(BOW, "Siege")
    kinds = [event.kind for event in t.events() if event.kind in ("laid", "played", "removed", "allies")]
    assert kinds[:8] == ["laid"] * 4 + ["played"] * 4


@pytest.mark.rule("CMP-18")
def test_a_revealed_card_can_be_negated_and_has_no_effect():
    t = tyre(2, 2, egypt={"hand": [61]}, celt_iberia={"hand": [66]})
    t.do(INFANTRY)
    assert t.asked("negate", "celt_iberia") and t.options == {"stop", "False Prophet"}
    t.do("False Prophet")
    assert t.events("allies") == [] and in_tyre(t) == (1, 1)
    assert sorted(t.s.discard) == [61, 66]


@pytest.mark.rule("CMP-18")
def test_every_civilization_may_negate_in_turn_order():
    t = tyre(2, 2, "basic_4p", order=["egypt", "phoenicia", "celt_iberia", "gaul"], egypt={"hand": [61]},
             celt_iberia={"hand": [66]}, phoenicia={"hand": [44]})  # fmt: skip
    t.do(INFANTRY)
    assert t.asked("negate", "phoenicia"), "though it takes no part"
    t.do("stop")
    assert t.asked("negate", "celt_iberia")
    t.do("stop")
    assert causes(t, "allies") == ["card 61"]


@pytest.mark.rule("CMP-18")
def test_each_revealed_card_can_be_answered():
    t = tyre(2, 2, egypt={"hand": [59, 61]}, celt_iberia={"hand": [44]})
    t.do(CHARIOTS, INFANTRY)
    assert t.asked("negate", "celt_iberia") and t.game.decision.context["card"] == 59
    t.do("stop")
    assert t.asked("negate", "celt_iberia") and t.game.decision.context["card"] == 61
    t.do("High Priest")
    assert causes(t, "removed")[0] == "card 59" and t.events("allies") == []


@pytest.mark.rule("CMP-14", "CMP-18")
@pytest.mark.parametrize(("negation", "works"), [
    (46, False),  # Pontiff: in the Card Phase only
    (19, False),  # Bad Omens: Wonders only
    (51, False),  # Divine Favor: Events and Barbarians
    (47, False),  # Bribery: Armored Infantry is no Great Person
    (66, True), (43, True), (44, True),
])  # fmt: skip
def test_only_some_negations_answer_a_competition_card(negation, works):
    t = tyre(2, 2, egypt={"hand": [61]}, celt_iberia={"hand": [negation]})
    t.do(INFANTRY)
    assert t.asked("negate", "celt_iberia") == works


@pytest.mark.rule("CMP-18")
def test_a_negation_can_itself_be_negated():
    t = tyre(2, 2, egypt={"hand": [61, 47]}, celt_iberia={"hand": [66]})
    t.do(INFANTRY, "False Prophet")
    assert t.asked("negate", "egypt") and t.options == {"stop", "Bribery"}
    t.do("Bribery")
    assert causes(t, "allies") == ["card 61"]


# ----------------------------------------------------------------------- step 3: resolve


@pytest.mark.rule("CMP-19")
@pytest.mark.parametrize("last", [("carthage", "celt_iberia"), ("celt_iberia", "carthage")])
def test_wonders_then_abilities_then_cards(last):
    order = ("egypt", *last)
    colossus = {"wonder": "Colossus", "owner": "celt_iberia", "area": "sinai", "discs": 5}
    t = tyre(2, 2, "basic_4p", order=[*order, "gaul"], egypt={"hand": [61]}, wonders=[colossus],
             carthage={"discs": {"tyre": 2}}, celt_iberia={"discs": {"tyre": 2, "sinai": 1}})  # fmt: skip
    word = {"egypt": INFANTRY, "carthage": "ability", "celt_iberia": "Colossus"}
    for name in order:
        assert t.asked("commit", name)
        t.do(word[name])
    assert t.asked("allies", "carthage")
    assert causes(t, "allies") == ["wonder 3"]
    t.do("tyre")
    assert causes(t, "allies") == ["wonder 3", "ability 0", "card 61"]


@pytest.mark.rule("CMP-19")
@pytest.mark.parametrize("order", [("egypt", "celt_iberia"), ("celt_iberia", "egypt")])
def test_inside_a_category_turn_order_rules(order):
    t = tyre(2, 2, order=list(order), egypt={"hand": [61]}, celt_iberia={"hand": [63]})
    t.do(*([INFANTRY, "Metal Forging: Armor"] if order[0] == "egypt" else ["Metal Forging: Armor", INFANTRY]))
    assert [event.faction for event in t.events("allies")] == [t.faction(name) for name in order]


@pytest.mark.rule("CMP-19")
@pytest.mark.parametrize("cards", [(59, 61), (61, 59)])
def test_the_owner_of_several_cards_chooses_their_order(cards):
    t = tyre(2, 4, egypt={"hand": [59, 61]})
    t.do(CHARIOTS, INFANTRY)
    assert t.asked("card_order", "egypt") and t.options == {CHARIOTS, INFANTRY}
    t.do(f"#{cards[0]}")
    assert causes(t, "allies", "removed")[:2] == [f"card {card}" for card in cards]


@pytest.mark.rule("CMP-07")
def test_discs_are_saved_from_cards_one_by_one():
    t = tyre(1, 4, egypt={"hand": [65]}, celt_iberia={"treasury": 1})
    t.do(ENGINES)
    assert t.asked("loss", "celt_iberia")
    t.do("talent")
    assert causes(t, "removed")[:1] == ["card 65"] and causes(t, "removed").count("card 65") == 1


@pytest.mark.rule("CMP-08")
@pytest.mark.parametrize("order", [("celt_iberia", "phoenicia"), ("phoenicia", "celt_iberia")])
def test_several_victims_of_a_card_decide_in_turn_order(order):
    t = tyre(2, 2, "basic_4p", order=["egypt", *order, "gaul"], egypt={"hand": [59]},
             celt_iberia={"treasury": 1}, phoenicia={"discs": {"tyre": 2}, "treasury": 1})  # fmt: skip
    t.do(CHARIOTS)
    assert t.asked("loss", order[0])
    t.do("lose")
    assert t.asked("loss", order[1])


# ------------------------------------------------------------- cancelled competitions, loot


@pytest.mark.rule("CMP-15")
def test_a_card_that_ends_the_contest_cancels_the_competition():
    t = tyre(1, 3, egypt={"hand": [65]})  # the rulebook's example: 3 blue, 1 red, Siege Engines
    t.do(ENGINES)
    assert in_tyre(t) == (1, 1) and causes(t, "removed") == ["card 65"] * 2


@pytest.mark.rule("CMP-15", "CMP-26")
def test_a_cancelled_competition_is_checked_for_loot():
    t = tyre(2, 3, egypt={"hand": [59, 65]})
    t.do(CHARIOTS, ENGINES, ENGINES)
    assert in_tyre(t) == (2, 0) and "competition" not in causes(t, "removed")
    assert t.of("vp", "egypt") == 1 and t.of("treasury", "egypt") == 1


@pytest.mark.rule("CMP-15", "CMP-16")
@pytest.mark.parametrize("card", [6, 42, 59, 60, 61, 63, 64, 68, 69, 70, 71, 72, 77, 94])
def test_later_cards_do_not_touch_an_area_no_longer_contested(card):
    celts = {"discs": {"tyre": 3, "gulf_of_sidon": 1}, "hand": [card], "treasury": 2}
    t = tyre(1, 3, egypt={"hand": [65]}, celt_iberia=celts)
    t.do(ENGINES, f"#{card}", "lose", "lose")
    assert is_over(t) and in_tyre(t) == (1, 1) and causes(t, "removed") == ["card 65"] * 2


@pytest.mark.rule("CMP-26")
def test_discs_removed_by_cards_count_for_loot():
    t = tyre(2, 3, egypt={"hand": [65]})
    t.do(ENGINES)  # 2 by the card, 1 by the round of losses
    assert in_tyre(t) == (2, 0) and t.of("vp", "egypt") == 1


@pytest.mark.rule("CMP-26")
def test_the_discs_lost_need_not_have_been_a_city():
    t = tyre(4, 2, celt_iberia={"hand": [94]})
    t.do("Warrior Queen")  # a Celtic and a white disc: 4-4, then 3 Celtic discs at most can fall
    assert in_tyre(t) == (1, 1) and t.of("vp", "egypt") == 0
    t = tyre(4, 2, celt_iberia={"hand": [94]}, allies=[{"area": "tyre", "faction": "egypt", "n": 1}])
    t.do("Warrior Queen")  # 5-4 ends 2-0
    assert in_tyre(t) == (2, 0) and t.of("vp", "egypt") == 1


@pytest.mark.rule("CMP-26")
def test_discs_removed_before_the_competition_are_no_loot():
    t = tyre(4, 3, "basic_4p", egypt={"hand": [45]}, phoenicia={"discs": {"tyre": 1}})
    t.do("Traitor", "celt_iberia")
    assert in_tyre(t, "egypt", "celt_iberia", "phoenicia") == (4, 0, 0)
    assert t.events("looted") == [] and t.of("vp", "egypt") == 0


# ---------------------------------------------------------------------- replacing discs


def poet(egypt: dict, celts: dict) -> Table:
    """Egypt plays the Poet in the Card Phase against the Celts in Tyre."""
    t = position(**moment("card phase"), egypt={"discs": {"sinai": 2}, "hand": [39]} | egypt,
                 celt_iberia={"discs": {"tyre": 2}} | celts)  # fmt: skip
    return t.do("Poet", "tyre")


@pytest.mark.rule("CMP-09")
def test_discs_are_removed_even_without_a_disc_to_replace_them():
    t = poet({"ready": 46}, {})
    assert t.of("supply", "egypt") == 0 and in_tyre(t) == (0, 1)


@pytest.mark.rule("CMP-10")
@pytest.mark.parametrize(("word", "celts"), [("lose", 1), ("talent", 2), ("War Chariots", 2)])
def test_a_victim_that_pays_stays_and_the_new_disc_comes_anyway(word, celts):
    t = poet({}, {"treasury": 1, "hand": [59]})
    t.do(word)
    assert in_tyre(t) == (1, celts)


@pytest.mark.rule("CMP-09", "CMP-10")
@pytest.mark.parametrize(("ready", "word", "discs"), [
    (0, "talent", (3, 3)), (0, "lose", (3, 2)), (46, "talent", (2, 3)), (46, "lose", (2, 2)),
])  # fmt: skip
def test_a_competition_card_that_replaces(tmp_path, ready, word, discs):
    deck = new_card(tmp_path, 65, flags=["C"], competition={"kind": "land"}, does=[
        {"op": "remove", "where": {"within": "named"}, "of": "opposing", "all": True, "replaced_by": "you"},
        {"op": "gain", "talents": 1},
    ])  # fmt: skip
    t = tyre(2, 3, options={"deck": deck}, celt_iberia={"treasury": 2, "hand": [39]},
             egypt={"ready": ready, "hand": [65]})  # fmt: skip
    t.do("#65", word)
    placed, gone = len(t.events("placed")), causes(t, "removed").count("card 65")
    assert (2 + placed, 3 - gone) == discs


# ------------------------------------------------ areas that become Contested in the phase


@pytest.mark.rule("CMP-04", "CMP-24")
@pytest.mark.parametrize(("area", "order"), [
    ("tyre", ["sinai", "tyre", "egypt"]),  # north-east of the competition under way
    ("kush", ["sinai", "kush", "egypt"]),
    ("libya", ["sinai", "egypt", "libya"]),
])  # fmt: skip
def test_an_area_that_becomes_contested_takes_its_place_in_the_order(tmp_path, area, order):
    deck = new_card(tmp_path, 65, flags=["C"], competition={"kind": "land"}, does=[
        {"op": "barbarians", "n": 2, "where": {"kind": "land"}, "areas": 1},
    ])  # fmt: skip
    t = phase(options={"deck": deck}, barbarians={"discs": {"sinai": 1, "egypt": 1}},
              egypt={"discs": {"sinai": 2, "egypt": 2, area: 1}, "hand": [65]})  # fmt: skip
    t.do("#65", area)
    assert [t.s.world.board.areas[event.area].id for event in t.events("competition")] == order
    assert t.discs("egypt", area) == 0 and t.discs("barbarians", area) == 2


STANDING_ARMY = 82  # an Investment for land competitions


@pytest.mark.rule("CRD-16", "CMP-16")
@pytest.mark.parametrize(("area", "may"), [("tyre", True), ("gulf_of_sidon", False)])
def test_an_investment_for_land_competitions_is_announced_on_land_only(area: str, may: bool) -> None:
    t = position(
        **moment("competition phase"), investments=[{"card": STANDING_ARMY, "owner": "egypt", "discs": 2}],
        egypt={"discs": {area: 2, "egypt": 3}, "hand": [6]}, troy={"discs": {area: 2}},
    )  # fmt: skip
    assert t.asked("commit", "egypt") and t.s.competition_area == t.area(area)
    assert t.can("#82") == may


@pytest.mark.rule("CMP-24")
def test_between_and_after_competitions_there_is_none_under_way() -> None:
    t = position(
        **moment("competition phase"),
        egypt={"discs": {"tyre": 3, "sinai": 3}},
        troy={"discs": {"tyre": 2, "sinai": 2}},
    )
    while t.s.question is not None:
        assert t.s.competition_area >= 0
        t.do("stop")
    assert t.s.competition_area == -1 and len(t.events("competition")) == 2
