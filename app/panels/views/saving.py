"""Results saved as files."""

from __future__ import annotations

import csv
import io

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from app.panels.views.table import rows_of
from blocks.base.errors import DiagramError
from blocks.base.files import write_atomically
from blocks.base.language import tr
from blocks.base.types import Array

MAX_CSV = 20_000_000
"""Elements: larger texts are too large to open."""


def npy_bytes(array: Array) -> bytes:
    """Return an array as .npy, small floats unknown to NumPy as float32. Strings and handles raise DiagramError."""
    if array.dtype.kind == "O":
        raise DiagramError(tr("strings cannot be saved as .npy"), hint=tr("save the strings as .csv"))
    if array.dtype.kind == "V" or array.dtype.name.startswith(("bfloat", "float8")):
        array = array.astype(np.float32)
    elif array.dtype.name in ("int4", "uint4"):
        array = array.astype(np.int8)
    target = io.BytesIO()
    np.save(target, array, allow_pickle=False)
    return target.getvalue()


def csv_bytes(array: Array) -> bytes:
    """Return an array as .csv: vectors by line, planes as they are, others after indices. May raise DiagramError."""
    if array.size > MAX_CSV:
        said = tr("{size:,} elements are too many for a .csv file", size=array.size)
        raise DiagramError(said, hint=tr("save the elements as .npy"))
    target = io.StringIO()
    csv.writer(target, lineterminator="\n").writerows(rows_of(array))
    return target.getvalue().encode()


def save_array(array: Array, path: str) -> None:
    """Write an array as .csv or .npy, by the extension of ``path``; raise DiagramError on failure."""
    write_atomically(path, csv_bytes(array) if path.lower().endswith(".csv") else npy_bytes(array))


def save_picture(picture: QImage, path: str) -> bool:
    """Write an image as .png. Return False if there is no image. May raise DiagramError."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not picture.save(buffer, "PNG"):  # pyright: ignore[reportCallIssue, reportArgumentType]
        return False
    write_atomically(path, bytes(buffer.data().data()))
    return True
