"""The guided first Epoch: its steps are well-formed, come when they should, and each but once."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from acis_env.players import make_player
from acis_rules.kernel.actions import BLOCKS
from acis_rules.kernel.decisions import KINDS
from acis_rules.tools import cli
from acis_rules.tools.rule_catalogue import load_rules
from acis_rules.words.events import KINDS as EVENTS
from acis_rules.words.terminal import console
from agents.live.game import LiveGame
from agents.live.lessons import Lesson, load_course
from agents.live.saved import SavedGameError

COURSE = load_course()


@pytest.fixture(autouse=True)
def a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are kept."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "acis" / "games"


def test_steps_speak_of_what_there_is() -> None:
    for step in COURSE.steps:
        assert set(step.when.kinds) <= set(KINDS), step.title
        assert step.when.offers in ("", *(name for name, _, _ in BLOCKS)), step.title
        assert step.when.event == "" or step.when.event in EVENTS, step.title
        assert step.rules and set(step.rules) <= set(load_rules()), step.title
        for browser in (False, True):
            said = step.paragraphs(browser)
            assert said and all(said) and "\n" not in "".join(said)
        assert "`" not in "".join(step.paragraphs(browser=True)), step.title  # nothing can be typed there
    words = sum(len(step.text.split()) for step in COURSE.steps)
    assert 500 < words < 1500  # fifteen minutes with the playing


def play(answers: Callable[..., int]) -> list[Lesson]:
    """The steps that are told in a game, in order."""
    live = LiveGame.guided()
    while not live.game.over:
        live.go_on()
        game = live.game
        if not game.over:
            live.answer(0, answers(game.view(0), game.decision, game.legal_actions()))
    assert live.lessons is not None
    return [told.lesson for told in live.lessons.told]


def test_the_course_begins_alike() -> None:
    first, again = LiveGame.guided(), LiveGame.guided()
    assert first.game.to_dict() == again.game.to_dict() and first.people == [0]
    names = first.game.state.world.deck.cards
    assert {names[card].name for card in range(1, 104) if first.game.state.hand[0] >> card & 1} == {
        "Academy of Sciences", "Civil War", "Pirate Raids", "Explorer", "Plague",
    }  # fmt: skip


@pytest.mark.parametrize("who", ["greedy", "npc", "random"])
def test_each_step_is_told_once_and_all_that_matter_are(who: str) -> None:
    player = make_player(who, 3)
    told = play(player.act)
    titles = [step.title for step in told]
    assert len(set(titles)) == len(titles)
    assert titles[0] == "The table" and titles[-1] == "That was an Epoch"
    always = {"Growth: new discs", "Cards: one at a time", "Evaluation: the turn is counted"}
    assert always <= set(titles)


@pytest.mark.rule("CMP-17")
@pytest.mark.parametrize("who", ["greedy", "npc"])
def test_fights_are_explained_also_to_those_without_a_card_for_them(who: str) -> None:
    live, player = LiveGame.guided(), make_player(who, 3)
    fought = 0
    while True:
        live.go_on()
        view = live.game.view(0)
        if view.over:
            break
        assert live.lessons is not None
        told = "Competition: the fight" in [told.lesson.title for told in live.lessons.told]
        assert told == any(event.kind == "competition" for event in view.events)
        fought += told
        live.answer(0, player.act(view, live.game.decision, live.game.legal_actions()))
    assert fought


def test_every_step_is_told_in_some_game() -> None:
    told = set()
    for seed in range(12):
        told |= {step.title for step in play(make_player("random" if seed % 2 else "greedy", seed).act)}
    assert told == {step.title for step in COURSE.steps}


def test_the_first_proposals_can_be_typed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    proposals = [step.proposal for step in COURSE.steps if step.proposal]
    lines = iter(proposals)

    def ask(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", ask)
    with pytest.raises(SystemExit) as end:
        cli.main(["learn"])
    out = capsys.readouterr().out
    assert end.value.code == 0 and "is no answer" not in out and "not taken" not in out
    assert re.search(r"Egypt +0 +3 +4", out)  # three Cities, four Settlements


def titles(live: LiveGame) -> list[str]:
    """What has been told so far."""
    assert live.lessons is not None
    return [told.lesson.title for told in live.lessons.told]


def test_lessons_follow_from_the_game_after_a_pause_and_after_undo(tmp_path: Path) -> None:
    live = LiveGame.guided(path=tmp_path / "game.json")
    assert titles(live) == ["The table", "Growth: calling discs back"]
    live.answer(0, 0)
    assert titles(live)[2:] == ["Growth: new discs"]
    assert titles(LiveGame.load(tmp_path / "game.json")) == titles(live)
    live.undo(0)
    assert len(titles(live)) == 2
    live.answer(0, 0)
    assert titles(live)[2:] == ["Growth: new discs"]


def test_only_courses_that_come_with_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    LiveGame.guided(path=path)
    path.write_text(path.read_text().replace('"first_epoch"', '"../../../secret"'))
    with pytest.raises(SavedGameError, match=r"game.json: course: .*secret.*: there is none"):
        LiveGame.load(path)


def test_who_comes_back_hears_again_what_belongs_to_the_decision(
    a_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def acis(*arguments: str, typed: tuple[str, ...]) -> str:
        lines = iter((*typed, "quit"))
        monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
        with pytest.raises(SystemExit):
            cli.main(list(arguments))
        return capsys.readouterr().out

    first = acis("learn", typed=("0", "undo", "0"))
    assert first.count("The table") == first.count("Growth: new discs") == 1
    assert (a_folder / "first_epoch-11.json").exists()
    again = acis("play", "--resume", typed=("egypt kush nile tyre tyre petra petra", ""))
    assert "The table" not in again and again.count("Growth: new discs") == 1
    assert "Cards: one at a time" in again and "Rules: CRD-01" in again


@pytest.mark.parametrize("width", [60, 100])
def test_a_whole_lesson_at_the_terminal(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who types numbers whatever is asked, and Enter where it is waited for, gets to the end."""
    rng = random.Random(width)

    def typed(prompt: str) -> str:
        return "" if prompt.startswith("Enter") and rng.random() < 0.5 else rng.choice(answers)

    answers = ["y", *map(str, range(20))]
    monkeypatch.setattr(console, "_force_terminal", True)
    monkeypatch.setattr(console, "_color_system", None)
    monkeypatch.setattr(console, "_width", width)
    monkeypatch.setattr("builtins.input", typed)
    with pytest.raises(SystemExit) as end:
        cli.main(["learn"])
    out = capsys.readouterr().out
    assert end.value.code == 0
    assert "That was an Epoch" in out and max(map(len, out.splitlines())) <= width
