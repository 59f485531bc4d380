"""Results of numeric gradient checks, worst first."""

from __future__ import annotations

import math

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout

from app.face.gradient import VERDICTS, error_text
from app.language import mark, tr
from app.panels.gradients.flow import Row, Rows
from app.panels.gradients.state import Part, State
from app.panels.look import Text
from blocks.run.gradients.numeric import BlockCheck, GradientCheck, InputCheck

_CHECK = mark("Check gradient")
_WORST = tuple(VERDICTS)


class CheckPart(Part):
    """The numeric gradient check.

    Signals:
        check_wanted: start a check, or cancel the running one.
    """

    title = mark("Check")
    check_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.button = QPushButton(tr(_CHECK), self)
        self.button.setToolTip(tr("Compare each gradient with finite differences in float64, along random directions"))
        self.button.clicked.connect(self.check_wanted)
        self.head = Text("", "dim", wrap=True)
        self.list = Rows(tr("Results of the gradient check"), self)
        self.list.chosen.connect(self._chosen)
        line = QHBoxLayout()
        line.setContentsMargins(8, 6, 8, 2)
        line.addWidget(self.button)
        line.addStretch()
        self.head.setContentsMargins(10, 0, 8, 4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(line)
        layout.addWidget(self.head)
        layout.addWidget(self.list, 1)

    def _chosen(self, row: Row) -> None:
        self.go_to.emit(row.block)

    def show_state(self, state: State | None) -> None:
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


def rows_of(check: GradientCheck | None) -> list[Row]:
    """Return a row for each block and for the whole path from each input, worst first."""
    if check is None:
        return []
    return [_row(each) for each in sorted((*check.blocks, *check.inputs), key=_badness)]


def _row(each: BlockCheck | InputCheck) -> Row:
    error = "" if math.isnan(each.error) else error_text(each.error)
    note = each.note or tr("in {precision}", precision=each.precision)
    if isinstance(each, BlockCheck):
        pins = ", ".join(pin.pin for pin in each.pins if pin.verdict == each.verdict)
        by = tr(" with respect to {pins}", pins=pins) if pins and each.verdict != "right" else ""
        second = f"{each.type}{by}: {tr(VERDICTS[each.verdict])}, {note}"
        return Row(each.block, each.block, second, error, warns=each.verdict == "wrong")
    block = each.name.partition(".")[0]
    return Row(
        block,
        tr("the whole path from {name}", name=each.name),
        f"{tr(VERDICTS[each.verdict])}, {note}",
        error,
        warns=each.verdict == "wrong",
    )


def _badness(each: BlockCheck | InputCheck) -> tuple[int, float]:
    return _WORST.index(each.verdict), -(0.0 if math.isnan(each.error) else each.error)


def _summary(check: GradientCheck, title: str) -> str:
    if check.wrong:
        return tr("Wrong: {wrong}", wrong=", ".join(check.wrong))
    if not check.compared:
        return tr("{title} has no gradient to compare.", title=title)
    rough = [each.block for each in check.blocks if each.verdict == "not smooth here"]
    kinks = tr(" Not smooth here: {rough}.", rough=", ".join(rough)) if rough else ""
    return tr("All compared gradients of {title} are correct.{kinks}", title=title, kinks=kinks)
