"""A person at the terminal: what is shown, what may be typed, and what is never lost."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import Acis, run_acis
from helpers import position

from acis_rules import Game
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import STOP, area_action, card_action, is_area, is_card
from acis_rules.kernel.bits import members
from acis_rules.kernel.files import FileError
from acis_rules.kernel.log import tell
from acis_rules.replay import load
from acis_rules.words.about import about
from acis_rules.words.decisions import in_short
from acis_rules.words.names import joined
from acis_rules.words.terminal import console
from agents.human import Human
from agents.live.game import LiveGame
from agents.live.kept import NoGame, latest
from agents.live.seats import BadSeats
from agents.terminal.answers import NotUnderstood, Numbers, understand
from agents.terminal.looking import state_of
from agents.terminal.news import sentences
from agents.terminal.places import seated
from agents.terminal.prompt import Prompt, Quit, Undo
from agents.terminal.session import Session
from agents.tools.play_command import play

CHOSEN = {"civilizations": ["egypt", "troy"], "turn_order": [0, 1]}
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[─]")


class Typist:
    """Types what it is told, then leaves."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)

    def __call__(self, prompt: str) -> str:
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


@pytest.fixture(autouse=True)
def a_shelf(tmp_path: Path) -> Path:
    return tmp_path / "data" / "acis" / "games"


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    def terminal(width: int) -> None:
        monkeypatch.setattr(console, "_force_terminal", True)
        monkeypatch.setattr(console, "_color_system", None)
        monkeypatch.setattr(console, "_width", width)

    return terminal


def deployment(path: Path | None = None, seats: tuple[str, ...] = ("human", "npc")) -> LiveGame:
    """A game in which seat 0 deploys first."""
    live = LiveGame.new("basic_2p", 1, list(seats), CHOSEN, path)
    while live.game.decision.kind != "deploy":
        live.answer(0, STOP)
    assert live.game.seat == 0
    return live


def sit(live: LiveGame, *lines: str) -> bool:
    return Session(live, Typist(*lines)).play()


def placed(live: LiveGame, before: int) -> list[str]:
    """The areas named by the actions since."""
    names = live.game.state.world.board.names
    return [names[step.action - area_action(0)] for step in live.steps[before:] if step.seat == 0]


# ------------------------------------------------------------------------------------ what is typed


def test_names_beginnings_numbers_and_several_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    live = deployment()
    before = len(live.steps)
    assert sit(live, "libya nile tyre tyre, kush*2") is False
    assert placed(live, before) == ["Libya", "Nile Delta", "Tyre", "Tyre", "Kush", "Kush"]
    live = deployment()
    numbers, _ = Numbers().of(live.game, live.game.legal_actions())
    sinai = next(n for action, n in numbers.items() if "Sinai" in live.game.describe(action))
    sit(live, f"{sinai} {sinai}", "EGYPTIAN SEA")
    assert placed(live, before) == ["Sinai", "Sinai", "Egyptian Sea"]
    capsys.readouterr()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("atlantis", "'atlantis' is no answer here"),
        ("99", "'99' is no answer here"),
        ("egypt atlantis", "'atlantis' is no answer here"),
        ("libya*99999999999999999999", "more than 40 answers"),
        (",;,", "no answer"),
        ("٣", "is no answer here"),
    ],
)
def test_what_is_not_understood_changes_nothing(
    typed: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    live = deployment()
    before = list(live.saved.actions)
    sit(live, typed)
    said = capsys.readouterr().out
    assert words in said and "`help` lists what can be typed" in said
    assert live.saved.actions == before


def test_a_name_that_fits_two_areas_is_asked_for() -> None:
    game = deployment().game
    numbers, _ = Numbers().of(game, game.legal_actions())
    with pytest.raises(NotUnderstood, match=r"'e' could be Egypt or Egyptian Sea: say more"):
        understand("e", game, numbers)
    assert game.describe(understand("egypt", game, numbers)[0]) == "place a disc in Egypt"  # exactly


def test_numbers_stay_while_discs_are_placed_and_0_stops() -> None:
    live = deployment()
    numbers = Numbers()
    first, new = numbers.of(live.game, live.game.legal_actions())
    assert new and first[STOP] == 0 and sorted(first.values()) == list(range(len(first)))
    while live.game.decision.kind == "deploy" and live.waits_for == 0:
        legal = live.game.legal_actions()
        now, _ = numbers.of(live.game, legal)
        assert all(now[action] == number for action, number in first.items() if action in now)
        assert len(set(now.values())) == len(now)
        first |= now
        live.answer(0, next(action for action in legal if is_area(action)))


def in_the_card_phase(live: LiveGame) -> LiveGame:
    """The game when seat 0 is asked for its first card."""
    while live.waits_for != 0 or live.game.decision.kind != "card_action":
        if live.waits_for < 0:
            live.let_program_decide()
        else:
            live.answer(0, live.game.legal_actions()[-1 if live.game.decision.kind == "deploy" else 0])
    return live


def test_numbers_of_cards_and_wonders_stay_through_the_card_phase() -> None:
    live = in_the_card_phase(deployment())
    numbers = Numbers()
    first, _ = numbers.of(live.game, live.game.legal_actions())
    card = next(action for action in first if is_card(action))
    live.answer(0, card)
    while live.waits_for != 0 or live.game.decision.kind != "card_action":
        if live.waits_for < 0:
            live.let_program_decide()
        else:
            numbers.of(live.game, live.game.legal_actions())  # what is asked in between changes nothing
            live.answer(0, live.game.legal_actions()[0])
    now, _ = numbers.of(live.game, live.game.legal_actions())
    kept = set(now) & set(first)
    assert card not in now and len(kept) > 3 and all(now[action] == first[action] for action in kept)


@pytest.mark.rule("WON-02", "WON-03")
def test_a_wonder_is_paid_for_in_one_line_in_any_order(capsys: pytest.CaptureFixture[str]) -> None:
    live = in_the_card_phase(deployment())
    s = live.game.state
    hand = [s.world.deck.cards[card].name for card in members(s.hand[0])]
    before = len(live.steps)
    sit(live, "build temple", f"{hand[1]} sinai {hand[0]} kush, {hand[2]}")
    said = capsys.readouterr().out
    assert "A Wonder costs 5 resources: at least 2 discs from the map" in said
    assert "Name all of it in one line in any order" in said and "not taken" not in said
    assert [step.kind for step in live.steps[before:] if step.seat == 0] == [
        "card_action",
        *["wonder_payment"] * 5,
    ]
    assert "chooses the site of the Temple of Artemis" in said
    live = in_the_card_phase(deployment())
    sit(live, "build temple", hand[0])
    assert f"{hand[0]} cannot come first" in capsys.readouterr().out


@pytest.mark.rule("GRO-03")
def test_discs_are_retired_in_any_order_of_names(capsys: pytest.CaptureFixture[str]) -> None:
    live = LiveGame.new("basic_2p", 1, ["human", "npc"], CHOSEN)
    assert live.game.decision.kind == "retire"
    sit(live, "sinai kush libya 0")
    said = capsys.readouterr().out
    assert placed(live, 0)[:3] == ["Libya", "Kush", "Sinai"] and live.steps[3].action == STOP
    assert "An area that stands before your choice is not offered again" in said and "not taken" not in said


def test_answers_left_over_are_not_taken_for_something_else(capsys: pytest.CaptureFixture[str]) -> None:
    live = deployment()
    sit(live, "kush*30", "undo")
    assert "of your line not taken" in capsys.readouterr().out
    assert all(step.kind != "card_action" for step in live.steps if step.seat == 0)


def test_ready_discs_are_given_up_only_on_purpose(capsys: pytest.CaptureFixture[str]) -> None:
    live = deployment()
    before = len(live.steps)
    sit(live, "0", "no", "stop", "")
    assert len(live.steps) == before
    assert "Ready discs go back to the supply (GRO-14). Stop all the same?" in capsys.readouterr().out
    sit(live, "0", "yes")
    assert live.steps[before].action == STOP


# ------------------------------------------------------------------------------------ what is shown


def test_the_map_at_hand_shows_discs_and_neighbours(capsys: pytest.CaptureFixture[str]) -> None:
    sit(deployment(), "kush")
    said = capsys.readouterr().out
    row = next(line for line in said.splitlines() if "Nile Delta  " in line)
    assert "Egypt 2" in row and "Settlement" in row and "Libya E2, Egypt E2, " in row
    again = said.rpartition("deploys a Ready disc")[2]
    assert "Kush (Egypt 3); " in again and "Borders on" not in again  # the second time in short


def test_looking_things_up(capsys: pytest.CaptureFixture[str]) -> None:
    live = deployment()
    looks = ("hand", "card poet", "card", "area ionia", "area nowhere", "rule crd-14", "rule zeppelin")
    sit(live, *looks, "rule wonder", "board", "map", "score", "news", "help", "?", "card zeppelin")
    said = capsys.readouterr().out
    own = live.game.view(0).hand[0].bit_count()
    assert f"Your hand as Egypt ({own} cards):" in said and "Poet (#39) Great Person" in said
    assert (
        "Ionia: land, Settlement. Discs: Troy 2." in said
        and "no area of this map is called 'nowhere'" in said
    )
    assert "CRD-14 " in said and "'zeppelin'" in said and "more rules: add a word" in said
    assert "phrygia*2" in said and "hint" in said and "Borders on" in said and "Talents" in said
    assert live.saved.actions == deployment().saved.actions


def test_a_seat_sees_only_its_own_hand(capsys: pytest.CaptureFixture[str]) -> None:
    live = deployment()
    sit(live, "hand", "news", "why", "score")
    said = capsys.readouterr().out
    others = live.game.state.hand[1]
    for card in range(1, 104):
        if others >> card & 1:
            assert live.game.state.world.deck.cards[card].name not in said


@pytest.mark.rule("NPC-27")
def test_hands_of_npcs_lie_open(capsys: pytest.CaptureFixture[str]) -> None:
    names, options = seated("punic_wars_solo", {}, ("human", "npc"), None)
    live = LiveGame.new("punic_wars_solo", 3, names, options)
    sit(live, "hand")
    said = capsys.readouterr().out
    theirs = [live.game.state.world.deck.cards[card].name for card in range(1, 104)
              if live.game.state.hand[1] >> card & 1]  # fmt: skip
    assert "The hand of Carthage lies open" in said and theirs and all(name in said for name in theirs)


def test_news_are_never_cut_without_saying_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agents.terminal.news.MOST", 3)
    live = deployment()
    sit(live, "news")
    said = capsys.readouterr().out
    left_out = re.search(r"\((\d+) earlier lines are left out; `news` tells all\)", said)
    assert left_out and said.count("\n- ") == 3 + 3 + int(left_out[1])


def test_what_is_chosen_so_far_is_said_until_it_happens(capsys: pytest.CaptureFixture[str]) -> None:
    game = deployment().game.clone()
    prompt = Prompt(Typist("kush", "kush", "0", "yes", "libya"))  # what was declined is not among it
    for _ in range(4):
        action = prompt.answer(game.view(0), game.decision, game.legal_actions())
    said = capsys.readouterr().out
    assert "So far: place a disc in Kush (2 times)." in said
    prompt.forget()
    game.apply(action)
    Prompt(Typist("kush")).answer(game.view(0), game.decision, game.legal_actions())
    assert "So far" not in capsys.readouterr().out


@pytest.mark.rule("CRD-14")
def test_what_may_be_negated_is_shown_with_its_text_and_targets(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game.new("basic_2p", 4)
    rng = random.Random(4)
    seen = 0
    while not game.over and seen < 3:
        if game.decision.kind == "negate" and (thing := about(game.state)) and thing.declared:
            seen += 1
            Prompt(Typist("0")).answer(game.view(game.seat), game.decision, game.legal_actions())
            said = capsys.readouterr().out
            assert f"{thing.name}: {thing.text}" in said
            assert f"Declared: {joined(thing.declared)}." in said
        game.apply(rng.choice(game.legal_actions()))
    assert seen


def test_events_are_read_before_they_ask_something(capsys: pytest.CaptureFixture[str]) -> None:
    """Who draws an Event has not seen its text before; it is not repeated from question to question."""
    game, rng = Game.new("basic_2p", 2), random.Random(3)

    def asks_for_an_event() -> bool:
        play = game.view(game.seat).play
        if play is None or play.kind != "card" or not game.decision.kind.startswith("name_"):
            return False
        return game.state.world.deck.cards[play.id].event

    while not asks_for_an_event():
        game.apply(rng.choice(game.legal_actions()))
    thing, prompt = about(game.state), Prompt(Typist("1", "1"))
    assert thing is not None
    asked = game.view(game.seat), game.decision, game.legal_actions()
    prompt.answer(*asked)
    assert f"{thing.name}: {thing.text}" in capsys.readouterr().out
    prompt.answer(*asked)
    assert thing.text not in capsys.readouterr().out


def test_names_with_colons_are_not_cut() -> None:
    game = Game.new("basic_2p", 1)
    while game.decision.kind != "card_action":
        game.apply(game.legal_actions()[0])
    forging = next(card for card in range(1, 104) if ": " in game.state.world.deck.cards[card].name)
    words = in_short(game.state, card_action(forging))
    assert words == f"play {game.state.world.deck.cards[forging].name} (#{forging})"


def test_the_end_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    live = LiveGame.new("basic_2p", 1, ["human", "random"], CHOSEN | {"epochs": [4, 4], "vp_limit": 1})
    rng = random.Random(1)
    numbers = Numbers()

    def ask(prompt: str) -> str:
        given, _ = numbers.of(live.game, live.game.legal_actions()) if prompt == "> " else ({}, False)
        return str(rng.choice(list(given.values()))) if given else "yes"

    session = Session(live, lambda prompt: "" if prompt.startswith("Enter") else ask(prompt))
    assert session.play()
    assert capsys.readouterr().out.endswith("- Egypt wins with 2 VP\n")


@pytest.mark.rule("DEF-27")
def test_whose_city_and_whose_settlement_lie_in_a_contested_area() -> None:
    table = position(egypt={"discs": {"tyre": 2, "kush": 3}}, troy={"discs": {"tyre": 3}})
    s = table.s
    assert state_of(s, s.world.board.find("Tyre")) == "Settlement of Egypt, City of Troy, Contested"
    assert state_of(s, s.world.board.find("Kush")) == "City"


@pytest.mark.rule("CIV-35")
def test_walls_that_hold_are_shown() -> None:
    s = position(egypt={"discs": {"kush": 3}}, troy={"discs": {"troy": 2}}).s
    assert state_of(s, s.world.board.find("Troy")) == "Settlement, City Walls"


@pytest.mark.rule("CRD-09")
def test_a_card_that_could_answer_is_shown_with_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    table = position(
        egypt={"discs": {"egypt": 3}, "hand": [22]}, troy={"discs": {"ionia": 2}, "hand": [44]}, phase="cards"
    )
    table.do("Demagogue")
    game = table.game
    Prompt(lambda _: "0").answer(game.view(game.seat), game.decision, game.legal_actions())
    said = capsys.readouterr().out
    assert f"negate with High Priest (#44): {game.state.world.deck.cards[44].text}" in said


@pytest.mark.rule("CMP-07")
def test_a_loss_shows_who_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    table = position(
        egypt={"discs": {"tyre": 3}, "treasury": 1}, troy={"discs": {"tyre": 4}}, phase="competition"
    )
    table.do("stop")  # Troy announces nothing
    game = table.game
    Prompt(lambda _: "lose").answer(game.view(game.seat), game.decision, game.legal_actions())
    assert "There now: Egypt 3, Troy 4." in capsys.readouterr().out


def test_a_card_in_vain_says_so() -> None:
    game = deployment().game
    for kind in ("played", "passed"):
        tell(game.state, kind, 0, card=39)
    assert sentences(game.state, game.events[-2:]) == [
        "Egypt plays Poet: nothing comes of it",
        "Egypt passes",
    ]


def test_what_is_repeated_is_told_once() -> None:
    game = deployment().game
    tell(game.state, "talents", 0, n=-1, cause="Wonder")
    event = game.events[-1]
    assert sentences(game.state, [event] * 3) == ["Egypt pays 1 talent for a Wonder (3 times)"]


def test_who_one_is_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    sit(deployment(), "kush", "libya")
    assert capsys.readouterr().out.count("You play Egypt.") == 1


def test_reasons_and_news_outlast_a_break(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    live = in_the_card_phase(deployment(file))
    capsys.readouterr()
    sit(LiveGame.load(file), "why", "news")
    said = capsys.readouterr().out
    assert re.search(r"- Troy: place a disc in \w+.*: NPC-\d+", said)
    assert "Troy places discs" in said
    live.answer(0, STOP)
    live.go_on()
    capsys.readouterr()
    sit(LiveGame.load(file), "news")
    said = capsys.readouterr().out
    assert "starts with discs" not in said and "- Egypt passes\n- Troy plays " in said


def test_reasons_and_hints(capsys: pytest.CaptureFixture[str]) -> None:
    live = deployment()
    sit(live, "why", "hint", "hint npc", "hint nobody", "hint policy:nowhere", "0", "yes", "why")
    said = capsys.readouterr().out
    assert "greedy would place a disc in " in said and re.search(
        r"npc would place a disc in .*: NPC-\d+", said
    )
    assert "No hint: unknown player 'nobody'" in said and "No hint: nowhere: there is no such policy" in said
    assert re.search(r"- Troy: place a disc in \w+.*: NPC-\d+", said)


@pytest.mark.parametrize("width", [60, 100])
def test_no_word_is_broken(
    width: int, terminal: Callable[[int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    looks = ("hand", "card poet", "area ionia", "rule crd-14", "board", "score", "news", "help", "kush",
             "why", "hint npc", "hand")  # fmt: skip

    def words() -> set[str]:
        sit(deployment(), *looks)
        out = ESCAPES.sub(" ", capsys.readouterr().out)
        assert "…" not in out
        assert max(len(line.rstrip()) for line in out.splitlines()) <= console.width
        return {word.strip(";,.:()") for word in out.split()}

    terminal(5000)
    whole = words()
    terminal(width)
    assert words() - whole <= {""}


# ------------------------------------------------------------------------------ undo, several people


def test_a_choice_can_be_taken_back(capsys: pytest.CaptureFixture[str]) -> None:
    live = deployment()
    before = list(live.saved.actions)
    sit(live, "kush libya", "u", "undo")
    assert live.saved.actions == before
    sit(live, "0", "yes", "u")
    assert "cannot be taken back" in capsys.readouterr().out


def test_what_is_taken_back_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    sit(deployment(), "kush", "undo")
    assert "Taken back: place a disc in Kush." in capsys.readouterr().out


def test_only_enter_lets_the_others_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    live = deployment()
    n = live.game.state.ready[0]
    line = " ".join(["sinai", "kush", "libya", "egypt", "nile", "red", "petra", "tyre"][:n])
    sit(live, line, "board", "quit")
    assert live.held == 0 and "Enter, `undo` or `quit`" in capsys.readouterr().out
    sit(live, "board")  # whoever comes back can still take it back
    assert live.held == 0
    sit(live, "")
    assert live.steps[-1].seat == 1


def test_leaving_with_a_key_begins_a_new_line(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(prompt: str) -> str:
        print(prompt, end="")
        raise KeyboardInterrupt

    assert Session(deployment(), interrupted).play() is False
    assert capsys.readouterr().out.endswith("> \n")


def test_the_last_disc_can_be_taken_back_before_the_others_go_on() -> None:
    live = deployment()
    n = live.game.state.ready[0]
    before = len(live.steps)
    sit(live, " ".join(["sinai", "kush", "libya", "egypt", "nile", "red", "petra", "tyre"][:n]), "undo")
    assert live.waits_for == 0 and live.game.decision.kind == "deploy"
    assert len(live.steps) == before + n - 1


def test_people_hand_the_terminal_over(
    capsys: pytest.CaptureFixture[str], terminal: Callable[[int], None]
) -> None:
    terminal(100)
    live = deployment(seats=("human", "human"))
    sit(live, "", "hand", "0", "yes", "", "hand")
    said = capsys.readouterr().out
    first, second = "It is the turn of Egypt (seat 0)", "It is the turn of Troy (seat 1)"
    assert first in said and second in said
    assert said.index("Your hand as Egypt") < said.index(second) < said.index("Your hand as Troy")
    between = said[said.index("Your hand as Egypt") : said.index("Your hand as Troy")]
    assert between.count("\x1b[2J") == 2  # the screen is cleared before and after
    assert "Your hand as Egypt" not in said[said.index(second) :]


def test_a_person_as_a_player(capsys: pytest.CaptureFixture[str]) -> None:
    live = deployment()
    asked = live.game.view(0), live.game.decision, live.game.legal_actions()
    assert live.game.describe(Human(ask=Typist("kush")).act(*asked)) == "place a disc in Kush"
    for typed, error in (("q", Quit), ("u", Undo)):
        with pytest.raises(error):
            Human(ask=Typist(typed)).act(*asked)
    with pytest.raises(Quit):
        Human(ask=Typist()).act(*asked)


# -------------------------------------------------------------------------------- seats and options


def test_who_sits_where() -> None:
    assert seated("basic_4p", {}, ("human", "greedy"), 2)[0] == ["greedy", "greedy", "human", "greedy"]
    assert seated("basic_2p", {}, ("human", "greedy"), None)[0] == ["human", "greedy"]
    assert seated("punic_wars_solo", {}, ("human",), None) == (["human", "npc"], {})
    assert seated("punic_wars_solo", {}, ("human", "npc"), 0) == (["human", "npc"], {})
    assert seated("second_punic_war_solo", {}, ("human", "npc"), None)[0] == ["human", "npc", "npc"]


def test_a_person_can_take_the_side_of_an_npc() -> None:
    names, options = seated("punic_wars_solo", {}, ("human", "npc"), 1)
    assert names == ["npc", "human"] and options == {"npcs": [0]}
    assert LiveGame.new("punic_wars_solo", 3, names, options).people == [1]


@pytest.mark.parametrize(
    ("scenario", "names", "seat", "words"),
    [
        ("basic_2p", ("human", "a", "b"), None, "players: 2 seats in this scenario, 3 players given"),
        ("basic_2p", ("human",), 2, "seat 2: this scenario has seats 0 to 1"),
        ("basic_2p", ("human",), -1, "seat -1: this scenario has seats 0 to 1"),
        ("basic_2p", ("greedy",), 0, "no human among the players"),
        ("punic_wars_solo", ("human", "greedy"), None, "1 seat without an NPC in this scenario, 2 players"),
    ],
)
def test_seats_that_cannot_be_taken(
    scenario: str, names: tuple[str, ...], seat: int | None, words: str
) -> None:
    with pytest.raises(BadSeats, match=re.escape(words)):
        seated(scenario, {}, names, seat)


def test_an_npc_that_cannot_move_keeps_its_seat() -> None:
    """Of all solitaire scenarios each seat of an NPC is given, or refused in one sentence."""
    refused = 0
    for scenario in (
        "punic_wars_solo",
        "hannibal_solo",
        "antony_cleopatra_solo",
        "fall_of_rome_2_v1",
        "alexander",
    ):
        for seat in range(len(seated(scenario, {}, ("human", "npc"), None)[0])):
            try:
                names, options = seated(scenario, {}, ("human", "npc"), seat)
            except BadSeats as error:
                assert str(error).startswith(f"seat {seat} belongs to an NPC in this scenario: ")
                refused += 1
            else:
                assert names[seat] == "human"
                LiveGame.new(scenario, 1, names, options)
    assert refused


# -------------------------------------------------------------------------------- the command itself


@pytest.fixture
def acis(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Acis:
    def run(*arguments: str, typed: tuple[str, ...] = ()) -> tuple[object, str, str]:
        monkeypatch.setattr("builtins.input", Typist(*typed))
        return run_acis(capsys, "play", *arguments)

    return run


def test_play_keeps_the_game_and_goes_on_with_it(acis, a_shelf: Path, tmp_path: Path) -> None:
    code, out, _ = acis("--seed", "5", "--seat", "1", typed=("?", "quit"))
    assert code == 0 and "seed 5" in out and "seat 0: greedy; seat 1: human" in out
    (kept,) = a_shelf.glob("*.json")
    assert kept.name == "basic_2p-5.json" and "acis play --resume" in out
    before = list(latest(a_shelf).saved.actions)
    code, out, _ = acis("--resume", typed=("1", "0", "0"))
    assert code == 0 and "seed 5" in out and "seat 1: human" in out
    after = latest(a_shelf).saved.actions
    assert len(after) > len(before) and after[: len(before)] == before


def test_how_to_go_on_is_told_with_the_folder_or_file(acis, a_shelf: Path, tmp_path: Path) -> None:
    _, out, _ = acis("--games", str(tmp_path / "evenings"), typed=("quit",))
    assert f"`acis play --resume --games {tmp_path / 'evenings'}` goes on with this game." in out
    _, out, _ = acis("--file", str(tmp_path / "game.json"), typed=("quit",))
    assert f"`acis play --resume --file {tmp_path / 'game.json'}` goes on with this game." in out


def test_every_game_is_a_fresh_one_in_a_file_of_its_own(acis, a_shelf: Path) -> None:
    seeds = {re.search(r"seed (\d+)", acis(typed=("q",))[1])[1] for _ in range(4)}  # type: ignore[index]
    assert len(seeds) == 4 and len(list(a_shelf.glob("*.json"))) == 4
    for _ in range(2):
        acis("--seed", "7", typed=("q",))
    assert (a_shelf / "basic_2p-7-2.json").exists()


def test_outputs_are_tried_at_once_and_never_replaced(acis, tmp_path: Path) -> None:
    (tmp_path / "cup").write_text("in the way")
    for option in ("--save", "--file"):
        code, out, err = acis(option, str(tmp_path / "cup"), typed=("q",))
        assert (code, out) == (1, "") and "exists already" in err and err.count("\n") == 1
        code, out, err = acis(option, str(tmp_path / "cup" / "game.json"), typed=("q",))
        assert (code, out) == (1, "") and "cannot be written" in err and err.count("\n") == 1
    assert (tmp_path / "cup").read_text() == "in the way"


def test_a_game_is_saved_as_a_replay(acis, a_shelf: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "game.json", tmp_path / "other.json"
    typed = (f"save {other}", f"save {other}", "no", "save", f"save {tmp_path}", "yes", "quit")
    code, out, _ = acis("--save", str(file), "--seed", "2", typed=typed)
    assert code == 0 and f"saved to {file}: " in out
    assert f"Saved to {other}: " in out and out.count("Saved to") == 1 and "Not saved: " in out
    assert load(file).actions == load(other).actions == latest(a_shelf).saved.actions


def test_resuming_what_is_not_there(acis, a_shelf: Path, tmp_path: Path) -> None:
    code, out, err = acis("--resume")
    assert (code, out) == (1, "") and "no game to go on with" in err and err.count("\n") == 1
    a_shelf.mkdir(parents=True)
    (a_shelf / "broken.json").write_text("{")
    code, out, err = acis("--resume")
    assert (code, out) == (1, "") and "broken.json: not a saved game" in err and err.count("\n") == 1
    for told in (("--seed", "3"), ("--players", "human"), ("--seat", "0"), ("--set", "vp_limit=3")):
        code, out, err = acis("--resume", *told)
        assert (code, out) == (1, "") and "goes on with a game as it is" in err and err.count("\n") == 1
    code, out, err = acis("--resume", "--file", str(tmp_path / "none.json"))
    assert (code, out) == (1, "") and "none.json: cannot be read" in err


def test_a_finished_game_is_not_gone_on_with(a_shelf: Path) -> None:
    live = LiveGame.new("basic_2p", 1, ["human", "random"], CHOSEN | {"epochs": [4, 4], "vp_limit": 1},
                        a_shelf / "a.json")  # fmt: skip
    rng = random.Random(1)
    while not live.game.over:
        live.go_on()
        if not live.game.over:
            live.answer(0, rng.choice(live.game.legal_actions()))
    with pytest.raises(NoGame):
        latest(a_shelf)


@pytest.mark.parametrize(
    ("scenario", "seed"), [("basic_2p", 1), ("fall_of_rome_2_v1", 2), ("hannibal_solo", 3)]
)
def test_whole_games_are_played_by_typing(
    scenario: str, seed: int, terminal: Callable[[int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every answer can be given by its number, and by what the list calls it; nothing shown is broken."""
    terminal(60)
    names, options = seated(scenario, {}, ("human", "npc"), None)
    live = LiveGame.new(scenario, seed, names, options)
    rng = random.Random(seed)
    numbers = Numbers()
    typed = 0

    def ask(prompt: str) -> str:
        nonlocal typed
        if prompt != "> ":
            return rng.choice(["y", ""])
        typed += 1
        game = live.game
        given, _ = numbers.of(game, game.legal_actions())
        action = rng.choice(list(given))
        if typed % 7 == 0:
            return rng.choice(["hand", "map", "why", "score", "undo"])
        if typed % 2:
            return str(given[action])
        return game.describe(action).partition(": ")[0]

    session = Session(live, ask)
    for _ in range(6000):
        if live.game.over:
            break
        seat = live.waits_for
        if seat < 0:
            live.let_program_decide()
        else:
            session._ask(seat)
    out = ESCAPES.sub(" ", capsys.readouterr().out)
    assert live.game.over and typed > 50
    assert max(len(line.rstrip()) for line in out.splitlines()) <= 60


def test_words_of_one_answer_are_understood_as_that_answer() -> None:
    """What the list calls an answer can be typed, in decisions of every kind that comes up."""
    rng = random.Random(5)
    kinds = set()
    for scenario in ("basic_3p", "hannibal_solo"):
        game = Game.new(scenario, 4)
        for _ in range(1500):
            if game.over:
                break
            legal = game.legal_actions()
            numbers, _ = Numbers().of(game, legal)
            action = rng.choice(legal)
            words = game.describe(action).partition(": ")[0]
            kinds.add(game.decision.kind)
            assert len(set(numbers.values())) == len(numbers)
            assert understand(words, game, numbers) == [action], words
            assert understand(str(numbers[action]), game, numbers) == [action]
            game.apply(action)
    assert len(kinds) > 20


def test_a_bad_list_of_players(acis) -> None:
    code, out, err = acis("--players", "human,,npc")
    assert (code, out) == (1, "") and "a name is missing between commas" in err
    with pytest.raises(AcisError, match="unknown player 'nobody'"):
        play(players="human,nobody", seed=1)
    with pytest.raises(FileError):
        play(save_to=Path("/"), seed=1)


def test_who_chooses_a_civilization_reads_what_it_gives(capsys: pytest.CaptureFixture[str]) -> None:
    live = LiveGame.new("basic_2p", 1, ["human", "human"])
    Session(live, Typist("")).play()
    assert "take Egypt: Its home is Egypt. Gift of the Nile: " in " ".join(capsys.readouterr().out.split())
