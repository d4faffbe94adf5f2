"""The table as the events tell it: pieces, cards, talents, VP. What cannot be is disputed at once.

Every piece and every card is in exactly one place. An event moves it from where it must be; if it
is not there, the engine has told or done something impossible.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import msgspec

from acis_rules.box.scenario_blocks import KnobsBlock
from acis_rules.kernel.log import Event

from .bans import ban_on
from .board import Board
from .facts import Facts

NAVIGATOR = "card 40"  # lets everybody into an open sea (CLR-15)
SEAFARERS = {"minos", "phoenicia"}  # CIV-19, CIV-26
OPEN_SEA_EPOCH = 4  # DEF-38
NO_LIMIT = 1000
UNLIMITED_BARBARIANS = {"card 98", "card 99", "card 100", "card 101", "setup", "exploration"}  # STK-08


class BuiltWonder(NamedTuple):
    """A Wonder on the map."""

    owner: int
    area: int
    discs: int
    buried: bool = False


class Broken(Exception):
    """A rule was broken; the referee adds where."""

    def __init__(self, rule: str, explanation: str) -> None:
        self.rule = rule
        self.explanation = explanation
        super().__init__(explanation)


class Mirror:
    """Everything on the table."""

    def __init__(self, facts: Facts) -> None:
        n = facts.n
        self.facts = facts
        self.board = Board(facts)
        factions = facts.scenario.factions
        self.absent = {f for f, block in enumerate(factions) if block.dormant}
        self.owes_marker = {  # a disc for a track that it is on (ROME1-03b)
            f for f, block in enumerate(factions) if block.markers < block.turn + block.scores
        }
        self.reborn: set[int] = set()  # no longer those that the scenario speaks of (ROME1-08)
        self.marker_due = -1  # whose disc was removed just now and has to be one
        self.supply = [
            0 if f in self.absent else facts.pool[f] - block.markers for f, block in enumerate(factions)
        ] + [facts.pool[-1]]  # DEF-61
        self.ready = [0] * n
        self.ready_land = [0] * n  # the part of Ready that must go to land (Appian Way)
        self.treasury = [0] * n
        self.loot = [0] * n
        self.vp: list[int | Fraction] = [0] * n
        self.civilization = [""] * n
        self.home: list[set[int]] = [set() for _ in range(n)]
        for faction, block in enumerate(facts.scenario.factions):
            if block.civilization not in ("chosen", "drawn", "none"):
                self.take_display(faction, block.civilization)
            elif facts.options.civilizations is not None:
                self.take_display(faction, facts.options.civilizations[faction])
        self.nile = [set(facts.nile) for _ in range(n)]
        self.in_bag = [int(f in facts.unknown) for f in range(n)]  # discs of NPCs (EXP-13)
        self.white: set[int] = set()  # areas with white discs (EXP-22)
        self.order: list[int] = []
        self.epoch = facts.clock.first_epoch
        self.turn = 1
        self.phase = "setup"
        self.gold: dict[int, tuple[int, int]] = {}  # area -> (owner, discs)
        self.wonders: dict[int, BuiltWonder] = {}
        self.forbidden: set[int] = set()
        self.bribed: set[tuple[int, int]] = set()  # Invaders, and where they place no discs this turn
        self.appeals = 0  # to the Pope
        # Cards
        self.deck = set(facts.in_game)
        self.discard: set[int] = set()
        self.aside: set[int] = set()
        self.table: set[int] = set()
        self.restrained = False  # the ally of the minor states, this turn (HANN-03b1)
        self.hand: list[set[int]] = [set() for _ in range(n)]
        self.reserve: dict[int, tuple[int, int]] = {}  # cards before their owners, with discs on them
        self.laid: list[list[int]] = [[] for _ in range(n)]
        self.looked_at: list[set[int]] = [set() for _ in range(n)]
        self.investments: dict[int, tuple[int, int]] = {}  # card -> (owner, discs)
        self.looking = -1  # who draws cards to look at, not to hold
        self.events_to_come = 0  # Events drawn that are not yet told
        self.at_war: set[frozenset[int]] = set()  # enemies that the scenario does not name
        self._moves: dict[str, Callable[[Event], None]] = {
            name.removeprefix("_on_"): getattr(self, name) for name in dir(self) if name.startswith("_on_")
        }

    # ------------------------------------------------------------------------------- words

    def area(self, area: int) -> str:
        """An area by name."""
        return self.facts.area_name[area]

    def names(self, areas: set[int]) -> str:
        """Areas by name."""
        return ", ".join(self.area(area) for area in sorted(areas))

    def name(self, faction: int) -> str:
        """A faction by name."""
        if faction == self.facts.black:
            return "the Barbarians"
        return self.civilization[faction] or f"faction {faction}" if faction >= 0 else "nobody"

    # ------------------------------------------------------------------------------- rules

    def knobs(self, faction: int) -> KnobsBlock:
        """The numbers that hold for a faction: the Huns have their own, others reborn those of everybody."""
        if faction not in self.reborn:
            return self.facts.knobs[faction]
        own, huns = self.facts.scenario.knobs, self.facts.scenario.huns
        if self.civilization[faction] or huns is None:
            return own
        return msgspec.structs.replace(own, minimum_growth=huns.minimum_growth)

    def displays(self, faction: int) -> list[str]:
        """The displays whose abilities a faction has: one, unless a capital decides (CAES-05)."""
        own = self.civilization[faction]
        capital = self.facts.scenario.capital
        if "all" in self.facts.scenario.factions[faction].without:  # PERS-02
            return []
        if capital is None:
            return [own]
        out = [own] if own != capital.display else []
        if self.board.controls(faction, self.facts.capital):
            out.append(capital.display)
        return out

    def display_home(self, faction: int, display: str) -> set[int]:
        """The home that an ability speaks of."""
        capital = self.facts.scenario.capital
        if capital is not None and display == capital.display:
            return {self.facts.capital}
        return self.home[faction]

    def limit(self, area: int) -> int:
        """The stacking limit of the phase (STK-02, STK-04, STK-05)."""
        if area in self.facts.open_sea:
            return 1
        if self.phase == "competition":
            return NO_LIMIT
        if area in self.facts.coastal:
            return 2
        return 3 if self.phase in ("evaluation", "epoch") else 4

    def unmet(self) -> list[int]:
        """NPCs that are still to appear (EXP-13)."""
        return [f for f in sorted(self.facts.unknown) if not self.civilization[f]]

    def in_game(self) -> list[int]:
        """Civilizations that have not left the game: who has is not in the turn order (NPC-80)."""
        return sorted(self.order)

    def ranked(self) -> list[int]:
        """Those of them who have VP: nobody else is compared with anybody (ROME1-06e)."""
        return [f for f in self.in_game() if f in self.facts.scorers]

    def city_count(self, faction: int) -> int:
        """Its Cities."""
        return len(self.board.cities(faction))

    def wonder_areas(self, faction: int) -> int:
        """Own Wonders, not buried, that share an area with its discs (EVA-05, WON-10)."""
        return sum(
            w.owner == faction and not w.buried and self.board.discs[faction][w.area] > 0
            for w in self.wonders.values()
        )

    def sites(self, faction: int) -> set[int]:
        """Own Controlled land areas without a block (WON-07)."""
        taken = {wonder.area for wonder in self.wonders.values()}
        return (self.board.controlled(faction) & self.facts.land) - taken

    def take_display(self, faction: int, civilization: str) -> None:
        """A faction plays this civilization, at home where its display or the scenario says."""
        self.civilization[faction] = civilization
        self.home[faction] = self._home_of(faction)

    def _home_of(self, faction: int) -> set[int]:
        given = None if faction in self.reborn else self.facts.scenario.factions[faction].home
        own = self.facts.display_home[self.civilization[faction]]
        return ({own} if given is None else set(map(self.facts.find, given))) & self.facts.in_play

    def _move_base(self) -> None:
        """An NPC that captures the capital is at home there until it has no disc left in it (CAES-11)."""
        capital = self.facts.capital
        for npc in self.facts.npcs:
            if self.board.controls(npc, capital):
                self.home[npc] = {capital}
            elif self.home[npc] == {capital} and not self.board.discs[npc][capital]:
                self.home[npc] = self._home_of(npc)

    # ------------------------------------------------------------------------------ events

    def apply(self, event: Event) -> None:
        """Move what the event moves."""
        if self.marker_due >= 0 and event.kind != "marker":
            raise Broken("ROME1-03b", f"the first disc of {self.name(self.marker_due)} is to be a marker")
        move = self._moves.get(event.kind)
        if move is not None:
            move(event)
            if event.area == self.facts.capital >= 0:
                self._move_base()

    def _on_placed(self, e: Event) -> None:
        faction, area = e.faction, e.area
        if area not in self.facts.in_play:
            raise Broken("SET-02", f"{self.name(faction)} places a disc beyond the map, in {self.area(area)}")
        from_ready = e.cause in ("deploy", "aeneas")
        source = self.ready if from_ready else self.supply
        patron = self.facts.tribute.get(faction, -1)
        if e.cause != "setup" and self.facts.tribute:
            self._check_colour(faction, area)
            if patron >= 0 and from_ready:  # a disc of the patron goes home, one of this colour comes
                self.ready[patron] -= 1
                self.supply[patron] += 1
                if area in self.facts.land:
                    self.ready_land[patron] = max(0, self.ready_land[patron] - 1)
                if self.ready[patron] < 0:
                    raise Broken("GRO-14", f"{self.name(patron)} places a disc that it does not have")
                from_ready, source = False, self.supply
        if source[faction] <= 0:
            rule = "GRO-14" if from_ready else "DEF-24"
            raise Broken(rule, f"{self.name(faction)} places a disc that it does not have ({e.cause})")
        if e.cause == "deploy" and from_ready:
            if area in self.facts.land:
                self.ready_land[faction] = max(0, self.ready_land[faction] - 1)
            elif self.ready[faction] <= self.ready_land[faction]:
                raise Broken("CRD-17", "a Ready disc of the Appian Way goes to the sea")
        free = e.cause in ("setup", "cohabitation") or self.reinforced(e.cause)
        moved = e.cause in ("march", "revolt")  # which come where nobody could place a disc
        moved |= e.cause == "epoch change" and self.epoch in self.facts.clock.epoch_change  # EGYA-03
        new = e.cause == "exploration" and faction in self.facts.npcs  # judged in the chapter
        if not free and not moved and not new and (rule := ban_on(self, self.board, faction, area)):
            raise Broken(rule, f"{self.name(faction)} may not place discs in {self.area(area)} now")
        source[faction] -= 1
        self.board.discs[faction][area] += 1
        if self.board.discs[faction][area] > self.limit(area) and not free:
            n = self.board.discs[faction][area]
            rule = "STK-05" if self.phase in ("evaluation", "epoch") else "STK-02"
            raise Broken(rule, f"{self.name(faction)} has {n} discs in {self.area(area)} ({self.phase})")
        if area in self.facts.open_sea and not new and not self.may_sail(faction, e.cause):
            raise Broken("DEF-38", f"{self.name(faction)} in {self.area(area)} in Epoch {self.epoch}")
        if area in self.forbidden and not free:
            raise Broken("CLR-25", f"nobody may place discs in {self.area(area)} this turn")

    def _check_colour(self, faction: int, area: int) -> None:
        """The area alone decides the colour of a disc (EGY-04a to 04c)."""
        if faction in self.facts.tribute and not self.board.discs[faction][area]:
            raise Broken("EGY-04b", f"{self.name(faction)} is not in {self.area(area)}")
        for second, first in self.facts.tribute.items():
            if faction == first and self.board.discs[second][area]:
                raise Broken("EGY-04a", f"{self.name(first)} places its own colour in {self.area(area)}")

    def reinforced(self, cause: str) -> bool:
        """Whether an Event of the scenario brings the disc, whatever the stacking limits (PERS-08b)."""
        return cause.startswith("card ") and int(cause[5:]) in self.facts.replaced

    def may_sail(self, faction: int, cause: str) -> bool:
        """Whether it may have a disc in an open sea (DEF-38, CIV-01, CLR-15)."""
        return (
            self.epoch >= OPEN_SEA_EPOCH
            or cause == NAVIGATOR
            or not SEAFARERS.isdisjoint(self.displays(faction))
        )

    def _on_removed(self, e: Event) -> None:
        replaced = e.cause == "cohabitation"  # by a disc of the other colour, which is no loss
        if (e.faction, e.area) in self.board.allies and not replaced:
            raise Broken("CMP-12", f"a disc of {self.name(e.faction)} goes before its white one")
        self.lift(e.faction, e.area)
        if e.faction in self.absent:
            return  # it leaves the game
        if e.faction in self.owes_marker:
            self.marker_due = e.faction
        else:
            self.supply[e.faction] += 1

    def _on_marker(self, e: Event) -> None:
        if e.faction != self.marker_due:
            raise Broken("ROME1-03b", f"{self.name(e.faction)} needs no marker")
        self.owes_marker.remove(e.faction)
        self.marker_due = -1

    def lift(self, faction: int, area: int) -> None:
        """Take a disc off the map."""
        if self.board.discs[faction][area] <= 0:
            raise Broken("DEF-23", f"{self.name(faction)} has no disc in {self.area(area)}")
        self.board.discs[faction][area] -= 1

    def _on_resettled(self, e: Event) -> None:
        if e.faction in self.owes_marker:
            raise Broken("ROME1-03b", f"the first disc of {self.name(e.faction)} is to be a marker")
        self.lift(e.faction, e.area)
        self.ready[e.faction] += 1

    def _on_allies(self, e: Event) -> None:
        if not self.board.discs[e.faction][e.area]:
            raise Broken("CMP-11", f"allies of {self.name(e.faction)} in {self.area(e.area)} without a disc")
        if e.area in self.facts.open_sea:
            raise Broken("DEF-39", "allies in an open sea")
        key = (e.faction, e.area)
        self.board.allies[key] = self.board.allies.get(key, 0) + e.n

    def _on_ally_removed(self, e: Event) -> None:
        key = (e.faction, e.area)
        if not self.board.allies.get(key):
            raise Broken("CMP-12", f"{self.name(e.faction)} has no white disc in {self.area(e.area)}")
        self.board.allies[key] -= 1
        if not self.board.allies[key]:
            del self.board.allies[key]

    def _on_barbarians(self, e: Event) -> None:
        black, area = self.facts.black, e.area
        if area not in self.facts.in_play:
            raise Broken("SET-02", f"Barbarians beyond the map, in {self.area(area)}")
        if e.n > self.supply[black]:
            raise Broken("CRD-23", f"{e.n} Barbarians, {self.supply[black]} are there")
        self.supply[black] -= e.n
        self.board.discs[black][area] += e.n
        n = self.board.discs[black][area]
        exempt = e.cause in UNLIMITED_BARBARIANS and area not in self.facts.open_sea
        if n > self.limit(area) and not exempt:
            raise Broken("STK-08", f"{n} Barbarians in {self.area(area)} ({e.cause})")

    def _on_ready(self, e: Event) -> None:
        if e.n > self.supply[e.faction]:
            raise Broken(
                "GRO-12", f"{self.name(e.faction)} has only {self.supply[e.faction]} discs in supply"
            )
        self.supply[e.faction] -= e.n
        self.ready[e.faction] += e.n
        if e.cause == "investment 78":
            self.ready_land[e.faction] += e.n

    def _on_talents(self, e: Event) -> None:
        self.treasury[e.faction] += e.n
        if self.treasury[e.faction] < 0:
            raise Broken("CMP-28", f"{self.name(e.faction)} pays talents that it does not have ({e.cause})")

    def _on_talent_given(self, e: Event) -> None:
        if not self.treasury[e.faction]:
            raise Broken("HOS-05", f"{self.name(e.faction)} has no talent to give")
        self.treasury[e.faction] -= 1
        self.treasury[e.other] += 1

    def _on_vp(self, e: Event) -> None:
        self.vp[e.faction] += e.n
        if self.vp[e.faction] < 0:
            raise Broken("DEF-41", f"{self.name(e.faction)} falls below 0 VP")

    def _on_looted(self, e: Event) -> None:
        self.loot[e.faction] += e.n

    def _on_gold(self, e: Event) -> None:
        here = bool(self.board.discs[e.faction][e.area])
        if e.cause == "setup" and not here and e.area not in self.home[e.faction]:
            raise Broken("GOLD-02", f"Gold in {self.area(e.area)} without a disc of its owner")
        self.gold[e.area] = (e.faction, e.n)

    def _on_gold_looted(self, e: Event) -> None:
        owner, n = self.gold.pop(e.area)
        if n > 1:
            self.gold[e.area] = (owner, n - 1)

    # Cards

    def move(self, card: int, source: set[int], target: set[int], what: str) -> None:
        """A card goes from one place to another."""
        if card not in source:
            raise Broken("DEF-46", f"#{card} {self.facts.card_name[card]} is not there ({what})")
        source.remove(card)
        target.add(card)

    def _on_drew(self, e: Event) -> None:
        looks = self.looking == e.faction
        target = self.looked_at[e.faction] if looks else self.hand[e.faction]
        if len(e.cards) != e.n:
            raise Broken("EVA-18", f"{e.n} cards drawn, {len(e.cards)} told")
        for card in e.cards:
            if card in self.facts.events:
                raise Broken("CRD-06", f"Event #{card} goes to a hand")
            self.move(card, self.deck, target, "drawn from the deck")

    def held(self, faction: int, card: int) -> set[int]:
        """Where a card is that the faction uses: in its hand, or on the table before it."""
        if card in self.reserve and self.reserve[card][0] == faction:
            owner, discs = self.reserve.pop(card)
            self.supply[owner] += discs
            self.hand[faction].add(card)
        return self.hand[faction]

    def _on_laid_out(self, e: Event) -> None:
        self.move(e.card, self.deck, set(), "the box")
        self.supply[e.faction] -= int(e.n)
        there = self.investments if e.card in self.facts.investments else self.reserve
        there[e.card] = (e.faction, int(e.n))

    def _on_put_by(self, e: Event) -> None:
        places = (self.table, self.hand[e.faction], self.discard)
        source = next((cards for cards in places if e.card in cards), self.table)
        self.move(e.card, source, set(), "put on the table")
        self.reserve[e.card] = (e.faction, 0)

    def _on_taken_back(self, e: Event) -> None:
        if e.card not in self.reserve:
            raise Broken("GREEK-07b", f"#{e.card} does not lie on the table")
        self.held(e.faction, e.card)

    def left_alone(self, card: int) -> bool:
        """An Investment without discs, which goes as soon as nothing keeps it on the table (GREEK-05b)."""
        return self.investments.get(card, (-1, 1))[1] == 0

    def _on_claimed(self, e: Event) -> None:
        looks = e.card in self.looked_at[e.other]
        source = self.looked_at[e.other] if looks else self.hand[e.other]
        self.move(e.card, source, self.hand[e.faction], "claimed")

    def _on_begins_with(self, e: Event) -> None:
        self.move(e.card, self.deck, self.hand[e.faction], "the box")

    def _on_kept(self, e: Event) -> None:
        for card in e.cards:
            self.move(card, self.looked_at[e.faction], self.hand[e.faction], "kept")

    def _on_discarded(self, e: Event) -> None:
        faction, card = e.faction, e.card
        if card in self.investments and e.cause in ("no discs left", "aeneas", "no gold"):
            owner, discs = self.investments.pop(card)
            stays = card in self.facts.reserve and self.facts.reserve[card].stays
            if owner != faction or (discs != 1 and e.cause == "no discs left" and not stays):
                raise Broken("CRD-16", f"#{card} of {self.name(owner)} has {discs} discs")
            self.supply[owner] += 0 if owner in self.absent else discs
            self.discard.add(card)
            return
        looked_at = self.looked_at[faction]
        source = looked_at if card in looked_at else self.held(faction, card)
        self.move(card, source, self.discard, f"discarded by {self.name(faction)}, {e.cause}")

    def _on_hand_discarded(self, e: Event) -> None:
        if len(self.hand[e.faction]) != e.n:
            held = len(self.hand[e.faction])
            raise Broken("EPO-08", f"{self.name(e.faction)} discards {e.n} cards and holds {held}")
        self.discard |= self.hand[e.faction]
        self.hand[e.faction].clear()

    def _on_cards_taken(self, e: Event) -> None:
        for card in e.cards:
            self.move(
                card, self.held(e.other, card), self.hand[e.faction], f"taken from {self.name(e.other)}"
            )

    def _on_handed_over(self, e: Event) -> None:
        for card in e.cards:
            drawn = self.looked_at[e.faction]
            self.move(
                card, drawn if card in drawn else self.hand[e.faction], self.hand[e.other], "handed over"
            )

    def _on_card_given(self, e: Event) -> None:
        self.move(e.card, self.hand[e.faction], self.hand[e.other], "given")

    def _on_recovered(self, e: Event) -> None:
        self.move(e.card, self.discard, self.hand[e.faction], "taken from the discard pile")

    def _on_laid(self, e: Event) -> None:
        for card in e.cards:
            if card not in self.held(e.faction, card):
                raise Broken("CMP-17", f"{self.name(e.faction)} lays #{card}, which it does not hold")
            self.hand[e.faction].remove(card)
            self.laid[e.faction].append(card)

    def _on_played(self, e: Event) -> None:
        if e.area >= 0:
            if e.card not in self.laid[e.faction]:
                raise Broken("CMP-18", f"{self.name(e.faction)} reveals #{e.card}, which it did not lay")
            self.laid[e.faction].remove(e.card)
            self.table.add(e.card)
        else:
            source = self.held(e.faction, e.card)
            self.move(e.card, source, self.table, f"played by {self.name(e.faction)}")

    def _on_negates(self, e: Event) -> None:
        self.move(e.card, self.held(e.faction, e.card), self.table, f"played by {self.name(e.faction)}")

    def _on_event(self, e: Event) -> None:
        if e.card not in self.table:
            self.move(e.card, self.deck, self.table, "drawn from the deck")
            self.events_to_come = max(0, self.events_to_come - 1)

    def _on_revealed(self, e: Event) -> None:
        self.move(e.card, self.deck, self.table, "revealed")

    def _on_reshuffled(self, e: Event) -> None:
        self.deck |= self.discard
        self.discard.clear()

    def put_away(self, card: int, negated: bool = False) -> None:
        """A played card leaves the table (DEF-46, CRD-10)."""
        if card in self.facts.reserve and card not in self.table:
            return  # its owner has put it by
        aside = card in self.facts.set_aside and not negated
        self.move(card, self.table, self.aside if aside else self.discard, "put away")

    def back_into_deck(self, card: int) -> None:
        """A revealed card is shuffled in."""
        self.move(card, self.table, self.deck, "shuffled in")

    # Wonders and Investments

    def _on_built(self, e: Event) -> None:
        self.wonders[e.wonder] = BuiltWonder(e.faction, e.area, 0)

    def _on_wonder_discs(self, e: Event) -> None:
        self.discs_on_wonder(e.wonder, int(e.n))

    def discs_on_wonder(self, wonder: int, n: int) -> None:
        """Discs go from supply to a Wonder, or (n < 0) back."""
        w = self.wonders[wonder]
        if n > self.supply[w.owner] or w.discs + n < 0:
            raise Broken(
                "WON-06", f"{n} discs on the {self.facts.wonder_name[wonder]} of {self.name(w.owner)}"
            )
        self.supply[w.owner] -= n
        self.wonders[wonder] = w._replace(discs=w.discs + n)

    def _on_wonder_used(self, e: Event) -> None:
        self.discs_on_wonder(e.wonder, -1)

    def _on_buried(self, e: Event) -> None:
        self.discs_on_wonder(e.wonder, -self.wonders[e.wonder].discs)
        self.wonders[e.wonder] = self.wonders[e.wonder]._replace(buried=True)

    def _on_restored(self, e: Event) -> None:
        self.wonders[e.wonder] = self.wonders[e.wonder]._replace(buried=False)

    def _on_invested(self, e: Event) -> None:
        if e.card in self.investments:  # refilled
            owner, discs = self.investments[e.card]
            self.supply[owner] -= int(e.n)
            self.investments[e.card] = (owner, discs + int(e.n))
            return
        if e.card not in self.table:
            raise Broken("CRD-15", f"#{e.card} was not played")
        self.table.remove(e.card)
        expected = min(self.facts.investments[e.card], self.supply[e.faction])
        if e.n != expected:
            raise Broken("CRD-15", f"{e.n} discs on #{e.card}, {expected} are right")
        self.supply[e.faction] -= int(e.n)
        self.investments[e.card] = (e.faction, int(e.n))

    def _on_investment_used(self, e: Event) -> None:
        if e.card in self.investments:  # else its last disc has just gone, which was told before
            owner, discs = self.investments[e.card]
            self.supply[owner] += 1
            self.investments[e.card] = (owner, discs - 1)

    # Turn order and the like

    def _on_turn(self, e: Event) -> None:
        self.bribed.clear()
        self.forbidden.clear()

    def _on_phase(self, e: Event) -> None:
        self.phase = e.phase
        if e.phase == "epoch":  # after the last turn (DEF-05), whose ban is over
            self.forbidden.clear()

    def _on_civilization(self, e: Event) -> None:
        self.take_display(e.faction, self.facts.civilizations[e.display])

    _on_picked = _on_civilization

    def _on_appeared(self, e: Event) -> None:
        if e.faction not in self.absent:
            raise Broken("EXP-33", f"{self.name(e.faction)} is there already")
        self.absent.remove(e.faction)
        block = self.facts.scenario.factions[e.faction]
        self.supply[e.faction] = self.facts.pool[e.faction] - block.markers - self.in_bag[e.faction]

    def _on_arrived(self, e: Event) -> None:
        if e.faction not in self.absent:
            raise Broken("ROME2-9.7a", f"{self.name(e.faction)} is there already")
        self.absent.remove(e.faction)
        block = self.facts.scenario.factions[e.faction]
        self.supply[e.faction] = self.facts.pool[e.faction] - block.markers
        self.order.append(e.faction)

    def _on_bag(self, e: Event) -> None:
        self.in_bag[e.faction] += int(e.n)
        if self.in_bag[e.faction] < 0:
            raise Broken("EXP-51", f"{self.name(e.faction)} has no such disc in the bag")
        if e.faction not in self.absent:
            self.supply[e.faction] -= int(e.n)

    def _on_home(self, e: Event) -> None:
        self.home[e.faction] = {e.area}

    def _on_nile(self, e: Event) -> None:
        self.nile[e.faction] = self.home[e.faction] | {e.area}

    def _on_treasure(self, e: Event) -> None:
        for card in e.cards:
            self.move(card, self.deck, self.table, "found")

    def _on_forbidden(self, e: Event) -> None:
        self.forbidden.add(e.area)

    def _on_huns(self, e: Event) -> None:
        self.civilization[e.faction] = ""
        self.home[e.faction] = set()

    def remember_enmity(self, e: Event) -> None:
        """Who becomes or ceases to be an enemy of whom."""
        pair = frozenset((e.faction, e.other))
        if e.kind == "war":
            self.at_war.add(pair)
        elif e.kind == "peace":
            self.at_war.discard(pair)

    def _on_searched(self, e: Event) -> None:
        pile = self.deck if self.deck & {*e.cards} else self.discard
        if not {*e.cards} <= pile:
            raise Broken("ROME1-08f", f"cards {e.cards} lie in no one pile")
        if e.card:
            pile.remove(e.card)
            self.hand[e.faction].add(e.card)

    def _on_left(self, e: Event) -> None:
        if e.faction in self.order:
            self.order.remove(e.faction)
        self.absent.add(e.faction)
        self.supply[e.faction] = self.ready[e.faction] = self.loot[e.faction] = 0
        for number, wonder in self.wonders.items():
            if wonder.owner == e.faction:
                self.wonders[number] = wonder._replace(discs=0)

    def _on_turn_order(self, e: Event) -> None:
        self.order = list(e.order)

    def _on_swapped(self, e: Event) -> None:
        i, j = self.order.index(e.faction), self.order.index(e.other)
        self.order[i], self.order[j] = e.other, e.faction

    def _on_turn_place(self, e: Event) -> None:
        others = [[f for f in order if f != e.faction] for order in (self.order, e.order)]
        if others[0] != others[1]:
            raise Broken("CRD-17", f"places of others change: {self.order} becomes {list(e.order)}")
        self.order = list(e.order)
