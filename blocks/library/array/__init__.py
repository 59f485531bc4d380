"""Page array_ops: shapes, slices, stacking, placeholders, and what stops a gradient."""
