"""What happened, in words: one sentence for an event, or for several alike."""

from __future__ import annotations

from ..cards.oracle import CUP_COLOURS
from ..kernel.log import Event
from ..kernel.state import State
from .names import (
    EPOCHS,
    PHASES,
    ability_name,
    area_name,
    capitalized,
    card_name,
    cause_words,
    count,
    faction_name,
    in_plural,
    is_plural,
    joined,
    listed,
    ordinal,
    wonder_name,
)
from .winning import decided_by

# Predicates by kind, or kind:cause where the cause changes the sentence. {s} is the verb's
# ending, {cause} the cause in words with a blank before it. A sentence with a capital first
# letter has no subject.
_EVENTS = {
    "turn": "Epoch {epoch}, turn {turn} begins",
    "phase": "The {phase} begins",
    "civilization": "is played by {seat}",
    "picked": "is picked for {seat}",
    "placed": "place{s} {a_disc} in {areas}{cause}",
    "placed:setup": "start{s} with discs in {areas}",
    "placed:aeneas": "settle{s} in {areas}",
    "removed": "lose{s} {a_disc} in {areas}{cause}",
    "removed:retirement": "retire{s} {a_disc} from {areas}",
    "removed:stacking": "return{s} {a_disc} from {areas}{cause}",
    "removed:Wonder": "pay{s} with {a_disc} from {areas}",
    "removed:aeneas": "give{s} up {a_disc} in {areas}",
    "removed:shortage": "leave {areas} for want of discs",
    "removed:resettlement": "take{s} {a_disc} from {areas}",
    "marker": "put{s} it on the track as a marker",
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
    "reshuffled:epoch": "All cards are shuffled into one deck ({n} cards)",
    "revealed": "{card} (#{id}) is revealed{cause}",
    "revealed:few": "{cards_told} are revealed{cause}",
    "revealed:many": "{n_told} cards are revealed{cause}, the last one is {last}",
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
    "laid_out": "begin{s} with {card} on the table",
    "begins_with": "begin{s} with {card} in hand",
    "put_by": "put{s} {card} on the table before it",
    "taken_back": "take{s} {card} back",
    "claimed": "get{s} {card}, which {other} has drawn",
    "investment_used": "use{s} {card}",
    "ability": "use{s} {ability}",
    "forbidden": "Nobody may place discs in {areas} this turn{cause}",
    "shielded": "lose{s} no disc in the first {rounds} in {areas}{cause}",
    "no_talents": "bar{s} the others from paying talents in {areas}{cause}",
    "competition": "Competition in {areas}",
    "looted": "loot{s} {areas}: {talents}",
    "gold": "own{s} Gold in {areas}",
    "gold_looted": "loot{s} Gold of {other} in {areas}",
    "swapped": "exchange{s} places in the turn order with {other}{cause}",
    "turn_order": "Turn order: {order}",
    "turn_place": "take{s} the {place} place in the turn order{cause}",
    "time_marches": "The next Sudden End step ends the Epoch{cause}",
    "sudden_end": "The Epoch goes on",
    "sudden_end:ends": "The Epoch ends",
    "aeneas": "begin{s} anew with Aeneas",
    "left": "leave{s} the game for good",
    "revolt": "revolt{s} and join{s} {other}",
    "promised": "Something will come of it later{cause}",
    "restrained": "hold{s} back this turn",
    "consul": "ha{s} a new consul: {row}",
    "arrived": "join{s} the game",
    "huns": "The Huns come, led by {seat}",
    "searched": "turn{s} up {cards} and take{s} {card}",
    "searched:nothing": "turn{s} up {cards} and find{s} nothing",
    "epoch_change": "Epoch Change, {row}",
    "peace_offer": "offer{s} peace to {other}",
    "talent_given": "give{s} {other} 1 talent",
    "card_given": "give{s} {other} {card}",
    "handed_over": "give{s} {other} {which}{cause}",
    "bribe": "offer{s} {other} Gold from {areas}",
    "bribe_taken": "take{s} it and leave{s} {areas} in peace",
    "bribe_refused": "refuse{s} it",
    "appeal": "appeal{s} to the Pope",
    "discs_drawn": "draw{s} {colours}{cause}",
    "discs_drawn:explore": "explore{s} {areas}: {colours}",
    "discs_drawn:size": "draw{s} {colours} for its size",
    "appeared": "appear{s} in {areas}",
    "home": "ha{s} its home in {areas}",
    "nile": "ha{s} its Nile in {areas}, too",
    "bag": "The bag gets {coloured}",
    "bag:out": "The bag loses {coloured}",
    "treasure": "find{s} {which}",
    "discs_drawn:minor state": "draw{s} {colours} for its attitude",
    "discs_drawn:offer": "draw{s} {colours}",
    "discs_drawn:peace": "draw{s} {colours} for peace with {other}",
    "discs_drawn:war": "draw{s} {colours} for war with {other}",
    "peace": "end{s} the enmity with {other}",
    "peace:peace": "make{s} peace with {other}",
    "war": "become{s} an enemy of {other}{cause}",
    "war:aeneas": "become{s} an enemy of {other}",
    "war:contested": "become{s} an enemy of {other}, who makes {areas} Contested",
    "primary_enemy": "take{s} {other} for the Primary enemy",
    "conquest": "ha{s} Control of the areas that decide the game",
    "decided": "win{s} at once{cause}",
    "won": "win{s} with {vp}{decided}",
    "won:minor": "win{s} a minor victory with {vp}{decided}",
    "won:decisive": "win{s} a decisive victory with {vp}{decided}",
}
DISCS_MOVE = ("placed", "removed", "barbarians", "allies", "ally_removed")
TOGETHER = (*DISCS_MOVE, "revealed")  # several make one sentence
FEW = 4  # cards that are named
NEXT_DEEDS = frozenset(("played", "passed", "phase", "turn", "competition", "won"))
KINDS = frozenset(key.partition(":")[0] for key in _EVENTS)  # everything that can be told


def describe_event(s: State, event: Event) -> str:
    """What happened, as one sentence."""
    return sentence(s, [event])


def sentence(s: State, events: list[Event]) -> str:
    """Events that are `alike`, as one sentence."""
    subject, predicate = clause(s, events)
    return f"{capitalized(subject)} {predicate}" if subject else predicate


def came_to_nothing(event: Event, after: Event) -> bool:
    """Whether a card has changed nothing: what is told after it is the next deed already."""
    return event.kind == "played" and event.area < 0 and (after.kind in NEXT_DEEDS or after.cause == "Wonder")


def clause(s: State, events: list[Event], here: int = -1) -> tuple[str, str]:
    """(subject, rest of the sentence) of events that are `alike`; "" for no subject.

    The area `here` goes without saying if everything happened there.
    """
    event = events[0]
    template = _EVENTS.get(_sentence(event), _EVENTS.get(event.kind, event.kind.replace("_", " ")))
    if event.kind == "revealed" and len(events) > 1:
        template = _EVENTS["revealed:few" if len(events) <= FEW else "revealed:many"]
    if here >= 0 and all(e.area == here for e in events):
        for there, here_words in ((" in {areas}", ""), ("{a_disc}", "{discs}"), ("{white}", "{whites}")):
            template = template.replace(there, here_words)
    predicate = template.format_map(_event_words(s, events))
    subjectless = template[0].isupper() or template[1:2].isupper() or event.faction < 0
    if subjectless:
        return "", predicate
    taken = _taken(s, event) if event.kind in ("civilization", "picked") else ""
    name = faction_name(s, event.faction)
    if is_plural(s, event.faction) and taken in ("", name):
        verb, *rest = predicate.split(" ", 1)  # its ending is gone already
        predicate = " ".join([in_plural(verb) if verb in ("is", "ha") else verb, *rest]).replace(
            " its ", " their "
        )
    return taken or name, predicate


def _taken(s: State, event: Event) -> str:
    """What a faction is called from now on: as the scenario says, or as the display that it takes."""
    given = s.world.scenario.factions[event.faction].name
    display = s.world.civilizations[event.display].name
    return display if s.reborn >> event.faction & 1 else given or display


def _sentence(event: Event) -> str:
    """The key of the sentence that fits an event best."""
    kind = event.kind
    if kind in ("talents", "vp", "wonder_discs") and event.n < 0:
        return f"{kind}:paid" if event.cause in ("saves a disc", "cards", "Wonder") else f"{kind}:lost"
    if kind == "bag" and event.n < 0:
        return "bag:out"
    if kind == "played" and event.area >= 0:
        return "played:area"
    if kind == "event" and event.faction < 0:
        return "event:revealed"
    if kind == "sudden_end" and event.ends:
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
    cards = [card for e in events for card in e.cards]
    plural = faction >= 0 and is_plural(s, faction)
    because = cause_words(s, event.cause, faction, "through" if kind in _GAINS and total > 0 else "by")
    if event.cause == "saves a disc" and n > 1:
        because = "to save discs"
    other = faction_name(s, event.other) if 0 <= event.other <= s.world.barbarians else "nobody"
    wonder = wonder_name(s, event.wonder) if event.wonder >= 0 else ""
    number = event.card if kind == "negated" else event.target
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
        "place": ordinal(event.order.index(faction) + 1) if kind == "turn_place" else "",
        "areas": listed(areas),
        "card": listed(card_name(s, e.card) if e.card else "a card" for e in events),
        "id": str(event.card),
        "n_told": str(len(events)),
        "cards_told": joined([f"{card_name(s, e.card)} (#{e.card})" for e in events if e.card]),
        "last": f"{card_name(s, events[-1].card)} (#{events[-1].card})" if events[-1].card else "a card",
        "which": listed(card_name(s, card) for card in cards) or ("a card" if n == 1 else count(n, "card")),
        "other": other,
        "cause": f" {because}" if because else "",
        "epoch": EPOCHS[event.epoch],
        "turn": str(event.turn),
        "phase": PHASES.get(event.phase, ""),
        "seat": f"seat {s.world.player[faction]}" if kind in ("civilization", "picked", "huns") else "",
        "ability": ability_name(s, faction, event.ability) if kind == "ability" else "",
        "wonder": wonder,
        "Wonder": capitalized(wonder),
        "target": target,
        "Target": capitalized(target),
        "coloured": count(n, f"{s.world.scenario.factions[faction].colour} disc") if kind == "bag" else "",
        "order": ", ".join(faction_name(s, f) for f in event.order),
        "row": event.row,
        "colours": ", ".join(CUP_COLOURS[disc] for disc in event.colours) or "no disc",
        "decided": decided_by(s) if kind == "won" else "",
    }


_GAINS = ("placed", "allies", "ready", "talents", "vp", "drew", "cards_taken", "wonder_discs", "hand_seen")
