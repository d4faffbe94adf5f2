"""Hannibal: turns 4 to 8, victory, what allies may play, the hand of Macedon."""

from __future__ import annotations

from typing import Any

import pytest
from hannibal_tables import CARTHAGE, MACEDON, ROME, SYRACUSE, new_war, seeds_until, stacked, war
from helpers import Table

from acis_rules.box.world import World
from acis_rules.effects import Play
from acis_rules.historical.alliances import keeps_faith
from acis_rules.table.changes import remove
from acis_rules.table.ending import find_side
from acis_rules.variants.foresight import trial
from acis_rules.variants.monitors import holds
from acis_rules.variants.solitaire import leave_the_game

SOLO = "hannibal_solo"


def check(turn: int, card: int, *rules: str, **given: Any) -> Table:
    """The Sudden End step of a turn with this card on top of the deck."""
    return war("sudden end", turn=turn, deck=stacked(card), rules=rules, **given)


def turns_on(table: Table) -> bool:
    """Whether another turn begins; else the game is over."""
    return not table.game.over


# ----------------------------------------------------------------------------------- the clock


@pytest.mark.rule("HANN-01a")
def test_it_begins_in_epoch_three_and_turns_two_and_three_have_no_check() -> None:
    table = new_war(0)
    assert (table.s.epoch, table.s.turn) == (3, 1)
    for turn in (1, 2, 3):
        table = check(turn, 23)
        assert turns_on(table) and not table.events("revealed") and not table.events("sudden_end")


@pytest.mark.rule("HANN-01c")
@pytest.mark.parametrize(
    ("card", "ends"), [(1, True), (52, True), (93, True), (47, True), (56, False), (80, False)]
)
def test_turn_four_ends_with_a_one_two_three_or_four(card: int, ends: bool) -> None:
    assert turns_on(check(4, card)) != ends


@pytest.mark.rule("HANN-01d")
@pytest.mark.parametrize(("card", "ends"), [(15, True), (58, True), (5, True), (68, False), (97, False)])
def test_turn_five_ends_with_a_five_too(card: int, ends: bool) -> None:
    assert turns_on(check(5, card)) != ends


@pytest.mark.rule("HANN-01d")
def test_turn_six_is_the_last() -> None:
    table = check(6, 80)
    assert table.game.over and not table.events("revealed")


@pytest.mark.rule("HANN-01c")
def test_the_end_of_the_epoch_is_scored_when_the_game_ends() -> None:
    table = check(4, 1, rome={"discs": {"rome": 3}}, gold=[])
    assert any(event.cause == "most cities" for event in table.events("vp"))


@pytest.mark.rule("HANN-01b")
def test_time_marches_on_shuffles_but_does_not_end_the_epoch() -> None:
    table = war("event", CARTHAGE, 62, turn=3, table=[62], discard=[5, 6], then=["sudden end"])
    while table.kind == "negate":
        table.do("stop")
    assert table.events("reshuffled") and not table.events("time_marches")
    assert not table.s.end_epoch and not table.game.over
    table = war("event", CARTHAGE, 62, turn=4, table=[62], then=["sudden end"])
    while not table.game.over and table.kind == "negate":
        table.do("stop")
    assert table.events("revealed")  # a card decides as usual


# ------------------------------------------------------------------------------------- victory


def fights_over(**discs: dict[str, int]) -> Table:
    """A Competition Phase in which nothing is Contested."""
    given: dict[str, Any] = {name: {"discs": where} for name, where in discs.items()}
    return war("competition phase", gold=[], **given)


@pytest.mark.rule("HANN-06a")
def test_rome_wins_in_control_of_both_cities() -> None:
    table = fights_over(rome={"rome": 1, "carthage": 2}, carthage={"gades": 3})
    assert table.game.over and table.s.winners == [ROME, SYRACUSE]


@pytest.mark.rule("HANN-06a", "AEN-06")
def test_rome_is_meant_whatever_its_player_has_taken_since_and_no_barbarians() -> None:
    for discs, black, wins in (
        ({"rome": 1, "carthage": 2}, {}, True), ({"samnium": 1}, {"rome": 1, "carthage": 2}, False),
    ):  # fmt: skip
        s = war("card phase", rome={"discs": discs, "hand": [93]}, carthage={"discs": {"gades": 3}},
                barbarians={"discs": black}).s  # fmt: skip
        s.civilization[ROME] = s.world.civilization_number["mauretania"]
        monitor = s.world.scenario.victory.monitors[0]
        assert holds(s, monitor) is wins and find_side(s, monitor.wins) == s.world.side[ROME]


@pytest.mark.rule("HANN-06b")
def test_carthage_wins_in_control_of_both_cities() -> None:
    table = fights_over(rome={"samnium": 1}, carthage={"rome": 1, "carthage": 1})
    assert table.game.over and table.s.winners == [CARTHAGE, MACEDON]


@pytest.mark.rule("HANN-06c")
def test_carthage_wins_if_macedon_controls_rome() -> None:
    table = fights_over(rome={"samnium": 1}, carthage={"carthage": 1}, macedon={"rome": 2})
    assert table.game.over and table.s.winners == [CARTHAGE, MACEDON]


@pytest.mark.rule("HANN-06a", "HANN-06b", "HANN-06c")
def test_nobody_wins_with_less() -> None:
    for discs in (
        {"rome": {"samnium": 1}, "carthage": {"gades": 1}, "macedon": {"rome": 2, "carthage": 2}},
        {"rome": {"rome": 1}, "carthage": {"carthage": 1, "rome": 1}},  # shared
        {"rome": {"rome": 3}, "carthage": {"carthage": 3}},
    ):
        assert not fights_over(**discs).game.over


@pytest.mark.rule("HANN-06a", "HANN-06b", "HANN-06c")
def test_nobody_has_won_at_the_start() -> None:
    for scenario in ("hannibal", SOLO):
        table = war("competition phase", scenario=scenario)
        assert not table.game.over and not table.events("decided")


def after_the_last_turn(carthage: int, rome: int, **given: Any) -> list[int]:
    """Who wins with so many VP."""
    table = war("game end", turn=6, carthage={"vp": carthage}, rome={"vp": rome}, **given)
    return table.s.winners


@pytest.mark.rule("HANN-06d")
def test_most_vp_win_and_carthage_wins_a_tie() -> None:
    assert after_the_last_turn(20, 21) == [ROME, SYRACUSE]
    assert after_the_last_turn(21, 20) == [CARTHAGE, MACEDON]
    assert after_the_last_turn(20, 20) == [CARTHAGE, MACEDON]  # although Rome has more discs


@pytest.mark.rule("HANN-07c")
def test_in_a_solitaire_game_the_npc_wins_a_tie() -> None:
    assert after_the_last_turn(20, 20, scenario=SOLO) == [CARTHAGE, MACEDON]
    assert after_the_last_turn(20, 20, scenario=SOLO, options={"npcs": [1]}) == [ROME, SYRACUSE]
    assert after_the_last_turn(21, 20, scenario=SOLO, options={"npcs": [1]}) == [CARTHAGE, MACEDON]


@pytest.mark.rule("HANN-06d", "HANN-07c")
@pytest.mark.parametrize("npcs", [[2], [0, 1]])
def test_carthage_wins_a_tie_that_no_npc_decides(npcs: list[int]) -> None:
    """Only Macedon is an NPC, which has no VP, or both sides are."""
    assert after_the_last_turn(20, 20, scenario=SOLO, options={"npcs": npcs}) == [CARTHAGE, MACEDON]
    assert after_the_last_turn(20, 21, scenario=SOLO, options={"npcs": npcs}) == [ROME, SYRACUSE]


@pytest.mark.rule("NPC-80", "NPC-81")
def test_without_anybody_who_has_vp_the_war_is_over() -> None:
    table = new_war(0, SOLO, npcs=[0, 1, 2])
    leave_the_game(table.s, ROME)
    assert not table.game.over
    leave_the_game(table.s, CARTHAGE)
    assert table.game.over and table.s.winners == [CARTHAGE, MACEDON]  # Macedon is still there


# --------------------------------------------------------------------------- deck, hands, seats


@pytest.mark.rule("HANN-D1")
def test_twelve_cards_without_events_lie_on_top() -> None:
    for seed in range(20):
        table = new_war(seed)
        hands = [table.s.hand[f] for f in (CARTHAGE, ROME, MACEDON)]
        events = table.s.world.deck.events
        assert not any(hand & events for hand in hands)
        assert sum(events >> card & 1 for card in table.s.deck) == 7
    top = {table.s.deck[-1] for table in map(new_war, range(120))}
    assert top & set(range(98, 104))  # the thirteenth card may be an Event


@pytest.mark.rule("HANN-D2", "HANN-S03", "HANN-S06", "HANN-S07")
def test_hands_and_turn_order() -> None:
    table = seeds_until(lambda table: table.kind == "retire")
    assert table.s.hand_sizes == [5, 5, 2, 0]
    assert table.s.order == [CARTHAGE, ROME, MACEDON]


@pytest.mark.rule("HANN-04d")
@pytest.mark.parametrize(("talents", "drawn"), [(0, 2), (1, 3), (4, 3)])
def test_macedon_draws_two_and_buys_one(talents: int, drawn: int) -> None:
    cities = dict.fromkeys(("dalmatia", "noricum", "umbria", "apulia"), 3)
    table = war(
        "draw talents", MACEDON, macedon={"treasury": talents, "discs": cities}, rome={"discs": {"rome": 3}},
        deck=stacked(),
    )  # fmt: skip
    assert table.s.hand_sizes[MACEDON] == drawn and table.of("treasury", "macedon") == talents - drawn + 2


@pytest.mark.rule("HANN-04d")
def test_macedon_holds_three_cards_at_most() -> None:
    table = war(
        "draw talents", MACEDON, macedon={"hand": [1, 2], "treasury": 1}, deck=stacked(without=(1, 2))
    )
    assert table.asked("hand_limit", "macedon")
    assert table.s.hand_sizes[MACEDON] == 5
    table.do("#1", "#2")
    assert table.s.hand_sizes[MACEDON] == 3


@pytest.mark.rule("HANN-07a", "HANN-S02")
def test_macedon_is_an_npc_whoever_else_is() -> None:
    assert World("hannibal").npc_seats == (2,)
    assert World(SOLO).npc_seats == (0, 2)
    world = World(SOLO, {"npcs": [1]})
    assert world.npc_seats == (1, 2)
    assert world.first_enemies[ROME] >> CARTHAGE & 1 and world.first_enemies[CARTHAGE] >> ROME & 1


@pytest.mark.rule("HANN-S02", "HANN-07d1", "HANN-07e1", "HANN-05a")
def test_friends_and_enemies() -> None:
    for world in (World("hannibal"), World(SOLO), World(SOLO, {"npcs": [1]})):
        assert world.first_enemies[MACEDON] == 1 << ROME
        assert world.first_enemies[ROME] == 1 << CARTHAGE | 1 << MACEDON
        assert world.first_enemies[CARTHAGE] == 1 << ROME
        assert not world.first_enemies[SYRACUSE]  # neutral


@pytest.mark.rule("HANN-S02")
def test_the_game_for_two_is_no_solitaire_game() -> None:
    """Competitions from north-east to south-west; NPC-59 holds with one player."""
    assert not World("hannibal").by_category and World(SOLO).by_category
    for scenario, first in (("hannibal", "umbria"), (SOLO, "carthage")):
        table = war(
            "competition phase", scenario=scenario, gold=[],
            rome={"discs": {"umbria": 2, "carthage": 2}}, carthage={"discs": {"carthage": 3}},
            barbarians={"discs": {"umbria": 2}},
        )  # fmt: skip
        assert table.events("competition")[0].area == table.area(first)


@pytest.mark.rule("HANN-07b")
def test_an_npc_that_cannot_buy_a_fourth_card_gets_it_free() -> None:
    few = {"discs": {"rome": 3}}
    for scenario, options, cards in (
        (SOLO, {"npcs": [1]}, 4),
        (SOLO, {}, 3),  # Rome is the player's
        ("hannibal", {}, 3),
    ):
        table = war(
            "draw turn", ROME, scenario=scenario, options=options, rome=few, phase="evaluation",
            deck=stacked(),
        )  # fmt: skip
        assert table.s.hand_sizes[ROME] == cards
    table = war(
        "draw turn", ROME, scenario=SOLO, options={"npcs": [1]}, rome={**few, "treasury": 1},
        phase="evaluation", deck=stacked(),
    )  # fmt: skip
    assert table.asked("talents_to_spend", "rome")
    table.do(1)
    assert table.s.hand_sizes[ROME] == 4  # bought


# -------------------------------------------------------------------- what allies may not play


def lawful(by: int, losses: dict[tuple[str, str], int], **given: Any) -> bool:
    """Whether a card that removes these discs (by faction and area) may be played."""
    table = war("card action", 0, **given)
    s = table.s.copy()
    play = Play(by, "card", 28)
    outcome = trial(s, play._replace(unnamed=True))
    for (name, area), n in losses.items():
        for _ in range(n):
            remove(outcome.after, table.faction(name), table.area(area), play.cause)
    outcome = outcome._replace(events=list(outcome.after.log))
    return keeps_faith(s, play, outcome)


@pytest.mark.rule("HANN-04c")
def test_macedon_never_hits_carthage_more_than_rome_in_an_area() -> None:
    shared = {
        "rome": {"discs": {"liguria": 2, "rome": 3}},
        "carthage": {"discs": {"liguria": 2, "carthage": 3}},
    }
    assert lawful(MACEDON, {("rome", "liguria"): 1, ("carthage", "liguria"): 1}, **shared)
    assert not lawful(MACEDON, {("rome", "liguria"): 1, ("carthage", "liguria"): 2}, **shared)
    assert not lawful(MACEDON, {("rome", "rome"): 3, ("carthage", "carthage"): 1}, **shared)  # by area
    assert lawful(CARTHAGE, {("carthage", "liguria"): 2}, **shared)


@pytest.mark.rule("HANN-07d2")
def test_an_npc_carthage_never_hits_macedon_more_than_rome() -> None:
    shared = {
        "rome": {"discs": {"dalmatia": 2, "rome": 3}},
        "macedon": {"discs": {"dalmatia": 3, "noricum": 3}},
    }
    hits = {("rome", "dalmatia"): 1, ("macedon", "dalmatia"): 2}
    assert lawful(CARTHAGE, hits, **shared)  # a player may
    assert not lawful(CARTHAGE, hits, scenario=SOLO, **shared)
    assert lawful(CARTHAGE, {("rome", "dalmatia"): 2, ("macedon", "dalmatia"): 2}, scenario=SOLO, **shared)


PLAGUE, LOCUSTS = 2, 11


def cards_of_macedon(**given: Any) -> Table:
    """Macedon's turn in the Card Phase with Plague, which takes 2 discs of a City."""
    return war("card action", 3, gold=[], macedon={"hand": [PLAGUE]}, **given)


@pytest.mark.rule("HANN-04c")
def test_macedon_is_not_offered_discs_of_carthage() -> None:
    table = cards_of_macedon(rome={"discs": {"liguria": 3}}, carthage={"discs": {"liguria": 3, "gades": 3}})
    table.do(f"#{PLAGUE}")
    assert table.can("liguria") and not table.can("gades")
    table.do("liguria")
    if table.kind == "name_civilization":
        assert table.can("rome") and not table.can("carthage")
        table.do("rome")
    while table.kind == "negate":
        table.do("stop")
    assert table.discs("carthage", "liguria") == 3


@pytest.mark.rule("HANN-03b2")
def test_a_restrained_macedon_plays_one_card_against_rome() -> None:
    def against(**marks: int) -> set[str]:
        table = cards_of_macedon(marks=marks, barbarians={"discs": {"gallia": 2}})
        assert table.can(f"#{PLAGUE}")
        table.do(f"#{PLAGUE}")
        return table.options

    assert "samnium" in against() & against(harm=1) & against(restrained=1)
    left = against(restrained=1, harm=1)
    assert "samnium" not in left and "dalmatia" in left


@pytest.mark.rule("HANN-03b2")
@pytest.mark.parametrize("answer", ["lose", "talent"])
def test_a_card_that_costs_rome_a_disc_or_a_talent_is_remembered_for_the_turn(answer: str) -> None:
    table = war(
        "card action", 3, marks={"restrained": 1}, gold=[],
        macedon={"hand": [PLAGUE]}, rome={"discs": {"rome": 3, "liguria": 3}, "treasury": 1},
    )  # fmt: skip
    table.do(f"#{PLAGUE}", "liguria")
    while not table.asked("loss", "rome"):
        table.do("stop")
    table.do(answer)
    assert table.s.marks.get("harm") == 1


@pytest.mark.rule("HANN-03b2")
def test_competition_cards_of_one_moment_count_together() -> None:
    """War Chariots and Siege Engines both remove discs: a restrained Macedon lays one of them."""
    given: dict[str, Any] = {
        "macedon": {"discs": {"dalmatia": 3, "noricum": 3}, "hand": [59, 65]},
        "rome": {"discs": {"dalmatia": 2, "rome": 3}},
        "gold": [],
    }  # fmt: skip
    for marks, both in (({}, True), ({"restrained": 1}, False)):
        table = war("competition phase", marks=marks, **given)
        table.skip_until("commit", "macedon")
        assert table.can("#59") and table.can("#65")
        table.do("#59")
        assert (table.kind == "commit" and table.can("#65")) == both


@pytest.mark.rule("HANN-04b")
def test_macedon_never_places_where_carthage_is() -> None:
    table = war(
        "deployment", MACEDON,
        macedon={"discs": {"dalmatia": 3, "noricum": 3}, "ready": 4},
        carthage={"discs": {"umbria": 1, "carthage": 3}},
        rome={"discs": {"rome": 3}},
        gold=[],
    )  # fmt: skip
    assert table.can("adriatic_sea") and not table.can("umbria")
