"""Upper case, lower case, length, and stripping of white space."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.build import BlockType
from blocks.library.declare import block, declare
from blocks.library.string.elements import each

PAGE = "string_ops"
_LATER = bytes(range(0x80, 0xC0))
"""What a character of UTF-8 goes on with."""


def _cased(name: str, which: str, ascii_form: Callable[[bytes], bytes], form: Callable[[str], str]) -> BlockType:
    def whole(text: bytes) -> bytes:
        return form(text.decode("utf-8", "replace")).encode()

    def kernel(input: Array, *, encoding: str = "") -> Array:
        return each(whole if encoding else ascii_form, input)

    doc = f"""Convert strings to {which}.

    Args:
        input: [...] the strings to encode.
        encoding: utf-8 converts all Unicode letters by the full case mapping: one letter may become several, and
            invalid UTF-8 becomes U+FFFD. "" converts only ASCII letters and leaves other bytes unchanged.

    Returns:
        output: [...] the strings in {which}.
    """
    result = declare(
        name,
        PAGE,
        "input: string -> output: string",
        kernel,
        doc=doc,
        example={"input": ["aBc"], "output": [ascii_form(b"aBc").decode()]},
    )
    result.shape(lambda call: call.shape("input"))
    result.prepare = _prepare
    return result


def _prepare(attrs: dict[str, Any]) -> None:
    if attrs["encoding"] not in ("", "utf-8"):
        raise DiagramError(f'encoding: expected utf-8 or "", got {attrs["encoding"]!r}', pin="encoding")


StringLower = _cased("StringLower", "lowercase", bytes.lower, str.lower)
StringUpper = _cased("StringUpper", "uppercase", bytes.upper, str.upper)


@block(
    "input: string -> output: int32",
    where={"unit": ("BYTE", "UTF8_CHAR")},
    example={"input": ["four", "é"], "output": [4, 2]},
)
def StringLength(input: Array, *, unit: str = "BYTE") -> Array:
    """Compute the length of each string.

    Args:
        input: [...] the strings to encode.
        unit: the unit: BYTE, or UTF8_CHAR for UTF-8 characters.

    Returns:
        output: [...] the lengths.
    """
    # As TensorFlow counts: what is not the later byte of a character is one, right or wrong.
    later = b"" if unit == "BYTE" else _LATER
    texts: list[bytes] = input.reshape(-1).tolist()
    return np.array([len(text.translate(None, later)) for text in texts], np.int32).reshape(input.shape)


StringLength.shape(lambda call: call.shape("input"))


@block("input: string -> output: string", example={"input": ["  a b ", "c\n"], "output": ["a b", "c"]})
def StringStrip(input: Array) -> Array:
    """Strip leading and trailing whitespace from each string.

    Args:
        input: [...] the strings to encode.

    Returns:
        output: [...] the strings without leading and trailing spaces, tabs and line breaks.
    """
    return each(bytes.strip, input)


StringStrip.shape(lambda call: call.shape("input"))
