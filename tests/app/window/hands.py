"""What the tests of the window share: a window with answers prepared, and its parts to click on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.window.settings import Settings
from app.window.start import make_window
from app.window.tabs import DiagramTab
from app.window.widgets.questions import DIAGRAMS, Questions, UserAnswer
from app.window.window import MainWindow


class Answers(Questions):
    """Answers questions as a test wants, and notes what was asked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.asked: list[str] = []
        self.keep_answer = UserAnswer.CANCEL
        self.lose_answer = UserAnswer.DISCARD
        self.yes = False
        self.to_open: list[Path] = []
        self.to_save: Path | None = None
        self.typed: str | None = None

    def keep(self, name: str) -> UserAnswer:
        self.asked.append(f"keep {name}")
        return self.keep_answer

    def lose(self, name: str, more: str, answers: Sequence[UserAnswer]) -> UserAnswer:
        self.asked.append(f"lose {name}: {more}")
        return self.lose_answer

    def overwrite(self, name: str) -> bool:
        self.asked.append(f"overwrite {name}")
        return self.yes

    def discard(self, name: str) -> bool:
        self.asked.append(f"discard {name}")
        return self.yes

    def forget(self, name: str) -> bool:
        self.asked.append(f"forget {name}")
        return self.yes

    def sure(self, text: str, more: str, word: str) -> bool:
        self.asked.append(f"sure {text}")
        return self.yes

    def folder(self, title: str) -> Path | None:
        self.asked.append(f"folder {title}")
        return self.to_save

    def tell(self, text: str, more: str = "", details: str = "") -> None:
        self.asked.append(f"tell {text} {more} {details}")

    def inform(self, text: str, more: str = "", details: str = "") -> None:
        self.asked.append(f"inform {text} {more} {details}")

    def about(self, text: str, more: str) -> None:
        self.asked.append(f"about {text}")

    def text(self, title: str, label: str, value: str) -> str | None:
        self.asked.append(f"text {title} {value}")
        return self.typed

    def number(self, title: str, label: str, value: int, least: int, most: int) -> int | None:
        self.asked.append(f"number {title} {value}")
        return int(self.typed) if self.typed is not None else None

    def choice(self, title: str, label: str, texts: Sequence[str]) -> int | None:
        self.asked.append(f"choice {title}")
        return next((i for i, text in enumerate(texts) if self.typed and text.startswith(self.typed)), None)

    def file_to_open(self, title: str, kinds: str = DIAGRAMS, folder: str = "") -> list[Path]:
        self.asked.append(f"open {title}")
        return self.to_open

    def file_to_save(self, title: str, suggested: str, kinds: str, suffix: str) -> Path | None:
        self.asked.append(f"save {title} {Path(suggested).name}")
        return self.to_save


def open_window(
    qtbot: QtBot, settings: Settings | None = None, state: Path | None = None
) -> tuple[MainWindow, Answers]:
    """A window on the screen, with the welcome page; ``state`` is the folder of its journals and locks."""
    window = make_window(settings if settings is not None else Settings(), state)
    answers = Answers(window)
    answers.keep_answer = UserAnswer.DISCARD
    window.ask = answers
    window.show_welcome()
    window.resize(1200, 800)
    qtbot.addWidget(window, before_close_func=lambda _: None)
    with qtbot.waitActive(window):  # keys of an inactive window do nothing
        window.show()
        window.activateWindow()
    return window, answers


def front(window: MainWindow) -> DiagramTab:
    """The diagram in front."""
    tab = window.tab
    assert tab is not None
    return tab


def settle(qtbot: QtBot, done: Callable[[], bool]) -> None:
    """Wait until something is true."""
    qtbot.waitUntil(done)


def rest(qtbot: QtBot, widget: QWidget, place: Callable[[], QPoint], done: Callable[[], bool]) -> None:
    """Move the mouse to a place until that is noticed.

    A window that is about to go may take a move; panels may still find their sizes, and what is looked for then moves.
    """

    def noticed() -> bool:
        at = place()
        for point in (at + QPoint(1, 1), at):  # to the widget itself: a window of an earlier test may lie there
            where, far = QPointF(point), QPointF(widget.mapToGlobal(point))
            none = Qt.MouseButton.NoButton
            event = QMouseEvent(QEvent.Type.MouseMove, where, far, none, none, Qt.KeyboardModifier.NoModifier)
            QApplication.sendEvent(widget, event)
        return done()

    qtbot.waitUntil(noticed)


def press(widget: QWidget, key: Qt.Key, *held: Qt.KeyboardModifier) -> None:
    """Press a key, with others held."""
    modifiers = Qt.KeyboardModifier.NoModifier
    for each in held:
        modifiers |= each
    QTest.keyClick(widget, key, modifiers)


def type_in(widget: QWidget, text: str) -> None:
    """Type letters."""
    QTest.keyClicks(widget, text)


def right_click(widget: QWidget, at: QPoint) -> None:
    """Click with the right button."""
    QTest.mouseClick(widget, Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier, at)


def click(widget: QWidget, at: QPoint | None = None) -> None:
    """Click with the left button."""
    place = at if at is not None else widget.rect().center()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)


def drop_file(widget: QWidget, path: Path) -> None:
    """Drag a file from the desktop onto a widget and let it go."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    at, copy = QPoint(50, 50), Qt.DropAction.CopyAction
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(widget, QDragEnterEvent(at, copy, data, left, none))
    QApplication.sendEvent(widget, QDropEvent(QPointF(at), copy, data, left, none))


def click_block(tab: DiagramTab, block: str) -> None:
    """Click on the title of a block."""
    rect = tab.scene.block_rect(block)
    place = tab.view.viewportTransform().map(rect.topLeft())
    click(tab.view.viewport(), QPoint(round(place.x()) + 14, round(place.y()) + 8))
