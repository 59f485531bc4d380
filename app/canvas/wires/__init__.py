"""Wires: their routes around blocks, and tags in their place."""
