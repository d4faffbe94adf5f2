"""A game that people play with each other and with programs, kept in a file from action to action."""
