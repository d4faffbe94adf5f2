"""The server: who may ask, what is refused, and that a request never becomes a path."""

from __future__ import annotations

import asyncio
import random
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from acis_rules.kernel.actions import is_area
from acis_rules.replay import Replay
from acis_rules.tools import cli
from agents.learned import ready_to_play
from agents.live.saved import read
from agents.review.whole import Review
from agents.serve import app as server_module
from agents.serve import guard
from agents.serve.app import make_app
from agents.serve.shelf import KEY_FILE, Shelf

HOST = "127.0.0.1:8642"
PLAYERS = ("human", "npc", "greedy", "random")


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "games")


@pytest.fixture
def client(shelf: Shelf) -> Iterator[TestClient]:
    with TestClient(make_app(shelf, [HOST], PLAYERS), base_url=f"http://{HOST}") as client:
        yield client


def begin(client: TestClient, shelf: Shelf, **wish: Any) -> dict[str, Any]:
    body = {"scenario": "basic_2p", "seats": ["human", "npc"], "seed": 7} | wish
    answer = client.post("/api/games", json=body, headers={"x-key": shelf.key})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


@pytest.mark.rule("ROME2-9.7a")
def test_the_optional_rules_of_a_scenario_can_be_ticked(client: TestClient, shelf: Shelf) -> None:
    """The Huns come as another NPC: its seat is added."""
    offers = client.get("/api/scenario/fall_of_rome_2_v1").json()["offers"]
    assert {"bribes", "huns"} <= {one["name"] for one in offers if one["option"] == "rules"}
    assert any("ROME2-9.5a" in one["text"] for one in offers)
    options = {"rules": "[bribes, huns]"}
    made = begin(client, shelf, scenario="fall_of_rome_2_v1", seats=["human", "npc", "npc"], options=options)
    assert shelf.open(made["id"]).live.saved.seats == ["human", "npc", "npc", "npc"]
    options = {"variants": "[mycenae_independent]"}
    made = begin(client, shelf, scenario="god_king", seats=["human", "npc", "npc"], options=options)
    assert shelf.open(made["id"]).live.saved.seats == ["human", "npc", "npc", "npc"]


def test_a_game_that_cannot_be_is_refused_without_the_folders_of_the_machine(
    client: TestClient, shelf: Shelf
) -> None:
    for seats, npcs, words in (
        (["human"], "[]", "seats: 2 in this game, 1 given"),
        (["human", "npc"], "[0]", "seat 0: 'human'"),
    ):
        body = {"scenario": "basic_2p", "seats": seats, "options": {"npcs": npcs}}
        answer = client.post("/api/games", json=body, headers={"x-key": shelf.key})
        assert answer.status_code == 400 and answer.json()["error"].startswith(words)


def page_of(client: TestClient, made: dict[str, Any], seat: int = 0) -> tuple[dict[str, Any], str]:
    answer = client.get(f"/api/game/{made['id']}/page", headers={"x-key": made["keys"][seat]})
    assert answer.status_code == 200, answer.text
    return answer.json(), answer.headers["x-digest"]


def test_a_game_from_lobby_to_answer_undo_and_hint(client: TestClient, shelf: Shelf) -> None:
    lobby = client.get("/api/lobby", headers={"x-key": shelf.key}).json()
    assert {"basic_2p", "hannibal"} <= {one["id"] for one in lobby["scenarios"]}
    about = client.get("/api/scenario/basic_2p").json()
    assert about["board"].startswith("<svg") and about["won"]
    made = begin(client, shelf)
    key = {"x-key": made["keys"][0]}
    where = f"/api/game/{made['id']}"
    for _ in range(40):
        page, digest = page_of(client, made)
        if page["held"]:
            client.post(f"{where}/go_on", json={}, headers=key)
        elif page["decision"] and page["decision"]["kind"] == "deploy":
            break
        elif page["decision"]:
            action = page["decision"]["answers"][0]["action"]
            assert (
                client.post(
                    f"{where}/answer", json={"action": action, "have": digest}, headers=key
                ).status_code
                == 200
            )
    hint = client.post(f"{where}/hint", json={"player": "npc"}, headers=key).json()
    assert hint["reasons"][0]["rules"]
    action = next(a["action"] for a in page["decision"]["answers"] if is_area(a["action"]))
    body = {"action": action, "have": digest}
    after = client.post(f"{where}/answer", json=body, headers=key)
    assert after.json()["undo"] and len(after.json()["decision"]["so_far"]) == 1
    stale = client.post(f"{where}/answer", json=body, headers=key)
    assert stale.status_code == 409 and "moved on" in stale.json()["error"]
    assert (
        client.post(f"{where}/undo", json={}, headers=key).content
        == client.get(f"{where}/page", headers=key).content
    )
    assert page_of(client, made)[0] == page


def test_a_page_waits_for_news(client: TestClient, shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "PATIENCE", 0.2)
    made = begin(client, shelf, seats=["human", "human"])
    asked = next(seat for seat in (0, 1) if page_of(client, made, seat)[0]["decision"])
    _, digest = page_of(client, made, asked)
    answer = client.get(f"/api/game/{made['id']}/page?have={digest}", headers={"x-key": made["keys"][asked]})
    assert answer.status_code == 204


def test_nobody_waits_for_a_server_that_ends(client: TestClient, shelf: Shelf) -> None:
    made = begin(client, shelf, seats=["human", "human"])
    _, digest = page_of(client, made)
    asyncio.run(shelf.close())
    answer = client.get(f"/api/game/{made['id']}/page?have={digest}", headers={"x-key": made["keys"][0]})
    assert answer.status_code == 204


def test_games_are_there_again_after_a_restart(client: TestClient, shelf: Shelf) -> None:
    made = begin(client, shelf, seats=["human", "human"])
    before = [page_of(client, made, seat) for seat in (0, 1)]
    again = Shelf(shelf.folder)
    assert again.key == shelf.key
    with TestClient(make_app(again, [HOST], PLAYERS), base_url=f"http://{HOST}") as other:
        assert [page_of(other, made, seat) for seat in (0, 1)] == before
        listed = other.get("/api/lobby", headers={"x-key": again.key}).json()["games"]
        assert [game["id"] for game in listed] == [made["id"]]


def test_a_game_of_the_terminal_goes_on_in_the_browser_and_back(
    client: TestClient, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def acis_play(*typed: str) -> None:
        lines = iter((*typed, "quit"))
        monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
        start = ["--resume"] if typed else ["--players", "human,npc", "--seed", "5"]
        with pytest.raises(SystemExit) as end:
            cli.main(["play", *start, "--games", str(shelf.folder)])
        assert end.value.code == 0

    acis_play()
    (game,) = client.get("/api/lobby", headers={"x-key": shelf.key}).json()["games"]
    assert game["id"] == "basic_2p-5"
    page, digest = page_of(client, game)
    where, key = f"/api/game/{game['id']}", {"x-key": game["keys"][0]}
    body = {"action": page["decision"]["answers"][-1]["action"], "have": digest}
    assert client.post(f"{where}/answer", json=body, headers=key).status_code == 200
    done = list(shelf.open(game["id"]).live.saved.actions)
    assert done == read(shelf.folder / "basic_2p-5.json").actions
    acis_play("1")
    after = read(shelf.folder / "basic_2p-5.json").actions
    assert len(after) > len(done) and after[: len(done)] == done
    page_of(client, game)  # the server goes on from there
    assert shelf.open(game["id"]).live.saved.actions[: len(after)] == after


def test_the_guided_game_tells_its_learner_and_nobody_else(client: TestClient, shelf: Shelf) -> None:
    assert client.post("/api/learn", json={}).status_code == 404  # for the host alone
    made = client.post("/api/learn", json={}, headers={"x-key": shelf.key}).json()
    page, digest = page_of(client, made)
    assert [one["title"] for one in page["lessons"]] == ["The table", "Growth: calling discs back"]
    assert client.get(f"/api/rule/{page['lessons'][0]['rules'][0]}").status_code == 200
    assert "lessons" not in client.get(f"/api/game/{made['id']}/page").json()
    where, key = f"/api/game/{made['id']}", {"x-key": made["keys"][0]}
    stop = next(one["action"] for one in page["decision"]["answers"] if one["block"] == "stop")
    after = client.post(f"{where}/answer", json={"action": stop, "have": digest}, headers=key).json()
    assert [one["title"] for one in after["lessons"]][2:] == ["Growth: new discs"]
    assert after["lessons"][-1]["after"] == 1 and "Click Egypt" in " ".join(after["lessons"][-1]["text"])
    (game,) = client.get("/api/lobby", headers={"x-key": shelf.key}).json()["games"]
    assert game["title"] == "A first Epoch: the guided game"
    with TestClient(make_app(Shelf(shelf.folder), [HOST], PLAYERS), base_url=f"http://{HOST}") as other:
        assert page_of(other, made)[0]["lessons"] == after["lessons"]


def test_a_broken_file_is_named_and_harms_nobody(client: TestClient, shelf: Shelf) -> None:
    (shelf.folder / "broken.json").write_text("{")
    made = begin(client, shelf)
    listed = client.get("/api/lobby", headers={"x-key": shelf.key}).json()["games"]
    assert {game["id"] for game in listed} == {"broken", made["id"]}
    assert "not a saved game" in next(game["trouble"] for game in listed if game["id"] == "broken")
    assert client.get("/api/game/broken/box").status_code == 400


def test_a_finished_game_is_reviewed(
    client: TestClient, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def look(replay: Replay, names: list[str], seats: set[int], also: list[str]) -> Review:
        assert also == ready_to_play()  # the policy and a search are put the same questions
        asked.append((len(replay.actions), names, seats))
        return Review("<p>It was decided here</p>", [])

    monkeypatch.setattr("agents.serve.shelf.review", look)
    options = {"vp_limit": "1", "epochs": "[4, 4]", "civilizations": "[egypt, troy]", "turn_order": "[0, 1]"}
    made = begin(client, shelf, options=options)
    where = f"/game/{made['id']}/review"
    hidden = client.get(where)
    assert hidden.status_code == 404 and "not over" in hidden.json()["error"]
    live = shelf.open(made["id"]).live
    rng = random.Random(1)
    while not live.game.over:
        live.go_on()
        if not live.game.over:
            live.answer(0, rng.choice(live.game.legal_actions()))
    monkeypatch.setattr(server_module, "REVIEW_PATIENCE", 0.0)
    assert "as soon as it is ready" in client.get(where).text
    monkeypatch.setattr(server_module, "REVIEW_PATIENCE", 5.0)
    shown = client.get(where)
    assert shown.text == "<p>It was decided here</p>" and shown.headers["content-type"].startswith(
        "text/html"
    )
    policy = shown.headers.get_list("content-security-policy")
    assert len(policy) == 1 and "default-src 'none'" in policy[0] and "script-src" not in policy[0]
    assert asked == [(len(live.saved.actions), ["person", "npc"], {0})]  # but once


class Broken:
    """Answers with what is never legal."""

    def __init__(self, seed: int = 0) -> None:
        pass

    def act(self, view: object, decision: object, legal: list[int]) -> int:
        return 271


def test_a_program_that_fails_betrays_nothing(shelf: Shelf) -> None:
    """What is legal for it names its cards: that is for the host alone."""
    players = (*PLAYERS, f"{__name__}:Broken")
    with TestClient(make_app(shelf, [HOST], players), base_url=f"http://{HOST}") as client:
        made = begin(client, shelf, seats=["human", players[-1]])
        for _ in range(60):
            page, digest = page_of(client, made)
            if "trouble" in page:
                break
            where, key = f"/api/game/{made['id']}", {"x-key": made["keys"][0]}
            if page["held"]:
                client.post(f"{where}/go_on", json={}, headers=key)
            elif page["decision"]:
                action = page["decision"]["answers"][0]["action"]
                client.post(f"{where}/answer", json={"action": action, "have": digest}, headers=key)
        assert "Broken (seat 1) has failed" in page["trouble"] and "legal" not in page["trouble"].lower()


# ------------------------------------------------------------------------------------- who may ask


def test_keys_open_their_own_seat_and_nothing_else(client: TestClient, shelf: Shelf) -> None:
    made = begin(client, shelf, seats=["human", "human"])
    where = f"/api/game/{made['id']}"
    pages = [page_of(client, made, seat)[0] for seat in (0, 1)]
    assert [page["seat"] for page in pages] == [0, 1]
    assert client.get(f"{where}/page", headers={"x-key": "wrong"}).status_code == 404
    assert client.get("/api/lobby", headers={"x-key": made["keys"][0]}).status_code == 404
    assert client.get("/api/lobby").status_code == 404
    assert (
        client.post("/api/games", json={"scenario": "basic_2p", "seats": ["npc", "npc"]}).status_code == 404
    )
    watcher = client.get(f"{where}/page").json()
    assert "hands" not in watcher
    for path in ("answer", "undo", "go_on", "hint"):
        assert client.post(f"{where}/{path}", json={}).status_code == 404
    waiting = next(seat for seat in (0, 1) if not pages[seat]["decision"])
    _, digest = page_of(client, made, waiting)
    body = {"action": 0, "have": digest}
    refused = client.post(f"{where}/answer", json=body, headers={"x-key": made["keys"][waiting]})
    assert refused.status_code == 400 and "not asked" in refused.json()["error"]


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "127.0.0.1:1"},
        {"host": ""},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_other_sites_and_other_names_are_refused(
    client: TestClient, shelf: Shelf, headers: dict[str, str]
) -> None:
    answer = client.get("/api/lobby", headers={"x-key": shelf.key} | headers)
    assert answer.status_code in (403, 421)


def test_pages_may_load_nothing_from_elsewhere(client: TestClient) -> None:
    for path in ("/", "/game/any", "/static/style.css", "/api/rule/GRO-19", "/nothing"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
    for name in ("lobby.html", "game.html", "style.css", "game.js", "api.js"):
        text = client.get(f"/static/{name}").text
        assert "http://" not in text and "https://" not in text


def test_limits(client: TestClient, shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    large = client.post("/api/games", content=b" " * 30_000, headers={"x-key": shelf.key})
    assert large.status_code == 413
    assert client.get("/api/lookup?q=" + "x" * 3000).status_code == 414
    assert client.put("/").status_code == 405
    monkeypatch.setattr(guard, "AT_ONCE", 5.0)
    monkeypatch.setattr(guard, "PER_SECOND", 0.0)
    codes = [client.get("/static/icon.svg").status_code for _ in range(8)]
    assert 429 in codes


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"scenario": "../secret.yaml"}, "there is no scenario"),
        ({"seats": ["human", "os:system"]}, "is not offered here"),
        ({"seats": ["human", "policy:/etc/passwd"]}, "is not offered here"),
        ({"seats": ["human"]}, "2 in this game, 1 given"),
        ({"options": {"deck": "/etc/passwd"}}, "cannot be set from a page"),
        ({"options": {"vp_limit": "{a: [1"}}, "vp_limit"),
        ({"options": {"nonsense": "1"}}, "nonsense"),
        ({"seed": 10**30}, "seed"),
        ({"seed": "x"}, "seed"),
        ({"more": 1}, "more"),
    ],
)
def test_wishes_that_cannot_be_had(client: TestClient, shelf: Shelf, wish: dict[str, Any], says: str) -> None:
    body = {"scenario": "basic_2p", "seats": ["human", "npc"], "seed": 7} | wish
    answer = client.post("/api/games", json=body, headers={"x-key": shelf.key})
    assert answer.status_code == 400 and says in answer.json()["error"], answer.text
    assert [path.name for path in shelf.folder.iterdir()] == [KEY_FILE]


# --------------------------------------------------------------------------------------------- fuzz

PIECES = (
    "..", "%2e%2e", "etc/passwd", "%00", "lobby.key", "static", "api", "game", "page", "box", "frame", "-1",
    "999999999999", "curve", "answer", "undo", "hint", "scenario", "rule", "GRO-19", "%c3%28", "é", "~", "C:",
    "lookup?q=a", "page?have=x", "frame/3", "frame/99999999999999999999",
)  # fmt: skip
BODIES = (
    b"", b"{", b"[]", b"null", b'{"action": 1e99, "have": ""}', b'{"action": -1, "have": "x"}', b"[" * 5000,
    b'{"player": "npc", "have": []}', b"\xff\xfe", b'{"action": 3, "have": "x", "more": 1}',
)  # fmt: skip
LETTERS = string.ascii_letters + string.digits + "-._~!$&'()*+,;=:@%\\<>{}|^` "


def names(folder: Path) -> list[str]:
    """All files, without those that are just being written."""
    return sorted(path.name for path in folder.rglob("*") if not path.name.endswith(".new"))


@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_is_asked_breaks_the_server(
    client: TestClient, shelf: Shelf, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "AT_ONCE", 1e9)
    monkeypatch.setattr(server_module, "PATIENCE", 0.01)
    rng = random.Random(seed)
    made = begin(client, shelf)
    before = names(shelf.folder.parent)
    codes = set()
    for _ in range(400):
        noise = "".join(rng.choices(LETTERS, k=5))
        piece = rng.choice((*PIECES, made["id"], noise))
        mixed = "/".join(rng.choices((*PIECES, made["id"], noise), k=rng.randint(1, 5)))
        path = rng.choice((f"/api/game/{made['id']}/{piece}", f"/static/{piece}", f"/{mixed}"))
        key = {"x-key": rng.choice((made["keys"][0], shelf.key, "x", "a,b,c", ""))}
        method = rng.choice(("GET", "POST", "HEAD"))
        answer = client.request(method, path, content=rng.choice(BODIES), headers=key)
        assert answer.status_code < 500, (path, answer.text)
        assert "Traceback" not in answer.text and shelf.key not in answer.text
        codes.add(answer.status_code)
    assert {200, 404} <= codes
    assert names(shelf.folder.parent) == before
    page_of(client, made)
