"""The Gradient panel: the differentiated value, the gradient flow, its norm step by step, and numeric checks."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QPushButton, QSlider, QTabWidget, QWidget
from shiboken6 import isValid

from app.canvas.drawing.shapes import painting, told_later
from app.canvas.drawing.signs import paint_strips
from app.canvas.text import tip
from app.core.runs.gradient import PageGradients
from app.core.runs.what_if import WhatIfs
from app.face.gradient import VERDICTS, Strip, error_text, round_at
from app.panels.gradients.formulas import FormulaPart
from app.panels.gradients.pin import PinPart
from app.panels.gradients.state import GradientState, PanelPart
from app.panels.gradients.what_if import FlowPart, FlowRow, FlowRows, WhatIfPart
from app.panels.look import Elided, ElidedBox, Text, acting, horizontal, named, theme_now, vertical
from blocks.analysis.losses import is_summed
from blocks.analysis.pins import Pins
from blocks.base.language import mark, tr
from blocks.run.gradients.numeric import BlockCheck, GradientCheck, InputCheck

RATE = 66
"""Milliseconds between two updates while a run measures."""


class GradientPanel(QWidget):
    """The Gradient panel, updated only while visible. `round_wanted`: a loop's path from the page, and an iteration."""

    shown_wanted = Signal(bool)
    go_to = Signal(str)
    end_wanted = Signal(str)
    why_wanted = Signal(str)
    check_wanted = Signal()
    round_wanted = Signal(str, int)
    said = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gradients: PageGradients | None = None
        self._told_by: tuple[PageGradients | None, WhatIfs | None] = (None, None)
        self._state: Callable[[], GradientState | None] = _none
        self._last: GradientState | None = None
        self._listed: tuple[tuple[str, ...], str, str, str, Pins] | None = None
        self._timer = QTimer(self, singleShot=True, interval=RATE)
        self._timer.timeout.connect(self.refresh)
        self.on = QCheckBox(tr("Show"), self)
        self.on.setToolTip(tr("Show the gradient on the canvas"))
        self.on.toggled.connect(self.shown_wanted)
        self.of = named(ElidedBox(self), tr("Gradient of"), tip=tr("Value to differentiate"))
        self.of.activated.connect(self._chosen)
        self.slider = named(QSlider(Qt.Orientation.Horizontal, self), tr("Step"))
        self.slider.setToolTip(tr("Show an earlier step of the run"))
        self.slider.valueChanged.connect(self._scrubbed)
        self.step = Elided("", "dim")
        self.flow, self.pin, self.formula, self.check = FlowPart(), PinPart(), FormulaPart(), CheckPart()
        self.what_if = WhatIfPart()
        self.rounds = RoundsPart(self)
        self.rounds.round_wanted.connect(self.round_wanted)
        self.tabs = named(QTabWidget(self, documentMode=True), tr("Tabs of the gradient panel"))
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
        head = horizontal(Text(tr("Gradient of"), "dim"), (self.of, 1), self.on, margins=(10, 6, 8, 2), spacing=8)
        steps = horizontal((self.step, 1), (self.slider, 1), margins=(10, 0, 8, 4))
        vertical(head, steps, self.rounds, (self.tabs, 1), to=self, margins=(0, 0, 0, 0), spacing=0)

    def show_what_if(self) -> None:
        self.tabs.setCurrentWidget(self.what_if)
        self.refresh()

    def follow(
        self, gradients: PageGradients | None, what_if: WhatIfs | None, state: Callable[[], GradientState | None]
    ) -> None:
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
        with QSignalBlocker(self.on):
            self.on.setEnabled(state is not None)
            self.on.setChecked(state is not None and state.face is not None)
        self._show_choice(state)
        self._show_steps(state)
        loop = state.loop if state is not None else ""
        strips = state.face.strips.get(loop, ()) if state is not None and state.face is not None else ()
        self.rounds.show_loop(loop, strips, None if state is None else state.round_of(loop))
        part = self.tabs.currentWidget()
        assert isinstance(part, PanelPart)
        part.show_state(state)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _changed(self) -> None:
        if self.isVisible() and not self._timer.isActive():
            self._timer.start()

    def _show_choice(self, state: GradientState | None) -> None:
        losses = state.info.losses if state is not None else ()
        automatic, chosen = "", ""
        if state is not None:
            automatic = state.gradients.automatic(state.info.page) or next(iter(losses), "")
            chosen = state.asked if state.gradients.chosen(state.page) else ""
        pins = state.info.pins if state is not None else _NO_PINS
        is_off = state is not None and state.face is None  # the values are looked for when they are shown
        nothing = mark("Automatic") if is_off else mark("Nothing to differentiate")
        before, self._listed = self._listed, (losses, automatic, chosen, nothing, pins)
        if before is not None and before[:4] == self._listed[:4] and before[4] is pins:
            return
        names = [*losses, *([chosen] if chosen and chosen not in losses else [])]
        every = (automatic, *names)
        first, *texts = [tr("sum of {name}", name=name) if is_summed(name, pins) else name for name in every]
        wanted = [tr("{first} (automatic)", first=first) if automatic else tr(nothing), *texts]
        with QSignalBlocker(self.of):
            if [self.of.itemText(i) for i in range(self.of.count())] != wanted:
                self.of.clear()
                for text, name in zip(wanted, ("", *names), strict=True):
                    self.of.addItem(text, name)
            self.of.setCurrentIndex(1 + names.index(chosen) if chosen else 0)
        self.of.setEnabled(bool(names))
        self.of.setToolTip(tip(tr("Value to differentiate: {of}", of=self.of.currentText())) if names else wanted[0])

    def _show_steps(self, state: GradientState | None) -> None:
        steps = state.gradients.steps(state.page) if state is not None and state.face is not None else []
        moment = state.gradients.moment(state.page) if state is not None and steps else None
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, max(0, len(steps) - 1))
            self.slider.setValue(max(0, bisect_right(steps, moment.step) - 1) if moment is not None else 0)
            self.slider.setVisible(len(steps) > 1)
        if moment is not None:
            edited = tr(", outdated") if state is not None and state.face and state.face.outdated else ""
            text = tr("Step {step:,} of {steps:,}{edited}", step=moment.step, steps=steps[-1], edited=edited)
            self.step.set_full(text)
        elif state is None or state.face is None:
            self.step.set_full(tr("Press G to turn on the gradient view") if state is not None else "")
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


def _none() -> GradientState | None:
    return None


_HEIGHT = 64


class RoundsPlot(QWidget):
    """The plot. Clicking, dragging and the arrow keys choose an iteration."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.strips: Sequence[Strip] = ()
        self.at: int | None = None
        self.setFixedHeight(_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Gradient by iteration"))

    def show_strips(self, strips: Sequence[Strip], at: int | None) -> None:
        if (strips, at) != (self.strips, self.at):
            self.strips, self.at = strips, at
            self.setToolTip(tip("\n".join([each.text for each in strips])))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with told_later(), painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            paint_strips(painter, box, self.strips, theme_now(), self.at, 11)
            if self.hasFocus():
                painter.setPen(theme_now().label)
                painter.drawRoundedRect(box, 4, 4)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._choose(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if by is None or not self.strips:
            super().keyPressEvent(event)
            return
        last = len(self.strips[0].norms) - 1
        self.chosen.emit(max(0, min(last, (last if self.at is None else self.at) + by)))

    def _choose(self, event: QMouseEvent) -> None:
        if self.strips:
            self.chosen.emit(round_at(event.position().x(), len(self.strips[0].norms), 0, self.width()))


class RoundsPart(QWidget):
    """The plot of the selected loop or the enclosing loop; hidden if there is no loop."""

    round_wanted = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.loop = ""
        self.head = Elided("", "dim")
        self.plot = RoundsPlot(self)
        self.plot.chosen.connect(self._choose)
        vertical(self.head, self.plot, to=self, margins=(10, 0, 8, 6), spacing=2)
        self.hide()

    def _choose(self, number: int) -> None:
        self.round_wanted.emit(self.loop, number)

    def show_loop(self, loop: str, strips: Sequence[Strip], at: int | None) -> None:
        """Plot a loop (its path from the page), with a mark at an iteration; hide if it has no strips."""
        self.loop = loop
        self.setVisible(bool(strips))
        if strips:
            self.head.set_full(f"{loop}: " + "; ".join([each.text for each in strips]))
            self.plot.show_strips(strips, at)


_CHECK = mark("Check gradient")
_WORST = tuple(VERDICTS)


class CheckPart(PanelPart):
    """The numeric gradient check. `check_wanted`: start a check, or cancel the running one."""

    title = mark("Check")
    check_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.button = acting(QPushButton(tr(_CHECK), self), self.check_wanted)
        self.button.setToolTip(tr("Compare each gradient with finite differences in float64, along random directions"))
        self.head = Text("", "dim", wrap=True)
        self.list = FlowRows(tr("Results of the gradient check"), self)
        self.list.chosen.connect(self._chosen)
        line = horizontal(self.button, None, margins=(8, 6, 8, 2))
        self.head.setContentsMargins(10, 0, 8, 4)
        vertical(line, self.head, (self.list, 1), to=self, margins=(0, 0, 0, 0), spacing=2)

    def _chosen(self, row: FlowRow) -> None:
        self.go_to.emit(row.block)

    def show_state(self, state: GradientState | None) -> None:
        busy = state is not None and state.gradients.is_checking(state.page)
        self.button.setEnabled(busy or (state is not None and bool(state.asked)))
        self.button.setText(tr("Stop") if busy else tr(_CHECK))
        check = state.gradients.check_of(state.info.page) if state is not None else None
        if busy:
            self.head.setText(tr("Comparing..."))
        elif check is None:
            self.head.setText(tr("The check runs the page once. Your results do not change."))
        else:
            title = state.face.title if state is not None and state.face is not None else check.of
            self.head.setText(_summary(check, title))
        self.head.set_tone("error" if check is not None and check.wrong and not busy else "dim")
        self.list.show_rows(rows_of(check))


def rows_of(check: GradientCheck | None) -> list[FlowRow]:
    """Return a row for each block and for the whole path from each input, worst first."""
    if check is None:
        return []
    return [_row(each) for each in sorted((*check.blocks, *check.inputs), key=_badness)]


def _row(each: BlockCheck | InputCheck) -> FlowRow:
    error = "" if math.isnan(each.error) else error_text(each.error)
    note = each.note or tr("in {precision}", precision=each.precision)
    if isinstance(each, BlockCheck):
        pins = ", ".join(pin.pin for pin in each.pins if pin.verdict == each.verdict)
        by = tr(" with respect to {pins}", pins=pins) if pins and each.verdict != "right" else ""
        second = f"{each.type}{by}: {tr(VERDICTS[each.verdict])}, {note}"
        return FlowRow(each.block, each.block, second, error, warns=each.verdict == "wrong")
    name, second = tr("total gradient with respect to {name}", name=each.name), f"{tr(VERDICTS[each.verdict])}, {note}"
    return FlowRow(each.name.partition(".")[0], name, second, error, warns=each.verdict == "wrong")


def _badness(each: BlockCheck | InputCheck) -> tuple[int, float]:
    return _WORST.index(each.verdict), -(0.0 if math.isnan(each.error) else each.error)


def _summary(check: GradientCheck, title: str) -> str:
    if check.wrong:
        return tr("Wrong: {wrong}", wrong=", ".join(check.wrong))
    if not check.compared:
        return tr("{title} has no gradient to compare.", title=title)
    rough = [each.block for each in check.blocks if each.verdict == "not smooth here"]
    kinks = tr(" Not smooth here: {rough}.", rough=", ".join(rough)) if rough else ""
    customs = [each.block for each in check.blocks if each.verdict == "custom"]
    kinks += tr(" Custom gradients that differ: {customs}.", customs=", ".join(customs)) if customs else ""
    return tr("All compared gradients of {title} are correct.{kinks}", title=title, kinks=kinks)
