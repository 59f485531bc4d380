"""The Gradient panel: the differentiated value, the gradient flow, its norm step by step, and numeric checks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSlider, QTabWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.canvas.text import tip
from app.core.runs.gradient import Gradients
from app.core.runs.what_if import WhatIfs
from app.language import tr
from app.panels.gradients.checks import CheckPart
from app.panels.gradients.flow import FlowPart
from app.panels.gradients.formulas import FormulaPart
from app.panels.gradients.pin import PinPart
from app.panels.gradients.rounds import RoundsPart
from app.panels.gradients.state import Part, State
from app.panels.gradients.what_if import WhatIfPart
from app.panels.look import Elided, ElidedBox, Text
from blocks.analysis.losses import is_summed
from blocks.analysis.pins import Pins

RATE = 66
"""Milliseconds between two updates while a run measures."""


class GradientPanel(QWidget):
    """The Gradient panel. It is updated only while it is visible.

    Signals:
        end_wanted: show a block at which the gradient ends.
        why_wanted: explain why a block gets no gradient.
        check_wanted: run a numeric gradient check.
        round_wanted: show an iteration of a loop (the loop's path from the page, the iteration).
        said: a sentence for the status bar.
    """

    shown_wanted = Signal(bool)
    go_to = Signal(str)
    end_wanted = Signal(str)
    why_wanted = Signal(str)
    check_wanted = Signal()
    round_wanted = Signal(str, int)
    said = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gradients: Gradients | None = None
        self._told_by: tuple[Gradients | None, WhatIfs | None] = (None, None)
        self._state: Callable[[], State | None] = _none
        self._last: State | None = None
        self._listed: tuple[tuple[str, ...], str, str, Pins] | None = None
        self._timer = QTimer(self, singleShot=True, interval=RATE)
        self._timer.timeout.connect(self.refresh)
        self.on = QCheckBox(tr("Show"), self)
        self.on.setToolTip(tr("Show the gradient on the canvas"))
        self.on.toggled.connect(self.shown_wanted)
        self.of = ElidedBox(self)
        self.of.setAccessibleName(tr("Gradient of"))
        self.of.setToolTip(tr("Value to differentiate"))
        self.of.activated.connect(self._chosen)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(tr("Step"))
        self.slider.setToolTip(tr("Show an earlier step of the run"))
        self.slider.valueChanged.connect(self._scrubbed)
        self.step = Elided("", "dim")
        self.flow, self.pin, self.formula, self.check = FlowPart(), PinPart(), FormulaPart(), CheckPart()
        self.what_if = WhatIfPart()
        self.rounds = RoundsPart(self)
        self.rounds.round_wanted.connect(self.round_wanted)
        self.tabs = QTabWidget(self)
        self.tabs.setAccessibleName(tr("Tabs of the gradient panel"))
        self.tabs.setDocumentMode(True)
        for part in (self.flow, self.what_if, self.pin, self.formula, self.check):
            self.tabs.addTab(part, tr(part.title))
            part.go_to.connect(self.go_to)
            part.why_wanted.connect(self.why_wanted)
            part.said.connect(self.said)
        self.flow.end_wanted.connect(self.end_wanted)
        self.check.check_wanted.connect(self.check_wanted)
        self.tabs.currentChanged.connect(self.refresh)
        self._lay_out()
        self.refresh()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(10, 6, 8, 2)
        head.setSpacing(8)
        head.addWidget(Text(tr("Gradient of"), "dim"))
        head.addWidget(self.of, 1)
        head.addWidget(self.on)
        steps = QHBoxLayout()
        steps.setContentsMargins(10, 0, 8, 4)
        steps.addWidget(self.step, 1)
        steps.addWidget(self.slider, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addLayout(steps)
        layout.addWidget(self.rounds)
        layout.addWidget(self.tabs, 1)

    def show_what_if(self) -> None:
        self.tabs.setCurrentWidget(self.what_if)
        self.refresh()

    def follow(self, gradients: Gradients | None, what_if: WhatIfs | None, state: Callable[[], State | None]) -> None:
        """Show the current page's gradient, and follow its changes; without one, ``gradients`` is None."""
        if gradients is not self._gradients:
            old, self._told_by = self._told_by, (gradients, what_if)
            self._gradients = gradients
            for each in old:
                if each is not None and isValid(each):
                    each.changed.disconnect(self._changed)
            for each in self._told_by:
                if each is not None:
                    each.changed.connect(self._changed)
        self._state = state
        self.refresh()

    def refresh(self) -> None:
        if not self.isVisible():
            return
        self._timer.stop()
        state = self._last = self._state()
        self.on.blockSignals(True)
        self.on.setEnabled(state is not None)
        self.on.setChecked(state is not None and state.face is not None)
        self.on.blockSignals(False)
        self._show_choice(state)
        self._show_steps(state)
        loop = state.loop if state is not None else ""
        strips = state.face.strips.get(loop, ()) if state is not None and state.face is not None else ()
        self.rounds.show_loop(loop, strips, None if state is None else state.round_of(loop))
        part = self.tabs.currentWidget()
        assert isinstance(part, Part)
        part.show_state(state)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _changed(self) -> None:
        if self.isVisible() and not self._timer.isActive():
            self._timer.start()

    def _show_choice(self, state: State | None) -> None:
        losses = state.info.losses if state is not None else ()
        automatic, chosen = "", ""
        if state is not None:
            automatic = state.gradients.automatic(state.info.page) or next(iter(losses), "")
            chosen = state.asked if state.gradients.chosen(state.page) else ""
        pins = state.info.pins if state is not None else _NO_PINS
        before, self._listed = self._listed, (losses, automatic, chosen, pins)
        if before is not None and before[:3] == (losses, automatic, chosen) and before[3] is pins:
            return
        names = [*losses, *([chosen] if chosen and chosen not in losses else [])]
        first, *texts = [
            tr("sum of {name}", name=name) if is_summed(name, pins) else name for name in (automatic, *names)
        ]
        wanted = [tr("automatic: {first}", first=first) if automatic else tr("Nothing to differentiate"), *texts]
        self.of.blockSignals(True)
        if [self.of.itemText(i) for i in range(self.of.count())] != wanted:
            self.of.clear()
            for text, name in zip(wanted, ("", *names), strict=True):
                self.of.addItem(text, name)
        self.of.setCurrentIndex(1 + names.index(chosen) if chosen else 0)
        self.of.setEnabled(bool(names))
        self.of.setToolTip(tip(tr("Value to differentiate: {of}", of=self.of.currentText())) if names else wanted[0])
        self.of.blockSignals(False)

    def _show_steps(self, state: State | None) -> None:
        steps = state.gradients.steps(state.page) if state is not None and state.face is not None else []
        moment = state.gradients.moment(state.page) if state is not None and steps else None
        self.slider.blockSignals(True)
        self.slider.setRange(0, max(0, len(steps) - 1))
        self.slider.setValue(max(0, bisect_right(steps, moment.step) - 1) if moment is not None else 0)
        self.slider.setVisible(len(steps) > 1)
        self.slider.blockSignals(False)
        if moment is not None:
            edited = tr(", outdated") if state is not None and state.face and state.face.outdated else ""
            self.step.set_full(
                tr("Step {step:,} of {steps:,}{edited}", step=moment.step, steps=steps[-1], edited=edited)
            )
        elif state is None or state.face is None:
            self.step.set_full(tr("The gradient view is off (G)") if state is not None else "")
        else:
            self.step.set_full(tr("Run to measure gradients") if state.face.of else "")

    def _chosen(self, index: int) -> None:
        if self._last is not None:
            self._last.gradients.choose(self._last.page, self.of.itemData(index))
            if self._last.face is None:
                self.shown_wanted.emit(True)

    def _scrubbed(self, index: int) -> None:
        state = self._last
        steps = state.gradients.steps(state.page) if state is not None else []
        if state is not None and steps:
            last = index >= len(steps) - 1
            state.gradients.look_at(state.page, None if last else steps[max(0, index)])


_NO_PINS = Pins()


def _none() -> State | None:
    return None
