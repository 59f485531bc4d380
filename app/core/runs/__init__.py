"""Runs, checks and measurements of pages outside the GUI thread, and their results."""
