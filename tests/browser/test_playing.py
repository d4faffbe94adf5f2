"""The game in a real browser, played through clicks."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, ElementHandle, Page

from acis_rules.kernel.actions import is_card, is_wonder
from browser.player import (
    SHOTS,
    Server,
    answered,
    answers,
    asked,
    click_area,
    do_something,
    play_until,
    prepared,
    press,
    watched,
)


def test_a_game_from_the_lobby_and_undo(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/#{server.key}")
    page.wait_for_selector("#start")
    page.screenshot(path=SHOTS / "lobby.png")
    page.fill("#seed", "7")
    page.click("#start")
    rng = Random(1)
    play_until(page, rng, "deploys")
    page.screenshot(path=SHOTS / "deploy.png")
    assert "#" not in page.url  # it can be shared
    ready = len(page.query_selector_all(".ready .disc"))
    click_area(page, 1)
    page.wait_for_selector("#so-far")
    assert len(page.query_selector_all(".ready .disc")) == ready - 1
    page.click("#undo")
    page.wait_for_function(f"() => document.querySelectorAll('.ready .disc').length === {ready}")
    page.click(".stop")  # discs would be given up
    assert "go back to your supply" in page.inner_text(".confirm")
    page.click(".confirm button:not(.main)")
    page.click("#hint")
    page.wait_for_selector(".hint-shown b")
    assert "NPC-" in page.inner_text(".hint-shown")
    page.click(".hint-shown .rule")
    page.wait_for_selector("#rules .entry")
    assert "NPC-" in page.inner_text("#rules .entry h3")
    page.fill("#rules input", "nile delta")
    page.wait_for_function("() => /Egyptian Sea/.test(document.querySelector('#found').innerText)")
    page.screenshot(path=SHOTS / "rules.png")
    page.keyboard.press("Escape")


def test_areas_clicked_quickly_all_count(page: Page, server: Server) -> None:
    (link,) = server.begin(["human", "npc"], seed=7)
    page.goto(link)
    play_until(page, Random(1), "deploys")
    ready = len(page.query_selector_all(".ready .disc"))
    page.evaluate("""() => [...document.querySelectorAll('#board .area.legal')].slice(0, 3)
      .forEach(area => area.dispatchEvent(new MouseEvent('click')))""")
    page.wait_for_function(f"() => document.querySelectorAll('.ready .disc').length === {ready - 3}")


def test_the_guided_game(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/#{server.key}")
    page.click("#learn")
    page.wait_for_selector("#lesson-title")
    assert page.inner_text("#lesson-title") == "The table"
    focused = "() => document.activeElement.id"
    assert page.evaluate(focused) == "lesson-title"
    page.screenshot(path=SHOTS / "lesson.png")
    page.click("#lesson .rule")
    page.wait_for_selector("#rules .entry")
    assert "DEF-04" in page.inner_text("#rules .entry h3")
    page.keyboard.press("Escape")
    page.click("#lesson-next")
    assert page.inner_text("#lesson-title") == "Growth: calling discs back"
    page.keyboard.press("Tab")
    page.click("#lesson-done")
    assert page.evaluate(focused) == "lesson-open"
    page.click(".stop")
    page.wait_for_function("() => /new discs/.test(document.querySelector('#lesson-title')?.innerText)")
    assert page.evaluate(focused) == "lesson-title"
    page.screenshot(path=SHOTS / "lesson_deploying.png")
    page.reload()  # what has not been put away is there again
    page.wait_for_selector("#lesson-title")
    assert page.inner_text("#lesson-title") == "Growth: new discs"
    for name in ("Egypt", "Kush", "Nile Delta", "Tyre", "Tyre", "Petra", "Petra"):  # as it proposes
        before = page.inner_text("#decision")
        page.focus(f".area[aria-label$='{name}']")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "before => document.querySelector('#decision').innerText !== before", arg=before
        )
    page.click("#go-on")
    page.wait_for_function("() => /one at a time/.test(document.querySelector('#lesson-title')?.innerText)")
    page.click("#lesson .close")
    page.reload()
    page.wait_for_selector("#lesson-open")  # and what has been is not


@pytest.mark.parametrize(("scenario", "options"), [("basic_2p", {"vp_limit": "25"}), ("punic_wars_solo", {})])
def test_a_whole_game(page: Page, server: Server, scenario: str, options: dict[str, str]) -> None:
    (link,) = server.begin(["human", "npc"], scenario, 11, **options)
    page.goto(link)
    rng = Random(3)
    while do_something(page, rng):
        pass
    assert "The game is over" in page.inner_text("#decision")
    assert re.search(r" wins? with \d+", page.inner_text("#result"))
    page.screenshot(path=SHOTS / f"end_{scenario}.png")
    page.click("#replay-button")
    page.wait_for_selector("#slider")
    page.evaluate("() => { const s = document.querySelector('#slider'); s.value = 10; "
                  "s.dispatchEvent(new Event('input')); }")  # fmt: skip
    page.wait_for_function("() => /frame=10/.test(location.search)")
    page.wait_for_function(
        "() => /held/.test(document.querySelector('#factions').innerText)"
    )  # all hands lie open
    page.screenshot(path=SHOTS / f"replay_{scenario}.png")
    address = page.url
    page.goto("about:blank")
    page.goto(address)  # it names game and frame
    page.wait_for_selector("#slider")
    assert page.input_value("#slider") == address.rpartition("=")[2]
    where = page.input_value("#slider")
    page.click("#jump-next")
    page.wait_for_function(f"() => document.querySelector('#slider').value !== '{where}'")


def test_nothing_is_lost_by_a_reload_or_a_crash(page: Page, server: Server) -> None:
    (link,) = server.begin(["human", "npc"])
    page.goto(link)
    rng = Random(5)
    for _ in range(12):
        do_something(page, rng)
    question, factions = asked(page), page.inner_text("#factions")
    page.reload()
    assert asked(page) == question and page.inner_text("#factions") == factions
    server.kill()
    page.wait_for_selector("#trouble:not([hidden])")
    server.start()
    page.wait_for_selector("#trouble", state="hidden")  # the page finds it again by itself
    assert asked(page) == question and page.inner_text("#factions") == factions
    do_something(page, rng)
    page.reload()
    for _ in range(5):
        do_something(page, rng)


# News that take their time on the way
SLOW_NEWS = """const ask = window.fetch;
window.fetch = async (path, options) => {
  const answer = await ask(path, options);
  if (path.includes("have=")) await new Promise(done => setTimeout(done, 300));
  return answer;
};"""
COUNT = """() => { window.counts = [];
  new MutationObserver(() => counts.push(document.querySelectorAll('.ready .disc').length))
    .observe(document.querySelector('#decision'), {childList: true}); }"""


def test_older_news_never_replace_a_newer_page(page: Page, server: Server) -> None:
    (link,) = server.begin(["human", "npc"])
    page.add_init_script(SLOW_NEWS)
    page.goto(link)
    play_until(page, Random(1), "deploys")
    ready = len(page.query_selector_all(".ready .disc"))
    page.evaluate(COUNT)
    for _ in range(3):
        with answered(page):
            click_area(page)
    page.wait_for_timeout(1000)
    assert page.evaluate("() => counts") == [ready - 1, ready - 2, ready - 3]


def test_a_negation_pops_up_with_the_card_and_what_it_would_do(page: Page, server: Server) -> None:
    page.goto(prepared(server, lambda game: game.decision.kind == "negate" and "by" in game.decision.context))
    page.wait_for_selector("#popup[open] #asks")
    assert "may negate" in page.inner_text("#popup #asks")
    assert len(page.inner_text("#popup .about p")) > 10  # the text of the card
    page.screenshot(path=SHOTS / "negation.png")
    card = next(one for one in answers(page) if is_card(int(one)))
    press(page, card)
    page.wait_for_selector("#popup", state="hidden")
    page.wait_for_function("() => /negates/.test(document.querySelector('#news').innerText)")


def test_a_wonder_shows_its_cost_and_what_is_chosen(page: Page, server: Server) -> None:
    page.goto(prepared(server, lambda game: any(map(is_wonder, game.legal_actions()))))
    asked(page)
    page.click(".wonders summary")
    wonder = next(one for one in answers(page) if is_wonder(int(one)))
    assert "Costs 5 resources" in page.inner_text(f"#decision [data-action='{wonder}']")
    press(page, wonder)
    page.wait_for_function("() => /left to pay/.test(document.querySelector('#asks')?.innerText)")
    rng = Random(2)
    seen = 0
    while "left to pay" in asked(page):
        page.screenshot(path=SHOTS / "wonder.png")
        seen += page.query_selector("#so-far") is not None
        do_something(page, rng)
    assert seen >= 2
    if "site" in asked(page):
        do_something(page, rng)
    page.wait_for_function("() => document.querySelector('.faction.own .holdings .chip')")
    assert "builds" in page.inner_text("#news")


def test_two_people_in_two_windows(browser: Browser, page: Page, server: Server) -> None:
    first, second = server.begin(["human", "human"], seed=3)
    other = browser.new_context(viewport={"width": 1100, "height": 800}).new_page()
    wrong = watched(other)
    page.goto(first)
    other.goto(second)
    rng = Random(4)
    moved = set()
    for _ in range(40):
        page.wait_for_timeout(60)
        for window in (page, other):
            if window.query_selector("#asks"):
                do_something(window, rng)
                moved.add(window)
    assert moved == {page, other}
    hands = [window.inner_text("#hand") for window in (page, other)]
    assert all("cards" in hand for hand in hands) and hands[0] != hands[1]
    other.screenshot(path=SHOTS / "second_window.png")
    assert not wrong
    other.close()


def test_people_at_one_screen_hand_it_over(page: Page, server: Server) -> None:
    first, second = server.begin(["human", "human"], seed=3)
    page.goto(f"{first},{second.rpartition('#')[2]}")
    rng = Random(6)
    covered = 0
    for _ in range(25):
        asked(page)
        if page.query_selector("#take-over"):
            assert not any(page.inner_text(one) for one in ("#hand", "#decision", "#news", "#epoch"))
            covered += 1
            page.screenshot(path=SHOTS / "hand_over.png")
        do_something(page, rng)
    assert covered


def test_news_step_by_step_on_the_map(page: Page, server: Server) -> None:
    (link,) = server.begin(["human", "npc"], seed=5)
    page.goto(link)
    play_until(page, Random(7), "plays a card")
    now = page.inner_html("#p47") + page.inner_text("#factions")
    page.click("#news-next")
    page.wait_for_selector("#then button")
    page.click("#news-next")
    page.wait_for_selector("#news .lines li.now")
    assert "Then" in page.inner_text("#then") and not page.query_selector("#asks")
    page.click("#news-now")
    page.wait_for_selector("#asks")
    assert page.query_selector("#then[hidden]")
    assert page.inner_html("#p47") + page.inner_text("#factions") == now


def test_the_end_of_an_epoch(page: Page, server: Server) -> None:
    page.goto(prepared(server, lambda game: game.state.epoch == 2))
    asked(page)
    assert page.inner_text("#epoch h2") == "Epoch I is over"
    told = page.inner_text("#epoch")
    assert "Epoch Change, " in told and "EPO-" in told and " VP" in page.inner_text("#epoch .standings")
    page.screenshot(path=SHOTS / "epoch.png")
    page.click("#epoch .line")
    page.wait_for_selector("#then button")
    page.click("#then button")
    page.wait_for_selector("#asks")
    page.click("#epoch-seen")
    assert not page.is_visible("#epoch")
    page.reload()
    asked(page)
    assert not page.is_visible("#epoch")


# The smallest letters of the names on the part of the map that is shown, in pixels
SMALLEST = """() => { const svg = document.querySelector('#board svg');
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const sizes = [...svg.querySelectorAll('text')].map(one => parseFloat(one.getAttribute('font-size')));
  return scale * Math.min(...sizes); }"""


@pytest.mark.parametrize("width", [390, 1024, 1280])
def test_names_on_the_whole_map_are_legible(page: Page, server: Server, width: int) -> None:
    """Whether one chooses an area or a card; that something lies outside of the picture is told."""
    (link,) = server.begin(["human", "npc", "npc", "npc"], "basic_4p", seed=8)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(link)
    rng = Random(9)
    for question in ("deploys", "plays a card"):
        play_until(page, rng, question)
        assert page.evaluate(SMALLEST) > 7.5
    page.click("#zoom-fit")
    assert page.evaluate("() => document.querySelector('#board svg').getBoundingClientRect().left >= 0")
    play_until(page, rng, "deploys")
    assert not page.inner_text("#beyond")  # it stays as somebody wants it: the whole map
    page.click("#zoom-in")
    page.click("#zoom-in")
    page.click("#zoom-in")
    page.evaluate("() => document.querySelector('#board').scrollTo(0, 0)")
    page.wait_for_function("() => /outside/.test(document.querySelector('#beyond').innerText)")


def test_steps_are_followed_on_the_map(page: Page, server: Server) -> None:
    (link,) = server.begin(["human", "npc", "npc", "npc"], "basic_4p", seed=8)
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(link)
    play_until(page, Random(9), "plays a card")
    for _ in range(4):
        page.click("#news-next")
        page.wait_for_selector("#then button")
        page.wait_for_function(FOLLOWED)


# Of the areas that have just changed, one at least is in the picture
FOLLOWED = """() => { const frame = document.querySelector('#board').getBoundingClientRect();
  const changed = [...document.querySelectorAll('.area.changed')].map(area => area.getBoundingClientRect());
  return !changed.length || changed.some(box => box.right > frame.left && box.left < frame.right
    && box.bottom > frame.top && box.top < frame.bottom); }"""


SCREENS = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1024, 768), "desktop": (1600, 1000)}


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("name", SCREENS)
def test_every_screen(browser: Browser, server: Server, name: str, colours: str) -> None:
    (link,) = server.begin(["human", "npc", "npc", "npc"], "basic_4p", seed=8)
    width, height = SCREENS[name]
    touch = name in ("phone", "tablet")
    scheme: Any = colours
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=touch
    )
    page = context.new_page()
    wrong = watched(page)
    page.goto(f"{server.address}/#{server.key}")
    page.wait_for_selector("#start")
    assert _fits(page)
    page.screenshot(path=SHOTS / f"lobby_{name}_{colours}.png", full_page=True)
    page.goto(link)
    play_until(page, Random(9), "deploys")
    click_area(page)
    page.wait_for_selector("#so-far")
    assert _fits(page)
    page.screenshot(path=SHOTS / f"game_{name}_{colours}.png")
    page.screenshot(path=SHOTS / f"whole_{name}_{colours}.png", full_page=True)
    assert not list(filter(_too_small, page.query_selector_all("#decision .answers button")))
    assert not wrong
    context.close()


def _fits(page: Page) -> bool:
    """Whether nothing sticks out to the right."""
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def _too_small(button: ElementHandle) -> bool:
    """Whether a finger would miss it."""
    box = button.bounding_box()
    return button.is_visible() and box is not None and box["height"] < 30


def test_a_turn_with_the_keyboard_alone(page: Page, server: Server) -> None:
    (link,) = server.begin(["human", "npc"], seed=7)
    page.goto(link)
    play_until(page, Random(1), "deploys")
    ready = len(page.query_selector_all(".ready .disc"))
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.classList.contains('legal')"):
            break
    label = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert label.startswith("place a disc in")
    assert page.evaluate(
        "() => [...document.querySelectorAll('#board .area:not(.legal)')].every(area => area.tabIndex < 0)"
    )
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => document.querySelectorAll('.ready .disc').length === {ready - 1}")
    page.keyboard.press("u")
    page.wait_for_function(f"() => document.querySelectorAll('.ready .disc').length === {ready}")
    page.keyboard.press("d")
    assert page.evaluate("() => document.activeElement.id") == "asks"
