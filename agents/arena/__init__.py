"""Where players meet: paired games, results with intervals, ratings, pictures."""
