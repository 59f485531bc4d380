"""Kernels for small images, of which the calls of NumPy take longer than the arithmetic."""
