"""Category math_ops: arithmetic, functions, reductions, comparisons, matrix products."""
