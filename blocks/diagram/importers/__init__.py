"""Readers of other programs' files; each gives a diagram and a report of what it could not carry over."""
