"""Wonders: paying, the site, discs on the card, and when one may be used (WON)."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from helpers import Table, moment, position

from acis_rules import Game
from acis_rules.kernel.actions import area_action, areas_in
from acis_rules.kernel.bits import members
from acis_rules.table.terms import wonder_sites
from acis_rules.table.wonders import lacking
from acis_rules.table.wonders import payments as payable

EGYPT = {"egypt": 2, "kush": 2, "libya": 2, "nile_delta": 2, "sinai": 2, "egyptian_sea": 1}
TROY = {"troy": 2, "phrygia": 2, "ionia": 2, "lydia": 2, "cilicia": 2, "icarian_sea": 1}
WONDERS = {
    "Great Pyramid", "Great Library", "Mausoleum", "Colossus", "Lighthouse", "Statue of Zeus",
    "Temple of Artemis",
}  # fmt: skip


def builder(discs: dict[str, int], supply: int | None = None, **given: Any) -> Table:
    """Card Phase, Egypt to act; Troy far away. `supply`: the discs Egypt has left."""
    egypt: dict[str, object] = {"discs": discs, **given.pop("egypt", {})}
    if supply is not None:
        egypt["ready"] = 48 - supply - sum(discs.values())
    troy = {"discs": TROY, "hand": [56], **given.pop("troy", {})}
    return position(egypt=egypt, troy=troy, **{"phase": "cards", **given})


def wonders_on_offer(t: Table) -> set[str]:
    return t.options & WONDERS if t.asks == "egypt" else set()


# -------------------------------------------------------------------------------- the action


@pytest.mark.rule("WON-01")
def test_all_seven_are_on_offer_to_who_can_pay() -> None:
    assert wonders_on_offer(builder(EGYPT)) == WONDERS


@pytest.mark.rule("WON-01")
def test_building_is_the_action_and_comes_once_a_turn() -> None:
    t = builder(EGYPT, egypt={"treasury": 9, "hand": [7]})
    t.do("Colossus", "egypt", "egypt")
    while t.asks == "egypt" and t.kind == "wonder_payment":
        t.do("talent")
    t.do("kush")
    assert t.asked("card_action", "troy")
    t.do("Trade with the Barbarians")
    assert t.asked("card_action", "egypt")
    assert wonders_on_offer(t) == set()
    assert t.can("Land Improvement")


@pytest.mark.rule("WON-01")
def test_next_turn_another_wonder_can_be_built() -> None:
    t = builder(EGYPT, egypt={"treasury": 9}, built_this_turn=[0])
    assert wonders_on_offer(t) == set()
    t = builder(EGYPT, egypt={"treasury": 9}, **moment("turn"), built_this_turn=[0])
    t.skip_until("card_action", "egypt")
    assert wonders_on_offer(t) == WONDERS


@pytest.mark.rule("WON-01")
@pytest.mark.parametrize("buried", [False, True])
@pytest.mark.parametrize("owner", ["egypt", "troy"])
def test_a_built_or_buried_wonder_is_not_available(owner: str, buried: bool) -> None:
    t = builder(
        EGYPT, wonders=[{"wonder": "Mausoleum", "owner": owner, "area": "kush", "discs": 0, "buried": buried}]
    )
    assert wonders_on_offer(t) == WONDERS - {"Mausoleum"}


@pytest.mark.rule("WON-01")
def test_building_is_no_card_play_and_cannot_be_answered() -> None:
    t = builder(EGYPT, egypt={"treasury": 9}, troy={"hand": [43, 44, 19]})
    t.do("Colossus", "egypt", "egypt", "talent", "kush")
    assert t.s.wonders[3].owner == t.faction("egypt")
    assert not t.asked("negate")


# -------------------------------------------------------------------------------- payment


@pytest.mark.rule("WON-02")
@pytest.mark.parametrize(
    ("discs", "cards", "talents"), [(5, 0, 0), (2, 3, 0), (2, 0, 3), (3, 1, 1), (2, 2, 1), (4, 0, 1)]
)
def test_five_resources_in_any_mix(discs: int, cards: int, talents: int) -> None:
    t = builder({"kush": 4, "sinai": 4}, egypt={"hand": [7, 8, 9], "treasury": 4})
    supply = t.of("supply", "egypt")
    t.do("Great Library")
    areas = ["kush", "kush", "sinai", "sinai", "sinai"][:discs]
    for payment in [*areas, *["#7", "#8", "#9"][:cards], *["talent"] * talents]:
        if t.kind == "wonder_payment":  # a payment without alternative is not asked for
            t.do(payment)
    t.do("kush")
    assert sum(t.s.discs[t.faction("egypt")]) == 8 - discs
    assert t.of("supply", "egypt") == supply + discs - 5
    assert t.s.discard == [7, 8, 9][:cards]
    assert len(t.hand("egypt")) == 3 - cards
    assert t.of("treasury", "egypt") == 4 - talents
    assert not t.asked("loss")


def payments(t: Table) -> set[tuple[tuple[str, ...], tuple[int, ...], int]]:
    """Every way the engine lets Egypt pay: (areas, cards, talents)."""
    out = set()
    open_games = [t.game]
    while open_games:
        game = open_games.pop()
        if game.state.question is None or game.decision.kind != "wonder_payment":
            events = list(game.events)
            start = max(i for i, e in enumerate(events) if e.kind == "phase" and e.phase == "cards")
            paid = [e for e in events[start:] if e.cause == "Wonder"]
            areas = tuple(sorted(t.s.world.board.areas[e.area].id for e in paid if e.kind == "removed"))
            cards = tuple(sorted(e.card for e in paid if e.kind == "discarded"))
            out.add((areas, cards, -sum(e.n for e in paid if e.kind == "talents")))
            continue
        for action in game.legal_actions():
            copy: Game = game.clone()
            copy.apply(action)
            open_games.append(copy)
    return out


def by_the_rules(
    discs: dict[str, int], hand: list[int], treasury: int, supply: int, sites: set[str]
) -> set[tuple[tuple[str, ...], tuple[int, ...], int]]:
    """5 resources, 2 discs at least, 5 discs for the card, and a site left (WON-02, 03, 06, 08)."""
    pieces = [area for area, n in discs.items() for _ in range(n)]
    out = set()
    for n_discs in range(2, 6):
        for areas in set(combinations(sorted(pieces), n_discs)):
            left = {area for area in sites if discs[area] > areas.count(area)}
            if not left or supply + n_discs < 5:
                continue
            for n_cards in range(min(len(hand), 5 - n_discs) + 1):
                if 5 - n_discs - n_cards <= treasury:
                    for cards in combinations(hand, n_cards):
                        out.add((areas, cards, 5 - n_discs - n_cards))
    return out


@pytest.mark.rule("WON-02", "WON-03", "WON-06", "WON-08")
@pytest.mark.parametrize("supply", [0, 1, 2, 3, 30])
@pytest.mark.parametrize(
    ("discs", "sites"),
    [
        ({"kush": 1, "sinai": 1, "egyptian_sea": 2, "red_sea": 1}, {"kush", "sinai"}),
        ({"kush": 1, "egyptian_sea": 2, "red_sea": 2}, {"kush"}),
        ({"tyre": 2, "petra": 1, "egyptian_sea": 1, "libya": 2}, {"libya"}),  # others contested or built on
        ({"libya": 4, "tyre": 2}, {"libya"}),
    ],
)
def test_exactly_the_lawful_payments_are_possible(
    discs: dict[str, int], sites: set[str], supply: int
) -> None:
    hand, treasury = [7, 61], 1
    t = builder(
        discs, supply, egypt={"hand": hand, "treasury": treasury}, troy={"discs": {"tyre": 1, "lydia": 2}},
        wonders=[{"wonder": "Colossus", "owner": "troy", "area": "petra", "discs": 1}],
    )  # fmt: skip
    expected = by_the_rules(discs, hand, treasury, supply, sites)
    assert ("Great Library" in wonders_on_offer(t)) == bool(expected)
    if expected:
        t.do("Great Library")
        assert payments(t) == expected


@pytest.mark.rule("WON-03")
def test_two_resources_must_be_discs_from_the_map() -> None:
    t = builder({"kush": 2}, egypt={"treasury": 9})  # one disc has to stay at the site
    assert wonders_on_offer(t) == set()
    t = builder({"kush": 3}, egypt={"treasury": 9})
    assert wonders_on_offer(t) == WONDERS
    t.do("Mausoleum")
    assert t.discs("egypt", "kush") == 1
    assert t.of("treasury", "egypt") == 6


@pytest.mark.rule("WON-02", "WON-03")
def test_cards_and_talents_come_only_after_two_discs() -> None:
    t = builder(EGYPT, egypt={"treasury": 9, "hand": [7]})
    t.do("Mausoleum")
    for _ in range(2):
        assert t.kind == "wonder_payment"
        assert not t.can("talent")
        assert not t.can("Land Improvement")
        assert not t.can("stop")
        t.do("egypt")
    assert t.can("talent")
    assert t.can("Land Improvement")


# ----------------------------------------------------------------- card, discs and the site


@pytest.mark.rule("WON-04", "WON-05")
@pytest.mark.parametrize("wonder", sorted(WONDERS))
def test_the_wonder_is_its_owners_with_five_discs_from_supply(wonder: str) -> None:
    t = builder(EGYPT, egypt={"treasury": 3})
    supply = t.of("supply", "egypt")
    t.do(wonder, "egypt", "egypt", "talent", "kush")
    number = [w.name for w in t.s.world.deck.wonders].index(wonder)
    built = t.s.wonders[number]
    assert (built.owner, built.area, built.discs, built.buried) == (
        t.faction("egypt"),
        t.area("kush"),
        5,
        False,
    )
    assert t.of("supply", "egypt") == supply + 2 - 5


@pytest.mark.rule("WON-06")
@pytest.mark.parametrize(("supply", "discs_needed"), [(3, 2), (2, 3), (1, 4), (0, 5)])
def test_discs_paid_count_for_the_discs_on_the_card(supply: int, discs_needed: int) -> None:
    t = builder(EGYPT, supply, egypt={"treasury": 9})
    t.do("Colossus")
    while t.kind == "wonder_payment" and not t.can("talent"):
        t.game.apply(t.game.legal_actions()[0])
    removed = [event for event in t.events("removed") if event.cause == "Wonder"]
    assert len(removed) == discs_needed


@pytest.mark.rule("WON-06")
def test_without_enough_discs_nothing_can_be_built() -> None:
    t = builder({"kush": 3, "sinai": 2}, 0, egypt={"treasury": 9, "hand": [55]})  # 4 of 5 discs can be paid
    assert t.options == {"Opening of the Silk Road", "stop"}


@pytest.mark.rule("WON-07")
def test_the_site_is_any_controlled_land_area_without_a_wonder() -> None:
    discs = {
        "egypt": 2,
        "kush": 1,
        "sinai": 1,
        "libya": 2,
        "nile_delta": 1,
        "tyre": 2,
        "petra": 1,
        "red_sea": 2,
    }
    t = builder(
        discs, egypt={"treasury": 3}, troy={"discs": {"tyre": 1, "cilicia": 2, "lydia": 1}},
        barbarians={"discs": {"petra": 1}},
        wonders=[
            {"wonder": "Colossus", "owner": "egypt", "area": "sinai", "discs": 1},
            {"wonder": "Mausoleum", "owner": "troy", "area": "libya", "discs": 1},
            {"wonder": "Lighthouse", "owner": "troy", "area": "nile_delta", "discs": 0, "buried": True},
        ],
    )  # fmt: skip
    t.do("Great Pyramid", "red_sea")  # then the other disc there and 3 talents, without alternative
    assert t.kind == "wonder_site"
    # not Tyre and Petra (shared), not Sinai, Libya, Nile Delta (built on), no sea
    assert t.options == {"egypt", "kush"}


@pytest.mark.rule("WON-08")
def test_without_a_site_nothing_can_be_built() -> None:
    t = builder(
        {"kush": 3, "tyre": 3, "red_sea": 2}, egypt={"treasury": 9, "hand": [55]},
        troy={"discs": {"tyre": 1}},
        wonders=[{"wonder": "Colossus", "owner": "troy", "area": "kush", "discs": 0, "buried": True}],
    )  # fmt: skip
    assert t.options == {"Opening of the Silk Road", "stop"}


@pytest.mark.rule("WON-08")
def test_the_last_site_cannot_be_paid_away() -> None:
    t = builder({"kush": 1, "sinai": 1, "red_sea": 2}, egypt={"treasury": 9})
    t.do("Colossus")
    assert t.options == {"kush", "sinai", "red_sea"}
    t.do("kush")
    assert not t.can("sinai")
    t = builder({"kush": 1, "red_sea": 2}, egypt={"treasury": 9})
    t.do("Colossus")
    assert t.discs("egypt", "kush") == 1
    assert t.s.wonders[3].area == t.area("kush")


# ------------------------------------------------------------------------------------- use


@pytest.mark.rule("WON-09")
def test_a_wonder_is_active_at_once() -> None:
    """Built in the Card Phase, the Great Pyramid scores in the same turn."""
    t = builder(EGYPT, egypt={"treasury": 3}, troy={"hand": []})
    t.do("Great Pyramid", "egypt", "egypt", "talent", "kush")
    t.skip_until("use", "egypt")
    assert t.s.turn == 1
    vp = t.of("vp", "egypt")
    t.do("Great Pyramid")
    assert t.of("vp", "egypt") == vp + 1
    assert t.s.wonders[0].discs == 4


def temple(egypt: dict[str, int], troy: dict[str, int], **wonder: Any) -> Table:
    """Growth Phase; Egypt's Temple of Artemis stands in Tyre."""
    state = {"wonder": "Temple of Artemis", "owner": "egypt", "area": "tyre", "discs": 2, **wonder}
    return position(phase="growth", egypt={"discs": egypt}, troy={"discs": troy}, wonders=[state])


@pytest.mark.rule("WON-09")
@pytest.mark.parametrize(
    ("egypt", "troy", "usable"),
    [
        ({"tyre": 1, "kush": 2}, {"lydia": 2}, True),
        ({"tyre": 1, "kush": 2}, {"tyre": 3}, True),  # occupied, not Controlled
        ({"kush": 2, "sinai": 3}, {"lydia": 2}, False),
        ({"kush": 2, "sinai": 3}, {"tyre": 2}, False),
    ],
)
def test_use_needs_a_disc_in_the_area(egypt: dict[str, int], troy: dict[str, int], usable: bool) -> None:
    t = temple(egypt, troy)
    while t.asks == "egypt" and t.kind not in ("use", "deploy"):
        t.do("stop")
    assert t.asked("use", "egypt") == usable


@pytest.mark.rule("WON-09")
@pytest.mark.parametrize("state", [{"discs": 0}, {"discs": 0, "buried": True}])
def test_a_wonder_without_discs_or_buried_cannot_be_used(state: dict[str, object]) -> None:
    t = temple({"tyre": 1, "kush": 2}, {"lydia": 2}, **state)
    while t.asks == "egypt" and t.kind != "deploy":
        assert t.kind != "use"
        t.do("stop")


@pytest.mark.rule("WON-09")
def test_only_the_owner_uses_a_wonder() -> None:
    t = temple({"kush": 2}, {"tyre": 2})
    for _ in range(30):
        if t.s.phase != "growth":
            break
        assert t.kind != "use"
        t.do("stop")


@pytest.mark.rule("WON-10")
@pytest.mark.parametrize(
    ("egypt", "troy", "state", "vp"),
    [
        ({"kush": 1}, {"lydia": 1}, {"discs": 5}, 1),
        ({"kush": 1}, {"lydia": 1}, {"discs": 0}, 1),  # no disc on the card is needed
        ({"kush": 1}, {"kush": 1}, {"discs": 0}, 1),  # sharing the area suffices
        ({"sinai": 1}, {"lydia": 1}, {"discs": 5}, 0),
        ({"sinai": 1}, {"kush": 1}, {"discs": 5}, 0),
        ({"kush": 1}, {"lydia": 1}, {"discs": 0, "buried": True}, 0),
    ],
)
def test_scoring_a_wonder(
    egypt: dict[str, int], troy: dict[str, int], state: dict[str, object], vp: int
) -> None:
    t = position(
        **moment("victory count"), egypt={"discs": egypt}, troy={"discs": troy},
        wonders=[{"wonder": "Colossus", "owner": "egypt", "area": "kush", **state}],
    )  # fmt: skip
    assert t.of("vp", "egypt") == vp
    assert t.of("vp", "troy") == 0


# ------------------------------------------------------------------------------- Architect


@pytest.mark.rule("WON-01", "WON-05", "WON-07")
def test_architect_builds_for_three_and_is_not_the_wonder_of_the_turn() -> None:
    t = builder(EGYPT, egypt={"treasury": 9, "hand": [41]})
    supply = t.of("supply", "egypt")
    t.do("Architect", "Colossus", "egypt", "talent", "kush")
    assert t.of("treasury", "egypt") == 7
    assert t.s.wonders[3].discs == 5
    assert t.of("supply", "egypt") == supply + 1 - 5
    t.do("Trade with the Barbarians")
    assert wonders_on_offer(t) == WONDERS - {"Colossus"}


@pytest.mark.rule("WON-06", "WON-08")
@pytest.mark.parametrize(
    ("discs", "supply", "playable"),
    [
        ({"kush": 2}, 4, True),
        ({"kush": 1}, 9, False),  # the only disc must stay at the site
        ({"kush": 2, "sinai": 1}, 3, True),
        ({"kush": 2, "sinai": 1}, 2, False),  # at most 2 discs can be paid
        ({"kush": 2, "sinai": 2}, 2, True),
        ({"kush": 4, "sinai": 4}, 1, False),  # 3 resources bring 3 discs at most
        ({"red_sea": 2, "egyptian_sea": 2}, 9, False),
    ],
)
def test_architect_needs_discs_and_a_site_too(discs: dict[str, int], supply: int, playable: bool) -> None:
    t = builder(discs, supply, egypt={"treasury": 9, "hand": [41, 55]}, built_this_turn=[0])
    assert t.can("Architect") == playable


@pytest.mark.rule("WON-02")
def test_architect_cannot_pay_with_itself() -> None:
    t = builder({"kush": 2}, egypt={"treasury": 1, "hand": [41]}, built_this_turn=[0])
    assert t.asks == "troy"  # Egypt passed: 1 disc and 1 talent are not 3 resources
    t = builder({"kush": 2}, egypt={"treasury": 2, "hand": [41]}, built_this_turn=[0])
    assert t.can("Architect")


@pytest.mark.rule("CRD-10", "CRD-14", "WON-02")
@pytest.mark.parametrize("negated", [True, False])
def test_architect_declares_payment_and_site_and_pays_only_if_not_negated(negated: bool) -> None:
    t = builder(EGYPT, egypt={"treasury": 2, "hand": [41]}, troy={"hand": [46, 7]})
    t.do("Architect", "Colossus", "egypt", "talent", "kush")
    assert t.asked("negate", "troy")
    assert t.of("treasury", "egypt") == 2
    t.do("Pontiff" if negated else "no")
    assert t.s.wonders[3].owner == (-1 if negated else t.faction("egypt"))
    assert t.of("treasury", "egypt") == (2 if negated else 0)
    assert sum(t.s.discs[t.faction("egypt")]) == sum(EGYPT.values()) - (0 if negated else 1)
    assert not t.s.built_this_turn


@pytest.mark.rule("WON-07")
def test_a_buried_wonder_still_blocks_its_area_and_can_be_restored() -> None:
    t = builder(
        EGYPT, egypt={"treasury": 9, "hand": [41]},
        wonders=[{"wonder": "Colossus", "owner": "egypt", "area": "kush", "discs": 0, "buried": True}],
    )  # fmt: skip
    t.do("Architect", "second")
    assert (t.s.wonders[3].buried, t.s.wonders[3].discs, t.s.wonders[3].area) == (False, 2, t.area("kush"))


@pytest.mark.rule("WON-06", "ROME1-03b")
@pytest.mark.parametrize(("supply", "needed"), [(3, 3), (4, 2), (5, 0), (6, 0)])
def test_a_marker_that_is_owed_counts_only_where_the_supply_is_too_small(supply: int, needed: int) -> None:
    t = position(phase="cards", egypt={"discs": EGYPT}, troy={})
    t.s.supply[0], t.s.owes_marker = supply, 1 << t.faction("egypt")
    assert t.s.world.deck.wonders[0].discs == 5
    assert lacking(t.s, t.faction("egypt"), 0) == needed


@pytest.mark.rule("WON-02", "WON-03")
def test_a_disc_from_the_trojan_sea_is_a_resource_like_any_other() -> None:
    troy = {"discs": {"troy": 2, "phrygia": 2, "trojan_sea": 2}, "treasury": 3}
    t = position(phase="cards", troy=troy, egypt={"discs": EGYPT, "hand": [56]})
    t.do("Colossus", "trojan_sea", "troy")  # the second disc and the talents go without saying
    assert t.s.wonders[3].owner == t.faction("troy") and t.s.wonders[3].area == t.area("troy")
    assert t.discs("troy", "trojan_sea") == 0 and t.of("treasury", "troy") == 0


@pytest.mark.rule("WON-02", "WON-03")
def test_a_wonder_paid_with_a_disc_from_each_end_of_the_map() -> None:
    """Areas and cards are chosen in ascending order: the first area, the last, the first card, the last."""
    troy = {"discs": {"troy": 2, "celt_iberia": 1, "trojan_sea": 1}, "treasury": 2, "hand": [1, 97]}
    t = position("basic_6p", phase="cards", troy=troy, rome={"discs": {"rome": 2}, "hand": [56]})
    t.do("Colossus", "celt_iberia", "trojan_sea", "#1", "#97")
    assert t.s.wonders[3].owner == t.faction("troy") and t.s.wonders[3].area == t.area("troy")
    assert t.s.discard == [1, 97] and t.of("treasury", "troy") == 1
    assert t.discs("troy", "celt_iberia") == t.discs("troy", "trojan_sea") == 0


@pytest.mark.rule("WON-03")
@pytest.mark.parametrize("discs", [{"troy": 1, "trojan_sea": 2}, {"troy": 2, "trojan_sea": 1}])
def test_two_discs_suffice_when_one_of_them_or_both_stand_in_the_trojan_sea(discs: dict[str, int]) -> None:
    t = position(phase="cards", troy={"discs": discs, "treasury": 3, "vp": 1}, egypt={"discs": EGYPT})
    t.do("Colossus")
    assert t.s.wonders[3].area == t.area("troy")
    assert t.discs("troy", "troy") == 1 and t.discs("troy", "trojan_sea") == 0


@pytest.mark.rule("WON-03")
def test_the_architect_takes_a_disc_from_the_trojan_sea_as_the_one_that_must_be_a_disc() -> None:
    troy = {"discs": {"troy": 2, "trojan_sea": 1}, "hand": [41, 1, 97], "treasury": 1}
    t = position(phase="cards", troy=troy, egypt={"discs": EGYPT})
    t.do("Architect", "Colossus", "trojan_sea", "#97")
    assert t.options == {"Earthquake", "pay_talent"}
    t.do("talent")
    assert t.s.wonders[3].area == t.area("troy") and t.discs("troy", "troy") == 2
    assert set(t.s.discard) == {41, 97}


@pytest.mark.rule("WON-06", "WON-08")
@pytest.mark.parametrize(
    ("discs", "resources", "least", "possible"),
    [
        ({"tyre": 2}, 3, 1, True), ({"tyre": 2}, 1, 1, True), ({"tyre": 2}, 1, 2, False),
        ({"gulf_of_sidon": 2}, 3, 1, False), ({"gulf_of_sidon": 2}, 3, 0, False), ({}, 3, 0, False),
    ],
)  # fmt: skip
def test_nothing_is_paid_without_a_site_or_for_more_discs_than_resources(
    discs: dict[str, int], resources: int, least: int, possible: bool
) -> None:
    egypt = {"discs": discs, "treasury": 3, "hand": [1, 2, 3]}
    t = position("basic_2p", **moment("turn order cards", 1), egypt=egypt, troy={"discs": {"troy": 1}})
    assert bool(payable(t.s, t.faction("egypt"), 1, resources, least, 0)) == possible


def can_complete(row: dict[int, int], stay: set[int], sites: set[int], lowest: int, *asked: int) -> bool:
    """Whether resources can be paid, the discs among them first, so that a site is left; tried out."""
    resources, discs, others = asked
    if discs <= 0 and others >= resources:
        return any(row[area] for area in sites)
    return resources > 0 and any(
        can_complete(row | {area: n - 1}, stay, sites, area, resources - 1, discs - 1, others)
        for area, n in row.items()
        if area >= lowest and n > (area in stay)
    )


@pytest.mark.rule("WON-03", "WON-06", "WON-08", "GOLD-04")
@pytest.mark.parametrize("seed", range(150))
def test_a_disc_can_be_paid_if_the_wonder_can_still_be_built(seed: int) -> None:
    """Also where the last disc has to stay on Gold, and where some areas are Shared or at sea."""
    rng = Random(seed)
    names = rng.sample(["egypt", "kush", "libya", "nile_delta", "sinai", "egyptian_sea", "red_sea"], 4)
    egypt = {"discs": {name: rng.choice((1, 1, 2)) for name in names}}
    shared = {"discs": {name: 1 for name in names if rng.random() < 0.3}}
    on_gold = [name for name in names if rng.random() < 0.4]
    gold = [{"area": name, "owner": "egypt", "discs": 1} for name in on_gold]
    hand = rng.sample(range(1, 40), rng.choice((0, 0, 1, 2)))
    t = position(
        "basic_2p", **moment("card phase"), egypt=egypt | {"hand": [*hand, 93]}, troy=shared, gold=gold
    )
    s, me = t.s, t.faction("egypt")
    row = {t.area(name): t.discs("egypt", name) for name in names}
    stay = {*map(t.area, on_gold)}
    sites = {*members(wonder_sites(s, me))}
    for resources in range(1, 6):
        for discs in range(3):
            for lowest in (None, *row):
                first = 0 if lowest is None else area_action(lowest)
                others = len(hand) + 1 if sites else 0
                expected = {
                    area
                    for area, n in row.items()
                    if area >= (lowest or 0)
                    and n > (area in stay)
                    and can_complete(row | {area: n - 1}, stay, sites, area, resources - 1, discs - 1, others)
                }
                found = payable(s, me, 1, resources, discs, first)
                assert {*members(areas_in(found))} == expected, (resources, discs, lowest)
