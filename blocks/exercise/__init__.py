"""Exercises: their files, the grading of hand-ins, and the formats of grades."""
