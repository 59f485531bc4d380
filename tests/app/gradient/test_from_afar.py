"""The gradient view from afar: what is wrong with a page stays to be seen."""

from __future__ import annotations

from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from app.window.window import MainWindow
from tests.app.gradient.hands import block, document, open_page, press_g
from tests.app.window.hands import settle


def test_what_is_wrong_is_seen_from_afar(window: MainWindow, qtbot: QtBot) -> None:
    blocks = [
        block("p", "Placeholder", 40, 40, dtype="DT_FLOAT", shape=[2]),
        block("sum", "Sum", 240, 40, axis=0),
    ]
    tab = open_page(window, qtbot, document(blocks, "p.output>sum.input"))
    press_g(tab, qtbot)
    window.run(1)
    settle(qtbot, lambda: bool(tab.scene.mirror.blocks["p"].badges))
    tab.view.set_zoom(0.2)
    at = tab.view.viewportTransform().map(tab.scene.block_rect("p").center()).toPoint()
    image = tab.view.viewport().grab().toImage()
    assert image.pixelColor(at).name() == QColor(tab.scene.theme.error).name()
    tab.view.set_zoom(0.05)
    at = tab.view.viewportTransform().map(tab.scene.block_rect("p").center()).toPoint()
    assert tab.view.viewport().grab().toImage().pixelColor(at).name() == QColor(tab.scene.theme.error).name()
