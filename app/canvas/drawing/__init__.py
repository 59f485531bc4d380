"""Painting of faces and geometry: blocks, layers, marks and legends."""
