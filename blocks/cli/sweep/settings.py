"""The runs of a sweep: all combinations of the values of ``--set BLOCK.NAME=A,B,...`` and the seeds."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from blocks.base.errors import UsageError
from blocks.cli.arguments import count, integer, shown
from blocks.cli.overrides import apply_settings, current_name, split_setting
from blocks.document.model import Diagram, PageView
from blocks.worker.state import PageSource
from blocks.worker.sweep import SweepRun

MOST_RUNS = 100_000

_OPEN, _CLOSED = [*"[{("], [*"]})"]
_PIECES = re.compile(r"""("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[][{}(),])""", re.DOTALL)


class Grid(NamedTuple):
    """The runs of a sweep; ``names`` are those of the settings, then ``seed``, ``settings`` their values as text."""

    names: list[str]
    settings: list[list[str]]
    runs: list[SweepRun]
    notes: list[str]


def grid_of(page: PageView, given: Sequence[str], seeds: Sequence[int], home: Path, most: int = MOST_RUNS) -> Grid:
    """Return the runs of all combinations of settings ``BLOCK.NAME=A,B,...``.

    The seed changes fastest, then the last setting. UsageError: a setting is not valid, or there are too many runs.
    """
    pairs = [split_setting(page, each) for each in given]
    names = [name for name, _ in pairs]
    current = [current_name(page, name) for name in names]
    for name in current:
        if current.count(name) > 1:
            raise UsageError(f"--set {shown(name)} is given twice", hint=f"write {name}=A,B for two values")
    choices = [_texts(name, text) for name, text in pairs]
    runs = len(seeds)
    for each in choices:
        runs *= len(each)
    if runs > most:
        raise UsageError(f"expected at most {most:,} runs, got {runs:,}")
    document, path = page.diagram.document, page.diagram.path
    settings: list[list[str]] = []
    result: list[SweepRun] = []
    notes: dict[str, None] = {}
    for texts in product(*choices):
        diagram = Diagram(document)
        canvas = diagram.page(page.name)
        changed = apply_settings(canvas, [f"{name}={text}" for name, text in zip(names, texts, strict=True)], home)
        notes.update(dict.fromkeys(changed.notes))
        after = diagram.document
        source = PageSource(canvas.snapshot(), after.extra, path, tuple(after.composites), inner=changed.inner)
        result += [SweepRun(source, seed) for seed in seeds]
        settings += [[*texts, str(seed)] for seed in seeds]
    return Grid([*names, "seed"], settings, result, [*notes])


def _texts(name: str, text: str) -> list[str]:
    """Split values at commas outside brackets and quotes; raise UsageError if a value is empty."""
    results, depth = [""], 0
    for piece in _PIECES.split(text):
        depth += (piece in _OPEN) - (piece in _CLOSED)
        if piece == "," and depth <= 0:
            results.append("")
        else:
            results[-1] += piece
    results = [each.strip() for each in results]
    if not all(results):
        raise UsageError(f"--set {shown(name)}: {shown(text)} contains an empty value")
    return results


def seeds_of(text: str) -> list[int]:
    """Return the seeds of an option: ``5`` means 1 to 5, ``3,7`` means 3 and 7, and ``3,`` means 3."""
    if "," not in text:
        return list(range(1, min(count(text), MOST_RUNS + 1) + 1))  # a larger number is refused later
    numbers = [integer(each.strip()) for each in text.split(",") if each.strip()]
    if not numbers or len({*numbers}) < len(numbers):
        raise argparse.ArgumentTypeError(f"expected seeds such as 5 or 3,7, got {shown(text)}")
    return numbers


def grouped(grid: Grid) -> Mapping[tuple[str, ...], list[int]]:
    result: dict[tuple[str, ...], list[int]] = {}
    for index, texts in enumerate(grid.settings):
        result.setdefault(tuple(texts[:-1]), []).append(index)
    return result
