"""Where blocks stand that have no places: in layers along the wires."""
