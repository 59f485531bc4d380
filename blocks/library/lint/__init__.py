"""Lint warnings: likely problems of a page, found in its graph before it runs.

`ranges` computes bounds of values; `rules`, `updates` and `running` contain the rules.
"""
