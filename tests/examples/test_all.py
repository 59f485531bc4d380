"""What holds for every shipped example."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest

from blocks.analysis.contracts import contract_faults
from blocks.document.changes import SetField
from blocks.document.data import Position
from blocks.document.file import dumps, loads
from blocks.elaborate.elaborate import elaborate
from tests.examples.shared import NAMES, PAGES, page_of, session_of, text_of

USES_OF_STOP_GRADIENT = {
    "stable_softmax",
    "em_step",
    "contrastive_divergence",
    "adversarial_example",
    "detached_target",
    "gan_step",
}
WIDTH, HEIGHT = 120, 88
"""How large a block is drawn at least."""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def holds(self, other: Box) -> bool:
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )


def box(at: Position, size: Position) -> Box:
    return Box(at[0], at[1], at[0] + size[0], at[1] + size[1])


def blocks_of(name: str) -> dict[str, Box]:
    return {block.id: box(block.at, block.size or (WIDTH, HEIGHT)) for block in page_of(name).blocks}


def only_beginnings(name: str) -> set[str]:
    """Blocks that are needed for initial values only: they are no part of a step."""
    wires = page_of(name).wires
    beginnings: set[str] = set()
    while True:
        more = {wire.source.block for wire in wires} - beginnings
        more -= {w.source.block for w in wires if w.target.pin != "initvalues" and w.target.block not in beginnings}
        if not more:
            return beginnings
        beginnings |= more


def test_the_uses_of_stop_gradient_are_shown() -> None:
    assert set(NAMES) >= USES_OF_STOP_GRADIENT
    for name in USES_OF_STOP_GRADIENT:
        assert "StopGradient" in {block.type for block in page_of(name).blocks}


@pytest.mark.parametrize("name", NAMES)
def test_canonical(name: str) -> None:
    assert dumps(loads(text_of(name))) == text_of(name)


@pytest.mark.parametrize("name", NAMES)
def test_explains_itself(name: str) -> None:
    diagram = loads(text_of(name))
    assert diagram.title
    assert all(any(note.text.strip() for note in page.notes) for page in diagram.pages)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_unknown_or_wrong(name: str) -> None:
    diagram = loads(text_of(name))
    assert not diagram.extra
    assert not any(page.extra or any(block.extra for block in page.blocks) for page in diagram.pages)
    assert not any(session_of(f"{name}:{page.name}").problems() for page in diagram.pages)


@pytest.mark.parametrize("name", PAGES)
def test_runs_step_by_step_as_in_one_go(name: str) -> None:
    single, whole = session_of(name), session_of(name)
    last = [single.run() for _ in range(4)][-1]
    results = whole.run(steps=4)
    assert results
    assert results.keys() == last.keys()
    for pin, value in results.items():
        np.testing.assert_array_equal(value, last[pin], err_msg=pin)


@pytest.mark.parametrize("name", PAGES)
def test_each_block_with_a_tensor_shows_it(name: str) -> None:
    session = session_of(name)
    shown = {pin.split(".")[0] for pin in session.run()}
    outputs = {
        block for block, *_ in session.elaboration.outputs() if "/" not in block
    }  # the inside is shown when asked for
    assert shown == outputs - only_beginnings(name)


@pytest.mark.parametrize("name", PAGES)
def test_blocks_lie_apart(name: str) -> None:
    boxes = blocks_of(name)
    assert not [(a, b) for a, b in combinations(boxes, 2) if boxes[a].overlaps(boxes[b])]


@pytest.mark.parametrize("name", NAMES)
def test_blocks_of_composites_lie_apart(name: str) -> None:
    for composite in loads(text_of(name)).composites:
        boxes = {block.id: box(block.at, (120, 40)) for block in composite.blocks}
        assert not [(a, b) for a, b in combinations(boxes, 2) if boxes[a].overlaps(boxes[b])], composite.name


@pytest.mark.parametrize("name", PAGES)
def test_wires_run_to_the_right(name: str) -> None:
    boxes = blocks_of(name)
    for wire in page_of(name).wires:
        assert boxes[wire.source.block].right < boxes[wire.target.block].left, str(wire)


@pytest.mark.parametrize("name", PAGES)
def test_frames_hold_whole_blocks_and_notes_cover_nothing(name: str) -> None:
    page, boxes = page_of(name), blocks_of(name)
    frames = [box(frame.at, frame.size) for frame in page.frames if frame.size]
    notes = [box(note.at, note.size) for note in page.notes if note.size]
    assert all(frame.title for frame in page.frames)
    assert not [pair for some in (frames, notes) for pair in combinations(some, 2) if pair[0].overlaps(pair[1])]
    [start] = [box(frame.at, frame.size) for frame in page.frames if frame.title == "Start here" and frame.size]
    assert [note for note in notes if start.holds(note)] == [note for note in notes if start.overlaps(note)] != []
    assert not [note for note in notes if any(note.overlaps(frame) for frame in frames if frame != start)]
    assert start.top <= min(each.top for each in (*frames, *notes, *boxes.values()))
    for block, place in boxes.items():
        assert frames == [start] or any(frame.holds(place) for frame in frames), block
        assert not any(note.overlaps(place) for note in notes), block


CONTRACTS = [(name, block.id) for name in NAMES for block in page_of(name).blocks if block.type == "GradientContract"]


@pytest.mark.parametrize(("name", "contract"), CONTRACTS)
def test_a_contract_is_broken_where_a_stop_is_missing(name: str, contract: str) -> None:
    broken: set[str | None] = set()
    for stop in [block.id for block in page_of(name).blocks if block.type == "StopGradient"]:
        diagram = loads(text_of(name))
        diagram.apply(SetField("main", stop, "muted", True))
        broken.update(fault.block for fault in contract_faults(elaborate(diagram.page("main").snapshot())))
    assert contract in broken


def test_the_examples_that_stop_a_gradient_say_what_must_hold() -> None:
    assert {name for name, _ in CONTRACTS} == USES_OF_STOP_GRADIENT - {"stable_softmax"}  # there it changes nothing
