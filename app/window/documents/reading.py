"""The content of a file to open: a diagram, an image with a diagram inside, a model, or an enuSpace project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from app.canvas.mirror import Mirror
from app.core.block_types import BlockTypes
from app.core.recovery.journal import digest
from app.face.geometry import WireStyle
from app.language import tr
from app.window.documents.import_overlaps import move_apart
from blocks.base.errors import FileError
from blocks.base.types import Array
from blocks.document.file import load
from blocks.document.file_kinds import kind_of, open_ours
from blocks.document.model import Diagram, lay_out_pages

_MANY_BLOCKS = 1000
_MANY_LAYERS = 50
"""Blocks on a page beyond which they are too small to be read where all of them are seen."""


class Contents(NamedTuple):
    """The content of a file.

    Attributes:
        laid_out: whether its pages had no positions and were laid out.
        digest: the file's digest before reading, so that concurrent changes are noticed.
        tags: by page, the wires of an import that are tags, and those that are not.
        files: arrays of an import that are too large for the diagram, by file name.
        mirrors: the prepared canvas content of large pages, which is most of the work of opening.
    """

    diagram: Diagram
    digest: str | None = None
    laid_out: bool = False
    title: str | None = None
    report: Sequence[str] = ()
    files: Mapping[str, Array] = {}
    tags: Mapping[str, Mapping[str, bool]] = {}
    mirrors: Mapping[str, Mirror] = {}


def read_file(path: Path, wires: WireStyle = "orthogonal") -> Contents:
    """Read a file of ours, of enuSpace or a model. Thread-safe.

    A page whose blocks are all at one spot is laid out. That is not an edit: saving writes the positions.

    Raises:
        DiagramError: the file cannot be read, or has another format.
    """
    _require_ordinary(path)
    kind = kind_of(path)
    if kind == "enuspace":
        return read_import(path)
    if kind == "model":
        return read_model(path, wires)
    if kind == "drawing":
        diagram = open_ours(path)
        diagram.path = None  # it is not written back into the drawing
        lay_out_pages(diagram)
        return Contents(diagram, title=path.stem)
    before = digest(path)
    diagram = load(path)
    laid_out = lay_out_pages(diagram)
    return Contents(diagram, before, laid_out, mirrors=_mirrors(diagram, wires))


def _mirrors(diagram: Diagram, wires: WireStyle) -> dict[str, Mirror]:
    mirrors: dict[str, Mirror] = {}
    types = BlockTypes(diagram)
    for view in diagram.pages:
        page = view.snapshot()
        if len(page.blocks) >= _MANY_BLOCKS:
            mirror = mirrors[page.name] = Mirror(types.find, wires, types.inside)
            # Notes and frames measure their texts: that is for the GUI thread, which adds them.
            mirror.sync(page._replace(notes=(), frames=()))
    return mirrors


def _require_ordinary(path: Path) -> None:
    """Reject pipes and devices, on which reading may wait forever."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise FileError(tr("cannot be read: it is not a regular file"), file=str(path))


def read_model(path: Path, wires: WireStyle = "orthogonal") -> Contents:
    from blocks.interchange.models import import_model

    name = _named(path)
    model = import_model(path, name)
    lay_out_pages(model.diagram)
    report = [*model.unknown, *model.report]
    if any(len(page.blocks) > _MANY_LAYERS for page in model.diagram.pages):
        report.append(tr("File > Open model with grouped layers... shows repeated layers as one block"))
    mirrors = _mirrors(model.diagram, wires)
    return Contents(model.diagram, title=name, report=report, files=model.files, mirrors=mirrors)


def read_grouped(path: Path) -> Contents:
    """Import a model with repeated layers grouped, as ``convert --group-layers``; thread-safe."""
    from blocks.interchange.importing.stacks import stacks
    from blocks.interchange.models import import_model

    _require_ordinary(path)
    name = _named(path)
    model = import_model(path, name, gathered=True)
    grouped = stacks(model.diagram, model.files, name)
    lay_out_pages(grouped.diagram)
    report = [*model.unknown, *model.report, *grouped.report]
    return Contents(grouped.diagram, title=name, report=report, files=grouped.files)


def _named(path: Path) -> str:
    """Return the title for a model's diagram: for a SavedModel, its folder name."""
    path = path.absolute()
    return path.parent.name or path.stem if path.name == "saved_model.pb" else path.stem


def read_import(path: Path) -> Contents:
    from blocks.interchange.enuspace.convert import import_file

    _require_ordinary(path)
    result = import_file(path)
    result.diagram.path = None
    title = result.diagram.title or path.stem
    report = [str(line) for line in (*result.report, *move_apart(result.diagram))]
    return Contents(result.diagram, None, False, title, report, result.files, result.tags)
