"""Lowering rules of the page image: kernels that only do what arrays of both can."""

from __future__ import annotations

from blocks.library.jax_rules.lowering import Rule, kernel_of

_KERNELS = "HSVToRGB AdjustContrast ResizeBicubic ResizeNearestNeighbor"

RULES: dict[str, Rule] = {name: kernel_of(name) for name in _KERNELS.split()}
