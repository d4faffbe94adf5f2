"""How good a position is for each civilization, in victory points: what the look-ahead players judge by.

    worth = VP + what Cities and Wonders will score in the Victory Counts to come
          + land and seas that may become Cities, growth, talents, cards, Investments

A City scores once per Victory Count, and counts far ahead are worth less (cities fall). Contested
areas are judged as if their competition were fought now, nobody paying for losses. Players judge
positions that their seat holds possible (`View.sample`), so the hands in them are their own and
guesses at the others'.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from acis_rules.box.board import Board
from acis_rules.box.deck import Deck
from acis_rules.box.world import World
from acis_rules.kernel.bits import members
from acis_rules.kernel.compiled import compiled
from acis_rules.kernel.state import State
from acis_rules.phases.competition import LOOT_DISCS
from acis_rules.table.terms import CITY, controlled, occupied_by_others
from acis_rules.variants.capital import capital_areas
from acis_rules.variants.conquest import CONQUEST as CONTROL_WINS
from acis_rules.variants.conquest import decisive

FADE = 0.7  # what a Victory Count is worth relative to the one before it
LATER_EPOCH = 3.3  # turns, on average

# By own discs in a land area: worth at once, and per Victory Count after the next one
LAND_NOW = (0.0, 0.05, 0.3, 0.0, 0.12)
LAND_LATER = (0.0, 0.15, 0.35, 0.5, 0.5)
SEA_LATER = (0.0, 0.22, 0.3)  # by discs in a coastal sea
OPEN_SEA_LATER = 0.05
FOUGHT_FOR = 0.75  # a fight may come out differently
SHARED = 0.7  # a Camp beside another Camp gives no base
GROWTH = 0.2  # a disc per turn
READY, READY_NOW = 0.35, 0.3  # by the Victory Counts to come, and beside them
TALENT = 0.4
CARD = 0.35  # and what it can do:
CARD_DISC, CARD_VP, CARD_GOODS, CARD_ANSWER = 0.06, 0.2, 0.08, 0.12
WONDER_LATER = 0.3  # beside its 1 VP per count
FAR_WONDER = 0.2  # what is left of it where its owner has no disc
INVESTED, MOST_INVESTED = 0.25, 3  # per disc on the card, and how many count
DOMINATED = 0.12
LOOT = 1.3  # CMP-26: 1 VP and a talent
SUPPLY = 0.03
CONQUEST = 40.0  # the game, where Control of certain areas wins it; half of them count a fourth
IN_HAND = 0.35  # of what a card is worth, before the turn nears its end; the rest if it survives the Epoch
CAPITAL = 4.0  # its abilities, cards and VP to come
LEADER = 0.6  # how much of the comparison is with the strongest rival; the rest is with their mean


class Clock(NamedTuple):
    """Worth of a City by the Victory Counts to come, and how much of a hand survives the Epoch."""

    counts: float  # this turn's among them, if it is still to come
    later: float  # without the next one
    keeps: float  # chance that hand and talents are still there next turn


@lru_cache(maxsize=1024)
def _clock(
    epochs_left: int, turn: int, turns: int, ends: tuple[tuple[int, str], ...], counted: bool
) -> Clock:
    going_on = [0.0 if t >= turns else 1.0 for t in range(turns + 1)]
    for t, digits in ends:
        cards = [card for card in range(1, 104) if set(str(card)) & set(digits)]
        going_on[t] = 1 - len(cards) / 103
    more, chance = LATER_EPOCH * epochs_left, 1.0
    for t in range(min(turn, turns), turns):
        chance *= going_on[t]
        more += chance
    worth = (1 - FADE**more) / (1 - FADE)
    if counted:
        return Clock(worth, max(0.0, worth - 1), going_on[min(turn, turns)])
    return Clock(1 + FADE * worth, FADE * worth, going_on[min(turn, turns)])


def clock(s: State) -> Clock:
    """The clock of a position."""
    times = s.world.scenario.clock
    ends = tuple(times.sudden_end.items())
    return _clock(times.last_epoch - s.epoch, s.turn, times.turns, ends, s.counted)


@lru_cache(maxsize=65536)
def fought(strengths: tuple[int, ...]) -> tuple[int, ...]:
    """Discs left after a competition in which nobody pays (CMP-20 to 22)."""
    left = list(strengths)
    while True:
        present = [f for f, n in enumerate(left) if n]
        if len(present) < 2 or max(left) < 2:
            return tuple(left)
        hit: set[int] = set()
        for size in range(1, max(left) + 1):
            alive = [n for n in left if n]
            if len(alive) < 2 or max(alive) < 2:
                break
            for f in present:
                if left[f] == size and f not in hit:
                    hit.add(f)
                    left[f] -= 1


@lru_cache(maxsize=8)
def card_worths(deck: Deck) -> tuple[float, ...]:
    """What a card in hand is worth, by id, from what it can do."""
    out = []
    for card in deck.cards:
        tags = card.tags
        worth = CARD + CARD_DISC * min(tags.discs, 3) + CARD_VP * tags.gives_vp
        worth += CARD_GOODS * (tags.gives_talents + tags.gives_cards + tags.removes + tags.builds_wonder)
        out.append(worth + CARD_ANSWER * (card.competition or card.negation))
    return tuple(out)


def worths(s: State) -> list[float]:
    """What each faction's position is worth, in VP."""
    n_factions = s.world.n_factions
    if s.over:
        return [float(vp) + CONQUEST * _conquered(s, f) for f, vp in enumerate(s.vp[:n_factions])]
    out = estates(s, *_weights(s))
    capital, control_wins = capital_areas(s.world), CONTROL_WINS.applies(s.world)
    if capital or control_wins:
        for f, here in enumerate(s.at_least[0][:-1]):
            alone = here & ~occupied_by_others(s, f)
            for areas in decisive(s, f):
                share = (areas & alone).bit_count() / areas.bit_count()
                out[f] += CONQUEST * share * share
            if alone & capital:
                out[f] += CAPITAL
    return out


def _weights(s: State) -> tuple[float, float, float]:
    """`counts`, `later` and `stays` of `estates` at a position."""
    now = clock(s)
    late = s.phase in ("evaluation", "epoch")
    return now.counts, now.later, now.keeps if late else IN_HAND + (1 - IN_HAND) * now.keeps


@compiled
def estates(s: State, counts: float, later: float, stays: float) -> list[float]:
    """What each faction has: VP, areas as their fights will leave them, growth, goods, Wonders.

    `counts` and `later` as in `Clock`; `stays`: how much of a hand is worth anything.
    """
    n_factions = s.world.n_factions
    board = s.world.board
    land, coastal = board.land, board.coastal
    table = [LAND_NOW[n] + LAND_LATER[n] * later + (counts if n >= CITY else 0.0) for n in range(5)]
    seas = [worth * later for worth in SEA_LATER]
    first, second, third, fourth = s.at_least
    once = twice = pairs = 0
    for f, mask in enumerate(first):
        twice |= once & mask
        once |= mask
        pairs |= second[f]
    for area, _ in s.allies:
        pairs |= 1 << area
    fights = twice & pairs & ~board.open_sea  # DEF-20, DEF-39
    cards = card_worths(s.world.deck)
    out = []
    for f in range(n_factions):
        here = first[f]
        one, two, three = here & ~fights, second[f] & ~fights, third[f] & ~fights
        camps, cities = one & ~two & land, three & land
        four = (fourth[f] & cities).bit_count()
        worth = float(s.vp[f])
        worth += table[1] * (camps.bit_count() - (1 - SHARED) * (camps & twice).bit_count())
        worth += table[2] * (two & ~three & land).bit_count()
        worth += table[3] * (cities.bit_count() - four) + table[4] * four
        gain = (second[f] & ~third[f] & land).bit_count()
        at_sea = here & coastal
        if at_sea:
            worth += seas[1] * (one & ~two & coastal).bit_count() + seas[2] * (two & coastal).bit_count()
            worth += DOMINATED * _dominated(board, at_sea & ~twice, here & ~twice)
            gain += at_sea.bit_count() // 2
            reach = at_sea | board.around(at_sea)
            for other in range(n_factions):
                gain += other != f and first[other] & reach != 0
        gain = max(gain, s.world.knobs[f].minimum_growth)
        worth += GROWTH * later * min(gain, s.supply[f] + s.ready[f] + 2)
        worth += OPEN_SEA_LATER * later * (one & board.open_sea).bit_count()
        worth += READY * s.ready[f] * (READY_NOW + later) + SUPPLY * s.supply[f] * later
        worth += TALENT * (s.treasury[f] + s.loot[f])
        in_hand = 0.0  # not sum(): it adds up otherwise from Python 3.12 on
        for card in members(s.hand[f]):
            in_hand += cards[card]
        out.append(worth + stays * in_hand)
    for area in members(fights):
        _add_fight(s, area, out, table if land >> area & 1 else [*seas, seas[2], seas[2]])
    for wonder in s.wonders:
        if wonder.owner >= 0 and not wonder.buried:
            held = first[wonder.owner] >> wonder.area & 1
            out[wonder.owner] += (counts + WONDER_LATER * later) * (1.0 if held else FAR_WONDER)
    for owner, discs in s.investments.values():
        out[owner] += INVESTED * min(discs, MOST_INVESTED) * min(1.0, later)
    return out


def _conquered(s: State, faction: int) -> bool:
    """Whether the faction won at once by what it Controls."""
    return faction in s.winners and any(not areas & ~controlled(s, faction) for areas in decisive(s, faction))


def _dominated(board: Board, seas: int, controlled: int) -> int:
    """Coastal seas all of whose coast the faction Controls, of those it Controls itself (DEF-25)."""
    n = 0
    for area in members(seas):
        coast = board.land_neighbours[area]
        n += coast != 0 and not coast & ~controlled
    return n


def _add_fight(s: State, area: int, out: list[float], table: list[float]) -> None:
    """The worth of a Contested area to those who are in it."""
    strengths = [row[area] for row in s.discs]
    for (where, f), n in s.allies.items():
        if where == area:
            strengths[f] += n
    after = fought(tuple(strengths))
    for f in range(len(out)):
        if after[f]:
            out[f] += FOUGHT_FOR * table[min(after[f], s.discs[f][area], 4)]
            alone = sum(after) == after[f]
            if alone and max(n for g, n in enumerate(strengths) if g != f) >= LOOT_DISCS:
                out[f] += LOOT if s.world.board.land >> area & 1 else 0.0


def seat_worths(s: State) -> list[float]:
    """The same by seat: a seat with several civilizations has the sum of them."""
    return _by_seat(worths(s), s.world.player)


def _by_seat(by_faction: list[float], players: tuple[int, ...]) -> list[float]:
    out = [0.0] * (max(players) + 1)
    for f, seat in enumerate(players):
        out[seat] += by_faction[f]
    return out


def lead(by_seat: list[float], seat: int) -> float:
    """How far a seat is ahead of its rivals: of the strongest, and of all of them on average."""
    strongest, together = float("-inf"), 0.0
    for other, worth in enumerate(by_seat):
        if other != seat:
            strongest = max(strongest, worth)
            together += worth
    if len(by_seat) == 1:
        return by_seat[seat]
    return by_seat[seat] - LEADER * strongest - (1 - LEADER) * together / (len(by_seat) - 1)


@compiled
def ahead(s: State, players: tuple[int, ...], seat: int, counts: float, later: float, stays: float) -> float:
    """How far a seat is ahead by `estates`; `players`: the seat of each civilization."""
    return lead(_by_seat(estates(s, counts, later, stays), players), seat)


class Scales:
    """How far a seat is ahead in positions of one game: what they have in common is looked at once."""

    def __init__(self, world: World, seat: int) -> None:
        self._seat = seat
        self._players = world.player
        self._by_areas = bool(capital_areas(world)) or CONTROL_WINS.applies(world)
        self._weights: dict[tuple[int, int, bool, str], tuple[float, float, float]] = {}  # by time

    def lead(self, s: State) -> float:
        """The lead of the seat."""
        if s.over or self._by_areas:
            return lead(seat_worths(s), self._seat)
        time = (s.epoch, s.turn, s.counted, s.phase)
        weights = self._weights.get(time)
        if weights is None:
            weights = self._weights[time] = _weights(s)
        return ahead(s, self._players, self._seat, *weights)
