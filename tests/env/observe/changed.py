"""Positions that differ from a given one in one thing that everybody sees."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

from acis_env.observe.names import MARKS
from acis_env.observe.schema import PHASES
from acis_rules.cards.uses import ABILITY_USED, CARD_USED
from acis_rules.effects import Play
from acis_rules.historical.bribes import MOST_FACTIONS, PEACE
from acis_rules.kernel.actions import area_action
from acis_rules.kernel.bits import members
from acis_rules.kernel.state import LEVELS, State, WonderState

Change = Callable[[State, random.Random], None]
CHANGES: dict[str, list[Change]] = {}  # by public field: what can be different about it


def change(field: str) -> Callable[[Change], Change]:
    def note(function: Change) -> Change:
        CHANGES.setdefault(field, []).append(function)
        return function

    return note


def changed(s: State, rng: random.Random) -> Iterator[tuple[str, State]]:
    """Copies with one change each."""
    for field, ways in CHANGES.items():
        new = s.copy()
        rng.choice(ways)(new, rng)
        yield field, new


def somebody(s: State, rng: random.Random) -> int:
    return rng.randrange(s.world.n_factions)


def area(s: State, rng: random.Random) -> int:
    return rng.choice(members(s.world.board.in_play))


def hidden_card(s: State, rng: random.Random) -> int:
    """A card of the deck, which then is where the change puts it."""
    return s.deck[rng.randrange(len(s.deck))] if s.deck else 1


# --------------------------------------------------------------- fields that are changed all alike

for _field in ("supply", "ready", "ready_land", "treasury", "loot", "aeneas_used", "draw_less", "in_bag",
               "fallen", "shield"):  # fmt: skip

    @change(_field)
    def one_more(s: State, rng: random.Random, field: str = _field) -> None:
        numbers = getattr(s, field)
        numbers[rng.randrange(len(numbers))] += 1


for _field in (
    "absent",
    "owes_marker",
    "reborn",
    "passed",
    "built_this_turn",
    "looted",
    "arrived",
    "no_talents",
):

    @change(_field)
    def in_or_out(s: State, rng: random.Random, field: str = _field) -> None:
        setattr(s, field, getattr(s, field) ^ 1 << somebody(s, rng))


for _field in ("forbidden", "white"):

    @change(_field)
    def one_area(s: State, rng: random.Random, field: str = _field) -> None:
        setattr(s, field, getattr(s, field) ^ 1 << area(s, rng))


for _field in ("coloured", "counted", "end_epoch", "devalued"):

    @change(_field)
    def yes_or_no(s: State, rng: random.Random, field: str = _field) -> None:
        setattr(s, field, not getattr(s, field))


for _field in ("latest_enemy", "primary_enemy"):

    @change(_field)
    def another_one(s: State, rng: random.Random, field: str = _field) -> None:
        enemies = list(getattr(s, field))
        f = somebody(s, rng)
        enemies[f] = rng.choice([one for one in range(-1, len(enemies)) if one != enemies[f]])
        setattr(s, field, tuple(enemies))


for _field in ("discard", "aside", "table"):

    @change(_field)
    def one_card(s: State, rng: random.Random, field: str = _field) -> None:
        cards = getattr(s, field)
        if cards and rng.random() < 0.5:
            cards.pop(rng.randrange(len(cards)))
        else:
            cards.append(hidden_card(s, rng))


for _field in ("investments", "reserve"):

    @change(_field)
    def owner_or_discs(s: State, rng: random.Random, field: str = _field) -> None:
        cards = getattr(s, field)
        if not cards:
            cards[hidden_card(s, rng)] = (somebody(s, rng), 2)
            return
        card = rng.choice(list(cards))
        owner, n = cards[card]
        other = (owner + 1) % s.world.n_factions
        cards[card] = (owner, n + 1) if other == owner or rng.random() < 0.5 else (other, n)


# --------------------------------------------------------------------------------- the clock, the map


@change("epoch")
def epoch(s: State, rng: random.Random) -> None:
    s.epoch = s.epoch % 4 + 1


@change("turn")
def turn(s: State, rng: random.Random) -> None:
    s.turn = s.turn % s.world.scenario.clock.turns + 1


@change("phase")
def phase(s: State, rng: random.Random) -> None:
    s.phase = rng.choice([one for one in PHASES if one != s.phase])


@change("order")
def order(s: State, rng: random.Random) -> None:
    if len(s.order) > 1:
        i = rng.randrange(len(s.order) - 1)
        s.order[i], s.order[i + 1] = s.order[i + 1], s.order[i]
    else:
        s.order[:] = [] if s.order else [0]


@change("civilization")
def civilization(s: State, rng: random.Random) -> None:
    f = somebody(s, rng)
    s.civilization[f] = rng.choice([one for one in range(-1, 10) if one != s.civilization[f]])


@change("home")
def home(s: State, rng: random.Random) -> None:
    s.home[somebody(s, rng)] ^= 1 << area(s, rng)


@change("nile")
def nile(s: State, rng: random.Random) -> None:
    s.nile[somebody(s, rng)] = 1 << area(s, rng) | 1 << area(s, rng)


@change("discs")
def discs(s: State, rng: random.Random) -> None:
    faction, here = rng.randrange(s.world.n_factions + 1), area(s, rng)
    n = s.discs[faction][here] + 1
    s.discs[faction][here] = n
    for level in range(min(n, LEVELS)):
        s.at_least[level][faction] |= 1 << here


@change("allies")
def white_discs(s: State, rng: random.Random) -> None:
    key = area(s, rng), somebody(s, rng)
    if s.allies and rng.random() < 0.5:
        where, faction = key = rng.choice(list(s.allies))
        if rng.random() < 0.5:  # of another side
            n = s.allies.pop(key)
            key = where, (faction + 1) % s.world.n_factions
            s.allies[key] = s.allies.get(key, 0) + n
            return
    s.allies[key] = s.allies.get(key, 0) + 1


@change("gold")
def gold(s: State, rng: random.Random) -> None:
    if not s.gold:
        s.gold[area(s, rng)] = (rng.randrange(s.world.n_factions + 1), 1)
        return
    here = rng.choice(list(s.gold))
    owner, n = s.gold[here]
    s.gold[here] = rng.choice([(owner, n + 1), ((owner + 1) % (s.world.n_factions + 1), n)])


@change("competition_area")
def competition(s: State, rng: random.Random) -> None:
    areas = members(s.world.board.in_play)
    s.competition_area = rng.choice([one for one in (-1, *areas) if one != s.competition_area])


# ---------------------------------------------------------------------------- displays and relations


@change("vp")
def vp(s: State, rng: random.Random) -> None:
    parts = [Fraction(1, 2), Fraction(1, 3), Fraction(2, 3), Fraction(3, 4), Fraction(1, 6)]
    more: list[int | Fraction] = [1, 256, 257, 1000, *parts]
    s.vp[somebody(s, rng)] += rng.choice(more)


@change("vp")
def vp_above_255(s: State, rng: random.Random) -> None:
    f = somebody(s, rng)
    s.vp[f] = 255 if s.vp[f] != 255 else 256


@change("enemies")
def enemies(s: State, rng: random.Random) -> None:
    one, other = rng.sample(range(s.world.n_factions), 2)
    s.enemies[one] ^= 1 << other
    s.enemies[other] = s.enemies[other] & ~(1 << one) | (s.enemies[one] >> other & 1) << one


@change("harmed_by")
def harmed(s: State, rng: random.Random) -> None:
    factions = list(s.harmed_by)
    factions[somebody(s, rng)] ^= 1 << somebody(s, rng)
    s.harmed_by = tuple(factions)


# ------------------------------------------------------------------- Wonders, what is used and announced


@change("wonders")
def wonder(s: State, rng: random.Random) -> None:
    i = rng.randrange(7)
    built = s.wonders[i]
    if built.owner < 0:
        s.wonders[i] = WonderState(somebody(s, rng), area(s, rng), 2)
        return
    s.wonders[i] = rng.choice([
        built._replace(owner=(built.owner + 1) % s.world.n_factions),
        built._replace(area=rng.choice([a for a in members(s.world.board.in_play) if a != built.area])),
        built._replace(discs=built.discs + 1),
        built._replace(buried=not built.buried),
    ])  # fmt: skip


@change("used")
def used(s: State, rng: random.Random) -> None:
    s.used ^= 1 << rng.choice([
        rng.randrange(7), CARD_USED + rng.randint(1, 103), ABILITY_USED + somebody(s, rng)
    ])  # fmt: skip


@change("omens")
def omens(s: State, rng: random.Random) -> None:
    s.omens ^= 1 << rng.randrange(7)


@change("announced")
def announced(s: State, rng: random.Random) -> None:
    if s.announced and rng.random() < 0.5:
        s.announced = s.announced[1:]
        return
    kind, most = rng.choice([("ability", 1), ("wonder", 6), ("card", 102)])
    number = rng.randint(0, most) + (kind == "card")
    entry = (somebody(s, rng), kind, number)
    if not any(one[1:] == entry[1:] for one in s.announced):
        s.announced += (entry,)
    else:
        s.announced = tuple(one for one in s.announced if one[1:] != entry[1:])


@change("resolving")
def takes_effect(s: State, rng: random.Random) -> None:
    if s.resolving:
        *outer, play = s.resolving
        other = rng.choice([
            play._replace(mode=play.mode + 1), play._replace(unnamed=not play.unnamed),
            play._replace(picks=(*play.picks, (area_action(area(s, rng)),))),
            play._replace(areas=(*play.areas, area(s, rng))),
            play._replace(factions=(*play.factions, somebody(s, rng))),
        ])  # fmt: skip
        s.resolving = (*outer, other)
    else:
        s.resolving = (Play(somebody(s, rng), "card", hidden_card(s, rng)),)


@change("marks")
def mark(s: State, rng: random.Random) -> None:
    name = rng.choice(MARKS)
    s.marks[name] = s.marks.get(name, 0) + 1


@change("marks")
def peace(s: State, rng: random.Random) -> None:
    one, other = rng.sample(range(s.world.n_factions), 2)
    s.marks[PEACE] = s.marks.get(PEACE, 0) ^ 1 << one * MOST_FACTIONS + other


@change("winners")
def winners(s: State, rng: random.Random) -> None:
    s.over, s.winners = True, [somebody(s, rng)]
