"""Missing files that an imported diagram refers to: their old and new folders."""

from __future__ import annotations

import ntpath
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)  # fmt: skip

from app.language import plural, tr
from app.panels.look import first_size, vertical
from app.window.tabs import DiagramTab
from blocks.document.changes import Group
from blocks.interchange.enuspace.paths import FileName, missing, path_changes, renamed


def say_missing(tab: DiagramTab, lost: Sequence[FileName], folder: Path, then: Callable[[], object]) -> None:
    """Show a notification about missing files with a command to locate them; ``then`` is called afterwards."""
    text = plural(
        len(lost),
        "This diagram refers to a file that is not on this computer.",
        "This diagram refers to {n:,} files that are not on this computer.",
    )
    tab.notice.say(text, tr("Find files..."), partial(_ask, tab, lost, folder, then), on_dismiss=then)


def _ask(tab: DiagramTab, lost: Sequence[FileName], folder: Path, then: Callable[[], object]) -> None:
    dialog = MissingFiles(lost, folder, tab)
    if dialog.exec():
        apply_mapping(tab, dialog.mapping())
        tab.notice.hide()
        then()


def apply_mapping(tab: DiagramTab, mapping: Sequence[tuple[str, str]]) -> None:
    changes = path_changes(tab.document.diagram, mapping)
    if changes:
        tab.document.end_gesture()
        tab.document.do(Group(tuple(changes)), tr("Find files"))


class MissingFiles(QDialog):
    """A row for each folder of the other computer, with its missing files and the folder to search instead."""

    def __init__(self, lost: Sequence[FileName], folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Find files"))
        self.setMinimumWidth(first_size(self, 560, 0).width())
        self._folder = folder
        self._rows: list[_MissingRow] = []
        head = _label(tr("The diagram refers to files that do not exist on this computer. Where are the files now?"))
        grid = QGridLayout()
        for old, names in _by_folder(lost).items():
            row = _MissingRow(old, names, folder, grid, len(self._rows), self)
            self._rows.append(row)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        vertical(head, grid, buttons, to=self)

    @property
    def edits(self) -> list[QLineEdit]:
        return [row.edit for row in self._rows]

    @property
    def states(self) -> list[str]:
        return [row.state.text() for row in self._rows]

    def mapping(self) -> list[tuple[str, str]]:
        return [(row.old, row.edit.text().strip()) for row in self._rows if row.edit.text().strip()]


class _MissingRow:
    def __init__(
        self, old: str, names: Sequence[FileName], folder: Path, grid: QGridLayout, number: int, dialog: QDialog
    ) -> None:
        self.old = old
        self._names = names
        self._folder = folder
        self._dialog = dialog
        self.edit = QLineEdit(dialog, placeholderText=tr("a folder on this computer"))
        self.edit.setAccessibleName(tr("New location of {old}", old=old))
        self.edit.textChanged.connect(self._look)
        choose = QPushButton(tr("Choose..."), dialog)
        choose.clicked.connect(self._choose)
        self.state = _label("")
        grid.addWidget(_label(old), 2 * number, 0)
        grid.addWidget(self.edit, 2 * number, 1)
        grid.addWidget(choose, 2 * number, 2)
        grid.addWidget(self.state, 2 * number + 1, 1, 1, 2)
        self._look()

    def _look(self) -> None:
        new = self.edit.text().strip()
        names = [each._replace(name=renamed(each.name, self.old, new)) for each in self._names] if new else self._names
        lost = [ntpath.basename(each.name) for each in missing(names, self._folder)]
        shown = ", ".join(lost[:3]) + (tr(" and {count} more", count=len(lost) - 3) if len(lost) > 3 else "")
        located = len(names) - len(lost)
        text = tr("{found} of {count} found", found=located, count=len(names)) if new else ""
        self.state.setText(
            f"{text}{'; ' if text and lost else ''}{tr('missing: {names}', names=shown) if lost else ''}"
        )

    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(
            self._dialog, tr("New location of {old}", old=self.old), str(self._folder)
        )
        if folder:
            self.edit.setText(folder)


def _label(text: str) -> QLabel:
    return QLabel(text, textFormat=Qt.TextFormat.PlainText, wordWrap=True)


def _by_folder(lost: Sequence[FileName]) -> dict[str, list[FileName]]:
    folders: dict[str, list[FileName]] = {}
    for each in lost:
        folders.setdefault(ntpath.dirname(each.name), []).append(each)
    return folders
