"""Detection of file contents: a diagram, a drawing or web page with a diagram, an enuSpace file or a model."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from blocks.base.errors import FileError
from blocks.document.drawings import DRAWINGS, text_in
from blocks.document.file import load
from blocks.document.model import Diagram

Kind = Literal["diagram", "drawing", "enuspace", "exercise", "model"]

_MODELS = (".pb", ".pbtxt", ".onnx")
_SAVED_MODEL = ("saved_model.pb", "saved_model.pbtxt")
_LOOKED_AT = 4096


def kind_of(path: str | os.PathLike[str]) -> Kind:
    """Return the kind of a file, which need not exist, by its name and, if that is ambiguous, by its content."""
    suffix = Path(path).suffix.lower()
    if suffix == ".svg":
        return "enuspace" if text_in(path) is None else "drawing"
    if suffix in DRAWINGS and text_in(path) is not None:
        return "drawing"
    if suffix == ".json":
        if _names(path, b'"gradblocks-exercise/'):
            return "exercise"
        return "diagram" if _names(path, b'"gradblocks/') else "enuspace"
    if suffix == ".enup":
        return "enuspace"
    if suffix in _MODELS or _is_saved_model(path):
        return "model"
    return "diagram"


def open_ours(path: str | os.PathLike[str]) -> Diagram:
    """Open a diagram file or a drawing with a diagram.

    Raises:
        FileError: the file cannot be read, is damaged, or is an enuSpace file.
    """
    shown = os.fspath(path)
    kind = kind_of(path) if os.path.isfile(path) or _is_saved_model(path) else "diagram"
    if kind in ("enuspace", "model"):
        hint = f"run `gradblocks convert {shown} {Path(path).with_suffix('.gradblocks')}`"
        what = "an enuSpace file" if kind == "enuspace" else "a model"
        raise FileError(f"this is not a Gradblocks diagram: {what} must be imported first", file=shown, hint=hint)
    return load(path)


def _is_saved_model(path: str | os.PathLike[str]) -> bool:
    try:
        return os.path.isdir(path) and any(os.path.isfile(os.path.join(path, name)) for name in _SAVED_MODEL)
    except ValueError:
        return False  # a name that no file can have


def _names(path: str | os.PathLike[str], form: bytes) -> bool:
    try:
        if not os.path.isfile(path):
            return False  # what comes through a pipe comes once
        with open(path, "rb") as file:
            return form in file.read(_LOOKED_AT)
    except (OSError, ValueError):
        return False  # the importer says so
