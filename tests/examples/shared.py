"""Getting at the shipped examples, and differences to compare gradients with."""

from __future__ import annotations

import importlib.resources
import json
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import numpy.typing as npt

from blocks.document.file import loads
from blocks.document.model import PageView
from blocks.run.session import Session

Reals = npt.NDArray[np.float64]

FOLDER = importlib.resources.files("assets") / "examples"
SUFFIX = ".gradblocks"
NAMES = sorted(file.name.removesuffix(SUFFIX) for file in FOLDER.iterdir() if file.name.endswith(SUFFIX))


def text_of(name: str) -> str:
    return (FOLDER / f"{name}{SUFFIX}").read_text("utf-8")


def _pages() -> Iterator[str]:
    for name in NAMES:
        pages = [page["name"] for page in json.loads(text_of(name))["pages"]]
        yield from [name] if len(pages) == 1 else [f"{name}:{page}" for page in pages]


PAGES = [*_pages()]
"""The pages of all examples; those of an example with several are named ``example:page``."""


@cache
def _data() -> tempfile.TemporaryDirectory[str]:
    """A folder with the files that examples read, where they may write."""
    folder = tempfile.TemporaryDirectory()
    with importlib.resources.as_file(FOLDER / "data") as data:
        copytree(data, Path(folder.name) / "data")
    return folder


def page_of(name: str, *muted: str) -> PageView:
    """The page of an example; blocks may be muted, so that they hand on what comes in."""
    name, _, page = name.partition(":")
    document = json.loads(text_of(name))
    for block in document["pages"][0]["blocks"]:
        if block["id"] in muted:
            block["muted"] = True
    diagram = loads(json.dumps(document))
    diagram.path = str(Path(_data().name) / f"{name}{SUFFIX}")
    return diagram.page(page or diagram.pages[0].name)


def session_of(name: str, *muted: str) -> Session:
    return Session(page_of(name, *muted))


def typed(name: str, block: str, key: str = "val") -> Reals:
    """What is typed into a block of an example."""
    return np.array(page_of(name).block(block).values[key], np.float64)


def wide(array: Any) -> Reals:
    """A result with the digits that the tests compute with."""
    return np.asarray(array, np.float64)


def slopes(f: Callable[[Reals], Any], at: Reals, step: float = 1e-6) -> Reals:
    """The gradient of a function of an array, by central differences."""
    slopes = np.empty_like(at)
    for place in np.ndindex(*at.shape):
        change = np.zeros_like(at)
        change[place] = step
        slopes[place] = (f(at + change) - f(at - change)) / (2 * step)
    return slopes


def softmax(x: Reals) -> Reals:
    """Along the last axis."""
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def close(actual: Any, expected: Any, rtol: float = 2e-5, atol: float = 2e-6) -> None:
    """The examples compute with float32, the tests with float64."""
    np.testing.assert_allclose(actual, expected, rtol=rtol, atol=atol)
