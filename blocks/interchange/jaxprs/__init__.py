"""JAX functions as diagrams: primitives become blocks, inner jaxprs become composites and loops."""
