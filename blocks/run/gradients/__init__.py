"""Gradients of a run: watching, numeric checks, lint warnings and what-if analysis."""
