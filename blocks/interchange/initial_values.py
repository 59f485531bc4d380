"""Replacement of initial values in a diagram with the saved values of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from blocks.base.errors import DiagramError
from blocks.base.names import claim_name
from blocks.base.types import Array
from blocks.document.changes import RemoveItems, SetDefinition, SetValue
from blocks.document.data import INSTANCE, LOOP_BODIES, Block, Document, Json, PromotedValue, is_object, uses_of
from blocks.document.definitions import SHARES, canvases, pins, reached
from blocks.document.model import Diagram
from blocks.document.paths import inside
from blocks.interchange.importing.model_graph import Weight
from blocks.interchange.importing.weights import WeightFiles, literal_values
from blocks.library.state.variables import Variable

_PIN = Variable.inputs[0].name


def begin_with(
    diagram: Diagram, page: str, values: Mapping[str, Weight], stem: str
) -> tuple[Diagram, Mapping[str, Array]]:
    """Return a diagram with other initial values for a page's variables, and the files for large ones.

    A variable in a composite that is used once gets its value there. Otherwise the composite promotes the value, and
    each instance has its own. DiagramError: a diagram cannot hold the value, as of a variable of one iteration.
    """
    result = Diagram(diagram.document)
    result.path = diagram.path
    edits = _ValueEdits(result, page)
    weights = WeightFiles(stem, files_in(diagram.document))
    for path, value in values.items():
        edits.begin(path, literal_values(weights.literal(value, tuple(path.split("/"))), _PIN))
    return result, weights.files


def files_in(document: Document) -> Iterator[str]:
    for canvas in canvases(document):
        defaults = [] if canvas.composite is None else [each.default for each in canvas.composite.values]
        for value in (*defaults, *(each for block in canvas.blocks for each in block.values.values())):
            if is_object(value) and isinstance(value.get("file"), str):
                yield value["file"]


class _ValueEdits:
    def __init__(self, diagram: Diagram, page: str) -> None:
        self._diagram = diagram
        self._page = page
        blocks = [block for canvas in canvases(diagram.document) for block in canvas.blocks]
        self._uses = Counter(used for block in blocks for used in uses_of(block))

    def begin(self, path: str, values: Mapping[str, Json]) -> None:
        """Set the initial value of a variable; ``values`` may include its dtype and shape."""
        ends = self._ends(path)
        canvas, block = ends.pop()
        self._cut_wires(path, canvas, block)
        for name in values.keys() - {_PIN, *block.values}:
            self._diagram.apply(SetValue(canvas, block.id, name, values[name]))
        name = _PIN
        while ends and (self._is_shared(canvas, ends) or self._promoting(canvas, block, name)):
            name = self._promoted(canvas, block, name)
            canvas, block = ends.pop()
            if not block.type.startswith(INSTANCE) and len(LOOP_BODIES.get(block.type, ())) != 1:
                raise self._refusal(path, f"the block {block.id!r} runs several composites")
        self._diagram.apply(SetValue(canvas, block.id, name, values[_PIN]))

    def _is_shared(self, canvas: str, ends: Sequence[tuple[str, Block]]) -> bool:
        """Return whether a value set on a canvas applies to several instances; ``ends`` lead to the canvas."""
        return any(self._uses[each] > 1 for each in (canvas, *(outer for outer, _ in ends[1:])))

    def _promoting(self, canvas: str, block: Block, name: str) -> list[PromotedValue]:
        return [each for each in self._diagram.composite(canvas[1:]).values if f"{block.id}.{name}" in each.sets]

    def _refusal(self, path: str, why: str) -> DiagramError:
        text = f"a diagram cannot store a separate initial value for {path!r}"
        return DiagramError(text, page=self._page, block=path, hint=why)

    def _ends(self, path: str) -> list[tuple[str, Block]]:
        """Return the block of a path after those that lead to it, each with its canvas."""
        ends: list[tuple[str, Block]] = []
        canvas, parts = self._page, path.split("/")
        while parts:
            block = self._diagram.canvas(canvas).get(parts[0])
            if block is None:
                raise self._refusal(path, "the variable belongs to one iteration of a loop")
            ends.append((canvas, block))
            canvas, parts = inside(block, parts[1:]) if parts[1:] else ("", [])
        return ends

    def _cut_wires(self, path: str, canvas: str, block: Block) -> None:
        wires = self._diagram.canvas(canvas).snapshot().wires
        indices = [i for i, each in enumerate(wires) if each.target[:2] == (block.id, _PIN)]
        if indices:
            above = reached(self._diagram.document, canvas) if canvas != self._page else ()
            others = [each.name for each in self._diagram.pages if each.name in above and each.name != self._page]
            if others:
                raise self._refusal(
                    path, f"a wire in {canvas!r} sets the value for this page and for page {others[0]!r}"
                )
            self._diagram.apply(RemoveItems(canvas, "wires", tuple(indices)))

    def _promoted(self, canvas: str, block: Block, name: str) -> str:
        """Return the name by which instances set a value of an inner block; promote the value if necessary."""
        view, own = self._diagram.composite(canvas[1:]), f"{block.id}.{name}"
        for value in self._promoting(canvas, block, name):
            if value.sets == (own,):
                return value.name
        taken = {each.name for each in (*pins(view.snapshot()).inputs, *view.values)} | {SHARES}
        rest = tuple([each._replace(sets=tuple([one for one in each.sets if one != own])) for each in view.values])
        self._diagram.apply(SetDefinition(canvas, "values", rest))
        return view.add_value(claim_name(block.id if name == _PIN else name, taken), block.values.get(name), [own]).name
