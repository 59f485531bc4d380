"""Widgets that edit one value of a block."""
