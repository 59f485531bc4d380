"""The view state of diagrams, kept in the settings by file. It is not saved in the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, cast

from PySide6.QtCore import QObject, QPointF, Signal

from app.canvas.view import CanvasView
from app.core.document import Document, DocumentEdit
from app.core.renaming import rename_key
from app.core.runs.breakpoints import DocumentBreakpoints
from app.window.settings import Settings
from blocks.base.errors import DiagramError
from blocks.document.changes import RenameBlock, parts_of
from blocks.document.data import Page, Wire, parse_endpoint

_MOST_FILES = 100


class KeptByFile:
    """A named setting, stored separately for each recently viewed diagram that has a file."""

    def __init__(self, document: Document, settings: Settings, name: str) -> None:
        self._document = document
        self._settings = settings
        self._name = name

    def _all(self) -> dict[str, Any]:
        stored = self._settings.get(self._name)
        return cast("dict[str, Any]", stored) if isinstance(stored, dict) else {}

    def get(self) -> dict[str, Any]:
        stored = self._all().get(str(self._document.path))
        return cast("dict[str, Any]", stored) if isinstance(stored, dict) else {}

    def put(self, kept: dict[str, Any]) -> None:
        path = self._document.path
        if path is None or kept == self.get():
            return
        files = {name: each for name, each in self._all().items() if name != str(path)}
        if kept:
            files[str(path)] = kept
        self._settings.set(self._name, dict(list(files.items())[-_MOST_FILES:]))


_ARROW = " -> "

Kept = dict[str, dict[str, bool]]
"""As it is kept between two starts: by page, by wire, whether it is a tag."""


class Links(QObject):
    """The choices for a document's wires. They survive the renaming of a block."""

    changed = Signal(str)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._wanted: dict[str, dict[Wire, bool]] = {}
        self._pages = self._snapshots()
        document.changed.connect(self._follow)

    def of(self, page: str) -> Mapping[Wire, bool]:
        """Return the choices for the wires of a page: True for tags, False for lines."""
        return self._wanted.get(page, {})

    def want(self, page: str, wires: Iterable[Wire], tag: bool) -> None:
        self._wanted.setdefault(page, {}).update(dict.fromkeys(wires, tag))
        self.changed.emit(page)

    def rename(self, old: str, new: str) -> None:
        rename_key(self._wanted, old, new)
        rename_key(self._pages, old, new)
        self.changed.emit(new)

    def put(self, kept: Mapping[str, Any]) -> None:
        for page, wires in kept.items():
            if isinstance(wires, Mapping):
                tags = {_wire(str(text)): tag for text, tag in wires.items() if isinstance(tag, bool)}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
                self._wanted.setdefault(page, {}).update({wire: tag for wire, tag in tags.items() if wire is not None})
                self.changed.emit(page)

    def kept(self) -> Kept:
        there = {name: set(page.wires) for name, page in self._snapshots().items()}
        pages = {
            page: {str(wire): tag for wire, tag in wires.items() if wire in there.get(page, ())}
            for page, wires in self._wanted.items()
        }
        return {page: wires for page, wires in pages.items() if wires}

    def _snapshots(self) -> dict[str, Page]:
        return {view.name: view.snapshot() for view in self._document.canvases}

    def _follow(self) -> None:
        before, self._pages = self._pages, self._snapshots()
        for name, wanted in self._wanted.items():
            old, new = before.get(name), self._pages.get(name)
            if old is None or new is None or old.wires is new.wires or len(old.wires) != len(new.wires):
                continue
            moved = {b: wanted[a] for a, b in zip(old.wires, new.wires, strict=True) if a != b and a in wanted}
            if moved:
                wanted.update(moved)
                self.changed.emit(name)


def _wire(text: str) -> Wire | None:
    source, arrow, target = text.partition(_ARROW)
    try:
        return Wire(parse_endpoint(source), parse_endpoint(target)) if arrow else None
    except DiagramError:
        return None


class KeptLinks(Links):
    """The tag choices of a document, kept between sessions once the document has a file."""

    def __init__(self, document: Document, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(document, parent)
        self._kept = KeptByFile(document, settings, "links")
        self.put(self._kept.get())
        self.changed.connect(self._keep)
        document.path_changed.connect(self._keep)

    def _keep(self) -> None:
        self._kept.put(self.kept())


def kept_breakpoints(document: Document, settings: Settings, parent: QObject) -> DocumentBreakpoints:
    kept = KeptByFile(document, settings, "breakpoints")
    breakpoints = DocumentBreakpoints(parent)
    breakpoints.restore(kept.get())

    def keep() -> None:
        kept.put(breakpoints.kept())

    def follow(edit: DocumentEdit) -> None:
        for change in parts_of(edit.change):
            if isinstance(change, RenameBlock):
                breakpoints.rename_block(change.page, change.block, change.id)

    breakpoints.changed.connect(keep)
    document.path_changed.connect(keep)
    document.edited.connect(follow)
    return breakpoints


_FAR = 1e9
"""Numbers that are larger stand for no position on a page."""


class Viewpoint(NamedTuple):
    zoom: float
    middle: QPointF

    @classmethod
    def of(cls, view: CanvasView) -> Viewpoint:
        return cls(view.zoom, view.visible_rect().center())

    def show(self, view: CanvasView) -> None:
        view.set_zoom(self.zoom)
        view.centerOn(self.middle)


class Bookmarks:
    def __init__(self, document: Document, settings: Settings) -> None:
        self._kept = KeptByFile(document, settings, "bookmarks")
        self._viewpoints = _read(self._kept.get())
        document.path_changed.connect(self._keep)

    def set(self, page: str, number: int, viewpoint: Viewpoint) -> None:
        self._viewpoints[page, number] = viewpoint
        self._keep()

    def get(self, page: str, number: int) -> Viewpoint | None:
        return self._viewpoints.get((page, number))

    def rename(self, old: str, new: str) -> None:
        self._viewpoints = {
            (new if page == old else page, number): it for (page, number), it in self._viewpoints.items()
        }
        self._keep()

    def _keep(self) -> None:
        kept: dict[str, Any] = {}
        for (page, number), (zoom, middle) in self._viewpoints.items():
            kept.setdefault(page, {})[str(number)] = [zoom, middle.x(), middle.y()]
        self._kept.put(kept)


def _read(kept: dict[str, Any]) -> dict[tuple[str, int], Viewpoint]:
    viewpoints: dict[tuple[str, int], Viewpoint] = {}
    for page, numbers in kept.items():
        for number, stored in cast("dict[str, Any]", numbers).items() if isinstance(numbers, dict) else ():
            values = cast("list[object]", stored) if isinstance(stored, list) else []
            given = [float(each) for each in values if isinstance(each, int | float) and abs(each) < _FAR]
            if len(given) == 3 and number.isdecimal() and len(number) == 1:
                viewpoints[page, int(number)] = Viewpoint(given[0], QPointF(given[1], given[2]))
    return viewpoints
