"""The user's choice of wires to show as tags or as lines. It belongs to the view, not to the diagram."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.core.document import Document
from app.core.renaming import rename_key
from blocks.base.errors import DiagramError
from blocks.document.data import Page, Wire, parse_endpoint

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
