"""Category state_ops: variables, and blocks that assign to them."""
