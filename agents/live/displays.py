"""What stands on the displays of civilizations and on Wonders, in words: what it does, and when."""

from __future__ import annotations

from acis_rules.box.board import load_board
from acis_rules.box.civilizations import Ability, Civilization
from acis_rules.box.deck import PrintedWonder
from acis_rules.tools.deck_command import MOMENTS
from acis_rules.words.names import count


def with_moment(one: PrintedWonder | Ability) -> str:
    """The text of a Wonder or an ability, and when it is used."""
    return f"{one.text} Used {MOMENTS[one.when]}." if one.when in MOMENTS else one.text


def standing(display: Civilization) -> list[dict[str, str]]:
    """What a civilization always can."""
    board = load_board()
    out = []
    if display.open_sea:
        text = "Its discs may enter open seas in every Epoch; others may in Epoch IV only (DEF-38)."
        out.append({"name": "Open seas", "text": text})
    if display.walls:
        home = board.names[board.find(display.home)]
        text = f"With {count(display.walls, 'disc')} in {home}, no card removes them, except in a competition"
        out.append({"name": "City Walls", "text": f"{text} (CIV-35)."})
    if display.loot > 1:
        text = f"Its first loot of a turn brings {count(display.loot, 'talent')} (CIV-25)."
        out.append({"name": "Homeric Heroes", "text": text})
    return out


def abilities(display: Civilization, epoch: int = 0) -> list[dict[str, str]]:
    """All that a display gives, in an Epoch or ever; what has one name is told in one go."""
    texts: dict[str, list[str]] = {}
    for one in display.abilities:
        if not epoch or epoch in one.epochs:
            texts.setdefault(one.name, []).append(with_moment(one))
    return [{"name": name, "text": " ".join(lines)} for name, lines in texts.items()] + standing(display)


def at_a_glance(display: Civilization, epoch: int) -> str:
    """What a civilization has to offer, for whoever may choose it."""
    board = load_board()
    gives = [f"{one['name']}: {one['text']}" for one in abilities(display, epoch)]
    return " ".join([f"Its home is {board.names[board.find(display.home)]}.", *gives])
