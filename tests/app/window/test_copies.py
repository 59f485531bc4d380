"""Copies hang at the mouse until a click; they are complete and lie on nothing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.app.window.hands import front, open_window, press
from tests.app.window.test_by_mouse import Mouse

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key
PAGE = """{"format": "gradblocks/1", "pages": [{"name": "main",
"blocks": [
 {"id": "a", "type": "Const", "at": [0, 0], "values": {"val": 1.5}},
 {"id": "n", "type": "Negate", "at": [200, 0]}],
"wires": [["a.output", "n.x"]],
"notes": [{"at": [0, 110], "text": "a note"}],
"frames": [{"at": [-30, -60], "size": [420, 230], "title": "Model"}]}]}"""


class Person(Mouse):
    """Somebody with mouse and keys at the page in a window, at a zoom at which eight copies are in sight."""

    def __init__(self, qtbot: QtBot, folder: Path, page: str = PAGE) -> None:
        path = folder / "page.gradblocks"
        path.write_text(page, "utf-8")
        window, _ = open_window(qtbot)
        window.files.open(path)
        super().__init__(window, front(window))
        QTest.qWait(1)  # the window shows the whole page once it has its size
        self.view.set_zoom(0.4)
        self.view.centerOn(QPointF(600, 400))
        self.first = self.bytes
        self.press(QPointF(1000, 800))
        self.release(QPointF(1000, 800))
        assert self.view.hasFocus()

    @property
    def bytes(self) -> str:
        return self.document.diagram.dumps()

    @property
    def steps(self) -> list[str]:
        return [entry.text for entry in self.document.history.entries[: self.document.history.position]]

    def go(self, x: float, y: float) -> None:
        """Move the mouse itself: the window asks where it is when a key is pressed."""
        viewport = self.view.viewport()
        at = self.view.viewportTransform().map(QPointF(x, y)).toPoint()
        QTest.mouseMove(viewport, at)
        QCursor.setPos(viewport.mapToGlobal(at))
        QTest.qWait(1)
        self.move(QPointF(x, y), held=Qt.MouseButton.NoButton)

    def hit(self, key: Qt.Key, *held: Qt.KeyboardModifier) -> None:
        press(self.view, key, *held)

    def counts(self) -> tuple[int, int, int, int]:
        page = self.page
        return (len(page.blocks), len(page.wires), len(page.notes), len(page.frames))

    def overlaps(self) -> list[tuple[str, str]]:
        """What lies on something else: blocks and notes, and frames on frames."""
        mirror = self.scene.mirror
        things = [(f"block {item.id}", item.rect) for item in mirror.order]
        things += [(f"note {item.index}", item.rect) for item in mirror.notes]
        frames = [(f"frame {item.index}", item.rect) for item in mirror.frames]
        pairs = [*combinations(things, 2), *combinations(frames, 2)]
        return [(a, b) for (a, one), (b, other) in pairs if one.intersects(other)]


def test_duplicates_are_complete_again_and_again(qtbot: QtBot, tmp_path: Path) -> None:
    person = Person(qtbot, tmp_path)
    person.hit(Key.Key_A, CTRL)
    for number, x in ((2, 600.0), (3, 1100.0)):
        person.go(50, 600)
        person.hit(Key.Key_D, CTRL)
        assert person.counts() == (2 * (number - 1), number - 1, number - 1, number - 1)  # nothing is placed yet
        person.go(x, 30)
        person.click(QPointF(x, 30))
        assert person.counts() == (2 * number, number, number, number)
        item = person.scene.mirror.frames[-1]
        assert item.rect.contains(QPointF(x, 30))
        assert (person.scene.selected_notes(), person.scene.selected_frames()) == ([number - 1], [number - 1])
        assert len(person.scene.selected_ids()) == 2
    assert person.wires == ["a.output -> n.x", "a2.output -> n2.x", "a3.output -> n3.x"]
    assert person.overlaps() == []
    assert person.steps == ["Duplicate 2 blocks, 1 note, 1 frame"] * 2
    assert person.scene.page is person.page
    person.hit(Key.Key_Z, CTRL)
    person.hit(Key.Key_Z, CTRL)
    assert person.bytes == person.first


def test_a_frame_is_copied_with_what_lies_in_it(qtbot: QtBot, tmp_path: Path) -> None:
    person = Person(qtbot, tmp_path)
    person.click(QPointF(300, -50))
    assert (person.scene.selected_ids(), person.scene.selected_frames()) == ([], [0])
    person.hit(Key.Key_X, CTRL)
    assert person.counts() == (0, 0, 0, 0)
    person.go(700, 100)
    person.hit(Key.Key_V, CTRL)
    person.hit(Key.Key_Return)
    assert person.counts() == (2, 1, 1, 1)


@pytest.mark.parametrize("over", [True, False], ids=["over the canvas", "elsewhere"])
def test_eight_pastes_lie_beside_each_other(qtbot: QtBot, tmp_path: Path, over: bool) -> None:
    """With the mouse over the canvas the next key puts the last copy down; without it each has found its place."""
    person = Person(qtbot, tmp_path)
    person.hit(Key.Key_A, CTRL)
    person.hit(Key.Key_C, CTRL)
    if over:
        person.go(500, 350)
    else:
        QCursor.setPos(person.window.mapToGlobal(person.window.menuBar().rect().center()))
    for _ in range(8):
        person.hit(Key.Key_V, CTRL)
    if over:
        assert person.counts()[0] == 2 * 8
        person.click(QPointF(500, 350))
    assert person.counts() == (2 * 9, 9, 9, 9)
    assert person.overlaps() == []
    assert person.steps == ["Paste 2 blocks, 1 note, 1 frame"] * 8
    for _ in range(8):
        person.hit(Key.Key_Z, CTRL)
    assert person.bytes == person.first


def test_copies_that_hang_at_the_mouse_are_given_up(qtbot: QtBot, tmp_path: Path) -> None:
    """Undo gives up what is not placed yet, and nothing that was done before."""
    person = Person(qtbot, tmp_path)
    person.hit(Key.Key_A, CTRL)
    person.hit(Key.Key_Right)
    moved = person.bytes
    ways: list[Callable[[], object]] = [
        lambda: person.hit(Key.Key_Escape),
        lambda: person.hit(Key.Key_Delete),
        lambda: person.hit(Key.Key_Z, CTRL),
        lambda: person.click(QPointF(500, 600), button=Qt.MouseButton.RightButton),
    ]
    for give_up in ways:
        person.go(500, 600)
        person.hit(Key.Key_D, CTRL)
        assert person.scene.page is not person.page
        give_up()
        assert person.bytes == moved
        assert person.scene.page is person.page
        assert person.scene.selected_ids() == ["a", "n"]
        person.go(500, 650)
        assert person.scene.page is person.page


def test_what_hangs_at_the_mouse_is_what_commands_are_about(qtbot: QtBot, tmp_path: Path) -> None:
    """Whether something else is selected or not; who gives it up has nothing to command again."""
    person = Person(qtbot, tmp_path)
    commands = person.window.commands
    person.click(person.body("a"))
    person.hit(Key.Key_C, CTRL)
    for command, x, steps in (
        (Key.Key_D, 50, ["Paste 1 block"]),
        (Key.Key_G, 300, ["Paste 1 block", "Frame selection"]),
    ):
        before = len(person.steps)
        person.hit(Key.Key_Escape)
        person.click(QPointF(1000, 800))
        assert person.scene.selected_ids() == []
        person.go(x, 600)
        person.hit(Key.Key_V, CTRL)
        assert commands["edit.duplicate"].isEnabled() and commands["edit.frame"].isEnabled()
        assert not commands["align.left"].isEnabled()
        person.hit(Key.Key_Escape)
        assert not commands["edit.duplicate"].isEnabled() and not commands["edit.frame"].isEnabled()
        person.hit(Key.Key_V, CTRL)
        person.hit(command, CTRL)
        assert person.steps[before:] == steps
        hangs = person.scene.page is not person.page
        assert hangs is (command == Key.Key_D)


def test_keys_while_copies_hang_at_the_mouse(qtbot: QtBot, tmp_path: Path) -> None:
    """Looking around goes on carrying; what edits is about the copies, which are put down first."""
    person = Person(qtbot, tmp_path)
    person.click(person.body("a"))
    person.go(50, 600)
    person.hit(Key.Key_D, CTRL)
    person.hit(Key.Key_Plus, CTRL)
    person.hit(Key.Key_M)  # the map
    assert person.counts()[0] == 2
    person.hit(Key.Key_B, CTRL)
    assert person.steps == ["Duplicate 1 block", "Mute a2"]
    person.go(300, 700)
    person.hit(Key.Key_D, CTRL)
    person.click(QPointF(300, 700), SHIFT)  # and one more
    person.click(QPointF(500, 700))
    assert person.steps[2:] == ["Duplicate 1 block"] * 2
    assert person.overlaps() == []
