"""Compilation of a graph to a program: passes, ordering, source generation and the reference interpreter."""
