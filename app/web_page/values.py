"""Values of a run as data for the web page: a few elements of each, and summary statistics."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.types import Array
from blocks.document.data import Json

MOST_ELEMENTS = 1024
"""Elements of a value that are kept, the first ones; of all there are the least, the largest and the mean."""
_LONGEST_TEXT = 200
_DIGITS = 6


def value_json(value: Any, dtype: DType, most: int = MOST_ELEMENTS) -> dict[str, Json]:
    array = np.asarray(value)
    described: dict[str, Json] = {"dtype": dtype.short, "shape": list(array.shape), "size": array.size}
    flat: Array = array.ravel()
    described["v"] = [_element(each) for each in flat[:most].tolist()]
    if array.dtype.kind in "fiub" or _is_small_float(array):
        numbers = flat.astype(np.float64)
        finite = numbers[np.isfinite(numbers)]
        if finite.size:
            with np.errstate(all="ignore"):
                statistics = (float(finite.min()), float(finite.max()), float(finite.mean()))
                norm = float(np.sqrt(np.square(finite).sum()))
            described["range"] = [_element(each) for each in (*statistics, norm)]
        if finite.size < numbers.size:
            described["bad"] = int(numbers.size - finite.size)
    return described


def _is_small_float(array: Array) -> bool:
    return array.dtype.name in ("bfloat16", "float8_e5m2", "float8_e4m3fn")


def _element(value: Any) -> Json:
    """Return an element as JSON, with numbers rounded to readable digits."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < 1 << 53 else str(value)[:_LONGEST_TEXT]
    if isinstance(value, float):
        return float(f"{value:.{_DIGITS}g}") if np.isfinite(value) else str(value)
    if isinstance(value, bytes):
        return value[:_LONGEST_TEXT].decode("utf-8", "replace")
    if isinstance(value, complex):
        return f"{value:.{_DIGITS}g}"
    try:
        return _element(float(value))
    except (TypeError, ValueError):
        return str(value)[:_LONGEST_TEXT]
