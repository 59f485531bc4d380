"""The breadcrumbs above a canvas inside a composite: the path to it, and the choice of an instance."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton

from app.canvas.text import tip
from app.core.instance_steps import step_of
from app.core.instances import InstancePath
from app.language import plural, tr
from app.panels.look import Text, horizontal, scaled, symbol
from app.window.language import NAMES
from app.window.navigation import Navigation
from blocks.document.data import INSTANCE

_MOST = 200
"""Instances that the chooser lists."""
_SHOWN = 3
"""Steps at the end of a long path that are shown; those in the middle are in a menu."""


class Breadcrumbs(QFrame):
    """The path to the current canvas, with links. Empty on a page."""

    out_wanted = Signal()
    chosen = Signal(object)
    moved = Signal()

    def __init__(self, navigation: Navigation, parent: QFrame | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("breadcrumbs")
        self._navigation = navigation
        self._shown: Sequence[tuple[str, InstancePath]] = ()
        self.out = _button("", tr("Exit composite (Backspace)"))
        self.out.setAccessibleName(tr("Exit composite"))
        self.out.clicked.connect(self.out_wanted)
        self.crumbs: list[QToolButton] = []
        self.chooser = _button("", tr("Go to a different instance of this composite"))
        self.chooser.setAccessibleName(tr("Instance"))
        self.chooser.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.chooser)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.chooser.setMenu(self._menu)
        self._path_layout = QHBoxLayout()
        self._path_layout.setSpacing(2)
        layout = horizontal(self.out, self._path_layout, to=self, margins=(6, 2, 8, 2), spacing=4)
        layout.addStretch(1)
        layout.addWidget(self.chooser)
        self.hide()

    def refresh(self) -> None:
        navigation = self._navigation
        self.setVisible(navigation.is_inside)
        if not navigation.is_inside:
            self._shown = ()
            return
        path, canvases = navigation.path, navigation.instances.along(navigation.path)
        steps = [(str(InstancePath(path.page)), InstancePath(path.page))]
        for index, (block_id, canvas) in enumerate(zip(path.ids, canvases[1:], strict=False), 1):
            text = f"{step_of(block_id)} : {canvas.removeprefix(INSTANCE)}"
            steps.append((text, InstancePath(path.page, path.ids[:index])))
        if steps != self._shown:
            self._shown = steps
            self._show_steps(steps)
        self._show_number()

    def _show_steps(self, steps: Sequence[tuple[str, InstancePath]]) -> None:
        self.out.setIcon(symbol("up"))
        self.crumbs = []
        while (item := self._path_layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        hidden = steps[1:-_SHOWN]
        for index, (text, path) in enumerate(steps):
            if (text, path) in hidden:
                if index == 1:
                    self._add(self._rest_of(hidden), first=False)
                continue
            crumb = _button(text, tr("Go to {path}", path=path))
            last = index == len(steps) - 1
            if last:
                crumb.setFont(scaled(self.font(), 1.0, bold=True))
                crumb.setToolTip(tip(text))
            crumb.clicked.connect(lambda _on=False, path=path: self.chosen.emit(path))
            self.crumbs.append(crumb)
            self._add(crumb, first=not index)

    def _add(self, button: QToolButton, *, first: bool) -> None:
        if not first:
            self._path_layout.addWidget(Text("\u203a", "faint", parent=self))
        button.setMinimumWidth(28)  # rather cut than make the window wider
        self._path_layout.addWidget(button)

    def _rest_of(self, steps: Sequence[tuple[str, InstancePath]]) -> QToolButton:
        button = _button("\u2026", tr("{count} more levels", count=len(steps)))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        for text, path in steps:
            menu.addAction(_plain(text), lambda path=path: self.chosen.emit(path))
        button.setMenu(menu)
        return button

    def _paths(self) -> list[InstancePath]:
        return list(islice(self._navigation.instances.paths(self._navigation.canvas), _MOST))

    def _show_number(self) -> None:
        number = self._navigation.instances.count(self._navigation.canvas)
        paths = self._paths()
        if not paths:
            text = tr("no instances")
        elif self._navigation.path in paths:
            text = tr("instance {index:,} of {number:,}", index=paths.index(self._navigation.path) + 1, number=number)
        else:
            text = plural(number, "{n} instance", "{n:,} instances")
        self.chooser.setEnabled(len(paths) > 1 or (bool(paths) and self._navigation.path not in paths))
        self.chooser.setText(f"{text}  \u25be" if self.chooser.isEnabled() else text)

    def _fill_menu(self) -> None:
        self._menu.clear()
        paths = self._paths()
        for path in paths:
            action = self._menu.addAction(_plain(str(path)), lambda path=path: self._choose(path))
            action.setCheckable(True)
            action.setChecked(path == self._navigation.path)
        more = self._navigation.instances.count(self._navigation.canvas) - len(paths)
        if more > 0:
            self._menu.addAction(tr("and {more:,} more", more=more)).setEnabled(False)

    def _choose(self, path: InstancePath) -> None:
        if self._navigation.go(path):
            self.moved.emit()

    def dress(self) -> None:
        self.out.setIcon(symbol("up"))


def _button(text: str, about: str) -> QToolButton:
    button = QToolButton()
    button.setProperty(NAMES, True)
    button.setText(_plain(text))
    button.setToolTip(tip(about))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAutoRaise(True)
    return button


def _plain(text: str) -> str:
    """Escape ampersands for a button or menu text."""
    return text.replace("&", "&&")
