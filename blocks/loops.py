"""Loops and branches over Python functions, for graphs that are built by hand; see the block types Repeat and so on.

states = loops.scan(root, cell, over=["x"], inputs={"x": xs, "h": h0})
"""

from blocks.library.control_flow.function_loops import cond, map_over, repeat, scan, while_loop

__all__ = ["cond", "map_over", "repeat", "scan", "while_loop"]
