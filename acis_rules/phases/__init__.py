"""The course of the game, phase by phase, as in the rulebook."""
