"""The history of a page as steps, in a window and in a web page."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.core.replay import Replay
from app.core.verbs import add_block, set_value
from app.panels.replay import ReplayWindow
from blocks.document.changes import RenamePage
from tests.app.web_page.test_web_page import data_in
from tests.app.window.hands import front, open_window, settle


def test_the_history_of_a_page_is_replayed_and_exported(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers = open_window(qtbot)
    window.files.new()
    tab = front(window)
    document, name = tab.document, tab.page_name
    assert not window.commands["help.replay"].isEnabled()
    for place, block in enumerate(("Const", "Square", "Exp")):
        document.do(*add_block(document.page(name), block, (200.0 * place, 0.0))[:2])
    document.do(RenamePage(name, "lesson"), "Rename page")
    window.commands.trigger("file.add_page")  # an edit that is no step of this page
    tab.show_page("lesson")
    edit = set_value(tab.page, "Square1", "x", 2.0)
    assert edit is not None
    document.do(*edit)
    document.undo()  # nor is this one
    before = document.diagram.dumps()

    steps = Replay(document, "lesson").steps
    assert [step.page for step in steps] == [name] * 4 + ["lesson"]
    window.commands.trigger("help.replay")
    [replay] = window.findChildren(ReplayWindow)
    settle(qtbot, replay.isVisible)
    shown, room = replay.view.mapFromScene(replay.view.area).boundingRect(), replay.view.viewport().size()
    assert max(shown.width() / room.width(), shown.height() / room.height()) > 0.8
    counts: list[int] = []
    replay.slider.valueChanged.connect(lambda: counts.append(len(replay.scene.page.blocks)))
    assert (replay.slider.value(), len(replay.scene.page.blocks)) == (0, 0)
    replay.speed.setCurrentIndex(replay.speed.count() - 1)
    replay.play.click()
    settle(qtbot, lambda: replay.slider.value() == 4)
    assert counts == [1, 2, 3, 3] and replay.scene.page.name == "lesson"
    assert steps[-1].text in replay.text.text()
    replay.slider.setValue(1)
    assert [block.type for block in replay.scene.page.blocks] == ["Const"]
    answers.to_save = tmp_path / "page.html"
    replay.export_wanted.emit()
    history = data_in(answers.to_save.read_text("utf-8"))["history"]
    assert [len(frame["blocks"]) for frame in history["frames"]] == [0, 1, 2, 3, 3]
    assert len(history["items"]) == 3  # what stays is there once
    assert document.diagram.dumps() == before
