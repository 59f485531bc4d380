"""The toolbar: commands as buttons, with their shortcuts in the tooltips."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QActionEvent, QKeySequence
from PySide6.QtWidgets import QToolBar, QToolButton, QWidget

from app.panels.look import text_share
from app.window.menus.actions import Actions
from blocks.base.language import tr

_SIDE = 19
"""The size of pictures where texts have their usual size."""


class Toolbar(QToolBar):
    """A toolbar of command buttons; an empty command id is a separator."""

    def __init__(self, names: Sequence[str], commands: Actions, parent: QWidget) -> None:
        super().__init__(tr("Toolbar"), parent)
        self._commands = commands
        self.setObjectName("toolbar")
        self.setMovable(False)
        self._fit()
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        for name in names:
            if name:
                self.addAction(commands[name])
                self.widgetForAction(commands[name]).installEventFilter(self)
            else:
                self.addSeparator()
        self._tell_keys()
        commands.remapped.connect(self._tell_keys)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Update buttons from their commands: Qt's own method leaks memory at each change."""
        if event.type() is not QEvent.Type.ActionChanged or not isinstance(watched, QToolButton):
            return super().eventFilter(watched, event)
        action = watched.defaultAction()
        watched.setEnabled(action.isEnabled())
        watched.setChecked(action.isChecked())
        if watched.icon().cacheKey() != action.icon().cacheKey():  # the whole window is laid out again for another icon
            watched.setIcon(action.icon())
        if watched.text() != action.iconText():  # another language
            watched.setText(action.iconText())
        watched.setToolTip(action.toolTip())
        return True

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        side = round(_SIDE * text_share())
        self.setIconSize(QSize(side, side))

    def actionEvent(self, event: QActionEvent) -> None:
        """Skip the relayout of the window when a command is only enabled or disabled."""
        if event.type() is not QEvent.Type.ActionChanged:
            super().actionEvent(event)

    def _tell_keys(self) -> None:
        for name in self._commands.commands:
            action = self._commands[name]
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            text = f"{self._commands.text(name).removesuffix('...')}{f' ({keys})' if keys else ''}"
            about = self._commands.about(name)
            action.setToolTip(f"{text}\n{about}" if about else text)
