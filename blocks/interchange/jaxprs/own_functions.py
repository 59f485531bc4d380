"""JAX functions with a custom derivative rule (``custom_jvp``) that have a block type."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from blocks.graph.call_info import known_value
from blocks.graph.graph import Output
from blocks.interchange.jaxprs.primitives import like
from blocks.library.declare import make


def _log_add(x: Output, y: Output) -> Output:
    """Return max(x, y) + Softplus(-|x - y|), with the right slopes for ties."""
    known = known_value(y)
    if known is not None and not np.any(known) and y.shape in ((), x.shape):
        return make("Softplus", x)
    apart = make("Subtract", x, y)
    is_odd = make("NotEqual", apart, apart)  # of infinities
    apart = make("SelectV2", is_odd, like(x, 0), apart)
    first, second = make("Add", x, make("Softplus", -apart)), make("Add", y, make("Softplus", apart))
    result = make("SelectV2", make("GreaterEqual", x, y), first, second)
    return make("SelectV2", is_odd, make("Add", x, y), result)


def _log_add_2(x: Output, y: Output) -> Output:
    base = math.log(2)
    result = _log_add(make("Multiply", x, like(x, base)), make("Multiply", y, like(y, base)))
    return make("RealDiv", result, like(x, base))


FUNCTIONS: dict[str, Callable[..., Output]] = {
    "relu": partial(make, "Relu"), "relu6": partial(make, "Relu6"),
    "logaddexp": _log_add, "logaddexp2": _log_add_2,
    "xlogy": partial(make, "Xlogy"), "xlog1py": partial(make, "Xlog1py"),
}  # fmt: skip
"""What makes the blocks, by the name of the function."""
