"""What an agent sees: the schema of the observation, seats turned to the own one, packing."""
