"""What each block of an observation shows of a position."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers import Table as Position
from observed import areas_of, card_set, cards_position, game_flag, raw, seen, slot_flag
from random_play import SETUPS, random_game

from acis_env.observe.encoder import block
from acis_env.observe.names import KNOBS
from acis_env.observe.schema import (
    AREA_FLAGS,
    PHASES,
    offsets,
)
from acis_env.observe.seating import seating_of
from acis_rules import Game
from acis_rules.kernel.actions import (
    N_AREAS,
    faction_of,
    is_faction,
    is_wonder,
    wonder_of,
)
from acis_rules.kernel.bits import mask_of, members
from acis_rules.kernel.decisions import KINDS
from acis_rules.table.terms import cities, contested, controlled, settlements


@pytest.mark.parametrize("scenario", SETUPS)
def test_slots_follow_the_turn_order(scenario: str) -> None:
    for i, game in enumerate(random_game(scenario, 6)):
        if i % 9:
            continue
        s = game.state
        n = s.world.n_factions
        for faction in range(n):
            start = s.order.index(faction)
            factions = s.order[start:] + s.order[:start]
            where = offsets()
            out = raw(game, faction)  # in these setups a seat is a faction
            assert seating_of(game.view(faction)).factions == tuple(factions)
            for slot in range(6):
                in_play = slot < n
                f = factions[slot] if in_play else -1
                discs = bytes(s.discs[f]) if in_play else bytes(N_AREAS)
                land = s.world.board.land
                assert block(out, "discs")[slot].tobytes() == discs  # type: ignore[arg-type]
                expected = {
                    "vp": int(s.vp[f]), "supply": s.supply[f], "ready": s.ready[f], "loot": s.loot[f],
                    "ready_land": s.ready_land[f], "treasury": s.treasury[f], "fallen": s.fallen[f],
                    "shield": s.shield[f], "aeneas_used": s.aeneas_used[f], "draw_less": s.draw_less[f],
                    "hand_size": s.hand[f].bit_count(), "laid_size": len(s.laid[f]),
                    "drawn_size": s.drawn[f].bit_count(),
                    "turn_place": s.order.index(f) + 1 if in_play else 0,
                    "cities": cities(s, f).bit_count(), "settlements": (settlements(s, f) & land).bit_count(),
                    "seas": (s.at_least[0][f] & s.world.board.coastal).bit_count(),
                }  # fmt: skip
                for name, number in expected.items():
                    assert out[where[name]][slot] == (number if in_play else 0), name
            barbarians = s.world.barbarians
            assert block(out, "discs")[6].tobytes() == bytes(s.discs[barbarians])  # type: ignore[arg-type]
            assert out[offsets()["barbarian_supply"]] == s.supply[barbarians]


@pytest.mark.parametrize("scenario", SETUPS)
def test_area_flags_are_the_rulebooks_terms(scenario: str) -> None:
    names = [name for name, _ in AREA_FLAGS]
    for i, game in enumerate(random_game(scenario, 8)):
        if i % 9:
            continue
        s = game.state
        n = s.world.n_factions
        everybody = range(n + 1)
        for me in range(n):
            out = raw(game, me)
            flags = block(out, "area_flags")  # type: ignore[arg-type]
            rows = {name: set(np.flatnonzero(flags[row]).tolist()) for row, name in enumerate(names)}
            others = [f for f in everybody if f != me]
            wonders = [w for w in s.wonders if w.owner >= 0]
            mine = s.question is not None and s.question.faction == me
            expected = {
                "contested": members(contested(s)),
                "own_settlement": members(settlements(s, me)),
                "other_settlement": {a for f in others for a in members(settlements(s, f))},
                "own_wonder": {w.area for w in wonders if w.owner == me and not w.buried},
                "other_wonder": {w.area for w in wonders if w.owner != me and not w.buried},
                "buried_wonder": {w.area for w in wonders if w.buried},
                "forbidden": members(s.forbidden),
                "competition": {s.competition_area} - {-1},
                "in_play": members(s.world.board.in_play),
                "own_decisive": (), "other_decisive": (), "capital": (), "explored": (), "new_nile": (),
                "decision_area": {s.question.area} - {-1} if mine and s.question else (),
                "legal_area": [a - 1 for a in game.legal_actions() if 1 <= a <= N_AREAS] if mine else (),
            }  # fmt: skip
            assert rows == {name: set(areas) for name, areas in expected.items()}
            seating = seating_of(game.view(me)).factions
            for name, term in (("control", controlled), ("city", cities)):
                shown = block(out, name)  # type: ignore[arg-type]
                for slot, f in enumerate((*seating, *[-1] * (6 - n), n)[: len(shown)]):
                    assert np.flatnonzero(shown[slot]).tolist() == (members(term(s, f)) if f >= 0 else [])
            for slot, f in enumerate(seating):
                home = block(out, "home")[slot]  # type: ignore[arg-type]
                assert np.flatnonzero(home).tolist() == members(s.home[f])
            for i, w in enumerate(s.wonders):
                here = block(out, "wonder_here")[i]  # type: ignore[arg-type]
                assert np.flatnonzero(here).tolist() == ([w.area] if w.owner >= 0 else [])


def test_clock_and_players() -> None:
    t = cards_position()
    assert list(seen(t, "gaul", "epoch")) == [0, 1, 0, 0]
    assert list(seen(t, "gaul", "turn")) == [0, 0, 1, 0, 0, 0, 0, 0]
    assert PHASES[int(seen(t, "gaul", "phase").argmax())] == "cards"
    assert seen(t, "gaul", "phase").sum() == 1
    assert list(seen(t, "gaul", "players")) == [4]
    assert list(seen(t, "gaul", "deck_size")) == [len(t.s.deck)]
    assert game_flag(t, "gaul", "final_epoch") == 0
    assert game_flag(cards_position(epoch=4), "gaul", "final_epoch") == 1
    assert list(seen(t, "gaul", "last_epoch")) == [0, 0, 0, 1] and list(seen(t, "gaul", "turns")) == [4]
    assert slot_flag(t, "troy", "in_play") == [1, 1, 1, 1, 0, 0]


def test_displays_show_the_civilizations_by_slot() -> None:
    t = cards_position()
    numbers = t.s.world.civilization_number
    shown = seen(t, "troy", "civilization").T
    names = ["troy", "egypt", "gaul", "carthage"]
    assert [int(row.argmax()) for row in shown[:4]] == [numbers[name] for name in names]
    assert not shown[4:].any() and shown.sum() == 4
    assert list(seen(t, "troy", "vp")) == [0, 0, 7, 11, 0, 0]
    assert list(seen(t, "troy", "treasury")) == [0, 0, 4, 1, 0, 0]
    assert list(seen(t, "troy", "hand_size")) == [1, 0, 2, 3, 0, 0]


def test_cards_own_open_and_unseen() -> None:
    t = cards_position()
    assert card_set(t, "gaul", "hand") == {34, 40}
    assert card_set(t, "carthage", "hand") == {7, 22, 39}
    assert card_set(t, "gaul", "discard") == {1, 2, 3}
    assert card_set(t, "gaul", "unseen") == set(members(t.game.view(0).unseen)) - {0}
    assert {7, 22, 39, 50} < card_set(t, "gaul", "unseen")
    assert not {1, 2, 3, 34, 40} & card_set(t, "gaul", "unseen")
    assert not seen(t, "gaul", "known").any()


def test_a_hand_seen_through_the_spy_is_known_to_its_user_alone() -> None:
    t = cards_position()
    t.do("Master Spy", "Carthage", "no", "Poet")  # Troy holds a Negation card
    known = seen(t, "gaul", "known")
    assert [int(i) + 1 for i in np.flatnonzero(known[0])] == [7, 22]  # slot 1: Carthage
    assert not known[1:].any()
    assert not {7, 22} & card_set(t, "gaul", "unseen")
    assert [int(i) + 1 for i in np.flatnonzero(seen(t, "carthage", "known")[2])] == [39]  # slot 3: Gaul
    assert not seen(t, "troy", "known").any()


def test_cards_laid_face_down_are_counted_for_others_and_named_for_their_owner() -> None:
    laid = None
    for game in random_game("basic_3p", 2):
        if any(game.state.laid):
            laid = game
            s = game.state
            for me in range(3):
                t = Position(game)
                civilization = s.world.civilization(s, me).id
                assert card_set(t, civilization, "laid") == set(s.laid[me])
                seating = seating_of(game.view(me)).factions
                sizes = [len(s.laid[f]) for f in seating]
                assert list(seen(t, civilization, "laid_size"))[:3] == sizes
                others = {card for f in seating[1:] for card in s.laid[f]}
                known = {int(i) + 1 for i in np.flatnonzero(seen(t, civilization, "known").any(axis=0))}
                assert others - known <= card_set(t, civilization, "unseen")
    assert laid is not None


def test_wonders_with_owner_discs_and_area() -> None:
    for game in random_game("basic_4p", 12):
        s = game.state
        built = [i for i, w in enumerate(s.wonders) if w.owner >= 0]
        if len(built) >= 3 and s.used & 0b1111111:
            break
    t = Position(game)
    for me in range(4):
        civilization = s.world.civilization(s, me).id
        seating = seating_of(game.view(me)).factions
        owners = seen(t, civilization, "wonder_owner")
        for i, w in enumerate(s.wonders):
            slots = [int(slot) for slot in np.flatnonzero(owners[:, i])]
            assert slots == ([seating.index(w.owner)] if w.owner >= 0 else [])
        assert list(seen(t, civilization, "wonder_discs")) == [w.discs for w in s.wonders]
        assert list(seen(t, civilization, "wonder_buried")) == [w.buried for w in s.wonders]
        assert list(seen(t, civilization, "wonder_used")) == [s.used >> i & 1 for i in range(7)]
        assert list(seen(t, civilization, "wonder_omens")) == [s.omens >> i & 1 for i in range(7)]


def test_investments_and_slot_flags_in_full_games() -> None:
    invested = passed = 0
    for i, game in enumerate(random_game("basic_5p", 7)):
        if i % 5:
            continue
        s = game.state
        t = Position(game)
        me = i % s.world.n_factions
        out = raw(game, me)
        own, others = np.zeros(103, np.uint8), np.zeros(103, np.uint8)
        for card, (owner, discs) in s.investments.items():
            (own if owner == me else others)[card - 1] = discs
            invested += 1
        np.testing.assert_array_equal(out[offsets()["own_card_discs"]], own)
        np.testing.assert_array_equal(out[offsets()["other_card_discs"]], others)
        for card, (owner, _) in s.investments.items():
            owners = block(out, "card_owner")[:, card - 1]  # type: ignore[arg-type]
            assert np.flatnonzero(owners).tolist() == [seating_of(game.view(me)).slot[owner]]
        if s.civilization[me] < 0:
            continue
        civilization = t.s.world.civilization(s, me).id
        seating = seating_of(game.view(me)).factions
        for name, mask in (
            ("passed", s.passed), ("built", s.built_this_turn), ("ability_used", s.used >> 120),
            ("looted", s.looted), ("no_talents", s.no_talents),
        ):  # fmt: skip
            assert slot_flag(t, civilization, name) == [*(mask >> f & 1 for f in seating), 0]
            passed += name == "passed" and mask > 0
    assert invested and passed


def test_white_discs_by_slot() -> None:
    found = 0
    for seed in range(30):
        for game in random_game("basic_3p", seed):
            s = game.state
            if s.allies:
                found += 1
                for me in range(3):
                    shown = block(raw(game, me), "allies")  # type: ignore[arg-type]
                    for slot, f in enumerate(seating_of(game.view(me)).factions):
                        assert list(shown[slot]) == [s.allies.get((area, f), 0) for area in range(N_AREAS)]
                    assert shown.sum() == sum(s.allies.values())
        if found > 10:
            return
    raise AssertionError("no allies in any game")


def test_the_open_decision_is_shown_to_its_seat_only() -> None:
    """Kind, card, area, cause and number: zero for all others, who may not know who is asked."""
    kinds = set()
    for i, game in enumerate(random_game("basic_4p", 5)):
        if i % 2 or game.over:
            continue
        s = game.state
        d = game.decision
        kinds.add(d.kind)
        where = offsets()
        for seat in range(4):
            out = raw(game, seat)
            kind, by = out[where["decision_kind"]], out[where["decision_by"]]
            card = block(out, "card_flags")[-1]  # type: ignore[arg-type]
            if seat != d.seat:
                assert not kind.any() and not by.any() and not card.any()
                assert out[where["decision_n"]] == 0
                continue
            assert [list(KINDS)[k] for k in np.flatnonzero(kind)] == [d.kind]
            assert out[where["decision_n"]] == d.context.get("n", 0)
            assert {int(c) + 1 for c in np.flatnonzero(card)} == {d.context.get("card", 0)} - {0}
            slots = [*seating_of(game.view(seat)).factions, -1, -1][:6]
            if "by" in d.context:
                cause = d.context["by"]
                slot = 6 if cause == s.world.barbarians else slots.index(cause)
                assert np.flatnonzero(by).tolist() == [slot]
            else:
                assert not by.any()
    assert len(kinds) > 12


def test_what_is_being_played_is_shown_to_the_seat_that_decides_about_it() -> None:
    """Who plays what in which way, and all that has been named for it so far."""
    t = cards_position()
    t.do("Master Spy")
    assert list(seen(t, "gaul", "play_kind")) == [1, 0, 0, 0, 0, 0]
    assert list(seen(t, "gaul", "play_by")) == [1, 0, 0, 0, 0, 0, 0]
    assert not seen(t, "gaul", "play_slots").any()
    assert not seen(t, "carthage", "play_kind").any()
    t.do("Carthage")  # and Troy is asked for a Negation
    assert list(seen(t, "troy", "play_by")) == [0, 0, 1, 0, 0, 0, 0]  # Troy, Egypt, Gaul, Carthage
    assert list(seen(t, "troy", "play_slots")) == [0, 0, 0, 1, 0, 0, 0]
    assert seen(t, "troy", "answers") == 0


def test_choices_made_for_a_play_are_in_the_observation() -> None:
    """All through random games: areas, factions, Wonders and the length of the chain of answers."""
    areas_named = factions_named = wonders_named = answered = 0
    for seed in range(3):
        for game in random_game("basic_4p", seed):
            if game.over:
                break
            view = game.view(game.seat)
            play = view.play
            out = raw(game, game.seat)
            where = offsets()
            named = out[where["named"]]
            if play is None:
                blocks = (
                    "named",
                    "play_kind",
                    "play_by",
                    "play_mode",
                    "play_wonder",
                    "play_slots",
                    "answers",
                )
                assert not any(out[where[name]].any() for name in blocks)
                continue
            seating = seating_of(view)
            chosen = [action for picks in (*play.picks, view.picked[1]) for action in picks]
            areas = [action - 1 for action in chosen if 1 <= action <= N_AREAS]
            assert {int(a) for a in np.flatnonzero(named)} == {*areas, *play.areas}
            assert all(named[a] == areas.count(a) for a in areas)
            factions = {faction_of(a) for a in chosen if is_faction(a)} | {*play.factions}
            slots = {int(i) for i in np.flatnonzero(out[where["play_slots"]])}
            assert slots == {seating.slot[f] for f in factions}
            assert np.flatnonzero(out[where["play_mode"]]).tolist() == [play.mode]
            wonders = [wonder_of(a) for a in chosen if is_wonder(a)]
            if play.kind == "wonder":
                wonders = [play.id]
            assert np.flatnonzero(out[where["play_wonder"]]).tolist() == wonders[-1:]
            assert out[where["answers"]] == max(0, len(view.chain) - 1)
            areas_named += bool(areas)
            factions_named += bool(factions)
            wonders_named += bool(wonders)
            answered += len(view.chain) > 1
    assert areas_named and factions_named and wonders_named and answered


def test_announcements_and_used_investments_in_full_games() -> None:
    announced = used = 0
    for seed in range(2):
        for game in random_game("basic_4p", seed):
            s = game.state
            if not s.announced and not s.used >> 10 & (2 << 103) - 1:
                continue
            for me in range(4):
                t = Position(game)
                civilization = s.world.civilization(s, me).id
                seating = seating_of(game.view(me)).factions
                cards = {i for _, kind, i in s.announced if kind in ("card", "investment")}
                assert card_set(t, civilization, "announced") == cards
                wonders = sorted(i for _, kind, i in s.announced if kind == "wonder")
                assert np.flatnonzero(seen(t, civilization, "wonder_announced")).tolist() == wonders
                by_ability = [f for f, kind, _ in s.announced if kind == "ability"]
                flags = seen(t, civilization, "announced_ability")[:4]
                assert [flag > 0 for flag in flags] == [f in by_ability for f in seating]
                waiting = [sum(entry[0] == f for entry in s.announced) for f in seating]
                assert list(seen(t, civilization, "announced"))[:4] == waiting
                investments = {card for card in range(1, 104) if s.used >> 10 + card & 1}
                assert card_set(t, civilization, "investment_used") == investments
                used += bool(investments)
            announced += len(s.announced)
    assert announced and used


def test_cards_aside_and_on_the_table_and_the_sudden_end() -> None:
    aside = table = ending = 0
    for seed in range(3):
        for game in random_game("basic_3p", seed):
            s = game.state
            t = Position(game)
            if s.civilization[0] < 0:
                continue
            civilization = s.world.civilization(s, 0).id
            assert game_flag(t, civilization, "end_epoch") == s.end_epoch
            ending += s.end_epoch
            if s.aside or s.table:
                assert card_set(t, civilization, "aside") == set(s.aside)
                assert card_set(t, civilization, "table") == set(s.table)
                aside += bool(s.aside)
                table += bool(s.table)
    assert aside and table and ending


def test_enemies_and_gold() -> None:
    t = cards_position()
    everybody = [[int(row != column and max(row, column) < 4) for column in range(6)] for row in range(6)]
    assert seen(t, "troy", "enemies").tolist() == everybody
    at_peace = cards_position(options={"npcs": [0, 2], "npc_hostility": False})
    rows = seen(at_peace, "troy", "enemies").tolist()  # Troy, Egypt, Gaul, Carthage
    assert rows[0] == [0, 1, 0, 1, 0, 0] and rows[1] == [1, 0, 1, 1, 0, 0]
    gold = [{"area": "troy", "owner": "troy", "discs": 2}, {"area": "egypt", "owner": "egypt", "discs": 1}]
    t = cards_position(gold=gold)
    assert areas_of(t, "troy", "gold_owner") == [{"troy"}, {"egypt"}, set(), set(), set(), set(), set()]
    find = t.s.world.board.find
    amounts = seen(t, "troy", "gold")[0]
    assert amounts[find("troy")] == 2 and amounts[find("egypt")] == 1 and amounts.sum() == 3


def test_vp_are_exact() -> None:
    t = cards_position(gaul={"discs": {"gallia": 3}, "vp": 300}, troy={"discs": {"troy": 2}, "vp": 2.5})
    assert list(seen(t, "gaul", "vp"))[:3] == [255, 11, 2]
    assert list(seen(t, "gaul", "vp_256"))[:3] == [1, 0, 0] and list(seen(t, "gaul", "vp_rest"))[:3] == [
        44,
        0,
        0,
    ]
    assert list(seen(t, "gaul", "vp_part"))[:3] == [0, 0, 120]


def test_own_cards_that_others_know() -> None:
    t = cards_position()
    t.do("Master Spy", "Carthage", "no", "Poet")
    shown = seen(t, "carthage", "seen_by")  # Troy, Egypt, Gaul
    assert [int(i) + 1 for i in np.flatnonzero(shown[2])] == [7, 22]
    assert not shown[[0, 1, 3, 4]].any()


def test_who_is_who_whatever_the_turn_order() -> None:
    t = cards_position(options={"teams": [[0, 2], [1, 3]]})
    for civilization in ("troy", "gaul"):
        seating = seating_of(t.game.view(t.faction(civilization))).factions
        for name in ("faction", "seat"):
            shown = seen(t, civilization, name)
            assert [int(column.argmax()) for column in shown.T[:4]] == list(seating)
            assert shown.sum() == 4
        me = seating[0]
        assert slot_flag(t, civilization, "own") == [1, 0, 0, 0, 0, 0]
        partner = [int(f != me and f % 2 == me % 2) for f in seating] + [0, 0]
        assert slot_flag(t, civilization, "partner") == partner
        sides = seen(t, civilization, "side")
        assert [int(column.argmax()) for column in sides.T[:4]] == [f % 2 for f in seating]


def test_the_chance_that_the_epoch_ends() -> None:
    for turn, digits in ((1, []), (2, [2]), (3, [2, 3]), (4, [])):
        t = cards_position(turn=turn)
        assert np.flatnonzero(seen(t, "gaul", "end_digits")).tolist() == digits
        unseen = card_set(t, "gaul", "unseen")
        ending = [card for card in unseen if {int(digit) for digit in str(card)} & {*digits}]
        chance = 255 if turn == 4 else 255 * len(ending) // len(unseen)
        assert seen(t, "gaul", "end_chance") == [chance]
    assert seen(cards_position(turn=2, end_epoch=True), "gaul", "end_chance") == [255]
    assert list(seen(t, "gaul", "end_chances"))[3:] == [255, 0, 0, 0, 0]


def test_decisive_areas_and_the_capital() -> None:
    game = Game.new("punic_wars", seed=1)
    s = game.state
    flags = block(raw(game, 0), "area_flags")  # type: ignore[arg-type]
    rows = {name: np.flatnonzero(flags[row]).tolist() for row, (name, _) in enumerate(AREA_FLAGS)}
    decisive = sorted(map(s.world.board.find, s.world.scenario.victory.control))
    assert rows["own_decisive"] == rows["other_decisive"] == decisive and decisive
    game = Game.new("caesar_pompey", seed=1)
    flags = block(raw(game, 0), "area_flags")  # type: ignore[arg-type]
    capital = game.state.world.scenario.capital
    row = [name for name, _ in AREA_FLAGS].index("capital")
    assert capital is not None
    assert np.flatnonzero(flags[row]).tolist() == [game.state.world.board.find(capital.area)]


def test_numbers_that_differ_from_the_base_game() -> None:
    t = cards_position(options={"handicaps": [{"base_draw": 5}, {"hand_limit": 4}, {}, {}]})
    more, fewer = seen(t, "troy", "knobs_more"), seen(t, "troy", "knobs_fewer")
    slots = seating_of(t.game.view(t.faction("troy"))).slot
    assert more[KNOBS.index("base_draw")][slots[0]] == 2 and more.sum() == 2
    assert fewer[KNOBS.index("hand_limit")][slots[1]] == 2 and fewer.sum() == 2


TWO_EACH = """
id: two_each
title: Two players with two civilizations each
kind: basic
factions:
  - {player: 0, colour: red}
  - {player: 1, colour: green}
  - {player: 0, colour: blue}
  - {player: 1, colour: yellow}
choice: [troy, egypt, carthage, rome]
setup:
  discs:
    troy: {troy: 2}
    egypt: {egypt: 2}
    carthage: {carthage: 2}
    rome: {rome: 2}
"""


def test_a_seat_sees_all_its_hands(tmp_path: Path) -> None:
    """Slot 0 shows the hand of the civilization that decides, `known` that of the seat's other one."""
    file = tmp_path / "two_each.yaml"
    file.write_text(TWO_EACH)
    seen = 0
    for game in random_game(str(file), 1):
        if game.over:
            break
        s, seat, me = game.state, game.decision.seat, game.decision.faction
        seating = seating_of(game.view(seat))
        known = block(raw(game, seat).astype(np.float32), "known")
        for slot, faction in enumerate(seating.factions[1:]):
            held = s.hand[faction] | mask_of(s.laid[faction]) | s.drawn[faction]
            cards = {i + 1 for i in np.flatnonzero(known[slot])}
            if s.world.player[faction] == seat:
                assert cards == set(members(held)), (me, faction)
                seen += len(cards)
            else:
                assert cards <= set(members(held))
    assert seen
