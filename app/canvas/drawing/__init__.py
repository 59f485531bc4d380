"""From faces and geometry to pixels: blocks, layers, marks and legends."""
