"""Machine code for single nodes: kernels declare it, and a plan chooses it by the sizes of a node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np

from blocks.graph.graph import Node

K = TypeVar("K", bound=Callable[..., Any])


class Native(NamedTuple):
    """The machine code for a kernel's nodes.

    Attributes:
        pays: returns whether a node's code soon saves more time than its compilation takes, also for unknown sizes.
        make: returns the function for a node whose sizes are known, or None if there is none or it does not pay.
    """

    pays: Callable[[Node], bool]
    make: Callable[[Node], Callable[..., Any] | None]


def natively(native: Native) -> Callable[[K], K]:
    """Decorate a kernel that is replaced by machine code for some nodes, with results that differ by rounding."""

    def decorate(kernel: K) -> K:
        setattr(kernel, "native", native)  # noqa: B010  functions have no such attribute for a type checker
        return kernel

    return decorate


def native_of(node: Node) -> Native | None:
    """Return the machine code for a node of float32, or None if its kernel has none."""
    native: Native | None = getattr(node.type.kernel, "native", None)
    return native if native is not None and node.outputs[0].dtype.numpy == np.float32 else None


def native_function(node: Node) -> Callable[..., Any] | None:
    native = native_of(node)
    return None if native is None else native.make(node)
