"""How calls are written that TensorFlow does not have, or not for a CPU."""
