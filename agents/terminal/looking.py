"""What a person can look at while deciding: the map at hand, hands, cards, areas, rules."""

from __future__ import annotations

from collections.abc import Iterable

from rich.markup import escape
from rich.text import Text

from acis_rules import Game
from acis_rules.kernel.bits import members
from acis_rules.kernel.state import State
from acis_rules.table.losses import walls_hold
from acis_rules.table.terms import cities, contested, occupied, settlements
from acis_rules.tools.deck_command import MOMENTS, kinds, print_card
from acis_rules.tools.finding import best_named, find_cards, find_rules
from acis_rules.tools.rules_command import print_rule
from acis_rules.views import View
from acis_rules.words.names import area_name, capitalized, card_name, count, faction_name
from acis_rules.words.terminal import colour_of, console, item, paragraph, print_list, table_of

KINDS = {"land": "land", "coastal": "coastal sea", "open": "open sea"}
MANY = 12  # rules or cards that are shown in full


def coloured(s: State, words: str) -> Text:
    """Words in which the names of factions stand in their colours."""
    text = Text(words)
    for faction in range(s.world.n_factions + 1):
        text.highlight_words([faction_name(s, faction)], colour_of(s, faction))
    return text


def say(s: State, words: str, indent: int = 0) -> None:
    """A sentence for people."""
    paragraph(coloured(s, words), indent)


def itemize(s: State, label: str, words: str) -> None:
    """One of several sentences."""
    item(label, coloured(s, words))


def civilizations_of(s: State, seat: int) -> list[str]:
    """The civilizations of a seat, as far as they are chosen."""
    names = [faction_name(s, f) for f in range(s.world.n_factions) if s.world.player[f] == seat]
    return [name for name in names if name != f"seat {seat}"]


# ------------------------------------------------------------------------------------------- areas


def discs_in(s: State, area: int) -> str:
    """Who is in an area: "Egypt 2, Troy 1"."""
    parts = [f"{faction_name(s, f)} {row[area]}" for f, row in enumerate(s.discs) if row[area]]
    parts += [f"{n} white with {faction_name(s, f)}" for (where, f), n in s.allies.items() if where == area]
    return ", ".join(parts)


def state_of(s: State, area: int) -> str:
    """What an area is: City, Settlement, Contested; with a Wonder in it."""
    words = []
    shared = contested(s) >> area & 1
    for faction in range(s.world.n_factions + 1):
        whose = f" of {faction_name(s, faction)}" if shared else ""
        if cities(s, faction) >> area & 1:
            words.append(f"City{whose}")
        elif settlements(s, faction) >> area & 1:
            words.append(f"Settlement{whose}")
        if walls_hold(s, faction, area):
            words.append("City Walls")
    if shared:
        words.append("Contested")
    for number, wonder in enumerate(s.wonders):
        if wonder.owner >= 0 and wonder.area == area:
            words.append(s.world.deck.wonders[number].name + (" (buried)" if wonder.buried else ""))
    return ", ".join(words)


def with_discs(s: State, area: int, marks: dict[int, str] | None = None) -> str:
    """An area and who is in it: "Lydia (Troy 2)", or "Lydia T2" where factions have marks."""
    if marks is None:
        inside = discs_in(s, area)
        return f"{area_name(s, area)} ({inside})" if inside else area_name(s, area)
    return " ".join(
        [area_name(s, area), *(f"{marks[f]}{row[area]}" for f, row in enumerate(s.discs) if row[area])]
    )


def marks_of(s: State) -> dict[int, str]:
    """A letter or a few for each faction, all different: T for Troy, WE for the Western Empire."""
    marks: dict[int, str] = {}
    for faction in range(s.world.n_factions + 1):
        name = faction_name(s, faction)
        initials = "".join(word[0].upper() for word in name.split())
        choices = (initials, *(name[:n].title() for n in range(2, len(name))), f"{initials}{faction}")
        marks[faction] = next(one for one in choices if one not in marks.values())
    return marks


def show_map(game: Game, areas: Iterable[int], numbers: dict[int, int] | None = None) -> None:
    """Areas with their discs, and the areas around them with theirs; with the numbers of answers."""
    s = game.state
    board, marks = s.world.board, marks_of(s)
    table = table_of("Area", "Discs", "Is", "Borders on")
    for area in areas:
        around = ", ".join(with_discs(s, one, marks) for one in members(board.neighbours[area]))
        kind = "" if board.areas[area].kind == "land" else KINDS[board.areas[area].kind]
        state = ", ".join(filter(None, (kind, state_of(s, area))))
        number = f"{numbers[area]:<3} " if numbers else ""
        words = (f"{number}{area_name(s, area)}", discs_in(s, area), state, around)
        table.add_row(*map(escape, words))
    print_list(table)
    legend = ", ".join(f"{mark} {faction_name(s, f)}" for f, mark in marks.items() if any(s.discs[f]))
    say(s, f"Discs around: {legend}.")


def show_board(game: Game) -> None:
    """All areas with something in them."""
    s = game.state
    table = table_of("Area", "Discs", "Is")
    for area in range(len(s.world.board.areas)):
        words = (area_name(s, area), discs_in(s, area), state_of(s, area))
        if any(words[1:]):
            table.add_row(*map(escape, words))
    print_list(table)


def own_areas(view: View) -> list[int]:
    """Where the seat has discs, and the areas around."""
    own = 0
    for faction in members(view.factions):
        own |= occupied(view, faction)
    return members(own | view.world.board.around(own))


def show_area(game: Game, text: str) -> None:
    """One area by its name, with all that is in it and around it."""
    s = game.state
    board = s.world.board
    used = [n for n, around in enumerate(board.neighbours) if around]
    found = best_named(used, lambda n: board.names[n], text)
    if not found:
        console.print(f"no area of this map is called {text!r}", markup=False)
    for area in found[:MANY]:
        one = board.areas[area]
        facts = [KINDS[one.kind], *([f"home of {one.home_of.title()}"] if one.home_of else [])]
        facts += [state_of(s, area)] if state_of(s, area) else []
        say(s, f"{one.name}: {', '.join(facts)}. Discs: {discs_in(s, area) or 'none'}.")
        around = ", ".join(with_discs(s, other) for other in members(board.neighbours[area]))
        say(s, f"Borders on {around}.", 2)


# ------------------------------------------------------------------------------------------- cards


def show_hands(view: View, game: Game) -> None:
    """The own hand with texts, and the hands that lie open to this seat (NPC-27, partners)."""
    s = game.state
    for faction in members(view.factions):
        _show_cards(game, f"Your hand as {faction_name(s, faction)}", view.hand[faction])
        laid = view.laid[faction]
        if laid:
            _show_cards(game, "Laid face down", laid)
    known = view.known
    for faction in range(s.world.n_factions):
        if not view.factions >> faction & 1 and known[faction]:
            name = faction_name(s, faction)
            opened = s.world.open_to[view.seat] >> faction & 1
            title = f"The hand of {name} lies open" if opened else f"What you know of the hand of {name}"
            _show_cards(game, title, known[faction])


def _show_cards(game: Game, title: str, cards: int) -> None:
    s = game.state
    say(s, f"{title} ({count(cards.bit_count(), 'card')}):" if cards else f"{title}: no cards")
    for card in members(cards):
        fate = s.world.deck.cards[card]
        kind = f" [{kinds(fate)}]" if kinds(fate) else ""
        paragraph(Text.assemble((card_name(s, card), "bold"), f"{kind}: {fate.text}"), 2)


def about_wonder(s: State, number: int) -> str:
    """When a Wonder can be used, and how often."""
    wonder = s.world.deck.wonders[number]
    return f"({capitalized(MOMENTS[wonder.when])}; it comes with {count(wonder.discs, 'disc')}.)"


def show_card(game: Game, text: str) -> None:
    """Cards and Wonders by their words."""
    found = find_cards(game.state.world.deck, text)
    for card in found[:MANY]:
        print_card(card)
    if not found:
        console.print(f"no card or Wonder has the words {text!r}", markup=False)
    _left_out(len(found), "card")


def show_rule(text: str) -> None:
    """A rule by its number, or rules by their words."""
    found = find_rules(text)
    for rule in found[:MANY]:
        print_rule(rule)
    if not found:
        console.print(f"no rule has the number or the words {text!r}", markup=False)
    _left_out(len(found), "rule")


def _left_out(n: int, thing: str) -> None:
    if n > MANY:
        console.print(f"and {count(n - MANY, f'more {thing}')}: add a word")
