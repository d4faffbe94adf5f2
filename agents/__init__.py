"""Who plays: greedy, search, people; and the arena in which players meet."""
