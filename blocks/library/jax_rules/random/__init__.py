"""Lowering rules for random numbers: random_ops, TensorFlow's own generators, and candidate sampling."""
