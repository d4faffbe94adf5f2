"""The native engine: PPO for games of many seats, to be read from top to bottom.

1. **Play** (`Actor`): many games are stepped together. All that is learned from is kept in one array of
   decisions, each as it was seen (packed), what was done and what was foreseen, and one array of endings.
   In a share of decisions the likelier answers are tried in copies of the game: the network says what the
   seat may hope for in the position after each. That tells more of a single decision than the end of the
   game, which hundreds of others and luck have a part in. In scenarios where a search beats its own
   policy, it looks into some decisions and advises on them.
2. **Targets** (`targets`): nobody is paid on the way. What a seat hopes for is its chance to win and
   its VP at the end; the network foresees both for every slot. Along the decisions of one seat of one game
   the forecasts of the network and, where the game has ended, its true result are mixed by lambda.
   The advantage of a decision is how much more its seat may hope for than it did.
   Where the end of a game does not ask for VP, only the victory counts. To seats that hardly ever
   win a lead in VP is worth more: no game tells them what victory needs, and VP are a way there.
3. **Learn** (`Learner.learn`): the clipped loss of PPO for the policy, with advantages of about the same
   size in every seat of every scenario; where answers were tried, the
   same over all of them by what they came to; cross entropy for what a search advised and for the chances;
   squares for VP; and for what only shapes the network: ranks, and who will Control each area after the turn.
   Near-certain decisions teach little and are mostly left out. What being undecided is worth is steered,
   so that the policy is as undecided as it is told to be, be there two legal actions or a hundred.
   After an answer it is often for another seat to decide: what learning seats see then is learned from, too.

`native_run.py` makes a run of it that can be broken off, `actors.py` lets processes play.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from acis_env.envs.aec import MAX_SEATS
from acis_env.envs.running_game import RunningGame
from acis_env.observe.encoder import Floats, unpack
from acis_env.observe.schema import ALL_SLOTS, N_FLAGS, N_NUMBERS, OBSERVATION_SIZE, SLOTS
from acis_rules.kernel.actions import N_ACTIONS, N_AREAS
from acis_rules.kernel.bits import lowest
from agents.learned.networks import NO_LOGIT, POINTS, Judgement, Network, choose, masked
from agents.search.judge import NetworkJudge
from agents.search.player import advised, look_ahead, together

from .config import Config, ScriptedWins, falling
from .games import LEARNER, SCRIPTED, Ending, SelfPlayGames, owners_of, vp_decide

PACKED = N_NUMBERS + (N_FLAGS + 7) // 8  # bytes of an observation: numbers, then flags by eights
STEERING = 2.0  # how fast the price of being undecided follows the error, per update
LONGEST_STEP = 0.3  # by which its logarithm changes at most
LEAST_PRICE, HIGHEST_PRICE = 1e-3, 0.2
TRIED = 8  # answers to one decision, at most
MEMORY = 0.1  # what one game more or less counts in the measure of how often a seat wins
ENOUGH = 0.7  # of a scripted player's wins: from here on a seat is not behind
LEAST_PAR = 0.3  # of chance: so often a seat should win where scripted players do not
FEW = 300  # decisions of a seat: with so many its own mean and spread count half
LEAST_SPREAD = 0.2  # of advantages in a seat, beside that of all
CHUNK = 512  # positions that go through the network at once: small enough for the caches of a CPU
Indices = npt.NDArray[np.int64]
Array = npt.NDArray[np.void]

# ---------------------------------------------------------------------------------------- 1. play

DECISION = np.dtype([
    ("seen", np.uint8, PACKED),  # the observation
    ("legal", np.uint8, N_ACTIONS // 8),  # the mask, bit by bit
    ("action", np.int64),
    ("log_prob", np.float32),  # of the action
    ("surest", np.float32),  # chance of the likeliest action
    ("undecided", np.float32),  # entropy, 1 if all legal actions are alike
    ("chances", np.float32, SLOTS),  # to win, as foreseen
    ("points", np.float32, SLOTS),  # VP at the end, as foreseen
    ("factions", np.int8, SLOTS),  # in each slot, -1: nobody
    ("seats", np.int8, SLOTS),  # whose they are
    ("following", np.int64),  # the next decision of this seat; see below
    ("step", np.int64),  # those with the same number were made at once
    ("game", np.int64),  # its ending, -1: later than this rollout
    ("turn", np.int64),  # its row of `owners`, -1: unknown
    ("scenario", np.int16),
    ("tried", np.int16, TRIED),  # answers that were tried, then -1
    ("tried_log_prob", np.float32, TRIED),
    ("came_to", np.float32, (TRIED, 2)),  # what the seat may hope for after each: victory, lead in VP
    ("goes_on", np.bool_, TRIED),  # the same seat decides after it
    ("searched", np.int16, TRIED),  # answers that a search looked into, then -1
    ("advised", np.float32, TRIED),  # how likely it would take each of them
    ("behind", np.float32),  # 1 if the seat hardly ever wins, 0 if about as often as a scripted player
])  # fmt: skip
LATER, ENDED = -1, -2  # following: in the next rollout, or never

ENDING = np.dtype([
    ("shares", np.float32, MAX_SEATS),  # of the victory, by seat
    ("points", np.float32, MAX_SEATS),
    ("ranks", np.float32, MAX_SEATS),
    ("scenario", np.int16),
    ("decisions", np.int32),  # how long it was
    ("against", np.int8),  # of SCRIPTED: who played all seats but one; -1: another one learned, too
    ("learner", np.int8),  # the seat that learned alone
    ("won", np.float32),  # by that seat: its share of the victory, 1 as often as by chance
])  # fmt: skip


ONLOOKER = np.dtype([
    ("seen", np.uint8, PACKED),  # the position after a decision, as one sees it who does not decide there
    ("seats", np.int8, SLOTS),
    ("decision", np.int64),
])  # fmt: skip


class Rollout(NamedTuple):
    """What was played between two updates."""

    decisions: Array  # DECISION; the last ones of games under way only serve those before
    endings: Array  # ENDING
    owners: npt.NDArray[np.uint8]  # (turns, areas): one more than the faction in Control, 0 for nobody
    onlookers: Array  # ONLOOKER

    @staticmethod
    def joined(parts: list[Rollout]) -> Rollout:
        """Those of several actors as one."""
        if len(parts) == 1:
            return parts[0]
        done = steps = games = turns = 0
        for decisions, endings, owners, onlookers in parts:
            for name, shift in (("following", done), ("game", games), ("turn", turns)):
                column = decisions[name]
                column[column >= 0] += shift
            onlookers["decision"] += done
            decisions["step"] += steps
            steps = int(decisions["step"][-1]) + 1
            done, games, turns = done + len(decisions), games + len(endings), turns + len(owners)
        return Rollout(*map(np.concatenate, zip(*parts, strict=True)))


class Actor:
    """Plays with the weights it is given; between two rollouts its games wait."""

    def __init__(self, config: Config, number: int = 0) -> None:
        n = max(1, config.actors)
        share = config.games // n + (number < config.games % n)
        self.scenarios = config.all_scenarios()
        self.games = SelfPlayGames(
            max(1, share), config.scenarios, config.opponents, None, config.seed + number * 2**32,
            config.options, config.weights, config.dealt,
        )  # fmt: skip
        self.n_decisions = config.ppo.rollout // n
        self.ppo, self.search, self.by_need = config.ppo, config.search, config.by_need
        self.random = torch.Generator().manual_seed(config.seed + number * 2**32)
        scripted = [config.scripted_wins.get(name, ScriptedWins()) for name in self.scenarios]
        npc, greedy = (np.array([one.by_seat(kind) for one in scripted]) for kind in ("npc", "greedy"))
        self.pars = np.maximum(LEAST_PAR, np.maximum(npc, greedy))
        self.won = ENOUGH * self.pars  # against NPCs of late, 1: as often as by chance
        self.tell_need(*range(len(self.scenarios)))

    @torch.no_grad()
    def play(self, network: Network, pool: list[Network]) -> Rollout:
        """Play on until there are enough decisions of learning seats."""
        games = self.games
        if not games.running:
            games.reset()
        size = self.n_decisions + games.n * (MAX_SEATS + 1)
        decisions = np.zeros(size, DECISION)
        for name in ("following", "game", "turn"):
            decisions[name] = LATER
        decisions["tried"] = decisions["searched"] = -1
        onlookers: list[Array] = []
        endings: list[tuple[object, ...]] = []
        owners: list[bytes] = []
        rows = np.arange(games.n)
        last = np.full((games.n, MAX_SEATS), -1, np.int64)  # decision of each seat
        of_game: list[list[int]] = [[] for _ in rows]  # decisions in the game that is running
        of_turn: list[list[int]] = [[] for _ in rows]
        turns = [_turn(games, row) for row in range(games.n)]
        used = finished = step = 0
        while finished < self.n_decisions and used + games.n <= size:
            seats = games.seats.copy()
            who = games.controllers[rows, seats]
            chosen = np.zeros(games.n, np.int64)
            mine = np.flatnonzero(who == LEARNER)
            if len(mine):
                new = np.arange(used, used + len(mine))
                self._decide(network, mine, decisions[used : used + len(mine)])
                onlookers.append(self._look_on(mine, used, decisions["action"][new]))
                decisions["step"][new] = step
                chosen[mine] = decisions["action"][new]
                before = last[mine, seats[mine]]
                decisions["following"][before[before >= 0]] = new[before >= 0]
                finished += int((before >= 0).sum())
                last[mine, seats[mine]] = new
                for row, index in zip(mine.tolist(), new.tolist(), strict=True):
                    of_game[row].append(index)
                    of_turn[row].append(index)
                used += len(mine)
            for k, snapshot in enumerate(pool):
                theirs = np.flatnonzero(who == k + 1)
                if len(theirs):
                    logprobs = _judge(snapshot, games, theirs)[1]
                    chosen[theirs] = choose(logprobs, False, self.random).numpy()
            games.step(chosen)
            step += 1
            for row, end in games.endings.items():
                ended = last[row][last[row] >= 0]
                decisions["following"][ended] = ENDED
                finished += len(ended)
                last[row] = -1
                decisions["game"][of_game[row]] = len(endings)
                seat, against = games.learners[row]
                scenario, won = self.scenarios.index(end.scenario), end.shares[seat] * len(end.shares)
                endings.append((
                    _padded(end.shares), _padded(end.points), _padded(end.ranks), scenario, end.decisions,
                    SCRIPTED.index(against) if against else -1, seat, won,
                ))  # fmt: skip
                if against == "npc":
                    self.won[scenario, seat] += MEMORY * (won - self.won[scenario, seat])
                    self.tell_need(scenario)
                of_game[row] = []
            for row in range(games.n):
                turn = _turn(games, row)
                if turn != turns[row] or row in games.endings:
                    decisions["turn"][of_turn[row]] = len(owners)
                    ending = games.endings.get(row)
                    owners.append(ending.owners if ending else owners_of(games.running[row].game))
                    turns[row], of_turn[row] = turn, []
        seen = np.frombuffer(b"".join(owners), np.uint8).reshape(-1, N_AREAS)
        return Rollout(decisions[:used], np.array(endings, ENDING), seen, np.concatenate(onlookers))

    def tell_need(self, *scenarios: int) -> None:
        """Seats that seldom win learn more often: a game that is always won teaches little."""
        for number in scenarios:
            seats = self.games.seats_of(self.scenarios[number])
            share = np.clip(self.won[number, :seats] / seats, 0, 1)
            self.games.need[self.scenarios[number]] = (1 - self.by_need * share).tolist()

    def _decide(self, network: Network, rows: Indices, out: Array) -> None:
        """Let the network decide in these games, and keep all that is learned from."""
        games = self.games
        judged, logprobs = _judge(network, games, rows)
        actions = choose(logprobs, False, self.random)
        chances = logprobs.exp()
        out["legal"] = np.packbits(games.masks[rows], axis=1, bitorder="little")
        out["action"] = actions.numpy()
        out["log_prob"] = logprobs.gather(1, actions[:, None]).squeeze(1).numpy()
        out["surest"] = chances.amax(1).numpy()
        out["undecided"] = undecided(logprobs, torch.from_numpy(games.masks[rows])).numpy()
        out["chances"] = judged.chances.exp().numpy()
        out["points"] = judged.points.numpy()
        running = [games.running[row] for row in rows]
        out["seen"] = _bytes([one.packed(one.seat) for one in running])
        worlds = [one.game.state.world for one in running]
        factions = [one.seating.factions for one in running]
        out["factions"] = [slots(own) for own in factions]
        out["seats"] = [
            slots([world.player[f] for f in own]) for world, own in zip(worlds, factions, strict=True)
        ]
        out["scenario"] = [self.scenarios.index(world.scenario_name) for world in worlds]
        behind = np.clip(1 - self.won / (ENOUGH * self.pars), 0, 1)
        out["behind"] = behind[out["scenario"], out["seats"][:, 0]]
        drawn = torch.rand(len(rows), generator=self.random).numpy() < self.ppo.looks
        looked = np.flatnonzero(drawn & (out["surest"] <= self.ppo.certain))
        if len(looked):
            part = out[looked]
            self._try_answers(network, [running[i] for i in looked], logprobs[looked], part)
            out[looked] = part
        if self.search.share:
            drawn = torch.rand(len(rows), generator=self.random).numpy() < self.search.share
            drawn &= np.isin(out["scenario"], [self.scenarios.index(name) for name in self.search.scenarios])
            searched = np.flatnonzero(drawn & (out["surest"] <= self.ppo.certain))
            part = out[searched]
            self._look_into(network, [running[i] for i in searched], part)
            out[searched] = part

    def _try_answers(
        self, network: Network, running: list[RunningGame], logprobs: Tensor, out: Array
    ) -> None:
        """Take likely answers in copies of the games, and see what the deciding seat may hope for then."""
        noise = -torch.empty_like(logprobs).exponential_(generator=self.random).log()
        drawn = (logprobs + noise).topk(TRIED).indices  # by their chances, none of them twice
        out["tried"] = np.where(logprobs.gather(1, drawn).numpy() > NO_LOGIT / 2, drawn.numpy(), -1)
        out["tried_log_prob"] = logprobs.gather(1, drawn).numpy()
        places: list[tuple[int, int]] = []
        packed: list[tuple[bytes, bytes]] = []
        seats: list[tuple[int, ...]] = []
        over: dict[int, Ending] = {}
        for row, one in enumerate(running):
            for place, action in enumerate(out["tried"][row].tolist()):
                if action < 0:
                    break  # the likelier ones come first
                game, seating, seen = one.after(action, one.seat)
                if game.over:
                    over[len(places)] = Ending.of(game, 0)
                out["goes_on"][row, place] = not game.over and game.seat == one.seat
                places.append((row, place))
                packed.append(seen)
                seats.append(slots([game.state.world.player[f] for f in seating.factions]))
        raw = np.empty((len(packed), OBSERVATION_SIZE), np.uint8)
        unpack(packed, raw)
        judged = network(torch.from_numpy(raw))
        by_slot = np.array(seats, np.int8)
        results = np.concatenate(
            [by_seat(judged.chances.exp().numpy(), by_slot), by_seat(judged.points.numpy(), by_slot)], 1
        )
        for i, end in over.items():
            results[i] = (*_padded(end.shares), *(p / POINTS for p in _padded(end.points)))
        at = tuple(np.array(places).T)
        out["came_to"][(*at, 0)] = hope(results, by_slot, 1.0, 0.0)
        out["came_to"][(*at, 1)] = hope(results, by_slot, 0.0, 1.0)

    def _look_into(self, network: Network, running: list[RunningGame], out: Array) -> None:
        """Search from these decisions, with the network as it is: what it would do after some thought."""
        seeds = torch.randint(2**62, (len(running),), generator=self.random).tolist()
        lookings = [
            look_ahead(one.game.view(one.seat), self.search.simulations, Random(seed))
            for one, seed in zip(running, seeds, strict=True)
        ]
        found = together(lookings, NetworkJudge(network))
        for row, (one, branches) in enumerate(zip(running, found, strict=True)):
            n = len(branches)
            out["searched"][row, :n] = [lowest(one.seating.to_relative(1 << b.action)) for b in branches]
            out["advised"][row, :n] = advised(branches)

    def _look_on(self, rows: Indices, first: int, actions: Indices) -> Array:
        """What learning seats see after some of the answers, where it is for another seat to decide then.

        Not what scripted players see: they win more often at first, and forecasts would take whoever does
        not decide for the winner.
        """
        drawn = torch.rand(len(rows), 2, generator=self.random).numpy()
        seen: list[tuple[bytes, bytes]] = []
        seats: list[tuple[int, ...]] = []
        of: list[int] = []
        for i in np.flatnonzero(drawn[:, 0] < self.ppo.onlookers):
            one = self.games.running[rows[i]]
            learning = np.flatnonzero(self.games.controllers[rows[i], : one.seats] == LEARNER)
            seat = int(learning[int(drawn[i, 1] * len(learning))])
            game, seating, packed = one.after(int(actions[i]), seat)
            if not game.over and game.seat != seat:
                seen.append(packed)
                seats.append(slots([game.state.world.player[f] for f in seating.factions]))
                of.append(first + int(i))
        out = np.zeros(len(of), ONLOOKER)
        if of:
            out["decision"], out["seats"], out["seen"] = of, seats, _bytes(seen)
        return out


def _bytes(packed: list[tuple[bytes, bytes]]) -> npt.NDArray[np.uint8]:
    seen = b"".join([part for pair in packed for part in pair])
    return np.frombuffer(seen, np.uint8).reshape(len(packed), PACKED)


def _judge(network: Network, games: SelfPlayGames, rows: Indices) -> tuple[Judgement, Tensor]:
    judged = network(torch.from_numpy(games.raw[rows]))
    return judged, masked(judged.logits, torch.from_numpy(games.masks[rows]))


def _turn(games: SelfPlayGames, row: int) -> tuple[int, int]:
    state = games.running[row].game.state
    return state.epoch, state.turn


def slots(numbers: Sequence[int]) -> tuple[int, ...]:
    """Numbers by slot, -1 where nobody sits."""
    return (*numbers, *[-1] * (SLOTS - len(numbers)))


def _padded(by_seat: list[float]) -> tuple[float, ...]:
    return (*by_seat, *[0.0] * (MAX_SEATS - len(by_seat)))


def undecided(logprobs: Tensor, masks: Tensor) -> Tensor:
    """Entropy of each decision as a share of the largest possible, whatever the number of legal actions."""
    entropy = -(logprobs.exp() * logprobs.clamp(min=-50)).sum(-1)
    largest = masks.sum(-1).clamp(min=2).float().log()
    return entropy / largest


def unpacked(decisions: Array) -> tuple[Tensor, Tensor]:
    """Raw observations and masks of decisions."""
    masks = np.unpackbits(decisions["legal"], axis=1, bitorder="little").view(np.int8)
    return raw_of(decisions["seen"]), torch.from_numpy(masks)


def raw_of(seen: npt.NDArray[np.uint8]) -> Tensor:
    """Raw observations."""
    raw = np.empty((len(seen), OBSERVATION_SIZE), np.uint8)
    raw[:, :N_NUMBERS] = seen[:, :N_NUMBERS]
    raw[:, N_NUMBERS:] = np.unpackbits(seen[:, N_NUMBERS:], axis=1, count=N_FLAGS, bitorder="little")
    return torch.from_numpy(raw)


# ------------------------------------------------------------------------------------- 2. targets


class Targets(NamedTuple):
    """What is to be learned from each decision."""

    advantages: Floats
    chances: Floats  # (n, slots)
    points: Floats  # (n, slots), in units of POINTS
    ranks: Floats  # (n, slots); only where the game has ended
    owners: npt.NDArray[np.int64]  # (n, areas): 1 + slot in Control after the turn, 0 nobody, -1 unknown
    hopes: Floats  # what the seat hoped for
    got: Floats  # what it truly got; only where the game has ended
    better: Floats  # (n, tried): how much more than others an answer came to, in deviations
    by_seat: Floats  # (n, 2 seats): chances and VP of every seat

    def of(self, rows: Indices) -> Targets:
        """Those of some decisions."""
        return Targets(*(one[rows] for one in self))  # type: ignore[arg-type]


def targets(
    rollout: Rollout,
    outcome: float,
    vp: float | Floats,
    gae_lambda: float,
    policy_lambda: float | None = None,
) -> Targets:
    """Look back from the end of each game, or from the last forecast, to every decision on the way.

    `outcome` and `vp` (of all, or of each decision) say what a victory and a lead are worth. Forecasts learn
    from what a decision came to in the long run (`gae_lambda`), the policy from what it came to sooner.
    """
    decisions, endings = rollout.decisions, rollout.endings
    seats = decisions["seats"]
    ended = decisions["game"] >= 0
    foreseen = np.concatenate([by_seat(decisions["chances"], seats), by_seat(decisions["points"], seats)], 1)
    final = np.zeros_like(foreseen)
    if len(endings):
        results = np.concatenate([endings["shares"], endings["points"] / POINTS], 1)
        final[ended] = results[decisions["game"][ended]]
    chain = decisions["following"], decisions["step"]
    mixed = look_back(foreseen, final, *chain, gae_lambda)
    sooner = mixed if policy_lambda is None else look_back(foreseen, final, *chain, policy_lambda)
    hopes, better, got = (hope(one, seats, outcome, vp) for one in (foreseen, sooner, final))
    ranks = np.zeros((len(decisions), SLOTS), np.float32)
    if len(endings):
        ranks[ended] = _of_seats(endings["ranks"][decisions["game"][ended]], seats[ended])
    return Targets(
        better - hopes,
        parts(mixed[:, :MAX_SEATS], seats),
        parts(mixed[:, MAX_SEATS:], seats),
        ranks, owners_by_slot(rollout), hopes, got, compared(decisions, outcome, vp), mixed,
    )  # fmt: skip


def compared(decisions: Array, outcome: float, vp: float | Floats) -> Floats:
    """(n, tried): how much more each answer came to than the mean of its like, in standard deviations.

    Alike are answers after which the same seat goes on, and those that leave the next decision to another.
    Forecasts of the two differ for other reasons than the answer: where the network knows little it
    thinks well of what is seldom seen, and would teach to leave decisions to others.
    """
    victory, lead = np.moveaxis(decisions["came_to"], 2, 0)
    came_to = outcome * victory + (vp * lead.T).T
    weights = np.where(decisions["tried"] >= 0, np.exp(decisions["tried_log_prob"]), 0.0)
    more = np.zeros_like(came_to)
    for alike in (decisions["goes_on"], ~decisions["goes_on"]):
        part = weights * alike
        mean = (part * came_to).sum(1, keepdims=True) / np.maximum(part.sum(1, keepdims=True), 1e-30)
        more += alike * (came_to - mean)
    total = weights.sum()
    spread = np.sqrt((weights * more**2).sum() / total) + 1e-8 if total else 1.0
    out: Floats = (more / spread).astype(np.float32)
    return out


def look_back(foreseen: Floats, final: Floats, following: Indices, step: Indices, mix: float) -> Floats:
    """What each decision came to: the seat's next forecast and what that came to, mixed.

    The last decision of a game came to its ending; one that waits for the next rollout to its own
    forecast. Decisions of one step are of different games, so that they are worked out together.
    """
    out = foreseen.copy()
    out[following == ENDED] = final[following == ENDED]
    bounds = [0, *(np.flatnonzero(np.diff(step)) + 1).tolist(), len(step)]
    for start, stop in zip(reversed(bounds[:-1]), reversed(bounds[1:]), strict=True):
        here = np.arange(start, stop)[following[start:stop] >= 0]
        after = following[here]
        out[here] = (1 - mix) * foreseen[after] + mix * out[after]
    return out


def by_seat(values: Floats, seats: npt.NDArray[np.int8]) -> Floats:
    """(n, seats): numbers of slots, those of one seat added up."""
    out = np.zeros((len(values), MAX_SEATS), np.float32)
    for slot in range(SLOTS):
        rows = np.flatnonzero(seats[:, slot] >= 0)
        out[rows, seats[rows, slot]] += values[rows, slot]
    return out


def _of_seats(values: Floats, seats: npt.NDArray[np.int8]) -> Floats:
    """(n, slots): for each slot the number of its seat, 0 where nobody sits."""
    out: Floats = np.take_along_axis(values, np.maximum(seats, 0).astype(np.int64), 1)
    out[seats < 0] = 0
    return out


def parts(values: Floats, seats: npt.NDArray[np.int8]) -> Floats:
    """(n, slots): for each slot its part of the number of its seat, which may have several."""
    shared = np.maximum(1, (seats[:, :, None] == seats[:, None, :]).sum(2))
    out: Floats = (_of_seats(values, seats) / shared).astype(np.float32)
    return out


def hope(results: Floats, seats: npt.NDArray[np.int8], outcome: float, vp: float | Floats) -> Floats:
    """What the deciding seat, that of slot 0, thinks of results: its share of the victory, its lead in VP.

    A sure victory is worth 1, an even chance 0, as in `acis_env.envs.rewards`.
    """
    rows, own = np.arange(len(seats)), seats[:, 0]
    others = np.maximum(1, seats.max(1))
    share, points = results[rows, own], results[:, MAX_SEATS:]
    lead = points[rows, own] - (points.sum(1) - points[rows, own]) / others
    worth: Floats = outcome * ((others + 1) * share - 1) / others + vp * lead
    return np.where(seats.max(1) > 0, worth, 0).astype(np.float32)  # alone there is nobody to beat


def owners_by_slot(rollout: Rollout) -> npt.NDArray[np.int64]:
    """(n, areas): 1 + slot of who Controls each area after the turn, 0 nobody, -1 unknown."""
    decisions, owners = rollout.decisions, rollout.owners
    n = len(decisions)
    slot_of = np.full((n, 2 + ALL_SLOTS), ALL_SLOTS, np.int64)  # by 1 + faction; Barbarians have no slot
    slot_of[:, 0] = 0
    for slot in range(SLOTS):
        rows = np.flatnonzero(decisions["factions"][:, slot] >= 0)
        slot_of[rows, decisions["factions"][rows, slot] + 1] = slot + 1
    out = np.full((n, N_AREAS), -1, np.int64)
    known = decisions["turn"] >= 0
    out[known] = np.take_along_axis(slot_of[known], owners[decisions["turn"][known]].astype(np.int64), 1)
    return out


# --------------------------------------------------------------------------------------- 3. learn


class Learner:
    """The network, its optimiser, and what being undecided is worth."""

    def __init__(self, network: Network, config: Config, device: str = "cpu") -> None:
        """Elsewhere than on the CPU a copy of the network learns, and gives back its weights."""
        self._given, self.device = network, torch.device(device)
        self.network = network if device == "cpu" else copy.deepcopy(network).to(device)
        self.config = config
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.ppo.learning_rate, eps=1e-5)
        self.random = torch.Generator().manual_seed(config.seed)
        self.price = config.ppo.entropy
        self.explained: dict[str, float] = {}  # by scenario, in the last update
        self.scenarios = config.all_scenarios()
        self.counts = np.array([vp_decide(name) for name in self.scenarios], np.float32)

    def take_weights(self) -> None:
        """The network was given other weights from outside."""
        self.network.load_state_dict(self._given.state_dict())

    def learn(self, rollout: Rollout, progress: float) -> dict[str, float]:
        """One update; `progress` is the share of the run that is done. Returns what was measured."""
        ppo, reward, decisions = self.config.ppo, self.config.reward, rollout.decisions
        vp = falling(reward.vp, reward.final_vp, progress) * self.counts[decisions["scenario"]]
        vp += reward.vp_behind * decisions["behind"]
        wanted = targets(rollout, reward.outcome, vp, ppo.gae_lambda, ppo.policy_lambda)
        kept = self._kept(decisions)
        measured = {
            "undecided": float(decisions["undecided"].mean()),
            "kept": len(kept) / len(decisions),
            "explained": explained(wanted, decisions["game"] >= 0),
        }
        self.explained = {
            name: explained(wanted, (decisions["scenario"] == number) & (decisions["game"] >= 0))
            for number, name in enumerate(self.scenarios)
            if ((decisions["scenario"] == number) & (decisions["game"] >= 0)).any()
        }
        self._steer(measured["undecided"], falling(ppo.undecided, ppo.final_undecided, progress))
        for group in self.optimizer.param_groups:
            group["lr"] = falling(ppo.learning_rate, ppo.final_learning_rate, progress)
        self.network.train()
        seats = decisions["scenario"].astype(np.int64) * MAX_SEATS + decisions["seats"][:, 0]
        wanted = wanted._replace(advantages=levelled(wanted.advantages, seats, kept))
        losses: list[dict[str, float]] = []
        noise = NoiseScale()
        watched = np.flatnonzero(decisions["following"][rollout.onlookers["decision"]] != LATER)
        for _ in range(ppo.epochs):
            batches = self._batches(kept)
            for batch, aside in zip(batches, self._shuffled(watched, len(batches)), strict=True):
                losses.append(self._step(decisions, rollout.onlookers[aside], wanted, batch, noise))
                if ppo.target_kl is not None and losses[-1]["kl"] > 1.5 * ppo.target_kl:
                    break
            else:
                continue
            break
        self.network.eval()
        self._given.load_state_dict(self.network.state_dict())
        measured |= {name: float(np.mean([one[name] for one in losses])) for name in losses[0]}
        return measured | {"price": self.price, "steps": len(losses), "noise_scale": noise.estimate()}

    def _kept(self, decisions: Array) -> Indices:
        """Those to learn from: their future is known, and few of those that are near-certain."""
        ppo = self.config.ppo
        certain = decisions["surest"] > ppo.certain
        drawn = torch.rand(len(decisions), generator=self.random).numpy() < ppo.certain_kept
        return np.flatnonzero((decisions["following"] != LATER) & (~certain | drawn))

    def _batches(self, kept: Indices) -> list[Indices]:
        """All of them in a new order, in parts of about the size of a batch."""
        return self._shuffled(kept, max(1, round(len(kept) / self.config.ppo.batch_size)))

    def _shuffled(self, all_of: Indices, n: int) -> list[Indices]:
        """In a new order, in so many parts."""
        return np.array_split(all_of[torch.randperm(len(all_of), generator=self.random).numpy()], n)

    def _steer(self, found: float, wanted: float) -> None:
        """Being undecided is worth more if it is rarer than wanted, and less if it is more frequent."""
        step = max(-LONGEST_STEP, min(LONGEST_STEP, STEERING * (wanted - found)))
        self.price = max(LEAST_PRICE, min(HIGHEST_PRICE, self.price * math.exp(step)))

    def _step(
        self, decisions: Array, onlookers: Array, wanted: Targets, batch: Indices, noise: NoiseScale
    ) -> dict[str, float]:
        """One step of the optimiser."""
        self.optimizer.zero_grad()
        sums: dict[str, float] = {}
        gradients: list[Tensor] = []  # after each part
        for part in np.array_split(batch, math.ceil(len(batch) / CHUNK)):
            part.sort()
            loss, measured = self._loss(decisions[part], wanted.of(part))
            share = len(part) / len(batch)
            torch.autograd.backward(loss * share)
            for name, value in measured.items():
                sums[name] = sums.get(name, 0.0) + share * value
            found = [p.grad for p in self.network.parameters() if p.grad is not None]
            gradients.append(torch.cat([one.flatten() for one in found]))
        noise.add(gradients, len(batch))
        for start in range(0, len(onlookers), CHUNK):
            some = onlookers[start : start + CHUNK]
            torch.autograd.backward(self._loss_of_onlookers(some, wanted) * len(some) / len(batch))
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.config.ppo.max_gradient)
        self.optimizer.step()
        return sums

    def _loss(self, decisions: Array, wanted: Targets) -> tuple[Tensor, dict[str, float]]:
        ppo = self.config.ppo
        raw, masks = (one.to(self.device) for one in unpacked(decisions))
        advantages, chances, points, ranks, owners, better = (
            torch.from_numpy(one).to(self.device)
            for one in (
                wanted.advantages, wanted.chances, wanted.points, wanted.ranks, wanted.owners, wanted.better,
            )
        )  # fmt: skip
        judged = self.network(raw, owners=True)

        logprobs = masked(judged.logits, masks)
        actions = torch.from_numpy(decisions["action"].copy()).to(self.device)
        before = torch.from_numpy(decisions["log_prob"].copy()).to(self.device)
        log_ratio = logprobs.gather(1, actions[:, None]).squeeze(1) - before
        ratio = log_ratio.exp()
        policy = -self._clipped(ratio, advantages).mean()
        entropy = undecided(logprobs, masks).mean()

        looked = self._loss_of_looks(logprobs, decisions, better)

        searched = self._loss_of_search(logprobs, decisions)

        win, vp = missed(judged, chances, points)
        over = torch.from_numpy(decisions["game"] >= 0).to(self.device).float()
        rank = ((judged.ranks - ranks).square().mean(1) * over).mean()
        owner = torch.zeros((), device=self.device)
        if judged.owners is not None:
            by_area = judged.owners.permute(1, 2, 0)
            owner = functional.cross_entropy(by_area, owners, ignore_index=-1, reduction="sum")
            owner = owner / owners.numel()
        loss = policy + ppo.looked * looked + self.config.search.weight * searched - self.price * entropy
        loss = loss + ppo.value * (win + vp) + ppo.auxiliary * (rank + owner)
        return loss, {
            "policy_loss": policy.item(), "look_loss": looked.item(),
            "search_loss": searched.item(), "value_loss": win.item(), "vp_loss": vp.item(),
            "rank_loss": rank.item(), "owner_loss": owner.item(), "entropy": entropy.item(),
            "kl": (ratio - 1 - log_ratio).mean().item(),
            "clipped": ((ratio - 1).abs() > ppo.clip_range).float().mean().item(),
        }  # fmt: skip

    def _loss_of_looks(self, logprobs: Tensor, decisions: Array, better: Tensor) -> Tensor:
        """The loss of PPO over all answers that were tried, each as likely as it was.

        Linear in what they came to, so that luck in it cancels out; an exponential would favour the
        rare answers, whose luck varies most, and blur the policy.
        """
        rows = np.flatnonzero(decisions["tried"][:, 0] >= 0)
        if not len(rows):
            return torch.zeros((), device=self.device)
        tried = torch.from_numpy(decisions["tried"][rows].astype(np.int64)).to(self.device)
        before = torch.from_numpy(decisions["tried_log_prob"][rows]).to(self.device)
        now = logprobs[rows].gather(1, tried.clamp(min=0))
        weights = torch.where(tried >= 0, before.exp(), 0.0)
        log_ratio = torch.where(tried >= 0, now - before, 0.0)
        return -(weights * self._clipped(log_ratio.exp(), better[rows])).sum(1).mean()

    def _loss_of_search(self, logprobs: Tensor, decisions: Array) -> Tensor:
        """How far the policy is from what searches advised, among the answers that they looked into."""
        rows = np.flatnonzero(decisions["searched"][:, 0] >= 0)
        if not len(rows):
            return torch.zeros((), device=self.device)
        answers = torch.from_numpy(decisions["searched"][rows].astype(np.int64)).to(self.device)
        advice = torch.from_numpy(decisions["advised"][rows]).to(self.device)
        own = logprobs[rows].gather(1, answers.clamp(min=0)).masked_fill(answers < 0, NO_LOGIT)
        return -(advice * torch.log_softmax(own, 1)).sum() / len(decisions)

    def _clipped(self, ratio: Tensor, advantages: Tensor) -> Tensor:
        """What is gained by a changed policy, as far as it may change at once."""
        clip = self.config.ppo.clip_range
        return torch.min(ratio * advantages, ratio.clamp(1 - clip, 1 + clip) * advantages)

    def _loss_of_onlookers(self, onlookers: Array, wanted: Targets) -> Tensor:
        """How far those who look on are off with their forecasts."""
        by_seat = wanted.by_seat[onlookers["decision"]]
        chances, points = (
            torch.from_numpy(parts(half, onlookers["seats"])).to(self.device)
            for half in np.split(by_seat, 2, axis=1)
        )
        judged = self.network(raw_of(onlookers["seen"]).to(self.device))
        win, vp = missed(judged, chances, points)
        return self.config.ppo.value * (win + vp)


def levelled(advantages: Floats, seats: Indices, kept: Indices) -> Floats:
    """Advantages less their mean, in deviations, for each seat by itself as far as enough is known of it.

    In a seat that always wins, or never, decisions matter little to the victory, yet there is as much to
    learn as in others. `seats` are numbers of a scenario and a seat; `kept` are the decisions learned from.
    """
    n = np.bincount(seats[kept])
    mean = advantages[kept].mean()
    variance = advantages[kept].var()
    off = advantages[kept] - mean
    own_mean = np.bincount(seats[kept], off) / (n + FEW)
    own = (np.bincount(seats[kept], off**2) + FEW * variance) / (n + FEW) - own_mean**2
    spread = np.sqrt(np.maximum(own, LEAST_SPREAD**2 * variance)) + 1e-8
    everywhere = np.zeros((2, max(len(n), int(seats.max()) + 1)))
    everywhere[1] = np.sqrt(variance) + 1e-8
    everywhere[:, : len(n)] = own_mean, spread
    out: Floats = ((advantages - mean - everywhere[0, seats]) / everywhere[1, seats]).astype(np.float32)
    return out


def missed(judged: Judgement, chances: Tensor, points: Tensor) -> tuple[Tensor, Tensor]:
    """How far forecasts are off: cross entropy of the chances, squares of VP."""
    win = -(chances * judged.chances.clamp(min=-50)).sum(1).mean()
    return win, (judged.points - points).square().sum(1).mean()


def explained(wanted: Targets, rows: npt.NDArray[np.bool_]) -> float:
    """How much of what seats truly got in these games was foreseen: 1 all, 0 no more than the mean."""
    got = wanted.got[rows]
    spread = float(got.var()) if len(got) else 0.0
    return 1 - float((got - wanted.hopes[rows]).var()) / spread if spread > 1e-6 else 0.0


class NoiseScale:
    """How many decisions a batch would need for its gradient to be as large as its noise.

    From the gradients of batches and of equal parts of them (McCandlish and others, 2018). Both belong to the
    same weights: between batches there are steps, after which gradients turn round.
    """

    def __init__(self) -> None:
        self.found: list[tuple[float, float, float, float]] = []  # sizes of part and batch, their squares

    def add(self, sums: list[Tensor], size: int) -> None:
        """One batch of so many decisions: its gradient as it grew, part by part."""
        n = len(sums)
        if n < 2:
            return
        parts = [sums[0], *(after - before for before, after in pairwise(sums))]
        square = float(np.mean([float((n * one).square().sum()) for one in parts]))
        self.found.append((size / n, size, square, float(sums[-1].square().sum())))

    def estimate(self) -> float:
        """The noise scale in decisions; 0 if it cannot be told."""
        if not self.found:
            return 0.0
        part, batch, small, large = np.mean(self.found, 0).tolist()
        signal = (batch * large - part * small) / (batch - part)
        noise = (small - large) / (1 / part - 1 / batch)
        return float(noise / signal) if signal > 0 else 0.0
