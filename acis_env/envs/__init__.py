"""The environments: one running game, PettingZoo AEC, Gymnasium, batched games, SB3, RLlib."""
