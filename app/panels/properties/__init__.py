"""The inspector: what the selected blocks are, and their values to be edited."""
