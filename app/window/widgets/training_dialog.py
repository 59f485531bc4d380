"""The dialog that configures a new loss or training step."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.language import tr
from app.panels.look import Text, first_size


class TrainingDialog(QDialog):
    """A dialog for the value to use, and one of several kinds.

    Args:
        of: the names of the possible values, the likeliest first.
        rate: the initial learning rate as text; None: the dialog does not ask for one.
    """

    def __init__(
        self, parent: QWidget, title: str, of: Sequence[str], kinds: Mapping[str, str], kind: str, rate: str | None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._kinds = kinds
        self.of = QComboBox(self)
        self.of.addItems(list(of))
        self.of.setAccessibleName(tr("Loss or prediction"))
        self.kind = QComboBox(self)
        self.kind.addItems(list(kinds))
        self.kind.setAccessibleName(kind)
        self.about = Text("", "dim", wrap=True, parent=self)
        self.rate = QLineEdit(rate or "", self)
        self.rate.setAccessibleName(tr("Learning rate"))
        self.fault = Text("", "error", wrap=True, parent=self)
        self.add = QPushButton(tr("Add"), self)
        self.add.setDefault(True)
        self.add.clicked.connect(self.accept)
        cancel = QPushButton(tr("Cancel"), self)
        cancel.clicked.connect(self.reject)
        form = QFormLayout()
        form.addRow(tr("&Loss or prediction"), self.of)
        form.addRow(f"&{kind}", self.kind)
        form.addRow(self.about)
        form.addRow(tr("Learning &rate"), self.rate)
        form.setRowVisible(self.rate, rate is not None)
        line = QHBoxLayout()
        line.addWidget(self.fault, 1)
        line.addWidget(cancel)
        line.addWidget(self.add)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addLayout(line)
        self.setMinimumWidth(first_size(self, 420, 0).width())
        self._asks_rate = rate is not None
        self.kind.currentTextChanged.connect(self._check)
        self.rate.textChanged.connect(self._check)
        self._check()

    @property
    def step_size(self) -> float:
        """Return the learning rate; NaN if the text is not a number."""
        try:
            return float(self.rate.text())
        except ValueError:
            return math.nan

    def _check(self) -> None:
        self.about.setText(self._kinds.get(self.kind.currentText(), ""))
        fault = (
            tr("The learning rate must be a number") if self._asks_rate and not math.isfinite(self.step_size) else ""
        )
        self.fault.setText(fault)
        self.add.setEnabled(not fault)
