"""The part ``json``: hostile texts of diagrams open, or are refused in words; what opens is checked and comes back."""

from __future__ import annotations

import functools
import json
import random
import re
from typing import Any

from blocks.analysis.checks import check
from blocks.base.errors import DiagramError
from blocks.cli.examples import example_texts
from blocks.document.data import Document
from blocks.document.definitions import cycle, pins, unused
from blocks.document.file import dumps, loads
from blocks.document.merging.diff import diff
from blocks.document.model import Diagram
from blocks.document.packages.copies import copies, update, use
from blocks.document.packages.description import as_package
from blocks.document.reading import LoadError
from tests.deep.corpus import FOLDER
from tests.deep.finding import Finding, foreign
from tests.deep.trees import hostile_json
from tests.document.documents import EXAMPLE

CASES = 100
"""Texts in a task."""
_LARGEST = 5_000
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def run(seed: int, number: int) -> list[Finding]:
    """A task: what must not happen with so many texts."""
    rng = random.Random(f"json/{seed}/{number}")
    findings: list[Finding] = []
    for _ in range(CASES):
        text = hostile_json(rng, rng.choice(_starts()))
        findings += [{**each, "data": text} for each in judge(text)]
    return findings


@functools.cache
def _starts() -> tuple[Any, ...]:
    """Diagrams that are changed over and over: everything that a page may hold, and small examples."""
    rich = json.loads(EXAMPLE)
    rich["pages"][0]["frames"] = [{"at": [0, 0], "size": [9, 9], "title": "t", "color": "red", "more": 1}]
    rich["pages"][0]["more"] = {"a": [1]}
    texts = [text for text in example_texts().values() if len(text) <= _LARGEST]
    composites = json.loads((FOLDER / "format_2.gradblocks").read_text("utf-8"))
    return rich, rich, composites, composites, *map(json.loads, texts)


def judge(text: bytes) -> list[Finding]:
    """What is wrong with how a text is taken."""
    try:
        try:
            diagram = loads(text, "x")
        except LoadError as error:
            lines = [str(each) for each in error.errors]
            return [{"kind": "words", "text": line[:300]} for line in lines if not _is_clear(line)]
        again = dumps(diagram)
        if dumps(loads(again)) != again:
            return [{"kind": "lost", "text": "what was saved is read as something else"}]
        if diff(diagram, loads(again), layout=True):
            return [{"kind": "lost", "text": "what was saved differs from what was opened"}]
        for page in diagram.composites:
            pins(page.snapshot())
            cycle(diagram.document, page.name, page.name)
        unused(diagram.document)
        findings = _taken(diagram)
        if findings:
            return findings
        for error in check(diagram, _no_file).errors:
            error.sentence()
    except Exception as error:
        return [foreign(error)]
    return []


def _taken(diagram: Diagram) -> list[Finding]:
    """What is wrong with how a diagram is used as a package, and its copies are updated."""
    try:
        package = as_package(diagram.document, "x")
    except LoadError as error:
        lines = [str(each) for each in error.errors]
        return [{"kind": "words", "text": line[:300]} for line in lines if not _is_clear(line)]
    user = Diagram(Document("", (), {}, diagram.document.composites[:2]))
    for page in package.document.composites:
        try:
            user.apply(use(user.document, package, page.name).change)
        except DiagramError as error:  # it is too much, or of a name that another has
            error.sentence()
    used_copies = copies(user.document, lambda name: package if name == package.name else None)
    used = update(user.document, used_copies, [each.canvas for each in used_copies])
    if any(each.differs for each in used_copies) and used is None:
        return [{"kind": "lost", "text": "a copy that differs is not updated"}]
    if used is not None:
        user.apply(used.change)
        if any(each.differs for each in copies(user.document, lambda _: package) if each.canvas in used.changed):
            return [{"kind": "lost", "text": "a copy differs that was just updated"}]
    return []


def _is_clear(line: str) -> bool:
    return line.startswith("x: ") and len(line) < 3000 and "Traceback" not in line and "object at 0x" not in line


def _no_file(name: str) -> Any:
    raise DiagramError(f"the file {name!r} cannot be read")
