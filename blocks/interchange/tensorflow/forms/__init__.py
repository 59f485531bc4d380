"""Equivalents, in TensorFlow operations, of blocks that TensorFlow lacks or does not implement on the CPU."""
