"""A random walk of edits: each answer is what `read` and `check` say afterwards, and nothing untouched moves.

``python -m tests.door.walk 5000`` makes that many edits; the test makes few.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from blocks.analysis.checks import check
from blocks.analysis.lint import lint_page
from blocks.document.changes import Change
from blocks.document.data import Document, Page, pins_type
from blocks.document.definitions import canvases
from blocks.document.file import load
from blocks.document.journal import from_json
from blocks.document.layout.page_layout import rows_by_type, sizes
from blocks.document.model import Diagram
from blocks.door.diagrams import types_of
from blocks.run.files import Folders
from tests.door.conftest import edited, op, shown, undone, write

TYPES = ["Const", "Variable", "MatMul", "Add", "Multiply", "Tanh", "Stack", "Split", "L2Loss", "StopGradient", "Cast",
         "Sum", "Softmax", "Log", "Nothing", ":Cell", "Placeholder", "AddSymbolicGradients"]  # fmt: skip
VALUES: list[Any] = [1, 2.5, [[1.0, 2.0]], [1, 2, 3], "DT_INT32", True, None, "a text", {"file": "none.npy"}]
EXAMPLES = Path(__file__).parents[2] / "assets" / "examples"


class Walk:
    """Random operations on one file."""

    def __init__(self, file: Path, seed: int) -> None:
        self.file, self.random = file, random.Random(seed)

    def operation(self, diagram: Diagram) -> dict[str, Any]:
        pick = self.random.choice
        names = [view.name for view in (*diagram.pages, *diagram.composites)]
        on = pick(names) if names and self.random.random() < 0.95 else "nowhere"
        page = diagram.canvas(on).snapshot() if on in names else Page(on)
        ids = [block.id for block in page.blocks] or ["none"]
        if self.random.random() < 0.03:
            ids.append("missing")
        block = pick(ids)
        blocks = {each.id: each for each in page.blocks}
        end = f"{block}.{pick(['output', 'x', 'y', 'z', 'a', 'b', 'product', 'ref', 't', 'values', 'input', 'val'])}"
        wire = pick(page.wires) if page.wires else None
        choices = [
            op("add_block", type=pick([*TYPES, *(view.name for view in diagram.composites)]), on=on),
            op("add_block", type=pick(TYPES), id=f"n{self.random.randrange(50)}", on=on, near=block),
            op("add_block", type=pick(TYPES), on=on, at=[self.random.randrange(2000), self.random.randrange(2000)]),
            op("remove_block", id=block, on=on),
            op(
                "set",
                block=block,
                value=pick(["val", "y", "x", "axis", "dtype", "name", "nothing"]),
                to=pick(VALUES),
                on=on,
            ),
            op("unset", block=block, value=pick([*(blocks[block].values if block in blocks else ()), "y"]), on=on),
            op("wire", from_=self.output(diagram, page), to=self.input(diagram, page), on=on),
            op("wire", from_=self.output(diagram, page), to=self.input(diagram, page), on=on),
            op("wire", from_=self.output(diagram, page), to=end, on=on),
            op("unwire", to=str(wire.target) if wire else end, on=on),
            op("unwire", to=str(wire.target) if wire else end, from_=str(wire.source) if wire else end, on=on),
            op("rename", block=block, to=pick([f"r{self.random.randrange(50)}", "w", "a.b", ""]), on=on),
            op("replace", block=block, type=pick(TYPES), on=on),
            op("mute", block=block, to=pick([True, False]), on=on),
            op("frame", blocks=self.random.sample(ids, min(len(ids), 2)), title="frame", on=on),
            op("note", text="note", near=block, on=on),
            op(
                "make_composite",
                blocks=self.random.sample(ids, min(len(ids), 3)),
                name=f"C{self.random.randrange(9)}",
                on=on,
            ),
            op("expand", block=pick([b.id for b in page.blocks if b.type.startswith(":")] or ids), on=on),
            op("remove_composite", name=pick([n for n in names if n.startswith(":")] or ["none"])),
            op("add_page", name=f"p{self.random.randrange(3)}"),
            op("remove_page", name=pick(["p0", "p1", "p2"])),
        ]
        return pick(choices)

    def output(self, diagram: Diagram, page: Page) -> str:
        return self._pin(diagram, page, "outputs")

    def input(self, diagram: Diagram, page: Page) -> str:
        return self._pin(diagram, page, "inputs")

    def _pin(self, diagram: Diagram, page: Page, side: str) -> str:
        find = types_of(diagram.document)
        ends = [f"{block.id}.{pin.name}" for block in page.blocks
                for pin in getattr(find(pins_type(block)), side, ())]  # fmt: skip
        return self.random.choice(ends or ["none.x"])

    def step(self) -> bool:
        """Make an edit of one to four operations; return whether it was accepted."""
        diagram, before = load(self.file), self.file.read_bytes()
        operations = [self.operation(diagram) for _ in range(self.random.choice([1, 1, 2, 4]))]
        dry = edited(self.file, *operations, dry_run=True)
        assert self.file.read_bytes() == before
        real = edited(self.file, *operations)
        assert dry == real, operations
        if "error" in real:
            assert self.file.read_bytes() == before and real["error"]["message"], operations
            return False
        self.compare(diagram.document, real, operations)
        if self.random.random() < 0.3 and self.file.read_bytes() != before:
            back = undone(self.file)
            assert self.file.read_bytes() == before, operations
            assert back["problems"]["left"] == real["problems"]["left"], operations
            again = edited(self.file, *operations)
            assert again == real, operations
        return True

    def compare(self, before: Document, told: dict[str, Any], operations: Any) -> None:
        after = load(self.file)
        replayed = Diagram(before)
        for each in told["changes"]:
            change: Change = from_json(each)
            replayed.apply(change)
        assert replayed.dumps() == after.dumps(), operations
        known = dict[str, Any]()
        for page in canvases(after.document):
            seen = shown(self.file, page=page.name)
            assert seen["revision"] == told["revision"]
            known |= seen["blocks"]
        for name, block in told["blocks"].items():
            assert known.get(name) == block, (name, operations)
        count = len(self.problems(after))
        assert len(told["problems"]["new"]) + told["problems"]["left"] == count, operations
        self.unmoved(before, after.document, told, operations)

    def problems(self, diagram: Diagram) -> list[str]:
        report = check(diagram, Folders(self.file.parent).load)
        found = [f"{error.canvas} {error.block} {error.pin}" for error in report.errors]
        return found + [
            f"{each.rule} {page} {each.block} {each.pin}" for page, e in report.pages.items() for each in lint_page(e)
        ]

    def unmoved(self, before: Document, after: Document, told: dict[str, Any], operations: Any) -> None:
        rows, kinds = rows_by_type(after.composites), {each["op"] for each in operations}
        old = {page.name: {block.id: block for block in page.blocks} for page in canvases(before)}
        renames = {each["to"]: each["block"] for each in operations if each["op"] == "rename"}
        for page in canvases(after):
            here = old.get(page.name, {})
            for block in page.blocks:
                was = here.get(block.id) or here.get(renames.get(block.id, ""))
                is_same = block.id not in told["ids"] and "remove_block" not in kinds and not renames
                if was is not None and was.type == block.type and is_same:
                    assert was.at == block.at, (block.id, operations)
            if kinds & {"expand", "make_composite", "replace"} or any("at" in each for each in operations):
                continue
            size = sizes(page, types_of(after), rows)
            boxes = {block.id: (*block.at, *size[block.id]) for block in page.blocks}
            for new in set(boxes) - set(here) - set(renames):
                x, y, w, h = boxes[new]
                for other, (a, b, c, d) in boxes.items():
                    apart = other == new or x + w <= a or a + c <= x or y + h <= b or b + d <= y
                    assert apart, (page.name, new, other, boxes[new], boxes[other], operations)


def walk(folder: Path, steps: int, seed: int, start: str | None = None) -> int:
    """Make a number of edits of an example, and return how many were accepted."""
    file = folder / "walk.gradblocks"
    if start is not None:
        file.write_bytes((EXAMPLES / f"{start}.gradblocks").read_bytes())
    else:
        write(file)
    walked = Walk(file, seed)
    return sum(walked.step() for _ in range(steps))


def main() -> None:
    steps, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    names = [path.stem for path in sorted(EXAMPLES.glob("*.gradblocks"))]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        done = accepted = 0
        while done < steps:
            start = ([None, *names])[seed % (len(names) + 1)]
            accepted += walk(Path(folder), 40, seed, start)
            done, seed = done + 40, seed + 1
            print(json.dumps({"edits": done, "accepted": accepted, "start": start}), flush=True)


if __name__ == "__main__":
    main()
