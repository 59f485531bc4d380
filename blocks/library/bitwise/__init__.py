"""Category bitwise_ops: bitwise operations on integers."""
