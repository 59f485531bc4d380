"""A window with a page on which everything of direct manipulation can be tried, and hands that act on its canvas."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.canvas.items import PinKey
from blocks.document.data import Block, Json, parse_endpoint
from tests.app.window.hands import front, open_window, settle

PAGE = """{
  "format": "gradblocks/2",
  "composites": [
    {
      "name": "Scaled",
      "values": [{"name": "factor", "default": 2.0, "sets": ["factor.val"]}],
      "blocks": [
        {"id": "x", "type": "InputPin", "at": [40, 40]},
        {"id": "factor", "type": "Const", "at": [40, 180], "values": {"val": 2.0}},
        {"id": "product", "type": "Multiply", "at": [300, 80]},
        {"id": "y", "type": "OutputPin", "at": [560, 80]}
      ],
      "wires": [["x.output", "product.x"], ["factor.output", "product.y"], ["product.z", "y.input"]]
    }
  ],
  "pages": [
    {
      "name": "main",
      "blocks": [
        {"id": "A", "type": "Const", "at": [0, 0], "values": {"val": [[3, 2], [-1, 0]]}},
        {"id": "rate", "type": "Const", "at": [0, 120], "values": {"val": 0.25}},
        {"id": "W", "type": "Variable", "at": [0, 240], "values": {"initvalues": [[1.0, 2.0]]}},
        {"id": "mm", "type": "MatMul", "at": [240, 200], "values": {"transpose_b": true}},
        {"id": "add", "type": "Add", "at": [480, 200], "values": {"y": 2.5}},
        {"id": "three", "type": ":Scaled", "at": [240, 0], "values": {"factor": 3.0, "x": [1.0, 4.0]}},
        {"id": "trend", "type": "TrendDisplay", "at": [660, 0]}
      ],
      "wires": [["W.ref", "mm.a"], ["W.ref", "mm.b"], ["mm.product", "add.x"]],
      "frames": [{"at": [460, 150], "size": [180, 160], "title": "Model"}]
    }
  ]
}
"""


class Direct:
    """A person at the canvas of a real window; places are those of the page."""

    def __init__(self, qtbot: QtBot, folder: Path, text: str = PAGE) -> None:
        path = folder / "direct.gradblocks"
        path.write_text(text)
        self.qtbot = qtbot
        self.window, self.answers = open_window(qtbot)
        self.window.files.open(path)
        self.tab = front(self.window)
        self.view = self.tab.view
        self.scene = self.tab.scene
        self.document = self.tab.document
        settle(qtbot, lambda: self.tab.page_name in self.tab.engine.checker.infos)
        qtbot.wait(1)  # the page is fitted once the window has its size
        self.view.set_zoom(1.0)
        self.view.centerOn(400, 160)
        self.view.setFocus()

    def block(self, name: str) -> Block:
        """A block as the document has it."""
        return next(block for block in self.tab.page.blocks if block.id == name)

    def value(self, name: str) -> Json:
        """A value of a block: ``A.val``."""
        block, _, value = name.partition(".")
        return self.block(block).values.get(value)

    def pin(self, text: str, *, is_input: bool) -> QPointF:
        """Where a pin is."""
        point = self.scene.pin_position(PinKey(*parse_endpoint(text), is_input=is_input))
        assert point is not None
        return point

    def spot(self, at: QPointF) -> QPoint:
        """A place of the page in the widget."""
        return self.view.viewportTransform().map(at).toPoint()

    def move(self, at: QPointF) -> None:
        """Move the mouse, no button held."""
        QTest.mouseMove(self.view.viewport(), self.spot(at))

    def click(self, at: QPointF, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        """Click."""
        QTest.mouseClick(self.view.viewport(), button, Qt.KeyboardModifier.NoModifier, self.spot(at))

    def double_click(self, at: QPointF) -> None:
        """Click twice."""
        none, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
        QTest.mouseClick(self.view.viewport(), left, none, self.spot(at))
        QTest.mouseDClick(self.view.viewport(), left, none, self.spot(at))

    def drag(self, start: QPointF, end: QPointF, *, drop: bool = True) -> None:
        """Press, move in steps, let go."""
        none, left, widget = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton, self.view.viewport()
        QTest.mouseMove(widget, self.spot(start))
        QTest.mousePress(widget, left, none, self.spot(start))
        for i in range(1, 9):
            QTest.mouseMove(widget, self.spot(start + (end - start) * (i / 8)))
        if drop:
            QTest.mouseRelease(widget, left, none, self.spot(end))

    def steps(self, act: Callable[[], object]) -> list[str]:
        """What an act adds to the history; undone and done again it is the same, byte for byte."""
        history, dumps = self.document.history, self.document.diagram.dumps
        before, place = dumps(), history.position
        act()
        after, texts = dumps(), [entry.text for entry in history.entries[place:]]
        while history.position > place:
            self.document.undo()
        assert dumps() == before
        for _ in texts:
            self.document.redo()
        assert dumps() == after
        return texts

    def menu(self) -> list[str]:
        """What the menu that is open offers."""
        return [action.text() for action in self.window.panels.menu.actions() if action.text()]

    def wires(self) -> Iterable[str]:
        """The wires of the page in front."""
        return [str(wire) for wire in self.tab.page.wires]
