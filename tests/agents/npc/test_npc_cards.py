"""The order of cards, what is refused, targets, discards and takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from helpers import Table, position
from npc_tables import answer, look, play_on

from acis_rules.box.data_files import read_yaml
from acis_rules.box.deck import DECK_FILE, load_deck
from acis_rules.kernel.actions import area_of
from acis_rules.kernel.bits import members
from agents.npc.cards import CardPlay, Offer
from agents.npc.categories import category
from agents.npc.chance import Reveals
from agents.npc.effects import Effects
from agents.npc.hand import discard_order, take_order
from agents.npc.player import NPC
from agents.npc.ties import Ties

CITIES = {"egypt": 3, "kush": 3, "nile_delta": 3, "red_sea": 1}
TROJANS = {"troy": 3, "ionia": 3, "lydia": 2, "icarian_sea": 1}


def cards(
    hand: list[int], troy: dict[str, Any] | None = None, options: dict[str, Any] | None = None, **egypt: Any
) -> Table:
    """Egypt, first, holds these cards in the Card Phase; Troy holds some too."""
    return position(
        "basic_2p", phase="cards", options=options or {},
        egypt={"discs": CITIES, "hand": hand, **egypt},
        troy={"discs": TROJANS, "hand": [10, 12], "treasury": 2, "vp": 6, **(troy or {})},
        wonders=[{"wonder": "Colossus", "owner": "egypt", "area": "egypt", "discs": 1},
                 {"wonder": "Mausoleum", "owner": "troy", "area": "troy", "discs": 3}],
    )  # fmt: skip


@pytest.mark.rule(
    "NPC-31", "NPC-32", "NPC-33", "NPC-34", "NPC-35", "NPC-36", "NPC-38", "NPC-39", "NPC-40", "NPC-41",
    "NPC-42", "NPC-43",
)  # fmt: skip
def test_cards_are_played_in_the_order_of_their_categories() -> None:
    held = [93, 88, 87, 92, 83, 17, 24, 9, 31, 7, 33]
    rules = [31, 32, 33, 34, 35, 36, 38, 39, 40, 41]
    for i, rule in enumerate(rules):
        table = cards(held[i : i + 2])
        name, reason = answer(table)
        assert name == table.s.world.deck.cards[held[i]].name, reason
        assert reason.startswith(f"NPC-{rule}:")


@pytest.mark.rule("NPC-37")
def test_loss_of_vp_comes_before_loss_of_talents_and_after_loss_of_cards(tmp_path: Path) -> None:
    """No card of the deck only costs VP: Golden Fleece gives them too. So one that does is played."""
    _, deck = read_yaml(None, DECK_FILE)
    fleece = next(card for card in deck["cards"] if card["name"] == "Golden Fleece")
    fleece["does"][1] = {"op": "lose", "vp": 2}
    file = tmp_path / "deck.yaml"
    file.write_text(yaml.safe_dump(deck), encoding="utf-8")
    options = {"deck": str(file)}
    assert answer(cards([17, 52], options=options))[0] == "Gods Demand Sacrifice"
    name, reason = answer(cards([52, 24], options=options))
    assert name == "Golden Fleece" and reason.startswith("NPC-37: order 7 (costs VP)")


@pytest.mark.rule("NPC-43")
def test_the_greater_effect_is_played_first() -> None:
    table = cards([7, 57, 54])
    assert answer(table)[0] == "Gold Mine"
    table = cards([55, 83])
    assert answer(table)[0] == "Opening of the Silk Road"  # Egypt is on the eastern edge: 3 talents


@pytest.mark.rule("NPC-43", "NPC-29")
def test_gold_mine_places_four_discs_rather_than_give_two_talents() -> None:
    table = cards([54])
    table.do("#54")
    assert answer(table)[0] == "mode 0"


@pytest.mark.rule("NPC-45", "NPC-56")
def test_a_card_that_costs_only_itself_is_kept() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"kush": 1}, "hand": [15, 41]}, troy={"discs": {"troy": 2}}
    )  # fmt: skip
    assert "Rolling Earthquakes" in table.options
    assert answer(table)[0] == "stop"


@pytest.mark.rule("NPC-45", "NPC-56")
def test_a_kept_card_saves_a_disc() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"kush": 3}, "hand": [8, 93]},
        troy={"discs": {"phrygia": 3}, "hand": [86, 27]},
    )  # fmt: skip
    table.do("#8")  # Local Famine on Phrygia
    assert table.asked("loss", "troy")
    assert answer(table)[0] == "Iconoclasts"  # there is no Wonder to bury


@pytest.mark.rule("NPC-128")
def test_a_talent_saves_a_disc_before_a_card() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"kush": 3}, "hand": [8, 93]},
        troy={"discs": {"phrygia": 3}, "hand": [86, 27], "treasury": 1},
    )  # fmt: skip
    table.do("#8")
    assert answer(table)[0] == "pay_talent"


@pytest.mark.rule("NPC-44")
def test_it_uses_what_it_may_use() -> None:
    table = position(
        "basic_2p", phase="growth", egypt={"discs": {"kush": 2}},
        troy={"discs": {"troy": 2}}, investments=[{"card": 25, "owner": "egypt", "discs": 2}],
    )  # fmt: skip
    table.skip_until("use", "egypt")
    assert answer(table)[0] == "Heroic Saga"


@pytest.mark.rule("NPC-46", "NPC-14", "NPC-47")
def test_the_victim_of_a_card() -> None:
    def victim(npc: NPC) -> str:
        table = position(
            "basic_4p", phase="cards", egypt={"discs": {"kush": 2}, "hand": [17, 93]},
            troy={"discs": {"troy": 2}, "hand": [7], "vp": 3}, gaul={"hand": [18], "vp": 5}, carthage={},
        )  # fmt: skip
        table.do("#17")
        return answer(table, npc)[0]

    assert victim(NPC()) == "gaul"  # most VP: Primary enemy by test 6
    assert victim(NPC("peaceful")) == "gaul"  # no enemy: most VP


@pytest.mark.rule("NPC-48")
def test_opposing_discs_are_removed_as_placement_goes() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"egypt": 1, "kush": 3}, "hand": [39, 93]},
        troy={"discs": {"egypt": 1, "kush": 1, "libya": 1, "nile_delta": 1}},
    )  # fmt: skip
    table.do("#39")  # Poet: three discs near it
    made = play_on(table, until="card_action")
    removed = {name for kind, name, _ in made if kind == "remove" and name != "troy"}
    assert {"egypt", "kush"} <= removed and len(removed) == 3


@pytest.mark.rule("NPC-49")
def test_its_home_is_given_up_last() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"kush": 3}, "hand": [22, 93]},
        troy={"discs": {"troy": 1, "ionia": 3, "cilicia": 1}},
    )  # fmt: skip
    table.do("#22")  # Demagogue
    assert [name for kind, name, _ in play_on(table, limit=1)] == ["cilicia"]


@pytest.mark.rule("NPC-50")
def test_the_spot_with_most_enemy_discs_and_fewest_of_its_own() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"kush": 2, "ionia": 1}, "hand": [29, 93]},
        troy={"discs": {"troy": 1, "ionia": 2, "cilicia": 2, "phrygia": 2, "lydia": 2}},
    )  # fmt: skip
    table.do("#29")  # Schism
    pos = look(table, "egypt", enemies=("troy",))
    effects = Effects(pos)
    play = table.game.view(pos.me).play
    assert play is not None
    operations = table.s.world.operations(table.s, play)
    action = effects.best(play, operations[0], (), table.game.legal_mask, operations[1:])
    spots = {
        a: effects.tally(play._replace(areas=(area_of(a),)), operations[1:])
        for a in members(table.game.legal_mask)
    }
    assert spots[action].enemy_discs == max(tally.enemy_discs for tally in spots.values())


@pytest.mark.rule("NPC-51")
def test_the_order_of_discards() -> None:
    table = cards([93])
    pos = look(table, "egypt")
    assert discard_order(pos, [43, 7, 93, 61, 69]) == [61, 69, 7, 93, 43]


@pytest.mark.rule("NPC-52")
def test_the_order_of_takes() -> None:
    pos = look(cards([93]), "egypt")
    assert take_order(pos, [7, 93, 61, 43]) == [43, 61, 93, 7]


@pytest.mark.rule("NPC-28", "NPC-30")
def test_discs_of_a_card_are_its_own_and_follow_the_priorities() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"egypt": 2, "kush": 2, "libya": 2}, "hand": [7, 93]},
        troy={"discs": {"troy": 2}},
    )  # fmt: skip
    table.do("#7")  # Land Improvement
    made = play_on(table, until="card_action")
    assert [name for kind, name, _ in made if kind == "place"][:1] == ["egypt"]
    assert table.discs("egypt", "egypt") == 3


@pytest.mark.rule("NPC-126")
def test_talents_bring_the_hand_to_six_and_not_beyond() -> None:
    table = position(
        "basic_2p", phase="evaluation", turn=1,
        egypt={"discs": {"kush": 2}, "treasury": 5, "hand": [7]}, troy={"discs": {"troy": 2}},
    )  # fmt: skip
    table.skip_until("talents_to_spend", "egypt")
    assert answer(table)[0] == "number 2"


@pytest.mark.rule("NPC-126", "NPC-127")
def test_effects_that_draw_come_before_talents() -> None:
    def asked(hand: list[int]) -> str:
        table = position(
            "basic_2p", phase="evaluation", turn=1,
            egypt={"discs": {"kush": 2}, "treasury": 5, "hand": hand}, troy={"discs": {"troy": 2}},
            wonders=[{"wonder": "Great Library", "owner": "egypt", "area": "kush", "discs": 3}],
        )  # fmt: skip
        return answer(table.skip_until("use", "egypt"))[0]

    assert asked([7]) == "Great Library"
    assert asked([7, 18, 27]) == "stop"


@pytest.mark.rule("NPC-32", "NPC-45")
def test_it_builds_with_what_it_does_not_need() -> None:
    table = position(
        "basic_2p", phase="cards",
        egypt={"discs": {"egypt": 3, "kush": 3, "red_sea": 2, "sinai": 2}, "treasury": 4, "hand": [7]},
        troy={"discs": {"troy": 2}},
    )  # fmt: skip
    name, reason = answer(table)
    assert name == "Great Library" and reason.startswith("NPC-32")
    made = play_on(table.do("Great Library"), until="card_action")
    assert table.s.wonders[1].owner == table.faction("egypt")
    assert table.s.wonders[1].area == table.area("egypt")
    assert table.discs("egypt", "egypt") == table.discs("egypt", "kush") == 3, made


# ------------------------------------------------------------------------ what is offered

SCHISM, MASTER_BUILDERS, ICONOCLASTS, LAND_IMPROVEMENT, ORATOR, ARCHITECT = 29, 88, 86, 7, 37, 41


def offered(card: int, egypt: dict[str, Any], troy: dict[str, Any], **given: Any) -> Offer | None:
    """What Egypt thinks of a card in its hand."""
    table = position(
        "basic_2p",
        phase="cards",
        order=["egypt", "troy"],
        egypt={"hand": [card], **egypt},
        troy=troy,
        **given,
    )
    pos = look(table, "egypt", enemies=("troy",))
    return CardPlay(pos, Effects(pos), Ties("A", Reveals(0))).offer(card)


@pytest.mark.rule("NPC-45")
@pytest.mark.parametrize(
    ("trojans", "plays"),
    [({"kush": 1}, False), ({"kush": 1, "libya": 1}, True), ({"phrygia": 1}, True), ({}, False)],
)
def test_a_card_that_costs_it_as_many_discs_as_all_others_is_not_played(
    trojans: dict[str, int], plays: bool
) -> None:
    """Schism takes a disc of every civilization in an area and around it; it stands in Kush."""
    found = offered(SCHISM, {"discs": {"kush": 1}}, {"discs": trojans})
    assert (found is not None) == plays


@pytest.mark.rule("NPC-32", "NPC-33")
@pytest.mark.parametrize(
    ("card", "owner", "plays"),
    [
        (MASTER_BUILDERS, "egypt", True),
        (MASTER_BUILDERS, "troy", False),  # not for the Wonder of another
        (ICONOCLASTS, "troy", True),
    ],
)
def test_wonders_are_helped_if_they_are_its_own(card: int, owner: str, plays: bool) -> None:
    wonders = [{"wonder": "Colossus", "owner": owner, "area": "sinai", "discs": 1}]
    found = offered(card, {"discs": {"sinai": 1}}, {"discs": {"troy": 2}}, wonders=wonders)
    assert (found is not None) == plays


@pytest.mark.rule("NPC-30", "NPC-124")
def test_a_card_that_places_discs_needs_a_place_for_them() -> None:
    """Land Improvement goes to areas it Controls: with four discs there is room in none."""
    assert offered(LAND_IMPROVEMENT, {"discs": {"egypt": 2}}, {"discs": {"troy": 2}}) is not None
    assert offered(LAND_IMPROVEMENT, {"discs": {"egypt": 4}}, {"discs": {"troy": 2}}) is None


@pytest.mark.rule("NPC-42", "NPC-29")
def test_the_orator_is_played_to_come_forward_only() -> None:
    assert offered(ORATOR, {"discs": {"egypt": 2}}, {"discs": {"troy": 2}}) is None  # it is first
    table = position(
        "basic_2p", phase="cards", order=["troy", "egypt"], egypt={"discs": {"egypt": 2}, "hand": [ORATOR]},
        troy={"discs": {"troy": 2}, "hand": [93]},
    )  # fmt: skip
    pos = look(table, "egypt", enemies=("troy",))
    assert CardPlay(pos, Effects(pos), Ties("A", Reveals(0))).offer(ORATOR) is not None


@pytest.mark.rule("NPC-43")
def test_of_two_alternatives_the_greater_effect_counts() -> None:
    """Gold Mine: 4 discs or 2 talents; without room for discs the talents are left."""
    roomy = offered(54, {"discs": {"egypt": 1, "kush": 1, "sinai": 1}}, {"discs": {"troy": 2}})
    assert roomy is not None and roomy.less == -4
    table = cards([54])
    pos = look(table, "egypt", enemies=("troy",))
    play = CardPlay(pos, Effects(pos), Ties("A", Reveals(0)))
    assert [tally.size for mode in (0, 1) if (tally := play.worth(54, mode)) is not None] == [4, 2]


@pytest.mark.rule("NPC-43")
def test_investments_count_by_their_discs() -> None:
    """Irrigation Works (3 discs on it) before Land Improvement (2 discs), both of category 11."""
    table = cards([79, 7])
    assert answer(table)[0] == "Irrigation Works"


@pytest.mark.rule("NPC-45", "NPC-51", "NPC-56")
def test_the_card_kept_is_the_first_in_the_order_of_discards_that_it_does_not_play() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"kush": 1}, "hand": [ICONOCLASTS, 34, 61, 43, 38, 92]},
        troy={"discs": {"troy": 2}},
    )  # fmt: skip
    pos = look(table, "egypt", enemies=("troy",))
    play = CardPlay(pos, Effects(pos), Ties("A", Reveals(0)))
    assert play.kept([92, 61, 43]) == 0  # played, or for another time
    assert play.kept([34, ICONOCLASTS]) == ICONOCLASTS  # harms a Wonder (3): goes before more cards (1)
    assert play.kept([34]) == 34
    assert play.kept([38]) == 0  # the Oracle is kept for the turn order


@pytest.mark.rule("NPC-43", "NPC-126")
@pytest.mark.parametrize(
    ("n", "hand", "mode"),
    [
        (2, 3, 1),  # 2 cards or 2 talents: cards come first in the list
        (2, 4, 1),  # up to six cards
        (2, 5, 0),  # a seventh card counts nothing
        (1, 3, 0),  # fewer than the talents
        (3, 3, 1),
    ],
)
def test_an_alternative_with_cards(n: int, hand: int, mode: int, tmp_path: Path) -> None:
    """The Gold Mine of this deck gives 2 talents or cards."""
    _, deck = read_yaml(None, DECK_FILE)
    mine = next(card for card in deck["cards"] if card["name"] == "Gold Mine")
    mine["either"] = [[{"op": "gain", "talents": 2}], [{"op": "draw", "n": n}]]
    file = tmp_path / "deck.yaml"
    file.write_text(yaml.safe_dump(deck), encoding="utf-8")
    table = cards([54, *range(20, 20 + hand)], options={"deck": str(file)}).do("#54")
    assert answer(table) == (f"mode {mode}", "NPC-29, NPC-43: the greater effect")


@pytest.mark.rule("NPC-31", "NPC-36", "NPC-46")
@pytest.mark.parametrize("card", [34, 36, 17])  # Master Spy, Trader, Gods Demand Sacrifice
def test_it_takes_cards_from_a_hand_that_it_cannot_see(card: int) -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"kush": 3, "red_sea": 1}, "hand": [card]},
        troy={"discs": {"sinai": 3}, "hand": [7, 18]},
    )  # fmt: skip
    assert answer(table)[0] == table.s.world.deck.cards[card].name
    table.s.hand[table.faction("troy")] = 0
    assert answer(table)[0] == "stop"


@pytest.mark.rule("NPC-45", "NPC-50")
def test_discs_of_all_others_count_against_its_own() -> None:
    """Schism around Kush: one disc of its own, one of an enemy, one of somebody else."""
    table = position(
        "basic_4p", phase="cards", egypt={"discs": {"kush": 1}, "hand": [SCHISM]},
        troy={"discs": {"kush": 1}}, gaul={"discs": {"kush": 1}}, carthage={},
    )  # fmt: skip
    pos = look(table, "egypt", enemies=("troy",))
    assert CardPlay(pos, Effects(pos), Ties("A", Reveals(0))).offer(SCHISM) is not None


@pytest.mark.rule("NPC-43")
def test_a_card_is_not_taken_for_one_that_was_there_before() -> None:
    """Decks of scenarios that replace cards come and go, with new cards where others lay in memory."""
    kinds = {category(card): card for card in load_deck().cards[1:]}
    for _ in range(20):
        for number, card in kinds.items():
            assert category(msgspec.structs.replace(card)) == number
