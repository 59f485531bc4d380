"""Advice: what will go wrong with a page, seen in its graph before it is run.

`ranges` says between which numbers values lie, `patterns` and `pages` hold the rules.
"""
