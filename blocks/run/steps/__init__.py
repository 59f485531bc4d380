"""Steps of a session: their goals, feeds and steppers."""
