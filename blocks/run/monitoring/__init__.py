"""Monitoring of runs: curves, statistics, previews, event files and timings."""
