"""The shortcut sheet, where shortcuts can be changed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.language import mark, tr
from app.panels.look import first_size, horizontal, named, vertical
from app.window.menus.actions import Actions

GESTURES = (
    (mark("Add a block"), mark("Press Tab, double-click or right-click the empty page, or drag from the Blocks panel")),
    (mark("Wire"), mark("Drag from pin to pin, or release over the empty page to see blocks that fit")),
    (mark("Insert a block on a wire"), mark("Drop the block on the wire")),
    (mark("Cut wires"), mark("Alt + drag across the wires")),
    (mark("Pan"), mark("Drag with the middle button or with Space held, or scroll with two fingers")),
    (mark("Zoom"), mark("Scroll the wheel, or pinch")),
    (mark("Select several"), mark("Drag a box. Hold Shift to add to the selection")),
    (mark("Change a number"), mark("Drag the number left or right")),
)
"""What is done with the mouse."""

_NAME = Qt.ItemDataRole.UserRole
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_MODIFIERS = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)


class ShortcutSheet(QDialog):
    """The shortcut sheet in a separate window."""

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Shortcuts"))
        self.resize(first_size(self, 640, 620))
        self.table = ShortcutTable(actions, self)
        close = QPushButton(tr("Close"), self, default=True)
        close.clicked.connect(self.accept)
        self.table.buttons.addWidget(close)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table)


class ShortcutTable(QWidget):
    """All commands and gestures with their shortcuts. A double-click or Enter on a command records a new one."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._waiting: QTreeWidgetItem | None = None
        self._asked = QKeySequence()
        self.filter = QLineEdit(self, placeholderText=tr("Search"), clearButtonEnabled=True)
        self.filter.setAccessibleName(tr("Search commands and shortcuts"))
        self.filter.textChanged.connect(self._show_fitting)
        self.tree = named(QTreeWidget(self, columnCount=2), tr("Commands and their shortcuts"))
        self.tree.setHeaderLabels([tr("Command"), tr("Shortcuts")])
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(14)
        self.tree.setAlternatingRowColors(True)
        self.tree.itemDoubleClicked.connect(self._wait)
        self.tree.installEventFilter(self)
        self.hint = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        own, reset = QPushButton(tr("Restore default shortcuts"), self), QPushButton(tr("Reset all"), self)
        own.setAutoDefault(False)
        reset.setAutoDefault(False)
        own.clicked.connect(self._give_back)
        reset.clicked.connect(self._reset)
        self.buttons = horizontal(own, reset, None)
        vertical(self.filter, self.tree, self.hint, self.buttons, to=self, margins=(0, 0, 0, 0))
        self._fill()

    def _fill(self) -> None:
        self._stop_waiting()
        current = self.tree.currentItem()
        kept = current.data(0, _NAME) if current is not None else None
        self.tree.clear()
        groups: dict[str, QTreeWidgetItem] = {}
        for name in self._actions.commands:
            title = next(iter(self._actions.menu_path(name)), "") or tr("Other")
            item = QTreeWidgetItem(
                self._group(groups, title), [self._actions.text(name), self._actions.shortcut_text(name)]
            )
            item.setData(0, _NAME, name)
            if name == kept:
                self.tree.setCurrentItem(item)
        mouse = self._group(groups, tr("Mouse"))
        for text, how in GESTURES:
            QTreeWidgetItem(mouse, [tr(text), tr(how)])
        self.tree.expandAll()
        self._show_fitting(self.filter.text())

    def _group(self, groups: dict[str, QTreeWidgetItem], title: str) -> QTreeWidgetItem:
        if title not in groups:
            group = groups[title] = QTreeWidgetItem(self.tree, [title])
            font = group.font(0)
            font.setBold(True)
            group.setFont(0, font)
            group.setFlags(Qt.ItemFlag.ItemIsEnabled)
        return groups[title]

    def _show_fitting(self, text: str) -> None:
        words = text.casefold().split()
        for i in range(self.tree.topLevelItemCount()):
            group = self.tree.topLevelItem(i)
            assert group is not None
            shown = 0
            for j in range(group.childCount()):
                item = group.child(j)
                assert item is not None
                line = f"{group.text(0)} {item.text(0)} {item.text(1)}".casefold()
                item.setHidden(not all(word in line for word in words))
                shown += not item.isHidden()
            group.setHidden(not shown)

    def _wait(self, item: QTreeWidgetItem) -> None:
        if item.data(0, _NAME) is None:
            return
        self._stop_waiting()
        self._waiting = item
        item.setText(1, tr("press the new shortcut"))
        self.hint.setText(tr("Press Esc to cancel or Backspace to remove the shortcut."))

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.setText(1, self._actions.shortcut_text(str(self._waiting.data(0, _NAME))))
        self._waiting, self._asked = None, QKeySequence()
        self.hint.setText(tr("Double-click a command, or press Enter on it, to change its shortcut."))

    def _give_back(self) -> None:
        item = self.tree.currentItem()
        if item is not None and item.data(0, _NAME) is not None:
            self._actions.remap(str(item.data(0, _NAME)), None)
            self._fill()

    def _reset(self) -> None:
        self._actions.reset()
        self._fill()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if watched is not self.tree:
            return False
        if self._waiting is None:
            return isinstance(event, QKeyEvent) and self._begin_by_key(event)
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() == QEvent.Type.FocusOut:
            self._stop_waiting()
            return False
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() in _MODIFIERS:
            return True
        name = str(self._waiting.data(0, _NAME))
        if event.key() == Qt.Key.Key_Escape:
            self._stop_waiting()
            return True
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.key() == Qt.Key.Key_Backspace and plain:
            self._take(name, QKeySequence())
        else:
            self._take(name, QKeySequence(event.keyCombination()))
        return True

    def _begin_by_key(self, event: QKeyEvent) -> bool:
        item = self.tree.currentItem()
        if event.type() != QEvent.Type.KeyPress or event.key() not in _ENTER or item is None:
            return False
        self._wait(item)
        return True

    def _take(self, name: str, keys: QKeySequence) -> None:
        other = self._actions.holder(keys, name) if not keys.isEmpty() else None
        if other is not None and keys != self._asked:
            self._asked = keys
            text, shown = self._actions.text(other), keys.toString(QKeySequence.SequenceFormat.NativeText)
            self.hint.setText(
                tr(
                    '{keys} is already the shortcut of "{text}". Press the keys again to reassign the '
                    "shortcut, or Esc to cancel.",
                    keys=shown,
                    text=text,
                )
            )
            return
        self._actions.remap(name, keys.toString(QKeySequence.SequenceFormat.PortableText))
        self._fill()
        if other is not None:
            self.hint.setText(tr('"{text}" no longer has this shortcut.', text=self._actions.text(other)))
