"""Positions and games that come from outside: checked before they are played on."""
