"""Names and small words: civilizations, areas, cards, Wonders, causes, counts and lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ..effects import Play
from ..kernel.state import Seen
from ..kernel.types import Area, Card, Faction, Wonder
from ..variants.capital import with_capital

if TYPE_CHECKING:
    from ..kernel.state import Points

EPOCHS = ("", "I", "II", "III", "IV")
ORDINALS = ("1st", "2nd", "3rd")
PHASES = {
    "setup": "Setup", "exploration": "Exploration Phase", "growth": "Growth Phase", "cards": "Card Phase",
    "competition": "Competition Phase",
    "evaluation": "Evaluation Phase", "epoch": "End of Epoch Phase", "over": "End of the game",
}  # fmt: skip


def faction_name(s: Seen, faction: Faction) -> str:
    """The civilization a faction plays, its seat before one is chosen, or the Barbarians."""
    if faction == s.world.barbarians:
        return "Barbarians"
    given = s.world.scenario.factions[faction].name
    if s.reborn >> faction & 1:
        given = ""  # it is no longer that
    return given or s.world.civilization(s, faction).name or f"seat {s.world.player[faction]}"


def is_plural(s: Seen, faction: Faction) -> bool:
    """Whether a faction is several: the Barbarians, Visigoths, Huns ... but not Minos."""
    if faction == s.world.barbarians:
        return True
    printed = [civilization.name for civilization in s.world.civilizations]
    name = faction_name(s, faction)
    return name.endswith("s") and name not in printed


_PLURALS = {"is": "are", "has": "have", "ha": "have"}
_ALSO_PLURAL = (
    (" its ", " their "), (" it begins ", " they begin "), (" it goes ", " they go "),
    (", builds ", ", build "), (" or passes", " or pass"),
)  # fmt: skip


def in_plural(predicate: str) -> str:
    """A predicate about several: "takes its hand" becomes "take their hand"."""
    verb, *rest = predicate.split(" ", 1)
    if verb not in ("may", "must"):
        verb = _PLURALS.get(verb) or (
            verb[:-2] if verb.endswith(("sses", "ches")) else verb.removesuffix("s")
        )
    out = " ".join([verb, *rest])
    for one, several in _ALSO_PLURAL:
        out = out.replace(one, several)
    return out


def area_name(s: Seen, area: Area) -> str:
    """An area as the map calls it."""
    return s.world.board.names[area]


def card_name(s: Seen, card: Card) -> str:
    """A Fate card's name."""
    return s.world.deck.cards[card].name


def wonder_name(s: Seen, wonder: Wonder) -> str:
    """A Wonder's name with its article."""
    return f"the {s.world.deck.wonders[wonder].name}"


def ability_name(s: Seen, faction: Faction, number: int) -> str:
    """The name of an ability on a faction's display."""
    display = with_capital(s, faction) if s.civilization[faction] >= 0 else s.world.civilization(s, faction)
    abilities = display.abilities
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


def capitalized(text: str) -> str:
    """The text with a capital first letter, the others as they are."""
    return text[:1].upper() + text[1:]


def listed(names: Iterable[str]) -> str:
    """Names with what stands several times counted: Kush, Nile Delta (2), Tyre."""
    return ", ".join(f"{name} ({n})" if n > 1 else name for name, n in Counter(names).items())


def joined(names: Sequence[str], word: str = "and") -> str:
    """A, B and C."""
    return f"{', '.join(names[:-1])} {word} {names[-1]}" if len(names) > 1 else "".join(names)


def play_name(s: Seen, play: Play) -> str:
    """What is being used: a card, a Wonder, an Investment or an ability."""
    if play.kind == "wonder":
        return wonder_name(s, play.id)
    return ability_name(s, play.by, play.id) if play.kind == "ability" else card_name(s, play.id)


_CAUSES = {
    "competition": "in the competition", "domination": "to Sea Domination",
    "stacking": "over the stacking limit",
    "epoch change": "in the Epoch Change", "saves a disc": "to save a disc", "cards": "for more cards",
    "hand limit": "over the hand limit", "Wonder": "for a Wonder", "epoch": "at the end of the Epoch",
    "end of epoch": "at the end of the Epoch", "new epoch": "for the new Epoch",
    "replacement": "instead of Events",
    "cities": "for Cities", "wonders": "for Wonders", "most cities": "for most Cities",
    "most wonders": "for most Wonders", "dominated seas": "for Dominated seas", "wealth": "for wealth",
    "capital": "for Control of the capital",
    "loot": "for loot", "sudden end": "for the Sudden End", "final epoch event": "for the final Epoch event",
    "aeneas": "as Aeneas leaves", "setup": "at the start", "handicap": "as agreed",
    "allies": "for allies", "gold": "for Gold", "march": "on the march", "minor state": "to appease it",
    "client": "from its client", "revolt": "in the revolt", "consul": "for a consul",
    "scenario": "by the rules of the scenario", "control": "by Control of areas",
    "no gold": "as its enemies have no Gold left", "no discs": "as its enemies have no discs left",
    "wonder areas": "among so many Wonders",
    "bribe": "for a bribe", "appeal": "for the appeal to the Pope",
    "barbarian card": "for Barbarians",
    "leader": "from its leader", "crossing": "for a crossing", "huns": "for the Huns",
}  # fmt: skip


def cause_words(s: Seen, cause: str, faction: Faction, by: str = "by") -> str:
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
