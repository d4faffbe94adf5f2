"""What a page tells the person who has to decide: what it is about, and why others did what they did."""

from __future__ import annotations

import re
from typing import Any

import pytest

from acis_env.players import make_player
from acis_env.render.layout import rings
from acis_rules import Game
from acis_rules.box.civilizations import load_civilizations
from acis_rules.kernel.actions import STOP, area_action, card_action, is_area, is_wonder
from acis_rules.kernel.bits import members
from acis_rules.table.terms import strengths
from acis_rules.words.names import faction_name
from agents.live.displays import abilities
from agents.live.game import LiveGame
from agents.serve import told
from agents.serve.asked import said
from agents.serve.board import board_svg
from agents.serve.seat_page import box, seat_page

TROY_ATTACKED = {"civilizations": ["egypt", "troy"], "turn_order": [0, 1]}


def told_of(name: str) -> dict[str, str]:
    (display,) = (one for one in load_civilizations() if one.id == name)
    return {one["name"]: one["text"] for one in abilities(display)}


@pytest.mark.rule("CIV-35", "CIV-36", "CIV-37")
def test_troy_shows_its_walls_and_both_kinds_of_allies() -> None:
    troy = told_of("troy")
    assert list(troy) == ["Amazon Allies", "City Walls"]
    assert "2 discs in Troy" in troy["City Walls"]
    assert "talent" in troy["Amazon Allies"] and "in a competition" in troy["Amazon Allies"]


@pytest.mark.rule("CIV-19", "CIV-25", "CIV-26")
def test_what_other_displays_always_give() -> None:
    assert "open seas" in told_of("minos")["Open seas"] and "Open seas" in told_of("phoenicia")
    assert "2 talents" in told_of("mycenae")["Homeric Heroes"]


def test_a_wonder_says_when_it_is_used() -> None:
    found = box(LiveGame.new("basic_2p", 1, ["human", "npc"]))["wonders"]
    wonders = {one["name"]: one["text"] for one in found}
    assert wonders["Colossus"].endswith("Used in a competition.")


def pages(seed: int) -> Any:
    """The pages of a person's decisions in a game against an NPC."""
    live = LiveGame.new("basic_2p", seed, ["human", "npc"], dict(TROY_ATTACKED))
    person = make_player("greedy", seed)
    while not live.game.over:
        live.go_on()
        if live.game.over:
            break
        yield live, seat_page(live, 0)
        live.answer(0, person.act(live.game.view(0), live.game.decision, live.game.legal_actions()))


def test_a_loss_tells_where_and_shows_the_card_behind_it() -> None:
    losses = [
        page["decision"] for seed in range(3) for _, page in pages(seed) if page["decision"]["kind"] == "loss"
    ]
    assert losses and all(one["area"] >= 0 for one in losses)
    by_cards = [one for one in losses if one["about"]]
    assert by_cards
    for one in by_cards:
        assert f"by {one['about']['name']}" in one["words"] and one["about"]["text"]


def test_who_chooses_a_civilization_reads_what_it_gives() -> None:
    live = LiveGame.new("basic_2p", 1, ["human", "human"])
    answers = seat_page(live, live.waits_for)["decision"]["answers"]
    (egypt,) = (one["text"] for one in answers if one["words"] == "take Egypt")
    assert egypt.startswith("Its home is Egypt. Gift of the Nile: ")


@pytest.mark.rule("CMP-20")
def test_a_competition_tells_how_it_would_end_if_nobody_did_anything() -> None:
    told_so = 0
    for seed in range(2):
        for live, page in pages(seed):
            found = re.search(r"this is left: (.*)\.", page["decision"]["help"])
            if found is None:
                continue
            there_now = strengths(live.game.state, page["decision"]["area"])
            for who, left, of in re.findall(r"(\w+) (\d+) of (\d+)", found[1]):
                (n,) = (n for f, n in enumerate(there_now) if faction_name(live.game.state, f) == who)
                assert 0 <= int(left) <= int(of) == n
            told_so += 1
    assert told_so


@pytest.mark.rule("CRD-14")
def test_areas_named_for_a_card_are_marked() -> None:
    marked = [
        (page["decision"]["chosen"], [*page["decision"]["about"]["declared"], *page["decision"]["so_far"]])
        for _, page in pages(1)
        if page["decision"]["chosen"]
    ]
    assert marked
    names = box(LiveGame.new("basic_2p", 1, ["human", "npc"]))["areas"]
    assert all(names[area]["name"] in declared for areas, declared in marked for area in areas)


@pytest.mark.rule("WON-02")
def test_talents_come_last_and_pay_for_the_rest() -> None:
    words = {
        answer["words"]
        for seed in range(2)
        for _, page in pages(seed)
        if page["decision"]["kind"] == "wonder_payment" and page["decision"]["n"] > 1
        for answer in page["decision"]["answers"]
        if answer["block"] == "pay_talent"
    }
    assert words and all(one.startswith("pay the rest with ") for one in words)


@pytest.mark.rule("WON-02", "WON-03")
def test_a_disc_that_had_to_be_paid_is_named_with_those_chosen() -> None:
    """Two discs at least are paid, in the order of the map; after the Egyptian Sea there is but one."""
    live = LiveGame.new("basic_2p", 7, ["human", "npc"], dict(TROY_ATTACKED))
    live.go_on()
    while live.game.decision.kind != "card_action":
        live.answer(0, STOP)
        live.go_on()
    live.answer(0, next(filter(is_wonder, live.game.legal_actions())))
    *_, last = filter(is_area, live.game.legal_actions())
    live.answer(0, last)
    page = seat_page(live, 0)["decision"]
    assert page["n"] == 3 and page["so_far"] == ["Egyptian Sea", "Red Sea"]
    assert "Red Sea makes up the discs that are needed" in page["help"]
    live.answer(0, next(one["action"] for one in page["answers"] if one["words"].endswith(" Libya")))
    page = seat_page(live, 0)["decision"]
    assert page["n"] == 3 and page["so_far"] == ["Libya", "Egyptian Sea"] and "makes up" not in page["help"]


@pytest.mark.rule("DEF-20")
def test_every_area_says_what_lies_there() -> None:
    live = LiveGame.new("basic_2p", 1, ["human", "npc"], dict(TROY_ATTACKED))
    area = live.game.state.world.board.find("nile_delta")
    assert seat_page(live, 0)["there"][area] == "Egypt 2"
    contested = [
        page["there"] for _, page in pages(1) if any("(Contested)" in one for one in page["there"].values())
    ]
    assert contested


def test_a_reason_is_told_with_what_its_program_brought_about() -> None:
    seen = 0
    for live, page in pages(4):
        for line in page["news"]:
            if line.get("reasons"):
                event = live.film.starts[line["frame"]]
                *_, maker = (step for step in live.steps if step.event <= event)
                assert live.saved.seats[maker.seat] == "npc", line
                seen += 1
    assert seen > 20


def test_passing_needs_no_confirmation_with_an_empty_hand() -> None:
    asked = [page for _, page in pages(2) if page["decision"]["kind"] == "card_action"]
    assert asked
    for page in asked:
        held = sum(map(len, page["hands"].values()))
        assert ("confirm" in page["decision"]) == bool(held)


@pytest.mark.rule("ROME2-06a1")
def test_what_happens_before_the_first_decision_is_told() -> None:
    live = LiveGame.new("fall_of_rome_2_v1", 3, ["human", "npc", "npc"])
    lines = [line["text"] for line in told.lines(live, 0, 0)]
    assert lines[:3] == ["The game begins", "Epoch IV, turn 1 begins", "The Growth Phase begins"]
    assert "Visigoths move 12 discs to Ready" in lines and any("is revealed" in line for line in lines)


@pytest.mark.rule("ROME2-03c")
def test_an_empty_supply_is_a_reason_to_retire_discs() -> None:
    live = LiveGame.new("fall_of_rome_2_v1", 3, ["human", "npc", "npc"])
    live.go_on()
    asked = seat_page(live, 0)["decision"]
    assert asked["kind"] == "retire" and asked["help"].startswith("Your supply has 0 discs")


def test_lines_tell_only_the_frames_asked_for() -> None:
    *_, (live, _) = pages(4)
    lines = told.lines(live, 0, 10, 20)
    assert lines and all(10 <= line["frame"] <= 20 for line in lines)


def test_answers_are_said_as_on_their_buttons_whatever_their_names() -> None:
    live = LiveGame.new("basic_2p", 1, ["human", "npc"], dict(TROY_ATTACKED))
    forging = next(card for card in live.game.state.world.deck.cards[1:] if ": " in card.name)
    words = said(live.game.state, card_action(forging.id))
    assert words.endswith(forging.name)


def epoch_ends() -> Any:
    """The first page of a new Epoch."""
    for live, page in pages(3):
        if live.game.state.epoch == 2:
            return live, page
    raise AssertionError("the game ends in its first Epoch")


@pytest.mark.rule("EPO-03", "EPO-04")
def test_the_end_of_an_epoch_is_told_until_its_first_turn_is_over() -> None:
    _, page = epoch_ends()
    assert page["epoch_end"]["epoch"] == "I"
    lines = [line["text"] for line in page["epoch_end"]["lines"]]
    assert any(line.startswith("Epoch Change, ") for line in lines)
    assert any(line.endswith(" for most Cities") for line in lines)
    (change,) = (line for line in page["epoch_end"]["lines"] if line["text"].startswith("Epoch Change, "))
    assert re.match(r"EPO-\d+: [A-Z]", change["means"])
    ending = [page for live, page in pages(3) if live.game.state.phase == "epoch"]
    assert all(page["epoch_end"]["ending"] and page["epoch_end"]["lines"] for page in ending)
    later = [page for live, page in pages(3) if live.game.state.turn == 2]
    assert later and not any(page["epoch_end"] for page in later)


def test_what_was_chosen_for_one_card_is_not_shown_with_the_next() -> None:
    for seed in range(3):
        for live, page in pages(seed):
            if page["decision"]["kind"] == "name_area" and page["decision"]["so_far"]:
                assert len(page["decision"]["so_far"]) <= len(page["decision"]["chosen"]), page["decision"]
                assert live.steps[-1].about


@pytest.mark.rule("CRD-14", "CIV-35")
def test_a_card_tells_what_it_was_played_on_and_that_walls_held() -> None:
    """Civil War on Troy's walled City: nothing happens, and the news say so."""
    seed = next(seed for seed in range(400) if 23 in _hand(seed))
    live = LiveGame.new("basic_2p", seed, ["human", "human"], dict(TROY_ATTACKED))
    find = live.game.state.world.board.find
    cities = [area_action(find("troy")), area_action(find("ionia"))]
    while live.game.decision.kind != "card_action":
        grows = cities and live.game.decision.kind == "deploy" and cities[0] in live.game.legal_actions()
        live.answer(live.waits_for, cities.pop(0) if grows else STOP)
    live.answer(0, card_action(23))
    for answer in (area_action(find("troy")), STOP):  # of two Cities one is named
        live.answer(0, answer)
    live.answer(1, STOP)
    texts = [line["text"] for line in told.lines(live, 1, 0)]
    assert "Egypt plays Civil War on Troy: City Walls hold (CIV-35), nothing comes of it" in texts
    assert "City Walls hold" in seat_page(live, 0)["there"][find("troy")]


def _hand(seed: int) -> list[int]:
    """Egypt's first hand."""
    return members(Game.new("basic_2p", seed, dict(TROY_ATTACKED)).state.hand[0])


def test_nothing_glows_where_land_covers_the_sea() -> None:
    live = LiveGame.new("basic_2p", 1, ["human", "npc"])
    world = live.game.state.world
    sea = world.board.find("ionian_sea")
    (outline,) = re.findall(rf'id="a{sea}"[^>]* d="([^"]*)"', board_svg(world.board))
    assert len(rings("ionian_sea")) == 2 and outline.count("M") == 1
