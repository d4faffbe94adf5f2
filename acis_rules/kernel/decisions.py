"""All kinds of decisions a player can be asked for: what is asked, and what the answers mean, in words.

The order is fixed: encoders rely on it. New kinds are added at the end.
"""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of decision in words; what stands in braces is filled in by `words.decisions`."""

    asks: str
    answers: dict[str, str]  # by block of actions; the others mean what they always do


_PLACE = {"stop": "place no more discs", "area": "place a disc in {thing}"}
_NAME = dict.fromkeys(("area", "faction", "wonder"), "name {thing}")

KINDS: dict[str, Kind] = {
    "civilization": Kind("{who} chooses a civilization", {"civilization": "take {thing}"}),
    "retire": Kind(
        "{who} may retire discs",
        {"stop": "retire no more discs", "area": "retire a disc from {thing}"},
    ),
    "use": Kind(
        "{who} may use a Wonder or an Investment",
        {"stop": "use nothing more", "wonder": "use {thing}: {text}", "card": "use {thing}: {text}"},
    ),
    "resettle": Kind(
        "{who} may move discs from Cities to Ready",
        {"stop": "resettle no more discs", "area": "move a disc from the City in {thing} to Ready"},
    ),
    "deploy": Kind(
        "{who} deploys a Ready disc ({n} left)",
        {
            "stop": "place no more discs",
            "area": "place a disc in {thing}",
            "ability": "place the disc of {ability}",
        },
    ),
    "ability": Kind("{who} may use {ability}", {"stop": "do not use it"}),
    "card_action": Kind(
        "{who} {does} or passes",
        {"stop": "pass", "card": "play {thing}: {text}", "wonder": "build {thing}: {text}"},
    ),
    "mode": Kind("{who} chooses how to use {source}", {}),
    "name_area": Kind("{who} names an area for {source}", _NAME | {"stop": "name no more areas"}),
    "name_city": Kind("{who} names a City for {source}", _NAME | {"area": "name the City in {thing}"}),
    "name_civilization": Kind(
        "{who} names a civilization for {source}",
        _NAME | {"stop": "name no more civilizations"},
    ),
    "name_wonder": Kind("{who} names a Wonder for {source}", _NAME),
    "remove": Kind(
        "{who} chooses a disc to {removal} with {source}",
        {
            "stop": "{removal} no more discs",
            "area": "{removal} a disc in {thing}",
            "faction": "{removal} a disc of {thing} in {picked}",
        },
    ),
    "place": Kind("{who} places a disc with {source}", _PLACE),
    "put_barbarians": Kind(
        "{who} chooses where Barbarians go with {source}",
        {"stop": "put no more Barbarians", "area": "put {white_or_black} into {thing}"},
    ),
    "allies": Kind(
        "{who} chooses a competition for white discs from {source}",
        {"stop": "put no more white discs", "area": "put {white_or_black} into {thing}"},
    ),
    "talents_to_spend": Kind(
        "{who} chooses how many talents to spend{for_what}",
        {"number": "spend {talents}"},
    ),
    "turn_place": Kind("{who} chooses its place in the turn order", {"number": "take the {place} place"}),
    "discard": Kind(
        "{who} discards a card{because}", {"stop": "discard no more cards", "card": "discard {thing}"}
    ),
    "negate": Kind("{who} may negate {target}", {"stop": "do not negate", "card": "negate with {thing}"}),
    "loss": Kind(
        "{who} is about to lose {a_disc} in {area}{because}{which}: lose it or pay",
        {
            "lose_disc": "lose {the_disc} in {area}",
            "pay_talent": "pay 1 talent and keep the disc in {area}",
            "card": "discard {thing} and keep the disc in {area}",
        },
    ),
    "penalty": Kind(
        "{who} chooses a penalty for {area}{because}",
        {"stop": "pay nothing", "lose_disc": "remove a disc from {area}", "card": "discard {thing}"},
    ),
    "remove_own": Kind(
        "{who} must remove {discs} of its own{because}",
        {"area": "remove a disc from {thing}"},
    ),
    "take": Kind("{who} takes a card from the hand of {by}", {"card": "take {thing}"}),
    "keep": Kind("{who} keeps one of the cards drawn", {"card": "keep {thing}"}),
    "recover": Kind("{who} takes one of the cards looked at in the discard pile", {"card": "take {thing}"}),
    "hand_limit": Kind("{who} has {cards} over the hand limit and discards one", {"card": "discard {thing}"}),
    "barbarian_shortage": Kind(
        "{who} may take a Barbarian disc from elsewhere for {area} ({n} short)",
        {"stop": "place no more Barbarians", "area": "take a Barbarian disc from {thing}"},
    ),
    "wonder_payment": Kind(
        "{who} pays for {wonder} ({n} left to pay)",
        {
            "area": "pay with a disc from {thing}",
            "card": "pay with {thing}",
            "pay_talent": "pay the rest with {rest}",  # they come last
        },
    ),
    "wonder_site": Kind("{who} chooses the site of {wonder}", {"area": "put {wonder} in {thing}"}),
    "phase_start_card": Kind(
        "{who} may play a card at the start of the Competition Phase",
        {"stop": "play none", "card": "play {thing}: {text}"},
    ),
    "commit": Kind(
        "{who} commits cards, abilities or Wonders to the competition in {area}",
        {
            "stop": "commit nothing more",
            "card": "{lay_or_use} {thing}: {text}",
            "wonder": "announce {thing}: {text}",
            "ability": "announce {ability}",
        },
    ),
    "card_order": Kind(
        "{who} chooses which of its cards in {area} is resolved next",
        {"card": "resolve {thing} next"},
    ),
    "turn_order_card": Kind(
        "{who} may play a card in the Turn Order step",
        {"stop": "keep it", "card": "play {thing} now"},
    ),
    "aeneas": Kind("{who} may begin anew with Aeneas", {"stop": "stay", "ability": "begin anew"}),
    "aeneas_civilization": Kind(
        "{who} chooses the civilization it goes on with",
        {"civilization": "go on as {thing}"},
    ),
    "aeneas_start": Kind("{who} chooses where it begins anew", {"area": "begin anew in {thing}"}),
    "aeneas_place": Kind("{who} places a Ready disc in its new land ({n} left)", _PLACE),
    "climate": Kind("{who} may place a disc in the temperate climate ({n} left)", _PLACE),
    "gods_smile": Kind("{who} chooses one of its Wonders to refresh", {"wonder": "refresh {thing}"}),
    "peace_offer": Kind(
        "{who} may offer peace to an enemy",
        {"stop": "offer no more peace", "faction": "offer peace to {thing}"},
    ),
    "peace_gift": Kind(
        "{who} may give {by} a talent or a card for peace",
        {"stop": "give nothing", "pay_talent": "give 1 talent", "card": "give {thing}"},
    ),
    "starting_disc": Kind("{who} places a starting disc ({n} left)", _PLACE),
    "choose_first": Kind(
        "{who} may choose its civilization first, or else last",
        {"stop": "choose last", "ability": "choose first"},
    ),
    "offer": Kind("{who} may {offer}", {"ability": "{yes}", "stop": "{no}"}),
    "take_back": Kind(
        "{who} may draw a card from the table ({n} to draw)",
        {"stop": "draw from the deck", "card": "take {thing} back"},
    ),
    "explore": Kind("{who} explores an area ({n} left)", {"area": "explore {thing}"}),
    "give": Kind(
        "{who} may give {by} talents and cards",
        {"stop": "give nothing more", "pay_talent": "give 1 talent", "card": "give {thing}"},
    ),
}


class Offer(NamedTuple):
    """What an `offer` is about: what the faction may do, and what yes and no mean."""

    may: str
    yes: str
    no: str


OFFERS: dict[str, Offer] = {  # by the step that asks
    "bribe": Offer("offer {by} Gold from {area} for peace there", "offer it", "offer nothing"),
    "bribe_answer": Offer("take Gold of {by} from {area} and leave it in peace", "take it", "refuse"),
    "appeal": Offer("appeal to the Pope for {vp}", "appeal", "do without"),
    "keep_there": Offer("put {card} on the table before it", "put it there", "let it go"),
    "terror": Offer("discard a card and search a pile for a Competition card", "discard one", "keep them"),
    "terror_pile": Offer(
        "search the draw pile, or else the discard pile", "the draw pile", "the discard pile"
    ),
    "leader": Offer("add a white disc in {area}", "add it here", "wait for another competition"),
    "put_disc_on": Offer("put up to {discs} on {card}", "put a disc on it", "put no more discs on it"),
}
