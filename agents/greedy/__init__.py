"""Players that judge positions: what a position is worth, and a quick answer to anything."""
