"""Signs on blocks and wires: breakpoints, contracts, ends of a gradient."""
