"""The Flow and What-if parts of the Gradient panel: lists of gradient stops and variables, and what-if queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QButtonGroup, QListWidgetItem, QPushButton, QToolButton, QWidget

from app.core.runs.what_if import PICTURES, WhatIfQuery
from app.face.gradient import BROKEN_HERE, FLOWS
from app.panels.gradients.state import GradientState, PanelPart
from app.panels.look import FlowLayout, Text, acting, horizontal, symbol, vertical
from app.panels.rows import KEY, RIGHT, SECOND, RowList
from blocks.base.language import mark, plural, tr
from blocks.run.gradients.what_if import PinChange, VariableChange
from blocks.worker.what_if import WhatIfResult

MOST_SHOWN = 500


class FlowRow(NamedTuple):
    """A row: its block, its text, whether the block lacks a gradient, a warning, and whether it offers the reason."""

    block: str
    name: str
    second: str
    right: str = ""
    missed: bool = False
    warns: bool = False
    asks: bool = False


class FlowRows(RowList):
    chosen = Signal(object)

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(name, parent, 40, below=True)
        self.itemClicked.connect(self._chosen)
        self._rows: list[FlowRow] = []

    def show_rows(self, rows: Sequence[FlowRow]) -> None:
        """Show other rows; the current row stays current."""
        shown = list(rows[:MOST_SHOWN])
        if shown == self._rows:
            return
        before = self.current()
        self._rows = shown
        self.clear()
        for index, row in enumerate(shown):
            data = {SECOND: row.second, RIGHT: row.right, KEY: index}
            icon = symbol("warning") if row.warns else None
            item = self.add(row.name, data, f"{row.name}\n{row.second}", icon)
            if before is not None and row.block == before.block:
                self.setCurrentItem(item)
        self.add_rest(len(rows) - MOST_SHOWN)
        # A list asks to be painted only once it has laid out its rows, a round of events later than its neighbours.
        self.viewport().update()

    def current(self) -> FlowRow | None:
        return self._rows[self.currentRow()] if 0 <= self.currentRow() < len(self._rows) else None

    def _chosen(self, item: QListWidgetItem) -> None:
        index = item.data(KEY)
        if isinstance(index, int) and index < len(self._rows):
            self.chosen.emit(self._rows[index])


class FlowPart(PanelPart):
    title = mark("Flow")
    end_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.variables = FlowRows(tr("Variables"), self)
        self.variables.chosen.connect(self._variable_chosen)
        self.variables.currentRowChanged.connect(self._current_changed)
        self.why = acting(QPushButton(tr("Why?"), self), self._ask_why)
        self.why.setToolTip(tr("Select the path from this variable to where the gradient ends"))
        self.ends = FlowRows(tr("Gradient stops"), self)
        self.ends.chosen.connect(self._end_chosen)
        self.heads = (Text("", "dim", wrap=True), Text("", "dim"))
        line = horizontal((self.heads[0], 1), self.why, margins=(10, 6, 8, 2))
        self.heads[1].setContentsMargins(10, 8, 8, 4)
        vertical(line, (self.variables, 1), self.heads[1], (self.ends, 1), to=self, margins=(0, 0, 0, 0), spacing=0)

    def show_state(self, state: GradientState | None) -> None:
        flow = state.info.flow if state is not None else None
        if state is None or state.face is None or flow is None:
            self.variables.show_rows(())
            self.ends.show_rows(())
            self.heads[0].setText(tr(state.face.note) if state is not None and state.face is not None else "")
            self.heads[0].set_tone("dim")
            self.heads[1].setText("")
            self.why.hide()
            return
        face, rows = state.face, list[FlowRow]()
        for fate in flow.variables.values():
            if fate.reached:
                strength = face.blocks.get(fate.block, FLOWS)
                odd = strength.state == "not_finite"
                words = tr("gradient: {text}", text=strength.text)
                rows.append(FlowRow(fate.block, fate.block, words, tr("why?") if odd else "", asks=odd))
            else:
                cut = fate.block not in face.aside
                where = tr("ends at {path}, ", path=fate.path[-1]) if cut else ""
                words = tr("no gradient: {where}{reason}", where=where, reason=fate.reason)
                rows.append(FlowRow(fate.block, fate.block, words, tr("why?"), missed=True, warns=cut, asks=True))
        self.heads[0].setText(_counted(rows))
        self.heads[0].set_tone("warning" if any(row.warns for row in rows) else "dim")
        self.why.setVisible(any(row.asks for row in rows))
        self.variables.show_rows(sorted(rows, key=lambda row: (not row.warns, row.missed, not row.asks)))
        ends: list[FlowRow] = []
        for cut, label, inside in face.cuts:
            name = inside or ".".join(filter(None, (cut.block, cut.pin)))
            ends.append(FlowRow(inside or cut.block, name, cut.reason, label))
        counts = ((face.broken, tr("NaN or infinity starts")), (ends, tr("Gradient stops")))
        words = ", ".join([f"{word}: {len(some)}" for some, word in counts if some])
        self.heads[1].setText(words or tr("No gradient stops"))
        broken = [FlowRow(block, block, tr(BROKEN_HERE), "NaN", warns=True) for block in face.broken]
        self.ends.show_rows([*broken, *ends])
        self._current_changed()

    def _current_changed(self) -> None:
        row = self.variables.current()
        self.why.setEnabled(row is None or row.asks)

    def _end_chosen(self, row: FlowRow) -> None:
        self.end_wanted.emit(row.block)

    def _variable_chosen(self, row: FlowRow) -> None:
        (self.why_wanted if row.asks else self.go_to).emit(row.block)

    def _ask_why(self) -> None:
        self.variables.setCurrentRow(max(0, self.variables.currentRow()))
        row = self.variables.current()
        if row is not None:
            self.why_wanted.emit(row.block)


def _counted(rows: Sequence[FlowRow]) -> str:
    """Return how many variables get a gradient; those that are not on its path are counted separately."""
    if not rows:
        return tr("No variables or placeholders")
    cut = sum(row.warns for row in rows)
    beside = sum(row.missed for row in rows) - cut
    on_path = len(rows) - beside
    words = [tr("{cut} of {on_path} without a gradient", cut=cut, on_path=on_path)] if cut else []
    if on_path and not cut:
        words.append(plural(on_path, "{n} has a gradient", "all {n:,} have a gradient"))
    words += [tr("{beside} not on the gradient path", beside=beside)] if beside else []
    return tr("Variables: ") + ", ".join(words)


_TITLES = {"is": mark("Current"), "would be": mark("What-if"), "difference": mark("Difference")}
_TIPS = {
    "is": mark("Show the current gradient"), "would be": mark("Show the what-if gradient"),
    "difference": mark("Show the difference between the current gradient and the what-if gradient"),
}  # fmt: skip
_STOPS = ("stop_gradient", "prevent_gradient")
_HINT = mark(
    "Right-click a pin or a StopGradient to see what would change if the gradient stopped there or passed through."
)
_LISTED = mark("Or choose a gradient stop:")


class WhatIfPart(PanelPart):
    """The current what-if, and the variables ordered by the change of their gradients."""

    title = mark("What-if")
    lift_wanted = Signal(str)
    picture_wanted = Signal(str)
    make_wanted = Signal()
    end_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.head = Text("", wrap=True)
        self.verdict = Text("", "dim", wrap=True)
        self.buttons = {name: QToolButton(self) for name in PICTURES}
        self._group = QButtonGroup(self)
        self.bar = QWidget(self)
        for name, button in self.buttons.items():
            button.setText(tr(_TITLES[name]))
            button.setToolTip(tr(_TIPS[name]))
            button.setCheckable(True)
            button.clicked.connect(lambda _on=False, name=name: self.picture_wanted.emit(name))
            self._group.addButton(button)
        FlowLayout(*self.buttons.values(), to=self.bar, margins=(8, 2, 8, 2))
        self.rows = FlowRows(tr("Variables, sorted by the change in their gradients"), self)
        self.rows.chosen.connect(self._chosen)
        self.make = acting(QPushButton(tr("Apply"), self), self.make_wanted)
        self.make.setToolTip(tr("Mute the ignored stops and add a StopGradient at each new stop"))
        self.end = acting(QPushButton(tr("Exit"), self), self.end_wanted, tr("Go back to the current gradient (Esc)"))
        self._lists_stops = False
        escape = QShortcut(QKeySequence("Esc"), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.end_wanted)
        buttons = horizontal(None, self.make, self.end, margins=(8, 4, 8, 6))
        for text in (self.head, self.verdict):
            text.setContentsMargins(10, 0, 10, 0)
        parts = (self.head, self.bar, self.verdict, (self.rows, 1), buttons)
        vertical(*parts, to=self, margins=(0, 6, 0, 0), spacing=2)

    def show_state(self, state: GradientState | None) -> None:
        tried = state.what_if.asked if state is not None and state.what_if.asked.page == state.page else WhatIfQuery()
        for widget in (self.bar, self.verdict, self.make, self.end):
            widget.setVisible(bool(tried))
        self._lists_stops = not tried
        if state is None or not tried:
            self._show_stops(state)
            return
        outcome = state.what_if.outcome
        self.buttons[state.what_if.picture].setChecked(True)
        self.head.setText(tr("What-if: {words}", words=tried.words))
        waiting = "..." if state.asked else tr("Nothing to differentiate on this page. Select a scalar and press D.")
        self.verdict.setText(waiting if outcome is None else verdict(outcome))
        self.verdict.set_tone("good" if outcome is not None and outcome.nothing is not None else "dim")
        self.rows.show_rows([] if outcome is None else variable_rows(outcome))

    def _show_stops(self, state: GradientState | None) -> None:
        flow = state.info.flow if state is not None and state.face is not None else None
        cuts = flow.cuts if flow is not None else ()
        stops = dict.fromkeys(cut.block for cut in cuts if cut.kind in _STOPS)
        hint = f"{tr(_HINT)} {tr(_LISTED)}" if stops else tr(_HINT)
        hint = hint if flow is not None else tr("Press G to turn on the gradient view")
        self.head.setText(hint if state is not None else "")
        words = tr("what if this stop were ignored?")
        self.rows.show_rows([FlowRow(name, name, words, "try", asks=True) for name in stops])

    def _chosen(self, row: FlowRow) -> None:
        (self.lift_wanted if self._lists_stops else self.go_to).emit(row.block)


def verdict(outcome: WhatIfResult) -> str:
    if outcome.nothing is not None:
        return tr("This changes nothing: {nothing}.", nothing=outcome.nothing)
    change, lines = outcome.change, list[str]()
    if change.gains:
        lines.append(tr("The gradient would also reach {listed}.", listed=_listed(change.gains)))
    if change.loses:
        lines.append(tr("The gradient would no longer reach {listed}.", listed=_listed(change.loses)))
    if not lines:
        lines.append(tr("The gradient would reach the same pins along different paths."))
    if outcome.fault:
        lines.append(tr("The values could not be computed: {fault}", fault=outcome.fault))
    elif outcome.step is None:
        lines.append(tr("Run the page to measure the change."))
    else:
        lines.append(tr("Gradients (norms of tensors) in a trial run of step {step:,}:", step=outcome.step))
    return " ".join(lines)


def variable_rows(outcome: WhatIfResult) -> list[FlowRow]:
    """Return variables by change, largest first; without a run, those that gain or lose the gradient first."""
    if outcome.step is None:
        changes = (outcome.change.gains, outcome.change.loses)
        gained, lost = ({name.partition(".")[0] for name in names} for names in changes)
        rows = [
            FlowRow(fate.block, fate.block,
                tr("would get a gradient, too") if fate.block in gained else tr("would get no gradient"), warns=True)
            for fate in outcome.after.variables.values() if fate.block in gained | lost
        ]  # fmt: skip
        rest = [fate for fate in outcome.after.variables.values() if fate.block not in gained | lost]
        words = {True: tr("still gets a gradient"), False: tr("still gets no gradient")}
        return [*rows, *(FlowRow(fate.block, fate.block, words[fate.reached]) for fate in rest)]
    ordered = sorted(outcome.variables.items(), key=lambda each: _share(each[1]), reverse=True)
    pins = outcome.pins
    return [FlowRow(n.partition(".")[0], n, _numbers(each, pins.get(n)), _percent(each)) for n, each in ordered]


def _share(change: VariableChange) -> float:
    """Return the change of a gradient relative to the larger of the two."""
    largest = max(change.is_now, change.would_be)
    return change.difference / largest if largest else 0.0


def _percent(change: VariableChange) -> str:
    share = _share(change)
    return tr("same") if share < 1e-5 else f"{share:.0%}" if share >= 0.01 else f"{share:.1e}"


def _numbers(change: VariableChange, pin: PinChange | None) -> str:
    now, then = (None, None) if pin is None else pin[:2]
    cosine = "" if change.cosine is None else tr(", cosine {cosine:.3g}", cosine=change.cosine)
    a, b = change.is_now if now is None else now.number, change.would_be if then is None else then.number
    text = mark("{is_now:.3g} → {would_be:.3g}, difference {difference:.3g}{cosine}")
    return tr(text, is_now=a, would_be=b, difference=change.difference, cosine=cosine)


def _listed(names: tuple[str, ...]) -> str:
    if len(names) <= 4:
        return ", ".join(names)
    return tr("{names} and {count:,} more", names=", ".join(names[:3]), count=len(names) - 3)
