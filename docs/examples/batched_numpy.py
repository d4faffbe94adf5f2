"""Many games stepped together with NumPy: what every decision of every seat was paid."""

import numpy as np
from gymnasium.spaces import Discrete

from acis_env.envs.batched import BatchedGames

ROWS, STEPS, SEATS = 8, 800, 6

games = BatchedGames(ROWS, ["basic_2p", "basic_4p"], reward="vp", players={1: "random"}, seed=1)
games.reset()
rng = np.random.default_rng(1)
rows = np.arange(ROWS)
space = Discrete(games.masks.shape[1])
observations = games.observations()  # float32; pass it again to have it written in place
decided = np.zeros((ROWS, SEATS), bool)  # seats with a decision that is still being paid for
owed = np.zeros((ROWS, SEATS))  # what it was paid so far
total = np.zeros((ROWS, SEATS))
decisions, ended = 0, 0
for _ in range(STEPS):
    # A seat that decides again has all of its last decision's reward: the place to keep it for learning.
    seats = games.seats.copy()
    total[rows, seats] += owed[rows, seats]
    owed[rows, seats] = 0
    decided[rows, seats] = True
    decisions += ROWS
    scores = rng.random(games.masks.shape) * games.masks  # where a network would give its logits
    games.step(scores.argmax(axis=1))
    owed += games.rewards * decided  # before its first decision a seat's reward is nobody's merit
    for row in np.flatnonzero(games.dones):
        # The end of a game pays the last decision of every seat. If it was truncated, add the value
        # of what comes after: games.final_raw[row] is the position, seen by games.final_seats[row].
        total[row] += owed[row]
        owed[row], decided[row] = 0, False
        ended += 1
    games.observations(observations)
print(decisions, "decisions,", ended, "games ended; observations", observations.shape)
print("at random:", [space.sample(mask) for mask in games.masks])
print("seat 0 was paid", total[:, 0].round(2).tolist(), "and is owed", owed[:, 0].round(2).tolist())
