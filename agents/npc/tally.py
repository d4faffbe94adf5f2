"""Gains and losses of a play, counted."""

from __future__ import annotations

Spot = tuple[int, ...]
DIGIT = 10  # bits: counts of different rank are digits of one number, the most important first


class Tally:
    """Gains and losses of a play, for the NPC and for the others."""

    # Most plays do few of these: what is not counted stays with the class, and a tally is made at once.
    cards = vp = talents = placed = wonder = wonder_harm = 0
    their_cards = their_vp = their_talents = 0
    enemy_discs = other_discs = own_discs = 0  # removed from the map
    barbarians = 0  # on opposing areas, less those on own ones
    other = 0
    forbidden = 0  # placements against the group rules
    raided = 0  # own areas that Barbarians come to
    against = 0  # what others lose, by rank of the victims
    order = 0  # own discs placed, by priority
    dear = 0  # discs removed, by the placement priority of their areas

    @property
    def spot(self) -> Spot:
        """How good a spot is: whom it hits, most discs, fewest own; then the priorities (NPC-14, NPC-50).

        Spots of one card add up.
        """
        return (
            -self.forbidden, -self.raided, self.against, -self.own_discs, self.order,
            self.wonder + self.wonder_harm, self.other, self.dear,
        )  # fmt: skip

    @property
    def hurts(self) -> bool:
        """Whether the NPC would lose as much as all others, or break its own rules (NPC-45, NPC-89 to 92)."""
        lost = self.own_discs > 0 and self.own_discs >= self.enemy_discs + self.other_discs
        return lost or self.forbidden > 0 or self.other < 0

    @property
    def harm(self) -> int:
        """Losses of the others."""
        theirs = self.their_cards + self.their_vp + self.their_talents + self.wonder_harm
        return theirs + self.enemy_discs + self.other_discs + max(0, self.barbarians)

    @property
    def gain(self) -> int:
        """Gains of the NPC."""
        return self.cards + self.vp + self.talents + self.placed + self.wonder

    @property
    def size(self) -> int:
        """How great the effect is (NPC-43)."""
        return self.gain + self.harm + self.other


def hits(spot: Spot, least: int) -> bool:
    """Whether a spot does at least so much against others, and nothing that counts before it."""
    *before, against, _, _, _, _, _ = spot
    return against >= least and not any(before)
