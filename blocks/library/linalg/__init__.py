"""Category linalg_ops: matrix products, linear systems, decompositions and diagonals, by LAPACK."""
