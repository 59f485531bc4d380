"""Hands: mouse and keys on a real view, by places on the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.canvas.items import PinKey
from app.canvas.scene import PageScene
from app.canvas.tools.ground import Search
from app.canvas.tools.toolbox import ToolBox
from app.canvas.view import CanvasView
from app.core.document import Document
from blocks.analysis.losses import Training
from blocks.analysis.pins import Pins, PinType
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Shape
from blocks.document.data import Page, Wire, parse_endpoint

NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
LEFT = Qt.MouseButton.LeftButton
RIGHT = Qt.MouseButton.RightButton
NO_BUTTON = Qt.MouseButton.NoButton


class Info:
    """What a check found, as the scene takes it."""

    def __init__(self, pins: Mapping[tuple[str, str, int | None], tuple[DType, Shape]]) -> None:
        blocks: dict[str, dict[str | tuple[str, int | None], PinType]] = {}
        for (block, pin, place), known in pins.items():
            blocks.setdefault(block, {})[pin, place] = known
        self.pins = Pins(blocks)
        self.problems: list[DiagramError] = []
        self.warnings: list[DiagramError] = []
        self.trainings: dict[str, Training] = {}


class Hands:
    """A person at a view."""

    def __init__(self, document: Document, page: str = "main") -> None:
        self.document = document
        self.page_name = page
        self.scene = PageScene(document, page)
        self.view = CanvasView(self.scene)
        self.scene.setParent(self.view)
        self.tools = ToolBox(self.view, document)
        self.searches: list[Search] = []
        self.sentences: list[str] = []
        self.opened: list[str] = []
        self.tools.ground.search_wanted.connect(self.searches.append)
        self.tools.ground.said.connect(self.sentences.append)
        self.tools.ground.block_opened.connect(self._note_opened)
        self.view.resize(1100, 700)
        self.view.show()
        QApplication.processEvents()
        self.view.set_zoom(1.0)
        self.view.centerOn(450, 150)

    def _note_opened(self, block: str, _at: QPointF | None) -> None:
        self.opened.append(block)

    @property
    def page(self) -> Page:
        return self.document.page(self.page_name)

    @property
    def wires(self) -> list[str]:
        return [str(wire) for wire in self.page.wires]

    def wire(self, text: str) -> Wire:
        return next(wire for wire in self.page.wires if str(wire) == text)

    def pin(self, text: str, *, is_input: bool, order: int = 0) -> QPointF:
        end = parse_endpoint(text)
        point = self.scene.pin_position(PinKey(*end, is_input=is_input), order)
        assert point is not None
        return point

    def input(self, text: str, order: int = 0) -> QPointF:
        return self.pin(text, is_input=True, order=order)

    def output(self, text: str) -> QPointF:
        return self.pin(text, is_input=False)

    def body(self, block: str) -> QPointF:
        """A place on a block where no pin is: on its title."""
        rect = self.scene.block_rect(block)
        return QPointF(rect.center().x(), rect.top() + 12)

    def middle(self, wire: str) -> QPointF:
        """A place on a wire away from its ends: the middle of its way."""
        item = next(item for item in self.scene.mirror.wires if str(item.wire) == wire)
        points = item.flat
        i = (len(points) - 1) // 2
        (x1, y1), (x2, y2) = points[i], points[i + 1]
        return QPointF((x1 + x2) / 2, (y1 + y2) / 2)

    def _mouse(
        self, kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, held: Qt.MouseButton, keys: Qt.KeyboardModifier
    ) -> None:
        place = self.view.viewportTransform().map(at)
        screen = self.view.viewport().mapToGlobal(place)
        QApplication.sendEvent(self.view.viewport(), QMouseEvent(kind, place, screen, button, held, keys))

    def press(self, at: QPointF, keys: Qt.KeyboardModifier = NONE, button: Qt.MouseButton = LEFT) -> None:
        self._mouse(QEvent.Type.MouseMove, at, NO_BUTTON, NO_BUTTON, keys)
        self._mouse(QEvent.Type.MouseButtonPress, at, button, button, keys)

    def move(self, at: QPointF, keys: Qt.KeyboardModifier = NONE, held: Qt.MouseButton = LEFT) -> None:
        self._mouse(QEvent.Type.MouseMove, at, NO_BUTTON, held, keys)

    def release(self, at: QPointF, keys: Qt.KeyboardModifier = NONE, button: Qt.MouseButton = LEFT) -> None:
        self._mouse(QEvent.Type.MouseButtonRelease, at, button, NO_BUTTON, keys)

    def click(self, at: QPointF, keys: Qt.KeyboardModifier = NONE, button: Qt.MouseButton = LEFT) -> None:
        self.press(at, keys, button)
        self.release(at, keys, button)

    def double_click(self, at: QPointF) -> None:
        self.click(at)
        self._mouse(QEvent.Type.MouseButtonDblClick, at, LEFT, LEFT, NONE)
        self.release(at)

    def drag(self, start: QPointF, end: QPointF, keys: Qt.KeyboardModifier = NONE, *, drop: bool = True) -> None:
        self.press(start, keys)
        for i in range(1, 9):
            self.move(start + (end - start) * (i / 8), keys)
        if drop:
            self.release(end, keys)

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = NONE, text: str = "", to: QWidget | None = None) -> None:
        target = to or self.view
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(target, QKeyEvent(kind, key, keys, text))

    def type(self, text: str, to: QWidget | None = None) -> None:
        for letter in text:
            self.key(Qt.Key(ord(letter.upper())), NONE, letter, to)


def undo_to_the_first_byte(hands: Hands, act: Callable[[], object], texts: Iterable[str]) -> str:
    """Act, undo everything, redo everything: the document is byte for byte what it was each time."""
    document = hands.document
    before = document.diagram.dumps()
    place = document.history.position
    act()
    after = document.diagram.dumps()
    assert [entry.text for entry in document.history.entries[place:]] == list(texts)
    assert hands.scene.page is hands.page
    while document.history.position > place:
        document.undo()
    assert document.diagram.dumps() == before
    while document.history.redo_text:
        document.redo()
    assert document.diagram.dumps() == after
    assert hands.scene.page is hands.page
    return after
