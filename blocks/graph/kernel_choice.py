"""Kernels that select an implementation by tensor size, or once per node by its static properties.

A plan requests a kernel once for each node (`chosen`) and calls it in each step. All implementations give the same
results, bit for bit.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

from blocks.graph.graph import Node

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


def checked(check: Callable[..., None]) -> Callable[[K], K]:
    """Decorate a kernel whose result is a formula of its arguments only if a check does not raise an error.

    Args:
        check: takes what the kernel takes, but no attributes.
    """

    def decorate(kernel: K) -> K:
        @functools.wraps(kernel)
        def both(*args: Any, **attributes: Any) -> Any:
            check(*args)
            return kernel(*args, **attributes)

        vars(both).update(check=check, unchecked=kernel)
        return cast("K", both)

    return decorate


def chosen(node: Node) -> Callable[..., Any] | None:
    for_node = getattr(node.type.kernel, "for_node", None)
    return None if for_node is None else for_node(node)


def has_wide_floats(node: Node) -> bool:
    """Return whether a node's first result has floating-point or complex numbers of 32 bits or more."""
    dtype = node.outputs[0].dtype
    return dtype.numpy.kind in "fc" and dtype.size > 2


def function_of(node: Node) -> Callable[..., Any]:
    return chosen(node) or node.type.bind(node.attrs, node.bound)
