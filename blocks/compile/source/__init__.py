"""The source of a plan: its lines, functions and fused parts."""
