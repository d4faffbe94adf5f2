"""The start of the Competition Phase: Gaul, the Traitor, Minos, Imperial Rome (CMP-06)."""

from __future__ import annotations

from .cards import play
from .effects import collect
from .watch import Script, Watch

TRAITOR = 45


def phase_start(w: Watch, faction: int) -> Script[None]:
    """Gaul's Warrior Culture (CIV-14, CIV-15), then cards for this moment (CLR-27)."""
    m = w.mirror
    if "gaul" in m.displays(faction) and (yield from is_printed(w, faction, "gaul")):
        event = yield from w.take()
        effect = yield from collect(w, faction, f"ability {event.ability}")
        strong = {
            area
            for area in effect.board.competitions() & w.facts.land
            if effect.board.discs[faction][area] >= 2
        }
        placed = [area for _, area in effect.placed]
        allies = [area for (_, area), n in effect.allies.items() for _ in range(n)]
        w.check(effect.kinds() <= {"placed", "allies"}, "CIV-14", f"Warrior Culture: {effect.kinds()}")
        w.check(len(placed) <= 1 and set(placed) <= strong, "CIV-14", "a disc where 2 Gauls are Contested")
        right = len(allies) <= 1 and set(allies) <= strong - set(placed)
        w.check(right, "CIV-15", "a white disc in a different such area")
    while (yield from w.comes("played", faction=faction)):
        card = (yield from w.peek()).card
        w.check(card == TRAITOR, "CMP-14", f"#{card} is played at the start of the Competition Phase")
        yield from play(w, faction, f"card {card}")


def is_printed(w: Watch, faction: int, display: str) -> Script[bool]:
    """Whether the next event is an ability of this display; Caesar may have two (CAES-05)."""
    if not (yield from w.comes("ability", faction=faction)):
        return False
    return (yield from w.peek()).ability < w.facts.abilities[display]


def are_huns(w: Watch, faction: int) -> bool:
    """By their name, or reborn without a display."""
    m = w.mirror
    return (faction in m.reborn and not m.civilization[faction]) or w.facts.names[faction] == "huns"


def terror(w: Watch, faction: int) -> Script[None]:
    """The Huns may discard a card, and turn up others until a Competition card comes (ROME1-08f)."""
    m = w.mirror
    if not are_huns(w, faction) or not (yield from w.comes("discarded", "terror", faction)):
        return
    w.check(
        any(m.board.is_contested(area) for area in m.board.occupied(faction)),
        "ROME1-08f",
        "no Contested area of the Huns",
    )
    yield from w.take()
    event = yield from w.expect("ROME1-08f", "searched", faction=faction)
    fits = [card for card in event.cards if card in w.facts.competition_cards]
    w.check(
        fits == ([event.card] if event.card else []), "ROME1-08f", f"of {event.cards} they take {event.card}"
    )


def first_competition(w: Watch, faction: int) -> Script[None]:
    """Minos and Imperial Rome (CIV-20, CIV-21, CIV-34)."""
    m, facts = w.mirror, w.facts
    if are_huns(w, faction):
        yield from headlong_charge(w, faction)
    more = ["rome"] if "Imperial Rome" in facts.scenario.factions[faction].abilities else []  # ROME1-03a2
    announced: list[int] = []  # all of them, before the first has its effect
    while (yield from w.comes("ability", faction=faction)):
        announced.append((yield from w.take()).ability)
    own_display = m.civilization[faction]
    printed = facts.abilities.get(own_display, 0)
    for display in m.displays(faction) + ([] if faction in m.reborn else more):
        if display not in ("minos", "rome"):
            continue
        if not announced or (display == own_display) != (announced[0] < printed):
            seas = facts.border(m.display_home(faction, display)) & facts.coastal
            left_out = display == "minos" and bool(seas & m.board.occupied(faction))
            w.check(not left_out, "CIV-20", "Minos puts no white discs into its seas")
            continue
        effect = yield from collect(w, faction, f"ability {announced.pop(0)}")
        w.check(effect.kinds() <= {"allies"}, "CIV-20", f"{display}: {effect.kinds()}")
        places = {area: n for (_, area), n in effect.allies.items()}
        w.check(all(n == 1 for n in places.values()), "CIV-20", "one white disc in each area")
        home = m.display_home(faction, display)
        own = effect.board.occupied(faction)
        w.check(set(places) <= own, "CMP-11", "white discs where it has discs")
        if display == "minos":
            near = facts.border(home) & facts.coastal & own
            rest = set(places) - near
            w.check(
                near <= set(places),
                "CIV-20",
                f"white discs are missing in {w.mirror.names(near - set(places))}",
            )
            w.check(
                len(rest) <= 2 and rest <= facts.coastal,
                "CIV-21",
                f"more than 2 other seas: {w.mirror.names(rest)}",
            )
        else:
            w.check(m.epoch == 4, "CIV-34", "Imperial Rome before Epoch IV")
            w.check(set(places) <= facts.land and len(places) <= 3, "CIV-34", "up to 3 land areas")
            beyond = set(places) - (home | facts.border(home))
            w.check(len(beyond) <= 2, "CIV-34", "one of the white discs is for Rome or next to it")
    w.check(not announced, "CIV-20", f"{m.name(faction)} uses abilities {announced} now")


def headlong_charge(w: Watch, faction: int) -> Script[None]:
    """A white disc of the Huns in a Contested area (ROME1-08g)."""
    if not (yield from w.comes("ability", faction=faction)):
        return
    event = yield from w.take()
    effect = yield from collect(w, faction, f"ability {event.ability}")
    places = [area for (_, area), n in effect.allies.items() for _ in range(n)]
    right = effect.kinds() <= {"allies"} and len(places) <= 1 and set(places) <= effect.board.competitions()
    w.check(right, "ROME1-08g", f"white discs of the Huns in {w.mirror.names(set(places))}")
