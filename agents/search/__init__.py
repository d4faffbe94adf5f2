"""Players that look ahead in games re-dealt from their view."""
