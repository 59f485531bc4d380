"""Category spectral_ops: Fourier transforms, computed with SciPy."""
