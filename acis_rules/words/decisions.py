"""Everything in words for people: the open decision, its answers, and what happened."""

from __future__ import annotations

from ..effects import Play
from ..effects.base import Operation
from ..effects.contest import Allies
from ..effects.discs import Barbarians, Place, Remove
from ..effects.fate import Draw
from ..effects.goods import Gain
from ..effects.wonder import Build, Restore, WonderDiscs
from ..kernel.actions import N_ACTIONS, area_of, block_of
from ..kernel.state import State
from ..kernel.types import Action
from ..phases.competition import next_ability
from .events import describe_event
from .names import (
    ability_name,
    area_name,
    capital,
    card_name,
    cause_words,
    count,
    faction_name,
    joined,
    ordinal,
    play_name,
    wonder_name,
)

__all__ = ["describe_action", "describe_decision", "describe_event", "faction_name"]

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
    "starting_disc": "{who} places a starting disc ({n} left)",
    "choose_first": "{who} may choose its civilization first, or else last",
    "peace_offer": "{who} may offer peace to an enemy",
    "peace_gift": "{who} may give {by} a talent or a card for peace",
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
        cause = [part for part in frame if isinstance(part, str)][-1]
        because = f" {cause_words(s, cause, q.faction, by)}".rstrip()
    elif play is not None:
        because = f" for {play_name(s, play)}"
    wonder = play.wonder if play is not None else frame[2] if len(frame) > 2 else -1
    replaces = isinstance(operation, Remove) and operation.replaced_by != "nobody"
    return {
        "who": capital(faction_name(s, q.faction)),
        "n": str(q.n),
        "discs": count(q.n, "disc"),
        "cards": count(q.n, "card"),
        "area": area_name(s, q.area) if q.area >= 0 else "",
        "by": faction_name(s, q.by) if q.by >= 0 else "",
        "source": play_name(s, play) if play is not None else "its ability",
        "because": because,
        "for_what": because or " on cards",
        "removal": "replace" if replaces else "remove",
        "target": _negation_target(s, play),
        "wonder": wonder_name(s, wonder) if q.kind in ("wonder_payment", "wonder_site") else "",
        "ability": _offered_ability(s),
    }


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


_ABILITY_MOMENTS = {"deploy": "deployment", "ability": "draw_end"}


def _offered_ability(s: State) -> str:
    """The name of the display ability that the open decision offers."""
    q = s.question
    assert q is not None
    ready = next_ability(s, q.faction) if q.kind == "commit" else None
    if ready is not None:
        return ability_name(s, q.faction, ready[1])
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
    "lose_disc": "lose the disc", "pay_talent": "pay 1 talent", "lose_vp": "lose 1 VP",
    "mode": "take {thing}", "ability": "use {ability}",
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
    "choose_first": {"stop": "choose last", "ability": "choose first"},
    "aeneas": {"stop": "stay", "ability": "begin anew"},
    "aeneas_civilization": {"civilization": "go on as {thing}"},
    "aeneas_start": {"area": "begin anew in {thing}"},
    "aeneas_place": _PLACE,
    "starting_disc": _PLACE,
    "climate": _PLACE,
    "gods_smile": {"wonder": "refresh {thing}"},
    "barbarian_shortage": {"stop": "place no more Barbarians", "area": "take a Barbarian disc from {thing}"},
    "peace_offer": {"stop": "offer no more peace", "faction": "offer peace to {thing}"},
    "peace_gift": {"stop": "give nothing", "pay_talent": "give 1 talent", "card": "give {thing}"},
}  # fmt: skip


def describe_action(s: State, action: Action) -> str:
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
        words["picked"] = area_name(s, area_of(s.stack[-1][3][-1]))
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
