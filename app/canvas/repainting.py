"""The choice of areas to repaint after a change. All repainting of the canvas goes through this module.

Repainting only the changed areas is enough if nothing else depends on them. If labels and signs avoid each other, or
are enlarged because the page is zoomed out, the whole visible part is repainted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtWidgets import QGraphicsScene

from app.canvas.drawing.blocks import TYPE_ROOM, reach
from app.canvas.items import BlockItem, WireItem
from app.canvas.layers import OVERVIEW_BELOW
from app.canvas.mirror import PREVIEW_ROOM, Changed, SceneModel
from app.canvas.tags import TagLayer
from app.canvas.wires.wire_paths import areas, rows
from blocks.base.types import Array
from blocks.document.data import Wire


class Repainting(QObject):
    """The areas of a page to repaint. `changed`: blocks, wires or the gradient, and so the page, look different."""

    changed = Signal()

    def __init__(self, scene: QGraphicsScene, mirror: SceneModel, tags: TagLayer) -> None:
        super().__init__(scene)
        self._scene = scene
        self._mirror = mirror
        self._tags = tags
        self._held = HeldRepaints(self)
        self._held.due.connect(self.release)

    def all(self) -> None:
        self._scene.update()
        self.changed.emit()

    def marks(self) -> None:
        self._scene.update()

    def edited(self, changed: Changed | None, *, whole: bool, hold: bool = False) -> None:
        """Repaint after an edit or after wires found better routes.

        Args:
            changed: the differences; None if anything may differ.
            whole: repaint everything, since marks depend on the positions of changed items.
            hold: the repaint may wait a moment for more changes.
        """
        parts = None if changed is None or whole else dirty_by(self._mirror, changed, self._reach())
        if hold:
            self._held.hold(parts)
        else:
            self._parts(parts)
        self.changed.emit()

    def faces(
        self, changed: tuple[Sequence[BlockItem], Sequence[BlockItem]] | None, wires: Sequence[WireItem] = ()
    ) -> None:
        """Repaint blocks with other faces, some only if close up, as wires; None: wires moved too."""
        if changed is None:
            self.all()
            return
        marked, later = changed
        near = any(view.transform().m11() >= OVERVIEW_BELOW for view in self._scene.views())
        blocks = [*marked, *later] if near else marked
        if blocks:
            self._parts(dirty(self._mirror, blocks, wires if near else (), self._reach()))
            self.changed.emit()

    def gradient(self, changed: tuple[Collection[Wire], Collection[str]] | None) -> None:
        self.release()
        if changed is None:
            self.all()
        elif any(changed):
            wires = [item for wire in changed[0] for item in self._mirror.items_of(wire)]
            blocks = [self._mirror.blocks[block] for block in changed[1] if block in self._mirror.blocks]
            parts = dirty(self._mirror, blocks, wires, self._reach())
            self._parts([*parts, *self._tags.around(wires)])
            self.changed.emit()

    def room_below(self, rects: Sequence[QRectF]) -> None:
        self._parts(areas(rows(rects) + _around_block(self._reach())))
        self.changed.emit()

    def around(self, rects: Iterable[QRectF], beyond: float) -> None:
        """Repaint parts and ``beyond`` around them, in page units or pixels, whichever is more."""
        beyond /= min(1.0, self._scale())
        self._parts([rect.adjusted(-beyond, -beyond, beyond, beyond) for rect in rects])

    def release(self) -> None:
        self._parts(self._held.take())

    def _reach(self) -> float:
        return reach(self._scale())

    def _scale(self) -> float:
        return min([view.transform().m11() for view in self._scene.views()], default=1.0)

    def _parts(self, parts: Iterable[QRectF] | None) -> None:
        if parts is None:
            self._scene.update()
        for part in parts or ():
            self._scene.update(part)


def dirty(mirror: SceneModel, blocks: Sequence[BlockItem], wires: Sequence[WireItem], reach: float) -> list[QRectF]:
    rects, wire_rects = mirror.rects[[item.index for item in blocks]], mirror.wire_rects[[wire.index for wire in wires]]
    return _around(rects, wire_rects, reach)


def dirty_by(mirror: SceneModel, changed: Changed, reach: float) -> list[QRectF]:
    before = _around(np.array(changed.left), np.array(changed.left_by_wires), reach)
    return [*before, *dirty(mirror, changed.blocks, changed.wires, reach)]


def _around(blocks: Array, wires: Array, reach: float) -> list[QRectF]:
    around_wire = (-reach, -reach, reach, reach)
    return [*areas(blocks.reshape(-1, 4) + _around_block(reach)), *areas(wires.reshape(-1, 4) + around_wire)]


def _around_block(reach: float) -> tuple[float, float, float, float]:
    return (-reach, -reach, max(reach, TYPE_ROOM), reach + PREVIEW_ROOM)


_PATIENCE = 80
"""Milliseconds: who edits a page does not notice them, and most checks are over by then."""


class HeldRepaints(QObject):
    due = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rects: list[QRectF] = []
        self._whole = False
        self._timer = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._timer.timeout.connect(self.due)

    def hold(self, rects: Sequence[QRectF] | None) -> None:
        self._whole = self._whole or rects is None
        self._rects += rects or ()
        if not self._timer.isActive():
            self._timer.start()

    def take(self) -> list[QRectF] | None:
        """Return and clear the held areas; None: the whole page."""
        self._timer.stop()
        rects = None if self._whole else self._rects
        self._rects, self._whole = [], False
        return rects
