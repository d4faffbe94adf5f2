"""What is in the box: board, deck, civilizations, scenarios, options, and the world they make."""
