"""Diagram files: reading and writing."""

from __future__ import annotations

import os

from blocks.document.drawings import DRAWINGS, text_in
from blocks.document.model import Diagram
from blocks.document.reading import read_file, read_text


def loads(text: str | bytes, name: str | None = None) -> Diagram:
    """Load a diagram from a string.

    Unknown keys, block types and pins, and wires to pins that do not exist, are kept. `blocks.Session` and the command
    ``check`` report them.

    Args:
        text: the content of a diagram file; bytes are UTF-8 with an optional byte order mark.
        name: the file name for error messages.

    Raises:
        LoadError: the string is not a diagram, is damaged, or has a newer format.

    Example:
        text = blocks.load("a_times_b.gradblocks").dumps()
        diagram = blocks.loads(text)
    """
    return Diagram(read_text(text, name))


def load(path: str | os.PathLike[str]) -> Diagram:
    """Load a diagram from a file, and set ``diagram.path`` to the file.

    Args:
        path: a ``.gradblocks`` file, or a picture (.svg) or web page (.html) that contains a diagram.

    Raises:
        FileError: the file cannot be read.
        LoadError: the file does not contain a diagram, is damaged, or has a newer format.

    Example:
        diagram = blocks.load("a_times_b.gradblocks")
        print([page.name for page in diagram.pages])
    """
    shown = os.fspath(path)
    inside = None
    if not shown.endswith(".gradblocks"):
        inside = text_in(shown) if shown.lower().endswith(DRAWINGS) else None
    diagram = Diagram(read_file(shown) if inside is None else read_text(inside, shown))
    diagram.path = shown
    return diagram


def dumps(diagram: Diagram) -> str:
    return diagram.dumps()


def save(diagram: Diagram, path: str | os.PathLike[str]) -> None:
    diagram.save(path)
