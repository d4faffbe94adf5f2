"""Cards before their owner, outside hand and discard pile: how they get there, are used and come back."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers import Table, at, moment, position
from invariants import check_all, check_cards

from acis_rules import Game
from acis_rules.errors import DataError, PositionError
from acis_rules.kernel.actions import STOP
from acis_rules.screens import Screen
from acis_rules.variants.reserve import as_if_in_hand
from acis_rules.variants.solitaire import leave_the_game
from acis_rules.words.decisions import describe_action, describe_decision

STRATEGOS, INFANTRY, ARMOR, TRIREMES = 6, 61, 63, 75
HIGH_PRIEST, ARCHITECT, ACADEMY = 44, 41, 91
SPY, FAMINE, BREATH_OF_GOD = 34, 8, 103
EGYPT, TROY = 0, 1
YES, NO = "yes", "no"

# Egypt's cards: Strategos may be put by and drawn again, Triremes come back for free, Armor must be drawn
# again; the Infantry fights in Sinai only; High Priest can be played and paid with; the Academy stays.
FILE = """
id: reserve
title: Cards on the table
kind: historical
board: {cut_line: eastern}
factions:
  - {player: 0, colour: red, civilization: egypt}
  - {player: 1, colour: green, civilization: troy}
setup:
  discs: {egypt: {egypt: 3, sinai: 2, egyptian_sea: 2}, troy: {troy: 3, canaan: 2, egyptian_sea: 1}}
  gold: {egypt: {owner: egypt}}
reserve:
  - {card: 6, owner: egypt, goes: may, back: draw}
  - {card: 75, owner: egypt, goes: must, back: free}
  - {card: 63, owner: egypt, goes: must, back: forced}
  - {card: 61, owner: egypt, goes: must, use: [competition], areas: [sinai]}
  - {card: 44, owner: egypt, discs: 1, use: [cards, pay], claimed: true}
  - {card: 91, owner: egypt, discs: 3, stays: egypt}
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("reserve") / "reserve.yaml"
    path.write_text(FILE, encoding="utf-8")
    return str(path)


def lying(*cards: int, priest: int = 1) -> list[dict[str, int]]:
    """These cards on the table before Egypt."""
    return [{"card": card, "owner": EGYPT, "discs": priest if card == HIGH_PRIEST else 0} for card in cards]


def deck(*elsewhere: int, top: int = 1) -> list[int]:
    """A deck with this card on top and Events at the bottom."""
    rest = [card for card in range(103, 0, -1) if card not in (*elsewhere, top)]
    return [*rest, top]


def test_cards_lie_out_from_the_start(file: str) -> None:
    """GREEK-S03, EGY-S06: with discs on them, not part of the hand; an Investment is one at once."""
    s = Game.new(file, seed=1).state
    assert set(s.reserve) == {STRATEGOS, INFANTRY, ARMOR, TRIREMES, HIGH_PRIEST}
    assert s.reserve[HIGH_PRIEST] == (EGYPT, 1) and s.investments == {ACADEMY: (EGYPT, 3)}
    assert s.supply[EGYPT] == 48 - 7 - 1 - 3 and s.hand[EGYPT].bit_count() == 5
    assert not any(card in s.deck for card in (*s.reserve, ACADEMY))


# ------------------------------------------------------------------------------- to the table


def robbed(file: str, card: int) -> Table:
    """Troy takes this card from Egypt's hand with the Spy."""
    t = position(
        file,
        egypt={"hand": [card, 39], "discs": "setup"},
        troy={"hand": [SPY], "discs": "setup"},
        phase="cards",
        order=[1, 0],
    )
    return t.do("#34").skip_until("take", "troy").do(f"#{card}")


def test_a_thief_gets_neither_the_card_nor_another(file: str) -> None:
    t = robbed(file, STRATEGOS)
    assert t.asked("offer", "egypt") and describe_decision(t.s) == (
        "Egypt may put Strategos on the table before it"
    )
    t.do(YES)
    assert t.s.reserve == {STRATEGOS: (EGYPT, 0)} and t.hand("egypt") == {39} and t.hand("troy") == set()


def test_an_owner_who_does_not_want_it_lets_the_thief_have_it(file: str) -> None:
    t = robbed(file, STRATEGOS)
    assert describe_action(t.s, STOP) == "let it go"
    t.do(NO)
    assert not t.s.reserve and t.hand("troy") == {STRATEGOS}
    assert t.game.view(0).known[TROY] >> STRATEGOS & 1  # it lay open


@pytest.mark.parametrize("card", [TRIREMES, ARMOR])
def test_some_have_no_choice(file: str, card: int) -> None:
    t = robbed(file, card)
    assert t.s.reserve == {card: (EGYPT, 0)} and t.hand("egypt") == {39} and not t.hand("troy")


def test_stolen_from_somebody_else_it_is_a_card_like_any_other(file: str) -> None:
    t = position(
        file,
        egypt={"hand": [SPY], "discs": "setup"},
        troy={"hand": [TRIREMES, 39], "discs": "setup"},
        phase="cards",
    )
    t.do("#34").skip_until("take", "egypt").do("#75")
    assert TRIREMES in t.hand("egypt") and not t.s.reserve


def fight(file: str, hand: Sequence[int] = (STRATEGOS, TRIREMES), **given: object) -> Table:
    """A competition in Sinai and one in the Egyptian Sea; Egypt commits first."""
    return position(
        file,
        egypt={"discs": {"egypt": 3, "sinai": 2, "egyptian_sea": 2}, "hand": [*hand]},
        troy={"discs": {"troy": 3, "sinai": 3, "egyptian_sea": 2}},
        phase="competition",
        **given,
    )


def test_a_card_that_was_played_goes_there(file: str) -> None:
    t = fight(file).skip_until("commit", "egypt")
    t.do("Strategos", "stop").skip_until("offer", "egypt").do(YES)
    assert STRATEGOS in t.s.reserve and STRATEGOS not in t.s.discard and not t.s.table


def test_a_voluntary_discard_does_not(file: str) -> None:
    """To save a disc, or as one of several penalties (GREEK-07a)."""
    t = fight(file).skip_until("loss", "egypt").do("Strategos")
    assert STRATEGOS in t.s.discard and not t.s.reserve
    t = position(file, egypt={"hand": [TRIREMES], "discs": {"kush": 3}}, troy={"hand": [FAMINE]},
                 phase="cards", order=[1, 0])  # fmt: skip
    t.do("#8").skip_until("penalty", "egypt").do("#75")
    assert TRIREMES in t.s.discard and not t.s.reserve


def test_a_penalty_that_leaves_only_a_card_is_forced(file: str) -> None:
    """Gold spares the second disc of the City, so a card is all that Local Famine can take (GREEK-07a)."""
    t = position(file, egypt={"hand": [TRIREMES, STRATEGOS], "discs": {"kush": 3}}, troy={"hand": [FAMINE]},
                 gold=[{"area": "kush", "owner": "egypt"}], phase="cards", order=[1, 0])  # fmt: skip
    t.do("#8").skip_until("loss", "egypt").do("lose")
    assert t.asked("penalty", "egypt") and not t.can("lose")
    t.do("#75")
    assert t.s.reserve == {TRIREMES: (EGYPT, 0)} and TRIREMES not in t.s.discard


def test_a_discard_without_an_alternative_is_forced(file: str) -> None:
    """The hand limit leaves no other way (GREEK-07a)."""
    t = at("draw talents", EGYPT, scenario=file, egypt={"hand": [TRIREMES, 1, 2, 3, 4]})
    t.skip_until("hand_limit", "egypt").do("#75")
    assert t.s.reserve == {TRIREMES: (EGYPT, 0)}


def test_the_end_of_an_epoch_forces_hands(file: str) -> None:
    t = at("rebuild deck", scenario=file, egypt={"hand": [STRATEGOS, TRIREMES, 39]}, troy={"hand": [40]})
    assert t.asked("offer", "egypt") and t.s.discard.count(39) == 1
    t.do(NO)
    assert set(t.s.reserve) == {TRIREMES} and STRATEGOS in t.s.deck and not t.s.discard


def test_new_hands_are_as_large_as_the_old_ones(file: str) -> None:
    """Breath of God: what goes to the table counts for the number of cards, but is not shuffled in."""
    t = at("event", EGYPT, BREATH_OF_GOD, scenario=file, table=[BREATH_OF_GOD],
           egypt={"hand": [STRATEGOS, TRIREMES, 39]}, troy={"hand": [40]})  # fmt: skip
    t.skip_until("offer", "egypt").do(YES)
    assert set(t.s.reserve) == {STRATEGOS, TRIREMES} and t.s.hand_sizes == [3, 1]


# --------------------------------------------------------------------------------- back to hand


def test_free_cards_come_back_before_the_draw(file: str) -> None:
    t = at("draw step", scenario=file, reserve=lying(TRIREMES), egypt={"hand": [39], "treasury": 1}, troy={},
           deck=deck(TRIREMES, 39))  # fmt: skip
    assert t.hand("egypt") >= {TRIREMES, 39} and not t.s.reserve
    assert t.game.view(1).known[EGYPT] >> TRIREMES & 1
    t.do(0)
    assert t.hand("egypt") == {TRIREMES, 39, 1, 2, 3}


def test_cards_that_come_back_may_exceed_the_hand_limit_until_the_end_of_the_draw(file: str) -> None:
    full = {"hand": [*range(8, 14)], "treasury": 1}
    t = at("draw step", scenario=file, reserve=lying(TRIREMES), egypt=full, troy={},
           deck=deck(TRIREMES, *range(8, 14)))  # fmt: skip
    assert len(t.hand("egypt")) == 7
    assert Game.from_dict(t.game.to_dict()).to_dict() == t.game.to_dict()
    t.do(0)
    assert t.game.decision.kind == "hand_limit"


def test_forced_cards_are_the_first_of_those_drawn(file: str) -> None:
    t = at("draw step", scenario=file, reserve=lying(ARMOR), egypt={"hand": [39], "treasury": 1}, troy={},
           deck=deck(ARMOR, 39))  # fmt: skip
    t.do(1)
    assert t.hand("egypt") == {39, ARMOR, 1, 2, 3}


@pytest.mark.rule("ROME1-06c", "DAR-05b", "ALEX-05c")
@pytest.mark.parametrize("card", [ARMOR, STRATEGOS])
@pytest.mark.parametrize("cities", [3, 4])
def test_whoever_draws_more_than_three_cards_gets_no_bonus_card_for_one_from_the_table(
    file: str, card: int, cities: int
) -> None:
    """3 cards and the bonus card, or 4 for its Cities; one of them is that from the table."""
    discs = dict.fromkeys(["egypt", "kush", "libya", "nile_delta"][:cities], 3)
    t = at("draw step", scenario=file, reserve=lying(card), egypt={"discs": discs}, troy={},
           deck=deck(card), options={"handicaps": [{"bonus_draw": 1}, {}]})  # fmt: skip
    if card == STRATEGOS:
        t.do("Strategos")
    assert t.hand("egypt") == {card, 1, 2, 3}


def test_others_may_be_drawn_instead_of_the_top_card(file: str) -> None:
    for word, hand in (("Strategos", {39, STRATEGOS, 1, 2}), ("stop", {39, 1, 2, 3})):
        t = at("draw step", scenario=file, reserve=lying(STRATEGOS), egypt={"hand": [39]}, troy={},
               deck=deck(STRATEGOS, 39))  # fmt: skip
        assert describe_decision(t.s) == "Egypt may draw a card from the table (3 to draw)"
        t.do(word)
        assert t.hand("egypt") == hand and (STRATEGOS in t.s.reserve) == (word == "stop")


@pytest.mark.rule("EGY-03d")
def test_an_npc_that_draws_a_claimed_card_hands_it_over(file: str) -> None:
    npc = {"npcs": [1]}
    t = at("draw", TROY, 2, scenario=file, deck=deck(top=HIGH_PRIEST), options=npc, egypt={}, troy={})
    assert t.hand("egypt") == {HIGH_PRIEST} and t.hand("troy") == {1, 2}
    t = at("draw", TROY, 2, scenario=file, deck=deck(top=HIGH_PRIEST), egypt={}, troy={})
    assert t.hand("troy") == {HIGH_PRIEST, 1} and not t.hand("egypt")


@pytest.mark.rule("EGY-03d", "DEF-50")
def test_who_gets_a_claimed_card_beyond_the_hand_limit_discards_one(file: str) -> None:
    full = [3, 4, 5, 6, 7, 8]
    t = at("draw", TROY, 2, scenario=file, deck=deck(*full, top=HIGH_PRIEST), options={"npcs": [1]},
           egypt={"hand": full}, troy={})  # fmt: skip
    assert t.kind == "hand_limit" and t.asks == "egypt"


@pytest.mark.rule("EGY-03d")
def test_a_claimed_card_is_replaced_where_it_was(file: str) -> None:
    """Troy looks at cards of its Academy when it gets a new hand: what it draws instead goes to the hand."""
    stack = [["keep", TROY, "investment 91"], ["draw", TROY, 1, False, "card 103"]]
    t = position(file, phase="evaluation", stack=stack, deck=deck(39, 40, top=HIGH_PRIEST),
                 options={"npcs": [1]}, egypt={}, troy={"drawn": [39, 40]})  # fmt: skip
    assert t.hand("egypt") == {HIGH_PRIEST} and t.hand("troy") == {1}
    assert t.kind == "keep" and len(t.game.legal_actions()) == 2


@pytest.mark.rule("EGY-03d", "NPC-80")
def test_nobody_claims_a_card_for_an_npc_that_is_out(file: str) -> None:
    t = at("draw", TROY, 2, scenario=file, deck=deck(top=HIGH_PRIEST), options={"npcs": [0, 1]},
           order=[TROY], egypt={"aeneas_used": 2}, troy={})  # fmt: skip
    assert t.hand("troy") == {HIGH_PRIEST, 1} and not t.hand("egypt")


@pytest.mark.rule("NPC-80")
def test_the_cards_of_an_npc_that_leaves_the_game_are_discarded(file: str) -> None:
    t = position(file, phase="cards", options={"npcs": [0, 1]}, reserve=lying(STRATEGOS, HIGH_PRIEST),
                 egypt={"hand": [39], "aeneas_used": 1}, troy={"hand": [40], "discs": "setup"})  # fmt: skip
    leave_the_game(t.s, EGYPT)
    assert not t.s.reserve and t.of("supply", "egypt") == 0 and not t.hand("egypt")
    assert {STRATEGOS, 39, HIGH_PRIEST} <= set(t.s.discard)
    check_all(t.game)


@pytest.mark.rule("DEF-50", "ALEX-05a")
def test_beyond_the_hand_limit_each_card_goes_its_way_before_the_next(file: str) -> None:
    full = [STRATEGOS, *range(8, 15)]
    t = at("hand limit", EGYPT, scenario=file, deck=deck(*full), egypt={"hand": full}, troy={})
    t.do("Strategos")
    assert t.kind == "offer" and t.asks == "egypt"
    t.do(YES)
    assert t.kind == "hand_limit" and STRATEGOS in t.s.reserve


# --------------------------------------------------------------------------- as if in hand


def test_a_card_is_used_in_its_areas_again_and_again(file: str) -> None:
    """In Sinai, not at sea; it stays on the table, and cannot pay for a disc (GREEK-06)."""
    t = fight(file, reserve=lying(INFANTRY)).skip_until("commit", "egypt")
    assert t.s.world.board.areas[t.s.competition_area].id == "sinai" and t.can("Armored Infantry")
    t.do("Armored Infantry")
    assert not t.s.reserve and t.game.view(1).known[EGYPT] >> INFANTRY & 1
    redealt = t.game.determinize(1, random.Random(1)).state
    assert redealt.laid[EGYPT] == (INFANTRY,)
    t.do("stop")
    assert t.s.reserve == {INFANTRY: (EGYPT, 0)}
    t.skip_until("commit", "egypt")
    assert t.s.world.board.areas[t.s.competition_area].id == "egyptian_sea"
    assert not t.can("Armored Infantry")
    t.skip_until("loss", "egypt")
    assert not t.can("Armored Infantry")


def test_a_card_laid_from_the_table_is_beyond_a_full_hand(file: str) -> None:
    hand = [*range(8, 14)]
    t = fight(file, reserve=lying(INFANTRY), hand=hand).skip_until("commit", "egypt")
    t.do("Armored Infantry")
    assert t.s.laid[EGYPT] == (INFANTRY,) and t.hand("egypt") == set(hand)
    assert Game.from_dict(t.game.to_dict()).to_dict() == t.game.to_dict()


@pytest.mark.rule("EGY-03a", "EGY-03c")
def test_a_card_is_played_from_the_table(file: str) -> None:
    t = position(file, egypt={"discs": {"sinai": 3}}, troy={"hand": [39], "discs": {"sinai": 3}},
                 reserve=lying(HIGH_PRIEST), phase="cards", order=[1, 0])  # fmt: skip
    supply = t.of("supply", "egypt")
    t.do("#39").skip_until("negate", "egypt")
    t.do("High Priest")
    assert not t.s.reserve and HIGH_PRIEST in t.s.aside and t.of("supply", "egypt") == supply + 1


@pytest.mark.rule("EGY-03b", "EGY-03c")
def test_a_card_on_the_table_saves_a_disc(file: str) -> None:
    t = fight(file, reserve=lying(HIGH_PRIEST)).skip_until("loss", "egypt")
    supply = t.of("supply", "egypt")
    t.do("High Priest")
    assert HIGH_PRIEST in t.s.discard and t.of("supply", "egypt") == supply + 1


# ------------------------------------------------------------------------ Investments that stay


def academy(discs: int) -> list[dict[str, int]]:
    return [{"card": ACADEMY, "owner": EGYPT, "discs": discs}]


GOLD = [{"area": "egypt", "owner": EGYPT, "discs": 1}]


def test_an_investment_stays_while_the_gold_does(file: str) -> None:
    for gold, stays in ((GOLD, True), ([], False)):
        t = at("draw uses", EGYPT, scenario=file, investments=academy(1), gold=gold, egypt={}, troy={})
        t.do("#91")
        assert (t.s.investments == {ACADEMY: (EGYPT, 0)}) == stays and (ACADEMY in t.s.discard) != stays
    t = at("draw step", scenario=file, investments=academy(0), gold=GOLD, egypt={}, troy={})
    assert not t.asked("use", "egypt")


def test_without_gold_and_discs_it_goes(file: str) -> None:
    for discs in (0, 1):
        t = position(file, egypt={}, troy={"discs": {"egypt": 3}}, investments=academy(discs), gold=GOLD,
                     options={"npcs": [1]}, phase="competition")  # fmt: skip
        t.skip_until("retire")
        assert not t.s.gold and (ACADEMY in t.s.investments) == bool(discs)


def test_discs_may_be_put_on_it_in_a_new_epoch(file: str) -> None:
    t = at("next epoch", scenario=file, investments=academy(0), gold=GOLD, egypt={}, troy={})
    supply = t.of("supply", "egypt")
    assert describe_decision(t.s) == "Egypt may put up to 3 discs on Academy of Sciences"
    t.do(YES, YES)
    assert t.of("supply", "egypt") == supply - 2 and t.asked("offer", "egypt")
    t.do(NO)
    assert t.s.investments == {ACADEMY: (EGYPT, 2)} and not t.asked("offer")


# ----------------------------------------------------------------------- everything else knows it


def test_cards_are_conserved_whatever_happens(file: str) -> None:
    """Random games: every position, in JSON, on screens and dealt anew."""
    kinds = set()
    for seed in range(4):
        game, rng = Game.new(file, seed=seed, options={"npcs": [1]}), random.Random(seed)
        while not game.over:
            kinds.add(game.decision.kind)
            check_all(game)
            if rng.random() < 0.05 or game.decision.kind in ("offer", "take_back"):
                again = Game.from_dict(json.loads(json.dumps(game.to_dict())))
                assert again.to_dict() == game.to_dict()
                for seat in (0, 1):
                    check_cards(game.determinize(seat, rng))
                view = Screen(game.state, game.seat).view()
                assert view.reserve == game.state.reserve and view.unseen == game.view(game.seat).unseen
                assert not any(view.unseen >> card & 1 for card in game.state.reserve)
            game.apply(rng.choice(game.legal_actions()))
    assert {"offer", "take_back"} <= kinds


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        ({"card": 39, "owner": EGYPT}, "no card that lies before somebody"),
        ({"card": STRATEGOS, "owner": TROY}, "it is a card of egypt"),
        ({"card": STRATEGOS, "owner": EGYPT, "discs": 1}, "discs"),
    ],
)
def test_positions_with_cards_that_cannot_lie_there(file: str, entry: dict[str, int], wrong: str) -> None:
    with pytest.raises(PositionError, match=wrong):
        position(file, egypt={}, troy={}, reserve=[entry])


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("card: 6,", "card: 75,", r"reserve\[0\].card: 75 appears more than once"),
        ("card: 6,", "card: 103,", r"reserve\[0\].card: 103 is an Event"),
        ("owner: egypt, goes: may", "owner: rome, goes: may", r"reserve\[0\].owner: rome"),
        ("areas: [sinai]", "areas: [rome]", r"reserve\[3\].areas: rome: not in play"),
        ("card: 91, owner", "card: 39, owner", r"reserve\[5\].stays: only an Investment"),
    ],
)
def test_a_reserve_that_cannot_be(tmp_path: Path, old: str, new: str, wrong: str) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(FILE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=f"broken.yaml: {wrong}"):
        Game.new(str(path))


def test_the_base_game_has_nothing_of_this() -> None:
    on = Game.new("basic_2p").state.world.on
    assert not (on.card_goes or on.at_hand or on.draws or on.draw_starts or on.stays or on.drawn)


@pytest.mark.parametrize(
    ("use", "area", "may"),
    [("competition", "sinai", True), ("competition", "egyptian_sea", False), ("competition", "", True),
     ("pay", "sinai", True), ("pay", "egyptian_sea", True), ("cards", "", False)],
)  # fmt: skip
def test_its_areas_say_where_a_card_fights_and_not_where_it_pays(
    tmp_path: Path, use: str, area: str, may: bool
) -> None:
    file = tmp_path / "reserve.yaml"
    file.write_text(FILE.replace("use: [competition]", "use: [competition, pay]"), encoding="utf-8")
    t = position(str(file), egypt={"discs": "setup"}, troy={"discs": "setup"}, reserve=lying(INFANTRY),
                 **moment("card phase"))  # fmt: skip
    t.s.competition_area = t.area(area) if area else -1
    assert as_if_in_hand(t.s, EGYPT, use) == may << INFANTRY and not as_if_in_hand(t.s, TROY, use)
