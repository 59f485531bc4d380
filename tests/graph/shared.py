"""Short words for graphs built by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.types import Array
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Operand, Output
from blocks.graph.scope import Scope
from blocks.run.client import ClientSession


def evaluate(*operands: Operand, feed: Mapping[Any, Any] | None = None) -> list[Array]:
    """The values of operands of one graph, in a session of their own."""
    return ClientSession(Scope(operands[0].as_output().graph)).run(operands, feed)


def gradients(outputs: Operand | Sequence[Operand], *inputs: Operand) -> list[Output]:
    """The gradients of the sum of some outputs."""
    ys = [outputs] if isinstance(outputs, Operand) else outputs
    return add_symbolic_gradients(Scope(inputs[0].as_output().graph), ys, inputs)


def slopes(outputs: Operand | Sequence[Operand], *inputs: Operand) -> list[Any]:
    """The values of the gradients, as lists of numbers."""
    return [value.tolist() for value in evaluate(*gradients(outputs, *inputs))]


def close(actual: Any, expected: Any) -> None:
    """Equal up to the rounding of float32."""
    np.testing.assert_allclose(actual, expected, rtol=1e-5, atol=1e-6)
