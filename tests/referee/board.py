"""The map with its discs, and the rulebook's terms as questions about it (DEF)."""

from __future__ import annotations

from .facts import Facts

CITY = 3  # discs of one civilization on land (DEF-16)
SETTLEMENT = 2  # DEF-27


class Board:
    """Discs and white allies by faction and area."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.discs = [[0] * len(facts.area_name) for _ in range(facts.n + 1)]
        self.allies: dict[tuple[int, int], int] = {}  # (faction, area) -> white discs

    def copy(self) -> Board:
        """The board as it is now, to look back at."""
        new = Board.__new__(Board)
        new.facts = self.facts
        new.discs = [row.copy() for row in self.discs]
        new.allies = dict(self.allies)
        return new

    @property
    def factions(self) -> range:
        """All factions, the Barbarians last."""
        return range(self.facts.n + 1)

    def occupied(self, faction: int) -> set[int]:
        """DEF-30."""
        return {area for area, n in enumerate(self.discs[faction]) if n}

    def present(self, area: int) -> list[int]:
        """Factions with a disc there."""
        return [f for f in self.factions if self.discs[f][area]]

    def total(self, faction: int) -> int:
        """Its discs on the map."""
        return sum(self.discs[faction])

    def controls(self, faction: int, area: int) -> bool:
        """DEF-21: it is there and nobody else is, but for a partner (PERS-06b)."""
        present = self.present(area)
        return faction in present and set(present) <= {*self.group(faction)}

    def group(self, faction: int) -> tuple[int, ...]:
        """The faction, with its partner if the two are one where they meet."""
        return next((group for group in self.facts.groups if faction in group), (faction,))

    def first_to_lose(self, faction: int, area: int) -> int:
        """Of a group in an area: who has white discs, then the colour that is not at home (PERS-06b)."""
        here = [f for f in self.group(faction) if self.discs[f][area] or (f, area) in self.allies]
        if len(here) < 2:
            return here[0] if here else faction
        white = [f for f in here if (f, area) in self.allies]
        return white[0] if white else here[1] if area in self.facts.land else here[0]

    def forces(self, area: int) -> dict[tuple[int, ...], int]:
        """The strength of each group there; most are of one faction."""
        groups = {self.group(faction) for faction in self.present(area)}
        return {group: sum(self.strength(f, area) for f in group) for group in sorted(groups)}

    def controlled(self, faction: int) -> set[int]:
        """All areas it Controls."""
        return {area for area in self.occupied(faction) if self.controls(faction, area)}

    def is_city(self, faction: int, area: int) -> bool:
        """DEF-10, DEF-16: on land, and never of the Barbarians."""
        return faction != self.facts.black and area in self.facts.land and self.discs[faction][area] >= CITY

    def cities(self, faction: int) -> set[int]:
        """Areas with its Cities."""
        return {area for area in self.occupied(faction) if self.is_city(faction, area)}

    def settlements(self, faction: int) -> set[int]:
        """Land areas with exactly two of its discs."""
        return {a for a in self.occupied(faction) & self.facts.land if self.discs[faction][a] == SETTLEMENT}

    def strength(self, faction: int, area: int) -> int:
        """Discs and white allies (CMP-11)."""
        return self.discs[faction][area] + self.allies.get((faction, area), 0)

    def is_contested(self, area: int) -> bool:
        """DEF-20: several factions, one of them with two or more; white discs count (CIV-21)."""
        strengths = self.forces(area).values()
        return len(strengths) > 1 and max(strengths) > 1

    def competitions(self) -> set[int]:
        """Contested areas, open seas excepted (CMP-01)."""
        facts = self.facts
        return {area for area in facts.land | facts.coastal if self.is_contested(area)}

    def near(self, faction: int) -> set[int]:
        """Areas it occupies and those adjacent to them."""
        own = self.occupied(faction)
        return own | self.facts.border(own)

    def dominates(self, faction: int, sea: int, occupation: bool) -> bool:
        """DEF-25: a coastal sea it Controls and all land around; for EVA-02 to occupy the sea is enough."""
        if faction in self.facts.joint_seas.values():
            return False  # they count for the other (EGY-04e)
        both = [faction, *[f for f in (self.facts.joint_seas.get(faction),) if f is not None]]
        if sea not in self.facts.coastal or faction == self.facts.black:
            return False
        if not any(self.discs[f][sea] for f in both):
            return False
        lands = self.facts.around[sea] & self.facts.land
        if len(both) > 1:
            alone = all(self.present(a) and set(self.present(a)) <= set(both) for a in lands)
            here = occupation or set(self.present(sea)) <= set(both)
            return here and bool(lands) and alone
        here = occupation or self.controls(faction, sea)
        return here and bool(lands) and all(self.controls(faction, land) for land in lands)

    def reach(self, faction: int) -> set[int]:
        """Where Deployment may put a disc: clauses a to c (GRO-15 to GRO-17)."""
        targets: set[int] = set()
        if faction in self.facts.joint_seas:  # EGY-04e
            targets = self.reach(self.facts.joint_seas[faction])
        for area in self.occupied(faction):
            group = self.group(faction)
            own = sum(self.discs[f][area] for f in group)
            strangers = {self.group(f) for f in self.present(area)} - {group}
            others = [sum(self.discs[f][area] for f in stranger) for stranger in strangers]
            if not others:
                targets |= {area} | self.facts.around[area]
            elif max(*others, own) > 1:
                targets.add(area)
                if own >= max(others):
                    targets |= self.facts.around[area]
        return targets
