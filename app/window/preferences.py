"""The Preferences window. Changes take effect immediately and are saved."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from app.language import mark, tr
from app.panels.look import first_size, horizontal, named, vertical
from app.window.language import LANGUAGES, SYSTEM
from app.window.menus.actions import Actions
from app.window.menus.shortcuts import ShortcutTable
from app.window.settings import AUTOSAVE, FOLDER, REOPEN, RUN_STEPS, TEXT_SIZE, THREADS, Settings
from app.window.widgets.style import TEXT_SIZES
from blocks.base.threads import thread_count

_FIRST_SIZE = (760, 560)
_PAGES = (mark("Appearance"), mark("Canvas"), mark("Runs"), mark("Files"), mark("Shortcuts"))


Field = TypeVar("Field", bound=QWidget)


class Preferences(QDialog):
    """The Preferences window."""

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
        close = QPushButton(tr("Close"), self, default=True)
        close.clicked.connect(self.accept)
        row = horizontal(None, close)
        middle = horizontal(self.pages, (self.stack, 1))
        vertical((middle, 1), row, to=self)
        settings.changed.connect(self._changed)
        self._fit_list()
        self.pages.setCurrentRow(0)
        self.pages.setFocus()

    def retranslate(self) -> None:
        for i, name in enumerate(_PAGES):
            item = self.pages.item(i)
            item.setText(tr(name))
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
        form.add(
            tr("Text size"),
            self._choice(TEXT_SIZE, sizes, 100),
            tr("Applies to menus, panels and dialogs. The canvas has its own zoom."),
        )
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
        form.add(
            tr("Save automatically every"),
            every,
            tr("Applies only to diagrams with a file. After a crash, edits to any diagram can be restored."),
        )
        form.add("", self._switch(REOPEN, tr("Reopen the last session at startup"), False))
        form.add(
            tr("Diagram folder"),
            self._folder(FOLDER),
            tr("Initial folder for Open and Save. If empty, the last folder is used."),
        )
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
            index = field.findData(kept if kept in options else default)
            field.setCurrentIndex(index)

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
            field.blockSignals(True)
            field.setValue(self._settings.number(name, least, most, default))
            field.blockSignals(False)

        field.valueChanged.connect(lambda: self._settings.set(name, field.value()))
        return self._keep(name, field, show)

    def _folder(self, name: str) -> QWidget:
        field, button = QLineEdit(self), QToolButton(self)
        field.setClearButtonEnabled(True)
        button.setText(tr("Choose..."))

        def choose() -> None:
            folder = self._ask_folder(tr("Diagram folder"))
            if folder is not None:
                self._settings.set(name, str(folder))

        field.editingFinished.connect(
            lambda: self._settings.set(name, os.path.expanduser(field.text().strip()) or None)
        )
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
        self._form = QFormLayout(self)
        self._form.setContentsMargins(16, 8, 8, 8)
        self._form.setVerticalSpacing(10)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)

    def add(self, text: str, field: QWidget, more: str = "") -> None:
        label = QLabel(text)
        label.setBuddy(field)
        if text:
            field.setAccessibleName(text)
        if not more:
            self._form.addRow(label, field)
            return
        below = QLabel(more, wordWrap=True)
        below.setForegroundRole(below.foregroundRole().PlaceholderText)
        self._form.addRow(label, field)
        self._form.addRow("", below)


class _FolderRow(QWidget):
    def __init__(self, path: Path) -> None:
        super().__init__()
        text = QLabel(str(path), textInteractionFlags=Qt.TextInteractionFlag.TextSelectableByMouse, wordWrap=True)
        copy = QToolButton()
        copy.setText(tr("Copy"))
        copy.clicked.connect(lambda: QApplication.clipboard().setText(str(path)))
        horizontal((text, 1), copy, to=self, margins=(0, 0, 0, 0))
        self.setFocusProxy(copy)
