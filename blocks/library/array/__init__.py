"""Category array_ops: shapes, slices, stacking, placeholders, gradient stops."""
