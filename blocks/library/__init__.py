"""The block types, one package per page of the library; `blocks.library.index` finds them by name."""
