"""Kernels that put their results into arrays that are there, as a plan calls them.

Only where all that they get lies in memory row by row, as a new result then would: what is summed up later in another
order is another number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from blocks.graph.graph import Node


def into(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """An elementwise kernel that writes into its last argument, which is one of the others too."""

    def called(*args: Any) -> Any:
        for each in args:
            if not each.flags.c_contiguous:
                return kernel(*args[:-1])
        return kernel(*args)

    return called


def filling(node: Node, makers: Sequence[Callable[[], Any]], overwritten: int | None) -> Callable[..., Any]:
    """A node's kernel that fills what the makers give, one for each result.

    Args:
        node: its type fills arrays.
        makers: make an array for each result.
        overwritten: the place of an argument that nobody needs any more, whose memory is taken for the only result.
    """
    kernel, fills = node.type.bind(node.attrs, node.bound), node.type.fills or node.type.kernel
    make, attrs = makers[0], node.attrs

    def called(*args: Any) -> Any:
        for each in args:
            if not each.flags.c_contiguous:
                return kernel(*args)
        if overwritten is not None:
            return fills(args[overwritten], *args, **attrs)
        return fills(make() if len(makers) == 1 else [each() for each in makers], *args, **attrs)

    return called
