"""Base64 encoding and decoding."""

from __future__ import annotations

import re

from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.declare import block
from blocks.library.string.elements import each

_BASE64 = re.compile(rb"[A-Za-z0-9_-]*")


def _like_input(call: Call) -> Shape:
    return call.shape("input")


@block(
    "input: string -> output: string",
    not_differentiable="strings have no gradient",
    example={"input": ["a", "abc"], "output": ["YQ", "YWJj"]},
)
def EncodeBase64(input: Array, *, pad: bool = False) -> Array:
    """Encode strings in web-safe base64, with - and _ in place of + and /.

    Source: RFC 4648, section 5.

    Args:
        input: [...] the strings to encode.
        pad: whether to pad the result with = to a multiple of four characters.

    Returns:
        output: [...] the encoded strings.
    """
    from base64 import urlsafe_b64encode

    return each(urlsafe_b64encode if pad else lambda text: urlsafe_b64encode(text).rstrip(b"="), input)


EncodeBase64.shape(_like_input)


@block(
    "input: string -> output: string",
    not_differentiable="strings have no gradient",
    example={"input": ["YQ", "YWJj", "YWI="], "output": ["a", "abc", "ab"]},
)
def DecodeBase64(input: Array) -> Array:
    """Decode strings from web-safe base64, with - and _ in place of + and /.

    Source: RFC 4648, section 5.

    Args:
        input: [...] the base64 strings. Padding with = is optional.

    Returns:
        output: [...] the decoded strings.
    """
    return each(_decoded, input)


DecodeBase64.shape(_like_input)


def _decoded(text: bytes) -> bytes:
    from base64 import urlsafe_b64decode

    letters = text
    if len(text) % 4 == 0:
        letters = text[:-2] if text.endswith(b"==") else text.removesuffix(b"=")
    if not _BASE64.fullmatch(letters):
        raise DiagramError(f"{text[:40]!r} is not web-safe base64 (A-Z a-z 0-9 - _)", pin="input")
    if len(letters) % 4 == 1:
        raise DiagramError(f"{text[:40]!r} is not base64: no string encodes to {len(letters)} characters", pin="input")
    return urlsafe_b64decode(letters + b"=" * (-len(letters) % 4))
