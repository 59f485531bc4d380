"""Editors for values with few choices: booleans and enumerations."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QSizePolicy, QWidget

from app.canvas.drawing.shapes import painting, told_later
from app.panels.editors.grid import EditorState
from app.panels.look import color
from blocks.base.language import tr
from blocks.document.data import Json

_AUTOMATIC = object()


class Switch(QCheckBox):
    """A check box painted as a switch, visible on dark and light backgrounds."""

    TRACK = (26, 14)

    def paintEvent(self, arg__1: QPaintEvent) -> None:
        del arg__1
        with told_later(), painting(self) as painter:
            self._draw(painter)

    def _draw(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.isEnabled():
            painter.setOpacity(0.45)
        width, height = self.TRACK
        track = QRectF(1, (self.height() - height) / 2, width, height)
        state = self.checkState()
        on = state == Qt.CheckState.Checked
        faint = color("faint")
        painter.setPen(QPen(color("link") if self.hasFocus() else color("accent") if on else faint, 1.2))
        fill = color("accent")
        fill.setAlpha(255 if on else 0)
        painter.setBrush(fill)
        painter.drawRoundedRect(track, height / 2, height / 2)
        offsets = {Qt.CheckState.Unchecked: 0.0, Qt.CheckState.PartiallyChecked: 0.5, Qt.CheckState.Checked: 1.0}
        x = track.left() + height / 2 + offsets[state] * (width - height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Base) if on else color("dim"))
        painter.drawEllipse(QPointF(x, track.center().y()), height / 2 - 3.2, height / 2 - 3.2)
        painter.setPen(color("text" if on else "dim"))
        room = QRectF(width + 9, 0, max(0, self.width() - width - 9), self.height())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self.text())

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(self.TRACK[0] + 12 + metrics.horizontalAdvance(self.text()), max(22, metrics.height() + 6))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)


class BoolEdit(Switch):
    """A boolean. Without a value, it shows the default."""

    edited = Signal(object)
    cleared = Signal()
    finished = Signal()
    faulted = Signal(str)

    def __init__(self, default: bool | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._default = bool(default)
        self.clicked.connect(self._clicked)

    def show_value(self, value: Json | EditorState) -> None:
        wrong = not isinstance(value, (bool, EditorState))
        self.faulted.emit(tr("the value must be true or false") if wrong else "")
        mixed = wrong or value is EditorState.MIXED
        with QSignalBlocker(self):
            self.setTristate(mixed)
            on = self._default if value is EditorState.UNSET else value is True
            state = Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
            self.setCheckState(Qt.CheckState.PartiallyChecked if mixed else state)
        self.setText("" if mixed else "true" if on else "false")

    def commit(self) -> None:
        """Do nothing: no input is ever pending."""

    def _clicked(self) -> None:
        on = self.checkState() != Qt.CheckState.Unchecked
        self.setTristate(False)
        self.setText("true" if on else "false")
        self.edited.emit(on)
        self.finished.emit()


class ChoiceEdit(QComboBox):
    """A choice among a few values, with their labels.

    Without a choice, ``default`` holds. ``automatic`` is the label of the entry that removes the value.
    """

    edited = Signal(object)
    cleared = Signal()
    finished = Signal()
    faulted = Signal(str)

    def __init__(
        self,
        choices: Sequence[tuple[str, Json]],
        default: Json = None,
        automatic: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._choices = list(choices)
        self._default = default
        self._has_automatic = automatic is not None
        if automatic is not None:
            self.addItem(automatic, _AUTOMATIC)
        for text, value in self._choices:
            self.addItem(text, value)
        self._own = self.count()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumContentsLength(4)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMaxVisibleItems(20)
        self.activated.connect(self._chosen)

    def show_value(self, value: Json | EditorState) -> None:
        """Show the document's value, even one that is not among the choices."""
        with QSignalBlocker(self):
            while self.count() > self._own:
                self.removeItem(self._own)
            self.setPlaceholderText(tr("several values") if value is EditorState.MIXED else tr("choose"))
            if value is EditorState.MIXED:
                self.setCurrentIndex(-1)
            elif value is EditorState.UNSET:
                index = 0 if self._has_automatic else self._index_of(self._default)
                self.setCurrentIndex(index)
            else:
                index = self._index_of(value)
                if index < 0 and not (value is None and self._has_automatic):
                    self.addItem(str(value)[:60], value)
                    index = self.count() - 1
                self.setCurrentIndex(max(index, 0))

    def commit(self) -> None:
        """Do nothing: no input is ever pending."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def _index_of(self, value: Json) -> int:
        first = 1 if self._has_automatic else 0
        values = [each for _, each in self._choices]
        return next((first + i for i, v in enumerate(values) if type(v) is type(value) and v == value), -1)

    def _chosen(self, index: int) -> None:
        value = self.itemData(index)
        if value is _AUTOMATIC:
            self.cleared.emit()
        else:
            self.edited.emit(value)
        self.finished.emit()
