"""Players that look ahead in games dealt again from their view."""
