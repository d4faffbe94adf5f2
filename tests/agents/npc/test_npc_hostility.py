"""NPCs in games with the hostility rules: the game says whose enemies they are; players offer peace."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, moment, position
from npc_tables import answer, play_on

from acis_env.players import make_player
from acis_rules import Game
from acis_rules.variants.hostility import primary_enemies
from acis_rules.words.decisions import describe_action
from agents.npc.player import NPC

HOSTILITY = {"npcs": [1], "npc_hostility": True}


def table(options: dict[str, Any] = HOSTILITY, **given: Any) -> Table:
    """Egypt is the player, Troy the NPC."""
    return position("basic_2p", options=options, **given)


def enemies(npc: NPC, at: Table) -> tuple[int, ...]:
    """Troy's enemies, as the NPC sees it."""
    troy = at.faction("troy")
    return npc.position(at.game.view(troy), troy).enemies


@pytest.mark.rule("NPC-07", "NPC-08")
@pytest.mark.parametrize("words", ["", "peaceful"])
def test_the_game_says_whose_enemy_it_is(words: str) -> None:
    for given, found in (({}, ()), ({"enemies": ["egypt"]}, (0,))):
        assert enemies(NPC(words), table(phase="cards", egypt={"hand": [93]}, troy=given)) == found
    historical = table({"npcs": [1], "npc_hostility": False}, phase="cards", egypt={"hand": [93]}, troy={})
    assert enemies(NPC(), historical) == (0,)
    assert enemies(NPC("peaceful"), historical) == ()


@pytest.mark.rule("NPC-12")
def test_an_npc_that_turns_hostile_uses_the_hostile_priorities_at_once() -> None:
    def placed(first: tuple[str, ...]) -> str:
        at = table(
            phase="growth", order=["egypt", "troy"], egypt={"discs": {"phrygia": 3, "sinai": 2}},
            troy={"discs": {"troy": 3, "ionia": 3, "lydia": 1, "tyre": 2}},
        ).skip_until("deploy", "egypt").do(*first, "stop").skip_until("deploy", "troy")  # fmt: skip
        return answer(at)[1]

    assert placed(()).startswith("NPC-117")  # priority 23: Camps become Settlements
    assert placed(("tyre", "tyre")).startswith("NPC-110")  # 16: an enemy City, since Egypt contests Tyre


@pytest.mark.rule("DEF-28", "NPC-13", "NPC-14", "NPC-15")
def test_it_takes_the_primary_enemy_of_the_game() -> None:
    at = position(
        "basic_4p", options={"npcs": [3], "npc_hostility": True}, **moment("card phase"),
        egypt={"discs": {"ionia": 2}, "hand": [93]}, gaul={"discs": {"gallia": 2}, "vp": 9}, carthage={},
        troy={"discs": {"troy": 2}, "enemies": ["egypt", "gaul"]},
    )  # fmt: skip
    egypt, gaul = at.faction("egypt"), at.faction("gaul")
    assert enemies(NPC(), at) == (egypt, gaul)
    at.s.primary_enemy = (-1,) * 4
    assert enemies(NPC(), at) == (gaul, egypt)  # none yet: most VP first
    primary_enemies(at.s)
    assert enemies(NPC(), at) == (egypt, gaul)


@pytest.mark.rule("NPC-85")
def test_it_enters_nearest_the_home_of_its_enemy() -> None:
    def start(card: int, troy: dict[str, Any]) -> tuple[str, str]:
        at = position(
            "basic_4p", options={"npcs": [3], "npc_hostility": True}, **moment("npc entry", 3, card),
            events=[{"kind": "revealed", "card": card, "cause": "npc entry"}],
            egypt={"discs": {"kush": 2}, "vp": 9}, gaul={"discs": {"gallia": 2}},
            carthage={"discs": {"carthage": 2}}, troy={"discs": {"lydia": 1}, **troy},
        )  # fmt: skip
        return answer(at)[1].partition(":")[0], answer(at)[1].rpartition(" ")[2]

    assert start(51, {"enemies": ["gaul"]}) == ("NPC-85", "Gaul")
    assert start(51, {"latest_enemy": "carthage"}) == ("NPC-85", "Carthage")
    assert start(21, {"enemies": ["gaul"]}) == ("NPC-84", "Egypt")


# ------------------------------------------------------------------------- in a player's seat


def offer(**egypt: Any) -> Table:
    """Egypt may offer peace to Troy, its enemy next door: no condition holds."""
    return table(
        **moment("hostility"), egypt={"discs": {"lydia": 1}, **egypt},
        troy={"discs": {"troy": 1}, "enemies": ["egypt"]},
    )  # fmt: skip


@pytest.mark.rule("HOS-03", "HOS-05")
def test_in_a_players_seat_it_offers_peace_with_what_it_can_spare() -> None:
    at = offer(treasury=1, hand=[61, 86])
    assert answer(at)[0] == "troy"
    assert answer(at.do("troy")) == ("Iconoclasts", "HOS-05: a card it does not play")
    assert answer(offer(treasury=1).do("troy")) == ("pay_talent", "HOS-05: a talent")
    assert answer(offer(hand=[61]).do("troy")) == ("stop", "HOS-05: nothing to spare")


@pytest.mark.rule("HOS-04")
def test_it_gives_nothing_if_discs_enough_are_drawn_without_a_gift() -> None:
    at = table(
        **moment("hostility"), egypt={"discs": {"kush": 1}, "treasury": 1},
        troy={"discs": {"troy": 1}, "vp": 3, "enemies": ["egypt"]},
    )  # fmt: skip
    assert answer(at.do("troy")) == ("stop", "HOS-04: discs enough without a gift")
    at = table(
        **moment("hostility"), egypt={"discs": {"ionia": 1}, "treasury": 1},
        troy={"discs": {"troy": 1}, "vp": 3, "enemies": ["egypt"]},
    )  # fmt: skip
    assert answer(at.do("troy")) == ("pay_talent", "HOS-05: a talent")  # one disc only


@pytest.mark.parametrize("n, npcs", [(2, [1]), (4, [1, 2, 3]), (4, [2, 3])])
def test_games_of_npcs_with_hostility_end(n: int, npcs: list[int]) -> None:
    game = Game.new(f"basic_{n}p", seed=n, options={"npcs": npcs, "npc_hostility": True})
    told = play_on(Table(game), limit=20_000)
    assert game.over and game.winners
    assert not [reason for _, _, reason in told if not reason or reason.startswith("no rule")]
    assert {"war", "discs_drawn"} <= {event.kind for event in game.events}


@pytest.mark.parametrize("spec", ["random", "greedy", "search:general:8", "npc"])
def test_every_player_answers_an_offer_of_peace(spec: str) -> None:
    at = table(
        phase="evaluation", turn=1, egypt={"discs": {"lydia": 1}, "treasury": 2, "hand": [7, 39]},
        troy={"discs": {"troy": 1}, "enemies": ["egypt"]},
    )  # fmt: skip
    player = make_player(spec, 3)
    assert at.kind == "peace_offer"
    game, decision = at.game, at.game.decision
    assert player.act(game.view(0), decision, game.legal_actions()) in game.legal_actions()
    at.do("troy")
    decision = at.game.decision
    assert decision.kind == "peace_gift" and decision.context == {"by": 1}
    assert player.act(game.view(0), decision, game.legal_actions()) in game.legal_actions()


def test_people_are_asked_in_words() -> None:
    at = offer(treasury=2, hand=[7])
    words = [describe_action(at.s, action) for action in at.game.legal_actions()]
    assert words == ["offer no more peace", "offer peace to Troy"]
    at.do("troy")
    words = [describe_action(at.s, action) for action in at.game.legal_actions()]
    assert words == ["give nothing", "give Land Improvement (#7)", "give 1 talent"]
