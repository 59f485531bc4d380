"""Routes of wires: many found at once are those that are found one by one."""

from __future__ import annotations

import random

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.canvas.scene import PageScene
from app.canvas.wires.wire_router import behind_blocks, find_route
from app.core.document import Document
from app.core.verbs import move
from app.face.geometry import Point, route_wire
from app.window.documents.export import page_image
from blocks.cli.examples import example_texts
from blocks.document.file import loads


@pytest.mark.parametrize("number", range(24))
def test_ways_that_stay_plain_are_those_that_pass_behind_no_block(number: int) -> None:
    chance = random.Random(number)
    side, step = chance.choice([300, 1500, 6000]), chance.choice([1, 10, 50])

    def somewhere() -> Point:
        return chance.randrange(0, side) // step * step * 1.0, chance.randrange(0, side) // step * step * 1.0

    corners = [somewhere() for _ in range(chance.choice([0, 1, 20, 100]))]
    rects = np.array([(x, y, x + 130.0, y + chance.choice([40.0, 76.0])) for x, y in corners]).reshape(-1, 4)
    pins = [(somewhere(), somewhere(), chance.randrange(5)) for _ in range(chance.choice([1, 64, 65, 150]))]
    plain = [route_wire(p, q, "orthogonal", lane) for p, q, lane in pins]
    behind = behind_blocks(plain, rects)
    for place, (p, q, lane) in enumerate(pins):
        if place not in behind:
            assert find_route(p, q, lane, None, rects) == plain[place]
    assert behind == [place for place, way in enumerate(plain) if behind_blocks([way], rects)]
    assert [place + 1 for place in behind] == behind_blocks([(), *plain], rects)


def test_a_way_is_behind_a_block_that_it_crosses_but_for_its_ends() -> None:
    block = np.array([[100.0, 0.0, 200.0, 50.0]])
    across, above, out, into = ([(0.0, y), (300.0, y)] for y in (20.0, -20.0, 20.0, 20.0))
    out[0], into[1] = (200.0, 20.0), (110.0, 20.0)  # an output pin is at the border, an input pin inside it
    assert behind_blocks([across, above, out, into], block) == [0]


@pytest.mark.parametrize("name", ["xor", "gan_step", "small_cnn", "digits_evaluation", "basic"])
def test_after_a_move_a_picture_has_no_wire_behind_a_block(qtbot: QtBot, name: str) -> None:
    chance = random.Random(7)
    for _ in range(8):
        opened = Document(loads(example_texts()[name], name))
        page = opened.pages[0].name
        scene = PageScene(opened, page, parent=opened)
        block = chance.choice(scene.mirror.order)
        for _ in range(100):
            dx, dy = chance.randrange(-700, 700), chance.randrange(-400, 400)
            there = block.rect.translated(dx, dy).adjusted(-44, -24, 44, 24)
            if not any(item is not block and item.rect.intersects(there) for item in scene.mirror.order):
                break
        else:
            continue
        edit = move(scene.page, [block.id], dx, dy)
        assert edit is not None
        opened.do(*edit)
        page_image(scene, 0.1)  # at once, before wires had time to find their ways
        ways = [wire.whole or wire.points for wire in scene.mirror.wires]
        behind = behind_blocks(ways, scene.mirror.rects)
        assert [scene.mirror.wires[place].wire for place in behind] == []
