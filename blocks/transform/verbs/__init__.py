"""Edits of a page: pure functions from a page and arguments to an edit (a change and its name).

A verb returns None if there is nothing to do, and raises a DiagramError with a readable message if the edit is
impossible.
"""
