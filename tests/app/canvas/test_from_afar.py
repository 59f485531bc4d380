"""A page as it is seen from afar: lines and rectangles straight from arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPen
from pytestqt.qtbot import QtBot

from app.canvas.drawing.overview import short_title, title_size
from app.canvas.drawing.shapes import painting
from app.canvas.drawing.tiles import draw_lines, draw_rects
from app.canvas.items import WireItem
from app.canvas.text import font
from app.canvas.wires.polylines import Routes, path_along, united
from app.core.document import Document
from app.face.timings import ComparisonFace
from app.panels.catalogue import library
from blocks.base.types import Array
from blocks.document.data import Document as Data
from blocks.document.data import Endpoint, Page, Wire
from blocks.document.model import Diagram
from tests.app.canvas.pages import chain, document
from tests.app.canvas.test_scene import picture, scene_of


def test_polylines_become_lines_and_paths() -> None:
    wires = [WireItem(Wire(Endpoint("a", "x"), Endpoint("b", "y")), i, 0) for i in range(3)]
    wires[0].lay((), [(0, 0), (1, 1), (1, 1)])
    wires[2].lay((), [(5, 5), (6, 6), (7, 7)])
    lines: list[list[float]] = Routes(wires).lines().tolist()
    assert lines == [[0, 0, 1, 1], [5, 5, 6, 6], [6, 6, 7, 7]]
    assert Routes(wires).lines([2, 0]).tolist() == lines
    [path] = Routes(wires).paths([[0, 1, 2]])
    assert [path.elementAt(i).isMoveTo() for i in range(path.elementCount())] == [True, False] * 4
    ends = [(path.elementAt(i).x, path.elementAt(i).y) for i in range(path.elementCount())]
    assert ends == [(0, 0), (1, 1), (1, 1), (1, 1), (5, 5), (6, 6), (6, 6), (7, 7)]
    wires[0].lay((), [(2, 2), (3, 3)])
    assert Routes(wires).paths([[2], [0]])[1].elementAt(0).x == 2
    assert not len(Routes([]).lines())
    assert path_along(Routes([]).lines()).isEmpty()


def test_ways_that_lie_upon_each_other_are_one() -> None:
    comb = [(0, 0, 9, 0), (0, 0, 5, 0), (9, 0, 9, 7), (5, 0, 5, 7), (9, 4, 9, 12), (20, 0, 12, 0), (1, 3, 2, 4)]
    lines = np.array([*comb, (9, 13, 9, 14), (0, 1, 9, 1), (5, 5, 5, 5), (12, 0, 10, 0)], float)
    wanted = [(0, 0, 9, 0), (10, 0, 20, 0), (0, 1, 9, 1), (9, 0, 9, 12), (9, 13, 9, 14), (5, 0, 5, 7), (5, 5, 5, 5),
              (1, 3, 2, 4)]  # fmt: skip
    joined: list[list[float]] = united(lines).tolist()
    assert sorted(joined) == sorted(map(list, wanted))


def test_a_wire_that_was_added_is_marked_from_afar_whether_it_was_seen_near_or_not(qtbot: QtBot) -> None:
    scene = scene_of(chain(40))
    plain = picture(scene, zoom=0.2)
    scene.set_comparison(ComparisonFace({}, frozenset(scene.page.wires[:9])))
    marked = picture(scene, zoom=0.2)
    assert marked != plain
    picture(scene, zoom=1.0)
    assert picture(scene, zoom=0.2) == marked


def test_many_wires_look_from_afar_as_each_of_them_does() -> None:
    rng = np.random.default_rng(0)
    wires = [WireItem(Wire(Endpoint("a", "x"), Endpoint("b", "y")), i, 0) for i in range(150)]
    for item in wires:
        x, y, u, v = (2 * rng.integers(0, 60, 4)).tolist()
        item.lay((), [(1, 1), (x, 1), (x, y), (u, v if item.index % 5 == 0 else y)])
    wires[0].lay((), [(120, 7), (120, 7)])
    routes = Routes(wires)
    paintings: list[Callable[[QPainter], object]] = [
        lambda painter: draw_lines(painter, routes.lines()),
        lambda painter: painter.drawPath(*routes.paths([range(len(wires))])),
        lambda painter: [draw_lines(painter, Routes([item]).lines()) for item in wires],
    ]
    images = [QImage(130, 130, QImage.Format.Format_RGB32) for _ in paintings]
    for image, paint in zip(images, paintings, strict=True):
        image.fill(Qt.GlobalColor.black)
        with painting(image) as painter:
            painter.setPen(QPen(Qt.GlobalColor.white, 0))
            paint(painter)
    assert all(image == images[0] for image in images)
    assert images[0].pixelColor(1, 1) == Qt.GlobalColor.white


def test_rectangles_of_an_array_are_painted_as_those_of_qt() -> None:
    rows = np.array([(3, 4, 20, 10), (40, 5.5, 30.25, 60), (10, 30, 0, 20), (15, 70, 33, 1e-3)], float)
    images = [QImage(90, 90, QImage.Format.Format_RGB32) for _ in range(3)]
    paintings: list[Callable[[QPainter], object]] = [
        lambda painter: painter.drawRects([QRectF(*row) for row in rows.tolist()]),
        lambda painter: draw_rects(painter, rows),
        lambda painter: draw_rects(painter, np.asfortranarray(np.repeat(rows, 2, axis=0))[::2]),
    ]
    for image, paint in zip(images, paintings, strict=True):
        image.fill(Qt.GlobalColor.black)
        with painting(image) as painter:
            painter.setPen(QPen(Qt.GlobalColor.white, 0))
            painter.setBrush(Qt.GlobalColor.red)
            draw_rects(painter, rows[:0])
            paint(painter)
    assert images[0] == images[1] == images[2]
    assert images[0].pixelColor(13, 9) == Qt.GlobalColor.red


def test_where_thousands_of_blocks_lie_on_one_spot_the_uppermost_are_painted() -> None:
    opened = chain(3000)
    page = opened.page("main")
    spots = [(float(i % 53), float(i % 47)) for i in range(3000)]
    piled = [block._replace(at=at) for block, at in zip(page.blocks, spots, strict=True)]
    scene = scene_of(Document(Diagram(Data("", (page._replace(blocks=tuple(piled)),)))))
    shown = picture(scene, zoom=1.0)
    blocks, wires = scene.mirror.order, scene.mirror.wires
    painted = [item.index for item in blocks if item.picture.pixels is not None]
    assert painted == list(range(painted[0], 3000)) and len(painted) < 300
    assert len([wire for wire in wires if wire.path is not None]) < 2000
    whole = scene.content_rect().adjusted(-20, -20, 20, 20).topLeft()
    single = picture(scene_of(Document(Diagram(Data("", (Page("main", (piled[-1],)),))))), blocks[-1].rect)
    middle = blocks[-1].rect.adjusted(30, 2, -8, -2).translated(-whole).toRect()
    assert shown.copy(middle) == single.copy(30, 2, middle.width(), middle.height())


def pixels(image: QImage) -> Array:
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width()).copy()


@pytest.mark.parametrize("zoom", [0.17, 0.25, 0.38])
def test_titles_are_letters_of_one_size_in_all_blocks(qtbot: QtBot, zoom: float) -> None:
    types = ["Add", "AddSymbolicGradients", "ApplyGradientDescent", "Add", "AvgPool", "Abs"]
    blocks: list[dict[str, Any]] = [{"id": f"b{i}", "type": name, "at": [400 * i, 0]} for i, name in enumerate(types)]
    blocks[3]["collapsed"] = True
    scene = scene_of(document(blocks))
    area = QRectF(-20, -20, 2400, 400)
    titled = pixels(picture(scene, area, zoom))
    with pytest.MonkeyPatch.context() as untitled:
        untitled.setattr("app.canvas.drawing.overview.TITLES_FROM", 1.0)
        ink = (titled != pixels(picture(scene, area, zoom))).astype(int)
    heights: set[int] = set()
    for item in scene.mirror.order:
        left, top, right, bottom = [round((side + 20) * zoom) for side in item.sides]
        inside = ink[top:bottom, left : left + round(0.5 * title_size(zoom)) + 2]
        assert inside.any(), f"{item.block.type} has no title"
        assert not ink[top:bottom, right - 1 : right + 40].any(), f"{item.block.type} goes on beyond its block"
        rows = np.flatnonzero(inside.any(axis=1))
        first = rows[rows - rows[0] == np.arange(rows.size)]  # the letter A
        heights.add(len(first))
    assert max(heights) - min(heights) <= 1


def test_types_that_begin_alike_are_told_apart_where_few_letters_have_room(qtbot: QtBot) -> None:
    types = ["MatMul", "MaxPool", "Multiply", "MatrixInverse", "MatrixSolve"]
    blocks: list[dict[str, Any]] = [{"id": f"b{i}", "type": name, "at": [400 * i, 0]} for i, name in enumerate(types)]
    for block in blocks:
        block["collapsed"] = True
    scene = scene_of(document(blocks))
    zoom = 0.17
    area = QRectF(-20, -20, 2400, 400)
    titled = pixels(picture(scene, area, zoom))
    with pytest.MonkeyPatch.context() as untitled:
        untitled.setattr("app.canvas.drawing.overview.TITLES_FROM", 1.0)
        ink = titled != pixels(picture(scene, area, zoom))
    shown: set[bytes] = set()
    for item in scene.mirror.order:
        left, top = round((item.sides[0] + 20) * zoom), round((item.sides[1] + 20) * zoom)
        shown.add(ink[top : top + 12, left : left + 20].tobytes())
    assert len(shown) == len(types)


def test_an_instance_is_called_by_its_id_from_any_distance(qtbot: QtBot) -> None:
    """Two instances of one composite would look alike."""
    area = QRectF(-20, -20, 800, 200)
    plain, instance = (
        picture(scene_of(document([{"id": own, "type": kind, "at": [0, 0]}])), area, 0.3)
        for own, kind in (("b", "encoder_2"), ("encoder_2", ":encoder_1"))
    )
    assert (pixels(plain) == pixels(instance)).all()
    near = scene_of(document([{"id": "encoder_2", "type": ":encoder_1", "at": [0, 0]}])).mirror.order[0].face
    assert (near.heading, near.subheading) == (("encoder_2",), "encoder_1")


@pytest.mark.parametrize("zoom", [0.17, 0.22, 0.3])
def test_a_type_that_is_cut_off_says_so(qtbot: QtBot, zoom: float) -> None:
    metrics = QFontMetricsF(font(10, True))
    room = (120 * zoom - 4) * 10 / title_size(zoom)
    for name in [spec.name for spec in library()]:
        title = short_title(name, metrics, room)
        initials = "".join(letter for letter in name if letter.isupper() or letter.isdigit())
        assert title in (name, initials) or (len(title) > 1 and name.startswith(title.removesuffix("\u2026"))), title
        assert title in (name, initials) or title.endswith("\u2026")
    assert short_title("MatMul", metrics, 1000) == "MatMul"
