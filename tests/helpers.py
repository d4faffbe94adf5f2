"""Positions in a few lines, and a table to play them at: tests read like the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from acis_rules import Game
from acis_rules.box.scenario import load_scenario
from acis_rules.kernel.actions import (
    ABILITY,
    LOSE_DISC,
    LOSE_VP,
    PAY_TALENT,
    STOP,
    area_action,
    block_of,
    card_action,
    civilization_action,
    faction_action,
    mode_action,
    number_action,
    wonder_action,
)
from acis_rules.kernel.log import Event
from acis_rules.kernel.state import State
from acis_rules.views import View

WORDS = {
    "stop": STOP, "pass": STOP, "no": STOP, "lose": LOSE_DISC, "talent": PAY_TALENT, "vp": LOSE_VP,
    "ability": ABILITY, "yes": ABILITY, "first": mode_action(0), "second": mode_action(1),
}  # fmt: skip

EVENTS = (62, 98, 99, 100, 101, 102, 103)


class Table:
    """A game with words for moves and questions for outcomes."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def s(self) -> State:
        """The state, to look at."""
        return self.game.state

    def faction(self, civilization: str) -> int:
        """The number of a civilization in this game."""
        if civilization == "barbarians":
            return self.s.world.barbarians
        return self.s.world.named(self.s, civilization)

    def area(self, name: str) -> int:
        """The number of an area."""
        return self.s.world.board.find(name)

    def card_id(self, name: str) -> int:
        """The id of a card by its name."""
        return next(card.id for card in self.s.world.deck.cards[1:] if card.name == name)

    def action(self, word: str | int) -> int:
        """An action by words: an area, "Poet" or "#39", a Wonder, a civilization, "stop" ...

        An int n is the number n (talents, place in the turn order).
        """
        if isinstance(word, int):
            return number_action(word)
        if word in WORDS:
            return WORDS[word]
        if word.startswith("#"):
            return card_action(int(word[1:]))
        wonders = [wonder.name for wonder in self.s.world.deck.wonders]
        if word in wonders:
            return wonder_action(wonders.index(word))
        kinds = {block_of(action)[0] for action in self.game.legal_actions()}
        numbers = self.s.world.civilization_number
        key = word.lower().replace("-", "_")
        if "area" not in kinds and (key in numbers or key == "barbarians"):
            if "civilization" in kinds:
                return civilization_action(numbers[key])
            return faction_action(self.faction(key))
        for card in self.s.world.deck.cards[1:]:
            if card.name == word:
                return card_action(card.id)
        return area_action(self.area(word))

    def do(self, *words: str | int) -> Table:
        """Answer the open decisions one after the other."""
        for word in words:
            self.game.apply(self.action(word))
        return self

    def can(self, word: str | int) -> bool:
        """Whether the move is legal now."""
        return self.action(word) in self.game.legal_actions()

    def asked(self, kind: str, civilization: str | None = None) -> bool:
        """Whether this kind of decision is open (for this civilization)."""
        d = self.game.decision
        return d.kind == kind and (civilization is None or d.faction == self.faction(civilization))

    @property
    def kind(self) -> str:
        """The kind of the open decision."""
        return self.game.decision.kind

    @property
    def asks(self) -> str:
        """The civilization that decides now."""
        return self.s.world.civilization(self.s, self.game.decision.faction).id

    @property
    def options(self) -> set[str]:
        """The legal actions as names: area ids, card names, Wonders, civilizations, words."""
        return {self.name(action) for action in self.game.legal_actions()}

    def name(self, action: int) -> str:
        """A short name of an action."""
        block, n = block_of(action)
        world = self.s.world
        if block == "area":
            return world.board.areas[n].id
        if block == "card":
            return world.deck.cards[n].name
        if block == "wonder":
            return world.deck.wonders[n].name
        if block == "civilization":
            return world.civilizations[n].id
        if block == "faction":
            return "barbarians" if n == world.barbarians else world.civilization(self.s, n).id
        return block if block not in ("number", "mode") else f"{block} {n}"

    def discs(self, civilization: str, area: str) -> int:
        """Discs of a civilization in an area."""
        return self.s.discs[self.faction(civilization)][self.area(area)]

    def hand(self, civilization: str) -> set[int]:
        """Card ids in a hand."""
        mask = self.s.hand[self.faction(civilization)]
        return {card for card in range(104) if mask >> card & 1}

    def of(self, field: str, civilization: str) -> Any:
        """A number on a civilization's display: supply, ready, treasury, loot, vp."""
        return getattr(self.s, field)[self.faction(civilization)]

    def events(self, kind: str | None = None) -> list[Event]:
        """What happened (of one kind)."""
        return [event for event in self.game.events if kind is None or event.kind == kind]

    def skip_until(self, kind: str, civilization: str | None = None, limit: int = 500) -> Table:
        """Decline everything (or take the first choice) until this decision is open."""
        for _ in range(limit):
            if self.asked(kind, civilization):
                return self
            legal = self.game.legal_actions()
            if STOP in legal:
                self.game.apply(STOP)
            elif LOSE_DISC in legal:
                self.game.apply(LOSE_DISC)
            else:
                self.game.apply(legal[0])
            assert not self.game.over, f"the game ended before {kind}"
        raise AssertionError(f"{kind} did not come")


# The moments at which a test can begin, by phase; what a moment is about is named after it
_MOMENTS = {
    "setup": ("starting rest", "choose civilization", "deal"),
    "growth": ("turn", "growth phase", "retirement", "acquisition", "deployment", "deploy"),
    "cards": ("card phase", "card action"),
    "competition": ("competition phase", "phase start cards"),
    "evaluation": (
        "evaluation", "victory count", "turn order", "turn order cards", "hostility", "aeneas step",
        "aeneas civilization", "npc begins anew", "npc entry", "sudden end", "draw step", "draw uses",
        "scoring uses",
        "draw talents", "draw", "hand limit", "event", "next turn", "sea domination",
    ),
    "epoch": (
        "end of epoch", "epoch vp", "epoch change", "epoch row", "gods smile", "lose talents", "new hands",
        "rebuild deck", "next epoch", "game end", "final epoch event",
    ),
}  # fmt: skip
_PHASE = {moment: phase for phase, moments in _MOMENTS.items() for moment in moments}
# What else the engine wants to know of it
_BESIDES: dict[str, list[Any]] = {
    "retirement": [0], "deploy": [False, False], "draw": [False, "draw step"], "hostility": [0, 0, []],
    "starting rest": [0, 0], "draw uses": ["draw"], "scoring uses": ["scoring"],
}  # fmt: skip
_STEP = {"draw uses": "uses", "scoring uses": "uses"}  # where its name is another

Later = str | tuple[Any, ...]  # "turn order", or ("epoch row", 62)


def moment(name: str, *about: Any, then: Sequence[Later] = (), phase: str | None = None) -> dict[str, Any]:
    """A moment for `position`: moment("draw step"), moment("deployment", EGYPT), moment("draw", EGYPT, 3).

    The game goes on with what comes `then`, and no further. The phase is that of the moment.
    """
    coming = [(name, *about), *(((later,) if isinstance(later, str) else later) for later in then)]
    for one, *_ in coming:
        assert one in _PHASE or phase, f"no moment {one!r}; there are: {', '.join(_PHASE)}"
    stack = [
        [_STEP.get(one, one.replace(" ", "_")), *more, *_BESIDES.get(one, ())]
        for one, *more in reversed(coming)
    ]
    return {"phase": phase or _PHASE[name], "stack": stack}


def at(name: str, *about: Any, scenario: str = "basic_2p", then: Sequence[Later] = (), **given: Any) -> Table:
    """A position at a moment: at("draw step", egypt={"discs": {"tyre": 4}})."""
    return position(scenario, **moment(name, *about, then=then), **given)


def deck_with(*top: int, without: tuple[int, ...] = ()) -> list[int]:
    """A deck with these cards on top, first to last, and the other Events at the bottom."""
    rest = [card for card in range(1, 104) if card not in top and card not in without]
    return sorted(rest, key=lambda card: card not in EVENTS) + list(reversed(top))


def position(scenario: str = "basic_2p", **given: Any) -> Table:
    """A position: `egypt={"discs": {"tyre": 4}, "hand": [39]}`, barbarians={...}, phase="cards" ...

    Civilizations that are not mentioned stand on their starting areas if none is mentioned,
    else they are in the game without discs. The turn order is the order of mention unless
    `order` is given.
    """
    blocks = load_scenario(scenario).factions
    choice = load_scenario(scenario).choice
    fixed = [block.id or block.civilization for block in blocks if block.civilization != "chosen"]
    mentioned = [name for name in given if name in choice]
    others = [name for name in {*fixed, *_civilizations()} if name in given and name not in choice]
    if len(fixed) == len(blocks) and set(others) <= set(fixed):
        names = fixed
    else:
        names = mentioned + [name for name in _civilizations() if name in others]
    names += [name for name in choice if name not in names]
    names = names[: len(blocks)]
    setup = load_scenario(scenario).setup.discs
    display = {block.id: block.civilization for block in blocks if block.id}
    factions = []
    for name in names:
        data = dict(given.pop(name, {} if mentioned or others else {"discs": setup[name]}))
        if data.get("discs") == "setup":
            data["discs"] = setup[name]
        plays = display.get(name, name)
        factions.append({"civilization": None if plays == "none" else plays, **data})
    if given.get("gold"):
        given["options"] = {"rules": ["gold"], **given.get("options", {})}
    top: dict[str, Any] = {"scenario": scenario, "factions": factions, **given}
    return Table(Game.from_dict(top))


def _civilizations() -> list[str]:
    from acis_rules.box.civilizations import load_civilizations

    return [civilization.id for civilization in load_civilizations()]


FIELDS = [
    name for name in dir(View)
    if not name.startswith("_") and name not in ("world", "events", "seat", "factions")
]  # fmt: skip


def seen(game: Game, seat: int) -> dict[str, object]:
    """Everything a seat sees, as values."""
    view = game.view(seat)
    return {name: repr(getattr(view, name)) for name in FIELDS} | {"events": view.events}
