"""Block types of the page sparse_ops: tensors of which only some elements are written down."""
