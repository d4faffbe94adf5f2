"""Map, tracks and cards: their terms in play (DEF-12 to 15, DEF-31 to 47, DEF-50 to 52)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from helpers import Table, moment, position
from term_table import SILK

from acis_rules import Game
from acis_rules.box.board import load_board
from acis_rules.box.deck import load_deck
from acis_rules.kernel.actions import N_CARDS, N_WONDERS
from acis_rules.kernel.bits import members
from acis_rules.kernel.state import State
from acis_rules.table.card_changes import draw_card

PLENTY = [32, 35, 57, 89, 90, 92]  # cards under those that matter, so that the deck does not run out
AROUND_SARDINIA = {
    "ligurian_sea", "western_mediterranean", "carthaginian_sea", "bay_of_capua", "tyrrhenian_sea",
}  # fmt: skip
OPEN_SEAS = {"eastern_mediterranean", "central_mediterranean"}


def places(table: Table, civilization: str) -> set[str]:
    """Where a civilization may deploy."""
    return table.skip_until("deploy", civilization).options - {"stop", "ability"}


def drawing(deck: list[int], discard: list[int], **given: Any) -> Table:
    """Egypt is about to draw; the deck is given from bottom to top, all other cards are out of the game."""
    used = {*deck, *discard}
    for data in given.values():
        if isinstance(data, dict):
            used |= {*data.get("hand", [])}
    aside = [card for card in range(1, 104) if card not in used]
    given["egypt"] = {"treasury": 1, **given.get("egypt", {})}
    given.setdefault("troy", {"vp": 3})
    return position(
        "basic_2p",
        **moment("draw step"),
        deck=deck,
        discard=discard,
        aside=aside,
        **given,
    )


# ---------------------------------------------------------------------------------- the map


@pytest.mark.rule("DEF-31", "DEF-32", "DEF-33", "DEF-34", "DEF-35", "DEF-36")
@pytest.mark.parametrize(
    ("area", "reach"),
    [
        ("kush", {"egypt", "red_sea"}),  # the Nile divides nothing
        ("egypt", {"kush", "libya", "nile_delta", "red_sea"}),
        ("corsica", {"ligurian_sea", "bay_of_capua"}),
        ("nora", {"sardinia", *AROUND_SARDINIA}),
        ("sardinia", {"nora", *AROUND_SARDINIA}),
        ("citium", {"salamis", "levantine_sea", "strait_of_al_mina", "cilician_strait"}),
        ("red_sea", {"kush", "egypt", "nile_delta", "sinai", "petra"}),
    ],
)  # fmt: skip
def test_discs_spread_to_adjacent_areas(area: str, reach: set[str]) -> None:
    assert places(position("basic_4p", troy={"discs": {area: 1}}), "troy") == {area} | reach


@pytest.mark.rule("DEF-31", "DEF-35", "DEF-36", "DEF-37")
def test_every_area_is_named_land_or_sea() -> None:
    board = load_board()
    assert len({area.name for area in board.areas}) == len(board.areas) == 106
    assert all(area.name for area in board.areas)
    assert board.land | board.sea == board.in_play
    assert not board.land & board.sea
    assert {board.areas[a].id for a in members(board.open_sea)} == OPEN_SEAS


@pytest.mark.rule("DEF-37", "DEF-43")
@pytest.mark.parametrize(
    ("sea", "ready"),
    [("Atlantic", 4), ("Western Mediterranean", 4), ("Balearic Sea", 4), ("Eastern Mediterranean", 3),
     ("Central Mediterranean", 3)],
)  # fmt: skip
def test_all_but_two_seas_are_coastal(sea: str, ready: int) -> None:
    """A second coastal sea makes the sea presence worth a disc; an open one does not."""
    discs = {"ionia": 2, "lydia": 2, "cilicia": 2, "trojan_sea": 1, sea: 1}
    table = position("basic_4p", epoch=4, troy={"discs": discs}).skip_until("deploy", "troy")
    assert table.of("ready", "troy") == ready


@pytest.mark.rule("DEF-38")
@pytest.mark.parametrize(
    ("civilization", "epoch", "allowed"),
    [("troy", 1, False), ("troy", 3, False), ("troy", 4, True), ("mycenae", 3, False), ("mycenae", 4, True),
     ("phoenicia", 1, True), ("minos", 1, True)],
)  # fmt: skip
def test_the_open_sea_opens_in_epoch_four(civilization: str, epoch: int, allowed: bool) -> None:
    table = position("basic_4p", epoch=epoch, **{civilization: {"discs": {"myrtoan_sea": 1}}})
    table.skip_until("deploy", civilization)
    assert table.can("central_mediterranean") is allowed
    if allowed:
        table.do("central_mediterranean")
        assert not table.can("central_mediterranean")


@pytest.mark.rule("DEF-38")
@pytest.mark.parametrize(("epoch", "allowed"), [(1, False), (3, False), (4, True)])
def test_ordinary_cards_respect_the_open_sea(epoch: int, allowed: bool) -> None:
    table = position(
        "basic_2p", phase="cards", epoch=epoch, egypt={"discs": {"egyptian_sea": 1}, "hand": [57]}, troy={}
    )
    assert table.do("Hippodrome").can("eastern_mediterranean") is allowed


@pytest.mark.rule("DEF-38")
@pytest.mark.parametrize(("epoch", "placed"), [(1, 0), (4, 1)])
def test_a_replacement_in_the_open_sea_respects_it_too(epoch: int, placed: int) -> None:
    table = position(
        "basic_2p", phase="cards", epoch=epoch, egypt={"discs": {"egyptian_sea": 1}, "hand": [39, SILK]},
        troy={},
        barbarians={"discs": {"eastern_mediterranean": 1}},
    )  # fmt: skip
    table.do("Poet", "eastern_mediterranean")
    assert table.discs("egypt", "eastern_mediterranean") == placed


@pytest.mark.rule("DEF-38", "DEF-53")
def test_an_event_puts_barbarians_into_open_seas_in_any_epoch() -> None:
    table = position("basic_4p", **moment("event", 0, 102, then=["card phase"], phase="cards"), table=[102],
                     troy={"discs": {"troy": 1}, "hand": [SILK]})  # fmt: skip
    assert all(table.discs("barbarians", sea) == 1 for sea in OPEN_SEAS)


@pytest.mark.rule("DEF-39")
def test_no_competition_in_an_open_sea() -> None:
    table = position(
        "basic_2p", epoch=4, phase="competition", egypt={"discs": {"eastern_mediterranean": 1}},
        troy={"discs": {"eastern_mediterranean": 1}}, barbarians={"discs": {"eastern_mediterranean": 2}},
    )  # fmt: skip
    assert not table.events("competition")
    assert table.discs("egypt", "eastern_mediterranean") == table.discs("troy", "eastern_mediterranean") == 1


# ------------------------------------------------------------------------------- the tracks


@pytest.mark.rule("DEF-41")
@pytest.mark.parametrize(("had", "left", "gained"), [(0, 0, 0), (1, 0, 1), (2, 0, 2), (45, 43, 2)])
def test_vp_never_fall_below_zero(had: int, left: int, gained: int) -> None:
    """Golden Fleece takes 2 VP, as far as they are there."""
    table = position("basic_4p", phase="cards", egypt={"discs": {"egypt": 1}, "hand": [52, SILK]},
                     troy={"vp": had}, gaul={"vp": 9})  # fmt: skip
    if had == 0:
        table.do("Golden Fleece")  # Troy has nothing to lose and cannot be named
        assert table.of("vp", "troy") == 0
        assert table.of("vp", "gaul") == 7
        return
    table.do("Golden Fleece", "troy")
    assert (table.of("vp", "troy"), table.of("vp", "egypt")) == (left, gained)


@pytest.mark.rule("DEF-41")
def test_an_epoch_change_does_not_go_below_zero_either() -> None:
    table = position(
        "basic_2p", **moment("epoch row", 7, then=[("draw talents", 0)]),
        egypt={"discs": {"egypt": 3, "sinai": 3}, "vp": 1, "treasury": 1},
        troy={"discs": {"troy": 3}, "vp": 30},
    )  # fmt: skip
    assert table.events("epoch_change")[0].row.startswith("Irrationalism")
    assert (table.of("vp", "egypt"), table.of("vp", "troy")) == (0, 29)


@pytest.mark.rule("DEF-42", "DEF-54")
def test_the_markers_show_epoch_turn_order_and_competition() -> None:
    table = position(
        "basic_2p", phase="competition", epoch=2, turn=1, egypt={"discs": {"tyre": 2}, "hand": [1]},
        troy={"discs": {"tyre": 2}}, order=["troy", "egypt"],
    )  # fmt: skip
    view = table.game.view(0)
    assert (view.epoch, view.turn, view.order) == (2, 1, [1, 0])
    assert view.competition_area == table.area("tyre")
    table.skip_until("retire")
    view = table.game.view(0)
    assert (view.epoch, view.turn, view.competition_area) == (2, 2, -1)


# ----------------------------------------------------------------------------- kinds of cards


@pytest.mark.rule("DEF-12")
def test_a_competition_card_waits_for_the_competition_phase() -> None:
    given: dict[str, Any] = {
        "egypt": {"discs": {"tyre": 2, "petra": 2}, "hand": [61, SILK]},
        "celt_iberia": {"discs": {"tyre": 2, "petra": 2}},
    }
    table = position("basic_4p", phase="cards", **given)
    assert table.options == {"Opening of the Silk Road", "stop"}
    table = position("basic_4p", phase="competition", **given)
    assert table.can("Armored Infantry")
    here = table.game.decision.context["area"]
    table.do("Armored Infantry")
    assert [(event.area, event.n) for event in table.events("allies")] == [(here, 3)]  # only this competition


@pytest.mark.rule("DEF-13", "DEF-51")
def test_an_event_is_played_at_once_when_drawn() -> None:
    table = drawing([*PLENTY, 13, 7, 102, 16], [], egypt={"discs": {"egyptian_sea": 1}}).do(0)
    assert [event.card for event in table.events("event")] == [102]
    assert table.discs("barbarians", "eastern_mediterranean") == 1
    assert table.hand("egypt") == {16, 7, 13}
    assert 102 in table.s.discard


@pytest.mark.rule("DEF-13")
@pytest.mark.parametrize("seed", range(5))
def test_no_event_is_ever_in_a_hand(seed: int) -> None:
    table, rng = Table(Game.new("basic_3p", seed)), Random(seed)
    while not table.game.over:
        table.game.apply(rng.choice(table.game.legal_actions()))
        assert not any(hand & table.s.world.deck.events for hand in table.s.hand)


@pytest.mark.rule("DEF-14")
def test_an_investment_lies_on_the_table_and_pays_disc_by_disc() -> None:
    table = position("basic_2p", phase="cards", egypt={"discs": {"egypt": 2}, "hand": [79, SILK]}, troy={})
    supply = table.of("supply", "egypt")
    table.do("Irrigation Works")
    egypt = table.faction("egypt")
    assert table.s.investments == {79: (egypt, 3)}
    assert table.of("supply", "egypt") == supply - 3
    assert 79 not in table.s.discard
    assert table.game.view(1 - egypt).investments == {79: (egypt, 3)}
    table.skip_until("use", "egypt").do("Irrigation Works")
    assert table.s.investments == {79: (egypt, 2)}
    table.skip_until("deploy", "egypt")
    assert table.of("ready", "egypt") == 3 + 2


@pytest.mark.rule("DEF-15")
@pytest.mark.parametrize("negates", [True, False])
def test_a_negation_cancels_a_card(negates: bool) -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"egypt": 1}, "hand": [SILK, 56]},
        troy={"discs": {"troy": 1}, "hand": [46]},
    )  # fmt: skip
    table.do("Opening of the Silk Road")
    assert table.asked("negate", "troy")
    table.do("Pontiff" if negates else "no")
    assert table.of("treasury", "egypt") == (0 if negates else 2)
    assert (46 in table.s.discard) is negates
    assert SILK in table.s.discard


@pytest.mark.rule("DEF-44")
def test_one_hundred_and_three_fate_cards_and_seven_wonders() -> None:
    deck = load_deck()
    assert [card.id for card in deck.cards[1:]] == list(range(1, 104))
    assert len(deck.wonders) == 7
    assert N_CARDS + N_WONDERS == 110


@pytest.mark.rule("DEF-45")
def test_every_fate_card_says_what_it_is() -> None:
    deck = load_deck()
    for card in deck.cards[1:]:
        source = card.source
        assert card.name and card.text
        assert card.event == ("E" in source.flags)
        assert (source.negates is not None) == ("N" in source.flags)
        assert (source.investment is not None) == ("I" in source.flags)
        assert (source.competition is not None or source.phase_start) == ("C" in source.flags)
        assert source.after in ("discard", "aside")
    assert len(members(deck.events)) == 7
    assert any(card.great_person for card in deck.cards[1:])


@pytest.mark.rule("DEF-46")
def test_a_played_card_goes_on_top_of_the_discard_pile() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"egypt": 1}, "hand": [SILK, 57]}, troy={}, discard=[7, 13]
    )
    table.do("Opening of the Silk Road")
    assert table.s.discard == [7, 13, SILK]
    assert table.game.view(1).discard == [7, 13, SILK]  # face up


@pytest.mark.rule("DEF-46")
def test_unless_its_legend_says_otherwise() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"egypt": 1}, "hand": [52, SILK]}, troy={"vp": 3}
    )
    table.do("Golden Fleece")
    assert table.s.aside == [52]
    assert 52 not in table.s.discard


# ----------------------------------------------------------------------- drawing, hand limit


@pytest.mark.rule("DEF-47")
def test_the_discard_pile_is_shuffled_in_the_middle_of_a_draw() -> None:
    table = drawing([7], [13, 16, 18, 27], egypt={}).do(0)
    assert len(table.events("reshuffled")) == 1
    hand = table.hand("egypt")
    assert 7 in hand
    assert len(hand) == 3
    assert hand <= {7, 13, 16, 18, 27}
    assert table.s.discard == []


@pytest.mark.rule("DEF-47")
def test_the_new_deck_is_shuffled() -> None:
    hands = {
        frozenset(drawing([7], [13, 16, 18, 27], egypt={}, rng=seed).do(0).hand("egypt"))
        for seed in range(40)
    }
    assert len(hands) == 6  # any two of the four


@pytest.mark.rule("DEF-47")
def test_cards_set_aside_are_not_shuffled_in() -> None:
    table = drawing([7], [13], egypt={}).do(0)
    assert table.hand("egypt") == {7, 13}
    assert len(table.s.aside) == 101


@pytest.mark.rule("DEF-47")
def test_cards_set_aside_come_back_at_the_end_of_the_epoch() -> None:
    table = position("basic_2p", **moment("rebuild deck", then=[("draw talents", 0)]), aside=[52, 34],
                     discard=[7], egypt={"treasury": 1, "hand": [13]}, troy={})  # fmt: skip
    assert table.s.aside == table.s.discard == []
    assert sorted(table.s.deck) == list(range(1, 104))


@pytest.mark.rule("DEF-47")
def test_with_both_piles_empty_the_remaining_draws_are_lost() -> None:
    table = drawing([7, 13], [], egypt={}).do(0)
    assert table.hand("egypt") == {7, 13}
    assert table.hand("troy") == set()
    assert table.asked("retire") or table.asked("deploy")  # the game goes on


@pytest.mark.rule("DEF-47")
def test_with_nothing_but_an_event_left_the_draw_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """An Event is discarded after it happened; it must not replace itself for ever."""
    calls = []

    def counted(s: State, cause: str) -> int:
        calls.append(1)
        assert len(calls) < 100, "the draw never ends"
        return draw_card(s, cause)

    monkeypatch.setattr("acis_rules.cards.drawing.draw_card", counted)
    table = drawing([102, 7, 13], [], egypt={}).do(0)
    assert table.hand("egypt") == {7, 13}


@pytest.mark.rule("DEF-47")
def test_a_reveal_from_an_empty_deck_reshuffles_first() -> None:
    table = position(
        "basic_2p", turn=2, **moment("sudden end"), deck=[], discard=[7],
        aside=[card for card in range(1, 104) if card != 7], egypt={"treasury": 1}, troy={},
    )  # fmt: skip
    assert [event.card for event in table.events("revealed")] == [7]
    assert len(table.events("reshuffled")) == 1


@pytest.mark.rule("DEF-50")
def test_seven_cards_are_one_too_many_and_the_owner_chooses() -> None:
    table = drawing([*PLENTY, 27, 26, 18], [], egypt={"hand": [7, 13, 14, 16]}).do(0)
    assert table.asked("hand_limit", "egypt")
    assert {table.card_id(name) for name in table.options} == {7, 13, 14, 16, 18, 26, 27}
    table.do("Heresy")
    assert table.hand("egypt") == {7, 14, 16, 18, 26, 27}
    assert table.s.discard == [13]


@pytest.mark.rule("DEF-50")
@pytest.mark.parametrize(("held", "surplus"), [(3, 0), (4, 1), (6, 3)])
def test_discards_go_down_to_six(held: int, surplus: int) -> None:
    table = drawing([27, 26, 18], [], egypt={"hand": [7, 13, 14, 16, 32, 35][:held]}).do(0)
    for _ in range(surplus):
        assert table.asked("hand_limit", "egypt")
        table.game.apply(table.game.legal_actions()[0])
    assert len(table.hand("egypt")) == min(6, held + 3)
    assert not table.asked("hand_limit")


@pytest.mark.rule("DEF-50")
def test_the_limit_holds_at_once_in_the_card_phase_too() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"egypt": 1}, "hand": [93, 7, 13, 14, 16, 18]}, troy={},
        deck=[*(card for card in range(1, 104) if card not in (93, 7, 13, 14, 16, 18, 26, 27)), 26, 27],
    )  # fmt: skip
    table.do("Philosopher")  # 5 cards left in hand, 2 drawn
    assert table.asked("hand_limit", "egypt")
    assert table.s.phase == "cards"


@pytest.mark.rule("DEF-51")
def test_events_are_resolved_before_the_hand_limit() -> None:
    """Four in hand, three drawn: the Event comes first, then its replacement, then the discard."""
    table = drawing([*PLENTY, 27, 26, 98, 18], [], egypt={"discs": {"egypt": 1}, "hand": [7, 13, 14, 16]}).do(
        0
    )
    assert table.asked("name_area", "egypt")  # Sea Peoples
    assert len(table.hand("egypt")) == 6
    table.do("red_sea")
    assert table.asked("hand_limit", "egypt")
    assert table.hand("egypt") == {7, 13, 14, 16, 18, 26, 27}


@pytest.mark.rule("DEF-51")
def test_an_event_does_not_count_towards_the_hand() -> None:
    """Three in hand, two cards and an Event drawn, the Event replaced: six cards, no discard."""
    table = drawing([*PLENTY, 27, 26, 102, 18], [], egypt={"hand": [7, 13, 14]}).do(0)
    assert table.hand("egypt") == {7, 13, 14, 18, 26, 27}
    assert not table.events("discarded")


@pytest.mark.rule("WON-09", "CRD-16")
def test_each_works_once_in_a_step_however_many_there_are() -> None:
    """A Wonder and two Investments with discs to spare, used one after the other."""
    t = position(
        phase="growth", egypt={"discs": {"egypt": 3, "kush": 3}}, troy={},
        wonders=[{"wonder": "Temple of Artemis", "owner": "egypt", "area": "kush", "discs": 5}],
        investments=[{"card": card, "owner": "egypt", "discs": 3} for card in (79, 81)],
    )  # fmt: skip
    t.skip_until("use", "egypt")
    assert t.options == {"Temple of Artemis", "Irrigation Works", "Royal Mint", "stop"}
    assert t.do("Temple of Artemis").options == {"Irrigation Works", "Royal Mint", "stop"}
    assert t.do("Irrigation Works").options == {"Royal Mint", "stop"}
    t.do("Royal Mint")
    assert not t.asked("use") and [t.s.investments[card][1] for card in (79, 81)] == [2, 2]


@pytest.mark.rule("DEF-51")
def test_face_up_cards_do_not_count_towards_the_hand() -> None:
    rest = [card for card in range(1, 104) if card not in (7, 13, 14, 79, 81, 18, 26, 27)]
    table = position(
        "basic_2p", **moment("draw step"), deck=[*rest, 18, 26, 27],
        egypt={"treasury": 1, "hand": [7, 13, 14]}, troy={},
        investments=[{"card": 79, "owner": "egypt", "discs": 1}, {"card": 81, "owner": "egypt", "discs": 1}],
    )  # fmt: skip
    table.do(0)
    assert len(table.hand("egypt")) == 6
    assert not table.asked("hand_limit")


def sudden_end(card: int) -> Table:
    """The card that the Sudden End of turn 2 reveals."""
    deck = [*(other for other in range(1, 104) if other != card), card]
    return position(
        "basic_2p", turn=2, **moment("sudden end"), deck=deck,
        egypt={"discs": {"egypt": 1}, "treasury": 1}, troy={"vp": 9},
    )  # fmt: skip


@pytest.mark.rule("DEF-52")
def test_a_revealed_event_is_resolved_before_the_instruction() -> None:
    table = sudden_end(98)
    assert table.asked("name_area", "egypt")  # the Sea Peoples first
    assert not table.events("sudden_end")
    table.do("red_sea")
    kinds = [e.kind for e in table.events() if e.kind in ("revealed", "event", "barbarians", "sudden_end")]
    assert kinds[:3] == ["revealed", "event", "barbarians"]
    assert kinds[-1] == "sudden_end"
    assert 98 in table.s.discard


@pytest.mark.rule("DEF-52")
def test_other_cards_are_put_back_where_the_procedure_says_so() -> None:
    table = sudden_end(78)
    assert [event.card for event in table.events("revealed")] == [78]
    assert 78 in table.s.deck
    assert table.s.table == table.s.discard == []


@pytest.mark.rule("DEF-52")
def test_and_discarded_where_it_does_not() -> None:
    """The optional event of the final Epoch reveals cards for good."""
    deck = [*(other for other in range(1, 104) if other not in (80, 20)), 20, 80]
    table = position(
        "basic_2p", phase="epoch", epoch=4, deck=deck, options={"final_epoch_event": True}, egypt={}, troy={}
    )
    assert [event.card for event in table.events("revealed")] == [80, 20]
    assert table.s.discard == [80, 20]
