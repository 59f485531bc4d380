"""Texts of diagrams from strangers: refused in words or opened, at the limits too, and in little memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from blocks.base.errors import DiagramError
from blocks.document.data import MAX_BLOCKS, MAX_DEPTH, MAX_INT_DIGITS, MAX_WIRES
from blocks.document.file import load, loads
from blocks.document.reading import LoadError
from blocks.document.strict_json import MAX_BYTES
from tests.deep import corpus, documents

SEED = 9
TASKS, PARTS = (*range(250), 282, 446, 695, 710, 720), 5
"""Of 1,000, the first ones, and those that reach an error which no other does; and how many tests they are."""


@pytest.mark.parametrize("part", range(PARTS))
def test_hostile_texts_open_or_are_refused_in_words(part: int) -> None:
    assert [finding for number in TASKS[part::PARTS] for finding in documents.run(SEED, number)] == []


@pytest.mark.parametrize("path", sorted(corpus.FOLDER.glob("json_*")), ids=lambda path: path.stem)
def test_what_was_found_once_stays_mended(path: Path) -> None:
    assert documents.judge(path.read_bytes()) == []


def wrapped(page: str = "", more: str = "") -> str:
    return f'{{"format": "gradblocks/1", {more} "pages": [{{"name": "main" {page}}}]}}'


def many_blocks(count: int) -> str:
    items = ",".join(f'{{"id":"{i}","type":"T"}}' for i in range(count))
    return wrapped(f', "blocks": [{items}]')


def many_wires(count: int) -> str:
    return wrapped(', "wires": [' + ",".join(['["a.b","c.d"]'] * count) + "]")


def deep(levels: int) -> str:
    """The outermost object is one level."""
    return wrapped(more='"x": ' + "[" * (levels - 1) + "]" * (levels - 1) + ",")


def digits(count: int) -> str:
    return wrapped(more=f'"x": {"9" * count},')


def large(size: int) -> str:
    short = wrapped(more='"x": "",')
    return short.replace('""', '"' + "x" * (size - len(short)) + '"')


@pytest.mark.parametrize(
    ("make", "limit"),
    [
        (many_blocks, MAX_BLOCKS),
        (many_wires, MAX_WIRES),
        (deep, MAX_DEPTH),
        (digits, MAX_INT_DIGITS),
        (large, MAX_BYTES),
    ],
)
def test_what_is_just_within_a_limit_opens_and_one_more_does_not(make: Callable[[int], str], limit: int) -> None:
    assert loads(make(limit)).pages
    with pytest.raises(LoadError) as caught:
        loads(make(limit + 1))
    assert len(caught.value.errors) == 1


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        (wrapped(more='"x": 1.7976931348623157e308,'), True),
        (wrapped(more='"x": 1.7976931348623159e308,'), False),
        (wrapped(more='"x": 1, "y": 1,'), True),
        (wrapped(more='"x": 1, "x": 1,'), False),
        (wrapped(more='"x": 1, "\\u0078": 1,'), False),
        (wrapped(', "blocks": [{"id": "a", "type": "T"}, {"id": "A", "type": "T"}]'), True),
        (wrapped(', "blocks": [{"id": "a", "type": "T"}, {"id": "\\u0061", "type": "T"}]'), False),
        (wrapped(more='"x": "\\ud83d\\ude00",'), True),
        (wrapped(more='"x": "\\ude00\\ud83d",'), False),
        (wrapped(more='"x": "\\ud83d",'), False),
    ],
)
def test_numbers_keys_ids_and_characters(text: str, opens: bool) -> None:
    try:
        assert loads(text)
    except LoadError:
        assert not opens
    else:
        assert opens


# The last character of each length, and what comes after it: surrogates, overlong forms, beyond the last plane.
@pytest.mark.parametrize(
    "good", [b"\x7f", b"\xc2\x80", b"\xdf\xbf", b"\xe0\xa0\x80", b"\xed\x9f\xbf", b"\xee\x80\x80", b"\xf4\x8f\xbf\xbf"]
)
def test_utf_8_is_read(good: bytes) -> None:
    assert loads(b'{"format": "gradblocks/1", "x": "' + good + b'"}').extra["x"] == good.decode()


@pytest.mark.parametrize(
    "bad",
    [
        b"\x80",
        b"\xc0\x80",
        b"\xc1\xbf",
        b"\xe0\x9f\xbf",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xf5\x80\x80\x80",
        b"\xe2\x82",
    ],
)
def test_what_is_no_utf_8_is_not(bad: bytes) -> None:
    with pytest.raises(LoadError, match="this is not UTF-8 text: byte 0x"):
        loads(b'{"format": "gradblocks/1", "x": "' + bad + b'"}')


_MEASURE = r"""
import re, sys
from pathlib import Path
from blocks.base.errors import DiagramError
from blocks.document.file import load
try:
    load(sys.argv[1])
except DiagramError as error:
    str(error)
print(re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())[1])
"""


def objects(size: int) -> str:
    return wrapped(more='"x": [' + ",".join(["{}"] * (size // 3)) + "],")


def faults(size: int) -> str:
    return wrapped(', "blocks": [' + ",".join(["NaN"] * (size // 4)) + "]")


def keys(size: int) -> str:
    return wrapped(more='"x": {' + ",".join(f'"{i}":0' for i in range(size // 10)) + "},")


def texts(size: int) -> str:
    return wrapped(more='"x": [' + ",".join(['""'] * (size // 3)) + "],")


def escapes(size: int) -> str:
    return wrapped(more='"x": "' + "\\u0000" * (size // 6) + '",')


def quotes(size: int) -> str:
    return '"' * size


def wires(size: int) -> str:
    return many_wires(size // 14)


MADE = [objects, faults, keys, texts, escapes, quotes, large, wires]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is told by /proc")
@pytest.mark.parametrize("make", MADE)
def test_memory_stays_in_proportion(tmp_path: Path, make: Callable[[int], str]) -> None:
    path = tmp_path / "x.gradblocks"
    path.write_text(make(8 << 20), "utf-8")
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, str(path)], capture_output=True, text=True, check=True, env=environment
    )
    assert int(done.stdout) * 1024 < (200 << 20) + 30 * path.stat().st_size


def test_a_file_is_not_read_beyond_the_limit(tmp_path: Path) -> None:
    with (tmp_path / "x.gradblocks").open("wb") as file:
        file.truncate(1 << 33)
    with pytest.raises(DiagramError, match="the file has more than"):
        load(tmp_path / "x.gradblocks")
