"""A strict JSON parser for untrusted files, with the location of each error."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

import numpy as np

from blocks.base.errors import FileError
from blocks.document.data import INSTANCE, MAX_DEPTH, MAX_INT_DIGITS, Json, is_list, is_object, shortened
from blocks.document.decoding import MAX_FAULTS, Faults

MAX_BYTES = 64 << 20

_PIECE = 1 << 20
_MOST_NUMBERS = 4096
_INFINITY = float("inf")
_QUOTE = ord('"')
_NO_MARK = bytes(sorted(set(range(256)) - set(b'"[]{}')))
_STEP = np.zeros(256, np.int32)
_STEP[list(b"[{")] = 1
_STEP[list(b"]}")] = -1
_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class _Unreadable(NamedTuple):
    """A placeholder for an invalid number until its location is known."""

    reason: str


class _Doubled(NamedTuple):
    """An object with a duplicate key, kept alive so that its id() stays unique."""

    where: dict[str, Json]
    key: str


class _Numbers(dict[str, Json]):
    """Shared number objects by their digits, since many blocks have equal coordinates.

    Args:
        refuse: takes the reason why a number is invalid, and returns a placeholder.
    """

    def __init__(self, refuse: Callable[[str], Json]) -> None:
        super().__init__()
        self._refuse = refuse

    def __missing__(self, digits: str) -> Json:
        value = float(digits)
        if abs(value) == _INFINITY:
            return self._refuse(f"{shortened(digits)} is too large")
        if len(self) < _MOST_NUMBERS:
            self[digits] = value
        return value


def parse(data: bytes, faults: Faults) -> Json:
    """Parse a document's text as JSON; errors in values go to ``faults``, with page and block if known.

    Raises:
        FileError: it is not JSON, or exceeds the limits for size and nesting.
    """
    if len(data) > MAX_BYTES:
        raise FileError(
            f"the file has {len(data):,} bytes; the limit is {MAX_BYTES:,}",
            hint='keep large tensors in .npy files: {"file": "weights.npy"}',
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"this is not UTF-8 text: byte {data[error.start]:#04x} at offset {error.start:,}") from None
    if _depth(data) > MAX_DEPTH:
        raise FileError(f"lists and objects are nested more than {MAX_DEPTH} levels deep")
    unreadable: list[_Unreadable] = []
    doubled: dict[int, _Doubled] = {}

    def refuse(reason: str) -> _Unreadable:
        # A file of nothing but faults: the last that is told stands for the rest.
        if len(unreadable) < MAX_FAULTS:
            unreadable.append(_Unreadable(reason))
        return unreadable[-1]

    def integer(digits: str) -> Json:
        if len(digits) > MAX_INT_DIGITS and len(digits.lstrip("-")) > MAX_INT_DIGITS:
            return refuse(f"an integer has more than {MAX_INT_DIGITS} digits")
        return int(digits)

    def constant(word: str) -> Json:
        return refuse(f'{word} is not valid JSON; in a tensor, write it as the string "{word}"')

    def pairs(items: list[tuple[str, Json]]) -> dict[str, Json]:
        result = dict(items)
        if len(result) < len(items) and len(doubled) <= MAX_FAULTS:
            seen: set[str] = set()
            again = next(key for key, _ in items if key in seen or seen.add(key))
            doubled[id(result)] = _Doubled(result, again)
        return result

    try:
        known = _Numbers(refuse).__getitem__
        raw = json.loads(text, parse_int=integer, parse_float=known, parse_constant=constant, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        location = f"line {error.lineno:,}, column {error.colno:,}"
        raise FileError(f"this is not JSON: {error.msg} at {location}") from None
    # The walk is slow, and nearly no file needs it.
    if unreadable or doubled or _SURROGATE_ESCAPE.search(data):
        for page, block, value, deep in _parts(raw, faults):
            for reason in _reasons(value, doubled, deep):
                faults.add(reason, page=page, block=block)
            if faults.full:
                break
    return raw


def _depth(data: bytes) -> int:
    """Return the nesting of brackets outside strings; exact up to the first syntax error, where parsing ends."""
    if b"\\" in data:  # what is escaped ends no string
        data = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    level = deepest = quotes = 0
    for start in range(0, len(data), _PIECE):  # in pieces, since numbers take more memory than brackets
        marks = np.frombuffer(data[start : start + _PIECE].translate(None, _NO_MARK), np.uint8)
        if marks.size:
            before = np.cumsum(marks == _QUOTE, dtype=np.int32) + quotes
            levels = np.cumsum(np.where(before & 1, 0, _STEP[marks]), dtype=np.int32) + level
            quotes, level, deepest = int(before[-1]), int(levels[-1]), max(deepest, int(levels.max()))
            if deepest > MAX_DEPTH:
                break
    return deepest


def _parts(raw: Json, faults: Faults) -> Iterator[tuple[str | None, str | None, Json, bool]]:
    yield None, None, raw, not is_object(raw)
    if not is_object(raw):
        return
    for key, value in raw.items():
        if key not in ("composites", "pages") or not is_list(value):
            yield None, None, value, True
            continue
        for page in value:
            name = _name(page, "name")
            if key == "composites" and name is not None:
                name = INSTANCE + name
                faults.composites.add(name)
            yield name, None, page, not is_object(page)
            for page_key, content in page.items() if is_object(page) else ():
                if page_key != "blocks" or not is_list(content):
                    yield name, None, content, True
                    continue
                for block in content:
                    yield name, _name(block, "id"), block, True


def _name(value: Json, key: str) -> str | None:
    name = value.get(key) if is_object(value) else None
    return name if type(name) is str and not _SURROGATE.search(name) else None


def _reasons(value: Json, doubled: dict[int, _Doubled], deep: bool) -> Iterator[str]:
    stack: list[Any] = [value]
    while stack:
        item = stack.pop()
        kind = cast("type[object]", type(item))
        if kind is _Unreadable:
            yield item.reason
        elif kind is str:
            if _SURROGATE.search(item):
                yield f"the string {shortened(item)} contains half of a surrogate pair"
        elif kind is dict:
            if id(item) in doubled:
                yield f"the key {shortened(doubled[id(item)].key)} occurs twice in one object"
            for key in item:
                if _SURROGATE.search(key):
                    yield f"the key {shortened(key)} contains half of a surrogate pair"
            if deep:
                stack.extend(reversed(item.values()))
        elif kind is list and deep:
            stack.extend(reversed(item))
