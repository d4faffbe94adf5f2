"""NPCs that a scenario names: the guard of the home, starting discs, and the solitaire Punic Wars."""

from __future__ import annotations

from itertools import chain, combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from helpers import Table, moment
from npc_tables import Fixed, answer, look, order, orders, play_on

from acis_env import acis_v0
from acis_env.envs.gym_env import AcisGym
from acis_env.players import make_player
from acis_rules import DataError, Game
from acis_rules.box.data_files import read_yaml
from acis_rules.box.scenario import load_scenario, parse_scenario, scenarios
from acis_rules.box.scenario_blocks import Scenario
from acis_rules.kernel.actions import area_action
from acis_rules.table.changes import place, remove
from acis_rules.table.terms import placements, room
from acis_rules.words.decisions import describe_event
from agents.npc.aims import Order
from agents.npc.placement import Placement
from agents.npc.player import NPC
from agents.npc.priorities import next_order
from agents.npc.ties import Ties

PUNIC, SECOND = "punic_wars_solo", "second_punic_war_solo"
CAESAR, ANTONY = "caesar_pompey_solo", "antony_cleopatra_solo"
SOLO = [PUNIC, SECOND, CAESAR, ANTONY]
HOST = {name: name.removesuffix("_solo") for name in SOLO}
LOCAL_FAMINE, PHILOSOPHER, TRAITOR = 8, 93, 45


def table(scenario: str = PUNIC, **given: Any) -> Table:
    """A position in one of the scenarios: everybody with the discs given, nobody else."""
    names = [faction.civilization for faction in load_scenario(scenario).factions]
    factions = [{"civilization": name, **given.pop(name, {})} for name in names]
    return Table(Game.from_dict({"scenario": scenario, "epoch": 2, "factions": factions, **given}))


def growth(discs: dict[str, int], scenario: str = PUNIC, **others: dict[str, int]) -> Table:
    """The Growth Phase with these discs of Carthage, and of others."""
    given = {name: {"discs": there} for name, there in others.items()}
    return table(scenario, phase="growth", carthage={"discs": discs}, **given)


def first(at: Table, n: int, who: str = "carthage", **how: Any) -> tuple[str, int, int]:
    """Where its next discs go, how many, and by which number of the list."""
    enemies = how.pop("enemies", ("rome",))
    found = order(at, who, n, enemies=enemies, **how)
    assert found is not None
    return at.s.world.board.areas[found.area].id, found.n, found.priority


# ----------------------------------------------------------------------------- four at home


@pytest.mark.rule("NPCBASE-01")
@pytest.mark.parametrize(("own", "n", "placed"), [(0, 6, 4), (1, 6, 3), (2, 1, 1), (3, 2, 1)])
def test_discs_go_home_until_four_are_there(own: int, n: int, placed: int) -> None:
    at = growth({"carthage": own, "thapsus": 3} if own else {"thapsus": 3})
    assert first(at, n) == ("carthage", placed, -1)


@pytest.mark.rule("NPCBASE-01")
def test_with_four_at_home_the_normal_list_goes_on() -> None:
    at = growth({"carthage": 2}, rome={"rome": 2})
    assert orders(at, "carthage", 4, enemies=("rome",))[:2] == [("carthage", 2, -1), ("saldae", 2, 8)]


@pytest.mark.rule("NPCBASE-01", "NPC-89")
@pytest.mark.parametrize(("n", "home"), [(1, False), (2, True)])
def test_too_few_discs_to_match_the_opponents_at_home_go_elsewhere(n: int, home: bool) -> None:
    at = growth({"carthage": 1, "thapsus": 1}, rome={"carthage": 3})
    assert (first(at, n)[0] == "carthage") == home


@pytest.mark.rule("NPCBASE-01")
def test_a_card_that_allows_one_disc_per_area_brings_one_home() -> None:
    at = growth({"carthage": 1})
    pos = look(at, "carthage", enemies=("rome",))
    legal = placements(at.s, pos.me) & room(at.s, pos.me)
    found = next_order(Placement(pos, Ties("A", Fixed())), legal, 3, each=1)
    assert found is not None and (pos.name(found.area), found.n, found.priority) == ("Carthage", 1, -1)


@pytest.mark.rule("NPCBASE-01")
def test_it_says_that_it_guards_its_home() -> None:
    at = growth({"carthage": 3, "thapsus": 2}, rome={"rome": 4}).skip_until("deploy", "carthage")
    assert answer(at) == ("carthage", "NPCBASE-01: up to 4 discs in home: Carthage")


@pytest.mark.rule("NPCBASE-01", "NPCBASE-02")
def test_only_scenarios_that_say_so_have_the_guard() -> None:
    guarded = [name for name in scenarios() if load_scenario(name).npc]
    assert {PUNIC, SECOND} <= set(guarded) and not set(HOST.values()) & set(guarded)
    at = growth({"carthage": 3}, HOST[PUNIC], barbarians={"thapsus": 2})
    assert all(number > 0 for _, _, number in orders(at, "carthage", 8, enemies=("rome",)))


# ------------------------------------------------------------------------ areas next to home


@pytest.mark.rule("NPCBASE-02")
@pytest.mark.parametrize(
    ("own", "rome", "barbarians", "placed"),
    [
        (0, 0, 1, 2),
        (0, 2, 0, 3),
        (1, 1, 2, 2),  # more than the largest group, not than all together
        (2, 2, 0, 1),
        (0, 0, 4, 4),  # the stacking limit comes first
        (0, 0, 7, 4),
        (3, 1, 4, 1),
        (0, 1, 4, 4),  # a horde does not keep it away
    ],
)
def test_opponents_next_to_home_are_outnumbered_up_to_the_limit(
    own: int, rome: int, barbarians: int, placed: int
) -> None:
    at = growth(
        {"carthage": 4} | ({"thapsus": own} if own else {}),
        rome={"thapsus": rome} if rome else {"rome": 1},
        barbarians={"thapsus": barbarians} if barbarians else {},
    )
    assert first(at, 9) == ("thapsus", placed, 0)


@pytest.mark.rule("NPCBASE-02")
@pytest.mark.parametrize("own, rome", [(3, 2), (4, 4)])
def test_an_area_in_which_it_can_do_no_more_is_left_to_the_normal_list(own: int, rome: int) -> None:
    at = growth({"carthage": 4, "thapsus": own}, rome={"thapsus": rome})
    assert first(at, 9)[2] > 0


@pytest.mark.rule("NPCBASE-02")
def test_at_sea_two_discs_are_the_limit() -> None:
    assert first(growth({"carthage": 4}, rome={"african_sea": 1}), 9) == ("african_sea", 2, 0)
    assert first(growth({"carthage": 4}, barbarians={"african_sea": 3}), 9) == ("african_sea", 2, 0)


@pytest.mark.rule("NPCBASE-02", "NPC-89")
def test_without_discs_enough_to_match_them_it_goes_on_with_the_list() -> None:
    at = growth({"carthage": 4}, barbarians={"thapsus": 3})
    assert first(at, 2)[2] > 0
    assert first(at, 3) == ("thapsus", 3, 0)


@pytest.mark.rule("NPCBASE-02")
def test_the_home_comes_first_and_farther_areas_do_not_count() -> None:
    at = growth({"carthage": 3, "thapsus": 3}, rome={"saldae": 1}, barbarians={"numidia": 1})
    assert orders(at, "carthage", 3, enemies=("rome",)) == [("carthage", 1, -1), ("saldae", 2, 0)]
    at = growth({"carthage": 4, "thapsus": 3, "saldae": 1}, barbarians={"numidia": 1})
    assert first(at, 3)[2] > 0


@pytest.mark.rule("NPCBASE-02", "NPC-06")
@pytest.mark.parametrize(("cards", "area"), [((9, 70), "Thapsus"), ((70, 9), "Saldae")])
def test_between_several_areas_the_usual_tie_procedure_decides(cards: tuple[int, int], area: str) -> None:
    at = growth({"carthage": 4}, rome={"saldae": 1, "thapsus": 1})
    pos = look(at, "carthage", enemies=("rome",))
    ranks = sorted(("saldae", "thapsus"), key=lambda name: pos.board.competition_rank[at.area(name)])
    shown = cards if ranks == ["saldae", "thapsus"] else cards[::-1]
    legal = placements(at.s, pos.me) & room(at.s, pos.me)
    found = next_order(Placement(pos, Ties("B", Fixed(*shown))), legal, 6)
    assert isinstance(found, Order) and (pos.name(found.area), found.n) == (area, 2)


@pytest.mark.rule("NPCBASE-02")
def test_another_npc_next_to_its_home_is_an_opponent_too() -> None:
    at = growth({"thessaly": 2}, SECOND, mycenae={"mycenae": 4})
    assert first(at, 9, "mycenae") == ("thessaly", 3, 0)


@pytest.mark.rule("NPCBASE-01", "NPCBASE-02")
def test_it_guards_only_where_it_may_place() -> None:
    at = growth({"carthage": 2, "saldae": 1}, barbarians={"thapsus": 1})
    assert first(at, 5, areas=("thapsus", "saldae")) == ("thapsus", 2, 0)
    assert first(at, 5, areas=("saldae",))[2] > 0


# ---------------------------------------------------------------------------- starting discs


def setup(game: Game, words: str = "") -> list[tuple[str, str, str]]:
    """NPCs set up: (kind, answer, reason)."""
    told, at = [], Table(game)
    npcs = [NPC(words, seat) for seat in range(game.state.world.n_seats)]
    while game.state.phase == "setup":
        told += play_on(at, *npcs, limit=1)
    return told


def with_placement() -> list[Scenario]:
    return [s for s in map(load_scenario, scenarios()) if s.setup.placement]


@pytest.mark.rule("NPC-93", "DSET-07d")
@pytest.mark.parametrize("words", ["A", "B"])
def test_it_places_starting_discs_wherever_it_sits(words: str) -> None:
    for scenario in with_placement():
        seats = range(scenario.players)
        for npcs in chain.from_iterable(combinations(seats, n) for n in range(1, len(seats) + 1)):
            told = setup(Game.new(scenario.id, seed=len(npcs), options={"npcs": npcs}), words)
            assert all(reason and not reason.startswith("no rule") for _, _, reason in told)


def test_starting_discs_follow_the_priorities_of_an_npc_without_enemies() -> None:
    rules = {}
    for scenario in (PUNIC, HOST[PUNIC]):
        told = setup(Game.new(scenario, seed=0))
        rules[scenario] = [reason.partition(":")[0] for kind, _, reason in told if kind == "starting_disc"]
    assert rules[PUNIC] == ["NPCBASE-01", "NPC-101", "NPC-118"]
    assert rules[HOST[PUNIC]] == ["NPC-98", "NPC-101", "NPC-118"]


def test_a_starting_disc_goes_somewhere_even_if_no_priority_applies() -> None:
    at = Table(Game.new(PUNIC)).skip_until("starting_disc", "carthage")
    seas = [area_action(at.area("african_sea")), area_action(at.area("saldic_sea"))]  # it is there already
    assert set(seas) <= set(at.game.legal_actions())
    action, reason = NPC().explain(at.game.view(1), at.game.decision, seas)
    assert action in seas and reason == "NPC-04: no priority applies, so all are equal"


@pytest.mark.rule("NPC-15")
@pytest.mark.parametrize("scenario", ["basic_4p", "four_civs_a"])
def test_the_setup_determines_no_primary_enemy(scenario: str) -> None:
    for seed in range(4):
        game = Game.new(scenario, seed=seed)
        npcs = [NPC("", seat) for seat in range(4)]
        at = Table(game)
        while game.state.phase == "setup":
            play_on(at, *npcs, limit=1)
        for seat, npc in enumerate(npcs):
            seen = game.view(seat)
            assert npc.position(seen, seat).enemies == NPC("", seat).position(seen, seat).enemies


# ------------------------------------------------------------------------ the Punic Wars alone


@pytest.mark.rule("PUNIC-04", "PUN2-04", "CAES-08", "ANT-09", "SGOLD-01")
@pytest.mark.parametrize(
    ("scenario", "owners"),
    [
        (PUNIC, ("rome", "carthage")),
        (SECOND, ("rome", "mycenae", "carthage")),
        (CAESAR, ("rome",)),
        (ANTONY, ("rome", "egypt")),
    ],
)
def test_every_home_has_one_gold_under_a_disc_of_its_owner(scenario: str, owners: tuple[str, ...]) -> None:
    at = Table(Game.new(scenario, seed=2))
    while at.s.phase == "setup":
        assert all(at.s.discs[owner][area] for area, (owner, _) in at.s.gold.items())
        play_on(at, limit=1)
    assert at.s.gold == {at.area(name): (at.faction(name), 1) for name in owners}
    assert all(at.discs(name, name) >= 2 for name in owners)


@pytest.mark.parametrize("scenario", SOLO)
def test_apart_from_gold_and_npcs_they_are_the_scenarios_for_several_players(scenario: str) -> None:
    alone, host = (msgspec.to_builtins(load_scenario(name)) for name in (scenario, HOST[scenario]))
    for own in ("npcs", "npc", "id", "title", "special"):
        assert alone.pop(own) != host.pop(own)
    assert alone["setup"].pop("gold") and not host["setup"].pop("gold")
    assert alone == host


@pytest.mark.rule("GOLD-02")
@pytest.mark.parametrize(
    ("gold", "message"),
    [
        ({"etruria": {"owner": "rome"}}, "setup.gold.etruria.owner: rome has no disc there (GOLD-02)"),
        ({"rome": {"owner": "carthage"}}, "setup.gold.rome.owner: carthage has no disc there (GOLD-02)"),
        ({"gallia": {"owner": "gaul"}}, "setup.gold.gallia.owner: gaul has no disc there (GOLD-02)"),
    ],
)
def test_before_a_placement_gold_lies_only_in_the_home_of_its_owner(
    gold: dict[str, Any], message: str, tmp_path: Path
) -> None:
    content = read_yaml(None, f"scenarios/{PUNIC}.yaml")[1]
    content["setup"]["gold"] = gold
    file = tmp_path / "gold.yaml"
    file.write_text(yaml.safe_dump(content), encoding="utf-8")
    with pytest.raises(DataError) as error:
        parse_scenario(file)
    assert str(error.value) == f"{file}: {message}"


@pytest.mark.rule("PUNIC-05", "PUN2-05", "CAES-09", "ANT-10", "NPC-08")
@pytest.mark.parametrize(
    ("scenario", "options", "npcs", "enemies"),
    [
        (PUNIC, {}, 0b10, [0b10, 0b01]),
        (PUNIC, {"npcs": [0]}, 0b01, [0b10, 0b01]),
        (SECOND, {}, 0b110, [0b110, 0b001, 0b001]),  # not of each other
        (CAESAR, {}, 0b10, [0b10, 0b01]),
        (CAESAR, {"npcs": [0]}, 0b01, [0b10, 0b01]),
        (ANTONY, {"npcs": [0]}, 0b01, [0b10, 0b01]),
    ],
)
def test_npcs_are_always_the_players_enemies(
    scenario: str, options: dict[str, Any], npcs: int, enemies: list[int]
) -> None:
    game = Game.new(scenario, options=options)
    assert game.state.world.npcs == npcs
    play_on(Table(game), limit=150)  # nothing changes that
    assert game.view(0).enemies == enemies


@pytest.mark.rule("PUNIC-05")
def test_rome_can_be_the_npc_and_guards_its_home() -> None:
    at = table(
        options={"npcs": [0]}, phase="growth", rome={"discs": {"rome": 2}}, carthage={"discs": {"umbria": 1}}
    )
    assert orders(at, "rome", 4, enemies=("carthage",)) == [("rome", 2, -1), ("umbria", 2, 0)]


@pytest.mark.rule("CAES-10")
def test_pompey_as_npc_is_at_home_in_rome() -> None:
    at = table(CAESAR, options={"npcs": [0]}, phase="growth", rome={"discs": {"rome": 2}}, gaul={})
    assert orders(at, "rome", 2, enemies=("gaul",)) == [("rome", 2, -1)]


@pytest.mark.rule("CAES-11")
@pytest.mark.parametrize(
    ("rome", "home"),
    [({"rome": 1}, "gallia"), ({"umbria": 1}, "rome")],  # shared with Pompey; Controlled
)
def test_caesar_as_npc_is_at_home_in_rome_once_he_has_captured_it(rome: dict[str, int], home: str) -> None:
    at = table(CAESAR, phase="growth", gaul={"discs": {"gallia": 2, "rome": 2}}, rome={"discs": rome})
    assert first(at, 2, "gaul") == (home, 2, -1)


@pytest.mark.rule("CAES-11")
def test_rome_stays_the_home_of_caesar_while_it_is_contested_until_he_has_lost_it() -> None:
    at = table(
        CAESAR, phase="growth", gaul={"discs": {"gallia": 2, "rome": 2}}, rome={"discs": {"umbria": 3}}
    )
    gaul, pompey, rome = at.faction("gaul"), at.faction("rome"), at.area("rome")
    place(at.s, pompey, rome, "deploy")
    assert first(at, 2, "gaul") == ("rome", 2, -1)  # merely Contested
    assert table_of(at).s.home[gaul] == 1 << rome
    remove(at.s, gaul, rome, "competition")
    assert at.s.home[gaul] == 1 << rome
    remove(at.s, gaul, rome, "competition")
    assert first(at, 2, "gaul") == ("gallia", 2, -1)  # lost again
    for _ in range(3):
        place(at.s, gaul, rome, "deploy")
    assert first(at, 2, "gaul") == ("gallia", 2, -1)  # he is there, but Pompey as well
    remove(at.s, pompey, rome, "competition")
    assert first(at, 1, "gaul") == ("rome", 1, -1)  # captured


@pytest.mark.rule("CAES-11")
def test_without_npcs_nobody_moves_home() -> None:
    at = table(HOST[CAESAR], phase="growth", gaul={"discs": {"rome": 2}}, rome={"discs": {"umbria": 3}})
    assert at.s.home[at.faction("gaul")] == 1 << at.area("gallia")


def table_of(at: Table) -> Table:
    """The same position, written and read."""
    return Table(Game.from_dict(at.game.to_dict()))


@pytest.mark.rule("CAES-06", "NPC-126")
@pytest.mark.parametrize(("rome", "spent"), [({"rome": 3}, 1), ({"umbria": 3}, 2)])
def test_in_the_capital_it_counts_the_extra_card(rome: dict[str, int], spent: int) -> None:
    """One in hand, three to draw and one more in Rome: a seventh is never bought."""
    at = table(
        CAESAR, options={"npcs": [0]}, phase="evaluation", turn=1, order=["rome", "gaul"],
        rome={"discs": {**rome, "apulia": 3, "sardinia": 2}, "hand": [7], "treasury": 5},
        gaul={"discs": {"gallia": 3, "aquitania": 2, "massilia": 2}},
    )  # fmt: skip
    at.skip_until("talents_to_spend", "rome")
    assert answer(at) == (f"number {spent}", "NPC-126: draws up to six cards, never a seventh")


@pytest.mark.rule("ANT-11")
@pytest.mark.parametrize(("npc", "home"), [(0, "rome"), (1, "egypt")])
def test_antony_and_cleopatra_are_at_home_where_they_begin(npc: int, home: str) -> None:
    given: dict[str, Any] = {"rome": {"discs": {"rome": 2}}, "egypt": {"discs": {"egypt": 2}}}
    at = table(ANTONY, options={"npcs": [npc]}, phase="growth", **given)
    other = "egypt" if npc == 0 else "rome"
    assert orders(at, home, 2, enemies=(other,)) == [(home, 2, -1)]


def conquered(scenario: str, **discs: dict[str, int]) -> Table:
    """The end of a Competition Phase without any fight."""
    given = {name: {"discs": there} for name, there in discs.items()}
    return table(scenario, **moment("competition phase"), **given)


@pytest.mark.rule("PUNIC-03", "PUN2-03")
@pytest.mark.parametrize(
    ("scenario", "winner", "other_home"),
    [
        (PUNIC, "rome", "carthage"),
        (PUNIC, "carthage", "rome"),
        (SECOND, "rome", "mycenae"),
        (SECOND, "mycenae", "rome"),
        (SECOND, "carthage", "mycenae"),
    ],
)
def test_npcs_win_at_once_like_the_player(scenario: str, winner: str, other_home: str) -> None:
    at = conquered(scenario, **{winner: {winner: 1, other_home: 1}})
    assert at.game.over and at.game.winners == [at.faction(winner)]
    at = conquered(scenario, **{winner: {winner: 1}, other_home: {other_home: 1}})
    assert not at.events("conquest") and not at.game.over


# ------------------------------------------------------------------------ Gold in these wars


def gold(area: str = "rome", owner: str = "rome") -> list[dict[str, Any]]:
    return [{"area": area, "owner": owner, "discs": 1}]


@pytest.mark.rule("NPCBASE-03", "SGOLD-02")
def test_a_card_takes_one_disc_from_a_city_on_gold() -> None:
    at = table(
        phase="cards", gold=gold(), order=["carthage", "rome"], rome={"discs": {"rome": 3}, "hand": [7]},
        carthage={"discs": {"carthage": 3}, "hand": [LOCAL_FAMINE, PHILOSOPHER]},
    )  # fmt: skip
    at.do(f"#{LOCAL_FAMINE}", "lose")
    assert at.discs("rome", "rome") == 2 and not at.can("lose")


@pytest.mark.rule("NPCBASE-03", "SGOLD-03")
def test_competition_takes_the_last_disc_on_gold() -> None:
    at = table(phase="competition", gold=gold(), rome={"discs": {"rome": 1}}, carthage={"discs": {"rome": 4}})
    at.skip_until("deploy")
    assert at.discs("rome", "rome") == 0 and at.events("gold_looted")


@pytest.mark.rule("NPCBASE-03", "SGOLD-04")
def test_the_traitor_ignores_gold() -> None:
    at = table(
        phase="competition", gold=gold("thapsus", "carthage"), carthage={"discs": {"thapsus": 3}},
        rome={"discs": {"thapsus": 1}, "hand": [TRAITOR]},
    )  # fmt: skip
    assert at.do(f"#{TRAITOR}").discs("carthage", "thapsus") == 0


@pytest.mark.rule("NPCBASE-03", "SGOLD-05")
def test_npcs_loot_the_gold_of_the_player_but_not_of_each_other() -> None:
    at = table(
        SECOND, **moment("competition phase"),
        gold=[*gold(), *gold("carthage", "carthage")], mycenae={"discs": {"rome": 1, "carthage": 1}},
    )  # fmt: skip
    told = [describe_event(at.s, event) for event in at.events("gold_looted")]
    assert told == ["Mycenae loots Gold of Rome in Rome"]
    assert (at.of("vp", "mycenae"), at.of("treasury", "mycenae")) == (4, 1)


# ------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("scenario", SOLO)
@pytest.mark.parametrize("words", ["A", "B"])
def test_games_of_npcs_end(scenario: str, words: str) -> None:
    for seed in range(4):
        game = Game.new(scenario, seed=seed)
        told = play_on(
            Table(game), *(NPC(words, seat) for seat in range(game.state.world.n_seats)), limit=9000
        )
        assert game.over and game.winners
        assert all(0 <= vp < 150 for vp in game.state.vp)
        assert not [reason for _, _, reason in told if not reason or reason.startswith("no rule")]
        assert {"NPCBASE-01", "NPCBASE-02"} <= {reason.partition(":")[0] for _, _, reason in told}


@pytest.mark.parametrize(
    ("scenario", "npcs"),
    [(PUNIC, [1]), (PUNIC, [0]), (SECOND, [1, 2]), (HOST[SECOND], [1, 2]), (CAESAR, [1]), (ANTONY, [0])],
)
def test_games_against_npcs_end(scenario: str, npcs: list[int]) -> None:
    for seed in range(3):
        game = Game.new(scenario, seed=seed, options={"npcs": npcs})
        players = [
            make_player("npc" if seat in npcs else "greedy", seat) for seat in range(game.state.world.n_seats)
        ]
        while not game.over:
            game.apply(players[game.seat].act(game.view(game.seat), game.decision, game.legal_actions()))
        assert game.winners and all(0 <= vp < 150 for vp in game.state.vp)


# ------------------------------------------------------------------------------- environments


def test_the_player_alone_is_an_agent_of_the_environment() -> None:
    env = acis_v0.raw_env(scenario=PUNIC, players={"player_1": "npc"})
    env.reset(seed=5)
    assert env.agents == ["player_0"]
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            assert terminated and reward in (-1.0, 0.0, 1.0)
        env.step(None if terminated or truncated else int(info["action_mask"].argmax()))
        assert agent == "player_0"


@pytest.mark.parametrize(
    ("scenario", "seat", "options"), [(PUNIC, 0, {}), (PUNIC, 1, {"npcs": [0]}), (SECOND, 0, {})]
)
def test_one_learner_against_npcs(scenario: str, seat: int, options: dict[str, Any]) -> None:
    env = AcisGym(scenario=scenario, opponents="npc", seat=seat, options=options)
    env.reset(seed=5)
    over = False
    while not over:
        _, _, over, truncated, _ = env.step(int(env.action_masks().argmax()))
        assert not truncated


@pytest.mark.rule("EX-37", "DSET-07b", "DSET-09")
@pytest.mark.parametrize("words", ["A", "B"])
def test_celt_iberia_starts_with_pairs_in_five_areas_around_its_home(words: str) -> None:
    game = Game.new(
        "three_west", seed=2, options={"civilizations": ["celt_iberia", "carthage", "rome"], "npcs": [0, 1]}
    )
    at = Table(game)
    npcs = [NPC(words, seat) for seat in range(3)]
    while game.state.phase == "setup":
        play_on(at, *npcs, limit=1)
    discs = game.state.discs[at.faction("celt_iberia")]
    there = {area.id: n for area, n in zip(game.state.world.board.areas, discs, strict=True) if n}
    assert there.pop("celt_iberia") == 2
    assert len(there) == 5 and set(there.values()) == {2}
    around = game.state.world.board.neighbours[at.area("celt_iberia")] & game.state.world.board.land
    assert all(around >> at.area(area) & 1 for area in there)
