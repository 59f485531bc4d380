"""Automatic layout of blocks without positions, in layers along the wires."""
