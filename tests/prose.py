"""Odd English: patterns of sentences that a native editor would not print, and everything people read.

``python -m tests.prose`` counts what the patterns find. ``python -m tests.prose --write`` writes it to `LEFT`, which
may only shrink.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from app.panels.catalogue import library
from blocks.cli import COMMANDS, main
from blocks.cli.arguments import Parser
from blocks.document.data import is_list, is_object
from tests import engine_texts, translations

ROOT = Path(__file__).parents[1]
LEFT = Path(__file__).with_name("prose_left.json")

PATTERNS = {
    "is no X": r"(?<!there )\b(?:is|are|was) no (?!longer|more|less)\w+",
    "noun clause with what": r"(?<!^)(?<![.?!:] )\bwhat (?:it|is|are|they|was|each|happens)\b",
    "sentence that begins with who or what": r"(?:^|[.:] )(?:Who|What|Whoever|Whatever) (?![^.]*\?)",
    "inside of": r"\binside of\b",
    "goes on": r"\b(?:go|goes|went) on\b",
    "truth value": r"\btruth values?\b",
    "hand on": r"\b(?:hand|hands|handed|handing) on\b",
    "gradient by": r"\b(?:gradients?|derivatives?|differentiated?s?) by (?!the chain|hand|default|differences)",
    "is told": r"\b(?:is|are|was|were|be|being) told (?!apart)|\btells? (?!you\b|apart\b|git\b|XLA\b)",
    "so many": r"\bso many\b|\bso-many",
    "stands, lies": r"\b(?:stands?|stood|lies|lay) (?:in|on|at|behind|beside|between|before|below|above|there|under)\b",
    "mend": r"\b(?:mend|mends|mended)\b",
    "somebody": r"\b(?:some|any|every|no)body\b",
    "by itself": r"\bby (?:itself|themselves)\b",
    "British spelling": r"\b(?:colour|optimiser|behaviour|licence|centre|grey|favour|neighbour)"
                        r"|\b(?!advis|arise|comprise|promis|surprise)\w+(?:al|r|i|m)is(?:e|es|ed|ing|ation)\b",
    "text for a string": r"\btexts\b",
    "the like": r"\b(?:the like|as was said|one of these|in that way|as at first)\b",
    "cannot be told": r"\b(?:cannot|can) be told (?!apart)",
    "fault": r"\bfaults?\b",
    "else for otherwise": r"\b(?:or else|something else|what else)\b",
}  # fmt: skip
"""The regular expressions by name. They ignore case, except that of a sentence's first word."""
_COMPILED = {name: re.compile(each, 0 if "begins" in name else re.IGNORECASE) for name, each in PATTERNS.items()}


def window() -> Iterator[str]:
    """Yield the strings of the editor, of lessons and of titles."""
    yield from translations.sources()


def engine() -> Iterator[str]:
    """Yield the formats of errors and lint warnings, without the names of their values."""
    yield from (re.sub(r"\{[^{}]*\}", "{}", text) for text in engine_texts.collected())


def block_documentation() -> Iterator[str]:
    """Yield the paragraphs of the documentation of block types."""
    for spec in library():
        yield from _paragraphs(spec.doc)


def command_line() -> Iterator[str]:
    """Yield the help of commands and options."""
    found: list[str] = []

    def parse(parser: argparse.ArgumentParser, *_: Any, **__: Any) -> Any:
        found.extend(filter(None, (parser.description, parser.epilog)))
        found.extend(action.help for action in parser._actions if action.help)  # pyright: ignore[reportPrivateUsage]
        raise SystemExit

    with mock.patch.object(Parser, "parse_args", parse), mock.patch.object(Parser, "parse_known_args", parse):
        for command in COMMANDS:
            with mock.patch.object(sys, "stderr"), contextlib.suppress(SystemExit):
                main([command])
    yield from found


def documents() -> Iterator[str]:
    """Yield the paragraphs of README, the manual and the pages for contributors."""
    for path in [
        ROOT / "README.md",
        *sorted((ROOT / "assets" / "manual").rglob("*.md")),
        *sorted((ROOT / ".github").rglob("*.md")),
    ]:
        if path.name != "CONTRIBUTING.md":  # which quotes what is odd
            yield from _paragraphs(re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL))


def diagrams() -> Iterator[str]:
    """Yield notes, titles and documentation in shipped examples, packages and exercises."""
    exercises = (ROOT / "assets" / "exercises").glob("*.json")
    for path in sorted([*(ROOT / "assets").rglob("*.gradblocks"), *exercises]):
        yield from _written(json.loads(path.read_text(encoding="utf-8")))


def _written(value: Any) -> Iterator[str]:
    if is_object(value):
        for key, each in value.items():
            if key in ("doc", "text", "title", "why", "hint") and isinstance(each, str):
                yield from _paragraphs(each)
            else:
                yield from _written(each)
    elif is_list(value):
        for each in value:
            yield from _written(each)


def _paragraphs(text: str) -> Iterator[str]:
    """Yield paragraphs, items and cells, each on one line and without code."""
    for part in re.split(r"\n\s*\n|\n\s*(?=[-*|#]|\d+\. |\w+: )|\|", text):
        line = " ".join(re.sub(r"``?[^`]*``?", "`", part).split())
        if line:
            yield line


SURFACES = {
    "window": window, "engine": engine, "block documentation": block_documentation, "command line": command_line,
    "documents": documents, "diagrams": diagrams,
}  # fmt: skip


def found() -> dict[str, list[str]]:
    """Return what the patterns find: for each surface and pattern the sentences, sorted."""
    result: dict[str, list[str]] = {}
    for surface, read in SURFACES.items():
        texts = sorted(set(read()))
        for name in PATTERNS:
            sentences = [text for text in texts if odd(name, text)]
            if sentences:
                result[f"{surface}: {name}"] = sentences
    return result


def odd(name: str, text: str) -> bool:
    """Return whether a pattern finds something in a sentence."""
    return _COMPILED[name].search(text) is not None


if __name__ == "__main__":
    result = found()
    if sys.argv[1:] == ["--write"]:
        LEFT.write_text(f"{json.dumps(result, indent=1, ensure_ascii=False)}\n", encoding="utf-8")
    for name, each in result.items():
        sys.stdout.write(f"{name}: {len(each)}\n")
