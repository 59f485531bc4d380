"""Recorded runs: the pages that they ran, their curves, and their files on disk."""
