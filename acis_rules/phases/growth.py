"""The Growth Phase: Retirement, Acquisition, Resettlement, Deployment (GRO rules)."""

from __future__ import annotations

from ..cards.plays import NOBODY_ANSWERS, begin, feasible_modes
from ..cards.uses import abilities, gain_from_abilities, usable, use, use_abilities
from ..effects import Play
from ..kernel.actions import ABILITY, ABILITY_BIT, STOP, STOP_BIT, area_actions, area_of
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.state import State
from ..kernel.types import Action, Faction
from ..table.changes import place, remove, resettle, to_ready
from ..table.terms import cities, last_discs, occupied, placements, room, settlements


@step("growth_phase")
def growth_phase(s: State) -> None:
    """Each civilization in turn order does all four steps before the next one starts (GRO-02)."""
    s.phase = "growth"
    tell(s, "phase", phase="growth")
    for faction in reversed(s.order):
        push(s, deployment, faction)
        push(s, resettlement, faction, 0)
        push(s, acquisition, faction)
        push(s, retirement, faction, 0)
        for join_in in s.world.on.growth_starts:
            join_in(s, faction)


@step("retirement")
def retirement(s: State, faction: Faction, first: int) -> None:
    """Return non-City discs to supply, area by area in ascending order (GRO-03)."""
    areas = occupied(s, faction) & ~cities(s, faction) & ~last_discs(s, faction)
    areas = areas >> first << first
    if areas:
        ask(s, retired, (faction,), faction, "retire", area_actions(areas) | STOP_BIT)


@answer("retirement")
def retired(s: State, action: Action, faction: Faction) -> None:
    """Retire a disc and go on, or stop."""
    if action != STOP:
        remove(s, faction, area_of(action), "retirement")
        push(s, retirement, faction, area_of(action))


@step("acquisition")
def acquisition(s: State, faction: Faction) -> None:
    """Abilities first, then Wonders and Investments as long as the owner likes, then the sum."""
    s.special = 0
    gain_from_abilities(s, faction, "acquisition")
    push(s, acquire, faction)


@step("acquire")
def acquire(s: State, faction: Faction) -> None:
    """Offer the uses that are left; then transfer discs from supply to Ready (GRO-04 to 12)."""
    uses = usable(s, faction, "acquisition")
    if uses:
        ask(s, acquire_use, (faction,), faction, "use", uses | STOP_BIT)
        return
    transfer(s, faction)


@answer("acquire")
def acquire_use(s: State, action: Action, faction: Faction) -> None:
    """Use it and offer the rest, or go on."""
    if action == STOP:
        transfer(s, faction)
    else:
        push(s, acquire, faction)
        use(s, faction, action)


def transfer(s: State, faction: Faction) -> None:
    """Ready = Settlements + sea presence + trade + special, at least the minimum (GRO-11)."""
    knobs = s.world.knobs[faction]
    n = growth(s, faction)
    minimum = knobs.minimum_growth
    if s.world.options.minimum_growth_counts == "everything":
        n = max(minimum, n + s.special)
    else:
        n = max(minimum, n) + s.special
    s.special = -1
    to_ready(s, faction, n + knobs.extra_growth, "growth")


def growth(s: State, faction: Faction) -> int:
    """Discs from Settlements on land, coastal sea presence and trade (GRO-05 to 09)."""
    board = s.world.board
    seas = occupied(s, faction) & board.coastal
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
    if areas:
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
    bonus = bool(abilities(s, faction, "deployment"))
    push(s, deploy, faction, not occupied(s, faction), bonus)
    push(s, deployment_uses, faction)
    use_abilities(s, faction, "deployment_start")


@step("deployment_uses")
def deployment_uses(s: State, faction: Faction) -> None:
    """Offer Investments that work at the start of Deployment."""
    uses = usable(s, faction, "deployment")
    if uses:
        ask(s, deployment_use, (faction,), faction, "use", uses | STOP_BIT)


@answer("deployment_uses")
def deployment_use(s: State, action: Action, faction: Faction) -> None:
    """Use it and offer the rest, or go on."""
    if action != STOP:
        push(s, deployment_uses, faction)
        use(s, faction, action)


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
            areas |= s.home[faction] | s.world.board.around(s.home[faction])
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
        end_deployment(s, faction)


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
        end_deployment(s, faction)
    elif action == ABILITY:
        push(s, deploy, faction, from_home, False)
        play = bonus_play(s, faction)
        assert play is not None
        begin(s, play, NOBODY_ANSWERS)
    else:
        area = area_of(action)
        if s.ready_land[faction] and s.world.board.land >> area & 1:
            s.ready_land[faction] -= 1
        place(s, faction, area, "deploy", from_ready=True)
        push(s, deploy, faction, from_home, bonus)


def end_deployment(s: State, faction: Faction) -> None:
    """Discs left in Ready return to supply (GRO-14)."""
    s.supply[faction] += s.ready[faction]
    s.ready[faction] = s.ready_land[faction] = 0
