"""The backend of JAX: a schedule cut into segments that XLA compiles."""
