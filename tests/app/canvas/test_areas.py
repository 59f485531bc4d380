from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.canvas import layers
from app.canvas.drawing import blocks
from app.canvas.drawing.blocks import in_front
from app.canvas.items import FrameItem
from app.canvas.scene import PageScene
from blocks.base.types import Array
from tests.app.canvas.pages import document
from tests.app.canvas.test_scene import picture


def contrast(zoom: float, area: QRectF) -> int:
    """How far the pixels of a part of a page lie apart, of 255; the page has a frame at (0, 0)."""
    opened = document([], frames=[{"at": [0, 0], "size": [900, 400], "title": "Forward pass", "color": "#0070ff"}])
    image = picture(PageScene(opened, "main", parent=opened), area, zoom)
    return int(np.ptp(bits(image), axis=0).max())


def bits(image: QImage) -> Array:
    return np.frombuffer(image.constBits(), np.uint8).reshape(-1, 4)[:, :3].astype(int)


def test_the_title_of_a_frame_stands_inside_it_from_near_and_above_it_from_afar(qtbot: QtBot) -> None:
    above, inside = QRectF(0, -100, 400, 96), QRectF(10, 4, 400, 20)
    assert [contrast(1.0, above), contrast(0.3, inside)] == [0, 0]
    assert min(contrast(1.0, inside), contrast(0.3, above)) > 60


@pytest.mark.parametrize("color", [None, "#0070ff"])
def test_of_hundreds_of_frames_over_each_other_those_that_are_seen_are_painted(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, color: str | None
) -> None:
    """A page of thousands took minutes to draw, and each was painted over by those behind it."""
    frames = [{"at": [-i, -i], "size": [900, 700], **({"color": color} if color else {})} for i in range(400)]
    opened = document([], frames=frames)
    scene, area = PageScene(opened, "main", parent=opened), QRectF(-420, -420, 300, 200)
    painted: list[int] = []

    def all_of(items: Sequence[FrameItem], *_: Any) -> list[FrameItem]:
        return list(items)

    def counted(items: Sequence[FrameItem], *given: Any) -> list[FrameItem]:
        painted.append(len(result := in_front(items, *given)))
        return result

    monkeypatch.setattr(blocks, "_LEAST_WORK", 0.0)
    monkeypatch.setattr(layers, "in_front", counted)
    some = bits(picture(scene, area, 1.0))
    monkeypatch.setattr(layers, "in_front", all_of)
    every = bits(picture(scene, area, 1.0))
    assert 20 < painted[0] < 60
    assert np.abs(some - every).max() <= 8  # of 255: a coloured frame lets nine tenths through
    assert np.ptp(every) > 20  # there is something to see
