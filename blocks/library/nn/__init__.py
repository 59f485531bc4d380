"""Category nn_ops: layers and losses of neural networks: activations, convolutions, pooling, normalization."""
