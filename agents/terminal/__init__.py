"""A game at the terminal: what a person is shown, what may be typed, and the table they sit at."""
