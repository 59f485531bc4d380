"""Blocks that show results on the canvas."""
