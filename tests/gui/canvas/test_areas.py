from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from app.canvas.scene import PageScene
from tests.gui.canvas.pages import document
from tests.gui.canvas.test_scene import picture


def contrast(zoom: float, area: QRectF) -> int:
    """How far the pixels of a part of a page lie apart, of 255; the page has a frame at (0, 0)."""
    opened = document([], frames=[{"at": [0, 0], "size": [900, 400], "title": "Forward pass", "color": "#0070ff"}])
    image = picture(PageScene(opened, "main", parent=opened), area, zoom)
    bits = np.frombuffer(image.constBits(), np.uint8).reshape(-1, 4)[:, :3]
    return int(np.ptp(bits.astype(int), axis=0).max())


def test_the_title_of_a_frame_stands_inside_it_from_near_and_above_it_from_afar(qtbot: QtBot) -> None:
    above, inside = QRectF(0, -100, 400, 96), QRectF(10, 4, 400, 20)
    assert [contrast(1.0, above), contrast(0.3, inside)] == [0, 0]
    assert min(contrast(1.0, inside), contrast(0.3, above)) > 60
