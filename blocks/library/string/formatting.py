"""String formatting with tensors as arguments."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.declare import block
from blocks.library.string.elements import scalar
from blocks.library.string.tensor_text import outline


@block(
    "inputs: any*? -> output: string",
    example={"inputs": [[1, 2], 0.5], "template": "x = %s, y = %s", "output": "x = [1 2], y = 0.5"},
)
def StringFormat(
    inputs: tuple[Array, ...], *, template: str = "%s", placeholder: str = "%s", summarize: int = 3
) -> Array:
    """Format tensors into a string: each placeholder in the template is replaced by one tensor.

    Args:
        inputs: [...] the tensors, one for each placeholder. Strings are quoted.
        template: the string with placeholders.
        placeholder: the placeholder that marks a tensor in the template.
        summarize: the number of elements to show at both ends of each axis. A negative number shows all.

    Returns:
        output: [] the formatted string.
    """
    written = [outline(each, summarize) for each in inputs]
    pieces = [piece.encode() for piece in _pieces(template, placeholder)]
    return scalar(b"".join(part for pair in zip_longest(pieces, written, fillvalue=b"") for part in pair))


def _pieces(template: str, placeholder: str) -> list[str]:
    """Split a template at its placeholders; an empty placeholder is between all letters."""
    return template.split(placeholder) if placeholder else list(template) or [""]


@StringFormat.shape
def _(call: Call) -> Shape:
    attrs: dict[str, Any] = call.attrs
    wanted, given = len(_pieces(attrs["template"], attrs["placeholder"])) - 1, len(call.shapes("inputs"))
    if wanted != given:
        text = f"StringFormat: template must have one placeholder per input ({given}), got {wanted}"
        raise DiagramError(text, pin="template")
    return ()
