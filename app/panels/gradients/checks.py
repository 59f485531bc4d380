"""What comparing the gradient with differences found, worst first."""

from __future__ import annotations

import math

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.face.gradient import error_text
from app.panels.gradients.flow import Row, Rows
from app.panels.gradients.state import Part, State
from app.panels.look import Text
from blocks.run.gradients.numeric import BlockCheck, GradientCheck, InputCheck

_CHECK = "Check gradient"
_WORST = ("wrong", "not smooth here", "right", "not checked")


class CheckPart(Part):
    """The check against differences.

    Signals:
        check_wanted: the button was pressed: to check, or to give up a check that goes on.
    """

    title = "Check"
    check_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = QPushButton(_CHECK, self)
        self.button.setToolTip("Compare each block with differences, in float64 along random directions")
        self.button.clicked.connect(self.check_wanted)
        self.head = Text("", "dim", wrap=True)
        self.list = Rows("Check of the gradient", self)
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
        """Show what was found."""
        busy = state is not None and state.gradients.is_checking(state.page)
        self.button.setEnabled(busy or (state is not None and bool(state.asked)))
        self.button.setText("Stop" if busy else _CHECK)
        found = state.gradients.check_of(state.info.page) if state is not None else None
        if busy:
            self.head.setText("Comparing ...")
        elif found is None:
            self.head.setText("The page is run once; its results stay as they are.")
        else:
            title = state.face.title if state is not None and state.face is not None else found.of
            self.head.setText(_summary(found, title))
        self.head.set_tone("error" if found is not None and found.wrong and not busy else "dim")
        self.list.show_rows(rows_of(found))


def rows_of(found: GradientCheck | None) -> list[Row]:
    """A row for each block and for the whole path from each input, the worst first."""
    if found is None:
        return []
    return [_row(each) for each in sorted((*found.blocks, *found.inputs), key=_badness)]


def _row(each: BlockCheck | InputCheck) -> Row:
    error = "" if math.isnan(each.error) else error_text(each.error)
    if isinstance(each, BlockCheck):
        pins = ", ".join(pin.pin for pin in each.pins if pin.verdict == each.verdict)
        by = f" by {pins}" if pins and each.verdict != "right" else ""
        second = f"{each.type}{by}: {each.verdict}, {each.note or f'in {each.precision}'}"
        return Row(each.block, each.block, second, error, warns=each.verdict == "wrong")
    note = each.note or f"in {each.precision}"
    block = each.name.partition(".")[0]
    return Row(
        block, f"the whole path from {each.name}", f"{each.verdict}, {note}", error, warns=each.verdict == "wrong"
    )


def _badness(each: BlockCheck | InputCheck) -> tuple[int, float]:
    return _WORST.index(each.verdict), -(0.0 if math.isnan(each.error) else each.error)


def _summary(found: GradientCheck, title: str) -> str:
    if found.wrong:
        return f"Wrong: {', '.join(found.wrong)}"
    if not found.compared:
        return f"{title} has no gradient that could be compared."
    rough = [each.block for each in found.blocks if each.verdict == "not smooth here"]
    kinks = f" Not smooth here: {', '.join(rough)}." if rough else ""
    return f"No gradient rule on the path of {title} is wrong.{kinks}"
