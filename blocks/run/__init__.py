"""Execution: sessions, state, feeds and random streams."""
