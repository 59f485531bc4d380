"""Names that block types, their pins and their attributes had before. Diagrams and programs may still use them.

They are apart from the declarations, since a diagram is read without them.
"""

TYPES = {"Parameter": "Control"}
"""The names of block types, by their earlier names."""

NAMES = {"GradientContract": {"of": "loss"}, "Minimize": {"rate": "learning_rate"}}
"""The names of pins and attributes, by block type and earlier name."""
