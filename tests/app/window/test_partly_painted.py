"""What an edit leaves unpainted looks as if all had been painted again, whatever is shown beside blocks and wires."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.window.tabs import DiagramTab
from tests.app.screen import Screen
from tests.app.window.hands import front, open_window, settle

NONE, LEFT = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton


def _send(tab: DiagramTab, kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
    port = tab.view.viewport()
    event = QMouseEvent(kind, at, QPointF(port.mapToGlobal(at.toPoint())), button, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(port, event)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("stable_softmax", ""),
        ("stable_softmax", "view.values"),
        ("detached_target", "view.timings"),
        ("detached_target", "view.values"),
        ("detached_target", "view.dim"),
        ("gradient_descent", "gradient.view"),
        ("xor", "gradient.view"),
    ],
)
def test_blocks_are_dragged_about(qtbot: QtBot, name: str, shown: str) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example(name)
    tab = front(window)
    window.run(2)
    settle(qtbot, lambda: not tab.engine.running)
    if shown:
        window.commands.trigger(shown)
    if shown == "gradient.view":
        settle(qtbot, lambda: tab.scene.gradient.face is not None)
    if shown == "view.timings":
        settle(qtbot, lambda: tab.scene.times.face is not None)
    for zoom in (0.25, 0.6, 1.0):
        _drag(qtbot, tab, zoom)
        while tab.document.history.undo_text:
            tab.document.undo()
    tab.engine.close()


def _drag(qtbot: QtBot, tab: DiagramTab, zoom: float) -> None:
    """Drag the blocks in the middle about, and look at all that is on the screen each time."""
    middle = tab.scene.content_rect().center()
    tab.view.set_zoom(zoom)
    tab.view.centerOn(middle)
    qtbot.wait(50)
    screen = Screen(tab.view)
    blocks = sorted(tab.scene.mirror.order, key=lambda item: (item.rect.center() - middle).manhattanLength())
    for item in blocks[:3]:
        at = tab.view.viewportTransform().map(item.rect.topLeft() + QPointF(14, 8))
        _send(tab, QEvent.Type.MouseMove, at, NONE, NONE)
        screen.check("pointed at")
        _send(tab, QEvent.Type.MouseButtonPress, at, LEFT, LEFT)
        screen.check("taken")
        for dx, dy in ((9, 4), (40, 5), (42, 30), (-30, 60), (-90, -20), (-20, -40)):
            _send(tab, QEvent.Type.MouseMove, at + QPointF(dx, dy), NONE, LEFT)
            screen.check(f"{item.id} by {dx}, {dy}")
        _send(tab, QEvent.Type.MouseButtonRelease, at + QPointF(-20, -40), LEFT, NONE)
        screen.check("dropped")
