"""What lies on the table: the terms that describe it, and the only doors to change it."""
