"""Cards that may not be played because of what they do: to partners, or far from the own discs.

Judged are the cards that are played openly; what was laid face down may have become forbidden since.
"""

from __future__ import annotations

from collections import Counter

from .bans import partners
from .effects import Effect
from .empires import empires
from .watch import Watch

# Whose discs the other's cards reach only from nearby in the Fall of Rome I, and the other way round
STRANGERS = {"visigoths": "east", "persians": "west", "east": "visigoths", "west": "persians"}
BREAD_AND_CIRCUSES = "card 21"
CHOSEN_BY_THE_VICTIM = (BREAD_AND_CIRCUSES, "card 22")  # how or where: within reach, if it still can
FOES = {"visigoths": "west", "persians": "east"}  # whom an Invader of the Fall of Rome II is at war with


def check_allowed(w: Watch, effect: Effect) -> None:
    """No rule forbids to play this card with this effect."""
    _spares_partners(w, effect)
    scenario = w.facts.scenario
    if w.answered and effect.source in CHOSEN_BY_THE_VICTIM:
        return  # cards that it would have given instead may be gone
    if effect.source == BREAD_AND_CIRCUSES and _gave_all(w, effect):
        return
    if scenario.id.startswith("fall_of_rome_1"):
        _reaches(w, effect)
    elif scenario.id.startswith("fall_of_rome_2"):
        _strikes_the_foe(w, effect)


def _harm(effect: Effect) -> Counter[int]:
    """Discs, cards, talents, VP and Wonders that each faction was to lose, before anything was saved."""
    out: Counter[int] = Counter()
    for (faction, _), n in effect.lost.items():
        out[faction] += n
    for faction in {*effect.talents, *effect.vp}:
        out[faction] += max(0, -effect.talents[faction]) + max(0, -int(effect.vp.get(faction, 0)))
    out += effect.cards
    for event in effect.rest:
        if event.kind == "wonder_discs" and event.n < 0:
            out[event.faction] -= int(event.n)
        elif event.kind == "buried":
            out[event.faction] += 1
        elif event.kind == "cards_taken":
            out[event.other] += int(event.n)
    return out


def _spares_partners(w: Watch, effect: Effect) -> None:
    """A partner suffers no more than the one outside the team that suffers most (TEAM-04).

    Who has answered may have nothing left of what it was to lose.
    """
    team = partners(w.mirror, effect.by)
    if not team or w.answered:
        return
    harm = _harm(effect)
    most = max(harm[f] for f in range(w.facts.n + 1) if f not in (effect.by, *team))
    for partner in team:
        w.check(
            harm[partner] <= most,
            "TEAM-04",
            f"{effect.source} costs {w.mirror.name(partner)} {harm[partner]}, others at most {most}",
        )


def _gave_all(w: Watch, effect: Effect) -> bool:
    """Whether those who lost discs have neither a whole VP nor talents nor cards left to give instead."""
    m = w.mirror
    return not any(m.vp[f] >= 1 or m.treasury[f] or m.hand[f] for f, _ in effect.lost)


def _reaches(w: Watch, effect: Effect) -> None:
    """Where a stranger is, a card needs an own disc there or next to it (ROME1-06d1, ROME1-06d2).

    That is so if it removes any disc or places one that is not a Barbarian's.
    """
    m, facts = w.mirror, w.facts
    stranger = STRANGERS.get(facts.names[effect.by], "")
    if effect.by in m.reborn or stranger not in facts.names:
        return
    other = facts.names.index(stranger)
    own = effect.board.occupied(effect.by)
    reach = own | facts.border(own)
    touched = {area for _, area in effect.lost} | {area for _, area in effect.placed}
    closed = set() if other in m.reborn else effect.board.occupied(other) - reach
    w.check(
        not touched & closed, "ROME1-06d1", f"{effect.source} reaches {m.names(touched & closed)} from afar"
    )


def _strikes_the_foe(w: Watch, effect: Effect) -> None:
    """Cards of an Invader remove discs of Empires only where its own foe is (ROME2-06e1, ROME2-06e2)."""
    m, facts = w.mirror, w.facts
    foe = FOES.get(facts.names[effect.by], "")
    if foe not in facts.names:
        return
    own = effect.board.occupied(facts.names.index(foe))
    struck = {area for faction, area in effect.lost if faction in empires(w)}
    w.check(struck <= own, "ROME2-06e1", f"{effect.source} strikes Empires in {m.names(struck - own)}")
