"""Draws a page without a window, for the table of growth."""

from __future__ import annotations

import os
from functools import cache

from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.canvas.scene import PageScene
from app.core.document import Document
from app.face.theme import DARK
from blocks.document.model import Diagram


def scene(diagram: Diagram) -> PageScene:
    """The scene of the first page."""
    _application()
    document = Document(diagram)
    return PageScene(document, document.pages[0].name, DARK, parent=document)


@cache
def _application() -> QCoreApplication:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QApplication.instance() or QApplication([])


def draw(shown: PageScene) -> None:
    """Paint all of it, 1920 x 1080 pixels, in software."""
    image = QImage(1920, 1080, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(shown.theme.canvas))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shown.render_to(painter, QRectF(image.rect()), shown.content_rect())
    painter.end()
