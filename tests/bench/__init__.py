"""Benchmarks: ``python -m tests.bench``. Figures for people, never tests."""
