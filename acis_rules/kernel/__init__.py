"""What any game is made of: state, machine, log, chance, sets, the action space. Knows no rule."""
