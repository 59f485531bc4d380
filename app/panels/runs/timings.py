"""The Timings panel: the blocks of a page by their time, slowest first."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)  # fmt: skip

from app.canvas.text import tip
from app.face.timings import BlockTime, heat, memory_text, share_text, time_text
from app.panels.look import Text, acting, horizontal, named, text_share, vertical
from app.panels.rows import Index
from blocks.base.engine_texts import sentence_of
from blocks.base.language import mark, plural, tr
from blocks.run.monitoring.timings import BlockTimings

MOST_SHOWN = 500
_COLUMNS = (mark("Block"), mark("Type"), mark("Time per step"), mark("Share"), mark("Calls"), mark("Memory"))
_LEAST, _WIDTHS = 100, ((1, 190), (2, 110), (3, 150), (4, 70), (5, 90))
"""The smallest width of a column, and those at first, where texts have their usual size."""
_SHARE = 3
_VALUE = Qt.ItemDataRole.UserRole
_NUMBERS = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class _Bars(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        share = index.data(_VALUE)
        if isinstance(share, float):
            box: QRect = option.rect.adjusted(4, 4, -4, -4)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]  # the stubs lack it
            color = QColor(*heat(BlockTime(share).level))
            color.setAlpha(150)
            painter.fillRect(box.x(), box.y(), max(1, round(box.width() * share)), box.height(), color)
        super().paint(painter, option, index)


class _TimingTree(QTreeWidget):
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentItem() is not None:
            self.itemClicked.emit(self.currentItem(), 0)
        else:
            super().keyPressEvent(event)


class TimingsPanel(QWidget):
    go_to = Signal(str)
    again_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._measured: BlockTimings | None = None
        self._busy = False
        self.head = Text("", "dim", wrap=True, parent=self)
        self.button = acting(QPushButton(tr("Measure"), self), self._pressed)
        self.tree = named(_TimingTree(self), tr("Time and memory for each block"))
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setHeaderLabels([tr(each) for each in _COLUMNS])
        self.tree.headerItem().setTextAlignment(2, _NUMBERS)
        self.tree.headerItem().setTextAlignment(4, _NUMBERS)
        self.tree.headerItem().setTextAlignment(5, _NUMBERS)
        self.tree.setItemDelegateForColumn(_SHARE, _Bars(self.tree))
        header = self.tree.header()
        header.setStretchLastSection(False)
        self._fit_columns()
        self.tree.itemClicked.connect(self._chosen)
        line = horizontal((self.head, 1), self.button, margins=(10, 6, 8, 4))
        vertical(line, (self.tree, 1), to=self, margins=(0, 0, 0, 0), spacing=0)
        self.setFocusProxy(self.tree)
        self.show_times(None, busy=False, stale=False)

    def show_times(self, measured: BlockTimings | None, *, busy: bool, stale: bool) -> None:
        self._busy = busy
        self.button.setText(tr("Stop") if busy else tr("Measure again") if measured is not None else tr("Measure"))
        if busy:
            words = tr("Measuring...")
        elif measured is None:
            words = tr("No timings of this page yet. Press Measure.")
        else:
            steps = plural(measured.steps, "{n} step", "{n:,} steps")
            words = tr("{time} per step (average of {steps})", time=time_text(measured.seconds), steps=steps)
            if measured.errors:
                words += tr("; some blocks failed: {sentence}", sentence=sentence_of(measured.errors[0]))
            elif stale:
                words += tr(", measured before the last edit")
        self.head.setText(words)
        self.head.setToolTip(tip(words))
        self.head.set_tone("warning" if measured is not None and not busy and (measured.errors or stale) else "dim")
        if measured is not self._measured:
            self._measured = measured
            self._fill()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_columns()

    def _fit_columns(self) -> None:
        """Give block names the width left by the numbers, at least a readable one; then the list scrolls."""
        header, share, left = self.tree.header(), text_share(), self.tree.viewport().width()
        for column, width in _WIDTHS:
            header.resizeSection(column, round(width * share))
            left -= header.sectionSize(column)
        header.resizeSection(0, max(round(_LEAST * share), left))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _fill(self) -> None:
        self.tree.clear()
        measured = self._measured
        if measured is None:
            return
        for cost in measured.costs[:MOST_SHOWN]:
            name = cost.block
            if cost.gradient_of:
                name = tr("{block} (gradient of {gradient_of})", block=name, gradient_of=cost.gradient_of)
            texts = [name, cost.type, time_text(cost.seconds), share_text(measured.share(cost.seconds)),
                     f"{cost.calls:,}", memory_text(cost.bytes)]  # fmt: skip
            self._add(texts, measured.share(cost.seconds), cost.block)
        if len(measured.costs) > MOST_SHOWN:
            self._add([tr("and {count:,} more", count=len(measured.costs) - MOST_SHOWN)], None, "")
        share = measured.share(measured.between)
        self._add([tr("(between blocks)"), "", time_text(measured.between), share_text(share)], share, "")

    def _add(self, texts: list[str], share: float | None, block: str) -> None:
        item = QTreeWidgetItem(self.tree, texts)
        item.setData(0, _VALUE, block)
        item.setData(_SHARE, _VALUE, share)
        item.setToolTip(0, tip(texts[0]))
        for column in (2, 4, 5):
            item.setTextAlignment(column, _NUMBERS)

    def _chosen(self, item: QTreeWidgetItem, _column: int) -> None:
        block = item.data(0, _VALUE)
        if isinstance(block, str) and block:
            self.go_to.emit(block)

    def _pressed(self) -> None:
        (self.stop_wanted if self._busy else self.again_wanted).emit()
