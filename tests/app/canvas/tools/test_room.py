"""A block that is dropped on a wire finds room: what lies behind it gives way, in the same step."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QApplication

from app.core.document import Document
from blocks.document.data import Block, Endpoint, Frame, Note, Page, Route, Wire
from blocks.document.model import Diagram
from blocks.document.model import Document as Data
from tests.app.canvas.tools.hands import CTRL, Hands, undo_to_the_first_byte

BLOCKS = (
    Block("k", "Const", (0.0, 0.0), {"val": [1.0, 2.0]}),
    Block("r", "Relu", (160.0, 0.0)),
    Block("t", "Tanh", (330.0, 0.0)),
    Block("aside", "Const", (500.0, 20.0), {"val": 2.0}),
    Block("far", "Const", (330.0, 300.0), {"val": 2.0}),
    Block("lone", "Sigmoid", (0.0, 300.0)),
)
WIRES = (
    Wire(Endpoint("k", "output"), Endpoint("r", "features")),
    Wire(Endpoint("r", "activations"), Endpoint("t", "x")),
)
BEND = Route(WIRES[1], ((310.0, 40.0),))


def begun(qapp: QApplication, **more: tuple[object, ...]) -> Hands:
    """A person at a page on which a wire between two blocks is too short for another block."""
    document = Document(Diagram(Data("", (Page("main", BLOCKS, WIRES)._replace(**more),))))  # pyright: ignore[reportArgumentType]
    hands = Hands(document)
    hands.view.centerOn(350, 200)
    qapp.processEvents()
    return hands


def overlaps(hands: Hands) -> list[tuple[str, str]]:
    """The pairs of blocks of which one lies on the other."""
    rects = {block.id: hands.scene.block_rect(block.id) for block in hands.page.blocks}
    return [(a, b) for a, b in itertools.combinations(rects, 2) if rects[a].intersects(rects[b])]


def from_palette(hands: Hands) -> None:
    hands.view.type_dropped.emit("Sigmoid", hands.middle("k.output -> r.features"), "")


def by_hand(hands: Hands) -> None:
    hands.drag(hands.body("lone"), hands.middle("k.output -> r.features"), CTRL)


@pytest.mark.parametrize("drop", [from_palette, by_hand])
def test_what_comes_after_goes_to_the_right_and_pushes_what_it_meets(
    qapp: QApplication, drop: Callable[[Hands], None]
) -> None:
    hands = begun(qapp, notes=(Note((520.0, -60.0), "above"), Note((520.0, 400.0), "below")), routes=(BEND,))
    before = {block.id: block.at for block in hands.page.blocks}
    undo_to_the_first_byte(
        hands,
        lambda: drop(hands),
        ["Insert Sigmoid" if drop is from_palette else "Insert lone between k.output and r.features"],
    )
    new = hands.scene.block_rect("lone" if drop is by_hand else "Sigmoid1")
    after = {block.id: block.at for block in hands.page.blocks}
    shift = after["r"][0] - before["r"][0]
    assert shift == 40 + new.right() - 160 and new.left() == 40 + hands.scene.block_rect("k").right()
    assert {name for name in before if after[name] != before[name]} - {"lone"} == {"r", "t", "aside"}
    assert {after[name][0] - before[name][0] for name in ("r", "t", "aside")} == {shift}
    assert overlaps(hands) == []
    assert [note.at for note in hands.page.notes] == [(520.0, -60.0), (520.0, 400.0)]
    assert hands.page.routes[0].points == ((310 + shift, 40.0),)


def test_a_frame_around_both_gets_wider_and_one_around_the_end_goes_along(qapp: QApplication) -> None:
    frames = (
        Frame((-20.0, -40.0), (500.0, 160.0), "all"),
        Frame((320.0, -30.0), (140.0, 140.0), "end"),
        Frame((490.0, -30.0), (200.0, 140.0), "next"),
    )
    hands = begun(qapp, frames=frames, notes=(Note((330.0, 90.0), "in it"),))
    undo_to_the_first_byte(hands, lambda: from_palette(hands), ["Insert Sigmoid"])
    shift = next(block.at[0] for block in hands.page.blocks if block.id == "t") - 330
    whole, end, after = hands.page.frames
    assert (whole.at, whole.size) == ((-20.0, -40.0), (500 + shift, 160.0))
    assert (end.at, end.size) == ((320 + shift, -30.0), (140.0, 140.0))
    assert after.at == (490 + shift, -30.0) and hands.page.notes[0].at == (330 + shift, 90.0)
    assert whole.size is not None and QRectF(*whole.at, *whole.size).contains(hands.scene.block_rect("t"))
    assert overlaps(hands) == []


def test_nothing_moves_where_there_is_room_or_the_wire_goes_back(qapp: QApplication) -> None:
    hands = begun(qapp)
    hands.drag(hands.body("t"), hands.body("t") + QPointF(240, 160), CTRL)
    before = {block.id: block.at for block in hands.page.blocks}
    hands.view.type_dropped.emit("Sigmoid", hands.middle("r.activations -> t.x"), "")
    assert {"r.activations -> Sigmoid1.x", "Sigmoid1.y -> t.x"} <= set(hands.wires)
    assert {name: block.at for block in hands.page.blocks if (name := block.id) in before} == before
