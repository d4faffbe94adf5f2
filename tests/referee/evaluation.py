"""The Evaluation Phase (STK-06, EVA)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from .aeneas import aeneas_step
from .cards import play
from .drawing import draw, hand_limit, keep_one, reshuffle_if_empty
from .effects import SAVES
from .empires import cooperation
from .ending import end_of_game
from .events import resolve_event
from .fall_of_rome import hun_check
from .hannibal_options import exchange, goes_on
from .persians import bonus_card
from .scoring import city_vp, sources
from .uses import comes_use, use_in_draw, use_in_scoring
from .watch import UNJUDGED, Script, Watch

ORACLE, ACADEMY = 38, 91
CITIES_PER_CARD = 4  # EVA-15
ALPHABET_CARDS, ALPHABET_TALENTS = 2, 2  # CIV-28, CIV-29


def evaluation(w: Watch) -> Script[str]:
    """The six steps in order; "epoch" if the Epoch ends, "turn" if not, "over" if the game has ended."""
    yield from w.expect("EVA-01", "phase", phase="evaluation")
    yield from trim(w)
    yield from sea_domination(w)
    yield from victory_count(w)
    yield from hostility(w)
    yield from turn_order(w)
    if (yield from aeneas_step(w)):
        return "over"
    if (yield from sudden_end(w)):
        return "epoch"
    yield from draw_step(w)
    return "over" if (yield from limit_reached(w)) else "turn"


def trim(w: Watch) -> Script[None]:
    """All discs above 3 on land, 2 in coastal seas, 1 in open seas return to supply (STK-05, STK-06)."""
    m = w.mirror
    while (yield from w.comes("removed", "stacking")):  # others may change colours (PERS-05c)
        event = yield from w.peek()
        over = m.board.discs[event.faction][event.area] > m.limit(event.area)
        w.check(over, "STK-05", f"{m.name(event.faction)} was within the limit in {m.area(event.area)}")
        yield from w.take()
    for faction in m.board.factions:
        for area in m.board.occupied(faction):
            n = m.board.discs[faction][area] - m.limit(area)
            w.check(n <= 0, "STK-06", f"{m.name(faction)} keeps {n} discs too many in {m.area(area)}")


def suffer(w: Watch, losses: Counter[tuple[int, int]], cause: str, rule: str) -> Script[None]:
    """Each of these discs goes or is paid for, owners in turn order, Barbarians last (CRD-22, CMP-08).

    Of two colours the one that is not at home goes first, whosever turn it is (PERS-06b).
    """
    m = w.mirror
    for faction in [*m.order, *(f for f in m.board.factions if f not in m.order)]:
        open_ = Counter({area: n for (f, area), n in losses.items() if f == faction})
        while open_.total():
            event = yield from w.peek()
            loser = m.board.first_to_lose(faction, event.area) if event.area in open_ else faction
            removed = event.kind == "removed" and event.cause == cause
            saved = event.cause == SAVES and event.kind in ("talents", "discarded") and event.other < 0
            payer = w.facts.patron[loser] if saved else loser
            w.check(
                event.faction == payer and (removed or saved) and open_[event.area] > 0,
                rule,
                f"{m.name(faction)} loses discs in "
                f"{', '.join(m.area(a) for a, n in open_.items() if n)}, came {w.words(event)}",
            )
            w.check(not (saved and faction == w.facts.black), rule, "Barbarians pay nothing")
            open_[event.area] -= 1
            yield from w.take()
    event = yield from w.peek()
    w.check(event.kind != "removed" or event.cause != cause, rule, f"one loss too many: {w.words(event)}")


def sea_domination(w: Watch) -> Script[None]:
    """Opposing discs leave the coastal seas that somebody Dominates (EVA-02, EVA-03)."""
    board = w.mirror.board
    losses: Counter[tuple[int, int]] = Counter()
    for sea in w.facts.coastal:
        partner = w.facts.joint_seas
        for faction in range(w.facts.n):
            if faction not in w.mirror.absent and board.dominates(faction, sea, occupation=True):
                for other in board.present(sea):
                    if other not in board.group(faction) and other != partner.get(faction):
                        losses[other, sea] = board.discs[other][sea]
    yield from suffer(w, losses, "domination", "EVA-02")


def victory_count(w: Watch) -> Script[None]:
    """1 VP per City and per own Wonder in an occupied area; then uses and displays (EVA-04 to EVA-06)."""
    m = w.mirror
    for faction in m.order:
        yield from score(w, "EVA-04", faction, city_vp(w, faction), "cities")
        yield from score(w, "EVA-05", faction, m.wonder_areas(faction), "wonders")
    yield from sources(w, "count", w.present())
    for faction in m.order:
        if faction in w.facts.npcs:  # NPC-125, OPT-04
            yield from score(w, "NPC-125", faction, npc_bonus(w), "npc bonus")
    for faction in list(m.order):
        while (yield from comes_use(w, faction, "scoring")):
            yield from use_in_scoring(w, faction)
    for faction in m.order:
        for display in m.displays(faction):
            if display == "minos":  # CIV-23
                seas = len(m.board.controlled(faction) & w.facts.coastal) // 3
                yield from score(w, "CIV-23", faction, seas, "ability")
            elif display == "phoenicia":  # CIV-30
                seas = len(m.board.occupied(faction) & w.facts.coastal) // 4
                yield from score(w, "CIV-30", faction, seas, "ability")


def npc_bonus(w: Watch) -> int:
    """VP for every NPC: as agreed; 2 unless the scenario is Historical (OPT-04)."""
    agreed: int | None = w.facts.options.npc_bonus_vp
    if agreed is None:
        return 0 if w.facts.scenario.kind == "historical" else 2
    return agreed


def score(w: Watch, rule: str, faction: int, n: int | Fraction, cause: str) -> Script[None]:
    """Exactly so many VP, told only if there are any; who has no VP scores none (ROME1-06e)."""
    n = n if faction in w.facts.scorers else 0
    event = yield from w.peek()
    named = event.cause == cause or event.cause.startswith(f"{cause} ")
    comes = event.kind == "vp" and event.faction == faction and named
    if n:
        w.check(
            comes and event.n == n,
            rule,
            f"{w.mirror.name(faction)} scores {n} VP ({cause}), came {w.words(event)}",
        )
        yield from w.take()
    else:
        w.check(not comes, rule, f"{w.mirror.name(faction)} scores nothing ({cause}), came {w.words(event)}")


def hostility(w: Watch) -> Script[None]:
    """Peace and war with NPCs: gifts move pieces, the rest is not judged."""
    while True:
        event = yield from w.peek()
        if event.kind not in ("talent_given", "card_given") and event.cause != "hand limit":
            return
        with w.judging(UNJUDGED):
            yield from w.take()


# ---------------------------------------------------------------------------- Turn Order


def turn_order(w: Watch) -> Script[None]:
    """Most Cities first; who is tied may stand in any order among themselves (EVA-07 to EVA-09)."""
    m = w.mirror
    event = yield from w.peek()
    w.check(event.kind == "turn_order", "EVA-07", f"the turn order comes next, came {w.words(event)}")
    places = list(event.order)
    w.check(sorted(places) == m.in_game(), "EVA-07", f"turn order {places}")
    counts = [m.city_count(f) for f in places]
    w.check(counts == sorted(counts, reverse=True), "EVA-07", f"Cities in turn order: {counts}")
    yield from w.take()
    for faction in list(m.order):
        if (yield from w.comes("played", faction=faction)):
            card = (yield from w.peek()).card
            w.check(card == ORACLE, "EVA-07", f"#{card} is played in the Turn Order step")
            yield from play(w, faction, f"turn_order {card}")


# ---------------------------------------------------------------------------- Sudden End


def sudden_end(w: Watch) -> Script[bool]:
    """Whether the Epoch ends with this turn (EVA-10 to EVA-14)."""
    m, clock = w.mirror, w.facts.clock
    w.checked = True
    if m.turn >= clock.turns:
        return True
    if ends_after_competition(w):
        return False
    limited = w.facts.scenario.kind == "created" and w.facts.options.epochs is not None  # EXP-16
    last = m.epoch >= clock.last_epoch and (w.facts.options.full_last_epoch or limited)
    if last or m.turn not in clock.sudden_end:
        return False
    if goes_on(w):
        return False
    if w.epoch_ends:
        yield from w.expect("EVA-11", "sudden_end", card=0, ends=True)
        return True
    yield from reshuffle_if_empty(w, 1)
    if not m.deck:
        event = yield from w.expect("EVA-11", "sudden_end", ends=False)
        return False
    event = yield from w.expect("EVA-11", "revealed", "sudden end")
    card = event.card
    if card in w.facts.events:
        yield from resolve_event(w, -1)
    else:
        m.back_into_deck(card)
    ends = ends_the_epoch(w, card)
    yield from w.expect("EVA-11" if m.turn == 2 else "EVA-13", "sudden_end", card=card, ends=ends)
    return ends


def ends_the_epoch(w: Watch, card: int) -> bool:
    """By the digits of its id, or because it is odd or even (PERS-14b)."""
    given = w.facts.clock.sudden_end[w.mirror.turn]
    if given in ("odd", "even"):
        return card % 2 == (given == "odd")
    return any(digit in str(card) for digit in given)


def ends_after_competition(w: Watch) -> bool:
    """Whether the game, if it ends, ends without an Evaluation Phase (ROME1-01c)."""
    return w.facts.clock.stop_after == "competition" and w.mirror.epoch >= w.facts.clock.last_epoch


def last_turn(w: Watch) -> Script[bool]:
    """Whether the game ends with the Competition Phase: after the last turn, or because a card says so."""
    m, clock = w.mirror, w.facts.clock
    if not ends_after_competition(w):
        return False
    if m.turn < clock.turns:
        if m.turn not in clock.sudden_end:
            return False
        yield from reshuffle_if_empty(w, 1)
        card = (yield from w.expect("ROME1-10.1a", "revealed", "sudden end")).card
        if card in w.facts.events:
            yield from resolve_event(w, -1)
        else:
            m.back_into_deck(card)
        ends = ends_the_epoch(w, card)
        yield from w.expect("ROME1-10.1a", "sudden_end", card=card, ends=ends)
        if not ends:
            return False
    yield from end_of_game(w)
    return True


# ---------------------------------------------------------------------------------- Draw


def draw_step(w: Watch) -> Script[None]:
    """In turn order; display abilities when all have drawn (EVA-15 to EVA-18)."""
    m = w.mirror
    for faction in list(m.order):
        yield from draw_of(w, faction)
        yield from exchange(w, faction)
    for faction in list(m.order):
        if "phoenicia" in m.displays(faction):
            yield from alphabet(w, faction)
    yield from cooperation(w)


def draw_of(w: Watch, faction: int) -> Script[None]:
    """3 cards, 1 per 4 Cities, 1 per talent it held before (EVA-15 to EVA-17)."""
    m = w.mirror
    held = m.treasury[faction]
    knobs = w.mirror.knobs(faction)
    more = draw_count(w, faction) > knobs.base_draw or held or could_draw(w, faction)
    bonus = 0 if more else knobs.bonus_draw  # ROME1-06c
    yield from bonus_card(w, faction)
    yield from hun_check(w, faction)
    if knobs.exact_draw is not None:
        yield from exact_draw(w, faction, knobs.exact_draw, held)
        return
    while (yield from comes_use(w, faction, "draw")):
        yield from use_in_draw(w, faction)
    n = draw_count(w, faction) + bonus
    if (yield from w.comes("talents", "cards", faction)):
        spent = -int((yield from w.take()).n)
        w.check(
            0 < spent <= held,
            "EVA-17",
            f"{m.name(faction)} spends {spent} talents, it had {held} when its draw began",
        )
        n += spent
    del w.draw_less[faction]
    yield from w.peek()  # cards that come back from the table are among those drawn
    n -= w.taken_back.pop(faction, 0)
    yield from draw(w, faction, max(0, n), "draw step")
    yield from hand_limit(w, faction, at_the_end=True)


def draw_count(w: Watch, faction: int) -> int:
    """3 cards and 1 per 4 Cities (EVA-15), more in a capital (CAES-06), fewer after a crisis (EPO-24)."""
    m, capital = w.mirror, w.facts.scenario.capital
    n = m.knobs(faction).base_draw + m.city_count(faction) // CITIES_PER_CARD
    if capital is not None and m.board.controls(faction, w.facts.capital):
        n += capital.draw
    return n - w.draw_less[faction]


def exact_draw(w: Watch, faction: int, n: int, held: int) -> Script[None]:
    """So many cards, and one more for a talent if it had one before and still has it (HANN-04d, EVA-17)."""
    if min(held, w.mirror.treasury[faction]):
        yield from w.expect("HANN-04d", "talents", "cards", faction=faction, n=-1)
        n += 1
    yield from w.peek()
    n -= w.draw_less.pop(faction, 0) + w.taken_back.pop(faction, 0)
    yield from draw(w, faction, max(0, n), "draw step")
    yield from hand_limit(w, faction, at_the_end=True)


def could_draw(w: Watch, faction: int) -> bool:
    """Whether a Wonder or an Investment could give it cards in the Draw step (ROME1-06c)."""
    m = w.mirror
    helpful = {"Great Library", "Mausoleum"} if m.discard else {"Great Library"}
    return any(owner == faction and card == ACADEMY for card, (owner, _) in m.investments.items()) or any(
        wonder.owner == faction
        and wonder.discs > 0
        and not wonder.buried
        and m.board.discs[faction][wonder.area] > 0
        and w.facts.wonder_name[number] in helpful
        for number, wonder in m.wonders.items()
    )


def alphabet(w: Watch, faction: int) -> Script[None]:
    """Phoenicia may exchange a card; in solitaire games it gains 2 talents (CIV-28, CIV-29)."""
    if w.facts.npcs:
        yield from w.expect("CIV-29", "talents", "Alphabet", faction=faction, n=ALPHABET_TALENTS)
    elif (yield from w.comes("ability", faction=faction)):
        event = yield from w.take()
        cause = f"ability {event.ability}"
        yield from w.expect("CIV-28", "discarded", cause, faction=faction)
        yield from keep_one(w, faction, ALPHABET_CARDS, cause)


def limit_reached(w: Watch) -> Script[bool]:
    """The game ends with the turn in which somebody has the VP agreed on (EXP-17)."""
    limit = w.facts.options.vp_limit
    if limit is None or max(w.mirror.vp) < limit:
        return False
    yield from end_of_game(w)
    return True
