"""Category sparse_ops: tensors that store only some of their elements."""
