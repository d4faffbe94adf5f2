"""Rules broken on purpose: the referee disputes each of them within some games."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from referee.play import watch_game

from acis_rules.box import epoch_rows
from acis_rules.box.board import load_board
from acis_rules.effects import discs, fate
from acis_rules.historical import fall_of_rome, march, minor_states, returning
from acis_rules.kernel import machine
from acis_rules.kernel.log import tell
from acis_rules.kernel.state import State
from acis_rules.phases import aeneas, competition, epoch, epoch_table, evaluation, growth
from acis_rules.table import card_changes, changes, ending, losses, terms
from acis_rules.table.distance import nearest
from acis_rules.table.terms import occupied, shared, strengths
from acis_rules.variants import conquest, creation, exploration, foresight, gold, lifecycle, scoring

MOST_GAMES = 60


class Breakage(NamedTuple):
    """What is done to the engine, which rule that breaks, and where it shows."""

    name: str
    rules: str  # one of these is named in the dispute
    apply: Callable[[pytest.MonkeyPatch], None]
    scenario: str = "basic_2p"
    options: dict[str, Any] | None = None


BREAKAGES: list[Breakage] = []


def breaks(name: str, rules: str, scenario: str = "basic_2p", **options: Any) -> Callable[[Any], Any]:
    """Note a breakage."""

    def register(function: Any) -> Any:
        BREAKAGES.append(Breakage(name, rules, function, scenario, options))
        return function

    return register


def step(monkeypatch: pytest.MonkeyPatch, name: str, function: Callable[..., None]) -> Callable[..., None]:
    """Replace the work of a frame; the work it did before is returned."""
    before = machine._STEPS[name]
    monkeypatch.setitem(machine._STEPS, name, function)
    return before


def wrapped(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, change: Callable[[Any], Any]) -> None:
    """Change what a function returns."""
    before = getattr(module, name)
    monkeypatch.setattr(module, name, lambda *arguments: change(before(*arguments)))


# ----------------------------------------------------------------------------- Growth


@breaks("growth is one disc too many", "GRO-11")
def _(patch: pytest.MonkeyPatch) -> None:
    wrapped(patch, growth, "growth", lambda n: n + 1)


@breaks("open seas count for sea presence", "GRO-11", "two_east_sea_war")
def _(patch: pytest.MonkeyPatch) -> None:
    def presence(s: State, faction: int) -> int:
        seas = occupied(s, faction) & s.world.board.open_sea
        return before(s, faction) + seas.bit_count()

    before = growth.growth
    patch.setattr(growth, "growth", presence)


@breaks("discs are deployed out of reach", "GRO-15")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(growth, "placements", lambda s, faction: s.world.board.in_play)


@breaks("a fifth disc stacks", "STK-02")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(growth, "room", lambda s, faction: s.world.board.land)


@breaks("everybody sails the open sea", "DEF-38 STK-02")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(growth, "room", lambda s, faction: s.world.board.open_sea)


@breaks("the map has no edge", "GRO-15 SET-02")
def _(patch: pytest.MonkeyPatch) -> None:
    beyond = load_board().land & ~load_board("eastern").in_play
    for name in ("placements", "room"):
        patch.setattr(growth, name, lambda s, faction: beyond)


@breaks("a City is retired", "GRO-03")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(growth, "cities", lambda s, faction: 0)


@breaks("Ready discs vanish", "DEF-24")
def _(patch: pytest.MonkeyPatch) -> None:
    def vanish(s: State, faction: int) -> None:
        s.ready[faction] = s.ready_land[faction] = 0

    patch.setattr(growth, "ready_to_supply", vanish)


# ---------------------------------------------------------------------- Cards and Wonders


@breaks("a Wonder costs 4", "WON-02")
def _(patch: pytest.MonkeyPatch) -> None:
    def cheap(s: State, faction: int, wonder: int, resources: int, *more: int) -> None:
        before(s, faction, wonder, min(resources, 4), *more)

    before = step(patch, "build", cheap)


@breaks("a Wonder is built with cards alone", "WON-03")
def _(patch: pytest.MonkeyPatch) -> None:
    def bookish(s: State, faction: int, wonder: int, resources: int, discs: int, first: int = 0) -> None:
        before(s, faction, wonder, resources, min(discs, 1), first)

    before = step(patch, "build", bookish)


@breaks("discs from the sea do not count as resources", "WON-02")
def _(patch: pytest.MonkeyPatch) -> None:
    def landlubber(s: State, action: int, faction: int, wonder: int, resources: int, discs: int) -> None:
        before(s, action, faction, wonder, resources, discs)
        sea = s.log.since(len(s.log) - 1)[0].area
        if sea >= 0 and s.world.board.sea >> sea & 1:
            s.stack[-1] = ("build", faction, wonder, resources - 1, discs, action)

    before = machine._ANSWERS["build"]
    patch.setitem(machine._ANSWERS, "build", landlubber)


@breaks("a negated card takes effect", "CRD-01 DEF-46 CRD-17 CMP-01")
def _(patch: pytest.MonkeyPatch) -> None:
    def deaf(s: State, play: Any) -> None:
        s.negated = False
        before(s, play)

    before = step(patch, "verdict", deaf)


@breaks("walls do not hold", "CIV-35 CRD-17")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(losses, "walls_hold", lambda s, faction, area: False)


@breaks("a card takes one loss fewer", "CRD-17")
def _(patch: pytest.MonkeyPatch) -> None:
    def spare(s: State, what: list[Any], *more: Any) -> None:
        before(s, what[1:], *more)

    before = losses.inflict
    patch.setattr(discs, "inflict", spare)


@breaks("a reshuffle loses a card", "DEF-24 DEF-47 CRD-06")
def _(patch: pytest.MonkeyPatch) -> None:
    def lose(s: State, cause: str) -> None:
        if len(s.discard) > 1:
            s.discard.pop()
        before(s, cause)

    before = card_changes.reshuffle
    for module in (card_changes, fate):
        patch.setattr(module, "reshuffle", lose)


@breaks("seven cards in hand", "DEF-50 CRD-01 EVA-18")
def _(patch: pytest.MonkeyPatch) -> None:
    step(patch, "hand_limit", lambda s, faction: None)


@breaks("Events go to the hand", "CRD-06")
def _(patch: pytest.MonkeyPatch) -> None:
    def draw(s: State, faction: int, n: int, to_look_at: bool, cause: str) -> None:
        cards = [card_changes.draw_card(s, cause) for _ in range(n)]
        for card in cards:
            s.hand[faction] |= 1 << card
        tell(s, "drew", faction, n=len(cards), cause=cause, cards=tuple(cards), seen_by=faction)

    step(patch, "draw", draw)


# --------------------------------------------------------------------------- Competition


@breaks("of equal groups only one loses", "CMP-20")
def _(patch: pytest.MonkeyPatch) -> None:
    def one(s: State, what: list[Any], *more: Any) -> None:
        before(s, what[:1], *more)

    before = losses.inflict
    patch.setattr(competition, "inflict", one)


@breaks("the largest group loses first", "CMP-20")
def _(patch: pytest.MonkeyPatch) -> None:
    def largest(s: State, what: list[Any], *more: Any) -> None:
        area = what[0][1]
        forces = strengths(s, area)
        before(s, [(forces.index(max(forces)), area, -1)], *more)

    before = losses.inflict
    patch.setattr(competition, "inflict", largest)


@breaks("coloured discs go before white ones", "CMP-12", "basic_4p")
def _(patch: pytest.MonkeyPatch) -> None:
    def remove(s: State, faction: int, area: int, cause: str) -> None:
        white = s.allies.pop((area, faction), 0)
        before(s, faction, area, cause)
        if white and s.discs[faction][area]:
            s.allies[area, faction] = white

    before = changes.remove
    patch.setattr(losses, "remove", remove)


@breaks("paying saves no disc", "CMP-20 CRD-17 CRD-01 EVA-02")
def _(patch: pytest.MonkeyPatch) -> None:
    def pay(s: State, faction: int, n: int, cause: str, area: int = -1, by: int = -1) -> int:
        changes.remove(s, faction, area, cause)
        return before(s, faction, n, cause, area, by)

    before = changes.lose_talents
    patch.setattr(losses, "lose_talents", pay)


@breaks("two discs are loot", "CMP-26")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(competition, "LOOT_DISCS", 2)


@breaks("loot is two talents", "CMP-26")
def _(patch: pytest.MonkeyPatch) -> None:
    def loot(s: State, faction: int, area: int) -> None:
        s.loot[faction] += 2
        tell(s, "looted", faction, area=area, n=2)
        changes.gain_vp(s, faction, 1, "loot")

    patch.setattr(competition, "loot", loot)


@breaks("loot can be spent at once", "CMP-28 DEF-24")
def _(patch: pytest.MonkeyPatch) -> None:
    def loot(s: State, faction: int, area: int) -> None:
        s.treasury[faction] += 1
        tell(s, "looted", faction, area=area, n=1)
        changes.gain_vp(s, faction, 1, "loot")

    patch.setattr(competition, "loot", loot)


@breaks("competitions begin in the south-west", "CMP-04")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(competition, "min", max, raising=False)


@breaks("Camps compete", "CMP-03 CMP-01 CMP-04")
def _(patch: pytest.MonkeyPatch) -> None:
    def with_camps(s: State) -> int:
        again = s.log.since(len(s.log) - 1)[0].kind == "competition"  # nothing came of it
        return before(s) | (0 if again else shared(s) & s.world.board.land)

    before = getattr(competition, "competitions")  # noqa: B009
    patch.setattr(competition, "competitions", with_camps)


# ---------------------------------------------------------------------------- Evaluation


@breaks("four discs stay on land", "STK-06")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(terms.STACKING, "evaluation", (4, 2, 1))


@breaks("Domination is skipped", "EVA-02")
def _(patch: pytest.MonkeyPatch) -> None:
    step(patch, "sea_domination", lambda s: None)


@breaks("a City scores 2 VP", "EVA-04")
def _(patch: pytest.MonkeyPatch) -> None:
    def double(s: State, faction: int, points: Any, cause: str) -> None:
        before(s, faction, 2 * points if cause == "cities" else points, cause)

    before = changes.gain_vp
    patch.setattr(evaluation, "gain_vp", double)


@breaks("Wonders score without a disc beside them", "EVA-05")
def _(patch: pytest.MonkeyPatch) -> None:
    def built(s: State, faction: int) -> int:
        return sum(wonder.owner == faction and not wonder.buried for wonder in s.wonders)

    patch.setattr(evaluation, "own_wonder_areas", built)


@breaks("fewest Cities go first", "EVA-07")
def _(patch: pytest.MonkeyPatch) -> None:
    def backwards(s: State) -> None:
        before(s)
        name, blocks, places = s.stack[-1]
        s.stack[-1] = (name, blocks[::-1], places)

    before = step(patch, "turn_order", backwards)


@breaks("everybody may be Aeneas", "AEN-03 AEN-02")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(aeneas, "may_invoke", lambda s, faction: True)


@breaks("Sudden End is ignored", "EVA-11 EVA-13 EPO-01")
def _(patch: pytest.MonkeyPatch) -> None:
    def go_on(s: State, card: int) -> None:
        before(s, card)
        s.stack[-1] = ("draw_step",)

    before = step(patch, "sudden_end_check", go_on)


@breaks("turn 4 goes on", "EPO-01 EVA-14")
def _(patch: pytest.MonkeyPatch) -> None:
    def go_on(s: State) -> None:
        if s.turn >= 4:
            s.stack.append(("draw_step",))
        else:
            before(s)

    before = step(patch, "sudden_end", go_on)


@breaks("a card too many for Cities", "EVA-15")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(evaluation, "CITIES_PER_CARD", 3)


@breaks("talents for cards are free", "EVA-15 DEF-24")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(evaluation, "lose_talents", lambda s, faction, n, cause: n)


# ----------------------------------------------------------------------------- the Epoch


@breaks("ties score most Cities", "EPO-03 EPO-04")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(epoch, "most", lambda counts: counts.index(max(counts)))


@breaks("2 talents buy a VP", "EPO-06")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(epoch, "TALENTS_PER_VP", 2)


@breaks("2 seas are a VP", "EPO-05")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(epoch, "SEAS_PER_VP", 2)


@breaks("talents last", "EPO-15")
def _(patch: pytest.MonkeyPatch) -> None:
    step(patch, "lose_talents", lambda s: None)


@breaks("cards set aside stay aside", "DEF-24 EPO-09 CRD-06")
def _(patch: pytest.MonkeyPatch) -> None:
    def forget(s: State) -> None:
        aside, s.aside = s.aside, []
        before(s)
        s.aside = aside

    before = step(patch, "shuffle_all", forget)


@breaks("the Black Death takes one disc", "EPO-18")
def _(patch: pytest.MonkeyPatch) -> None:
    def mild(s: State, what: list[Any], cause: str) -> None:
        before(s, what[::2], cause)

    before = losses.inflict
    patch.setattr(epoch_table, "inflict", mild)
    patch.setattr(epoch_table, "row_of", lambda card: epoch_rows.load_table()[0])
    patch.setattr(epoch, "row_of", lambda card: epoch_rows.load_table()[0])


@breaks("the fewest VP win", "END-01")
def _(patch: pytest.MonkeyPatch) -> None:
    wrapped(patch, ending, "side_standing", lambda standing: (-standing[0], *standing[1:]))


@breaks("conquest is ignored", "PUNIC-03", "second_punic_war")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(conquest, "decisive", lambda s, faction: [])


# ---------------------------------------------------------------------------- Exploration


@breaks("every card brings 3 Barbarians", "EXP-26", "created_exploration")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(exploration, "NATIVES", (3,) * 10)


@breaks("Barbarians beside an Event stay away", "EXP-26 CRD-06", "created_exploration")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(exploration, "BESIDE_AN_EVENT", 0)


@breaks("all friends come alone", "EXP-29", "created_exploration")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(exploration, "FRIENDS", (1,) * 10)


@breaks("minerals give nothing", "EXP-31", "created_exploration")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(exploration, "MINERALS", ())


@breaks("discs of this phase are explored from, too", "EXP-19 GRO-01", "created_exploration")
def _(patch: pytest.MonkeyPatch) -> None:
    def farther(s: State, faction: int, unexplored: int) -> None:
        before(s, faction, unexplored | s.world.board.around(occupied(s, faction)))

    before = step(patch, "explore", farther)


@breaks("the bag gets no discs", "EXP-53", "created_exploration")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(exploration, "put_in_bag", lambda s, faction: None)


@breaks("a new NPC settles near the player", "EXP-37 EXP-38 EXP-40", "created_exploration")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(creation, "farthest", lambda board, areas, goal: nearest(board, areas, goal))


@breaks("a new NPC is larger", "EXP-40 EXP-43 EXP-44", "created_exploration")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(creation, "SIZE", {0: 11, 1: 11})


@breaks("a new NPC crowds the homes of others", "EXP-40", "created_exploration")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(creation, "_open", lambda s, npc: creation.empty(s))


@breaks("a new NPC gets 1 disc at home", "EXP-44", "created_exploration")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(creation, "HOME_DISCS", 1)


@breaks("seafarers do not stay at sea", "EXP-42 EXP-43 EXP-44 EXP-45", "created_exploration")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(creation, "_seafarer", lambda s, npc: "")


@breaks("a new NPC begins without VP", "EXP-48", "created_exploration")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(creation, "gain_vp", lambda s, faction, points, cause: None)


@breaks("a new NPC gets 4 cards", "EXP-49", "created_exploration")
def _(patch: pytest.MonkeyPatch) -> None:
    before = card_changes.hand_without_events
    patch.setattr(creation, "hand_without_events", lambda s, npc, n, cause: before(s, npc, n - 1, cause))


@breaks("the march goes on after a failure", "HANN-M2", "hannibal")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(march, "put_barbarians", lambda s, area, n, cause: None)


@breaks("a restrained ally goes anywhere", "HANN-03b1", "hannibal")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(minor_states, "is_restrained", lambda s: False)


@breaks("the areas of a client are open to all", "HANN-05d", "hannibal")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(minor_states, "refuge", lambda s: 0)


@breaks("a revolt leaves the Gold to the client", "HANN-03e2", "hannibal")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(lifecycle, "gold_of", lambda s, faction: 0)


@breaks("a client without Gold stays", "HANN-02", "hannibal")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(minor_states, "eliminate", lambda *arguments, **more: None)


@breaks("an Invader returns with three discs in each land", "DSET-07", "god_king")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(returning, "LAND_DISCS", 3)


ROME = "fall_of_rome_1_4p"


@breaks("the first disc of an Empire goes to its supply", "ROME1-03b DEF-24 GRO-12", ROME)
def _(patch: pytest.MonkeyPatch) -> None:
    def to_supply(s: State, faction: int, area: int) -> None:
        s.supply[faction] += 1

    patch.setattr(changes, "_not_home", to_supply)


@breaks("new Cities are worth a whole VP", "EVA-04", ROME)
def _(patch: pytest.MonkeyPatch) -> None:
    before = changes.gain_vp
    patch.setattr(evaluation, "gain_vp", lambda s, f, n, cause: before(s, f, math.ceil(n), cause))


@breaks("Roman discs in Rome score nothing", "ROME1-05a", ROME)
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(scoring, "score", lambda *_: None)


@breaks("Invaders leave the Gold of the Empires", "GOLD-05", ROME)
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(gold, "_loots", lambda *_: False)


@breaks("the Huns enter anywhere", "AEN-08", ROME)
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(fall_of_rome, "mask_of", lambda _: -1)


@breaks("the Huns grow like an Empire", "GRO-11", "fall_of_rome_1_2p_3")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(growth, "knobs", lambda s, _: s.world.scenario.knobs)


@breaks("terror takes any card", "ROME1-08f", "fall_of_rome_1_2p_3")
def _(patch: pytest.MonkeyPatch) -> None:
    before = card_changes.search_pile
    patch.setattr(
        fall_of_rome, "search_pile", lambda s, f, pile, _, cause: before(s, f, pile, (1 << 104) - 2, cause)
    )


# -------------------------------------------------------------- cards that may not be played


@breaks("cards hurt partners", "TEAM-04", "basic_4p", teams=[[0, 2], [1, 3]])
@breaks("cards reach strangers from afar", "ROME1-06d1", ROME)
@breaks("Invaders strike the other Empire", "ROME2-06e1", "fall_of_rome_2_v1")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(foresight, "_bound", lambda s, play: False)


@breaks("a partner's VP do not count", "TEAM-04", "basic_4p", teams=[[0, 2], [1, 3]])
def _(patch: pytest.MonkeyPatch) -> None:
    def without_vp(before: Any) -> Any:
        return lambda own: {key: n for key, n in before(own).items() if key[2] != "vp"}

    patch.setattr(foresight.Trial, "losses", without_vp(foresight.Trial.losses))


@pytest.mark.parametrize("breakage", BREAKAGES, ids=lambda breakage: breakage.name)
def test_the_referee_sees_it(breakage: Breakage, monkeypatch: pytest.MonkeyPatch) -> None:
    breakage.apply(monkeypatch)
    others = set()
    for seed in range(MOST_GAMES):
        dispute = watch_game(breakage.scenario, seed, options=breakage.options).dispute
        if dispute is not None and dispute.rule in breakage.rules.split():
            return
        others.add(None if dispute is None else dispute.rule)
    pytest.fail(f"{breakage.rules} not disputed in {MOST_GAMES} games, but {others}")
