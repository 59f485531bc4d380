"""Runs that are kept: what they ran, their curves, where they lie on the disk."""
