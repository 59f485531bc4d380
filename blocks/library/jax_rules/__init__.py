"""JAX lowering rules of block types (`blocks.library.rules`): one module per category, each with a table ``RULES``.

Nothing here is imported before a session requests the backend ``jax``. A type without a rule runs on the host.
"""
