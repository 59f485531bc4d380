"""What is put between blocks finds room: it covers nothing, no wire goes back, and one undo takes all of it back."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from tests.app.gradient.hands import block
from tests.app.window.direct import Direct
from tests.app.window.hands import settle

# Three rows, as close to each other as they can be read, a frame, and a note in the way.
BLOCKS = [
    block("w", "Variable", 0, 0, initvalues=[[0.5, 2.0], [1.0, 3.0]]),
    block("r", "Round", 150, 0),
    block("q", "Square", 300, 0),
    block("root", "Sqrt", 450, 0),
    block("loss", "Sum", 600, 0, axis=[0, 1]),
    block("run", "ClientSession", 750, 0),
    block("i", "Const", 0, 140, val=[[1, 2], [3, 4]]),
    block("m", "MatMul", 150, 140),
    block("e", "Exp", 300, 140),
    block("s", "Sum", 450, 140, axis=[1], keep_dims=True),
    block("d", "RealDiv", 600, 140),
    block("c", "Const", 0, 420, val=[[1.0, 2.0], [3.0, 4.0]]),
    block("x", "Placeholder", 0, 280, dtype="DT_FLOAT", shape=[2, 2]),
    block("n", "Negate", 150, 280),
]
WIRES = (
    "w.ref>r.x r.y>q.x q.y>root.x root.y>loss.input loss.output>run.fetch_outputs w.ref>m.a c.output>m.b"
    " m.product>e.x e.y>s.input e.y>d.x s.output>d.y x.output>n.x"
)
PAGE = {
    "name": "main", "blocks": BLOCKS, "wires": [each.split(">") for each in WIRES.split()],
    "notes": [{"at": [310, 105], "text": "in the way", "size": [90, 20]}],
    "frames": [{"at": [140, -40], "size": [290, 140], "title": "first"}],
}  # fmt: skip


def mended_wire(hand: Direct) -> None:
    hand.drag(hand.pin("i.output", is_input=False), hand.pin("m.b", is_input=True))
    menu = hand.view.findChild(QMenu, "mends")
    assert isinstance(menu, QMenu)
    next(each for each in menu.actions() if each.text().startswith("Insert Cast")).trigger()


def cut_made_so(hand: Direct) -> None:
    hand.tab.engine.gradients.choose("main", "loss")
    hand.window.gradients.what_if.flip_cut("q.y")
    hand.window.gradients.what_if.make_so()


def advised(rule: str) -> Callable[[Direct], None]:
    def mend(hand: Direct) -> None:
        advice = next(each for each in hand.tab.engine.checker.infos["main"].advice if each.rule == rule)
        hand.window.panels.problems.mend_wanted.emit("main", advice)

    return mend


def surrogate(hand: Direct) -> None:
    menu = QMenu()
    hand.window.stops.add_offers(menu, hand.tab, hand.scene.block_rect("r").center())
    [offers] = [each for each in (action.menu() for action in menu.actions()) if isinstance(each, QMenu)]
    actions: list[QAction] = offers.actions()
    actions[0].trigger()


def trained(hand: Direct) -> None:
    hand.scene.select(["loss"])
    hand.window.training.add_step()
    dialog = hand.window.training.asking
    assert dialog is not None
    dialog.accept()


def loss(hand: Direct) -> None:
    hand.scene.select(["n"])
    hand.window.training.add_loss()
    dialog = hand.window.training.asking
    assert dialog is not None
    dialog.accept()


def contract(hand: Direct) -> None:
    hand.tab.engine.gradients.choose("main", "loss")
    hand.window.gradients.show(True)
    settle(hand.qtbot, lambda: hand.tab.engine.checker.infos["main"].flow is not None)
    hand.window.gradients.write_down()


def default(hand: Direct) -> None:
    hand.scene.select(["x"])
    hand.window.commands.trigger("train.defaults")


@pytest.mark.parametrize(
    "insert",
    [mended_wire, cut_made_so, advised("edge"), advised("overflow"), surrogate, trained, loss, contract, default],
)
def test_what_is_put_in_has_room(qtbot: QtBot, tmp_path: Path, insert: Callable[[Direct], None]) -> None:
    hand = Direct(qtbot, tmp_path, json.dumps({"format": "gradblocks/1", "title": "", "pages": [PAGE]}))
    hand.window.run(1)
    settle(qtbot, lambda: not hand.tab.engine.running and bool(hand.tab.engine.store.results("main")))
    before = {each.id for each in hand.tab.page.blocks}
    assert len(hand.steps(lambda: insert(hand))) == 1
    items = {item.id: item for item in hand.scene.mirror.order}
    new = items.keys() - before
    assert new
    for a, b in itertools.combinations(items.values(), 2):
        assert not a.covered.intersects(b.rect) and not b.covered.intersects(a.rect), (a.id, b.id)
    for wire in hand.tab.page.wires:
        source, target = (items[end.block].rect for end in wire)
        assert source.right() <= target.left(), str(wire)
    assert not [(n.index, id) for n in hand.scene.mirror.notes for id in new if items[id].rect.intersects(n.rect)]


def test_a_block_that_says_more_on_the_screen_is_not_covered(qtbot: QtBot, tmp_path: Path) -> None:
    """Minimize lists what it trains and leaves: it is higher than its pins need."""
    blocks_ = [
        block("w", "Variable", 0, 0, initvalues=[1.0]),
        block("s", "StopGradient", 150, 100),
        block("u", "Variable", 0, 100, initvalues=[1.0]),
        block("p", "Multiply", 300, 0),
        block("loss", "Sum", 450, 0, axis=[0]),
        block("train", "Minimize", 650, 0, learning_rate=0.1),
    ]
    wires = "w.ref>p.x u.ref>s.input s.output>p.y p.z>loss.input loss.output>train.loss"
    page = {"name": "main", "blocks": blocks_, "wires": [each.split(">") for each in wires.split()]}
    hand = Direct(qtbot, tmp_path, json.dumps({"format": "gradblocks/1", "title": "", "pages": [page]}))
    settle(qtbot, lambda: "train" in hand.scene.mirror.faces.trainings)
    contract(hand)
    added = hand.scene.block_rect(hand.tab.page.blocks[-1].id)
    assert not added.intersects(hand.scene.block_rect("train"))
