"""Tools: one class per gesture, and the box that decides which one begins."""
