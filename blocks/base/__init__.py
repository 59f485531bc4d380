"""Foundations of all layers: errors, dtypes, shapes, literals and limits."""
