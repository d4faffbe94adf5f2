"""What stays fixed during a game: scenario, board, deck, civilizations, options, seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from ..effects.reinforce import Reinforce
from ..errors import DataError, shown
from ..kernel.bits import mask_of, members, set_of, union
from ..kernel.fixed import Fixed, FixedDict, fixed
from ..kernel.moments import moments_of
from ..kernel.types import Card, Faction, Factions
from .bans import resolved
from .board import Board, load_board, sides
from .civilizations import Civilization, load_civilizations
from .deck import Deck, Operations, load_deck
from .displays import displays_of
from .option_words import read_options
from .options import adapted
from .scenario import load_scenario
from .scenario_blocks import CHOSEN, DISCS_PER_COLOUR, DRAWN, KnobsBlock, Scenario
from .sides import always_enemies, friends_of, neutral_to, seats_on_sides, sides_of
from .teams import bans_of_teams, teams_of
from .variant_blocks import ReserveBlock
from .variant_order import VARIANTS

if TYPE_CHECKING:
    from ..effects import Play
    from ..kernel.state import Seen


HISTORICAL = "historical"  # the kind of scenarios in which NPCs are always enemies (NPC-08)
NPC_BONUS_VP = 2  # in all others (OPT-04)


def reborn_knobs(scenario: Scenario) -> tuple[KnobsBlock, KnobsBlock]:
    """The numbers of a faction that is reborn: as a civilization, and as the Huns (ROME1-08h)."""
    huns = scenario.huns
    least = scenario.knobs.minimum_growth if huns is None else huns.minimum_growth
    return scenario.knobs, replace(scenario.knobs, minimum_growth=least)


class World(Fixed):
    """The fixed side of a game, shared by all its copies."""

    def __init__(self, scenario_name: str, options: dict[str, Any] | None = None) -> None:
        self.scenario_name = scenario_name
        self.options = fixed(read_options(dict(options or {})))
        self.rules = frozenset(self.options.rules)  # optional rules that hold
        scenario = load_scenario(scenario_name, self.options.variants, self.options.rules)
        self.scenario: Scenario = adapted(scenario, self.options)
        if self.scenario is not scenario:
            fixed(self.scenario)
        self.board: Board = load_board(self.scenario.board.cut_line)
        self.deck: Deck = self._deck()
        self.reinforced = self._reinforced()
        self.civilizations = load_civilizations()
        self.displays = displays_of(self.scenario)  # by faction and civilization, none is the last
        self.civilization_number = FixedDict({c.id: i for i, c in enumerate(self.civilizations)})
        self.n_factions: int = len(self.scenario.factions)
        self.barbarians = self.n_factions
        self.player = tuple(faction.player for faction in self.scenario.factions)
        self.n_seats = self.scenario.players
        self._name_npcs()
        self.knobs = tuple(
            self.scenario.knobs_of(faction, f"options: handicaps[{i}]", bool(self.npcs >> i & 1))
            for i, faction in enumerate(self.scenario.factions)
        )
        self.scenario.check_hands(self.knobs, "options: handicaps")
        divisor = [1] * self.n_seats
        for faction in self.scenario.factions:
            divisor[faction.player] = faction.divisor
        self.divisor = tuple(divisor)  # of the players' scores (ONE2-13)
        self.teams = teams_of(self.options, self.player)  # sets of factions; none without teams
        self.sides = sides_of(self.scenario, self.teams)  # who wins together
        self.side = tuple(  # by faction: the number of its side
            next(n for n, side in enumerate(self.sides) if side.factions >> f & 1)
            for f in range(self.n_factions)
        )
        self.seat_side = seats_on_sides(self.sides, self.player)  # by seat
        barbarians = self.scenario.knobs.barbarians
        if self.options.barbarian_hordes:
            if self.n_factions >= 6:
                raise DataError(
                    "options: barbarian_hordes: true; possible only if there is a colour no civilization uses"
                )
            barbarians += DISCS_PER_COLOUR
        self.pool = (*(faction.pool for faction in self.scenario.factions), barbarians)
        self.reborn_knobs = reborn_knobs(self.scenario)
        self._give_roles()
        self._check_seats()
        line = self.scenario.setup.line
        self.start_areas = tuple(  # by faction: where its starting discs may go
            self.board.in_play if line is None or faction.side is None else sides(line)[faction.side]
            for faction in self.scenario.factions
        )
        self.bans = resolved(self.scenario, self.board) + bans_of_teams(self.teams, self.board)
        # With a limit in Epochs, a created game ends no earlier (EXP-16)
        limited = self.scenario.kind == "created" and self.options.epochs is not None
        self.full_last_epoch = self.options.full_last_epoch or limited
        self.boxed = set_of(self.scenario.deck.boxed)  # cards not in the game, as a set
        self.groups = self._unions("group")  # pairs of factions that are one where they meet
        self.joint_seas = self._unions("seas")  # pairs: for the first, the second's discs count at sea
        self.partners: tuple[Factions, ...] = tuple(self._partners(f) for f in range(self.n_factions))
        self.reserve = FixedDict({entry.card: entry for entry in self.scenario.reserve})
        hands = self.scenario.setup.hands.values()
        self.in_hand = set_of(card for hand in hands for card in hand)  # in a hand from the start, not dealt
        self.laid_out = set_of(self.reserve) & ~self.in_hand  # cards before their owners from the start
        self.npc_rules = tuple(map(self.scenario.npc_rules, self.scenario.factions))  # of NPCs in their seats
        self.unknown: Factions = mask_of(  # NPCs that nobody knows yet; they appear by exploration
            f for f in members(self.dormant) if self.scenario.factions[f].civilization == DRAWN
        )
        players = self.takers & ~self.npcs
        # In an Exploration the only civilization of a player begins, before NPCs that are known (EXP-09)
        self.begins: Factions = players if self.unknown and players.bit_count() == 1 else 0
        self.historical = self.scenario.kind == HISTORICAL
        alone = self.n_seats - len(self.npc_seats) <= 1
        self.by_category = self.historical and bool(self.npcs) and alone  # order of competitions (NPC-59)
        bonus = self.options.npc_bonus_vp
        self.npc_bonus_vp = (0 if self.historical else NPC_BONUS_VP) if bonus is None else bonus
        given = self.options.npc_hostility
        strangers = bool(self.npcs) and not self.historical and not self.teams
        self.hostility = strangers if given is None else given
        everybody = range(self.n_factions)
        self.looters: Factions = self.scenario.find_factions(self.scenario.gold.looters)
        self.immune = FixedDict(  # areas with Gold that keeps cards off, and how much the Traitor
            {self.board.find(area): n for area, n in self.scenario.gold.immune.items()}
        )
        self.neutral: tuple[Factions, ...] = neutral_to(self.scenario)
        self.scenario_friends: tuple[Factions, ...] = friends_of(self.scenario)
        self.friends: tuple[Factions, ...] = tuple(
            friends | self.teammates(f) for f, friends in enumerate(self.scenario_friends)
        )
        self.sworn_enemies: tuple[Factions, ...] = always_enemies(self.scenario)  # they never make peace
        self.first_enemies: tuple[Factions, ...] = tuple(self._first_enemies(f) for f in everybody)
        shown = self.teams if self.options.team_hands else ()
        self.open_to = tuple(  # by seat: factions whose cards it sees: those of NPCs (NPC-27) and partners
            self.npcs | union(team for team in shown if team & self.factions_of(seat))
            for seat in range(self.n_seats)
        )
        self.sees_laid = self.npcs  # factions that commit last, and see what the others laid (NPC-67)
        self.told_truly = self.npcs  # factions that know whether a hand holds another target (NPC-54)
        self.on = moments_of(self, VARIANTS)
        self._finish()

    def __deepcopy__(self, memo: dict[int, Any]) -> World:
        return self  # it never changes

    def __reduce__(self) -> tuple[Any, ...]:
        return World, (self.scenario_name, msgspec.to_builtins(self.options))

    def _name_npcs(self) -> None:
        """The seats that the game system runs: those of options or scenario, and those it always runs."""
        always = {faction.player for faction in self.scenario.factions if faction.npc}
        self.npc_seats = tuple(sorted({*(self.options.npcs or self.scenario.npcs), *always}))
        self.npcs: Factions = 0  # the factions in them
        for seat in self.npc_seats:
            self.npcs |= self.factions_of(seat)

    def _give_roles(self) -> None:
        """What a faction may lack: a turn, VP, a marker, a place at the table (sets of factions)."""
        factions = self.scenario.factions
        self.ids = tuple("" if faction.key in (CHOSEN, DRAWN) else faction.key for faction in factions)
        self.takers: Factions = mask_of(f for f, faction in enumerate(factions) if faction.turn)
        self.scorers: Factions = mask_of(f for f, faction in enumerate(factions) if faction.scores)
        self.dormant: Factions = mask_of(f for f, faction in enumerate(factions) if faction.dormant)
        self.decides_ties: Factions = mask_of(f for f, faction in enumerate(factions) if faction.decides_ties)
        self.markers = tuple(faction.markers for faction in factions)
        # Who has fewer markers than it needs: its first disc that leaves the map becomes one (ROME1-03b)
        self.owes_marker: Factions = mask_of(
            f for f, faction in enumerate(factions) if faction.markers < faction.turn + faction.scores
        )
        patrons = [faction.patron for faction in factions]
        self.patron = tuple(self.ids.index(patron) if patron else f for f, patron in enumerate(patrons))

    def called(self, s: Seen, faction: Faction) -> str:
        """What the scenario calls a faction: its id, or the civilization it plays."""
        return self.scenario.factions[faction].id or self.civilizations[s.civilization[faction]].id

    def named(self, s: Seen, name: str) -> Faction:
        """The faction with this id, else the one that plays this civilization now; -1 if there is none."""
        for f, faction in enumerate(self.scenario.factions):
            if name and faction.id == name:
                return f
        number = self.civilization_number.get(name, -1)
        return s.civilization.index(number) if number >= 0 and number in s.civilization else -1

    def _first_enemies(self, faction: Faction) -> int:
        """Everybody else; but NPCs are no enemies of each other, nor at first of players (NPC-08).

        In teams all others are enemies, and nobody else.
        The scenario may say otherwise: friends never are, some always are.
        """
        others = (1 << self.n_factions) - 1 & ~(1 << faction)
        if self.teams:
            return others & ~self.teammates(faction)
        if self.npcs >> faction & 1:
            others = 0 if self.hostility else others & ~self.npcs
        elif self.hostility:
            others &= ~self.npcs
        others &= ~(self.friends[faction] | self.neutral[faction])
        return others | self.sworn_enemies[faction]

    def teammates(self, faction: Faction) -> Factions:
        """The others in the team of a faction."""
        return union(team for team in self.teams if team >> faction & 1) & ~(1 << faction)

    def _check_seats(self) -> None:
        chosen = self.options.civilizations
        if chosen is not None and any(f.dormant and f.civilization == DRAWN for f in self.scenario.factions):
            raise DataError("options: civilizations: some appear later; nobody knows yet what they are")
        if chosen is not None:
            if sorted(chosen) != sorted(set(chosen)) or len(chosen) != self.n_factions:
                raise DataError(
                    f"options: civilizations: {shown(list(chosen))}; possible: {self.n_factions} different "
                    "ones"
                )
            for i, name in enumerate(chosen):
                free = self.scenario.free(chosen[:i])
                if name not in free:
                    raise DataError(
                        f"options: civilizations[{i}]: {shown(name)}; possible: {', '.join(free) or 'none'}"
                    )
        npcs = self.options.npcs
        if len(set(npcs)) != len(npcs) or not set(npcs) <= set(range(self.n_seats)):
            raise DataError(
                f"options: npcs: {shown(list(npcs))}; possible: seats of 0 to {self.n_seats - 1}, each once"
            )
        if self.options.npc_hostility and not (npcs or self.scenario.npcs):
            raise DataError("options: npc_hostility: true; possible only with seats in npcs")
        if self.options.npc_hostility and self.options.teams:
            raise DataError("options: npc_hostility: true; possible only without teams")
        order = self.options.turn_order
        if order is not None and sorted(order) != list(range(self.n_factions)):
            raise DataError(
                f"options: turn_order: {shown(list(order))}; possible: 0 to {self.n_factions - 1}, each once"
            )

    def civilization(self, s: Seen, faction: Faction) -> Civilization:
        """The display a faction uses now."""
        own = self.displays[faction][s.civilization[faction]]
        for change in self.on.display:
            own = change(s, faction, own)
        return own

    def home_of(self, faction: Faction, civilization: int, reborn: bool = False) -> int:
        """The home areas of a display (-1: none) in play, unless the scenario gives the faction others."""
        given = None if reborn else self.scenario.factions[faction].home
        homes = given or ()
        if given is None and civilization >= 0:
            homes = (self.civilizations[civilization].home,)
        return mask_of(map(self.board.find, homes)) & self.board.in_play

    def owner_of(self, entry: ReserveBlock) -> Faction:
        """The faction before which a card of the reserve lies."""
        return self.scenario.faction_of(entry.owner)

    def _reinforced(self) -> Factions:
        """Factions that Events put on the map whatever the stacking limits."""
        operations = [one for block in self.scenario.deck.replaced.values() for one in block.does]
        to_areas = [one for one in operations if isinstance(one, Reinforce) and one.to == "areas"]
        return self.scenario.find_factions([name for one in to_areas for name in (one.who, one.instead)])

    def decider(self, card: Card) -> Faction:
        """The faction that the scenario lets choose for an Event, -1 if it names none."""
        block = self.scenario.deck.replaced.get(card)
        return -1 if block is None or not block.decides else self.scenario.faction_of(block.decides)

    def _deck(self) -> Deck:
        """The deck of the options, with the cards that the scenario replaces."""
        deck = load_deck(self.options.deck)
        changes = self.scenario.deck.replaced
        if not changes:
            return deck
        cards = [fate.source for fate in deck.cards[1:]]
        for card, block in changes.items():
            old = cards[card - 1]
            new = {"name": block.name or old.name, "text": block.text, "after": block.after}
            cards[card - 1] = msgspec.structs.replace(old, does=block.does, either=(), **new)
        return Deck(deck.name, cards, list(deck.wonders))

    def _unions(self, as_one: str) -> tuple[tuple[Faction, Faction], ...]:
        """The unions of a kind, factions by number."""
        find = self.scenario.faction_of
        return tuple(
            (find(a), find(b)) for a, b in (u.factions for u in self.scenario.unions if u.as_one == as_one)
        )

    def _partners(self, faction: Faction) -> Factions:
        """Those with whom the faction has a union, of whatever kind."""
        return mask_of(f for pair in (*self.groups, *self.joint_seas) if faction in pair for f in pair)

    def factions_of(self, seat: int) -> int:
        """The factions a seat controls, as bits."""
        return mask_of(f for f, player in enumerate(self.player) if player == seat)

    def alternatives(self, s: Seen, play: Play) -> tuple[Operations, ...]:
        """The alternatives printed on what is being used."""
        kind = play.kind
        if kind == "card":
            return self.deck.cards[play.id].modes
        if kind == "wonder":
            return (self.deck.wonders[play.id].does,)
        if kind == "ability":
            return self.civilization(s, play.by).abilities[play.id].either
        if kind == "turn_order":
            return (self.deck.cards[play.id].source.turn_order,)
        investment = self.deck.cards[play.id].source.investment
        assert investment is not None
        return investment.either

    def operations(self, s: Seen, play: Play) -> Operations:
        """The operations of what is being used, in the alternative chosen."""
        if play.kind == "card":
            return self.deck.cards[play.id].modes[play.mode]
        return self.alternatives(s, play)[play.mode]
