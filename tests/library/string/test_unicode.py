"""Regular expressions that are meant to take long, bytes that are no characters, and the table of scripts."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from blocks import ops
from blocks.base.errors import DiagramError
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.library.string.encodings import codec_of, decoded
from blocks.library.string.unicode import SCRIPTS
from tests.unicode_scripts import table


def _strings(*texts: bytes) -> Any:
    result = np.empty(len(texts), np.object_)
    result[:] = texts
    return result


def test_no_pattern_makes_matching_last() -> None:
    """A matcher that tries back would not end before the sun does."""
    regex: Any = find("StaticRegexFullMatch")
    started = time.perf_counter()
    assert not regex.kernel(_strings(b"a" * 100_000), pattern="(a*)*(a|aa)+b").any()
    assert time.perf_counter() - started < 5


# TensorFlow 2.21.
@pytest.mark.parametrize(
    ("pattern", "rewrite", "text", "expected"),
    [
        (".", "-", b"a\xffb", b"-\xff-"),
        ("", "-", b"a\xff\xe3\x81b", b"-a-\xff-\xe3-\x81-b-"),
        ("(b)(z)?", "[\\2\\1]", b"abc", b"a[b]c"),
        ("b", "[\\1]", b"abc", b"abc"),
        ("b", "[\\x]", b"abc", b"a[c"),
        ("\\C", "-", b"\xc3\xa9", b"--"),
    ],
)
def test_replacing_is_as_in_re2(pattern: str, rewrite: str, text: bytes, expected: bytes) -> None:
    replace: Any = find("StaticRegexReplace")
    assert replace.kernel(_strings(text), pattern=pattern, rewrite=rewrite).tolist() == [expected]


def test_what_re2_has_not_is_refused_before_a_run() -> None:
    with pytest.raises(DiagramError, match=r"invalid perl operator: \(\?="):
        ops.StaticRegexFullMatch(Scope.new_root_scope(), ["a"], pattern="(?=a)")


# TensorFlow 2.21: code points and where they begin; U+FFFD for malformed parts.
@pytest.mark.parametrize(
    ("encoding", "text", "expected"),
    [
        ("UTF-8", b"\xf0\x9f\x98a", [(0xFFFD, 0), (0x61, 3)]),
        ("UTF-8", b"\xed\xa0\x80", [(0xFFFD, 0), (0xFFFD, 1), (0xFFFD, 2)]),
        ("UTF-16-BE", b"\xd8\x00\xd8\x00\xdc\x00\x00", [(0xFFFD, 0), (0x10000, 2), (0xFFFD, 6)]),
        ("utf16", b"\xff\xfea\x00b\x00", [(0x61, 0), (0x62, 4)]),
        ("UTF-32-BE", b"\x00\x11\x00\x00\x00", [(0xFFFD, 0), (0xFFFD, 4)]),
        ("US ASCII", b"a\x80", [(0x61, 0), (0xFFFD, 1)]),
        ("windows-1252", b"\x80\x81", [(0x20AC, 0), (0x81, 1)]),
    ],
)
def test_malformed_parts_are_one_code_point_each(encoding: str, text: bytes, expected: list[tuple[int, int]]) -> None:
    points, starts, malformed = decoded(text, codec_of(encoding))
    assert [*zip(np.where(malformed, 0xFFFD, points).tolist(), starts.tolist(), strict=True)] == expected


def test_the_table_of_scripts_comes_out_of_the_database_as_it_is() -> None:
    """Each range is written as two that touch, in the form of Scripts.txt; and they overlap nowhere."""
    lines = SCRIPTS.read_text("ascii").splitlines()
    rows = [line.split() for line in lines[1:]]
    source = [f"# Scripts-{lines[0].split()[2].rstrip(':')}.txt"]
    seen = np.zeros(0x110000, np.int8)
    for _, name, *ranges in rows:
        for first, _, last in (each.partition("-") for each in ranges):
            start, end = int(first, 16), int(last or first, 16)
            seen[start : end + 1] += 1
            source += [f"{start:04X} ; {name} # Lo"] + [f"{start + 1:04X}..{end:04X} ; {name}"] * (end > start)
    assert seen.max() == 1
    assert list(table(source, {name: int(number) for number, name, *_ in rows})) == lines
