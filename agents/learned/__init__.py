"""Learned policies: networks, policy files, players that share one network."""
