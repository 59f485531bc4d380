"""Panels and windows for recorded runs: table and curves, comparison, sweep."""
