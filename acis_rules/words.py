"""Everything in words for people: who, the open decision, its answers, and what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from .actions import AREA, N_ACTIONS, block_of
from .log import Event
from .operations import Play
from .operations.base import Operation
from .operations.contest import Allies
from .operations.discs import Barbarians, Place, Remove
from .operations.fate import Draw
from .operations.goods import Gain
from .operations.wonder import Build, Restore, WonderDiscs
from .state import State

if TYPE_CHECKING:
    from .state import Points

EPOCHS = ("", "I", "II", "III", "IV")
ORDINALS = ("1st", "2nd", "3rd")
PHASES = {
    "setup": "Setup", "growth": "Growth Phase", "cards": "Card Phase", "competition": "Competition Phase",
    "evaluation": "Evaluation Phase", "epoch": "End of Epoch Phase", "over": "End of the game",
}  # fmt: skip

# ---------------------------------------------------------------------------------- names


def faction_name(s: State, faction: int) -> str:
    """The civilization a faction plays, its seat before one is chosen, or the Barbarians."""
    if faction == s.world.barbarians:
        return "Barbarians"
    return s.world.civilization(s, faction).name or f"seat {s.world.player[faction] + 1}"


def area_name(s: State, area: int) -> str:
    """An area as the map calls it."""
    return s.world.board.names[area]


def card_name(s: State, card: int) -> str:
    """A Fate card's name."""
    return s.world.deck.cards[card].name


def wonder_name(s: State, wonder: int) -> str:
    """A Wonder's name with its article."""
    return f"the {s.world.deck.wonders[wonder].name}"


def ability_name(s: State, faction: int, number: int) -> str:
    """The name of an ability on a faction's display."""
    abilities = s.world.civilization(s, faction).abilities
    return abilities[number].name if 0 <= number < len(abilities) else "its ability"


def count(n: Points, thing: str) -> str:
    """1 disc, 2 discs, 3 Cities, 2 1/2 VP."""
    words = str(n)
    if isinstance(n, Fraction) and n.denominator > 1:
        words = f"{n.numerator // n.denominator or ''} {n.numerator % n.denominator}/{n.denominator}".strip()
    if thing == "VP" or n == 1:
        return f"{words} {thing}"
    return f"{words} {thing[:-1]}ies" if thing.endswith("y") else f"{words} {thing}s"


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th ... (up to 20th)."""
    return ORDINALS[n - 1] if 1 <= n <= 3 else f"{n}th"


def listed(names: Iterable[str]) -> str:
    """Names with what stands several times counted: Kush, Nile Delta (2), Tyre."""
    return ", ".join(f"{name} ({n})" if n > 1 else name for name, n in Counter(names).items())


def joined(names: Sequence[str]) -> str:
    """A, B and C."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def play_name(s: State, play: Play) -> str:
    """What is being used: a card, a Wonder, an Investment or an ability."""
    if play.kind == "wonder":
        return wonder_name(s, play.id)
    return ability_name(s, play.by, play.id) if play.kind == "ability" else card_name(s, play.id)


_CAUSES = {
    "competition": "in the competition", "domination": "to Sea Domination", "stacking": "over the stacking limit",
    "epoch change": "in the Epoch Change", "saves a disc": "to save a disc", "cards": "for more cards",
    "hand limit": "over the hand limit", "Wonder": "for a Wonder", "epoch": "at the end of the Epoch",
    "end of epoch": "at the end of the Epoch", "new epoch": "for the new Epoch", "replacement": "instead of Events",
    "cities": "for Cities", "wonders": "for Wonders", "most cities": "for most Cities",
    "most wonders": "for most Wonders", "dominated seas": "for Dominated seas", "wealth": "for wealth",
    "loot": "for loot", "sudden end": "for the Sudden End", "final epoch event": "for the final Epoch event",
    "aeneas": "as Aeneas leaves", "setup": "at the start",
}  # fmt: skip


def cause_words(s: State, cause: str, faction: int, by: str = "by") -> str:
    """A cause in words: by Traitor, through the Great Library, in the competition; or nothing."""
    kind, _, number = cause.partition(" ")
    if number.isdecimal():
        n = int(number)
        if kind == "wonder":
            return f"through {wonder_name(s, n)}"
        if kind == "ability":
            return f"through {ability_name(s, faction, n)}"
        return f"{'through' if kind == 'investment' else by} {card_name(s, n)}"
    return _CAUSES.get(cause, "")


# ------------------------------------------------------------------------------- decisions

_DECISIONS = {
    "civilization": "{who} chooses a civilization",
    "retire": "{who} may retire discs",
    "use": "{who} may use a Wonder or an Investment",
    "resettle": "{who} may move discs from Cities to Ready",
    "deploy": "{who} deploys a Ready disc ({n} left)",
    "card_action": "{who} plays a card, builds a Wonder or passes",
    "mode": "{who} chooses how to use {source}",
    "name_area": "{who} names an area for {source}",
    "name_city": "{who} names a City for {source}",
    "name_civilization": "{who} names a civilization for {source}",
    "name_wonder": "{who} names a Wonder for {source}",
    "target": "{who} chooses a City that loses a disc to {source}",
    "place": "{who} places a disc with {source}",
    "put_barbarians": "{who} chooses where Barbarians go with {source}",
    "allies": "{who} chooses a competition for white discs from {source}",
    "remove": "{who} chooses a disc to {removal} with {source}",
    "remove_own": "{who} must remove {discs} of its own{because}",
    "loss": "{who} is about to lose a disc in {area}{because}: lose it or pay",
    "penalty": "{who} chooses a penalty for {area}{because}",
    "discard": "{who} discards a card{because}",
    "hand_limit": "{who} has {cards} over the hand limit and discards one",
    "take": "{who} takes a card from the hand of {by}",
    "keep": "{who} keeps one of the cards drawn",
    "recover": "{who} takes one of the cards looked at in the discard pile",
    "wonder_payment": "{who} pays for {wonder} ({n} left to pay)",
    "wonder_site": "{who} chooses the site of {wonder}",
    "negate": "{who} may negate {target}",
    "phase_start_card": "{who} may play a card at the start of the Competition Phase",
    "commit": "{who} commits cards, abilities or Wonders to the competition in {area}",
    "card_order": "{who} chooses which of its cards in {area} is resolved next",
    "talents_to_spend": "{who} chooses how many talents to spend{for_what}",
    "turn_place": "{who} chooses its place in the turn order",
    "turn_order_card": "{who} may play a card in the Turn Order step",
    "ability": "{who} may use {ability}",
    "aeneas": "{who} may begin anew with Aeneas",
    "aeneas_civilization": "{who} chooses the civilization it goes on with",
    "aeneas_start": "{who} chooses where it begins anew",
    "aeneas_place": "{who} places a Ready disc in its new land ({n} left)",
    "climate": "{who} may place a disc in the temperate climate ({n} left)",
    "gods_smile": "{who} chooses one of its Wonders to refresh",
    "barbarian_shortage": "{who} may take a Barbarian disc from elsewhere for {area} ({n} short)",
}


def describe_decision(s: State) -> str:
    """The open decision: "Egypt deploys a Ready disc (4 left)"."""
    q = s.question
    if q is None:
        return "the game is over" if s.over else "no decision is open"
    return _DECISIONS.get(q.kind, "{who} decides").format_map(_context(s))


def _open_play(s: State) -> Play | None:
    """The card, Wonder, Investment or ability that the open decision belongs to."""
    return next((part for part in s.stack[-1] if isinstance(part, Play)), None) if s.stack else None


def _open_operation(s: State) -> Operation | None:
    """The operation whose choices are being declared."""
    frame = s.stack[-1] if s.stack else ("",)
    return s.world.operations(s, frame[1])[frame[2]] if frame[0] == "declare" else None


def _context(s: State) -> dict[str, str]:
    """The words that sentences about the open decision need."""
    q = s.question
    assert q is not None
    play, operation = _open_play(s), _open_operation(s)
    frame = s.stack[-1]
    because = ""
    if frame[0] in ("loss", "penalty", "remove_own", "discard_choice"):
        by = "by" if frame[0] == "loss" else "because of"
        because = f" {cause_words(s, frame[-2], q.faction, by)}".rstrip()
    elif play is not None:
        because = f" for {play_name(s, play)}"
    return {
        "who": _capital(faction_name(s, q.faction)),
        "n": str(q.n),
        "discs": count(q.n, "disc"),
        "cards": count(q.n, "card"),
        "area": area_name(s, q.area) if q.area >= 0 else "",
        "by": faction_name(s, q.by) if q.by >= 0 else "",
        "source": play_name(s, play) if play is not None else "its ability",
        "because": because,
        "for_what": because or " on cards",
        "removal": "replace" if isinstance(operation, Remove) and operation.replaced_by != "nobody" else "remove",
        "target": _negation_target(s, play),
        "wonder": wonder_name(s, frame[2]) if q.kind in ("wonder_payment", "wonder_site") else "",
        "ability": _offered_ability(s),
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _negation_target(s: State, play: Play | None) -> str:
    """What a Negation card would answer: a card and its player, an Event, or a Wonder."""
    q = s.question
    assert q is not None
    if q.card:
        name = card_name(s, q.card)
        if s.world.deck.cards[q.card].event:
            return f"the Event {name}"
        return f"{name}, played by {faction_name(s, q.by)}" if q.by >= 0 else name
    if play is None or q.by < 0:
        return "it"
    return f"{wonder_name(s, play.id)}, used by {faction_name(s, q.by)}"


_ABILITY_MOMENTS = {"deploy": "deployment", "commit": "competition", "ability": "draw_end"}


def _offered_ability(s: State) -> str:
    """The name of the display ability that the open decision offers."""
    q = s.question
    assert q is not None
    moment = _ABILITY_MOMENTS.get(q.kind)
    for ability in s.world.civilization(s, q.faction).abilities:
        if ability.when == moment and s.epoch in ability.epochs:
            return ability.name
    return "its ability"


# --------------------------------------------------------------------------------- actions

# What an action means by itself, and as an answer to a kind of decision.
_ACTIONS = {
    "stop": "no more", "area": "choose {thing}", "card": "choose {thing}", "wonder": "choose {thing}",
    "civilization": "choose {thing}", "faction": "choose {thing}", "number": "choose {thing}",
    "lose_disc": "lose the disc", "pay_talent": "pay 1 talent", "lose_vp": "lose 1 VP", "mode": "take {thing}",
    "ability": "use {ability}",
}  # fmt: skip
_PLACE = {"stop": "place no more discs", "area": "place a disc in {thing}"}
_NAME = dict.fromkeys(("area", "faction", "wonder"), "name {thing}")
_ANSWERS: dict[str, dict[str, str]] = {
    "civilization": {"civilization": "take {thing}"},
    "retire": {"stop": "retire no more discs", "area": "retire a disc from {thing}"},
    "use": {"stop": "use nothing more", "wonder": "use {thing}: {text}", "card": "use {thing}: {text}"},
    "resettle": {"stop": "resettle no more discs", "area": "move a disc from the City in {thing} to Ready"},
    "deploy": {"stop": "place no more discs", "area": "place a disc in {thing}",
               "ability": "place the disc of {ability}"},
    "card_action": {"stop": "pass", "card": "play {thing}: {text}", "wonder": "build {thing}: {text}"},
    "name_area": _NAME | {"stop": "name no more areas"},
    "name_city": _NAME | {"area": "name the City in {thing}"},
    "name_civilization": _NAME | {"stop": "name no more civilizations"},
    "name_wonder": _NAME,
    "target": {"area": "remove a disc from the City in {thing}"},
    "place": _PLACE,
    "put_barbarians": {"stop": "put no more Barbarians", "area": "put {white_or_black} into {thing}"},
    "allies": {"stop": "put no more white discs", "area": "put {white_or_black} into {thing}"},
    "remove": {"stop": "{removal} no more discs", "area": "{removal} a disc in {thing}",
               "faction": "{removal} a disc of {thing} in {picked}"},
    "remove_own": {"area": "remove a disc from {thing}"},
    "loss": {"lose_disc": "lose the disc in {area}", "pay_talent": "pay 1 talent and keep the disc in {area}",
             "card": "discard {thing} and keep the disc in {area}"},
    "penalty": {"lose_disc": "remove a disc from {area}", "card": "discard {thing}"},
    "discard": {"card": "discard {thing}"},
    "hand_limit": {"card": "discard {thing}"},
    "take": {"card": "take {thing}"},
    "keep": {"card": "keep {thing}"},
    "recover": {"card": "take {thing}"},
    "wonder_payment": {"area": "pay with a disc from {thing}", "card": "pay with {thing}"},
    "wonder_site": {"area": "put {wonder} in {thing}"},
    "negate": {"stop": "do not negate", "card": "negate with {thing}"},
    "phase_start_card": {"stop": "play none", "card": "play {thing}: {text}"},
    "commit": {"stop": "commit nothing more", "card": "{lay_or_use} {thing}: {text}",
               "wonder": "announce {thing}: {text}", "ability": "announce {ability}"},
    "card_order": {"card": "resolve {thing} next"},
    "talents_to_spend": {"number": "spend {talents}"},
    "turn_place": {"number": "take the {place} place"},
    "turn_order_card": {"stop": "keep it", "card": "play {thing} now"},
    "ability": {"stop": "do not use it"},
    "aeneas": {"stop": "stay", "ability": "begin anew"},
    "aeneas_civilization": {"civilization": "go on as {thing}"},
    "aeneas_start": {"area": "begin anew in {thing}"},
    "aeneas_place": _PLACE,
    "climate": _PLACE,
    "gods_smile": {"wonder": "refresh {thing}"},
    "barbarian_shortage": {"stop": "place no more Barbarians", "area": "take a Barbarian disc from {thing}"},
}  # fmt: skip


def describe_action(s: State, action: int) -> str:
    """An action as an answer to the open decision: "place a disc in Nile Delta"."""
    if not 0 <= action < N_ACTIONS:
        return f"no action {action}"
    try:
        block, n = block_of(action)
    except ValueError:
        return f"action {action}, which has no meaning"
    q = s.question
    template = _ANSWERS.get(q.kind, {}).get(block) if q is not None else None
    words = _context(s) if q is not None else {"ability": "its ability"}
    return (template or _ACTIONS[block]).format_map(words | _thing(s, block, n))


def _thing(s: State, block: str, n: int) -> dict[str, str]:
    """The words for the thing an action names."""
    world, play, operation = s.world, _open_play(s), _open_operation(s)
    words = {
        "thing": "", "text": "", "talents": count(n, "talent"), "place": ordinal(n + 1), "picked": "",
        "lay_or_use": "use" if n in s.investments else "lay", "white_or_black": "discs",
    }  # fmt: skip
    if block == "area":
        words["thing"] = area_name(s, n)
    elif block == "card":
        words |= {"thing": f"{card_name(s, n)} (#{n})", "text": world.deck.cards[n].text}
    elif block == "wonder":
        words |= {"thing": wonder_name(s, n), "text": world.deck.wonders[n].text}
    elif block == "civilization":
        words["thing"] = world.civilizations[n].name
    elif block == "faction":
        words["thing"] = faction_name(s, n) if n <= world.barbarians else f"faction {n + 1}"
    elif block == "number":
        words["thing"] = str(n)
    elif block == "mode":
        words["thing"] = _mode_words(s, play, n)
    if isinstance(operation, Allies):
        words["white_or_black"] = count(operation.n, "white disc")
    elif isinstance(operation, Barbarians):
        words["white_or_black"] = count(operation.n, "Barbarian disc")
    elif isinstance(operation, Remove) and len(s.stack[-1][3]) % 2:  # an area, then whose disc
        words["picked"] = area_name(s, s.stack[-1][3][-1] - AREA)
    return words


def _mode_words(s: State, play: Play | None, mode: int) -> str:
    """One of the uses printed on a card: "the 2nd use (gain 2 talents)"."""
    use = f"the {ordinal(mode + 1)} use"
    if play is None:
        return use
    try:
        operations = s.world.operations(s, play._replace(mode=mode))
    except IndexError:
        return use
    return f"{use} ({'; '.join(filter(None, map(_operation_words, operations)))})"


def _operation_words(operation: Operation) -> str:
    """The deed of an operation that stands in an alternative; namings say nothing."""
    if isinstance(operation, Gain):
        goods = ((operation.talents, "talent"), (operation.vp, "VP"), (operation.ready, "Ready disc"))
        return "gain " + joined([count(n, good) for n, good in goods if n])
    if isinstance(operation, Place):
        return f"place up to {count(operation.n, 'disc')}"
    if isinstance(operation, Draw):
        return f"draw {count(operation.n, 'card')}"
    if isinstance(operation, Build):
        return f"build a Wonder for {count(operation.resources, 'resource')}"
    if isinstance(operation, Restore):
        return f"turn a buried Wonder face up with {count(operation.n, 'disc')}"
    if isinstance(operation, WonderDiscs):
        return f"put {count(operation.n, 'disc')} on a Wonder"
    return ""


# ---------------------------------------------------------------------------------- events

# Predicates by kind, or kind:cause where the cause changes the sentence. {s} is the verb's
# ending, {cause} the cause in words with a blank before it. A sentence with a capital first
# letter has no subject.
_EVENTS = {
    "turn": "Epoch {epoch}, turn {n} begins",
    "phase": "The {phase} begins",
    "civilization": "is played by {seat}",
    "placed": "place{s} {a_disc} in {areas}{cause}",
    "placed:setup": "start{s} with discs in {areas}",
    "placed:aeneas": "settle{s} in {areas}",
    "removed": "lose{s} {a_disc} in {areas}{cause}",
    "removed:retirement": "retire{s} {a_disc} from {areas}",
    "removed:stacking": "return{s} {a_disc} from {areas}{cause}",
    "removed:Wonder": "pay{s} with {a_disc} from {areas}",
    "removed:aeneas": "give{s} up {a_disc} in {areas}",
    "removed:shortage": "leave {areas} for want of discs",
    "resettled": "move{s} {a_disc} to Ready from {areas}",
    "barbarians": "enter {areas}{cause}",
    "allies": "get{s} {white} in {areas}{cause}",
    "ally_removed": "lose{s} {white} in {areas}{cause}",
    "ready": "move{s} {discs} to Ready{cause}",
    "talents": "gain{s} {talents}{cause}",
    "talents:lost": "lose{s} {talents}{cause}",
    "talents:paid": "pay{s} {talents}{cause}",
    "vp": "score{s} {vp}{cause}",
    "vp:lost": "lose{s} {vp}{cause}",
    "reshuffled": "The discard pile is shuffled into the deck ({n} cards)",
    "revealed": "{card} (#{id}) is revealed{cause}",
    "discarded": "discard{s} {card}{cause}",
    "discarded:no discs left": "use{s} up {card}",
    "discarded:aeneas": "discard{s} {card}",
    "hand_discarded": "discard{s} its hand of {cards}{cause}",
    "drew": "draw{s} {which}{cause}",
    "kept": "keep{s} {which}",
    "laid": "lay{s} {which} face down in {areas}",
    "cards_taken": "take{s} {which} from {other}{cause}",
    "hand_seen": "look{s} at the hand of {other}{cause}",
    "recovered": "take{s} {card} from the discard pile{cause}",
    "played": "play{s} {card}",
    "played:area": "reveal{s} {card} in {areas}",
    "event": "draw{s} the Event {card}",
    "event:revealed": "The Event {card} is revealed",
    "negates": "negate{s} {target} with {card}",
    "negated": "{Target} has no effect",
    "passed": "pass{es}",
    "built": "build{s} {wonder} in {areas}",
    "wonder_discs": "put{s} {discs} on {wonder}{cause}",
    "wonder_discs:lost": "lose{s} {discs} on {wonder}{cause}",
    "wonder_used": "use{s} {wonder}",
    "buried": "{Wonder} in {areas} is buried{cause}",
    "restored": "{Wonder} in {areas} is turned face up again{cause}",
    "invested": "keep{s} {card} as an Investment with {discs}",
    "investment_used": "use{s} {card}",
    "ability": "use{s} {ability}",
    "forbidden": "Nobody may place discs in {areas} this turn{cause}",
    "shielded": "lose{s} no disc in the first {rounds} in {areas}{cause}",
    "no_talents": "bar{s} the others from paying talents in {areas}{cause}",
    "competition": "Competition in {areas}",
    "looted": "loot{s} {areas}: {talents}",
    "swapped": "exchange{s} places in the turn order with {other}{cause}",
    "turn_order": "Turn order: {order}",
    "turn_place": "take{s} the {place} place in the turn order{cause}",
    "time_marches": "The next Sudden End step ends the Epoch{cause}",
    "sudden_end": "The Epoch goes on",
    "sudden_end:ends": "The Epoch ends",
    "aeneas": "begin{s} anew with Aeneas",
    "epoch_change": "Epoch Change: {row}",
    "won": "win{s} with {vp}",
}


def describe_event(s: State, event: Event) -> str:
    """What happened, as one sentence."""
    subject, predicate = tell(s, [event])
    return f"{_capital(subject)} {predicate}" if subject else predicate


def tell(s: State, events: list[Event], here: int = -1) -> tuple[str, str]:
    """(subject, rest of the sentence) of events alike in kind, faction and cause; "" for no subject.

    The area `here` goes without saying if everything happened there.
    """
    event = events[0]
    template = _EVENTS.get(_sentence(event), _EVENTS.get(event.kind, event.kind.replace("_", " ")))
    if here >= 0 and all(e.area == here for e in events):
        template = template.replace(" in {areas}", "").replace("{a_disc}", "{discs}").replace("{white}", "{whites}")
    predicate = template.format_map(_event_words(s, events))
    subjectless = template[0].isupper() or template[1:2].isupper() or event.faction < 0
    if subjectless:
        return "", predicate
    chosen = event.kind == "civilization"
    return s.world.civilizations[event.n].name if chosen else faction_name(s, event.faction), predicate


def _sentence(event: Event) -> str:
    """The key of the sentence that fits an event best."""
    kind = event.kind
    if kind in ("talents", "vp", "wonder_discs") and event.n < 0:
        return f"{kind}:paid" if event.cause in ("saves a disc", "cards", "Wonder") else f"{kind}:lost"
    if kind == "played" and event.area >= 0:
        return "played:area"
    if kind == "event" and event.faction < 0:
        return "event:revealed"
    if kind == "sudden_end" and event.n:
        return "sudden_end:ends"
    return f"{kind}:{event.cause}"


def _event_words(s: State, events: list[Event]) -> dict[str, str]:
    """The words that sentences about events need."""
    event = events[0]
    kind, faction = event.kind, event.faction
    total = sum(e.n for e in events)
    n = abs(total)
    areas = [area_name(s, e.area) for e in events if e.area >= 0 for _ in range(max(1, abs(int(e.n))))]
    if kind in ("looted", "wonder_discs", "shielded"):
        areas = areas[:1]
    cards = [card for e in events for card in e.cards] if kind != "turn_order" else []
    plural = faction == s.world.barbarians
    because = cause_words(s, event.cause, faction, "through" if kind in _GAINS and total > 0 else "by")
    if event.cause == "saves a disc" and n > 1:
        because = "to save discs"
    other = faction_name(s, event.other) if 0 <= event.other <= s.world.barbarians else "nobody"
    wonder = wonder_name(s, event.other) if kind in _ABOUT_WONDERS else ""
    number = {"negates": event.n, "negated": event.card}.get(kind, 0)
    owner = other if kind == "negates" else faction_name(s, faction) if faction >= 0 else ""
    target = card_name(s, number) if number else "the use of a Wonder"
    target += f" of {owner}" if owner and owner != "nobody" else ""
    return {
        "s": "" if plural else "s",
        "es": "" if plural else "es",
        "n": str(event.n),
        "discs": count(n, "disc"),
        "a_disc": "a disc" if len(areas) == 1 else "discs",
        "white": "a white disc" if len(areas) == 1 else "white discs",
        "whites": count(n, "white disc"),
        "talents": count(n, "talent"),
        "vp": count(n, "VP"),
        "cards": count(n, "card"),
        "rounds": "round of losses" if event.n == 1 else f"{event.n} rounds of losses",
        "place": ordinal(int(event.n)) if kind == "turn_place" else "",
        "areas": listed(areas),
        "card": listed(card_name(s, e.card) if e.card else "a card" for e in events),
        "id": str(event.card),
        "which": listed(card_name(s, card) for card in cards) or ("a card" if n == 1 else count(n, "card")),
        "other": other,
        "cause": f" {because}" if because else "",
        "epoch": EPOCHS[event.other] if kind == "turn" else "",
        "phase": PHASES.get(event.cause, event.cause) if kind == "phase" else "",
        "seat": f"seat {s.world.player[faction] + 1}" if kind == "civilization" else "",
        "ability": ability_name(s, faction, event.n) if kind == "ability" else "",
        "wonder": wonder,
        "Wonder": _capital(wonder),
        "target": target,
        "Target": _capital(target),
        "order": ", ".join(faction_name(s, f) for f in event.cards) if kind == "turn_order" else "",
        "row": event.cause,
    }


_GAINS = ("placed", "allies", "ready", "talents", "vp", "drew", "cards_taken", "wonder_discs", "hand_seen")
_ABOUT_WONDERS = ("built", "wonder_discs", "wonder_used", "buried", "restored")
