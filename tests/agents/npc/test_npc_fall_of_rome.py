"""NPC Invaders in The Fall of Rome II: the Visigoth example from turn 1, Negation, forced discards."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, moment, position
from npc_tables import Fixed, answer, look, order, play_on

from acis_rules import Game
from acis_rules.kernel.actions import faction_action
from acis_rules.kernel.bits import mask_of, members
from agents.npc.placement import Placement
from agents.npc.player import NPC
from agents.npc.priorities import next_order
from agents.npc.ties import Ties

FULL, WEST, EAST = (f"fall_of_rome_2_v{n}" for n in (1, 2, 3))
GOLD_MINE, HIPPODROME, TRADE = "Gold Mine", "Hippodrome", "Trade with the Barbarians"
SACRIFICE, PRIESTESS, POET, BREAD, IRON = 17, 43, 39, 52, 64
EARTHQUAKE, HIGH_PRIEST = 1, 44
NAMES = ("visigoths", "west", "persians", "east")


def entering(scenario: str, who: str, area: str) -> Table:
    """A game in which the first disc of an Invader has just come to this area in turn 1."""
    for seed in range(200):
        table = Table(Game.new(scenario, seed=seed))
        table.skip_until("deploy", who)
        if table.discs(who, area):
            return table
    raise AssertionError(f"{who} never came to {area}")


def give(table: Table, who: str, cards: list[int]) -> None:
    """These cards instead of its hand; what it held goes into the deck."""
    faction, s = table.faction(who), table.s
    for other in range(s.world.n_factions):
        taken = s.hand[other] & mask_of(cards)
        s.hand[other] &= ~taken
        s.deck += members(taken)
    s.deck += members(s.hand[faction])
    s.deck = [card for card in s.deck if card not in cards]
    s.hand[faction] = mask_of(cards)


def groups(told: list[tuple[str, str, str]], kind: str) -> list[tuple[str, int]]:
    """Discs placed one after the other, as groups."""
    out: list[tuple[str, int]] = []
    for what, area, _ in told:
        if what == kind and area != "stop":
            if out and out[-1][0] == area:
                area, n = out.pop()
                out.append((area, n + 1))
            else:
                out.append((area, 1))
    return out


def follow(table: Table, who: str) -> list[tuple[str, str, str]]:
    """The Invader's answers as long as it is asked."""
    npc, told = NPC(), []
    while not table.game.over and table.game.decision.faction == table.faction(who):
        told += play_on(table, npc, limit=1)
    return told


# ------------------------------------------------------------------------------ the Visigoth example


@pytest.mark.rule("ROME2-06b", "ROME2-EX1", "ROME2-EX4", "ROME2-06a2")
@pytest.mark.parametrize("scenario", [FULL, WEST])
def test_the_visigoths_enter_and_go_for_gades(scenario: str) -> None:
    """Twelve discs: they exceed the Romans wherever they go, and the last one turns towards Rome."""
    table = entering(scenario, "visigoths", "aquitania")
    assert table.of("ready", "visigoths") == 11 and table.discs("visigoths", "aquitania") == 1
    told = follow(table, "visigoths")
    assert groups(told, "deploy") == [
        ("aquitania", 2), ("idubeda", 2), ("celt_iberia", 2), ("gades", 4), ("edetani", 1),
    ]  # fmt: skip
    reasons = [reason.partition(":")[0] for kind, _, reason in told if kind == "deploy"]
    assert reasons[2] == "NPC-111" and reasons[6] == "NPC-106" and reasons[-1] == "NPC-111"


@pytest.mark.rule("ROME2-EX2", "ROME2-EX3", "ROME2-EX4")
@pytest.mark.parametrize("scenario", [FULL, WEST])
def test_the_visigoths_play_the_cards_that_place_most_first(scenario: str) -> None:
    table = entering(scenario, "visigoths", "aquitania")
    names = [TRADE, HIPPODROME, GOLD_MINE]
    give(table, "visigoths", [table.card_id(name) for name in names])
    follow(table, "visigoths")
    played: list[str] = []
    placed: list[tuple[str, int]] = []
    while len(played) < 3:
        table.skip_until("card_action", "visigoths")
        told = follow(table, "visigoths")
        played += [name for kind, name, _ in told if kind == "card_action" and name in names]
        placed += groups(told, "place")
    assert played == [GOLD_MINE, HIPPODROME, TRADE]
    assert placed[:2] == [("massilia", 2), ("liguria", 2)]  # by land, where they match the Romans
    assert table.discs("visigoths", "etruria") == 2  # next to the Gold in Rome, more than the one Roman
    table.skip_until("card_action")
    assert table.of("treasury", "visigoths") >= 3  # they hold an area on the northern edge


def chosen(
    scenario: str, who: str, empire: str, gold: tuple[str, ...], own: str, areas: tuple[str, ...]
) -> str:
    """Where an Invader places 2 discs: one of these areas, in each of which the Empire has a disc."""
    owner = {"west": "rome", "east": "troy"}[empire]
    given: dict[str, Any] = {who: {"discs": {own: 3}}, empire: {"discs": dict.fromkeys((*areas, *gold), 1)}}
    at = position(scenario, phase="growth", **given,
                  gold=[{"area": area, "owner": owner, "discs": 1} for area in gold])  # fmt: skip
    found = order(at, who, 2, areas=areas, enemies=(empire,))
    assert found is not None
    return at.s.world.board.areas[found.area].id


@pytest.mark.rule("ROME2-06b", "ROME2-EX1")
def test_of_two_areas_with_gold_the_one_nearer_to_the_capital_comes_first() -> None:
    west = ("gades", "carthage")
    assert chosen(WEST, "visigoths", "west", west, "idubeda", west) == "carthage"
    east = ("al_mina", "tyre")
    assert chosen(EAST, "persians", "east", east, "palmyra", east) == "al_mina", "nearer to Troy"
    assert chosen(FULL, "persians", "east", east, "palmyra", east) == "tyre", "nearer to Rome"


@pytest.mark.rule("ROME2-06b")
@pytest.mark.parametrize(("gold", "area"), [("gades", "baetica"), ("rome", "massilia")])
def test_the_area_nearest_to_gold_comes_first(gold: str, area: str) -> None:
    areas = ("baetica", "massilia")
    assert chosen(WEST, "visigoths", "west", (gold,), "idubeda", areas) == area


@pytest.mark.rule("ROME2-EX2")
@pytest.mark.parametrize("cards", [(1, 97), (97, 1)])
def test_land_comes_before_sea_between_equals(cards: tuple[int, int]) -> None:
    """Massilia and the Gulf of Tarraco are as far from Rome; no card has to decide."""
    discs = {"massilia": 1, "gulf_of_tarraco": 1}
    at = position(WEST, phase="growth", visigoths={"discs": {"edetani": 3}}, west={"discs": discs})
    pos = look(at, "visigoths", enemies=("west",))
    areas = mask_of(map(at.area, discs))
    found = next_order(Placement(pos, Ties("B", Fixed(*cards))), areas, 2)
    assert found is not None and pos.name(found.area) == "Massilia"


# ------------------------------------------------------------------------------------------ Negation


def negating(
    by: str,
    who: str,
    card: int = SACRIFICE,
    held: tuple[int, ...] = (),
    partner: tuple[int, ...] = (),
    **given: Any,
) -> tuple[str, str]:
    """An Empire plays a card on an Invader, which holds High Priestess: what it answers."""
    other = {"west": "east", "east": "west"}[by]
    third = {"visigoths": "persians", "persians": "visigoths"}[who]
    hands = {by: [card], other: list(held), who: [PRIESTESS, 7], third: list(partner)}
    discs = {"west": "rome", "east": "troy", "visigoths": "gallia", "persians": "petra"}
    factions: dict[str, Any] = {
        name: {"discs": {discs[name]: 3}, "hand": hands[name], "vp": 5, "treasury": 1} | given.get(name, {})
        for name in ("visigoths", "west", "persians", "east")
    }
    numbers = {"visigoths": 0, "west": 1, "persians": 2, "east": 3}
    table = position(FULL, epoch=4, phase="cards", order=[numbers[name] for name in (by, who, third, other)],
                     **factions)  # fmt: skip
    table.do(f"#{card}")
    while table.kind.startswith("name_"):
        table.game.apply(faction_action(table.faction(who)))
    assert table.asked("negate", who)
    npc = NPC()
    npc._reveals = Fixed(12)
    return answer(table, npc)


@pytest.mark.rule("ROME2-06g1")
@pytest.mark.parametrize(
    ("own", "other", "who"), [("west", "east", "visigoths"), ("east", "west", "persians")]
)
def test_negations_are_saved_for_the_own_half(own: str, other: str, who: str) -> None:
    assert negating(own, who)[0] == "High Priestess"
    assert negating(other, who) == (
        "High Priestess", "ROME2-06g1: it defends its discs, talents and cards"
    )  # fmt: skip
    name, reason = negating(other, who, held=(POET,))  # the other Empire holds a card to be negated
    assert name == "stop" and reason.startswith("ROME2-06g1: ")


@pytest.mark.rule("ROME2-06g1")
def test_victory_points_are_not_worth_a_negation_against_the_other_half() -> None:
    assert negating("west", "visigoths", BREAD)[0] == "High Priestess"
    assert negating("east", "visigoths", BREAD) == (
        "stop", "ROME2-06g1: it loses no disc, card or talent"
    )  # fmt: skip


@pytest.mark.rule("ROME2-06g2")
@pytest.mark.parametrize(
    ("empire", "waits", "answers"), [("east", "visigoths", "persians"), ("west", "persians", "visigoths")]
)
def test_what_both_could_negate_is_left_to_the_invader_of_that_half(
    empire: str, waits: str, answers: str
) -> None:
    """An Earthquake under both: whoever is asked first leaves it to the other, if that one is hit and can."""

    def earthquake(other_hand: list[int], second: str) -> tuple[str, str]:
        discs = {"west": "rome", "east": "troy", "visigoths": "gallia", "persians": "petra"}
        hands = {empire: [EARTHQUAKE], waits: [PRIESTESS, 8], answers: other_hand}
        factions: dict[str, Any] = {
            name: {"discs": {area: 3}, "hand": hands.get(name, [])} for name, area in discs.items()
        }
        last = "west" if empire == "east" else "east"
        order = [list(NAMES).index(name) for name in (empire, waits, answers, last)]
        table = position(FULL, epoch=4, phase="cards", order=order, **factions)
        table.do(f"#{EARTHQUAKE}", discs[waits], second)
        assert table.asked("negate", waits)
        name, reason = answer(table)
        if name == "stop":
            assert table.do("stop").asked("negate", answers) and answer(table)[0] == "High Priest"
        return name, reason.partition(":")[0]

    there = {"visigoths": "gallia", "persians": "petra"}[answers]
    assert earthquake([HIGH_PRIEST, 7], there) == ("stop", "ROME2-06g2")
    assert earthquake([7], there) == ("High Priestess", "ROME2-06g1")  # the other one cannot
    assert earthquake([HIGH_PRIEST, 7], "libya") == ("High Priestess", "ROME2-06g1")  # or is not hit


# ------------------------------------------------------------------------------------ forced discards


@pytest.mark.rule("ROME2-06h1", "ROME2-06h2", "ROME2-06h3")
@pytest.mark.parametrize(
    ("who", "west", "east", "named"),
    [
        ("visigoths", [1], [2], "west"),
        ("visigoths", [], [2], "east"),
        ("visigoths", [], [], None),
        ("persians", [1], [2], "east"),
        ("persians", [1], [], "west"),
        ("persians", [], [], None),
    ],
)
def test_a_forced_discard_hits_the_empire_of_the_own_half(
    who: str, west: list[int], east: list[int], named: str | None
) -> None:
    hands = {"visigoths": [], "persians": [], who: [SACRIFICE]}
    table = position(
        FULL, epoch=4, phase="cards", order=[0, 1, 3, 2] if who == "visigoths" else [2, 1, 3, 0],
        visigoths={"discs": {"gallia": 3}, "hand": hands["visigoths"]},
        west={"discs": {"rome": 3}, "hand": west, "treasury": 2, "vp": 3},
        persians={"discs": {"petra": 3}, "hand": hands["persians"]},
        east={"discs": {"troy": 3}, "hand": east, "treasury": 2, "vp": 9},
    )  # fmt: skip
    name, reason = answer(table)
    assert (name == "Gods Demand Sacrifice") == (named is not None)
    if named is not None:
        assert reason.startswith("ROME2-06h1")
        table.do(f"#{SACRIFICE}")
        decision = table.game.decision
        action = NPC().act(table.game.view(decision.seat), decision, table.game.legal_actions())
        assert action == faction_action(table.faction(named))


@pytest.mark.rule("ROME2-06e1", "ROME2-06e2")
@pytest.mark.parametrize(
    ("who", "own", "other"), [("visigoths", "sicily", "ionia"), ("persians", "ionia", "sicily")]
)
def test_its_cards_hit_the_empire_of_its_half(who: str, own: str, other: str) -> None:
    """Drought takes discs from Settlements; the NPC looks at none that it may not touch."""
    given: dict[str, Any] = {"visigoths": {"discs": {"gallia": 2}}, "persians": {"discs": {"petra": 2}}}
    given[who]["hand"] = [9]
    table = position(
        FULL, epoch=4, phase="cards", order=[0, 1, 2, 3] if who == "visigoths" else [2, 1, 0, 3],
        west={"discs": {"sicily": 2, "rome": 1}}, east={"discs": {"ionia": 2, "troy": 1}}, **given,
    )  # fmt: skip
    told = follow(table, who)
    assert ("card_action", "Drought") in [(kind, name) for kind, name, _ in told]
    assert not any("no rule" in reason for _, _, reason in told)
    hit = {event.area for event in table.events("removed")}
    while not hit:
        table.game.apply(table.game.legal_actions()[0])
        hit = {event.area for event in table.events("removed")}
    assert table.area(own) in hit and table.area(other) not in hit


# --------------------------------------------------------------------------- bribes, the Pope, terror


def asked(rules: str, name: str, npcs: list[int], **given: Any) -> Table:
    """The full map of the first Fall of Rome, with NPCs and an optional rule."""
    names = ("visigoths", "west", "persians", "east")
    factions = {one: given.pop(one, {}) for one in names}
    options = {"npcs": npcs, "rules": rules.split()}
    return position("fall_of_rome_1_4p", epoch=4, **factions, options=options, **moment(name), **given)


@pytest.mark.rule("ROME1-10.5a", "ROME1-10.5b")
def test_an_npc_offers_no_bribe_but_takes_one_in_the_seat_of_a_player() -> None:
    gold = [{"area": "rome", "owner": "rome", "discs": 2}]
    discs: dict[str, Any] = {"west": {"discs": {"rome": 3}}, "visigoths": {"discs": {"etruria": 2}}}
    table = asked("bribes", "growth phase", [1], gold=gold, **discs)
    assert table.asked("offer", "west") and answer(table)[0] == "stop"
    table = asked("bribes", "growth phase", [], gold=gold, **discs).do("yes")
    assert table.asked("offer", "visigoths") and answer(table)[0] != "stop"


@pytest.mark.rule("ROME1-10.4a")
def test_an_npc_does_without_the_pope() -> None:
    discs: dict[str, Any] = {"west": {"discs": {"rome": 3}, "vp": 9}, "visigoths": {"discs": {"etruria": 2}}}
    table = asked("pope", "competition phase", [1], **discs)
    while not table.asked("offer", "west"):
        table.game.apply(table.game.legal_actions()[0])
    assert answer(table)[0] == "stop"


@pytest.mark.rule("ROME1-08f", "ROME2-9.7f")
@pytest.mark.parametrize(
    ("hand", "given"), [([IRON, POET], POET), ([PRIESTESS, POET, IRON], POET), ([IRON], 0), ([PRIESTESS], 0)]
)
def test_huns_give_no_competition_or_negation_card_for_a_competition_card(
    hand: list[int], given: int
) -> None:
    huns = {"civilization": None, "aeneas_used": 1, "discs": {"umbria": 2}, "hand": hand}
    table = asked("", "competition phase", [0], reborn=[0], visigoths=huns, west={"discs": {"umbria": 2}})
    npc, before = NPC(), len(hand)
    assert table.asked("offer", "visigoths")
    while table.kind in ("offer", "discard"):
        decision = table.game.decision
        table.game.apply(npc.act(table.game.view(decision.seat), decision, table.game.legal_actions()))
    assert [event.card for event in table.events("discarded")] == ([given] if given else [])
    assert len(table.events("searched")) == bool(given) and len(table.hand("visigoths")) == before
    if given:  # of the deck, not of the discard pile
        assert given in table.s.discard
