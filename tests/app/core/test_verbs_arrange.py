from __future__ import annotations

import itertools
import random

import pytest

from app.core import verbs
from app.core.verbs import Box
from blocks.base.errors import DiagramError
from blocks.document.data import Block, Frame, Note, Page
from blocks.document.layout.layered_layout import LayoutWire, layout
from tests.app.pages import PAGE, after, block, wire

BOXES: dict[str, Box] = {each.id: (*each.at, 100.0, 80.0) for each in PAGE.blocks}


def test_moving_takes_blocks_notes_and_frames_by_whole_units() -> None:
    edit = verbs.move(PAGE, ["a", "m"], 10.4, -3.6, [0], [1])
    assert edit is not None and edit.text == "Move 2 blocks"
    page = after(PAGE, edit.change)
    assert block(page, "a").at == (10, -4) and block(page, "m").at == (210, 36) and block(page, "r").at == (400, 40)
    assert page.notes[0].at == (50, -44) and page.frames[1].at == (710, -24)
    assert verbs.move(PAGE, ["a"], 0.3, 0.2) is None and verbs.move(PAGE, ["gone"], 9, 9) is None


@pytest.mark.parametrize(
    ("notes", "frames", "text"), [([0], [], "Move 1 note"), ([0, 1], [0], "Move 1 frame, 2 notes")]
)
def test_moving_notes_says_so(notes: list[int], frames: list[int], text: str) -> None:
    edit = verbs.move(PAGE, [], 5, 5, notes, frames)
    assert edit is not None and edit.text == text
    after(PAGE, edit.change)


def test_nudging_is_a_small_move() -> None:
    edit = verbs.nudge(PAGE, ["a"], 1, 0)
    assert edit is not None and edit.text == "Nudge a"
    assert block(after(PAGE, edit.change), "a").at == (1, 0)


@pytest.mark.parametrize(
    ("side", "a", "m"),
    [
        ("left", (0, 0), (0, 40)),
        ("right", (200, 0), (200, 40)),
        ("center", (100, 0), (100, 40)),
        ("top", (0, 0), (200, 0)),
        ("bottom", (0, 40), (200, 40)),
        ("middle", (0, 20), (200, 20)),
    ],
)
def test_aligning(side: verbs.Side, a: tuple[int, int], m: tuple[int, int]) -> None:
    edit = verbs.align(PAGE, {k: BOXES[k] for k in ("a", "m")}, side)
    assert edit is not None and edit.text == f"Align 2 blocks {side}"
    page = after(PAGE, edit.change)
    assert (block(page, "a").at, block(page, "m").at) == (a, m)
    assert verbs.align(PAGE, {"a": BOXES["a"]}, side) is None


@pytest.mark.parametrize("axis", ["horizontal", "vertical"])
def test_distributing_makes_the_gaps_equal_and_leaves_the_outermost(axis: verbs.Axis) -> None:
    i = 0 if axis == "horizontal" else 1
    boxes: dict[str, Box] = {
        "a": (0, 0, 100, 10), "w1": (110, 15, 50, 40), "m": (700, 600, 20, 20), "r": (650, 55, 30, 500),
    }  # fmt: skip
    edit = verbs.distribute(PAGE, boxes, axis)
    assert edit is not None
    page = after(PAGE, edit.change)
    order = ["a", "w1", "r", "m"]
    at = {k: boxes[k][i] if k in ("a", "m") else block(page, k).at[i] for k in order}
    gaps = [at[b] - at[a] - boxes[a][i + 2] for a, b in itertools.pairwise(order)]
    assert max(gaps) - min(gaps) <= 2
    assert block(page, "a").at == PAGE.blocks[0].at
    assert verbs.distribute(PAGE, {k: boxes[k] for k in ("a", "m")}, axis) is None


def test_a_layout_runs_from_left_to_right_without_overlap_and_stays_where_it_was() -> None:
    edit = verbs.auto_layout(PAGE, BOXES)
    assert edit is not None and edit.text == "Auto layout of 8 blocks"
    page = after(PAGE, edit.change)
    at = {each.id: each.at for each in page.blocks}
    for source, target in PAGE.wires:
        if source.block in at and target.block in at:
            assert at[source.block][0] + 100 < at[target.block][0]
    assert min(x for x, _ in at.values()) == 0 and min(y for _, y in at.values()) == 0
    assert verbs.auto_layout(page, {k: (*at[k], 100.0, 80.0) for k in at}) is None


def test_a_layout_of_some_blocks_leaves_the_others() -> None:
    edit = verbs.auto_layout(PAGE, BOXES, ["m", "r", "s"])
    assert edit is not None
    page = after(PAGE, edit.change)
    assert all(block(page, k).at == block(PAGE, k).at for k in ("a", "w1", "n", "g", "x"))
    assert [block(page, k).at[1] for k in ("m", "r", "s")] == [40, 40, 40]
    assert verbs.auto_layout(PAGE, BOXES, ["gone"]) is None


def overlapping(places: dict[str, tuple[float, float]], sizes: dict[str, tuple[float, float]]) -> list[tuple[str, str]]:
    order = sorted(places)
    pairs: list[tuple[str, str]] = []
    for i, a in enumerate(order):
        for b in order[i + 1 :]:
            (ax, ay), (aw, ah), (bx, by), (bw, bh) = places[a], sizes[a], places[b], sizes[b]
            if ax < bx + bw and bx < ax + aw and ay < by + bh and by < ay + ah:
                pairs.append((a, b))
    return pairs


@pytest.mark.parametrize("seed", range(20))
def test_a_layout_of_any_graph_overlaps_nothing_and_is_the_same_each_time(seed: int) -> None:
    rng = random.Random(seed)
    names = [f"b{i}" for i in range(rng.randint(1, 60))]
    sizes = {name: (rng.randint(40, 200) * 1.0, rng.randint(20, 200) * 1.0) for name in names}
    ends = [(rng.choice(names), rng.choice(names)) for _ in range(rng.randint(0, 2 * len(names)))]
    links = [
        LayoutWire(a, b, *([rng.uniform(0, sizes[a][1]), rng.uniform(0, sizes[b][1])] if seed % 2 else []))
        for a, b in ends
    ]
    positions = layout(names, links, sizes)
    assert positions.keys() == sizes.keys()
    assert not overlapping(positions, sizes)
    assert min(y for _, y in positions.values()) >= 0 and min(x for x, _ in positions.values()) == 0
    assert layout(names, links, sizes) == positions


def crowded(rng: random.Random) -> tuple[Page, dict[str, Box], list[Box], list[Box]]:
    """A page whose cells hold blocks, notes or nothing, with frames around some cells, and frames in those."""
    blocks: list[Block] = []
    notes, frames = list[Note](), [Frame((-30, -50), (1160, 830), "outer")] if rng.random() < 0.5 else list[Frame]()
    boxes: dict[str, Box] = {}
    for x, y in itertools.product(range(0, 2000, 200), range(0, 1000, 160)):
        if rng.random() < 0.5:
            name = f"b{len(blocks)}"
            boxes[name] = (x, y, rng.choice([90.0, 120.0]), rng.choice([60.0, 110.0]))
            blocks.append(Block(name, "Add", (x, y)))
        elif rng.random() < 0.3:
            notes.append(Note((x, y + 10), "n", (rng.choice([60, 160]), 20)))
    for x, y in itertools.product((0, 600, 1200), (0, 480)):
        if rng.random() < 0.7:
            frames.append(Frame((x - 15, y - 35), (540, 310)))
    notes += [Note((x, -250), "heading", (900, 60)) for x in (0, 1000) if rng.random() < 0.5]
    names = list(boxes)
    wires = [wire(f"{rng.choice(names)}.z", f"{rng.choice(names)}.x") for _ in names]
    page = Page("main", tuple(blocks), tuple(wires), tuple(notes), tuple(frames))
    return page, boxes, [rect(note) for note in notes], [rect(frame) for frame in frames]


def rect(thing: Note | Frame) -> Box:
    (x, y), (width, height) = thing.at, thing.size or (0.0, 0.0)
    return (x, y, width, height)


def holding(page: Page, boxes: dict[str, Box]) -> list[set[str]]:
    return [{name for name, box in boxes.items() if verbs.lies_in(box, rect(frame))} for frame in page.frames]


@pytest.mark.parametrize("seed", range(12))
def test_a_layout_makes_its_room_and_frames_keep_what_they_hold(seed: int) -> None:
    rng = random.Random(seed)
    page, boxes, notes, frames = crowded(rng)
    chosen = rng.sample(sorted(boxes), rng.choice([6, 15, len(boxes)]))
    edit = verbs.auto_layout(page, boxes, chosen, notes, frames)
    assert edit is not None and edit.text == f"Auto layout of {len(chosen)} blocks"
    laid = after(page, edit.change)
    now = {b.id: (*b.at, *boxes[b.id][2:]) for b in laid.blocks}
    things = {**now, **{f"note {i}": (*n.at, *notes[i][2:]) for i, n in enumerate(laid.notes)}}
    at, size = {k: v[:2] for k, v in things.items()}, {k: v[2:] for k, v in things.items()}
    assert overlapping(at, size) == []
    assert holding(laid, now) == holding(page, boxes)
    for name, box in boxes.items():  # nothing else moves, but with its frame
        framed = any(name in held and held & set(chosen) for held in holding(page, boxes))
        assert name in chosen or framed or now[name] == box


def test_a_chain_lies_on_lines_and_long_chains_do_not_fail() -> None:
    names = [f"b{i}" for i in range(5000)]
    positions = layout(names, [LayoutWire(a, b) for a, b in itertools.pairwise(names)], {})
    rows = len({y for _, y in positions.values()})
    assert 20 < rows < 200 and max(x for x, _ in positions.values()) < 3 * 5000 / rows * 180


def test_a_cycle_is_laid_out_too() -> None:
    positions = layout(["a", "b", "c"], [LayoutWire("a", "b"), LayoutWire("b", "c"), LayoutWire("c", "a")], {})
    assert positions["a"][0] < positions["b"][0] < positions["c"][0]


def test_notes_and_frames() -> None:
    edit = verbs.add_note(PAGE, (1.2, 3.4), "hello")
    page = after(PAGE, edit.change)
    assert page.notes[2].text == "hello" and page.notes[2].at == (1, 3)
    edit = verbs.set_note(PAGE, 1, "other")
    assert edit is not None
    assert after(PAGE, edit.change).notes[1] == PAGE.notes[1]._replace(text="other")
    assert verbs.set_note(PAGE, 1, "second") is None
    edit = verbs.resize_note(PAGE, 0, (1, 2, 3, 4))
    assert edit is not None and after(PAGE, edit.change).notes[0].size == (3, 4)
    edit = verbs.set_frame(PAGE, 0, title="T", color="")
    assert edit is not None
    frame = after(PAGE, edit.change).frames[0]
    assert (frame.title, frame.color) == ("T", None)
    assert verbs.set_frame(PAGE, 0, title="given") is None
    edit = verbs.resize_frame(PAGE, 1, (0, 0, 9, 9))
    assert edit is not None
    after(PAGE, edit.change)
    with pytest.raises(DiagramError, match="no longer exists"):
        verbs.set_note(PAGE, 2, "x")


def test_a_frame_goes_around_the_selection_and_holds_it() -> None:
    boxes = {k: BOXES[k] for k in ("a", "m")}
    edit = verbs.frame_selection(PAGE, boxes, "both")
    assert edit is not None and edit.text == "Frame selection"
    assert holding(after(PAGE, edit.change), BOXES)[2] == {"a", "m"}
    frame = after(PAGE, edit.change).frames[-1]
    assert frame.size is not None
    bottom = max(y + height for _, y, _, height in boxes.values())
    assert frame.at[1] + frame.size[1] >= bottom + 36  # where a result of a line will stand
    assert verbs.frame_selection(PAGE, {}) is None
