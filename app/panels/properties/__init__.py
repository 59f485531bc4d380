"""The Inspector: the selected blocks, and their editable values."""
