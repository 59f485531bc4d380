"""CountUpTo, and a test of whether a variable is initialized."""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import ANY, INDEX
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_ranks
from blocks.library.declare import block


@block("ref: &T -> output: T", T=INDEX, writes=["ref"], example={"ref": {"variable": 2}, "limit": 5, "output": 2})
def CountUpTo(ref: Array, *, limit: int) -> tuple[Array, Array]:
    """Increment a variable by 1 in each step, until it reaches a limit.

    Args:
        ref: [] the variable, an integer scalar.
        limit: the limit. If the variable has reached it, the step fails.

    Returns:
        output: [] the value before the increment. The last one is limit - 1.
    """
    if int(ref) >= limit:
        raise DiagramError(f"the variable has reached the limit {limit}", pin="ref")
    return np.add(ref, 1, dtype=ref.dtype), ref


@CountUpTo.shape
def _(call: Call) -> Shape:
    require_ranks(call, "ref", 0, 0, "ref must be a scalar variable")
    return ()


@block(
    "ref: &dtype -> is_initialized: bool",
    dtype=ANY,
    accepts_uninitialised=True,
    example={"ref": {"variable": [1.0, 2.0]}, "is_initialized": True},
)
def IsVariableInitialized(ref: Array | None) -> Array:
    """Check whether a variable has a value.

    Args:
        ref: [...] the variable.

    Returns:
        is_initialized: [] false if the variable has no initvalues and was not assigned yet.
    """
    return np.array(ref is not None)


IsVariableInitialized.shape(lambda call: ())
