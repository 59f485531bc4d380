"""The part ``events``: random keys, clicks, drags and commands in the real window, and what goes wrong meanwhile."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import shiboken6
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QTabBar, QWidget

from app.window.settings import Settings
from app.window.start import make_application, make_window
from app.window.widgets.questions import UserAnswer
from app.window.window import MainWindow
from blocks.cli.examples import example_texts
from tests.app.window.nested import nested_file
from tests.deep.finding import Finding, foreign
from tests.deep.hooks import noticed

CASES = 500
"""Events in a task."""
_KEYS = [
    getattr(Qt.Key, f"Key_{each}")
    for each in (
        *"ABCDEFGHLMNRSTVWXZ01259", "F1", "F2", "F3", "Delete", "Backspace", "Escape", "Return", "Tab", "Left", "Right",
        "Up", "Down", "Home", "End", "Space", "Plus", "Minus", "Slash", "Period", "Comma", "PageUp", "PageDown",
    )
]  # fmt: skip
_HELD = [Qt.KeyboardModifier.NoModifier] * 4 + [
    Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
]  # fmt: skip
_BUTTONS = [Qt.MouseButton.LeftButton] * 6 + [Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton]
# They end the program, or ask in dialogs of the system.
_LEFT_OUT = {"file.quit", "file.open", "file.import", "help.about"}
_IMPATIENT = 100
"""Milliseconds after which a loop of events that is inside an event (the menu of a button) is ended."""
_TYPED = 'abMul12.[,]-e "é{'


def run(seed: int, number: int) -> list[Finding]:
    """A task: so many events in a new window, with an example open."""
    make_application()
    rng = random.Random(f"events/{seed}/{number}")
    findings: list[Finding] = []
    with tempfile.TemporaryDirectory() as folder, noticed(findings):
        window = make_window(Settings(Path(folder) / "editor.json"), Path(folder) / "state")
        window.ask = _Answers(rng, Path(folder))  # type: ignore[assignment]
        impatience = QTimer(window, interval=_IMPATIENT)
        impatience.timeout.connect(_close_asking)
        impatience.start()
        window.resize(1300, 850)
        window.show()
        names = sorted(example_texts())
        if rng.random() < 0.5:
            window.files.open(nested_file(Path(folder)))
        else:
            window.files.open_example(rng.choice(names))
        _let_go(5)
        for i in range(CASES):
            before = len(findings)
            what = rng.choice(_ACTS)
            try:
                what(rng, window)
                if i % 3 == 0:
                    _let_go(1)
            except Exception as error:
                findings.append(foreign(error))
            for each in findings[before:]:
                each["text"] = f"{what.__name__} at {i}: {each['text']}"
            if not window.tabs.diagrams():
                window.files.open_example(rng.choice(names))
            elif len(window.tabs.diagrams()) > 4:
                window.close_front()
        _close(window)
    return findings


class _Answers:
    """Answers questions by lot."""

    def __init__(self, rng: random.Random, folder: Path) -> None:
        self._rng, self._folder = rng, folder

    def keep(self, name: str) -> UserAnswer:
        return self._rng.choice(list(UserAnswer))

    def lose(self, name: str, text: str, answers: Sequence[UserAnswer]) -> UserAnswer:
        return self._rng.choice(list(UserAnswer))

    def overwrite(self, *_texts: str) -> bool:
        return self._rng.random() < 0.5

    discard = forget = sure = overwrite

    def tell(self, text: str, more: str = "", details: str = "") -> None:
        assert "Traceback" not in details, details

    def about(self, text: str, more: str) -> None:
        pass

    def text(self, title: str, label: str, value: str) -> str | None:
        return self._rng.choice([None, "", "a", "a.b", "é" * 50, value])

    def number(self, title: str, label: str, value: int, least: int, most: int) -> int | None:
        return self._rng.choice([None, 1, 3])

    def choice(self, title: str, label: str, texts: Sequence[str]) -> int | None:
        return self._rng.choice([None, *range(len(texts))])

    def file_to_open(self, title: str, kinds: str = "", folder: str = "") -> list[Path]:
        return self._rng.choice([[], [self._folder / "none"], list(self._folder.glob("*.gradblocks"))[:1]])

    def folder(self, title: str) -> Path | None:
        return self._rng.choice([None, self._folder])

    def file_to_save(self, title: str, suggested: str, kinds: str, suffix: str) -> Path | None:
        names: list[Path | None] = [None, self._folder / f"a.{suffix}", self._folder / "no folder" / "a"]
        return self._rng.choice(names)


def _let_go(times: int) -> None:
    """Let happen what was set off, and close what waits for an answer of a person."""
    for _ in range(times):
        QApplication.processEvents()
        _close_asking()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # no loop of events runs that would do it


def _close_asking() -> None:
    for _ in range(5):
        shown = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if shown is None:
            break
        shown.close()


def _close(window: MainWindow) -> None:
    for tab in window.tabs.diagrams():
        tab.document.history.mark_clean()
    window.close()
    window.deleteLater()
    _let_go(3)


def _target(rng: random.Random, window: MainWindow) -> QWidget:
    """Where something happens: mostly on the canvas, else on any widget that is in sight."""
    tab = window.tab
    if tab is not None and rng.random() < 0.6:
        return tab.view.viewport()
    seen = [w for w in window.findChildren(QWidget) if w.isVisible() and w.isEnabled()]
    return rng.choice(seen) if seen else window


def _place(rng: random.Random, widget: QWidget, window: MainWindow) -> QPointF:
    """A point of the widget that the screen shows: Qt does not show a menu that opens below the screen."""
    at = _point(rng, widget, window)
    seen, global_at = widget.screen().geometry(), widget.mapToGlobal(at).toPoint()
    if not seen.contains(global_at):  # the window may be larger than the screen
        widget.window().move(widget.window().pos() + seen.center() - global_at)
    return at


def _point(rng: random.Random, widget: QWidget, window: MainWindow) -> QPointF:
    tab = window.tab
    if tab is not None and widget is tab.view.viewport() and tab.page.blocks and rng.random() < 0.6:
        rect = tab.scene.block_rect(rng.choice(tab.page.blocks).id)
        at = QPointF(rect.x() + rng.uniform(-4, rect.width() + 4), rect.y() + rng.uniform(-4, rect.height() + 4))
        at, seen = tab.view.viewportTransform().map(at), widget.rect()
        return QPointF(min(max(at.x(), 0), seen.right()), min(max(at.y(), 0), seen.bottom()))
    return QPointF(rng.randrange(max(1, widget.width())), rng.randrange(max(1, widget.height())))


def _mouse(kind: QEvent.Type, widget: QWidget, at: QPointF, button: Any, held: Any, keys: Any) -> None:
    if not shiboken6.isValid(widget):  # an event before went to its end
        return
    QApplication.sendEvent(widget, QMouseEvent(kind, at, QPointF(widget.mapToGlobal(at)), button, held, keys))


_NONE = Qt.MouseButton.NoButton


def _click(rng: random.Random, window: MainWindow) -> None:
    widget = _target(rng, window)
    at, button, keys = _place(rng, widget, window), rng.choice(_BUTTONS), rng.choice(_HELD)
    _mouse(QEvent.Type.MouseMove, widget, at, _NONE, _NONE, keys)
    _mouse(QEvent.Type.MouseButtonPress, widget, at, button, button, keys)
    _mouse(QEvent.Type.MouseButtonRelease, widget, at, button, _NONE, keys)
    if rng.random() < 0.2:
        _mouse(QEvent.Type.MouseButtonDblClick, widget, at, button, button, keys)
        _mouse(QEvent.Type.MouseButtonRelease, widget, at, button, _NONE, keys)


def _drag(rng: random.Random, window: MainWindow) -> None:
    tab = window.tab
    widget = tab.view.viewport() if tab is not None else _target(rng, window)
    start, end = _place(rng, widget, window), _place(rng, widget, window)
    button, keys = rng.choice(_BUTTONS), rng.choice(_HELD)
    _mouse(QEvent.Type.MouseButtonPress, widget, start, button, button, keys)
    for i in range(1, 5):
        _mouse(QEvent.Type.MouseMove, widget, start + (end - start) * (i / 4), _NONE, button, keys)
        if rng.random() < 0.1:
            rng.choice(_BETWEEN)(rng, window)  # in the middle of a gesture
    _mouse(QEvent.Type.MouseButtonRelease, widget, end, button, _NONE, keys)  # a hand always lets go


def _key(rng: random.Random, window: MainWindow) -> None:
    widget = QApplication.focusWidget() if rng.random() < 0.7 else _target(rng, window)
    key, keys = rng.choice(_KEYS), rng.choice(_HELD)
    text = rng.choice(_TYPED) if rng.random() < 0.5 else ""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(widget or window, QKeyEvent(kind, key, keys, text))


def _wheel(rng: random.Random, window: MainWindow) -> None:
    widget = _target(rng, window)
    at = _place(rng, widget, window)
    turned = QPoint(0, rng.choice([-120, 120, 15, -15, 12000]))
    event = QWheelEvent(
        at,
        QPointF(widget.mapToGlobal(at)),
        QPoint(),
        turned,
        _NONE,
        rng.choice(_HELD),
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def _command(rng: random.Random, window: MainWindow) -> None:
    name = rng.choice([each for each in window.commands.commands if each not in _LEFT_OUT])
    if window.commands[name].isEnabled():
        window.commands.trigger(name)


def _menu(rng: random.Random, window: MainWindow) -> None:
    widget = _target(rng, window)
    at = _place(rng, widget, window).toPoint()
    QApplication.sendEvent(widget, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, widget.mapToGlobal(at)))


def _hold(rng: random.Random, window: MainWindow) -> None:
    """Press on a tab, let other things happen, and drag it on."""
    bars = [bar for bar in window.findChildren(QTabBar) if bar.isVisible() and bar.count()]
    if not bars:
        return
    bar = rng.choice(bars)
    at = QPointF(bar.tabRect(rng.randrange(bar.count())).center())
    _mouse(QEvent.Type.MouseButtonPress, bar, at, Qt.MouseButton.LeftButton, Qt.MouseButton.LeftButton, _HELD[0])
    for _ in range(rng.randrange(1, 6)):
        if rng.random() < 0.5:
            rng.choice(_BETWEEN)(rng, window)
        else:
            at += QPointF(rng.randrange(-90, 90), rng.randrange(-3, 4))
            _mouse(QEvent.Type.MouseMove, bar, at, _NONE, Qt.MouseButton.LeftButton, _HELD[0])
    _mouse(QEvent.Type.MouseButtonRelease, bar, at, Qt.MouseButton.LeftButton, _NONE, _HELD[0])


def _rest(rng: random.Random, window: MainWindow) -> None:
    """Let the mouse come, rest until a tip is due, and perhaps leave."""
    widget = _target(rng, window)
    at = _place(rng, widget, window)
    _mouse(QEvent.Type.MouseMove, widget, at, _NONE, _NONE, _HELD[0])
    if shiboken6.isValid(widget):
        help_event = QHelpEvent(QEvent.Type.ToolTip, at.toPoint(), widget.mapToGlobal(at.toPoint()))
        QApplication.sendEvent(widget, help_event)
    if rng.random() < 0.5 and shiboken6.isValid(widget):
        QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))


def _resize(rng: random.Random, window: MainWindow) -> None:
    window.resize(rng.choice([400, 900, 1300, 2500]), rng.choice([300, 700, 850, 1800]))


def _dock(rng: random.Random, window: MainWindow) -> None:
    rng.choice(window.findChildren(QDockWidget)).setVisible(rng.random() < 0.7)


def _pause(rng: random.Random, window: MainWindow) -> None:
    _let_go(rng.randrange(1, 4))


_BETWEEN = [_key, _key, _command, _dock, _wheel, _rest, _pause]
"""What may happen while a button of the mouse is down."""
_ACTS: list[Callable[[random.Random, MainWindow], None]] = [
    *[_click] * 8, *[_drag] * 6, *[_key] * 8, *[_wheel] * 2, *[_command] * 6, *[_rest] * 2, *[_hold] * 2,
    _menu, _resize, _dock, _pause,
]  # fmt: skip
