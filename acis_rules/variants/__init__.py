"""Rules that hold in some games only."""
