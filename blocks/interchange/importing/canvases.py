"""Canvases for nodes with paths: unique ids, composites for path parts, and wires through pins.

A wire between blocks of two canvases leads through output pins up to the first canvas that contains both, and through
input pins down to its target.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from blocks.base.names import claim_name
from blocks.document.data import INSTANCE, Endpoint, Wire
from blocks.interchange.importing.model_graph import ModelGraph, ModelNode, Ref

SESSION = "run"

_NOT_IN_IDS = re.compile("[.:/\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_NOT_IN_PAGES = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_NUMBER = re.compile(r"_[0-9]+$")
"""What is behind the name of a layer where there are several: no part of what their composite is called."""
_PINS = ("InputPin", "OutputPin")


def legal_id(text: str) -> str:
    return _NOT_IN_IDS.sub("_", text).strip() or "_"


def page_name(text: str, taken: set[str]) -> str:
    """Return a free page name for a name in a model, and add it to ``taken``."""
    plain = _NOT_IN_PAGES.sub("_", text).strip()
    return claim_name(f"_{plain}" if not plain or plain.startswith(INSTANCE) else plain, taken)


class ModelCanvas:
    """A canvas under construction: a page, a body, or an instance's canvas; ``wish`` is the preferred composite name.

    ``parent`` is the canvas of its instance, and ``prefix`` the ids of the instances around it, outermost first.
    ``inputs`` and ``outputs`` are its pins by the output that passes through, with the ids of their blocks.
    """

    def __init__(self, wish: str, parent: ModelCanvas | None = None) -> None:
        self.wish = wish
        self.parent = parent
        self.id = ""
        self.prefix: tuple[str, ...] = ()
        self.nodes: dict[str, ModelNode] = {}
        self.inner: dict[str, ModelCanvas] = {}
        self.inputs: dict[Ref, tuple[str, str]] = {}
        self.outputs: dict[Ref, tuple[str, str]] = {}
        self.wires: list[Wire] = []
        self.taken: set[str] = set()
        self.depth = 0 if parent is None else parent.depth + 1
        self._folders: dict[str, ModelCanvas] = {}
        self._pin_names: tuple[set[str], set[str]] = (set(), set())

    def folder(self, part: str, wish: str) -> ModelCanvas:
        canvas = self._folders.get(part)
        if canvas is None:
            canvas = self._folders[part] = ModelCanvas(wish, self)
        return canvas

    def name_folders(self) -> None:
        """Name the instances on the canvas; its nodes must have their ids already."""
        for part, canvas in self._folders.items():
            canvas.id = claim_name(legal_id(part), self.taken)
            canvas.prefix = (*self.prefix, canvas.id)
            self.inner[canvas.id] = canvas
            canvas.name_folders()

    def new_pin(self, ref: Ref, wish: str, *, is_input: bool) -> str:
        name = claim_name(legal_id(wish), self._pin_names[not is_input])
        block = claim_name(name if name not in self.taken else f"{name}_{'in' if is_input else 'out'}", self.taken)
        (self.inputs if is_input else self.outputs)[ref] = name, block
        return name


class ModelLayout:
    """The canvases of a graph; ``prefix`` has the ids that lead to the block that runs a body."""

    def __init__(self, graph: ModelGraph, *, is_page: bool, prefix: tuple[str, ...] = ()) -> None:
        self.root = ModelCanvas(graph.name)
        self.root.prefix = prefix
        if is_page:
            self.root.taken.add(SESSION)
        self.ids: dict[ModelNode, str] = {}
        self.home: dict[ModelNode, ModelCanvas] = {}
        for node in sorted(graph.nodes, key=lambda each: each.type not in _PINS):
            self._add_node(graph, node)
        self.root.name_folders()
        for node in graph.nodes:
            canvas = self.home[node]
            for pin, ref in node.inputs:
                canvas.wires.append(Wire(self.end(canvas, ref, pin), Endpoint(self.ids[node], pin)))

    def _add_node(self, graph: ModelGraph, node: ModelNode) -> None:
        canvas = self.root
        for depth, part in enumerate(node.path[:-1]):
            wish = graph.names.get(node.path[: depth + 1]) or _NUMBER.sub("", part) or part
            canvas = canvas.folder(part, wish)
        wish = legal_id(node.path[-1])
        result = self.ids[node] = claim_name(wish, canvas.taken)
        if node.type in _PINS and result != wish:
            node.values["name"] = wish
        canvas.nodes[result] = node
        self.home[node] = canvas

    def end(self, canvas: ModelCanvas, ref: Ref, wish: str) -> Endpoint:
        """Return the endpoint of an output's value on a canvas; ``wish`` names an input pin created for it."""
        home = self.home[ref.node]
        if home is canvas:
            return Endpoint(self.ids[ref.node], ref.pin, ref.index)
        if home.depth > canvas.depth:
            below = home
            while below.depth > canvas.depth + 1:
                below = below.parent or below
            if below.parent is canvas:
                return Endpoint(below.id, self._given(below, ref))
        entry = canvas.inputs.get(ref)
        if entry is None:
            assert canvas.parent is not None, f"{ref.node.name} is not part of a graph that another graph's node reads"
            name = canvas.new_pin(ref, wish, is_input=True)
            entry = canvas.inputs[ref]
            canvas.parent.wires.append(Wire(self.end(canvas.parent, ref, name), Endpoint(canvas.id, name)))
        return Endpoint(entry[1], "output")

    def _given(self, canvas: ModelCanvas, ref: Ref) -> str:
        entry = canvas.outputs.get(ref)
        if entry is not None:
            return entry[0]
        wish = self.ids[ref.node] if ref.index is None else f"{self.ids[ref.node]}_{ref.index}"
        name = canvas.new_pin(ref, wish, is_input=False)
        canvas.wires.append(Wire(self.end(canvas, ref, name), Endpoint(canvas.outputs[ref][1], "input")))
        return name

    def canvases(self) -> Iterator[ModelCanvas]:
        stack: list[tuple[ModelCanvas, bool]] = [(self.root, False)]
        while stack:
            canvas, is_done = stack.pop()
            if is_done:
                yield canvas
            else:
                stack.append((canvas, True))
                stack.extend((each, False) for each in reversed(canvas.inner.values()))


def pin_values(name: str, block: str) -> dict[str, Any]:
    return {} if name == block else {"name": name}
