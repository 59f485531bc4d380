"""Shared parts of model importers: a graph of named nodes becomes a diagram with composites and weights."""
