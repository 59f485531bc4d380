"""Opening files: small ones at once, large ones outside the GUI thread, with a placeholder tab meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from PySide6.QtCore import Qt, QThreadPool, Signal, Slot
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QProgressBar, QPushButton, QWidget
from shiboken6 import isValid

from app.canvas.mirror import SceneModel
from app.core.block_types import BlockTypes
from app.core.recovery.journal import digest
from app.face.geometry import WireStyle
from app.panels.look import acting, horizontal, named, text_share, vertical
from app.panels.views.view import Work
from app.window.tabs import WindowPart, WindowProtocol
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError, FileError
from blocks.base.language import mark, tr
from blocks.base.types import Array
from blocks.document.changes import SetField
from blocks.document.file import load
from blocks.document.file_kinds import kind_of, open_ours
from blocks.document.model import Diagram, lay_out_pages
from blocks.interchange.enuspace.project import ReportLine
from blocks.library.registry import find

LARGE = 200_000
"""Bytes from which on a file is read off the GUI thread: below, it is there within a tenth of a second."""

T = TypeVar("T")


class OpeningTab(QWidget):
    """The placeholder tab of a file that is being read, or could not be read."""

    again_wanted = Signal()
    close_wanted = Signal()

    def __init__(self, name: str, path: Path) -> None:
        super().__init__()
        self.setAutoFillBackground(True)
        self.name = name
        self.faults = ""
        self.head = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        font = self.head.font()
        font.setPointSizeF(13 * text_share())
        font.setBold(True)
        self.head.setFont(font)
        self.path_label = QLabel(str(path), self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.bar = QProgressBar(self, textVisible=False)
        self.bar.setRange(0, 0)
        self.bar.setFixedWidth(320)
        self.text = named(QPlainTextEdit(self, readOnly=True), tr("Error details"))
        self.again = acting(QPushButton(tr("Try again"), self), self.again_wanted)
        self.close_button = acting(QPushButton(tr("Close"), self), self.close_wanted)
        buttons = horizontal(self.again, self.close_button, None)
        layout = vertical(
            self.head, self.path_label, self.bar, (self.text, 1), buttons, to=self, margins=(40, 36, 40, 36), spacing=14
        )
        self._stretch = QWidget(self)
        layout.addWidget(self._stretch, 1)
        self.begin()

    def begin(self) -> None:
        self.faults = ""
        self.head.setText(tr('Opening "{name}"...', name=self.name))
        self._show(failed=False)

    def fail(self, lines: Sequence[str]) -> None:
        self.faults = "\n".join(lines)
        self.head.setText(tr('"{name}" cannot be opened.', name=self.name))
        self.text.setPlainText(self.faults)
        self._show(failed=True)

    def _show(self, *, failed: bool) -> None:
        self.bar.setVisible(not failed)
        self._stretch.setVisible(not failed)
        self.text.setVisible(failed)
        self.again.setVisible(failed)
        self.close_button.setVisible(failed)


class OpeningJob(NamedTuple, Generic[T]):
    """A file to read. ``read`` runs in any thread: it must not create Qt objects. ``show`` may raise DiagramError."""

    name: str
    path: Path
    read: Callable[[], T]
    show: Callable[[T], None]


class Opener(WindowPart):
    """A queue of jobs. `failed`: a file could not be opened (the `DiagramError`); a tab shows why."""

    failed = Signal(object)
    _done = Signal(object)

    def __init__(self, desk: WindowProtocol) -> None:
        super().__init__(desk)
        self._pool = QThreadPool(self, maxThreadCount=2)
        self._tabs: dict[Path, OpeningTab] = {}
        self._done.connect(self._run_finish)

    def open(self, job: OpeningJob[T]) -> None:
        tab = self._tab_of(job.path)
        if tab is not None:
            self._desk.tabs.setCurrentWidget(tab)
            if not tab.faults:
                return
        if _size(job.path) < LARGE:
            self._finish(job, tab, _outcome(job.read))
            return
        if tab is None:
            tab = self._make_tab(job)
        tab.begin()

        def read() -> Callable[[], None]:
            outcome = _outcome(job.read)
            return lambda: self._finish(job, tab, outcome)

        self._pool.start(Work(read, self._done))

    def close(self) -> None:
        self._pool.waitForDone()

    def _make_tab(self, job: OpeningJob[T]) -> OpeningTab:
        tab = self._tabs[job.path] = OpeningTab(job.name, job.path)
        tab.again_wanted.connect(lambda: self.open(job))
        tab.close_wanted.connect(lambda: self._desk.tabs.close_wanted.emit(tab))
        tabs = self._desk.tabs
        tabs.addTab(tab, job.name.replace("&", "&&"))
        tabs.setCurrentWidget(tab)
        return tab

    @Slot(object)
    def _run_finish(self, finish: Callable[[], None]) -> None:
        finish()

    def _tab_of(self, path: Path) -> OpeningTab | None:
        tab = self._tabs.get(path)
        if tab is None or (isValid(tab) and self._desk.tabs.indexOf(tab) >= 0):
            return tab
        del self._tabs[path]
        return None

    def _finish(self, job: OpeningJob[T], tab: OpeningTab | None, outcome: T | DiagramError) -> None:
        """Show the content or the error, unless the tab was closed meanwhile."""
        if tab is not None and self._tab_of(job.path) is not tab:
            return
        front = self._desk.tabs.currentWidget()
        if not isinstance(outcome, DiagramError):
            try:
                job.show(outcome)
            except DiagramError as error:
                outcome = error
        if isinstance(outcome, DiagramError):
            tab = tab if tab is not None else self._make_tab(job)
            tab.fail(lines_of(outcome))
            self.failed.emit(outcome)
        elif tab is not None:
            del self._tabs[job.path]
            self._desk.tabs.removeTab(self._desk.tabs.indexOf(tab))
            tab.deleteLater()
            if front is not tab:  # the person went on with something else
                self._desk.tabs.setCurrentWidget(front)


def _outcome(read: Callable[[], T]) -> T | DiagramError:
    try:
        return read()
    except DiagramError as error:
        return error
    except Exception as error:
        logging.getLogger("gradblocks").exception("a file could not be read")
        text = mark("an internal error occurred while reading the file: {name}: {error}")
        return DiagramError(tr(text, name=type(error).__name__, error=error))


def lines_of(error: DiagramError) -> list[str]:
    errors: Sequence[DiagramError] = getattr(error, "errors", [error])
    return [": ".join(part for part in (each.location(), sentence_of(each)) if part) for each in errors]


def _size(path: Path) -> int:
    try:
        if path.is_dir():  # a SavedModel
            return sum(each.stat().st_size for each in path.glob("saved_model.pb*"))
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


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
    mirrors: Mapping[str, SceneModel] = {}


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


def _mirrors(diagram: Diagram, wires: WireStyle) -> dict[str, SceneModel]:
    mirrors: dict[str, SceneModel] = {}
    types = BlockTypes(diagram)
    for view in diagram.pages:
        page = view.snapshot()
        if len(page.blocks) >= _MANY_BLOCKS:
            mirror = mirrors[page.name] = SceneModel(types.find, wires, types.inside)
            # Notes and frames measure their texts: that is for the GUI thread, which adds them.
            mirror.sync(page._replace(notes=(), frames=()))
    return mirrors


def _require_ordinary(path: Path) -> None:
    """Reject pipes and devices, on which reading may wait forever."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise FileError(tr("the path is not a regular file"), file=str(path))


def read_model(path: Path, wires: WireStyle = "orthogonal") -> Contents:
    from blocks.interchange.models import import_model

    name = _named(path)
    model = import_model(path, name)
    lay_out_pages(model.diagram)
    report = [*model.unknown, *model.report]
    if any(len(page.blocks) > _MANY_LAYERS for page in model.diagram.pages):
        report.append(tr("To show repeated layers as one block, use File > Open model with grouped layers..."))
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


_MOST_BLOCKS = 2000
_MOST = 48.0
"""What covers more of another was laid over it on purpose."""
_GAP = 8.0
_PASSAGE = 5.0
_ROUNDS = 4


def move_apart(diagram: Diagram) -> list[ReportLine]:
    """Move slightly overlapping blocks apart, to the right or down; return the moves."""
    report: list[ReportLine] = []
    for view in diagram.pages:
        page = view.snapshot()
        if len(page.blocks) > _MOST_BLOCKS:
            continue
        mirror = SceneModel(find)
        mirror.sync(page._replace(notes=(), frames=()))
        ids = [item.id for item in mirror.order]
        before = mirror.rects.copy()
        for item in mirror.order:
            if item.face.caption is None:  # between two blocks there must be room for a wire
                before[item.index, 2] += _PASSAGE
        after = before.copy()
        causes: dict[int, int] = {}
        for _ in range(_ROUNDS):
            if not _move_apart(after, causes):
                break
        for moved, still in sorted(causes.items()):
            x, y = (after[moved] - before[moved])[:2].tolist()
            at = page.blocks[moved].at
            diagram.apply(SetField(page.name, ids[moved], "at", (round(at[0] + x, 2), round(at[1] + y, 2))))
            ways = ((x, tr("to the right")), (y, "down"))
            shift = tr(" and ").join(f"{size:.0f} {where}" for size, where in ways if size)
            said = mark("moved by {shift}, because {ids} is larger here and would cover this block")
            report.append(ReportLine("changed", page.name, ids[moved], tr(said, shift=shift, ids=ids[still])))
    return report


def _move_apart(rects: Array, causes: dict[int, int]) -> bool:
    """Move the right or lower block of each slightly overlapping pair; return whether any moved."""
    moved = False
    for first, second in _pairs(rects):
        width = min(rects[first, 2], rects[second, 2]) - max(rects[first, 0], rects[second, 0])
        height = min(rects[first, 3], rects[second, 3]) - max(rects[first, 1], rects[second, 1])
        if width <= 1 or height <= 1 or min(width, height) > _MOST:
            continue  # moved already, or meant
        axis, by = (0, width) if width <= height else (1, height)
        still, other = (first, second) if rects[first, axis] <= rects[second, axis] else (second, first)
        rects[other, [axis, axis + 2]] += by + _GAP
        causes[other] = still
        moved = True
    return moved


def _pairs(rects: Array) -> list[tuple[int, int]]:
    left, top, right, bottom = (rects[:, i] for i in range(4))
    across = (left[:, None] < right[None, :]) & (left[None, :] < right[:, None])
    touching = across & (top[:, None] < bottom[None, :]) & (top[None, :] < bottom[:, None])
    return [(int(a), int(b)) for a, b in np.argwhere(np.triu(touching, 1))]
