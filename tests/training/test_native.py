"""The native engine: what is kept of games, what each decision came to, and what is learned from it."""

from __future__ import annotations

import copy
import math
from typing import Any

import numpy as np
import pytest
import torch

from acis_env.envs.aec import MAX_SEATS
from acis_env.envs.running_game import RunningGame
from acis_env.observe.schema import ALL_SLOTS, SLOTS
from acis_env.observe.seating import Seating
from acis_rules import Game
from acis_rules.kernel.actions import N_ACTIONS, N_AREAS
from agents.learned.networks import POINTS, build
from training import native
from training.actors import _Stage
from training.config import Config, check
from training.games import INSIDE, LEARNER, SCRIPTED, vp_decide
from training.native import (
    DECISION,
    ENDED,
    ENDING,
    ENOUGH,
    HIGHEST_PRICE,
    LATER,
    LEAST_PAR,
    LEAST_PRICE,
    MEMORY,
    ONLOOKER,
    TRIED,
    Actor,
    Learner,
    NoiseScale,
    Rollout,
    Targets,
    compared,
    hope,
    levelled,
    look_back,
    owners_by_slot,
    parts,
    raw_of,
    targets,
    undecided,
    unpacked,
)
from training.native_run import _won

NETWORK = {"kind": "mlp", "hidden": 8, "layers": 1}
ALL_SELF = {"self_play": 1, "pool": 0, "npc": 0, "random": 0}
RANDOM = {"self_play": 0, "pool": 0, "npc": 0, "random": 1}


def config(**changes: Any) -> Config:
    settings: dict[str, Any] = {
        "name": "x", "scenarios": ["basic_4p"], "decisions": 1000, "games": 3, "network": NETWORK, "seed": 5,
        "opponents": ALL_SELF, "ppo": {"rollout": 256, "batch_size": 64, "epochs": 1},
    }  # fmt: skip
    return check({**settings, **changes}, "test")


def network(settings: dict[str, Any] = NETWORK) -> Any:
    torch.manual_seed(1)
    return build(settings).eval()


@pytest.fixture(scope="module")
def played() -> Rollout:
    """Whole games of four seats and, at the end, some that are not over."""
    return Actor(config(ppo={"rollout": 5000, "batch_size": 64})).play(network(), [])


# ------------------------------------------------------------------------------------------- play


def test_decisions_of_a_seat_form_a_chain_to_the_end_of_its_game(played: Rollout) -> None:
    decisions, endings = played.decisions, played.endings
    assert len(endings) > 1 and len(decisions) >= 5000
    following, step = decisions["following"], decisions["step"]
    own = decisions["seats"][:, 0]
    goes_on = np.flatnonzero(following >= 0)
    assert (step[following[goes_on]] > step[goes_on]).all()
    assert (own[following[goes_on]] == own[goes_on]).all()
    assert (decisions["game"][following[goes_on]] == decisions["game"][goes_on]).all()
    for game in range(len(endings)):
        here = np.flatnonzero(decisions["game"] == game)
        last = here[following[here] < 0]
        assert sorted(own[last]) == [0, 1, 2, 3] and (following[last] == ENDED).all()
        assert len(here) == endings["decisions"][game], "no decision of a game is missing"
    assert ((following == LATER) <= (decisions["game"] < 0)).all()


def test_what_was_done_was_legal_and_is_kept_as_it_was_seen(played: Rollout) -> None:
    some = played.decisions[::50]
    raw, masks = unpacked(some)
    assert masks.shape == (len(some), N_ACTIONS)
    assert (masks.gather(1, torch.from_numpy(some["action"].copy())[:, None]) == 1).all()
    with torch.no_grad():
        judged = network()(raw)
    assert np.allclose(judged.chances.exp().numpy(), some["chances"], atol=1e-5)
    assert np.allclose(judged.points.numpy(), some["points"], atol=1e-5)


def test_only_the_learners_decisions_are_kept() -> None:
    """Against players inside the environment only one seat of a game is learned from."""
    actor = Actor(config(opponents=RANDOM))
    decisions = actor.play(network(), []).decisions
    for row in range(3):
        assert sorted(actor.games.controllers[row, :4]) == [INSIDE, INSIDE, INSIDE, LEARNER]
    for game in np.unique(decisions["game"]):
        assert len(np.unique(decisions["seats"][decisions["game"] == game, 0])) <= (3 if game < 0 else 1)


def test_actors_share_the_games_and_differ() -> None:
    two = [Actor(config(actors=2, games=5), number) for number in range(2)]
    assert [actor.games.n for actor in two] == [3, 2]
    assert two[0].n_decisions == two[1].n_decisions == 128
    first, second = (actor.play(network(), []).decisions for actor in two)
    assert first["seen"][0].tolist() != second["seen"][0].tolist()


def test_rollouts_of_several_actors_are_joined_as_one(played: Rollout) -> None:
    alone = targets(played, 1.0, 1.0, 0.9)
    joined = Rollout.joined([copy.deepcopy(played), copy.deepcopy(played)])
    both = targets(joined, 1.0, 1.0, 0.9)
    for name in alone._fields:
        one = getattr(alone, name)
        assert np.array_equal(np.concatenate([one, one]), getattr(both, name)), name
    n = len(played.decisions)
    assert joined.decisions["step"][n] == played.decisions["step"][-1] + 1
    looked_on = played.onlookers["decision"]
    assert joined.onlookers["decision"].tolist() == [*looked_on, *(looked_on + n)]
    assert Rollout.joined([played]) is played


def test_answers_are_tried_in_copies_of_the_game() -> None:
    """What each came to is what the network thinks of the position after it, as the deciding seat sees it."""
    actor = Actor(config(ppo={"rollout": 64, "batch_size": 64, "looks": 1.0}))
    actor.games.reset()
    before = [running.game.to_dict() for running in actor.games.running]
    out = np.zeros(3, DECISION)
    out["tried"] = -1
    with torch.no_grad():
        actor._decide(network(), np.arange(3), out)
    assert [running.game.to_dict() for running in actor.games.running] == before
    for running, decision in zip(actor.games.running, out, strict=True):
        tried = [action for action in decision["tried"].tolist() if action >= 0]
        assert len(tried) == min(TRIED, running.legal.bit_count()) == len(set(tried))
        for action, came_to in zip(tried, decision["came_to"], strict=False):
            assert running.legal >> action & 1
            after = RunningGame(running.game.clone())
            after.apply(running.absolute(action))
            seats = np.full((1, SLOTS), -1, np.int8)
            factions = after.seating_of(running.seat).factions
            seats[0, : len(factions)] = [after.game.state.world.player[f] for f in factions]
            seen = np.frombuffer(b"".join(after.packed(running.seat)), np.uint8)[None]
            with torch.no_grad():
                judged = network()(raw_of(seen))
            results = np.zeros((1, 2 * MAX_SEATS), np.float32)
            for slot, seat in enumerate(seats[0].tolist()):
                if seat >= 0:
                    results[0, seat] += float(judged.chances[0, slot].exp())
                    results[0, MAX_SEATS + seat] += float(judged.points[0, slot])
            assert came_to[0] == pytest.approx(hope(results, seats, 1.0, 0.0)[0], abs=1e-5)
            assert came_to[1] == pytest.approx(hope(results, seats, 0.0, 1.0)[0], abs=1e-5)


def test_near_certain_decisions_are_not_looked_at(played: Rollout) -> None:
    looked = played.decisions["tried"][:, 0] >= 0
    assert 0.1 < looked.mean() < 0.3, "a quarter of those that are not near-certain"
    assert (played.decisions["surest"][looked] <= 0.98).all()


def test_onlookers_learn_and_do_not_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an answer, as a learning seat sees the game while another one decides."""
    seen: list[tuple[bytes, bytes]] = []
    after = RunningGame.after

    def note(self: RunningGame, action: int, seat: int) -> tuple[Game, Seating, tuple[bytes, bytes]]:
        game, seating, packed = after(self, action, seat)
        if not game.over and game.seat != seat:
            seen.append(packed)
        return game, seating, packed

    monkeypatch.setattr(RunningGame, "after", note)
    against_npc = {"self_play": 0, "pool": 0, "npc": 1, "random": 0}
    rollout = Actor(config(opponents=against_npc, ppo={"looks": 0})).play(network(), [])
    onlookers = rollout.onlookers
    assert 0.02 < len(onlookers) / len(rollout.decisions) < 0.3
    assert [one.tobytes() for one in onlookers["seen"]] == [b"".join(one) for one in seen]
    decided = rollout.decisions["seats"][onlookers["decision"], 0]
    assert (decided == onlookers["seats"][:, 0]).all(), "nobody else learns"
    monkeypatch.undo()
    alone = Actor(config(opponents={"self_play": 1, "pool": 0, "npc": 0, "random": 0})).play(network(), [])
    decided = alone.decisions["seats"][alone.onlookers["decision"], 0]
    assert (decided != alone.onlookers["seats"][:, 0]).any(), "the others learn as well"


# ---------------------------------------------------------------------------------------- targets


def by_hand() -> Rollout:
    """Two games side by side: one of two seats that ends, one of a seat with two slots that does not."""
    decisions = np.zeros(6, DECISION)
    decisions["factions"], decisions["seats"], decisions["tried"] = -1, -1, -1
    decisions["step"] = [0, 0, 1, 1, 2, 3]
    decisions["following"] = [3, 2, LATER, 4, ENDED, ENDED]
    decisions["game"] = [0, LATER, LATER, 0, 0, 0]
    decisions["turn"] = [0, LATER, LATER, 1, 1, 1]
    for row in (0, 3, 4):  # seat 1 decides
        decisions["seats"][row, :2], decisions["factions"][row, :2] = (1, 0), (1, 0)
    decisions["seats"][5, :2], decisions["factions"][5, :2] = (0, 1), (0, 1)
    for row in (1, 2):  # seat 0 with two civilizations, seat 1 with one
        decisions["seats"][row, :3], decisions["factions"][row, :3] = (0, 1, 0), (2, 0, 1)
    decisions["chances"][:, :2] = [[0.5, 0.5], [0.2, 0.5], [0.4, 0.4], [0.6, 0.4], [0.8, 0.2], [0.1, 0.9]]
    decisions["chances"][[1, 2], 2] = [0.3, 0.2]
    endings = np.zeros(1, ENDING)
    endings["shares"][0, :2] = 0, 1
    endings["points"][0, :2] = 50, 100
    endings["ranks"][0, :2] = -1, 1
    owners = np.zeros((2, N_AREAS), np.uint8)
    owners[0, :4] = 0, 1, 2, 7
    owners[1, :4] = 2, 2, 2, 2
    return Rollout(decisions, endings, owners, np.zeros(0, ONLOOKER))


def test_forecasts_and_the_ending_are_mixed_along_each_seats_decisions() -> None:
    foreseen = np.array([[0.5], [0.2], [0.4], [0.6], [0.8], [0.1]], np.float32)
    final = np.full((6, 1), 1.0, np.float32)
    final[5] = 0.0
    rollout = by_hand()
    out = look_back(foreseen, final, rollout.decisions["following"], rollout.decisions["step"], 0.5)
    after = [0.5 * 0.8 + 0.5 * 1.0, 1.0]  # of rows 3 and 4
    expected = [0.5 * 0.6 + 0.5 * after[0], 0.5 * 0.4 + 0.5 * 0.4, 0.4, *after, 0.0]
    assert out[:, 0].tolist() == pytest.approx(expected)


def test_targets_by_hand() -> None:
    found = targets(by_hand(), outcome=1, vp=0, gae_lambda=1.0)
    ended = [0, 3, 4]
    assert found.chances[ended, :2].tolist() == [[1, 0]] * 3, "seat 1 has won, and sits in slot 0"
    assert found.chances[5, :2].tolist() == [0, 1]
    assert found.points[0, :2].tolist() == [100 / POINTS, 50 / POINTS]
    assert found.ranks[5, :2].tolist() == [-1, 1]
    assert found.chances[1, :3].tolist() == pytest.approx([0.3, 0.4, 0.3]), (
        "a seat's two slots have half each"
    )
    assert (found.chances[:, 3:] == 0).all()
    assert found.advantages[0] == pytest.approx(2 * (1 - 0.5)), "from an even chance to a sure victory"
    assert found.advantages[5] == pytest.approx(2 * (0 - 0.1))
    assert found.advantages[1] == pytest.approx(2 * (0.6 - 0.5)) and found.advantages[2] == 0
    ahead = targets(by_hand(), outcome=0, vp=1, gae_lambda=1.0)
    assert ahead.advantages[0] == pytest.approx((100 - 50) / POINTS)
    assert ahead.got[5] == pytest.approx(-1.0)


def test_answers_that_were_tried_are_compared_with_each_other() -> None:
    decisions = np.zeros(2, DECISION)
    decisions["tried"] = -1
    decisions["tried"][0, :3] = 5, 6, 7
    decisions["tried_log_prob"][0, :3] = np.log([0.5, 0.25, 0.25])
    decisions["came_to"][0, :3, 0] = 0.1, 0.3, 0.3
    decisions["came_to"][0, :3, 1] = 1.0, 0.0, 0.0
    found = compared(decisions, outcome=1.0, vp=0.0)
    assert found[0, :3].tolist() == pytest.approx([-1, 1, 1], abs=1e-4), "0.1 less or more than 0.2"
    assert (found[1] == 0).all(), "nothing was tried"
    assert compared(decisions, outcome=0.0, vp=1.0)[0, :3].tolist() == pytest.approx([1, -1, -1], abs=1e-4)


def test_answers_are_compared_with_their_like() -> None:
    """Those after which the seat goes on, and those that leave the next decision to another."""
    decisions = np.zeros(1, DECISION)
    decisions["tried"] = -1
    decisions["tried"][0, :3] = 5, 6, 7
    decisions["tried_log_prob"][0, :3] = np.log([0.25, 0.25, 0.5])
    decisions["came_to"][0, :3, 0] = 0.1, 0.3, 0.9
    decisions["goes_on"][0, :2] = True
    found = compared(decisions, outcome=1.0, vp=0.0)[0, :3]
    assert found[0] == pytest.approx(-found[1]) and found[1] > 0
    assert found[2] == 0, "the only one of its kind"


def test_vp_are_worth_what_each_decision_says() -> None:
    rollout = by_hand()
    some = np.zeros(len(rollout.decisions), np.float32)
    some[5] = 1
    found = targets(rollout, outcome=0, vp=some, gae_lambda=1.0)
    assert found.advantages[0] == 0 and found.got[5] == pytest.approx(-1.0)


def test_vp_count_where_they_decide_in_the_end() -> None:
    """Without an instant victory Persia wins against Alexander whatever its VP (ALEX-08).

    Darius needs a lead at the end, and the God-King's game is won by VP unless it ends at once.
    """
    assert all(map(vp_decide, ["basic_4p", "punic_wars", "fall_of_rome_1_2p_1"]))
    assert all(map(vp_decide, ["darius", "hannibal", "god_king", "greeks_persians"]))
    assert not any(map(vp_decide, ["alexander", "alexander_2p"]))


def test_advantages_are_levelled_seat_by_seat() -> None:
    """Small ones of a seat that always wins count like large ones, but not those of a seat hardly seen."""
    rng = np.random.default_rng(1)
    seats = np.repeat([0, 7, 9, 11], [20_000, 20_000, 20, 1])
    size = np.array([1.0, 0.3, 0.3, 0.3])[np.searchsorted([0, 7, 9, 11], seats)]
    advantages = (rng.normal(size=len(seats)) * size + (seats == 7)).astype(np.float32)
    found = levelled(advantages, seats, np.arange(len(seats) - 1))
    for seat in (0, 7):
        assert found[seats == seat].std() == pytest.approx(1, abs=0.1)
        assert found[seats == seat].mean() == pytest.approx(0, abs=0.05)
    assert found[seats == 9].std() < 0.6, "twenty decisions tell little of a seat"
    assert found[-1] == pytest.approx((advantages[-1] - advantages[:-1].mean()) / advantages[:-1].std())


def test_advantages_that_are_all_alike_stay_finite() -> None:
    alike = np.full(5, 0.25, np.float32)
    assert (levelled(alike, np.zeros(5, np.int64), np.arange(5)) == 0).all()


def test_owners_of_areas_are_told_by_slot() -> None:
    found = owners_by_slot(by_hand())
    assert found[0, :4].tolist() == [0, 2, 1, ALL_SLOTS], "nobody, faction 0, faction 1, Barbarians"
    assert found[5, :4].tolist() == [2, 2, 2, 2]
    assert (found[1:3] == -1).all(), "the turn is not over"


def test_parts_of_a_seat_make_its_whole() -> None:
    seats = np.full((1, SLOTS), -1, np.int8)
    seats[0, :3] = 0, 1, 0
    values = np.zeros((1, MAX_SEATS), np.float32)
    values[0, :2] = 0.6, 0.4
    assert parts(values, seats)[0].tolist() == pytest.approx([0.3, 0.4, 0.3, 0, 0, 0])


# ------------------------------------------------------------------------------------------ learn


def test_being_undecided_does_not_depend_on_the_number_of_legal_actions() -> None:
    masks = torch.zeros(3, 8)
    masks[0, :2] = masks[1, :8] = masks[2, :8] = 1
    logits = torch.where(masks > 0, 0.0, -1e9)
    logits[2, 0] = 100
    assert undecided(torch.log_softmax(logits, 1), masks).tolist() == pytest.approx([1, 1, 0], abs=1e-5)


def test_the_policy_moves_towards_answers_that_came_to_more() -> None:
    """As far as it may change at once; what was not tried gains and loses nothing by itself."""
    decisions = np.zeros(2, DECISION)
    decisions["tried"] = -1
    decisions["tried"][0, :2] = 0, 1
    decisions["tried_log_prob"][0, :2] = np.log([0.4, 0.4])
    better = torch.zeros(2, TRIED)
    better[0, :2] = torch.tensor([1.0, -1.0])
    learner = Learner(network(), config())
    logits = torch.tensor([[0.4, 0.4, 0.1, 0.1]] * 2).log().requires_grad_()
    loss = learner._loss_of_looks(torch.log_softmax(logits, 1), decisions, better)
    (gradient,) = torch.autograd.grad(loss, logits)
    assert gradient[0].tolist() == pytest.approx([-0.4, 0.4, 0, 0], abs=1e-6)
    assert gradient[1].tolist() == [0, 0, 0, 0], "nothing was tried"
    far = torch.tensor([[0.6, 0.2, 0.1, 0.1]] * 2).log().requires_grad_()
    loss = learner._loss_of_looks(torch.log_softmax(far, 1), decisions, better)
    (gradient,) = torch.autograd.grad(loss, far)
    assert gradient[0].tolist() == pytest.approx([0] * 4, abs=1e-6), "it has changed by more than a fifth"


def test_searches_look_into_a_share_of_the_decisions_of_their_scenarios() -> None:
    search = {"scenarios": ["basic_2p"], "share": 0.2, "simulations": 8}
    settings = {"scenarios": ["basic_2p", "two_civs_a"], "search": search, "games": 6}
    actor = Actor(config(**settings))
    decisions = actor.play(network(), []).decisions
    searched = decisions["searched"][:, 0] >= 0
    here = decisions["scenario"] == 0
    assert searched.any() and not searched[~here].any()
    assert 0.1 < searched[here & (decisions["surest"] <= 0.98)].mean() < 0.3
    _, masks = unpacked(decisions[searched])
    for answers, advice, mask in zip(
        decisions["searched"][searched], decisions["advised"][searched], masks, strict=True
    ):
        n = int((answers >= 0).sum())
        assert n >= 2 and mask[answers[:n]].all() and len({*answers[:n].tolist()}) == n
        assert advice[:n].sum() == pytest.approx(1, abs=1e-5) and not advice[n:].any()
    again = Actor(config(**settings)).play(network(), []).decisions
    assert again["advised"].tolist() == decisions["advised"].tolist(), "the same seed, the same searches"


def test_the_policy_moves_towards_what_a_search_advised() -> None:
    """Among the answers that were looked into; the others keep their share."""
    decisions = np.zeros(2, DECISION)
    decisions["searched"] = -1
    decisions["searched"][0, :2] = 0, 1
    decisions["advised"][0, :2] = 0.9, 0.1
    learner = Learner(network(), config())
    logits = torch.tensor([[0.4, 0.4, 0.1, 0.1]] * 2).log().requires_grad_()
    loss = learner._loss_of_search(torch.log_softmax(logits, 1), decisions)
    (gradient,) = torch.autograd.grad(loss, logits)
    assert gradient[0].tolist() == pytest.approx([-0.2, 0.2, 0, 0], abs=1e-6), "one decision of two"
    assert gradient[1].tolist() == [0, 0, 0, 0], "nothing was searched"
    decisions["searched"] = -1
    assert learner._loss_of_search(torch.log_softmax(logits, 1), decisions).item() == 0


def test_a_seat_is_behind_that_wins_less_often_than_the_better_scripted_player_does_there() -> None:
    wins = {"two_civs_a": {"npc": [1.4, 0.0], "greedy": [0.6, 0.1]}, "basic_2p": {"greedy": [0.4, 1.6]}}
    actor = Actor(config(scenarios=["two_civs_a", "basic_2p"], scripted_wins=wins, games=8))
    assert actor.pars[:, :2].tolist() == [[1.4, LEAST_PAR], [1, 1.6]]
    assert actor.won.tolist() == (ENOUGH * actor.pars).tolist(), "nobody is behind before a game was lost"
    actor.won[0, 1] *= 0.6
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(native, "MEMORY", 0.0)
        decisions = actor.play(network(), []).decisions
    behind = (decisions["scenario"] == 0) & (decisions["seats"][:, 0] == 1)
    assert behind.any() and (~behind).any()
    assert decisions["behind"][behind] == pytest.approx(0.4) and (decisions["behind"][~behind] == 0).all()


def test_vp_are_worth_more_at_seats_that_hardly_ever_win() -> None:
    """Against Alexander VP do not decide (ALEX-08), yet to those who know no other way they count."""
    settings = config(scenarios=["alexander"], reward={"vp": 1.0, "vp_behind": 2.0, "outcome": 0.0})
    rollout = Actor(settings).play(network(), [])
    largest: dict[float, float] = {}
    for behind in (0.0, 0.5, 1.0):
        rollout.decisions["behind"] = behind
        learner = Learner(network(), settings)

        def note(
            _all: object, _aside: object, wanted: Targets, *_: object, at: float = behind
        ) -> dict[str, float]:
            largest[at] = float(np.abs(wanted.hopes).max())
            return {"kl": 0.0}

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(learner, "_step", note)
            learner.learn(rollout, 0.0)
    assert largest[0.0] == 0 < largest[1.0] == pytest.approx(2 * largest[0.5])


def test_an_actor_knows_how_often_it_has_won_of_late() -> None:
    shares = {"self_play": 0, "pool": 0, "npc": 1, "random": 0}
    short = {"vp_limit": 1, "npc_bonus_vp": 0}
    actor = Actor(config(scenarios=["basic_2p"], opponents=shares, options=short, games=8))
    expected = actor.won.copy()
    endings = actor.play(network(), []).endings
    assert len(endings)
    seats = set()
    for won, shares in zip(endings["won"].tolist(), endings["shares"].tolist(), strict=True):
        seat = int(np.argmax(shares)) if won else int(np.argmin(shares[:2]))
        seats.add(seat)
        expected[0, seat] += MEMORY * (won - expected[0, seat])
    assert seats == {0, 1}
    assert actor.won == pytest.approx(expected)


def test_forecasts_of_onlookers_are_learned() -> None:
    """The same seat's targets, slot by slot as the onlooker sees them."""
    actor, mind = Actor(config()), network()
    rollout = actor.play(mind, [])
    learner = Learner(mind, config(ppo={"value": 1.0}))
    wanted = targets(rollout, 1.0, 1.0, 0.9)
    loss = learner._loss_of_onlookers(rollout.onlookers, wanted).item()
    seats, rows = rollout.onlookers["seats"], rollout.onlookers["decision"]
    with torch.no_grad():
        judged = mind(raw_of(rollout.onlookers["seen"]))
    expected = 0.0
    for i, row in enumerate(rows):
        for slot, seat in enumerate(seats[i].tolist()):
            if seat >= 0:
                chance, points = wanted.by_seat[row, seat], wanted.by_seat[row, MAX_SEATS + seat]
                expected -= chance * float(judged.chances[i, slot])
                expected += (float(judged.points[i, slot]) - points) ** 2
    assert loss == pytest.approx(expected / len(rows), rel=1e-3)


def test_the_price_of_being_undecided_is_steered() -> None:
    learner = Learner(network(), config())
    before = learner.price
    learner._steer(found=0.2, wanted=0.3)
    assert learner.price == pytest.approx(before * math.exp(0.2)), "too sure: undecided is worth more"
    learner._steer(found=0.4, wanted=0.3)
    assert learner.price == pytest.approx(before)
    for _ in range(100):
        learner._steer(found=1.0, wanted=0.0)
    assert learner.price == LEAST_PRICE
    for _ in range(100):
        learner._steer(found=0.0, wanted=1.0)
    assert learner.price == HIGHEST_PRICE


def test_near_certain_decisions_are_mostly_left_out() -> None:
    learner = Learner(network(), config())
    decisions = np.zeros(4000, DECISION)
    decisions["following"], decisions["surest"] = ENDED, 0.5
    decisions["surest"][:2000] = 0.999
    decisions["following"][3000:] = LATER
    kept = learner._kept(decisions)
    certain = kept[kept < 2000]
    assert kept[len(certain) :].tolist() == list(range(2000, 3000)), "what is unknown yet is not learned from"
    assert 400 < len(certain) < 600


def test_an_update_makes_what_turned_out_well_likelier(played: Rollout) -> None:
    """And forecasts better: the same rollout again and again is known by heart."""
    model = network({"kind": "graph", "width": 8, "rounds": 1, "hidden": 16})
    learner = Learner(model, config(ppo={
        "rollout": 5000, "batch_size": 1024, "epochs": 2, "learning_rate": 0.003, "target_kl": None,
    }))  # fmt: skip
    raw, masks = unpacked(played.decisions)
    with torch.no_grad():
        logprobs = torch.log_softmax(torch.where(masks > 0, model(raw).logits, -1e9), -1)
    actions = torch.from_numpy(played.decisions["action"].copy())[:, None]
    played.decisions["log_prob"] = logprobs.gather(1, actions).squeeze(1).numpy()
    measured = [learner.learn(played, 0.0) for _ in range(4)]
    assert measured[-1]["value_loss"] < measured[0]["value_loss"]
    assert measured[-1]["owner_loss"] < measured[0]["owner_loss"]
    assert measured[-1]["policy_loss"] < measured[0]["policy_loss"]
    assert all(np.isfinite(value) for one in measured for value in one.values())
    assert measured[0]["noise_scale"] > 0
    assert not model.training


def test_too_large_a_change_ends_an_update_early(played: Rollout) -> None:
    settings = {"rollout": 5000, "batch_size": 256, "epochs": 4, "learning_rate": 0.1}
    steps = [
        Learner(network(), config(ppo={**settings, "target_kl": kl})).learn(played, 0.0)["steps"]
        for kl in (1e-6, None)
    ]
    assert steps[0] < steps[1]


def test_the_noise_scale_of_gradients() -> None:
    """Gradients with a known mean and a known spread, in batches of four parts."""
    torch.manual_seed(0)
    noise, signal = NoiseScale(), torch.full((1000,), 0.1)
    for _ in range(200):
        parts = [(signal + torch.randn(1000) / 10**0.5) / 4 for _ in range(4)]  # of 10 decisions each
        noise.add([sum(parts[: n + 1], torch.zeros(1000)) for n in range(4)], 40)
    assert noise.estimate() == pytest.approx(1000 / 10, rel=0.1)
    assert NoiseScale().estimate() == 0
    alone = NoiseScale()
    alone.add([signal], 10)
    assert alone.estimate() == 0, "from a batch that is not parted nothing can be told"


def test_civilizations_are_dealt_in_a_share_of_games() -> None:
    """A policy that always chooses would never learn to play those that it does not like."""
    settings = config(
        scenarios=["two_civs_a", "punic_wars"], games=16, dealt=0.5, ppo={"rollout": 64, "batch_size": 8}
    )
    actor = Actor(settings)
    actor.play(network(), [])
    games = actor.games
    dealt = [deal.civilizations for deal in games._deals if deal.scenario == "two_civs_a"]
    assert () in dealt and any(dealt), "in some games players choose"
    assert not any(deal.civilizations for deal in games._deals if deal.scenario == "punic_wars")
    for deal, running in zip(games._deals, games.running, strict=True):
        if deal.civilizations:
            state = running.game.state
            played = [state.world.civilizations[number].id for number in state.civilization[:2]]
            assert played == list(deal.civilizations)
    again = Actor(settings)
    again.games.restore(games.state())
    assert again.games._deals == games._deals
    chosen = config(scenarios=["two_civs_a"], options={"civilizations": ["egypt", "celt_iberia"]}, dealt=1.0)
    assert not any(deal.civilizations for deal in _after_reset(chosen)), "the options say who plays what"


def test_seats_that_seldom_win_learn_more_often() -> None:
    """A game that is always won teaches little."""
    scenario = "greeks_persians_2p"
    settings = config(scenarios=[scenario], games=2, by_need=0.75)
    stage = _Stage(settings, 0, False)
    stage.actor.games.reset()
    won = stage.actor.won.tolist()
    won[0][:2] = 2, 0  # the Greeks always, the Persians never
    stage.take_up({**stage.state(), "won": won}, 0)
    games = stage.actor.games
    assert games.need[scenario] == [0.25, 1], "a run that goes on draws as before"
    rng = np.random.default_rng(1)
    seats = [games._learning_seat(scenario, rng) for _ in range(2000)]
    assert np.mean(seats) == pytest.approx(0.8, abs=0.03)


@pytest.mark.parametrize("by_need", [0, 0.75])
def test_a_seat_that_learns_alone_wins_and_loses_by_need(by_need: float) -> None:
    against_npc = {"self_play": 0, "pool": 0, "npc": 1, "random": 0}
    settings = config(scenarios=["two_civs_a"], games=4, by_need=by_need, opponents=against_npc)
    actor = Actor(settings)
    before = [*actor.games.need["two_civs_a"]]
    for _ in range(20):
        played = actor.play(network(), [])
        if len(played.endings):
            break
    assert len(played.endings)
    assert set(played.endings["learner"]) <= {0, 1}
    assert (actor.games.need["two_civs_a"] == before) == (not by_need)


def test_wins_count_seats_alike_however_often_they_were_drawn() -> None:
    endings = np.zeros(5, ENDING)
    endings["against"] = [SCRIPTED.index("npc")] * 4 + [-1]
    endings["learner"] = [0, 1, 1, 1, 0]
    endings["won"] = [2, 0, 0, 0, 0]
    assert dict(_won(endings)) == {"npc": pytest.approx(1.0)}


def _after_reset(settings: Config) -> list[Any]:
    games = Actor(settings).games
    games.reset()
    return games._deals
