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

    doc = f"""Write strings in {which} letters.

    Args:
        input: [...] any strings.
        encoding: utf-8 for all letters of Unicode, as its full mapping says (one letter may become several, and what is
            no UTF-8 becomes U+FFFD); "" for the letters of ASCII only, all other bytes stay as they are.

    Returns:
        output: [...] the strings in {which} letters.
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
        raise DiagramError(f'the encoding must be utf-8 or "", got {attrs["encoding"]!r}', pin="encoding")


StringLower = _cased("StringLower", "small", bytes.lower, str.lower)
StringUpper = _cased("StringUpper", "capital", bytes.upper, str.upper)


@block(
    "input: string -> output: int32",
    where={"unit": ("BYTE", "UTF8_CHAR")},
    example={"input": ["four", "é"], "output": [4, 2]},
)
def StringLength(input: Array, *, unit: str = "BYTE") -> Array:
    """How long each string is.

    Args:
        input: [...] any strings.
        unit: what is counted: BYTE, or UTF8_CHAR for the characters of UTF-8.

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
    """Take white space off both ends of each string.

    Args:
        input: [...] any strings.

    Returns:
        output: [...] the strings without blanks, tabs and ends of lines around them.
    """
    return each(bytes.strip, input)


StringStrip.shape(lambda call: call.shape("input"))
