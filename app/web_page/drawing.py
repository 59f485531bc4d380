"""The canvases of a diagram as data for the web page, including every position and text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from app.canvas.faces import BlockViewFactory
from app.canvas.wires.wire_router import find_route, passage
from app.core.block_types import BlockTypes
from app.core.instance_steps import steps_into
from app.face.face import BlockProblem, BlockView
from app.face.geometry import DISPLAY_HEADER, TITLE_BASELINE, TITLE_LINE, Geometry, Point, bent_path
from app.face.theme import icon_strokes
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.document.canonical import short
from blocks.document.data import Block, Endpoint, Json, Page, Wire, pins_type
from blocks.document.model import Diagram

_NOTE = (200.0, 60.0)
_LONGEST_TEXT = 4000


class Placed(NamedTuple):
    """A block with its face and geometry."""

    block: Block
    face: BlockView
    geometry: Geometry

    def top(self) -> float:
        return self.block.at[1]

    def bottom(self) -> float:
        return self.block.at[1] + self.geometry.height


class Drawing:
    """A converter of a diagram's canvases. The diagram must be laid out."""

    def __init__(self, diagram: Diagram, problems: Iterable[DiagramError] = ()) -> None:
        self._types = BlockTypes(diagram)
        self._problems: defaultdict[tuple[str, str], list[BlockProblem]] = defaultdict(list)
        for error in problems:
            if error.canvas is not None and error.block is not None:
                self._problems[error.canvas, error.block].append(BlockProblem(error.message, error.pin))

    def canvas(self, page: Page) -> dict[str, Json]:
        placed = self._placed(page)
        bends = {route.wire: route.points for route in page.routes}
        rects = np.array(
            [(b.at[0], b.at[1], b.at[0] + g.width, b.at[1] + g.height) for b, _, g in placed.values()], float
        ).reshape(-1, 4)
        ends: defaultdict[Endpoint, int] = defaultdict(int)
        wires: list[Json] = []
        for wire in page.wires:
            order = ends[wire.target]
            ends[wire.target] += 1
            wires.append(self._wire(wire, order, placed, rects, bends.get(wire, ())))
        return {
            "name": page.name,
            "composite": page.composite is not None,
            "doc": "" if page.composite is None else page.composite.doc[:_LONGEST_TEXT],
            "gradient": page.gradient,
            "blocks": [self._block(each) for each in placed.values()],
            "wires": [each for each in wires if each is not None],
            "notes": [{"at": note.at, "size": note.size, "text": note.text[:_LONGEST_TEXT]} for note in page.notes],
            "frames": [
                {"at": frame.at, "size": frame.size or _NOTE, "title": frame.title, "color": frame.color}
                for frame in page.frames
            ],
        }

    def _placed(self, page: Page) -> dict[str, Placed]:
        at: defaultdict[str, list[Wire]] = defaultdict(list)
        for wire in page.wires:
            at[wire.source.block].append(wire)
            at[wire.target.block].append(wire)
        faces = BlockViewFactory(self._types.find, lambda block: at[block], self._types.inside)
        faces.problems = {
            block.id: tuple(problems)
            for block in page.blocks
            if (problems := self._problems.get((page.name, block.id))) is not None
        }
        faces.rewire(page.wires)
        return {block.id: Placed(block, *faces.look(block)) for block in page.blocks}

    def _block(self, placed: Placed) -> dict[str, Json]:
        block, face, geometry = placed
        known = self._types.find(pins_type(block))
        always: dict[str, Json] = {
            "id": block.id,
            "type": block.type,
            "at": block.at,
            "size": (geometry.width, geometry.height),
            "title": list(face.heading) if face.caption is None else [face.caption],
            "y": [TITLE_BASELINE, TITLE_LINE] if face.caption is None else [DISPLAY_HEADER - 8, TITLE_LINE],
            "under": geometry.id_baseline,
            "under_text": face.subheading,
            "family": "" if face.caption is not None else face.family,
            "pins": [
                {
                    "name": pin.name,
                    "index": pin.index,
                    "at": (x, y),
                    "reach": reach,
                    "side": pin.side,
                    "label": pin.label,
                    "kind": pin.kind,
                    "form": pin.form,
                    "role": pin.role,
                    "value": pin.value[:_LONGEST_TEXT],
                    "fault": pin.fault,
                }
                for pin, x, y, reach in geometry.spots
            ],
            "values": {name: short(value, _LONGEST_TEXT) for name, value in sorted(block.values.items())},
            "doc": "" if known is None else known.summary,
        }
        more: dict[str, Json] = {
            "open": [
                {"canvas": name, "step": f"{step}/"}
                for step, name in steps_into(block)
                if self._types.find(name) is not None
            ],
            "inner": geometry.inner,
            "inside": _inside(face, geometry),
            "muted": block.muted,
            "missing": face.missing,
            "variable": face.is_variable,
            "color": block.color,
            "aside": face.aside,
            "faults": [badge.text for badge in face.badges if badge.kind != "open"],
        }
        return {**always, **{key: value for key, value in more.items() if value}}

    def _wire(
        self, wire: Wire, order: int, placed: Mapping[str, Placed], rects: Array, over: Sequence[Point]
    ) -> dict[str, Json] | None:
        start, finish = placed.get(wire.source.block), placed.get(wire.target.block)
        if start is None or finish is None:
            return None
        out = start.geometry.spot(wire.source.pin, wire.source.index, is_input=False)
        if out is None:  # a result pin may have two names
            spec = self._types.find(pins_type(start.block))
            shown = spec.shown_by(wire.source.pin) if spec is not None else None
            if shown is not None and shown.result_pins:
                out = start.geometry.spot(shown.result_pins[0], None, is_input=False)
        into = finish.geometry.spot(wire.target.pin, None, is_input=True)
        if out is None or into is None:
            return None
        p = (start.block.at[0] + out.x, start.block.at[1] + out.y)
        dx, dy = into.end(order)
        q = (finish.block.at[0] + dx, finish.block.at[1] + dy)
        if over:
            points = bent_path(p, over, q)
        else:
            lead: list[Point] = []
            if out.pin.side == "bottom":
                level = p[1] + 10.0
                lead, p = [p, (p[0], level)], (start.block.at[0] + start.geometry.width, level)
            under = passage(start, finish) if q[0] - p[0] < 32 else None
            points = lead + find_route(p, q, int((finish.geometry.height - dy) // 8), under, rects)
        kind = into.pin.kind if into.pin.kind in ("operation", "feed", "status", "scope") else out.pin.kind
        return {
            "path": [round(number, 1) for point in points for number in point],
            "from": str(wire.source),
            "to": str(wire.target),
            "kind": "reference" if out.pin.is_ref else "" if kind == "tensor" else kind,
        }


def _inside(face: BlockView, geometry: Geometry) -> list[Json]:
    """Return thumbnails of content that can be entered: position, and rectangles and lines in its units."""
    parts: list[Json] = []
    for index, each in enumerate(face.inside):
        box = geometry.part_of_thumbnail(index, len(face.inside))
        if box is not None and each.thumbnail is not None:
            small = each.thumbnail
            parts.append({
                "box": box, "size": (small.width, small.height), "boxes": small.boxes, "families": small.families,
                "lines": small.lines, "part": each.part,
            })  # fmt: skip
    return parts


def icon_paths(family: str) -> list[Json]:
    """Return the strokes of a family's icon as SVG paths, each with its width."""
    return [[f"M{' '.join(f'{x:g} {y:g}' for x, y in points)}", width] for points, width in icon_strokes(family)]
