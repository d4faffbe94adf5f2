"""Commands and benchmarks of the environment."""
