"""The PettingZoo AEC environment over the full rules."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from acis_rules import IllegalAction
from acis_rules.box.world import World
from acis_rules.kernel.actions import N_ACTIONS

from ..observe.schema import SLOTS, STATE_SIZE
from ..players import PlayerSpec, make_player
from .checks import LastWorld, check_at_least_one, check_history
from .info import Herald, Info, final_results
from .rewards import Payer, check_reward
from .running_game import NO_MASK, RunningGame, absolute, advance
from .shell import RENDER_MODES, Shell, check_render_mode, observation_space

MAX_SEATS = SLOTS
MAX_DECISIONS = 20_000  # far above any game of sensible players; random ones stay below 5,000


def agent_name(seat: int) -> str:
    """The agent that plays a seat; it keeps its name when Aeneas changes its civilization."""
    return f"player_{seat}"


class AcisAEC(Shell, AECEnv[str, Any, Any]):
    """One game, one agent per seat; see `acis_env.acis_v0` for the full description.

    An agent lives from the moment its seat joins the game, which a few do late, to the end of the game.
    Who is out before is not asked again, but it is paid at the end: partners can still win for it.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "acis_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        scenario: str = "basic_4p",
        options: dict[str, Any] | None = None,
        reward: str = "outcome",
        players: dict[str, PlayerSpec] | None = None,
        max_decisions: int = MAX_DECISIONS,
        render_mode: str | None = None,
        seats: int | None = None,
        details: bool = False,
        history: int = 0,
    ) -> None:
        """`players` sit inside, by the name of the agent whose seat they take.

        `seats`: for how many there are agents; None: for those of the scenario. `details`: info tells more,
        see `acis_env.envs.info`. `history`: so many of the last events are in observations.
        """
        super().__init__()
        self.reward = check_reward(reward)
        self.players = dict(players or {})
        self.max_decisions = max_decisions
        self.render_mode = check_render_mode(render_mode)
        self.details = bool(details)
        self.history = check_history(history)
        self._worlds = LastWorld()
        world = self._worlds.of(scenario, options, max_decisions)
        n = world.n_seats if seats is None else check_at_least_one("seats", seats)
        self._names = [agent_name(seat) for seat in range(min(n, MAX_SEATS))]
        self._seat = {name: seat for seat, name in enumerate(self._names)}
        self.possible_agents = [name for name in self._names if name not in self.players]
        self.agents: list[str] = []
        for name, spec in self.players.items():
            if name not in self._seat:
                known = ", ".join(self._names)
                raise ValueError(f"players: unknown agent {name!r}; there are: {known}")
            make_player(spec)  # an unknown one is refused here, not in the middle of a game
        self._agents_of(world)
        self.scenario = scenario
        self.options = dict(options or {})
        self.observation_spaces = {name: observation_space(history) for name in self.possible_agents}
        self.action_spaces = {name: spaces.Discrete(N_ACTIONS) for name in self.possible_agents}
        self._random, _ = seeding.np_random()

    def _agents_of(self, world: World) -> list[str]:
        """The agents of a game; refuses what cannot be played."""
        scenario = world.scenario_name
        if world.n_seats > len(self._names):
            raise ValueError(
                f"{scenario} has {world.n_seats} seats, the environment {len(self._names)}: "
                f"make it with seats={world.n_seats} or more"
            )
        agents = [name for name in self._names[: world.n_seats] if name not in self.players]
        if not any(world.factions_of(self._seat[name]) & ~world.dormant for name in agents):
            raise ValueError(
                f"players: {scenario}: at least one seat must be left to an agent from the start"
            )
        return agents

    # ------------------------------------------------------------------------- spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent and scenario."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent and scenario."""
        return self.action_spaces[agent]

    # ---------------------------------------------------------------------- reset, step

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. `options`: "scenario" and "game_options" replace those of the constructor.

        Two resets with the same seed give the same game; without a seed each game differs.
        If it fails, the running game is as it was.
        """
        options = dict(options or {})
        scenario = options.pop("scenario", self.scenario)
        game_options = options.pop("game_options", self.options)
        if options:  # PettingZoo's own tests pass unknown ones, so they cannot be refused
            warnings.warn(f"reset: options {sorted(options)} are unknown and ignored", stacklevel=2)
        world = self._worlds.of(scenario, game_options, self.max_decisions)
        agents = self._agents_of(world)
        random = self._random if seed is None else seeding.np_random(seed)[0]
        running = RunningGame.new(world, int(random.integers(2**63)), game_options)
        # Seeds of their own: from that of the game a player could tell the deck.
        seeds = random.integers(2**31, size=MAX_SEATS)
        inside = {
            self._seat[name]: make_player(spec, int(seeds[self._seat[name]]))
            for name, spec in self.players.items()
            if self._seat[name] < running.seats
        }
        running.play(inside, self.max_decisions)
        self._random = random
        self._running = running
        self._inside = inside
        self.agents = []
        self._to_come = agents
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, Info] = {}
        self._payer = Payer(self.reward, running.seats)
        self._herald = Herald(running.seats, self.details)
        self._join()
        self._after_step()

    def step(self, action: int | None) -> None:
        """Answer the open decision of `agent_selection`.

        If a player inside fails, the game stays at its decision, and only `reset` helps.
        """
        running = self._running or self.running
        if not self.agents:
            raise IllegalAction(f"action {action}: the game is over and all agents are gone: call reset()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = -1 if action is None else absolute(running, action)
        if chosen < 0:
            raise running.illegal(action, agent)
        advance(running, chosen)
        self._cumulative_rewards[agent] = 0.0
        if self._inside or running.seat != self._seat[agent]:  # else it is asked again at once
            self.infos[agent] = self._herald.waits()
        if self._inside:
            running.play(self._inside, self.max_decisions)
        if self._to_come:
            self._join()
        if running.seat < 0 or running.decisions >= self.max_decisions or self._payer.always:
            self._after_step()
        else:
            self._ask(running)

    def _join(self) -> None:
        """Agents whose seats are in the game by now begin to live."""
        state = self.running.game.state
        world = state.world
        here = [name for name in self._to_come if world.factions_of(self._seat[name]) & ~state.absent]
        for name in here:
            self._to_come.remove(name)
            self.agents.append(name)
            self.rewards[name] = self._cumulative_rewards[name] = 0.0
            self.terminations[name] = self.truncations[name] = False
            self.infos[name] = self._herald.waits()

    def _after_step(self) -> None:
        """Rewards, ends, masks and whose turn it is."""
        running = self.running
        over, cut = running.game.over, running.is_cut(self.max_decisions)
        paid = self._payer.due(running.game, over or cut)
        if paid is not None:
            for name in self.agents:
                self.rewards[name] = paid[self._seat[name]]
                self._cumulative_rewards[name] += self.rewards[name]
        if over or cut:
            results = final_results(running.game, running.decisions)
            for name in self.agents:
                self.terminations[name] = over
                self.truncations[name] = cut
                self.infos[name] = self._herald.ends(running, self._seat[name], results)
            self.agent_selection = self.agents[0]
            if self.render_mode == "human":
                self.render()
        else:
            self._ask(running)

    def _ask(self, running: RunningGame) -> None:
        """The agent whose decision is open is selected and told."""
        name = self._names[running.seat]
        self.agent_selection = name
        self.infos[name] = self._herald.asks(running)
        if self.render_mode == "human":
            self.render()

    # ---------------------------------------------------------------------- observations

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know now; the mask is all zero unless it decides."""
        running = self._running or self.running
        seat = self._seat.get(agent, MAX_SEATS)
        if seat >= running.seats:
            raise ValueError(f"{agent} has no seat in this game of {running.seats}")
        info = self.infos.get(agent)
        return self._seen(running, seat, (NO_MASK if info is None else info["action_mask"]).copy())

    def state(self) -> Any:
        """Perfect information for a centralised critic: the public part once, then everybody's cards.

        It is seen from the faction that decides; `acis_env.observe.schema.STATE_BLOCKS` lists its blocks.
        """
        return self.running.state()

    @property
    def state_space(self) -> spaces.Space[Any]:
        """The space of `state()`."""
        return spaces.Box(0.0, 255.0, (STATE_SIZE,), np.float32)


class _SinceReset:
    """What there is only since a reset, which puts the real one before this."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, env: AcisAEC | None, owner: type) -> Any:
        if env is None:
            return self
        raise AttributeError(f"{self._name} cannot be accessed before reset()")


class Ordered(AcisAEC):
    """With PettingZoo's checks of the order of calls, which cost nothing here: no wrapper is asked first."""

    agent_selection: Any = _SinceReset()
    infos: Any = _SinceReset()
    rewards: Any = _SinceReset()
    terminations: Any = _SinceReset()
    truncations: Any = _SinceReset()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order in which they are asked; each must be answered before the next."""
        self.running  # noqa: B018  (there is one only after a reset)
        return self._in_order(max_iter)

    def _in_order(self, max_iter: int) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            agent = self.agent_selection
            info = self.infos[agent]
            yield agent
            if self.infos.get(agent) is info:  # who has stepped has another one, or none
                raise RuntimeError("agent_iter: step() or reset() must be called before the next agent")
