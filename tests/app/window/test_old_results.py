"""Results of before an edit are marked as old, until a run or an undo makes them true again."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from app.canvas.drawing.blocks import text_box
from app.window.window import MainWindow
from blocks.document.changes import SetValue
from tests.app.panels.hands import editor
from tests.app.window.hands import click, front, open_window, press, settle, type_in
from tests.app.window.test_by_mouse import Mouse
from tests.app.window.test_running import open_text, page_text

CTRL = Qt.KeyboardModifier.ControlModifier
BLOCKS = [
    {"id": "a", "type": "Const", "values": {"val": 1.5}},
    {"id": "b", "type": "Const", "values": {"val": 2.5}},
    {"id": "s", "type": "Add"},
    {"id": "d", "type": "NumberDisplay"},
    {"id": "e", "type": "NumberDisplay"},
]


def test_results_of_before_an_edit_are_marked(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = open_window(qtbot)
    wires = "a.output>s.x b.output>s.y s.z>d.input b.output>e.input"
    open_text(window, tmp_path / "page.gradblocks", page_text(BLOCKS, wires))
    tab = front(window)
    tab.view.set_zoom(1.0)
    tab.view.centerOn(QPointF(400, 200))
    mouse = Mouse(window, tab)
    run(qtbot, window)
    assert marked(window) == set()
    bright = ink(window, "s")
    mouse.click(mouse.body("a"))
    settle(qtbot, lambda: window.panels.inspector.head.id.text() == "a")
    field = editor(window.panels.inspector, "val")
    click(field.viewport())
    press(field, Qt.Key.Key_A, CTRL)
    type_in(field, "7.5")
    mouse.click(mouse.body("s"))
    assert marked(window) == {"a", "s", "d"}
    assert ink(window, "s") < 0.8 * bright  # dimmed, with the same digits
    settle(qtbot, lambda: window.panels.results.name == "s.result_z")  # its block is selected
    settle(qtbot, lambda: window.panels.results.summary.text().startswith("From before the last edit"))
    settle(qtbot, lambda: listed_as_old(window) == {"a", "s"})
    press(tab.view, Qt.Key.Key_Z, CTRL)
    assert marked(window) == set() and ink(window, "s") == bright
    settle(qtbot, lambda: listed_as_old(window) == set())
    press(tab.view, Qt.Key.Key_Y, CTRL)
    assert marked(window) == {"a", "s", "d"}
    run(qtbot, window)
    assert marked(window) == set()
    settle(qtbot, lambda: not window.panels.results.summary.text().startswith("From before the last edit"))
    mouse.click(mouse.body("b"))
    press(tab.view, Qt.Key.Key_Delete)
    settle(qtbot, lambda: listed_as_old(window) == {"b", "s"})  # what is gone, too


def test_values_on_wires_are_marked_too(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = open_window(qtbot)
    blocks = [{"id": f"{name}", "type": "Const", "at": [0, 150 * i], "values": {"val": i + 1.25}}
              for i, name in enumerate("ab")]  # fmt: skip
    blocks += [{"id": f"n{name}", "type": "Negate", "at": [400, 150 * i]} for i, name in enumerate("ab")]
    open_text(window, tmp_path / "page.gradblocks", page_text(blocks, "a.output>na.x b.output>nb.x"))
    tab = front(window)
    tab.view.set_zoom(1.0)
    tab.view.centerOn(QPointF(250, 100))
    press(tab.view, Qt.Key.Key_V)
    run(qtbot, window)
    fresh = [wire_ink(window, place) for place in range(2)]
    tab.document.do(SetValue("main", "a", "val", 7.5), "Edit")
    settle(qtbot, lambda: wire_ink(window, 0) < 0.8 * fresh[0])  # dimmed, with the same digits
    assert wire_ink(window, 1) == fresh[1]
    press(tab.view, Qt.Key.Key_Z, CTRL)
    settle(qtbot, lambda: [wire_ink(window, place) for place in range(2)] == fresh)


def wire_ink(window: MainWindow, place: int) -> int:
    """How bright the text on a wire is at most, at the left, where its digits are and no sign is."""
    tab = front(window)
    item = tab.scene.mirror.wires[place]
    box = text_box(item, tab.scene.wire_text(item))
    area = tab.view.viewportTransform().mapRect(box.adjusted(2, 2, -14, -2)).toRect()
    image = tab.view.viewport().grab(area).toImage()
    rows, columns = range(image.height()), range(image.width())
    return max(image.pixelColor(x, y).lightness() for y in rows for x in columns)


def run(qtbot: QtBot, window: MainWindow) -> None:
    tab = front(window)
    with qtbot.waitSignal(tab.engine.runner.finished, timeout=20_000):
        press(tab.view, Qt.Key.Key_F5)


def marked(window: MainWindow) -> set[str]:
    """The blocks whose results are shown as old."""
    tab = front(window)
    tab.view.viewport().repaint()
    return {item.id for item in tab.scene.mirror.order if item.preview is not None and item.preview.is_old}


def listed_as_old(window: MainWindow) -> set[str]:
    """The blocks whose results are so in the list."""
    model = window.panels.results.model
    texts = {model.name_at(row): str(model.index(row, 2).data()) for row in range(model.rowCount())}
    return {name.partition(".")[0] for name, text in texts.items() if text.startswith("old")}


def ink(window: MainWindow, block: str) -> float:
    """How much the left half of a block's result, where its digits are, differs from its ground."""
    tab = front(window)
    item = tab.scene.mirror.blocks[block]
    box = tab.scene.painters.card_box(item).translated(item.rect.topLeft())
    area = tab.view.viewportTransform().mapRect(box).toRect()
    image = tab.view.viewport().grab(area.adjusted(3, 3, -area.width() // 2, -3)).toImage()
    ground = QColor(image.pixel(0, 0)).lightness()
    rows, columns = range(image.height()), range(image.width())
    return max(abs(QColor(image.pixel(x, y)).lightness() - ground) for y in rows for x in columns)
