"""Type aliases used throughout the library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard, cast

import numpy as np

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
"""An array of any shape and dtype (spelt out, since importing ``numpy.typing`` costs a start 8 ms)."""

Indices: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
"""An array of 64-bit integers."""

Shape: TypeAlias = tuple[int | None, ...] | None
"""A partial shape: sizes, ``None`` for an unknown size; ``None`` alone for an unknown rank."""

if TYPE_CHECKING:
    Generator: TypeAlias = np.random.Generator
else:  # only pages with random blocks import numpy.random
    Generator = "numpy.random.Generator"


def is_array(value: object) -> TypeGuard[Array]:
    return isinstance(value, np.ndarray)


def is_ragged(array: Array) -> bool:
    """Return whether an array holds arrays: the values of a loop's iterations, whose shapes differ."""
    return array.dtype.hasobject and array.ndim == 1 and len(array) > 0 and is_array(array[0])


def array_of(value: object) -> Array | None:
    if isinstance(value, (np.ndarray, np.generic)):
        return cast("Array", np.asarray(value))  # pyright: ignore[reportUnknownArgumentType]
    return None


def is_list(value: object) -> TypeGuard[list[Any] | tuple[Any, ...]]:
    """Return whether a value is a list or a plain tuple; named tuples are not lists."""
    return isinstance(value, (list, tuple)) and not hasattr(value, "_fields")  # pyright: ignore[reportUnknownArgumentType]


class _Dead:
    """The value of an output without a value, because its branch was not taken."""

    def __repr__(self) -> str:
        return "dead"


DEAD: Any = _Dead()
