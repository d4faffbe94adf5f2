"""The Competition Phase: one competition after the other, from north-east to south-west.

Each competition: commit face down, reveal, negate, resolve by category, rounds of losses, loot.
"""

from __future__ import annotations

from ..cards.negation import window
from ..cards.plays import (
    NOBODY_ANSWERS,
    begin,
    feasible_modes,
    may_play,
    others_after,
    play_card,
    playable,
    take_effect,
)
from ..cards.uses import (
    ABILITY_USED,
    CARD_USED,
    abilities,
    gain_from_abilities,
    has_ability,
    spend,
    usable,
    use_abilities,
)
from ..effects import Play
from ..kernel.actions import (
    ABILITY,
    ABILITY_BIT,
    N_FACTIONS,
    STOP,
    STOP_BIT,
    card_actions,
    card_of,
    is_wonder,
)
from ..kernel.bits import mask_of, members
from ..kernel.compiled import compiled
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.state import Seen, State
from ..kernel.types import Action, Area, Card, Faction, Factions
from ..table.card_changes import lay_face_down, leave_table, turn_up_laid
from ..table.changes import dismiss_allies, gain_loot, gain_vp, loot_to_treasury
from ..table.groups import group_of, shield_of
from ..table.losses import Loss, inflict, sheltered
from ..table.terms import (
    at_hand,
    cities,
    competitions,
    in_game,
    is_contested,
    occupied,
    strength,
    strengths,
)

LOOT_DISCS = 3  # discs of one civilization that make loot (CMP-26)


@step("competition_phase")
def competition_phase(s: State) -> None:
    """Phase-start effects, first-competition abilities, then the competitions (CMP-06)."""
    s.phase = "competition"
    tell(s, "phase", phase="competition")
    for join_in in s.world.on.phase_starts:
        join_in(s)
    for faction in s.order:
        gain_from_abilities(s, faction, "competition_phase")
    push(s, next_competition)
    for faction in reversed(s.order):
        if has_ability(s, faction, "first_competition"):
            push(s, first_competition, faction)
    for faction in reversed(s.order):
        if s.hand[faction] & s.world.deck.phase_start:
            push(s, phase_start_cards, faction)
        if has_ability(s, faction, "phase_start"):
            push(s, phase_start_ability, faction)
    for join_in in s.world.on.competitions_start:
        join_in(s)


@step("phase_start_ability")
def phase_start_ability(s: State, faction: Faction) -> None:
    """Gaul's Warrior Culture (CIV-14, CIV-15)."""
    use_abilities(s, faction, "phase_start")


@step("phase_start_cards")
def phase_start_cards(s: State, faction: Faction) -> None:
    """Offer cards playable only now, such as the Traitor (CLR-27)."""
    cards = members(s.hand[faction] & s.world.deck.phase_start)
    legal = card_actions(mask_of(card for card in cards if playable(s, faction, card)))
    if legal:
        ask(s, phase_start_card, (faction,), faction, "phase_start_card", legal | STOP_BIT)


@answer("phase_start_cards")
def phase_start_card(s: State, action: Action, faction: Faction) -> None:
    """Play it and offer the next, or stop."""
    if action != STOP:
        push(s, phase_start_cards, faction)
        play_card(s, faction, card_of(action))
        for join_in in s.world.on.card_laid:
            join_in(s, faction, card_of(action), -1)


@step("first_competition")
def first_competition(s: State, faction: Faction) -> None:
    """Minos and Imperial Rome put down white discs, also where nothing is Contested (CIV-20, 34)."""
    use_abilities(s, faction, "first_competition")


@step("next_competition")
def next_competition(s: State) -> None:
    """Start the Contested area that comes first, or end the phase (CMP-01, CMP-04, CMP-05, CMP-24)."""
    areas = competitions(s)
    if not areas:
        end_phase(s)
        return
    for narrow in s.world.on.competition_order:
        areas = narrow(s, areas)
    area = min(members(areas), key=s.world.board.competition_rank.__getitem__)
    n = s.world.n_factions
    s.competition_area = area
    s.fallen = [0] * n
    s.shield = [sheltered(s, f, area) for f in range(n)] if s.world.on.sheltered else [0] * n
    s.no_talents = 0
    s.announced = ()
    tell(s, "competition", area=area)
    push(s, aftermath, area)
    push(s, losses_round, area, 1)
    push(s, act, area)
    push(s, reveal_cards, area)
    order = s.order
    for arrange in s.world.on.commit_order:
        order = arrange(s, order)
    for faction in reversed(order):
        if occupied(s, faction) >> area & 1:
            push(s, commit, area, faction)
    for join_in in s.world.on.competition_starts:
        join_in(s, area)


def end_phase(s: State) -> None:
    """Allies leave, loot becomes spendable (CMP-13, CMP-28)."""
    dismiss_allies(s)
    loot_to_treasury(s)
    for join_in in s.world.on.competition_ends:
        join_in(s)
    for join_in in s.world.on.won_at_once:
        join_in(s)


# ------------------------------------------------------------------- step 1: commit (CMP-17)


@step("commit")
def commit(s: State, area: Area, faction: Faction) -> None:
    """Ask for the next card to lay face down (CMP-14), ability or Wonder to announce."""
    if not s.discs[faction][area]:
        return  # the other colour has just replaced it (PERS-05)
    kind = "land" if s.world.board.land >> area & 1 else "sea"
    laid = s.laid[faction]
    left = at_hand(s, faction, "competition") & s.world.deck.competition
    if laid:
        left = left >> laid[-1] + 1 << laid[-1] + 1  # in ascending order
    cards = 0
    for card in members(left):
        if can_lay(s, faction, card, area):
            cards |= 1 << card
    for more in s.world.on.lays_more:
        cards = mask_of(card for card in members(cards) if more(s, faction, card, area))
    legal = card_actions(cards) | usable(s, faction, "competition", kind)
    if ability_ready(s, faction):
        legal |= ABILITY_BIT
    if legal:
        ask(s, committed, (area, faction), faction, "commit", legal | STOP_BIT, area=area, n=len(laid))


def can_lay(s: State, faction: Faction, card: Card, area: Area) -> bool:
    """Whether a Competition card fits this competition (CMP-16)."""
    fits = s.world.deck.cards[card].source.competition
    assert fits is not None
    on, board = s.world.on, s.world.board
    if on.may_lay and not all(may(s, faction, card, area) for may in on.may_lay):
        return False
    if on.may_play and not may_play(s, Play(faction, "card", card, areas=(area,))):
        return False
    on_land = bool(board.land >> area & 1)
    if fits.kind != "any" and (fits.kind == "land") != on_land:
        return False
    if fits.needs == "opposing city":
        return any(cities(s, other) >> area & 1 for other in range(s.world.n_factions) if other != faction)
    if fits.needs == "outnumbered":
        return max(strengths(s, area)) > strength(s, faction, area)
    if fits.needs == "sea at hand":
        return not on_land or bool(board.neighbours[area] & board.sea & occupied(s, faction))
    return True


def ability_ready(s: Seen, faction: Faction) -> bool:
    """Whether the faction can announce its once-per-turn ability with effect."""
    return next_ability(s, faction) is not None


def next_ability(s: Seen, faction: Faction) -> tuple[int, int] | None:
    """The bit of `used` and the number of the first such ability not yet used this turn."""
    for i, number in enumerate(abilities(s, faction, "competition")):
        bit = ABILITY_USED + faction + i * N_FACTIONS
        if not s.used >> bit & 1 and feasible_modes(s, Play(faction, "ability", number)):
            return bit, number
    return None


@answer("commit")
def committed(s: State, action: Action, area: Area, faction: Faction) -> None:
    """Note it; only a Wonder's announcement can be answered at once (by Bad Omens)."""
    if action == STOP:
        return
    push(s, commit, area, faction)
    if action == ABILITY:
        ready = next_ability(s, faction)
        assert ready is not None
        bit, number = ready
        s.used |= 1 << bit
        s.announced += ((faction, "ability", number),)
        tell(s, "ability", faction, area=area, ability=number)
    elif is_wonder(action):
        play = spend(s, faction, action)._replace(areas=(area,))
        push(s, announced, play)
        push(s, window, play, ((faction, play.id, others_after(s, faction)),))
    elif card_of(action) in s.investments:
        play = spend(s, faction, action)
        s.announced += ((faction, "investment", play.id),)
    else:
        lay_face_down(s, faction, card_of(action), area)
        for join_in in s.world.on.card_laid:
            join_in(s, faction, card_of(action), area)


@step("announced")
def announced(s: State, play: Play) -> None:
    """A Wonder that was not stopped waits for step 3."""
    if s.negated:
        s.omens |= 1 << play.id
    else:
        s.announced += ((play.by, "wonder", play.id),)


# ------------------------------------------------------ step 2: reveal and negate (CMP-18)


@step("reveal")
def reveal_cards(s: State, area: Area) -> None:
    """Turn up all cards laid at once; then each can be answered, owners in turn order."""
    for faction, card in reversed(turn_up_laid(s, area)):
        push(s, revealed_card, area, faction, card)


@step("revealed")
def revealed_card(s: State, area: Area, faction: Faction, card: Card) -> None:
    """Open the response window of one revealed card."""
    play = Play(faction, "card", card, areas=(area,))
    push(s, revealed_verdict, play)
    push(s, window, play, ((faction, card, others_after(s, faction)),))


@step("revealed_verdict")
def revealed_verdict(s: State, play: Play) -> None:
    """A negated card is discarded, the others wait for step 3."""
    if s.negated:
        leave_table(s, play.id, by=play.by)
    else:
        s.announced += ((play.by, "card", play.id),)


# ------------------------------------------------------- step 3: resolve by category (CMP-19)


@step("act")
def act(s: State, area: Area) -> None:
    """Wonders, then abilities, then cards; inside a category in turn order."""
    if not s.announced:
        return
    for kinds in (("wonder", "investment"), ("ability",), ("card",)):
        category = [entry for entry in s.announced if entry[1] in kinds]
        for faction in s.order if category else ():
            waiting = [entry for entry in category if entry[0] == faction]
            if len(waiting) > 1 and kinds == ("card",):
                legal = card_actions(mask_of(entry[2] for entry in waiting))
                ask(s, order_chosen, (area, faction), faction, "card_order", legal, area=area)
                return
            if waiting:
                push(s, act, area)
                act_on(s, area, waiting[0])
                return


@answer("act")
def order_chosen(s: State, action: Action, area: Area, faction: Faction) -> None:
    """The owner of several cards chooses which acts next."""
    push(s, act, area)
    act_on(s, area, (faction, "card", card_of(action)))


def act_on(s: State, area: Area, entry: tuple[int, str, int]) -> None:
    """Resolve one announced thing; its targets are chosen now."""
    faction, kind, number = entry
    s.announced = tuple([other for other in s.announced if other != entry])
    # Only a Contested area can be affected (CMP-02): a cancelled competition is no target any more.
    here = kind != "ability" and is_contested(s, area)
    play = Play(faction, kind, number, areas=(area,) if here else (), unnamed=not here)
    if kind == "card":
        take_effect(s, play)
    begin(s, play, NOBODY_ANSWERS)


# --------------------------------------------------------- steps 4 and 5: rounds of losses


@step("round")
def losses_round(s: State, area: Area, number: int) -> None:
    """As long as the area is Contested, another round (CMP-22, CMP-23); else nothing (CMP-03, CMP-15)."""
    if is_contested(s, area):
        present = 0
        for faction, n in enumerate(strengths(s, area)):
            if n:
                present |= 1 << faction
        push(s, losses_round, area, number + 1)
        batch(s, area, 1, 0, present, number)


@step("batch")
def batch(s: State, area: Area, size: int, hit: int, present: int, number: int) -> None:
    """All factions with the fewest discs, but at least `size`, lose one at the same moment (CMP-20)."""
    size, losing = first_to_fall(s, area, size, present & ~hit)
    if not losing:
        return  # CMP-21
    push(s, batch, area, size + 1, hit | mask_of(losing), present, number)
    black = s.world.barbarians
    losses: list[Loss] = [(f, area, -1) for f in losing if f == black or shield_of(s, f) < number]
    inflict(s, losses, "competition")


@compiled
def first_to_fall(s: Seen, area: Area, size: int, waiting: Factions) -> tuple[int, list[Faction]]:
    """Those with the fewest discs, but at least `size`, and how many; nobody where nothing is Contested."""
    forces = strengths(s, area)
    if not sum(forces) > max(forces) > 1:
        return size, []
    there = [f for f in members(waiting) if forces[f] >= size]
    if not there:
        return size, []
    fewest = min([forces[f] for f in there])
    return fewest, [f for f in there if forces[f] == fewest]


# ------------------------------------------------------------------ step 6: loot (CMP-26 to 28)


@step("aftermath")
def aftermath(s: State, area: Area) -> None:
    """Check for loot and go to the next Contested area."""
    if s.world.board.land >> area & 1 and max(s.fallen) >= LOOT_DISCS:
        owners = {group_of(s, f) for f in range(s.world.n_factions + 1) if s.discs[f][area]}
        for group in owners:
            winners = [f for f in group if s.discs[f][area] and in_game(s, f)]
            if len(owners) == 1 and s.world.barbarians not in group and winners and _has_beaten(s, group):
                loot(s, winners[0], area)
    s.competition_area = -1
    for number in s.world.deck.wonders_at["competition"]:  # may be announced again in the next one
        s.used &= ~(1 << number)
    for card in s.investments:
        investment = s.world.deck.cards[card].source.investment
        assert investment is not None
        if investment.when == "competition" and not investment.once_per_turn:
            s.used &= ~(1 << CARD_USED + card)
    push(s, next_competition)
    for join_in in s.world.on.fought:
        join_in(s, area)


def _has_beaten(s: Seen, group: tuple[Faction, ...]) -> bool:
    """Whether one single opponent has lost enough discs for loot: two colours are two (PERS-01)."""
    return any(n >= LOOT_DISCS for f, n in enumerate(s.fallen) if f not in group)


def loot(s: State, faction: Faction, area: Area) -> None:
    """1 talent into the Loot box and 1 VP (CMP-26); Mycenae's first loot is richer (CIV-25)."""
    n = 1 if s.looted >> faction & 1 else s.world.civilization(s, faction).loot
    s.looted |= 1 << faction
    gain_loot(s, faction, area, n)
    gain_vp(s, faction, 1, "loot")
