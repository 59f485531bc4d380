"""The look of a block as plain data: face (labels, pins, badges), geometry (numbers), theme (colors). No widgets."""
