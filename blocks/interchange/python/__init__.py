"""Diagrams written as programs in Python."""
