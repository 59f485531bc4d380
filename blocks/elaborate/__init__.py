"""Elaboration of a page to a graph, gradient flow and checks."""
