"""Category ragged_ops: tensors whose rows differ in length."""
