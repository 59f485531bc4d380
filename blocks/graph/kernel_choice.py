"""Kernels that select an implementation by tensor size, or once per node by its static properties.

A plan requests a kernel once for each node (`chosen`) and calls it in each step. All implementations give the same
results, bit for bit. The size of the whole tensor determines the choice, even if a plan runs it in parts.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np

from blocks.graph.graph import Node

MANY = 1 << 11
"""Elements from which on a call of a function that is made of twenty others pays."""

Choose = Callable[[Node], Callable[..., Any] | None]
"""Gives the function for a node: it takes what the kernel takes, but no attributes; None: the kernel as it is."""

K = TypeVar("K", bound=Callable[..., Any])


def specialised(choose: Choose, *, floats: bool = True) -> Callable[[K], K]:
    """Decorate a kernel that is replaced for some nodes by a shorter function without checks of its arguments.

    Args:
        floats: call it only if results are floating-point or complex numbers of 32 bits or more.
    """

    def for_node(node: Node) -> Callable[..., Any] | None:
        return choose(node) if not floats or has_wide_floats(node) else None

    def decorate(kernel: K) -> K:
        setattr(kernel, "for_node", for_node)  # noqa: B010  functions have no such attribute for a type checker
        return kernel

    return decorate


class Native(NamedTuple):
    """The machine code for a kernel's nodes.

    Attributes:
        pays: returns whether a node's code soon saves more time than its compilation takes, also for unknown sizes.
        make: returns the function for a node whose sizes are known, or None if there is none or it does not pay.
    """

    pays: Callable[[Node], bool]
    make: Choose


def natively(native: Native) -> Callable[[K], K]:
    """Decorate a kernel that is replaced by machine code for some nodes, with results that differ by rounding."""

    def decorate(kernel: K) -> K:
        setattr(kernel, "native", native)  # noqa: B010  functions have no such attribute for a type checker
        return kernel

    return decorate


def native_of(node: Node) -> Native | None:
    """Return the machine code for a node of float32, if its kernel has any."""
    native: Native | None = getattr(node.type.kernel, "native", None)
    return native if native is not None and node.outputs[0].dtype.numpy == np.float32 else None


def chosen(node: Node) -> Callable[..., Any] | None:
    for_node = getattr(node.type.kernel, "for_node", None)
    return None if for_node is None else for_node(node)


def has_wide_floats(node: Node) -> bool:
    """Return whether a node's first result has floating-point or complex numbers of 32 bits or more."""
    dtype = node.outputs[0].dtype
    return dtype.numpy.kind in "fc" and dtype.size > 2


class BySize:
    """An elementwise kernel of one or more broadcast tensors, selected by size.

    Args:
        few: the kernel for a few elements, and for all dtypes other than float32.
        many: the kernel for many float32 elements.
    """

    def __init__(self, few: Callable[..., Any], many: Callable[..., Any], inputs: int = 1) -> None:
        self.few = few
        self.many = many
        self.inputs = inputs

    def __call__(self, x: Any, *others: Any) -> Any:
        size = x.size if self.inputs == 1 else np.broadcast(x, *others[: self.inputs - 1]).size
        return self._chosen(size, x.dtype)(x, *others)

    def for_node(self, node: Node) -> Callable[..., Any]:
        output = node.outputs[0]
        return self._chosen(math.prod(size or 0 for size in output.shape or ()), output.dtype.numpy)

    def _chosen(self, size: int, dtype: np.dtype[Any]) -> Callable[..., Any]:
        return self.many if size >= MANY and dtype == np.float32 else self.few


def function_of(node: Node, compiled: bool = False) -> Callable[..., Any]:
    native = native_of(node) if compiled else None
    return (native and native.make(node)) or chosen(node) or node.type.bind(node.attrs, node.bound)
