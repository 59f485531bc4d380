"""Conversion of a diagram to one without composites that produces the same results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from blocks.analysis.gradient_targets import wire_values
from blocks.base.errors import DiagramError, RunError
from blocks.base.names import free_name
from blocks.base.reachable import reachable
from blocks.document.data import Block, Document, Endpoint, Json, Page, Wire, uses_of
from blocks.document.definitions import INPUT_PIN, OUTPUT_PIN, SHARES
from blocks.document.layout.page_layout import positions
from blocks.document.model import Diagram
from blocks.elaborate.composites import Composites
from blocks.elaborate.elaborate import composites_of, definitions_of, elaborate
from blocks.elaborate.expand import CUSTOM, INNER, LOOP, VARIABLES
from blocks.elaborate.instance_types import LIST_INPUT, MUTED, SCOPE, SHARED
from blocks.elaborate.model import Elaboration, ExpandedPage
from blocks.graph.graph import Output
from blocks.library.core.wiring import InputList, Scope


class Flattened(NamedTuple):
    """A diagram without composites, and its blocks whose random numbers differ from before."""

    diagram: Diagram
    drawing: list[str]


def flatten(diagram: Diagram) -> Diagram:
    """Return a diagram without composites that produces the same results.

    The block ``mm`` of the instance ``hidden`` becomes the block ``hidden__mm``. Random blocks without a seed draw
    different values, because their values depend on their names. Pages with instances get a new layout without frames.

    Args:
        diagram: the diagram, which is not modified.

    Raises:
        DiagramError: an instance has an error or a custom gradient.

    Example:
        diagram = blocks.Diagram()
        diagram.use("layers", "Dense")
        diagram.add_page("main").add(":Dense", id="hidden", x=[[1.0, 2.0]])
        print([block.id for block in blocks.flatten(diagram).page("main").blocks])
    """
    return flattened(diagram).diagram


def flattened(diagram: Diagram) -> Flattened:
    document = diagram.document
    composites = composites_of(definitions_of(diagram))
    drawing: list[str] = []
    pages: list[Page] = []
    for page in document.pages:
        expansion = None if composites is None else composites.expand(page)
        if composites is None or expansion is None:
            pages.append(page)
            continue
        elaboration = elaborate(page, composites=composites)
        errors = elaboration.problems if expansion.faults else list(_refused(elaboration, expansion))
        if errors:
            raise RunError([error.located(file=diagram.path) for error in errors], {})
        flat = _Flat(expansion, composites, elaboration)
        pages.append(flat.page())
        drawing += flat.drawing
    kept = _bodies(pages, document)
    return Flattened(Diagram(Document(document.title, tuple(pages), document.extra, kept)), drawing)


def _bodies(pages: Iterable[Page], document: Document) -> tuple[Page, ...]:
    known = {page.name: page for page in document.composites}

    def used(canvases: Sequence[Page]) -> list[str]:
        names = [name for page in canvases for block in page.blocks for name in uses_of(block)]
        return [name for name in (*names, *[page.gradient for page in canvases]) if name in known]

    results = reachable(used([*pages]), lambda name: used([known[name]]))
    return tuple([page for page in document.composites if page.name in results])


def _refused(elaboration: Elaboration, expansion: ExpandedPage) -> Iterator[DiagramError]:
    wired = {wire.target.block for wire in expansion.page.wires}
    pins = {pin for instance in expansion.instances.values() for pin in instance.inputs.values() if pin in wired}
    for error in elaboration.problems:
        if not pins.isdisjoint(error.paths):
            yield error


class _Flat:
    def __init__(self, expansion: ExpandedPage, composites: Composites, elaboration: Elaboration) -> None:
        self.expansion = expansion
        self.composites = composites
        self.blocks = {block.id: block for block in expansion.page.blocks}
        self.into: dict[str, list[Wire]] = {}
        for wire in expansion.page.wires:
            self.into.setdefault(wire.target.block, []).append(wire)
        self.loops = {path for path, block in self.blocks.items() if block.type.startswith(LOOP)}
        self.names: dict[str, str] = {}
        self.drawing: list[str] = []
        self.lists = self._lists()
        self.muted = self._muted(elaboration)

    def page(self) -> Page:
        source = self.expansion.source
        taken = {block.id for block in source.blocks}
        blocks: list[Block] = []
        for path, block in self.blocks.items():
            kept = self._kept(path, block)
            if kept is not None:
                self.names[path] = name = path if path in taken and "/" not in path else _unique(path, taken)
                taken.add(name)
                blocks.append(kept._replace(id=name))
        wires = list(self._all_wires())
        page = Page(source.name, tuple(blocks), tuple(wires), source.notes, extra=source.extra)
        result = positions(page)
        return page._replace(blocks=tuple([block._replace(at=result[block.id]) for block in page.blocks]))

    def _is_inside(self, path: str) -> bool:
        while path:
            path = path.rpartition("/")[0]
            if path in self.loops:
                return True
        return False

    def _all_wires(self) -> Iterator[Wire]:
        for path, name in self.names.items():
            for wire in self.into.get(path, ()):
                pin = wire.target.pin
                if pin == VARIABLES:
                    continue
                if self.blocks[path].type == LIST_INPUT:
                    pin = InputList.inputs[0].name
                for begin in self._sources(wire.source):
                    yield Wire(begin._replace(block=self.names[begin.block]), Endpoint(name, pin, wire.target.index))

    def _kept(self, path: str, block: Block) -> Block | None:
        kind, own = block.type, path.rstrip("/").rpartition("/")[2]
        if kind == SCOPE:
            return Block(path, Scope.name, values={"name": own})
        if kind.startswith(CUSTOM):
            text = f"{kind.removeprefix(CUSTOM)[1:]} has a custom gradient, which a flat page cannot represent"
            raise DiagramError(text, block=path)
        if kind.startswith(LOOP):
            values = {name: value for name, value in block.values.items() if name != INNER}
            return block._replace(type=kind.split("/")[1], values=values)
        if self.loops and self._is_inside(path):
            if kind.startswith(SHARED):
                text = (
                    "the block runs a composite with the variables of another block, which a flat page cannot represent"
                )
                raise DiagramError(text, block=path.rpartition("/")[0])
            return None  # a variable, which belongs to the composite
        if "/" not in path and not kind.startswith(":"):
            return block
        if kind == LIST_INPUT:
            return Block(path, InputList.name) if path in self.lists else None
        if kind in (INPUT_PIN, OUTPUT_PIN) or kind.startswith((":", SHARED)):
            return None
        spec = self.composites.type_of(kind)
        if spec is not None and spec.random and not any(block.values.get(key) for key in ("seed", "seed2")):
            self.drawing.append(path)
        keeper = self.expansion.keeper(path)
        is_shared = keeper != path or path in self._keepers
        if is_shared and spec is not None and spec.context and spec.attribute("shared_name") is not None:
            named = block.values.get("shared_name") or keeper
            block = block._replace(values={**block.values, "shared_name": named})
        return block

    @cached_property
    def _keepers(self) -> set[str]:
        return {keeper for path in self.blocks if (keeper := self.expansion.keeper(path)) != path}

    def _sources(self, source: Endpoint, seen: frozenset[str] = frozenset()) -> list[Endpoint]:
        """Return the endpoints that replace an endpoint: removed blocks are skipped, muted instances bypassed."""
        path, pin, index = source
        block = self.blocks.get(path)
        if block is None or path in seen:
            return []
        kind, wires, seen = block.type, self.into.get(path, ()), seen | {path}
        if kind.startswith(SHARED):
            result = [wire.source for wire in wires if wire.target.pin == SHARES]
        elif kind.endswith(MUTED):
            result = [self.muted[path, pin]] if (path, pin) in self.muted else []
        elif kind == LIST_INPUT and path in self.lists:
            return [source]
        elif kind in (INPUT_PIN, OUTPUT_PIN, LIST_INPUT):
            result = [wire.source for wire in wires]
        else:
            return [source]
        if index is not None:
            result = [each._replace(index=index) for each in result]
        return [end for each in result for end in self._sources(each, seen)]

    def _lists(self) -> set[str]:
        read = [wire.source for wire in self.expansion.page.wires if wire.source.index is not None]
        return {each.block for each in read if self.blocks[each.block].type == LIST_INPUT}

    def _muted(self, elaboration: Elaboration) -> Mapping[tuple[str, str], Endpoint]:
        endpoints: dict[tuple[str, str], Endpoint] = {}
        for path, block in self.blocks.items():
            if block.type.endswith(MUTED):
                for pin, value in elaboration.values.get(path, {}).items():
                    begin = self._bringing(elaboration, path, value)
                    if begin is not None:
                        endpoints[path, pin] = begin
        return endpoints

    def _bringing(self, elaboration: Elaboration, path: str, value: Json) -> Endpoint | None:
        for wire in self.into.get(path, ()):
            if isinstance(value, Output) and wire_values(elaboration, wire) == (value,):
                return wire.source
        return None


def _unique(path: str, taken: set[str]) -> str:
    wanted = path.rstrip("/").replace("/", "__") + ("__scope" if path.endswith("/") else "")
    return free_name(wanted, taken)
