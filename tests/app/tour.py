"""The first five minutes of somebody who never saw the editor, by mouse and keys: the first lesson, task by task.

``python -m tests.app.pictures tour`` makes the pictures of README of it anew; a test takes the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from app.canvas.items import PinKey
from app.panels.editors.value_edit import ValueEdit
from app.panels.exercise import DONE
from app.window.tabs import DiagramTab
from app.window.widgets.welcome import Welcome
from app.window.window import MainWindow

Wait = Callable[[Callable[[], bool]], None]
_LEFT, _NONE, _CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


class Tour:
    """Takes the first lesson.

    Args:
        window: the window, with the welcome page in front.
        wait: waits until something is true.
        rest: what a person needs between two things to do.
    """

    def __init__(self, window: MainWindow, wait: Wait, rest: Callable[[], None]) -> None:
        self.window = window
        self._wait = wait
        self._rest = rest
        self._panel = window.exercises.panel

    @property
    def tab(self) -> DiagramTab:
        """The page of the lesson."""
        tab = self.window.tab
        assert tab is not None
        return tab

    def begin(self) -> None:
        """Click on the lesson on the welcome page."""
        row = self.window.findChild(QAbstractButton, "lesson.first_steps")
        assert row is not None
        QTest.mouseClick(row, _LEFT)
        panel = self._panel
        self._wait(lambda: panel.isVisible() and panel.task.isVisible() and self.tab.view.isVisible())

    def tasks(self) -> Iterator[str]:
        """Do one task after the other, and give its name once the lesson has noticed."""
        for act in (self.draw, self.value, self.wire, self.run, self.differentiate, self.stop, self.mute):
            self._rest()
            act()
            self._wait(lambda: self._panel.task.text().startswith(DONE))
            yield act.__name__
            QTest.mouseClick(self._panel.next, _LEFT)

    def draw(self) -> None:
        """Tab, the name of a type, Enter."""
        edit = self.window.panels.quick_search.edit
        QTest.keyClick(self.tab.view, Qt.Key.Key_Tab)
        QTest.keyClicks(edit, "Variable")
        QTest.keyClick(edit, Qt.Key.Key_Return)

    def value(self) -> None:
        """Double-click the row in the block, write, Enter."""
        pin = self.tab.scene.pin_position(PinKey(self._block("Variable"), "initvalues", None, is_input=True))
        assert pin is not None
        port, at = self.tab.view.viewport(), self.tab.view.viewportTransform().map(pin + QPointF(30, 0)).toPoint()
        QTest.mouseClick(port, _LEFT, _NONE, at)
        QTest.mouseDClick(port, _LEFT, _NONE, at)
        self._wait(lambda: isinstance(QApplication.focusWidget(), ValueEdit))
        self._rest()
        field = QApplication.focusWidget()
        assert isinstance(field, ValueEdit)
        QTest.keyClicks(field, "3.0")
        QTest.keyClick(field, Qt.Key.Key_Return)

    def wire(self) -> None:
        """Drag a wire into the empty, and take what fits there."""
        begin = self.tab.scene.pin_position(PinKey(self._block("Variable"), "ref", None, is_input=False))
        assert begin is not None
        port, place = self.tab.view.viewport(), self.tab.view.viewportTransform().map
        end = begin + QPointF(120, 0)
        QTest.mousePress(port, _LEFT, _NONE, place(begin).toPoint())
        for at in ((begin + end) / 2, end):
            QTest.mouseMove(port, place(at).toPoint())
        QTest.mouseRelease(port, _LEFT, _NONE, place(end).toPoint())
        edit = self.window.panels.quick_search.edit
        QTest.keyClicks(edit, "square")
        QTest.keyClick(edit, Qt.Key.Key_Return)

    def run(self) -> None:
        """Ctrl+Return."""
        QTest.keyClick(self.tab.view, Qt.Key.Key_Return, _CTRL)

    def differentiate(self) -> None:
        """D on the square."""
        self._select("Square")
        QTest.keyClick(self.tab.view, Qt.Key.Key_D)

    def stop(self) -> None:
        """Drop a StopGradient on the wire."""
        [wire] = self.tab.scene.mirror.wires
        (x, y), (u, v) = wire.points[0], wire.points[-1]
        self.tab.view.type_dropped.emit("StopGradient", QPointF((x + u) / 2, (y + v) / 2), "")

    def mute(self) -> None:
        """Ctrl+B on it."""
        self._select("StopGradient")
        QTest.keyClick(self.tab.view, Qt.Key.Key_B, _CTRL)

    def _block(self, kind: str) -> str:
        return next(block.id for block in self.tab.page.blocks if block.type == kind)

    def _select(self, kind: str) -> None:
        """Click on the title of a block."""
        corner = self.tab.view.viewportTransform().map(self.tab.scene.block_rect(self._block(kind)).topLeft())
        QTest.mouseClick(self.tab.view.viewport(), _LEFT, _NONE, (corner + QPointF(14, 8)).toPoint())


def pictures(window: MainWindow, wait: Wait, save: Callable[[str, QWidget], None], rest: Callable[[], None]) -> None:
    """Save a picture of each thing that happens: the page that greets, the tasks, and an example after some steps."""
    window.show_welcome()
    page = window.findChild(Welcome)
    assert isinstance(page, Welcome)
    wait(lambda: page.is_drawn)
    rest()
    save("tour-1-welcome", window)
    tour = Tour(window, wait, rest)
    tour.begin()
    names = {"wire": "tour-2-draw", "run": "tour-3-run", "differentiate": "tour-4-gradient", "stop": "tour-5-stop"}
    for task in tour.tasks():
        if task in names:
            tour.tab.view.fit(tour.tab.scene.content_rect(), 1.0)
            rest()
            save(names[task], window)
    window.exercises.end()
    window.files.open_example("gradient_descent_three_ways")
    if window.gradients.is_shown:
        window.gradients.flip()
    rest()
    window.run(20)
    wait(lambda: not tour.tab.engine.running)
    rest()
    save("tour-6-example", window)
