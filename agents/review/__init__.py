"""Looking back on a game: how everybody's chances went, and which decisions cost most."""
