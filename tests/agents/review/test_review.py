"""Looking back on games: chances, costly decisions, the page."""

from __future__ import annotations

import random
import re
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import Acis, run_acis

from acis_env.players import make_player
from acis_rules import Decision, Game
from acis_rules.kernel.actions import STOP
from acis_rules.replay import Recorder, Replay, save
from acis_rules.views import View
from agents.learned.networks import build
from agents.learned.policy import save_policy
from agents.live.game import LiveGame
from agents.review.chances import by_value, has_an_idea, judged_by
from agents.review.costly import advice, costly, until_counted

SHORT = {"civilizations": ["egypt", "troy"], "turn_order": [0, 1], "epochs": [1, 1]}


@pytest.fixture(scope="module")
def game() -> Replay:
    """Greedy against somebody who gives up every disc in the second turn's deployment."""
    recorder = Recorder("basic_2p", 5, SHORT)
    players = [make_player("greedy", 1), make_player("greedy", 2)]
    while not recorder.game.over:
        now = recorder.game
        action = players[now.seat].act(now.view(now.seat), now.decision, now.legal_actions())
        if now.seat == 1 and now.decision.kind == "deploy" and now.state.turn == 1:
            action = STOP
        recorder.apply(action)
    return recorder.replay


def test_chances_add_up_and_end_with_the_winner(game: Replay) -> None:
    for position in game.play():
        chances = by_value(position)
        assert sum(chances) == pytest.approx(1) and all(0 <= one <= 1 for one in chances)
    assert chances[position.winners[0]] == 1


def test_who_is_ahead_has_the_better_chances_and_more_so_late() -> None:
    def leading(epoch: int, turn: int) -> float:
        factions = [{"civilization": "egypt", "vp": 10}, {"civilization": "troy", "vp": 5}]
        position = {"scenario": "basic_2p", "epoch": epoch, "turn": turn, "factions": factions}
        return by_value(Game.from_dict(position))[0]

    assert 0.5 < leading(1, 1) < leading(4, 1) < leading(4, 4) < 1


def test_a_player_with_an_idea_of_chances_is_believed() -> None:
    class Oracle:
        def act(self, view: View, decision: Decision, legal: list[int]) -> int:
            return legal[0]

        def thoughts(
            self, view: View, decision: Decision, legal: list[int]
        ) -> tuple[list[tuple[int, float]], list[float]]:
            return [(legal[0], 1.0)], [0.25, 0.75]

    position = Game.new("basic_2p", 1)
    assert judged_by(Oracle())(position) == [0.25, 0.75] and has_an_idea(Oracle(), position)
    assert not has_an_idea(make_player("greedy"), position)
    assert judged_by(make_player("greedy"))(position) == judged_by(None)(position) == by_value(position)


def test_giving_up_all_discs_is_the_most_costly_decision(game: Replay) -> None:
    found = costly(game, {1})
    worst = found[0]
    assert worst.action == STOP and worst.game.decision.kind == "deploy" and worst.cost > 1
    assert len(found) <= 3 and [one.cost for one in found] == sorted(
        (one.cost for one in found), reverse=True
    )
    assert len({one.moment for one in found}) == len(found)
    advised = advice(worst, {"npc": make_player("npc"), "greedy": make_player("greedy")})
    assert [one.who for one in advised] == ["npc", "greedy"] and not any(one.same for one in advised)
    assert "NPC-" in advised[0].reason and all("place a disc in" in one.words for one in advised)
    assert {one.game.seat for one in costly(game, {0})} <= {0}


def test_nothing_hidden_is_looked_at(game: Replay) -> None:
    """Advice comes from what the seat could see: a game dealt anew gets the same."""
    worst = costly(game, {1})[0]
    other = worst._replace(game=worst.game.determinize(1, random.Random(3)))
    for name in ("npc", "greedy"):
        assert advice(worst, {name: make_player(name, 4)}) == advice(other, {name: make_player(name, 4)})


def test_answers_are_compared_when_vp_are_counted() -> None:
    game = Game.new("basic_2p", 5, SHORT)
    after = game.clone()
    until_counted(after, game, random.Random(1))
    assert after.over or after.state.counted or after.state.turn == 2
    again = after.clone()
    until_counted(again, after, random.Random(1))
    assert again.over or (again.state.epoch, again.state.turn) != (after.state.epoch, after.state.turn)


# -------------------------------------------------------------------------------------- the command


@pytest.fixture
def acis(capsys: pytest.CaptureFixture[str]) -> Acis:
    return partial(run_acis, capsys, "review")


def test_the_page(acis, game: Replay, tmp_path: Path) -> None:
    file, out = tmp_path / "game.json", tmp_path / "out.html"
    save(file, game)
    code, said, _ = acis(str(file), "--out", str(out))
    assert (
        code == 0 and f"The page is in {out}." in said and "place no more discs; better: place a disc" in said
    )
    page = out.read_text(encoding="utf-8")
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", page)  # needs nothing else
    assert page.count("<section>") == page.count('class="board"') == 3 and page.count("<polyline") == 2
    for words in ("search:general", "NPC-", "VP better", "Egypt", "Troy", "I.2"):
        assert words in page
    for chart in re.findall(r"<svg .*?</svg>", page, re.S)[:1]:
        ElementTree.fromstring(chart)


def heading(page: str) -> str:
    """What stands above the chart."""
    return page[page.index("<h1>") : page.index("<figure")]


def test_saved_games_are_read_too(acis, tmp_path: Path) -> None:
    live = LiveGame.new("basic_2p", 5, ["human", "npc"], SHORT, tmp_path / "kept.json")
    rng = random.Random(2)
    while not live.game.over:
        live.go_on()
        if not live.game.over:
            live.answer(0, rng.choice(live.game.legal_actions()))
    code, said, _ = acis(str(tmp_path / "kept.json"), "--out", str(tmp_path / "r.html"))
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert code == 0 and "Egypt (human)" in page and "Troy (npc)" in page
    assert "<h1>Basic 2-player setup</h1>" in page and "Seed 5, " in page and "=" not in heading(page)
    assert said.count("- Egypt") == 3 and "- Troy" not in said  # the person's decisions


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("missing.json",), "missing.json: cannot be read"),
        (("game.json", "--seat", "7"), "seat 7: this game has seats 0 to 1"),
        (("game.json", "--policy", "nowhere"), "nowhere: there is no such policy file"),
        (("game.json", "--out", "game.json/page.html"), "cannot be written"),
        (("broken.json",), "broken.json: not a replay file"),
    ],
)
def test_bad_input_is_one_sentence(
    acis,
    game: Replay,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    save(tmp_path / "game.json", game)
    (tmp_path / "broken.json").write_text("[")
    code, _, err = acis(*arguments)
    assert code == 1 and err.startswith("acis: ") and words in err and err.count("\n") == 1


def test_the_policy_of_the_package_is_asked_where_it_can_be(acis, game: Replay, tmp_path: Path) -> None:
    save(tmp_path / "game.json", game)
    code, _, err = acis(str(tmp_path / "game.json"), "--out", str(tmp_path / "r.html"))
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert (code, err) == (0, "") and page.count("<th>policy:general</th>") == page.count("<section>")
    assert "as judged by\nwhat positions are worth to greedy" in page


def test_a_policy_is_asked_too(acis, game: Replay, tmp_path: Path) -> None:
    save_policy(tmp_path / "policy.pt", build({"kind": "mlp", "hidden": 16, "layers": 1}))
    save(tmp_path / "game.json", game)
    out = tmp_path / "r.html"
    code, _, err = acis(str(tmp_path / "game.json"), "--policy", str(tmp_path), "--out", str(out))
    page = out.read_text(encoding="utf-8")
    assert (code, err) == (0, "") and page.count(f"<th>policy:{tmp_path}</th>") == page.count(
        "<section>"
    ) == 3
