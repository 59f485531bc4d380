"""From a page to a graph: elaboration, gradient flow, checks."""
