"""Kernels for small images, where NumPy's call overhead exceeds the arithmetic."""
