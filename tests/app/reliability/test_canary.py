"""Markup in every text of a document: shown letter by letter, wherever it comes, and no picture is ever fetched."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QPoint
from PySide6.QtGui import QHelpEvent, QImage, Qt, QTextDocument
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDockWidget,
    QLabel,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QTextEdit,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.window.settings import Settings
from app.window.widgets.questions import Questions
from app.window.window import MainWindow
from tests.app.window.hands import front, open_window, settle
from tests.app.window.processes import Editor
from tests.reliability.watching import Watched


class Trap:
    """A picture on the disk that nobody has a reason to open, and the markup that asks for it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        picture = QImage(4, 4, QImage.Format.Format_RGB32)
        picture.fill(0)
        assert picture.save(str(self.folder / "p.png"))
        # As a name it may hold neither dots nor slashes; markup has other words for them.
        url = f"file://{self.folder}/p.png".replace("/", "&#47;").replace(".", "&#46;")
        self.markup = f'<img src="{url}"><a href="x">x'

    def diagram(self) -> dict[str, Any]:
        """A diagram in which every text is the markup."""
        m = self.markup
        blocks = [
            {"id": m, "type": "Const", "at": [0, 0], "values": {"val": [m], "dtype": "DT_STRING", m: m}, m: m},
            {"id": f"{m}2", "type": m, "at": [300, 0], "values": {m: m}},
            {
                "id": f"{m}3",
                "type": "MirrorPad",
                "at": [0, 200],
                "values": {"mode": m, "paddings": [[0, 0]], "input": m},
            },
            {"id": f"{m}4", "type": "Const", "at": [300, 200], "values": {"val": {"file": m}, "dtype": m}},
            {"id": f"{m}5", "type": "Print", "at": [0, 400], "values": {"message": m, "input": 1.0}},
            {"id": f"{m}6", "type": "Assert", "at": [300, 400], "values": {"condition": False, "data": m}},
            {"id": f"{m}7", "type": "StringJoin", "at": [0, 600], "values": {"separator": m}},
        ]
        wires = [[f"{m}.output", f"{m}7.inputs"], [f"{m}.{m}", f"{m}3.{m}"]]
        notes = [{"at": [0, 900], "text": m, m: m}]
        frames = [{"at": [-20, -20], "size": [900, 900], "title": m, "color": m}]
        page = {"name": m, "blocks": blocks, "wires": wires, "notes": notes, "frames": frames, m: m}
        good = {**page, "name": f"{m}good", "blocks": [blocks[0], blocks[4], blocks[6]], "wires": wires[:1]}
        return {"format": "gradblocks/1", "title": m, "pages": [page, good], m: m}

    def trained(self) -> dict[str, Any]:
        """One with nothing wrong in it: a square, its gradient and a display, all with the markup for a name."""
        m = self.markup
        blocks = [
            {"id": m, "type": "Variable", "at": [0, 0], "values": {"initvalues": [1.0, 2.0]}},
            {"id": f"{m}2", "type": "Square", "at": [300, 0]},
            {"id": f"{m}3", "type": "Sum", "at": [600, 0], "values": {"axis": [0]}},
            {"id": f"{m}4", "type": "AddSymbolicGradients", "at": [900, 0]},
            {"id": f"{m}5", "type": "StopGradient", "at": [300, 200]},
            {"id": f"{m}6", "type": "TrendDisplay", "at": [900, 200]},
        ]
        wires = [
            [f"{m}.ref", f"{m}2.x"], [f"{m}2.y", f"{m}3.input"], [f"{m}3.output", f"{m}4.outputs"],
            [f"{m}.ref", f"{m}4.inputs"], [f"{m}2.y", f"{m}5.input"], [f"{m}3.output", f"{m}6.input"],
        ]  # fmt: skip
        frames = [{"at": [-20, -20], "size": [900, 900], "title": m}]
        page = {"name": m, "blocks": blocks, "wires": wires, "frames": frames}
        return {"format": "gradblocks/1", "title": m, "pages": [page]}

    def write(self, folder: Path, diagram: dict[str, Any] | None = None) -> Path:
        """A diagram (the one with markup everywhere) as a file with a name to match."""
        path = folder / f"{self.markup}.gradblocks"
        path.write_text(json.dumps(diagram or self.diagram()), "utf-8")
        return path


@pytest.fixture
def trap() -> Iterator[Trap]:
    with tempfile.TemporaryDirectory(prefix="t") as folder:  # its name must fit into the name of a file
        yield Trap(Path(folder))


def as_markup(text: str) -> bool:
    """Whether Qt would take a text for markup and fetch the picture in it."""
    return "<img" in text and Qt.mightBeRichText(text)


def look() -> list[str]:
    """The widgets that show a text of the document as markup; paints all that are on the screen."""
    leaks: list[str] = []
    for widget in QApplication.allWidgets():
        name = f"{type(widget).__name__} {widget.objectName()}"
        if isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText and as_markup(widget.text()):
            leaks.append(f"text of {name}")
        if as_markup(widget.toolTip()) or as_markup(widget.whatsThis()):
            leaks.append(f"tip of {name}: {widget.toolTip()[:60]}")
        if isinstance(widget, QTextEdit | QPlainTextEdit) and pictures(widget.document()):
            leaks.append(f"document of {name}")
        if isinstance(widget, QAbstractItemView) and widget.model():
            leaks += [f"tip in {name}" for text in item_tips(widget) if as_markup(text)]
        if not isinstance(widget, QMenu) or widget.toolTipsVisible():
            leaks += [f"tip of the command {a.text()[:20]}" for a in widget.actions() if as_markup(a.toolTip())]
        if widget.isWindow() and widget.isVisible():
            widget.grab()
    return leaks


def pictures(document: QTextDocument) -> bool:
    """Whether there is a picture from outside the program in a text."""
    return "file:" in document.toHtml().replace("&lt;img", "").partition("<img")[2]


def item_tips(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
    for row in range(min(model.rowCount(QModelIndex()), 50)):
        for column in range(min(columns, 5)):
            tip = model.index(row, column).data(Qt.ItemDataRole.ToolTipRole)
            if isinstance(tip, str):
                yield tip


def hover(window: MainWindow) -> None:
    """Rest the mouse all over the canvas."""
    view = front(window).view
    for x in range(20, view.viewport().width(), 40):
        for y in range(20, view.viewport().height(), 30):
            at = QPoint(x, y)
            event = QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
            QApplication.sendEvent(view.viewport(), event)
            assert not as_markup(QToolTip.text())


def test_the_watch_sees_what_markup_would_fetch(qtbot: QtBot, trap: Trap) -> None:
    with Watched(trap.folder) as watched:
        label = QLabel(trap.markup)
        qtbot.addWidget(label)
        label.show()
        label.grab()
        assert "p.png" in watched.opened()
        assert any(leak.startswith("text of QLabel") for leak in look())


def test_nothing_that_a_document_says_is_markup(qtbot: QtBot, tmp_path: Path, trap: Trap) -> None:
    path = trap.write(tmp_path)
    window, answers = open_window(qtbot, Settings(tmp_path / "s.json"), tmp_path / "state")
    window.resize(1500, 1000)
    with Watched(trap.folder) as watched:
        window.files.open(path)
        tab = front(window)
        leaks: list[str] = []
        for place in range(2):
            tab.show_page(tab.document.pages[place].name)
            settle(qtbot, lambda: tab.engine.seen(tab.page_name) is not None)
            window.commands.trigger("view.fit")
            for dock in window.findChildren(QDockWidget):
                dock.show()
                dock.raise_()
            window.panels.show_help()
            window.panels.open_find()
            window.panels.find.edit.setText("img")
            window.run(1)
            settle(qtbot, lambda: not tab.engine.running)
            for block in tab.page.blocks:
                tab.scene.select([block.id])
                QApplication.processEvents()
                window.panels.show_help()
                leaks += look()
            hover(window)
            tab.scene.select_all()
            window.commands.trigger("edit.delete")
            QApplication.processEvents()
            leaks += look()
            window.commands.trigger("edit.undo")
        window.commands.trigger("gradient.view")
        QApplication.processEvents()
        leaks += look()
        answers.to_save, answers.typed = tmp_path / "out.svg", "Light"
        window.commands.trigger("file.svg")
        assert answers.to_save.exists()
        window.status.warn(trap.markup)
        window.status.say(trap.markup)
        tab.notice.say(trap.markup, trap.markup, lambda: None)
        QApplication.processEvents()
        leaks += look()
        window.show_welcome()
        QApplication.processEvents()
        leaks += look()
        assert leaks == []
        assert watched.opened() == []


def test_what_is_found_out_about_a_page_is_no_markup(qtbot: QtBot, tmp_path: Path, trap: Trap) -> None:
    """Gradients, their checks and formulas, timings, tags, curves, the history."""
    path = trap.write(tmp_path, trap.trained())
    window, answers = open_window(qtbot, Settings(tmp_path / "s.json"), tmp_path / "state")
    window.resize(1500, 1000)
    with Watched(trap.folder) as watched:
        window.files.open(path)
        tab = front(window)
        settle(qtbot, lambda: tab.engine.seen(tab.page_name) is not None)
        assert not tab.engine.problems(tab.page_name)
        window.commands.trigger("run.run")
        settle(qtbot, lambda: not tab.engine.running)
        window.commands.trigger("view.timings")
        settle(qtbot, lambda: tab.scene.times.face is not None)
        tab.scene.select([f"{trap.markup}3"])
        window.commands.trigger("gradient.of")
        names = [name for name in window.commands.commands if name.startswith(("gradient.", "edit.tag"))]
        leaks: list[str] = []
        for block in [block.id for block in tab.page.blocks]:
            for name in names:
                tab.scene.select([block])
                QApplication.processEvents()
                if window.commands[name].isEnabled():
                    window.commands.trigger(name)
            for dock in window.findChildren(QDockWidget):
                dock.show()
                dock.raise_()
            QApplication.processEvents()
            leaks += look()
        window.commands.trigger("view.fit")
        hover(window)
        settle(qtbot, lambda: not tab.engine.running)
        leaks += look()
        leaks += [each for each in answers.asked if "Traceback" in each]
        assert leaks == []
        assert watched.opened() == []


def test_questions_and_messages_are_no_markup(qtbot: QtBot, trap: Trap, monkeypatch: pytest.MonkeyPatch) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    leaks: list[str] = []

    def run(box: QMessageBox) -> int:
        box.show()
        QApplication.processEvents()
        leaks.extend(look())
        box.close()
        box.deleteLater()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", run)
    ask, m = Questions(parent), trap.markup
    with Watched(trap.folder) as watched:
        ask.keep(m)
        ask.overwrite(m)
        ask.discard(m)
        ask.forget(m)
        ask.tell(m, m, m)
        ask.about(m, m)
        QApplication.processEvents()
        assert leaks == []
        assert watched.opened() == []


def test_a_broken_file_and_unsaved_work_are_no_markup(qtbot: QtBot, tmp_path: Path, trap: Trap) -> None:
    path = trap.write(tmp_path)
    drive = """
        tab = window().tab
        tab.tools.add("Negate")
        say("edited")
    """
    with Editor(tmp_path, path, drive) as editor:
        assert editor.line() == "edited"
        editor.kill()
    broken = tmp_path / f"{trap.markup}b.gradblocks"
    data = trap.diagram()
    data["pages"][0]["blocks"] += data["pages"][0]["blocks"][:1]
    broken.write_text(json.dumps(data))
    with Watched(trap.folder) as watched:
        window, _ = open_window(qtbot, state=tmp_path / "state" / "gradblocks")
        assert window.files.recovery.offer()
        QApplication.processEvents()
        leaks = look()
        window.files.open(broken)
        QApplication.processEvents()
        leaks += look()
        assert leaks == []
        assert watched.opened() == []
