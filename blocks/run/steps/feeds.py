"""Feeds: values given for a step."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.analysis.output_names import asked_by, parse_name
from blocks.base import renames
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError, UsageError
from blocks.base.literals import to_array
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, array_of
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output


def fed_value(name: str, output: Output, value: Any) -> Array:
    """Convert literals to an output's dtype without sharing their memory; raise UsageError if they do not fit."""
    block = name.partition(".")[0]
    try:
        given = array_of(np.asarray(value) if hasattr(value, "__array__") else value)  # JAX's and PyTorch's, too
        array = to_array(value, output.dtype)[0] if given is None else _fitted(given, output.dtype)
    except DiagramError as error:
        raise UsageError(f"the value fed to {name!r}: {error.message}", block=block, hint=error.hint) from None
    if not compatible(array.shape, output.shape):
        text = f"the feed of {name!r} must have the shape {shape_text(output.shape)}, got {shape_text(array.shape)}"
        raise UsageError(text, block=block)
    return array


def warn_of_nan(name: str, value: Array) -> None:
    """Warn if a fed value contains NaN."""
    count = int(np.count_nonzero(np.isnan(value))) if value.dtype.kind in "fcV" else 0
    if count:
        renames.warn(f"the feed of {name!r} contains NaN in {count:,} of {value.size:,} elements", RuntimeWarning)


def _fitted(given: Array, dtype: DType) -> Array:
    """Convert an array to a dtype; numbers are rounded but must be in range, as for literals."""
    if given.dtype == dtype.numpy and not given.dtype.hasobject:
        return np.array(given)
    if given.dtype.kind in "iuf" and dtype.numpy.kind == "f":
        with np.errstate(all="ignore"):
            array = given.astype(dtype.numpy)
        if np.array_equal(np.isfinite(array), np.isfinite(given)):
            return array
    if given.dtype.kind in "iu" and dtype.numpy.kind in "iu" and given.size:
        limits = np.iinfo(dtype.numpy)
        if limits.min <= int(given.min()) and int(given.max()) <= limits.max:
            return given.astype(dtype.numpy)
    return to_array(given.tolist(), dtype, given.shape)[0]


def fed_output(elaboration: Elaboration, name: str) -> Output | None:
    """Return the output for a feed name, None if its block failed; raise UsageError for none or several."""
    block, pin, _ = parse_name(elaboration, name)
    if block not in elaboration.position:
        raise UsageError(f"{name!r} cannot be fed: it is computed inside another block")
    if block not in elaboration.specs or block not in elaboration.values:
        return None
    result = asked_by(elaboration, name).outputs
    if len(result) != 1:
        hint = "name one pin, as block.pin" if pin is None else f"write, for example, {block}.{pin}[0]"
        raise UsageError(f"{name!r} refers to {len(result)} tensors, but a feed needs exactly one tensor", hint=hint)
    return result[0]
