"""The look of panels: colors derived from Qt's palette, so that they follow the theme, and block images."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, reduce
from importlib import resources
from typing import Any, Literal, TypeAlias, TypeVar

from PySide6.QtCore import (
    QByteArray,
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    SignalInstance,
)
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
    QShowEvent,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QStyle,
    QStyleOptionComboBox,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from app.canvas.drawing.blocks import HEADER_TINT, ColorPalette, Painters
from app.canvas.drawing.shapes import draw_icon, painting, set_colors
from app.canvas.text import MONO_FAMILIES, tip
from app.core.document import Document, DocumentEdit
from app.face.face import BlockInfo, make_face
from app.face.geometry import make_geometry
from app.face.theme import DARK, LIGHT, Theme, family_of
from app.face.timings import COLORS
from blocks.document.data import Block, Page
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
    *items: LayoutItem, to: QWidget | None = None, margins: Iterable[int] | None = None, spacing: int | None = None
) -> QVBoxLayout:
    """Arrange items from top to bottom, in the widget ``to`` or in a layout for another one."""
    return _filled(QVBoxLayout() if to is None else QVBoxLayout(to), items, margins, spacing)


def horizontal(
    *items: LayoutItem, to: QWidget | None = None, margins: Iterable[int] | None = None, spacing: int | None = None
) -> QHBoxLayout:
    """Arrange items from left to right, as `vertical` does."""
    return _filled(QHBoxLayout() if to is None else QHBoxLayout(to), items, margins, spacing)


def _filled(layout: _Box, items: Iterable[LayoutItem], margins: Iterable[int] | None, spacing: int | None) -> _Box:
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
    widget.setAccessibleName(name)
    if tip:
        widget.setToolTip(tip)
    return widget


def acting(button: _Button, act: Callable[..., object] | SignalInstance, tip: str = "") -> _Button:
    button.clicked.connect(act)
    if tip:
        button.setToolTip(tip)
    return button


def is_dark() -> bool:
    """Return whether the application palette is dark; a widget's own palette may come from a style sheet."""
    return QApplication.palette().color(QPalette.ColorRole.Base).lightness() < 128


def pair(
    parent: QWidget, first: QWidget, second: QWidget, sizes: tuple[int, int], shares: tuple[int, int] = (0, 0)
) -> QSplitter:
    """Return two widgets beside each other, with a handle between them; ``shares``: how they take more room."""
    split = QSplitter(Qt.Orientation.Horizontal, parent, childrenCollapsible=False)
    for index, (part, share) in enumerate(zip((first, second), shares, strict=True)):
        split.addWidget(part)
        split.setStretchFactor(index, share)
    split.setSizes(sizes)
    return split


def theme_now() -> Theme:
    return DARK if is_dark() else LIGHT


def mixed(a: QColor, b: QColor, share: float) -> QColor:
    pairs = ((a.redF(), b.redF()), (a.greenF(), b.greenF()), (a.blueF(), b.blueF()))
    return QColor.fromRgbF(*(one * share + other * (1.0 - share) for one, other in pairs))


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

    def say(self, text: str) -> None:
        """Show a text; hide the label without one."""
        self.setText(text)
        self.setVisible(bool(text))

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


class EmptyState(QWidget):
    """A sentence in the place of missing content, and a button for the command (`wanted`) that creates it."""

    wanted = Signal(str)

    def __init__(self, command: str, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.command = command
        words = Text(text, "dim", wrap=True, parent=self)
        self.text, self.setText = words.text, words.setText
        self.button = acting(QPushButton(self), lambda: self.wanted.emit(command))
        vertical(words, (self.button, 0, Qt.AlignmentFlag.AlignLeft), None, to=self, margins=(14, 12, 14, 12))


class ElidedBox(QComboBox):
    """A combo box that elides its text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(4)

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


class ScrollArea(QScrollArea):
    """A scroll area whose content is as wide as the view.

    If the content fits in height only without the scroll bar, because of lines that wrap, Qt would show and hide the
    bar in turn until the program crashes. Here the bar stays.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, widgetResizable=True)
        self._depth = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._depth > 2 and self.verticalScrollBar().isVisible():
            return False
        self._depth += 1
        try:
            return super().eventFilter(watched, event)
        finally:
            self._depth -= 1


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
    """Paint a block type's glyph: its family's icon, a dot per input at the left and per output at the right."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    body = box.adjusted(2.5, 1.5, -2.5, -1.5)
    ink, family = ColorPalette(theme), family_of(spec.page)
    color = ink.family(family) or ink(theme.label)
    set_colors(painter, QPen(QColor(theme.block_border), 1.0), ink.tinted(color, HEADER_TINT))
    painter.drawRoundedRect(body, 3, 3)
    draw_icon(painter, family, body.center() - QPointF(4, 4), color, 0.8)
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


def icon(name: str, colour: str, active: str | None = None) -> QIcon:
    """Return an icon that is sharp at any scale; ``active`` is the color while its action is checked."""
    return QIcon(_SvgIcon(name, lambda on: active if on and active is not None else colour))


class _SvgIcon(QIconEngine):
    """An icon; ``color`` returns its color when it is painted, by whether its action is checked."""

    def __init__(self, name: str, color: Callable[[bool], str]) -> None:
        super().__init__()
        self._name, self._color = name, color
        self._pixmaps: dict[tuple[int, int, QIcon.Mode, str], QPixmap] = {}

    def clone(self) -> QIconEngine:
        return _SvgIcon(self._name, self._color)

    def paint(self, painter: QPainter, rect: object, mode: QIcon.Mode, state: QIcon.State) -> None:
        renderer = _renderer(self._name, self._color(state == QIcon.State.On))
        painter.save()
        if mode == QIcon.Mode.Disabled:
            painter.setOpacity(painter.opacity() * 0.35)
        renderer.render(painter, QRectF(rect))  # pyright: ignore[reportCallIssue, reportArgumentType]
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        key = (size.width(), size.height(), mode, self._color(state == QIcon.State.On))
        if key not in self._pixmaps:
            image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(Qt.GlobalColor.transparent)
            with painting(image) as painter:
                self.paint(painter, image.rect(), mode, state)
            self._pixmaps[key] = QPixmap.fromImage(image)
        return self._pixmaps[key]


@lru_cache(maxsize=256)
def _renderer(name: str, colour: str) -> QSvgRenderer:
    text = (resources.files("assets") / "icons" / f"{name}.svg").read_text("utf-8")
    return QSvgRenderer(QByteArray(text.replace("currentColor", colour).encode()))


@lru_cache(maxsize=64)
def symbol(name: str) -> QIcon:
    """Return an icon that follows the theme."""

    def color_now(_on: bool) -> str:
        theme = theme_now()
        colors = {"error": theme.error, "warning": theme.warning, "advice": theme.title, **COLORS}
        return colors.get(name, theme.label_dim)

    return QIcon(_SvgIcon({"open": "open-ended"}.get(name, name), color_now))


class FlowLayout(QLayout):
    """A layout that places widgets from left to right in as many lines as needed. Hidden ones take no room."""

    def __init__(
        self, *widgets: QWidget, to: QWidget | None = None, margins: Iterable[int] = (0, 0, 0, 0), spacing: int = 4
    ) -> None:
        super().__init__(to)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(*margins)
        self.setSpacing(spacing)
        for widget in widgets:
            self.addWidget(widget)

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
        return self._around(reduce(QSize.expandedTo, sizes, QSize(0, 0)))

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

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
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
