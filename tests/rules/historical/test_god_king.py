"""God-King of Egypt: setup, Gold, High Priest and Architect, Tributaries, Invaders, the end (EGY)."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import EVENTS, Table, moment, position
from invariants import check_all, check_rest
from random_play import random_game

from acis_rules import Game
from acis_rules.kernel.bits import members
from acis_rules.kernel.machine import do_step, run
from acis_rules.table.terms import controlled, dominated, room
from acis_rules.variants.unions import barred_by_colour, colour_there

SOLO = "god_king"
VERSIONS = ["god_king", "god_king_2p_1", "god_king_2p_2", "god_king_3p"]
EGYPT, HITTITES, SEA, TRIBUTARIES = range(4)
HIGH_PRIEST, ARCHITECT, EARTHQUAKE = 44, 41, 1
DECK = [*EVENTS, *(card for card in range(1, 104) if card not in (*EVENTS, HIGH_PRIEST, ARCHITECT))]


RESERVE = [{"card": card, "owner": EGYPT, "discs": 1} for card in (HIGH_PRIEST, ARCHITECT)]


def discs(t: Table, who: str) -> dict[str, int]:
    """The discs of a faction by area."""
    row = t.s.discs[t.faction(who)]
    return {area.id: n for area, n in zip(t.s.world.board.areas, row, strict=True) if n}


def king(name: str, *about: Any, then: tuple[Any, ...] = (), **given: Any) -> Table:
    """A moment of the game; who is not mentioned has a disc at home."""
    given = {
        "reserve": [] if HIGH_PRIEST in given.get("discard", ()) else RESERVE,
        "egypt": {"discs": {"egypt": 1}},
        "hittites": {"discs": {"troy": 1}},
        "sea_peoples": {"discs": {"minos": 1}},
        "tributaries": {},
    } | given
    return position(SOLO, **moment(name, *about, then=then), **given)


# ------------------------------------------------------------------------------------------- setup


@pytest.mark.rule("EGY-S01")
def test_the_map_ends_at_its_own_line() -> None:
    board = Game.new(SOLO).state.world.board
    names = {area.id for i, area in enumerate(board.areas) if board.in_play >> i & 1}
    assert not {"leptis", "gulf_of_leptis", "sea_of_sicily", "gulf_of_taranto", "ionian_sea"} & names
    assert not {"laconia", "mycenae", "aegean_sea", "thracian_sea"} & names
    assert not {"macedon", "thessaly", "illyria", "rome"} & names
    assert {"trojan_sea", "myrtoan_sea", "central_mediterranean", "sirt", "egypt", "troy"} <= names


@pytest.mark.rule("EGY-S02", "EGY-S03")
def test_the_player_runs_egypt_and_its_ally_against_two_npcs() -> None:
    world = Game.new(SOLO).state.world
    assert world.player == (0, 1, 2, 0) and world.npcs == 1 << HITTITES | 1 << SEA
    s = Game.new(SOLO).state
    assert s.enemies[HITTITES] == s.enemies[SEA] == 1 << EGYPT | 1 << TRIBUTARIES
    assert not world.hostility  # no peace is ever made


@pytest.mark.rule("EGY-S04", "EGY-S05", "EGY-S06", "EGY-S07", "EGY-S08", "EGY-S09", "EGY-S10")
@pytest.mark.parametrize("scenario", VERSIONS)
def test_the_setup(scenario: str) -> None:
    t = Table(Game.new(scenario, 1))
    s = t.s
    assert discs(t, "egypt") == {
        "egypt": 3,
        "kush": 3,
        "nile_delta": 3,
        "sinai": 2,
        "egyptian_sea": 2,
        "red_sea": 2,
    }
    assert discs(t, "tributaries") == dict.fromkeys(("tyre", "al_mina", "phoenicia"), 3) | dict.fromkeys(
        ("citium", "salamis", "gulf_of_sidon", "strait_of_al_mina", "levantine_sea"), 1
    )
    assert discs(t, "sea_peoples") == {"minos": 3, "kydonia": 3} | dict.fromkeys(
        ("myrtoan_sea", "minoan_sea", "central_mediterranean", "eastern_mediterranean"), 1
    )
    assert discs(t, "hittites") == {"troy": 3, "carchemish": 3, "phrygia": 3} | dict.fromkeys(
        ("ionia", "lydia", "cilicia", "tarsus"), 1
    )
    assert discs(t, "barbarians") == dict.fromkeys(("libya", "petra", "palmyra", "canaan", "hamath"), 2) | (
        dict.fromkeys(("sirt", "marmarica", "cyrenaica"), 1)
    )
    gold = {t.s.world.board.areas[area].id: owner for area, (owner, _) in s.gold.items()}
    assert gold == dict.fromkeys(("egypt", "kush", "nile_delta"), EGYPT) | dict.fromkeys(
        ("tyre", "al_mina", "phoenicia"), TRIBUTARIES
    )
    assert s.treasury[EGYPT] == 3 and s.order == [HITTITES, SEA, EGYPT]
    pyramid = s.wonders[0]
    assert (pyramid.owner, pyramid.area, pyramid.discs) == (EGYPT, t.area("egypt"), 5)
    assert s.reserve == {HIGH_PRIEST: (EGYPT, 1), ARCHITECT: (EGYPT, 1)}
    assert s.supply[:4] == [50 - 24, 50 - 2 - 13, 50 - 2 - 10, 50 - 14]
    displays = [s.world.civilization(s, f).id for f in range(4)]
    assert displays == ["egypt", "troy", "minos", ""]
    colours = [block.colour for block in s.world.scenario.factions]
    assert colours == ["purple", "green", "red", "blue"]


@pytest.mark.rule("EGY-S11")
def test_three_cards_each_of_nine_without_events() -> None:
    for seed in range(20):
        s = Game.new(SOLO, seed).state
        assert [hand.bit_count() for hand in s.hand] == [3, 3, 3, 0]
        assert len(s.deck) == 103 - 2 - 9 and not {HIGH_PRIEST, ARCHITECT} & set(s.deck)
    assert s.world.scenario.set_aside == 9


@pytest.mark.rule("EGY-01")
def test_epochs_one_to_three_with_the_usual_checks() -> None:
    clock = Game.new(SOLO).state.world.scenario.clock
    assert (clock.first_epoch, clock.last_epoch, clock.turns) == (1, 3, 4)
    assert clock.sudden_end == {2: "2", 3: "23"}


# -------------------------------------------------------------------------------------------- Gold


@pytest.mark.rule("EGY-02a")
def test_gold_of_tributaries_pays_in_every_victory_count() -> None:
    t = king("victory count", tributaries={"discs": {"tyre": 1, "phoenicia": 1, "citium": 1}},
             gold=[{"area": "tyre", "owner": TRIBUTARIES, "discs": 1},
                   {"area": "phoenicia", "owner": TRIBUTARIES, "discs": 1},
                   {"area": "egypt", "owner": EGYPT, "discs": 1},
                   {"area": "al_mina", "owner": TRIBUTARIES, "discs": 1}])  # fmt: skip
    assert t.of("vp", "egypt") == 2 and t.of("treasury", "egypt") == 2


@pytest.mark.rule("EGY-02b")
def test_gold_under_both_colours_scores_at_the_end_of_an_epoch() -> None:
    gold = [{"area": a, "owner": TRIBUTARIES, "discs": 1} for a in ("tyre", "al_mina", "phoenicia")]
    t = king("epoch vp", tributaries={"discs": {"tyre": 1, "phoenicia": 1}},
             gold=[*gold, {"area": "egypt", "owner": EGYPT, "discs": 1}])  # fmt: skip
    assert sum(e.n for e in t.events("vp") if e.cause == "scenario" and e.faction == EGYPT) == 3
    assert t.of("treasury", "egypt") == 0


@pytest.mark.rule("EGY-02c")
def test_gold_of_tributaries_gives_cards_and_talents_at_the_end_of_an_epoch() -> None:
    gold = [{"area": a, "owner": TRIBUTARIES, "discs": 1} for a in ("tyre", "al_mina", "phoenicia")]
    t = king("lose talents", then=("new hands",), tributaries={"discs": {"tyre": 1, "phoenicia": 1}},
             gold=gold,
             egypt={"discs": {"egypt": 1}, "treasury": 4, "epoch_draw": 5}, deck=DECK)  # fmt: skip
    drawn = sum(e.n for e in t.events("drew") if e.faction == EGYPT)
    assert drawn == 7 and t.of("treasury", "egypt") == 2  # those come after the old ones are lost


@pytest.mark.rule("EGY-02d")
def test_the_hand_limit_of_egypt_holds_at_the_end_of_its_draw() -> None:
    hand = [1, 3, 4, 5, 6, 93]
    t = king("card phase", egypt={"discs": {"egypt": 1}, "hand": hand}, order=[EGYPT, HITTITES, SEA],
             deck=[card for card in DECK if card not in hand])  # fmt: skip
    t.do("Philosopher")
    assert t.kind == "card_action" and len(t.hand("egypt")) == 7
    t = king("draw step", egypt={"discs": {"egypt": 1}, "hand": hand}, order=[EGYPT, HITTITES, SEA],
             deck=[card for card in DECK if card not in hand])  # fmt: skip
    assert t.asked("hand_limit", "egypt")


# ------------------------------------------------------------------------ High Priest and Architect


@pytest.mark.rule("EGY-03a", "EGY-03c")
def test_the_architect_is_played_from_the_table() -> None:
    rich = {"discs": {"egypt": 3, "kush": 3, "nile_delta": 3}, "treasury": 2}
    t = king("card phase", egypt=rich, order=[EGYPT, HITTITES, SEA], deck=DECK)
    assert t.can("Architect") and not t.hand("egypt")
    before = t.of("supply", "egypt")
    t.do("Architect", "Lighthouse", "kush", "talent", "egypt")
    assert ARCHITECT in t.s.discard and ARCHITECT not in t.s.reserve
    lighthouse = next(w for w in t.s.wonders if w.owner == EGYPT)
    assert t.of("supply", "egypt") == before + 2 - lighthouse.discs  # a disc of Kush, and that on the card


@pytest.mark.rule("EGY-03a", "EGY-03c")
def test_the_high_priest_negates_from_the_table() -> None:
    t = king(
        "card phase",
        hittites={"discs": {"troy": 1}, "hand": [93]},
        order=[HITTITES, SEA, EGYPT],
        deck=[card for card in DECK if card != 93],
    )
    t.do("Philosopher")
    assert t.asked("negate", "egypt") and t.can("High Priest")
    t.do("High Priest")
    assert HIGH_PRIEST not in t.s.reserve and t.events("negated") and not t.hand("hittites")


@pytest.mark.rule("EGY-03b", "EGY-03c")
def test_they_are_discarded_to_save_discs() -> None:
    t = king(
        "sea domination",
        egypt={"discs": {"egypt": 1, "egyptian_sea": 1}},
        sea_peoples={"discs": {"egyptian_sea": 2, "nile_delta": 1, "libya": 1, "sinai": 1, "citium": 1}},
        deck=DECK,
    )
    assert t.asked("loss", "egypt") and t.can("High Priest") and t.can("Architect")
    before = t.of("supply", "egypt")
    t.do("Architect")
    assert t.discs("egypt", "egyptian_sea") == 1 and t.of("supply", "egypt") == before + 1
    assert ARCHITECT in t.s.discard


@pytest.mark.rule("EGY-03d")
def test_an_npc_that_draws_one_later_gives_it_to_egypt() -> None:
    deck = [card for card in DECK if card not in (1, 3, 4)]
    t = king("draw step", order=[HITTITES, SEA, EGYPT], deck=[*deck, 1, 3, ARCHITECT, 4],
             discard=[HIGH_PRIEST],
             then=("turn order",))  # fmt: skip
    assert ARCHITECT in t.hand("egypt") and ARCHITECT not in t.hand("hittites")
    assert len(t.hand("hittites")) >= 3


# -------------------------------------------------------------------------------------- Tributaries


@pytest.mark.rule("EGY-04a", "EGY-04b", "EGY-04c")
def test_the_area_decides_the_colour_of_a_disc() -> None:
    t = king(
        "deploy",
        EGYPT,
        egypt={"discs": {"nile_delta": 2}, "ready": 4},
        tributaries={"discs": {"tyre": 1, "gulf_of_sidon": 1}},
    )
    purple, blue = t.of("supply", "egypt"), t.of("supply", "tributaries")
    t.do("tyre")
    assert discs(t, "tributaries")["tyre"] == 2 and "tyre" not in discs(t, "egypt")
    assert (t.of("ready", "egypt"), t.of("supply", "egypt")) == (3, purple + 1)
    assert t.of("supply", "tributaries") == blue - 1
    t.do("nile_delta")
    assert discs(t, "egypt")["nile_delta"] == 3 and t.of("ready", "egypt") == 2
    check_all(t.game)


@pytest.mark.rule("EGY-04a", "EGY-04b")
def test_without_room_or_discs_nobody_joins_the_tributaries() -> None:
    t = king(
        "evaluation", egypt={"discs": {"nile_delta": 2}}, tributaries={"discs": {"tyre": 3, "citium": 1}}
    )
    t.s.phase = "evaluation"
    tyre, citium = 1 << t.area("tyre"), 1 << t.area("citium")
    assert not room(t.s, EGYPT) & tyre and room(t.s, EGYPT) & citium  # 3 discs are the limit
    assert room(t.s, TRIBUTARIES) == citium
    t.s.supply[TRIBUTARIES] = 0
    assert not room(t.s, EGYPT) & (tyre | citium) and room(t.s, EGYPT) >> t.area("sinai") & 1


@pytest.mark.rule("EGY-04d")
def test_egypt_pays_for_blue_discs() -> None:
    t = king("sea domination", egypt={"discs": {"egypt": 1}, "treasury": 1},
             tributaries={"discs": {"gulf_of_sidon": 1}},
             sea_peoples={"discs": {"gulf_of_sidon": 2, "tyre": 1, "phoenicia": 1, "citium": 1, "salamis": 1,
                                    "levantine_sea": 1, "al_mina": 1, "sinai": 1}})  # fmt: skip
    assert t.asked("loss", "egypt")
    t.do("talent")
    assert t.discs("tributaries", "gulf_of_sidon") == 1 and t.of("treasury", "egypt") == 0


@pytest.mark.rule("EGY-04e")
def test_blue_discs_chain_and_dominate_seas_and_count_for_nothing_else() -> None:
    t = king("deploy", EGYPT, egypt={"discs": {"kush": 1}, "ready": 2},
             tributaries={"discs": {"al_mina": 3}})  # fmt: skip
    assert t.can("carchemish") or t.can("hamath")  # next to blue discs only
    assert controlled(t.s, EGYPT) == 1 << t.area("kush")
    lands = ("tyre", "phoenicia", "citium", "sinai", "nile_delta")
    own = {"sinai": 1, "nile_delta": 1, "gulf_of_sidon": 1}
    shared = king("deploy", EGYPT, egypt={"discs": own, "ready": 1},
                  tributaries={"discs": dict.fromkeys(lands[:3], 1)})  # fmt: skip
    sea = shared.area("gulf_of_sidon")
    assert dominated(shared.s, EGYPT) >> sea & 1
    alone = king("deploy", EGYPT, egypt={"discs": {"gulf_of_sidon": 1}, "ready": 1})
    assert not dominated(alone.s, EGYPT) >> sea & 1


# ----------------------------------------------------------------------------------------- Invaders


@pytest.mark.rule("EGY-05")
@pytest.mark.parametrize(("invader", "home"), [(HITTITES, "ionia"), (SEA, "kydonia")])
def test_npc_invaders_grow_by_four_at_least(invader: int, home: str) -> None:
    names = ["egypt", "hittites", "sea_peoples"]
    given: dict[str, Any] = {names[invader]: {"discs": {home: 1}}}
    t = king("acquisition", invader, **given)
    assert t.s.ready[invader] == 4
    t = king("acquisition", EGYPT)
    assert t.s.ready[EGYPT] >= 3


@pytest.mark.rule("EGY-07")
def test_invaders_build_no_wonders() -> None:
    rich = {"treasury": 9, "discs": {"troy": 3, "phrygia": 3, "ionia": 3}}
    for scenario in VERSIONS:
        t = position(scenario, **moment("card phase"), hittites=rich, order=[HITTITES, EGYPT, SEA],
                     egypt={"discs": {"egypt": 3, "kush": 3, "sinai": 3}, "treasury": 9})  # fmt: skip
        assert not t.asked("card_action", "hittites") or not t.can("Colossus")
        if t.asked("card_action", "hittites"):
            t.do("pass")
        assert t.asked("card_action", "egypt") and t.can("Colossus")


@pytest.mark.rule("EGY-08")
def test_a_bonus_card_for_npc_invaders() -> None:
    t = king("draw step", order=[HITTITES, SEA, EGYPT], deck=DECK, then=("turn order",),
             sea_peoples={"discs": {"minos": 1}, "treasury": 1})  # fmt: skip
    while t.kind == "talents_to_spend":
        t.do(0)
    drawn = {f: sum(e.n for e in t.events("drew") if e.faction == f) for f in range(3)}
    assert drawn == {HITTITES: 4, SEA: 3, EGYPT: 3}


@pytest.mark.rule("EGY-09a", "EGY-09c")
@pytest.mark.parametrize(
    ("hittites", "egypt", "tributaries", "returns"),
    [
        ({"discs": {}}, {"discs": {"egypt": 1}}, {}, True),
        ({"discs": {"troy": 2}, "vp": 1}, {"discs": {"egypt": 2}, "vp": 2}, {"discs": {"tyre": 1}}, True),
        ({"discs": {"troy": 3}, "vp": 1}, {"discs": {"egypt": 2}, "vp": 2}, {"discs": {"tyre": 1}}, False),
        ({"discs": {"troy": 2}, "vp": 2}, {"discs": {"egypt": 2}, "vp": 2}, {"discs": {"tyre": 1}}, False),
        ({"discs": {}, "aeneas_used": 1}, {"discs": {"egypt": 1}}, {}, False),  # once in a game
    ],
)
def test_a_weaker_invader_begins_anew(
    hittites: dict[str, Any], egypt: dict[str, Any], tributaries: dict[str, Any], returns: bool
) -> None:
    t = king("growth phase", hittites=hittites, egypt=egypt, tributaries=tributaries,
             order=[HITTITES, SEA, EGYPT])  # fmt: skip
    assert bool(t.events("aeneas")) == returns
    if returns:
        while t.kind == "starting_disc":
            t.game.apply(t.game.legal_actions()[0])
        placed = [e for e in t.events("placed") if e.cause == "aeneas"]
        assert len(placed) == 12 and placed[0].area == t.area("phrygia")
        assert t.discs("hittites", "phrygia") >= 2 and t.discs("barbarians", "troy") == hittites["discs"].get(
            "troy", 0
        )
        assert t.s.aeneas_used[HITTITES] == 1


@pytest.mark.rule("EGY-09a")
def test_it_stays_in_the_game_whatever_was_agreed_about_aeneas() -> None:
    t = king("card phase", hittites={"discs": {"troy": 2}, "aeneas_used": 1}, egypt={"discs": {"egypt": 2}},
             options={"aeneas_uses": 0})  # fmt: skip
    assert not t.s.absent and HITTITES in t.s.order


@pytest.mark.rule("EGY-09a", "OPT-11", "OPT-12")
@pytest.mark.parametrize(
    ("uses", "used", "returns"), [(0, 0, False), (1, 0, True), (1, 1, False), (2, 1, True), (2, 2, False)]
)
def test_an_invader_begins_anew_as_often_as_is_agreed_on(uses: int, used: int, returns: bool) -> None:
    t = king("growth phase", hittites={"discs": {}, "aeneas_used": used}, order=[HITTITES, SEA, EGYPT],
             options={"aeneas_uses": uses})  # fmt: skip
    assert bool(t.events("aeneas")) == returns and not t.events("left")
    check_rest(t.game)  # it is still in the game


@pytest.mark.rule("EGY-09b")
def test_the_sea_peoples_return_in_the_central_mediterranean() -> None:
    t = king("growth phase", sea_peoples={"discs": {}}, order=[SEA, HITTITES, EGYPT],
             hittites={"discs": {"troy": 3, "phrygia": 3}})  # fmt: skip
    placed = [e for e in t.events("placed") if e.cause == "aeneas"]
    assert placed[0].area == t.area("central_mediterranean")
    while t.kind == "starting_disc":
        t.game.apply(t.game.legal_actions()[0])
    assert t.discs("sea_peoples", "central_mediterranean") == 1
    assert len([e for e in t.events("placed") if e.cause == "aeneas"]) == 12


@pytest.mark.rule("EGY-09c", "DSET-09")
def test_with_too_few_discs_an_invader_chooses_which_neighbours_get_them() -> None:
    t = king("card phase", hittites={"discs": {}}, order=[HITTITES, SEA, EGYPT])
    t.s.phase, t.s.supply[HITTITES] = "growth", 7
    t.s.stack, t.s.question = [("return_first", HITTITES)], None
    run(t.s)
    start = t.area("phrygia")
    around = t.s.world.board.neighbours[start] & t.s.world.board.land
    names = {area.id for n, area in enumerate(t.s.world.board.areas) if around >> n & 1}
    assert t.discs("hittites", "phrygia") == 2 and t.asked("starting_disc", "hittites")
    assert t.options <= names and len(t.options) > 2 and t.game.decision.context["n"] == 5
    one, two, *_ = sorted(t.options)
    t.do(one)
    assert t.can(one)  # two in each
    t.do(one)
    assert not t.can(one) and t.can(two)
    t.do(two, two)
    assert not t.can(one) and not t.can(two) and t.game.decision.context["n"] == 1


@pytest.mark.rule("EGY-09c", "DSET-07d")
def test_the_rest_of_the_returning_discs_grows_each_area_once() -> None:
    t = king("card phase", hittites={"discs": {"phrygia": 2, "ionia": 2}}, order=[HITTITES, SEA, EGYPT])
    t.s.phase, t.s.ready[HITTITES] = "growth", 5
    t.s.stack, t.s.question = [("return_rest", HITTITES, 0, 0)], None
    run(t.s)
    assert t.asked("starting_disc", "hittites") and t.can("phrygia") and t.can("ionia")
    t.do("phrygia")
    assert not t.can("phrygia") and t.can("ionia")
    t.do("ionia")
    assert not t.can("phrygia") and not t.can("ionia") and t.game.decision.context["n"] == 3
    new = min(t.options)
    t.do(new)
    assert t.can(new)  # a second one there
    t.do(new)
    assert not t.can(new)


@pytest.mark.rule("EGY-09c", "DSET-07d")
def test_a_neighbour_with_discs_of_its_own_gets_no_third_one() -> None:
    t = king("card phase", hittites={"discs": {"ionia": 3}, "ready": 30}, order=[HITTITES, SEA, EGYPT])
    do_step(t.s, ("return_neighbours", HITTITES, 2))
    around = t.s.world.board.neighbours[t.area("phrygia")] & t.s.world.board.land
    if around >> t.area("ionia") & 1:
        assert t.discs("hittites", "ionia") == 3
    placed = [e.area for e in t.events("placed") if e.cause == "aeneas"]
    assert placed and all(placed.count(area) == 2 for area in placed)


@pytest.mark.rule("EGY-09c", "TEAM-06")
def test_returning_discs_make_no_area_of_a_partner_contested() -> None:
    teams = {"teams": [[0, 2], [1, 3]], "variants": ["phoenicia_independent"]}  # Hittites and Phoenicia
    game = Game.new("god_king", 1, teams)
    position = game.to_dict()
    phoenicia = position["factions"][3]
    phoenicia["discs"], position["gold"] = {"Tarsus": 1, "Tyre": 1}, []
    position["factions"][1]["discs"] = {}
    for faction in (1, 3):
        position["factions"][faction]["supply"] = -1
    for field in ("question", "asker"):
        position.pop(field, None)
    position |= moment("growth phase") | {"order": [1, 2, 0, 3]}
    t = Table(Game.from_dict(position))
    while t.kind == "starting_disc":
        t.game.apply(t.game.legal_actions()[0])
    placed = [e.area for e in t.events("placed") if e.cause == "aeneas" and e.faction == HITTITES]
    assert placed.count(t.area("tarsus")) == 1 and placed.count(t.area("cilicia")) >= 2


def test_an_invader_is_never_out_of_the_game() -> None:
    t = king("aeneas step", 0, hittites={"discs": {"troy": 1}}, egypt={"discs": {"egypt": 3}, "vp": 30},
             then=("sudden end",))  # fmt: skip
    assert not t.events("aeneas") and not t.events("left")


# -------------------------------------------------------------------------------------------- the end


@pytest.mark.rule("EGY-10a")
def test_without_a_disc_egypt_has_lost_at_once() -> None:
    t = king("sea domination", egypt={"discs": {"egyptian_sea": 1}},
             tributaries={"discs": {"tyre": 3}},
             sea_peoples={"discs": {"egyptian_sea": 2, "nile_delta": 1, "libya": 1, "sinai": 1, "kush": 1,
                                    "egypt": 1, "citium": 1}, "vp": 0})  # fmt: skip
    t.do("lose")
    assert t.game.over and t.s.winners == [HITTITES, SEA]


@pytest.mark.rule("EGY-10a")
def test_a_card_that_takes_the_last_disc_ends_the_game_where_it_lies() -> None:
    t = position("god_king_2p_2", phase="cards", order=["hittites", "sea_peoples", "egypt"],
                 egypt={"discs": {"sinai": 2}}, hittites={"discs": {"troy": 1}, "hand": [EARTHQUAKE]},
                 sea_peoples={"discs": {"minos": 1}}, tributaries={"discs": {"tyre": 3}},
                 discard=[HIGH_PRIEST, ARCHITECT])  # fmt: skip
    t.do("Earthquake", "sinai", "kush")  # where nobody is
    assert t.game.over and t.s.winners == [HITTITES, SEA] and t.s.table == [EARTHQUAKE]
    assert Game.from_dict(t.game.to_dict()).to_dict() == t.game.to_dict()


@pytest.mark.rule("EGY-10a")
def test_beginning_anew_is_one_act() -> None:
    t = king("aeneas step", 0, egypt={"discs": {"egypt": 1}}, hittites={"discs": {"troy": 1}, "vp": 20},
             sea_peoples={"discs": {"minos": 1}, "vp": 20}, then=("sudden end",))  # fmt: skip
    assert t.asked("aeneas", "egypt")
    t.do("yes")
    assert not t.game.over


@pytest.mark.rule("EGY-10a", "NPC-82")
def test_beginning_anew_is_one_act_for_an_npc_too() -> None:
    t = king("aeneas step", 0, egypt={"discs": {"egypt": 1}}, hittites={"discs": {"troy": 1}, "vp": 20},
             sea_peoples={"discs": {"minos": 1}, "vp": 20}, then=("sudden end",),
             options={"npcs": [0, 1, 2]})  # fmt: skip
    assert t.events("aeneas") and not t.game.over


@pytest.mark.rule("EGY-10b")
@pytest.mark.parametrize("n", [6, 7])
def test_seven_areas_with_a_wonder_win_at_once(n: int) -> None:
    areas = ["egypt", "kush", "nile_delta", "sinai", "libya", "petra", "canaan"]
    owners = [EGYPT, HITTITES, EGYPT, SEA, EGYPT, EGYPT, EGYPT]  # whoever owns them
    names = [
        "Great Pyramid",
        "Great Library",
        "Mausoleum",
        "Statue of Zeus",
        "Colossus",
        "Lighthouse",
        "Temple of Artemis",
    ]
    wonders = [
        {"wonder": w, "owner": o, "area": a, "discs": 0} for w, o, a in zip(names, owners, areas, strict=True)
    ]
    t = king("competition phase", egypt={"discs": dict.fromkeys(areas[:n], 1)}, wonders=wonders)
    assert t.game.over == (n == 7)
    if n == 7:
        assert t.game.winners == [0]


@pytest.mark.rule("EGY-10c")
@pytest.mark.parametrize(("vp", "winners"), [((10, 10, 11), [1, 2]), ((11, 10, 11), [0]), ((10, 10, 9), [0])])
def test_the_invaders_have_half_their_vp_rounded_down_and_win_ties(
    vp: tuple[int, int, int], winners: list[int]
) -> None:
    t = king("game end", egypt={"discs": {"egypt": 1}, "vp": vp[0]},
             hittites={"discs": {"troy": 1}, "vp": vp[1]},
             sea_peoples={"discs": {"minos": 1}, "vp": vp[2]}, epoch=3)  # fmt: skip
    assert t.game.winners == winners


@pytest.mark.parametrize("scenario", VERSIONS)
def test_whole_games(scenario: str) -> None:
    for seed in range(2):
        *_, game = random_game(scenario, seed)
        check_all(game)
        assert game.over


@pytest.mark.rule("EGY-04a", "EGY-04b", "EGY-04c")
@pytest.mark.parametrize("supply", [0, 5])
@pytest.mark.parametrize("phase", ["growth", "evaluation"])
def test_whose_discs_come_where_area_by_area(supply: int, phase: str) -> None:
    blue = {"tyre": 4, "phoenicia": 3, "citium": 1, "gulf_of_sidon": 2}
    t = king("card phase", egypt={"discs": {"egypt": 4, "kush": 1}}, tributaries={"discs": blue})
    s = t.s
    s.phase, s.supply[TRIBUTARIES] = phase, supply
    most = {"growth": {"tyre", "gulf_of_sidon"}, "evaluation": {"tyre", "phoenicia", "gulf_of_sidon"}}[phase]
    there, full = ({t.area(name) for name in names} for names in (blue, most))
    barred = [barred_by_colour(s, f, 0) for f in range(4)]
    for area in members(s.world.board.in_play):
        colours = [colour_there(s, f, area) for f in range(4)]
        assert colours == [TRIBUTARIES if area in there else EGYPT, HITTITES, SEA, TRIBUTARIES]
        closed = area in (full if supply else there)
        assert [bool(areas >> area & 1) for areas in barred] == [closed, False, False, area not in there]
