"""Composites: checks of definitions, and the expansion of instances into one flat page."""
