"""Bookmarks: places on a page, numbered 1 to 9, kept in the settings once the diagram has a file."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from PySide6.QtCore import QPointF

from app.canvas.view import CanvasView
from app.core.document import Document
from app.window.documents.view_state import KeptByFile
from app.window.settings import Settings

_FAR = 1e9
"""Numbers that are larger stand for no position on a page."""


class Viewpoint(NamedTuple):
    """A view of a page: its zoom and its center."""

    zoom: float
    middle: QPointF

    @classmethod
    def of(cls, view: CanvasView) -> Viewpoint:
        return cls(view.zoom, view.visible_rect().center())

    def show(self, view: CanvasView) -> None:
        view.set_zoom(self.zoom)
        view.centerOn(self.middle)


class Bookmarks:
    """The bookmarks of a diagram, by page and number."""

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
