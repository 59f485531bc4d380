"""In-place editing of notes and frame titles."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Literal

from PySide6.QtCore import QEvent, QRectF, QSizeF, Qt
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit

from app.canvas.items import NOTE_SIZE
from app.canvas.tools.ground import ToolContext
from app.core import verbs
from app.core.verbs import Edit, Made
from blocks.base.language import tr
from blocks.document.changes import AddItems
from blocks.document.data import INSTANCE
from blocks.transform.verbs.composites import rename_block, rename_composite
from blocks.transform.verbs.edit import Names, group

_SEEN = (120.0, 28.0)
"""How much of a note or a title must be in sight to write into it."""


class TextField(QPlainTextEdit):
    """A text field over the canvas. Ctrl+Enter (Enter in a one-line field) or leaving it accepts; Esc cancels."""

    def __init__(
        self, ground: ToolContext, rect: QRectF, text: str, one_line: bool, done: Callable[[str], None]
    ) -> None:
        super().__init__(ground.view.viewport())
        self._ground = ground
        self._one_line = one_line
        self._done: Callable[[str], None] | None = done
        self._rect = rect
        self.setFrameShape(QFrame.Shape.Box)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Text"))
        self.setTabChangesFocus(True)
        self.setPlainText(text)
        self.selectAll()
        self.textChanged.connect(self._fit)
        ground.view.view_changed.connect(self._fit)
        self._fit()
        self.show()
        self.setFocus()

    def _fit(self) -> None:
        view = self._ground.view
        font = QFont(self.font())
        font.setPixelSize(max(9, round(NOTE_SIZE * view.zoom)))
        font.setBold(True)
        self.setFont(font)
        area = view.viewportTransform().mapRect(self._rect).toRect()
        metrics = self.fontMetrics()
        lines = self.toPlainText().split("\n")
        width = max(metrics.horizontalAdvance(line) for line in lines) + 40
        height = metrics.lineSpacing() * len(lines) + 14
        if self._one_line:
            area.setHeight(height)
        self.setGeometry(area.x(), area.y(), max(width, area.width(), 80), max(height, area.height()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() == Qt.Key.Key_Escape:
            self._done = None
            self._ground.view.setFocus()
            self._close()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and (control or self._one_line):
            self._ground.view.setFocus()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._close()

    def finish(self) -> None:
        if self._done is not None and self.hasFocus():
            self._ground.view.setFocus()
        self._close()

    def _close(self) -> None:
        done, self._done = self._done, None
        if self.isVisible():
            self._ground.view.view_changed.disconnect(self._fit)
            self.hide()
            self.deleteLater()
        if done is not None:
            text = self.toPlainText()
            done(" ".join(text.split("\n")) if self._one_line else text)


def edit_note(ground: ToolContext, index: int, edit: Edit | None = None) -> TextField:
    """Edit a note; empty text removes it. With ``edit``, which just made it, both are one undo step."""
    item = ground.scene.mirror.notes[index]

    def verb(text: str) -> Edit | None:
        if text.strip():
            return verbs.set_note(ground.page, index, text)
        return verbs.delete(ground.page, notes=[index])

    return TextField(ground, item.rect, item.note.text, False, lambda text: _take(ground, lambda: verb(text), edit))


def edit_title(ground: ToolContext, index: int, edit: Edit | None = None) -> TextField:
    item = ground.scene.mirror.frames[index]
    rect = QRectF(item.rect.topLeft(), item.rect.topRight()).adjusted(4, 2, -4, 26)

    def take(text: str) -> None:
        _take(ground, lambda: verbs.set_frame(ground.page, index, title=text.strip()), edit)

    return TextField(ground, rect, item.frame.title, True, take)


def edit_name(ground: ToolContext, block: str) -> TextField:
    def take(text: str) -> None:
        if text.strip() != block:
            ground.do(lambda: rename_block(ground.document.diagram.document, ground.page, block, text.strip()))

    rect, name = ground.scene.block_rect(block), ground.scene.name_rect(block)
    if name.isNull():  # a display shows its title
        name = QRectF(rect.topLeft(), rect.topRight()).adjusted(6, 3, -6, 26)
    return TextField(ground, name, block, True, take)


def make_and_write(ground: ToolContext, edit: Edit, what: Literal["note", "frame"]) -> TextField | None:
    ground.view.setFocus()  # before: a field that is left ends a step
    assert isinstance(edit.change, AddItems)
    index = edit.change.items[0][0]
    if not ground.do(edit, merge=_step(edit)):
        return None
    notes, frames = ((index,), ()) if what == "note" else ((), (index,))
    ground.scene.select((), (), notes, frames)
    mirror = ground.scene.mirror
    corner = (mirror.notes if what == "note" else mirror.frames)[index].rect.topLeft()
    ground.view.ensureVisible(QRectF(corner, QSizeF(*_SEEN)), 8, 8)
    return edit_note(ground, index, edit) if what == "note" else edit_title(ground, index, edit)


def make_and_name(ground: ToolContext, result: Made) -> TextField | None:
    ground.view.setFocus()
    edit = Edit(result.change, result.text)
    if not ground.do(edit, merge=_step(edit)):
        return None
    instance = result.ids[0]
    ground.scene.select([instance])
    ground.show_selected()
    kind = ground.scene.mirror.blocks[instance].block.type

    def named(text: str) -> Edit | None:
        document, page = ground.document.diagram.document, ground.page
        new = text.strip()
        renamed = rename_composite(document, kind, new)
        if renamed is None or not any(block.id == instance for block in page.blocks):
            return renamed
        own = rename_block(document, page, instance, Names(page).for_type(INSTANCE + new))
        changes = [renamed.change] if own is None else [own.change, renamed.change]
        return Edit(group(changes), edit.text.replace(kind.removeprefix(INSTANCE), new, 1))

    rect = ground.scene.block_rect(instance)
    title = QRectF(rect.topLeft(), rect.topRight()).adjusted(0, 0, 0, 26)

    def take(text: str) -> None:
        ground.do(lambda: named(text), merge=_step(edit))
        ground.document.end_gesture()

    return TextField(ground, title, kind.removeprefix(INSTANCE), True, take)


def _step(edit: Edit) -> Hashable:
    return ("made", id(edit.change))


def _take(ground: ToolContext, verb: Callable[[], Edit | None], edit: Edit | None) -> None:
    if edit is None:
        ground.do(verb)
        return

    def more() -> Edit | None:
        outcome = verb()
        return None if outcome is None else outcome._replace(text=edit.text)

    ground.do(more, merge=_step(edit))
    ground.document.end_gesture()
