"""Page training_ops: the update rules of optimisers."""
