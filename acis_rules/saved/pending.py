"""Pending work that comes from outside: only what the machine can go on with.

Four things make a stack sound: each frame is possible (`frames`), in the middle of a game they lie on
each other as the rules put them (`_STACKS`), the cards on the table are those that a frame will put
away, and the open question is the one that its asker would ask again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..box.scenario_blocks import NO_CIVILIZATION
from ..cards.plays import NOBODY_ANSWERS
from ..errors import PositionError, shown
from ..kernel.actions import BLOCKS, N_ACTIONS, N_AREAS, N_CARDS, STOP_BIT
from ..kernel.bits import members
from ..kernel.decisions import KINDS
from ..kernel.machine import JOINING, do_step
from ..kernel.state import Frame, Question, State
from ..kernel.types import Faction
from ..table.ending import best_sides
from .fields import Reader
from .frames import check_form, check_frame, frame_in, is_chain, is_civilization, number

# What can lie on the stack in each phase, from the bottom to the step that works or asks now; it
# reads like a regular expression over names of steps. PLAY is the use of cards, Wonders, Investments
# and abilities with all that comes of it.
_PLAY = """(choose_mode|declare|window|verdict|resolve|put_away|event|draw|keep|hand_limit|take|recover|
    discard_choice|deal_anew|losses|remove_own|penalty|put_barbarians|barbarian_shortage)*"""
_STACKS = {
    "setup": """turn deal starting_wonder*
        (choose_civilizations | starting_site |
        choose_civilization (starting_rest starting_neighbours*)?)?""",
    "exploration": "evaluation competition_phase card_phase growth_phase PLAY",
    "growth": """evaluation competition_phase card_phase
        (growth_phase | (deployment (resettlement acquisition retirement)? growth_gifts? primary_enemy?)*
        (deployment (resettlement (transfer uses?)?)? | deploy uses?)? aeneas_convert* PLAY)""",
    "cards": "evaluation competition_phase (card_phase | card_action (build | PLAY))",
    "competition": """evaluation (competition_phase | PLAY |
        (next_competition first_competition* (phase_start_cards | phase_start_ability)* |
        aftermath round (batch | act (reveal commit* announced? | revealed* revealed_verdict?)?)) PLAY)""",
    "evaluation": """evaluation | (turn | sudden_end_check |
        next_turn draw_end* draw_turn* (draw_talents uses?)? |
        sudden_end aeneas_step
        ((aeneas_civilization | npc_keeps_civilization) aeneas_convert* | aeneas_start | aeneas_deploy |
        npc_aeneas_check | npc_entry | turn_order_cards* choose_place? |
        turn_order (hostility? | peace_gift) (victory_count | scoring_abilities uses*)?)) PLAY""",
    "epoch": """end_of_epoch | (next_epoch |
        next_epoch new_hands lose_talents epoch_vp
        (epoch_change (climate* | shuffle_all) | epoch_row | given_change* (back_into_deck | gods_smile*)) |
        game_end epoch_vp (final_epoch_event climate* | back_into_deck | gods_smile*)) PLAY""",
    "over": "",
}  # fmt: skip


def _pattern(words: str) -> re.Pattern[str]:
    steps = re.sub("[a-z_]+", r"(?:\g<0>;)", words.replace("PLAY", _PLAY))
    return re.compile(re.sub(r"\s", "", steps))


_PATTERNS = {phase: _pattern(words) for phase, words in _STACKS.items()}
PHASES = tuple(_STACKS)
# Where play goes on if no pending work is given: the top of the stack is last.
STARTS: dict[str, tuple[str, ...]] = {
    "exploration": ("evaluation", "competition_phase", "card_phase", "growth_phase", "exploration_phase"),
    "growth": ("evaluation", "competition_phase", "card_phase", "growth_phase"),
    "cards": ("evaluation", "competition_phase", "card_phase"),
    "competition": ("evaluation", "competition_phase"),
    "evaluation": ("evaluation",),
    "epoch": ("end_of_epoch",),
}
_BEGINNING_ANEW = ("aeneas_step", "npc_aeneas_check", "npc_begins_anew", "npc_entry")
_SETUP_STEPS = {*re.findall("[a-z_]+", _STACKS["setup"])} - {"turn"} | {"starting_discs", "first_barbarians"}


def pending_in(s: State, top: Reader) -> None:
    """Pending work and the open question, or the end of the game."""
    s.over = top.flag("over")
    s.winners = top.numbers("winners", range(s.world.n_factions), "factions")
    if "stack" in top.data:
        s.stack = [frame_in(frame, f"position.stack[{i}]") for i, frame in enumerate(top.items("stack"))]
    else:
        s.stack = [(name,) for name in STARTS.get(s.phase, ())]
    question = top.get("question", None)
    s.question = _question(s, question) if question is not None else None
    asker = top.get("asker", None)
    if asker is not None:
        if not isinstance(asker, list | tuple) or len(asker) != 2:
            raise PositionError("position.asker: must be a list of a place in the stack and a frame")
        s.asker = (asker[0], frame_in(asker[1], "position.asker"))
    if s.over or s.phase == "over" or s.winners:
        _check_end(s)
    _check(s)


def _question(s: State, data: Any) -> Question:
    reader = Reader(data, "position.question")
    kind, legal = reader.get("kind", None), reader.get("legal", None)
    if kind not in KINDS:
        raise PositionError(f"position.question.kind: {shown(kind)} is no kind of decision")
    black = s.world.barbarians
    question = Question(
        reader.number("faction", -1, black - 1), kind, legal, reader.number("card", 0, N_CARDS),
        reader.number("area", -1, N_AREAS - 1, -1), reader.number("by", -1, black, -1), reader.number("n", 0),
    )  # fmt: skip
    reader.done()
    return question


def _check_end(s: State) -> None:
    """A game that is over has winners, and nothing is left to do."""
    if not (s.over and s.phase == "over" and s.winners):
        raise PositionError("position.over: the phase over, over: true and winners belong together")
    if s.stack or s.question is not None or s.asker is not None:
        raise PositionError("position.over: nothing can be pending when the game is over")
    victory = s.world.scenario.victory
    side = s.world.side
    winning = {side[faction] for faction in s.winners}
    if not s.world.on.crowned and sorted(s.winners) != [f for f, on in enumerate(side) if on in winning]:
        raise PositionError("position.winners: a player wins with all its civilizations")
    at_once = victory.control or victory.own_and_another_home or victory.monitors or s.world.npcs
    if not at_once and winning != set(best_sides(s)):
        raise PositionError(f"position.winners: {shown(s.winners)} are not those with most VP")


def _check(s: State) -> None:
    """Refuse pending work that the machine could not do to the end."""
    for i, frame in enumerate(s.stack):
        check_form(frame, f"position.stack[{i}]")
    steps = [*s.stack]
    if s.question is not None:
        if s.asker is None:
            raise PositionError("position.asker: is needed with a question")
        depth, frame = s.asker
        if not number(depth, 0, len(s.stack) - 1):
            raise PositionError(f"position.asker: {shown(depth)} is not a place in the stack")
        steps = [*s.stack[:depth], frame]
    elif s.asker is not None:
        raise PositionError("position.asker: without a question nobody asks")
    for i, frame in enumerate(steps):
        check_frame(s, frame, f"position.stack[{i}]" if i < len(s.stack) else "position.asker")
    _check_order(s, steps)
    _check_moment(s, steps)
    owed = sorted(_owed(s, steps))
    if owed != sorted(s.table) and not s.over:  # a card that wins at once stays where it lies
        raise PositionError(
            f"position.table: {shown(s.table)}, but the cards in use in the stack are {shown(owed)}"
        )
    s.resolving = tuple(arguments[0] for name, *arguments in steps if name == "put_away")
    s.counted = s.phase in ("evaluation", "epoch", "over") and not {
        "evaluation", "sea_domination", "victory_count"
    } & {frame[0] for frame in steps}  # fmt: skip
    if s.question is not None:
        _check_question(s)


def _check_order(s: State, steps: list[Frame]) -> None:
    """In the middle of a game the frames lie on each other as the rules put them.

    Without a question any steps of the game may be listed, but those of the setup only for it.
    """
    names = [frame[0] for frame in steps]
    if s.question is not None or s.phase in ("setup", "over"):
        others = "".join(f"{name};" for name in names if name not in JOINING)
        patterns = _PATTERNS.values() if JOINING & set(names) else (_PATTERNS[s.phase],)  # a phase may begin
        if not any(pattern.fullmatch(others) for pattern in patterns):
            raise PositionError(
                f"position.stack: {shown(names)} cannot be what is pending in the phase {s.phase}"
            )
    elif set(names) & _SETUP_STEPS:
        raise PositionError(f"position.stack: {shown(names)}: steps of the setup after it")
    elif sum(name in _BEGINNING_ANEW for name in names) > 1:
        raise PositionError(f"position.stack: {shown(names)}: an NPC begins anew once at a time")
    chosen = s.phase != "setup" or not set(names) & {"choose_civilizations", "choose_civilization"}
    for f, faction in enumerate(s.world.scenario.factions):
        has_none = faction.civilization == NO_CIVILIZATION or (s.reborn | s.absent & s.world.unknown) & 1 << f
        if chosen and s.civilization[f] < 0 and not has_none:
            raise PositionError(f"position.factions[{f}].civilization: is needed after the choice")


def _check_moment(s: State, steps: list[Frame]) -> None:
    """What lasts for a moment only is there exactly while a step of that moment is pending."""
    names = {frame[0] for frame in steps}
    fighting = "aftermath" in names
    if (s.competition_area >= 0) != fighting:
        word = "is needed in" if fighting else "is there without"
        raise PositionError(f"position.competition_area: {word} a competition under way")
    for there, field, step in (
        (s.special >= 0, "special", "transfer"),
        (bool(s.peeked), "peeked", "recover"),
    ):
        if there != (step in names):
            raise PositionError(f"position.{field}: {'nobody is' if there else 'somebody is'} at {step}")
    if s.white and s.phase != "exploration":
        raise PositionError("position.white: white discs are there in the Exploration Phase only")
    if s.arrived & (~s.world.unknown | s.absent):
        raise PositionError(f"position.arrived: {shown(members(s.arrived))}: nobody has met them")
    if s.announced and "act" not in names:
        raise PositionError("position.announced: nothing is announced without a competition under way")
    for f in range(s.world.n_factions):
        where = f"position.factions[{f}]"
        if s.laid[f] and "reveal" not in names:
            raise PositionError(f"{where}.laid: cards lie face down only until they are revealed")
        if s.drawn[f] and not any(frame[:2] == ("keep", f) for frame in steps):
            raise PositionError(f"{where}.drawn: nobody is about to keep one of these cards")
        knobs = s.world.knobs[f]
        # Cards of the reserve come back before the draw, at whose end the limit holds; some are laid
        trimmed = ("hand_limit", "draw_talents") if s.world.reserve else ("hand_limit",)
        held = s.hand[f].bit_count() + sum(card not in s.world.reserve for card in s.laid[f])
        opening = s.world.scenario.opening_hand(knobs) + (s.hand[f] & s.world.in_hand).bit_count()
        most = max(knobs.hand_limit, opening)
        if (
            held > most
            and not knobs.late_hand_limit
            and not any(frame[0] in trimmed and frame[1] == f for frame in steps)
        ):
            raise PositionError(f"{where}.hand: {held} cards; the limit is {most}")


def _owed(s: State, steps: list[Frame]) -> Iterator[int]:
    """The cards in use that pending steps will take off the table."""
    for name, *arguments in steps:
        if name in ("put_away", "verdict", "revealed_verdict"):
            if arguments[0].kind in ("card", "turn_order"):
                yield arguments[0].id
        elif name in ("choose_mode", "declare"):
            if arguments[-1] != NOBODY_ANSWERS and arguments[0].kind in ("card", "turn_order"):
                yield arguments[0].id
        elif name in ("event", "revealed"):
            yield arguments[-1]
        elif name == "curse":
            yield from arguments[1]
        elif name == "window":
            for _, card, _ in arguments[1][1:]:
                yield card
    for _, kind, card in s.announced:
        if kind == "card":
            yield card


_CARDS = sum(((1 << size) - 1) << start for name, start, size in BLOCKS if name == "card")
_CAN_DECLINE = ("negate", "commit", "phase_start_card", "turn_order_card", "card_action")


def _check_question(s: State) -> None:
    """The open question is the one that its asker would ask now.

    In a game whose hidden cards were dealt anew it may be asked without the new cards, and who has none
    of the cards asked for can only decline.
    """
    assert s.asker is not None and s.question is not None
    depth, frame = s.asker
    again = s.copy()
    again.question = None
    del again.stack[depth:]
    do_step(again, _from_responder(frame, s.question.faction))
    asked, legal = again.question, s.question.legal
    if not number(legal, 1, (1 << N_ACTIONS) - 1):
        raise PositionError(f"position.question.legal: {shown(legal)} is not a set of actions")
    if asked is not None and s.question == asked._replace(legal=legal) and again.stack == s.stack:
        if not (legal & ~asked.legal or asked.legal & ~legal & ~_CARDS):
            s.question, s.stack = asked._replace(legal=legal), again.stack  # equal, of plain numbers
            return
    elif legal == STOP_BIT and s.question.kind in _CAN_DECLINE and _stays(s, frame):
        return
    raise PositionError(f"position.question: is not what {frame[0]} would ask here")


def _from_responder(asker: Frame, faction: Faction) -> Frame:
    """A window as it is when its turn comes: that those before it declined leaves no trace in the frame."""
    if asker[0] != "window":
        return asker
    name, play, (*below, (user, card, responders)) = asker
    if faction in responders:
        responders = responders[responders.index(faction) :]
    return (name, play, (*below, (user, card, responders)))


def _stays(s: State, asker: Frame) -> bool:
    """Whether the top of the stack is an answer to this asker that leads back to it."""
    depth, _ = s.asker or (0, ())
    answer = s.stack[-1]
    if len(s.stack) != depth + 1 or answer[0] != asker[0]:
        return False
    if answer[0] == "window":
        return len(answer) == 4 and is_civilization(s, answer[1]) and _window_stays(s, answer, asker)
    return answer[1:] == asker[1:] or (answer[0] == "card_action" and answer[1:-1] == asker[1:])


def _window_stays(s: State, answer: Frame, asker: Frame) -> bool:
    """The window goes on with the same chain and fewer to ask."""
    (*below, (faction, card, responders)), chain = asker[2], answer[3]
    return (
        answer[2] == asker[1]
        and is_chain(s, chain)
        and chain[:-1] == tuple(below)
        and chain[-1][:2] == (faction, card)
        and set(chain[-1][2]) <= set(responders)
    )
