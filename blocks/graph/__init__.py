"""The autodiff graph: block types, nodes, scopes, gradients."""
