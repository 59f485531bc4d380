"""Lowering rules for random numbers: of the page random, TensorFlow's own numbers, and candidate sampling."""
