"""The source line of each instruction: the call and the destination of its result."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from blocks.base.budget import ALIVE, COUNTED, Memory
from blocks.compile import memory as memory_module
from blocks.compile.dispatch import counted, guarded, is_counted, kept_as, result_bytes, stream_of
from blocks.compile.memory import Buffer, Lives
from blocks.compile.schedule import Instruction, ValueArg, values_in
from blocks.graph.graph import Node
from blocks.graph.kernel_choice import function_of, has_wide_floats
from blocks.graph.native_kernels import native_function

_SMALL_SUM = 1 << 12
"""Bytes: larger sums of several tensors are made in one array."""
_FEW_SUMMED = 16
"""Tensors: a sum of more is one call with a list, since Python parses no more than 200 calls within each other."""


class Statements:
    """A writer of a plan's lines, in order."""

    def __init__(self, lives: Lives, options: Collection[str], memory: Memory) -> None:
        constants = lives.order.constants
        self.lives = lives
        self.options = options
        self.memory = memory
        self.names = {value: f"c{value}" for value in constants}
        self.namespace: dict[str, Any] = {"__builtins__": {}}
        self.namespace.update((self.names[value], array) for value, array in constants.items())
        length = len(lives.order.instructions)
        nowhere: list[Buffer | None] = [None] * length
        self.buffers = lives.small_buffers() if "buffers" in options else nowhere
        self.listed = bytearray(length)
        self._makers: dict[Any, memory_module.Recycled] = {}

    def line(self, i: int, instruction: Instruction) -> str:
        node, results = instruction.node, instruction.results
        too_large = result_bytes(node) > self.memory.each
        if node.type.identity_kernel and node.certain and not too_large:
            return f"v{results[0]} = {self._argument(instruction.args[0])}"
        few = is_summed(node) and len(node.inputs) <= _FEW_SUMMED
        if few and node.certain and not too_large and result_bytes(node) <= _SMALL_SUM:
            return self._sum(i, instruction)
        args = list(map(self.name if node.type.simple else self._argument, instruction.args))  # pyright: ignore[reportArgumentType]
        lists = node.type.list_outputs and (len(node.type.outputs) > 1 or bool(node.type.writes))
        if node.certain and not too_large and not lists:
            target = self._target(i, instruction)
            function = (native_function(node) if "native" in self.options else None) or function_of(node)
            name = called_as(node, f"k{i}", results[0]) if results else f"k{i}"
            if target and self.buffers[i] is None:
                name, function = f"into_{name.removeprefix('u_')}", into(function)
            args += [target] if target else ()
            if not target and is_counted(node):
                name, function = f"k{i}", counted(node, function, self.memory)
        else:
            name, function = f"k{i}", guarded(node, self.memory, too_large)
        self.namespace[name] = function
        if node.type.nested:
            self.namespace[f"n{i}"] = node
            self.namespace["memory"] = self.memory
            args.append(f"runner=streams.runner(n{i}, memory)")
        elif node.type.random:
            self.namespace[f"n{i}"] = stream_of(node)
            args.append(f"rng=streams(*n{i})")
        if node.type.context and not node.type.nested:
            self.namespace[f"m{i}"] = kept_as(node)
            args.append(f"context=streams.context(m{i})")
        called = f"{name}({', '.join(args)})"
        # A value in a small buffer is known by its name: one that is stored nowhere costs less.
        if not results or self.buffers[i] is not None:
            return called
        single = not (node.type.list_outputs or (len(node.outputs) != 1 and not node.type.writes))
        single = single and len(results) == 1
        return f"{', '.join(f'v{value}' for value in results)}{'' if single or len(results) > 1 else ','} = {called}"

    def name(self, value: int) -> str:
        entry = self.names.get(value)
        if entry is not None:
            return entry
        i = self.lives.defined[value]
        buffer = self.buffers[i] if i >= 0 and self.listed[i] else None
        return self._named(value, buffer) if buffer is not None else f"v{value}"

    def _named(self, value: int, buffer: Buffer) -> str:
        number, memory = buffer
        name = self.names[value] = f"b{number}"
        self.namespace[name] = memory
        return name

    def maker(self, shape: tuple[int, ...], dtype: Any) -> Callable[[], Any]:
        """Return the shared allocator for large results of a kind, so that few arrays compete for the cache."""
        pool = self._makers.setdefault((shape, dtype), memory_module.Recycled(shape, dtype, self.memory, 0))
        pool.most += 2
        return pool

    def _sum(self, i: int, instruction: Instruction) -> str:
        """Write a small sum as calls with two operands each, which are faster than one with a list."""
        add = f"k{i}"
        self.namespace[add] = np.add
        first, *others = [self.name(each) for each in values_in(instruction.args)]
        for each in others:
            first = f"{add}({first}, {each})"
        return f"v{instruction.results[0]} = {first}"

    def _target(self, i: int, instruction: Instruction) -> str:
        """Return a result's destination: memory from before the step or recycled memory, or "" for a new array."""
        spec, results = instruction.node.type, instruction.results
        if spec.in_place is None:
            return ""
        small = self.buffers[i]
        if small is not None:
            return self._named(results[0], small)
        if not spec.ufunc and (not has_wide_floats(instruction.node) or len(results) != max(1, len(spec.writes))):
            return ""
        output = self.lives.types[results[0]]
        if "recycle" not in self.options or memory_module.bytes_of(output) < memory_module.WORTH_RECYCLING:
            return ""
        self.namespace[f"r{results[0]}"] = self.maker(output.shape, output.dtype.numpy)
        return f"r{results[0]}()"

    def _argument(self, arg: ValueArg) -> str:
        if isinstance(arg, tuple):
            return "(" + "".join([f"{self.name(each)}, " for each in arg]) + ")"
        return "None" if arg is None else self.name(arg)


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
    """Return a kernel that writes into its last argument only if all others are stored row by row.

    The memory layout of a new result would follow theirs, and a later sum in another order differs in the last bits.
    """

    def called(*args: Any) -> Any:
        for each in args[:-1]:
            if not each.flags.c_contiguous:
                result = kernel(*args[:-1])
                ALIVE.hold(result, COUNTED)
                return result
        return kernel(*args)

    return called


def is_summed(node: Node) -> bool:
    return node.type.fusion == "sum" and len(node.inputs) > 1 and node.outputs[0].dtype.size > 2
