"""The parts of the gradient panel."""
