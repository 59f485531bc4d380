"""Page linalg_ops: products, equations, decompositions and diagonals of matrices, by LAPACK through NumPy and SciPy."""
