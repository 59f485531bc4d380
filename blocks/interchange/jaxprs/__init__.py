"""Functions of JAX as diagrams: the primitives of a jaxpr become blocks, its inner jaxprs composites and loops."""
