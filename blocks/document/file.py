"""Diagram files: reading and writing."""

from __future__ import annotations

import os

from blocks.document.drawings import DRAWINGS, text_in
from blocks.document.model import Diagram
from blocks.document.reading import read_file, read_text


def loads(text: str | bytes, name: str | None = None) -> Diagram:
    """The diagram in a text.

    Unknown keys, block types, pins and wires that lead nowhere are kept; `blocks.elaborate.checks` finds them.

    Args:
        text: what is in the file; bytes are UTF-8, a byte order mark is skipped.
        name: the file, for error messages.

    Raises:
        LoadError: it is no diagram, one of a newer format, or broken.
    """
    return Diagram(read_text(text, name))


def load(path: str | os.PathLike[str]) -> Diagram:
    """The diagram in a file; it remembers where it came from (``diagram.path``).

    The file may be a drawing (.svg) or a page for browsers (.html) that holds a diagram.

    Raises:
        FileError: the file cannot be read.
        LoadError: it is no diagram, one of a newer format, or broken.
    """
    shown = os.fspath(path)
    inside = None
    if not shown.endswith(".gradblocks"):
        inside = text_in(shown) if shown.lower().endswith(DRAWINGS) else None
    diagram = Diagram(read_file(shown) if inside is None else read_text(inside, shown))
    diagram.path = shown
    return diagram


def dumps(diagram: Diagram) -> str:
    """The diagram as canonical text."""
    return diagram.dumps()


def save(diagram: Diagram, path: str | os.PathLike[str]) -> None:
    """Write the diagram, atomically; see `Diagram.save`."""
    diagram.save(path)
