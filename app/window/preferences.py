"""The preferences, and the list of all shortcuts with the field for a new one."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent, QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QStackedWidget,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.panels.look import acting, first_size, horizontal, named, vertical
from app.window.language import LANGUAGES, SYSTEM
from app.window.menus.actions import Actions
from app.window.settings import AUTOSAVE, FOLDER, REOPEN, RUN_STEPS, TEXT_SIZE, THREADS, Settings
from app.window.widgets.style import TEXT_SIZES
from blocks.base.language import mark, tr
from blocks.base.threads import thread_count

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
    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Shortcuts"))
        self.resize(first_size(self, 640, 620))
        self.table = ShortcutTable(actions, self)
        self.table.buttons.addWidget(acting(QPushButton(tr("Close"), self, default=True), self.accept))
        vertical(self.table, to=self)


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
        own = acting(QPushButton(tr("Restore default shortcuts"), self, autoDefault=False), self._give_back)
        reset = acting(QPushButton(tr("Reset all"), self, autoDefault=False), self._reset)
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
            texts = [self._actions.text(name), self._actions.shortcut_text(name)]
            item = QTreeWidgetItem(self._group(groups, title), texts)
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
            hint = mark('{keys} is already the shortcut of "{text}". Press the keys again to reassign the shortcut, or '
                        "Esc to cancel.")  # fmt: skip
            self.hint.setText(tr(hint, keys=shown, text=text))
            return
        self._actions.remap(name, keys.toString(QKeySequence.SequenceFormat.PortableText))
        self._fill()
        if other is not None:
            self.hint.setText(tr('"{text}" no longer has this shortcut.', text=self._actions.text(other)))


_FIRST_SIZE = (760, 560)
_PAGES = (mark("Appearance"), mark("Canvas"), mark("Runs"), mark("Files"), mark("Shortcuts"))


Field = TypeVar("Field", bound=QWidget)


class Preferences(QDialog):
    def __init__(
        self,
        settings: Settings,
        actions: Actions,
        folders: Mapping[str, Path],
        ask_folder: Callable[[str], Path | None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._ask_folder = ask_folder
        self.fields: dict[str, QWidget] = {}
        self._follow: dict[str, Callable[[], None]] = {}
        self.setWindowTitle(tr("Preferences"))
        self.resize(first_size(self, *_FIRST_SIZE))
        self.pages = named(QListWidget(self), tr("Preference categories"))
        self.pages.addItems([tr(name) for name in _PAGES])
        self.keys = ShortcutTable(actions)
        self.stack = QStackedWidget(self)
        for page in (self._appearance(), self._canvas(), self._runs(), self._files(folders), self.keys):
            self.stack.addWidget(page)
        self.pages.currentRowChanged.connect(self.stack.setCurrentIndex)
        row = horizontal(None, acting(QPushButton(tr("Close"), self, default=True), self.accept))
        vertical((horizontal(self.pages, (self.stack, 1)), 1), row, to=self)
        settings.changed.connect(self._changed)
        self._fit_list()
        self.pages.setCurrentRow(0)
        self.pages.setFocus()

    def retranslate(self) -> None:
        for i, name in enumerate(_PAGES):
            self.pages.item(i).setText(tr(name))
        self._fit_list()

    def _fit_list(self) -> None:
        self.pages.setFixedWidth(self.pages.sizeHintForColumn(0) + 28)

    # Pages

    def _appearance(self) -> QWidget:
        form = _Form()
        themes = {"dark": tr("Dark"), "light": tr("Light"), "system": tr("System default")}
        form.add(tr("Theme"), self._choice("theme", themes, "dark"))
        languages = {SYSTEM: tr("System default"), **LANGUAGES}
        form.add(tr("Language"), self._choice("language", languages, SYSTEM))
        sizes = {each: f"{each}%" for each in TEXT_SIZES}
        more = tr("Applies to menus, panels and dialogs. The canvas has its own zoom.")
        form.add(tr("Text size"), self._choice(TEXT_SIZE, sizes, 100), more)
        return form

    def _canvas(self) -> QWidget:
        form = _Form()
        colors = {"dtype": tr("By dtype"), "source": tr("By source")}
        form.add(tr("Wire colors"), self._choice("wire_colors", colors, "dtype"))
        for name, text, default in (
            ("curved", tr("Curved wires"), False),
            ("dim", tr("Dim unselected wires"), False),
            ("tags", tr("Wires to distant Display blocks as tags"), True),
            ("values", tr("Values on wires"), False),
            ("shapes", tr("Dtypes and shapes at pins"), True),
            ("wire_legend", tr("Wire legend"), True),
            ("minimap", tr("Minimap"), True),
            ("lint", tr("Show lint warnings"), True),
        ):
            form.add("", self._switch(name, text, default))
        return form

    def _runs(self) -> QWidget:
        form = _Form()
        form.add("", self._switch("live", tr("Live: recompute after each edit"), False))
        form.add(tr("Default number of steps"), self._number(RUN_STEPS, 1, 1_000_000_000, 100))
        threads = self._number(THREADS, 0, thread_count(), 0)
        threads.setSpecialValueText(tr("One per core"))
        form.add(tr("Threads"), threads, tr("Applies to diagrams opened from now on."))
        return form

    def _files(self, folders: Mapping[str, Path]) -> QWidget:
        form = _Form()
        every = self._number(AUTOSAVE, 0, 120, 0)
        every.setSuffix(tr(" min"))
        every.setSpecialValueText(tr("Never"))
        more = tr("Applies only to diagrams saved to a file. After a crash, edits to any diagram can be restored.")
        form.add(tr("Save automatically every"), every, more)
        form.add("", self._switch(REOPEN, tr("Reopen the last session at startup"), False))
        more = tr("Initial folder for Open and Save. If empty, the last folder is used.")
        form.add(tr("Diagram folder"), self._folder(FOLDER), more)
        for text, path in folders.items():
            form.add(text, _FolderRow(path))
        return form

    # Fields

    def _choice(self, name: str, options: Mapping[str, str] | Mapping[int, str], default: str | int) -> QComboBox:
        field = QComboBox(self)
        for value, text in options.items():
            field.addItem(text, value)

        def show() -> None:
            kept = self._settings.get(name)
            field.setCurrentIndex(field.findData(kept if kept in options else default))

        field.activated.connect(lambda: self._settings.set(name, field.currentData()))
        return self._keep(name, field, show)

    def _switch(self, name: str, text: str, default: bool) -> QCheckBox:
        field = QCheckBox(text, self)
        field.clicked.connect(lambda: self._settings.set(name, field.isChecked()))
        return self._keep(name, field, lambda: field.setChecked(self._settings.flag(name, default)))

    def _number(self, name: str, least: int, most: int, default: int) -> QSpinBox:
        field = QSpinBox(self)
        field.setRange(least, most)
        field.setKeyboardTracking(False)

        def show() -> None:
            with QSignalBlocker(field):
                field.setValue(self._settings.number(name, least, most, default))

        field.valueChanged.connect(lambda: self._settings.set(name, field.value()))
        return self._keep(name, field, show)

    def _folder(self, name: str) -> QWidget:
        field, button = QLineEdit(self, clearButtonEnabled=True), QToolButton(self)
        button.setText(tr("Choose..."))

        def choose() -> None:
            folder = self._ask_folder(tr("Diagram folder"))
            if folder is not None:
                self._settings.set(name, str(folder))

        def typed() -> None:
            self._settings.set(name, os.path.expanduser(field.text().strip()) or None)

        field.editingFinished.connect(typed)
        button.clicked.connect(choose)
        self._keep(name, field, lambda: field.setText(self._settings.text(name)))
        row = QWidget(self)
        horizontal((field, 1), button, to=row, margins=(0, 0, 0, 0))
        row.setFocusProxy(field)
        return row

    def _keep(self, name: str, field: Field, show: Callable[[], None]) -> Field:
        field.setObjectName(name)
        self.fields[name] = field
        self._follow[name] = show
        show()
        return field

    def _changed(self, name: str) -> None:
        follow = self._follow.get(name)
        if follow is not None:
            follow()


class _Form(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._form = QFormLayout(self, verticalSpacing=10)
        self._form.setContentsMargins(16, 8, 8, 8)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)

    def add(self, text: str, field: QWidget, more: str = "") -> None:
        label = QLabel(text)
        label.setBuddy(field)
        if text:
            field.setAccessibleName(text)
        self._form.addRow(label, field)
        if more:
            below = QLabel(more, wordWrap=True)
            below.setForegroundRole(below.foregroundRole().PlaceholderText)
            self._form.addRow("", below)


class _FolderRow(QWidget):
    def __init__(self, path: Path) -> None:
        super().__init__()
        text = QLabel(str(path), textInteractionFlags=Qt.TextInteractionFlag.TextSelectableByMouse, wordWrap=True)
        copy = acting(QToolButton(), lambda: QApplication.clipboard().setText(str(path)))
        copy.setText(tr("Copy"))
        horizontal((text, 1), copy, to=self, margins=(0, 0, 0, 0))
        self.setFocusProxy(copy)
