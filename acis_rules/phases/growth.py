"""The Growth Phase: Retirement, Acquisition, Resettlement, Deployment (GRO rules)."""

from __future__ import annotations

from ..cards.plays import NOBODY_ANSWERS, begin, feasible_modes
from ..cards.uses import abilities, gain_from_abilities, offer_uses, use_abilities
from ..effects import Play
from ..kernel.actions import ABILITY, ABILITY_BIT, STOP, STOP_BIT, area_actions, area_of
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.moments import anybody
from ..kernel.state import Seen, State
from ..kernel.types import Action, Areas, Faction
from ..table.changes import gain_talents, place, ready_to_supply, remove, resettle, to_ready
from ..table.terms import cities, in_game, knobs, last_discs, occupied, placements, room, settlements

SKIPPED, DEPLOYMENT_ONLY = 0, 1  # values of the knob first_growth


@step("growth_phase")
def growth_phase(s: State) -> None:
    """Each civilization in turn order does all four steps before the next one starts (GRO-01, GRO-02)."""
    s.phase = "growth"
    tell(s, "phase", phase="growth")
    first = s.turn == 1 and s.epoch == s.world.scenario.clock.first_epoch
    for faction in reversed(s.order):
        own = s.world.knobs[faction]
        if first and own.first_growth == SKIPPED:
            continue
        push(s, deployment, faction)
        if not first or own.first_growth != DEPLOYMENT_ONLY:
            push(s, resettlement, faction, 0)
            push(s, acquisition, faction)
            push(s, retirement, faction, 0)
        if own.growth_talents or own.growth_discs:
            push(s, gifts, faction)
        for join_in in s.world.on.growth_starts:
            join_in(s, faction)


@step("growth_gifts")
def gifts(s: State, faction: Faction) -> None:
    """What a scenario gives at the start of every Growth Phase (PERS-16)."""
    own = s.world.knobs[faction]
    gain_talents(s, faction, own.growth_talents, "growth")
    to_ready(s, faction, own.growth_discs, "growth")


@step("retirement")
def retirement(s: State, faction: Faction, first: int) -> None:
    """Return non-City discs to supply, area by area in ascending order (GRO-03)."""
    areas = (occupied(s, faction) & ~cities(s, faction)) >> first << first
    if s.world.on.held:
        areas &= ~last_discs(s, faction)
    if areas and in_game(s, faction):  # it may have left since the phase began
        ask(s, retired, (faction,), faction, "retire", area_actions(areas) | STOP_BIT)


@answer("retirement")
def retired(s: State, action: Action, faction: Faction) -> None:
    """Retire a disc and go on, or stop."""
    if action != STOP:
        remove(s, faction, area_of(action), "retirement")
        push(s, retirement, faction, area_of(action) + knobs(s, faction).retire_per_area)


@step("acquisition")
def acquisition(s: State, faction: Faction) -> None:
    """Abilities first, then Wonders and Investments as long as the owner likes, then the sum (GRO-04)."""
    if not in_game(s, faction) or anybody(s.world.on.acquiring, s, faction):
        return
    s.special = 0
    gain_from_abilities(s, faction, "acquisition")
    push(s, transfer, faction)
    push(s, offer_uses, faction, "acquisition")


@step("transfer")
def transfer(s: State, faction: Faction) -> None:
    """Ready = Settlements + sea presence + trade + special, at least the minimum (GRO-11)."""
    own = knobs(s, faction)
    late = s.world.scenario.factions[faction].growth_by_epoch
    minimum = late.get(s.epoch, own.minimum_growth) if late else own.minimum_growth
    for more in s.world.on.minimum_growth:
        minimum += more(s, faction)
    n = max(minimum, growth(s, faction) + s.special)
    s.special = -1
    to_ready(s, faction, n + own.extra_growth, "growth")


def growth(s: State, faction: Faction) -> int:
    """Discs from Settlements on land, coastal sea presence and trade (GRO-05 to 09)."""
    board = s.world.board
    seas = occupied(s, faction) & board.coastal if s.world.knobs[faction].sea_growth else 0
    n = (settlements(s, faction) & board.land).bit_count() + seas.bit_count() // 2
    if seas:
        reach = seas | board.around(seas)
        for other in range(s.world.n_factions):
            if other != faction and occupied(s, other) & reach:
                n += 1
    return n


@step("resettlement")
def resettlement(s: State, faction: Faction, first: int) -> None:
    """From each of any number of Cities 1 disc may move to Ready (GRO-13)."""
    areas = cities(s, faction) >> first << first
    if areas and in_game(s, faction):
        ask(s, resettled, (faction,), faction, "resettle", area_actions(areas) | STOP_BIT)


@answer("resettlement")
def resettled(s: State, action: Action, faction: Faction) -> None:
    """Resettle a disc and go on with later Cities, or stop."""
    if action != STOP:
        resettle(s, faction, area_of(action))
        push(s, resettlement, faction, area_of(action) + 1)


@step("deployment")
def deployment(s: State, faction: Faction) -> None:
    """Start of Deployment: Rome's SPQR, Investments, then discs one by one."""
    if not in_game(s, faction):
        return
    bonus = bool(abilities(s, faction, "deployment"))
    push(s, deploy, faction, not occupied(s, faction), bonus)
    for join_in in s.world.on.deploying:
        join_in(s, faction)
    push(s, offer_uses, faction, "deployment")
    use_abilities(s, faction, "deployment_start")


@step("deploy")
def deploy(s: State, faction: Faction, from_home: bool, bonus: bool) -> None:
    """Ask for the area of the next Ready disc (GRO-14 to 23).

    `from_home`: it had no disc on the map when Deployment began, so clause d holds (GRO-19).
    `bonus`: a disc from its ability is still to come (CIV-27).
    """
    legal = 0
    if s.ready[faction]:
        areas = placements(s, faction)
        if from_home:
            areas |= landing(s, faction)
        areas &= room(s, faction)
        if s.ready[faction] == s.ready_land[faction]:
            areas &= s.world.board.land
        legal = area_actions(areas)
    if bonus and bonus_play(s, faction) is not None:
        legal |= ABILITY_BIT
    if legal:
        ask(s, deployed, (faction, from_home, bonus), faction, "deploy", legal | STOP_BIT,
            n=s.ready[faction])  # fmt: skip
    else:
        ready_to_supply(s, faction)


def landing(s: Seen, faction: Faction) -> Areas:
    """Where a faction may begin that had no disc on the map: at home or next to it (GRO-19)."""
    for areas in s.world.on.landing:
        if given := areas(s, faction):
            return given
    return s.home[faction] | s.world.board.around(s.home[faction])


def bonus_play(s: State, faction: Faction) -> Play | None:
    """The ability that gives a disc in Deployment, if it can be used now."""
    for number in abilities(s, faction, "deployment"):
        play = Play(faction, "ability", number)
        if feasible_modes(s, play):
            return play
    return None


@answer("deploy")
def deployed(s: State, action: Action, faction: Faction, from_home: bool, bonus: bool) -> None:
    """Place the disc; it counts at once for the next one (GRO-20)."""
    if action == STOP:
        ready_to_supply(s, faction)
    elif action == ABILITY:
        push(s, deploy, faction, from_home, False)
        play = bonus_play(s, faction)
        assert play is not None
        begin(s, play, NOBODY_ANSWERS)
    else:
        place(s, faction, area_of(action), "deploy", from_ready=True)
        push(s, deploy, faction, from_home, bonus)
