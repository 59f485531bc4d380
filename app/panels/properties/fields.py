"""Rows of the Inspector: a name at the left, its content at the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.canvas.text import tip
from app.panels.editors.grid import UNSET, EditorState, GridEdit, Sheet, sheet_of
from app.panels.editors.value_edit import Editor, ValueEdit
from app.panels.look import Elided, Text, horizontal, scaled, symbol, text_share
from blocks.base.language import tr
from blocks.document.data import Json

_NAME_WIDTH = 92
RESET_WIDTH = 20
MOST_CARRIED = 104


class IconButton(QToolButton):
    """A small button with an icon that follows the theme."""

    def __init__(self, picture: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setToolTip(tip(text))
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIconSize(QSize(13, 13))
        self.setFixedSize(RESET_WIDTH, RESET_WIDTH)
        self.setStyleSheet("padding: 0px;")
        self.setIcon(symbol(picture))


class Heading(Text):
    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, "dim", parent=parent)
        self.setFont(scaled(self.font(), 0.92, bold=True))
        self.setContentsMargins(0, 10, 0, 1)


class Link(Elided):
    clicked = Signal()

    def __init__(self, text: str, about: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, "link", parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(tip(about or text))

    def mouseReleaseEvent(self, ev: QMouseEvent) -> None:
        if ev.button() == Qt.MouseButton.LeftButton and self.rect().contains(ev.position().toPoint()):
            self.clicked.emit()

    def event(self, e: QEvent) -> bool:
        if e.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            font = self.font()
            font.setUnderline(e.type() == QEvent.Type.FocusIn)
            self.setFont(font)
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if e.type() == QEvent.Type.KeyPress and isinstance(e, QKeyEvent) and e.key() in keys:
            self.clicked.emit()
            return True
        return super().event(e)


def name_width() -> int:
    return round(_NAME_WIDTH * text_share())


def name_label(name: str, about: str, parent: QWidget) -> Elided:
    label = Elided(name, "text", parent)
    label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    label.setFixedWidth(name_width())
    label.setToolTip(tip(about))
    return label


class ValueRow(QWidget):
    """A name, the editor of its value, a reset button, and messages below."""

    edited = Signal(object)
    cleared = Signal()
    finished = Signal()
    promoted = Signal(bool)

    def __init__(self, name: str, about: str, editor: Editor, parent: QWidget, *, required: bool = False) -> None:
        super().__init__(parent)
        self.name = name
        self.editor = editor
        self._required = required
        self.reason = ""
        self._problem = ""
        self.label = name_label(name, about, self)
        self.reset = IconButton("reset", tr("Reset {name} to its default", name=name), self)
        self.caption = Text("", "faint", wrap=True, parent=self)
        self.caption.setFont(scaled(self.caption.font(), 0.88))
        self.fault = Text("", "error", wrap=True, parent=self)
        self.fault.setFont(scaled(self.fault.font(), 0.92))
        editor.setParent(self)
        editor.setAccessibleName(name)
        editor.edited.connect(self.edited)
        editor.cleared.connect(self.cleared)
        editor.finished.connect(self.finished)
        editor.faulted.connect(self.refuse)
        self.reset.clicked.connect(self._reset)
        self.menu = QMenu(self)
        self._promoted: str | None = None
        self.grid: GridEdit | None = None
        self.as_grid = IconButton("more", tr("Edit {name} as a table", name=name), self)
        self.as_grid.setCheckable(True)
        self.as_grid.clicked.connect(self._flip_grid)
        self.as_grid.hide()
        self._value: Json | EditorState = UNSET
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(1)
        top = Qt.AlignmentFlag.AlignTop
        height = self.fontMetrics().lineSpacing() + 8
        self.label.setFixedHeight(height)
        grid.addWidget(self.label, 0, 0, top)
        grid.addWidget(editor, 0, 1, top)
        grid.addWidget(self.reset, 0, 2, top)
        grid.addWidget(self.caption, 1, 1)
        grid.addWidget(self.as_grid, 1, 2, top)
        grid.addWidget(self.fault, 2, 1, 1, 2)
        grid.setColumnStretch(1, 1)
        self.caption.hide()
        self.fault.hide()

    def set_promoted(self, name: str | None) -> None:
        """Set the name under which the value is promoted; empty: not promoted; None: it cannot be."""
        if name is not None:
            self.editor.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # then the row is asked
        self._promoted = name

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self._promoted is None:
            super().contextMenuEvent(event)
            return
        self.menu.clear()
        on = not self._promoted
        self.menu.addAction(tr("Promote") if on else tr("Unpromote"), lambda: self.promoted.emit(on))
        editor = self.editor
        if isinstance(editor, ValueEdit) and editor.geometry().contains(event.pos()):
            self.menu.addSeparator()
            self.menu.addActions(editor.createStandardContextMenu().actions())
        self.menu.popup(event.globalPos())

    @property
    def is_wrong(self) -> bool:
        return bool(self.reason or self._problem)

    def show_value(self, value: Json | EditorState, caption: str = "", problem: str = "") -> None:
        """Show the document's value, or the state of none or several, with a note such as dtype and shape."""
        self._problem = problem
        self.editor.show_value(value)
        self._value = value
        self._show_grid()
        unset = value is UNSET
        self.label.set_tone("dim" if unset else "text")
        hidden = unset or self._required
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)
        self.reset.setVisible(not hidden)
        self.caption.say(caption)
        self._show_fault()

    def commit(self) -> None:
        self.editor.commit()

    def draft(self) -> str | None:
        editor = self.editor
        return editor.toPlainText() if isinstance(editor, ValueEdit) and editor.is_draft() else None

    def show_draft(self, text: str) -> None:
        if isinstance(self.editor, ValueEdit):
            self.editor.show_draft(text)

    def refuse(self, text: str) -> None:
        self.reason = text
        self._show_fault()

    def _sheet(self) -> Sheet | None:
        codec = self.editor.sheet_codec if isinstance(self.editor, ValueEdit) else None
        return None if codec is None or isinstance(self._value, EditorState) else sheet_of(self._value)

    def _flip_grid(self, on: bool) -> None:
        self.editor.commit()
        self._show_grid()
        if on and self.grid is not None:
            self.grid.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_grid(self) -> None:
        sheet = self._sheet()
        self.as_grid.setVisible(sheet is not None)
        wanted = sheet is not None and self.as_grid.isChecked()
        if wanted and self.grid is None and isinstance(self.editor, ValueEdit) and self.editor.sheet_codec is not None:
            self.grid = GridEdit(self.editor.sheet_codec, self)
            self.grid.edited.connect(self._grid_edited)
            self.grid.finished.connect(self.finished)
            self.grid.faulted.connect(self.refuse)
            self.grid.mistyped.connect(self.show_draft)
            layout = self.layout()
            assert isinstance(layout, QGridLayout)
            layout.addWidget(self.grid, 3, 0, 1, 3)
        if self.grid is not None:
            self.grid.setVisible(wanted)
            if sheet is not None:
                self.grid.show_sheet(sheet)

    def _grid_edited(self, value: object) -> None:
        """Drop a pending invalid text, since the cells now hold the document's value."""
        if isinstance(self.editor, ValueEdit):
            self.editor.revert()
        self.edited.emit(value)

    def _reset(self) -> None:
        if isinstance(self.editor, ValueEdit):
            self.editor.revert()
        self.cleared.emit()
        self.finished.emit()

    def _show_fault(self) -> None:
        text = self.reason or self._problem
        self.fault.say(text)
        self.label.set_tone("error" if text else "dim" if not self.reset.isVisibleTo(self) else "text")


class WireEnd(NamedTuple):
    """The other end of a wire, for a row: its label, its block, and the dtype and shape that it carries."""

    text: str
    block: str
    carries: str = ""


class WiresRow(QWidget):
    """A name, and the other ends of its wires. ``ordered``: their order matters and can be changed."""

    chosen = Signal(str)
    moved = Signal(int, int)
    MOST = 24

    def __init__(self, name: str, about: str, parent: QWidget, *, ordered: bool = False) -> None:
        super().__init__(parent)
        self.name = name
        self._ordered = ordered
        self._shown: object = None
        self.links: list[Link] = []
        self.label = name_label(name, about, self)
        self._lines = QWidget(self)
        label = (self.label, 0, Qt.AlignmentFlag.AlignTop)
        self._layout = horizontal(label, (self._lines, 1), to=self, margins=(0, 1, 0, 1), spacing=6)

    def show_ends(self, ends: Sequence[WireEnd], nothing: str = "", caption: str = "", problem: str = "") -> None:
        shown = (tuple(ends), nothing, caption, problem)
        if shown == self._shown:
            return
        self._shown = shown
        self._lines.hide()
        self._lines.deleteLater()
        self._lines = QWidget(self)
        self.links = []
        column = QVBoxLayout(self._lines)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        if caption:
            column.addWidget(Elided(caption, "dim", self._lines))
        several = self._ordered and len(ends) > 1
        for index, end in enumerate(ends[: self.MOST]):
            column.addLayout(self._line(index, end, len(ends), several))
        if len(ends) > self.MOST:
            column.addWidget(Text(tr("and {count:,} more", count=len(ends) - self.MOST), "faint", parent=self._lines))
        if not ends and nothing:
            column.addWidget(Elided(nothing, "faint", self._lines))
        if problem:
            fault = Text(problem, "error", wrap=True, parent=self._lines)
            fault.setFont(scaled(fault.font(), 0.92))
            column.addWidget(fault)
        self.label.set_tone("error" if problem else "text" if ends or caption else "dim")
        self._layout.addWidget(self._lines, 1)
        self._lines.show()

    def _line(self, index: int, end: WireEnd, count: int, several: bool) -> QHBoxLayout:
        text = f"{index}  {end.text}" if several else end.text
        link = Link(text, tr("Go to {block}", block=end.block), self._lines)
        link.clicked.connect(lambda: self.chosen.emit(end.block))
        self.links.append(link)
        line = horizontal((link, 1), spacing=4)
        if end.carries:
            carries = Elided(end.carries, "faint", self._lines)
            carries.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            carries.setMaximumWidth(MOST_CARRIED)
            carries.setToolTip(tip(end.carries))
            line.addWidget(carries)
        if several:
            for picture, other in (("up", index - 1), ("down", index + 1)):
                button = IconButton(picture, tr("Move {text} {picture}", text=end.text, picture=picture), self._lines)
                button.setFixedSize(16, 16)
                button.setEnabled(0 <= other < count)
                button.clicked.connect(lambda _checked=False, to=other: self.moved.emit(index, to))
                line.addWidget(button)
        return line
