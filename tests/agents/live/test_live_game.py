"""A live game: answers, programs in between, undo, and what is kept in its file."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from acis_env.players import PlayerFailed
from acis_rules import Game, IllegalAction
from acis_rules.errors import AcisError
from acis_rules.kernel import files
from acis_rules.kernel.actions import N_ACTIONS, STOP, is_area, is_card, is_wonder
from agents.live.film import Film
from agents.live.game import LiveGame, NoUndo, PlayedElsewhere
from agents.live.saved import SavedGameError, read
from agents.live.seats import BadSeats

CHOSEN = {"civilizations": ["egypt", "troy"], "turn_order": [0, 1]}


def a_game(path: Path | None = None, seats: tuple[str, ...] = ("human", "npc"), seed: int = 7) -> LiveGame:
    return LiveGame.new("basic_2p", seed, list(seats), CHOSEN, path)


def play_on(live: LiveGame, rng: random.Random, most: int = 10_000) -> None:
    """People answer at random."""
    for _ in range(most):
        live.go_on()
        if live.game.over:
            return
        live.answer(live.waits_for, rng.choice(live.game.legal_actions()))


def until(live: LiveGame, kind: str) -> None:
    """Go on until a person is asked this, doing nothing of one's own accord."""
    for _ in range(2000):
        live.go_on()
        if live.game.decision.kind == kind:
            return
        live.answer(live.waits_for, live.game.legal_actions()[0])
    raise AssertionError(f"nobody is asked {kind}")


def test_programs_answer_in_between_and_say_why() -> None:
    live = a_game()
    play_on(live, random.Random(1), 40)
    steps = list(zip(live.steps, live.saved.notes, strict=True))
    assert {step.seat for step in live.steps} == {0, 1}
    assert all(note.reason.startswith(("NPC-", "EVA-")) for step, note in steps if step.seat == 1)
    assert not any(note.reason for step, note in steps if step.seat == 0)


def test_only_who_is_asked_answers() -> None:
    live = a_game(seats=("human", "human"))
    asked = live.waits_for
    with pytest.raises(IllegalAction, match="not asked anything"):
        live.answer(1 - asked, live.game.legal_actions()[0])
    with pytest.raises(IllegalAction, match="is not legal"):
        live.answer(asked, 271)
    assert not live.steps


def test_the_file_holds_the_game_after_every_action(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    live = a_game(path)
    rng = random.Random(2)
    for _ in range(60):
        play_on(live, rng, 1)
        again = LiveGame.load(path)
        assert again.game.to_dict() == live.game.to_dict()
        assert again.saved == live.saved and again.steps == live.steps
        assert again.can_undo(0) == live.can_undo(0)


def test_a_game_goes_on_from_its_file_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    live = a_game(path, ("npc", "npc"))
    for _ in range(100):
        assert live.let_program_decide()
    whole = a_game(seats=("npc", "npc"))
    whole.go_on()
    again = LiveGame.load(path)
    again.go_on()
    assert again.game.over and not again.let_program_decide()
    assert again.saved.actions == whole.saved.actions  # NPCs choose by the position alone


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live = a_game(tmp_path / "game.json")
    live.go_on()
    before, kept = live.game.to_dict(), (tmp_path / "game.json").read_bytes()

    def full(path: Path, content: bytes, private: bool) -> None:
        raise files.FileError(f"{path}: cannot be written: No space left on device")

    monkeypatch.setattr(files, "write", full)
    with pytest.raises(files.FileError):
        live.answer(0, live.game.legal_actions()[0])
    monkeypatch.undo()
    assert live.game.to_dict() == before and (tmp_path / "game.json").read_bytes() == kept
    live.answer(0, live.game.legal_actions()[0])
    assert LiveGame.load(tmp_path / "game.json").game.to_dict() == live.game.to_dict()


# ------------------------------------------------------------------------------------------ undo


def test_a_disc_can_be_taken_back_until_somebody_else_decides() -> None:
    live = a_game()
    until(live, "deploy")
    before = live.game.to_dict()
    ready = live.game.state.ready[0]
    for _ in range(ready):
        live.answer(0, next(filter(is_area, live.game.legal_actions())))
    assert live.held == 0  # the NPC waits until the person is content
    for _ in range(ready):
        live.undo(0)
    assert live.game.to_dict() == before
    for _ in range(ready):
        live.answer(0, next(filter(is_area, live.game.legal_actions())))
    assert live.let_program_decide()
    assert not live.can_undo(0)
    with pytest.raises(NoUndo, match="cannot be taken back"):
        live.undo(0)


def test_the_other_person_cannot_take_it_back() -> None:
    live = a_game(seats=("human", "human"))
    until(live, "deploy")
    seat = live.waits_for
    live.answer(seat, next(filter(is_area, live.game.legal_actions())))
    assert live.can_undo(seat) and not live.can_undo(1 - seat)


def test_no_undo_where_cards_were_drawn() -> None:
    live = a_game(seats=("human", "human"))
    until(live, "card_action")
    while live.game.state.phase == "cards":
        live.answer(live.waits_for, STOP)
    assert not any(live.can_undo(seat) for seat in (0, 1))


# ------------------------------------------------------------------- choices that make a set


@pytest.mark.rule("GRO-03")
def test_discs_are_retired_in_any_order() -> None:
    forth, back = a_game(), a_game()
    until(forth, "retire")
    until(back, "retire")
    areas = [action for action in forth.game.legal_actions() if is_area(action)][:3]
    for area in areas:
        forth.answer(0, area)
    for area in reversed(areas):
        back.answer(0, area)
    assert back.game.to_dict() == forth.game.to_dict() and back.saved.actions == forth.saved.actions
    for _ in areas:
        back.undo(0)
    assert back.game.decision.kind == "retire" and not back.left_behind


@pytest.mark.rule("WON-02")
def test_a_wonder_is_paid_in_any_order(tmp_path: Path) -> None:
    live = a_game(tmp_path / "game.json")
    until(live, "card_action")
    live.answer(0, next(filter(is_wonder, live.game.legal_actions())))
    *_, before, last = filter(is_area, live.game.legal_actions())
    live.answer(0, last)
    assert before not in live.game.legal_actions() and before in live.left_behind
    live.answer(0, before)
    assert live.saved.actions[-2:] == [before, last] and live.game.decision.context["n"] == 3
    live.answer(0, next(filter(is_card, live.game.legal_actions())))
    live.answer(0, before)  # a disc after a card
    assert live.saved.actions[-4:-1] == [before, before, last]
    assert LiveGame.load(tmp_path / "game.json").game.to_dict() == live.game.to_dict()


def test_what_cannot_be_chosen_at_all_is_refused() -> None:
    live = a_game()
    until(live, "retire")
    area = next(filter(is_area, live.game.legal_actions()))
    live.answer(0, area)
    before = live.game.to_dict()
    with pytest.raises(IllegalAction):
        live.answer(0, next(action for action in range(area + 1, N_ACTIONS) if is_wonder(action)))
    assert live.game.to_dict() == before


def test_undo_is_in_the_file(tmp_path: Path) -> None:
    live = a_game(tmp_path / "game.json")
    until(live, "deploy")
    live.answer(0, next(filter(is_area, live.game.legal_actions())))
    live.undo(0)
    assert read(tmp_path / "game.json").actions == live.saved.actions


# ---------------------------------------------------------------------------------- looking back


def test_frames_show_the_table_as_it_was() -> None:
    live = a_game(seats=("npc", "greedy"))
    seen: list[list[bytes]] = []
    ends: list[int] = []
    while live.let_program_decide():
        ends.append(len(live.game.state.log))
        seen.append([bytes(row) for row in live.game.state.discs])
    film = live.film
    assert len(film) > 500
    frames = film.look(
        0, len(film) - 1, lambda game, frame: (frame, [bytes(row) for row in game.state.discs])
    )
    assert [frame for frame, _ in frames] == list(range(len(film)))
    by_end = dict(zip(ends, seen, strict=True))
    compared = [
        discs == by_end[film.end_of(frame)] for frame, discs in frames if film.end_of(frame) in by_end
    ]
    assert all(compared) and len(compared) > 200
    assert film.look(200, 200, lambda game, frame: [bytes(row) for row in game.state.discs]) == [
        frames[200][1]
    ]


def test_frames_do_not_tell_who_was_asked() -> None:
    """The frames follow from the events alone, wherever somebody was asked something in between."""
    live = a_game(seats=("npc", "npc"))
    live.go_on()
    at_once = Film(Game.new("basic_2p", 7, CHOSEN))
    at_once.add(live.game, 0)
    assert at_once.starts == live.film.starts


def test_undo_takes_frames_back() -> None:
    live = a_game()
    until(live, "deploy")
    starts = list(live.film.starts)
    live.answer(0, next(filter(is_area, live.game.legal_actions())))
    assert len(live.film) > len(starts)
    live.undo(0)
    assert live.film.starts == starts


def test_reasons_that_tell_of_hidden_cards_are_told_after_the_end() -> None:
    live = a_game()
    rng = random.Random(5)
    secret = 0
    while not live.game.over:
        play_on(live, rng, 1)
        for number in range(len(live.steps)):
            step = live.steps[number]
            if step.seat == 1 and not live.game.over and step.kind in ("commit", "negate", "keep"):
                assert live.note_of(number, 0) is None
                secret += 1
        if len(live.steps) > 400:
            break
    assert secret
    play_on(live, rng)
    assert all(live.note_of(number, 0) == note for number, note in enumerate(live.saved.notes))


# ----------------------------------------------------------------------------------------- files


def test_seats_have_to_fit() -> None:
    with pytest.raises(BadSeats, match="2 in this game, 1 given"):
        a_game(seats=("human",))
    with pytest.raises(BadSeats, match=r"seat \d: 'human'; this seat belongs to an NPC"):
        LiveGame.new("punic_wars_solo", 1, ["human", "human"])
    with pytest.raises(AcisError, match="unknown player 'nobody'"):
        a_game(seats=("human", "nobody"))


class Broken:
    def __init__(self, seed: int = 0) -> None:
        pass

    def act(self, view: object, decision: object, legal: list[int]) -> int:
        raise RuntimeError("no idea")


def test_a_program_that_fails_is_named_and_the_game_stays() -> None:
    live = a_game(seats=("human", f"{__name__}:Broken"))
    steps = 0
    with pytest.raises(PlayerFailed, match=r"Broken.*RuntimeError: no idea"):
        for _ in range(100):
            live.go_on()
            live.answer(0, live.game.legal_actions()[0])
            steps += 1
    assert len(live.steps) == steps


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"acis_game": 2}, "acis_game: version 2; this program reads 1"),
        ({"action_layout": 9}, "action_layout: version 9"),
        ({"actions": [500]}, "actions"),
        ({"actions": [271], "notes": [{}]}, r"actions\[0\]: action 271 is not legal"),
        ({"actions": [1]}, "notes: 0 for 1 actions"),
        ({"seats": ["human", "os:system"]}, "no player of that name is installed"),
        ({"seats": ["human"]}, "2 in this game, 1 given"),
        ({"scenario": "atlantis"}, "atlantis"),
        ({"options": {"vp_limit": -1}}, "vp_limit"),
        ({"seed": 2**70}, "seed"),
        ({"more": 1}, "more"),
        ({"keys": ["x" * 300]}, "keys"),
    ],
)
def test_a_file_that_is_none_is_refused_in_one_sentence(
    tmp_path: Path, change: dict[str, object], says: str
) -> None:
    path = tmp_path / "game.json"
    a_game(path)
    content = json.loads(path.read_text())
    path.write_text(json.dumps(content | change))
    with pytest.raises(AcisError, match=says) as error:
        LiveGame.load(path)
    assert "\n" not in str(error.value)
    assert "game.json" in str(error.value)


@pytest.mark.parametrize("content", ["", "[]", "{", "{}", "7", "\x00\x01", "[" * 5000])
def test_any_other_file_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(content)
    with pytest.raises(SavedGameError):
        LiveGame.load(path)


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    """It holds the keys of seats, and hands."""
    live = a_game(tmp_path / "game.json", seats=("human", "human"))
    assert len({key for key in live.saved.keys if len(key) > 20}) == 2
    live.answer(live.waits_for, live.game.legal_actions()[0])
    assert (tmp_path / "game.json").stat().st_mode & 0o077 == 0


def test_what_was_played_elsewhere_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    here = a_game(path, seats=("human", "human"))
    there = LiveGame.load(path)
    there.answer(there.waits_for, there.game.legal_actions()[0])
    assert here.played_elsewhere and not there.played_elsewhere
    with pytest.raises(PlayedElsewhere, match="gone on elsewhere"):
        here.answer(here.waits_for, here.game.legal_actions()[-1])
    assert not here.steps and read(path).actions == there.saved.actions
