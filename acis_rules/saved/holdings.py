"""What lies on the table in a position from outside: Wonders, Investments, Gold, what was used, announced."""

from __future__ import annotations

from typing import Any

from ..box.scenario_blocks import DISCS_PER_COLOUR
from ..cards.uses import ABILITY_USED, CARD_USED
from ..errors import PositionError, shown
from ..kernel.actions import N_CARDS, N_FACTIONS, N_WONDERS
from ..kernel.bits import mask_of
from ..kernel.state import State, WonderState
from ..variants.gold import GOLD
from .fields import Reader, area_in, civilization_in
from .frames import number


def wonders_in(s: State, top: Reader) -> None:
    """Wonders that stand or are buried."""
    names = [wonder.name for wonder in s.world.deck.wonders]
    for reader in top.entries("wonders"):
        name = reader.get("wonder", "")
        if name not in names:
            raise PositionError(
                f"position.wonders: unknown Wonder {shown(name)}; there are: {', '.join(names)}"
            )
        reader.where = f"position.wonders ({name})"
        owner = civilization_in(s, reader.get("owner", None), reader.where)
        area = area_in(s, reader.get("area", ""), reader.where)
        if not s.world.board.land >> area & 1:
            raise PositionError(f"{reader.where}: {s.world.board.names[area]} is not a land area")
        if any(other.owner >= 0 and other.area == area for other in s.wonders):
            raise PositionError(f"{reader.where}: {s.world.board.names[area]} has a Wonder already (WON-07)")
        buried = reader.flag("buried")
        discs = reader.number("discs", 0, s.world.pool[owner])
        if s.wonders[names.index(name)].owner >= 0:
            raise PositionError(f"{reader.where}: appears more than once")
        s.wonders[names.index(name)] = WonderState(owner, area, discs, buried)


def investments_in(s: State, top: Reader) -> None:
    """Investment cards with discs on them."""
    for reader in top.entries("investments"):
        card = reader.number("card", 0)
        investment = s.world.deck.cards[card].source.investment if 1 <= card <= N_CARDS else None
        if investment is None:
            raise PositionError(f"position.investments: card {card} is no Investment")
        reader.where = f"position.investments ({card})"
        if card in s.investments:
            raise PositionError(f"{reader.where}: appears more than once")
        owner = civilization_in(s, reader.get("owner", None), reader.where)
        entry = s.world.reserve.get(card)
        stays = entry is not None and bool(entry.stays)  # without discs; refilled, it may have twice as many
        most = investment.discs * (1 + stays)
        s.investments[card] = (owner, reader.number("discs", 1, most, 0 if stays else 1))


def reserve_in(s: State, top: Reader) -> None:
    """Cards that lie before their owners."""
    for reader in top.entries("reserve"):
        card = reader.number("card", 0)
        entry = s.world.reserve.get(card)
        reader.where = f"position.reserve ({card})"
        if entry is None or entry.stays:
            raise PositionError(f"{reader.where}: no card that lies before somebody in this scenario")
        if card in s.reserve:
            raise PositionError(f"{reader.where}: appears more than once")
        owner = civilization_in(s, reader.get("owner", None), reader.where)
        if owner != s.world.owner_of(entry):
            raise PositionError(f"{reader.where}.owner: it is a card of {entry.owner}")
        s.reserve[card] = (owner, reader.number("discs", 0, entry.discs))


def gold_in(s: State, top: Reader) -> None:
    """Gold under discs."""
    for reader in top.entries("gold"):
        reader.where = "position.gold"
        if not GOLD.applies(s.world):
            raise PositionError("position.gold: a game without Gold; the option rules: [gold] brings it")
        area = area_in(s, reader.get("area", ""), reader.where)
        reader.where = f"position.gold ({s.world.board.names[area]})"
        owner = reader.get("owner", None)
        if type(owner) is not int or owner != s.world.barbarians:
            owner = civilization_in(s, owner, reader.where)
        n = reader.number("discs", 1)
        if area in s.gold or not n:
            raise PositionError(f"{reader.where}: {'no discs' if not n else 'appears more than once'}")
        s.gold[area] = (owner, n)
    n = sum(n for _, n in s.gold.values())
    if n > DISCS_PER_COLOUR:
        raise PositionError(f"position.gold: {n} discs; there are {DISCS_PER_COLOUR}")


def used_in(s: State, top: Reader) -> None:
    """What has worked this turn (see cards/uses.py)."""
    factions = range(s.world.n_factions)
    once = [ABILITY_USED + f + N_FACTIONS * i for f in factions for i in range(_most_abilities(s))]
    used = {*range(N_WONDERS), *range(CARD_USED + 1, CARD_USED + N_CARDS + 1), *once}
    s.used = mask_of(top.numbers("used", used, "Wonders, 10 + card or 120 + faction"))


def _most_abilities(s: State) -> int:
    return 2 * max(len(civilization.abilities) for civilization in s.world.civilizations)  # with a capital's


def competition_in(s: State, top: Reader) -> None:
    """What lasts for a competition, or for the phase."""
    for reader in top.entries("allies"):
        area = area_in(s, reader.get("area", ""), reader.where)
        faction = civilization_in(s, reader.get("faction", None), reader.where)
        if s.phase != "competition":
            raise PositionError(f"{reader.where}: white discs are there in the Competition Phase only")
        if (area, faction) in s.allies:
            raise PositionError(f"{reader.where}: appears more than once")
        s.allies[area, faction] = reader.number("n", 1, least=1)
    s.announced = tuple(
        _announced(s, entry, f"position.announced[{i}]") for i, entry in enumerate(top.items("announced"))
    )
    if len(set(s.announced)) != len(s.announced):
        raise PositionError("position.announced: an entry appears twice")


def _announced(s: State, entry: Any, where: str) -> tuple[int, str, int]:
    """Something announced in a competition: whose, of what kind, its number."""
    if not isinstance(entry, list | tuple) or len(entry) != 3:
        raise PositionError(f"{where}: must be a list of faction, kind and number")
    faction, kind, n = civilization_in(s, entry[0], where), entry[1], entry[2]
    cards = s.world.deck.cards
    if kind == "card":
        fits = number(n, 1, N_CARDS) and cards[n].source.competition is not None
    elif kind == "investment":
        fits = number(n, 1, N_CARDS) and cards[n].source.investment is not None
    elif kind == "wonder":
        fits = number(n, 0, N_WONDERS - 1) and s.wonders[n].owner == faction
    else:
        abilities = s.world.civilization(s, faction).abilities
        fits = kind == "ability" and number(n, 0, len(abilities) - 1)
    if not fits:
        raise PositionError(f"{where}: {shown(list(entry))} cannot be announced")
    return faction, kind, n
