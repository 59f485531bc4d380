"""The look of panels: colors derived from Qt's palette, so that they follow the theme, and block images."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Literal, TypeAlias, TypeVar

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, SignalInstance
from PySide6.QtGui import (
    QColor,
    QFont,
    QIcon,
    QIconEngine,
    QImage,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from app.canvas.drawing.blocks import Painters
from app.canvas.drawing.shapes import painting
from app.canvas.text import MONO_FAMILIES, tip
from app.core.document import Document, DocumentEdit
from app.face.face import BlockInfo, make_face
from app.face.geometry import make_geometry
from app.face.theme import DARK, LIGHT, Theme
from app.face.timings import COLORS
from blocks.document.data import Block, Page
from blocks.document.merging.diff import Kind
from blocks.graph.spec import BlockSpec

Tone = Literal["text", "dim", "faint", "error", "warning", "good", "title", "link", "accent"]
_ROOM = 14.0
USUAL = "usual text size"
"""The property of the program that says how large texts are where nothing was chosen, in points."""
_FRAME = QSize(40, 80)
"""What a window leaves of the screen."""


def text_share() -> float:
    """Return the text size relative to the system's: 2.0 is twice as large."""
    app = QApplication.instance()
    usual = None if app is None else app.property(USUAL)
    return QApplication.font().pointSizeF() / float(usual) if usual else 1.0


def first_size(window: QWidget, width: int, height: int) -> QSize:
    """Return a window's initial size, scaled with the text size and limited by the screen."""
    room = window.screen().availableSize() - _FRAME
    return (QSize(width, height) * text_share()).boundedTo(room)


LayoutItem: TypeAlias = (
    QWidget | QLayout | tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag] | int | None
)
"""A widget or layout, also with its stretch factor and alignment; a space in pixels; or None: a stretch."""
_Box = TypeVar("_Box", bound=QBoxLayout)
_Widget = TypeVar("_Widget", bound=QWidget)
_Button = TypeVar("_Button", bound=QAbstractButton)


def pyqtgraph() -> Any:
    import pyqtgraph  # pyright: ignore[reportMissingTypeStubs]  # imported with the first plot

    return pyqtgraph


def vertical(
    *items: LayoutItem,
    to: QWidget | None = None,
    margins: tuple[int, int, int, int] | None = None,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Arrange items from top to bottom, in the widget ``to`` or in a layout for another one."""
    return _filled(QVBoxLayout() if to is None else QVBoxLayout(to), items, margins, spacing)


def horizontal(
    *items: LayoutItem,
    to: QWidget | None = None,
    margins: tuple[int, int, int, int] | None = None,
    spacing: int | None = None,
) -> QHBoxLayout:
    """Arrange items from left to right, as `vertical` does."""
    return _filled(QHBoxLayout() if to is None else QHBoxLayout(to), items, margins, spacing)


def _filled(
    layout: _Box, items: Iterable[LayoutItem], margins: tuple[int, int, int, int] | None, spacing: int | None
) -> _Box:
    if margins is not None:
        layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    for item in items:
        if item is None:
            layout.addStretch()
        elif isinstance(item, int):
            layout.addSpacing(item)
        else:
            each, stretch, *how = item if isinstance(item, tuple) else (item, 0)
            if isinstance(each, QLayout):
                layout.addLayout(each, stretch)
            else:
                layout.addWidget(each, stretch, *how)
    return layout


def named(widget: _Widget, name: str, tip: str = "") -> _Widget:
    """Return a widget with an accessible name and a tooltip."""
    widget.setAccessibleName(name)
    if tip:
        widget.setToolTip(tip)
    return widget


def acting(button: _Button, act: Callable[..., object] | SignalInstance, tip: str = "") -> _Button:
    """Return a button that does something when clicked, with a tooltip."""
    button.clicked.connect(act)
    if tip:
        button.setToolTip(tip)
    return button


def is_dark() -> bool:
    """Return whether the application palette is dark; a widget's own palette may come from a style sheet."""
    return QApplication.palette().color(QPalette.ColorRole.Base).lightness() < 128


def theme_now() -> Theme:
    return DARK if is_dark() else LIGHT


def mixed(a: QColor, b: QColor, share: float) -> QColor:
    rest = 1.0 - share
    return QColor.fromRgbF(
        a.redF() * share + b.redF() * rest, a.greenF() * share + b.greenF() * rest, a.blueF() * share + b.blueF() * rest
    )


def color_axes(plot: Any, ground: QColor, ink: QColor) -> None:
    for axis in (plot.getAxis("left"), plot.getAxis("bottom")):
        axis.setPen(pyqtgraph().mkPen(mixed(ink, ground, 0.5)))
        axis.setTextPen(pyqtgraph().mkPen(ink))


def color(tone: Tone) -> QColor:
    theme, palette = theme_now(), QApplication.palette()
    text, base = palette.color(QPalette.ColorRole.Text), palette.color(QPalette.ColorRole.Base)
    if tone == "dim":
        return mixed(text, base, 0.8)
    if tone == "faint":
        return mixed(text, base, 0.72)
    if tone == "link":
        return palette.color(QPalette.ColorRole.Link)
    if tone == "accent":
        return palette.color(QPalette.ColorRole.Accent)
    named = {"error": theme.error, "warning": theme.warning, "good": theme.ok, "title": theme.title}
    return QColor(named[tone]) if tone in named else text


def scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    result = QFont(font)
    if font.pointSizeF() > 0:
        result.setPointSizeF(font.pointSizeF() * factor)
    else:
        result.setPixelSize(max(8, round(font.pixelSize() * factor)))
    result.setBold(bold)
    return result


def fixed_width(font: QFont) -> QFont:
    result = QFont(font)
    result.setFamilies(MONO_FAMILIES)
    result.setStyleHint(QFont.StyleHint.Monospace)
    result.setPointSizeF(font.pointSizeF() * 0.95)
    return result


class Text(QLabel):
    """A plain text label in one of the tones; ``text`` is never read as markup."""

    def __init__(
        self, text: str = "", tone: Tone = "text", *, wrap: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._tone: Tone = tone
        self._margins = (0, 0, 0, 0)
        self._painted: tuple[Tone, int] | None = None
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setWordWrap(wrap)
        if wrap:
            self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self._paint()

    def set_tone(self, tone: Tone) -> None:
        self._tone = tone
        self._paint()

    def setContentsMargins(self, left: int, top: int, right: int, bottom: int) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        self._margins = (left, top, right, bottom)
        super().setContentsMargins(left, top, right, bottom)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint()
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            super().setContentsMargins(*self._margins)

    def _paint(self) -> None:
        painted = self._tone, QApplication.palette().cacheKey()
        if painted != self._painted:  # a new sheet makes the palette change, too
            self._painted = painted
            self.setStyleSheet(f"color: {color(self._tone).name()}; background: transparent;")


class ElidedBox(QComboBox):
    """A combo box that elides its text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)

    def paintEvent(self, e: QPaintEvent) -> None:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        style, whole = self.style(), QStyle.ComplexControl.CC_ComboBox
        room = style.subControlRect(whole, option, QStyle.SubControl.SC_ComboBoxEditField, self).width() - 4
        with painting(self) as painter:
            style.drawComplexControl(whole, option, painter, self)
            option.currentText = self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)
            style.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option, painter, self)


class Elided(Text):
    """A one-line plain text label that elides its text and then shows the full text as a tooltip."""

    def __init__(
        self, text: str = "", tone: Tone = "text", parent: QWidget | None = None, *, keep_end: bool = False
    ) -> None:
        self._full = text
        self._mode = Qt.TextElideMode.ElideLeft if keep_end else Qt.TextElideMode.ElideRight
        self._told = ""
        super().__init__(text, tone, parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_full(self, text: str) -> None:
        if text != self._full:
            self._full = text
            self.updateGeometry()
        self._fit()

    def full(self) -> str:
        return self._full

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(self.fontMetrics().horizontalAdvance(self._full) + 2, hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        one = " ".join(self._full.split()) if "\n" in self._full else self._full
        cut = self.fontMetrics().elidedText(one, self._mode, max(0, self.width()))
        if cut != self.text():
            self.setText(cut)
        if self.toolTip() == self._told:  # else it says something of its own
            self._told = tip(self._full) if cut != one else ""
            self.setToolTip(self._told)


def block_picture(spec: BlockSpec, theme: Theme, ratio: float) -> QPixmap:
    """Return an image of a block of this type; ``ratio`` is pixels per point of the screen."""
    face = make_face(Block("", spec.name), spec, BlockInfo())
    geometry = make_geometry(face)
    width, height = geometry.width + 2 * _ROOM, geometry.height + 2 * _ROOM
    picture = QPixmap(max(1, round(width * ratio)), max(1, round(height * ratio)))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with painting(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(_ROOM, _ROOM)
        Painters(theme).block(painter, face, geometry)
    return picture


def draw_glyph(painter: QPainter, box: QRectF, spec: BlockSpec, theme: Theme) -> None:
    """Paint a block type's glyph: an outline with a dot per input at the left and output at the right."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    body = box.adjusted(2.5, 1.5, -2.5, -1.5)
    painter.setPen(QPen(QColor(theme.block_border), 1.3))
    painter.setBrush(QColor(theme.block_fill))
    painter.drawRoundedRect(body, 3, 3)
    _dots(painter, body.left(), body, [theme.pin_color("input", "")] * min(4, len(spec.inputs)), theme)
    green = theme.pin_color("output", "")
    colors = [theme.label_dim if pin.kind == "scope" else green for pin in spec.outputs[:4]]
    _dots(painter, body.right(), body, colors, theme)
    painter.restore()


def _dots(painter: QPainter, x: float, body: QRectF, colors: list[str], theme: Theme) -> None:
    for i, each in enumerate(colors):
        y = body.top() + body.height() * (i + 1) / (len(colors) + 1)
        painter.setPen(QPen(QColor(theme.block_fill if theme.dark else theme.label_dim), 0.6))
        painter.setBrush(QColor(each))
        painter.drawEllipse(QPointF(x, y), 2.1, 2.1)


class _GlyphIcon(QIconEngine):
    def __init__(self, draw: str, theme: Theme) -> None:
        super().__init__()
        self._draw, self._theme = draw, theme

    def clone(self) -> QIconEngine:
        return _GlyphIcon(self._draw, self._theme)

    def paint(self, painter: QPainter, rect: object, mode: QIcon.Mode, state: QIcon.State) -> None:
        box = QRectF(rect)  # pyright: ignore[reportCallIssue, reportArgumentType]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        unit = min(box.width(), box.height()) / 16.0
        painter.translate(box.center().x() - 8 * unit, box.center().y() - 8 * unit)
        painter.scale(unit, unit)
        t = self._theme
        if mode == QIcon.Mode.Disabled:
            painter.setOpacity(0.4)
        _SYMBOLS[self._draw](painter, t)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with painting(image) as painter:
            self.paint(painter, image.rect(), mode, state)
        return QPixmap.fromImage(image)


def _pen(hue: str, width: float = 1.5) -> QPen:
    return QPen(QColor(hue), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def _lines(painter: QPainter, *points: tuple[float, float]) -> None:
    painter.drawPolyline([QPointF(x, y) for x, y in points])


def _error(painter: QPainter, theme: Theme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.error))
    painter.drawEllipse(QPointF(8, 8), 6.5, 6.5)
    painter.setPen(_pen("#ffffff", 1.9))
    painter.drawLine(QPointF(8, 4.7), QPointF(8, 8.6))
    painter.drawPoint(QPointF(8, 11.3))


def _warning(painter: QPainter, theme: Theme) -> None:
    painter.setPen(_pen(theme.warning, 1.6))
    painter.setBrush(QColor(theme.warning))
    painter.drawPolygon([QPointF(8, 2.2), QPointF(14.2, 13.2), QPointF(1.8, 13.2)])
    painter.setPen(_pen("#201800", 1.7))
    painter.drawLine(QPointF(8, 6), QPointF(8, 9))
    painter.drawPoint(QPointF(8, 11.4))


def _advice(painter: QPainter, theme: Theme) -> None:
    painter.setPen(_pen(theme.title, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(8, 6.4), 4.4, 4.4)
    painter.drawLine(QPointF(6.3, 12.6), QPointF(9.7, 12.6))
    painter.drawLine(QPointF(7, 14.6), QPointF(9, 14.6))


def _reset(painter: QPainter, theme: Theme) -> None:
    painter.setPen(_pen(theme.label_dim, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawArc(QRectF(3, 3, 10, 10), -120 * 16, 270 * 16)
    _lines(painter, (3.2, 2.6), (3.6, 6.2), (7.0, 5.8))


def _more(painter: QPainter, theme: Theme) -> None:
    painter.setPen(_pen(theme.label_dim, 1.3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(2.5, 3.5, 11, 9), 1.5, 1.5)
    painter.drawLine(QPointF(2.5, 8), QPointF(13.5, 8))
    painter.drawLine(QPointF(6.2, 3.5), QPointF(6.2, 12.5))
    painter.drawLine(QPointF(9.9, 3.5), QPointF(9.9, 12.5))


def _open(painter: QPainter, theme: Theme) -> None:
    painter.setPen(_pen(theme.label_dim, 1.3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(8, 8), 6.5, 6.5)
    painter.setPen(_pen(theme.label_dim, 1.9))
    painter.drawPoints([QPointF(x, 8) for x in (4.9, 8.0, 11.1)])


def _up(painter: QPainter, theme: Theme) -> None:
    painter.setPen(_pen(theme.label_dim, 1.8))
    _lines(painter, (3.8, 10), (8, 5.8), (12.2, 10))


def _down(painter: QPainter, theme: Theme) -> None:
    painter.setPen(_pen(theme.label_dim, 1.8))
    _lines(painter, (3.8, 6), (8, 10.2), (12.2, 6))


def _close(painter: QPainter, theme: Theme) -> None:
    painter.setPen(_pen(theme.label_dim, 1.7))
    painter.drawLine(QPointF(4.2, 4.2), QPointF(11.8, 11.8))
    painter.drawLine(QPointF(11.8, 4.2), QPointF(4.2, 11.8))


def _find(painter: QPainter, theme: Theme) -> None:
    painter.setPen(_pen(theme.label_dim, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(7, 7), 4.2, 4.2)
    painter.drawLine(QPointF(10.3, 10.3), QPointF(13.2, 13.2))


def _changed(kind: Kind) -> Callable[[QPainter, Theme], None]:
    def paint(painter: QPainter, theme: Theme) -> None:
        del theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(COLORS[kind]))
        painter.drawRoundedRect(QRectF(1.5, 1.5, 13, 13), 3, 3)
        painter.setPen(_pen("#ffffff", 1.8))
        if kind == "changed":
            _lines(painter, (4.2, 9), (6.4, 6.8), (9.6, 9.2), (11.8, 7))
            return
        painter.drawLine(QPointF(4.5, 8), QPointF(11.5, 8))
        if kind == "added":
            painter.drawLine(QPointF(8, 4.5), QPointF(8, 11.5))

    return paint


_SYMBOLS = {
    **{kind: _changed(kind) for kind in COLORS},
    "error": _error, "warning": _warning, "reset": _reset, "more": _more, "open": _open, "up": _up, "down": _down,
    "close": _close, "find": _find, "advice": _advice,
}  # fmt: skip


@lru_cache(maxsize=64)
def _symbol(name: str, dark: bool) -> QIcon:
    return QIcon(_GlyphIcon(name, DARK if dark else LIGHT))


def symbol(name: str) -> QIcon:
    return _symbol(name, is_dark())


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


class PagePanel(QWidget):
    """A panel that shows the current page of any diagram."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self.page_name = ""

    def show_page(self, document: Document | None, page: str = "") -> None:
        if document is self.document and page == self.page_name:
            return
        old = self.document
        self.leaving()
        if document is not old:
            if old is not None and isValid(old):
                old.edited.disconnect(self.edit_made)
                old.changed.disconnect(self.refresh)
                old.history_changed.disconnect(self.history_moved)
            if document is not None:
                document.edited.connect(self.edit_made)
                document.changed.connect(self.refresh)
                document.history_changed.connect(self.history_moved)
        self.document = document
        self.page_name = page
        self.entered()

    def page(self) -> Page | None:
        if self.document is None:
            return None
        view = self.document.canvas(self.page_name)
        return None if view is None else view.snapshot()

    def retranslate(self) -> None:
        self.refresh()

    def leaving(self) -> None:
        """Prepare for another page to become current."""

    def entered(self) -> None:
        self.refresh()

    def edit_made(self, edit: DocumentEdit) -> None:
        """React to an edit before it is shown."""

    def refresh(self) -> None:
        """Update after a change of the document."""

    def history_moved(self) -> None:
        """Update after a change of the undo history."""
