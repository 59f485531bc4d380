"""The bar above a canvas inside loops: the selected iteration of each loop."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QFrame, QSlider, QSpinBox, QWidget

from app.canvas.text import tip
from app.core.instance_steps import step_of
from app.core.runs.results import InstanceResults, Level
from app.language import tr
from app.panels.look import Text, horizontal


class RoundBar(QFrame):
    """A slider and a number for each enclosing loop. Empty outside loops."""

    moved = Signal()

    def __init__(self, results: InstanceResults, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("roundBar")
        self._results = results
        self.scrubbers: list[Scrubber] = []
        self.hint = Text("", "faint", parent=self)
        self._layout = horizontal(self.hint, to=self, margins=(10, 1, 10, 2), spacing=14)
        results.changed.connect(self.refresh)
        self.hide()

    def refresh(self) -> None:
        results = self._results
        self.setVisible(bool(results.loops))
        levels = results.levels
        if len(levels) != len(self.scrubbers):
            self._make(len(levels))
        for scrubber, level in zip(self.scrubbers, levels, strict=True):
            scrubber.show_level(level)
        names = [step_of(results.path.ids[each]).block for each in results.loops[len(levels) :]]
        self.hint.setText(
            tr("Run the page to see the iterations of {names}", names=tr(" and ").join(names)) if names else ""
        )
        self.hint.setVisible(bool(names))

    def _make(self, count: int) -> None:
        for old in self.scrubbers:
            old.hide()
            old.deleteLater()
        self.scrubbers = [Scrubber(self) for _ in range(count)]
        for index, each in enumerate(self.scrubbers):
            self._layout.insertWidget(index, each, 1)
            each.chosen.connect(partial(self._choose, index))

    def step(self, by: int) -> None:
        if self.scrubbers:
            self.scrubbers[-1].step(by)

    def _choose(self, level: int, number: int | None) -> None:
        self._results.look_at(level, number)
        self.moved.emit()


class Scrubber(QWidget):
    """A slider that chooses an iteration of one loop.

    Signals:
        chosen: view this iteration; None: always the last one.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recorded: list[int] = []
        self.name = Text("", "dim", parent=self)
        self.number = QSpinBox(self)
        self.number.setKeyboardTracking(False)
        self.number.valueChanged.connect(self._typed)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setMinimumWidth(60)
        self.slider.valueChanged.connect(self._slid)
        self.of = Text("", "dim", parent=self)
        horizontal(self.name, self.number, (self.slider, 1), self.of, to=self, margins=(0, 0, 0, 0), spacing=6)

    def show_level(self, level: Level) -> None:
        self._recorded = [*level.recorded]
        self.name.setText(tr("{block}: iteration", block=level.block))
        for widget in (self.number, self.slider):
            widget.setAccessibleName(tr("Iteration of {block}", block=level.block))
        with QSignalBlocker(self.number), QSignalBlocker(self.slider):
            self.number.setRange(0, level.total - 1)
            self.number.setValue(level.at)
            self.slider.setRange(0, len(self._recorded) - 1)
            self.slider.setValue(self._recorded.index(level.at))
        every = tr(", recorded every {every} iterations", every=level.every) if level.every > 1 else ""
        self.of.setText(tr("of {total:,}{every}", total=level.total, every=every))
        about = tr("The recording takes {size:,.1f} MB.", size=level.size / 1000000.0)
        if level.every > 1:
            about += tr(
                " Recording every iteration would take too much memory, so some iterations show the "
                "values of an earlier iteration."
            )
        self.slider.setToolTip(
            tip(tr("Iteration to show, counted from 0. Press comma or period to change it. {about}", about=about))
        )

    def step(self, by: int) -> None:
        self.slider.setValue(self.slider.value() + by)

    def _slid(self, index: int) -> None:
        self._choose(self._recorded[index])

    def _typed(self, number: int) -> None:
        self._choose(number)

    def _choose(self, number: int) -> None:
        self.chosen.emit(None if number >= self._recorded[-1] else number)
