"""Panels about a run: its timeline and breakpoints, and the timings of its blocks."""
