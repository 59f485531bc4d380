"""The block types, one package per category of the library. `blocks.library.index` finds them by name."""
