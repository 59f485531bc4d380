"""Page state_ops: variables and what assigns to them."""
