"""What a file holds: a diagram, a drawing with a diagram inside, something that enuSpace saved, or a model.

The command line and the editor ask here, so that a file is the same thing to both.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from blocks.base.errors import FileError
from blocks.document.file import load, loads
from blocks.document.model import Diagram

Kind = Literal["diagram", "drawing", "enuspace", "model"]

_BEFORE, _AFTER = '<metadata id="gradblocks">', "</metadata>"
_NOT_XML = {0xFFFE: r"\ufffe", 0xFFFF: r"\uffff"}
"""Characters that a text in JSON may have, and XML may not, as JSON says them in letters."""
_MODELS = (".pb", ".pbtxt", ".onnx")
_SAVED_MODEL = ("saved_model.pb", "saved_model.pbtxt")
_MOST_BYTES = 1 << 28
_LOOKED_AT = 4096


def kind_of(path: str | os.PathLike[str]) -> Kind:
    """What a file holds, by its name and, where that leaves it open, by what is in it; it need not exist."""
    suffix = Path(path).suffix.lower()
    if suffix == ".svg":
        return "enuspace" if text_in(path) is None else "drawing"
    if suffix == ".enup" or (suffix == ".json" and not _names_our_format(path)):
        return "enuspace"
    if suffix in _MODELS or _is_saved_model(path):
        return "model"
    return "diagram"


def open_ours(path: str | os.PathLike[str]) -> Diagram:
    """The diagram in a file of ours, which may be a drawing.

    Raises:
        FileError: it cannot be read, or is broken, or a file of enuSpace.
    """
    shown = os.fspath(path)
    if Path(path).suffix.lower() == ".svg":
        text = text_in(path)
        if text is not None:
            diagram = loads(text, shown)
            diagram.path = shown
            return diagram
    kind = kind_of(path) if os.path.isfile(path) or _is_saved_model(path) else "diagram"
    if kind in ("enuspace", "model"):
        hint = f"gradblocks convert {shown} {Path(path).with_suffix('.gradblocks')}"
        what = "a file of enuSpace" if kind == "enuspace" else "a model"
        raise FileError(f"holds no Gradblocks diagram; {what} is imported first", file=shown, hint=hint)
    return load(path)


def with_diagram(svg: str, diagram: str) -> str:
    """A drawing that holds the text of a diagram as metadata."""
    from xml.sax.saxutils import escape  # it brings half of the network with it: not for those who only run

    return f"{_BEFORE}{escape(diagram.translate(_NOT_XML))}{_AFTER}\n</svg>".join(svg.rsplit("</svg>", 1))


def text_in(path: str | os.PathLike[str]) -> str | None:
    """The text of the diagram in a drawing; None if there is none, or the file cannot be read."""
    try:
        if not os.path.isfile(path) or os.path.getsize(path) > _MOST_BYTES:
            return None
        text = Path(path).read_text("utf-8")
    except (OSError, ValueError):
        return None  # whoever reads it next says why
    _, before, rest = text.rpartition(_BEFORE)
    inside, after, _ = rest.partition(_AFTER)
    if not (before and after):
        return None
    from xml.sax.saxutils import unescape

    return unescape(inside)


def _is_saved_model(path: str | os.PathLike[str]) -> bool:
    try:
        return os.path.isdir(path) and any(os.path.isfile(os.path.join(path, name)) for name in _SAVED_MODEL)
    except ValueError:
        return False  # a name that no file can have


def _names_our_format(path: str | os.PathLike[str]) -> bool:
    try:
        if not os.path.isfile(path):
            return False  # what comes through a pipe comes once
        with open(path, "rb") as file:
            return b'"gradblocks/' in file.read(_LOOKED_AT)
    except (OSError, ValueError):
        return False  # the importer says so
