"""Debugging of runs: breakpoints, steps back, and the first bad step."""
