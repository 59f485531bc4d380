"""The JAX backend: a schedule divided into segments that XLA compiles."""
