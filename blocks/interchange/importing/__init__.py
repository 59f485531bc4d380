"""What importers of models share: a graph of named nodes becomes a diagram with composites, weights and a report."""
