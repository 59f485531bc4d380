"""What follows an edit piece by piece: ways of wires around blocks, and the gradient from afar."""

from __future__ import annotations

from collections.abc import Callable
from functools import partialmethod

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.canvas.drawing.tiles import (
    Tile,
    _Part,  # pyright: ignore[reportPrivateUsage]
)
from app.canvas.items import WireItem
from app.canvas.scene import PageScene
from app.face.gradient import FLOWS, NOTHING, GradientFace, Strength, changed
from blocks.document.changes import AddBlocks, AddItems, SetField
from blocks.document.data import Block, Endpoint, Wire
from tests.app.canvas.pages import chain, document, product
from tests.app.canvas.test_scene import EDITS, fresh, picture, scene_of

WAIT = 30_000
AREA = QRectF(-400, -400, 1600, 1200)
AROUND_BLOCK = [{"id": "a", "type": "Const"}, {"id": "b", "type": "Negate", "at": [900, 0]}]


def ways(scene: PageScene) -> list[list[tuple[float, float]]]:
    return [list(item.points) for item in scene.mirror.wires]


def is_free(scene: PageScene, item: WireItem, block: str) -> bool:
    """Whether no corner-to-corner piece of a wire passes behind a block."""
    rect = scene.block_rect(block)
    pieces = zip(item.points, item.points[1:], strict=False)
    boxes = [QRectF(min(x, u), min(y, v), abs(u - x) + 0.1, abs(v - y) + 0.1) for (x, y), (u, v) in pieces]
    return not any(box.intersects(rect) for box in boxes)


def test_wires_go_around_a_block_that_comes_and_back_when_it_goes(qtbot: QtBot) -> None:
    opened = document(AROUND_BLOCK, [["a.output", "b.x"]])
    scene = scene_of(opened)
    [wire], straight = scene.mirror.wires, ways(scene)
    opened.do(AddBlocks("main", ((2, Block("new", "Negate", (450.0, 0.0))),)), "Add")
    qtbot.waitUntil(lambda: is_free(scene, wire, "new"), timeout=WAIT)
    assert ways(scene) == ways(fresh(scene)) != straight
    opened.undo()
    qtbot.waitUntil(lambda: ways(scene) == straight, timeout=WAIT)


def test_wires_go_around_a_block_that_was_moved(qtbot: QtBot) -> None:
    opened = document([*AROUND_BLOCK, {"id": "c", "type": "Negate", "at": [450, 900]}], [["a.output", "b.x"]])
    scene = scene_of(opened)
    [wire] = scene.mirror.wires
    opened.do(SetField("main", "c", "at", (450.0, 0.0)), "Move")
    qtbot.waitUntil(lambda: is_free(scene, wire, "c"), timeout=WAIT)
    assert ways(scene) == ways(fresh(scene))


def test_many_wires_follow_a_block_at_once_and_go_around_others_when_it_rests(qtbot: QtBot) -> None:
    ends = [{"id": f"n{i}", "type": "Negate", "at": [900, 120 * i]} for i in range(80)]
    between = {"id": "c", "type": "Negate", "at": [450, 20]}
    opened = document([*AROUND_BLOCK[:1], between, *ends], [["a.output", f"n{i}.x"] for i in range(80)])
    scene = scene_of(opened)
    opened.do(SetField("main", "a", "at", (40.0, 20.0)), "Move")
    begin = scene.block_rect("a")
    assert all(begin.left() < item.points[0][0] <= begin.right() for item in scene.mirror.wires)
    assert ways(scene) != ways(fresh(scene))
    qtbot.waitUntil(lambda: ways(scene) == ways(fresh(scene)), timeout=WAIT)


def test_many_wires_come_at_once_and_go_around_others_when_there_is_time(qtbot: QtBot) -> None:
    ends = [{"id": f"n{i}", "type": "Negate", "at": [900, 120 * i]} for i in range(8)]
    opened = document([*AROUND_BLOCK[:1], {"id": "c", "type": "Negate", "at": [450, 20]}, *ends], [])
    scene = scene_of(opened)
    new = [Wire(Endpoint("a", "output"), Endpoint(f"n{i}", "x")) for i in range(8)]
    opened.do(AddItems("main", "wires", tuple(enumerate(new))), "Wire")
    assert len(scene.mirror.wires) == 8
    assert ways(scene) != ways(fresh(scene))
    qtbot.waitUntil(lambda: ways(scene) == ways(fresh(scene)), timeout=WAIT)


def test_who_stays_where_it_is_is_in_nobodys_way(qtbot: QtBot) -> None:
    opened = product()
    scene = scene_of(opened)
    opened.do(SetField("main", "A", "muted", True), "Mute")
    assert not scene.mirror.uncovered


def faces(scene: PageScene, number: int) -> list[GradientFace]:
    """Gradients that differ at some wires and blocks, in what else there is, and everywhere."""
    wires = {wire: Strength(float(i % 5) - 2.0, "number") for i, wire in enumerate(scene.page.wires)}
    blocks = {block.id: Strength(float(i % 7) - 3.0, "number") for i, block in enumerate(scene.page.blocks)}
    whole = NOTHING._replace(wires=wires, blocks=blocks)
    fewer = {wire: strength for i, (wire, strength) in enumerate(wires.items()) if i % 2 != number % 2}
    other = {block: strength._replace(state="zero", log10=None) for block, strength in blocks.items()}
    flows = whole._replace(wires=dict.fromkeys(wires, FLOWS), blocks=dict.fromkeys(blocks, FLOWS))
    results = [whole, whole._replace(wires=fewer), whole._replace(blocks=other), NOTHING, whole._replace(measured=True)]
    return [*results, flows, whole]


@pytest.mark.parametrize("number", range(len(EDITS)))
def test_the_gradient_from_afar_follows_edits_and_what_is_found_of_it(qtbot: QtBot, number: int) -> None:
    opened = product()
    scene = scene_of(opened)
    acts: list[Callable[[], None]] = [lambda: None, lambda: opened.do(EDITS[number], "Edit"), opened.undo]
    for act in acts:
        act()
        scene.mirror.reroute(scene.mirror.take_uncovered())
        for face in faces(scene, number):
            scene.set_gradient(face)
            other = fresh(scene)
            other.set_gradient(face)
            assert picture(scene, AREA, 0.1) == picture(other, AREA, 0.1)


def test_only_where_a_gradient_is_another_one_the_page_is_painted_again(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = scene_of(chain(400))
    page = scene.page
    face = NOTHING._replace(wires=dict.fromkeys(page.wires, Strength(0.0, "number")))
    scene.set_gradient(face)
    wire = page.wires[0]
    other = face._replace(wires={**face.wires, wire: Strength(1.0, "number")})
    assert changed(face, other) == ({wire}, set())
    told: list[QRectF] = []
    monkeypatch.setattr(scene, "update", told.append)
    scene.set_gradient(other)
    [item] = scene.mirror.items_of(wire)
    left, top, right, bottom = scene.mirror.wire_rects[item.index].tolist()
    assert any(rect.contains(left, top) and rect.contains(right, bottom) for rect in told)
    assert not any(rect.intersects(scene.block_rect("n399")) for rect in told)


def test_thin_lines_of_a_gradient_hide_the_wires_below(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.canvas.drawing.gradient_layer._MOST_SMOOTH", 0)
    make_lines, pictures = _Part.make_lines, list[QImage]()
    page = scene_of(chain(400)).page
    face = NOTHING._replace(
        wires=dict.fromkeys(page.wires[:200], FLOWS), blocks={block.id: FLOWS for block in page.blocks[:200]}
    )
    for exact in (True, False):
        monkeypatch.setattr(_Part, "make_lines", partialmethod(_with_exact, make_lines, exact))
        scene = scene_of(chain(400))
        pictures.append(picture(scene, zoom=0.1))
        scene.set_gradient(face)
        pictures.append(picture(scene, zoom=0.1))
    plain, left_out, _, stays = pictures
    assert left_out == stays != plain


def _with_exact(
    part: _Part, make_lines: Callable[..., None], wanted: bool, tile: Tile, carrying: object, *, exact: bool
) -> None:
    assert not exact
    make_lines(part, tile, carrying, exact=wanted)


def test_a_page_that_grows_has_other_tiles_and_looks_the_same(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = product()
    monkeypatch.setattr("app.canvas.drawing.overview.MOST_FINE", len(opened.page("main").blocks))
    scene = scene_of(opened)
    acts: list[Callable[[], None]] = [
        lambda: opened.do(AddBlocks("main", ((0, Block("new", "Negate", (450.0, 0.0))),)), "Add"),
        opened.undo,
    ]
    before = picture(scene, AREA, 0.1)
    for act in acts:
        act()
        scene.mirror.reroute(scene.mirror.take_uncovered())
        assert picture(scene, AREA, 0.1) == picture(fresh(scene), AREA, 0.1)
    assert picture(scene, AREA, 0.1) == before


def test_tags_at_a_pin_stand_in_the_order_of_the_file(qtbot: QtBot) -> None:
    blocks = [{"id": f"c{i}", "type": "Const", "at": [0, 200 * i], "values": {"val": i}} for i in range(4)]
    wires = [[f"c{i}.output", "end.x"] for i in range(4)]
    scene = scene_of(document([*blocks, {"id": "end", "type": "Negate", "at": [900, 0]}], wires))
    scene.set_tags(dict.fromkeys(scene.page.wires, True), far_displays=False)
    mirror = scene.mirror
    for places in ([3, 1, 0, 2], [2, 3, 1, 0]):
        mirror.tagged = {place: mirror.tagged[place] for place in places}
        mirror.generation += 1
        boxes = scene.tags.boxes()
        assert sorted(boxes, key=lambda place: boxes[place].top()) == [0, 1, 2, 3]
