"""A whole game, turn by turn (DEF-01, DEF-04), and the mirror beside the engine's own table."""

from __future__ import annotations

from collections import Counter

from acis_rules import Game
from acis_rules.kernel.log import Event

from .cards import card_phase
from .competition import competition_phase
from .dispute import Dispute
from .epoch import end_of_epoch
from .evaluation import evaluation, last_turn
from .exploration import exploration_phase
from .fall_of_rome import crossings
from .god_king import lost
from .growth import growth_phase
from .hannibal import minor_state_phase
from .hannibal_options import not_judged
from .setup import setup
from .watch import BOUNDED, EXACT, Lost, Script, Watch


def play_game(w: Watch) -> Script[None]:
    """From the setup to the winner."""
    try:
        yield from turns(w)
    except Lost:
        yield from lost(w)


def turns(w: Watch) -> Script[None]:
    """The setup, and turn after turn."""
    m = w.mirror
    not_judged(w)
    yield from setup(w)
    while True:
        yield from w.expect("DEF-04", "turn", turn=m.turn, epoch=m.epoch)
        w.used.clear()
        w.consuls.clear()
        w.cards_away = 0
        w.checked = False
        yield from exploration_phase(w)
        yield from minor_state_phase(w)
        yield from growth_phase(w)
        yield from card_phase(w)
        if (yield from competition_phase(w)) or (yield from last_turn(w)):
            return
        then = yield from evaluation(w)
        if then == "epoch":
            if (yield from end_of_epoch(w)):
                return
            m.epoch, m.turn = m.epoch + 1, 1
        elif then == "turn":
            m.turn += 1
            yield from crossings(w)
        else:
            return


class Referee:
    """Watches a game from its beginning: call `follow()` after every action."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.watch = Watch(game)
        self._seen = 0
        self._script = play_game(self.watch)
        self._done = False
        next(self._script)
        self.follow()

    def follow(self) -> None:
        """Read what has happened since; raises `Dispute` if it is against the rules."""
        news = self.game.state.log.since(self._seen)
        for event in news:
            self._seen += 1
            self._hear(event)
        if self.game.over and not self._done:
            self.watch.dispute("END-01", "the game is over too early")
        if news:
            self.compare()

    def _hear(self, event: Event) -> None:
        if self._done:
            self.watch.dispute("END-01", f"the game is over, came {self.watch.words(event)}")
        try:
            self._script.send(event)
        except StopIteration:
            self._done = True

    def compare(self) -> None:
        """What the events told is what lies on the table; nothing else has moved."""
        s, w = self.game.state, self.watch
        m = w.mirror
        n = w.facts.n
        pairs: list[tuple[str, object, object]] = [
            ("discs", m.board.discs, [list(row) for row in s.discs]),
            ("discs in supply or Ready", _sums(m.supply[:n], m.ready), _sums(s.supply[:n], s.ready)),
            ("VP", m.vp, s.vp),
            ("talents", m.treasury, s.treasury),
            ("loot", m.loot, s.loot),
            ("black discs", m.supply[n], s.supply[n]),
            ("Gold", m.gold, dict(s.gold)),
            ("Investments", m.investments, dict(s.investments)),
            ("Wonders", {k: tuple(x) for k, x in m.wonders.items()},
             {k: tuple(x) for k, x in enumerate(s.wonders) if x.owner >= 0}),
            ("hands", m.hand, [_members(hand) for hand in s.hand]),
            ("homes", m.home, [_members(home) for home in s.home]),
            ("discs in the bag", m.in_bag, s.in_bag),
            ("cards looked at", m.looked_at, [_members(cards) for cards in s.drawn]),
        ]  # fmt: skip
        if m.order:
            pairs.append(("turn order", m.order, s.order))
        if m.order and not m.table and not m.events_to_come:
            pairs.append(("deck", m.deck, set(s.deck)))
            pairs.append(("discard pile", m.discard, set(s.discard)))
            pairs.append(("cards set aside", m.aside, set(s.aside)))
        for what, told, is_ in pairs:
            if told != is_:
                w.dispute("DEF-24", f"{what}: the events tell {told}, on the table is {is_}")

    def coverage(self) -> Counter[tuple[str, str]]:
        """How many events of each kind were judged, and how."""
        return self.watch.tally


def _sums(one: list[int], other: list[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)]


def _members(bits: int) -> set[int]:
    return {i for i in range(bits.bit_length()) if bits >> i & 1}


def judged(tally: Counter[tuple[str, str]], kind: str) -> str:
    """How events of a kind were judged, in words."""
    total = sum(n for (what, _), n in tally.items() if what == kind)
    exact, bounded = tally[kind, EXACT], tally[kind, BOUNDED]
    return f"{kind}: {total}, {exact / total:.1%} exactly, {bounded / total:.1%} within the text of a card"


__all__ = ["Dispute", "Referee", "judged"]
