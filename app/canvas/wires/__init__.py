"""Wires: which there are, the paths they take around blocks, and tags in their place."""
