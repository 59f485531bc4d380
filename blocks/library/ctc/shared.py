"""Helpers shared by the block types of connectionist temporal classification (CTC): sequence shapes and lengths."""

from __future__ import annotations

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_ranks, shape_error


def inputs_shape(call: Call) -> tuple[int | None, int | None, int | None]:
    """Return time, batch and classes of ``inputs``, checked with ``sequence_length``."""
    shape = require_ranks(call, "inputs", 3, 3, "inputs must have the shape [time, batch, classes]")
    time, batch, classes = shape or (None, None, None)
    if 0 in (time, batch, classes):
        raise shape_error(call, "inputs", "inputs must not be empty")
    lengths = call.shape("sequence_length")
    if lengths is not None and (len(lengths) != 1 or (None not in (lengths[0], batch) and lengths[0] != batch)):
        raise shape_error(call, "sequence_length", f"sequence_length must have one value per sequence ({batch})")
    return time, lengths[0] if batch is None and lengths else batch, classes


def require_lengths(lengths: Array, time: int, least: int | None = None) -> None:
    wrong = lengths[(lengths > time) | (False if least is None else lengths < least)]
    if wrong.size:
        raise DiagramError(
            f"sequence_length must be from 0 to the number of steps ({time}), got {wrong[0]}", pin="sequence_length"
        )


def log_softmax(x: Array) -> Array:
    wide = x.astype(np.float64, copy=False)
    shifted = wide - wide.max(-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))
