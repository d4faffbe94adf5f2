"""What the page of a seat gets of a game: all that the seat may see, and nothing else."""

from __future__ import annotations

from typing import Any

from acis_env.render.snapshot import Holding, Snapshot, Standing, take
from acis_rules import Game
from acis_rules.box.deck import Fate
from acis_rules.kernel.bits import members, union
from acis_rules.kernel.state import State
from acis_rules.table.terms import occupied
from acis_rules.views import View
from acis_rules.words.names import EPOCHS, PHASES
from acis_rules.words.winning import result

from ..live.displays import abilities, with_moment
from ..live.game import LiveGame
from ..live.lessons import Lesson
from ..live.seats import player_name
from . import told
from .asked import decision
from .board import board_groups, board_svg, contents

AREA_KINDS = {"land": "land area", "coastal": "coastal sea", "open": "open sea"}


def public(live: LiveGame, game: Game) -> dict[str, Any]:
    """What lies open on the table in a position of the game."""
    snapshot = take(game, since=len(game.state.log))
    return {
        "when": when(snapshot),
        "clock": _clock(snapshot),
        "factions": [_faction(live, game.state, i, one) for i, one in enumerate(snapshot.standings)],
        "groups": board_groups(snapshot),
        "there": contents(game.state, snapshot),
    }


def when(snapshot: Snapshot) -> str:
    """Epoch, turn and phase."""
    if snapshot.over:
        return "End of the game"
    return f"Epoch {EPOCHS[snapshot.epoch]}, turn {snapshot.turn}, {PHASES[snapshot.phase]}"


def _clock(snapshot: Snapshot) -> dict[str, Any]:
    return {
        "epoch": EPOCHS[snapshot.epoch],
        "epochs": [EPOCHS[epoch] for epoch in snapshot.epochs],
        "turn": snapshot.turn,
        "turns": snapshot.turns,
        "phase": PHASES[snapshot.phase],
        "deck": snapshot.deck,
        "discard": snapshot.discard,
        "barbarians": snapshot.barbarians,
        "order": [faction.name for faction in snapshot.order],
    }


def _faction(live: LiveGame, s: State, number: int, one: Standing) -> dict[str, Any]:
    display = s.world.civilization(s, number)
    return {
        "name": one.faction.name,
        "mark": one.faction.mark,
        "colour": one.faction.colour,
        "ink": one.faction.ink,
        "seat": one.seat,
        "player": player_name(live.saved.seats[one.seat]),
        "vp": one.vp,
        "points": float(s.vp[number]),  # to be compared
        "cities": one.cities,
        "settlements": one.settlements,
        "ready": one.ready,
        "supply": one.supply,
        "talents": one.talents,
        "loot": one.loot,
        "hand": one.hand,
        "wonders": [_holding(holding) for holding in one.wonders],
        "investments": [_holding(holding) for holding in one.investments],
        "abilities": abilities(display, s.epoch),
        "won": one.won,
    }


def _holding(holding: Holding) -> dict[str, Any]:
    return {"name": holding.name, "discs": holding.discs, "buried": holding.buried}


def box(live: LiveGame) -> dict[str, Any]:
    """What does not change in a game: board, cards, Wonders, areas."""
    s = live.game.state
    world = s.world
    return {
        "title": world.scenario.title,
        "board": board_svg(world.board),
        "cards": {card.id: _card(card) for card in world.deck.cards[1:]},
        "wonders": [
            {"name": one.name, "text": with_moment(one), "discs": one.discs} for one in world.deck.wonders
        ],
        "areas": {
            area: {
                "name": world.board.names[area],
                "kind": AREA_KINDS[world.board.areas[area].kind],
                "next": [
                    world.board.names[i] for i in members(world.board.neighbours[area] & world.board.in_play)
                ],
            }
            for area in members(world.board.in_play)
        },
        "seats": [player_name(spec) for spec in live.saved.seats],
        "seed": live.saved.seed,
    }


def _card(card: Fate) -> dict[str, Any]:
    kinds = [
        word
        for word, applies in (
            ("Event", card.event),
            ("Competition", card.competition),
            ("Negation", card.negation),
            ("Investment", "I" in card.source.flags),
            ("Great Person", card.great_person),
        )
        if applies
    ]
    return {"name": card.name, "text": card.text, "kinds": kinds}


def seat_page(live: LiveGame, seat: int) -> dict[str, Any]:
    """All that the page of a seat shows now; seat -1 is somebody who only watches."""
    game = live.game
    s = game.state
    out = public(live, game) | {
        "over": s.over,
        "result": result(s) if s.over else "",
        "frames": len(live.film),
        "fair": live.saved.fair,
    }
    if seat < 0:
        return out | {"news": told.lines(live, -1, len(live.film) - 12)}
    view = View(s, seat)
    since = live.film.frame_of(live.last_turn(seat))
    out |= {
        "seat": seat,
        "mine": members(view.factions),
        "hands": hands(view),
        "laid": {f: members(view.laid[f]) for f in members(view.factions) if view.laid[f]},
        "known": {f: members(cards) for f, cards in enumerate(view.known) if cards},
        "decision": decision(live, view),
        "home": members(union(occupied(s, f) for f in members(view.factions))),
        "undo": live.can_undo(seat),
        "news": told.lines(live, seat, max(since, len(live.film) - told.MOST_LINES)),
        "epoch_end": told.epoch_end(live, seat),
        "news_left_out": max(0, len(live.film) - told.MOST_LINES - since),
    }
    if live.lessons is not None and live.lessons.seat == seat:
        out["lessons"] = [_lesson(*one) for one in live.lessons.told]
    return out


def _lesson(lesson: Lesson, after: int) -> dict[str, Any]:
    """A step of a guided game; those told together have the same `after`."""
    return {
        "title": lesson.title,
        "text": lesson.paragraphs(browser=True),
        "rules": list(lesson.rules),
        "after": after,
    }


def hands(view: View) -> dict[int, list[int]]:
    """Own hands by faction, with cards drawn and not yet kept."""
    return {f: members(view.hand[f] | view.drawn[f]) for f in members(view.factions)}


def frame(live: LiveGame, number: int, seat: int) -> dict[str, Any]:
    """The table at the end of a frame, as everybody saw it; after the end of the game with all hands."""
    over = live.game.over

    def see(game: Game, _: int) -> dict[str, Any]:
        out = public(live, game)
        if over:
            out["hands"] = {f: members(cards) for f, cards in enumerate(game.state.hand)}
        return out

    shown = live.film.look(number, number, see)[0]
    return shown | {"frame": number, "lines": told.lines(live, seat, number, number)}


def curve(live: LiveGame) -> dict[str, Any]:
    """For the score chart and for jumps: VP, when it was and whose doing it was, frame by frame."""
    log = list(live.game.state.log)

    def see(game: Game, number: int) -> tuple[list[float], str, int]:
        s = game.state
        vp = [float(points) for points in s.vp]
        clock = f"{EPOCHS[s.epoch]}.{s.turn} {PHASES[s.phase]}"
        start = live.film.starts[number]
        return vp, clock, log[start].faction if start < len(log) else -1

    shown = live.film.look(0, len(live.film) - 1, see)
    clocks = list(dict.fromkeys(clock for _, clock, _ in shown))
    return {
        "vp": [vp for vp, _, _ in shown],
        "clocks": clocks,
        "clock": [clocks.index(clock) for _, clock, _ in shown],
        "faction": [faction for _, _, faction in shown],
    }
