"""Long searches for faults: adversarial pages for every block type.

``python -m tests.deep --minutes N --seed S [--only TYPE]`` runs them in workers that may crash; what it finds can be
kept in ``tests/corpus``, which the quick tests replay.
"""
