"""Earlier names of block types, pins and attributes. Diagrams and programs may still use them.

They are separate from the declarations, because a diagram is read without loading those.
"""

TYPES = {"Parameter": "Control"}
"""The names of block types, by their earlier names."""

NAMES = {"GradientContract": {"of": "loss"}, "Minimize": {"rate": "learning_rate"}}
"""The names of pins and attributes, by block type and earlier name."""
