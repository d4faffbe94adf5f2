"""An independent referee: it follows a game by its events alone and judges it by the rulebook.

It shares no rule with the engine: the data files give it map, cards and numbers, the events what
happened, and its chapters say what had to happen, in the order of the rulebook.

    referee = Referee(game)
    while not game.over:
        game.apply(...)
        referee.follow()  # raises Dispute: the rule, the event and why
"""

from .dispute import Dispute
from .game import Referee, judged

__all__ = ["Dispute", "Referee", "judged"]
