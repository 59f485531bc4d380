"""Edits that are about gradients: what was tried is made so, advice is followed, what holds is written down."""
