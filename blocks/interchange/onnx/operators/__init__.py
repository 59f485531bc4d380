"""Conversions of ONNX operators: `OPERATORS`, to which the modules add theirs."""

from __future__ import annotations

from blocks.interchange.onnx.operators import (
    attention as attention,
    classical as classical,
    convolutions as convolutions,
    detection as detection,
    drawing as drawing,
    elementwise as elementwise,
    indexing as indexing,
    matrices as matrices,
    normalisation as normalisation,
    pooling as pooling,
    quantisation as quantisation,
    recurrent as recurrent,
    reductions as reductions,
    resizing as resizing,
    sequences as sequences,
    shapes as shapes,
    vision as vision,
)
from blocks.interchange.onnx.site import OPERATORS as OPERATORS
