"""The open decision for the page of the seat that is asked: in words, with all that helps to decide."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from acis_rules import Game
from acis_rules.cards.plays import being_declared
from acis_rules.effects import Play
from acis_rules.kernel.actions import LOSE_DISC, STOP, area_action, area_of, block_of, is_area
from acis_rules.kernel.machine import argument
from acis_rules.kernel.state import Question, State
from acis_rules.table.terms import strengths
from acis_rules.views import View
from acis_rules.words.about import About, about
from acis_rules.words.decisions import describe_decision, in_short, name_of
from acis_rules.words.names import (
    area_name,
    capitalized,
    card_name,
    count,
    faction_name,
    joined,
    ordinal,
    wonder_name,
)

from ..live.displays import at_a_glance, with_moment
from ..live.game import LiveGame, Step

PLACING = frozenset(("deploy", "aeneas_place", "starting_disc", "place", "climate"))
PLENTY = 10  # discs in supply, enough for a Growth Phase
FIGHT = "competition"  # the cause of discs that are lost in its rounds
# What a person has to know about each kind of decision and is not told by its sentence
HELP = {
    "deploy": "Click areas that you Control (nobody else is there), their neighbours, or Contested ones.",
    "use": "Each use costs a disc that lies on it.",
    "retire": "Retired discs go back to your supply. Mostly you keep them all.",
    "resettle": "A disc taken from a City now can be placed elsewhere at once.",
    "card_action": "You do one thing; then the others do the same, until all have passed.",
    "commit": "All sides lose discs here, round by round. What you commit changes that.",
    "loss": "You can pay to keep the disc.",
    "negate": "If you negate it, it has no effect.",
    "wonder_payment": "Discs from the map and cards, in any order; talents pay for the rest.",
    "wonder_site": "It scores 1 VP each turn as long as you have a disc there.",
    "talents_to_spend": "Each talent buys a card.",
    "aeneas": "You would leave the map and begin anew elsewhere, with as many VP.",
}


def decision(live: LiveGame, view: View) -> dict[str, Any] | None:
    """The decision that is open to the seat of the view, None if another is asked or nobody."""
    question = view.question
    if question is None:
        return None
    game = view.sample(Random(0))  # for the words: what the seat may not know is dealt anew
    s = game.state
    answers = [_answer(s, question, action) for action in [*game.legal_actions(), *live.left_behind]]
    out: dict[str, Any] = {
        "kind": question.kind,
        "faction": question.faction,
        "words": describe_decision(s),
        "help": " ".join(filter(None, (_help(s), _forecast(game), _paid_unasked(live, s)))),
        "n": question.n,
        "area": question.area,
        "answers": answers,
        "so_far": [thing(s, action) for action in _so_far(live, view.seat, question.kind)],
        "chosen": _declared_areas(s),
        "about": _about(s, view),
    }
    confirm = _given_up(view)
    if confirm:
        out["confirm"] = confirm
    return out


def _answer(s: State, question: Question, action: int) -> dict[str, Any]:
    block, n = block_of(action)
    out = {"action": action, "block": block, "n": n, "words": said(s, action)}
    if block == "wonder" and question.kind == "card_action":
        knobs = s.world.knobs[question.faction]
        discs = max(knobs.wonder_discs, s.world.deck.wonders[n].discs - s.supply[question.faction])
        least = f", at least {discs} of them discs from the map" if discs else ""
        out["cost"] = f"Costs {count(knobs.wonder_resources, 'resource')}{least}."
    elif block == "civilization":
        out["text"] = at_a_glance(s.world.civilizations[n], s.epoch)
    return out


def said(s: State, action: int) -> str:
    """An answer as its button says it, without the text of a card or Wonder."""
    block, n = block_of(action)
    words = in_short(s, action)
    return words.replace(f" (#{n})", "") if block == "card" else words


def _given_up(view: View) -> str:
    """What is lost if the person stops here; nothing is asked if that is nothing."""
    q = view.question
    assert q is not None
    if not q.legal >> STOP & 1:
        return ""
    if q.kind in PLACING and q.n:
        return f"You could still place {count(q.n, 'disc')}: they would go back to your supply."
    if q.kind == "card_action" and view.hand[q.faction]:
        cards = count(view.hand[q.faction].bit_count(), "card")
        return f"If you pass, you play no more cards in this phase (you hold {cards})."
    return ""


def _help(s: State) -> str:
    """What helps with a question of this kind; with an empty supply there is a reason to retire discs."""
    q = s.question
    assert q is not None
    if q.kind == "loss" and argument(s, "replaced_by") >= 0:
        return f"{HELP['loss']} The disc of {faction_name(s, argument(s, 'replaced_by'))} comes all the same."
    if q.kind == "retire" and s.supply[q.faction] < PLENTY:
        left = count(s.supply[q.faction], "disc")
        return f"Your supply has {left}: what you retire now can be placed elsewhere at once."
    return HELP.get(q.kind, "")


def _forecast(game: Game) -> str:
    """How a competition would end if nobody committed anything; once somebody has, nothing is said."""
    s, area = game.state, game.state.competition_area
    if s.question is None or s.question.kind != "commit" or s.announced or any(s.laid):
        return ""
    before = strengths(s, area)
    trial, began = game.clone(), len(s.log)
    while not trial.over and trial.state.competition_area == area:
        legal = trial.legal_actions()
        trial.apply(next((action for action in (STOP, LOSE_DISC) if action in legal), legal[0]))
    lost = Counter(
        event.faction for event in trial.state.log.since(began) if event.area == area and event.cause == FIGHT
    )
    left = (f"{faction_name(s, f)} {n - lost[f]} of {n}" for f, n in enumerate(before) if n)
    return f"If nobody commits anything, this is left: {', '.join(left)}."


def _so_far(live: LiveGame, seat: int, kind: str) -> list[int]:
    """What has been chosen since the first of the questions of this kind."""
    run = _run(live, seat, kind)
    if not run or kind in ("loss", "card_action", "commit", "negate"):
        return []
    chosen = [step.action for step in run if step.action != STOP]
    if kind != "wonder_payment":
        return chosen
    return [*map(area_action, _discs_paid(live, run)), *(action for action in chosen if not is_area(action))]


def _run(live: LiveGame, seat: int, kind: str) -> list[Step]:
    """The last choices of a seat, as far as all are of this kind and about what is asked now."""
    play = being_declared(live.game.state)
    about = (play.kind, play.id) if play is not None else ()
    run: list[Step] = []
    for step in reversed(live.steps):
        if (step.seat, step.kind, step.about) != (seat, kind, about):
            break
        run.insert(0, step)
    return run


def _discs_paid(live: LiveGame, run: list[Step]) -> list[int]:
    """The areas of discs paid for a Wonder since the first of these choices, asked for or not."""
    log = live.game.state.log.since(run[0].event)
    return [event.area for event in log if event.kind == "removed" and event.cause == "Wonder"]


def _paid_unasked(live: LiveGame, s: State) -> str:
    """A disc that had to be paid because of the choice before it can be exchanged for another."""
    q = s.question
    if q is None or q.kind != "wonder_payment":
        return ""
    run = _run(live, live.waits_for, q.kind)
    chosen = [area_of(step.action) for step in run if is_area(step.action)]
    unasked = Counter(_discs_paid(live, run) if run else []) - Counter(chosen)
    names = joined([area_name(s, area) for area in unasked])
    return f"{names} makes up the discs that are needed; click another area to keep it." if names else ""


def _declared_areas(s: State) -> list[int]:
    """The areas named so far for the card, Wonder or ability that the question is about."""
    play: Play | None = argument(s, "play")
    if play is None:
        return []
    chosen = [action for picks in (*play.picks, argument(s, "picked") or ()) for action in picks]
    return [area_of(action) for action in chosen if is_area(action)]


def thing(s: State, action: int) -> str:
    """The thing that an action names, in a word or two."""
    block, n = block_of(action)
    if block == "faction" and n > s.world.barbarians:
        return f"faction {n + 1}"
    if block == "wonder":
        return wonder_name(s, n)
    words = {
        "number": str(n), "mode": f"the {ordinal(n + 1)} use", "stop": "no more", "pay_talent": "1 talent",
        "lose_disc": "a disc", "lose_vp": "1 VP", "ability": "the ability",
    }  # fmt: skip
    return words.get(block) or name_of(s, action)


def _about(s: State, view: View) -> dict[str, Any]:
    """The card, Wonder or ability the question is about, its text, and what was declared for it."""
    q = view.question
    assert q is not None
    found = about(s)
    if found is None and q.kind in ("wonder_payment", "wonder_site"):
        wonder = q.n if q.kind == "wonder_site" else int(argument(s, "wonder"))
        found = About(wonder_name(s, wonder), with_moment(s.world.deck.wonders[wonder]))
    out: dict[str, Any] = found._replace(name=capitalized(found.name))._asdict() if found is not None else {}
    if found is not None and view.play is not None and view.play.by != q.faction:
        out["by"] = faction_name(s, view.play.by)
    chain = view.chain
    if len(chain) > 1:
        out["chain"] = [f"{faction_name(s, f)}: {card_name(s, c)}" for f, c in chain if f >= 0 and c]
    return out
