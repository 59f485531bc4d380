"""Tools: one class per gesture, and the toolbox that starts them."""
