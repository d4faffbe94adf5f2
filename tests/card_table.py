"""A table set for one Fate card or Wonder, and questions about what it did."""

from __future__ import annotations

from typing import Any

from helpers import Table, moment, position

from acis_rules.box.deck import load_deck
from acis_rules.kernel.actions import STOP, area_action, faction_action
from acis_rules.kernel.state import WonderState

ALL_48 = 48  # discs of a civilization (DEF-61)
AT_SEA = {"discs": {"red_sea": 1}}
PHILOSOPHER = 93  # can always be played: the Card Phase waits for whoever holds it

NEGATIONS = (19, 43, 44, 46, 47, 48, 49, 50, 51, 66)
ANY = {43, 44}  # "any card but an Event", "any card"
IN_CARD_PHASE = ANY | {46}
GREAT_PERSON = {47, 48}

TAGS = (
    "removes", "barbarians", "costs_vp", "costs_talents", "costs_cards",
    "gives_vp", "gives_talents", "gives_cards",
)  # fmt: skip


# -------------------------------------------------------------------------------- positions


def table(card: int, egypt: dict[str, Any], scenario: str = "basic_2p", **given: Any) -> Table:
    """Egypt, first in the turn order, holds the card in the Card Phase."""
    return position(scenario, phase="cards", egypt={"hand": [card, PHILOSOPHER], **egypt}, **given)


def card_phase(egypt: dict[str, Any], troy: dict[str, Any] | None = None, **top: Any) -> Table:
    """Egypt acts first in a Card Phase with nothing after it."""
    return position(egypt=egypt, troy=troy or {}, **moment("card phase"), **top)


def contest(
    *hand: int,
    area: str = "tyre",
    egypt: int = 2,
    troy: int = 3,
    black: int = 0,
    more: dict[str, Any] | None = None,
    trojans: dict[str, Any] | None = None,
    **top: Any,
) -> Table:
    """A Competition Phase in which Egypt, first in turn order, holds these cards."""
    mine, theirs = dict(more or {}), dict(trojans or {})
    mine["discs"] = {area: egypt, **mine.get("discs", {})}
    theirs["discs"] = {area: troy, **theirs.get("discs", {})}
    return position(
        egypt={"hand": list(hand), **mine}, troy=theirs, barbarians={"discs": {area: black}},
        **moment("competition phase"), **top,
    )  # fmt: skip


def short_of(supply: int, discs: dict[str, int], **more: Any) -> dict[str, Any]:
    """A civilization with so few discs in supply: the others wait in the Ready box."""
    return {"discs": discs, "ready": ALL_48 - sum(discs.values()) - supply, **more}


def standing(name: str, owner: str, area: str, discs: int, buried: bool = False) -> dict[str, Any]:
    """A Wonder built before."""
    return {"wonder": name, "owner": owner, "area": area, "discs": discs, "buried": buried}


# ------------------------------------------------------------------------------------ moves


def lay(t: Table, *cards: int) -> Table:
    """The first to commit lays these cards; nobody commits anything else here."""
    t.do(*(f"#{card}" for card in cards))
    while asked(t) == "commit":
        t.do("stop")
    return t


def declare(t: Table) -> Table:
    """Name and choose what the card asks for, never declining, until somebody may negate it."""
    while asked(t) not in ("", "negate", "card_action"):
        t.game.apply(next(action for action in t.game.legal_actions() if action != STOP))
    return t


# -------------------------------------------------------------------------------- questions


def asked(t: Table) -> str:
    """The kind of the open decision, "" when nothing is left to do."""
    return t.kind if t.s.question is not None else ""


def playable(t: Table, card: int) -> bool:
    """Whether Egypt may play the card as its action."""
    assert t.asked("card_action", "egypt")
    return t.can(f"#{card}")


def can_lay(t: Table, card: int) -> bool:
    """Whether the card may be committed to the competition."""
    return asked(t) == "commit" and t.can(f"#{card}")


def removed(t: Table, card: int) -> list[tuple[str, str]]:
    """(whose, where) of the discs the card itself removed, in this order."""
    events = [e for e in t.events() if e.kind in ("removed", "ally_removed") and e.cause == f"card {card}"]
    return [(t.name(faction_action(e.faction)), t.name(area_action(e.area))) for e in events]


def allies(t: Table, cause: str | None = None) -> dict[tuple[str, str], int]:
    """White discs put down (for this cause), by side and area."""
    out: dict[tuple[str, str], int] = {}
    for e in t.events("allies"):
        if cause is None or e.cause == cause:
            key = t.name(faction_action(e.faction)), t.name(area_action(e.area))
            out[key] = out.get(key, 0) + int(e.n)
    return out


def wonder(t: Table, name: str) -> WonderState:
    """The Wonder as it stands now."""
    return next(w for w, card in zip(t.s.wonders, t.s.world.deck.wonders, strict=True) if card.name == name)


def can_do(card: int) -> tuple[int, set[str]]:
    """The discs a card can give to one civilization, and what else it can do."""
    tags = load_deck().cards[card].tags
    return tags.discs, {tag for tag in TAGS if getattr(tags, tag)}
