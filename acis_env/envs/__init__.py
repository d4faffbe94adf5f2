"""The environments: one running game, PettingZoo AEC, Gymnasium and vectors, batched games, SB3, RLlib."""
