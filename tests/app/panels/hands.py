from __future__ import annotations

from typing import Any, cast

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.core.document import Document
from app.panels.editors.value_edit import ValueEdit
from app.panels.properties.inspector import Inspector
from blocks.worker.page_checks import examine

Key = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


def args(blocker: object) -> list[Any]:
    """What the signal was emitted with that a test waited for."""
    return cast("Any", blocker).args


def key(widget: QWidget, which: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(widget, which, modifiers)


def type_text(widget: QWidget, text: str) -> None:
    QTest.keyClicks(widget, text)


def place_of(edit: ValueEdit, position: int) -> QPoint:
    """Where a character of a field is, in its viewport."""
    cursor = edit.textCursor()
    cursor.setPosition(position)
    return edit.cursorRect(cursor).center()


def click(edit: ValueEdit, position: int = 0) -> None:
    QTest.mouseClick(edit.viewport(), LEFT, NONE, place_of(edit, position))


def drag(edit: ValueEdit, position: int, by: int, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press on a character, move in steps, let go."""
    start = place_of(edit, position)
    QTest.mousePress(edit.viewport(), LEFT, modifiers, start)
    for step in range(1, 5):
        at = QPoint(start.x() + by * step // 4, start.y())
        _move(edit.viewport(), at, modifiers)
    QTest.mouseRelease(edit.viewport(), LEFT, modifiers, QPoint(start.x() + by, start.y()))


def _move(widget: QWidget, at: QPoint, modifiers: Qt.KeyboardModifier) -> None:
    """A move with the button held; QTest moves without it."""
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(at), QPointF(widget.mapToGlobal(at)), Qt.MouseButton.NoButton, LEFT, modifiers
    )
    QApplication.sendEvent(widget, event)


def inspect(inspector: Inspector, document: Document, *ids: str) -> None:
    """Show blocks of the first page in an inspector, with what the checker finds."""
    page = document.pages[0]
    inspector.show_page(document, page.name)
    inspector.set_info(examine(page.snapshot(), None))
    inspector.set_selection(ids)
    inspector.refresh()


def editor(inspector: Inspector, name: str) -> ValueEdit:
    """The field of this name."""
    row = inspector.field(name)
    assert row is not None
    assert isinstance(row.editor, ValueEdit)
    return row.editor
