"""Declaration of block types, in this library or elsewhere, and creation of nodes in gradient rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from blocks.base.errors import DiagramError
from blocks.graph.build import BlockType
from blocks.graph.graph import Node, Output
from blocks.graph.spec import BlockSpec
from blocks.library.index import basic, find

COMMON = {
    "container": "the namespace of shared_name.",
    "dtype": "the dtype of the output.",
    "operation": "the operation. It carries no tensor.",
    "seed": "the random seed. If seed and seed2 are both 0, the seed of the run is used.",
    "seed2": "a second random seed.",
}
"""The documentation of pins and attributes that many types have. A docstring may leave these out."""


def block(signature: str, *, page: str | None = None, **options: Any) -> Callable[[Callable[..., Any]], BlockType]:
    """Declare a block type. The decorated function is its kernel, and its docstring is the documentation.

    Args:
        signature: the inputs, attributes and outputs; see `blocks.graph.spec`.
        page: the category. None: the package that contains the function.
        options: options as in `blocks.graph.spec`. The remaining keywords are type variables, such as ``T=NUMERIC``.

    Example:
        from blocks.base.dtypes import FLOATS

        @blocks.block("x: T, y: T -> z: T", T=FLOATS, page="math_ops", broadcasts=True)
        def Hypotenuse(x, y):
            '''The longest side of a right triangle: z = sqrt(x^2 + y^2).'''
            return np.hypot(x, y)
    """

    def decorate(kernel: Callable[..., Any]) -> BlockType:
        name = kernel.__name__.rstrip("_")
        return declare(name, page or page_of(kernel), signature, kernel, doc=kernel.__doc__ or "", **options)

    return decorate


def declare(name: str, page: str, signature: str, kernel: Callable[..., Any], **options: Any) -> BlockType:
    siblings, others = options.pop("doc_of", ()), options.get("attributes_of")
    sources: list[Any] = [*siblings] if isinstance(siblings, tuple) else [siblings]
    if isinstance(others, BlockSpec):
        sources.append(others)
    return BlockType(name, page, signature, kernel, basic=basic, doc_of=[*sources, COMMON], **options)


def make_node(name: str, *args: Any, **attributes: Any) -> Node:
    """Build a node of a block type of another module, which is imported now."""
    result = find(name)
    if result is None:
        raise DiagramError(f"there is no block type {name} in this library")
    return result(*args, **attributes)


def make(name: str, *args: Any, **attributes: Any) -> Output:
    return make_node(name, *args, **attributes).as_output()


def page_of(kernel: Callable[..., Any]) -> str:
    """Return the library page of a function: ``blocks.library.math.sums`` gives ``math_ops``."""
    parts = kernel.__module__.split(".")
    if parts[:2] != ["blocks", "library"]:
        return parts[0]
    return parts[2] if parts[2] == "core" else f"{parts[2]}_ops"
