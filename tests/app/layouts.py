"""How well pages can be followed, as numbers: what crosses, bends, overlaps, and how long the wires are.

``python -m tests.app.layouts > tests/app/layouts.txt`` writes the table down, which `test_layouts` holds.
"""

from __future__ import annotations

import os
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from app.canvas.items import WireItem
from app.canvas.scene import PageScene, box_of
from app.canvas.wires.wire_router import times_hidden
from app.core.document import Document
from app.core.verbs import auto_layout
from app.window.documents.opening import read_import, read_model
from blocks.base.types import Array
from blocks.cli.examples import example_texts
from blocks.document.file import loads
from blocks.document.model import Diagram, lay_out_pages
from tests.models.build import MODELS, diagram

TESTS = Path(__file__).resolve().parents[1]
TABLE = Path(__file__).with_suffix(".txt")
ONNX = ["encoder", "gru", "lenet", "lstm_dynamo", "mlp", "resnet_dynamo", "unet"]
TENSORFLOW = ["frozen_mlp", "attention", "module", "version_1"]
_TITLE = 36
COLUMNS = ("blocks", "wires", "crossings", "bends", "overlaps", "through", "together", "length")


class Judged(NamedTuple):
    """What there is on a page, and what makes it hard to follow.

    Attributes:
        blocks, wires: how many.
        crossings: of wires that begin at different pins.
        bends: turns of wires.
        overlaps: pairs of blocks that lie on each other.
        through: how often a wire passes behind a block.
        together: pairs of such wires that lie on each other for a stretch.
        length: of all wires, in page units.
    """

    blocks: int
    wires: int
    crossings: int
    bends: int
    overlaps: int
    through: int
    together: int
    length: int


def judged(scene: PageScene) -> Judged:
    """Judge a page as it is drawn."""
    scene.settle()
    rects = np.array([item.sides for item in scene.mirror.order], float).reshape(-1, 4)
    wires = [item for item in scene.mirror.wires if len(item.points) > 1]
    lines, net = _lines(wires)
    level = lines[:, 1] == lines[:, 3]
    flat, upright = _sorted(lines[level]), _sorted(lines[~level][:, [1, 0, 3, 2]])
    crossings = (
        (flat[:, None, 0] < upright[None, :, 1])
        & (flat[:, None, 2] > upright[None, :, 1])
        & (upright[None, :, 0] < flat[:, None, 1])
        & (upright[None, :, 2] > flat[:, None, 1])
        & (net[level][:, None] != net[~level][None])
    )
    low, high = np.maximum(rects[:, None, :2], rects[None, :, :2]), np.minimum(rects[:, None, 2:], rects[None, :, 2:])
    return Judged(
        len(rects),
        len(wires),
        int(crossings.sum()),
        sum(max(0, len(item.points) - 2) for item in wires),
        (int((low < high).all(axis=-1).sum()) - len(rects)) // 2,
        sum(times_hidden(item.points, rects) for item in wires),
        _together(flat, net[level]) + _together(upright, net[~level]),
        round(float(np.abs(lines[:, :2] - lines[:, 2:]).sum())),
    )


def _lines(wires: Sequence[WireItem]) -> tuple[Array, Array]:
    """The straight parts of wires, a row (x, y, x, y) each; and a number for the pin that each begins at."""
    nets: dict[object, int] = {}
    lines: list[tuple[float, float, float, float]] = []
    of: list[int] = []
    for item in wires:
        for a, b in pairwise(item.points):
            if a != b:
                lines.append((*a, *b))
                of.append(nets.setdefault(item.wire.source, len(nets)))
    return np.array(lines, float).reshape(-1, 4), np.array(of, int)


def _sorted(lines: Array) -> Array:
    return np.concatenate([np.minimum(lines[:, :2], lines[:, 2:]), np.maximum(lines[:, :2], lines[:, 2:])], axis=1)


def _together(lines: Array, net: Array) -> int:
    """Pairs of level lines of different pins that share more than a point."""
    share = np.minimum(lines[:, None, 2], lines[None, :, 2]) - np.maximum(lines[:, None, 0], lines[None, :, 0])
    same = np.abs(lines[:, None, 1] - lines[None, :, 1]) < 1.0
    return int(((share > 2.0) & same & (net[:, None] != net[None])).sum()) // 2


def pages() -> Iterator[tuple[str, Diagram]]:
    """All that is judged: the shipped examples, pages of other programs, and models that a program built."""
    for name, text in example_texts().items():
        yield f"example {name}", loads(text, name)
    for path in sorted((TESTS / "interchange" / "enuspace" / "saved").glob("*.svg")):
        yield f"enuspace {path.stem}", read_import(path).diagram
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("onnx", "tensorflow"):
            with zipfile.ZipFile(TESTS / "interchange" / kind / "models.zip") as archive:
                archive.extractall(Path(folder, kind))
        for name in ONNX:
            file = name if "dynamo" in name else f"{name}_script"
            yield f"onnx {name}", opened(Path(folder, "onnx", f"{file}.onnx"))
        for name in TENSORFLOW:
            graph = Path(folder, "tensorflow", name, "graph.pb")
            yield f"tensorflow {name}", opened(graph if graph.is_file() else graph.parent)
    for name in MODELS:
        yield f"model {name}", diagram(name)


def opened(path: Path) -> Diagram:
    """A model of another program, as it is opened."""
    return read_model(path).diagram


def laid_out(document: Document, page: str) -> PageScene:
    """A page as the command Lay out leaves it."""
    scene = PageScene(document, page)
    notes, frames = (
        [box_of(each.rect) for each in scene.mirror.notes],
        [box_of(each.rect) for each in scene.mirror.frames],
    )
    boxes = {item.id: item.bounds for item in scene.mirror.order}
    edit = auto_layout(scene.page, boxes, None, notes, frames, scene.mirror.wire_ends())
    if edit is not None:
        document.do(*edit)
    return scene


def table() -> Iterator[tuple[str, Judged, Judged]]:
    """Each diagram: its name, how all its canvases are together, and how Lay out leaves them."""
    for name, a_diagram in pages():
        lay_out_pages(a_diagram)
        document = Document(a_diagram)
        names = [view.name for view in (*a_diagram.pages, *a_diagram.composites) if view.wires]
        now = [judged(PageScene(document, each)) for each in names]
        after = [judged(laid_out(document, each)) for each in names]
        yield name, _sum(now), _sum(after)


def _sum(judgements: Sequence[Judged]) -> Judged:
    return Judged(*map(sum, zip(*judgements, strict=True)))


def lines() -> Iterator[str]:
    """The table as text."""
    yield f"{'':{_TITLE}} {'':8} {' '.join(f'{each:>9}' for each in COLUMNS)}"
    sums: dict[tuple[str, str], list[Judged]] = {}
    for title, now, after in table():
        for state, rows in (("is", now), ("laid out", after)):
            yield _line(title, state, rows)
            for group in (title.split()[0], "all"):
                sums.setdefault((group, state), []).append(rows)
    for (group, state), each in sorted(sums.items()):
        yield _line(f"total {group}", state, _sum(each))


def read() -> dict[tuple[str, str], Judged]:
    """The table as it was written down: by the names of lines, and by ``is`` or ``laid out``."""
    judgements: dict[tuple[str, str], Judged] = {}
    for line in TABLE.read_text().splitlines()[1:]:
        state = line[_TITLE + 1 : _TITLE + 9].strip()
        judgements[line[:_TITLE].strip(), state] = Judged(*map(int, line.split()[-len(COLUMNS) :]))
    return judgements


def _line(title: str, state: str, numbers: Judged) -> str:
    return f"{title:{_TITLE}} {state:8} {' '.join(f'{each:9}' for each in numbers)}"


if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from app.window.start import make_application

    _application = make_application()
    sys.stdout.write("".join(f"{line}\n" for line in lines()))
