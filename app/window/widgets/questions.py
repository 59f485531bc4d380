"""All modal questions and message boxes. Their text is plain."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLabel, QMessageBox, QPushButton, QWidget

from app.panels.look import first_size
from blocks.base.language import mark, tr

_LEAST = 320
"""The width of a window that asks for a line."""
DIAGRAMS = mark("Gradblocks diagrams (*.gradblocks *.json)")
OPENED = mark("Diagrams and models (*.gradblocks *.json *.html *.svg *.pb *.pbtxt *.onnx)")
EXERCISE_FILES = mark("Exercises (*.json)")
MODELS = mark("Models (*.pb *.pbtxt *.onnx)")
ENUSPACE = mark("enuSpace pages, tasks and projects (*.svg *.json *.enup)")


class UserAnswer(Enum):
    SAVE = "save"
    DISCARD = "discard"
    RUN = "run"
    CANCEL = "cancel"


def line_dialog(
    parent: QWidget, title: str, label: str, mode: QInputDialog.InputMode = QInputDialog.InputMode.TextInput
) -> QInputDialog:
    """Return an input dialog that is wide enough to show its title, a verb that its button repeats."""
    dialog = QInputDialog(parent)
    dialog.setInputMode(mode)
    dialog.setWindowTitle(title)
    dialog.setLabelText(label)
    dialog.setOkButtonText(title)
    field = dialog.findChild(QLabel)
    if isinstance(field, QLabel):
        field.setMinimumWidth(first_size(dialog, _LEAST, 0).width())
    return dialog


class Questions:
    """The questions as dialogs. Tests replace this class to answer them."""

    def __init__(self, parent: QWidget) -> None:
        self._parent = parent

    def keep(self, name: str) -> UserAnswer:
        save, discard = QPushButton(tr("Save")), QPushButton(tr("Don't save"))
        answer = self._ask(
            tr('Save the changes to "{name}"?', name=name), tr("Unsaved changes will be lost."),
            [(save, QMessageBox.ButtonRole.AcceptRole), (discard, QMessageBox.ButtonRole.DestructiveRole)],
        )  # fmt: skip
        return UserAnswer.SAVE if answer is save else UserAnswer.DISCARD if answer is discard else UserAnswer.CANCEL

    def lose(self, name: str, more: str, answers: Sequence[UserAnswer]) -> UserAnswer:
        role = QMessageBox.ButtonRole
        keep, save = (tr("Keep running"), role.AcceptRole), (tr("Save variables..."), role.AcceptRole)
        words = {UserAnswer.RUN: keep, UserAnswer.SAVE: save, UserAnswer.DISCARD: (tr("Close"), role.DestructiveRole)}
        buttons = {QPushButton(words[each][0]): each for each in answers}
        roles = [(button, words[each][1]) for button, each in buttons.items()]
        answer = self._ask(tr('Close "{name}"?', name=name), more, roles)
        return UserAnswer.CANCEL if answer is None else buttons[answer]

    def overwrite(self, name: str) -> bool:
        button = QPushButton(tr("Overwrite"))
        text = tr('"{name}" was changed by another program since you opened it. Overwrite it?', name=name)
        more = tr("To keep both versions, save the diagram as a different file.")
        return self._ask(text, more, [(button, QMessageBox.ButtonRole.DestructiveRole)]) is button

    def discard(self, name: str) -> bool:
        button = QPushButton(tr("Reload"))
        text = tr('Reload "{name}" and discard your changes?', name=name)
        return self._ask(text, tr("You can undo this."), [(button, QMessageBox.ButtonRole.AcceptRole)]) is button

    def forget(self, name: str) -> bool:
        button = QPushButton(tr("Discard"))
        text = tr('Discard the unsaved edits to "{name}"?', name=name)
        return (
            self._ask(text, tr("Unsaved edits will be lost."), [(button, QMessageBox.ButtonRole.DestructiveRole)])
            is button
        )

    def sure(self, text: str, more: str, word: str) -> bool:
        button = QPushButton(word)
        return self._ask(text, more, [(button, QMessageBox.ButtonRole.AcceptRole)]) is button

    def folder(self, title: str) -> Path | None:
        name = QFileDialog.getExistingDirectory(self._parent, title)
        return Path(name) if name else None

    def tell(self, text: str, more: str = "", details: str = "") -> None:
        self._say(QMessageBox.Icon.Warning, text, more, details)

    def inform(self, text: str, more: str = "", details: str = "") -> None:
        self._say(QMessageBox.Icon.Information, text, more, details)

    def _say(self, icon: QMessageBox.Icon, text: str, more: str, details: str) -> None:
        box = self._box(text, more)
        box.setIcon(icon)
        if details:
            box.setDetailedText(details)
        box.addButton(QMessageBox.StandardButton.Ok)
        box.exec()

    def about(self, text: str, more: str) -> None:
        box = self._box(text, more)
        box.setIconPixmap(self._parent.windowIcon().pixmap(48, 48))
        box.addButton(QMessageBox.StandardButton.Close)
        box.exec()

    def text(self, title: str, label: str, value: str) -> str | None:
        dialog = line_dialog(self._parent, title, label)
        dialog.setTextValue(value)
        return dialog.textValue().strip() if dialog.exec() else None

    def number(self, title: str, label: str, value: int, least: int, most: int) -> int | None:
        dialog = line_dialog(self._parent, title, label, QInputDialog.InputMode.IntInput)
        dialog.setIntRange(least, most)
        dialog.setIntValue(min(max(value, least), most))
        return dialog.intValue() if dialog.exec() else None

    def choice(self, title: str, label: str, texts: Sequence[str]) -> int | None:
        dialog = line_dialog(self._parent, title, label)
        dialog.setComboBoxItems(texts)
        return texts.index(dialog.textValue()) if dialog.exec() else None

    def file_to_open(self, title: str, kinds: str = DIAGRAMS, folder: str = "") -> list[Path]:
        names, _ = QFileDialog.getOpenFileNames(self._parent, title, folder, f"{kinds};;{tr('All files')} (*)")
        return [Path(name) for name in names]

    def file_to_save(self, title: str, suggested: str, kinds: str, suffix: str) -> Path | None:
        dialog = QFileDialog(self._parent, title, suggested, f"{kinds};;{tr('All files')} (*)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix)
        if Path(suggested).name:
            dialog.selectFile(suggested)
        return Path(dialog.selectedFiles()[0]) if dialog.exec() and dialog.selectedFiles() else None

    def _box(self, text: str, more: str) -> QMessageBox:
        box = QMessageBox(self._parent, textFormat=Qt.TextFormat.PlainText, text=text, informativeText=more)
        box.setWindowTitle("Gradblocks")
        return box

    def _ask(
        self, text: str, more: str, buttons: Sequence[tuple[QPushButton, QMessageBox.ButtonRole]]
    ) -> QPushButton | None:
        box = self._box(text, more)
        box.setIcon(QMessageBox.Icon.Question)
        for button, role in buttons:
            box.addButton(button, role)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(buttons[0][0])
        box.exec()
        return next((button for button, _ in buttons if box.clickedButton() is button), None)
