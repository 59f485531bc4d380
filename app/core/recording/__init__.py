"""Recorded runs: the pages that they ran, their curves, their files on the disk."""
