"""ONNX rules of block types (`blocks.library.rules`): one module per theme, each with a table ``RULES``.

Nothing here is imported before a page is exported. A type without a rule has no ONNX form.
"""
