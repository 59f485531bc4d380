"""Functions that open the input files of a command."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.cli import output
from blocks.document.data import listed
from blocks.document.file_kinds import kind_of, open_ours
from blocks.document.model import Diagram, PageView, only_page

if TYPE_CHECKING:
    from blocks.run.variables import Loaded

SUFFIX = ".gradblocks"


def open_diagram(path: str) -> Diagram:
    """Open the diagram in a file, a picture or a web page; raise UsageError or FileError if there is none."""
    must_exist(path)
    return open_ours(path)


def is_tensorflow(path: str) -> bool:
    return kind_of(path) == "model" and not path.lower().endswith(".onnx")


@contextmanager
def errors_in(path: str) -> Generator[None]:
    try:
        yield
    except DiagramError as error:
        for each in output.all_of(error):
            each.located(file=path)
        raise


_DEFAULT = "serving_default"
"""The name of TensorFlow for the signature of a SavedModel that runs unless another one is named."""


def choose_page(diagram: Diagram, name: str | None) -> PageView:
    """Return the named page, the only one, or the default signature of a SavedModel."""
    if name is not None:
        return diagram.page(name)
    if not diagram.pages:
        raise DiagramError("the diagram has no page")
    names = [page.name for page in diagram.pages]
    if len(names) > 1 and _DEFAULT in names:
        others = listed([each for each in names if each != _DEFAULT])
        output.print_line(f"using page {_DEFAULT!r}. Use --page for another one: {others}")
        return diagram.page(_DEFAULT)
    return only_page(diagram)


def load_notes(path: str, loaded: Loaded) -> list[str]:
    notes: list[str] = []
    if loaded.missing:
        notes.append(f"{path} has no value for {listed(loaded.missing)}, so the initial values are used")
    if loaded.extra:
        notes.append(f"{path} has values for {listed(loaded.extra)}, which the page does not have")
    if loaded.changed:
        notes.append(f"{path}: converted values: {', '.join(loaded.changed)}")
    return notes


def must_exist(path: str) -> None:
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        raise UsageError("there is no such file", file=path) from None
    except (OSError, ValueError) as error:
        raise FileError(f"the file cannot be read: {getattr(error, 'strerror', None) or error}", file=path) from None


def can_hold(path: str, *, later: bool = False) -> None:
    """Check before the work that a file can be written; raise UsageError if not.

    At the end of long work (``later``) pipes and read-only folders are refused too.
    """
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise UsageError(f"the file cannot be written: there is no folder {folder!r}", file=path)
    if os.path.isdir(path):
        raise UsageError("the file cannot be written: the path is a folder", file=path)
    if later and os.path.exists(path) and not os.path.isfile(path):
        raise UsageError("the file cannot be written: the path is not an ordinary file", file=path)
    if later and not os.access(os.path.dirname(os.path.realpath(path)), os.W_OK | os.X_OK):
        raise UsageError(f"the file cannot be written: the folder {folder!r} is read-only", file=path)
