"""Commands as a table, from which the menus, toolbar, shortcuts, command palette and shortcut sheet are built."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from app.panels.look import icon
from app.window.settings import Settings
from app.window.tabs import WindowProtocol
from app.window.widgets.style import Chrome
from blocks.base.language import mark, tr
from blocks.cli.examples import example_texts

SHORTCUTS = "keys/shortcuts"
_LETTER = re.compile(r"\(&\w\)|&")
"""The mnemonic of a menu title, which Korean puts in parentheses."""


def always(_window: object) -> bool:
    return True


class Command(NamedTuple):
    """One command of the editor.

    Attributes:
        id: ``file.save``; the name for settings and tests.
        shortcut: keys in Qt's portable form, separated by ``; ``.
        menu: the menu path: ``Edit``, ``Edit/Align``.
        section: the group in the menu; separators are drawn between groups.
        run: runs the command, given the window, as `when` and `checked`.
        when: returns whether the command is enabled.
        checked: for a toggle, returns whether it is on.
        canvas: whether the shortcut works only while the canvas has the focus.
        about: a tooltip, if the label does not say enough.
        aliases: other search words for the command palette.
    """

    id: str
    text: str
    shortcut: str
    menu: str
    section: int
    run: Callable[[Any], object]
    when: Callable[[Any], bool] = always
    checked: Callable[[Any], bool] | None = None
    icon: str = ""
    canvas: bool = False
    about: str = ""
    aliases: tuple[str, ...] = ()


class CommandTable(NamedTuple):
    """All commands in menu order, the toolbar's ids (empty: a separator), and why commands are disabled."""

    commands: Sequence[Command]
    menus: Sequence[str]
    toolbar: Sequence[str]
    needs: Mapping[Callable[[Any], bool], str]


class Actions(QObject):
    remapped = Signal()

    def __init__(
        self, window: WindowProtocol, table: CommandTable, settings: Settings, canvas: QWidget, all_of_it: QWidget
    ) -> None:
        super().__init__(all_of_it)
        self._window = window
        self._widget = all_of_it
        self._settings = settings
        self._needs = table.needs
        self.commands = {command.id: command for command in table.commands}
        self._actions: dict[str, QAction] = {}
        self._can: dict[Callable[[Any], bool], bool] = {}
        self._when: dict[Callable[[Any], bool], list[str]] = {}  # many ask the same
        for name, command in self.commands.items():
            self._when.setdefault(command.when, []).append(name)
        changed = settings.table(SHORTCUTS)
        for command in self.commands.values():
            self._actions[command.id] = self._make(command, changed, canvas)

    def _make(self, command: Command, changed: dict[str, str], canvas: QWidget) -> QAction:
        action = QAction(tr(command.text), self, checkable=command.checked is not None)
        action.setObjectName(command.id)
        action.setShortcuts(_sequences(changed.get(command.id, command.shortcut)))
        action.triggered.connect(lambda _on=False, name=command.id: self.trigger(name))
        if command.canvas:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            canvas.addAction(action)
        else:
            self._widget.addAction(action)
        return action

    def text(self, name: str) -> str:
        return tr(self.commands[name].text)

    def about(self, name: str) -> str:
        return tr(self.commands[name].about)

    def menu_path(self, name: str) -> list[str]:
        parent, _, below = self.commands[name].menu.partition("/")
        return [_LETTER.sub("", tr(f"&{parent}"))] * bool(parent) + [tr(below)] * bool(below)

    def action(self, name: str) -> QAction:
        self._enable(self.commands[name].when)
        return self._actions[name]

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def trigger(self, name: str) -> None:
        command, window = self.commands[name], self._window

        def act() -> None:
            if not command.menu.startswith("View"):  # who looks around goes on carrying
                window.settle()
            if not command.when(window):  # what was typed, and counts first, may have taken away what it was for
                return
            # A letter may have been meant for the search: report what it switched.
            checked = command.checked if command.canvas else None
            before = checked is not None and checked(window)
            command.run(window)
            keys = self.shortcut_text(name)
            if keys and checked is not None and checked(window) != before:
                off = mark("{command}: off. Press {keys} to switch back.")
                on = mark("{command}: on. Press {keys} to switch back.")
                window.say(tr(off if before else on, command=tr(command.text), keys=keys))

        if command.when(window):
            window.guard(act)
        self.refresh()

    def refresh(self) -> None:
        for when in self._when:
            self._enable(when)
        for name, command in self.commands.items():
            if command.checked is not None:
                self._actions[name].setChecked(command.checked(self._window))

    def _enable(self, when: Callable[[Any], bool]) -> None:
        """Enable or disable the commands that share a condition; called for all conditions after each edit."""
        can = when(self._window)
        if self._can.get(when) is not can:
            self._can[when] = can
            for name in self._when[when]:
                self._actions[name].setEnabled(can)

    def dress(self, chrome: Chrome) -> None:
        for name, command in self.commands.items():
            if command.icon:
                self._actions[name].setIcon(icon(command.icon, chrome.text, chrome.accent))

    def shortcut(self, name: str) -> str:
        shortcuts = self._actions[name].shortcuts()
        return "; ".join(sequence.toString(QKeySequence.SequenceFormat.PortableText) for sequence in shortcuts)

    def shortcut_text(self, name: str) -> str:
        shortcuts = self._actions[name].shortcuts()
        return ", ".join(sequence.toString(QKeySequence.SequenceFormat.NativeText) for sequence in shortcuts)

    def holder(self, keys: QKeySequence, but: str) -> str | None:
        for name, action in self._actions.items():
            if name != but and keys in action.shortcuts():
                return name
        return None

    def why_not(self, keys: QKeySequence, *, canvas: bool) -> str:
        """Return the message about the unmet condition of the command with these keys; empty if none."""
        for name, action in self._actions.items():
            command = self.commands[name]
            if keys in action.shortcuts() and (canvas or not command.canvas) and not command.when(self._window):
                need = self._needs.get(command.when, mark("{command}: not available now"))
                return tr(need, command=tr(command.text).rstrip("."))
        return ""

    def remap(self, name: str, keys: str | None) -> None:
        """Change a command's keys, taking them from any other command; None restores the default."""
        wanted = _sequences(self.commands[name].shortcut if keys is None else keys)
        for sequence in wanted:
            other = self.holder(sequence, name)
            if other is not None:
                left = [each for each in self._actions[other].shortcuts() if each != sequence]
                self._actions[other].setShortcuts(left)
        self._actions[name].setShortcuts(wanted)
        kept = {
            each: self.shortcut(each)
            for each, it in self.commands.items()
            if self._actions[each].shortcuts() != _sequences(it.shortcut)
        }
        self._settings.set(SHORTCUTS, kept or None)
        self.remapped.emit()

    def reset(self) -> None:
        for name, command in self.commands.items():
            self._actions[name].setShortcuts(_sequences(command.shortcut))
        self._settings.set(SHORTCUTS, None)
        self.remapped.emit()

    def fill(self, bar: QMenuBar, order: Sequence[str]) -> dict[str, QMenu]:
        menus: dict[str, QMenu] = {}
        for name in order:
            menus[name] = bar.addMenu(tr(f"&{name}"))
        sections: dict[str, int] = {}
        for command in self.commands.values():
            if not command.menu:
                continue
            parent, _, below = command.menu.partition("/")
            if sections.get(parent, command.section) != command.section:
                menus[parent].addSeparator()
            sections[parent] = command.section
            if below and command.menu not in menus:
                menus[command.menu] = menus[parent].addMenu(tr(below))
            menus[command.menu].addAction(self._actions[command.id])
        for menu in menus.values():
            menu.aboutToShow.connect(self.refresh)
        return menus


def _sequences(text: str) -> list[QKeySequence]:
    parts = (part.strip() for part in text.split("; "))
    return [QKeySequence.fromString(part, QKeySequence.SequenceFormat.PortableText) for part in parts if part]


class FileMenu(QObject):
    file_chosen = Signal(object)
    example_chosen = Signal(str)

    def __init__(self, menu: QMenu, before: QAction, settings: Settings) -> None:
        super().__init__(menu)
        self._settings = settings
        self._recent = QMenu(tr("Open recent"), menu)
        menu.insertMenu(before, self._recent)
        examples = QMenu(tr("Examples"), menu)
        menu.insertMenu(before, examples)
        for name in example_texts():
            examples.addAction(tr(example_words(name)), lambda chosen=name: self.example_chosen.emit(chosen))
        self.fill_recent()

    def fill_recent(self) -> None:
        self._recent.clear()
        for path in self._settings.recent():
            text = f"{path.name}    {path.parent}".replace("&", "&&")
            self._recent.addAction(text, lambda chosen=path: self.file_chosen.emit(chosen))
        self._recent.addSeparator()
        self._recent.addAction(tr("Clear recent files"), self._settings.forget_recent)
        self._recent.setEnabled(bool(self._settings.recent()))


_ABBREVIATIONS = {
    "cnn": "CNN",
    "em": "EM",
    "gan": "GAN",
    "xor": "XOR",
    "vae": "VAE",
    "gpt": "GPT",
    "lstm": "LSTM",
    "resnet": "ResNet",
    "ode": "ODE",
    "wgan_gp": "WGAN-GP",
}


def example_words(name: str) -> str:
    """Return the menu label of an example: the words of its file name, ``em_step`` as "EM step"."""
    words = [_ABBREVIATIONS.get(word, word) for word in ([name] if name in _ABBREVIATIONS else name.split("_"))]
    return " ".join([words[0][:1].upper() + words[0][1:], *words[1:]])
