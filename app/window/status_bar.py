"""The status bar: the last message, the state of the run, the zoom, and the page's block count."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QIcon, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QProgressBar, QStatusBar, QToolButton, QWidget

from app.canvas.drawing.shapes import painting
from app.canvas.text import tip
from app.panels.look import icon, named
from app.window.language import NAMES
from app.window.tabs import DiagramTab
from app.window.widgets.style import DARK, Chrome
from blocks.base.language import mark, tr
from blocks.transform.verbs.edit import counted

_STAYS = 6000


class Status(QStatusBar):
    problems_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._chrome = DARK
        self._tab: DiagramTab | None = None
        self._faults = ("", "", "")
        self._brief = False
        self._answer = ""
        self.picture = QLabel(self)
        self.message = _Line(self)
        self.run = _Line(self)
        self.progress = QProgressBar(self, textVisible=False)
        self.progress.setFixedWidth(110)
        self.progress.hide()
        self.page = QLabel(self, textFormat=Qt.TextFormat.PlainText)
        self.faults = QToolButton(self, toolButtonStyle=Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.faults.setIconSize(QSize(15, 15))
        self.faults.setAccessibleName(tr("Problems"))
        self.pairing = QToolButton(self, toolButtonStyle=Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.pairing.setIconSize(QSize(15, 15))
        self.pairing.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.pairing.setProperty(NAMES, True)
        self.pairing.hide()
        self.zoom = named(QToolButton(self), tr("Zoom"), tip=tr("Zoom to 100%"))
        self.addWidget(self.picture)
        self.addWidget(self.message, 1)
        for widget in (self.run, self.progress, self.pairing, self.page, self.faults, self.zoom):
            self.addPermanentWidget(widget)
        self._fade = QTimer(self, singleShot=True, interval=_STAYS)
        self._fade.timeout.connect(lambda: self._show("", QIcon()))
        self.faults.clicked.connect(self.problems_wanted)
        self.zoom.clicked.connect(lambda: self._tab.view.zoom_reset() if self._tab and self._tab.page_name else None)

    def say(self, text: str) -> None:
        self._show(text, icon("good", self._chrome.good))

    def hint(self, text: str) -> None:
        self._show(text, QIcon())

    def answer(self, text: str) -> None:
        """Show an explanation until the next edit."""
        self.say(text)
        self._answer = text

    def take_back(self) -> None:
        if self._answer:
            self._show("", QIcon())

    def set_brief(self, on: bool) -> None:
        """Show the bar only for messages unrelated to a gesture, or always."""
        self._brief = on
        self.setVisible(not on)

    def quote(self, text: str) -> None:
        """Show the last line that Print blocks wrote, with all lines in the tooltip."""
        self.hint(text.rpartition("\n")[2])
        self.message.setToolTip(tip(text))

    def warn(self, text: str) -> None:
        self._show(text, icon("warning", self._chrome.accent))

    def _show(self, text: str, picture: QIcon) -> None:
        if text != self._answer:  # else the same is said at the block
            self._answer = ""
        self.message.setText(text)
        self.message.setToolTip(tip(text))
        self.picture.setPixmap(picture.pixmap(16, 16))
        self.picture.setVisible(bool(text) and not picture.isNull())
        if text:
            self._fade.start()
        if self._brief:
            self.setVisible(bool(text) and not picture.isNull())

    def dress(self, chrome: Chrome) -> None:
        self._chrome = chrome
        self.follow(self._tab)

    def forget(self, tab: DiagramTab | None) -> None:
        if tab is not self._tab:
            self._show("", QIcon())
        self._tab = tab

    def follow(self, tab: DiagramTab | None) -> None:
        self.forget(tab)
        shown = tab is not None and bool(tab.page_name)
        for widget in (self.run, self.page, self.faults, self.zoom):
            widget.setVisible(shown)
        if tab is None or not shown:
            self.progress.hide()
            return
        page = tab.page
        self._show_counts(f"{counted(len(page.blocks), 'block')}, {counted(len(page.wires), 'wire')}")
        unfinished = len(tab.engine.unfinished(tab.page_name))
        self._show_faults(len(tab.engine.problems(tab.page_name)) - unfinished, unfinished)
        self.show_zoom(tab.view.zoom)
        self.show_run(tab)

    def _show_counts(self, text: str) -> None:
        if text == self.page.text():
            return
        self.page.setText(text)
        # The whole window is laid out again for another text in a widget whose size is not fixed.
        self.page.setFixedSize(self.page.sizeHint())

    def _show_faults(self, number: int, unfinished: int) -> None:
        name, colour = ("error", self._chrome.error) if number else ("good", self._chrome.good)
        if unfinished and not number:
            name, colour = "open-ended", self._chrome.text
        shown = (f" {number or unfinished or ''}".rstrip(), name, colour)
        if shown != self._faults:
            self._faults = shown
            missing = mark("Missing inputs or values: {unfinished:,}") if unfinished else mark("No problems")
            self.faults.setToolTip(counted(number, "problem") if number else tr(missing, unfinished=unfinished))
            self.faults.setIcon(icon(name, colour))
            self.faults.setText(" 99")  # most numbers have room: another size is seldom
            room = self.faults.sizeHint()
            self.faults.setText(shown[0])
            self.faults.setFixedSize(self.faults.sizeHint().expandedTo(room))

    def show_pairing(self, client: str, *, is_on: bool) -> None:
        """Show the assistant that has joined, or that the editor waits for one."""
        self.pairing.setVisible(is_on)
        text = client or tr("Waiting for an assistant")
        if is_on and text != self.pairing.text():
            self.pairing.setText(text.replace("&", "&&"))
            self.pairing.setToolTip(tip(tr("Connected assistant: {name}", name=client) if client else text))
        self.pairing.setIcon(icon("live", self._chrome.good if client else self._chrome.dim))

    def show_zoom(self, zoom: float) -> None:
        self.zoom.setText(f"{zoom * 100:.0f}%" if zoom >= 0.02 else f"{zoom * 100:.2g}%")

    def show_run(self, tab: DiagramTab) -> None:
        state, bad = tab.engine.state_text(tab.root_page), tab.engine.not_finite(tab.root_page)
        text = f"{state} - {bad}" if state and bad else state or bad
        self.run.setText(text)
        self.run.setToolTip(tip(text))
        palette = self.palette()
        if bad:
            palette.setColor(QPalette.ColorRole.WindowText, QColor(self._chrome.error))
        self.run.setPalette(palette)
        share = tab.engine.share_done()
        self.progress.setVisible(share is not None)
        if share is not None:
            self.progress.setRange(0, 1000)
            self.progress.setValue(round(1000 * share))


class _Line(QLabel):
    """A label that shortens its text with an ellipsis, so that the text never widens the window."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with painting(self) as painter:
            box = self.contentsRect()
            cut = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, box.width())
            align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(box, align | Qt.TextFlag.TextSingleLine, cut)
