"""The current canvas of a diagram: a page, or the inside of an instance."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.core.document import Document, DocumentEdit
from app.core.instance_steps import parts_of_block, step_of
from app.core.instances import InstancePath, Instances
from blocks.document.changes import RenameBlock, RenamePage, parts_of
from blocks.document.data import INSTANCE


class Navigation(QObject):
    """The path from a page into instances; ``canvas`` is the current canvas, empty if there is none.

    Signals:
        moved: the canvas, its instance, or a name on the path changed.
    """

    moved = Signal()

    def __init__(self, document: Document, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self.instances = Instances(document)
        self.path = InstancePath("")
        self.canvas = ""
        document.edited.connect(self._rename)

    @property
    def is_inside(self) -> bool:
        return self._document.composite(self.canvas) is not None

    @property
    def composite(self) -> str:
        return self.canvas.removeprefix(INSTANCE) if self.is_inside else ""

    def go(self, path: InstancePath) -> bool:
        """Go to a path, as far as it exists; return whether the canvas or instance changed."""
        canvases = self.instances.along(path)
        path = InstancePath(path.page, path.ids[: max(0, len(canvases) - 1)])
        canvas = canvases[-1] if canvases else ""
        if (path, canvas) == (self.path, self.canvas):
            return False
        self.path, self.canvas = path, canvas
        self.moved.emit()
        return True

    def bodies_of(self, block_id: str) -> list[tuple[str, str]]:
        view = self._document.canvas(self.canvas)
        block = None if view is None else view.get(block_id)
        bodies = [] if block is None else parts_of_block(block)
        pairs: list[tuple[str, str]] = []
        for step in bodies:
            path = InstancePath(self.path.page, (*self.path.ids, step))
            canvases = self.instances.along(path)
            if len(canvases) == len(path.ids) + 1:
                pairs.append((step, canvases[-1]))
        return pairs

    def go_in(self, step: str) -> bool:
        path = InstancePath(self.path.page, (*self.path.ids, step))
        return len(self.instances.along(path)) == len(path.ids) + 1 and self.go(path)

    def show(self, canvas: str) -> None:
        """Show a canvas; a composite's at the current instance, or else at its first instance."""
        if canvas != self.canvas:
            is_page = self._document.composite(canvas) is None
            first = None if is_page else next(self.instances.paths(canvas), None)
            self.go(first or InstancePath(canvas))

    def follow(self) -> None:
        """Leave instances that an edit deleted."""
        self.go(self.path)

    def _rename(self, edit: DocumentEdit) -> None:
        for change in parts_of(edit.change):
            if isinstance(change, RenamePage) and change.page == self.path.page:
                self.path = self.path._replace(page=change.name)
            elif isinstance(change, RenameBlock) and any(step_of(each).block == change.block for each in self.path.ids):
                self._rename_instance(change)

    def _rename_instance(self, change: RenameBlock) -> None:
        # The document has all new names already: the canvas that an instance is on is looked up by those.
        ids = list(self.path.ids)
        for index, text in enumerate(ids):
            on = self.instances.along(InstancePath(self.path.page, tuple(ids[:index])))
            block, slash, part = text.partition("/")
            if block == change.block and len(on) == index + 1 and on[-1] == change.page:
                ids[index] = f"{change.id}{slash}{part}"
        self.path = InstancePath(self.path.page, tuple(ids))
