"""Conversions of ONNX operators: `OPERATORS`."""

from __future__ import annotations

from blocks.interchange.onnx.operators import (
    attention,
    classical,
    convolutions,
    detection,
    drawing,
    elementwise,
    indexing,
    losses,
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
from blocks.interchange.onnx.operators.table import OPERATORS

MODULES = (
    attention, classical, convolutions, detection, drawing, elementwise, indexing, losses,
    matrices, normalisation, pooling, quantisation, recurrent, reductions, resizing, sequences, shapes, vision,
)  # fmt: skip
"""The modules that add operators to the table."""

__all__ = ["MODULES", "OPERATORS"]
