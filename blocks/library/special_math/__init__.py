"""Category special_math_ops: special functions of mathematical physics, computed with SciPy."""
