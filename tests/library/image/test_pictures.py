"""Pictures decoded and encoded: oddities of the formats as TensorFlow takes them, and files that must be refused."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.run.client import ClientSession
from blocks.testing.calls import new
from tests.library.io.shared import STRING, Bench


def run(name: str, value: Any, **attributes: Any) -> Array:
    """What a block makes of a value."""
    root = Scope.new_root_scope()
    if isinstance(value, bytes):
        contents: Any = np.empty((), object)
        contents[()] = value
        value = contents
    maker = find(name)
    assert maker is not None
    return ClientSession(root).run([maker(root, new("Const", root, val=value), **attributes).as_output()])[0]


def refusal(name: str, value: Any, **attributes: Any) -> DiagramError:
    """The error that ends a run."""
    with pytest.raises(DiagramError) as caught:
        run(name, value, **attributes)
    errors: list[DiagramError] = getattr(caught.value, "errors", [caught.value])
    return errors[0]


def png(samples: Array, depth: int, kind: int, *, palette: bytes = b"", through: bytes = b"") -> bytes:
    """A PNG without filters."""

    def piece(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", samples.shape[1], samples.shape[0], depth, kind, 0, 0, 0)
    rows = b"".join(b"\0" + row.tobytes() for row in samples)
    parts = [piece(b"IHDR", header)]
    parts += [piece(name, data) for name, data in ((b"PLTE", palette), (b"tRNS", through)) if data]
    return b"\x89PNG\r\n\x1a\n" + b"".join([*parts, piece(b"IDAT", zlib.compress(rows)), piece(b"IEND", b"")])


_GREY = np.array([[10, 20]], np.uint8)
_COLOURS = np.array([[[10, 20, 30], [100, 150, 200]]], np.uint8)
_DEEP = np.array([[[0x1234, 0xFEDC, 0x80FF]]], ">u2")
_NUMBERS = np.array([[0, 5]], np.uint8)
# What: the file, channels, dtype, the pixels; the numbers are TensorFlow's (2.21).
PNGS: dict[str, tuple[bytes, int, str, list[Any]]] = {
    "grey, one value transparent": (png(_GREY, 8, 0, through=b"\0\x14"), 0, "DT_UINT8", [[10], [20]]),
    "that with alpha": (png(_GREY, 8, 0, through=b"\0\x14"), 4, "DT_UINT8", [[10] * 3 + [255], [20] * 3 + [0]]),
    "8 bits as 16": (png(_GREY, 8, 0), 3, "DT_UINT16", [[2570] * 3, [5140] * 3]),
    "grey and alpha": (png(np.array([[[10, 20]]], np.uint8), 8, 4), 0, "DT_UINT8", [[10, 20]]),
    "colours as grey": (png(_COLOURS, 8, 2), 1, "DT_UINT8", [[18], [140]]),
    "colours as grey in 16 bits": (png(_COLOURS, 8, 2), 1, "DT_UINT16", [[4626], [35980]]),
    "one colour transparent": (
        png(_COLOURS, 8, 2, through=struct.pack(">HHH", 10, 20, 30)),
        4,
        "DT_UINT8",
        [[10, 20, 30, 0], [100, 150, 200, 255]],
    ),
    "palette with alpha": (
        png(_NUMBERS[:, :1], 8, 3, palette=bytes([1, 2, 3, 4, 5, 6]), through=b"\x07"),
        0,
        "DT_UINT8",
        [[1, 2, 3, 7]],
    ),
    "beyond the palette": (png(_NUMBERS, 8, 3, palette=bytes([1, 2, 3, 4, 5, 6])), 0, "DT_UINT8", [[1, 2, 3], [0] * 3]),
    "16 bits of colours": (png(_DEEP, 16, 2), 0, "DT_UINT16", [[4660, 65244, 33023]]),
    "16 bits as grey": (png(_DEEP, 16, 2), 1, "DT_UINT16", [[43456]]),
    "16 bits cut to 8": (png(_DEEP, 16, 2), 4, "DT_UINT8", [[18, 254, 128, 255]]),
    "16 bits of grey and alpha": (png(_DEEP[..., :2], 16, 4), 0, "DT_UINT16", [[4660, 65244]]),
}


@pytest.mark.parametrize("case", PNGS.values(), ids=PNGS)
def test_png(case: tuple[bytes, int, str, list[Any]]) -> None:
    contents, channels, dtype, pixels = case
    assert run("DecodePng", contents, channels=channels, dtype=dtype)[0].tolist() == pixels


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_png_there_and_back(channels: int, dtype: Any) -> None:
    image = np.random.default_rng(0).integers(0, np.iinfo(dtype).max, (2, 9, 7, channels), dtype)
    image[:, 4] = image[:, 3]  # a row that is best filtered
    contents = run("EncodePng", image)
    name = f"DT_{np.dtype(dtype).name.upper()}"
    for each, wanted in zip(contents, image, strict=True):
        np.testing.assert_array_equal(run("DecodePng", each, dtype=name), wanted)


def gif(*frames: tuple[int, int, int, int, list[int], int | None]) -> bytes:
    """A GIF with 16 colours, number n of which is (3 n, 3 n + 1, 3 n + 2).

    Of each frame are given: left, top, width, height, pixels, the transparent colour.
    """
    parts = [struct.pack("<6sHHBBB", b"GIF89a", 20, 20, 0x83, 0, 0), bytes(range(48))]
    for left, top, width, height, pixels, transparent in frames:
        codes = [code for pixel in pixels for code in (16, pixel)]  # the table is cleared before it grows
        bits = sum(code << 5 * i for i, code in enumerate([*codes, 17]))
        data = bits.to_bytes((5 * len(codes) + 12) // 8, "little")
        if transparent is not None:
            parts.append(struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 1, 0, transparent, 0))
        parts.append(struct.pack("<BHHHHBB", 0x2C, left, top, width, height, 0, 4))
        parts += [bytes([len(data)]), data, b"\0"]
    return b"".join([*parts, b";"])


def test_png_whose_checksum_is_wrong_is_refused_as_libpng_does() -> None:
    contents = bytearray(png(_COLOURS, 8, 2))
    at = contents.index(b"IDAT") + 4
    for place in range(at, contents.index(b"IEND") - 4):
        contents[place] ^= 1
        assert "corrupt" in refusal("DecodePng", bytes(contents)).message
        contents[place] ^= 1


def test_gif_frames_are_laid_over_each_other() -> None:
    """The largest frame is the canvas, not the screen; a partial first frame lies on black."""
    result = run(
        "DecodeGif", gif((1, 0, 1, 2, [4, 5], None), (0, 0, 2, 2, [7, 1, 1, 7], 7), (0, 1, 2, 1, [2, 3], None))
    )
    assert result.shape == (3, 2, 2, 3)
    assert result[..., 1].tolist() == [[[0, 13], [0, 16]], [[0, 4], [4, 16]], [[0, 4], [7, 10]]]


def test_gif_that_is_cut_short_has_the_frames_before() -> None:
    contents = gif((0, 0, 1, 1, [2], None), (0, 0, 1, 1, [3], None))
    assert run("DecodeGif", contents[:-4]).tolist() == [[[[6, 7, 8]]]]
    assert "complete frame" in refusal("DecodeGif", contents[:70]).message


def test_other_formats_are_taken_where_that_makes_sense() -> None:
    from PIL import Image

    target = io.BytesIO()
    Image.fromarray(np.full((8, 8, 3), 128, np.uint8)).save(target, "JPEG")
    assert run("DecodePng", target.getvalue(), dtype="DT_UINT16")[0, 0].tolist() == [128 << 8] * 3
    assert run("DecodeGif", target.getvalue()).shape == (1, 8, 8, 3)
    assert run("DecodeJpeg", gif((0, 0, 1, 1, [2], None))).tolist() == [[[6, 7, 8]]]
    assert "2 frames" in refusal("DecodePng", gif((0, 0, 1, 1, [2], None), (0, 0, 1, 1, [2], None))).message
    assert refusal("DecodeBmp", target.getvalue()).hint == "use DecodeJpeg"


def test_jpeg_metadata() -> None:
    image = np.zeros((1, 2, 3), np.uint8)
    results = run("EncodeJpeg", image, xmp_metadata="hello", x_density=72, density_unit="cm").item()
    assert results[13:18] == bytes([2, 0, 72, 1, 44])
    assert results[20:60] == b"\xff\xe1\x00$http://ns.adobe.com/xap/1.0/\0hello\xff\xdb"[:40]
    assert "65504" in refusal("EncodeJpeg", image, xmp_metadata="h" * 65505).message


def test_jpeg_that_is_cut_short() -> None:
    rows = np.random.default_rng(0).integers(0, 255, (64, 64, 3), np.uint8)
    contents = run("EncodeJpeg", rows, chroma_downsampling=False).item()
    cut = contents[: len(contents) // 2]
    assert "truncated" in refusal("DecodeJpeg", cut).message
    assert "truncated" in refusal("DecodeJpeg", cut, acceptable_fraction=0.9).message
    whole, part = run("DecodeJpeg", contents), run("DecodeJpeg", cut, acceptable_fraction=0.2)
    np.testing.assert_array_equal(part[:16], whole[:16])
    assert not part[-8:].any()
    np.testing.assert_array_equal(run("DecodeJpeg", cut, try_recover_truncated=True)[:16], whole[:16])


_BOMB = png(np.zeros((1, 1), np.uint8), 8, 0)
_JPEG_BOMB = (
    b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03\x01\x11\0\x02\x11\0\x03\x11\0"
    b"\xff\xda\x00\x0c\x03\x01\0\x02\0\x03\0\0?\0" + b"\0" * 50
)
BOMBS = {
    "DecodePng": _BOMB[:16] + struct.pack(">II", 50_000, 50_000) + _BOMB[24:],
    "DecodeJpeg": _JPEG_BOMB,
    "DecodeGif": gif(*[(0, 0, 60_000, 60_000, [1], None)]),
    "DecodeBmp": b"BM" + struct.pack("<8xiIiiHH", 54, 40, 60_000, 60_000, 1, 24) + bytes(24),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_before_they_are_decoded(name: str) -> None:
    tracemalloc.start()
    try:
        error = refusal(name, BOMBS[name])
        assert tracemalloc.get_traced_memory()[1] < 20 << 20
    finally:
        tracemalloc.stop()
    assert error.pin == "contents" and "MiB" in error.message


LARGE = {
    "DecodePng": _BOMB[:16] + struct.pack(">II", 3000, 5000) + _BOMB[24:],
    "DecodeJpeg": _JPEG_BOMB.replace(b"\xff\xff\xff\xff\x03", struct.pack(">HH", 3000, 5000) + b"\x03"),
    "DecodeGif": gif((0, 0, 1, 1, [1], None), (0, 0, 5000, 3000, [1], None)),
}
# Pixels, channels, frames.
BYTES = {"DecodePng": 15_000_000, "DecodeJpeg": 3 * 15_000_000, "DecodeGif": 2 * 3 * 15_000_000}


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("name", LARGE)
def test_a_picture_that_memory_is_not_allowed_for_is_not_decoded(name: str, is_known: bool, tmp_path: Path) -> None:
    bench = Bench(tmp_path, 10_000_000)
    contents = np.empty((), object)
    contents[()] = LARGE[name]
    given = bench.node("Const", contents, dtype=STRING) if is_known else bench.node("Placeholder", dtype=STRING)
    node = bench.node(name, given)
    with pytest.raises(DiagramError) as caught:
        bench.session.run(node.outputs, feed=None if is_known else {given: contents})
    assert f"would take {BYTES[name]:,} bytes; the limit is 10,000,000" in str(caught.value)


@pytest.mark.parametrize("name", ["DecodePng", "DecodeJpeg", "DecodeGif", "DecodeBmp"])
@pytest.mark.parametrize("contents", [b"", b"BM", b"GIF89a", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"nothing at all"])
def test_rubbish_is_refused(name: str, contents: bytes) -> None:
    assert refusal(name, contents).pin == "contents"
