"""Grouping of canvases with equal structure into one composite with promoted differences."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from blocks.document.data import INSTANCE, Block, Definition, Page, PromotedValue, same
from blocks.interchange.importing.canvases import ModelCanvas, legal_id, pin_values, unique
from blocks.interchange.importing.model_graph import ModelNode

PROMOTED = {"Const": ("val", "shape"), "Variable": ("initvalues", "shape")}
"""Values that instances of one composite may have each their own of."""

_Promotion = tuple[str, str]
"""A value of a block on a canvas: the block's id, and the name of the value."""


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

    def body(self, canvas: ModelCanvas) -> str:
        """Return the composite of a body, shared by equal bodies; the canvases inside must be folded already."""
        shape = self._shape(canvas)
        blocks = self._filled(shape)
        key = json.dumps([shape.key, [each.values for each in blocks]], default=repr, sort_keys=True)
        entry = self._known.get(key)
        if entry is None:
            entry = self._known[key] = self._new(canvas, blocks, ())
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
            promoted[index] = PromotedValue(unique(wish, taken), value, (f"{block}.{name}",))
        fixed = _Shape(shape.key, shape.blocks, {k: v for k, v in shape.own.items() if k not in promoted})
        kind = self._new(first, self._filled(fixed), tuple(promoted.values()))
        self._defaults.update({(kind, each.name): each.default for each in promoted.values()})
        for canvas, other in group:
            self._type[canvas] = kind
            self._given[canvas] = {each.name: other.own[position] for position, each in promoted.items()}

    def _new(self, canvas: ModelCanvas, blocks: list[Block], values: tuple[PromotedValue, ...]) -> str:
        name = INSTANCE + unique(legal_id(canvas.wish), self._names)
        self.composites.append(Page(name, tuple(blocks), tuple(canvas.wires), composite=Definition(values=values)))
        return name

    def _filled(self, shape: _Shape) -> list[Block]:
        more: dict[str, dict[str, Any]] = {}
        kinds = {each.id: each.type for each in shape.blocks}
        for (block, name), value in shape.own.items():
            if not same(value, self._defaults.get((kinds[block], name), ...)):
                more.setdefault(block, {})[name] = value
        return [each._replace(values={**each.values, **more.get(each.id, {})}) for each in shape.blocks]
