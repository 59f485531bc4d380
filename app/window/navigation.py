"""The current canvas of a diagram: a page, or the inside of an instance."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.core.document import Document, DocumentEdit
from app.core.instance_steps import parts_of_block
from app.core.instances import InstancePath, Instances
from blocks.document.changes import RenameBlock, RenamePage, parts_of
from blocks.document.data import INSTANCE


class Navigation(QObject):
    """The path from a page into instances; ``canvas`` is the current canvas, empty if there is none.

    Attributes:
        forward: on the canvas of a gradient composite, the path to its composite; elsewhere the path.

    Signals:
        moved: the canvas, its instance, or a name on the path changed.
    """

    moved = Signal()

    def __init__(self, document: Document, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self.instances = Instances(document)
        self.path = self.forward = InstancePath("")
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
        forward = path if path.ids or not canvas.startswith(INSTANCE) else self._forward_of(canvas)
        if (path, canvas, forward) == (self.path, self.canvas, self.forward):
            return False
        self.path, self.canvas, self.forward = path, canvas, forward
        self.moved.emit()
        return True

    @property
    def sides(self) -> list[str]:
        return self.sides_of([self.canvas, *self.instances.along(self.forward)][-1])

    @property
    def side(self) -> int:
        return int(self.canvas in self.sides[1:])

    def sides_of(self, canvas: str) -> list[str]:
        """Return the canvas and that of its gradient composite, if it has one."""
        view = self._document.composite(canvas)
        gradient = self._document.composite("" if view is None else view.gradient)
        return [canvas] if gradient is None else [canvas, gradient.name]

    def turn(self, side: int) -> None:
        """Show another of the sides of the current composite."""
        self.go(InstancePath(self.sides[side]) if side else self.forward)

    def _forward_of(self, canvas: str) -> InstancePath:
        """Return the path to the composite with a gradient composite: the current one, or one at its first instance."""
        if canvas in self.sides[1:]:
            return self.forward
        owner = self._document.owner_of(canvas)
        return next(self.instances.paths(owner), InstancePath(owner)) if owner else InstancePath(canvas)

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
        if canvas in self.sides:
            self.turn(int(canvas in self.sides[1:]))
        elif canvas != self.canvas:
            is_page = self._document.composite(canvas) is None
            first = None if is_page else next(self.instances.paths(canvas), None)
            self.go(first or InstancePath(canvas))

    def follow(self) -> None:
        """Leave instances that an edit deleted."""
        self.go(self.path)

    def _rename(self, edit: DocumentEdit) -> None:
        for change in parts_of(edit.change):
            if isinstance(change, RenamePage | RenameBlock):
                self.path, self.forward = self._renamed(self.path, change), self._renamed(self.forward, change)

    def _renamed(self, path: InstancePath, change: RenamePage | RenameBlock) -> InstancePath:
        if isinstance(change, RenamePage):
            return path._replace(page=change.name) if change.page == path.page else path
        # The document has all new names already: the canvas that an instance is on is looked up by those.
        ids = list(path.ids)
        for index, text in enumerate(ids):
            on = self.instances.along(InstancePath(path.page, tuple(ids[:index])))
            block, slash, part = text.partition("/")
            if block == change.block and len(on) == index + 1 and on[-1] == change.page:
                ids[index] = f"{change.id}{slash}{part}"
        return InstancePath(path.page, tuple(ids))
