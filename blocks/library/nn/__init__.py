"""Page nn_ops: activations, losses, biases."""
