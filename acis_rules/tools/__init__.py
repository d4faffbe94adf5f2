"""The command line, the catalogue of rules, a simple player, benchmarks."""
