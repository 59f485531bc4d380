"""Model tensors in a diagram: small ones as literals, others as NumPy files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from blocks.base.dtypes import STRING, DType, dtype_of
from blocks.base.errors import FileError
from blocks.base.files import portable_name
from blocks.base.literals import from_array, natural_dtype
from blocks.base.npy import npy_pieces
from blocks.base.types import Array
from blocks.interchange.importing.model_graph import Weight
from blocks.run.files import Folders

LARGEST_LITERAL = 1024

_FOLDER = ".weights"


class WeightFiles:
    """The storage of tensors: small ones as literals, others in ``files``, by names relative to the diagram."""

    def __init__(self, stem: str, taken: Iterable[str] = ()) -> None:
        self._folder = f"{stem}{_FOLDER}"
        self.files: dict[str, Array] = {}
        self._names: dict[int, str] = {}
        self._taken = {Path(each).stem.lower() for each in taken}

    def literal(self, value: Array | Weight, path: tuple[str, ...]) -> tuple[Any, DType, tuple[int, ...]]:
        """Return a tensor as a diagram value, with dtype and shape; ``path`` has the ids that lead to its block."""
        array, dtype = value if isinstance(value, Weight) else (value, dtype_of(value))
        if array.size <= LARGEST_LITERAL or dtype is STRING:
            return from_array(_short(array, dtype), dtype), dtype, array.shape
        name = self._names.get(id(array))
        if name is None:
            file = portable_name("__".join(path), self._taken)
            name = self._names[id(array)] = f"{self._folder}/{file}.npy"
            self.files[name] = array
        return {"file": name}, dtype, array.shape


def literal_values(placed: tuple[Any, DType, tuple[int, ...]], name: str) -> dict[str, Any]:
    """Return the values of a Const or Variable: the tensor, and the dtype and shape that it does not imply."""
    literal, dtype, shape = placed
    values: dict[str, Any] = {name: literal}
    is_file = isinstance(literal, dict) and "file" in literal
    if 0 in shape:
        values["dtype"], values["shape"] = dtype.name, list(shape)
    elif is_file or natural_dtype(literal) is not dtype:
        values["dtype"] = dtype.name
    return values


def constant_values(weight: Weight, why: str | None) -> dict[str, Any]:
    """Return the values of a Const: its tensor, and whether it is a parameter if that cannot be guessed.

    ``why`` is the reason that it is none: empty for a parameter, None for a mere part of an operator.
    """
    if why == "":
        return {"val": weight, "role": "parameter"}
    is_guessed = weight.dtype.is_differentiable and weight.array.size > 1
    return {"val": weight, "role": "constant"} if is_guessed else {"val": weight}


def are_finite(array: Array) -> bool:
    """Return whether all elements are finite; a mask with infinities is not trained."""
    return array.dtype.kind not in "fV" or bool(np.isfinite(array).all())


def write_arrays(folder: Path, files: Mapping[str, Array]) -> None:
    """Write the arrays of an import as NumPy files beside the diagram, or in a folder beside it."""
    folders = Folders(folder)
    for name, array in files.items():
        parts = name.split("/")
        if len(parts) > 2 or any(os.path.basename(part) != part or part in ("", ".", "..") for part in parts):
            raise FileError(f"{name!r} is not a valid file name")
        folders.write(name, npy_pieces(array))


def _short(array: Array, dtype: DType) -> Array:
    """Return the values with only the digits that a float32 needs, for readability."""
    if dtype.name != "DT_FLOAT":
        return array
    return np.array([float(str(x)) for x in array.flat], np.float64).reshape(array.shape)
