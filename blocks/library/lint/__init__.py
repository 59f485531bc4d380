"""Lint rules, which find likely problems in the graph of a page before it runs.

`rules` and `updates` contain the rules, `ranges` bounds the values of tensors, and `running` contains the rule that
needs a run.
"""
