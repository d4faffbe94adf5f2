"""What makes somebody the enemy of a peaceful NPC, and what does not; where invasions that it directs go."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position
from npc_tables import look

from acis_rules.effects import Play
from acis_rules.kernel.actions import area_action, area_of
from acis_rules.kernel.bits import mask_of
from acis_rules.kernel.log import tell
from acis_rules.table.changes import place
from agents.npc import events
from agents.npc.player import NPC

SEA_PEOPLES, HORDES = 98, 99


class Watch:
    """A peaceful NPC that looks at a table."""

    def __init__(self, table: Table, civilization: str) -> None:
        self.table, self.me = table, table.faction(civilization)
        self.npc = NPC("peaceful")
        self.look()

    def look(self) -> list[str]:
        """Its enemies now."""
        seat = self.table.s.world.player[self.me]
        enemies = self.npc.position(self.table.game.view(seat), self.me).enemies
        return [self.table.s.world.civilization(self.table.s, enemy).id for enemy in enemies]

    def happens(self, kind: str, faction: int = -1, **fields: Any) -> list[str]:
        """Its enemies after an event of the story."""
        tell(self.table.s, kind, faction, **fields)
        return self.look()


def four(**given: Any) -> Table:
    return position(
        "basic_4p", phase="cards", egypt={"discs": {"kush": 2}, "hand": [17, 93]},
        gaul={"discs": {"gallia": 1}}, carthage={},
        troy={"discs": {"troy": 3, "ionia": 1}, "hand": [7], "treasury": 1}, **given,
    )  # fmt: skip


def watched() -> tuple[Watch, int, int, int]:
    """Troy watches; it, Egypt and Gaul."""
    table = four()
    return Watch(table, "troy"), table.faction("troy"), table.faction("egypt"), table.faction("gaul")


@pytest.mark.rule("NPC-09")
@pytest.mark.parametrize("kind", ["removed", "discarded", "talents"])
def test_what_a_card_costs_it_makes_its_player_an_enemy(kind: str) -> None:
    watch, troy, egypt, gaul = watched()
    assert watch.happens("played", egypt, card=5) == []
    assert watch.happens(kind, gaul, n=-1, cause="card 5") == []  # somebody else loses
    assert watch.happens(kind, troy, n=-1, cause="card 6") == []  # a card that nobody played
    assert watch.happens(kind, troy, n=-1, cause="card 5") == ["egypt"]


@pytest.mark.rule("NPC-09")
def test_talents_gained_make_no_enemy_and_its_own_cards_neither() -> None:
    watch, troy, egypt, _ = watched()
    assert watch.happens("played", egypt, card=5) == []
    assert watch.happens("talents", troy, n=1, cause="card 5") == []
    assert watch.happens("played", troy, card=8) == []
    assert watch.happens("removed", troy, area=3, n=1, cause="card 8") == []


@pytest.mark.rule("NPC-09")
def test_a_disc_that_it_saves_has_been_attacked_by_the_last_card() -> None:
    watch, troy, egypt, gaul = watched()
    assert watch.happens("played", egypt, card=5) == []
    assert watch.happens("talents", troy, n=-1, cause="saves a disc") == ["egypt"]
    assert watch.happens("played", gaul, card=8) == ["egypt"]
    assert set(watch.happens("discarded", troy, card=7, n=1, cause="saves a disc")) == {"egypt", "gaul"}


@pytest.mark.rule("NPC-09")
@pytest.mark.parametrize(
    "between",
    [{"kind": "phase", "phase": "competition"}, {"kind": "played", "faction": 0, "area": 4, "card": 61}],
)
def test_in_a_competition_no_card_is_to_blame_for_its_toll(between: dict[str, Any]) -> None:
    watch, troy, egypt, _ = watched()
    watch.happens("played", egypt, card=5)
    watch.happens(**between)
    assert watch.happens("talents", troy, n=-1, cause="saves a disc") == []


@pytest.mark.rule("NPC-09")
def test_who_takes_a_card_from_it_is_an_enemy() -> None:
    watch, troy, egypt, gaul = watched()
    assert watch.happens("cards_taken", egypt, n=1, other=gaul) == []
    assert watch.happens("cards_taken", egypt, n=1, other=troy) == ["egypt"]


@pytest.mark.rule("NPC-10")
def test_only_discs_that_make_its_area_contested_count() -> None:
    table = four()
    watch = Watch(table, "troy")
    ionia, troy = table.area("ionia"), table.area("troy")
    egypt, gaul = table.faction("egypt"), table.faction("gaul")
    place(table.s, egypt, ionia, "card 5")
    assert watch.look() == []  # one against one
    place(table.s, egypt, ionia, "card 5")
    assert watch.look() == ["egypt"]
    place(table.s, gaul, ionia, "card 5")
    assert watch.look() == ["egypt"]  # Contested before
    place(table.s, gaul, troy, "setup")
    assert watch.look() == ["egypt"]  # the setup is nobody's fault


@pytest.mark.rule("NPC-10")
def test_a_competition_that_it_begins_itself_makes_no_enemy() -> None:
    table = four()
    watch = Watch(table, "troy")
    gallia = table.area("gallia")
    for _ in range(2):
        place(table.s, table.faction("troy"), gallia, "card 7")
    place(table.s, table.faction("gaul"), gallia, "card 7")
    assert watch.look() == []


@pytest.mark.rule("NPC-85")
def test_the_latest_wrong_is_remembered_last() -> None:
    watch, troy, egypt, gaul = watched()
    for who in (egypt, gaul, egypt):
        watch.happens("cards_taken", who, n=1, other=troy)
    assert watch.npc.enmity(troy).wronged == [gaul, egypt]
    watch.npc.enmity(troy).forget()
    assert watch.npc.enmity(troy).wronged == []


@pytest.mark.rule("NPC-13", "NPC-14")
def test_one_enemy_needs_no_test_and_the_others_follow_by_vp() -> None:
    table = four()
    table.s.vp[table.faction("gaul")] = 4
    table.s.vp[table.faction("egypt")] = 9
    watch = Watch(table, "troy")
    for who in ("carthage", "gaul", "egypt"):
        watch.happens("cards_taken", table.faction(who), n=1, other=watch.me)
    assert watch.look() == ["gaul", "egypt", "carthage"]  # Gaul was Primary before Egypt came, and stays so


# -------------------------------------------------------------------------------- invasions


def entry(card: int, legal: tuple[str, ...], **given: Any) -> str:
    """Where Egypt lets an invasion in against Troy."""
    table = position(
        "basic_2p", phase="cards", egypt={"discs": given.pop("own", {"kush": 3}), "hand": [93]},
        troy={"discs": given.pop("troy")}, **given,
    )  # fmt: skip
    pos = look(table, "egypt", enemies=("troy",))
    actions = mask_of(area_action(table.area(area)) for area in legal)
    action, _ = events.entry(pos, Play(pos.me, "card", card), actions)
    return table.s.world.board.areas[area_of(action)].id


SEAS = ("icarian_sea", "trojan_sea", "levantine_sea", "cilician_strait", "red_sea", "gulf_of_sidon")


@pytest.mark.rule("NPC-57", "NPC-58")
def test_an_entry_with_the_players_discs_comes_first() -> None:
    assert entry(SEA_PEOPLES, SEAS, troy={"troy": 3, "ionia": 3, "gulf_of_sidon": 1}) == "gulf_of_sidon"


@pytest.mark.rule("NPC-58")
@pytest.mark.parametrize(
    "troy, wonder, found",
    [
        ({"ionia": 1, "cilicia": 1}, "ionia", "icarian_sea"),  # a Wonder before everything
        ({"ionia": 1, "cilicia": 3}, "ionia", "icarian_sea"),
        ({"ionia": 2, "lydia": 2, "cilicia": 3}, "", "levantine_sea"),  # a City before Settlements
        ({"ionia": 2, "cilicia": 1, "citium": 1, "salamis": 1}, "", "icarian_sea"),  # one before Camps
        ({"ionia": 1, "cilicia": 1, "citium": 1}, "", "levantine_sea"),  # two Camps before one
    ],
)
def test_its_prizes_in_reach_decide(troy: dict[str, int], wonder: str, found: str) -> None:
    wonders = [{"wonder": "Colossus", "owner": "troy", "area": wonder, "discs": 1}] if wonder else []
    legal = ("icarian_sea", "levantine_sea", "red_sea")
    assert entry(SEA_PEOPLES, legal, troy=troy, wonders=wonders) == found


@pytest.mark.rule("NPC-57")
def test_out_of_reach_the_entry_with_most_areas_then_the_nearest_one_is_taken() -> None:
    far = {"troy": 3}
    assert (
        entry(SEA_PEOPLES, ("red_sea", "egyptian_sea"), troy=far, own={"citium": 3}) == "red_sea"
    )  # five lands
    assert entry(SEA_PEOPLES, ("egyptian_sea", "cilician_strait"), troy=far) == "cilician_strait"


@pytest.mark.rule("NPC-57")
def test_between_equal_entries_its_own_discs_are_spared() -> None:
    legal = ("levantine_sea", "cilician_strait")
    for own, found in (({"phoenicia": 1}, "cilician_strait"), ({"tarsus": 1}, "levantine_sea")):
        assert entry(SEA_PEOPLES, legal, troy={"cilicia": 1}, own=own) == found


@pytest.mark.rule("NPC-57")
def test_entries_equal_in_everything_go_north_east_first() -> None:
    straits = ("strait_of_al_mina", "cilician_strait")
    table = position("basic_2p", phase="cards", egypt={"hand": [93]}, troy={})
    first = min(straits, key=lambda area: table.s.world.board.competition_rank[table.area(area)])
    for legal in (straits, straits[::-1]):
        assert entry(SEA_PEOPLES, legal, troy={"citium": 1}) == first
