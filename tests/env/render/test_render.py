"""Pictures: what they show agrees with the position, and nothing hidden is in them."""

import copy
import math
import pickle
import random
import re
import xml.etree.ElementTree as ET
from itertools import combinations

import numpy as np
import pytest

from acis_env import acis_v0
from acis_env.envs.gym_env import AcisGym
from acis_env.render import ansi, image, render, svg, take, window
from acis_env.render.ansi import REGIONS
from acis_env.render.fonts import text_width
from acis_env.render.layout import places
from acis_env.render.page import Page
from acis_env.render.palette import DISC, MARKS
from acis_rules import Game
from acis_rules.box.board import load_board
from acis_rules.box.civilizations import load_civilizations
from acis_rules.box.scenario_blocks import COLOURS
from acis_rules.kernel.bits import members
from acis_rules.tools.demo_player import choose

SVG = "{http://www.w3.org/2000/svg}"


def played(scenario: str, decisions: int, seed: int = 3) -> Game:
    game = Game.new(scenario, seed)
    rng = random.Random(seed)
    for _ in range(decisions):
        if game.over:
            break
        game.apply(choose(game, rng))
    return game


@pytest.fixture(scope="module", params=[("basic_2p", 200), ("basic_4p", 350), ("basic_6p", 9999)])
def game(request):
    return played(*request.param)


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


# ------------------------------------------------------------------------------------- svg


def test_svg_names_each_area_in_play_once(game):
    root = ET.fromstring(svg(take(game)))
    board = game.state.world.board
    titles = [title.text for title in root.iter(f"{SVG}title")]
    labels: dict[str, list[str]] = {}
    for text in root.iter(f"{SVG}text"):
        role = text.get("class", "")
        if role.startswith("name n"):
            labels.setdefault(role, []).append(text.text)
    for area in members(board.in_play):
        assert titles.count(board.names[area]) == 1
        assert " ".join(labels[f"name n{area}"]) == board.names[area]
    assert len(labels) == board.in_play.bit_count()


def test_discs_of_the_snapshot_are_those_of_the_position(game):
    s = game.state
    snapshot = take(game)
    shown = {(one.area, faction.mark): n for one in snapshot.pieces for faction, n, _ in one.discs}
    marks = [MARKS[s.world.civilization(s, f).id] for f in range(s.world.n_factions)] + ["B"]
    real = {
        (area, marks[f]): n for f, row in enumerate(s.discs) for area, n in enumerate(row) if n
    }  # fmt: skip
    assert shown == real


def test_svg_shows_one_stack_with_letter_and_number_per_faction_and_area(game):
    snapshot = take(game)
    root = ET.fromstring(svg(snapshot))
    drawn = [text.text for text in root.iter(f"{SVG}text") if text.get("font-weight") == "bold"]
    for faction in {faction for one in snapshot.pieces for faction, _, _ in one.discs}:
        stacks = sum(one.discs[i][0] == faction for one in snapshot.pieces for i in range(len(one.discs)))
        stacks += sum(side == faction for one in snapshot.pieces for side, _ in one.allies)
        around = (faction in snapshot.order) + any(one.faction == faction for one in snapshot.standings)
        assert drawn.count(faction.mark) == stacks + around


def test_every_colour_and_civilization_has_a_sign_of_its_own():
    assert set(DISC) == set(COLOURS) and len(set(DISC.values())) == len(COLOURS)
    marks = [MARKS[civilization.id] for civilization in load_civilizations()]
    assert len(set(marks)) == len(marks) and "B" not in marks


def test_names_and_pieces_stand_on_the_map_and_names_do_not_overlap():
    boxes = []
    for place in places():
        width = max(len(line) for line in place.lines) * place.size * 0.5
        x, y = place.name
        assert x - width / 2 > 0 and x + width / 2 < 1600
        boxes.append((x - width / 2, y, x + width / 2, y + place.size * len(place.lines)))
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            overlap_x, overlap_y = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
            assert overlap_x <= 2 or overlap_y <= 2, (places()[i].lines, b)


# ---------------------------------------------------------------------------- other pictures


def test_pixels(game):
    picture, viewer = render(game, "rgb_array")
    assert picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[1:] == (1600, 3)
    assert picture.flags.writeable and viewer is None


def test_pixels_change_when_a_disc_moves():
    game = played("basic_4p", 20)
    before, _ = render(game, "rgb_array")
    assert (before == render(game.clone(), "rgb_array")[0]).all()
    moved = game.clone()
    row = moved.state.discs[0]
    area = next(i for i, n in enumerate(row) if n)
    row[area] -= 1
    assert (before != render(moved, "rgb_array")[0]).any()


def test_a_narrow_picture_keeps_its_proportions(game):
    small, large = image(take(game), 800), image(take(game))
    assert small.size == (large.width // 2, large.height // 2)


def test_wonders_forbidden_areas_and_gold_are_drawn():
    game = played("basic_4p", 350)
    s = game.state
    built = [i for i, wonder in enumerate(s.wonders) if wonder.owner >= 0]
    assert built
    assert s.world.deck.wonders[built[0]].name in svg(take(game))
    before = svg(take(game))
    numidia = s.world.board.find("Numidia")
    s.gold[numidia] = (game.state.order[0], 2)
    owner = s.world.civilization(s, game.state.order[0]).name
    assert f"2 Gold of {owner}" in svg(take(game)) and "o2" in plain(ansi(take(game)))
    del s.gold[numidia]
    assert svg(take(game)) == before
    s.forbidden |= 1 << s.world.board.find("Sirt")
    assert svg(take(game)) != before


def test_text_shows_scores_areas_and_clock(game):
    text = plain(ansi(take(game)))
    s = game.state
    for f in range(s.world.n_factions):
        line = next(line for line in text.splitlines() if s.world.civilization(s, f).name in line)
        assert re.search(rf"\b{int(s.vp[f])}\b", line)
    assert max(map(len, text.splitlines())) <= 120
    if not game.over:
        assert f"turn {s.turn}" in text
    for f, row in enumerate(s.discs):
        area = next((i for i, n in enumerate(row) if n), None)
        if area is not None:
            mark = "B" if f == s.world.barbarians else MARKS[s.world.civilization(s, f).id]
            assert re.search(rf"{s.world.board.names[area]} .*{mark}{row[area]}", text)


def test_regions_begin_with_areas_of_the_map():
    assert set(REGIONS) <= set(load_board().number) and load_board().areas[0].id in REGIONS


def test_unknown_mode_is_refused(game):
    with pytest.raises(ValueError, match="rgb_array"):
        render(game, "smoke")


# ------------------------------------------------------------------------------------ window


def test_human_without_a_display_says_so_once(game, monkeypatch, capsys):
    monkeypatch.setattr(window, "has_display", lambda: False)
    picture, viewer = render(game, "human")
    picture, viewer = render(game, "human", viewer)
    assert picture is None and viewer is not None
    assert capsys.readouterr().err.count("there is no display") == 1
    viewer.close()


def test_human_with_a_display_shows_and_closes(game, monkeypatch):
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    _, viewer = render(game, "human")
    assert viewer is not None and viewer.is_open
    assert not copy.deepcopy(viewer).is_open
    viewer.close()
    assert not viewer.is_open


@pytest.mark.parametrize("make", [acis_v0.raw_env, AcisGym])
def test_an_environment_is_pickled_without_its_window(make, monkeypatch):
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = make(scenario="basic_2p", render_mode="human")
    env.reset(seed=1)
    env.render()
    other = pickle.loads(pickle.dumps(env))
    assert env._viewer.is_open and not other._viewer.is_open
    env.close()
    assert other.running.game.to_dict() == env.running.game.to_dict()
    other.render()  # in a window of its own
    assert other._viewer.is_open
    other.close()


def test_the_environment_renders():
    env = acis_v0.raw_env(scenario="basic_2p", render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    env.close()


# ------------------------------------------------------------------------ hidden information


def dealt_anew(game: Game) -> Game:
    rng = random.Random(5)
    for seat in range(game.state.world.n_seats):
        game = game.determinize(seat, rng)
    return game


@pytest.mark.parametrize("scenario", ["basic_2p", "basic_4p"])
def test_pictures_stay_the_same_when_hidden_cards_are_dealt_anew(scenario):
    game = Game.new(scenario, 8)
    rng = random.Random(8)
    hands = set()
    for i in range(400):
        if game.over:
            break
        game.apply(choose(game, rng))
        if i % 25 == 0 and game.state.phase != "setup":
            other = dealt_anew(game)
            hands.add(tuple(other.state.hand) != tuple(game.state.hand))
            assert take(other) == take(game)
    assert True in hands


def test_a_page_has_no_links_and_names_no_hidden_card():
    game = Game.new("basic_4p", 11)
    rng = random.Random(11)
    page = Page("a <game>")
    seen: set[int] = set()
    for _ in range(500):
        page.add(game, take(game))
        s = game.state
        seen |= {*s.discard, *s.table, *s.aside, *s.investments}
        if game.over:
            break
        game.apply(choose(game, rng))
    page.finish(game)
    for event in game.events:
        public = event.for_seat(0)
        seen |= {public.card, *public.cards}
    html = page.html()
    without_namespace = html.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|//\w|\bsrc=|\bhref=|@import|url\(", without_namespace)
    assert "a &lt;game&gt;" in html
    cards = game.state.world.deck.cards
    shown = {cards[card].name for card in seen if card}
    hidden = {card.name for card in cards[1:]} - shown
    assert hidden
    assert not [name for name in hidden if name in html]


def test_stacks_of_neighbours_do_not_hide_each_other():
    """Even on Sicily and Cyprus the number on a stack can be read."""
    for one, other in combinations([place.pieces for place in places()], 2):
        assert math.dist(one, other) >= 26


def test_gold_hides_no_name():
    for place in places():
        x, y = place.gold
        for other in places():
            half = max(text_width(line, other.size) for line in other.lines) / 2
            left, top = other.name[0] - half, other.name[1]
            beside = x + 6 <= left or x - 6 >= left + 2 * half
            assert beside or y + 5 <= top or y - 5 >= top + other.size * len(other.lines), other.lines
