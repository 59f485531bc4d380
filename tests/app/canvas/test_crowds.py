"""Pages on which thousands of blocks lie upon each other: what is left out is what nobody sees."""

from __future__ import annotations

import random

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen
from pytestqt.qtbot import QtBot

from app.canvas.drawing.overview import Overview
from app.canvas.drawing.shapes import painting
from app.canvas.drawing.tiles import Cover, draw_lines
from app.canvas.mirror import SceneModel
from app.canvas.scene import PageScene
from app.canvas.wires.polylines import on_grid
from app.core.document import Document
from blocks.base.types import Array
from blocks.document.data import Document as Data
from blocks.document.model import Diagram
from tests.app.canvas.pages import chain
from tests.app.canvas.test_scene import picture, scene_of


def crowd(count: int, width: int, height: int, step: int) -> PageScene:
    """Blocks at random places of a grid."""
    rng = random.Random(0)
    page = chain(count).page("main")
    places = [(float(step * rng.randrange(width)), float(step * rng.randrange(height))) for _ in range(count)]
    heaped = tuple(block._replace(at=at) for block, at in zip(page.blocks, places, strict=True))
    return scene_of(Document(Diagram(Data("", (page._replace(blocks=heaped),)))))


def test_rectangles_are_hidden_exactly_where_no_pixel_of_them_is_seen() -> None:
    rng = np.random.default_rng(0)
    corners = rng.integers(-20, 160, (400, 2))
    sides = np.concatenate([corners, corners + rng.integers(1, 30, (400, 2))], axis=1)
    uppermost = np.full((160, 160), -1)  # a cell of the grid for each place
    areas = [(slice(max(0, t), max(0, b)), slice(max(0, x), max(0, r))) for x, t, r, b in sides.tolist()]
    for place, area in enumerate(areas):
        uppermost[area] = place
    hidden = Cover(sides.astype(float), QRectF(0, 0, 160, 160)).hides(sides.astype(float), np.arange(1, 401))
    assert hidden.tolist() == [not (uppermost[area] == place).any() for place, area in enumerate(areas)]
    assert 20 < hidden.sum() < 380


def test_lines_on_a_grid_cover_the_pixels_of_each_line() -> None:
    rng = np.random.default_rng(1)
    lines: Array = rng.integers(2, 126, (400, 4)).astype(float)
    lines[::2, 3], lines[1:380:2, 2] = lines[::2, 1], lines[1:380:2, 0]
    rows, slanting = on_grid(lines, 1.0)
    images = [QImage(130, 130, QImage.Format.Format_RGB32) for _ in range(2)]
    for image, parts in zip(images, ([lines], [rows, slanting]), strict=True):
        image.fill(Qt.GlobalColor.black)
        with painting(image) as painter:
            painter.setPen(QPen(Qt.GlobalColor.white, 0))
            for part in parts:
                draw_lines(painter, part)
    assert images[0] == images[1]
    assert len(rows) < 250 and len(slanting) == 10


def test_a_crowd_from_afar_looks_as_if_all_of_it_was_painted(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    area = QRectF(-80, -80, 1280, 640)
    scene = crowd(1500, 60, 30, 16)
    shown = picture(scene, area, 0.0625)
    [tile] = scene._layers._overview.tiles(scene.mirror)  # pyright: ignore[reportPrivateUsage]
    assert len(tile.seen(16.0).items) < 1000
    monkeypatch.setattr("app.canvas.drawing.tiles._CROWD", 10_000)
    assert picture(crowd(1500, 60, 30, 16), area, 0.0625) == shown


def test_wires_behind_a_crowd_are_not_painted(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    area = QRectF(0, 0, 700, 400)
    scene = crowd(1500, 900, 600, 1)
    shown = picture(scene, area)
    painted = [wire for wire in scene.mirror.wires if wire.path is not None]

    def hide_nothing(_overview: Overview, _mirror: SceneModel, sides: Array) -> Array:
        return np.zeros(len(sides), bool)

    monkeypatch.setattr(Overview, "hides", hide_nothing)
    other = crowd(1500, 900, 600, 1)
    full = picture(other, area)
    for item in scene.mirror.blocks_in(area.adjusted(9, 9, -9, -9))[
        -30:
    ]:  # between them, wires were painted over the outlines of those below
        inside = item.rect.adjusted(4, 4, -4, -4).toAlignedRect().intersected(shown.rect())
        assert full.copy(inside) == shown.copy(inside)
    assert len(painted) < len([wire for wire in other.mirror.wires if wire.path is not None]) / 2


def test_many_long_wires_look_the_same_in_parts_and_while_a_block_moves(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.canvas.drawing.overview.MOST_INK", 0.0)
    scene = crowd(300, 4000, 2000, 2)
    whole = QRectF(0, 0, 8000, 4000)
    for shift in (16.0, 32.0, 48.0):
        page = scene.page
        moved = page.blocks[7]._replace(at=(shift, shift))
        scene.show(page._replace(blocks=(*page.blocks[:7], moved, *page.blocks[8:])))
        picture(scene, whole, 0.125)
    scene.settle()
    shown = picture(scene, whole, 0.125)
    image = QImage(shown.size(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(0.125, 0.125)
    for x in range(0, 8000, 2000):
        painter.setClipRect(QRectF(x, 0, 2000, 4000))
        scene.drawBackground(painter, QRectF(x, 0, 2000, 4000))
    painter.end()
    assert image == shown
    fresh = scene_of(Document(Diagram(Data("", (scene.page,)))))
    fresh.settle()
    assert picture(fresh, whole, 0.125) == shown
