"""Many games stepped together with NumPy: self-play data for every seat."""

import numpy as np

from acis_env.vector import BatchedGames

ROWS, STEPS, SEATS = 8, 200, 6

games = BatchedGames(ROWS, ["basic_2p", "basic_4p"], reward="vp", players={1: "random"}, seed=1)
games.reset()
rng = np.random.default_rng(1)
observations = games.observations()  # float32; pass it again to have it written in place
paid = np.zeros((ROWS, SEATS))  # since each seat's last decision
for _ in range(STEPS):
    deciding = games.seats.copy()
    scores = rng.random(games.masks.shape) * games.masks  # where a network would give its logits
    games.step(scores.argmax(axis=1))
    paid += games.rewards
    paid[np.arange(ROWS), deciding] = games.rewards[np.arange(ROWS), deciding]
    paid[games.dones] = 0
    games.observations(observations)
print("observations", observations.shape, "masks", games.masks.shape)
print("seats to move", games.seats, "paid", paid.round(2)[:, :2].tolist())
