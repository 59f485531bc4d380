"""Bytes as text that can be sent anywhere."""

from __future__ import annotations

from blocks.base.types import Array, Shape
from blocks.graph.calls import Call
from blocks.library.declare import block
from blocks.library.string.elements import each


@block(
    "input: string -> output: string",
    not_differentiable="strings have no gradient",
    example={"input": ["a", "abc"], "output": ["YQ", "YWJj"]},
)
def EncodeBase64(input: Array, *, pad: bool = False) -> Array:
    """Write bytes in base64, with the letters that are safe in web addresses: - and _ in place of + and /.

    Args:
        input: any strings.
        pad: fill up with = to a multiple of four letters.

    Returns:
        output: the encoded strings.
    """
    from base64 import urlsafe_b64encode

    return each(urlsafe_b64encode if pad else lambda text: urlsafe_b64encode(text).rstrip(b"="), input)


@EncodeBase64.shape
def _(call: Call) -> Shape:
    return call.shape("input")
