"""The frame that a block lies in, against a look at each frame for each block."""

from __future__ import annotations

import random

import pytest

from blocks.document.data import Block, Frame
from blocks.interchange.python.frames import frames_around
from tests.reliability.steps import SIZES, second_difference, steps


def smallest(block: Block, frames: list[Frame]) -> Frame | None:
    (x, y), around = block.at, list[Frame]()
    for frame in frames:
        (left, top), (width, height) = frame.at, frame.size or (-1.0, -1.0)
        if left <= x <= left + width and top <= y <= top + height:
            around.append(frame)
    return min(around, key=lambda frame: (frame.size or (0, 0))[0] * (frame.size or (0, 0))[1], default=None)


@pytest.mark.parametrize("seed", range(40))
def test_a_block_is_in_the_smallest_frame_around_it(seed: int) -> None:
    chance = random.Random(seed)
    most = chance.choice([3, 10, 100])  # on few places, borders and corners meet

    def place() -> tuple[float, float]:
        return chance.randint(-most, most), chance.randint(-most, most)

    for _ in range(20):
        blocks = [Block(f"b{i}", "Const", place()) for i in range(chance.randrange(20))]
        sizes = [None, *[(chance.randint(0, 2 * most), chance.randint(0, 2 * most)) for _ in range(20)]]
        frames = [Frame(place(), chance.choice(sizes), str(i)) for i in range(chance.randrange(20))]
        result = frames_around(blocks, frames)
        assert all(result.get(block.id) is smallest(block, frames) for block in blocks)


def test_the_work_is_not_one_for_each_block_and_frame() -> None:
    def work(n: int) -> None:
        frames = [Frame((-i, -i), (2 * i + 3 * n, 2 * i + 3 * n)) for i in range(n)]
        assert len(frames_around([Block(f"b{i}", "Const", (i, n - i)) for i in range(n)], frames)) == n

    assert second_difference([steps(work, n) for n in SIZES]) < 800
