"""The dialog about imports from PyTorch: lines to run in the user's own Python, which the editor never runs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QPushButton, QWidget

from app.panels.look import Text, acting, first_size, fixed_width, horizontal, named, vertical
from blocks.base.language import tr

LINES = 'import blocks\n\ndiagram = blocks.from_torch(model, inputs)\ndiagram.save("model.gradblocks")\n'


class TorchImport(QDialog):
    def __init__(self, parent: QWidget, open_file: Callable[[], None], say: Callable[[str], None]) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Import from PyTorch"))
        self.setMinimumWidth(first_size(self, 520, 0).width())
        self._say = say
        text = tr(
            "Gradblocks does not run your program. Run these lines in the Python environment of your model. Here,"
            " model is a torch.nn.Module, and inputs is a tuple of example tensors."
        )
        lines = QPlainTextEdit(LINES.strip(), self, readOnly=True, tabChangesFocus=True)
        self.lines = named(lines, tr("Lines of Python"))
        self.lines.setFont(fixed_width(self.font()))
        self.lines.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.lines.setFixedHeight(self.lines.fontMetrics().lineSpacing() * 6)
        more = tr("The diagram has the gradients of the model: detach, no_grad and frozen parameters are kept.")
        self.copy = acting(QPushButton(tr("Copy"), self), self._copy)
        self.open_saved = acting(QPushButton(tr("Open..."), self, default=True), self.accept)
        buttons = horizontal(self.copy, None, self.open_saved, acting(QPushButton(tr("Close"), self), self.reject))
        vertical(Text(text, wrap=True), self.lines, Text(more, "dim", wrap=True), buttons, to=self)
        self.accepted.connect(open_file)
        self.finished.connect(self.deleteLater)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(LINES)
        self._say(tr("Copied the lines of Python"))
