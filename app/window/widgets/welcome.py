"""The welcome page: recent files, examples with images, new, open, import."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

from PySide6.QtCore import QEvent, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.canvas.drawing.shapes import painting, set_colors, told_later
from app.core.exercises import shipped
from app.face.theme import THEMES
from app.panels.look import ScrollArea, icon, text_share, vertical
from app.window.settings import Settings
from app.window.widgets.example_picture import WORDS, picture_of
from app.window.widgets.style import Chrome, chosen
from blocks.base.language import tr
from blocks.cli.examples import example_texts
from blocks.document.file import loads

_PICTURE = QSize(288, 150)
_CARD_GAP = 16
_SIDE = 290
_NAME = 26
_NARROW = 1100
"""In a window of fewer pixels the margins shrink, so that two examples stand side by side on 1024."""


class Welcome(ScrollArea):
    command = Signal(str)
    file_chosen = Signal(object)
    example_chosen = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._chrome = chosen(settings.text("theme", "dark"))
        self._cards: dict[str, _Card] = {}
        self._recent = QVBoxLayout()
        self._recent.setSpacing(2)
        self._pending: Iterator[str] = iter(())
        self._examples = example_texts()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body = QWidget()
        body.setObjectName("welcome")
        self.setWidget(body)
        outer = self._outer = QHBoxLayout(body)
        outer.addWidget(self._left())
        outer.addLayout(self._right(), 1)
        # One picture at a time, so that the window is there first.
        self._painter = QTimer(self, interval=0)
        self._painter.timeout.connect(self._paint_next)
        settings.changed.connect(self._setting_changed)
        self._fill_recent()

    def _left(self) -> QWidget:
        side = self._side = QWidget()
        self._name = _label("Gradblocks", _NAME, bold=True)
        about = _label(tr("Draw a computation, run it and differentiate it."), 10, dim=True, wrap=True)
        layout = vertical(self._name, about, 22, to=side, margins=(0, 0, 0, 0))
        for name, text, picture in (
            ("file.new", tr("New diagram"), "new"),
            ("file.open", tr("Open diagram or model..."), "open"),
            ("file.import", tr("Import from enuSpace..."), "import"),
        ):
            row = _WelcomeRow(text, "", picture)
            row.setObjectName(name)
            row.clicked.connect(lambda _on=False, chosen_name=name: self.command.emit(chosen_name))
            layout.addWidget(row)
            if name == "file.new":
                self.setFocusProxy(row)
        layout.addSpacing(22)
        layout.addWidget(_label(tr("Recent"), 11, bold=True))
        layout.addLayout(self._recent)
        layout.addSpacing(22)
        layout.addWidget(_label(tr("Lessons"), 11, bold=True))
        for lesson in shipped().values():
            if lesson.folder != "lessons":
                continue
            row = _WelcomeRow(tr(lesson.title), "", "help")
            row.setObjectName(lesson.name)
            row.setToolTip(f"{tr(lesson.title)}\n{tr(lesson.text)}")
            row.clicked.connect(partial(self.command.emit, lesson.name))
            layout.addWidget(row)
        layout.addStretch()
        hint = _label(tr("Press Ctrl+Shift+P to find any command, or ? to see all shortcuts."), 9, dim=True, wrap=True)
        layout.addWidget(hint)
        self._fit()
        return side

    def _fit(self) -> None:
        narrow = self.width() < _NARROW
        beside = 24 if narrow else 40
        self._outer.setContentsMargins(beside, 36, beside, 36)
        self._outer.setSpacing(28 if narrow else 44)
        width = min(round(_SIDE * text_share()), max(_SIDE, self.width() * 2 // 5))
        self._side.setFixedWidth(width)
        font = self._name.font()
        font.setPointSizeF(_NAME * text_share())
        wide = QFontMetricsF(font).horizontalAdvance(self._name.text())
        font.setPointSizeF(font.pointSizeF() * min(1.0, 0.95 * width / wide))
        self._name.setFont(font)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._cards:
            self._fit()

    def _right(self) -> QVBoxLayout:
        self._gallery = _Gallery()
        layout = vertical(_label(tr("Examples"), 13, bold=True), self._gallery, spacing=12)
        layout.addStretch(1)
        for name, text in self._examples.items():
            card = _Card(tr(json.loads(text).get("title") or name))
            card.setObjectName(f"example.{name}")
            card.clicked.connect(lambda _on=False, chosen_name=name: self.example_chosen.emit(chosen_name))
            self._cards[name] = card
        self._gallery.show_cards(list(self._cards.values()))
        return layout

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not any(card.picture for card in self._cards.values()):
            self._pending = iter(list(self._cards))
            self._painter.start()

    @property
    def is_drawn(self) -> bool:
        return all(card.picture is not None for card in self._cards.values())

    def dress(self, chrome: Chrome) -> None:
        self._chrome = chrome
        for row in self.findChildren(_WelcomeRow):
            row.dress(chrome)
        for card in self._cards.values():
            card.dress(chrome)
        self._pending = iter(list(self._cards))
        if self.isVisible():
            self._painter.start()

    def _paint_next(self) -> None:
        name = next(self._pending, None)
        if name is None:
            self._painter.stop()
            return
        self._cards[name].set_picture(_picture(name, self._chrome.name, self.devicePixelRatioF()))

    def _setting_changed(self, name: str) -> None:
        if name == "files/recent":
            self._fill_recent()

    def _fill_recent(self) -> None:
        while (item := self._recent.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:  # pyright: ignore[reportUnnecessaryComparison]  # None for a space
                widget.deleteLater()
        paths = self._settings.recent()[:8]
        for path in paths:
            row = _WelcomeRow(path.stem, str(_shortened(path.parent)), "file")
            row.setToolTip("")
            row.setAccessibleDescription(str(path))
            row.clicked.connect(lambda _on=False, chosen_path=path: self.file_chosen.emit(chosen_path))
            row.dress(self._chrome)
            self._recent.addWidget(row)
        if not paths:
            nothing = _label(tr("No recent diagrams. Open one or start a lesson."), 9, dim=True, wrap=True)
            nothing.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
            self._recent.addWidget(nothing)


@cache
def _picture(name: str, theme: str, ratio: float) -> QPixmap:
    """Return an example's picture, cached because the page reappears when the last diagram is closed."""
    page = loads(example_texts()[name], name).pages[0].snapshot()
    return QPixmap.fromImage(picture_of(page, theme, _PICTURE, ratio))


def _shortened(folder: Path) -> Path:
    try:
        return Path("~") / folder.relative_to(Path.home())
    except (ValueError, RuntimeError):
        return folder


def _label(text: str, size: int, *, bold: bool = False, dim: bool = False, wrap: bool = False) -> QLabel:
    label = QLabel(text, textFormat=Qt.TextFormat.PlainText, wordWrap=wrap)
    font = label.font()
    font.setPointSizeF(size * text_share())
    font.setBold(bold)
    label.setFont(font)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    if dim:
        label.setForegroundRole(label.foregroundRole().PlaceholderText)
    return label


class _PlainButton(QAbstractButton):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.setText(text)
        self.setAccessibleName(text)
        self._chrome = chosen("dark")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def dress(self, chrome: Chrome) -> None:
        self._chrome = chrome
        self.update()

    @property
    def lit(self) -> bool:
        return self.underMouse() or self.hasFocus()


class _Gallery(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._cards: list[_Card] = []

    def show_cards(self, cards: list[_Card]) -> None:
        self._cards = cards
        for card in cards:
            card.setParent(self)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        if not self._cards:
            return
        width = _PICTURE.width() + 2
        columns = max(1, min(4, (self.width() + _CARD_GAP) // (width + _CARD_GAP)))
        top = 0
        for first in range(0, len(self._cards), columns):
            line = self._cards[first : first + columns]
            height = max(card.heightForWidth(width) for card in line)
            for i, card in enumerate(line):
                card.setGeometry(i * (width + _CARD_GAP), top, width, height)
            top += height + _CARD_GAP
        self.setMinimumHeight(top - _CARD_GAP)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()


_TEXT_LEFT, _TEXT_RIGHT = 40, 8


class _WelcomeRow(_PlainButton):
    def __init__(self, text: str, more: str, picture: str) -> None:
        super().__init__(text)
        self._picture = picture
        self._more = more
        # A fixed height would be that of one line.
        high = QSizePolicy.Policy.Fixed if more else QSizePolicy.Policy.Minimum
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, high)
        policy.setHeightForWidth(not more)
        self.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        room = QRect(0, 0, width - _TEXT_LEFT - _TEXT_RIGHT, 1000)
        return max(36, self.fontMetrics().boundingRect(room, _TITLE, self.text()).height() + 12)

    def sizeHint(self) -> QSize:
        line = self.fontMetrics().height()
        width = _TEXT_LEFT + _TEXT_RIGHT + self.fontMetrics().horizontalAdvance(self.text())
        return QSize(width, max(46, 2 * line + 10) if self._more else max(36, line + 12))

    def paintEvent(self, e: QPaintEvent) -> None:
        with told_later(), painting(self) as painter:
            self._draw(painter, self._chrome)

    def _draw(self, painter: QPainter, c: Chrome) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.lit:
            set_colors(painter, QColor(c.link) if self.hasFocus() else Qt.PenStyle.NoPen, QColor(c.hover))
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 6, 6)
        middle = self.height() // 2
        icon(self._picture, c.accent).paint(painter, 8, middle - 10, 20, 20)
        left, width = _TEXT_LEFT, self.width() - _TEXT_LEFT - _TEXT_RIGHT
        metrics = painter.fontMetrics()
        painter.setPen(QColor(c.text))
        if not self._more:
            painter.drawText(QRect(left, 0, width, self.height()), _TITLE, self.text())
            return
        text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, width)
        painter.drawText(left, middle - 4, text)
        painter.setPen(QColor(c.faint))
        font = painter.font()
        font.setPointSizeF(max(7.0, font.pointSizeF() - 1))
        painter.setFont(font)
        more = painter.fontMetrics().elidedText(self._more, Qt.TextElideMode.ElideMiddle, width)
        painter.drawText(left, middle + metrics.ascent(), more)


_TITLE = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)


class _Card(_PlainButton):
    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.picture: QPixmap | None = None

    def heightForWidth(self, width: int) -> int:
        room = QRect(0, 0, width - 24, 1000)
        title = self.fontMetrics().boundingRect(room, _TITLE, self._lines(width - 24)).height()
        return _PICTURE.height() + max(52, 2 * self.fontMetrics().height() + 12, title + 12)

    def sizeHint(self) -> QSize:
        width = _PICTURE.width() + 2
        return QSize(width, self.heightForWidth(width))

    def _lines(self, room: int) -> str:
        widest = max(map(self.fontMetrics().horizontalAdvance, self.text().split()), default=0)
        return self.text() if widest <= room else WORDS.sub("\N{ZERO WIDTH SPACE}", self.text())

    def set_picture(self, picture: QPixmap) -> None:
        self.picture = picture
        self.update()

    def paintEvent(self, e: QPaintEvent) -> None:
        with told_later(), painting(self) as painter:
            self._draw(painter, self._chrome)

    def _draw(self, painter: QPainter, c: Chrome) -> None:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        frame = self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
        shape = QPainterPath()
        shape.addRoundedRect(frame, 8, 8)
        painter.fillPath(shape, QColor(c.hover if self.lit else c.raised))
        painter.save()
        painter.setClipPath(shape)
        area = self.rect().adjusted(1, 1, -1, 0)
        area.setHeight(_PICTURE.height())
        painter.fillRect(area, QColor(THEMES[c.name].canvas))
        if self.picture is not None:
            painter.drawPixmap(area, self.picture)
        painter.restore()
        painter.setPen(QColor(c.accent if self.lit else c.border))
        painter.drawPath(shape)
        below = self.rect().adjusted(12, _PICTURE.height() + 2, -12, -2)
        painter.setPen(QColor(c.text))
        painter.drawText(below, _TITLE, self._lines(below.width()))
