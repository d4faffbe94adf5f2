"""The course of the game, phase by phase, as in the rulebook."""

from . import aeneas, card_phase, competition, epoch, epoch_table, evaluation, growth, placement, setup, turn

__all__ = [
    "aeneas",
    "card_phase",
    "competition",
    "epoch",
    "epoch_table",
    "evaluation",
    "growth",
    "placement",
    "setup",
    "turn",
]
