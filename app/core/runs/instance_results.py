"""The results that belong to the canvas in front: of a page, or of the blocks inside of one instance."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from app.core.instances import InstancePath
from app.core.runs.results import Result, ResultStore
from app.face.face import Preview


class InstanceResults(QObject):
    """The results of a canvas under the names that its blocks have there.

    Of the canvas of a composite they are those of the instance where one is, ``hidden/mm.result_product`` as
    ``mm.result_product``; of a page those of its own blocks.

    Attributes:
        path, canvas: where one is.

    Signals:
        changed: the results of this canvas are others.
    """

    changed = Signal(str)

    def __init__(self, store: ResultStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.path = InstancePath("")
        self.canvas = ""
        self._kept: tuple[Mapping[str, Result], str, Mapping[str, Result]] = {}, "", {}
        store.changed.connect(self._changed)

    def look(self, path: InstancePath, canvas: str) -> None:
        """Another canvas is in front, or the same one at another instance."""
        self.path, self.canvas = path, canvas
        self.changed.emit(canvas)

    @property
    def prefix(self) -> str:
        """What the names of the canvas in front begin with on the page: ``outer/first/``."""
        return "".join(f"{each}/" for each in self.path.ids)

    @property
    def steps(self) -> Mapping[str, int]:
        """How many steps were run, by canvas."""
        steps = self._store.steps.get(self.path.page)
        return {} if steps is None else {self.canvas: steps}

    def results(self, page: str) -> Mapping[str, Result]:
        """The results of the canvas by their names."""
        if page != self.canvas:
            return {}
        found, prefix = self._store.results(self.path.page), self.prefix
        if self._kept[0] is not found or self._kept[1] != prefix:
            own = {
                name[len(prefix) :]: result
                for name, result in found.items()
                if name.startswith(prefix) and "/" not in name[len(prefix) :]
            }
            self._kept = found, prefix, own if len(own) < len(found) or prefix else found
        return self._kept[2]

    def names(self, page: str) -> list[str]:
        """The names of the results."""
        return list(self.results(page))

    def get(self, page: str, name: str) -> Result | None:
        """One result."""
        return self._store.get(self.path.page, self.prefix + name) if page == self.canvas else None

    def preview(self, page: str, name: str) -> Preview | None:
        """The small view of a result."""
        found = self.get(page, name)
        return found.preview if found is not None else None

    def history(self, page: str, name: str) -> list[tuple[int, float]]:
        """Steps and values of a scalar, oldest first."""
        return self._store.history(self.path.page, self.prefix + name) if page == self.canvas else []

    def is_old(self, page: str, block: str) -> bool:
        """Whether a block's results are of before an edit that may have made them others."""
        return page == self.canvas and self._store.is_old(self.path.page, block, self.path.ids)

    def _changed(self, page: str) -> None:
        if page == self.path.page:
            self.changed.emit(self.canvas)
