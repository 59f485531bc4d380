"""Shapes in brackets, as docstrings of block types give them: read, and compared with what a call has.

The notation is described in `blocks.graph.documentation`.
"""

from __future__ import annotations

import ast
import itertools
import operator
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from blocks.base.types import Shape

_BRACKET = r"\[[^\[\]]*\]"
_START = re.compile(rf"({_BRACKET}(?: or {_BRACKET})*) (?=[^\s.,;:])")
_OPERATIONS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: lambda a, b: a // b,
}
REST = "..."

Pattern = tuple[str, ...]
"""The sizes between two brackets, as they are written."""


class Pin(NamedTuple):
    """What a pin's documentation says, and the shapes that a call has there: one, or one per element of a list."""

    alternatives: list[Pattern]
    shapes: list[Shape]


def read(entry: str) -> list[Pattern]:
    """The shapes with which an entry of a docstring begins; none if it begins with something else."""
    start = _START.match(entry)
    if start is None:
        return []
    written = [inner.strip() for inner in re.findall(r"\[([^\]]*)\]", start[1])]
    patterns = [tuple(size.strip() for size in inner.split(",")) if inner else () for inner in written]
    for pattern in patterns:
        assert pattern.count(REST) <= 1, f"several ... in {start[1]}"
        for size in pattern:
            assert size == REST or list(names_in(size)) or size.isdigit(), f"{size!r} is no size"
    return patterns


def names_in(size: str) -> Iterator[str]:
    """The letters and words in a size."""
    for node in ast.walk(ast.parse(size, mode="eval")):
        if isinstance(node, ast.Name):
            yield node.id


def disagreement(pins: dict[str, Pin], numbers: dict[str, int]) -> str | None:
    """Why the shapes of a call are not what the brackets say, if so.

    Args:
        pins: by name, each with what is said and what is so.
        numbers: attributes and scalars of the call, whose names stand for their values.
    """
    faults: list[str] = []
    for chosen in itertools.product(*(pin.alternatives for pin in pins.values())):
        fault = _disagreement(dict(zip(pins, chosen, strict=True)), pins, dict(numbers))
        if fault is None:
            return None
        faults.append(fault)
    return faults[0]


def _disagreement(chosen: dict[str, Pattern], pins: dict[str, Pin], sizes: dict[str, int]) -> str | None:
    later: list[tuple[str, str, int]] = []
    for name, pattern in chosen.items():
        for number, shape in enumerate(pins[name].shapes):
            if shape is None:
                continue
            aligned = _aligned(pattern, shape)
            if aligned is None:
                return f"{name} has {len(shape)} axes, not as in {list(pattern)}"
            for written, size in aligned:
                # What ends in _i is a size of its own for each element of a list.
                size_name = re.sub(r"_i\b", f"_{number}", written)
                if size is not None and not size_name.isidentifier():
                    later.append((name, size_name, size))
                elif size is not None and sizes.setdefault(size_name, size) != size:
                    return f"{name} has {size} where {written} is {sizes[size_name]}"
    for name, written, size in later:
        wanted = _value(ast.parse(written, mode="eval").body, sizes)
        if wanted is not None and wanted != size:
            return f"{name} has {size} where {written} is {wanted}"
    return None


def _aligned(pattern: Pattern, shape: tuple[int | None, ...]) -> list[tuple[str, int | None]] | None:
    """Each size as it is written, with what it is; None if the number of axes does not fit."""
    if REST not in pattern:
        return list(zip(pattern, shape, strict=True)) if len(pattern) == len(shape) else None
    at = pattern.index(REST)
    behind = len(pattern) - at - 1
    if at + behind > len(shape):
        return None
    back = len(shape) - behind
    return [*zip(pattern[:at], shape[:at], strict=True), *zip(pattern[at + 1 :], shape[back:], strict=True)]


def _value(term: ast.expr, sizes: dict[str, int]) -> int | None:
    """What a size comes to, if all that it is made of is known."""
    if isinstance(term, ast.Constant):
        assert isinstance(term.value, int)
        return term.value
    if isinstance(term, ast.Name):
        return sizes.get(term.id)
    assert isinstance(term, ast.BinOp)
    left, right = _value(term.left, sizes), _value(term.right, sizes)
    return None if left is None or right is None else _OPERATIONS[type(term.op)](left, right)
