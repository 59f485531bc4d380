"""The toolbar: some commands as buttons that tell their keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QToolBar, QWidget

from app.window.actions import Actions


class Toolbar(QToolBar):
    """Commands as buttons.

    Args:
        names: the ids of the commands; an empty one is a line.
        commands: all commands.
        parent: the window.
    """

    def __init__(self, names: Sequence[str], commands: Actions, parent: QWidget) -> None:
        super().__init__("Toolbar", parent)
        self._commands = commands
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setIconSize(QSize(19, 19))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        for name in names:
            if name:
                self.addAction(commands[name])
            else:
                self.addSeparator()
        self._tell_keys()
        commands.remapped.connect(self._tell_keys)

    def _tell_keys(self) -> None:
        for name, command in self._commands.commands.items():
            action = self._commands[name]
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{command.text.removesuffix('...')}{f' ({keys})' if keys else ''}")
