"""Running: sessions, state, feeds, random streams."""
