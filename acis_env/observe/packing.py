"""Observations packed small: numbers as bytes, yes/no features as the bits of one int.

Speed decides the form of this code. What seldom changes is kept from one position of a game to
the next, and compared with what it was made from before it is used again.

Every block is put where `schema` has it, by its name: numbers as parts of `pack`, flags by `_AT`.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from acis_rules.cards.uses import ABILITY_USED, CARD_USED
from acis_rules.kernel.actions import (
    N_AREAS,
    N_CARDS,
    N_CIVILIZATIONS,
    N_WONDERS,
    area_of,
    areas_in,
    faction_of,
    is_area,
    is_faction,
    is_wonder,
    wonder_of,
)
from acis_rules.kernel.bits import members, set_of
from acis_rules.kernel.decisions import KINDS
from acis_rules.views import View, reader

from .schema import (
    AREA_FLAGS,
    CARD_SETS,
    DISPLAY_BLOCKS,
    MAP_BLOCKS,
    N_FLAGS,
    N_NUMBERS,
    NUMBER_BLOCKS,
    PHASES,
    PLAY_KINDS,
    SET_BLOCKS,
    SLOT_FLAGS,
    SLOTS,
    THING_BLOCKS,
    TURNS,
    offsets,
)

if TYPE_CHECKING:
    from acis_rules.box.board import Board
    from acis_rules.effects import Play

    from .seating import Seating

_CARD_BITS = (2 << N_CARDS) - 1
_WONDER_BITS = (1 << N_WONDERS) - 1
_FLAG_BYTES = (N_FLAGS + 7) // 8
_NO_AREAS = bytes(N_AREAS)
_NO_ALLIES = bytes(2 * N_AREAS)

# All flags of an observation travel as one int: bit i is flag i. The sets of areas and cards come
# first and are long; the others are gathered in a short int of their own and put on top of them.
_SETS = offsets(SET_BLOCKS)
_REST = max(where.stop for where in _SETS.values())
_AT = {name: where.start - N_NUMBERS - (0 if name in _SETS else _REST) for name, where in offsets().items()}
_AREAS = {name: _AT["area_flags"] + row * N_AREAS for row, (name, _) in enumerate(AREA_FLAGS)}
_CARDS = {name: _AT["card_sets"] + row * N_CARDS - 1 for row, (name, _) in enumerate(CARD_SETS)}  # ids from 1
_SLOTS = {name: _AT["slot_flags"] + row * SLOTS for row, (name, _) in enumerate(SLOT_FLAGS)}
_KIND = {kind: 1 << _AT["decision_kind"] + i for i, kind in enumerate(KINDS)}
_PHASE = {phase: 1 << _AT["phase"] + i for i, phase in enumerate(PHASES)}
_PHASE["exploration"] = _PHASE["growth"]  # which follows it; layout 2 has no place of its own
_PLAY_KIND = {kind: 1 << _AT["play_kind"] + i for i, kind in enumerate(PLAY_KINDS)}
_PLAY_KIND["turn_order"] = _PLAY_KIND["card"]
_DECISION_AREA, _LEGAL_AREA = _AREAS["decision_area"], _AREAS["legal_area"]
_DECISION_BY, _DECISION_CARD = _AT["decision_by"], _CARDS["decision_card"]
_KNOWN = _AT["known"] - N_CARDS - 1  # slots and ids count from 1

# All numbers travel as bytes, one part after another: a block, or several that are filled together.
_TOGETHER = {"map": MAP_BLOCKS, "displays": DISPLAY_BLOCKS, "things": THING_BLOCKS}
_PART = {block.name: part for part, blocks in _TOGETHER.items() for block in blocks}
_in_order = itemgetter(*dict.fromkeys(_PART.get(block.name, block.name) for block in NUMBER_BLOCKS))
_BYTE = [bytes([n]) for n in range(256)]

_MAP = reader("discs", "at_least", "allies")
_COUNTS = dict.fromkeys(("hand_size", "laid_size", "drawn_size"), "card_counts")  # all three in one list
_displays = reader(*dict.fromkeys(_COUNTS.get(block.name, block.name) for block in DISPLAY_BLOCKS))


class Flags(NamedTuple):
    """Flags kept from an earlier position."""

    made_from: tuple[object, ...]
    seating: Seating
    sets: int
    rest: int
    numbers: bytes = b""


class OpenCards(NamedTuple):
    """Cards that lie open, the same for every seat."""

    made_from: tuple[object, ...]
    all: int
    sets: int


class Memory:
    """What the observations of one game keep from the last ones: parts that seldom change."""

    __slots__ = ("homes", "open_cards", "things", "turn")

    def __init__(self) -> None:
        self.open_cards: OpenCards | None = None
        self.turn: dict[int, Flags] = {}  # by seat
        self.homes: dict[int, Flags] = {}
        self.things: dict[int, Flags] = {}


def pack(view: View, seating: Seating, memory: Memory) -> tuple[bytes, bytes]:
    """The observation of the view's seat as bytes for the numbers and bits for the flags."""
    turn = _turn(view, seating, memory)
    homes = _homes(view, seating, memory)
    things = _things(view, seating, memory)
    discs, at_least, allies = _MAP(view)
    counts, sets = _map(at_least, allies, view.world.board, seating)
    sets |= turn.sets | homes.sets | things.sets | _cards(view, seating, memory)
    rest = turn.rest | homes.rest | things.rest
    named, answers, n = _NO_AREAS, 0, 0
    q = view.question
    if q is not None:
        _, kind, legal, card, area, by, n = q
        rest |= _KIND[kind]
        areas = areas_in(legal)
        if areas:
            sets |= areas << _LEGAL_AREA
        if area >= 0:
            sets |= 1 << _DECISION_AREA + area
        if card:
            sets |= 1 << _DECISION_CARD + card
        if by >= 0:
            rest |= 1 << _DECISION_BY + seating.slot[by]
        play = view.play
        if play is not None:
            named, told, answers = _play(view, play, seating)
            rest |= told
    numbers = _in_order({
        "discs": b"".join((*[discs[f] for f in seating.factions], seating.nobody, discs[-1])),
        "allies": _allies(allies, seating.factions[0]) if allies else _NO_ALLIES,
        "named": named,
        "map": counts,
        "turn_place": seating.turn_place,
        "displays": seating.into_slots(_as_bytes(_displays(view))),
        "things": things.numbers,
        "deck_size": _BYTE[view.deck_size],
        "players": seating.players,
        "decision_n": _BYTE[min(255, n)],
        "answers": _BYTE[answers],
    })  # fmt: skip
    return b"".join(numbers), (sets | rest << _REST).to_bytes(_FLAG_BYTES, "little")


def _as_bytes(numbers: tuple[list[Any], ...]) -> bytes:
    """Numbers as bytes; cut at 255, and to whole ones (VP can be halves)."""
    in_line = []
    for part in numbers:
        in_line += part
    try:
        return bytes(in_line)
    except (TypeError, ValueError):
        return bytes([min(255, int(k)) for k in in_line])


# --------------------------------------------------------------------------- what is being played


def _play(view: View, play: Play, seating: Seating) -> tuple[bytes, int, int]:
    """Areas named so far, flags and the number of answers to what the open decision is about."""
    named = bytearray(N_AREAS)
    slots = 0
    wonder = play.id if play.kind == "wonder" else play.wonder
    for picks in (*play.picks, view.picked[1]):
        for action in picks:
            if is_area(action):
                named[area_of(action)] += 1
            elif is_faction(action):
                slots |= 1 << seating.slot[faction_of(action)]
            elif is_wonder(action):
                wonder = wonder_of(action)
    for area in play.areas:
        named[area] = max(1, named[area])
    for faction in play.factions:
        slots |= 1 << seating.slot[faction]
    flags = _PLAY_KIND[play.kind] | slots << _AT["play_slots"] | 1 << _AT["play_mode"] + play.mode
    if play.by >= 0:
        flags |= 1 << _AT["play_by"] + seating.slot[play.by]
    if wonder >= 0:
        flags |= 1 << _AT["play_wonder"] + wonder
    return bytes(named), flags, max(0, len(view.chain) - 1)


# ------------------------------------------------------------------------------------ the map

_OWN_CONTROL, _OTHER_CONTROL, _CONTESTED = (
    _AREAS["own_control"], _AREAS["other_control"], _AREAS["contested"],
)  # fmt: skip
_OWN_CITY, _OTHER_CITY = _AREAS["own_city"], _AREAS["other_city"]
_CITIES, _SETTLEMENTS, _SEAS = (
    offsets(MAP_BLOCKS)[name].start for name in ("cities", "settlements", "seas")
)  # fmt: skip
_MAP_SIZE = sum(block.size for block in MAP_BLOCKS)
_OWN_SETTLEMENT, _OTHER_SETTLEMENT = _AREAS["own_settlement"], _AREAS["other_settlement"]


def _map(
    at_least: list[list[int]], allies: dict[tuple[int, int], int], board: Board, seating: Seating
) -> tuple[bytearray, int]:
    """What follows from the discs on the map: Cities, Settlements and seas by slot; flags of areas.

    Most decisions change the discs, so that nothing is kept here.
    """
    land, coastal = board.land, board.coastal
    one, two, three, _ = at_least
    counts = bytearray(_MAP_SIZE)
    once = shared = pairs = cities = settled = 0
    slot = seating.n
    for f in seating.backwards:  # the own faction last: up to there all is the others'
        slot -= 1
        mine, my_pairs, my_threes = one[f], two[f], three[f]
        my_cities = my_threes & land
        counts[_CITIES + slot] = k = my_cities.bit_count()
        counts[_SETTLEMENTS + slot] = (my_pairs & land).bit_count() - k
        counts[_SEAS + slot] = (mine & coastal).bit_count()
        shared |= once & mine
        once |= mine
        pairs |= my_pairs
        if slot:
            cities |= my_cities
            settled |= my_pairs ^ my_threes
    black, black_pairs = one[-1], two[-1]
    shared |= once & black
    once |= black
    settled |= black_pairs ^ three[-1]
    contested = shared & (pairs | black_pairs)
    for area, _ in allies:
        contested |= shared & 1 << area
    alone = once ^ shared
    own = alone & mine
    return counts, (
        own << _OWN_CONTROL
        | (alone ^ own) << _OTHER_CONTROL
        | contested << _CONTESTED
        | my_cities << _OWN_CITY
        | cities << _OTHER_CITY
        | (my_pairs ^ my_threes) << _OWN_SETTLEMENT
        | settled << _OTHER_SETTLEMENT
    )


def _allies(allies: dict[tuple[int, int], int], me: int) -> bytes:
    own, others = bytearray(N_AREAS), bytearray(N_AREAS)
    for (area, faction), k in allies.items():
        row = own if faction == me else others
        row[area] = min(255, row[area] + k)
    return bytes(own + others)


# ------------------------------------------------------------------- the clock, the turn so far

_THIS_TURN = reader(
    "epoch", "turn", "phase", "end_epoch", "passed", "built_this_turn", "used", "omens", "looted",
    "no_talents", "forbidden", "competition_area",
)  # fmt: skip
_EPOCH, _TURN = _AT["epoch"] - 1, _AT["turn"] - 1  # both count from 1
_IN_PLAY, _PASSED = _SLOTS["in_play"], _SLOTS["passed"]
_FORBIDDEN, _COMPETITION = _AREAS["forbidden"], _AREAS["competition"]


def _turn(view: View, seating: Seating, memory: Memory) -> Flags:
    """The clock and what has been done this turn."""
    shown = _THIS_TURN(view)
    found = memory.turn.get(view.seat)
    if found is not None and found.made_from == shown and found.seating is seating:
        return found
    epoch, turn, phase, end_epoch, passed, built, used, omens, looted, no_talents, forbidden, area = shown
    in_slots = seating.in_slots
    sets = forbidden << _FORBIDDEN
    if area >= 0:
        sets |= 1 << _COMPETITION + area
    rest = (
        _PHASE[phase] | 1 << _EPOCH + epoch | 1 << _TURN + min(turn, TURNS) | seating.in_play << _IN_PLAY
        | in_slots[passed] << _PASSED
    )  # fmt: skip
    if built | looted | no_talents:
        rest |= (
            in_slots[built] << _SLOTS["built"]
            | in_slots[looted] << _SLOTS["looted"]
            | in_slots[no_talents] << _SLOTS["no_talents"]
        )
    if used | omens:
        sets |= (used >> CARD_USED & _CARD_BITS) << _CARDS["investment_used"]
        rest |= in_slots[used >> ABILITY_USED & len(in_slots) - 1] << _SLOTS["ability_used"]
        rest |= ((used | omens) & _WONDER_BITS) << _AT["wonder_used"]
    if epoch >= view.world.scenario.clock.last_epoch:
        rest |= 1 << _AT["final_epoch"]
    if end_epoch:
        rest |= 1 << _AT["end_epoch"]
    memory.turn[view.seat] = found = Flags(shown, seating, sets, rest)
    return found


# ------------------------------------------------------------------ displays and what lies there

_HOMES = reader("civilization", "home", "enemies", "gold")
_THINGS = reader("wonders", "investments", "announced")
_WONDER_STATE = {name: _AREAS[name] for name in ("buried_wonder", "own_wonder", "other_wonder")}
_WONDER_OWNER, _WONDER_BURIED = _AT["wonder_owner"], _AT["wonder_buried"]


def _homes(view: View, seating: Seating, memory: Memory) -> Flags:
    """Civilizations, homes, enemies and Gold."""
    shown = _HOMES(view)
    found = memory.homes.get(view.seat)
    if found is not None and found.made_from == shown and found.seating is seating:
        return found
    civilization, home, enemies, gold = shown
    me, *others = seating.factions
    rest = 0
    for slot, f in enumerate(seating.factions):
        if civilization[f] >= 0:
            rest |= 1 << _AT["civilization"] + slot * N_CIVILIZATIONS + civilization[f]
        rest |= seating.in_slots[enemies[f]] << _AT["enemies"] + slot * SLOTS
    sets = home[me] << _AREAS["own_home"]
    for f in others:
        sets |= home[f] << _AREAS["other_home"]
    for area, (owner, _) in gold.items():
        sets |= 1 << _AREAS["own_gold" if owner == me else "other_gold"] + area
    found = Flags(tuple(part.copy() for part in shown), seating, sets, rest)
    memory.homes[view.seat] = found
    return found


def _things(view: View, seating: Seating, memory: Memory) -> Flags:
    """Wonders, Investments and announcements."""
    shown = _THINGS(view)
    found = memory.things.get(view.seat)
    if found is not None and found.made_from == shown and found.seating is seating:
        return found
    wonders, investments, announced = shown
    me, slots = seating.factions[0], seating.slot
    sets = rest = 0
    for i, (owner, area, _, buried) in enumerate(wonders):
        if owner >= 0:
            rest |= 1 << _WONDER_OWNER + slots[owner] * N_WONDERS + i
            if buried:
                rest |= 1 << _WONDER_BURIED + i
            state = "buried_wonder" if buried else "own_wonder" if owner == me else "other_wonder"
            sets |= 1 << _WONDER_STATE[state] + area
    own, others = bytearray(N_CARDS), bytearray(N_CARDS)
    for card, (owner, discs) in investments.items():
        (own if owner == me else others)[card - 1] = discs
    waiting = bytearray(SLOTS)
    for faction, kind, number in announced:
        slot = slots[faction]
        waiting[slot] += 1
        if kind == "ability":
            rest |= 1 << _SLOTS["ability_announced"] + slot
        elif kind == "wonder":
            rest |= 1 << _AT["wonder_announced"] + number
        else:
            sets |= 1 << _CARDS["announced"] + number
    discs = bytes([wonder.discs for wonder in wonders])
    parts: dict[str, bytes | bytearray] = {
        "wonder_discs": discs, "own_investments": own, "other_investments": others, "announced": waiting,
    }  # fmt: skip
    numbers = b"".join(parts[block.name] for block in THING_BLOCKS)
    found = Flags((wonders.copy(), investments.copy(), announced), seating, sets, rest, numbers)
    memory.things[view.seat] = found
    return found


# ---------------------------------------------------------------------------------- the cards

_OPEN_CARDS = reader("discard", "aside", "table", "investments", "reserve")
_HAND, _LAID, _DRAWN, _UNSEEN = (_CARDS[name] for name in ("hand", "laid", "drawn", "unseen"))
_DISCARD, _ASIDE, _TABLE = (_CARDS[name] for name in ("discard", "aside", "table"))


def _open_cards(view: View, memory: Memory) -> OpenCards:
    shown = _OPEN_CARDS(view)
    found = memory.open_cards
    if found is None or found.made_from != shown:
        discard, aside, table, investments, reserve = map(set_of, shown)
        memory.open_cards = found = OpenCards(
            tuple([cards.copy() for cards in shown]),
            discard | aside | table | investments | reserve,
            discard << _DISCARD | aside << _ASIDE | table << _TABLE,
        )
    return found


def _cards(view: View, seating: Seating, memory: Memory) -> int:
    """The cards as the seat knows them."""
    lying = _open_cards(view, memory)
    me = seating.factions[0]
    hand, laid, drawn = view.cards_of(me)
    known = view.known
    if view.factions != 1 << me:
        for faction in members(view.factions ^ 1 << me):  # the seat's other civilizations
            known[faction] = sum(view.cards_of(faction))
    sets: int = lying.sets | hand << _HAND | view.unseen_beside(lying.all, known) << _UNSEEN
    if laid:
        sets |= laid << _LAID
    if drawn:
        sets |= drawn << _DRAWN
    if any(known):
        for slot, faction in enumerate(seating.factions):
            if known[faction]:
                sets |= known[faction] << _KNOWN + slot * N_CARDS
    return sets
