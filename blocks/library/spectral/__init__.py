"""Category spectral_ops: Fourier transforms, by SciPy."""
