"""Runs, checks and measurements of pages, off the GUI thread, and what they found."""
