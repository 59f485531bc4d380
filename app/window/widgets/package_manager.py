"""The package manager: block libraries (composites) and plugins (Python packages of block types), in a window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QListWidgetItem, QPushButton, QWidget

from app.core.package_offers import offers
from app.language import mark, plural, tr
from app.panels.look import Text, first_size, horizontal, named, vertical
from app.panels.rows import KEY, RIGHT, SECOND, ClickedList, RowDelegate
from app.window.widgets.questions import DIAGRAMS, Questions
from blocks.base.errors import DiagramError
from blocks.document.packages import folders
from blocks.library import packages as python

_FIRST_SIZE = (760, 480)
_ORIGINS = {"user": mark("added by you"), "shipped": mark("built in")}


class PackageRow(NamedTuple):
    """A listed package, or a folder of packages.

    Attributes:
        found: the block library, or the file or folder without a usable one.
    """

    name: str
    about: str
    kind: str
    details: str
    found: folders.Found | None = None
    is_enabled: bool = False


class PackageManager(QDialog):
    """The list of packages, with commands to add, remove, enable and disable them."""

    changed = Signal()

    def __init__(self, parent: QWidget, ask: Questions) -> None:
        super().__init__(parent)
        self._ask = ask
        self.rows: list[PackageRow] = []
        self.setWindowTitle(tr("Plugins and block libraries"))
        self.resize(first_size(self, *_FIRST_SIZE))
        self.list = named(ClickedList(self), tr("Plugins and block libraries"))
        self.list.setItemDelegate(RowDelegate(self.list, 44, below=True))
        self.list.currentRowChanged.connect(self._tell)
        self.details = Text("", "dim", wrap=True, parent=self)
        self.fault = Text("", "error", wrap=True, parent=self)
        self.add = self._button(tr("Add block library..."), self._add)
        self.folder = self._button(tr("Add folder..."), self._add_folder)
        self.remove = self._button(tr("Remove"), self._remove)
        self.enable = self._button(tr("Enable"), self._enable)
        self.disable = self._button(tr("Disable"), self._disable)
        self.shut = self._button(tr("Close"), self.close)
        line = horizontal(self.add, self.folder, self.remove, self.enable, self.disable, None, self.shut)
        vertical((self.list, 1), self.details, self.fault, line, to=self)
        self.fill()

    def _button(self, text: str, do: Callable[[], object]) -> QPushButton:
        def act() -> None:
            self.say("")
            try:
                do()
            except DiagramError as error:
                self.say(str(error))

        button = QPushButton(text, self)
        button.setAutoDefault(False)  # Enter in the list is no wish to add one
        button.clicked.connect(act)
        return button

    def say(self, text: str) -> None:
        self.fault.setText(text)
        self.fault.setVisible(bool(text))

    def fill(self, marked: str = "") -> None:
        self.say(python.enabled().fault)
        self.rows = sorted([*_composites(), *_python()], key=lambda row: row.name.casefold())
        self.list.clear()
        for index, row in enumerate(self.rows):
            item = QListWidgetItem(row.name)
            item.setData(SECOND, row.about)
            item.setData(RIGHT, row.kind)
            item.setData(KEY, index)
            self.list.addItem(item)
        names = [row.name for row in self.rows]
        self.list.setCurrentRow(names.index(marked) if marked in names else 0)
        self._tell()

    def _marked(self) -> PackageRow | None:
        index = self.list.currentRow()
        return self.rows[index] if 0 <= index < len(self.rows) else None

    def _tell(self) -> None:
        row = self._marked()
        self.details.setText("" if row is None else row.details)
        where = None if row is None or row.found is None else row.found.where
        self.remove.setEnabled(where in ("user", "folder"))
        self.remove.setText(tr("Remove folder") if where == "folder" else tr("Remove"))
        is_python = row is not None and row.found is None
        self.enable.setEnabled(row is not None and is_python and not row.is_enabled)
        self.disable.setEnabled(row is not None and is_python and row.is_enabled)

    def _others(self, marked: str = "") -> None:
        offers.forget()
        self.fill(marked)
        self.changed.emit()

    def _add(self) -> None:
        for path in self._ask.file_to_open(tr("Add a block library"), DIAGRAMS):
            package, _ = folders.add(str(path))
            self._others(package.name)

    def _add_folder(self) -> None:
        path = self._ask.folder(tr("Add a folder of block libraries"))
        if path is not None:
            python.use_folders([*python.enabled().folders, str(path)])
            self._others()

    def _remove(self) -> None:
        row = self._marked()
        if row is None or row.found is None:
            return
        if row.found.where == "folder":
            file = row.found.file
            python.use_folders([each for each in python.enabled().folders if not _is_in(file, each)])
        elif self._ask.sure(
            tr("Remove the block library {name}?", name=row.name), tr("Diagrams keep their copies."), tr("Remove")
        ):
            folders.remove(row.name)
        self._others()

    def _enable(self) -> None:
        row = self._marked()
        more = tr("Enabling a package lets its code run with your permissions. Enable only packages you trust.")
        if row is None or not self._ask.sure(tr("Enable the plugin {name}?", name=row.name), more, tr("Enable")):
            return
        package = python.load(row.name)
        if package.fault:
            raise DiagramError(package.fault)
        python.enable([*python.enabled().names, row.name])
        self.fill(row.name)
        self.say(tr("Restart the editor to use the plugin."))

    def _disable(self) -> None:
        row = self._marked()
        if row is not None:
            python.enable([each for each in python.enabled().names if each != row.name])
            self.fill(row.name)
            self.say(tr("The plugin stays in use until you close the editor."))


def _is_in(file: str, folder: str) -> bool:
    return Path(folder) in (Path(file), Path(file).parent)


def _composites() -> list[PackageRow]:
    rows: list[PackageRow] = []
    for each in folders.scan_folders():
        package = each.package
        if package is None:
            rows.append(PackageRow(each.name, tr("cannot be used"), tr("block library"), each.fault, each))
            continue
        origin = tr(_ORIGINS.get(each.where, each.file))
        number = len(package.document.composites)
        about = f"{package.version}, {plural(number, '{n} composite', '{n:,} composites')}, {origin}"
        names = ", ".join(page.name[1:] for page in package.document.composites[:60])
        licence = tr("License: {licence}.", licence=package.licence) if package.licence else ""
        hidden = tr("A different block library with the same name is used instead.") if each.is_hidden else ""
        details = "\n".join(filter(None, (package.doc, names, licence, hidden)))
        rows.append(
            PackageRow(
                package.name,
                tr("{about}, not used", about=about) if each.is_hidden else about,
                tr("block library"),
                details,
                each,
            )
        )
    return rows


def _python() -> list[PackageRow]:
    on = python.enabled().names
    rows: list[PackageRow] = []
    for name in dict.fromkeys([*on, *python.installed()]):
        about = (
            f"{tr('enabled') if name in on else tr('not enabled')}, {python.version_of(name) or tr('not installed')}"
        )
        fault = python.load(name).fault if name in on else ""
        details = fault or (
            tr("The plugin's block types are available.")
            if name in on
            else tr("The plugin's code does not run until you enable the plugin.")
        )
        rows.append(PackageRow(name, about, tr("plugin"), details, is_enabled=name in on))
    return rows
