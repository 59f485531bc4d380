"""Lowering rules for random numbers, TensorFlow's random streams and candidate sampling."""
