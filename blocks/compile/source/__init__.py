"""Source generation for plans: lines, functions and fused parts."""
