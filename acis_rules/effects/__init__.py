"""The vocabulary of effects: cards, Wonders, Investments and abilities are lists of these."""

from .base import Operation, Play, Tags, Where, fresh_play, select
from .contest import Allies, BuyAllies, ForbidTalents, Shield
from .discs import Barbarians, DownTo, Forbid, Place, Remove, RemoveEvery, RemoveOwn
from .fate import Discard, Draw, EndEpoch, Exchange, Look, NewHands, Recover, Reshuffle, Take
from .goods import Gain, Lose, Penalty
from .marking import SetMark
from .naming import NameArea, NameCity, NameCivilization, NameWonder
from .order import SwapPlaces, TakePlace
from .reinforce import Reinforce
from .wonder import Build, Bury, Restore, WonderDiscs

AnyOperation = (
    NameArea | NameCity | NameCivilization | NameWonder
    | Remove | RemoveEvery | RemoveOwn | DownTo | Place | Barbarians | Reinforce | Forbid
    | Gain | Lose | Penalty
    | Discard | Exchange | Take | Draw | Look | Recover | NewHands | Reshuffle | EndEpoch | SetMark
    | SwapPlaces | TakePlace
    | Build | Bury | Restore | WonderDiscs
    | Allies | BuyAllies | Shield | ForbidTalents
)  # fmt: skip

__all__ = ["AnyOperation", "Operation", "Play", "Tags", "Where", "fresh_play", "select"]
