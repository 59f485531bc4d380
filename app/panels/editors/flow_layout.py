"""A flow layout: widgets wrap to the next line like words."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """A layout that places widgets from left to right in as many lines as needed. Hidden ones take no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._lay(QRect(0, 0, width, 0), put=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._lay(rect, put=True)

    def sizeHint(self) -> QSize:
        sizes = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() for size in sizes) + self.spacing() * max(0, len(sizes) - 1)
        return self._around(QSize(width, max((size.height() for size in sizes), default=0)))

    def minimumSize(self) -> QSize:
        sizes = [item.minimumSize() for item in self._items if not item.isEmpty()]
        return self._around(
            QSize(max((size.width() for size in sizes), default=0), max((size.height() for size in sizes), default=0))
        )

    def _around(self, size: QSize) -> QSize:
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _lay(self, rect: QRect, *, put: bool) -> int:
        """Place the widgets, or only measure; return the height."""
        margins, gap = self.contentsMargins(), max(self.spacing(), 0)
        inside = rect.marginsRemoved(margins)
        x, y, high = inside.left(), inside.top(), 0
        line: list[tuple[QLayoutItem, int, QSize]] = []

        def end_line() -> None:
            for item, at, size in line:
                item.setGeometry(QRect(QPoint(at, y + (high - size.height()) // 2), size))
            line.clear()

        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().expandedTo(item.minimumSize())
            if x > inside.left() and x + size.width() > inside.right() + 1:
                if put:
                    end_line()
                x, y, high = inside.left(), y + high + gap, 0
            high = max(high, size.height())
            if put:
                line.append((item, x, size.boundedTo(QSize(max(1, inside.width()), size.height()))))
            x += size.width() + gap
        if put:
            end_line()
        return y + high - rect.top() + margins.bottom()
