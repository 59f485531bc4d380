"""Rows of lists: an image, a name, and details in a quieter color."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any, cast

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFocusEvent, QFontMetrics, QIcon, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from shiboken6 import isValid

from app.canvas.text import tip
from app.panels.look import color, draw_glyph, named, scaled, theme_now
from blocks.base.language import tr
from blocks.graph.spec import BlockSpec

Index = QModelIndex | QPersistentModelIndex
SPEC = Qt.ItemDataRole.UserRole
SECOND = Qt.ItemDataRole.UserRole + 1
"""What stands behind the name."""
RIGHT = Qt.ItemDataRole.UserRole + 2
"""What stands at the right edge."""
HEADING = Qt.ItemDataRole.UserRole + 3
KEY = Qt.ItemDataRole.UserRole + 4
"""What the row stands for."""
FADED = Qt.ItemDataRole.UserRole + 5
"""True for a row that is not in force."""
OPEN = Qt.ItemDataRole.UserRole + 6
"""True for a heading whose group is open, in a list that is no tree."""

_CATEGORY, _SUMMARY = 60, 150
"""The width in pixels that a block's name must leave for its category, and for the begin of its summary."""


class ClickedList(QListWidget):
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentRow() >= 0:
            self.itemClicked.emit(self.currentItem())
        else:
            super().keyPressEvent(event)


class RowList(ClickedList):
    def __init__(self, name: str, parent: QWidget, height: int = 24, *, below: bool = False) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setItemDelegate(RowDelegate(self, height, below=below))
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setUniformItemSizes(True)

    def add(self, text: str, data: Mapping[int, object], about: str = "", icon: QIcon | None = None) -> QListWidgetItem:
        """Add a row with data by role and a tooltip."""
        item = QListWidgetItem(text)
        if icon is not None:
            item.setIcon(icon)
        for role, value in data.items():
            item.setData(role, value)
        item.setToolTip(tip(about))
        self.addItem(item)
        return item

    def add_rest(self, count: int) -> None:
        """Add a row that says how many more there are; without more, do nothing."""
        if count > 0:
            self.addItem(tr("and {count:,} more", count=count))


class TableModel(QAbstractTableModel):
    """A table whose rows and columns are numbered from zero."""

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        del orientation
        return str(section) if role == Qt.ItemDataRole.DisplayRole else None

    @contextmanager
    def renewing(self, *, same_size: bool) -> Generator[None]:
        """Take other cells in the body; the selection survives if the size is the same."""
        if not same_size:
            self.beginResetModel()
        yield
        if not same_size:
            self.endResetModel()
        elif self.rowCount() and self.columnCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))


class SearchPopup(QFrame):
    """A text field, and a list that it filters. Enter chooses a row; Escape and a loss of focus close the popup."""

    MOVES: Mapping[int, int] = {
        Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8,
        Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1,
    }  # fmt: skip

    def __init__(self, host: QWidget, style: str, example: str, name: str) -> None:
        super().__init__(host)
        self._host = host
        self._return_to: QWidget | None = None
        self.setObjectName(style)
        self.setStyleSheet(
            f"#{style} {{ background: palette(button); border: 1px solid palette(mid); border-radius: 8px; }}"
            f"#{style} QListView {{ background: transparent; }}"
        )
        self.edit = named(QLineEdit(self, placeholderText=example), name)
        self.edit.textChanged.connect(self._fill)
        self.edit.installEventFilter(self)
        self.list = QListWidget(self)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._choose)
        self.hide()

    def _fill(self, text: str) -> None:
        raise NotImplementedError

    def _choose(self, item: QListWidgetItem | None) -> None:
        raise NotImplementedError

    def appear(self) -> None:
        focus = cast("QWidget | None", self._host.window().focusWidget())
        if focus is not None and not self.isAncestorOf(focus):
            self._return_to = focus
        self.edit.clear()
        self._fill("")
        self.show()
        self.raise_()
        self.edit.setFocus(Qt.FocusReason.PopupFocusReason)

    def cancel(self) -> None:
        if not self.isVisible():
            return
        back, self._return_to = self._return_to, None
        self.edit.removeEventFilter(self)
        self.hide()
        self.edit.installEventFilter(self)
        if back is not None and isValid(back):
            back.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.edit:
            if event.type() == QEvent.Type.FocusOut and isinstance(event, QFocusEvent):
                if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
                    self._return_to = None
                    self.cancel()
            elif event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._key(event.key()):
                return True
        return super().eventFilter(watched, event)

    def _key(self, key: int) -> bool:
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.list.currentItem())
        elif key == Qt.Key.Key_Escape:
            self.cancel()
        elif key in self.MOVES:
            row = self.list.currentRow() + self.MOVES[key]
            self.list.setCurrentRow(max(0, min(self.list.count() - 1, row)))
        else:
            return False
        return True


class RowDelegate(QStyledItemDelegate):
    """A delegate that paints a row in one line, or with ``below`` in two."""

    def __init__(self, parent: QWidget, height: int = 26, *, below: bool = False) -> None:
        super().__init__(parent)
        self._height = height
        self._below = below

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option
        lines = self.parent()
        metrics = lines.fontMetrics() if isinstance(lines, QWidget) else QFontMetrics(QApplication.font())
        need = metrics.height() * (2 if self._below else 1) + 8
        return QSize(80, max(self._height, need) if not index.data(HEADING) else max(24, metrics.height() + 8))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view = cast("Any", option)
        box = QRect(view.rect)
        widget = view.widget
        style = widget.style() if widget is not None else QApplication.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, widget)
        painter.save()
        if index.data(FADED):
            painter.setOpacity(0.5)
        font = view.font
        box.adjust(6, 0, -8, 0)
        if index.data(HEADING):
            self._chevron(painter, box, bool(index.data(OPEN) or view.state & QStyle.StateFlag.State_Open))
            box.setLeft(box.left() + 15)
            painter.setFont(scaled(font, 0.9, bold=True))
            painter.setPen(color("dim"))
            self._text(painter, box, str(index.data(Qt.ItemDataRole.DisplayRole)))
            self._right(painter, box, index, font)
            painter.restore()
            return
        spec = index.data(SPEC)
        icon = index.data(Qt.ItemDataRole.DecorationRole)
        if isinstance(spec, BlockSpec):
            side = QRectF(box.left(), box.center().y() - 7.5, 24, 16)
            draw_glyph(painter, side, spec, theme_now())
            box.setLeft(box.left() + 31)
        elif isinstance(icon, QIcon):
            icon.paint(painter, QRect(box.left(), box.center().y() - 7, 16, 16))
            box.setLeft(box.left() + 23)
        name, second = str(index.data(Qt.ItemDataRole.DisplayRole) or ""), str(index.data(SECOND) or "")
        painter.setFont(font)
        if not isinstance(spec, BlockSpec) or painter.fontMetrics().horizontalAdvance(name) < box.width() - _CATEGORY:
            box.setRight(self._right(painter, box, index, font))
        painter.setPen(color("text"))
        if self._below and second:
            upper = QRect(box.left(), box.top() + 3, box.width(), box.height() // 2 - 1)
            lower = QRect(box.left(), box.center().y() + 1, box.width(), box.height() // 2 - 3)
            self._text(painter, upper, name)
            painter.setPen(color("dim"))
            painter.setFont(scaled(font, 0.9))
            self._text(painter, lower, second)
        else:
            used = self._text(painter, box, name)
            if second and box.width() - used > min(_SUMMARY, painter.fontMetrics().horizontalAdvance(second) + 10):
                painter.setOpacity(1.0)  # of a row that is not in force, this says why
                painter.setPen(color("dim" if index.data(FADED) else "faint"))
                self._text(painter, box.adjusted(used + 10, 0, 0, 0), second)
        painter.restore()

    def _chevron(self, painter: QPainter, box: QRect, is_open: bool) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color("faint"), 1.5))
        x, y = box.left() + 4.0, box.top() + box.height() / 2
        shape = [(-3.0, -1.5), (0.0, 1.8), (3.0, -1.5)] if is_open else [(-1.5, -3.0), (1.8, 0.0), (-1.5, 3.0)]
        painter.drawPolyline([QPointF(x + dx, y + dy) for dx, dy in shape])

    def _right(self, painter: QPainter, box: QRect, index: Any, font: Any) -> int:
        text = str(index.data(RIGHT) or "")
        if not text:
            return box.right()
        painter.save()
        painter.setFont(scaled(font, 0.9))
        painter.setPen(color("faint"))
        width = min(painter.fontMetrics().horizontalAdvance(text) + 2, box.width() // 2)
        area = QRect(box.right() - width, box.top(), width, box.height())
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)
        painter.drawText(area, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), shown)
        painter.restore()
        return box.right() - width - 8

    def _text(self, painter: QPainter, box: QRect, text: str) -> int:
        metrics = painter.fontMetrics()
        line = " ".join(text.split("\n"))
        shown = metrics.elidedText(line, Qt.TextElideMode.ElideRight, max(0, box.width()))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, int(flags) | int(Qt.TextFlag.TextSingleLine), shown)
        return metrics.horizontalAdvance(shown)
