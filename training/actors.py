"""Who plays for the native engine: the process that learns, or processes of their own.

Processes get weights and give rollouts through pipes, as plain bytes: weights as one row of numbers,
arrays as they lie in memory. They play the next rollout while the last one is learned from, so their
weights are one update old. Each rollout depends on its weights, its pool and the state of the games
alone; those are in the checkpoint, and a run goes on exactly, with actors as without.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import multiprocessing
import signal
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Annotated, Any, TypedDict

import msgspec
import numpy as np
import torch
from torch import Tensor

from acis_env.envs.aec import MAX_SEATS
from acis_rules.box.data_files import convert
from acis_rules.errors import AcisError
from agents.learned.networks import Network, build

from .checkpoint import set_random
from .config import Config
from .native import DECISION, ENDING, ONLOOKER, Actor, Rollout
from .stop import SIGNALS

PATIENCE = 3600.0  # seconds for one rollout; an actor that is silent for longer will never answer
BySeat = Annotated[list[float], msgspec.Meta(min_length=MAX_SEATS, max_length=MAX_SEATS)]
TYPES = (DECISION, ENDING, np.dtype(np.uint8), ONLOOKER)


class State(TypedDict):
    """What an actor goes on from."""

    games: dict[str, Any]  # see `SelfPlayGames.state`
    random: Tensor  # of its generator
    won: list[BySeat]  # see `Actor`


class ActorError(AcisError):
    """A process that plays has failed."""


class Task(msgspec.Struct, forbid_unknown_fields=True):
    """What an actor is to do: take up games, or play a rollout."""

    state: str = ""  # the games to take up
    pool: int = 0  # snapshots in it by then
    networks: list[bytes] = []  # weights, one after another: of the one that learns, then the pool
    scenarios: list[str] = []  # of new games


class Done(msgspec.Struct, forbid_unknown_fields=True):
    """What comes back, before the arrays of a rollout."""

    error: str = ""
    state: str = ""  # of the games after it
    shapes: list[list[int]] = []


def flat(network: Network) -> Tensor:
    """The weights of a network, one after another."""
    return torch.cat([one.flatten() for one in network.state_dict().values()])


def give_flat(network: Network, weights: Tensor) -> None:
    """Let a network have these weights."""
    start = 0
    for one in network.state_dict().values():
        one.copy_(weights[start : start + one.numel()].view_as(one))
        start += one.numel()


class Troupe:
    """All actors of a run. `ask` for a rollout, `take` it; `states` are those of their games by then."""

    def __init__(self, config: Config, bfloat16: bool) -> None:
        self.config = config
        self.states: list[State] = []
        self.asked: list[Tensor] = []  # the weights of the rollout that is being played
        self._here = None if config.actors else _Stage(config, 0, bfloat16)
        self._pipes: list[Connection] = []
        self._processes: list[SpawnProcess] = []
        atexit.register(self.close)
        spawn = multiprocessing.get_context("spawn")
        for number in range(config.actors):
            mine, theirs = spawn.Pipe()
            arguments = theirs, msgspec.msgpack.encode(config), number, bfloat16
            process = spawn.Process(target=_run, args=arguments, name=f"actor {number}", daemon=True)
            process.start()
            theirs.close()
            self._processes.append(process)
            self._pipes.append(mine)

    def take_up(self, states: list[State], pool: int) -> None:
        """Go on with games as they were; so many snapshots are in the pool."""
        if len(states) != max(1, self.config.actors):
            raise AcisError(f"games: those of {len(states)} actors, not of {max(1, self.config.actors)}")
        if self._here is not None:
            self._here.take_up(states[0], pool)
        for pipe, state in zip(self._pipes, states, strict=False):
            self._send(pipe, Task(_written(state), pool))
        for pipe in self._pipes:
            self._receive(pipe)
        self.states = states

    def ask(self, networks: list[Tensor], scenarios: list[str]) -> None:
        """Let the next rollout be played."""
        self.asked, self._scenarios = networks, scenarios
        weights = [one.numpy().tobytes() for one in networks]
        for pipe in self._pipes:
            self._send(pipe, Task(networks=weights, scenarios=scenarios))

    def take(self) -> Rollout:
        """The rollout that was asked for."""
        if self._here is not None:
            rollout = self._here.play(self.asked, self._scenarios)
            self.states = [self._here.state()]
        else:
            parts, states = [], []
            for pipe in self._pipes:
                done = self._receive(pipe)
                states.append(_read(done.state))
                arrays = [
                    np.frombuffer(bytearray(_bytes_of(pipe)), kind).reshape(shape)
                    for kind, shape in zip(TYPES, done.shapes, strict=True)
                ]
                parts.append(Rollout(*arrays))
            rollout, self.states = Rollout.joined(parts), states
        self.asked = []
        return rollout

    def _send(self, pipe: Connection, task: Task) -> None:
        try:
            pipe.send_bytes(msgspec.msgpack.encode(task))
        except OSError:
            raise ActorError("an actor has ended; its last words are above") from None

    def _receive(self, pipe: Connection) -> Done:
        done = msgspec.msgpack.decode(_bytes_of(pipe), type=Done)
        if done.error:
            raise AcisError(done.error)
        return done

    def close(self) -> None:
        """End the processes, which have nothing to lose."""
        for pipe, process in zip(self._pipes, self._processes, strict=True):
            pipe.close()
            process.kill()
            process.join()
        self._pipes, self._processes = [], []
        atexit.unregister(self.close)


def _bytes_of(pipe: Connection) -> bytes:
    """What an actor sends next."""
    try:
        if pipe.poll(PATIENCE):
            return pipe.recv_bytes()
    except (EOFError, OSError):
        raise ActorError("an actor has ended; its last words are above") from None
    raise ActorError(f"an actor has said nothing for {PATIENCE / 60:.0f} minutes; go on with --resume")


def _written(state: State) -> str:
    """For a pipe; JSON, since numbers of generators are longer than 64 bits."""
    return json.dumps({**state, "random": state["random"].tolist()})


def _read(text: str) -> State:
    try:
        state = json.loads(text)
        for game in state["games"]["games"]:
            game["players"] = {int(seat): player for seat, player in game["players"].items()}
        random = torch.tensor(state["random"], dtype=torch.uint8)
        return {"games": state["games"], "random": random, "won": state["won"]}
    except (AttributeError, KeyError, TypeError, ValueError):
        raise AcisError("running games: not those of an actor") from None


class _Stage:
    """An actor with its networks."""

    def __init__(self, config: Config, number: int, bfloat16: bool) -> None:
        self.actor = Actor(config, number)
        self._settings, self._bfloat16 = config.network.settings(), bfloat16
        self._networks: list[Network] = []

    def play(self, networks: list[Tensor], scenarios: list[str]) -> Rollout:
        while len(self._networks) < len(networks):
            network = build(self._settings)
            network.in_bfloat16 = self._bfloat16
            network.eval()
            self._networks.append(network)
        for network, weights in zip(self._networks, networks, strict=False):
            give_flat(network, weights)
        first, *pool = self._networks[: len(networks)]
        self.actor.games.scenarios, self.actor.games.pool = scenarios, len(pool)
        return self.actor.play(first, pool)

    def state(self) -> State:
        actor = self.actor
        return {"games": actor.games.state(), "random": actor.random.get_state(), "won": actor.won.tolist()}

    def take_up(self, state: State, pool: int) -> None:
        self.actor.games.pool = pool
        self.actor.games.restore(state["games"], self.actor.scenarios)
        won = convert(state["won"], list[BySeat], "won")
        if len(won) != len(self.actor.won):
            raise AcisError(f"won: {len(won)} scenarios, not {len(self.actor.won)}")
        self.actor.won = np.array(won)
        self.actor.tell_need(*range(len(won)))
        set_random(self.actor.random, state["random"])


def _run(pipe: Connection, settings: bytes, number: int, bfloat16: bool) -> None:
    """The life of an actor's process: it ends when the other end of the pipe is closed."""
    for one in SIGNALS:  # they are meant for the run, which decides when to end
        signal.signal(one, signal.SIG_IGN)
    torch.set_num_threads(1)
    stage = _Stage(msgspec.msgpack.decode(settings, type=Config), number, bfloat16)
    with contextlib.suppress(EOFError, OSError):
        while True:
            task = msgspec.msgpack.decode(pipe.recv_bytes(), type=Task)
            try:
                if task.state:
                    stage.take_up(_read(task.state), task.pool)
                    pipe.send_bytes(msgspec.msgpack.encode(Done()))
                    continue
                weights = [torch.frombuffer(bytearray(one), dtype=torch.float32) for one in task.networks]
                rollout = stage.play(weights, task.scenarios)
            except AcisError as error:
                pipe.send_bytes(msgspec.msgpack.encode(Done(str(error))))
                continue
            done = Done(state=_written(stage.state()), shapes=[list(one.shape) for one in rollout])
            pipe.send_bytes(msgspec.msgpack.encode(done))
            for array in rollout:
                pipe.send_bytes(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
