"""TensorFlow loops and branches, as functions or as low-level frames."""
