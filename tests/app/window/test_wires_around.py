"""Wires go around blocks and shown results: on a page as it was opened, after a run, and after a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from pytestqt.qtbot import QtBot

from app.canvas.wires.wire_paths import rows
from app.canvas.wires.wire_router import behind_blocks
from app.core.verbs import move
from app.window.documents.export import page_image
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.document.changes import AddBlocks
from blocks.document.data import Block
from tests.app.window.hands import front, open_window, press, settle
from tests.app.window.test_by_mouse import Mouse
from tests.app.window.test_running import open_text, page_text

BETWEEN = [(100, 60), (100, 180), (310, 240), (520, 120)]
"""No way with few turns leads between these blocks."""
ROW = [
    {"id": "c", "type": "Const", "at": [-200, 110], "values": {"val": 2.0}},
    {"id": "d", "type": "Square", "at": [820, 110]},
]
TALL = {"id": "a", "type": "Const", "at": [300, 40], "values": {"val": [[1.5], [2.5], [3.5], [4.5]]}}


def hidden(tab: DiagramTab) -> list[str]:
    """The wires that pass behind a block or a result that is shown, by the blocks that they lead to."""
    scene = tab.scene
    tab.view.viewport().repaint()
    boxes = [scene.painters.card_box(item).translated(item.rect.topLeft()) for item in scene.mirror.order]
    covered = rows([*[item.rect for item in scene.mirror.order], *[box for box in boxes if not box.isEmpty()]])
    indices = behind_blocks([wire.points for wire in scene.mirror.wires], covered)
    return [scene.mirror.wires[place].wire.target.block for place in indices]


def opened(window: MainWindow, file: Path, blocks: Sequence[Mapping[str, object]]) -> DiagramTab:
    open_text(window, file, page_text(blocks, "c.output>d.x"))
    tab = front(window)
    tab.view.set_zoom(0.8)
    tab.view.centerOn(QPointF(370, 160))
    return tab


def test_wires_of_a_page_as_it_is_opened_go_around_blocks_a_moment_later(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = open_window(qtbot)
    blocks = [{"id": f"b{i}", "type": "Add", "at": list(at)} for i, at in enumerate(BETWEEN)]
    ends = [{**block, "at": [x, 130]} for block, x in zip(ROW, (-200, 820), strict=True)]
    tab = opened(window, tmp_path / "page.gradblocks", [*blocks, *ends])
    assert hidden(tab) == ["d"]  # at first it is enough that the page is there
    settle(qtbot, lambda: hidden(tab) == [])


def test_wires_go_around_results_and_stay_there_while_these_keep_their_sizes(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = open_window(qtbot)
    tab = opened(window, tmp_path / "page.gradblocks", [TALL, *ROW])
    wire = tab.scene.mirror.wires[0]
    straight = wire.points
    run(qtbot, window)
    assert hidden(tab) == ["d"]  # where the result of "a" has come
    settle(qtbot, lambda: hidden(tab) == [])
    around = wire.points
    cards = [tab.scene.painters.card_box(item).translated(item.rect.topLeft()) for item in tab.scene.mirror.order]
    assert all(tab.scene.content_rect().contains(card) for card in cards)  # so pictures cut none of them
    plain = page_image(tab.scene, 1)
    tab.scene.select(["a"], tab.scene.page.wires)
    assert page_image(tab.scene, 1) == plain  # a picture shows no selection
    tab.scene.select([])
    with qtbot.assertNotEmitted(tab.scene.settling.rerouted, wait=900):  # longer than it takes to measure them
        run(qtbot, window)
    mouse = Mouse(window, tab)
    mouse.drag(mouse.body("a"), mouse.body("a") + QPointF(0, -200))
    settle(qtbot, lambda: wire.points == straight)
    mouse.drag(mouse.body("a"), mouse.body("a") + QPointF(0, 200))
    settle(qtbot, lambda: wire.points == around)


def test_wires_go_around_a_block_that_grows_by_an_edit_elsewhere(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = open_window(qtbot)
    blocks = [
        {"id": "w", "type": "Variable", "at": [20, 40], "values": {"initvalues": 2.0}},
        {"id": "loss", "type": "Square", "at": [160, 40]},
        {"id": "train", "type": "Minimize", "at": [300, 40], "values": {"learning_rate": 0.1}},
        {"id": "c", "type": "Const", "at": [-200, 110], "values": {"val": 2.0}},
        {"id": "d", "type": "Square", "at": [820, 110]},
    ]
    open_text(window, tmp_path / "page.gradblocks", page_text(blocks, "w.ref>loss.x loss.y>train.loss c.output>d.x"))
    tab = front(window)
    train = tab.scene.block_item("train")
    assert train is not None
    settle(qtbot, lambda: "train" in tab.scene.mirror.faces.trainings)
    before = train.rect.bottom()
    edit = move(tab.scene.page, ["c", "d"], 0, before + 4 - tab.scene.mirror.wires[2].points[0][1])
    assert edit is not None
    tab.document.do(*edit)
    settle(qtbot, lambda: hidden(tab) == [])
    tab.document.do(AddBlocks("main", ((5, Block("apart", "Variable", (20, 400), {"initvalues": 1.0})),)), "Add")
    settle(qtbot, lambda: train.rect.bottom() > before)
    settle(qtbot, lambda: hidden(tab) == [])


@pytest.mark.parametrize("at", [(260, 80), (500, 200), (-100, 300), (20, 420)])
def test_a_wire_from_a_result_pin_leaves_its_block_and_keeps_off_its_border(
    qtbot: QtBot, tmp_path: Path, at: tuple[int, int]
) -> None:
    window, _ = open_window(qtbot)
    blocks = [
        {"id": "c", "type": "Const", "at": [20, 110], "values": {"val": 2.0}},
        {"id": "d", "type": "NumberDisplay", "at": list(at)},
    ]
    open_text(window, tmp_path / "page.gradblocks", page_text(blocks, "c.result_output>d.input"))
    tab = front(window)
    item, wire = tab.scene.block_item("c"), tab.scene.mirror.wires[0]
    assert item is not None

    def assert_off() -> None:
        begin, *rest = wire.points
        assert begin == (item.rect.center().x(), item.rect.bottom())
        lines = [QRectF(QPointF(*a), QPointF(*b)).normalized() for a, b in pairwise([begin, *rest])]
        assert lines[0].width() == 0 and rest[0][1] > begin[1]
        border = item.rect.adjusted(-3, -3, 3, 3)
        box = tab.scene.painters.card_box(item).translated(item.rect.topLeft())
        for line in lines[1:]:
            line.adjust(-0.1, -0.1, 0.1, 0.1)  # one without height touches nothing
            assert not line.intersects(border) and not line.intersects(box)

    assert_off()
    tab.view.set_zoom(1.0)
    tab.view.centerOn(QPointF(200, 200))
    run(qtbot, window)
    tab.view.viewport().repaint()
    settle(qtbot, lambda: item.below > 0)
    settle(qtbot, lambda: hidden(tab) == [])
    assert_off()


def run(qtbot: QtBot, window: MainWindow) -> None:
    tab = front(window)
    with qtbot.waitSignal(tab.engine.runner.finished, timeout=20_000):
        press(tab.view, Qt.Key.Key_F5)
