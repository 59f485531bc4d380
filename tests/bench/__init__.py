"""Benchmarks: ``python -m tests.bench``. Figures for people, never tests."""

import blocks as blocks  # before NumPy, whose BLAS it tells how long threads look out for work
