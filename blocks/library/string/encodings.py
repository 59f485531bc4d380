"""Conversion between encoded bytes and Unicode code points, with malformed input marked; Base64."""

from __future__ import annotations

import codecs
import re
from typing import Any, NamedTuple

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array, Indices
from blocks.library.declare import block
from blocks.library.string.elements import each, like_input

LAST = 0x10FFFF
REPLACEMENT = 0xFFFD
OUTPUTS = {"UTF-8": "utf-8", "UTF-16-BE": "utf-16-be", "UTF-32-BE": "utf-32-be"}
_SURROGATES, _BEHIND = 0xD800, 0xE000
_NAMES = {
    "utf-8": "utf8 unicode11utf8 cp1208 ibm1208",
    "utf-16-be": "utf16be utf16bigendian unicodebigunmarked xutf16be cp1201",
    "utf-16-le": "utf16le utf16littleendian unicodelittleunmarked xutf16le",
    "utf-16": "utf16 ucs2 iso10646ucs2",
    "utf-32-be": "utf32be utf32bigendian",
    "utf-32-le": "utf32le utf32littleendian",
    "utf-32": "utf32 ucs4 iso10646ucs4",
    "ascii": "usascii ascii iso646us 646 us ansix341968 csascii isoir6 cp367 ibm367",
    "iso8859-1": "iso88591 88591 latin1 l1 isoir100 csisolatin1 cp819 ibm819",
    "koi8-r": "koi8r cskoi8r",
    "koi8-u": "koi8u",
    "gb18030": "gb18030",
    "gbk": "gbk cp936 windows936",
    "cp932": "shiftjis sjis windows31j cp943 ibm943",
    "euc_jp": "eucjp",
    "euc_kr": "euckr",
    "cp949": "windows949 cp949",
    **{f"iso8859-{i}": f"iso8859{i} 8859{i}" for i in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15)},
    **{f"cp{i}": f"windows{i} cp{i}" for i in range(1250, 1259)},
}
_EAST_ASIAN = ("gb18030", "gbk", "cp932", "euc_jp", "euc_kr", "cp949")
"""Encodings of one to four bytes; a few rare characters, and how much is malformed, differ from TensorFlow's tables."""
_CODECS = {name: codec for codec, names in _NAMES.items() for name in names.split()}
_MARKS = {
    "utf-16": ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")),
    "utf-32": ((b"\xff\xfe\x00\x00", "utf-32-le"), (b"\x00\x00\xfe\xff", "utf-32-be")),
}


class DecodedString(NamedTuple):
    """A decoded string.

    Attributes:
        starts: the byte at which each begins.
        malformed: the code points that replace invalid bytes.
    """

    points: Indices
    starts: Indices
    malformed: Array


def codec_of(encoding: str) -> str:
    """Return Python's name of an encoding, ignoring dashes. Raise DiagramError if it is unsupported."""
    value = _CODECS.get(re.sub(r"[^a-z0-9]", "", encoding.lower()))
    if value is None:
        text = f"input encoding {encoding!r} is not supported"
        hint = (
            "use UTF-8, UTF-16, UTF-32, US-ASCII, ISO-8859-1 to 15, windows-1250 to 1258, KOI8-R, KOI8-U, "
            "GB18030, GBK, Shift_JIS, EUC-JP, EUC-KR or windows-949"
        )
        raise DiagramError(text, pin="input_encoding", hint=hint)
    return value


def decoded(text: bytes, codec: str) -> DecodedString:
    mark = b""
    if codec in _MARKS:
        mark, codec = next((each for each in _MARKS[codec] if text.startswith(each[0])), (b"", f"{codec}-be"))
    string = text[len(mark) :].decode(codec, _HANDLER)
    points = np.frombuffer(string.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.int64)
    malformed = (points >= _SURROGATES) & (points < _BEHIND)
    sizes = np.where(malformed, points - _SURROGATES, _sizes(points, codec))
    sizes[:1] += len(mark)
    return DecodedString(points, np.cumsum(sizes) - sizes, malformed)


def _sizes(points: Indices, codec: str) -> Any:
    if codec == "utf-8":
        return 1 + (points > 0x7F) + (points > 0x7FF) + (points > 0xFFFF)
    if codec.startswith("utf-16"):
        return 2 + 2 * (points > 0xFFFF)
    if codec in _EAST_ASIAN:
        return np.array([0 if is_none(point) else len(chr(point).encode(codec)) for point in points.tolist()], np.int64)
    return 4 if codec.startswith("utf-32") else 1


def encoded(points: Indices, codec: str) -> bytes:
    return points.astype("<u4").tobytes().decode("utf-32-le").encode(codec)


def is_none(points: Any) -> Any:
    return (points < 0) | (points > LAST) | ((points >= _SURROGATES) & (points < _BEHIND))


def _marked(error: UnicodeError) -> tuple[str, int]:
    """Replace malformed bytes by a surrogate, which no decoder produces, that encodes their number.

    Undefined bytes of Windows code pages become the control characters with the same numbers.
    """
    assert isinstance(error, UnicodeDecodeError)
    byte = error.object[error.start]
    if error.encoding == "charmap" and 0x80 <= byte < 0xA0:
        return chr(byte), error.end
    return chr(_SURROGATES + error.end - error.start), error.end


_HANDLER = "gradblocks.malformed"
codecs.register_error(_HANDLER, _marked)


# -- Base64 ------------------------------------------------------------------------------------------------------------


_BASE64 = re.compile(rb"[A-Za-z0-9_-]*")


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


EncodeBase64.shape(like_input)


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


DecodeBase64.shape(like_input)


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
