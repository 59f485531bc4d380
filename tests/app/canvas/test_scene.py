from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QRegion, QTransform
from pytestqt.qtbot import QtBot

import assets
from app.canvas.drawing.blocks import ColorPalette
from app.canvas.items import PinKey
from app.canvas.scene import PageScene
from app.canvas.view import CanvasView
from app.canvas.wires.wire_router import crosses, find_route
from app.core.document import Document
from app.core.runs.results import ResultStore, summarise
from app.face.gradient import NOTHING, gradient_face
from app.face.theme import DARK, LIGHT
from blocks.base.dtypes import FLOAT
from blocks.document.changes import (
    AddBlocks,
    AddItems,
    Change,
    Group,
    RemoveBlocks,
    RemoveItems,
    RemovePage,
    RenameBlock,
    SetField,
    SetValue,
)
from blocks.document.data import Block, Endpoint, Frame, Note, Wire
from blocks.worker.page_checks import PageInfo, examine
from tests.app.canvas.pages import chain, document, product
from tests.elaborate.edits import change
from tests.examples.shared import page_of

EXAMPLES = sorted((Path(assets.__file__).parent / "examples").glob("*.gradblocks"))


def scene_of(opened: Document) -> PageScene:
    return PageScene(opened, opened.pages[0].name, parent=opened)


def picture(scene: PageScene, area: QRectF | None = None, zoom: float = 1.0) -> QImage:
    area = area or scene.content_rect().adjusted(-20, -20, 20, 20)
    image = QImage(int(area.width() * zoom) or 1, int(area.height() * zoom) or 1, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    scene.render_to(painter, QRectF(image.rect()), area)
    painter.end()
    return image


def shades(image: QImage, color: str) -> int:
    """How many pixels have this colour."""
    pixels = np.frombuffer(image.constBits(), np.uint32)
    return int(np.count_nonzero(pixels == QColor(color).rgb()))


def fresh(scene: PageScene) -> PageScene:
    """A scene that shows the same document from the start."""
    return scene_of(scene.document)


def fresh_with(scene: PageScene, info: PageInfo) -> PageScene:
    """A scene that shows the same document, and what a check found, from the start."""
    fresh_scene = fresh(scene)
    fresh_scene.set_info(info)
    return fresh_scene


def assert_like_fresh(scene: PageScene, info: PageInfo | None = None) -> None:
    """A scene that followed the edits shows what one shows that is made now."""
    other = fresh(scene) if info is None else fresh_with(scene, info)
    assert list(scene.mirror.blocks) == list(other.mirror.blocks)
    assert [item.face for item in scene.mirror.order] == [item.face for item in other.mirror.order]
    assert [item.geometry for item in scene.mirror.order] == [item.geometry for item in other.mirror.order]
    assert [item.index for item in scene.mirror.order] == list(range(len(scene.mirror.order)))
    assert [item.index for item in scene.mirror.wires] == list(range(len(scene.mirror.wires)))
    assert scene.mirror.rects.tolist() == other.mirror.rects.tolist()
    assert [item.wire for item in scene.mirror.wires] == [item.wire for item in other.mirror.wires]
    assert [item.order for item in scene.mirror.wires] == [item.order for item in other.mirror.wires]
    scene.mirror.reroute(scene.mirror.take_uncovered())
    assert [list(item.points) for item in scene.mirror.wires] == [list(item.points) for item in other.mirror.wires]
    assert [scene.mirror.net_of(item) for item in scene.mirror.wires] == [
        other.mirror.net_of(item) for item in other.mirror.wires
    ]
    assert scene.mirror.wire_rects.tolist() == other.mirror.wire_rects.tolist()
    assert list(scene.mirror.tagged) == [item.index for item in scene.mirror.wires if item.whole]
    assert scene.mirror.bounds() == other.mirror.bounds()
    for block in scene.mirror.blocks:
        wires = [item.wire for item in scene.mirror.wires_of(block)]
        assert wires == [item.wire for item in other.mirror.wires_of(block)]
    assert [item.rect for item in scene.mirror.notes] == [item.rect for item in other.mirror.notes]
    assert [item.rect for item in scene.mirror.frames] == [item.rect for item in other.mirror.frames]


def test_says_what_is_where(qtbot: QtBot) -> None:
    scene = scene_of(product())
    rect = scene.block_rect("v")
    assert scene.block_at(rect.center()) == "v"
    assert scene.block_at(QPointF(5000, 5000)) is None
    key = PinKey("v", "a", None, True)
    place = scene.pin_position(key)
    assert place is not None
    assert scene.pin_at(place + QPointF(3, 2)) == key
    assert scene.pin_at(place + QPointF(0, 500)) is None
    assert key.endpoint == Endpoint("v", "a")
    out = scene.pin_position(PinKey("A", "output", None, False))
    assert out is not None
    wire = scene.page.wires[0]
    way = next(item.points for item in scene.mirror.wires if item.wire == wire)
    (a, b), (c, d) = way[0], way[1]
    assert scene.wire_at(QPointF((a + c) / 2, (b + d) / 2 + 2)) == wire
    assert scene.note_at(QPointF(50, 8)) == 0
    assert scene.frame_at(QPointF(110, 30)) == 0
    assert scene.frame_at(QPointF(110, 270)) is None
    assert scene.frame_at(QPointF(110, 270), inside=True) == 0
    assert scene.ids_in(QRectF(0, 0, 200, 400)) == ["A", "b"]


EDITS = [
    SetField("main", "A", "at", (10, 90)),
    SetValue("main", "A", "val", 3),
    SetValue("main", "v", "b", [[1.0]]),
    SetField("main", "v", "collapsed", True),
    SetField("main", "v", "muted", True),
    SetField("main", "v", "size", (300, 300)),
    SetField("main", "v", "type", "NoSuchType"),
    RenameBlock("main", "A", "Ä"),
    AddBlocks("main", ((1, Block("new", "Sigmoid", (200, 200))),)),
    AddItems("main", "wires", ((0, Wire(Endpoint("A", "output"), Endpoint("v", "b"))),)),
    RemoveItems("main", "wires", (0,)),
    Group((RemoveItems("main", "wires", (0,)), RemoveBlocks("main", ("A",)))),
    RemoveBlocks("main", ("A",)),
    AddItems("main", "notes", ((0, Note((5, 5), "first")),)),
    AddItems("main", "frames", ((1, Frame((5, 5), (90, 90), "x", "#ff0000")),)),
    RemoveItems("main", "notes", (0,)),
]


@pytest.mark.parametrize("number", range(len(EDITS)))
def test_follows_edits_undo_and_redo(qtbot: QtBot, number: int) -> None:
    opened = product()
    scene = scene_of(opened)
    opened.do(EDITS[number], "Edit")
    assert_like_fresh(scene)
    opened.undo()
    assert_like_fresh(scene)
    opened.redo()
    assert_like_fresh(scene)
    picture(scene)


@pytest.mark.parametrize("number", range(len(EDITS)))
def test_the_page_from_afar_follows_edits_and_undo(qtbot: QtBot, number: int) -> None:
    opened = product()
    scene = scene_of(opened)
    area = QRectF(-400, -400, 1600, 1200)
    before = picture(scene, area, 0.1)
    opened.do(EDITS[number], "Edit")
    scene.mirror.reroute(scene.mirror.take_uncovered())
    assert picture(scene, area, 0.1) == picture(fresh(scene), area, 0.1)
    opened.undo()
    scene.mirror.reroute(scene.mirror.take_uncovered())
    assert picture(scene, area, 0.1) == before


@pytest.mark.parametrize("number", range(len(EDITS)))
def test_follows_checks_of_edits(qtbot: QtBot, number: int) -> None:
    opened = product()
    scene = scene_of(opened)
    for act in (lambda: opened.do(EDITS[number], "Edit"), opened.undo, opened.redo):
        act()
        info = examine(scene.page, None)
        scene.set_info(info)
        assert_like_fresh(scene, info)


def test_shapes_are_brought_up_to_date_where_they_are_seen(qtbot: QtBot) -> None:
    blocks = [{"id": "c", "type": "Const", "at": [0, 0], "values": {"val": [1.0, 2.0]}}]
    blocks += [{"id": f"s{i}", "type": "Sigmoid", "at": [300 * i + 300, 0]} for i in range(9)]
    wires = [["c.output", "s0.x"], *([f"s{i}.y", f"s{i + 1}.x"] for i in range(8))]
    opened = document(blocks, wires)
    scene = scene_of(opened)
    scene.set_info(examine(scene.page, None))
    area = QRectF(-20, -20, 700, 300)
    picture(scene)
    opened.do(SetValue("main", "c", "val", [[1.0, 2.0, 3.0]]), "Edit")
    info = examine(scene.page, None)
    scene.set_info(info)
    assert picture(scene, area) == picture(fresh_with(scene, info), area)
    item = scene.block_item("s8")
    assert item is not None
    pin = item.face.pin("y", is_input=False)
    assert pin is not None and pin.shape == "[1,3]"
    opened.do(RemoveItems("main", "wires", (0,)), "Cut")  # while other faces still wait
    opened.do(RenameBlock("main", "s4", "renamed"), "Rename")
    opened.do(SetField("main", "s6", "type", "Split"), "Type")
    info = examine(scene.page, None)
    scene.set_info(info)
    assert_like_fresh(scene, info)
    assert picture(scene) == picture(fresh_with(scene, info))


def test_elements_of_a_list_come_with_the_check(qtbot: QtBot) -> None:
    blocks = [{"id": name, "type": "Const", "at": [0, 130 * i], "values": {"val": 1.0}} for i, name in enumerate("abc")]
    blocks.append({"id": "l", "type": "InputList", "at": [300, 0]})
    opened = document(blocks, [[f"{name}.output", "l.outputlist"] for name in "abc"])
    scene = scene_of(opened)
    height = scene.block_rect("l").height()
    info = examine(scene.page, None)
    scene.set_info(info)
    assert scene.block_rect("l").height() > height
    assert_like_fresh(scene, info)


def test_edits_in_a_row_leave_what_a_fresh_scene_shows(qtbot: QtBot) -> None:
    opened = chain(90)
    scene = scene_of(opened)
    picture(scene, zoom=0.05)
    ids = list(scene.mirror.blocks)
    edits = [
        RemoveItems("main", "wires", (40, 70)),
        RenameBlock("main", ids[30], "new name"),
        RemoveBlocks("main", (ids[10], ids[50])),
        AddBlocks(
            "main", ((5, Block("early", "Sigmoid", (90.0, 900.0))), (60, Block("late", "Sigmoid", (0.0, 990.0))))
        ),
        AddItems("main", "wires", ((3, Wire(Endpoint("one", "y"), Endpoint("two", "x"))),)),
    ]
    for edit in edits:
        opened.do(edit, "Edit")
        opened.end_gesture()
        assert_like_fresh(scene)
        assert picture(scene, zoom=0.05) == picture(fresh(scene), zoom=0.05)
    for _ in edits:
        opened.undo()
        assert_like_fresh(scene)
        assert picture(scene, zoom=0.05) == picture(fresh(scene), zoom=0.05)


def test_a_move_makes_no_other_block_anew(qtbot: QtBot) -> None:
    opened = product()
    scene = scene_of(opened)
    faces = [item.face for item in scene.mirror.order]
    opened.do(SetField("main", "A", "at", (0, 0)), "Move")
    assert all(a is b.face for a, b in zip(faces, scene.mirror.order, strict=True))


def test_wires_of_a_list_keep_their_order(qtbot: QtBot) -> None:
    blocks = [{"id": name, "type": "Const", "at": [0, 130 * i]} for i, name in enumerate("abc")]
    opened = document(
        [*blocks, {"id": "l", "type": "InputList", "at": [300, 0]}], [[f"{n}.output", "l.outputlist"] for n in "cab"]
    )
    scene = scene_of(opened)
    ends = {item.wire.source.block: item.points[-1][1] for item in scene.mirror.wires}
    assert ends["c"] < ends["a"] < ends["b"]


def test_selection(qtbot: QtBot) -> None:
    opened = product()
    scene = scene_of(opened)
    with qtbot.waitSignal(scene.selectionChanged):
        scene.select(["v", "A", "nobody"])
    assert scene.selected_ids() == ["v", "A"]
    with qtbot.assertNotEmitted(scene.selectionChanged):
        scene.select(["v", "A"])
    scene.select(wires=[scene.page.wires[1]], notes=[0, 7], frames=[0], add=True)
    assert (scene.selected_ids(), scene.selected_wires()) == (["v", "A"], [scene.page.wires[1]])
    assert (scene.selected_notes(), scene.selected_frames()) == ([0], [0])
    opened.do(Group((RemoveItems("main", "wires", (0, 1)), RemoveBlocks("main", ("A",)))), "Delete")
    assert (scene.selected_ids(), scene.selected_wires()) == (["v"], [])
    scene.select_all()
    assert scene.selected_ids() == ["b", "v"]
    scene.select()
    assert scene.selected_ids() == []


def test_the_scene_of_a_removed_page_stays_as_it_is(qtbot: QtBot) -> None:
    opened = product()
    opened.diagram.add_page("second")
    scene = scene_of(opened)
    opened.do(RemovePage("main"), "Remove page")
    assert scene.page.name == "main" and scene.mirror.blocks


def test_shapes_and_faults_of_a_check_are_shown(qtbot: QtBot) -> None:
    opened = product()
    opened.do(SetValue("main", "v", "transpose_b", False), "Edit")
    scene = scene_of(opened)
    scene.set_info(examine(scene.page, None))
    item = scene.block_item("v")
    assert item is not None
    pin = item.face.pin("a", is_input=True)
    assert pin is not None and pin.type_text == "float32 [2,2]"
    assert [badge.kind for badge in item.face.badges] == ["error"]
    assert shades(picture(scene), DARK.error) > 100
    opened.undo()
    scene.set_info(examine(scene.page, None))
    assert not item.face.badges
    assert shades(picture(scene), DARK.error) == 0


def test_results_are_shown_below_their_blocks(qtbot: QtBot) -> None:
    scene = scene_of(product())
    area = QRectF(300, 80 + scene.block_rect("v").height() + 4, 120, 50)
    before = picture(scene, area)
    store = ResultStore(scene)
    scene.set_results(store)
    store.put("main", 1, {"v.result_product": summarise(np.array([[19.0], [-3.0]], np.float32), FLOAT)})
    item = scene.block_item("v")
    assert picture(scene, area) != before
    assert item is not None and item.preview is not None and item.preview.lines
    store.clear("main")
    assert picture(scene, area) == before


def test_a_result_leaves_the_block_below_alone(qtbot: QtBot) -> None:
    opened = document(
        [{"id": "a", "type": "Const", "at": [0, 0]}, {"id": "b", "type": "Const", "at": [0, 100]}],
    )
    scene, store = scene_of(opened), ResultStore()
    scene.set_results(store)
    value = np.array([[1.5, 2.5], [3.5, 4.5], [5.5, 6.5], [7.5, 8.5]], np.float32)
    store.put("main", 1, {"a.result_output": summarise(value, FLOAT)})
    picture(scene)
    item = scene.block_item("a")
    assert item is not None and item.preview is not None and len(item.preview.lines) > 3
    assert item.block.at[1] + scene.painters.card_box(item).bottom() <= 100


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_painted_in_both_themes(qtbot: QtBot, path: Path) -> None:
    scene = scene_of(Document.open(path))
    dark = picture(scene)
    assert shades(dark, DARK.block_border) > 500
    scene.set_theme(LIGHT)
    light = picture(scene)
    assert shades(light, LIGHT.block_border) > 500
    assert shades(light, DARK.canvas) < shades(light, LIGHT.canvas) / 1000
    # From afar: one rectangle a block, and their types.
    assert shades(picture(scene, zoom=0.2), LIGHT.overview_border) > 100
    far, colors = picture(scene, zoom=0.1), ColorPalette(LIGHT)
    families = [colors.family(item.face.family) for item in scene.mirror.order]
    tints = {colors.tinted(family, 0.4).name() for family in families if family is not None}
    assert sum(shades(far, tint) for tint in tints) > 100


def test_examples_have_no_blocks_on_each_other(qtbot: QtBot) -> None:
    for path in EXAMPLES:
        items = scene_of(Document.open(path)).mirror.order
        for i, a in enumerate(items):
            assert not any(a.rect.intersects(b.rect) for b in items[:i]), (path.stem, a.id)


def test_wire_styles(qtbot: QtBot) -> None:
    scene = scene_of(product())
    before = picture(scene)
    scene.set_wire_style("curved")
    assert picture(scene) != before
    scene.set_wire_style("orthogonal")
    assert picture(scene) == before


def test_wires_go_around_blocks(qtbot: QtBot) -> None:
    wall = np.array([[100.0, -50.0, 220.0, 50.0]])
    way = find_route((0, 0), (400, 5), 0, None, wall)
    box = [(100, -50), (220, -50), (220, 50), (100, 50), (100, -50)]
    assert not crosses(way, box)
    assert find_route((0, 200), (400, 200), 0, None, wall) == [(0, 200), (400, 200)]


def painted_anew(
    scene: PageScene, act: Callable[[], None], area: QRectF, zoom: float
) -> tuple[QRegion, QImage, QImage]:
    """The part of a picture of ``area`` that something had painted again, and the picture before and after."""
    repainted = QRegion()
    update = scene.update

    def seen(*rect: QRectF) -> None:
        nonlocal repainted
        to_picture = QTransform.fromScale(zoom, zoom).translate(-area.left(), -area.top())
        repainted += to_picture.mapRect(rect[0] if rect else area).toAlignedRect()
        update(*rect)

    before = picture(scene, area, zoom)
    scene.update = seen  # pyright: ignore[reportAttributeAccessIssue]
    try:
        act()
    finally:
        del scene.update
    return repainted, before, picture(scene, area, zoom)


def is_enough(region: QRegion, before: QImage, after: QImage) -> bool:
    """Whether a picture becomes another one when a part of it is painted again."""
    painter = QPainter(before)
    painter.setClipRegion(region)
    painter.drawImage(0, 0, after)
    painter.end()
    return before == after


@pytest.mark.parametrize("zoom", [0.3, 1.0])
@pytest.mark.parametrize("shows_gradient", [False, True])
def test_an_edit_paints_again_all_that_looks_different(qtbot: QtBot, shows_gradient: bool, zoom: float) -> None:
    rng = random.Random(f"{zoom} {shows_gradient}")
    opened = Document(page_of("small_cnn").diagram)
    scene = scene_of(opened)
    info = examine(scene.page, None, "")
    scene.set_info(info)
    if shows_gradient:
        assert info.flow is not None
        scene.set_gradient(gradient_face(info.flow))
    area = scene.content_rect().adjusted(-100, -150, 100, 100)
    whole = QRegion(0, 0, int(area.width() * zoom), int(area.height() * zoom))
    parts = 0
    for _ in range(40):
        edit = change(rng, opened.diagram.page("main"))
        assert edit is not None

        def act(edit: Change = edit) -> None:
            opened.do(edit, "Edit")
            scene.set_gradient(scene.gradient.face)  # what the check found is painted in one go with the edit

        region, before, after = painted_anew(scene, act, area, zoom)
        parts += region.intersected(whole) != whole
        assert is_enough(region, before, after), edit
    assert parts  # else all was painted again each time


@pytest.mark.parametrize("zoom", [0.1, 0.3, 1.0])
@pytest.mark.parametrize("shows_gradient", [False, True])
def test_what_a_check_finds_paints_again_all_that_looks_different(
    qtbot: QtBot, shows_gradient: bool, zoom: float
) -> None:
    rng = random.Random(f"{zoom} {shows_gradient} checked")
    opened = Document(page_of("small_cnn").diagram)
    scene = scene_of(opened)
    view = CanvasView(scene)
    qtbot.addWidget(view)
    view.setTransform(QTransform.fromScale(zoom, zoom))

    def show() -> None:
        info = examine(scene.page, None, "")
        scene.set_info(info)
        if shows_gradient:
            scene.set_gradient(gradient_face(info.flow) if info.flow is not None else NOTHING)

    show()
    area = scene.content_rect().adjusted(-100, -150, 100, 100)
    whole = QRegion(0, 0, int(area.width() * zoom), int(area.height() * zoom))
    parts = 0
    for _ in range(12):
        edit = change(rng, opened.diagram.page("main"))
        assert edit is not None
        opened.do(edit, "Edit")
        region, before, after = painted_anew(scene, show, area, zoom)
        parts += region.intersected(whole) != whole
        assert is_enough(region, before, after), edit
    assert parts


def test_a_painter_lets_go_of_a_picture_when_an_error_comes_between(qtbot: QtBot) -> None:
    scene = scene_of(product())
    seen: list[QPainter] = []

    def fall(painter: QPainter, *_: object) -> None:
        seen.append(painter)
        raise RuntimeError

    scene.painters.card = fall  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(RuntimeError):
        scene.painters.paint_card(scene.mirror.order[0], QRectF(0, 0, 20, 20), 1.0)
    assert not seen[0].isActive()


def test_marks_of_a_gesture(qtbot: QtBot) -> None:
    scene = scene_of(product())
    plain = picture(scene)
    pictures = [plain]
    overlay = scene.overlay
    for mark in (
        lambda: overlay.set_wire(QPointF(160, 90), QPointF(260, 300), "bad"),
        lambda: overlay.set_text(QPointF(60, 60), "does not fit\nat all", bad=True),
        lambda: overlay.set_box(QRectF(0, 0, 100, 100)),
        lambda: overlay.set_slice([QPointF(0, 0), QPointF(300, 300)]),
        lambda: overlay.light_pins([PinKey("v", "a", None, True)]),
        lambda: overlay.set_hover("b"),
        lambda: overlay.set_hover(PinKey("v", "b", None, True)),
        lambda: overlay.set_hover(scene.page.wires[0]),
    ):
        mark()
        pictures.append(picture(scene))
        assert pictures[-1] != pictures[-2]
    overlay.clear()
    assert picture(scene) == plain


def test_a_large_page_follows_a_drag(qtbot: QtBot) -> None:
    opened = chain(1500)
    scene = scene_of(opened)
    area = scene.content_rect()
    before = picture(scene, area, 0.05)
    opened.do(SetField("main", "n700", "at", (-900, -900)), "Move")
    moved = picture(scene, area, 0.05)
    assert moved != before
    opened.undo()
    assert picture(scene, area, 0.05) == before


def nets_of(scene: PageScene) -> set[str]:
    """The colour groups of the wires."""
    return {scene.mirror.net_of(item) for item in scene.mirror.wires}


def test_many_wires_of_one_pin_have_a_colour_of_their_own(qtbot: QtBot) -> None:
    names = [f"s{i}" for i in range(3)]
    blocks = [{"id": name, "type": "Sigmoid", "at": [300, 130 * i]} for i, name in enumerate(names)]
    scene = scene_of(document([{"id": "a", "type": "Const"}, *blocks], [["a.output", f"{name}.x"] for name in names]))
    nets = nets_of(scene)
    assert len(nets) == 1 and nets != {""}
    assert nets_of(scene_of(product())) == {""}


def test_a_third_wire_colours_the_first_two_as_well(qtbot: QtBot) -> None:
    names = [f"s{i}" for i in range(3)]
    blocks = [{"id": name, "type": "Sigmoid", "at": [300, 130 * i]} for i, name in enumerate(names)]
    opened = document([{"id": "a", "type": "Const"}, *blocks], [["a.output", f"{name}.x"] for name in names[:2]])
    scene = scene_of(opened)
    assert nets_of(scene) == {""}
    opened.do(AddItems("main", "wires", ((2, Wire(Endpoint("a", "output"), Endpoint("s2", "x"))),)), "Wire")
    assert_like_fresh(scene)
    assert "" not in nets_of(scene)
    opened.undo()
    assert_like_fresh(scene)
    assert nets_of(scene) == {""}


def test_an_edit_of_the_wiring_leaves_the_other_wires_alone(qtbot: QtBot) -> None:
    blocks = [{"id": f"s{i}", "type": "Sigmoid", "at": [300 * i, 0]} for i in range(6)]
    opened = document(blocks, [[f"s{i}.y", f"s{i + 1}.x"] for i in range(5)])
    scene = scene_of(opened)
    kept = scene.mirror.wires[:3]
    opened.do(RemoveItems("main", "wires", (4,)), "Cut")
    assert all(a is b for a, b in zip(kept, scene.mirror.wires, strict=False))
    assert_like_fresh(scene)
    opened.do(RemoveBlocks("main", ("s5",)), "Delete")
    assert all(a is b for a, b in zip(kept, scene.mirror.wires, strict=False))
    assert_like_fresh(scene)


def test_the_shape_of_an_input_stands_beside_its_label_and_that_of_an_output_outside(qtbot: QtBot) -> None:
    """On the right border of its block it would be taken for the output's."""
    scene = scene_of(product())
    scene.set_info(examine(scene.page, None))
    item = scene.mirror.blocks["v"]
    area = item.rect.adjusted(0, 0, 80, 0)
    with_shapes = picture(scene, area)
    scene.set_shown(scene.shown._replace(shapes=False))
    pixels = [np.frombuffer(each.constBits(), np.uint32).reshape(each.height(), -1)
              for each in (with_shapes, picture(scene, area))]  # fmt: skip
    differs = pixels[0] != pixels[1]
    for name in ("a", "b"):
        spot = item.geometry.spot(name, None, is_input=True)
        assert spot is not None
        columns = np.flatnonzero(differs[int(spot.y) - 6 : int(spot.y) + 6, : int(item.geometry.width)].any(axis=0))
        assert 30 <= columns[0] <= 42 and columns[-1] < 42 + 60
    out = item.geometry.spot("product", None, is_input=False)
    assert out is not None
    columns = np.flatnonzero(differs[int(out.y) - 14 : int(out.y) + 2, int(item.geometry.width) :].any(axis=0))
    assert columns.size and columns[0] < 12
