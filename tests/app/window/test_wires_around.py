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
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
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
    with qtbot.assertNotEmitted(tab.scene.settling.rerouted, wait=900):  # longer than it takes to measure them
        run(qtbot, window)
    mouse = Mouse(window, tab)
    mouse.drag(mouse.body("a"), mouse.body("a") + QPointF(0, -200))
    settle(qtbot, lambda: wire.points == straight)
    mouse.drag(mouse.body("a"), mouse.body("a") + QPointF(0, 200))
    settle(qtbot, lambda: wire.points == around)


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
