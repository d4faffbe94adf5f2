"""The first and the last action of every block, in every decision that offers the block.

Where one block ends the next begins: Celt-Iberia is the first area, the Trojan Sea the last, beside card 1.
Each case is a position that offers both ends, and what must have happened when one of them was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest
from exploration_tables import explore
from helpers import Later, Table, moment, position

from acis_rules import Game
from acis_rules.box.board import load_board
from acis_rules.effects import Operation, Play
from acis_rules.effects.contest import Allies
from acis_rules.effects.discs import Barbarians, Place, Remove
from acis_rules.effects.naming import NameArea, NameCity, NameCivilization, NameWonder
from acis_rules.kernel.actions import (
    area_action,
    block_of,
    card_action,
    civilization_action,
    faction_action,
    faction_of,
    mode_action,
    number_action,
    wonder_action,
)
from acis_rules.kernel.bits import mask_of
from acis_rules.kernel.decisions import KINDS
from acis_rules.kernel.machine import run

BOARD = load_board()
FIRST, LAST, LAST_LAND = 0, len(BOARD.areas) - 1, BOARD.find("salamis")
SEAS = (FIRST, LAST)  # kinds that offer seas, too
LANDS = (FIRST, LAST_LAND)
HOME = BOARD.find("libya")
CARDS = (1, 97)  # of those in hands; 98 to 103 are Events
ONLY_YES_OR_NO = {"ability", "aeneas", "choose_first", "offer"}


def name(area: int) -> str:
    return BOARD.areas[area].id


def both(areas: tuple[int, int], n: int = 1) -> dict[str, int]:
    return {name(area): n for area in areas}


def troy(*when: Any, phase: str = "cards", then: Sequence[Later] = (), **given: Any) -> Table:
    """Troy, faction 0 of six, is asked at this moment; more fields of its own go into `troy`."""
    own = {"discs": {"libya": 2}, **given.pop("troy", {})}
    begins = moment(*when, phase=phase, then=then) if when else {"phase": phase}
    return position("basic_6p", troy=own, **begins, **given)


class Case(NamedTuple):
    """A decision with both ends of a block on offer."""

    ends: tuple[int, int]
    asked: Callable[[int], Table]  # the position in which this end is chosen
    done: Callable[[Table, int], object]  # whether it happened


def discs(n: int) -> Callable[[Table, int], bool]:
    """So many discs of Troy are in the area then."""
    return lambda t, area: t.s.discs[0][area] == n


def _begins_anew() -> Table:
    egypt: dict[str, Any] = {"discs": {}, "hand": []}
    return position("basic_4p", egypt=egypt, **moment("aeneas civilization", 0))


def _places(vp_of_chooser: int = 0) -> Table:
    given: dict[str, Any] = {name: {"vp": 9} for name in ("gaul", "mauretania", "rome", "carthage", "egypt")}
    when = ("fill places", [[0, 1, 2, 3, 4, 5]], [-1] * 6)
    return troy(*when, phase="evaluation", troy={"vp": vp_of_chooser}, **given)


def _negates(card: int) -> Table:
    """Bad Omens answers the use of a Wonder, the False Prophet a card that gives 3 discs."""
    egypt = {"discs": {"tyre": 1}, "hand": [card]}
    if card == 19:
        wonders = [{"wonder": "Great Library", "owner": "troy", "area": "lydia", "discs": 5}]
        t = position(**moment("draw uses", 0), wonders=wonders,
                     troy={"discs": {"lydia": 1}}, egypt=egypt)  # fmt: skip
        return t.do("Great Library")
    t = position(phase="cards", troy={"discs": {"lydia": 1}, "hand": [89]}, egypt=egypt).do("Colonists")
    while not t.asked("negate"):
        t.do(t.name(t.game.legal_actions()[-1]))
    return t


def _competes(**own: Any) -> Table:
    lydia = BOARD.find("lydia")
    return troy("commit", lydia, 0, phase="competition", competition_area="lydia",
                then=[("reveal", lydia), ("act", lydia), ("aftermath", lydia)],
                troy={"discs": {"lydia": 2}, **own.pop("troy", {})},
                egypt={"discs": {"lydia": 3}}, **own)  # fmt: skip


def _announced() -> Table:
    lydia = BOARD.find("lydia")
    return troy("act", lydia, phase="competition", competition_area="lydia", table=[6, 94],
                then=[("aftermath", lydia)],
                announced=[[0, "card", 6], [0, "card", 94]], troy={"discs": {"lydia": 2}},
                egypt={"discs": {"lydia": 3}})  # fmt: skip


def _empires(*when: Any, **own: Any) -> Table:
    """The Western Empire, faction 1, may help the Eastern one."""
    options = {"rules": ["cooperation"]}
    return position(
        "fall_of_rome_1_4p", west=own, **moment(*when, phase="evaluation"), options=options, epoch=4
    )


def _at_war(*when: Any, **own: Any) -> Table:
    """Faction 2 is the player, all others are NPCs and its enemies."""
    names = ("gaul", "mauretania", "troy", "rome", "carthage", "egypt")
    given: dict[str, Any] = {name: {"discs": {"libya": 1} if name == "egypt" else {}} for name in names}
    given["troy"] = {"discs": {"lydia": 1}, "enemies": [n for n in names if n != "troy"], **own}
    options = {"npcs": [0, 1, 3, 4, 5], "npc_hostility": True}
    return position("basic_6p", **moment(*when, phase="evaluation"), options=options, **given)


def _owned(*wonders: str, discs: int = 1) -> list[dict[str, Any]]:
    areas = ("lydia", "phrygia")
    return [
        {"wonder": w, "owner": "troy", "area": a, "discs": discs}
        for w, a in zip(wonders, areas, strict=False)
    ]


WONDERS = ("Great Pyramid", "Temple of Artemis")  # the first and the last
SITES = {"lydia": 1, "phrygia": 1}


def _used(wonder: int) -> Table:
    """The Great Pyramid scores, the Temple of Artemis works in Acquisition."""
    own: dict[str, Any] = {"troy": {"discs": SITES}, "wonders": _owned(*WONDERS)}
    if wonder == 0:
        return troy("scoring uses", 0, phase="evaluation", **own)
    return troy("acquisition", 0, phase="growth", **own)


def _invested(card: int) -> Table:
    own: dict[str, Any] = {"investments": [{"card": card, "owner": "troy", "discs": 2}]}
    if card == 25:
        return troy("acquisition", 0, phase="growth", **own)
    return troy("draw uses", 0, phase="evaluation", **own)


def _new_game(_: int) -> Table:
    return Table(Game.new("six_civs", seed=1))


CASES: dict[tuple[str, str], Case] = {
    # ------------------------------------------------------------------------------------------ areas
    ("retire", "area"): Case(
        SEAS, lambda _: troy("retirement", 0, phase="growth", troy={"discs": both(SEAS)}), discs(0)
    ),
    ("resettle", "area"): Case(
        LANDS,
        lambda _: troy("resettlement", 0, 0, phase="growth", troy={"discs": both(LANDS, 3)}),
        lambda t, area: discs(2)(t, area) and t.s.ready[0] == 1,
    ),
    ("deploy", "area"): Case(
        SEAS,
        lambda _: troy("deploy", 0, phase="growth", troy={"discs": both(SEAS), "ready": 1}),
        discs(2),
    ),
    ("climate", "area"): Case(
        SEAS, lambda _: troy("climate", 0, 5, 0, phase="epoch", troy={"discs": both(SEAS)}), discs(2)
    ),
    ("remove_own", "area"): Case(
        SEAS, lambda _: troy("remove own", 0, 1, "card 9", 1, troy={"discs": both(SEAS)}), discs(0)
    ),
    ("barbarian_shortage", "area"): Case(
        SEAS,
        lambda _: troy(
            "put barbarians",
            0,
            BOARD.find("kush"),
            1,
            "card 98",
            True,
            phase="competition",
            barbarians={"discs": both(SEAS, 25)},
        ),
        lambda t, area: t.s.discs[-1][area] == 24 and t.discs("barbarians", "kush") == 1,
    ),
    ("aeneas_place", "area"): Case(
        SEAS,
        lambda _: troy("aeneas deploy", 0, FIRST, phase="evaluation", troy={"discs": both(SEAS), "ready": 1}),
        discs(2),
    ),
    ("aeneas_start", "area"): Case(
        LANDS,
        lambda _: _begins_anew().do("egypt"),
        lambda t, area: t.s.discs[0][area] == 1 and t.asked("aeneas_place", "egypt"),
    ),
    ("explore", "area"): Case(
        SEAS,
        lambda _: explore(stack=[["explore", 0, mask_of(SEAS)]]),
        lambda t, area: [e.area for e in t.events("discs_drawn")][:1] == [area],
    ),
    ("starting_disc", "area"): Case(
        SEAS,
        lambda _: position(
            "six_civs",
            troy={"discs": both(SEAS)},
            rome={},
            egypt={},
            carthage={},
            phoenicia={},
            minos={},
            **moment("starting rest", 0, then=["choose civilization", "deal", "turn"]),
        ),
        discs(2),
    ),
    ("wonder_payment", "area"): Case(
        SEAS,
        lambda _: troy("build", 0, 3, 4, 1, troy={"discs": {"libya": 2, **both(SEAS)}, "treasury": 3}),
        discs(0),
    ),
    ("wonder_site", "area"): Case(
        LANDS,
        lambda _: troy("build", 0, 3, 0, 0, troy={"discs": both(LANDS)}),
        lambda t, area: t.s.wonders[3][:2] == (0, area),
    ),
    # ------------------------------------------------------------------------------------------ cards
    ("card_action", "card"): Case(
        CARDS, lambda _: troy(troy={"hand": [1, 97]}), lambda t, card: t.events("played")[0].card == card
    ),
    ("discard", "card"): Case(
        CARDS,
        lambda _: troy("discard choice", 0, 1, "card 9", 1, troy={"hand": [1, 97]}),
        lambda t, card: t.s.discard == [card],
    ),
    ("hand_limit", "card"): Case(
        CARDS,
        lambda _: troy("hand limit", 0, troy={"hand": [1, 3, 4, 5, 7, 8, 97]}),
        lambda t, card: t.s.discard == [card],
    ),
    ("keep", "card"): Case(
        CARDS,
        lambda _: troy("keep", 0, "wonder 1", troy={"drawn": [1, 97]}),
        lambda t, card: t.s.hand[0] == 1 << card,
    ),
    ("loss", "card"): Case(
        CARDS,
        lambda _: troy("losses", [[0, HOME, -1]], "card 9", 0, 1, troy={"hand": [1, 97]}),
        lambda t, card: t.s.discard == [card] and discs(2)(t, HOME),
    ),
    ("penalty", "card"): Case(
        CARDS,
        lambda _: troy("penalty", 0, [HOME], ["card"], "card 9", 1, troy={"hand": [1, 97]}),
        lambda t, card: t.s.discard == [card],
    ),
    ("peace_gift", "card"): Case(
        CARDS,
        lambda _: _at_war("peace gift", 2, 5, 0, 1 << 5, [], hand=[1, 97]),
        lambda t, card: t.s.hand[5] == 1 << card,
    ),
    ("give", "card"): Case(
        (6, 95),
        lambda _: _empires("gift", 1, 3, 0, hand=[6, 95]),
        lambda t, card: t.s.hand[3] == 1 << card,
    ),
    ("recover", "card"): Case(
        CARDS,
        lambda _: troy("recover", 0, "wonder 2", discard=[1, 97], peeked=[1, 97]),
        lambda t, card: t.s.hand[0] == 1 << card,
    ),
    ("take_back", "card"): Case(
        (6, 75),
        lambda _: position(
            "greeks_persians_2p",
            **moment("take back", 0, 1, phase="evaluation"),
            reserve=[{"card": card, "owner": 0} for card in (6, 75)],
            greece={},
            land_persians={},
            sea_persians={},
        ),
        lambda t, card: t.s.hand[0] == 1 << card,
    ),
    ("take", "card"): Case(
        CARDS,
        lambda _: troy("take", 0, 1, "look", "card 34", egypt={"hand": [1, 97]}),
        lambda t, card: t.s.hand[0] == 1 << card,
    ),
    ("wonder_payment", "card"): Case(
        CARDS,
        lambda _: troy("build", 0, 3, 2, 0, troy={"hand": [1, 3, 97]}),
        lambda t, card: t.s.discard == [card],
    ),
    ("commit", "card"): Case(
        (6, 94),
        lambda _: _competes(troy={"hand": [6, 94]}),
        lambda t, card: t.s.laid[0] == (card,) or t.events("played")[0].card == card,
    ),
    ("card_order", "card"): Case(
        (6, 94),
        lambda _: _announced(),
        lambda t, card: (0, "card", 100 - card) in t.s.announced or t.s.discard[0] == card,
    ),
    ("negate", "card"): Case((19, 66), _negates, lambda t, card: t.events("negates")[0].card == card),
    ("phase_start_card", "card"): Case(
        (45, 45),
        lambda _: position(
            **moment("phase start cards", 0),
            troy={"discs": {"lydia": 2}, "hand": [45]},
            egypt={"discs": {"lydia": 3}},
        ),
        lambda t, card: t.events("played")[0].card == card,
    ),
    ("turn_order_card", "card"): Case(
        (38, 38),
        lambda _: troy("turn order cards", 0, phase="evaluation", troy={"hand": [38]}),
        lambda t, card: t.events("played")[0].card == card,
    ),
    ("use", "card"): Case((25, 91), _invested, lambda t, card: t.events("investment_used")[0].card == card),
    # ---------------------------------------------------------------------------------------- Wonders
    ("card_action", "wonder"): Case(
        (0, 6),
        lambda _: troy(troy={"discs": {"libya": 3}, "treasury": 3}),
        lambda t, wonder: t.s.wonders[wonder][:2] == (0, HOME),
    ),
    ("use", "wonder"): Case((0, 6), _used, lambda t, wonder: t.events("wonder_used")[0].wonder == wonder),
    ("commit", "wonder"): Case(
        (3, 5),
        lambda _: _competes(
            troy={"discs": {"lydia": 2, "phrygia": 1}}, wonders=_owned("Colossus", "Statue of Zeus")
        ),
        lambda t, wonder: t.events("wonder_used")[0].wonder == wonder,
    ),
    ("gods_smile", "wonder"): Case(
        (0, 6),
        lambda _: troy("gods smile", 0, phase="epoch", troy={"discs": SITES}, wonders=_owned(*WONDERS)),
        lambda t, wonder: t.s.wonders[wonder].discs > 1,
    ),
    # ---------------------------------------------------------------------------------- civilizations
    ("civilization", "civilization"): Case((0, 9), _new_game, lambda t, number: number in t.s.civilization),
    ("aeneas_civilization", "civilization"): Case(
        (0, 9), lambda _: _begins_anew(), lambda t, number: t.s.civilization[0] == number
    ),
    # --------------------------------------------------------------------------- factions and numbers
    ("peace_offer", "faction"): Case(
        (0, 5),
        lambda _: _at_war("hostility"),
        lambda t, faction: t.events("peace_offer")[0].other == faction,
    ),
    ("talents_to_spend", "number"): Case(
        (0, 19),
        lambda _: troy("draw talents", 0, phase="evaluation", troy={"treasury": 25}),
        lambda t, n: t.s.treasury[0] == 25 - n,
    ),
    ("turn_place", "number"): Case((0, 5), lambda _: _places(), lambda t, n: t.s.order[n] == 0),
    ("mode", "mode"): Case(
        (0, 1),
        lambda _: troy(
            troy={"discs": SITES, "hand": [88]},
            wonders=[w | {"buried": w["wonder"] == WONDERS[1], "discs": 0} for w in _owned(*WONDERS)],
        ).do("#88"),
        lambda t, mode: [w.discs for w in t.s.wonders if w.owner == 0] == [[2, 0], [0, 3]][mode],
    ),
}
ACTION: dict[str, Callable[[int], int]] = {
    "area": area_action, "card": card_action, "wonder": wonder_action, "civilization": civilization_action,
    "faction": faction_action, "number": number_action, "mode": mode_action,
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "block", "end"), [(*key, end) for key, c in CASES.items() for end in set(c.ends)]
)
def test_the_ends_of_a_block_do_what_they_should(kind: str, block: str, end: int) -> None:
    case = CASES[kind, block]
    t = case.asked(end)
    assert t.kind == kind
    action = ACTION[block](end)
    assert action in t.game.legal_actions()
    assert t.game.describe(action)
    t.game.apply(action)
    assert case.done(t, end)


# ------------------------------------------------------------- what is declared with a card or an ability


class Declared(NamedTuple):
    """An operation that asks for ends of blocks, and what it does with them."""

    operation: Operation
    picks: tuple[tuple[tuple[str, int], ...], ...]  # each way to answer, as (block, number)
    done: Callable[[Table, Play, int], object]


def _somewhere() -> Table:
    """Troy, faction 0, and Egypt, faction 5, and Barbarians stand at both ends of the map."""
    everywhere = both(SEAS) | {"salamis": 1}
    return position("basic_6p", phase="cards", troy={"discs": everywhere}, rome={}, gaul={}, carthage={},
                    mauretania={}, egypt={"discs": everywhere | both(LANDS, 3)},
                    barbarians={"discs": both(SEAS)},
                    wonders=[{"wonder": w, "owner": "egypt", "area": name(a), "discs": 1}
                             for w, a in zip(WONDERS, LANDS, strict=True)])  # fmt: skip


def _areas(*ends: int) -> tuple[tuple[tuple[str, int], ...], ...]:
    return tuple((("area", end),) for end in ends)


DECLARED: dict[str, Declared] = {
    "name_area": Declared(NameArea(), _areas(*SEAS), lambda t, play, end: play.areas == (end,)),
    "name_city": Declared(
        NameCity(),
        tuple((("area", a), ("faction", 5)) for a in LANDS),
        lambda t, play, end: (play.areas, play.factions[0]) == ((end,), 5),
    ),
    "name_civilization": Declared(
        NameCivilization(who="any"),
        ((("faction", 0),), (("faction", 5),)),
        lambda t, play, end: play.factions == (end,),
    ),
    "name_wonder": Declared(
        NameWonder(), ((("wonder", 0),), (("wonder", 6),)), lambda t, play, end: play.wonder == end
    ),
    "remove": Declared(
        Remove(),
        tuple((("area", a), ("faction", f)) for a in SEAS for f in (0, 5, 6)),
        lambda t, play, end: (
            t.s.discs[faction_of(play.picks[0][1])][end]
            == _somewhere().s.discs[faction_of(play.picks[0][1])][end] - 1
        ),
    ),
    "place": Declared(Place(n=1), _areas(*SEAS), lambda t, play, end: t.s.discs[0][end] == 2),
    "put_barbarians": Declared(
        Barbarians(n=1, areas=1), _areas(*SEAS), lambda t, play, end: t.s.discs[-1][end] == 2
    ),
    "allies": Declared(
        Allies(areas=1, anywhere=True), _areas(*SEAS), lambda t, play, end: t.s.allies == {(end, 0): 1}
    ),
}


@pytest.mark.parametrize(("kind", "picks"), [(k, picks) for k, d in DECLARED.items() for picks in d.picks])
def test_the_ends_of_a_block_can_be_declared(kind: str, picks: tuple[tuple[str, int], ...]) -> None:
    operation, _, done = DECLARED[kind]
    t = _somewhere()
    play = Play(0, "ability", 0)
    picked: tuple[int, ...] = ()
    for block, end in picks:
        action = ACTION[block](end)
        assert operation.asks(picked) == kind and operation.options(t.s, play, picked) >> action & 1
        picked += (action,)
    play = operation.declare(play, picked)
    t.s.question, t.s.stack = None, []
    operation.resolve(t.s, play, picked)
    run(t.s)
    assert done(t, play, picks[0][1])


def test_no_decision_is_left_out() -> None:
    """Every kind that offers more than yes and no is here with all its blocks."""
    kinds = {kind for kind, _ in CASES} | DECLARED.keys()
    assert kinds | ONLY_YES_OR_NO == {*KINDS}
    assert {block_of(ACTION[block](n)) for (_, block), c in CASES.items() for n in c.ends} >= {
        ("area", FIRST), ("area", LAST), ("card", 1), ("wonder", 0), ("wonder", 6), ("civilization", 0),
        ("civilization", 9), ("number", 0), ("number", 19), ("mode", 0),
    }  # fmt: skip
