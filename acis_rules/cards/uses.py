"""Using what lies on the table: Wonders, Investment cards and display abilities."""

from __future__ import annotations

from ..box.civilizations import Ability
from ..effects import Play, fresh_play, select
from ..kernel.actions import STOP, STOP_BIT, card_action, card_of, is_wonder, wonder_action, wonder_of
from ..kernel.compiled import compiled
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.state import Seen, State
from ..kernel.types import Action, Actions, Faction
from ..table.holdings import investment_disc_to_supply, wonder_disc_to_supply
from ..table.terms import cities, occupied
from .plays import NOBODY_ANSWERS, begin, feasible_modes

# Bits of `State.used`: Wonders, then Investment cards, then civilizations' announced abilities
CARD_USED = 10
ABILITY_USED = 120


@compiled
def usable(s: Seen, faction: Faction, moment: str, kind: str = "any") -> Actions:
    """Wonders and Investments the faction can use at this moment, as action bits (WON-09, CRD-16).

    `kind` is land or sea in a competition.
    """
    out = 0
    here = (s.competition_area,) if s.competition_area >= 0 else ()
    for number in s.world.deck.wonders_at[moment]:
        owner, area, discs, buried = s.wonders[number]
        if (
            owner == faction
            and discs
            and not buried
            and not (s.used | s.omens) >> number & 1
            and occupied(s, faction) >> area & 1
            and feasible_modes(s, Play(faction, "wonder", number, areas=here))
        ):
            out |= 1 << wonder_action(number)
    for card, (owner, discs) in s.investments.items():
        if owner == faction and discs and not s.used >> CARD_USED + card & 1:
            investment = s.world.deck.cards[card].source.investment
            assert investment is not None
            if investment.when != moment or investment.competition not in ("any", kind):
                continue
            if investment.needs_coastal_sea and not occupied(s, faction) & s.world.board.coastal:
                continue
            out |= 1 << card_action(card)
    return out


@step("uses")
def offer_uses(s: State, faction: Faction, moment: str) -> None:
    """Ask which Wonder or Investment to use at this moment, as long as there is one."""
    uses = usable(s, faction, moment)
    if uses:
        ask(s, use_chosen, (faction, moment), faction, "use", uses | STOP_BIT)


@answer("uses")
def use_chosen(s: State, action: Action, faction: Faction, moment: str) -> None:
    """Use it and offer the rest, or go on."""
    if action != STOP:
        push(s, offer_uses, faction, moment)
        use(s, faction, action)


def spend(s: State, faction: Faction, action: Action) -> Play:
    """Take the disc off the Wonder or Investment that `action` names; its use as a play."""
    if is_wonder(action):
        number = wonder_of(action)
        wonder_disc_to_supply(s, number, 1)
        s.used |= 1 << number
        tell(s, "wonder_used", faction, area=s.wonders[number].area, wonder=number)
        play = fresh_play(faction, "wonder", number)
    else:
        card = card_of(action)
        s.used |= 1 << CARD_USED + card
        investment_disc_to_supply(s, card)
        tell(s, "investment_used", faction, card=card)
        play = fresh_play(faction, "investment", card)
    for join_in in s.world.on.supplied:
        join_in(s, faction)
    return play


def use(s: State, faction: Faction, action: Action) -> None:
    """Use a Wonder (which Bad Omens may answer) or an Investment (which nothing can)."""
    play = spend(s, faction, action)
    begin(s, play, faction if play.kind == "wonder" else NOBODY_ANSWERS)


def has_ability(s: Seen, faction: Faction, moment: str) -> bool:
    """Whether the faction's display has an ability for this moment at all."""
    return moment in s.world.civilization(s, faction).abilities_at


@compiled
def abilities(s: Seen, faction: Faction, moment: str) -> list[int]:
    """Numbers of the faction's display abilities that work at this moment."""
    display = s.world.civilization(s, faction)
    if moment not in display.abilities_at:
        return []
    numbers = display.abilities_at[moment]
    return [number for number in numbers if _works(s, faction, number, display.abilities[number])]


def _works(s: Seen, faction: Faction, number: int, ability: Ability) -> bool:
    """Whether Epoch and Cities are as the ability wants them."""
    if s.epoch not in ability.epochs:
        return False
    play = fresh_play(faction, "ability", number)
    if ability.needs is not None and not cities(s, faction) & select(s, play, ability.needs):
        return False
    return ability.without is None or not cities(s, faction) & select(s, play, ability.without)


def use_abilities(s: State, faction: Faction, moment: str) -> None:
    """Put the faction's abilities of this moment on the stack."""
    plays = []
    for number in abilities(s, faction, moment):
        play = fresh_play(faction, "ability", number)
        if feasible_modes(s, play):
            plays.append(play)
    for play in plays:
        tell(s, "ability", faction, ability=play.id)
    for play in reversed(plays):
        begin(s, play, NOBODY_ANSWERS)


def gain_from_abilities(s: State, faction: Faction, moment: str) -> None:
    """Abilities that only give goods: done at once."""
    for number in abilities(s, faction, moment):
        play = fresh_play(faction, "ability", number)
        for operation in s.world.operations(s, play):
            operation.resolve(s, play, ())
