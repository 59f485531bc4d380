"""Conversion of model graphs to a diagram: pages with sessions, composites, weight files and a report."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.errors import FileError
from blocks.base.names import claim_name
from blocks.base.reachable import reachable
from blocks.base.types import Array, array_of
from blocks.document.data import (
    INSTANCE,
    MAX_BLOCKS,
    Block,
    Definition,
    Document,
    Endpoint,
    Page,
    PromotedValue,
    Wire,
    same,
)
from blocks.document.model import Diagram
from blocks.document.paths import matching
from blocks.interchange.importing.canvases import SESSION, ModelCanvas, ModelLayout, legal_id, pin_values
from blocks.interchange.importing.model_graph import MOST_PARTS, ModelGraph, ModelNode, Weight, common_path
from blocks.interchange.importing.weights import WeightFiles, literal_values

PROMOTED = {"Const": ("val", "shape"), "Variable": ("initvalues", "shape")}
"""Values that instances of one composite may have each their own of."""

_Promotion = tuple[str, str]


class _Shape(NamedTuple):
    """The structure of a canvas; canvases with equal keys can be one composite."""

    key: str
    blocks: list[Block]
    own: dict[_Promotion, Any]


class Folding:
    def __init__(self, values: Mapping[ModelNode, Mapping[str, Any]]) -> None:
        self._values = values
        self.composites: list[Page] = []
        self._names: set[str] = set()
        self._type: dict[ModelCanvas, str] = {}
        self._given: dict[ModelCanvas, dict[str, Any]] = {}
        self._known: dict[str, str] = {}
        self._defaults: dict[tuple[str, str], Any] = {}

    def fold(self, canvases: Iterable[ModelCanvas]) -> None:
        """Create composites, one for equal canvases; the canvases inside must be folded already."""
        groups: dict[str, list[tuple[ModelCanvas, _Shape]]] = {}
        for canvas in canvases:
            shape = self._shape(canvas)
            groups.setdefault(shape.key, []).append((canvas, shape))
        for group in groups.values():
            self._define(group)

    def body(self, canvas: ModelCanvas, gradient: str = "") -> str:
        """Return the composite of a body, shared by equal bodies; the canvases inside must be folded already."""
        shape = self._shape(canvas)
        blocks = self._filled(shape)
        key = json.dumps([shape.key, [each.values for each in blocks], gradient], default=repr, sort_keys=True)
        entry = self._known.get(key)
        if entry is None:
            entry = self._known[key] = self._new(canvas, blocks, (), gradient)
        return entry

    def page(self, canvas: ModelCanvas) -> Page:
        return Page(canvas.wish, tuple(self._filled(self._shape(canvas))), tuple(canvas.wires))

    def _shape(self, canvas: ModelCanvas) -> _Shape:
        blocks = [Block(block, "InputPin", values=pin_values(name, block)) for name, block in canvas.inputs.values()]
        own: dict[_Promotion, Any] = {}
        for block_id, node in canvas.nodes.items():
            values = dict(self._values[node])
            for name in PROMOTED.get(node.type, ()):
                if name in values:
                    own[block_id, name] = values.pop(name)
            blocks.append(Block(block_id, node.type, values=values))
        for block_id, inner in canvas.inner.items():
            blocks.append(Block(block_id, self._type[inner]))
            own.update({(block_id, name): value for name, value in self._given[inner].items()})
        blocks += [Block(block, "OutputPin", values=pin_values(name, block)) for name, block in canvas.outputs.values()]
        rows = sorted(json.dumps([each.id, each.type, each.values], sort_keys=True) for each in blocks)
        pins = [list(canvas.inputs.values()), list(canvas.outputs.values())]
        # The order of wires counts where several lead to one pin.
        wires = sorted(canvas.wires, key=lambda each: each.target[:2])
        return _Shape(json.dumps([rows, pins, wires, sorted(own)]), blocks, own)

    def _define(self, group: list[tuple[ModelCanvas, _Shape]]) -> None:
        first, shape = group[0]
        taken = {name for name, _ in first.inputs.values()} | {"shares"}
        promoted: dict[_Promotion, PromotedValue] = {}
        for index, value in shape.own.items():
            if all(same(value, other.own[index]) for _, other in group[1:]):
                continue
            block, name = index
            short = name in ("val", "initvalues") or block in first.inner
            wish = block if short and name in ("val", "initvalues") else f"{block}_{name}"
            promoted[index] = PromotedValue(claim_name(wish, taken), value, (f"{block}.{name}",))
        fixed = _Shape(shape.key, shape.blocks, {k: v for k, v in shape.own.items() if k not in promoted})
        kind = self._new(first, self._filled(fixed), tuple(promoted.values()))
        self._defaults.update({(kind, each.name): each.default for each in promoted.values()})
        for canvas, other in group:
            self._type[canvas] = kind
            self._given[canvas] = {each.name: other.own[position] for position, each in promoted.items()}

    def _new(
        self, canvas: ModelCanvas, blocks: list[Block], values: tuple[PromotedValue, ...], gradient: str = ""
    ) -> str:
        name = INSTANCE + claim_name(legal_id(canvas.wish), self._names)
        definition = Definition(values=values, gradient=gradient)
        self.composites.append(Page(name, tuple(blocks), tuple(canvas.wires), composite=definition))
        return name

    def _filled(self, shape: _Shape) -> list[Block]:
        more: dict[str, dict[str, Any]] = {}
        kinds = {each.id: each.type for each in shape.blocks}
        for (block, name), value in shape.own.items():
            if not same(value, self._defaults.get((kinds[block], name), ...)):
                more.setdefault(block, {})[name] = value
        return [each._replace(values={**each.values, **more.get(each.id, {})}) for each in shape.blocks]


_WEIGHTS = ("Const", "Variable")


def gather(graph: ModelGraph) -> int:
    """Move each weight that only one composite's nodes read into that composite; return the number of moves.

    TensorFlow keeps Keras's ``dense/kernel`` apart from the layer ``model/dense``, so that most of a large page is
    weights.
    """
    readers = graph.readers()
    shown = {ref.node for ref in (*graph.outputs, *graph.runs)}
    moved = 0
    for node in graph.nodes:
        if node.type not in _WEIGHTS or node.inputs or node in shown:
            continue
        home = common_path(*[each.path[:-1] for each in _users(node, readers)])
        if len(home) >= len(node.path) and len(home) < MOST_PARTS and node.path[:-1] != home[: len(node.path) - 1]:
            node.path = (*home, node.path[-1])
            moved += 1
    return moved


def _users(weight: ModelNode, readers: Mapping[ModelNode, list[ModelNode]]) -> list[ModelNode]:
    """Return the nodes that use a weight, without those that only read it or pass it on if there are others."""
    nodes: list[ModelNode] = []
    stack = list(readers.get(weight, ()))
    while stack:
        each = stack.pop()
        if each.type == "Identity" and each in readers:
            stack += readers[each]
        else:
            nodes.append(each)
    return nodes


_MOST_DEPTH = 40
TENSORS = {kind: names[0] for kind, names in PROMOTED.items()}


class Imported(NamedTuple):
    """A model as a diagram, the ``files`` of its weights, and sentences about its ``unknown`` operators.

    ``paths`` has the page of each node, and the path of its block there.
    """

    diagram: Diagram
    files: Mapping[str, Array]
    report: Sequence[str]
    unknown: Sequence[str]
    paths: Mapping[ModelNode, tuple[str, str]]


def build(
    graphs: Sequence[ModelGraph],
    stem: str,
    title: str,
    notes: Sequence[str],
    *,
    gathered: bool,
    variables: Sequence[str],
) -> Imported:
    """Return the diagram of a model; ``notes`` are further lines for the report, the rest is as for `import_model`."""
    if gathered:
        moved = sum(gather(graph) for graph in graphs)
        notes = [*notes, f"{moved:,} weights were moved next to the blocks that read them, which changed their paths"]
    result = _Builder(stem).build(graphs, title, variables)
    return result._replace(report=[*result.report, *notes])


class _Builder:
    def __init__(self, stem: str) -> None:
        self._weights = WeightFiles(stem)
        self._values: dict[ModelNode, Mapping[str, Any]] = {}
        self._folding = Folding(self._values)
        self._layouts: dict[ModelGraph, ModelLayout] = {}
        self._bodies: dict[int, list[ModelGraph]] = {}
        self._session: dict[ModelGraph, list[Wire]] = {}
        self._unknown: dict[str, str] = {}
        self._paths: dict[ModelNode, tuple[str, str]] = {}

    def build(self, graphs: Sequence[ModelGraph], title: str, variables: Sequence[str]) -> Imported:
        for graph in graphs:
            self._lay_out(graph, graph.name, 0, ())
            if len(self._paths) > MAX_BLOCKS:
                raise FileError(f"the model has more than {MAX_BLOCKS:,} nodes, the limit of a diagram")
        if variables:
            self._choose(variables)
        for level in sorted(self._bodies, reverse=True):  # what a body runs is named before the body
            self._fold([self._layouts[body] for body in self._bodies[level]])
        self._fold([self._layouts[graph] for graph in graphs])
        pages: dict[ModelGraph, Page] = {}
        notes: list[str] = []
        for graph in graphs:
            page = self._page(graph)
            same = next((each.name for each in pages.values() if each._replace(name=page.name) == page), None)
            if same is None:
                pages[graph] = page
            else:
                notes.append(f"{page.name!r} is the same as {same!r}: they share one page")
        composites = tuple(self._folding.composites)
        diagram = Diagram(Document(title=title, pages=tuple(pages.values()), composites=composites))
        report = [*self._report(pages), *notes]
        return Imported(diagram, self._weights.files, report, list(self._unknown.values()), self._paths)

    def _lay_out(self, graph: ModelGraph, page: str, level: int, prefix: tuple[str, ...]) -> None:
        if level > _MOST_DEPTH:
            raise FileError(f"loops and branches are nested more than {_MOST_DEPTH} levels deep")
        if level:
            self._bodies.setdefault(level, []).append(graph)
        layout = self._layouts[graph] = ModelLayout(graph, is_page=not level, prefix=prefix)
        # What cannot be computed is not asked for: the session could give nothing at all.
        lost = _behind_unknown(graph)
        ends = [(layout.end(layout.root, ref, ""), "fetch_outputs") for ref in graph.outputs if ref.node not in lost]
        ends += [(layout.end(layout.root, ref, ""), "run_outputs") for ref in graph.runs if ref.node not in lost]
        self._session[graph] = [Wire(end, Endpoint(SESSION, pin)) for end, pin in dict.fromkeys(ends)]
        for node in graph.nodes:
            self._paths[node] = page, "/".join([*layout.home[node].prefix, layout.ids[node]])
            for body in node.bodies.values():
                self._lay_out(body, page, level + 1, (*layout.home[node].prefix, layout.ids[node]))

    def _choose(self, patterns: Sequence[str]) -> None:
        paths = {
            node: path
            for node, (_, path) in self._paths.items()
            if node.type == "Variable" and node.values.get("trainable", True)
        }
        chosen = matching(paths.values(), patterns, "--variables", "parameter")
        for node, path in paths.items():
            if path not in chosen:
                node.values["trainable"] = False

    def _fold(self, layouts: Sequence[ModelLayout]) -> None:
        by_depth: dict[int, list[ModelCanvas]] = {}
        for layout in layouts:
            for node, canvas in layout.home.items():
                self._values[node] = self._filed(node, (*canvas.prefix, layout.ids[node]))
            for canvas in layout.canvases():
                if canvas is not layout.root:
                    by_depth.setdefault(_height(canvas), []).append(canvas)
        for height in sorted(by_depth):
            self._folding.fold(by_depth[height])

    def _filed(self, node: ModelNode, path: tuple[str, ...]) -> dict[str, Any]:
        if not node.known:
            where = "/".join(path)
            text = f"{where}: no block supports {node.source}" + (f": {node.why}" if node.why else "")
            self._unknown.setdefault(text, text)
        values: dict[str, Any] = {}
        for name, value in node.values.items():
            tensor = value if isinstance(value, Weight) else array_of(value)
            if tensor is None:
                values[name] = value
                continue
            placed = self._weights.literal(tensor, path)
            values.update(literal_values(placed, name) if TENSORS.get(node.type) == name else {name: placed[0]})
        bodies = {name: self._layouts[body].root for name, body in node.bodies.items()}
        if "forward" in bodies:
            gradient = self._folding.body(bodies["gradient"]) if "gradient" in bodies else ""
            node.type = self._folding.body(bodies["forward"], gradient)
            return values
        return {**values, **{name: self._folding.body(each) for name, each in bodies.items()}}

    def _page(self, graph: ModelGraph) -> Page:
        page = self._folding.page(self._layouts[graph].root)
        wires = self._session[graph]
        if not wires:
            return page
        return page._replace(blocks=(*page.blocks, Block(SESSION, "ClientSession")), wires=(*page.wires, *wires))

    def _report(self, pages: Mapping[ModelGraph, Page]) -> list[str]:
        lines: list[str] = []
        for graph in pages:
            nodes = list(nodes_of(graph))
            tensors = [value for node in nodes for name, value in node.values.items() if TENSORS.get(node.type) == name]
            sizes = [(each.array if isinstance(each, Weight) else np.asarray(each)).size for each in tensors]
            variables = sum(node.type == "Variable" for node in nodes)
            parameters = sum(node.values.get("role") == "parameter" for node in nodes)
            lines.append(
                f"page {graph.name!r}: {len(nodes):,} blocks, {sum(sizes):,} numbers in constants and variables,"
                f" {variables:,} variables" + (f", {parameters:,} parameters as constants" if parameters else "")
            )
            if variables or parameters:
                lines += self._left_constant(nodes)
        uses = Counter(block.type for page in (*self._folding.composites, *pages.values()) for block in page.blocks)
        repeated = [f"{count} x {kind[1:]}" for kind, count in uses.most_common() if kind.startswith(":") and count > 1]
        if repeated:
            lines.append(f"repeated composites: {_listed(repeated)}")
        return lines

    def _left_constant(self, nodes: Sequence[ModelNode]) -> Iterator[str]:
        paths: dict[str, list[str]] = {}
        for node in nodes:
            if node.type == "Const" and node.why:
                paths.setdefault(node.why, []).append(self._paths[node][1])
        for why, each in paths.items():
            yield f"not treated as parameters ({why}): {_listed(each)}"


def _listed(texts: Sequence[str], most: int = 12) -> str:
    return ", ".join(texts[:most]) + (f" and {len(texts) - most:,} more" if len(texts) > most else "")


def nodes_of(graph: ModelGraph) -> Iterator[ModelNode]:
    stack = [graph]
    while stack:
        each = stack.pop()
        for node in each.nodes:
            yield node
            stack.extend(node.bodies.values())


def _behind_unknown(graph: ModelGraph) -> set[ModelNode]:
    readers = graph.readers()
    unknown = [node for node in graph.nodes if not node.known or any(map(_has_unknown, node.bodies.values()))]
    return reachable(unknown, lambda node: readers.get(node, ()))


def _has_unknown(graph: ModelGraph) -> bool:
    return any(not node.known for node in nodes_of(graph))


def _height(canvas: ModelCanvas) -> int:
    return 1 + max(map(_height, canvas.inner.values()), default=0)
