"""Training: self-play with MaskablePPO, imitation, evaluation, reports."""
