"""Blocks that stand for others, opened: what a gradient block or a training step adds, as blocks of the page."""
