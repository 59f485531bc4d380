"""The gradient on the map in the corner of the view."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.canvas.drawing.signs import color_of
from app.face.gradient import FLOWS
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from tests.app.gradient.hands import block, document, face_of, open_page, press_g, run
from tests.app.window.hands import press, settle


def _colors(tab: DiagramTab) -> set[str]:
    """All colours on the map."""
    image = tab.view.minimap.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_the_map_shows_the_gradient_as_the_canvas_does(window: MainWindow, qtbot: QtBot) -> None:
    blocks = [
        block("w", "Variable", 40, 40, initvalues=[3e5, 4e5]),
        block("square", "Square", 240, 240),
        block("loss", "Sum", 440, 40, axis=0),
    ]
    tab = open_page(window, qtbot, document(blocks, "w.ref>square.x square.y>loss.input"))
    tab.view.set_zoom(3.0)
    settle(qtbot, tab.view.minimap.isVisible)
    flows = color_of(FLOWS, tab.scene.theme.dark).name()
    assert flows not in _colors(tab)
    press_g(tab, qtbot)
    settle(qtbot, lambda: flows in _colors(tab))
    run(window, tab, qtbot, 1)
    measured = color_of(face_of(tab).blocks["w"], tab.scene.theme.dark).name()
    settle(qtbot, lambda: measured in _colors(tab) and flows not in _colors(tab))
    press(tab.view, Qt.Key.Key_G)
    settle(qtbot, lambda: measured not in _colors(tab))
