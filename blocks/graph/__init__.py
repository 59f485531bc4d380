"""The graph with automatic differentiation: block types, nodes, scopes, gradients."""
