"""Translation of the engine's messages into the language of the window.

The engine reports errors in English with names and values filled in; the command line prints them unchanged. The
messages' formats are collected from the engine's source; their translations are in ``assets/languages/engine.json``. A
message is parsed by its format and rebuilt in the other language. A message whose format has no translation stays
English.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import NamedTuple

from blocks.base.errors import DiagramError, with_hint
from blocks.base.language import is_english, tr

_FIELD = re.compile(r"\{(\w+)\}")
_PIECE = re.compile(r"\{\{|\}\}|\{(\w+)\}")
_PREFIX = re.compile(r"[^\s:](?:[^:\n]{0,98}[^\s:])?: ")
"""What stands before a sentence: ``body/x: there is no block type 'Foo'``."""
_COLUMN = re.compile(r"column (\d+): ")
"""A prefix that is words: where in a value that was typed something is wrong."""
_MOST_NESTED = 3
"""So deep a sentence may stand in another."""
_REMEMBERED = 4096


class Format(NamedTuple):
    """A message format, the pattern that finds its values, and its longest word, which speeds up the search."""

    text: str
    pattern: re.Pattern[str]
    key: str


def sentence_of(error: DiagramError) -> str:
    if is_english():
        return error.sentence()
    message = in_language(error.message)
    return with_hint(message, in_language(error.hint) if error.hint else None)


def in_language(text: str) -> str:
    """Return an engine sentence in the window's language; the sentence itself without a translation."""
    return text if is_english() else _translated(text, _MOST_NESTED)


def _translated(text: str, depth: int) -> str:
    parsed = values_of(text) if depth else None
    if parsed is None:
        before = _PREFIX.match(text) if depth else None
        if before is None:
            return text
        column = _COLUMN.fullmatch(before[0])
        prefix = before[0] if column is None else tr("column {column}: ", column=column[1])
        return prefix + _translated(text[before.end() :], depth - 1)
    format_text, values = parsed
    return tr(format_text, **{name: _translated(value, depth - 1) for name, value in values.items()})


@lru_cache(_REMEMBERED)
def values_of(text: str) -> tuple[str, Mapping[str, str]] | None:
    for each in formats():
        if each.key in text:
            match = each.pattern.fullmatch(text)
            if match is not None:
                return each.text, match.groupdict()
    return None


@cache
def formats() -> tuple[Format, ...]:
    """Return all formats, most specific first, so that ``{name} is {what}`` does not match before them."""
    file = resources.files("assets") / "languages" / "engine.json"
    texts: list[str] = json.loads(file.read_text("utf-8"))
    return tuple(sorted(map(_format, texts), key=lambda each: -len(_FIELD.sub("", each.text))))


def _format(text: str) -> Format:
    if not _FIELD.search(text):
        return Format(text, re.compile(re.escape(text)), text)
    plain, names, end = [""], list[str](), 0
    for piece in _PIECE.finditer(text):
        plain[-1] += text[end : piece.start()]
        end = piece.end()
        if piece[1] is None:  # a brace of the sentence itself
            plain[-1] += piece[0][0]
        else:
            names.append(piece[1])
            plain.append("")
    plain[-1] += text[end:]
    pattern = re.escape(plain[0])
    for name, literal in zip(names, plain[1:], strict=True):
        pattern += f"(?P<{name}>.+?){re.escape(literal)}"
    return Format(text, re.compile(pattern, re.DOTALL), max(plain, key=len))
