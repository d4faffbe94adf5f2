"""The optional rules of The Fall of Rome II (9.1 stands with the clock)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from helpers import Table, moment, position
from invariants import check_all
from random_play import random_game

from acis_rules import DataError, Game
from acis_rules.box.scenario import load_scenario
from agents.npc.player import NPC

FULL, WESTERN, EASTERN = VERSIONS = tuple(f"fall_of_rome_2_v{n}" for n in (1, 2, 3))
EVENTS = (98, 99, 100, 101, 102, 103)
POET = 39


def deck(*top: int, without: tuple[int, ...] = ()) -> list[int]:
    """These cards on top, Events at the bottom."""
    used = {62, *top, *without}
    events = [card for card in EVENTS if card not in used]
    return [*events, *(card for card in range(1, 98) if card not in used), *reversed(top)]


def at(
    rules: str,
    name: str,
    *about: Any,
    scenario: str = FULL,
    top: tuple[int, ...] = (),
    then: Any = (),
    **given: Any,
) -> Table:
    """A moment of a game with optional rules, with these cards on top of the deck."""
    blocks = load_scenario(scenario, rules=tuple(rules.split())).factions
    factions = [{"civilization": block.civilization, **given.pop(block.key, {})} for block in blocks]
    for data in factions:
        if data["civilization"] == "none":
            data["civilization"] = None
    held = tuple(card for data in factions for card in data.get("hand", ()))
    top_of_deck = given.pop("deck", None) or deck(*top, without=held)
    return Table(
        Game.from_dict({
            "scenario": scenario, "epoch": 4, "options": {"rules": rules.split()}, "deck": top_of_deck,
            "factions": factions, **moment(name, *about, then=then), **given,
        })
    )  # fmt: skip


def barbarian_card() -> int:
    """A card that places Barbarians."""
    cards = Game.new(FULL).state.world.deck.cards[1:98]
    return next(card.id for card in cards if card.tags.barbarians and not card.negation)


# ------------------------------------------------------------------------------- 9.2 Barbarian cards


@pytest.mark.rule("ROME2-9.2a")
@pytest.mark.parametrize("rules", ["", "no_barbarian_cards"])
@pytest.mark.parametrize("who", ["west", "visigoths"])
def test_empires_play_no_barbarian_cards(rules: str, who: str) -> None:
    card = barbarian_card()
    hands: dict[str, Any] = {"west": {"discs": {"rome": 3}}, "visigoths": {"discs": {"gallia": 3}}}
    hands[who]["hand"] = [card]
    order = [1, 0] if who == "west" else [0, 1]
    table = position(WESTERN, epoch=4, phase="cards", order=order, options={"rules": rules.split()}, **hands)
    playable = table.asked("card_action", who) and table.can(f"#{card}")
    assert playable == (who == "visigoths" or not rules)


@pytest.mark.rule("ROME2-9.2b")
@pytest.mark.parametrize(("who", "foe"), [("west", "visigoths"), ("east", "persians")])
def test_barbarian_cards_that_an_empire_draws_go_to_its_invader(who: str, foe: str) -> None:
    names = ["visigoths", "west", "persians", "east"]
    card = barbarian_card()
    home = {"west": "rome", "east": "troy"}[who]
    given: dict[str, Any] = {who: {"discs": {home: 2}}}
    given[foe] = {"discs": {"gallia" if foe == "visigoths" else "petra": 2}}
    table = at("barbarian_cards_go", "draw", names.index(who), 3, top=(1, card, 2), **given)
    assert card in table.hand(foe) and table.hand(who) == {1, 2}
    assert table.of("treasury", who) == 2


def test_only_one_of_the_two_can_be_chosen() -> None:
    with pytest.raises(DataError, match="barbarian_cards_go"):
        Game.new(FULL, options={"rules": ["no_barbarian_cards", "barbarian_cards_go"]})


# ---------------------------------------------------------------------------------- 9.3 cooperation


@pytest.mark.rule("ROME2-9.3")
def test_the_empires_help_each_other_after_the_draw() -> None:
    table = at(
        "cooperation", "draw step", top=tuple(range(1, 20)), order=[1, 3, 0, 2],
        west={"discs": {"rome": 2}, "hand": [POET], "treasury": 2}, east={"discs": {"troy": 2}},
        visigoths={"discs": {"gallia": 2}}, persians={"discs": {"petra": 2}},
    )  # fmt: skip
    table.skip_until("give", "west")
    assert table.can("talent") and table.can("Poet")
    table.do("talent")
    assert table.of("treasury", "east") == 1


def test_half_of_the_map_has_nobody_to_cooperate_with() -> None:
    for scenario in (WESTERN, EASTERN):
        with pytest.raises(DataError, match="cooperation"):
            Game.new(scenario, options={"rules": ["cooperation"]})


# -------------------------------------------------------------------------------------- 9.4 the Pope


@pytest.mark.rule("ROME2-9.4")
@pytest.mark.parametrize(("card", "talents"), [(12, 1), (13, 0)])
@pytest.mark.parametrize("scenario", [FULL, WESTERN])
def test_the_west_appeals_to_the_pope(scenario: str, card: int, talents: int) -> None:
    given: dict[str, Any] = {
        "west": {"discs": {"umbria": 3}, "vp": 5},
        "visigoths": {"discs": {"etruria": 1}},
    }
    table = at("pope", "competition phase", scenario=scenario, top=(card,), then=["evaluation"], **given)
    while not table.asked("offer", "west"):  # Imperial Rome comes first
        table.game.apply(table.game.legal_actions()[0])
    table.do("yes")
    assert (table.of("vp", "west"), table.of("treasury", "west")) == (4, talents)


@pytest.mark.rule("ROME2-9.4")
def test_there_is_no_pope_in_the_east() -> None:
    with pytest.raises(DataError, match="pope"):
        Game.new(EASTERN, options={"rules": ["pope"]})


# --------------------------------------------------------------------------------------- 9.5 bribes


@pytest.mark.rule("ROME2-9.5a", "ROME2-9.5b", "ROME2-9.5c", "ROME2-9.5d")
@pytest.mark.parametrize(
    ("scenario", "who", "empire", "home", "beside"),
    [(FULL, "visigoths", "west", "rome", "etruria"), (EASTERN, "persians", "east", "troy", "phrygia")],
)
@pytest.mark.parametrize("accepted", [True, False])
def test_a_card_answers_the_bribe(
    scenario: str, who: str, empire: str, home: str, beside: str, accepted: bool
) -> None:
    given: dict[str, Any] = {empire: {"discs": {home: 3}, "vp": 5}, who: {"discs": {beside: 3, home: 1}}}
    owner = {"west": "rome", "east": "troy"}[empire]
    names = [faction.key for faction in load_scenario(scenario).factions]
    first = names.index(who)
    table = at(
        "bribes", "growth phase", scenario=scenario, top=(12 if accepted else 13,),
        order=[first, *(f for f in range(len(names)) if f != first)],
        gold=[{"area": home, "owner": owner, "discs": 2}], **given,
    )  # fmt: skip
    assert table.asked("offer", empire)
    table.do("yes")
    assert table.of("vp", empire) == (5 if accepted else 4)
    assert table.of("vp", who) == (4 if accepted else 0)
    assert table.s.gold[table.area(home)][1] == (1 if accepted else 2)
    assert table.discs(who, home) == (0 if accepted else 1)
    table.skip_until("deploy", who)
    assert table.can(home) != accepted  # none of its discs there this turn


# ----------------------------------------------------------------------------------- 9.6 crossings


@pytest.mark.rule("ROME2-9.6a")
@pytest.mark.parametrize(
    ("card", "visigoths", "persians"),
    [(12, 3, 0), (2, 3, 0), (31, 3, 3), (34, 0, 3), (4, 0, 3), (56, 0, 0), (97, 0, 0)],
)
def test_a_card_at_the_end_of_the_turn_brings_invaders(card: int, visigoths: int, persians: int) -> None:
    table = at("crossings", "next turn", top=(card,), then=[])
    assert table.discs("visigoths", "dalmatia") == visigoths
    assert table.discs("persians", "tarsus") == persians
    assert table.s.turn == 2


@pytest.mark.rule("ROME2-9.6a")
@pytest.mark.parametrize(
    ("scenario", "who", "area"), [(WESTERN, "visigoths", "dalmatia"), (EASTERN, "persians", "tarsus")]
)
def test_only_the_invader_in_play_crosses(scenario: str, who: str, area: str) -> None:
    table = at("crossings", "next turn", scenario=scenario, top=(31,))
    assert table.discs(who, area) == 3
    assert sum(event.cause == "crossing" for event in table.events("placed")) == 3


@pytest.mark.rule("ROME2-9.6a")
def test_with_too_few_discs_those_there_are() -> None:
    few = at("crossings", "next turn", scenario=WESTERN, top=(12,),
             visigoths={"discs": {"gallia": 3, "liguria": 3}, "supply": 2, "ready": 40})  # fmt: skip
    assert few.discs("visigoths", "dalmatia") == 2


@pytest.mark.rule("ROME2-9.6a")
def test_what_was_forbidden_in_the_turn_is_over_when_they_cross() -> None:
    """Surge of Superstition holds until the end of the turn, and that has come."""
    table = at("crossings", "next turn", top=(12,), forbidden=["dalmatia", "noricum"])
    assert table.discs("visigoths", "dalmatia") == 3


@pytest.mark.rule("ROME2-9.6b")
def test_what_the_stacking_limit_keeps_out_goes_on_by_the_priorities() -> None:
    table = at(
        "crossings", "next turn", top=(12,),
        visigoths={"discs": {"dalmatia": 2}}, west={"discs": {"noricum": 3, "rome": 3}},
        east={"discs": {"illyria": 1, "macedon": 3, "mycenae": 3}},
        gold=[{"area": "mycenae", "owner": "troy", "discs": 1}],
    )  # fmt: skip
    assert table.discs("visigoths", "dalmatia") == 3 and table.asked("deploy", "visigoths")
    assert table.options == {"noricum", "illyria", "macedon"}  # land areas, and no way to stop
    position = table.game.to_dict()
    assert Game.from_dict(position).to_dict() == position
    reasons = []
    npc = NPC()
    for _ in range(2):
        view, legal = table.game.view(table.game.decision.seat), table.game.legal_actions()
        action, reason = npc.explain(view, table.game.decision, legal)
        reasons.append(reason)
        table.game.apply(action)
    assert all("next to an enemy Gold: Illyria" in reason for reason in reasons)
    assert table.discs("visigoths", "illyria") == 2  # more than the one disc of the East


# ------------------------------------------------------------------------------------- 9.7 the Huns


def hun_check(card: int, scenario: str = FULL, **given: Any) -> Table:
    """The start of the West's (East's) Draw with this card on top."""
    names = [faction.key for faction in load_scenario(scenario).factions]
    first = next(i for i, name in enumerate(names) if name in ("west", "east"))
    order = [first, *(f for f in range(len(names)) if f != first)]
    return at("huns", "draw step", scenario=scenario, top=(card, *range(51, 96, 2)), order=order, **given)


@pytest.mark.rule("ROME2-9.7a", "ROME2-9.7b")
@pytest.mark.parametrize("scenario", VERSIONS)
@pytest.mark.parametrize(("card", "come"), [(12, True), (13, False)])
def test_an_even_card_brings_the_huns(scenario: str, card: int, come: bool) -> None:
    table = hun_check(card, scenario)
    revealed = [event.card for event in table.events("revealed") if event.cause == "huns"]
    assert revealed[0] == card and table.events()[0].kind == "revealed"  # before the Empire draws
    huns = table.s.world.ids.index("huns")
    if come:
        assert revealed == [card]  # once they are there, nobody asks any more
        assert table.s.order[-1] == huns and len(table.hand("huns")) == 3
        assert table.of("vp", "huns") == 0 and not any(table.s.discs[huns])
        assert table.of("supply", "huns") == 48
    else:
        empires = [f for f, name in enumerate(table.s.world.ids) if name in ("west", "east")]
        told = [event for event in table.events() if event.kind in ("revealed", "drew")]
        drawn = [event.faction for before, event in pairwise(told) if before.cause == "huns"]
        assert drawn == empires and len(revealed) == len(empires)  # one card before each Empire's draw
        assert table.s.absent >> huns & 1


@pytest.mark.rule("ROME2-9.7c", "ROME2-9.7d")
@pytest.mark.parametrize(("scenario", "area"), [(FULL, "umbria"), (WESTERN, "umbria"), (EASTERN, "macedon")])
def test_the_huns_come_with_twelve_discs(scenario: str, area: str) -> None:
    names = [faction.key for faction in load_scenario(scenario, rules=("huns",)).factions]
    huns = names.index("huns")
    table = at("huns", "growth phase", scenario=scenario, absent=[], order=[huns, *range(huns)])
    assert table.asked("deploy", "huns") and table.of("ready", "huns") == 12
    assert table.options == {area, "stop"}
    grown = at("huns", "acquisition", huns, scenario=scenario, absent=[], order=[huns, *range(huns)],
               huns={"discs": {area: 2}})  # fmt: skip
    assert grown.of("ready", "huns") == 10


@pytest.mark.rule("ROME2-9.7b")
def test_the_huns_are_invaders_for_bonus_cards_and_events() -> None:
    drawn = at("huns", "draw step", absent=[], order=[4, 0, 1, 2, 3], huns={"discs": {"umbria": 3}})
    assert len(drawn.hand("huns")) == 4
    ahead: dict[str, Any] = {name: {"vp": 5} for name in ("visigoths", "persians")}
    deck_without = [card for card in deck() if card != 98]
    table = at("huns", "event", -1, 98, absent=[], order=[1, 4, 0, 2, 3], table=[98], deck=deck_without,
               west={"discs": {"rome": 2}}, huns={"discs": {"umbria": 3}}, **ahead)  # fmt: skip
    assert table.s.world.ids[table.game.decision.faction] == "huns"


@pytest.mark.rule("ROME2-9.7e")
def test_the_huns_are_invaders_to_the_end() -> None:
    given: dict[str, Any] = {"west": {"vp": 9}, "visigoths": {"vp": 5}, "huns": {"vp": 5}}
    table = at("huns", "game end", absent=[], order=[0, 1, 2, 3, 4], **given)
    assert list(table.game.winners) == [1, 2, 3]
    side = table.s.world.sides[table.s.world.side[table.faction("huns")]]
    assert side.name == "invaders"


@pytest.mark.rule("ROME2-9.7f")
def test_the_huns_bring_terror_and_a_white_disc() -> None:
    huns, top = 4, (1, 2, 75)
    given: dict[str, Any] = {
        "huns": {"discs": {"umbria": 2}, "hand": [POET]},
        "west": {"discs": {"umbria": 2}},
    }
    table = at("huns", "competition phase", absent=[], order=[huns, 0, 1, 2, 3], then=["evaluation"],
               top=top, **given)  # fmt: skip
    assert table.asked("offer", "huns")
    competition = table.s.world.deck.competition
    table.do("yes")
    while not table.events("allies"):
        table.game.apply(table.game.legal_actions()[-1])
    hand = table.s.hand[huns]
    assert hand & competition and not hand >> POET & 1  # a Competition card for the Poet
    assert any(event.faction == huns for event in table.events("allies"))


@pytest.mark.parametrize("scenario", VERSIONS)
def test_whole_games_with_all_that_goes_together(scenario: str) -> None:
    rules = ["extended", "no_barbarian_cards", "bribes", "crossings", "huns"]
    for i, game in enumerate(random_game(scenario, 3, {"rules": rules})):
        if i % 25 == 0:
            check_all(game)
    assert game.over and game.winners
