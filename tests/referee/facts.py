"""What the referee takes from the data files: map, cards, displays, the numbers of the scenario.

Only facts are read here, as plain sets and numbers; no rule of the engine is asked.
"""

from __future__ import annotations

from acis_rules import Game
from acis_rules.box.board import Board as MapFile


def _set(bits: int) -> frozenset[int]:
    return frozenset(i for i in range(bits.bit_length()) if bits >> i & 1)


class Facts:
    """The fixed facts of one game."""

    def __init__(self, game: Game) -> None:
        world = game.state.world
        self._read_map(world.board)
        self.scenario = world.scenario
        self.options = world.options
        self.clock = world.scenario.clock
        self.knobs = world.knobs  # the numbers that hold for each faction
        self.n = len(world.scenario.factions)
        self.black = self.n  # the Barbarians come after the civilizations
        self.civilizations = [civilization.id for civilization in world.civilizations]
        self.abilities = {c.id: len(c.abilities) for c in world.civilizations}  # how many are printed
        self.display_home = {c.id: self.find(c.home) for c in world.civilizations}
        self.names = [faction.key for faction in world.scenario.factions]  # what the file calls them
        self.player = [faction.player for faction in world.scenario.factions]
        self.pool = list(world.pool)
        seats = {*(world.options.npcs or world.scenario.npcs)}
        seats |= {faction.player for faction in world.scenario.factions if faction.npc}
        self.npcs = {f for f in range(self.n) if self.player[f] in seats}
        self.people = len({*self.player} - seats)  # seats of people
        blocks = list(enumerate(world.scenario.factions))
        self.plain = {f for f, block in blocks if block.civilization == "none"}  # without a display
        self.idle = {f for f, block in blocks if not block.turn}  # without a turn
        self.scorers = {f for f, block in blocks if block.scores}  # with VP
        self.patron = [self.names.index(block.patron) if block.patron else f for f, block in blocks]
        self.patron.append(self.n)  # nobody pays for Barbarians
        self.unknown = {  # NPCs that appear by exploration
            f
            for f, block in enumerate(world.scenario.factions)
            if block.dormant and block.civilization == "drawn"
        }
        self.reserve = {entry.card: entry for entry in world.scenario.reserve}
        self.replaced = world.scenario.deck.replaced
        self.groups = [  # pairs of factions that are one where they meet
            (self.names.index(union.factions[0]), self.names.index(union.factions[1]))
            for union in world.scenario.unions
            if union.as_one == "group"
        ]
        capital = world.scenario.capital
        self.capital = -1 if capital is None else self.find(capital.area)
        cards = world.deck.cards[1:]
        self.card_name = {card.id: card.name for card in cards}
        self.events = {card.id for card in cards if card.event}
        self.invasions = {card.id for card in cards if card.invasion}
        unions = [tuple(map(self.names.index, union.factions)) for union in world.scenario.unions]
        kinds = [(union.as_one, union.by_area) for union in world.scenario.unions]
        pairs = list(zip(unions, kinds, strict=True))
        self.joint_seas = {first: second for (first, second), (kind, _) in pairs if kind == "seas"}
        self.tribute = {second: first for (first, second), (_, by_area) in pairs if by_area}
        self.set_aside = {card.id for card in cards if card.aside}
        self.competition_cards = {card.id for card in cards if card.competition}
        self.negations = {card.id for card in cards if card.negation}
        self.great_persons = {card.id for card in cards if card.great_person}
        self.investments = {
            card.id: card.source.investment.discs for card in cards if card.source.investment is not None
        }
        self.in_game = {card.id for card in cards} - set(world.scenario.deck.boxed)
        self.wonder_name = [wonder.name for wonder in world.deck.wonders]
        self.wonder_discs = [wonder.discs for wonder in world.deck.wonders]

    def _read_map(self, board: MapFile) -> None:
        self.area_name = board.names
        self.cut_line = board.cut_line
        self.find = board.find
        self.in_play = _set(board.in_play)
        self.land = _set(board.land)
        self.coastal = _set(board.coastal)
        self.open_sea = _set(board.open_sea)
        self.sea = self.coastal | self.open_sea
        self.around = [_set(mask) for mask in board.neighbours]
        self.nile = _set(board.nile)
        self.edge = {side: _set(mask) for side, mask in board.edge.items()}
        self.homes_in_play = dict(board.homes)
        self.rank = {area: i for i, area in enumerate(board.competition_order)}  # NE to SW

    def border(self, areas: frozenset[int] | set[int]) -> set[int]:
        """Every area adjacent to one of these."""
        return {near for area in areas for near in self.around[area]}

    @property
    def historical_solitaire(self) -> bool:
        """A Historical scenario in which the game system runs everybody but one player."""
        return self.scenario.kind == "historical" and bool(self.npcs) and self.people <= 1
