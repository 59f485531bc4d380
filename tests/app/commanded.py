"""Every command of the table, given in a window with an example, and what stands on the screen after each of them.

What stands there is read from where Qt keeps what was painted, and compared with all painted anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, QTimer
from PySide6.QtGui import QImage, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.canvas.drawing.overview import Overview
from app.canvas.view import CanvasView
from app.panels.display_window import DisplayWindow
from app.panels.replay import ReplayWindow
from app.window.language import LANGUAGES, SYSTEM
from app.window.manual import ManualWindow
from app.window.preferences import Preferences, ShortcutSheet
from app.window.tabs import DiagramTab
from app.window.widgets.questions import DIAGRAMS, Questions, UserAnswer
from app.window.widgets.style import TEXT_SIZES
from app.window.window import MainWindow
from blocks.base.types import Array
from blocks.document.changes import SetValue

ZOOMS = (0.1, 0.2, 0.35, 1.0, 2.0)
# composite.update waits for a copy that differs from its package: `window/test_composite_packages` has one; file.reopen
# for a window that was closed: `window/test_preferences` does that.
LEFT_OUT = {
    "file.quit", "file.conflicts", "file.reopen", "composite.next_round", "composite.previous_round",
    "composite.update",
    # `window/test_pairing` gives these, with an assistant.
    "pair.flip", "pair.accept", "pair.reject", "pair.accept_all",
    # `window/test_languages` and `window/test_cut_texts` choose these.
    *[f"language.{name}" for name in (SYSTEM, *LANGUAGES)], *[f"text_size.{percent}" for percent in TEXT_SIZES],
}  # fmt: skip
FIRST: Mapping[str, Sequence[str]] = {
    "edit.undo": ["nudge.right"],
    "edit.redo": ["nudge.right", "edit.undo"],
    "help.replay": ["nudge.right"],
    "view.next_page": ["file.add_page", "view.previous_page"],
    "view.previous_page": ["file.add_page"],
    "gradient.collapse": ["gradient.expand"],
    "gradient.editable": ["gradient.expand"],
    "gradient.what_if_next": ["gradient.what_if"],
    "gradient.make_so": ["gradient.what_if"],
    "gradient.what_if_end": ["gradient.what_if"],
    "run.pause": ["run.continuous"],
    "run.stop": ["run.continuous"],
    "run.step": ["run.continuous", "run.pause"],
    "edit.unbend": ["edit.bend"],
    "file.reload": ["file.save", "edit.delete", "file.save"],
    "composite.in": ["composite.make"],
    "composite.out": ["composite.make", "composite.in"],
    "composite.expand": ["composite.make"],
    "composite.unique": ["composite.make", "edit.copy", "edit.paste"],
    "composite.duplicate": ["composite.make"],
    "composite.rename": ["composite.make"],
    "composite.unused": ["composite.make"],
    "composite.gradient": ["composite.make"],
    "composite.side": ["composite.make", "composite.gradient"],
    "composite.no_gradient": ["composite.make", "composite.gradient"],
}
"""What to do before a command, so that it can be given."""
_SOON = 1000
"""Milliseconds: timers of less are what the window does in a moment."""
_PATIENCE = 120.0
_FAINT = 4
"""So much of 255 an edge seen through may differ where a part of a shape is painted and not all of it."""
_GRADIENTS = "AddSymbolicGradients"
_DISPLAY = "TrendDisplay"


class Answers(Questions):
    """Says yes to all, and keeps files in a folder."""

    def __init__(self, parent: QWidget, folder: Path) -> None:
        super().__init__(parent)
        self._folder = folder

    def keep(self, name: str) -> UserAnswer:
        return UserAnswer.DISCARD

    def lose(self, name: str, more: str, answers: Sequence[UserAnswer]) -> UserAnswer:
        return UserAnswer.DISCARD

    def overwrite(self, name: str) -> bool:
        return True

    discard = forget = overwrite

    def tell(self, text: str, more: str = "", details: str = "") -> None:
        pass

    def about(self, text: str, more: str) -> None:
        pass

    def text(self, title: str, label: str, value: str) -> str | None:
        return f"{value}_2"

    def number(self, title: str, label: str, value: int, least: int, most: int) -> int | None:
        return 2

    def choice(self, title: str, label: str, texts: Sequence[str]) -> int | None:
        return 0

    def file_to_open(self, title: str, kinds: str = DIAGRAMS, folder: str = "") -> list[Path]:
        return list(self._folder.glob("*.gradblocks"))[:1]

    def file_to_save(self, title: str, suggested: str, kinds: str, suffix: str) -> Path | None:
        return self._folder / f"saved.{suffix}"


class Commanded:
    """A window with an example, in which commands are given and other things happen.

    Args:
        window: the window; it is shown.
        example: what is open.
        hurry: what waits for a moment of quiet is done at once.
    """

    def __init__(self, window: MainWindow, example: str, *, hurry: bool) -> None:
        self.window = window
        self._example = example
        self._hurry = hurry
        self._at = QPointF()
        QApplication.setCursorFlashTime(0)
        self._open()

    @property
    def tab(self) -> DiagramTab:
        """The diagram in front."""
        tab = self.window.tab
        assert tab is not None
        return tab

    def still(self) -> None:
        """Wait until all is done that the window does of its own in a moment, and until runs have ended or pause."""
        end = time.monotonic() + _PATIENCE
        quiet = 0
        while quiet < 3:  # what was done last may be painted one round later
            assert time.monotonic() < end, "the window does not come to rest"
            QApplication.processEvents()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # no loop of events runs that would do it
            if self._is_busy():
                quiet = 0
                time.sleep(0.001)
            else:
                quiet += 1

    def _is_busy(self) -> bool:
        tabs = self.window.tabs.diagrams()
        owners: list[QObject] = [self.window, *[view.page_scene for tab in tabs for view in tab.views()]]
        timers = [timer for owner in owners for timer in owner.findChildren(QTimer)]
        due = [each for each in timers if each.isActive() and each.isSingleShot() and each.interval() < _SOON]
        for each in due:
            if self._hurry and each.interval():
                each.start(0)
        engines = [tab.engine for tab in tabs]
        return bool(due) or any(
            each.checker._busy or (each.running and not each.paused)  # pyright: ignore[reportPrivateUsage]
            for each in engines
        )

    def begin(self, zoom: float) -> None:
        """Have the example in front, whole and at a zoom, and nothing open above it."""
        window = self.window
        window.command_palette.hide()
        for sheet in (
            *window.findChildren(ShortcutSheet),
            *window.findChildren(Preferences),
            *window.findChildren(ManualWindow),
            *window.findChildren(DisplayWindow),
            *window.findChildren(ReplayWindow),
        ):
            sheet.close()
        popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if popup is not None:
            popup.close()
        for tab in window.tabs.diagrams():
            tab.engine.stop()
            tab.engine.what_if.end()
        self.still()
        types = {block.type for block in window.tab.page.blocks} if window.tab is not None else set[str]()
        has_instances = any(name.startswith(":") for name in types)  # beside which no gradient is expanded
        if (
            len(window.tabs.diagrams()) != 1
            or has_instances
            or _GRADIENTS not in types
            or len(self.tab.page.blocks) < 12
        ):
            self._open()
        self.tab.view.set_zoom(zoom)
        self.tab.view.centerOn(self.tab.scene.content_rect().center())
        self.tab.view.setFocus()

    def _open(self) -> None:
        for tab in self.window.tabs.diagrams():
            self.window.tabs.setCurrentWidget(tab)
            self.window.close_front()
            self.still()
        self.window.files.open_example(self._example)
        self.still()

    def give(self, name: str) -> bool:
        """Give a command, with what it needs selected; says whether it could be given."""
        for first in FIRST.get(name, ()):
            self.give(first)
        if not any(self._enabled(name, ids) for ids in self._selections()):
            return False
        self.window.commands.trigger(name)
        if name == "run.continuous":
            end = time.monotonic() + _PATIENCE
            while not self.tab.engine.last and time.monotonic() < end:
                QApplication.processEvents()
        elif name not in ("run.pause",):
            self.still()
        return True

    def _selections(self) -> Iterator[Sequence[str]]:
        tab = self.window.tab
        if tab is None or not tab.page_name:
            yield ()
            return
        yield tab.scene.selected_ids()
        blocks = tab.page.blocks
        yield [block.id for block in blocks[5:8]]
        yield [block.id for block in blocks if block.type == _GRADIENTS][:1]
        yield [block.id for block in blocks if block.type == _DISPLAY][:1]
        yield ()

    def _enabled(self, name: str, ids: Sequence[str]) -> bool:
        tab = self.window.tab
        if tab is not None and tab.page_name and list(ids) != tab.scene.selected_ids():
            tab.scene.select(ids)
            QApplication.processEvents()
        return self.window.commands.action(name).isEnabled()

    # What happens beside commands

    def mouse(self, kind: QEvent.Type, at: QPointF, held: Qt.MouseButton = Qt.MouseButton.NoButton) -> None:
        """Let the mouse do something at a place of the canvas."""
        port = self.tab.view.viewport()
        moves = kind == QEvent.Type.MouseMove
        button = Qt.MouseButton.NoButton if moves else Qt.MouseButton.LeftButton
        place = QPointF(port.mapToGlobal(at.toPoint()))
        QApplication.sendEvent(port, QMouseEvent(kind, at, place, button, held, Qt.KeyboardModifier.NoModifier))

    def _spot(self, number: int) -> QPointF:
        """A place on a block."""
        tab = self.tab
        corner = tab.scene.block_rect(tab.page.blocks[number % len(tab.page.blocks)].id).topLeft()
        return tab.view.viewportTransform().map(corner + QPointF(14, 8))

    def events(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """What happens beside commands, one after the other, each in words."""
        move, press, release = QEvent.Type.MouseMove, QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        tab, page = self.tab, self.tab.page_name
        yield "a run gives results", lambda: self.window.run(2)
        for number in (4, 9):
            yield f"the mouse is over block {number}", lambda n=number: self.mouse(move, self._spot(n))
        at = self._spot(6)
        yield "a block is pressed", lambda: self.mouse(press, at, left)
        for dx, dy in ((30, 12), (90, 60), (-60, 20)):
            yield f"it is dragged by {dx}, {dy}", lambda x=dx, y=dy: self.mouse(move, at + QPointF(x, y), left)
        yield "it is let go", lambda: self.mouse(release, at + QPointF(-60, 20), none)
        yield "the mouse leaves", lambda: self.mouse(move, QPointF(3, 3))
        consts = [block for block in tab.page.blocks if "val" in block.values]
        for value in [each for const in consts[:1] for each in (7.5, "no number", const.values["val"])]:
            edit = SetValue(page, consts[0].id, "val", value)
            yield f"a value is {value}", lambda edit=edit: tab.document.do(edit, "Edit")
        yield "a run follows", lambda: self.window.run(1)
        yield "the canvas is scrolled", lambda: tab.view.pan(37, -23)
        yield "a search marks blocks", lambda: tab.scene.set_found([block.id for block in tab.page.blocks[2:6]])
        yield "the search is over", lambda: tab.scene.set_found([])
        yield "all is undone", self._undo_all

    def _undo_all(self) -> None:
        while self.tab.document.history.undo_text:
            self.tab.document.undo()


def screen_of(window: MainWindow) -> QImage:
    """What stands on the screen where diagrams are: what paintings left there, each where it was asked for."""
    QApplication.sendPostedEvents(None, QEvent.Type.UpdateRequest)
    image = window.screen().grabWindow(window.winId()).toImage()
    tabs = window.tabs
    return image.copy(QRect(tabs.mapTo(window, QPoint()), tabs.size())).convertToFormat(QImage.Format.Format_RGB32)


def stale(window: MainWindow) -> str:
    """Where something else stands on the screen than all painted anew, in words; empty if nothing does."""
    shown = screen_of(window)
    for anew, what in ((False, "not painted again"), (True, "painted from a stale cache")):
        _paint_all(window, anew=anew)
        painted = screen_of(window)
        rows, columns = np.nonzero(np.abs(_channels(shown) - _channels(painted)).max(axis=2) > _FAINT)
        if rows.size:
            left, top, right, bottom = map(int, (columns.min(), rows.min(), columns.max(), rows.max()))
            widget = window.tabs.childAt((left + right) // 2, (top + bottom) // 2)
            name = "" if widget is None else f" in {type(widget.parentWidget()).__name__}/{type(widget).__name__}"
            return f"{rows.size} pixels {what}: x {left}..{right}, y {top}..{bottom}{name}"
    return ""


def _paint_all(window: MainWindow, *, anew: bool) -> None:
    """Paint every widget of the window; anew: with nothing kept of what was painted before."""
    for tab in window.tabs.diagrams() if anew else ():
        for view in tab.views():
            _forget(view)
    for widget in (window.tabs, *window.tabs.findChildren(QWidget)):
        if widget.isVisible():
            widget.update()


def _forget(view: CanvasView) -> None:
    """Let go of all pictures of a canvas."""
    scene = view.page_scene
    mirror = scene.mirror
    for item in mirror.order:
        item.drop_pictures()
        item.generation = -1
        item.show(mirror.faces.make(item.block))
    for wire in mirror.wires:
        wire.path = None
    mirror.touched_blocks |= dict.fromkeys(mirror.order)
    mirror.touched_wires |= dict.fromkeys(mirror.wires)
    scene._layers._overview = Overview()  # pyright: ignore[reportPrivateUsage]
    scene.gradient._far.forget()  # pyright: ignore[reportPrivateUsage]
    view.minimap._map = None  # pyright: ignore[reportPrivateUsage]


def _channels(image: QImage) -> Array:
    """Blue, green and red."""
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[:, :, :3].astype(int)
