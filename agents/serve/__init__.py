"""The game in the browser: a small local server, its pages, and what each seat may see of a game."""
