"""The bars around a canvas: the path into composites, the viewed iteration, the page tabs, and notices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSlider,
    QSpinBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from app.canvas.text import literal, tip
from app.core.instance_steps import step_of
from app.core.instances import InstancePath
from app.core.runs.results import InstanceResults, Level
from app.panels.look import Text, acting, horizontal, named, scaled, symbol
from app.window.language import NAMES
from app.window.navigation import Navigation
from app.window.widgets.questions import line_dialog
from blocks.base.language import plural, tr
from blocks.document.data import INSTANCE

_MOST = 200
"""Instances that the chooser lists."""
_SHOWN = 3
"""Steps at the end of a long path that are shown; those in the middle are in a menu."""


class Breadcrumbs(QFrame):
    """The path to the current canvas, with links. Empty on a page."""

    out_wanted = Signal()
    chosen = Signal(object)
    turned = Signal(int)
    moved = Signal()

    def __init__(self, navigation: Navigation, parent: QFrame | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("breadcrumbs")
        self._navigation = navigation
        self._shown: Sequence[tuple[str, InstancePath]] = ()
        out = named(_button("", tr("Exit composite (Backspace)")), tr("Exit composite"))
        self.out = acting(out, self.out_wanted)
        self.out.setIcon(symbol("up"))
        self.crumbs: list[QToolButton] = []
        back = tr("Show the gradient composite (Shift+G)")
        self.sides = [_button(tr("Forward"), tr("Show the composite (Shift+G)")), _button(tr("Gradient"), back)]
        sides = QButtonGroup(self)
        for index, side in enumerate(self.sides):
            side.setProperty(NAMES, False)
            side.setCheckable(True)
            sides.addButton(side, index)
        sides.idClicked.connect(self.turned)
        self.chooser = _button("", tr("Go to a different instance of this composite"))
        self.chooser.setAccessibleName(tr("Instance"))
        self.chooser.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.chooser)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.chooser.setMenu(self._menu)
        self._path_layout = QHBoxLayout()
        self._path_layout.setSpacing(2)
        layout = horizontal(self.out, self._path_layout, *self.sides, to=self, margins=(6, 2, 8, 2), spacing=4)
        layout.addStretch(1)
        layout.addWidget(self.chooser)
        self.hide()

    def refresh(self) -> None:
        navigation = self._navigation
        self.setVisible(navigation.is_inside)
        if not navigation.is_inside:
            self._shown = ()
            return
        path, canvases = navigation.forward, navigation.instances.along(navigation.forward)
        steps = [(str(InstancePath(path.page)), InstancePath(path.page))]
        for index, (block_id, canvas) in enumerate(zip(path.ids, canvases[1:], strict=False), 1):
            text = f"{step_of(block_id)} : {canvas.removeprefix(INSTANCE)}"
            steps.append((text, InstancePath(path.page, path.ids[:index])))
        if steps != self._shown:
            self._shown = steps
            self._show_steps(steps)
        for side in self.sides:
            side.setVisible(len(navigation.sides) > 1)
        self.sides[navigation.side].setChecked(True)
        self._show_number()

    def _show_steps(self, steps: Sequence[tuple[str, InstancePath]]) -> None:
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
            menu.addAction(literal(text), lambda path=path: self.chosen.emit(path))
        button.setMenu(menu)
        return button

    def _paths(self) -> list[InstancePath]:
        return list(islice(self._navigation.instances.paths(self._navigation.sides[0]), _MOST))

    def _show_number(self) -> None:
        number = self._navigation.instances.count(self._navigation.sides[0])
        paths, path = self._paths(), self._navigation.forward
        if not paths:
            text = tr("no instances")
        elif path in paths:
            text = tr("instance {index:,} of {number:,}", index=paths.index(path) + 1, number=number)
        else:
            text = plural(number, "{n} instance", "{n:,} instances")
        self.chooser.setEnabled(len(paths) > 1 or (bool(paths) and path not in paths))
        self.chooser.setText(f"{text}  \u25be" if self.chooser.isEnabled() else text)

    def _fill_menu(self) -> None:
        self._menu.clear()
        paths = self._paths()
        for path in paths:
            action = self._menu.addAction(literal(str(path)), lambda path=path: self._choose(path))
            action.setCheckable(True)
            action.setChecked(path == self._navigation.forward)
        more = self._navigation.instances.count(self._navigation.sides[0]) - len(paths)
        if more > 0:
            self._menu.addAction(tr("and {more:,} more", more=more)).setEnabled(False)

    def _choose(self, path: InstancePath) -> None:
        side = self._navigation.side
        if self._navigation.go(path):
            self._navigation.turn(side)
            self.moved.emit()


def _button(text: str, about: str) -> QToolButton:
    button = QToolButton()
    button.setProperty(NAMES, True)
    button.setText(literal(text))
    button.setToolTip(tip(about))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAutoRaise(True)
    return button


class PageBar(QWidget):
    """The tabs of the pages. Empty if there is only one. `chosen`: another is current, or the current was clicked."""

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
            with QSignalBlocker(self._bar):
                self._bar.setCurrentIndex(self.names.index(name))

    def rename(self, old: str, new: str) -> None:
        if old in self.names:
            index = self.names.index(old)
            self.names[index] = new
            self._bar.setTabText(index, literal(new))

    def show_names(self, names: Sequence[str]) -> None:
        """Show these pages, and keep the current one if possible. `chosen` is not emitted."""
        front, index = self.name, max(0, self._bar.currentIndex())
        with QSignalBlocker(self._bar):
            while self._bar.count():
                self._bar.removeTab(0)
            for name in names:
                self._bar.addTab(literal(name))
            self.names = list(names)
            self._bar.setCurrentIndex(self.names.index(front) if front in names else min(index, len(names) - 1))
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


class RoundBar(QFrame):
    """A slider and a number for each enclosing loop. Empty outside loops."""

    moved = Signal()

    def __init__(self, results: InstanceResults, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("roundBar")
        self._results = results
        self.scrubbers: list[Scrubber] = []
        self.hint = Text("", "faint", parent=self)
        self._layout = horizontal(self.hint, to=self, margins=(10, 1, 10, 2), spacing=14)
        results.changed.connect(self.refresh)
        self.hide()

    def refresh(self) -> None:
        results = self._results
        self.setVisible(bool(results.loops))
        levels = results.levels
        if len(levels) != len(self.scrubbers):
            self._make(len(levels))
        for scrubber, level in zip(self.scrubbers, levels, strict=True):
            scrubber.show_level(level)
        names = [step_of(results.path.ids[each]).block for each in results.loops[len(levels) :]]
        self.hint.setText(
            tr("Run the page to see the iterations of {names}", names=tr(" and ").join(names)) if names else ""
        )
        self.hint.setVisible(bool(names))

    def _make(self, count: int) -> None:
        for old in self.scrubbers:
            old.hide()
            old.deleteLater()
        self.scrubbers = [Scrubber(self) for _ in range(count)]
        for index, each in enumerate(self.scrubbers):
            self._layout.insertWidget(index, each, 1)
            each.chosen.connect(partial(self._choose, index))

    def step(self, by: int) -> None:
        if self.scrubbers:
            self.scrubbers[-1].step(by)

    def _choose(self, level: int, number: int | None) -> None:
        self._results.look_at(level, number)
        self.moved.emit()


class Scrubber(QWidget):
    """A slider that chooses an iteration of one loop. `chosen` with None: always the last one."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recorded: list[int] = []
        self.name = Text("", "dim", parent=self)
        self.number = QSpinBox(self)
        self.number.setKeyboardTracking(False)
        self.number.valueChanged.connect(self._choose)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setMinimumWidth(60)
        self.slider.valueChanged.connect(self._slid)
        self.of = Text("", "dim", parent=self)
        horizontal(self.name, self.number, (self.slider, 1), self.of, to=self, margins=(0, 0, 0, 0), spacing=6)

    def show_level(self, level: Level) -> None:
        self._recorded = [*level.recorded]
        self.name.setText(tr("{block}: iteration", block=level.block))
        for widget in (self.number, self.slider):
            widget.setAccessibleName(tr("Iteration of {block}", block=level.block))
        with QSignalBlocker(self.number), QSignalBlocker(self.slider):
            self.number.setRange(0, level.total - 1)
            self.number.setValue(level.at)
            self.slider.setRange(0, len(self._recorded) - 1)
            self.slider.setValue(self._recorded.index(level.at))
        every = tr(", recorded every {every} iterations", every=level.every) if level.every > 1 else ""
        self.of.setText(tr("of {total:,}{every}", total=level.total, every=every))
        about = tr("The recording takes {size:,.1f} MB.", size=level.size / 1000000.0)
        if level.every > 1:
            about += tr(
                " Recording every iteration would take too much memory, so some iterations show the "
                "values of an earlier iteration."
            )
        self.slider.setToolTip(
            tip(tr("Iteration to show, counted from 0. Press comma or period to change it. {about}", about=about))
        )

    def step(self, by: int) -> None:
        self.slider.setValue(self.slider.value() + by)

    def _slid(self, index: int) -> None:
        self._choose(self._recorded[index])

    def _choose(self, number: int) -> None:
        self.chosen.emit(None if number >= self._recorded[-1] else number)


def _nothing() -> None:
    """Do nothing: the action of a button that only closes the notification."""


class Notice(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._act: Callable[[], object] = _nothing
        self._dismiss: Callable[[], object] = _nothing
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Highlight)
        self.label = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.act = acting(QPushButton(self), self._do)
        self.dismiss = acting(QPushButton(self), self._close)
        horizontal((self.label, 1), self.act, self.dismiss, to=self, margins=(12, 5, 8, 5))
        self.hide()

    def say(
        self,
        text: str,
        act: str = "",
        do: Callable[[], object] = _nothing,
        dismiss: str = "",
        on_dismiss: Callable[[], object] = _nothing,
    ) -> None:
        """Show a sentence, or hide the notice without one. Without ``act``, there is no action button."""
        self._act, self._dismiss = do, on_dismiss
        self.label.setText(text)
        self.act.setText(act)
        self.act.setVisible(bool(act))
        self.dismiss.setText(dismiss or tr("Close"))
        self.setVisible(bool(text))

    def _do(self) -> None:
        self._act()

    def _close(self) -> None:
        self.hide()
        self._dismiss()
