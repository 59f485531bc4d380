"""Page spectral_ops: Fourier transforms, by SciPy."""
