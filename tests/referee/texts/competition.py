"""Competition cards."""

from __future__ import annotations

from ..effects import Effect
from ..hannibal import walls
from .book import TEXTS, Test, Text, areas_of, gains, need, opposing, placed_by, text


def _here(e: Effect) -> int:
    """The area of the competition."""
    return e.watch.competition_area


def _removes(e: Effect, n: int) -> None:
    """n opposing discs in this competition."""
    need(
        e, areas_of(e) <= {_here(e)} and opposing(e) and sum(e.lost.values()) <= n, f"{n} opposing discs here"
    )


def _allies_here(e: Effect, n: int) -> None:
    need(e, e.allies[e.by, _here(e)] <= n, f"{n} white discs here")


def _own_allies(e: Effect) -> dict[int, int]:
    need(e, all(faction == e.by for faction, _ in e.allies), "for your own side")
    return {area: n for (_, area), n in e.allies.items()}


def _contested_others(e: Effect, allies: dict[int, int], kind: frozenset[int], n: int) -> None:
    """One white disc in each of up to n other competitions in which you take part."""
    rest = {area: k for area, k in allies.items() if area != _here(e)}
    need(
        e,
        len(rest) <= n and all(k == 1 for k in rest.values()) and set(rest) <= kind,
        f"{n} other competitions",
    )
    need(e, all(e.board.is_contested(area) for area in rest), "Contested areas only")


@text(6, touches="allies")
def strategos(e: Effect) -> None:
    """1 white disc in each of up to 4 competitions."""
    allies = _own_allies(e)
    need(e, len(allies) <= 4 and all(n == 1 for n in allies.values()), "4 competitions")
    need(e, all(e.board.is_contested(area) for area in allies), "Contested areas only")


@text(42, touches="allies")
def captain(e: Effect) -> None:
    """2 white discs here, then 1 for an opposing civilization."""
    _allies_here(e, 2)
    need(e, all(a == _here(e) for f, a in e.allies if f == e.by), "yours are here")
    others = {who: n for who, n in e.allies.items() if who[0] != e.by}
    need(e, len(others) <= 1 and all(n == 1 for n in others.values()), "1 for an opponent")


def _only_allies(n: int) -> Test:
    def test(e: Effect) -> None:
        need(e, _own_allies(e) in ({_here(e): n}, {}), f"{n} white discs here")

    return test


for _card, _n in ((61, 3), (75, 2)):
    TEXTS[f"card {_card}"] = Text({"allies"}, set(), _only_allies(_n))


@text(63, touches="allies")
def armor(e: Effect) -> None:
    """1 white disc here, 1 in each of up to 3 other land competitions."""
    _allies_here(e, 1)
    _contested_others(e, _own_allies(e), e.watch.facts.land, 3)


@text(77, touches="allies")
def slingers(e: Effect) -> None:
    """1 white disc here, 1 in one other competition."""
    _allies_here(e, 1)
    _contested_others(e, _own_allies(e), e.watch.facts.in_play, 1)


@text(71, touches="allies talents")
def mercenaries(e: Effect) -> None:
    """1 white disc here and up to 3 more for a talent each."""
    need(e, set(_own_allies(e)) <= {_here(e)} and sum(e.allies.values()) <= 4, "1 and 3 white discs here")
    paid = -e.talents[e.by]
    need(e, paid in (0, e.allies[e.by, _here(e)] - 1), f"{paid} talents for the white discs after the first")


@text(59, 74, touches="lost")
def one_of_each(e: Effect) -> None:
    """1 disc of each opposing faction here."""
    one_each = all(n == 1 for n in e.lost.values())
    need(e, areas_of(e) <= {_here(e)} and opposing(e) and one_each, "1 of each")


@text(64, 73, touches="lost allies")
def one_and_an_ally(e: Effect) -> None:
    """1 opposing disc here, 1 white disc."""
    _removes(e, 1)
    need(e, _own_allies(e) in ({_here(e): 1}, {}), "1 white disc here")


@text(65, touches="lost")
def siege_engines(e: Effect) -> None:
    """2 opposing discs here."""
    _removes(e, 2)


@text(67, touches="lost")
def siege(e: Effect) -> None:
    """1 disc from each City here."""
    need(e, areas_of(e) <= {_here(e)} and all(n == 1 for n in e.lost.values()), "1 of each City")
    need(e, all(e.board.is_city(faction, area) for faction, area in e.lost), "Cities")


@text(69, touches="lost", exact="talents")
def obsidian_quarry(e: Effect) -> None:
    """1 opposing disc here; 1 talent."""
    _removes(e, 1)
    gains(e, 1)


@text(70, touches="lost")
def war_elephants(e: Effect) -> None:
    """2 discs of the largest opposing faction here, then 1 of your own."""
    here = _here(e)
    need(e, areas_of(e) <= {here} and e.lost[e.by, here] <= 1, "here, 1 of your own")
    others = {faction: n for (faction, _), n in e.lost.items() if faction != e.by}
    need(e, len(others) <= 1 and all(n <= 2 for n in others.values()), "2 of one faction")
    strongest = max((e.board.strength(f, here) for f in e.board.present(here) if f != e.by), default=0)
    need(e, all(e.board.strength(f, here) == strongest for f in others), "the largest")


@text(76, touches="lost")
def ambush(e: Effect) -> None:
    """1 disc of a stronger faction here, 2 if it has at least 2 more than you."""
    here = _here(e)
    need(e, areas_of(e) <= {here} and len(e.lost) <= 1 and opposing(e), "one opposing faction here")
    for (faction, _), n in e.lost.items():
        ahead = e.board.strength(faction, here) - e.board.strength(e.by, here)
        need(e, ahead >= n, f"{n} discs of a faction {ahead} ahead")
        need(e, n <= 2, "2 discs")


@text(94, touches="placed allies")
def warrior_queen(e: Effect) -> None:
    """1 disc of your own and 1 white disc here."""
    areas = placed_by(e)
    need(e, areas in ([_here(e)], []) and _own_allies(e) in ({_here(e): 1}, {}), "1 of each here")


@text(60, 72, exact="shielded")
def shields(e: Effect) -> None:
    """No loss in the first round (Composite Bow), in the first two (Phalanx)."""
    rounds = 1 if e.source == "card 60" else 2
    rounds += walls(e.watch, _here(e)).get(e.by, 0)  # after those behind walls (HANN-08b2)
    need(e, [event.n for event in e.rest] == [rounds], f"{rounds} rounds")


@text(68, exact="no_talents")
def blockade(e: Effect) -> None:
    """Opponents may not pay talents here."""
    need(e, len(e.rest) == 1, "once")
