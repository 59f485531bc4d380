"""The line of a plan for each instruction: what is called, and where the result goes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from blocks.base.types import is_array
from blocks.compile import memory as memory_module
from blocks.compile.dispatch import guarded, kept_as, result_bytes, stream_of
from blocks.compile.memory import Buffer, Lives
from blocks.compile.schedule import Instruction, ValueArg
from blocks.compile.source.fused_source import called_as, direct
from blocks.compile.source.in_place import filling, into
from blocks.graph.call_source import FUNCTIONS, Line


class Statements:
    """Writes the lines of a plan, in order.

    Args:
        lives: how long values live.
        options: the parts of a plan that are switched on.
        memory: bytes that one result may take.
        in_rows: values that lie in memory row by row when the step begins.

    Attributes:
        names: what values are called that are no locals: constants, and what lies in buffers, once it is asked for.
        listed: for each instruction, whether its call is made from a list.
        namespace: what the lines name.
        trusts: whether a line is only right if the values that lie row by row when the step begins do so.
    """

    def __init__(self, lives: Lives, options: Collection[str], memory: int, in_rows: Collection[int]) -> None:
        constants = lives.order.constants
        self.lives = lives
        self.options = options
        self.memory = memory
        self.names = {value: f"c{value}" for value in constants}
        self.namespace: dict[str, Any] = {"__builtins__": {}, **FUNCTIONS}
        self.namespace.update((self.names[value], array) for value, array in constants.items())
        length = len(lives.order.instructions)
        nowhere: list[Buffer | None] = [None] * length
        self.buffers = lives.small_buffers() if "buffers" in options else nowhere
        self.listed = bytearray(length)
        self.trusts = False
        self._in_rows = {*in_rows, *(value for value, array in constants.items() if _orders_nothing_else(array))}

    def line(self, i: int, instruction: Instruction) -> str:
        """The line of an instruction."""
        node = instruction.node
        too_large = result_bytes(node) > self.memory
        spec = node.type
        keeps = spec.fills or spec.line or spec.row_major == "preserved"
        ordered = bool(keeps) and self._lie_in_rows(instruction)
        found = None
        if spec.passthrough and node.certain and not too_large:
            return f"v{instruction.results[0]} = {self._argument(instruction.args[0])}"
        if spec.line is not None and "lines" in self.options and node.certain and not too_large:
            found = self._direct(i, instruction, ordered)
        if found is None:
            found = self._call(i, instruction, ordered, too_large)
        if ordered or spec.row_major == "always":
            self._in_rows.update(instruction.results)
        return found

    def name(self, value: int) -> str:
        """What a value is called."""
        found = self.names.get(value)
        if found is not None:
            return found
        i = self.lives.made[value]
        buffer = self.buffers[i] if i >= 0 and self.listed[i] else None
        return self._named(value, buffer) if buffer is not None else f"v{value}"

    def _named(self, value: int, buffer: Buffer) -> str:
        """Give a value that lies in a buffer the name of that."""
        number, memory = buffer
        name = self.names[value] = f"b{number}"
        self.namespace[name] = memory
        return name

    def maker(self, value: int) -> Callable[[], Any]:
        """What makes an array for a large result."""
        output = self.lives.types[value]
        make = memory_module.Recycled if "recycle" in self.options else memory_module.New
        return make(output.shape, output.dtype.numpy)

    def _lie_in_rows(self, instruction: Instruction) -> bool:
        """Whether all operands of more than one axis lie in memory row by row, as far as is known."""
        for arg, output in zip(instruction.args, instruction.node.inputs, strict=False):
            if arg not in self._in_rows and (output.shape is None or len(output.shape) > 1):
                return False
        return True

    def _direct(self, i: int, instruction: Instruction, ordered: bool) -> str | None:
        """A call of NumPy's functions in place of the kernel's, where the type has one."""
        node, spec, [result, *others] = instruction.node, instruction.node.type, instruction.results
        dtype = node.outputs[0].dtype
        if spec.line is None or others or dtype.numpy.kind not in "fc" or dtype.size <= 2:
            return None
        out = ""
        buffer = self._overwritten(i, instruction)
        if buffer is not None:
            if not self._in_order(buffer, ordered):
                return None
            out = f"v{buffer}"
        elif "recycle" in self.options and self._can_fill(instruction):
            if spec.overwrites is not None:
                return None
            out = f"r{i}()"
            self.namespace[f"r{i}"] = self.maker(result)
        found = spec.line(Line(node, list(map(self._argument, instruction.args)), out, self.namespace))
        return None if found is None else f"v{result} = {found}"

    def _overwritten(self, i: int, instruction: Instruction) -> int | None:
        """The operand whose memory the result of a call may take, if there is one."""
        spec, args = instruction.node.type, instruction.args
        if not spec.ufunc:
            args = args[spec.overwrites : spec.overwrites + 1] if spec.overwrites is not None else ()
        return self.lives.buffer(i, instruction, args) if "reuse" in self.options else None

    def _in_order(self, buffer: int, ordered: bool) -> bool:
        """Whether a result lies in the memory of an operand as it would in its own; else that is asked in each step.

        What is summed up later in another order is another number.
        """
        found = ordered and buffer in self._in_rows and "lines" in self.options
        self.trusts = self.trusts or found
        return found

    def _call(self, i: int, instruction: Instruction, ordered: bool, too_large: bool) -> str:
        """A call of the kernel."""
        node, results = instruction.node, instruction.results
        args = list(map(self.name if node.type.simple else self._argument, instruction.args))  # pyright: ignore[reportArgumentType]
        if node.type.ufunc and node.certain and not too_large:
            small = self.buffers[i]
            buffer = self._overwritten(i, instruction) if small is None else None
            asks = buffer is not None and not self._in_order(buffer, ordered)
            function = called_as(node, "into" if asks else "u")
            self.namespace[function] = into(direct(node)) if asks else direct(node)
            if small is not None:
                # The value is known by its buffer's name: one that is stored nowhere costs less.
                return f"{function}({', '.join(args)}, {self._named(results[0], small)})"
            if buffer is not None:
                args.append(f"v{buffer}")
        else:
            function = f"k{i}"
            fills = not too_large and "recycle" in self.options and self._can_fill(instruction)
            kernel = self._filling(i, instruction) if fills else guarded(node, self.memory, too_large)
            self.namespace[function] = kernel
            if node.type.random:
                self.namespace[f"n{i}"] = stream_of(node)
                args.append(f"rng=streams(*n{i})")
            if node.type.context:
                self.namespace[f"m{i}"] = kept_as(node)
                args.append(f"context=streams.context(m{i})")
        called = f"{function}({', '.join(args)})"
        if not results:
            return called
        single = not (node.type.list_outputs or (len(node.outputs) != 1 and not node.type.writes))
        single = single and len(results) == 1
        return f"{', '.join(f'v{value}' for value in results)}{'' if single or len(results) > 1 else ','} = {called}"

    def _can_fill(self, instruction: Instruction) -> bool:
        """Whether a call can put its results, which are large, into arrays that are there."""
        node = instruction.node
        if node.type.fills is None or not node.certain or len(instruction.results) != max(1, len(node.type.writes)):
            return False
        dtype = node.outputs[0].dtype
        return (
            dtype.numpy.kind in "fc"
            and dtype.size > 2
            and self.lives.size(instruction.results[0]) >= memory_module.WORTH_RECYCLING
        )

    def _filling(self, i: int, instruction: Instruction) -> Callable[..., Any]:
        overwrites = instruction.node.type.overwrites if self._overwritten(i, instruction) is not None else None
        # A rule's variables are of one shape.
        makers = [self.maker(instruction.results[0]) for _ in instruction.results]
        return filling(instruction.node, makers, overwrites)

    def _argument(self, arg: ValueArg) -> str:
        if isinstance(arg, tuple):
            return "(" + "".join([f"{self.name(each)}, " for each in arg]) + ")"
        return "None" if arg is None else self.name(arg)


def _orders_nothing_else(constant: Any) -> bool:
    """Whether results of elementwise calls with a constant lie row by row, as far as that depends on it."""
    return is_array(constant) and (constant.flags.c_contiguous or not any(constant.strides))
