"""Source of a fused part: one line per call, applied to the rows of a chunk.

Names: ``v`` and ``c`` are inputs, ``t`` the rows of a chunk, ``r`` the results to fill, ``b`` buffers, ``f`` kernels,
``s`` shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any

import numpy as np

from blocks.base.budget import ALIVE, COUNTED
from blocks.compile.chunks import Buffer, Chunked, leading, since
from blocks.compile.fuse import RESHAPING, FusedGroup, uses
from blocks.compile.schedule import Instruction, ValueArg
from blocks.graph.call_info import run_kernel
from blocks.graph.graph import Node, Output
from blocks.graph.kernel_choice import function_of


class Part:
    """A group of instructions as a function."""

    def __init__(
        self,
        group: FusedGroup,
        instructions: Sequence[Instruction],
        shown: Mapping[int, Output],
        constants: Mapping[int, Any],
        timed: bool = False,
    ) -> None:
        self.timed = timed
        self.group = group
        self.members = instructions[group.first : group.first + group.length]
        self.shown = shown
        self.constants = constants
        self.namespace: dict[str, Any] = {"leading": leading}
        self.buffers: list[Buffer] = []
        self.buffer_of: dict[int, str] = {}
        self.free: dict[Buffer, list[str]] = {}
        self.kinds: dict[str, Buffer] = {}
        self.roots, self.last = self._lives()
        # Before a result is made, what is needed for it may lie there: that is less memory to keep in the cache.
        self.made_at = {f"r{each.results[0]}": i for i, each in enumerate(self.members)}
        for each in self.members:
            if each.results[0] in group.outputs:
                self.free.setdefault(self._kind(each.node), []).append(f"r{each.results[0]}")
        self.lines: list[tuple[str, int]] = self._written()

    def called(self, name: Callable[[int], str]) -> str:
        results = ", ".join(f"v{value}" for value in self.group.outputs)
        given = ", ".join(map(name, self.group.inputs))
        return f"{results}{' = ' if results else ''}part{self.group.first}({given})"

    def bound(self, function: Callable[..., None], results: Mapping[int, Callable[[], Any]], threads: bool) -> Chunked:
        group = self.group
        makers = [results[value] for value in group.outputs]
        return Chunked(function, self._whole, group.rows, group.width, group.flat, makers, self.buffers, threads,
                       group.length if self.timed else 0)  # fmt: skip

    def _whole(self, *values: Any) -> Any:
        known = {**self.constants, **dict(zip(self.group.inputs, values, strict=True))}
        for each in self.members:
            args = [tuple([known[v] for v in a]) if isinstance(a, tuple) else known.get(a or 0) for a in each.args]
            [known[each.results[0]]] = run_kernel(each.node, args)
            ALIVE.hold(known[each.results[0]], COUNTED)
        result = [known[value] for value in self.group.outputs]
        return result[0] if len(result) == 1 else result

    def _lives(self) -> tuple[dict[int, frozenset[int]], dict[int, int]]:
        roots: dict[int, frozenset[int]] = {}
        last: dict[int, int] = {}
        for i, each in enumerate(self.members):
            used = [value for value, _ in uses(each, dict(self.shown))]
            held = frozenset(r for value in used for r in roots.get(value, ()))
            for root in held:
                last[root] = i
            value = each.results[0]
            roots[value] = (held if each.node.type.view else frozenset[int]()) | {value}
            last[value] = i
        return roots, last

    def _written(self) -> list[tuple[str, int]]:
        group = self.group
        calls = [self._call(i, each) for i, each in enumerate(self.members)]
        names = [self._name(v) for v in group.inputs] + [f"r{v}" for v in group.outputs]
        names += [f"b{i}" for i in range(len(self.buffers))]
        rows = {value for each in self.members for value, goes in uses(each, dict(self.shown)) if goes}
        head = [f"t{value} = {self._name(value)}[i:j]" for value in group.inputs if value in rows]
        head += [f"r{value} = r{value}[i:j]" for value in group.outputs]
        if self.timed:
            self.namespace.update(now=perf_counter, since=since)
            names.append("took")
            head.append("at = now()")
            calls = [[*call, f"at = since(took, {i}, at)"] for i, call in enumerate(calls)]
        result = [(f"def part{group.first}(i, j, {', '.join(names)}):", group.first)]
        result += [(f"    {line}", group.first) for line in head]
        return result + [(f"    {line}", group.first + i) for i, call in enumerate(calls) for line in call]

    def _call(self, i: int, instruction: Instruction) -> list[str]:
        node, value = instruction.node, instruction.results[0]
        goes = dict(uses(instruction, dict(self.shown)))
        args = [self._argument(arg, goes) for arg in instruction.args]
        summed, in_place = is_summed(node), node.type.in_place is not None
        if _writes_over(node):
            self._release(i)
        into = f"r{value}" if value in self.group.outputs else self._buffer(node, value) if summed or in_place else ""
        self._release(i)
        if summed:
            self.namespace["add"] = np.add
            first, second, *rest = [self._argument(v, goes) for v in _flat(instruction.args)]
            return [f"t{value} = add({first}, {second}, {into})", *(f"add({into}, {each}, {into})" for each in rest)]
        kernel = called_as(node, f"f{value}", value)
        self.namespace[kernel] = function_of(node)
        if in_place:
            return [f"t{value} = {kernel}({', '.join([*args, into])})"]
        if node.type.fusion == "broadcast" and self._broadcasts_itself(value):
            return [f"t{value} = {args[0]}"]
        axes = _summed_axes(node)
        if axes and not into:
            self.namespace["add"] = np.add
            return [f"t{value} = add.reduce({args[0]}, {axes}, keepdims=True)"]
        if node.type.fusion in RESHAPING:
            self.namespace[f"s{value}"] = np.array(node.outputs[0].shape, np.int64)
            args = [args[0], f"leading(s{value}, j - i)"]
        target = f"t{value} = r{value}[:]" if into else f"t{value}"
        return [f"{target} = {kernel}({', '.join(args)})"]

    def _broadcasts_itself(self, value: int) -> bool:
        """Return whether a broadcast is implicit, since only elementwise calls use its result."""
        users = [each.node for each in self.members if value in _flat(each.args)]
        return value not in self.group.outputs and all(bool(each.type.ufunc) or is_summed(each) for each in users)

    def _argument(self, arg: ValueArg, goes: Mapping[int, bool]) -> str:
        if isinstance(arg, tuple):
            return "(" + "".join(f"{self._argument(each, goes)}, " for each in arg) + ")"
        assert arg is not None
        if goes.get(arg):
            return f"t{arg}"
        if arg not in goes:
            self.namespace[f"c{arg}"] = self.constants.get(arg)  # an axis, say: not a value that flows
        return self._name(arg)

    def _name(self, value: int) -> str:
        return f"c{value}" if value in self.constants else f"v{value}"

    def _kind(self, node: Node) -> Buffer:
        output = node.outputs[0]
        row = () if self.group.flat else tuple([size or 0 for size in (output.shape or ())[1:]])
        return Buffer(output.dtype.numpy, row)

    def _buffer(self, node: Node, value: int) -> str:
        kind = self._kind(node)
        free = self.free.setdefault(kind, [])
        result = next((name for name in free if self._lasts(value, name)), None)
        if result is None:
            result = f"b{len(self.buffers)}"
            self.buffers.append(kind)
        else:
            free.remove(result)
        self.buffer_of[value] = result
        self.kinds[result] = kind
        return result

    def _lasts(self, value: int, name: str) -> bool:
        result, last = self.made_at.get(name), self.last[value]
        return result is None or last < result or (last == result and _writes_over(self.members[result].node))

    def _release(self, i: int) -> None:
        for value in [v for v in self.buffer_of if self.last[v] <= i]:
            entry = self.buffer_of.pop(value)
            self.free[self.kinds[entry]].append(entry)


def called_as(node: Node, own: str, value: int) -> str:
    """Return the source name of the function that computes a node: ``own``, or that of an elementwise type.

    A kernel without variants per node (``for_node``) has one name for all nodes of its type. Otherwise the result's
    value number is part of the name, also for types of packages, since several of them may share a name.
    """
    spec = node.type
    if not spec.ufunc:
        return own
    shared = spec.name == spec.plain_name and not hasattr(spec.kernel, "for_node")
    return f"u_{spec.name}" if shared else f"u_{spec.plain_name}_{value}"


def into(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return a kernel that writes into its last argument only if all others are stored row by row."""

    def called(*args: Any) -> Any:
        for each in args[:-1]:
            if not each.flags.c_contiguous:
                result = kernel(*args[:-1])
                ALIVE.hold(result, COUNTED)
                return result
        return kernel(*args)

    return called


def _writes_over(node: Node) -> bool:
    return len(node.inputs) == 2 if is_summed(node) else bool(node.type.in_place)


def is_summed(node: Node) -> bool:
    return node.type.fusion == "sum" and len(node.inputs) > 1 and node.outputs[0].dtype.size > 2


def _summed_axes(node: Node) -> tuple[int, ...]:
    if node.type.fusion != "unbroadcast":
        return ()
    pairs = zip(node.inputs[0].shape or (), node.outputs[0].shape or (), strict=True)
    return tuple([axis for axis, (given, wanted) in enumerate(pairs) if axis and given != wanted])


def _flat(args: Sequence[ValueArg]) -> list[int]:
    return [value for arg in args for value in (arg if isinstance(arg, tuple) else (arg,)) if value is not None]
