"""Pins in enuSpace files, and the ``.dat`` files of their large values."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np

from blocks.base.errors import FileError
from blocks.base.types import Array

MAX_DATA = 1 << 30
"""Bytes of all values taken out of a file: pins may point to the same position."""

_STORAGE = {"double": "<f8", "float": "<f4", "int": "<i4", "bool": "|b1"}


class SavedPin(NamedTuple):
    """A saved pin: ``text`` is the typed or computed value, ``position`` its offset in the ``.dat`` file."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    text: str
    position: int | None


class DataFile:
    """The ``.dat`` file beside a page: values packed without a header, little-endian."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._taken = 0

    @property
    def missing(self) -> bool:
        return not self.path.is_file()

    def read(self, pin: SavedPin) -> Array:
        storage = _STORAGE.get(pin.dtype)
        if storage is None or pin.position is None:
            raise FileError(f"a binary value has the unknown type {pin.dtype!r}", pin=pin.name, file=str(self.path))
        dtype = np.dtype(storage)
        count = math.prod(pin.shape)
        length = count * dtype.itemsize
        self._taken += length
        try:
            size = self.path.stat().st_size
            if pin.position < 0 or pin.position + length > size:
                raise FileError(
                    (
                        f"the value occupies the bytes {pin.position} to {pin.position + length}, but the "
                        f"file has only {size}"
                    ),
                    pin=pin.name,
                    file=str(self.path),
                    hint="it may be cut off or belong to another page",
                )
            if self._taken > MAX_DATA:
                raise FileError(f"the values take more than {MAX_DATA >> 20} MiB", pin=pin.name, file=str(self.path))
            with self.path.open("rb") as file:
                file.seek(pin.position)
                data = file.read(length)
        except OSError as error:
            raise FileError(f"cannot be read: {error.strerror or error}", file=str(self.path)) from None
        if pin.dtype == "bool":
            array = np.frombuffer(data, np.uint8) != 0  # a byte other than 0 and 1 is no NumPy bool
        else:
            array = np.frombuffer(data, dtype).astype(dtype.newbyteorder("="))
        return array.reshape(pin.shape)
