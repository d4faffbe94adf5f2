"""Everything in words: decisions, actions, events, the story of a game, the terminal."""
