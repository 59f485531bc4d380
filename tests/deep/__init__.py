"""Long searches for faults: adversarial pages for every block type, hostile files, random edits and events, kills.

``python -m tests.deep --minutes N --seed S [--part PART] [--only TYPE]`` runs them in workers that may crash; what it
finds can be kept in ``tests/corpus``, which the quick tests replay. The quick tests do the same with fixed seeds.
"""
