"""Every window beside the main one, every menu and what stands in its place, with something in it: for tests of all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QDialog, QInputDialog, QMenu, QMessageBox, QWidget

from app.panels.experiments.runs import CompareWindow
from app.window.documents.files import MissingFiles
from app.window.documents.opening import OpeningTab
from app.window.widgets.conflicts_window import ConflictsWindow
from app.window.widgets.questions import Questions
from app.window.window import MainWindow
from blocks.document.file import loads
from blocks.document.merging.conflicts import conflicts_in
from blocks.document.merging.merge import merge
from blocks.interchange.enuspace.paths import FileName
from tests.app.window.hands import front

EXAMPLE = "gan_step"
_COMMANDS = (
    "help.shortcuts", "help.manual", "edit.preferences", "composite.packages", "run.sweep", "train.loss", "train.step",
    "composite.loop", "display.enlarge", "file.torch", "file.make_exercise", "help.replay",
)  # fmt: skip
_PAGE = {"format": "gradblocks/1", "pages": [{"name": "main", "blocks": [
    {"id": "a_rather_long_name", "type": "Const", "at": [0, 0], "values": {"val": 1.0}}]}]}  # fmt: skip


def windows(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """Each window, with a name to be told by; it is shown, and closed once the next is asked for.

    Args:
        window: the main window, in which `EXAMPLE` is open, and was run.
    """
    for name in _COMMANDS:
        tab = front(window)
        tab.scene.select(["trend" if name == "display.enlarge" else "fake"])
        if name == "help.replay":
            window.commands.trigger("nudge.right")
        yield from _opened(name, lambda name=name: window.commands.trigger(name))
    for make in (_compare, _missing, _conflicts):
        yield from _opened(make.__name__, lambda make=make: make(window).show())


def _opened(name: str, act: Callable[[], object]) -> Iterator[tuple[str, QWidget]]:
    before = {each for each in QApplication.topLevelWidgets() if each.isVisible()}
    act()
    QApplication.processEvents()
    windows = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each not in before]
    assert windows, name
    for each in windows:
        yield name, each
        each.close()


def menus(window: MainWindow) -> Iterator[tuple[str, QMenu]]:
    """Each menu of the bar and those in it, shown."""
    for action in window.menuBar().actions():
        menu = action.menu()
        assert isinstance(menu, QMenu)
        yield from _menu(menu, action.text(), window.mapToGlobal(QPoint(0, 30)))


def _menu(menu: QMenu, name: str, at: QPoint) -> Iterator[tuple[str, QMenu]]:
    menu.popup(at)
    yield name, menu
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            yield from _menu(below, f"{name}/{action.text()}", at)
    menu.close()


def questions(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, QWidget]]:
    """Each question, as a box that is shown and does not wait."""
    dialogs: list[QDialog] = []

    def shown(box: QDialog) -> int:
        box.show()
        dialogs.append(box)
        return 0

    for kind in (QMessageBox, QInputDialog):
        monkeypatch.setattr(kind, "exec", shown)
    ask = Questions(window)
    long = "a_diagram_with_a_rather_long_name_of_its_own"
    for name, act in (
        ("keep", lambda: ask.keep(long)),
        ("overwrite", lambda: ask.overwrite(long)),
        ("discard", lambda: ask.discard(long)),
        ("forget", lambda: ask.forget(long)),
        ("tell", lambda: ask.tell("This cannot be.", "Nothing was changed.", "page 'main': a: unknown type")),
        ("number", lambda: ask.number("Run steps", "Number of steps", 100, 1, 1000)),
        ("text", lambda: ask.text("Rename composite", "Name", long)),
        ("about", window.show_about),
    ):
        act()
        # A frame has room for its title where the window is wider than that and three buttons.
        assert dialogs[-1].width() > dialogs[-1].fontMetrics().horizontalAdvance(dialogs[-1].windowTitle()) + 90, name
        yield name, dialogs[-1]
        dialogs[-1].close()


def _compare(window: MainWindow) -> QWidget:
    tab = front(window)
    run = tab.engine.runner.recorder.runs(tab.root_page)[-1]
    return CompareWindow(run, run, "", window)


def _missing(window: MainWindow) -> QWidget:
    lost = [FileName("main", "images", "filename", f"D:\\mnist\\{name}.idx") for name in ("train", "labels")]
    return MissingFiles(lost, Path(), window)


def _conflicts(window: MainWindow) -> QWidget:
    base, ours, theirs = (loads(json.dumps(_PAGE), "p") for _ in range(3))
    for diagram, number in ((ours, 1.5), (theirs, 2.5)):
        diagram.page("main").set("a_rather_long_name", val=number)
    conflicts = ConflictsWindow(window)
    conflicts.show_conflicts(conflicts_in(merge(base.document, ours.document, theirs.document).document))
    return conflicts


def failed_opening() -> QWidget:
    """What stands in the place of a diagram that cannot be read."""
    tab = OpeningTab("a_diagram_with_a_rather_long_name", Path("/a/folder/of/some/length/a_diagram.gradblocks"))
    tab.fail(["page 'main': block 'a': there is no block type 'Foo'"])
    return tab
