"""What stands on the screen of a canvas that is painted part by part."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication

from app.canvas.view import CanvasView
from blocks.base.types import Array


class Screen(QObject):
    """What stands on the screen: of each picture of the canvas only the parts that were painted again."""

    def __init__(self, view: CanvasView) -> None:
        super().__init__()
        self._port = view.viewport()
        self._painted = QRegion()
        self._looks = False
        self._paints = 0
        self.shares: list[float] = []
        QApplication.processEvents()
        self._shown = self._whole()
        self._port.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent) and not self._looks:
            self._painted = self._painted.united(event.region())
            self._paints += 1
        return False

    def _whole(self) -> QImage:
        self._looks = True
        image = self._port.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        self._looks = False
        return image

    def _settle(self) -> None:
        """Let what was asked to be painted be painted: a timer may have asked for it in the same round of events."""
        quiet = 0
        while quiet < 3:
            before = self._paints
            QApplication.processEvents()
            quiet = quiet + 1 if self._paints == before else 0

    def check(self, when: str) -> None:
        """After an event: nothing is left where it no longer is, or not yet where it is now."""
        self._settle()
        whole, region = self._whole(), self._painted
        around = region.boundingRect()
        self.shares.append(around.width() * around.height() / (whole.width() * whole.height()))
        painter = QPainter(self._shown)
        painter.setClipRegion(region)
        painter.drawImage(0, 0, whole)
        painter.end()
        self._painted = QRegion()
        rows, columns = np.nonzero(_pixels(self._shown) != _pixels(whole))
        assert rows.size == 0, f"{when}: stale at x {columns.min()}..{columns.max()}, y {rows.min()}..{rows.max()}"


def _pixels(image: QImage) -> Array:
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
