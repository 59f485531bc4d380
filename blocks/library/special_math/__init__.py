"""Page special_math_ops: functions of mathematical physics, by SciPy."""
