"""The window that replays the history of a page."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QComboBox, QDialog, QGraphicsView, QPushButton, QSlider, QWidget

from app.canvas.scene import PageScene
from app.core.replay import Replay
from app.face.theme import Theme
from app.panels.look import Text, acting, first_size, horizontal, named, vertical
from blocks.base.language import tr
from blocks.document.data import Block

_PAUSE = 1500
"""Milliseconds from one step to the next at the usual speed."""
_SPEEDS = (0.5, 1.0, 2.0, 4.0)
_MARGIN = 30.0


class _View(QGraphicsView):
    """A view of all blocks, also after it has another size: before it is shown, its size is not yet known."""

    def __init__(self, scene: PageScene, parent: QWidget) -> None:
        super().__init__(scene, parent, interactive=False)
        self.area = QRectF()
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def fit(self) -> None:
        self.fitInView(self.area.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN), Qt.AspectRatioMode.KeepAspectRatio)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class ReplayWindow(QDialog):
    """The states of a page, one after another. Changed blocks have a border.

    Signals:
        export_wanted: write the steps as a web page.
    """

    export_wanted = Signal()

    def __init__(self, replay: Replay, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Replay"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(first_size(self, 1000, 640))
        self._replay, self._before = replay, dict[str, Block]()
        self.scene = PageScene(replay.document, replay.go(0).name, theme, self)
        self.view = named(_View(self.scene, self), tr("Page"))
        self.text = Text("", wrap=True)
        self.slider = named(QSlider(Qt.Orientation.Horizontal, self), tr("Step"))
        self.slider.setMaximum(len(replay.steps) - 1)
        self.play = QPushButton(tr("Play"), self, autoDefault=False)
        self.play.setCheckable(True)
        self.speed = named(QComboBox(self), tr("Speed"))
        self.speed.addItems([f"{speed:g}×" for speed in _SPEEDS])
        self.speed.setCurrentIndex(_SPEEDS.index(1.0))
        export = acting(QPushButton(tr("Export web page (HTML)..."), self, autoDefault=False), self.export_wanted)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._play_on)
        self.play.toggled.connect(self._play)
        self.speed.currentIndexChanged.connect(lambda: self._play(self.play.isChecked()))
        line = horizontal(self.play, (self.slider, 1), self.speed, export)
        vertical((self.view, 1), self.text, line, to=self)
        for index in (self.slider.maximum(), 0, 0):  # the view has room for all blocks, and none of them is new
            self._show(index)
        self.slider.valueChanged.connect(self._show)
        self.slider.setFocus()

    def _show(self, index: int) -> None:
        page = self._replay.go(index)
        self.scene.page_name = page.name
        self._replay.document.changed.emit()
        before, self._before = self._before, {block.id: block for block in page.blocks}
        self.scene.set_found(name for name, block in self._before.items() if before.get(name) != block)
        self.view.area |= self.scene.content_rect()
        place = tr("Step {place} of {count}", place=index + 1, count=len(self._replay.steps))
        self.text.setText(f"{place}: {self._replay.steps[index].text}")
        self.view.fit()

    def _play(self, on: bool) -> None:
        self.play.setText(tr("Pause") if on else tr("Play"))
        self._timer.stop()
        if on:
            self.slider.setValue(self.slider.value() % max(1, self.slider.maximum()))
            self._timer.start(round(_PAUSE / _SPEEDS[self.speed.currentIndex()]))

    def _play_on(self) -> None:
        self.slider.setValue(self.slider.value() + 1)
        self.play.setChecked(self.slider.value() < self.slider.maximum())
