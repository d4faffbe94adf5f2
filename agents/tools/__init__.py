"""Commands and benchmarks of the players."""
