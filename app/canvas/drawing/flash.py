"""A brief highlight around blocks that draws attention to the results of a run."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPen

from app.canvas.scene_protocol import Stage

_TIME = 900
"""Milliseconds until it is out."""
_WIDTH = 7.0
_BEYOND = 6.0


class Flash(QObject):
    """The highlight of one page; ``blocks`` is empty when it is off."""

    def __init__(self, scene: Stage, parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self.blocks: frozenset[str] = frozenset()
        self._strength = 0.0
        self._fading = QVariantAnimation(self, duration=_TIME)
        self._fading.setStartValue(1.0)
        self._fading.setEndValue(0.0)
        self._fading.valueChanged.connect(self._fade)
        self._fading.finished.connect(self._end)

    def show(self, blocks: Iterable[str]) -> None:
        self._fading.stop()
        self._end()
        self.blocks = frozenset(blocks)
        if self.blocks:
            self._fading.start()

    def paint(self, painter: QPainter, rect: QRectF) -> None:
        color = QColor(self._scene.theme.running)
        color.setAlphaF(min(1.0, max(0.0, self._strength)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for box in self._boxes():
            if box.intersects(rect):
                painter.setPen(QPen(color, _WIDTH))
                painter.drawRoundedRect(box, 9, 9)

    def _boxes(self) -> list[QRectF]:
        items = map(self._scene.block_item, self.blocks)
        return [item.rect.adjusted(-_BEYOND, -_BEYOND, _BEYOND, _BEYOND) for item in items if item is not None]

    def _fade(self, strength: float) -> None:
        self._strength = strength
        self._scene.update_around(self._boxes(), _WIDTH)

    def _end(self) -> None:
        boxes, self.blocks = self._boxes(), frozenset()
        if boxes:
            self._scene.update_around(boxes, _WIDTH)
