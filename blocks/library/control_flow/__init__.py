"""Categories control_flow_ops and no_op."""
