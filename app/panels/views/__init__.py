"""The ways in which a result is shown."""
