"""The dialog that configures a new loop: its kind, and the role of each pin in the iterations."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.core.loops import KINDS, LoopKind, LoopWish
from app.face.rounds import MEANINGS, SIGNS
from app.language import mark, tr
from app.panels.look import Text, first_size
from blocks.document.definitions import CompositePins

_ABOUT: dict[LoopKind, str] = {
    "Repeat": mark("Runs a number of times in sequence, for example a stack of layers or a fixed-point iteration."),
    "Scan": mark("Runs once for each element along the first axis, for example a recurrent network over time."),
    "Map": mark("Runs once for each element along the first axis. No value is carried between iterations."),
    "While": mark("Runs while a condition holds. The condition is a composite of its own."),
}
_MOST_TIMES = 1_000_000


class LoopDialog(QDialog):
    """A dialog for the kind of a loop, and the role of each input pin in its iterations.

    Args:
        name: the proposed name of a new composite; None: the composite exists.
    """

    def __init__(
        self, parent: QWidget, title: str, pins: CompositePins, carried: Mapping[str, str], name: str | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._pins, self._carried = pins, carried
        self.kind = QComboBox(self)
        self.kind.addItems(list(KINDS))
        self.kind.setAccessibleName(tr("Kind of loop"))
        self.about = Text("", "dim", wrap=True, parent=self)
        self.name = QLineEdit(name or "", self)
        self.times = QSpinBox(self)
        self.times.setRange(0, _MOST_TIMES)
        self.times.setValue(2)
        self.choices: dict[str, QComboBox] = {}
        self.fault = Text("", "error", wrap=True, parent=self)
        self.form = QFormLayout()
        self.form.addRow(tr("&Loop"), self.kind)
        self.form.addRow(self.about)
        self.form.addRow(tr("&Name of the body"), self.name)
        self.form.setRowVisible(self.name, name is not None)
        self.form.addRow(tr("&Iterations"), self.times)
        for pin in pins.inputs:
            choice = self.choices[pin.name] = QComboBox(self)
            choice.setAccessibleName(tr("Input {name}", name=pin.name))
            choice.currentIndexChanged.connect(self._check)
            self.form.addRow(Text(tr("Input {name}", name=pin.name), parent=self), choice)
        self.make = QPushButton(tr("Make"), self)
        self.make.setDefault(True)
        self.make.clicked.connect(self.accept)
        cancel = QPushButton(tr("Cancel"), self)
        cancel.clicked.connect(self.reject)
        line = QHBoxLayout()
        line.addWidget(self.fault, 1)
        line.addWidget(cancel)
        line.addWidget(self.make)
        layout = QVBoxLayout(self)
        layout.addLayout(self.form)
        layout.addLayout(line)
        self.setMinimumWidth(first_size(self, 460, 0).width())
        self.kind.currentIndexChanged.connect(self._fill)
        self._fill()

    @property
    def wish(self) -> LoopWish:
        kind = KINDS[self.kind.currentIndex()]
        chosen = {name: str(choice.currentData()) for name, choice in self.choices.items()}
        over = tuple([name for name, how in chosen.items() if how == "over"])
        carried = {name: how[1:] for name, how in chosen.items() if how.startswith("<")}
        return LoopWish(kind, self.times.value(), over, carried, self.name.text().strip())

    def _fill(self) -> None:
        kind = KINDS[self.kind.currentIndex()]
        self.about.setText(tr(_ABOUT[kind]))
        self.form.setRowVisible(self.times, kind == "Repeat")
        outputs = [pin.name for pin in self._pins.outputs] if kind != "Map" else []
        first_over = kind in ("Scan", "Map")
        for name, choice in self.choices.items():
            choice.blockSignals(True)
            choice.clear()
            choice.addItem(f"{SIGNS['constant']}  {tr(MEANINGS['constant'])}", "same")
            if kind in ("Scan", "Map"):
                choice.addItem(f"{SIGNS['over']}  {tr(MEANINGS['over'])}", "over")
            for each in outputs:
                choice.addItem(
                    f"{SIGNS['carried']}  {tr('gets {pin} of the previous iteration', pin=each)}", f"<{each}"
                )
            pin = self._carried.get(name) if kind in ("Repeat", "While") else name
            index = choice.findData(f"<{pin}")
            if index < 0 and first_over:
                index, first_over = choice.findData("over"), False
            choice.setCurrentIndex(max(0, index))
            choice.blockSignals(False)
        self._check()

    def _check(self) -> None:
        fault = self.wish.fault(self._pins)
        self.fault.setText(fault or self.wish.note)
        self.make.setEnabled(not fault)
