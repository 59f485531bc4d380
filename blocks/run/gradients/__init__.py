"""Gradients of a run: watched, checked against differences, and what they would be if a stop were lifted."""
