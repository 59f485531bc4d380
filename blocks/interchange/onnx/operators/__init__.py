"""Conversions of ONNX operators: `OPERATORS`, to which the modules add theirs."""

from __future__ import annotations

from blocks.interchange.onnx.operators import (
    attention,
    classical,
    convolutions,
    detection,
    drawing,
    elementwise,
    indexing,
    matrices,
    normalisation,
    pooling,
    quantisation,
    recurrent,
    reductions,
    resizing,
    sequences,
    shapes,
    vision,
)
from blocks.interchange.onnx.site import OPERATORS

__all__ = [
    "OPERATORS", "attention", "classical", "convolutions", "detection", "drawing", "elementwise", "indexing",
    "matrices", "normalisation", "pooling", "quantisation", "recurrent", "reductions", "resizing", "sequences",
    "shapes", "vision",
]  # fmt: skip
