"""Partial repainting of the canvas after a change."""
