"""Chapters of the referee, each told a few events of a situation that whole games seldom come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from referee.competition import _loots, rounds
from referee.dispute import Dispute
from referee.effects import Effect
from referee.ending import end_of_game
from referee.epoch import given_barbarians, new_hands
from referee.evaluation import draw_of, suffer, trim
from referee.fall_of_rome import crossings
from referee.forbidden import check_allowed
from referee.game import Referee
from referee.god_king import returning
from referee.growth import deployment
from referee.mirror import BuiltWonder
from referee.persians import generals, no_crowds
from referee.texts import judge
from referee.texts.book import TEXTS, has_room
from referee.watch import Script, Watch

from acis_rules import Game
from acis_rules.kernel.log import Event

LAND, SEA = "land_persians", "sea_persians"


def watch(scenario: str, **options: Any) -> Watch:
    """What the referee sees after the setup; the map is empty."""
    w = Referee(Game.new(scenario, 1, options)).watch
    w._next = None
    w.mirror.board.discs = [[0] * len(row) for row in w.mirror.board.discs]
    w.mirror.gold.clear()
    return w


def put(w: Watch, **discs: dict[str, int]) -> None:
    """Discs of factions by area."""
    names = [*w.facts.names, "barbarians"]
    for name, areas in discs.items():
        for area, n in areas.items():
            w.mirror.board.discs[names.index(name)][w.facts.find(area)] = n


def event(w: Watch, kind: str, faction: str, area: str = "", cause: str = "", **fields: Any) -> Event:
    """An event of a faction."""
    where = w.facts.find(area) if area else -1
    return Event(kind, w.facts.names.index(faction), area=where, cause=cause, **{"n": 1, **fields})


def tell(script: Script[Any], events: Iterable[Event]) -> None:
    """The chapter hears all of these, and perhaps one more that is none of its own."""
    waiting = [*events, Event("phase", phase="none")]
    next(script)
    try:
        while True:
            script.send(waiting.pop(0))
    except StopIteration:
        assert len(waiting) <= 1, f"it ends before {waiting}"


# -------------------------------------------------------------------------------------- Persians


def fight(w: Watch, *losers: str) -> None:
    """Rounds in Hamath in which these lose a disc, one after the other."""
    area = w.facts.find("hamath")
    losses = [event(w, "removed", name, "hamath", "competition") for name in losers]
    tell(rounds(w, area, Counter(), set(), Counter()), losses)


@pytest.mark.rule("PERS-06b", "CMP-20")
def test_a_round_goes_on_when_one_of_two_colours_is_gone() -> None:
    """Red goes first on land; the Greeks still lose theirs in this round, and in the next brown does."""
    w = watch("alexander")
    w.mirror.order = [1, 0, 2]
    put(w, greece={"hamath": 4}, land_persians={"hamath": 2}, sea_persians={"hamath": 1})
    fight(w, SEA, "greece", LAND, "greece", LAND)


@pytest.mark.rule("PERS-06b", "CMP-08")
def test_a_group_has_the_place_of_the_colour_whose_disc_goes() -> None:
    def three_against_three() -> Watch:
        w = watch("alexander")
        w.mirror.order = [1, 0, 2]
        put(w, greece={"hamath": 3}, land_persians={"hamath": 2}, sea_persians={"hamath": 1})
        return w

    fight(three_against_three(), "greece", SEA, LAND, "greece")
    with pytest.raises(Dispute, match="CMP-20"):
        fight(three_against_three(), SEA, "greece", LAND, "greece")


@pytest.mark.rule("PERS-06b", "PERS-05c")
def test_colours_change_while_crowds_go_home() -> None:
    """The first disc that goes makes the last red one there brown: then a brown one goes."""
    w = watch("greeks_persians_2p")
    put(w, land_persians={"hamath": 4}, sea_persians={"hamath": 2})
    w.mirror.supply[w.facts.names.index(LAND)] = 1
    told = [
        event(w, "removed", SEA, "hamath", "stacking"),
        event(w, "removed", SEA, "hamath", "cohabitation"),
        event(w, "placed", LAND, "hamath", "cohabitation"),
        event(w, "removed", LAND, "hamath", "stacking"),
    ]
    tell(no_crowds(w), told)


@pytest.mark.rule("PERS-05c", "STK-06")
def test_a_disc_that_changes_its_colour_is_no_longer_one_too_many() -> None:
    """A red disc from Thessaly replaces the fourth brown one in Kush."""

    def trimmed(*told: tuple[str, str, str, str]) -> None:
        w = watch("alexander_2p")
        w.mirror.phase = "evaluation"
        put(w, land_persians={"thessaly": 4, "kush": 1}, sea_persians={"kush": 4})
        w.mirror.supply[w.facts.names.index(LAND)] = 0
        tell(trim(w), [event(w, *one) for one in told])

    goes = ("removed", LAND, "thessaly", "stacking")
    trimmed(goes, ("removed", SEA, "kush", "cohabitation"), ("placed", LAND, "kush", "cohabitation"))
    with pytest.raises(Dispute, match="STK-06"):
        trimmed(goes)
    with pytest.raises(Dispute, match="STK-05"):
        trimmed(goes, goes)


@pytest.mark.rule("PERS-06b", "CRD-22")
def test_of_two_colours_the_one_not_at_home_goes_first_whosever_turn_it_is() -> None:
    def suffered(*names: str) -> None:
        w = watch("alexander_2p")
        land, sea, here = w.facts.names.index(LAND), w.facts.names.index(SEA), w.facts.find("aegean_sea")
        w.mirror.order = [sea, land]
        put(w, land_persians={"aegean_sea": 1}, sea_persians={"aegean_sea": 1})
        told = [event(w, "removed", name, "aegean_sea", "domination") for name in names]
        tell(suffer(w, Counter({(land, here): 1, (sea, here): 1}), "domination", "EVA-02"), told)

    suffered(LAND, SEA)
    with pytest.raises(Dispute, match="EVA-02"):
        suffered(SEA, LAND)


@pytest.mark.rule("PERS-05b", "STK-02")
def test_there_is_no_room_where_the_other_colour_is_at_its_limit() -> None:
    w = watch("alexander_2p")
    w.mirror.phase = "cards"
    put(w, greece={"hamath": 3}, sea_persians={"hamath": 4})
    here = w.facts.find("hamath")
    assert not has_room(Effect(w, 1, "card 14"), w.facts.names.index(LAND), here)
    put(w, sea_persians={"hamath": 3})
    assert has_room(Effect(w, 1, "card 14"), w.facts.names.index(LAND), here)


# ---------------------------------------------------------------------------------- other chapters


@pytest.mark.rule("ROME2-06a3")
def test_the_appian_way_is_used_before_the_card_of_an_entry() -> None:
    def told(w: Watch) -> list[Event]:
        return [
            event(w, "investment_used", "persians", card=78),
            event(w, "ready", "persians", cause="investment 78", n=2),
            Event("revealed", card=9, cause="entry"),
            event(w, "placed", "persians", "petra", "deploy"),
        ]

    def at_deployment() -> Watch:
        w = watch("fall_of_rome_2_v1")
        m, persians = w.mirror, w.facts.names.index("persians")
        m.phase, m.ready[persians] = "growth", 12
        for pile in (m.deck, *m.hand):
            pile -= {9, 78}
        m.deck.add(9)
        m.investments[78] = (persians, 3)
        return w

    w = at_deployment()
    tell(deployment(w, w.facts.names.index("persians")), told(w))
    w = at_deployment()
    with pytest.raises(AssertionError, match="it ends before"):
        first, ready, card, disc = told(w)
        tell(deployment(w, w.facts.names.index("persians")), [card, disc, first, ready])


@pytest.mark.rule("ROME2-9.6b", "TEAM-06")
def test_who_cannot_cross_to_the_area_of_a_partner_goes_beside_it() -> None:
    w = watch("fall_of_rome_2_v1", rules=["crossings"], players=[0, 1, 2, 3], teams=[[0, 1], [2, 3]])
    m, visigoths = w.mirror, w.facts.names.index("visigoths")
    m.phase, m.supply[visigoths] = "evaluation", 3
    put(w, west={"dalmatia": 2})
    card = min(m.deck & {10, 11, 20, 21})
    beside = [event(w, "placed", "visigoths", "noricum", "crossing")] * 3
    tell(crossings(w), [Event("revealed", card=card, cause="crossing"), *beside])


@pytest.mark.rule("ROME2-9.7a", "HANN-04d")
def test_the_huns_are_looked_for_before_an_exact_draw() -> None:
    w = watch("fall_of_rome_2_v1", rules=["huns"], handicaps=[{}, {"exact_draw": 2}, {}, {}, {}])
    m, west = w.mirror, w.facts.names.index("west")
    m.phase = "evaluation"
    m.hand[west].clear()
    card, *cards = sorted(m.deck - w.facts.events - {n for n in m.deck if n % 2 == 0})[:3]
    drew = event(w, "drew", "west", cause="draw step", cards=tuple(cards), n=2)
    tell(draw_of(w, west), [Event("revealed", card=card, cause="huns"), drew])


@pytest.mark.rule("ROME1-06c", "ROME2-9.7a")
def test_who_could_draw_more_when_its_draw_began_has_no_bonus() -> None:
    """Four Cities; then the card that tells of the Huns is an Event, which destroys one."""
    w = watch("fall_of_rome_2_v1", rules=["huns"], handicaps=[{}, {"bonus_draw": 1}, {}, {}, {}])
    m, west = w.mirror, w.facts.names.index("west")
    m.phase, m.treasury[west] = "evaluation", 0
    m.hand[west].clear()
    put(w, west=dict.fromkeys(("rome", "umbria", "apulia", "samnium"), 3))
    odd, *cards = sorted(m.deck - w.facts.events - {n for n in m.deck if n % 2 == 0})[:4]
    script = draw_of(w, west)
    next(script)
    script.send(Event("revealed", card=odd, cause="huns"))
    put(w, west={"umbria": 2})
    script.send(event(w, "drew", "west", cause="draw step", cards=tuple(cards), n=3))
    with pytest.raises(StopIteration):
        script.send(Event("phase", phase="none"))


@pytest.mark.rule("ROME1-06c", "HANN-07b")
@pytest.mark.parametrize(("discards", "right"), [(0, 4), (1, 3)])
def test_the_mausoleum_takes_the_bonus_away_only_if_there_are_discards(discards: int, right: int) -> None:
    w = watch("hannibal_solo")
    m, carthage = w.mirror, w.facts.names.index("carthage")
    area = w.facts.find("gades")
    m.phase, m.treasury[carthage] = "evaluation", 0
    m.hand[carthage].clear()
    put(w, carthage={"gades": 3})
    m.wonders = {w.facts.wonder_name.index("Mausoleum"): BuiltWonder(carthage, area, 5, False)}
    *cards, last = sorted(m.deck - w.facts.events)[:5]
    m.deck.discard(last)
    m.discard = {last} if discards else set()
    drew = event(w, "drew", "carthage", cause="draw step", cards=tuple(cards[:right]), n=right)
    tell(draw_of(w, carthage), [drew])


@pytest.mark.rule("PERS-15", "DEF-47")
def test_generals_find_a_card_in_a_new_deck() -> None:
    w = watch("alexander")
    m = w.mirror
    m.discard, m.deck = m.deck, set()
    card = min(m.discard - w.facts.events)
    told = [Event("reshuffled", n=len(m.discard)), Event("revealed", card=card, cause="looted gold")]
    tell(generals(w, w.facts.names.index("greece")), told)


@pytest.mark.rule("DEF-50", "ROME1-10.2b")
def test_who_is_given_cards_at_the_setup_keeps_to_the_limit() -> None:
    discarded = 0
    options = {"rules": ["barbarian_cards_go"], "handicaps": [{"hand_limit": 3}] * 4}
    for seed in range(12):
        game = Game.new("fall_of_rome_1_4p", seed, options)
        referee = Referee(game)
        while not any(one.kind == "turn" for one in game.events):
            game.apply(game.legal_actions()[0])
            referee.follow()
        discarded += sum(one.cause == "hand limit" for one in game.events)
    assert discarded


@pytest.mark.rule("GOLD-05", "NPC-08")
def test_npcs_of_one_seat_do_not_loot_each_other() -> None:
    scenario = "god_king_phoenicia_egypt"
    w = watch(scenario)
    egypt, phoenicia, hittites = map(w.facts.names.index, ("egypt", "phoenicia", "hittites"))
    assert _loots(w, egypt, phoenicia) and _loots(w, egypt, hittites) and _loots(w, hittites, egypt)
    w.facts.npcs = {egypt, phoenicia, hittites}
    assert not _loots(w, egypt, phoenicia) and not _loots(w, phoenicia, egypt)
    assert _loots(w, egypt, hittites) and _loots(w, hittites, phoenicia)  # enemies whatever happens


@pytest.mark.rule("EPO-28", "ROME1-06e")
def test_a_devaluation_is_not_for_who_has_no_vp() -> None:
    w = watch("hannibal")
    macedon = w.facts.names.index("macedon")
    w.mirror.order, w.mirror.phase = [macedon], "epoch"
    w.mirror.hand[macedon].clear()
    w.mirror.vp = [7, 5, 0, 0]
    cards = tuple(sorted(w.mirror.deck - w.facts.events))[:5]
    limit = w.facts.knobs[macedon].hand_limit
    over = [event(w, "discarded", "macedon", cause="hand limit", card=card) for card in cards[limit:]]
    drew = event(w, "drew", "macedon", cause="new epoch", cards=cards, n=len(cards))
    tell(new_hands(w, ["devaluation"]), [drew, *over])


@pytest.mark.rule("HANN-06d", "HANN-07c")
@pytest.mark.parametrize(("npcs", "winners"), [([1], "rome syracuse"), ([2], "carthage macedon")])
def test_a_tie_goes_to_the_npc_that_has_vp(npcs: list[int], winners: str) -> None:
    w = watch("hannibal_solo", npcs=npcs)
    put(w, rome={"rome": 3})
    w.mirror.vp = [14, 14, 0, 0]
    told = [event(w, "won", name, n=w.mirror.vp[w.facts.names.index(name)]) for name in winners.split()]
    tell(end_of_game(w), told)


# --------------------------------------------------------------------------------- texts of cards


def effect(w: Watch, by: str, card: int, lost: dict[tuple[str, str], int], **fields: Any) -> Effect:
    """What a card has done."""
    names = [*w.facts.names, "barbarians"]
    done = Effect(w, names.index(by), f"card {card}")
    done.removed.update({(names.index(name), w.facts.find(area)): n for (name, area), n in lost.items()})
    for name, value in fields.items():
        setattr(done, name, value)
    return done


@pytest.mark.rule("GOLD-03", "CRD-17")
def test_pirates_and_tidal_waves_spare_the_last_disc_on_gold_at_sea() -> None:
    w = watch("alexander")
    put(w, greece={"aegean_sea": 1}, sea_persians={"aegean_sea": 1})
    w.mirror.gold[w.facts.find("aegean_sea")] = (0, 1)
    for card in (10, 26):
        TEXTS[f"card {card}"].test(effect(w, "greece", card, {(SEA, "aegean_sea"): 1}))
        both = {(SEA, "aegean_sea"): 1, ("greece", "aegean_sea"): 1}
        with pytest.raises(Dispute, match="CRD-17"):
            TEXTS[f"card {card}"].test(effect(w, "greece", card, both))


@pytest.mark.rule("CRD-17")
def test_a_spy_finds_nothing_in_an_empty_hand() -> None:
    w = watch("alexander")
    spy = effect(w, "greece", 34, {}, hand_sizes=[2, 1, 1])
    with pytest.raises(Dispute, match="everybody has a card"):
        TEXTS["card 34"].test(spy)
    spy.hand_sizes = [2, 0, 1]  # its last card was an answer, which was negated
    TEXTS["card 34"].test(spy)


@pytest.mark.rule("ROME1-06d1")
@pytest.mark.parametrize(("vp", "reached"), [(Fraction(1, 2), True), (1, False)])
def test_who_has_half_a_vp_gives_a_disc_out_of_reach(vp: int | Fraction, reached: bool) -> None:
    w = watch("fall_of_rome_1_2p_1")
    put(w, visigoths={"gallia": 1}, persians={"cilicia": 3}, east={"cilicia": 1})
    persians = w.facts.names.index("persians")
    w.mirror.vp[persians], w.mirror.treasury[persians] = vp, 0
    w.mirror.hand[persians].clear()
    bread = effect(w, "visigoths", 21, {("persians", "cilicia"): 1})
    if reached:
        check_allowed(w, bread)
    else:
        with pytest.raises(Dispute, match="ROME1-06d1"):
            check_allowed(w, bread)


@pytest.mark.rule("HANN-03b3")
def test_a_restrained_ally_replaces_roman_discs_by_barbarians() -> None:
    w = watch("hannibal")
    put(w, macedon={"adriatic_sea": 1}, rome={"adriatic_sea": 1})
    sea = w.facts.find("adriatic_sea")
    macedon = w.facts.names.index("macedon")
    lost = {("rome", "adriatic_sea"): 1}
    for restrained in (True, False):
        w.mirror.restrained = restrained
        own = effect(w, "macedon", 28, lost, placed=[(macedon, sea)])
        black = effect(w, "macedon", 28, lost, barbarians=Counter({sea: 1}))
        right, wrong = (black, own) if restrained else (own, black)
        TEXTS["card 28"].test(right)
        with pytest.raises(Dispute, match="CRD-17"):
            TEXTS["card 28"].test(wrong)


@pytest.mark.rule("HANN-05d")
def test_there_is_no_room_with_a_client_of_the_enemy() -> None:
    w = watch("hannibal")
    put(w, syracuse={"syracuse": 1})
    here = w.facts.find("syracuse")
    carthage, rome = map(w.facts.names.index, ("carthage", "rome"))
    assert not has_room(Effect(w, carthage, "card 14"), carthage, here)
    assert has_room(Effect(w, rome, "card 14"), rome, here)


# ---------------------------------------------------------------------------- God-King of Egypt

AROUND_PHRYGIA = ("carchemish", "troy", "lydia", "cilicia", "tarsus")


def returned(*areas: str) -> None:
    """The Hittites return with discs in these areas; the Sea Peoples are in Phrygia."""
    w = watch("god_king_2p_2", npcs=[1])
    w.mirror.phase = "growth"
    put(w, sea_peoples={"phrygia": 2}, egypt={"egypt": 1})
    told = [event(w, "aeneas", "hittites"), event(w, "ready", "hittites", cause="aeneas", n=12)]
    told += [event(w, "placed", "hittites", area, "aeneas") for area in areas]
    tell(returning(w, w.facts.names.index("hittites")), told)


@pytest.mark.rule("EGY-09c", "EGYM-2P2b", "DSET-07d")
def test_an_invader_whose_partner_is_in_its_area_returns_around_it() -> None:
    returned(*AROUND_PHRYGIA, *AROUND_PHRYGIA, "troy", "lydia")
    with pytest.raises(Dispute, match="ban of the scenario"):
        returned("phrygia")
    with pytest.raises(Dispute, match=r"DSET-07.*Ionia too soon"):
        returned(*AROUND_PHRYGIA, "ionia")
    with pytest.raises(Dispute, match=r"DSET-07d.*one more disc there at most"):
        returned(*AROUND_PHRYGIA, *AROUND_PHRYGIA, "troy", "troy")


@pytest.mark.rule("CRD-23", "EGYA-02")
@pytest.mark.parametrize("found", ["Egypt", "Troy"])
def test_barbarians_of_an_epoch_change_may_come_from_the_map(found: str) -> None:
    w = watch("god_king_assyria")
    black = w.facts.black
    [change] = [one for one in w.facts.clock.epoch_change[1] if not isinstance(one, str)]
    put(w, barbarians={"Phrygia": 3, "Carchemish": 3, "Macedon": 3, "Lydia": 1})
    w.mirror.supply[black] = 2
    events = [
        Event("barbarians", black, area=w.facts.find(found), n=2, cause="epoch change"),
        Event("removed", black, area=w.facts.find("Lydia"), n=1, cause="shortage"),
        Event("barbarians", black, area=w.facts.find(found), n=1, cause="epoch change"),
    ]
    if found == "Troy":
        tell(given_barbarians(w, change), events)
    else:
        with pytest.raises(Dispute, match="EGYA-02"):
            tell(given_barbarians(w, change), events)


@pytest.mark.rule("HANN-05b", "CLR-04")
def test_a_disc_of_a_client_is_paid_for_twice_before_it_goes() -> None:
    """The Demagogue asks Syracuse for 3 discs; Rome, which is there too, pays for the same one twice."""

    def demagogue(loser: str) -> None:
        w = watch("hannibal")
        put(
            w,
            rome={"sea_of_sicily": 2},
            syracuse={"syracuse": 3, "sea_of_sicily": 1},
            macedon={"sea_of_sicily": 1},
        )
        effect = Effect(w, w.facts.names.index("carthage"), "card 22")
        for _ in range(2):
            effect.note(event(w, "talents", "rome", "sea_of_sicily", "saves a disc", n=-1))
        effect.note(event(w, "removed", loser, "sea_of_sicily", "card 22"))
        judge(w, effect)

    demagogue("syracuse")
    demagogue("rome")
    with pytest.raises(Dispute, match="CRD-17"):
        demagogue("macedon")
