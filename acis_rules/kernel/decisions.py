"""All kinds of decisions a player can be asked for, in a fixed order that encoders rely on.

New kinds are added at the end.
"""

from __future__ import annotations

KINDS: tuple[str, ...] = (
    "civilization",  # choose a civilization at setup
    "retire",  # return a non-City disc to supply
    "use",  # use a Wonder or Investment now
    "resettle",  # move a City disc to Ready
    "deploy",  # place a Ready disc
    "ability",  # use a display ability
    "card_action",  # play a card, build a Wonder, or pass
    "mode",  # which of the alternatives on a card
    "name_area",
    "name_city",
    "name_civilization",
    "name_wonder",
    "remove",  # whose disc, and where
    "place",  # where a disc from a card goes
    "put_barbarians",
    "allies",  # where a white disc goes
    "talents_to_spend",
    "turn_place",  # a place in the turn order
    "discard",  # a card of one's own
    "negate",  # answer a card, a Negation or a Wonder
    "loss",  # lose the disc or pay
    "penalty",  # how to suffer
    "remove_own",  # which of one's own discs goes
    "take",  # which card of a hand
    "keep",  # which of the cards drawn
    "recover",  # which of the cards of the discard pile
    "hand_limit",  # which card to discard
    "barbarian_shortage",  # take Barbarians from another area
    "wonder_payment",
    "wonder_site",
    "phase_start_card",  # the Traitor
    "commit",  # lay a card, announce an ability or a Wonder
    "card_order",  # which of one's revealed cards acts next
    "turn_order_card",  # the Oracle
    "aeneas",  # begin anew?
    "aeneas_civilization",
    "aeneas_start",
    "aeneas_place",
    "climate",  # a disc where one is
    "gods_smile",  # which Wonder
    "peace_offer",  # to which enemy NPC
    "peace_gift",  # a talent, a card or nothing
    "starting_disc",  # where a disc of the default setup goes
    "choose_first",  # a civilization before or after the others?
)
