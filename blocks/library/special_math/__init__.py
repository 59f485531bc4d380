"""Category special_math_ops: special functions of mathematical physics, by SciPy."""
