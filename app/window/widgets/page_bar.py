"""The page tabs below a canvas, one for each page of the diagram."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QTabBar, QToolButton, QWidget

from app.language import tr
from app.panels.look import horizontal, named
from app.window.language import NAMES
from app.window.widgets.questions import line_dialog


class PageBar(QWidget):
    """The tabs of the pages. Empty if there is only one page.

    Signals:
        chosen: another page became current, or the current tab was clicked.
    """

    chosen = Signal()
    add_wanted = Signal()
    rename_wanted = Signal(str, str)
    move_wanted = Signal(str, int)
    remove_wanted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.names: list[str] = []
        self._bar = QTabBar(self)
        self._bar.setProperty(NAMES, True)
        self._is_on = True
        self._bar.setShape(QTabBar.Shape.RoundedSouth)
        self._bar.setMovable(False)
        self._bar.setExpanding(False)
        self._bar.setAccessibleName(tr("Pages"))
        self._bar.currentChanged.connect(self.chosen)
        self._bar.tabBarClicked.connect(self._clicked)
        self._bar.tabBarDoubleClicked.connect(self._ask_name)
        self._bar.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._bar.customContextMenuRequested.connect(self._open_menu)
        add = named(QToolButton(self), tr("New page"), tip=tr("New page"))
        add.setText("+")
        add.clicked.connect(self.add_wanted)
        horizontal(self._bar, add, None, to=self, margins=(4, 0, 4, 0))

    @property
    def name(self) -> str:
        index = self._bar.currentIndex()
        return self.names[index] if 0 <= index < len(self.names) else ""

    def choose(self, name: str) -> None:
        """Bring a page to the front. `chosen` is not emitted."""
        if name in self.names:
            self._bar.blockSignals(True)
            self._bar.setCurrentIndex(self.names.index(name))
            self._bar.blockSignals(False)

    def rename(self, old: str, new: str) -> None:
        if old in self.names:
            index = self.names.index(old)
            self.names[index] = new
            self._bar.setTabText(index, _tab_text(new))

    def show_names(self, names: Sequence[str]) -> None:
        """Show these pages, and keep the current one if possible. `chosen` is not emitted."""
        front, index = self.name, max(0, self._bar.currentIndex())
        self._bar.blockSignals(True)
        while self._bar.count():
            self._bar.removeTab(0)
        for name in names:
            self._bar.addTab(_tab_text(name))
        self.names = list(names)
        self._bar.setCurrentIndex(self.names.index(front) if front in names else min(index, len(names) - 1))
        self._bar.blockSignals(False)
        self.turn(on=self._is_on)

    def turn(self, *, on: bool) -> None:
        self._is_on = on
        self.setVisible(on and len(self.names) > 1)

    def _clicked(self, index: int) -> None:
        if index >= 0 and index == self._bar.currentIndex():  # out of the composites that one is inside of there
            self.chosen.emit()

    def _open_menu(self, at: QPoint) -> None:
        index = self._bar.tabAt(at)
        if index < 0:
            return
        name = self.names[index]
        menu = QMenu(self)
        menu.addAction(tr("Rename..."), lambda: self._ask_name(index))
        menu.addAction(tr("Move left"), lambda: self.move_wanted.emit(name, index - 1)).setEnabled(index > 0)
        right = menu.addAction(tr("Move right"), lambda: self.move_wanted.emit(name, index + 1))
        right.setEnabled(index + 1 < len(self.names))
        menu.addSeparator()
        menu.addAction(tr("Delete"), lambda: self.remove_wanted.emit(name))
        menu.exec(self._bar.mapToGlobal(at))
        menu.deleteLater()

    def _ask_name(self, index: int) -> None:
        if 0 <= index < len(self.names):
            old = self.names[index]
            dialog = line_dialog(self, tr("Rename page"), tr("Name"))
            dialog.setTextValue(old)
            if dialog.exec():
                self.rename_wanted.emit(old, dialog.textValue().strip())


def _tab_text(name: str) -> str:
    return name.replace("&", "&&")
