"""Branches in an ONNX model: a Merge becomes an If that contains the nodes that only one branch needs.

What follows a Switch is written like all else; conditions (`blocks.compile.liveness`) tell which side of it is alive.
At the end operators move to where they are needed, so that a side that is not taken is not computed.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Collection, Mapping
from typing import Any

from blocks.compile.conditions import ALWAYS, Condition, Outcome
from blocks.compile.liveness import Region
from blocks.compile.rewrite import OutputKey, output_key
from blocks.compile.schedule import schedule
from blocks.graph.graph import Graph, Output
from blocks.library.onnx_rules.values import CODES, NotExported, Value, op
from blocks.library.onnx_rules.writing import Site

onnx: Any = importlib.import_module("onnx")  # by name: the package is optional, and so are its types


class Branches:
    """The conditions of a graph."""

    def __init__(self, graph: Graph, values: Mapping[OutputKey, Value]) -> None:
        order = schedule(graph)
        self._region = Region(order.instructions)
        self._indices = {number: output_key(output) for output, number in order.outputs.items()}
        self._values = values

    def always(self, output: Output) -> bool:
        return self._region.of(output_key(output)) == ALWAYS

    def lowered(self, site: Site, args: tuple[Any, ...]) -> list[Value]:
        if site.node.type.control == "switch":
            return [op.Identity(args[0]), op.Identity(args[0])]
        merged = self._region.merged(site.node)
        alive = [(i, output, c) for i, output in merged if (c := self._region.of(output_key(output))) is not None]
        if not alive:
            raise NotExported("has only inputs that never get a value")
        shared = frozenset[Any].intersection(*(condition for *_, condition in alive))
        *others, (last, output, _) = alive
        value, index = self._values[output_key(output)], site.constant(last, site.node.outputs[1].dtype)
        for i, output, condition in reversed(others):
            flag = self._flag(condition - shared)
            other = site.constant(i, site.node.outputs[1].dtype)
            value, index = _chosen(flag, self._values[output_key(output)], value), op.Where(flag, other, index)
        return [value, index]

    def _flag(self, condition: Condition) -> Value:
        return functools.reduce(Value.__and__, map(self._part, condition))

    def _part(self, part: Any) -> Value:
        if not isinstance(part, Outcome):
            return functools.reduce(Value.__or__, map(self._flag, part))
        value = self._values[self._indices[part.value]]
        return value if part.side else ~value


def _chosen(flag: Value, x: Value, y: Value) -> Value:
    sides: dict[str, Any] = {}
    for side, value in (("then_branch", x), ("else_branch", y)):
        [inner] = x.sink.add("Identity", [value.name], 1, {})
        info = onnx.helper.make_tensor_value_info(inner, CODES[x.dtype.name], None)
        sides[side] = onnx.helper.make_graph([], side, [], [info])
    [name] = x.sink.add("If", [flag.name], 1, sides)
    return Value(x.sink, name, x.dtype)


def nested(nodes: list[Any], kept: Collection[str]) -> list[Any]:
    """Move each operator that only one side of an If needs into that side, and return the others."""
    homes: dict[str, set[Any]] = {name: {None} for name in kept}
    inside: dict[Any, list[Any]] = {None: []}
    for node in reversed(nodes):
        needed = set[Any]().union(*(homes.get(name, ()) for name in node.output))
        home = next(iter(needed)) if len(needed) == 1 else None
        inside.setdefault(home, []).append(node)
        for name in node.input:
            homes.setdefault(name, set()).add(home)
        for each in node.attribute:
            for given in each.g.output:
                homes.setdefault(given.name, set()).add((node.name, each.name))
    for node in nodes:
        for each in node.attribute:
            if (node.name, each.name) in inside:
                each.g.node.extend(reversed(inside.pop((node.name, each.name))))
    return inside[None][::-1]
