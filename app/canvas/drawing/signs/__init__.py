"""Signs on blocks and wires: breakpoints, contracts, gradient stops."""
