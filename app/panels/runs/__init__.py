"""Panels about a run: its steps and where it stops, and the times of its blocks."""
