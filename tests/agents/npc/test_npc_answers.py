"""One kind of decision after the other, answered by the letter."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position
from npc_tables import Fixed, answer, look, play_on

from acis_rules import Game
from acis_rules.kernel.actions import area_action
from acis_rules.kernel.machine import run
from acis_rules.phases.epoch_table import temperate_climate
from agents.npc.distance import steps
from agents.npc.player import NPC, BadNPC

PHILOSOPHER, TRAITOR, UPRISING, TAX_REVOLT, CIRCUSES, DEMAGOGUE, FAMINE = 93, 45, 30, 24, 21, 22, 8
FERVOR, LOCAL_TRADE, ORACLE, MERCENARIES, CAPTAIN, FORGING = 14, 16, 38, 71, 42, 63
ROYAL_MINT, IRRIGATION, SAGA = 81, 79, 25
ICONOCLASTS = 86  # cannot be played while no Wonder is built


def cards(egypt: dict[str, Any], troy: dict[str, Any], **given: Any) -> Table:
    """Egypt acts first in the Card Phase."""
    return position("basic_2p", phase="cards", order=["egypt", "troy"], egypt=egypt, troy=troy, **given)


# ---------------------------------------------------------------------------- the NPC itself


@pytest.mark.rule("NPC-04")
def test_the_words_after_npc() -> None:
    assert NPC("B + peaceful")._method == "B" and NPC("peaceful")._method == ""
    with pytest.raises(BadNPC, match="npc:A\\+C: 'C' is unknown; there are: A, B, peaceful"):
        NPC("A+C")


@pytest.mark.rule("NPC-04", "NPC-05", "NPC-06")
@pytest.mark.parametrize(
    ("words", "ties", "chosen"), [("", "A", 0), ("", "B", 1), ("A", "B", 0), ("B", "A", 1)]
)
def test_its_own_word_or_the_option_says_how_equals_are_told_apart(
    words: str, ties: str, chosen: int
) -> None:
    """By its head it takes the first of equal civilizations, by the cards that of the highest card."""
    game = Game.new("basic_2p", seed=1, options={"npc_ties": ties})
    legal, npc = game.legal_actions(), NPC(words)
    npc._reveals = npc._ties._reveals = Fixed(3, 9)
    assert npc.act(game.view(game.seat), game.decision, legal) == legal[chosen]
    assert npc.reason == "NPC-04: the rules leave the choice open"


def test_in_a_new_game_it_remembers_nothing() -> None:
    """Fewer events than it has seen: another game."""
    npc, long = NPC("peaceful"), Game.new("basic_2p", seed=1)
    play_on(Table(long), npc, npc, limit=60)
    npc._enmity[0].wronged.append(1)
    npc._memory.group = ((1,), 3, 7, 7, "")
    short = Game.new("basic_2p", seed=2)
    npc.act(short.view(short.seat), short.decision, short.legal_actions())
    assert not npc._enmity or not any(enmity.wronged for enmity in npc._enmity.values())
    assert npc._memory.group[2:4] == (0, 0)


# ---------------------------------------------------------------------------------- Growth


@pytest.mark.rule("NPC-44", "NPC-43")
def test_uses_come_in_the_order_of_the_cards() -> None:
    """VP (Heroic Saga) before talents (Temple, then Royal Mint) before discs (Irrigation, Lighthouse)."""
    held = [{"card": card, "owner": "egypt", "discs": 2} for card in (IRRIGATION, ROYAL_MINT, SAGA)]
    for uses, wonder, first in (
        (held, "Temple of Artemis", "Heroic Saga"),
        (held[:2], "Lighthouse", "Royal Mint"),
        (held[:2], "Temple of Artemis", "Temple of Artemis"),
        (held[:1], "Temple of Artemis", "Temple of Artemis"),
    ):
        table = position(
            "basic_2p",
            phase="growth",
            order=["egypt", "troy"],
            egypt={"discs": {"kush": 2}},
            troy={},
            investments=uses,
            wonders=[{"wonder": wonder, "owner": "egypt", "area": "kush", "discs": 1}],
        )
        assert answer(table.skip_until("use", "egypt")) == (first, "NPC-44: it uses what it may use")


@pytest.mark.rule("NPC-88")
def test_it_neither_retires_nor_resettles() -> None:
    table = position("basic_2p", phase="growth", egypt={"discs": {"kush": 3, "egypt": 1}}, troy={})
    made = play_on(table, until="deploy")
    assert [(kind, name) for kind, name, _ in made] == [("retire", "stop"), ("resettle", "stop")]


@pytest.mark.rule("NPC-93")
def test_a_group_goes_together_to_its_area() -> None:
    """Three against two Trojans at home; what is left goes by the list again."""
    table = position(
        "basic_2p",
        phase="growth",
        order=["egypt", "troy"],
        egypt={"discs": {"kush": 2, "sinai": 2, "nile_delta": 2, "libya": 2, "egypt": 1}},
        troy={"discs": {"egypt": 2}},
    )
    npc = NPC()
    table.skip_until("deploy", "egypt")
    made = play_on(table, npc, until="card_action", limit=4)
    assert [name for _, name, _ in made[:2]] == ["egypt", "egypt"] and table.discs("egypt", "egypt") == 3
    assert made[0][2] == made[1][2] and made[0][2].startswith("NPC-94")


@pytest.mark.rule("NPC-124", "NPC-44")
def test_discs_without_a_place_are_lost() -> None:
    table = position(
        "basic_2p",
        phase="growth",
        order=["egypt", "troy"],
        egypt={"discs": {"kush": 2}},
        troy={"discs": {"troy": 3}},
    )
    table.skip_until("deploy", "egypt")
    npc = NPC()
    decision = table.game.decision
    view = table.game.view(decision.seat)
    assert npc.act(view, decision, [0]) == 0
    assert npc.reason == "NPC-124: no priority applies, the discs are lost"


@pytest.mark.rule("EPO-27", "NPC-93")
def test_in_a_temperate_climate_discs_go_by_the_priorities() -> None:
    """Its home first; areas are asked in ascending order."""
    table = cards(
        {"discs": {"egypt": 1, "kush": 2, "libya": 1}, "hand": [PHILOSOPHER]}, {"discs": {"troy": 2}}
    )
    table.s.question, table.s.stack = None, [("card_action", 0)]
    temperate_climate(table.s)
    run(table.s)
    made = play_on(table, NPC(), until="card_action", limit=12)
    placed = [name for kind, name, _ in made if kind == "climate" and name != "stop"]
    assert placed.count("egypt") >= 2 and table.discs("egypt", "egypt") >= 3
    assert placed == sorted(placed, key=table.area)


# --------------------------------------------------------------------------------- targets


@pytest.mark.rule("NPC-46")
def test_barbarians_go_where_its_enemies_are_and_it_is_not() -> None:
    table = position(
        "basic_2p",
        phase="cards",
        order=["egypt", "troy"],
        egypt={"discs": {"lydia": 1}, "hand": [UPRISING, 93]},
        troy={"discs": {"ionia": 2, "troy": 3, "cilicia": 1, "lydia": 1}},
    )
    npc = NPC()
    table.do("#30")
    made = play_on(table, npc, until="card_action", limit=6)
    put = [name for kind, name, _ in made if kind == "put_barbarians"]
    assert "lydia" not in put
    board = table.s.world.board
    hit = {board.areas[event.area].id for event in table.events("barbarians")}
    assert hit and "lydia" not in hit


@pytest.mark.rule("NPC-48")
def test_a_tax_revolt_brings_a_city_down() -> None:
    """Of Cities with 4 and with 3 discs the one that falls; then as the placement priorities go."""
    table = cards(
        {"discs": {"kush": 3}, "hand": [TAX_REVOLT, 93]},
        {"discs": {"lydia": 4, "ionia": 4, "phrygia": 3}, "treasury": 1},
    )
    table.do("#24")
    assert table.asked("remove", "egypt") and table.options == {"lydia", "ionia", "phrygia"}
    assert answer(table) == ("phrygia", "NPC-48: as the placement priorities go")


@pytest.mark.rule("NPC-28")
@pytest.mark.parametrize("card", [FERVOR, LOCAL_TRADE])
def test_discs_of_the_civilization_named_are_its_own(card: int) -> None:
    table = cards({"discs": {"egypt": 1, "kush": 1, "sinai": 1}, "hand": [card, 93]}, {"discs": {"troy": 2}})
    table.do(f"#{card}")
    made = play_on(table, NPC(), until="card_action", limit=8)
    assert made[0][1] == "egypt"
    placed = [event.faction for event in table.events("placed")]
    assert placed and set(placed) == {table.faction("egypt")}


def fervor_of(named: str, area: str) -> tuple[str, str]:
    """Egypt names a civilization that has a single disc left, and an area to begin with."""
    table = cards(
        {"discs": {"egypt": 1, "kush": 1}, "hand": [FERVOR, 93]}, {"discs": {"cilicia": 1, "tarsus": 1}}
    )
    faction = table.faction(named)
    table.s.ready[faction] += table.s.supply[faction] - 1
    table.s.supply[faction] = 1
    table.do("Religious Fervor", named, area)
    assert table.asked("place", "egypt")
    return answer(table)


@pytest.mark.rule("NPC-28", "NPC-30")
def test_a_short_supply_of_the_civilization_named() -> None:
    """Its own last disc goes where the priorities say, that of another where they do not speak of it."""
    name, reason = fervor_of("egypt", "kush")
    assert name == "egypt" and reason.startswith("NPC-98")
    assert fervor_of("troy", "cilicia")[1] == "NPC-28: discs of the civilization named"


@pytest.mark.rule("NPC-04")
def test_starting_discs_without_a_priority_go_anywhere() -> None:
    game = Game.new("two_civs_a", seed=3)
    table = Table(game).skip_until("starting_disc")
    pos = look(table, table.asks)
    far = [
        a for a in range(len(pos.board.areas)) if not (pos.board.around(pos.occupied) | pos.occupied) >> a & 1
    ]
    legal = [area_action(a) for a in far if pos.board.land >> a & 1][:4]
    npc, decision = NPC(), game.decision
    assert npc.act(game.view(game.seat), decision, legal) in legal
    assert npc.reason == "NPC-04: no priority applies, so all are equal"


# ---------------------------------------------------------------------------------- losses


@pytest.mark.rule("NPC-128", "NPC-45")
def test_what_it_gives_for_a_disc() -> None:
    def gives(troy: dict[str, Any]) -> tuple[str, str]:
        table = cards({"discs": {"kush": 3}, "hand": [FAMINE, 93]}, {"discs": {"phrygia": 3}, **troy}).do(
            "#8"
        )
        assert table.asked("loss", "troy")
        return answer(table)

    assert gives({"treasury": 1, "hand": [ICONOCLASTS]}) == (
        "pay_talent",
        "NPC-128: a talent rather than a disc",
    )
    assert gives({"hand": [ICONOCLASTS, 7]}) == ("Iconoclasts", "NPC-45, NPC-56: a card it does not play")
    assert gives({"hand": [7, 27]}) == ("lose_disc", "NPC-128: it has nothing to spare")
    assert gives({"hand": [61, 66]}) == (
        "lose_disc",
        "NPC-128: it has nothing to spare",
    )  # they have their time


@pytest.mark.rule("NPC-128", "CLR-27")
def test_before_the_competitions_a_talent_saves_a_disc_without_hope_of_victory() -> None:
    """The Traitor acts before the first competition: nothing is projected."""
    table = position(
        "basic_2p",
        phase="competition",
        order=["egypt", "troy"],
        egypt={"discs": {"lydia": 4}, "hand": [TRAITOR]},
        troy={"discs": {"lydia": 1}, "treasury": 1},
    )
    assert answer(table) == ("Traitor", "NPC-46: against an enemy")
    table.do("Traitor").skip_until("loss", "troy")
    assert answer(table) == ("pay_talent", "NPC-128: a talent rather than a disc")


@pytest.mark.rule("NPC-45", "NPC-51", "NPC-128")
@pytest.mark.parametrize(
    ("troy", "gives"),
    [
        ({"hand": [ICONOCLASTS, 7], "treasury": 1, "vp": 2}, "Iconoclasts"),
        ({"hand": [7], "treasury": 1, "vp": 2}, "pay_talent"),
        ({"hand": [7, 61], "vp": 2}, "Armored Infantry"),  # any card for a City
        ({"vp": 2}, "lose_disc"),
    ],
)
def test_what_it_gives_for_its_bread_and_circuses(troy: dict[str, Any], gives: str) -> None:
    table = cards({"discs": {"kush": 3}, "hand": [CIRCUSES, 93]}, {"discs": {"phrygia": 3}, **troy}).do("#21")
    assert table.asked("penalty", "troy")
    assert answer(table) == (gives, "NPC-45, NPC-51, NPC-128: what it needs least")


@pytest.mark.rule("NPC-49")
def test_its_own_discs_go_from_the_far_end() -> None:
    """Seas before land, Camps before Settlements, the farthest from home of equal ones."""

    def gives(**discs: int) -> str:
        table = cards({"discs": {"kush": 3}, "hand": [DEMAGOGUE, 93]}, {"discs": discs}).do("#22")
        assert table.asked("remove_own", "troy")
        return answer(table)[0]

    assert gives(troy=3, ionia=3, cilicia=1, icarian_sea=1) == "icarian_sea"
    assert gives(troy=3, cilicia=2, tarsus=1) == "tarsus"
    table = cards({"discs": {"kush": 3}, "hand": [93]}, {"discs": {"troy": 3}})
    board, home = table.s.world.board, table.s.home[table.faction("troy")]
    near, far = "cilicia", "palmyra"
    assert steps(board, table.area(near), home) < steps(board, table.area(far), home)
    assert gives(troy=3, cilicia=1, palmyra=1) == far


# ------------------------------------------------------------------------------ Barbarians


def shortage(area: str, **given: Any) -> Table:
    """Egypt, by an Uprising, is to put Barbarians where none are left in supply."""
    table = cards(
        {"discs": given.pop("egypt", {"egypt": 1}), "hand": [UPRISING, 93]},
        {"discs": {"troy": 1, "lydia": 1}},
        barbarians={"discs": given, "supply": 50 - sum(given.values())},
    )
    table.s.supply[table.s.world.barbarians] = 0
    table.s.question = None
    table.s.stack.append(("put_barbarians", table.faction("egypt"), table.area(area), 1, "card 30", True))
    run(table.s)
    assert table.kind == "barbarian_shortage"
    return table


@pytest.mark.rule("NPC-46", "CRD-23")
def test_missing_barbarians_are_not_taken_to_its_own_areas() -> None:
    table = shortage("egypt", phrygia=3)
    assert answer(table) == ("stop", "NPC-46: not against itself")


@pytest.mark.rule("NPC-71", "NPC-72", "NPC-77", "CRD-23")
def test_missing_barbarians_are_taken_in_the_order_of_removals() -> None:
    """From areas they Control, those nearest its home first; then from areas with a single one."""
    assert answer(shortage("troy", libya=2, phrygia=2, lydia=1)) == (
        "libya",
        "NPC-71: Barbarians are removed by order 1",
    )
    assert answer(shortage("troy", lydia=1, egypt={"kush": 1}))[0] == "lydia"
    assert answer(shortage("troy", lydia=1))[1] == "NPC-72: Barbarians are removed by order 2"


# -------------------------------------------------------------------------------- Competition


@pytest.mark.rule("NPC-43")
def test_cards_laid_together_act_in_the_order_of_their_categories() -> None:
    table = position(
        "basic_2p",
        phase="competition",
        order=["egypt", "troy"],
        egypt={"discs": {"lydia": 3}, "hand": [61, 65]},
        troy={"discs": {"lydia": 3}},
    ).do("#61", "#65")
    table.skip_until("card_order", "egypt")
    assert answer(table) == ("Siege Engines", "NPC-43: in the order of its categories")


@pytest.mark.rule("NPC-68", "NPC-70")
def test_talents_for_mercenaries() -> None:
    def pays(egypt: int, troy: int, **given: Any) -> str:
        table = position(
            "basic_2p",
            phase="competition",
            order=["egypt", "troy"],
            egypt={"discs": {"lydia": egypt}, "hand": [MERCENARIES], "treasury": 3, **given},
            troy={"discs": {"lydia": troy}},
        ).do("Mercenaries")
        return answer(table.skip_until("talents_to_spend", "egypt"))[0]

    assert pays(3, 3) == "number 3"  # a City is at stake: as many as possible
    assert pays(4, 1) == "number 0"  # nothing is lost anyway


@pytest.mark.rule("NPC-68")
def test_white_discs_help_where_it_matters_most() -> None:
    """This competition first, then its own prizes, then enemies before Barbarians."""
    table = position(
        "basic_2p",
        phase="competition",
        order=["egypt", "troy"],
        egypt={"discs": {"lydia": 2, "sinai": 2, "libya": 2, "palmyra": 2, "egypt": 1}, "hand": [FORGING]},
        troy={"discs": {"lydia": 2, "sinai": 2, "egypt": 2}},
        barbarians={"discs": {"libya": 2, "palmyra": 2}},
    )
    while table.s.competition_area != table.area("lydia"):
        table.do("stop" if table.can("stop") else "lose")
    table.skip_until("commit", "egypt").do("#63").skip_until("allies", "egypt")
    play_on(table, NPC(), limit=3)
    egypt = table.faction("egypt")
    put = {event.area for event in table.events("allies") if event.faction == egypt}
    assert put == {table.area(name) for name in ("lydia", "egypt", "sinai", "libya")}


@pytest.mark.rule("NPC-45")
def test_the_white_disc_of_the_captain_for_an_opponent_does_no_harm() -> None:
    """It must be given to somebody: where the NPC is not, if there is such a place."""
    table = position(
        "basic_4p",
        phase="competition",
        order=["egypt", "troy", "gaul", "carthage"],
        egypt={"discs": {"icarian_sea": 2}, "hand": [CAPTAIN]},
        troy={"discs": {"icarian_sea": 2, "thapsus": 2}},
        gaul={"discs": {"thapsus": 2}},
        carthage={},
    )
    while table.s.competition_area != table.area("icarian_sea"):
        table.do("stop" if table.can("stop") else "lose")
    table.skip_until("commit", "egypt").do("#42")
    play_on(table, NPC(), until="loss", limit=8)
    given = [event.area for event in table.events("allies") if event.faction != table.faction("egypt")]
    assert set(given) == {table.area("thapsus")}


# --------------------------------------------------------------------------------- Evaluation


@pytest.mark.rule("NPC-44", "EVA-09")
@pytest.mark.parametrize(("cities", "plays"), [(0, True), (3, False)])
def test_the_oracle_is_used_unless_it_is_first_already(cities: int, plays: bool) -> None:
    lands = {"egypt": 3, "kush": 3, "sinai": 3} if cities else {"egypt": 1}
    table = position(
        "basic_2p",
        phase="evaluation",
        turn=1,
        egypt={"discs": lands, "hand": [ORACLE]},
        troy={"discs": {"troy": 3}},
    )
    table.skip_until("turn_order_card", "egypt")
    name, reason = answer(table)
    assert name == ("Oracle at Delphi" if plays else "stop")
    assert reason.startswith("NPC-44" if plays else "EVA-09")
    if plays:
        assert answer(table.do("Oracle at Delphi").skip_until("turn_place"))[0] == "number 0"


@pytest.mark.rule("EPO-31", "NPC-29")
def test_the_gods_refresh_the_wonder_with_fewest_discs() -> None:
    def refreshed(**discs: int) -> str:
        wonders = [
            {"wonder": name.replace("_", " "), "owner": "egypt", "area": area, "discs": n}
            for (name, n), area in zip(discs.items(), ("egypt", "kush", "sinai"), strict=False)
        ]
        table = cards({"discs": {"egypt": 1, "kush": 1, "sinai": 1}, "hand": [93]}, {}, wonders=wonders)
        table.s.question = None
        table.s.stack.append(("gods_smile", table.faction("egypt")))
        run(table.s)
        assert table.kind == "gods_smile"
        return answer(table)[0]

    assert refreshed(Colossus=3, Great_Pyramid=1, Great_Library=2) == "Great Pyramid"
    assert refreshed(Colossus=1, Great_Pyramid=1, Great_Library=1) == "Great Library"  # it gives cards


@pytest.mark.rule("NPC-83", "NPC-84")
def test_who_begins_anew_forgets_whom_it_hated() -> None:
    for card, before, after in ((10, [0], []), (30, [], [0])):
        table = position(
            "basic_2p",
            phase="evaluation",
            turn=1,
            egypt={"discs": {"egypt": 2}, "vp": 20},
            troy={"discs": {}, "vp": 0},
        )
        table.skip_until("aeneas", "troy").do("yes", "troy")
        assert table.asked("aeneas_start", "troy")
        npc = NPC("peaceful")
        npc._reveals = Fixed(card, *range(1, 40))
        npc.enmity(1)._seen = table.game.view(1).event_count
        npc.enmity(1).wronged = before
        answer(table, npc)
        assert npc.enmity(1).wronged == after, card


@pytest.mark.rule("HOS-03", "HOS-05")
def test_offers_of_peace_end_when_no_enemy_is_left_to_ask() -> None:
    table = position(
        "basic_4p",
        options={"npcs": [1, 2], "npc_hostility": True},
        phase="evaluation",
        turn=1,
        egypt={"discs": {"kush": 1}, "enemies": ["troy", "gaul"]},
        troy={"discs": {"troy": 2}, "vp": 5},
        gaul={"discs": {"gallia": 2}, "vp": 3},
        carthage={"discs": {"thapsus": 1}},
    )
    assert table.asked("peace_offer", "egypt")
    name, reason = answer(table)
    assert name in ("troy", "gaul") and reason == "HOS-03: it offers peace to every enemy"
    npc = NPC()
    decision = table.game.decision
    assert npc.act(table.game.view(0), decision, [0]) == 0
    assert npc.reason == "HOS-03: no enemy is left"


def test_without_any_rule_it_takes_the_first_of_what_is_possible() -> None:
    table = position("basic_2p", phase="growth", egypt={"discs": {"kush": 2}}, troy={"discs": {"troy": 4}})
    table.skip_until("retire", "egypt")
    npc, decision = NPC(), table.game.decision
    anyhow = [area_action(table.area("kush"))]  # it would retire none
    assert npc.act(table.game.view(0), decision, anyhow) == anyhow[0]
    assert npc.reason == "no rule applies: the first of what is possible"


@pytest.mark.rule("NPC-68")
def test_a_white_disc_for_any_area_comes_to_the_competition_under_way() -> None:
    """Amazon Allies may come to Ionia, which is fought for now, or to Sinai, a City of Troy."""
    table = position(
        "basic_2p",
        phase="competition",
        order=["troy", "egypt"],
        egypt={"discs": {"ionia": 2, "sinai": 2}},
        troy={"discs": {"ionia": 2, "sinai": 3}},
    )
    assert table.s.competition_area == table.area("ionia")
    table.do("ability")
    assert table.asked("allies", "troy") and table.options == {"ionia", "sinai"}
    assert answer(table) == ("ionia", "NPC-68, CIV-22: where white discs help most")
