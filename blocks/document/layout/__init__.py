"""Where blocks stand that have no positions: in layers along the wires."""
