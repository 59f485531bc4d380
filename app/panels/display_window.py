"""A display in a separate window that follows the run and can zoom."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QToolTip, QWidget

from app.canvas.display_blocks.displays import Panel
from app.canvas.display_blocks.trend import Cursor
from app.canvas.drawing.shapes import painting, told_later
from app.canvas.scene import PageScene
from app.face.theme import Theme
from app.panels.look import first_size, vertical
from blocks.base.language import tr

_LARGEST = 40.0
_STEP = 1.25
_MARGIN = 10.0
_EXPORTED = 2.0
_LETTERS = 1.35
"""How much larger letters are than on the canvas."""


def picture_of(panel: Panel, size: QSize, theme: Theme) -> QImage:
    """Return an image of a display for a size in points, at twice as many pixels."""
    picture = QImage(size * _EXPORTED, QImage.Format.Format_RGB32)
    picture.fill(theme.block_fill)
    with painting(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(_EXPORTED, _EXPORTED)
        panel.paint(painter, QRectF(QPointF(), size.toSizeF()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN), theme)
    return picture


class DisplayPicture(QWidget):
    """The enlarged content of a display. The wheel zooms at the mouse, a drag pans, 0 fits all.

    A trend is zoomed along its steps, and its other axis fits the visible part; other displays are magnified.
    """

    def __init__(self, scene: PageScene, block: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._scene, self._block = scene, block
        self._pressed: QPointF | None = None
        self._hover: QPointF | None = None
        self.zoom = 1.0
        self._origin = QPointF()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Display {block}", block=block))

    @property
    def _trend(self) -> Panel | None:
        panel = self._scene.panel_of(self._block)
        return panel if panel is not None and panel.has_steps else None

    @property
    def part(self) -> tuple[float, float]:
        whole = self.width() * self.zoom
        return -self._origin.x() / whole, (self.width() - self._origin.x()) / whole

    def _box(self) -> QRectF:
        box = QRectF(self.rect()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        return QRectF(box.topLeft() / _LETTERS, box.size() / _LETTERS)

    def cursor_text(self) -> str:
        cursor = self._cursor()
        return "" if cursor is None else cursor.text

    def _cursor(self) -> Cursor | None:
        trend = self._trend
        if trend is None or self._hover is None:
            return None
        return trend.cursor(self._box(), self._hover / _LETTERS, part=self.part)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        panel, theme = self._scene.panel_of(self._block), self._scene.theme
        with told_later(), painting(self) as painter:
            painter.fillRect(self.rect(), self._scene.painters.color(theme.block_fill))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if panel is None:
                return
            painter.scale(_LETTERS, _LETTERS)
            if panel.has_steps:
                panel.paint(painter, self._box(), theme, self.part)
                cursor = self._cursor()
                if cursor is not None:
                    painter.setPen(self._scene.painters.color(theme.label))
                    painter.drawLine(cursor.top, cursor.bottom)
            else:
                size = self.size().toSizeF() * self.zoom
                box = QRectF(self._origin, size).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
                panel.paint(painter, QRectF(box.topLeft() / _LETTERS, box.size() / _LETTERS), theme)

    def zoom_at(self, at: QPointF, zoom: float) -> None:
        zoom = max(1.0, min(_LARGEST, zoom))
        at = self._along_steps(at)
        self._origin = at - (at - self._origin) * (zoom / self.zoom)
        self.zoom = zoom
        self._move(QPointF())

    def _along_steps(self, at: QPointF) -> QPointF:
        """Map a position within a trend's plot area to the whole width."""
        trend = self._trend
        if trend is None:
            return at
        area = trend.plot_area(self._box())
        return QPointF(self.width() * (at.x() / _LETTERS - area.left()) / area.width(), at.y())

    def _move(self, offset: QPointF) -> None:
        most = self.size().toSizeF() * (1.0 - self.zoom)
        moved = self._origin + offset
        self._origin = QPointF(min(0.0, max(most.width(), moved.x())), min(0.0, max(most.height(), moved.y())))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.oldSize().width() > 0:
            self._origin *= self.width() / event.oldSize().width()
        self._move(QPointF())

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.angleDelta().y():
            step = _STEP ** (event.angleDelta().y() / 120)
            self.zoom_at(event.position(), self.zoom * step)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        centre, far = QPointF(self.rect().center()), 40.0
        moves = {
            Qt.Key.Key_Left: QPointF(far, 0), Qt.Key.Key_Right: QPointF(-far, 0),
            Qt.Key.Key_Up: QPointF(0, far), Qt.Key.Key_Down: QPointF(0, -far),
        }  # fmt: skip
        zooms = {Qt.Key.Key_Plus: _STEP, Qt.Key.Key_Equal: _STEP, Qt.Key.Key_Minus: 1 / _STEP, Qt.Key.Key_0: 0.0}
        if event.key() in moves:
            self._move(moves[Qt.Key(event.key())])
        elif event.key() in zooms:
            self.zoom_at(centre, self.zoom * zooms[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._move(self._along_steps(event.position()) - self._along_steps(self._pressed))
            self._pressed = event.position()
        elif self._trend is not None:
            self._hover = event.position()
            QToolTip.showText(event.globalPosition().toPoint(), self.cursor_text(), self)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = None

    def leaveEvent(self, event: QEvent) -> None:
        del event
        self._hover = None
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.zoom_at(event.position(), 0.0)


class DisplayWindow(QDialog):
    """The window of a display. Esc closes it. `asked`: ``logarithmic``, ``export`` or ``clear`` was pressed."""

    asked = Signal(str)

    def __init__(self, scene: PageScene, block: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._scene, self.block = scene, block
        item = scene.block_item(block)
        self.setWindowTitle((item.face.caption if item is not None else None) or block)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(first_size(self, 900, 560))
        self.picture = DisplayPicture(scene, block, self)
        self.buttons: dict[str, QPushButton] = {}
        line = QHBoxLayout()
        for name, text in (("logarithmic", tr("Log scale")), ("export", tr("Export...")), ("clear", tr("Clear"))):
            button = self.buttons[name] = QPushButton(text, self, autoDefault=False)
            button.clicked.connect(lambda _on=False, name=name: self.asked.emit(name))
            line.addWidget(button)
        line.addStretch(1)
        whole = QPushButton(tr("Show all"), self, autoDefault=False)
        whole.clicked.connect(lambda: self.picture.zoom_at(QPointF(), 0.0))
        line.addWidget(whole)
        vertical((self.picture, 1), line, to=self)
        scene.updated.connect(self._follow)
        scene.results_changed.connect(self.picture.update)
        scene.destroyed.connect(self.close)
        self._follow()
        self.picture.setFocus()

    def _follow(self) -> None:
        item = self._scene.block_item(self.block)
        if item is None:
            self.close()
            return
        spec = self._scene.mirror.type_of(self.block)
        can = spec is not None and spec.attribute("logarithmic") is not None
        self.buttons["logarithmic"].setVisible(can)
        self.buttons["logarithmic"].setCheckable(True)
        self.buttons["logarithmic"].setChecked(item.block.values.get("logarithmic") is True)
        self.picture.update()
