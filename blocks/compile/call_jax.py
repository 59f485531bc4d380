"""Blocks as functions of JAX's arrays: exported programs use `call` where JAX has no function of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.budget import Memory
from blocks.base.dtypes import DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.base.types import is_list
from blocks.compile.jax.bodies import traced
from blocks.compile.jax.trace import CannotLower, Trace
from blocks.compile.schedule import Instruction
from blocks.graph.build import construct
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.array.identity import Placeholder
from blocks.library.core.constants import Const
from blocks.library.jax_rules.lowering import is_known, jax
from blocks.library.registry import find
from blocks.library.state.variables import Variable

_ENDLESS = Memory(1 << 62, 1 << 62)
"""A program has no limit of its own."""


def call(block_type: str, *args: Any, key: Any = None, **attributes: Any) -> Any:
    """What a block computes: an array, or a tuple of them; a block that writes gives the new values first.

    Args:
        block_type: the name of the type.
        args: one per input pin: an array, several for a list, None for an open pin. A NumPy array is known when the
            program is compiled, as shapes and axes must be.
        key: for a type that draws random numbers, where they come from.
        attributes: the attributes of the block; those that are left out have their defaults.

    Raises:
        DiagramError: there is no such type, or it cannot be compiled for these arguments.
    """
    spec = find(block_type)
    if spec is None:
        raise DiagramError(f"there is no block type {block_type!r}")
    result = _Operands(spec)
    attributes = {name: value for name, value in attributes.items() if not (spec.counted and name in ("seed", "seed2"))}
    node: Node = construct(spec, result.scope, result.all(args), attributes)
    count = len(spec.writes) + sum(not (spec.writes and output.is_ref) for output in node.outputs)
    results = tuple(range(len(result.arrays), len(result.arrays) + count))
    trace = Trace([Instruction(node, result.numbers, results)], result.known(), _ENDLESS, traced)
    keys = [jax.random.key_data(key)] if spec.random else []
    try:
        answer, _ = trace.run(result.given(), keys, results)
    except CannotLower as error:
        raise DiagramError(f"{block_type} {error.reason}") from None
    left = iter(answer)
    values = [trace.known[each] if each in trace.known else next(left) for each in results]
    return values[0] if len(values) == 1 else tuple(values)


class _Operands:
    """The arguments of a call as outputs of a graph that is made for it.

    Attributes:
        scope: where nodes go.
        arrays: the arguments, by value number.
        numbers: for each input pin its value numbers.
    """

    def __init__(self, spec: BlockSpec) -> None:
        self.scope = Scope(Graph())
        self.arrays: list[Any] = []
        self.numbers: tuple[Any, ...] = ()
        self._spec = spec

    def all(self, args: tuple[Any, ...]) -> list[Any]:
        """One entry per input pin, for a node."""
        outputs: list[Any] = []
        for pin, arg in zip(self._spec.inputs, args, strict=False):
            first = len(self.arrays)
            if arg is None:
                outputs.append(None)
                self.numbers += (None,)
            elif is_list(arg):
                outputs.append([self._one(each, pin.is_ref) for each in arg])
                self.numbers += (tuple(range(first, len(self.arrays))),)
            else:
                outputs.append(self._one(arg, pin.is_ref))
                self.numbers += (first,)
        missing = len(self._spec.inputs) - len(args)
        self.numbers += (None,) * missing
        return [*outputs, *[None] * missing]

    def known(self) -> dict[int, Any]:
        """The arguments that are known when the program is compiled."""
        return {i: np.asarray(array) for i, array in enumerate(self.arrays) if is_known(array)}

    def given(self) -> dict[int, Any]:
        """The others."""
        return {i: array for i, array in enumerate(self.arrays) if not is_known(array)}

    def _one(self, array: Any, is_ref: bool) -> Output:
        self.arrays.append(array)
        if is_known(array) and not is_ref:
            return _node_output(Const, self.scope, {"val": np.asarray(array)})
        dtype: DType = dtype_of(array)
        return _node_output(
            Variable if is_ref else Placeholder, self.scope, {"dtype": dtype, "shape": list(array.shape)}
        )


def _node_output(spec: BlockSpec, scope: Scope, attributes: dict[str, Any]) -> Output:
    node: Node = construct(spec, scope, [None] * len(spec.inputs), attributes)
    return node.outputs[0]
